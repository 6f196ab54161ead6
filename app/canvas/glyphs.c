/* glyphs.c – see glyphs.h. Runs come from fonts_runs.c, as for pixels; HarfBuzz and cairo work on unhinted outlines here, which
 * are a little wider or narrower than the pixels that the layout was measured with: a text that would leave its area is squeezed
 * into it. The stand-in face is drawn as frames. */
#include "canvas/glyphs.h"
#include "canvas/canvas_text.h"
#include "canvas/fonts_private.h"

#include <cairo-ft.h>
#include <hb.h>
#include <stdlib.h>
#include <string.h>

struct glyph_face {
    cairo_font_face_t *cairo;
    hb_font_t *shaper;
    double em; /* units of the font */
};

struct glyphs {
    struct fonts *fonts;
    hb_buffer_t *buffer;
    struct glyph_face face[FILES_MAX];
};

/* One run, ready for cairo. */
struct shaped {
    cairo_glyph_t *glyph;
    cairo_text_cluster_t *cluster;
    int count, clusters;
    double advance; /* logical pixels */
};

struct glyphs *glyphs_new(struct fonts *fonts)
{
    struct glyphs *glyphs = calloc(1, sizeof *glyphs);
    if (!glyphs)
        return NULL;
    glyphs->fonts = fonts;
    glyphs->buffer = hb_buffer_create();
    return glyphs;
}

void glyphs_drop(struct glyphs *glyphs)
{
    if (!glyphs)
        return;
    for (int i = 0; i < FILES_MAX; i++) {
        if (glyphs->face[i].cairo)
            cairo_font_face_destroy(glyphs->face[i].cairo);
        if (glyphs->face[i].shaper)
            hb_font_destroy(glyphs->face[i].shaper);
    }
    hb_buffer_destroy(glyphs->buffer);
    free(glyphs);
}

static const struct glyph_face *face_of(struct glyphs *glyphs, int file)
{
    struct glyph_face *face = &glyphs->face[file];
    const struct font_file *font = &glyphs->fonts->file[file];
    if (face->shaper)
        return face;
    hb_blob_t *blob = hb_blob_create_from_file(font->path);
    hb_face_t *shapes = hb_face_create(blob, (unsigned)font->index & 0xffff);
    face->em = (double)hb_face_get_upem(shapes);
    face->shaper = hb_font_create(shapes);
    hb_font_set_scale(face->shaper, (int)face->em, (int)face->em);
    if (font->index >> 16) /* an instance of a variable font that has a name */
        hb_font_set_var_named_instance(face->shaper, ((unsigned)font->index >> 16) - 1);
    face->cairo = cairo_ft_font_face_create_for_pattern(font->pattern);
    hb_face_destroy(shapes);
    hb_blob_destroy(blob);
    return face;
}

/* Which bytes belong to which glyphs, in the order of the text. Glyphs lie in visual order. */
static void find_clusters(struct shaped *shaped, const hb_glyph_info_t *info, size_t end, bool rtl)
{
    for (int i = 0; i < shaped->count; i++) {
        int at = rtl ? shaped->count - 1 - i : i, next = rtl ? at - 1 : at + 1;
        bool last = i + 1 == shaped->count;
        if (shaped->clusters == 0)
            shaped->cluster[shaped->clusters++] = (cairo_text_cluster_t){0, 0};
        cairo_text_cluster_t *cluster = &shaped->cluster[shaped->clusters - 1];
        cluster->num_glyphs++;
        if (!last && info[next].cluster == info[at].cluster)
            continue;
        cluster->num_bytes = (int)((last ? end : info[next].cluster) - info[at].cluster);
        if (!last)
            shaped->cluster[shaped->clusters++] = (cairo_text_cluster_t){0, 0};
    }
}

