// Loading and freeing a model, and what is asked of it between the steps.

#include "model.hpp"

#include <algorithm>
#include <cstring>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "guard.hpp"

namespace {

// The text model is nearly all of what is read; the projector's part of the load
// is shown as the last tenth.
constexpr float text_share = 0.9f;

bool on_text_progress(float progress, void * user) {
    hs_model * m = static_cast<hs_model *>(user);
    m->progress.store(progress * text_share, std::memory_order_relaxed);
    return !m->flag.seen();
}

bool on_projector_progress(float progress, void * user) {
    hs_model * m = static_cast<hs_model *>(user);
    m->progress.store(text_share + progress * (1.0f - text_share), std::memory_order_relaxed);
    return !m->flag.seen();
}

// llama's abort callback: true ends the running llama_decode.
bool on_abort(void * user) {
    hs_model * m = static_cast<hs_model *>(user);
    m->abort_calls.fetch_add(1, std::memory_order_relaxed);
    return m->flag.seen();
}

std::string why(hs_library * lib, const std::string & what) {
    const std::string said = lib->log.error();
    return said.empty() ? what : what + ": " + said;
}

int load_text(hs_model * m, hs_error * error) {
    const hs::Api & api = m->lib->api;
    llama_model_params p = api.llama_model_default_params();

    ggml_backend_dev_t devices[2] = {nullptr, nullptr};
    if (m->params.device >= 0) {
        devices[0]     = api.ggml_backend_dev_get((size_t) m->params.device);
        p.split_mode   = LLAMA_SPLIT_MODE_NONE;
        p.n_gpu_layers = -1;
    } else {
        p.n_gpu_layers = 0;
    }
    // An empty list means no device, where NULL would mean all of them.
    p.devices                     = devices;
    p.progress_callback           = on_text_progress;
    p.progress_callback_user_data = m;

    m->lib->log.clear_error();
    m->text = api.llama_model_load_from_file(m->text_path.c_str(), p);
    if (m->flag.seen()) {
        return HS_CANCELLED;
    }
    if (m->text == nullptr) {
        return hs::fail(error, why(m->lib, "llama.cpp could not load the text model"));
    }
    m->vocab = api.llama_model_get_vocab(m->text);
    return HS_OK;
}

int load_projector(hs_model * m, hs_error * error) {
    const hs::Api & api = m->lib->api;
    m->hook = std::make_unique<hs::Hook>(m->flag, m->params.hook_mode, m->params.budget, api.ggml_op_desc);

    mtmd_context_params p = api.mtmd_context_params_default();
    p.use_gpu             = m->params.device >= 0;
    p.device              = p.use_gpu ? api.ggml_backend_dev_get((size_t) m->params.device) : nullptr;
    p.print_timings       = false;
    p.n_threads           = m->params.threads;
    // The warm-up only reserves memory. Done here it does not lengthen the first encode.
    p.warmup                      = true;
    p.cb_eval                     = m->hook->callback();
    p.cb_eval_user_data           = m->hook.get();
    p.progress_callback           = on_projector_progress;
    p.progress_callback_user_data = m;

    m->lib->log.clear_error();
    m->mtmd = api.mtmd_init_from_file(m->projector_path.c_str(), m->text, p);
    if (m->flag.seen()) {
        return HS_CANCELLED;
    }
    if (m->mtmd == nullptr) {
        return hs::fail(error, why(m->lib, "libmtmd could not load the projector"));
    }
    if (!api.mtmd_support_audio(m->mtmd) && !(m->params.images && hs_model_takes_images(m))) {
        return hs::fail(error, "the projector has no audio encoder");
    }
    return HS_OK;
}

// The length of a head's keys or values, from the model's metadata; without it, the
// width shared among the heads.
int64_t head_length(const hs_model * m, const char * which) {
    const hs::Api & api       = m->lib->api;
    char            value[64] = "";
    if (api.llama_model_meta_val_str(m->text, "general.architecture", value, sizeof(value)) > 0) {
        const std::string key = std::string(value) + ".attention." + which;
        if (api.llama_model_meta_val_str(m->text, key.c_str(), value, sizeof(value)) > 0) {
            return std::atoi(value);
        }
    }
    return api.llama_model_n_embd(m->text) / std::max(1, api.llama_model_n_head(m->text));
}

// How many sequences of q.context tokens fit the limit: keys and values of two bytes a
// number in each layer. As many as wanted where the library can't tell.
int32_t fitting_sequences(const hs_model * m) {
    const hs::Api & api = m->lib->api;
    const auto &    q   = m->params;
    if (q.cache_limit <= 0 || api.llama_model_meta_val_str == nullptr || api.llama_model_n_layer == nullptr ||
        api.llama_model_n_head == nullptr || api.llama_model_n_head_kv == nullptr || api.llama_model_n_embd == nullptr) {
        return q.sequences;
    }
    const int64_t token = 2 * (int64_t) api.llama_model_n_layer(m->text) * api.llama_model_n_head_kv(m->text) *
                          (head_length(m, "key_length") + head_length(m, "value_length"));
    const int64_t fit = q.cache_limit / std::max<int64_t>(1, token * q.context);
    return (int32_t) std::clamp<int64_t>(fit, 1, q.sequences);
}

// Whether the CPU back end that was loaded computes products with AMX.
bool has_amx(const hs::Api & api) {
    return api.llama_print_system_info != nullptr && std::strstr(api.llama_print_system_info(), "AMX_INT8 = 1") != nullptr;
}

llama_context * new_context(hs_model * m, int32_t sequences) {
    const hs::Api & api = m->lib->api;
    const auto &    q   = m->params;

    llama_context_params p = api.llama_context_default_params();
    p.n_ctx               = (uint32_t) (q.context * sequences);
    p.n_batch             = (uint32_t) q.batch;
    p.n_ubatch            = (uint32_t) std::min(q.batch, 512);
    p.n_seq_max           = (uint32_t) sequences;
    p.n_threads           = q.threads;
    p.n_threads_batch     = q.threads;
    p.abort_callback      = on_abort;
    p.abort_callback_data = m;
    if (q.device < 0) {
        p.offload_kqv = false;
        p.op_offload  = false;
        if (has_amx(api)) {
            // Products are so quick there that ggml's flash attention, which for one query at a time adds up in f16
            // and converts it value by value, holds them up: tokens took 1.2 times as long with it alone and 1.7
            // times with eight sequences. On a Zen 5 without AMX it is the quicker one (docs/benchmarks.md).
            p.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_DISABLED;
        }
    }

    m->lib->log.clear_error();
    return api.llama_init_from_model(m->text, p);
}

int make_context(hs_model * m, hs_error * error) {
    const hs::Api & api = m->lib->api;
    const auto &    q   = m->params;
    m->sequences        = fitting_sequences(m);
    m->context          = new_context(m, m->sequences);
    if (m->context == nullptr) {
        return hs::fail(error, why(m->lib, "llama.cpp could not make a context"));
    }
    m->sampler = api.llama_sampler_init_greedy();
    m->batch   = api.llama_batch_init(q.batch, 0, 1);
    m->batched = true;
    return HS_OK;
}

}  // namespace

