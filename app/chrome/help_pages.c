/* help_pages.c – Help's pages about the model and the words; see help.h. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "chrome/help.h"
#include "model/glossary.h"

#define TEXT_LINE 19.0f
#define TEXT_MOST 820.0f /* px of a line that is comfortable to read */
#define MATRIX_MOST 190.0f
#define MATRIX_GAP 26.0f
#define NUMBER_LEAST 13.0f /* px that a slice needs for its head's number */

/* ---------------------------------------------------------------- text in a page that scrolls */
struct page {
    struct view_context *view;
    struct rect area; /* what is left of it */
    float asked_y;    /* of the word asked for */
};

static void title(struct page *page, const char *text)
{
    rect_cut_top(&page->area, 6);
    draw_text(page->view->draw, rect_cut_top(&page->area, 24), ALIGN_LEFT, FACE_UI_BOLD, TEXT_BODY, page->view->theme->text, text);
}

static void paragraph(struct page *page, const char *text)
{
    struct rect room = page->area;
    room.w = fminf(room.w, TEXT_MOST);
    room.h = 20 * TEXT_LINE;
    float used = draw_paragraph(page->view->draw, room, FACE_UI, TEXT_BODY, TEXT_LINE, page->view->theme->text_dim, text);
    rect_cut_top(&page->area, used + 8);
}

/* ---------------------------------------------------------------- W^Q, W^K, W^V */
/* Three times the root of the mean square: what is beyond takes the end's colour. */
static float range_of(const float *W, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (double)W[i] * (double)W[i];
    return (float)(3 * sqrt(sum / (double)(count ? count : 1)));
}

/* The columns of the heads, told apart by lines and numbered where there is room; the selected one's is framed. */
static void draw_slices(struct page *page, struct rect map, size_t h, size_t selected)
{
    const struct theme *theme = page->view->theme;
    float slice = map.w / (float)h;
    size_t step = (size_t)ceilf(NUMBER_LEAST / slice);
    for (size_t head = 0; head < h; head++) {
        float x = map.x + slice * (float)head;
        if (head > 0 && slice >= 4)
            draw_rect(page->view->draw, (struct rect){x, map.y, 1, map.h}, theme->text_faint);
        bool near = head != selected && (head > selected ? head - selected : selected - head) < step; /* makes way */
        if ((head % step == 0 && !near) || head == selected)
            draw_textf(page->view->draw, (struct rect){x + slice / 2 - 15, map.y - 16, 30, 14}, ALIGN_CENTER,
                head == selected ? FACE_UI_BOLD : FACE_UI, TEXT_SMALL, head == selected ? theme->text : theme->text_dim, "%ld",
                app_counted(page->view->app, head));
    }
    draw_frame(page->view->draw, (struct rect){map.x + slice * (float)selected - 1, map.y - 2, slice + 2, map.h + 4}, 2, theme->accent);
}

static void draw_matrices(struct page *page, const struct hs_weights *weights)
{
    const struct app *app = page->view->app;
    const struct {
        const char *name;
        const float *W;
    } matrices[] = {{"W^Q", weights->W_Q}, {"W^K", weights->W_K}, {"W^V", weights->W_V}};
    size_t width = weights->width ? weights->width : weights->d_model, h = app->picture.h;
    float side = fminf(MATRIX_MOST, (fminf(page->area.w, TEXT_MOST) - 2 * MATRIX_GAP) / 3);
    struct rect row = rect_cut_top(&page->area, side + 42);
    draw_group(page->view->draw, "weights");
    for (int i = 0; i < 3; i++) {
        struct rect map = {row.x + (float)i * (side + MATRIX_GAP), row.y + 34, side, side};
        float range = range_of(matrices[i].W, weights->d_model * width);
        struct cells cells = {.area = map,
            .matrix = {matrices[i].W, weights->d_model, width, width},
            .row1 = (double)weights->d_model,
            .col1 = (double)width,
            .palette = app->window.theme == THEME_LIGHT ? PALETTE_DIVERGING : PALETTE_DIVERGING_DARK,
            .reduce = REDUCE_MEAN,
            .lo = -range,
            .hi = range,
            .back = page->view->theme->panel,
            .mask_color = page->view->theme->mask,
            .identity = (uint64_t)(uintptr_t)matrices[i].W | (uint64_t)1 << 58};
        draw_textf(page->view->draw, (struct rect){map.x, row.y, map.w, 16}, ALIGN_LEFT, FACE_UI_BOLD, 12, page->view->theme->text,
            "%s, %zu × %zu", matrices[i].name, weights->d_model, width);
        draw_cells(page->view->draw, &cells);
        draw_slices(page, map, h, app->look.head);
    }
    draw_group_end(page->view->draw);
}

