"""Candidates for testdata/sample.wav: voices and sequences that were not trained on.

    sample.py OUT [NN…]      writes OUT/NN-VOICE.wav and .txt, to choose from
"""
import os
import random
import sys
import tempfile

import numpy as np

import eval as sets
import synth
import vocab

COUNT = 96
GAP = 13600        # samples of silence between sentences
TEXTS = [
    "seven of hearts , queen of spades , two of clubs , the code is four five one nine eight",
    "one two three four five six seven eight nine , the meeting is on friday at ten fifteen",
    "my phone number is five five one three eight six , call my mother at seven o'clock",
    "hello how are you today , seven of hearts , four of hearts and king of spades",
    "good morning everyone , the meeting is on thursday at eight o'clock , the code is four zero seven nine two , "
    "thank you for your help",
    "hello how are you today , my phone number is five five one three eight six , "
    "call my mother at seven o'clock , seven of hearts and king of spades",
    "please enter the code eight six four two , the price is twenty five dollars",
]


def candidate(i, r):
    """A handwritten text for the first ones, then two to four sayings after one another."""
    if i < 8 * len(TEXTS):
        return TEXTS[i % len(TEXTS)]
    parts, words = [], 0
    while words < 13:
        w = vocab.saying(r, r.choice(["phrase", "phrase", "numbers", "cards"]))[1]
        parts.append(vocab.spoken(w, r).replace(",", ""))
        words += len(w)
    return " , ".join(parts)


def main():
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    r = random.Random("sample")
    for i in map(int, sys.argv[2:]) if sys.argv[2:] else range(COUNT):
        text = candidate(i, r)
        back = {v: k for k, v in vocab.LETTERS.items()}
        words = [back.get(w, w) for w in text.replace(",", "").replace("double you", "w")
                 .replace("ex ray", "xray").split()]
        if not set(words) <= vocab.WORD_SET or not 13 <= len(words) <= 28:
            continue
        parts = [np.zeros(3200)]
        with tempfile.TemporaryDirectory() as tmp:
            for say in text.split(" , "):
                same = random.Random("sample %d" % i)      # one speaker says all of it
                if i % 8 == 7:
                    voice, x = next(synth.festival([say], same, tmp, ["ked_diphone"], held=True))
                else:
                    voice, x = synth.espeak(say, same, os.path.join(tmp, "x.wav"), held=True)
                x = synth.trim(x)
                parts += [x * (.5 / np.abs(x).max()), np.zeros(GAP)]
        x = np.concatenate(parts)
        x += np.random.default_rng(i).normal(0, 10 ** -3.5, len(x))
        base = os.path.join(out, "%02d-%s" % (i, voice.replace("+", "_")))
        sets.save(base + ".wav", x)
        with open(base + ".txt", "w") as f:
            f.write(" ".join(words) + "\n")
        print(base, "%.1f s" % (len(x) / 16000))


if __name__ == "__main__":
    main()
