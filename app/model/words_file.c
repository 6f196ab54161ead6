/* words_file.c – an attention file in words: its tokens, shape, layers and groups of heads, as the
 * bars, the panel and exports say them. See layers.h. */
#include <stdio.h>
#include <string.h>

#include "model/app.h"

#define TEXT_TOKENS 400 /* joined for the bar; more do not fit anywhere */

const char *layers_mode_name(enum layers_mode mode)
{
    return mode == LAYERS_MAP ? "map" : "table";
}

const char *pieces_name(enum hs_pieces pieces)
{
    static const char *const names[] = {"readable", "raw", "words"};
    return names[pieces];
}

const char *pair_name(enum hs_segments segments)
{
    static const char *const names[] = {"all", "A-A", "A-B", "B-A", "B-B"};
    return names[segments];
}

static size_t join(const struct hs_tokens *tokens, char *text, size_t room)
{
    static const char joint[] = "·";
    size_t length = 0;
    for (size_t i = 0; i < tokens->count && i < TEXT_TOKENS; i++) {
        const char *piece = tokens->token[i].text;
        bool blank = i > 0 && tokens->token[i].space_before;
        /* The dot says "goes on" beside other pieces; in a running text the missing blank does. */
        if (!blank && i > 0 && strncmp(piece, joint, sizeof joint - 1) == 0)
            piece += sizeof joint - 1;
        size_t size = strlen(piece);
        if (length + size + 2 > room)
            break;
        if (blank)
            text[length++] = ' ';
        memcpy(text + length, piece, size);
        length += size;
    }
    text[length] = '\0';
    return length;
}

void layers_text(const struct app *app, char *text, size_t room)
{
    const struct hs_part *tensor = picture_part(app);
    const struct hs_tokens *query = hs_set_tokens(app->picture.set, HS_QUERY),
                           *key = hs_set_tokens(app->picture.set, HS_KEY);
    if (!tensor->has_tokens) {
        snprintf(text, room, "%zu query positions, %zu key positions, no tokens in the file",
            tensor->n, tensor->m);
        return;
    }
    size_t length = join(query, text, room);
    if (query != key && length + 8 < room) {
        memcpy(text + length, " → ", 6);
        join(key, text + length + 5, room - length - 5);
    }
}

void layers_shape_words(const struct app *app, char *words, size_t room)
{
    const struct hs_part *t = picture_part(app);
    const struct hs_set_shape shape = hs_set_shape(app->picture.set);
    int length = snprintf(words, room, "%zu layer%s × %zu head%s, %zu × %zu %s, %s%s", t->L,
        t->L == 1 ? "" : "s", t->h, t->h == 1 ? "" : "s", shape.n, shape.m,
        t->has_tokens ? "tokens" : "positions",
        t->kind == HS_PART_SELF && !shape.same_text
            ? "two token lists"
            : hs_part_kind_name(t->kind),
        t->causal ? ", causal" : "");
    if (t->kv_heads && t->kv_heads < t->h && length > 0 && (size_t)length < room)
        snprintf(words + length, room - (size_t)length, ", %zu key/value heads", t->kv_heads);
}

const char *app_heading(const struct app *app, char *text, size_t room)
{
    if (picture_can(app, HS_CAN_TEXT))
        return app->picture.run_text;
    layers_text(app, text, room);
    return text;
}

const char *app_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

void layers_export_name(
    const struct app *app, const char *view, bool one_head, bool all_heads, char *name, size_t room)
{
    const char *file = app_base_name(hs_source_info(app->picture.source).path), *dot = strrchr(file, '.');
    int length = dot && dot > file ? (int)(dot - file) : (int)strlen(file);
    char layer[32] = "", item[32] = "", part[48];
    if (picture_part(app)->L > 1 && (all_heads || !view_kind(app->look.view)->all_layers))
        snprintf(layer, sizeof layer, "-layer%ld", app_counted(app, app->picture.layers->view.layer));
    if (app->look.view == VIEW_LAYERS && !all_heads && app->picture.layers->all_items)
        snprintf(item, sizeof item, "-all-items");
    else if (picture_part(app)->B > 1)
        snprintf(item, sizeof item, "-item%ld", app_counted(app, app->picture.layers->view.item));
    if (one_head)
        snprintf(part, sizeof part, "%s%ld", view, app_counted(app, app->look.head));
    else
        snprintf(part, sizeof part, "%s", all_heads ? "heads" : view);
    snprintf(name, room, "%.*s%s%s-%s", length > 80 ? 80 : length, file, item, layer, part);
}

void layers_settings_words(
    const struct app *app, bool one_head, bool all_heads, char *words, size_t room)
{
    const struct hs_part *t = picture_part(app);
    char head[64] = "", layer[48] = "", item[64] = "", shape[200];
    if (!view_kind(app->look.view)->all_layers || all_heads)
        layers_layer_words(app, app->picture.layers->view.layer, layer, sizeof layer);
    layers_shape_words(app, shape, sizeof shape);
    if (one_head)
        snprintf(
            head, sizeof head, "head %ld%s", app_counted(app, app->look.head), layer[0] ? " of " : "");
    if (app->look.view == VIEW_LAYERS && !all_heads && app->picture.layers->all_items)
        snprintf(item, sizeof item, "all %zu items", t->B);
    else if (t->B > 1 && app->look.view != VIEW_SPECIALISE) /* which measures all items */
        snprintf(
            item, sizeof item, "item %ld of %zu", app_counted(app, app->picture.layers->view.item), t->B);
    snprintf(words, room, "%s%s%s%s%s%s  ·  %s", head, layer, head[0] || layer[0] ? "  ·  " : "",
        item, item[0] ? "  ·  " : "", shape, hs_set_source(app->picture.set));
}

void layers_kept_words(const struct app *app, char *words, size_t room)
{
    const struct hs_part *t = picture_part(app);
    char layer[48] = "", item[48] = "";
    if (t->L > 1)
        snprintf(layer, sizeof layer, "layer %ld of ", app_counted(app, app->picture.layers->view.layer));
    if (t->B > 1)
        snprintf(item, sizeof item, ", item %ld", app_counted(app, app->picture.layers->view.item));
    snprintf(words, room, "%s%.120s%s", layer, app_base_name(hs_source_info(app->picture.source).path), item);
}

void layers_layer_words(const struct app *app, size_t layer, char *words, size_t room)
{
    size_t L = picture_part(app)->L;
    if (room > 0)
        words[0] = '\0';
    if (L > 1)
        snprintf(words, room, "layer %ld of %zu", app_counted(app, layer), L);
}

void layers_group_words(const struct app *app, size_t head, char *words, size_t room)
{
    const struct hs_part *t = picture_part(app);
    if (room > 0)
        words[0] = '\0';
    if (!t->kv_heads || t->kv_heads == t->h)
        return;
    size_t size = t->h / t->kv_heads, first = head / size * size;
    snprintf(words, room, "Heads %ld to %ld share key/value head %ld.", app_counted(app, first),
        app_counted(app, first + size - 1), app_counted(app, head / size));
}

void layers_progress_words(const struct app *app, char *words, size_t room)
{
    const struct layers *layers = app->picture.layers;
    size_t done = hs_survey_done(layers->survey), total = hs_survey_total(layers->survey);
    if (room > 0)
        words[0] = '\0';
    if (done < total)
        snprintf(
            words, room, "%s %zu of %zu heads", layers->stopped ? "Read" : "Reading", done, total);
}
