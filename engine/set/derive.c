/* derive.c – sets made from sets: lenses, the difference of two heads, hidden keys. The app shows
 * them by the same views as any other set; the note says what was done. Results own all their
 * numbers, so the originals may go. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "set/align.h"
#include "text/tokens.h"

/* The numbers of a derived set: (L, h, n, m). */
struct derived {
    size_t L, h, n, m;
    float values[];
};

static float *derived_head(struct derived *derived, size_t layer, size_t head)
{
    return derived->values + (layer * derived->h + head) * derived->n * derived->m;
}

static struct hs_matrix derived_weights(const struct hs_set *set, size_t layer, size_t head)
{
    struct derived *derived = set->data;
    return (struct hs_matrix){
        derived_head(derived, layer, head), derived->n, derived->m, derived->m};
}

static enum hs_status derived_new(
    size_t L, size_t h, size_t n, size_t m, struct derived **out, struct hs_error *error)
{
    size_t cells, bytes;
    if (!hsi_size_mul(L, h, &cells) || !hsi_size_mul(cells, n, &cells) ||
        !hsi_size_mul(cells, m, &cells) || !hsi_size_mul(cells, sizeof(float), &bytes) ||
        !hsi_size_add(bytes, sizeof(struct derived), &bytes) || bytes > HS_MAX_RUN_BYTES)
        return hs_fail(error, HS_LIMIT,
            "%zu x %zu matrices of %zu x %zu numbers are over the limit of %zu bytes", L, h, n, m,
            HS_MAX_RUN_BYTES);
    struct derived *derived = hsi_memory_fits(bytes) ? calloc(1, bytes) : NULL;
    if (!derived)
        return hs_fail(
            error, HS_NO_MEMORY, "no memory left for %zu bytes of derived numbers", bytes);
    derived->L = L;
    derived->h = h;
    derived->n = n;
    derived->m = m;
    *out = derived;
    return HS_OK;
}

static void *copy_bytes(const void *bytes, size_t count)
{
    void *copy = malloc(count ? count : 1);
    if (copy)
        memcpy(copy, bytes, count);
    return copy;
}

static struct hs_tokens *copy_tokens(const struct hs_tokens *tokens)
{
    return hsi_tokens_copy(tokens->token, tokens->count);
}

/* What is known of each token, where something is. */
static bool copy_info(const struct hs_set *set, struct hs_set *parts)
{
    const struct hs_token_info *info = hs_set_token_info(set);
    if (info)
        parts->info = copy_bytes(info, set->shape.n * sizeof *info);
    return !info || parts->info;
}

/* Tokens, shape, masks and labels of `set`, to be given other numbers; false when memory ran out
 * (parts are dropped). */
static bool copy_frame(const struct hs_set *set, struct hs_set *parts)
{
    size_t n = set->shape.n, m = set->shape.m;
    *parts = (struct hs_set){.shape = set->shape,
        .can = set->can,
        .head_label = set->head_label,
        .as_value = set->as_value,
        .weights = derived_weights,
        .release = free};
    parts->shape.planes = HS_KEEP(HS_PLANE_WEIGHTS);
    memcpy(parts->source, set->source, sizeof parts->source);
    parts->tokens[HS_QUERY] = copy_tokens(set->tokens[HS_QUERY]);
    parts->tokens[HS_KEY] = set->tokens[HS_KEY] == set->tokens[HS_QUERY]
                                ? parts->tokens[HS_QUERY]
                                : copy_tokens(set->tokens[HS_KEY]);
    bool good = parts->tokens[HS_QUERY] && parts->tokens[HS_KEY] && copy_info(set, parts);
    if (set->key_padding)
        good &= (parts->key_padding = copy_bytes(set->key_padding, m)) != NULL;
    if (set->head_mode)
        good &= (parts->head_mode = copy_bytes(set->head_mode, set->shape.L * set->shape.h)) != NULL;
    if (set->cell_masked)
        good &= (parts->cell_masked =
                        copy_bytes(set->cell_masked, n * m * sizeof *set->cell_masked)) != NULL;
    return good;
}

