/* Pixels of shapes: exact where arithmetic says what must come out, and hashes of whole scenes that
 * must be equal under every compiler and optimisation. */
#include "check.h"

#include "canvas/canvas.h"
#include "canvas/fonts.h"
#include "canvas/raster.h"

#include <math.h>
#include <stdlib.h>

enum { SIDE = 64 };

static uint32_t pixels[SIDE * SIDE];

static struct raster white(void)
{
    for (int i = 0; i < SIDE * SIDE; i++)
        pixels[i] = 0xffffffffu;
    return (struct raster){pixels, SIDE, SIDE, {0, 0, SIDE, SIDE}};
}

static uint32_t at(int x, int y)
{
    return pixels[y * SIDE + x];
}

/* Ink of black on white, in pixels. */
static double ink(void)
{
    double sum = 0;
    for (int i = 0; i < SIDE * SIDE; i++)
        sum += (255 - (pixels[i] & 0xff)) / 255.0;
    return sum;
}

static void test_blend(void)
{
    for (uint32_t part = 0; part < 256; part++) {
        for (uint32_t a = 0; a < 256; a += 5) {
            for (uint32_t b = 0; b < 256; b += 3) {
                uint32_t want = (uint32_t)floor((a * part + b * (255 - part)) / 255.0 + 0.5);
                uint32_t got =
                    blend_pixel(0xff000000u | b << 16 | b << 8 | b, a << 16 | a << 8 | a, part);
                if (got != (0xff000000u | want << 16 | want << 8 | want)) {
                    CHECK(got == (0xff000000u | want << 16 | want << 8 | want));
                    return;
                }
            }
        }
    }
    CHECK(true);
}

static void test_fill_and_frame(void)
{
    struct raster raster = white();
    raster.clip = (struct box){8, 8, 24, 24};
    raster_fill(&raster, (struct box){0, 0, 16, 100}, 0xff000000u);
    CHECK_NEAR(ink(), 8 * 16, 0);
    CHECK(at(7, 8) == 0xffffffffu && at(8, 8) == 0xff000000u && at(15, 23) == 0xff000000u &&
          at(16, 8) == 0xffffffffu);
    raster = white();
    raster_frame(&raster, (struct box){4, 4, 24, 14}, 2, 0x80000000u);
    CHECK_NEAR(ink(), (20 * 10 - 16 * 6) * 128 / 255.0, 1e-9); /* no corner is blended twice */
    raster = white();
    raster_frame(&raster, (struct box){4, 4, 9, 9}, 50, 0x80000000u); /* thicker than the box */
    CHECK_NEAR(ink(), 25 * 128 / 255.0, 1e-9);
    raster = white();
    raster_fill(&raster, (struct box){20, 20, 10, 10}, 0xff000000u); /* inside out */
    CHECK_NEAR(ink(), 0, 0);
}

static void test_round(void)
{
    struct raster raster = white();
    raster_round(&raster, (struct box){10, 10, 51, 41}, 10, 0xff000000u);
    CHECK_NEAR(ink(), 41 * 31 - (4 - 3.14159265) * 100, 1.5);
    bool symmetric = true;
    for (int y = 0; y < 31; y++) {
        for (int x = 0; x < 41; x++)
            symmetric &= at(10 + x, 10 + y) == at(50 - x, 10 + y) &&
                         at(10 + x, 10 + y) == at(10 + x, 40 - y);
    }
    CHECK(symmetric);
    CHECK(at(30, 10) == 0xff000000u && at(10, 25) == 0xff000000u && at(10, 10) == 0xffffffffu);
    raster = white();
    raster_round_frame(&raster, (struct box){10, 10, 51, 41}, 10, 3, 0xff000000u);
    double outer = 41 * 31 - (4 - 3.14159265) * 100, inner = 35 * 25 - (4 - 3.14159265) * 49;
    CHECK_NEAR(ink(), outer - inner, 2.0);
    CHECK(at(30, 12) == 0xff000000u && at(30, 13) == 0xffffffffu);
    raster = white();
    raster_circle(&raster, 30.3f, 31.7f, 12.5f, 0xff000000u);
    CHECK_NEAR(ink(), 3.14159265 * 12.5 * 12.5, 1.5);
    raster = white();
    raster_round(&raster, (struct box){5, 5, 6, 6}, 99, 0x80000000u); /* one pixel, absurd radius */
    CHECK(at(5, 5) != 0xffffffffu);
    raster_round_frame(&raster, (struct box){5, 5, 5, 9}, 3, 1, 0xff000000u); /* empty */
}

