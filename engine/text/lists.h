/* lists.h – the few English words whose splitting no general rule gives. Used inside text/ only. */
#ifndef HS_TEXT_LISTS_H
#define HS_TEXT_LISTS_H

#include "hs_text.h"

enum hs_abbreviation {
    HS_ABBREVIATION_NONE,
    HS_ABBREVIATION_TITLE,  /* "Mr.": something follows it, so it ends no sentence */
    HS_ABBREVIATION_PLAIN,  /* "Inc.": may end a sentence */
    HS_ABBREVIATION_NUMBER, /* "No.", "Sat.": one only before a number, else the word at a
                               sentence's end */
};
/* Of `word` (length bytes, without its period). */
enum hs_abbreviation hsi_list_abbreviation(const char *word, size_t length);
/* Prefixes that keep their hyphen ("re-elect"), and suffixes that do ("-wise"). */
bool hsi_list_prefix(const char *word, size_t length);
bool hsi_list_suffix(const char *word, size_t length);
/* "cannot" is two tokens, "gonna" too: bytes of the first, or 0. *second is that of the second when
 * there are three. */
size_t hsi_list_split(const char *word, size_t length, size_t *second);
/* Words that begin with an apostrophe ("'em", "'til"), given without it. */
bool hsi_list_clipped(const char *word, size_t length);
/* Those among them that are words whatever stands for the apostrophe. */
bool hsi_list_clipped_any(const char *word, size_t length);
/* "tis", "twas": behind an apostrophe they are two words, "'t" and the rest. */
bool hsi_list_it(const char *word, size_t length);
/* Words that end with one ("ol'", "th'"), beside those that end in -in'. */
bool hsi_list_cut_off(const char *word, size_t length);
/* Last label of a host name ("com"), and of a file name ("pdf"). */
bool hsi_list_domain(const char *word, size_t length);
bool hsi_list_extension(const char *word, size_t length);
/* Words that so often begin a sentence that an abbreviation before them ended the last one. */
bool hsi_list_starter(const char *word, size_t length);
/* Equal but for ASCII case; `lower` is lower case. */
bool hsi_list_equal(const char *word, size_t length, const char *lower);

#endif
