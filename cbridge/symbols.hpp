// The functions that are looked up in the library, by what their lack means. Their
// types come from the pinned headers, so a binding cannot drift from them.
#pragma once

#if !__has_include(<mtmd.h>)
#error "the headers of llama.cpp are missing: run make native"
#endif

#include <gguf.h>
#include <llama.h>
#include <mtmd-helper.h>
#include <mtmd.h>

// Without these the library is refused.
#define HS_REQUIRED_SYMBOLS(X)       \
    X(ggml_backend_dev_backend_reg)  \
    X(ggml_backend_dev_count)        \
    X(ggml_backend_dev_description)  \
    X(ggml_backend_dev_get)          \
    X(ggml_backend_dev_memory)       \
    X(ggml_backend_dev_name)         \
    X(ggml_backend_dev_type)         \
    X(ggml_backend_load_all_from_path) \
    X(ggml_backend_reg_name)         \
    X(ggml_log_set)                  \
    X(ggml_op_desc)                  \
    X(llama_backend_init)            \
    X(llama_batch_free)              \
    X(llama_batch_init)              \
    X(llama_context_default_params)  \
    X(llama_decode)                  \
    X(llama_free)                    \
    X(llama_get_memory)              \
    X(llama_init_from_model)         \
    X(llama_log_set)                 \
    X(llama_memory_seq_rm)           \
    X(llama_model_default_params)    \
    X(llama_model_free)              \
    X(llama_model_get_vocab)         \
    X(llama_model_load_from_file)    \
    X(llama_model_n_embd_inp)        \
    X(llama_sampler_free)            \
    X(llama_sampler_init_greedy)     \
    X(llama_sampler_sample)          \
    X(llama_token_to_piece)          \
    X(llama_vocab_is_eog)            \
    X(mtmd_bitmap_free)              \
    X(mtmd_bitmap_init_from_audio)   \
    X(mtmd_context_params_default)   \
    X(mtmd_default_marker)           \
    X(mtmd_free)                     \
    X(mtmd_get_audio_sample_rate)    \
    X(mtmd_helper_eval_chunk_single) \
    X(mtmd_helper_eval_chunks)       \
    X(mtmd_helper_log_set)           \
    X(mtmd_init_from_file)           \
    X(mtmd_input_chunk_get_n_pos)    \
    X(mtmd_input_chunk_get_n_tokens) \
    X(mtmd_input_chunk_get_type)     \
    X(mtmd_input_chunks_free)        \
    X(mtmd_input_chunks_get)         \
    X(mtmd_input_chunks_init)        \
    X(mtmd_input_chunks_size)        \
    X(mtmd_support_audio)            \
    X(mtmd_tokenize_from_parts)

// Without these a cancel is not seen between encode, embedding decode and tokens.
#define HS_CHUNK_SYMBOLS(X)  \
    X(mtmd_encode_chunk)     \
    X(mtmd_get_output_embd)  \
    X(mtmd_helper_decode_image_chunk)

// Without these it does not tell what it is, or can't write models for measuring.
#define HS_OPTIONAL_SYMBOLS(X) \
    X(mtmd_bitmap_init)        \
    X(mtmd_support_vision)     \
    X(llama_memory_seq_pos_max) \
    X(llama_memory_seq_pos_min) \
    X(llama_model_meta_val_str) \
    X(llama_model_n_embd)      \
    X(llama_model_n_head)      \
    X(llama_model_n_head_kv)   \
    X(llama_model_n_layer)     \
    X(llama_print_system_info) \
    X(ggml_commit)             \
    X(ggml_fp32_to_fp16_row)   \
    X(ggml_free)               \
    X(ggml_init)               \
    X(ggml_nbytes)             \
    X(ggml_new_tensor)         \
    X(ggml_quantize_chunk)     \
    X(ggml_row_size)           \
    X(ggml_set_name)           \
    X(ggml_tensor_overhead)    \
    X(ggml_version)            \
    X(gguf_add_tensor)         \
    X(gguf_free)               \
    X(gguf_init_empty)         \
    X(gguf_set_arr_data)       \
    X(gguf_set_arr_str)        \
    X(gguf_set_val_bool)       \
    X(gguf_set_val_f32)        \
    X(gguf_set_val_str)        \
    X(gguf_set_val_u32)        \
    X(gguf_write_to_file)      \
    X(llama_version)

namespace hs {

struct Api {
#define HS_MEMBER(name) decltype(&::name) name = nullptr;
    HS_REQUIRED_SYMBOLS(HS_MEMBER)
    HS_CHUNK_SYMBOLS(HS_MEMBER)
    HS_OPTIONAL_SYMBOLS(HS_MEMBER)
#undef HS_MEMBER
};

}  // namespace hs
