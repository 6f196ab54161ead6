/* thumbs.c – see thumbs.h. */
#include "views/thumbs.h"

/* A thumbnail shows a head truly at up to so many pixels for each of its cells. */
#define THUMBNAIL_STRETCH 1.25f

bool layers_head_thumbnail(
    const struct app *app, const struct shown *of, size_t head, float pixels, struct hs_matrix *matrix, bool *missing)
{
    const struct layers *layers = app->picture.layers;
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    *missing = false;
    if (!layers || layers->all_items || of->set != app->picture.set)
        return false;
    const struct hs_head_survey *found = hs_survey_head(layers->survey, layers->view.layer, head);
    bool large = shape.n * shape.m * sizeof(float) * shape.h > HS_SET_CACHE_BYTES;
    float side = (float)hs_survey_side(layers->survey);
    bool enough = pixels <= side * THUMBNAIL_STRETCH && of->scale != SCALE_ROW_MAX;
    if (!large && (!enough || !found))
        return false;
    *missing = !found;
    if (found)
        *matrix = app->look.reduce == REDUCE_MEAN ? found->mean : found->largest;
    return true;
}
