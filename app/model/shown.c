/* shown.c – what Grid and Head show, in words and ranges: which set, what its numbers are
 * called, what was done to it. Views, exports and scripts all read from here (see app.h). */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/app.h"

const struct hs_set *app_shown(const struct app *app)
{
    const struct view_kind *view = view_kind(app->look.view);
    return app->lens.made.shown && view->lens ? app->lens.made.shown : view->hides ? app_weights(app) : app->picture.set;
}

bool app_can_lock(const struct app *app, size_t q, size_t k)
{
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    return q < shape.n && (k == ACT_NOWHERE || k < shape.m);
}

static bool has_sign(const struct hs_set *set)
{
    return hs_set_values(set) == HS_VALUES_SIGNED || hs_set_values(set) == HS_VALUES_SCORE;
}

static struct shown shown_of(const struct app *app, const struct hs_set *set, const struct head_extent *extents)
{
    enum palette signed_map = app->window.theme == THEME_LIGHT ? PALETTE_DIVERGING : PALETTE_DIVERGING_DARK;
    return (struct shown){.set = set,
        .extents = set != app->picture.set ? extents : NULL,
        .identity = app->picture.identity,
        .palette = has_sign(set) ? signed_map : app->look.palette,
        .scale = has_sign(set) ? SCALE_LINEAR : app->look.scale};
}

struct shown app_shown_now(const struct app *app)
{
    struct shown shown = shown_of(app, app_shown(app), app->lens.made.extents);
    shown.hidden = shown.set == app->lens.made.shown ? app->lens.made.hidden : NULL;
    return shown;
}

struct shown app_shown_side(const struct app *app, size_t side)
{
    struct shown shown = shown_of(app, app->lens.made.side[side], app->lens.made.side_extents);
    shown.identity ^= (uint64_t)(side + 1) << 40; /* other numbers than those of the difference */
    return shown;
}

enum palette app_palette(const struct app *app)
{
    return app_shown_now(app).palette;
}

enum cell_scale app_scale(const struct app *app)
{
    return app_shown_now(app).scale;
}

void shown_range(const struct app *app, const struct shown *shown, size_t head, float *lo, float *hi)
{
    float least = 0, largest = 0;
    if (app->look.view == VIEW_LAYERS) {
        layers_range(app, app->picture.layers->view.layer, head, lo, hi);
        return;
    }
    for (size_t i = 0; i < app->picture.h; i++) {
        if (app->look.range_per_head && i != head)
            continue;
        largest = fmaxf(largest, shown->extents ? shown->extents[i].largest : (float)app->picture.stats[i].largest);
        least = shown->extents ? fminf(least, shown->extents[i].least) : 0;
    }
    if (has_sign(shown->set))
        largest = fmaxf(largest, -least);
    *hi = largest > 0 ? largest : 1;
    *lo = has_sign(shown->set) ? -*hi : 0;
}

void app_range(const struct app *app, size_t head, float *lo, float *hi)
{
    struct shown shown = app_shown_now(app);
    shown_range(app, &shown, head, lo, hi);
}

const char *app_value_word(const struct app *app)
{
    switch (hs_set_values(app_shown(app))) {
    case HS_VALUES_NORM:
    case HS_VALUES_SCORE:
        return hs_lens(app->lens.wish.kind)->word;
    case HS_VALUES_SIGNED:
        return "difference";
    default:
        return "weight";
    }
}

void app_value_text(const struct app *app, double value, char *text, size_t room)
{
    enum hs_values values = hs_set_values(app_shown(app));
    if (values == HS_VALUES_SCORE)
        app_number(value, 2, false, text, room);
    else if (values == HS_VALUES_SIGNED)
        app_number(value, 2, true, text, room);
    else
        app_weight_text(value, text, room);
}