static double darkest(void)
{
    double most = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        double dark = (255 - (pixels[i] & 0xff)) / 255.0;
        most = dark > most ? dark : most;
    }
    return most;
}

static void test_lines(void)
{
    for (int i = 0; i < 32; i++) {
        float angle = (float)i * 0.19634954f, dx = 25 * cosf(angle), dy = 25 * sinf(angle);
        struct raster raster = white();
        raster_line(&raster, 32 - dx, 32 - dy, 32 + dx, 32 + dy, 3, 0xff000000u);
        CHECK_NEAR(ink(), 50 * 3, 4);
        raster = white();
        raster_line(&raster, 32 - dx, 32 - dy, 32 + dx, 32 + dy, 0.5f, 0xff000000u);
        CHECK_NEAR(ink(), 50 * 0.5,
            3.2); /* a ramp of distance is 12 % heavy for a hairline at 45 degrees */
        raster = white();
        raster_line(&raster, 32 - dx, 32 - dy, 32 + dx, 32 + dy, 5, 0x40000000u);
        CHECK(darkest() <= 64 / 255.0 + 1e-9); /* no pixel twice */
    }
    struct raster raster = white();
    raster_link(&raster, 4, 10, 60, 50, 2, 0, 0x40000000u);
    CHECK(darkest() <= 64 / 255.0 + 1e-9);
    for (int x = 4; x < 60; x++) { /* the centre of the curve is inked in every column */
        double s = (x + 0.5 - 4) / 56, y = 10 + 40 * s * s * (3 - 2 * s);
        CHECK(at(x, (int)y) != 0xffffffffu);
    }
    CHECK(at(3, 10) == 0xffffffffu && at(60, 50) == 0xffffffffu);
    uint32_t forward[SIDE * SIDE];
    memcpy(forward, pixels, sizeof forward);
    raster = white();
    raster_link(&raster, 60, 50, 4, 10, 2, 0, 0x40000000u);
    CHECK(memcmp(forward, pixels, sizeof forward) == 0);
    /* Dashes of 6 and gaps of 3: every column is as in the whole curve, or empty. */
    raster = white();
    raster_link(&raster, 4, 10, 60, 50, 2, 6, 0x40000000u);
    for (int x = 4; x < 60; x++)
        for (int y = 0; y < SIDE; y++)
            CHECK(at(x, y) == ((x - 4) % 9 < 6 ? forward[y * SIDE + x] : 0xffffffffu));
}

static void test_polygon(void)
{
    const float square[] = {10.25f, 10.5f, 40.25f, 10.5f, 40.25f, 30, 10.25f, 30};
    float backwards[8];
    struct raster raster = white();
    raster_polygon(&raster, square, 4, 0xff000000u);
    CHECK_NEAR(ink(), 30 * 19.5, 0.5);
    CHECK_NEAR((255 - (at(20, 10) & 0xff)) / 255.0, 0.5, 0.01);
    CHECK_NEAR((255 - (at(10, 20) & 0xff)) / 255.0, 0.75, 0.01);
    CHECK(at(20, 20) == 0xff000000u);
    uint32_t forward[SIDE * SIDE];
    memcpy(forward, pixels, sizeof forward);
    for (int i = 0; i < 4; i++)
        memcpy(backwards + 2 * i, square + 2 * (3 - i), 2 * sizeof(float));
    raster = white();
    raster_polygon(&raster, backwards, 4, 0xff000000u);
    CHECK(memcmp(forward, pixels, sizeof forward) == 0);
    const float triangle[] = {5, 5, 60, 20, 12, 58};
    raster = white();
    raster_polygon(&raster, triangle, 3, 0xff000000u);
    CHECK_NEAR(ink(), 0.5 * fabs((60 - 5) * (58.0 - 5) - (12 - 5) * (20.0 - 5)), 3);
    const float flat[] = {5, 5, 10, 10, 15, 15};
    raster_polygon(&raster, flat, 3, 0xff000000u); /* no area, no crash */
}

