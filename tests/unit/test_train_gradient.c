/* test_train_gradient.c – the trainer's gradients against finite differences: one attention head
 * with all kinds of rows, and the tagger. */
#include "check.h"
#include "preset/train/layer.h"
#include "preset/train/tagger_train.h"

#include <stdlib.h>

enum { FEATURES = 40, WORDS = 9, ACTIVE_EACH = 12 };

static struct head_targets targets;

static void make_rows(struct hs_random *random, struct sparse_row *rows,
    uint16_t (*index)[ACTIVE_EACH], float (*value)[ACTIVE_EACH])
{
    for (size_t i = 0; i < WORDS; i++) {
        for (size_t k = 0; k < ACTIVE_EACH; k++) {
            index[i][k] = (uint16_t)(k * 3 + hsi_random_below(random, 3));
            value[i][k] = hsi_random_normal(random);
        }
        rows[i] = (struct sparse_row){ACTIVE_EACH, index[i], value[i]};
    }
}

/* Rows with one target, several weighted ones, any of three, none, and unknown. */
static void make_targets(void)
{
    struct hs_example example = {.n = WORDS,
        .links = 5,
        .link = {{HS_ANA, 4, 0, 1}, {HS_ANA, 4, 1, 1}, {HS_ANA, 4, 2, 1}, {HS_ANA, 5, 5, 0},
            {HS_REL, 6, 1, 1}}};
    struct loss_shape shape = {.several = 4, .relative = 2};
    for (size_t r = 0; r < HEADS; r++)
        shape.even[r] = .3f;
    hsi_targets_fill(&example, hs_relation_head(HS_ANA), &shape, &targets);
    CHECK(targets.kind[4] == ROW_ANY_OF && targets.kind[5] == ROW_UNKNOWN &&
          targets.kind[6] == ROW_SET);
    CHECK(targets.kind[0] == ROW_EVEN && targets.weight[5] == 0 && targets.weight[6] == 2);
    targets.kind[2] = ROW_SET; // and a set of two, as place and time have
    targets.weight[2] = 4;
    targets.target[2][3] = .75f;
    targets.target[2][7] = .25f;
}

static double loss_of(const struct sparse_sentence *x, const float *weights)
{
    double row_weight = 0, loss = 0;
    hsi_layer_sentence(x, &targets, .1f, weights, NULL, &row_weight, &loss);
    return loss;
}

static void head_gradient(void)
{
    struct hs_random random;
    struct sparse_row rows[WORDS];
    uint16_t index[WORDS][ACTIVE_EACH];
    float value[WORDS][ACTIVE_EACH];
    float *weights = malloc(FEATURES * PAIR * sizeof(*weights)),
          *gradient = calloc(FEATURES * PAIR, sizeof(*gradient));
    double row_weight = 0, largest = 0;
    hsi_random_seed(&random, 5, 5);
    make_rows(&random, rows, index, value);
    static struct sparse_column column[HS_D_MODEL];
    static uint8_t token[WORDS * ACTIVE_EACH];
    static float column_value[WORDS * ACTIVE_EACH];
    struct sparse_sentence x = {
        WORDS, hsi_sparse_transpose(rows, WORDS, column, token, column_value), rows, column};
    CHECK(x.columns > ACTIVE_EACH && x.columns <= 3 * ACTIVE_EACH);
    make_targets();
    for (size_t i = 0; i < FEATURES * PAIR; i++)
        weights[i] = .2f * hsi_random_normal(&random);
    hsi_layer_sentence(&x, &targets, .1f, weights, gradient, &row_weight, NULL);
    CHECK_NEAR(row_weight, 5 * .3 + 1 + 2 + 4, 1e-5); // rows 0 1 3 7 8 are even, 5 is unknown
    for (size_t i = 0; i < FEATURES * PAIR; i++) {
        double size = gradient[i] < 0 ? -(double)gradient[i] : (double)gradient[i];
        largest = size > largest ? size : largest;
    }
    CHECK(largest > .01);
    for (int probe = 0; probe < 200; probe++) {
        size_t at = hsi_random_below(&random, FEATURES * PAIR);
        float keep = weights[at], step = .01f;
        weights[at] = keep + step;
        double up = loss_of(&x, weights);
        weights[at] = keep - step;
        double down = loss_of(&x, weights);
        weights[at] = keep;
        CHECK_NEAR(gradient[at], (up - down) / .02, 2e-3 * largest + 1e-4);
    }
    free(weights);
    free(gradient);
}

static void tagger_gradient(void)
{
    struct hs_lexicon *lexicon;
    struct hs_error error;
    if (hsi_lexicon_open(HS_SOURCE_DIR "/assets/lexicon.json", &lexicon, &error)) {
        fprintf(stderr, "%s\n", error.message);
        CHECK(false);
        return;
    }
    static const char *const text[] = {"The", "zorbling", "gave", "her", "a", "book", "."};
    static const uint8_t gold[] = {
        HS_TAG_DET, HS_TAG_NOUN, HS_TAG_VFIN, HS_TAG_PRON, HS_TAG_DET, HS_TAG_NOUN, HS_TAG_PUNCT};
    enum { N = 7 };
    struct hs_tokens *tokens = NULL;
    struct hs_word words[N];
    size_t size = hsi_tagger_inputs() * HS_TAG_COUNT, right = 0;
    float *weights = malloc(size * sizeof(*weights)), *gradient = calloc(size, sizeof(*gradient));
    struct hs_random random;
    CHECK(hs_tokens_new(text, N, &tokens, NULL) == HS_OK);
    hsi_features_look(lexicon, tokens->token, NULL, N, words);
    hsi_random_seed(&random, 6, 6);
    for (size_t i = 0; i < size; i++)
        weights[i] = .1f * hsi_random_normal(&random);
    hsi_tagger_sentence(words, gold, N, weights, gradient, &right);
    size_t probed = 0;
    for (size_t i = 0; i < size && probed < 150; i += 37) {
        if (gradient[i] == 0)
            continue;
        float keep = weights[i];
        weights[i] = keep + .02f;
        double up = hsi_tagger_sentence(words, gold, N, weights, NULL, &right);
        weights[i] = keep - .02f;
        double down = hsi_tagger_sentence(words, gold, N, weights, NULL, &right);
        weights[i] = keep;
        CHECK_NEAR(gradient[i], (up - down) / .04, 2e-3);
        probed++;
    }
    CHECK(probed > 50);
    free(weights);
    free(gradient);
    hs_tokens_drop(tokens);
    hsi_lexicon_drop(lexicon);
}

TEST(test_train_gradient)
{
    head_gradient();
    tagger_gradient();
    return check_report();
}
