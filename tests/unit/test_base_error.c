/* Messages, sizes, arena and UTF-8: what every room of the engine stands on. */
#include "base/base.h"
#include "check.h"

#include <stdlib.h>

static void test_messages(void)
{
    struct hs_error error;
    CHECK(hs_fail(&error, HS_IO, "%s: %d of %s", "a.txt", 3, "b") == HS_IO);
    CHECK(error.status == HS_IO);
    CHECK_TEXT(error.message, "a.txt: 3 of b");
    CHECK(hs_fail(NULL, HS_LIMIT, "nobody listens") == HS_LIMIT);

    hs_fail(&error, HS_IO, "%s", "a\nb\tc\rd\x1B[2Je\x7F");
    CHECK_TEXT(error.message, "a\\nb\\tc\\rd\\x1B[2Je\\x7F");
    hs_fail(&error, HS_IO, "%s", "caf\xC3\xA9 \xE9 \xF0\x9F\x91\x8D \xED\xA0\x80");
    CHECK_TEXT(error.message, "café \\xE9 👍 \\xED\\xA0\\x80");
    hs_fail(&error, HS_IO, "%s",
        "a\xE2\x80\xAE"
        "b\xE2\x80\xA8"
        "c\xC2\x85");
    CHECK_TEXT(error.message, "a\\u202Eb\\u2028c\\u0085");
    hs_fail(&error, HS_IO, "%s", "\xEF\xBF\xBD");
    CHECK_TEXT(error.message, "\xEF\xBF\xBD"); // U+FFFD itself is valid
}

static void test_long_messages(void)
{
    struct hs_error error;
    char text[5001];
    for (size_t unit = 1; unit <= 4; unit++) {
        static const char *const characters[] = {"x", "é", "…", "👍"};
        text[0] = '\0';
        for (size_t i = 0; i + unit < 5000; i += unit)
            memcpy(text + i, characters[unit - 1], unit + 1);
        hs_fail(&error, HS_IO, "%s", text);
        size_t length = strlen(error.message);
        CHECK(length < sizeof error.message && length > sizeof error.message - 12);
        CHECK(hs_utf8_invalid(error.message, length) == length);
        CHECK_TEXT(error.message + length - 3, "…");
    }
    memset(text, '\n', 5000);
    text[5000] = '\0';
    hs_fail(&error, HS_IO, "%s", text);
    CHECK(strchr(error.message, '\n') == NULL && strlen(error.message) < sizeof error.message);
}

static void test_names(void)
{
    char path[4096];
    CHECK_TEXT(hsi_name_shown("a.txt").text, "a.txt");
    CHECK_TEXT(hsi_name_shown("").text, "(no name)");
    CHECK_TEXT(hsi_name_shown(NULL).text, "(no name)");
    for (size_t length = 190; length < 215; length++) {
        memset(path, 'x', length);
        strcpy(path + length, "end");
        struct hs_name name = hsi_name_shown(path);
        size_t shown = strlen(name.text);
        CHECK(shown < sizeof name.text);
        CHECK_TEXT(name.text + shown - 3, "end");
        CHECK((length + 3 == shown) == (length + 3 < sizeof name.text));
    }
    for (size_t i = 0; i < 100; i++)
        strcpy(path + 3 * i, "…");
    struct hs_name name = hsi_name_shown(path);
    CHECK(hs_utf8_invalid(name.text, strlen(name.text)) == strlen(name.text));
}

static void test_sizes(void)
{
    size_t size = 7;
    CHECK(hsi_size_mul(6, 7, &size) && size == 42);
    CHECK(hsi_size_mul(0, SIZE_MAX, &size) && size == 0);
    CHECK(hsi_size_mul(SIZE_MAX, 0, &size) && size == 0);
    CHECK(hsi_size_mul(SIZE_MAX, 1, &size) && size == SIZE_MAX);
    CHECK(!hsi_size_mul(SIZE_MAX / 2 + 1, 2, &size) && size == SIZE_MAX);
    CHECK(!hsi_size_mul((size_t)1 << 32, (size_t)1 << 32, &size));
    CHECK(hsi_size_add(SIZE_MAX - 1, 1, &size) && size == SIZE_MAX);
    CHECK(!hsi_size_add(SIZE_MAX, 1, &size));
}

