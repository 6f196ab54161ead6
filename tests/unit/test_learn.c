/* test_learn.c – a training run: questions are those of the grammar's links, equal bytes for any number of threads, what is
 * measured is what the engine's own forward pass does, answers are learnt, and by chance nothing is. */
#include "check.h"
#include "learn/run.h"
#include "preset/features/blocks.h"

#include <malloc.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>

#define WEIGHTS ((size_t)4 * HS_D_MODEL * HS_D_MODEL)

static struct hs_preset *preset;

static struct hs_learn *run_all(const struct hs_learn_options *options)
{
    struct hs_learn *run = NULL;
    struct hs_error error = {0};
    bool fine = hs_learn_open(preset, options, &run, &error) == HS_OK;
    while (fine && !hs_learn_done(run))
        fine = hs_learn_step(run, &error) == HS_OK;
    if (!fine)
        fprintf(stderr, "%s\n", error.message);
    CHECK(fine);
    CHECK(hs_learn_step(run, &error) == HS_OK && hs_learn_step_now(run) == hs_learn_steps(run)); // at the end: nothing
    return run;
}

static size_t last_of(const struct hs_learn *run)
{
    return hs_learn_moments(run) - 1;
}

static struct hs_learn_options small(size_t sentences)
{
    struct hs_learn_options options = hs_learn_usual();
    options.sentences = sentences;
    options.held_out = 96;
    options.threads = 2;
    return options;
}

/* ------------------------------------------------------------------ questions */
/* Each question about token `from` accepts the tokens that the grammar linked, and others only where they are the same word. */
static void check_questions(const struct learn_sentence *sentence, const struct hs_example *example, size_t *seen)
{
    for (size_t i = 0; i < sentence->questions; i++) {
        const struct learn_question *question = &sentence->question[i];
        uint32_t linked = 0;
        for (size_t l = 0; l < example->links; l++)
            if (example->link[l].relation == question->slot && example->link[l].from == sentence->asked[question->row])
                linked |= 1u << example->link[l].to;
        CHECK(linked && (question->accepted & linked) == linked);
        for (size_t k = 0; k < example->n; k++) {
            bool same = false;
            for (size_t t = 0; t < example->n; t++)
                same |= linked >> t & 1 && strcasecmp(example->text[t], example->text[k]) == 0;
            CHECK((question->accepted >> k & 1) == same);
        }
        seen[question->slot]++;
    }
}

static void questions(void)
{
    struct hs_learn_options options = small(96);
    struct hs_learn *run = run_all(&options);
    struct learn_training *training = run->training;
    size_t seen[HS_LEARN_SLOTS] = {0}, links[HS_RELATION_COUNT] = {0}, longest = 0;
    for (size_t s = 0; s < SHARDS; s++)
        for (size_t i = 0; i < SHARD_SENTENCES; i++) {
            const struct hs_example *example = &training->lesson[s].shard.sample[i].example;
            check_questions(&training->lesson[s].sentence[i], example, seen);
            longest = example->n > longest ? example->n : longest;
            CHECK(example->n >= 4);
        }
    CHECK(longest > 12 && longest <= LEARN_TOKENS);
    for (size_t r = 0; r < HS_LEARN_SLOTS; r++)
        CHECK((seen[r] > 5) == options.relation[r]);
    for (size_t s = 0; s < training->held.annotated.count; s++)
        for (size_t i = 0; i < training->held.annotated.sentence[s].link_count; i++)
            links[training->held.annotated.sentence[s].link[i].relation]++;
    for (size_t r = 0; r < HS_LEARN_SLOTS; r++)
        CHECK(hs_learn_asked(run, r) == (options.relation[r] ? links[r] : 0));
    CHECK(hs_learn_held_out(run) == 96);
    /* without hints none of their features is in any sentence, and their rows of weights are zero; word codes are there */
    float *weights = malloc(WEIGHTS * sizeof *weights);
    bool code = false;
    hs_learn_weights(run, last_of(run), 1, weights);
    for (size_t i = 0; i < SHARD_SENTENCES; i++)
        for (size_t t = 0; t < training->lesson[0].sentence[i].x.n; t++)
            for (size_t f = 0; f < training->lesson[0].sentence[i].x.row[t].count; f++) {
                size_t index = training->lesson[0].sentence[i].x.row[t].index[f];
                CHECK(!(index >= HS_AT_FLAG && index <= HS_LAST_FLAG) && !(index >= HS_AT_SUBJECT && index <= HS_LAST_ANTECEDENT));
                code |= index >= HS_AT_CODE;
            }
    CHECK(code);
    for (size_t m = 0; m < 3; m++)
        CHECK(weights[m * HS_D_MODEL * HS_D_MODEL + HS_AT_FLAG * HS_D_MODEL + 5] == 0 &&
              weights[m * HS_D_MODEL * HS_D_MODEL + HS_AT_SUBJECT * HS_D_MODEL + 5] == 0 &&
              weights[m * HS_D_MODEL * HS_D_MODEL + HS_AT_AT_VERB * HS_D_MODEL + 5] != 0);
    for (size_t slot = 0; slot < HS_LEARN_SLOTS; slot++)
        CHECK((weights[3 * HS_D_MODEL * HS_D_MODEL + 7 * HS_D_MODEL + slot * 64 + 9] != 0) == options.relation[slot]);
    hs_learn_drop(run);
    options.hints = true;
    run = run_all(&options);
    hs_learn_weights(run, last_of(run), 1, weights);
    CHECK(weights[HS_AT_FLAG * HS_D_MODEL + 5] != 0 && weights[HS_AT_SUBJECT * HS_D_MODEL + 5] != 0);
    hs_learn_drop(run);
    free(weights);
}

