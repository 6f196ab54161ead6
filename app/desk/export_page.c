/* export_page.c – see export_page.h. The page itself is page.html, which the build puts into page_text[]. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "canvas/base64.h"
#include "desk/export_page.h"
#include "model/picture.h"
#include "views/view.h"

extern const char page_text[]; /* page.html; written by page.cmake */

enum { ONE = 10000, NO_NUMBER = 65534, MASKED = 65535 };

#define TITLE_ROOM 4000 /* bytes of a file's tokens */

/* Of the app: what the page is made of, by a thread too, that knows nothing more of it. All owned. */
struct page_of {
    struct hs_source *source; /* to be asked for all layers; NULL = `set` is there */
    struct hs_request request;
    char *text;
    uint8_t *modes;
    struct hs_set *set;
    uint8_t *hidden; /* (m) keys that are hidden; NULL = none */
    bool hides, renormalise; /* they are to be hidden yet */
    size_t layers, layer, head, kind; /* layers: of the source, 0 = it has none; kind: of the lens */
    int one_based;
    enum cell_scale scale;
    enum palette palette;
    char *title;
    char constructed[160], layer_words[160], lens_words[600];
};

struct page {
    const struct page_of *of;
    struct hs_set *set; /* of all layers, or of one through a lens; owned */
    struct hs_set_shape shape;
    enum hs_values values;
    double one;       /* so many units are 1: a power of ten */
    int decimals;     /* that a unit is */
    long zero;        /* the unit that is 0 */
    size_t count;    /* cells */
    uint8_t *bytes;  /* (2, count): low bytes, then high ones */
    size_t cells, left_cells; /* with a number; of them those left out */
    double sum, left_sum;     /* of their weights */
    unsigned least;           /* in units: what is nearer to 0 is left out; 0 = nothing */
    bool masked;
};

/* ---------------------------------------------------------------- what is taken from the app */
static void of_drop(void *data)
{
    struct page_of *of = data;
    if (!of)
        return;
    hs_source_drop(of->source);
    hs_set_drop(of->set);
    free(of->text);
    free(of->modes);
    free(of->hidden);
    free(of->title);
    free(of);
}

static void *copy_of(const void *bytes, size_t count, bool *good)
{
    void *copy = bytes ? malloc(count ? count : 1) : NULL;
    if (copy)
        memcpy(copy, bytes, count);
    *good &= copy || !bytes;
    return copy;
}

/* All layers; through a lens or as a difference the layer that is shown. */
static bool take_source(struct page_of *of, const struct app *app)
{
    const struct lens_wish *wish = &app->lens.wish;
    const struct hs_part *part = picture_part(app);
    bool good = true;
    if (wish->kind != HS_LENS_WEIGHT || wish->minus != MINUS_NOTHING)
        of->set = hs_set_keep(app->lens.made.shown);
    else if (!picture_can(app, HS_CAN_LAYERS))
        of->set = hs_set_keep(app->picture.set);
    if (of->set)
        return true;
    of->source = hs_source_keep(app->picture.source);
    of->request = hs_request_of(of->source);
    of->request.view = picture_view(app);
    of->request.view.layer = SIZE_MAX;
    of->request.keep = HS_KEEP(HS_PLANE_WEIGHTS);
    if (!picture_can(app, HS_CAN_TEXT))
        return true;
    of->request.length = strlen(app->picture.run_text);
    of->request.text = of->text = copy_of(app->picture.run_text, of->request.length + 1, &good);
    of->request.head_mode = of->modes = copy_of(app->live.modes, part->L * part->h, &good);
    of->request.modes_by_layer = true;
    return good;
}

static bool take_hidden(struct page_of *of, const struct app *app)
{
    const struct lens_wish *wish = &app->lens.wish;
    size_t m = hs_set_shape(app->picture.set).m;
    bool good = true;
    of->hides = wish->kind == HS_LENS_WEIGHT && wish->minus == MINUS_NOTHING && lens_hides(wish);
    of->renormalise = wish->renormalise;
    if (!of->hides) {
        of->hidden = copy_of(app->lens.made.hidden, m, &good);
        return good;
    }
    of->hidden = calloc(m ? m : 1, 1);
    if (of->hidden)
        lens_hidden_keys(app, of->hidden);
    return of->hidden;
}

