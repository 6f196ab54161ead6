/* unicode.c – see unicode.h. Classes come from unicode_tables.c; decompositions, orders of marks
 * and graphemes from utf8proc, without what joined Unicode after 9.0, the version of the
 * reference's own tables. */
#include "tokenizer/unicode.h"

#include <utf8proc.h>

bool hsi_unicode_is(enum unicode_class class, uint32_t c)
{
    const struct unicode_table *table = &hsi_unicode_tables[class];
    size_t low = 0, high = table->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c > table->range[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    return low < table->count && c >= table->range[low].first;
}

bool hsi_unicode_space(uint32_t c)
{
    return (c >= 9 && c <= 13) || c == ' ' || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
           c == 0x205F || c == 0x3000;
}

uint32_t hsi_unicode_lower(uint32_t c, uint32_t *second)
{
    *second = 0;
    if (c < 0x80)
        return c >= 'A' && c <= 'Z' ? c + 32 : c;
    if (c == 0x130) {
        *second = 0x307;
        return 'i';
    }
    /* capitals of Unicode 16 and 17, which the reference knows already */
    static const struct {
        uint32_t first, last, small;
    } late[] = {{0x1C89, 0x1C89, 0x1C8A}, {0xA7CB, 0xA7CB, 0x264}, {0xA7CC, 0xA7CC, 0xA7CD},
        {0xA7CE, 0xA7CE, 0xA7CF}, {0xA7D2, 0xA7D2, 0xA7D3}, {0xA7D4, 0xA7D4, 0xA7D5},
        {0xA7DA, 0xA7DA, 0xA7DB}, {0xA7DC, 0xA7DC, 0x19B}, {0x10D50, 0x10D65, 0x10D70},
        {0x16EA0, 0x16EB8, 0x16EBB}};
    for (size_t i = 0; i < sizeof late / sizeof *late; i++)
        if (c >= late[i].first && c <= late[i].last)
            return late[i].small + (c - late[i].first);
    return (uint32_t)utf8proc_tolower((utf8proc_int32_t)c);
}

static bool newer(uint32_t c)
{
    return hsi_unicode_is(UNICODE_NEWER, c);
}

int hsi_unicode_order(uint32_t c)
{
    if (c < 0x300)
        return 0;
    int order = utf8proc_get_property((utf8proc_int32_t)c)->combining_class;
    return order && newer(c) ? 0 : order;
}

size_t hsi_unicode_decompose(uint32_t c, bool compatible, uint32_t parts[UNICODE_PARTS])
{
    parts[0] = c;
    if (c < 0xA0)
        return 1;
    utf8proc_int32_t buffer[UNICODE_PARTS];
    int boundary = 0;
    utf8proc_option_t how = compatible ? UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT : UTF8PROC_DECOMPOSE;
    utf8proc_ssize_t count =
        utf8proc_decompose_char((utf8proc_int32_t)c, buffer, UNICODE_PARTS, how, &boundary);
    if (count < 1 || count > UNICODE_PARTS || (count == 1 && (uint32_t)buffer[0] == c) || newer(c))
        return 1;
    for (utf8proc_ssize_t i = 0; i < count; i++)
        parts[i] = (uint32_t)buffer[i];
    return (size_t)count;
}

uint32_t hsi_unicode_compose(uint32_t first, uint32_t second)
{
    if (second < 0x300 || second == 0x11a7) /* no final consonant: utf8proc counts them from it, and takes it for none */
        return 0;
    utf8proc_int32_t pair[3] = {(utf8proc_int32_t)first, (utf8proc_int32_t)second, 0};
    utf8proc_ssize_t count = utf8proc_normalize_utf32(pair, 2, UTF8PROC_COMPOSE | UTF8PROC_STABLE);
    return count == 1 && !newer((uint32_t)pair[0]) ? (uint32_t)pair[0] : 0;
}

bool hsi_unicode_grapheme_ends(uint32_t before, uint32_t after, int32_t *state)
{
    utf8proc_int32_t kept = *state;
    bool ends =
        utf8proc_grapheme_break_stateful((utf8proc_int32_t)before, (utf8proc_int32_t)after, &kept);
    *state = kept;
    return ends;
}

size_t hsi_unicode_write(uint32_t c, char *utf8)
{
    return (size_t)utf8proc_encode_char((utf8proc_int32_t)c, (utf8proc_uint8_t *)utf8);
}
