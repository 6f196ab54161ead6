/* Fuzz target: bytes as a GUI script. It may fail, in one line; the app stays sound. Starting takes
 * a hundred times as long as a script, so one app runs them all, led back to one state before each. */
#include "fuzz_fake.h"
#include "cli/script.h"

enum { MOST_BYTES = 1000, MOST_LINES = 28 }; /* but for one long line */

FUZZ_FAKE(script)
{
    static FILE *out;
    static struct app *app;
    size_t lines = 0;
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n';
    if ((size > MOST_BYTES && lines > 1) || lines > MOST_LINES)
        return;
    if (!app)
        app = fake_app();
    fake_lead_back(app);
    struct hs_error error = {HS_OK, ""};
    if (!out)
        out = fopen("/dev/null", "w");
    fake_files(data, size);
    if (script_run(app, "fuzz.hs", true, out, &error))
        MUST(error.message[0] && valid_line(error.message));
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    MUST(app->look.head < shape.h);
    MUST(hs_utf8_invalid(app->picture.text, strlen(app->picture.text)) == strlen(app->picture.text));
}
