#!/bin/sh
# run.sh MINUTES [TARGET...] – every fuzz target (or those named) for so long, with clang, libFuzzer, ASan and UBSan, two at a
# time (HS_JOBS). Starts from corpus/TARGET and what earlier runs found in build-fuzz/found/TARGET (HS_FUZZ_BUILD). Prints a line for
# each: runs, edges covered, inputs found so far, lines covered of the target's own files (files.txt; each file's in build-fuzz/lines),
# finds. A find is copied to build-fuzz/finds: mend the program, then add it to corpus/TARGET under a name that says what it was.
# 0 minutes only measures what is there.
set -eu
minutes=${1:?usage: run.sh MINUTES [TARGET...]}
shift
here=$(cd "$(dirname "$0")/../.." && pwd)
. "$here/app/setup.sh"
need_product
need "to fuzz" clang llvm libclang-rt-dev
build=${HS_FUZZ_BUILD:-"$here/build-fuzz"}
cmake -S "$here" -B "$build" -G Ninja -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DHS_SANITIZE=address,undefined -DHS_FUZZ=ON >/dev/null
# The same targets as one plain program that counts lines: the fuzzed ones are not asked, since they end where a find ends them.
cmake -S "$here" -B "$build/cover" -G Ninja -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_C_FLAGS="-O1 -fprofile-instr-generate -fcoverage-mapping" >/dev/null
known=$(cd "$here/tests/fuzz" && ls fuzz_*.c | sed 's/^fuzz_//; s/\.c$//' | grep -vx -e main -e fake)
targets=${*:-$known}
# shellcheck disable=SC2046  # one word per target is meant
cmake --build "$build" -j "${HS_JOBS:-2}" --target $(for t in $targets; do echo "fuzz_$t"; done) >"$build/build.log" &&
    cmake --build "$build/cover" -j "${HS_JOBS:-2}" --target fuzz_corpus >"$build/build.log" || {
    tail -40 "$build/build.log"
    exit 1
}
mkdir -p "$build/finds" "$build/logs" "$build/lines"

one() {
    target=$1
    mkdir -p "$build/found/$target" "$build/run/$target"
    words=
    [ "$minutes" != 0 ] || return 0
    [ -e "$here/tests/fuzz/$target.dict" ] && words="-dict=$here/tests/fuzz/$target.dict"
    (cd "$build/run/$target" &&
        nice "$build/tests/fuzz_$target" -max_total_time=$((minutes * 60)) -timeout=30 -rss_limit_mb=4096 \
            -print_final_stats=1 -artifact_prefix="$build/finds/$target-" ${words:+"$words"} \
            "$build/found/$target" "$here/tests/fuzz/corpus/$target") >"$build/logs/$target" 2>&1 || true
}
# Prints the share of the target's own lines that its corpus and everything found reach.
lines() {
    target=$1
    raw=$build/lines/$target
    files=$(sed -n "s/^$target //p" "$here/tests/fuzz/files.txt")
    [ -n "$files" ] || return 0
    (cd "$build/run/$target" && LLVM_PROFILE_FILE="$raw.profraw" nice "$build/cover/tests/fuzz_corpus" "fuzz_$target" \
        "$here/tests/fuzz/corpus/$target" \
        "$build/found/$target" >/dev/null 2>"$raw.log") || true
    llvm-profdata merge -o "$raw.profdata" "$raw.profraw" || return 0
    # shellcheck disable=SC2086  # one word a file is meant
    (cd "$here" && llvm-cov report "$build/cover/tests/fuzz_corpus" -instr-profile="$raw.profdata" $files) >"$raw.txt" 2>&1
    awk '/^TOTAL/ {print $10}' "$raw.txt"
}
jobs=0
for target in $targets; do
    one "$target" &
    jobs=$((jobs + 1))
    if [ $jobs -ge "${HS_JOBS:-2}" ]; then
        wait
        jobs=0
    fi
done
wait

printf '%-10s %12s %8s %8s %8s  %s\n' target runs edges inputs lines finds
failed=0
for target in $targets; do
    log=$build/logs/$target
    [ -e "$log" ] || log=/dev/null
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -1)
    edges=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -1)
    inputs=$(find "$build/found/$target" -type f | wc -l)
    finds=$(find "$build/finds" -name "$target-*" ! -name '*slow-unit*' | wc -l)
    [ "$finds" -eq 0 ] && { [ -n "$runs" ] || [ "$minutes" = 0 ]; } || failed=1
    printf '%-10s %12s %8s %8s %8s  %s\n' "$target" "${runs:--}" "${edges:--}" "$inputs" "$(lines "$target")" "$finds"
done
[ $failed -eq 0 ] || echo "finds in $build/finds, logs in $build/logs"
exit $failed
