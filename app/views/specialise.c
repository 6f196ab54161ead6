/* specialise.c – the Specialise view: heads by relations, measured over the annotated sentences,
 * with the current number of heads or in all layers of a file. Above the table: on what, against
 * what, and what that may claim. The table is specialise_table.c, the links behind a cell are
 * specialise_list.c. The measuring runs beside the window (scores.c). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/specialise.h"

#define MARGIN 20.0f
#define LIST_SHARE 0.42f
#define LIST_LEAST 150.0f

/* ---------------------------------------------------------------- above the table */
/* Which of the annotated sentences the source does not spell. */
static void missing_tooltip(struct view_context *view, struct rect row, const struct hs_measure *measure,
    const struct hs_annotated *annotated)
{
    char text[400];
    size_t used = 0, missing = annotated->count - hs_measure_sentences(measure);
    used += (size_t)snprintf(text, sizeof text, "%zu not found:", missing);
    for (size_t s = 0; s < annotated->count && used < sizeof text - 60; s++)
        if (!hs_measure_has(measure, s))
            used += (size_t)snprintf(text + used, sizeof text - used, " %.40s%s",
                annotated->sentence[s].id[0] ? annotated->sentence[s].id : "(no id)", --missing ? "," : "");
    if (missing)
        snprintf(text + used, sizeof text - used, " … (all in the JSON export and --evaluate)");
    ui_tooltip(view->ui, row, text);
}

static void draw_controls(struct view_context *view, struct rect row)
{
    static const char *const baselines[] = {"best offset", "uniform", "random"};
    const struct app *app = view->app;
    const struct hs_annotated *annotated = corpus_annotated(app->scores.corpus);
    char text[400], counts[32] = "";
    int compare = (int)app_score_wish(app).compare, count = app_score_baselines(app);
    if (!view->page) {
        if (ui_button(view->ui, "Annotated …", rect_cut_right(&row, 104),
                "Measure on annotated sentences of your own (JSON, described in assets/doc/files.md)"))
            view_push(view, ACT_ANNOTATED_DIALOG, 0);
        rect_cut_right(&row, SPACE);
        int chosen = ui_choice(view->ui, "baseline", rect_cut_right(&row, 80 * (float)count),
            baselines, count, compare,
            "What the margin is counted from: the best fixed offset, even attention, or (live "
            "model) "
            "random W^Q and W^K of the same size. Names always ask for a margin over the best "
            "offset\tG");
        if (chosen != compare)
            view_push(view, ACT_BASELINE, chosen);
        rect_cut_right(&row, 6);
        ui_label(view->ui, rect_cut_right(&row, row.w > 320 ? 92 : 0), ALIGN_RIGHT, "Compare with");
        rect_cut_right(&row, SPACE);
    }
    const struct corpus_result *result = corpus_result(app->scores.corpus);
    size_t measured = result ? hs_measure_sentences(result->measure) : annotated->count;
    if (measured < annotated->count)
        snprintf(counts, sizeof counts, "%zu of ", measured);
    snprintf(text, sizeof text, "%s%zu annotated sentence%s, %.200s", counts, annotated->count,
        annotated->count == 1 ? "" : "s", app_base_name(annotated->path));
    if (fonts_width(app->services.fonts, FACE_UI_BOLD, TEXT_BODY, text, strlen(text)) > row.w)
        snprintf(text, sizeof text, "%s%zu annotated sentence%s", counts, annotated->count,
            annotated->count == 1 ? "" : "s");
    draw_text(view->draw, row, ALIGN_LEFT, FACE_UI_BOLD, TEXT_BODY, view->theme->text, text);
    if (measured < annotated->count)
        missing_tooltip(view, row, result->measure, annotated);
}

