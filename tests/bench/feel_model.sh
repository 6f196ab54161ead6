#!/bin/sh
# feel_model.sh FOLDER [TOKENS [OPEN_GOAL [KEY_GOAL]]] – what a person feels with that model (feel_model.c), at 32 tokens or so many: folder
# to first picture, keystroke to frame in four views, the longest that an input waited, memory. Goals in ms; nothing fails.
set -eu
folder=${1:?usage: feel_model.sh FOLDER [TOKENS [OPEN_GOAL [KEY_GOAL]]]}
folder=$(cd "$folder" && pwd)
cd "$(dirname "$0")/../.."
build=${HS_BENCH_BUILD:-build-bench}
cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$build" --target bench_feel_model -j 2 >"$build/bench.log" || { cat "$build/bench.log" >&2; exit 1; }
config=$(mktemp -d)
trap 'rm -rf "$config"' EXIT INT TERM
XDG_CONFIG_HOME=$config "$build/tests/bench_feel_model" assets "${2:-32}" "${3:-0}" "${4:-0}" "$folder"
