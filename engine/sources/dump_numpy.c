/* dump_numpy.c – attention from NumPy: one array (.npy), or an archive of several (.npz), of which those with the names of
 * metadata become that. Called by dump_open.c. */
#include "sources/dump.h"

#include <stdlib.h>
#include <string.h>

#include "sources/npy.h"
#include "sources/zip.h"

/* An array in a file or archive, its header read. */
struct stored {
    char *name; /* without .npy */
    struct npy npy;
    struct dump_block block; /* of the numbers */
};

/* `block` begins with the header and has `length` bytes; `name` stands in messages. */
static enum hs_status read_header(struct dump *dump, const char *name, const struct dump_block *block, uint64_t length,
    struct stored *stored, struct hs_error *error)
{
    uint8_t start[NPY_PREFIX];
    size_t header_length;
    if (length < sizeof start)
        return hs_fail(error, HS_BAD_INPUT, "%s: it is too short for a NumPy array: save it again with numpy.save",
            hsi_name_shown(name).text);
    enum hs_status status = hsi_dump_fetch_block(dump, block, 0, sizeof start, start, error);
    if (!status)
        status = hsi_npy_length(name, start, &header_length, error);
    if (status)
        return status;
    if (header_length > length)
        return hs_fail(error, HS_BAD_INPUT, "%s: its header is said to be longer than the file: save it again with numpy.save",
            hsi_name_shown(name).text);
    uint8_t *header = malloc(header_length);
    if (!header)
        return hs_fail(error, HS_NO_MEMORY, "no memory left for an array's header");
    status = hsi_dump_fetch_block(dump, block, 0, header_length, header, error);
    if (!status)
        status = hsi_npy_parse(name, header, header_length, length, &stored->npy, error);
    free(header);
    stored->block = (struct dump_block){block->begin + (status ? 0 : stored->npy.data_begin), block->bytes};
    return status;
}

static struct dump_array array_of(const struct stored *stored)
{
    const struct npy *npy = &stored->npy;
    return (struct dump_array){stored->name, npy->dtype, npy->letters ? "text" : hsi_dtype_name(npy->dtype), npy->rank,
        npy->shape, stored->block};
}

enum hs_status hsi_dump_take_npy(struct dump *dump, struct hs_error *error)
{
    char name[] = "array";
    struct stored stored = {.name = name};
    struct dump_block whole = {0, NULL};
    enum hs_status status = read_header(dump, dump->path, &whole, dump->length, &stored, error);
    if (status)
        return status;
    struct dump_array array = array_of(&stored);
    if (stored.npy.letters || stored.npy.dtype > HS_DTYPE_BF16)
        return hs_fail(error, HS_BAD_INPUT, "%s: it holds %s and no weights: save array.astype('<f4')",
            hsi_name_shown(dump->path).text, stored.npy.letters ? "texts" : "whole numbers");
    return hsi_dump_add_part(dump, "array", HS_PART_SELF, &(const struct dump_array *){&array}, 1, false, error);
}

/* ------------------------------------------------------------------ metadata in arrays */
#define META_BYTES ((size_t)64 << 20) /* of one array of them */

static bool is_meta(const char *name)
{
    static const char *const names[] = {"tokens", "query_tokens", "key_tokens", "model", "causal", "kind", "kv_heads",
        "segment_ids", "token_type_ids", "attention_mask", "decoder_attention_mask"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void put_letter(struct hs_buffer *text, uint32_t c)
{
    char bytes[4];
    size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF) || c == 0) {
        hs_buffer_print(text, "\xEF\xBF\xBD"); /* no character */
        return;
    }
    for (size_t i = length; i-- > 1; c >>= 6)
        bytes[i] = (char)(0x80 | (c & 0x3F));
    static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    bytes[0] = (char)(lead[length] | c);
    hs_buffer_write(text, bytes, length);
}

static uint64_t little(const uint8_t *from, size_t size)
{
    uint64_t value = 0;
    for (size_t i = size; i-- > 0;)
        value = value << 8 | from[i];
    return value;
}

/* One text, whose end is filled up with zeros. A list written as JSON into a text is that list. */
static void put_text(struct hs_buffer *json, const uint8_t *from, size_t letters, bool alone)
{
    struct hs_buffer text = {0};
    while (letters > 0 && little(from + 4 * (letters - 1), 4) == 0)
        letters--;
    for (size_t i = 0; i < letters; i++)
        put_letter(&text, (uint32_t)little(from + 4 * i, 4));
    hs_buffer_write(&text, "", 1);
    json->failed |= text.failed;
    if (text.data && alone && text.data[0] == '[')
        hs_buffer_print(json, "%s", text.data);
    else
        hs_buffer_json_string(json, text.data ? text.data : "");
    hs_buffer_drop(&text);
}

static void put_number(struct hs_buffer *json, const uint8_t *from, enum hs_dtype dtype)
{
    size_t size = hsi_dtype_bytes(dtype);
    uint64_t bits = little(from, size);
    if (dtype == HS_DTYPE_BOOL)
        hs_buffer_print(json, "%d", bits != 0);
    else if (dtype <= HS_DTYPE_BF16)
        hs_buffer_print(json, "%d", (bits << 1 & (size == 8 ? UINT64_MAX : (1ull << 8 * size) - 1)) != 0); /* a mask: not 0 */
    else
        hs_buffer_print(json, "%llu", (unsigned long long)bits); /* what is negative is refused as too large */
}