static struct page_of *of_app(const struct app *app, struct hs_error *error)
{
    char title[TITLE_ROOM];
    struct page_of *of = calloc(1, sizeof *of);
    if (!of || !take_source(of, app) || !take_hidden(of, app) || !(of->title = strdup(app_heading(app, title, sizeof title)))) {
        of_drop(of);
        hs_fail(error, HS_NO_MEMORY, "no memory left for a page");
        return NULL;
    }
    of->layers = picture_can(app, HS_CAN_LAYERS) ? picture_part(app)->L : 0;
    of->layer = picture_view(app).layer;
    of->head = app->look.head;
    of->kind = app->lens.wish.kind;
    of->one_based = app->look.one_based;
    of->scale = app->look.scale;
    of->palette = app->look.palette;
    snprintf(of->constructed, sizeof of->constructed, "%s", app_source_words(app));
    if (of->layers)
        layers_layer_words(app, of->layer, of->layer_words, sizeof of->layer_words);
    app_whole_lens_words(app, of->lens_words, sizeof of->lens_words);
    return of;
}

/* ---------------------------------------------------------------- the weights */
static enum hs_status check(const struct page *page, struct hs_error *error)
{
    const struct hs_set_shape shape = hs_set_shape(page->set);
    if (shape.L * shape.h * shape.n * shape.m <= PAGE_MOST_CELLS)
        return HS_OK;
    return hs_fail(error, HS_LIMIT,
        "%zu x %zu heads of %zu x %zu weights are more than an HTML page can show (%zu million cells): take a shorter text, or save a picture",
        shape.L, shape.h, shape.n, shape.m, PAGE_MOST_CELLS / 1000000);
}

static enum hs_status take_set(struct page *page, const struct hs_watch *watch, struct hs_error *error)
{
    const struct page_of *of = page->of;
    struct hs_request request = of->request;
    request.watch = watch;
    enum hs_status status = HS_OK;
    if (of->source)
        status = hs_source_run(of->source, &request, &page->set, error);
    else
        page->set = hs_set_keep(of->set);
    if (!status)
        status = check(page, error);
    if (status || !of->hides)
        return status;
    struct hs_set *whole = page->set;
    page->set = NULL;
    status = hs_set_hide_keys(whole, of->hidden, of->renormalise, &page->set, error);
    hs_set_drop(whole);
    return status;
}

/* As many decimals, four at most, as 16 bits hold of the range. Weights are shares, whatever a file holds. */
static void choose_units(struct page *page)
{
    double least = 0, largest = 1;
    float low, high;
    for (size_t i = 0; page->values != HS_VALUES_WEIGHT && i < page->shape.L * page->shape.h; i++) {
        hs_head_extent(page->set, i / page->shape.h, i % page->shape.h, &low, &high);
        least = fmin(least, (double)low);
        largest = fmax(largest, (double)high);
    }
    page->decimals = 4;
    page->one = ONE;
    while (page->decimals > 0 && (largest - least) * page->one > NO_NUMBER - 2) {
        page->decimals--;
        page->one /= 10;
    }
    page->zero = (long)ceil(-least * page->one);
}

static unsigned unit_of(const struct page *page, struct hs_matrix A, size_t q, size_t k)
{
    double unit = round((double)A.data[q * A.stride + k] * page->one) + (double)page->zero;
    if (hs_set_masked(page->set, q, k) || (page->values == HS_VALUES_WEIGHT && A.data[q * A.stride + k] == -INFINITY))
        return MASKED; /* the latter where layers have masks of their own */
    return unit >= 0 && unit < NO_NUMBER ? (unsigned)unit : NO_NUMBER;
}

