/* words.h – a set of names with numbers: a vocabulary, added tokens. Built once, then read by any thread. Private to
 * tokenizer/. */
#ifndef HS_TOKENIZER_WORDS_H
#define HS_TOKENIZER_WORDS_H

#include "tokenizer/tokenizer.h"

#define WORD_BYTES 4096u /* longest token of a file */
#define WORD_NONE SIZE_MAX

struct word {
    const char *text; /* NUL-terminated */
    uint32_t length, id;
};
struct word_slot {
    uint32_t hash, index; /* index + 1 of a word; 0 = free */
};
struct words {
    struct word *word;      /* (count), in the file's order */
    struct word_slot *slot; /* (mask + 1) */
    size_t count, room, mask;
    size_t longest; /* bytes of the longest word */
};

/* Room for so many words; false when memory ran out. */
bool hsi_words_init(struct words *words, size_t room, struct hs_arena *arena);
enum words_added {
    WORDS_ADDED,
    WORDS_TWICE,  /* it is there already; its number is as it was */
    WORDS_CROWDED /* too many words of one hash: nobody's vocabulary, but a file made to be slow */
};
/* `text` is borrowed for as long as the set lives. At most `room` words. */
enum words_added hsi_words_add(struct words *words, const char *text, size_t length, uint32_t id);

/* Hashing byte by byte, so that all beginnings of a text can be looked up in one pass. */
#define WORDS_HASH 0xCBF29CE484222325u
static inline uint64_t hsi_words_hash(uint64_t hash, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001B3u;
    return hash;
}
/* Index of the word `first` + `second` whose hash (over both) is given, WORD_NONE when there is none. */
size_t hsi_words_probe(const struct words *words, uint64_t hash, const char *first, size_t first_length,
    const char *second, size_t second_length);
size_t hsi_words_find(const struct words *words, const char *text, size_t length);
/* Index of the longest word that `text` begins with and that ends where a character ends, WORD_NONE when there is
 * none; `prefix` stands before it. */
size_t hsi_words_longest(const struct words *words, const char *prefix, size_t prefix_length,
    const char *text, size_t length);

#endif
