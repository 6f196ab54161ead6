/* lesson_views.c – see session_views.h: the dialog that adds a step to a lesson. */
#include <stdio.h>
#include <string.h>

#include "chrome/session_views.h"
#include "desk/tour.h"

static struct rect labelled(struct view_context *view, struct rect *area, const char *label)
{
    struct rect row = rect_cut_top(area, CONTROL);
    rect_cut_top(area, 12);
    draw_text(view->draw, rect_cut_left(&row, 64), ALIGN_LEFT, FACE_UI, TEXT_BODY, view->theme->text_dim, label);
    return row;
}

/* "which word does “chased” give most weight to, in head 2?", or what is wanting. */
static void ask_label(const struct app *app, bool old, char *label, size_t room)
{
    char name[100], head[32];
    if (old) {
        snprintf(label, room, "Ask, as this step does, before its picture is shown");
        return;
    }
    if (app->look.locked.q >= hs_set_shape(app->picture.set).n) {
        snprintf(label, room, "Ask about a row before its picture is shown: lock the row first");
        return;
    }
    app_token_name(app, HS_QUERY, app->look.locked.q, name, sizeof name);
    app_head_name(app, app->look.head, head, sizeof head);
    snprintf(label, room, "Ask which word “%s” gives most weight to in %s, before it is shown", name, head);
}

static struct ui_field_result field(struct view_context *view, struct rect *area, const char *label, const char *id, const char *text, size_t room,
    const char *placeholder, const char *tooltip, enum action_kind kind)
{
    char typed[APP_STEP_TEXT_ROOM];
    snprintf(typed, sizeof typed, "%s", text);
    struct ui_field_result result = ui_field(view->ui, id, labelled(view, area, label), typed, room, placeholder, tooltip);
    if (result.changed)
        actions_push(view->actions, (struct action){.kind = kind, .text = typed});
    return result;
}

void lesson_dialog_draw(struct view_context *view, struct rect area, bool escape)
{
    static const char *const places[] = {"A step after it", "Change this step"};
    const struct app *app = view->app;
    const struct lesson_draft *draft = &app->talk.draft;
    const struct lesson_step *step = tour_step(app);
    bool own = step && !app->talk.tour.lesson->tour;
    char path[APP_PATH_ROOM], label[260];
    draw_group(view->draw, "lesson");
    draw_text(view->draw, rect_cut_top(&area, 24), ALIGN_LEFT, FACE_UI_BOLD, TEXT_TITLE, view->theme->text,
        draft->change ? "Change the step of the lesson" : "Add a step to a lesson");
    draw_text(view->draw, rect_cut_top(&area, 22), ALIGN_LEFT, FACE_UI, 12, view->theme->text_dim,
        "What is shown now becomes its picture. The file is text: order and wording are best done in an editor.");
    rect_cut_top(&area, 12);
    if (own) {
        struct rect row = labelled(view, &area, "Place");
        row.w = 280;
        int place = ui_choice(view->ui, "step place", row, places, 2, draft->change, "In the lesson that is open, at the step that is shown");
        if (place != draft->change)
            view_push(view, ACT_LESSON_CHANGE, place);
    }
    struct ui_field_result title = field(view, &area, "Title", "step title", draft->title, sizeof draft->title, "What the step is about", NULL, ACT_LESSON_TITLE);
    struct ui_field_result text = field(view, &area, "Text", "step text", draft->text, sizeof draft->text, "What there is to see",
        "¶ begins a paragraph; {weight 1 dog cat} is a number of the picture", ACT_LESSON_TEXT);
    bool old = draft->change && step && step->ask.kind != ASK_NOTHING, on = draft->ask;
    ask_label(app, old, label, sizeof label);
    struct rect row = labelled(view, &area, "");
    ui_disable(view->ui, !old && app->look.locked.q >= hs_set_shape(app->picture.set).n);
    if (ui_checkbox(view->ui, label, row, &on, "The answer is what the model does: it is not written down"))
        view_push(view, ACT_LESSON_ASK, on);
    ui_disable(view->ui, false);
    row = labelled(view, &area, "File");
    snprintf(path, sizeof path, "%s", app->talk.dialog_path);
    struct rect browse = rect_cut_right(&row, 92);
    rect_cut_right(&row, SPACE);
    struct ui_field_result file = ui_field(view->ui, "lesson path", row, path, sizeof path, "Path that ends in " LESSON_ENDING,
        "A lesson that is there gets one step more; nothing of it is lost");
    if (file.changed)
        actions_push(view->actions, (struct action){.kind = ACT_DIALOG_PATH, .text = path});
    if (ui_button(view->ui, "Browse …", browse, "Choose a lesson that is there"))
        view_push(view, ACT_BROWSE, 1);
    struct rect buttons = rect_cut_bottom(&area, CONTROL + 2);
    bool save = ui_primary(view->ui, draft->change ? "Change" : "Add", rect_cut_right(&buttons, 96), "Write the file whole or not at all\tEnter");
    rect_cut_right(&buttons, SPACE);
    bool cancel = ui_button(view->ui, "Cancel", rect_cut_right(&buttons, 96), NULL);
    if (save || title.submitted || text.submitted || file.submitted)
        actions_push(view->actions, (struct action){.kind = ACT_LESSON_SAVE, .text = path});
    else if (cancel || title.cancelled || text.cancelled || file.cancelled || escape)
        view_push(view, ACT_CANCEL, 0);
    draw_group_end(view->draw);
}