static bool shape(struct glyphs *glyphs, const struct text_runs *runs, const struct text_run *run, double size, struct shaped *shaped)
{
    const struct glyph_face *face = face_of(glyphs, run->file);
    hb_buffer_t *buffer = glyphs->buffer;
    unsigned count;
    hb_buffer_clear_contents(buffer);
    hb_buffer_set_direction(buffer, run->rtl ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
    hb_buffer_set_script(buffer, hb_script_from_string(run->script, -1));
    hb_buffer_set_language(buffer, hb_language_from_string("en", -1));
    hb_buffer_add_utf8(buffer, runs->text, (int)runs->length, (unsigned)run->start, (int)run->length);
    hb_shape(face->shaper, buffer, NULL, 0);
    const hb_glyph_info_t *info = hb_buffer_get_glyph_infos(buffer, &count);
    const hb_glyph_position_t *place = hb_buffer_get_glyph_positions(buffer, &count);
    *shaped = (struct shaped){.glyph = malloc((count + 1) * sizeof *shaped->glyph),
        .cluster = malloc((count + 1) * sizeof *shaped->cluster),
        .count = (int)count};
    if (!shaped->glyph || !shaped->cluster)
        return false;
    double unit = size / face->em;
    for (unsigned i = 0; i < count; i++) {
        shaped->glyph[i] = (cairo_glyph_t){
            info[i].codepoint, shaped->advance + place[i].x_offset * unit, -place[i].y_offset * unit};
        shaped->advance += place[i].x_advance * unit;
    }
    find_clusters(shaped, info, run->start + run->length, run->rtl);
    return true;
}

static void shaped_drop(struct shaped *shaped)
{
    free(shaped->glyph);
    free(shaped->cluster);
}

enum { MEASURE, SHOW, PATH };

/* The stand-in: a frame a code point. */
static double walk_fixed(const struct draw_string *string, cairo_t *cairo, int what)
{
    double size = (double)string->size, step = 0.6 * size, x = 0;
    for (size_t at = 0; at < string->length; x += step) {
        uint32_t code = hs_utf8_next(string->text, string->length, &at);
        if (what == MEASURE || code == ' ')
            continue;
        cairo_rectangle(cairo, x, -0.7 * size, 0.5 * size, 0.7 * size);
        cairo_rectangle(cairo, x + 0.42 * size, -0.62 * size, -0.34 * size, 0.54 * size); /* the other way round: a hole */
    }
    if (what == SHOW)
        cairo_fill(cairo);
    return x;
}

static void put(cairo_t *cairo, const struct glyph_face *face, double size, const char *text, size_t length, bool rtl,
    const struct shaped *shaped, int what)
{
    cairo_set_font_face(cairo, face->cairo);
    cairo_set_font_size(cairo, size);
    if (what == PATH)
        cairo_glyph_path(cairo, shaped->glyph, shaped->count);
    else
        cairo_show_text_glyphs(cairo, text, (int)length, shaped->glyph, shaped->count, shaped->cluster, shaped->clusters,
            rtl ? CAIRO_TEXT_CLUSTER_FLAG_BACKWARD : (cairo_text_cluster_flags_t)0);
}

/* Chunk by chunk as the pixels are; returns the width. */
static double walk(struct glyphs *glyphs, cairo_t *cairo, const struct draw_string *string, int what)
{
    double x = 0, size = (double)string->size;
    struct text_runs runs;
    if (fonts_is_fixed(glyphs->fonts))
        return walk_fixed(string, cairo, what);
    for (size_t at = 0, length; at < string->length; at += length) {
        length = fonts_chunk(string->text + at, string->length - at);
        fonts_split(glyphs->fonts, (enum face)string->face, string->text + at, length, &runs);
        for (size_t i = 0; i < runs.count; i++) {
            const struct text_run *run = &runs.run[i];
            struct shaped shaped;
            if (shape(glyphs, &runs, run, size, &shaped) && what != MEASURE) {
                for (int g = 0; g < shaped.count; g++)
                    shaped.glyph[g].x += x;
                put(cairo, face_of(glyphs, run->file), size, runs.text + run->start, run->length, run->rtl, &shaped, what);
            }
            x += shaped.advance;
            shaped_drop(&shaped);
        }
    }
    return x;
}

/* The origin where the text begins, its baseline along x. */
static void stand(struct glyphs *glyphs, cairo_t *cairo, const struct draw_string *string)
{
    struct rect area = string->area;
    double share = string->align == ALIGN_LEFT ? 0 : string->align == ALIGN_CENTER ? 0.5 : 1;
    double extent = string->up ? (double)area.h : (double)area.w, width = walk(glyphs, cairo, string, MEASURE);
    double base = (double)text_baseline(glyphs->fonts, fonts_scale(glyphs->fonts), string);
    double squeeze = width > extent && width > 0 ? extent / width : 1, start = (extent - width * squeeze) * share;
    if (string->up) {
        cairo_translate(cairo, base, (double)area.y + (double)area.h - start);
        cairo_rotate(cairo, -1.5707963267948966);
    } else {
        cairo_translate(cairo, (double)area.x + start, base);
    }
    cairo_scale(cairo, squeeze, 1);
}

void glyphs_show(struct glyphs *glyphs, cairo_t *cairo, const struct draw_string *string)
{
    cairo_save(cairo);
    stand(glyphs, cairo, string);
    walk(glyphs, cairo, string, SHOW);
    cairo_restore(cairo);
}

static bool all_outlines(struct glyphs *glyphs, const struct draw_string *string)
{
    struct text_runs runs;
    if (fonts_is_fixed(glyphs->fonts))
        return true;
    for (size_t at = 0, length; at < string->length; at += length) {
        length = fonts_chunk(string->text + at, string->length - at);
        fonts_split(glyphs->fonts, (enum face)string->face, string->text + at, length, &runs);
        for (size_t i = 0; i < runs.count; i++)
            if (glyphs->fonts->file[runs.run[i].file].color)
                return false;
    }
    return true;
}

bool glyphs_path(struct glyphs *glyphs, cairo_t *cairo, const struct draw_string *string)
{
    if (!all_outlines(glyphs, string))
        return false;
    cairo_save(cairo);
    stand(glyphs, cairo, string);
    walk(glyphs, cairo, string, PATH);
    cairo_restore(cairo);
    return true;
}
