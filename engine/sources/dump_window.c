/* dump_window.c – what a set or a survey shows of a dump: a tensor, a batch item, merged words, a
 * pair of sentences. Reads one head at a time and merges it. Called by dump_set.c and
 * dump_survey.c. */
#include "sources/dump.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum hs_status check_view(const struct dump *dump, const struct hs_view *view,
    bool all_layers, struct hs_error *error)
{
    if (view->part >= dump->part_count)
        return hs_fail(error, HS_BAD_USE, "%s: there is no tensor %zu: it holds %zu",
            hsi_name_shown(dump->path).text, view->part, dump->part_count);
    const struct dump_part *part = &dump->part[view->part];
    const struct hs_part *t = &part->about;
    if (view->item >= t->B)
        return hsi_dump_fail(dump, part, error, HS_BAD_USE, "has batch items 0 to %zu and no %zu",
            t->B - 1, view->item);
    if (!all_layers && view->layer != SIZE_MAX && view->layer >= t->L)
        return hsi_dump_fail(
            dump, part, error, HS_BAD_USE, "has layers 0 to %zu and no %zu", t->L - 1, view->layer);
    if (view->segments != HS_SEGMENTS_ALL && t->segments < 2)
        return hsi_dump_fail(
            dump, part, error, HS_BAD_USE, "has no segment ids: sentences cannot be told apart");
    return HS_OK;
}

static struct dump_span span_at(const struct dump_axis *axis, size_t index)
{
    return axis->span ? axis->span[index] : (struct dump_span){(uint32_t)index, 1};
}

/* Where a layer's mask begins among (masks, cells). */
static size_t mask_at(const struct dump_window *window, size_t layer, size_t cells)
{
    return window->masks > 1 ? layer * cells : 0;
}

bool hsi_dump_masked(const struct dump_window *window, size_t layer, size_t q, size_t k)
{
    const struct hs_part *t = &window->part->about;
    const bool *file = window->file_masked;
    return (file && file[mask_at(window, layer, t->n * t->m) + q * t->m + k]) || (t->causal && k + t->n > q + t->m);
}

bool *hsi_dump_cell_masked(const struct dump_window *window, size_t layer)
{
    size_t cells = window->axis[HS_QUERY].count * window->axis[HS_KEY].count;
    return window->cell_masked ? window->cell_masked + mask_at(window, layer, cells) : NULL;
}

/* A cell is masked when all that it stands for is. */
static bool cell_masked(const struct dump_window *window, size_t layer, struct dump_span row, struct dump_span col)
{
    for (size_t q = row.first; q < (size_t)row.first + row.count; q++)
        for (size_t k = col.first; k < (size_t)col.first + col.count; k++)
            if (!hsi_dump_masked(window, layer, q, k))
                return false;
    return true;
}

/* A merged or cut causal matrix may need its mask cell by cell, and one that the file brings does. */
static bool make_cell_mask(struct dump_window *window)
{
    size_t n = window->axis[HS_QUERY].count, m = window->axis[HS_KEY].count;
    window->cell_masked = malloc(window->masks * n * m * sizeof *window->cell_masked);
    for (size_t row = 0; window->cell_masked && row < window->masks * n; row++)
        for (size_t k = 0; k < m; k++)
            window->cell_masked[row * m + k] =
                cell_masked(window, row / n, span_at(&window->axis[HS_QUERY], row % n), span_at(&window->axis[HS_KEY], k));
    return window->cell_masked != NULL;
}

/* Whether the queries are the last of the keys, as while a text is being generated: then query q is key
 * q + m - n. Without tokens, or with a causal mask, nothing else makes sense of n < m. */
static bool is_generated(const struct dump_window *window)
{
    const struct hs_part *t = &window->part->about;
    const struct hs_tokens *query = window->axis[HS_QUERY].tokens, *key = window->axis[HS_KEY].tokens;
    if (t->kind == HS_PART_CROSS || t->n >= t->m || query->count > key->count || window->cut)
        return false;
    if (window->part->tokens[HS_QUERY] == window->part->tokens[HS_KEY])
        return true;
    for (size_t q = 0; t->has_tokens && !t->causal && q < query->count; q++)
        if (strcmp(query->token[q].text, key->token[key->count - query->count + q].text) != 0)
            return false;
    return true;
}

static void write_note(struct dump_window *window, const struct hs_view *view)
{
    static const char *const pairs[] = {"", "rows and keys of sentence A",
        "rows of sentence A, keys of sentence B", "rows of sentence B, keys of sentence A",
        "rows and keys of sentence B"};
    bool words = view->pieces == HS_PIECES_WORDS && window->part->about.has_pieces;
    int length = snprintf(window->note, sizeof window->note, "%s%s%s%s",
        words ? "pieces merged into words: weights to a word summed, from a word averaged" : "",
        words && view->segments ? "; " : "", pairs[view->segments],
        view->segments ? "; rows not renormalised, but for their entropy" : "");
    if (window->part->lacks && length >= 0 && (size_t)length < sizeof window->note)
        length += snprintf(window->note + length, sizeof window->note - (size_t)length,
            "%sthe file has no list %s: positions stand for them", length ? "; " : "", window->part->lacks);
    size_t queries = window->axis[HS_QUERY].padding, keys = window->axis[HS_KEY].padding, at = (size_t)length;
    if (queries + keys == 0 || length < 0 || at >= sizeof window->note)
        return;
    const char *before = at ? "; " : "";
    if (window->part->about.kind != HS_PART_CROSS && (queries == keys || queries == 0))
        snprintf(window->note + at, sizeof window->note - at, "%s%zu position%s of padding left out", before, keys,
            keys == 1 ? "" : "s");
    else
        snprintf(window->note + at, sizeof window->note - at, "%s%zu queries and %zu keys of padding left out", before,
            queries, keys);
}

