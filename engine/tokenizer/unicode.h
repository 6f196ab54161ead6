/* unicode.h – what is asked about characters, with the answers that the reference implementation gives. Private to
 * tokenizer/. */
#ifndef HS_TOKENIZER_UNICODE_H
#define HS_TOKENIZER_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum unicode_class {
    UNICODE_PUNCTUATION,
    UNICODE_NONSPACING,
    UNICODE_MARK,
    UNICODE_INVISIBLE,
    UNICODE_NUMBER,
    UNICODE_WORD,
    UNICODE_NEWER,
    UNICODE_TABLES,
};
struct range {
    uint32_t first, last;
};
struct unicode_table {
    const struct range *range; /* (count), sorted */
    size_t count;
};
extern const struct unicode_table hsi_unicode_tables[UNICODE_TABLES];

bool hsi_unicode_is(enum unicode_class class, uint32_t c);
bool hsi_unicode_space(uint32_t c); /* the property White_Space */
/* Lower case; *second is 0 but for the one letter that becomes two (U+0130). */
uint32_t hsi_unicode_lower(uint32_t c, uint32_t *second);

/* Combining class, 0 for what is no mark. */
int hsi_unicode_order(uint32_t c);
/* The full decomposition, at most UNICODE_PARTS characters, the character itself when it has none. Returns how many. */
enum { UNICODE_PARTS = 24 };
size_t hsi_unicode_decompose(uint32_t c, bool compatible, uint32_t parts[UNICODE_PARTS]);
/* What the two compose to, 0 when nothing. */
uint32_t hsi_unicode_compose(uint32_t first, uint32_t second);
/* Whether a grapheme ends between the two; *state is 0 at a text's start. */
bool hsi_unicode_grapheme_ends(uint32_t before, uint32_t after, int32_t *state);

size_t hsi_unicode_write(uint32_t c, char *utf8); /* at most 4 bytes; returns how many */

#endif
