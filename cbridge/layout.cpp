#include "layout.hpp"

#include <cstddef>
#include <cstring>
#include <new>
#include <vector>

namespace hs {

namespace {

// Larger than any of the structs by far: what a library with another layout
// writes must land in this buffer.
struct Oversized {
    unsigned char bytes[4096];
};

// A cast through void *, since what is wrong with the types is the point here.
template <class S, class... A>
auto returning_oversized(S (*f)(A...)) {
    return reinterpret_cast<Oversized (*)(A...)>(reinterpret_cast<void *>(f));
}

struct Field {
    size_t offset, size;
};

// written calls f twice into buffers filled with two patterns; a byte that
// differs from its pattern in either run was written. Guaranteed elision makes
// the buffer the very place that the callee writes its struct to.
template <class F>
std::vector<bool> written(F && f, Oversized & last) {
    std::vector<bool> changed(sizeof(Oversized), false);
    for (const unsigned char pattern : {0xA5, 0x5A}) {
        std::memset(last.bytes, pattern, sizeof(last.bytes));
        f(static_cast<void *>(last.bytes));
        for (size_t i = 0; i < sizeof(last.bytes); i++) {
            if (last.bytes[i] != pattern) {
                changed[i] = true;
            }
        }
    }
    return changed;
}

// compare wants every byte of every field written and none past the struct's end;
// padding may or may not be.
std::string compare(const char * name, size_t size, const std::vector<Field> & fields,
                    const std::vector<bool> & changed) {
    size_t end = 0;
    for (size_t i = 0; i < changed.size(); i++) {
        if (changed[i]) {
            end = i + 1;
        }
    }
    bool whole = true;
    for (const Field & f : fields) {
        for (size_t i = f.offset; i < f.offset + f.size; i++) {
            whole = whole && changed[i];
        }
    }
    if (end > size || !whole) {
        return std::string(name) + " has " + std::to_string(end) + " bytes in the library and " +
               std::to_string(size) + " in the headers";
    }
    return "";
}

std::string other_order(const char * name) {
    return std::string(name) + " has its fields in another order than in the headers";
}

#define HS_FIELD(S, f) {offsetof(S, f), sizeof(S::f)}

std::string model_params(const Api & api) {
    using S = llama_model_params;
    Oversized o;
    auto      changed = written(
        [&](void * at) { new (at) Oversized(returning_oversized(api.llama_model_default_params)()); }, o);
    std::string bad = compare("llama_model_params", sizeof(S),
                              {HS_FIELD(S, devices), HS_FIELD(S, tensor_buft_overrides), HS_FIELD(S, n_gpu_layers),
                               HS_FIELD(S, split_mode), HS_FIELD(S, load_mode), HS_FIELD(S, lazy_mode),
                               HS_FIELD(S, main_gpu), HS_FIELD(S, tensor_split), HS_FIELD(S, progress_callback),
                               HS_FIELD(S, progress_callback_user_data), HS_FIELD(S, kv_overrides),
                               HS_FIELD(S, vocab_only), HS_FIELD(S, check_tensors), HS_FIELD(S, use_extra_bufts),
                               HS_FIELD(S, no_host), HS_FIELD(S, no_alloc), HS_FIELD(S, load_mtp)},
                              changed);
    if (!bad.empty()) {
        return bad;
    }
    S p;
    std::memcpy(static_cast<void *>(&p), o.bytes, sizeof(p));
    const bool known = p.devices == nullptr && p.n_gpu_layers == -1 && p.split_mode == LLAMA_SPLIT_MODE_LAYER &&
                       p.main_gpu == 0 && p.progress_callback == nullptr && !p.vocab_only && p.use_extra_bufts;
    return known ? "" : other_order("llama_model_params");
}

std::string context_params(const Api & api) {
    using S = llama_context_params;
    Oversized o;
    auto      changed = written(
        [&](void * at) { new (at) Oversized(returning_oversized(api.llama_context_default_params)()); },
        o);
    std::string bad = compare(
        "llama_context_params", sizeof(S),
        {HS_FIELD(S, n_ctx), HS_FIELD(S, n_batch), HS_FIELD(S, n_ubatch), HS_FIELD(S, n_seq_max),
         HS_FIELD(S, n_rs_seq), HS_FIELD(S, n_outputs_max), HS_FIELD(S, n_outputs_max_per_seq), HS_FIELD(S, n_threads),
         HS_FIELD(S, n_threads_batch), HS_FIELD(S, ctx_type), HS_FIELD(S, rope_scaling_type),
         HS_FIELD(S, pooling_type), HS_FIELD(S, attention_type), HS_FIELD(S, flash_attn_type),
         HS_FIELD(S, rope_freq_base), HS_FIELD(S, rope_freq_scale), HS_FIELD(S, yarn_ext_factor),
         HS_FIELD(S, yarn_attn_factor), HS_FIELD(S, yarn_beta_fast), HS_FIELD(S, yarn_beta_slow),
         HS_FIELD(S, yarn_orig_ctx), HS_FIELD(S, defrag_thold), HS_FIELD(S, cb_eval), HS_FIELD(S, cb_eval_user_data),
         HS_FIELD(S, type_k), HS_FIELD(S, type_v), HS_FIELD(S, abort_callback), HS_FIELD(S, abort_callback_data),
         HS_FIELD(S, embeddings), HS_FIELD(S, offload_kqv), HS_FIELD(S, no_perf), HS_FIELD(S, op_offload),
         HS_FIELD(S, swa_full), HS_FIELD(S, kv_unified), HS_FIELD(S, samplers), HS_FIELD(S, n_samplers),
         HS_FIELD(S, ctx_other)},
        changed);
    if (!bad.empty()) {
        return bad;
    }
    S p;
    std::memcpy(static_cast<void *>(&p), o.bytes, sizeof(p));
    const bool known = p.n_ctx == 512 && p.n_batch == 2048 && p.n_ubatch == 512 && p.n_seq_max == 1 &&
                       p.n_threads == GGML_DEFAULT_N_THREADS && p.yarn_ext_factor == -1.0f && p.cb_eval == nullptr &&
                       p.type_k == GGML_TYPE_F16 && p.abort_callback == nullptr && p.offload_kqv && p.op_offload &&
                       p.ctx_other == nullptr;
    return known ? "" : other_order("llama_context_params");
}

std::string mtmd_params(const Api & api) {
    using S = mtmd_context_params;
    Oversized o;
    auto      changed = written(
        [&](void * at) { new (at) Oversized(returning_oversized(api.mtmd_context_params_default)()); },
        o);
    std::string bad = compare(
        "mtmd_context_params", sizeof(S),
        {HS_FIELD(S, use_gpu), HS_FIELD(S, device), HS_FIELD(S, print_timings), HS_FIELD(S, n_threads),
         HS_FIELD(S, image_marker), HS_FIELD(S, media_marker), HS_FIELD(S, flash_attn_type), HS_FIELD(S, warmup),
         HS_FIELD(S, image_min_tokens), HS_FIELD(S, image_max_tokens), HS_FIELD(S, cb_eval),
         HS_FIELD(S, cb_eval_user_data), HS_FIELD(S, batch_max_tokens), HS_FIELD(S, progress_callback),
         HS_FIELD(S, progress_callback_user_data)},
        changed);
    if (!bad.empty()) {
        return bad;
    }
    S p;
    std::memcpy(static_cast<void *>(&p), o.bytes, sizeof(p));
    const bool known = p.use_gpu && p.device == nullptr && p.n_threads == 4 &&
                       p.media_marker == api.mtmd_default_marker() && p.warmup && p.cb_eval == nullptr &&
                       p.progress_callback == nullptr;
    return known ? "" : other_order("mtmd_context_params");
}

std::string batch(const Api & api) {
    using S = llama_batch;
    Oversized          o;
    auto               changed = written(
        [&](void * at) {
            new (at) Oversized(returning_oversized(api.llama_batch_init)(1, 0, 1));
        },
        o);
    // The batches are not freed: llama_batch_free takes the struct by value, which
    // is what has not been shown to be safe yet. It is a few bytes, once.
    return compare("llama_batch", sizeof(S),
                   {HS_FIELD(S, n_tokens), HS_FIELD(S, token), HS_FIELD(S, embd), HS_FIELD(S, pos),
                    HS_FIELD(S, n_seq_id), HS_FIELD(S, seq_id), HS_FIELD(S, logits)},
                   changed);
}

}  // namespace

std::string check_layout(const Api & api) {
    for (auto probe : {model_params, context_params, mtmd_params, batch}) {
        std::string bad = probe(api);
        if (!bad.empty()) {
            return bad;
        }
    }
    return "";
}

}  // namespace hs
