/* io_words.c – see io_words.h. */
#include "base/io_words.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

struct row {
    int number;
    struct hs_io_words words;
};

static const struct row both_rows[] = {
    {ENAMETOOLONG, {"the name is too long for the file system", "give a shorter name"}},
    {ENOTDIR, {"a part of its path is a file, not a folder", "check the path"}},
    {ELOOP, {"its symbolic links lead in a circle", "mend or remove the link"}},
    {EMFILE, {"this program has too many files open", "close some and try again"}},
    {ENFILE, {"the system has too many files open", "close some programs and try again"}},
    {EIO, {"the device reported an error", "check the disk, then try again"}},
    {ENOMEM, {"memory ran out", "close some programs and try again"}},
    {EBADF, {"it is closed", "open it, or give a file"}},
    {ESTALE, {"the network folder is gone", "connect it again"}},
};

static const struct row reading_rows[] = {
    {ENOENT, {"there is no such file", "check the name and the folder"}},
    {EACCES, {"you may not read it", "ask for read permission (chmod +r) or copy it"}},
    {EPERM, {"you may not read it", "ask for read permission (chmod +r) or copy it"}},
    {EISDIR, {"it is a folder", "give a file in it"}},
    {ENXIO, {"it is a socket or a missing device", "give a file"}},
};

static const struct row writing_rows[] = {
    {ENOENT, {"the folder does not exist", "create it or choose another"}},
    {EACCES, {"you may not write in this folder", "choose another or change its permissions"}},
    {EPERM, {"you may not write here", "choose another folder or change its permissions"}},
    {EROFS, {"the file system is read-only", "choose another folder"}},
    {ENOSPC, {"the disk is full", "free some space or choose another place"}},
    {EDQUOT, {"your disk quota is used up", "free some space or choose another place"}},
    {EFBIG, {"the file would be too large for the file system", "choose another place"}},
    {EISDIR, {"it is a folder", "give the name of a file"}},
    {EEXIST, {"it exists already", "choose another name or allow overwriting"}},
    {EPIPE, {"the program that was to read it has gone", "run it again"}},
    {ENXIO, {"nobody reads from this pipe", "start the reader first, or give a file"}},
    {ETXTBSY, {"it is a program that is running", "choose another name"}},
};

static const struct hs_io_words *find(const struct row *rows, size_t count, int number)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].number == number)
            return &rows[i].words;
    return NULL;
}

static struct hs_io_words words(const struct row *rows, size_t count, int number, char unknown[64])
{
    const struct hs_io_words *found = find(rows, count, number);
    if (!found)
        found = find(both_rows, sizeof both_rows / sizeof *both_rows, number);
    if (found)
        return *found;
    snprintf(unknown, 64, "the system refused with error number %d", number);
    return (struct hs_io_words){unknown, "try another file or folder"};
}

struct hs_io_words hsi_io_reading(int number, char unknown[64])
{
    return words(reading_rows, sizeof reading_rows / sizeof *reading_rows, number, unknown);
}

struct hs_io_words hsi_io_writing(int number, char unknown[64])
{
    return words(writing_rows, sizeof writing_rows / sizeof *writing_rows, number, unknown);
}

int hsi_open_at_once(const char *path, int mode)
{
    int file = open(path, mode | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    int flags = file < 0 ? -1 : fcntl(file, F_GETFL);
    if (flags >= 0)
        fcntl(file, F_SETFL, flags & ~O_NONBLOCK);
    return file;
}
