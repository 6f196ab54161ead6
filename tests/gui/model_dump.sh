#!/bin/sh
# model_dump.sh PROGRAM FOLDER SOURCE – what a real model writes of itself without a window: --dump holds, text for text, the numbers
# of the live picture (read by Python's own reader), opens again, and --evaluate runs the annotated sentences.
set -u
program=$1 folder=$2 models=$3/tests/models
. "$(dirname "$0")/want.sh"

run() {
    "$program" --assets "$source/assets" --fonts fixed "$@"
}

printf 'The cat sat.\n# a note\nA dog ran to the park yesterday.\n' >two.txt
want 0 '' run "$models/bert" --dump two.safetensors two.txt
want 0 '' run "$models/llama" --dump one.safetensors The cat sat.
printf 'Birds sing.\n' >last.txt
want 0 '' run "$models/bert" --dump three.safetensors two.txt last.txt
want 0 '' run "$models/bert" "Birds sing." --json third.json
want 0 '' run "$models/bert" "The cat sat." --json first.json
want 0 '' run "$models/bert" "A dog ran to the park yesterday." --json second.json
want 0 '' run "$models/llama" "The cat sat." --json one.json
check python3 - <<'P'
import json, struct
def tensors(path):
    data = open(path, "rb").read()
    length, = struct.unpack("<Q", data[:8])
    header = json.loads(data[8:8 + length])
    entry, meta = header["attention"], header["__metadata__"]
    first, last = entry["data_offsets"]
    return entry["shape"], struct.unpack(f"<{(last - first) // 4}f", data[8 + length + first:8 + length + last]), meta
def check(shape, numbers, item, layer_of, path):
    picture = json.load(open(path))
    L, B, h, n, _ = shape
    layer, size, count = layer_of(picture), len(picture["tokens"]), 0
    for head, one in enumerate(picture["heads"]):
        for q in range(size):
            for k in range(size):
                value = numbers[(((layer * B + item) * h + head) * n + q) * n + k]
                shown = one["weights"][q][k]
                assert abs(value - (shown or 0)) < 1e-7, (path, head, q, k, value, shown)
                count += 1
    return size, count
shape, numbers, meta = tensors("two.safetensors")
assert shape[:3] == [3, 2, 3], shape
first = lambda picture: 0
sizes = [check(shape, numbers, item, first, path) for item, path in enumerate(("first.json", "second.json"))]
assert max(size for size, _ in sizes) == shape[3] and sizes[0][0] < sizes[1][0]
three, numbers, _ = tensors("three.safetensors")
assert three[1] == 3 and three[3] == shape[3], three
sizes += [check(three, numbers, 2, first, "third.json")]
mask = json.loads(meta["attention_mask"])
assert [sum(row) for row in mask] == [size for size, _ in sizes[:2]], mask
tokens = json.loads(meta["tokens"])
assert tokens[0][-1] == "[PAD]" and tokens[0][0] == "[CLS]" and len(tokens[1]) == shape[3]
shape, numbers, meta = tensors("one.safetensors")
assert len(shape) == 4 and meta["causal"].lower() == "true"
check([shape[0], 1, *shape[1:]], numbers, 0, first, "one.json")
print(sum(count for _, count in sizes), "numbers of three texts")
P
# The file opens as any other, and its figures are the live ones, which leave the padding out.
run "$models/bert" "The cat sat." --stats live.csv
want 0 '' run two.safetensors --stats file.csv
check cmp live.csv file.csv
want 1 'two.safetensors.*exists already' run "$models/bert" --dump two.safetensors two.txt
want 0 '' run "$models/bert" --dump two.safetensors --force two.txt
want 2 'real model: give its folder' run --dump x.safetensors The cat sat.
want 2 'a text or a file' run "$models/bert" --dump x.safetensors
want 1 'text 1 of 1 has .* tokens and the model takes 96' run "$models/bert" --dump x.safetensors "$(yes cat | head -200 | tr '\n' ' ')"
check [ ! -e x.safetensors ]
want 2 'runs a real model' run two.safetensors --dump x.safetensors a
want 0 '^# [0-9]* of 263 sentences are measured' run "$models/bert" --evaluate "$source/samples/annotated.json"
want 0 '^subj [1-3] [1-3] ' run "$models/bert" --evaluate "$source/samples/annotated.json"
want 2 'leave the text out' run "$models/bert" A cat. --evaluate "$source/samples/annotated.json"
want_done
