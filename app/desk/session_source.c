/* session_source.c – see session.h: the attention file of a session. It is named by its path, and by
 * what tells another file in its place: its size, and that tensor, layer, item and head are there. */
#include <stdio.h>
#include <string.h>

#include "act/act.h"
#include "desk/session.h"
#include "desk/settings.h"

void session_take_source(const struct app *app, struct session_source *source)
{
    const struct layers *open = app->picture.layers;
    *source = (struct session_source){0};
    if (!open)
        return;
    settings_full_path(hs_source_info(app->picture.source).path, source->path, sizeof source->path);
    source->place = (struct layers_place){.bytes = hs_source_info(app->picture.source).bytes,
        .view = live_view(app),
        .head = app->look.head,
        .all_items = live_all_items(app),
        .mode = open->mode,
        .sort = open->sort,
        .sort_reversed = open->sort_reversed};
    snprintf(source->place.tensor, sizeof source->place.tensor, "%s",
        hs_source_part(app->picture.source, source->place.view.part)->name);
}

void session_put_back(struct app *app, const struct session *session)
{
    app->picture.layers->live_h = session->h;
    app->picture.layers->live_mask = (enum hs_mask)session->row[OPTION_MASK];
    app->picture.layers->live_view = VIEW_GRID;
}

enum hs_status session_put_source(
    struct app *app, const struct session *session, const char *path, const char *minus, struct hs_error *error)
{
    struct layers_place place = session->source.place;
    place.head = session->head; /* stands apart in the file */
    const char *text = session->look.minus_text;
    struct live_start start = {.text = session->text,
        .place = &place,
        .mode = session->model_mode,
        .modes = session->model_modes,
        .other = {.text = text[0] ? (char *)(uintptr_t)text : NULL, .path = minus[0] ? (char *)(uintptr_t)minus : NULL}};
    return live_open(app, path, &start, error);
}

/* ---------------------------------------------------------------- struct -> JSON */
void session_write_source(
    const struct session_source *source, const char *folder, struct hs_buffer *buffer)
{
    const struct layers_place *place = &source->place;
    const char *near = session_below(source->path, folder);
    if (!source->path[0])
        return;
    hs_buffer_print(buffer, ",\n  \"dump\": {\"path\": ");
    hs_buffer_json_string(buffer, near ? near : source->path);
    hs_buffer_print(buffer, ", \"bytes\": %llu, \"attention\": ", (unsigned long long)place->bytes);
    hs_buffer_json_string(buffer, place->tensor);
    hs_buffer_print(buffer,
        ", \"layer\": %zu, \"item\": %zu, \"pieces\": \"%s\", \"pair\": \"%s\", \"layers\": "
        "\"%s\", "
        "\"figure\": \"%s\", \"reversed\": %s%s}",
        place->view.layer, place->view.item, pieces_name(place->view.pieces),
        pair_name(place->view.segments), layers_mode_name(place->mode),
        sort_name(place->sort), place->sort_reversed ? "true" : "false", place->all_items ? ", \"all_items\": true" : "");
}

/* ---------------------------------------------------------------- JSON -> struct */
static bool find_text(const struct hs_json *object, const char *key, char *text, size_t room)
{
    const struct hs_json *found = hs_json_find(object, key);
    const char *string = found ? hs_json_string(found) : NULL;
    if (!string || strlen(string) >= room)
        return false;
    memcpy(text, string, strlen(string) + 1);
    return true;
}

static bool find_index(const struct hs_json *object, const char *key, size_t limit, size_t *index)
{
    const struct hs_json *found = hs_json_find(object, key);
    return found && hs_json_index(found, limit, index);
}

/* A word of the option's. */
static bool find_word(const struct hs_json *object, const char *key, enum option_id option, int *index)
{
    struct option_value value;
    char text[40];
    if (!find_text(object, key, text, sizeof text) || option_read(option_get(option), text, &value, NULL))
        return false;
    *index = (int)value.number;
    return true;
}

bool session_read_source(const struct hs_json *value, struct session *session)
{
    struct session_source *source = &session->source;
    struct layers_place *place = &source->place;
    const struct hs_json *bytes = hs_json_find(value, "bytes"),
                         *reversed = hs_json_find(value, "reversed"), *all = hs_json_find(value, "all_items");
    double size;
    int pieces, pair, mode, figure;
    if (hs_json_kind(value) != HS_JSON_OBJECT || hs_json_count(value) != (all ? 11 : 10) || !bytes ||
        !hs_json_number(bytes, &size) || !(size >= 1 && size <= 0x1p53) || !reversed ||
        !hs_json_bool(reversed, &place->sort_reversed) || (all && !hs_json_bool(all, &place->all_items)) ||
        !find_text(value, "path", source->path, sizeof source->path) || !source->path[0] ||
        !find_text(value, "attention", place->tensor, sizeof place->tensor) ||
        !find_index(value, "layer", HS_DUMP_MAX_LAYERS, &place->view.layer) ||
        !find_index(value, "item", HS_DUMP_MAX_BATCH, &place->view.item) ||
        !find_word(value, "pieces", OPTION_PIECES, &pieces) ||
        !find_word(value, "pair", OPTION_PAIR, &pair) ||
        !find_word(value, "layers", OPTION_LAYERS, &mode) ||
        !find_word(value, "figure", OPTION_LAYERS_SORT, &figure))
        return false;
    place->bytes = (uint64_t)size;
    place->view.pieces = (enum hs_pieces)pieces;
    place->view.segments = (enum hs_segments)pair;
    place->mode = (enum layers_mode)mode;
    place->sort = (size_t)figure;
    return true;
}
