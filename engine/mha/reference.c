/* reference.c – see reference.h. A = softmax(Q K^T / sqrt(d_k) + mask), head = A V, output = concat(heads) W^O + b_O. */
#include "mha/reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The problem by its letters. */
struct problem {
    size_t n, m, d, h, d_k;
    const struct hs_mha_config *config;
};

/* y (rows, d) = x W + b */
static void multiply(size_t rows, size_t d, const double *x, const float *W, const float *b, double *y)
{
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < d; c++)
            y[r * d + c] = b ? (double)b[c] : 0;
        for (size_t k = 0; k < d; k++)
            for (size_t c = 0; c < d; c++)
                y[r * d + c] += x[r * d + k] * (double)W[k * d + c];
    }
}

static bool hidden(const struct problem *p, size_t q, size_t k)
{
    if (p->config->mask == HS_MASK_CAUSAL && k + p->n > q + p->m) /* queries are the last n of m positions */
        return true;
    return p->config->key_padding && p->config->key_padding[k];
}

/* A row that sees no key is all zeros. */
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

static void score(const struct problem *p, struct hs_reference *a, size_t i)
{
    for (size_t q = 0; q < p->n; q++) {
        size_t row = (i * p->n + q) * p->m;
        for (size_t k = 0; k < p->m; k++) {
            double sum = 0;
            for (size_t t = i * p->d_k; t < (i + 1) * p->d_k; t++)
                sum += a->Q[q * p->d + t] * a->K[k * p->d + t];
            a->raw[row + k] = sum;
            a->scores[row + k] = hidden(p, q, k) ? -HUGE_VAL : sum / sqrt((double)p->d_k);
        }
        softmax(p->m, a->scores + row, a->weights + row);
    }
}

/* Heads that are uniform or the mean of all heads' own weights. */
static void replace(const struct problem *p, struct hs_reference *a, const double *own, size_t i)
{
    uint8_t mode = p->config->head_mode ? p->config->head_mode[i] : HS_HEAD_ON;
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

static void mix(const struct problem *p, struct hs_reference *a, size_t i)
{
    if (p->config->head_mode && p->config->head_mode[i] == HS_HEAD_OFF)
        return;
    for (size_t q = 0; q < p->n; q++)
        for (size_t k = 0; k < p->m; k++)
            for (size_t t = i * p->d_k; t < (i + 1) * p->d_k; t++)
                a->concat[q * p->d + t] += a->weights[(i * p->n + q) * p->m + k] * a->V[k * p->d + t];
}

enum hs_status hsi_reference_new(const struct hs_weights *weights, const struct hs_mha_config *config, const float *X_q,
    const float *X_kv, struct hs_reference *reference, struct hs_error *error)
{
    size_t d = weights->d_model, rows = config->n * d, keys = config->m * d, cells = config->h * config->n * config->m;
    const struct problem p = {config->n, config->m, d, config->h, d / config->h, config};
    double *x_q, *x_kv, *own;
    const struct {
        double **plane;
        size_t count;
    } parts[] = {{&x_q, rows}, {&x_kv, keys}, {&own, cells}, {&reference->Q, rows}, {&reference->K, keys}, {&reference->V, keys},
        {&reference->raw, cells}, {&reference->scores, cells}, {&reference->weights, cells}, {&reference->concat, rows},
        {&reference->output, rows}};
    reference->memory = calloc(4 * rows + 3 * keys + 4 * cells, sizeof(double));
    if (!reference->memory)
        return hs_fail(error, HS_NO_MEMORY, "no memory left for a pass in double precision");
    double *next = reference->memory;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        *parts[i].plane = next;
        next += parts[i].count;
    }
    for (size_t i = 0; i < rows; i++)
        x_q[i] = (double)X_q[i];
    for (size_t i = 0; i < keys; i++)
        x_kv[i] = (double)X_kv[i];
    multiply(p.n, d, x_q, weights->W_Q, weights->b_Q, reference->Q);
    multiply(p.m, d, x_kv, weights->W_K, weights->b_K, reference->K);
    multiply(p.m, d, x_kv, weights->W_V, weights->b_V, reference->V);
    for (size_t i = 0; i < p.h; i++)
        score(&p, reference, i);
    memcpy(own, reference->weights, cells * sizeof *own);
    for (size_t i = 0; i < p.h; i++) {
        replace(&p, reference, own, i);
        mix(&p, reference, i);
    }
    multiply(p.n, d, reference->concat, weights->W_O, weights->b_O, reference->output);
    return HS_OK;
}

void hsi_reference_drop(struct hs_reference *reference)
{
    free(reference->memory);
    *reference = (struct hs_reference){0};
}
