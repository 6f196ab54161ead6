/* layers.h – the layers of what was opened, an attention file or a model: which layer of it is the picture, what is known of the
 * others, and the threads that find it out. Part of the model (app.h). The picture is a set of one
 * layer, so that every view shows it like the live model's; the Layers view shows all heads. */
#ifndef HEADSCOPE_MODEL_LAYERS_H
#define HEADSCOPE_MODEL_LAYERS_H

#include "model/action.h"
#include "canvas/draw.h"
#include "hs.h"
#include "model/lens.h"

struct app;
struct action;
struct job;
struct turn;

enum layers_mode { LAYERS_MAP, LAYERS_TABLE, LAYERS_MODE_COUNT };
const char *layers_mode_name(enum layers_mode mode); /* "map", "table" */

struct layers {
    struct hs_view view; /* of the picture, app->picture.set */
    struct hs_survey *survey; /* of all its layers */
    bool all_items;           /* and of all items of the batch, not of the picture's */
    struct job *turning;      /* makes the picture of another view (live_turn.h); NULL = none is wished for */
    struct turn *turn;        /* its data */
    uint64_t survey_identity; /* changes with the survey: cache key for thumbnails */
    uint8_t *hidden;          /* (m) owned: keys that it leaves out; NULL = none */
    bool renormalised;        /* the rest of its rows */
    struct job *work;         /* who surveys, and whose the survey then is; NULL when headless */
    bool sliced;              /* no thread was to be had: a head is surveyed between two frames */
    bool stopped;             /* by the user */
    char waiting[4096];       /* path of an export that waits for all heads; "" = none */
    bool waiting_replaces;    /* a file that is there */
    size_t seen;              /* heads surveyed when the statistics were last taken */
    double largest, longest;  /* weight and mean distance, over the heads surveyed */
    char said[640];           /* what was last said about faults of its numbers */
    bool failure_said;
    enum layers_mode mode;
    size_t sort; /* of the table; the largest first, but for SORT_NUMBER */
    bool sort_reversed;
    uint32_t *order; /* (L h) of the table: layer h + head by place */
    /* to go back to */
    size_t live_h;
    enum hs_mask live_mask;
    enum view_id live_view;
    enum cell_scale live_scale;
};

/* Where in a file a session was. */
struct layers_place {
    uint64_t bytes;  /* of the file */
    char tensor[40]; /* its name */
    struct hs_view view;
    bool all_items;
    size_t head;
    enum layers_mode mode;
    size_t sort;
    bool sort_reversed;
};

/* The range of colours in the Layers view: 0 to the largest weight of all heads read so far, or of
 * this one. */
void layers_range(const struct app *app, size_t layer, size_t head, float *lo, float *hi);

/* ---------------------------------------------------------------- words (words_file.c) */
/* What stands where the sentence stands: the tokens joined, or the shape when there are none. */
void layers_text(const struct app *app, char *text, size_t room);
/* "12 layers x 12 heads, 512 queries x 512 keys, encoder" */
void layers_shape_words(const struct app *app, char *words, size_t room);
/* "layer 3 of 12", counted as the user counts; "" for a file of one layer. */
void layers_layer_words(const struct app *app, size_t layer, char *words, size_t room);
/* Of an export: its name without ending and folder, and the line under its heading. */
void layers_export_name(const struct app *app, const char *view, bool one_head, bool all_heads,
    char *name, size_t room);
void layers_settings_words(
    const struct app *app, bool one_head, bool all_heads, char *words, size_t room);
/* Of the picture when it is kept as B: "layer 3 of model.safetensors, item 2". */
void layers_kept_words(const struct app *app, char *words, size_t room);
/* Which heads share a key/value head with this one: "shares keys with heads 1 to 4", or "". */
void layers_group_words(const struct app *app, size_t head, char *words, size_t room);
/* "37 of 144 heads read", "" when all are. */
void layers_progress_words(const struct app *app, char *words, size_t room);
const char *pieces_name(enum hs_pieces pieces);       /* "readable", "raw", "words" */
const char *pair_name(enum hs_segments segments); /* "all", "A-A", "A-B" … */

#endif
