/* steps_read.c – what the output row says: its eight role slots as words, with every head, without
 * the selected one, and with a single head; beside it how far each head's absence moves the row.
 * Every column comes from a forward pass of its own. Called by steps.c. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/steps.h"

#define LINE_LEAST 20.0f
#define LINE_MOST 38.0f
#define HEADING 34.0f
#define CHANGES 280.0f
#define NARROW 700.0f /* below this the words make way for the numbers … */
#define CHANGES_NARROW 208.0f
#define LABEL_LEAST 60.0f /* px for what a head was built for */

#define READING_MEANS \
    ". Cos: the cosine between the slot and the word’s code, 1 = the same direction. Strength: the slot’s length; a word’s own code " \
    "has length 1, an even mean of many words a short one"

/* "student" and its numbers; a blend names two words. */
static void draw_reading(
    struct view_context *view, struct rect cell, const struct hs_reading *reading)
{
    const struct theme *theme = view->theme;
    char words[160], numbers[80], first[24], second[24];
    app_number((double)reading->match[0].cosine, 2, false, first, sizeof first);
    app_number((double)reading->match[1].cosine, 2, false, second, sizeof second);
    if (reading->kind == HS_READS_NOTHING) {
        snprintf(words, sizeof words, "–");
        snprintf(numbers, sizeof numbers, "strength %.2f", (double)reading->strength);
    } else if (reading->kind == HS_READS_WORD) {
        snprintf(words, sizeof words, "%s", reading->match[0].word);
        snprintf(
            numbers, sizeof numbers, "cos %s, strength %.2f", first, (double)reading->strength);
    } else {
        snprintf(words, sizeof words, "%s + %s", reading->match[0].word, reading->match[1].word);
        snprintf(numbers, sizeof numbers, "cos %s, %s, strength %.2f", first, second,
            (double)reading->strength);
    }
    bool word = reading->kind == HS_READS_WORD;
    char full[600];
    snprintf(full, sizeof full, "%s: nearest words %s %.3f, %s %.3f, %s %.3f; strength %.3f",
        reading->kind == HS_READS_WORD    ? "One word"
        : reading->kind == HS_READS_BLEND ? "A blend"
                                          : "Nothing in particular",
        reading->count > 0 ? reading->match[0].word : "–",
        reading->count > 0 ? (double)reading->match[0].cosine : 0,
        reading->count > 1 ? reading->match[1].word : "–",
        reading->count > 1 ? (double)reading->match[1].cosine : 0,
        reading->count > 2 ? reading->match[2].word : "–",
        reading->count > 2 ? (double)reading->match[2].cosine : 0, (double)reading->strength);
    size_t used = strlen(full);
    snprintf(full + used, sizeof full - used, "%s", READING_MEANS);
    ui_tooltip(view->ui, cell, full);
    float width =
        fminf(steps_width(view, word ? FACE_UI_BOLD : FACE_UI, TEXT_BODY, words) + 1, cell.w);
    draw_text(view->draw, (struct rect){cell.x, cell.y, width, cell.h}, ALIGN_LEFT,
        word ? FACE_UI_BOLD : FACE_UI, TEXT_BODY, reading->kind ? theme->text : theme->text_faint,
        words);
    float need = steps_width(view, FACE_UI, TEXT_SMALL, numbers);
    if (width + 8 + need <= cell.w)
        draw_text(view->draw, (struct rect){cell.x + width + 8, cell.y, need + 1, cell.h},
            ALIGN_LEFT, FACE_UI, TEXT_SMALL, theme->text_dim, numbers);
    else if (reading->kind && width + 34 <= cell.w)
        draw_text(view->draw, (struct rect){cell.x + width + 6, cell.y, 30, cell.h}, ALIGN_LEFT,
            FACE_UI, TEXT_SMALL, theme->text_dim, first);
}

/* … and each line has a longer and a shorter wording. */
static void draw_heading(struct view_context *view, struct rect cell, const char *const title[2], const char *const under[2])
{
    cell.w -= 8;
    bool brief = steps_width(view, FACE_UI_BOLD, 12, title[0]) > cell.w;
    draw_text(view->draw, rect_cut_top(&cell, 18), ALIGN_LEFT, FACE_UI_BOLD, 12, view->theme->text, title[brief]);
    brief = steps_width(view, FACE_UI, TEXT_SMALL, under[0]) > cell.w;
    draw_text(view->draw, rect_cut_top(&cell, 15), ALIGN_LEFT, FACE_UI, TEXT_SMALL, view->theme->text_dim, under[brief]);
}

static void draw_change_heading(struct view_context *view, struct rect cell, const char *title, const char *brief, const struct hs_change *change)
{
    char cosine[24], under[80], moved[40];
    app_number(change->cosine, 3, false, cosine, sizeof cosine);
    snprintf(moved, sizeof moved, "moved %.2f", change->distance);
    snprintf(under, sizeof under, "cos %s, %s", cosine, moved);
    draw_heading(view, cell, (const char *const[]){title, brief}, (const char *const[]){under, moved});
}

