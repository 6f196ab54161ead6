/* lens.h – what is done to the attention weights before the Grid and Head views show them: another
 * number for each cell, a difference of two heads or pictures, hidden tokens; and in which order
 * the heads stand. Part of the model (app.h); lens.c makes it, act/lens.c changes it. */
#ifndef HEADSCOPE_LENS_H
#define HEADSCOPE_LENS_H

#include "hs.h"

enum minus_what {
    MINUS_NOTHING,
    MINUS_HEAD,  /* every head minus one of them */
    MINUS_COUNT, /* every head minus the one in its place with another number of heads */
    MINUS_KEPT,  /* every head minus the one in its place of the kept picture */
};

enum hide_what { HIDE_PUNCTUATION, HIDE_FIRST, HIDE_TOKEN, HIDE_NOTHING };

/* Orders of the grid's heads: their number, or a statistic of their weights. */
enum sort_by {
    SORT_NUMBER,
    SORT_ENTROPY,
    SORT_DISTANCE,
    SORT_SELF,
    SORT_PREVIOUS,
    SORT_NEXT,
    SORT_FIRST,
    SORT_PUNCTUATION,
    SORT_LARGEST,
    SORT_CONFIDENCE,
    SORT_COUNT,
};
const char *sort_name(enum sort_by sort);  /* "number", "entropy" …, as --sort reads them */
const char *sort_title(enum sort_by sort); /* "Head number", "Entropy" … */

/* What the panel lists while no row is looked at. */
enum panel_list {
    PANEL_LINKS,  /* the selected head's strongest links */
    PANEL_ALIKE,  /* heads like the selected one */
    PANEL_OUTPUT, /* what the head modes change in the output */
    PANEL_LIST_COUNT,
};

/* What the user asked for. Plain values, so that a wish can be tried and thrown away; `kept` is
 * owned by the struct that is in the model. */
struct lens_wish {
    enum hs_lens kind;
    enum minus_what minus;
    size_t minus_head, minus_h;
    struct hs_set *kept; /* picture B, NULL = none */
    bool hide_punctuation, hide_first, renormalise;
    uint8_t hide_token[HS_MAX_TOKENS]; /* key tokens of the sentence, 1 = hidden */
};

struct head_extent {
    float least, largest;
};

/* What was made of it. */
struct lens_made {
    struct hs_set *shown;        /* what Grid and Head show: h heads; an owner of its own */
    struct head_extent *extents; /* (h), NULL while the picture is shown as it is */
    uint8_t *hidden;             /* (m of shown) 1 = a hidden key, or NULL = none */
    bool gaps;                   /* a difference has cells without a number */
};

#endif
