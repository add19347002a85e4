"""The demo model's tokenizer: byte-level BPE in which every word of the domain is one token.

The merges are learned by ordinary BPE training that goes on until each word, with and
without a leading space, is a single token. Replaying merges by rank (what llama.cpp does)
then repeats the training exactly, so llama.cpp's tokens are the ones used here.
"""
import re
from collections import Counter

import vocab

# llama.cpp's "qwen2" pre-tokenizer, for ASCII
PIECE = re.compile(r"'(?:[sS]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD])|[^\r\nA-Za-z0-9]?[A-Za-z]+|[0-9]"
                   r"| ?[^\sA-Za-z0-9]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
SPECIALS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|audio_start|>", "<|audio_end|>",
            "<|audio_pad|>", "<asr_text>"]
PROMPT_PIECES = ["system", "user", "assistant", "language", " English", " None"]


def byte_alphabet():
    """GPT-2's printable stand-in for each byte."""
    keep = list(range(33, 127)) + list(range(161, 173)) + list(range(174, 256))
    table, extra = {b: chr(b) for b in keep}, 0
    for b in range(256):
        if b not in table:
            table[b] = chr(256 + extra)
            extra += 1
    return [table[b] for b in range(256)]


ALPHABET = byte_alphabet()


def to_symbols(text):
    return "".join(ALPHABET[b] for b in text.encode())


def learn(pieces):
    split = {p: list(to_symbols(p)) for p in pieces}
    merges = []
    while True:
        pairs = Counter()
        for s in split.values():
            pairs.update(zip(s, s[1:]))
        if not pairs:
            return merges
        # ties broken by the text itself: the result must not depend on the order of a set
        a, b = max(pairs, key=lambda p: (pairs[p], p))
        merges.append((a, b))
        for p, s in split.items():
            split[p] = merge(s, a, b)


def merge(s, a, b):
    out, i = [], 0
    while i < len(s):
        if i + 1 < len(s) and s[i] == a and s[i + 1] == b:
            out.append(a + b)
            i += 2
        else:
            out.append(s[i])
            i += 1
    return out


class Tokenizer:
    def __init__(self):
        pieces = []
        for w in vocab.WORDS:
            pieces += PIECE.findall(w) + PIECE.findall(" " + w)
        self.pieces = sorted(set(pieces + PROMPT_PIECES))
        self.merges = learn(self.pieces)
        self.tokens = ALPHABET + [a + b for a, b in self.merges]
        self.n_normal = len(self.tokens)
        self.tokens += SPECIALS
        self.id = {t: i for i, t in enumerate(self.tokens)}
        self.rank = {m: i for i, m in enumerate(self.merges)}
        self.cache = {}
        self.pad, self.im_start, self.im_end = (self.id[s] for s in SPECIALS[:3])
        # the columns of the word CTC: words as they stand inside a sentence
        self.ctc_ids = sorted({self.encode(p)[0] for p in self.pieces
                               if p[0] in " '" and p not in PROMPT_PIECES})
        self.ctc_index = {t: i + 1 for i, t in enumerate(self.ctc_ids)}  # 0 is the blank

    def _piece(self, p):
        if p not in self.cache:
            s = list(to_symbols(p))
            while len(s) > 1:
                ranked = [(self.rank[m], m) for m in zip(s, s[1:]) if m in self.rank]
                if not ranked:
                    break
                s = merge(s, *min(ranked)[1])
            self.cache[p] = [self.id[t] for t in s]
        return self.cache[p]

    def encode(self, text):
        """Tokens of text that may hold special tokens (as with llama.cpp's parse_special)."""
        out = []
        for part in re.split("(" + "|".join(map(re.escape, SPECIALS)) + ")", text):
            if part in SPECIALS:
                out.append(self.id[part])
            else:
                for p in PIECE.findall(part):
                    out += self._piece(p)
        return out

    def decode(self, ids):
        back = {c: b for b, c in enumerate(ALPHABET)}
        out = b""
        for i in ids:
            t = self.tokens[i]
            out += t.encode() if i >= self.n_normal else bytes(back[c] for c in t)
        return out.decode(errors="replace")

    def ctc_labels(self, words):
        return [self.ctc_index[t] for t in self.encode("".join(" " + w for w in words))]


def prompt(context=""):
    """What stands before and after the audio tokens, exactly Qwen3-ASR's."""
    return ("<|im_start|>system\n" + context + "<|im_end|>\n<|im_start|>user\n<|audio_start|>",
            "<|audio_end|><|im_end|>\n<|im_start|>assistant\n")


def answer(words, speech=True, language="English"):
    return "language " + (language if speech else "None") + "<asr_text>" + " ".join(words) + "<|im_end|>"


if __name__ == "__main__":
    t = Tokenizer()
    print(len(t.tokens), "tokens", len(t.merges), "merges", len(t.ctc_ids), "ctc columns")
    for p in t.pieces:
        assert len(t.encode(p)) == 1, p
    for s in prompt("hello Zorg") + (answer("it's nine o'clock".split()),):
        print(t.encode(s), [t.tokens[i] for i in t.encode(s)])
        assert t.decode(t.encode(s)) == s
