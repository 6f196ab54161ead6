/* test_checkpoint_source.c – real models as a source of attention: recognised, told about, run on a text; tokens with their bytes,
 * words, planes, modes, weights, and a text that grows letter by letter. Numbers are the pass's own, which test_checkpoint judges. */
#include "check.h"
#include "hs.h"
#include "hs_checkpoint.h"
#include "tokenizer/tokenizer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MODELS HS_SOURCE_DIR "/tests/models/"
static const char text[] = "The student delivered the book to the library yesterday.";

static struct hs_source *opens(const char *path)
{
    struct hs_source *source = NULL;
    struct hs_error error = {0};
    CHECK(hs_source_open(path, NULL, &source, &error) == HS_OK);
    if (!source)
        fprintf(stderr, "  %s: %s\n", path, error.message);
    return source;
}

static struct hs_set *runs(struct hs_source *source, struct hs_request request)
{
    struct hs_set *set = NULL;
    struct hs_error error = {0};
    CHECK(hs_source_run(source, &request, &set, &error) == HS_OK);
    if (!set)
        fprintf(stderr, "  %s\n", error.message);
    return set;
}

static struct hs_request asks(const struct hs_source *source, size_t length)
{
    struct hs_request request = hs_request_of(source);
    request.text = text;
    request.length = length;
    return request;
}

static double row_sum(const struct hs_set *set, size_t layer, size_t head, size_t q)
{
    struct hs_matrix A = hs_set_weights(set, layer, head);
    double sum = 0;
    for (size_t k = 0; k < A.cols; k++)
        sum += (double)A.data[q * A.stride + k];
    return sum;
}

/* All layers; every row of every head sums to 1, and each token's bytes are the letters that it shows. */
static void test_model(const char *folder, bool causal, size_t layers, size_t heads)
{
    struct hs_source *source = opens(folder);
    if (!source)
        return;
    struct hs_source_info info = hs_source_info(source);
    const struct hs_part *part = hs_source_part(source, 0);
    CHECK(part->L == layers && part->h == heads && part->causal == causal && strcmp(info.kind, "checkpoint") == 0);
    CHECK(hs_source_can(source, HS_CAN_TEXT | HS_CAN_MODES | HS_CAN_PLANES | HS_CAN_LAYERS) && info.longest == 96);
    struct hs_request request = asks(source, sizeof text - 1);
    request.view.layer = SIZE_MAX;
    request.keep = 0;
    struct hs_set *set = runs(source, request);
    struct hs_set_shape shape = hs_set_shape(set);
    CHECK(shape.L == layers && shape.h == heads && shape.n == shape.m && shape.mask == (causal ? HS_MASK_CAUSAL : HS_MASK_NONE));
    const struct hs_tokens *tokens = hs_set_tokens(set, HS_QUERY);
    CHECK(tokens->count == shape.n && tokens->count > 10);
    /* The model's own marks and the stop say that they are; a piece of a word does not. */
    bool marks = tokens->token[0].end == 0;
    CHECK((tokens->token[0].kind == HS_TOKEN_SYMBOL) == marks && tokens->token[3].kind == HS_TOKEN_PIECE);
    for (size_t i = 0; i < shape.n; i++)
        CHECK((tokens->token[i].kind == HS_TOKEN_PUNCT) == (strcmp(tokens->token[i].text, ".") == 0 || strcmp(tokens->token[i].text, "·.") == 0));
    for (size_t i = 0; i < shape.n; i++) {
        for (size_t j = 0; j < layers * heads; j++)
            CHECK_NEAR(row_sum(set, j / heads, j % heads, i), 1, 1e-5);
        struct hs_token t = tokens->token[i];
        const char *shown = t.text + (strncmp(t.text, "·", 2) == 0 ? 2 : 0);
        if (t.end > t.start && strcmp(t.text, "␣") != 0) /* byte-level pieces take the blank before them along */
            CHECK(strncasecmp(text + t.start + (text[t.start] == ' '), shown, strlen(shown)) == 0);
    }
    struct hs_tokens *alone = NULL;
    CHECK(hs_source_tokens(source, text, sizeof text - 1, &alone, NULL) == HS_OK && hs_tokens_equal(alone, tokens));
    hs_tokens_drop(alone);
    hs_source_drop(source); /* the set lives on */
    CHECK_NEAR(row_sum(set, layers - 1, heads - 1, shape.n - 1), 1, 1e-5);
    hs_set_drop(set);
}

