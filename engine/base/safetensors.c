/* safetensors.c – reads tensor files: the checked table of contents and elements as float. Called
 * by preset/ and sources/. The layout is that of the safetensors format, version 0.x. See
 * safetensors.h for what is promised. */
#include "base/safetensors.h"

#include "base/io_words.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

struct hs_tensors {
    char *name;           /* file, for messages */
    int file;             /* -1 when over memory */
    const uint8_t *bytes; /* whole file, NULL when over a file */
    uint64_t length;
    struct hs_json_doc *doc; /* owns names and metadata */
    const struct hs_json *metadata;
    struct hs_tensor *tensor; /* (count) */
    size_t count;
};

static const struct {
    const char *name;
    size_t bytes;
} dtypes[HS_DTYPE_COUNT] = {{"F64", 8}, {"F32", 4}, {"F16", 2}, {"BF16", 2}, {"I64", 8}, {"I32", 4},
    {"I16", 2}, {"I8", 1}, {"U64", 8}, {"U32", 4}, {"U16", 2}, {"U8", 1}, {"BOOL", 1}, {"another type", 0}};

const char *hsi_dtype_name(enum hs_dtype dtype)
{
    return dtypes[dtype].name;
}

size_t hsi_dtype_bytes(enum hs_dtype dtype)
{
    return dtypes[dtype].bytes;
}

static enum hs_status bad(
    const struct hs_tensors *t, struct hs_error *error, const char *what, const char *tensor)
{
    return hs_fail(error, HS_BAD_INPUT,
        "%s: %s%s%s%s; the file is damaged or no safetensors file: make or fetch it again",
        hsi_name_shown(t->name).text, tensor ? "tensor \"" : "",
        tensor ? hsi_name_shown(tensor).text : "", tensor ? "\": " : "", what);
}

static enum hs_status no_memory(const struct hs_tensors *t, struct hs_error *error)
{
    return hs_fail(
        error, HS_NO_MEMORY, "%s: no memory for its tensors", hsi_name_shown(t->name).text);
}

