/* mha_reference.c – see mha_reference.h. */
#include "mha_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

uint64_t random_next(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 2685821657736338717u;
}

float random_unit(uint64_t *state)
{
    return (float)((double)(random_next(state) >> 40) / 8388608.0 - 1.0);
}

static float *random_matrix(uint64_t *state, size_t count, float scale)
{
    float *x = malloc(count * sizeof *x);
    for (size_t i = 0; i < count; i++)
        x[i] = random_unit(state) * scale;
    return x;
}

struct problem problem_new(uint64_t seed, size_t n, size_t m, size_t d_model, size_t h, float scale)
{
    uint64_t state = seed * 2654435761u + 1;
    struct problem p = {.n = n, .m = m, .d_model = d_model, .h = h};
    p.X_q = random_matrix(&state, n * d_model, scale);
    p.X_kv = random_matrix(&state, m * d_model, scale);
    for (size_t i = 0; i < 4; i++) {
        p.W[i] = random_matrix(&state, d_model * d_model, 1.7f / sqrtf((float)d_model));
        p.b[i] = random_matrix(&state, d_model, 0.3f);
    }
    return p;
}

void problem_drop(struct problem *p)
{
    if (p->X_kv != p->X_q)
        free(p->X_kv);
    free(p->X_q);
    for (size_t i = 0; i < 4; i++) {
        free(p->W[i]);
        free(p->b[i]);
    }
    free(p->key_padding);
    free(p->head_mode);
    memset(p, 0, sizeof *p);
}

struct hs_weights problem_weights(const struct problem *p)
{
    return (struct hs_weights){
        p->d_model, p->W[0], p->W[1], p->W[2], p->W[3], p->b[0], p->b[1], p->b[2], p->b[3]};
}

struct hs_mha_config problem_config(const struct problem *p)
{
    return (struct hs_mha_config){.n = p->n,
        .m = p->m,
        .h = p->h,
        .mask = p->mask,
        .key_padding = p->key_padding,
        .head_mode = p->head_mode,
        .keep = HS_KEEP_ALL,
        .threads = 1};
}

/* y (rows, d) = x W + b, double inputs */
static double *multiply(size_t rows, size_t d, const double *x, const float *W, const float *b)
{
    double *y = calloc(rows * d, sizeof *y);
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < d; c++)
            y[r * d + c] = b ? (double)b[c] : 0;
        for (size_t k = 0; k < d; k++)
            for (size_t c = 0; c < d; c++)
                y[r * d + c] += x[r * d + k] * (double)W[k * d + c];
    }
    return y;
}

static double *widen(const float *x, size_t count)
{
    double *y = malloc(count * sizeof *y);
    for (size_t i = 0; i < count; i++)
        y[i] = (double)x[i];
    return y;
}

static bool hidden(const struct problem *p, size_t q, size_t k)
{
    if (p->mask == HS_MASK_CAUSAL && (long)k > (long)q + (long)p->m - (long)p->n)
        return true;
    return p->key_padding && p->key_padding[k];
}

static void softmax(size_t m, const double *s, double *w)
{
    double max = -HUGE_VAL, sum = 0;
    for (size_t k = 0; k < m; k++)
        max = s[k] > max ? s[k] : max;
    for (size_t k = 0; k < m; k++)
        sum += w[k] = max > -HUGE_VAL ? exp(s[k] - max) : 0;
    for (size_t k = 0; k < m; k++)
        w[k] = sum > 0 ? w[k] / sum : 0;
}

static void score(const struct problem *p, struct answer *a, size_t i)
{
    size_t d = p->d_model, d_k = d / p->h;
    for (size_t q = 0; q < p->n; q++) {
        size_t row = (i * p->n + q) * p->m;
        for (size_t k = 0; k < p->m; k++) {
            double sum = 0;
            for (size_t t = i * d_k; t < (i + 1) * d_k; t++)
                sum += a->Q[q * d + t] * a->K[k * d + t];
            a->raw[row + k] = sum;
            a->scores[row + k] = hidden(p, q, k) ? -HUGE_VAL : sum / sqrt((double)d_k);
        }
        softmax(p->m, a->scores + row, a->weights + row);
    }
}

static void replace(const struct problem *p, struct answer *a, const double *own, size_t i)
{
    uint8_t mode = p->head_mode ? p->head_mode[i] : HS_HEAD_ON;
    for (size_t q = 0; q < p->n && mode >= HS_HEAD_UNIFORM; q++) {
        double visible = 0;
        for (size_t k = 0; k < p->m; k++)
            visible += hidden(p, q, k) ? 0 : 1;
        for (size_t k = 0; k < p->m; k++) {
            double value = 0;
            for (size_t j = 0; j < p->h && mode == HS_HEAD_MEAN; j++)
                value += own[(j * p->n + q) * p->m + k] / (double)p->h;
            if (mode == HS_HEAD_UNIFORM && !hidden(p, q, k))
                value = 1 / visible;
            a->weights[(i * p->n + q) * p->m + k] = value;
        }
    }
}

static void mix(const struct problem *p, struct answer *a, size_t i)
{
    size_t d = p->d_model, d_k = d / p->h;
    if (p->head_mode && p->head_mode[i] == HS_HEAD_OFF)
        return;
    for (size_t q = 0; q < p->n; q++)
        for (size_t k = 0; k < p->m; k++)
            for (size_t t = i * d_k; t < (i + 1) * d_k; t++)
                a->concat[q * d + t] += a->weights[(i * p->n + q) * p->m + k] * a->V[k * d + t];
}

struct answer answer_new(const struct problem *p)
{
    size_t d = p->d_model, cells = p->h * p->n * p->m;
    double *X_q = widen(p->X_q, p->n * d), *X_kv = widen(p->X_kv, p->m * d);
    struct answer a = {
        .Q = multiply(p->n, d, X_q, p->W[0], p->b[0]),
        .K = multiply(p->m, d, X_kv, p->W[1], p->b[1]),
        .V = multiply(p->m, d, X_kv, p->W[2], p->b[2]),
        .raw = calloc(cells, sizeof(double)),
        .scores = calloc(cells, sizeof(double)),
        .weights = calloc(cells, sizeof(double)),
        .concat = calloc(p->n * d, sizeof(double)),
    };
    for (size_t i = 0; i < p->h; i++)
        score(p, &a, i);
    double *own = malloc(cells * sizeof *own);
    memcpy(own, a.weights, cells * sizeof *own);
    for (size_t i = 0; i < p->h; i++) {
        replace(p, &a, own, i);
        mix(p, &a, i);
    }
    a.output = multiply(p->n, d, a.concat, p->W[3], p->b[3]);
    free(own);
    free(X_q);
    free(X_kv);
    return a;
}

void answer_drop(struct answer *a)
{
    double *planes[] = {a->Q, a->K, a->V, a->raw, a->scores, a->weights, a->concat, a->output};
    for (size_t i = 0; i < sizeof planes / sizeof *planes; i++)
        free(planes[i]);
}
