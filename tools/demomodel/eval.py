"""Word error rates of the demo model, measured through the app (or another reader).

    eval.py [--program bin/haltscribe] [--reader CMD] [--work DIR] [--sets NAME,…] [--json FILE]

Makes its test sets (seeded; kept in --work), has them transcribed, and prints a table. The
synthetic sets need espeak-ng and festival with festvox-kdlpc16k; the human ones Debian's
pocketsphinx-testdata and asterisk-core-sounds-en-wav. What is not installed is left out.
--reader names a command that reads paths on its input and prints PATH<tab>ANSWER lines.
"""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

import numpy as np
from scipy.io import wavfile

import data
import features
import synth
import vocab
from evaluate import errors

ASTERISK = "/usr/share/asterisk/sounds/en_US_f_Allison"
SPHINX = "/usr/share/pocketsphinx/test/data"
NAMES = {
    "digits": "held-out voices, digit strings and numbers",
    "phrases": "held-out voices, known phrases",
    "new-phrases": "held-out voices, phrases never trained on",
    "random": "held-out voices, word sequences never seen",
    "single": "held-out voices, single words",
    "joined": "held-out voices, joined to 8-30 s",
    "quiet": "silence, noise, tones",
    "sphinx": "human: pocketsphinx-testdata (cards, go forward)",
    "librivox": "human: pocketsphinx-testdata (LibriVox, outside the domain)",
    "asterisk-words": "human: Asterisk digits, numbers, dates, letters",
    "asterisk-known": "human: Asterisk prompts, all words in the vocabulary",
    "asterisk-all": "human: Asterisk prompts, all",
}


def save(path, x):
    wavfile.write(path, features.RATE, (np.clip(x, -1, 1) * 32767).astype(np.int16))


def spoken_set(folder, name, kinds, count):
    r = random.Random("eval " + name)
    rows = []
    with tempfile.TemporaryDirectory(prefix="eval") as tmp:
        clips = synth.held_out([kinds[i % len(kinds)] for i in range(count)], r, tmp)
        for i, (_, words, voice, x) in enumerate(clips):
            x = x * (.5 / np.abs(x).max())
            x = np.concatenate([np.zeros(3200, np.float32), x, np.zeros(3200, np.float32)])
            x += np.random.default_rng(i).normal(0, 10 ** -3.3, len(x))   # a quiet room's noise
            path = os.path.join(folder, "%03d.wav" % i)
            save(path, x)
            rows.append((path, words))
    return rows


def joined_set(folder, count=24):
    r = random.Random("eval joined")
    kinds = ["phrase", "held", "numbers", "random", "cards"] * 40
    rows = []
    with tempfile.TemporaryDirectory(prefix="eval") as tmp:
        pieces = synth.held_out(kinds, r, tmp)
        for i in range(count):
            length, parts, words = 8 + 22 * i / (count - 1), [], []
            total = 0.0
            while True:
                _, w, _, x = next(pieces)
                gap = np.zeros(int(r.uniform(.2, .7) * features.RATE), np.float32)
                if parts and total + (len(x) + len(gap)) / features.RATE > max(length, 8.1):
                    break
                parts += [gap, x * (.5 / np.abs(x).max())]
                words += w
                total += (len(x) + len(gap)) / features.RATE
            x = np.concatenate(parts + [np.zeros(4000, np.float32)])
            x += np.random.default_rng(i).normal(0, 10 ** -3.3, len(x))
            path = os.path.join(folder, "%03d.wav" % i)
            save(path, x)
            rows.append((path, words))
    return rows


def quiet_set(folder, count=60):
    """Nothing said: other seeds than the noise of training."""
    r = np.random.default_rng(4711)
    rows = []
    for i in range(count):
        n = int(r.uniform(1, 12) * features.RATE)
        x = np.zeros(n)
        if i % 10:
            x = data.make_noise(r, n / features.RATE)[:n] * 10 ** r.uniform(-3, -.1)
        path = os.path.join(folder, "%03d.wav" % i)
        save(path, x)
        rows.append((path, []))
    return rows


def to_wav(folder, source, raw=False):
    """Another rate or headerless: the app could read the WAVs itself, a --reader may not."""
    path = os.path.join(folder, os.path.relpath(source, "/").replace("/", "_").rsplit(".", 1)[0] + ".wav")
    if raw:
        save(path, np.fromfile(source, np.int16) / 32768.0)
    else:
        rate, x = synth.read_wav(source)
        save(path, x if rate == features.RATE else synth.to_16k(rate, x))
    return path


def sphinx_set(folder):
    rows = []
    with open(SPHINX + "/cards/cards.transcription") as f:
        for line in f:
            words, name = line.replace("<s>", "").split("</s>")
            rows.append((to_wav(folder, "%s/cards/%s.wav" % (SPHINX, name.strip(" ()\n"))), words.split()))
    rows.append((to_wav(folder, SPHINX + "/goforward.raw", raw=True), "go forward ten meters".split()))
    return rows


def librivox_set(folder):
    rows = []
    with open(SPHINX + "/librivox/transcription") as f:
        for line in f:
            words, name = line.replace("<s>", "").split("</s>")
            rows.append((to_wav(folder, "%s/librivox/%s.wav" % (SPHINX, name.strip(" ()\n"))), words.split()))
    return rows


