#!/usr/bin/env bash
# Builds llama.cpp's own llama-mtmd-cli and llama-server from the source that the pinned package brings: what
# "make bench-throughput" compares with. They load the package's CPU back ends, so that all programs compute with the
# very same kernels (and those that GCC 12 makes for AMX crash where the tiles are configured). Takes minutes, once.
set -euo pipefail
cd "$(dirname "$0")/../.."
place=native/build/throughput
[ -x $place/bin/llama-server ] && exit 0
bundle=native/node_modules/node-llama-cpp/llama/gitRelease.bundle
rm -rf $place
git clone -q $bundle $place/source
cmake -S $place/source -B $place/build -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON -DGGML_BACKEND_DL=ON -DGGML_CPU=OFF \
    -DCMAKE_BUILD_WITH_INSTALL_RPATH=ON -DCMAKE_INSTALL_RPATH='$ORIGIN' -DLLAMA_CURL=OFF -DLLAMA_OPENSSL=OFF \
    -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_UI=OFF >$place/cmake.log
cmake --build $place/build --target llama-mtmd-cli llama-server -j "$(nproc)" >>$place/cmake.log
mkdir -p $place/bin
cp -P $place/build/bin/*.so* $place/build/bin/llama-mtmd-cli $place/bin/
cp native/lib/linux-x64/libggml-cpu-*.so $place/bin/
cp $place/build/bin/llama-server $place/bin/ # last: it says that all is there
