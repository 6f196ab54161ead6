/* specialise_list.c – the links behind one cell of the Specialise table: which sentences count for
 * and which against, one click from opening each with its row locked. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/specialise.h"
#include "model/options.h"

#define ROW 24.0f
#define LINK_WIDTH 0.34f /* of the row, for "delivered → book" */

struct list {
    const struct app *app;
    struct view_context *view;
    char label[260];
};

static bool link_at(const struct app *app, size_t place, struct hs_link_result *link)
{
    const struct scores *scores = &app->scores;
    const struct corpus_result *result = corpus_result(scores->corpus);
    return place < scores->listed_count &&
           hs_measure_link(result->measure, scores->head, (enum hs_relation)scores->relation,
               scores->listed[place], link);
}

static const char *token(const struct scores *scores, const struct hs_link_result *link, size_t index)
{
    return corpus_annotated(scores->corpus)->sentence[link->sentence].tokens->token[index].text;
}

/* "gave → letter", and where it looked instead. */
static void link_words(
    const struct app *app, const struct hs_link_result *link, char *words, size_t room)
{
    size_t target = link->to ? link->to[0] : link->previous;
    int length = snprintf(
        words, room, "%.60s → %.60s", token(&app->scores, link, link->from), token(&app->scores, link, target));
    if (link->to_count > 1 && length > 0 && (size_t)length < room)
        length += snprintf(words + length, room - (size_t)length, " (or %.40s%s)",
            token(&app->scores, link, link->to[1]), link->to_count > 2 ? " …" : "");
    if (link->share < 1 && length > 0 && (size_t)length < room)
        snprintf(words + length, room - (size_t)length, ", looked at %.60s",
            token(&app->scores, link, link->largest));
}

static const char *list_label(void *user, int index)
{
    struct list *list = user;
    struct hs_link_result link;
    char words[220];
    list->label[0] = '\0';
    if (link_at(list->app, (size_t)index, &link)) {
        link_words(list->app, &link, words, sizeof words);
        snprintf(list->label, sizeof list->label, "%zu %s", link.sentence + 1, words);
    }
    return list->label;
}

static void sentence_words(
    const struct app *app, const struct hs_link_result *link, char *words, size_t room)
{
    const struct hs_tokens *tokens =
        corpus_annotated(app->scores.corpus)->sentence[link->sentence].tokens;
    size_t used = 0;
    words[0] = '\0';
    for (size_t i = 0; i < tokens->count && used + 1 < room; i++) {
        bool close = i == 0 || tokens->token[i].kind == HS_TOKEN_PUNCT;
        int added =
            snprintf(words + used, room - used, "%s%s", close ? "" : " ", tokens->token[i].text);
        used += added > 0 ? (size_t)added : 0;
    }
    if (used >= room)
        words[hs_utf8_invalid(words, room - 1)] = '\0';
}

static void list_row(struct ui *ui, struct rect area, int index, void *user)
{
    struct list *list = user;
    const struct theme *theme = list->view->theme;
    struct draw_list *draw = ui_draw(ui);
    struct hs_link_result link;
    char words[220], sentence[700];
    if (!link_at(list->app, (size_t)index, &link))
        return;
    const char *mark = link.share >= 1 ? "✓" : link.share <= 0 ? "✗" : "½";
    area.x += 8;
    area.w -= 12;
    draw_text(draw, rect_cut_left(&area, 18), ALIGN_LEFT, FACE_UI_BOLD, TEXT_BODY,
        link.share >= 1 ? theme->positive : theme->negative, mark);
    draw_textf(draw, rect_cut_left(&area, 38), ALIGN_LEFT, FACE_MONO, TEXT_SMALL, theme->text,
        "%.2f", link.mass);
    link_words(list->app, &link, words, sizeof words);
    struct rect left = rect_cut_left(&area, floorf(area.w * LINK_WIDTH));
    left.w -= 10;
    draw_text(draw, left, ALIGN_LEFT, FACE_UI, 12, theme->text, words);
    sentence_words(list->app, &link, sentence, sizeof sentence);
    draw_text(draw, area, ALIGN_LEFT, FACE_UI, 12, theme->text_dim, sentence);
}

