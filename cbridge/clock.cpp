// Monotonic time, and the cancel byte.

#include "bridge.h"

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <time.h>
#endif

int64_t hs_now_ns(void) {
#if defined(_WIN32)
    LARGE_INTEGER count, frequency;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    const int64_t s = count.QuadPart / frequency.QuadPart;
    const int64_t r = count.QuadPart % frequency.QuadPart;
    return s * 1000000000LL + r * 1000000000LL / frequency.QuadPart;
#else
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t) t.tv_sec * 1000000000LL + (int64_t) t.tv_nsec;
#endif
}

void hs_flag_store(uint8_t * flag, uint8_t value) {
    __atomic_store_n(flag, value, __ATOMIC_RELAXED);
}

uint8_t hs_flag_load(const uint8_t * flag) {
    return __atomic_load_n(flag, __ATOMIC_RELAXED);
}