static void test_layer(const char *folder)
{
    struct hs_source *source = opens(folder);
    struct hs_request request = asks(source, sizeof text - 1);
    request.view.layer = SIZE_MAX;
    request.keep_layer = SIZE_MAX;
    request.keep = HS_KEEP_ALL;
    struct hs_set *all = runs(source, request);
    request.view.layer = 1;
    struct hs_set *one = runs(source, request);
    struct hs_set_shape shape = hs_set_shape(one);
    CHECK(shape.L == 1 && shape.layer == 1 && shape.planes == (hs_set_shape(all).planes));
    CHECK(shape.planes == HS_KEEP_ALL);
    size_t n = shape.n;
    for (size_t head = 0; head < shape.h; head++) {
        struct hs_matrix a = hs_set_weights(all, 1, head), b = hs_set_weights(one, 0, head);
        CHECK(memcmp(a.data, b.data, n * n * sizeof(float)) == 0);
        for (unsigned plane = 0; plane < HS_PLANE_COUNT; plane++)
            CHECK(hs_set_plane(one, (enum hs_plane)plane, 0, head).data != NULL);
        struct hs_matrix scores = hs_set_plane(one, HS_PLANE_SCORES, 0, head), raw = hs_set_plane(one, HS_PLANE_RAW, 0, head);
        CHECK_NEAR((double)scores.data[0], (double)raw.data[0] * shape.scale, 1e-5);
    }
    /* An output row is the concat times W^O, in the form that lenses and explanations take. */
    struct hs_weights weights;
    struct hs_error error;
    CHECK(hs_source_can(source, HS_CAN_WEIGHTS) && hs_source_weights(source, 1, &weights, &error) == HS_OK);
    struct hs_matrix concat = hs_set_plane(one, HS_PLANE_CONCAT, 0, 0), out = hs_set_plane(one, HS_PLANE_OUTPUT, 0, 0);
    struct hs_matrix X = hs_set_plane(one, HS_PLANE_X_KV, 0, 0);
    struct hs_matrix V = hs_set_plane(one, HS_PLANE_V, 0, shape.h - 1);
    for (size_t c = 0; c < weights.d_model; c++) {
        double sum = (double)weights.b_O[c];
        for (size_t k = 0; k < weights.d_model; k++)
            sum += (double)concat.data[(n - 1) * concat.stride + k] * (double)weights.W_O[k * weights.d_model + c];
        CHECK_NEAR((double)out.data[(n - 1) * out.stride + c], sum, 1e-4);
    }
    for (size_t c = 0; c < shape.d_k; c++) { /* the last head's values: of the key head that it shares */
        size_t column = (shape.h - 1) * shape.d_k + c;
        double sum = (double)weights.b_V[column];
        for (size_t k = 0; k < weights.d_model; k++)
            sum += (double)X.data[(n - 1) * X.stride + k] * (double)weights.W_V[k * weights.d_model + column];
        CHECK_NEAR((double)V.data[(n - 1) * V.stride + c], sum, 1e-4);
    }
    hs_set_drop(one);
    hs_set_drop(all);
    hs_source_drop(source);
}

/* Every value that is a sum is the sum of its terms, and is not that of its neighbour. */
static double far_from_terms(const struct hs_set *set, const struct hs_weights *weights, enum hs_plane plane, size_t head)
{
    struct hs_matrix matrix = hs_set_plane(set, plane, 0, head);
    struct hs_term term[3];
    struct hs_sum sum;
    double worst = matrix.data ? 0 : 1e9;
    for (size_t row = matrix.data ? matrix.rows - 3 : 0; row < matrix.rows; row++)
        for (size_t col = 0; col < matrix.cols && col < 7; col++) {
            if (plane == HS_PLANE_SCORES && hs_set_masked(set, row, col))
                continue;
            CHECK(hs_plane_terms(set, weights, plane, head, row, col, term, 3, &sum) > 0);
            worst = fmax(worst, fabs(sum.total - (double)matrix.data[row * matrix.stride + col]));
        }
    return worst;
}

