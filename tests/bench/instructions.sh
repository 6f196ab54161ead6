#!/bin/sh
# Counts the instructions of one forward pass with callgrind and compares them with the committed baseline, because counts
# do not depend on how busy the machine is: sh tests/bench/instructions.sh [--update]
# Fails when a shape needs over 3 % more than the baseline. Counts depend on the compiler: with another one than the baseline's
# the difference is shown but does not fail. Levels: SSE2 and AVX2 (valgrind knows no AVX-512).
set -eu
cd "$(dirname "$0")/../.."
build=${HS_BENCH_BUILD:-build-bench}
baseline=tests/bench/instructions.txt
command -v valgrind >/dev/null || { echo "instructions.sh needs valgrind: apt-get install valgrind" >&2; exit 2; }
cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$build" --target bench_once -j 2 >"$build/bench.log" || { cat "$build/bench.log" >&2; exit 1; }
program=$build/tests/bench_once
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

compiler=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
echo "# compiler $("$compiler" --version | sed -n '1s/^[a-z0-9-]*cc[-0-9]* //p;1s/^.*clang/clang/p')" >"$work/now"
for job in "sse2 64,512,8" "avx2 12,512,8" "avx2 64,512,8" "avx2 128,768,12" "avx2 256,512,64"; do
    level=${job% *} shape=${job#* }
    HS_CPU=$level valgrind --tool=callgrind --callgrind-out-file="$work/out" \
        --toggle-collect=hs_mha_forward "$program" "$shape" >"$work/said" 2>"$work/log" ||
        { cat "$work/log" >&2; exit 2; }
    grep -q " $level " "$work/said" || { echo "valgrind does not run level $level" >&2; exit 2; }
    echo "$job $(sed -n 's/^\(summary\|totals\): //p' "$work/out" | head -n 1)" >>"$work/now"
done

if [ "${1:-}" = --update ]; then
    cp "$work/now" "$baseline"
    cat "$baseline"
    exit
fi
awk -v strict="$([ "$(head -n 1 "$baseline")" = "$(head -n 1 "$work/now")" ] && echo 1 || echo 0)" '
    /^#/ { next }
    NR == FNR { before[$1 " " $2] = $3; next }
    {
        key = $1 " " $2
        ratio = before[key] > 0 ? $3 / before[key] : 1
        printf "%-5s %-11s %12d, baseline %12d: %+.1f %%\n", $1, $2, $3, before[key], 100 * (ratio - 1)
        if (ratio > 1.03) worse = 1
    }
    END {
        if (!strict) print "another compiler than the baseline: not judged"
        exit strict && worse
    }' "$baseline" "$work/now"
