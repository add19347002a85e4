// check DIR SUFFIX [FUNCTION…]: loads DIR's libmtmd by its path, and prints as JSON the versions, the
// back ends with their devices, and which of the functions named are missing.
//
// Everything is looked up through libmtmd's handle, which also searches the libraries it was linked to:
// so no caller needs to know that libllama is called libllama.vulkan.v0.4.0.so here.
#include "ggml-backend.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void * library;

static void * need(const char * name) {
    void * f = dlsym(library, name);
    if (!f) {
        fprintf(stderr, "%s is missing\n", name);
        exit(1);
    }
    return f;
}

static void silent(enum ggml_log_level level, const char * text, void * data) {
    (void) level; (void) text; (void) data;
}

// GET(f) declares a local pointer f to the library's function of that name and type.
#define GET(f) __typeof__(&f) f##_p = (__typeof__(&f)) need(#f)

int main(int argc, char ** argv) {
    if (argc < 3) {
        fprintf(stderr, "use: check DIR SUFFIX [FUNCTION...]\n");
        return 2;
    }
    char path[4096];
    snprintf(path, sizeof path, "%s/libmtmd%s", argv[1], argv[2]);
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }

    const char * (*llama_version)(void) = (const char * (*)(void)) need("llama_version");
    GET(ggml_version);
    GET(ggml_commit);
    printf("{\"llama\": \"%s\", \"ggml\": \"%s\", \"ggmlCommit\": \"%s\", \"missing\": [", llama_version(), ggml_version_p(), ggml_commit_p());
    const char * comma = "";
    for (int i = 3; i < argc; i++) {
        if (!dlsym(library, argv[i])) {
            printf("%s\"%s\"", comma, argv[i]);
            comma = ", ";
        }
    }
    printf("], \"backends\": [");
    fflush(stdout);
    if (strncmp(llama_version(), "0.9.", 4) == 0) { // the fake: nothing of it may be called
        printf("]}\n");
        return 0;
    }

    GET(ggml_log_set);
    GET(ggml_backend_load_all_from_path);
    GET(ggml_backend_reg_count);
    GET(ggml_backend_reg_get);
    GET(ggml_backend_reg_name);
    GET(ggml_backend_reg_dev_count);
    ggml_log_set_p(silent, NULL);
    ggml_backend_load_all_from_path_p(argv[1]);
    for (size_t i = 0; i < ggml_backend_reg_count_p(); i++) {
        ggml_backend_reg_t reg = ggml_backend_reg_get_p(i);
        printf("%s{\"name\": \"%s\", \"devices\": %zu}", i ? ", " : "", ggml_backend_reg_name_p(reg), ggml_backend_reg_dev_count_p(reg));
    }
    printf("]}\n");
    return 0;
}
