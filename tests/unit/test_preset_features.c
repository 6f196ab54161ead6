/* Blocks and dimensions cover the embedding and have names; own exp, log, sine and cosine are
 * right; equal tokens give equal bytes, the same on every build and machine of one architecture (a
 * recorded hash); hostile lengths are safe. */
#include "check.h"
#include "preset/features/blocks.h"
#include "preset/features/features.h"
#include "preset/features/numbers.h"
#include "preset_rig.h"

#include <math.h>
#include <stdlib.h>

static struct hs_error error;

static void check_blocks(void)
{
    const struct hs_block *blocks;
    size_t count = hs_preset_blocks(&blocks), next = 0, named = 0;
    for (size_t i = 0; i < count; i++) {
        CHECK(blocks[i].first == next && blocks[i].width > 0);
        CHECK(blocks[i].name[0] != '\0' && blocks[i].meaning[0] != '\0');
        next += blocks[i].width;
        for (size_t k = 0; k < i; k++)
            CHECK(strcmp(blocks[i].name, blocks[k].name) != 0);
    }
    CHECK(next == HS_D_MODEL);
    CHECK(hsi_features_used() <= hsi_features_code() &&
          hsi_features_code() + HS_CODE_WIDTH == HS_D_MODEL);
    for (size_t d = 0; d < HS_D_MODEL; d++) {
        const char *name = hs_preset_dimension(d);
        bool fine = name[0] != '\0', spare = strcmp(name, "unused") == 0;
        for (size_t k = 0; k < d && !spare; k++)
            fine = fine && strcmp(name, hs_preset_dimension(k)) != 0;
        named += fine;
    }
    CHECK(named == HS_D_MODEL);
    CHECK_TEXT(hs_preset_dimension(HS_D_MODEL), "");
    CHECK_TEXT(hs_preset_dimension(HS_AT_TAG + HS_TAG_NOUN), "tag: NOUN");
    CHECK_TEXT(
        hs_preset_dimension(HS_AT_ATTRIBUTE + HS_ATTR_THIRD_PERSON), "attribute: third person");
    char layout[17], again[17];
    CHECK(hsi_features_layout(layout, &error) == HS_OK && hsi_features_layout(again, &error) == HS_OK);
    CHECK(strlen(layout) == 16 && strspn(layout, "0123456789abcdef") == 16);
    CHECK_TEXT(layout, again);
}

static void check_numbers(void)
{
    double worst_exp = 0, worst_log = 0, worst_wave = 0;
    for (int i = -7000; i <= 7000; i++) {
        double x = i * 0.0999, gap = fabs(hsi_exp(x) / exp(x) - 1);
        worst_exp = gap <= worst_exp ? worst_exp : gap;
        double y = exp(x / 2), off = fabs(hsi_log(y) - x / 2) / (1 + fabs(x));
        worst_log = off <= worst_log ? worst_log : off;
        double angle = i * 3.14159265358979 / 7000, s, c;
        hsi_sin_cos(angle, &s, &c);
        double turn = fabs(s - sin(angle)) + fabs(c - cos(angle));
        worst_wave = turn <= worst_wave ? worst_wave : turn;
    }
    CHECK_NEAR(worst_exp, 0, 1e-13);
    CHECK_NEAR(worst_log, 0, 1e-14);
    CHECK_NEAR(worst_wave, 0, 1e-14);
    CHECK(hsi_exp(-1e9) > 0 && hsi_exp(-1e9) < 1e-300 && isfinite(hsi_exp(1e9)));
    CHECK(hsi_exp(0) == 1);
}

/* ------------------------------------------------------------------ the embedding's bytes */

/* A list of our own, so that the recorded hash does not follow the shipped one. */
static const char list[] =
    "{\"format\": \"headscope-lexicon 1\", \"groups\": ["
    "{\"class\": \"determiner\", \"kind\": \"article\", \"words\": \"the a an\"},"
    "{\"class\": \"pronoun\", \"kind\": \"subject\", \"entries\": {\"he\": \"3sm\", \"she\": "
    "\"3sf\", \"it\": \"3sn\"}},"
    "{\"class\": \"wh\", \"kind\": \"pronoun\", \"words\": \"who\"},"
    "{\"class\": \"preposition\", \"kind\": \"place\", \"words\": \"to near\"},"
    "{\"class\": \"auxiliary\", \"kind\": \"have\", \"entries\": {\"had\": \"d\"}},"
    "{\"class\": \"conjunction\", \"kind\": \"subordinating\", \"words\": \"because\"},"
    "{\"class\": \"noun\", \"sense\": \"person\", \"words\": \"student\"},"
    "{\"class\": \"noun\", \"sense\": \"place\", \"words\": \"library station\"},"
    "{\"class\": \"noun\", \"sense\": \"object\", \"words\": \"book\"},"
    "{\"class\": \"adverb\", \"kind\": \"time\", \"words\": \"yesterday\"},"
    "{\"class\": \"verb\", \"frame\": \"trans\", \"words\": \"deliver need\"},"
    "{\"class\": \"verb\", \"frame\": \"intrans\", \"words\": \"live\"}]}";

