/* What word list, look-up, tagger and rules make of many sentences, recorded: of 1,500 that the grammar writes, and of every form of the
 * list behind "zq", which is no word, so that each is guessed by its ending, and with a capital. It is another for another word list,
 * grammar, rule or feature, and must not change with compiler or machine, as in test_preset_features. */
#include "check.h"
#include "preset/features/features.h"
#include "preset/train/grammar/grammar.h"
#include "preset_rig.h"

enum { RUN = 24 };

static struct hs_lexicon *lexicon;
static float *weights, *X;

static uint64_t hash_of(uint64_t hash, const struct hs_token *tokens, size_t n)
{
    struct hs_word words[HS_EXAMPLE_TOKENS];
    float posterior[HS_EXAMPLE_TOKENS * HS_TAG_COUNT];
    hsi_features_look(lexicon, tokens, NULL, n, words);
    hsi_tagger_run(weights, words, n, posterior);
    CHECK(hsi_features_embed(words, posterior, n, X));
    for (size_t i = 0; i < n * HS_D_MODEL; i++) {
        uint32_t bits;
        memcpy(&bits, &X[i], sizeof bits);
        hash = (hash ^ bits) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static uint64_t hash_sentences(struct hs_grammar *grammar)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    struct hs_random random;
    hsi_random_seed(&random, 21, 1);
    for (int i = 0; i < 1500; i++) {
        struct hs_grammar_mix mix = hsi_grammar_usual();
        struct hs_example x;
        struct hs_token tokens[HS_EXAMPLE_TOKENS] = {{0}};
        hsi_grammar_write(grammar, &mix, &random, &x);
        for (size_t t = 0; t < x.n; t++)
            tokens[t].text = x.text[t];
        hash = hash_of(hash, tokens, x.n);
    }
    return hash;
}

static uint64_t hash_guesses(void)
{
    static char text[RUN][300];
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    struct hs_token tokens[RUN] = {{0}};
    size_t n = 0;
    for (size_t i = 0; i < hsi_lexicon_forms(lexicon); i++) {
        snprintf(text[n], sizeof text[n], "%s%s", i % 5 == 0 ? "Zq" : "zq", hsi_lexicon_form(lexicon, i));
        tokens[n].text = text[n];
        if (++n == RUN) {
            hash = hash_of(hash, tokens, n);
            n = 0;
        }
    }
    return hash;
}

TEST(test_preset_recorded)
{
    const uint64_t sentences = UINT64_C(0x2f04063e935e80f5), guesses = UINT64_C(0x2efbf3fcecad8cae);
    struct hs_grammar *grammar = NULL;
    struct hs_error error;
    if (hsi_lexicon_open(HS_SOURCE_DIR "/assets/lexicon.json", &lexicon, &error) || hsi_grammar_open(lexicon, &grammar, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    weights = rig_tagger_weights(5);
    X = malloc(HS_EXAMPLE_TOKENS * HS_D_MODEL * sizeof *X);
    if (weights && X) {
        uint64_t of_sentences = hash_sentences(grammar), of_guesses = hash_guesses();
        CHECK(of_sentences == sentences);
        CHECK(of_guesses == guesses);
        if (of_sentences != sentences || of_guesses != guesses)
            fprintf(stderr, "  0x%016llx, 0x%016llx\n", (unsigned long long)of_sentences, (unsigned long long)of_guesses);
    }
    free(weights);
    free(X);
    hsi_grammar_drop(grammar);
    hsi_lexicon_drop(lexicon);
    return check_report();
}