/* Reads bytes [at, at + size) of the file; the caller has checked that they lie inside. */
static enum hs_status fetch(
    const struct hs_tensors *t, uint64_t at, size_t size, void *to, struct hs_error *error)
{
    if (t->bytes) {
        memcpy(to, t->bytes + at, size);
        return HS_OK;
    }
    for (size_t done = 0; done < size;) {
        ssize_t got = pread(t->file, (char *)to + done, size - done, (off_t)(at + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            char unknown[64];
            struct hs_io_words words = hsi_io_reading(got < 0 ? errno : EIO, unknown);
            return hs_fail(error, HS_IO, "%s: cannot be read: %s; %s", hsi_name_shown(t->name).text,
                got < 0 ? words.what : "it became shorter while it was read", words.remedy);
        }
        done += (size_t)got;
    }
    return HS_OK;
}

/* ------------------------------------------------------------------ the table of contents */

/* An integer 0 … 2^53 of an array or object. */
static bool read_whole(const struct hs_json *node, uint64_t *value)
{
    double number;
    if (!hs_json_number(node, &number) || !(number >= 0) || !(number <= 9007199254740992.0) ||
        number != floor(number))
        return false;
    *value = (uint64_t)number;
    return true;
}

static enum hs_status read_shape(const struct hs_tensors *t, const struct hs_json *node,
    struct hs_tensor *tensor, struct hs_error *error)
{
    if (hs_json_kind(node) != HS_JSON_ARRAY || hs_json_count(node) > HS_TENSOR_RANK)
        return bad(t, error, "\"shape\" is no array of at most 8 sizes", tensor->name);
    tensor->count = 1;
    for (const struct hs_json *item = hs_json_first(node); item; item = hs_json_next(item)) {
        uint64_t size;
        if (!read_whole(item, &size) || size > SIZE_MAX ||
            !hsi_size_mul(tensor->count, (size_t)size, &tensor->count))
            return bad(t, error, "\"shape\" holds no sizes, or too many elements", tensor->name);
        tensor->shape[tensor->rank++] = (size_t)size;
    }
    return HS_OK;
}

static enum hs_status read_entry(const struct hs_tensors *t, const struct hs_json *node,
    uint64_t data_start, struct hs_tensor *tensor, struct hs_error *error)
{
    tensor->name = hs_json_key(node);
    const struct hs_json *type = hs_json_find(node, "dtype"),
                         *offsets = hs_json_find(node, "data_offsets");
    const char *type_name = hs_json_string(type);
    if (hs_json_kind(node) != HS_JSON_OBJECT || hs_json_count(node) != 3 || !type_name || !offsets)
        return bad(t, error, "expected exactly dtype, shape and data_offsets", tensor->name);
    size_t k = 0;
    while (k < HS_DTYPE_OTHER && strcmp(dtypes[k].name, type_name) != 0)
        k++; /* one of another type harms nobody who does not read it */
    tensor->type = type_name;
    tensor->dtype = (enum hs_dtype)k;
    enum hs_status status = read_shape(t, hs_json_find(node, "shape"), tensor, error);
    if (status)
        return status;
    uint64_t begin, end;
    const struct hs_json *item =
        hs_json_kind(offsets) == HS_JSON_ARRAY && hs_json_count(offsets) == 2
            ? hs_json_first(offsets)
            : NULL;
    size_t bytes;
    if (!item || !read_whole(item, &begin) || !read_whole(hs_json_next(item), &end) ||
        begin > end)
        return bad(t, error, "\"data_offsets\" are no range of bytes", tensor->name);
    if (k < HS_DTYPE_OTHER && (!hsi_size_mul(tensor->count, dtypes[k].bytes, &bytes) || end - begin != bytes))
        return bad(t, error, "\"data_offsets\" do not agree with dtype and shape", tensor->name);
    tensor->begin = data_start + begin;
    tensor->end = data_start + end;
    return HS_OK;
}

static enum hs_status cut_off(const struct hs_tensors *t, uint64_t promised, struct hs_error *error)
{
    return hs_fail(error, HS_BAD_INPUT,
        "%s: it was cut off: its header promises %llu bytes and the file has %llu: make or fetch it again",
        hsi_name_shown(t->name).text, (unsigned long long)promised, (unsigned long long)t->length);
}

static int by_begin(const void *left, const void *right)
{
    const struct hs_tensor *const *a = left, *const *b = right;
    if ((*a)->begin != (*b)->begin)
        return (*a)->begin < (*b)->begin ? -1 : 1;
    return (*a)->end < (*b)->end ? -1 : (*a)->end > (*b)->end;
}

/* The format wants the tensors to fill the data without a hole, which also rules out overlaps. */
static enum hs_status check_tiling(
    const struct hs_tensors *t, uint64_t data_start, struct hs_error *error)
{
    const struct hs_tensor **order = malloc((t->count + 1) * sizeof *order);
    if (!order)
        return no_memory(t, error);
    for (size_t i = 0; i < t->count; i++)
        order[i] = &t->tensor[i];
    qsort(order, t->count, sizeof *order, by_begin);
    uint64_t at = data_start;
    enum hs_status status = HS_OK;
    for (size_t i = 0; i < t->count && !status; i++) {
        if (order[i]->begin != at)
            status = bad(t, error,
                order[i]->begin < at ? "its data overlap another's"
                                     : "unused bytes lie before its data",
                order[i]->name);
        at = order[i]->end;
    }
    free(order);
    if (!status && at != t->length)
        status = bad(t, error, "bytes follow the last tensor", NULL);
    return status;
}

static enum hs_status read_contents(
    struct hs_tensors *t, const char *header, size_t size, struct hs_error *error)
{
    if (header[0] != '{')
        return bad(t, error, "its header does not start with {", NULL);
    char name[300];
    snprintf(name, sizeof name, "%s: its header", hsi_name_shown(t->name).text);
    enum hs_status status = hs_json_parse(name, header, size, &t->doc, error);
    if (status)
        return status;
    const struct hs_json *root = hs_json_root(t->doc);
    if (hs_json_kind(root) != HS_JSON_OBJECT)
        return bad(t, error, "its header is no object", NULL);
    uint64_t promised = 0;
    t->tensor = calloc(hs_json_count(root) + 1, sizeof *t->tensor);
    if (!t->tensor)
        return no_memory(t, error);
    for (const struct hs_json *node = hs_json_first(root); node; node = hs_json_next(node)) {
        if (strcmp(hs_json_key(node), "__metadata__") == 0) {
            if (hs_json_kind(node) != HS_JSON_OBJECT)
                return bad(t, error, "\"__metadata__\" is no object", NULL);
            for (const struct hs_json *item = hs_json_first(node); item; item = hs_json_next(item))
                if (!hs_json_string(item))
                    return bad(t, error, "\"__metadata__\" holds something else than texts", NULL);
            t->metadata = node;
            continue;
        }
        status = read_entry(t, node, 8 + (uint64_t)size, &t->tensor[t->count], error);
        if (status)
            return status;
        promised = t->tensor[t->count].end > promised ? t->tensor[t->count].end : promised;
        t->count++;
    }
    if (promised > t->length)
        return cut_off(t, promised, error);
    return check_tiling(t, 8 + (uint64_t)size, error);
}

/* What stands under the name of a file that was never fetched. */
static enum hs_status check_stand_in(const struct hs_tensors *t, const char *start, size_t length, struct hs_error *error)
{
    static const char pointer[] = "version https://git-lfs", *const pages[] = {"<!doctype", "<html"};
    if (length >= sizeof pointer - 1 && memcmp(start, pointer, sizeof pointer - 1) == 0)
        return hs_fail(error, HS_BAD_INPUT,
            "%s: it is a pointer of Git LFS and not the file itself: fetch that with git lfs pull",
            hsi_name_shown(t->name).text);
    for (size_t i = 0; i < 2; i++)
        if (length >= strlen(pages[i]) && strncasecmp(start, pages[i], strlen(pages[i])) == 0)
            return hs_fail(error, HS_BAD_INPUT,
                "%s: it is a web page (HTML) and not the file itself: download the file behind the link",
                hsi_name_shown(t->name).text);
    return HS_OK;
}

static enum hs_status read_header(struct hs_tensors *t, struct hs_error *error)
{
    enum { LENGTH = 8, LOOK = 32 };
    uint8_t start[LOOK];
    size_t look = t->length < LOOK ? (size_t)t->length : LOOK;
    enum hs_status status = fetch(t, 0, look, start, error);
    if (!status)
        status = check_stand_in(t, (const char *)start, look, error);
    if (!status && t->length < LENGTH + 2)
        status = bad(t, error, "it is too short for a header", NULL);
    if (status)
        return status;
    uint64_t size = 0;
    for (size_t i = LENGTH; i-- > 0;)
        size = size << 8 | start[i];
    if (size < 2)
        return bad(t, error, "its header has no room for {}", NULL);
    if (size > t->length - LENGTH)
        return size <= HS_TENSOR_HEADER_BYTES
                   ? cut_off(t, LENGTH + size, error)
                   : bad(t, error, "its header is said to be longer than the file", NULL);
    if (size > HS_TENSOR_HEADER_BYTES)
        return hs_fail(error, HS_LIMIT, "%s: its header has more than %u MiB",
            hsi_name_shown(t->name).text, HS_TENSOR_HEADER_BYTES >> 20);
    char *header = malloc((size_t)size + 1);
    if (!header)
        return no_memory(t, error);
    status = fetch(t, LENGTH, (size_t)size, header, error);
    header[size] = '\0';
    if (!status)
        status = read_contents(t, header, (size_t)size, error);
    free(header);
    return status;
}

static enum hs_status finish(
    struct hs_tensors *made, struct hs_tensors **tensors, struct hs_error *error)
{
    enum hs_status status = made->name
                                ? read_header(made, error)
                                : hs_fail(error, HS_NO_MEMORY, "no memory for a tensor file");
    if (status)
        hsi_tensors_drop(made);
    else
        *tensors = made;
    return status;
}

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

enum hs_status hsi_tensors_open(
    const char *path, struct hs_tensors **tensors, struct hs_error *error)
{
    char unknown[64];
    /* not blocking on a FIFO, which is refused below */
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat about;
    if (file < 0 || fstat(file, &about) != 0) {
        struct hs_io_words words = hsi_io_reading(errno, unknown);
        if (file >= 0)
            close(file);
        return hs_fail(error, HS_IO, "%s: cannot be read: %s; %s", hsi_name_shown(path).text,
            words.what, words.remedy);
    }
    if (!S_ISREG(about.st_mode)) {
        close(file);
        struct hs_io_words words = hsi_io_reading(EISDIR, unknown);
        if (S_ISDIR(about.st_mode))
            return hs_fail(error, HS_IO, "%s: cannot be read: %s; %s", hsi_name_shown(path).text,
                words.what, words.remedy);
        return hs_fail(error, HS_IO,
            "%s: cannot be read: tensors need a regular file; copy the data to one",
            hsi_name_shown(path).text);
    }
    struct hs_tensors *made = calloc(1, sizeof *made);
    if (!made) {
        close(file);
        return hs_fail(
            error, HS_NO_MEMORY, "%s: no memory for its tensors", hsi_name_shown(path).text);
    }
    made->file = file;
    made->length = (uint64_t)about.st_size;
    made->name = copy_text(path);
    return finish(made, tensors, error);
}

enum hs_status hsi_tensors_parse(const char *name, const void *bytes, size_t length,
    struct hs_tensors **tensors, struct hs_error *error)
{
    struct hs_tensors *made = calloc(1, sizeof *made);
    if (!made)
        return hs_fail(
            error, HS_NO_MEMORY, "%s: no memory for its tensors", hsi_name_shown(name).text);
    made->file = -1;
    made->bytes = bytes;
    made->length = length;
    made->name = copy_text(name);
    return finish(made, tensors, error);
}

void hsi_tensors_drop(struct hs_tensors *tensors)
{
    if (!tensors)
        return;
    if (tensors->file >= 0)
        close(tensors->file);
    hs_json_drop(tensors->doc);
    free(tensors->tensor);
    free(tensors->name);
    free(tensors);
}

int hsi_tensors_file(const struct hs_tensors *tensors, uint64_t *length)
{
    *length = tensors->length;
    return tensors->file;
}

size_t hsi_tensors_count(const struct hs_tensors *tensors)
{
    return tensors->count;
}

const struct hs_tensor *hsi_tensors_at(const struct hs_tensors *tensors, size_t index)
{
    return &tensors->tensor[index];
}

const struct hs_tensor *hsi_tensors_find(const struct hs_tensors *tensors, const char *name)
{
    for (size_t i = 0; i < tensors->count; i++)
        if (strcmp(tensors->tensor[i].name, name) == 0)
            return &tensors->tensor[i];
    return NULL;
}

const char *hsi_tensors_metadata(const struct hs_tensors *tensors, const char *key)
{
    return hs_json_string(hs_json_find(tensors->metadata, key));
}

/* ------------------------------------------------------------------ elements */

static uint64_t little(const uint8_t *from, size_t size)
{
    uint64_t value = 0;
    for (size_t i = size; i-- > 0;)
        value = value << 8 | from[i];
    return value;
}

static float element(const uint8_t *from, enum hs_dtype dtype)
{
    uint64_t bits = little(from, dtypes[dtype].bytes);
    uint32_t low = (uint32_t)bits;
    float single;
    double real;
    switch (dtype) {
    case HS_DTYPE_F64:
        memcpy(&real, &bits, sizeof real);
        return (float)real;
    case HS_DTYPE_BF16:
        low <<= 16;
        memcpy(&single, &low, sizeof single);
        return single;
    case HS_DTYPE_F32:
        memcpy(&single, &low, sizeof single);
        return single;
    case HS_DTYPE_F16:
        return hsi_half_to_float((uint16_t)low);
    case HS_DTYPE_I64:
        return (float)(int64_t)bits;
    case HS_DTYPE_I32:
        return (float)(int32_t)low;
    case HS_DTYPE_I16:
        return (float)(int16_t)low;
    case HS_DTYPE_I8:
        return (float)(int8_t)low;
    default:
        return (float)bits;
    }
}

/* `count` where all are finite. The first loop, which nearly always decides, is vector code. */
static size_t first_not_finite(const float *values, size_t count)
{
    uint32_t any = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        any |= (bits & 0x7F800000u) == 0x7F800000u;
    }
    size_t at = any ? 0 : count;
    while (at < count && isfinite(values[at]))
        at++;
    return at;
}

