"""Train the demo model on two cores; a stopped run goes on from its last checkpoint.

    train.py FOLDER --until HH:MM      (FOLDER is where synth.py put its shards)

The schedule is a function of the clock: the learning rate reaches its end at --until,
however fast the machine is meanwhile. Two single-thread processes average gradients.
"""
import argparse
import datetime
import math
import os
import subprocess
import sys
import time

RANKS = 2
PEAK_RATE, DECAY, CLIP = 1.4e-3, 0.02, 1.0


def launch():
    env = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1",
               # keep freed memory: page faults on the large activations cost more than arithmetic
               MALLOC_MMAP_THRESHOLD_="2147483648", MALLOC_TRIM_THRESHOLD_="4294967296",
               MALLOC_TOP_PAD_="67108864")
    if "avx512" in open("/proc/cpuinfo").read():
        env["OPENBLAS_CORETYPE"] = "SkylakeX"  # OpenBLAS misjudges newer processors
    rendezvous = "/tmp/demo-train-%d-%d" % (os.getpid(), time.time())
    kids = [subprocess.Popen([sys.executable, os.path.abspath(__file__)] + sys.argv[1:] +
                             ["--rank", str(i), "--rendezvous", rendezvous], env=env) for i in range(RANKS)]
    try:
        codes = [k.wait() for k in kids]
    except KeyboardInterrupt:
        codes = [1]
    for k in kids:
        k.terminate()
    sys.exit(max(codes))


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("folder")
    p.add_argument("--until", required=True)
    p.add_argument("--seconds", type=float, default=60, help="of audio, a step and process")
    p.add_argument("--rank", type=int)
    p.add_argument("--rendezvous")
    p.add_argument("--from-progress", type=float, help="go back to an earlier point of the schedule")
    return p.parse_args()


def end_time(text):
    h, m = map(int, text.split(":"))
    now = datetime.datetime.now()
    t = now.replace(hour=h, minute=m, second=0)
    return (t if t > now else t + datetime.timedelta(days=1)).timestamp()


def blocks_for(r, progress):
    """How many seconds the clips of this step have: short ones until it listens at all."""
    if progress < .25:
        return int(r.integers(1, 8))
    x = r.random()
    if x < .45:
        return int(r.integers(1, 8))
    return int(r.integers(7, 15)) if x < .85 else int(r.integers(15, 32))


def strength_for(progress):
    """How much clips are bent and dirtied: little, until they are understood clean."""
    return .25 + .5 * min(1.0, progress / .6)


