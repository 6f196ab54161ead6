/* zip.c – see zip.h. The table at the archive's end says what there is (APPNOTE.TXT of PKWARE, 4.3); the data of a
 * member begin behind its own header, whose name and extra field may differ in length from the table's. */
#include "sources/zip.h"

#include <stdlib.h>
#include <string.h>

#include <zlib.h>

enum { END = 22, LOCATOR = 20, END_64 = 56, ENTRY = 46, HEADER = 30, COMMENT_MOST = 65535 };
#define TABLE_MOST ((uint64_t)16 << 20) /* bytes of the table */
#define IN_64 0xFFFFFFFFu               /* the number stands in the ZIP64 extra field */

static enum hs_status bad(const struct dump *dump, struct hs_error *error, const char *what)
{
    return hs_fail(error, HS_BAD_INPUT,
        "%s: %s; the archive is damaged or was cut off: save it again with numpy.savez",
        hsi_name_shown(dump->path).text, what);
}

static enum hs_status no_memory(struct hs_error *error)
{
    return hs_fail(error, HS_NO_MEMORY, "no memory left to open an archive");
}

static uint64_t little(const uint8_t *from, size_t size)
{
    uint64_t value = 0;
    for (size_t i = size; i-- > 0;)
        value = value << 8 | from[i];
    return value;
}

/* ------------------------------------------------------------------ the table */
struct table {
    uint64_t begin, size, count;
};

/* Numbers that do not fit the end record stand in another, which a locator before it points to. */
static enum hs_status find_table_64(struct dump *dump, uint64_t end, struct table *table, struct hs_error *error)
{
    uint8_t locator[LOCATOR], record[END_64];
    if (end < LOCATOR || dump->length < END_64)
        return HS_OK;
    enum hs_status status = hsi_dump_fetch(dump, end - LOCATOR, LOCATOR, locator, error);
    uint64_t place = little(locator + 8, 8);
    if (status || memcmp(locator, "PK\6\7", 4) != 0 || place > dump->length - END_64)
        return status;
    status = hsi_dump_fetch(dump, place, END_64, record, error);
    if (!status && memcmp(record, "PK\6\6", 4) == 0)
        *table = (struct table){little(record + 48, 8), little(record + 40, 8), little(record + 32, 8)};
    return status;
}

static enum hs_status find_table(struct dump *dump, struct table *table, struct hs_error *error)
{
    size_t look = dump->length < END + COMMENT_MOST ? (size_t)dump->length : END + COMMENT_MOST;
    uint8_t *tail = malloc(look + 1);
    enum hs_status status = tail ? hsi_dump_fetch(dump, dump->length - look, look, tail, error) : no_memory(error);
    size_t after = look < END ? 0 : look - END + 1; /* behind the place that is looked at */
    while (!status && after > 0 && memcmp(tail + after - 1, "PK\5\6", 4) != 0)
        after--;
    if (!status && after == 0)
        status = bad(dump, error, "it does not end with the table of its members");
    if (!status) {
        const uint8_t *end = tail + after - 1;
        *table = (struct table){little(end + 16, 4), little(end + 12, 4), little(end + 10, 2)};
        if (table->begin == IN_64 || table->size == IN_64 || table->count == 0xFFFF)
            status = find_table_64(dump, dump->length - look + after - 1, table, error);
    }
    free(tail);
    if (!status && (table->size > dump->length || table->begin > dump->length - table->size))
        status = bad(dump, error, "its table of members lies outside");
    if (!status && (table->count > ZIP_MEMBERS || table->size > TABLE_MOST))
        status = hs_fail(error, HS_LIMIT,
            "%s: it has %llu members and the limit is %u: write fewer arrays into one file",
            hsi_name_shown(dump->path).text, (unsigned long long)table->count, ZIP_MEMBERS);
    return status;
}

/* Numbers that do not fit the entry stand in its extra field, in this order. */
static void read_64(const uint8_t *extra, size_t length, uint64_t *const *number, size_t numbers)
{
    for (size_t at = 0; at + 4 <= length; at += 4 + (size_t)little(extra + at + 2, 2)) {
        size_t size = (size_t)little(extra + at + 2, 2), from = at + 4;
        if (little(extra + at, 2) != 1 || size > length - from)
            continue;
        for (size_t i = 0; i < numbers; i++) {
            if (*number[i] != IN_64 || from + 8 > at + 4 + size)
                continue;
            *number[i] = little(extra + from, 8);
            from += 8;
        }
        return;
    }
}

/* Where a member's bytes begin, behind its own header. */
static enum hs_status find_bytes(
    struct dump *dump, uint64_t header, struct zip_member *member, struct hs_error *error)
{
    uint8_t own[HEADER];
    if (dump->length < HEADER || header > dump->length - HEADER)
        return bad(dump, error, "a member lies outside");
    enum hs_status status = hsi_dump_fetch(dump, header, HEADER, own, error);
    if (status)
        return status;
    member->begin = header + HEADER + little(own + 26, 2) + little(own + 28, 2);
    if (memcmp(own, ZIP_MAGIC, 4) != 0 || member->begin > dump->length ||
        member->packed > dump->length - member->begin)
        return bad(dump, error, "a member lies outside");
    return HS_OK;
}

