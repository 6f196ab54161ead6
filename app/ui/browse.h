/* browse.h – a folder as the file browser shows it: read, filtered, sorted; and paths as people
 * type them. No screen, no state. Names are bytes; what is shown is always valid UTF-8, odd bytes
 * as \xNN. */
#ifndef HEADSCOPE_BROWSE_H
#define HEADSCOPE_BROWSE_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#define BROWSE_PATH 4096 /* bytes of a path with its NUL; Linux' own PATH_MAX */
#define BROWSE_MAX_ENTRIES 200000

struct browse_entry {
    const char *name;  /* bytes as the file system has them */
    const char *shown; /* == name unless it has odd bytes */
    bool folder, link, broken;
    bool known; /* size and time were looked up */
    long long size;
    time_t changed;
};

struct browse_folder {
    struct browse_entry *entry;
    size_t count;
    size_t left_out; /* by the filter or over the limit */
    char **block;    /* the names' storage */
    size_t blocks, used;
};

/* Reads `path`. extensions: ".txt .json" or NULL or "" for all; folders always show. Returns 0,
 * else the errno; *folder is empty then. Folders first, natural order (2 before 10, case ignored). */
int browse_read(
    const char *path, const char *extensions, bool hidden, struct browse_folder *folder);
void browse_drop(struct browse_folder *folder);
/* Looks up size, time and link target of one entry, once. */
void browse_look(const char *path, struct browse_entry *entry);
int browse_compare(const char *a, const char *b); /* natural order */
/* Valid UTF-8 for showing; returns false when `name` could be shown as it is. */
bool browse_show(const char *name, char *shown, size_t room);
/* folder + typed -> an absolute path without "." and ".."; "~" and "~/x" are the home folder. False
 * when it does not fit. */
bool browse_join(const char *folder, const char *typed, char *path, size_t room);
/* The folder that holds path ("/" for "/"), and the name within it. Either may be NULL. */
void browse_split(const char *path, char *folder, size_t room, const char **name);
/* What could follow `typed` (relative to folder): the longest common rest of all names that begin
 * like its last part; a folder's rest ends in "/". False when nothing fits. */
bool browse_complete(
    const char *folder, const char *typed, const char *extensions, char *rest, size_t room);

#endif
