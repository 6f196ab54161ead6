/* npy.c – see npy.h. The header is a Python dictionary literal; only the form that NumPy writes is
 * accepted: three keys, each once, in any order. */
#include "sources/npy.h"

#include <string.h>

static enum hs_status bad(const char *name, struct hs_error *error, const char *what)
{
    return hs_fail(error, HS_BAD_INPUT,
        "%s: %s; the file is damaged or no NumPy array: save it again with numpy.save",
        hsi_name_shown(name).text, what);
}

enum hs_status hsi_npy_length(
    const char *name, const uint8_t start[NPY_PREFIX], size_t *length, struct hs_error *error)
{
    if (memcmp(start, NPY_MAGIC, 6) != 0)
        return bad(name, error, "it does not begin with \\x93NUMPY");
    unsigned major = start[6];
    size_t prefix = major == 1 ? 10 : 12, header = major == 1 ? start[8] | (size_t)start[9] << 8
                                                              : start[8] | (size_t)start[9] << 8 |
                                                                    (size_t)start[10] << 16 |
                                                                    (size_t)start[11] << 24;
    if (major != 1 && major != 2)
        return hs_fail(error, HS_BAD_INPUT,
            "%s: it has NumPy format version %u.%u, and 1 and 2 can be read: save it again with "
            "numpy.save",
            hsi_name_shown(name).text, major, start[7]);
    if (header > NPY_HEADER_BYTES)
        return hs_fail(error, HS_LIMIT,
            "%s: its header is said to have %zu bytes, over the limit of %u",
            hsi_name_shown(name).text, header, NPY_HEADER_BYTES);
    *length = prefix + header;
    return HS_OK;
}

/* ------------------------------------------------------------------ the dictionary */
struct cursor {
    const char *at, *end;
};

static void skip_blanks(struct cursor *cursor)
{
    while (cursor->at < cursor->end && (*cursor->at == ' ' || *cursor->at == '\n'))
        cursor->at++;
}

static bool take(struct cursor *cursor, char sign)
{
    skip_blanks(cursor);
    if (cursor->at == cursor->end || *cursor->at != sign)
        return false;
    cursor->at++;
    return true;
}

static bool take_word(struct cursor *cursor, const char *word)
{
    size_t length = strlen(word);
    skip_blanks(cursor);
    if ((size_t)(cursor->end - cursor->at) < length || memcmp(cursor->at, word, length) != 0)
        return false;
    cursor->at += length;
    return true;
}

/* 'text' without escapes; false when it is longer than the room. */
static bool take_quoted(struct cursor *cursor, char *text, size_t room)
{
    if (!take(cursor, '\''))
        return false;
    size_t length = 0;
    while (cursor->at < cursor->end && *cursor->at != '\'') {
        if (length + 1 == room || *cursor->at == '\\')
            return false;
        text[length++] = *cursor->at++;
    }
    text[length] = '\0';
    return take(cursor, '\'');
}

static bool take_size(struct cursor *cursor, size_t *size)
{
    skip_blanks(cursor);
    const char *start = cursor->at;
    *size = 0;
    while (cursor->at < cursor->end && *cursor->at >= '0' && *cursor->at <= '9') {
        size_t digit = (size_t)(*cursor->at++ - '0');
        if (!hsi_size_mul(*size, 10, size) || !hsi_size_add(*size, digit, size))
            return false;
    }
    return cursor->at > start;
}

/* (2, 3) or (2,) or (). NULL, or what is wrong with it. */
static const char *take_shape(struct cursor *cursor, struct npy *npy)
{
    static const char no_tuple[] = "its shape is no tuple of sizes like (12, 12, 8, 8)";
    npy->rank = 0;
    npy->count = 1;
    if (!take(cursor, '('))
        return no_tuple;
    while (!take(cursor, ')')) {
        size_t size;
        if (take(cursor, '-'))
            return "its shape has a size below 0";
        if (npy->rank == HS_TENSOR_RANK)
            return "its shape has more than 8 sizes";
        const char *digits = cursor->at;
        if (!take_size(cursor, &size))
            return cursor->at > digits ? "its shape has a size too large for any computer"
                                       : no_tuple;
        if (!hsi_size_mul(npy->count, size, &npy->count))
            return "its shape has more numbers than any computer holds";
        npy->shape[npy->rank++] = size;
        if (!take(cursor, ',')) {
            /* a single size needs its comma: (3) is a number */
            return npy->rank > 1 && take(cursor, ')') ? NULL : no_tuple;
        }
    }
    return NULL;
}

