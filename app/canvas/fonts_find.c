/* fonts_find.c – which font file serves a face or a code point (fontconfig), and handles at exact
 * sizes (SDL_ttf). Called by the other fonts_*.c files. Promises: no global fontconfig state, at
 * most OPEN_MAX handles and FILES_MAX files, each code point asked once. */
#include "canvas/fonts_private.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct face_wish {
    const char *families[4];
    int weight;
};

static const struct face_wish WISHES[FACE_COUNT] = {
    [FACE_UI] = {{"Inter", "DejaVu Sans", "sans-serif"}, FC_WEIGHT_REGULAR},
    [FACE_UI_BOLD] = {{"Inter", "DejaVu Sans", "sans-serif"}, FC_WEIGHT_BOLD},
    [FACE_MONO] = {{"JetBrains Mono", "DejaVu Sans Mono", "monospace"}, FC_WEIGHT_REGULAR},
};

/* The best font for a face, and for a code point when `code` is not 0. */
static FcPattern *match(FcConfig *config, enum face face, uint32_t code, bool emoji)
{
    FcPattern *pattern = FcPatternCreate();
    if (!pattern)
        return NULL;
    const struct face_wish *wish = &WISHES[face];
    if (emoji) {
        FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)"emoji");
        FcPatternAddBool(pattern, FC_COLOR, FcTrue);
    }
    for (size_t i = 0; wish->families[i]; i++)
        FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)wish->families[i]);
    FcPatternAddInteger(pattern, FC_WEIGHT, wish->weight);
    FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN);
    FcPatternAddInteger(pattern, FC_WIDTH, FC_WIDTH_NORMAL);
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
    if (code) {
        FcCharSet *wanted = FcCharSetCreate();
        if (wanted) {
            FcCharSetAddChar(wanted, code);
            FcPatternAddCharSet(pattern, FC_CHARSET, wanted);
            FcCharSetDestroy(wanted);
        }
    }
    FcPattern *found = NULL;
    if (FcConfigSubstitute(config, pattern, FcMatchPattern)) {
        FcResult result;
        found = FcFontMatch(config, pattern, &result);
    }
    FcPatternDestroy(pattern);
    return found;
}

/* Takes over `pattern`. Index of its file, -1 when it has none or there is no room. */
static int keep_file(struct fonts *fonts, FcPattern *pattern)
{
    FcChar8 *path = NULL;
    int index = 0;
    FcCharSet *coverage = NULL;
    FcBool color = FcFalse;
    int found = -1;
    if (FcPatternGetString(pattern, FC_FILE, 0, &path) != FcResultMatch ||
        FcPatternGetCharSet(pattern, FC_CHARSET, 0, &coverage) != FcResultMatch)
        goto done;
    FcPatternGetInteger(pattern, FC_INDEX, 0, &index);
    FcPatternGetBool(pattern, FC_COLOR, 0, &color);
    for (int i = 0; i < fonts->file_count && found < 0; i++) {
        if (fonts->file[i].index == index && strcmp(fonts->file[i].path, (const char *)path) == 0)
            found = i;
    }
    if (found >= 0 || fonts->file_count == FILES_MAX)
        goto done;
    struct font_file *file = &fonts->file[fonts->file_count];
    *file = (struct font_file){(char *)path, index, pattern, coverage, color == FcTrue, NULL, 0};
    return fonts->file_count++;
done:
    FcPatternDestroy(pattern);
    return found;
}

enum hs_status fonts_find_faces(struct fonts *fonts, struct hs_error *error)
{
    /* Not FcInit: a configuration of our own leaves nothing global behind. 4 ms with a warm cache,
     * 14 ms without. */
    fonts->config = FcInitLoadConfigAndFonts();
    if (!fonts->config)
        return hs_fail(error, HS_IO,
            "fontconfig found no configuration: install the packages fontconfig, fonts-inter and "
            "fonts-dejavu-core");
    if (TTF_Init() != 0)
        return hs_fail(error, HS_NO_MEMORY, "SDL_ttf did not start: %s", TTF_GetError());
    fonts->ttf_ready = true;
    for (int face = 0; face < FACE_COUNT; face++) {
        FcPattern *pattern = match(fonts->config, (enum face)face, 0, false);
        fonts->primary[face] = pattern ? keep_file(fonts, pattern) : -1;
        if (fonts->primary[face] < 0)
            return hs_fail(error, HS_IO,
                "no usable font is installed: install fonts-inter, fonts-jetbrains-mono or "
                "fonts-dejavu-core");
    }
    if (!fonts_open_size(fonts, fonts->primary[FACE_UI], 72 * 13, false))
        return hs_fail(error, HS_IO,
            "the font %s cannot be opened (%s): reinstall it, or install fonts-inter or "
            "fonts-dejavu-core",
            fonts->file[fonts->primary[FACE_UI]].path, TTF_GetError());
    return HS_OK;
}

