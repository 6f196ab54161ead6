/* session_dump.c – see session.h: the attention file of a session. It is named by its path, and by
 * what tells another file in its place: its size, and that tensor, layer, item and head are there.
 */
#include <stdio.h>
#include <string.h>

#include "act/act.h"
#include "desk/session.h"
#include "desk/settings.h"

void session_take_dump(const struct app *app, struct session_dump *dump)
{
    const struct app_dump *open = app->picture.dump;
    *dump = (struct session_dump){0};
    if (!open)
        return;
    settings_full_path(hs_source_info(app->picture.source).path, dump->path, sizeof dump->path);
    dump->place = (struct dump_place){.bytes = hs_source_info(app->picture.source).bytes,
        .view = open->view,
        .head = app->look.head,
        .all_items = open->all_items,
        .mode = open->mode,
        .sort = open->sort,
        .sort_reversed = open->sort_reversed};
    snprintf(dump->place.tensor, sizeof dump->place.tensor, "%s", picture_part(app)->name);
}

void session_put_back(struct app *app, const struct session *session)
{
    app->picture.dump->live_h = session->h;
    app->picture.dump->live_mask = (enum hs_mask)session->row[OPTION_MASK];
    app->picture.dump->live_view = VIEW_GRID;
}

enum hs_status session_put_dump(
    struct app *app, const struct session *session, const char *path, const char *minus, struct hs_error *error)
{
    struct dump_place place = session->dump.place;
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
void session_write_dump(
    const struct session_dump *dump, const char *folder, struct hs_buffer *buffer)
{
    const struct dump_place *place = &dump->place;
    const char *near = session_below(dump->path, folder);
    if (!dump->path[0])
        return;
    hs_buffer_print(buffer, ",\n  \"dump\": {\"path\": ");
    hs_buffer_json_string(buffer, near ? near : dump->path);
    hs_buffer_print(buffer, ", \"bytes\": %llu, \"attention\": ", (unsigned long long)place->bytes);
    hs_buffer_json_string(buffer, place->tensor);
    hs_buffer_print(buffer,
        ", \"layer\": %zu, \"item\": %zu, \"pieces\": \"%s\", \"pair\": \"%s\", \"layers\": "
        "\"%s\", "
        "\"figure\": \"%s\", \"reversed\": %s%s}",
        place->view.layer, place->view.item, dump_pieces_name(place->view.pieces),
        dump_segments_name(place->view.segments), layers_mode_name(place->mode),
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

/* The place of the key's text among `count` names that `name` gives. */
static bool find_name(
    const struct hs_json *object, const char *key, int count, const char *(*name)(int), int *index)
{
    char text[40];
    if (!find_text(object, key, text, sizeof text))
        return false;
    for (*index = 0; *index < count; ++*index)
        if (strcmp(name(*index), text) == 0)
            return true;
    return false;
}

static const char *pieces_name(int pieces)
{
    return dump_pieces_name((enum hs_pieces)pieces);
}

static const char *pair_name(int pair)
{
    return dump_segments_name((enum hs_segments)pair);
}

static const char *mode_name(int mode)
{
    return layers_mode_name((enum layers_mode)mode);
}

static const char *figure_name(int sort)
{
    return sort_name((size_t)sort);
}

bool session_read_dump(const struct hs_json *value, struct session *session)
{
    struct session_dump *dump = &session->dump;
    struct dump_place *place = &dump->place;
    const struct hs_json *bytes = hs_json_find(value, "bytes"),
                         *reversed = hs_json_find(value, "reversed"), *all = hs_json_find(value, "all_items");
    double size;
    int pieces, pair, mode, figure;
    if (hs_json_kind(value) != HS_JSON_OBJECT || hs_json_count(value) != (all ? 11 : 10) || !bytes ||
        !hs_json_number(bytes, &size) || !(size >= 1 && size <= 0x1p53) || !reversed ||
        !hs_json_bool(reversed, &place->sort_reversed) || (all && !hs_json_bool(all, &place->all_items)) ||
        !find_text(value, "path", dump->path, sizeof dump->path) || !dump->path[0] ||
        !find_text(value, "attention", place->tensor, sizeof place->tensor) ||
        !find_index(value, "layer", HS_DUMP_MAX_LAYERS, &place->view.layer) ||
        !find_index(value, "item", HS_DUMP_MAX_BATCH, &place->view.item) ||
        !find_name(value, "pieces", HS_PIECES_COUNT, pieces_name, &pieces) ||
        !find_name(value, "pair", HS_SEGMENTS_COUNT, pair_name, &pair) ||
        !find_name(value, "layers", LAYERS_MODE_COUNT, mode_name, &mode) ||
        !find_name(value, "figure", (int)sort_count(), figure_name, &figure))
        return false;
    place->bytes = (uint64_t)size;
    place->view.pieces = (enum hs_pieces)pieces;
    place->view.segments = (enum hs_segments)pair;
    place->mode = (enum layers_mode)mode;
    place->sort = (size_t)figure;
    return true;
}