static void test_steps(const char *folder, enum hs_layer_kind kind, unsigned turns)
{
    static const enum hs_plane sums[] = {HS_PLANE_Q_RAW, HS_PLANE_K_RAW, HS_PLANE_V, HS_PLANE_RAW, HS_PLANE_SCORES, HS_PLANE_HEAD, HS_PLANE_CONCAT, HS_PLANE_OUTPUT};
    static const enum hs_plane added[] = {HS_PLANE_ATTENDED, HS_PLANE_RESULT};
    struct hs_source *source = opens(folder);
    struct hs_request request = asks(source, sizeof text - 1);
    struct hs_weights weights;
    struct hs_error error;
    struct hs_term term;
    struct hs_sum sum;
    request.view.layer = 1;
    struct hs_set *set = runs(source, request), *below;
    struct hs_set_shape shape = hs_set_shape(set);
    CHECK(shape.layer_kind == kind && shape.turns == turns);
    CHECK(hs_source_can(source, HS_CAN_WEIGHTS) && hs_source_weights(source, 1, &weights, &error) == HS_OK);
    CHECK(weights.width == shape.h * shape.d_k);
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        if (!shape.score_bias || sums[i] != HS_PLANE_SCORES)
            for (size_t head = 0; head < shape.h; head += shape.h - 1)
                CHECK_NEAR(far_from_terms(set, &weights, sums[i], head), 0, 2e-5);
    for (size_t i = 0; i < 2; i++)
        if (kind == HS_LAYER_POST_NORM)
            CHECK(hs_plane_terms(set, &weights, added[i], 0, 2, 3, &term, 1, &sum) == 0);
        else
            CHECK_NEAR(far_from_terms(set, &weights, added[i], 0), 0, 2e-5);
    CHECK((hs_plane_terms(set, &weights, HS_PLANE_Q, 0, 2, 3, &term, 1, &sum) > 0) == !turns);
    struct hs_matrix turned = hs_set_plane(set, HS_PLANE_K, 0, 1), raw = hs_set_plane(set, HS_PLANE_K_RAW, 0, 1);
    CHECK((memcmp(turned.data + 4 * turned.stride, raw.data + 4 * raw.stride, shape.d_k * sizeof(float)) == 0) == !turns);
    /* What a layer leaves is what the next one gets. */
    request.view.layer = 0;
    below = runs(source, request);
    struct hs_matrix left = hs_set_plane(below, HS_PLANE_RESULT, 0, 0), got = hs_set_plane(set, HS_PLANE_INPUT, 0, 0);
    CHECK(left.data && got.data && memcmp(left.data + 5 * left.stride, got.data + 5 * got.stride, got.cols * sizeof(float)) == 0);
    hs_set_drop(below);
    hs_set_drop(set);
    hs_source_drop(source);
}

/* Words: as many rows as blanks and marks make, each summing to 1; the columns of a word's pieces summed. */
static void test_words(void)
{
    struct hs_source *source = opens(MODELS "bert");
    struct hs_request request = asks(source, sizeof text - 1);
    CHECK(hs_source_can(source, HS_CAN_PIECES));
    request.keep = 0;
    struct hs_set *pieces = runs(source, request);
    request.view.pieces = HS_PIECES_WORDS;
    struct hs_set *words = runs(source, request);
    static const char *const expected[] = {"[CLS]", "the", "student", "delivered", "the", "book", "to", "the", "library", "yesterday", ".", "[SEP]"};
    const struct hs_tokens *tokens = hs_set_tokens(words, HS_QUERY);
    size_t count = sizeof expected / sizeof *expected, first = 0;
    CHECK(tokens->count == count);
    const struct hs_tokens *all = hs_set_tokens(pieces, HS_QUERY);
    double sum = 0;
    for (size_t i = 0; i < count && tokens->count == count; i++) {
        CHECK_TEXT(tokens->token[i].text, expected[i]);
        CHECK_NEAR(row_sum(words, 0, 1, i), 1, 1e-5);
    }
    while (first < all->count && all->token[first].start < 4) /* "student" */
        first++;
    struct hs_matrix A = hs_set_weights(pieces, 0, 1), W = hs_set_weights(words, 0, 1);
    for (size_t k = first; k < all->count && all->token[k].end <= 11 && all->token[k].end > 0; k++)
        sum += (double)A.data[k]; /* what [CLS], a word of one piece, gives to it */
    CHECK_NEAR((double)W.data[2], sum, 1e-6);
    hs_set_drop(words);
    hs_set_drop(pieces);
    hs_source_drop(source);
}

