/* pipe.h – named pipes, whose other end may never come: a plain open() would wait for ever, and a
 * window with it. Used by file_read.c and file_write.c; files opened here are non-blocking. */
#ifndef HS_BASE_PIPE_H
#define HS_BASE_PIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define HS_PIPE_OPEN_MS 3000    /* until someone is at the other end: a shell starts both at once */
#define HS_PIPE_SILENT_MS 30000 /* until the next byte moves, when someone is */

/* Like read(); `first`: nothing came yet, so that the end of the file means that nobody writes. -1
 * with ENXIO when nobody came, ETIMEDOUT when nothing did. */
ssize_t hs_pipe_read(int file, void *bytes, size_t room, bool first);
/* Opens for writing. -1 with ENXIO when nobody came to read. */
int hs_pipe_open_writing(const char *path);
/* After EAGAIN of a write: until there is room again. 0 or ETIMEDOUT. */
int hs_pipe_room(int file);

#endif
