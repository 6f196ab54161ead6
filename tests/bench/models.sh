#!/bin/sh
# models.sh [THREADS…] – a real model's pass against PyTorch with eager attention and all weights returned, both at their newest: the
# shapes of MiniLM, BERT-base, GPT-2 and SmolLM2-135M with the same random weights, at 12 to 512 tokens, in turns (models.py). Left
# out with a word when PyPI's torch cannot be had. HS_VENV names a venv that has it; HS_SHAPES and HS_LENGTHS choose.
set -eu
cd "$(dirname "$0")/../.."
here=$PWD
. app/setup.sh
need_product
build=${HS_BENCH_BUILD:-build-bench}
venv=${HS_VENV:-$build/venv}
cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$build" --target bench_checkpoint >"$build/bench.log" || { cat "$build/bench.log" >&2; exit 1; }
if ! "$venv/bin/python" -c "import torch, transformers" 2>/dev/null; then
    need "to compare with PyTorch" python3-venv
    [ -x "$venv/bin/python" ] || python3 -m venv "$venv"
    "$venv/bin/pip" install -q torch transformers numpy >"$build/pip.log" 2>&1 || { echo "PyPI's torch cannot be had: no comparison"; exit 0; }
fi
mkdir -p "$build/models"
unset OMP_NUM_THREADS OMP_WAIT_POLICY OMP_PROC_BIND HS_CPU OPENBLAS_CORETYPE OPENBLAS_L2_SIZE
HF_HUB_OFFLINE=1 PYTHONDONTWRITEBYTECODE=1 exec "$venv/bin/python" tests/bench/models.py "$build/tests/bench_checkpoint" "$PWD/$build/models" "$@"
