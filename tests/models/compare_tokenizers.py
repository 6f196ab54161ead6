"""Compares this program's tokenizers with the reference, text by text: ids and places. usage: compare_tokenizers.py PROGRAM
WORK COUNT SEED [FOLDER...]: PROGRAM is encode_texts; small tokenizers are trained from the seed in WORK; each FOLDER has a real
one, whose older files, where they are there, are compared too. HS_TOKENIZERS names those to take only. Ends with 1 at any
difference. Needs the Python packages of make_tokenizers.py."""
import array
import itertools
import json
import os
import shutil
import subprocess
import sys

from tokenizers import Tokenizer, models, pre_tokenizers

import make_tokenizers
import texts as lines


def run(program, folder, tried, work):
    """Ours: for each text a list of (id, start, end) in bytes."""
    with open(os.path.join(work, "texts"), "wb") as file:
        for text in tried:
            file.write(len(text).to_bytes(4, "little") + text)
    said = subprocess.run([program, folder, os.path.join(work, "texts"), os.path.join(work, "pieces")], capture_output=True, text=True)
    if said.returncode:
        raise SystemExit(f"{folder}: {said.stdout}{said.stderr} (exit {said.returncode})")
    numbers = array.array("I")
    with open(os.path.join(work, "pieces"), "rb") as file:
        numbers.frombytes(file.read())
    found, at = [], 0
    while at < len(numbers):
        count = numbers[at]
        found.append(numbers[at + 1:at + 1 + 3 * count])
        at += 1 + 3 * count
    return found, said.stdout.strip()


def places(text):
    """Where each character begins, in bytes."""
    return list(range(len(text) + 1)) if text.isascii() else list(itertools.accumulate((len(c.encode()) for c in text), initial=0))


def compare(name, tokenizer, program, folder, tried, work):
    ours, said = run(program, folder, [text.encode() for text, _ in tried], work)
    wrong = 0
    for (text, place), mine, theirs in zip(tried, ours, tokenizer.encode_batch([text for text, _ in tried])):
        want = array.array("I", (n for i, (start, end) in zip(theirs.ids, theirs.offsets) for n in (i, place[start], place[end])))
        if mine != want:
            wrong += 1
            if wrong <= 3:
                k = next((k for k in range(min(len(mine), len(want))) if mine[k] != want[k]), min(len(mine), len(want))) // 3
                print(f"  {text!r}\n    piece {k}: {list(mine[3 * k:3 * k + 9])} want {list(want[3 * k:3 * k + 9])} {theirs.tokens[k:k + 3]}")
    print(f"{name}: {wrong} of {len(tried)} texts differ; {said}", flush=True)
    return wrong + (len(ours) != len(tried))


def compare_real(folder, program, tried, work):
    name, files, wrong = os.path.basename(folder), os.listdir(folder), 0
    if "tokenizer.json" in files:
        with open(os.path.join(folder, "tokenizer.json"), encoding="utf-8") as file:
            tokenizer = make_tokenizers.reference(file.read())
        wrong += compare(name, tokenizer, program, folder, tried, work) > 0
    else:  # GPT-2's
        model = models.BPE.from_file(os.path.join(folder, "vocab.json"), os.path.join(folder, "merges.txt"))
        tokenizer = Tokenizer(model)
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        tokenizer.add_special_tokens(["<|endoftext|>"])
        saved = os.path.join(work, name + "-json")
        os.makedirs(saved, exist_ok=True)
        tokenizer.save(os.path.join(saved, "tokenizer.json"), pretty=False)
        wrong += compare(name + " as tokenizer.json", tokenizer, program, saved, tried, work) > 0
    if "vocab.txt" in files or "merges.txt" in files:
        older = os.path.join(work, name + "-older")
        shutil.rmtree(older, ignore_errors=True)
        shutil.copytree(folder, older, ignore=shutil.ignore_patterns("tokenizer.json", "*.safetensors"))
        wrong += compare(name + " by its older files", tokenizer, program, older, tried, work) > 0
    return wrong


def main():
    program, work, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    tried, wrong = [(text, places(text)) for text in lines.texts(count, seed)], 0
    only = os.environ.get("HS_TOKENIZERS", "").split()
    for name, make in make_tokenizers.KINDS.items():
        if only and name not in only:
            continue
        folder = os.path.join(work, "trained", name)
        os.makedirs(folder, exist_ok=True)
        made = json.dumps(make(seed), ensure_ascii=False)
        with open(os.path.join(folder, "tokenizer.json"), "w", encoding="utf-8") as file:
            file.write(made)
        wrong += compare(name, make_tokenizers.reference(made), program, folder, tried, work) > 0
    for folder in sys.argv[5:]:
        wrong += compare_real(folder.rstrip("/"), program, tried, work)
    print(f"{wrong} tokenizers differ" if wrong else "0 differences")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
