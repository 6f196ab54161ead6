/* dump_score.c – the relations of annotated sentences, measured on attention from a file. Batch
 * items whose words are those of an annotated sentence count; pieces are merged into words (Clark
 * et al. 2019, section 4.1), and the model's own marks ([CLS], <s>) are neither rows nor keys, as
 * there. Called by the Specialise view, on a thread of its own, and the command line. See
 * hs_dump.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "set/measure.h"
#include "sources/dump.h"

struct scoring {
    struct hs_dump *dump;
    const struct hs_annotated *annotated;
    const struct hs_measure_watch *watch;
    struct hs_dump_view view;
    struct hs_measure_source *source; /* (annotated->count) */
    bool *chosen;                     /* (annotated->count) some item spells it */
    size_t found;
};

static bool must_stop(const struct scoring *scoring)
{
    return scoring->watch && scoring->watch->stop && scoring->watch->stop(scoring->watch->user);
}

static enum hs_status stopped(struct hs_error *error)
{
    return hs_fail(error, HS_BAD_USE, "the measurement was stopped");
}

/* The text of a piece without the dot that says it continues a word. */
static const char *bare(const struct hs_token *piece)
{
    static const char dot[] = "·";
    bool continues = !piece->space_before && strncmp(piece->text, dot, sizeof dot - 1) == 0;
    return continues ? piece->text + sizeof dot - 1 : piece->text;
}

/* How many bytes of `word` a piece spells, SIZE_MAX when it spells something else. Case is ignored:
 * many models know only lower case. A character cut between pieces of bytes is shown as \xC3 and
 * \xA9, which are its bytes here. */
static size_t spells(const char *word, const char *piece)
{
    size_t at = 0;
    while (*piece) {
        char shown[5]; /* the word's byte, as a piece would show it */
        snprintf(shown, sizeof shown, "\\x%02X", (unsigned)(unsigned char)word[at]);
        if (strncasecmp(word + at, piece, 1) == 0)
            piece++;
        else if ((unsigned char)word[at] >= 0x80 && strncasecmp(piece, shown, 4) == 0)
            piece += 4;
        else
            return SIZE_MAX;
        at++;
    }
    return at;
}

/* The pieces of each word of a sentence: first (2, count) as in hs_measure_source. False when they
 * spell something else. */
static bool align(const struct hs_tokens *pieces, const struct hs_tokens *sentence, uint32_t *first)
{
    size_t word = 0, spelt = 0;
    for (size_t i = 0; i < pieces->count; i++) {
        const char *text = bare(&pieces->token[i]);
        if ((pieces->token[i].kind == HS_TOKEN_SYMBOL && spelt == 0) || !text[0] ||
            strcmp(text, "␣") == 0) /* only a blank */
            continue;
        size_t length =
            word == sentence->count ? SIZE_MAX : spells(sentence->token[word].text + spelt, text);
        if (length == SIZE_MAX)
            return false;
        if (spelt == 0)
            first[word] = (uint32_t)i;
        first[sentence->count + word] = (uint32_t)i + 1;
        spelt += length;
        if (sentence->token[word].text[spelt] == '\0') {
            word++;
            spelt = 0;
        }
    }
    return word == sentence->count && word > 0;
}

/* ------------------------------------------------------------------ which sentences there are */
/* Takes the first sentence with the item's words that no item had before it. */
static enum hs_status find_sentence(
    struct scoring *scoring, const struct hs_tokens *pieces, struct hs_error *error)
{
    uint32_t *first = malloc((2 * pieces->count + 1) * sizeof *first);
    if (!first)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to look for a sentence");
    for (size_t s = 0; s < scoring->annotated->count; s++) {
        const struct hs_tokens *tokens = scoring->annotated->sentence[s].tokens;
        if (scoring->chosen[s] || tokens->count > pieces->count || !align(pieces, tokens, first))
            continue;
        scoring->chosen[s] = true;
        scoring->source[s] = (struct hs_measure_source){scoring->view.batch, first};
        scoring->found++;
        return HS_OK;
    }
    free(first);
    return HS_OK;
}

static enum hs_status find_sentences(struct scoring *scoring, size_t items, struct hs_error *error)
{
    enum hs_status status = HS_OK;
    for (size_t item = 0; !status && item < items; item++) {
        struct dump_window window;
        scoring->view.batch = item;
        if (must_stop(scoring))
            return stopped(error);
        status = hs_dump_window_make(scoring->dump, &scoring->view, &window, error);
        if (status)
            return status;
        if (window.self)
            status = find_sentence(scoring, window.axis[HS_QUERY].tokens, error);
        hs_dump_window_drop(&window);
    }
    if (!status && scoring->found == 0)
        status = hs_fail(error, HS_BAD_INPUT,
            "%s: none of its %zu sentence%s spells one of the %zu in %s: annotate the sentence of "
            "the file, or export one that is annotated",
            hs_name_shown(scoring->dump->path).text, items, items == 1 ? "" : "s",
            scoring->annotated->count, hs_name_shown(scoring->annotated->path).text);
    return status;
}

/* ------------------------------------------------------------------ one sentence */
/* What is masked, or no number, is no weight. */
static void clean(float *raw, size_t cells)
{
    for (size_t i = 0; i < cells; i++)
        raw[i] = raw[i] > 0 && raw[i] < INFINITY ? raw[i] : 0;
}

