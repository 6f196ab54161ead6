/* test_app_widgets.c – every button, choice, list and field of every view and dialog, by the pointer: its tip, the entries of its list, and what
 * a click (or each entry) does to the app; and likewise the menus of what one points at. said/test_app_widgets.txt has a line of each. A
 * widget that stands in several places is asked once. */
#include "effects_rig.h"
#include "ui/ui_private.h"

static void pointer(struct app *app, enum ui_event_kind kind, float x, float y)
{
    app_event(app, &(struct ui_event){.kind = kind, .x = x, .y = y, .button = kind != UI_MOVE, .clicks = kind != UI_MOVE});
    app_settle(app);
}

static void click_at(struct app *app, float x, float y)
{
    pointer(app, UI_MOVE, x, y);
    pointer(app, UI_DOWN, x, y);
    pointer(app, UI_UP, x, y);
    rig_hear(app);
}

/* A place: what is done to come there from the start. */
struct place {
    const char *name, *file;
    struct action with[3];
    bool menus; /* those of the right button are gone through, too */
};
#define DO(kind_, ...) {.kind = ACT_##kind_, __VA_ARGS__}
static const struct place places[] = {
    {.name = "grid", .with = {DO(VIEW, .number = VIEW_GRID)}, .menus = true},
    {.name = "head", .with = {DO(VIEW, .number = VIEW_HEAD), DO(LOCK, .q = 2, .k = 1)}, .menus = true},
    {.name = "compare", .with = {DO(VIEW, .number = VIEW_COMPARE), DO(LOCK, .q = 2, .k = 1)}, .menus = true},
    {.name = "steps", .with = {DO(VIEW, .number = VIEW_STEPS), DO(LOCK, .q = 2, .k = 1), DO(STEP, .number = STEP_SCALE)}},
    {.name = "step card", .with = {DO(VIEW, .number = VIEW_STEPS), DO(STEP, .number = STEP_SCALE), DO(STEP_CARD, .number = ACT_NEXT)}},
    {.name = "lines", .with = {DO(VIEW, .number = VIEW_LINES), DO(LOCK, .q = 2, .k = 1)}, .menus = true},
    {.name = "specialise", .with = {DO(VIEW, .number = VIEW_SPECIALISE), DO(SCORE_CELL, .head = 1, .k = HS_SUBJ)}},
    {.name = "learn", .with = {DO(VIEW, .number = VIEW_LEARN)}},
    {.name = "lens", .with = {DO(VIEW, .number = VIEW_HEAD), DO(MINUS, .number = MINUS_HEAD, .head = 1), DO(HIDE, .number = HIDE_TOKEN, .k = 1, .q = ACT_NOWHERE)}, .menus = true},
    {.name = "outputs", .with = {DO(PANEL, .number = ACT_NEXT)}},
    {.name = "alike", .with = {DO(PANEL, .number = ACT_NEXT), DO(PANEL, .number = ACT_NEXT)}},
    {.name = "help", .with = {DO(HELP, .number = 0)}},
    {.name = "tour", .with = {DO(TOUR, .number = 1)}},
    {.name = "present", .with = {DO(PRESENT, .number = 1)}},
    {.name = "export", .with = {DO(EXPORT_DIALOG, .number = 0)}},
    {.name = "export csv", .with = {DO(EXPORT_DIALOG, .number = 0), DO(EXPORT_FORMAT, .number = 2)}},
    {.name = "session", .with = {DO(SESSION_DIALOG, .number = 0)}},
    {.name = "lesson", .with = {DO(LESSON_DIALOG, .number = 0)}},
    {.name = "sentences", .file = HS_SOURCE_DIR "/tests/gui/data/three.txt", .with = {DO(VIEW, .number = VIEW_GRID)}},
    {.name = "layers", .file = "made", .with = {DO(VIEW, .number = VIEW_LAYERS)}},
    {.name = "layers table", .file = "made", .with = {DO(VIEW, .number = VIEW_LAYERS), DO(LAYERS_MODE, .number = 1)}},
    {.name = "file's grid", .file = "made", .with = {DO(VIEW, .number = VIEW_GRID)}, .menus = true},
};