static void drop_parts(struct hs_set *parts)
{
    if (parts->tokens[HS_KEY] != parts->tokens[HS_QUERY])
        hs_tokens_drop(parts->tokens[HS_KEY]);
    hs_tokens_drop(parts->tokens[HS_QUERY]);
    free(parts->info);
    free(parts->key_padding);
    free(parts->head_mode);
    free(parts->cell_masked);
    free(parts->data);
}

/* Makes the set from its parts, or drops them and reports. `good` is false when a part could not be
 * had. */
static enum hs_status finish(
    bool good, struct hs_set *parts, struct hs_set **out, struct hs_error *error)
{
    enum hs_status status =
        good ? hsi_set_make(parts, out, error)
             : hs_fail(error, HS_NO_MEMORY, "no memory left for a derived attention set");
    if (status)
        drop_parts(parts);
    return status;
}

/* Adds to what was done so far; a text that does not fit ends at a whole character. */
static void add_note(struct hs_set *parts, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add_note(struct hs_set *parts, const char *format, ...)
{
    size_t used = strlen(parts->note), room = sizeof parts->note - used;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(parts->note + used, room, format, arguments);
    va_end(arguments);
    if (length >= 0 && (size_t)length >= room)
        parts->note[used + hs_utf8_invalid(parts->note + used, room - 1)] = '\0';
}

/* ------------------------------------------------------------------ lenses */

static double row_norm(const float *row, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (double)row[i] * (double)row[i];
    return sqrt(sum);
}

/* A length that changed by less than this part of it was kept: fp32 sums of rounded weights. */
#define KEPT 1e-3

/* norm[k] = ||v_k|| or ||v_k W^O_i|| of one head. */
static void value_norms(const struct hs_matrix *V, const float *W_O, size_t d_model, size_t head,
    double *mixed, double *norm)
{
    for (size_t k = 0; k < V->rows; k++) {
        const float *v = V->data + k * V->stride;
        if (!W_O) {
            norm[k] = row_norm(v, V->cols);
            continue;
        }
        memset(mixed, 0, d_model * sizeof *mixed);
        for (size_t d = 0; d < V->cols; d++) {
            const float *row = W_O + (head * V->cols + d) * d_model;
            for (size_t j = 0; v[d] != 0 && j < d_model; j++)
                mixed[j] += (double)v[d] * (double)row[j];
        }
        double sum = 0;
        for (size_t j = 0; j < d_model; j++)
            sum += mixed[j] * mixed[j];
        norm[k] = sqrt(sum);
    }
}

/* What a lens works with for one head. */
struct lens_head {
    const struct hs_set *set;
    const struct hs_weights *weights;
    size_t head;
    double *mixed, *norm; /* room: (d_model), (m) */
    bool *as_value;       /* to be made false when W^O changes a length */
    float *out;           /* (n, m) */
};

static void times_norms(const struct lens_head *of, const float *W_O)
{
    struct hs_matrix A = hs_set_weights(of->set, 0, of->head),
                     V = hs_set_plane(of->set, HS_PLANE_V, 0, of->head);
    value_norms(&V, W_O, of->set->shape.d_model, of->head, of->mixed, of->norm);
    for (size_t k = 0; W_O && k < V.rows; k++)
        *of->as_value &= fabs(of->norm[k] / row_norm(V.data + k * V.stride, V.cols) - 1) < KEPT;
    for (size_t q = 0; q < A.rows; q++)
        for (size_t k = 0; k < A.cols; k++)
            of->out[q * A.cols + k] = (float)((double)A.data[q * A.stride + k] * of->norm[k]);
}

static void lens_value(const struct lens_head *of)
{
    times_norms(of, NULL);
}

static void lens_output(const struct lens_head *of)
{
    times_norms(of, of->weights->W_O);
}

static void lens_score(const struct lens_head *of)
{
    struct hs_matrix S = hs_set_plane(of->set, HS_PLANE_SCORES, 0, of->head);
    for (size_t q = 0; q < S.rows; q++)
        memcpy(of->out + q * S.cols, S.data + q * S.stride, S.cols * sizeof *of->out);
}

static const struct {
    struct hs_lens about;
    void (*make)(const struct lens_head *of); /* NULL: the weights as they are */
} lenses[] = {
    {{"weight", "Weight", "attention weight a", "weight", 0, false, HS_VALUES_WEIGHT}, NULL},
    {{"value", "Value-weighted", "value-weighted a·‖v‖", "a·‖v‖", HS_KEEP(HS_PLANE_V), false,
         HS_VALUES_NORM},
        lens_value},
    {{"output", "Output-weighted", "output-weighted a·‖v Wᴼ‖", "a·‖v Wᴼ‖", HS_KEEP(HS_PLANE_V),
         true, HS_VALUES_NORM},
        lens_output},
    {{"score", "Score", "score before softmax q·k/√d_k", "score", HS_KEEP(HS_PLANE_SCORES), false,
         HS_VALUES_SCORE},
        lens_score},
};
#define LENSES (sizeof lenses / sizeof *lenses)

const struct hs_lens *hs_lens(size_t lens)
{
    return lens < LENSES ? &lenses[lens].about : NULL;
}

bool hs_set_as_value(const struct hs_set *lens)
{
    return lens->as_value;
}

size_t hs_lens_named(const char *name)
{
    size_t lens = 0;
    while (lens < LENSES && strcmp(lenses[lens].about.name, name) != 0)
        lens++;
    return lens;
}

static enum hs_status check_lens(const struct hs_set *set, const struct hs_weights *weights,
    const struct hs_lens *lens, struct hs_error *error)
{
    static const struct {
        enum hs_plane plane;
        const char *name;
    } planes[] = {{HS_PLANE_V, "values V"}, {HS_PLANE_SCORES, "scores"}, {HS_PLANE_Q, "queries Q"},
        {HS_PLANE_K, "keys K"}, {HS_PLANE_HEAD, "outputs of the heads"}};
    for (size_t i = 0; i < sizeof planes / sizeof *planes; i++)
        if ((lens->needs & HS_KEEP(planes[i].plane)) &&
            !hs_set_plane(set, planes[i].plane, 0, 0).data)
            return hs_fail(error, HS_BAD_USE,
                "the lens '%s' needs the %s, which %s does not hold: choose the lens 'weight'",
                lens->title, planes[i].name, set->source);
    if (lens->needs_weights && (!weights || weights->d_model != set->shape.d_model))
        return hs_fail(error, HS_BAD_USE,
            "the lens '%s' needs W^O, which %s does not hold: choose 'value' or 'weight'",
            lens->title, set->source);
    return HS_OK;
}

enum hs_status hs_set_lens(struct hs_set *set, const struct hs_weights *weights, size_t lens,
    struct hs_set **out, struct hs_error *error)
{
    size_t d_model = set->shape.d_model, n = set->shape.n, m = set->shape.m, h = set->shape.h;
    if (lens >= LENSES)
        return hs_fail(error, HS_BAD_USE, "there is no lens %zu: there are %zu", lens, LENSES);
    if (!lenses[lens].make) {
        *out = hs_set_keep(set);
        return HS_OK;
    }
    const struct hs_lens *about = &lenses[lens].about;
    struct derived *derived = NULL;
    struct hs_set parts;
    enum hs_status status = check_lens(set, weights, about, error);
    if (!status)
        status = derived_new(1, h, n, m, &derived, error);
    if (status)
        return status;
    double *mixed = malloc((d_model + m) * sizeof *mixed);
    bool good = copy_frame(set, &parts) && mixed;
    parts.data = derived;
    parts.values = about->values;
    add_note(&parts, "lens: %s", about->title);
    parts.as_value = about->needs_weights;
    for (size_t head = 0; good && head < h; head++)
        lenses[lens].make(&(struct lens_head){set, weights, head, mixed, mixed + d_model,
            &parts.as_value, derived_head(derived, 0, head)});
    if (parts.as_value)
        add_note(&parts, ", the same as value-weighted here, since this Wᴼ keeps lengths");
    free(mixed);
    return finish(good, &parts, out, error);
}

/* ------------------------------------------------------------------ hidden keys */

enum hs_status hs_set_hide_keys(const struct hs_set *set, const uint8_t *hide, bool renormalise,
    struct hs_set **out, struct hs_error *error)
{
    const struct hs_set_shape *shape = &set->shape;
    size_t m = shape->m, hidden = 0;
    struct derived *derived;
    struct hs_set parts;
    enum hs_status status = derived_new(shape->L, shape->h, shape->n, m, &derived, error);
    if (status)
        return status;
    bool good = copy_frame(set, &parts);
    parts.data = derived;
    if (good && !parts.key_padding)
        good = (parts.key_padding = calloc(m, 1)) != NULL;
    for (size_t k = 0; good && k < m; k++) {
        parts.key_padding[k] |= hide[k];
        hidden += hide[k] != 0;
    }
    parts.values = set->values;
    add_note(&parts, "%s%s%zu of %zu keys hidden; rows %s", set->note, set->note[0] ? "; " : "",
        hidden, m, renormalise ? "renormalised over the rest" : "not renormalised");
    for (size_t i = 0; good && i < shape->L * shape->h; i++) {
        struct hs_matrix A = hs_set_weights(set, i / shape->h, i % shape->h);
        float *to = derived_head(derived, i / shape->h, i % shape->h);
        for (size_t q = 0; q < A.rows; q++) {
            double sum = 0;
            for (size_t k = 0; k < m; k++)
                sum += hide[k] || A.data[q * A.stride + k] == -INFINITY ? 0 : (double)A.data[q * A.stride + k]; /* that is masked */
            double factor = renormalise && sum > 0 ? 1 / sum : 1;
            for (size_t k = 0; k < m; k++)
                to[q * m + k] = hide[k] ? 0 : (float)((double)A.data[q * A.stride + k] * factor);
        }
    }
    return finish(good, &parts, out, error);
}

/* ------------------------------------------------------------------ differences */

/* Which heads are compared: `count` of a from first_a on, each with its own partner in b; and what is made of them. */
struct pairing {
    const struct hs_set *a, *b;
    size_t layer_a, layer_b, first_a, count;
    const size_t *heads_b; /* (count) */
    enum { DIFFERENCE, SIDE_A, SIDE_B } part;
};

static void subtract(const struct pairing *pairing, struct hs_matrix A, struct hs_matrix B, const struct alignment *rows,
    const struct alignment *cols, float *values, bool *masked)
{
    const struct hs_set *a = pairing->a, *b = pairing->b;
    for (size_t i = 0; i < rows->length; i++) {
        for (size_t j = 0; j < cols->length; j++) {
            size_t qa = rows->a[i], qb = rows->b[i], ka = cols->a[j], kb = cols->b[j],
                   at = i * cols->length + j;
            bool no_a = qa == SIZE_MAX || ka == SIZE_MAX, no_b = qb == SIZE_MAX || kb == SIZE_MAX;
            bool masked_a = no_a || hs_set_masked(a, qa, ka), masked_b = no_b || hs_set_masked(b, qb, kb);
            masked[at] = pairing->part == SIDE_A   ? masked_a
                         : pairing->part == SIDE_B ? masked_b
                                                   : no_a || no_b || (masked_a && masked_b);
            /* Like a masked score: whoever draws the numbers alone still sees the mask. */
            if (masked[at]) {
                values[at] = -INFINITY;
                continue;
            }
            /* where only one is masked its weight is 0, whatever stands there */
            float of_a = masked_a ? 0 : A.data[qa * A.stride + ka], of_b = masked_b ? 0 : B.data[qb * B.stride + kb];
            values[at] = pairing->part == SIDE_A ? of_a : pairing->part == SIDE_B ? of_b : of_a - of_b;
        }
    }
}

/* A note names the other sentence by its first words. */
#define OTHER_TOKENS 30

/* Whether two lists of tokens have one in common. */
static bool have_common(const struct alignment *side)
{
    for (size_t i = 0; i < side->length; i++)
        if (side->a[i] != SIZE_MAX && side->b[i] != SIZE_MAX)
            return true;
    return false;
}

static void write_difference_note(const struct pairing *pairing, bool aligned, bool common, struct hs_set *parts)
{
    const struct hs_set *a = pairing->a, *b = pairing->b;
    size_t one = pairing->heads_b[0], same = 0, own = 0;
    char text[160];
    for (size_t i = 0; i < pairing->count; i++) {
        same += pairing->heads_b[i] == one;
        own += pairing->heads_b[i] == i;
    }
    if (pairing->count == 1)
        snprintf(text, sizeof text,
            "head %zu of h = %zu minus head %zu of h = %zu (heads counted from 1)",
            pairing->first_a + 1, a->shape.h, one + 1, b->shape.h);
    else if (own == pairing->count)
        snprintf(text, sizeof text, "each head of h = %zu minus the same head of h = %zu",
            a->shape.h, b->shape.h);
    else if (same == pairing->count)
        snprintf(text, sizeof text,
            "each head of h = %zu minus head %zu of h = %zu (heads counted from 1)", a->shape.h,
            one + 1, b->shape.h);
    else
        snprintf(text, sizeof text, "each head of h = %zu minus the head in its place of h = %zu",
            a->shape.h, b->shape.h);
    add_note(parts, "difference of %s: %s%s", a->values == HS_VALUES_WEIGHT ? "weights" : "values",
        text, aligned ? "; tokens aligned by least edits" : "");
    if (!common)
        add_note(parts, "; the two have no token in common, so that no cell can be compared");
    if (aligned) {
        add_note(parts, "; the other sentence:");
        for (size_t i = 0; i < b->tokens[HS_QUERY]->count && i < OTHER_TOKENS; i++)
            add_note(parts, " %s", b->tokens[HS_QUERY]->token[i].text);
        if (b->tokens[HS_QUERY]->count > OTHER_TOKENS)
            add_note(parts, " …");
    }
    if (a->note[0])
        add_note(parts, " (of each: %s)", a->note);
}

static enum hs_status make_difference(const struct pairing *pairing, struct alignment *rows,
    struct alignment *cols, bool square, struct hs_set **out, struct hs_error *error)
{
    const struct hs_set *a = pairing->a, *b = pairing->b;
    struct hs_set parts = {
        .weights = derived_weights, .release = free, .values = pairing->part == DIFFERENCE ? HS_VALUES_SIGNED : a->values};
    struct derived *derived;
    enum hs_status status =
        derived_new(1, pairing->count, rows->length, cols->length, &derived, error);
    if (status) {
        hs_tokens_drop(rows->tokens);
        if (!square)
            hs_tokens_drop(cols->tokens);
        return status;
    }
    parts.data = derived;
    parts.tokens[HS_QUERY] = rows->tokens;
    parts.tokens[HS_KEY] = cols->tokens;
    parts.shape = (struct hs_set_shape){.L = 1,
        .h = pairing->count,
        .n = rows->length,
        .m = cols->length,
        .layer = a->shape.layer + pairing->layer_a,
        .planes = HS_KEEP(HS_PLANE_WEIGHTS),
        .self_attention = square};
    parts.can = a->can | b->can;
    parts.head_label = a->head_label ? a->head_label : b->head_label;
    if (a->head_mode && pairing->count == a->shape.h)
        parts.head_mode = copy_bytes(a->head_mode, a->shape.h);
    snprintf(parts.source, sizeof parts.source, "%s", a->source);
    if (pairing->part == DIFFERENCE)
        write_difference_note(
            pairing, rows->length != a->shape.n || rows->length != b->shape.n, have_common(rows) && have_common(cols), &parts);
    parts.cell_masked = calloc(rows->length * cols->length, sizeof *parts.cell_masked);
    bool good =
        parts.cell_masked && (!a->head_mode || pairing->count != a->shape.h || parts.head_mode);
    if (rows->length == a->shape.n) /* then they are a's tokens */
        good &= copy_info(a, &parts);
    for (size_t i = 0; good && i < pairing->count; i++)
        subtract(pairing, hs_set_weights(a, pairing->layer_a, pairing->first_a + i),
            hs_set_weights(b, pairing->layer_b, pairing->heads_b[i]), rows, cols, derived_head(derived, 0, i), parts.cell_masked);
    return finish(good, &parts, out, error);
}

static enum hs_status difference(
    const struct pairing *pairing, struct hs_set **out, struct hs_error *error)
{
    const struct hs_set *a = pairing->a, *b = pairing->b;
    struct alignment rows = {0}, cols = {0};
    bool square = a->shape.self_attention && b->shape.self_attention;
    enum hs_status status;
    bool good = hs_set_weights(a, pairing->layer_a, pairing->first_a + pairing->count - 1).data;
    for (size_t i = 0; i < pairing->count; i++)
        good &= hs_set_weights(b, pairing->layer_b, pairing->heads_b[i]).data != NULL;
    if (!good)
        return hs_fail(
            error, HS_BAD_USE, "there is no such head to subtract: choose heads within both sets");
    if (a->shape.n > HS_MAX_TOKENS || a->shape.m > HS_MAX_TOKENS || b->shape.n > HS_MAX_TOKENS ||
        b->shape.m > HS_MAX_TOKENS)
        return hs_fail(error, HS_LIMIT, "a difference of matrices over %u tokens is not offered",
            HS_MAX_TOKENS);
    good = hsi_align_side(a, b, HS_QUERY, &rows) && (square || hsi_align_side(a, b, HS_KEY, &cols));
    if (square)
        cols = rows;
    if (good && rows.length <= HS_MAX_TOKENS && cols.length <= HS_MAX_TOKENS) {
        status = make_difference(pairing, &rows, &cols, square, out, error);
    } else {
        status = good ? hs_fail(error, HS_LIMIT,
                            "the two sentences have %zu different tokens together and the limit is "
                            "%u: subtract a shorter one",
                            rows.length > cols.length ? rows.length : cols.length, HS_MAX_TOKENS)
                      : hs_fail(error, HS_NO_MEMORY, "no memory left to align two sentences");
        hs_tokens_drop(rows.tokens);
        if (!square)
            hs_tokens_drop(cols.tokens);
    }
    hsi_alignment_drop(&rows);
    if (!square)
        hsi_alignment_drop(&cols);
    return status;
}

enum hs_status hs_set_difference(const struct hs_set *a, size_t layer_a, size_t head_a,
    const struct hs_set *b, size_t layer_b, size_t head_b, struct hs_set **out,
    struct hs_error *error)
{
    struct pairing pairing = {a, b, layer_a, layer_b, head_a, 1, &head_b, DIFFERENCE};
    return difference(&pairing, out, error);
}

enum hs_status hs_set_differences(const struct hs_set *a, const struct hs_set *b,
    const size_t *heads_b, struct hs_set **out, struct hs_error *error)
{
    struct pairing pairing = {a, b, 0, 0, 0, a->shape.h, heads_b, DIFFERENCE};
    return difference(&pairing, out, error);
}

enum hs_status hs_set_sides(const struct hs_set *a, const struct hs_set *b, const size_t *heads_b, struct hs_set *sides[2],
    struct hs_error *error)
{
    struct pairing left = {a, b, 0, 0, 0, a->shape.h, heads_b, SIDE_A}, right = left;
    right.part = SIDE_B;
    enum hs_status status = difference(&left, &sides[0], error);
    if (!status && (status = difference(&right, &sides[1], error)))
        hs_set_drop(sides[0]);
    return status;
}
