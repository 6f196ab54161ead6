/* Statistics, ranks, extents and drawn links of a head whose rows and columns differ in number,
 * with hidden keys and ties: worked out by hand, and links against a plain sort. test_set.c has the
 * square, simple case. */
#include <math.h>

#include "hand_set.h"
#include "hs_relation.h"

enum { FAR = 9 }; /* what stands between rows: no weight, so that reading it shows */

static struct hs_head_stats statistics(struct hand *hand)
{
    struct hs_head_stats stats;
    struct hs_set *set = hand_set(hand);
    hs_head_statistics(set, 0, 0, &stats);
    hs_set_drop(set);
    return stats;
}

/* Key 1 is hidden, so that a row has two runs: keys 0, and 2 to 4. */
static void test_hidden_key(void)
{
    static const char *const words[] = {"a", ".", "b", ",", "c"};
    static const unsigned char hidden[] = {0, 1, 0, 0, 0};
    static const float numbers[] = {.25f, FAR, .25f, .25f, .25f, FAR, /* tie over the gap: key 0 */
        .125f, FAR, .5f, .25f, .125f, FAR,                            /* key 2 */
        .5f, FAR, .25f, .125f, .125f, FAR};                           /* key 0, behind row 1's .5 */
    struct hand hand = {
        .n = 3, .m = 5, .h = 1, .stride = 6, .numbers = numbers, .words = words, .hidden = hidden};
    double flat = log(4), steep = .5 * log(2) + .25 * log(4) + .25 * log(8);
    struct hs_head_stats s = statistics(&hand);
    CHECK(s.rows == 3);
    CHECK_NEAR(s.entropy, (flat + 2 * steep) / 3, 1e-6);
    CHECK_NEAR(s.entropy_max, log(4), 1e-12);
    CHECK_NEAR(
        s.distance, (.25 * (0 + 2 + 3 + 4) + (.125 + .5 + .5 + .375) + (1 + .125 + .25)) / 3, 1e-6);
    CHECK_NEAR(s.punctuation, (.25 + .25 + .125) / 3, 1e-6); /* the full stop is the hidden key */
    CHECK_NEAR(s.self, (.25 + .25) / 2, 1e-6); /* rows 0 and 2: 1 does not see itself */
    CHECK_NEAR(s.previous, .125, 1e-6);        /* row 1; the key before 2 is hidden */
    CHECK_NEAR(s.next, (.5 + .125) / 2, 1e-6);
    CHECK_NEAR(s.first, (.25 + .125 + .5) / 3, 1e-6);
    CHECK_NEAR(s.confidence, (.25 + .5 + .5) / 3, 1e-6);
    CHECK(s.largest_q == 1 && s.largest_k == 2);
    CHECK_NEAR(s.largest, .5, 0);
    CHECK(s.offset == 0); /* 0, 1, -2: the nearest of three */
    CHECK_NEAR(s.offset_share, 1 / 3., 1e-12);

    struct hs_set *set = hand_set(&hand);
    size_t visible = FAR;
    CHECK_NEAR(hs_row_entropy(set, 0, 0, 1, &visible), steep, 1e-6);
    CHECK(visible == 4);
    CHECK_NEAR(hs_row_entropy(set, 0, 0, 1, NULL), steep, 1e-6);
    CHECK(hs_row_entropy(set, 0, 0, 3, &visible) == 0 && visible == 0);
    CHECK(hs_row_entropy(set, 0, 1, 0, &visible) == 0 && visible == 0);
    CHECK(hs_row_rank(set, 0, 0, 1, 2) == 1 && hs_row_rank(set, 0, 0, 1, 3) == 2);
    CHECK(hs_row_rank(set, 0, 0, 1, 0) == 3 && hs_row_rank(set, 0, 0, 1, 4) == 3);
    CHECK(hs_row_rank(set, 0, 0, 1, 1) == 0); /* hidden */
    CHECK(hs_row_rank(set, 0, 0, 1, 5) == 0 && hs_row_rank(set, 0, 0, 3, 0) == 0);
    CHECK(hs_row_rank(set, 0, 1, 0, 0) == 0);
    float least, largest;
    hs_head_extent(set, 0, 0, &least, &largest);
    CHECK(least == .125f && largest == .5f); /* not the hidden 9 */
    hs_set_drop(set);
}

