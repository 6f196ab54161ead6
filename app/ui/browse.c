/* browse.c – reading, filtering and sorting folders, joining and completing paths. Called by
 * browser.c. Any name a file system can hold is carried as it is and shown safely; errors come back
 * as errno. */
#include "ui/browse.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hs.h"

#define BLOCK 65536 /* bytes of one block of names */

/* ---------------------------------------------------------------- names */
int browse_compare(const char *a, const char *b)
{
    const char *x = a, *y = b;
    while (*x && *y) {
        if (isdigit((unsigned char)*x) && isdigit((unsigned char)*y)) {
            while (*x == '0')
                x++;
            while (*y == '0')
                y++;
            size_t nx = strspn(x, "0123456789"), ny = strspn(y, "0123456789");
            int digits = nx != ny ? (nx < ny ? -1 : 1) : strncmp(x, y, nx);
            if (digits)
                return digits;
            x += nx;
            y += ny;
            continue;
        }
        int p = tolower((unsigned char)*x), q = tolower((unsigned char)*y);
        if (p != q)
            return p - q;
        x++;
        y++;
    }
    return *x || *y ? (*x ? 1 : -1) : strcmp(a, b);
}

bool browse_show(const char *name, char *shown, size_t room)
{
    size_t length = strlen(name), at = 0, used = 0;
    bool odd = false;
    while (at < length && used + 5 < room) {
        size_t next = at;
        uint32_t code = hs_utf8_next(name, length, &next);
        /* U+FFFD itself takes three bytes; an invalid byte moves by one. */
        bool bad = (code == 0xfffd && next - at == 1) || code < 0x20 ||
                   (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029 ||
                   (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
        for (size_t i = at; i < next; i++) {
            if (used + 5 >= room)
                break;
            if (bad)
                used +=
                    (size_t)snprintf(shown + used, room - used, "\\x%02X", (unsigned char)name[i]);
            else
                shown[used++] = name[i];
        }
        odd |= bad;
        at = next;
    }
    shown[used] = '\0';
    return odd;
}

static bool has_extension(const char *name, const char *extensions)
{
    if (!extensions || !*extensions)
        return true;
    size_t length = strlen(name);
    for (const char *at = extensions; *at;) {
        size_t size = strcspn(at, " ");
        if (size && size < length) {
            const char *end = name + length - size;
            size_t same = 0;
            while (same < size &&
                   tolower((unsigned char)end[same]) == tolower((unsigned char)at[same]))
                same++;
            if (same == size)
                return true;
        }
        at += size + (at[size] == ' ');
    }
    return false;
}

/* ---------------------------------------------------------------- folders */
static char *keep_name(struct browse_folder *folder, const char *name)
{
    size_t size = strlen(name) + 1;
    if (folder->blocks == 0 || folder->used + size > BLOCK) {
        char **grown = realloc(folder->block, (folder->blocks + 1) * sizeof *grown);
        if (!grown)
            return NULL;
        folder->block = grown;
        char *block = malloc(size > BLOCK ? size : BLOCK);
        if (!block)
            return NULL;
        folder->block[folder->blocks++] = block;
        folder->used = 0;
    }
    char *kept = folder->block[folder->blocks - 1] + folder->used;
    memcpy(kept, name, size);
    folder->used += size;
    return kept;
}

static int compare_entries(const void *x, const void *y)
{
    const struct browse_entry *a = x, *b = y;
    if (a->folder != b->folder)
        return a->folder ? -1 : 1;
    return browse_compare(a->name, b->name);
}

static void read_type(int at, const struct dirent *found, struct browse_entry *entry)
{
    struct stat info;
    entry->link = found->d_type == DT_LNK;
    entry->folder = found->d_type == DT_DIR;
    if (found->d_type != DT_LNK && found->d_type != DT_UNKNOWN)
        return;
    if (found->d_type == DT_UNKNOWN && fstatat(at, found->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0)
        entry->link = S_ISLNK(info.st_mode);
    if (fstatat(at, found->d_name, &info, 0) == 0)
        entry->folder = S_ISDIR(info.st_mode);
    else
        entry->broken = true;
}

static bool add_entry(
    struct browse_folder *folder, size_t *room, const struct browse_entry *entry, const char *name)
{
    if (folder->count == *room) {
        size_t more = *room ? 2 * *room : 256;
        struct browse_entry *grown = realloc(folder->entry, more * sizeof *grown);
        if (!grown)
            return false;
        folder->entry = grown;
        *room = more;
    }
    char shown[1100]; /* a name has at most 255 bytes, each shown as four */
    struct browse_entry *added = &folder->entry[folder->count];
    *added = *entry;
    added->name = added->shown = keep_name(folder, name);
    if (added->name && browse_show(name, shown, sizeof shown))
        added->shown = keep_name(folder, shown);
    if (!added->name || !added->shown)
        return false;
    folder->count++;
    return true;
}

int browse_read(const char *path, const char *extensions, bool hidden, struct browse_folder *folder)
{
    memset(folder, 0, sizeof *folder);
    DIR *dir = opendir(path);
    if (!dir)
        return errno;
    size_t room = 0;
    int failed = 0;
    const struct dirent *found;
    while (errno = 0, (found = readdir(dir))) {
        struct browse_entry entry = {0};
        const char *name = found->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
            continue;
        if (name[0] == '.' && !hidden)
            continue;
        read_type(dirfd(dir), found, &entry);
        if ((!entry.folder && !has_extension(name, extensions)) ||
            folder->count >= BROWSE_MAX_ENTRIES) {
            folder->left_out++;
            continue;
        }
        if (!add_entry(folder, &room, &entry, name)) {
            failed = ENOMEM;
            break;
        }
    }
    if (!failed && errno)
        failed = errno;
    closedir(dir);
    if (failed)
        browse_drop(folder);
    else if (folder->count)
        qsort(folder->entry, folder->count, sizeof *folder->entry, compare_entries);
    return failed;
}

void browse_drop(struct browse_folder *folder)
{
    for (size_t i = 0; i < folder->blocks; i++)
        free(folder->block[i]);
    free(folder->block);
    free(folder->entry);
    memset(folder, 0, sizeof *folder);
}

void browse_look(const char *path, struct browse_entry *entry)
{
    char whole[BROWSE_PATH];
    struct stat info;
    if (entry->known)
        return;
    entry->known = true;
    entry->size = -1;
    if (snprintf(whole, sizeof whole, "%s/%s", path, entry->name) < (int)sizeof whole &&
        stat(whole, &info) == 0) {
        entry->size = S_ISREG(info.st_mode) ? (long long)info.st_size : -1;
        entry->changed = info.st_mtime;
    }
}

/* ---------------------------------------------------------------- paths */
static const char *home_folder(void)
{
    const char *home = getenv("HOME");
    if (home && *home == '/')
        return home;
    const struct passwd *user = getpwuid(getuid());
    return user && user->pw_dir ? user->pw_dir : "/";
}

/* Appends the parts of `add` to the normal path of `length` bytes in `path`. */
static bool append_parts(char *path, size_t room, size_t *length, const char *add)
{
    while (*add) {
        size_t size = strcspn(add, "/");
        if (size == 2 && add[0] == '.' && add[1] == '.') {
            while (*length > 0 && path[*length - 1] != '/')
                --*length;
            *length -= *length > 0; /* the slash */
        } else if (size && !(size == 1 && add[0] == '.')) {
            if (*length + 1 + size + 1 > room)
                return false;
            path[(*length)++] = '/';
            memcpy(path + *length, add, size);
            *length += size;
        }
        add += size;
        add += *add == '/';
    }
    return true;
}

bool browse_join(const char *folder, const char *typed, char *path, size_t room)
{
    char whole[BROWSE_PATH];
    size_t length = 0;
    bool home = typed[0] == '~' && (typed[1] == '/' || typed[1] == '\0');
    bool fits = true;
    if (home)
        fits = append_parts(whole, sizeof whole, &length, home_folder());
    else if (typed[0] != '/')
        fits = append_parts(whole, sizeof whole, &length, folder);
    fits = fits && append_parts(whole, sizeof whole, &length, typed + home);
    if (fits && length == 0)
        whole[length++] = '/';
    if (!fits || length + 1 > room)
        return false;
    memcpy(path, whole, length);
    path[length] = '\0';
    return true;
}

void browse_split(const char *path, char *folder, size_t room, const char **name)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    if (name)
        *name = slash ? slash + 1 : path;
    if (!folder || room == 0)
        return;
    length = length ? length : 1;
    if (length >= room)
        length = room - 1;
    if (slash && slash != path)
        memcpy(folder, path, length);
    else
        folder[0] = '/';
    folder[length] = '\0';
}

bool browse_complete(
    const char *folder, const char *typed, const char *extensions, char *rest, size_t room)
{
    char head[BROWSE_PATH], path[BROWSE_PATH];
    const char *slash = strrchr(typed, '/'), *last = slash ? slash + 1 : typed;
    size_t head_length = (size_t)(last - typed), length = strlen(last), common = 0;
    if (!*typed || head_length >= sizeof head || room == 0)
        return false;
    if (strcmp(typed, "~") == 0) {
        snprintf(rest, room, "/");
        return room > 1;
    }
    memcpy(head, typed, head_length);
    head[head_length] = '\0';
    struct browse_folder found;
    if (length == 0 || !browse_join(folder, head_length ? head : ".", path, sizeof path) ||
        browse_read(path, extensions, last[0] == '.', &found))
        return false;
    const struct browse_entry *first = NULL;
    size_t fits = 0;
    for (size_t i = 0; i < found.count; i++) {
        const struct browse_entry *entry = &found.entry[i];
        if (entry->shown != entry->name || strncmp(entry->name, last, length) != 0)
            continue;
        const char *more = entry->name + length;
        if (fits++ == 0) {
            first = entry;
            common = strlen(more);
        } else {
            size_t same = 0;
            while (same < common && more[same] == first->name[length + same])
                same++;
            common = same;
        }
    }
    bool any = first && common + 2 <= room;
    if (any) {
        while (common && ((unsigned char)first->name[length + common] & 0xc0) == 0x80)
            common--; /* two names part inside a character */
        memcpy(rest, first->name + length, common);
        rest[common] = '\0';
        if (fits == 1 && first->folder)
            memcpy(rest + common, "/", 2);
        any = rest[0] != '\0';
    }
    browse_drop(&found);
    return any;
}
