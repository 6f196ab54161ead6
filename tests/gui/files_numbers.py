# files_numbers.py PROGRAM FOLDER SOURCES – the numbers in CSV, JSON and on the clipboard, read by Python's readers: equal
# to each other, to the attention file they come from, and to what the formulas give when they are calculated again.
import csv
import io
import json
import math
import os
import random
import struct
import sys

from program import (Program, check, check_near, check_same, fp32, from_zero, number, report, table, unguarded, write_safetensors)

program = Program(sys.argv[1], sys.argv[2])
sources = sys.argv[3]
SENTENCE = 'The "old" dog, which = cats; -5 @home chased the cat.'


# ---------------------------------------------------------------- a set: CSV against JSON, statistics against weights
def statistics(weights, tokens):
    """What hs.h promises of a head, from its weights; None is masked."""
    rows = [(q, [(k, p) for k, p in enumerate(row) if p is not None]) for q, row in enumerate(weights)]
    rows = [(q, row) for q, row in rows if row]
    n = len(rows)

    def share(offset):
        found = [dict(row)[q + offset] for q, row in rows if q + offset in dict(row)]
        return sum(found) / len(found) if found else 0

    tops = [(q, max(row, key=lambda cell: (cell[1], -cell[0]))) for q, row in rows]
    offsets = [k - q for q, (k, _) in tops]
    often = sorted(set(offsets), key=lambda o: (-offsets.count(o), abs(o), o))[0]
    top = max(tops, key=lambda t: (t[1][1], -t[0]))
    marks = {k for k, token in enumerate(tokens) if token["kind"] == "punctuation"}
    return {
        "rows": n,
        "entropy": sum(-sum(p * math.log(p) for _, p in row if p > 0) for _, row in rows) / n,
        "entropy_max": sum(math.log(len(row)) for _, row in rows) / n,
        "distance": sum(sum(p * abs(k - q) for k, p in row) for q, row in rows) / n,
        "self": share(0), "previous": share(-1), "next": share(1),
        "first": sum(dict(row)[0] for _, row in rows) / n,
        "punctuation": sum(sum(p for k, p in row if k in marks) for _, row in rows) / n,
        "largest": top[1][1], "largest_query": top[0], "largest_key": top[1][0],
        "confidence": sum(p for _, (_, p) in tops) / n,
        "offset": often, "offset_share": offsets.count(often) / n,
    }


def compare_set(set_, rows, with_scores):
    """Every cell of the CSV is the JSON's, in the JSON's order."""
    want = []
    keys = set_.get("key_tokens", set_["tokens"])
    for head in set_["heads"]:
        for q, row in enumerate(head["weights"]):
            for k, weight in enumerate(row):
                want.append((head.get("layer", 0), head["head"], q, set_["tokens"][q]["text"], k, keys[k]["text"],
                             weight is None, weight))
    value = set_["values"]
    got = [(int(r["layer"]), int(r["head"]), int(r["query"]), unguarded(r["query_token"]), int(r["key"]),
            unguarded(r["key_token"]), r["masked"] == "1", number(r[value])) for r in rows]
    for a, b in zip(got, want):
        if not check_same(a, b, "a line of the CSV"):
            break
    check_same(len(got), len(want), "lines of the CSV")
    for r in rows if value == "weight" else []:
        check((r["score"] != "") == (with_scores and r["masked"] == "0"), "score of", r)


def compare_wide(set_, options, text):
    """The matrices with a column a key: the same numbers, named after their tokens."""
    lines = list(csv.reader(io.StringIO(program.run(*options, "--format", "csv", "--csv", "wide", "--", text).decode(), newline=""), strict=True))
    names = [unguarded(name) for name in lines[0][4:]]
    check_same(lines[0][:4], ["layer_from_1", "head_from_1", "query_from_1", "query_token"], "names of the wide CSV")
    check_same(len(set(names)), len(set_["tokens"]), "every key has a name of its own")
    check(all(name.split(" (")[0] == t["text"] for name, t in zip(names, set_["tokens"])), "names of the keys", names)
    want = [["1", str(head["head"] + 1), str(q + 1), set_["tokens"][q]["text"], *row] for head in set_["heads"] for q, row in enumerate(head["weights"])]
    got = [[*line[:3], unguarded(line[3]), *map(number, line[4:])] for line in lines[1:]]
    check_same(got, want, "cells of the wide CSV")


