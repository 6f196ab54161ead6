/* plan.c – validates a configuration and lays out the memory of a pass. Called through
 * hs_mha_plan_new. All sizes are decided here with checked arithmetic, so that the pass itself
 * cannot fail. The layout depends on the sizes and the CPU level alone, except that each further
 * thread has its own scratch at the end. */
#include "mha/mha.h"
#include "base/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* K and V of the heads that are taken together stay in the threads' second-level caches, and so do
 * their weights where several units of rows pass over them. */
enum { GROUP_BYTES = 256 << 10, GROUP_WEIGHT_BYTES = 1 << 20 };

/* Below this many multiplications (half a millisecond or so of one core) waking a thread costs more
 * than it brings, and a burst of keystrokes should not keep two cores awake. */
static const double threads_pay_from = 4e7;

static enum hs_status check(
    const struct hs_model *model, const struct hs_mha_config *config, struct hs_error *error)
{
    if (!model || !config)
        return hs_fail(error, HS_BAD_USE, "a plan needs a model and a configuration");
    if (config->n == 0 || config->m == 0)
        return hs_fail(error, HS_BAD_USE, "%s is 0; attention needs at least one %s token",
            config->n == 0 ? "n" : "m", config->n == 0 ? "query" : "key");
    if (config->n > HS_MAX_TOKENS || config->m > HS_MAX_TOKENS)
        return hs_fail(error, HS_LIMIT, "%s is %zu; at most %u tokens are supported",
            config->n > HS_MAX_TOKENS ? "n" : "m",
            config->n > HS_MAX_TOKENS ? config->n : config->m, HS_MAX_TOKENS);
    if (config->h == 0 || config->h > HS_MAX_HEADS || model->d_model % config->h != 0)
        return hs_fail(error, HS_BAD_USE,
            "h = %zu does not divide d_model = %zu into 1 to %u heads; choose a divisor", config->h,
            model->d_model, HS_MAX_HEADS);
    if ((unsigned)config->mask > HS_MASK_CAUSAL)
        return hs_fail(error, HS_BAD_USE, "mask %u is unknown; expected none (0) or causal (1)",
            (unsigned)config->mask);
    for (size_t i = 0; config->head_mode && i < config->h; i++)
        if (config->head_mode[i] > HS_HEAD_MEAN)
            return hs_fail(error, HS_BAD_USE,
                "mode %u of head %zu is unknown; expected on (0), off (1), uniform (2) or mean (3)",
                (unsigned)config->head_mode[i], i);
    if (config->keep & ~HS_KEEP_ALL)
        return hs_fail(error, HS_BAD_USE, "keep = 0x%x names planes that do not exist (all: 0x%x)",
            config->keep, HS_KEEP_ALL);
    return HS_OK;
}

static size_t round_up(size_t value, size_t step)
{
    return (value + step - 1) / step * step;
}

/* Gives `count` x `each` floats the next place, on a 64-byte line; *fits becomes false on overflow. */
static size_t place(struct hs_layout *layout, size_t count, size_t each, bool *fits)
{
    size_t floats, at = layout->total;
    if (!hsi_size_mul(count, each, &floats) || !hsi_size_add(floats, 15, &floats) ||
        !hsi_size_add(at, floats & ~(size_t)15, &layout->total))
        *fits = false;
    return at;
}

