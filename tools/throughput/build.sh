#!/usr/bin/env bash
# Builds llama.cpp's own llama-mtmd-cli and llama-server from the source that the pinned package brings,
# for the CPU of this machine: what "make bench-throughput" compares with. Takes minutes, once.
set -euo pipefail
cd "$(dirname "$0")/../.."
place=native/build/throughput
[ -x $place/bin/llama-server ] && exit 0
bundle=native/node_modules/node-llama-cpp/llama/gitRelease.bundle
rm -rf $place
git clone -q $bundle $place/source
cmake -S $place/source -B $place/build -DCMAKE_BUILD_TYPE=Release -DGGML_NATIVE=ON -DLLAMA_CURL=OFF -DLLAMA_OPENSSL=OFF \
    -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_EXAMPLES=OFF -DBUILD_SHARED_LIBS=OFF -DLLAMA_BUILD_UI=OFF >$place/cmake.log
cmake --build $place/build --target llama-mtmd-cli llama-server -j "$(nproc)" >>$place/cmake.log
mkdir -p $place/bin
cp $place/build/bin/llama-mtmd-cli $place/build/bin/llama-server $place/bin/