static void draw_weights(struct page *page)
{
    const struct app *app = page->view->app;
    struct hs_weights weights;
    char text[400];
    size_t d_k = hs_set_shape(app->picture.set).d_k, first = app->look.head * d_k;
    if (!picture_slices(app, &weights))
        return;
    if (app->talk.help_word != ACT_NOWHERE)
        page->asked_y = page->area.y;
    title(page, "Each head has a slice of the columns");
    snprintf(text, sizeof text, "h = %zu, so d_k = %zu. Head %ld works in columns %ld to %ld of W^Q, W^K and W^V (framed; blue above 0, orange "
        "below). %s", app->picture.h, d_k, app_counted(app, app->look.head), app_counted(app, first), app_counted(app, first + d_k - 1),
        picture_can(app, HS_CAN_HEADS) ? "Another number of heads cuts the same matrices elsewhere: no weight changes." : "");
    paragraph(page, text);
    draw_matrices(page, &weights);
}

/* ---------------------------------------------------------------- about this model */
static void about_own(struct page *page)
{
    title(page, "What it is");
    paragraph(page, "A constructed teaching model: one attention layer, d_model = 512, whose heads were made to specialise, so that "
        "specialisation can be seen and measured. It is no language model, it learnt nothing from text that people wrote, and it is no "
        "evidence of what trained transformers do. At h = 8 each head has one relation; at fewer, heads share a softmax, at more, several "
        "heads hold parts of one relation.");
    title(page, "How it was made");
    paragraph(page, "Before any head looks, each token gets 420 named features: a word list and a tagger give its class, and a sketch of the "
        "sentence, made by rule, gives the expected subject, verb and antecedent as positions. So the heads do not find grammar by "
        "themselves: they weigh such features against each other. W^Q and W^K were trained with the right answers on sentences of our own "
        "random grammar. W^V and W^O are formulas that let an output row be read back as words.");
    title(page, "How well it does");
    paragraph(page, "On text that is not ours (Universal Dependencies English, dev parts of EWT and GUM) the row’s largest weight is on the "
        "right token for " ABOUT_SUBJ " % of subjects, " ABOUT_OBJ " % of objects, " ABOUT_LOCT " % of places and times and " ABOUT_ANA
        " % of pronouns; on our own 263 sentences for " ABOUT_OWN_SUBJ ", " ABOUT_OWN_OBJ ", " ABOUT_OWN_LOCT " and " ABOUT_OWN_ANA
        " %. The first figures are the ones to believe. Typical errors: which and that behind two nouns, coordination, places that only "
        "the meaning tells, pronouns that need knowledge of the world, text without punctuation, any language but English.");
    title(page, "What must not be concluded");
    paragraph(page, "That heads of trained models specialise like this, that a large weight makes a token matter for an answer, or that "
        "attention explains a decision. Real models and files of their attention can be opened beside it (Ctrl+O), and Specialise "
        "measures them by the same rules.");
}

