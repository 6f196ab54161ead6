/* file_read.c – a whole file into memory. Called by everything that opens a file: sentences, JSON,
 * dumps. Promise: a regular file, a pipe or standard input, all of it or an error; never more than
 * the limit is read, however large the file says it is or turns out to be. */
#include "base/base.h"
#include "base/io_words.h"
#include "base/pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum hs_status refuse(const char *path, int number, struct hs_error *error)
{
    char unknown[64];
    struct hs_io_words words = hs_io_reading(number, unknown);
    return hs_fail(error, HS_IO, "%s: cannot be read: %s; %s", hs_name_shown(path).text, words.what,
        words.remedy);
}

static enum hs_status refuse_size(const char *path, size_t limit, struct hs_error *error)
{
    const char *unit = limit >= 1u << 20 ? "MiB" : "bytes";
    return hs_fail(error, HS_LIMIT, "%s: larger than %zu %s, the most that is read; split the file",
        hs_name_shown(path).text, limit >= 1u << 20 ? limit >> 20 : limit, unit);
}

/* Opening a device can have effects of its own (tapes, watchdogs), so look before. */
static enum hs_status check_kind(
    const char *path, const struct stat *about, bool any_stream, struct hs_error *error)
{
    if (S_ISDIR(about->st_mode))
        return refuse(path, EISDIR, error);
    if (any_stream || S_ISREG(about->st_mode) || S_ISFIFO(about->st_mode))
        return HS_OK;
    return hs_fail(error, HS_IO,
        "%s: cannot be read: it is a device or a socket; give a file, or - for standard input",
        hs_name_shown(path).text);
}

static enum hs_status read_all(const char *path, int file, bool pipe, size_t hint, size_t limit,
    char **bytes, size_t *length, struct hs_error *error)
{
    // one byte more than the file says, to see its end without growing; another for the NUL
    const size_t most = limit < PTRDIFF_MAX - 2 ? limit + 2 : PTRDIFF_MAX;
    size_t room = hint < most - 2 ? hint + 2 : most;
    size_t used = 0;
    char *data = malloc(room);
    while (data) {
        ssize_t got = pipe ? hs_pipe_read(file, data + used, room - 1 - used, used == 0)
                           : read(file, data + used, room - 1 - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            int number = errno;
            free(data);
            return refuse(path, number, error);
        }
        used += (size_t)got;
        if (used > limit) {
            free(data);
            return refuse_size(path, limit, error);
        }
        if (got == 0) {
            data[used] = '\0';
            *bytes = data;
            *length = used;
            return HS_OK;
        }
        if (used < room - 1)
            continue;
        size_t more = room < 4096 ? 4096 : room < most / 2 ? room * 2 : most;
        if (more > most)
            more = most;
        char *larger = realloc(data, more);
        if (!larger)
            free(data);
        data = larger;
        room = more;
    }
    return hs_fail(error, HS_NO_MEMORY,
        "%s: memory ran out while reading it; close some programs or split the file",
        hs_name_shown(path).text);
}

enum hs_status hs_file_read(
    const char *path, size_t limit, char **bytes, size_t *length, struct hs_error *error)
{
    struct stat about;
    if (!path || !*path)
        return hs_fail(
            error, HS_BAD_USE, "no file name was given; give one, or - for standard input");
    bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard input" : path;
    if (!standard) {
        if (stat(path, &about))
            return refuse(path, errno, error);
        enum hs_status status = check_kind(path, &about, false, error);
        if (status)
            return status;
    }
    bool pipe = !standard && S_ISFIFO(about.st_mode); // O_NONBLOCK changes nothing for files
    int file = standard ? STDIN_FILENO
                        : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (pipe ? O_NONBLOCK : 0));
    if (file < 0)
        return refuse(path, errno, error);
    enum hs_status status;
    if (fstat(file, &about)) // again: it may have been replaced since
        status = refuse(name, errno, error);
    else
        status = check_kind(name, &about, standard, error);
    bool regular = !status && S_ISREG(about.st_mode);
    if (!status && regular && (uintmax_t)about.st_size > limit)
        status = refuse_size(name, limit, error);
    if (!status) {
        size_t hint = regular ? (size_t)about.st_size : 0;
        status = read_all(name, file, pipe, hint, limit, bytes, length, error);
    }
    if (!standard)
        close(file);
    return status;
}
