/* compare_export.c – the exact numbers of the Compare view: every row's weights, entropies, and the
 * mass on annotated targets, as CSV and JSON; and where those targets come from. */
#include <stdlib.h>
#include <string.h>

#include "views/compare.h"

struct compare_targets compare_targets(const struct app *app)
{
    struct compare_targets targets = {.count = 0};
    const struct hs_annotated_sentence *sentence = app_annotation(app);
    size_t q = app_query(app);
    for (size_t i = 0; sentence && i < sentence->link_count && targets.count < COMPARE_MOST_TARGETS;
         i++)
        if (sentence->link[i].from == q)
            targets.link[targets.count++] = &sentence->link[i];
    return targets;
}

static const char *kind_name(enum compare_kind kind)
{
    static const char *const names[] = {"single", "head", "largest", "mean"};
    return names[kind];
}

void compare_csv(const struct app *app, struct hs_buffer *buffer)
{
    size_t m = hs_set_shape(app->picture.set).m, q = app_query(app);
    const struct hs_tokens *queries = hs_set_tokens(app->picture.set, HS_QUERY),
                           *keys = hs_set_tokens(app->picture.set, HS_KEY);
    float *scratch = malloc(m * sizeof *scratch);
    hs_buffer_print(buffer, "row,h,head_from_%d,query_from_%d,query_token,key_from_%d,key_token,masked,weight\n",
        app->look.one_based, app->look.one_based, app->look.one_based);
    for (size_t i = compare_first(app); scratch && i < compare_rows(app); i++) {
        struct compare_row row = compare_row(app, i, scratch);
        for (size_t k = 0; k < m; k++) {
            bool masked = hs_set_masked(app_weights(app), q, k);
            hs_buffer_print(
                buffer, "%s,%zu,", kind_name(row.kind), row.kind == COMPARE_SINGLE ? 1 : app->picture.h);
            if (row.kind == COMPARE_HEAD)
                hs_buffer_print(buffer, "%ld", app_counted(app, row.head));
            hs_buffer_print(buffer, ",%ld,", app_counted(app, q));
            hs_buffer_csv_string(buffer, queries->token[q].text);
            hs_buffer_print(buffer, ",%ld,", app_counted(app, k));
            hs_buffer_csv_string(buffer, keys->token[k].text);
            hs_buffer_print(buffer, ",%d,", masked);
            if (!masked)
                hs_buffer_number(buffer, (double)row.weights[k]);
            hs_buffer_print(buffer, "\n");
        }
    }
    buffer->failed |= !scratch;
    free(scratch);
}

static void json_row(const struct app *app, const struct compare_row *row,
    const struct compare_targets *targets, struct hs_buffer *buffer)
{
    size_t m = hs_set_shape(app->picture.set).m, q = app_query(app);
    hs_buffer_print(buffer, "{\"row\": \"%s\", \"name\": ", kind_name(row->kind));
    hs_buffer_json_string(buffer, row->name);
    if (row->kind == COMPARE_HEAD)
        hs_buffer_print(buffer, ", \"head\": %ld", app_counted(app, row->head));
    if (!(row->entropy < 0)) { /* below 0 stands for none */
        hs_buffer_print(buffer, ", \"entropy\": ");
        hs_buffer_json_number(buffer, row->entropy);
    }
    hs_buffer_print(buffer, ",\n     \"mass\": {");
    for (size_t i = 0; i < targets->count; i++) {
        hs_buffer_print(buffer, "%s\"%s\": ", i ? ", " : "",
            hs_relation_name(targets->link[i]->relation));
        hs_buffer_json_number(buffer, compare_mass(targets->link[i], row->weights));
    }
    hs_buffer_print(buffer, "},\n     \"weights\": [");
    for (size_t k = 0; k < m; k++) {
        hs_buffer_print(buffer, k ? ", " : "");
        if (hs_set_masked(app_weights(app), q, k))
            hs_buffer_print(buffer, "null");
        else
            hs_buffer_json_number(buffer, (double)row->weights[k]);
    }
    hs_buffer_print(buffer, "]}");
}

void compare_json(const struct app *app, struct hs_buffer *buffer)
{
    const struct hs_tokens *keys = hs_set_tokens(app->picture.set, HS_KEY);
    struct compare_targets targets = compare_targets(app);
    size_t m = hs_set_shape(app->picture.set).m;
    float *scratch = malloc(m * sizeof *scratch);
    hs_buffer_print(buffer, "{\n  \"format\": \"headscope-compare 1\",\n  \"source\": ");
    hs_buffer_json_string(buffer, hs_set_source(app->picture.set));
    hs_buffer_print(buffer,
        ",\n  \"h\": %zu,\n  \"index_base\": %d,\n  \"query\": %ld,\n  \"tokens\": [", app->picture.h,
        app->look.one_based, app_counted(app, app_query(app)));
    for (size_t k = 0; k < m; k++) {
        hs_buffer_print(buffer, k ? ", " : "");
        hs_buffer_json_string(buffer, keys->token[k].text);
    }
    hs_buffer_print(buffer, "],\n  \"targets\": {");
    for (size_t i = 0; i < targets.count; i++) {
        hs_buffer_print(
            buffer, "%s\"%s\": [", i ? ", " : "", hs_relation_name(targets.link[i]->relation));
        for (size_t j = 0; j < targets.link[i]->to_count; j++)
            hs_buffer_print(buffer, "%s%ld", j ? ", " : "", app_counted(app, targets.link[i]->to[j]));
        hs_buffer_print(buffer, "]");
    }
    hs_buffer_print(buffer, "},\n  \"rows\": [");
    for (size_t i = compare_first(app); scratch && i < compare_rows(app); i++) {
        struct compare_row row = compare_row(app, i, scratch);
        hs_buffer_print(buffer, "%s\n    ", i > compare_first(app) ? "," : "");
        json_row(app, &row, &targets, buffer);
    }
    hs_buffer_print(buffer, "]\n}\n");
    buffer->failed |= !scratch;
    free(scratch);
}
