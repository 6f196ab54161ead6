/* export.h – pictures and numbers as files: a page (sentence, settings, view, legend) as PNG, SVG
 * or PDF, the exact numbers as CSV or JSON. The window, the command line and scripts write through
 * here. */
#ifndef HEADSCOPE_EXPORT_H
#define HEADSCOPE_EXPORT_H

#include "model/app.h"

/* Of the numbers of all cells as text: bytes of a file at most, and of one cell about. */
#define EXPORT_MOST_TEXT ((size_t)4 << 30)
#define EXPORT_CSV_CELL 56
#define EXPORT_JSON_CELL 13

struct export_job {
    const char *path; /* "-" is standard output */
    enum export_what what;
    enum export_format format;
    float width,
        height;  /* page in logical pixels; 0 = the window's size, or what the sheet needs */
    float scale; /* PNG: device pixels per logical pixel */
    bool window; /* PNG, SVG and PDF: the whole window as it is drawn, not the page */
    bool overwrite;
    bool untold;     /* a picture without texts beside it, to be compared */
};

/* Renders into memory, then writes the file whole or not at all. */
enum hs_status export_write(
    const struct app *app, const struct export_job *job, struct hs_error *error);
/* The same by what the path ends in, at the scale that was chosen. */
enum hs_status export_save(const struct app *app, const char *path, enum export_what what,
    bool overwrite, struct hs_error *error);
/* What is shown and how, and the command that makes the file again, as JSON: a file of its own beside numbers. */
enum hs_status export_about(
    const struct app *app, const struct export_job *job, const char *path, struct hs_error *error);
/* The same into `buffer`, for tests. */
enum hs_status export_render(const struct app *app, const struct export_job *job,
    struct hs_buffer *buffer, struct hs_error *error);
/* By the path's ending; HS_BAD_USE names those there are. */
enum hs_status export_format_of(
    const char *path, enum export_format *format, struct hs_error *error);
const char *export_ending(enum export_format format); /* "png" … */
/* "the-student-delivered-h8-head2.png": sentence, head count and head or view. No folder. */
void export_name(const struct app *app, enum export_what what, enum export_format format,
    char *name, size_t room);

#endif
