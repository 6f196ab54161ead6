/* pass.c – see pass.h. */
#include "learn/pass.h"

#include "preset/features/numbers.h"
#include "preset/train/lanes.h"

#include <math.h>
#include <string.h>

enum { ANSWER_LANES = LEARN_ANSWER / LANES, D = HS_D_MODEL };

static void project(const struct sparse_sentence *x, const float *blocks, float (*out)[D])
{
    for (size_t b = 0; b < LEARN_BLOCKS; b++)
        for (size_t i = 0; i < x->n; i++)
            hsi_sparse_project(&x->row[i], blocks + b * LEARN_PIECE, out[i] + b * SPARSE_BLOCK);
}

/* ------------------------------------------------------------------ forward */
/* One row of one head: scores to weights. */
static void softmax(float *row, size_t n)
{
    float most = row[0], sum = 0;
    for (size_t k = 1; k < n; k++)
        most = row[k] > most ? row[k] : most;
    for (size_t k = 0; k < n; k++) {
        row[k] = exp_negative(row[k] - most);
        sum += row[k];
    }
    for (size_t k = 0; k < n; k++)
        row[k] /= sum;
}

static inline float dot(const float *a, const float *b, size_t width)
{
    lanes sum = {0};
    for (size_t c = 0; c < width; c += LANES)
        sum += *(const lanes *)(a + c) * *(const lanes *)(b + c);
    return lanes_total(&sum);
}

HOT static void attend(struct learn_scratch *restrict w, struct learn_trace *restrict t, size_t rows, size_t n, size_t h)
{
    size_t d_k = D / h;
    float scale = 1 / sqrtf((float)d_k);
    for (size_t i = 0; i < rows; i++)
        for (size_t head = 0; head < h; head++) {
            size_t first = head * d_k;
            float *a = w->a[i][head];
            for (size_t k = 0; k < n; k++)
                a[k] = dot(w->q[i] + first, w->k[k] + first, d_k) * scale;
            softmax(a, n);
            for (size_t c = first; c < first + d_k; c += LANES) {
                lanes sum = {0};
                for (size_t k = 0; k < n; k++)
                    sum += a[k] * *(const lanes *)(w->v[k] + c);
                *(lanes *)(t->concat[i] + c) = sum;
            }
        }
}

/* out (LEARN_ANSWER) = concat W^O, the columns of one slot and what rows [from, to) bring to it. */
HOT static void answer(
    const float *restrict concat, size_t from, size_t to, const float *restrict W_O, size_t slot, float *restrict out)
{
    lanes sum[ANSWER_LANES];
    for (int b = 0; b < ANSWER_LANES; b++)
        sum[b] = (lanes){0};
    for (size_t c = from; c < to; c++) {
        const lanes *row = (const lanes *)(W_O + c * D + slot * LEARN_ANSWER);
        for (int b = 0; b < ANSWER_LANES; b++)
            sum[b] += concat[c] * row[b];
    }
    memcpy(out, sum, sizeof sum);
}

/* Loss of one question, and its derivative by the slot. */
static void judge(const struct learn_sentence *sentence, const struct learn_question *question, const float *slot,
    float *d_slot, struct learn_answers *answers)
{
    float p[LEARN_TOKENS], right = 0;
    size_t n = sentence->x.n, best = 0;
    for (size_t k = 0; k < n; k++) {
        p[k] = dot(slot, sentence->code[k], LEARN_ANSWER);
        best = p[k] > p[best] ? k : best;
    }
    softmax(p, n);
    for (size_t k = 0; k < n; k++)
        right += question->accepted >> k & 1 ? p[k] : 0;
    right = right > 1e-30f ? right : 1e-30f;
    answers->loss -= hsi_log((double)right);
    answers->asked[question->slot]++;
    answers->right[question->slot] += question->accepted >> best & 1;
    memset(d_slot, 0, LEARN_ANSWER * sizeof *d_slot);
    for (size_t k = 0; k < n; k++) {
        float d = p[k] - (question->accepted >> k & 1 ? p[k] / right : 0);
        for (size_t c = 0; c < LEARN_ANSWER; c++)
            d_slot[c] += d * sentence->code[k][c];
    }
}

/* ------------------------------------------------------------------ backward */
/* d_concat += d_slot W^O^T, the columns of one slot. */
HOT static void unanswer(
    const float *restrict d_slot, const float *restrict W_O, size_t slot, float *restrict d_concat)
{
    const lanes *d = (const lanes *)d_slot;
    for (size_t c = 0; c < D; c++) {
        const lanes *row = (const lanes *)(W_O + c * D + slot * LEARN_ANSWER);
        lanes sum = (d[0] * row[0] + d[1] * row[1]) + (d[2] * row[2] + d[3] * row[3]);
        d_concat[c] += lanes_total(&sum);
    }
}
_Static_assert(ANSWER_LANES == 4, "unanswer() adds four");

