/* weights.c – the preset model's matrices: W^Q, W^K and the tagger from a checked file, W^V and W^O
 * by formula. Called by preset.c. */
#include "preset/preset.h"

#include "preset/preset_file.h"
#include "base/safetensors.h"

#include <string.h>

void hsi_preset_role_values(float *W_V)
{
    memset(W_V, 0, (size_t)HS_D_MODEL * HS_D_MODEL * sizeof *W_V);
    for (size_t d = 0; d < HS_CODE_WIDTH; d++)
        for (size_t slot = 0; slot < HS_RELATION_HEADS; slot++)
            W_V[(HS_AT_CODE + d) * HS_D_MODEL + slot * HS_CODE_WIDTH + d] = 1;
}

void hsi_preset_role_output(float *W_O)
{
    const float scale = 0.353553390593273762f; /* 1 / sqrt 8 */
    memset(W_O, 0, (size_t)HS_D_MODEL * HS_D_MODEL * sizeof *W_O);
    for (size_t r = 0; r < HS_RELATION_HEADS; r++)
        for (size_t c = 0; c < HS_RELATION_HEADS; c++) {
            /* Sylvester's Hadamard matrix: the sign is the parity of r & c */
            size_t common = r & c, parity = (common ^ common >> 1 ^ common >> 2) & 1;
            for (size_t d = 0; d < HS_CODE_WIDTH; d++)
                W_O[(r * HS_CODE_WIDTH + d) * HS_D_MODEL + c * HS_CODE_WIDTH + d] =
                    parity ? -scale : scale;
        }
}

static enum hs_status read_matrix(const struct hs_tensors *file, const char *path, const char *name,
    size_t rows, size_t cols, float *values, struct hs_error *error)
{
    const struct hs_tensor *tensor = hsi_tensors_find(file, name);
    bool fits = tensor && tensor->rank == 2 && tensor->shape[0] == rows &&
                tensor->shape[1] == cols &&
                (tensor->dtype == HS_DTYPE_F16 || tensor->dtype == HS_DTYPE_F32);
    if (!fits)
        return hs_fail(error, HS_BAD_INPUT,
            "%s: expected the tensor \"%s\" as F16 or F32 of (%zu, %zu); reinstall the file "
            "or train it again with headscope-train",
            hsi_name_shown(path).text, name, rows, cols);
    return hsi_tensors_read(file, tensor, 0, tensor->count, true, values, error);
}

static enum hs_status check_notes(
    const struct hs_tensors *file, const char *path, struct hs_error *error)
{
    const char *format = hsi_tensors_metadata(file, "format"),
               *layout = hsi_tensors_metadata(file, "layout");
    char own[17];
    enum hs_status status = hsi_features_layout(own, error);
    if (status)
        return status;
    if (!format || strcmp(format, "headscope-preset 1") != 0)
        return hs_fail(error, HS_BAD_INPUT,
            "%s: its metadata lack \"format\": \"headscope-preset 1\"; these are other weights",
            hsi_name_shown(path).text);
    if (!layout || strcmp(layout, own) != 0)
        return hs_fail(error, HS_BAD_INPUT,
            "%s: made for other features (layout %.20s, expected %s); reinstall the file or "
            "train it again with headscope-train",
            hsi_name_shown(path).text, layout ? layout : "missing", own);
    if (hsi_tensors_count(file) != 3 && hsi_tensors_count(file) != 5)
        return hs_fail(error, HS_BAD_INPUT,
            "%s: expected exactly the tensors tagger, W_Q and W_K, or also W_V and W_O, found %zu",
            hsi_name_shown(path).text, hsi_tensors_count(file));
    return HS_OK;
}

/* A seed as the trainer writes it; anything else of a file must not get into the window's label. */
static bool is_seed(const char *text)
{
    size_t digits = text ? strspn(text, "0123456789") : 0;
    return digits >= 1 && digits <= 20 && text[digits] == '\0';
}

enum hs_status hsi_preset_read_weights(
    struct hs_preset *preset, const char *path, struct hs_error *error)
{
    const size_t square = (size_t)HS_D_MODEL * HS_D_MODEL, used = hsi_features_used();
    struct hs_tensors *file;
    enum hs_status status = hsi_tensors_open(path, &file, error);
    if (status)
        return status;
    status = check_notes(file, path, error);
    if (!status)
        status = read_matrix(
            file, path, "tagger", hsi_tagger_inputs(), HS_TAG_COUNT, preset->tagger, error);
    if (!status)
        status = read_matrix(file, path, "W_Q", used, HS_D_MODEL, preset->W, error);
    if (!status)
        status = read_matrix(file, path, "W_K", used, HS_D_MODEL, preset->W + square, error);
    /* A file may bring its own instead of the formulas: the tests' invented model does. */
    if (!status && hsi_tensors_count(file) == 5)
        status = read_matrix(
            file, path, "W_V", HS_D_MODEL, HS_D_MODEL, preset->W + 2 * square, error);
    if (!status && hsi_tensors_count(file) == 5)
        status = read_matrix(
            file, path, "W_O", HS_D_MODEL, HS_D_MODEL, preset->W + 3 * square, error);
    if (!status) {
        for (size_t k = 0; k < 2; k++)
            memset(preset->W + k * square + used * HS_D_MODEL, 0,
                (HS_D_MODEL - used) * HS_D_MODEL * sizeof(float));
        const char *seed = hsi_tensors_metadata(file, "seed"),
                   *sentences = hsi_tensors_metadata(file, "sentences");
        preset->trained = sentences && strcmp(sentences, "0") != 0;
        snprintf(preset->label, sizeof preset->label, "preset teaching model, seed %s, %s",
            is_seed(seed) ? seed : "unknown",
            preset->trained ? "trained on generated sentences" : "untrained weights");
    }
    hsi_tensors_drop(file);
    return status;
}

enum hs_status hsi_preset_write(const char *path, const float *tagger, const float *W_Q,
    const float *W_K, const struct hs_preset_meta *meta, struct hs_error *error)
{
    char layout[17];
    enum hs_status status = hsi_features_layout(layout, error);
    if (status)
        return status;
    const struct hs_tensor_note notes[] = {{"format", "headscope-preset 1"}, {"layout", layout},
        {"seed", meta->seed}, {"command", meta->command}, {"grammar", meta->grammar},
        {"sentences", meta->sentences}};
    const size_t used = hsi_features_used();
    const struct hs_tensor_out tensors[] = {
        {"tagger", HS_DTYPE_F16, 2, {hsi_tagger_inputs(), HS_TAG_COUNT}, .values = tagger},
        {"W_Q", HS_DTYPE_F16, 2, {used, HS_D_MODEL}, .values = W_Q},
        {"W_K", HS_DTYPE_F16, 2, {used, HS_D_MODEL}, .values = W_K},
    };
    return hsi_tensors_write(path, true, notes, sizeof notes / sizeof *notes, tensors, 3, error);
}
