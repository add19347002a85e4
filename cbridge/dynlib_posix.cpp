//go:build !windows

#include <dlfcn.h>

#include "dynlib.hpp"

namespace hs {

void * dynlib_open(const std::string & path, std::string & why) {
    // RTLD_NOW: a library that lacks something it needs is refused here and not
    // in the middle of a transcription.
    void * handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        const char * reason = dlerror();
        why = reason != nullptr ? reason : "the loader gave no reason";
    }
    return handle;
}

void * dynlib_symbol(void * handle, const char * name) {
    return dlsym(handle, name);
}

}  // namespace hs