static void draw_headings(
    struct view_context *view, struct rect row, const float x[4], const struct steps_facts *facts)
{
    const struct app *app = view->app;
    char title[96], brief[40], under[80];
    draw_heading(view, (struct rect){row.x, row.y, x[1] - row.x, row.h}, (const char *const[]){"Role slot", "Slot"},
        (const char *const[]){"64 of 512 columns", "64 columns"});
    snprintf(title, sizeof title, app->picture.h == 1 ? "With its one head" : "With all %zu heads", app->picture.h);
    snprintf(brief, sizeof brief, app->picture.h == 1 ? "Its head" : "All %zu heads", app->picture.h);
    snprintf(under, sizeof under, "length %.2f", facts->change[app->look.head].norm_before);
    draw_heading(view, (struct rect){x[1], row.y, x[2] - x[1], row.h}, (const char *const[]){title, brief}, (const char *const[]){under, under});
    app_head_name(app, app->look.head, under, sizeof under);
    snprintf(title, sizeof title, "Without %s", under);
    snprintf(brief, sizeof brief, "Without %ld", app_counted(app, app->look.head));
    draw_change_heading(view, (struct rect){x[2], row.y, x[3] - x[2], row.h}, title, brief, &facts->change[app->look.head]);
    draw_change_heading(view, (struct rect){x[3], row.y, row.x + row.w - x[3], row.h}, "With one head (h = 1)", "h = 1", &facts->change_single);
}

static void draw_slots(struct view_context *view, struct rect area, const struct steps_facts *facts)
{
    const struct theme *theme = view->theme;
    float role = fminf(132, floorf(area.w * 0.3f)), rest = area.w - role;
    const float x[4] = {area.x, area.x + role, area.x + role + floorf(rest * 0.34f),
        area.x + role + floorf(rest * 0.67f)};
    struct rect head = rect_cut_top(&area, HEADING);
    draw_group(view->draw, "slots");
    draw_headings(view, head, x, facts);
    draw_rect(view->draw, (struct rect){area.x, area.y, area.w, 1}, theme->border);
    rect_cut_top(&area, 3);
    float line = fmaxf(LINE_LEAST, fminf(LINE_MOST, floorf(area.h / (float)HS_SLOTS)));
    for (size_t slot = 0; slot < HS_SLOTS; slot++) {
        struct rect row = rect_cut_top(&area, line);
        bool lost = facts->with[slot].kind != facts->without[slot].kind;
        if (lost)
            draw_round(
                view->draw, (struct rect){row.x - 6, row.y, row.w + 6, row.h}, 4, theme->selection);
        draw_text(view->draw, (struct rect){row.x, row.y, role - 6, row.h}, ALIGN_LEFT, FACE_UI, 12,
            theme->text_dim, hs_slot_role(slot));
        draw_reading(view, (struct rect){x[1], row.y, x[2] - x[1] - 8, row.h}, &facts->with[slot]);
        draw_reading(
            view, (struct rect){x[2], row.y, x[3] - x[2] - 8, row.h}, &facts->without[slot]);
        draw_reading(
            view, (struct rect){x[3], row.y, row.x + row.w - x[3], row.h}, &facts->single[slot]);
    }
    draw_group_end(view->draw);
}

/* ---------------------------------------------------------------- in words */
void steps_encodes(const struct app *app, char *text, size_t room)
{
    const struct steps_facts *facts = steps_facts(app);
    char name[160];
    size_t used, found = 0;
    app_token_name(app, HS_QUERY, steps_query(app), name, sizeof name);
    used = (size_t)snprintf(text, room, "'%s' now carries ", name);
    for (size_t slot = 0; facts && slot < HS_SLOTS && used < room; slot++) {
        const struct hs_reading *reading = &facts->with[slot];
        if (reading->kind != HS_READS_WORD)
            continue;
        used += (size_t)snprintf(text + used, room - used, "%s%s: %s (%.2f)", found ? "; " : "",
            hs_slot_role(slot), reading->match[0].word, (double)reading->strength);
        found++;
    }
    if (used < room)
        snprintf(text + used, room - used, "%s. One sentence, %s.",
            found ? "" : "no single word in any slot", app_source_words(app));
}

