// The steps of a piece: tokenize, encode, embed, decode, sample.

#include <cstring>
#include <vector>

#include "guard.hpp"
#include "model.hpp"

namespace {

std::string why(const hs_model * m, const std::string & what) {
    const std::string said = m->lib->log.error();
    return said.empty() ? what : what + ": " + said;
}

// What a llama_decode of any kind returned, as a status of ours.
int decode_status(hs_model * m, int32_t returned, const char * what, hs_error * error) {
    m->last_decode = returned;
    if (returned == 0) {
        return m->flag.seen() ? HS_CANCELLED : HS_OK;
    }
    if (m->flag.seen()) {
        return HS_CANCELLED;  // 2: the abort callback ended it
    }
    if (returned == 1) {
        hs::say(error, "the piece does not fit the model's context");
        return HS_FULL;
    }
    return hs::fail(error, why(m, std::string(what) + " failed (" + std::to_string(returned) + ")"));
}

// tokenize takes the bitmap over.
hs_chunks * tokenize(hs_model * m, const hs_prompt_part * parts, size_t n_parts, mtmd_bitmap * medium,
                     const char * no_medium, hs_error * error) {
    const hs::Api & api    = m->lib->api;
    const auto      bitmap = std::unique_ptr<mtmd_bitmap, decltype(api.mtmd_bitmap_free)>(medium, api.mtmd_bitmap_free);

    std::vector<mtmd_input_text>         texts(n_parts);
    std::vector<mtmd_input_part>         inputs(n_parts);
    std::vector<const mtmd_input_part *> pointers(n_parts);
    for (size_t i = 0; i < n_parts; i++) {
        if (parts[i].text != nullptr) {
            texts[i]       = {parts[i].text, parts[i].length, false, parts[i].special};
            inputs[i].text = &texts[i];
        } else {
            inputs[i].bitmap = bitmap.get();
        }
        pointers[i] = &inputs[i];
    }

    auto chunks  = std::make_unique<hs_chunks>();
    chunks->lib  = m->lib;
    chunks->list = api.mtmd_input_chunks_init();
    m->lib->log.clear_error();
    const int32_t bad = api.mtmd_tokenize_from_parts(m->mtmd, chunks->list, pointers.data(), n_parts, false);
    if (bad != 0) {
        api.mtmd_input_chunks_free(chunks->list);
        hs::say(error, why(m, bad == 2 ? no_medium : "libmtmd could not tokenize the prompt"));
        return nullptr;
    }
    return chunks.release();
}

}  // namespace

hs_chunks * hs_tokenize(hs_model * m, const hs_prompt_part * parts, size_t n_parts, const float * samples,
                        size_t n_samples, hs_error * error) {
    return hs::guard(error, (hs_chunks *) nullptr, [&]() -> hs_chunks * {
        if (n_samples < 2) {
            hs::say(error, "fewer than two samples");
            return nullptr;
        }
        return tokenize(m, parts, n_parts, m->lib->api.mtmd_bitmap_init_from_audio(n_samples, samples),
                        "libmtmd could not make a spectrogram of the samples", error);
    });
}

hs_chunks * hs_tokenize_image(hs_model * m, const hs_prompt_part * parts, size_t n_parts, const uint8_t * rgb,
                              uint32_t width, uint32_t height, hs_error * error) {
    return hs::guard(error, (hs_chunks *) nullptr, [&]() -> hs_chunks * {
        if (!hs_model_takes_images(m) || m->lib->api.mtmd_bitmap_init == nullptr) {
            hs::say(error, "the projector has no encoder for images");
            return nullptr;
        }
        return tokenize(m, parts, n_parts, m->lib->api.mtmd_bitmap_init(width, height, rgb),
                        "libmtmd could not prepare the image", error);
    });
}

void hs_chunks_free(hs_chunks * chunks) {
    if (chunks == nullptr) {
        return;
    }
    hs::guard(nullptr, 0, [&] {
        chunks->lib->api.mtmd_input_chunks_free(chunks->list);
        return 0;
    });
    delete chunks;
}

size_t hs_chunks_count(const hs_chunks * chunks) {
    return hs::guard(nullptr, (size_t) 0, [&] { return chunks->lib->api.mtmd_input_chunks_size(chunks->list); });
}

hs_chunk hs_chunks_get(const hs_chunks * chunks, size_t i) {
    return hs::guard(nullptr, hs_chunk{}, [&] {
        const hs::Api & api   = chunks->lib->api;
        const auto *    chunk = api.mtmd_input_chunks_get(chunks->list, i);
        hs_chunk        out;
        out.audio     = api.mtmd_input_chunk_get_type(chunk) == MTMD_INPUT_CHUNK_TYPE_AUDIO;
        out.image     = api.mtmd_input_chunk_get_type(chunk) == MTMD_INPUT_CHUNK_TYPE_IMAGE;
        out.tokens    = (int32_t) api.mtmd_input_chunk_get_n_tokens(chunk);
        out.positions = (int32_t) api.mtmd_input_chunk_get_n_pos(chunk);
        return out;
    });
}

