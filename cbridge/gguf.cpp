// Writes GGUF files of random weights with libggml's own functions, for measuring
// on a model's shape where its weights can't be had.

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "guard.hpp"
#include "library.hpp"

struct hs_gguf {
    hs_library *                            lib  = nullptr;
    gguf_context *                          file = nullptr;
    ggml_context *                          meta = nullptr;  // the tensors' descriptions
    std::vector<std::unique_ptr<uint8_t[]>> data;
};

namespace {

// More tensors than any of the shapes has.
constexpr size_t max_tensors = 4096;

// splitmix64: a good generator whose every step is one multiplication chain, so
// that half a gigabyte of weights takes seconds.
struct Random {
    uint64_t state;

    uint64_t next() {
        uint64_t z = (state += 0x9E3779B97F4A7C15ull);
        z          = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z          = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return z ^ (z >> 31);
    }

    // The sum of four uniform numbers, near enough to a normal one, of variance 1.
    float noise() {
        const uint64_t z   = next();
        const float    sum = (float) (z & 0xFFFF) + (float) (z >> 16 & 0xFFFF) + (float) (z >> 32 & 0xFFFF) +
                          (float) (z >> 48);
        return (sum / 65536.0f - 2.0f) * 1.7320508f;
    }
};

ggml_type native_type(int type) {
    switch (type) {
        case HS_F16:  return GGML_TYPE_F16;
        case HS_Q8_0: return GGML_TYPE_Q8_0;
        default:      return GGML_TYPE_F32;
    }
}

}  // namespace

hs_gguf * hs_gguf_new(hs_library * lib, hs_error * error) {
    return hs::guard(error, (hs_gguf *) nullptr, [&]() -> hs_gguf * {
        for (const std::string & name : lib->missing[HS_OPTIONAL]) {
            if (name.rfind("gguf_", 0) == 0 || (name.rfind("ggml_", 0) == 0 && name != "ggml_commit" && name != "ggml_version")) {
                hs::say(error, "the library can't write models: it lacks " + name);
                return nullptr;
            }
        }
        auto g  = std::make_unique<hs_gguf>();
        g->lib  = lib;
        g->file = lib->api.gguf_init_empty();
        g->meta = lib->api.ggml_init({max_tensors * lib->api.ggml_tensor_overhead(), nullptr, true});
        if (g->file == nullptr || g->meta == nullptr) {
            hs_gguf_free(g.release());
            hs::say(error, "out of memory");
            return nullptr;
        }
        return g.release();
    });
}

void hs_gguf_free(hs_gguf * g) {
    if (g == nullptr) {
        return;
    }
    hs::guard(nullptr, 0, [&] {
        if (g->file != nullptr) {
            g->lib->api.gguf_free(g->file);
        }
        if (g->meta != nullptr) {
            g->lib->api.ggml_free(g->meta);
        }
        return 0;
    });
    delete g;
}

int hs_gguf_set_string(hs_gguf * g, const char * key, const char * value, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        g->lib->api.gguf_set_val_str(g->file, key, value);
        return HS_OK;
    });
}

int hs_gguf_set_bool(hs_gguf * g, const char * key, bool value, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        g->lib->api.gguf_set_val_bool(g->file, key, value);
        return HS_OK;
    });
}

int hs_gguf_set_u32(hs_gguf * g, const char * key, uint32_t value, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        g->lib->api.gguf_set_val_u32(g->file, key, value);
        return HS_OK;
    });
}

int hs_gguf_set_f32(hs_gguf * g, const char * key, float value, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        g->lib->api.gguf_set_val_f32(g->file, key, value);
        return HS_OK;
    });
}

int hs_gguf_set_f32s(hs_gguf * g, const char * key, const float * values, size_t n, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        g->lib->api.gguf_set_arr_data(g->file, key, GGUF_TYPE_FLOAT32, values, n);
        return HS_OK;
    });
}

int hs_gguf_set_i32s(hs_gguf * g, const char * key, const int32_t * values, size_t n, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        g->lib->api.gguf_set_arr_data(g->file, key, GGUF_TYPE_INT32, values, n);
        return HS_OK;
    });
}

int hs_gguf_set_strings(hs_gguf * g, const char * key, const char * values, size_t n, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        std::vector<const char *> list;
        list.reserve(n);
        for (size_t i = 0; i < n; i++) {
            list.push_back(values);
            values += std::char_traits<char>::length(values) + 1;
        }
        g->lib->api.gguf_set_arr_str(g->file, key, list.data(), n);
        return HS_OK;
    });
}

int hs_gguf_add_random(hs_gguf * g, const char * name, int type, const int64_t * shape, size_t dims, uint64_t seed,
                       float mean, float spread, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        const hs::Api & api = g->lib->api;
        if (g->data.size() == max_tensors || dims < 1 || dims > GGML_MAX_DIMS) {
            return hs::fail(error, std::string("the tensor ") + name + " does not fit");
        }
        const ggml_type t      = native_type(type);
        ggml_tensor *   tensor = api.ggml_new_tensor(g->meta, t, (int) dims, shape);
        api.ggml_set_name(tensor, name);
        g->data.emplace_back(new uint8_t[api.ggml_nbytes(tensor)]);
        tensor->data = g->data.back().get();

        const int64_t      width = shape[0];
        const int64_t      rows  = tensor->ne[1] * tensor->ne[2] * tensor->ne[3];
        const size_t       bytes = api.ggml_row_size(t, width);
        std::vector<float> row((size_t) width);
        Random             random{seed};
        for (int64_t i = 0; i < rows; i++) {
            for (float & v : row) {
                v = mean + spread * random.noise();
            }
            uint8_t * out = g->data.back().get() + (size_t) i * bytes;
            if (t == GGML_TYPE_F16) {
                api.ggml_fp32_to_fp16_row(row.data(), reinterpret_cast<ggml_fp16_t *>(out), width);
            } else if (t == GGML_TYPE_F32) {
                std::copy(row.begin(), row.end(), reinterpret_cast<float *>(out));
            } else {
                api.ggml_quantize_chunk(t, row.data(), out, 0, 1, width, nullptr);
            }
        }
        api.gguf_add_tensor(g->file, tensor);
        return HS_OK;
    });
}

int hs_gguf_write(hs_gguf * g, const char * path, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        g->lib->log.clear_error();
        if (!g->lib->api.gguf_write_to_file(g->file, path, false)) {
            const std::string said = g->lib->log.error();
            return hs::fail(error, said.empty() ? "libggml could not write the file" : said);
        }
        return HS_OK;
    });
}
