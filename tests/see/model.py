#!/usr/bin/env python3
"""model.py PROGRAM ASSETS MODELS FOLDER – what the program writes of a real model against transformers' own numbers beside it.

Every layer and head of two small models, on each text of expected.safetensors: the weights in the CSV of the Head view are
those of attention.N, by value and by place, and masked cells are those where it is 0 for good. The bars of the panel's answer are as
long as the probabilities beside them."""
import csv
import json
import os
import struct
import subprocess
import sys

import trace

NEAR = 2e-5


def tensors(path):
    with open(path, "rb") as file:
        header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
        body = file.read()
    meta = header.pop("__metadata__")
    made = {}
    for name, about in header.items():
        first, last = about["data_offsets"]
        made[name] = (about["shape"], struct.unpack(f"<{(last - first) // 4}{'f' if about['dtype'] == 'F32' else 'i'}", body[first:last]))
    return meta, made


def answer(program, assets, models, folder):
    """Ten tokens, each with its bar on a track and its probability."""
    script, out = os.path.join(folder, "answer.hs"), os.path.join(folder, "answer.trace")
    with open(script, "w", encoding="utf-8") as file:
        file.write(f"resize 1280 800\ndrop {models}/gpt2-scaled\nkey i\nkey i\nkey i\ntrace {out}\n")
    subprocess.run([program, "--assets", assets, "--fonts", "fixed", "--force", "--script", script], check=True)
    with open(out, encoding="utf-8") as file:
        group = trace.parse(file.read()).group("Answer")
    numbers = [node for node in group.all("text") if node.text.replace(".", "").isdigit() and "." in node.text]
    bars = [node for node in group.all("round") if node.area[3] == 4]
    if len(numbers) != 10:
        sys.exit(f"{len(numbers)} probabilities in the answer")
    for row in numbers:
        middle = row.area[1] + row.area[3] / 2
        widths = [bar.area[2] for bar in bars if abs(bar.area[1] + 2 - middle) < 4]
        wanted = float(row.text) * widths[0]
        if abs((widths[1] if len(widths) > 1 else 0) - wanted) > 1.01:
            sys.exit(f"the bar beside {row.text} is {widths[1:]} of {widths[0]}")


def main():
    program, assets, models, folder = sys.argv[1:5]
    os.makedirs(folder, exist_ok=True)
    checked = 0
    for name in ("bert", "llama"):
        meta, made = tensors(os.path.join(models, name, "expected.safetensors"))
        for index in range(int(meta["texts"])):
            text, shape = meta[f"text.{index}"], made[f"attention.{index}"][0]
            weights = made[f"attention.{index}"][1]
            layers, heads, count, n = shape
            kept = {query: at for at, query in enumerate(made[f"rows.{index}"][1])}  # queries whose rows are there
            if not text.strip() or n > 40:
                continue
            for layer in range(layers):
                for head in range(heads):
                    out = os.path.join(folder, "head.csv")
                    subprocess.run([program, "--assets", assets, "--fonts", "fixed", "--count-from", "0", "--layer", str(layer), "--head",
                                    str(head), "--force", "--export", out, os.path.join(models, name), "--", text], check=True)
                    with open(out, encoding="utf-8", newline="") as file:
                        rows = [{name.removesuffix("_from_0"): field for name, field in row.items()} for row in csv.DictReader(file)]
                    if len(rows) != n * n:
                        sys.exit(f"{name}: {len(rows)} cells of {n} tokens: {text!r}")
                    for row in rows:
                        query, key = int(row["query"]), int(row["key"])
                        if query not in kept:
                            continue
                        wanted = weights[((layer * heads + head) * count + kept[query]) * n + key]
                        if int(row["layer"]) != layer or int(row["head"]) != head:
                            sys.exit(f"{name}: layer {row['layer']} head {row['head']} where {layer} {head} was asked for")
                        got = float(row["weight"]) if row["weight"] else 0.0
                        if abs(got - wanted) > NEAR or (row["masked"] == "1" and wanted != 0):
                            sys.exit(f"{name}, layer {layer}, head {head}, cell {query},{key}: {row['weight']} where {wanted} is right: {text!r}")
                        checked += 1
    answer(program, assets, models, folder)
    if checked < 3000:
        sys.exit(f"only {checked} weights were compared")
    print(f"{checked} weights are transformers'")


main()
