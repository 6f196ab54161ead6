# module.py PROGRAM FOLDER SOURCES – assets/python/headscope.py with nothing but Python's own library: arrays of several kinds, what
# frameworks return, the file read back through the program, errors, the page, the window, the notebook.
import json
import os
import sys
import time
import types

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "gui"))
from program import Program, check, check_near, check_same, from_zero, report  # noqa: E402

program = Program(sys.argv[1], sys.argv[2])
sys.path.insert(0, sys.argv[3] + "/assets/python")
import headscope  # noqa: E402

os.environ["HEADSCOPE"] = program.path


class Tensor:
    """What a framework's array looks like from outside; `steps` are those it was taken through."""

    def __init__(self, nested, steps=()):
        self.nested, self.steps = nested, steps

    @property
    def shape(self):
        shape, at = [], self.nested
        while isinstance(at, list):
            shape.append(len(at))
            at = at[0]
        return tuple(shape)

    def tolist(self):
        return self.nested


class Torch(Tensor):
    """On a device, in half precision, with a graph: numbers only after detach, cpu and float."""

    def detach(self):
        return Torch(self.nested, (*self.steps, "detach"))

    def cpu(self):
        return Torch(self.nested, (*self.steps, "cpu"))

    def float(self):
        return Torch(self.nested, (*self.steps, "float"))

    def tolist(self):
        check_same(self.steps, ("detach", "cpu", "float"), "steps before numbers")
        return self.nested


def rows(n, m, seed, causal=False):
    out = []
    for q in range(n):
        row = [(seed * 7 + q * 3 + k * 5) % 11 + 1 if not causal or k <= q + m - n else 0 for k in range(m)]
        out.append([x / sum(row) for x in row])
    return out


def layer(B, h, n, m, seed, causal=False):
    return [[rows(n, m, seed + 10 * b + head, causal) for head in range(h)] for b in range(B)]


def opened(path, number, *options):
    """The heads of layer `number` (from 0), and the tokens, as the program reads the file."""
    data = from_zero(program.json("--layer", str(number + 1), *options, "--pieces", "raw", "--view", "grid", "--json", "-", path))
    keys = data.get("key_tokens", data["tokens"])
    return [[[0 if p is None else p for p in row] for row in head["weights"]] for head in data["heads"]], [t["text"] for t in data["tokens"]], [t["text"] for t in keys], data


def same(path, layers, item=0, tokens=None, keys=None, options=()):
    """Every layer and head of the file against nested lists (B, h, n, m)."""
    for number, one in enumerate(layers):
        heads, queries, cols, _ = opened(path, number, *options, *(["--item", str(item + 1)] if item or len(one) > 1 else []))
        check_same(len(heads), len(one[item]), "heads")
        for got, want in zip(heads, one[item]):
            check(all(abs(a - b) < 1e-6 for x, y in zip(got, want) for a, b in zip(x, y)) and (len(got), len(got[0])) == (len(want), len(want[0])), path, number, got, want)
        if tokens:
            check_same((queries, cols), (tokens, keys or tokens), "tokens of", path)


# ---------------------------------------------------------------- arrays of any kind
words = ["[CLS]", "the", "##se", "=x", "[SEP]"]
layers = [layer(1, 2, 5, 5, seed) for seed in (1, 2, 3)]
for name, value in (("torch", [Torch(one) for one in layers]), ("other", tuple(Tensor(one) for one in layers)), ("lists", layers),
                    ("one", Torch([one[0] for one in layers])), ("batch", Tensor(layers))):
    check_same(headscope.save(f"{name}.safetensors", value, words), f"{name}.safetensors", "path")
    same(f"{name}.safetensors", layers, tokens=words)
matrix = rows(4, 4, 1, causal=True)
headscope.save("matrix.safetensors", matrix, list("abcd"))
same("matrix.safetensors", [[[matrix]]], tokens=list("abcd"))
check_same(opened("matrix.safetensors", 0)[3]["mask"], "causal", "a matrix with nothing above its diagonal")
headscope.save("given.safetensors", matrix, list("abcd"), causal=False, model="my model")
check_same((opened("given.safetensors", 0)[3]["mask"], "my model" in opened("given.safetensors", 0)[3]["source"]), ("none", True), "what is said counts")
headscope.save("heads.safetensors", Tensor(layers[0][0]))
same("heads.safetensors", [layers[0]])

