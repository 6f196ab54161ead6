/* dump_open.c – opening attention files: which format one has, and in what order its parts are read.
 * What the metadata says of them is dump_describe.c's. Reads headers only, but for compressed members and
 * JSON. Called by dump_source.c. */
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
#include "sources/zip.h"

enum dump_format { FORMAT_TENSORS, FORMAT_ARRAY, FORMAT_ZIP, FORMAT_JSON };

static bool ends_with(const char *path, const char *ending)
{
    size_t length = strlen(path), size = strlen(ending);
    return length > size && strcasecmp(path + length - size, ending) == 0;
}

static enum hs_status take_tensors(struct dump *dump, struct hs_error *error)
{
    size_t count = hsi_tensors_count(dump->tensors);
    struct dump_array *array = malloc((count + 1) * sizeof *array);
    if (!array)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to open a file");
    for (size_t i = 0; i < count; i++) {
        const struct hs_tensor *tensor = hsi_tensors_at(dump->tensors, i);
        array[i] = (struct dump_array){
            tensor->name, tensor->dtype, tensor->type, tensor->rank, tensor->shape, {tensor->begin, NULL}};
    }
    dump->meta.tensors = dump->tensors;
    enum hs_status status = hsi_dump_choose(dump, array, count, error);
    free(array);
    return status;
}

/* ------------------------------------------------------------------ opening */
static struct dump *dump_new(const char *path)
{
    static const char ending[] = ".tokens.json"; /* a.npy has a.tokens.json */
    struct dump *dump = calloc(1, sizeof *dump);
    size_t size = strlen(path) + 1, stem = size - 1 - (ends_with(path, ".npy") || ends_with(path, ".npz") ? 4 : 0);
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

/* By the first bytes; an ending decides where they say nothing, so that a broken file is told what is wrong with it. */
static enum dump_format format_of(const char *path, const uint8_t *start, size_t length)
{
    static const char json[] = "\"headscope-attention";
    if (length >= 4 && memcmp(start, ZIP_MAGIC, 4) == 0)
        return FORMAT_ZIP;
    if (length >= 6 && memcmp(start, NPY_MAGIC, 6) == 0)
        return FORMAT_ARRAY;
    for (size_t i = 0; length > 8 && start[0] == '{' && i + sizeof json - 1 <= length; i++)
        if (memcmp(start + i, json, sizeof json - 1) == 0)
            return FORMAT_JSON;
    return ends_with(path, ".npy") ? FORMAT_ARRAY : ends_with(path, ".npz") ? FORMAT_ZIP : FORMAT_TENSORS;
}

static enum hs_status take(struct dump *dump, enum dump_format format, struct hs_buffer *meta, struct hs_error *error)
{
    switch (format) {
    case FORMAT_TENSORS:
        return take_tensors(dump, error);
    case FORMAT_ARRAY:
        return hsi_dump_take_npy(dump, error);
    case FORMAT_ZIP:
        return hsi_dump_take_npz(dump, meta, error);
    default:
        return hsi_dump_take_json(dump, meta, error);
    }
}

/* `side` is the list of tokens beside the file; without it counts what the file itself says. */
static enum hs_status finish(struct dump *made, enum dump_format format, const char *side, size_t side_length,
    enum hs_status status, struct dump **dump, struct hs_error *error)
{
    struct hs_buffer meta = {0};
    if (!status)
        status = take(made, format, &meta, error);
    if (side) {
        made->meta.name = made->side;
    } else if (meta.length > 0) {
        side = meta.data;
        side_length = meta.length;
    }
    if (!status && meta.failed)
        status = hs_fail(error, HS_NO_MEMORY, "no memory left for the tokens of an attention file");
    if (!status)
        status = hsi_dump_meta_parse(&made->meta, side, side_length, error);
    for (size_t i = 0; !status && i < made->part_count; i++)
        status = hsi_dump_describe(made, &made->part[i], error);
    for (size_t i = 0; !status && i < made->part_count; i++)
        status = hsi_dump_take_mask(made, &made->part[i], error);
    hs_buffer_drop(&meta);
    made->watch = NULL;
    if (status)
        hsi_dump_free(made);
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
        struct hs_io_words words = hsi_io_reading(why, unknown);
        return hs_fail(error, HS_IO, "%s: cannot be read: %s; %s", hsi_name_shown(dump->path).text,
            words.what, words.remedy);
    }
    if (!S_ISREG(about.st_mode))
        return hs_fail(error, HS_IO,
            "%s: cannot be read: attention needs a regular file; copy the data to one",
            hsi_name_shown(dump->path).text);
    dump->length = (uint64_t)about.st_size;
    return HS_OK;
}

/* The first bytes of a regular file; none of what is no such. */
static size_t read_start(const char *path, uint8_t start[HS_LOOK_BYTES])
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t got = file >= 0 ? pread(file, start, HS_LOOK_BYTES, 0) : 0;
    if (file >= 0)
        close(file);
    return got > 0 ? (size_t)got : 0;
}

enum hs_status hsi_dump_read_file(
    const char *path, const struct hs_watch *watch, struct dump **dump, struct hs_error *error)
{
    struct dump *made = dump_new(path);
    uint8_t start[HS_LOOK_BYTES];
    char *side = NULL;
    size_t length = 0;
    enum hs_status status = HS_OK;
    if (!made)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to open a file");
    made->watch = watch;
    enum dump_format format = format_of(path, start, read_start(path, start));
    if (format == FORMAT_TENSORS) {
        status = hsi_tensors_open(path, &made->tensors, error);
        if (!status)
            made->file = hsi_tensors_file(made->tensors, &made->length);
    } else {
        status = open_array(made, error);
        if (!status)
            status = read_side(made, &side, &length, error);
    }
    status = finish(made, format, side, length, status, dump, error);
    free(side);
    return status;
}

enum hs_status hsi_dump_read_bytes(const char *name, const void *bytes, size_t length,
    const char *tokens, struct dump **dump, struct hs_error *error)
{
    struct dump *made = dump_new(name);
    enum hs_status status = HS_OK;
    if (!made)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to open a file");
    made->bytes = bytes;
    made->length = length;
    enum dump_format format = format_of(name, bytes, length < HS_LOOK_BYTES ? length : HS_LOOK_BYTES);
    if (format == FORMAT_TENSORS)
        status = hsi_tensors_parse(name, bytes, length, &made->tensors, error);
    return finish(made, format, tokens, tokens ? strlen(tokens) : 0, status, dump, error);
}

void hsi_dump_free(struct dump *dump)
{
    if (!dump)
        return;
    hsi_dump_meta_drop(&dump->meta);
    hsi_tensors_drop(dump->tensors);
    for (size_t i = 0; i < dump->part_count; i++)
        free(dump->part[i].block);
    for (struct dump_memory *memory = dump->memory, *next; memory; memory = next) {
        next = memory->next;
        free(memory);
    }
    if (dump->own_file >= 0)
        close(dump->own_file);
    pthread_mutex_destroy(&dump->lock);
    free(dump->path);
    free(dump);
}
