/* read_tokenizer.c – tokenizer.json as a whole. Called by files.c. */
#include "tokenizer/read.h"

/* Truncation and padding are for training and batches: a person sees the text that was typed. */
static enum hs_status note_dropped(const struct reader *reader, const struct field *field)
{
    if (!field->value)
        return HS_OK;
    struct field inner[] = {{"max_length", NULL}, {"strategy", NULL}};
    enum hs_status status = hsi_read_fields(reader, field->value, field->name, inner, 2);
    if (status)
        return status;
    size_t most = 0;
    if (!inner[0].value && inner[1].value && hsi_walk_kind(inner[1].value) == HS_JSON_OBJECT) {
        struct field fixed[] = {{"Fixed", NULL}};
        status = hsi_read_fields(reader, inner[1].value, "a strategy", fixed, 1);
        inner[0].value = fixed[0].value;
    }
    if (!status && inner[0].value && hsi_walk_index(inner[0].value, SIZE_MAX / 2, &most))
        return hsi_note(reader->tokenizer, reader->error,
            "the %s to %zu tokens that %s asks for is not done", field->name, most,
            hsi_name_shown(reader->name).text);
    return status ? status
                  : hsi_note(reader->tokenizer, reader->error, "the %s that %s asks for is not done",
                        field->name, hsi_name_shown(reader->name).text);
}

enum hs_status hsi_read_tokenizer(const struct reader *reader)
{
    enum { TRUNCATION, PADDING, ADDED, NORMALIZER, SPLITTER, PROCESSOR, MODEL, FIELDS };
    struct field field[FIELDS] = {{"truncation", NULL}, {"padding", NULL}, {"added_tokens", NULL},
        {"normalizer", NULL}, {"pre_tokenizer", NULL}, {"post_processor", NULL}, {"model", NULL}};
    const char *root = hsi_walk_root(reader->bytes, reader->length);
    enum hs_status status = hsi_read_fields(reader, root, "a tokenizer", field, FIELDS);
    if (!status)
        status = hsi_read_needed(reader, root, &field[MODEL]);
    if (!status)
        status = note_dropped(reader, &field[TRUNCATION]);
    if (!status)
        status = note_dropped(reader, &field[PADDING]);
    if (!status && field[NORMALIZER].value)
        status = hsi_read_normalizer(reader, field[NORMALIZER].value);
    if (!status && field[SPLITTER].value)
        status = hsi_read_splitter(reader, field[SPLITTER].value);
    if (!status)
        status = hsi_read_model(reader, field[MODEL].value);
    if (!status)
        status = hsi_read_added(reader, field[ADDED].value);
    if (!status && field[PROCESSOR].value)
        status = hsi_read_processor(reader, field[PROCESSOR].value);
    return status;
}