static void place_planes(struct hs_mha_plan *plan, bool *fits)
{
    struct hs_layout *layout = &plan->layout;
    size_t d = plan->model->d_model, matrices = plan->h * plan->n;
    bool concat = plan->keep & (HS_KEEP(HS_PLANE_CONCAT) | HS_KEEP(HS_PLANE_HEAD));
    for (unsigned i = 0; i < HS_PLANE_COUNT; i++)
        layout->plane[i] = HS_ABSENT;
    layout->plane[HS_PLANE_WEIGHTS] = place(layout, matrices, plan->m, fits);
    layout->plane[HS_PLANE_OUTPUT] = place(layout, plan->n, d, fits);
    layout->concat = layout->plane[HS_PLANE_OUTPUT];
    /* A single unit of rows is shared out by columns, which all read the same concat. */
    if (concat || hsi_unit_count(plan->kernels, plan->n) == 1)
        layout->concat = place(layout, plan->n, d, fits);
    if (concat)
        layout->plane[HS_PLANE_CONCAT] = layout->plane[HS_PLANE_HEAD] = layout->concat;
    if (plan->keep & HS_KEEP(HS_PLANE_RAW))
        layout->plane[HS_PLANE_RAW] = place(layout, matrices, plan->m, fits);
    if (plan->keep & HS_KEEP(HS_PLANE_SCORES))
        layout->plane[HS_PLANE_SCORES] = place(layout, matrices, plan->m, fits);
    static const enum hs_plane of_queries[] = {HS_PLANE_X_Q, HS_PLANE_Q};
    static const enum hs_plane of_keys[] = {HS_PLANE_X_KV, HS_PLANE_K, HS_PLANE_V};
    for (size_t i = 0; i < 2; i++)
        if (plan->keep & HS_KEEP(of_queries[i]))
            layout->plane[of_queries[i]] = place(layout, plan->n, d, fits);
    for (size_t i = 0; i < 3; i++)
        if (plan->keep & HS_KEEP(of_keys[i]))
            layout->plane[of_keys[i]] = place(layout, plan->m, d, fits);
    layout->q = plan->keep & HS_KEEP(HS_PLANE_Q) ? layout->plane[HS_PLANE_Q] : layout->concat;
}

static size_t common_divisor(size_t a, size_t b)
{
    return b == 0 ? a : common_divisor(b, a % b);
}

/* Groups as even as can be, of as many heads as fill whole panels; all heads in one where they wait
 * for each other. When the threads can share the groups out evenly, each takes its own. Nothing of
 * this changes a result. */
static void choose_groups(struct hs_mha_plan *plan)
{
    const struct hs_kernels *kernels = plan->kernels;
    size_t d = plan->model->d_model, d_k = plan->d_k, threads = plan->threads;
    size_t step = kernels->cols / common_divisor(kernels->cols, d_k);
    size_t steps = (plan->h + step - 1) / step, rows = plan->n > plan->m ? plan->n : plan->m;
    size_t room = GROUP_BYTES / (2 * plan->m * d_k * sizeof(float));
    size_t weights = GROUP_WEIGHT_BYTES / (3 * d * d_k * sizeof(float));
    plan->own_groups = threads > 1 && steps % threads == 0 && !plan->replaces;
    if (!plan->own_groups) {
        room *= threads;
        weights *= threads;
    }
    if (hsi_unit_count(kernels, rows) > 1 && weights < room)
        room = weights;
    room = room > step ? room / step : 1;
    size_t shares = plan->own_groups ? threads : 1;
    size_t groups = (steps / shares + room - 1) / room * shares;
    plan->group_heads = (steps + groups - 1) / groups * step;
    if (plan->group_heads > plan->h || plan->replaces)
        plan->group_heads = plan->h;
}

/* n, m <= 4096 and d_model <= 8192 keep the small products below far from overflow; the large ones
 * are checked. */
static enum hs_status lay_out(struct hs_mha_plan *plan, struct hs_error *error)
{
    const struct hs_kernels *kernels = plan->kernels;
    struct hs_layout *layout = &plan->layout;
    size_t cols = kernels->cols;
    bool fits = true;
    place_planes(plan, &fits);
    hsi_plan_blocks(plan);
    choose_groups(plan);
    size_t at_once = plan->own_groups ? plan->threads : 1;
    layout->k_t_floats = plan->group_heads * plan->key_panels * plan->d_k * cols;
    layout->v_floats = plan->group_heads * plan->v_panels * plan->m * cols;
    layout->k_t = place(layout, at_once, layout->k_t_floats, &fits);
    layout->v = place(layout, at_once, layout->v_floats, &fits);
    if (plan->has_mean)
        layout->mean = place(layout, plan->n, plan->m, &fits);
    size_t tallest = plan->n > plan->m ? plan->n : plan->m;
    plan->unit_rows = tallest < kernels->group ? tallest : kernels->group;
    size_t projecting = plan->unit_rows * (hsi_copy_row(plan->model) + cols);
    size_t attending = hsi_block_floats(plan);
    layout->scratch_floats = round_up(projecting > attending ? projecting : attending, 16) + 16;
    layout->scratch = place(layout, plan->threads, layout->scratch_floats, &fits);
    size_t bytes;
    if (!fits || !hsi_size_mul(layout->total, sizeof(float), &bytes) || bytes > HS_MAX_RUN_BYTES)
        return hs_fail(error, HS_LIMIT,
            "%zu heads of %zu x %zu weights and the planes asked for need %zu MiB; the limit is "
            "%zu "
            "MiB: use a shorter sentence, fewer heads or fewer planes",
            plan->h, plan->n, plan->m,
            fits ? layout->total / ((1u << 20) / sizeof(float)) : SIZE_MAX >> 20,
            HS_MAX_RUN_BYTES >> 20);
    return HS_OK;
}

