# files_page.py PROGRAM FOLDER SOURCES – the HTML page: its data block, read by Python's json and zlib, against the CSV's and the file's
# numbers; what it leaves out, its size, and that it asks for nothing from outside. tests/page.sh looks at it in browsers.
import array
import base64
import html
import html.parser
import json
import os
import random
import sys
import zlib

from program import Program, check, check_near, check_same, fp32, number, report, write_safetensors

program = Program(sys.argv[1], sys.argv[2])
MASKED, NAN = 65535, 65534


class Page(html.parser.HTMLParser):
    """Scripts by id, tags and addresses."""

    def __init__(self, text):
        super().__init__()
        self.scripts, self.addresses, self.open = [], [], None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.addresses += [value for name, value in attrs if name in ("src", "href", "srcset", "action")]
        if tag == "script":
            self.scripts.append([dict(attrs), ""])
            self.open = self.scripts[-1]

    def handle_endtag(self, tag):
        self.open = None if tag == "script" else self.open

    def handle_data(self, data):
        if self.open:
            self.open[1] += data


def page(*options):
    program.run("--force", "--export", "page.html", *options)
    with open("page.html", encoding="utf-8") as file:
        text = file.read()
    parsed = Page(text)
    check_same(parsed.addresses, [], "addresses that the page asks for")
    check("http://" not in text and "https://" not in text and "import(" not in text and "fetch(" not in text, "it asks for nothing")
    check_same(len(parsed.scripts), 2, "scripts")
    data = json.loads(parsed.scripts[0][1])
    check_same((parsed.scripts[0][0].get("id"), data["format"]), ("data", "headscope-page 1"), "the data block")
    flat = zlib.decompress(base64.b64decode(data["weights"], validate=True))
    half = len(flat) // 2
    units = [a | b << 8 for a, b in zip(flat[:half], flat[half:])]
    check_same(half, data["layers"] * data["heads"] * data["n"] * data["m"], "cells")
    return data, units, len(text.encode())


def compare(data, units, layer, rows):
    """One layer against the rows of a CSV of all its heads."""
    per = data["heads"] * data["n"] * data["m"]
    mine = units[layer * per:(layer + 1) * per]
    check_same(len(rows), per, "lines of the CSV")
    for unit, row in zip(mine, rows):
        weight = number(row["weight"])
        if row["masked"] == "1":
            good = unit == MASKED
        elif weight != weight:
            good = unit == NAN
        else:
            good = abs(unit / 10000 - weight) <= 0.5e-4 + 1e-9
        if not check(good, "a weight of the page is", unit, "where the CSV has", row):
            break


# ---------------------------------------------------------------- the live model: one layer, masked and with text that could break out
SENTENCE = 'The "cat" saw </script><b>it</b> & a naïve cat.'
for mask in ("none", "causal"):
    options = ["--heads", "4", "--mask", mask, "--head", "3"]
    data, units, _ = page(*options, "--", SENTENCE)
    rows = program.csv(*options, "--sheet", "--export", "-", "--format", "csv", "--", SENTENCE)
    compare(data, units, 0, rows)
    set_ = program.json(*options, "--json", "-", "--", SENTENCE)
    check_same((data["layers"], data["heads"], data["n"], data["m"], data["head"], data["index_base"]), (1, 4, len(set_["tokens"]), len(set_["tokens"]), 2, 1), mask)
    check_same([name.split(" (")[0] for name in data["queries"]], [t["text"] for t in set_["tokens"]], "queries")
    check_same(data["labels"], [head["label"] for head in set_["heads"]], "labels")
    check(data["source"].endswith("constructed teaching model · 1 layer × 4 heads, " + f"{data['n']} × {data['m']} weights each"), "source", data["source"])
    check_same((data["title"], data["masked"], data["least"], data["self"]), (SENTENCE, mask == "causal", 0, True), "words")
    check_same(data["cells"], sum(r["masked"] == "0" for r in rows), "cells with a number")

