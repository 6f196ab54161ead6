/* test_layer_kernels.c – what a checkpoint's layer does beside attention, at every CPU level of this machine, against double
 * precision: activations, norms, rotation, sums, 16-bit numbers, and products with packed weights. */
#include "base/safetensors.h"
#include "check.h"
#include "kernels/packed.h"
#include "mha_problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double exact(enum hs_activation kind, double x)
{
    switch (kind) {
    case HS_ACTIVATION_GELU:
        return x * 0.5 * erfc(-x / sqrt(2));
    case HS_ACTIVATION_GELU_TANH:
        return x * 0.5 * (1 + tanh(sqrt(2 / 3.14159265358979323846) * (x + 0.044715 * x * x * x)));
    case HS_ACTIVATION_GELU_QUICK:
        return x / (1 + exp(-1.702 * x));
    case HS_ACTIVATION_SILU:
        return x / (1 + exp(-x));
    default:
        return x > 0 ? x : 0;
    }
}

static void test_activations(const struct hs_kernels *kernels)
{
    enum { COUNT = 4099 };
    static float row[COUNT], gate[COUNT], made[COUNT];
    for (int kind = HS_ACTIVATION_GELU; kind <= HS_ACTIVATION_SILU; kind++) {
        double worst = 0, worst_gate = 0;
        for (size_t i = 0; i < COUNT; i++) {
            gate[i] = ((float)i - 2049) / 128;
            row[i] = 1 + (float)(i % 7);
        }
        memcpy(made, gate, sizeof made);
        kernels->activate((enum hs_activation)kind, made, COUNT);
        kernels->gate((enum hs_activation)kind, row, gate, COUNT);
        for (size_t i = 0; i < COUNT; i++) {
            double want = exact((enum hs_activation)kind, (double)gate[i]), size = fabs((double)gate[i]) + 1e-9;
            worst = fmax(worst, fabs((double)made[i] - want) / size);
            worst_gate = fmax(worst_gate, fabs((double)row[i] - want * (1 + (double)(i % 7))) / size / 7);
        }
        CHECK_NEAR(worst, 0, 1e-6);
        CHECK_NEAR(worst_gate, 0, 1e-6);
    }
    /* What is far from zero neither overflows nor becomes NaN, and nothing behind the row is touched. */
    float far[] = {-1e30f, 1e30f, -200, 200, 0, -0.0f, 7};
    kernels->activate(HS_ACTIVATION_GELU, far, 6);
    CHECK(far[0] == 0 && far[1] == 1e30f && far[2] == 0 && far[3] == 200 && far[4] == 0 && far[6] == 7);
}

static void test_norms(const struct hs_kernels *kernels)
{
    uint64_t state = 5;
    for (size_t count = 1; count < 300; count += count < 70 ? 1 : 37) {
        float in[300], weight[300], bias[300], out[301];
        for (size_t i = 0; i < count; i++) {
            in[i] = random_unit(&state) * 3 + 5;
            weight[i] = random_unit(&state);
            bias[i] = random_unit(&state);
        }
        for (int kind = HS_NORM_LAYER; kind <= HS_NORM_RMS; kind++) {
            double sum = 0, squares = 0, worst = 0, mean;
            for (size_t i = 0; i < count; i++)
                sum += (double)in[i];
            mean = kind == HS_NORM_LAYER ? sum / (double)count : 0;
            for (size_t i = 0; i < count; i++)
                squares += ((double)in[i] - mean) * ((double)in[i] - mean);
            out[count] = 77;
            kernels->norm((enum hs_norm)kind, out, in, weight, count % 2 ? bias : NULL, count, 1e-3f);
            for (size_t i = 0; i < count; i++) {
                double x = ((double)in[i] - mean) / sqrt(squares / (double)count + (double)1e-3f);
                double want = x * (double)weight[i] + (count % 2 ? (double)bias[i] : 0);
                worst = fmax(worst, fabs((double)out[i] - want));
            }
            CHECK_NEAR(worst, 0, 3e-5);
            CHECK(out[count] == 77);
        }
    }
}

