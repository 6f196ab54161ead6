/* kinds.c – the kinds of source there are, and which of them a path belongs to. A new kind is a file
 * beside this one and a line here. */
#include "sources/source.h"

static const struct hs_source_kind *const kinds[] = {&hsi_preset_kind, &hsi_dump_kind, &hsi_checkpoint_kind,
    &hsi_foreign_kind};

static const struct hs_source_kind *best(const char *path, int *sure)
{
    uint8_t start[HS_LOOK_BYTES] = {0};
    struct hs_look look;
    const struct hs_source_kind *kind = NULL;
    *sure = 0;
    hsi_look_at(&look, path, start);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        int knows = kinds[i]->knows(&look);
        if (knows > *sure) {
            *sure = knows;
            kind = kinds[i];
        }
    }
    return kind;
}

int hs_source_knows(const char *path)
{
    int sure;
    best(path, &sure);
    return sure;
}

bool hs_source_is_model(const char *path)
{
    int sure;
    const struct hs_source_kind *kind = best(path, &sure);
    return kind && kind->model;
}

enum hs_status hs_source_open(const char *path, const struct hs_watch *watch,
    struct hs_source **source, struct hs_error *error)
{
    int sure;
    const struct hs_source_kind *kind = best(path, &sure);
    if (!kind)
        return hs_fail(error, HS_BAD_INPUT,
            "%s: no attention is known to be in it: bring a .safetensors, .npz or .npy file with weights "
            "(files.md in the documentation has the names that are known)",
            hsi_name_shown(path).text);
    return kind->open(path, watch, source, error);
}