/* Appends "name": value. */
static enum hs_status put_meta(struct dump *dump, const struct stored *stored, struct hs_buffer *json, struct hs_error *error)
{
    const struct npy *npy = &stored->npy;
    size_t each = npy->letters ? 4 * npy->letters : hsi_dtype_bytes(npy->dtype), size, rows = npy->rank > 1 ? npy->shape[0] : 1;
    if (npy->rank > 2 || !hsi_size_mul(npy->count, each, &size) || size > META_BYTES)
        return hs_fail(error, HS_BAD_INPUT, "%s: \"%s\" is no list, and no list for each batch item",
            hsi_name_shown(dump->path).text, stored->name);
    uint8_t *bytes = malloc(size + 1);
    if (!bytes)
        return hs_fail(error, HS_NO_MEMORY, "no memory left for the tokens of an attention file");
    enum hs_status status = hsi_dump_fetch_block(dump, &stored->block, 0, size, bytes, error);
    size_t columns = rows ? npy->count / rows : 0;
    hs_buffer_print(json, "%s\"%s\":%s", json->length > 1 ? "," : "", stored->name, npy->rank > 1 ? "[" : "");
    for (size_t r = 0; !status && r < rows; r++) {
        hs_buffer_print(json, "%s%s", r ? "," : "", npy->rank > 0 ? "[" : "");
        for (size_t c = 0; c < columns; c++) {
            const uint8_t *at = bytes + (r * columns + c) * each;
            hs_buffer_write(json, ",", c > 0);
            if (npy->letters)
                put_text(json, at, npy->letters, npy->rank == 0);
            else if (npy->rank == 0 && npy->dtype == HS_DTYPE_BOOL)
                hs_buffer_print(json, at[0] ? "true" : "false");
            else
                put_number(json, at, npy->dtype);
        }
        hs_buffer_write(json, "]", npy->rank > 0);
    }
    hs_buffer_write(json, "]", npy->rank > 1);
    free(bytes);
    return status;
}

/* ------------------------------------------------------------------ archives */
/* The header of a member; one that is compressed is inflated whole. Its name without .npy; NULL: no array. */
static enum hs_status open_member(struct dump *dump, const struct zip_member *member, uint64_t *left, struct stored *stored,
    struct hs_error *error)
{
    char name[300];
    struct dump_block block = {member->begin, NULL};
    size_t length = strlen(member->name);
    stored->name = NULL;
    if (length < 5 || strcmp(member->name + length - 4, ".npy") != 0)
        return HS_OK;
    stored->name = hsi_dump_memory(dump, length);
    if (!stored->name)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to open an archive");
    memcpy(stored->name, member->name, length - 4);
    stored->name[length - 4] = '\0';
    if (member->deflated) {
        enum hs_status status = hsi_zip_read(dump, member, left, &block.bytes, error);
        if (status)
            return status;
        block.begin = 0;
    }
    snprintf(name, sizeof name, "%.200s: %.80s", dump->path, member->name);
    return read_header(dump, name, &block, member->size, stored, error);
}

/* All members; what cannot be read harms only if nothing else is attention, or if it is metadata. */
static enum hs_status open_members(struct dump *dump, const struct zip_member *member, size_t count, struct stored *stored,
    size_t *arrays, struct hs_buffer *json, struct hs_error *first)
{
    uint64_t left = ZIP_INFLATED;
    enum hs_status status = HS_OK;
    *arrays = 0;
    hs_buffer_print(json, "{");
    for (size_t i = 0; !status && i < count; i++) {
        struct hs_error why = {HS_OK, ""};
        struct stored *now = &stored[*arrays];
        enum hs_status read = open_member(dump, &member[i], &left, now, &why);
        bool meta = now->name && is_meta(now->name);
        if (!read && meta)
            status = put_meta(dump, now, json, first);
        else if (!read)
            *arrays += now->name != NULL;
        else if (!first->status)
            *first = why;
        if (read && (meta || read == HS_NO_MEMORY || read == HS_IO || read == HS_LIMIT)) {
            *first = why;
            status = read;
        }
    }
    hs_buffer_print(json, "}");
    return status;
}

enum hs_status hsi_dump_take_npz(struct dump *dump, struct hs_buffer *meta, struct hs_error *error)
{
    struct zip_member *member;
    size_t count, arrays = 0;
    struct hs_error first = {HS_OK, ""}; /* what could not be read, if nothing can */
    enum hs_status status = hsi_zip_list(dump, &member, &count, error);
    if (status)
        return status;
    struct stored *stored = malloc((count + 1) * sizeof *stored);
    struct dump_array *array = malloc((count + 1) * sizeof *array);
    status = stored && array ? open_members(dump, member, count, stored, &arrays, meta, &first)
                             : hs_fail(&first, HS_NO_MEMORY, "no memory left to open an archive");
    if (status && error)
        *error = first;
    for (size_t i = 0; !status && i < arrays; i++)
        array[i] = array_of(&stored[i]);
    if (!status)
        status = hsi_dump_choose(dump, array, arrays, error);
    if (status == HS_BAD_INPUT && first.status && dump->part_count == 0 && error)
        *error = first;
    free(array);
    free(stored);
    free(member);
    return status;
}
