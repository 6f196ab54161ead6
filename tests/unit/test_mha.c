/* test_mha.c – the forward pass against the double-precision reference: every plane, every option,
 * every CPU level of this machine. Also: planes kept only when asked, equal bits for any
 * number of threads. */
#include "check.h"
#include "mha_problem.h"
#include "mha/mha.h"

#include <math.h>
#include <stdlib.h>

/* Largest difference allowed, relative to the largest magnitude of the plane: float sums of up to
 * 1000 terms, twice in a row, lose a few dozen rounding errors of 6e-8. */
#define TOLERANCE 1e-5

struct run {
    struct hs_model *model;
    struct hs_mha_plan *plan;
    struct hs_mha_workspace *workspace;
    enum hs_status status; /* of the forward pass */
    struct hs_error error;
};

static struct run run_new(
    const struct hs_kernels *kernels, const struct problem *problem, struct hs_mha_config config)
{
    struct run run = {0};
    struct hs_weights weights = problem_weights(problem);
    struct hs_error error = {0};
    CHECK(hsi_model_new_at(kernels, &weights, &run.model, &error) == HS_OK);
    CHECK(hs_mha_plan_new(run.model, &config, &run.plan, &error) == HS_OK);
    CHECK(hs_mha_workspace_new(run.plan, &run.workspace, &error) == HS_OK);
    run.status =
        hs_mha_forward(run.plan, run.workspace, problem->X_q, problem->X_kv, &run.error);
    return run;
}

static void run_drop(struct run *run)
{
    hs_mha_workspace_drop(run->workspace);
    hs_mha_plan_drop(run->plan);
    hs_model_drop(run->model);
}

/* The largest difference of one head's part of a plane; infinite when NaN or a wrong infinity. */
static double difference(struct hs_matrix got, const double *want, size_t row)
{
    double worst = 0;
    for (size_t r = 0; r < got.rows; r++) {
        for (size_t c = 0; c < got.cols; c++) {
            double w = want[r * row + c], g = (double)got.data[r * got.stride + c];
            if (w == g)
                continue; /* also two equal infinities */
            if (!(fabs(w - g) < HUGE_VAL))
                return HUGE_VAL;
            worst = fabs(w - g) > worst ? fabs(w - g) : worst;
        }
    }
    return worst;
}

/* The scale of a plane: its largest finite magnitude. */
static double magnitude(const double *plane, size_t count)
{
    double largest = 1e-30;
    for (size_t i = 0; i < count; i++)
        if (fabs(plane[i]) > largest && fabs(plane[i]) < HUGE_VAL)
            largest = fabs(plane[i]);
    return largest;
}

/* The largest difference of any plane, in units of that plane's scale. */
static double largest_error(const struct run *run, const struct problem *p, const struct hs_reference *a)
{
    size_t d = p->d_model, d_k = d / p->h, matrix = p->n * p->m;
    const struct {
        enum hs_plane plane;
        const double *want;
        size_t count, next_head, row;
    } planes[] = {
        {HS_PLANE_Q, a->Q, p->n * d, d_k, d},
        {HS_PLANE_K, a->K, p->m * d, d_k, d},
        {HS_PLANE_V, a->V, p->m * d, d_k, d},
        {HS_PLANE_RAW, a->raw, p->h * matrix, matrix, p->m},
        {HS_PLANE_SCORES, a->scores, p->h * matrix, matrix, p->m},
        {HS_PLANE_WEIGHTS, a->weights, p->h * matrix, matrix, p->m},
        {HS_PLANE_HEAD, a->concat, p->n * d, d_k, d},
        {HS_PLANE_CONCAT, a->concat, p->n * d, 0, d},
        {HS_PLANE_OUTPUT, a->output, p->n * d, 0, d},
    };
    double worst = 0;
    for (size_t j = 0; j < sizeof planes / sizeof *planes; j++) {
        double scale = magnitude(planes[j].want, planes[j].count);
        for (size_t i = 0; i < p->h; i++) {
            struct hs_matrix got = hs_mha_plane(run->plan, run->workspace, planes[j].plane, i);
            if (!got.data)
                return HUGE_VAL;
            double e = difference(got, planes[j].want + i * planes[j].next_head, planes[j].row);
            worst = e / scale > worst ? e / scale : worst;
        }
    }
    return worst;
}

