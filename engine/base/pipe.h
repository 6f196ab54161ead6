/* pipe.h – writing into named pipes, whose reader may never come: a plain open() would wait for
 * ever. Used by file_write.c; files opened here are non-blocking. (Reading refuses named pipes,
 * file_read.c.) */
#ifndef HS_BASE_PIPE_H
#define HS_BASE_PIPE_H

#define HS_PIPE_OPEN_MS 3000    /* until someone is at the other end: a shell starts both at once */
#define HS_PIPE_SILENT_MS 30000 /* until the next byte moves, when someone is */

/* Opens for writing. -1 with ENXIO when nobody came to read. */
int hs_pipe_open_writing(const char *path);
/* After EAGAIN of a write: until there is room again. 0 or ETIMEDOUT. */
int hs_pipe_room(int file);

#endif
