// The C face of the bridge: the only way from Go to llama.cpp and libmtmd.
//
// Rules that hold for every function here:
//   - No C++ exception leaves it; what was thrown becomes an hs_error.
//   - Sizes are in elements unless a name says bytes; times are nanoseconds of
//     hs_now_ns; strings are UTF-8.
//   - A function that returns a status returns HS_OK or fills `error`.
//   - An hs_model and what was made from it belong to one thread at a time.
//     The exceptions are named: hs_model_progress and the hs_flag_* functions.
#ifndef HALTSCRIBE_BRIDGE_H
#define HALTSCRIBE_BRIDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum hs_status {
    HS_OK        = 0,
    HS_FAILED    = 1,  // hs_error has the sentence
    HS_CANCELLED = 2,  // the cancel byte was seen
    HS_FULL      = 3,  // no room in the context's memory for the tokens
};

typedef struct hs_error {
    char message[2048];
} hs_error;

// ---- clock and cancel byte ---------------------------------------------------

// A monotonic clock that all processes of this machine share.
int64_t hs_now_ns(void);

// The cancel byte: one relaxed atomic store, one relaxed atomic load. Nothing is
// published through it, so no stronger order is needed.
void    hs_flag_store(uint8_t * flag, uint8_t value);
uint8_t hs_flag_load(const uint8_t * flag);

// ---- library -------------------------------------------------------------------

typedef struct hs_library hs_library;

enum hs_symbol_class {
    HS_REQUIRED = 0,  // without it the library is refused
    HS_CHUNK    = 1,  // without it the app falls back to mtmd_helper_eval_chunks
    HS_OPTIONAL = 2,
};

// hs_library_open loads libmtmd from an absolute path, and with it what it links
// to from the same folder. A library is never unloaded: GPU drivers do not
// survive it. Returns NULL and fills error when the loader refuses.
hs_library * hs_library_open(const char * mtmd_path, hs_error * error);

// The names that the library does not export, by class; NULL past the end.
const char * hs_library_missing(const hs_library * lib, int symbol_class, size_t i);

// What the library says of itself; "" where it has no such function.
const char * hs_library_version(const hs_library * lib);
const char * hs_library_ggml_version(const hs_library * lib);
const char * hs_library_commit(const hs_library * lib);

// hs_library_check_layout compares the structs that are passed by value with the
// headers the bridge was compiled against. It must pass before anything is used.
int hs_library_check_layout(const hs_library * lib, hs_error * error);

// hs_library_start captures the logs, loads the back ends found in `folder`, and
// starts llama.cpp. Lines of at least `log_level` (ggml's levels) go to stderr.
int hs_library_start(hs_library * lib, const char * folder, int log_level, hs_error * error);

typedef struct hs_device {
    char    name[64];          // "CPU", "Vulkan0", "MTL0", …
    char    description[256];  // the hardware's name
    char    backend[64];       // "CPU", "Vulkan", "MTL", …
    int     type;              // enum ggml_backend_dev_type
    int64_t memory_free;       // bytes; 0 where the back end does not tell
    int64_t memory_total;
} hs_device;

size_t hs_library_device_count(const hs_library * lib);
int    hs_library_device(const hs_library * lib, size_t i, hs_device * out, hs_error * error);

// ---- model -----------------------------------------------------------------------

typedef struct hs_model hs_model;

enum hs_hook_mode {
    HS_HOOK_OFF        = 0,
    HS_HOOK_EVERY_NODE = 1,
    HS_HOOK_BUDGET     = 2,
    HS_HOOK_PLANNED    = 3,
    HS_HOOK_GO         = 4,  // every node, answered by haltscribeGoEval: for the comparison
    HS_HOOK_SPEECH     = 5,  // as budget, for the steps of mtmd_gen_audio_process: a set byte
                             // is not looked at before a step's first check
};

typedef struct hs_model_params {
    const char *    text_path;
    const char *    projector_path;
    int32_t         device;      // index for hs_library_device; -1: CPU only
    int32_t         threads;
    int32_t         context;     // tokens for each sequence
    int32_t         batch;       // most tokens of one llama_decode
    int32_t         sequences;   // at most; fewer where cache_limit says so
    int64_t         cache_limit; // bytes that the context's memory may take; 0: no limit
    int32_t         hook_mode;   // enum hs_hook_mode
    int64_t         budget;      // multiply-adds between two checks (budget)
    const uint8_t * cancel;      // read while loading

    // Load a projector only, beside the text model of another hs_model, which
    // must be freed later than this one. NULL: load both.
    struct hs_model * share_text;

    // Take a projector without an audio encoder too, if it has one for images: for
    // measuring.
    bool images;
} hs_model_params;

// hs_model_new only remembers the parameters, so that hs_model_progress can be
// asked from another thread while hs_model_load runs.
hs_model * hs_model_new(hs_library * lib, const hs_model_params * params, hs_error * error);