static void test_small(const struct hs_kernels *kernels)
{
    uint64_t state = 11;
    for (size_t count = 1; count < 90; count++) {
        float a[181], b[181], cosine[90], sine[90], kept[181];
        double worst = 0, sum = 0;
        for (size_t i = 0; i < 2 * count; i++)
            kept[i] = a[i] = random_unit(&state), b[i] = random_unit(&state);
        for (size_t i = 0; i < count; i++)
            cosine[i] = random_unit(&state), sine[i] = random_unit(&state);
        a[2 * count] = 9;
        kernels->rotate(a, cosine, sine, count);
        for (size_t i = 0; i < count; i++) {
            double x = (double)kept[i], y = (double)kept[i + count], c = (double)cosine[i], s = (double)sine[i];
            worst = fmax(worst, fabs((double)a[i] - (x * c - y * s)));
            worst = fmax(worst, fabs((double)a[i + count] - (y * c + x * s)));
        }
        CHECK_NEAR(worst, 0, 3e-7);
        CHECK(a[2 * count] == 9);
        for (size_t i = 0; i < count; i++)
            sum += (double)a[i] * (double)b[i];
        CHECK_NEAR((double)kernels->dot(a, b, count), sum, 1e-5);
        memcpy(kept, a, sizeof kept);
        kernels->add(a, b, count);
        for (size_t i = 0; i < count; i++)
            CHECK(a[i] == kept[i] + b[i]);
        CHECK(a[count] == kept[count]);
    }
}

/* Each number in turn is the largest, with what surrounds the matrix larger still; NaN is above infinity, -0 is 0. */
static void test_largest(const struct hs_kernels *kernels)
{
    enum { ROWS = 3, ROW = 80 };
    static const struct {
        float x;
        uint32_t bits;
    } cases[] = {{-8, 0x41000000}, {7.5f, 0x40f00000}, {-INFINITY, 0x7f800000}, {NAN, 0x7fc00000}, {-0.0f, 0x3f800000}};
    float x[ROWS * ROW];
    for (size_t columns = 1; columns <= 70; columns += columns < 40 ? 1 : 15) {
        for (size_t at = 0; at < ROWS * columns; at++) {
            for (size_t i = 0; i < ROWS * ROW; i++)
                x[i] = i % ROW < columns ? (i % 2 ? 1.0f : -1.0f) : 1e30f;
            size_t c = at % (sizeof cases / sizeof cases[0]);
            x[at / columns * ROW + at % columns] = cases[c].x;
            CHECK(kernels->largest(0, x, ROW, ROWS, columns) == cases[c].bits);
            CHECK(kernels->largest(0x7fffffff, x, ROW, ROWS, columns) == 0x7fffffff);
        }
    }
    CHECK(kernels->largest(5, x, ROW, 0, 4) == 5);
}

static void test_widen(const struct hs_kernels *kernels)
{
    static uint16_t in[65536];
    static float out[65537];
    for (size_t i = 0; i < 65536; i++)
        in[i] = (uint16_t)i;
    for (int brain = 0; brain < 2; brain++) {
        size_t wrong = 0;
        out[65535] = 3;
        kernels->widen(brain, out, in, 65535); /* no multiple of a vector */
        CHECK(out[65535] == 3);
        kernels->widen(brain, out + 65535, in + 65535, 1);
        for (size_t i = 0; i < 65536; i++) {
            uint32_t bits = (uint32_t)i << 16;
            float want = hsi_half_to_float((uint16_t)i);
            if (brain)
                memcpy(&want, &bits, sizeof want);
            wrong += isnan(want) ? !isnan(out[i]) : memcmp(&out[i], &want, sizeof want) != 0;
        }
        CHECK(wrong == 0);
    }
}

