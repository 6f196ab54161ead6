/* ui_private.h – what the widget files share: the context, items, touches, per-id state.
 * Hit testing works on the items of the previous pass: one hits what one saw. An item is anything
 * with an id and an area; later items lie on top of earlier ones, modal layers on top of lower
 * layers, the popup on top of all. */
#ifndef HEADSCOPE_UI_PRIVATE_H
#define HEADSCOPE_UI_PRIVATE_H

#include "canvas/fonts.h"
#include "ui/ui.h"

#define UI_MAX_ITEMS                                                                               \
    8192 /* of one pass; more are drawn but cannot be hit: 48 x 64 heads and a window of controls  \
            fit */
#define UI_MAX_STATES                                                                              \
    256 /* remembered fields, scroll areas, lists; the longest unseen goes first */
#define UI_MAX_LAYERS 4
#define UI_MAX_DEPTH 16 /* id and clip stacks */
#define UI_POPUP_LAYER 100
#define UI_SCRATCH 2048 /* bytes; no widget's state is larger */
#define UI_RADIUS 6.0f

struct ui_item {
    uint64_t id, label_hash;
    struct rect area; /* clipped; empty when scrolled away */
    struct rect whole;
    uint64_t scroll; /* the scroll area it lies in, 0 if none */
    uint64_t outer;  /* the outermost round that, 0 if none */
    int layer;
    bool focusable;
    char label[64];
};

struct ui_items {
    struct ui_item *item;
    size_t count, room;
};

struct ui_state {
    uint64_t id;
    unsigned pass; /* last seen */
    void *data;
    void (*drop)(void *data);
};

/* The one open drop-down list. */
struct ui_popup {
    uint64_t owner; /* 0 = closed */
    struct rect anchor, area;
    int count, current, lit, first; /* lit: the highlighted entry; first: the topmost shown */
    char *labels;                   /* `count` strings, each with its NUL */
    size_t room;
    bool drawn;
};

struct ui_tip {
    uint64_t id;
    struct rect area;
    bool by_focus;
    char text[512];
};

struct browser;

struct ui {
    struct ui_event event;
    bool taken;
    unsigned pass;
    const struct theme *theme;
    struct draw_list *list;
    float width, height;
    float px, py;     /* pointer; far outside when it left */
    unsigned buttons; /* bit b = button b is down */

    struct ui_items now, last;
    uint64_t seed[UI_MAX_DEPTH];
    int depth;
    struct rect clip[UI_MAX_DEPTH];
    int clips;
    uint64_t scroll_owner[UI_MAX_DEPTH];
    int scrolls;

    int layer, layer_count; /* current and highest of this pass */
    int top;                /* highest of the last pass: it owns the input */
    uint64_t layer_focus[UI_MAX_LAYERS];
    bool disabled, again;
    bool unsettled; /* ui_unsettled() */

    uint64_t hot, active, focus, focus_begin; /* focus_begin: when the pass began */
    int active_button, active_clicks;
    float press_x, press_y, drag_x, drag_y;
    bool dragging;
    bool ring;          /* the keyboard was used last: show the focus ring */
    bool focus_touched; /* this pass's press landed on something that decided about focus */
    struct rect ring_area, ring_clip;
    bool ring_seen;
    int ring_layer;
    uint64_t want_focus; /* label hash of a field or list to focus when it is drawn */
    bool want_all;
    unsigned want_pass;

    uint64_t text_claim; /* id that takes typed text in this pass */
    struct rect text_caret;
    bool text_on, text_told;
    uint64_t text_id; /* the claim of the last pass */
    int key_last;     /* a plain printable key in the event before, else 0 */
    uint64_t key_focus;

    struct ui_popup popup;
    struct ui_tip tip;
    uint64_t tip_muted;
    bool tips_held;

    struct browser *browser; /* browser.c; NULL while no dialog is open */
    struct ui_platform platform;
    char *clipboard; /* without a platform */
    struct ui_state state[UI_MAX_STATES];
    _Alignas(16) unsigned char scratch[UI_SCRATCH];
};

/* ---- core.c */
uint64_t ui_hash(uint64_t seed, const char *text); /* never 0 */
uint64_t ui_id(const struct ui *ui, const char *text);
uint64_t ui_sub(uint64_t id, uint32_t index);
/* The state of `id`, zeroed when new; `drop` frees what it owns (not itself) and may be NULL. Never
 * NULL: when memory ran out the widget works on a scratch that forgets. */
void *ui_state(struct ui *ui, uint64_t id, size_t size, void (*drop)(void *data), bool *fresh);
void ui_state_drop(struct ui_state *state);
void ui_push_clip(struct ui *ui, struct rect area); /* for drawing and hitting */
void ui_pop_clip(struct ui *ui);
struct rect ui_clip_rect(const struct ui *ui);
bool ui_live(const struct ui *ui); /* the current layer owns the input and nothing is disabled */
const char *ui_clipboard(struct ui *ui);
void ui_set_clipboard(struct ui *ui, const char *text, size_t length);

/* ---- touch.c: what the pointer and the keys did to one item in this pass */
enum { TOUCH_FOCUS = 1, TOUCH_ANY_BUTTON = 2 };
struct ui_touch {
    bool hovered, held, pressed, released, clicked, double_clicked, dragged, focused;
    bool fired; /* clicked, or Enter / Space while focused; only with ui_press() */
    int key;
    unsigned mods;
};
struct ui_touch ui_touch(
    struct ui *ui, uint64_t id, const char *label, struct rect area, unsigned flags);
/* ui_touch for things that are pressed: fired by click, Enter or Space; the event is taken. */
struct ui_touch ui_press(
    struct ui *ui, uint64_t id, const char *label, struct rect area, bool focusable);
void ui_focus_id(struct ui *ui, uint64_t id);
bool ui_wanted(
    struct ui *ui, const char *label); /* a pending focus request names it: taken and granted */
/* Marks `id` as taking typed text in this pass; `caret` places the input method. */
void ui_claim_text(struct ui *ui, uint64_t id, struct rect caret);
bool ui_text_dropped(
    const struct ui *ui);            /* this TEXT belongs to the key that moved the focus here */
void ui_focus_finish(struct ui *ui); /* Tab, modal layers, lost items: at the end of a pass */

/* ---- tooltip.c, dropdown.c */
void ui_tip(struct ui *ui, uint64_t id, struct rect area, bool hovered, const char *text);
void ui_tip_finish(struct ui *ui);
void ui_popup_finish(struct ui *ui);

/* ---- paint.c: the few shapes all widgets are made of */
void paint_control(struct ui *ui, struct rect area, const struct ui_touch *touch);
void paint_shadow(struct ui *ui, struct rect area, float radius);
void paint_raised(struct ui *ui, struct rect area); /* popups, tooltips, dialogs */
uint32_t paint_ink(const struct ui *ui);            /* text colour, faint when disabled */
float paint_line(const struct ui *ui);              /* hairline width: 1, in high contrast 2 */

/* ---- touch.c, for scroll.c */
struct scroll_state {
    float x, y;
    float view_w, view_h, content_w, content_h;
    struct rect area;
    bool pending;
    struct rect pending_at;
    uint64_t followed; /* of ui_scroll_follow() */
    float grab; /* where in the thumb the drag holds it */
};
struct scroll_state *ui_scroll_state(struct ui *ui, uint64_t scroll);
void ui_scroll_show(struct ui *ui, uint64_t scroll, struct rect at); /* where it is drawn now */

/* ---- browser.c */
void browser_drop(struct browser *browser);

#endif