static void go(struct app *app, const struct place *place, const struct session *start)
{
    struct hs_error error = {HS_OK, ""};
    for (int left = 0; left < 6 && (app->talk.dialog || app->talk.help || app->talk.question[0] || app->talk.tour.step || app->window.present || app->talk.menu.open); left++)
        act(app, (struct action){.kind = ACT_CANCEL});
    if (app->picture.file || !picture_can(app, HS_CAN_HEADS))
        act_number(app, ACT_CLOSE_FILE, 0);
    CHECK(session_put(app, start, &error) == HS_OK);
    if (app->scores.head != ACT_NOWHERE) /* the list of a cell, which no session has */
        act(app, (struct action){.kind = ACT_SCORE_CELL, .head = app->scores.head, .k = app->scores.relation});
    act_number(app, ACT_BASELINE, 0);
    app->files.export_format = FORMAT_PNG; /* what dialogs remember, too */
    app->files.export_what = app->files.csv_wide = 0;
    app->files.page = (struct page_look){.mm = app->files.page.mm};
    if (place->file)
        act_open(app, strcmp(place->file, "made") ? place->file : rig_file());
    for (size_t i = 0; i < 3 && (i == 0 || place->with[i].kind); i++)
        act(app, place->with[i]);
    app->talk.message_kind = MESSAGE_NONE;
    memset(app->files.recent, 0, sizeof app->files.recent);
    pointer(app, UI_MOVE, -1000, -1000);
}

static bool find_item(const struct app *app, uint64_t id, struct ui_item *item)
{
    const struct ui_items *items = &app->services.ui->last;
    for (size_t i = items->count; i-- > 0;)
        if (items->item[i].id == id) {
            *item = items->item[i];
            return true;
        }
    return false;
}

static void say(const struct place *place, const char *label, const char *part, const char *before, char *now)
{
    struct hs_buffer line = {0};
    hs_buffer_print(&line, "%s: %s%s: ", place->name, label, part);
    if (before)
        add_news(&line, before, now);
    else
        for (const char *at = now; *at; at++)
            hs_buffer_write(&line, *at == '\n' || *at == '\t' ? " | " : at, *at == '\n' || *at == '\t' ? 3 : 1);
    CHECK(line.data && tells(line.data, label));
    hs_buffer_drop(&line);
}

static void entry_of(const struct ui_popup *popup, int at, char *entry, size_t room)
{
    const char *label = popup->labels;
    for (int i = 0; i < at; i++)
        label += strlen(label) + 1;
    snprintf(entry, room, "%s", label);
}

/* A list that a click on a widget opens, or a menu of what is pointed at. */
struct list {
    char name[120];
    uint64_t id;
    struct action menu;
};

static bool open_list(struct app *app, const struct list *list)
{
    struct ui_item item;
    if (!list->id)
        act(app, list->menu);
    else if (find_item(app, list->id, &item))
        click_at(app, item.area.x + item.area.w / 2, item.area.y + item.area.h / 2);
    return app->services.ui->popup.owner != 0;
}

/* Every entry, each from the start. */
static void check_list(struct app *app, const struct place *place, const struct session *start, const struct list *list)
{
    int count = 1;
    for (int i = 0; i < count; i++) {
        char part[200] = " > ";
        press(app, "escape"); /* the list that is open still */
        go(app, place, start);
        char *before = state_of(app);
        bool open = open_list(app, list);
        struct ui_popup *popup = &app->services.ui->popup;
        CHECK(open && i < popup->count);
        if (open && i < popup->count) {
            count = i ? count : popup->count;
            entry_of(popup, i, part + 3, sizeof part - 3);
            press(app, "home");
            for (int k = 0; k < i; k++)
                press(app, "down");
            press(app, "enter");
            char *after = state_of(app);
            say(place, list->name, part, before, after);
            free(after);
        }
        free(before);
    }
}

