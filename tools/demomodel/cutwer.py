"""Are words lost where a long recording is cut? Measured through the app.

    cutwer.py [--program bin/haltscribe] [--minutes 30] [--seed NAME] [--keep DIR] [--show]

Makes clips of known phrases, numbers and cards by voices that the demo model was trained on, so that what goes wrong is
seldom the model's. They are transcribed three times:

    alone   each clip a recording of its own
    pieces  joined with pauses of 0.2 to 1.5 s (some without any) to recordings of at most 12 s, which are never cut
    joined  the same, with the same pauses, in one long recording, which the app has to cut

The cutter's cost is joined against pieces, which have as long an input for the model; pieces against alone is what the
model makes of longer inputs. Words within a second of a cut are looked at by themselves.
Needs espeak-ng and flite.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

import numpy as np

import features
import synth
import vocab
from eval import save, through_app

KINDS = ["phrase", "numbers", "phrase", "cards"]
LONGEST = 8.0   # s, of a piece: what the app gives the demo model at most
NEAR = 1.0      # s, from a cut


class Clip:
    """words said in samples, which stand at `start` (s) of the long recording, after a pause of `pause` s"""

    def __init__(self, words, samples, pause):
        self.words, self.samples, self.pause, self.start = words, samples, pause, None

    @property
    def seconds(self):
        return len(self.samples) / features.RATE

    def times(self):
        """About where each word is: evenly, as nobody knows better."""
        step = self.seconds / len(self.words)
        return [self.start + (i + .5) * step for i in range(len(self.words))]


def make_clips(seconds, folder, seed="haltscribe cut"):
    r = random.Random(seed)
    clips, at = [], 0.0
    while at < seconds:
        _, words = vocab.saying(r, KINDS[len(clips) % len(KINDS)])
        maker = synth.espeak if len(clips) % 2 else synth.flite
        _, x = maker(vocab.spoken(words, r), r, os.path.join(folder, "one.wav"))
        x = synth.trim(x, .03)
        pause = 0.0 if r.random() < .15 else r.uniform(.2, 1.5)
        clip = Clip(words, x * (.5 / np.abs(x).max()), pause)
        clip.start = at + pause
        at = clip.start + clip.seconds
        clips.append(clip)
    return clips


def room(n, seed):
    """A quiet room's noise."""
    return np.random.default_rng(seed).normal(0, 10 ** -3.3, n).astype(np.float32)


def silence(seconds):
    return np.zeros(int(seconds * features.RATE), np.float32)


def write(path, parts, seed):
    x = np.concatenate(parts)
    save(path, x + room(len(x), seed))
    return path


def groups(clips):
    """Clips that follow each other and make at most LONGEST seconds."""
    out, length = [[]], 0.0
    for clip in clips:
        if out[-1] and length + clip.pause + clip.seconds + .4 > LONGEST:
            out.append([])
            length = 0.0
        length += clip.pause + clip.seconds
        out[-1].append(clip)
    return out


def align(ref, hyp):
    """For each word of ref: True (heard), False (another instead) or None (lost); and how many were inserted."""
    n, m = len(ref), len(hyp)
    ids = {w: i for i, w in enumerate(set(ref) | set(hyp))}
    a, b = np.array([ids[w] for w in ref]), np.array([ids[w] for w in hyp])
    cost = np.zeros((n + 1, m + 1), np.int32)
    cost[0] = np.arange(m + 1)
    steps = np.arange(m + 1)
    for i in range(1, n + 1):
        row = np.empty(m + 1, np.int32)
        row[0] = i
        row[1:] = np.minimum(cost[i - 1, 1:] + 1, cost[i - 1, :-1] + (b != a[i - 1]))
        cost[i] = np.minimum.accumulate(row - steps) + steps  # insertions, from left to right
    heard, inserted = [None] * n, 0
    i, j = n, m
    while i or j:
        if i and j and cost[i, j] == cost[i - 1, j - 1] + (a[i - 1] != b[j - 1]):
            heard[i - 1] = bool(a[i - 1] == b[j - 1])
            i, j = i - 1, j - 1
        elif i and cost[i, j] == cost[i - 1, j] + 1:
            i -= 1
        else:
            inserted += 1
            j -= 1
    return heard, inserted


def transcribe(program, path):
    run = subprocess.run([program, "transcribe", "--model", "demo", "--format", "json", "--quiet", path],
                         stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout.decode())


