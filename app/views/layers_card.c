/* layers_card.c – the card beside the pointer in the Layers view: the head that is pointed at,
 * large enough to be recognised, with the figures that tell heads apart. See layers.h. */
#include <math.h>
#include <stdio.h>

#include "views/layers.h"

#define PICTURE 190.0f
#define PAD 12.0f
#define LINE 17.0f
#define OFFSET 20.0f

static const char *const shown[] = {
    "entropy", "largest", "self", "previous", "first", "distance"};
#define FIGURES (sizeof shown / sizeof *shown)

/* Beside the pointer, on the side where there is room; never over it. */
static struct rect place(struct view_context *view, struct rect within, float width, float height)
{
    float x = ui_pointer_x(view->ui), y = ui_pointer_y(view->ui);
    struct rect card = {x + OFFSET, y - height / 2, width, height};
    if (card.x + width > within.x + within.w - 4)
        card.x = x - OFFSET - width;
    card.x = fmaxf(within.x + 4, card.x);
    card.y = fminf(card.y, within.y + within.h - height - 4);
    card.y = fmaxf(within.y + 4, card.y);
    return card;
}

static void draw_figures(struct view_context *view, struct rect area, struct layers_head at)
{
    const struct app *app = view->app;
    const struct hs_head_survey *head = hs_survey_head(app->picture.layers->survey, at.layer, at.head);
    char text[32];
    for (size_t i = 0; i < FIGURES; i++) {
        struct rect line = rect_cut_top(&area, LINE);
        size_t sort = sort_named(shown[i]);
        layers_figure_text(app, head, sort, text, sizeof text);
        draw_text(
            view->draw, line, ALIGN_LEFT, FACE_UI, 12, view->theme->text_dim, sort_title(sort));
        draw_text(view->draw, line, ALIGN_RIGHT, FACE_MONO, TEXT_SMALL, view->theme->text, text);
    }
}

void layers_card_draw(struct view_context *view, struct layers_head at, struct rect within)
{
    const struct app *app = view->app;
    const struct theme *theme = view->theme;
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    float aspect = fmaxf(0.4f, fminf(2.5f, (float)shape.m / (float)shape.n));
    float w = aspect >= 1 ? PICTURE : PICTURE * aspect,
          h = aspect >= 1 ? PICTURE / aspect : PICTURE;
    char group[120];
    layers_group_words(app, at.head, group, sizeof group);
    float height = PAD * 2 + 22 + h + 8 + LINE * (float)FIGURES + (group[0] ? 36 : 0);
    struct rect card = place(view, within, PICTURE + 2 * PAD, height);
    draw_group(view->draw, "head card");
    draw_round(view->draw, (struct rect){card.x, card.y + 2, card.w, card.h + 2}, 9, theme->shadow);
    draw_round(view->draw, card, 8, theme->panel_raised);
    draw_round_frame(view->draw, card, 8, 1, theme->border);
    struct rect area = rect_inset(card, PAD), line = rect_cut_top(&area, 22);
    draw_textf(view->draw, line, ALIGN_LEFT, FACE_UI_BOLD, TEXT_BODY, theme->text,
        "Layer %ld, head %ld", app_counted(app, at.layer), app_counted(app, at.head));
    layers_thumbnail(
        view, at, (struct rect){floorf(area.x + (PICTURE - w) / 2), area.y, floorf(w), floorf(h)});
    rect_cut_top(&area, h + 8);
    if (group[0])
        draw_paragraph(view->draw, rect_cut_top(&area, 36), FACE_UI, 12, 16, theme->text, group);
    draw_figures(view, area, at);
    draw_group_end(view->draw);
}