static double largest_row_sum_error(const struct run *run, const struct problem *p)
{
    double worst = 0;
    for (size_t i = 0; i < p->h; i++) {
        struct hs_matrix A = hs_mha_plane(run->plan, run->workspace, HS_PLANE_WEIGHTS, i);
        for (size_t q = 0; q < p->n; q++) {
            double sum = 0, visible = 0;
            for (size_t k = 0; k < p->m; k++) {
                sum += (double)A.data[q * A.stride + k];
                visible += !hs_mha_masked(run->plan, q, k);
                if (hs_mha_masked(run->plan, q, k) && A.data[q * A.stride + k] != 0)
                    return HUGE_VAL;
            }
            double e = fabs(sum - (visible > 0 ? 1 : 0));
            worst = e > worst ? e : worst;
        }
    }
    return worst;
}

static void check_level(const struct hs_kernels *kernels, const struct problem *p,
    const struct hs_reference *answer, double tolerance, const char *what)
{
    int failed = check_failed;
    struct run run = run_new(kernels, p, problem_config(p));
    CHECK_NEAR(largest_error(&run, p, answer), 0, tolerance);
    CHECK_NEAR(largest_row_sum_error(&run, p), 0, 1e-6);
    if (check_failed > failed)
        fprintf(stderr, "  %s: level %s, n %zu, m %zu, d_model %zu, h %zu, mask %d\n", what,
            kernels->level, p->n, p->m, p->d_model, p->h, (int)p->mask);
    run_drop(&run);
}

/* One problem at every level that this machine runs. */
static void check_problem(const struct problem *p, double tolerance, const char *what)
{
    struct hs_reference answer = reference_of(p);
    for (size_t i = 0; hsi_kernels_level(i); i++)
        if (hsi_kernels_runs(hsi_kernels_level(i)))
            check_level(hsi_kernels_level(i), p, &answer, tolerance, what);
    hsi_reference_drop(&answer);
}

static void make_self(struct problem *p)
{
    free(p->X_kv);
    p->X_kv = p->X_q;
}

static void pad(struct problem *p, unsigned every)
{
    p->key_padding = calloc(p->m, 1);
    for (size_t k = 0; k < p->m; k++)
        p->key_padding[k] = every == 0 || k % every == 1;
}

static void drop_biases(struct problem *p, unsigned which)
{
    for (unsigned i = 0; i < 4; i++) {
        if (which >> i & 1) {
            free(p->b[i]);
            p->b[i] = NULL;
        }
    }
}

/* Sizes around every width and tile height, divisors of all kinds, each with all masks. */
static void test_shapes(void)
{
    static const size_t shapes[][4] = {
        /* n, m, d_model, h */
        {1, 1, 1, 1},
        {1, 1, 8, 8},
        {2, 3, 6, 3},
        {5, 1, 12, 4},
        {1, 7, 24, 2},
        {12, 12, 64, 8},
        {13, 29, 48, 3},
        {14, 15, 32, 1},
        {15, 14, 96, 2},
        {17, 33, 60, 5},
        {31, 32, 64, 64},
        {33, 31, 40, 40},
        {47, 49, 128, 4},
        {64, 65, 128, 2},
        {97, 96, 64, 4},
        {100, 127, 36, 9},
        {129, 128, 64, 2},
        {3, 300, 64, 2},
        {300, 5, 64, 2},
        {67, 61, 512, 8},
        {12, 12, 512, 64},
        {20, 20, 512, 1},
        {113, 113, 192, 6},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        for (unsigned variant = 0; variant < 6; variant++) {
            struct problem p = problem_new(
                i * 16 + variant, shapes[i][0], shapes[i][1], shapes[i][2], shapes[i][3], 1.0f);
            p.mask = variant & 1 ? HS_MASK_CAUSAL : HS_MASK_NONE;
            if (variant >= 2)
                pad(&p, variant < 4 ? 3 : 2);
            if (variant >= 4 && p.n == p.m)
                make_self(&p);
            drop_biases(&p, variant * 3);
            check_problem(&p, TOLERANCE, "shape");
            problem_drop(&p);
        }
    }
}