def check_model(heads, mask, text, *more):
    options = ["--heads", str(heads), "--mask", mask, *more, "--export", "-", "--sheet"]
    raw_set = program.json(*options, "--format", "json", "--", text)
    set_ = from_zero(raw_set)
    rows = program.csv(*options, "--format", "csv", "--", text)
    check_same((raw_set["h"], raw_set["index_base"], [head["head"] for head in raw_set["heads"]]),
               (heads, 1, list(range(1, heads + 1))), "head of the JSON")
    compare_wide(set_, options, text)
    if set_["values"] != "difference":
        check_same((set_["d_model"], set_["d_k"], set_["mask"]), (512, 512 // heads, mask), "model of the JSON")
    check_same(set_["constructed_teaching_model"], True, "model")
    n = len(set_["tokens"])
    raw = text.encode()
    for token in set_["tokens"]:
        check_same(raw[token["start"]:token["end"]].decode(), token["text"], "bytes of a token")
    for i, head in enumerate(set_["heads"]):
        check_same(head["head"], i, "order of the heads")
        check_same((len(head["weights"]), {len(row) for row in head["weights"]}), (n, {n}), "shape")
        for q, row in enumerate(head["weights"]):
            if "--hide" not in more:
                check_same([p is None for p in row], [mask == "causal" and k > q for k in range(n)], "masked cells of row", q)
            check(all(p is None or fp32(p) == fp32(float(repr(p))) for p in row), "digits")
    compare_set(set_, rows, with_scores=not more)
    return set_, rows


def check_weights(heads, mask):
    set_, rows = check_model(heads, mask, SENTENCE)
    check_same((set_["values"], set_.get("note")), ("weight", None), "nothing was done")
    n = len(set_["tokens"])
    for head in set_["heads"]:
        for name, want in statistics(head["weights"], set_["tokens"]).items():
            check_near(head["statistics"][name], want, 1e-6 * max(1, abs(want)), "head", head["head"], name)
        check_same(set(head["statistics"]), set(statistics(head["weights"], set_["tokens"])), "names of statistics")
    for at in range(0, len(rows), n):  # a row's softmax of its scores
        row = [r for r in rows[at:at + n] if r["masked"] == "0"]
        top = max(number(r["score"]) for r in row)
        total = sum(math.exp(number(r["score"]) - top) for r in row)
        for r in row:
            check_near(number(r["weight"]), math.exp(number(r["score"]) - top) / total, 2e-6, "softmax", r)


def check_lens():
    """A lens, a difference: other numbers under the same keys, without statistics of weights."""
    for options, values, note in [(["--lens", "value"], "norm", "value-weighted"), (["--lens", "output"], "norm", "output-weighted"),
                                  (["--lens", "score"], "score", "score"), (["--minus-head", "2"], "difference", "minus head 2")]:
        set_, rows = check_model(4, "causal", SENTENCE, *options)
        check_same(set_["values"], values, options)
        check(values in rows[0], "the CSV's column says what was done:", rows[0])
        check(note in set_["note"], "the JSON says what was done:", set_["note"])
        check_same([head["statistics"] for head in set_["heads"]], [None] * 4, "statistics of", options)
    kept, _ = check_model(4, "none", SENTENCE, "--hide", "punctuation", "--renormalise")
    marks = [k for k, t in enumerate(kept["tokens"]) if t["kind"] == "punctuation"]
    for row in kept["heads"][1]["weights"]:
        check_near(sum(p for p in row if p is not None), 1, 1e-5, "a renormalised row")
        check(all(row[k] is None for k in marks), "hidden keys are masked")


# ---------------------------------------------------------------- an attention file: the numbers it holds
TOKENS_Q = ["=SUM(A1)", 'say "hi"', "a,b", "+49"]
TOKENS_K = ["@home", "-", "'=x", "é", "two words"]


def check_file():
    """Layers, items, heads, queries and keys, each of another length and all numbers different."""
    L, B, h, n, m = 2, 3, 4, 5, 6
    random.seed(7)
    values = []
    for _ in range(L * B * h * n):
        row = [random.random() for _ in range(m)]
        values += [fp32(x / sum(row)) for x in row]
    write_safetensors("five.safetensors", "cross_attention", [L, B, h, n, m], values,
                      {"model": "my\nmodel = 1", "query_tokens": json.dumps([TOKENS_Q + [f"q{i}"] for i in range(B)]),
                       "key_tokens": json.dumps([TOKENS_K + [f"k{i}"] for i in range(B)])})
    for layer in range(L):
        for item in range(B):
            base = (layer + item) % 2
            options = ["--count-from", str(base), "--layer", str(layer + base), "--item", str(item + base), "--view", "grid", "five.safetensors"]
            set_ = from_zero(program.json(*options, "--json", "-"))
            rows = program.csv(*options, "--export", "-", "--format", "csv")
            check_same([t["text"] for t in set_["tokens"]], TOKENS_Q + [f"q{item}"], "query tokens")
            check_same([t["text"] for t in set_["key_tokens"]], TOKENS_K + [f"k{item}"], "key tokens")
            check_same(set_["source"], "my model = 1 · five.safetensors", "a line end in the model's name")
            check_same([head["layer"] for head in set_["heads"]], [layer] * h, "layer")
            for i in range(h):
                at = ((layer * B + item) * h + i) * n * m
                want = [values[at + q * m:at + q * m + m] for q in range(n)]
                got = [[fp32(p) for p in row] for row in set_["heads"][i]["weights"]]
                check_same(got, want, "layer", layer, "item", item, "head", i)
            compare_set(set_, rows, with_scores=False)


def check_strange():
    """NaN and infinities are named, and apart from masked cells."""
    nan, inf = float("nan"), float("inf")
    values = [1, 0, 0, nan, inf, 0, 0.25, 0.25, 0.5, 1, 0, 0, 0.5, -inf, 0, 0.25, 0.25, 0.5]
    write_safetensors("odd.safetensors", "attention", [1, 2, 3, 3], values, {"causal": "True", "tokens": '["a","b","c"]'})
    options = ["--view", "grid", "odd.safetensors"]
    set_ = program.json(*options, "--json", "-")
    rows = program.csv(*options, "--export", "-", "--format", "csv")
    check_same([head["weights"][1] for head in set_["heads"]],
               [["NaN", "Infinity", None], [0.5, "-Infinity", None]], "odd numbers of the JSON")
    check_same([r["weight"] for r in rows if r["query"] == "1"],
               ["NaN", "Infinity", "", "0.5", "-Infinity", ""], "odd numbers of the CSV")
    for words in [program.run("--stats", "-", "odd.safetensors").decode(), json.dumps(set_)]:
        check("nan" not in words and " inf" not in words and ",inf" not in words, "one name only:", words)


def check_memory():
    """A long sentence's numbers are written as they are made: beside the numbers themselves they take next to nothing."""
    words = " ".join(f"word{i}" for i in range(900))
    peaks = []
    for job in (["--list", "links"], ["--json", "long.json", "--force"], ["--sheet", "--export", "long.csv", "--force"]):
        peaks.append(program.peak("--heads", "4", *job, "--", words))
    sizes = [os.path.getsize(name) for name in ("long.json", "long.csv")]
    for peak, size in zip(peaks[1:], sizes):
        check(size > 30 << 20 and peak - peaks[0] < 12 << 20, "MiB more than without:", (peak - peaks[0]) >> 20, "of", size >> 20)


# ---------------------------------------------------------------- the clipboard
def check_clipboard():
    program.run("--json", "clip.json", "--force", "--", SENTENCE)
    with open("clip.json", encoding="utf-8") as file:
        set_ = json.load(file)
    n, script, wanted = len(set_["tokens"]), "", []
    for view, head, q, k in [("1", 5, 3, 4), ("1", 2, n, 1), ("2", 1, 2, 2)]:
        script += f"key {view}\ncell {head} {q} {k}\nkey ctrl+c\nprint copied\n"
        wanted.append((head, [q]))
    script += "key ctrl+shift+c\nprint copied\n"
    wanted.append((1, range(1, n + 1)))
    texts = program.script(script, "--", SENTENCE).split("copied = ")[1:]
    check_same(len(texts), len(wanted), "copies")
    names = None
    for text, (head, queries) in zip(texts, wanted):
        rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter="\t", strict=True) if row]
        names = rows[0][1:]
        check_same([len(row) for row in rows], [n + 1] * (len(queries) + 1), "columns")
        for row, q in zip(rows[1:], queries):
            check_same(row[0], names[q - 1], "the row's token")
            check_same([fp32(float(p)) for p in row[1:]],
                       [fp32(p) for p in set_["heads"][head - 1]["weights"][q - 1]], "head", head, "row", q)
    plain = [unguarded(name).split(" (")[0] for name in names]
    check_same(plain, [t["text"] for t in set_["tokens"]], "names of the keys")


