"""made.py – an invented model and an invented attention file, and what follows from them, worked out in plain Python.

The shipped weights hide mistakes: their W^O is orthogonal and symmetric, so that a value has the same length before and after it and
any head's rows of it do. Here every matrix is dense and random, and the heads differ in sharpness, size and shape. The sums are those
of Vaswani et al. 2017, 3.2.2, in double precision and without any code of the program."""
import json
import math
import os
import random
import struct

D_MODEL = 512


def read_safetensors(path):
    """(metadata, {name: (dtype, shape, bytes)})"""
    data = open(path, "rb").read()
    size = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + size])
    metadata = header.pop("__metadata__", {})
    return metadata, {name: (one["dtype"], one["shape"], data[8 + size:][slice(*one["data_offsets"])]) for name, one in header.items()}


def write_safetensors(path, metadata, tensors):
    """tensors: [(name, dtype, shape, bytes)]"""
    header, at = {"__metadata__": metadata}, 0
    for name, dtype, shape, data in tensors:
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [at, at + len(data)]}
        at += len(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(data for _, _, _, data in tensors))


def halves(values):
    """(bytes, the values as they read back)"""
    data = struct.pack(f"<{len(values)}e", *values)
    return data, struct.unpack(f"<{len(values)}e", data)


class Model:
    """Weights as rows of lists."""

    def __init__(self, W_Q, W_K, W_V, W_O):
        self.W_Q, self.W_K, self.W_V, self.W_O = W_Q, W_K, W_V, W_O


