/* steps.c – see steps.h. Keeps step, marked value and the engine's facts about it together, so that
 * drawing stays free of computation: a frame that only moves the pointer computes nothing anew. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/app.h"

/* Without each head: that many multiplications take about a tenth of a second; beyond, only the
 * selected head is switched off until all are asked for. */
#define READ_MULTIPLICATIONS 1e9

/* ---------------------------------------------------------------- where the marked value is */
size_t steps_query(const struct app *app)
{
    return app_query(app);
}

size_t steps_key(const struct app *app)
{
    struct hs_matrix A = hs_set_weights(app->picture.set, 0, app->look.head);
    size_t q = steps_query(app), best = 0;
    if (app->look.locked.q != ACT_NOWHERE && app->look.locked.k != ACT_NOWHERE)
        return app->look.locked.k;
    for (size_t k = 1; A.data && k < A.cols; k++)
        if (A.data[q * A.stride + k] > A.data[q * A.stride + best])
            best = k;
    return best;
}

bool step_there(const struct app *app, enum step step)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    switch (step) {
    case STEP_INPUT: /* else it is X */
        return shape.layer_kind == HS_LAYER_PRE_NORM || shape.layer_kind == HS_LAYER_PARALLEL;
    case STEP_Q_TURNED:
    case STEP_K_TURNED:
        return shape.turns;
    case STEP_ATTENDED:
    case STEP_MLP:
    case STEP_RESULT:
        return shape.layer_kind != HS_LAYER_ATTENTION;
    case STEP_READ:
        return picture_can(app, HS_CAN_FEATURES);
    default:
        return step < STEP_COUNT;
    }
}

enum step step_after(const struct app *app, enum step step, long count)
{
    int at = (int)step, way = count > 0 ? 1 : -1;
    while (at > 0 && !step_there(app, (enum step)at))
        at--;
    while (!step_there(app, (enum step)at))
        at++;
    for (int next = at + way; count != 0 && next >= 0 && next < STEP_COUNT; next += way)
        if (step_there(app, (enum step)next)) {
            at = next;
            count -= way;
        }
    return (enum step)at;
}

size_t step_index(const struct app *app, enum step step)
{
    size_t index = 0;
    for (int i = 0; i < (int)step; i++)
        index += step_there(app, (enum step)i);
    return index;
}

size_t step_count(const struct app *app)
{
    return step_index(app, STEP_COUNT);
}

enum step_axis steps_row_axis(enum step step)
{
    return step == STEP_K || step == STEP_V || step == STEP_K_TURNED ? AXIS_KEY : AXIS_QUERY;
}

enum step_axis steps_col_axis(enum step step)
{
    switch (step) {
    case STEP_Q:
    case STEP_K:
    case STEP_V:
    case STEP_Q_TURNED:
    case STEP_K_TURNED:
    case STEP_MIX:
        return AXIS_HEAD_DIMENSION;
    case STEP_RAW:
    case STEP_SCALE:
    case STEP_MASK:
    case STEP_SOFTMAX:
        return AXIS_KEY;
    default:
        return AXIS_MODEL_DIMENSION;
    }
}

/* The plane whose numbers a step shows. */
static enum hs_plane plane_of(const struct picture *picture, enum step step)
{
    static const enum hs_plane planes[STEP_COUNT] = {[STEP_INPUT] = HS_PLANE_INPUT, [STEP_X] = HS_PLANE_X_Q, [STEP_Q] = HS_PLANE_Q,
        [STEP_K] = HS_PLANE_K, [STEP_V] = HS_PLANE_V, [STEP_Q_TURNED] = HS_PLANE_Q, [STEP_K_TURNED] = HS_PLANE_K,
        [STEP_RAW] = HS_PLANE_RAW, [STEP_SCALE] = HS_PLANE_RAW, [STEP_MASK] = HS_PLANE_SCORES, [STEP_SOFTMAX] = HS_PLANE_WEIGHTS,
        [STEP_MIX] = HS_PLANE_HEAD, [STEP_CONCAT] = HS_PLANE_CONCAT, [STEP_OUTPUT] = HS_PLANE_OUTPUT, [STEP_ATTENDED] = HS_PLANE_ATTENDED,
        [STEP_MLP] = HS_PLANE_MLP, [STEP_RESULT] = HS_PLANE_RESULT, [STEP_READ] = HS_PLANE_OUTPUT};
    if (hs_set_shape(picture->set).turns && (step == STEP_Q || step == STEP_K))
        return step == STEP_Q ? HS_PLANE_Q_RAW : HS_PLANE_K_RAW;
    return planes[step];
}

