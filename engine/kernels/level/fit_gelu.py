#!/usr/bin/python3
"""Prints the coefficients of activation.c's normal distribution: half of erfc(z) exp(z^2) = t q(t), t = 1 / (1 + p z), z >= 0.

Run: python3 engine/kernels/level/fit_gelu.py      (numpy; not needed to build)
As in fit_exp.py, Lawson's iteration finds the fit whose largest relative error is smallest, and each coefficient, from the
constant on, is rounded to float32 before the rest is fitted anew. erfc is summed as its continued fraction or its series.
"""
import math
import numpy as np

DEGREE, P = 8, 0.3
t = np.cos(np.linspace(0, np.pi, 1501)) * 0.5 + 0.5
t = t[t > 1 / (1 + 9.4 * P)]
z = (1 / t - 1) / P


def scaled_erfc(z):  # erfc(z) exp(z^2)
    if z < 3:
        return math.erfc(z) * math.exp(z * z)
    fraction = z
    for k in range(200, 0, -1):
        fraction = z + k / 2 / fraction
    return 1 / (math.sqrt(math.pi) * fraction)


wanted = np.array([scaled_erfc(v) for v in z]) / 2
columns = [t ** (k + 1) / wanted for k in range(DEGREE + 1)]
rest = np.ones_like(t)


def fit(columns, rest):
    matrix, weight = np.stack(columns, 1), np.ones_like(rest) / len(rest)
    for _ in range(600):
        root = np.sqrt(weight)
        c = np.linalg.lstsq(matrix * root[:, None], rest * root, rcond=None)[0]
        error = np.abs(matrix @ c - rest) + 1e-30
        weight = weight * error / np.sum(weight * error)
    return c


for k in range(DEGREE + 1):
    c = float(np.float32(fit(columns, rest)[0]))
    rest = rest - columns.pop(0) * c
    print(f"t^{k}: {c!r}")
print(f"largest relative error {np.abs(rest).max():.2e}")