/* How far from 0. */
static unsigned size_of(const struct page *page, unsigned unit)
{
    long size = labs((long)unit - page->zero);
    return (unsigned)size;
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

/* The least size so that no more than PAGE_MOST_WEIGHTS are kept; what is smaller becomes 0. Scores have no such middle. */
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
        page->sum += size_of(page, unit);
        count[size_of(page, unit) < ONE ? size_of(page, unit) : ONE]++;
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
        if (unit >= NO_NUMBER || size_of(page, unit) >= page->least)
            continue;
        page->left_cells++;
        page->left_sum += size_of(page, unit);
        put(page, i, (unsigned)page->zero);
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

static void put_hidden(const struct page *page, struct hs_buffer *buffer)
{
    const uint8_t *hidden = page->of->hidden;
    size_t count = 0;
    hs_buffer_print(buffer, ", \"hidden\": [");
    for (size_t k = 0; hidden && k < page->shape.m; k++)
        if (hidden[k])
            hs_buffer_print(buffer, "%s%zu", count++ ? ", " : "", k);
    hs_buffer_print(buffer, "]");
}

/* What a number is called. */
static const char *word_of(const struct page *page)
{
    return page->values == HS_VALUES_WEIGHT   ? "attention weight"
           : page->values == HS_VALUES_SIGNED ? "difference"
                                              : hs_lens(page->of->kind)->word;
}

static void put_words(const struct page *page, struct hs_buffer *buffer)
{
    const struct page_of *of = page->of;
    char label[128];
    struct hs_buffer source = {0};
    hs_buffer_print(buffer, "{\"format\": \"headscope-page 1\", \"title\": ");
    put_string(buffer, of->title);
    hs_buffer_print(&source, "%s", hs_set_source(page->set));
    if (hs_set_constructed(page->set))
        hs_buffer_print(&source, " · %s", of->constructed);
    hs_buffer_print(&source, " · %zu layer%s × %zu head%s, %zu × %zu weights each", page->shape.L, page->shape.L == 1 ? "" : "s",
        page->shape.h, page->shape.h == 1 ? "" : "s", page->shape.n, page->shape.m);
    if (page->shape.L < of->layers)
        hs_buffer_print(&source, " · %s", of->layer_words);
    hs_buffer_print(&source, "%s%s", of->lens_words[0] ? " · " : "", of->lens_words);
    hs_buffer_write(&source, "", 1);
    hs_buffer_print(buffer, ", \"source\": ");
    put_string(buffer, source.failed ? "" : source.data);
    hs_buffer_drop(&source);
    hs_buffer_print(buffer, ", \"made\": \"Made by Headscope %s, offline: nothing is loaded and nothing is sent.\"", HS_VERSION);
    hs_buffer_print(buffer, ",\n\"layers\": %zu, \"heads\": %zu, \"n\": %zu, \"m\": %zu, \"index_base\": %d, \"layer\": %zu, \"head\": %zu",
        page->shape.L, page->shape.h, page->shape.n, page->shape.m, of->one_based,
        page->shape.L > 1 ? of->layer : 0, of->head);
    hs_buffer_print(buffer, ", \"values\": \"%s\", \"word\": \"%s\", \"one\": %.0f, \"decimals\": %d, \"zero\": %ld",
        hs_values_name(page->values), word_of(page),
        page->one, page->decimals, page->zero);
    put_hidden(page, buffer);
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

static void put_palette(enum palette palette, struct hs_buffer *buffer)
{
    hs_buffer_print(buffer, "\"");
    for (size_t i = 0; i < 256; i++)
        hs_buffer_print(buffer, "%06x", (unsigned)(palette_table(palette)[i] & 0xffffff));
    hs_buffer_print(buffer, "\"");
}

static void put_look(const struct page *page, struct hs_buffer *buffer)
{
    const struct page_of *of = page->of;
    bool sign = page->values == HS_VALUES_SIGNED || page->values == HS_VALUES_SCORE;
    hs_buffer_print(buffer, "],\n\"least\": %g, \"cells\": %zu, \"left_cells\": %zu, \"left_share\": %.6g, \"scale\": \"%s\",\n\"themes\": {",
        page->least / page->one, page->cells, page->left_cells, page->sum > 0 ? page->left_sum / page->sum : 0,
        cell_scale_name(sign ? SCALE_LINEAR : of->scale));
    put_theme(theme_get(THEME_LIGHT), buffer);
    hs_buffer_print(buffer, ",\n");
    put_theme(theme_get(THEME_DARK), buffer);
    hs_buffer_print(buffer, "},\n\"palettes\": [");
    put_palette(sign ? PALETTE_DIVERGING : of->palette, buffer);
    hs_buffer_print(buffer, ", ");
    put_palette(sign ? PALETTE_DIVERGING_DARK : of->palette, buffer);
    hs_buffer_print(buffer, "],\n\"weights\": \"");
}

/* Some at a time: that takes a second for a long text, in which it tells how far it is and can be stopped. */
static int pack(const struct page *page, const struct hs_watch *watch, uint8_t *packed, size_t room, size_t *length)
{
    enum { SOME = 1 << 20 };
    z_stream stream = {.next_in = page->bytes, .next_out = packed};
    size_t count = 2 * page->count, some;
    int code = deflateInit(&stream, 9);
    if (code != Z_OK)
        return code;
    for (size_t at = 0; code == Z_OK && !hs_watch_stops(watch); at += some) {
        some = count - at < SOME ? count - at : SOME;
        stream.avail_in = (uInt)some;
        do {
            size_t left = room - (size_t)(stream.next_out - packed);
            stream.avail_out = (uInt)(left < SOME ? left : SOME);
            code = deflate(&stream, at + some == count ? Z_FINISH : Z_NO_FLUSH);
        } while (code == Z_OK && stream.avail_out == 0);
        hs_watch_tell(watch, at + some, count);
    }
    *length = (size_t)(stream.next_out - packed);
    deflateEnd(&stream);
    return code;
}

static enum hs_status put_weights(const struct page *page, const struct hs_watch *watch, struct hs_buffer *buffer, struct hs_error *error)
{
    size_t room = compressBound((uLong)(2 * page->count)), length = 0;
    uint8_t *packed = malloc(room);
    int code = packed ? pack(page, watch, packed, room, &length) : Z_MEM_ERROR;
    if (hs_watch_stops(watch)) {
        free(packed);
        return hs_fail(error, HS_STOPPED, "the page was not saved");
    }
    if (code != Z_STREAM_END) {
        free(packed);
        return hs_fail(error, HS_NO_MEMORY, "no memory left to pack %zu weights", page->count);
    }
    base64_write(buffer, packed, length);
    hs_buffer_print(buffer, "\"}");
    free(packed);
    return HS_OK;
}

/* ---------------------------------------------------------------- the page */
static enum hs_status make(void *data, const struct hs_watch *watch, struct hs_buffer *buffer, struct hs_error *error)
{
    static const char mark[] = "\n@DATA@\n";
    const char *middle = strstr(page_text, mark);
    struct page page = {.of = data};
    enum hs_status status = take_set(&page, watch, error);
    if (!status) {
        page.shape = hs_set_shape(page.set);
        page.values = hs_set_values(page.set);
        page.count = page.shape.L * page.shape.h * page.shape.n * page.shape.m;
        page.bytes = malloc(2 * page.count + 1);
        status = page.bytes ? HS_OK : hs_fail(error, HS_NO_MEMORY, "no memory left for a page of %zu weights", page.count);
    }
    if (!status) {
        choose_units(&page);
        read_weights(&page);
        leave_out(&page);
        hs_buffer_write(buffer, page_text, (size_t)(middle + 1 - page_text));
        put_words(&page, buffer);
        put_look(&page, buffer);
        status = put_weights(&page, watch, buffer, error);
        hs_buffer_print(buffer, "%s", middle + sizeof mark - 2);
    }
    free(page.bytes);
    hs_set_drop(page.set);
    return status;
}

enum hs_status export_page(const struct app *app, struct hs_buffer *buffer, struct hs_error *error)
{
    struct page_of *of = of_app(app, error);
    enum hs_status status = of ? make(of, NULL, buffer, error) : HS_NO_MEMORY;
    of_drop(of);
    return status;
}

/* A page on its way to its file. */
struct page_file {
    struct page_of *of;
    const struct hs_watch *watch;
};

static enum hs_status make_file(void *user, struct hs_buffer *buffer, struct hs_error *error)
{
    struct page_file *file = user;
    enum hs_status status = make(file->of, file->watch, buffer, error);
    return !status && hs_watch_stops(file->watch) ? hs_fail(error, HS_STOPPED, "the page was not saved") : status;
}

static enum hs_status save(void *of, const char *path, bool overwrite, const struct hs_watch *watch, struct hs_error *error)
{
    return hs_file_stream(path, overwrite, make_file, &(struct page_file){of, watch}, error);
}

enum hs_status export_page_start(struct app *app, const char *path, bool overwrite, struct hs_error *error)
{
    static const struct disk_kind kind = {"Saving", save, of_drop};
    enum hs_status status = disk_free(&app->files.writing, error);
    if (status)
        return status;
    struct page_of *of = of_app(app, error);
    status = of ? disk_start(app, &app->files.writing, &kind, of, path, overwrite, error) : HS_NO_MEMORY;
    if (status)
        of_drop(of);
    return status;
}
