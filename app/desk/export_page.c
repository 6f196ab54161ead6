/* export_page.c – see export_page.h. The page itself is page.html, which the build puts into page_text[]. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "canvas/base64.h"
#include "desk/export_page.h"
#include "views/view.h"

extern const char page_text[]; /* page.html; written by page.cmake */

enum { ONE = 10000, NO_NUMBER = 65534, MASKED = 65535 };

struct page {
    const struct app *app;
    struct hs_set *set; /* of all layers; owned */
    struct hs_set_shape shape;
    size_t count;    /* cells */
    uint8_t *bytes;  /* (2, count): low bytes, then high ones */
    size_t cells, left_cells; /* with a number; of them those left out */
    double sum, left_sum;     /* of their weights */
    unsigned least;           /* in ten-thousandths: smaller ones are left out; 0 = none */
    bool masked;
};

/* ---------------------------------------------------------------- the weights */
static enum hs_status all_layers(const struct app *app, struct hs_set **set, struct hs_error *error)
{
    struct hs_request request = hs_request_of(app->picture.source);
    if (!picture_can(app, HS_CAN_LAYERS)) {
        *set = hs_set_keep(app->picture.set);
        return HS_OK;
    }
    request.view = picture_view(app);
    request.view.layer = SIZE_MAX;
    request.keep = HS_KEEP(HS_PLANE_WEIGHTS);
    if (picture_can(app, HS_CAN_TEXT)) {
        request.text = app->picture.run_text;
        request.length = strlen(request.text);
        request.head_mode = app->live.modes;
        request.modes_by_layer = true;
    }
    return hs_source_run(app->picture.source, &request, set, error);
}

static unsigned unit_of(const struct page *page, struct hs_matrix A, size_t q, size_t k)
{
    double weight = (double)A.data[q * A.stride + k];
    if (hs_set_masked(page->set, q, k))
        return MASKED;
    return weight >= 0 && weight <= 6 ? (unsigned)lround(weight * ONE) : NO_NUMBER;
}

static unsigned get(const struct page *page, size_t at)
{
    return page->bytes[at] | (unsigned)page->bytes[page->count + at] << 8;
}

static void put(struct page *page, size_t at, unsigned unit)
{
    page->bytes[at] = (uint8_t)unit;
    page->bytes[page->count + at] = (uint8_t)(unit >> 8);
}

static void read_weights(struct page *page)
{
    size_t at = 0;
    for (size_t layer = 0; layer < page->shape.L; layer++) {
        for (size_t head = 0; head < page->shape.h; head++) {
            struct hs_matrix A = hs_set_weights(page->set, layer, head);
            for (size_t q = 0; q < page->shape.n; q++)
                for (size_t k = 0; k < page->shape.m; k++)
                    put(page, at++, unit_of(page, A, q, k));
            hs_set_trim(page->set);
        }
    }
}

/* The least weight so that no more than PAGE_MOST_WEIGHTS are kept; the smaller ones become 0. */
static void leave_out(struct page *page)
{
    static const unsigned steps[] = {0, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000};
    size_t count[ONE + 1] = {0}, kept = 0, more = 0;
    for (size_t i = 0; i < page->count; i++) {
        unsigned unit = get(page, i);
        page->masked |= unit == MASKED;
        if (unit >= NO_NUMBER)
            continue;
        page->cells++;
        page->sum += unit;
        count[unit < ONE ? unit : ONE]++;
    }
    for (size_t step = 0; step < sizeof steps / sizeof *steps; step++) {
        page->least = steps[step];
        kept = more = 0;
        for (size_t unit = 1; unit <= ONE; unit++)
            *(unit >= page->least ? &kept : &more) += count[unit];
        if (kept <= PAGE_MOST_WEIGHTS)
            break;
    }
    for (size_t i = 0; page->least && i < page->count; i++) {
        unsigned unit = get(page, i);
        if (unit >= page->least)
            continue;
        page->left_cells++;
        page->left_sum += unit;
        put(page, i, 0);
    }
}

