/* sketch_walk.h – the walk over a sentence that finds its clauses: shared by sketch_clause.c
 * (clauses open and close) and sketch_argument.c (subjects and objects). Nobody else includes it. */
#ifndef HS_PRESET_SKETCH_WALK_H
#define HS_PRESET_SKETCH_WALK_H

#include "preset/sketch/sketch_text.h"

/* A clause under way. Clauses nest: a relative or dependent clause stands on the one that it
 * interrupts. */
enum clause_kind { CLAUSE_MAIN, CLAUSE_RELATIVE, CLAUSE_DEPENDENT, CLAUSE_BRACKET };

struct clause {
    enum clause_kind kind;
    int32_t subject;   /* the noun phrase waiting for its verb, or the verb's subject */
    int32_t beside;    /* first noun phrase before the verb that a preposition holds */
    int32_t first;     /* first verb without tense before anything that could be the subject: eating sugar is … */
    int32_t verb;      /* finite verb, HS_NO_TOKEN until it came */
    int32_t governor;  /* the verb, finite or not, that the next object belongs to */
    int32_t wh;        /* the word that opens a relative or a question */
    size_t start;      /* where it opened */
    bool opened_first; /* a dependent clause in front of the main one: a comma ends it */
};

enum { DEEPEST = 12 };

struct walk {
    const struct text *t;
    struct clause stack[DEEPEST];
    size_t top;
    bool after_comma;
    bool coordinates; /* a conjunction was the last thing met */
};

/* sketch_walk.c */
struct clause hsi_walk_fresh(enum clause_kind kind, size_t start); /* nothing met yet */
struct clause *hsi_walk_open(struct walk *w, enum clause_kind kind, size_t start);
/* Whether a finite verb group starts at i, adverbs skipped. */
bool hsi_walk_finite_at(const struct walk *w, size_t i);
/* The same behind the noun phrase with head i and the prepositional phrases that follow it: the
 * attention to detail was … */
bool hsi_walk_finite_behind(const struct walk *w, size_t i);
/* Whether a clause below the top still waits for its verb. */
bool hsi_walk_outer_waits(const struct walk *w);

/* A noun phrase's head, a verb: they find their place in the clause under way (sketch_argument.c). */
void hsi_walk_phrase(struct walk *w, size_t i);
void hsi_walk_verb(struct walk *w, size_t i);

#endif