def main():
    a = parse()
    if a.rank is None:
        launch()
    import numpy as np
    import torch
    import torch.distributed as dist
    import torch.nn.functional as F

    import data
    import evaluate
    import model
    import tokenizer

    torch.set_num_threads(1)
    torch.manual_seed(1)
    dist.init_process_group("gloo", init_method="file://" + a.rendezvous, rank=a.rank, world_size=RANKS,
                            timeout=datetime.timedelta(hours=12))
    tok = tokenizer.Tokenizer()
    if a.rank:
        dist.barrier()           # rank 0 makes the noise and the lexicon
    batches = data.Batches(a.folder, tok, seed=[a.rank, int(time.time())], seconds=a.seconds)
    if not a.rank:
        dist.barrier()
    net = model.Model(len(tok.tokens), tok.ctc_ids, batches.n_phones)

    # one flat tensor each of parameters and gradients: one all-reduce, one update
    params = list(net.parameters())
    flat = torch.cat([p.data.reshape(-1) for p in params])
    grad = torch.zeros(len(flat) + 1)
    decay = torch.cat([torch.full((p.numel(),), float(p.dim() >= 2)) for p in params])
    at = 0
    for p in params:
        p.data = flat[at:at + p.numel()].view(p.shape)
        p.grad = grad[at:at + p.numel()].view(p.shape)
        at += p.numel()
    m, v, ema = torch.zeros_like(flat), torch.zeros_like(flat), flat.clone()
    step, progress = 0, 0.0
    path = os.path.join(a.folder, "checkpoint.pt")
    if os.path.exists(path):
        c = torch.load(path)
        flat.copy_(c["flat"]), m.copy_(c["m"]), v.copy_(c["v"]), ema.copy_(c["ema"])
        step, progress = c["step"], c["progress"]
    if a.from_progress is not None:
        progress = a.from_progress
    begin, first, until = time.time(), progress, end_time(a.until)
    saved = tested = told = time.time()
    sums, count = np.zeros(4), 0

    def save():
        torch.save({"flat": flat, "ema": ema, "m": m, "v": v, "step": step, "progress": progress,
                    "shape": net.shape, "n_phones": batches.n_phones}, path + ".part")
        os.rename(path + ".part", path)

    while progress < 1:
        shared = np.random.default_rng([step, 77])
        blocks = blocks_for(shared, progress)
        b = batches.batch(blocks, strength_for(progress))
        hidden, projected, states = net(torch.from_numpy(b["mel"]), torch.from_numpy(b["before"]),
                                        torch.from_numpy(b["after"]))
        target = torch.from_numpy(b["target"])
        use = target >= 0
        ce = F.cross_entropy(states[use] @ net.embed.weight.t(), target[use], label_smoothing=.03)
        wc = ctc(net.word_ctc(projected), b["words"])
        pc = ctc(net.phone_ctc(hidden), b["phones"])
        grad.zero_()
        # phones are what the encoder learns first; words and the decoder follow
        (ce + (1.0 if progress < .45 else .4) * pc + (1.0 if progress < .7 else .4) * wc).backward()
        if not a.rank:           # its clock counts for both
            grad[-1] = min(1.0, first + (1 - first) * (time.time() - begin) / (until - begin)) * RANKS
        dist.all_reduce(grad)
        grad /= RANKS
        progress = float(grad[-1])
        g = grad[:-1]
        norm = float(g.norm())
        if not math.isfinite(norm):
            print("step", step, "skipped: gradient not finite", flush=True)
            step += 1
            continue
        if norm > CLIP:
            g.mul_(CLIP / norm)
        step += 1
        rate = PEAK_RATE * min(1, step / 150) * (.02 + .98 * .5 * (1 + math.cos(math.pi * progress)))
        m.lerp_(g, .1)
        v.mul_(.98).addcmul_(g, g, value=.02)
        flat.mul_(1 - rate * DECAY * decay)
        flat.addcdiv_(m / (1 - .9 ** step), (v / (1 - .98 ** step)).sqrt_().add_(1e-8), value=-rate)
        ema.lerp_(flat, max(.002, 1 / (1 + step)))
        sums += [float(ce), float(pc), float(wc), norm]
        count += 1
        now = time.time()
        if step % 500 == 0:
            batches.reload()
        if a.rank:
            continue
        if now - told > 30:
            print("%s step %d progress %.3f rate %.1e ce %.3f phone %.3f word %.3f norm %.2f %.2f s/step"
                  % ((time.strftime("%H:%M:%S"), step, progress, rate) + tuple(sums / count)
                     + ((now - told) / count,)), flush=True)
            sums, count, told = np.zeros(4), 0, now
        if now - saved > 180:
            save()
            saved = now
        if now - tested > 480:
            print(evaluate.quick(net, flat, ema, tok, a.folder), flush=True)
            tested = time.time()
    if not a.rank:
        save()
        print(evaluate.quick(net, flat, ema, tok, a.folder), flush=True)
    dist.barrier()


def ctc(logp, labels):
    """CTC loss a label, averaged over clips."""
    import torch
    import torch.nn.functional as F
    n = torch.tensor([len(x) for x in labels])
    joined = torch.tensor([y for x in labels for y in x], dtype=torch.long)
    loss = F.ctc_loss(logp.transpose(0, 1), joined, torch.full((len(labels),), logp.shape[1]), n,
                      reduction="none", zero_infinity=True)
    return (loss / n.clamp(min=1)).mean()


if __name__ == "__main__":
    main()
