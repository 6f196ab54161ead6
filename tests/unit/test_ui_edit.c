/* test_ui_edit.c – clusters, words, cleaning, and editing with undo, on plain strings. */
#include <stdlib.h>

#include "check.h"
#include "ui/text_edit.h"

#define ACUTE "\xcc\x81"                                      /* U+0301 combining acute */
#define FAMILY "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7" /* woman, joiner, girl */
#define WAVE "\xf0\x9f\x91\x8b\xf0\x9f\x8f\xbd"               /* waving hand, skin tone */
#define FLAG_DE "\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa"
#define FLAG_FR "\xf0\x9f\x87\xab\xf0\x9f\x87\xb7"
#define HEART "\xe2\x9d\xa4\xef\xb8\x8f"              /* heart, variation selector 16 */
#define HANGUL "\xe1\x84\x92\xe1\x85\xa1\xe1\x86\xab" /* three jamo, one syllable */
#define SHIN "\xd7\xa9\xd6\xbc\xd7\x81"               /* shin, dagesh, shin dot */
#define KA "\xe0\xa4\x95\xe0\xa4\xbf"                 /* ka and vowel sign i */

/* Cluster ends of `text`, as "1 3 7". */
static void ends(const char *text, char *out)
{
    size_t length = strlen(text), at = 0;
    char *to = out;
    *out = '\0';
    while (at < length) {
        at = edit_next_cluster(text, length, at);
        to += sprintf(to, to == out ? "%zu" : " %zu", at);
    }
}

static void check_clusters(void)
{
    static const struct {
        const char *text, *want;
    } cases[] = {
        {"", ""},
        {"abc", "1 2 3"},
        {"e" ACUTE "x", "3 4"},
        {"e" ACUTE ACUTE, "5"},
        {ACUTE "a", "2 3"},
        {FAMILY "a", "11 12"},
        {FAMILY FAMILY, "11 22"},
        {"a\xe2\x80\x8d"
         "b",
            "4 5"},
        {WAVE WAVE, "8 16"},
        {FLAG_DE FLAG_FR, "8 16"},
        {FLAG_DE "\xf0\x9f\x87\xab", "8 12"},
        {"x" FLAG_DE, "1 9"},
        {HEART "!", "6 7"},
        {HANGUL HANGUL, "9 18"},
        {"\xed\x95\x9c\xea\xb8\x80", "3 6"},
        {SHIN SHIN, "6 12"},
        {KA KA, "6 12"},
        {"\xff\xfe"
         "a",
            "1 2 3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char got[200];
        ends(cases[i].text, got);
        CHECK_TEXT(got, cases[i].want);
        /* Backwards and by any byte the same boundaries come out. */
        size_t length = strlen(cases[i].text), at = 0;
        while (at < length) {
            size_t next = edit_next_cluster(cases[i].text, length, at);
            CHECK(edit_previous_cluster(cases[i].text, length, next) == at);
            for (size_t inside = at; inside < next; inside++)
                CHECK(edit_cluster_start(cases[i].text, length, inside) == at);
            at = next;
        }
        CHECK(edit_cluster_start(cases[i].text, length, length) == length);
    }
}

static void check_words(void)
{
    const char *text = "The  cat's tail, don\xe2\x80\x99t \xe4\xb8\x96\xe7\x95\x8c!";
    size_t length = strlen(text), at = 0, from, to;
    const size_t stops[] = {3, 10, 15, 16, 24, 31, 32};
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        at = edit_next_word(text, length, at);
        CHECK(at == stops[i]);
    }
    const size_t back[] = {31, 25, 17, 15, 11, 5, 0, 0};
    for (size_t i = 0; i < sizeof back / sizeof *back; i++) {
        at = edit_previous_word(text, length, at);
        CHECK(at == back[i]);
    }
    edit_word_around(text, length, 7, &from, &to);
    CHECK(from == 5 && to == 10);
    edit_word_around(text, length, 15, &from, &to);
    CHECK(from == 15 && to == 16);
    edit_word_around(text, length, length, &from, &to);
    CHECK(from == 31 && to == 32);
    edit_word_around("", 0, 0, &from, &to);
    CHECK(from == 0 && to == 0);
}

