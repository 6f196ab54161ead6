"""The forward pass in numpy (as a learner writes it) or by torch.nn.MultiheadAttention, timed and checked as peer.c does.
Usage: peer_py.py numpy|torch n d_model h threads seconds folder, or peer_py.py numpy|torch about. See peers.sh and peer.c."""
import os
import resource
import sys
import time

kind = sys.argv[1]
if sys.argv[2] != "about":
    n, d, h, threads = map(int, sys.argv[2:6])
    for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "BLIS_NUM_THREADS"):  # read when the library is loaded
        os.environ[variable] = str(threads)
import numpy as np

if kind == "torch":
    import torch
if sys.argv[2] == "about":
    print("PyTorch " + torch.__version__ if kind == "torch" else "numpy " + np.__version__)
    sys.exit()
seconds, folder = float(sys.argv[6]), sys.argv[7]
d_k = d // h
data = np.fromfile(f"{folder}/in_{n}_{d}_{h}.bin", np.float32)
X, (W_Q, W_K, W_V, W_O) = data[: n * d].reshape(n, d), data[n * d :].reshape(4, d, d)


def numpy_forward():
    Q, K, V = ((X @ W).reshape(n, h, d_k).transpose(1, 0, 2) for W in (W_Q, W_K, W_V))
    S = Q @ K.transpose(0, 2, 1) / np.float32(np.sqrt(d_k))
    E = np.exp(S - S.max(-1, keepdims=True))
    A = E / E.sum(-1, keepdims=True)
    return (A @ V).transpose(1, 0, 2).reshape(n, d) @ W_O, A


def torch_forward(bias):
    """With (zero) biases and a batch of one, version 1.13 takes its fused path; without, the general one."""
    attention = torch.nn.MultiheadAttention(d, h, bias=bias, batch_first=True).eval()
    with torch.no_grad():
        attention.in_proj_weight.copy_(torch.from_numpy(np.concatenate([W_Q.T, W_K.T, W_V.T])))
        attention.out_proj.weight.copy_(torch.from_numpy(np.ascontiguousarray(W_O.T)))
        if bias:
            attention.in_proj_bias.zero_()
            attention.out_proj.bias.zero_()
    tokens = torch.from_numpy(X.copy())
    if bias:
        tokens = tokens[None]

    def forward():
        with torch.inference_mode():
            return attention(tokens, tokens, tokens, need_weights=True, average_attn_weights=False)

    return forward


def warm_up(forward):
    """Returns the shortest call."""
    start, best = time.perf_counter(), float("inf")
    while best == float("inf") or time.perf_counter() - start < 0.1:
        before = time.perf_counter()
        forward()
        best = min(best, time.perf_counter() - before)
    return best


forward = numpy_forward
if kind == "torch":
    torch.set_num_threads(threads)
    forward = min(map(torch_forward, (True, False)), key=warm_up)  # the faster of its two paths
warm_up(forward)
samples, cpu, start = [], time.process_time(), time.perf_counter()
while len(samples) < 200 and (len(samples) < 4 or time.perf_counter() - start < seconds):
    before = time.perf_counter()
    result = forward()
    samples.append(1e3 * (time.perf_counter() - before))
cpus = (time.process_time() - cpu) / (time.perf_counter() - start)
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
output, weights = np.asarray(result[0]).reshape(n, d), np.asarray(result[1]).reshape(h, n, n)
want = np.fromfile(f"{folder}/ref_{n}_{d}_{h}.bin", np.float32)
rows = np.arange(n) if n <= 512 else np.arange(64) * (n - 1) // 63
errors = (
    np.abs(want[: n * d].reshape(n, d) - output).max(),
    np.abs(want[n * d :].reshape(len(rows), h, n).transpose(1, 0, 2) - weights[:, rows]).max(),
)
print(n, d, h, threads, memory, "%.2e %.2e %.2f" % (*errors, cpus), ",".join("%.5f" % x for x in samples))
