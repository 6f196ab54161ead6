#!/bin/sh
# Measures what a person feels, in one table: sh tests/bench/feel.sh
# Builds Release in build-bench/ and prints keystroke to finished frame, change of h, hover, zoom, whole frames, the Specialise
# table and process start to first picture, as median and worst, in wall time and in CPU time (the one to trust on a busy machine).
# The start needs a display; Xvfb gives one when it is installed. Nothing here can fail, and no test depends on it.
set -eu
cd "$(dirname "$0")/../.."
build=${HS_BENCH_BUILD:-build-bench}
cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$build" --target bench_feel headscope -j 2 >"$build/bench.log" || { cat "$build/bench.log" >&2; exit 1; }

config=$(mktemp -d)
server=
finish() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$config"
}
trap finish EXIT INT TERM
program=
if command -v Xvfb >/dev/null 2>&1; then
    mkdir "$config/headscope"
    : >"$config/headscope/settings"
    Xvfb -displayfd 3 -noreset -screen 0 1600x1000x24 -nolisten tcp 3>"$config/display" 2>/dev/null &
    server=$!
    for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        [ -s "$config/display" ] && break
        sleep 0.2
    done
    if [ -s "$config/display" ]; then
        unset WAYLAND_DISPLAY
        DISPLAY=:$(cat "$config/display") XDG_CONFIG_HOME=$config
        export DISPLAY XDG_CONFIG_HOME
        program=$build/headscope
    fi
fi
[ -n "$program" ] || echo "no Xvfb: the start is not measured (package xvfb)"
echo "$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1), load $(cut -d ' ' -f 1 /proc/loadavg 2>/dev/null)"
"$build/tests/bench_feel" assets samples/annotated.json $program