/* Queries that are the first of the keys, in the same memory: not self-attention. */
static void test_shared_rows(void)
{
    for (unsigned variant = 0; variant < 2; variant++) {
        struct problem p =
            problem_new(700 + variant, variant ? 30 : 9, variant ? 17 : 21, 48, 6, 1);
        if (p.n < p.m) {
            free(p.X_q);
            p.X_q = p.X_kv;
        } else {
            make_self(&p);
        }
        check_problem(&p, TOLERANCE, "shared rows");
        problem_drop(&p);
    }
}

static void test_modes(void)
{
    for (unsigned variant = 0; variant < 8; variant++) {
        struct problem p = problem_new(900 + variant, 21, variant & 4 ? 35 : 21, 48, 6, 1.0f);
        uint8_t modes[6] = {HS_HEAD_ON, HS_HEAD_OFF, HS_HEAD_UNIFORM, HS_HEAD_MEAN, HS_HEAD_OFF,
            variant & 1 ? HS_HEAD_MEAN : HS_HEAD_ON};
        p.head_mode = malloc(6);
        memcpy(p.head_mode, modes, 6);
        p.mask = variant & 1 ? HS_MASK_CAUSAL : HS_MASK_NONE;
        if (variant & 2)
            pad(&p, 4);
        check_problem(&p, TOLERANCE, "modes");
        problem_drop(&p);
    }
}

/* Whatever options a caller may combine. Each problem comes from its number, which a failure
 * prints. */
static void test_random(void)
{
    static const size_t widths[] = {1, 6, 16, 24, 36, 48, 64, 96, 128};
    for (uint64_t number = 0; number < 120; number++) {
        uint64_t dice = number * 7919 + 13;
        for (int i = 0; i < 8; i++)
            random_next(&dice);
        size_t n = 1 + random_next(&dice) % 50, m = 1 + random_next(&dice) % 50;
        size_t d_model = widths[random_next(&dice) % (sizeof widths / sizeof *widths)];
        size_t h = 1 + random_next(&dice) % d_model;
        while (d_model % h != 0)
            h--;
        bool self = random_next(&dice) % 2;
        struct problem p = problem_new(number, n, self ? n : m, d_model, h, 1);
        if (self)
            make_self(&p);
        p.mask = random_next(&dice) % 2 ? HS_MASK_CAUSAL : HS_MASK_NONE;
        drop_biases(&p, (unsigned)(random_next(&dice) % 16));
        if (random_next(&dice) % 2)
            pad(&p, (unsigned)(2 + random_next(&dice) % 6));
        if (random_next(&dice) % 2) {
            p.head_mode = calloc(h, 1);
            for (size_t i = 0; i < h; i++)
                p.head_mode[i] = (uint8_t)(random_next(&dice) % (HS_HEAD_MEAN + 1));
        }
        char what[40];
        snprintf(what, sizeof what, "random problem %d", (int)number);
        check_problem(&p, TOLERANCE, what);
        problem_drop(&p);
    }
}

/* Scores of several hundreds, where exp of the score itself would overflow; and a row with no
 * visible key. */
