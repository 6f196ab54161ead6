/* mha_problem.c – see mha_problem.h. */
#include "mha_problem.h"

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
        p->d_model, p->W[0], p->W[1], p->W[2], p->W[3], p->b[0], p->b[1], p->b[2], p->b[3], 0};
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

struct hs_reference reference_of(const struct problem *p)
{
    struct hs_weights weights = problem_weights(p);
    struct hs_mha_config config = problem_config(p);
    struct hs_reference reference;
    if (hsi_reference_new(&weights, &config, p->X_q, p->X_kv, &reference, NULL))
        abort();
    return reference;
}
