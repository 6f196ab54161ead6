/* tour_words.c – what the tour says at each stop. Every number is read from the picture that is
 * shown, so the words stay true with other weights; nothing here claims more than the numbers do.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/app.h"
#include "model/steps.h"
#include "desk/tour.h"

#define NUMBER 32   /* bytes of a weight in words */
#define NB "\u00a0" /* a blank in a formula, where no line may break */

size_t tour_token(const struct app *app, const char *word)
{
    const struct hs_tokens *tokens = hs_set_tokens(app->picture.set, HS_QUERY);
    for (size_t i = 0; i < tokens->count; i++)
        if (strcmp(tokens->token[i].text, word) == 0)
            return i;
    return ACT_NOWHERE;
}

/* Weight from `query` to `key`, as text; "–" when the sentence does not hold them. */
static const char *weight(const struct app *app, const struct hs_set *set, size_t head,
    const char *query, const char *key, char text[NUMBER])
{
    size_t q = tour_token(app, query), k = tour_token(app, key);
    snprintf(text, NUMBER, "–");
    if (!set || q == ACT_NOWHERE || k == ACT_NOWHERE || head >= hs_set_shape(set).h)
        return text;
    struct hs_matrix A = hs_set_weights(set, 0, head);
    app_weight_text((double)A.data[q * A.stride + k], text, NUMBER);
    return text;
}

static const char *of_head(
    const struct app *app, size_t head, const char *query, const char *key, char text[NUMBER])
{
    return weight(app, app->picture.set, head, query, key, text);
}

void tour_words_single(const struct app *app, char *text, size_t room)
{
    char who[NUMBER], what[NUMBER], where[NUMBER], when[NUMBER];
    snprintf(text, room,
        "“delivered” has to find who, what, where and when. A single head has a single softmax: "
        "one "
        "row of weights that sums to 1. So it shares: %s to student, %s to book, %s to library and "
        "%s to yesterday. More for one means less for the others.",
        weight(app, app->picture.single, 0, "delivered", "student", who),
        weight(app, app->picture.single, 0, "delivered", "book", what),
        weight(app, app->picture.single, 0, "delivered", "library", where),
        weight(app, app->picture.single, 0, "delivered", "yesterday", when));
}

void tour_words_divide(const struct app *app, char *text, size_t room)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    char who[NUMBER], what[NUMBER];
    snprintf(text, room,
        "Now cut the %zu dimensions into %zu heads of d_k = %zu. Each head scores the words in its "
        "own "
        "slice and has a softmax of its own, so nobody has to share: head %ld gives %s to student, "
        "head %ld gives %s to book. The cost stays the same: %zu x %zu = %zu.",
        shape.d_model, shape.h, shape.d_k, app_counted(app, 0),
        of_head(app, 0, "delivered", "student", who), app_counted(app, 1),
        of_head(app, 1, "delivered", "book", what), shape.h, shape.d_k, shape.h * shape.d_k);
}

void tour_words_project(const struct app *app, char *text, size_t room)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    char Q[24], K[24], V[24];
    steps_symbol(app, STEP_Q, Q, sizeof Q);
    steps_symbol(app, STEP_K, K, sizeof K);
    steps_symbol(app, STEP_V, V, sizeof V);
    snprintf(text, room,
        "Where a slice comes from: every head has three projections of the words X, here %s" NB
        "=" NB "X" NB "W^%s, %s" NB "=" NB "X" NB "W^%s and %s" NB "=" NB "X" NB
        "W^%s. Each takes a word’s %zu "
        "numbers to %zu. Q says what a word looks for, K what it offers, V what it hands over. "
        "This is Q "
        "of head %ld: one row for each of the %zu tokens.",
        Q, Q, K, K, V, V, shape.d_model, shape.d_k, app_counted(app, app->look.head), shape.n);
}

void tour_words_softmax(const struct app *app, char *text, size_t room)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    size_t q = tour_token(app, "delivered"), k = tour_token(app, "student");
    char share[NUMBER], number[NUMBER];
    double score = q != ACT_NOWHERE && k != ACT_NOWHERE ? (double)app_score(app, app->look.head, q, k)
                                                        : (double)NAN;
    app_number(score, 2, false, number, sizeof number);
    snprintf(text, room,
        "A score is a dot product: S" NB "=" NB "Q" NB "Kᵀ" NB "/" NB "√d_k, with √%zu" NB "=" NB
        "%.3g. “delivered” meets “student” with S" NB "=" NB "%s. Softmax takes e to the power of "
        "each score and divides by the row’s sum: %s of this row goes to student. Every row sums "
        "to 1. "
        "Click a value to see its numbers.",
        shape.d_k, sqrt((double)shape.d_k), number,
        of_head(app, app->look.head, "delivered", "student", share));
}

void tour_words_specialists(const struct app *app, char *text, size_t room)
{
    char who[NUMBER], what[NUMBER], when[NUMBER], where[NUMBER];
    snprintf(text, room,
        "Same sentence, same matrices, different slices. For “delivered”, head %ld (built for "
        "subject–verb) gives %s to student; head %ld (verb–object) %s to book; head %ld (place and "
        "time) %s to yesterday and %s to library. Rows with nothing to find spread evenly. Head "
        "%ld "
        "is for pronouns; here there is none.",
        app_counted(app, 0), of_head(app, 0, "delivered", "student", who), app_counted(app, 1),
        of_head(app, 1, "delivered", "book", what), app_counted(app, 2),
        of_head(app, 2, "delivered", "yesterday", when),
        of_head(app, 2, "delivered", "library", where), app_counted(app, 3));
}

