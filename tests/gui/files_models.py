# files_models.py PROGRAM FOLDER SOURCES – real models by the command line: a model minus another, minus another text, minus itself with a
# head off, all against differences of the numbers that each gives alone; what the model answers, against transformers' own and as a
# softmax; and the command in a picture makes that picture again.
import json
import os
import shutil
import struct
import sys

from program import Program, check, check_near, check_same, from_zero, png_texts, report

program = Program(sys.argv[1], sys.argv[2])
models = os.path.abspath(sys.argv[3]) + "/tests/models/"
ASSETS = ["--assets", os.path.abspath(sys.argv[3]) + "/assets"]
TEXT = "The cat sat."


def weights(data):
    """(h, n, n), None where masked."""
    return [head["weights"] for head in data["heads"]]


def picture(*arguments):
    return from_zero(program.json(*ASSETS, *arguments, "--json", "-"))


def check_minus(got, a, b, what):
    """Cell by cell; a cell that is masked in both is masked."""
    cells = 0
    for head, (x, y, z) in enumerate(zip(weights(got), weights(a), weights(b))):
        for q, row in enumerate(x):
            for k, value in enumerate(row):
                if y[q][k] is None:
                    check_same(value, None, what, head, q, k)
                else:
                    check_near(value, y[q][k] - z[q][k], 1e-6, what, head, q, k)
                    cells += 1
    check(cells > 20 and got["values"] == "difference", what, "has", cells, "cells")
    return max(abs(v) for head in weights(got) for row in head for v in row if v is not None)


def altered(name, to, tensor):
    """A model like `name`, of which one tensor's numbers are halved."""
    shutil.copytree(models + name, to)
    with open(to + "/model.safetensors", "r+b") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        first, last = header[tensor]["data_offsets"]
        file.seek(8 + length + first)
        values = struct.unpack(f"<{(last - first) // 4}f", file.read(last - first))
        file.seek(8 + length + first)
        file.write(struct.pack(f"<{len(values)}f", *(0.5 * v for v in values)))


def tensor_names(name):
    with open(models + name + "/model.safetensors", "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        return json.loads(file.read(length))


key = next(name for name in tensor_names("gpt2") if name.endswith("h.0.attn.c_attn.weight"))
altered("gpt2", "other", key)
for layer in ("1", "2"):
    a = picture(models + "gpt2", TEXT, "--layer", layer)
    b = picture("other", TEXT, "--layer", layer)
    minus = picture(models + "gpt2", TEXT, "--layer", layer, "--minus-model", "other")
    check(check_minus(minus, a, b, "minus a model, layer " + layer) > 1e-3, "the models differ")
    other = picture(models + "gpt2", "The dog ran.", "--layer", layer)
    text = picture(models + "gpt2", TEXT, "--layer", layer, "--minus-text", TEXT)
    check_same(check_minus(text, a, a, "minus its own text"), 0)
    if len(other["tokens"]) == len(a["tokens"]):
        print("the two texts have as many tokens")
# A head of the first layer that is off moves the second; B has all heads on.
session = {
    "headscope_session": 1, "text": TEXT, "heads": 8, "view": "grid", "head_modes": {"0.1": "off", "1.3": "uniform"},
    "dump": {"path": "gpt2", "bytes": os.path.getsize(models + "gpt2/model.safetensors"), "attention": "", "layer": 1, "item": 0,
             "pieces": "readable", "pair": "all", "layers": "map", "figure": "number", "reversed": False},
}
shutil.copytree(models + "gpt2", "gpt2")
with open("off.session", "w", encoding="utf-8") as file:
    json.dump(session, file)
off = picture("off.session")
check_same([head["mode"] for head in off["heads"]], ["on", "on", "on", "uniform"], "modes of the session")
on = picture(models + "gpt2", TEXT, "--layer", "2")
check(max(abs(x - y) for p, q in zip(weights(off)[0], weights(on)[0]) for x, y in zip(p, q) if x is not None) > 1e-4,
    "a head of the first layer that is off changes the second")
with open("off.session", "w", encoding="utf-8") as file:
    json.dump({**session, "minus": {"model": "gpt2"}}, file)
check_minus(picture("off.session"), off, on, "minus itself with all heads on")
# The lenses of B take B's own weights.
for lens in ("value", "output", "score"):
    a = picture(models + "gpt2", TEXT, "--layer", "1", "--lens", lens)
    b = picture("other", TEXT, "--layer", "1", "--lens", lens)
    minus = picture(models + "gpt2", TEXT, "--layer", "1", "--lens", lens, "--minus-model", "other")
    check(check_minus(minus, a, b, "minus a model, lens " + lens) > 1e-3, "lenses differ")
# What cannot be subtracted says why, and the command is refused.
for bad, why in (("gpt2-scaled", "3 layers of 3 heads"), ("bert", "3 layers of 3 heads"), ("distilbert", "other tokens")):
    program.run(*ASSETS, models + "gpt2", TEXT, "--minus-model", models + bad, "--json", "-", code=1)
    check(why in program.errors and "cannot be subtracted" in program.errors, bad, program.errors)
program.run(*ASSETS, TEXT, "--minus-model", models + "gpt2", "--json", "-", code=2)
program.run(*ASSETS, models + "gpt2", TEXT, "--minus-model", "nowhere", "--json", "-", code=1)
check("nowhere" in program.errors, program.errors)
program.run(*ASSETS, models + "gpt2", TEXT, "--minus-model", "other", "--minus-text", "x", "--json", "-", code=2)
# The command in a picture makes it again.
for arguments in (["--minus-model", "other", "--layer", "2"], ["--minus-text", "The dog ran.", "--layer", "1", "--lens", "value"]):
    program.run(*ASSETS, models + "gpt2", TEXT, *arguments, "--view", "grid", "--export", "one.png")
    command = png_texts("one.png")["Command"]
    check(program.shell(command.replace("OUT.png", "two.png").replace("headscope ", f"headscope --assets '{ASSETS[1]}' ", 1)), command)
    with open("one.png", "rb") as one, open("two.png", "rb") as two:
        check(one.read() == two.read(), "the same picture by", command)
    os.remove("one.png")
    os.remove("two.png")
# Answers: of a causal model behind the text, of a masked one in the place of its mask; as CSV and in the JSON the same.
for model, text, fills in (("gpt2", TEXT, False), ("llama", TEXT, False), ("bert", "the [MASK] is here", True)):
    data = picture(models + model, text)
    answer = data["answer"]
    likely = answer["likely"]
    check_same(answer["fills"], fills)
    check_same(len(likely), 10, model)
    chances = [one["probability"] for one in likely]
    check(chances == sorted(chances, reverse=True) and 0 < chances[-1] and sum(chances) <= 1 + 1e-6, model, chances)
    rows = program.csv(*ASSETS, models + model, text, "--list", "answer")
    check_same([(int(row["id"]), float(row["probability"])) for row in rows], [(one["id"], one["probability"]) for one in likely], model)
    at = answer["at"] - data["index_base"]
    check_same(at, data["tokens"].index(next(t for t in data["tokens"] if t["text"] == "[MASK]")) if fills else len(data["tokens"]) - 1)
check("answer" not in picture(models + "bert-base", TEXT), "a file without its head has no answer")
program.run(*ASSETS, models + "bert-base", TEXT, "--list", "answer", code=2)
program.run(*ASSETS, models + "bert", TEXT, "--list", "answer", code=2)
check("fills gaps" in program.errors, program.errors)
program.run(*ASSETS, TEXT, "--list", "answer", code=2)
report()
