/* number.c – numbers for people: indices as the user counts, weights, signed numbers. Files have other functions. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/app.h"

long app_counted(const struct app *app, size_t index)
{
    return (long)index + app->look.one_based;
}

void app_weight_text(double weight, char *text, size_t room)
{
    if (weight == 0)
        snprintf(text, room, "0");
    else if (weight >= 0.0095)
        snprintf(text, room, "%.2f", weight);
    else if (weight >= 0.000095)
        snprintf(text, room, "%.4f", weight);
    else
        snprintf(text, room, "%.1e", weight);
}

void app_number(double value, int decimals, bool plus, char *text, size_t room)
{
    char digits[48];
    snprintf(digits, sizeof digits, "%.*f", decimals, fabs(value));
    bool zero = strspn(digits, "0.") == strlen(digits);
    const char *sign = zero || isnan(value) ? "" : value < 0 ? "−" : plus ? "+" : "";
    snprintf(text, room, "%s%s", sign, isnan(value) ? "–" : isinf(value) ? "∞" : digits);
}

void app_minus_signs(const char *from, char *to, size_t room)
{
    size_t used = 0;
    for (; *from && used + 4 < room; from++) {
        if (*from == '-' && from[1] >= '0' && from[1] <= '9' &&
            (used == 0 || to[used - 1] == ' ')) {
            memcpy(to + used, "−", 3);
            used += 3;
        } else {
            to[used++] = *from;
        }
    }
    to[used] = '\0';
}