enum hs_status hsi_dump_window_make(struct dump *dump, const struct hs_view *view,
    struct dump_window *window, struct hs_error *error)
{
    /* of the rows, of the keys: A = 0, B = 1, both = 2 */
    static const unsigned char segments[HS_SEGMENTS_COUNT][2] = {
        {2, 2}, {0, 0}, {0, 1}, {1, 0}, {1, 1}};
    *window = (struct dump_window){0};
    enum hs_status status = check_view(dump, view, false, error);
    if (!status)
        status = hsi_dump_check_varied(dump, &dump->part[view->part], error);
    if (status)
        return status;
    window->part = &dump->part[view->part];
    window->batch = view->item;
    window->cut = view->segments != HS_SEGMENTS_ALL;
    window->dump = dump;
    hs_source_keep(&dump->source);
    const struct hs_part *t = &window->part->about;
    for (enum hs_side side = HS_QUERY; !status && side <= HS_KEY; side++)
        status = hsi_dump_axis_make(dump, window->part, side, view->item, view->pieces,
            segments[view->segments][side], &window->axis[side], error);
    if (!status)
        status = hsi_dump_read_mask(dump, window->part, view->layer, view->item, &window->masks, &window->file_masked, error);
    if (status) {
        hsi_dump_window_drop(window);
        return status;
    }
    window->merges = window->axis[HS_QUERY].span || window->axis[HS_KEY].span;
    window->self = t->kind != HS_PART_CROSS && t->n == t->m &&
                   hs_tokens_equal(window->axis[HS_QUERY].tokens, window->axis[HS_KEY].tokens) &&
                   segments[view->segments][0] == segments[view->segments][1];
    window->generated = is_generated(window);
    window->mask = t->causal ? HS_MASK_CAUSAL : HS_MASK_NONE;
    if (window->file_masked || (t->causal && window->merges && !(t->n == t->m && view->segments == HS_SEGMENTS_ALL))) {
        window->mask = HS_MASK_NONE;
        window->merges = true; /* masked cells are shown as such */
        if (!make_cell_mask(window)) {
            hsi_dump_window_drop(window);
            return hs_fail(error, HS_NO_MEMORY, "no memory left for the mask of an attention set");
        }
    }
    write_note(window, view);
    return HS_OK;
}

void hsi_dump_window_drop(struct dump_window *window)
{
    hsi_dump_axis_drop(&window->axis[HS_QUERY]);
    hsi_dump_axis_drop(&window->axis[HS_KEY]);
    free(window->file_masked);
    free(window->cell_masked);
    hs_source_drop(window->dump ? &window->dump->source : NULL);
    *window = (struct dump_window){0};
}

/* ------------------------------------------------------------------ numbers */

/* Clark et al. 2019, section 4.1: attention to a word is the sum over its pieces, attention from a
 * word the mean over its pieces; so a row still sums to 1. */
static void merge(const struct dump_window *window, size_t layer, const float *raw, float *shown)
{
    const bool *mask = hsi_dump_cell_masked(window, layer);
    const struct dump_axis *rows = &window->axis[HS_QUERY], *cols = &window->axis[HS_KEY];
    size_t m = cols->count, stride = cols->file_count;
    for (size_t q = 0; q < rows->count; q++) {
        struct dump_span row = span_at(rows, q);
        for (size_t k = 0; k < m; k++) {
            struct dump_span col = span_at(cols, k);
            double sum = 0;
            for (size_t i = row.first; i < (size_t)row.first + row.count; i++)
                for (size_t j = col.first; j < (size_t)col.first + col.count; j++)
                    sum += (double)raw[i * stride + j];
            bool masked = mask && mask[q * m + k];
            /* Like a masked score: whoever draws the numbers alone still sees the mask. */
            shown[q * m + k] = masked ? -INFINITY : (float)(sum / row.count);
        }
    }
}

enum hs_status hsi_dump_window_read(const struct dump_window *window, size_t layer, size_t head,
    float *raw, float *shown, struct hs_error *error)
{
    enum hs_status status =
        hsi_dump_read_head(window->dump, window->part, layer, window->batch, head, raw, error);
    if (!status && window->merges)
        merge(window, layer, raw, shown);
    return status;
}

void hsi_dump_window_frame(struct dump_window *window, struct hs_set *parts)
{
    const struct hs_part *t = &window->part->about;
    *parts = (struct hs_set){.shape = {.L = t->L,
                                 .h = t->h,
                                 .n = window->axis[HS_QUERY].count,
                                 .m = window->axis[HS_KEY].count,
                                 .mask = window->mask,
                                 .planes = HS_KEEP(HS_PLANE_WEIGHTS),
                                 .self_attention = window->self,
                                 .same_text = window->self || window->generated}};
    if (window->generated)
        parts->shape.first_query = parts->shape.m - parts->shape.n;
    parts->can = window->dump->source.info.can;
    snprintf(parts->source, sizeof parts->source, "%s", window->dump->label);
    snprintf(parts->note, sizeof parts->note, "%s", window->note);
    parts->tokens[HS_QUERY] = window->axis[HS_QUERY].tokens;
    parts->tokens[HS_KEY] =
        window->self ? window->axis[HS_QUERY].tokens : window->axis[HS_KEY].tokens;
    parts->cell_masked = window->cell_masked;
    parts->cut = window->cut;
}