void tour_words_pronoun(const struct app *app, char *text, size_t room)
{
    char brother[NUMBER], she[NUMBER], letter[NUMBER];
    snprintf(text, room,
        "The fourth specialist, on a sentence with pronouns. In head %ld, “he” gives %s to brother "
        "and "
        "%s to She: gender and number decide among the nouns before it. And “it” gives %s to "
        "letter. "
        "Point at any cell to read it; this is one sentence, not a law.",
        app_counted(app, 3), of_head(app, 3, "he", "brother", brother),
        of_head(app, 3, "he", "She", she), of_head(app, 3, "it", "letter", letter));
}

/* The words that the slots of the row say, as far as they say one. */
static size_t slot_words(const struct picture *picture, size_t q, char *text, size_t room)
{
    struct hs_matrix output = hs_set_plane(picture->set, HS_PLANE_OUTPUT, 0, 0);
    struct hs_reading readings[HS_SLOTS];
    size_t length = 0, count = 0;
    text[0] = '\0';
    if (!output.data || q == ACT_NOWHERE)
        return 0;
    hs_read_row(picture->preset, picture->set, output.data + q * output.stride, readings);
    for (size_t slot = 0; slot < 3; slot++) {
        if (readings[slot].kind == HS_READS_NOTHING || readings[slot].count == 0)
            continue;
        int added = snprintf(text + length, room - length, "%s%s “%s”", count++ ? ", " : "",
            hs_slot_role(slot), readings[slot].match[0].word);
        if (added < 0 || (size_t)added >= room - length)
            break;
        length += (size_t)added;
    }
    return count;
}

void tour_words_concat(const struct app *app, char *text, size_t room)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    char slots[300];
    size_t count = slot_words(&app->picture, tour_token(app, "delivered"), slots, sizeof slots);
    snprintf(text, room,
        "Each head hands over A" NB
        "V, %zu numbers a word. Side by side they are %zu numbers again, "
        "and W^O mixes them into one output row. Read back, the row of “delivered” now says: %s. "
        "What "
        "one softmax had to blur, %zu heads keep apart.",
        shape.d_k, shape.d_model, count ? slots : "nothing that names one word", shape.h);
}

void tour_words_labels(const struct app *app, char *text, size_t room)
{
    const struct corpus_result *result =
        app->scores.corpus ? corpus_result(app->scores.corpus) : NULL;
    char found[160] = "";
    if (result && result->of.h == app->picture.h) {
        const struct hs_relation_score *score = app_relation_score(app, app->look.head, HS_SUBJ);
        snprintf(found, sizeof found,
            "Head %ld finds %zu of %zu subjects; the best fixed distance finds %.0f" NB "%%. ",
            app_counted(app, app->look.head), score->hits, score->eligible, 100 * score->baseline);
    }
    snprintf(text, room,
        "A label proves nothing. So every head is measured on annotated sentences: how often is "
        "its "
        "largest weight on the right word? %sA name takes %u cases and %.0f points of margin, else "
        "the "
        "head is “unclear”. And mind: these weights are a %s; heads of other models are rarely "
        "this "
        "clean.",
        found, HS_NAME_MIN_ELIGIBLE, 100 * HS_NAME_MIN_MARGIN, app_source_words(app));
}

void tour_words_turn(const struct app *app, char *text, size_t room)
{
    (void)app;
    snprintf(text, room,
        "Change the number of heads with + and −: fewer share more, and many narrow ones tell "
        "words "
        "apart less well. Then type any sentence: / puts you in the field, and every keystroke "
        "runs the whole "
        "pass. What you type stays when you end the tour; otherwise your own sentence comes back. "
        "F2 "
        "starts the tour again.");
}

/* After some sentences the run itself says why one head is not enough; before, what to watch. */
void tour_words_learn(const struct app *app, char *text, size_t room)
{
    const struct hs_learn *run = learn_run(app);
    size_t moment = learn_moment(app), models = run ? hs_learn_options(run)->models : 0;
    char seen[240] = "", count[24];
    if (models == 2 && hs_learn_moments(run) > 1 && hs_learn_asked(run, HS_OBJ))
        snprintf(seen, sizeof seen, " After %s sentences h" NB "=" NB "%zu answers %.0f" NB "%% of objects, h" NB "=" NB "%zu %.0f" NB "%%.",
            learn_count(hs_learn_moment(run, moment)->sentences, count, sizeof count), hs_learn_options(run)->h[0],
            100 * hs_learn_right(run, moment, 0, HS_OBJ), hs_learn_options(run)->h[1], 100 * hs_learn_right(run, moment, 1, HS_OBJ));
    snprintf(text, room,
        "The heads so far were made to specialise. Do they by themselves? Press Start: one head beside eight, both random, learn who did "
        "what, when and where. Only answers are taught, never where to look. Watch “verb → its object”: a verb’s one softmax cannot be on "
        "its subject and on its object.%s",
        seen);
}
