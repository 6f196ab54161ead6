/* relation.c – the relations that the preset model's heads were trained for: names as in files,
 * titles for people, which head holds them. Called by the annotated reader, the scorer, the trainer
 * and the views. */
#include "hs.h"

static const struct {
    const char *name, *title;
    size_t head; /* at h = 8 */
} relations[HS_RELATION_COUNT] = {
    [HS_SUBJ] = {"subj", "verb → its subject", 0},
    [HS_OBJ] = {"obj", "verb → its object", 1},
    [HS_LOCT] = {"loct", "verb → its place or time", 2},
    [HS_ANA] = {"ana", "pronoun → what it stands for", 3},
    [HS_REL] = {"rel", "relative pronoun → its noun", 3},
    [HS_MOD] = {"mod", "modifier → its noun", 4},
    [HS_POBJ] = {"pobj", "preposition → its noun", 5},
    [HS_AUX] = {"aux", "auxiliary or adverb → its verb", 6},
    [HS_PREV] = {"prev", "token → the one before", 7},
};

const char *hs_relation_name(enum hs_relation relation)
{
    return (unsigned)relation < HS_RELATION_COUNT ? relations[relation].name : "";
}

const char *hs_relation_title(enum hs_relation relation)
{
    return (unsigned)relation < HS_RELATION_COUNT ? relations[relation].title : "";
}

size_t hs_relation_head(enum hs_relation relation)
{
    return (unsigned)relation < HS_RELATION_COUNT ? relations[relation].head : 0;
}
