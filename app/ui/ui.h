/* ui.h – a small immediate-mode widget set over the draw list: ids, hover, focus, text editing, tooltips.
 * Each pass handles at most one event, so nothing is ever lost or merged; the last pass before a picture handles none.
 * A widget call = id, area, state in; result out; it draws itself and knows no action. Ids are stable strings (hashed with the
 * id stack), so `click "Label"` in a script and Tab order in the window mean the same widget.
 * Keyboard: Tab / Shift+Tab walk the widgets in call order, Space or Enter press, arrows change, Escape leaves; the focus ring
 * shows once the keyboard was used. Every widget's label is readable from the trace. */
#ifndef HEADSCOPE_UI_H
#define HEADSCOPE_UI_H

#include "canvas/draw.h"

/* ---------------------------------------------------------------- events, from the platform or a script */
enum ui_event_kind { UI_NONE, UI_MOVE, UI_LEAVE, UI_DOWN, UI_UP, UI_WHEEL, UI_KEY, UI_TEXT, UI_COMPOSE };
enum ui_mod { UI_SHIFT = 1, UI_CTRL = 2, UI_ALT = 4 };
enum ui_key { /* letters and digits are their lower-case ASCII; the rest: */
    UI_KEY_ENTER = 256, UI_KEY_ESCAPE, UI_KEY_TAB, UI_KEY_SPACE, UI_KEY_BACKSPACE, UI_KEY_DELETE,
    UI_KEY_LEFT, UI_KEY_RIGHT, UI_KEY_UP, UI_KEY_DOWN, UI_KEY_HOME, UI_KEY_END, UI_KEY_PAGE_UP, UI_KEY_PAGE_DOWN,
    UI_KEY_F1, UI_KEY_F2, UI_KEY_F3, UI_KEY_F4, UI_KEY_F5, UI_KEY_F6, UI_KEY_F7, UI_KEY_F8, UI_KEY_F9, UI_KEY_F10, UI_KEY_F11, UI_KEY_F12,
};
struct ui_event {
    enum ui_event_kind kind;
    float x, y;           /* pointer, logical pixels (MOVE, DOWN, UP, WHEEL) */
    int button;           /* 1 left, 2 middle, 3 right */
    int clicks;           /* 2 = double click */
    float wheel_x, wheel_y;
    unsigned mods;
    int key;              /* enum ui_key or ASCII */
    bool repeat;
    char text[64];        /* TEXT: committed UTF-8; COMPOSE: the input method's composition, "" when it ends */
};
/* "ctrl+shift+c", "left", "f1", "?" … -> key and mods; false if unknown. For scripts and the help overlay. */
bool ui_key_parse(const char *name, int *key, unsigned *mods);
/* The other way, as shown to people: "Ctrl+Shift+C". Returns name. */
const char *ui_key_name(int key, unsigned mods, char *name, size_t room);

/* ---------------------------------------------------------------- theme */
enum theme_id { THEME_LIGHT, THEME_DARK, THEME_CONTRAST, THEME_COUNT };
struct theme {
    const char *name;
    uint32_t back, panel, panel_raised, border, track /* the whole that a bar is a part of */, text, text_dim, text_faint, accent, accent_text, focus,
        hover, pressed, selection, grid, mask, error_back, error_text, warn_back, warn_text, shadow;
    uint32_t head_hue[10];   /* categorical, colour-blind safe (no two alike under protan/deutan), for heads 0 … 9, then repeating */
    uint32_t positive, negative; /* signed values: blue and orange */
};
const struct theme *theme_get(enum theme_id id);
/* One type scale and one spacing scale for the whole app, logical pixels. */
#define TEXT_SMALL 11.0f
#define TEXT_BODY 13.0f
#define TEXT_TITLE 15.0f
#define TEXT_LARGE 20.0f
#define SPACE 8.0f
#define CONTROL 28.0f /* height of a control; hit areas are never under 24, but for scroll bars: wheel and keys do the same */

