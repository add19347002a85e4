// The scheduler's side of the eval callback, played over a recorded graph.
#ifndef HALTSCRIBE_REPLAY_H
#define HALTSCRIBE_REPLAY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct replay_node {
    int32_t product;  // whether it is a MUL_MAT
    int64_t shape[4];
    int64_t shared;
    int32_t flags;
    int32_t split;    // the split it belongs to, counted from 0
} replay_node;

// What became of a node.
enum replay_mark { REPLAY_ASKED = 1, REPLAY_WANTED = 2, REPLAY_COMPUTED = 4, REPLAY_CHECKED = 8 };

typedef struct replay_outcome {
    int64_t calls, checks;
    int32_t stopped, stop_node;
} replay_outcome;

// replay_run computes the graph as ggml's scheduler does. The byte is set while node
// set_at is computed; -1: before the begin; n or more: never.
void replay_run(int mode, int64_t budget, const uint8_t * plan, size_t planned, const replay_node * nodes, size_t n,
                int64_t set_at, uint8_t * marks, replay_outcome * out);

#ifdef __cplusplus
}
#endif
#endif
