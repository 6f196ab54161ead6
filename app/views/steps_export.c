/* steps_export.c – the shown step's exact numbers as CSV and JSON: its whole matrix and, for the
 * marked value, the terms it is the sum of. Called through the table of views by export.c. */
#include <string.h>

#include "views/steps.h"

static const char *axis_word(enum step_axis axis)
{
    static const char *const words[] = {"query", "key", "head_dimension", "model_dimension"};
    return words[axis];
}

/* What a row or column is called: the token, or the dimension's name; "" for a head's dimensions. */
static void index_name(
    const struct picture *picture, enum step step, bool row, size_t index, char *name, size_t room)
{
    enum step_axis axis = row ? steps_row_axis(step) : steps_col_axis(step);
    name[0] = '\0';
    if (axis == AXIS_QUERY || axis == AXIS_KEY)
        hs_set_token_name(picture->set, axis == AXIS_QUERY ? HS_QUERY : HS_KEY, index, name, room);
    else if (step == STEP_X && picture->preset && hs_source_preset(picture->source))
        snprintf(name, room, "%s", hs_preset_dimension(index));
}

static void csv_matrix(const struct app *app, enum step step, struct hs_buffer *buffer)
{
    struct hs_matrix matrix = steps_matrix(app, step);
    char name[256];
    hs_buffer_print(buffer, "step,head_from_%d,%s_from_%d,row_name,%s_from_%d,column_name,masked,value\n",
        app->look.one_based, axis_word(steps_row_axis(step)), app->look.one_based, axis_word(steps_col_axis(step)),
        app->look.one_based);
    for (size_t row = 0; matrix.data && row < matrix.rows; row++) {
        for (size_t col = 0; col < matrix.cols; col++) {
            bool masked = steps_masked(app, step, row, col);
            hs_buffer_print(buffer, "%s,%ld,%ld,", step_name(step), app_counted(app, app->look.head), app_counted(app, row));
            index_name(&app->picture, step, true, row, name, sizeof name);
            hs_buffer_csv_string(buffer, name);
            hs_buffer_print(buffer, ",%ld,", app_counted(app, col));
            index_name(&app->picture, step, false, col, name, sizeof name);
            hs_buffer_csv_string(buffer, name);
            hs_buffer_print(buffer, ",%d,", masked);
            if (!masked)
                hs_buffer_number(buffer, steps_value(app, step, row, col));
            hs_buffer_write(buffer, "\n", 1);
        }
    }
}

static void csv_reading(const struct app *app, const char *run, size_t slot, const struct hs_reading *reading,
    struct hs_buffer *buffer)
{
    static const char *const kinds[] = {"nothing", "word", "blend"};
    for (size_t i = 0; i < reading->count; i++) {
        hs_buffer_print(buffer, "%s,%ld,", run, app_counted(app, slot));
        hs_buffer_csv_string(buffer, hs_slot_role(slot));
        hs_buffer_print(
            buffer, ",%s,%.9g,%zu,", kinds[reading->kind], (double)reading->strength, i + 1);
        hs_buffer_csv_string(buffer, reading->match[i].word);
        hs_buffer_print(buffer, ",%.9g\n", (double)reading->match[i].cosine);
    }
}

void steps_csv(const struct app *app, struct hs_buffer *buffer)
{
    const struct steps_facts *facts = steps_facts(app);
    enum step step = app->steps.step;
    if (step != STEP_READ) {
        csv_matrix(app, step, buffer);
        return;
    }
    hs_buffer_print(buffer, "run,slot_from_%d,role,reads,strength,rank,word,cosine\n", app->look.one_based);
    for (size_t slot = 0; facts && facts->read && slot < HS_SLOTS; slot++) {
        csv_reading(app, "with", slot, &facts->with[slot], buffer);
        csv_reading(app, "without", slot, &facts->without[slot], buffer);
        csv_reading(app, "single", slot, &facts->single[slot], buffer);
    }
}

/* ---------------------------------------------------------------- JSON */
/* null is a masked cell. */
static void json_cell(const struct app *app, enum step step, size_t row, size_t col,
    struct hs_buffer *buffer)
{
    if (steps_masked(app, step, row, col))
        hs_buffer_print(buffer, "null");
    else
        hs_buffer_json_number(buffer, steps_value(app, step, row, col));
}

static void json_matrix(const struct app *app, enum step step, struct hs_buffer *buffer)
{
    struct hs_matrix matrix = steps_matrix(app, step);
    hs_buffer_print(buffer,
        "  \"rows\": \"%s\",\n  \"columns\": \"%s\",\n  \"shape\": [%zu, %zu],\n  \"values\": [",
        axis_word(steps_row_axis(step)), axis_word(steps_col_axis(step)), matrix.rows, matrix.cols);
    for (size_t row = 0; matrix.data && row < matrix.rows; row++) {
        hs_buffer_print(buffer, "%s\n    [", row ? "," : "");
        for (size_t col = 0; col < matrix.cols; col++) {
            if (col)
                hs_buffer_print(buffer, ", ");
            json_cell(app, step, row, col, buffer);
        }
        hs_buffer_print(buffer, "]");
    }
    hs_buffer_print(buffer, "\n  ]");
}

