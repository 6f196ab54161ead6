/* test_ui_layers.c – what lies above what: modal layers, scroll areas, lists, tooltips. */
#include "ui_rig.h"

/* ---------------------------------------------------------------- modal layers */
struct dialog {
    bool open, close_on_escape;
    int below, inside, shortcuts;
};

static void build_dialog(struct ui *ui, void *state)
{
    struct dialog *dialog = state;
    dialog->below += ui_button(ui, "Below", (struct rect){10, 10, 100, 28}, NULL);
    ui_button(ui, "Other", (struct rect){120, 10, 100, 28}, NULL);
    if (dialog->open) {
        ui_modal(ui, true);
        ui_button(ui, "First", (struct rect){10, 10, 60, 28}, NULL);
        dialog->inside += ui_button(ui, "OK", (struct rect){80, 10, 60, 28}, NULL);
        const struct ui_event *event = ui_event(ui);
        if (event->kind == UI_KEY && event->key == UI_KEY_ESCAPE) {
            ui_take_event(ui);
            dialog->open = false;
        }
        ui_modal(ui, false);
    }
    if (ui_event(ui)->kind == UI_KEY && ui_event(ui)->key == 's')
        dialog->shortcuts++;
}

static void check_modal(void)
{
    struct rig rig;
    struct dialog dialog = {0};
    rig_open(&rig, build_dialog, &dialog);
    rig_picture(&rig);
    CHECK(ui_focus(rig.ui, "Other"));
    dialog.open = true;
    rig_picture(&rig);
    rig_picture(&rig);
    CHECK(rig_focused(rig.ui, "First")); /* the dialog took the focus */
    rig_click_at(&rig, 20, 20);         /* over "Below", under "First" */
    rig_click_at(&rig, 200, 20);        /* only "Other" is there, but below */
    CHECK(dialog.below == 0);
    CHECK(rig_click(&rig, "OK") && dialog.inside == 1);
    rig_key(&rig, "tab");
    CHECK(rig_focused(rig.ui, "First")); /* Tab stays inside */
    rig_key(&rig, "s");
    CHECK(dialog.shortcuts == 0); /* shortcuts below are asleep */
    rig_key(&rig, "escape");
    CHECK(!dialog.open && rig_focused(rig.ui, "Other")); /* the focus is back */
    rig_key(&rig, "s");
    CHECK(dialog.shortcuts == 1);
    rig_close(&rig);
}

/* An event that follows closely on the one that closed the dialog, with no picture between, is not
 * lost. */
static void check_again(void)
{
    struct rig rig;
    struct dialog dialog = {.open = true};
    rig_open(&rig, build_dialog, &dialog);
    rig_picture(&rig);
    rig_picture(&rig);
    struct ui_event escape = {.kind = UI_KEY, .key = UI_KEY_ESCAPE},
                    key = {.kind = UI_KEY, .key = 's'};
    rig_pass(&rig, &escape);
    CHECK(!dialog.open && !ui_again(rig.ui));
    rig_pass(&rig, &key);
    CHECK(ui_again(rig.ui) && dialog.shortcuts == 0);
    rig_pass(&rig, &key);
    CHECK(!ui_again(rig.ui) && dialog.shortcuts == 1);
    rig_close(&rig);
}

/* ---------------------------------------------------------------- scrolling */
struct scroller {
    float x, y;
    int clicked;
    bool inner;
    float inner_y;
};

static void build_scroller(struct ui *ui, void *state)
{
    struct scroller *scroller = state;
    struct rect area = {100, 100, 200, 200};
    struct ui_scroll offset = ui_scroll_begin(ui, "view", area, 180, 1000);
    scroller->x = offset.x;
    scroller->y = offset.y;
    for (int i = 0; i < 20; i++) {
        char label[16];
        snprintf(label, sizeof label, "row %d", i);
        if (ui_button(ui, label, (struct rect){100, 100 + 50 * (float)i - offset.y, 150, 40}, NULL))
            scroller->clicked = i;
    }
    if (scroller->inner) {
        struct ui_scroll inner =
            ui_scroll_begin(ui, "inner", (struct rect){110, 110, 100, 80}, 80, 160);
        scroller->inner_y = inner.y;
        ui_scroll_end(ui);
    }
    ui_scroll_end(ui);
}

