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
/* What heads are sorted by: their number, or the listed statistics of the engine in its order, from 1. */
#define SORT_NUMBER 0u
size_t sort_count(void);
const struct hs_statistic *sort_statistic(size_t sort); /* NULL for SORT_NUMBER and beyond the last */
const char *sort_name(size_t sort);  /* "number", "entropy" …, as --sort reads them; NULL beyond the last */
const char *sort_title(size_t sort); /* "Head number", "Entropy" … */
size_t sort_named(const char *name); /* sort_count() when there is none */
size_t sort_placed(size_t place);    /* the one at that place of tables and panels, from 1; SORT_NUMBER beyond the last */
/* What it shows of a head, and its text: "43 %", "–" where it means nothing. */
double sort_figure(size_t sort, const struct hs_head_stats *stats);
bool sort_tells(const struct app *app, size_t sort); /* something of the picture's heads */
void sort_figure_text(const struct app *app, size_t sort, const struct hs_head_stats *stats, char *text, size_t room);

/* What the panel lists while no row is looked at. */
enum panel_list {
    PANEL_LINKS,  /* the selected head's strongest links */
    PANEL_ALIKE,  /* heads like the selected one */
    PANEL_OUTPUT, /* what the head modes change in the output */
    PANEL_ANSWER, /* what the model would write: only of one that runs the text */
    PANEL_LIST_COUNT,
};

/* What the user asked for. Plain values, so that a wish can be tried and thrown away; `kept` and its source
 * are owned by the struct that is in the model. */
struct lens_wish {
    size_t kind;
    enum minus_what minus;
    size_t minus_head, minus_h;
    struct hs_set *kept; /* picture B, NULL = none */
    struct hs_source *kept_source; /* where B is from: whose weights its lens takes */
    bool beside; /* a difference: Head shows what it is of beside it */
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
    struct hs_set *weights;      /* the picture's weights without hidden keys: what views without a lens show, and what figures are of */
    struct hs_set *single;       /* picture.single without them; NULL while there is none */
    struct hs_head_stats *stats; /* (h) of `weights`; NULL where no key is hidden: the picture's own */
    bool gaps;                   /* a difference has cells without a number */
    struct hs_set *side[2];      /* (h each) what is subtracted and from what, on its tokens: with wish.beside; else NULL */
    struct head_extent *side_extents; /* (h) of both */
};

long lens_count(void); /* as many as the engine has rows */
bool lens_hides(const struct lens_wish *wish); /* some key, if the tokens have it */
/* Rows with hidden keys are made to sum to 1 again. */
bool lens_renormalises(const struct lens_wish *wish);

#endif
