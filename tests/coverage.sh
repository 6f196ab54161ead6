#!/bin/sh
# coverage.sh – line coverage of engine/ and app/ by the unit, golden, GUI and fuzz-corpus tests (gcov). Prints the figures, the files
# that are covered least, and fails below the floors: engine 95 %, app without platform/sdl.c 85 %.
#   HS_COVERAGE_BUILD is the build folder, which holds the whole reports: coverage-*.txt.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/app/setup.sh"
need_product
need "to measure coverage" gcovr
build=${HS_COVERAGE_BUILD:-"$here/build-coverage"}
# -O1: unoptimised kernels would take minutes; lines stay apart enough to be counted
cmake -S "$here" -B "$build" -G Ninja -DCMAKE_C_COMPILER=gcc -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_C_FLAGS="--coverage -O1 -fprofile-update=atomic" >/dev/null
cmake --build "$build" -j "${HS_JOBS:-2}" >"$build/build.log" || { tail -30 "$build/build.log"; exit 1; }
find "$build" -name '*.gcda' -exec rm -f {} +
ctest --test-dir "$build" -j "${HS_JOBS:-2}" -E "${HS_COVERAGE_SKIP:-^(architecture)$}" >"$build/ctest.log" || {
    echo "some tests failed; what they reached counts all the same:"
    sed -n '/tests FAILED/,$p' "$build/ctest.log"
}
figure() { # NAME FLOOR FILTER…
    name=$1 floor=$2
    shift 2
    gcovr --root "$here" --gcov-ignore-parse-errors "$@" --txt "$build/coverage-$name.txt" "$build" >/dev/null 2>"$build/gcovr.log" ||
        { tail -5 "$build/gcovr.log"; exit 1; }
    percent=$(awk '/^TOTAL/ {print $4}' "$build/coverage-$name.txt")
    echo "$name: $percent of lines (floor $floor%)"
    # the least covered files
    awk '/^(engine|app)/ && NF >= 4 {gsub("%", "", $4); print $4 "% of " $2 " lines  " $1}' "$build/coverage-$name.txt" |
        sort -n | head -12
    [ "${percent%\%}" -ge "$floor" ] || low=1
}
low=0
figure engine 95 --filter 'engine/' --exclude 'engine/preset/train/'
figure app 85 --filter 'app/' --exclude 'app/platform/sdl.c'
figure trainer 80 --filter 'engine/preset/train/' --exclude 'engine/preset/train/tool/'
exit $low
