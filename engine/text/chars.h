/* chars.h – what a character is to the tokeniser. Used in text/, and for word pieces.
 * Whatever Unicode has not given out is a letter, so that a script younger than the library is read as words. */
#ifndef HS_TEXT_CHARS_H
#define HS_TEXT_CHARS_H

#include "hs_text.h"

enum hs_char {
    HS_CHAR_LETTER,
    HS_CHAR_DIGIT,
    HS_CHAR_SPACE,   /* separates tokens and belongs to none */
    HS_CHAR_CONTROL, /* a token of its own, shown as an escape; also what reorders or hides text */
    HS_CHAR_PUNCT,
    HS_CHAR_SYMBOL,
    HS_CHAR_EMOJI,     /* may begin a sequence with modifiers and joiners */
    HS_CHAR_MARK,      /* stays with the character before it */
    HS_CHAR_IDEOGRAPH, /* Han and kana: a token of its own, as there are no spaces to split at */
    HS_CHAR_IGNORED,   /* soft hyphen, word joiner: inside a token, but not shown */
};

enum hs_char hsi_char_class(uint32_t c);
extern const unsigned char hsi_char_ascii[128]; /* the same for ASCII, for loops over bytes */
bool hsi_char_upper(uint32_t c); /* has case and is upper case */
bool hsi_char_lower(uint32_t c); /* has case and is lower case */
bool hsi_char_apostrophe(uint32_t c); /* ' and the typographic one, also as a letter (U+02BC) and wide */
/* These and what is typed in their place: accents, primes, the opening quote. One only where letters
 * say so: between two of them, before "em" or "90s". */
bool hsi_char_like_apostrophe(uint32_t c);
bool hsi_char_closes(
    uint32_t c); /* closing quotes and brackets, also those that open elsewhere (' " ”) */
bool hsi_char_opens(uint32_t c); /* opening quotes and brackets */

/* Leaves nothing to be seen: blanks of every width, joiners, fillers, selectors. */
bool hsi_char_unseen(uint32_t c);
bool hsi_char_blank(uint32_t c); /* a blank of any width, Unicode's category Zs */

/* Without case and accents, and of what only looks different (wide letters, ligatures) the plain form;
 * nothing is left of marks and of what is not seen. Returns how many characters. */
#define HS_CHAR_FOLDED 32 /* at most; U+FDFA becomes 18 */
size_t hsi_char_fold(uint32_t c, int32_t folded[HS_CHAR_FOLDED]);

/* A word as word lists spell it: composed (NFC); wide letters and ligatures as plain ones; nothing unseen inside it; look-alikes
 * of the apostrophe straight. Its case stays. Writes at most `room` bytes to `plain` and returns how many; 0 when there is no
 * letter or digit in it, it is no valid UTF-8 or has no room: then it is to be taken as it is. */
size_t hsi_char_plain(const char *text, size_t length, char *plain, size_t room);

/* "\x1B", "\u202E": how a control character is shown. Plain ASCII, so that every font has it.
 * Returns the bytes. */
#define HS_CHAR_SHOWN 12
size_t hsi_char_show(uint32_t c, char shown[HS_CHAR_SHOWN]);

#endif
