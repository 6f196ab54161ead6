/* fonts_runs.c – cuts a text into runs of one font, script and direction and puts them in visual
 * order. Called for each text that is not in the cache. SDL_ttf shapes one run correctly when told
 * its script and direction, but guesses neither; fontconfig finds the font. The order follows the
 * parts of Unicode's UAX #9 that labels need: base direction from the first strong letter, digits
 * left to right inside right-to-left text, neutrals take the direction around them. */
#include "canvas/fonts_private.h"

#include <string.h>
#include <utf8proc.h>

struct script_range {
    uint32_t first, last;
    char script[5];
};

/* ISO 15924 tags by block, for what HarfBuzz shapes by script (Unicode 15, Scripts.txt, blocks
 * rounded to their bounds). */
static const struct script_range SCRIPTS[] = {
    {0x0041, 0x005a, "Latn"},
    {0x0061, 0x007a, "Latn"},
    {0x00c0, 0x024f, "Latn"},
    {0x0370, 0x03ff, "Grek"},
    {0x0400, 0x052f, "Cyrl"},
    {0x0531, 0x058f, "Armn"},
    {0x0591, 0x05ff, "Hebr"},
    {0x0600, 0x06ff, "Arab"},
    {0x0700, 0x074f, "Syrc"},
    {0x0750, 0x077f, "Arab"},
    {0x0780, 0x07bf, "Thaa"},
    {0x07c0, 0x07ff, "Nkoo"},
    {0x0860, 0x086f, "Syrc"},
    {0x0870, 0x08ff, "Arab"},
    {0x0900, 0x097f, "Deva"},
    {0x0980, 0x09ff, "Beng"},
    {0x0a00, 0x0a7f, "Guru"},
    {0x0a80, 0x0aff, "Gujr"},
    {0x0b00, 0x0b7f, "Orya"},
    {0x0b80, 0x0bff, "Taml"},
    {0x0c00, 0x0c7f, "Telu"},
    {0x0c80, 0x0cff, "Knda"},
    {0x0d00, 0x0d7f, "Mlym"},
    {0x0d80, 0x0dff, "Sinh"},
    {0x0e00, 0x0e7f, "Thai"},
    {0x0e80, 0x0eff, "Laoo"},
    {0x0f00, 0x0fff, "Tibt"},
    {0x1000, 0x109f, "Mymr"},
    {0x10a0, 0x10ff, "Geor"},
    {0x1100, 0x11ff, "Hang"},
    {0x1200, 0x139f, "Ethi"},
    {0x13a0, 0x13ff, "Cher"},
    {0x1780, 0x17ff, "Khmr"},
    {0x1800, 0x18af, "Mong"},
    {0x1e00, 0x1eff, "Latn"},
    {0x1f00, 0x1fff, "Grek"},
    {0x2e80, 0x2fdf, "Hani"},
    {0x3041, 0x309f, "Hira"},
    {0x30a0, 0x30ff, "Kana"},
    {0x3130, 0x318f, "Hang"},
    {0x3400, 0x4dbf, "Hani"},
    {0x4e00, 0x9fff, "Hani"},
    {0xa960, 0xa97f, "Hang"},
    {0xac00, 0xd7ff, "Hang"},
    {0xf900, 0xfaff, "Hani"},
    {0xfb1d, 0xfb4f, "Hebr"},
    {0xfb50, 0xfdff, "Arab"},
    {0xfe70, 0xfefc, "Arab"},
    {0x20000, 0x3fffd, "Hani"},
};
enum { SCRIPT_COUNT = sizeof SCRIPTS / sizeof SCRIPTS[0], NO_SCRIPT = SCRIPT_COUNT };

struct letter {
    uint32_t code;
    uint16_t start, end; /* bytes of the cleaned text */
    uint8_t script;      /* index into SCRIPTS, NO_SCRIPT = takes its neighbour's */
    uint8_t level;       /* UAX #9: even = left to right */
    int file;
};

/* Joins the letter before it and stays in its run: marks, joiners, variation selectors, skin tones,
 * tags. */
