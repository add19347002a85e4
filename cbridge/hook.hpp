// The cancel hook: the one eval callback of an mtmd context.
#pragma once

#include <ggml-backend.h>

#include <atomic>
#include <cstdint>
#include <vector>

#include "bridge.h"

namespace hs {

// CancelFlag is the engine's view of a job's cancel byte. It latches: a byte that
// returns to 0 does not revive the job.
class CancelFlag {
  public:
    void begin(const uint8_t * byte) {
        flag    = byte;
        latched = false;
    }

    bool seen() {
        if (!latched && flag != nullptr && hs_flag_load(flag) != 0) {
            latched = true;
        }
        return latched;
    }

  private:
    const uint8_t * flag    = nullptr;
    bool            latched = false;
};

// Hook answers ggml's scheduler. Asked about a node (ask = true) it says whether
// the nodes since the last check are to be computed up to here; told that they
// were (ask = false) it reads the byte and breaks off. Nothing on this path
// allocates, locks or leaves C.
class Hook {
  public:
    Hook(CancelFlag & flag, int mode, int64_t budget, decltype(&::ggml_op_desc) op_desc)
        : flag(flag), mode(mode), budget(budget), op_desc(op_desc), times(max_nodes), kinds(max_nodes) {}

    // libmtmd's scheduler is made for graphs of so many nodes at most.
    static constexpr size_t max_nodes = 8192;

    // The callback for mtmd_context_params.cb_eval; NULL for `off`, which is what
    // makes `off` the honest baseline.
    ggml_backend_sched_eval_callback callback() const {
        return mode == HS_HOOK_OFF ? nullptr : &Hook::on_eval;
    }

    void begin_encode();
    void end_encode(int32_t returned, hs_encode_result * out);

    // set_plan says node by node whether to check after it (planned). Nodes past
    // its end, and all nodes without a plan, are checked: an encode without a plan
    // measures the nodes that one can be made from.
    void set_plan(std::vector<uint8_t> checks) { plan = std::move(checks); }

    // node_times gives what the last encode measured: each node's time, with the
    // synchronisation after it, and its kind. 0 when it was not whole, or not every
    // node was checked.
    size_t node_times(int64_t * ns, uint8_t * node_kinds, size_t n) const;

    // set_record turns the recording of nodes on or off. Each encode overwrites what
    // the last one recorded.
    void set_record(bool on) { recorded.resize(on ? max_nodes : 0); }

    // recorded_node gives node i of the last encode; nullptr where none was recorded.
    const hs_node * recorded_node(size_t i) const {
        return i < recorded.size() && i < (size_t) result.nodes ? &recorded[i] : nullptr;
    }

    // set_mode changes the rule between two encodes.
    void set_mode(int new_mode, int64_t new_budget) {
        mode   = new_mode;
        budget = new_budget;
    }

    uintptr_t go_handle = 0;  // for HS_HOOK_GO

    // How many nodes have been asked about in this encode; any thread.
    int32_t progress() const { return node.load(std::memory_order_relaxed); }

    static bool on_eval(ggml_tensor * t, bool ask, void * user);

  private:
    bool ask(const ggml_tensor * t);
    bool check(const ggml_tensor * t);
    void record(const ggml_tensor * t, hs_node & out) const;
    void note_gap(int64_t now, const ggml_tensor * t);

    CancelFlag &               flag;
    int                        mode;
    int64_t                    budget;
    decltype(&::ggml_op_desc)  op_desc;
    std::vector<uint8_t>       plan;
    std::vector<int64_t>       times;     // of the nodes of this encode
    std::vector<uint8_t>       kinds;     // enum hs_node_kind of each
    std::vector<hs_node>       recorded;  // of this encode; empty: not wanted
    std::atomic<int32_t>       node{0};
    bool                       bounded    = false;  // a check came in this step (speech)
    int64_t                    work       = 0;
    int64_t                    begin_ns   = 0;
    int64_t                    checked_ns = 0;
    hs_encode_result           result     = {};
};

}  // namespace hs