static void test_hatch_and_masks(void)
{
    struct raster raster = white();
    struct hatch hatch = hatch_make(6, 1);
    CHECK(hatch.period == 6);
    raster_hatch(&raster, (struct box){0, 0, 30, 64}, &hatch, 0xff000000u);
    raster_hatch(&raster, (struct box){30, 0, 64, 64}, &hatch, 0xff000000u);
    bool joined = true;
    for (int y = 0; y < 50; y++) {
        for (int x = 0; x < 50; x++)
            joined &= at(x, y) == at(x + 6, y) && at(x, y) == at(x, y + 6) &&
                      at(x + 1, y) == at(x, y + 1);
    }
    CHECK(joined);
    CHECK(ink() > SIDE * SIDE * 0.1 && ink() < SIDE * SIDE * 0.5);
    uint8_t curve[256], mask[] = {255, 0, 0, 128, 0, 0}; /* 3 x 2 */
    for (int i = 0; i < 256; i++)
        curve[i] = (uint8_t)i;
    raster = white();
    raster_mask(&raster, mask, 3, 2, 10, 20, false, 0xff000000u, curve);
    CHECK(at(10, 20) == 0xff000000u && at(10, 21) == 0xff7f7f7fu);
    raster_mask(&raster, mask, 3, 2, 40, 30, true, 0xff000000u, curve);
    CHECK(at(40, 30) == 0xff000000u && at(41, 30) == 0xff7f7f7fu); /* rows run right, columns up */
    uint8_t tall[] = {255, 128};
    raster_mask(&raster, tall, 2, 1, 50, 30, true, 0xff000000u, curve);
    CHECK(at(50, 30) == 0xff000000u && at(50, 29) == 0xff7f7f7fu);
    const uint32_t image[] = {0x80ff0000u, 0x00ffffffu};
    raster_image(&raster, image, 2, 1, 5, 5, false, 255);
    CHECK(at(5, 5) == 0xffff7f7fu && at(6, 5) == 0xffffffffu);
    for (int i = -8; i < SIDE + 8; i++) { /* every way of lying across the edge */
        raster_mask(&raster, mask, 3, 2, i, SIDE - 1 - i, i & 1, 0xff000000u, curve);
        raster_image(&raster, image, 2, 1, i, i, i & 1, 255);
    }
}

/* Whatever numbers come, nothing is written outside (a sanitizer would tell) and nothing hangs. */
static void test_hostile(void)
{
    const float odd[] = {
        0, -1, 1e30f, -1e30f, NAN, INFINITY, -INFINITY, 1e-30f, 63.999f, 5e5f, 2e9f};
    enum { COUNT = sizeof odd / sizeof odd[0] };
    struct raster raster = white();
    raster.clip = (struct box){3, 3, 60, 60};
    for (int i = 0; i < COUNT * COUNT * COUNT; i++) {
        float a = odd[i % COUNT], b = odd[i / COUNT % COUNT], c = odd[i / COUNT / COUNT];
        raster_line(&raster, a, b, c, 20, 2, 0xff000000u);
        raster_line(&raster, 10, b, c, a, c, 0xff000000u);
        raster_link(&raster, a, b, c, 20, 2, 3, 0xff000000u);
        raster_circle(&raster, a, b, c, 0xff000000u);
        const float triangle[] = {a, b, c, 10, 20, 30};
        raster_polygon(&raster, triangle, 3, 0xff000000u);
    }
    bool kept = true;
    for (int i = 0; i < SIDE; i++)
        kept &= at(i, 2) == 0xffffffffu && at(i, 60) == 0xffffffffu && at(2, i) == 0xffffffffu &&
                at(60, i) == 0xffffffffu;
    CHECK(kept);
}

