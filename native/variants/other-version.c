// A library with every public name of the real one and another version, for the test that such a
// library is refused before anything of it is used: any call but these three ends the process.
#include <stdio.h>
#include <stdlib.h>

const char * llama_version(void) { return "0.9.0"; }
const char * ggml_version(void) { return "0.99.0"; }
const char * ggml_commit(void) { return "0000000"; }

static void used(const char * name) {
    fprintf(stderr, "other-version: %s was called, but this library had to be refused first\n", name);
    abort();
}

#define TRAP(name) void name(void); void name(void) { used(#name); }
#include "public-functions.inc" // one TRAP(name) a line, made from the headers by scripts/headers.mjs
