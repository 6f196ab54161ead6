#!/bin/sh
# Compares a step of learning (engine/learn: 96 sentences, forward, backward, Adam) with the same step in PyTorch, its newest from PyPI:
#     sh tests/bench/learn_peer.sh [ROUNDS=3 [HEADS=8]]
# Builds Release in build-bench/, puts PyTorch into a virtual environment there (left out with a word where it cannot be had), and runs
# both in turns with 1 and 2 threads. Prints medians over the rounds and our time over PyTorch's, without the writing of the sentences and
# their embeddings, which PyTorch is given, and with it. The losses on the first batch must agree. Wants a quiet machine.
set -eu
cd "$(dirname "$0")/../.."
rounds=${1:-3} heads=${2:-8}
build=${HS_BENCH_BUILD:-build-bench}
mkdir -p "$build"
cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$build" --target bench_learn -j 2 >"$build/bench.log" || { cat "$build/bench.log" >&2; exit 1; }
python=$build/torch/bin/python
if ! "$python" -c 'import torch' 2>/dev/null; then
    python3 -m venv "$build/torch" >"$build/torch.log" 2>&1 && "$build/torch/bin/pip" install -q torch numpy >>"$build/torch.log" 2>&1 || {
        echo "left out: PyTorch, which cannot be had here (see $build/torch.log)"
        exit 0
    }
fi
echo "$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1), $(nproc) processors, PyTorch $("$python" -c 'import torch; print(torch.__version__)')"
"$build/tests/bench_learn" data "$heads" "$build/learn.bin"
: >"$build/learn_peer.txt"
round=0
while [ "$round" -lt "$rounds" ]; do
    round=$((round + 1))
    for threads in 1 2; do
        ours=$("$build/tests/bench_learn" step "$heads" "$threads" 100)
        theirs=$(OMP_NUM_THREADS=$threads "$python" tests/bench/learn_peer.py "$build/learn.bin" "$heads" "$threads" 40)
        echo "$threads $ours $theirs" >>"$build/learn_peer.txt"
    done
done
for threads in 1 2; do
    awk -v t="$threads" '
        function middle(list, n,    i, j, x) {
            for (i = 2; i <= n; i++)
                for (j = i; j > 1 && list[j - 1] > list[j]; j--) { x = list[j]; list[j] = list[j - 1]; list[j - 1] = x }
            return list[int((n + 1) / 2)]
        }
        $1 == t { n++; ours[n] = $2 - $3; whole[n] = $2 + 0; theirs[n] = $4 + 0 }
        END {
            a = middle(ours, n); b = middle(theirs, n); all = middle(whole, n)
            printf "%d thread%s: a step takes %.2f ms, in PyTorch %.2f ms: %.2f of its time (goal 0.70, %s); %.2f ms, %.2f with the making of the sentences\n", t, (t > 1 ? "s" : ""), a, b, a / b, (a / b <= .7 ? "reached" : "missed"), all, all / b
        }' "$build/learn_peer.txt"
done
echo "processor time of a step late in a run of 800 over an early one: $("$build/tests/bench_learn" growth "$heads" 1 800)"
rm -f "$build/learn.bin"
