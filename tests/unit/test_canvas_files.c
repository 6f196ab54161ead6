/* PNG and SVG: the PNG decodes to the same pixels and texts; the SVG is well-formed for any strings
 * and nesting, keeps text as text, and shows heatmaps in their exact colours, as rectangles or as
 * an embedded image. */
#include "check.h"
#include "xml_check.h"

#include "canvas/canvas.h"
#include "canvas/fonts.h"
#include "canvas/palette.h"
#include "canvas/png_private.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <unistd.h>

static struct fonts *fonts;
static struct draw_list *list;

struct source { /* bytes libpng reads from */
    const unsigned char *bytes;
    size_t length, at;
};

static void read_bytes(png_structp png, png_bytep to, png_size_t length)
{
    struct source *source = png_get_io_ptr(png);
    if (length > source->length - source->at)
        png_error(png, "end of data");
    memcpy(to, source->bytes + source->at, length);
    source->at += length;
}

struct decoded {
    int width, height;
    uint32_t *pixels;
    char texts[4][2][128];
    int text_count;
};

/* Rows as 0xAARRGGBB; alpha 255 where the file has none. */
static bool decode(const void *bytes, size_t length, struct decoded *decoded)
{
    struct source source = {bytes, length, 0};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    memset(decoded, 0, sizeof *decoded);
    if (!info)
        return false;
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_read_struct(&png, &info, NULL);
        return false;
    }
    png_set_read_fn(png, &source, read_bytes);
    png_read_png(png, info, PNG_TRANSFORM_IDENTITY, NULL);
    decoded->width = (int)png_get_image_width(png, info);
    decoded->height = (int)png_get_image_height(png, info);
    int channels = png_get_channels(png, info);
    png_bytepp rows = png_get_rows(png, info);
    decoded->pixels = malloc((size_t)decoded->width * (size_t)decoded->height * sizeof(uint32_t));
    for (int y = 0; decoded->pixels && y < decoded->height; y++) {
        for (int x = 0; x < decoded->width; x++) {
            const png_byte *p = rows[y] + x * channels;
            uint32_t alpha = channels == 4 ? p[3] : 255;
            decoded->pixels[y * decoded->width + x] =
                alpha << 24 | (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
        }
    }
    png_textp texts;
    int count = png_get_text(png, info, &texts, NULL);
    for (int i = 0; i < count && i < 4; i++) {
        snprintf(decoded->texts[i][0], sizeof decoded->texts[i][0], "%s", texts[i].key);
        snprintf(decoded->texts[i][1], sizeof decoded->texts[i][1], "%s", texts[i].text);
    }
    decoded->text_count = count;
    png_destroy_read_struct(&png, &info, NULL);
    return decoded->pixels != NULL;
}

static void test_png(void)
{
    struct canvas *canvas = NULL;
    struct hs_buffer first = {0}, second = {0};
    struct decoded decoded;
    const struct png_text texts[] = {{"Software", "Headscope"},
        {"sentence", "Zo\xc3\xab saw \xe6\x97\xa5\xe6\x9c\xac."}, {"", "no key"}, {"h", "8"}};
    CHECK(canvas_new(123, 77, &canvas, NULL) == HS_OK);
    draw_list_clear(list);
    draw_ramp(list, (struct rect){3, 3, 100, 30}, PALETTE_MAGMA, false);
    draw_circle(list, 60, 50, 20.3f, 0x80ff8800u);
    canvas_replay(canvas, list, 0xfff8f8f8u, 1);
    CHECK(png_encode(canvas, texts, 4, &first, NULL) == HS_OK);
    CHECK(png_encode(canvas, texts, 4, &second, NULL) == HS_OK);
    CHECK(first.length == second.length && memcmp(first.data, second.data, first.length) == 0);
    CHECK(decode(first.data, first.length, &decoded));
    CHECK(decoded.width == 123 && decoded.height == 77);
    CHECK(decoded.pixels && memcmp(decoded.pixels, canvas_pixels(canvas), 123 * 77 * 4) == 0);
    CHECK(decoded.text_count == 3);
    CHECK_TEXT(decoded.texts[0][0], "Software");
    CHECK_TEXT(decoded.texts[0][1], "Headscope");
    CHECK_TEXT(decoded.texts[1][1], "Zo\xc3\xab saw \xe6\x97\xa5\xe6\x9c\xac.");
    CHECK_TEXT(decoded.texts[2][0], "h");
    free(decoded.pixels);
    hs_buffer_drop(&first);
    hs_buffer_drop(&second);
    canvas_drop(canvas);
}

