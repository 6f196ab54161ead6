/* panel_answer.c – the side panel's list of the tokens that the model finds likeliest at the locked row, behind the text or for its
 * mask. See panel.h. */
#include <math.h>

#include "chrome/panel.h"

#define LINE 20.0f
#define GAP 6.0f

float panel_answer_height(void)
{
    return LINE + GAP / 2 + CONTROL + GAP + LINE * (float)HS_LIKELY_MOST;
}

static void draw_token(struct view_context *view, struct rect row, const struct hs_likely_token *token)
{
    const struct theme *theme = view->theme;
    char value[32];
    app_weight_text(token->probability, value, sizeof value);
    ui_tooltip(view->ui, row, token->written[0] ? "Probability: softmax over the whole vocabulary" : "The model’s own mark: no text holds it");
    draw_text(view->draw, rect_cut_right(&row, 48), ALIGN_RIGHT, FACE_MONO, TEXT_SMALL, theme->text, value);
    struct rect bar = rect_cut_right(&row, 76);
    bar.y += bar.h / 2 - 2;
    bar.h = 4;
    draw_round(view->draw, bar, 2, theme->border);
    bar.w *= (float)fmin(1, token->probability);
    if (bar.w >= 1)
        draw_round(view->draw, bar, fminf(2, bar.w / 2), theme->accent);
    row.w -= 6;
    draw_text(view->draw, row, ALIGN_LEFT, FACE_UI, 12, token->written[0] ? theme->text : theme->text_dim, token->shown);
}

void panel_answer_draw(struct view_context *view, struct rect area)
{
    const struct app *app = view->app;
    const struct answer *answer = &app->live.answer;
    char title[240];
    answer_title(app, title, sizeof title);
    if (!answer->known || answer->of.count == 0) {
        draw_paragraph(view->draw, area, FACE_UI, 12, 17, view->theme->text_dim, title);
        return;
    }
    draw_text(view->draw, rect_cut_top(&area, LINE), ALIGN_LEFT, FACE_UI_BOLD, 12, view->theme->text, title);
    rect_cut_top(&area, GAP / 2);
    if (ui_button(view->ui, answer->of.fills ? "Fill in the likeliest" : "Write the likeliest", rect_cut_top(&area, CONTROL),
            answer->of.fills ? "The first of these takes the mask’s place, and the model runs again\tCtrl+Enter"
                             : "What the model finds likeliest behind the text goes to its end, and the row of that token is shown\tCtrl+Enter"))
        actions_push(view->actions, (struct action){.kind = ACT_ANSWER});
    rect_cut_top(&area, GAP);
    for (size_t i = 0; i < answer->of.count && area.h >= LINE; i++)
        draw_token(view, rect_cut_top(&area, LINE), &answer->of.token[i]);
}
