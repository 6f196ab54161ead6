/* row_list.c – one row of attention as a list: every key the query may look at, largest weight
 * first. Used by the side panel. A click on an entry moves the lock to that cell. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chrome/panel.h"

#define ENTRY 20.0f
#define HEADER 16.0f
#define TOKEN_WISHED 90.0f /* px for a token before the bar gets any */

struct entry {
    float weight;
    uint32_t key;
};

static int by_weight(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    if (a->weight != b->weight)
        return a->weight < b->weight ? 1 : -1;
    return (a->key > b->key) - (a->key < b->key);
}

static size_t sort_row(const struct app *app, size_t head, size_t q, struct entry *entries)
{
    const struct hs_set *set = app_shown(app);
    struct hs_matrix weights = hs_set_weights(set, 0, head);
    size_t count = 0;
    for (size_t k = 0; k < weights.cols; k++)
        if (!hs_set_masked(set, q, k))
            entries[count++] = (struct entry){weights.data[q * weights.stride + k], (uint32_t)k};
    qsort(entries, count, sizeof *entries, by_weight);
    return count;
}

struct columns {
    float rank, token, bar, weight, score; /* widths */
};

static struct columns columns_of(const struct view_context *view, float width, size_t count)
{
    struct columns columns = {.rank = count > 99 ? 30 : 20, .weight = 48, .score = 42};
    if (isnan(app_score(view->app, view->app->look.head, 0, 0)) ||
        hs_set_values(app_shown(view->app)) == HS_VALUES_SCORE)
        columns.score = 0;
    float rest = width - columns.rank - columns.weight - columns.score;
    columns.bar = fminf(64, fmaxf(16, rest - TOKEN_WISHED));
    columns.token = rest - columns.bar;
    return columns;
}

static void draw_header(
    struct view_context *view, struct rect row, struct columns columns, size_t masked)
{
    uint32_t color = view->theme->text_dim;
    char keys[40];
    rect_cut_left(&row, columns.rank);
    struct rect score = rect_cut_right(&row, columns.score), weight = rect_cut_right(&row, columns.weight);
    if (columns.score > 0) {
        draw_text(view->draw, score, ALIGN_RIGHT, FACE_UI, TEXT_SMALL, color, "score");
        view_word(view, score, "score");
    }
    draw_text(view->draw, weight, ALIGN_RIGHT, FACE_UI, TEXT_SMALL, color, app_value_word(view->app));
    if (hs_set_values(app_shown(view->app)) == HS_VALUES_WEIGHT)
        view_word(view, weight, "attention weight");
    snprintf(keys, sizeof keys, masked ? "key (%zu masked)" : "key", masked);
    draw_text(view->draw, row, ALIGN_LEFT, FACE_UI, TEXT_SMALL, color, keys);
    view_word(view, row, "key");
}

static void draw_entry(struct view_context *view, struct rect row, struct columns columns,
    size_t head, size_t q, const struct entry *entry)
{
    const struct app *app = view->app;
    const struct theme *theme = view->theme;
    char name[220], value[32];
    bool sign = hs_set_values(app_shown(app)) >= HS_VALUES_SCORE;
    bool current = entry->key == (app->look.locked.q == q ? app->look.locked.k : app->look.hover.k);
    if (current)
        draw_round(
            view->draw, (struct rect){row.x - 4, row.y, row.w + 8, row.h}, 4, theme->selection);
    hs_set_token_name(app_shown(app), HS_KEY, entry->key, name, sizeof name);
    draw_textf(view->draw, rect_cut_left(&row, columns.rank), ALIGN_LEFT, FACE_MONO, TEXT_SMALL,
        theme->text_faint, "%zu", hs_row_rank(app_shown(app), 0, head, q, entry->key));
    if (columns.score > 0) {
        app_number((double)app_score(app, head, q, entry->key), 2, false, value, sizeof value);
        draw_text(view->draw, rect_cut_right(&row, columns.score), ALIGN_RIGHT, FACE_MONO,
            TEXT_SMALL, theme->text_dim, value);
    }
    app_number((double)entry->weight, 4, sign, value, sizeof value);
    draw_text(view->draw, rect_cut_right(&row, columns.weight), ALIGN_RIGHT, FACE_MONO, TEXT_SMALL,
        theme->text, value);
    struct rect bar = rect_cut_right(&row, columns.bar);
    float lo, hi; /* as long as the cell is bright: on the range of the colours */
    app_range(app, head, &lo, &hi);
    bar.y += bar.h / 2 - 3;
    bar.w = fmaxf(1, bar.w * fminf(1, fabsf(entry->weight) / hi));
    bar.h = 6;
    draw_round(view->draw, bar, fminf(2, bar.w / 2),
        !sign               ? theme->accent
        : entry->weight < 0 ? theme->negative
                            : theme->positive);
    row.w -= 6;
    draw_text(view->draw, row, ALIGN_LEFT, current ? FACE_UI_BOLD : FACE_UI, 12, theme->text, name);
}

void row_list_draw(struct view_context *view, struct rect area, size_t head, size_t q)
{
    const struct app *app = view->app;
    size_t m = hs_set_shape(app_shown(app)).m;
    struct entry *entries = malloc(m * sizeof *entries);
    if (!entries)
        return;
    size_t count = sort_row(app, head, q, entries);
    struct columns columns = columns_of(view, area.w - UI_SCROLL_BAR, count);
    draw_group(view->draw, "row");
    struct rect header = rect_cut_top(&area, HEADER);
    header.w -= UI_SCROLL_BAR;
    draw_header(view, header, columns, m - count);
    struct ui_scroll offset =
        ui_scroll_begin(view->ui, "row keys", area, area.w - UI_SCROLL_BAR, ENTRY * (float)count);
    for (size_t i = 0; i < count; i++) {
        struct rect row = {
            area.x, area.y - offset.y + ENTRY * (float)i, area.w - UI_SCROLL_BAR, ENTRY};
        if (row.y + row.h < area.y || row.y > area.y + area.h)
            continue;
        char id[32];
        snprintf(id, sizeof id, "key %u", entries[i].key);
        if (app->look.locked.q == q && ui_area(view->ui, id, row, false, id).clicked &&
            entries[i].key != app->look.locked.k)
            actions_push(
                view->actions, (struct action){.kind = ACT_LOCK, .q = q, .k = entries[i].key});
        draw_entry(view, row, columns, head, q, &entries[i]);
    }
    ui_scroll_end(view->ui);
    draw_group_end(view->draw);
    free(entries);
}
