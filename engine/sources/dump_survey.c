/* dump_survey.c – the reader of a survey of an attention file: one head at a time, as the window
 * shows it, with the faults of the file's own rows. See survey.h. */
#include "sources/dump.h"
#include "sources/survey.h"

#include <stdlib.h>

static struct hs_matrix window_read(void *data, size_t layer, size_t head, float *raw, float *shown,
    struct hs_faults *faults)
{
    const struct dump_window *window = data;
    size_t n = window->axis[HS_QUERY].count, m = window->axis[HS_KEY].count;
    if (!window->merges)
        raw = shown;
    if (hs_dump_window_read(window, layer, head, raw, shown, NULL))
        return (struct hs_matrix){NULL, 0, 0, 0};
    hs_dump_faults_add(window, layer, head, raw, faults);
    return (struct hs_matrix){shown, n, m, m};
}

static void window_words(
    void *data, const struct hs_faults *faults, size_t base, char *words, size_t room)
{
    hs_dump_fault_words(data, faults, base, words, room);
}

static void window_release(void *data)
{
    hs_dump_window_drop(data);
    free(data);
}

enum hs_status hs_dump_survey(struct dump *dump, const struct hs_view *view,
    struct hs_survey **survey, struct hs_error *error)
{
    struct dump_window *window = malloc(sizeof *window);
    if (!window)
        return hs_fail(error, HS_NO_MEMORY, "no memory left for a survey");
    enum hs_status status = hs_dump_window_make(dump, view, window, error);
    if (status) {
        free(window);
        return status;
    }
    struct hs_survey_reader reader = {.data = window,
        .bytes = (double)dump->length,
        .raw_cells = window->merges ? window->axis[HS_QUERY].file_count * window->axis[HS_KEY].file_count : 0,
        .read = window_read,
        .words = window_words,
        .release = window_release};
    hs_dump_window_frame(window, &reader.frame);
    status = hs_survey_make(&reader, survey, error);
    if (status)
        window_release(window);
    return status;
}