# ---------------------------------------------------------------- a file: every layer and head, two token lists, odd numbers
L, h, n, m = 3, 2, 4, 5
random.seed(5)
values = [fp32(random.random() / 3) for _ in range(L * h * n * m)]
values[7], values[8] = float("nan"), -0.25
write_safetensors("cross.safetensors", "cross_attention", [L, h, n, m], values,
                  {"query_tokens": json.dumps(["<a", "b", "c", "d"]), "key_tokens": json.dumps(["v", "w", "x", "y", "z"])})
data, units, _ = page("--layer", "2", "cross.safetensors")
check_same((data["layers"], data["heads"], data["layer"], data["self"], data["queries"], data["keys"]),
           (L, h, 1, False, ["<a", "b", "c", "d"], ["v", "w", "x", "y", "z"]), "a file")
want = [NAN if not v >= 0 else round(v * 10000) for v in values]
check(all(abs(a - b) <= 1 for a, b in zip(units, want)) and [u >= NAN for u in units] == [w >= NAN for w in want], "all layers")
for layer in range(L):
    compare(data, units, layer, [row if number(row["weight"]) >= 0 else {**row, "weight": "NaN"} for row in program.csv(
        "--layer", str(layer + 1), "--view", "grid", "--export", "-", "--format", "csv", "cross.safetensors")])


# ---------------------------------------------------------------- sizes: 12 x 12 heads of 64 whole within 1 MB; of 256 the smallest are left out
def big(side):
    made = array.array("f")
    random.seed(side)
    for _ in range(12 * 12):
        sharp = random.choice([1, 2, 4, 8])
        for q in range(side):
            row = [random.random() ** sharp for _ in range(side)]
            total = sum(row)
            made.extend(x / total for x in row)
    write_safetensors("big.safetensors", "attention", [12, 12, side, side], made, {"tokens": json.dumps([f"w{i}" for i in range(side)])})
    return made


made = big(64)
data, units, size = page("big.safetensors")
check(size <= 1000000, "bytes of 12 x 12 heads of 64 x 64:", size)
check_same((data["least"], data["left_cells"], data["cells"]), (0, 0, len(made)), "nothing is left out")
check(all(abs(u / 10000 - w) <= 0.5e-4 + 1e-7 for u, w in zip(units, made)), "all weights")
print(f"12 x 12 x 64 x 64: {size} bytes")
made = big(160)
data, units, size = page("big.safetensors")
least = data["least"]
left = [(u, w) for u, w in zip(units, made) if u == 0]
check(least > 0 and size < 5000000, "least", least, "bytes", size)
check(all(w < least + 0.5e-4 for _, w in left) and all(abs(u / 10000 - w) <= 0.5e-4 + 1e-7 for u, w in zip(units, made) if u), "what is left out")
check_same(data["left_cells"], len(left), "number of cells left out")
check_near(data["left_share"], sum(w for _, w in left) / sum(made), 1e-3, "their share of all attention")
check(sum(u > 0 for u in units) <= 1 << 21, "weights that are kept")
print(f"12 x 12 x 160 x 160: {size} bytes, weights under {least} left out")

# ---------------------------------------------------------------- through a lens, as a difference, without keys: what the window shows
def through(options, column, *source):
    """The layer shown against the CSV of all its heads; in units that have as many decimals as 16 bits hold."""
    data, units, _ = page(*options, *source)
    rows = program.csv("--view", "grid", *options, "--export", "-", "--format", "csv", *source)
    check_same((data["values"], data["layers"]), (column, 1), options)
    check_same(len(units), len(rows), "cells of", options)
    for unit, row in zip(units, rows):
        value = number(row[column])
        if not check((unit == MASKED) == (row["masked"] == "1") and (unit == MASKED or abs((unit - data["zero"]) / data["one"] - value) <= 0.51 / data["one"]),
                     options, "a number of the page is", unit, "where the CSV has", row):
            break
    return data, units