bool fonts_joins_previous(uint32_t code)
{
    const utf8proc_property_t *is = utf8proc_get_property((utf8proc_int32_t)code);
    bool skin_tone = code >= 0x1f3fb && code <= 0x1f3ff;
    bool mark = is->category == UTF8PROC_CATEGORY_MN || is->category == UTF8PROC_CATEGORY_MC || is->category == UTF8PROC_CATEGORY_ME;
    bool format = is->category == UTF8PROC_CATEGORY_CF && is->boundclass != UTF8PROC_BOUNDCLASS_PREPEND;
    return code >= 0x300 && (mark || format || skin_tone);
}

static uint8_t script_of(uint32_t code)
{
    size_t low = 0, high = SCRIPT_COUNT;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (code > SCRIPTS[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    return low < SCRIPT_COUNT && code >= SCRIPTS[low].first ? (uint8_t)low : NO_SCRIPT;
}

bool fonts_is_rtl(uint32_t code)
{
    return (code >= 0x0590 && code <= 0x08ff && !(code >= 0x0660 && code <= 0x0669) &&
               !(code >= 0x06f0 && code <= 0x06f9)) ||
           (code >= 0xfb1d && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefc) ||
           (code >= 0x10800 && code <= 0x10fff) || (code >= 0x1e800 && code <= 0x1efff);
}

static bool is_digit(uint32_t code)
{
    return (code >= '0' && code <= '9') || (code >= 0x0660 && code <= 0x0669) ||
           (code >= 0x06f0 && code <= 0x06f9);
}

/* Strong left to right: a letter of any other script, or the mark that says so (U+200E). */
static bool is_ltr(const struct letter *letter)
{
    return letter->code == 0x200e ||
           (letter->script != NO_SCRIPT && !fonts_is_rtl(letter->code) && !is_digit(letter->code));
}

/* Copies the text with what cannot be drawn replaced; returns the number of letters. */
static size_t clean(const char *text, size_t length, struct text_runs *runs, struct letter *letters)
{
    size_t count = 0, at = 0;
    runs->length = 0;
    while (at < length && count < CHUNK_MAX) {
        size_t from = at;
        uint32_t code = hs_utf8_next(text, length, &at);
        struct letter *letter = &letters[count++];
        letter->start = (uint16_t)runs->length;
        if (code < 0x20 || (code >= 0x7f && code < 0xa0)) {
            code = ' ';
            runs->text[runs->length++] = ' ';
        } else if (code == 0xfffd) {
            memcpy(runs->text + runs->length, "\xef\xbf\xbd", 3);
            runs->length += 3;
        } else {
            memcpy(runs->text + runs->length, text + from, at - from);
            runs->length += at - from;
        }
        letter->code = code;
        letter->end = (uint16_t)runs->length;
        letter->script = script_of(code);
    }
    runs->text[runs->length] = '\0';
    return count;
}

/* UAX #9, the part described at the top. */
static void resolve_levels(struct letter *letters, size_t count)
{
    uint8_t base = 0;
    bool any_rtl = false;
    for (size_t i = count; i-- > 0;) {
        letters[i].level = 0;
        if (fonts_is_rtl(letters[i].code)) {
            any_rtl = true;
            base = 1;
        } else if (is_ltr(&letters[i])) {
            base = 0;
        }
    }
    if (!any_rtl)
        return;
    bool rtl = base == 1; /* direction of the last strong letter */
    for (size_t i = 0; i < count; i++) {
        if (fonts_is_rtl(letters[i].code))
            rtl = true;
        else if (is_ltr(&letters[i]))
            rtl = false;
        else if (!is_digit(
                     letters[i].code)) { /* a neutral: the direction of both sides, else the base */
            size_t next = i;
            while (next < count && !fonts_is_rtl(letters[next].code) && !is_ltr(&letters[next]) &&
                   !is_digit(letters[next].code))
                next++;
            bool next_rtl = next == count                  ? base == 1
                            : is_digit(letters[next].code) ? rtl
                                                           : fonts_is_rtl(letters[next].code);
            bool before_rtl = i == 0 ? base == 1 : rtl;
            uint8_t level = next_rtl == before_rtl ? (uint8_t)before_rtl : base;
            /* Left-to-right text inside a right-to-left label lies one level deeper. */
            if (base == 1 && level == 0)
                level = 2;
            for (; i < next; i++)
                letters[i].level = level;
            i--;
            continue;
        }
        bool deep = is_digit(letters[i].code) ? base == 1 || rtl : base == 1 && !rtl;
        letters[i].level = deep ? 2 : (uint8_t)rtl;
    }
}

/* Marks and letters without a script of their own go with the letter before them, at the start with
 * the one after. */
static void resolve_scripts_and_fonts(
    struct fonts *fonts, enum face face, struct letter *letters, size_t count)
{
    uint8_t script = NO_SCRIPT;
    for (size_t i = count; i-- > 0;) {
        if (letters[i].script != NO_SCRIPT)
            script = letters[i].script;
    }
    for (size_t i = 0; i < count; i++) {
        struct letter *letter = &letters[i];
        if (letter->script == NO_SCRIPT)
            letter->script = script;
        script = letter->script;
        if (i > 0 && (fonts_joins_previous(letter->code) || letters[i - 1].code == 0x200d)) {
            letter->file = letter[-1].file;
            letter->level = letter[-1].level;
            letter->script = letter[-1].script;
            continue;
        }
        if (letter->code == ' ' && i > 0 && fonts_file_has(fonts, letter[-1].file, ' ')) {
            letter->file = letter[-1].file; /* a space does not end a run */
            continue;
        }
        bool emoji = letter->code >= 0x1f000 || (i + 1 < count && letters[i + 1].code == 0xfe0f);
        letter->file = fonts_find_file(fonts, face, letter->code, emoji);
    }
}

bool fonts_base_is_rtl(const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        struct letter letter = {.code = hs_utf8_next(text, length, &at)};
        letter.script = script_of(letter.code);
        if (fonts_is_rtl(letter.code))
            return true;
        if (is_ltr(&letter))
            return false;
    }
    return false;
}

static bool same_script(uint8_t a, uint8_t b)
{
    return a == b ||
           (a != NO_SCRIPT && b != NO_SCRIPT && strcmp(SCRIPTS[a].script, SCRIPTS[b].script) == 0);
}

static void reverse(struct text_run *run, uint8_t *level, size_t from, size_t to)
{
    while (from + 1 < to) {
        to--;
        struct text_run swap = run[from];
        run[from] = run[to];
        run[to] = swap;
        uint8_t swap_level = level[from];
        level[from++] = level[to];
        level[to] = swap_level;
    }
}

/* UAX #9 rule L2: from the deepest level up, reverse what lies at that level or deeper. */
static void order_visually(struct text_runs *runs, uint8_t *level)
{
    for (uint8_t depth = 2; depth >= 1; depth--) {
        for (size_t i = 0; i < runs->count;) {
            size_t end = i;
            while (end < runs->count && level[end] >= depth)
                end++;
            reverse(runs->run, level, i, end);
            i = end > i ? end : i + 1;
        }
    }
}

void fonts_split(
    struct fonts *fonts, enum face face, const char *text, size_t length, struct text_runs *runs)
{
    struct letter letters[CHUNK_MAX];
    uint8_t level[RUNS_MAX];
    size_t count = clean(text, length < CHUNK_MAX ? length : CHUNK_MAX, runs, letters);
    runs->count = 0;
    resolve_levels(letters, count);
    resolve_scripts_and_fonts(fonts, face, letters, count);
    for (size_t i = 0; i < count; i++) {
        const struct letter *letter = &letters[i];
        bool joined = i > 0 && letter->file == letter[-1].file &&
                      letter->level == letter[-1].level &&
                      same_script(letter->script, letter[-1].script);
        /* More runs than RUNS_MAX (no real label has them): the last one takes the rest, in its
         * font. */
        if (!joined && runs->count < RUNS_MAX) {
            struct text_run *run = &runs->run[runs->count];
            *run = (struct text_run){
                .start = letter->start, .file = letter->file, .rtl = letter->level == 1};
            memcpy(run->script,
                letter->script == NO_SCRIPT ? "Zyyy" : SCRIPTS[letter->script].script, 5);
            level[runs->count++] = letter->level;
        }
        runs->run[runs->count - 1].length = letter->end - runs->run[runs->count - 1].start;
    }
    order_visually(runs, level);
}
