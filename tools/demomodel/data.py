"""Batches for training: stored clips joined, bent, dirtied and normalised as libmtmd would.

All bending is done on log-mel frames, which is cheap; noise comes from waveforms (noise
whose mel frames were invented does not teach real noise).
"""
import glob
import json
import os
import subprocess

import numpy as np
from scipy.signal import lfilter

import features
import tokenizer
import vocab

LN10 = np.float32(np.log(10.0))
# How often each kind of saying is drawn. Random orders and halves of phrases teach listening, which phrases
# alone don't: with few of them the model learns to guess which of its phrases it hears.
KINDS = {"phrase": .24, "numbers": .24, "random": .25, "spliced": .10, "single": .06, "cards": .05,
         "letters": .06}


class Clips:
    """All shards of a folder, memory-mapped."""

    def __init__(self, folder, held=False):
        self.mels, self.rows = [], []
        for path in sorted(glob.glob(os.path.join(folder, "shards", "*.json"))):
            if os.path.basename(path).startswith("held") != held:
                continue
            with open(path) as f:
                rows = json.load(f)
            self.mels.append(np.load(path[:-5] + ".npy", mmap_mode="r"))
            for row in rows:
                row["shard"] = len(self.mels) - 1
                row["words"] = row["words"].split()
                self.rows.append(row)
        self.rows.sort(key=lambda row: row["n"])
        self.length = np.array([row["n"] for row in self.rows])
        self.of_kind = {}                       # kind -> (indices, lengths), sorted by length
        for kind in {row["kind"] for row in self.rows}:
            at = np.array([i for i, row in enumerate(self.rows) if row["kind"] == kind])
            self.of_kind[kind] = at, self.length[at]

    def mel(self, i):
        row = self.rows[i]
        return self.mels[row["shard"]][row["at"]:row["at"] + row["n"]].astype(np.float32)


def lexicon(folder):
    """word -> phones, as espeak-ng names them."""
    path = os.path.join(folder, "lexicon.json")
    if not os.path.exists(path):
        lex = {}
        for w in vocab.WORDS + [" " + x for x in vocab.LETTERS]:  # " a" is the letter
            say = vocab.LETTERS[w[1:]] if w[0] == " " else w
            out = subprocess.run(["espeak-ng", "-q", "-x", "--sep=_", "-v", "en-us", say],
                                 stdout=subprocess.PIPE, check=True).stdout.decode()
            lex[w] = [p for p in out.translate(str.maketrans(" \n", "__", "',%=|:;")).split("_") if p]
        with open(path + ".part", "w") as f:
            json.dump(lex, f)
        os.rename(path + ".part", path)
    with open(path) as f:
        lex = json.load(f)
    names = sorted({p for ps in lex.values() for p in ps})
    index = {p: i + 1 for i, p in enumerate(names)}
    return {w: [index[p] for p in ps] for w, ps in lex.items()}, len(names) + 1


