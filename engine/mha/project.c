/* project.c – X W^Q, X W^K, X W^V in one pass over X, and concat W^O. Called by forward.c.
 * A cell is a group of rows times a part of the weight panels: the group is packed once into the
 * thread's scratch (a thread whose next cell has the same group packs nothing), then each panel,
 * read once, serves all its tiles. K leaves as K^T and V as panels, the forms that attend.c
 * multiplies with.
 */
#include "mha/mha.h"

#include <string.h>

/* A group of rows of one input. Groups are as even as multiples of a panel's columns can be, so
 * that the rows of a group fill whole panels of K^T, except the last. */
struct group {
    size_t first, rows;
};

static size_t group_count(const struct hs_kernels *kernels, size_t rows)
{
    return (rows + kernels->group - 1) / kernels->group;
}

static struct group group_at(const struct hs_kernels *kernels, size_t rows, size_t index)
{
    size_t cols = kernels->cols, panels = (rows + cols - 1) / cols;
    size_t groups = group_count(kernels, rows);
    size_t first = panels * index / groups * cols, end = panels * (index + 1) / groups * cols;
    return (struct group){first, (end < rows ? end : rows) - first};
}

/* Panels [first, first + count) of part `part` of `parts`. */
static size_t part_begin(size_t panels, size_t parts, size_t part)
{
    return panels * part / parts;
}

/* Enough cells that threads finish together; one part per group when there is one thread. */
static size_t choose_parts(const struct hs_mha_plan *plan, size_t groups, size_t panels)
{
    size_t wanted = plan->threads > 1 ? (16u * plan->threads + groups - 1) / groups : 1;
    return wanted < panels ? wanted : panels;
}

static void pack_group(
    struct hs_pass *pass, const float *X, struct group group, size_t id, unsigned thread)
{
    const struct hs_model *model = pass->plan->model;
    size_t d = model->d_model, tiles = hs_tile_count(model->kernels, group.rows);
    float *packed = hs_scratch(pass, thread);
    if (pass->workspace->packed_group[thread] == id)
        return;
    for (size_t t = 0; t < tiles; t++) {
        size_t row = hs_tile_row(model->kernels, group.rows, t);
        size_t rows = hs_tile_row(model->kernels, group.rows, t + 1) - row;
        model->kernels->pack_rows(rows, d, X + (group.first + row) * d, d, packed + row * d);
    }
    pass->workspace->packed_group[thread] = id;
}

/* The packed rows times one panel of weights (0 … 4 x panels - 1), into c (rows, cols). */
static void multiply(
    struct hs_pass *pass, size_t rows, size_t panel, float *c, size_t c_row, unsigned thread)
{
    const struct hs_model *model = pass->plan->model;
    const struct hs_kernels *kernels = model->kernels;
    size_t tiles = hs_tile_count(kernels, rows);
    struct hs_tile tile = {
        .depth = model->d_model,
        .b = model->W + panel * model->d_model * kernels->cols,
        .init = model->b + panel * kernels->cols,
        .c_row = c_row,
        .scale = 1,
    };
    for (size_t t = 0; t < tiles; t++) {
        size_t row = hs_tile_row(kernels, rows, t);
        tile.a = hs_scratch(pass, thread) + row * model->d_model;
        tile.c = c + row * c_row;
        kernels->tile_packed(hs_tile_row(kernels, rows, t + 1) - row, &tile);
    }
}

static void copy_columns(
    float *to, size_t to_row, const float *from, size_t from_row, size_t rows, size_t columns)
{
    for (size_t r = 0; r < rows; r++)
        memcpy(to + r * to_row, from + r * from_row, columns * sizeof *to);
}

/* Columns `panel` of the result go to a row-major (rows of all, d_model) matrix. */
static void project_rows(struct hs_pass *pass, struct group group, size_t panel, size_t column,
    float *out, unsigned thread)
{
    const struct hs_model *model = pass->plan->model;
    size_t cols = model->kernels->cols, d = model->d_model;
    float *to = out + group.first * d + column;
    if (column + cols <= d) {
        multiply(pass, group.rows, panel, to, d, thread);
        return;
    }
    float *block = hs_block_scratch(pass, thread);
    multiply(pass, group.rows, panel, block, cols, thread);
    copy_columns(to, d, block, cols, group.rows, d - column);
}

/* A block (rows, cols) of K whose first column is `column` goes into K^T, head by head. */
static void deliver_k(struct hs_pass *pass, struct group group, size_t column, const float *block)
{
    const struct hs_mha_plan *plan = pass->plan;
    const struct hs_kernels *kernels = plan->model->kernels;
    size_t cols = kernels->cols, d = plan->model->d_model, d_k = plan->d_k;
    size_t end = column + cols < d ? column + cols : d;
    float *k_t = pass->workspace->memory + plan->layout.k_t;
    for (size_t at = column, next; at < end; at = next) {
        size_t head = at / d_k, dimension = at % d_k;
        next = (head + 1) * d_k < end ? (head + 1) * d_k : end;
        for (size_t row = 0; row < group.rows; row += cols) {
            size_t rows = group.rows - row < cols ? group.rows - row : cols;
            size_t panel = head * plan->key_panels + (group.first + row) / cols;
            kernels->pack_transposed(rows, next - at, block + row * cols + (at - column), cols,
                k_t + (panel * d_k + dimension) * cols);
        }
    }
}

