/* effects_rig.h – what an app shows, a thing a line, and what of it is other after something was done; pictures to begin with. */
#ifndef HS_TESTS_EFFECTS_RIG_H
#define HS_TESTS_EFFECTS_RIG_H

#include "app_rig.h"
#include "dump_files.h"

/* Readings that a session does not have, and that no training changes. */
static const char *const keys[] = {"tokens", "d_k", "sentence", "sentences", "done", "hover", "layer", "attention", "item", "pieces", "pair", "score-cell",
    "layers-sort", "layers-first", "heading", "zoom", "dialog", "message", "message-kind", "question", "export-path", "typing", "quit", "tour", "tour-asks", "step-card",
    "learn-state"};
enum { KEYS = sizeof keys / sizeof *keys };

/* What is there, a thing a line. */
static inline char *state_of(struct app *app)
{
    struct hs_buffer all = {0};
    char *session = rig_state(app);
    const struct page_look *page = &app->files.page;
    const struct app_cell hover = app->look.hover;
    hs_buffer_print(&all, "%s\n", session ? session : "");
    for (size_t i = 0; i < KEYS; i++) {
        hs_buffer_print(&all, "%s = ", keys[i]);
        for (const char *at = reading(app, keys[i]); *at; at++)
            hs_buffer_write(&all, *at == '\n' ? "¶" : at, *at == '\n' ? strlen("¶") : 1);
        hs_buffer_print(&all, "\n");
    }
    hs_buffer_print(&all, "help = %d, word %zd\nmenu = %d, cell %zd %zd %zd\nfocus = %d %s\npanel = %d, %g wide\nfind = %s\n", app->talk.help, (ssize_t)app->talk.help_word,
        app->talk.menu.open, (ssize_t)app->talk.menu.cell.head, (ssize_t)app->talk.menu.cell.q, (ssize_t)app->talk.menu.cell.k, app->talk.focus.kind,
        app->talk.focus.id ? app->talk.focus.id : "", app->lens.panel_list, (double)app->window.panel_width, app->look.find);
    hs_buffer_print(&all, "over = %zd %zd %zd\nexport = %d, format %d, scale %d, wide %d\npage = %d, crop %d, bare %d, unkeyed %d, outlines %d, %g mm\n",
        (ssize_t)hover.head, (ssize_t)hover.q, (ssize_t)hover.k, app->files.export_what, app->files.export_format, app->files.export_scale, app->files.csv_wide,
        page->back, page->crop, page->bare, page->unkeyed, page->outlines, (double)page->mm);
    hs_buffer_print(&all, "window = theme %d, scale %g, present %d, quit %d\nlesson = %s: %s, ask %d, change %d\n", app->window.theme, (double)app->window.ui_scale,
        app->window.present, app->window.quit, app->talk.draft.title, app->talk.draft.text, app->talk.draft.ask, app->talk.draft.change);
    hs_buffer_print(&all, "lines = row %zd key %zd, locked key %zd\nscores = compare %d, head %zd relation %zd, sort %zd, link %zu, filter %d, order %d\n",
        (ssize_t)app->lines.hover[HS_QUERY], (ssize_t)app->lines.hover[HS_KEY], (ssize_t)app->lines.locked_key, app->scores.compare, (ssize_t)app->scores.head, (ssize_t)app->scores.relation,
        (ssize_t)app->scores.sort, app->scores.link, app->scores.filter, app->scores.by_mass);
    if (app->steps.column_chosen) /* else it is the largest number's */
        hs_buffer_print(&all, "step = %s\n", reading(app, "step-name"));
    if (app->files.copied) /* its numbers are the model's */
        hs_buffer_print(&all, "copied = %zu bytes\n", strcspn(app->files.copied, "\n"));
    free(session);
    return all.data;
}

/* Lines of now that were not there before, if any. */
static inline bool add_news(struct hs_buffer *to, const char *before, char *now)
{
    size_t news = 0;
    for (char *line = now, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        const char *shown = line + strspn(line, " ");
        size_t length = strlen(shown) - (*shown && shown[strlen(shown) - 1] == ',');
        if (*shown && !said_has(before, line))
            hs_buffer_print(to, "%s%.*s", news++ ? "; " : "", (int)length, shown);
    }
    if (!news)
        hs_buffer_print(to, "nothing");
    return news > 0;
}

/* Two sentences, as annotations. */
static inline const char *rig_annotated(void)
{
    static const char text[] = "[{\"id\": \"one\", \"tokens\": [\"The\", \"cat\", \"sat\", \"on\", \"it\", \".\"],"
                               " \"relations\": [{\"type\": \"subj\", \"from\": 2, \"to\": [1]}, {\"type\": \"pobj\", \"from\": 3, \"to\": [4]}]},"
                               " {\"id\": \"two\", \"tokens\": [\"He\", \"ate\", \"it\", \".\"],"
                               " \"relations\": [{\"type\": \"subj\", \"from\": 1, \"to\": [0]}, {\"type\": \"obj\", \"from\": 1, \"to\": [2]}]}]";
    const char *path = dump_path("annotated.json");
    rig_write(path, text, strlen(text));
    return path;
}

/* Three layers, two items, two heads, tokens in pieces. */
static inline const char *rig_file(void)
{
    const size_t shape[] = {3, 2, 2, 5, 5};
    struct hs_buffer file = {0};
    const char *path = dump_path("effects.safetensors");
    made_file(&file, "attention", "F32", 5, shape, "\"model\":\"made\",\"tokens\":\"[[\\\"[CLS]\\\",\\\"un\\\",\\\"##able\\\",\\\"to\\\",\\\"[SEP]\\\"],"
                                                   "[\\\"[CLS]\\\",\\\"the\\\",\\\"cat\\\",\\\"##s\\\",\\\"[SEP]\\\"]]\"");
    file_write(path, &file);
    hs_buffer_drop(&file);
    return path;
}

static inline struct app *begin(const char *text)
{
    struct app *app = rig_open(text);
    act(app, (struct action){.kind = ACT_LINES_AMOUNT, .amount = 0.2f}); /* else the picture's own */
    return app;
}

static inline void look_at(struct app *app, enum view_id view)
{
    act_number(app, ACT_VIEW, view);
    act(app, (struct action){.kind = ACT_LOCK, .q = 2, .k = 1});
}

#endif
