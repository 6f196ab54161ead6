/* dump_read.c – the numbers of an attention file as float, by position in the file (pread), so that
 * a file that shrinks gives an error and never a signal. Called by windows and at opening. */
#include "sources/dump.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "base/io_words.h"

#define CHUNK_BYTES ((size_t)1 << 16)

enum hs_status hsi_dump_fail(const struct dump *dump, const struct dump_part *part,
    struct hs_error *error, enum hs_status status, const char *format, ...)
{
    char words[480];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    return hs_fail(
        error, status, "%s: \"%s\" %s", hsi_name_shown(dump->path).text, part->about.name, words);
}

static enum hs_status keep_failure(
    struct dump *dump, struct hs_error *error, const char *what, const char *remedy)
{
    struct hs_error why;
    enum hs_status status = hs_fail(
        &why, HS_IO, "%s: cannot be read: %s; %s", hsi_name_shown(dump->path).text, what, remedy);
    pthread_mutex_lock(&dump->lock);
    if (!dump->failed)
        dump->failure = why;
    dump->failed = true;
    pthread_mutex_unlock(&dump->lock);
    if (error)
        *error = why;
    return status;
}

enum hs_status hsi_dump_fetch(
    struct dump *dump, uint64_t at, size_t size, void *to, struct hs_error *error)
{
    if (at > dump->length || size > dump->length - at)
        return keep_failure(dump, error, "it ends too early", "make or fetch it again");
    if (dump->bytes) {
        memcpy(to, dump->bytes + at, size);
        return HS_OK;
    }
    for (size_t done = 0; done < size;) {
        ssize_t got = pread(dump->file, (char *)to + done, size - done, (off_t)(at + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            return keep_failure(dump, error, "it became shorter while it was open",
                "open it again when it is written completely");
        if (got < 0) {
            char unknown[64];
            struct hs_io_words words = hsi_io_reading(errno, unknown);
            return keep_failure(dump, error, words.what, words.remedy);
        }
        done += (size_t)got;
    }
    return HS_OK;
}

/* The bytes of one little-endian number. */
static uint64_t little(const uint8_t *from, size_t size)
{
    uint64_t value = 0;
    for (size_t i = size; i-- > 0;)
        value = value << 8 | from[i];
    return value;
}

static float float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void convert(const uint8_t *from, enum hs_dtype dtype, size_t count, float *to)
{
    switch (dtype) {
    case HS_DTYPE_F16:
        for (size_t i = 0; i < count; i++)
            to[i] = hsi_half_to_float((uint16_t)little(from + 2 * i, 2));
        break;
    case HS_DTYPE_BF16:
        for (size_t i = 0; i < count; i++)
            to[i] = float_of_bits((uint32_t)little(from + 2 * i, 2) << 16);
        break;
    case HS_DTYPE_F32:
        for (size_t i = 0; i < count; i++)
            to[i] = float_of_bits((uint32_t)little(from + 4 * i, 4));
        break;
    default: /* F64: the only other one that opening lets in */
        for (size_t i = 0; i < count; i++) {
            uint64_t bits = little(from + 8 * i, 8);
            double value;
            memcpy(&value, &bits, sizeof value);
            to[i] = (float)value;
        }
    }
}

enum hs_status hsi_dump_fetch_block(struct dump *dump, const struct dump_block *block, uint64_t at,
    size_t size, void *to, struct hs_error *error)
{
    if (!block->bytes)
        return hsi_dump_fetch(dump, block->begin + at, size, to, error);
    memcpy(to, block->bytes + block->begin + at, size);
    return HS_OK;
}

/* Numbers [first, first + count) of a block, inside it. */
static enum hs_status read_block(struct dump *dump, const struct dump_part *part, const struct dump_block *block,
    size_t first, size_t count, float *to, struct hs_error *error)
{
    const size_t size = hsi_dtype_bytes(part->dtype), at_once = CHUNK_BYTES / size;
    uint64_t at = (uint64_t)first * size;
    uint8_t bytes[CHUNK_BYTES];
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (part->dtype == HS_DTYPE_F32) /* as they are */
        return hsi_dump_fetch_block(dump, block, at, count * size, to, error);
#endif
    for (size_t done = 0; done < count;) {
        size_t now = count - done < at_once ? count - done : at_once;
        enum hs_status status = hsi_dump_fetch_block(dump, block, at + done * size, now * size, bytes, error);
        if (status)
            return status;
        convert(bytes, part->dtype, now, to + done);
        done += now;
    }
    return HS_OK;
}

/* Numbers [first, first + count) of a part, inside it. */
static enum hs_status read_numbers(struct dump *dump, const struct dump_part *part, size_t first,
    size_t count, float *to, struct hs_error *error)
{
    const struct hs_part *t = &part->about;
    size_t each = t->L / part->blocks * t->B * t->h * t->n * t->m;
    enum hs_status status = HS_OK;
    while (!status && count > 0) {
        size_t block = first / each, at = first % each, now = each - at < count ? each - at : count;
        status = read_block(dump, part, &part->block[block], at, now, to, error);
        to += now;
        first += now;
        count -= now;
    }
    return status;
}

enum hs_status hsi_dump_read_head(struct dump *dump, const struct dump_part *part, size_t layer,
    size_t batch, size_t head, float *to, struct hs_error *error)
{
    const struct hs_part *t = &part->about;
    size_t cells = t->n * t->m;
    /* Opening has checked that the product of all axes fits a size. */
    size_t first = ((layer * t->B + batch) * t->h + head) * cells;
    return read_numbers(dump, part, first, cells, to, error);
}

enum hs_status hsi_dump_check_varied(
    struct dump *dump, struct dump_part *part, struct hs_error *error)
{
    const struct hs_part *t = &part->about;
    size_t count = t->L * t->B * t->h * t->n * t->m, at_once = CHUNK_BYTES / sizeof(float);
    float values[CHUNK_BYTES / sizeof(float)], first = 0;
    if (part->varied || t->m == 1) /* with one key every weight is 1 */
        return HS_OK;
    for (size_t done = 0; done < count;) {
        size_t now = count - done < at_once ? count - done : at_once;
        /* In an ordinary file the first row tells: no need to read 64 KiB of a slow disk. */
        now = done == 0 && now > 256 ? 256 : now;
        enum hs_status status = read_numbers(dump, part, done, now, values, error);
        if (status)
            return status;
        first = done == 0 ? values[0] : first;
        for (size_t i = 0; i < now; i++) {
            if (!(values[i] == first)) { /* NaN differs, and is reported by the survey */
                part->varied = 1;
                return HS_OK;
            }
        }
        done += now;
    }
    return hsi_dump_fail(dump, part, error, HS_BAD_INPUT,
        "holds nothing but %.9g: fast attention kernels return no weights. Load the model with "
        "eager "
        "attention (attn_implementation=\"eager\") and export again",
        (double)first);
}
