/* args_jobs.h – what the command line writes without a picture: lists, statistics, measurements, the attention of a model. */
#ifndef HEADSCOPE_ARGS_JOBS_H
#define HEADSCOPE_ARGS_JOBS_H

#include "model/app.h"

/* --list: the panel's list (enum panel_list) as CSV (args_list.c). */
enum hs_status args_list(struct app *app, long list, struct hs_error *error);
/* --stats: statistics of all heads as CSV. */
enum hs_status args_stats(struct app *app, const char *path, bool overwrite, struct hs_error *error);
/* --evaluate with an attention file or model: for each relation the head with most hits, one line. `attention`: enum hs_part_kind. Needs
 * neither fonts nor a picture. */
enum hs_status args_evaluate(const char *path, const char *annotated_path, long attention, long base, struct hs_error *error);
/* --dump: the attention of `text`, or, where that is NULL, of all sentences of the files, of the model in folder `model`. Says how far
 * it is on standard error, where that is a terminal. Needs neither fonts nor a picture. */
enum hs_status args_write_attention(const char *model, const char *text, const char *const *files, size_t file_count,
    const char *out, bool overwrite, struct hs_error *error);

#endif
