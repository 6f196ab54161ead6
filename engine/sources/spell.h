/* spell.h – annotated sentences in a model's own pieces: which pieces spell which word, and a head over
 * the pieces as evidence about the words. Used by dump_score.c and score_runs.c. */
#ifndef HS_SOURCES_SPELL_H
#define HS_SOURCES_SPELL_H

#include "set/measure.h"

/* The pieces of each word of a sentence: first (2, words) as in hs_measure_source. The model's own marks
 * are passed over. False when they spell something else. */
bool hsi_spell_align(
    const struct hs_tokens *pieces, const struct hs_tokens *words, uint32_t *first);
/* The words with a space between two: the text that annotated tokens stand for. */
void hsi_spell_join(const struct hs_tokens *words, struct hs_buffer *text);
/* Counts head `head` of sentence s: raw (n, n) over the pieces, which is cleaned of what is no weight;
 * weights to a word are summed, from a word averaged. `count` words; room: words (count, count). */
void hsi_spell_add(struct hs_measure_pass *pass, size_t s, size_t head,
    const struct hs_tokens *pieces, float *raw, const uint32_t *first, size_t count, float *words);

#endif
