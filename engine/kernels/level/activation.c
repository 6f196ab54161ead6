/* activation.c – what an MLP does between its two matrices, at one CPU level.
 * The normal distribution Phi(x) of GELU: with z = |x| / sqrt 2 and t = 1 / (1 + p z), half of
 * erfc(z) is exp(-z^2) t q(t), q from fit_gelu.py, which is Phi(x) below zero and 1 - Phi(x) above:
 * no difference of nearly equal numbers on either side. The logistic function likewise. */
#include "kernels/level/exp.h"

INLINE vec normal_distribution(vec x)
{
    static const float c[] = {0.08459506928920746f, 0.08534219115972519f, 0.07426436990499496f, 0.10713918507099152f, -0.04665164276957512f,
        0.2729847729206085f, -0.25544458627700806f, 0.24247345328330994f, -0.0647028237581253f};
    vec size = larger(x, -x), z = size * 0.70710678118654752f;
    vec t = 1.0f / (z * 0.3f + 1.0f), e = -z * z, q = t * c[8] + c[7];
    exp_below(&e, 1);
    q = q * t + c[6];
    q = q * t + c[5];
    q = q * t + c[4];
    q = q * t + c[3];
    q = q * t + c[2];
    q = q * t + c[1];
    q = q * t + c[0];
    vec tail = q * t * e;
    return where(x < 0.0f, tail) + where(x >= 0.0f, 1.0f - tail);
}

/* 1 / (1 + exp(-x)) */
INLINE vec logistic(vec x)
{
    vec size = larger(x, -x), e = -size;
    exp_below(&e, 1);
    vec share = 1.0f / (e + 1.0f);
    return where(x < 0.0f, e * share) + where(x >= 0.0f, share);
}

INLINE vec activated(enum hs_activation kind, vec x)
{
    switch (kind) {
    case HS_ACTIVATION_GELU:
        return x * normal_distribution(x);
    case HS_ACTIVATION_GELU_TANH: /* (1 + tanh y) / 2 = logistic(2 y) */
        return x * logistic((x * x * 0.044715f + 1.0f) * x * 1.5957691216057308f);
    case HS_ACTIVATION_GELU_QUICK:
        return x * logistic(x * 1.702f);
    case HS_ACTIVATION_SILU:
        return x * logistic(x);
    case HS_ACTIVATION_RELU:
    default:
        return larger(x, (vec){0});
    }
}

INLINE void activate_all(enum hs_activation kind, float *row, size_t count)
{
    size_t j = 0;
    for (; j + LANES <= count; j += LANES)
        store(row + j, activated(kind, load(row + j)));
    if (j < count)
        store_part(row + j, activated(kind, load_part(row + j, count - j)), count - j);
}

INLINE void gate_all(enum hs_activation kind, float *row, const float *gate, size_t count)
{
    size_t j = 0;
    for (; j + LANES <= count; j += LANES)
        store(row + j, load(row + j) * activated(kind, load(gate + j)));
    if (j < count) {
        vec x = load_part(row + j, count - j) * activated(kind, load_part(gate + j, count - j));
        store_part(row + j, x, count - j);
    }
}

/* The kind is a constant in each loop. */
#define OF_KIND(call)                                                                              \
    switch (kind) {                                                                                \
    case HS_ACTIVATION_GELU:                                                                       \
        call(HS_ACTIVATION_GELU);                                                                  \
        break;                                                                                     \
    case HS_ACTIVATION_GELU_TANH:                                                                  \
        call(HS_ACTIVATION_GELU_TANH);                                                             \
        break;                                                                                     \
    case HS_ACTIVATION_GELU_QUICK:                                                                 \
        call(HS_ACTIVATION_GELU_QUICK);                                                            \
        break;                                                                                     \
    case HS_ACTIVATION_SILU:                                                                       \
        call(HS_ACTIVATION_SILU);                                                                  \
        break;                                                                                     \
    default:                                                                                       \
        call(HS_ACTIVATION_RELU);                                                                  \
    }

void LEVEL(activate)(enum hs_activation kind, float *row, size_t count)
{
#define ACTIVATE(constant) activate_all(constant, row, count)
    OF_KIND(ACTIVATE)
}

void LEVEL(gate)(enum hs_activation kind, float *row, const float *gate, size_t count)
{
#define GATE(constant) gate_all(constant, row, gate, count)
    OF_KIND(GATE)
}
