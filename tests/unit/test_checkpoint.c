/* test_checkpoint.c [FOLDER...] – models of every family against transformers' eager attention in double precision, whose numbers
 * models/make_models.py wrote beside them: weights of every layer and head, the last hidden state, the likeliest tokens. Also, on
 * each: equal bits for any number of threads, a text that grows, head modes, and every plane held against the formula that made
 * it. Without arguments the folders of tests/models. */
#include "base/safetensors.h"
#include "check.h"
#include "checkpoint/checkpoint.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of expected.safetensors. */
struct expected {
    struct hs_tensors *file;
    size_t texts;
    double eager; /* how far eager attention in float is from the double one */
};

static float *numbers(const struct expected *e, const char *name, size_t text, size_t *count)
{
    char full[64];
    struct hs_error error;
    snprintf(full, sizeof full, "%s.%zu", name, text);
    const struct hs_tensor *tensor = hsi_tensors_find(e->file, full);
    *count = tensor ? tensor->count : 0;
    float *values = tensor ? malloc((tensor->count + 1) * sizeof *values) : NULL;
    if (values && hsi_tensors_read(e->file, tensor, 0, tensor->count, true, values, &error)) {
        free(values);
        return NULL;
    }
    return values;
}

static uint32_t *whole_numbers(const struct expected *e, const char *name, size_t text, size_t *count)
{
    float *values = numbers(e, name, text, count);
    uint32_t *whole = values ? malloc((*count + 1) * sizeof *whole) : NULL;
    for (size_t i = 0; whole && i < *count; i++)
        whole[i] = (uint32_t)values[i];
    free(values);
    return whole;
}

static struct hs_forward *run(struct hs_checkpoint *model, struct hs_forward_config config)
{
    struct hs_forward *forward = NULL;
    struct hs_error error = {0};
    CHECK(hs_checkpoint_run(model, &config, &forward, &error) == HS_OK);
    if (!forward)
        fprintf(stderr, "  %s\n", error.message);
    return forward;
}

static double weights_error(const struct hs_forward *forward, const struct hs_checkpoint_info *info, const float *want,
    const uint32_t *rows, size_t count)
{
    double worst = 0;
    size_t n = hs_forward_tokens(forward);
    for (size_t layer = 0; layer < info->layers; layer++)
        for (size_t head = 0; head < info->heads; head++) {
            struct hs_matrix A = hs_forward_weights(forward, layer, head);
            for (size_t r = 0; r < count; r++)
                for (size_t k = 0; k < n; k++, want++) {
                    double off = fabs((double)A.data[rows[r] * A.stride + k] - (double)*want);
                    worst = off > worst || isnan(off) ? off : worst;
                }
        }
    return worst;
}

static double result_error(const struct hs_forward *forward, const float *want, const uint32_t *rows, size_t count)
{
    struct hs_matrix result = hs_forward_result(forward);
    double worst = 0, size = 1;
    for (size_t i = 0; i < count * result.cols; i++) {
        size = fmax(size, fabs((double)want[i]));
        double off = fabs((double)result.data[rows[i / result.cols] * result.stride + i % result.cols] - (double)want[i]);
        worst = off > worst || isnan(off) ? off : worst;
    }
    return worst / size;
}

static void check_answer(const struct expected *e, size_t text, const struct hs_forward *forward)
{
    size_t count, some;
    uint32_t *at = whole_numbers(e, "at", text, &count), *top = whole_numbers(e, "top", text, &count);
    float *probability = numbers(e, "probability", text, &count);
    struct hs_guess guess[10];
    struct hs_error error;
    if (at) {
        CHECK(hs_forward_answer(forward, at[0], guess, 10, &some, &error) == HS_OK && some == 10);
        for (size_t i = 0; i < 10; i++) {
            CHECK_NEAR(guess[i].probability, (double)probability[i], 2e-5);
            bool tied = (i > 0 && (double)(probability[i - 1] - probability[i]) < 4e-5) ||
                        (i < 9 && (double)(probability[i] - probability[i + 1]) < 4e-5) || i == 9;
            CHECK(guess[i].id == top[i] || tied);
        }
    } else {
        CHECK(hs_forward_answer(forward, 0, guess, 10, &some, &error) == HS_BAD_USE ||
              hs_checkpoint_info(forward->checkpoint).answer == HS_ANSWER_NEXT);
    }
    free(at);
    free(top);
    free(probability);
}

/* The same bits, cell for cell. */
static bool same(const struct hs_forward *a, const struct hs_forward *b, const struct hs_checkpoint_info *info)
{
    size_t n = hs_forward_tokens(a);
    return memcmp(a->A, b->A, info->layers * info->heads * n * n * sizeof *a->A) == 0 &&
           memcmp(a->result, b->result, n * info->d_model * sizeof *a->result) == 0;
}

