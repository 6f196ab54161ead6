/* bench_canvas.c – how long the canvas takes for the pictures the app draws, 1600 x 1000 unless
 * said. Run by hand
 * (`ninja bench_canvas && tests/bench_canvas`); it is no test and fails on nothing. Each row: first
 * time, then the median. */
#include "canvas/canvas.h"
#include "canvas/fonts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 1600, HEIGHT = 1000, REPEATS = 15 };

static double now(void)
{
    struct timespec time;
    clock_gettime(
        CLOCK_PROCESS_CPUTIME_ID, &time); /* one thread; other programs may run beside it */
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct bench {
    struct fonts *fonts;
    struct draw_list *list;
    struct canvas *canvas;
    int width, height, step;
    float scale;
    bool mean;
    float *matrices;
    size_t heads, n;
};

typedef void (*scene)(struct bench *bench);

static void run(struct bench *bench, const char *name, scene draw)
{
    double times[REPEATS], first = 0;
    if (canvas_resize(bench->canvas, bench->width, bench->height, NULL))
        return;
    fonts_set_scale(bench->fonts, bench->scale);
    for (int i = -1; i < REPEATS; i++) {
        double start = now();
        bench->step = i + 1;
        draw_list_clear(bench->list);
        draw(bench);
        canvas_replay(bench->canvas, bench->list, 0xffffffffu, bench->scale);
        if (i < 0)
            first = now() - start;
        else
            times[i] = now() - start;
    }
    qsort(times, REPEATS, sizeof times[0], by_value);
    printf("%-44s first %8.2f ms   then %8.2f ms (best %.2f)\n", name, first, times[REPEATS / 2],
        times[0]);
}

static struct cells head_cells(struct bench *bench, size_t head, struct rect area)
{
    size_t n = bench->n;
    return (struct cells){.area = area,
        .matrix = {bench->matrices + head * n * n, n, n, n},
        .row1 = (double)n,
        .col1 = (double)n,
        .scale = SCALE_SQRT,
        .hi = 1,
        .causal = true,
        .back = 0xfff4f4f4u,
        .mask_color = 0xffc0c0c0u,
        .identity = head + 1};
}

static void draw_grid(struct bench *bench)
{
    size_t columns = bench->heads >= 12 ? 12 : 4, rows = (bench->heads + columns - 1) / columns;
    float w = (float)WIDTH / (float)columns, h = (float)HEIGHT / (float)rows;
    float side = (w < h ? w : h) - 8;
    for (size_t head = 0; head < bench->heads; head++) {
        struct rect area = {
            (float)(head % columns) * w + 4, (float)(head / columns) * h + 4, side, side};
        struct cells cells = head_cells(bench, head, area);
        draw_cells(bench->list, &cells);
    }
}

static void draw_whole(struct bench *bench)
{
    struct cells cells = head_cells(bench, 0, (struct rect){100, 10, 960, 960});
    draw_cells(bench->list, &cells);
}

static void draw_whole_mean(struct bench *bench)
{
    struct cells cells = head_cells(bench, 0, (struct rect){100, 10, 960, 960});
    cells.reduce = REDUCE_MEAN;
    cells.causal = false;
    draw_cells(bench->list, &cells);
}

/* A new window every frame: 3000 of 4096 cells, nothing to be found in a cache. */
static void draw_pan(struct bench *bench)
{
    struct cells cells = head_cells(bench, 0, (struct rect){100, 10, 960, 960});
    cells.causal = false;
    cells.reduce = bench->mean ? REDUCE_MEAN : REDUCE_MAX;
    cells.row0 = cells.col0 = 7.3 * bench->step;
    cells.row1 = cells.row0 + 3000;
    cells.col1 = cells.col0 + 3000;
    draw_cells(bench->list, &cells);
}

static unsigned random_state = 1;

static float random_unit(void)
{
    random_state = random_state * 1664525u + 1013904223u; /* Numerical Recipes' generator */
    return (float)(random_state >> 8) / 16777216.0f;
}

static void draw_lines(struct bench *bench)
{
    random_state = 1;
    for (int i = 0; i < 2000; i++) {
        float x = random_unit() * WIDTH, y = random_unit() * HEIGHT,
              angle = random_unit() * 6.2831853f;
        draw_line(
            bench->list, x, y, x + 410 * cosf(angle), y + 410 * sinf(angle), 1.5f, 0x802060c0u);
    }
}

static void draw_links(struct bench *bench)
{
    random_state = 1;
    for (int i = 0; i < 2000; i++) {
        float y0 = random_unit() * HEIGHT, y1 = random_unit() * HEIGHT;
        draw_link(bench->list, 400, y0, 810, y1, 1.5f, 0, 0x802060c0u);
    }
}

static void draw_labels(struct bench *bench)
{
    for (int i = 0; i < 2000; i++) {
        char text[32];
        snprintf(text, sizeof text, "label-%c%d", 'a' + i % 26, i);
        draw_text(bench->list,
            (struct rect){(float)(i % 20) * 80, (float)(i / 20 % 100) * 10, 76, 16}, ALIGN_LEFT,
            FACE_UI, 13, 0xff202020u, text);
    }
}

static void draw_numbers(struct bench *bench)
{
    for (int i = 0; i < 2000; i++)
        draw_textf(bench->list,
            (struct rect){(float)(i % 20) * 80, (float)(i / 20 % 100) * 10, 76, 16}, ALIGN_RIGHT,
            FACE_MONO, 12, 0xff202020u, "%.4f", (double)random_unit());
}

static void draw_window(struct bench *bench) /* what a first picture needs of the fonts */
{
    static const char *const words[] = {
        "The", "student", "delivered", "the", "book", "to", "the", "library", "yesterday", "."};
    draw_text(bench->list, (struct rect){8, 8, 400, 28}, ALIGN_LEFT, FACE_UI, 15, 0xff202020u,
        "The student delivered the book to the library yesterday.");
    for (int i = 0; i < 8; i++)
        draw_textf(bench->list, (struct rect){8 + 100 * (float)i, 40, 90, 24}, ALIGN_CENTER,
            FACE_UI_BOLD, 13, 0xff202020u, "Head %d", i);
    for (int i = 0; i < 10; i++) {
        draw_text(bench->list, (struct rect){8, 80 + 20 * (float)i, 80, 20}, ALIGN_RIGHT, FACE_UI,
            11, 0xff202020u, words[i]);
        draw_text_up(bench->list, (struct rect){100 + 20 * (float)i, 70, 20, 80}, ALIGN_LEFT,
            FACE_UI, 11, 0xff202020u, words[i]);
        draw_textf(bench->list, (struct rect){400, 80 + 20 * (float)i, 80, 20}, ALIGN_RIGHT,
            FACE_MONO, 12, 0xff202020u, "%.4f", (double)i / 9);
    }
}

static void fill_matrices(struct bench *bench, size_t heads, size_t n)
{
    free(bench->matrices);
    bench->heads = heads;
    bench->n = n;
    bench->matrices = malloc(heads * n * n * sizeof(float));
    if (!bench->matrices)
        exit(1);
    for (size_t i = 0; i < heads * n * n; i++) {
        float r = random_unit();
        bench->matrices[i] = r * r * r * r;
    }
}

static void bench_heatmaps(struct bench *bench)
{
    fill_matrices(bench, 8, 12);
    run(bench, "8 heads x 12", draw_grid);
    fill_matrices(bench, 144, 512);
    run(bench, "144 heads x 512", draw_grid);
    fill_matrices(bench, 1, 4096);
    run(bench, "1 head x 4096, max", draw_whole);
    run(bench, "1 head x 4096, mean", draw_whole_mean);
    run(bench, "1 head x 4096, panning, max, nothing cached", draw_pan);
    bench->mean = true;
    run(bench, "1 head x 4096, panning, mean, nothing cached", draw_pan);
}

static void bench_png(struct bench *bench)
{
    struct hs_buffer buffer = {0};
    double start = now();
    enum hs_status status = png_encode(bench->canvas, NULL, 0, &buffer, NULL);
    printf("%-44s %s %.2f ms, %zu bytes\n", "PNG of the last picture", status ? "failed" : "took",
        now() - start, buffer.length);
    hs_buffer_drop(&buffer);
}

int main(void)
{
    struct bench bench = {.width = WIDTH, .height = HEIGHT, .scale = 1};
    struct hs_error error;
    double start = now();
    if (fonts_open(&bench.fonts, &error) || canvas_new(WIDTH, HEIGHT, &bench.canvas, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    printf("%-44s %.2f ms\n", "open fonts and canvas", now() - start);
    bench.list = draw_list_new(bench.fonts);
    if (!bench.list)
        return 1;
    run(&bench, "texts of a first picture", draw_window);
    run(&bench, "2000 labels of 13 px", draw_labels);
    run(&bench, "2000 new numbers", draw_numbers);
    run(&bench, "2000 lines of 410 px, 1.5 wide", draw_lines);
    run(&bench, "2000 links over 410 px, 1.5 wide", draw_links);
    bench_heatmaps(&bench);
    bench_png(&bench);
    fill_matrices(&bench, 144, 512);
    bench.scale = 2;
    bench.width = 2 * WIDTH;
    bench.height = 2 * HEIGHT;
    run(&bench, "144 heads x 512 at 3200 x 2000", draw_grid);
    free(bench.matrices);
    canvas_drop(bench.canvas);
    draw_list_drop(bench.list);
    fonts_drop(bench.fonts);
    return 0;
}
