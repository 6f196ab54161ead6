/* words.c – see words.h. Open addressing with linear probing, half full at most. */
#include "tokenizer/words.h"

#include <string.h>

enum { PROBES = 4096 }; // of a hash that spreads well a dozen are many

bool hsi_words_init(struct words *words, size_t room, struct hs_arena *arena)
{
    size_t slots = 16;
    while (slots < room * 2)
        slots *= 2;
    *words = (struct words){.room = room, .mask = slots - 1};
    words->word = hsi_arena_alloc(arena, room, sizeof *words->word);
    words->slot = hsi_arena_alloc(arena, slots, sizeof *words->slot);
    return words->word && words->slot;
}

static uint32_t mixed(uint64_t hash)
{
    return (uint32_t)((hash ^ hash >> 32) * 0x9E3779B97F4A7C15u >> 32);
}

enum words_added hsi_words_add(struct words *words, const char *text, size_t length, uint32_t id)
{
    uint64_t whole = hsi_words_hash(WORDS_HASH, text, length);
    if (hsi_words_probe(words, whole, text, length, NULL, 0) != WORD_NONE)
        return WORDS_TWICE;
    uint32_t hash = mixed(whole);
    size_t at = hash & words->mask, probes = 0;
    while (words->slot[at].index) {
        at = (at + 1) & words->mask;
        if (++probes == PROBES)
            return WORDS_CROWDED;
    }
    words->word[words->count] = (struct word){text, (uint32_t)length, id};
    words->slot[at] = (struct word_slot){hash, (uint32_t)++words->count};
    if (length > words->longest)
        words->longest = length;
    return WORDS_ADDED;
}

size_t hsi_words_probe(const struct words *words, uint64_t whole, const char *first,
    size_t first_length, const char *second, size_t second_length)
{
    if (!words->slot)
        return WORD_NONE;
    uint32_t hash = mixed(whole);
    size_t at = hash & words->mask;
    for (; words->slot[at].index; at = (at + 1) & words->mask) {
        if (words->slot[at].hash != hash)
            continue;
        const struct word *word = &words->word[words->slot[at].index - 1];
        if (word->length == first_length + second_length &&
            memcmp(word->text, first, first_length) == 0 &&
            (!second_length || memcmp(word->text + first_length, second, second_length) == 0))
            return words->slot[at].index - 1;
    }
    return WORD_NONE;
}

size_t hsi_words_find(const struct words *words, const char *text, size_t length)
{
    return hsi_words_probe(words, hsi_words_hash(WORDS_HASH, text, length), text, length, NULL, 0);
}

size_t hsi_words_longest(const struct words *words, const char *prefix, size_t prefix_length,
    const char *text, size_t length)
{
    size_t found = WORD_NONE;
    uint64_t hash = hsi_words_hash(WORDS_HASH, prefix, prefix_length);
    for (size_t i = 0; i < length && prefix_length + i < words->longest;) {
        hash = hsi_words_hash(hash, text + i++, 1);
        if (i < length && ((unsigned char)text[i] & 0xC0) == 0x80)
            continue;
        size_t index = hsi_words_probe(words, hash, prefix, prefix_length, text, i);
        if (index != WORD_NONE)
            found = index;
    }
    return found;
}
