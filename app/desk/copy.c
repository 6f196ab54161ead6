/* copy.c – the part of app_try() that goes to the clipboard: a cell in words, a row, a matrix. */
#include <stdlib.h>

#include "desk/desk.h"

/* Spreadsheets read names as CSV does, quotes and formulas included. */
static void print_name(const struct hs_set *set, enum hs_side side, size_t at, struct hs_buffer *buffer)
{
    char name[256];
    hs_set_token_name(set, side, at, name, sizeof name);
    hs_buffer_csv_string(buffer, name);
}

static void print_row(const struct hs_set *set, size_t head, size_t q, struct hs_buffer *buffer)
{
    struct hs_matrix weights = hs_set_weights(set, 0, head);
    print_name(set, HS_QUERY, q, buffer);
    for (size_t k = 0; k < weights.cols; k++) {
        hs_buffer_write(buffer, "\t", 1);
        if (hs_set_masked(set, q, k))
            hs_buffer_print(buffer, "masked");
        else
            hs_buffer_number(buffer, (double)weights.data[q * weights.stride + k]);
    }
    hs_buffer_print(buffer, "\n");
}

static void print_rows(
    const struct hs_set *set, size_t head, size_t first, size_t end, struct hs_buffer *buffer)
{
    if (hs_set_note(set)[0])
        hs_buffer_csv_note(buffer, hs_set_note(set));
    hs_buffer_print(buffer, "query \\ key");
    for (size_t k = 0; k < hs_set_shape(set).m; k++) {
        hs_buffer_write(buffer, "\t", 1);
        print_name(set, HS_KEY, k, buffer);
    }
    hs_buffer_print(buffer, "\n");
    for (size_t q = first; q < end; q++)
        print_row(set, head, q, buffer);
}

static void say_copied(struct app *app, enum copy_what what, size_t head, size_t q)
{
    char name[80], row[80];
    app_head_name(app, head, name, sizeof name);
    if (what == COPY_MATRIX) {
        app_say(app, MESSAGE_INFO, "The matrix of %s is on the clipboard.", name);
    } else if (what == COPY_ROW) {
        app_token_name(app, HS_QUERY, q, row, sizeof row);
        app_say(app, MESSAGE_INFO, "The row “%s” of %s is on the clipboard.", row, name);
    } else {
        app_say(app, MESSAGE_INFO, "The sentence about this cell is on the clipboard.");
    }
}

enum hs_status apply_copy(struct app *app, enum copy_what what, struct hs_error *error)
{
    struct hs_buffer buffer = {0};
    const struct hs_set *set = app_shown(app);
    struct app_cell cell = app_shown_cell(app);
    /* What the words speak of: the head pointed at, else the selected one. */
    size_t head = cell.head < app->picture.h ? cell.head : app->look.head;
    char words[1024];
    if (what != COPY_MATRIX && cell.q == ACT_NOWHERE)
        return hs_fail(error, HS_BAD_USE, "point at a cell or lock a row first, then copy it");
    if (what == COPY_CELL && cell.k != ACT_NOWHERE) {
        app_cell_words(app, cell, words, sizeof words);
        hs_buffer_print(&buffer, "%s", words);
    } else if (what == COPY_MATRIX) {
        print_rows(set, head, 0, hs_set_shape(set).n, &buffer);
    } else {
        print_rows(set, head, cell.q, cell.q + 1, &buffer);
    }
    hs_buffer_write(&buffer, "", 1);
    if (buffer.failed) {
        hs_buffer_drop(&buffer);
        return hs_fail(error, HS_NO_MEMORY, "no memory left to copy the numbers");
    }
    free(app->files.copied);
    app->files.copied = buffer.data; /* taken over */
    say_copied(app, what, head, cell.q);
    if (app->services.set_clipboard) /* after that: it says when it could not */
        app->services.set_clipboard(app->services.platform, app->files.copied);
    return HS_OK;
}
