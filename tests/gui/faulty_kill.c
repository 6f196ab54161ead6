/* faulty_kill.c – see faulty.h: the steps of writing a file, before any of which the process may
 * die as by kill -9. */
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int __real_open(const char *, int, ...);
int __wrap_open(const char *, int, ...);
ssize_t __real_write(int, const void *, size_t);
ssize_t __wrap_write(int, const void *, size_t);
int __real_fsync(int);
int __wrap_fsync(int);
int __real_fchown(int, uid_t, gid_t);
int __wrap_fchown(int, uid_t, gid_t);
int __real_fchmod(int, mode_t);
int __wrap_fchmod(int, mode_t);
int __real_rename(const char *, const char *);
int __wrap_rename(const char *, const char *);
int __real_link(const char *, const char *);
int __wrap_link(const char *, const char *);
int __real_unlink(const char *);
int __wrap_unlink(const char *);

static void step(void)
{
    static long steps;
    const char *kill_at = getenv("HS_KILL_AT");
    if (kill_at && ++steps == atol(kill_at))
        kill(getpid(), SIGKILL);
}

int __wrap_open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    if (flags & (O_WRONLY | O_RDWR))
        step();
    return __real_open(path, flags, mode);
}

/* In pieces, as a full pipe or disk would take them, so that there are moments with half a file. */
ssize_t __wrap_write(int file, const void *bytes, size_t length)
{
    step();
    if (getenv("HS_KILL_AT") && length > 64)
        length /= 2;
    return __real_write(file, bytes, length);
}

int __wrap_fsync(int file)
{
    step();
    return __real_fsync(file);
}

int __wrap_fchown(int file, uid_t user, gid_t group)
{
    step();
    return __real_fchown(file, user, group);
}

int __wrap_fchmod(int file, mode_t mode)
{
    step();
    return __real_fchmod(file, mode);
}

int __wrap_rename(const char *from, const char *to)
{
    step();
    return __real_rename(from, to);
}

int __wrap_link(const char *from, const char *to)
{
    step();
    return __real_link(from, to);
}

int __wrap_unlink(const char *path)
{
    step();
    return __real_unlink(path);
}
