/* project.c – X W^Q, X W^K, X W^V for a group of heads, and concat W^O. Called by forward.c.
 * A cell is a unit of rows times a part of the weight panels. The rows are copied once into the
 * thread's scratch (a thread whose next cell has the same rows copies nothing); then each panel,
 * read once, serves all their tiles. K leaves as K^T and V as panels, the forms that attend.c
 * multiplies with. */
#include "mha/mha.h"

#include <string.h>

/* One job: X times the same columns of `matrices` weight matrices from `matrix` on (0 … 3: Q, K, V,
 * O). Item i of it is one panel of one matrix, with the matrices taking turns, so that Q, K and V
 * of a head are made by the thread which, from the same index on, will attend with them. */
struct product {
    struct hs_pass *pass;
    const float *X; /* (rows, d_model) */
    size_t rows;
    size_t matrix, matrices;
    size_t first_panel, panels; /* of each matrix */
    size_t units, parts;        /* the rows and the items are shared out in so many pieces */
    bool in_place;              /* the result takes the place of X */
};

/* The rows of one unit. */
struct group {
    size_t first, rows;
};

/* Units are as even as multiples of a panel's columns can be, so that they fill whole panels of
 * K^T, except the last. */
static struct group group_at(const struct product *product, size_t unit)
{
    size_t cols = product->pass->plan->model->kernels->cols;
    size_t panels = (product->rows + cols - 1) / cols;
    size_t first = panels * unit / product->units * cols;
    size_t end = panels * (unit + 1) / product->units * cols;
    return (struct group){first, (end < product->rows ? end : product->rows) - first};
}

/* Rows as tiles read them. */
struct input {
    const float *data;
    size_t row; /* floats from one row to the next */
};

/* Rows that are written over are copied, and those of a single tile, which reads the weights from
 * afar at full speed and would be held up by rows in the same sets of the cache. Else they stay
 * where they are. */
static struct input input_rows(
    const struct product *product, size_t unit, struct group group, unsigned thread)
{
    const struct hs_pass *pass = product->pass;
    const struct hs_model *model = pass->plan->model;
    size_t d = model->d_model, copy_row = hsi_copy_row(model);
    const float *X = product->X + group.first * d;
    float *copy = hsi_scratch(pass, thread);
    if (product->rows > model->kernels->rows && !product->in_place)
        return (struct input){X, d};
    if (pass->workspace->copied_unit[pass->thread + thread] != unit)
        for (size_t r = 0; r < group.rows; r++)
            memcpy(copy + r * copy_row, X + r * d, d * sizeof *copy);
    pass->workspace->copied_unit[pass->thread + thread] = unit;
    return (struct input){copy, copy_row};
}

static float *block_scratch(const struct hs_pass *pass, unsigned thread)
{
    return hsi_scratch(pass, thread) + pass->plan->unit_rows * hsi_copy_row(pass->plan->model);
}

/* One item of the product for one unit of rows. */
struct item {
    size_t matrix, column;       /* its first column */
    const float *weights, *bias; /* a panel */
    const float *ahead;          /* what comes from afar after it, (ahead_floats) */
    size_t ahead_floats;
};

static size_t model_panel(const struct product *product, size_t item)
{
    return hsi_model_panel(product->pass->plan->model->panels,
        product->matrix + item % product->matrices,
        product->first_panel + item / product->matrices);
}

/* The first unit meets the weights for the first time; the others find them near, and have the
 * thread's next rows brought meanwhile, a piece with each of the `count` items. */
static struct item item_at(
    const struct product *product, size_t unit, size_t first, size_t count, size_t index)
{
    const struct hs_model *model = product->pass->plan->model;
    size_t d = model->d_model, cols = model->kernels->cols;
    size_t panel = model_panel(product, index), last = product->panels * product->matrices - 1;
    struct item item = {
        .matrix = product->matrix + index % product->matrices,
        .column = (product->first_panel + index / product->matrices) * cols,
        .weights = model->W + panel * d * cols,
        .bias = model->b + panel * cols,
        .ahead = model->W + model_panel(product, index < last ? index + 1 : last) * d * cols,
        .ahead_floats = d * cols,
    };
    if (unit > 0 && unit + 1 < product->units) {
        struct group next = group_at(product, unit + 1);
        item.ahead_floats = (next.rows * d + count - 1) / count;
        item.ahead = product->X + next.first * d + (index - first) * item.ahead_floats;
    }
    return item;
}

/* The rows times one panel of weights, into c (rows, cols). Each tile asks for its share of what is
 * wanted next, so that reading from afar is spread over the whole time. A single tile reads as fast
 * as it can anyway, and asks for nothing. */
