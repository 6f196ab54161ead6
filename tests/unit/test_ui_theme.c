/* test_ui_theme.c – contrast of every text token on every surface it lies on, and head hues that
 * stay apart for every kind of colour vision. The checks are shown to reject a grey on grey and a
 * red-green pair. */
#include <math.h>

#include "check.h"
#include "ui/ui.h"

static double linear(uint32_t color, int shift)
{
    double c = (double)(color >> shift & 255) / 255;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double contrast(uint32_t a, uint32_t b) /* WCAG 2.2 */
{
    double x = 0.2126 * linear(a, 16) + 0.7152 * linear(a, 8) + 0.0722 * linear(a, 0);
    double y = 0.2126 * linear(b, 16) + 0.7152 * linear(b, 8) + 0.0722 * linear(b, 0);
    return ((x > y ? x : y) + 0.05) / ((x > y ? y : x) + 0.05);
}

/* Machado, Oliveira, Fernandes 2009: severity 1, on linear RGB. */
static const double vision[4][9] = {
    {1, 0, 0, 0, 1, 0, 0, 0, 1},
    {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
    {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
    {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
};

static double curve(double t) /* CIE 1976 */
{
    return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
}

static void lab(uint32_t color, int kind, double out[3])
{
    double rgb[3] = {linear(color, 16), linear(color, 8), linear(color, 0)}, seen[3];
    for (int i = 0; i < 3; i++) {
        const double *row = &vision[kind][3 * i];
        double v = row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2];
        seen[i] = v < 0 ? 0 : v > 1 ? 1 : v;
    }
    double x = curve((0.4124564 * seen[0] + 0.3575761 * seen[1] + 0.1804375 * seen[2]) / 0.95047);
    double y = curve(0.2126729 * seen[0] + 0.7151522 * seen[1] + 0.0721750 * seen[2]);
    double z = curve((0.0193339 * seen[0] + 0.1191920 * seen[1] + 0.9503041 * seen[2]) / 1.08883);
    out[0] = 116 * y - 16;
    out[1] = 500 * (x - y);
    out[2] = 200 * (y - z);
}

static double distance(uint32_t a, uint32_t b)
{
    double least = 1e9;
    for (int kind = 0; kind < 4; kind++) {
        double p[3], q[3];
        lab(a, kind, p);
        lab(b, kind, q);
        double d = sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) +
                        (p[2] - q[2]) * (p[2] - q[2]));
        least = d < least ? d : least;
    }
    return least;
}

static void check_at_least(const char *theme, const char *what, double got, double want)
{
    if (!(got >= want))
        fprintf(stderr, "%s: %s is %.2f, wanted %.2f\n", theme, what, got, want);
    CHECK(got >= want);
}

static void check_text(const struct theme *theme, double want)
{
    const uint32_t surface[] = {
        theme->back, theme->panel, theme->panel_raised, theme->hover, theme->selection};
    for (size_t i = 0; i < sizeof surface / sizeof *surface; i++) {
        check_at_least(theme->name, "text", contrast(theme->text, surface[i]), want);
        check_at_least(theme->name, "dim text", contrast(theme->text_dim, surface[i]), want);
        if (i < 4) /* faint text is never drawn on a selection */
            check_at_least(
                theme->name, "faint text", contrast(theme->text_faint, surface[i]), want);
    }
    check_at_least(theme->name, "pressed text", contrast(theme->text, theme->pressed), want);
    check_at_least(theme->name, "error", contrast(theme->error_text, theme->error_back), want);
    check_at_least(theme->name, "warning", contrast(theme->warn_text, theme->warn_back), want);
    check_at_least(
        theme->name, "text on accent", contrast(theme->accent_text, theme->accent), want);
}

static void check_shapes(const struct theme *theme)
{
    const uint32_t surface[] = {theme->back, theme->panel, theme->panel_raised, theme->hover};
    for (size_t i = 0; i < sizeof surface / sizeof *surface; i++) {
        check_at_least(theme->name, "accent", contrast(theme->accent, surface[i]), 3);
        check_at_least(theme->name, "focus ring", contrast(theme->focus, surface[i]), 3);
    }
    /* a bar is read off what is filled: against the whole, which is itself seen but not brighter */
    check_at_least(theme->name, "bar on its track", contrast(theme->accent, theme->track), 3);
    check_at_least(theme->name, "track", contrast(theme->track, theme->panel), 1.3);
    CHECK(contrast(theme->accent, theme->panel) > contrast(theme->track, theme->panel));
    check_at_least(theme->name, "positive", contrast(theme->positive, theme->panel), 3);
    check_at_least(theme->name, "negative", contrast(theme->negative, theme->panel), 3);
    check_at_least(theme->name, "signed pair", distance(theme->positive, theme->negative), 18);
    for (int i = 0; i < 10; i++) {
        check_at_least(theme->name, "head hue", contrast(theme->head_hue[i], theme->panel), 3);
        for (int j = 0; j < i; j++) {
            double apart = distance(theme->head_hue[i], theme->head_hue[j]);
            if (!(apart >= 18))
                fprintf(stderr, "%s: hues %d and %d are %.1f apart\n", theme->name, i, j, apart);
            CHECK(apart >= 18);
        }
    }
}

static void check_opaque(const struct theme *theme)
{
    const uint32_t all[] = {theme->back, theme->panel, theme->panel_raised, theme->border, theme->track,
        theme->text, theme->text_dim, theme->text_faint, theme->accent, theme->accent_text,
        theme->focus, theme->hover, theme->pressed, theme->selection, theme->grid, theme->mask,
        theme->error_back, theme->error_text, theme->warn_back, theme->warn_text, theme->positive,
        theme->negative};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        CHECK(all[i] >> 24 == 255);
    for (int i = 0; i < 10; i++)
        CHECK(theme->head_hue[i] >> 24 == 255);
}

TEST(test_ui_theme)
{
    CHECK_NEAR(contrast(0xffffffff, 0xff000000), 21, 1e-9);
    CHECK(contrast(0xff888888, 0xff999999) < 3);
    CHECK(distance(0xffb03030, 0xff707000) < 18); /* red and olive: alike to protan eyes */
    CHECK(distance(0xff0060ff, 0xffff8000) > 18);
    for (int id = 0; id < THEME_COUNT; id++) {
        const struct theme *theme = theme_get(id);
        check_text(theme, id == THEME_CONTRAST ? 7 : 4.5);
        check_shapes(theme);
        check_opaque(theme);
    }
    CHECK(contrast(theme_get(THEME_CONTRAST)->border, theme_get(THEME_CONTRAST)->back) >= 7);
    CHECK(theme_get((enum theme_id)99) == theme_get(THEME_LIGHT));
    return check_report();
}
