/* test_learn_gradient.c – loss and gradients of the layer that learns against PyTorch's in double precision (golden/learn_torch.h),
 * and against finite differences of a plain forward pass in double that stands here. */
#include "check.h"
#include "learn/pass.h"
#include "preset/train/grammar/random.h"

#include "../golden/learn_torch.h"

#include <math.h>
#include <stdlib.h>

enum { D = HS_D_MODEL, N = 7, FEATURES = 48, WORST = N * FEATURES };

/* As in golden/learn_torch.py. */
static float noise(uint32_t seed, uint32_t i)
{
    uint32_t x = (i + 1) * UINT32_C(2654435761) + seed * UINT32_C(40503);
    x = (x ^ x >> 15) * UINT32_C(2246822519);
    return (float)((x ^ x >> 13) >> 8) / 0x1p23f - 1;
}

static struct problem {
    uint16_t index[N][FEATURES];
    float value[N][FEATURES], code[N][LEARN_ANSWER];
    struct sparse_row row[N], query[N];
    struct sparse_column column[D], query_column[D];
    uint8_t token[WORST], query_token[WORST];
    float column_value[WORST], query_value[WORST];
    struct learn_sentence sentence;
    float *weights; /* (LEARN_WEIGHTS) */
    struct learn_scratch scratch;
    struct learn_trace trace;
    float *gradient; /* (LEARN_WEIGHTS) */
} problem;

/* Where row r, column c of W^Q, W^K, W^V, W^O (0 … 3) is kept. */
static size_t place(size_t matrix, size_t r, size_t c)
{
    size_t first = matrix * LEARN_BLOCKS * LEARN_PIECE;
    return matrix == 3 ? first + r * D + c : first + c / SPARSE_BLOCK * LEARN_PIECE + r * SPARSE_BLOCK + c % SPARSE_BLOCK;
}

static void make_problem(struct problem *p)
{
    static const uint8_t asked[] = {1, 4, 6};
    static const struct learn_question questions[] = {
        {0, 0, 1u << 0}, {0, 1, 1u << 3}, {0, 2, 1u << 5 | 1u << 6}, {1, 3, 1u << 0 | 1u << 3}, {2, 7, 1u << 2}};
    p->weights = malloc(LEARN_WEIGHTS * sizeof *p->weights);
    p->gradient = malloc(LEARN_WEIGHTS * sizeof *p->gradient);
    for (uint32_t m = 0; m < 4; m++)
        for (uint32_t i = 0; i < D * D; i++)
            p->weights[place(m, i / D, i % D)] = noise(m, i) * .125f;
    for (uint32_t i = 0; i < N; i++) {
        double sum = 0;
        for (uint32_t f = 0; f < FEATURES; f++) {
            p->index[i][f] = (uint16_t)(f * 10 + i % 10);
            p->value[i][f] = noise(10, i * FEATURES + f);
        }
        p->row[i] = (struct sparse_row){FEATURES, p->index[i], p->value[i]};
        for (uint32_t c = 0; c < LEARN_ANSWER; c++)
            sum += pow((double)noise(11, i * LEARN_ANSWER + c), 2);
        for (uint32_t c = 0; c < LEARN_ANSWER; c++)
            p->code[i][c] = (float)((double)noise(11, i * LEARN_ANSWER + c) / sqrt(sum));
    }
    p->sentence.questions = sizeof questions / sizeof *questions;
    memcpy(p->sentence.question, questions, sizeof questions);
    for (size_t i = 0; i < sizeof asked; i++) {
        p->sentence.asked[i] = asked[i];
        p->query[i] = p->row[asked[i]];
    }
    p->sentence.x = (struct sparse_sentence){
        N, hsi_sparse_transpose(p->row, N, p->column, p->token, p->column_value), p->row, p->column};
    p->sentence.queries = (struct sparse_sentence){sizeof asked,
        hsi_sparse_transpose(p->query, sizeof asked, p->query_column, p->query_token, p->query_value), p->query, p->query_column};
    p->sentence.code = (const float(*)[LEARN_ANSWER])p->code;
}

static double take_gradient(struct problem *p, size_t h)
{
    struct learn_answers answers = {0};
    hsi_learn_pass(&p->sentence, p->weights, h, true, &p->scratch, &p->trace, &answers);
    memset(p->gradient, 0, LEARN_WEIGHTS * sizeof *p->gradient);
    for (size_t piece = 0; piece < LEARN_PIECES; piece++)
        hsi_learn_gradient(&p->sentence, &p->trace, piece, p->gradient + piece * LEARN_PIECE);
    for (size_t r = 0; r < HS_LEARN_SLOTS; r++)
        CHECK(answers.asked[r] == (r < 4 || r == 7));
    return answers.loss;
}

/* ------------------------------------------------------------------ PyTorch */
static void as_torch(struct problem *p, const struct learn_torch *torch)
{
    CHECK_NEAR(take_gradient(p, torch->h), torch->loss, 1e-4 * torch->loss);
    for (uint32_t m = 0; m < 4; m++) {
        double along = 0, length = 0;
        for (uint32_t i = 0; i < D * D; i++) {
            double g = (double)p->gradient[place(m, i / D, i % D)];
            along += g * (double)noise(20 + m, i);
            length += g * g;
        }
        CHECK(sqrt(length) > 1e-3);
        CHECK_NEAR(along, torch->along[m], 1e-4 * sqrt(length));
        for (size_t i = 0; i < 8; i++)
            CHECK_NEAR(p->gradient[place(m, 61 * i + 3, 37 * i + 5)], torch->at[m][i], 1e-6);
    }
}