/* ---------------------------------------------------------------- what was done */
static void add(char *words, size_t room, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Appends a part, set off by a dot; cut at a whole character. */
static void add(char *words, size_t room, const char *format, ...)
{
    size_t used = strlen(words);
    va_list arguments;
    if (used > 0 && used + 6 < room) {
        memcpy(words + used, "  ·  ", 7);
        used += 6;
    }
    va_start(arguments, format);
    int length = vsnprintf(words + used, room - used, format, arguments);
    va_end(arguments);
    if (length >= 0 && (size_t)length >= room - used)
        words[hs_utf8_invalid(words, room - 1)] = '\0';
}

static void add_minus(const struct app *app, char *words, size_t room)
{
    char part[64], heads[40] = "";
    size_t length = 0;
    switch (app->lens.wish.minus) {
    case MINUS_HEAD:
        add(words, room, "each head minus head %ld", app_counted(app, app->lens.wish.minus_head));
        break;
    case MINUS_COUNT:
        if (app->lens.wish.minus_h == app->picture.h)
            add(words, room, "each head minus itself: h = %zu on both sides", app->picture.h);
        else if (app->lens.wish.minus_h > app->picture.h)
            add(words, room, "each head minus the first of the %zu heads that share its dimensions at h = %zu",
                app->lens.wish.minus_h / app->picture.h, app->lens.wish.minus_h);
        else if (app->lens.wish.minus_h == 1)
            add(words, room, "each head minus the one head of h = 1");
        else
            add(words, room, "each head minus the one that holds its dimensions and those of %zu more at h = %zu",
                app->picture.h / app->lens.wish.minus_h - 1, app->lens.wish.minus_h);
        break;
    case MINUS_KEPT:
        for (size_t at = 0; at < strlen(app->lens.kept_text) && at < 48;) {
            hs_utf8_next(app->lens.kept_text, strlen(app->lens.kept_text), &at);
            length = at;
        }
        snprintf(part, sizeof part, "%.*s%s", (int)length, app->lens.kept_text,
            app->lens.kept_text[length] ? "…" : "");
        if (hs_set_can(app->lens.wish.kept) & HS_CAN_HEADS) /* others have the one number */
            snprintf(heads, sizeof heads, " at h = %zu", hs_set_shape(app->lens.wish.kept).h);
        add(words, room, "minus B, “%s”%s%s", part, heads,
            hs_set_shape(app->lens.made.shown).n != hs_set_shape(app->picture.set).n ? ", tokens aligned" : "");
        break;
    default:
        break;
    }
}

static void add_hidden(const struct app *app, char *words, size_t room)
{
    char list[200] = "", name[80];
    size_t length = 0;
    if (app->lens.wish.hide_punctuation)
        length = (size_t)snprintf(list, sizeof list, "punctuation");
    if (app->lens.wish.hide_first)
        length += (size_t)snprintf(
            list + length, sizeof list - length, "%sthe first token", length ? ", " : "");
    for (size_t k = 0; k < hs_set_shape(app->picture.set).m && k < HS_MAX_TOKENS; k++) {
        if (!app->lens.wish.hide_token[k])
            continue;
        hs_set_token_name(app->picture.set, HS_KEY, k, name, sizeof name);
        if (length + strlen(name) + 12 > sizeof list) {
            length += (size_t)snprintf(list + length, sizeof list - length, ", …");
            break;
        }
        length += (size_t)snprintf(
            list + length, sizeof list - length, "%s“%s”", length ? ", " : "", name);
    }
    if (length)
        add(words, room, "hidden: %s, rows %s", list,
            lens_renormalises(&app->lens.wish) ? "renormalised over the rest" : "not renormalised");
}

static void modes_words(const struct app *app, char *words, size_t room)
{
    static const char *const modes[] = {"on", "off", "uniform", "the mean of all"};
    size_t listed = 0;
    if (room > 0)
        words[0] = '\0';
    for (size_t head = 0; head < app->picture.h; head++) {
        if (app->picture.head_mode[head] == HS_HEAD_ON)
            continue;
        if (listed++ == 6) {
            add(words, room, "and more");
            return;
        }
        add(words, room, "head %ld %s", app_counted(app, head), modes[app->picture.head_mode[head]]);
    }
}

void app_lens_words(const struct app *app, char *words, size_t room)
{
    if (view_kind(app->look.view)->lens) {
        app_whole_lens_words(app, words, room);
    } else {
        if (room > 0)
            words[0] = '\0';
        modes_words(app, words, room);
        if (hs_set_note(app->picture.set)[0])
            add(words, room, "%s", hs_set_note(app->picture.set));
        if (view_kind(app->look.view)->hides)
            add_hidden(app, words, room);
    }
}

void app_whole_lens_words(const struct app *app, char *words, size_t room)
{
    char modes[200];
    if (room > 0)
        words[0] = '\0';
    if (hs_set_note(app->picture.set)[0])
        add(words, room, "%s", hs_set_note(app->picture.set));
    if (app->lens.wish.kind != HS_LENS_WEIGHT)
        add(words, room, "%s%s", hs_lens(app->lens.wish.kind)->title,
            hs_set_as_value(app->lens.made.shown) ? " (the same as a·‖v‖ here: this Wᴼ keeps lengths)" : "");
    add_minus(app, words, room);
    add_hidden(app, words, room);
    modes_words(app, modes, sizeof modes);
    if (modes[0])
        add(words, room, "%s", modes);
}