/* The same for V, whose panels have keys as rows. */
static void deliver_v(struct hs_pass *pass, struct group group, size_t column, const float *block)
{
    const struct hs_mha_plan *plan = pass->plan;
    size_t cols = plan->model->kernels->cols, d = plan->model->d_model, d_k = plan->d_k;
    size_t end = column + cols < d ? column + cols : d;
    float *v = pass->workspace->memory + plan->layout.v;
    for (size_t at = column, next; at < end; at = next) {
        size_t head = at / d_k, dimension = at % d_k;
        size_t head_end = (head + 1) * d_k, panel_end = head * d_k + (dimension / cols + 1) * cols;
        next = head_end < panel_end ? head_end : panel_end;
        next = next < end ? next : end;
        size_t panel = head * plan->v_panels + dimension / cols;
        copy_columns(v + (panel * plan->m + group.first) * cols + dimension % cols, cols,
            block + (at - column), cols, group.rows, next - at);
    }
}

/* K and V: multiply, deliver in the form attention wants, and copy to the plane if it is kept. */
static void project_key_side(
    struct hs_pass *pass, struct group group, size_t panel, enum hs_plane plane, unsigned thread)
{
    const struct hs_mha_plan *plan = pass->plan;
    const struct hs_model *model = plan->model;
    size_t cols = model->kernels->cols, d = model->d_model, column = panel % model->panels * cols;
    float *block = hs_block_scratch(pass, thread);
    float *memory = pass->workspace->memory;
    if (plane == HS_PLANE_V && plan->d_k % cols == 0) {
        /* Head i's panels are then columns of V in order: the tile writes them in place. */
        block = memory + plan->layout.v + (column / cols * plan->m + group.first) * cols;
        multiply(pass, group.rows, panel, block, cols, thread);
    } else {
        multiply(pass, group.rows, panel, block, cols, thread);
        if (plane == HS_PLANE_V)
            deliver_v(pass, group, column, block);
        else
            deliver_k(pass, group, column, block);
    }
    size_t kept = plan->layout.plane[plane];
    if (kept != HS_ABSENT)
        copy_columns(memory + kept + group.first * d + column, d, block, cols, group.rows,
            d - column < cols ? d - column : cols);
}

/* Cells of the inputs: first those of X_q (all three products when it is also X_kv), then those of
 * X_kv. */
static void input_cell(void *job, size_t cell, unsigned thread)
{
    struct hs_pass *pass = job;
    const struct hs_mha_plan *plan = pass->plan;
    const struct hs_kernels *kernels = plan->model->kernels;
    size_t panels = plan->model->panels, query_groups = group_count(kernels, plan->n);
    size_t unit = cell / pass->parts, part = cell % pass->parts;
    bool keys = unit >= query_groups;
    const float *X = keys ? pass->X_kv : pass->X_q;
    struct group group =
        keys ? group_at(kernels, plan->m, unit - query_groups) : group_at(kernels, plan->n, unit);
    size_t first = keys ? panels : 0, count = keys ? 2 * panels : pass->self ? 3 * panels : panels;
    size_t begin = first + part_begin(count, pass->parts, part);
    size_t end = first + part_begin(count, pass->parts, part + 1);
    pack_group(pass, X, group, unit, thread);
    for (size_t panel = begin; panel < end; panel++) {
        if (panel < panels)
            project_rows(pass, group, panel, panel * kernels->cols,
                pass->workspace->memory + plan->layout.q, thread);
        else
            project_key_side(
                pass, group, panel, panel < 2 * panels ? HS_PLANE_K : HS_PLANE_V, thread);
    }
}

static void forget_packed(struct hs_mha_workspace *workspace)
{
    for (size_t i = 0; i < HS_POOL_MAX; i++)
        workspace->packed_group[i] = HS_ABSENT;
}

void hs_project_inputs(struct hs_pass *pass)
{
    const struct hs_mha_plan *plan = pass->plan;
    const struct hs_kernels *kernels = plan->model->kernels;
    size_t units = group_count(kernels, plan->n);
    if (!pass->self)
        units += group_count(kernels, plan->m);
    pass->parts = choose_parts(plan, units, plan->model->panels * (pass->self ? 3 : 1));
    forget_packed(pass->workspace);
    hs_pool_run(pass->workspace->pool, units * pass->parts, input_cell, pass);
}

static void output_cell(void *job, size_t cell, unsigned thread)
{
    struct hs_pass *pass = job;
    const struct hs_mha_plan *plan = pass->plan;
    const struct hs_model *model = plan->model;
    float *memory = pass->workspace->memory;
    size_t unit = cell / pass->parts, part = cell % pass->parts;
    struct group group = group_at(model->kernels, plan->n, unit);
    pack_group(pass, memory + plan->layout.concat, group, unit, thread);
    for (size_t i = part_begin(model->panels, pass->parts, part);
         i < part_begin(model->panels, pass->parts, part + 1); i++)
        project_rows(pass, group, 3 * model->panels + i, i * model->kernels->cols,
            memory + plan->layout.plane[HS_PLANE_OUTPUT], thread);
}

void hs_project_output(struct hs_pass *pass)
{
    const struct hs_mha_plan *plan = pass->plan;
    size_t units = group_count(plan->model->kernels, plan->n);
    pass->parts = choose_parts(plan, units, plan->model->panels);
    forget_packed(pass->workspace);
    hs_pool_run(pass->workspace->pool, units * pass->parts, output_cell, pass);
}