static void json_terms(
    const struct app *app, const struct steps_facts *facts, struct hs_buffer *buffer)
{
    struct step_cell cell = steps_cell(app, facts->step);
    char name[300];
    steps_value_name(app, facts->step, cell, name, sizeof name);
    hs_buffer_print(buffer, ",\n  \"value\": {\"name\": ");
    hs_buffer_json_string(buffer, name);
    hs_buffer_print(buffer, ", \"row\": %ld, \"column\": %ld, \"value\": ", app_counted(app, cell.row), app_counted(app, cell.col));
    json_cell(app, facts->step, cell.row, cell.col, buffer);
    hs_buffer_print(
        buffer, ", \"sum\": %.9g, \"bias\": %.9g, \"terms\": [", facts->sum.total, facts->sum.bias);
    for (size_t i = 0; i < facts->term_count; i++) {
        const struct hs_term *term = &facts->terms[i];
        hs_buffer_print(buffer,
            "%s\n    {\"index\": %ld, \"a\": %.9g, \"b\": %.9g, \"term\": %.9g}", i ? "," : "",
            app_counted(app, term->index), (double)term->a, (double)term->b, (double)term->term);
    }
    hs_buffer_print(buffer, "]}");
}

static void json_score(const struct steps_facts *facts, struct hs_buffer *buffer)
{
    const struct hs_block *block;
    hs_preset_blocks(&block);
    hs_buffer_print(buffer,
        ",\n  \"against_mean_key\": %s,\n  \"parts_sum\": %.9g,\n  \"blocks\": [",
        facts->contrast ? "true" : "false", facts->parts);
    for (size_t i = 0; i < facts->block_count; i++) {
        hs_buffer_print(buffer, "%s\n    {\"query\": ", i ? "," : "");
        hs_buffer_json_string(buffer, block[facts->blocks[i].query_block].name);
        hs_buffer_print(buffer, ", \"key\": ");
        hs_buffer_json_string(buffer, block[facts->blocks[i].key_block].name);
        hs_buffer_print(buffer, ", \"term\": %.9g}", (double)facts->blocks[i].term);
    }
    hs_buffer_print(buffer, "],\n  \"features\": [");
    for (size_t i = 0; i < facts->pair_count; i++) {
        const struct hs_feature_pair *pair = &facts->pairs[i];
        hs_buffer_print(buffer, "%s\n    {\"query\": ", i ? "," : "");
        hs_buffer_json_string(buffer, hs_preset_dimension(pair->query_dimension));
        hs_buffer_print(buffer, ", \"query_value\": %.9g, \"key\": ", (double)pair->query_value);
        hs_buffer_json_string(buffer, hs_preset_dimension(pair->key_dimension));
        hs_buffer_print(buffer, ", \"key_value\": %.9g, \"term\": %.9g}", (double)pair->key_value,
            (double)pair->term);
    }
    hs_buffer_print(buffer, "]");
}

static void json_reading(
    const char *run, const struct hs_reading *readings, struct hs_buffer *buffer)
{
    static const char *const kinds[] = {"nothing", "word", "blend"};
    hs_buffer_print(buffer, ",\n  \"%s\": [", run);
    for (size_t slot = 0; slot < HS_SLOTS; slot++) {
        hs_buffer_print(buffer, "%s\n    {\"role\": ", slot ? "," : "");
        hs_buffer_json_string(buffer, hs_slot_role(slot));
        hs_buffer_print(buffer, ", \"reads\": \"%s\", \"strength\": %.9g, \"words\": [",
            kinds[readings[slot].kind], (double)readings[slot].strength);
        for (size_t i = 0; i < readings[slot].count; i++) {
            hs_buffer_print(buffer, "%s[", i ? ", " : "");
            hs_buffer_json_string(buffer, readings[slot].match[i].word);
            hs_buffer_print(buffer, ", %.9g]", (double)readings[slot].match[i].cosine);
        }
        hs_buffer_print(buffer, "]}");
    }
    hs_buffer_print(buffer, "]");
}

static void json_changes(
    const struct app *app, const struct steps_facts *facts, struct hs_buffer *buffer)
{
    bool first = true;
    hs_buffer_print(buffer, ",\n  \"without_head\": [");
    for (size_t head = 0; head < app->picture.h; head++) {
        const struct hs_change *change = &facts->change[head];
        if (!facts->all_heads && head != app->look.head)
            continue;
        hs_buffer_print(buffer, "%s\n    {\"head\": %ld, \"cosine\": %.9g, \"distance\": %.9g}",
            first ? "" : ",", app_counted(app, head), change->cosine, change->distance);
        first = false;
    }
    hs_buffer_print(buffer, "]");
}

void steps_json(const struct app *app, struct hs_buffer *buffer)
{
    const struct steps_facts *facts = steps_facts(app);
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    enum step step = app->steps.step;
    char text[300];
    hs_buffer_print(
        buffer, "{\n  \"view\": \"steps\",\n  \"step\": \"%s\",\n  \"formula\": ", step_name(step));
    steps_formula(app, step, text, sizeof text);
    hs_buffer_json_string(buffer, text);
    hs_buffer_print(buffer, ",\n  \"sentence\": ");
    hs_buffer_json_string(buffer, app->picture.text);
    hs_buffer_print(buffer, ",\n  \"source\": ");
    hs_buffer_json_string(buffer, app_source_words(app));
    hs_buffer_print(buffer,
        ",\n  \"h\": %zu,\n  \"d_k\": %zu,\n  \"mask\": \"%s\",\n  \"index_base\": %d,\n  \"head\": %ld,\n  \"query\": "
        "%ld,\n  \"key\": %ld,\n",
        shape.h, shape.d_k, shape.mask ? "causal" : "none", app->look.one_based, app_counted(app, app->look.head),
        app_counted(app, steps_query(app)), app_counted(app, steps_key(app)));
    json_matrix(app, step, buffer);
    if (facts && facts->sum.count > 0)
        json_terms(app, facts, buffer);
    if (facts && facts->block_count > 0)
        json_score(facts, buffer);
    if (facts && facts->read) {
        json_reading("with", facts->with, buffer);
        json_reading("without", facts->without, buffer);
        json_reading("single", facts->single, buffer);
        json_changes(app, facts, buffer);
    }
    hs_buffer_print(buffer, "\n}\n");
}