static bool has(const struct hs_buffer *svg, const char *text)
{
    return svg->data && strstr(svg->data, text) != NULL;
}

static size_t count(const struct hs_buffer *svg, const char *text)
{
    size_t found = 0;
    for (const char *at = svg->data; at && (at = strstr(at, text)); at++)
        found++;
    return found;
}

static void write_and_check(struct hs_buffer *svg)
{
    static const struct png_text texts[] = {{"sentence", "a < b & \"c\" \x01\xff"}};
    const char *message;
    size_t at;
    svg->length = 0;
    svg_write(list, &(struct paper){.area = {0, 0, 300, 200}, .back = 0xffffffffu}, "T < & \"q\"", texts, 1, svg);
    bool good = !svg->failed && xml_well_formed(svg->data, svg->length, &message, &at);
    if (!good)
        fprintf(stderr, "byte %zu: %s\n", at, message);
    CHECK(good);
}

static struct cells some_cells(const float *values, size_t n)
{
    return (struct cells){.area = {10, 20, 60, 60},
        .matrix = {values, n, n, n},
        .row1 = (double)n,
        .col1 = (double)n,
        .hi = 1,
        .causal = true,
        .back = 0xffeeeeeeu,
        .mask_color = 0xff999999u};
}

static void draw_all(const float *values)
{
    const float triangle[] = {1, 2, 30, 4, 5, 60};
    draw_group(list, "G <&> \x02\xf0\x9f\x98\x80\xef\xbf\xbf");
    draw_clip(list, (struct rect){0, 0, 100, 100});
    draw_rect(list, (struct rect){1, 2, 3, 4}, 0x80336699u);
    draw_frame(list, (struct rect){1, 2, 30, 40}, 2, 0xff336699u);
    draw_round(list, (struct rect){1, 2, 30, 40}, 5, 0xff336699u);
    draw_round_frame(list, (struct rect){1, 2, 30, 40}, 5, 1, 0xff336699u);
    draw_circle(list, 5, 6, 7, 0xff000000u);
    draw_line(list, 0, 1, 2, 3, 1, 0xff000000u);
    draw_link(list, 0, 1, 30, 43, 1, 0, 0x40000000u);
    draw_link(list, 0, 1, 30, 43, 1, 4, 0x40000000u);
    draw_polygon(list, triangle, 3, 0xff000001u);
    draw_hatch(list, (struct rect){0, 0, 9, 9}, 6, 0xff000003u);
    draw_ramp(list, (struct rect){0, 0, 9, 9}, PALETTE_CIVIDIS, true);
    struct cells cells = some_cells(values, 3);
    draw_cells(list, &cells);
    draw_text(list, (struct rect){0, 0, 200, 20}, ALIGN_RIGHT, FACE_MONO, 10, 0xff000004u,
        "a <b> & \"c\" \x03 Zo\xc3\xab \xff");
    draw_text(list, (struct rect){0, 0, 200, 20}, ALIGN_LEFT, FACE_UI, 10, 0xff000004u,
        "1 \xd7\xa9\xd7\x9c");
    draw_text_up(
        list, (struct rect){0, 0, 20, 200}, ALIGN_CENTER, FACE_UI_BOLD, 10, 0xff000005u, "up");
}