/* The same step's matrix of any head. */
static struct hs_matrix matrix_of(const struct picture *picture, enum step step, size_t head)
{
    return hs_set_plane(picture->set, plane_of(picture, step), 0, head);
}

struct hs_matrix steps_matrix(const struct app *app, enum step step)
{
    return matrix_of(&app->picture, step, app->look.head);
}

struct step_cell steps_cell(const struct app *app, enum step step)
{
    struct step_cell cell = {
        steps_row_axis(step) == AXIS_KEY ? steps_key(app) : steps_query(app), 0};
    switch (steps_col_axis(step)) {
    case AXIS_KEY:
        cell.col = steps_key(app);
        break;
    case AXIS_HEAD_DIMENSION:
        cell.col = app->steps.dimension;
        break;
    default:
        cell.col = app->steps.model_dimension;
        if (step == STEP_CONCAT) /* among the head's own columns: the one of its A V */
            cell.col = app->look.head * hs_set_shape(app->picture.set).d_k + app->steps.dimension;
        break;
    }
    return cell;
}

bool steps_masked(const struct app *app, enum step step, size_t row, size_t col)
{
    return (step == STEP_MASK || step == STEP_SOFTMAX) && hs_set_masked(app->picture.set, row, col);
}

double steps_value(const struct app *app, enum step step, size_t row, size_t col)
{
    struct hs_matrix matrix = steps_matrix(app, step);
    if (!matrix.data || row >= matrix.rows || col >= matrix.cols)
        return (double)NAN;
    double value = (double)matrix.data[row * matrix.stride + col];
    if (step != STEP_SCALE)
        return value;
    /* An open cell's scaled score is kept; under the mask it has to be worked out. */
    float kept = app_score(app, app->look.head, row, col);
    if (!hs_set_masked(app->picture.set, row, col) && !isnan(kept))
        return (double)kept;
    return value * steps_factor(app);
}

double steps_factor(const struct app *app)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    return shape.scale != 0 ? shape.scale : 1 / sqrt((double)shape.d_k);
}

void steps_dimension_name(const struct app *app, size_t dimension, char *name, size_t room)
{
    if (picture_can(app, HS_CAN_FEATURES))
        snprintf(name, room, "%s", hs_preset_dimension(dimension));
    else
        snprintf(name, room, "dimension %ld", app_counted(app, dimension));
}

/* ---------------------------------------------------------------- facts */
static void clear(struct steps_facts *facts)
{
    free(facts->terms);
    free(facts->dimensions);
    free(facts->pairs);
    free(facts->blocks);
    free(facts->change);
    *facts = (struct steps_facts){0};
}

void steps_drop(struct app_steps *steps)
{
    if (steps->facts)
        clear(steps->facts);
    free(steps->facts);
    steps->facts = NULL;
}

/* By their bits, which are in the order of the sizes, and which vectors compare: a layer of a long text has millions. */
static float largest_size(struct hs_matrix matrix)
{
    const uint32_t infinity = 0x7f800000u;
    uint32_t largest = 0;
    float size;
    for (size_t row = 0; matrix.data && row < matrix.rows; row++)
        for (size_t col = 0; col < matrix.cols; col++) {
            uint32_t bits;
            memcpy(&bits, &matrix.data[row * matrix.stride + col], sizeof bits);
            bits &= 0x7fffffffu;
            bits = bits < infinity ? bits : 0; /* masked scores are -INFINITY */
            largest = bits > largest ? bits : largest;
        }
    memcpy(&size, &largest, sizeof size);
    return size;
}

static bool per_head(enum step step)
{
    return steps_col_axis(step) != AXIS_MODEL_DIMENSION;
}

static void fill_ranges(const struct app *app, struct steps_facts *facts)
{
    static const enum step with_W[] = {STEP_Q, STEP_K, STEP_V, STEP_OUTPUT};
    struct hs_weights weights;
    if (!picture_weights(app, &weights))
        return;
    const float *const W[] = {weights.W_Q, weights.W_K, weights.W_V, weights.W_O};
    size_t d = weights.d_model, width = weights.width ? weights.width : d;
    for (int step = 0; step < STEP_COUNT; step++) {
        bool all = per_head((enum step)step) && !app->look.range_per_head;
        for (size_t i = 0; i < (all ? app->picture.h : 1) && step != STEP_SCALE; i++)
            facts->range[step] = fmaxf(facts->range[step],
                largest_size(matrix_of(&app->picture, (enum step)step, all ? i : app->look.head)));
    }
    facts->range[STEP_SCALE] = facts->range[STEP_RAW] * (float)steps_factor(app);
    for (size_t i = 0; i < 4; i++) {
        size_t rows = i < 3 ? d : width, cols = i < 3 ? width : d;
        facts->range_W[with_W[i]] = largest_size((struct hs_matrix){W[i], rows, cols, cols});
    }
}