void fonts_find_drop(struct fonts *fonts)
{
    for (size_t i = 0; i < OPEN_MAX; i++) {
        if (fonts->open[i].ttf)
            TTF_CloseFont(fonts->open[i].ttf);
    }
    for (int i = 0; i < fonts->file_count; i++) {
        if (fonts->file[i].bytes)
            munmap(fonts->file[i].bytes, fonts->file[i].length);
        FcPatternDestroy(fonts->file[i].pattern);
    }
    if (fonts->config)
        FcConfigDestroy(fonts->config);
    if (fonts->ttf_ready)
        TTF_Quit();
}

bool fonts_file_has(const struct fonts *fonts, int file, uint32_t code)
{
    return file >= 0 && FcCharSetHasChar(fonts->file[file].coverage, code);
}

static int search_file(struct fonts *fonts, enum face face, uint32_t code, bool emoji)
{
    FcPattern *pattern = match(fonts->config, face, code, emoji);
    int file = pattern ? keep_file(fonts, pattern) : -1;
    return fonts_file_has(fonts, file, code) ? file : fonts->primary[face];
}

int fonts_find_file(struct fonts *fonts, enum face face, uint32_t code, bool emoji)
{
    if (!emoji && fonts_file_has(fonts, fonts->primary[face], code))
        return fonts->primary[face];
    /* Code points have 21 bits; the face takes 2 and the wish for colour 1 above them. */
    uint32_t key = (code | (uint32_t)face << 21 | (uint32_t)emoji << 23) + 1;
    size_t slot = key * 2654435761u % GLYPH_SLOTS; /* Knuth's multiplicative hash */
    while (fonts->glyph[slot].key && fonts->glyph[slot].key != key)
        slot = (slot + 1) % GLYPH_SLOTS;
    if (fonts->glyph[slot].key == key)
        return fonts->glyph[slot].file;
    int file = search_file(fonts, face, code, emoji);
    if (fonts->glyph_count >= GLYPH_SLOTS / 2) { /* rather ask again than grow without bound */
        memset(fonts->glyph, 0, sizeof fonts->glyph);
        fonts->glyph_count = 0;
        slot = key * 2654435761u % GLYPH_SLOTS;
    }
    fonts->glyph[slot].key = key;
    fonts->glyph[slot].file = file;
    fonts->glyph_count++;
    return file;
}

static void fill_metrics(struct open_font *open)
{
    int min_x, max_x, min_y, max_y, advance;
    open->ascent = TTF_FontAscent(open->ttf);
    open->descent = -TTF_FontDescent(open->ttf);
    if (TTF_GlyphMetrics32(open->ttf, 'H', &min_x, &max_x, &min_y, &max_y, &advance) == 0 &&
        max_y > 0)
        open->cap = max_y;
    else
        open->cap = open->ascent * 3 / 4; /* no Latin letters: a usual share */
}

/* Read through SDL's file functions, every glyph would cost a seek and a read, for each size anew;
 * a mapping serves all sizes, and only the parts in use take memory. */
static void map_file(struct font_file *file)
{
    struct stat about;
    int handle = open(file->path, O_RDONLY | O_CLOEXEC);
    if (handle < 0)
        return;
    if (fstat(handle, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0 &&
        about.st_size <= INT_MAX) {
        void *bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, handle, 0);
        if (bytes != MAP_FAILED) {
            file->bytes = bytes;
            file->length = (size_t)about.st_size;
        }
    }
    close(handle);
}

static TTF_Font *open_ttf(struct font_file *file, unsigned across, unsigned down)
{
    if (!file->bytes)
        map_file(file);
    SDL_RWops *source = file->bytes ? SDL_RWFromConstMem(file->bytes, (int)file->length) : NULL;
    if (!source) /* says what is wrong with the file, or reads it in pieces */
        return TTF_OpenFontIndexDPI(file->path, 1, file->index, across, down);
    return TTF_OpenFontIndexDPIRW(source, 1, 1, file->index, across, down);
}

struct open_font *fonts_open_size(struct fonts *fonts, int file, int em72, bool wide)
{
    struct open_font *oldest = &fonts->open[0];
    for (size_t i = 0; i < OPEN_MAX; i++) {
        struct open_font *open = &fonts->open[i];
        if (open->ttf && open->file == file && open->em72 == em72 && open->wide == wide) {
            open->used = ++fonts->clock;
            return open;
        }
        if (open->used < oldest->used)
            oldest = open;
    }
    unsigned dpi = (unsigned)em72;
    TTF_Font *ttf = open_ttf(&fonts->file[file], wide ? 4 * dpi : dpi, dpi);
    if (!ttf)
        return NULL;
    /* Light, with glyphs at fractions of a pixel: the evenest spacing of all modes; hints act
     * vertically only. */
    TTF_SetFontHinting(ttf, TTF_HINTING_LIGHT_SUBPIXEL);
    if (oldest->ttf)
        TTF_CloseFont(oldest->ttf);
    *oldest = (struct open_font){ttf, file, em72, wide, 0, 0, 0, ++fonts->clock};
    fill_metrics(oldest);
    return oldest;
}