/* ---------------------------------------------------------------- the data block */
/* A script ends at "</", whatever stands in a string. */
static void put_string(struct hs_buffer *buffer, const char *text)
{
    struct hs_buffer quoted = {0};
    hs_buffer_json_string(&quoted, text);
    for (size_t i = 0; i < quoted.length; i++) {
        if (quoted.data[i] == '<')
            hs_buffer_print(buffer, "\\u003c");
        else
            hs_buffer_write(buffer, quoted.data + i, 1);
    }
    buffer->failed |= quoted.failed;
    hs_buffer_drop(&quoted);
}

static void put_names(const struct page *page, enum hs_side side, size_t count, struct hs_buffer *buffer)
{
    char name[256];
    for (size_t i = 0; i < count; i++) {
        hs_set_token_name(page->set, side, i, name, sizeof name);
        hs_buffer_print(buffer, i ? ", " : "");
        put_string(buffer, name);
    }
}

static void put_theme(const struct theme *theme, struct hs_buffer *buffer)
{
    const struct {
        const char *name;
        uint32_t color;
    } rows[] = {{"back", theme->back}, {"panel", theme->panel}, {"raised", theme->panel_raised}, {"border", theme->border},
        {"text", theme->text}, {"dim", theme->text_dim}, {"accent", theme->accent}, {"mask", theme->mask}, {"warn", theme->warn_back},
        {"warntext", theme->warn_text}};
    hs_buffer_print(buffer, "\"%s\": {", theme->name);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        hs_buffer_print(buffer, "\"%s\": \"#%06x\", ", rows[i].name, (unsigned)(rows[i].color & 0xffffff));
    hs_buffer_print(buffer, "\"hues\": [");
    for (size_t i = 0; i < sizeof theme->head_hue / sizeof *theme->head_hue; i++)
        hs_buffer_print(buffer, "%s\"#%06x\"", i ? ", " : "", (unsigned)(theme->head_hue[i] & 0xffffff));
    hs_buffer_print(buffer, "]}");
}

static void put_words(const struct page *page, struct hs_buffer *buffer)
{
    const struct app *app = page->app;
    char text[4000], label[128];
    struct hs_buffer source = {0};
    hs_buffer_print(buffer, "{\"format\": \"headscope-page 1\", \"title\": ");
    put_string(buffer, app_heading(app, text, sizeof text));
    hs_buffer_print(&source, "%s", hs_set_source(page->set));
    if (hs_set_constructed(page->set))
        hs_buffer_print(&source, " · %s", app_source_words(app));
    hs_buffer_print(&source, " · %zu layer%s × %zu head%s, %zu × %zu weights each", page->shape.L, page->shape.L == 1 ? "" : "s",
        page->shape.h, page->shape.h == 1 ? "" : "s", page->shape.n, page->shape.m);
    app_lens_words(app, text, sizeof text);
    hs_buffer_print(&source, "%s%s", text[0] ? " · " : "", text);
    hs_buffer_write(&source, "", 1);
    hs_buffer_print(buffer, ", \"source\": ");
    put_string(buffer, source.failed ? "" : source.data);
    hs_buffer_drop(&source);
    hs_buffer_print(buffer, ", \"made\": \"Made by Headscope %s, offline: nothing is loaded and nothing is sent.\"", HS_VERSION);
    hs_buffer_print(buffer, ",\n\"layers\": %zu, \"heads\": %zu, \"n\": %zu, \"m\": %zu, \"index_base\": %d, \"layer\": %zu, \"head\": %zu",
        page->shape.L, page->shape.h, page->shape.n, page->shape.m, app->look.one_based,
        page->shape.L > 1 ? picture_view(app).layer : 0, app->look.head);
    hs_buffer_print(buffer, ", \"self\": %s, \"masked\": %s,\n\"queries\": [", page->shape.self_attention ? "true" : "false",
        page->masked ? "true" : "false");
    put_names(page, HS_QUERY, page->shape.n, buffer);
    hs_buffer_print(buffer, "],\n\"keys\": [");
    put_names(page, HS_KEY, page->shape.m, buffer);
    hs_buffer_print(buffer, "],\n\"labels\": [");
    for (size_t i = 0; i < page->shape.L * page->shape.h; i++) {
        hs_set_head_label(page->set, i / page->shape.h, i % page->shape.h, label, sizeof label);
        hs_buffer_print(buffer, i ? ", " : "");
        put_string(buffer, label);
    }
}