# ---------------------------------------------------------------- what frameworks return
out = types.SimpleNamespace(attentions=[Torch(one) for one in layers])
headscope.save("output.safetensors", out, words)
same("output.safetensors", layers, tokens=words)
headscope.save("output.safetensors", types.SimpleNamespace(attentions=[Torch(one) for one in layers], cross_attentions=()), words)
same("output.safetensors", layers, tokens=words)
headscope.save("dictionary.safetensors", {"logits": 1, "attentions": [Torch(one) for one in layers]}, words)
same("dictionary.safetensors", layers, tokens=words)
cache = {f"blocks.{i}.attn.hook_pattern": Torch(one) for i, one in reversed(list(enumerate(layers)))}
headscope.save("cache.safetensors", {"hook_embed": 1, **cache}, words)
same("cache.safetensors", layers, tokens=words)
both = types.SimpleNamespace(encoder_attentions=[Torch(layer(1, 2, 4, 4, 1))], decoder_attentions=[Torch(layer(1, 2, 3, 3, 2, True))],
                             cross_attentions=[Torch(layer(1, 2, 3, 4, 5))], attentions=None)
headscope.save("both.safetensors", both, query_tokens=list("xyz"), key_tokens=list("abcd"))
for kind, want, rows_, cols in (("encoder", layer(1, 2, 4, 4, 1), "abcd", "abcd"), ("decoder", layer(1, 2, 3, 3, 2, True), "xyz", "xyz"),
                                ("cross", layer(1, 2, 3, 4, 5), "xyz", "abcd")):
    same("both.safetensors", [want], tokens=list(rows_), keys=list(cols), options=["--attention", kind])
# generated: a step of the whole prompt, then a row a step
whole = [layer(1, 2, 5, 5, seed, True) for seed in (3, 4)]
steps = [tuple(Torch([[[row[:3] for row in head[:3]] for head in one[0]]]) for one in whole)]
steps += [tuple(Torch([[[head[q][:q + 1]] for head in one[0]]]) for one in whole) for q in (3, 4)]
headscope.save("generated.safetensors", types.SimpleNamespace(attentions=tuple(steps)), list("abcdef"))
same("generated.safetensors", whole, tokens=list("abcde"))
# a batch with padding
batch = [layer(2, 2, 4, 4, 6), layer(2, 2, 4, 4, 8)]
headscope.save("padded.safetensors", [Torch(one) for one in batch], [list("abcd"), ["x", "y", "[PAD]", "[PAD]"]], attention_mask=Tensor([[1, 1, 1, 1], [1, 1, 0, 0]]))
with open("padded.safetensors", "rb") as file:
    meta = json.loads(file.read()[8:].split(b"}}", 1)[0] + b"}}")["__metadata__"]
# masks of cells: of all layers, and of each
local = [[1, 0, 0], [1, 1, 0], [0, 1, 1]]
for cells in (local, [[local]], [local, [[1, 0, 0], [1, 1, 0], [1, 1, 1]]]):
    two = [[[[x / sum(row) for x in row] for row in local]]] * 2
    headscope.save("local.safetensors", two, list("abc"), attention_mask=Tensor(cells))
    for which in (1, 2):
        seen = [row["masked"] == "0" for row in program.csv("--layer", str(which), "--view", "grid", "--export", "-", "--format", "csv", "local.safetensors")]
        want = cells[which - 1] if len(cells) == 2 else local
        check_same(seen, [x == 1 for row in want for x in row], "cells that may be seen in layer", which)
check_same((json.loads(meta["attention_mask"]), json.loads(meta["tokens"])[1]), ([[1, 1, 1, 1], [1, 1, 0, 0]], ["x", "y", "[PAD]", "[PAD]"]), "mask and tokens of the batch")
check_same(opened("padded.safetensors", 1, "--item", "2")[1], ["x", "y"], "the second item's own tokens")


# ---------------------------------------------------------------- errors name what and what to do
def refused(part, *arguments, **more):
    try:
        headscope.save("bad.safetensors", *arguments, **more)
        check(False, "not refused:", part)
    except headscope.Error as error:
        check(part in str(error), str(error), "without", part)
    check(not os.path.exists("bad.safetensors") and not [name for name in os.listdir(".") if name.endswith(".part")], "nothing is left")


