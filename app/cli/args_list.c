/* args_list.c – --list: what the panel lists, as CSV; see args_jobs.h. */
#include <stdio.h>

#include "cli/args_jobs.h"
#include "desk/perform.h"
#include "model/picture.h"

static void list_alike(struct app *app, struct hs_buffer *buffer)
{
    hs_buffer_print(buffer, "head_from_%d,jensen_shannon_bits\n", app->look.one_based);
    for (size_t i = 0; app->lens.alike && i + 1 < app->picture.h; i++)
        hs_buffer_print(
            buffer, "%ld,%.9g\n", app_counted(app, app->lens.alike[i].head), app->lens.alike[i].divergence);
}

static void list_output(struct app *app, struct hs_buffer *buffer)
{
    char name[256];
    hs_buffer_print(buffer, "token_from_%d,name,cosine,length_before,length_after,moved\n", app->look.one_based);
    for (size_t i = 0; app->picture.changes && i < hs_set_shape(app->picture.set).n; i++) {
        const struct hs_change *change = &app->picture.changes[i];
        hs_set_token_name(app->picture.set, HS_QUERY, i, name, sizeof name);
        hs_buffer_print(buffer, "%ld,", app_counted(app, i));
        hs_buffer_csv_string(buffer, name);
        hs_buffer_print(buffer, ",%.9g,%.9g,%.9g,%.9g\n", change->cosine, change->norm_before,
            change->norm_after, change->distance);
    }
}

static void list_answer(const struct app *app, struct hs_buffer *buffer)
{
    const struct hs_likely *answer = &app->live.answer.of;
    hs_buffer_print(buffer, "%s_token_from_%d,id,token,probability\n", answer->fills ? "at" : "after", app->look.one_based);
    for (size_t i = 0; i < answer->count; i++) {
        hs_buffer_print(buffer, "%ld,%u,", app_counted(app, answer->at), (unsigned)answer->token[i].id);
        hs_buffer_csv_string(buffer, answer->token[i].shown);
        hs_buffer_print(buffer, ",%.9g\n", answer->token[i].probability);
    }
}

static void list_links(struct app *app, struct hs_buffer *buffer)
{
    struct app_cell cells[64];
    char name[256];
    size_t count = app_strongest(app, app->look.head, cells, sizeof cells / sizeof *cells);
    struct hs_matrix values = hs_set_weights(app_shown(app), 0, app->look.head);
    hs_buffer_print(buffer, "query_from_%d,query_name,key_from_%d,key_name,value\n", app->look.one_based, app->look.one_based);
    for (size_t i = 0; i < count; i++) {
        hs_buffer_print(buffer, "%ld,", app_counted(app, cells[i].q));
        hs_set_token_name(app_shown(app), HS_QUERY, cells[i].q, name, sizeof name);
        hs_buffer_csv_string(buffer, name);
        hs_buffer_print(buffer, ",%ld,", app_counted(app, cells[i].k));
        hs_set_token_name(app_shown(app), HS_KEY, cells[i].k, name, sizeof name);
        hs_buffer_csv_string(buffer, name);
        hs_buffer_print(
            buffer, ",%.9g\n", (double)values.data[cells[i].q * values.stride + cells[i].k]);
    }
}

enum hs_status args_list(struct app *app, long list, struct hs_error *error)
{
    struct hs_buffer buffer = {0};
    if (list == PANEL_ANSWER && !picture_can(app, HS_CAN_ANSWER)) /* asked without a place to write, it says why not */
        return app_try(app, &(struct action){.kind = ACT_ANSWER}, error);
    enum hs_status status =
        app_try(app, &(struct action){.kind = ACT_PANEL, .number = list}, error);
    heads_follow(app);
    if (!status && list == PANEL_ANSWER && app->live.answer.of.count == 0)
        status = hs_fail(error, HS_BAD_USE, "--list answer: this model fills gaps: put its mask into the text, or give --lock the token to be guessed");
    if (!status && list == PANEL_OUTPUT && !app->picture.changes)
        status = app->talk.tour.step ? hs_fail(error, HS_BAD_USE, "--tour: a stop of the tour has no switched heads, of which --list output tells")
                                     : hs_fail(error, HS_BAD_USE,
            "--list output tells what switched heads change: give --head-off, --head-uniform or "
            "--head-mean");
    if (!status && list == PANEL_ALIKE && !app->lens.alike)
        status = app->picture.h == 1
                     ? hs_fail(error, HS_BAD_USE, "--list alike compares heads, and there is one")
                     : hs_fail(error, HS_LIMIT,
                           "--list alike compares up to %zu weights, and %zu heads of %zu x %zu "
                           "tokens have more: give a shorter sentence or fewer heads",
                           SIMILAR_CELLS, app->picture.h, hs_set_shape(app->picture.set).n,
                           hs_set_shape(app->picture.set).m);
    if (status)
        return status;
    if (list == PANEL_ALIKE)
        list_alike(app, &buffer);
    else if (list == PANEL_OUTPUT)
        list_output(app, &buffer);
    else if (list == PANEL_ANSWER)
        list_answer(app, &buffer);
    else
        list_links(app, &buffer);
    status = buffer.failed ? hs_fail(error, HS_NO_MEMORY, "no memory left for the list")
                           : hs_file_write("-", buffer.data, buffer.length, true, error);
    hs_buffer_drop(&buffer);
    return status;
}
