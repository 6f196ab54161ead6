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

enum step_axis steps_row_axis(enum step step)
{
    return step == STEP_K || step == STEP_V ? AXIS_KEY : AXIS_QUERY;
}

enum step_axis steps_col_axis(enum step step)
{
    switch (step) {
    case STEP_Q:
    case STEP_K:
    case STEP_V:
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

/* The same step's matrix of any head. */
static struct hs_matrix matrix_of(const struct picture *picture, enum step step, size_t head)
{
    static const enum hs_plane planes[STEP_COUNT] = {HS_PLANE_X_Q, HS_PLANE_Q, HS_PLANE_K,
        HS_PLANE_V, HS_PLANE_RAW, HS_PLANE_RAW, HS_PLANE_SCORES, HS_PLANE_WEIGHTS, HS_PLANE_HEAD,
        HS_PLANE_CONCAT, HS_PLANE_OUTPUT, HS_PLANE_OUTPUT};
    return hs_set_plane(picture->set, planes[step], 0, head);
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
    return value / sqrt((double)hs_set_shape(app->picture.set).d_k);
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

static float largest_size(struct hs_matrix matrix)
{
    float largest = 0;
    for (size_t row = 0; matrix.data && row < matrix.rows; row++)
        for (size_t col = 0; col < matrix.cols; col++) {
            float size = fabsf(matrix.data[row * matrix.stride + col]);
            if (size > largest && size < HUGE_VALF) /* masked scores are -INFINITY */
                largest = size;
        }
    return largest;
}

static bool per_head(enum step step)
{
    return step != STEP_X && step != STEP_CONCAT && step != STEP_OUTPUT && step != STEP_READ;
}

static void fill_ranges(const struct app *app, struct steps_facts *facts)
{
    static const enum step with_W[] = {STEP_Q, STEP_K, STEP_V, STEP_OUTPUT};
    struct hs_weights weights;
    if (!picture_weights(app, &weights))
        return;
    const float *const W[] = {weights.W_Q, weights.W_K, weights.W_V, weights.W_O};
    size_t d = weights.d_model;
    for (int step = 0; step < STEP_COUNT; step++) {
        bool all = per_head((enum step)step) && !app->look.range_per_head;
        for (size_t i = 0; i < (all ? app->picture.h : 1); i++)
            facts->range[step] = fmaxf(facts->range[step],
                largest_size(matrix_of(&app->picture, (enum step)step, all ? i : app->look.head)));
    }
    facts->range[STEP_SCALE] /= sqrtf((float)hs_set_shape(app->picture.set).d_k);
    for (size_t i = 0; i < 4; i++)
        facts->range_W[with_W[i]] = largest_size((struct hs_matrix){W[i], d, d, d});
}

bool steps_is_score(enum step step)
{
    return step == STEP_RAW || step == STEP_SCALE || step == STEP_MASK;
}

static void fill_terms(const struct app *app, struct steps_facts *facts)
{
    static const enum hs_plane planes[STEP_COUNT] = {HS_PLANE_X_Q, HS_PLANE_Q, HS_PLANE_K,
        HS_PLANE_V, HS_PLANE_RAW, HS_PLANE_SCORES, HS_PLANE_SCORES, HS_PLANE_WEIGHTS, HS_PLANE_HEAD,
        HS_PLANE_CONCAT, HS_PLANE_OUTPUT, HS_PLANE_X_Q};
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    struct hs_weights weights;
    if (!picture_weights(app, &weights))
        return;
    struct step_cell cell = steps_cell(app, facts->step);
    size_t room = shape.d_model > shape.m ? shape.d_model : shape.m;
    facts->terms = malloc(room * sizeof *facts->terms);
    if (facts->terms)
        facts->term_count = hs_plane_terms(app->picture.set, &weights, planes[facts->step], app->look.head,
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
    facts->pairs = malloc(STEPS_PAIRS * sizeof *facts->pairs);
    facts->blocks = malloc(blocks * blocks * sizeof *facts->blocks);
    bool all = facts->dimensions && facts->pairs && facts->blocks;
    if (all && !facts->contrast) {
        facts->dimension_count = hs_score_terms(app->picture.set, app->look.head, q, k, facts->dimensions);
        facts->pair_count = hs_score_features(
            app->picture.set, &weights, app->look.head, q, k, facts->pairs, STEPS_PAIRS, &total);
        facts->block_count =
            hs_score_blocks(app->picture.set, &weights, app->look.head, q, k, table, blocks,
                facts->blocks, blocks * blocks);
        facts->parts = steps_value(app, STEP_SCALE, q, k);
    } else if (all) {
        facts->dimension_count = hs_contrast_terms(app->picture.set, app->look.head, q, k, facts->dimensions);
        facts->pair_count = hs_contrast_features(
            app->picture.set, &weights, app->look.head, q, k, facts->pairs, STEPS_PAIRS, &total);
        facts->block_count =
            hs_contrast_blocks(app->picture.set, &weights, app->look.head, q, k, table, blocks,
                facts->blocks, blocks * blocks);
        facts->parts = (double)total;
    }
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
    if (!O.data || !picture_can(app, HS_CAN_FEATURES) || facts->q >= O.rows)
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
        if (hs_plane_terms(app->picture.set, &weights, HS_PLANE_Q, app->look.head, q,
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
    if (app->look.view != VIEW_STEPS)
        return;
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
