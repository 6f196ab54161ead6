#!/usr/bin/python3
"""Writes the golden cases of multi-head attention: cases.txt (what to compute) and expected.bin (what must come out).

Run: python3 tests/golden/generate.py     (needs numpy and torch; only to make new cases, the test needs neither)

The reference is torch.nn.MultiheadAttention in double precision, asked for the weights of every head. Inputs are not
stored: both sides make them from integers, element i of array a of a case being

    z = mix(seed * 2^40 + a * 2^32 + i)             64-bit, mix = the finaliser of splitmix64, below
    value = (z >> (64 - bits)) - 2^(bits - 1)       an integer in [-2^(bits-1), 2^(bits-1))
    element = float32(value / 2^(bits - 1)) * float32(scale)      rounded to float32

with the arrays X_q, X_kv, W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, b_O numbered 0 ... 9; in self-attention X_kv is X_q.
W is (d_model, d_model) with y = x W. Scales: X 1, W `w` (W_Q: w * gain), b 0.5.

A line of cases.txt:  name seed n m d_model h causal padding bias self bits w gain rows
  padding  0 none; p > 0: key k is hidden when k % p == p - 1; -1 all keys; -2 the first half of the keys
  rows     how many query rows are stored: row i of them is i * (n - 1) / max(rows - 1, 1), rounded down
expected.bin holds, case after case, for each stored row: h x m weights (head by head), then d_model outputs; float32.

A row whose keys are all masked is NaN in torch. Headscope's written rule is that its weights are zero, so its heads give
nothing and the output is b_O: the generator puts exactly that there, and nothing else is touched.
"""
import os

import numpy as np
import torch

HERE = os.path.dirname(os.path.abspath(__file__))
M64 = (1 << 64) - 1
FLOATS_PER_CASE = 5000


def mix(z):
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def array(seed, which, shape, bits, scale):
    count = int(np.prod(shape))
    z = np.arange(count, dtype=np.uint64) + np.uint64((seed << 40) + (which << 32))
    with np.errstate(over="ignore"):
        z = mix(z)
    value = (z >> np.uint64(64 - bits)).astype(np.int64) - (1 << (bits - 1))
    unit = (value / float(1 << (bits - 1))).astype(np.float32)
    return (unit * np.float32(scale)).astype(np.float32).reshape(shape)


