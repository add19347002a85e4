"""The demo model: libmtmd's qwen3a encoder and a qwen3vl text decoder, small.

Every operation mirrors libmtmd's and llama.cpp's graphs (tools/mtmd/models/qwen3a.cpp,
src/models/qwen3vl.cpp); the two CTC heads exist in training only.
"""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

import features

SHAPE = dict(enc=160, enc_layers=4, enc_heads=4, enc_ffn=640, conv=(16, 32, 32),
             dec=160, dec_layers=3, dec_heads=4, dec_kv=2, dec_head=48, dec_ffn=448, theta=1e6)


class ContiguousGrad(torch.autograd.Function):
    """torch 1.13's oneDNN GELU backward is wrong when its gradient is not contiguous."""

    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, g):
        return g.contiguous()


def gelu(x):
    return ContiguousGrad.apply(F.gelu(x))


class EncoderLayer(nn.Module):
    def __init__(self, d, heads, ffn):
        super().__init__()
        self.heads = heads
        self.ln1, self.ln2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.qkv, self.out = nn.Linear(d, 3 * d), nn.Linear(d, d)
        self.up, self.down = nn.Linear(d, ffn), nn.Linear(ffn, d)

    def forward(self, x):
        n, t, d = x.shape
        q, k, v = self.qkv(self.ln1(x)).view(n, t, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        a = torch.softmax(q @ k.transpose(-1, -2) / math.sqrt(d // self.heads), -1) @ v
        x = x + self.out(a.transpose(1, 2).reshape(n, t, d))
        return x + self.down(gelu(self.up(self.ln2(x))))


class Encoder(nn.Module):
    def __init__(self, s):
        super().__init__()
        d, (c1, c2, c3) = s["enc"], s["conv"]
        self.conv1 = nn.Conv2d(1, c1, 3, 2, 1)
        self.conv2 = nn.Conv2d(c1, c2, 3, 2, 1)
        self.conv3 = nn.Conv2d(c2, c3, 3, 2, 1)
        self.conv_out = nn.Linear(c3 * 16, d, bias=False)
        half = d // 2
        rate = torch.exp(-math.log(10000.0) / (half - 1) * torch.arange(half))
        angle = torch.arange(features.TOKENS_PER_BLOCK)[:, None] * rate
        self.pos = nn.Parameter(torch.cat([angle.sin(), angle.cos()], 1))
        self.layers = nn.ModuleList([EncoderLayer(d, s["enc_heads"], s["enc_ffn"])
                                     for _ in range(s["enc_layers"])])
        self.post = nn.LayerNorm(d)
        self.mlp1, self.mlp2 = nn.Linear(d, d), nn.Linear(d, s["dec"])

    def window(self, m):
        """(n, 100·b, 128) normalised frames of one window each -> (n, 13·b, d)"""
        n, t, mel = m.shape
        b = t // features.BLOCK
        x = m.reshape(n * b, 1, features.BLOCK, mel)     # time is the height here
        x = gelu(self.conv1(x))
        x = gelu(self.conv2(x))
        x = gelu(self.conv3(x))                          # (n·b, c, 13, 16)
        x = x.permute(0, 2, 1, 3).reshape(n * b, features.TOKENS_PER_BLOCK, -1)
        x = (self.conv_out(x) + self.pos).reshape(n, b * features.TOKENS_PER_BLOCK, -1)
        for layer in self.layers:
            x = layer(x)
        return self.post(x)

    def forward(self, m):
        """(n, 100·b, 128) -> hidden and projected, windows of 8 blocks encoded apart"""
        n, t, mel = m.shape
        full = t // features.WINDOW
        parts = []
        if full:
            w = m[:, :full * features.WINDOW].reshape(n * full, features.WINDOW, mel)
            parts.append(self.window(w).reshape(n, full * features.WINDOW // features.BLOCK
                                                * features.TOKENS_PER_BLOCK, -1))
        if t % features.WINDOW:
            parts.append(self.window(m[:, full * features.WINDOW:]))
        h = torch.cat(parts, 1) if len(parts) > 1 else parts[0]
        return h, self.mlp2(gelu(self.mlp1(h)))


class RMSNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * self.weight


class DecoderLayer(nn.Module):
    def __init__(self, s):
        super().__init__()
        d, self.h, self.kv, self.hd = s["dec"], s["dec_heads"], s["dec_kv"], s["dec_head"]
        self.norm1, self.norm2 = RMSNorm(d), RMSNorm(d)
        self.qkv = nn.Linear(d, (self.h + 2 * self.kv) * self.hd, bias=False)
        self.qnorm, self.knorm = RMSNorm(self.hd), RMSNorm(self.hd)
        self.out = nn.Linear(self.h * self.hd, d, bias=False)
        self.gate_up = nn.Linear(d, 2 * s["dec_ffn"], bias=False)
        self.down = nn.Linear(s["dec_ffn"], d, bias=False)

    def forward(self, x, cos, sin, mask):
        n, t, d = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(n, t, -1, self.hd).split([self.h, self.kv, self.kv], 2)
        q = rope(self.qnorm(q), cos, sin).transpose(1, 2)                # n h t e
        k = rope(self.knorm(k), cos, sin).permute(0, 2, 3, 1)            # n kv e t
        v = v.transpose(1, 2)
        g = self.h // self.kv                                            # query heads of a kv head
        q = q.reshape(n, self.kv, g * t, self.hd)
        a = (q @ k).view(n, self.kv, g, t, t) / math.sqrt(self.hd) + mask
        a = (torch.softmax(a, -1).view(n, self.kv, g * t, t) @ v).view(n, self.h, t, self.hd)
        x = x + self.out(a.transpose(1, 2).reshape(n, t, -1))
        gate, up = self.gate_up(self.norm2(x)).chunk(2, -1)
        return x + self.down(F.silu(gate) * up)


def rope(x, cos, sin):
    a, b = x.chunk(2, -1)
    return torch.cat([a * cos - b * sin, b * cos + a * sin], -1)


class Model(nn.Module):
    def __init__(self, n_tokens, ctc_ids, n_phones, shape=None):
        super().__init__()
        self.shape = s = shape or SHAPE
        self.encoder = Encoder(s)
        self.embed = nn.Embedding(n_tokens, s["dec"])
        self.layers = nn.ModuleList([DecoderLayer(s) for _ in range(s["dec_layers"])])
        self.norm = RMSNorm(s["dec"])
        self.phones = nn.Linear(s["enc"], 3 * n_phones)       # training only
        self.blank = nn.Parameter(torch.zeros(s["dec"]))      # training only
        self.ctc_bias = nn.Parameter(torch.zeros(len(ctc_ids) + 1))
        self.ctc_bias.data[0] = 4.0                           # most frames are blank
        self.register_buffer("ctc_ids", torch.tensor(ctc_ids))
        nn.init.normal_(self.embed.weight, std=s["dec"] ** -0.5)
        for name, p in self.named_parameters():
            if p.dim() == 2 and ("out.weight" in name or "down.weight" in name) and "conv" not in name:
                p.data.mul_(0.5)

    def word_ctc(self, projected):
        """log-probabilities of words at each audio token, in the token embeddings' space"""
        table = torch.cat([self.blank[None], self.embed.weight[self.ctc_ids]])
        return F.log_softmax(8 * (projected @ table.t()) + self.ctc_bias, -1)

    def phone_ctc(self, hidden):
        n, t, _ = hidden.shape
        return F.log_softmax(self.phones(hidden).view(n, t * 3, -1), -1)

    def decode(self, x):
        """(n, t, d) embeddings -> (n, t, d) normed states"""
        t, half = x.shape[1], self.shape["dec_head"] // 2
        rate = self.shape["theta"] ** (-torch.arange(half) / half)
        angle = (torch.arange(t)[:, None] * rate)[:, None]               # t 1 half
        mask = torch.full((t, t), -1e9).triu(1)
        cos, sin = angle.cos(), angle.sin()
        for layer in self.layers:
            x = layer(x, cos, sin, mask)
        return self.norm(x)

    def forward(self, mel, before, after):
        """mel (n, frames, 128); before (n, a) tokens before the audio; after (n, b) tokens after it.
        Returns hidden, projected, logits at each of the `after` positions."""
        hidden, projected = self.encoder(mel)
        x = torch.cat([self.embed(before), projected, self.embed(after)], 1)
        x = self.decode(x)[:, -after.shape[1]:]
        return hidden, projected, x
