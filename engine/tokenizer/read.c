/* read.c – how the values of tokenizer.json are read. Called by the other readers. */
#include "tokenizer/read.h"

#include <stdarg.h>
#include <string.h>

enum hs_status hsi_read_fail(const struct reader *reader, const char *at, const char *format, ...)
{
    char words[480];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    struct hsi_json_place place = hsi_json_place(reader->bytes, (size_t)(at - reader->bytes));
    return hs_fail(reader->error, HS_BAD_INPUT, "%s, line %zu, column %zu: %s",
        hsi_name_shown(reader->name).text, place.line, place.column, words);
}

enum hs_status hsi_read_no_memory(const struct reader *reader)
{
    return hs_fail(reader->error, HS_NO_MEMORY,
        "%s: memory ran out while reading it; close some programs",
        hsi_name_shown(reader->name).text);
}

enum hs_status hsi_read_fields(const struct reader *reader, const char *object, const char *what,
    struct field *field, size_t count)
{
    if (hsi_walk_kind(object) != HS_JSON_OBJECT)
        return hsi_read_fail(reader, object,
            "expected an object {…} for %s; bring the file as it was published", what);
    uint64_t seen = 0;
    for (struct hs_walk walk = hsi_walk_in(object); hsi_walk_next(&walk);)
        for (size_t i = 0; i < count; i++) {
            if (!hsi_walk_string_is(walk.key, field[i].name))
                continue;
            if (seen >> i & 1)
                return hsi_read_fail(
                    reader, walk.key, "%s has \"%s\" twice; remove one", what, field[i].name);
            seen |= (uint64_t)1 << i;
            if (hsi_walk_kind(walk.value) != HS_JSON_NULL)
                field[i].value = walk.value;
        }
    return HS_OK;
}

enum hs_status hsi_read_bool(const struct reader *reader, const struct field *field, bool *value)
{
    if (!field->value)
        return HS_OK;
    if (hsi_walk_kind(field->value) != HS_JSON_BOOL)
        return hsi_read_fail(reader, field->value, "expected true or false for \"%s\"", field->name);
    *value = *field->value == 't';
    return HS_OK;
}

enum hs_status hsi_read_text(
    const struct reader *reader, const struct field *field, const char **text, size_t *length)
{
    if (!field->value)
        return HS_OK;
    if (hsi_walk_kind(field->value) != HS_JSON_STRING)
        return hsi_read_fail(
            reader, field->value, "expected a text in double quotes for \"%s\"", field->name);
    char *copy =
        hsi_arena_alloc(&reader->tokenizer->arena, hsi_walk_string_room(field->value) + 1, 1);
    if (!copy)
        return hsi_read_no_memory(reader);
    *length = hsi_walk_string(field->value, copy);
    *text = copy;
    return HS_OK;
}

enum hs_status hsi_read_needed(
    const struct reader *reader, const char *object, const struct field *field)
{
    if (field->value)
        return HS_OK;
    return hsi_read_fail(
        reader, object, "\"%s\" is missing here; bring the file as it was published", field->name);
}

enum hs_status hsi_read_unknown(const struct reader *reader, const char *value, const char *what,
    const char *type, const char *known)
{
    return hsi_read_fail(
        reader, value, "the %s \"%.80s\" is not known here; known are %s", what, type, known);
}

enum hs_status hsi_read_part(const struct reader *reader, const char *value, const char *what,
    const char *list, read_part *read)
{
    struct field field[] = {{"type", NULL}, {list, NULL}};
    enum hs_status status = hsi_read_fields(reader, value, what, field, 2);
    if (!status)
        status = hsi_read_needed(reader, value, &field[0]);
    const char *type = NULL;
    size_t length;
    if (!status)
        status = hsi_read_text(reader, &field[0], &type, &length);
    if (status || strcmp(type, "Sequence") != 0)
        return status ? status : read(reader, value, type);
    if (!field[1].value || hsi_walk_kind(field[1].value) != HS_JSON_ARRAY)
        return hsi_read_fail(reader, value, "expected a list \"%s\" of a Sequence's parts", list);
    for (struct hs_walk walk = hsi_walk_in(field[1].value); !status && hsi_walk_next(&walk);)
        status = hsi_read_part(reader, walk.value, what, list, read);
    return status;
}

enum hs_status hsi_note(
    struct hs_tokenizer *tokenizer, struct hs_error *error, const char *format, ...)
{
    char words[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    const char *before = tokenizer->note ? tokenizer->note : "";
    size_t room = strlen(before) + strlen(words) + 3;
    char *note = hsi_arena_alloc(&tokenizer->arena, room, 1);
    if (!note)
        return hs_fail(
            error, HS_NO_MEMORY, "memory ran out while reading the tokenizer; close some programs");
    snprintf(note, room, "%s%s%s", before, *before ? "; " : "", words);
    tokenizer->note = note;
    return HS_OK;
}
