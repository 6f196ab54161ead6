/* read_processor.c – the post-processors of tokenizer.json: the model's marks around a text. Of
 * templates the one for a single text is read. */
#include "tokenizer/read.h"

#include <string.h>

enum { MOST_STEPS = 64 };

static enum hs_status add(const struct reader *reader, const char *value, struct processor **made)
{
    struct hs_tokenizer *tokenizer = reader->tokenizer;
    if (tokenizer->processors == MOST_PARTS)
        return hsi_read_fail(
            reader, value, "more than %d post_processors; no tokenizer has so many", MOST_PARTS);
    *made = &tokenizer->processor[tokenizer->processors++];
    (*made)->step = hsi_arena_alloc(&tokenizer->arena, MOST_STEPS, sizeof(struct template_step));
    return (*made)->step ? HS_OK : hsi_read_no_memory(reader);
}

/* The reference knows no second template behind a first one either. */
static enum hs_status add_template(
    const struct reader *reader, const char *value, struct processor **made)
{
    for (size_t i = 0; i < reader->tokenizer->processors; i++)
        if (reader->tokenizer->processor[i].kind == PROCESS_TEMPLATE)
            return hsi_read_fail(
                reader, value, "a second template in one post_processor; remove one");
    enum hs_status status = add(reader, value, made);
    if (!status)
        (*made)->kind = PROCESS_TEMPLATE;
    return status;
}

static enum hs_status put_step(const struct reader *reader, const char *at,
    struct processor *processor, size_t id, size_t type)
{
    if (processor->steps == MOST_STEPS)
        return hsi_read_fail(
            reader, at, "a template of more than %d parts; no tokenizer has so many", MOST_STEPS);
    if (id != HS_NO_PIECE && (id >= reader->tokenizer->size || !reader->tokenizer->token[id].text))
        return hsi_read_fail(reader, at,
            "the id %zu is no token of the vocabulary; bring the file as it was published", id);
    processor->step[processor->steps++] = (struct template_step){(uint32_t)id, (uint32_t)type};
    return HS_OK;
}

/* ["</s>", 2] */
static enum hs_status put_pair(const struct reader *reader, const char *object,
    const struct field *field, struct processor *processor)
{
    enum hs_status status = hsi_read_needed(reader, object, field);
    if (status)
        return status;
    struct hs_walk walk = hsi_walk_in(field->value);
    size_t id;
    if (hsi_walk_kind(field->value) != HS_JSON_ARRAY || !hsi_walk_next(&walk) ||
        !hsi_walk_next(&walk) || !hsi_walk_index(walk.value, HS_MAX_VOCABULARY, &id))
        return hsi_read_fail(reader, field->value,
            "expected a token and its id, [\"</s>\", 2], for \"%s\"", field->name);
    return put_step(reader, field->value, processor, id, 0);
}

/* BertProcessing and RobertaProcessing: cls, the text, sep. */
static enum hs_status read_pair(const struct reader *reader, const char *value, bool roberta)
{
    struct field field[] = {
        {"cls", NULL}, {"sep", NULL}, {"trim_offsets", NULL}, {"add_prefix_space", NULL}};
    struct processor *processor = NULL;
    bool trim = roberta, prefix = true;
    enum hs_status status = hsi_read_fields(reader, value, "a post_processor", field, 4);
    if (!status && roberta)
        status = hsi_read_bool(reader, &field[2], &trim);
    if (!status)
        status = hsi_read_bool(reader, &field[3], &prefix);
    if (!status && trim) {
        status = add(reader, value, &processor);
        if (!status)
            *processor = (struct processor){.kind = PROCESS_TRIM, .prefix_space = prefix};
    }
    if (!status)
        status = add_template(reader, value, &processor);
    if (status)
        return status;
    processor->joined = true;
    status = put_pair(reader, value, &field[0], processor);
    if (!status)
        status = put_step(reader, value, processor, HS_NO_PIECE, 0);
    return status ? status : put_pair(reader, value, &field[1], processor);
}

static enum hs_status read_byte_level(const struct reader *reader, const char *value)
{
    struct field field[] = {{"trim_offsets", NULL}, {"add_prefix_space", NULL}};
    bool trim = true, prefix = true;
    struct processor *processor = NULL;
    enum hs_status status = hsi_read_fields(reader, value, "a post_processor", field, 2);
    if (!status)
        status = hsi_read_bool(reader, &field[0], &trim);
    if (!status)
        status = hsi_read_bool(reader, &field[1], &prefix);
    if (status || !trim)
        return status;
    status = add(reader, value, &processor);
    if (!status)
        *processor = (struct processor){.kind = PROCESS_TRIM, .prefix_space = prefix};
    return status;
}