static enum hs_status not_finite(const struct hs_tensors *tensors, const struct hs_tensor *tensor,
    size_t element, struct hs_error *error)
{
    return hs_fail(error, HS_BAD_INPUT,
        "%s: tensor \"%s\": element %zu is not finite; the file is damaged",
        hsi_name_shown(tensors->name).text, hsi_name_shown(tensor->name).text, element);
}

static enum hs_status check_range(const struct hs_tensors *tensors, const struct hs_tensor *tensor,
    size_t first, size_t count, struct hs_error *error)
{
    if (tensor->dtype == HS_DTYPE_OTHER)
        return hs_fail(error, HS_BAD_INPUT, "%s: tensor \"%s\" has dtype \"%s\", which is not read here: write it as F32",
            hsi_name_shown(tensors->name).text, hsi_name_shown(tensor->name).text, hsi_name_shown(tensor->type).text);
    if (first <= tensor->count && count <= tensor->count - first)
        return HS_OK;
    return hs_fail(error, HS_BAD_USE,
        "%s: tensor \"%s\" has %zu elements; asked for %zu from %zu",
        hsi_name_shown(tensors->name).text, hsi_name_shown(tensor->name).text, tensor->count, count,
        first);
}

/* Whether this machine keeps numbers as files do: the lowest byte first. */
static bool little_endian(void)
{
    const uint16_t one = 1;
    uint8_t low;
    memcpy(&low, &one, sizeof low);
    return low == 1;
}

