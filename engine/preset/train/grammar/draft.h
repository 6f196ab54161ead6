/* draft.h – a sentence while the grammar writes it: tokens with their gold tags, in any order, and
 * the relations between them. A token is made (it has a handle), then put in its place; links name
 * handles, so a clause can be moved after its links are known. Running out of room sets `full` and
 * the sentence is thrown away: no caller checks. Private to train/. */
#ifndef HS_TRAIN_DRAFT_H
#define HS_TRAIN_DRAFT_H

#include "preset/train/grammar/grammar.h"
#include "preset/train/grammar/words.h"

enum {
    DRAFT_TOKENS = 400,
    DRAFT_LINKS = 900,
    DRAFT_TEXT =
        48, /* bytes of a token, with NUL; longer than any form of the lexicon that is drawn */
    DRAFT_ENTITIES = 48,
    DRAFT_MENTIONS = 10,
};

enum gender { MASCULINE, FEMININE, THING, SOMEONE /* a person of unknown gender */, SEVERAL };

/* Something spoken of, which a later pronoun may stand for. */
struct entity {
    enum gender gender;
    bool lively; /* a person or a group: spoken of again more often */
    uint8_t mentions;
    int mention[DRAFT_MENTIONS]; /* handles */
};

struct draft_link {
    enum hs_relation relation;
    int from, to; /* handles; to < 0: this query's target is unknown, do not train its row */
    float weight;
};

struct draft {
    struct hs_random *random;
    const struct words *words;
    const struct hs_grammar_mix *mix;
    size_t tokens, placed, links, entities;
    bool full;
    bool pronouns; /* whether pronouns may refer back at the moment */
    int subject;   /* head of the clause's subject: an object pronoun does not stand for it; -1 */
    int main_verb; /* of the last clause; -1 when it has none that an adverb may attach to */
    char text[DRAFT_TOKENS][DRAFT_TEXT];
    uint8_t tag[DRAFT_TOKENS];
    uint8_t sense[DRAFT_TOKENS]; /* enum pool of a noun phrase's head, else POOL_ANY */
    int order[DRAFT_TOKENS];     /* handles in sentence order (placed) */
    struct draft_link link[DRAFT_LINKS];
    struct entity entity[DRAFT_ENTITIES];
    char scratch[8][DRAFT_TEXT]; /* what one_of returns, in turn */
    unsigned turn;
};

/* ------------------------------------------------------------------ chance
 * What is drawn depends on the order of the calls: two of them never stand in one list of arguments, which compilers evaluate in
 * different orders. */
bool hsi_chance(struct draft *d, double p);
/* Index drawn with probability proportional to its weight. */
size_t hsi_roll(struct draft *d, const uint16_t *weight, size_t count);
#define ROLL(d, ...)                                                                               \
    hsi_roll((d), (const uint16_t[]){__VA_ARGS__},                                                     \
        sizeof((const uint16_t[]){__VA_ARGS__}) / sizeof(uint16_t))
int hsi_between(struct draft *d, int low, int high); /* low … high, even */
/* One of the words of a list that single spaces separate; good for the next seven calls. */
const char *hsi_one_of(struct draft *d, const char *list);
const struct hs_lemma *hsi_draw(struct draft *d, enum pool pool);
/* A form of a lemma of this pool; nations are written with a capital. */
const char *hsi_draw_form(struct draft *d, enum pool pool, size_t form);
const char *hsi_adjective_word(struct draft *d);
/* An invented word of `syllables` syllables, lower case. */
const char *hsi_invented(struct draft *d, int syllables);
const char *hsi_capitalised(struct draft *d, const char *text);

/* ------------------------------------------------------------------ tokens */
int hsi_make(struct draft *d, const char *text, enum hs_tag tag);
void hsi_put(struct draft *d, int handle);
void hsi_put_at(struct draft *d, int handle, size_t place);
int hsi_say(struct draft *d, const char *text, enum hs_tag tag);     /* make and put */
int hsi_say_one(struct draft *d, const char *list, enum hs_tag tag); /* one word of the list */
int hsi_say_name(struct draft *d, const char *text);                 /* capitalised, PROPN */
void hsi_retext(struct draft *d, int handle, const char *text);
/* Moves the tokens from place `middle` to the end before place `start`. */
void hsi_rotate(struct draft *d, size_t start, size_t middle);
const char *hsi_text_of(const struct draft *d, int handle);

/* ------------------------------------------------------------------ relations */
void hsi_join(struct draft *d, enum hs_relation relation, int from, int to);
void hsi_join_weighted(struct draft *d, enum hs_relation relation, int from, int to, float weight);
void hsi_mute(
    struct draft *d, enum hs_relation relation, int from); /* no training signal for this row */
/* Forgets the links of this kind that point to the handle. */
void hsi_unlink_to(struct draft *d, enum hs_relation relation, int to);

/* Starts an empty sentence; random, words and mix stay. */
void hsi_draft_clear(struct draft *d);

#endif
