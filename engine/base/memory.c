/* memory.c – whether a large block can be had without the machine starting to swap: Linux grants
 * more than there is, and takes the difference out of everything else that runs, or kills. Used by
 * whoever asks for hundreds of megabytes. What counts is the least of what the machine has left,
 * what the control groups around this process leave it, and what its own limit on addresses does.
 */
#include "base/base.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Below this the answer is not worth reading files for. */
#define SMALL_BYTES ((size_t)256 << 20)
/* This part of what is left stays free: frames, fonts and other programs need some of it. */
#define SPARE_PART 16
#define PATH_ROOM 1024

/* The start of a file, NUL-terminated; false when it cannot be read. */
static bool read_start(const char *root, const char *path, char *text, size_t room)
{
    char full[2 * PATH_ROOM];
    if (snprintf(full, sizeof full, "%s%s", root, path) >= (int)sizeof full)
        return false;
    int file = open(full, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t got = read(file, text, room - 1);
    close(file);
    text[got > 0 ? got : 0] = '\0';
    return got > 0;
}

/* The number after `name` at the start of a line; SIZE_MAX when there is none. */
static size_t number_after(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, length) == 0)
            return strtoull(line + length, NULL, 10);
    }
    return SIZE_MAX;
}

/* What one group has left; SIZE_MAX when it has no limit. Files of which a copy is kept can be
 * forgotten when their memory is wanted. */
static size_t group_room(const char *root, const char *folder, bool version1)
{
    char path[PATH_ROOM], text[4096];
    snprintf(
        path, sizeof path, "%.900s/%s", folder, version1 ? "memory.limit_in_bytes" : "memory.max");
    if (!read_start(root, path, text, sizeof text) || text[0] < '0' || text[0] > '9') /* "max" */
        return SIZE_MAX;
    size_t limit = strtoull(text, NULL, 10);
    snprintf(path, sizeof path, "%.900s/%s", folder,
        version1 ? "memory.usage_in_bytes" : "memory.current");
    size_t used = read_start(root, path, text, sizeof text) ? strtoull(text, NULL, 10) : 0;
    snprintf(path, sizeof path, "%.900s/memory.stat", folder);
    size_t kept = read_start(root, path, text, sizeof text)
                      ? number_after(text, version1 ? "total_inactive_file " : "inactive_file ")
                      : SIZE_MAX;
    if (kept != SIZE_MAX)
        used -= kept < used ? kept : used;
    return limit > used ? limit - used : 0;
}

/* The least of a group and those around it. Inside a container its own path may not be there, but
 * the outermost one is what the container may have. */
static size_t groups_room(const char *root, const char *mount, const char *path, bool version1)
{
    char folder[PATH_ROOM];
    size_t least = SIZE_MAX, length = strcspn(path, "\n");
    size_t start = strlen(mount);
    if (length > 1 &&
        snprintf(folder, sizeof folder, "%s%.*s", mount, (int)length, path) >= (int)sizeof folder)
        return least;
    if (length <= 1)
        snprintf(folder, sizeof folder, "%s", mount);
    for (;;) {
        size_t room = group_room(root, folder, version1);
        least = room < least ? room : least;
        char *slash = strrchr(folder, '/');
        if (strlen(folder) <= start)
            return least;
        *slash = '\0';
    }
}

static size_t control_groups_room(const char *root)
{
    char text[4096];
    size_t least = SIZE_MAX;
    if (!read_start(root, "/proc/self/cgroup", text, sizeof text))
        return least;
    for (const char *line = text; line && *line; line = strchr(line, '\n'), line += line != NULL) {
        const char *names = strchr(line, ':'), *path = names ? strchr(names + 1, ':') : NULL;
        size_t room = SIZE_MAX;
        if (path && strncmp(names, "::", 2) == 0)
            room = groups_room(root, "/sys/fs/cgroup", path + 1, false);
        else if (path && strncmp(names, ":memory:", 8) == 0)
            room = groups_room(root, "/sys/fs/cgroup/memory", path + 1, true);
        least = room < least ? room : least;
    }
    return least;
}

static size_t addresses_room(const char *root)
{
    struct rlimit limit;
    char text[128];
    if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY)
        return SIZE_MAX;
    size_t used = read_start(root, "/proc/self/statm", text, sizeof text)
                      ? strtoull(text, NULL, 10) * (size_t)sysconf(_SC_PAGESIZE)
                      : 0;
    return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

size_t hs_memory_room(const char *root)
{
    char text[2048]; // MemAvailable is the third line, proc(5)
    size_t kib = read_start(root, "/proc/meminfo", text, sizeof text)
                     ? number_after(text, "MemAvailable:")
                     : SIZE_MAX;
    size_t rooms[] = {kib <= SIZE_MAX >> 10 ? kib << 10 : SIZE_MAX, control_groups_room(root),
        addresses_room(root)};
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        least = rooms[i] < least ? rooms[i] : least;
    return least == SIZE_MAX ? least : least - least / SPARE_PART;
}

bool hs_memory_fits(size_t bytes)
{
    return bytes < SMALL_BYTES || bytes <= hs_memory_room("");
}
