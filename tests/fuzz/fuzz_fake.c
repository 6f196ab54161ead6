/* fuzz_fake.c – see fuzz_fake.h. */
#include "fuzz_fake.h"
#include "desk/perform.h"
#include "chrome/pass.h"

/* Larger pictures are fine, and would only make the fuzzer slow. */
#define MOST_PIXELS (2000 * 1500)

static const uint8_t *fake_bytes;
static size_t fake_size;
static bool faking;

void fake_files(const uint8_t *bytes, size_t size)
{
    fake_bytes = bytes;
    fake_size = size;
}

enum hs_status __real_hs_file_read(const char *, size_t, char **, size_t *, struct hs_error *);
enum hs_status __wrap_hs_file_read(const char *, size_t, char **, size_t *, struct hs_error *);
enum hs_status __real_hs_file_write(const char *, const void *, size_t, bool, struct hs_error *);
enum hs_status __wrap_hs_file_write(const char *, const void *, size_t, bool, struct hs_error *);
enum hs_status __wrap_hs_file_stream(const char *, bool,
    enum hs_status (*)(void *, struct hs_buffer *, struct hs_error *), void *, struct hs_error *);
enum hs_status __real_canvas_resize(struct canvas *, int, int, struct hs_error *);
enum hs_status __wrap_canvas_resize(struct canvas *, int, int, struct hs_error *);
FILE *__real_fopen(const char *, const char *);
FILE *__wrap_fopen(const char *, const char *);

static void refuse(struct hs_error *error, enum hs_status status)
{
    if (error) {
        error->status = status;
        snprintf(error->message, sizeof error->message, "not while fuzzing");
    }
}

enum hs_status __wrap_hs_file_read(
    const char *path, size_t limit, char **bytes, size_t *length, struct hs_error *error)
{
    if (!fake_bytes)
        return __real_hs_file_read(path, limit, bytes, length, error);
    if (fake_size > limit) {
        refuse(error, HS_LIMIT);
        return HS_LIMIT;
    }
    char *copy = malloc(fake_size + 1);
    MUST(copy != NULL);
    memcpy(copy, fake_bytes, fake_size);
    copy[fake_size] = '\0';
    *bytes = copy;
    *length = fake_size;
    return HS_OK;
}

enum hs_status __wrap_hs_file_write(
    const char *path, const void *bytes, size_t length, bool overwrite, struct hs_error *error)
{
    if (!faking)
        return __real_hs_file_write(path, bytes, length, overwrite, error);
    refuse(error, HS_IO);
    return HS_IO;
}

enum hs_status __wrap_hs_file_stream(const char *path, bool overwrite,
    enum hs_status (*make)(void *, struct hs_buffer *, struct hs_error *), void *user,
    struct hs_error *error)
{
    (void)path, (void)overwrite, (void)make, (void)user;
    refuse(error, HS_IO);
    return HS_IO;
}

enum hs_status __wrap_canvas_resize(
    struct canvas *canvas, int width, int height, struct hs_error *error)
{
    if (faking && (long long)width * height > MOST_PIXELS) {
        refuse(error, HS_LIMIT);
        return HS_LIMIT;
    }
    return __real_canvas_resize(canvas, width, height, error);
}

FILE *__wrap_fopen(const char *path, const char *mode)
{
    if (!fake_bytes)
        return __real_fopen(path, mode);
    static char nothing[1] = {'\n'};
    return fake_size ? fmemopen((void *)(uintptr_t)fake_bytes, fake_size, "r")
                     : fmemopen(nothing, 1, "r");
}

void fake_start(void)
{
    fake_files(NULL, 0);
    faking = true;
}

void fake_stop(void)
{
    fake_files(NULL, 0);
    faking = false;
}

struct app *fake_app(void)
{
    struct app *app = NULL;
    struct hs_error error;
    struct app_options options = {
        .assets = HS_SOURCE_DIR "/assets", .fixed_fonts = true, .headless = true};
    MUST(app_new(&options, &app, &error) == HS_OK);
    return app;
}

void fake_lead_back(struct app *app)
{
    static const struct action steps[] = {
        {.kind = ACT_CLOSE_FILE},
        {.kind = ACT_RESIZE, .dx = 900, .dy = 600},
        {.kind = ACT_UI_SCALE, .amount = 1},
        {.kind = ACT_TEXT, .text = "The dog that she saw slept."},
        {.kind = ACT_HEADS, .number = 8},
        {.kind = ACT_MASK, .number = HS_MASK_NONE},
        {.kind = ACT_HEADS_ON},
        {.kind = ACT_LENS_RESET},
        {.kind = ACT_ZOOM_RESET},
        {.kind = ACT_VIEW, .number = VIEW_GRID},
    };
    for (int layers = 0; layers < 8; layers++) /* dialogs, questions, messages, locks */
        app_apply(app, &(struct action){.kind = ACT_CANCEL});
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        app_apply(app, &steps[i]);
    app_event(app, &(struct ui_event){.kind = UI_LEAVE});
    app->window.quit = false;
}
