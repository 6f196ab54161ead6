/* pattern.h – what a text is cut or changed at: a plain text or a regular expression, over PCRE2. The expressions are
 * written for Oniguruma, as the reference has it; where PCRE2 would read one differently it is put into PCRE2's words, or
 * refused. Characters that are newer than the system's PCRE2 are no letters to it. Private to tokenizer/. */
#ifndef HS_TOKENIZER_PATTERN_H
#define HS_TOKENIZER_PATTERN_H

#include "tokenizer/encode.h"

struct pattern;
/* `text` is borrowed for as long as the pattern lives. A bad expression is HS_BAD_INPUT with words on what and where, for
 * the caller to put the file's place before. NULL and HS_NO_MEMORY when that is so. */
enum hs_status hsi_pattern_literal(
    const char *text, size_t length, struct hs_arena *arena, struct pattern **pattern);
enum hs_status hsi_pattern_regex(const char *text, size_t length, struct hs_arena *arena,
    struct pattern **pattern, char words[200]);
/* Frees what a pattern holds beside the arena, and all those behind it. */
void hsi_pattern_drop(struct pattern *first);
void hsi_pattern_link(struct pattern *pattern, struct pattern **first);

/* Fills the encoder's cuts: all of [from, to), matches and what lies between them, in order. Nothing for an empty range. */
bool hsi_pattern_cuts(struct encoder *encoder, struct pattern *pattern, size_t from, size_t to);
bool hsi_cut_add(struct encoder *encoder, size_t from, size_t to, bool match);
void hsi_pattern_free_matches(struct encoder *encoder);

#endif