def asterisk_words(folder):
    said = {"digits/%d" % i: w for i, w in enumerate(vocab.DIGITS + vocab.TEENS)}
    said.update({"digits/%d0" % (i + 2): w for i, w in enumerate(vocab.TENS)})
    said.update({"digits/h-%d" % (i + 1): w for i, w in enumerate(vocab.ORD_UNITS + vocab.ORD_TEENS)})
    said.update({"digits/day-%d" % ((i + 1) % 7): w for i, w in enumerate(vocab.DAYS)})
    said.update({"digits/mon-%d" % i: w for i, w in enumerate(vocab.MONTHS)})
    for w in "hundred thousand million minus dollars today tomorrow yesterday oh at pound star oclock".split():
        said["digits/" + w] = "o'clock" if w == "oclock" else w
    said.update({"letters/" + x: x for x in vocab.LETTERS})
    said.update({"phonetic/%s_p" % w[0]: w for w in vocab.PHONETIC})
    return [(to_wav(folder, "%s/%s.wav" % (ASTERISK, name)), [w]) for name, w in sorted(said.items())
            if os.path.exists("%s/%s.wav" % (ASTERISK, name))]


def asterisk_set(folder, known_only):
    rows = []
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "asterisk-prompts.tsv")) as f:
        for line in f:
            if line[0] == "#":
                continue
            name, text = line.rstrip("\n").split("\t")
            if known_only and not set(text.split()) <= vocab.WORD_SET:
                continue
            if os.path.exists("%s/%s.wav" % (ASTERISK, name)):
                rows.append((to_wav(folder, "%s/%s.wav" % (ASTERISK, name)), text.split()))
    return rows


def build(name, folder):
    if os.path.exists(folder + "/rows.json"):
        with open(folder + "/rows.json") as f:
            return json.load(f)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    if name.startswith("asterisk") and not os.path.isdir(ASTERISK) or \
            name in ("sphinx", "librivox") and not os.path.isdir(SPHINX):
        return None
    makers = {
        "digits": lambda: spoken_set(folder, name, ["numbers"], 80),
        "phrases": lambda: spoken_set(folder, name, ["phrase"], 80),
        "new-phrases": lambda: spoken_set(folder, name, ["held"], 60),
        "random": lambda: spoken_set(folder, name, ["random"], 80),
        "single": lambda: spoken_set(folder, name, ["single"], 80),
        "joined": lambda: joined_set(folder), "quiet": lambda: quiet_set(folder),
        "sphinx": lambda: sphinx_set(folder), "librivox": lambda: librivox_set(folder),
        "asterisk-words": lambda: asterisk_words(folder),
        "asterisk-known": lambda: asterisk_set(folder, True),
        "asterisk-all": lambda: asterisk_set(folder, False),
    }
    try:
        rows = makers[name]()
    except (OSError, subprocess.CalledProcessError) as e:
        print("left out: %s (%s)" % (NAMES[name], e), file=sys.stderr)
        return None
    with open(folder + "/rows.json", "w") as f:
        json.dump(rows, f)
    return rows


def through_app(program, paths):
    """path -> text, "" for no speech, None where it failed"""
    out = {}
    for i in range(0, len(paths), 40):
        run = subprocess.run([program, "transcribe", "--model", "demo", "--format", "json", "--quiet"]
                             + paths[i:i + 40], stdout=subprocess.PIPE)
        for line in run.stdout.decode().splitlines():
            row = json.loads(line)
            ok = row["status"] in ("ok", "no-speech", "truncated")
            out[row["file"]] = (row["text"] or "") if ok else None
    return out


def through_reader(command, paths):
    run = subprocess.run(command, shell=True, input="\n".join(paths).encode(), stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL)
    out = {}
    for line in run.stdout.decode(errors="replace").splitlines():
        path, _, answer = line.partition("\t")
        out[path] = "" if "language None" in answer else answer.split("<asr_text>")[-1]
    return out


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--program", default="bin/haltscribe")
    p.add_argument("--reader")
    p.add_argument("--work", default=os.path.join(
        os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")), "haltscribe-demo-eval"))
    p.add_argument("--sets", default=",".join(NAMES))
    p.add_argument("--show", action="store_true", help="print each wrong answer")
    p.add_argument("--json", help="also write the answers there")
    a = p.parse_args()
    print("| what was said | clips | words | wrong words | clips all right |")
    print("| --- | --- | --- | --- | --- |")
    record = {}
    for name in a.sets.split(","):
        rows = build(name, os.path.join(a.work, name))
        if not rows:
            print("| %s | not installed | | | |" % NAMES[name])
            continue
        paths = [path for path, _ in rows]
        got = through_reader(a.reader, paths) if a.reader else through_app(a.program, paths)
        wrong = total = right = failed = 0
        for path, ref in rows:
            text = got.get(path)
            failed += text is None
            hyp = (text or "").split()
            e = errors(ref, hyp)
            wrong, total, right = wrong + e, total + len(ref), right + (e == 0 and text is not None)
            if a.show and e:
                print("    %s\n      said  %s\n      heard %s" % (os.path.basename(path), " ".join(ref), text))
        record[name] = [[path, ref, got.get(path)] for path, ref in rows]
        rate = "%.1f %%" % (100 * wrong / total) if total else "—"
        print("| %s | %d | %d | %s | %d of %d%s |" % (NAMES[name], len(rows), total, rate, right, len(rows),
              " (%d failed)" % failed if failed else ""), flush=True)
    if a.json:
        with open(a.json, "w") as f:
            json.dump(record, f, indent=1)


if __name__ == "__main__":
    main()
