/* scores.h – the model behind the Specialise view: which sentences the heads are measured on, which
 * cell of the table is looked at, the links listed for it. Part of the model (app.h); act/scores.c
 * changes it. */
#ifndef HEADSCOPE_SCORES_H
#define HEADSCOPE_SCORES_H

#include "model/corpus.h"

enum link_filter { LINKS_ALL, LINKS_FOR, LINKS_AGAINST, LINK_FILTER_COUNT };

#define SCORES_BY_NUMBER (-1) /* order of the table's rows; else a relation, the best head first */

struct scores {
    struct corpus *corpus; /* made when first needed */
    bool wanted;           /* the table was asked for, so it follows head count and mask */
    size_t pictures;       /* of a window, since its start */
    bool file_tried;       /* the bundled sentences were looked for */
    enum hs_baseline compare;
    size_t head, relation; /* the cell whose links are listed; head ACT_NOWHERE = none. Heads are
                              those of the result: layer h + head for a file */
    enum link_filter filter;
    bool by_mass; /* listed by weight on the accepted tokens, the largest first; else as in the file */
    long sort;    /* SCORES_BY_NUMBER or a relation */
    size_t *row;  /* (of.h) head at each row of the table */
    size_t *listed, listed_count; /* indices for hs_measure_link() */
    size_t link;                  /* of `listed`, selected */
    size_t hits, misses;          /* of the cell; shared maxima count as neither */
};

struct app;
/* Before a picture: starts, awaits or takes in the measurement that the model asks for. */
void scores_follow(struct app *app);
void scores_drop(struct scores *scores);
/* The rows of the table, and the links of its chosen cell, anew. */
void scores_order(struct app *app);
void scores_list_links(struct app *app);
/* Path of the annotated sentences that came with the program; false when there are none. */
bool scores_find_bundled(const struct app *app, char *path, size_t room);
enum hs_status scores_need_corpus(struct app *app, struct hs_error *error);

#endif
