/* Text with real fonts: runs, direction, fallback, numbers, carets, the bounded cache. Pixels
 * depend on the font versions, so relations are checked, not hashes. Skipped, and says so, where no
 * font is installed. */
#include "check.h"

#include "canvas/canvas.h"
#include "canvas/canvas_text.h"
#include "canvas/fonts_private.h"

#include <math.h>
#include <stdlib.h>

static const char HEBREW[] = "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d";
static const char ARABIC[] = "\xd9\x85\xd8\xb1\xd8\xad\xd8\xa8\xd8\xa7";

static struct fonts *fonts;

static float width(enum face face, float size, const char *text)
{
    return fonts_width(fonts, face, size, text, strlen(text));
}

static void test_widths(void)
{
    CHECK_NEAR(width(FACE_UI, 13, ""), 0, 0);
    CHECK(width(FACE_UI, 13, "The student") > 50 && width(FACE_UI, 13, "The student") < 100);
    CHECK(width(FACE_UI, 26, "The student") > 1.8f * width(FACE_UI, 13, "The student"));
    CHECK(width(FACE_UI_BOLD, 13, "The student delivered") >
          width(FACE_UI, 13, "The student delivered"));
    CHECK_NEAR(width(FACE_MONO, 13, "iiii iiii"), width(FACE_MONO, 13, "WWWW WWWW"), 1.5);
    CHECK_NEAR(
        width(FACE_UI, 13, "\xe2\x80\x8b"), 0, 2); /* zero width space alone: SDL_ttf refuses it */
    float at_one = width(FACE_UI, 13, "The student delivered the book to the library");
    static const float scales[] = {1.25f, 1.5f, 2};
    for (int i = 0; i < 3;
         i++) { /* logical widths agree at every scale, but for whole pixels and vertical hints */
        fonts_set_scale(fonts, scales[i]);
        CHECK_NEAR(width(FACE_UI, 13, "The student delivered the book to the library"), at_one,
            at_one * 0.02f);
    }
    fonts_set_scale(fonts, 1);
}

static void test_runs(void)
{
    struct text_runs runs;
    char text[64];
    snprintf(text, sizeof text, "abc %s 12 def", HEBREW);
    fonts_split(fonts, FACE_UI, text, strlen(text), &runs);
    size_t rtl = 0, covered = 0;
    for (size_t i = 0; i < runs.count; i++) {
        rtl += runs.run[i].rtl;
        covered += runs.run[i].length;
        if (runs.run[i].rtl && runs.run[i].length > 2)
            CHECK_TEXT(runs.run[i].script, "Hebr");
    }
    CHECK(rtl >= 1 && covered == strlen(text));
    CHECK(runs.run[0].start == 0 && !runs.run[0].rtl); /* base direction from the first letter */
    snprintf(text, sizeof text, "%s abc", HEBREW);
    fonts_split(fonts, FACE_UI, text, strlen(text), &runs);
    CHECK(runs.count >= 2 && runs.run[0].start == strlen(HEBREW) + 1 &&
          !runs.run[0].rtl); /* abc stands left */
    CHECK(runs.run[runs.count - 1].start == 0 && runs.run[runs.count - 1].rtl);
    fonts_split(fonts, FACE_UI, "a\xcc\x81 \xe2\x96\x81the", 10, &runs);
    CHECK(runs.run[0].length >= 3); /* the accent stays with its letter */
    fonts_split(fonts, FACE_UI, "a\xff\x01z", 4, &runs);
    CHECK_TEXT(runs.text, "a\xef\xbf\xbd z"); /* invalid bytes and controls are made drawable */
}

static unsigned random_state = 7;

static unsigned below(unsigned limit)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % limit;
}

