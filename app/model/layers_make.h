/* layers_make.h – a picture of one layer of a source that has layers, with what is known of all of them: made from the source, by any
 * thread, and then taken by the model whole. */
#ifndef HEADSCOPE_LAYERS_MAKE_H
#define HEADSCOPE_LAYERS_MAKE_H

#include "model/app.h"

/* All owned. */
struct layers_made {
    struct hs_source *source;
    struct hs_view view;
    struct hs_set *set;          /* of view.layer */
    struct hs_head_stats *stats; /* (h) */
    struct hs_survey *survey;    /* of all layers; NULL = the one that is there still holds */
    uint32_t *order;             /* (L h), with the survey */
    struct hs_set *other;        /* picture B, or NULL; and the source that it is from */
    struct hs_source *other_source;
    struct hs_change *changes;   /* (n) of the output by the head modes; NULL while all are on */
};
enum layers_survey { LAYERS_NO_SURVEY, LAYERS_OF_ITEM, LAYERS_OF_ALL }; /* the last: of all items of the batch */
/* request->view says which layer. Everything that can fail is here. */
enum hs_status layers_make(struct hs_source *source, const struct hs_request *request, enum layers_survey survey,
    struct layers_made *made, struct hs_error *error);
void layers_made_drop(struct layers_made *made);
/* Makes it the picture; `layers` is app->picture.layers, or a new one that becomes it. Takes what it points to over. */
void layers_take(struct app *app, struct layers *layers, struct layers_made *made);

/* A new struct layers that knows what to go back to; NULL: no memory. */
struct layers *layers_new(const struct app *app, const struct layers_place *place);
/* Where the place is in the source that was just opened, which may be another by now: HS_BAD_INPUT. NULL = its first layer. */
enum hs_status layers_find(
    const struct hs_source *source, const struct layers_place *place, struct hs_view *view, struct hs_error *error);
/* The view and the colours that suit what was just opened. */
void layers_first_look(struct app *app);
/* Layers where there are several, else Grid or Head. */
void layers_choose_view(struct app *app);

#endif
