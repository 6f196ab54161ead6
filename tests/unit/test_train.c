/* test_train.c – a small training run: equal bytes on one thread and two, and floors on held-out
 * sentences. The floors are far below the shipped weights' figures; a broken gradient, feature or
 * grammar falls below them. */
#include "check.h"
#include "preset/features/features.h"
#include "preset/train/trainer.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SLOW 1
#else
#define SLOW 0
#endif

static void same_bytes(const struct hs_lexicon *lexicon)
{
    struct hs_train_options options = hsi_train_quick();
    struct hs_trained one, two, other;
    options.tagger_sentences = 192;
    options.sentences = 192;
    options.held_out = 1;
    options.threads = 1;
    CHECK(hsi_train_run(lexicon, &options, &one, NULL) == HS_OK);
    options.threads = 2;
    CHECK(hsi_train_run(lexicon, &options, &two, NULL) == HS_OK);
    options.seed = 2;
    CHECK(hsi_train_run(lexicon, &options, &other, NULL) == HS_OK);
    size_t square = (size_t)HS_D_MODEL * HS_D_MODEL * sizeof(float);
    size_t tagger = hsi_tagger_inputs() * HS_TAG_COUNT * sizeof(float);
    CHECK(memcmp(one.tagger, two.tagger, tagger) == 0);
    CHECK(memcmp(one.W_Q, two.W_Q, square) == 0 && memcmp(one.W_K, two.W_K, square) == 0);
    CHECK(memcmp(one.W_Q, other.W_Q, square) != 0);
    for (size_t i = hsi_features_used() * HS_D_MODEL; i < (size_t)HS_D_MODEL * HS_D_MODEL; i++)
        CHECK(one.W_Q[i] == 0 && one.W_K[i] == 0);
    hsi_trained_drop(&one);
    hsi_trained_drop(&two);
    hsi_trained_drop(&other);
}

static void learns(const struct hs_lexicon *lexicon)
{
    static const struct {
        enum hs_relation relation;
        double accuracy;
    } floors[] = {{HS_SUBJ, .85}, {HS_OBJ, .87}, {HS_LOCT, .72}, {HS_ANA, .65}, {HS_REL, .60},
        {HS_MOD, .92}, {HS_POBJ, .88}, {HS_AUX, .86}, {HS_PREV, .98}};
    struct hs_train_options options = hsi_train_quick();
    struct hs_trained trained;
    options.tagger_sentences = SLOW ? 1920 : 7680;
    options.sentences = SLOW ? 4800 : 14400;
    options.held_out = 480;
    CHECK(hsi_train_run(lexicon, &options, &trained, NULL) == HS_OK);
    printf("%.1f s, tags %.3f", trained.seconds, trained.tag_accuracy);
    CHECK(trained.tag_accuracy > (SLOW ? .80 : .90));
    for (size_t i = 0; i < sizeof floors / sizeof *floors; i++) {
        const struct hs_train_score *score = &trained.score[floors[i].relation];
        double accuracy = score->links ? (double)score->hits / (double)score->links : 0;
        printf(" %s %.3f", hs_relation_name(floors[i].relation), accuracy);
        CHECK(accuracy > floors[i].accuracy - (SLOW ? .30 : 0));
        CHECK(score->mass > 0); /* the weights on what is asked for */
    }
    printf("\n");
    hsi_trained_drop(&trained);
}

TEST(test_train)
{
    struct hs_lexicon *lexicon;
    struct hs_error error;
    if (hsi_lexicon_open(HS_SOURCE_DIR "/assets/lexicon.json", &lexicon, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    same_bytes(lexicon);
    learns(lexicon);
    hsi_lexicon_drop(lexicon);
    return check_report();
}
