#!/usr/bin/python3
"""Prints the coefficients of softmax.c's exp: exp(r) = 1 + r + r^2 q(r) for |r| <= ln 2 / 2, q of degree 4.

Run: python3 engine/kernels/level/fit_exp.py      (numpy; not needed to build)
Lawson's iteration turns least squares into the fit whose largest relative error is smallest: points are weighted again
and again by their error. Each coefficient is then rounded to float32 and the remaining ones are fitted anew.
"""
import numpy as np

DEGREE = 6
r = np.cos(np.linspace(0, np.pi, 4001)) * np.log(2) / 2 * 1.0001
rest = (np.exp(r) - 1 - r) / np.exp(r)  # what q(r) r^2 has to give, relative to exp(r)
columns = [r**k / np.exp(r) for k in range(2, DEGREE + 1)]


def fit(columns, wanted):
    matrix, weight = np.stack(columns, 1), np.ones_like(wanted) / len(wanted)
    for _ in range(3000):
        root = np.sqrt(weight)
        c = np.linalg.lstsq(matrix * root[:, None], wanted * root, rcond=None)[0]
        error = np.abs(matrix @ c - wanted)
        weight = weight * error / np.sum(weight * error)
    return c


for k in range(2, DEGREE + 1):
    c = float(np.float32(fit(columns, rest)[0]))
    rest = rest - columns.pop(0) * c
    print(f"r^{k}: {c!r}")
print(f"largest relative error {np.abs(rest).max():.2e}")
