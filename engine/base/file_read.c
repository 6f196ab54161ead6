/* file_read.c – a whole file into memory. Called by everything that opens a file: sentences, JSON,
 * dumps. Promise: a regular file or a stream that is open already, all of it or an error; never
 * more than the limit is read, however large the file says it is or turns out to be; a named pipe
 * holds up nobody. */
#include "base/base.h"
#include "base/io_words.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum hs_status refuse(const char *path, int number, struct hs_error *error)
{
    char unknown[64];
    struct hs_io_words words = hsi_io_reading(number, unknown);
    return hs_fail(error, HS_IO, "%s: cannot be read: %s; %s", hsi_name_shown(path).text, words.what,
        words.remedy);
}

static enum hs_status refuse_size(const char *path, size_t limit, struct hs_error *error)
{
    const char *unit = limit >= 1u << 20 ? "MiB" : "bytes";
    return hs_fail(error, HS_LIMIT, "%s: larger than %zu %s, the most that is read; split the file",
        hsi_name_shown(path).text, limit >= 1u << 20 ? limit >> 20 : limit, unit);
}

/* Names of streams that are open already, so that nobody has to be waited for to open them: what a
 * shell makes of
 * `<(command)`, and standard input by name. */
static bool names_open_stream(const char *path)
{
    static const char *const starts[] = {"/dev/fd/", "/proc/self/fd/"};
    if (strcmp(path, "/dev/stdin") == 0)
        return true;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(path, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

/* Opening a device can have effects of its own (tapes, watchdogs), and a named pipe's other end may
 * never come, so look before. `stream`: pipes are as good as files; `standard`: whatever the shell
 * gave. */
static enum hs_status check_kind(
    const char *path, const struct stat *about, bool stream, bool standard, struct hs_error *error)
{
    if (S_ISDIR(about->st_mode))
        return refuse(path, EISDIR, error);
    if (standard || S_ISREG(about->st_mode) || (stream && S_ISFIFO(about->st_mode)))
        return HS_OK;
    return hs_fail(error, HS_IO,
        "%s: cannot be read: it is a %s; give a file, or - for standard input",
        hsi_name_shown(path).text, S_ISFIFO(about->st_mode) ? "named pipe" : "device or a socket");
}

static enum hs_status read_all(const char *path, int file, size_t hint, size_t limit, char **bytes,
    size_t *length, struct hs_error *error)
{
    // one byte more than the file says, to see its end without growing; another for the NUL
    const size_t most = limit < PTRDIFF_MAX - 2 ? limit + 2 : PTRDIFF_MAX;
    size_t room = hint < most - 2 ? hint + 2 : most;
    size_t used = 0;
    char *data = malloc(room);
    while (data) {
        ssize_t got = read(file, data + used, room - 1 - used);
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
        hsi_name_shown(path).text);
}

enum hs_status hs_file_read(
    const char *path, size_t limit, char **bytes, size_t *length, struct hs_error *error)
{
    struct stat about;
    if (!path || !*path)
        return hs_fail(
            error, HS_BAD_USE, "no file name was given; give one, or - for standard input");
    bool standard = strcmp(path, "-") == 0, stream = standard || names_open_stream(path);
    const char *name = standard ? "standard input" : path;
    if (!standard) {
        if (stat(path, &about))
            return refuse(path, errno, error);
        enum hs_status status = check_kind(path, &about, stream, false, error);
        if (status)
            return status;
    }
    int file = standard ? STDIN_FILENO : hsi_open_at_once(path, O_RDONLY);
    if (file < 0)
        return refuse(path, errno, error);
    enum hs_status status;
    if (fstat(file, &about)) // again: it may have been replaced since
        status = refuse(name, errno, error);
    else
        status = check_kind(name, &about, stream, standard, error);
    bool regular = !status && S_ISREG(about.st_mode);
    if (!status && regular && (uintmax_t)about.st_size > limit)
        status = refuse_size(name, limit, error);
    if (!status) {
        size_t hint = regular ? (size_t)about.st_size : 0;
        status = read_all(name, file, hint, limit, bytes, length, error);
    }
    if (!standard)
        close(file);
    return status;
}
