#!/bin/sh
# Installs what is missing, builds Headscope (Release, into build/) and starts it with the arguments given.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/app/setup.sh"
need_product

build=${HEADSCOPE_BUILD:-"$here/build"}
log="$build/build.log"
mkdir -p "$build"
if ! { cmake -S "$here" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DHS_TESTS=OFF &&
    cmake --build "$build" --target headscope; } >"$log" 2>&1; then
    cat "$log" >&2
    echo "headscope: the build failed; its whole output stands in $log" >&2
    exit 1
fi
exec "$build/headscope" "$@"