# ---------------------------------------------------------------- Steps: every column calculated again
def preset_weights(name):
    with open(sources + "/assets/preset.safetensors", "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        about = json.loads(file.read(length))[name]
        start, end = about["data_offsets"]
        file.seek(8 + length + start)
        numbers = struct.unpack(f"<{(end - start) // 2}e", file.read(end - start))
    rows, columns = about["shape"]
    return [numbers[r * columns:(r + 1) * columns] for r in range(rows)]


def steps(step, head, q, k, *more):
    options = ["--mask", "causal", "--view", "steps", "--step", step, "--head", str(head + 1),
               "--lock", f"{q + 1},{k + 1}", *more, "--export", "-"]
    rows = program.csv(*options, "--format", "csv", "--", STEPS_SENTENCE)
    data = from_zero(program.json(*options, "--format", "json", "--", STEPS_SENTENCE))
    axes = data["rows"], data["columns"]
    shape = data["shape"]
    check_same((data["step"], data["head"], data["query"], data["key"], data["d_k"], data["mask"]), (step, head, q, k, 64, "causal"), step)
    check_same(len(rows), shape[0] * shape[1], "lines of", step)
    matrix = [[None] * shape[1] for _ in range(shape[0])]
    for i, r in enumerate(rows):
        row, column = int(r[axes[0]]), int(r[axes[1]])
        check_same((row, column), divmod(i, shape[1]), "order of", step)
        check_same((r["step"], int(r["head"])), (step, head), "line of", step)
        check((r["value"] == "") == (r["masked"] == "1"), "masked of", step, r)
        matrix[row][column] = number(r["value"])
        for axis, name in zip(axes, (r["row_name"], r["column_name"])):
            if axis in ("query", "key"):
                check_same(unguarded(name), STEPS_TOKENS[int(r[axis])], "name of", axis)
    check_same(matrix, data["values"], "CSV and JSON of", step)
    return matrix, data


STEPS_SENTENCE = "She gave the old letter back."
STEPS_TOKENS = ["She", "gave", "the", "old", "letter", "back", "."]


def near(got, want, bound, *words):
    """Matrices; None is masked."""
    for i, (a, b) in enumerate(zip(got, want)):
        for j, (x, y) in enumerate(zip(a, b)):
            if (x is None or y is None) and x is not y:
                return check(False, *words, i, j, x, y)
            if x is not None and not abs(x - y) <= bound:
                return check(False, *words, i, j, x, y)
    return check_same((len(got), len(got[0])), (len(want), len(want[0])), *words)


def check_steps():
    head, q, k, n = 2, 4, 3, len(STEPS_TOKENS)
    made = {}
    for step in ["x", "q", "k", "v", "raw", "scale", "mask", "softmax", "mix", "concat", "output"]:
        made[step], data = steps(step, head, q, k)
        if "value" in data:  # the marked value is the sum of its terms
            value = data["value"]
            check_same(value["value"], made[step][value["row"]][value["column"]], "marked value of", step)
            if value["terms"]:
                check_near(sum(t["term"] for t in value["terms"]) + value["bias"], value["sum"], 1e-5, "sum of", step)
                row = value["row"]
                for t in value["terms"]:
                    if step == "softmax":  # of a score, e to its distance from the largest, over the sum of all
                        scores, i = [s for s in made["mask"][row] if s is not None], t["index"]
                        check_same(t["a"], made["mask"][row][i], "a score of the softmax")
                        check_near(t["b"], math.exp(t["a"] - max(scores)), 1e-6, "its power")
                        check_near(t["term"], made["softmax"][row][i], 1e-7, "its weight")  # summed in another order
                        continue
                    width = 8 if step in ("scale", "mask") else 1  # the square root of d_k
                    check_near(t["a"] * t["b"] / width, t["term"], 1e-5, "a term of", step)
            terms = {t["index"]: t for t in value["terms"]}
            row = value["row"]
            if step in ("q", "k", "v"):
                for i, t in terms.items():
                    check_same(t["a"], made["x"][row][i], "x of", step)
            if step == "raw":
                for i, t in terms.items():
                    check_same((t["a"], t["b"]), (made["q"][row][i], made["k"][value["column"]][i]), "q and k of the score")
            if step == "mix":
                for i, t in terms.items():
                    check_same((t["a"], t["b"]), (made["softmax"][row][i], made["v"][i][value["column"]]), "a and v of the mix")
            if step == "output":
                for i, t in terms.items():
                    check_same(t["a"], made["concat"][row][i], "concat of the output")
    columns = range(head * 64, head * 64 + 64)
    for step, name in (("q", "W_Q"), ("k", "W_K")):
        W = preset_weights(name)
        want = [[sum(row[i] * W[i][c] for i in range(len(W))) for c in columns] for row in made["x"]]
        near(made[step], want, 2e-5, "X times", name)
    raw = [[sum(a * b for a, b in zip(x, y)) for y in made["k"]] for x in made["q"]]
    near(made["raw"], raw, 2e-5, "Q K^T")
    scaled = [[s / 8 for s in row] for row in raw]
    near(made["scale"], scaled, 2e-5, "the scaled scores")
    masked = [[s if j <= i else None for j, s in enumerate(row)] for i, row in enumerate(scaled)]
    near(made["mask"], masked, 2e-5, "the masked scores")
    weights = []
    for row in masked:
        powers = [math.exp(s) if s is not None else None for s in row]
        total = sum(p for p in powers if p is not None)
        weights.append([p / total if p is not None else None for p in powers])
    near(made["softmax"], weights, 2e-5, "the softmax")
    mix = [[sum((p or 0) * made["v"][j][c] for j, p in enumerate(row)) for c in range(64)] for row in weights]
    near(made["mix"], mix, 2e-5, "A V")
    near([[row[c] for c in columns] for row in made["concat"]], made["mix"], 0, "the head's part of the concat")
    check_same(len(made["output"]), n, "rows of the output")


check_same(table("a,b_from_1\n1,1\n"), [{"a": "1", "b": "0"}], "the reader")
for heads, mask in [(8, "none"), (4, "causal"), (1, "none")]:
    check_weights(heads, mask)
check_lens()
check_file()
check_strange()
check_memory()
check_clipboard()
check_steps()
report()
