/* file_write.c – a whole file onto the disk, or nothing. Public in hs_base.h; every export goes through
 * it. The bytes go to a temporary beside the target, are flushed to the disk, and only then take
 * the target's name; the temporary is removed on every failure. Symbolic links are followed,
 * permissions of an existing file kept. Pipes and character devices (/dev/null, /dev/full) hold
 * nothing to lose and are written to directly. */
#include "base/file_fill.h"
#include "base/io_words.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    LINKS_FOLLOWED = 40, // Linux's own limit, path_resolution(7)
    NAMES_TRIED = 100,
    TEMPORARY_ROOM = 48, // ".hs-" + 16 hex + "-" + up to 10 digits + ".tmp" + NUL
};

static enum hs_status refuse(const char *path, int number, struct hs_error *error)
{
    char unknown[64];
    struct hs_io_words words = hsi_io_writing(number, unknown);
    return hs_fail(error, HS_IO, "%s: cannot be written: %s; %s", hsi_name_shown(path).text,
        words.what, words.remedy);
}

/* 0 or an errno. */
static int write_all(int file, const char *bytes, size_t length)
{
    while (length) {
        // one call takes at most 0x7ffff000 bytes, write(2); a smaller step is portable
        ssize_t put = write(file, bytes, length < 1u << 30 ? length : 1u << 30);
        if (put < 0 && errno != EINTR)
            return errno;
        if (put > 0) {
            bytes += put;
            length -= (size_t)put;
        }
    }
    return 0;
}

static void take(struct hs_buffer *buffer)
{
    struct hs_spill *spill = buffer->spill;
    if (!spill->number && !buffer->failed)
        spill->number = write_all(spill->file, buffer->data, buffer->length);
    buffer->failed |= spill->number != 0;
    buffer->length = 0;
}

struct hs_file_out {
    int file, number; // number: the errno of what failed
};

enum hs_status hsi_file_put(struct hs_file_out *out, uint64_t at, const void *bytes, size_t length, struct hs_error *error)
{
    const char *next = bytes;
    while (length && !out->number) {
        ssize_t put = pwrite(out->file, next, length < 1u << 30 ? length : 1u << 30, (off_t)at);
        if (put < 0 && errno != EINTR)
            out->number = errno;
        if (put > 0) {
            next += put;
            at += (uint64_t)put;
            length -= (size_t)put;
        }
    }
    return out->number ? hs_fail(error, HS_IO, "the file cannot be written") : HS_OK; // hsi_file_fill names it
}

/* What a file is to hold: bytes, or what `make` writes, or what `fill` puts. */
struct content {
    const void *bytes;
    size_t length;
    enum hs_status (*make)(void *user, struct hs_buffer *buffer, struct hs_error *error);
    enum hs_status (*fill)(void *user, struct hs_file_out *file, struct hs_error *error);
    void *user;
    struct hs_error *error;
    enum hs_status status; /* of `make` or `fill` */
};

#define NOT_MADE (-1) // in place of an errno: content->status and its error say what was wrong

/* Returns an errno, or NOT_MADE. */
static int put(int file, struct content *content)
{
    if (content->fill) {
        struct hs_file_out out = {.file = file};
        content->status = content->fill(content->user, &out, content->error);
        return out.number ? out.number : content->status ? NOT_MADE : 0;
    }
    if (!content->make)
        return write_all(file, content->bytes, content->length);
    struct hs_spill spill = {.take = take, .file = file};
    struct hs_buffer buffer = {.spill = &spill};
    content->status = content->make(content->user, &buffer, content->error);
    if (!content->status && buffer.length)
        take(&buffer);
    bool failed = buffer.failed;
    hs_buffer_drop(&buffer);
    if (spill.number)
        return spill.number;
    if (!content->status && failed)
        content->status = hs_fail(content->error, HS_NO_MEMORY, "no memory left to write the file");
    return content->status ? NOT_MADE : 0;
}

