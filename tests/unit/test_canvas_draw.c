/* The draw list through its trace: what is recorded, copied, dropped and elided; rect helpers. Uses
 * the fixed stand-in font, whose code points are all 0.6 em wide. */
#include "check.h"

#include "canvas/canvas.h"
#include "canvas/draw_list.h"
#include "canvas/fonts.h"

#include <math.h>
#include <stdlib.h>

static struct fonts *fonts;
static struct draw_list *list;

static char *trace(void)
{
    static struct hs_buffer buffer;
    hs_buffer_drop(&buffer);
    buffer = (struct hs_buffer){0};
    trace_write(list, &buffer);
    return buffer.data ? buffer.data : (char *)"";
}

static void test_trace(void)
{
    const float values[] = {0.5f, 0.25f, 0.25f, -INFINITY, 1, 0};
    const uint8_t padding[] = {0, 0, 1};
    const float triangle[] = {0, 0, 10, 0, -0.01f, 5.55f};
    draw_list_clear(list);
    draw_group(list, "panel \"A\"");
    draw_rect(list, (struct rect){1, 2, 3.04f, 4}, 0xff112233u);
    draw_clip(list, (struct rect){0, 0, 50, 50});
    draw_round_frame(list, (struct rect){1, 2, 3, 4}, 2, 1, 0x80112233u);
    draw_circle(list, 5, 6, 7, 0xff000000u);
    draw_clip_end(list);
    draw_group_end(list);
    draw_polygon(list, triangle, 3, 0xff000001u);
    draw_link(list, 0, 1, 2, 3, 1.5f, 0, 0xff000002u);
    draw_hatch(list, (struct rect){0, 0, 9, 9}, 6, 0xff000003u);
    draw_ramp(list, (struct rect){0, 0, 9, 9}, PALETTE_CIVIDIS, true);
    struct cells cells = {.area = {0, 0, 30, 20},
        .matrix = {values, 2, 3, 3},
        .row1 = 2,
        .col1 = 3,
        .hi = 1,
        .scale = SCALE_SQRT,
        .reduce = REDUCE_MEAN,
        .causal = true,
        .causal_shift = 1,
        .hidden = padding};
    draw_cells(list, &cells);
    draw_text(
        list, (struct rect){0, 0, 100, 20}, ALIGN_RIGHT, FACE_MONO, 10, 0xff000004u, "Zo\xc3\xab");
    draw_text_up(
        list, (struct rect){0, 0, 20, 100}, ALIGN_CENTER, FACE_UI_BOLD, 10, 0xff000005u, "up");
    CHECK_TEXT(trace(), "group \"panel \\\"A\\\"\"\n"
                        "  rect 1.0 2.0 3.0 4.0 #ff112233\n"
                        "  clip 0.0 0.0 50.0 50.0\n"
                        "    round-frame 1.0 2.0 3.0 4.0 radius 2.0 width 1.0 #80112233\n"
                        "    circle 5.0 6.0 radius 7.0 #ff000000\n"
                        "polygon 0.0,0.0 10.0,0.0 0.0,5.6 #ff000001\n"
                        "link 0.0 1.0 2.0 3.0 width 1.5 #ff000002\n"
                        "hatch 0.0 0.0 9.0 9.0 spacing 6.0 #ff000003\n"
                        "ramp 0.0 0.0 9.0 9.0 cividis vertical\n"
                        "cells 0.0 0.0 30.0 20.0 shape 2x3 rows 0.00..2.00 cols 0.00..3.00 viridis "
                        "sqrt mean range 0..1 "
                        "causal +1 hidden 1 sum 1.333\n"
                        "text 0.0 0.0 100.0 20.0 right mono 10.0 #ff000004 \"Zo\xc3\xab\"\n"
                        "text-up 0.0 0.0 20.0 100.0 center bold 10.0 #ff000005 \"up\"\n");
}