int hs_encode(hs_model * m, const hs_chunks * chunks, size_t i, hs_encode_result * out, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        const hs::Api & api   = m->lib->api;
        const auto *    chunk = api.mtmd_input_chunks_get(chunks->list, i);
        m->encoded_tokens     = 0;
        m->lib->log.clear_error();
        m->hook->begin_encode();
        const int32_t bad = api.mtmd_encode_chunk(m->mtmd, chunk);
        m->hook->end_encode(bad, out);
        // A stopped encode reports success and leaves old values behind, so the
        // byte decides, not the returned value.
        if (m->flag.seen()) {
            return HS_CANCELLED;
        }
        if (bad != 0) {
            return hs::fail(error, why(m, "the encoder failed"));
        }
        m->encoded_tokens = (int32_t) api.mtmd_input_chunk_get_n_tokens(chunk);
        return HS_OK;
    });
}

int hs_embedding(hs_model * m, float * out, size_t n, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        const size_t have = (size_t) m->encoded_tokens * (size_t) m->lib->api.llama_model_n_embd_inp(m->text);
        if (have == 0 || n != have) {
            return hs::fail(error, "there is no embedding of that size");
        }
        std::memcpy(out, m->lib->api.mtmd_get_output_embd(m->mtmd), n * sizeof(float));
        return HS_OK;
    });
}

int hs_leftovers(hs_model * m, const hs_chunks * chunks, size_t i, float * out, size_t n, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        const hs::Api & api = m->lib->api;
        const size_t    have = api.mtmd_input_chunk_get_n_tokens(api.mtmd_input_chunks_get(chunks->list, i)) *
                            (size_t) api.llama_model_n_embd_inp(m->text);
        const float * left = api.mtmd_get_output_embd(m->mtmd);
        if (left == nullptr || n != have) {
            return hs::fail(error, "there are no leftovers of that size");
        }
        std::memcpy(out, left, n * sizeof(float));
        return HS_OK;
    });
}

int hs_embed(hs_model * m, const hs_chunks * chunks, size_t i, int32_t seq, bool logits, int32_t * position,
             hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        const hs::Api & api   = m->lib->api;
        const auto *    chunk = api.mtmd_input_chunks_get(chunks->list, i);
        llama_pos       after = *position;
        m->lib->log.clear_error();
        int32_t returned;
        if (api.mtmd_input_chunk_get_type(chunk) == MTMD_INPUT_CHUNK_TYPE_TEXT) {
            returned = api.mtmd_helper_eval_chunk_single(m->mtmd, m->context, chunk, *position, seq,
                                                         m->params.batch, logits, &after);
        } else {
            if (m->encoded_tokens != (int32_t) api.mtmd_input_chunk_get_n_tokens(chunk)) {
                return hs::fail(error, "the chunk was not encoded");
            }
            returned = api.mtmd_helper_decode_image_chunk(m->mtmd, m->context, chunk,
                                                          api.mtmd_get_output_embd(m->mtmd), *position, seq,
                                                          m->params.batch, &after, nullptr, nullptr);
        }
        const int status = decode_status(m, returned, "decoding the prompt", error);
        if (status == HS_OK) {
            *position = after;
        }
        return status;
    });
}

int hs_eval_all(hs_model * m, const hs_chunks * chunks, int32_t seq, int32_t * position, hs_encode_result * out,
                hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        llama_pos after = *position;
        m->lib->log.clear_error();
        m->hook->begin_encode();
        const int32_t returned = m->lib->api.mtmd_helper_eval_chunks(m->mtmd, m->context, chunks->list, *position,
                                                                     seq, m->params.batch, true, &after);
        m->hook->end_encode(returned, out);
        const int status = decode_status(m, returned, "encoding and decoding the piece", error);
        if (status == HS_OK) {
            *position = after;
        }
        return status;
    });
}

int hs_decode(hs_model * m, const hs_token * tokens, size_t n, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        if (n == 0 || n > (size_t) m->params.batch) {
            return hs::fail(error, "a batch of " + std::to_string(n) + " tokens");
        }
        llama_batch & b = m->batch;
        b.n_tokens      = (int32_t) n;
        for (size_t i = 0; i < n; i++) {
            b.token[i]     = tokens[i].token;
            b.pos[i]       = tokens[i].position;
            b.n_seq_id[i]  = 1;
            b.seq_id[i][0] = tokens[i].seq;
            b.logits[i]    = tokens[i].logits ? 1 : 0;
        }
        m->lib->log.clear_error();
        return decode_status(m, m->lib->api.llama_decode(m->context, b), "decoding a token", error);
    });
}

int hs_sample(hs_model * m, int32_t i, int32_t * token, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        *token = m->lib->api.llama_sampler_sample(m->sampler, m->context, i);
        return HS_OK;
    });
}
