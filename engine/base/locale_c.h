/* locale_c.h – numbers are written and read the same in every language: '.' is the decimal point.
 * The buffer, the errors and the JSON reader wrap their printf and strtod calls in these two.
 * Only the calling thread changes; "C" needs no memory (glibc and musl keep it static). */
#ifndef HS_BASE_LOCALE_C_H
#define HS_BASE_LOCALE_C_H

#include <locale.h>

/* Returns what hsi_locale_leave wants; (locale_t)0 when nothing was changed. */
static inline locale_t hsi_locale_enter_c(void)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return plain ? uselocale(plain) : (locale_t)0;
}

static inline void hsi_locale_leave(locale_t before)
{
    if (before)
        uselocale(before);
}

#endif