/* Fewer keys than queries: the last rows have no own, next or previous key. */
static void test_few_keys(void)
{
    static const float numbers[] = {1, 0, FAR, 0, 1, FAR, 0, 1, FAR, .5f, .5f, FAR};
    struct hand hand = {.n = 4, .m = 2, .h = 1, .stride = 3, .numbers = numbers};
    struct hs_head_stats s = statistics(&hand);
    CHECK_NEAR(s.self, 1, 1e-6);      /* rows 0, 1 */
    CHECK_NEAR(s.next, 0, 1e-6);      /* row 0 */
    CHECK_NEAR(s.previous, .5, 1e-6); /* rows 1 and 2: 0, 1 */
    CHECK_NEAR(s.first, 1.5 / 4, 1e-6);
    CHECK(s.largest_q == 0 && s.largest_k == 0); /* the first of three ones */
    CHECK(s.offset == 0);
    CHECK_NEAR(s.offset_share, .5, 1e-12);
    struct hs_set *set = hand_set(&hand);
    size_t visible;
    CHECK(hs_row_entropy(set, 0, 0, 0, &visible) == 0 && visible == 2);
    CHECK_NEAR(hs_row_entropy(set, 0, 0, 3, NULL), log(2), 1e-6);
    hs_set_drop(set);
    /* causal, and rows without any key: they count nowhere */
    hand.mask = HS_MASK_CAUSAL;
    s = statistics(&hand);
    CHECK(s.rows == 1);
    CHECK_NEAR(s.confidence, .5, 1e-6); /* row 2 sees key 0 with a weight of 0, row 3 both */
    CHECK_NEAR(s.entropy_max, log(2), 1e-12);
    CHECK(s.largest_q == 3 && s.largest_k == 0);
    static const unsigned char hidden[] = {1, 1};
    hand.hidden = hidden;
    s = statistics(&hand);
    CHECK(s.rows == 0 && s.offset == 0 && s.largest == 0);
    CHECK(s.offset_share == 0 && s.entropy == 0 && s.confidence == 0 && s.self == 0);
}

/* Rows with a number that is none, or with nothing but zeros, wherever they stand: the others' figures. */
static void test_rows_that_do_not_count(void)
{
    enum { N = 4 };
    static const float good[] = {.5f, .25f, .25f, 0};
    static const float bad[][N] = {{NAN, 0, 0, 1}, {0, 0, NAN, 0}, {0, INFINITY, 0, 0}, {-INFINITY, 1, 0, 0}, {0, 0, 0, 0}};
    for (size_t kind = 0; kind < sizeof bad / sizeof *bad; kind++) {
        for (size_t at = 0; at < N; at++) {
            float numbers[N * N];
            double distance = 0, self = 0;
            for (size_t q = 0; q < N; q++) {
                memcpy(numbers + q * N, q == at ? bad[kind] : good, sizeof good);
                for (size_t k = 0; q != at && k < N; k++)
                    distance += (double)good[k] * fabs((double)k - (double)q) / (N - 1);
                self += q == at ? 0 : (double)good[q] / (N - 1);
            }
            struct hand hand = {.n = N, .m = N, .h = 1, .stride = N, .numbers = numbers};
            struct hs_head_stats s = statistics(&hand);
            CHECK(s.rows == N - 1 && s.largest_k == 0 && s.largest_q == (at == 0));
            CHECK_NEAR(s.entropy, 1.5 * log(2), 1e-6);
            CHECK_NEAR(s.entropy_max, log(4), 1e-12);
            CHECK_NEAR(s.distance, distance, 1e-6);
            CHECK_NEAR(s.self, self, 1e-6);
            CHECK_NEAR(s.first, .5, 1e-6);
            CHECK_NEAR(s.confidence, .5, 1e-6);
            CHECK_NEAR(s.largest, .5, 0);
            struct hs_set *set = hand_set(&hand);
            size_t visible;
            CHECK(isnan(hs_row_entropy(set, 0, 0, at, &visible)) && visible == N);
            CHECK_NEAR(hs_row_entropy(set, 0, 0, (at + 1) % N, NULL), 1.5 * log(2), 1e-6);
            hs_set_drop(set);
        }
    }
    /* a head of them has no figure to sort by, and none in a file */
    static const float none[] = {0, 0, 0, 0};
    struct hand hand = {.n = 2, .m = 2, .h = 1, .stride = 2, .numbers = none};
    struct hs_head_stats s = statistics(&hand);
    const struct hs_statistic *rows;
    size_t count = hs_statistics(&rows);
    for (size_t i = 0; i < count; i++)
        CHECK(strcmp(rows[i].name, "rows") == 0 ? hs_statistic_figure(&rows[i], &s) == 0 : isnan(hs_statistic_figure(&rows[i], &s)));
    struct hs_buffer line = {0};
    hs_stats_csv_line(3, 4, &s, 0, &line);
    hs_buffer_write(&line, "", 1);
    CHECK(strncmp(line.data, "3,4,0,,,,", 9) == 0);
    hs_buffer_drop(&line);
}

