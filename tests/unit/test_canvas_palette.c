/* Palettes and scales: lightness rises or falls steadily for every kind of colour vision, steps are
 * even enough, the diverging map's arms stay apart, and a value's position is what the formula
 * says. */
#include "check.h"

#include "canvas/palette.h"

#include <math.h>

struct lab {
    double L, a, b;
};

enum vision { NORMAL, PROTAN, DEUTAN, TRITAN, VISIONS };

/* Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB. */
static const double MACHADO[VISIONS][9] = {
    {1, 0, 0, 0, 1, 0, 0, 0, 1},
    {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
    {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
    {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
};

static double linear(double value) /* sRGB, IEC 61966-2-1 */
{
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static double lab_curve(double t) /* CIE 15, white D65 */
{
    return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
}

static struct lab lab_of(uint32_t color, enum vision vision)
{
    double rgb[3], seen[3];
    for (int i = 0; i < 3; i++)
        rgb[i] = linear((color >> (16 - 8 * i) & 0xff) / 255.0);
    for (int i = 0; i < 3; i++) {
        const double *row = MACHADO[vision] + 3 * i;
        seen[i] = row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2];
        seen[i] = seen[i] < 0 ? 0 : seen[i] > 1 ? 1 : seen[i];
    }
    double x =
        lab_curve((0.4124564 * seen[0] + 0.3575761 * seen[1] + 0.1804375 * seen[2]) / 0.95047);
    double y = lab_curve(0.2126729 * seen[0] + 0.7151522 * seen[1] + 0.0721750 * seen[2]);
    double z =
        lab_curve((0.0193339 * seen[0] + 0.1191920 * seen[1] + 0.9503041 * seen[2]) / 1.08883);
    return (struct lab){116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

static double distance(struct lab p, struct lab q)
{
    return sqrt((p.L - q.L) * (p.L - q.L) + (p.a - q.a) * (p.a - q.a) + (p.b - q.b) * (p.b - q.b));
}

enum { STEPS = 65 };

/* min/mean step a little under what the published maps measure, so that a knot moved by mistake
 * shows. */
struct expectation {
    enum palette palette;
    double low, high; /* L* at both ends, normal vision */
    double evenness[VISIONS];
};

static const struct expectation EXPECTED[] = {
    {PALETTE_VIRIDIS, 15, 91, {0.50, 0.27, 0.37, 0.14}},
    {PALETTE_CIVIDIS, 13, 92, {0.40, 0.30, 0.40, 0.35}},
    {PALETTE_MAGMA, 0, 98, {0.40, 0.28, 0.40, 0.12}},
    {PALETTE_BLUES, 98, 21, {0.45, 0.45, 0.45, 0.45}},
};

static void test_sequential(void)
{
    for (size_t e = 0; e < sizeof EXPECTED / sizeof EXPECTED[0]; e++) {
        const struct expectation *expected = &EXPECTED[e];
        CHECK_NEAR(lab_of(palette_color(expected->palette, 0), NORMAL).L, expected->low, 1.5);
        CHECK_NEAR(lab_of(palette_color(expected->palette, 1), NORMAL).L, expected->high, 1.5);
        for (int vision = 0; vision < VISIONS; vision++) {
            double smallest = HUGE_VAL, sum = 0, sign = expected->high > expected->low ? 1 : -1;
            struct lab before = lab_of(palette_color(expected->palette, 0), (enum vision)vision);
            for (int i = 1; i < STEPS; i++) {
                struct lab here = lab_of(
                    palette_color(expected->palette, (float)i / (STEPS - 1)), (enum vision)vision);
                CHECK(sign * (here.L - before.L) > 0);
                double step = distance(before, here);
                smallest = step < smallest ? step : smallest;
                sum += step;
                before = here;
            }
            double evenness = smallest / (sum / (STEPS - 1));
            if (!(evenness >= expected->evenness[vision]))
                fprintf(stderr, "%s, vision %d: smallest / mean step %.3f\n",
                    palette_name(expected->palette), vision, evenness);
            CHECK(evenness >= expected->evenness[vision]);
        }
    }
}

/* outwards: -1 the arms darken, +1 they lighten */
static void check_diverging(enum palette palette, double outwards)
{
    struct lab centre = lab_of(palette_color(palette, 0.5f), NORMAL);
    CHECK(hypot(centre.a, centre.b) < 1.0);
    CHECK(palette_table(palette)[127] == palette_table(palette)[128]);
    for (int vision = 0; vision < VISIONS; vision++) {
        for (int i = 1; i <= 32; i++) {
            float out = (float)i / 64, in = (float)(i - 1) / 64;
            struct lab low = lab_of(palette_color(palette, 0.5f - out), (enum vision)vision);
            struct lab high = lab_of(palette_color(palette, 0.5f + out), (enum vision)vision);
            struct lab low_in = lab_of(palette_color(palette, 0.5f - in), (enum vision)vision);
            struct lab high_in = lab_of(palette_color(palette, 0.5f + in), (enum vision)vision);
            CHECK(i == 1 || outwards * (low.L - low_in.L) > 0);
            CHECK(i == 1 || outwards * (high.L - high_in.L) > 0);
            CHECK(fabs(low.L - high.L) < 12);         /* equal magnitude, about equal lightness */
            CHECK(i < 4 || distance(low, high) > 10); /* the sign can be told */
        }
    }
    /* Blue is positive. */
    CHECK(lab_of(palette_color(palette, 0.8f), NORMAL).b < -10);
    CHECK(lab_of(palette_color(palette, 0.2f), NORMAL).b > 10);
}

static void test_diverging(void)
{
    check_diverging(PALETTE_DIVERGING, -1);
    check_diverging(PALETTE_DIVERGING_DARK, 1);
}

static void test_scales(void)
{
    CHECK_NEAR(cell_scale_position(SCALE_LINEAR, 3, 1, 5, 0), 0.5, 1e-6);
    CHECK_NEAR(cell_scale_position(SCALE_LINEAR, -9, 1, 5, 0), 0, 0);
    CHECK_NEAR(cell_scale_position(SCALE_LINEAR, 9, 1, 5, 0), 1, 0);
    CHECK_NEAR(cell_scale_position(SCALE_LINEAR, 1, 1, 1, 0), 0, 0); /* an empty range */
    CHECK_NEAR(cell_scale_position(SCALE_LINEAR, NAN, 0, 1, 0), 0, 0);
    CHECK_NEAR(cell_scale_position(SCALE_SQRT, 0.25f, 0, 1, 0), 0.5, 1e-6);
    CHECK_NEAR(cell_scale_position(SCALE_LOG, 0.01f, 0, 1, 0), 0.5, 1e-6);
    CHECK_NEAR(cell_scale_position(SCALE_LOG, 0.02f, 0, 2, 0), 0.5, 1e-6);
    CHECK_NEAR(cell_scale_position(SCALE_LOG, 0, 0, 1, 0), 0, 1e-6);
    CHECK_NEAR(cell_scale_position(SCALE_LOG, 1, 0, 1, 0), 1, 1e-6);
    CHECK_NEAR(cell_scale_position(SCALE_LOG, 1, 0, 0, 0), 0, 1e-6);
    CHECK_NEAR(cell_scale_position(SCALE_ROW_MAX, 0.2f, 0, 1, 0.4f), 0.5, 1e-6);
    CHECK_NEAR(cell_scale_position(SCALE_ROW_MAX, 0.2f, 0, 1, 0), 0, 0);
    CHECK_TEXT(cell_scale_name(SCALE_ROW_MAX), "row-max");
    CHECK_TEXT(palette_name(PALETTE_DIVERGING), "diverging");
    CHECK(palette_color(PALETTE_MAGMA, 2) == palette_table(PALETTE_MAGMA)[255]);
    CHECK(palette_color(PALETTE_MAGMA, -1) == palette_table(PALETTE_MAGMA)[0]);
    CHECK(palette_color(PALETTE_MAGMA, NAN) == palette_table(PALETTE_MAGMA)[0]);
    for (int palette = 0; palette < PALETTE_COUNT; palette++) {
        for (int i = 0; i < 256; i++) {
            CHECK(palette_table((enum palette)palette)[i] >> 24 == 255);
            CHECK(palette_table((enum palette)palette)[i] != CELL_NAN_COLOR);
        }
    }
}

static void test_log2(void)
{
    double worst = 0;
    for (int i = 1; i <= 1 << 20;
         i++) { /* the values a position takes the logarithm of, and beyond */
        float x = (float)i / (1 << 18);
        double error = fabs((double)log2_fast(x) - log2((double)x));
        worst = error > worst ? error : worst;
    }
    printf("log2_fast: worst error %.3g\n", worst);
    CHECK(worst < 6e-7);
}

TEST(test_canvas_palette)
{
    test_sequential();
    test_diverging();
    test_scales();
    test_log2();
    return check_report();
}