/* Rows x (depth, columns), filled in both orientations and in pieces; every kind of element. */
static void test_product(const struct hs_kernels *kernels, size_t rows, size_t depth, size_t columns, struct hs_pool *pool)
{
    uint64_t state = rows * 131 + depth * 17 + columns;
    size_t y_row = hsi_packed_row(kernels, columns), x_row = depth + 3;
    float *X = calloc(rows * x_row, sizeof *X), *Y = calloc(rows * y_row, sizeof *Y), *W = malloc(depth * columns * sizeof *W);
    float *back = malloc(depth * columns * sizeof *back);
    uint16_t *half = malloc(depth * columns * sizeof *half);
    for (size_t i = 0; i < rows * x_row; i++)
        X[i] = random_unit(&state);
    for (size_t i = 0; i < depth * columns; i++) /* numbers that 16 bits of either kind hold */
        W[i] = (float)((int)(random_next(&state) % 255) - 127) / 64;
    for (int as = HS_PACKED_F32; as <= HS_PACKED_F16; as++) {
        for (int transposed = 0; transposed < 2; transposed++) {
            struct hs_packed packed = {0};
            CHECK(hsi_packed_new(kernels, depth, columns, (enum hs_packed_as)as, &packed));
            for (size_t i = 0; i < depth * columns; i++) {
                uint32_t bits;
                memcpy(&bits, &W[i], sizeof bits);
                half[i] = as == HS_PACKED_F16 ? hsi_half_from_float(W[i]) : (uint16_t)(bits >> 16);
            }
            /* W (columns, depth) or (depth, columns), the second half of the columns apart from the first */
            size_t c_step = transposed ? depth : 1, k_step = transposed ? 1 : columns, first = columns / 2;
            for (size_t part = 0; part < 2; part++) {
                struct hs_packed_block block = {.column = part ? first : 0,
                    .columns = part ? columns - first : first,
                    .terms = depth,
                    .column_step = c_step,
                    .term_step = k_step};
                block.from = as == HS_PACKED_F32 ? (const void *)(W + block.column * c_step) : (const void *)(half + block.column * c_step);
                hsi_packed_fill(&packed, &block);
            }
            for (size_t c = 0; c < columns; c++)
                packed.b[c] = (float)c / 8;
            hsi_packed_product(&(struct hs_product){&packed, X, x_row, rows, Y, y_row, as == HS_PACKED_F16 ? HS_ACTIVATION_RELU : -1,
                pool, 2});
            hsi_packed_unpack(&packed, 0, columns, back);
            double worst = 0;
            size_t wrong = 0;
            for (size_t k = 0; k < depth; k++)
                for (size_t c = 0; c < columns; c++)
                    wrong += back[k * columns + c] != W[c * c_step + k * k_step];
            CHECK(wrong == 0);
            for (size_t r = 0; r < rows; r++) {
                for (size_t c = 0; c < columns; c++) {
                    double want = (double)packed.b[c];
                    for (size_t k = 0; k < depth; k++)
                        want += (double)X[r * x_row + k] * (double)W[c * c_step + k * k_step];
                    if (as == HS_PACKED_F16 && want < 0)
                        want = 0;
                    worst = fmax(worst, fabs((double)Y[r * y_row + c] - want));
                }
            }
            CHECK_NEAR(worst, 0, 2e-6 * (double)(depth + columns));
            hsi_packed_drop(&packed);
        }
    }
    free(X);
    free(Y);
    free(W);
    free(back);
    free(half);
}

TEST(test_layer_kernels)
{
    struct hs_pool *pool = hsi_pool_new(2);
    for (size_t i = 0; hsi_kernels_level(i); i++) {
        const struct hs_kernels *kernels = hsi_kernels_level(i);
        if (!hsi_kernels_runs(kernels))
            continue;
        test_activations(kernels);
        test_norms(kernels);
        test_small(kernels);
        test_largest(kernels);
        test_widen(kernels);
        test_product(kernels, 1, 1, 1, NULL);
        test_product(kernels, 5, 7, 33, pool);
        test_product(kernels, 15, 300, 70, pool);
        test_product(kernels, 131, 36, 108, NULL);
        test_product(kernels, 260, 65, 97, pool);
    }
    hsi_pool_drop(pool);
    return check_report();
}
