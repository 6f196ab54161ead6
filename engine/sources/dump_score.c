/* dump_score.c – the relations of annotated sentences, measured on attention from a file. Batch
 * items whose words are those of an annotated sentence count; pieces are merged into words (Clark
 * et al. 2019, section 4.1), and the model's own marks ([CLS], <s>) are neither rows nor keys, as
 * there. Called by the command line. See hs_dump.h. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "set/measure.h"
#include "sources/dump.h"

enum { REACH = 64 }; /* offsets -64 … 64, as for the live model */

struct relation_sum {
    size_t links;
    double hits, mass;
};

struct scoring {
    const struct hs_annotated *annotated;
    size_t heads;                                    /* L h */
    struct relation_sum *sums;                       /* (heads, HS_RELATION_COUNT) */
    size_t offset[HS_RELATION_COUNT][2 * REACH + 1]; /* links that an offset would hit */
    size_t links[HS_RELATION_COUNT];
};

/* The text of a piece without the dot that says it continues a word. */
static const char *bare(const struct hs_token *piece)
{
    static const char dot[] = "·";
    bool continues = !piece->space_before && strncmp(piece->text, dot, sizeof dot - 1) == 0;
    return continues ? piece->text + sizeof dot - 1 : piece->text;
}

/* The pieces of each word of a sentence, (count); false when they spell something else. Case is
 * ignored: many models know only lower case. */
static bool align(
    const struct hs_tokens *pieces, const struct hs_tokens *sentence, struct dump_span *words)
{
    size_t word = 0, spelt = 0;
    for (size_t i = 0; i < pieces->count; i++) {
        const char *text = bare(&pieces->token[i]);
        size_t length = strlen(text);
        if (pieces->token[i].kind == HS_TOKEN_SYMBOL && spelt == 0)
            continue;
        if (word == sentence->count ||
            strncasecmp(sentence->token[word].text + spelt, text, length) != 0)
            return false;
        if (spelt == 0)
            words[word] = (struct dump_span){(uint32_t)i, 0};
        words[word].count++;
        spelt += length;
        if (sentence->token[word].text[spelt] == '\0') {
            word++;
            spelt = 0;
        }
    }
    return word == sentence->count && word > 0;
}

/* Row `from` of words: weights to a word summed over its pieces, from a word averaged. What is
 * masked, or no number, is no weight. */
static void merge_row(
    struct hs_matrix A, const struct dump_span *words, size_t count, size_t from, float *row)
{
    for (size_t k = 0; k < count; k++) {
        double sum = 0;
        for (size_t i = words[from].first; i < (size_t)words[from].first + words[from].count; i++) {
            for (size_t j = words[k].first; j < (size_t)words[k].first + words[k].count; j++) {
                float weight = A.data[i * A.stride + j];
                sum += weight > 0 ? (double)weight : 0;
            }
        }
        row[k] = (float)(sum / words[from].count);
    }
}

/* One link on one row: every head of every layer. */
static void add_link(struct scoring *scoring, const struct hs_set *set,
    const struct dump_span *words, size_t count, enum hs_relation relation, size_t from,
    const size_t *to, size_t to_count, float *row)
{
    struct hs_set_shape shape = hs_set_shape(set);
    for (size_t t = 0; t < to_count; t++) {
        long offset = (long)to[t] - (long)from;
        if (offset >= -REACH && offset <= REACH)
            scoring->offset[relation][offset + REACH]++;
    }
    scoring->links[relation]++;
    for (size_t i = 0; i < scoring->heads; i++) {
        struct hs_matrix A = hs_set_weights(set, i / shape.h, i % shape.h);
        struct relation_sum *sum = &scoring->sums[i * HS_RELATION_COUNT + relation];
        merge_row(A, words, count, from, row);
        struct hs_row_score score = hs_row_score(row, count, to, to_count);
        sum->links++;
        sum->hits += score.share;
        sum->mass += score.mass;
    }
}

static void add_sentence(struct scoring *scoring, const struct hs_set *set,
    const struct hs_annotated_sentence *sentence, const struct dump_span *words, float *row)
{
    size_t count = sentence->tokens->count;
    for (size_t i = 0; i < sentence->link_count; i++)
        add_link(scoring, set, words, count, sentence->link[i].relation, sentence->link[i].from,
            sentence->link[i].to, sentence->link[i].to_count, row);
    for (size_t q = 1; q < count; q++) {
        size_t previous = q - 1;
        add_link(scoring, set, words, count, HS_PREV, q, &previous, 1, row);
    }
}