/* From d_concat to d_q, d_k, d_v of one row and head. */
HOT static void unattend(
    const struct learn_scratch *restrict w, struct learn_trace *restrict t, size_t i, size_t head, size_t n, size_t h)
{
    size_t d_k = D / h, first = head * d_k;
    const float *a = w->a[i][head], *d_out = w->d_concat[i] + first;
    float scale = 1 / sqrtf((float)d_k), d_a[LEARN_TOKENS], mean = 0;
    for (size_t k = 0; k < n; k++) {
        d_a[k] = dot(d_out, w->v[k] + first, d_k);
        mean += a[k] * d_a[k];
    }
    for (size_t k = 0; k < n; k++) {
        float d_s = a[k] * (d_a[k] - mean) * scale, weight = a[k];
        for (size_t c = 0; c < d_k; c += LANES) {
            lanes *d_q = (lanes *)(t->d_q[i] + first + c), *d_key = (lanes *)(t->d_k[k] + first + c),
                  *d_v = (lanes *)(t->d_v[k] + first + c);
            *d_q += d_s * *(const lanes *)(w->k[k] + first + c);
            *d_key += d_s * *(const lanes *)(w->q[i] + first + c);
            *d_v += weight * *(const lanes *)(d_out + c);
        }
    }
}

void hsi_learn_pass(const struct learn_sentence *sentence, const float *weights, size_t h, bool backward,
    struct learn_scratch *w, struct learn_trace *t, struct learn_answers *answers)
{
    const float *W_O = weights + 3 * LEARN_BLOCKS * LEARN_PIECE;
    size_t n = sentence->x.n, rows = sentence->queries.n;
    project(&sentence->queries, weights, w->q);
    project(&sentence->x, weights + LEARN_BLOCKS * LEARN_PIECE, w->k);
    project(&sentence->x, weights + 2 * LEARN_BLOCKS * LEARN_PIECE, w->v);
    attend(w, t, rows, n, h);
    for (size_t i = 0; i < sentence->questions; i++) {
        const struct learn_question *question = &sentence->question[i];
        float slot[LEARN_ANSWER];
        answer(t->concat[question->row], 0, D, W_O, question->slot, slot);
        judge(sentence, question, slot, t->d_slot[i], answers);
    }
    if (!backward)
        return;
    memset(w->d_concat, 0, rows * sizeof *w->d_concat);
    memset(t->d_q, 0, rows * sizeof *t->d_q);
    memset(t->d_k, 0, n * sizeof *t->d_k);
    memset(t->d_v, 0, n * sizeof *t->d_v);
    for (size_t i = 0; i < sentence->questions; i++)
        unanswer(t->d_slot[i], W_O, sentence->question[i].slot, w->d_concat[sentence->question[i].row]);
    for (size_t i = 0; i < rows; i++)
        for (size_t head = 0; head < h; head++)
            unattend(w, t, i, head, n, h);
}

void hsi_learn_ablate(const struct learn_sentence *sentence, const float *weights, size_t h, const struct learn_trace *t,
    size_t (*without)[HS_LEARN_SLOTS])
{
    const float *W_O = weights + 3 * LEARN_BLOCKS * LEARN_PIECE;
    for (size_t i = 0; i < sentence->questions; i++) {
        const struct learn_question *question = &sentence->question[i];
        float whole[LEARN_ANSWER], part[LEARN_ANSWER];
        answer(t->concat[question->row], 0, D, W_O, question->slot, whole);
        for (size_t head = 0; head < h; head++) {
            size_t best = 0;
            float most = 0;
            answer(t->concat[question->row], head * (D / h), (head + 1) * (D / h), W_O, question->slot, part);
            for (size_t c = 0; c < LEARN_ANSWER; c++)
                part[c] = whole[c] - part[c];
            for (size_t k = 0; k < sentence->x.n; k++) {
                float near = dot(part, sentence->code[k], LEARN_ANSWER);
                if (k == 0 || near > most) {
                    most = near;
                    best = k;
                }
            }
            without[head][question->slot] += question->accepted >> best & 1;
        }
    }
}

/* dW^O += concat^T d_slot, SPARSE_BLOCK of its rows. */
HOT static void add_output(const struct learn_sentence *restrict sentence, const struct learn_trace *restrict t,
    size_t first, float *restrict gradient)
{
    for (size_t i = 0; i < sentence->questions; i++) {
        const struct learn_question *question = &sentence->question[i];
        const lanes *d = (const lanes *)t->d_slot[i];
        const float *concat = t->concat[question->row] + first;
        for (size_t c = 0; c < SPARSE_BLOCK; c++) {
            lanes *row = (lanes *)(gradient + c * D + question->slot * LEARN_ANSWER);
            for (int b = 0; b < ANSWER_LANES; b++)
                row[b] += concat[c] * d[b];
        }
    }
}

void hsi_learn_gradient(
    const struct learn_sentence *sentence, const struct learn_trace *t, size_t piece, float *gradient)
{
    size_t block = piece % LEARN_BLOCKS * SPARSE_BLOCK;
    switch (piece / LEARN_BLOCKS) {
    case 0: hsi_sparse_add(&sentence->queries, t->d_q[0] + block, D, gradient); break;
    case 1: hsi_sparse_add(&sentence->x, t->d_k[0] + block, D, gradient); break;
    case 2: hsi_sparse_add(&sentence->x, t->d_v[0] + block, D, gradient); break;
    default: add_output(sentence, t, block, gradient); break;
    }
}
