/* source.c – where the picture is from, as questions: what the source can do, which part of it is shown, its weights. What a view
 * or an action may do follows from these and from nothing else. */
#include "model/app.h"
#include "model/picture.h"

bool picture_can(const struct app *app, unsigned can)
{
    return hs_source_can(app->picture.source, can);
}

bool picture_runs_model(const struct app *app)
{
    return app->picture.source != app->picture.live && picture_can(app, HS_CAN_TEXT);
}

struct hs_view picture_view(const struct app *app)
{
    return app->picture.layers ? app->picture.layers->view : hs_view_of(0);
}

const struct hs_part *picture_part(const struct app *app)
{
    return hs_source_part(app->picture.source, picture_view(app).part);
}

bool picture_weights(const struct app *app, struct hs_weights *weights)
{
    size_t layer = hs_set_shape(app->picture.set).layer;
    return hs_source_weights(app->picture.source, layer, weights, NULL) == HS_OK;
}

void picture_take_source(struct app *app, struct hs_source *source)
{
    hs_source_keep(source);
    hs_source_drop(app->picture.source);
    app->picture.source = source;
}

bool picture_slices(const struct app *app, struct hs_weights *weights)
{
    return picture_weights(app, weights) && weights->W_Q && weights->W_K && weights->W_V && !hs_set_shape(app->picture.set).kv_heads;
}
