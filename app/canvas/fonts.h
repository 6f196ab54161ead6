/* fonts.h – faces found through fontconfig (Inter, JetBrains Mono, DejaVu Sans as fallback, then whatever has the glyph),
 * measured and rendered by SDL_ttf with a bounded cache of whole strings. Handles fallback runs, RTL scripts, combining
 * marks and colour emoji. A fixed stand-in needs no font at all, so that golden pictures do not depend on font versions. */
#ifndef HEADSCOPE_FONTS_H
#define HEADSCOPE_FONTS_H

#include "canvas/draw.h"

/* On failure the message names the package to install (fonts-inter, fonts-dejavu-core). Fonts open lazily: this call costs < 15 ms. */
enum hs_status fonts_open(struct fonts **fonts, struct hs_error *error);
/* The stand-in: every code point is 0.6 em wide and drawn as a box with a pattern that depends on it. */
enum hs_status fonts_open_fixed(struct fonts **fonts, struct hs_error *error);
void fonts_drop(struct fonts *fonts);

/* Width in logical pixels of text[0 .. length) at `size` logical pixels. `scale` = device pixels per logical pixel is set once per
 * frame, so that measuring and drawing agree. */
void fonts_set_scale(struct fonts *fonts, float scale);
float fonts_scale(const struct fonts *fonts);
float fonts_width(struct fonts *fonts, enum face face, float size, const char *text, size_t length);
/* Bytes of text that fit in `width`. */
size_t fonts_fit(struct fonts *fonts, enum face face, float size, const char *text, size_t length, float width);
/* Byte offset of the caret position nearest to x (0 = left edge of the text); falls on code point boundaries. */
size_t fonts_hit(struct fonts *fonts, enum face face, float size, const char *text, size_t length, float x);
/* Where the caret before byte `offset` stands (right-to-left runs counted from their right end); agrees with fonts_hit. */
float fonts_caret(struct fonts *fonts, enum face face, float size, const char *text, size_t length, size_t offset);
/* The text as a whole runs right to left: its first letter with a direction does. */
bool fonts_base_is_rtl(const char *text, size_t length);

#endif
