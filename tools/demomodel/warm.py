"""Make a checkpoint from the committed pair, to train further when the training's own is gone.

    warm.py FOLDER PAIR [--gguf-py DIR]      (PAIR is models/demo; FOLDER has synth.py's shards)

What export.py dropped (both CTC heads) begins anew, and Q8_0 has rounded the rest: a few
hundred steps make up for it.
"""
import argparse
import os
import sys

import numpy as np
import torch

import data
import export
import model
import tokenizer


class Pair:
    """All tensors of the two files by name, as float32."""

    def __init__(self, folder):
        import gguf
        self.of, self.left = {}, set()
        for name in ("mmproj-demo.gguf", "demo.gguf"):
            for t in gguf.GGUFReader(os.path.join(folder, name)).tensors:
                x = gguf.quants.dequantize(t.data, t.tensor_type).astype(np.float32)
                self.of[t.name] = torch.from_numpy(np.array(x.reshape([int(n) for n in t.shape[::-1]])))
        self.left = set(self.of)

    def __call__(self, name):
        self.left.discard(name)
        return self.of[name]


class Catch:
    """Stands in export.py's Writer: instead of writing a tensor it puts the pair's values there."""

    def __init__(self, pair):
        self.pair, self.w = pair, self

    def __getattr__(self, name):
        return lambda *a, **k: None          # metadata: not of interest here

    def tensor(self, name, x, kind="F32"):
        x.data.copy_(self.pair(name).reshape(x.shape))


def main():
    p = argparse.ArgumentParser()
    p.add_argument("folder")
    p.add_argument("pair")
    p.add_argument("--gguf-py")
    a = p.parse_args()
    if a.gguf_py:
        sys.path.insert(0, a.gguf_py)
    path = os.path.join(a.folder, "checkpoint.pt")
    if os.path.exists(path):
        sys.exit(path + " exists: go on from it, or move it away")
    tok = tokenizer.Tokenizer()
    _, n_phones = data.lexicon(a.folder)
    torch.manual_seed(1)
    net = model.Model(len(tok.tokens), tok.ctc_ids, n_phones)
    pair = Pair(a.pair)
    with torch.no_grad():
        # the views that export.py writes are views of the parameters, so copying into them fills the model
        export.Writer = lambda *_: Catch(pair)
        export.write_mmproj(net, "", True)
        export.write_text(net, tok, "", True)
    if pair.left:
        sys.exit("tensors that this model has no place for: " + ", ".join(sorted(pair.left)))
    flat = torch.cat([p.data.reshape(-1) for p in net.parameters()])
    zero = torch.zeros_like(flat)
    torch.save({"flat": flat, "ema": flat, "m": zero, "v": zero, "step": 0, "progress": 0.0,
                "shape": net.shape, "n_phones": n_phones}, path)
    print(path, "from", a.pair)


if __name__ == "__main__":
    main()
