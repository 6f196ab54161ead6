/* test_ui_widgets.c – each widget by mouse and by keyboard, through real passes and draw lists with
 * stand-in fonts. */
#include <math.h>

#include "ui_rig.h"

static const char *const scales[] = {"linear", "sqrt", "log", "row-max"};
static const char *const lists[] = {"Links", "Alike", "Output", "Answer"};
static const char *const palettes[] = {"viridis", "cividis", "magma", "blues"};

struct panel {
    int pressed, icons, step, chosen, dropped, area_clicks, area_doubles, key;
    long typed;
    bool on, checked, can_less, can_more, disabled;
    float value, dragged_x, dragged_y, wheel;
    char last_key;
};

static void build(struct ui *ui, void *state)
{
    struct panel *panel = state;
    long typed;
    ui_disable(ui, panel->disabled);
    panel->pressed += ui_button(ui, "Run", (struct rect){10, 10, 80, 28}, "Runs it\tF5");
    ui_disable(ui, false);
    panel->icons += ui_icon_button(ui, "Search", ICON_HELP, (struct rect){100, 10, 28, 28}, NULL);
    panel->on = ui_toggle(ui, "Causal", (struct rect){140, 10, 120, 28}, panel->on, NULL);
    ui_checkbox(ui, "Labels", (struct rect){270, 10, 120, 28}, &panel->checked, NULL);
    panel->chosen =
        ui_choice(ui, "Scale", (struct rect){10, 50, 320, 28}, scales, 4, panel->chosen, NULL);
    ui_choice(ui, "List", (struct rect){10, 430, 212, 28}, lists, 4, 3, NULL); /* a quarter of it is less than "Answer" */
    panel->dropped = ui_dropdown(
        ui, "Palette", (struct rect){350, 50, 120, 28}, palettes, 4, panel->dropped, NULL);
    panel->step += ui_stepper(ui, "Heads", (struct rect){10, 90, 140, 28}, "8", panel->can_less,
        panel->can_more, &typed, NULL);
    if (typed)
        panel->typed = typed;
    ui_slider(ui, "Threshold", (struct rect){170, 90, 216, 28}, 0, 1, &panel->value, NULL);
    struct ui_hit hit = ui_area(ui, "map", (struct rect){10, 130, 200, 200}, true, "Heatmap");
    panel->area_clicks += hit.clicked;
    panel->area_doubles += hit.double_clicked;
    panel->dragged_x += hit.drag_x;
    panel->dragged_y += hit.drag_y;
    panel->wheel += hit.wheel_y;
    if (hit.key)
        panel->key = hit.key;
    ui_label(ui, (struct rect){10, 400, 200, 20}, ALIGN_LEFT, "A label");
}

static struct rig rig;
static struct panel panel;

static void fresh(void)
{
    panel = (struct panel){.can_less = true, .can_more = true, .value = 0.5f};
    rig_open(&rig, build, &panel);
    rig_picture(&rig);
}

static void check_button(void)
{
    fresh();
    CHECK(rig_click(&rig, "Run") && panel.pressed == 1);
    rig_press(&rig, 20, 20, 1, 0); /* pressed in, let go outside: no click */
    rig_move(&rig, 500, 400);
    rig_release(&rig, 500, 400, 1);
    CHECK(panel.pressed == 1);
    rig_press(&rig, 500, 400, 1, 0);
    rig_release(&rig, 20, 20, 1);
    CHECK(panel.pressed == 1);
    rig_send(&rig, (struct ui_event){.kind = UI_DOWN, .x = 20, .y = 20, .button = 3, .clicks = 1});
    rig_send(&rig, (struct ui_event){.kind = UI_UP, .x = 20, .y = 20, .button = 3, .clicks = 1});
    CHECK(panel.pressed == 1);
    CHECK(ui_focus(rig.ui, "Run"));
    rig_key(&rig, "enter");
    rig_key(&rig, "space");
    CHECK(panel.pressed == 3);
    rig_send(&rig, (struct ui_event){.kind = UI_KEY, .key = UI_KEY_ENTER, .repeat = true});
    CHECK(panel.pressed == 3); /* holding Enter presses once */
    panel.disabled = true;
    rig_picture(&rig);
    rig_click_at(&rig, 20, 20);
    CHECK(panel.pressed == 3);
    CHECK(!ui_focus(rig.ui, "Run"));
    CHECK(rig_click(&rig, "Search") && panel.icons == 1);
    rig_close(&rig);
}

static void check_switches(void)
{
    fresh();
    CHECK(rig_click(&rig, "Causal") && panel.on);
    rig_key(&rig, "space");
    CHECK(!panel.on);
    CHECK(rig_click(&rig, "Labels") && panel.checked);
    rig_key(&rig, "enter");
    CHECK(!panel.checked);
    rig_close(&rig);
}

