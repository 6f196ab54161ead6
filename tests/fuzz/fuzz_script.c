/* Fuzz target: bytes as a GUI script, run by a fresh app. It may fail, in one line; the app stays
 * sound. */
#include "fuzz_fake.h"
#include "script.h"

enum { MOST_BYTES = 1500, MOST_LINES = 60 };

void fake_one(const uint8_t *data, size_t size)
{
    static FILE *out;
    size_t lines = 0;
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n';
    if (size > MOST_BYTES || lines > MOST_LINES)
        return;
    struct app *app = fake_app();
    struct hs_error error = {HS_OK, ""};
    if (!out)
        out = fopen("/dev/null", "w");
    fake_files(data, size);
    if (script_run(app, "fuzz.hs", out, &error))
        MUST(error.message[0] && valid_line(error.message));
    struct hs_set_shape shape = hs_set_shape(app->set);
    MUST(app->head < shape.h);
    MUST(hs_utf8_invalid(app->text, strlen(app->text)) == strlen(app->text));
    app_drop(app);
}