static void test_svg(void)
{
    const float values[] = {1, 0.5f, 0, 0.25f, 0.75f, 0, 0.1f, NAN, 0.3f};
    struct hs_buffer svg = {0};
    draw_list_clear(list);
    draw_all(values);
    draw_clip_end(list);
    draw_group_end(list);
    write_and_check(&svg);
    CHECK(has(&svg, "<title>G &lt;&amp;&gt; \xef\xbf\xbd\xf0\x9f\x98\x80\xef\xbf\xbd</title>"));
    CHECK(
        has(&svg, ">a &lt;b&gt; &amp; &quot;c&quot; \xef\xbf\xbd Zo\xc3\xab \xef\xbf\xbd</text>"));
    CHECK(has(&svg, "font-family=\"'JetBrains Mono', 'DejaVu Sans Mono'"));
    CHECK(has(&svg,
        "direction=\"rtl\" text-anchor=\"end\"")); /* stands at the left, reads from the right */
    CHECK(has(&svg, "C10.00 1.00 20.00 43.00 30.00 43.00")); /* the S-curve as a cubic */
    CHECK(has(&svg, "stroke-dasharray=\"4.00 2.00\""));
    CHECK(has(&svg, "clip-path=\"url(#c") && has(&svg, "transform=\"rotate(-90"));
    char color[16];
    snprintf(
        color, sizeof color, "#%06x", (unsigned)(palette_color(PALETTE_VIRIDIS, 0.75f) & 0xffffff));
    CHECK(has(&svg, color));
    snprintf(color, sizeof color, "#%06x", (unsigned)(CELL_NAN_COLOR & 0xffffff));
    CHECK(has(&svg, color));
    const char *xmllint = "/usr/bin/xmllint";
    if (access(xmllint, X_OK) == 0) {
        FILE *pipe = popen("/usr/bin/xmllint --noout - 2>&1", "w");
        CHECK(pipe && fwrite(svg.data, 1, svg.length, pipe) == svg.length);
        CHECK(pipe && pclose(pipe) == 0);
    } else {
        printf("skipped: %s is not installed, only the built-in check ran\n", xmllint);
    }
    for (int i = 0; i < 3; i++) { /* ends missing, ends too many, ends crossed */
        draw_list_clear(list);
        if (i == 1)
            draw_group_end(list);
        draw_all(values);
        if (i == 2) {
            draw_group_end(list);
            draw_clip_end(list);
            draw_clip_end(list);
        }
        write_and_check(&svg);
    }
    hs_buffer_drop(&svg);
}

/* As outlines no text is left, and what the paper says holds: its part of the list, its width, no background. */
static void test_paper(void)
{
    struct hs_buffer svg = {0}, pdf = {0}, again = {0};
    struct decoded decoded;
    draw_list_clear(list);
    draw_rect(list, (struct rect){0, 0, 300, 200}, 0xff808080u);
    draw_clip(list, (struct rect){50, 40, 100, 100});
    draw_rect(list, (struct rect){60, 20, 30, 60}, 0xffff0000u);
    draw_circle(list, 120, 90, 10, 0x8000ff00u);
    draw_clip_end(list);
    draw_text(list, (struct rect){70, 90, 40, 20}, ALIGN_CENTER, FACE_UI, 10, 0xff000004u, "ab");
    struct rect drawn = draw_list_bounds(list, 0xff808080u);
    CHECK(drawn.x == 60 && drawn.y == 40 && drawn.w == 70 && drawn.h == 65);
    drawn = draw_list_bounds(list, 0xff808081u);
    CHECK(drawn.x == 0 && drawn.y == 0 && drawn.w == 300 && drawn.h == 200);
    const struct paper paper = {.area = {50, 30, 100, 80}, .mm = 50, .outlines = true};
    svg_write(list, &paper, "T", NULL, 0, &svg);
    hs_buffer_write(&svg, "", 1);
    CHECK(has(&svg, "width=\"50.000mm\" height=\"40.000mm\" viewBox=\"50.00 30.00 100.00 80.00\""));
    CHECK(!has(&svg, "<text") && has(&svg, "<path aria-label=\"ab\" d=\"M"));
    CHECK(pdf_write(list, &paper, "T", NULL, 0, &pdf, NULL) == HS_OK && pdf_write(list, &paper, "T", NULL, 0, &again, NULL) == HS_OK);
    CHECK(pdf.length == again.length && memcmp(pdf.data, again.data, pdf.length) == 0 && memcmp(pdf.data, "%PDF-1.5", 8) == 0);
    hs_buffer_drop(&svg);
    /* without a background: what is covered keeps its colour, what is half covered half of it */
    draw_list_clear(list);
    draw_rect(list, (struct rect){60, 40, 30, 30}, 0xffff0000u);
    draw_rect(list, (struct rect){100, 40, 30, 30}, 0x8000ff00u);
    CHECK(png_write(list, &paper, 2, NULL, 0, &svg, NULL) == HS_OK);
    CHECK(decode(svg.data, svg.length, &decoded) && decoded.width == 200 && decoded.height == 160);
    if (decoded.pixels) {
        CHECK(decoded.pixels[0] == 0 && decoded.pixels[(25 * 200) + 25] == 0xffff0000u);
        uint32_t half = decoded.pixels[25 * 200 + 110];
        CHECK(half >> 24 >= 127 && half >> 24 <= 129 && (half & 0xffffff) == 0x00ff00);
    }
    free(decoded.pixels);
    hs_buffer_drop(&svg);
    hs_buffer_drop(&pdf);
    hs_buffer_drop(&again);
}

