#include "library.hpp"

#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "dynlib.hpp"
#include "guard.hpp"
#include "layout.hpp"

hs_library * hs_library_open(const char * mtmd_path, hs_error * error) {
    return hs::guard(error, (hs_library *) nullptr, [&]() -> hs_library * {
        auto        lib = std::make_unique<hs_library>();
        std::string why;
        lib->handle = hs::dynlib_open(mtmd_path, why);
        if (lib->handle == nullptr) {
            hs::say(error, why);
            return nullptr;
        }
        const auto find = [&](int symbol_class, const char * name) {
            void * f = hs::dynlib_symbol(lib->handle, name);
            if (f == nullptr) {
                lib->missing[symbol_class].push_back(name);
            }
            return f;
        };
#define HS_FIND(symbol_class, name) \
    lib->api.name = reinterpret_cast<decltype(lib->api.name)>(find(symbol_class, #name));
#define HS_FIND_REQUIRED(name) HS_FIND(HS_REQUIRED, name)
#define HS_FIND_CHUNK(name) HS_FIND(HS_CHUNK, name)
#define HS_FIND_OPTIONAL(name) HS_FIND(HS_OPTIONAL, name)
        HS_REQUIRED_SYMBOLS(HS_FIND_REQUIRED)
        HS_CHUNK_SYMBOLS(HS_FIND_CHUNK)
        HS_OPTIONAL_SYMBOLS(HS_FIND_OPTIONAL)
        return lib.release();
    });
}

const char * hs_library_missing(const hs_library * lib, int symbol_class, size_t i) {
    const auto & names = lib->missing[symbol_class];
    return i < names.size() ? names[i].c_str() : nullptr;
}

const char * hs_library_version(const hs_library * lib) {
    return lib->api.llama_version != nullptr ? lib->api.llama_version() : "";
}

const char * hs_library_ggml_version(const hs_library * lib) {
    return lib->api.ggml_version != nullptr ? lib->api.ggml_version() : "";
}

const char * hs_library_commit(const hs_library * lib) {
    return lib->api.ggml_commit != nullptr ? lib->api.ggml_commit() : "";
}

int hs_library_check_layout(const hs_library * lib, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        const std::string bad = hs::check_layout(lib->api);
        return bad.empty() ? (int) HS_OK : hs::fail(error, bad);
    });
}

int hs_library_start(hs_library * lib, const char * folder, int log_level, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        if (lib->started) {
            return HS_OK;
        }
        lib->log.set_level(log_level);
        lib->api.ggml_log_set(&hs::LogSink::callback, &lib->log);
        lib->api.llama_log_set(&hs::LogSink::callback, &lib->log);
        lib->api.mtmd_helper_log_set(&hs::LogSink::callback, &lib->log);
        lib->api.ggml_backend_load_all_from_path(folder);
        if (lib->api.ggml_backend_dev_count() == 0) {
            return hs::fail(error, "no back end (libggml-cpu and the like) could be loaded from the folder");
        }
        lib->api.llama_backend_init();
        lib->started = true;
        return HS_OK;
    });
}

size_t hs_library_device_count(const hs_library * lib) {
    return hs::guard(nullptr, (size_t) 0, [&] { return lib->api.ggml_backend_dev_count(); });
}

int hs_library_device(const hs_library * lib, size_t i, hs_device * out, hs_error * error) {
    return hs::guard(error, (int) HS_FAILED, [&]() -> int {
        if (i >= lib->api.ggml_backend_dev_count()) {
            return hs::fail(error, "there is no such device");
        }
        *out                    = {};
        ggml_backend_dev_t dev  = lib->api.ggml_backend_dev_get(i);
        ggml_backend_reg_t reg  = lib->api.ggml_backend_dev_backend_reg(dev);
        size_t             free = 0, total = 0;
        lib->api.ggml_backend_dev_memory(dev, &free, &total);
        std::snprintf(out->name, sizeof(out->name), "%s", lib->api.ggml_backend_dev_name(dev));
        std::snprintf(out->description, sizeof(out->description), "%s", lib->api.ggml_backend_dev_description(dev));
        std::snprintf(out->backend, sizeof(out->backend), "%s", lib->api.ggml_backend_reg_name(reg));
        out->type         = (int) lib->api.ggml_backend_dev_type(dev);
        out->memory_free  = (int64_t) free;
        out->memory_total = (int64_t) total;
        return HS_OK;
    });
}
