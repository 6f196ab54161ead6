/* keys.c – see keys.h. Plain letters work because the sentence field takes them only while it has
 * the focus. */
#include <stdio.h>
#include <string.h>

#include "chrome/keys.h"

#define GRID KEYS_IN(VIEW_GRID)
#define HEAD KEYS_IN(VIEW_HEAD)
#define STEPS KEYS_IN(VIEW_STEPS)
#define COMPARE KEYS_IN(VIEW_COMPARE)
#define LINES KEYS_IN(VIEW_LINES)
#define SPECIALISE KEYS_IN(VIEW_SPECIALISE)
#define LENS (GRID | HEAD)
#define LAYERS KEYS_IN(VIEW_LAYERS)
#define LEARN KEYS_IN(VIEW_LEARN)

static const struct key_binding table[] = {
    {"Sentence", "/ ctrl+l", "Edit the sentence", 0, {.kind = ACT_FOCUS_TEXT}},
    {NULL, "pagedown n", "Next sentence of the file", 0, {.kind = ACT_SENTENCE_STEP, .number = 1}},
    {NULL, "pageup p", "Previous sentence of the file", 0,
        {.kind = ACT_SENTENCE_STEP, .number = -1}},
    {NULL, "ctrl+o", "Open a file of sentences", 0, {.kind = ACT_OPEN_DIALOG}},
    {NULL, "ctrl+w", "Close the file", 0, {.kind = ACT_CLOSE_FILE}},

    {NULL, "ctrl+z", "Take back what changed the picture", 0, {.kind = ACT_UNDO}},
    {NULL, "ctrl+shift+z ctrl+y", "Do it again", 0, {.kind = ACT_REDO}},

    {"Heads", "plus =", "More heads", 0, {.kind = ACT_HEADS_STEP, .number = 1}},
    {NULL, "minus", "Fewer heads", 0, {.kind = ACT_HEADS_STEP, .number = -1}},
    {NULL, "m", "Mask none or causal", 0, {.kind = ACT_MASK, .number = ACT_NEXT}},
    {NULL, "] k", "Next head", 0, {.kind = ACT_HEAD_STEP, .number = 1}},
    {NULL, "[ j", "Previous head", 0, {.kind = ACT_HEAD_STEP, .number = -1}},

    {NULL, "x", "On, off, uniform or mean", 0,
        {.kind = ACT_HEAD_MODE, .head = ACT_NOWHERE, .number = ACT_NEXT}},
    {NULL, "shift+x", "All heads on", 0, {.kind = ACT_HEADS_ON}},
    {NULL, "i", "Panel: links, alike, output, answer", 0, {.kind = ACT_PANEL, .number = ACT_NEXT}},

    {NULL, "ctrl+enter", "Write the model’s likeliest token", 0, {.kind = ACT_ANSWER}},

    {"Lens (Grid, Head)", "w", "Weight, value, output, score", LENS,
        {.kind = ACT_LENS, .number = ACT_NEXT}},
    {NULL, "shift+d", "Keep this picture as B", LENS, {.kind = ACT_KEEP}},
    {NULL, "d", "Minus B, or minus nothing", LENS, {.kind = ACT_MINUS, .number = ACT_NEXT}},
    {NULL, "shift+b", "Both sides of a difference beside it", HEAD, {.kind = ACT_BESIDE, .number = ACT_NEXT}},
    {NULL, "h", "Hide punctuation", LENS,
        {.kind = ACT_HIDE, .number = HIDE_PUNCTUATION, .q = ACT_NOWHERE}},
    {NULL, "shift+h", "Hide the key of this cell", LENS,
        {.kind = ACT_HIDE, .number = HIDE_TOKEN, .k = ACT_NOWHERE, .q = ACT_NOWHERE}},
    {NULL, "u", "Rows sum to 1 again", LENS,
        {.kind = ACT_RENORMALISE, .number = ACT_NEXT}},
    {NULL, "ctrl+r", "The weights as they are", LENS, {.kind = ACT_LENS_RESET}},
    {NULL, "o", "Sort heads by the next figure", GRID, {.kind = ACT_SORT, .number = ACT_NEXT}},
    {NULL, "shift+o", "Reverse the order", GRID, {.kind = ACT_SORT_ORDER, .number = ACT_NEXT}},
    {NULL, "ctrl+f", "Find a token", 0, {.kind = ACT_FIND_FOCUS}},
    {NULL, "f3", "Next found token", 0, {.kind = ACT_FIND_STEP, .number = 1}},
    {NULL, "shift+f3", "Previous found token", 0, {.kind = ACT_FIND_STEP, .number = -1}},

    {"Specialise", "left", "Relation to the left", SPECIALISE, {.kind = ACT_SCORE_STEP, .dx = -1}},
    {NULL, "right", "Relation to the right", SPECIALISE, {.kind = ACT_SCORE_STEP, .dx = 1}},
    {NULL, "up", "Head above", SPECIALISE, {.kind = ACT_SCORE_STEP, .dy = -1}},
    {NULL, "down", "Head below", SPECIALISE, {.kind = ACT_SCORE_STEP, .dy = 1}},
    {NULL, "enter", "Into the list; there: open", SPECIALISE, {.kind = ACT_LINK_LIST}},
    {NULL, "f", "List all, for, against", SPECIALISE,
        {.kind = ACT_LINK_FILTER, .number = ACT_NEXT}},
    {NULL, "o", "Sort heads by this relation", SPECIALISE,
        {.kind = ACT_SCORE_SORT, .number = ACT_NEXT}},
    {NULL, "g", "Compare with the next baseline", SPECIALISE,
        {.kind = ACT_BASELINE, .number = ACT_NEXT}},

    {"Attention file", "{", "Previous layer", 0, {.kind = ACT_LAYER_STEP, .number = -1}},
    {NULL, "}", "Next layer", 0, {.kind = ACT_LAYER_STEP, .number = 1}},
    {NULL, "shift+w", "Pieces, raw pieces, words", 0,
        {.kind = ACT_PIECES, .number = ACT_NEXT}},
    {NULL, "left", "Head to the left", LAYERS, {.kind = ACT_LAYERS_MOVE, .dx = -1}},
    {NULL, "right", "Head to the right", LAYERS, {.kind = ACT_LAYERS_MOVE, .dx = 1}},
    {NULL, "up", "Layer or row above", LAYERS, {.kind = ACT_LAYERS_MOVE, .dy = -1}},
    {NULL, "down", "Layer or row below", LAYERS, {.kind = ACT_LAYERS_MOVE, .dy = 1}},
    {NULL, "enter", "Open the selected head", LAYERS, {.kind = ACT_VIEW, .number = VIEW_HEAD}},
    {NULL, "g", "Map or table", LAYERS, {.kind = ACT_LAYERS_MODE, .number = ACT_NEXT}},
    {NULL, "o", "Next figure", LAYERS, {.kind = ACT_LAYERS_SORT, .number = ACT_NEXT}},

    {"Learn", "g", "Start, pause, go on", LEARN, {.kind = ACT_LEARN_RUN, .number = ACT_NEXT}},
    {NULL, "shift+g", "One batch", LEARN, {.kind = ACT_LEARN_BATCH}},
    {NULL, "left", "The moment before", LEARN, {.kind = ACT_LEARN_MOMENT_STEP, .number = -1}},
    {NULL, "right", "The moment after", LEARN, {.kind = ACT_LEARN_MOMENT_STEP, .number = 1}},
    {NULL, "home", "Random weights", LEARN, {.kind = ACT_LEARN_MOMENT, .number = 0}},
    {NULL, "end", "The newest moment", LEARN, {.kind = ACT_LEARN_MOMENT, .number = -1}},

    {"Grid", "left", "Head to the left", GRID, {.kind = ACT_GRID_STEP, .dx = -1}},
    {NULL, "right", "Head to the right", GRID, {.kind = ACT_GRID_STEP, .dx = 1}},
    {NULL, "up", "Head above", GRID, {.kind = ACT_GRID_STEP, .dy = -1}},
    {NULL, "down", "Head below", GRID, {.kind = ACT_GRID_STEP, .dy = 1}},
    {NULL, "enter", "Open the selected head", GRID, {.kind = ACT_VIEW, .number = VIEW_HEAD}},

    {"Head", "left", "Lock the key to the left", HEAD, {.kind = ACT_MOVE_CELL, .dx = -1}},
    {NULL, "right", "Lock the key to the right", HEAD, {.kind = ACT_MOVE_CELL, .dx = 1}},
    {NULL, "up", "Lock the row above", HEAD, {.kind = ACT_MOVE_CELL, .dy = -1}},
    {NULL, "down", "Lock the row below", HEAD, {.kind = ACT_MOVE_CELL, .dy = 1}},
    {NULL, "z", "Zoom in (also the wheel)", HEAD,
        {.kind = ACT_ZOOM, .amount = 1.5f, .x = 0.5f, .y = 0.5f}},
    {NULL, "shift+z", "Zoom out", HEAD,
        {.kind = ACT_ZOOM, .amount = 1 / 1.5f, .x = 0.5f, .y = 0.5f}},
    {NULL, "0", "Show the whole matrix", HEAD, {.kind = ACT_ZOOM_RESET}},
    {NULL, "shift+left", "Pan left (also drag)", HEAD, {.kind = ACT_PAN, .dx = -0.25f}},
    {NULL, "shift+right", "Pan right", HEAD, {.kind = ACT_PAN, .dx = 0.25f}},
    {NULL, "shift+up", "Pan up", HEAD, {.kind = ACT_PAN, .dy = -0.25f}},
    {NULL, "shift+down", "Pan down", HEAD, {.kind = ACT_PAN, .dy = 0.25f}},
    {NULL, "v", "Numbers in the cells", HEAD, {.kind = ACT_VALUES, .number = ACT_NEXT}},

    {"Compare", "left", "Token before", COMPARE, {.kind = ACT_QUERY_STEP, .number = -1}},
    {NULL, "right", "Next token", COMPARE, {.kind = ACT_QUERY_STEP, .number = 1}},
    {NULL, "up", "Head above", COMPARE, {.kind = ACT_HEAD_STEP, .number = -1}},
    {NULL, "down", "Head below", COMPARE, {.kind = ACT_HEAD_STEP, .number = 1}},
    {NULL, "enter", "Open the selected head", COMPARE, {.kind = ACT_VIEW, .number = VIEW_HEAD}},

    {"Steps", "left", "Step before", STEPS, {.kind = ACT_STEP_BY, .number = -1}},
    {NULL, "right", "Next step", STEPS, {.kind = ACT_STEP_BY, .number = 1}},
    {NULL, "up", "Row above: its token", STEPS, {.kind = ACT_STEP_MOVE, .dy = -1}},
    {NULL, "down", "Row below", STEPS, {.kind = ACT_STEP_MOVE, .dy = 1}},
    {NULL, "shift+left", "Column to the left: key or dimension", STEPS,
        {.kind = ACT_STEP_MOVE, .dx = -1}},
    {NULL, "shift+right", "Column to the right", STEPS, {.kind = ACT_STEP_MOVE, .dx = 1}},
    {NULL, "enter", "Formula of the marked value", STEPS,
        {.kind = ACT_STEP_CARD, .number = ACT_NEXT}},
    {NULL, "d", "Score, or against the mean key", STEPS,
        {.kind = ACT_STEP_CONTRAST, .number = ACT_NEXT}},
    {NULL, "f", "Features, dimensions, blocks", STEPS,
        {.kind = ACT_STEP_COLUMN, .number = ACT_NEXT}},

    {"Lines", "up", "Lock the token before", LINES, {.kind = ACT_QUERY_STEP, .number = -1}},
    {NULL, "down", "Lock the next token", LINES, {.kind = ACT_QUERY_STEP, .number = 1}},
    {NULL, "d", "Show or hide this head", LINES,
        {.kind = ACT_LINES_HEAD, .head = ACT_NOWHERE}},
    {NULL, "o", "This head alone, or all", LINES,
        {.kind = ACT_LINES_HEAD, .head = ACT_NOWHERE, .number = LINES_ONLY}},
    {NULL, "l", "Next rule for which links", LINES, {.kind = ACT_LINES_RULE, .number = ACT_NEXT}},
    {NULL, ".", "More of it", LINES, {.kind = ACT_LINES_AMOUNT_STEP, .number = 1}},
    {NULL, ",", "Less of it", LINES, {.kind = ACT_LINES_AMOUNT_STEP, .number = -1}},

    {"Colours", "s", "Next colour scale", 0, {.kind = ACT_SCALE, .number = ACT_NEXT}},
    {NULL, "c", "Next palette", 0, {.kind = ACT_PALETTE, .number = ACT_NEXT}},
    {NULL, "r", "One range or own ranges", 0, {.kind = ACT_RANGE_PER_HEAD, .number = ACT_NEXT}},
    {NULL, "a", "Tiny cells: largest or mean", 0, {.kind = ACT_REDUCE, .number = ACT_NEXT}},
    {NULL, "t", "Next theme", 0, {.kind = ACT_THEME, .number = ACT_NEXT}},

    {"Save and copy", "e ctrl+s", "Save this view as PNG", 0,
        {.kind = ACT_EXPORT_QUICK, .number = EXPORT_VIEW}},
    {NULL, "shift+e", "All heads on one sheet", 0,
        {.kind = ACT_EXPORT_QUICK, .number = EXPORT_SHEET}},
    {NULL, "ctrl+e", "Export, with all choices", 0,
        {.kind = ACT_EXPORT_DIALOG, .number = EXPORT_VIEW}},
    {NULL, "ctrl+shift+s", "Save the session, with a note", 0, {.kind = ACT_SESSION_DIALOG}},
    {NULL, "ctrl+shift+r", "Restore what was lost", 0, {.kind = ACT_RESTORE, .number = 0}},
    {NULL, "ctrl+c", "Copy the row", 0, {.kind = ACT_COPY, .number = COPY_ROW}},
    {NULL, "ctrl+shift+c", "Copy the head’s matrix", 0, {.kind = ACT_COPY, .number = COPY_MATRIX}},
    {NULL, "y", "Copy the cell in words", 0, {.kind = ACT_COPY, .number = COPY_CELL}},

#define VIEW_KEY(id, name, key, what) \
    {VIEW_##id == 0 ? "Window" : NULL, key, what, 0, {.kind = ACT_VIEW, .number = VIEW_##id}},
    VIEWS(VIEW_KEY)
#undef VIEW_KEY
    {NULL, "b", "Count from 0 or 1", 0, {.kind = ACT_ONE_BASED, .number = ACT_NEXT}},
    {NULL, "ctrl+plus ctrl+=", "Everything larger", 0, {.kind = ACT_UI_SCALE_STEP, .number = 1}},
    {NULL, "ctrl+minus", "Everything smaller", 0, {.kind = ACT_UI_SCALE_STEP, .number = -1}},
    {NULL, "ctrl+0", "The display’s own size", 0, {.kind = ACT_UI_SCALE, .amount = 0}},
    {NULL, "shift+f10", "What can be done here (also the right button)", 0,
        {.kind = ACT_MENU, .number = 1, .head = ACT_NOWHERE, .q = ACT_NOWHERE, .k = ACT_NOWHERE}},
    {NULL, "f5", "Presenter mode: one view, large", 0, {.kind = ACT_PRESENT, .number = ACT_NEXT}},
    {NULL, "f2", "Start the tour", 0, {.kind = ACT_TOUR, .number = 1}},
    {NULL, "shift+f2", "Add a step to a lesson", 0, {.kind = ACT_LESSON_DIALOG}},
    {NULL, "? f1", "This help", 0, {.kind = ACT_HELP, .number = ACT_NEXT}},
    {NULL, "esc", "Leave whatever is open", 0, {.kind = ACT_CANCEL}},
    {NULL, "ctrl+q", "Quit", 0, {.kind = ACT_QUIT}},

    {NULL, NULL, NULL, 0, {.kind = ACT_NONE}},
};

const struct key_binding *keys_table(void)
{
    return table;
}

/* The next of blank-separated `keys`; NULL at the end. */
static const char *next_key(const char *keys, char *one, size_t room)
{
    size_t length = strcspn(keys, " ");
    if (length == 0)
        return NULL;
    snprintf(one, room, "%.*s", (int)length, keys);
    return keys + length + (keys[length] == ' ');
}

/* Shift is part of how a sign is typed ("?" is Shift+/), but tells letters and named keys apart. */
static bool sign(int key)
{
    return key > 32 && key < 127 && !(key >= 'a' && key <= 'z') && !(key >= '0' && key <= '9');
}

static bool matches(const char *keys, const struct ui_event *event)
{
    char one[32];
    int key;
    unsigned mods;
    while ((keys = next_key(keys, one, sizeof one))) {
        unsigned held = event->mods;
        if (!ui_key_parse(one, &key, &mods) || key != event->key)
            continue;
        if (sign(key))
            held &= ~(unsigned)UI_SHIFT;
        if (held == mods)
            return true;
    }
    return false;
}

static bool toggles(enum action_kind kind)
{
    return kind == ACT_MASK || kind == ACT_THEME || kind == ACT_HELP || kind == ACT_PALETTE ||
           kind == ACT_SCALE || kind == ACT_REDUCE || kind == ACT_RANGE_PER_HEAD ||
           kind == ACT_VALUES || kind == ACT_ONE_BASED || kind == ACT_EXPORT_QUICK ||
           kind == ACT_CANCEL || kind == ACT_PRESENT ||
           kind == ACT_SESSION_DIALOG || kind == ACT_LESSON_DIALOG || kind == ACT_RESTORE || kind == ACT_STEP_CARD;
}

bool keys_find(const struct app *app, const struct ui_event *event, struct action *action)
{
    if (event->kind != UI_KEY)
        return false;
    /* Ctrl+1 … Ctrl+9 open the recent files. */
    if (event->mods == UI_CTRL && event->key >= '1' && event->key < '1' + APP_RECENT) {
        *action = (struct action){.kind = ACT_OPEN_RECENT, .number = event->key - '1'};
        return true;
    }
    for (const struct key_binding *binding = table; binding->keys; binding++) {
        if (binding->views && !(binding->views & KEYS_IN(app->look.view)))
            continue;
        if (!matches(binding->keys, event))
            continue;
        *action = binding->action;
        return !(event->repeat && toggles(action->kind));
    }
    return false;
}

void keys_shown(const struct key_binding *binding, char *text, size_t room)
{
    const char *keys = binding->keys;
    char one[32], name[48];
    int key;
    unsigned mods;
    size_t length = 0;
    if (room > 0)
        text[0] = '\0';
    while ((keys = next_key(keys, one, sizeof one)) && length < room) {
        if (!ui_key_parse(one, &key, &mods))
            continue;
        int added = snprintf(text + length, room - length, "%s%s", length ? "  or  " : "",
            ui_key_name(key, mods, name, sizeof name));
        length += added > 0 ? (size_t)added : 0;
    }
}
