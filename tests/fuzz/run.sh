#!/bin/sh
# run.sh MINUTES [TARGET...] – every fuzz target (or those named) for so long, with clang, libFuzzer, ASan and UBSan, two at a
# time (HS_JOBS). Starts from corpus/TARGET and what earlier runs found in build-fuzz/found/TARGET. Prints a line for each: runs,
# edges covered, lines of the target's own files covered, finds. A find is copied to build-fuzz/finds: mend the program, then add
# it to corpus/TARGET under a name that says what it was.
set -eu
minutes=${1:?usage: run.sh MINUTES [TARGET...]}
shift
here=$(cd "$(dirname "$0")/../.." && pwd)
. "$here/app/setup.sh"
need_product
need "to fuzz" clang
build=${HS_FUZZ_BUILD:-"$here/build-fuzz"}
cmake -S "$here" -B "$build" -G Ninja -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DHS_SANITIZE=address,undefined -DHS_FUZZ=ON >/dev/null
known=$(cd "$here/tests/fuzz" && ls fuzz_*.c | sed 's/^fuzz_//; s/\.c$//' | grep -vx -e main -e fake)
targets=${*:-$known}
# shellcheck disable=SC2046  # one word per target is meant
cmake --build "$build" --target $(for t in $targets; do echo "fuzz_$t"; done) >"$build/build.log" || {
    tail -40 "$build/build.log"
    exit 1
}
mkdir -p "$build/finds" "$build/logs"

one() {
    target=$1
    mkdir -p "$build/found/$target" "$build/run/$target"
    words=
    [ -e "$here/tests/fuzz/$target.dict" ] && words="-dict=$here/tests/fuzz/$target.dict"
    (cd "$build/run/$target" &&
        nice "$build/tests/fuzz_$target" -max_total_time=$((minutes * 60)) -timeout=30 -rss_limit_mb=4096 \
            -print_final_stats=1 -artifact_prefix="$build/finds/$target-" ${words:+"$words"} \
            "$build/found/$target" "$here/tests/fuzz/corpus/$target") >"$build/logs/$target" 2>&1 || true
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

printf '%-10s %12s %8s %8s  %s\n' target runs edges inputs finds
failed=0
for target in $targets; do
    log=$build/logs/$target
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -1)
    edges=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -1)
    inputs=$(find "$build/found/$target" -type f | wc -l)
    finds=$(find "$build/finds" -name "$target-*" ! -name '*slow-unit*' | wc -l)
    [ "$finds" -eq 0 ] && [ -n "$runs" ] || failed=1
    printf '%-10s %12s %8s %8s  %s\n' "$target" "${runs:-none}" "${edges:--}" "$inputs" "$finds"
done
[ $failed -eq 0 ] || echo "finds in $build/finds, logs in $build/logs"
exit $failed