static enum hs_status choose_dtype(
    const char *name, const char *descr, struct npy *npy, struct hs_error *error)
{
    static const struct {
        const char *descr;
        enum hs_dtype dtype;
    } known[] = {{"<f2", HS_DTYPE_F16}, {"<f4", HS_DTYPE_F32}, {"<f8", HS_DTYPE_F64},
        {"<V2", HS_DTYPE_BF16}, {"|V2", HS_DTYPE_BF16}, /* bfloat16, of which NumPy knows no name */
        {"|b1", HS_DTYPE_BOOL}, {"|i1", HS_DTYPE_I8}, {"|u1", HS_DTYPE_U8}, {"<i2", HS_DTYPE_I16},
        {"<u2", HS_DTYPE_U16}, {"<i4", HS_DTYPE_I32}, {"<u4", HS_DTYPE_U32}, {"<i8", HS_DTYPE_I64},
        {"<u8", HS_DTYPE_U64}};
    npy->letters = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].descr, descr) == 0) {
            npy->dtype = known[i].dtype;
            return HS_OK;
        }
    }
    struct cursor letters = {descr + 2, descr + strlen(descr)};
    if (strncmp(descr, "<U", 2) == 0 && take_size(&letters, &npy->letters) && letters.at == letters.end &&
        npy->letters > 0 && npy->letters < SIZE_MAX / 4) {
        npy->dtype = HS_DTYPE_OTHER;
        return HS_OK;
    }
    if (strcmp(descr, "|O") == 0)
        return hs_fail(error, HS_BAD_INPUT,
            "%s: it holds Python objects and no numbers: None, when the model returned no weights (load it with "
            "attn_implementation=\"eager\"), or layers of several shapes; save numpy.stack(layers)",
            hsi_name_shown(name).text);
    return hs_fail(error, HS_BAD_INPUT,
        "%s: its numbers have type '%s', and '<f2', '<f4' and '<f8' can be read: save "
        "array.astype('<f4')",
        hsi_name_shown(name).text, descr);
}

enum hs_status hsi_npy_parse(const char *name, const uint8_t *bytes, size_t length,
    uint64_t file_length, struct npy *npy, struct hs_error *error)
{
    size_t prefix = bytes[6] == 1 ? 10 : 12, size;
    struct cursor cursor = {(const char *)bytes + prefix, (const char *)bytes + length};
    unsigned seen = 0;
    bool fortran = false;
    char key[16], descr[64] = "";
    if (!take(&cursor, '{'))
        return bad(name, error, "its header is no dictionary");
    while (!take(&cursor, '}')) {
        unsigned which = 0;
        bool good = take_quoted(&cursor, key, sizeof key) && take(&cursor, ':');
        if (good && strcmp(key, "descr") == 0) {
            which = 1;
            good = take_quoted(&cursor, descr, sizeof descr);
        } else if (good && strcmp(key, "fortran_order") == 0) {
            which = 2;
            fortran = take_word(&cursor, "True");
            good = fortran || take_word(&cursor, "False");
        } else if (good && strcmp(key, "shape") == 0) {
            which = 4;
            const char *wrong = take_shape(&cursor, npy);
            if (wrong)
                return bad(name, error, wrong);
        }
        if (!good || !which || (seen & which))
            return bad(
                name, error, "its header does not hold descr, fortran_order and shape, each once");
        seen |= which;
        if (!take(&cursor, ',')) {
            if (!take(&cursor, '}'))
                return bad(name, error, "its header's dictionary does not end");
            break;
        }
    }
    skip_blanks(&cursor);
    if (seen != 7 || cursor.at != cursor.end)
        return bad(
            name, error, "its header does not hold descr, fortran_order and shape, each once");
    if (fortran)
        return hs_fail(error, HS_BAD_INPUT,
            "%s: the array is in Fortran order: save numpy.ascontiguousarray(array)",
            hsi_name_shown(name).text);
    enum hs_status status = choose_dtype(name, descr, npy, error);
    if (status)
        return status;
    size_t each = npy->letters ? 4 * npy->letters : hsi_dtype_bytes(npy->dtype);
    if (!hsi_size_mul(npy->count, each, &size) || file_length - length != size)
        return hs_fail(error, HS_BAD_INPUT,
            "%s: its shape needs %zu numbers of %zu bytes and %llu bytes follow the header: the "
            "file "
            "is damaged or cut off; save it again",
            hsi_name_shown(name).text, npy->count, each,
            (unsigned long long)(file_length - length));
    npy->data_begin = length;
    return HS_OK;
}