static void test_extremes(void)
{
    struct problem p = problem_new(1, 40, 40, 64, 2, 1.0f);
    for (size_t i = 0; i < 64 * 64; i++) {
        p.W[0][i] *= 12;
        p.W[1][i] *= 12;
    }
    struct hs_reference answer = reference_of(&p);
    double largest = 0;
    for (size_t i = 0; i < 2 * 40 * 40; i++)
        largest = answer.scores[i] > largest ? answer.scores[i] : largest;
    CHECK(largest > 120); /* exp(89) is past the largest float */
    hsi_reference_drop(&answer);
    /* A weight is as sensitive as the scores are large: an error of 1e-7 x score moves it by that
     * factor. */
    check_problem(&p, TOLERANCE * largest, "extremes");
    pad(&p, 0);
    check_problem(&p, TOLERANCE * largest, "all keys hidden");
    struct run run = run_new(hsi_kernels_best(), &p, problem_config(&p));
    CHECK_NEAR(largest_row_sum_error(&run, &p), 0, 0);
    struct hs_matrix O = hs_mha_plane(run.plan, run.workspace, HS_PLANE_OUTPUT, 0);
    for (size_t c = 0; c < O.cols; c++)
        CHECK(O.data[5 * O.stride + c] == p.b[3][c]);
    run_drop(&run);
    problem_drop(&p);
}

static bool equal_planes(const struct run *a, const struct run *b, size_t h)
{
    for (unsigned plane = 0; plane < HS_PLANE_Q_RAW; plane++) { /* what a plan makes */
        for (size_t i = 0; i < h; i++) {
            struct hs_matrix x = hs_mha_plane(a->plan, a->workspace, (enum hs_plane)plane, i);
            struct hs_matrix y = hs_mha_plane(b->plan, b->workspace, (enum hs_plane)plane, i);
            if (!x.data || !y.data)
                continue; /* kept in one of them only */
            for (size_t r = 0; r < x.rows; r++)
                if (memcmp(x.data + r * x.stride, y.data + r * y.stride, x.cols * sizeof(float)))
                    return false;
        }
    }
    return true;
}

/* Equal bits: run to run, for 1 to 5 threads, and whether planes are kept or not. */
static void test_bits(const struct hs_kernels *kernels)
{
    static const size_t sizes[][3] = {{12, 64, 8}, {150, 128, 4}, {70, 48, 6}};
    for (size_t i = 0; i < 3; i++) {
        struct problem p =
            problem_new(50 + i, sizes[i][0], sizes[i][0], sizes[i][1], sizes[i][2], 1);
        uint8_t modes[8] = {0, HS_HEAD_MEAN, HS_HEAD_UNIFORM};
        make_self(&p);
        p.mask = i == 1 ? HS_MASK_CAUSAL : HS_MASK_NONE;
        struct hs_mha_config config = problem_config(&p);
        config.head_mode = i == 2 ? modes : NULL;
        struct run one = run_new(kernels, &p, config);
        for (unsigned threads = 1; threads <= 5; threads++) {
            config.threads = threads;
            config.keep = threads & 1 ? HS_KEEP_ALL : 0;
            struct run other = run_new(kernels, &p, config);
            for (unsigned repeat = 0; repeat < 3; repeat++) {
                CHECK(equal_planes(&one, &other, p.h));
                CHECK(hs_mha_forward(other.plan, other.workspace, p.X_q, p.X_kv, NULL) == HS_OK);
            }
            hs_mha_workspace_rest(other.workspace);
            CHECK(equal_planes(&one, &other, p.h));
            CHECK(hs_mha_forward(other.plan, other.workspace, p.X_q, p.X_kv, NULL) == HS_OK);
            CHECK(equal_planes(&one, &other, p.h));
            run_drop(&other);
        }
        run_drop(&one);
        problem_drop(&p);
    }
}

