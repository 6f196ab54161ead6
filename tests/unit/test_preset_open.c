/* Opening the preset: a missing, damaged or foreign file is an error that names it; W^V and W^O are
 * what their formulas say; embedding, labels and the read-out work through hs.h. */
#include "check.h"
#include "base/safetensors.h"
#include "preset/features/blocks.h"
#include "preset/features/features.h"
#include "preset/preset_file.h"

#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER HS_BINARY_DIR "/test_preset_open"
#define WEIGHTS FOLDER "/preset.safetensors"
#define LIST FOLDER "/lexicon.json"

static struct hs_error error;
static const struct hs_preset_meta meta = {
    .seed = "7", .command = "none", .grammar = "none", .sentences = "5"};

static const char list[] =
    "{\"format\": \"headscope-lexicon 1\", \"groups\": ["
    "{\"class\": \"noun\", \"sense\": \"person\", \"words\": \"student teacher king\"},"
    "{\"class\": \"noun\", \"sense\": \"object\", \"words\": \"book lamp car\"},"
    "{\"class\": \"verb\", \"frame\": \"trans\", \"words\": \"bring take see\"}]}";

static void put_file(const char *path, const void *bytes, size_t length)
{
    CHECK(hs_file_write(path, bytes, length, true, &error) == HS_OK);
}

static void refuse(enum hs_status want, const char *file, const char *must_say)
{
    struct hs_preset *preset = NULL;
    enum hs_status status = hs_preset_open(FOLDER, &preset, &error);
    bool right =
        status == want && !preset && tells(error.message, file) && tells(error.message, must_say);
    CHECK(right);
    if (!right)
        fprintf(stderr, "  wanted \"%s\": status %d, %s\n", must_say, (int)status,
            status ? error.message : "opened");
    hs_preset_drop(preset);
}

/* Writes weights as the trainer does, but with tensor k replaced. */
static void put_tensors(
    size_t k, struct hs_tensor_out other, size_t count, const char *format, const char *layout)
{
    static float zeros[HS_D_MODEL * HS_D_MODEL];
    float *tagger = calloc(hsi_tagger_inputs() * HS_TAG_COUNT, sizeof *tagger);
    struct hs_tensor_out out[4] = {
        {"tagger", HS_DTYPE_F16, 2, {hsi_tagger_inputs(), HS_TAG_COUNT}, .values = tagger},
        {"W_Q", HS_DTYPE_F16, 2, {hsi_features_used(), HS_D_MODEL}, .values = zeros},
        {"W_K", HS_DTYPE_F32, 2, {hsi_features_used(), HS_D_MODEL}, .values = zeros},
        {"extra", HS_DTYPE_F16, 1, {2}, .values = zeros}};
    struct hs_tensor_note notes[] = {{"format", format}, {"layout", layout}};
    if (k < 4)
        out[k] = other;
    CHECK(hsi_tensors_write(WEIGHTS, true, notes, 2, out, count, &error) == HS_OK);
    free(tagger);
}

