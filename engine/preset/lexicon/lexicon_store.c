/* lexicon_store.c – the lexicon's hash table of forms, its texts and its lemmas; see lexicon_private.h. */
#include "preset/lexicon/lexicon_private.h"

#include "preset/lexicon/function_words.h"

#include <stdlib.h>
#include <string.h>

uint32_t hsi_lexicon_hash(const char *text, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (uint8_t)text[i]) * 16777619u;
    return hash;
}

const char *hsi_lexicon_text(struct hs_lexicon *lexicon, const char *text, size_t length)
{
    /* arena blocks are aligned to 64 bytes, words are 7 long: cut them from chunks instead */
    enum { CHUNK = 1 << 15 };
    if (length + 1 > lexicon->pool_left) {
        lexicon->pool = hsi_arena_alloc(&lexicon->arena, 1, length + 1 > CHUNK ? length + 1 : CHUNK);
        lexicon->pool_left = lexicon->pool ? (length + 1 > CHUNK ? length + 1 : CHUNK) : 0;
        if (!lexicon->pool)
            return NULL;
    }
    char *copy = lexicon->pool;
    memcpy(copy, text, length); /* and a zero, which the arena's memory is */
    lexicon->pool += length + 1;
    lexicon->pool_left -= length + 1;
    return copy;
}

struct hs_form *hsi_lexicon_find(const struct hs_lexicon *lexicon, const char *text, size_t length)
{
    if (lexicon->slots == 0)
        return NULL;
    uint32_t hash = hsi_lexicon_hash(text, length);
    for (size_t at = hash & (lexicon->slots - 1);; at = (at + 1) & (lexicon->slots - 1)) {
        const struct hs_form_slot *slot = &lexicon->slot[at];
        if (slot->index == 0)
            return NULL;
        if (slot->hash != hash)
            continue;
        struct hs_form *form = &lexicon->form[slot->index - 1];
        if (memcmp(form->text, text, length) == 0 && form->text[length] == '\0')
            return form;
    }
}

static void seat(struct hs_lexicon *lexicon, size_t index)
{
    uint32_t hash = lexicon->form[index].hash;
    size_t at = hash & (lexicon->slots - 1);
    while (lexicon->slot[at].index != 0)
        at = (at + 1) & (lexicon->slots - 1);
    lexicon->slot[at] = (struct hs_form_slot){.hash = hash, .index = (uint32_t)index + 1};
}

/* Doubles forms and slots together, so that the table stays at most half full. */
static bool grow(struct hs_lexicon *lexicon)
{
    size_t room = lexicon->form_room ? 2 * lexicon->form_room : 1u << 15;
    if (room > HS_LEXICON_FORMS)
        return false;
    struct hs_form *form = realloc(lexicon->form, room * sizeof *form);
    if (!form)
        return false;
    lexicon->form = form;
    struct hs_form_slot *slot = calloc(2 * room, sizeof *slot);
    if (!slot)
        return false;
    free(lexicon->slot);
    lexicon->slot = slot;
    lexicon->slots = 2 * room;
    lexicon->form_room = room;
    for (size_t i = 0; i < lexicon->form_count; i++)
        seat(lexicon, i);
    return true;
}

struct hs_form *hsi_lexicon_intern(struct hs_lexicon *lexicon, const char *text, size_t length)
{
    struct hs_form *found = hsi_lexicon_find(lexicon, text, length);
    if (found)
        return found;
    if (lexicon->form_count == lexicon->form_room && !grow(lexicon))
        return NULL;
    const char *copy = hsi_lexicon_text(lexicon, text, length);
    if (!copy)
        return NULL;
    struct hs_form *form = &lexicon->form[lexicon->form_count];
    *form = (struct hs_form){.text = copy, .hash = hsi_lexicon_hash(text, length)};
    seat(lexicon, lexicon->form_count++);
    return form;
}

struct hs_lemma *hsi_lexicon_lemma(struct hs_lexicon *lexicon)
{
    if (lexicon->lemma_count == HS_LEXICON_LEMMAS)
        return NULL;
    if (lexicon->lemma_count == lexicon->lemma_room) {
        size_t room = lexicon->lemma_room ? 2 * lexicon->lemma_room : 1u << 12;
        struct hs_lemma *lemma = realloc(lexicon->lemma, room * sizeof *lemma);
        if (!lemma)
            return NULL;
        lexicon->lemma = lemma;
        lexicon->lemma_room = room;
    }
    struct hs_lemma *lemma = &lexicon->lemma[lexicon->lemma_count++];
    memset(lemma, 0, sizeof *lemma);
    return lemma;
}

bool hsi_lexicon_number_functions(struct hs_lexicon *lexicon)
{
#define X(name, text) text,
    static const char *const words[HS_FN_COUNT - 1] = {HS_FUNCTION_WORDS(X)};
#undef X
    for (size_t k = 0; k < HS_FN_COUNT - 1; k++) {
        size_t length = strlen(words[k]), count = lexicon->form_count;
        struct hs_form *form = hsi_lexicon_intern(lexicon, words[k], length);
        if (!form)
            return false;
        if (lexicon->form_count > count)
            hsi_lexicon_guess(words[k], length, form->weight, &form->attributes);
        form->function = (uint16_t)(k + 1);
    }
    return true;
}

size_t hsi_lexicon_lower(const char *text, size_t length, char *out, bool *upper)
{
    size_t size = 0;
    *upper = false;
    for (size_t at = 0; at < length;) {
        size_t start = at;
        uint32_t c = hs_utf8_next(text, length, &at), low = c;
        if (c == 0x2019) {
            out[size++] = '\'';
            continue;
        }
        if (c >= 'A' && c <= 'Z')
            low = c + 32;
        else if ((c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x391 && c <= 0x3A9) ||
                 (c >= 0x410 && c <= 0x42F))
            low = c + 32;
        else if (c >= 0x100 && c <= 0x177 && c % 2 == (uint32_t)(c >= 0x139 && c <= 0x148))
            low = c + 1;
        *upper |= start == 0 && low != c;
        if (low == c) {
            memcpy(out + size, text + start, at - start);
            size += at - start;
        } else if (low < 0x80) {
            out[size++] = (char)low;
        } else {
            out[size++] = (char)(0xC0 | low >> 6);
            out[size++] = (char)(0x80 | (low & 0x3F));
        }
    }
    return size;
}
