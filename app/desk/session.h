/* session.h – a session: what is run and what is looked at, as one small JSON file that brings the
 * same picture back. Also what keeps a text safe: the running session on disk, offered after a
 * crash. Called by perform.c, chrome/pass.c, main.c and the platform's loop.
 *
 * The file, version 1 (UTF-8, strict JSON; every key but the first two may be missing; unknown keys
 * are refused; heads, tokens and sentences are counted from 0):
 *
 *   "headscope_session": 1   "text": the sentence   "note": a short text of the user's
 *   "file": {"sample": NAME | "path": PATH, "sentence": INDEX}; a relative path starts at the
 *           session's folder. It is opened only when it lies there or below, is a sample, or is one
 *           of the recent files; else the sentence stands alone.
 *   "dump": the attention file that the picture is from, all of {"path": PATH, opened as "file" is,
 *           "bytes": its size, "attention": name of the tensor, "layer", "item": indices, "pieces",
 *           "pair", "layers": "map" | "table", "figure": of the Layers view, "reversed": bool, and "all_items": true where
 *           that view is of the whole batch}. Then
 *           "text", "heads" and "mask" are what is shown when the file is closed. Of a model it is the
 *           folder, "bytes" its weights', and "text" is what it runs
 *   "learn": the training run that the picture is of, or the settings of the next one: {"path": PATH of the saved run, opened as
 *           "file" is; none = it was not saved, "heads": [h] or [h, h], "sentences", "seed": text, "rate", "relations":
 *           "subj,obj", "hints": bool, "by_chance": bool, "moment": index, "model": index in "heads"; no moment = no run}
 *   "heads": h, divides d_model   "mask": "none" | "causal"
 *   "head_modes": {"2": "off" | "uniform" | "mean", …}; of a model "LAYER.HEAD": …
 *   "view": name of a view   "head": selected head   "lock": {"query": q, "key": k}
 *   "zoom":       {"rows": [from, to], "columns": [from, to]} in parts of the matrix, 0 … 1
 *   "palette", "scale", "range": "one" | "own", "reduce": "largest" | "mean", "values": bool,
 *   "count_from": 0 | 1
 *   "lens": name of a lens   "minus": {"head": i} | {"heads": h} | {"text": the sentence of picture B}
 *           | {"model": PATH of the folder of B's model, opened as "file" is}   "beside": bool
 *   "hide": {"punctuation": bool, "first": bool, "renormalise": bool, "tokens": [k, …]}
 *   "sort": {"by": name, "reversed": bool}   "step": name of a step of the forward pass
 *   "lines": {"rule": "mass" | "weight" | "top", "amounts": [mass, weight, count],
 *             "hidden_heads": [i, …]} */
#ifndef HEADSCOPE_SESSION_H
#define HEADSCOPE_SESSION_H

#include "model/options.h"

#define SESSION_VERSION 1
#define SESSION_ENDING ".session"
#define SESSION_KEY_ROOM 84
#define SESSION_MOST_MODES 4096u /* heads of a model that are switched; more are not kept */
#define SESSION_MOST_BYTES (4u << 20) /* of a file: a sentence of 64 KiB, all escaped, and room */

/* How the picture is shown, beyond the view. */
struct session_look {
    enum minus_what minus; /* a kept picture B only when it is a short sentence of the live model
                              with the same heads and mask, or what a run makes; else it is not part of the file */
    size_t minus_number;   /* the head, or the head count */
    char minus_text[APP_TEXT_ROOM]; /* the sentence */
    char minus_model[APP_PATH_ROOM]; /* the folder of the other model, as the JSON names it; "" = none */
    bool hide_punctuation, hide_first, renormalise;
    uint8_t hide_token[HS_MAX_TOKENS];
    size_t sort;
    bool sort_reversed;
    enum hs_link_rule rule;
    float amount[3];
    bool lines_hidden[HS_MAX_HEADS];
};

struct session_source {
    char path[APP_PATH_ROOM]; /* as the JSON names it; "" = the live model */
    struct layers_place place;
};

struct session_learn {
    bool there;
    char path[APP_PATH_ROOM]; /* of the saved run, as the JSON names it; "" = none */
    struct hs_learn_options options;
    size_t moment, model;     /* SIZE_MAX: the settings only */
};

struct session {
    const struct hs_source *live; /* what runs its text, borrowed while it is read; the number of heads is one that it can have; NULL = any */
    char text[APP_TEXT_ROOM];
    char file[APP_PATH_ROOM]; /* as the JSON names it; "" = none */
    bool sample;              /* `file` is the name of a sample */
    size_t sentence;          /* index in that file */
    struct session_source source;
    struct session_learn learn;
    char from[APP_PATH_ROOM]; /* its own file, while its run is read */
    char note[APP_NOTE_ROOM];
    size_t h;
    uint8_t head_mode[HS_MAX_HEADS];
    struct live_mode model_mode[SESSION_MOST_MODES]; /* of the model in `source`, whose heads have layers */
    size_t model_modes;
    long row[OPTION_COUNT]; /* mask, view, palette …: the options that are one value of the file (option.session) */
    size_t head;
    struct app_cell locked;
    struct app_window window;
    struct session_look look;
};

/* ---------------------------------------------------------------- session.c: model <-> struct <->
 * JSON */
/* The model as a session; `file` is the open file's full path. */
void session_take(const struct app *app, struct session *session);
/* The model becomes the session, but for the file, which stays as it is. On failure nothing
 * changes. */
