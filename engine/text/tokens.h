/* tokens.h – building struct hs_tokens: one block that holds the list, the tokens and their texts.
 * For text/ itself, and for what makes token lists of its own: attention files, derived sets. */
#ifndef HS_TEXT_TOKENS_H
#define HS_TEXT_TOKENS_H

#include "text/scan.h"

/* Shows text[start, end): controls as escapes, invisible characters left out. Writes to `shown`
 * unless NULL; returns the bytes, without NUL. `keep_ignored`: leave the invisible ones in. */
size_t hsi_tokens_show(const char *text, size_t length, bool keep_ignored, char *shown);

/* Room for `count` tokens and `bytes` of text (with their NULs). NULL when memory ran out. Free
 * with hs_tokens_drop. */
struct hsi_tokens_room {
    struct hs_tokens *tokens;
    struct hs_token *token;
    char *text;
};
struct hsi_tokens_room hsi_tokens_room(size_t count, size_t bytes);

/* The same tokens with their kinds, spans and blanks; at most 2 x HS_MAX_TOKENS of them. NULL when
 * memory ran out. */
struct hs_tokens *hsi_tokens_copy(const struct hs_token *token, size_t count);

#endif
