/* relation.c – the relations that can be annotated: names as in files, titles for people. Called by the
 * annotated reader, the scorer, the trainer and the views. */
#include "hs_relation.h"

static const struct {
    const char *name, *title;
} relations[HS_RELATION_COUNT] = {
    [HS_SUBJ] = {"subj", "verb → its subject"},
    [HS_OBJ] = {"obj", "verb → its object"},
    [HS_LOCT] = {"loct", "verb → its place or time"},
    [HS_ANA] = {"ana", "pronoun → what it stands for"},
    [HS_REL] = {"rel", "relative pronoun → its noun"},
    [HS_MOD] = {"mod", "modifier → its noun"},
    [HS_POBJ] = {"pobj", "preposition → its noun"},
    [HS_AUX] = {"aux", "auxiliary or adverb → its verb"},
    [HS_PREV] = {"prev", "token → the one before"},
};

const char *hs_relation_name(enum hs_relation relation)
{
    return (unsigned)relation < HS_RELATION_COUNT ? relations[relation].name : "";
}

const char *hs_relation_title(enum hs_relation relation)
{
    return (unsigned)relation < HS_RELATION_COUNT ? relations[relation].title : "";
}
