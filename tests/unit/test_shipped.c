/* test_shipped.c – what the shipped weights must show: the seed sentences, the squeeze at one head,
 * and floors on the sample sentences and on everyday ones. The floors stand a little below the
 * figures in assets/doc/model.md. */
#include "check.h"
#include "hs.h"

static struct hs_preset *preset;

/* The weights (h, n, n) of a sentence. */
static struct hs_set *run(const char *text, size_t h)
{
    struct hs_run_options options = hs_run_defaults();
    struct hs_set *set = NULL;
    struct hs_error error = {0};
    options.h = h;
    if (hs_run_text(preset, text, strlen(text), &options, &set, &error))
        fprintf(stderr, "%s\n", error.message);
    CHECK(set != NULL);
    return set;
}

static size_t place(const struct hs_set *set, const char *word)
{
    const struct hs_tokens *tokens = hs_set_tokens(set, HS_QUERY);
    size_t i = 0;
    while (i + 1 < tokens->count && strcmp(tokens->token[i].text, word))
        i++;
    CHECK_TEXT(tokens->token[i].text, word);
    return i;
}

static double weight(const struct hs_set *set, size_t head, const char *query, const char *key)
{
    struct hs_matrix A = hs_set_weights(set, 0, head);
    return (double)A.data[place(set, query) * A.stride + place(set, key)];
}

static size_t rank(const struct hs_set *set, size_t head, const char *query, const char *key)
{
    return hs_row_rank(set, 0, head, place(set, query), place(set, key));
}

static void seed_sentence(void)
{
    static const char text[] = "The student delivered the book to the library yesterday.";
    struct hs_set *set = run(text, 8);
    if (!set)
        return;
    CHECK(weight(set, 0, "delivered", "student") >= .85);
    CHECK(weight(set, 1, "delivered", "book") >= .85);
    double library = weight(set, 2, "delivered", "library"),
           yesterday = weight(set, 2, "delivered", "yesterday");
    printf("library %.2f yesterday %.2f\n", library, yesterday);
    CHECK(library >= .25 && yesterday >= .25 && library + yesterday >= .85);
    CHECK(rank(set, 2, "delivered", "library") <= 2 && rank(set, 2, "delivered", "yesterday") <= 2);
    double apart[] = {weight(set, 0, "delivered", "student"), weight(set, 1, "delivered", "book"),
        library, yesterday};
    hs_set_drop(set);
    set = run(text, 1); // one head for everything: all four share the row
    if (!set)
        return;
    static const char *const keys[] = {"student", "book", "library", "yesterday"};
    double together = 0;
    for (size_t i = 0; i < 4; i++) {
        double squeezed = weight(set, 0, "delivered", keys[i]);
        printf("h = 1: %s %.2f\n", keys[i], squeezed);
        CHECK(squeezed >= .03 && squeezed < apart[i]);
        CHECK(i >= 2 || squeezed < .5 * apart[i]);
        together += squeezed;
    }
    CHECK(together >= .6);
    hs_set_drop(set);
}

static void pronoun_sentence(void)
{
    struct hs_set *set = run("She gave the letter to her brother because he had asked for it.", 8);
    if (!set)
        return;
    CHECK(rank(set, 3, "he", "brother") == 1 && weight(set, 3, "he", "brother") > .6);
    CHECK(rank(set, 3, "it", "letter") == 1 && weight(set, 3, "it", "letter") > .6);
    CHECK(rank(set, 3, "her", "She") == 1);
    CHECK(rank(set, 0, "gave", "She") == 1 && rank(set, 1, "gave", "letter") == 1);
    CHECK(rank(set, 0, "asked", "he") == 1 && rank(set, 6, "had", "asked") == 1);
    CHECK(rank(set, 7, "letter", "the") == 1 && rank(set, 5, "to", "brother") == 1);
    hs_set_drop(set);
}

static void unknown_words(void)
{
    struct hs_set *set = run("The zorbling flumped the grixes to the snarkery yesterday.", 8);
    if (!set)
        return;
    CHECK(rank(set, 0, "flumped", "zorbling") == 1);
    CHECK(rank(set, 1, "flumped", "grixes") == 1);
    CHECK(rank(set, 2, "flumped", "yesterday") == 1);
    hs_set_drop(set);
}

