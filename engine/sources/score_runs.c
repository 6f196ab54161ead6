/* score_runs.c – the relations of annotated sentences, measured on a source that runs text: every
 * sentence is run, its pieces are aligned with its words by their spelling. Called through
 * hs_source_measure(), whose kinds may bring something quicker. */
#include <stdlib.h>
#include <string.h>

#include "sources/source.h"
#include "sources/spell.h"

struct scoring {
    struct hs_source *source;
    struct hs_request request;
    const struct hs_annotated *annotated;
    const struct hs_part *part;
    struct hs_measure_source *place; /* (annotated->count) */
    bool *chosen;                    /* (annotated->count) */
    size_t found;
};

/* The pieces of sentence s, and which of them spell which word; one that is spelt otherwise, by unknown
 * characters for one, is not measured. */
static enum hs_status find_sentence(struct scoring *scoring, size_t s, struct hs_error *error)
{
    const struct hs_tokens *words = scoring->annotated->sentence[s].tokens;
    struct hs_tokens *pieces = NULL;
    struct hs_buffer text = {0};
    uint32_t *first = malloc((2 * words->count + 1) * sizeof *first);
    hsi_spell_join(words, &text);
    enum hs_status status =
        !first || text.failed
            ? hs_fail(error, HS_NO_MEMORY, "no memory left to look for a sentence")
            : hs_source_tokens(scoring->source, text.data, text.length, &pieces, error);
    if (!status && hsi_spell_align(pieces, words, first)) {
        scoring->chosen[s] = true;
        scoring->place[s] = (struct hs_measure_source){0, first};
        scoring->found++;
        first = NULL;
    }
    free(first);
    hs_tokens_drop(pieces);
    hs_buffer_drop(&text);
    /* Too long for the model, or nothing in it: not this sentence. */
    return status == HS_LIMIT || status == HS_BAD_INPUT ? HS_OK : status;
}

static enum hs_status add_heads(struct scoring *scoring, struct hs_measure_pass *pass, size_t s,
    const struct hs_set *set, struct hs_error *error)
{
    const struct hs_set_shape *shape = &set->shape;
    const struct hs_tokens *pieces = set->tokens[HS_QUERY];
    size_t n = shape->n, count = scoring->annotated->sentence[s].tokens->count;
    float *raw = malloc(n * n * sizeof *raw), *words = malloc(count * count * sizeof *words);
    enum hs_status status = raw && words ? HS_OK
                                         : hs_fail(error, HS_NO_MEMORY,
                                               "no memory left to measure a sentence");
    for (size_t i = 0; !status && i < shape->L * shape->h; i++) {
        struct hs_matrix A = hs_set_weights(set, i / shape->h, i % shape->h);
        for (size_t q = 0; q < n; q++)
            memcpy(raw + q * n, A.data + q * A.stride, n * sizeof *raw);
        hsi_spell_add(pass, s, i, pieces, raw, scoring->place[s].first, count, words);
    }
    free(words);
    free(raw);
    return status;
}

static enum hs_status add_sentence(struct scoring *scoring, struct hs_measure_pass *pass, size_t s,
    enum hs_baseline baseline, struct hs_error *error)
{
    struct hs_buffer text = {0};
    struct hs_set *set;
    if (hs_watch_stops(scoring->request.watch))
        return hsi_stopped(error);
    if (baseline == HS_BASELINE_UNIFORM)
        return hsi_measure_add_even(pass, s, error);
    hsi_spell_join(scoring->annotated->sentence[s].tokens, &text);
    scoring->request.text = text.data;
    scoring->request.length = text.length;
    enum hs_status status =
        text.failed ? hs_fail(error, HS_NO_MEMORY, "no memory left to measure a sentence")
                    : hs_source_run(scoring->source, &scoring->request, &set, error);
    hs_buffer_drop(&text);
    if (status)
        return status;
    status = add_heads(scoring, pass, s, set, error);
    hs_set_drop(set);
    return status;
}

static enum hs_status measure_found(struct scoring *scoring, enum hs_baseline baseline,
    struct hs_measure **measure, struct hs_error *error)
{
    struct hs_measure_pass pass;
    size_t done = 0;
    enum hs_status status = hsi_measure_begin(scoring->annotated, scoring->chosen,
        scoring->part->L * scoring->part->h, scoring->request.mask, &pass, error);
    for (size_t s = 0; !status && s < scoring->annotated->count; s++) {
        if (!scoring->chosen[s])
            continue;
        status = add_sentence(scoring, &pass, s, baseline, error);
        hsi_measure_step(&pass, s);
        hs_watch_tell(scoring->request.watch, ++done, scoring->found);
    }
    if (!status) {
        hsi_measure_take_source(&pass, scoring->place);
        scoring->place = NULL;
    }
    return hsi_measure_end(&pass, status, measure);
}

static enum hs_status measure_runs(struct scoring *scoring, enum hs_baseline baseline,
    struct hs_measure **measure, struct hs_error *error)
{
    const struct hs_annotated *annotated = scoring->annotated;
    size_t count = annotated->count ? annotated->count : 1;
    scoring->request.behind = true;
    scoring->place = calloc(count, sizeof *scoring->place);
    scoring->chosen = calloc(count, sizeof *scoring->chosen);
    enum hs_status status =
        scoring->place && scoring->chosen
            ? HS_OK
            : hs_fail(error, HS_NO_MEMORY, "no memory left to measure a model's heads");
    for (size_t s = 0; !status && s < annotated->count; s++)
        status = hs_watch_stops(scoring->request.watch) ? hsi_stopped(error)
                                                        : find_sentence(scoring, s, error);
    if (!status && scoring->found == 0)
        status = hs_fail(error, HS_BAD_INPUT,
            "%s: its tokens spell none of the %zu sentences in %s: annotate sentences that its "
            "tokeniser knows",
            scoring->source->info.label, annotated->count, hsi_name_shown(annotated->path).text);
    if (!status)
        status = measure_found(scoring, baseline, measure, error);
    for (size_t s = 0; scoring->place && s < annotated->count; s++)
        free(scoring->place[s].first);
    free(scoring->place);
    free(scoring->chosen);
    return status;
}

enum hs_status hs_source_measure(struct hs_source *source, const struct hs_request *request,
    const struct hs_annotated *annotated, enum hs_baseline baseline, struct hs_measure **measure,
    struct hs_error *error)
{
    struct scoring scoring = {.source = source,
        .request = *request,
        .annotated = annotated,
        .part = hs_source_part(source, request->view.part)};
    if (!scoring.part)
        return hs_fail(error, HS_BAD_USE, "%s: there is no tensor %zu: it holds %zu",
            source->info.label, request->view.part, source->info.parts);
    if (baseline == HS_BASELINE_RANDOM && !hs_source_can(source, HS_CAN_RANDOM))
        return hs_fail(error, HS_BAD_USE,
            "random weights have no W^Q and W^K to replace in %s: compare with the best offset or "
            "with uniform attention",
            source->info.label);
    if (source->kind->measure)
        return source->kind->measure(source, request, annotated, baseline, measure, error);
    scoring.request.tokens = NULL;
    scoring.request.view.layer = SIZE_MAX;
    scoring.request.view.pieces = HS_PIECES_READABLE;
    scoring.request.keep = HS_KEEP(HS_PLANE_WEIGHTS);
    return measure_runs(&scoring, baseline, measure, error);
}
