/* foreign.c – the row of files that hold attention or models in a way that is not read: each is known by its first bytes,
 * and opening says what it is, why it is not read, and what to do. See source.h. */
#include "sources/source.h"

#include <string.h>

/* By what a file begins with; `message` has a %s for its path, and one for its name in Python. */
struct foreign {
    const char *start;
    size_t length, at; /* bytes of `start`, and where they stand */
    const char *ending; /* or NULL; one of several is enough */
    const char *message;
};

#define TORCH                                                                                                              \
    "%s: it is a file of PyTorch (a pickle), which is a program and is never run here. In Python: import torch; "          \
    "from safetensors.torch import save_file; a = torch.load(%s, map_location=\"cpu\"); save_file({\"attention\": "        \
    "(a if torch.is_tensor(a) else torch.stack(list(a))).float().contiguous()}, \"attention.safetensors\"). Of a model, "  \
    "save it by model.save_pretrained(folder) and open the folder"
#define PICKLE                                                                                                             \
    "%s: it is a Python pickle, which is a program and is never run here. In Python: import pickle, numpy; "               \
    "a = pickle.load(open(%s, \"rb\")); numpy.save(\"attention.npy\", numpy.asarray(a, dtype=\"float32\"))"
#define MODEL(what) "%s: it is a model in the format " what ", which is not read: open the Hugging Face folder of the model"

static const struct foreign kinds[] = {
    {"PK\3\4", 4, 0, ".pt", TORCH},
    {"PK\3\4", 4, 0, ".pth", TORCH},
    {"PK\3\4", 4, 0, ".bin", TORCH},
    {"PK\3\4", 4, 0, ".ckpt", TORCH},
    {"PK\3\4", 4, 0, ".pkl", TORCH},
    {"archive/data.pkl", 16, 30, NULL, TORCH},
    {"\x80\2\x8a\x0a", 4, 0, NULL, TORCH}, /* as torch.save wrote it before version 1.6 */
    {"\x80\2", 2, 0, NULL, PICKLE},
    {"\x80\3", 2, 0, NULL, PICKLE},
    {"\x80\4", 2, 0, NULL, PICKLE},
    {"\x80\5", 2, 0, NULL, PICKLE},
    {"GGUF", 4, 0, NULL, MODEL("GGUF")},
    {"\x89HDF\r\n", 6, 0, NULL,
        "%s: it is an HDF5 file, which is not read. In Python: import h5py, numpy; f = h5py.File(%s); "
        "numpy.save(\"attention.npy\", f[\"attention\"][()]), with the name of the data set that f.keys() has"},
    {"layer_from_", 11, 0, ".csv",
        "%s: it is a table that Headscope wrote, for spreadsheets: open the JSON (--json) of that picture, or the file it came from%.0s"},
    {"query_token,", 12, 0, ".csv",
        "%s: it is a table that Headscope wrote, for spreadsheets: open the JSON (--json) of that picture, or the file it came from%.0s"},
    {"{\n  \"format\": \"headscope-layers", 29, 0, NULL,
        "%s: it holds the statistics of heads and no weights: open the file that they are of%.0s"},
};

static const struct foreign *known(const struct hs_look *look)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct foreign *kind = &kinds[i];
        if (look->length >= kind->at + kind->length && memcmp(look->start + kind->at, kind->start, kind->length) == 0 &&
            (!kind->ending || hsi_look_ends(look, kind->ending)))
            return kind;
    }
    return NULL;
}

static int foreign_knows(const struct hs_look *look)
{
    return known(look) ? 30 : 0;
}

static enum hs_status foreign_open(const char *path, const struct hs_watch *watch, struct hs_source **source,
    struct hs_error *error)
{
    uint8_t start[HS_LOOK_BYTES];
    struct hs_look look;
    char name[128];
    (void)watch;
    (void)source;
    hsi_look_at(&look, path, start);
    const struct foreign *kind = known(&look);
    const char *slash = strrchr(path, '/');
    snprintf(name, sizeof name, "\"%.100s\"", hsi_name_shown(slash ? slash + 1 : path).text);
    if (!kind)
        return hs_fail(error, HS_IO, "%s: it changed while it was opened: open it again", hsi_name_shown(path).text);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    return hs_fail(error, HS_BAD_INPUT, kind->message, hsi_name_shown(path).text, name);
#pragma GCC diagnostic pop
}

static void foreign_drop(struct hs_source *source)
{
    (void)source; /* there is never one */
}

const struct hs_source_kind hsi_foreign_kind = {
    .name = "foreign", .knows = foreign_knows, .open = foreign_open, .drop = foreign_drop};