/* Whether some sentence has the item's words; it is then added. */
static enum hs_status add_item(struct scoring *scoring, struct hs_dump *dump,
    const struct hs_dump_view *view, bool *found, struct hs_error *error)
{
    struct hs_set *set = NULL;
    enum hs_status status = hs_dump_set(dump, view, &set, error);
    if (status)
        return status;
    const struct hs_tokens *pieces = hs_set_tokens(set, HS_QUERY);
    struct dump_span *words = malloc((pieces->count + 1) * sizeof *words);
    float *row = malloc((pieces->count + 1) * sizeof *row);
    *found = false;
    if (!words || !row)
        status = hs_fail(error, HS_NO_MEMORY, "no memory left to score a sentence");
    for (size_t s = 0; !status && !*found && s < scoring->annotated->count; s++) {
        const struct hs_annotated_sentence *sentence = &scoring->annotated->sentence[s];
        *found = sentence->tokens->count <= pieces->count && align(pieces, sentence->tokens, words);
        if (*found)
            add_sentence(scoring, set, sentence, words, row);
    }
    if (!status && hs_dump_failed(dump, error))
        status = HS_IO;
    free(row);
    free(words);
    hs_set_drop(set);
    return status;
}

static void write_scores(const struct scoring *scoring, struct hs_relation_score *scores)
{
    for (size_t i = 0; i < scoring->heads * HS_RELATION_COUNT; i++) {
        const struct relation_sum *sum = &scoring->sums[i];
        const size_t *offset = scoring->offset[i % HS_RELATION_COUNT];
        size_t best = 0;
        for (size_t k = 1; k <= 2 * REACH; k++)
            best = offset[k] > offset[best] ? k : best;
        scores[i] = (struct hs_relation_score){.eligible = sum->links,
            .hits = (size_t)(sum->hits + 1e-9),
            .mass = sum->links ? sum->mass / (double)sum->links : 0,
            .baseline = sum->links ? (double)offset[best] / (double)sum->links : 0,
            .baseline_offset = sum->links ? (int)best - REACH : 0};
    }
}

enum hs_status hs_dump_score(struct hs_dump *dump, size_t tensor,
    const struct hs_annotated *annotated, struct hs_relation_score *scores, size_t *sentences,
    struct hs_error *error)
{
    struct hs_dump_view view = hs_dump_view_of(tensor);
    const struct hs_dump_tensor *t = hs_dump_tensor(dump, tensor);
    if (!t)
        return hs_fail(error, HS_BAD_USE, "there is no tensor %zu", tensor);
    if (!t->has_tokens || t->kind == HS_DUMP_CROSS)
        return hs_fail(error, HS_BAD_USE,
            "%s: relations need self-attention with its tokens in the file",
            hs_name_shown(dump->path).text);
    struct scoring *scoring = calloc(1, sizeof *scoring);
    size_t found_count = 0;
    enum hs_status status = HS_OK;
    if (scoring) {
        scoring->annotated = annotated;
        scoring->heads = t->L * t->h;
        scoring->sums = calloc(scoring->heads * HS_RELATION_COUNT, sizeof *scoring->sums);
    }
    if (!scoring || !scoring->sums)
        status = hs_fail(error, HS_NO_MEMORY, "no memory left to score %zu heads", t->L * t->h);
    view.layer = SIZE_MAX;
    for (view.batch = 0; !status && view.batch < t->B; view.batch++) {
        bool found = false;
        status = add_item(scoring, dump, &view, &found, error);
        found_count += found;
    }
    if (!status && found_count == 0)
        status = hs_fail(error, HS_BAD_INPUT,
            "%s: none of its %zu sentences spells one of %s: export annotated sentences",
            hs_name_shown(dump->path).text, t->B, hs_name_shown(annotated->path).text);
    if (!status) {
        write_scores(scoring, scores);
        *sentences = found_count;
    }
    free(scoring ? scoring->sums : NULL);
    free(scoring);
    return status;
}