/* ------------------------------------------------------------------ the same on any number of threads */
static void same_bytes(void)
{
    struct hs_learn_options options = small(192);
    float *one = malloc(WEIGHTS * sizeof *one), *other = malloc(WEIGHTS * sizeof *other);
    options.threads = 1;
    struct hs_learn *alone = run_all(&options);
    hs_learn_weights(alone, last_of(alone), 1, one);
    for (unsigned threads = 2; threads <= 3; threads++) {
        options.threads = threads;
        struct hs_learn *run = run_all(&options);
        CHECK(hs_learn_moments(run) == hs_learn_moments(alone));
        for (size_t m = 0; m < hs_learn_moments(run); m++)
            for (size_t k = 0; k < 2; k++) {
                const struct hs_learn_model *a = &hs_learn_moment(alone, m)->model[k], *b = &hs_learn_moment(run, m)->model[k];
                CHECK(a->loss == b->loss && a->train_loss == b->train_loss && memcmp(a->right, b->right, sizeof a->right) == 0);
            }
        hs_learn_weights(run, last_of(run), 1, other);
        CHECK(memcmp(one, other, WEIGHTS * sizeof *one) == 0);
        hs_learn_drop(run);
    }
    /* both models begin with the same numbers; another seed with others */
    hs_learn_weights(alone, 0, 0, one);
    hs_learn_weights(alone, 0, 1, other);
    CHECK(memcmp(one, other, WEIGHTS * sizeof *one) == 0);
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < WEIGHTS; i++) {
        sum += (double)one[i] * (double)one[i];
        count += one[i] != 0;
    }
    CHECK_NEAR(sum / (double)count, 1 / 512., 1e-5);
    options.seed = 2;
    struct hs_learn *run = run_all(&options);
    hs_learn_weights(run, 0, 0, other);
    CHECK(memcmp(one, other, WEIGHTS * sizeof *one) != 0);
    hs_learn_drop(run);
    hs_learn_drop(alone);
    free(one);
    free(other);
}

/* ------------------------------------------------------------------ measured by another road */
/* The engine's forward pass on the weights that a run hands out: the same answers, also without head `off`, the same
 * attention. */