/* A text that came letter by letter has the numbers of the whole one: the same sums, so nearly the same bits. */
static void check_growth(struct hs_checkpoint *model, const struct hs_checkpoint_info *info, const uint32_t *ids, size_t n,
    const struct hs_forward *whole)
{
    struct hs_forward *grown = NULL;
    for (size_t length = n > 6 ? n - 6 : 1; length <= n; length += length + 2 < n ? 2 : 1) {
        struct hs_forward *next = run(model, (struct hs_forward_config){.ids = ids, .n = length, .before = grown});
        if (grown)
            CHECK(hs_forward_fresh(next) == (info->causal ? length - hs_forward_tokens(grown) : length));
        hs_forward_drop(grown);
        grown = next;
    }
    double worst = 0;
    for (size_t i = 0; i < info->layers * info->heads * n * n; i++)
        worst = fmax(worst, fabs((double)grown->A[i] - (double)whole->A[i]));
    CHECK_NEAR(worst, 0, 2e-6);
    worst = 0;
    for (size_t i = 0; i < n * info->d_model; i++)
        worst = fmax(worst, fabs((double)grown->result[i] - (double)whole->result[i]) / (1 + fabs((double)whole->result[i])));
    CHECK_NEAR(worst, 0, 1e-4);
    /* Taken back, and changed in the middle: the beginning that both have is not calculated again. */
    for (size_t turn = 0; turn < 2 && n > 3; turn++) {
        size_t length = turn ? n : n - 2, at = n / 2;
        uint32_t *changed = malloc(n * sizeof *changed);
        memcpy(changed, ids, n * sizeof *changed);
        changed[at] = turn ? (changed[at] ? changed[at] - 1 : 1) : changed[at];
        struct hs_forward *next = run(model, (struct hs_forward_config){.ids = changed, .n = length, .before = grown});
        struct hs_forward *all = run(model, (struct hs_forward_config){.ids = changed, .n = length});
        CHECK(hs_forward_fresh(next) == (!info->causal ? length : turn ? n - at : 1));
        worst = 0;
        for (size_t i = 0; i < info->layers * info->heads * length * length; i++)
            worst = fmax(worst, fabs((double)next->A[i] - (double)all->A[i]));
        CHECK_NEAR(worst, 0, 2e-6);
        hs_forward_drop(next);
        hs_forward_drop(all);
        free(changed);
    }
    /* Another text does not take this one's rows. */
    uint32_t *other = malloc(n * sizeof *other);
    memcpy(other, ids, n * sizeof *other);
    other[0] = other[0] ? other[0] - 1 : 1;
    struct hs_forward *fresh = run(model, (struct hs_forward_config){.ids = other, .n = n, .before = grown});
    CHECK(hs_forward_fresh(fresh) == n);
    hs_forward_drop(fresh);
    hs_forward_drop(grown);
    free(other);
}

#include "checkpoint_planes.h"

static void check_text(struct hs_checkpoint *model, const struct expected *e, size_t text, double allowed, double *worst)
{
    struct hs_checkpoint_info info = hs_checkpoint_info(model);
    size_t n, count, cells, values;
    uint32_t *ids = whole_numbers(e, "ids", text, &n), *rows = whole_numbers(e, "rows", text, &count);
    float *want = numbers(e, "attention", text, &cells), *result = numbers(e, "result", text, &values);
    CHECK(ids && rows && want && cells == info.layers * info.heads * count * n && (!result || values == count * info.d_model));
    CHECK(result || info.answer != HS_ANSWER_NONE);
    struct hs_forward *forward = run(model, (struct hs_forward_config){.ids = ids, .n = n, .threads = 1});
    if (forward && want) {
        double off = weights_error(forward, &info, want, rows, count);
        CHECK_NEAR(off, 0, allowed);
        if (result)
            CHECK_NEAR(result_error(forward, result, rows, count), 0, 1e-4);
        *worst = off > *worst || isnan(off) ? off : *worst;
        check_answer(e, text, forward);
        struct hs_forward *two = run(model, (struct hs_forward_config){.ids = ids, .n = n, .threads = 2});
        CHECK(same(forward, two, &info));
        hs_forward_drop(two);
        if (text < 4) {
            check_growth(model, &info, ids, n, forward);
            check_planes(model, &info, ids, n, forward);
            check_modes(model, &info, ids, n);
        }
    }
    hs_forward_drop(forward);
    free(ids);
    free(rows);
    free(want);
    free(result);
}

static void check_model(const char *folder)
{
    char path[4300];
    struct expected e;
    struct hs_error error = {0};
    struct hs_checkpoint *model = NULL;
    int failed = check_failed;
    double worst = 0;
    snprintf(path, sizeof path, "%s/expected.safetensors", folder);
    CHECK(hsi_tensors_open(path, &e.file, &error) == HS_OK);
    CHECK(hs_checkpoint_open(folder, NULL, &model, &error) == HS_OK);
    if (!model) {
        fprintf(stderr, "  %s\n", error.message);
        hsi_tensors_drop(e.file);
        return;
    }
    e.texts = strtoul(hsi_tensors_metadata(e.file, "texts"), NULL, 10);
    e.eager = strtod(hsi_tensors_metadata(e.file, "eager_f32"), NULL);
    CHECK(e.texts > 0);
    double allowed = fmax(1e-5, 2 * e.eager);
    for (size_t i = 0; i < e.texts; i++)
        check_text(model, &e, i, allowed, &worst);
    struct hs_checkpoint_info info = hs_checkpoint_info(model);
    printf("%-16s %-11s %zu layers x %zu heads (%zu), d_k %zu, %s: %zu texts, largest difference %.1e, eager's own %.1e\n", info.type,
        info.family, info.layers, info.heads, info.key_heads, info.d_k, info.dtype, e.texts, worst, e.eager);
    if (check_failed > failed)
        fprintf(stderr, "  in %s\n", folder);
    hs_checkpoint_drop(model);
    hsi_tensors_drop(e.file);
}

/* Every folder with numbers; how many. */
static size_t check_all(const char *root)
{
    size_t count = 0;
    DIR *folder = opendir(root);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        char path[4200];
        snprintf(path, sizeof path, "%s/%s", root, entry->d_name);
        if (entry->d_name[0] == '.' || !hsi_path_exists(path, "expected.safetensors"))
            continue;
        check_model(path);
        count++;
    }
    if (folder)
        closedir(folder);
    return count;
}

TEST(test_checkpoint)
{
    size_t models = 0;
    for (int i = 1; i < count; i++)
        models += check_all(arguments[i]);
    if (count < 2)
        models = check_all(HS_SOURCE_DIR "/tests/models");
    CHECK(models >= 15);
    return check_report();
}
