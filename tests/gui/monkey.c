/* monkey.c – a seeded random user: types, clicks, drags, resizes and drops files, line by line of a
 * script, and looks after each line whether the model is still sound. A round starts a fresh app in
 * a process of its own; a round that crashes, hangs, leaks or breaks a promise is made again with
 * fewer and fewer lines, and what is left is written as a script.
 *     monkey ACTIONS [SEED [FOLDER]]      monkey --replay SCRIPT [PROGRAM]      monkey --trip
 *     monkey --again PROGRAM ACTIONS [SEED]: pictures on the way, and whether their commands make them again
 * Its scripts are those of app/cli/script.c, and two commands more: outside X Y, for the pointer, and again (view|sheet).
 * The same seed makes the same lines; --trip plants a failure and judges how far it is shrunk.
 * Nothing outside its folder is read or written, but assets. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "monkey.h"
#include "act/act.h"
#include "cli/script_input.h"
#include "cli/script_words.h"
#include "chrome/pass.h"
#include "desk/tour.h"

enum {
    ROUND_LINES = 250,   // few enough that a failure shrinks soon, enough to get somewhere
    ROUND_SECONDS = 240, // a round takes some 10 s with sanitizers on a busy machine
    FEW_LINES = 12,
    MOST_TRIES = 500,    // while a failure is shrunk: minutes
    SLOW_MS = 1000,
    /* Of CPU time, so that a busy machine changes little. A text of a hundred keystrokes is a
     * hundred frames, and takes half of it with sanitizers. */
    LIMIT_MS = 20000,
    MANY_ACTIONS = 50000, // so many get everywhere
    AGAIN_LINES = 12,     // from picture to picture
};

/* ---------------------------------------------------------------- the fence
 * All reading and writing of whole files goes through these two (the linker puts them in between).
 * A random click in the file browser must not be able to replace a file of the machine's. */
static char fence[4096]; // the folder's resolved name
static bool own_folder;  // made for the test: what stands in it may go

static bool inside(const char *path)
{
    static const char *const allowed[] = {HS_SOURCE_DIR "/assets/", HS_SOURCE_DIR "/samples/"};
    char folder[4096], resolved[4096];
    const char *slash = strrchr(path, '/');
    snprintf(
        folder, sizeof folder, "%.*s", slash ? (int)(slash - path + 1) : 1, slash ? path : ".");
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        if (strncmp(path, allowed[i], strlen(allowed[i])) == 0)
            return true;
    size_t length = strlen(fence);
    return realpath(folder, resolved) && strncmp(resolved, fence, length) == 0 &&
           (resolved[length] == '/' || !resolved[length]);
}

/* What is no regular file inside of the fence is led where nothing can be written. */
static const char *fenced(const char *path)
{
    struct stat about;
    bool refused = !path || !inside(path) || (stat(path, &about) == 0 && !S_ISREG(about.st_mode));
    return refused ? "/proc/refused" : path;
}

enum hs_status __real_hs_file_stream(const char *, bool,
    enum hs_status (*)(void *, struct hs_buffer *, struct hs_error *), void *, struct hs_error *);
enum hs_status __wrap_hs_file_stream(const char *path, bool overwrite,
    enum hs_status (*make)(void *, struct hs_buffer *, struct hs_error *), void *user,
    struct hs_error *error);
enum hs_status __wrap_hs_file_stream(const char *path, bool overwrite,
    enum hs_status (*make)(void *, struct hs_buffer *, struct hs_error *), void *user,
    struct hs_error *error)
{
    return __real_hs_file_stream(fenced(path), overwrite, make, user, error);
}

enum hs_status __real_hs_file_write(const char *, const void *, size_t, bool, struct hs_error *);
enum hs_status __wrap_hs_file_write(
    const char *path, const void *bytes, size_t length, bool overwrite, struct hs_error *error);
enum hs_status __wrap_hs_file_write(
    const char *path, const void *bytes, size_t length, bool overwrite, struct hs_error *error)
{
    return __real_hs_file_write(fenced(path), bytes, length, overwrite, error);
}

enum hs_status __real_hs_file_read(const char *, size_t, char **, size_t *, struct hs_error *);
enum hs_status __wrap_hs_file_read(
    const char *path, size_t limit, char **bytes, size_t *length, struct hs_error *error);