static void check_choice(void)
{
    fresh();
    CHECK(rig_click(&rig, "log") && panel.chosen == 2);
    CHECK(rig_focused(rig.ui, "Scale")); /* a segment focuses the whole */
    rig_key(&rig, "right");
    rig_key(&rig, "right");
    CHECK(panel.chosen == 3);
    rig_key(&rig, "home");
    CHECK(panel.chosen == 0);
    rig_key(&rig, "left");
    CHECK(panel.chosen == 0);
    rig_key(&rig, "end");
    CHECK(panel.chosen == 3);
    float end = 12;
    for (size_t i = 0; i < 4; i++) { /* side by side, each as wide as its label or wider */
        struct rect area = {0};
        CHECK(ui_find(rig.ui, lists[i], &area) && fabsf(area.x - end) < 0.01f);
        CHECK(area.w >= ui_text_width(rig.ui, FACE_UI_BOLD, TEXT_BODY, lists[i]) + 4);
        end = area.x + area.w;
    }
    CHECK_NEAR((double)end, 220.0, 0.01);
    rig_close(&rig);
}

static void check_dropdown(void)
{
    struct rect area;
    fresh();
    CHECK(rig_click(&rig, "Palette"));
    CHECK(ui_find(rig.ui, "magma", &area)); /* open */
    CHECK(rig_click(&rig, "magma") && panel.dropped == 2);
    CHECK(!ui_find(rig.ui, "viridis", &area)); /* closed */
    rig_key(&rig, "down");                     /* opens on the current one */
    rig_key(&rig, "down");
    rig_key(&rig, "enter");
    CHECK(panel.dropped == 3);
    rig_key(&rig, "space");
    rig_key(&rig, "c"); /* by letter */
    rig_key(&rig, "enter");
    CHECK(panel.dropped == 1);
    rig_key(&rig, "space");
    rig_key(&rig, "home");
    rig_key(&rig, "escape");
    CHECK(panel.dropped == 1 && !ui_find(rig.ui, "magma", &area));
    rig_click(&rig, "Palette");
    rig_click_at(&rig, 20, 20); /* on "Run": closes, and does nothing else */
    CHECK(panel.pressed == 0 && !ui_find(rig.ui, "magma", &area));
    rig_click_at(&rig, 20, 20);
    CHECK(panel.pressed == 1);
    rig_click(&rig, "Palette");
    rig_key(&rig, "tab"); /* closes and walks on */
    CHECK(!ui_find(rig.ui, "magma", &area) && rig_focused(rig.ui, "Heads"));
    rig_click(&rig, "Palette");
    rig_click_at(&rig, 400, 64); /* a press on itself closes it */
    CHECK(!ui_find(rig.ui, "magma", &area));
    rig_close(&rig);
}

static void check_stepper(void)
{
    fresh();
    CHECK(rig_click(&rig, "Heads +") && panel.step == 1);
    CHECK(rig_focused(rig.ui, "Heads"));
    CHECK(rig_click(&rig, "Heads -") && panel.step == 0);
    rig_key(&rig, "up");
    rig_key(&rig, "right");
    rig_key(&rig, "down");
    CHECK(panel.step == 1);
    panel.can_more = false;
    rig_picture(&rig);
    rig_key(&rig, "up");
    rig_click(&rig, "Heads +");
    CHECK(panel.step == 1);
    CHECK(ui_focus(rig.ui, "Heads"));
    rig_key(&rig, "1");
    rig_key(&rig, "7");
    rig_key(&rig, "backspace");
    rig_key(&rig, "6");
    CHECK(rig_shows(&rig, "\"16\"") && panel.typed == 0);
    rig_key(&rig, "enter");
    CHECK(panel.typed == 16);
    rig_key(&rig, "3");
    rig_key(&rig, "escape");
    rig_key(&rig, "enter");
    CHECK(panel.typed == 16);
    for (int i = 0; i < 20; i++)
        rig_key(&rig, "9");
    rig_key(&rig, "enter");
    CHECK(panel.typed == 999999999);
    rig_close(&rig);
}

static void check_slider(void)
{
    fresh();
    rig_press(&rig, 178, 104, 1, 0); /* the left end of the track */
    CHECK(panel.value == 0);
    rig_move(&rig, 278, 104);
    CHECK_NEAR(panel.value, 0.5, 0.01);
    rig_move(&rig, 900, 300); /* held outside: the end */
    CHECK(panel.value == 1);
    rig_release(&rig, 900, 300, 1);
    rig_move(&rig, 200, 104);
    CHECK(panel.value == 1);
    rig_key(&rig, "home");
    rig_key(&rig, "right");
    CHECK_NEAR(panel.value, 0.01, 1e-6);
    rig_key(&rig, "pageup");
    CHECK_NEAR(panel.value, 0.11, 1e-6);
    rig_key(&rig, "end");
    rig_key(&rig, "right");
    CHECK(panel.value == 1);
    panel.value = NAN;
    rig_picture(&rig);
    CHECK(panel.value == 0);
    rig_close(&rig);
}

