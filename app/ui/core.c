/* core.c – the widget context: the beginning of a pass (its end is pass.c), ids, clips, layers, per-id state.
 * Called by the app once per event and once per picture. All state is in struct ui; tables are
 * bounded, and when memory runs out a widget forgets its state rather than failing. */
#include <stdlib.h>
#include <string.h>

#include "ui/ui_private.h"

#define FAR_AWAY (-1e6f)

struct ui *ui_new(void)
{
    struct ui *ui = calloc(1, sizeof *ui);
    if (ui) {
        ui->px = ui->py = FAR_AWAY;
        ui->theme = theme_get(THEME_LIGHT);
    }
    return ui;
}

void ui_state_drop(struct ui_state *state)
{
    if (state->drop)
        state->drop(state->data);
    free(state->data);
    memset(state, 0, sizeof *state);
}

void ui_set_platform(struct ui *ui, const struct ui_platform *platform)
{
    ui->platform = *platform;
    ui->text_told = false;
}

/* ---------------------------------------------------------------- ids */
uint64_t ui_hash(uint64_t seed, const char *text)
{
    uint64_t hash = seed ? seed : 0xcbf29ce484222325u; /* FNV-1a, 64 bit */
    for (const char *at = text; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 0x100000001b3u;
    hash = (hash ^ 0xff) * 0x100000001b3u; /* so that "ab" in "" is not "b" in "a" */
    return hash ? hash : 1;
}

uint64_t ui_sub(uint64_t id, uint32_t index)
{
    uint64_t hash = (id ^ (index + 0x9e3779b97f4a7c15u)) * 0xff51afd7ed558ccdu;
    hash ^= hash >> 32;
    return hash ? hash : 1;
}

uint64_t ui_id(const struct ui *ui, const char *text)
{
    int depth = ui->depth < UI_MAX_DEPTH ? ui->depth : UI_MAX_DEPTH;
    return ui_hash(depth ? ui->seed[depth - 1] : 0, text);
}

void ui_push_id(struct ui *ui, const char *id)
{
    if (ui->depth < UI_MAX_DEPTH)
        ui->seed[ui->depth] = ui_id(ui, id);
    ui->depth++;
}

void ui_pop_id(struct ui *ui)
{
    if (ui->depth > 0)
        ui->depth--;
}

/* ---------------------------------------------------------------- state by id */
void *ui_state(struct ui *ui, uint64_t id, size_t size, void (*drop)(void *data), bool *fresh)
{
    struct ui_state *oldest = NULL;
    bool unused;
    id = ui_sub(id, (uint32_t)size) ^
         (drop != NULL); /* one name for two kinds of widget is two states */
    if (!fresh)
        fresh = &unused;
    *fresh = false;
    for (int i = 0; i < UI_MAX_STATES; i++) {
        struct ui_state *state = &ui->state[i];
        if (state->id == id) {
            state->pass = ui->pass;
            return state->data;
        }
        if (state->pass != ui->pass || !state->id) { /* those of this pass are in use */
            if (!oldest || (oldest->id && (!state->id || state->pass < oldest->pass)))
                oldest = state;
        }
    }
    *fresh = true;
    void *data = oldest && size <= UI_SCRATCH ? calloc(1, size) : NULL;
    if (!data) {
        memset(ui->scratch, 0, sizeof ui->scratch);
        return ui->scratch;
    }
    if (oldest->id)
        ui_state_drop(oldest);
    *oldest = (struct ui_state){id, ui->pass, data, drop};
    return data;
}

/* ---------------------------------------------------------------- clips */
struct rect rect_meet(struct rect a, struct rect b)
{
    float x0 = a.x > b.x ? a.x : b.x, y0 = a.y > b.y ? a.y : b.y;
    float x1 = a.x + a.w < b.x + b.w ? a.x + a.w : b.x + b.w;
    float y1 = a.y + a.h < b.y + b.h ? a.y + a.h : b.y + b.h;
    return (struct rect){x0, y0, x1 > x0 ? x1 - x0 : 0, y1 > y0 ? y1 - y0 : 0};
}

struct rect ui_clip_rect(const struct ui *ui)
{
    int clips = ui->clips < UI_MAX_DEPTH ? ui->clips : UI_MAX_DEPTH;
    return clips ? ui->clip[clips - 1] : (struct rect){0, 0, ui->width, ui->height};
}

void ui_push_clip(struct ui *ui, struct rect area)
{
    if (ui->clips < UI_MAX_DEPTH)
        ui->clip[ui->clips] = rect_meet(area, ui_clip_rect(ui));
    ui->clips++;
    draw_clip(ui->list, area);
}

void ui_pop_clip(struct ui *ui)
{
    if (ui->clips > 0)
        ui->clips--;
    draw_clip_end(ui->list);
}

/* ---------------------------------------------------------------- a pass */
static uint64_t item_under_pointer(const struct ui *ui)
{
    int layer = ui->popup.owner ? UI_POPUP_LAYER : ui->top;
    for (size_t i = ui->last.count; i-- > 0;) {
        const struct ui_item *item = &ui->last.item[i];
        if (item->layer == layer && rect_has(item->area, ui->px, ui->py))
            return item->id;
    }
    return 0;
}

static void read_event(struct ui *ui)
{
    const struct ui_event *event = &ui->event;
    switch (event->kind) {
    case UI_MOVE:
    case UI_DOWN:
    case UI_UP:
    case UI_WHEEL:
        ui->drag_x = event->x - ui->px;
        ui->drag_y = event->y - ui->py;
        ui->px = event->x;
        ui->py = event->y;
        break;
    case UI_LEAVE:
        ui->px = ui->py = FAR_AWAY;
        break;
    default:
        break;
    }
    unsigned bit = event->button >= 0 && event->button < 8 ? 1u << event->button : 0;
    if (event->kind == UI_DOWN) {
        ui->buttons |= bit;
        ui->ring = false;
    } else if (event->kind == UI_UP) {
        ui->buttons &= ~bit;
    } else if (event->kind == UI_KEY && ui->text_id == 0) {
        ui->ring =
            true; /* in a text field typing is no sign that the ring is wanted; Tab sets it there */
    }
}

void ui_begin(struct ui *ui, const struct ui_event *event, const struct theme *theme,
    struct draw_list *list, float width, float height)
{
    ui->event = event ? *event : (struct ui_event){.kind = UI_NONE};
    ui->event.text[sizeof ui->event.text - 1] = '\0';
    ui->taken = false;
    ui->again = ui->unsettled = false;
    ui->pass++;
    ui->theme = theme;
    ui->list = list;
    ui->width = width;
    ui->height = height;
    ui->depth = ui->clips = ui->scrolls = 0;
    ui->layer = ui->layer_count = 0;
    ui->disabled = false;
    ui->focus_touched = false;
    ui->ring_seen = false;
    ui->text_claim = 0;
    ui->popup.drawn = false;
    ui->tip.id = 0;
    ui->drag_x = ui->drag_y = 0;
    ui->now.count = 0;
    ui->focus_begin = ui->focus;
    if (ui->event.kind == UI_KEY)
        ui->key_focus = ui->focus;
    read_event(ui);
    ui->hot = ui->active ? ui->active : item_under_pointer(ui);
}

bool ui_again(const struct ui *ui)
{
    return ui->again;
}

bool ui_unsettled(const struct ui *ui)
{
    return ui->unsettled;
}

/* ---------------------------------------------------------------- what the app asks */
struct draw_list *ui_draw(struct ui *ui)
{
    return ui->list;
}

bool ui_live(const struct ui *ui)
{
    return ui->layer == ui->top && !ui->disabled;
}

const struct ui_event *ui_event(const struct ui *ui)
{
    static const struct ui_event none = {.kind = UI_NONE};
    return ui->taken || ui->popup.owner || ui->layer != ui->top ? &none : &ui->event;
}

void ui_take_event(struct ui *ui)
{
    ui->taken = true;
}

bool ui_wants_text(const struct ui *ui)
{
    return ui->text_claim != 0 || (ui->text_id != 0 && ui->text_id == ui->focus);
}

struct rect ui_window(const struct ui *ui)
{
    return (struct rect){0, 0, ui->width, ui->height};
}

float ui_pointer_x(const struct ui *ui)
{
    return ui->px;
}

float ui_pointer_y(const struct ui *ui)
{
    return ui->py;
}

bool ui_pointer_in(const struct ui *ui, struct rect area)
{
    return !ui->popup.owner && ui->layer == ui->top && rect_has(area, ui->px, ui->py) &&
           rect_has(ui_clip_rect(ui), ui->px, ui->py);
}

void ui_modal(struct ui *ui, bool on)
{
    if (!on) {
        if (ui->layer > 0)
            ui->layer--;
        return;
    }
    if (ui->layer + 1 < UI_MAX_LAYERS)
        ui->layer++;
    if (ui->layer > ui->layer_count)
        ui->layer_count = ui->layer;
    draw_rect(ui->list, ui_window(ui), (ui->theme->shadow & 0xffffffu) | 0x66000000u);
}

void ui_disable(struct ui *ui, bool on)
{
    ui->disabled = on;
}

void ui_hold_tooltips(struct ui *ui, bool hold)
{
    ui->tips_held = hold;
}

float ui_text_width(const struct ui *ui, enum face face, float size, const char *text)
{
    return fonts_width(draw_fonts(ui->list), face, size, text, strlen(text));
}

/* ---------------------------------------------------------------- clipboard */
const char *ui_clipboard(struct ui *ui)
{
    const char *text =
        ui->platform.clipboard ? ui->platform.clipboard(ui->platform.user) : ui->clipboard;
    return text ? text : "";
}

void ui_set_clipboard(struct ui *ui, const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (!copy)
        return;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (ui->platform.set_clipboard)
        ui->platform.set_clipboard(ui->platform.user, copy);
    free(ui->clipboard);
    ui->clipboard = copy;
}
