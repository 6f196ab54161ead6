/* test_golden.c – the forward pass against torch.nn.MultiheadAttention, at every CPU level of this
 * machine. generate.py wrote cases.txt and expected.bin and explains both; this file makes the same
 * inputs from the same integers. Largest difference: 1e-5 of the scale of what is compared (1 for
 * weights); rows of A sum to 1 within 1e-6. */
#include "check.h"
#include "mha/mha.h"

#include <math.h>
#include <stdlib.h>

#define FOLDER HS_SOURCE_DIR "/tests/golden/"
#define TOLERANCE 1e-5
#define ROW_SUM_TOLERANCE 1e-6
enum { CASES_AT_LEAST = 40 };

struct golden {
    char name[64];
    size_t seed, n, m, d_model, h, rows;
    int causal, padding, bias, self;
    unsigned bits;
    double w, gain;
    float *expected; /* (rows, h * m + d_model) */
};

/* The finaliser of splitmix64. */
static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static float *array(const struct golden *c, uint64_t which, size_t count, double scale)
{
    float *x = malloc(count * sizeof *x);
    double half = (double)(1u << (c->bits - 1));
    for (size_t i = 0; i < count; i++) {
        uint64_t z = mix(((uint64_t)c->seed << 40) + (which << 32) + i);
        double unit = ((double)(z >> (64 - c->bits)) - half) / half;
        x[i] = (float)unit * (float)scale;
    }
    return x;
}

static bool read_case(FILE *lines, FILE *data, struct golden *c)
{
    char line[256];
    do
        if (!fgets(line, sizeof line, lines))
            return false;
    while (line[0] == '#');
    int fields = sscanf(line, "%63s %zu %zu %zu %zu %zu %d %d %d %d %u %lf %lf %zu", c->name,
        &c->seed, &c->n, &c->m, &c->d_model, &c->h, &c->causal, &c->padding, &c->bias, &c->self,
        &c->bits, &c->w, &c->gain, &c->rows);
    CHECK(fields == 14);
    if (fields != 14)
        return false;
    size_t count = c->rows * (c->h * c->m + c->d_model);
    c->expected = malloc(count * sizeof(float));
    bool whole = fread(c->expected, sizeof(float), count, data) == count;
    CHECK(whole);
    return whole;
}

static uint8_t *padding_of(const struct golden *c)
{
    if (c->padding == 0)
        return NULL;
    uint8_t *hidden = calloc(c->m, 1);
    for (size_t k = 0; k < c->m; k++)
        hidden[k] = c->padding == -1   ? 1
                    : c->padding == -2 ? k < c->m / 2
                                       : (int)(k % (size_t)c->padding) == c->padding - 1;
    return hidden;
}

struct run {
    struct hs_model *model;
    struct hs_mha_plan *plan;
    struct hs_mha_workspace *workspace;
};

static struct run run_case(const struct hs_kernels *kernels, const struct golden *c)
{
    struct run run = {0};
    size_t d = c->d_model;
    float *X_q = array(c, 0, c->n * d, 1), *X_kv = c->self ? X_q : array(c, 1, c->m * d, 1);
    float *W[4], *b[4] = {0};
    for (size_t i = 0; i < 4; i++) {
        W[i] = array(c, 2 + i, d * d, i == 0 ? c->w * c->gain : c->w);
        if (c->bias)
            b[i] = array(c, 6 + i, d, 0.5);
    }
    uint8_t *padding = padding_of(c);
    struct hs_weights weights = {d, W[0], W[1], W[2], W[3], b[0], b[1], b[2], b[3], 0};
    struct hs_mha_config config = {.n = c->n,
        .m = c->m,
        .h = c->h,
        .mask = c->causal ? HS_MASK_CAUSAL : HS_MASK_NONE,
        .key_padding = padding,
        .keep = HS_KEEP(HS_PLANE_SCORES),
        .threads = 2};
    struct hs_error error = {0};
    CHECK(hsi_model_new_at(kernels, &weights, &run.model, &error) == HS_OK);
    CHECK(hs_mha_plan_new(run.model, &config, &run.plan, &error) == HS_OK);
    CHECK(hs_mha_workspace_new(run.plan, &run.workspace, &error) == HS_OK);
    CHECK(hs_mha_forward(run.plan, run.workspace, X_q, X_kv, NULL) == HS_OK);
    for (size_t i = 0; i < 4; i++) {
        free(W[i]);
        free(b[i]);
    }
    if (X_kv != X_q)
        free(X_kv);
    free(X_q);
    free(padding);
    return run;
}

static void run_drop(struct run *run)
{
    hs_mha_workspace_drop(run->workspace);
    hs_mha_plan_drop(run->plan);
    hs_model_drop(run->model);
}

