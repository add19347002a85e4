#include "hook.hpp"

#include <algorithm>
#include <cstdio>

namespace hs {

// Multiply-adds of a matrix product: one for each element of the result and of
// the shared dimension. Other operations count nothing, as in the published rule.
static int64_t multiply_adds(const ggml_tensor * t) {
    if (t->op != GGML_OP_MUL_MAT || t->src[0] == nullptr) {
        return 0;
    }
    return t->ne[0] * t->ne[1] * t->ne[2] * t->ne[3] * t->src[0]->ne[0];
}

static uint8_t kind(const ggml_tensor * t) {
    switch (t->op) {
        case GGML_OP_MUL_MAT:
            return HS_NODE_PRODUCT;
        case GGML_OP_NONE:
        case GGML_OP_RESHAPE:
        case GGML_OP_VIEW:
        case GGML_OP_PERMUTE:
        case GGML_OP_TRANSPOSE:
            return HS_NODE_VIEW;
        default:
            return HS_NODE_OTHER;
    }
}

void Hook::begin_encode() {
    node.store(0, std::memory_order_relaxed);
    work             = 0;
    bounded          = false;
    result           = {};
    result.stop_node = -1;
    begin_ns         = hs_now_ns();
    checked_ns       = begin_ns;
}

void Hook::end_encode(int32_t returned, hs_encode_result * out) {
    const int64_t now = hs_now_ns();
    if (!result.stopped) {
        note_gap(now, nullptr);
    }
    result.nodes       = node.load(std::memory_order_relaxed);
    result.returned    = returned;
    result.returned_ns = now;
    result.elapsed_ns  = now - begin_ns;
    if (out != nullptr) {
        *out = result;
    }
}

bool Hook::on_eval(ggml_tensor * t, bool ask, void * user) {
    Hook * hook = static_cast<Hook *>(user);
    hook->result.calls++;
    return ask ? hook->ask(t) : hook->check(t);
}

bool Hook::ask(const ggml_tensor * t) {
    const int32_t i = node.load(std::memory_order_relaxed);
    node.store(i + 1, std::memory_order_relaxed);
    work += multiply_adds(t);
    if ((size_t) i < max_nodes) {
        kinds[(size_t) i] = kind(t);
    }
    if ((size_t) i < recorded.size()) {
        record(t, recorded[(size_t) i]);
    }
    if (mode == HS_HOOK_GO) {
        return haltscribeGoEval(go_handle, 1) != 0;
    }
    const bool spent = t->op == GGML_OP_MUL_MAT && work >= budget;
    // A step of speech synthesis first chooses codes, whose indices feed get_rows:
    // broken off among these, a later split would read rows that don't exist. The
    // first stretch of work is well past them.
    if (mode == HS_HOOK_SPEECH && !bounded) {
        return spent;
    }
    // Nothing of the range has run yet: if the byte is set, the shortest range
    // that can be asked for is this one node.
    if (flag.seen()) {
        return true;
    }
    switch (mode) {
        case HS_HOOK_BUDGET:
        case HS_HOOK_SPEECH:
            return spent;
        case HS_HOOK_PLANNED:
            return (size_t) i >= plan.size() || plan[(size_t) i] != 0;
        default:
            return true;
    }
}

bool Hook::check(const ggml_tensor * t) {
    result.checks++;
    const int64_t now = hs_now_ns();
    const size_t  i   = (size_t) node.load(std::memory_order_relaxed) - 1;
    if (i < max_nodes) {
        times[i] = now - checked_ns;
    }
    note_gap(now, t);
    work    = 0;
    bounded = true;
    const bool go_on = mode == HS_HOOK_GO ? haltscribeGoEval(go_handle, 0) != 0 : !flag.seen();
    if (go_on) {
        return true;
    }
    // Breaking off ends one split of the graph only; the later ones come here
    // again, and the first stop is the one to report.
    if (!result.stopped) {
        result.stopped   = true;
        result.stop_node = node.load(std::memory_order_relaxed) - 1;
        std::snprintf(result.stop_op, sizeof(result.stop_op), "%s", op_desc(t));
        std::snprintf(result.stop_name, sizeof(result.stop_name), "%s", t->name);
    }
    return false;
}

void Hook::record(const ggml_tensor * t, hs_node & out) const {
    std::snprintf(out.op, sizeof(out.op), "%s", op_desc(t));
    std::snprintf(out.name, sizeof(out.name), "%s", t->name);
    std::copy_n(t->ne, 4, out.shape);
    out.shared = t->src[0] != nullptr ? t->src[0]->ne[0] : 0;
    out.flags  = t->flags;
}

size_t Hook::node_times(int64_t * ns, uint8_t * node_kinds, size_t n) const {
    const size_t nodes = (size_t) result.nodes;
    if (result.stopped || result.checks != result.nodes || nodes > max_nodes || nodes > n) {
        return 0;
    }
    std::copy_n(times.begin(), nodes, ns);
    std::copy_n(kinds.begin(), nodes, node_kinds);
    return nodes;
}

void Hook::note_gap(int64_t now, const ggml_tensor * t) {
    const int64_t gap = now - checked_ns;
    checked_ns        = now;
    if (gap <= result.longest_gap_ns) {
        return;
    }
    result.longest_gap_ns   = gap;
    result.longest_gap_node = node.load(std::memory_order_relaxed) - 1;
    std::snprintf(result.longest_gap_op, sizeof(result.longest_gap_op), "%s", t != nullptr ? op_desc(t) : "");
}

}  // namespace hs