for options, column, word in [(["--lens", "value"], "norm", "a·‖v‖"), (["--lens", "score"], "score", "score"), (["--minus-head", "2"], "difference", "difference"),
                              (["--minus-text", "The dog saw it.", "--mask", "causal"], "difference", "difference"),
                              (["--hide", "first,3", "--renormalise"], "weight", "attention weight"), (["--hide", "2", "--lens", "output"], "norm", "a·‖v Wᴼ‖")]:
    data, units = through(options, column, "--", SENTENCE)
    shown = program.json(*options, "--json", "-", "--", SENTENCE)
    texts = [t["text"] for t in shown["tokens"]]
    check_same([name.split(" (")[0] for name in data["queries"]], texts, "tokens, aligned where two sentences are subtracted")
    check_same((data["word"], len(data["palettes"][0]), data["palettes"][0] != data["palettes"][1]), (word, 256 * 6, column in ("score", "difference")), "word and colours")
    check_same(data["hidden"], [k for k in range(len(texts)) if "--hide" in options and all(head["weights"][-1][k] is None for head in shown["heads"])], options)
    program.run("--force", *options, "--view", "grid", "--export", "said.svg", "--", SENTENCE)
    with open("said.svg", encoding="utf-8") as file:
        said = next(line.split(": ", 1)[1] for line in file if line.startswith("Shown: "))
    check(html.unescape(said.strip()).split("  ·  ")[0] in data["source"], "what was done is said:", data["source"], said)

# Of a file hidden keys are left out in every layer; a difference is of the layer that is shown, and says which.
data, units, _ = page("--hide", "2,5", "--renormalise", "--layer", "2", "cross.safetensors")
check_same((data["layers"], data["layer"], data["hidden"]), (L, 1, [1, 4]), "hidden in all layers")
for layer in range(L):
    compare(data, units, layer, [row if row["masked"] == "1" or number(row["weight"]) >= 0 else {**row, "weight": "NaN"} for row in program.csv("--hide",
            "2,5", "--renormalise", "--layer", str(layer + 1), "--view", "grid", "--export", "-", "--format", "csv", "cross.safetensors")])
# Layers with masks of their own, local and global, whole and without a key.
seen = [[[k <= q and (layer == 1 or k + 2 > q) for k in range(4)] for q in range(4)] for layer in range(3)]
rows = [[(1 + k) / sum(1 + i for i in range(4) if row[i]) if row[k] else 0 for k in range(4)] for layer in seen for _ in range(2) for row in layer]
write_safetensors("local.safetensors", "attention", [3, 2, 4, 4], [fp32(x) for row in rows for x in row], {"tokens": json.dumps(list("abcd"))},
                  ([3, 4, 4], bytes(x for layer in seen for row in layer for x in row)))
for options in ([], ["--hide", "2", "--renormalise"]):
    data, units, _ = page(*options, "local.safetensors")
    for layer in range(3):
        made = program.csv(*options, "--layer", str(layer + 1), "--view", "grid", "--export", "-", "--format", "csv", "local.safetensors")
        compare(data, units, layer, made)
        check_same([row["masked"] == "0" for row in made], [x and not (options and k == 1) for _ in range(2) for row in seen[layer] for k, x in enumerate(row)], "masks of layer", layer)
        sums = [sum(number(row["weight"]) for row in made[i:i + 4] if row["masked"] == "0") for i in range(0, len(made), 4)]
        check(all(abs(s - 1) < 1e-6 for s in sums), "rows sum to 1", sums)
write_safetensors("plain.safetensors", "attention", [3, 2, 4, 4], [fp32((i * 7919 % 97) / 97) for i in range(96)], {"tokens": json.dumps(list("abcd"))})
data, units = through(["--minus-head", "1", "--layer", "3"], "difference", "plain.safetensors")
check("layer 3 of 3" in data["source"] and "each head minus head 1" in data["source"], data["source"])
report()