static void check_menus(struct app *app, const struct place *place, const struct session *start)
{
    static const struct {
        const char *name;
        struct app_cell cell;
    } cells[] = {{"menu of a cell", {1, 2, 1}}, {"menu of a row and a column", {ACT_NOWHERE, 2, 1}}, {"menu of a row", {ACT_NOWHERE, 2, ACT_NOWHERE}},
        {"menu of a column", {ACT_NOWHERE, ACT_NOWHERE, 1}}, {"menu of a head", {1, ACT_NOWHERE, ACT_NOWHERE}}, {"menu of nothing", {1000, 1000, 1000}}};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        struct list list = {.menu = {.kind = ACT_MENU, .number = 1, .head = cells[i].cell.head, .q = cells[i].cell.q, .k = cells[i].cell.k, .x = 300, .y = 300}};
        snprintf(list.name, sizeof list.name, "%s", cells[i].name);
        go(app, place, start);
        if (open_list(app, &list))
            check_list(app, place, start, &list);
        else
            say(place, list.name, "", NULL, "no menu");
    }
}

static uint64_t known[4096];
static size_t known_count;

static bool is_new(uint64_t id)
{
    for (size_t i = 0; i < known_count; i++)
        if (known[i] == id)
            return false;
    if (known_count < sizeof known / sizeof *known)
        known[known_count++] = id;
    return true;
}

static void check_place(struct app *app, const struct place *place, const struct session *start)
{
    go(app, place, start);
    size_t count = app->services.ui->last.count;
    struct ui_item *items = calloc(count ? count : 1, sizeof *items);
    CHECK(items && count);
    for (size_t i = 0; i < count && items; i++)
        items[i] = app->services.ui->last.item[i];
    int top = app->services.ui->top;
    for (size_t i = 0; i < count && items; i++) {
        struct ui_item item;
        if (items[i].layer != top || !items[i].area.w || !items[i].area.h || !is_new(items[i].id))
            continue;
        go(app, place, start);
        if (!find_item(app, items[i].id, &item))
            continue;
        float x = item.area.x + item.area.w / 2, y = item.area.y + item.area.h / 2;
        pointer(app, UI_MOVE, x, y);
        if (app->services.ui->tip.id)
            say(place, item.label, "", NULL, app->services.ui->tip.text);
        if (strcmp(item.label, "Start") == 0 || strcmp(item.label, "Step") == 0)
            continue; /* it would train: test_app_learn does */
        char *before = state_of(app);
        click_at(app, x, y);
        if (app->services.ui->popup.owner == item.id) {
            struct list list = {.id = item.id};
            snprintf(list.name, sizeof list.name, "%s", item.label);
            check_list(app, place, start, &list);
        } else {
            char *now = state_of(app);
            say(place, item.label, ", clicked", before, now);
            free(now);
        }
        free(before);
    }
    free(items);
}

TEST(test_app_widgets)
{
    const char *folder = rig_folder("app-widgets");
    CHECK(chdir(folder) == 0 && setenv("XDG_CONFIG_HOME", folder, 1) == 0); /* where paths that are offered begin, and nothing is remembered */
    struct app *app = begin("The cat sat on it.");
    act_text(app, ACT_ANNOTATED, rig_annotated());
    struct session *start = malloc(sizeof *start);
    CHECK(start != NULL);
    if (start)
        session_take(app, start);
    for (size_t i = 0; start && i < sizeof places / sizeof *places; i++)
        check_place(app, &places[i], start);
    for (size_t i = 0; start && i < sizeof places / sizeof *places; i++)
        if (places[i].menus)
            check_menus(app, &places[i], start);
    free(start);
    app_drop(app);
    return check_report();
}
