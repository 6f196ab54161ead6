/* dump_set.c – an attention set whose heads are read from a file when they are first asked for.
 * Made by hsi_dump_run(). The one kind of set that changes after it was made, in its cache only, and
 * that under a lock. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sources/dump.h"

struct slot {
    float *data; /* (n, m), NULL = not in memory */
    uint64_t used;
};

struct dumped {
    struct dump_window window;
    size_t layer, L, h, n, m; /* layers [layer, layer + L) of the file */
    pthread_mutex_t lock;     /* guards what follows */
    uint64_t clock;
    float *unreadable;  /* (m) NaN, for all rows of a head that could not be read */
    struct slot slot[]; /* (L, h) */
};

static void dumped_release(void *data)
{
    struct dumped *dumped = data;
    for (size_t i = 0; i < dumped->L * dumped->h; i++)
        free(dumped->slot[i].data);
    free(dumped->unreadable);
    if (dumped->window.masks == 1)
        dumped->window.cell_masked = NULL; /* the set's own, as the tokens */
    dumped->window.axis[HS_QUERY].tokens = NULL;
    if (dumped->window.self)
        hs_tokens_drop(dumped->window.axis[HS_KEY].tokens);
    dumped->window.axis[HS_KEY].tokens = NULL;
    hsi_dump_window_drop(&dumped->window);
    pthread_mutex_destroy(&dumped->lock);
    free(dumped);
}

static float *read_slot(const struct dumped *dumped, size_t layer, size_t head)
{
    const struct dump_window *window = &dumped->window;
    size_t raw_cells = window->axis[HS_QUERY].file_count * window->axis[HS_KEY].file_count;
    float *shown = malloc(dumped->n * dumped->m * sizeof *shown);
    float *raw = window->merges ? malloc(raw_cells * sizeof *raw) : shown;
    bool good = shown && raw &&
                hsi_dump_window_read(window, dumped->layer + layer, head, raw, shown, NULL) == HS_OK;
    if (raw != shown)
        free(raw);
    if (good)
        return shown;
    free(shown);
    return NULL;
}

static struct hs_matrix dumped_weights(const struct hs_set *set, size_t layer, size_t head)
{
    struct dumped *dumped = set->data;
    struct slot *slot = &dumped->slot[layer * dumped->h + head];
    pthread_mutex_lock(&dumped->lock);
    if (!slot->data)
        slot->data = read_slot(dumped, layer, head);
    slot->used = ++dumped->clock;
    struct hs_matrix A = {slot->data, dumped->n, dumped->m, dumped->m};
    pthread_mutex_unlock(&dumped->lock);
    if (!A.data)
        A = (struct hs_matrix){dumped->unreadable, dumped->n, dumped->m, 0};
    return A;
}

static void dumped_trim(void *data)
{
    struct dumped *dumped = data;
    size_t bytes = dumped->n * dumped->m * sizeof(float), most = HS_SET_CACHE_BYTES / bytes,
           held = 0;
    pthread_mutex_lock(&dumped->lock);
    for (size_t i = 0; i < dumped->L * dumped->h; i++)
        held += dumped->slot[i].data != NULL;
    for (; held > (most ? most : 1); held--) {
        struct slot *oldest = NULL;
        for (size_t i = 0; i < dumped->L * dumped->h; i++) {
            struct slot *slot = &dumped->slot[i];
            if (slot->data && (!oldest || slot->used < oldest->used))
                oldest = slot;
        }
        free(oldest->data);
        oldest->data = NULL;
    }
    pthread_mutex_unlock(&dumped->lock);
}

enum hs_status hsi_dump_run(struct dump *dump, const struct hs_view *view,
    struct hs_set **set, struct hs_error *error)
{
    struct dump_window window;
    struct hs_set parts;
    enum hs_status status = hsi_dump_window_make(dump, view, &window, error);
    if (status)
        return status;
    hsi_dump_window_frame(&window, &parts);
    bool one = view->layer != SIZE_MAX;
    if (window.masks > 1)
        parts.cell_masked = NULL; /* a masked cell of a layer reads as -INFINITY */
    parts.shape.L = one ? 1 : parts.shape.L;
    parts.shape.layer = one ? view->layer : 0;
    size_t slots = parts.shape.L * parts.shape.h;
    struct dumped *dumped = calloc(1, sizeof *dumped + slots * sizeof dumped->slot[0]);
    float *unreadable = malloc(parts.shape.m * sizeof *unreadable);
    if (!dumped || !unreadable || pthread_mutex_init(&dumped->lock, NULL)) {
        free(dumped);
        free(unreadable);
        hsi_dump_window_drop(&window);
        return hs_fail(error, HS_NO_MEMORY, "no memory left for the attention set");
    }
    for (size_t k = 0; k < parts.shape.m; k++)
        unreadable[k] = NAN;
    dumped->window = window;
    dumped->layer = parts.shape.layer;
    dumped->L = parts.shape.L;
    dumped->h = parts.shape.h;
    dumped->n = parts.shape.n;
    dumped->m = parts.shape.m;
    dumped->unreadable = unreadable;
    parts.data = dumped;
    parts.weights = dumped_weights;
    parts.trim = dumped_trim;
    parts.release = dumped_release;
    status = hsi_set_make(&parts, set, error);
    if (status) {
        hs_tokens_drop(parts.tokens[HS_QUERY]);
        if (parts.tokens[HS_KEY] != parts.tokens[HS_QUERY])
            hs_tokens_drop(parts.tokens[HS_KEY]);
        free(parts.cell_masked);
        dumped_release(dumped);
    }
    return status;
}