enum hs_status hsi_tensors_halves(const struct hs_tensors *tensors, const struct hs_tensor *tensor,
    size_t first, size_t count, uint16_t *halves, struct hs_error *error)
{
    enum hs_status status = check_range(tensors, tensor, first, count, error);
    uint16_t exponent = tensor->dtype == HS_DTYPE_F16 ? 0x7C00u : 0x7F80u, special = 0;
    if (!status && dtypes[tensor->dtype].bytes != sizeof *halves)
        status = hs_fail(error, HS_BAD_USE, "tensor \"%s\" does not have 16 bits", tensor->name);
    if (!status)
        status = fetch(tensors, tensor->begin + first * sizeof *halves, count * sizeof *halves, halves, error);
    if (status)
        return status;
    for (size_t i = 0; i < count && !little_endian(); i++)
        halves[i] = (uint16_t)(halves[i] << 8 | halves[i] >> 8);
    for (size_t i = 0; i < count; i++)
        special |= (halves[i] & exponent) == exponent;
    for (size_t i = 0; i < count && special; i++)
        if ((halves[i] & exponent) == exponent)
            return not_finite(tensors, tensor, first + i, error);
    return HS_OK;
}

enum hs_status hsi_tensors_read(const struct hs_tensors *tensors, const struct hs_tensor *tensor,
    size_t first, size_t count, bool finite, float *values, struct hs_error *error)
{
    enum hs_status status = check_range(tensors, tensor, first, count, error);
    if (status)
        return status;
    enum { CHUNK = 1 << 14 };
    const size_t size = dtypes[tensor->dtype].bytes, at_once = CHUNK / size;
    uint8_t bytes[CHUNK];
    for (size_t done = 0; done < count;) {
        size_t now = count - done < at_once ? count - done : at_once;
        status = fetch(tensors, tensor->begin + (first + done) * size, now * size, bytes, error);
        if (status)
            return status;
        if (tensor->dtype == HS_DTYPE_F32 && little_endian())
            memcpy(values + done, bytes, now * size);
        else if (tensor->dtype == HS_DTYPE_F16)
            hsi_halves_to_floats(bytes, now, values + done);
        else
            for (size_t i = 0; i < now; i++)
                values[done + i] = element(bytes + i * size, tensor->dtype);
        size_t bad_at = finite ? first_not_finite(values + done, now) : now;
        if (bad_at < now)
            return not_finite(tensors, tensor, first + done + bad_at, error);
        done += now;
    }
    return HS_OK;
}