/* One of each hard kind, through tagger, sketch and heads. */
static void hard_kinds(void)
{
    static const struct {
        const char *text, *query, *key;
        size_t head;
    } cases[] = {
        {"Nora met Felix at the bank and they bought a boat.", "they", "Nora", 3},
        {"A girl met a boy in May and they became friends.", "they", "girl", 3},
        {"The bar that closed last month will move.", "move", "bar", 0},
        {"In the yard stood a small statue.", "stood", "statue", 0},
        {"Feeding too much bread harms the ducks.", "harms", "Feeding", 0},
        {"Men who drink sleep badly.", "sleep", "Men", 0},
        {"She will sell her boat this month.", "sell", "boat", 1},
        {"The village elected Clara mayor.", "elected", "Clara", 1},
        {"Where did she hide the ring?", "hide", "Where", 2},
        {"When will the bus leave the station?", "leave", "When", 2},
        {"They walked away with the ring.", "walked", "away", 2},
        {"She met someone in college who sang.", "who", "someone", 3},
        {"My uncle and a girl who sings came.", "who", "girl", 3},
        {"The leaves of the tree that fall are red.", "that", "leaves", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct hs_set *set = run(cases[i].text, 8);
        if (!set)
            return;
        CHECK(rank(set, cases[i].head, cases[i].query, cases[i].key) == 1);
        if (rank(set, cases[i].head, cases[i].query, cases[i].key) != 1)
            fprintf(stderr, "  %s\n", cases[i].text);
        hs_set_drop(set);
    }
}

/* An idle row is a faint fog: a noun asks no verb question. */
static void idle_rows(void)
{
    struct hs_set *set = run("The student delivered the book to the library yesterday.", 8);
    if (!set)
        return;
    for (size_t head = 0; head < 3; head++) {
        struct hs_matrix A = hs_set_weights(set, 0, head);
        const float *row = A.data + place(set, "book") * A.stride;
        for (size_t k = 0; k < A.cols; k++)
            CHECK((double)row[k] < .4);
    }
    hs_set_drop(set);
}

struct floor {
    enum hs_relation relation;
    double accuracy;
};

static void floors_hold(const char *path, const struct floor *floors, size_t count)
{
    struct hs_annotated *annotated = NULL;
    struct hs_error error = {0};
    struct hs_relation_score eight[HS_RELATION_COUNT], one[HS_RELATION_COUNT];
    if (hs_annotated_open(path, &annotated, &error)) {
        fprintf(stderr, "%s\n", error.message);
        CHECK(false);
        return;
    }
    CHECK(hs_evaluate(preset, annotated, 8, HS_MASK_NONE, eight, &error) == HS_OK);
    CHECK(hs_evaluate(preset, annotated, 1, HS_MASK_NONE, one, &error) == HS_OK);
    for (size_t i = 0; i < count; i++) {
        const struct hs_relation_score *score = &eight[floors[i].relation];
        double accuracy = score->eligible ? (double)score->hits / (double)score->eligible : 0;
        printf("%s %.3f mass %.2f, h = 1 %.2f (%zu)\n", hs_relation_name(floors[i].relation),
            accuracy, score->mass, one[floors[i].relation].mass, score->eligible);
        CHECK(accuracy >= floors[i].accuracy);
    }
    static const enum hs_relation massive[] = {HS_SUBJ, HS_OBJ, HS_MOD, HS_POBJ, HS_AUX};
    for (size_t i = 0; i < sizeof massive / sizeof *massive; i++) {
        CHECK(eight[massive[i]].mass >= .60);
        CHECK(one[massive[i]].mass < .5 * eight[massive[i]].mass);
    }
    hs_annotated_drop(annotated);
}

/* samples/hard.json: kinds of sentences that are known to be hard, none of them twice or among the others, with what README
 * says of them (a little less: another processor rounds otherwise). */
static void hard_sentences(void)
{
    static const struct floor floors[] = {{HS_SUBJ, .960}, {HS_OBJ, .955}, {HS_LOCT, .950}, {HS_ANA, .970}, {HS_REL, .97}};
    static const char *const others[] = {HS_SOURCE_DIR "/samples/annotated.json", HS_SOURCE_DIR "/tests/unit/data/everyday.json"};
    struct hs_annotated *hard = NULL, *other = NULL;
    struct hs_error error = {0};
    struct hs_relation_score scores[HS_RELATION_COUNT];
    CHECK(hs_annotated_open(HS_SOURCE_DIR "/samples/hard.json", &hard, &error) == HS_OK);
    if (!hard)
        return;
    CHECK(hard->count >= 300);
    for (size_t s = 0; s < hard->count; s++)
        CHECK(hs_annotated_find(hard, hard->sentence[s].tokens) == &hard->sentence[s]); // the first is the only one
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        CHECK(hs_annotated_open(others[i], &other, &error) == HS_OK);
        for (size_t s = 0; s < hard->count; s++)
            CHECK(hs_annotated_find(other, hard->sentence[s].tokens) == NULL);
        hs_annotated_drop(other);
    }
    CHECK(hs_evaluate(preset, hard, 8, HS_MASK_NONE, scores, &error) == HS_OK);
    for (size_t i = 0; i < sizeof floors / sizeof *floors; i++) {
        const struct hs_relation_score *score = &scores[floors[i].relation];
        printf("hard: %s %zu of %zu\n", hs_relation_name(floors[i].relation), score->hits, score->eligible);
        CHECK(score->eligible >= 40 && (double)score->hits >= floors[i].accuracy * (double)score->eligible);
    }
    hs_annotated_drop(hard);
}

