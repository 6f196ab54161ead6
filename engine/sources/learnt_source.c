/* learnt_source.c – the models of one moment of a training run as a source: the preset's embeddings, weights that were learnt so
 * far. The number of heads says which model. See hs_learn.h. */
#include "hs_learn.h"
#include "preset/preset_parts.h"
#include "sources/preset_run.h"
#include "sources/source.h"

#include <stdlib.h>

struct learnt_source {
    struct hs_source source;
    struct hs_part part;
    size_t models, first; /* as in the run; the one that it begins with */
    struct hs_preset *preset[HS_LEARN_MODELS];
    size_t h[HS_LEARN_MODELS];
};

static struct learnt_source *of(const struct hs_source *source)
{
    return (struct learnt_source *)(uintptr_t)source;
}

static void learnt_drop(struct hs_source *source)
{
    for (size_t m = 0; m < of(source)->models; m++)
        hs_preset_drop(of(source)->preset[m]);
    free(of(source));
}

static enum hs_status take_model(struct learnt_source *made, const struct hs_preset *preset, const struct hs_learn *run,
    size_t moment, size_t model, struct hs_error *error)
{
    char label[160], count[32];
    float *W;
    size_t sentences = hs_learn_moment(run, moment)->sentences, h = hs_learn_options(run)->h[model];
    const char *heads = h == 1 ? "head" : "heads";
    if (sentences == 0)
        snprintf(label, sizeof label, "random weights, %zu %s, seed %llu", h, heads,
            (unsigned long long)hs_learn_options(run)->seed);
    else
        snprintf(label, sizeof label, "learnt from %s sentences%s, %zu %s, seed %llu", hs_count_text(sentences, count, sizeof count),
            hs_learn_options(run)->shuffled ? " with answers by chance" : "", h, heads, (unsigned long long)hs_learn_options(run)->seed);
    enum hs_status status = hsi_preset_lend(preset, label, &made->preset[made->models], &W, error);
    if (status)
        return status;
    hs_learn_weights(run, moment, model, W);
    made->h[made->models++] = h;
    return HS_OK;
}

static struct learnt_source *new_source(struct hs_error *error)
{
    struct learnt_source *made = calloc(1, sizeof *made);
    if (!made)
        hs_fail(error, HS_NO_MEMORY, "no memory for the weights of this moment");
    return made;
}

static struct hs_source *begin_with(struct learnt_source *made, size_t model, size_t moment)
{
    size_t h = made->h[model];
    hsi_source_begin(&made->source, &hsi_learnt_kind);
    made->first = model;
    made->part = (struct hs_part){
        .name = "", .dtype = "F16", .L = 1, .B = 1, .h = h, .d_model = HS_D_MODEL, .d_k = HS_D_MODEL / h, .has_tokens = true};
    made->source.info.can = HS_LEARNT_CAN;
    made->source.info.label = hs_preset_label(made->preset[model]);
    made->source.info.model = "a layer that learns";
    made->source.info.moment = moment + 1;
    made->source.preset = made->preset[model];
    return &made->source;
}

enum hs_status hs_source_of_learnt(const struct hs_preset *preset, const struct hs_learn *run, size_t moment, size_t model,
    struct hs_source **source, struct hs_error *error)
{
    struct learnt_source *made = new_source(error);
    enum hs_status status = made ? HS_OK : HS_NO_MEMORY;
    for (size_t m = 0; m < hs_learn_options(run)->models && !status; m++)
        status = take_model(made, preset, run, moment, m, error);
    if (!status)
        *source = begin_with(made, model, moment);
    else if (made)
        learnt_drop(&made->source);
    return status;
}

