// Compares structs that are passed by value with the headers the bridge was
// compiled against.
#pragma once

#include <string>

#include "symbols.hpp"

namespace hs {

// check_layout is "" when every struct fits, else what does not. A caller compiled
// for another layout would corrupt its own stack, so this runs before first use.
std::string check_layout(const Api & api);

}  // namespace hs