/* ---------------------------------------------------------------- the context */
struct ui;
struct ui *ui_new(void);
void ui_drop(struct ui *ui);
/* Clipboard and text input are the platform's; NULL members = none (headless keeps an internal clipboard). */
struct ui_platform {
    void *user;
    const char *(*clipboard)(void *user);            /* borrowed until the next call; NULL or "" when empty */
    void (*set_clipboard)(void *user, const char *text);
    void (*text_input)(void *user, bool on, struct rect caret); /* start/stop the input method, place its window */
};
void ui_set_platform(struct ui *ui, const struct ui_platform *platform);
/* One pass. `event` may be NULL (picture pass). Everything drawn goes to `list`. */
void ui_begin(struct ui *ui, const struct ui_event *event, const struct theme *theme, struct draw_list *list, float width, float height);
void ui_end(struct ui *ui); /* draws tooltip and popups on top, moves focus */
struct draw_list *ui_draw(struct ui *ui);
const struct ui_event *ui_event(const struct ui *ui); /* this pass's event, kind UI_NONE if none or already taken */
void ui_take_event(struct ui *ui);                    /* nobody after this sees it */
bool ui_wants_text(const struct ui *ui);              /* a text field has focus: plain keys are its own */
/* True when this pass's event was meant for a dialog that is gone by now: run the same event once more. Loops are
 * `do { ui_begin(…); …; ui_end(ui); } while (ui_again(ui));` */
bool ui_again(const struct ui *ui);
bool ui_unsettled(const struct ui *ui); /* the next pass will scroll to what got the focus */
struct rect rect_meet(struct rect a, struct rect b); /* what both cover; never of a negative size */
struct rect ui_window(const struct ui *ui);
float ui_pointer_x(const struct ui *ui);
float ui_pointer_y(const struct ui *ui);
bool ui_pointer_in(const struct ui *ui, struct rect area); /* inside, not covered by a popup or modal */
void ui_push_id(struct ui *ui, const char *id);
void ui_pop_id(struct ui *ui);
/* A modal layer (dialog, help): what is drawn before it gets no input; begin after everything below. Dims what lies
 * below; focus moves into the layer and goes back when it is gone. `ui_event` shows an event only in the layer that owns it. */
void ui_modal(struct ui *ui, bool on);
/* Widgets between (true) and (false) are drawn faint and take no input; their tooltips still tell why. */
void ui_disable(struct ui *ui, bool on);
/* While held, no tooltip appears (a platform with a clock holds them until the pointer has rested). Default: not held. */
void ui_hold_tooltips(struct ui *ui, bool hold);
float ui_text_width(const struct ui *ui, enum face face, float size, const char *text);

/* A free hit area for views (heatmaps): all the pointer and key results of one place. */
struct ui_hit {
    bool hovered, pressed, released, clicked, double_clicked, dragged, focused;
    float x, y;         /* pointer relative to the area, valid when hovered or dragged */
    float drag_x, drag_y; /* movement since the last pass while dragged */
    float wheel_x, wheel_y;
    int button;
    unsigned mods;
    int key;            /* a key pressed while focused, 0 if none; ui_take_event() when used */
};
struct ui_hit ui_area(struct ui *ui, const char *id, struct rect area, bool focusable, const char *name);

/* ---------------------------------------------------------------- icons, drawn from lines and circles */
enum ui_icon {
    ICON_NONE, ICON_HELP, ICON_LEFT, ICON_DOWN,
    ICON_CLOSE, ICON_PLUS, ICON_MINUS, ICON_CHECK, ICON_FILE, ICON_FOLDER, ICON_WARNING, ICON_HOME,
    ICON_PARENT, ICON_COUNT,
};
/* Centred in `area`, 16 logical pixels (less when the area is smaller). */
void ui_draw_icon(struct ui *ui, enum ui_icon icon, struct rect area, uint32_t color);

/* ---------------------------------------------------------------- widgets
 * A tooltip may end in "\tCtrl+S": the part after the tab is set apart as the shortcut. */
bool ui_button(struct ui *ui, const char *label, struct rect area, const char *tooltip);
/* The one button of a dialog that does what the dialog is for. */
bool ui_primary(struct ui *ui, const char *label, struct rect area, const char *tooltip);
/* Icon only; `label` is its name (scripts, trace) and its tooltip when none is given. Flat: no frame until hovered. */
bool ui_icon_button(struct ui *ui, const char *label, enum ui_icon icon, struct rect area, const char *tooltip);
/* A button that keeps its state (drawn with a mark, not by colour alone). */
bool ui_toggle(struct ui *ui, const char *label, struct rect area, bool on, const char *tooltip);
/* A row of exclusive choices; returns the chosen index (== current if unchanged). Arrows move. */
int ui_choice(struct ui *ui, const char *id, struct rect area, const char *const *labels, int count, int current, const char *tooltip);
/* A drop-down of choices that opens a popup list. */
int ui_dropdown(struct ui *ui, const char *id, struct rect area, const char *const *labels, int count, int current, const char *tooltip);
/* A menu at a point: opened once, then called in every pass until it is closed. Returns the chosen index, once, or one of these. */
enum { UI_MENU_OPEN = -1, UI_MENU_CLOSED = -2 };
void ui_menu_open(struct ui *ui, const char *id, float x, float y);
int ui_menu(struct ui *ui, const char *id, const char *const *labels, int count);
/* [-] value [+]: returns -1, 0 or +1; `text` is shown between; arrows work when focused. `typed` (may be NULL) gets a number typed into it
 * and Enter (0 if none). The two buttons are named "<id> -" and "<id> +". */
