/* export.c – the exact numbers of a set as JSON and CSV, for --json, --export and the app. 9
 * significant digits read back to the same fp32. Masked cells are null in JSON and marked in CSV,
 * never 0; what is no finite number is named (hs_buffer_number). Writes forwards only, so that the
 * buffer may be a file's (hs_file_stream). */
#include <string.h>

#include "set/set.h"

#include "hs_source.h" /* what a source says of itself */

static const char *kind_name(enum hs_token_kind kind)
{
    static const char *const names[] = {
        "word", "number", "punctuation", "symbol", "url", "control", "piece"};
    return names[kind];
}

static void write_tokens(const struct hs_set *set, enum hs_side side, struct hs_buffer *buffer)
{
    const struct hs_tokens *tokens = set->tokens[side];
    const struct hs_token_info *info = hs_set_token_info(set);
    hs_buffer_print(buffer, "[");
    for (size_t i = 0; i < tokens->count; i++) {
        const struct hs_token *token = &tokens->token[i];
        hs_buffer_print(buffer, "%s\n    {\"text\": ", i ? "," : "");
        hs_buffer_json_string(buffer, token->text);
        hs_buffer_print(buffer, ", \"start\": %u, \"end\": %u, \"kind\": \"%s\"", token->start,
            token->end, kind_name(token->kind));
        if (info) {
            hs_buffer_print(buffer, ", \"tag\": ");
            hs_buffer_json_string(buffer, info[i].tag);
            hs_buffer_print(buffer, ", \"tag_probability\": ");
            hs_buffer_json_number(buffer, (double)info[i].tag_probability);
            hs_buffer_print(
                buffer, ", \"known\": %s, \"features\": ", info[i].known ? "true" : "false");
            hs_buffer_json_string(buffer, info[i].features);
        }
        hs_buffer_print(buffer, "}");
    }
    hs_buffer_print(buffer, "%s]", tokens->count ? "\n  " : "");
}

/* Entropy, shares and confidence are of weights, rows of which sum to 1: of norms, scores and
 * differences there are none. */
static void write_statistics(
    const struct hs_set *set, size_t layer, size_t head, size_t base, struct hs_buffer *buffer)
{
    struct hs_head_stats s;
    if (set->values != HS_VALUES_WEIGHT) {
        hs_buffer_print(buffer, "null");
        return;
    }
    hs_head_statistics(set, layer, head, &s);
    const struct hs_statistic *rows;
    size_t count = hs_statistics(&rows);
    hs_buffer_print(buffer, "{\"rows\": %zu", s.rows);
    if (s.rows == 0) /* of nothing there is no mean */
        count = 1;
    for (size_t i = 0; i < count; i++) { /* what is measured, then what is counted */
        if (rows[i].unit == HS_UNIT_WHOLE || rows[i].unit == HS_UNIT_PLACE)
            continue;
        hs_buffer_print(buffer, ", \"%s\": ", rows[i].name);
        hs_buffer_json_number(buffer, rows[i].get(&s));
    }
    for (size_t i = 1; i < count; i++)
        if (rows[i].unit == HS_UNIT_WHOLE || rows[i].unit == HS_UNIT_PLACE)
            hs_buffer_print(buffer, ", \"%s\": %.0f", rows[i].name,
                rows[i].get(&s) + (rows[i].unit == HS_UNIT_PLACE ? (double)base : 0));
    hs_buffer_print(buffer, "}");
}