static const char *const sentence[] = {"The", "old", "student", "who", "lives", "near", "the",
    "station", "delivered", "a", "zorbling", "book", "to", "the", "library", "yesterday", "because",
    "she", "had", "needed", "it", "in", "1927", ",", "He", "said", "."};
enum { LENGTH = sizeof sentence / sizeof *sentence };

static uint64_t hash_bytes(const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * UINT64_C(1099511628211);
    return hash;
}

static void check_bytes(void)
{
    /* Changes whenever the tagger's inputs, the rules of the sketch or a block change; must not
     * change with the compiler, its options, the C library or the machine. Recorded on x86-64 with
     * gcc 12; little-endian floats. */
    const uint64_t recorded = UINT64_C(0x8309a0ef3fcf163e);
    struct hs_lexicon *lexicon = NULL;
    CHECK(hsi_lexicon_parse("list", list, sizeof list - 1, &lexicon, &error) == HS_OK);
    float *weights = rig_tagger_weights(7);
    static struct hs_word words[LENGTH];
    static float posterior[LENGTH * HS_TAG_COUNT], X[LENGTH * HS_D_MODEL],
        again[LENGTH * HS_D_MODEL];
    struct hs_token tokens[LENGTH];
    for (size_t i = 0; i < LENGTH; i++)
        tokens[i] = (struct hs_token){.text = sentence[i]};
    memset(again, 0xFF, sizeof again); /* every element must be written */
    if (lexicon && weights) {
        for (int run = 0; run < 2; run++) {
            hsi_features_look(lexicon, tokens, NULL, LENGTH, words);
            hsi_tagger_run(weights, words, LENGTH, posterior);
            CHECK(hsi_features_embed(words, posterior, LENGTH, run ? again : X));
        }
        CHECK(memcmp(X, again, sizeof X) == 0);
        CHECK(hash_bytes(X, sizeof X) == recorded);
        if (hash_bytes(X, sizeof X) != recorded)
            fprintf(stderr, "  hash 0x%016llx\n", (unsigned long long)hash_bytes(X, sizeof X));
        for (size_t i = 0; i < LENGTH; i++) {
            double sum = 0, code = 0;
            for (size_t t = 0; t < HS_TAG_COUNT; t++)
                sum += (double)X[i * HS_D_MODEL + HS_AT_TAG + t];
            for (size_t k = 0; k < HS_CODE_WIDTH; k++)
                code += pow((double)X[i * HS_D_MODEL + HS_AT_CODE + k], 2);
            CHECK_NEAR(sum, 1, 1e-5);
            CHECK(code > 0.15 && code < 1.0001); /* 0.4 to 1, squared */
            for (size_t d = HS_FEATURES_USED; d < HS_AT_CODE; d++)
                CHECK(X[i * HS_D_MODEL + d] == 0);
        }
        for (size_t i = 0; i < LENGTH * HS_D_MODEL; i++)
            if (!(fabsf(X[i]) <= 2))
                CHECK(false);
    }
    free(weights);
    hsi_lexicon_drop(lexicon);
}

/* The longest text there may be, of one word, of verbs only, and none at all. */
static void check_lengths(void)
{
    static const char *const fill[] = {
        "who", "lives", "the", ",", "and", "she", "zorbling", "(", "to"};
    struct hs_lexicon *lexicon = NULL;
    CHECK(hsi_lexicon_parse("list", list, sizeof list - 1, &lexicon, &error) == HS_OK);
    float *weights = calloc(hsi_tagger_inputs() * HS_TAG_COUNT, sizeof *weights);
    struct hs_token *tokens = calloc(HS_MAX_TOKENS, sizeof *tokens);
    struct hs_word *words = calloc(HS_MAX_TOKENS, sizeof *words);
    float *posterior = calloc(HS_MAX_TOKENS, HS_TAG_COUNT * sizeof *posterior);
    float *X = calloc(HS_MAX_TOKENS, HS_D_MODEL * sizeof *X);
    CHECK(weights && tokens && words && posterior && X && lexicon);
    for (size_t k = 0; k < sizeof fill / sizeof *fill && X && lexicon; k++) {
        for (size_t i = 0; i < HS_MAX_TOKENS; i++)
            tokens[i].text = fill[k];
        hsi_features_look(lexicon, tokens, NULL, HS_MAX_TOKENS, words);
        hsi_tagger_run(weights, words, HS_MAX_TOKENS, posterior);
        CHECK(hsi_features_embed(words, posterior, HS_MAX_TOKENS, X));
        bool finite = true;
        for (size_t i = 0; i < (size_t)HS_MAX_TOKENS * HS_D_MODEL; i++)
            finite = finite && isfinite(X[i]);
        CHECK(finite);
    }
    CHECK(hsi_features_embed(words, posterior, 0, X));
    free(weights);
    free(tokens);
    free(words);
    free(posterior);
    free(X);
    hsi_lexicon_drop(lexicon);
}

TEST(test_preset_features)
{
    check_blocks();
    check_numbers();
    check_bytes();
    check_lengths();
    return check_report();
}