def make_noise(r, seconds=8.0):
    """One noise waveform of a random kind and whether it may stand for "no speech"."""
    n = int(seconds * features.RATE)
    t = np.arange(n) / features.RATE
    kind = r.integers(9)
    white = r.standard_normal(n)
    if kind == 0:
        x = white
    elif kind in (1, 2):                                   # pink to brown, perhaps swelling
        f = np.fft.rfftfreq(n, 1 / features.RATE)
        f[0] = f[1]
        x = np.fft.irfft(np.fft.rfft(white) * f ** -r.uniform(.3, 1.2), n)
        if kind == 2:
            x = x * (1 + .9 * np.sin(2 * np.pi * r.uniform(.1, 3) * t + r.uniform(0, 6)))
    elif kind == 3:                                        # hum of the mains and of engines
        base = r.choice([50, 60, r.uniform(30, 180)])
        x = sum(r.uniform(0, 1) / k * np.sin(2 * np.pi * base * k * t + r.uniform(0, 6))
                for k in range(1, r.integers(2, 20))) + white * 10 ** r.uniform(-4, -1)
    elif kind == 4:                                        # tones, beeps, dial tones, sweeps
        x = np.zeros(n)
        at = 0
        while at < n:
            d = min(n - at, int(r.uniform(.05, 2.5) * features.RATE))
            tt = np.arange(d) / features.RATE
            if r.random() < .75:
                for _ in range(r.integers(1, 4)):
                    f0, f1 = r.uniform(100, 3500), r.uniform(-300, 300) * (r.random() < .3)
                    x[at:at + d] += np.sin(2 * np.pi * (f0 * tt + f1 * tt * tt)) * r.uniform(.2, 1)
            at += d
        x += white * 10 ** r.uniform(-6, -2)
    elif kind == 5:                                        # clicks, knocks, crackle
        x = (r.random(n) < r.uniform(.5, 60) / features.RATE) * white * 3
        x = lfilter([1], [1, -r.uniform(.5, .99)], x) + white * 10 ** r.uniform(-5, -2)
    elif kind == 6:                                        # band noise
        a, b = sorted(r.uniform(50, 7500, 2))
        spec = np.fft.rfft(white)
        f = np.fft.rfftfreq(n, 1 / features.RATE)
        x = np.fft.irfft(np.where((f > a) & (f < b + 100), spec, spec * .01), n)
    elif kind == 7:                                        # something like music
        x = np.zeros(n)
        beat = int(r.uniform(.12, .6) * features.RATE)
        for at in range(0, n, beat):
            d = min(n - at, beat * 2)
            tt = np.arange(d) / features.RATE
            for _ in range(r.integers(1, 4)):
                f0 = 110 * 2 ** (r.integers(0, 36) / 12)
                env = np.exp(-tt * r.uniform(1, 8))
                x[at:at + d] += env * sum(np.sin(2 * np.pi * f0 * k * tt) / k ** 1.5 for k in range(1, 6))
        x += white * 10 ** r.uniform(-5, -2)
    else:                                                  # steps, bursts, rustling
        env = np.repeat(r.random(n // 800 + 1) ** r.uniform(1, 6), 800)[:n]
        x = white * lfilter([.02], [1, -.98], env)
    return x / (np.abs(x).max() + 1e-9)


def noise_bank(folder, count=240):
    path = os.path.join(folder, "noise.npy")
    if not os.path.exists(path):
        r = np.random.default_rng(7)
        bank = np.stack([features.log_mel(.5 * make_noise(r)).astype(np.float16) for _ in range(count)])
        np.save(path + ".part.npy", bank)
        os.rename(path + ".part.npy", path)
    return np.load(path, mmap_mode="r")


def warp_matrices():
    """Frequency warps: other vocal tracts."""
    step = np.log(6.4) / 27.0
    top = 15.0 + np.log(8.0) / step
    mel = top * np.arange(1, features.N_MEL + 1) / (features.N_MEL + 1)
    hz = np.where(mel < 15.0, mel * 200.0 / 3.0, 1000.0 * np.exp((mel - 15.0) * step))
    out = []
    for alpha in np.linspace(.87, 1.14, 28):
        src = np.interp(np.minimum(hz * alpha, hz[-1]), hz, np.arange(features.N_MEL))
        i = np.minimum(src.astype(int), features.N_MEL - 2)
        w = np.zeros((features.N_MEL, features.N_MEL), np.float32)
        w[np.arange(features.N_MEL), i] = 1 - (src - i)
        w[np.arange(features.N_MEL), i + 1] = src - i
        out.append(w.T.copy())
    return hz, out


class Batches:
    def __init__(self, folder, tok, seed, seconds=60):
        self.folder, self.tok, self.seconds = folder, tok, seconds
        self.r = np.random.default_rng(seed)
        self.noise = noise_bank(folder)
        self.hz, self.warps = warp_matrices()
        self.lex, self.n_phones = lexicon(folder)
        self.reload()

    def reload(self):
        self.clips = Clips(self.folder)

    # --- one clip ---

    def piece(self, lo, hi, strength):
        """A stored clip of lo..hi frames after warping, or None."""
        r, c = self.r, self.clips
        speed = r.uniform(1 - .18 * strength, 1 + .2 * strength)     # > 1: slower
        for _ in range(4):
            kind = r.choice(list(KINDS), p=list(KINDS.values()))
            index, length = c.of_kind[kind]
            a, b = np.searchsorted(length, [lo / speed, hi / speed])
            if b > a:
                break
        else:
            return None
        i = int(index[r.integers(a, b)])
        m = c.mel(i)
        n = min(hi, max(8, int(len(m) * speed)))
        at = np.linspace(0, len(m) - 1.001, n, dtype=np.float32)
        k = at.astype(int)
        f = (at - k)[:, None]
        m = m[k] * (1 - f) + m[k + 1] * f
        if r.random() < .8 * strength:
            m = m @ self.warps[r.integers(len(self.warps))]
        return m + np.float32(r.uniform(-.8, 0) * strength), c.rows[i]

    def compose(self, blocks, strength):
        """Joined clips in silence: power (frames, 128), words, phones."""
        r = self.r
        total = int(r.integers((blocks - 1) * 100 + 1, blocks * 100 + 1))
        if blocks == 1:
            total = int(r.integers(51, 101))                         # the app pads to half a second
        left, parts = total - 2, []
        while left > 30:
            lo = min(.45 * left, 350) if not parts else 0
            got = self.piece(lo, left, strength)
            if got is None:
                break
            parts.append(got)
            left -= len(got[0])
            if r.random() < (.12 if blocks > 8 else .3):
                break
            left -= int(min(left, r.integers(0, 30)))
        used = sum(len(m) for m, _ in parts)
        share = r.dirichlet(np.full(len(parts) + 1, .6))
        gaps = ((total - used) * share).astype(int)
        out = np.full((total, features.N_MEL), -12.0, np.float32)
        at, words, phones = 0, [], []
        for gap, (m, row) in zip(gaps, parts):
            at += gap
            out[at:at + len(m)] = m
            at += len(m)
            words += row["words"]
            letters = row["kind"] in ("letters", "numbers")
            for w in row["words"]:
                phones += self.lex[" " + w if letters and w in vocab.LETTERS else w]
        return np.exp(out * LN10), words, phones

    def some_noise(self, n):
        r = self.r
        m = np.concatenate([self.noise[r.integers(len(self.noise))] for _ in range(-(-n // 800))])
        a = int(r.integers(0, len(m) - n + 1))
        p = np.exp(m[a:a + n].astype(np.float32) * LN10)
        return p / (np.partition(p.ravel(), -50)[-50] + 1e-9)

    def clip(self, blocks, strength):
        r = self.r
        speech = r.random() > .05
        if speech:
            p, words, phones = self.compose(blocks, strength)
            speech = bool(words)
        if not speech:
            n = int(r.integers(max(51, (blocks - 1) * 100 + 1), blocks * 100 + 1))
            p, words, phones = np.zeros((n, features.N_MEL), np.float32), [], []
            x = r.random()
            if x > .1:
                p = self.some_noise(n) * 10 ** r.uniform(-5, 1.5)
                if x > .7:
                    p = p + self.some_noise(n) * 10 ** r.uniform(-5, 1)
        if speech and r.random() < .5 * strength:                     # a room
            decay = 10 ** (-.06 / r.uniform(.12, .6))
            tail = lfilter([0, 1], [1, -decay], p, axis=0).astype(np.float32)
            p = p + tail * np.float32(10 ** r.uniform(-2.3, -.7))
        gain = np.zeros(features.N_MEL, np.float32)
        if r.random() < .8 * strength:                                # a microphone
            knots = r.normal(0, .35, 6).cumsum() * .7
            gain += np.interp(np.arange(128), np.linspace(0, 127, 6), knots - knots.mean())
        phone = r.random() < .4 * strength                            # a telephone
        band = np.zeros(features.N_MEL, np.float32)
        if phone:
            low, high = r.uniform(150, 400), r.uniform(3300, 4000)
            band = np.where(self.hz < low, (self.hz / low - 1) * r.uniform(.5, 3), 0)
            band = np.where(self.hz > high, -np.minimum((self.hz - high) / 100, r.uniform(3, 7)), band)
        if speech:
            p = p * np.exp((gain + band).astype(np.float32) * LN10)
            peak = p.max()
            if r.random() < .25 + .55 * strength:
                worst = 4.5 - 3.7 * strength                          # decades below the peak
                g = self.some_noise(len(p)) * np.float32(peak * 10 ** -r.uniform(worst, 5.5))
                if phone and r.random() < .6:
                    g = g * np.exp(band.astype(np.float32) * LN10)
                p = p + g
            p = p * np.float32(10 ** r.uniform(-3.5, .6) if r.random() < strength else 1.0)
        m = np.log(np.maximum(p, features.FLOOR)) / LN10
        m = features.normalise(m)
        if speech and r.random() < strength - .3:
            for _ in range(r.integers(0, 3)):                         # SpecAugment
                w, a = int(r.integers(2, 12)), int(r.integers(0, 118))
                m[:, a:a + w] = m.min() if r.random() < .5 else m.mean()
            for _ in range(r.integers(0, 1 + blocks // 3)):
                w, a = int(r.integers(1, 6)), int(r.integers(0, len(m)))
                m[a:a + w] = m.mean()
        out = np.zeros((blocks * 100, features.N_MEL), np.float32)    # libmtmd pads with zero
        out[:len(m)] = m
        return out, words, phones

    # --- a batch ---

    def context(self):
        """The same number of context tokens for a whole batch, so that no mask is needed."""
        r = self.r
        if r.random() < .7:
            return None
        return int(r.integers(1, 9))

    def batch(self, blocks, strength):
        n = max(1, round(self.seconds / blocks))
        r, tok = self.r, self.tok
        made = [self.clip(blocks, strength) for _ in range(n)]
        size = self.context()
        before, after, start = [], [], []
        for _, words, _ in made:
            text = ""
            if size:
                own = words if words and r.random() < .5 else vocab.WORDS
                text = " ".join(own[int(r.integers(len(own)))] for _ in range(size))
            ids = tok.encode(text)[:size] if size else []
            while size and len(ids) < size:
                ids.append(int(r.integers(33, 127)))
            head, tail = tokenizer.prompt("\0")
            a, b = head.split("\0")
            before.append(tok.encode(a) + ids + tok.encode(b))
            speech = bool(words)
            # silence whose language was forced must stay silent too
            forced = not speech and r.random() < .3
            said = tok.encode(tokenizer.answer(words, speech or forced))
            start.append(len(tok.encode(tail)))
            skip = 3 if forced else 0
            after.append((tok.encode(tail), said, skip))
        longest = max(len(t) + len(s) for t, s, _ in after)
        ids = np.full((n, longest), tok.pad, np.int64)
        target = np.full((n, longest), -100, np.int64)
        for i, (t, s, skip) in enumerate(after):
            ids[i, :len(t) + len(s)] = t + s
            target[i, len(t) - 1 + skip:len(t) - 1 + len(s)] = s[skip:]
        return {"mel": np.stack([m for m, _, _ in made]), "before": np.array(before), "after": ids,
                "target": target, "words": [tok.ctc_labels(w) for _, w, _ in made],
                "phones": [p for _, _, p in made]}
