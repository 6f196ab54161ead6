#!/bin/sh
# lint.sh [FILE...] – clang-tidy (.clang-tidy) and cppcheck (tests/cppcheck.txt) over engine and app, or the files named; shellcheck
# over all scripts. Fails on any finding: mend it, or switch the check off where it stands and say why. Minutes; HS_LINT_BUILD is the build folder it configures.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/app/setup.sh"
need_product
need "to check the source" clang clang-tidy cppcheck shellcheck
build=${HS_LINT_BUILD:-"$here/build-lint"}
cmake -S "$here" -B "$build" -G Ninja -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Debug -DHS_TESTS=OFF >/dev/null
cd "$here"
files=${*:-$(find engine app -name '*.c' ! -path '*/level/*')}
failed=0
# shellcheck disable=SC2086  # one word a file is meant
echo $files | tr ' ' '\n' | xargs -P "${HS_JOBS:-2}" -n 6 clang-tidy -p "$build" --quiet --warnings-as-errors='*' 2>/dev/null |
    grep -E '(warning|error):' | sort -u >"$build/tidy.txt" || true
if [ -s "$build/tidy.txt" ]; then
    cat "$build/tidy.txt"
    failed=1
fi
# shellcheck disable=SC2086
cppcheck --quiet --std=c11 --enable=warning,portability --inline-suppr --suppressions-list=tests/cppcheck.txt --error-exitcode=1 \
    -j "${HS_JOBS:-2}" -I engine -I app -D_POSIX_C_SOURCE=200809L $files || failed=1
# Not: what only the script that is sourced, or sources, uses; loops over names, which have no blanks here.
# shellcheck disable=SC2046
shellcheck --severity=warning --external-sources --exclude=SC2034,SC2154,SC2044,SC2048 .ci/run $(find app tests -name '*.sh') || failed=1
[ $failed -eq 0 ] && echo "nothing found"
exit $failed
