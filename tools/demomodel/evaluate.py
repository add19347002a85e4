"""Measures: word errors, and a quick look at held-out voices during training (in PyTorch)."""
import numpy as np

import data
import features
import tokenizer


def errors(ref, hyp):
    """Least number of words substituted, deleted and inserted."""
    row = list(range(len(hyp) + 1))
    for i, a in enumerate(ref, 1):
        last, row[0] = row[0], i
        for j, b in enumerate(hyp, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (a != b))
    return row[-1]


def greedy(net, tok, mel, limit=60):
    """(n, frames, 128) of equal length -> texts. The slow way, without a cache of keys."""
    import torch
    n = len(mel)
    head, tail = (torch.tensor([tok.encode(s)] * n) for s in tokenizer.prompt())
    with torch.no_grad():
        _, projected = net.encoder(torch.from_numpy(mel))
        fixed = torch.cat([net.embed(head), projected], 1)
        out = tail
        done = torch.zeros(n, dtype=torch.bool)
        for _ in range(limit):
            x = net.decode(torch.cat([fixed, net.embed(out)], 1))[:, -1]
            best = (x @ net.embed.weight.t()).argmax(-1)
            out = torch.cat([out, best[:, None]], 1)
            done |= best == tok.im_end
            if done.all():
                break
    texts = []
    for row in out[:, tail.shape[1]:].tolist():
        row = row[:row.index(tok.im_end)] if tok.im_end in row else row
        texts.append(tok.decode(row))
    return texts, projected


def words_of(text):
    return text.split("<asr_text>")[-1].split() if "language None" not in text else []


def quick(net, flat, ema, tok, folder, per_length=8):
    """Word error rates of the averaged weights on held-out voices, by kind."""
    import torch
    clips = data.Clips(folder, held=True)
    keep = flat.clone()
    flat.copy_(ema)
    by = {}
    for i, row in enumerate(clips.rows):
        by.setdefault(min(-(-row["n"] // 100), 8), []).append(i)
    wrong, total, sample = {}, {}, []
    for blocks, rows in sorted(by.items()):
        rows = [i for i in rows if len(clips.mel(i)) <= blocks * 100][:per_length]
        if not rows:
            continue
        mel = np.zeros((len(rows), blocks * 100, features.N_MEL), np.float32)
        for k, i in enumerate(rows):
            m = features.normalise(clips.mel(i))
            mel[k, :len(m)] = m
        texts, projected = greedy(net, tok, mel)
        with torch.no_grad():
            best = net.word_ctc(projected).argmax(-1).numpy()
        for k, (i, text) in enumerate(zip(rows, texts)):
            ref, kind = clips.rows[i]["words"], clips.rows[i]["kind"]
            path = [b for j, b in enumerate(best[k]) if b and (j == 0 or best[k][j - 1] != b)]
            for name, e in ((kind, errors(ref, words_of(text))), ("all", errors(ref, words_of(text))),
                            ("ctc", errors(tok.ctc_labels(ref), path))):
                wrong[name] = wrong.get(name, 0) + e
                total[name] = total.get(name, 0) + len(ref)
        sample.append((" ".join(clips.rows[rows[0]]["words"]), texts[0]))
    flat.copy_(keep)
    line = "held-out voices, WER: " + "  ".join("%s %.1f%%" % (k, 100 * wrong[k] / total[k]) for k in sorted(total))
    return line + "".join("\n    %s => %s" % s for s in sample)
