/* memory.c – whether a large block can be had without the machine starting to swap: Linux grants
 * more than there is, and takes the difference out of everything else that runs, or kills. Used by
 * whoever asks for hundreds of megabytes. What counts is the least of what the machine has left,
 * what the control groups around this process leave it, and what its own limit on addresses does. */
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
static size_t group_room(const char *root, const char *folder)
{
    char path[PATH_ROOM], text[4096];
    snprintf(path, sizeof path, "%.900s/memory.max", folder);
    if (!read_start(root, path, text, sizeof text) || text[0] < '0' || text[0] > '9') /* "max" */
        return SIZE_MAX;
    size_t limit = strtoull(text, NULL, 10);
    snprintf(path, sizeof path, "%.900s/memory.current", folder);
    size_t used = read_start(root, path, text, sizeof text) ? strtoull(text, NULL, 10) : 0;
    snprintf(path, sizeof path, "%.900s/memory.stat", folder);
    size_t kept = read_start(root, path, text, sizeof text) ? number_after(text, "inactive_file ") : SIZE_MAX;
    if (kept != SIZE_MAX)
        used -= kept < used ? kept : used;
    return limit > used ? limit - used : 0;
}

/* The least of this process' group and those around it (control groups, version 2: the line that starts with "0::"). */
static size_t groups_room(const char *root)
{
    static const char mount[] = "/sys/fs/cgroup";
    char text[PATH_ROOM / 2], folder[PATH_ROOM];
    if (!read_start(root, "/proc/self/cgroup", text, sizeof text) || strncmp(text, "0::/", 4) != 0)
        return SIZE_MAX;
    snprintf(folder, sizeof folder, "%s%.*s", mount, (int)strcspn(text + 3, "\n"), text + 3);
    size_t least = SIZE_MAX;
    for (char *end = folder + strlen(folder); end; end = strrchr(folder, '/')) {
        *end = '\0';
        if (strlen(folder) < strlen(mount))
            break;
        size_t room = group_room(root, folder);
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

size_t hsi_memory_room(const char *root)
{
    char text[2048]; // MemAvailable is the third line, proc(5)
    size_t kib = read_start(root, "/proc/meminfo", text, sizeof text)
                     ? number_after(text, "MemAvailable:")
                     : SIZE_MAX;
    size_t rooms[] = {kib <= SIZE_MAX >> 10 ? kib << 10 : SIZE_MAX, groups_room(root),
        addresses_room(root)};
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        least = rooms[i] < least ? rooms[i] : least;
    return least == SIZE_MAX ? least : least - least / SPARE_PART;
}

bool hsi_memory_fits(size_t bytes)
{
    return bytes < SMALL_BYTES || bytes <= hsi_memory_room("");
}