enum hs_status hs_source_of_other_learnt(const struct hs_source *learnt, size_t model, struct hs_source **source, struct hs_error *error)
{
    const struct learnt_source *from = of(learnt);
    struct learnt_source *made = new_source(error);
    if (!made)
        return HS_NO_MEMORY;
    for (size_t m = 0; m < from->models; m++) {
        made->preset[m] = (struct hs_preset *)(uintptr_t)hsi_preset_keep(from->preset[m]);
        made->h[m] = from->h[m];
    }
    made->models = from->models;
    *source = begin_with(made, model, learnt->info.moment - 1);
    return HS_OK;
}

enum hs_status hs_source_pack_learnt(struct hs_source *learnt, struct hs_error *error)
{
    const struct hs_model *model;
    enum hs_status status = HS_OK;
    for (size_t m = 0; m < of(learnt)->models && !status; m++)
        status = hs_preset_model(of(learnt)->preset[m], &model, error);
    return status;
}

static const struct hs_part *learnt_part(const struct hs_source *source, size_t index)
{
    (void)index;
    return &of(source)->part;
}

static enum hs_status learnt_tokens(struct hs_source *source, const char *text, size_t length, struct hs_tokens **tokens,
    struct hs_error *error)
{
    (void)source;
    return hs_tokenise(text, length, tokens, error);
}

static enum hs_status find_model(
    struct learnt_source *learnt, size_t h, struct hs_preset **preset, struct hs_error *error)
{
    for (size_t i = 0; i < learnt->models; i++) {
        size_t m = (learnt->first + i) % learnt->models; /* of two with as many heads the one that it begins with is meant */
        if (learnt->h[m] == h) {
            *preset = learnt->preset[m];
            return HS_OK;
        }
    }
    return learnt->models == 1
               ? hs_fail(error, HS_BAD_USE, "this run trained a model of %zu head%s, and none of %zu: other heads are another run",
                     learnt->h[0], learnt->h[0] == 1 ? "" : "s", h)
               : hs_fail(error, HS_BAD_USE, "this run trained models of %zu and %zu heads, and none of %zu: other heads are another run",
                     learnt->h[0], learnt->h[1], h);
}

static enum hs_status learnt_run(
    struct hs_source *source, const struct hs_request *request, struct hs_set **set, struct hs_error *error)
{
    struct hs_preset *preset = NULL;
    struct hs_run_options options = {.h = request->h,
        .mask = request->mask,
        .key_padding = request->key_padding,
        .head_mode = request->head_mode,
        .keep = request->keep,
        .threads = request->threads};
    enum hs_status status = find_model(of(source), request->h, &preset, error);
    if (!status && request->view.layer != SIZE_MAX && request->view.layer > 0)
        status = hs_fail(error, HS_BAD_USE, "a model that learns has one layer, 0, and no %zu", request->view.layer);
    if (status)
        return status;
    return request->tokens ? hs_run_tokens(preset, request->tokens, &options, set, error)
                           : hs_run_text(preset, request->text, request->length, &options, set, error);
}

static enum hs_status learnt_measure(struct hs_source *source, const struct hs_request *request, const struct hs_annotated *annotated,
    enum hs_baseline baseline, struct hs_measure **measure, struct hs_error *error)
{
    struct hs_preset *preset = NULL;
    enum hs_status status = find_model(of(source), request->h, &preset, error);
    if (!status && baseline == HS_BASELINE_RANDOM)
        status = hs_fail(error, HS_BAD_USE, "compared with random weights it is at its first moment: scrub there");
    return status ? status : hs_measure_new(preset, annotated, request->h, request->mask, baseline, request->watch, measure, error);
}

/* Of the model that it begins with. */
static enum hs_status learnt_weights(struct hs_source *source, size_t layer, struct hs_weights *weights, struct hs_error *error)
{
    (void)layer;
    (void)error;
    *weights = hs_preset_weights(of(source)->preset[of(source)->first]);
    return HS_OK;
}

const struct hs_source_kind hsi_learnt_kind = {.name = "training",
    .drop = learnt_drop,
    .part = learnt_part,
    .tokens = learnt_tokens,
    .run = learnt_run,
    .measure = learnt_measure,
    .weights = learnt_weights};