static void check_area(void)
{
    fresh();
    rig_click_at(&rig, 50, 150);
    CHECK(panel.area_clicks == 1 && rig_focused(rig.ui, "Heatmap"));
    rig_key(&rig, "left");
    CHECK(panel.key == UI_KEY_LEFT);
    rig_press(&rig, 50, 150, 2, 0);
    rig_release(&rig, 50, 150, 2);
    CHECK(panel.area_doubles == 1);
    int clicks = panel.area_clicks;
    rig_press(&rig, 50, 150, 1, 0);
    rig_move(&rig, 51, 151); /* a tremble is no drag */
    CHECK(panel.dragged_x == 0);
    rig_move(&rig, 70, 160);
    rig_move(&rig, 300, 400);
    rig_release(&rig, 300, 400, 1);
    CHECK_NEAR(panel.dragged_x, 250, 1e-3); /* all of the way, also what the threshold held back */
    CHECK_NEAR(panel.dragged_y, 250, 1e-3);
    CHECK(panel.area_clicks == clicks);
    rig_wheel(&rig, 50, 150, 1);
    rig_wheel(&rig, 400, 400, 1);
    CHECK(panel.wheel == 1);
    rig_close(&rig);
}

static void check_tab_order(void)
{
    const char *order[] = {
        "Run", "Search", "Causal", "Labels", "Scale", "List", "Palette", "Heads", "Threshold", "Heatmap"};
    int count = sizeof order / sizeof *order;
    fresh();
    for (int i = 0; i < 2 * count; i++) {
        rig_key(&rig, "tab");
        CHECK(rig_focused(rig.ui, order[i % count]));
    }
    for (int i = count - 2; i >= 0; i--) {
        rig_key(&rig, "shift+tab");
        CHECK(rig_focused(rig.ui, order[i]));
    }
    rig_key(&rig, "shift+tab"); /* round the corner */
    CHECK(rig_focused(rig.ui, "Heatmap"));
    rig_click_at(&rig, 600, 460); /* a press on nothing lets go */
    CHECK(!rig_focused(rig.ui, "Heatmap"));
    panel.disabled = true;
    rig_picture(&rig);
    rig_key(&rig, "tab");
    CHECK(rig_focused(rig.ui, "Search")); /* disabled widgets are passed over */
    rig_close(&rig);
}

/* The ring is drawn after the keyboard was used and not after the mouse. */
static void check_ring(void)
{
    fresh();
    rig_key(&rig, "tab");
    char *with = rig_trace(&rig);
    rig_click(&rig, "Run");
    rig_move(&rig, 600, 460);
    char *without = rig_trace(&rig);
    /* a frame 3 px around the button at (10, 10) */
    CHECK(with && without && strstr(with, "7.0 7.0 86.0 34.0") != NULL);
    CHECK(with && without && strstr(without, "7.0 7.0 86.0 34.0") == NULL);
    free(with);
    free(without);
    rig_close(&rig);
}

/* All widgets in all themes draw within the window and survive every event, memory-safe under
 * sanitizers. */
static void check_storm(void)
{
    fresh();
    unsigned seed = 99;
    for (int i = 0; i < 3000; i++) {
        seed = seed * 1664525u + 1013904223u;
        struct ui_event event = {.kind = (enum ui_event_kind)(seed >> 28 & 7)};
        event.x = (float)(seed >> 8 & 1023) - 100;
        event.y = (float)(seed >> 18 & 511) - 20;
        event.button = 1 + (int)(seed >> 5 & 1);
        event.clicks = 1 + (int)(seed >> 7 & 3);
        event.mods = seed >> 3 & 7;
        event.key =
            seed & 1 ? (int)(' ' + (seed >> 20) % 95) : UI_KEY_ENTER + (int)((seed >> 20) % 26);
        event.wheel_y = (float)((int)(seed >> 9 & 7) - 3);
        memcpy(event.text, "ab\xff", 4);
        rig.theme = theme_get((enum theme_id)(i % THEME_COUNT));
        rig.width = (float)(1 + (seed >> 12) % 900);
        rig_send(&rig, event);
        CHECK(!draw_list_failed(rig.list));
    }
    rig_close(&rig);
}

TEST(test_ui_widgets)
{
    check_button();
    check_switches();
    check_choice();
    check_dropdown();
    check_stepper();
    check_slider();
    check_area();
    check_tab_order();
    check_ring();
    check_storm();
    return check_report();
}
