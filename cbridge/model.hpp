#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "bridge.h"
#include "hook.hpp"
#include "library.hpp"

struct hs_model {
    hs_library * lib = nullptr;

    // What hs_model_load needs; the strings are copies.
    std::string     text_path, projector_path;
    hs_model_params params = {};

    std::atomic<float>        progress{0.0f};
    hs::CancelFlag            flag;
    std::unique_ptr<hs::Hook> hook;
    std::atomic<int64_t>      abort_calls{0};

    llama_model *       text    = nullptr;
    mtmd_context *      mtmd    = nullptr;
    llama_context *     context = nullptr;
    llama_sampler *     sampler = nullptr;
    const llama_vocab * vocab   = nullptr;
    llama_batch         batch   = {};
    bool                batched = false;  // batch holds memory

    int32_t sequences = 0;  // that the context has memory for

    int32_t last_decode = 0;  // what the last llama_decode returned

    // Tokens of the chunk that mtmd_get_output_embd now belongs to; 0: none.
    int32_t encoded_tokens = 0;
};

struct hs_chunks {
    hs_library *        lib  = nullptr;
    mtmd_input_chunks * list = nullptr;
};