static void test_keep(void)
{
    struct problem p = problem_new(7, 9, 11, 16, 2, 1);
    struct hs_mha_config config = problem_config(&p);
    size_t smallest = 0;
    for (unsigned plane = 0; plane < HS_PLANE_Q_RAW; plane++) { /* what a plan makes */
        config.keep = HS_KEEP(plane);
        struct run run = run_new(hsi_kernels_best(), &p, config);
        bool joint = plane == HS_PLANE_HEAD || plane == HS_PLANE_CONCAT;
        for (unsigned other = 0; other < HS_PLANE_COUNT; other++) {
            bool wanted = other == plane || other == HS_PLANE_WEIGHTS || other == HS_PLANE_OUTPUT ||
                          (joint && (other == HS_PLANE_HEAD || other == HS_PLANE_CONCAT));
            CHECK((hs_mha_plane(run.plan, run.workspace, (enum hs_plane)other, 1).data != NULL) ==
                  wanted);
        }
        if (plane == HS_PLANE_OUTPUT)
            smallest = hs_mha_plan_bytes(run.plan);
        CHECK(hs_mha_plane(run.plan, run.workspace, HS_PLANE_WEIGHTS, 2).data == NULL);
        CHECK(hs_mha_plane(run.plan, run.workspace, HS_PLANE_COUNT, 0).data == NULL);
        run_drop(&run);
    }
    config.keep = HS_KEEP_ALL;
    struct run run = run_new(hsi_kernels_best(), &p, config);
    /* X_q, Q: 9 rows; X_kv, K, V: 11 rows of 16; raw and scores 2 x 9 x 11; each rounded up to 64
     * bytes. */
    CHECK(hs_mha_plan_bytes(run.plan) - smallest == 4 * (2 * 144 + 3 * 176 + 2 * 208));
    run_drop(&run);
    problem_drop(&p);
}

/* Scores that pass the range of fp32 would come out as one CPU adds and not as another does: the
 * same error on all of them, for Q K^T, for a V that is infinite and for a NaN in the input. A stays
 * finite and the pass ends all the same; large scores within the range are none of this. */
static void test_out_of_range(const struct hs_kernels *kernels)
{
    static const struct {
        float scale, q, v; /* of the inputs; of one weight of W^Q and of W^V */
        const char *words; /* NULL = no error */
    } cases[] = {{1e30f, 1, 1, "the scores pass what fp32 holds: |Q| reaches "}, {1e17f, 1, 1, NULL},
        {1e17f, 1e6f, 1, "d_k max|Q| max|K| must stay below 3.4e38"},
        {1e17f, 1, 3e38f, "and |V| inf with d_k = 8"}, {NAN, 1, 1, "|Q| reaches nan"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool nan = isnan(cases[i].scale);
        struct problem p = problem_new(5, 12, 12, 32, 4, nan ? 1.0f : cases[i].scale);
        p.X_q[17] = nan ? NAN : p.X_q[17];
        p.W[0][7] *= cases[i].q;
        p.W[2][7] *= cases[i].v;
        struct run run = run_new(kernels, &p, problem_config(&p));
        CHECK(run.status == (cases[i].words ? HS_BAD_INPUT : HS_OK));
        CHECK(!cases[i].words || strstr(run.error.message, cases[i].words) != NULL);
        size_t strange = 0;
        for (size_t head = 0; head < p.h; head++) {
            struct hs_matrix A = hs_mha_plane(run.plan, run.workspace, HS_PLANE_WEIGHTS, head);
            for (size_t j = 0; j < p.n * p.m; j++)
                strange += !(A.data[j] >= 0 && A.data[j] <= 1);
        }
        CHECK(strange == 0);
        run_drop(&run);
        problem_drop(&p);
    }
}

TEST(test_mha)
{
    test_shapes();
    test_shared_rows();
    test_modes();
    test_random();
    test_extremes();
    for (size_t i = 0; hsi_kernels_level(i); i++) {
        const struct hs_kernels *kernels = hsi_kernels_level(i);
        if (!hsi_kernels_runs(kernels)) {
            printf("level %s: this machine cannot run it\n", kernels->level);
            continue;
        }
        test_bits(kernels);
        test_out_of_range(kernels);
    }
    test_keep();
    return check_report();
}