/* ------------------------------------------------------------------ scenes through the draw list */

static void draw_scene(struct draw_list *list, const float *values)
{
    const float triangle[] = {150, 10, 190, 30, 155, 50};
    draw_group(list, "shapes");
    draw_rect(list, (struct rect){10.3f, 10, 30, 20}, 0xff336699u);
    draw_rect(list, (struct rect){45, 10, 1, 20}, 0xff000000u);
    draw_frame(list, (struct rect){50, 10, 30, 20}, 1, 0xff993300u);
    draw_round(list, (struct rect){85, 10, 30, 20}, 6, 0xc0228833u);
    draw_round_frame(list, (struct rect){120, 10, 25, 20}, 5, 1.5f, 0xff222222u);
    draw_polygon(list, triangle, 3, 0xa0aa3377u);
    draw_circle(list, 205, 25, 12.5f, 0xff4477aau);
    draw_line(list, 10, 40, 60, 90, 1.5f, 0xff000000u);
    draw_line(list, 70, 40, 70, 90, 1, 0xff000000u);
    draw_clip(list, (struct rect){80, 40, 60, 40});
    for (int i = 0; i < 6; i++)
        draw_link(list, 75, 45 + 8.0f * (float)i, 145, 85 - 8.0f * (float)i, 0.5f + (float)i,
            0, 0x80ee6677u);
    draw_clip_end(list);
    draw_hatch(list, (struct rect){150, 55, 60, 30}, 6, 0xff888888u);
    draw_ramp(list, (struct rect){10, 95, 100, 8}, PALETTE_VIRIDIS, false);
    draw_ramp(list, (struct rect){220, 10, 8, 80}, PALETTE_DIVERGING, true);
    draw_group_end(list);
    struct cells cells = {.area = {10, 110, 90, 90},
        .matrix = {values, 9, 9, 9},
        .row1 = 9,
        .col1 = 9,
        .hi = 1,
        .causal = true,
        .back = 0xffeeeeeeu,
        .mask_color = 0xff999999u};
    draw_cells(list, &cells);
    cells.area = (struct rect){110, 110, 60.5f, 90};
    cells.row0 = 1.5;
    cells.scale = SCALE_LOG;
    cells.palette = PALETTE_MAGMA;
    draw_cells(list, &cells);
    draw_text(
        list, (struct rect){110, 90, 100, 18}, ALIGN_LEFT, FACE_UI, 12, 0xff111111u, "Head 3");
    draw_text_up(list, (struct rect){210, 100, 18, 100}, ALIGN_CENTER, FACE_MONO, 12, 0xff111111u,
        "Zo\xc3\xab 0.43");
    /* light on dark, where covering is bent; cut on both sides */
    draw_rect(list, (struct rect){175, 150, 60, 50}, 0xff202020u);
    draw_text(list, (struct rect){178, 152, 54, 14}, ALIGN_RIGHT, FACE_UI_BOLD, 11.3f, 0xffffffffu, "fjord");
    draw_text(list, (struct rect){178, 166, 20, 14}, ALIGN_CENTER, FACE_UI, 10.6f, 0xc0d0e0f0u, "overlong words");
    draw_text_up(list, (struct rect){216, 168, 18, 30}, ALIGN_RIGHT, FACE_UI, 11, 0xffffcc00u, "up");
    draw_text_up(list, (struct rect){200, 168, 16, 24}, ALIGN_LEFT, FACE_MONO, 11, 0xff808080u, "0.125");
}