/* The image of a large heatmap holds each cell's exact colour, transparent where masked. */
static void test_svg_image(void)
{
    enum { N = 100 };
    float *values = malloc(N * N * sizeof *values);
    struct hs_buffer svg = {0};
    CHECK(values != NULL);
    for (int i = 0; values && i < N * N; i++)
        values[i] = (float)(i * 7919 % 1000) / 1000;
    struct cells cells = some_cells(values, N);
    draw_list_clear(list);
    draw_cells(list, &cells);
    write_and_check(&svg);
    static const char start[] = "data:image/png;base64,";
    char *data = svg.data ? strstr(svg.data, start) : NULL;
    CHECK(data != NULL && count(&svg, "<rect") <= 4);
    if (data) {
        static const char digits[] =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        unsigned char *bytes = malloc(svg.length);
        size_t length = 0;
        unsigned bits = 0, have = 0;
        for (data += sizeof start - 1; *data != '"' && *data != '='; data++) {
            bits = bits << 6 | (unsigned)(strchr(digits, *data) - digits);
            have += 6;
            if (have >= 8)
                bytes[length++] = (unsigned char)(bits >> (have -= 8));
        }
        struct decoded decoded;
        CHECK(decode(bytes, length, &decoded));
        CHECK(decoded.width == N && decoded.height == N);
        bool exact = decoded.width == N && decoded.height == N;
        for (int i = 0; exact && i < N * N; i++)
            exact = decoded.pixels[i] ==
                    (i % N > i / N ? 0 : palette_color(PALETTE_VIRIDIS, values[i]));
        CHECK(exact);
        free(decoded.pixels);
        free(bytes);
    }
    hs_buffer_drop(&svg);
    free(values);
}

/* The checker itself must be able to fail. */
static void test_checker(void)
{
    static const char *const bad[] = {"<a>", "<a></b>", "<a b=c/>", "<a b=\"1\" b=\"2\"/>",
        "<a>&nbsp;</a>", "<a/><b/>", "<a>\x01</a>", "<a>\xff</a>", "text", "<a b=\"<\"/>",
        "<a b=\"1\"c=\"2\"/>", "", "<a", "</a>"};
    static const char *const good[] = {
        "<a/>", "<?xml version=\"1.0\"?>\n<a b=\"1\">x &lt; y<c/></a>\n"};
    const char *message;
    size_t at;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK(!xml_well_formed(bad[i], strlen(bad[i]), &message, &at));
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        CHECK(xml_well_formed(good[i], strlen(good[i]), &message, &at));
}

TEST(test_canvas_files)
{
    if (fonts_open_fixed(&fonts, NULL) || !(list = draw_list_new(fonts)))
        return 1;
    test_checker();
    test_png();
    test_svg();
    test_paper();
    test_svg_image();
    draw_list_drop(list);
    fonts_drop(fonts);
    return check_report();
}