enum hs_status session_put(struct app *app, const struct session *session, struct hs_error *error);
/* `folder`: of the file to come, for relative paths; NULL = absolute ones. */
void session_write(const struct app *app, const struct session *session, const char *folder,
    struct hs_buffer *buffer);
/* `name` stands in messages, which name the field, what was expected and what came. */
enum hs_status session_read(const char *name, const char *bytes, size_t length, const struct hs_source *live,
    struct session *session, struct hs_error *error);

/* What holds where a session says nothing. */
void session_usual(struct session *session, const struct hs_source *live);
/* session_read() over what is there: keys that are missing leave it as it is. Of a field at fault `bad` gets the key, as far as it
 * stands in the file, else "". */
enum hs_status session_read_over(const char *name, const char *bytes, size_t length, struct session *session,
    char bad[SESSION_KEY_ROOM], struct hs_error *error);

/* The rest of `path` when it lies in `folder` or below, else NULL. */
const char *session_below(const char *path, const char *folder);
/* View, marks and colours, once the picture is there. */
void session_put_view(struct app *app, const struct session *session);

/* ---------------------------------------------------------------- session_source.c */
void session_take_source(const struct app *app, struct session_source *source);
/* live_open() of the session's attention file or model, found at `path`; the other model is found at `minus` (or ""). */
enum hs_status session_put_source(
    struct app *app, const struct session *session, const char *path, const char *minus, struct hs_error *error);
/* What is shown once the open file or model is closed. */
void session_put_back(struct app *app, const struct session *session);
void session_write_source(
    const struct session_source *source, const char *folder, struct hs_buffer *buffer);
bool session_read_source(const struct hs_json *value, struct session *session);

/* ---------------------------------------------------------------- session_learn.c */
void session_take_learn(const struct app *app, struct session_learn *learn);
void session_write_learn(const struct session_learn *learn, const char *folder, struct hs_buffer *buffer);
bool session_read_learn(const struct hs_json *value, struct session *session);
/* The run that is there is the session's, and has its moment. */
bool session_has_run(const struct app *app, const struct session_learn *learn);
/* The picture becomes that run's, at the session's moment. On failure nothing of it is shown. */
enum hs_status session_put_learn(struct app *app, const struct session_learn *learn, struct hs_error *error);

/* ---------------------------------------------------------------- session_look.c */
void session_take_look(const struct app *app, struct session_look *look);
void session_put_look(struct app *app, const struct session *session);
void session_write_look(const struct session_look *look, const char *folder, struct hs_buffer *buffer);
bool session_read_minus(const struct hs_json *value, struct session *session);
bool session_read_hide(const struct hs_json *value, struct session *session);
bool session_read_sort(const struct hs_json *value, struct session *session);
bool session_read_lines(const struct hs_json *value, struct session *session);

/* ---------------------------------------------------------------- session_file.c */
bool session_is_file(const char *path); /* by its ending */
/* The full path of the folder that a file lies in. */
void session_folder(const char *path, char *folder, size_t room);
/* Opens a session and, where it may, its sentence file. `trusted`: one of the program's own. Its model is opened beside the
 * window; session_follow() does the rest once it is open. */
enum hs_status session_open(
    struct app *app, const char *path, bool trusted, struct hs_error *error);
/* What was put off until the session's run was read: the session with it, or without and `why`. */
enum hs_status session_arrived(struct app *app, struct session *session, bool trusted, struct hs_error *why, struct hs_error *error);
/* Shows a session that was read and has no moment of a run; `path` is that of the file that holds it. What it says of a sentence file
 * that is not there is a message. On failure nothing changes. */
enum hs_status session_show(struct app *app, const char *path, struct session *session, bool trusted, struct hs_error *error);
/* Behind every live_follow(), whose outcome it is given and which it returns, unless it can show the session all the same. */
enum hs_status session_follow(struct app *app, enum hs_status status, struct hs_error *error);
void session_forget(struct app *app); /* the one that waits for its model */
/* Whether one does; it is then what a killed window left, and files.restored is set when it is there. */
bool session_waits(struct app *app);
/* Written whole or not at all. */
enum hs_status session_save(
    const struct app *app, const char *path, bool overwrite, struct hs_error *error);
enum hs_status apply_session(struct app *app, const struct action *action, struct hs_error *error);

/* ---------------------------------------------------------------- keep.c: the running
 * session Every window has a place of its own, locked while it runs, so that two never write the
 * same file. What a window that was killed left in its place is offered by the next start. */
struct keeper;
/* Takes a place and looks for what a killed window left: fills app->files.offer with its sentence.
 * Without a settings folder, which a message tells, or with all places taken, nothing is kept. */
void session_keep_start(struct app *app);
/* Writes the running session when it changed and a second has passed; `now` in ms, any origin.
 * Returns in how many ms to call again, -1 = not before the next event. */
long session_keep_tick(struct app *app, uint64_t now);
/* Writes at once what is not written yet: before the text is replaced, or the window lost. False
 * when nothing of this window is on disk. */
bool session_keep_now(struct app *app);
/* A clean end: the session becomes the last one, the place is given back. */
void session_keep_end(struct app *app);
/* Gives the place back and leaves the file there, as a crash would. */
void session_keep_drop(struct keeper *keeper);
enum session_answer { SESSION_RESTORE, SESSION_LATER, SESSION_DISCARD };
enum hs_status session_answer(struct app *app, enum session_answer answer, struct hs_error *error);

#endif