static void check_refusals(void)
{
    static float values[HS_D_MODEL * HS_D_MODEL];
    char layout[17];
    CHECK(hsi_features_layout(layout, &error) == HS_OK);
    const size_t used = hsi_features_used();
    const struct hs_tensor_out none = {0};
    unlink(WEIGHTS);
    refuse(HS_IO, "preset.safetensors", "no such file");
    put_file(WEIGHTS, "", 0);
    refuse(HS_BAD_INPUT, "preset.safetensors", "too short");
    put_tensors(9, none, 3, "headscope-preset 1", layout);
    struct hs_preset *preset = NULL;
    CHECK(hs_preset_open(FOLDER, &preset, &error) == HS_OK); /* F16 and F32 may be mixed */
    hs_preset_drop(preset);
    put_tensors(9, none, 3, "headscope-preset 2", layout);
    refuse(HS_BAD_INPUT, "preset.safetensors", "format");
    put_tensors(9, none, 3, "headscope-preset 1", "0123456789abcdef");
    refuse(HS_BAD_INPUT, "preset.safetensors", "0123456789abcdef");
    put_tensors(9, none, 2, "headscope-preset 1", layout);
    refuse(HS_BAD_INPUT, "preset.safetensors", "W_K");
    put_tensors(9, none, 4, "headscope-preset 1", layout);
    refuse(HS_BAD_INPUT, "preset.safetensors", "found 4");
    put_tensors(1, (struct hs_tensor_out){"W_V", HS_DTYPE_F16, 2, {used, HS_D_MODEL}, .values = values}, 3,
        "headscope-preset 1", layout);
    refuse(HS_BAD_INPUT, "preset.safetensors", "W_Q");
    put_tensors(1, (struct hs_tensor_out){"W_Q", HS_DTYPE_F16, 2, {used - 1, HS_D_MODEL}, .values = values},
        3, "headscope-preset 1", layout);
    refuse(HS_BAD_INPUT, "preset.safetensors", "W_Q");
    put_tensors(1, (struct hs_tensor_out){"W_Q", HS_DTYPE_F16, 2, {HS_D_MODEL, used}, .values = values}, 3,
        "headscope-preset 1", layout);
    refuse(HS_BAD_INPUT, "preset.safetensors", "W_Q");
    put_tensors(1, (struct hs_tensor_out){"W_Q", HS_DTYPE_F16, 1, {used * HS_D_MODEL}, .values = values}, 3,
        "headscope-preset 1", layout);
    refuse(HS_BAD_INPUT, "preset.safetensors", "W_Q");
    /* a NaN in the middle of W_K, which lies last in the file */
    put_tensors(9, none, 3, "headscope-preset 1", layout);
    char *bytes;
    size_t length;
    CHECK(hs_file_read(WEIGHTS, 8 << 20, &bytes, &length, &error) == HS_OK);
    memset(bytes + length - 4 * 1001, 0xFF, 4);
    put_file(WEIGHTS, bytes, length);
    refuse(HS_BAD_INPUT, "preset.safetensors", "not finite");
    put_file(WEIGHTS, bytes, length - 1);
    refuse(HS_BAD_INPUT, "preset.safetensors", "cut off: its header promises 1575296 bytes and the file has 1575295");
    free(bytes);
    unlink(LIST);
    refuse(HS_IO, "lexicon.json", "no such file");
    put_file(LIST, "{}", 2);
    refuse(HS_BAD_INPUT, "lexicon.json", "format");
    put_file(LIST, list, sizeof list - 1);
}

static struct hs_preset *written(void)
{
    static float W[HS_D_MODEL * HS_D_MODEL];
    float *tagger = calloc(hsi_tagger_inputs() * HS_TAG_COUNT, sizeof *tagger);
    for (size_t i = 0; i < HS_D_MODEL * HS_D_MODEL; i++)
        W[i] = (float)(i % 97) / 64; /* exact as half floats */
    struct hs_preset *preset = NULL;
    char *bytes[2];
    size_t length[2];
    for (size_t k = 0; k < 2; k++) { /* equal input gives equal bytes */
        CHECK(hsi_preset_write(WEIGHTS, tagger, W, W, &meta, &error) == HS_OK);
        CHECK(hs_file_read(WEIGHTS, 8 << 20, &bytes[k], &length[k], &error) == HS_OK);
    }
    CHECK(length[0] == length[1] && memcmp(bytes[0], bytes[1], length[0]) == 0);
    CHECK(length[0] < 3 << 20);
    free(bytes[0]);
    free(bytes[1]);
    CHECK(hs_preset_open(FOLDER, &preset, &error) == HS_OK);
    free(tagger);
    return preset;
}

static void check_matrices(const struct hs_preset *preset)
{
    struct hs_weights w = hs_preset_weights(preset);
    const size_t used = hsi_features_used(), d = HS_D_MODEL;
    size_t right = 0;
    CHECK(w.d_model == d && !w.b_Q && !w.b_O);
    for (size_t i = 0; i < d * d; i++) {
        float want =
            i < used * d ? (float)(i % 97) / 64 : 0; /* rows past the used ones read nothing */
        right += w.W_Q[i] == want && w.W_K[i] == want;
    }
    CHECK(right == d * d);
    /* W^O W^O^T = 1: every pair of rows */
    double worst = 0;
    for (size_t a = 0; a < d; a++)
        for (size_t b = 0; b < d; b++) {
            double dot = 0;
            for (size_t k = a % 64; k < d; k += 64) /* other columns of row a are zero */
                dot += (double)w.W_O[a * d + k] * (double)w.W_O[b * d + k];
            double off = fabs(dot - (a == b));
            worst = off <= worst ? worst : off;
        }
    CHECK_NEAR(worst, 0, 1e-6);
    size_t ones = 0, zeros = 0;
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) {
            bool copies = i >= hsi_features_code() && i - hsi_features_code() == j % 64;
            ones += copies && w.W_V[i * d + j] == 1;
            zeros += !copies && w.W_V[i * d + j] == 0;
        }
    CHECK(ones == 8 * 64 && zeros == d * d - 8 * 64);
    const struct hs_model *model = NULL, *same = NULL;
    CHECK(hs_preset_model(preset, &model, &error) == HS_OK && model);
    CHECK(hs_preset_model(preset, &same, &error) == HS_OK && same == model);
}