static enum hs_status read_entry(struct dump *dump, const uint8_t *entry, size_t room, size_t *used,
    struct zip_member *member, struct hs_error *error)
{
    if (room < ENTRY || memcmp(entry, "PK\1\2", 4) != 0)
        return bad(dump, error, "its table of members is broken");
    size_t name = (size_t)little(entry + 28, 2), extra = (size_t)little(entry + 30, 2),
           comment = (size_t)little(entry + 32, 2);
    unsigned flags = (unsigned)little(entry + 8, 2), method = (unsigned)little(entry + 10, 2);
    uint64_t header = little(entry + 42, 4);
    if (room - ENTRY < name + extra + comment)
        return bad(dump, error, "its table of members is broken");
    *used = ENTRY + name + extra + comment;
    char *kept = hsi_dump_memory(dump, name + 1);
    if (!kept)
        return no_memory(error);
    memcpy(kept, entry + ENTRY, name);
    kept[name] = '\0';
    *member = (struct zip_member){.name = kept,
        .crc = (uint32_t)little(entry + 16, 4),
        .packed = little(entry + 20, 4),
        .size = little(entry + 24, 4),
        .deflated = method == 8};
    read_64(entry + ENTRY + name, extra, (uint64_t *const[]){&member->size, &member->packed, &header}, 3);
    if ((flags & 1) || (method != 0 && method != 8) || (method == 0 && member->size != member->packed))
        return hs_fail(error, HS_BAD_INPUT,
            "%s: \"%s\" is encrypted, or packed as numpy does not: save it again with numpy.savez",
            hsi_name_shown(dump->path).text, hsi_name_shown(kept).text);
    return find_bytes(dump, header, member, error);
}

enum hs_status hsi_zip_list(
    struct dump *dump, struct zip_member **member, size_t *count, struct hs_error *error)
{
    struct table table;
    enum hs_status status = find_table(dump, &table, error);
    if (status)
        return status;
    uint8_t *bytes = malloc((size_t)table.size + 1);
    struct zip_member *made = malloc(((size_t)table.count + 1) * sizeof *made);
    status = bytes && made ? hsi_dump_fetch(dump, table.begin, (size_t)table.size, bytes, error) : no_memory(error);
    for (size_t i = 0, at = 0, used = 0; !status && i < table.count; i++, at += used)
        status = read_entry(dump, bytes + at, (size_t)table.size - at, &used, &made[i], error);
    free(bytes);
    if (status) {
        free(made);
        return status;
    }
    *member = made;
    *count = (size_t)table.count;
    return HS_OK;
}

/* ------------------------------------------------------------------ bytes */
/* False when inflating does not give exactly the member's bytes. */
static bool inflate_all(struct dump *dump, const struct zip_member *member, uint8_t *to, enum hs_status *status,
    struct hs_error *error)
{
    enum { CHUNK = 1 << 16 };
    uint8_t from[CHUNK];
    z_stream stream = {0};
    uint64_t done = 0;
    int state = inflateInit2(&stream, -MAX_WBITS);
    if (state != Z_OK)
        return false;
    stream.next_out = to;
    stream.avail_out = (uInt)member->size; /* at most ZIP_INFLATED */
    while (state == Z_OK && done < member->packed) {
        size_t now = member->packed - done < CHUNK ? (size_t)(member->packed - done) : CHUNK;
        hs_watch_tell(dump->watch, (size_t)(member->begin + done), (size_t)dump->length);
        *status = hs_watch_stops(dump->watch) ? hsi_stopped(error) : hsi_dump_fetch(dump, member->begin + done, now, from, error);
        if (*status)
            break;
        stream.next_in = from;
        stream.avail_in = (uInt)now;
        done += now;
        state = inflate(&stream, Z_NO_FLUSH);
        if (state == Z_OK && stream.avail_in > 0) /* more than it said */
            break;
    }
    bool whole = state == Z_STREAM_END && stream.total_out == member->size;
    inflateEnd(&stream);
    return whole && crc32(crc32(0, NULL, 0), to, (uInt)member->size) == member->crc;
}

enum hs_status hsi_zip_read(struct dump *dump, const struct zip_member *member, uint64_t *left, const uint8_t **bytes,
    struct hs_error *error)
{
    enum hs_status status = HS_OK;
    if (member->size > *left)
        return hs_fail(error, HS_LIMIT,
            "%s: its compressed arrays are over the limit of %llu MiB: save with numpy.savez, which does not compress",
            hsi_name_shown(dump->path).text, (unsigned long long)(ZIP_INFLATED >> 20));
    uint8_t *made =
        hsi_memory_fits((size_t)member->size) ? hsi_dump_memory(dump, (size_t)member->size + 1) : NULL;
    if (!made)
        return no_memory(error);
    *left -= member->size;
    if (!member->deflated)
        status = hsi_dump_fetch(dump, member->begin, (size_t)member->size, made, error);
    else if (!inflate_all(dump, member, made, &status, error) && !status)
        status = hs_fail(error, HS_BAD_INPUT, "%s: \"%s\" cannot be inflated; the archive is damaged: save it again",
            hsi_name_shown(dump->path).text, hsi_name_shown(member->name).text);
    *bytes = made;
    return status;
}