/* Any bytes at all: the runs hold each byte of the cleaned text once, and the caret stays inside. */
static void test_random_runs(void)
{
    static const char *const parts[] = {"a", "7", " ", ".", "\xd7\xa9", "\xd9\x85", "\xd9\xa3",
        "\xcc\x81", "\xe2\x80\x8d", "\xef\xb8\x8f", "\xf0\x9f\x99\x82", "\xe0\xa4\xa8", "\xff",
        "\xc3", "\x02", "\xe6\x97\xa5"};
    struct text_runs runs;
    for (int round = 0; round < 400; round++) {
        char text[200] = "";
        size_t wanted = below(40), length = 0;
        for (size_t i = 0; i < wanted; i++) {
            const char *part = parts[below(sizeof parts / sizeof parts[0])];
            memcpy(text + length, part, strlen(part) + 1);
            length += strlen(part);
        }
        fonts_split(fonts, FACE_UI, text, length, &runs);
        uint8_t seen[sizeof runs.text] = {0};
        bool once = hs_utf8_invalid(runs.text, runs.length) == runs.length;
        for (size_t i = 0; i < runs.count; i++) {
            for (size_t k = 0; k < runs.run[i].length; k++)
                once &= seen[runs.run[i].start + k]++ == 0;
        }
        for (size_t k = 0; k < runs.length; k++)
            once &= seen[k] == 1;
        CHECK(once);
        float whole = fonts_width(fonts, FACE_UI, 13, text, length);
        float caret = fonts_caret(fonts, FACE_UI, 13, text, length, below((unsigned)length + 1));
        CHECK(caret >= 0 && caret <= whole + 30);
        CHECK(fonts_hit(fonts, FACE_UI, 13, text, length, caret) <= length);
        CHECK(fonts_fit(fonts, FACE_UI, 13, text, length, whole * 0.5f) <= length);
    }
}

/* Joined letters are narrower than lone ones: shaping by script took place. */
static void test_arabic_joins(void)
{
    int file = fonts_find_file(fonts, FACE_UI, 0x0645, false);
    if (!fonts_file_has(fonts, file, 0x0645)) {
        printf("skipped: no font with Arabic letters\n");
        return;
    }
    float apart = 0;
    for (size_t i = 0; i < sizeof ARABIC - 1; i += 2)
        apart += fonts_width(fonts, FACE_UI, 26, ARABIC + i, 2);
    CHECK(width(FACE_UI, 26, ARABIC) < apart - 5);
}

static void test_fallback(void)
{
    int primary = fonts->primary[FACE_UI];
    uint32_t lower_block = 0x2581;
    if (!fonts_file_has(fonts, primary, lower_block)) {
        int file = fonts_find_file(fonts, FACE_UI, lower_block, false);
        CHECK(file == primary || fonts_file_has(fonts, file, lower_block));
        if (file == primary)
            printf("skipped: no font with U+2581\n");
    }
    CHECK(fonts_find_file(fonts, FACE_UI, 'a', false) == primary);
    CHECK(fonts_find_file(fonts, FACE_UI, 0x10ffff, false) ==
          primary); /* nobody has it: the box of the face itself */
    for (uint32_t code = 0x4e00; code < 0x4e00 + 2200; code++) /* more than the table holds */
        fonts_find_file(fonts, FACE_UI, code, false);
    CHECK(fonts->glyph_count <= GLYPH_SLOTS / 2 + 1);
    CHECK(fonts->file_count <= FILES_MAX);
}

static void test_numbers(void)
{
    /* what follows is no part of it */
    CHECK(fonts_width(fonts, FACE_MONO, 12, "-12.5", 3) == width(FACE_MONO, 12, "-12"));
    CHECK(fonts_width(fonts, FACE_UI, 13, "12345", 2) == width(FACE_UI, 13, "12"));
    static const char *const numbers[] = {
        "0", "0.4312", "-17.05", "1e-09", "100%", "8", "3,141 592", "7\xe2\x88\x92.25"};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        size_t length = strlen(numbers[i]);
        CHECK(fonts_is_number(numbers[i], length));
        struct text_runs runs;
        fonts_split(fonts, FACE_MONO, numbers[i], length, &runs);
        /* As wide as the shaped string, but for its rounding to whole pixels. */
        CHECK_NEAR(width(FACE_MONO, 13, numbers[i]), fonts_runs_width(fonts, 72 * 13, &runs), 1.5);
        CHECK(width(FACE_UI, 13, numbers[i]) > 0);
    }
    CHECK(
        !fonts_is_number("12 apples", 9) && !fonts_is_number("...", 3) && !fonts_is_number("", 0));
    CHECK(!fonts_is_number("123456789012345678901234567890123", 33));
    CHECK_NEAR(width(FACE_MONO, 12, "0.4312"), width(FACE_MONO, 12, "9.8765"),
        0.01); /* values do not jump */
}

