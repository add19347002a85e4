#!/usr/bin/env bash
# Compiles the C++ side of cbridge without a warning: as Linux does, as macOS does (clang with libc++,
# which also notices an include that libstdc++ brings along by chance), and as Windows does (mingw).
set -euo pipefail
cd "$(dirname "$0")/../cbridge"

flags=(-std=c++17 -Wall -Wextra -Werror -isystem ../native/lib/include)

check() { # check OTHER-SYSTEM COMPILER…: every file but those for OTHER-SYSTEM
    local other=$1
    shift
    for file in *.cpp; do
        [[ $file == *_"$other".cpp ]] || "$@" "${flags[@]}" "$file"
    done
}

if [ "$(uname -s)" = Darwin ]; then
    check windows c++ -fsyntax-only
else
    check windows g++ -O2 -c -o /dev/null & # with -O2, as some warnings come from the optimizer
    check windows clang++ -stdlib=libc++ -fsyntax-only &
    check posix x86_64-w64-mingw32-g++-posix -fsyntax-only &
    result=0
    for job in $(jobs -p); do wait "$job" || result=1; done
    exit $result
fi