/* ---------------------------------------------------------------- each head off */
static void draw_change(struct view_context *view, struct rect row, size_t head,
    const struct hs_change *change, double most)
{
    const struct app *app = view->app;
    const struct theme *theme = view->theme;
    char name[40], label[120], id[60];
    bool current = head == app->look.head, hovered = false;
    app_head_name(app, head, name, sizeof name);
    snprintf(id, sizeof id, "without %s", name);
    if (!view->page) {
        struct ui_hit hit = ui_area(view->ui, id, row, false, id);
        hovered = hit.hovered;
        if (hit.clicked)
            actions_push(view->actions, (struct action){.kind = ACT_SELECT_HEAD, .head = head});
    }
    if (current || hovered)
        draw_round(view->draw, (struct rect){row.x - 5, row.y, row.w + 8, row.h}, 4,
            current ? theme->selection : theme->hover);
    snprintf(name, sizeof name, "%ld", app_counted(app, head));
    draw_text(view->draw, rect_cut_left(&row, 24), ALIGN_LEFT, current ? FACE_UI_BOLD : FACE_UI, 12,
        theme->text, name);
    app_number(change->cosine, 3, false, name, sizeof name);
    draw_text(view->draw, rect_cut_right(&row, 44), ALIGN_RIGHT, FACE_MONO, TEXT_SMALL,
        theme->text_dim, name);
    draw_textf(view->draw, rect_cut_right(&row, 40), ALIGN_RIGHT, FACE_MONO, TEXT_SMALL,
        theme->text, "%.2f", change->distance);
    struct rect bar = rect_cut_right(&row, 62);
    bar.w = most > 0 ? fmaxf(1, (float)(change->distance / most) * 56) : 1;
    draw_round(view->draw, (struct rect){bar.x + 4, bar.y + bar.h / 2 - 4, bar.w, 8},
        fminf(2, bar.w / 2), theme->accent);
    app_head_label(app, head, label, sizeof label);
    if (!view->page)
        ui_tooltip(view->ui, row, label);
    if (row.w >= LABEL_LEAST)
        draw_text(view->draw, row, ALIGN_LEFT, FACE_UI, 12, theme->text_dim, label);
}

static void draw_changes(
    struct view_context *view, struct rect area, const struct steps_facts *facts)
{
    const struct app *app = view->app;
    const struct theme *theme = view->theme;
    double most = 0;
    struct rect line = rect_cut_top(&area, 18);
    draw_group(view->draw, "each head off");
    draw_text(
        view->draw, line, ALIGN_LEFT, FACE_UI_BOLD, 12, theme->text, "The row without each head");
    line = rect_cut_top(&area, 15);
    line.w -= UI_SCROLL_BAR;
    if (!view->page)
        ui_tooltip(view->ui, line,
            "This token’s output row with that head off, against the row as it is. Moved: the length of their difference. Cosine: 1 = "
            "the same direction, 0 = at right angles");
    draw_text(view->draw, rect_cut_right(&line, 44), ALIGN_RIGHT, FACE_UI, TEXT_SMALL,
        theme->text_dim, "cosine");
    draw_text(view->draw, rect_cut_right(&line, 44), ALIGN_RIGHT, FACE_UI, TEXT_SMALL,
        theme->text_dim, "moved");
    draw_text(
        view->draw, line, ALIGN_LEFT, FACE_UI, TEXT_SMALL, theme->text_dim, area.w < CHANGES ? "head" : "head, built for");
    rect_cut_top(&area, 4);
    if (!facts->all_heads) {
        float used = draw_paragraph(view->draw, area, FACE_UI, 12, 17, theme->text_dim,
            "Running the sentence once without each head takes a moment at this size.");
        struct rect button = {area.x, area.y + used + 6, 150, CONTROL};
        if (!view->page &&
            ui_button(view->ui, "Run without each", button, "One forward pass a head\tEnter"))
            actions_push(view->actions, (struct action){.kind = ACT_STEP_CARD, .number = 1});
        draw_group_end(view->draw);
        return;
    }
    for (size_t head = 0; head < app->picture.h; head++)
        most = fmax(most, facts->change[head].distance);
    float height = 22;
    struct ui_scroll offset =
        ui_scroll_begin(view->ui, "changes", area, area.w - UI_SCROLL_BAR, height * (float)app->picture.h);
    for (size_t head = 0; head < app->picture.h; head++) {
        struct rect row = {area.x + 5, area.y - offset.y + height * (float)head,
            area.w - UI_SCROLL_BAR - 8, height};
        if (row.y + row.h >= area.y && row.y <= area.y + area.h)
            draw_change(view, row, head, &facts->change[head], most);
    }
    ui_scroll_end(view->ui);
    draw_group_end(view->draw);
}

void steps_read_draw(struct view_context *view, struct rect area)
{
    const struct steps_facts *facts = steps_facts(view->app);
    char text[600];
    if (!facts || !facts->read) {
        draw_paragraph(view->draw, area, FACE_UI, TEXT_BODY, 20, view->theme->text,
            "Only output rows of the built-in teaching model can be read as words.");
        return;
    }
    steps_encodes(view->app, text, sizeof text);
    float used = draw_paragraph(view->draw, (struct rect){area.x, area.y, fminf(area.w, 1100), 38},
        FACE_UI, TEXT_BODY, 19, view->theme->text, text);
    rect_cut_top(&area, used + 8);
    bool narrow = area.w < NARROW;
    struct rect changes = rect_cut_right(&area, narrow ? CHANGES_NARROW : fminf(360, fmaxf(CHANGES, area.w * 0.26f)));
    rect_cut_right(&area, narrow ? 14 : 24);
    area.w = fminf(area.w, 1100);
    changes.x = area.x + area.w + (narrow ? 14 : 24);
    draw_slots(view, area, facts);
    draw_changes(view, changes, facts);
}
