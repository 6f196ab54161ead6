/* args_range.h – --queries and --keys: the tokens that the head view shows, as the zoom that shows them. See args.h. */
#ifndef HEADSCOPE_ARGS_RANGE_H
#define HEADSCOPE_ARGS_RANGE_H

#include "model/app.h"

/* "3-8" or "5", tokens as the user counts; NULL = all. HS_BAD_USE names the option. After the view was chosen. */
enum hs_status args_range_apply(struct app *app, const char *queries, const char *keys, struct hs_error *error);

#endif