static void test_invisible(void)
{
    const float value = 1;
    struct cells cells = {
        .area = {0, 0, 30, 20}, .matrix = {&value, 1, 1, 1}, .row1 = 1, .col1 = 1};
    draw_list_clear(list);
    draw_rect(list, (struct rect){0, 0, 10, 10}, 0x00ffffffu);
    draw_rect(list, (struct rect){0, 0, -1, 10}, 0xffffffffu);
    draw_rect(list, (struct rect){0, 0, NAN, 10}, 0xffffffffu);
    draw_circle(list, 0, 0, 0, 0xffffffffu);
    draw_line(list, 0, 0, 1, 1, 0, 0xffffffffu);
    draw_text(list, (struct rect){0, 0, 10, 10}, ALIGN_LEFT, FACE_UI, 10, 0xffffffffu, "");
    cells.col1 = 2; /* beyond the matrix */
    draw_cells(list, &cells);
    cells.col1 = (double)NAN;
    draw_cells(list, &cells);
    cells.col1 = 1;
    cells.matrix.data = NULL;
    draw_cells(list, &cells);
    CHECK_TEXT(trace(), "");
    CHECK(!draw_list_failed(list));
}

static void test_copies_and_growth(void)
{
    char name[32];
    draw_list_clear(list);
    for (int i = 0; i < 20000; i++) {
        snprintf(name, sizeof name, "label %d", i);
        draw_text(
            list, (struct rect){0, (float)i, 500, 20}, ALIGN_LEFT, FACE_UI, 10, 0xff000000u, name);
    }
    memset(name, 'x', sizeof name - 1);
    size_t at = 0, count = 0;
    bool right = true;
    const struct draw_command *command;
    while ((command = draw_list_next(list, &at))) {
        snprintf(name, sizeof name, "label %zu", count++);
        right &= command->kind == DRAW_TEXT &&
                 strcmp(((const struct draw_string *)command)->text, name) == 0;
    }
    CHECK(right && count == 20000);
    char *huge = malloc(3 << 20); /* more than one command may hold: dropped and remembered */
    if (huge) {
        memset(huge, 'g', (3 << 20) - 1);
        huge[(3 << 20) - 1] = '\0';
        draw_group(list, huge);
        CHECK(draw_list_failed(list));
        free(huge);
    }
    draw_list_clear(list);
    CHECK(!draw_list_failed(list));
    CHECK_TEXT(trace(), "");
}

static void test_elision(void)
{
    draw_list_clear(list); /* 10 px: 6 px a code point */
    CHECK_NEAR(draw_text(list, (struct rect){0, 0, 36, 20}, ALIGN_LEFT, FACE_UI, 10, 0xff000000u,
                   "abcdef"),
        36, 0.01);
    CHECK_NEAR(draw_text(list, (struct rect){0, 0, 35, 20}, ALIGN_LEFT, FACE_UI, 10, 0xff000000u,
                   "abcdef"),
        30, 0.01);
    CHECK_NEAR(draw_text(list, (struct rect){0, 0, 30, 20}, ALIGN_LEFT, FACE_UI, 10, 0xff000000u,
                   "abc def"),
        24, 0.01);
    CHECK_NEAR(
        draw_text(list, (struct rect){0, 0, 5, 20}, ALIGN_LEFT, FACE_UI, 10, 0xff000000u, "abcdef"),
        0, 0);
    CHECK_NEAR(draw_text_up(list, (struct rect){0, 0, 5, 18}, ALIGN_LEFT, FACE_UI, 10, 0xff000000u,
                   "abcdef"),
        18, 0.01);
    draw_text(list, (struct rect){0, 0, 20, 20}, ALIGN_LEFT, FACE_UI, 10, 0xff000000u,
        "ab\xcc\x81"
        "cdef");
    draw_textf(list, (struct rect){0, 0, 90, 20}, ALIGN_LEFT, FACE_UI, 10, 0xff000000u, "%d of %s",
        3, "8");
    CHECK_TEXT(trace(),
        "text 0.0 0.0 36.0 20.0 left ui 10.0 #ff000000 \"abcdef\"\n"
        "text 0.0 0.0 35.0 20.0 left ui 10.0 #ff000000 \"abcd\xe2\x80\xa6\"\n"
        "text 0.0 0.0 30.0 20.0 left ui 10.0 #ff000000 \"abc\xe2\x80\xa6\"\n"
        "text-up 0.0 0.0 5.0 18.0 left ui 10.0 #ff000000 \"ab\xe2\x80\xa6\"\n"
        "text 0.0 0.0 20.0 20.0 left ui 10.0 #ff000000 \"a\xe2\x80\xa6\"\n" /* the accent goes with
                                                                               its b */
        "text 0.0 0.0 90.0 20.0 left ui 10.0 #ff000000 \"3 of 8\"\n");
}