static void put_look(const struct page *page, struct hs_buffer *buffer)
{
    const struct app *app = page->app;
    hs_buffer_print(buffer, "],\n\"least\": %g, \"cells\": %zu, \"left_cells\": %zu, \"left_share\": %.6g, \"scale\": \"%s\",\n\"themes\": {",
        page->least / (double)ONE, page->cells, page->left_cells, page->sum > 0 ? page->left_sum / page->sum : 0,
        cell_scale_name(app->look.scale));
    put_theme(theme_get(THEME_LIGHT), buffer);
    hs_buffer_print(buffer, ",\n");
    put_theme(theme_get(THEME_DARK), buffer);
    hs_buffer_print(buffer, "},\n\"palette\": \"");
    for (size_t i = 0; i < 256; i++)
        hs_buffer_print(buffer, "%06x", (unsigned)(palette_table(app->look.palette)[i] & 0xffffff));
    hs_buffer_print(buffer, "\",\n\"weights\": \"");
}

static enum hs_status put_weights(const struct page *page, struct hs_buffer *buffer, struct hs_error *error)
{
    uLong room = compressBound((uLong)(2 * page->count)), length = room;
    uint8_t *packed = malloc(room);
    if (!packed || compress2(packed, &length, page->bytes, (uLong)(2 * page->count), 9) != Z_OK) {
        free(packed);
        return hs_fail(error, HS_NO_MEMORY, "no memory left to pack %zu weights", page->count);
    }
    base64_write(buffer, packed, length);
    hs_buffer_print(buffer, "\"}");
    free(packed);
    return HS_OK;
}

/* ---------------------------------------------------------------- the page */
static enum hs_status check(const struct app *app, const struct page *page, struct hs_error *error)
{
    if (app->lens.made.shown && app->lens.made.shown != app->picture.set) /* whatever the view */
        return hs_fail(error, HS_BAD_USE,
            "an HTML page shows attention weights as they are: take the lens, the difference and hidden tokens away, or save another format");
    if (page->count > PAGE_MOST_CELLS)
        return hs_fail(error, HS_LIMIT,
            "%zu x %zu heads of %zu x %zu weights are more than an HTML page can show (%zu million cells): take a shorter text, or "
            "save a picture",
            page->shape.L, page->shape.h, page->shape.n, page->shape.m, PAGE_MOST_CELLS / 1000000);
    return HS_OK;
}

enum hs_status export_page(const struct app *app, struct hs_buffer *buffer, struct hs_error *error)
{
    static const char mark[] = "\n@DATA@\n";
    const char *middle = strstr(page_text, mark);
    struct page page = {.app = app};
    enum hs_status status = all_layers(app, &page.set, error);
    if (status)
        return status;
    page.shape = hs_set_shape(page.set);
    page.count = page.shape.L * page.shape.h * page.shape.n * page.shape.m;
    status = check(app, &page, error);
    if (!status && !(page.bytes = malloc(2 * page.count + 1)))
        status = hs_fail(error, HS_NO_MEMORY, "no memory left for a page of %zu weights", page.count);
    if (!status) {
        read_weights(&page);
        leave_out(&page);
        hs_buffer_write(buffer, page_text, (size_t)(middle + 1 - page_text));
        put_words(&page, buffer);
        put_look(&page, buffer);
        status = put_weights(&page, buffer, error);
        hs_buffer_print(buffer, "%s", middle + sizeof mark - 2);
    }
    free(page.bytes);
    hs_set_drop(page.set);
    return status;
}