def make_model(shipped, folder):
    """Writes the invented model's folder of assets, from the shipped one's word list and layout of features. Returns the Model."""
    metadata, tensors = read_safetensors(os.path.join(shipped, "preset.safetensors"))
    used = tensors["W_Q"][1][0]
    chance = random.Random(20170612)
    # Sharpness, size of values and size of outputs of each eighth of the columns, which are the heads at h = 8.
    sharp = [0.2, 1.6, 0.9, 0.45, 1.2, 0.7, 0.3, 2.2]
    large = [1.0, 0.4, 2.5, 0.7, 1.8, 0.25, 1.3, 3.0]
    rows, out = {}, [("tagger", "F16", tensors["tagger"][1], bytes(len(tensors["tagger"][2])))]
    for name, height in ("W_Q", used), ("W_K", used), ("W_V", D_MODEL), ("W_O", D_MODEL):
        values = []
        for row in range(height):
            for eighth in range(8):
                size = {"Q": sharp[eighth] * 0.28, "K": 0.28, "V": large[eighth] * 0.05, "O": 0.02 + 0.03 * large[7 - row // 64]}[name[2]]
                values += [chance.gauss(0, size) for _ in range(64)]
        data, values = halves(values)
        rows[name] = [values[i:i + D_MODEL] for i in range(0, len(values), D_MODEL)]
        rows[name] += [(0.0,) * D_MODEL] * (D_MODEL - height)
        out.append((name, "F16", [height, D_MODEL], data))
    os.makedirs(folder, exist_ok=True)
    metadata = {"format": "headscope-preset 1", "layout": metadata["layout"], "seed": "20170612", "sentences": "5",
                "command": "none", "grammar": "none"}
    write_safetensors(os.path.join(folder, "preset.safetensors"), metadata, out)
    for name in ("lexicon.json", "tour.lesson"):
        link = os.path.join(folder, name)
        if not os.path.exists(link):
            os.symlink(os.path.abspath(os.path.join(shipped, name)), link)
    return Model(rows["W_Q"], rows["W_K"], rows["W_V"], rows["W_O"])


def times(rows, matrix):
    """rows (n, a) x matrix (a, b)"""
    result = []
    for row in rows:
        total = [0.0] * len(matrix[0])
        for value, line in zip(row, matrix):
            if value:
                total = [sum_ + value * other for sum_, other in zip(total, line)]
        result.append(total)
    return result


def dot(a, b):
    return math.fsum(x * y for x, y in zip(a, b))


def softmax(scores):
    """None is masked, and stays so."""
    seen = [s for s in scores if s is not None]
    if not seen:
        return [None] * len(scores)
    top = max(seen)
    total = math.fsum(math.exp(s - top) for s in seen)
    return [None if s is None else math.exp(s - top) / total for s in scores]


class Pass:
    """One forward pass of self-attention; what is the same for every number of heads is done once."""

    def __init__(self, model, X):
        self.model, self.X, self.n = model, X, len(X)
        self.Q, self.K, self.V = (times(X, W) for W in (model.W_Q, model.W_K, model.W_V))

    def head(self, h, i, mask="none", hidden=()):
        d_k = D_MODEL // h
        cut = slice(i * d_k, (i + 1) * d_k)
        raw = [[dot(q[cut], k[cut]) for k in self.K] for q in self.Q]
        scores = [[None if mask == "causal" and key > query or key in hidden else raw[query][key] / math.sqrt(d_k)
                   for key in range(self.n)] for query in range(self.n)]
        A = [softmax(row) for row in scores]
        values = [v[cut] for v in self.V]
        mixed = [[math.fsum((a or 0) * v[d] for a, v in zip(row, values)) for d in range(d_k)] for row in A]
        return {"q": [q[cut] for q in self.Q], "k": [k[cut] for k in self.K], "v": values, "raw": raw, "scale": scores,
                "softmax": A, "mix": mixed}

    def lens(self, h, i, lens, head):
        """What the lens draws of a head: weights, weights times the length of values or outputs (Kobayashi et al. 2020), scores."""
        if lens == "weight":
            return head["softmax"]
        if lens == "score":
            return head["scale"]
        d_k = D_MODEL // h
        vectors = head["v"] if lens == "value" else times(head["v"], self.model.W_O[i * d_k:(i + 1) * d_k])
        length = [math.sqrt(dot(v, v)) for v in vectors]
        return [[None if a is None else a * l for a, l in zip(row, length)] for row in head["softmax"]]

    def output(self, h, mask="none"):
        concat = [[] for _ in range(self.n)]
        for i in range(h):
            for row, part in zip(concat, self.head(h, i, mask)["mix"]):
                row += part
        return concat, times(concat, self.model.W_O)


# The attention file: layers, items of a batch, heads, n queries and m keys, all different, and no two of its matrices alike.
FILE_SHAPE = (2, 3, 4, 5, 7)
QUERIES = [["ein", "Buch", "las", "sie", "."], ["wir", "sahen", "das", "Haus", "."], ["es", "regnet", "nicht", "mehr", "!"]]
KEYS = [["she", "read", "a", "very", "old", "book", "."], ["we", "saw", "the", "house", "from", "afar", "."],
        ["it", "does", "not", "rain", "any", "more", "!"]]


def make_file(path):
    """Returns weights[layer][item][head][query][key]."""
    chance = random.Random(5)
    L, B, h, n, m = FILE_SHAPE
    flat = []
    for _ in range(L * B * h * n):
        row = softmax([chance.gauss(0, 2) for _ in range(m)])
        flat += row
    data = struct.pack(f"<{len(flat)}f", *flat)
    flat = struct.unpack(f"<{len(flat)}f", data)
    write_safetensors(path, {"query_tokens": json.dumps(QUERIES), "key_tokens": json.dumps(KEYS), "model": "invented"},
                      [("cross_attention", "F32", list(FILE_SHAPE), data)])

    def nest(values, shape):
        if len(shape) == 1:
            return list(values)
        step = len(values) // shape[0]
        return [nest(values[i * step:(i + 1) * step], shape[1:]) for i in range(shape[0])]
    return nest(flat, FILE_SHAPE)

# For Specialise: every kind of answer that the table has to count, in few words.
ANNOTATED = [
    {"id": "one", "tokens": ["She", "sang", "the", "old", "song", "."],
     "relations": [{"type": "subj", "from": 1, "to": [0]}, {"type": "obj", "from": 1, "to": [4]}, {"type": "mod", "from": 3, "to": [4]}]},
    {"id": "two", "tokens": ["He", "ate", "bread", "in", "the", "park", "."],
     "relations": [{"type": "subj", "from": 1, "to": [0]}, {"type": "obj", "from": 1, "to": [2]}, {"type": "loct", "from": 1, "to": [5, 3]},
                   {"type": "pobj", "from": 3, "to": [5]}]},
    {"id": "three", "tokens": ["The", "dog", "that", "Anna", "saw", "has", "not", "eaten", "its", "food", "."],
     "relations": [{"type": "subj", "from": 7, "to": [1]}, {"type": "subj", "from": 4, "to": [3]}, {"type": "rel", "from": 2, "to": [1]},
                   {"type": "aux", "from": 5, "to": [7]}, {"type": "aux", "from": 6, "to": [7]}, {"type": "obj", "from": 7, "to": [9]},
                   {"type": "ana", "from": 8, "to": [1]}]},
    {"id": "four", "tokens": ["Small", "birds", "sing", "\"", "loudly", ",", "\"", "he", "said", "."],
     "relations": [{"type": "subj", "from": 2, "to": [1]}, {"type": "subj", "from": 8, "to": [7]}, {"type": "mod", "from": 0, "to": [1]},
                   {"type": "aux", "from": 4, "to": [2]}]},
]
