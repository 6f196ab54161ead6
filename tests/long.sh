#!/bin/sh
# long.sh [PART...] – the tests that take longer than anyone waits for: an evening on two cores. Parts, all when none is named:
#   monkey     200 000 random actions under ASan and UBSan, from today's seed (HS_SEED)
#   memory     every single allocation fails once
#   thread     engine, GUI scripts and monkey under ThreadSanitizer
#   valgrind   unit and GUI tests under memcheck
#   release    the test command with the optimised, hardened build
#   fuzz       every fuzz target for HS_MINUTES (10)
#   tokenizers 100 000 texts cut as PyPI's tokenizers does, by every tokenizer that can be had
#   fresh      both commands of the README on a minimal Debian 12 and 13
#   compilers  all is built without a warning by gcc and clang of Debian 13 and sid
#   models     models of every family from a new seed (HS_SEED), and MiniLM, against transformers' eager attention in double, with
#              HS_TEXTS (200) texts each
#   learn      20 random starts of the Learn view: eight heads beat one by 20 points on objects in 19
#   options    every option with everything that can be written: something changes, or a line says that nothing does
#   page       the exported HTML page in Chromium and Firefox, without a network
#   python     headscope-export on models of every kind, against what they return, and a notebook
#   coverage   line coverage            lint       clang-tidy, cppcheck and shellcheck
#   mutate     1000 small mistakes in app and 1000 in engine, from today's seed (HS_SEED): 90 % and 95 % are noticed
# A line of result for each part; logs lie in build-long. Fails when one fails.
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/app/setup.sh"
need_product
logs=${HS_LONG_BUILD:-"$here/build-long"}
mkdir -p "$logs"
jobs=${HS_JOBS:-2}
failed=0
configure() { # FOLDER SANITIZERS TYPE [TARGET]
    cmake -S "$here" -B "$logs/$1" -G Ninja -DCMAKE_BUILD_TYPE="$3" -DHS_SANITIZE="$2" >/dev/null &&
        cmake --build "$logs/$1" -j "$jobs" --target "${4:-all}"
}
monkey() {
    seed=${HS_SEED:-$(date +%Y%m%d)}
    configure asan address,undefined RelWithDebInfo monkey &&
        ASAN_OPTIONS=detect_leaks=1 "$logs/asan/tests/monkey" 200000 "$seed" "$logs/monkey"
}
memory() {
    configure asan address,undefined RelWithDebInfo test_memory &&
        "$logs/asan/tests/test_memory" test_memory 0 && "$logs/asan/tests/test_memory" test_memory_app 0 &&
        "$logs/asan/tests/test_memory" test_memory_checkpoint 0
}
thread() {
    HS_THREAD_BUILD="$logs/tsan" sh "$here/tests/thread.sh" all
}
valgrind_() {
    need "to run the tests under memcheck" valgrind
    configure debug "" RelWithDebInfo || return 1
    check="valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite"
    # Valgrind knows AVX2 and not AVX-512. Left out: what takes minutes by itself, counts allocations, or guards pages.
    HS_CPU=avx2
    export HS_CPU
    bad=0
    # ctest's "Test command: PROGRAM NAME" gives program and name of each test.
    ctest --test-dir "$logs/debug" -N -V -L 'unit|golden' | sed -n 's/.*Test command: //p' | tr -d '"' >"$logs/tests.txt"
    while read -r program name; do
        case ${name:-$(basename "$program")} in
        sh | */*) continue ;;
        test_train* | test_kernels | test_mha | test_mha_alloc | test_memory* | test_base_json | test_text_limits | test_canvas_fonts | \
            test_app_scores | test_evaluate | \
            test_ui_browser | test_grammar | test_shipped) continue ;;
        esac
        # shellcheck disable=SC2086  # words are meant
        $check "$program" $name >"$logs/one.log" 2>&1 || { echo "$name:"; tail -30 "$logs/one.log"; bad=1; }
    done <"$logs/tests.txt"
    for script in "$here"/tests/gui/*.hs; do
        name=$(basename "$script" .hs)
        case $name in dump | dump_errors | session_argument) continue ;; esac # want files, or an argument
        # shellcheck disable=SC2086
        sh "$here/tests/gui/run_script.sh" ${check%% *} "$script" "$logs/debug/test-gui-$name" ${check#* } "$logs/debug/headscope" \
            --assets "$here/assets" --fonts fixed >"$logs/one.log" 2>&1 || { echo "$name:"; tail -30 "$logs/one.log"; bad=1; }
    done
    return $bad
}
release() {
    HS_SANITIZE='' HS_TEST_BUILD="$logs/release" sh "$here/tests/run.sh"
}
fuzz() {
    sh "$here/tests/fuzz/run.sh" "${HS_MINUTES:-10}"
}
tokenizers() {
    sh "$here/tests/models/tokenizers.sh" "$logs/tokenizers"
}
python() {
    sh "$here/tests/python/export.sh" "$logs/python"
}
learn() {
    configure plain "" Release headscope && sh "$here/tests/learn.sh" "$logs/plain/headscope" "$logs/learn"
}
options() {
    configure plain "" Release headscope && python3 -B "$here/tests/gui/files_options.py" "$logs/plain/headscope" "$logs/options" "$here" --all
}
page() {
    need "to look at a page" chromium firefox-esr
    configure plain "" Release headscope && python3 -B "$here/tests/page.py" "$logs/plain/headscope" "$logs/page"
}
fresh() {
    HS_FRESH_BUILD="$logs/fresh" sh "$here/tests/fresh.sh" bookworm trixie
}
compilers() {
    HS_FRESH_BUILD="$logs/fresh" sh "$here/tests/fresh.sh" --compile trixie sid
}
models() {
    sh "$here/tests/models/checkpoints.sh" "$logs/models" "${HS_TEXTS:-200}" "${HS_SEED:-$(date +%Y%m%d)}"
}
coverage() {
    sh "$here/tests/coverage.sh"
}
mutate() {
    HS_MUTATE_BUILD="$logs/mutate" python3 "$here/tests/mutate.py" 1000 "${HS_SEED:-$(date +%Y%m%d)}"
}
lint() {
    sh "$here/tests/lint.sh"
}
for part in ${*:-monkey memory thread valgrind release fuzz tokenizers fresh compilers models learn options page python coverage mutate lint}; do
    case $part in
    monkey | memory | thread | release | fuzz | tokenizers | fresh | compilers | models | learn | options | page | python | coverage | mutate | lint) run=$part ;;
    valgrind) run=valgrind_ ;;
    *) echo "there is no part \"$part\""; exit 2 ;;
    esac
    start=$(date +%s)
    if $run >"$logs/$part.log" 2>&1; then
        result=fine
    else
        result="FAILED, see $logs/$part.log"
        failed=1
    fi
    echo "$part: $result ($((($(date +%s) - start) / 60)) minutes)  $(tail -1 "$logs/$part.log" | cut -c 1-120)"
done
exit $failed
