/* picture.h – how the picture of the model is replaced: a new set with all that follows from it, the lens over it, the attention
 * file it is from. Called by act/ and desk/; nothing of it runs the model on a text. */
#ifndef HEADSCOPE_PICTURE_H
#define HEADSCOPE_PICTURE_H

#include "model/app.h"

/* The new picture: takes set and statistics (h) over, and all that follows from them. */
void app_take_set(struct app *app, struct hs_set *set, struct hs_head_stats *stats);
/* Forgets the attention file; the picture stays until another is taken. */
void picture_take_source(struct app *app, struct hs_source *source); /* keeps it, drops the former */
void layers_forget(struct app *app);

/* lens.c: what Grid and Head show of `set`, by that wish. */
enum hs_status lens_make(const struct app *app, const struct lens_wish *wish, struct hs_set *set,
    struct lens_made *made, struct hs_error *error);
void lens_made_drop(struct lens_made *made);
/* Makes made->single of picture.single, as `wish` hides keys. */
enum hs_status lens_make_single(const struct app *app, const struct lens_wish *wish, struct lens_made *made, struct hs_error *error);
/* Marks the keys of the picture that are hidden, (m) 0 or 1; returns how many, and writes nothing when there are none. */
size_t lens_hidden_keys(const struct app *app, uint8_t *hide);
/* Makes the wish the model's; on failure all stays. */
enum hs_status lens_try(struct app *app, const struct lens_wish *wish, struct hs_error *error);

/* B becomes what a run made of it, `other` (taken over) from `source` (taken over); the lens follows with the next picture. */
void lens_take_other(struct app *app, struct hs_set *other, struct hs_source *source, const char *name);

/* heads.c. After a run: what the head modes change in the output. */
void heads_follow_set(struct app *app);
/* Before a picture: order and likeness of the heads, where they are out of date. */
void heads_follow(struct app *app);

#endif