/* Length of the folder part of `path`, with its slash; 0 for a bare name. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* `folder` (its first `length` bytes) followed by `name`; malloc'd. */
static char *join(const char *folder, size_t length, const char *name)
{
    size_t tail = strlen(name);
    char *path = malloc(length + tail + 1);
    if (path) {
        memcpy(path, folder, length);
        memcpy(path + length, name, tail + 1);
    }
    return path;
}

/* Follows symbolic links, also one whose target does not exist yet (realpath refuses those).
 * Returns an errno. */
static int follow_links(const char *path, char **target)
{
    char *now = join(path, strlen(path), "");
    for (int i = 0; now && i < LINKS_FOLLOWED; i++) {
        struct stat about;
        if (lstat(now, &about) || !S_ISLNK(about.st_mode)) {
            *target = now;
            return 0;
        }
        char link_text[4096]; // PATH_MAX on Linux
        ssize_t got = readlink(now, link_text, sizeof link_text - 1);
        if (got < 0 || got >= (ssize_t)sizeof link_text - 1) {
            int number = got < 0 ? errno : ENAMETOOLONG;
            free(now);
            return number;
        }
        link_text[got] = '\0';
        char *next = join(now, link_text[0] == '/' ? 0 : folder_length(now), link_text);
        free(now);
        now = next;
    }
    int number = now ? ELOOP : ENOMEM;
    free(now);
    return number;
}

/* Opens a new file beside `target`. Its name does not hold the target's, which may fill all 255
 * bytes itself. Returns an errno. */
static int open_temporary(const char *target, mode_t mode, char **temporary, int *file)
{
    for (unsigned i = 0; i < NAMES_TRIED; i++) {
        struct timespec now = {0};
        clock_gettime(CLOCK_REALTIME, &now);
        uint64_t mix = (uint64_t)now.tv_nsec * 0x9E3779B97F4A7C15u ^ (uint64_t)now.tv_sec << 20;
        char name[TEMPORARY_ROOM];
        snprintf(name, sizeof name, ".hs-%016llx-%ld.tmp", (unsigned long long)(mix + i),
            (long)getpid() % 1000000000);
        char *path = join(target, folder_length(target), name);
        if (!path)
            return ENOMEM;
        int opened = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
        if (opened >= 0) {
            *temporary = path;
            *file = opened;
            return 0;
        }
        int number = errno;
        free(path);
        if (number != EEXIST)
            return number;
    }
    return EEXIST;
}

/* Gives `temporary` the name `target` if nobody has it, without a moment in which a file made by
 * someone else could be lost. Returns an errno. */
static int name_new(const char *temporary, const char *target)
{
    if (link(temporary, target) == 0) {
        unlink(temporary);
        return 0;
    }
    if (errno == EEXIST)
        return EEXIST;
    // no hard links here (FAT, some network folders): reserve the name, then replace the
    // reservation
    int reserved = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (reserved < 0)
        return errno;
    close(reserved);
    if (rename(temporary, target) == 0)
        return 0;
    int number = errno;
    unlink(target);
    return number;
}

/* The new name itself must survive a power cut too; a file system that cannot promise it is no
 * error. */
static void flush_folder(const char *target)
{
    size_t length = folder_length(target);
    char *folder = length ? join(target, length, ".") : join("", 0, ".");
    int opened = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (opened >= 0) {
        fsync(opened);
        close(opened);
    }
    free(folder);
}

/* `before` describes the existing target, or is NULL. Returns an errno, or NOT_MADE. */
static int write_beside(
    const char *target, const struct stat *before, struct content *content, bool overwrite)
{
    char *temporary = NULL;
    int file = -1;
    int number = open_temporary(target, before ? 0600 : 0666, &temporary, &file);
    if (number)
        return number;
    number = put(file, content);
    if (!number && before) {
        // the owner may only be kept by root, and without the owner set-id bits would change their
        // meaning
        if (fchown(file, before->st_uid, before->st_gid))
            errno = 0;
        if (fchmod(file, before->st_mode & 0777))
            number = errno;
    }
    if (!number && fsync(file) && errno != EINVAL && errno != ENOSYS && errno != ENOTSUP)
        number = errno;
    if (close(file) && !number && errno != EINTR)
        number = errno; // network folders report a full disk only here
    if (!number && overwrite)
        number = rename(temporary, target) ? errno : 0;
    else if (!number)
        number = name_new(temporary, target);
    if (number)
        unlink(temporary);
    else
        flush_folder(target);
    free(temporary);
    return number;
}

