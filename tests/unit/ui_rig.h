/* ui_rig.h – drives widgets without a window for the tests: fixed stand-in fonts, one draw list,
 * events as the app sends them. A test gives a `build` function that calls the widgets; rig_* send
 * events through it and draw a picture after each. */
#ifndef HS_TESTS_UI_RIG_H
#define HS_TESTS_UI_RIG_H

#include <stdlib.h>
#include <string.h>

#include "canvas/canvas.h"
#include "canvas/fonts.h"
#include "check.h"
#include "ui/ui_private.h"

struct rig {
    struct ui *ui;
    struct fonts *fonts;
    struct draw_list *list;
    const struct theme *theme;
    float width, height;
    void (*build)(struct ui *ui, void *state);
    void *state;
    int passes; /* of the last event, without the picture: 2 when it was run again */
};

/* The widget with that label has the keyboard. */
__attribute__((unused)) static bool rig_focused(const struct ui *ui, const char *label)
{
    uint64_t hash = ui_hash(0, label);
    for (size_t i = 0; i < ui->last.count; i++)
        if (ui->last.item[i].id == ui->focus && ui->last.item[i].label_hash == hash)
            return true;
    return false;
}

static void rig_open(struct rig *rig, void (*build)(struct ui *ui, void *state), void *state)
{
    struct hs_error error;
    memset(rig, 0, sizeof *rig);
    if (fonts_open_fixed(&rig->fonts, &error)) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    fonts_set_scale(rig->fonts, 1);
    rig->ui = ui_new();
    rig->list = draw_list_new(rig->fonts);
    rig->theme = theme_get(THEME_LIGHT);
    rig->width = 640;
    rig->height = 480;
    rig->build = build;
    rig->state = state;
}

static void rig_close(struct rig *rig)
{
    ui_drop(rig->ui);
    draw_list_drop(rig->list);
    fonts_drop(rig->fonts);
}

static void rig_pass(struct rig *rig, const struct ui_event *event)
{
    draw_list_clear(rig->list);
    ui_begin(rig->ui, event, rig->theme, rig->list, rig->width, rig->height);
    rig->build(rig->ui, rig->state);
    ui_end(rig->ui);
}

static void rig_picture(struct rig *rig)
{
    rig_pass(rig, NULL);
}

static void rig_send(struct rig *rig, struct ui_event event)
{
    rig->passes = 0;
    do {
        rig_pass(rig, &event);
        rig->passes++;
    } while (ui_again(rig->ui));
    rig_picture(rig);
}

static void rig_move(struct rig *rig, float x, float y)
{
    rig_send(rig, (struct ui_event){.kind = UI_MOVE, .x = x, .y = y});
}

static void rig_press(struct rig *rig, float x, float y, int clicks, unsigned mods)
{
    rig_send(
        rig, (struct ui_event){
                 .kind = UI_DOWN, .x = x, .y = y, .button = 1, .clicks = clicks, .mods = mods});
}

static void rig_release(struct rig *rig, float x, float y, int clicks)
{
    rig_send(rig, (struct ui_event){.kind = UI_UP, .x = x, .y = y, .button = 1, .clicks = clicks});
}

static void rig_click_at(struct rig *rig, float x, float y)
{
    rig_move(rig, x, y);
    rig_press(rig, x, y, 1, 0);
    rig_release(rig, x, y, 1);
}

/* Clicks the middle of the widget with this label; false when there is none. */
static bool rig_click(struct rig *rig, const char *label)
{
    struct rect area;
    if (!ui_find(rig->ui, label, &area)) {
        fprintf(stderr, "no widget \"%s\"\n", label);
        return false;
    }
    rig_click_at(rig, area.x + area.w / 2, area.y + area.h / 2);
    return true;
}

static void rig_key(struct rig *rig, const char *name)
{
    struct ui_event event = {.kind = UI_KEY};
    if (!ui_key_parse(name, &event.key, &event.mods)) {
        fprintf(stderr, "no key \"%s\"\n", name);
        exit(1);
    }
    rig_send(rig, event);
}

static void rig_text(struct rig *rig, const char *text)
{
    struct ui_event event = {.kind = UI_TEXT};
    snprintf(event.text, sizeof event.text, "%.*s", (int)sizeof event.text - 1, text);
    rig_send(rig, event);
}

static void rig_wheel(struct rig *rig, float x, float y, float dy)
{
    rig_send(rig, (struct ui_event){.kind = UI_WHEEL, .x = x, .y = y, .wheel_y = dy});
}

/* The last picture as text; free() it. */
static char *rig_trace(struct rig *rig)
{
    struct hs_buffer buffer = {0};
    trace_write(rig->list, &buffer);
    hs_buffer_write(&buffer, "", 1);
    return buffer.data;
}

static bool rig_shows(struct rig *rig, const char *text)
{
    char *trace = rig_trace(rig);
    bool found = trace && strstr(trace, text);
    free(trace);
    return found;
}

/* Not every test uses every helper. */
static inline void rig_unused(void)
{
    (void)rig_open, (void)rig_close, (void)rig_move, (void)rig_press, (void)rig_release,
        (void)rig_click_at;
    (void)rig_click, (void)rig_key, (void)rig_text, (void)rig_wheel, (void)rig_trace,
        (void)rig_shows;
}

#endif