static void check_carets(const char *text)
{
    size_t length = strlen(text);
    for (size_t offset = 0; offset <= length; offset++) {
        if (offset < length && ((unsigned char)text[offset] & 0xc0) == 0x80)
            continue; /* inside a code point */
        float x = fonts_caret(fonts, FACE_UI, 13, text, length, offset);
        CHECK(x >= 0 && x <= width(FACE_UI, 13, text) + 2);
        size_t hit = fonts_hit(fonts, FACE_UI, 13, text, length, x);
        CHECK_NEAR(fonts_caret(fonts, FACE_UI, 13, text, length, hit), x, 1.01);
    }
}

static void test_carets(void)
{
    char mixed[64];
    snprintf(mixed, sizeof mixed, "abc %s def", HEBREW);
    check_carets("The student delivered the book.");
    check_carets("Zo\xc3\xab \xe6\x97\xa5\xe6\x9c\xac 12.5");
    check_carets(mixed);
    check_carets(HEBREW);
    size_t half = sizeof HEBREW / 2 - sizeof HEBREW / 2 % 2;
    CHECK(fonts_caret(fonts, FACE_UI, 13, HEBREW, sizeof HEBREW - 1, 0) >
          fonts_caret(fonts, FACE_UI, 13, HEBREW, sizeof HEBREW - 1, half));
    CHECK(fonts_hit(fonts, FACE_UI, 13, "abc", 3, -50) == 0 &&
          fonts_hit(fonts, FACE_UI, 13, "abc", 3, 500) == 3);
    CHECK(fonts_hit(fonts, FACE_UI, 13, "", 0, 5) == 0);
    const char *accent = "ae\xcc\x81z"; /* no caret between e and its accent */
    for (float x = 0; x < 40; x += 0.5f)
        CHECK(fonts_hit(fonts, FACE_UI, 13, accent, 5, x) != 2);
}

static void test_fit(void)
{
    const char *text = "The student delivered the book to the library yesterday and went home "
                       "before it became dark.";
    size_t length = strlen(text), before = 0;
    for (float limit = 0; limit < 700; limit += 7) {
        size_t fits = fonts_fit(fonts, FACE_UI, 13, text, length, limit);
        CHECK(fits >= before && fits <= length);
        CHECK(fonts_width(fonts, FACE_UI, 13, text, fits) <= limit + 1);
        if (fits < length)
            CHECK(fonts_width(fonts, FACE_UI, 13, text, fits + 1) > limit - 1);
        before = fits;
    }
    CHECK(before == length);
}

/* A text of a megabyte is measured in pieces, and a prefix of it as quickly as a short text. */
static void test_long_text(void)
{
    size_t length = 200000;
    char *text = malloc(length + 1);
    CHECK(text != NULL);
    if (!text)
        return;
    for (size_t i = 0; i < length; i++)
        text[i] = i % 6 == 5 ? ' ' : (char)('a' + i % 23);
    text[length] = '\0';
    CHECK(fonts_fit(fonts, FACE_UI, 13, text, length, 300) < 100);
    CHECK(fonts_width(fonts, FACE_UI, 13, text, length) > 500000);
    size_t chunks = 0, longest = 0;
    for (size_t at = 0; at < length; chunks++) {
        size_t chunk = fonts_chunk(text + at, length - at);
        longest = chunk > longest ? chunk : longest;
        at += chunk;
    }
    CHECK(longest <= CHUNK_SOFT + 1 && chunks > length / (CHUNK_SOFT + 1));
    memset(text, 'W', length); /* no place to break */
    CHECK(fonts_width(fonts, FACE_UI, 13, text, length) > 1000000);
    memset(text, 0xff, length); /* nothing valid */
    CHECK(fonts_width(fonts, FACE_UI, 13, text, length) > 0);
    for (size_t i = 0; i + 1 < length; i += 2)
        memcpy(text + i, HEBREW, 2);
    CHECK(fonts_chunk(text, length) <= CHUNK_MAX);
    CHECK(fonts_width(fonts, FACE_UI, 13, text, 5000) > 1000);
    free(text);
}

