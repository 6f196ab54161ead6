/* png.c – pixels to PNG bytes with libpng. Called by the export and by svg_cells.c for embedded images.
 * The settings of the picture go into text chunks. No time stamp: the same picture is the same
 * file. */
#include "canvas/png_private.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

/* libpng leaves a function by longjmp at an error, so everything that must survive lies here and
 * not in locals. */
struct writer {
    struct hs_buffer *buffer;
    png_structp png;
    png_infop info;
    png_bytep row;
    png_text *texts;
    char message[128];
};

static void on_error(png_structp png, png_const_charp message)
{
    struct writer *writer = png_get_error_ptr(png);
    snprintf(writer->message, sizeof writer->message, "%s", message);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static void on_write(png_structp png, png_bytep bytes, png_size_t length)
{
    struct hs_buffer *buffer = png_get_io_ptr(png);
    hs_buffer_write(buffer, bytes, length);
    if (buffer->failed)
        png_error(png, "no memory");
}

static void on_flush(png_structp png)
{
    (void)png;
}

static bool is_ascii(const char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text >= 0x80)
            return false;
    }
    return true;
}

/* tEXt for ASCII, iTXt (UTF-8) for the rest. */
static void set_texts(struct writer *writer, const struct png_text *texts, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(texts[i].key);
        if (length < 1 || length > 79 ||
            !is_ascii(texts[i].key)) /* PNG 1.2, 4.2.3: keywords have 1 to 79 characters */
            continue;
        png_text *text = &writer->texts[kept++];
        memset(text, 0, sizeof *text);
        text->compression =
            is_ascii(texts[i].value) ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;
        text->key = (png_charp)(uintptr_t)texts[i].key;
        text->text = (png_charp)(uintptr_t)texts[i].value;
        text->text_length = strlen(texts[i].value);
        text->itxt_length = text->text_length;
    }
    if (kept)
        png_set_text(writer->png, writer->info, writer->texts, (int)kept);
}

static void write_rows(
    struct writer *writer, const uint32_t *pixels, int width, int height, bool alpha)
{
    for (int y = 0; y < height; y++) {
        png_bytep to = writer->row;
        for (int x = 0; x < width; x++) {
            uint32_t pixel = pixels[(size_t)y * (size_t)width + (size_t)x];
            *to++ = (png_byte)(pixel >> 16 & 0xff);
            *to++ = (png_byte)(pixel >> 8 & 0xff);
            *to++ = (png_byte)(pixel & 0xff);
            if (alpha)
                *to++ = (png_byte)(pixel >> 24);
        }
        png_write_row(writer->png, writer->row);
    }
}

