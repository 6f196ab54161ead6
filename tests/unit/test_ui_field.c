/* test_ui_field.c – the text field through real events: a table of keys with the text, caret and
 * selection they leave, then mouse, clipboard, input method, and a buffer changed by the app. The
 * stand-in font is 7.8 px a code point at 13 px. */
#include "ui_rig.h"

#include "ui/text_edit.h"

#define ACUTE "\xcc\x81"
#define FAMILY "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7"
#define FLAG "\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa"

#define LEFT 109.0f /* where the text begins: field at 100, padding 9 */
#define GLYPH 7.8f

struct form {
    char text[64];
    size_t room;
    int changed, submitted, cancelled, shortcuts;
    size_t lost;
    bool twin;
    char other[16];
};

static void build(struct ui *ui, void *state)
{
    struct form *form = state;
    struct ui_field_result result = ui_field(ui, "Sentence", (struct rect){100, 20, 300, 30},
        form->text, form->room, "Type here", "The sentence");
    form->changed += result.changed;
    form->submitted += result.submitted;
    form->cancelled += result.cancelled;
    form->lost += result.lost;
    if (form->twin)
        ui_field(ui, "Other", (struct rect){100, 60, 300, 30}, form->other, sizeof form->other,
            NULL, NULL);
    ui_button(ui, "Go", (struct rect){100, 100, 60, 28}, NULL);
    const struct ui_event *event = ui_event(ui);
    form->shortcuts += event->kind == UI_KEY &&
                       (event->key == 's' || event->key == 'n' || event->key == UI_KEY_F5);
}

static struct rig rig;
static struct form form;

static void fresh(const char *text)
{
    memset(&form, 0, sizeof form);
    snprintf(form.text, sizeof form.text, "%s", text);
    form.room = sizeof form.text;
    rig_open(&rig, build, &form);
    rig_picture(&rig);
    ui_field_focus(rig.ui, "Sentence", false);
    rig_picture(&rig);
}

/* Keys are names separated by blanks; 'letters' in quotes are typed. */
static void play(const char *keys)
{
    char word[128];
    while (*keys) {
        size_t length = strcspn(keys, " ");
        if (*keys == '\'') {
            const char *end = strchr(keys + 1, '\'');
            length = (size_t)(end - keys) + 1;
            for (const char *at = keys + 1; at < end;) {
                size_t left = (size_t)(end - at), next = edit_next_cluster(at, left, 0);
                memcpy(word, at, next);
                word[next] = '\0';
                rig_text(&rig, word);
                at += next;
            }
        } else if (length) {
            memcpy(word, keys, length);
            word[length] = '\0';
            rig_key(&rig, word);
        }
        keys += length;
        keys += *keys == ' ';
    }
}

/* Types a bar at the caret (it replaces the selection, shown by copying it first) and takes it
 * back. */
static void marked(char *out, size_t room)
{
    char before[64];
    rig_key(&rig, "ctrl+c");
    snprintf(before, sizeof before, "%s", form.text);
    rig_text(&rig, "|");
    snprintf(out, room, "%s", form.text);
    rig_key(&rig, "ctrl+z");
    if (strcmp(before, form.text) != 0)
        snprintf(out, room, "undo did not restore");
}