/* What is always 0 under a causal mask, or has no sense between different tokens, tells nothing. */
static void test_tells(void)
{
    static const float numbers[] = {1, 0, .5f, .5f};
    struct hand hand = {.n = 2, .m = 2, .h = 1, .stride = 2, .numbers = numbers};
    const struct hs_statistic *rows;
    size_t count = hs_statistics(&rows);
    for (int i = 0; i < 4; i++) {
        struct hs_set *set = hand_set(&hand);
        bool causal = i & 1, same = i & 2;
        set->shape.mask = causal ? HS_MASK_CAUSAL : HS_MASK_NONE;
        set->shape.same_text = same;
        for (size_t row = 0; row < count; row++) {
            bool next = strcmp(rows[row].name, "next") == 0;
            bool beside = next || strcmp(rows[row].name, "self") == 0 || strcmp(rows[row].name, "previous") == 0;
            CHECK(hs_statistic_tells(&rows[row], set) == (!(beside && !same) && !(next && causal)));
        }
        hs_set_drop(set);
    }
}

/* While a text is generated, query q is key q + m - n: a head on the token before each, and one row on itself. */
static void test_generated(void)
{
    static const float before[] = {0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0}, own[] = {0, 0, .25f, .75f};
    struct hand hand = {.n = 3, .m = 5, .h = 1, .stride = 5, .numbers = before};
    struct hs_head_stats s;
    struct hs_set *set = hand_set(&hand);
    set->shape.first_query = 2;
    hs_head_statistics(set, 0, 0, &s);
    hs_set_drop(set);
    CHECK(s.offset == -1 && s.offset_share == 1);
    CHECK_NEAR(s.previous, 1, 0);
    CHECK_NEAR(s.distance, 1, 0);
    hand = (struct hand){.n = 1, .m = 4, .h = 1, .stride = 4, .numbers = own};
    set = hand_set(&hand);
    set->shape.first_query = 3;
    hs_head_statistics(set, 0, 0, &s);
    hs_set_drop(set);
    CHECK(s.offset == 0 && s.offset_share == 1);
    CHECK_NEAR(s.self, .75, 0);
    CHECK_NEAR(s.previous, .25, 0);
    CHECK_NEAR(s.distance, .25, 0);
    CHECK_NEAR(s.next, 0, 0);
}

/* A head whose maxima lie at these offsets, one a row of seven keys. */
static int common_offset(const int *offsets, size_t rows)
{
    float numbers[5 * 7] = {0};
    struct hand hand = {.n = rows, .m = 7, .h = 1, .stride = 7, .numbers = numbers};
    for (size_t q = 0; q < rows; q++)
        numbers[q * 7 + (size_t)((int)q + offsets[q])] = 1;
    return statistics(&hand).offset;
}

static void test_offsets(void)
{
    static const int single[] = {3}, near[] = {2, 1, 0, -2, -2}, nearer[] = {3, 3, -2, -2, 1},
                     sides[] = {2, 1, 2, -2, -2}, apart[] = {3, 2, -1, -2, 1};
    CHECK(common_offset(single, 1) == 3);
    CHECK(common_offset(near, 5) == -2);   /* two against one and one and one */
    CHECK(common_offset(nearer, 5) == -2); /* twice each: the nearer */
    CHECK(common_offset(sides, 5) == -2);  /* as near: the negative one */
    CHECK(common_offset(apart, 5) == -1);  /* once each */
}