class Score:
    def __init__(self):
        self.heard, self.inserted = [], 0

    def add(self, ref, text):
        heard, inserted = align(ref, (text or "").split())
        self.heard += heard
        self.inserted += inserted

    def row(self, name):
        wrong = sum(h is False for h in self.heard)
        lost = sum(h is None for h in self.heard)
        self.rate = 100 * (wrong + lost + self.inserted) / len(self.heard)
        print("| %s | %d | %.2f %% | %d | %d | %d |" % (name, len(self.heard), self.rate, wrong, lost, self.inserted))


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--program", default="bin/haltscribe")
    p.add_argument("--minutes", type=float, default=30)
    p.add_argument("--seed", default="haltscribe cut", help="other clips and pauses")
    p.add_argument("--keep", help="leave the recordings in this folder")
    p.add_argument("--show", action="store_true", help="print what was said and heard around each cut")
    a = p.parse_args()
    with tempfile.TemporaryDirectory(prefix="cutwer") as folder:
        if a.keep:
            os.makedirs(a.keep, exist_ok=True)
            folder = a.keep
        clips = make_clips(a.minutes * 60, folder, a.seed)
        measure(a, clips, folder)


def measure(a, clips, folder):
    singles = [write(os.path.join(folder, "clip-%04d.wav" % i), [silence(.2), c.samples, silence(.2)], i)
               for i, c in enumerate(clips)]
    pieces = groups(clips)
    joined_pieces = [write(os.path.join(folder, "piece-%04d.wav" % i), [silence(.2)]
                           + [x for c in g for x in (silence(c.pause if c is not g[0] else 0), c.samples)] + [silence(.2)], 10000 + i)
                     for i, g in enumerate(pieces)]
    long = write(os.path.join(folder, "joined.wav"), [x for c in clips for x in (silence(c.pause), c.samples)], 20000)

    said = [w for c in clips for w in c.words]
    alone, piecewise, joined = Score(), Score(), Score()
    heard = through_app(a.program, singles)
    for c, path in zip(clips, singles):
        alone.add(c.words, heard.get(path))
    heard = through_app(a.program, joined_pieces)
    for g, path in zip(pieces, joined_pieces):
        piecewise.add([w for c in g for w in c.words], heard.get(path))
    answer = transcribe(a.program, long)
    joined.add(said, answer["text"])

    print("%d clips, %.1f min, %d without a pause before them; %d pieces of the long recording\n" % (
        len(clips), (clips[-1].start + clips[-1].seconds) / 60, sum(c.pause == 0 for c in clips), len(answer["segments"])))
    print("| | words | wrong words | another instead | lost | inserted |")
    print("| --- | --- | --- | --- | --- | --- |")
    alone.row("the clips alone")
    piecewise.row(f"the same in pieces of up to {LONGEST:.0f} s, not cut")
    joined.row("the same in one recording, cut by the app")

    times = [t for c in clips for t in c.times()]
    cuts = [(s["end"], t["start"]) for s, t in zip(answer["segments"], answer["segments"][1:])]
    middles = np.array([(x + y) / 2 for x, y in cuts])
    near = [i for i, t in enumerate(times) if len(middles) and np.abs(middles - t).min() < NEAR]
    inside = [m for m in middles if any(c.start + .05 < m < c.start + c.seconds - .05 for c in clips)]
    wrong = lambda score: sum(not score.heard[i] for i in near)
    lost = lambda score: sum(score.heard[i] is None for i in near)
    print("\n%d cuts, %d of them inside a clip. Within %.0f s of a cut are %d words: alone %d of them are wrong (%d lost), in pieces %d (%d), cut %d (%d)." % (
        len(cuts), len(inside), NEAR, len(near), wrong(alone), lost(alone), wrong(piecewise), lost(piecewise), wrong(joined), lost(joined)))
    print("Longest piece %.1f s. Cut against alone: %+.2f points; cut against pieces: %+.2f points." % (
        max(s["end"] - s["start"] for s in answer["segments"]), joined.rate - alone.rate, joined.rate - piecewise.rate))
    if a.show:
        for m in middles:
            words = [(i, said[i]) for i, t in enumerate(times) if abs(t - m) < 2 * NEAR]
            print("%8.2f s  %s" % (m, " ".join(w if joined.heard[i] else "[%s]" % w for i, w in words)), file=sys.stderr)


if __name__ == "__main__":
    main()
