#!/bin/sh
# The test command: installs what tests need, builds with ASan + UBSan, runs everything by ctest.
#   sh tests/run.sh [ctest arguments]      e.g. -L unit, -R tokenise
# HS_CC picks the compiler (gcc), HS_SANITIZE the sanitizers, HS_TEST_BUILD the build folder. Tests that need something
# this machine lacks are shown as skipped, with the reason.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/app/setup.sh"
need_product
need "to run the tests" xvfb xdotool xclip weston x11-utils imagemagick libxml2-utils desktop-file-utils appstream

cc=${HS_CC:-gcc}
build=${HS_TEST_BUILD:-"$here/build-tests"}
cmake -S "$here" -B "$build" -G Ninja -DCMAKE_C_COMPILER="$cc" -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DHS_SANITIZE="${HS_SANITIZE-address,undefined}" -DHS_WERROR="${HS_WERROR:-OFF}" >/dev/null
cmake --build "$build"
export ASAN_OPTIONS="${ASAN_OPTIONS:-detect_leaks=1:strict_string_checks=1}"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:-print_stacktrace=1}"
exec ctest --test-dir "$build" --output-on-failure -j "${HS_JOBS:-2}" "$@"