/* More rows than the fixed room has, and exactly as many. */
static void test_many_rows(void)
{
    for (size_t n = 256; n <= 257; n++) {
        float *numbers = calloc(n * 2, sizeof *numbers);
        struct hand hand = {.n = n, .m = 2, .h = 1, .stride = 2, .numbers = numbers};
        for (size_t q = 0; q < n; q++)
            numbers[q * 2] = 1;
        struct hs_head_stats s = statistics(&hand);
        CHECK(s.rows == n && s.offset == 0);
        CHECK_NEAR(s.offset_share, 1 / (double)n, 1e-12);
        free(numbers);
    }
}

static void test_extent(void)
{
    static const float numbers[] = {NAN, .5f, FAR, -INFINITY, -.25f, FAR, -.5f, .25f, FAR, .5f,
        .75f, FAR, .25f, .5f, FAR, INFINITY, .5f, FAR};
    struct hand hand = {.n = 3, .m = 2, .h = 2, .stride = 3, .numbers = numbers};
    struct hs_set *set = hand_set(&hand);
    float least = FAR, largest = FAR;
    hs_head_extent(set, 0, 0, &least, &largest);
    CHECK(least == -.5f && largest == .5f);
    hs_head_extent(set, 0, 1, &least, &largest); /* nothing is as small as 0 */
    CHECK(least == .25f && largest == .75f);
    hs_head_extent(set, 0, 2, &least, &largest);
    CHECK(least == 0 && largest == 0);
    hs_set_drop(set);
}

/* ---------------------------------------------------------------- drawn links */
static int heavier_first(const void *left, const void *right)
{
    const struct hs_row_link *a = left, *b = right;
    return a->weight > b->weight ? -1 : a->weight < b->weight ? 1 : (a->k > b->k) - (a->k < b->k);
}

static size_t links_by_sorting(
    const float *row, size_t m, enum hs_link_rule rule, double amount, struct hs_row_link *links)
{
    size_t count = 0, taken = 0;
    double mass = 0;
    for (size_t k = 0; k < m; k++)
        if (row[k] > 0)
            links[count++] = (struct hs_row_link){k, row[k]};
    qsort(links, count, sizeof *links, heavier_first);
    for (; taken < count; taken++) {
        if (rule == HS_LINKS_MASS  ? mass >= amount
            : rule == HS_LINKS_TOP ? (double)taken >= amount
                                   : (double)links[taken].weight < amount)
            break;
        mass += (double)links[taken].weight;
    }
    return taken;
}

/* A single link is drawn exactly when it is among all that are. */
static unsigned single_differs(const struct hs_set *set, const float *row, size_t m,
    enum hs_link_rule rule, double amount, const struct hs_row_link *drawn, size_t count)
{
    unsigned wrong = 0;
    for (size_t k = 0; k < m; k++) {
        float weight = FAR;
        bool among = false, alone = hs_row_link_to(set, 0, 0, 0, k, rule, amount, &weight);
        for (size_t i = 0; i < count; i++)
            among |= drawn[i].k == k;
        wrong += alone != among || weight != row[k];
    }
    return wrong;
}

/* Rows of every length to 24 of a few different weights, zeros among them, in sixteenths: sums are
 * exact, so that amounts are met exactly. */
