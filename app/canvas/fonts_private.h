/* fonts_private.h – the inside of `struct fonts`, shared by the fonts_*.c files and the text blit.
 * Private to canvas/.
 *
 * A text goes: chunks (fonts.c: at most a few words, so that long text costs what is seen) -> runs
 * of one font, script and direction in visual order (fonts_runs.c) -> one image for the chunk
 * (fonts_image.c) -> a bounded cache (fonts_cache.c). Numbers take a shorter way: digit by digit at
 * quarter-pixel phases (fonts_digits.c), as they change with every hover. Sizes are carried as
 * `em72`: 72 x the em in device pixels, which is the DPI at which SDL_ttf opens 1 point exactly. */
#ifndef HEADSCOPE_FONTS_PRIVATE_H
#define HEADSCOPE_FONTS_PRIVATE_H

#include "canvas/fonts.h"

#include <SDL_ttf.h>
#include <fontconfig/fontconfig.h>

/* Longest chunk: left-to-right text is cut at a space after CHUNK_SOFT bytes; a chunk with
 * right-to-left text stays whole up to CHUNK_MAX, because its order matters. 1024 bytes of the
 * widest script are about 10,000 device pixels at 20 px. */
enum { CHUNK_SOFT = 64, CHUNK_MAX = 1024, RUNS_MAX = 64 };
enum {
    FILES_MAX = 64,
    OPEN_MAX = 48,
    GLYPH_SLOTS = 4096,
    DIGIT_SETS = 16,
    DIGIT_COUNT = 18,
    DIGIT_PHASES = 4
};
/* Masks of strings: about 8,000 labels of 13 px; the least recently used go first. */
#define TEXT_CACHE_BYTES ((size_t)8 << 20)

/* What a chunk looks like. Place its left top pixel at (pen + left, baseline - top). */
struct text_image {
    int advance; /* device pixels */
    int left, top;
    int width, height;
    uint8_t *alpha; /* (height, width) coverage, or NULL */
    uint32_t
        *argb; /* (height, width) straight alpha, when some glyph has its own colours; else NULL */
};

struct font_file {
    char *path;
    int index;          /* face inside a collection */
    FcPattern *pattern; /* owns `path` and `coverage` */
    const FcCharSet *coverage;
    bool color;
    void *bytes; /* the file, mapped when first opened; NULL before, and when that failed */
    size_t length;
};

struct open_font {
    TTF_Font *ttf;
    int file, em72;
    bool wide;                /* four times as wide: digits at quarter-pixel phases */
    int ascent, descent, cap; /* device pixels */
    uint64_t used;
};

struct text_run {
    size_t start, length; /* bytes of the cleaned chunk */
    int file;
    char script[5];
    bool rtl;
};

/* A chunk made safe (valid UTF-8, controls as spaces) and cut into runs, in visual order. */
struct text_runs {
    char text[CHUNK_MAX * 3 + 1]; /* an invalid byte becomes the three bytes of U+FFFD */
    size_t length;
    struct text_run run[RUNS_MAX];
    size_t count;
};

struct digit_image {
    int left, top, width, height;
    uint8_t *alpha[DIGIT_PHASES];
};

struct digit_set {
    int face, em72;
    int advance64[DIGIT_COUNT]; /* 1/64 device pixel */
    bool ready[DIGIT_COUNT];
    struct digit_image image[DIGIT_COUNT];
    uint64_t used;
};

struct glyph_slot {
    uint32_t key; /* code point, face and colour wish, + 1; 0 = empty */
    int file;
};

struct text_cache;

struct fonts {
    bool fixed;
    float scale;
    uint64_t clock; /* counts uses, for the LRU of handles */
    FcConfig *config;
    struct font_file file[FILES_MAX];
    int file_count;
    int primary[FACE_COUNT]; /* index into file */
    struct open_font open[OPEN_MAX];
    struct glyph_slot glyph[GLYPH_SLOTS];
    size_t glyph_count;
    struct digit_set digits[DIGIT_SETS];
    struct text_cache *cache;
    bool ttf_ready;
};

