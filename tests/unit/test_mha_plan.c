/* test_mha_plan.c – models and plans: what they refuse and say, what they copy, which keys a query
 * may see. */
#include "check.h"
#include "mha_problem.h"

#include <pthread.h>
#include <stdlib.h>

/* The plan's own copies: what the caller does with its arrays afterwards must not matter. */
static void test_copies(void)
{
    struct problem p = problem_new(3, 10, 10, 16, 2, 1);
    p.key_padding = calloc(p.m, 1);
    p.key_padding[1] = 1;
    struct hs_mha_config config = problem_config(&p);
    uint8_t modes[2] = {HS_HEAD_ON, HS_HEAD_OFF};
    config.head_mode = modes;
    struct hs_weights weights = problem_weights(&p);
    struct hs_model *model = NULL;
    struct hs_mha_plan *plan = NULL;
    struct hs_mha_workspace *workspace = NULL;
    CHECK(hs_model_new(&weights, &model, NULL) == HS_OK);
    CHECK(hs_mha_plan_new(model, &config, &plan, NULL) == HS_OK);
    memset(p.key_padding, 1, p.m);
    memset(modes, HS_HEAD_UNIFORM, 2);
    memset(p.W[0], 0xff, sizeof(float) * 16 * 16);
    CHECK(hs_mha_workspace_new(plan, &workspace, NULL) == HS_OK);
    CHECK(hs_mha_forward(plan, workspace, p.X_q, p.X_kv, NULL) == HS_OK);
    CHECK(hs_mha_masked(plan, 0, 1) && !hs_mha_masked(plan, 0, 0));
    CHECK(hs_mha_plane(plan, workspace, HS_PLANE_WEIGHTS, 0).data[0] > 0);
    CHECK(hs_mha_plane(plan, workspace, HS_PLANE_HEAD, 1).data[0] == 0);
    hs_mha_workspace_drop(workspace);
    hs_mha_plan_drop(plan);
    hs_model_drop(model);
    problem_drop(&p);
}

static enum hs_status plan_status(
    const struct hs_model *model, struct hs_mha_config config, const char *says)
{
    struct hs_mha_plan *plan = NULL;
    struct hs_error error = {0};
    enum hs_status status = hs_mha_plan_new(model, &config, &plan, &error);
    CHECK(plan == NULL && error.status == status && tells(error.message, says));
    CHECK(hs_mha_plan_new(model, &config, &plan, NULL) == status);
    return status;
}

static void test_refusals(void)
{
    float one[16 * 16] = {0};
    struct hs_weights weights = {16, one, one, one, one, NULL, NULL, NULL, NULL, 0};
    struct hs_model *model = NULL;
    struct hs_error error = {0};
    CHECK(hs_model_new(&weights, &model, &error) == HS_OK);
    struct hs_mha_config good = {.n = 4, .m = 4, .h = 4}, bad = good;
    bad.h = 3;
    CHECK(plan_status(model, bad, "h = 3") == HS_BAD_USE);
    bad.h = 0;
    CHECK(plan_status(model, bad, "h = 0") == HS_BAD_USE);
    bad = good;
    bad.n = 0;
    CHECK(plan_status(model, bad, "n is 0") == HS_BAD_USE);
    bad = good;
    bad.m = HS_MAX_TOKENS + 1;
    CHECK(plan_status(model, bad, "m is 4097") == HS_LIMIT);
    bad.n = HS_MAX_TOKENS; /* as many as there may be: not what is wrong */
    CHECK(plan_status(model, bad, "m is 4097") == HS_LIMIT);
    bad.n = HS_MAX_TOKENS + 2;
    CHECK(plan_status(model, bad, "n is 4098") == HS_LIMIT);
    bad = good;
    bad.mask = (enum hs_mask)7;
    CHECK(plan_status(model, bad, "mask 7") == HS_BAD_USE);
    bad = good;
    bad.keep = 1u << HS_PLANE_COUNT;
    CHECK(plan_status(model, bad, "planes") == HS_BAD_USE);
    uint8_t modes[4] = {0, 0, 9, 0};
    bad = good;
    bad.head_mode = modes;
    CHECK(plan_status(model, bad, "head 2") == HS_BAD_USE);
    bad = (struct hs_mha_config){
        .n = HS_MAX_TOKENS, .m = HS_MAX_TOKENS, .h = 16, .keep = HS_KEEP_ALL, .threads = 64};
    bad.n = bad.m = HS_MAX_TOKENS;
    struct hs_mha_plan *plan = NULL;
    CHECK(hs_mha_plan_new(model, &bad, &plan, &error) ==
          HS_OK); /* 3 GiB of matrices: allowed, if had */
    CHECK(hs_mha_plan_bytes(plan) > (size_t)3 << 30);
    hs_mha_plan_drop(plan);
    hs_model_drop(model);
    weights.W_V = NULL;
    CHECK(hs_model_new(&weights, &model, &error) == HS_BAD_USE && tells(error.message, "W_V"));
    weights.W_V = one;
    weights.d_model = HS_MAX_D_MODEL + 1;
    CHECK(hs_model_new(&weights, &model, &error) == HS_LIMIT && tells(error.message, "8193"));
    weights.d_model = 0;
    CHECK(hs_model_new(&weights, &model, NULL) == HS_BAD_USE);
    hs_model_drop(NULL);
    hs_mha_plan_drop(NULL);
    hs_mha_workspace_drop(NULL);
}