enum hs_status __wrap_hs_file_read(
    const char *path, size_t limit, char **bytes, size_t *length, struct hs_error *error)
{
    return __real_hs_file_read(
        path && inside(path) ? path : "/proc/refused", limit, bytes, length, error);
}

/* ---------------------------------------------------------------- one line */
static bool trip, shrinking;
static const char *program; // that runs the commands of pictures; NULL = none is made
static double slowest; // ms
static char slowest_line[MONKEY_LINE];
static unsigned long slow_lines;

/* Lines after which it was so: shows that a long run gets everywhere. */
enum place {
    IN_DUMP,
    IN_SESSION,
    IN_SENTENCES,
    IN_MEASURE,
    IN_DIALOG,
    IN_QUESTION,
    IN_LENS,
    IN_POINT,
    IN_8K,
    IN_DRAG,
    IN_LESSON,
    IN_COMMAND,
    IN_VIEW,
    PLACES = IN_VIEW + VIEW_COUNT
};
static const char *const place_names[IN_VIEW] = {"attention file", "session", "sentence file",
    "measured", "dialog", "question", "lens", "window of a pixel", "picture of 8K",
    "drop while dragging", "lesson", "command run"};
static unsigned long places[PLACES];

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "does not hold: %s (monkey.c:%d)\n", #condition, __LINE__);            \
            _exit(3);                                                                              \
        }                                                                                          \
    } while (0)

static bool valid_text(const char *text, size_t room)
{
    const char *end = memchr(text, '\0', room);
    return end && hs_utf8_invalid(text, (size_t)(end - text)) == (size_t)(end - text);
}

static bool cell_fits(struct app_cell cell, struct hs_set_shape shape)
{
    return (cell.q == ACT_NOWHERE || cell.q < shape.n) &&
           (cell.k == ACT_NOWHERE || cell.k < shape.m);
}

/* What must be true of the model after anything a user does. */
static void check_model(const struct app *app)
{
    MUST(app->picture.set != NULL && app_shown(app) != NULL);
    struct hs_set_shape shape = hs_set_shape(app->picture.set), shown = hs_set_shape(app_shown(app));
    MUST(shape.h >= 1 && app->look.head < shape.h);
    MUST(cell_fits(app->look.locked, shown) && cell_fits(app->look.hover, shown));
    MUST(valid_text(app->picture.text, sizeof app->picture.text));
    MUST(valid_text(app->talk.message, sizeof app->talk.message));
    MUST(memchr(app->talk.question, '\0', sizeof app->talk.question) != NULL);
    MUST((int)app->look.view >= 0 && app->look.view < VIEW_COUNT && app->window.theme < THEME_COUNT);
    MUST(app->window.width > 0 && app->window.height > 0 && app->window.ui_scale >= 0.5f && app->window.ui_scale <= 4);
    MUST(isfinite(app->window.width) && isfinite(app->window.height));
    MUST(app->look.window.row0 >= 0 && app->look.window.row1 <= 1 && app->look.window.row0 < app->look.window.row1);
    MUST(app->look.window.col0 >= 0 && app->look.window.col1 <= 1 && app->look.window.col0 < app->look.window.col1);
    MUST(!app->picture.file || app->picture.sentence < app->picture.file->count);
    MUST(!(trip && app->look.view == VIEW_HEAD && app->window.theme == THEME_DARK));
}

/* A picture; the second one of an unchanged model must be the same. */
static void check_picture(struct app *app)
{
    struct hs_error error;
    enum hs_status status = app_picture(app, &error);
    MUST(status == HS_OK || status == HS_NO_MEMORY || status == HS_LIMIT || status == HS_BAD_USE);
    if (status)
        return;
    uint64_t hash = canvas_hash(app->services.canvas);
    MUST(app_picture(app, &error) == HS_OK && canvas_hash(app->services.canvas) == hash);
}

static int split(char *line, char *word[8])
{
    int count = 0;
    while (*(line += strspn(line, " ")) && count < 8) {
        bool quoted = *line == '"';
        word[count++] = line += quoted;
        line += strcspn(line, quoted ? "\"" : " ");
        if (*line)
            *line++ = '\0';
    }
    return count;
}