static void test_cache_bounded(void)
{
    struct canvas *canvas = NULL;
    struct draw_list *list = draw_list_new(fonts);
    CHECK(canvas_new(400, 100, &canvas, NULL) == HS_OK && list);
    size_t most = 0;
    for (int round = 0; canvas && list && round < 120; round++) {
        draw_list_clear(list);
        for (int i = 0; i < 50; i++)
            draw_textf(list, (struct rect){0, 0, 400, 100}, ALIGN_LEFT, FACE_UI, 40, 0xff000000u,
                "label %d in row %d", i, round);
        canvas_replay(canvas, list, 0xffffffffu, 1);
        size_t bytes = text_cache_bytes(fonts->cache);
        most = bytes > most ? bytes : most;
    }
    CHECK(most <= TEXT_CACHE_BYTES &&
          most > TEXT_CACHE_BYTES / 2); /* it was filled, and did not pass its bound */
    for (int size = 8; size < 8 + 2 * OPEN_MAX; size++)
        CHECK(width(FACE_UI, (float)size, "a") > 0); /* more sizes than handles */
    canvas_drop(canvas);
    draw_list_drop(list);
}

/* Ink inside the area only, for every alignment and both directions. */
static void test_drawing(void)
{
    struct canvas *canvas = NULL;
    struct draw_list *list = draw_list_new(fonts);
    CHECK(canvas_new(200, 200, &canvas, NULL) == HS_OK && list);
    static const char *const texts[] = {
        "The student delivered", "0.4312", HEBREW, "j\xcc\x88\xcc\x8a\xcc\x83yg\xc3\x85"};
    for (int i = 0; canvas && list && i < 4 * 3 * 2; i++) {
        struct rect area = {60, 60, 80, 80};
        draw_list_clear(list);
        if (i % 2)
            draw_text(list, area, (enum align)(i / 2 % 3), FACE_UI, 20, 0xff000000u, texts[i / 6]);
        else
            draw_text_up(
                list, area, (enum align)(i / 2 % 3), FACE_UI, 20, 0xff000000u, texts[i / 6]);
        canvas_replay(canvas, list, 0xffffffffu, 1);
        size_t in = 0, out = 0;
        for (int y = 0; y < 200; y++) {
            for (int x = 0; x < 200; x++) {
                bool inked = canvas_pixels(canvas)[y * 200 + x] != 0xffffffffu;
                bool inside = x >= 59 && x <= 140 && y >= 59 && y <= 140;
                in += inked && inside;
                out += inked && !inside;
            }
        }
        CHECK(in > 20 && out == 0);
    }
    canvas_drop(canvas);
    draw_list_drop(list);
}

static void test_fixed(void)
{
    struct fonts *fixed = NULL;
    CHECK(fonts_open_fixed(&fixed, NULL) == HS_OK);
    if (!fixed)
        return;
    fonts_set_scale(fixed, 2);
    CHECK_NEAR(fonts_width(fixed, FACE_UI, 10, "abc", 3), 18, 0.01);
    CHECK_NEAR(fonts_width(fixed, FACE_MONO, 10, "12.5", 4), 24, 0.01);
    CHECK_NEAR(fonts_caret(fixed, FACE_UI, 10, "abc", 3, 2), 12, 0.3);
    CHECK(fonts_hit(fixed, FACE_UI, 10, "abc", 3, 11) == 2);
    CHECK(fonts_fit(fixed, FACE_UI, 10, "abcdef", 6, 20) == 3);
    fonts_drop(fixed);
}

/* How covering is bent for each lightness of text: not at all for dark, most for white. */
static void test_curves(void)
{
    static struct text_curves curves;
    text_curves_fill(&curves);
    for (int level = 0; level < TEXT_CURVES; level++) {
        char line[200];
        int length = snprintf(line, sizeof line, "curve %d:", level);
        for (int cover = 0; cover < 257; cover += 32)
            length += snprintf(line + length, sizeof line - (size_t)length, " %d", curves.curve[level][cover < 255 ? cover : 255]);
        CHECK(tells(line, "curve"));
    }
}

TEST(test_canvas_fonts)
{
    struct hs_error error;
    test_curves();
    test_fixed();
    if (fonts_open(&fonts, &error)) {
        CHECK(tells(error.message, "fonts-")); /* the remedy is named */
        printf("skipped: %s\n", error.message);
        return check_failed ? 1 : CHECK_SKIPPED;
    }
    test_widths();
    test_runs();
    test_random_runs();
    test_arabic_joins();
    test_fallback();
    test_numbers();
    test_carets();
    test_fit();
    test_long_text();
    test_cache_bounded();
    test_drawing();
    fonts_drop(fonts);
    return check_report();
}