static void check_measured(const struct hs_learn *run, size_t m, size_t off)
{
    uint8_t modes[HS_LEARN_MOST_HEADS] = {0};
    const struct learn_held *held = &run->training->held;
    const struct hs_learn_model *kept = &hs_learn_moment(run, last_of(run))->model[m];
    float *weights = malloc(WEIGHTS * sizeof *weights);
    const size_t square = (size_t)HS_D_MODEL * HS_D_MODEL;
    struct hs_weights matrices = {HS_D_MODEL, weights, weights + square, weights + 2 * square, weights + 3 * square, 0, 0, 0, 0, 0};
    struct hs_model *model = NULL;
    size_t right[HS_LEARN_SLOTS] = {0}, *found = calloc(kept->h * HS_RELATION_COUNT, sizeof *found);
    if (off < kept->h)
        modes[off] = HS_HEAD_OFF;
    hs_learn_weights(run, last_of(run), m, weights);
    CHECK(hs_model_new(&matrices, &model, NULL) == HS_OK);
    for (size_t s = 0; s < held->annotated.count; s++) {
        const struct hs_annotated_sentence *sentence = &held->annotated.sentence[s];
        struct hs_embedding *embedding = NULL;
        struct hs_mha_plan *plan = NULL;
        struct hs_mha_workspace *workspace = NULL;
        size_t n = sentence->tokens->count;
        struct hs_mha_config config = {.n = n, .m = n, .h = kept->h, .head_mode = modes, .threads = 1};
        CHECK(hs_preset_embed(preset, sentence->tokens, &embedding, NULL) == HS_OK);
        CHECK(hs_mha_plan_new(model, &config, &plan, NULL) == HS_OK && hs_mha_workspace_new(plan, &workspace, NULL) == HS_OK);
        CHECK(hs_mha_forward(plan, workspace, embedding->X, embedding->X, NULL) == HS_OK);
        struct hs_matrix O = hs_mha_plane(plan, workspace, HS_PLANE_OUTPUT, 0);
        for (size_t i = 0; i < sentence->link_count; i++) {
            const struct hs_link *link = &sentence->link[i];
            size_t best = 0;
            double most = -1e9;
            for (size_t k = 0; k < n; k++) {
                double sum = 0, length = 0;
                for (size_t c = 0; c < 64; c++) {
                    double code = (double)embedding->X[k * HS_D_MODEL + 448 + c];
                    sum += (double)O.data[link->from * O.stride + link->relation * 64 + c] * code;
                    length += code * code;
                }
                sum /= sqrt(length);
                best = sum > most + 1e-7 ? k : best;
                most = sum > most ? sum : most;
            }
            bool hit = false;
            for (size_t t = 0; t < link->to_count; t++)
                hit |= strcasecmp(sentence->tokens->token[best].text, sentence->tokens->token[link->to[t]].text) == 0;
            right[link->relation] += hit;
            for (size_t head = 0; head < kept->h; head++) {
                struct hs_matrix A = hs_mha_plane(plan, workspace, HS_PLANE_WEIGHTS, head);
                const float *row = A.data + link->from * A.stride;
                size_t largest = 0;
                for (size_t k = 1; k < n; k++)
                    largest = row[k] > row[largest] ? k : largest;
                for (size_t t = 0; t < link->to_count; t++)
                    found[head * HS_RELATION_COUNT + link->relation] += link->to[t] == largest;
            }
        }
        hs_mha_workspace_drop(workspace);
        hs_mha_plan_drop(plan);
        hs_embedding_drop(embedding);
    }
    for (size_t r = 0; r < HS_LEARN_SLOTS; r++) { // two numbers that are nearly equal may change places
        if (run->options.relation[r])
            CHECK_NEAR((double)right[r], (double)(off < kept->h ? kept->without[off][r] : kept->right[r]), 3);
        for (size_t head = 0; head < kept->h; head++)
            CHECK_NEAR((double)found[head * HS_RELATION_COUNT + r], (double)kept->scores[head * HS_RELATION_COUNT + r].hits, 3);
    }
    hs_model_drop(model);
    free(weights);
    free(found);
}

