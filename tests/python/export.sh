#!/bin/sh
# export.sh WORK [MODEL...] – headscope-export on models of every kind and a notebook run (export.py), with PyPI's torch and transformers in
# a venv in WORK, or in the one that HS_VENV names. Says so and ends well when the packages cannot be had. Each MODEL is a folder to be run, too.
set -eu
work=${1:?usage: export.sh WORK [MODEL...]}
shift
here=$(cd "$(dirname "$0")/../.." && pwd)
. "$here/app/setup.sh"
need_product
. "$here/tests/python/venv.sh"
venv_for "to run the exporter" "torch, transformers, tokenizers, PIL, nbconvert, ipykernel" \
    torch transformers tokenizers pillow numpy nbconvert ipykernel
build headscope
# the module as pip installs it: its command is there, and takes what it needs from this checkout
"$venv/bin/pip" install -q --no-build-isolation --no-deps --target "$work/installed" --upgrade "$here/assets/python" >>"$work/pip.log" 2>&1 ||
    "$venv/bin/pip" install -q --no-deps --target "$work/installed" --upgrade "$here/assets/python"
test -x "$work/installed/bin/headscope-export" && cmp "$work/installed/headscope.py" "$here/assets/python/headscope.py"
rm -rf "$here/assets/python/build" "$here/assets/python/headscope.egg-info"
"$venv/bin/python" -B "$here/tests/python/export.py" "$work/build/headscope" "$work/export" "$here" "$@"