/* fonts_find.c */
enum hs_status fonts_find_faces(struct fonts *fonts, struct hs_error *error);
void fonts_find_drop(struct fonts *fonts);
/* The file that has this code point for this face; the face's own file when none has. */
int fonts_find_file(struct fonts *fonts, enum face face, uint32_t code, bool emoji);
bool fonts_file_has(const struct fonts *fonts, int file, uint32_t code);
/* A handle at this size, opened when needed and closed again after OPEN_MAX others were used; NULL
 * when that fails. */
struct open_font *fonts_open_size(struct fonts *fonts, int file, int em72, bool wide);

/* fonts_runs.c */
void fonts_split(
    struct fonts *fonts, enum face face, const char *text, size_t length, struct text_runs *runs);
bool fonts_joins_previous(uint32_t code); /* combining mark, joiner, selector: no caret before it */
bool fonts_is_rtl(uint32_t code);

/* fonts_image.c */
int fonts_runs_width(struct fonts *fonts, int em72, const struct text_runs *runs);
/* Where the caret stands before byte `offset` of the source of `runs`' chunk. */
int fonts_runs_caret(
    struct fonts *fonts, int em72, const struct text_runs *runs, size_t clean_offset);
bool fonts_runs_render(
    struct fonts *fonts, int em72, const struct text_runs *runs, struct text_image *image);

/* fonts_fixed.c: the stand-in */
int fonts_fixed_advance64(int em72); /* of one code point, 1/64 device pixel */
bool fonts_fixed_render(int em72, const char *text, size_t length, struct text_image *image);

/* fonts_digits.c */
bool fonts_is_number(const char *text, size_t length);
int fonts_number_width64(
    struct fonts *fonts, enum face face, int em72, const char *text, size_t length);
/* The image of the digit at text[*at], which is moved past it; the pen is moved by its advance.
 * False at a failure. */
bool fonts_number_next(struct fonts *fonts, enum face face, int em72, const char *text,
    size_t length, size_t *at, int *pen64, struct text_image *image, int *x);
void fonts_digits_drop(struct fonts *fonts);

/* fonts_cache.c */
struct text_entry {
    struct text_image image;
    bool rendered;
    float fit_width; /* the last question of fonts_fit and its answer: labels are elided alike every
                        frame */
    size_t fit_bytes;
};
struct text_cache *text_cache_new(size_t limit);
void text_cache_drop(struct text_cache *cache);
/* The entry of this key; `fresh` says that it was just made and its width must be filled in. NULL
 * when memory ran out. Valid until the next call with this cache. */
struct text_entry *text_cache_find(struct text_cache *cache, enum face face, int em72,
    const char *text, size_t length, bool *fresh);
/* Says that the entry's image got its pixels: they count from now on, and others may be dropped for
 * them (never this one). */
void text_cache_grown(struct text_cache *cache, struct text_entry *entry);
size_t text_cache_bytes(const struct text_cache *cache);

/* fonts.c */
int fonts_em72(const struct fonts *fonts, float size);
bool fonts_is_fixed(const struct fonts *fonts);
int fonts_em72_at(float size, float scale);
float fonts_width_at(struct fonts *fonts, enum face face, int em72, const char *text,
    size_t length);                                  /* device pixels */
size_t fonts_chunk(const char *text, size_t length); /* bytes of the first chunk */
/* Width of one chunk in device pixels. */
float fonts_chunk_width(
    struct fonts *fonts, enum face face, int em72, const char *text, size_t length);
/* The chunk with its pixels, or NULL. Numbers are not asked for here. Valid until the next call
 * with these fonts. */
const struct text_image *fonts_chunk_image(
    struct fonts *fonts, enum face face, int em72, const char *text, size_t length);
float fonts_cap(
    struct fonts *fonts, enum face face, int em72); /* height of capitals, device pixels */

#endif