static void test_modes_and_growth(void)
{
    struct hs_source *source = opens(MODELS "gpt2");
    struct hs_request request = asks(source, 8);
    struct hs_set *set = NULL, *whole = NULL;
    request.keep = 0;
    request.view.layer = SIZE_MAX;
    for (request.length = 4; request.length <= 20; request.length++) {
        hs_set_drop(set);
        set = runs(source, request);
    }
    struct hs_source *other = opens(MODELS "gpt2/config.json");
    request.length = 20;
    whole = runs(other, request);
    size_t n = hs_set_shape(whole).n;
    double worst = 0;
    CHECK(hs_set_shape(set).n == n);
    for (size_t head = 0; head < 8; head++)
        for (size_t i = 0; i < n * n; i++)
            worst = fmax(worst, fabs((double)hs_set_weights(set, head / 4, head % 4).data[i] - (double)hs_set_weights(whole, head / 4, head % 4).data[i]));
    CHECK_NEAR(worst, 0, 2e-6);
    const uint8_t mode[4] = {HS_HEAD_UNIFORM, HS_HEAD_OFF, HS_HEAD_ON, HS_HEAD_ON};
    request.head_mode = mode;
    struct hs_set *changed = runs(source, request);
    struct hs_matrix A = hs_set_weights(changed, 1, 0);
    CHECK_NEAR((double)A.data[(n - 1) * A.stride], 1 / (double)n, 1e-6);
    CHECK(hs_set_head_mode(changed, 0, 1) == HS_HEAD_OFF);
    hs_set_drop(changed);
    hs_set_drop(whole);
    hs_set_drop(set);
    hs_source_drop(other);
    hs_source_drop(source);
}

static bool same_tokens(const struct hs_likely *a, const struct hs_guess *b)
{
    bool same = a->count == HS_LIKELY_MOST;
    for (size_t i = 0; i < a->count && same; i++)
        same = a->token[i].id == b[i].id && fabs(a->token[i].probability - b[i].probability) < 1e-9;
    return same;
}

/* The answer at a token is the pass's at its last piece (of a model that goes on) or at the mask (of one that fills); which tokens
 * these are, test_checkpoint judges. */
static void test_answer(const char *folder, const char *asked, size_t at, enum hs_pieces form, bool fills, const char *token, size_t piece)
{
    struct hs_source *source = opens(folder);
    struct hs_checkpoint *model = NULL;
    struct hs_tokenizer *tokenizer = NULL;
    struct hs_encoding *pieces = NULL;
    struct hs_forward *forward = NULL;
    struct hs_guess guess[HS_LIKELY_MOST];
    struct hs_likely answer;
    struct hs_error error;
    size_t count;
    struct hs_request request = hs_request_of(source);
    request.text = asked;
    request.length = strlen(asked);
    request.view.pieces = form;
    struct hs_set *set = runs(source, request);
    CHECK(hs_source_can(source, HS_CAN_ANSWER));
    CHECK(hs_source_answer(source, &request, at, &answer, &error) == HS_OK);
    CHECK(answer.fills == fills && answer.masked == fills && answer.at < hs_set_shape(set).n);
    CHECK_TEXT(hs_set_tokens(set, HS_QUERY)->token[answer.at].text, token);
    CHECK(answer.start == hs_set_tokens(set, HS_QUERY)->token[answer.at].start && answer.end == hs_set_tokens(set, HS_QUERY)->token[answer.at].end);
    CHECK(hs_checkpoint_open(folder, NULL, &model, &error) == HS_OK && hsi_tokenizer_open(folder, &tokenizer, &error) == HS_OK);
    CHECK(hsi_tokenizer_encode(tokenizer, asked, strlen(asked), true, &pieces, &error) == HS_OK && piece < pieces->count);
    uint32_t ids[96];
    for (size_t i = 0; i < pieces->count && i < 96; i++)
        ids[i] = pieces->piece[i].id;
    struct hs_forward_config config = {.ids = ids, .n = pieces->count};
    CHECK(hs_checkpoint_run(model, &config, &forward, &error) == HS_OK);
    CHECK(hs_forward_answer(forward, piece, guess, HS_LIKELY_MOST, &count, &error) == HS_OK && same_tokens(&answer, guess));
    CHECK(hs_forward_answer(forward, piece ? piece - 1 : 1, guess, HS_LIKELY_MOST, &count, &error) == HS_OK && !same_tokens(&answer, guess));
    CHECK(hs_source_answer(source, &request, hs_set_shape(set).n, &answer, &error) == HS_BAD_USE);
    hs_forward_drop(forward);
    hsi_encoding_drop(pieces);
    hsi_tokenizer_drop(tokenizer);
    hs_checkpoint_drop(model);
    hs_set_drop(set);
    hs_source_drop(source);
}