static void run_line(struct app *app, const char *line)
{
    char copy[MONKEY_LINE], *word[8];
    struct hs_error error = {HS_OK, ""};
    snprintf(copy, sizeof copy, "%s", line);
    int count = split(copy, word);
    bool taken = true;
    double start = now_ms();
    if (count == 1 && strcmp(word[0], "hash") == 0) {
        check_picture(app);
    } else if (count == 3 && strcmp(word[0], "outside") == 0) {
        /* a pointer that was pressed in the window goes on to be heard of beyond it */
        app_event(
            app, &(struct ui_event){
                     .kind = UI_MOVE, .x = strtof(word[1], NULL), .y = strtof(word[2], NULL)});
    } else if (count == 2 && strcmp(word[0], "again") == 0) {
        bool tried;
        if (app->look.view == VIEW_LEARN)
            MUST(learn_film(app, &error) == HS_OK); /* as who saves does */
        MUST(monkey_again(app, program, strcmp(word[1], "sheet") == 0, &tried));
        places[IN_COMMAND] += tried;
        return;
    } else if (count > 0) {
        enum hs_status status = script_command((const char *const *)word, count, &error);
        if (!status)
            status = script_input(app, word, count, &taken, &error);
        if (status && shrinking) /* without the lines before it, it may make no sense any more */
            return;
        if (status)
            fprintf(stderr, "the line \"%s\" is wrong itself: %s\n", line, error.message);
        MUST(status == HS_OK && taken);
    }
    app_settle(app);
    double took = now_ms() - start;
    MUST(took < LIMIT_MS);
    slow_lines += took > SLOW_MS;
    if (took > slowest) {
        slowest = took;
        snprintf(slowest_line, sizeof slowest_line, "%s", line);
    }
    app->window.quit = false;
    check_model(app);
}

/* ---------------------------------------------------------------- a round, in a process of its own */
static void count_places(const struct app *app, const struct monkey *monkey, const char *line)
{
    float width = app->window.width * app->window.ui_scale, height = app->window.height * app->window.ui_scale;
    places[IN_DUMP] += app->picture.layers != NULL;
    places[IN_SESSION] += app->files.session_path[0] != '\0';
    places[IN_SENTENCES] += app->picture.file != NULL;
    places[IN_MEASURE] += app->scores.corpus != NULL;
    places[IN_DIALOG] += app->talk.dialog != DIALOG_NONE;
    places[IN_QUESTION] += app->talk.question[0] != '\0';
    places[IN_LENS] += app->lens.wish.kind != HS_LENS_WEIGHT || app->lens.wish.minus;
    places[IN_POINT] += app->window.width <= 1 && app->window.height <= 1;
    places[IN_8K] += width > 7600 && height > 4300 && strcmp(line, "hash") == 0;
    places[IN_LESSON] += app->talk.tour.step > 0 && !app->talk.tour.lesson->tour;
    places[IN_DRAG] += monkey->drag > 0 && strncmp(line, "drop", 4) == 0;
    places[IN_VIEW + app->look.view]++;
}

static struct app *start(void)
{
    struct app *app = NULL;
    struct hs_error error;
    struct app_options options = {
        .assets = HS_SOURCE_DIR "/assets", .fixed_fonts = true, .headless = true};
    MUST(!own_folder || monkey_tidy());
    if (app_new(&options, &app, &error) == HS_OK) {
        app->learn.headless_batches = 1; /* a run is minutes with sanitizers */
    } else {
        fprintf(stderr, "the app does not start: %s\n", error.message);
        _exit(4);
    }
    app_settle(app);
    return app;
}

/* Ends the process normally, so that a leak is seen. */
static int run_round(uint64_t seed, int lines, const char *log)
{
    struct monkey monkey = {.state = seed};
    struct app *app = start();
    FILE *out = fopen(log, "w");
    char line[MONKEY_LINE];
    MUST(out != NULL);
    for (int i = 0; i < lines; i++) {
        if (program && i % AGAIN_LINES == AGAIN_LINES - 1 && !monkey.large)
            sprintf(line, "again %s", i / AGAIN_LINES % 4 ? "view" : "sheet");
        else if (program && i % AGAIN_LINES == 0)
            strcpy(line, "key escape");
        else if (program && i % AGAIN_LINES == 1) // else it would be in the first view most of the time
            sprintf(line, "key %d", 1 + i / AGAIN_LINES % VIEW_COUNT);
        else
            monkey_next(&monkey, app, line);
        fprintf(out, "%s\n", line);
        fflush(out);
        run_line(app, line);
        count_places(app, &monkey, line);
    }
    fclose(out);
    app_drop(app);
    FILE *times = fopen("times", "a");
    MUST(times != NULL);
    for (int place = 0; place < PLACES; place++)
        fprintf(times, "%lu ", places[place]);
    fprintf(times, "%.1f %lu %s\n", slowest, slow_lines, slowest_line);
    return fclose(times) != 0;
}