/* ------------------------------------------------------------------ finite differences */
/* out (N, D) = X W, in double. */
static void multiply(const struct problem *p, const double *W, double (*out)[D])
{
    for (size_t i = 0; i < N; i++)
        for (size_t c = 0; c < D; c++) {
            out[i][c] = 0;
            for (size_t f = 0; f < FEATURES; f++)
                out[i][c] += (double)p->value[i][f] * W[(size_t)p->index[i][f] * D + c];
        }
}

static void plain_softmax(double *row, size_t n)
{
    double most = row[0], sum = 0;
    for (size_t k = 1; k < n; k++)
        most = row[k] > most ? row[k] : most;
    for (size_t k = 0; k < n; k++)
        sum += row[k] = exp(row[k] - most);
    for (size_t k = 0; k < n; k++)
        row[k] /= sum;
}

/* What changes with one weight only: of matrix m, given what the others make. */
struct plain {
    double q[N][D], k[N][D], v[N][D], concat[D];
};

static double plain_loss(const struct problem *p, struct plain *w, const double *W_O, size_t h)
{
    double loss = 0;
    for (size_t i = 0; i < p->sentence.questions; i++) {
        const struct learn_question *question = &p->sentence.question[i];
        size_t q = p->sentence.asked[question->row], d_k = D / h;
        for (size_t head = 0; head < h; head++) {
            double a[N];
            for (size_t k = 0; k < N; k++) {
                a[k] = 0;
                for (size_t c = head * d_k; c < (head + 1) * d_k; c++)
                    a[k] += w->q[q][c] * w->k[k][c] / sqrt((double)d_k);
            }
            plain_softmax(a, N);
            for (size_t c = head * d_k; c < (head + 1) * d_k; c++) {
                w->concat[c] = 0;
                for (size_t k = 0; k < N; k++)
                    w->concat[c] += a[k] * w->v[k][c];
            }
        }
        double slot[LEARN_ANSWER] = {0}, logit[N] = {0}, right = 0;
        for (size_t c = 0; c < D; c++)
            for (size_t j = 0; j < LEARN_ANSWER; j++)
                slot[j] += w->concat[c] * W_O[c * D + question->slot * LEARN_ANSWER + j];
        for (size_t k = 0; k < N; k++)
            for (size_t j = 0; j < LEARN_ANSWER; j++)
                logit[k] += slot[j] * (double)p->code[k][j];
        plain_softmax(logit, N);
        for (size_t k = 0; k < N; k++)
            right += question->accepted >> k & 1 ? logit[k] : 0;
        loss -= log(right);
    }
    return loss;
}

/* The gradient of a matrix is checked along directions of 64 weights each: a wrong one among them shows. */
static void as_differences(struct problem *p, size_t h)
{
    static struct plain w;
    double *W[4];
    for (size_t m = 0; m < 4; m++) {
        W[m] = malloc((size_t)D * D * sizeof **W);
        for (size_t i = 0; i < (size_t)D * D; i++)
            W[m][i] = (double)p->weights[place(m, i / D, i % D)];
    }
    double(*const out[3])[D] = {w.q, w.k, w.v};
    for (size_t m = 0; m < 3; m++)
        multiply(p, W[m], out[m]);
    CHECK_NEAR(take_gradient(p, h), plain_loss(p, &w, W[3], h), 1e-5);
    struct hs_random random;
    hsi_random_seed(&random, h, 7);
    for (size_t probe = 0; probe < 24; probe++) {
        size_t m = probe % 4, at[64];
        double along = 0, length = 0, direction[64], loss[2];
        for (size_t i = 0; i < 64; i++) {
            size_t feature = m == 3 ? hsi_random_below(&random, D) : p->index[hsi_random_below(&random, N)][hsi_random_below(&random, FEATURES)];
            size_t column = m == 3 ? p->sentence.question[i % 5].slot * LEARN_ANSWER + hsi_random_below(&random, LEARN_ANSWER)
                                   : hsi_random_below(&random, D);
            at[i] = feature * D + column;
            direction[i] = (double)hsi_random_normal(&random);
            double g = (double)p->gradient[place(m, feature, column)];
            along += g * direction[i];
            length += g * g;
        }
        for (size_t side = 0; side < 2; side++) {
            for (size_t i = 0; i < 64; i++)
                W[m][at[i]] += (side ? -2 : 1) * 1e-4 * direction[i];
            if (m < 3)
                multiply(p, W[m], out[m]);
            loss[side] = plain_loss(p, &w, W[3], h);
        }
        for (size_t i = 0; i < 64; i++)
            W[m][at[i]] += 1e-4 * direction[i];
        if (m < 3)
            multiply(p, W[m], out[m]);
        CHECK(length > 0);
        CHECK_NEAR(along, (loss[0] - loss[1]) / 2e-4, 1e-4 * sqrt(length));
    }
    for (size_t m = 0; m < 4; m++)
        free(W[m]);
}

TEST(test_learn_gradient)
{
    make_problem(&problem);
    for (size_t i = 0; i < sizeof learn_torch / sizeof *learn_torch; i++)
        as_torch(&problem, &learn_torch[i]);
    as_differences(&problem, 1);
    as_differences(&problem, 8);
    as_differences(&problem, 32);
    free(problem.weights);
    free(problem.gradient);
    return check_report();
}
