/* read.h – what reading tokenizer.json is made of: values with their place in the file, so that an error says where. Private
 * to tokenizer/. */
#ifndef HS_TOKENIZER_READ_H
#define HS_TOKENIZER_READ_H

#include "base/json_walk.h"
#include "tokenizer/parts.h"

struct reader {
    const char *name;  /* of the file */
    const char *bytes; /* checked JSON */
    size_t length;
    struct hs_tokenizer *tokenizer; /* what is filled */
    struct hs_error *error;
};

/* HS_BAD_INPUT with file, line and column of `at` before the words. */
enum hs_status hsi_read_fail(const struct reader *reader, const char *at, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
enum hs_status hsi_read_no_memory(const struct reader *reader);

/* Members of an object by name; values of those that are absent or null stay NULL. Others are passed over, a name given
 * twice is refused. */
struct field {
    const char *name, *value;
};
enum hs_status hsi_read_fields(
    const struct reader *reader, const char *object, const char *what, struct field *field, size_t count);
/* The value of one of them; without a value what is there stays. */
enum hs_status hsi_read_bool(const struct reader *reader, const struct field *field, bool *value);
enum hs_status hsi_read_text(
    const struct reader *reader, const struct field *field, const char **text, size_t *length);
enum hs_status hsi_read_needed(const struct reader *reader, const char *object, const struct field *field);

/* A part of the file by the name of its "type"; "Sequence" calls `read` with each of its parts, at most MOST_PARTS in all.
 * `list` is where a Sequence has them. */
typedef enum hs_status read_part(const struct reader *reader, const char *value, const char *type);
enum hs_status hsi_read_part(
    const struct reader *reader, const char *value, const char *what, const char *list, read_part *read);
enum hs_status hsi_read_unknown(const struct reader *reader, const char *value, const char *what,
    const char *type, const char *known);

enum hs_status hsi_read_normalizer(const struct reader *reader, const char *value);
enum hs_status hsi_read_splitter(const struct reader *reader, const char *value);
enum hs_status hsi_read_processor(const struct reader *reader, const char *value);
enum hs_status hsi_read_model(const struct reader *reader, const char *value);
/* {"String": …} or {"Regex": …}. */
enum hs_status hsi_read_pattern(
    const struct reader *reader, const char *value, struct pattern **pattern);
enum hs_status hsi_read_charsmap(const struct reader *reader, const char *value, struct charsmap *map);

/* ------------------------------------------------------------------ what the older files share with tokenizer.json */
/* Names and numbers of an object into the model's words. */
enum hs_status hsi_read_vocabulary(const struct reader *reader, const char *object);
/* Room for merges, then one by one, `rank` from 0; false words name what is wrong. */
bool hsi_merges_init(struct hs_tokenizer *tokenizer, size_t count);
const char *hsi_merges_add(struct hs_tokenizer *tokenizer, const char *left, size_t left_length,
    const char *right, size_t right_length, uint32_t rank, char words[300]);
/* Once the words are there: looks for the unknown and for the tokens of bytes. */
void hsi_model_settle(struct model *model);
/* The table of tokens by id; names two that share one. Before the added tokens. */
enum hs_status hsi_tokens_init(
    struct hs_tokenizer *tokenizer, const char *file, size_t added, struct hs_error *error);
/* One more added token, as the reference numbers it. `asked` is the id that the file gives it, HS_NO_PIECE if none. */
enum hs_status hsi_added_put(
    struct hs_tokenizer *tokenizer, const char *file, struct added added, uint32_t asked, struct hs_error *error);
enum hs_status hsi_added_settle(struct hs_tokenizer *tokenizer, const char *file, struct hs_error *error);
enum hs_status hsi_read_added(const struct reader *reader, const char *value);
/* Adds a sentence to the note. */
enum hs_status hsi_note(struct hs_tokenizer *tokenizer, struct hs_error *error, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* tokenizer.json as a whole. */
enum hs_status hsi_read_tokenizer(const struct reader *reader);

#endif
