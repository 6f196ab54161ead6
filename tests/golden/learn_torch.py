"""learn_torch.py – loss and gradients of the layer that learns (engine/learn/pass.h) by PyTorch in double precision, for
tests/unit/test_learn_gradient.c: python3 learn_torch.py > learn_torch.h. Weights, embeddings and word codes come from the
same formula here and there; nothing else is shared. Needs the Python package torch."""
import torch

D, N, FEATURES, SLOT = 512, 7, 48, 64
QUESTIONS = [(1, 0, [0]), (1, 1, [3]), (1, 2, [5, 6]), (4, 3, [0, 3]), (6, 7, [2])]  # row, slot, accepted tokens


def noise(seed, i):
    """-1 … 1, exactly the same in float: 24 bits of a multiplied counter."""
    x = ((i + 1) * 2654435761 + seed * 40503) & 0xFFFFFFFF
    x = ((x ^ (x >> 15)) * 2246822519) & 0xFFFFFFFF
    return ((x ^ (x >> 13)) >> 8) / 2**23 - 1


def matrix(seed, rows, cols, scale):
    return torch.tensor([[noise(seed, r * cols + c) * scale for c in range(cols)] for r in range(rows)], dtype=torch.float64)


def main():
    W = [matrix(seed, D, D, 0.125).requires_grad_() for seed in range(4)]
    X = torch.zeros(N, D, dtype=torch.float64)
    for i in range(N):
        for f in range(FEATURES):
            X[i, f * 10 + i % 10] = noise(10, i * FEATURES + f)
    code = torch.nn.functional.normalize(matrix(11, N, SLOT, 1.0), dim=-1)
    print("/* learn_torch.h – written by learn_torch.py with torch %s; do not edit. */" % torch.__version__.split("+")[0])
    print("struct learn_torch {\n    size_t h;\n    double loss;\n    double along[4]; /* gradients of W^Q, W^K, W^V, W^O along noise */")
    print("    double at[4][8];  /* and at rows and columns 61 i + 3, 37 i + 5 */\n};")
    print("static const struct learn_torch learn_torch[] = {")
    for h in (1, 8, 32):
        for w in W:
            w.grad = None
        q, k, v = [(X @ w).view(N, h, D // h).transpose(0, 1) for w in W[:3]]
        A = (q @ k.transpose(1, 2) / (D // h) ** 0.5).softmax(-1)
        o = (A @ v).transpose(0, 1).reshape(N, D) @ W[3]
        loss = 0
        for row, slot, accepted in QUESTIONS:
            p = (o[row, slot * SLOT:(slot + 1) * SLOT] @ code.T).log_softmax(-1)
            loss = loss - torch.logsumexp(p[accepted], 0)
        loss.backward()
        along = [(w.grad * matrix(20 + i, D, D, 1.0)).sum().item() for i, w in enumerate(W)]
        at = [[w.grad[61 * i + 3, 37 * i + 5].item() for i in range(8)] for w in W]
        print("    {%d, %.15g, {%s},\n        {%s}}," % (h, loss.item(), ", ".join("%.15g" % x for x in along),
              ",\n            ".join("{" + ", ".join("%.15g" % x for x in row) + "}" for row in at)))
    print("};")


main()
