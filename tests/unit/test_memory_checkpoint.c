/* test_memory_checkpoint.c – every allocation may be the one that fails while a real model is opened, run, asked and shown: then
 * there is one error of memory and nothing half made, and the next attempt gives what it always gives. */
#include <math.h>

#include "hs.h"
#include "memory_sweep.h"

#define MODELS HS_SOURCE_DIR "/tests/models/"
#define TEXT "The student delivered the book."

static const uint32_t ids[] = {5, 9, 30, 17, 44, 8, 21, 60, 12, 33};
static struct hs_checkpoint *model;
static struct hs_source *source;

/* A call went well, or was refused memory and says so. */
static bool fine(enum hs_status status, const struct hs_error *error)
{
    bool refused = fail_alloc_refused();
    CHECK(!status || (status == HS_NO_MEMORY && refused && error->message[0]));
    if (status && status != HS_NO_MEMORY)
        fprintf(stderr, "  %s\n", error->message);
    return !status;
}

static void nothing(void)
{
}

static void open_folder(const char *folder)
{
    struct hs_checkpoint *opened = NULL;
    struct hs_error error = {0};
    bool good = fine(hs_checkpoint_open(folder, NULL, &opened, &error), &error);
    fail_alloc_stop();
    CHECK(good == (opened != NULL));
    CHECK(!opened || hs_checkpoint_info(opened).layers >= 2);
    hs_checkpoint_drop(opened);
}

static void open_plain(void)
{
    open_folder(MODELS "bert");
}

static void open_shards(void)
{
    open_folder(MODELS "qwen3");
}

/* A text, then a longer one that goes on with its rows, then a whole pass with planes and heads that are not their own. */
static void run_passes(void)
{
    struct hs_forward *forward[3] = {NULL, NULL, NULL};
    struct hs_error error = {0};
    struct hs_checkpoint_info info = hs_checkpoint_info(model);
    uint8_t keep[8] = {1, 1}, mode[64] = {HS_HEAD_MEAN, HS_HEAD_OFF, HS_HEAD_UNIFORM};
    const struct hs_forward_config config[] = {{.ids = ids, .n = 6, .threads = 1}, {.ids = ids, .n = 10, .threads = 2},
        {.ids = ids, .n = 10, .threads = 1, .keep = keep, .head_mode = mode}};
    struct hs_guess guess[5];
    size_t count = 0;
    float *logits = malloc(info.vocabulary * sizeof *logits);
    for (size_t i = 0; i < 3; i++) {
        struct hs_forward_config now = config[i];
        now.before = i == 1 ? forward[0] : NULL;
        bool good = fine(hs_checkpoint_run(model, &now, &forward[i], &error), &error);
        CHECK(good == (forward[i] != NULL));
    }
    if (forward[1] && fine(hs_forward_answer(forward[1], 9, guess, 5, &count, &error), &error))
        CHECK(count == 5 && guess[0].probability >= guess[4].probability && guess[0].probability <= 1);
    if (forward[1] && logits && fine(hs_forward_logits(forward[1], 9, logits, &error), &error))
        CHECK(isfinite(logits[info.vocabulary - 1]));
    fail_alloc_stop();
    for (size_t i = 0; i < 3; i++) {
        double sum = 0;
        struct hs_matrix A = forward[i] ? hs_forward_weights(forward[i], 1, 3) : (struct hs_matrix){0};
        for (size_t k = 0; k < A.cols; k++)
            sum += (double)A.data[(A.rows - 1) * A.stride + k];
        CHECK(!forward[i] || fabs(sum - 1) < 1e-5);
        hs_forward_drop(forward[i]);
    }
    free(logits);
}

static void open_source(void)
{
    struct hs_source *opened = NULL;
    struct hs_error error = {0};
    bool good = fine(hs_source_open(MODELS "mistral", NULL, &opened, &error), &error);
    fail_alloc_stop();
    CHECK(good == (opened != NULL));
    hs_source_drop(opened);
}

static void run_source(void)
{
    struct hs_set *set[2] = {NULL, NULL};
    struct hs_error error = {0};
    for (size_t i = 0; i < 2; i++) { /* a layer with its planes; all layers in words */
        struct hs_request request = hs_request_of(source);
        request.text = TEXT;
        request.length = strlen(TEXT);
        request.view.layer = i ? SIZE_MAX : 1;
        request.view.pieces = i ? HS_PIECES_WORDS : HS_PIECES_READABLE;
        bool good = fine(hs_source_run(source, &request, &set[i], &error), &error);
        CHECK(good == (set[i] != NULL));
    }
    fail_alloc_stop();
    hs_set_drop(set[0]);
    hs_set_drop(set[1]);
}

TEST(test_memory_checkpoint)
{
    struct hs_error error = {0};
    sweep_arguments(count, arguments);
    fail_alloc_cjson();
    sweep("open", open_plain, nothing);
    sweep("open shards", open_shards, nothing);
    CHECK(hs_checkpoint_open(MODELS "llama", NULL, &model, &error) == HS_OK);
    if (model)
        sweep("run", run_passes, nothing);
    hs_checkpoint_drop(model);
    sweep("open a source", open_source, nothing);
    CHECK(hs_source_open(MODELS "mistral", NULL, &source, &error) == HS_OK);
    if (source)
        sweep("run a source", run_source, nothing);
    hs_source_drop(source);
    return sweep_report();
}
