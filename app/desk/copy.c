/* copy.c – the part of app_try() that goes to the clipboard: a cell in words, a row, a matrix. */
#include <stdlib.h>

#include "desk/desk.h"

static void print_row(const struct app *app, struct hs_buffer *buffer, size_t q)
{
    const struct hs_set *set = app_shown(app);
    struct hs_matrix weights = hs_set_weights(set, 0, app->look.head);
    char name[256];
    hs_set_token_name(set, HS_QUERY, q, name, sizeof name);
    hs_buffer_print(buffer, "%s", name);
    for (size_t k = 0; k < weights.cols; k++) {
        if (hs_set_masked(set, q, k))
            hs_buffer_print(buffer, "\tmasked");
        else
            hs_buffer_print(buffer, "\t%.9g", (double)weights.data[q * weights.stride + k]);
    }
    hs_buffer_print(buffer, "\n");
}

static void print_matrix(const struct app *app, struct hs_buffer *buffer, size_t first, size_t end)
{
    const struct hs_set *set = app_shown(app);
    struct hs_set_shape shape = hs_set_shape(set);
    char name[256];
    if (hs_set_note(set)[0])
        hs_buffer_print(buffer, "# %s\n", hs_set_note(set));
    hs_buffer_print(buffer, "query \\ key");
    for (size_t k = 0; k < shape.m; k++) {
        hs_set_token_name(set, HS_KEY, k, name, sizeof name);
        hs_buffer_print(buffer, "\t%s", name);
    }
    hs_buffer_print(buffer, "\n");
    for (size_t q = first; q < end; q++)
        print_row(app, buffer, q);
}

enum hs_status apply_copy(struct app *app, enum copy_what what, struct hs_error *error)
{
    struct hs_buffer buffer = {0};
    struct app_cell cell = app_shown_cell(app);
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    char words[1024];
    if (what != COPY_MATRIX && cell.q == ACT_NOWHERE)
        return hs_fail(error, HS_BAD_USE, "point at a cell or lock a row first, then copy it");
    if (what == COPY_CELL && cell.k != ACT_NOWHERE) {
        app_cell_words(app, cell, words, sizeof words);
        hs_buffer_print(&buffer, "%s", words);
    } else if (what == COPY_MATRIX) {
        print_matrix(app, &buffer, 0, shape.n);
    } else {
        print_matrix(app, &buffer, cell.q, cell.q + 1);
    }
    hs_buffer_write(&buffer, "", 1);
    if (buffer.failed) {
        hs_buffer_drop(&buffer);
        return hs_fail(error, HS_NO_MEMORY, "no memory left to copy the numbers");
    }
    free(app->files.copied);
    app->files.copied = buffer.data; /* taken over */
    app_say(app, MESSAGE_INFO,
        what == COPY_MATRIX ? "The head's matrix is on the clipboard."
        : what == COPY_ROW  ? "The row is on the clipboard."
                            : "The sentence about this cell is on the clipboard.");
    if (app->services.set_clipboard) /* after that: it says when it could not */
        app->services.set_clipboard(app->services.platform, app->files.copied);
    return HS_OK;
}
