/* layer.c – forward pass, loss and gradient of one head on one sentence; see layer.h. */
#include "preset/train/layer.h"

#include "preset/features/numbers.h"
#include "preset/train/lanes.h"

#include <string.h>

enum { N = HS_EXAMPLE_TOKENS };

struct head_pass {
    float q[N][HEAD_DIM], k[N][HEAD_DIM];
    float k_by_column[HEAD_DIM][N];
    float a[N][N];
    float d_qk[N][PAIR]; /* dQ, dK of a token, in the order of a weight row */
};

/* ------------------------------------------------------------------ targets */
static void scale_sets(struct head_targets *targets, size_t n)
{
    for (size_t q = 0; q < n; q++) {
        float sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += targets->target[q][k];
        if (targets->kind[q] == ROW_SET)
            for (size_t k = 0; k < n; k++)
                targets->target[q][k] /= sum;
    }
}

static void previous_targets(size_t n, struct head_targets *targets)
{
    for (size_t q = 1; q < n; q++) {
        targets->kind[q] = ROW_SET;
        targets->weight[q] = 1;
        targets->target[q][q - 1] = 1;
    }
}

void hsi_targets_fill(const struct hs_example *example, size_t head, const struct loss_shape *shape,
    struct head_targets *targets)
{
    size_t n = example->n;
    uint8_t count[N] = {0};
    for (size_t q = 0; q < n; q++) {
        targets->kind[q] = ROW_EVEN;
        targets->weight[q] = shape->even[head];
        memset(targets->target[q], 0, n * sizeof(float));
    }
    if (head == hs_relation_head(HS_PREV))
        previous_targets(n, targets);
    for (size_t i = 0; i < example->links; i++) {
        const struct hs_example_link *l = &example->link[i];
        if (hs_relation_head((enum hs_relation)l->relation) != head)
            continue;
        bool unknown = l->from == l->to;
        targets->kind[l->from] = unknown                 ? ROW_UNKNOWN
                                 : l->relation == HS_ANA ? ROW_ANY_OF
                                                         : ROW_SET;
        targets->weight[l->from] = unknown ? 0 : l->relation == HS_REL ? shape->relative : 1;
        if (unknown)
            continue;
        targets->target[l->from][l->to] = targets->kind[l->from] == ROW_ANY_OF ? 1 : l->weight;
        if (++count[l->from] > 1 && l->relation == HS_LOCT)
            targets->weight[l->from] = shape->several;
    }
    scale_sets(targets, n);
}

/* ------------------------------------------------------------------ arithmetic */
HOT static void scores(struct head_pass *restrict p, size_t n)
{
    for (size_t j = 0; j < n; j++)
        for (size_t c = 0; c < HEAD_DIM; c++)
            p->k_by_column[c][j] = p->k[j][c];
    size_t width = (n + LANES - 1) / LANES;
    for (size_t i = 0; i < n; i++) {
        lanes sum[N / LANES] = {{0}};
        for (size_t c = 0; c < HEAD_DIM; c++) {
            const lanes *column = (const lanes *)p->k_by_column[c];
            float value = p->q[i][c];
            for (size_t b = 0; b < width; b++)
                sum[b] += value * column[b];
        }
        memcpy(p->a[i], sum, width * sizeof(lanes));
    }
}

HOT static void softmax(struct head_pass *restrict p, size_t n)
{
    const float scale = .125f; // 1 / sqrt(64)
    for (size_t i = 0; i < n; i++) {
        float *row = p->a[i], most = row[0], sum = 0;
        for (size_t j = 1; j < n; j++)
            most = row[j] > most ? row[j] : most;
        for (size_t j = 0; j < n; j++)
            row[j] = exp_negative((row[j] - most) * scale);
        for (size_t j = 0; j < n; j++)
            sum += row[j];
        float inverse = 1 / sum;
        for (size_t j = 0; j < n; j++)
            row[j] *= inverse;
    }
}

