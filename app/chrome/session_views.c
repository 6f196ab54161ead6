/* session_views.c – see session_views.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "desk/session.h"
#include "chrome/session_views.h"

#define MARGIN 16.0f

static struct rect labelled(struct view_context *view, struct rect *area, const char *label)
{
    struct rect row = rect_cut_top(area, CONTROL);
    rect_cut_top(area, 12);
    draw_text(view->draw, rect_cut_left(&row, 64), ALIGN_LEFT, FACE_UI, TEXT_BODY,
        view->theme->text_dim, label);
    return row;
}

void session_dialog_draw(struct view_context *view, struct rect area, bool escape)
{
    const struct app *app = view->app;
    char path[APP_PATH_ROOM], note[APP_NOTE_ROOM];
    draw_group(view->draw, "session");
    draw_text(view->draw, rect_cut_top(&area, 24), ALIGN_LEFT, FACE_UI_BOLD, TEXT_TITLE,
        view->theme->text, "Save the session");
    draw_text(view->draw, rect_cut_top(&area, 22), ALIGN_LEFT, FACE_UI, 12, view->theme->text_dim,
        "What the picture needs, to open again or to hand on. The note stands above the view.");
    rect_cut_top(&area, 12);
    memcpy(note, app->files.note, sizeof note);
    struct ui_field_result field = ui_field(view->ui, "session note", labelled(view, &area, "Note"),
        note, sizeof note, "What to look at (may be empty)", NULL);
    if (field.changed)
        actions_push(view->actions, (struct action){.kind = ACT_NOTE, .text = note});
    bool submitted = field.submitted, cancelled = field.cancelled;
    struct rect row = labelled(view, &area, "File");
    snprintf(path, sizeof path, "%s", app->talk.dialog_path);
    struct rect browse = rect_cut_right(&row, 92);
    rect_cut_right(&row, SPACE);
    field = ui_field(view->ui, "session path", row, path, sizeof path,
        "Path that ends in " SESSION_ENDING, NULL);
    if (field.changed)
        actions_push(view->actions, (struct action){.kind = ACT_DIALOG_PATH, .text = path});
    if (ui_button(view->ui, "Browse …", browse, "Choose a folder and a name"))
        actions_push(view->actions, (struct action){.kind = ACT_BROWSE, .number = 1});
    submitted |= field.submitted;
    cancelled |= field.cancelled;
    struct rect buttons = rect_cut_bottom(&area, CONTROL + 2);
    bool save = ui_primary(view->ui, "Save", rect_cut_right(&buttons, 96),
        "Write the file whole or not at all\tEnter");
    rect_cut_right(&buttons, SPACE);
    bool cancel = ui_button(view->ui, "Cancel", rect_cut_right(&buttons, 96), NULL);
    if (save || submitted)
        actions_push(view->actions, (struct action){.kind = ACT_SESSION_SAVE, .text = path});
    else if (cancel || cancelled || escape)
        actions_push(view->actions, (struct action){.kind = ACT_CANCEL});
    draw_group_end(view->draw);
}

/* ---------------------------------------------------------------- after a crash */
void offer_bar_draw(struct view_context *view)
{
    static const struct {
        const char *label, *tooltip;
        float width;
        enum session_answer answer;
    } answers[] = {
        {"Discard", "Forget that sentence", 76, SESSION_DISCARD},
        {"Later", "Ask again at the next start\tEsc", 64, SESSION_LATER},
        {"Restore", "Bring that sentence and its view back\tCtrl+Shift+R", 76, SESSION_RESTORE},
    };
    const struct theme *theme = view->theme;
    struct rect area = view->area, row = area;
    draw_group(view->draw, "offer");
    draw_rect(view->draw, area, theme->selection);
    draw_rect(view->draw, (struct rect){area.x, area.y + area.h - 1, area.w, 1}, theme->border);
    row.x += MARGIN;
    row.w -= 2 * MARGIN;
    row.y += floorf((area.h - CONTROL) / 2);
    row.h = CONTROL;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        if (ui_button(view->ui, answers[i].label, rect_cut_right(&row, answers[i].width),
                answers[i].tooltip))
            actions_push(view->actions, (struct action){.kind = ACT_RESTORE, .number = (long)answers[i].answer});
        rect_cut_right(&row, SPACE);
    }
    draw_text(view->draw, rect_cut_left(&row, 196), ALIGN_LEFT, FACE_UI_BOLD, TEXT_BODY,
        theme->text, "Restore the last sentence?");
    draw_textf(
        view->draw, row, ALIGN_LEFT, FACE_UI, TEXT_BODY, theme->text, "“%s”", view->app->files.offer);
    draw_group_end(view->draw);
}

/* ---------------------------------------------------------------- presenter mode */
/* The sentence stays a field: it can be typed in before the audience. */
void present_bar_draw(struct view_context *view)
{
    const struct app *app = view->app;
    const struct theme *theme = view->theme;
    char text[APP_TEXT_ROOM], run[64];
    struct rect row = view->area;
    draw_group(view->draw, "top");
    draw_rect(view->draw, row, theme->panel);
    draw_rect(view->draw, (struct rect){row.x, row.y + row.h - 1, row.w, 1}, theme->border);
    row = (struct rect){
        row.x + MARGIN, row.y + floorf((row.h - CONTROL - 6) / 2), row.w - 2 * MARGIN, CONTROL + 6};
    snprintf(run, sizeof run, "%zu head%s, d_k = %zu%s", app->picture.h, app->picture.h == 1 ? "" : "s",
        hs_set_shape(app->picture.set).d_k, app->picture.mask ? ", causal" : "");
    float width = ui_text_width(view->ui, FACE_UI_BOLD, TEXT_TITLE, run);
    draw_text(view->draw, rect_cut_right(&row, ceilf(width) + 2), ALIGN_RIGHT, FACE_UI_BOLD,
        TEXT_TITLE, theme->text, run);
    rect_cut_right(&row, MARGIN);
    memcpy(text, app->picture.text, strlen(app->picture.text) + 1);
    struct ui_field_result result = ui_field(view->ui, "sentence", row, text, sizeof text,
        "Type a sentence", "F5 or Esc leaves the presenter mode; all keys work\t/");
    if (result.changed)
        actions_push(view->actions, (struct action){.kind = ACT_TEXT, .text = text});
    if (result.submitted || result.cancelled)
        ui_focus(view->ui, NULL);
    draw_group_end(view->draw);
}
