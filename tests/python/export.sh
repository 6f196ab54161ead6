#!/bin/sh
# export.sh WORK [MODEL...] – headscope-export on models of every kind and a notebook run (export.py), with PyPI's torch and transformers in
# a venv in WORK, or in the one that HS_VENV names. Says so and ends well when the packages cannot be had. Each MODEL is a folder to be run, too.
set -eu
work=${1:?usage: export.sh WORK [MODEL...]}
shift
here=$(cd "$(dirname "$0")/../.." && pwd)
. "$here/app/setup.sh"
need_product
mkdir -p "$work"
work=$(cd "$work" && pwd)
venv=${HS_VENV:-$work/venv}
if ! "$venv/bin/python" -c "import torch, transformers, tokenizers, PIL, nbconvert, ipykernel" 2>/dev/null; then
    need "to run the exporter" python3-venv
    [ -x "$venv/bin/python" ] || python3 -m venv "$venv"
    "$venv/bin/pip" install -q torch transformers tokenizers pillow numpy nbconvert ipykernel >"$work/pip.log" 2>&1 || {
        echo "skipped: PyPI's torch and transformers cannot be had"
        exit 0
    }
fi
cmake -S "$here" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$work/build" --target headscope
# the module as pip installs it: its command is there, and takes what it needs from this checkout
"$venv/bin/pip" install -q --no-build-isolation --no-deps --target "$work/installed" --upgrade "$here/assets/python" >>"$work/pip.log" 2>&1 ||
    "$venv/bin/pip" install -q --no-deps --target "$work/installed" --upgrade "$here/assets/python"
test -x "$work/installed/bin/headscope-export" && cmp "$work/installed/headscope.py" "$here/assets/python/headscope.py"
rm -rf "$here/assets/python/build" "$here/assets/python/headscope.egg-info"
"$venv/bin/python" -B "$here/tests/python/export.py" "$work/build/headscope" "$work/export" "$here" "$@"