static void write_head(
    const struct hs_set *set, size_t layer, size_t head, size_t base, struct hs_buffer *buffer)
{
    static const char *const modes[] = {"on", "off", "uniform", "mean"};
    char label[128];
    struct hs_matrix A = hs_set_weights(set, layer, head);
    hs_buffer_print(buffer, "\n    {\"head\": %zu, ", head + base);
    if (set->shape.L > 1 || !hs_set_constructed(set))
        hs_buffer_print(buffer, "\"layer\": %zu, ", set->shape.layer + layer + base);
    hs_set_head_label(set, layer, head, label, sizeof label);
    hs_buffer_print(buffer, "\"label\": ");
    hs_buffer_json_string(buffer, label);
    hs_buffer_print(
        buffer, ", \"mode\": \"%s\",\n     \"statistics\": ", modes[hs_set_head_mode(set, layer, head)]);
    write_statistics(set, layer, head, base, buffer);
    hs_buffer_print(buffer, ",\n     \"weights\": [");
    for (size_t q = 0; q < A.rows; q++) {
        hs_buffer_print(buffer, "%s\n      [", q ? "," : "");
        for (size_t k = 0; k < A.cols; k++) {
            if (k)
                hs_buffer_write(buffer, ", ", 2);
            if (hs_set_masked(set, q, k))
                hs_buffer_write(buffer, "null", 4);
            else
                hs_buffer_json_number(buffer, (double)A.data[q * A.stride + k]);
        }
        hs_buffer_write(buffer, "]", 1);
    }
    hs_buffer_print(buffer, "]}");
}

/* What the numbers are: the weights themselves, or what a lens made of them. */
const char *hs_values_name(enum hs_values values)
{
    static const char *const names[] = {"weight", "norm", "score", "difference"};
    return names[values];
}

/* "cells" is a mask of single cells that is not the causal one: of a window, or of what only one of two texts has. */
static const char *mask_name(const struct hs_set *set)
{
    const size_t n = set->shape.n, m = set->shape.m;
    bool causal = true, any = false;
    if (!set->cell_masked)
        return set->shape.mask == HS_MASK_CAUSAL ? "causal" : "none";
    for (size_t i = 0; i < n * m; i++) {
        any |= set->cell_masked[i];
        causal &= set->cell_masked[i] == (i % m + n > i / m + m);
    }
    return !any && set->shape.mask == HS_MASK_NONE ? "none" : causal ? "causal" : "cells";
}

/* A text that is a part of a character is none. */
static void write_answer(const struct hs_likely *answer, size_t base, struct hs_buffer *buffer)
{
    hs_buffer_print(buffer, ",\n  \"answer\": {\"at\": %zu, \"fills\": %s, \"masked\": %s, \"likely\": [", answer->at + base,
        answer->fills ? "true" : "false", answer->masked ? "true" : "false");
    for (size_t i = 0; i < answer->count; i++) {
        const struct hs_likely_token *token = &answer->token[i];
        size_t length = strlen(token->written);
        hs_buffer_print(buffer, "%s\n    {\"id\": %u, \"token\": ", i ? "," : "", (unsigned)token->id);
        hs_buffer_json_string(buffer, token->shown);
        hs_buffer_print(buffer, ", \"text\": ");
        if (length > 0 && hs_utf8_invalid(token->written, length) == length)
            hs_buffer_json_string(buffer, token->written);
        else
            hs_buffer_print(buffer, "null");
        hs_buffer_print(buffer, ", \"joins\": %s, \"probability\": ", token->joins ? "true" : "false");
        hs_buffer_json_number(buffer, token->probability);
        hs_buffer_print(buffer, "}");
    }
    hs_buffer_print(buffer, "]}");
}

void hs_set_write_json(const struct hs_set *set, size_t base, struct hs_buffer *buffer)
{
    hs_set_write_answered(set, NULL, base, buffer);
}

void hs_set_write_answered(const struct hs_set *set, const struct hs_likely *answer, size_t base, struct hs_buffer *buffer)
{
    const struct hs_set_shape *shape = &set->shape;
    hs_buffer_print(buffer, "{\n  \"format\": \"headscope-attention 1\",\n  \"source\": ");
    hs_buffer_json_string(buffer, set->source);
    hs_buffer_print(buffer,
        ",\n  \"constructed_teaching_model\": %s,\n  \"layers\": %zu,\n  \"h\": %zu,\n",
        hs_set_constructed(set) ? "true" : "false", shape->L, shape->h);
    if (shape->d_k)
        hs_buffer_print(
            buffer, "  \"d_model\": %zu,\n  \"d_k\": %zu,\n", shape->d_model, shape->d_k);
    hs_buffer_print(buffer, "  \"mask\": \"%s\",\n  \"index_base\": %zu,\n  \"values\": \"%s\",\n",
        mask_name(set), base, hs_values_name(set->values));
    if (set->note[0]) {
        hs_buffer_print(buffer, "  \"note\": ");
        hs_buffer_json_string(buffer, set->note);
        hs_buffer_print(buffer, ",\n");
    }
    hs_buffer_print(buffer, "  \"tokens\": ");
    write_tokens(set, HS_QUERY, buffer);
    if (!shape->self_attention) {
        hs_buffer_print(buffer, ",\n  \"key_tokens\": ");
        write_tokens(set, HS_KEY, buffer);
    }
    if (answer && answer->count > 0)
        write_answer(answer, base, buffer);
    hs_buffer_print(buffer, ",\n  \"heads\": [");
    for (size_t layer = 0; layer < shape->L; layer++) {
        for (size_t head = 0; head < shape->h; head++) {
            if (layer || head)
                hs_buffer_write(buffer, ",", 1);
            write_head(set, layer, head, base, buffer);
        }
    }
    hs_buffer_print(buffer, "]\n}\n");
}

