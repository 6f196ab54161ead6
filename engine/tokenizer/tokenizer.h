/* tokenizer.h – the tokenizers of language models: from a text to the numbered pieces that a checkpoint was trained on,
 * each with its bytes in the text as typed. Reads Hugging Face's tokenizer.json or the older vocabulary files. Called by
 * the room of checkpoints; stands on base, utf8proc (Unicode) and PCRE2 (split patterns).
 *
 *     struct hs_tokenizer *tokenizer;
 *     struct hs_encoding *encoding;
 *     if (hsi_tokenizer_open("models/minilm", &tokenizer, &error) ||
 *         hsi_tokenizer_encode(tokenizer, "Don't panic!", 12, true, &encoding, &error))
 *         puts(error.message);
 *     for (size_t i = 0; i < encoding->count; i++)
 *         printf("%u %s\n", encoding->piece[i].id, hsi_tokenizer_token(tokenizer, encoding->piece[i].id)); */
#ifndef HS_TOKENIZER_H
#define HS_TOKENIZER_H

#include "hs_text.h"
#include "base/base.h"

#define HS_MAX_VOCABULARY (1u << 21)     /* tokens of one tokenizer; ids are below it */
#define HS_MAX_PIECES (1u << 20)         /* pieces of one text */
#define HS_NO_PIECE ((uint32_t)-1)       /* no such token */

/* A tokenizer is immutable: any thread may encode with it. */
struct hs_tokenizer;

/* Opens what lies in `folder`: tokenizer.json; else vocab.txt (WordPiece); else vocab.json with merges.txt (byte-level
 * BPE), the last two with tokenizer_config.json, special_tokens_map.json and added_tokens.json where they are there.
 * HS_IO when none of them is there; HS_BAD_INPUT names file, place, what was expected and what to do, and a component of
 * tokenizer.json that is not known here by its name. */
enum hs_status hsi_tokenizer_open(
    const char *folder, struct hs_tokenizer **tokenizer, struct hs_error *error);

/* The same from memory. `name` is the file's plain name ("tokenizer.json", "vocab.txt" …) and stands in messages; unknown
 * names are passed over. The bytes are borrowed for the call only. */
struct hs_tokenizer_file {
    const char *name;
    const char *bytes;
    size_t length;
};
enum hs_status hsi_tokenizer_parse(const struct hs_tokenizer_file *files, size_t count,
    struct hs_tokenizer **tokenizer, struct hs_error *error);
void hsi_tokenizer_drop(struct hs_tokenizer *tokenizer);

/* One past the largest id: the rows that an embedding must have at least. */
size_t hsi_tokenizer_size(const struct hs_tokenizer *tokenizer);
/* The token as the file spells it ("##ing", "Ġthe", "▁the", "<0x0A>"), "" for an id that no token has. */
const char *hsi_tokenizer_token(const struct hs_tokenizer *tokenizer, uint32_t id);
/* HS_NO_PIECE when there is no such token. */
uint32_t hsi_tokenizer_id(const struct hs_tokenizer *tokenizer, const char *token);
/* What a person reads, appended to `shown`: byte-level letters decoded, blanks as they are, "##" dropped from pieces that
 * continue a word, line ends as ↵, bytes that are no whole character as \xE2. Never empty for an id in use. */
void hsi_tokenizer_show(const struct hs_tokenizer *tokenizer, uint32_t id, struct hs_buffer *shown);
/* What the token adds to a text that goes on with it, appended: its bytes, which may be no whole character, with the blank that
 * begins a word. `joins`: of the text before it, without a blank at its end. False for the model's own marks, which no text holds. */
bool hsi_tokenizer_write(const struct hs_tokenizer *tokenizer, uint32_t id, bool *joins, struct hs_buffer *bytes);
/* The token to be guessed ([MASK], <mask>), HS_NO_PIECE for models without one. */
uint32_t hsi_tokenizer_mask(const struct hs_tokenizer *tokenizer);
/* Whether it is one of the model's own marks ([CLS], <s>, <|endoftext|> …). */
bool hsi_tokenizer_special(const struct hs_tokenizer *tokenizer, uint32_t id);
/* What the file asks for and is not done, as a sentence for the person: truncation and padding that were baked in.
 * NULL when there is nothing to say. */
const char *hsi_tokenizer_note(const struct hs_tokenizer *tokenizer);

struct hs_piece {
    uint32_t id;
    uint32_t start, end; /* bytes in the text as typed; both 0 for what the template adds ([CLS], [SEP], <s> …) */
    uint32_t type;       /* token type (segment) that the template gives, mostly 0 */
    bool special;        /* added by the template, or a special token typed in the text */
};
struct hs_encoding {
    size_t count;
    const struct hs_piece *piece; /* (count) */
};

/* Cuts a text into pieces; with `marks` the template's special tokens are put around them, as models are fed. Ids and
 * ranges are those of Hugging Face's tokenizers (theirs count characters, here bytes). A piece that begins or ends
 * inside a character (byte-level BPE) has the range of the whole character; an empty text gives what the template adds.
 * Invalid UTF-8 is HS_BAD_INPUT and names the byte; over HS_MAX_TEXT_BYTES or HS_MAX_PIECES is HS_LIMIT. */
enum hs_status hsi_tokenizer_encode(const struct hs_tokenizer *tokenizer, const char *text,
    size_t length, bool marks, struct hs_encoding **encoding, struct hs_error *error);
void hsi_encoding_drop(struct hs_encoding *encoding);

#endif