hs_model * hs_model_new(hs_library * lib, const hs_model_params * params, hs_error * error) {
    return hs::guard(error, (hs_model *) nullptr, [&] {
        auto m            = std::make_unique<hs_model>();
        m->lib            = lib;
        m->text_path      = params->text_path;
        m->projector_path = params->projector_path;
        m->params         = *params;
        m->params.text_path = m->params.projector_path = nullptr;
        m->flag.begin(params->cancel);
        return m.release();
    });
}

int hs_model_load(hs_model * m, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        if (m->params.share_text != nullptr) {
            m->text = m->params.share_text->text;
            return load_projector(m, error);
        }
        for (auto step : {load_text, load_projector, make_context}) {
            if (m->flag.seen()) {
                return HS_CANCELLED;
            }
            if (const int status = step(m, error)) {
                return status;
            }
        }
        m->progress.store(1.0f, std::memory_order_relaxed);
        return m->flag.seen() ? HS_CANCELLED : HS_OK;
    });
}

float hs_model_progress(const hs_model * m) {
    return m->progress.load(std::memory_order_relaxed);
}

void hs_model_free(hs_model * m) {
    if (m == nullptr) {
        return;
    }
    hs::guard(nullptr, 0, [&] {
        const hs::Api & api = m->lib->api;
        if (m->batched) {
            api.llama_batch_free(m->batch);
        }
        if (m->sampler != nullptr) {
            api.llama_sampler_free(m->sampler);
        }
        if (m->context != nullptr) {
            api.llama_free(m->context);
        }
        if (m->mtmd != nullptr) {
            api.mtmd_free(m->mtmd);
        }
        if (m->text != nullptr && m->params.share_text == nullptr) {
            api.llama_model_free(m->text);
        }
        return 0;
    });
    delete m;
#ifdef __GLIBC__
    malloc_trim(0);  // glibc keeps what was freed in pieces, and the next model would come on top of it
#endif
}

int32_t hs_model_sample_rate(const hs_model * m) {
    return hs::guard(nullptr, (int32_t) -1,
                     [&] { return (int32_t) m->lib->api.mtmd_get_audio_sample_rate(m->mtmd); });
}