bool steps_is_score(enum step step)
{
    return step == STEP_RAW || step == STEP_SCALE || step == STEP_MASK;
}

static void fill_terms(const struct app *app, struct steps_facts *facts)
{
    enum hs_plane plane = facts->step == STEP_SCALE  ? HS_PLANE_SCORES /* the terms of a scaled score */
                          : facts->step == STEP_READ ? HS_PLANE_X_Q
                                                     : plane_of(&app->picture, facts->step);
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    struct hs_weights weights;
    if (!picture_weights(app, &weights))
        return;
    struct step_cell cell = steps_cell(app, facts->step);
    size_t room = shape.d_model > shape.m ? shape.d_model : shape.m;
    facts->terms = malloc(room * sizeof *facts->terms);
    if (facts->terms)
        facts->term_count = hs_plane_terms(app->picture.set, &weights, plane, app->look.head,
            cell.row, cell.col, facts->terms, room, &facts->sum);
}

static void fill_score(const struct app *app, struct steps_facts *facts)
{
    struct hs_weights weights;
    if (!picture_weights(app, &weights))
        return;
    const struct hs_block *table;
    size_t blocks = hs_preset_blocks(&table), d_k = hs_set_shape(app->picture.set).d_k;
    size_t q = facts->q, k = facts->k;
    float total = 0;
    facts->dimensions = malloc(d_k * sizeof *facts->dimensions);
    if (facts->dimensions)
        facts->dimension_count = (facts->contrast ? hs_contrast_terms : hs_score_terms)(app->picture.set, app->look.head, q, k, facts->dimensions);
    facts->parts = facts->contrast ? 0 : steps_value(app, STEP_SCALE, q, k);
    for (size_t i = 0; i < facts->dimension_count && facts->contrast; i++)
        facts->parts += (double)facts->dimensions[i].term;
    if (!picture_can(app, HS_CAN_FEATURES))
        return;
    facts->pairs = malloc(STEPS_PAIRS * sizeof *facts->pairs);
    facts->blocks = malloc(blocks * blocks * sizeof *facts->blocks);
    if (!facts->dimensions || !facts->pairs || !facts->blocks)
        return;
    facts->pair_count = (facts->contrast ? hs_contrast_features : hs_score_features)(
        app->picture.set, &weights, app->look.head, q, k, facts->pairs, STEPS_PAIRS, &total);
    facts->block_count = (facts->contrast ? hs_contrast_blocks : hs_score_blocks)(
        app->picture.set, &weights, app->look.head, q, k, table, blocks, facts->blocks, blocks * blocks);
    if (facts->contrast)
        facts->parts = (double)total;
}

/* The row without head `head`. */
static bool row_without(const struct picture *picture, size_t q, size_t head, float *row)
{
    uint8_t modes[HS_MAX_HEADS];
    memcpy(modes, picture->head_mode, sizeof modes);
    modes[head] = HS_HEAD_OFF;
    return hs_run_row(picture->preset, picture->set, q, picture->h, modes, row, NULL) == HS_OK;
}

/* rows (2, d_model): room. */
static void read_rows(const struct app *app, struct steps_facts *facts, float *rows)
{
    struct hs_matrix O = hs_set_plane(app->picture.set, HS_PLANE_OUTPUT, 0, 0);
    double cost = 2.0 * (double)hs_set_shape(app->picture.set).m * (double)(O.cols * O.cols);
    if (!O.data || !picture_can(app, HS_CAN_FEATURES | HS_CAN_CONSTRUCTED) || facts->q >= O.rows)
        return;
    const float *row = O.data + facts->q * O.stride;
    float *without = rows, *single = rows + O.cols;
    facts->change = calloc(app->picture.h, sizeof *facts->change);
    if (!facts->change || !row_without(&app->picture, facts->q, app->look.head, without) ||
        hs_run_row(app->picture.preset, app->picture.set, facts->q, 1, NULL, single, NULL))
        return;
    hs_read_row(app->picture.preset, app->picture.set, row, facts->with);
    hs_read_row(app->picture.preset, app->picture.set, without, facts->without);
    hs_read_row(app->picture.preset, app->picture.set, single, facts->single);
    hs_row_change(row, without, O.cols, &facts->change[app->look.head]);
    hs_row_change(row, single, O.cols, &facts->change_single);
    facts->all_heads = facts->card || cost * (double)app->picture.h <= READ_MULTIPLICATIONS;
    for (size_t head = 0; facts->all_heads && head < app->picture.h; head++)
        if (row_without(&app->picture, facts->q, head, without))
            hs_row_change(row, without, O.cols, &facts->change[head]);
    facts->read = true;
}