/* The status that put() and write_beside() stand for. */
static enum hs_status status_of(
    const char *path, int number, const struct content *content, struct hs_error *error)
{
    if (number == NOT_MADE)
        return content->status;
    return number ? refuse(path, number, error) : HS_OK;
}

static enum hs_status write_device(
    const char *path, struct content *content, struct hs_error *error)
{
    int file = hsi_open_at_once(path, O_WRONLY);
    if (file < 0)
        return refuse(path, errno, error);
    enum hs_status status = status_of(path, put(file, content), content, error);
    if (close(file) && !status)
        status = refuse(path, errno, error);
    return status;
}

static enum hs_status refuse_target(
    const char *path, const struct stat *about, bool overwrite, struct hs_error *error)
{
    struct hs_name name = hsi_name_shown(path);
    if (S_ISDIR(about->st_mode))
        return refuse(path, EISDIR, error);
    if (!S_ISREG(about->st_mode))
        return hs_fail(error, HS_IO,
            "%s: cannot be written: it is a disk or a socket; give the name of a file", name.text);
    if (!overwrite)
        return refuse(path, EEXIST, error);
    if (faccessat(AT_FDCWD, path, W_OK,
            AT_EACCESS)) // rename would replace it all the same, against its owner's wish
        return hs_fail(error, HS_IO,
            "%s: cannot be written: the file is write-protected; choose another name or chmod +w "
            "it",
            name.text);
    return HS_OK;
}

static enum hs_status write_content(
    const char *path, bool overwrite, struct content *content, struct hs_error *error)
{
    if (!path || !*path)
        return hs_fail(
            error, HS_BAD_USE, "no file name was given; give one, or - for standard output");
    struct stat about;
    bool exists = stat(path, &about) == 0;
    if (content->fill && (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0 ||
                             (exists && (S_ISCHR(about.st_mode) || S_ISFIFO(about.st_mode)))))
        return hs_fail(error, HS_BAD_USE, "%s: cannot be written: its numbers are not written from front to back; give the name of a file",
            hsi_name_shown(path).text);
    // /dev/stdout may stand for a file that is being appended to: never replace it
    if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0) {
        fflush(stdout); // what was printed before comes first
        return status_of("standard output", put(STDOUT_FILENO, content), content, error);
    }
    errno = 0;
    exists = stat(path, &about) == 0;
    if (!exists && errno != ENOENT)
        return refuse(path, errno, error);
    if (!exists && path[strlen(path) - 1] == '/')
        return refuse(path, EISDIR, error);
    if (exists && (S_ISCHR(about.st_mode) || S_ISFIFO(about.st_mode)))
        return write_device(path, content, error);
    enum hs_status status = exists ? refuse_target(path, &about, overwrite, error) : HS_OK;
    if (status)
        return status;

    char *target;
    int number = follow_links(path, &target);
    if (number)
        return refuse(path, number, error);
    number = write_beside(target, exists ? &about : NULL, content, overwrite);
    free(target);
    return status_of(path, number, content, error);
}

enum hs_status hs_file_write(
    const char *path, const void *bytes, size_t length, bool overwrite, struct hs_error *error)
{
    struct content content = {.bytes = bytes, .length = length};
    return write_content(path, overwrite, &content, error);
}

enum hs_status hs_file_stream(const char *path, bool overwrite,
    enum hs_status (*make)(void *user, struct hs_buffer *buffer, struct hs_error *error), void *user,
    struct hs_error *error)
{
    struct content content = {.make = make, .user = user, .error = error};
    return write_content(path, overwrite, &content, error);
}

enum hs_status hsi_file_fill(const char *path, bool overwrite,
    enum hs_status (*fill)(void *user, struct hs_file_out *file, struct hs_error *error), void *user, struct hs_error *error)
{
    struct content content = {.fill = fill, .user = user, .error = error};
    return write_content(path, overwrite, &content, error);
}