// hs_model_load loads text model, projector and contexts. HS_CANCELLED when the
// cancel byte was seen; the model must then be freed.
int   hs_model_load(hs_model * model, hs_error * error);
float hs_model_progress(const hs_model * model);  // of the load, 0 to 1; any thread

// hs_model_free frees in the order sampler, context, mtmd, model.
void hs_model_free(hs_model * model);

int32_t hs_model_sample_rate(const hs_model * model);  // Hz; -1: no audio encoder
int32_t hs_model_embedding_size(const hs_model * model);
int32_t hs_model_sequences(const hs_model * model);  // that the context has memory for
bool    hs_model_takes_images(const hs_model * model);

// hs_model_make_room makes the context anew where it has memory for fewer than
// `sequences` of them; all that it remembers is lost then. Where cache_limit or the
// device's memory do not allow so many, it has fewer, and that is no error.
int hs_model_make_room(hs_model * model, int32_t sequences, hs_error * error);

// hs_model_begin makes `flag` the byte of the job that begins and forgets what
// was latched for the last one. The byte must stay mapped until the next begin.
void hs_model_begin(hs_model * model, const uint8_t * flag);

// hs_model_stopped reads the byte. Once it was seen set, it stays so until the
// next hs_model_begin, whatever the byte says later.
bool hs_model_stopped(hs_model * model);

// hs_model_set_plan says node by node whether `planned` checks after it. Nodes
// past the end of the plan are all checked. Between encodes only.
int hs_model_set_plan(hs_model * model, const uint8_t * checks, size_t n, hs_error * error);

// What the planning of checks wants to know of a node.
enum hs_node_kind {
    HS_NODE_OTHER   = 0,
    HS_NODE_PRODUCT = 1,  // a MUL_MAT
    HS_NODE_VIEW    = 2,  // nothing is computed: RESHAPE, VIEW, PERMUTE, TRANSPOSE, NONE
};

// What the last encode measured, if it was whole and every node was checked: each
// node's time in ns, the synchronisation after it included, and its kind. Returns
// the number of nodes; 0: nothing was measured, or n is too small (8192 is always
// enough).
size_t hs_model_node_times(const hs_model * model, int64_t * ns, uint8_t * kinds, size_t n);

// A node of an encoder's graph, as the eval callback was asked about it.
typedef struct hs_node {
    char    op[32];
    char    name[64];
    int64_t shape[4];  // innermost dimension first
    int64_t shared;    // innermost dimension of the first source: what a matrix product sums over
    int32_t flags;     // enum ggml_tensor_flag
} hs_node;

// hs_model_record turns on or off that encodes record their nodes, for whoever wants
// to see a graph. Between encodes only.
int hs_model_record(hs_model * model, bool on, hs_error * error);

// hs_model_node_info gives node i of the last encode that was recorded; false past its end.
bool hs_model_node_info(const hs_model * model, size_t i, hs_node * out);

// The number of graph nodes that the running encode has come to; any thread.
int32_t hs_model_node(const hs_model * model);

// hs_model_set_hook changes the hook mode between two encodes. From and to `off` is
// refused: the callback is fixed when the projector is loaded.
int hs_model_set_hook(hs_model * model, int hook_mode, int64_t budget, hs_error * error);

// What the last llama_decode returned: 2 when the abort callback ended it.
int32_t hs_model_last_decode(const hs_model * model);

// Calls of llama's abort callback since hs_model_begin.
int64_t hs_model_abort_calls(const hs_model * model);

// ---- prompt and chunks -------------------------------------------------------------

typedef struct hs_chunks hs_chunks;

typedef struct hs_prompt_part {
    const char * text;    // NULL: here come the samples, or the image
    size_t       length;  // bytes
    bool         special; // whether "<|im_end|>" and the like are control tokens in it
} hs_prompt_part;

// hs_tokenize makes chunks of a prompt and mono float samples at the model's rate.
// This computes the mel spectrogram. Fewer than two samples are refused: libmtmd
// ends the process on them.
hs_chunks * hs_tokenize(hs_model * model, const hs_prompt_part * parts, size_t n_parts,
                        const float * samples, size_t n_samples, hs_error * error);

// hs_tokenize_image makes chunks of a prompt and an image of width x height pixels,
// three bytes each: red, green, blue.
hs_chunks * hs_tokenize_image(hs_model * model, const hs_prompt_part * parts, size_t n_parts,
                              const uint8_t * rgb, uint32_t width, uint32_t height, hs_error * error);

void   hs_chunks_free(hs_chunks * chunks);
size_t hs_chunks_count(const hs_chunks * chunks);

typedef struct hs_chunk {
    bool    audio;
    bool    image;
    int32_t tokens;
    int32_t positions;
} hs_chunk;

hs_chunk hs_chunks_get(const hs_chunks * chunks, size_t i);

// ---- encode, decode -------------------------------------------------------------------

