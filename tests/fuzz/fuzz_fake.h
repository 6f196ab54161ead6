/* fuzz_fake.h – for targets of code that reads files: every file that is read whole holds the
 * fuzzer's bytes, whatever its name (but the program's own assets), and nothing is ever written.
 * The linker puts these in between: FUZZ_WRAP in tests.cmake. */
#ifndef HS_TESTS_FUZZ_FAKE_H
#define HS_TESTS_FUZZ_FAKE_H

#include <string.h>

#include "model/app.h"
#include "fuzz.h"

/* What files hold now; `bytes` NULL = what they really hold. Borrowed until the next call. */
void fake_files(const uint8_t *bytes, size_t size);
/* Between these nothing is written; files are real again after the second. */
void fake_start(void);
void fake_stop(void);
/* A target that starts, FUZZ_FAKE(session) { … }, and in which returning stops. */
#define FUZZ_FAKE(name)                                                                            \
    static void fake_one(const uint8_t *data, size_t size);                                        \
    FUZZ(name)                                                                                     \
    {                                                                                              \
        fake_start();                                                                              \
        fake_one(data, size);                                                                      \
        fake_stop();                                                                               \
        return 0;                                                                                  \
    }                                                                                              \
    static void fake_one(const uint8_t *data, size_t size)
/* A fresh app; ends the program when there is none. */
struct app *fake_app(void);
/* Closes what is open and brings one sentence, view and size back: an app that serves many inputs
 * shall not carry one's state into the next. */
void fake_lead_back(struct app *app);

static inline bool valid_line(const char *text)
{
    return hs_utf8_invalid(text, strlen(text)) == strlen(text) && !strchr(text, '\n');
}

#endif