/* Largest |got - want| of `count` numbers; NaN counts as infinite. */
static double gap(const float *got, const float *want, size_t count)
{
    double worst = 0;
    for (size_t i = 0; i < count; i++) {
        double e = fabs((double)got[i] - (double)want[i]);
        if (!(e <= HUGE_VAL))
            return HUGE_VAL;
        worst = e > worst ? e : worst;
    }
    return worst;
}

/* The largest difference of the stored rows: weights as they are, outputs in units of the largest
 * expected output. */
static double largest_gap(const struct golden *c, const struct run *run)
{
    size_t row = c->h * c->m + c->d_model;
    double weights = 0, output = 0, scale = 1e-30;
    for (size_t i = 0; i < c->rows; i++) {
        const float *want = c->expected + i * row;
        size_t q = i * (c->n - 1) / (c->rows > 1 ? c->rows - 1 : 1);
        for (size_t head = 0; head < c->h; head++) {
            struct hs_matrix A = hs_mha_plane(run->plan, run->workspace, HS_PLANE_WEIGHTS, head);
            double e = gap(A.data + q * A.stride, want + head * c->m, c->m);
            weights = e > weights ? e : weights;
        }
        struct hs_matrix O = hs_mha_plane(run->plan, run->workspace, HS_PLANE_OUTPUT, 0);
        double e = gap(O.data + q * O.stride, want + c->h * c->m, c->d_model);
        output = e > output ? e : output;
        for (size_t j = 0; j < c->d_model; j++)
            scale = fabs((double)want[c->h * c->m + j]) > scale
                        ? fabs((double)want[c->h * c->m + j])
                        : scale;
    }
    return output / scale > weights ? output / scale : weights;
}

/* Rows with a visible key sum to 1, others to exactly 0; masked cells are exactly 0. */
static double worst_row_sum(const struct golden *c, const struct run *run, double *largest_score)
{
    double worst = 0;
    for (size_t head = 0; head < c->h; head++) {
        struct hs_matrix A = hs_mha_plane(run->plan, run->workspace, HS_PLANE_WEIGHTS, head);
        struct hs_matrix S = hs_mha_plane(run->plan, run->workspace, HS_PLANE_SCORES, head);
        for (size_t q = 0; q < c->n; q++) {
            double sum = 0, visible = 0;
            for (size_t k = 0; k < c->m; k++) {
                double a = (double)A.data[q * A.stride + k], s = (double)S.data[q * S.stride + k];
                bool masked = hs_mha_masked(run->plan, q, k);
                if (masked ? a != 0 || s != -HUGE_VAL : !(fabs(s) < HUGE_VAL))
                    return HUGE_VAL;
                *largest_score = s > *largest_score ? s : *largest_score;
                visible += !masked;
                sum += a;
            }
            double e = fabs(sum - (visible > 0 ? 1 : 0));
            worst = e > worst ? e : worst;
        }
    }
    return worst;
}

static void check_case(const struct hs_kernels *kernels, const struct golden *c, double *largest)
{
    int failed = check_failed;
    struct run run = run_case(kernels, c);
    double e = largest_gap(c, &run), largest_score = 0;
    CHECK_NEAR(e, 0, TOLERANCE);
    CHECK_NEAR(worst_row_sum(c, &run, &largest_score), 0, ROW_SUM_TOLERANCE);
    if (strncmp(c->name, "overflow", 8) == 0)
        CHECK(largest_score > 100); /* exp of it is past the largest float */
    /* The comparison itself must notice one number that is off by ten tolerances. */
    size_t at = c->seed * 7 % (c->h * c->m);
    c->expected[at] += 10 * (float)TOLERANCE;
    CHECK(largest_gap(c, &run) > TOLERANCE);
    c->expected[at] -= 10 * (float)TOLERANCE;
    if (check_failed > failed)
        fprintf(stderr, "  case %s at level %s\n", c->name, kernels->level);
    *largest = e > *largest ? e : *largest;
    run_drop(&run);
}

TEST(test_golden)
{
    FILE *lines = fopen(FOLDER "cases.txt", "r"), *data = fopen(FOLDER "expected.bin", "rb");
    CHECK(lines && data);
    if (!lines || !data)
        return check_report();
    double largest[8] = {0};
    size_t cases = 0;
    struct golden c;
    while (read_case(lines, data, &c)) {
        for (size_t i = 0; hsi_kernels_level(i); i++)
            if (hsi_kernels_runs(hsi_kernels_level(i)))
                check_case(hsi_kernels_level(i), &c, &largest[i]);
        free(c.expected);
        cases++;
    }
    CHECK(cases >= CASES_AT_LEAST);
    CHECK(fgetc(data) == EOF);
    for (size_t i = 0; hsi_kernels_level(i); i++)
        if (hsi_kernels_runs(hsi_kernels_level(i)))
            printf("level %-6s %zu cases, largest difference %.1e\n", hsi_kernels_level(i)->level,
                cases, largest[i]);
        else
            printf("level %-6s not run: this machine cannot\n", hsi_kernels_level(i)->level);
    fclose(lines);
    fclose(data);
    return check_report();
}
