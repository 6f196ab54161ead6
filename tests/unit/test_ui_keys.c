/* test_ui_keys.c – key names as scripts write them and as people read them. */
#include "check.h"
#include "ui/ui.h"

static void check_parse(const char *name, int want_key, unsigned want_mods)
{
    int key = 0;
    unsigned mods = 99;
    bool ok = ui_key_parse(name, &key, &mods);
    if (!ok || key != want_key || mods != want_mods)
        fprintf(stderr, "\"%s\" gave %d %d %u\n", name, ok, key, mods);
    CHECK(ok && key == want_key && mods == want_mods);
}

static void check_shown(int key, unsigned mods, const char *want)
{
    char name[64];
    CHECK_TEXT(ui_key_name(key, mods, name, sizeof name), want);
}

TEST(test_ui_keys)
{
    int key = 7;
    unsigned mods = 7;
    check_parse("a", 'a', 0);
    check_parse("A", 'a', 0);
    check_parse("?", '?', 0);
    check_parse("+", '+', 0);
    check_parse("ctrl++", '+', UI_CTRL);
    check_parse("ctrl+plus", '+', UI_CTRL);
    check_parse("ctrl+-", '-', UI_CTRL);
    check_parse("ctrl+shift+c", 'c', UI_CTRL | UI_SHIFT);
    check_parse("Shift+Ctrl+Tab", UI_KEY_TAB, UI_CTRL | UI_SHIFT);
    check_parse("alt+left", UI_KEY_LEFT, UI_ALT);
    check_parse("f1", UI_KEY_F1, 0);
    check_parse("F12", UI_KEY_F12, 0);
    check_parse("pagedown", UI_KEY_PAGE_DOWN, 0);
    check_parse("space", UI_KEY_SPACE, 0);
    check_parse("esc", UI_KEY_ESCAPE, 0);
    const char *bad[] = {
        "", "ctrl", "ctrl+", "f13", "f0", "f1x", "lef", "leftt", "hyper+a", "ab", "\xc3\xa9"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(!ui_key_parse(bad[i], &key, &mods));
    CHECK(key == 7 && mods == 7); /* untouched on failure */
    check_shown('c', UI_CTRL | UI_SHIFT, "Ctrl+Shift+C");
    check_shown(UI_KEY_F5, 0, "F5");
    check_shown(UI_KEY_PAGE_UP, UI_ALT, "Alt+Page Up");
    check_shown(UI_KEY_ESCAPE, 0, "Esc");
    check_shown('?', 0, "?");
    char tiny[5];
    ui_key_name('c', UI_CTRL | UI_SHIFT, tiny, sizeof tiny);
    CHECK(strlen(tiny) < sizeof tiny);
    return check_report();
}