static void multiply(const struct hs_model *model, struct input X, size_t rows,
    const struct item *item, float *c, size_t c_row)
{
    const struct hs_kernels *kernels = model->kernels;
    struct hs_tiles tiles = hsi_tiles_of(kernels, rows);
    size_t terms = tiles.count * model->d_model;
    struct hs_tile tile = {
        .depth = model->d_model,
        .a_row = X.row,
        .b = item->weights,
        .init = item->bias,
        .c_row = c_row,
        .scale = 1,
        .ahead_step = tiles.count > 1 ? (item->ahead_floats + terms - 1) / terms : 0,
    };
    for (size_t t = 0; t < tiles.count; t++) {
        size_t row = hsi_tile_row(tiles, t);
        tile.a = X.data + row * X.row;
        tile.c = c + row * c_row;
        tile.ahead =
            tiles.count > 1 ? item->ahead + t * tile.ahead_step * tile.depth : item->weights;
        kernels->tile(hsi_tile_row(tiles, t + 1) - row, &tile);
    }
}

static void copy_columns(
    float *to, size_t to_row, const float *from, size_t from_row, size_t rows, size_t columns)
{
    for (size_t r = 0; r < rows; r++)
        memcpy(to + r * to_row, from + r * from_row, columns * sizeof *to);
}

/* Of what a thread made of Q, K or V. */
static void note_largest(const struct hs_pass *pass, unsigned thread, size_t matrix, const float *x,
    size_t row, size_t rows, size_t columns)
{
    uint32_t *largest = &pass->workspace->largest[pass->thread + thread][matrix];
    *largest = pass->plan->kernels->largest(*largest, x, row, rows, columns);
}

/* Q and O are row-major (rows of all, d_model) matrices. */
static void project_rows(const struct hs_pass *pass, struct group group, struct input X,
    const struct item *item, unsigned thread)
{
    const struct hs_mha_plan *plan = pass->plan;
    const struct hs_model *model = plan->model;
    size_t cols = model->kernels->cols, d = model->d_model;
    float *to = pass->workspace->memory +
                (item->matrix == 0 ? plan->layout.q : plan->layout.plane[HS_PLANE_OUTPUT]) +
                group.first * d + item->column;
    size_t columns = d - item->column < cols ? d - item->column : cols;
    if (columns == cols) {
        multiply(model, X, group.rows, item, to, d);
    } else {
        float *block = block_scratch(pass, thread);
        multiply(model, X, group.rows, item, block, cols);
        copy_columns(to, d, block, cols, group.rows, columns);
    }
    if (item->matrix == 0)
        note_largest(pass, thread, 0, to, d, group.rows, columns);
}

/* A block (rows, cols) of K whose first column is `column` goes into K^T, head by head. */
static void deliver_k(
    const struct hs_pass *pass, struct group group, size_t column, const float *block)
{
    const struct hs_mha_plan *plan = pass->plan;
    const struct hs_kernels *kernels = plan->model->kernels;
    size_t cols = kernels->cols, d = plan->model->d_model, d_k = plan->d_k;
    size_t end = column + cols < d ? column + cols : d;
    float *k_t = hsi_k_t(pass);
    for (size_t at = column, next; at < end; at = next) {
        size_t head = at / d_k, dimension = at % d_k;
        next = (head + 1) * d_k < end ? (head + 1) * d_k : end;
        for (size_t row = 0; row < group.rows; row += cols) {
            size_t rows = group.rows - row < cols ? group.rows - row : cols;
            size_t panel =
                (head - pass->first_head) * plan->key_panels + (group.first + row) / cols;
            kernels->pack_transposed(rows, next - at, block + row * cols + (at - column), cols,
                k_t + (panel * d_k + dimension) * cols);
        }
    }
}

/* The same for V, whose panels have keys as rows. */
static void deliver_v(
    const struct hs_pass *pass, struct group group, size_t column, const float *block)
{
    const struct hs_mha_plan *plan = pass->plan;
    size_t cols = plan->model->kernels->cols, d = plan->model->d_model, d_k = plan->d_k;
    size_t end = column + cols < d ? column + cols : d;
    float *v = hsi_v(pass);
    for (size_t at = column, next; at < end; at = next) {
        size_t head = at / d_k, dimension = at % d_k;
        size_t head_end = (head + 1) * d_k, panel_end = head * d_k + (dimension / cols + 1) * cols;
        next = head_end < panel_end ? head_end : panel_end;
        next = next < end ? next : end;
        size_t panel = (head - pass->first_head) * plan->v_panels + dimension / cols;
        copy_columns(v + (panel * plan->m + group.first) * cols + dimension % cols, cols,
            block + (at - column), cols, group.rows, next - at);
    }
}