static void test_scenes(void)
{
    static const struct {
        float scale;
        uint64_t hash;
    } expected[] = {{1.0f, 0x1acb84ca62ddde7cu}, {1.25f, 0x6e78ec82f2e73a8au},
        {1.5f, 0xda250ddb02374b04u}, {2.0f, 0x35b377c4303045a7u}};
    float values[81];
    for (int i = 0; i < 81; i++)
        values[i] = (float)(i * 37 % 81) / 81.0f;
    struct fonts *fonts = NULL;
    struct canvas *canvas = NULL;
    CHECK(fonts_open_fixed(&fonts, NULL) == HS_OK && canvas_new(240, 210, &canvas, NULL) == HS_OK);
    struct draw_list *list = draw_list_new(fonts);
    if (!fonts || !canvas || !list)
        return;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        float scale = expected[i].scale;
        CHECK(canvas_resize(canvas, (int)(240 * scale), (int)(210 * scale), NULL) == HS_OK);
        fonts_set_scale(fonts, scale);
        draw_list_clear(list);
        draw_scene(list, values);
        canvas_replay(canvas, list, 0xffffffffu, scale);
        if (canvas_hash(canvas) != expected[i].hash)
            fprintf(stderr, "scale %.2f: hash 0x%016llx\n", (double)scale,
                (unsigned long long)canvas_hash(canvas));
        CHECK(canvas_hash(canvas) == expected[i].hash);
        uint64_t before = canvas_hash(canvas);
        canvas_replay(canvas, list, 0xffffffffu, scale);
        CHECK(canvas_hash(canvas) == before);
    }
    draw_list_drop(list);
    canvas_drop(canvas);
    fonts_drop(fonts);
}

/* Edges of boxes are crisp at every scale: no pixel of a frame, rule or upright line is a mixture. */
static void test_crisp(void)
{
    static const float scales[] = {1, 1.25f, 1.5f, 1.75f, 2, 3};
    struct fonts *fonts = NULL;
    struct canvas *canvas = NULL;
    CHECK(fonts_open_fixed(&fonts, NULL) == HS_OK && canvas_new(300, 300, &canvas, NULL) == HS_OK);
    struct draw_list *list = draw_list_new(fonts);
    for (size_t i = 0; list && i < sizeof scales / sizeof scales[0]; i++) {
        draw_list_clear(list);
        draw_frame(list, (struct rect){10.3f, 10.7f, 50.2f, 40.1f}, 1, 0xff000000u);
        draw_rect(list, (struct rect){5, 5.4f, 80, 1}, 0xff000000u);
        draw_line(list, 70.5f, 10, 70.5f, 60, 1, 0xff000000u);
        draw_line(list, 10, 66.2f, 60, 66.2f, 2, 0xff000000u);
        canvas_replay(canvas, list, 0xffffffffu, scales[i]);
        bool crisp = true;
        size_t black = 0;
        for (int p = 0; p < 300 * 300; p++) {
            uint32_t pixel = canvas_pixels(canvas)[p];
            crisp &= pixel == 0xff000000u || pixel == 0xffffffffu;
            black += pixel == 0xff000000u;
        }
        CHECK(crisp && black > 200);
    }
    draw_list_drop(list);
    canvas_drop(canvas);
    fonts_drop(fonts);
}

static void test_limits(void)
{
    struct canvas *canvas = NULL;
    struct hs_error error;
    CHECK(canvas_new(0, 10, &canvas, &error) == HS_LIMIT && !canvas);
    CHECK(canvas_new(10, CANVAS_MAX_SIDE + 1, &canvas, &error) == HS_LIMIT && !canvas);
    CHECK(tells(error.message, "16384"));
    CHECK(canvas_new(10, 20, &canvas, &error) == HS_OK);
    CHECK(canvas_resize(canvas, -1, 5, &error) == HS_LIMIT && canvas_width(canvas) == 10 &&
          canvas_height(canvas) == 20);
    canvas_drop(canvas);
    canvas_drop(NULL);
}

TEST(test_canvas_raster)
{
    test_blend();
    test_fill_and_frame();
    test_round();
    test_lines();
    test_polygon();
    test_hatch_and_masks();
    test_hostile();
    test_scenes();
    test_crisp();
    test_limits();
    return check_report();
}
