// Captures the logs of ggml, llama.cpp and libmtmd.
#pragma once

#include <ggml.h>

#include <array>
#include <cstdint>
#include <mutex>
#include <string>

namespace hs {

// LogSink puts whole lines with their level on stderr, where the parent process
// keeps a bounded tail, and remembers the last error for the sentence that a
// failed call gives.
class LogSink {
  public:
    void set_level(int level);

    // What a failing native call has said since clear_error, newest last,
    // at most a few lines; "" when it said nothing.
    void        clear_error();
    std::string error();

    static void callback(ggml_log_level level, const char * text, void * user);

  private:
    void add(ggml_log_level level, const char * text);
    void finish_line();

    std::mutex     mutex;
    int            min_level = GGML_LOG_LEVEL_WARN;
    ggml_log_level line_level = GGML_LOG_LEVEL_INFO;
    std::string    line;
    std::string    errors;
};

}  // namespace hs
