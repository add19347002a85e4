// Keeps C++ exceptions from reaching Go frames, which cannot be unwound.
#pragma once

#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "bridge.h"

namespace hs {

inline void say(hs_error * error, const std::string & text) {
    if (error != nullptr) {
        std::snprintf(error->message, sizeof(error->message), "%s", text.c_str());
    }
}

inline int fail(hs_error * error, const std::string & text) {
    say(error, text);
    return HS_FAILED;
}

// guard runs f and gives its value, or `otherwise` with the exception's message
// in error.
template <class T, class F>
T guard(hs_error * error, T otherwise, F && f) noexcept {
    try {
        return f();
    } catch (const std::bad_alloc &) {
        say(error, "out of memory");
    } catch (const std::exception & e) {
        say(error, e.what());
    } catch (...) {
        say(error, "an unknown C++ exception");
    }
    return otherwise;
}

}  // namespace hs
