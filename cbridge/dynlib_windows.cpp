#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <psapi.h>

#include "dynlib.hpp"

namespace hs {

static std::wstring wide(const std::string & s) {
    int n = MultiByteToWideChar(CP_UTF8, 0, s.data(), (int) s.size(), nullptr, 0);
    std::wstring w((size_t) n, L'\0');
    MultiByteToWideChar(CP_UTF8, 0, s.data(), (int) s.size(), &w[0], n);
    return w;
}

void * dynlib_open(const std::string & path, std::string & why) {
    // Only the library's own folder and the system's: never the working directory.
    HMODULE handle = LoadLibraryExW(wide(path).c_str(), nullptr,
                                    LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_SYSTEM32);
    if (handle == nullptr) {
        why = "LoadLibraryEx failed with error " + std::to_string(GetLastError());
    }
    return (void *) handle;
}

void * dynlib_symbol(void * handle, const char * name) {
    if (FARPROC f = GetProcAddress((HMODULE) handle, name)) {
        return (void *) f;
    }
    // GetProcAddress does not look into what the DLL links to, as dlsym does.
    HMODULE modules[512];
    DWORD   bytes = 0;
    if (!EnumProcessModules(GetCurrentProcess(), modules, sizeof(modules), &bytes)) {
        return nullptr;
    }
    for (DWORD i = 0; i < bytes / sizeof(HMODULE) && i < 512; i++) {
        if (FARPROC f = GetProcAddress(modules[i], name)) {
            return (void *) f;
        }
    }
    return nullptr;
}

}  // namespace hs
