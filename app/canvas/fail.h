/* fail.h – fills an error and returns its status, so that `return canvas_fail(error, HS_IO, "…")`
 * reads well. Private to canvas/. */
#ifndef HEADSCOPE_CANVAS_FAIL_H
#define HEADSCOPE_CANVAS_FAIL_H

#include "hs.h"

#include <stdarg.h>

__attribute__((format(printf, 3, 4))) static inline enum hs_status canvas_fail(
    struct hs_error *error, enum hs_status status, const char *format, ...)
{
    char raw[2 * sizeof error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(raw, sizeof raw, format, arguments);
    va_end(arguments);
    return hs_fail(error, status, "%s", raw);
}

#endif