static void test_run_limit(void)
{
    static float W[64 * 64];
    struct hs_weights weights = {64, W, W, W, W, NULL, NULL, NULL, NULL, 0};
    struct hs_model *model = NULL;
    CHECK(hs_model_new(&weights, &model, NULL) == HS_OK);
    struct hs_mha_config config = {
        .n = HS_MAX_TOKENS, .m = HS_MAX_TOKENS, .h = 64, .keep = HS_KEEP_ALL};
    CHECK(plan_status(model, config, "MiB") == HS_LIMIT);
    config.h = 1;
    config.n = 4;
    config.m = 2;
    config.mask = HS_MASK_CAUSAL; /* queries 0 and 1 come before every key */
    struct hs_mha_plan *plan = NULL;
    CHECK(hs_mha_plan_new(model, &config, &plan, NULL) == HS_OK);
    CHECK(hs_mha_masked(plan, 0, 0) && hs_mha_masked(plan, 1, 0) && !hs_mha_masked(plan, 2, 0));
    CHECK(hs_mha_masked(plan, 2, 1) && !hs_mha_masked(plan, 3, 1));
    hs_mha_plan_drop(plan);
    hs_model_drop(model);
}

struct runner {
    const struct hs_mha_plan *plan;
    const struct problem *problem;
    struct hs_mha_workspace *workspace;
    pthread_t thread;
};

static void *run_often(void *argument)
{
    struct runner *runner = argument;
    for (int i = 0; i < 20; i++)
        hs_mha_forward(runner->plan, runner->workspace, runner->problem->X_q,
            runner->problem->X_kv, NULL);
    return NULL;
}

/* ThreadSanitizer (HS_SANITIZE=thread) sees whether they share anything but what is read. */
static void test_shared_plan(void)
{
    enum { RUNNERS = 3 };
    struct problem p = problem_new(11, 30, 30, 64, 4, 1);
    struct hs_weights weights = problem_weights(&p);
    struct hs_mha_config config = problem_config(&p);
    struct hs_model *model = NULL;
    struct hs_mha_plan *plan = NULL;
    struct runner runners[RUNNERS];
    config.threads = 2;
    CHECK(hs_model_new(&weights, &model, NULL) == HS_OK);
    CHECK(hs_mha_plan_new(model, &config, &plan, NULL) == HS_OK);
    for (size_t i = 0; i < RUNNERS; i++) {
        runners[i] = (struct runner){.plan = plan, .problem = &p};
        CHECK(hs_mha_workspace_new(plan, &runners[i].workspace, NULL) == HS_OK);
        CHECK(pthread_create(&runners[i].thread, NULL, run_often, &runners[i]) == 0);
    }
    for (size_t i = 0; i < RUNNERS; i++)
        pthread_join(runners[i].thread, NULL);
    struct hs_matrix first = hs_mha_plane(plan, runners[0].workspace, HS_PLANE_OUTPUT, 0);
    for (size_t i = 1; i < RUNNERS; i++) {
        struct hs_matrix O = hs_mha_plane(plan, runners[i].workspace, HS_PLANE_OUTPUT, 0);
        CHECK(memcmp(O.data, first.data, 30 * 64 * sizeof(float)) == 0);
    }
    for (size_t i = 0; i < RUNNERS; i++)
        hs_mha_workspace_drop(runners[i].workspace);
    hs_mha_plan_drop(plan);
    hs_model_drop(model);
    problem_drop(&p);
}

TEST(test_mha_plan)
{
    test_shared_plan();
    test_copies();
    test_refusals();
    test_run_limit();
    return check_report();
}