/* K and V: multiply, deliver in the form attention wants, and copy to the plane if it is kept. */
static void project_key_side(const struct hs_pass *pass, struct group group, struct input X,
    const struct item *item, unsigned thread)
{
    const struct hs_mha_plan *plan = pass->plan;
    const struct hs_model *model = plan->model;
    size_t cols = model->kernels->cols, d = model->d_model, column = item->column;
    enum hs_plane plane = item->matrix == 1 ? HS_PLANE_K : HS_PLANE_V;
    float *block = block_scratch(pass, thread), *memory = pass->workspace->memory;
    if (plane == HS_PLANE_V && plan->d_k % cols == 0) {
        /* The heads' panels are then columns of V in order: the tile writes them in place. */
        size_t panel = (column - pass->first_head * plan->d_k) / cols;
        block = hsi_v(pass) + (panel * plan->m + group.first) * cols;
        multiply(model, X, group.rows, item, block, cols);
    } else {
        multiply(model, X, group.rows, item, block, cols);
        if (plane == HS_PLANE_V)
            deliver_v(pass, group, column, block);
        else
            deliver_k(pass, group, column, block);
    }
    note_largest(pass, thread, item->matrix, block, cols, group.rows,
        d - column < cols ? d - column : cols);
    size_t kept = plan->layout.plane[plane];
    if (kept != HS_ABSENT)
        copy_columns(memory + kept + group.first * d + column, d, block, cols, group.rows,
            d - column < cols ? d - column : cols);
}

/* All units of a part follow each other: a part's weights stay in the cache of its thread. */
static void product_cell(void *job, size_t cell, unsigned thread)
{
    const struct product *product = job;
    size_t part = cell / product->units, unit = cell % product->units;
    size_t items = product->panels * product->matrices;
    size_t first = items * part / product->parts, end = items * (part + 1) / product->parts;
    struct group group = group_at(product, unit);
    struct input X = input_rows(product, unit, group, thread);
    for (size_t i = first; i < end; i++) {
        struct item item = item_at(product, unit, first, end - first, i);
        if (item.matrix == 1 || item.matrix == 2)
            project_key_side(product->pass, group, X, &item, thread);
        else
            project_rows(product->pass, group, X, &item, thread);
    }
}

static void run_product(struct product *product)
{
    struct hs_pass *pass = product->pass;
    for (size_t i = pass->thread; i <= (pass->pool ? HS_POOL_MAX - 1 : pass->thread); i++)
        pass->workspace->copied_unit[i] = HS_ABSENT;
    hsi_pool_run(pass->pool, product->units * product->parts, product_cell, product);
}

/* Enough cells that threads finish together, and few enough that their copies do not count: of a
 * single unit each thread makes one copy whatever the parts. */
static void share_out(struct product *product)
{
    const struct hs_mha_plan *plan = product->pass->plan;
    size_t items = product->panels * product->matrices;
    size_t threads = product->pass->pool ? plan->threads : 1;
    product->units = hsi_unit_count(plan->model->kernels, product->rows);
    product->parts = threads == 1          ? 1
                     : product->units == 1 ? items
                     : product->units < 4  ? 2 * threads
                                           : threads;
    if (product->parts > items)
        product->parts = items;
}

void hsi_project_inputs(struct hs_pass *pass)
{
    const struct hs_mha_plan *plan = pass->plan;
    size_t cols = plan->model->kernels->cols, first = pass->first_head * plan->d_k / cols;
    size_t end = ((pass->first_head + pass->heads) * plan->d_k + cols - 1) / cols;
    struct product product = {.pass = pass,
        .X = pass->X_q,
        .rows = plan->n,
        .matrices = pass->self ? 3 : 1,
        .first_panel = first,
        .panels = end - first};
    share_out(&product);
    run_product(&product);
    if (pass->self)
        return;
    product.X = pass->X_kv;
    product.rows = plan->m;
    product.matrix = 1;
    product.matrices = 2;
    share_out(&product);
    run_product(&product);
}

void hsi_project_output(struct hs_pass *pass)
{
    const struct hs_mha_plan *plan = pass->plan;
    struct product product = {.pass = pass,
        .X = pass->workspace->memory + plan->layout.concat,
        .rows = plan->n,
        .matrix = 3,
        .matrices = 1,
        .panels = plan->model->panels};
    share_out(&product);
    product.in_place = plan->layout.concat == plan->layout.plane[HS_PLANE_OUTPUT];
    if (product.in_place) {
        /* A cell's copy is all that is left of its rows: it makes them whole. Smaller units then,
         * for the threads' sake. */
        size_t wanted = plan->threads > 1 ? 4u * plan->threads : 1;
        size_t most = (plan->n + plan->model->kernels->cols - 1) / plan->model->kernels->cols;
        product.parts = 1;
        if (product.units < wanted)
            product.units = wanted < most ? wanted : most;
    }
    run_product(&product);
}