static int replay(const char *path, const char *keep /* one character a line, or NULL */)
{
    FILE *in = fopen(path, "r");
    char line[MONKEY_LINE];
    struct app *app = start();
    MUST(in != NULL);
    for (size_t i = 0; fgets(line, sizeof line, in); i++) {
        line[strcspn(line, "\n")] = '\0';
        if (!keep || keep[i])
            run_line(app, line);
    }
    fclose(in);
    app_drop(app);
    return 0;
}

/* True when the child ended well. Quiet children say nothing while a failure is shrunk. */
static bool ended_well(pid_t child)
{
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

static bool try_lines(const char *log, const char *keep)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(ROUND_SECONDS);
        if (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout))
            _exit(5);
        shrinking = true;
        exit(replay(log, keep));
    }
    return ended_well(child);
}

/* Without the lines [first, first + part) of those that are left, and line `other` of them. False when it does not fail then. */
static bool leave_out(const char *log, char *keep, size_t count, size_t first, size_t part, size_t other)
{
    char kept[ROUND_LINES] = {0};
    size_t at = 0, dropped = 0;
    for (size_t i = 0; i < count; i++) {
        bool out = keep[i] && ((at >= first && at < first + part) || at == other);
        at += keep[i] != 0;
        kept[i] = (char)(keep[i] && !out);
        dropped += out;
    }
    if (dropped == 0 || try_lines(log, kept))
        return false;
    memcpy(keep, kept, count);
    return true;
}

static size_t lines_left(const char *keep, size_t count)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++)
        left += keep[i] != 0;
    return left;
}

/* Leaves out halves, quarters … single lines as long as it still fails, each piece also half a
 * piece further on, since lines that open and close something can only go together; and all again
 * until nothing goes; of few lines also any two, which may stand apart. Returns how many lines are left. */
static size_t shrink(const char *log, char *keep, size_t count)
{
    size_t before, left = count;
    int tries = 0;
    do {
        before = left;
        for (size_t part = left / 2; part >= 1; part /= 2)
            for (size_t first = 0; first < lines_left(keep, count) && tries < MOST_TRIES; tries++)
                if (!leave_out(log, keep, count, first, part, SIZE_MAX))
                    first += (part + 1) / 2;
        left = lines_left(keep, count);
        for (size_t first = 0; first < left && left <= FEW_LINES && tries < MOST_TRIES; first++)
            for (size_t other = first + 1; other < left && tries < MOST_TRIES; tries++, other++)
                if (leave_out(log, keep, count, first, 1, other))
                    left = lines_left(keep, count);
    } while (left < before && tries < MOST_TRIES);
    return left;
}

static size_t tell(const char *log, uint64_t seed)
{
    char keep[ROUND_LINES], line[MONKEY_LINE];
    size_t count = 0;
    FILE *in = fopen(log, "r"), *out = fopen("shrunk.hs", "w");
    if (!in || !out)
        return 0;
    while (count < ROUND_LINES && fgets(line, sizeof line, in))
        count++;
    memset(keep, 1, sizeof keep);
    size_t left = count;
    if (try_lines(log, keep))
        fprintf(stderr, "the lines alone do not fail again: a leak of the runner, or chance\n");
    else
        left = shrink(log, keep, count);
    rewind(in);
    fprintf(stderr, "round seed %llu, %zu of its %zu lines, also in %s/shrunk.hs:\n",
        (unsigned long long)seed, left, count, fence);
    for (size_t i = 0; i < count && fgets(line, sizeof line, in); i++)
        if (keep[i]) {
            fputs(line, out);
            fprintf(stderr, "    %s", line);
        }
    fclose(in);
    fclose(out);
    return left;
}

