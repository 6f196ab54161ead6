/* pipe.c – see pipe.h. */
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