static void draw_title(struct view_context *view, struct rect row)
{
    static const char *const orders[] = {"as in file", "by weight"};
    const char *const filters[] = {
        option_word(OPTION_LINKS, LINKS_ALL), option_word(OPTION_LINKS, LINKS_FOR), option_word(OPTION_LINKS, LINKS_AGAINST)};
    const struct app *app = view->app;
    const struct scores *scores = &app->scores;
    char text[300], name[48];
    if (!view->page) {
        if (ui_icon_button(view->ui, "Close list", ICON_CLOSE, rect_cut_right(&row, CONTROL),
                "Close this list\tEsc"))
            actions_push(view->actions,
                (struct action){
                    .kind = ACT_SCORE_CELL, .head = scores->head, .k = scores->relation});
        rect_cut_right(&row, 4);
        int chosen = ui_choice(view->ui, "link order", rect_cut_right(&row, 142), orders, 2,
            scores->by_mass, "By weight: the most on the accepted tokens first");
        if (chosen != (int)scores->by_mass)
            view_push(view, ACT_LINK_ORDER, chosen);
        rect_cut_right(&row, SPACE);
        chosen = ui_choice(view->ui, "links listed", rect_cut_right(&row, 160), filters, 3,
            (int)scores->filter, "Links that count for the head, or against it\tF");
        if (chosen != (int)scores->filter)
            view_push(view, ACT_LINK_FILTER, chosen);
        rect_cut_right(&row, SPACE);
    }
    specialise_name(app, scores->head, name, sizeof name);
    snprintf(text, sizeof text, "%s, %s: %zu for, %zu against", name,
        hs_relation_title((enum hs_relation)scores->relation), scores->hits, scores->misses);
    if (fonts_width(app->services.fonts, FACE_UI_BOLD, TEXT_BODY, text, strlen(text)) > row.w)
        snprintf(text, sizeof text, "%s, %s: %zu for, %zu against", name,
            app_relation_word(scores->relation), scores->hits, scores->misses);
    draw_text(view->draw, row, ALIGN_LEFT, FACE_UI_BOLD, TEXT_BODY, view->theme->text, text);
}

void specialise_list_draw(struct view_context *view, struct rect area)
{
    const struct app *app = view->app;
    const struct scores *scores = &app->scores;
    const struct corpus_result *result = corpus_result(scores->corpus);
    struct list list = {.app = app, .view = view};
    draw_group(view->draw, "links");
    draw_title(view, rect_cut_top(&area, CONTROL));
    rect_cut_top(&area, 6);
    if (scores->listed_count == 0) {
        bool none_kept =
            hs_measure_links(result->measure, (enum hs_relation)scores->relation) == 0 &&
            app_relation_score(app, scores->head, scores->relation)->eligible > 0;
        draw_text(view->draw, rect_cut_top(&area, 24), ALIGN_LEFT, FACE_UI, 12,
            view->theme->text_dim,
            none_kept
                ? "Too many heads times links to keep each: use fewer heads or a shorter file."
                : "There is none.");
    } else if (view->page) {
        for (size_t i = 0; i < scores->listed_count && area.h >= ROW; i++)
            list_row(view->ui, rect_cut_top(&area, ROW), (int)i, &list);
    } else {
        struct ui_list spec = {
            (int)scores->listed_count, (int)scores->link, ROW, list_label, list_row, &list};
        struct ui_list_result chosen = ui_list(view->ui, "links", area, &spec);
        if (chosen.selected >= 0 && (size_t)chosen.selected != scores->link)
            view_push(view, ACT_LINK_SELECT, chosen.selected);
        if (chosen.activated)
            view_push(view, ACT_LINK_OPEN, chosen.selected);
    }
    draw_group_end(view->draw);
}
