#include "replay.h"

// The hook itself, as it is: what is tested here is the code that runs in the engine.
#include "../../clock.cpp"
#include "../../hook.cpp"

// Answers of Go are not replayed.
int haltscribeGoEval(uintptr_t, int) {
    return 1;
}

static const char * no_description(const ggml_tensor *) {
    return "";
}

void replay_run(int mode, int64_t budget, const uint8_t * plan, size_t planned, const replay_node * nodes, size_t n,
                int64_t set_at, uint8_t * marks, replay_outcome * out) {
    std::vector<ggml_tensor> tensors(n), sources(n);
    for (size_t i = 0; i < n; i++) {
        tensors[i].op     = nodes[i].product != 0 ? GGML_OP_MUL_MAT : GGML_OP_ADD;
        tensors[i].flags  = nodes[i].flags;
        tensors[i].src[0] = &sources[i];
        std::copy_n(nodes[i].shape, 4, tensors[i].ne);
        sources[i].ne[0] = nodes[i].shared;
    }
    uint8_t        byte = set_at < 0;
    hs::CancelFlag flag;
    flag.begin(&byte);
    hs::Hook hook(flag, mode, budget, no_description);
    hook.set_plan(std::vector<uint8_t>(plan, plan + planned));
    hook.begin_encode();

    // ggml_backend_sched_compute_splits: nodes up to and including the first one that is
    // wanted are computed together; a refusal after them ends the split, and only it.
    for (size_t begin = 0, end; begin < n; begin = end) {
        for (end = begin; end < n && nodes[end].split == nodes[begin].split; end++) {
        }
        for (size_t j = begin; j < end;) {
            const size_t from = j;
            bool         want = false;
            while (j < end && !want) {
                want = hs::Hook::on_eval(&tensors[j], true, &hook);
                marks[j] |= REPLAY_ASKED | (want ? REPLAY_WANTED : 0);
                j++;
            }
            for (size_t i = from; i < j; i++) {
                marks[i] |= REPLAY_COMPUTED;
                if (set_at == (int64_t) i) {
                    hs_flag_store(&byte, 1);
                }
            }
            if (want) {
                marks[j - 1] |= REPLAY_CHECKED;
                if (!hs::Hook::on_eval(&tensors[j - 1], false, &hook)) {
                    break;
                }
            }
        }
    }
    hs_encode_result r = {};
    hook.end_encode(0, &r);
    *out = {r.calls, r.checks, r.stopped, r.stop_node};
}
