#!/bin/sh
# Installs what is missing, builds Headscope (Release, into build/ or the folder HEADSCOPE_BUILD) and starts it with the arguments
# given.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd -P)
. "$here/app/setup.sh"
need_product
build_folder build "${HEADSCOPE_BUILD:-}"

log="$build/build.log"
[ -x "$build/headscope" ] || say "building, for the first time: about a minute ($log has the details)"
if ! { cmake -S "$here" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DHS_TESTS=OFF &&
    cmake --build "$build" --target headscope; } >"$log" 2>&1; then
    cat "$log" >&2
    say "the build failed; its whole output stands in $log"
    exit 1
fi
exec "$build/headscope" "$@"