static void write_cell(const struct hs_set *set, struct hs_matrix matrix, size_t q, size_t k, struct hs_buffer *buffer)
{
    hs_buffer_write(buffer, ",", 1);
    if (matrix.data && !hs_set_masked(set, q, k))
        hs_buffer_number(buffer, (double)matrix.data[q * matrix.stride + k]);
}

static void write_long(const struct hs_set *set, const struct hs_csv *form, size_t head, struct hs_buffer *buffer)
{
    struct hs_matrix A = hs_set_weights(set, form->layer, head);
    struct hs_matrix S = hs_set_plane(set, HS_PLANE_SCORES, form->layer, head);
    for (size_t q = 0; q < A.rows; q++) {
        for (size_t k = 0; k < A.cols; k++) {
            hs_buffer_print(buffer, "%zu,%zu,%zu,", set->shape.layer + form->layer + form->base, head + form->base, q + form->base);
            hs_buffer_csv_string(buffer, set->tokens[HS_QUERY]->token[q].text);
            hs_buffer_print(buffer, ",%zu,", k + form->base);
            hs_buffer_csv_string(buffer, set->tokens[HS_KEY]->token[k].text);
            hs_buffer_print(buffer, ",%d", hs_set_masked(set, q, k));
            write_cell(set, A, q, k, buffer);
            if (set->values == HS_VALUES_WEIGHT)
                write_cell(set, S, q, k, buffer);
            hs_buffer_write(buffer, "\n", 1);
        }
    }
}

static void write_wide(const struct hs_set *set, const struct hs_csv *form, size_t head, struct hs_buffer *buffer)
{
    struct hs_matrix A = hs_set_weights(set, form->layer, head);
    for (size_t q = 0; q < A.rows; q++) {
        hs_buffer_print(buffer, "%zu,%zu,%zu,", set->shape.layer + form->layer + form->base, head + form->base, q + form->base);
        hs_buffer_csv_string(buffer, set->tokens[HS_QUERY]->token[q].text);
        for (size_t k = 0; k < A.cols; k++)
            write_cell(set, A, q, k, buffer);
        hs_buffer_write(buffer, "\n", 1);
    }
}

void hs_set_write_csv(const struct hs_set *set, const struct hs_csv *form, struct hs_buffer *buffer)
{
    size_t base = form->base;
    char name[256];
    hs_buffer_print(buffer, "layer_from_%zu,head_from_%zu,query_from_%zu,query_token", base, base, base);
    for (size_t k = 0; form->wide && k < set->shape.m; k++) {
        hs_set_token_name(set, HS_KEY, k, name, sizeof name);
        hs_buffer_write(buffer, ",", 1);
        hs_buffer_csv_string(buffer, name);
    }
    if (!form->wide)
        hs_buffer_print(buffer, ",key_from_%zu,key_token,masked,%s%s", base, hs_values_name(set->values),
            set->values == HS_VALUES_WEIGHT ? ",score" : "");
    hs_buffer_write(buffer, "\n", 1);
    size_t first = form->head == SIZE_MAX ? 0 : form->head;
    size_t last = form->head == SIZE_MAX ? set->shape.h : form->head + 1;
    for (size_t head = first; head < last && head < set->shape.h; head++)
        (form->wide ? write_wide : write_long)(set, form, head, buffer);
}
