# files_learn.py PROGRAM FOLDER SOURCES – a saved run, read by Python alone: attention worked out from its weights must be what every
# view shows at that moment; the curves as CSV and the film strip must say what the file holds. As drawn: see/learn.py.
import json
import math
import re
import struct
import sys
import xml.etree.ElementTree

from program import Program, check, check_near, check_same, number, report, table

D, H, BATCH = 512, (1, 4), 96
SLOTS = ("subj", "obj", "loct", "ana", "rel", "mod", "pobj", "aux")
program = Program(sys.argv[1], sys.argv[2])
program.run("--learn", "--learn-sentences", "192", "--learn-heads", "1,4", "--learn-rate", "0.02", "--save-run", "run.safetensors")


def tensors(path):
    with open(path, "rb") as file:
        data = file.read()
    (length,) = struct.unpack("<Q", data[:8])
    header, start, found = json.loads(data[8:8 + length]), 8 + length, {}
    for name, entry in header.items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            form = {"F16": "e", "F32": "f"}[entry["dtype"]]
            found[name] = struct.unpack(f"<{math.prod(entry['shape'])}{form}", data[start + begin:start + end])
    return header["__metadata__"], found


notes, kept = tensors("run.safetensors")
check_same((notes["heads"], notes["seed"], notes["sentences"]), ("1,4", "1", "192"), "options")
steps = [int(step) for step in kept["steps"]]
check_same(steps, [0, 1, 2], "steps")
MOMENTS = range(len(steps))
asked = [int(count) for count in kept["asked"][:8]]


def answers(model, moment):
    return kept[f"model{model + 1}.answers"][moment * 10:(moment + 1) * 10]


# ---------------------------------------------------------------- every view at every moment
def embeddings(*words):
    """Rows as lists of (dimension, value), from the Steps view."""
    rows = {}
    for row in table(program.run("--view", "steps", "--step", "x", "--export", "-", "--format", "csv", *words).decode()):
        if float(row["value"]):
            rows.setdefault(int(row["query"]), []).append((int(row["model_dimension"]), float(row["value"])))
    return [rows[q] for q in sorted(rows)]


def product(X, W):
    out = []
    for row in X:
        sums = [0.0] * D
        for f, x in row:
            weights = W[f * D:(f + 1) * D]
            for c in range(D):
                sums[c] += x * weights[c]
        out.append(sums)
    return out


def attention(Q, K, h):
    d_k, heads = D // h, []
    for head in range(h):
        columns, rows = range(head * d_k, (head + 1) * d_k), []
        for q in Q:
            scores = [sum(q[c] * k[c] for c in columns) / math.sqrt(d_k) for k in K]
            parts = [math.exp(s - max(scores)) for s in scores]
            rows.append([p / sum(parts) for p in parts])
        heads.append(rows)
    return heads


def weights_of(moment, model):
    W = kept[f"model{model + 1}.moment{moment + 1:02}.W_QKVO"]
    return W[:D * D], W[D * D:2 * D * D]


def made(X, moment, model):
    W_Q, W_K = weights_of(moment, model)
    Q = product(X, W_Q)
    return Q, attention(Q, product(X, W_K), H[model])


def largest(a, b):
    return max(abs(x - y) for one, two in zip(a, b) for r, s in zip(one, two) for x, y in zip(r, s))