static void test_paragraph(void)
{
    draw_list_clear(list); /* 10 code points a line */
    CHECK_NEAR(draw_paragraph(list, (struct rect){0, 0, 60, 100}, FACE_UI, 10, 15, 0xff000000u,
                   "one two three four\nfive  abcdefghijklm"),
        75, 0.01);
    CHECK_TEXT(trace(), "text 0.0 0.0 60.0 15.0 left ui 10.0 #ff000000 \"one two\"\n"
                        "text 0.0 15.0 60.0 15.0 left ui 10.0 #ff000000 \"three four\"\n"
                        "text 0.0 30.0 60.0 15.0 left ui 10.0 #ff000000 \"five\"\n"
                        "text 0.0 45.0 60.0 15.0 left ui 10.0 #ff000000 \"abcdefghij\"\n"
                        "text 0.0 60.0 60.0 15.0 left ui 10.0 #ff000000 \"klm\"\n");
    draw_list_clear(list);
    CHECK_NEAR(draw_paragraph(list, (struct rect){0, 0, 60, 30}, FACE_UI, 10, 15, 0xff000000u,
                   "one two three four five"),
        30, 0.01);
    CHECK_TEXT(trace(),
        "text 0.0 0.0 60.0 15.0 left ui 10.0 #ff000000 \"one two\"\n"
        "text 0.0 15.0 60.0 15.0 left ui 10.0 #ff000000 \"three fou\xe2\x80\xa6\"\n");
    draw_list_clear(list);
    CHECK_NEAR(
        draw_paragraph(list, (struct rect){0, 0, 3, 30}, FACE_UI, 10, 15, 0xff000000u, "wide"), 30,
        0.01);
}

static void test_rects(void)
{
    struct rect area = {10, 20, 100, 50};
    struct rect top = rect_cut_top(&area, 8), left = rect_cut_left(&area, 30);
    struct rect right = rect_cut_right(&area, 1000), bottom = rect_cut_bottom(&area, -5);
    CHECK(top.x == 10 && top.y == 20 && top.w == 100 && top.h == 8);
    CHECK(left.x == 10 && left.y == 28 && left.w == 30 && left.h == 42);
    CHECK(right.x == 40 && right.w == 70 && area.w == 0);
    CHECK(bottom.h == 0 && bottom.y == 70 && area.h == 42);
    struct rect in = rect_inset((struct rect){0, 0, 10, 3}, 2);
    CHECK(in.x == 2 && in.y == 2 && in.w == 6 && in.h == 0);
    CHECK(rect_has(top, 10, 20) && !rect_has(top, 110, 20) && !rect_has(top, 10, 28));
}

TEST(test_canvas_draw)
{
    if (fonts_open_fixed(&fonts, NULL) || !(list = draw_list_new(fonts)))
        return 1;
    test_trace();
    test_invisible();
    test_copies_and_growth();
    test_elision();
    test_paragraph();
    test_rects();
    draw_list_drop(list);
    draw_list_drop(NULL);
    fonts_drop(fonts);
    fonts_drop(NULL);
    return check_report();
}