typedef struct hs_encode_result {
    int64_t returned_ns;       // when the native call returned
    int64_t elapsed_ns;
    int32_t returned;          // by the native call: 0 is success, also when stopped
    int64_t calls;             // of the eval callback
    int64_t checks;            // of those, after a computed range
    int32_t nodes;             // asked about
    int64_t longest_gap_ns;    // between two checks, the encode's begin and end included
    char    longest_gap_op[32];
    int32_t longest_gap_node;
    bool    stopped;           // the callback broke the encode off
    int32_t stop_node;         // index of the node after which it did; -1: none
    char    stop_op[32];
    char    stop_name[64];
} hs_encode_result;

// hs_encode runs the encoder on audio or image chunk i. The embedding stays inside until
// hs_embed. HS_CANCELLED when the byte was seen before, during or right after.
int hs_encode(hs_model * model, const hs_chunks * chunks, size_t i,
              hs_encode_result * out, hs_error * error);

// hs_embedding copies the last encode's output: tokens x hs_model_embedding_size floats.
int hs_embedding(hs_model * model, float * out, size_t n, hs_error * error);

// hs_leftovers copies whatever the last encode left for chunk i, also one that was
// stopped: for showing that it must not be used.
int hs_leftovers(hs_model * model, const hs_chunks * chunks, size_t i, float * out, size_t n, hs_error * error);

// hs_embed decodes chunk i (text tokens, or the embedding of the last hs_encode)
// into sequence seq at *position, and moves *position on. logits: whether the
// chunk's last token is to be sampled from.
int hs_embed(hs_model * model, const hs_chunks * chunks, size_t i, int32_t seq,
             bool logits, int32_t * position, hs_error * error);

// hs_eval_all is the way without chunk-level functions: mtmd_helper_eval_chunks
// encodes and decodes everything in one call.
int hs_eval_all(hs_model * model, const hs_chunks * chunks, int32_t seq, int32_t * position,
                hs_encode_result * out, hs_error * error);

typedef struct hs_token {
    int32_t token;
    int32_t position;
    int32_t seq;
    bool    logits;
} hs_token;

// hs_decode runs one llama_decode for tokens of any sequences.
int hs_decode(hs_model * model, const hs_token * tokens, size_t n, hs_error * error);

// hs_sample takes the most likely token after the i-th token of the last decode
// that asked for logits (-1: the last one).
int hs_sample(hs_model * model, int32_t i, int32_t * token, hs_error * error);

bool hs_token_is_end(const hs_model * model, int32_t token);

// hs_token_text writes the bytes of a token, at most n; returns their number, or
// the negated number needed. They need not be whole UTF-8 characters.
int32_t hs_token_text(const hs_model * model, int32_t token, char * out, int32_t n);

// hs_sequence_clear forgets what sequence seq has in the context's memory.
void hs_sequence_clear(hs_model * model, int32_t seq);

// hs_sequence_keep forgets what sequence seq has from position n on. False where its
// first n positions are not all there then, or that can't be told: then it has nothing.
bool hs_sequence_keep(hs_model * model, int32_t seq, int32_t n);

// ---- writing models for measuring ------------------------------------------------------

typedef struct hs_gguf hs_gguf;

// hs_gguf_new begins a GGUF file, which libggml's own functions write. NULL where
// the library lacks them.
hs_gguf * hs_gguf_new(hs_library * lib, hs_error * error);
void      hs_gguf_free(hs_gguf * g);

int hs_gguf_set_string(hs_gguf * g, const char * key, const char * value, hs_error * error);
int hs_gguf_set_bool(hs_gguf * g, const char * key, bool value, hs_error * error);
int hs_gguf_set_u32(hs_gguf * g, const char * key, uint32_t value, hs_error * error);
int hs_gguf_set_f32(hs_gguf * g, const char * key, float value, hs_error * error);
int hs_gguf_set_f32s(hs_gguf * g, const char * key, const float * values, size_t n, hs_error * error);
int hs_gguf_set_i32s(hs_gguf * g, const char * key, const int32_t * values, size_t n, hs_error * error);

// The strings lie one after the other, each ended by a zero byte.
int hs_gguf_set_strings(hs_gguf * g, const char * key, const char * values, size_t n, hs_error * error);

enum hs_tensor_type { HS_F32 = 0, HS_F16 = 1, HS_Q8_0 = 2 };

// hs_gguf_add_random adds a tensor of mean + spread * noise. The same seed gives the
// same numbers on every machine. shape has the innermost dimension first.
int hs_gguf_add_random(hs_gguf * g, const char * name, int type, const int64_t * shape, size_t dims,
                       uint64_t seed, float mean, float spread, hs_error * error);

int hs_gguf_write(hs_gguf * g, const char * path, hs_error * error);

// Implemented in Go (gocallback.go): the eval callback as a binding pays for it that
// answers in its own language. ask: whether to compute up to here; else whether to go on.
int haltscribeGoEval(uintptr_t handle, int ask);

// The handle that haltscribeGoEval gets for this model.
void hs_model_set_go(hs_model * model, uintptr_t handle);

#ifdef __cplusplus
}
#endif
#endif