TEXT = "She gave the dog a bone."
X = embeddings("--", TEXT)
before = {}
for moment in MOMENTS:
    for model, h in enumerate(H):
        words = ["run.safetensors", "--moment", str(moment + 1), "--heads", str(h)]
        own_Q, own = made(X, moment, model)
        got = program.json(*words, "--json", "-", "--", TEXT)
        check_same((len(got["heads"]), got["constructed_teaching_model"]), (h, False), words)
        check(("random weights" if moment == 0 else f"learnt from {moment * BATCH} sentences") in got["source"], got["source"])
        check_near(largest([head["weights"] for head in got["heads"]], own), 0, 2e-5, "grid", words)
        if moment and h > 1:
            check(largest(own, before[model]) > 1e-4, "a moment is not like the one before it", words)
        before[model] = own
        last = h - 1

        def view(name, *more, base=words):
            return table(program.run(*base, "--view", name, *more, "--export", "-", "--format", "csv", "--", TEXT).decode())

        for row in view("head", "--head", str(last + 1)):
            check_near(number(row["weight"]), own[last][int(row["query"])][int(row["key"])], 2e-5, "head", words)
        for row in view("lines"):
            check_near(number(row["weight"]), own[int(row["head"])][int(row["query"])][int(row["key"])], 2e-5, "lines", words)
        for row in view("steps", "--step", "q", "--head", str(last + 1)):
            check_near(number(row["value"]), own_Q[int(row["query"])][last * (D // h) + int(row["head_dimension"])], 1e-4, "Q", words)
        for row in view("compare", "--lock", "2"):
            if row["row"] == "single":
                check_near(number(row["weight"]), before[0][0][int(row["query"])][int(row["key"])], 2e-5, "compare", words)
            elif row["head"]:
                check_near(number(row["weight"]), own[int(row["head"])][int(row["query"])][int(row["key"])], 2e-5, "compare", words)

# Specialise, on two sentences of one's own: hits are counted here.
SENTENCES = [{"id": "one", "tokens": ["The", "dog", "chased", "the", "cat", "."],
              "relations": [{"type": "subj", "from": 2, "to": [1]}, {"type": "obj", "from": 2, "to": [4]}]},
             {"id": "two", "tokens": ["Birds", "sing", "in", "the", "garden", "."],
              "relations": [{"type": "subj", "from": 1, "to": [0]}, {"type": "loct", "from": 1, "to": [4]}]}]
with open("own.json", "w", encoding="utf-8") as file:
    json.dump(SENTENCES, file)
own_X = [embeddings("--", " ".join(one["tokens"])) for one in SENTENCES]
for moment in MOMENTS:
    hits = {}
    for one, rows in zip(SENTENCES, own_X):
        for head, A in enumerate(made(rows, moment, 1)[1]):
            for link in one["relations"]:
                row = A[link["from"]]
                hits[head, link["type"]] = hits.get((head, link["type"]), 0) + (row.index(max(row)) in link["to"])
    for row in table(program.run("run.safetensors", "--moment", str(moment + 1), "--heads", "4", "--view", "specialise", "--annotated", "own.json",
                                 "--export", "-", "--format", "csv").decode()):
        if number(row["eligible"]) and row["relation"] != "prev":
            check_same(int(row["hits"]), hits[int(row["head"]), row["relation"]], "specialise", moment, row["head"], row["relation"])

# ---------------------------------------------------------------- the curves
rows = table(program.run("run.safetensors", "--view", "learn", "--export", "-", "--format", "csv").decode())
check_same([(int(row["sentences"]), int(row["h"])) for row in rows], [(step * BATCH, h) for step in steps for h in H], "lines of the CSV")
for row, (moment, model) in zip(rows, [(moment, model) for moment in MOMENTS for model in (0, 1)]):
    train, loss, *right = answers(model, moment)
    check_near(number(row["training_loss"]), train, 1e-6 * train, "training loss", row)
    check_near(number(row["held_out_loss"]), loss, 1e-6 * loss, "loss", row)
    check_near(number(row["right"]), sum(right) / sum(asked), 1e-7, "right", row)
    for slot, name in enumerate(SLOTS[:4]):
        check_near(number(row["right_" + name]), right[slot] / asked[slot], 1e-7, name, row)
    check(not any("right_" + name in row for name in SLOTS[4:]), "only what was asked has a column")

# ---------------------------------------------------------------- the film strip
program.run("run.safetensors", "--view", "learn", "--sheet", "--export", "film.svg", "--", TEXT)
root = xml.etree.ElementTree.parse("film.svg").getroot()
space = root.tag.partition("}")[0] + "}"
said = ["".join(one.itertext()) for one in root.iter(space + "text")]
check_same([text for text in said if text in ("random", "96", "192")], ["random", "96", "192"], "moments of the film")
right = [f"{100 * sum(answers(1, moment)[2:]) / sum(asked):.0f} %" for moment in MOMENTS]
check_same([text for text in said if text in right][:3], right, "shares of the film")
check_same([text for text in said if re.fullmatch(r"head \d", text)], [f"head {i + 1}" for i in range(4)], "heads of the film")
check(any(text.startswith("1  attention weight; rows: queries") for text in said), "its colours are from 0 to 1 in every map", said)
check_same([text for text in said if "scale" in text or "range" in text], [], "what is said of a scale that it has not")
with open("film.svg", encoding="utf-8") as file:
    check_same(file.read().count("crispEdges"), 12, "maps of the film: moments times heads")
program.run("run.safetensors", "--view", "learn", "--sheet", "--scale", "2", "--export", "film.png", "--", TEXT)
with open("film.png", "rb") as file:
    width, height = struct.unpack(">II", file.read(24)[16:])
check(width > 800 and height > 800, "size of the film", width, height)
report()