static void test_arena(void)
{
    struct hs_arena arena = {0};
    unsigned char *kept[400];
    for (size_t i = 0; i < 400; i++) {
        kept[i] = hsi_arena_alloc(&arena, i * i, 3);
        CHECK(kept[i] && (uintptr_t)kept[i] % 64 == 0);
        bool zero = true;
        for (size_t j = 0; kept[i] && j < i * i * 3; j++)
            zero = zero && kept[i][j] == 0;
        CHECK(zero);
        memset(kept[i], (int)(i & 255), i * i * 3);
    }
    bool whole = true;
    for (size_t i = 0; i < 400; i++)
        for (size_t j = 0; j < i * i * 3; j++)
            whole = whole && kept[i][j] == (i & 255);
    CHECK(whole); // no two overlap
    CHECK_TEXT(hsi_arena_text(&arena, "hello world", 5), "hello");
    CHECK_TEXT(hsi_arena_text(&arena, NULL, 0), "");
    CHECK(hsi_arena_alloc(&arena, 0, 8) != hsi_arena_alloc(&arena, 0, 8));
    CHECK(!arena.failed);
    CHECK(hsi_arena_alloc(&arena, SIZE_MAX, 2) == NULL && arena.failed);
    CHECK(hsi_arena_alloc(&arena, 1, 1) == NULL); // stays failed
    hsi_arena_drop(&arena);
    CHECK(arena.last == NULL && !arena.failed);
    CHECK(hsi_arena_alloc(&arena, 1, SIZE_MAX - 8) == NULL && arena.failed);
    hsi_arena_drop(&arena);
    CHECK(hsi_arena_text(&arena, "x", SIZE_MAX) == NULL);
    hsi_arena_drop(&arena);
    hsi_arena_drop(NULL);
}

/* Every sequence of up to four bytes against the definition: what encodes to itself is valid. */
static size_t encode(uint32_t c, char *bytes)
{
    if (c < 0x80) {
        bytes[0] = (char)c;
        return 1;
    }
    size_t count = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = count; i-- > 1; c >>= 6)
        bytes[i] = (char)(0x80 | (c & 0x3F));
    bytes[0] = (char)((0xF00 >> count & 0xFF) | c);
    return count;
}

static void test_utf8(void)
{
    size_t wrong = 0;
    for (uint32_t c = 0; c < 0x120000; c++) {
        char bytes[4];
        size_t count = encode(c, bytes), at = 0;
        bool valid = c < 0x110000 && !(c >= 0xD800 && c < 0xE000);
        uint32_t got = hs_utf8_next(bytes, count, &at);
        if (valid)
            wrong += got != c || at != count || hs_utf8_invalid(bytes, count) != count;
        else
            wrong += got != 0xFFFD || at != 1 || hs_utf8_invalid(bytes, count) != 0;
        for (size_t cut = 1; cut < count; cut++) { // a sequence that ends early
            at = 0;
            wrong += hs_utf8_next(bytes, cut, &at) != 0xFFFD || at != 1;
        }
    }
    CHECK(wrong == 0);
    static const char *const bad[] = {"\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xE0\x9F\xBF",
        "\xF0\x80\x80\x80", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "\xFF",
        "\x80", "\xED\xA0\x80", "\xE2\x82", "\xC3", "\xC3(", "\xE2\x28\xA1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(hs_utf8_invalid(bad[i], strlen(bad[i])) == 0);
    CHECK(hs_utf8_invalid("", 0) == 0);
    // the eight-at-once path: an invalid byte at every place
    for (size_t length = 1; length < 40; length++) {
        for (size_t at = 0; at < length; at++) {
            char *text = malloc(length); // exact size, so that a read past it is seen
            memset(text, 'a', length);
            text[at] = (char)0xFF;
            wrong += hs_utf8_invalid(text, length) != at;
            text[at] = 'b';
            wrong += hs_utf8_invalid(text, length) != length;
            free(text);
        }
    }
    CHECK(wrong == 0);
}

TEST(test_base_error)
{
    test_messages();
    test_long_messages();
    test_names();
    test_sizes();
    test_arena();
    test_utf8();
    return check_report();
}