refused('attn_implementation="eager"', [None, None])
refused("output_attentions=True", [])
refused("output_attentions=True", types.SimpleNamespace(attentions=(), cross_attentions=()))
refused("layer 1 (from 0) has the shape (1, 2, 4, 4)", [Tensor(layer(1, 2, 5, 5, 1)), Tensor(layer(1, 2, 4, 4, 1))])
refused("attention has 5 keys, and there are 3 tokens", [Tensor(layers[0])], ["a", "b", "c"])
refused("tokens is one text", [Tensor(layers[0])], "the cat sat")
refused("an encoder-decoder has two lists of tokens", both, list("abcd"))
refused("there is no attention among logits", {"logits": 1})
refused("a SimpleNamespace holds no attention", types.SimpleNamespace(loss=1))
refused("has the shape (5,)", Tensor([1, 2, 3, 4, 5]))
refused("3 lists of tokens for a batch of 2", [Tensor(one) for one in batch], [list("abcd")] * 3)
refused("beams are not joined", types.SimpleNamespace(attentions=((Tensor(layer(1, 2, 2, 2, 1)),), (Tensor(layer(3, 2, 1, 3, 1)),))))

# ---------------------------------------------------------------- shown: page, window, notebook
for name in ("DISPLAY", "WAYLAND_DISPLAY"):
    os.environ.pop(name, None)
shown = headscope.show([Torch(one) for one in layers], words)
check(os.path.exists(shown.path) and shown._repr_html_() is None and repr(shown) == f"<headscope: {shown.path}>", "without display and notebook there is the file", shown)
text = headscope.page("--fonts", "fixed", shown.path)
check('"format": "headscope-page 1"' in text and '"layers": 3, "heads": 2, "n": 5' in text, "the page of a file")
with open("fake", "w", encoding="ascii") as file:
    file.write('#!/bin/sh\nprintf "%s\\n" "$@" >words.tmp && mv words.tmp words\n')
os.chmod("fake", 0o755)
os.environ.update(HEADSCOPE=os.path.abspath("fake"), DISPLAY=":1")
kept = headscope.show([Torch(one) for one in layers], words, path="kept.safetensors")
for _ in range(2000):
    if os.path.exists("words"):
        break
    time.sleep(0.01)
check_same(open("words", encoding="utf-8").read().split("\n")[:-1], ["kept.safetensors"], "the window's arguments")
os.environ["HEADSCOPE"] = program.path
python = types.ModuleType("IPython")
python.get_ipython = lambda: types.SimpleNamespace(kernel=True)
sys.modules["IPython"] = python
inline = headscope.show([Torch(one) for one in layers], words)._repr_html_()
check(inline.startswith("<iframe srcdoc=\"&lt;!DOCTYPE html&gt;") and "headscope-page 1" in inline and "<script" not in inline, "inline in a notebook")
del sys.modules["IPython"]
os.environ.update(HEADSCOPE="/nowhere", PATH="/nowhere")
headscope.__file__ = "/nowhere/headscope.py"
try:
    headscope.program()
    check(False, "a program that is not there is found")
except headscope.Error as error:
    check("name it in HEADSCOPE" in str(error), str(error))
try:
    headscope.model("no-such-model", "The cat.")
    check(False, "a model that is not there is found")
except headscope.Error as error:
    check("sh app/get-model.sh" in str(error), str(error))

# ---------------------------------------------------------------- the command, as far as it needs no torch
for words_, part in ((["m", "out.pt", "A text."], "must end in .safetensors"), (["m", "new.safetensors"], "nothing to run"), (["m", "kept.safetensors", "A."], "exists already"),
                     (["m", "new.safetensors", "--pair", "A."], "--pair takes two texts")):
    said, sys.stderr = sys.stderr, open("stderr", "w+", encoding="utf-8")
    code = headscope.main(words_)
    sys.stderr.seek(0)
    text, _ = sys.stderr.read(), sys.stderr.close()
    sys.stderr = said
    check_same(code, 1, "exit of", words_)
    check(part in text and text.count("\n") == 1, text)
check_near(1, 1, 0)
report()