static void check_scroll(void)
{
    struct rig rig;
    struct scroller view = {.clicked = -1};
    rig_open(&rig, build_scroller, &view);
    rig_picture(&rig);
    rig_wheel(&rig, 150, 150, -1);
    CHECK(view.y > 0);
    float one = view.y;
    rig_wheel(&rig, 150, 150, -100);
    CHECK(view.y == 800); /* the end, not beyond */
    rig_wheel(&rig, 50, 50, 100);
    CHECK(view.y == 800); /* the wheel is for what lies under the pointer */
    rig_wheel(&rig, 150, 150, 100);
    CHECK(view.y == 0);
    rig_wheel(&rig, 150, 150, -0.5f); /* half a notch from a touchpad */
    CHECK_NEAR(view.y, one / 2, 1e-3);
    rig_wheel(&rig, 150, 150, 1);
    rig_click_at(&rig, 150, 330); /* row 4 is clipped away there */
    CHECK(view.clicked == -1);
    for (int i = 0; i < 10; i++)
        rig_key(&rig, "tab");
    CHECK(rig_focused(rig.ui, "row 9") && view.y >= 290); /* Tab scrolls what it reaches into view */
    struct rect row;
    CHECK(ui_find(rig.ui, "row 9", &row) && row.h == 40);
    rig_key(&rig, "enter");
    CHECK(view.clicked == 9);
    ui_scroll_to(rig.ui, "view", 0, 10);
    rig_picture(&rig);
    CHECK(view.y == 0);
    rig_press(&rig, 294, 105, 1, 0); /* the thumb, 40 of 200 px */
    rig_move(&rig, 294, 185);
    CHECK_NEAR(view.y, 0, 1e-3 + 800); /* moved … */
    rig_picture(&rig);
    CHECK_NEAR(view.y, 400, 1);
    rig_release(&rig, 294, 185, 1);
    rig_press(&rig, 294, 295, 1, 0); /* beside the thumb: a page */
    rig_release(&rig, 294, 295, 1);
    CHECK_NEAR(view.y, 580, 1);
    rig_send(&rig, (struct ui_event){.kind = UI_LEAVE}); /* the keys go where the focus is: row 9 */
    rig_key(&rig, "home");
    CHECK(view.y == 0);
    rig_key(&rig, "pagedown");
    CHECK_NEAR(view.y, 180, 1e-3);
    rig_key(&rig, "end");
    CHECK(view.y == 800);
    rig_click_at(&rig, 600, 400); /* nothing has the focus */
    rig_key(&rig, "pageup");
    CHECK_NEAR(view.y, 620, 1e-3);
    view.inner = true;
    rig_picture(&rig);
    rig_wheel(&rig, 150, 150, 100); /* the inner one is at its top: the outer moves */
    CHECK(view.inner_y == 0 && view.y == 0);
    rig_wheel(&rig, 150, 150, -1);
    CHECK(view.inner_y > 0 && view.y == 0);
    rig_close(&rig);
}

/* ---------------------------------------------------------------- list */
struct names {
    int count, selected, activated, asked;
};

static const char *name_of(void *user, int index)
{
    static const char *const few[] = {"alpha", "beta", "bravo", "charlie", "beta two"};
    static char many[32];
    struct names *names = user;
    names->asked++;
    if (names->count == 5)
        return few[index];
    snprintf(many, sizeof many, "file %d", index);
    return many;
}

static void build_list(struct ui *ui, void *state)
{
    struct names *names = state;
    struct ui_list list = {names->count, names->selected, 28, name_of, NULL, names};
    struct ui_list_result result = ui_list(ui, "Names", (struct rect){20, 20, 200, 206}, &list);
    names->selected = result.selected;
    names->activated += result.activated;
}

