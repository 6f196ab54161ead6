/* embed.c – what stands before the first layer: rows of the word table, segments and positions, and what positions do later on,
 * inside the layers: turning queries and keys, and the bias by distance. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "checkpoint/checkpoint.h"

enum hs_status hsi_table_read(const struct hs_table *table, size_t first, size_t count, float *rows, struct hs_error *error)
{
    return hsi_tensors_read(
        table->found.shard, table->found.tensor, first * table->columns, count * table->columns, true, rows, error);
}

/* The row of the position table for each token; where padding is skipped, padding tokens have their own. */
static size_t position_of(const struct hs_settings *s, const uint32_t *ids, size_t token, size_t counted)
{
    if (!s->skips_padding)
        return s->position_offset + token;
    return ids[token] == s->pad ? s->pad : s->position_offset + counted;
}

static void add_position(const struct hs_checkpoint *c, const struct hs_forward *forward, size_t first, float *x, size_t x_row,
    size_t width)
{
    const struct hs_settings *s = &c->settings;
    size_t counted = 0;
    for (size_t t = 0; t < forward->n && c->position; t++) {
        if (t >= first)
            c->kernels->add(x + (t - first) * x_row, c->position + position_of(s, forward->ids, t, counted) * width, width);
        counted += forward->ids[t] != s->pad;
    }
}

static enum hs_status word_rows(const struct hs_checkpoint *c, const struct hs_forward *forward, size_t first, float *x, size_t x_row,
    struct hs_error *error)
{
    enum hs_status status = HS_OK;
    size_t width = c->settings.word_width;
    for (size_t t = first; t < forward->n && !status; t++) {
        float *row = x + (t - first) * x_row;
        status = hsi_table_read(&c->word, forward->ids[t], 1, row, error);
        if (!status && c->type)
            c->kernels->add(row, c->type + (forward->types ? forward->types[t] : 0) * width, width);
    }
    return status;
}

enum hs_status hsi_embed(const struct hs_checkpoint *c, const struct hs_forward *forward, size_t first, float *x, size_t x_row,
    struct hs_error *error)
{
    const struct hs_settings *s = &c->settings;
    size_t rows = forward->n - first, width = s->word_width;
    bool projects = c->project_in.W != NULL, behind = c->family->name[HS_NAME_PROJECT_OUT] != NULL;
    size_t row = projects ? width : x_row;
    float *words = projects ? malloc(rows * width * sizeof *words) : x;
    if (!words)
        return hs_fail(error, HS_NO_MEMORY, "no memory for %zu tokens", rows);
    enum hs_status status = word_rows(c, forward, first, words, row, error);
    if (!behind && !status)
        add_position(c, forward, first, words, row, width);
    for (size_t t = 0; t < rows && c->embed_norm.weight && !status; t++)
        c->kernels->norm(s->norm, words + t * row, words + t * row, c->embed_norm.weight, c->embed_norm.bias, width, s->epsilon);
    if (projects && !status)
        hsi_packed_product(&(struct hs_product){
            .W = &c->project_in, .X = words, .x_row = row, .rows = rows, .Y = x, .y_row = x_row, .activation = -1});
    if (behind && !status)
        add_position(c, forward, first, x, x_row, s->d_model);
    if (projects)
        free(words);
    return status;
}

/* Frequencies are rounded to float where transformers rounds them, because the angles of far positions show it. */
static float frequency(const struct hs_settings *s, size_t pair)
{
    float exponent = (float)(2 * pair) / (float)s->rotary;
    float turn = 1.0f / (float)pow((double)(float)s->theta, (double)exponent);
    float factor = (float)s->rope_factor;
    if (s->rope == HS_ROPE_PLAIN)
        return turn;
    if (s->rope == HS_ROPE_LINEAR)
        return turn / factor;
    double length = 2 * 3.14159265358979323846 / (double)turn; /* Llama 3: long waves are stretched, short ones stay */
    if (length < s->rope_original / s->rope_high)
        return turn;
    if (length > s->rope_original / s->rope_low)
        return turn / factor;
    float smooth = (float)((s->rope_original / length - s->rope_low) / (s->rope_high - s->rope_low));
    return (1 - smooth) * turn / factor + smooth * turn;
}

void hsi_rotary_table(const struct hs_settings *s, size_t first, size_t n, float *cosine, float *sine)
{
    size_t half = s->rotary / 2;
    for (size_t pair = 0; pair < half; pair++) {
        float turn = frequency(s, pair);
        for (size_t t = first; t < n; t++) {
            double angle = (double)((float)t * turn);
            cosine[(t - first) * half + pair] = (float)cos(angle);
            sine[(t - first) * half + pair] = (float)sin(angle);
        }
    }
}

/* The bucket of distance k - q: half of them for keys behind the query; near ones have their own, far ones share by logarithm,
 * all from 128 on the last. */
static size_t bucket_of(size_t buckets, long distance)
{
    size_t half = buckets / 2, exact = half / 2, side = distance > 0 ? half : 0;
    size_t far = (size_t)(distance < 0 ? -distance : distance);
    if (far < exact || exact == 0)
        return side + (far < half ? far : half ? half - 1 : 0);
    float share = logf((float)far / (float)exact) / (float)log(128.0 / (double)exact);
    size_t bucket = exact + (size_t)(share * (float)(half - exact));
    return side + (bucket < half ? bucket : half - 1);
}

void hsi_relative_bias(const struct hs_checkpoint *checkpoint, size_t n, float *bias)
{
    const struct hs_settings *s = &checkpoint->settings;
    for (size_t i = 0; i < 2 * n - 1; i++) {
        size_t bucket = bucket_of(s->buckets, (long)i - (long)(n - 1));
        for (size_t head = 0; head < s->heads; head++)
            bias[head * (2 * n - 1) + i] = checkpoint->relative[bucket * s->heads + head];
    }
}
