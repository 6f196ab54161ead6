/* parts.h – what the grammar's files offer each other: phrases from the smallest (noun) to the
 * largest (sentence). Every function appends to the draft and joins the relations inside its
 * phrase; those that return a handle return the head. `depth` counts the nesting: phrases stop
 * branching at 2. Private to train/. */
#ifndef HS_TRAIN_PARTS_H
#define HS_TRAIN_PARTS_H

#include "preset/train/grammar/draft.h"

enum { DEEP = 2 };
/* Shares where a verb has several places and times; a prepositional phrase has 1. An adverb
 * ("here", "then") is the more direct answer to "where" and "when" and comes first. A bare noun
 * ("yesterday", "last week") is so much easier to recognise than a place that with even shares it
 * would take three quarters; with less both stay in sight. */
#define DIRECT 2.6f
#define DIRECT_NOUN 0.72f

/* ------------------------------------------------------------------ noun phrases */
struct np {
    int head;
    bool plural;    /* agreement of the verb */
    uint8_t person; /* 1 … 3 */
};

enum np_role { ROLE_SUBJECT, ROLE_OBJECT, ROLE_OTHER };

struct np_wish {
    enum np_role role;
    enum pool sense; /* POOL_ANY: the role decides */
    int depth;
    bool pronoun; /* may be a pronoun */
    bool simple;  /* no clause or phrase after the head */
};

struct np hsi_noun_phrase(struct draft *d, struct np_wish wish);
/* Usual wishes: anything; a noun of this sense, no pronoun; short. */
struct np hsi_np_any(struct draft *d, enum np_role role, int depth);
struct np hsi_np_of(struct draft *d, enum pool sense, int depth);
struct np hsi_np_short(struct draft *d, enum np_role role, enum pool sense, bool pronoun);
enum pool hsi_sense_for(struct draft *d, enum np_role role);
bool hsi_thing_like(enum pool sense); /* may be money, a title, an amount: not time, measure or body */

/* noun_names.c */
struct np hsi_person_name(struct draft *d, int depth);
struct np hsi_place_name(struct draft *d);
struct np hsi_group_name(struct draft *d);
struct np hsi_title_name(struct draft *d); /* capitalised common words: the Justice Department */
const char *hsi_family_name(struct draft *d);

/* noun_amounts.c */
const char *hsi_figure(struct draft *d);                   /* "12", "4,300", "two" */
struct np hsi_amount(struct draft *d);                     /* $ 500 million, 20 % of it, two thirds */
struct np hsi_partitive(struct draft *d, enum pool sense); /* one of the …, a lot of … */
void hsi_cardinal(
    struct draft *d, int *modifiers, size_t *count); /* 5, two hundred, 3.7 million, more than 60 */
int hsi_date(struct draft *d,
    const char **preposition); /* 28 of "March 28 , 2005"; the preposition that fits */

/* noun_tail.c */
void hsi_noun_tail(struct draft *d, int head, enum pool sense, bool plural, int depth);
struct antecedent {
    int head;
    bool person, plural;
    bool commas; /* ", who …," rather than "who …" */
};
void hsi_relative_clause(struct draft *d, struct antecedent noun, int depth);
int hsi_prepositional(
    struct draft *d, const char *preposition, enum pool sense, int depth); /* returns the noun */
/* The same beside a verb: a place noun after a preposition that can say where is the verb's place. */
void hsi_verb_phrase_in(struct draft *d, int verb, const char *preposition, enum pool sense, int depth);
bool hsi_tells_where(const char *preposition);
void hsi_gerund_phrase(struct draft *d, int depth); /* by doing it */

/* ------------------------------------------------------------------ pronouns.c */
enum pronoun_case { CASE_SUBJECT, CASE_OBJECT, CASE_POSSESSIVE, CASE_REFLEXIVE };
void hsi_entity_add(struct draft *d, int mention, enum gender gender, bool lively);
struct np hsi_personal_pronoun(
    struct draft *d, enum pronoun_case pronoun_case); /* of an earlier entity, or new */
int hsi_possessive(struct draft *d);
struct np hsi_indefinite_pronoun(struct draft *d, int depth);
/* Says a pronoun for this entity and joins it to every earlier mention. */
int hsi_mention(struct draft *d, struct entity *entity, enum pronoun_case pronoun_case);
void hsi_contrast_sentence(struct draft *d);

/* ------------------------------------------------------------------ verbs */
enum frame {
    FRAME_TRANSITIVE,
    FRAME_INTRANSITIVE,
    FRAME_DITRANSITIVE,
    FRAME_CLAUSAL,
    FRAME_INFINITIVAL,
    FRAME_PARTICLE
};
const struct hs_lemma *hsi_verb_for(struct draft *d, enum frame frame);
/* Finite verb group that agrees: will not have seen. Joins auxiliaries, negation and adverbs.
 * Returns the main verb. */
int hsi_verb_group(struct draft *d, const struct hs_lemma *verb, struct np subject);
const char *hsi_form_of_be(struct draft *d, struct np subject, bool past);
bool hsi_third(struct np subject);
/* verb_phrase.c: a finite verb phrase of this subject (head -1: none said). Returns the verb the
 * adverbs go to, -1 if none. */
int hsi_verb_phrase(struct draft *d, struct np subject, int depth);
void hsi_complements(struct draft *d, enum frame frame, int verb, int depth);
int hsi_infinitive(
    struct draft *d, int depth, bool to); /* to see it; returns the verb or -1 (to be …) */
/* copula.c */
int hsi_copular(struct draft *d, struct np subject, int depth);
int hsi_passive(struct draft *d, struct np subject, int depth);
void hsi_predicate(struct draft *d, int depth);
int hsi_existential(struct draft *d, int depth);

/* ------------------------------------------------------------------ adjuncts.c */
enum adjunct {
    ADJUNCT_PLACE,
    ADJUNCT_TIME,
    ADJUNCT_PLACE_ADVERB,
    ADJUNCT_TIME_ADVERB,
    ADJUNCT_MANNER,
    ADJUNCT_OTHER,
    ADJUNCT_RARE,
    ADJUNCT_ANY
};
void hsi_adjunct(struct draft *d, int verb, int depth, enum adjunct kind);
void hsi_adjuncts(struct draft *d, int verb, int depth); /* none, one or two, or a place with a time */
bool hsi_takes_adverbs(const struct draft *d, int verb); /* a main verb, not a copula */

/* ------------------------------------------------------------------ clauses.c, questions.c */
void hsi_clause(struct draft *d, int depth);         /* sets d->main_verb */
void hsi_fronted_clause(struct draft *d, int depth); /* in the evening …; however , … */
void hsi_joined_clause(struct draft *d, int depth); /* and …; so …: "so" is an adverb of the verb */
void hsi_subordinate(struct draft *d, int depth);   /* because …, when … */
void hsi_free_relative(struct draft *d, int depth); /* what he saw */
void hsi_question(struct draft *d);
void hsi_imperative(struct draft *d, int depth);

/* ------------------------------------------------------------------ sentences.c, fragments.c,
 * web.c */
void hsi_sentence(struct draft *d);
void hsi_fragment(struct draft *d);
void hsi_heading(struct draft *d);
void hsi_letter_line(struct draft *d);
void hsi_review_line(struct draft *d);
void hsi_spoken_line(struct draft *d);
void hsi_list_line(struct draft *d);
void hsi_web_style(struct draft *d); /* capitals, dropped marks, no full stop */
void hsi_comma(struct draft *d);

#endif
