/* dump_open.c – opening attention files: which tensors a file holds and whether their shapes make
 * sense. What the metadata says of them is dump_describe.c's. Reads headers only. Called
 * by dump_source.c. */
#include "sources/dump.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io_words.h"
#include "sources/dump_describe.h"
#include "sources/npy.h"

static const struct {
    const char *name;
    enum hs_part_kind kind;
} known_parts[DUMP_PARTS] = {{"attention", HS_PART_SELF}, {"encoder_attention", HS_PART_ENCODER},
    {"decoder_attention", HS_PART_DECODER}, {"cross_attention", HS_PART_CROSS}};

static bool ends_with(const char *path, const char *ending)
{
    size_t length = strlen(path), size = strlen(ending);
    return length > size && strcasecmp(path + length - size, ending) == 0;
}

/* ------------------------------------------------------------------ shapes */
static enum hs_status check_limits(
    const struct dump *dump, const struct dump_part *part, struct hs_error *error)
{
    const struct hs_part *t = &part->about;
    const struct {
        const char *axis;
        size_t size, limit;
        const char *remedy;
    } axes[] = {{"L (layers)", t->L, HS_DUMP_MAX_LAYERS, "write fewer layers"},
        {"B (batch)", t->B, HS_DUMP_MAX_BATCH, "write fewer items"},
        {"h (heads)", t->h, HS_MAX_HEADS, "check the order of the axes: (L, h, n, m)"},
        {"n (queries)", t->n, HS_DUMP_MAX_SIDE, "cut the sequence"},
        {"m (keys)", t->m, HS_DUMP_MAX_SIDE, "cut the sequence"}};
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        if (axes[i].size == 0)
            return hs_dump_fail(dump, part, error, HS_BAD_INPUT,
                "is empty: its axis %s is 0 long. If the model returned no weights, load the model "
                "with eager attention (attn_implementation=\"eager\") and export again",
                axes[i].axis);
        if (axes[i].size > axes[i].limit)
            return hs_dump_fail(dump, part, error, HS_LIMIT,
                "has %s = %zu and the limit is %zu: %s", axes[i].axis, axes[i].size, axes[i].limit,
                axes[i].remedy);
    }
    return HS_OK;
}

/* (n, m), (h, n, m), (L, h, n, m) or (L, B, h, n, m). */
static enum hs_status take_shape(const struct dump *dump, struct dump_part *part, size_t rank,
    const size_t *shape, struct hs_error *error)
{
    struct hs_part *t = &part->about;
    if (rank < 2 || rank > 5)
        return hs_dump_fail(dump, part, error, HS_BAD_INPUT,
            "has %zu axes: expected (L, h, n, m), (L, B, h, n, m), (h, n, m) or (n, m)", rank);
    t->L = rank > 3 ? shape[0] : 1;
    t->B = rank > 4 ? shape[1] : 1;
    t->h = rank > 2 ? shape[rank - 3] : 1;
    t->n = shape[rank - 2];
    t->m = shape[rank - 1];
    if (part->dtype > HS_DTYPE_BF16)
        return hs_dump_fail(dump, part, error, HS_BAD_INPUT,
            "has numbers of type %s, and F64, F32, F16 and BF16 can be read: write the weights as "
            "floats",
            t->dtype);
    return check_limits(dump, part, error);
}

static struct dump_part *add_part(
    struct dump *dump, const char *name, enum hs_part_kind kind, enum hs_dtype dtype, const char *type)
{
    struct dump_part *part = &dump->part[dump->part_count++];
    part->dtype = dtype;
    part->about.dtype = type;
    part->about.name = name;
    part->about.kind = kind;
    return part;
}

/* Says which tensors there are, for someone whose tensor is called otherwise. */
static enum hs_status no_attention(const struct dump *dump, struct hs_error *error)
{
    char names[200] = "";
    size_t count = hs_tensors_count(dump->tensors), length = 0;
    for (size_t i = 0; i < count && length < 150; i++)
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%.40s", i ? ", " : "",
            hs_tensors_at(dump->tensors, i)->name);
    return hs_fail(error, HS_BAD_INPUT,
        "%s: no tensor is called attention, encoder_attention, decoder_attention or "
        "cross_attention; "
        "it holds %s%s: write the attention under one of these names",
        hs_name_shown(dump->path).text, count ? names : "nothing", length >= 150 ? " …" : "");
}

static enum hs_status take_tensors(struct dump *dump, struct hs_error *error)
{
    dump->meta.tensors = dump->tensors;
    for (size_t i = 0; i < DUMP_PARTS; i++) {
        const struct hs_tensor *tensor = hs_tensors_find(dump->tensors, known_parts[i].name);
        if (!tensor)
            continue;
        struct dump_part *part = add_part(dump, known_parts[i].name, known_parts[i].kind, tensor->dtype, tensor->type);
        part->begin = tensor->begin;
        enum hs_status status = take_shape(dump, part, tensor->rank, tensor->shape, error);
        if (status)
            return status;
    }
    return dump->part_count ? HS_OK : no_attention(dump, error);
}

