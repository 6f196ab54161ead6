/* say.c – see say.h and app_say() in app.h. */
#include <stdarg.h>
#include <stdio.h>

#include "model/app.h"
#include "model/say.h"

void app_say(struct app *app, enum app_message_kind kind, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(app->talk.message, sizeof app->talk.message, format, arguments);
    va_end(arguments);
    app->talk.message_kind = kind;
    app->talk.message_of_run = false;
}

long choice_of(long number, long current, long count)
{
    if (number == ACT_NEXT)
        return (current + 1) % count;
    return number >= 0 && number < count ? number : current;
}