/* Puts a word into one slot as W^V and W^O do and asks for it. */
static void check_readout(const struct hs_preset *preset)
{
    const char *texts[] = {"student", "sees", "lamps"};
    struct hs_tokens *tokens = NULL;
    struct hs_embedding *embedding = NULL;
    CHECK(hs_tokens_new(texts, 3, &tokens, &error) == HS_OK);
    CHECK(hs_preset_embed(preset, tokens, &embedding, &error) == HS_OK);
    if (!embedding)
        return;
    CHECK(embedding->n == 3);
    CHECK_TEXT(embedding->info[0].tag, "NOUN");
    CHECK(embedding->info[0].known && embedding->info[0].tag_probability > 0.5f);
    CHECK(strstr(embedding->info[0].features, "person") &&
          strstr(embedding->info[2].features, "plural"));
    struct hs_weights w = hs_preset_weights(preset);
    for (size_t slot = 0; slot < 8; slot++)
        for (size_t i = 0; i < 3; i++) {
            float concat[HS_D_MODEL] = {0}, output[HS_D_MODEL] = {0}, strength = 0;
            for (size_t k = 0; k < 64; k++)
                concat[slot * 64 + k] =
                    0.5f * embedding->X[i * HS_D_MODEL + hsi_features_code() + k];
            for (size_t k = 0; k < HS_D_MODEL; k++)
                for (size_t j = 0; j < HS_D_MODEL; j++)
                    output[j] += concat[k] * w.W_O[k * HS_D_MODEL + j];
            struct hs_word_match match[3];
            CHECK(hs_preset_read_slot(preset, output, slot, match, 3, &strength) == 3);
            CHECK_TEXT(match[0].word, texts[i]);
            CHECK_NEAR(match[0].cosine, 1, 1e-5);
            CHECK(match[0].cosine >= match[1].cosine && match[1].cosine >= match[2].cosine);
            CHECK(strength > 0.3f && strength < 0.51f);
            CHECK(hs_preset_read_slot(preset, output, (slot + 1) % 8, match, 3, &strength) == 0 ||
                  strength < 1e-5f);
            CHECK(hs_preset_read_slot(preset, output, slot, match, 0, NULL) == 0);
        }
    hs_embedding_drop(embedding);
    hs_tokens_drop(tokens);
    CHECK(hs_tokens_new(texts, 0, &tokens, &error) == HS_OK);
    CHECK(hs_preset_embed(preset, tokens, &embedding, &error) == HS_OK && embedding->n == 0);
    hs_embedding_drop(embedding);
    hs_tokens_drop(tokens);
}

static void check_labels(const struct hs_preset *preset)
{
    static const struct {
        size_t h, head;
        const char *label;
    } cases[] = {{8, 0, "subject–verb"}, {8, 7, "previous token"},
        {4, 0, "subject–verb + verb–object"}, {16, 1, "subject–verb (2 of 2)"},
        {512, 511, "previous token (64 of 64)"}, {1, 0, "all eight relations"}};
    char label[256];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hs_preset_head_label(cases[i].h, cases[i].head, label, sizeof label);
        CHECK_TEXT(label, cases[i].label);
    }
    /* cut to whole characters: "subject" + the three bytes of a dash */
    hs_preset_head_label(8, 0, label, 10);
    CHECK_TEXT(label, "subject");
    hs_preset_head_label(8, 0, label, 11);
    CHECK_TEXT(label, "subject–");
    hs_preset_head_label(8, 0, label, 1);
    CHECK_TEXT(label, "");
    CHECK(strstr(hs_preset_label(preset), "seed 7") && hs_preset_trained(preset));
}

TEST(test_preset_open)
{
    mkdir(FOLDER, 0777);
    put_file(LIST, list, sizeof list - 1);
    check_refusals();
    struct hs_preset *preset = written();
    if (preset) {
        check_matrices(preset);
        check_readout(preset);
        check_labels(preset);
    }
    hs_preset_drop(preset);
    hs_preset_drop(NULL);
    hs_embedding_drop(NULL);
    unlink(WEIGHTS);
    unlink(LIST);
    rmdir(FOLDER);
    return check_report();
}