/* `left`: the lines that make it fail again, 0 when nothing failed. */
static bool run_rounds(long actions, uint64_t seed, size_t *left)
{
    bool fine = true;
    remove("times");
    for (long done = 0; done < actions && fine; done += ROUND_LINES, seed++) {
        int lines = actions - done < ROUND_LINES ? (int)(actions - done) : ROUND_LINES;
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            alarm(ROUND_SECONDS);
            exit(run_round(seed, lines, "round.hs"));
        }
        fine = ended_well(child);
        if (!fine)
            *left = tell("round.hs", seed);
    }
    return fine;
}

/* What the rounds wrote down. False when a long run left a place out: then it is no test of it. */
static bool report(bool many)
{
    FILE *times = fopen("times", "r");
    double most = 0, one;
    unsigned long slow = 0, slow_here, all[PLACES] = {0}, here;
    char line[MONKEY_LINE + 256], most_line[MONKEY_LINE] = "";
    bool everywhere = true;
    while (times && fgets(line, sizeof line, times)) {
        char *at = line;
        for (int place = 0; place < PLACES; place++) {
            here = strtoul(at, &at, 10);
            all[place] += here;
        }
        one = strtod(at, &at);
        slow_here = strtoul(at, &at, 10);
        slow += slow_here;
        if (one > most) {
            most = one;
            snprintf(most_line, sizeof most_line, "%.200s", at);
        }
    }
    if (times)
        fclose(times);
    printf("slowest line %.0f ms of CPU time (limit %d), %lu over %d ms; it was:%s", most, LIMIT_MS,
        slow, SLOW_MS, most_line);
    if (!strchr(most_line, '\n'))
        printf(" …\n");
    printf("lines in each view:");
    for (int place = IN_VIEW; place < PLACES; place++)
        printf(" %lu", all[place]);
    for (int place = 0; place < IN_VIEW; place++)
        printf(", %s %lu", place_names[place], all[place]);
    printf("\n");
    for (int place = 0; place < PLACES; place++)
        everywhere &= all[place] > 0 || (place == IN_COMMAND && !program);
    return (everywhere || !many) && (all[IN_COMMAND] > 0 || !program);
}

int main(int count, char **arguments)
{
    bool again = (count == 3 || count == 4) && strcmp(arguments[1], "--replay") == 0;
    const char *folder = count > 3 && !again ? arguments[3] : HS_BINARY_DIR "/test-monkey";
    if (count > 3 && strcmp(arguments[1], "--again") == 0) {
        program = arguments[2];
        folder = HS_BINARY_DIR "/test-monkey-again";
        arguments += 2;
        count = count > 5 ? 3 : count - 2;
    } else if (again && count == 4) {
        program = arguments[3];
    }
    trip = count == 2 && strcmp(arguments[1], "--trip") == 0;
    if (trip)
        folder = HS_BINARY_DIR "/test-monkey-trip";
    long actions = trip ? 20 * ROUND_LINES : count > 1 ? atol(arguments[1]) : 2000;
    size_t left = 0;
    uint64_t seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    char script[4096] = "";
    if (again && !realpath(arguments[2], script)) {
        perror(arguments[2]);
        return 2;
    }
    if ((mkdir(folder, 0777) && access(folder, W_OK)) || chdir(folder) ||
        !getcwd(fence, sizeof fence) || !monkey_make_files()) {
        perror(folder);
        return 2;
    }
    own_folder = !again && strncmp(folder, HS_BINARY_DIR "/", strlen(HS_BINARY_DIR "/")) == 0;
    if (again)
        return replay(script, NULL);
    if (actions < 1) {
        fprintf(stderr, "usage: monkey ACTIONS [SEED [FOLDER]] | monkey --again PROGRAM ACTIONS [SEED] | monkey --replay SCRIPT [PROGRAM]\n");
        return 2;
    }
    bool fine = run_rounds(actions, seed, &left);
    printf("%ld actions from seed %llu: %s\n", actions, (unsigned long long)seed,
        fine ? "no failure" : "FAILED");
    if (!report(actions >= MANY_ACTIONS)) {
        printf("a place was never reached\n");
        fine = false;
    }
    /* one line each for theme and view would do; a click that does both jobs may need one more */
    return trip ? fine || left < 1 || left > 4 : !fine;
}