static unsigned choose_threads(const struct hs_mha_plan *plan, unsigned asked)
{
    double d = (double)plan->model->d_model, n = (double)plan->n, m = (double)plan->m;
    double multiplications = 2 * d * d * (n + m) + 2 * n * m * d;
    unsigned threads = asked;
    if (threads == 0)
        threads = multiplications < threads_pay_from ? 1 : hsi_pool_processors();
    return threads > HS_POOL_MAX ? HS_POOL_MAX : threads;
}

/* Copies padding and modes, which the caller may free or change afterwards. */
static bool copy_config(struct hs_mha_plan *plan, const struct hs_mha_config *config)
{
    plan->own_modes = calloc(plan->h, 1);
    plan->head_mode = plan->own_modes;
    if (!plan->own_modes)
        return false;
    if (config->head_mode)
        memcpy(plan->own_modes, config->head_mode, plan->h);
    for (size_t i = 0; i < plan->h; i++) {
        plan->has_mean |= plan->head_mode[i] == HS_HEAD_MEAN;
        plan->replaces |= plan->head_mode[i] >= HS_HEAD_UNIFORM;
    }
    if (!config->key_padding)
        return true;
    plan->key_padding = calloc(plan->m, 1);
    plan->hidden = calloc(plan->m, sizeof *plan->hidden);
    if (!plan->key_padding || !plan->hidden)
        return false;
    for (size_t k = 0; k < plan->m; k++) {
        plan->key_padding[k] = config->key_padding[k] != 0;
        if (plan->key_padding[k])
            plan->hidden[plan->hidden_count++] = (uint32_t)k;
    }
    return true;
}

enum hs_status hs_mha_plan_new(const struct hs_model *model, const struct hs_mha_config *config,
    struct hs_mha_plan **plan, struct hs_error *error)
{
    enum hs_status status = check(model, config, error);
    if (status)
        return status;
    struct hs_mha_plan *made = calloc(1, sizeof *made);
    if (!made)
        return hs_fail(error, HS_NO_MEMORY, "no memory for a plan");
    made->model = model;
    made->n = config->n;
    made->m = config->m;
    made->h = config->h;
    made->kernels = model->kernels;
    made->d_k = model->d_model / config->h;
    made->share = 1;
    made->head_cells = made->n * made->m;
    made->scale = 1.0f / sqrtf((float)made->d_k);
    made->mask = config->mask;
    made->keep = config->keep | HS_KEEP(HS_PLANE_WEIGHTS) | HS_KEEP(HS_PLANE_OUTPUT);
    made->threads = choose_threads(made, config->threads);
    if (!copy_config(made, config))
        status = hs_fail(error, HS_NO_MEMORY, "no memory for a plan");
    if (status == HS_OK)
        status = lay_out(made, error);
    if (status) {
        hs_mha_plan_drop(made);
        return status;
    }
    *plan = made;
    return HS_OK;
}

void hs_mha_plan_drop(struct hs_mha_plan *plan)
{
    if (!plan)
        return;
    free(plan->own_modes);
    free(plan->key_padding);
    free(plan->hidden);
    free(plan);
}

size_t hs_mha_plan_bytes(const struct hs_mha_plan *plan)
{
    return plan->layout.total * sizeof(float);
}
