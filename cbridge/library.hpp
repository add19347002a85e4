#pragma once

#include <string>
#include <vector>

#include "log.hpp"
#include "symbols.hpp"

struct hs_library {
    void *                   handle = nullptr;
    hs::Api                  api;
    std::vector<std::string> missing[3];  // by hs_symbol_class
    hs::LogSink              log;
    bool                     started = false;
};