/* What was measured, in words: never more than was. */
static void claim_words(
    const struct app *app, const struct corpus_result *result, char *text, size_t room)
{
    const struct corpus_wish *of = &result->of;
    size_t measured = hs_measure_sentences(result->measure);
    int used;
    if (hs_source_part(of->source, of->part)->n)
        used = snprintf(text, room,
            "Measured on the %zu sentence%s that %s and the annotated file share: %zu heads, "
            "pieces "
            "summed into words and averaged out of them, the model’s own marks left out.",
            measured, measured == 1 ? "" : "s", app_source_words(app), of->h);
    else if (picture_runs_model(app))
        used = snprintf(text, room, "%zu heads, all on, %s mask; pieces summed into words and averaged out of them, the model’s own marks left out.",
            of->h, of->mask ? "causal" : "no");
    else
        used = snprintf(text, room, "h = %zu, %s mask, all heads on: %s.", of->h,
            of->mask ? "causal" : "no", app_source_words(app));
    if (used < 0 || (size_t)used >= room)
        return;
    snprintf(text + used, room - (size_t)used,
        " Large: share found; small: found/all, margin over %s; point for all. A name needs %u "
        "sentences, "
        "%u links and %.0f points over the best offset, or one offset in 90 %% of rows.",
        specialise_baseline(of->compare), HS_NAME_MIN_SENTENCES, HS_NAME_MIN_ELIGIBLE,
        100 * HS_NAME_MIN_MARGIN);
}

static void draw_claim(
    struct view_context *view, struct rect *area, const struct corpus_result *result)
{
    char text[900];
    claim_words(view->app, result, text, sizeof text);
    float used = draw_paragraph(view->draw, (struct rect){area->x, area->y, area->w, 4 * 16 + 4}, FACE_UI,
        TEXT_SMALL, 16, view->theme->text_dim, text);
    view_word(view, (struct rect){area->x, area->y, area->w, used}, "margin");
    rect_cut_top(area, used + 4);
}

/* Why there is no table, and how to get one. */
static void draw_failure(struct view_context *view, struct rect area, const char *why)
{
    float used = draw_paragraph(view->draw, (struct rect){area.x, area.y, fminf(area.w, 640), 120},
        FACE_UI, TEXT_BODY, 19, view->theme->text, why);
    draw_paragraph(view->draw, (struct rect){area.x, area.y + used + 8, fminf(area.w, 640), 120},
        FACE_UI, TEXT_SMALL, 17, view->theme->text_dim,
        "A file’s heads are measured on annotated sentences (JSON) whose words its tokens spell, "
        "upper or lower case, pieces put together. Open one with “Annotated …”, or drop it here.");
}

static void draw_nothing(struct view_context *view, struct rect area)
{
    draw_paragraph(view->draw, (struct rect){area.x, area.y, fminf(area.w, 520), 60}, FACE_UI,
        TEXT_BODY, 19, view->theme->text,
        "No annotated sentences are open. Open a JSON file of sentences with their relations to "
        "see "
        "what each head finds.");
    struct rect row = {area.x, area.y + 56, 140, CONTROL};
    if (!view->page && ui_button(view->ui, "Annotated …", row, "Choose the file"))
        view_push(view, ACT_ANNOTATED_DIALOG, 0);
}

static void draw_specialise(struct view_context *view)
{
    const struct app *app = view->app;
    const struct scores *scores = &app->scores;
    const struct corpus_result *result = corpus_result(scores->corpus);
    struct rect area = rect_inset(view->area, view->page ? 0 : MARGIN);
    if (!corpus_annotated(scores->corpus)) {
        draw_nothing(view, area);
        return;
    }
    if (!view->page)
        area.y -= 8;
    draw_controls(view, rect_cut_top(&area, CONTROL));
    rect_cut_top(&area, 6);
    if (!view->page)
        area.h += 16;
    const char *failure = app_score_failure(app);
    if (failure) {
        draw_failure(view, area, failure);
        return;
    }
    if (!result || !scores->row) {
        draw_textf(view->draw, rect_cut_top(&area, 24), ALIGN_LEFT, FACE_UI, TEXT_BODY,
            view->theme->text_dim, "Measuring %zu heads …", app_score_wish(app).h);
        return;
    }
    draw_claim(view, &area, result);
    if (scores->head != ACT_NOWHERE && scores->head < result->of.h) {
        float height = floorf(fmaxf(LIST_LEAST, area.h * LIST_SHARE));
        /* A short table leaves the list what it does not need. */
        height = fmaxf(height, area.h - specialise_table_most(area.w, result->of.h) - 14);
        specialise_list_draw(view, rect_cut_bottom(&area, height));
        rect_cut_bottom(&area, 10);
    }
    specialise_table_draw(view, area);
}

const struct view view_specialise = {
    .draw = draw_specialise,
    .csv = specialise_csv,
    .json = specialise_json,
};