static void learns(void)
{
    struct hs_learn_options options = small(1440);
    options.rate = .01f;
    struct hs_learn *run = run_all(&options);
    for (size_t m = 0; m < 2; m++) {
        const struct hs_learn_model *first = &hs_learn_moment(run, 0)->model[m], *last = &hs_learn_moment(run, last_of(run))->model[m];
        printf("h = %zu: loss %.3f to %.3f, right %.3f to %.3f, subjects %.3f\n", last->h, first->loss, last->loss,
            hs_learn_right(run, 0, m, HS_RELATION_COUNT), hs_learn_right(run, last_of(run), m, HS_RELATION_COUNT),
            hs_learn_right(run, last_of(run), m, HS_SUBJ));
        CHECK(last->h == (m ? 8 : 1) && first->loss > 2.2 && last->loss < 1.6 && last->train_loss < 1.8);
        CHECK(hs_learn_right(run, 0, m, HS_RELATION_COUNT) < .2 && hs_learn_right(run, last_of(run), m, HS_RELATION_COUNT) > .4);
        CHECK(isnan(hs_learn_right(run, 0, m, HS_MOD)));
        check_measured(run, m, SIZE_MAX);
    }
    check_measured(run, 1, 2);
    check_measured(run, 1, 7);
    for (size_t r = 0; r < HS_LEARN_SLOTS; r++) /* a single head that is off answers with no code at all: the first token */
        CHECK(hs_learn_moment(run, last_of(run))->model[0].without[0][r] < 40);
    for (size_t i = 1; i < hs_learn_moments(run); i++)
        CHECK(hs_learn_moment(run, i)->step > hs_learn_moment(run, i - 1)->step);
    CHECK(hs_learn_moment(run, last_of(run))->sentences == 1440);
    hs_learn_drop(run);
}

/* Answers by chance: nothing is learnt, and no head is called after a relation. */
static void chance(void)
{
    struct hs_learn_options options = small(960);
    options.rate = .01f;
    options.shuffled = true;
    options.models = 1;
    options.h[0] = 8;
    struct hs_learn *run = run_all(&options);
    const struct hs_learn_model *last = &hs_learn_moment(run, last_of(run))->model[0];
    printf("by chance: loss %.3f, right %.3f\n", last->loss, hs_learn_right(run, last_of(run), 0, HS_RELATION_COUNT));
    CHECK(last->loss > 2.3 && hs_learn_right(run, last_of(run), 0, HS_RELATION_COUNT) < .25);
    for (size_t head = 0; head < last->h; head++)
        CHECK(last->verdict[head].kind != HS_KIND_RELATION);
    hs_learn_drop(run);
}

/* ------------------------------------------------------------------ a long run costs no more memory than a short one */
size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak)); /* a sanitizer keeps what was freed for a while */

static size_t allocated(void)
{
    struct mallinfo2 info = mallinfo2();
    return __sanitizer_get_current_allocated_bytes ? __sanitizer_get_current_allocated_bytes() : info.uordblks + info.hblkhd;
}

static void memory(void)
{
    struct hs_learn_options options = small(HS_LEARN_MOST); /* the first moments come after 88 and 250 steps */
    struct hs_learn *run = NULL;
    size_t early = 0;
    options.models = 1;
    CHECK(hs_learn_open(preset, &options, &run, NULL) == HS_OK);
    for (size_t step = 0; step < 80; step++) {
        CHECK(hs_learn_step(run, NULL) == HS_OK);
        if (step == 20)
            early = allocated();
    }
    size_t late = allocated();
    printf("allocated after 20 steps %zu KiB, after 80 %zu KiB\n", early >> 10, late >> 10);
    CHECK(hs_learn_moments(run) == 1 && early > (20u << 20) && late < early + (256u << 10));
    hs_learn_drop(run);
}

/* ------------------------------------------------------------------ options */
static void refused(struct hs_learn_options options, const char *words)
{
    struct hs_error error = {0};
    struct hs_learn *run = NULL;
    CHECK(hs_learn_open(preset, &options, &run, &error) == HS_BAD_USE && !run);
    CHECK(tells(error.message, words));
}

static void bad_options(void)
{
    struct hs_learn_options options = hs_learn_usual();
    CHECK(hs_learn_check(&options, NULL) == HS_OK);
    options.sentences = 95;
    refused(options, "96 to 1000000 sentences, not 95");
    options = hs_learn_usual();
    options.rate = (float)NAN;
    refused(options, "learning rate");
    options = hs_learn_usual();
    options.h[1] = 12;
    refused(options, "not 12");
    options.h[1] = 64;
    refused(options, "not 64");
    options = hs_learn_usual();
    options.models = 3;
    refused(options, "one or two");
    options = hs_learn_usual();
    memset(options.relation, 0, sizeof options.relation);
    refused(options, "no relation");
}

TEST(test_learn)
{
    struct hs_error error;
    if (hs_preset_open(HS_SOURCE_DIR "/assets", &preset, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    bad_options();
    questions();
    same_bytes();
    learns();
    memory();
    chance();
    hs_preset_drop(preset);
    return check_report();
}
