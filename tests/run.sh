#!/bin/sh
# The test command: installs what tests need, builds with ASan + UBSan, runs everything by ctest.
#   sh tests/run.sh [ctest arguments]      e.g. -L unit, -R tokenise
# HS_CC picks the compiler (gcc), HS_SANITIZE the sanitizers, HS_TEST_BUILD the build folder, HS_JOBS how many tests run at a time
# (2). Tests that need something this machine lacks are shown as skipped, with the reason.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd -P)
cd "$(pwd -P)" # CMake would take a name by way of a link from the shell, and tests compare names
. "$here/app/setup.sh"
want_product
want "to run the tests" python3 xvfb xdotool xclip weston x11-utils imagemagick libxml2-utils desktop-file-utils appstream \
    poppler-utils librsvg2-bin
install_wanted

cc=${HS_CC:-gcc}
# Another compiler in the same folder would make CMake forget what else is set there.
build_folder "build-tests$([ "$cc" = gcc ] || echo "-$(basename "$cc")")" "${HS_TEST_BUILD:-}"
cmake -S "$here" -B "$build" -G Ninja -DCMAKE_C_COMPILER="$cc" -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DHS_SANITIZE="${HS_SANITIZE-address,undefined}" -DHS_WERROR="${HS_WERROR:-OFF}" >"$build/configure.log" 2>&1 || {
    cat "$build/configure.log" >&2
    say "the build cannot be configured"
    exit 1
}
cmake --build "$build" || { say "the build failed: the first error stands above"; exit 1; }
export ASAN_OPTIONS="${ASAN_OPTIONS:-detect_leaks=1:strict_string_checks=1:suppressions='$here/tests/asan.supp'}"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:-print_stacktrace=1}"
status=0
ctest --test-dir "$build" --output-on-failure -j "${HS_JOBS:-2}" "$@" || status=$?
# What was not tested, whole or in part, is said last.
awk '/^[0-9]+\/[0-9]+ Testing: / { test = $3 }
    /^skipped: / { if (!lines++) print "\nNot tested here:"; print "  " test ": " substr($0, 10) }' \
    "$build/Testing/Temporary/LastTest.log"
exit $status