def masks(case):
    n, m = case["n"], case["m"]
    hidden = np.zeros((n, m), dtype=bool)
    if case["causal"]:
        hidden |= np.arange(m)[None, :] > np.arange(n)[:, None] + (m - n)
    p, k = case["padding"], np.arange(m)
    padded = {0: k < 0, -1: k >= 0, -2: k < m // 2}[p] if p <= 0 else k % p == p - 1
    return hidden | padded[None, :]


def expected(case):
    n, m, d, h, seed, bits = (case[k] for k in ("n", "m", "d_model", "h", "seed", "bits"))
    get = lambda which, shape, scale: torch.from_numpy(array(seed, which, shape, bits, scale).astype(np.float64))
    x_q = get(0, (n, d), 1.0)
    x_kv = x_q if case["self"] else get(1, (m, d), 1.0)
    W = [get(2 + i, (d, d), case["w"] * (case["gain"] if i == 0 else 1.0)) for i in range(4)]
    b = [get(6 + i, (d,), 0.5) if case["bias"] else torch.zeros(d, dtype=torch.float64) for i in range(4)]
    layer = torch.nn.MultiheadAttention(d, h, bias=True, batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        layer.in_proj_weight.copy_(torch.cat([w.T for w in W[:3]]))
        layer.in_proj_bias.copy_(torch.cat(b[:3]))
        layer.out_proj.weight.copy_(W[3].T)
        layer.out_proj.bias.copy_(b[3])
        hidden = masks(case)
        output, weights = layer(x_q[None], x_kv[None], x_kv[None], attn_mask=torch.from_numpy(hidden),
                                need_weights=True, average_attn_weights=False)
    output, weights = output[0].numpy().copy(), weights[0].numpy().copy()
    blind = hidden.all(axis=1)
    assert np.isnan(weights[:, blind]).all(), "torch no longer gives NaN here: reread the rule above"
    weights[:, blind] = 0
    output[blind] = b[3].numpy()
    assert np.isfinite(weights).all() and np.isfinite(output).all()
    return weights.astype(np.float32), output.astype(np.float32)


def case(name, n, m, d_model, h, **options):
    c = dict(name=name, n=n, m=m, d_model=d_model, h=h, causal=0, padding=0, bias=1, self=int(n == m), bits=24,
             w=0.0, gain=1.0)
    c.update(options)
    if c["w"] == 0.0:
        c["w"] = float(np.float32(1.7 / np.sqrt(d_model)))
    return c


def cases():
    yield case("one-token", 1, 1, 16, 2)
    yield case("one-query", 1, 9, 32, 4)
    yield case("one-key", 7, 1, 32, 4)
    yield case("one-dimension", 3, 5, 1, 1)
    yield case("one-causal", 1, 1, 8, 1, causal=1)
    yield case("head-of-one", 6, 6, 8, 8)
    for h in (1, 2, 4, 8, 16, 64):
        yield case(f"sentence-h{h}", 12, 12, 512, h, self=1)
        yield case(f"small-h{h}", 10, 10, 64, h, bias=0)
    for h in (1, 8):
        yield case(f"sentence-causal-h{h}", 12, 12, 512, h, causal=1)
    yield case("odd-width", 9, 9, 30, 3)
    yield case("odd-width-cross", 11, 6, 42, 7, padding=4)
    yield case("prime-width", 8, 8, 37, 37)
    yield case("prime-width-one-head", 8, 13, 37, 1)
    yield case("cross", 13, 29, 64, 4)
    yield case("cross-no-bias", 29, 13, 64, 4, bias=0)
    yield case("cross-same-length", 17, 17, 48, 6, self=0)
    yield case("cross-causal-short", 5, 20, 64, 8, causal=1)
    yield case("cross-causal-long", 20, 5, 64, 8, causal=1)
    yield case("causal", 33, 33, 64, 4, causal=1)
    yield case("causal-no-bias", 31, 31, 96, 2, causal=1, bias=0)
    yield case("padding", 24, 24, 64, 4, padding=3)
    yield case("padding-cross", 10, 47, 64, 4, padding=2)
    yield case("padding-causal", 26, 26, 64, 2, padding=5, causal=1)
    yield case("padding-first-half-causal", 18, 18, 48, 3, padding=-2, causal=1)
    yield case("padding-first-half", 18, 18, 48, 3, padding=-2)
    yield case("all-hidden", 6, 9, 32, 2, padding=-1)
    yield case("all-hidden-no-bias", 6, 9, 32, 2, padding=-1, bias=0)
    # Inputs of few bits make Q, K and the scores exact in float32, so that weights are comparable although scores reach
    # hundreds: exp of the score itself overflows.
    yield case("overflow", 20, 20, 64, 4, bits=3, w=1.0, gain=16.0, bias=0)
    yield case("overflow-one-head", 16, 16, 64, 1, bits=3, w=1.0, gain=8.0, bias=0)
    yield case("overflow-causal", 24, 24, 16, 1, bits=3, w=1.0, gain=128.0, bias=0, causal=1)
    yield case("overflow-negative", 12, 30, 64, 4, bits=3, w=1.0, gain=-32.0, bias=0, padding=7)
    yield case("flat", 30, 30, 64, 4, gain=0.0, bias=0)
    yield case("paragraph", 67, 67, 512, 8)
    yield case("paragraph-causal-h16", 113, 113, 512, 16, causal=1)
    yield case("long", 300, 300, 64, 4)
    yield case("long-causal-padding", 257, 257, 64, 4, causal=1, padding=9)
    yield case("long-cross", 40, 1031, 32, 2, padding=10)
    yield case("wide", 20, 20, 768, 12)


def main():
    floats = 0
    with open(os.path.join(HERE, "cases.txt"), "w") as lines, open(os.path.join(HERE, "expected.bin"), "wb") as data:
        lines.write("# Written by generate.py, which explains the columns.\n")
        count = 0
        for seed, c in enumerate(cases(), start=1):
            c["seed"] = seed
            rows = max(2, FLOATS_PER_CASE // (c["h"] * c["m"] + c["d_model"]))
            rows = min(rows, c["n"])
            weights, output = expected(c)
            for i in range(rows):
                q = i * (c["n"] - 1) // max(rows - 1, 1)
                data.write(weights[:, q].astype("<f4").tobytes() + output[q].astype("<f4").tobytes())
                floats += weights[:, q].size + output[q].size
            lines.write("{name} {seed} {n} {m} {d_model} {h} {causal} {padding} {bias} {self} {bits} {w!r} {gain!r} "
                        .format(**c) + f"{rows}\n")
            count += 1
    print(f"{count} cases, {floats * 4} bytes, torch {torch.__version__}")


if __name__ == "__main__":
    main()