/* dQ_i += dS_ij K_j and dK_j += dS_ij Q_i, with dS already divided by sqrt(d_k). */
HOT static void spread(struct head_pass *restrict p, const float (*restrict d_s)[N], size_t n)
{
    memset(p->d_qk, 0, n * sizeof(*p->d_qk));
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            float value = d_s[i][j];
            for (size_t c = 0; c < HEAD_DIM; c++)
                p->d_qk[i][c] += value * p->k[j][c];
            for (size_t c = 0; c < HEAD_DIM; c++)
                p->d_qk[j][HEAD_DIM + c] += value * p->q[i][c];
        }
}

/* ------------------------------------------------------------------ the pass */
static void forward(struct head_pass *p, const struct sparse_sentence *x, const float *weights)
{
    memset(p->k_by_column, 0, sizeof p->k_by_column);
    for (size_t i = 0; i < x->n; i++) {
        float pair[PAIR];
        hsi_sparse_project(&x->row[i], weights, pair);
        memcpy(p->q[i], pair, sizeof p->q[i]);
        memcpy(p->k[i], pair + HEAD_DIM, sizeof p->k[i]);
    }
    scores(p, x->n);
    softmax(p, x->n);
}

/* One row's derivative by the scaled scores, d (n). */
static void row_gradient(const float *a, const struct head_targets *targets, size_t q, size_t n,
    float smoothing, float *d)
{
    const float *target = targets->target[q];
    float weight = targets->weight[q], even = 1 / (float)n, mass = 0;
    bool idle = targets->kind[q] == ROW_EVEN, any = targets->kind[q] == ROW_ANY_OF;
    for (size_t k = 0; any && k < n; k++)
        mass += target[k] * a[k];
    mass = mass > 1e-12f ? mass : 1e-12f;
    for (size_t k = 0; k < n; k++) {
        float want = any ? target[k] * a[k] / mass : target[k];
        d[k] = weight * (a[k] - (idle ? even : (1 - smoothing) * want + smoothing * even));
    }
}

static double row_loss(
    const float *a, const struct head_targets *targets, size_t q, size_t n, double smoothing)
{
    const float *target = targets->target[q];
    double even_term = 0, main_term = 0, mass = 0;
    for (size_t k = 0; k < n; k++) {
        double log_a = hsi_log((double)a[k] + 1e-30);
        even_term -= log_a / (double)n;
        main_term -= (double)target[k] * log_a;
        mass += (double)(target[k] * a[k]);
    }
    if (targets->kind[q] == ROW_ANY_OF)
        main_term = -hsi_log(mass + 1e-12);
    bool idle = targets->kind[q] == ROW_EVEN;
    return (double)targets->weight[q] *
           (idle ? even_term : (1 - smoothing) * main_term + smoothing * even_term);
}

void hsi_layer_sentence(const struct sparse_sentence *x, const struct head_targets *targets,
    float smoothing, const float *weights, float *gradient, double *row_weight, double *loss)
{
    struct head_pass p;
    float d_s[N][N];
    size_t n = x->n;
    forward(&p, x, weights);
    for (size_t q = 0; q < n; q++) {
        *row_weight += (double)targets->weight[q];
        if (loss)
            *loss += row_loss(p.a[q], targets, q, n, (double)smoothing);
    }
    if (!gradient)
        return;
    for (size_t q = 0; q < n; q++) {
        row_gradient(p.a[q], targets, q, n, smoothing, d_s[q]);
        for (size_t k = 0; k < n; k++)
            d_s[q][k] *= .125f; // 1 / sqrt(64)
    }
    spread(&p, (const float(*)[N])d_s, n);
    hsi_sparse_add(x, p.d_qk[0], PAIR, gradient);
}

void hsi_layer_attend(
    const struct sparse_sentence *x, const float *weights, float (*attention)[HS_EXAMPLE_TOKENS])
{
    struct head_pass p;
    forward(&p, x, weights);
    for (size_t q = 0; q < x->n; q++)
        memcpy(attention[q], p.a[q], x->n * sizeof(float));
}
