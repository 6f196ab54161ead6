#!/bin/sh
# Measures attention files in the program: sh tests/bench/dump_run.sh [FOLDER]
# Builds Release in build-bench/, makes four files in FOLDER (default build-bench/dumps, 4.6 GB; made once) and opens and browses
# each at 1600 x 1000. Goals: 12 x 12 x 512^2 shows all heads in under 1 s and has frames under 16 ms; one head of 4096^2 pans and
# zooms under 16 ms; memory stays below the file + 150 MiB; 32 x 32 x 1024^2 (4 GB) stays within 1 GiB. CPU time of the drawing
# thread stands beside the wall clock, which a busy machine stretches. Nothing here can fail, and no test depends on it.
set -eu
cd "$(dirname "$0")/../.."
build=${HS_BENCH_BUILD:-build-bench}
folder=${1:-$build/dumps}
cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$build" --target bench_dump_make bench_dump_browse -j 2 >/dev/null
mkdir -p "$folder"
make_once() {
    [ -e "$folder/$1.safetensors" ] && return 0
    name=$1
    shift
    "$build/tests/bench_dump_make" "$folder/part" "$@"
    mv "$folder/part" "$folder/$name.safetensors"
}
make_once 12x12x512 12 12 512 tokens=pieces
make_once 1x1x4096 1 1 4096
make_once 12x12x512-f16 12 12 512 f16 causal
make_once 32x32x1024 32 32 1024 causal kv=8
for file in 12x12x512 12x12x512-f16 1x1x4096 32x32x1024; do
    printf '\n%s\n' "$file"
    "$build/tests/bench_dump_browse" assets "$folder/$file.safetensors" 1600 1000
done
