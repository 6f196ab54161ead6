/* specialise_export.c – the Specialise table as CSV (a line for each head and relation) and JSON
 * (also with the verdicts, and the links of the chosen cell). Numbers are those of the engine. */
#include <math.h>

#include "views/specialise.h"

static const char *const kinds[] = {"unclear", "relation", "positional", "sink", "uniform"};

void specialise_csv(const struct app *app, struct hs_buffer *buffer)
{
    const struct corpus_result *result = corpus_result(app->scores.corpus);
    bool layers = result && hs_source_can(result->of.source, HS_CAN_LAYERS);
    if (layers)
        hs_buffer_print(buffer, "layer_from_%d,", app->look.one_based);
    hs_buffer_print(buffer,
        "head_from_%d,relation,hits,eligible,accuracy,mass,best_offset,best_offset_accuracy,"
        "compared_with,compared_with_accuracy,margin,verdict_kind,verdict,evidence\n",
        app->look.one_based);
    for (size_t i = 0; result && app->scores.row && i < result->of.h * HS_RELATION_COUNT; i++) {
        size_t head = app->scores.row[i / HS_RELATION_COUNT], r = i % HS_RELATION_COUNT;
        const struct hs_relation_score *score = app_relation_score(app, head, r);
        const struct hs_verdict *verdict = &result->verdicts[head];
        double share = specialise_share(score), other = app_compare_share(app, head, r);
        size_t layer, number;
        char names[400];
        app_score_names(app, head, false, names, sizeof names);
        app_score_head(app, head, &layer, &number);
        if (layers)
            hs_buffer_print(buffer, "%ld,", app_counted(app, layer));
        hs_buffer_print(buffer, "%ld,%s,%zu,%zu,%.9g,%.9g,%d,%.9g,%s,%.9g,%.9g,%s,",
            app_counted(app, number), hs_relation_name((enum hs_relation)r), score->hits,
            score->eligible, share, score->mass, score->baseline_offset, score->baseline,
            specialise_baseline(result->of.compare), other, share - other, kinds[verdict->kind]);
        hs_buffer_csv_string(buffer, names);
        hs_buffer_write(buffer, ",", 1);
        hs_buffer_csv_string(buffer, verdict->evidence);
        hs_buffer_write(buffer, "\n", 1);
    }
}

static void write_scores(const struct app *app, size_t head, struct hs_buffer *buffer)
{
    for (size_t r = 0; r < HS_RELATION_COUNT; r++) {
        const struct hs_relation_score *score = app_relation_score(app, head, r);
        hs_buffer_print(buffer,
            "%s\n      {\"relation\": \"%s\", \"hits\": %zu, \"eligible\": %zu, \"mass\": %.9g, "
            "\"best_offset\": %d, \"best_offset_accuracy\": %.9g, \"compared_with_accuracy\": "
            "%.9g}",
            r ? "," : "", hs_relation_name((enum hs_relation)r), score->hits, score->eligible,
            score->mass, score->baseline_offset, score->baseline, app_compare_share(app, head, r));
    }
}

/* "layer": 2, "head": 3, as the user counts. */
static void write_head(const struct app *app, size_t index, struct hs_buffer *buffer)
{
    size_t layer, head;
    app_score_head(app, index, &layer, &head);
    if (hs_source_can(corpus_result(app->scores.corpus)->of.source, HS_CAN_LAYERS))
        hs_buffer_print(buffer, "\"layer\": %ld, ", app_counted(app, layer));
    hs_buffer_print(buffer, "\"head\": %ld", app_counted(app, head));
}