static void same_bytes_and_small(void)
{
    struct hs_set *a = run("Anna lost her keys at school, but she found them in her bag.", 8);
    struct hs_set *b = run("Anna lost her keys at school, but she found them in her bag.", 8);
    if (!a || !b)
        return;
    for (size_t head = 0; head < 8; head++) {
        struct hs_matrix one = hs_set_weights(a, 0, head), two = hs_set_weights(b, 0, head);
        for (size_t q = 0; q < one.rows; q++)
            CHECK(memcmp(one.data + q * one.stride, two.data + q * two.stride,
                      one.cols * sizeof(float)) == 0);
    }
    hs_set_drop(a);
    hs_set_drop(b);
    FILE *file = fopen(HS_SOURCE_DIR "/assets/preset.safetensors", "rb");
    CHECK(file != NULL);
    if (!file)
        return;
    CHECK(fseek(file, 0, SEEK_END) == 0);
    CHECK(ftell(file) > 0 && ftell(file) < 3000000);
    fclose(file);
}

TEST(test_shipped)
{
    static const struct floor samples[] = {{HS_SUBJ, .96}, {HS_OBJ, .95}, {HS_LOCT, .94},
        {HS_ANA, .85}, {HS_REL, .95}, {HS_MOD, .97}, {HS_POBJ, .97}, {HS_AUX, .95},
        {HS_PREV, .995}};
    static const struct floor everyday[] = {{HS_SUBJ, .96}, {HS_OBJ, .94}, {HS_LOCT, .92},
        {HS_ANA, .80}, {HS_REL, .85}, {HS_MOD, .97}, {HS_POBJ, .96}, {HS_AUX, .96},
        {HS_PREV, .995}};
    struct hs_error error;
    if (hs_preset_open(HS_SOURCE_DIR "/assets", &preset, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    CHECK(hs_preset_trained(preset));
    seed_sentence();
    pronoun_sentence();
    unknown_words();
    hard_kinds();
    idle_rows();
    same_bytes_and_small();
    hard_sentences();
    floors_hold(HS_SOURCE_DIR "/samples/annotated.json", samples, sizeof samples / sizeof *samples);
    floors_hold(HS_SOURCE_DIR "/tests/unit/data/everyday.json", everyday,
        sizeof everyday / sizeof *everyday);
    hs_preset_drop(preset);
    return check_report();
}