static void check_keys(void)
{
    static const struct {
        const char *start, *keys, *want; /* | = caret, or what replaced the selection */
    } cases[] = {
        {"", "'abc'", "abc|"},
        {"abc", "left left 'x'", "ax|bc"},
        {"abc", "home 'x'", "x|abc"},
        {"abc", "home right delete", "a|c"},
        {"abc", "backspace backspace", "a|"},
        {"abc", "home backspace", "|abc"},
        {"abc", "end delete", "abc|"},
        {"abc def", "ctrl+left", "abc |def"},
        {"abc def", "ctrl+left ctrl+left", "|abc def"},
        {"abc def", "home ctrl+right", "abc| def"},
        {"abc def", "ctrl+backspace", "abc |"},
        {"abc def", "home ctrl+delete", "| def"},
        {"abc def", "shift+left shift+left", "abc d|"},
        {"abc def", "shift+left shift+left left", "abc d|ef"},
        {"abc def", "home shift+right shift+right right", "ab|c def"},
        {"abc def", "shift+home", "|"},
        {"abc def", "ctrl+a backspace 'z'", "z|"},
        {"abc def", "ctrl+shift+left 'X'", "abc X|"},
        {"abc def", "home shift+end delete", "|"},
        {"abc", "ctrl+a ctrl+c end ctrl+v", "abcabc|"},
        {"abc", "ctrl+a ctrl+x ctrl+v ctrl+v", "abcabc|"},
        {"abc", "'d' ctrl+z", "abc|"},
        {"abc", "'d' ctrl+z ctrl+y", "abcd|"},
        {"abc", "'d' ctrl+z ctrl+shift+z", "abcd|"},
        {"ne" ACUTE "e", "left left 'x'", "nx|e" ACUTE "e"},
        {"ne" ACUTE "e", "left backspace", "n|e"},
        {"a" FAMILY "b", "left left delete", "a|b"},
        {"a" FAMILY, "backspace", "a|"},
        {FLAG FLAG, "left backspace", "|" FLAG},
        {FLAG FLAG, "home right 'x'", FLAG "x|" FLAG},
        {"\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d", "home right backspace", "|\xd7\x9c\xd7\x95\xd7\x9d"},
        {"abc", "shift+left ctrl+left 'x'", "x|abc"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char got[128];
        fresh(cases[i].start);
        play(cases[i].keys);
        marked(got, sizeof got);
        if (strcmp(got, cases[i].want) != 0)
            fprintf(stderr, "case %zu: \"%s\" + %s\n", i, cases[i].start, cases[i].keys);
        CHECK_TEXT(got, cases[i].want);
        rig_close(&rig);
    }
}

static void check_results(void)
{
    fresh("abc");
    rig_key(&rig, "left");
    CHECK(form.changed == 0);
    rig_text(&rig, "x");
    CHECK(form.changed == 1);
    rig_key(&rig, "enter");
    CHECK(form.submitted == 1 && form.cancelled == 0);
    rig_key(&rig, "escape");
    CHECK(form.cancelled == 1);
    CHECK(ui_wants_text(rig.ui));
    rig_key(&rig, "s"); /* plain keys are the field's, others the app's */
    CHECK(form.shortcuts == 0);
    rig_key(&rig, "ctrl+s");
    rig_key(&rig, "f5");
    CHECK(form.shortcuts == 2);
    rig_key(&rig, "tab");
    CHECK(rig_focused(rig.ui, "Go") && !ui_wants_text(rig.ui));
    rig_key(&rig, "s");
    CHECK(form.shortcuts == 3);
    rig_text(&rig, "lost"); /* nobody takes it */
    CHECK_TEXT(form.text, "abxc");
    rig_close(&rig);
}

static void select_by_mouse(float from, float to)
{
    rig_press(&rig, from, 35, 1, 0);
    rig_move(&rig, to, 35);
    rig_release(&rig, to, 35, 1);
}

static void check_mouse(void)
{
    char got[128];
    fresh("The student delivered");
    rig_click_at(&rig, LEFT + 3.4f * GLYPH, 35); /* nearest boundary */
    marked(got, sizeof got);
    CHECK_TEXT(got, "The| student delivered");
    rig_click_at(&rig, 395, 35);
    marked(got, sizeof got);
    CHECK_TEXT(got, "The student delivered|");
    select_by_mouse(LEFT + 4 * GLYPH, LEFT + 11 * GLYPH);
    marked(got, sizeof got);
    CHECK_TEXT(got, "The | delivered");
    select_by_mouse(LEFT + 11 * GLYPH, LEFT - 50); /* backwards, out of the field */
    marked(got, sizeof got);
    CHECK_TEXT(got, "| delivered");
    rig_press(&rig, LEFT + 6 * GLYPH, 35, 1, 0);
    rig_release(&rig, LEFT + 6 * GLYPH, 35, 1);
    rig_press(&rig, LEFT + 6 * GLYPH, 35, 2, 0);
    rig_release(&rig, LEFT + 6 * GLYPH, 35, 2);
    marked(got, sizeof got);
    CHECK_TEXT(got, "The | delivered");
    rig_press(&rig, LEFT + 6 * GLYPH, 35, 2, 0); /* dragged on: whole words */
    rig_move(&rig, LEFT + 13 * GLYPH, 35);
    rig_release(&rig, LEFT + 13 * GLYPH, 35, 2);
    marked(got, sizeof got);
    CHECK_TEXT(got, "The |");
    rig_press(&rig, LEFT + 6 * GLYPH, 35, 3, 0);
    rig_release(&rig, LEFT + 6 * GLYPH, 35, 3);
    marked(got, sizeof got);
    CHECK_TEXT(got, "|");
    rig_click_at(&rig, LEFT + 4 * GLYPH, 35);
    rig_press(&rig, LEFT + 11 * GLYPH, 35, 1, UI_SHIFT);
    rig_release(&rig, LEFT + 11 * GLYPH, 35, 1);
    marked(got, sizeof got);
    CHECK_TEXT(got, "The | delivered");
    rig_close(&rig);
    fresh("a" FAMILY "b"); /* a press inside a cluster goes to its nearer end */
    rig_click_at(&rig, LEFT + 1.6f * GLYPH, 35);
    marked(got, sizeof got);
    CHECK_TEXT(got, "a|" FAMILY "b");
    rig_close(&rig);
}

static void check_undo_groups(void)
{
    fresh("");
    play("'one two three'");
    rig_key(&rig, "ctrl+z");
    CHECK_TEXT(form.text, "one two ");
    rig_key(&rig, "ctrl+z");
    CHECK_TEXT(form.text, "one ");
    play("ctrl+y left backspace backspace ctrl+z");
    CHECK_TEXT(form.text, "one two ");
    play("ctrl+z ctrl+z ctrl+z ctrl+z");
    CHECK_TEXT(form.text, "");
    rig_close(&rig);
}

static void check_room(void)
{
    fresh("");
    form.room = 8;
    play("'123456789'");
    CHECK_TEXT(form.text, "1234567");
    play("backspace backspace");
    rig_text(&rig, "\xe4\xb8\x96"); /* three bytes do not fit in two */
    CHECK_TEXT(form.text, "12345");
    rig_text(&rig, "\xc3\xa9");
    CHECK_TEXT(form.text, "12345\xc3\xa9");
    rig_close(&rig);
}

static const char *foreign = "line one\r\nline\ttwo \xff!\x07";
static char kept[64];
static const char *get_foreign(void *user)
{
    (void)user;
    return foreign;
}
static void keep(void *user, const char *text)
{
    (void)user;
    snprintf(kept, sizeof kept, "%s", text);
}
static bool input_on;
static struct rect input_caret;
static void text_input(void *user, bool on, struct rect caret)
{
    (void)user;
    input_on = on;
    input_caret = caret;
}

static void check_platform(void)
{
    struct ui_platform platform = {NULL, get_foreign, keep, text_input};
    fresh("");
    ui_set_platform(rig.ui, &platform);
    rig_picture(&rig);
    CHECK(input_on && input_caret.h > 10 &&
          rect_has((struct rect){100, 20, 300, 30}, input_caret.x, input_caret.y));
    rig_key(&rig, "ctrl+v");
    CHECK_TEXT(form.text, "line one line two \xef\xbf\xbd!");
    play("home shift+right shift+right ctrl+c");
    CHECK_TEXT(kept, "li");
    rig_key(&rig, "end");
    float right = input_caret.x;
    rig_key(&rig, "home");
    CHECK(input_caret.x < right);
    rig_key(&rig, "tab");
    CHECK(!input_on);
    rig_close(&rig);
}

/* What finds no room is counted, so that it can be said. */
static void check_paste_too_long(void)
{
    struct ui_platform platform = {NULL, get_foreign, keep, text_input};
    const char *before = foreign;
    fresh("0123456789");
    form.room = 20;
    ui_set_platform(rig.ui, &platform);
    rig_picture(&rig);
    foreign = "abcdefgh\xc3\xa9"; /* nine letters of ten bytes, and room for nine bytes */
    rig_key(&rig, "ctrl+v");
    CHECK_TEXT(form.text, "0123456789abcdefgh");
    CHECK(form.lost == 2 && form.changed == 1);
    foreign = "xyz";
    rig_key(&rig, "ctrl+v"); /* one byte is left */
    CHECK_TEXT(form.text, "0123456789abcdefghx");
    CHECK(form.lost == 4);
    rig_key(&rig, "ctrl+v");
    CHECK(form.lost == 7 && form.changed == 2);
    rig_key(&rig, "ctrl+a"); /* what is replaced makes room */
    rig_key(&rig, "ctrl+v");
    CHECK_TEXT(form.text, "xyz");
    CHECK(form.lost == 7);
    foreign = before;
    rig_close(&rig);
}

static void compose(const char *text)
{
    struct ui_event event = {.kind = UI_COMPOSE};
    snprintf(event.text, sizeof event.text, "%s", text);
    rig_send(&rig, event);
}

static void check_compose(void)
{
    fresh("ab");
    rig_key(&rig, "left");
    compose("\xe3\x81\xab");
    CHECK_TEXT(form.text, "ab"); /* not in the text yet, but shown in its place */
    CHECK(rig_shows(&rig, "a\xe3\x81\xab"
                          "b"));
    CHECK(rig_shows(&rig, "rect 117.0 44.0 8.0 1.5")); /* under what is composed */
    CHECK(rig_shows(&rig, "rect 124.2 25.0 1.5 20.0")); /* the caret behind it */
    rig_key(&rig, "enter"); /* the input method's key */
    rig_key(&rig, "left");
    CHECK(form.submitted == 0);
    rig_text(&rig, "\xe6\x97\xa5");
    CHECK_TEXT(form.text, "a\xe6\x97\xa5"
                          "b");
    CHECK(!rig_shows(&rig, "\xe3\x81\xab"));
    compose("x");
    compose(""); /* given up */
    CHECK_TEXT(form.text, "a\xe6\x97\xa5"
                          "b");
    rig_key(&rig, "ctrl+z");
    CHECK_TEXT(form.text, "ab");
    compose("y");
    rig_click(&rig, "Go"); /* leaving ends it */
    CHECK(!rig_shows(&rig, "ayb"));
    rig_close(&rig);
}

static void check_outside(void)
{
    fresh("first");
    play("'x'");
    snprintf(form.text, sizeof form.text, "next sentence");
    rig_picture(&rig);
    rig_key(&rig, "ctrl+z"); /* the old text's history is gone: nothing to spoil */
    CHECK_TEXT(form.text, "next sentence");
    play("'!'");
    CHECK_TEXT(form.text, "next sentence!");
    int changed = form.changed;
    snprintf(form.text, sizeof form.text, "bad \xff\xc3 text");
    rig_picture(&rig);
    CHECK_TEXT(form.text, "bad ?? text");
    CHECK(form.changed == changed + 1);
    memset(form.text, 'y', sizeof form.text); /* without an end */
    rig_picture(&rig);
    CHECK(strlen(form.text) == sizeof form.text - 1);
    rig_close(&rig);
}

/* A key that moved the focus into the field is not typed into it by the text event that follows. */
static void build_slash(struct ui *ui, void *state)
{
    if (ui_event(ui)->kind == UI_KEY && ui_event(ui)->key == '/' && !ui_wants_text(ui)) {
        ui_field_focus(ui, "Sentence", false);
        ui_take_event(ui);
    }
    build(ui, state);
}

static void check_dropped_text(void)
{
    memset(&form, 0, sizeof form);
    form.room = sizeof form.text;
    rig_open(&rig, build_slash, &form);
    rig_picture(&rig);
    rig_key(&rig, "/");
    rig_text(&rig, "/");
    CHECK_TEXT(form.text, "");
    rig_key(&rig, "/");
    rig_text(&rig, "/");
    CHECK_TEXT(form.text, "/");
    rig_close(&rig);
    fresh("");
    rig_key(&rig, "ctrl+a");
    rig_text(&rig, "a");
    CHECK_TEXT(form.text, "a");
    rig_close(&rig);
}

static void check_two_fields(void)
{
    fresh("one");
    form.twin = true;
    rig_picture(&rig);
    rig_key(&rig, "tab");
    play("'two'");
    CHECK_TEXT(form.other, "two");
    rig_key(&rig, "shift+tab");
    play("'!' ctrl+z ctrl+z"); /* each has its own history */
    CHECK_TEXT(form.text, "one");
    CHECK_TEXT(form.other, "two");
    CHECK(rig_shows(&rig, "\"two\""));
    rig_close(&rig);
}

static char *long_text;
static void build_long(struct ui *ui, void *state)
{
    (void)state;
    ui_field(ui, "Long", (struct rect){100, 20, 300, 30}, long_text, 100000, NULL, NULL);
}

static void check_long(void)
{
    long_text = calloc(1, 100000);
    for (int i = 0; i < 10000; i++)
        memcpy(long_text + 9 * i, "word word", 9);
    rig_open(&rig, build_long, NULL);
    rig_picture(&rig);
    ui_field_focus(rig.ui, "Long", false);
    rig_picture(&rig);
    rig_text(&rig, " THE END");
    CHECK(strlen(long_text) == 90008);
    char *trace = rig_trace(&rig);
    CHECK(trace && strstr(trace, "THE END")); /* the caret is in view … */
    CHECK(trace && strlen(trace) < 4000);     /* … and what is far away is not drawn */
    free(trace);
    rig_key(&rig, "home");
    CHECK(!rig_shows(&rig, "THE END"));
    rig_close(&rig);
    free(long_text);
}

/* Whatever comes in whatever order, the text stays valid, in its room, and undo to the beginning
 * and back loses nothing. */
static void check_storm(void)
{
    static const char *const pieces[] = {"a", " ", ("e" ACUTE), FAMILY, FLAG, "\xff", "\xc3",
        "\xe4\xb8\x96", "\xd7\xa9", "two words", ""};
    unsigned seed = 7;
    fresh("start");
    form.room = 40;
    form.text[20] = '\0';
    for (int i = 0; i < 4000; i++) {
        seed = seed * 1664525u + 1013904223u;
        struct ui_event event = {.kind = (enum ui_event_kind)(seed >> 29)};
        event.kind = seed & 64 ? UI_TEXT : event.kind;
        event.x = (float)(seed >> 8 & 511);
        event.y = 20 + (float)(seed >> 17 & 31);
        event.button = 1;
        event.clicks = 1 + (int)(seed >> 23 & 3);
        event.mods = seed >> 25 & 3;
        event.key =
            seed & 128 ? "acvxyz"[(seed >> 12) % 6] : UI_KEY_BACKSPACE + (int)((seed >> 12) % 8);
        snprintf(event.text, sizeof event.text, "%s", pieces[(seed >> 13) % 11]);
        if (i % 50 == 0)
            ui_field_focus(rig.ui, "Sentence", false);
        rig_send(&rig, event);
        size_t length = strlen(form.text);
        if (length >= form.room || hs_utf8_invalid(form.text, length) != length) {
            CHECK(!"valid text in its room");
            break;
        }
    }
    char last[64];
    ui_field_focus(rig.ui, "Sentence", false);
    rig_picture(&rig);
    rig_text(&rig, "!"); /* ends a composition and the redo line */
    rig_text(&rig, "");
    snprintf(last, sizeof last, "%s", form.text);
    for (int i = 0; i < 300; i++)
        rig_key(&rig, "ctrl+z");
    for (int i = 0; i < 300; i++)
        rig_key(&rig, "ctrl+y");
    CHECK_TEXT(form.text, last);
    rig_close(&rig);
}

TEST(test_ui_field)
{
    check_storm();
    check_keys();
    check_results();
    check_mouse();
    check_undo_groups();
    check_room();
    check_platform();
    check_paste_too_long();
    check_compose();
    check_outside();
    check_dropped_text();
    check_two_fields();
    check_long();
    return check_report();
}