static void check_list(void)
{
    struct rig rig;
    struct names names = {.count = 5, .selected = -1};
    rig_open(&rig, build_list, &names);
    rig_picture(&rig);
    CHECK(rig_click(&rig, "bravo") && names.selected == 2 && rig_focused(rig.ui, "Names"));
    rig_key(&rig, "down");
    rig_key(&rig, "up");
    rig_key(&rig, "up");
    CHECK(names.selected == 1);
    rig_key(&rig, "enter");
    CHECK(names.activated == 1);
    rig_key(&rig, "home");
    rig_key(&rig, "up");
    CHECK(names.selected == 0);
    rig_text(&rig, "c");
    CHECK(names.selected == 3);
    rig_key(&rig, "home"); /* ends the search */
    rig_text(&rig, "b");
    CHECK(names.selected == 1);
    rig_text(&rig, "b"); /* the same letter again: the next */
    CHECK(names.selected == 2);
    rig_key(&rig, "home");
    rig_text(&rig, "b");
    rig_text(&rig, "e");
    rig_text(&rig, "ta t");
    CHECK(names.selected == 4);
    rig_press(&rig, 60, 40, 2, 0);
    rig_release(&rig, 60, 40, 2);
    CHECK(names.selected == 0 && names.activated == 2);
    names = (struct names){.count = 10000, .selected = 0};
    rig_picture(&rig);
    rig_picture(&rig);
    names.asked = 0;
    rig_picture(&rig);
    CHECK(names.asked > 0 && names.asked < 40); /* only what can be seen */
    rig_key(&rig, "end");
    CHECK(names.selected == 9999 && rig_shows(&rig, "file 9999"));
    rig_key(&rig, "pageup");
    CHECK(names.selected < 9999 && names.selected > 9985);
    names.count = 3; /* shrank behind its back */
    rig_picture(&rig);
    CHECK(names.selected == 2);
    names.count = 0;
    rig_key(&rig, "down");
    CHECK(names.selected == -1);
    rig_close(&rig);
}

/* ---------------------------------------------------------------- tooltips */
struct corner {
    struct rect area;
};

static void build_corner(struct ui *ui, void *state)
{
    struct corner *corner = state;
    ui_button(ui, "Tip", corner->area,
        "Explains at some length what this small button is good for, over several "
        "lines\tCtrl+Shift+T");
}

/* The tooltip's own box out of the trace: the widest rounded shape in its group, without the
 * shadow. */
static bool tip_box(struct rig *rig, struct rect *box)
{
    char *trace = rig_trace(rig), *at = trace ? strstr(trace, "tooltip") : NULL;
    bool found = false;
    while (at && !found) {
        at = strstr(at, "round-frame");
        found =
            at && sscanf(at, "round-frame %f %f %f %f", &box->x, &box->y, &box->w, &box->h) == 4;
        at = at ? at + 1 : NULL;
    }
    free(trace);
    return found;
}

static void check_tooltips(void)
{
    const struct rect places[] = {{0, 0, 30, 28}, {610, 0, 30, 28}, {0, 452, 30, 28},
        {610, 452, 30, 28}, {300, 200, 40, 28}, {0, 200, 640, 40}, {0, 0, 640, 60},
        {0, 420, 640, 60}, {10, 10, 30, 460}, {600, 10, 30, 460}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct corner corner = {places[i]};
        struct rig rig;
        struct rect box = {0};
        rig_open(&rig, build_corner, &corner);
        rig_picture(&rig);
        CHECK(!tip_box(&rig, &box));
        float x = places[i].x + places[i].w / 2, y = places[i].y + places[i].h / 2;
        rig_move(&rig, x, y);
        CHECK(tip_box(&rig, &box));
        CHECK(
            box.x >= 0 && box.y >= 0 && box.x + box.w <= rig.width && box.y + box.h <= rig.height);
        CHECK(!rect_has(box, x, y));
        bool apart = box.x >= places[i].x + places[i].w || places[i].x >= box.x + box.w ||
                     box.y >= places[i].y + places[i].h || places[i].y >= box.y + box.h;
        CHECK(apart);
        rig_press(&rig, x, y, 1, 0);
        rig_release(&rig, x, y, 1);
        CHECK(!tip_box(&rig, &box)); /* used: not in the way any more */
        rig_close(&rig);
    }
}

static void check_tooltip_rules(void)
{
    struct corner corner = {{300, 200, 40, 28}};
    struct rig rig;
    struct rect box;
    rig_open(&rig, build_corner, &corner);
    rig_picture(&rig);
    ui_hold_tooltips(rig.ui, true);
    rig_move(&rig, 310, 210);
    CHECK(!tip_box(&rig, &box));
    ui_hold_tooltips(rig.ui, false);
    rig_picture(&rig);
    CHECK(tip_box(&rig, &box) && rig_shows(&rig, "Ctrl+Shift+T"));
    rig_send(&rig, (struct ui_event){.kind = UI_LEAVE});
    CHECK(!tip_box(&rig, &box));
    rig_key(&rig, "tab"); /* by the keyboard too */
    CHECK(tip_box(&rig, &box));
    rig_key(&rig, "escape");
    CHECK(!tip_box(&rig, &box));
    rig_close(&rig);
}

TEST(test_ui_layers)
{
    check_modal();
    check_again();
    check_scroll();
    check_list();
    check_tooltips();
    check_tooltip_rules();
    return check_report();
}
