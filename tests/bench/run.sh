#!/bin/sh
# Measures the engine: sh tests/bench/run.sh [ROUNDS] [n,d_model,h …]
# Builds Release in build-bench/ and prints machine, level, threads and, for each shape, the median with min and max, GFLOP/s
# and the share of the multiply-add peak measured beside it; then softmax alone, the cost of a fresh pass, and the
# same shapes with a busy process on the machine. HS_CPU=sse2|avx2|avx512 caps the level. Run it on a quiet machine:
# nothing here can fail, and no test depends on it.
set -eu
cd "$(dirname "$0")/../.."
build=${HS_BENCH_BUILD:-build-bench}
cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$build" --target bench_engine -j 2 >"$build/bench.log" || { cat "$build/bench.log" >&2; exit 1; }
exec "$build/tests/bench_engine" "$@"
