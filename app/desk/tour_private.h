/* tour_private.h – what tour.c and tour_stops.c share: a stop whole. */
#ifndef HEADSCOPE_TOUR_PRIVATE_H
#define HEADSCOPE_TOUR_PRIVATE_H

#include "desk/tour.h"

#define TOUR_ACTIONS 3

struct stop {
    struct tour_stop shown;
    const char *text;
    size_t h;
    enum view_id view;
    size_t head;                       /* to select, counted from 0 */
    const char *query, *key;           /* tokens of the cell to lock; NULL = none */
    struct action extra[TOUR_ACTIONS]; /* of the view; ACT_NONE ends them */
};

extern const struct stop tour_stops[TOUR_STEPS];

#endif