/* {"SpecialToken": {"id": "[CLS]", "type_id": 0}} puts the ids that special_tokens has for that
 * name. */
static enum hs_status put_special(const struct reader *reader, const char *value,
    const char *specials, const struct field *id, size_t type, struct processor *processor)
{
    const char *name = NULL;
    size_t length;
    enum hs_status status = hsi_read_needed(reader, value, id);
    if (!status)
        status = hsi_read_text(reader, id, &name, &length);
    if (status)
        return status;
    struct field named = {name, NULL}, ids = {"ids", NULL};
    if (specials)
        status = hsi_read_fields(reader, specials, "special_tokens", &named, 1);
    if (!status && !named.value)
        return hsi_read_fail(reader, value,
            "special_tokens has no \"%.80s\"; bring the file as it was published", name);
    if (!status)
        status = hsi_read_fields(reader, named.value, "a special token", &ids, 1);
    if (!status)
        status = hsi_read_needed(reader, named.value, &ids);
    if (!status && hsi_walk_kind(ids.value) != HS_JSON_ARRAY)
        return hsi_read_fail(reader, ids.value, "expected a list of ids");
    for (struct hs_walk walk = hsi_walk_in(status ? "" : ids.value);
         !status && hsi_walk_next(&walk);) {
        size_t number;
        if (!hsi_walk_index(walk.value, HS_MAX_VOCABULARY, &number))
            return hsi_read_fail(reader, walk.value, "expected an id, a whole number from 0 to %u",
                HS_MAX_VOCABULARY - 1);
        status = put_step(reader, walk.value, processor, number, type);
    }
    return status;
}

static enum hs_status read_step(const struct reader *reader, const char *value,
    const char *specials, struct processor *processor, bool *text)
{
    struct field kind[] = {{"SpecialToken", NULL}, {"Sequence", NULL}};
    enum hs_status status = hsi_read_fields(reader, value, "a template's part", kind, 2);
    if (status)
        return status;
    const char *inner = kind[0].value ? kind[0].value : kind[1].value;
    if (!inner)
        return hsi_read_fail(reader, value, "expected SpecialToken or Sequence in a template");
    struct field field[] = {{"id", NULL}, {"type_id", NULL}};
    status = hsi_read_fields(reader, inner, "a template's part", field, 2);
    size_t type = 0;
    if (!status && field[1].value && !hsi_walk_index(field[1].value, UINT32_MAX, &type))
        return hsi_read_fail(
            reader, field[1].value, "expected a whole number from 0 up for \"type_id\"");
    if (status || kind[0].value)
        return status ? status : put_special(reader, inner, specials, &field[0], type, processor);
    if (!field[0].value || hsi_walk_kind(field[0].value) != HS_JSON_STRING ||
        !hsi_walk_string_is(field[0].value, "A"))
        return hsi_read_fail(
            reader, inner, "expected the Sequence A, the text, in the template for a single text");
    *text = true;
    return put_step(reader, value, processor, HS_NO_PIECE, type);
}

static enum hs_status read_template(const struct reader *reader, const char *value)
{
    struct field field[] = {{"single", NULL}, {"special_tokens", NULL}};
    struct processor *processor = NULL;
    bool text = false;
    enum hs_status status = hsi_read_fields(reader, value, "a TemplateProcessing", field, 2);
    if (!status)
        status = hsi_read_needed(reader, value, &field[0]);
    if (!status && hsi_walk_kind(field[0].value) != HS_JSON_ARRAY)
        return hsi_read_fail(reader, field[0].value, "expected a list of parts for \"single\"");
    if (!status)
        status = add_template(reader, value, &processor);
    for (struct hs_walk walk = hsi_walk_in(status ? "" : field[0].value);
         !status && hsi_walk_next(&walk);)
        status = read_step(reader, walk.value, field[1].value, processor, &text);
    if (!status && !text)
        return hsi_read_fail(
            reader, field[0].value, "the template has no place for the text (Sequence A)");
    return status;
}

static enum hs_status read_one(const struct reader *reader, const char *value, const char *type)
{
    if (strcmp(type, "TemplateProcessing") == 0)
        return read_template(reader, value);
    if (strcmp(type, "BertProcessing") == 0 || strcmp(type, "RobertaProcessing") == 0)
        return read_pair(reader, value, type[0] == 'R');
    if (strcmp(type, "ByteLevel") == 0)
        return read_byte_level(reader, value);
    return hsi_read_unknown(reader, value, "post_processor", type,
        "TemplateProcessing, BertProcessing, RobertaProcessing, ByteLevel, Sequence");
}

enum hs_status hsi_read_processor(const struct reader *reader, const char *value)
{
    return hsi_read_part(reader, value, "post_processor", "processors", read_one);
}