static void check_clean(void)
{
    static const struct {
        const char *in, *out;
    } cases[] = {
        {"plain", "plain"},
        {"two\r\nlines\n\nmore", "two lines more"},
        {"a\tb", "a b"},
        {"a\x01\x1b"
         "b\x7f",
            "ab"},
        {"\xef\xbb\xbfword", "word"},
        {"bad \xff\xc3 end", "bad \xef\xbf\xbd\xef\xbf\xbd end"},
        {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xc2\x85nel", "nel"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[100];
        size_t length = edit_clean(cases[i].in, strlen(cases[i].in), out);
        CHECK(length == strlen(out));
        CHECK_TEXT(out, cases[i].out);
    }
}

static void type(struct edit *edit, char *text, size_t room, const char *letters)
{
    for (size_t at = 0, length = strlen(letters); at < length;) {
        size_t next = edit_next_cluster(letters, length, at);
        edit_insert(edit, text, room, letters + at, next - at, EDIT_TYPE);
        at = next;
    }
}

static void check_undo(void)
{
    char text[64] = "";
    struct edit edit = {0};
    type(&edit, text, sizeof text, "one two three");
    CHECK_TEXT(text, "one two three");
    CHECK(edit_undo(&edit, text, sizeof text)); /* a word at a time */
    CHECK_TEXT(text, "one two ");
    CHECK(edit_undo(&edit, text, sizeof text));
    CHECK_TEXT(text, "one ");
    CHECK(edit_redo(&edit, text, sizeof text));
    CHECK_TEXT(text, "one two ");
    CHECK(edit.caret == 8);
    type(&edit, text, sizeof text, "x"); /* ends the redo line */
    CHECK(!edit_redo(&edit, text, sizeof text));
    CHECK_TEXT(text, "one two x");
    for (int i = 0; i < 3; i++)
        edit_erase(
            &edit, text, edit_previous_cluster(text, strlen(text), edit.caret), EDIT_ERASE_BACK);
    CHECK_TEXT(text, "one tw");
    CHECK(edit_undo(&edit, text, sizeof text)); /* the three erasures are one step */
    CHECK_TEXT(text, "one two x");
    edit_move(&edit, 0, false);
    edit_erase(&edit, text, 1, EDIT_ERASE_FORWARD);
    edit_erase(&edit, text, 1, EDIT_ERASE_FORWARD);
    CHECK_TEXT(text, "e two x");
    edit_undo(&edit, text, sizeof text);
    CHECK_TEXT(text, "one two x");
    CHECK(edit.caret == 0);
    edit_select(&edit, 4, 7);
    edit_insert(&edit, text, sizeof text, "2", 1, EDIT_TYPE);
    CHECK_TEXT(text, "one 2 x");
    edit_undo(&edit, text, sizeof text);
    CHECK_TEXT(text, "one two x");
    CHECK(edit.anchor == 4 && edit.caret == 7); /* the selection is back */
    while (edit_undo(&edit, text, sizeof text))
        ;
    CHECK_TEXT(text, "");
    while (edit_redo(&edit, text, sizeof text))
        ;
    CHECK_TEXT(text, "one 2 x");
    edit_forget(&edit);
    CHECK(!edit_undo(&edit, text, sizeof text));
}

static void check_room(void)
{
    char text[8] = "";
    struct edit edit = {0};
    CHECK(edit_insert(&edit, text, sizeof text,
        "abcde"
        "e" ACUTE "z",
        9, EDIT_OTHER));
    CHECK_TEXT(text, "abcde"); /* e with its accent does not fit: none of it is taken */
    CHECK(edit_insert(&edit, text, sizeof text, "\xe4\xb8\x96", 3, EDIT_OTHER) == false);
    CHECK(edit_insert(&edit, text, sizeof text, "fgh", 3, EDIT_OTHER));
    CHECK_TEXT(text, "abcdefg");
    CHECK(!edit_insert(&edit, text, sizeof text, "h", 1, EDIT_OTHER));
    edit_select(&edit, 0, 7);
    CHECK(edit_insert(
        &edit, text, sizeof text, "\xe4\xb8\x96\xe7\x95\x8c\xe4\xb8\x96", 9, EDIT_OTHER));
    CHECK_TEXT(text, "\xe4\xb8\x96\xe7\x95\x8c");
    edit_undo(&edit, text, sizeof text);
    CHECK_TEXT(text, "abcdefg");
    edit_forget(&edit);
}

static void check_join(void)
{
    char text[32] = ACUTE;
    struct edit edit = {0};
    edit_insert(&edit, text, sizeof text, "e", 1, EDIT_TYPE); /* before the mark: they combine */
    CHECK_TEXT(text, "e" ACUTE);
    CHECK(edit.caret == 3);
    edit_undo(&edit, text, sizeof text);
    CHECK_TEXT(text, ACUTE);
    edit_forget(&edit);
}

/* Random edits against a list of every text there was: undo walks it back, redo forth; history
 * stays within its bounds. */
static void check_random(void)
{
    static char seen[400][64];
    const char *pieces[] = {"a", " ", ("e" ACUTE), FAMILY, FLAG_DE, "\xe4\xb8\x96", "word "};
    char text[64] = "";
    struct edit edit = {0};
    unsigned seed = 12345;
    for (int i = 0; i < 5000; i++) {
        seed = seed * 1664525u + 1013904223u;
        unsigned what = seed >> 24;
        size_t length = strlen(text);
        if (what < 120) {
            const char *piece = pieces[what % 7];
            edit_insert(
                &edit, text, sizeof text, piece, strlen(piece), what & 8 ? EDIT_TYPE : EDIT_OTHER);
        } else if (what < 150) {
            edit_erase(
                &edit, text, edit_previous_cluster(text, length, edit.caret), EDIT_ERASE_BACK);
        } else if (what < 170) {
            edit_erase(
                &edit, text, edit_next_cluster(text, length, edit.caret), EDIT_ERASE_FORWARD);
        } else if (what < 200) {
            edit_undo(&edit, text, sizeof text);
        } else if (what < 215) {
            edit_redo(&edit, text, sizeof text);
        } else {
            edit_move(&edit, edit_cluster_start(text, length, length ? seed % (length + 1) : 0),
                what & 1);
        }
        length = strlen(text);
        if (edit.caret > length || edit.anchor > length || edit.steps > EDIT_UNDO_STEPS ||
            edit.step_bytes > EDIT_UNDO_BYTES) {
            CHECK(!"bounds");
            break;
        }
    }
    int back = 0, forth;
    for (; back < 399; back++) {
        strcpy(seen[back], text);
        if (!edit_undo(&edit, text, sizeof text))
            break;
    }
    for (forth = back; forth > 0 && edit_redo(&edit, text, sizeof text); forth--)
        if (strcmp(text, seen[forth - 1]) != 0)
            break;
    CHECK(back > 10);
    CHECK(forth == 0);
    edit_forget(&edit);
}

static void check_big_paste(void)
{
    size_t big = 300u << 10;
    char *text = calloc(1, 2 * big), *add = malloc(big);
    struct edit edit = {0};
    memset(add, 'x', big);
    CHECK(edit_insert(&edit, text, 2 * big, add, big, EDIT_OTHER));
    edit_select(&edit, 0, big);
    CHECK(edit_insert(
        &edit, text, 2 * big, add, big, EDIT_OTHER)); /* 600 KiB to remember: over the bound */
    CHECK(edit.step_bytes <= EDIT_UNDO_BYTES);
    CHECK(strlen(text) == big);
    CHECK(!edit_undo(&edit, text, 2 * big));
    edit_forget(&edit);
    free(text);
    free(add);
}

TEST(test_ui_edit)
{
    check_clusters();
    check_words();
    check_clean();
    check_undo();
    check_room();
    check_join();
    check_random();
    check_big_paste();
    return check_report();
}
