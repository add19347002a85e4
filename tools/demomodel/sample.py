"""Candidates for testdata/sample.wav: voices and sequences that were not trained on.

    sample.py OUT        writes OUT/NN-VOICE.wav and .txt, to choose from
"""
import os
import random
import sys
import tempfile

import numpy as np

import eval as sets
import synth
import vocab

TEXTS = [
    "good morning everyone , the meeting is on thursday the seventh of may , at half past nine , "
    "the code is four zero seven nine two",
    "please call my brother at the office , his number is five five one three eight six , "
    "the train to the city leaves at ten forty five",
    "turn the kitchen light on and set a timer for twenty five minutes , then play a song for my mother , "
    "it's a quarter to eight",
    "seven of hearts , queen of spades , two of clubs , go forward ten meters and turn left at the next street",
    "today is wednesday , the weather is warm , we have bread cheese and coffee for breakfast , "
    "the bus arrives at eight fifteen",
    "hello , this is a test of speech to text , one two three four five , stop the engine now",
]


def main():
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    r = random.Random("sample")
    for i, text in enumerate(TEXTS):
        words = text.replace(",", "").split()
        assert set(words) <= vocab.WORD_SET, set(words) - vocab.WORD_SET
        say = text.replace(" ,", ",")
        with tempfile.TemporaryDirectory() as tmp:
            made = [next(synth.festival([say], r, tmp, ["ked_diphone"], held=True))]
            for _ in range(3):
                made.append(synth.espeak(say, r, os.path.join(tmp, "x.wav"), held=True))
        for voice, x in made:
            x = synth.trim(x)
            x = np.concatenate([np.zeros(3200), x * (.5 / np.abs(x).max()), np.zeros(4800)])
            x += np.random.default_rng(i).normal(0, 10 ** -3.5, len(x))
            base = os.path.join(out, "%02d-%s" % (i, voice.replace("+", "_")))
            sets.save(base + ".wav", x)
            with open(base + ".txt", "w") as f:
                f.write(" ".join(words) + "\n")
            print(base, "%.1f s" % (len(x) / 16000))


if __name__ == "__main__":
    main()
