/* dump_score.c – the relations of annotated sentences, measured on attention from a file. Batch
 * items whose words are those of an annotated sentence count; pieces are merged into words (Clark
 * et al. 2019, section 4.1), and the model's own marks ([CLS], <s>) are neither rows nor keys, as
 * there. Called through hs_source_measure(). */
#include <stdlib.h>

#include "sources/dump.h"
#include "sources/spell.h"

struct scoring {
    struct dump *dump;
    const struct hs_annotated *annotated;
    const struct hs_watch *watch;
    struct hs_view view;
    struct hs_measure_source *source; /* (annotated->count) */
    bool *chosen;                     /* (annotated->count) some item spells it */
    size_t found;
};

/* ------------------------------------------------------------------ which sentences there are */
/* Takes the first sentence with the item's words that no item had before it. */
static enum hs_status find_sentence(
    struct scoring *scoring, const struct hs_tokens *pieces, struct hs_error *error)
{
    uint32_t *first = malloc((2 * pieces->count + 1) * sizeof *first);
    if (!first)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to look for a sentence");
    for (size_t s = 0; s < scoring->annotated->count; s++) {
        const struct hs_tokens *tokens = scoring->annotated->sentence[s].tokens;
        if (scoring->chosen[s] || tokens->count > pieces->count || !hsi_spell_align(pieces, tokens, first))
            continue;
        scoring->chosen[s] = true;
        scoring->source[s] = (struct hs_measure_source){scoring->view.item, first};
        scoring->found++;
        return HS_OK;
    }
    free(first);
    return HS_OK;
}

static enum hs_status find_sentences(struct scoring *scoring, size_t items, struct hs_error *error)
{
    enum hs_status status = HS_OK;
    for (size_t item = 0; !status && item < items; item++) {
        struct dump_window window;
        scoring->view.item = item;
        if (hs_watch_stops(scoring->watch))
            return hsi_stopped(error);
        status = hsi_dump_window_make(scoring->dump, &scoring->view, &window, error);
        if (status)
            return status;
        if (window.self)
            status = find_sentence(scoring, window.axis[HS_QUERY].tokens, error);
        hsi_dump_window_drop(&window);
    }
    if (!status && scoring->found == 0)
        status = hs_fail(error, HS_BAD_INPUT,
            "%s: none of its %zu sentence%s spells one of the %zu in %s: annotate the sentence of "
            "the file, or export one that is annotated",
            hsi_name_shown(scoring->dump->path).text, items, items == 1 ? "" : "s",
            scoring->annotated->count, hsi_name_shown(scoring->annotated->path).text);
    return status;
}

/* ------------------------------------------------------------------ one sentence */
static enum hs_status add_heads(struct scoring *scoring, struct hs_measure_pass *pass, size_t s,
    const struct dump_window *window, float *raw, float *shown, float *words, struct hs_error *error)
{
    const struct hs_part *t = &window->part->about;
    const struct hs_tokens *pieces = window->axis[HS_QUERY].tokens;
    const uint32_t *first = scoring->source[s].first;
    size_t count = scoring->annotated->sentence[s].tokens->count;
    for (size_t i = 0; i < t->L * t->h; i++) {
        if (hs_watch_stops(scoring->watch))
            return hsi_stopped(error);
        enum hs_status status = hsi_dump_window_read(window, i / t->h, i % t->h, raw, shown, error);
        if (status)
            return status;
        hsi_spell_add(pass, s, i, pieces, shown, first, count, words);
    }
    return HS_OK;
}

static enum hs_status add_sentence(struct scoring *scoring, struct hs_measure_pass *pass, size_t s,
    enum hs_baseline baseline, struct hs_error *error)
{
    struct dump_window window;
    if (baseline == HS_BASELINE_UNIFORM)
        return hs_watch_stops(scoring->watch) ? hsi_stopped(error) : hsi_measure_add_even(pass, s, error);
    scoring->view.item = scoring->source[s].item;
    enum hs_status status = hsi_dump_window_make(scoring->dump, &scoring->view, &window, error);
    if (status)
        return status;
    size_t n = window.part->about.n, count = scoring->annotated->sentence[s].tokens->count;
    float *raw = malloc(n * n * sizeof *raw), *words = malloc(count * count * sizeof *words);
    float *shown = window.merges ? malloc(n * n * sizeof *shown) : raw;
    status = raw && shown && words ? add_heads(scoring, pass, s, &window, raw, shown, words, error)
                                   : hs_fail(error, HS_NO_MEMORY, "no memory left to measure a sentence");
    free(words);
    if (shown != raw)
        free(shown);
    free(raw);
    hsi_dump_window_drop(&window);
    return status;
}

/* ------------------------------------------------------------------ all of them */
static enum hs_status measure_found(struct scoring *scoring, enum hs_baseline baseline,
    struct hs_measure **measure, struct hs_error *error)
{
    const struct hs_part *t = &scoring->dump->part[scoring->view.part].about;
    struct hs_measure_pass pass;
    enum hs_status status = hsi_measure_begin(scoring->annotated, scoring->chosen, t->L * t->h,
        t->causal ? HS_MASK_CAUSAL : HS_MASK_NONE, &pass, error);
    for (size_t s = 0; !status && s < scoring->annotated->count; s++) {
        if (!scoring->chosen[s])
            continue;
        status = add_sentence(scoring, &pass, s, baseline, error);
        hsi_measure_step(&pass, s);
    }
    if (!status) {
        hsi_measure_take_source(&pass, scoring->source);
        scoring->source = NULL;
    }
    return hsi_measure_end(&pass, status, measure);
}

static void scoring_drop(struct scoring *scoring)
{
    for (size_t s = 0; scoring->source && s < scoring->annotated->count; s++)
        free(scoring->source[s].first);
    free(scoring->source);
    free(scoring->chosen);
}

enum hs_status hsi_dump_score(struct dump *dump, size_t part,
    const struct hs_annotated *annotated, enum hs_baseline baseline,
    const struct hs_watch *watch, struct hs_measure **measure, struct hs_error *error)
{
    struct scoring scoring = {
        .dump = dump, .annotated = annotated, .watch = watch, .view = hs_view_of(part)};
    const struct hs_part *t = &dump->part[part].about;
    size_t count = annotated->count ? annotated->count : 1;
    if (!t->has_tokens || t->kind == HS_PART_CROSS || t->n != t->m)
        return hs_fail(error, HS_BAD_INPUT,
            "%s: relations need self-attention with its tokens in the file",
            hsi_name_shown(dump->path).text);
    scoring.view.layer = SIZE_MAX;
    scoring.source = calloc(count, sizeof *scoring.source);
    scoring.chosen = calloc(count, sizeof *scoring.chosen);
    enum hs_status status =
        scoring.source && scoring.chosen
            ? find_sentences(&scoring, t->B, error)
            : hs_fail(error, HS_NO_MEMORY, "no memory left to measure %zu heads", t->L * t->h);
    if (!status)
        status = measure_found(&scoring, baseline, measure, error);
    scoring_drop(&scoring);
    return status;
}
