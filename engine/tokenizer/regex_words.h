/* regex_words.h – an expression written for Oniguruma in PCRE2's words. Private to tokenizer/pattern.c. */
#ifndef HS_TOKENIZER_REGEX_WORDS_H
#define HS_TOKENIZER_REGEX_WORDS_H

#include "tokenizer/tokenizer.h"

/* Appends the expression. NULL when that went well, else what it holds that cannot be said in PCRE2. */
const char *hsi_regex_words(const char *text, size_t length, struct hs_buffer *out);

#endif