static void about_other(struct page *page)
{
    const struct app *app = page->view->app;
    const struct hs_part *part = picture_part(app);
    char text[700];
    bool runs = picture_runs_model(app);
    title(page, runs ? "A model that was opened" : "A file of attention");
    snprintf(text, sizeof text, "%.200s: %zu layer%s, %zu head%s in each. %s", hs_set_source(app->picture.set), part->L,
        part->L == 1 ? "" : "s", part->h, part->h == 1 ? "" : "s",
        runs ? "Its weights are its own, and run here on the text in the field."
             : "Its weights are what the file holds: the program did not make them and cannot tell how they came about.");
    paragraph(page, text);
    title(page, "What must not be concluded");
    paragraph(page, "A weight says where a head looks, not what the model concludes from it. Above the first layer a row is a position that "
        "has taken in its neighbours, no longer the word alone. First tokens and marks often get weight because a softmax has to sum to 1. "
        "A pattern in one sentence is one sentence: Specialise counts over many, against baselines.");
}

static void draw_about(struct page *page)
{
    if (hs_set_constructed(page->view->app->picture.set))
        about_own(page);
    else
        about_other(page);
    draw_weights(page);
}

/* ---------------------------------------------------------------- words */
static void draw_glossary(struct page *page)
{
    const struct theme *theme = page->view->theme;
    const struct glossary_entry *entry;
    for (size_t i = 0; (entry = glossary_at(i)); i++) {
        struct rect start = page->area, words = page->area;
        rect_cut_left(&words, 132);
        words.w = fminf(words.w, TEXT_MOST - 132);
        words.h = 5 * TEXT_LINE;
        bool asked = i == page->view->app->talk.help_word;
        float need = ceilf(1.1f * ui_text_width(page->view->ui, FACE_UI, TEXT_BODY, entry->meaning) / words.w) * TEXT_LINE;
        if (asked)
            page->asked_y = start.y;
        if (asked)
            draw_round(page->view->draw, (struct rect){start.x, start.y - 3, fminf(start.w, TEXT_MOST + 8), need + 6}, 5, theme->selection);
        draw_text(page->view->draw, (struct rect){start.x + 6, start.y, 122, TEXT_LINE}, ALIGN_LEFT, FACE_UI_BOLD, TEXT_BODY,
            theme->text, entry->word);
        float used = draw_paragraph(page->view->draw, words, FACE_UI, TEXT_BODY, TEXT_LINE, asked ? theme->text : theme->text_dim,
            entry->meaning);
        rect_cut_top(&page->area, fmaxf(used, TEXT_LINE) + 9);
    }
}

#define PAGE_TALL 2000.0f /* more than a page has */

void help_page_draw(struct view_context *view, struct rect area)
{
    bool words = view->app->talk.help == HELP_WORDS;
    struct page page = {view, area, 0};
    /* Its height shows once it is drawn: out of sight first. */
    struct rect out = {area.x, view->app->window.height + 10, area.w - UI_SCROLL_BAR, PAGE_TALL};
    page.area = out;
    draw_clip(view->draw, (struct rect){0, 0, 0, 0});
    words ? draw_glossary(&page) : draw_about(&page);
    draw_clip_end(view->draw);
    float height = PAGE_TALL - page.area.h;
    ui_scroll_follow(view->ui, words ? "help words" : "help model", page.asked_y > 0 ? (uint64_t)view->app->talk.help_word + 1 : 0,
        page.asked_y - out.y, words ? 60 : height - (page.asked_y - out.y));
    struct ui_scroll offset = ui_scroll_begin(view->ui, words ? "help words" : "help model", area, 0, height);
    page.area = (struct rect){area.x, area.y - offset.y, area.w - UI_SCROLL_BAR, PAGE_TALL};
    draw_group(view->draw, words ? "words" : "about this model");
    words ? draw_glossary(&page) : draw_about(&page);
    draw_group_end(view->draw);
    ui_scroll_end(view->ui);
}
