"""Write the trained model as the GGUF pair that llama.cpp loads.

    export.py FOLDER OUT [--gguf-py DIR] [--f32] [--random]

FOLDER holds train.py's checkpoint; the averaged weights are exported. --gguf-py names
gguf-py of llama.cpp's source (native/ clones it); --f32 keeps full precision, for checks.
"""
import argparse
import os
import sys

import numpy as np
import torch

import model
import tokenizer

CHAT_TEMPLATE = ("{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content']"
                 " + '<|im_end|>\\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}"
                 "{% endif %}")
DESCRIPTION = ("A tiny English speech recogniser of Qwen3-ASR's architecture for the words of a small domain "
               "(numbers, dates, times, letters and everyday phrases), trained on synthetic speech only")


def load(folder, random=False):
    tok = tokenizer.Tokenizer()
    if random:
        torch.manual_seed(0)
        return tok, model.Model(len(tok.tokens), tok.ctc_ids, 60).eval()
    c = torch.load(os.path.join(folder, "checkpoint.pt"))
    net = model.Model(len(tok.tokens), tok.ctc_ids, c["n_phones"], c["shape"])
    at = 0
    for p in net.parameters():
        p.data = c["ema"][at:at + p.numel()].view(p.shape).clone()
        at += p.numel()
    print("checkpoint: step", c["step"], "progress %.3f" % c["progress"])
    return tok, net.eval()


class Writer:
    def __init__(self, path, arch, name, f32):
        import gguf
        self.gguf, self.f32 = gguf, f32
        self.w = gguf.GGUFWriter(path, arch)
        self.w.add_name(name)
        self.w.add_string("general.license", "mit")
        self.w.add_description(DESCRIPTION)
        self.w.add_array("general.languages", ["en"])
        self.w.add_file_type(0 if f32 else 7)       # mostly Q8_0
        self.w.add_quantization_version(gguf.GGML_QUANT_VERSION)

    def tensor(self, name, x, kind="F32"):
        x = np.ascontiguousarray(x.detach().numpy(), dtype=np.float32)
        if kind == "F16":                            # convolutions must be: ggml_conv_2d
            self.w.add_tensor(name, x.astype(np.float16))
        elif kind == "Q8_0" and not self.f32:
            q = self.gguf.GGMLQuantizationType.Q8_0
            self.w.add_tensor(name, self.gguf.quants.quantize(x, q), raw_dtype=q)
        else:
            self.w.add_tensor(name, x)

    def close(self):
        self.w.write_header_to_file()
        self.w.write_kv_data_to_file()
        self.w.write_tensors_to_file()
        self.w.close()


def write_mmproj(net, path, f32):
    s, e = net.shape, net.encoder
    out = Writer(path, "clip", "Haltscribe demo", f32)
    out.w.add_type("mmproj")
    out.w.add_bool("clip.has_audio_encoder", True)
    out.w.add_bool("clip.has_vision_encoder", False)
    out.w.add_string("clip.projector_type", "qwen3a")
    out.w.add_string("clip.audio.projector_type", "qwen3a")
    out.w.add_bool("clip.use_gelu", True)
    for key, value in (("embedding_length", s["enc"]), ("feed_forward_length", s["enc_ffn"]),
                       ("block_count", s["enc_layers"]), ("projection_dim", s["dec"]),
                       ("num_mel_bins", 128), ("attention.head_count", s["enc_heads"])):
        out.w.add_uint32("clip.audio." + key, value)
    out.w.add_float32("clip.audio.attention.layer_norm_epsilon", 1e-5)
    for i, c in enumerate((e.conv1, e.conv2, e.conv3), 1):
        # here time is the kernel's height, in ggml it is the width
        out.tensor("a.conv2d.%d.weight" % i, c.weight.transpose(2, 3), "F16")
        out.tensor("a.conv2d.%d.bias" % i, c.bias.view(-1, 1, 1))
    out.tensor("a.conv_out.weight", e.conv_out.weight, "F16")
    out.tensor("a.position_embd.weight", e.pos)

    def linear(name, weight, bias):
        out.tensor(name + ".weight", weight, "Q8_0")
        out.tensor(name + ".bias", bias)

    for i, layer in enumerate(e.layers):
        p = "a.blk.%d." % i
        for name, w, b in zip("qkv", layer.qkv.weight.chunk(3), layer.qkv.bias.chunk(3)):
            linear(p + "attn_" + name, w, b)
        linear(p + "attn_out", layer.out.weight, layer.out.bias)
        linear(p + "ffn_up", layer.up.weight, layer.up.bias)
        linear(p + "ffn_down", layer.down.weight, layer.down.bias)
        for name, ln in (("ln1", layer.ln1), ("ln2", layer.ln2)):
            out.tensor(p + name + ".weight", ln.weight)
            out.tensor(p + name + ".bias", ln.bias)
    out.tensor("a.post_ln.weight", e.post.weight)
    out.tensor("a.post_ln.bias", e.post.bias)
    linear("mm.a.mlp.1", e.mlp1.weight, e.mlp1.bias)
    linear("mm.a.mlp.2", e.mlp2.weight, e.mlp2.bias)
    out.close()


