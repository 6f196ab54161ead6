/* preset_source.c – the row of the preset model: one layer, any divisor of its d_model as the number
 * of heads, any mask, everything behind the weights. See source.h; the run itself is preset_run.c's. */
#include "sources/preset_run.h"
#include "sources/source.h"

#include <stdlib.h>

struct preset_source {
    struct hs_source source;
    struct hs_preset *preset;
    bool owned;
    struct hs_part part;
    char path[4096];
};

static struct preset_source *of(const struct hs_source *source)
{
    return (struct preset_source *)(uintptr_t)source;
}

static int preset_knows(const struct hs_look *look)
{
    return hsi_look_holds(look, "lexicon.json") && hsi_look_holds(look, "preset.safetensors") ? 100
                                                                                          : 0;
}

static enum hs_status make(struct hs_preset *preset, bool owned, const char *path,
    struct hs_source **out, struct hs_error *error)
{
    struct preset_source *made = calloc(1, sizeof *made);
    if (!made)
        return hs_fail(error, HS_NO_MEMORY, "no memory left for the preset model");
    hsi_source_begin(&made->source, &hsi_preset_kind);
    made->preset = preset;
    made->owned = owned;
    made->part = (struct hs_part){.name = "",
        .dtype = "F32",
        .L = 1,
        .B = 1,
        .h = hs_run_defaults().h,
        .d_model = HS_D_MODEL,
        .d_k = HS_D_MODEL / hs_run_defaults().h,
        .has_tokens = true};
    snprintf(made->path, sizeof made->path, "%s", path);
    made->source.info.can = HS_PRESET_CAN;
    made->source.info.label = hs_preset_label(preset);
    made->source.info.path = made->path;
    made->source.preset = preset;
    *out = &made->source;
    return HS_OK;
}

enum hs_status hs_source_of_preset(
    struct hs_preset *preset, struct hs_source **source, struct hs_error *error)
{
    return make(preset, false, "", source, error);
}

static enum hs_status preset_open(const char *path, const struct hs_watch *watch,
    struct hs_source **source, struct hs_error *error)
{
    struct hs_preset *preset;
    (void)watch; /* it takes some 20 ms */
    enum hs_status status = hs_preset_open(path, &preset, error);
    if (status)
        return status;
    status = make(preset, true, path, source, error);
    if (status)
        hs_preset_drop(preset);
    return status;
}

static void preset_drop(struct hs_source *source)
{
    struct preset_source *preset = of(source);
    if (preset->owned)
        hs_preset_drop(preset->preset);
    free(preset);
}

static const struct hs_part *preset_part(const struct hs_source *source, size_t index)
{
    (void)index;
    return &of(source)->part;
}

static enum hs_status preset_tokens(struct hs_source *source, const char *text, size_t length,
    struct hs_tokens **tokens, struct hs_error *error)
{
    (void)source;
    return hs_tokenise(text, length, tokens, error);
}

static enum hs_status preset_run(struct hs_source *source, const struct hs_request *request,
    struct hs_set **set, struct hs_error *error)
{
    struct hs_run_options options = {.h = request->h,
        .mask = request->mask,
        .key_padding = request->key_padding,
        .head_mode = request->head_mode,
        .keep = request->keep,
        .threads = request->threads};
    if (request->view.layer != SIZE_MAX && request->view.layer > 0)
        return hs_fail(error, HS_BAD_USE, "the preset model has one layer, 0, and no %zu",
            request->view.layer);
    if (request->tokens)
        return hs_run_tokens(of(source)->preset, request->tokens, &options, set, error);
    return hs_run_text(
        of(source)->preset, request->text, request->length, &options, set, error);
}

static enum hs_status preset_measure(struct hs_source *source, const struct hs_request *request,
    const struct hs_annotated *annotated, enum hs_baseline baseline, struct hs_measure **measure,
    struct hs_error *error)
{
    return hs_measure_new(of(source)->preset, annotated, request->h, request->mask, baseline,
        request->watch, measure, error);
}

static enum hs_status preset_weights(
    struct hs_source *source, size_t layer, struct hs_weights *weights, struct hs_error *error)
{
    (void)layer;
    (void)error;
    *weights = hs_preset_weights(of(source)->preset);
    return HS_OK;
}

const struct hs_source_kind hsi_preset_kind = {.name = "preset",
    .knows = preset_knows,
    .open = preset_open,
    .drop = preset_drop,
    .part = preset_part,
    .tokens = preset_tokens,
    .run = preset_run,
    .measure = preset_measure,
    .weights = preset_weights};