int ui_stepper(struct ui *ui, const char *id, struct rect area, const char *text, bool can_less, bool can_more, long *typed, const char *tooltip);
bool ui_slider(struct ui *ui, const char *id, struct rect area, float lo, float hi, float *value, const char *tooltip);
bool ui_checkbox(struct ui *ui, const char *label, struct rect area, bool *on, const char *tooltip);
void ui_label(struct ui *ui, struct rect area, enum align align, const char *text);
void ui_tooltip(struct ui *ui, struct rect area, const char *text); /* shown while the pointer rests in area or focus is there */

/* Text field. The buffer is the caller's; the field keeps caret, selection, undo and scroll by id. Ctrl+A/C/X/V/Z/Y, word moves,
 * Home/End, Shift-selection, double click = word, triple = all, IME composition underlined. */
struct ui_field_result {
    bool changed, submitted /* Enter */, cancelled /* Escape */;
    size_t lost; /* bytes of a paste that found no room */
};
struct ui_field_result ui_field(
    struct ui *ui, const char *id, struct rect area, char *text, size_t room, const char *placeholder, const char *tooltip);
void ui_field_focus(struct ui *ui, const char *id, bool select_all); /* focus it in the next pass */

/* Scroll area: content of `content_height` (and width) shown through `area`; returns the offset to subtract. Wheel, bar drag, Page
 * keys, Home, End (when the focus or the pointer is inside, or nothing has the focus). ui_scroll_end closes the clip. */
struct ui_scroll {
    float x, y;
};
struct ui_scroll ui_scroll_begin(struct ui *ui, const char *id, struct rect area, float content_width, float content_height);
void ui_scroll_end(struct ui *ui);
void ui_scroll_to(struct ui *ui, const char *id, float y, float height); /* make this range visible in the next pass */
/* The same whenever `what` (a number for the thing looked at, 0 = none) is another than at the last call. */
struct ui_scroll ui_scrolled(struct ui *ui, const char *id); /* by how much, as it was drawn last */
void ui_scroll_follow(struct ui *ui, const char *id, uint64_t what, float y, float height);

#define UI_SCROLL_BAR 12.0f /* width of the bar's lane at the right (bottom) edge; keep content out of it */

/* A list of `count` rows, one Tab stop; only the visible rows are asked for. Arrows, Home/End, Page keys, type-ahead;
 * click selects, Enter or double click activates. `label` (borrowed until the next call) names row i for type-ahead and scripts;
 * `row` draws its content in the area given, or NULL to show the label. A focused list takes typed text (ui_wants_text). */
struct ui_list {
    int count, selected; /* selected -1 = none */
    float row_height;
    const char *(*label)(void *user, int index);
    void (*row)(struct ui *ui, struct rect area, int index, void *user);
    void *user;
};
struct ui_list_result {
    int selected;
    bool activated;
};
struct ui_list_result ui_list(struct ui *ui, const char *id, struct rect area, const struct ui_list *list);
void ui_list_focus(struct ui *ui, const char *id); /* focus it in the next pass and show its selected row */

/* File browser dialog (modal): folders first, keyboard and mouse, typed path with completion, filter by extension list such as
 * ".txt .json", hidden files off; with " /config.json" at its end a folder that holds that file is chosen, not entered. Returns true when a path
 * was chosen (Enter, double click, button): *path (caller's buffer). `saving` asks for a name and warns before replacing. `closed` is set on Escape
 * or Cancel. */
bool ui_file_browser(struct ui *ui, const char *title, const char *extensions, bool saving, char *path, size_t room, bool *closed);

/* Moves focus, for shortcuts and scripts. False if no widget with this label was drawn in the last pass. */
bool ui_focus(struct ui *ui, const char *label);
/* Where a widget or hit area with this label was last drawn (scripts click there). */
bool ui_find(const struct ui *ui, const char *label, struct rect *area);
/* The same among what this pass has drawn so far: for marks over the rest. */
bool ui_find_now(const struct ui *ui, const char *label, struct rect *area);
/* The labels drawn in the last pass, in call order, for a script's "no such label" message; NULL past the end. */
const char *ui_label_at(const struct ui *ui, size_t index);

#endif