def write_text(net, tok, path, f32):
    s = net.shape
    out = Writer(path, "qwen3vl", "Haltscribe demo", f32)
    w, half = out.w, s["dec_head"] // 2
    w.add_type("model")
    w.add_block_count(s["dec_layers"])
    w.add_context_length(4096)
    w.add_embedding_length(s["dec"])
    w.add_feed_forward_length(s["dec_ffn"])
    w.add_head_count(s["dec_heads"])
    w.add_head_count_kv(s["dec_kv"])
    w.add_key_length(s["dec_head"])
    w.add_value_length(s["dec_head"])
    w.add_rope_freq_base(s["theta"])
    w.add_layer_norm_rms_eps(1e-6)
    w.add_array("qwen3vl.rope.dimension_sections", [half // 3, half // 3, half - 2 * (half // 3), 0])
    w.add_uint32("qwen3vl.n_deepstack_layers", 0)
    w.add_vocab_size(len(tok.tokens))
    w.add_tokenizer_model("gpt2")
    w.add_tokenizer_pre("qwen2")
    w.add_token_list(tok.tokens)
    kinds = [1] * tok.n_normal + [3] * (len(tok.tokens) - tok.n_normal)
    kinds[tok.id["<asr_text>"]] = 4                  # user-defined, so that it is printed
    w.add_token_types(kinds)
    w.add_token_merges([a + " " + b for a, b in tok.merges])
    w.add_bos_token_id(tok.im_end)
    w.add_eos_token_id(tok.im_end)
    w.add_pad_token_id(tok.pad)
    w.add_add_bos_token(False)
    w.add_chat_template(CHAT_TEMPLATE)
    out.tensor("token_embd.weight", net.embed.weight, "Q8_0")
    out.tensor("output_norm.weight", net.norm.weight)
    for i, layer in enumerate(net.layers):
        p = "blk.%d." % i
        q, k, v = layer.qkv.weight.split([layer.h * layer.hd, layer.kv * layer.hd, layer.kv * layer.hd])
        gate, up = layer.gate_up.weight.chunk(2)
        for name, x in (("attn_q", q), ("attn_k", k), ("attn_v", v), ("attn_output", layer.out.weight),
                        ("ffn_gate", gate), ("ffn_up", up), ("ffn_down", layer.down.weight)):
            out.tensor(p + name + ".weight", x, "Q8_0")
        for name, n in (("attn_norm", layer.norm1), ("ffn_norm", layer.norm2),
                        ("attn_q_norm", layer.qnorm), ("attn_k_norm", layer.knorm)):
            out.tensor(p + name + ".weight", n.weight)
    out.close()


def main():
    p = argparse.ArgumentParser()
    p.add_argument("folder")
    p.add_argument("out")
    p.add_argument("--gguf-py")
    p.add_argument("--f32", action="store_true")
    p.add_argument("--random", action="store_true", help="untrained weights, to try the format")
    a = p.parse_args()
    if a.gguf_py:
        sys.path.insert(0, a.gguf_py)
    tok, net = load(a.folder, a.random)
    os.makedirs(a.out, exist_ok=True)
    write_mmproj(net, os.path.join(a.out, "mmproj-demo.gguf"), a.f32)
    write_text(net, tok, os.path.join(a.out, "demo.gguf"), a.f32)


if __name__ == "__main__":
    main()