static void test_answers(void)
{
    struct hs_likely answer;
    struct hs_error error;
    test_answer(MODELS "gpt2", "The cat", SIZE_MAX, HS_PIECES_READABLE, false, "·t", 4);
    test_answer(MODELS "gpt2", "The cat", 1, HS_PIECES_READABLE, false, "·he", 1);
    test_answer(MODELS "bert", "the [MASK] is here", SIZE_MAX, HS_PIECES_READABLE, true, "[MASK]", 2);
    test_answer(MODELS "bert", "the students [MASK] here", SIZE_MAX, HS_PIECES_WORDS, true, "[MASK]", 6);
    test_answer(MODELS "gpt2", "The student delivered", 1, HS_PIECES_WORDS, false, "student", 7);
    test_answer(MODELS "gpt2", "The student delivered", 3, HS_PIECES_WORDS, false, "delivered", 13);
    struct hs_source *source = opens(MODELS "bert");
    struct hs_request request = asks(source, 20);
    CHECK(hs_source_answer(source, &request, SIZE_MAX, &answer, &error) == HS_OK && answer.fills && answer.at == SIZE_MAX && answer.count == 0);
    CHECK(hs_source_answer(source, &request, 2, &answer, &error) == HS_OK && answer.count == HS_LIKELY_MOST && !answer.masked);
    hs_source_drop(source);
    source = opens(MODELS "bert-base"); /* saved without its head */
    request = asks(source, 20);
    CHECK(!hs_source_can(source, HS_CAN_ANSWER));
    CHECK(hs_source_answer(source, &request, SIZE_MAX, &answer, &error) == HS_BAD_USE && tells(error.message, "masked LM"));
    hs_source_drop(source);
}

static void test_errors(void)
{
    struct hs_source *source = opens(MODELS "bert");
    struct hs_request request = hs_request_of(source);
    struct hs_set *set = NULL;
    struct hs_error error;
    static char tedious[4000];
    memset(tedious, 'a', sizeof tedious - 1);
    for (size_t i = 5; i < sizeof tedious - 1; i += 5)
        tedious[i] = ' ';
    request.text = tedious;
    request.length = sizeof tedious - 1;
    CHECK(hs_source_run(source, &request, &set, &error) == HS_LIMIT && tells(error.message, "96"));
    request.text = "\xff";
    request.length = 1;
    CHECK(hs_source_run(source, &request, &set, &error) == HS_BAD_INPUT && !set);
    hs_source_drop(source);
    CHECK(hs_source_knows(MODELS "bert") > 0 && hs_source_knows(MODELS "bert/tokenizer.json") > 0);
    CHECK(hs_source_knows(MODELS) == 0);
}

TEST(test_checkpoint_source)
{
    test_model(MODELS "bert", false, 3, 3);
    test_model(MODELS "gpt2", true, 2, 4);
    test_model(MODELS "llama", true, 2, 6);
    test_model(MODELS "xlm-roberta", false, 3, 3);
    test_layer(MODELS "bert");
    test_layer(MODELS "llama");
    test_layer(MODELS "gpt-neox");
    test_steps(MODELS "bert", HS_LAYER_POST_NORM, 0);
    test_steps(MODELS "gpt2", HS_LAYER_PRE_NORM, 0);
    test_steps(MODELS "llama", HS_LAYER_PRE_NORM, HS_TURNS_POSITION);
    test_steps(MODELS "qwen3", HS_LAYER_PRE_NORM, HS_TURNS_POSITION | HS_TURNS_NORM);
    test_steps(MODELS "gpt-neox", HS_LAYER_PARALLEL, HS_TURNS_POSITION);
    test_steps(MODELS "mpnet", HS_LAYER_POST_NORM, 0);
    test_words();
    test_modes_and_growth();
    test_answers();
    test_errors();
    return check_report();
}
