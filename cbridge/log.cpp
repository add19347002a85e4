#include "log.hpp"

#include <cstdio>

namespace hs {

// A library that logs without end must not eat the memory.
static constexpr size_t max_line   = 4096;
static constexpr size_t max_errors = 1024;

static const char * level_name(ggml_log_level level) {
    switch (level) {
        case GGML_LOG_LEVEL_DEBUG: return "debug";
        case GGML_LOG_LEVEL_WARN:  return "warn";
        case GGML_LOG_LEVEL_ERROR: return "error";
        default:                   return "info";
    }
}

void LogSink::set_level(int level) {
    std::lock_guard<std::mutex> lock(mutex);
    min_level = level;
}

void LogSink::clear_error() {
    std::lock_guard<std::mutex> lock(mutex);
    errors.clear();
}

std::string LogSink::error() {
    std::lock_guard<std::mutex> lock(mutex);
    return errors;
}

void LogSink::callback(ggml_log_level level, const char * text, void * user) {
    // Called from C code of the library, from any of its threads.
    try {
        static_cast<LogSink *>(user)->add(level, text);
    } catch (...) {
        // A log line is not worth the process.
    }
}

void LogSink::add(ggml_log_level level, const char * text) {
    if (text == nullptr) {
        return;
    }
    std::lock_guard<std::mutex> lock(mutex);
    if (level != GGML_LOG_LEVEL_CONT) {
        if (!line.empty()) {
            finish_line();
        }
        line_level = level;
    }
    for (const char * c = text; *c != '\0'; c++) {
        if (*c == '\n') {
            finish_line();
        } else if (line.size() < max_line) {
            line.push_back(*c);
        }
    }
}

void LogSink::finish_line() {
    if (line.empty()) {
        return;
    }
    if (line_level == GGML_LOG_LEVEL_ERROR) {
        if (errors.size() + line.size() > max_errors) {
            errors.clear();
        }
        if (!errors.empty()) {
            errors += "; ";
        }
        errors += line;
    }
    if (line_level >= min_level) {
        std::fprintf(stderr, "[%s] %s\n", level_name(line_level), line.c_str());
    }
    line.clear();
}

}  // namespace hs