static void fill_readings(const struct app *app, struct steps_facts *facts)
{
    float *rows = malloc(2 * (hs_set_shape(app->picture.set).d_model + 1) * sizeof *rows);
    if (rows)
        read_rows(app, facts, rows);
    free(rows);
}

static bool fresh(const struct app *app, const struct steps_facts *facts)
{
    const struct app_steps *steps = &app->steps;
    return facts->set_identity == app->picture.identity && facts->head == app->look.head &&
           facts->q == steps_query(app) && facts->k == steps_key(app) &&
           facts->dimension == steps->dimension &&
           facts->model_dimension == steps->model_dimension && facts->step == steps->step &&
           facts->card == steps->card && facts->contrast == steps->contrast &&
           facts->range_per_head == app->look.range_per_head;
}

/* Until a column is chosen: the dimension that adds most to the score looked at, and the query's
 * feature that adds most to that dimension. Column 0 of X is the constant, which tells nothing. */
static void choose_columns(struct app *app)
{
    struct hs_weights weights;
    struct hs_term feature;
    struct hs_sum sum;
    size_t q = steps_query(app), k = steps_key(app), d_k = hs_set_shape(app->picture.set).d_k;
    struct hs_score_term *terms = malloc((d_k + 1) * sizeof *terms);
    if (terms && picture_weights(app, &weights) &&
        hs_score_terms(app->picture.set, app->look.head, q, k, terms) > 0) {
        app->steps.dimension = terms[0].dimension;
        if (hs_plane_terms(app->picture.set, &weights, plane_of(&app->picture, STEP_Q), app->look.head, q,
                terms[0].dimension, &feature, 1, &sum) > 0)
            app->steps.model_dimension = feature.index;
    }
    free(terms);
}

void steps_refresh(struct app *app)
{
    struct app_steps *steps = &app->steps;
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    if (steps->dimension >= shape.d_k)
        steps->dimension = shape.d_k ? shape.d_k - 1 : 0;
    if (shape.d_model && steps->model_dimension >= shape.d_model)
        steps->model_dimension = shape.d_model - 1;
    if (app->look.view != VIEW_STEPS)
        return;
    steps->step = step_after(app, steps->step, 0);
    if (!steps->facts)
        steps->facts = calloc(1, sizeof *steps->facts);
    if (!steps->column_chosen)
        choose_columns(app);
    struct steps_facts *facts = steps->facts;
    if (!facts || fresh(app, facts))
        return;
    bool ranges = facts->set_identity == app->picture.identity &&
                  facts->range_per_head == app->look.range_per_head &&
                  (!app->look.range_per_head || facts->head == app->look.head);
    float range[STEP_COUNT], range_W[STEP_COUNT];
    memcpy(range, facts->range, sizeof range);
    memcpy(range_W, facts->range_W, sizeof range_W);
    clear(facts);
    *facts = (struct steps_facts){.set_identity = app->picture.identity,
        .head = app->look.head,
        .q = steps_query(app),
        .k = steps_key(app),
        .dimension = steps->dimension,
        .model_dimension = steps->model_dimension,
        .step = steps->step,
        .card = steps->card,
        .contrast = steps->contrast,
        .range_per_head = app->look.range_per_head};
    if (ranges) {
        memcpy(facts->range, range, sizeof range);
        memcpy(facts->range_W, range_W, sizeof range_W);
    } else {
        fill_ranges(app, facts);
    }
    fill_terms(app, facts);
    if (steps_is_score(facts->step) && facts->card)
        fill_score(app, facts);
    if (facts->step == STEP_READ)
        fill_readings(app, facts);
}

const struct steps_facts *steps_facts(const struct app *app)
{
    const struct steps_facts *facts = app->steps.facts;
    return facts && fresh(app, facts) ? facts : NULL;
}
