"""Make the training speech: espeak-ng, flite and festival read sayings of the domain.

    synth.py OUT [--clips N] [--workers N]

Writes shards (OUT/shards/NAME.npy: log-mel frames of float16, NAME.json: where each clip
lies and what it says). Shards are seeded by their name and made in an order that keeps
every prefix balanced; one that exists is skipped, so a stopped run goes on where it was.
"""
import argparse
import json
import multiprocessing
import os
import random
import subprocess
import tempfile

import numpy as np
from scipy.io import wavfile
from scipy.signal import resample_poly

import features
import vocab

SHARD = 200
ACCENTS = ("en-us en-us en-gb en-gb-scotland en-gb-x-gbclan en-gb-x-rp en-gb-x-gbcwmd en-029 "
           "en-us-nyc").split()
VARIANTS = """none Alex Alicia Andy Annie Denis Diogo Gene Gene2 Henrique Hugo Jacky Lee Marco Mario
Michael Mike Mr\\ serious Nguyen adam anika antonio aunty benjamin boris caleb david ed edward
edward2 f1 f2 f3 f4 gustave iven iven2 iven3 john kaukovalta klatt klatt2 klatt3 klatt4 linda m1 m2
m3 m4 m5 m6 m8 marcelo max miguel norbert pablo paul pedro quincy rob robert sandro shelby steph
steph2 zac grandma""".replace("Mr\\ serious", "").split()
HELD_VARIANTS = "f5 m7 michel travis victor belinda Andrea steph3 iven4".split()
HELD_KINDS = ["held", "phrase", "random", "numbers"]
FLITE = {"slt": 170, "rms": 105, "awb": 125, "kal16": 105}


def read_wav(path):
    rate, x = wavfile.read(path)
    x = x.astype(np.float32) / 32768.0
    return rate, x if x.ndim == 1 else x.mean(1)


def to_16k(rate, x, speed=1.0):
    """Resample; speed > 1 shortens, which also raises pitch and formants: another speaker."""
    up, down = features.RATE, int(round(rate * speed))
    g = np.gcd(up, down)
    if g < 10:  # keep the filter short
        down = int(round(down / 100.0)) * 100
        g = np.gcd(up, down)
    return resample_poly(x, up // g, down // g).astype(np.float32)


def trim(x, keep=0.12):
    """Cut silence at both ends down to `keep` seconds."""
    loud = np.flatnonzero(np.abs(x) > 0.01 * max(np.abs(x).max(), 1e-6))
    k = int(keep * features.RATE)
    return x[max(0, loud[0] - k):loud[-1] + k] if len(loud) else x[:k]


def espeak(text, r, path, held=False):
    variant = r.choice(HELD_VARIANTS if held else VARIANTS)
    accent = r.choice(ACCENTS)
    voice = accent if variant == "none" else accent + "+" + variant
    cmd = ["espeak-ng", "-v", voice, "-s", str(r.randint(115, 205)), "-p", str(r.randint(18, 80)),
           "-w", path]
    if r.random() < .15:
        cmd += ["-g", str(r.randint(2, 8))]
    subprocess.run(cmd + [text], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return voice, to_16k(*read_wav(path), speed=r.uniform(.93, 1.07) if not held else 1.0)


def flite(text, r, path):
    voice = r.choice(list(FLITE))
    f0 = FLITE[voice] * r.uniform(.75, 1.4)
    subprocess.run(["flite", "-voice", voice, "--setf", "duration_stretch=%.2f" % r.uniform(.75, 1.35),
                    "--setf", "int_f0_target_mean=%.0f" % f0, "--setf",
                    "int_f0_target_stddev=%.0f" % r.uniform(8, 35), "-t", text, "-o", path],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return "flite-" + voice, to_16k(*read_wav(path), speed=r.uniform(.86, 1.16))


def festival(texts, r, folder, voices, held=False):
    """Many at once: festival takes a second to start."""
    scheme, names = [], []
    for i, text in enumerate(texts):
        v = r.choice(voices)
        names.append(v)
        scheme.append("(voice_%s)(Parameter.set 'Duration_Stretch %.2f)" % (v, r.uniform(.8, 1.3)))
        scheme.append("(utt.save.wave (utt.synth (Utterance Text \"%s\")) \"%s/%d.wav\" 'riff)"
                      % (text, folder, i))
    subprocess.run(["festival", "--pipe"], input="\n".join(scheme).encode(), check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for i, v in enumerate(names):
        yield "festival-" + v, to_16k(*read_wav("%s/%d.wav" % (folder, i)), speed=1.0 if held else r.uniform(.87, 1.15))


def held_out(kinds, r, folder):
    """Clips of voices that training never hears: (kind, words, voice, samples)."""
    said = [vocab.saying(r, k) for k in kinds]
    texts = [vocab.spoken(w, r) for _, w in said]
    ked = [i for i in range(len(said)) if i % 2]
    made = dict(zip(ked, festival([texts[i] for i in ked], r, folder, ["ked_diphone"], held=True)))
    for i, (kind, words) in enumerate(said):
        voice, x = made[i] if i in made else espeak(texts[i], r, os.path.join(folder, "one.wav"), held=True)
        yield kind, words, voice, trim(x)


def trained(engine, r, folder):
    said = [vocab.saying(r) for _ in range(SHARD)]
    texts = [vocab.spoken(w, r) for _, w in said]
    path = os.path.join(folder, "one.wav")
    if engine == "festival":
        made = festival(texts, r, folder, ["cmu_us_slt_arctic_hts", "cmu_us_slt_arctic_hts", "kal_diphone"])
    else:
        one = espeak if engine == "espeak" else flite
        made = (one(t, r, path) for t in texts)
    for (kind, words), (voice, x) in zip(said, made):
        yield kind, words, voice, trim(x)


def make_shard(job):
    out, engine, index = job
    name = "%s-%04d" % (engine, index)
    base = os.path.join(out, "shards", name)
    if os.path.exists(base + ".json"):
        return name
    r = random.Random("haltscribe " + name)
    rows, mels, at = [], [], 0
    with tempfile.TemporaryDirectory(prefix="synth") as folder:
        if engine == "held":
            clips = held_out(HELD_KINDS * (SHARD // len(HELD_KINDS)), r, folder)
        else:
            clips = trained(engine, r, folder)
        for kind, words, voice, x in clips:
            if np.abs(x).max() < 0.01 or len(x) < 1600:
                continue
            m = features.log_mel(x * (0.5 / np.abs(x).max())).astype(np.float16)
            rows.append({"at": at, "n": len(m), "kind": kind, "voice": voice, "words": " ".join(words)})
            mels.append(m)
            at += len(m)
    np.save(base + ".npy", np.concatenate(mels))
    with open(base + ".json.part", "w") as f:
        json.dump(rows, f)
    os.rename(base + ".json.part", base + ".json")
    return name


def main():
    p = argparse.ArgumentParser()
    p.add_argument("out")
    p.add_argument("--clips", type=int, default=30000)
    p.add_argument("--workers", type=int, default=2)
    a = p.parse_args()
    os.makedirs(os.path.join(a.out, "shards"), exist_ok=True)
    order = ["espeak", "flite", "espeak", "flite", "espeak", "festival", "flite", "espeak", "flite",
             "espeak"]
    jobs = [(a.out, "held", 0)] + [(a.out, order[i % len(order)], i) for i in range(a.clips // SHARD)]
    with multiprocessing.Pool(a.workers) as pool:
        for name in pool.imap(make_shard, jobs):
            print(name, flush=True)


if __name__ == "__main__":
    main()