static bool write_all(struct writer *writer, const uint32_t *pixels, int width, int height,
    bool alpha, uint32_t dense, const struct png_text *texts, size_t count)
{
    if (setjmp(png_jmpbuf(writer->png)))
        return false;
    png_set_write_fn(writer->png, writer->buffer, on_write, on_flush);
    /* Measured on our flat pictures: 15 % larger than level 9 at a twelfth of its time; every
     * filter makes them larger. */
    png_set_compression_level(writer->png, 3);
    png_set_filter(writer->png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_set_IHDR(writer->png, writer->info, (png_uint_32)width, (png_uint_32)height, 8,
        alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
        PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(writer->png, writer->info, PNG_sRGB_INTENT_PERCEPTUAL);
    if (dense)
        png_set_pHYs(writer->png, writer->info, dense, dense, PNG_RESOLUTION_METER);
    set_texts(writer, texts, count);
    png_write_info(writer->png, writer->info);
    write_rows(writer, pixels, width, height, alpha);
    png_write_end(writer->png, writer->info);
    return true;
}

enum hs_status png_encode_pixels(const uint32_t *pixels, int width, int height, bool alpha, uint32_t dense,
    const struct png_text *texts, size_t count, struct hs_buffer *buffer, struct hs_error *error)
{
    struct writer writer = {.buffer = buffer, .message = "no memory"};
    writer.row = malloc((size_t)width * 4);
    writer.texts = malloc((count + 1) * sizeof *writer.texts);
    writer.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer, on_error, on_warning);
    if (writer.png)
        writer.info = png_create_info_struct(writer.png);
    bool done = writer.row && writer.texts && writer.info &&
                write_all(&writer, pixels, width, height, alpha, dense, texts, count);
    png_destroy_write_struct(&writer.png, &writer.info);
    free(writer.row);
    free(writer.texts);
    if (done && !buffer->failed)
        return HS_OK;
    return hs_fail(error, HS_NO_MEMORY,
        "the PNG of %d x %d pixels could not be made (%s): choose a smaller scale", width, height,
        writer.message);
}

enum hs_status png_encode(const struct canvas *canvas, const struct png_text *texts, size_t count,
    struct hs_buffer *buffer, struct hs_error *error)
{
    return png_encode_pixels(canvas_pixels(canvas), canvas_width(canvas), canvas_height(canvas),
        false, 0, texts, count, buffer, error);
}

/* The pixels of what lies between: drawn on black and on white, a pixel says how much of it is covered. */
static uint32_t uncover(uint32_t on_black, uint32_t on_white)
{
    int least = 255;
    for (int shift = 0; shift < 24; shift += 8) {
        int alpha = 255 - (int)(on_white >> shift & 255) + (int)(on_black >> shift & 255);
        least = alpha < least ? alpha : least;
    }
    if (least <= 0)
        return 0;
    uint32_t out = (uint32_t)least << 24;
    for (int shift = 0; shift < 24; shift += 8) {
        int value = ((int)(on_black >> shift & 255) * 255 + least / 2) / least;
        out |= (uint32_t)(value > 255 ? 255 : value) << shift;
    }
    return out;
}

static void cut(const struct canvas *canvas, int x, int y, int width, int height, uint32_t *pixels)
{
    for (int row = 0; row < height; row++)
        memcpy(pixels + (size_t)row * (size_t)width,
            canvas_pixels(canvas) + (size_t)(y + row) * (size_t)canvas_width(canvas) + x, (size_t)width * sizeof *pixels);
}

enum hs_status png_write(const struct draw_list *list, const struct paper *paper, float scale, const struct png_text *texts,
    size_t count, struct hs_buffer *buffer, struct hs_error *error)
{
    struct canvas *canvas;
    struct rect area = paper->area;
    int x = (int)roundf(area.x * scale), y = (int)roundf(area.y * scale), width = (int)roundf(area.w * scale),
        height = (int)roundf(area.h * scale);
    if (!(roundf((area.x + area.w) * scale) <= CANVAS_MAX_SIDE && roundf((area.y + area.h) * scale) <= CANVAS_MAX_SIDE))
        return hs_fail(error, HS_LIMIT,
            "a picture of %.0f x %.0f pixels passes the limit of %d a side: choose a smaller "
            "scale, or SVG",
            (double)roundf(area.w * scale), (double)roundf(area.h * scale), CANVAS_MAX_SIDE);
    enum hs_status status = canvas_new(x + width, y + height, &canvas, error);
    if (status)
        return status;
    bool clear = paper->back >> 24 == 0;
    size_t pixels = (size_t)width * (size_t)height;
    uint32_t *shown = malloc(pixels * (clear ? 2 : 1) * sizeof *shown);
    if (shown) {
        canvas_replay(canvas, list, clear ? 0xff000000 : paper->back, scale);
        cut(canvas, x, y, width, height, shown);
    }
    if (shown && clear) {
        canvas_replay(canvas, list, 0xffffffff, scale);
        cut(canvas, x, y, width, height, shown + pixels);
        for (size_t i = 0; i < pixels; i++)
            shown[i] = uncover(shown[i], shown[pixels + i]);
    }
    canvas_drop(canvas);
    uint32_t dense = paper->mm > 0 ? (uint32_t)lround((double)width * 1000 / (double)paper->mm) : 0;
    status = shown ? png_encode_pixels(shown, width, height, clear, dense, texts, count, buffer, error)
                   : hs_fail(error, HS_NO_MEMORY, "no memory left for a picture of %d x %d pixels", width, height);
    free(shown);
    return status;
}
