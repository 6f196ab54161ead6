#!/bin/sh
# thread.sh [all] – the engine and the GUI scripts under ThreadSanitizer: all that share threads, in a minute or two (CI), or the
# whole suite (tests/long.sh). HS_THREAD_BUILD is the build folder. A race is an error at once.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/app/setup.sh"
need_product
build=${HS_THREAD_BUILD:-"$here/build-thread"}
jobs=${HS_JOBS:-2}
cmake -S "$here" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DHS_SANITIZE=thread \
    -DHS_WERROR="${HS_WERROR:-OFF}" >/dev/null
TSAN_OPTIONS="halt_on_error=1:second_deadlock_stack=1 ${TSAN_OPTIONS:-}"
export TSAN_OPTIONS
if [ "${1:-}" = all ]; then
    cmake --build "$build" -j "$jobs"
    # Left out: what forks in a process with threads, limits its memory, or has no threads and takes minutes.
    exec ctest --test-dir "$build" -j "$jobs" --output-on-failure \
        -E '^(gui_(faults|limits|smoke|kill|killed_writing|display_lost)|architecture|test_memory.*|test_mha_alloc)$'
fi
# The pool and what runs on it; the survey of a file and the measuring of heads beside the frames; the window itself, whose
# workers wake it.
programs='headscope headscope_faulty test_mha test_checkpoint test_sources test_app test_app_dump_work'
units='pool|checkpoint|run|dump_survey|app_dump|app_dump_work|app_learn|app_live|app_model|checkpoint_source'
scripts='typing|heads|lens|modes|specialise|export|window_faults'
# shellcheck disable=SC2086  # one word a target is meant
cmake --build "$build" -j "$jobs" --target $programs
ctest --test-dir "$build" -j "$jobs" --output-on-failure --no-tests=error \
    -R "^(test_($units)|gui_($scripts))\$"