/* raw (n, n) of pieces to words (count, count): weights to a word summed, from a word averaged. */
static void merge(const float *raw, size_t n, const uint32_t *first, size_t count, float *words)
{
    const uint32_t *end = first + count;
    for (size_t q = 0; q < count; q++) {
        for (size_t k = 0; k < count; k++) {
            double sum = 0;
            for (size_t i = first[q]; i < end[q]; i++)
                for (size_t j = first[k]; j < end[k]; j++)
                    sum += (double)raw[i * n + j];
            words[q * count + k] = (float)(sum / (end[q] - first[q]));
        }
    }
}

static enum hs_status add_heads(struct scoring *scoring, struct hs_measure_pass *pass, size_t s,
    const struct dump_window *window, float *raw, float *words, struct hs_error *error)
{
    const struct hs_dump_tensor *t = &window->part->about;
    const struct hs_tokens *pieces = window->axis[HS_QUERY].tokens;
    const uint32_t *first = scoring->source[s].first;
    size_t n = t->n, count = scoring->annotated->sentence[s].tokens->count;
    for (size_t i = 0; i < t->L * t->h; i++) {
        if (must_stop(scoring))
            return stopped(error);
        enum hs_status status = hs_dump_window_read(window, i / t->h, i % t->h, raw, raw, error);
        if (status)
            return status;
        clean(raw, n * n);
        merge(raw, n, first, count, words);
        hs_measure_add_links(pass, s, i, (struct hs_matrix){words, count, count, count});
        hs_measure_add_rows(
            pass, pieces, i, (struct hs_matrix){raw, n, n, n}, first[0], first[2 * count - 1]);
    }
    return HS_OK;
}

static enum hs_status add_sentence(struct scoring *scoring, struct hs_measure_pass *pass, size_t s,
    enum hs_baseline baseline, struct hs_error *error)
{
    struct dump_window window;
    if (baseline == HS_BASELINE_UNIFORM)
        return must_stop(scoring) ? stopped(error) : hs_measure_add_even(pass, s, error);
    scoring->view.batch = scoring->source[s].item;
    enum hs_status status = hs_dump_window_make(scoring->dump, &scoring->view, &window, error);
    if (status)
        return status;
    size_t n = window.part->about.n, count = scoring->annotated->sentence[s].tokens->count;
    float *raw = malloc(n * n * sizeof *raw), *words = malloc(count * count * sizeof *words);
    status = raw && words ? add_heads(scoring, pass, s, &window, raw, words, error)
                          : hs_fail(error, HS_NO_MEMORY, "no memory left to measure a sentence");
    free(words);
    free(raw);
    hs_dump_window_drop(&window);
    return status;
}

/* ------------------------------------------------------------------ all of them */
static enum hs_status measure_found(struct scoring *scoring, enum hs_baseline baseline,
    struct hs_measure **measure, struct hs_error *error)
{
    const struct hs_dump_tensor *t = hs_dump_tensor(scoring->dump, scoring->view.tensor);
    struct hs_measure_pass pass;
    enum hs_status status = hs_measure_begin(scoring->annotated, scoring->chosen, t->L * t->h,
        t->causal ? HS_MASK_CAUSAL : HS_MASK_NONE, &pass, error);
    for (size_t s = 0; !status && s < scoring->annotated->count; s++) {
        if (!scoring->chosen[s])
            continue;
        status = add_sentence(scoring, &pass, s, baseline, error);
        hs_measure_step(&pass, s);
    }
    if (!status) {
        hs_measure_take_source(&pass, scoring->source);
        scoring->source = NULL;
    }
    return hs_measure_end(&pass, status, measure);
}

static void scoring_drop(struct scoring *scoring)
{
    for (size_t s = 0; scoring->source && s < scoring->annotated->count; s++)
        free(scoring->source[s].first);
    free(scoring->source);
    free(scoring->chosen);
}

enum hs_status hs_dump_measure(struct hs_dump *dump, size_t tensor,
    const struct hs_annotated *annotated, enum hs_baseline baseline,
    const struct hs_measure_watch *watch, struct hs_measure **measure, struct hs_error *error)
{
    struct scoring scoring = {
        .dump = dump, .annotated = annotated, .watch = watch, .view = hs_dump_view_of(tensor)};
    const struct hs_dump_tensor *t = hs_dump_tensor(dump, tensor);
    size_t count = annotated->count ? annotated->count : 1;
    if (!t)
        return hs_fail(error, HS_BAD_USE, "there is no tensor %zu", tensor);
    if (baseline == HS_BASELINE_RANDOM)
        return hs_fail(error, HS_BAD_USE,
            "random weights have no W^Q and W^K to replace in a file of attention: compare with "
            "the best offset or with uniform attention");
    if (!t->has_tokens || t->kind == HS_DUMP_CROSS || t->n != t->m)
        return hs_fail(error, HS_BAD_INPUT,
            "%s: relations need self-attention with its tokens in the file",
            hs_name_shown(dump->path).text);
    scoring.view.layer = SIZE_MAX;
    scoring.source = calloc(count, sizeof *scoring.source);
    scoring.chosen = calloc(count, sizeof *scoring.chosen);
    enum hs_status status =
        scoring.source && scoring.chosen
            ? find_sentences(&scoring, t->B, error)
            : hs_fail(error, HS_NO_MEMORY, "no memory left to measure %zu heads", t->L * t->h);
    if (!status)
        status = measure_found(&scoring, baseline, measure, error);
    scoring_drop(&scoring);
    return status;
}
