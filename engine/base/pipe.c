/* pipe.c – see pipe.h. Linux tells a pipe without writers (read() gives 0) from one whose writer is
 * silent (EAGAIN), pipe(7). */
#include "base/pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

enum { STEP_MS = 20 };

static void wait_step(void)
{
    nanosleep(&(struct timespec){0, STEP_MS * 1000000L}, NULL);
}

/* 0 or ETIMEDOUT. */
static int wait_for(int file, short events)
{
    struct pollfd look = {file, events, 0};
    int ready;
    do
        ready = poll(&look, 1, HS_PIPE_SILENT_MS);
    while (ready < 0 && errno == EINTR);
    return ready > 0 ? 0 : ETIMEDOUT;
}

ssize_t hs_pipe_read(int file, void *bytes, size_t room, bool first)
{
    for (int waited = 0;;) {
        ssize_t got = read(file, bytes, room);
        if (got > 0 || (got == 0 && !first))
            return got;
        if (got == 0) {
            if ((waited += STEP_MS) > HS_PIPE_OPEN_MS) {
                errno = ENXIO;
                return -1;
            }
            wait_step();
        } else if (errno == EAGAIN) {
            int number = wait_for(file, POLLIN);
            if (number) {
                errno = number;
                return -1;
            }
        } else if (errno != EINTR) {
            return -1;
        }
    }
}

int hs_pipe_open_writing(const char *path)
{
    for (int waited = 0;; waited += STEP_MS) {
        int file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
        if (file >= 0 || errno != ENXIO || waited >= HS_PIPE_OPEN_MS)
            return file;
        wait_step();
    }
}

int hs_pipe_room(int file)
{
    return wait_for(file, POLLOUT);
}
