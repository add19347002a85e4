// Measures what one core of this machine can do at most: bytes read a second from memory, and multiply-adds of 32-bit
// floats. In processor time, so that other programs and other guests of a virtual machine count little; the best of ten.
//
//   cc -O3 -march=native -ffast-math -o peak tools/throughput/peak/peak.c && ./peak
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

#define SUMS 16 // independent chains, more than a multiply-add takes cycles times how many begin in one
typedef float wide __attribute__((vector_size(64)));

int main(void) {
    const size_t words = (size_t)1 << 27; // 1 GiB: no cache holds it
    uint64_t *memory = malloc(words * sizeof *memory);
    if (!memory) {
        perror("peak");
        return 1;
    }
    memset(memory, 1, words * sizeof *memory);
    double read = 0, ops = 0;
    uint64_t sum = 0;
    wide sums[SUMS] = {0}, x = {0}, y = {0};
    for (int lane = 0; lane < 16; lane++) {
        x[lane] = 0.999f + 1e-6f * lane;
        y[lane] = 1e-3f;
    }
    for (int run = 0; run < 10; run++) {
        double begin = now();
        for (size_t i = 0; i < words; i++) sum += memory[i];
        double rate = words * sizeof *memory / (now() - begin) / 1e9;
        if (rate > read) read = rate;

        const int rounds = 10 * 1000 * 1000;
        begin = now();
        for (int i = 0; i < rounds; i++)
            for (int k = 0; k < SUMS; k++) sums[k] = sums[k] * x + y;
        rate = 2.0 * 16 * SUMS * rounds / (now() - begin) / 1e9;
        if (rate > ops) ops = rate;
    }
    float rest = 0;
    for (int k = 0; k < SUMS; k++) rest += sums[k][0];
    printf("one core: %.1f GB/s read, %.0f billion operations a second (%g)\n", read, ops, rest + (double)(sum & 1));
    free(memory);
    return 0;
}
