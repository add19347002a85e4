// The system's loader of shared libraries, one implementation an OS.
#pragma once

#include <string>

namespace hs {

// dynlib_open loads the library at an absolute path; what it links to is found
// beside it. nullptr and a reason when that fails.
void * dynlib_open(const std::string & path, std::string & why);

// dynlib_symbol finds a function in the library or in what it links to.
void * dynlib_symbol(void * handle, const char * name);

}  // namespace hs