int32_t hs_model_embedding_size(const hs_model * m) {
    return hs::guard(nullptr, (int32_t) 0, [&] { return m->lib->api.llama_model_n_embd_inp(m->text); });
}

int hs_model_make_room(hs_model * m, int32_t sequences, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        const hs::Api & api = m->lib->api;
        const int32_t   had = m->sequences;
        m->params.sequences = sequences;
        const int32_t fit   = fitting_sequences(m);
        if (fit <= had) {
            return HS_OK;
        }
        // First freed, then made: both at once may be more than the device has.
        api.llama_free(m->context);
        m->context = new_context(m, fit);
        if (m->context != nullptr) {
            m->sequences = fit;
            return HS_OK;
        }
        m->context = new_context(m, had);
        return m->context != nullptr ? HS_OK : hs::fail(error, why(m->lib, "llama.cpp could not make a context"));
    });
}

void hs_model_begin(hs_model * m, const uint8_t * flag) {
    m->flag.begin(flag);
    m->abort_calls.store(0, std::memory_order_relaxed);
}

bool hs_model_stopped(hs_model * m) {
    return m->flag.seen();
}

int hs_model_set_hook(hs_model * m, int hook_mode, int64_t budget, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        if ((hook_mode == HS_HOOK_OFF) != (m->params.hook_mode == HS_HOOK_OFF)) {
            return hs::fail(error, "whether there is a callback is fixed when the projector is loaded");
        }
        m->hook->set_mode(hook_mode, budget);
        return HS_OK;
    });
}

void hs_model_set_go(hs_model * m, uintptr_t handle) {
    m->hook->go_handle = handle;
}

int32_t hs_model_last_decode(const hs_model * m) {
    return m->last_decode;
}

int hs_model_set_plan(hs_model * m, const uint8_t * checks, size_t n, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        m->hook->set_plan(std::vector<uint8_t>(checks, checks + n));
        return HS_OK;
    });
}

size_t hs_model_node_times(const hs_model * m, int64_t * ns, uint8_t * kinds, size_t n) {
    return m->hook->node_times(ns, kinds, n);
}

int32_t hs_model_sequences(const hs_model * m) {
    return m->sequences;
}

bool hs_model_takes_images(const hs_model * m) {
    return hs::guard(nullptr, false, [&] {
        const auto supported = m->lib->api.mtmd_support_vision;
        return supported != nullptr && supported(m->mtmd);
    });
}

int hs_model_record(hs_model * m, bool on, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        m->hook->set_record(on);
        return HS_OK;
    });
}

bool hs_model_node_info(const hs_model * m, size_t i, hs_node * out) {
    const hs_node * node = m->hook->recorded_node(i);
    if (node != nullptr) {
        *out = *node;
    }
    return node != nullptr;
}

int32_t hs_model_node(const hs_model * m) {
    return m->hook->progress();
}

int64_t hs_model_abort_calls(const hs_model * m) {
    return m->abort_calls.load(std::memory_order_relaxed);
}

bool hs_token_is_end(const hs_model * m, int32_t token) {
    return hs::guard(nullptr, true, [&] { return m->lib->api.llama_vocab_is_eog(m->vocab, token); });
}

int32_t hs_token_text(const hs_model * m, int32_t token, char * out, int32_t n) {
    return hs::guard(nullptr, (int32_t) 0, [&] {
        // special = true: <asr_text> is a special token, and the answer's language tag ends with it.
        return m->lib->api.llama_token_to_piece(m->vocab, token, out, n, 0, true);
    });
}

void hs_sequence_clear(hs_model * m, int32_t seq) {
    hs::guard(nullptr, 0, [&] {
        const hs::Api & api = m->lib->api;
        api.llama_memory_seq_rm(api.llama_get_memory(m->context), seq, -1, -1);
        return 0;
    });
}

bool hs_sequence_keep(hs_model * m, int32_t seq, int32_t n) {
    return hs::guard(nullptr, false, [&] {
        const hs::Api &      api    = m->lib->api;
        const llama_memory_t memory = api.llama_get_memory(m->context);
        // Recurrent models can't forget a part, and with a sliding window the begin may be gone.
        const bool kept = n > 0 && api.llama_memory_seq_pos_min != nullptr && api.llama_memory_seq_pos_max != nullptr &&
                          api.llama_memory_seq_rm(memory, seq, n, -1) &&
                          api.llama_memory_seq_pos_min(memory, seq) == 0 &&
                          api.llama_memory_seq_pos_max(memory, seq) == n - 1;
        if (!kept) {
            api.llama_memory_seq_rm(memory, seq, -1, -1);
        }
        return kept;
    });
}