static enum hs_status take_array(struct dump *dump, struct hs_error *error)
{
    uint8_t start[NPY_PREFIX];
    size_t length;
    struct npy npy;
    if (dump->length < sizeof start)
        return hs_fail(error, HS_BAD_INPUT,
            "%s: it is too short for a NumPy array: save it again with numpy.save",
            hs_name_shown(dump->path).text);
    enum hs_status status = hs_dump_fetch(dump, 0, sizeof start, start, error);
    if (!status)
        status = hs_npy_length(dump->path, start, &length, error);
    if (status)
        return status;
    if (length > dump->length)
        return hs_fail(error, HS_BAD_INPUT,
            "%s: its header is said to be longer than the file: save it again with numpy.save",
            hs_name_shown(dump->path).text);
    uint8_t *header = malloc(length);
    if (!header)
        return hs_fail(error, HS_NO_MEMORY, "no memory left for an array's header");
    status = hs_dump_fetch(dump, 0, length, header, error);
    if (!status)
        status = hs_npy_parse(dump->path, header, length, dump->length, &npy, error);
    free(header);
    if (status)
        return status;
    struct dump_part *part = add_part(dump, "array", HS_PART_SELF, npy.dtype, hs_dtype_name(npy.dtype));
    part->begin = npy.data_begin;
    return take_shape(dump, part, npy.rank, npy.shape, error);
}

/* ------------------------------------------------------------------ opening */
static struct dump *dump_new(const char *path)
{
    static const char ending[] = ".tokens.json"; /* a.npy has a.tokens.json */
    struct dump *dump = calloc(1, sizeof *dump);
    size_t size = strlen(path) + 1, stem = size - 1 - (ends_with(path, ".npy") ? 4 : 0);
    if (!dump)
        return NULL;
    dump->file = dump->own_file = -1;
    dump->path = malloc(size + stem + sizeof ending);
    if (!dump->path || pthread_mutex_init(&dump->lock, NULL)) {
        free(dump->path);
        free(dump);
        return NULL;
    }
    memcpy(dump->path, path, size);
    dump->side = dump->path + size;
    memcpy(dump->side, path, stem);
    memcpy(dump->side + stem, ending, sizeof ending);
    dump->meta.name = dump->path;
    return dump;
}

static enum hs_status finish(struct dump *made, const char *side, size_t side_length,
    enum hs_status status, struct dump **dump, struct hs_error *error)
{
    if (!status)
        status = made->tensors ? take_tensors(made, error) : take_array(made, error);
    if (side)
        made->meta.name = made->side;
    if (!status)
        status = hs_dump_meta_parse(&made->meta, side, side_length, error);
    for (size_t i = 0; !status && i < made->part_count; i++)
        status = hs_dump_describe(made, &made->part[i], error);
    for (size_t i = 0; !status && i < made->part_count; i++)
        status = hs_dump_take_mask(made, &made->part[i], error);
    if (status)
        hs_dump_free(made);
    else
        *dump = made;
    return status;
}

/* The list of tokens beside an array. NULL when there is none. */
static enum hs_status read_side(
    const struct dump *dump, char **text, size_t *length, struct hs_error *error)
{
    *text = NULL;
    if (access(dump->side, F_OK) != 0)
        return HS_OK;
    return hs_file_read(dump->side, HS_MAX_FILE_BYTES, text, length, error);
}

static enum hs_status open_array(struct dump *dump, struct hs_error *error)
{
    char unknown[64];
    struct stat about;
    /* not blocking on a FIFO, which is refused below */
    dump->file = dump->own_file = open(dump->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    int why = dump->file < 0 || fstat(dump->file, &about) != 0 ? errno
              : S_ISDIR(about.st_mode)                         ? EISDIR
                                                               : 0;
    if (why) {
        struct hs_io_words words = hs_io_reading(why, unknown);
        return hs_fail(error, HS_IO, "%s: cannot be read: %s; %s", hs_name_shown(dump->path).text,
            words.what, words.remedy);
    }
    if (!S_ISREG(about.st_mode))
        return hs_fail(error, HS_IO,
            "%s: cannot be read: an array needs a regular file; copy the data to one",
            hs_name_shown(dump->path).text);
    dump->length = (uint64_t)about.st_size;
    return HS_OK;
}

static bool is_array(const char *path)
{
    uint8_t start[6] = {0};
    if (ends_with(path, ".npy"))
        return true;
    int file = ends_with(path, ".safetensors") ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool array = file >= 0 && pread(file, start, 6, 0) == 6 && memcmp(start, NPY_MAGIC, 6) == 0;
    if (file >= 0)
        close(file);
    return array;
}

enum hs_status hs_dump_read_file(const char *path, struct dump **dump, struct hs_error *error)
{
    struct dump *made = dump_new(path);
    char *side = NULL;
    size_t length = 0;
    enum hs_status status = HS_OK;
    if (!made)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to open a file");
    if (is_array(path)) {
        status = open_array(made, error);
        if (!status)
            status = read_side(made, &side, &length, error);
    } else {
        status = hs_tensors_open(path, &made->tensors, error);
        if (!status)
            made->file = hs_tensors_file(made->tensors, &made->length);
    }
    status = finish(made, side, length, status, dump, error);
    free(side);
    return status;
}

enum hs_status hs_dump_read_bytes(const char *name, const void *bytes, size_t length,
    const char *tokens, struct dump **dump, struct hs_error *error)
{
    struct dump *made = dump_new(name);
    enum hs_status status = HS_OK;
    if (!made)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to open a file");
    made->bytes = bytes;
    made->length = length;
    if (!ends_with(name, ".npy"))
        status = hs_tensors_parse(name, bytes, length, &made->tensors, error);
    return finish(made, tokens, tokens ? strlen(tokens) : 0, status, dump, error);
}

void hs_dump_free(struct dump *dump)
{
    if (!dump)
        return;
    hs_dump_meta_drop(&dump->meta);
    hs_tensors_drop(dump->tensors);
    if (dump->own_file >= 0)
        close(dump->own_file);
    pthread_mutex_destroy(&dump->lock);
    free(dump->path);
    free(dump);
}