static void test_links(void)
{
    static const double amounts[3][5] = {
        {0, .0625, .5, 1.25, 99}, {0, .0625, .125, .1875, .5}, {0, 1, 2, 5, 99}};
    unsigned state = 1, wrong = 0, compared = 0;
    for (size_t m = 1; m <= 24; m++) {
        for (int round = 0; round < 12; round++) {
            float row[24] = {0};
            for (size_t k = 0; k < m; k++) {
                state = state * 1664525u + 1013904223u;
                row[k] = (float)(state >> 30) / 16 + (float)(state >> 24 & 4 ? 0 : round % 3) / 16;
            }
            struct hand hand = {.n = 1, .m = m, .h = 1, .stride = m, .numbers = row};
            struct hs_set *set = hand_set(&hand);
            for (int rule = 0; rule < 3; rule++)
                for (size_t a = 0; a < 5; a++) {
                    struct hs_row_link *got = malloc(m * sizeof *got), want[24];
                    size_t count =
                        hs_row_links(set, 0, 0, 0, (enum hs_link_rule)rule, amounts[rule][a], got);
                    wrong += count != links_by_sorting(
                                          row, m, (enum hs_link_rule)rule, amounts[rule][a], want);
                    for (size_t i = 0; i < count && !wrong; i++)
                        wrong += got[i].k != want[i].k || got[i].weight != want[i].weight;
                    compared += count > 1;
                    wrong += single_differs(
                        set, row, m, (enum hs_link_rule)rule, amounts[rule][a], got, count);
                    free(got);
                }
            hs_set_drop(set);
        }
    }
    CHECK(wrong == 0 && compared > 1000);
    CHECK_TEXT(hs_link_rule_name(HS_LINKS_MASS), "mass");
    CHECK_TEXT(hs_link_rule_name(HS_LINKS_WEIGHT), "weight");
    CHECK_TEXT(hs_link_rule_name(HS_LINKS_TOP), "top");
    static const float two_rows[] = {.5f, .5f, FAR, .25f, .75f, FAR};
    struct hand hand = {.n = 2, .m = 2, .h = 1, .stride = 3, .numbers = two_rows};
    struct hs_set *set = hand_set(&hand);
    struct hs_row_link links[2];
    CHECK(hs_row_links(set, 0, 0, 1, HS_LINKS_TOP, 9, links) == 2 && links[0].weight == .75f);
    CHECK(hs_row_links(set, 0, 0, 2, HS_LINKS_TOP, 9, links) == 0);
    CHECK(hs_row_links(set, 0, 1, 0, HS_LINKS_TOP, 9, links) == 0);
    float weight = FAR;
    CHECK(hs_row_link_to(set, 0, 0, 1, 1, HS_LINKS_TOP, 9, &weight) && weight == .75f);
    CHECK(!hs_row_link_to(set, 0, 0, 0, 2, HS_LINKS_TOP, 9, &weight)); /* the 9 between rows */
    CHECK(!hs_row_link_to(set, 0, 0, 2, 0, HS_LINKS_TOP, 9, &weight));
    CHECK(!hs_row_link_to(set, 0, 1, 0, 0, HS_LINKS_TOP, 9, &weight));
    hs_set_drop(set);
}

static const char *or_none(const char *text)
{
    return text ? text : "-";
}

/* Whatever the tables of statistics, lenses and relations say: names in files, titles, meanings. A line of said/ each. */
static void test_tables(void)
{
    char line[1000];
    const struct hs_statistic *row;
    size_t count = hs_statistics(&row);
    for (size_t i = 0; i < count; i++) {
        snprintf(line, sizeof line, "statistic %s | %s | %s | %s | unit %d, place %u%s%s", row[i].name, or_none(row[i].title), or_none(row[i].column),
            or_none(row[i].meaning), row[i].unit, row[i].place, row[i].same_tokens ? ", of the same tokens" : "", row[i].of ? ", a share" : "");
        CHECK(tells(line, row[i].name));
    }
    for (size_t i = 0; hs_lens(i); i++) {
        const struct hs_lens *lens = hs_lens(i);
        snprintf(line, sizeof line, "lens %s | %s | %s | %s | needs %x%s, values %d", lens->name, lens->choice, lens->title, lens->word, lens->needs,
            lens->needs_weights ? " and W^O" : "", lens->values);
        CHECK(tells(line, lens->name) && hs_lens_named(lens->name) == i);
    }
    for (int i = 0; i < HS_RELATION_COUNT; i++) {
        snprintf(line, sizeof line, "relation %s | %s", hs_relation_name((enum hs_relation)i), hs_relation_title((enum hs_relation)i));
        CHECK(tells(line, hs_relation_title((enum hs_relation)i)));
    }
    struct hs_buffer header = {0};
    hs_stats_csv_header(1, &header);
    CHECK(header.data && tells(header.data, "layer_from_1"));
    hs_buffer_drop(&header);
}

TEST(test_statistics)
{
    test_tables();
    test_hidden_key();
    test_few_keys();
    test_rows_that_do_not_count();
    test_tells();
    test_generated();
    test_offsets();
    test_many_rows();
    test_extent();
    test_links();
    return check_report();
}