static void write_links(const struct app *app, struct hs_buffer *buffer)
{
    const struct scores *scores = &app->scores;
    const struct corpus_result *result = corpus_result(scores->corpus);
    const struct hs_annotated *annotated = corpus_annotated(scores->corpus);
    struct hs_link_result link;
    hs_buffer_print(buffer, ",\n  \"cell\": {");
    write_head(app, scores->head, buffer);
    hs_buffer_print(buffer, ", \"relation\": \"%s\", \"links\": [",
        hs_relation_name((enum hs_relation)scores->relation));
    for (size_t i = 0; i < scores->listed_count; i++) {
        if (!hs_measure_link(result->measure, scores->head, (enum hs_relation)scores->relation,
                scores->listed[i], &link))
            continue;
        hs_buffer_print(
            buffer, "%s\n    {\"sentence\": %ld, \"id\": ", i ? "," : "", app_counted(app, link.sentence));
        hs_buffer_json_string(buffer, annotated->sentence[link.sentence].id);
        hs_buffer_print(buffer,
            ", \"from\": %ld, \"largest\": %ld, \"hit\": %.9g, \"mass\": %.9g, \"to\": [",
            app_counted(app, link.from), app_counted(app, link.largest), link.share, link.mass);
        for (size_t t = 0; t < link.to_count; t++)
            hs_buffer_print(
                buffer, "%s%ld", t ? ", " : "", app_counted(app, link.to ? link.to[t] : link.previous));
        hs_buffer_print(buffer, "]}");
    }
    hs_buffer_print(buffer, "]}");
}

/* The annotated sentences that the source does not hold: by place and name. */
static void write_missing(const struct app *app, const struct corpus_result *result,
    const struct hs_annotated *annotated, struct hs_buffer *buffer)
{
    size_t listed = 0;
    hs_buffer_print(buffer, ",\n  \"not_found\": [");
    for (size_t s = 0; result && annotated && s < annotated->count; s++) {
        if (hs_measure_has(result->measure, s))
            continue;
        hs_buffer_print(buffer, "%s\n    {\"sentence\": %ld, \"id\": ", listed++ ? "," : "", app_counted(app, s));
        hs_buffer_json_string(buffer, annotated->sentence[s].id);
        hs_buffer_print(buffer, "}");
    }
    hs_buffer_print(buffer, listed ? "\n  ]" : "]");
}

void specialise_json(const struct app *app, struct hs_buffer *buffer)
{
    const struct corpus_result *result = corpus_result(app->scores.corpus);
    const struct hs_annotated *annotated = corpus_annotated(app->scores.corpus);
    /* of the numbers below, which a measurement still running may be about to replace */
    struct corpus_wish of = app_score_wish(app);
    if (result)
        of = result->of;
    hs_buffer_print(buffer, "{\n  \"format\": \"headscope-scores 1\",\n  \"source\": ");
    hs_buffer_json_string(buffer, app_source_words(app));
    hs_buffer_print(buffer, ",\n  \"annotated\": ");
    hs_buffer_json_string(buffer, annotated ? annotated->path : "");
    hs_buffer_print(buffer,
        ",\n  \"sentences\": %zu,\n  \"h\": %zu,\n  \"mask\": \"%s\",\n  \"index_base\": %d,\n"
        "  \"compared_with\": \"%s\"",
        result ? hs_measure_sentences(result->measure) : 0, of.h, of.mask ? "causal" : "none",
        app->look.one_based, specialise_baseline(of.compare));
    write_missing(app, result, annotated, buffer);
    hs_buffer_print(buffer, ",\n  \"heads\": [");
    for (size_t head = 0; result && head < result->of.h; head++) {
        const struct hs_verdict *verdict = &result->verdicts[head];
        hs_buffer_print(buffer, "%s\n    {", head ? "," : "");
        char names[400];
        app_score_names(app, head, false, names, sizeof names);
        write_head(app, head, buffer);
        hs_buffer_print(buffer, ", \"kind\": \"%s\", \"name\": ", kinds[verdict->kind]);
        hs_buffer_json_string(buffer, verdict->name);
        hs_buffer_print(buffer, ", \"names\": ");
        hs_buffer_json_string(buffer, names);
        hs_buffer_print(buffer, ", \"evidence\": ");
        hs_buffer_json_string(buffer, verdict->evidence);
        hs_buffer_print(buffer, ", \"scores\": [");
        write_scores(app, head, buffer);
        hs_buffer_print(buffer, "]}");
    }
    hs_buffer_print(buffer, "]");
    if (result && app->scores.head != ACT_NOWHERE)
        write_links(app, buffer);
    hs_buffer_print(buffer, "\n}\n");
}
