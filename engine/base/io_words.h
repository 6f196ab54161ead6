/* io_words.h – what the system's error numbers mean to the person at the keyboard, with what to do
 * about it. Used by reading and writing files. Own words, because strerror's depend on the language
 * and name no remedy. */
#ifndef HS_BASE_IO_WORDS_H
#define HS_BASE_IO_WORDS_H

#include <stddef.h>

struct hs_io_words {
    const char *what; /* "there is no such file" */
    const char *remedy;
};
/* For an errno met while reading, or while writing. `unknown` holds the number when there are no
 * words for it. */
struct hs_io_words hsi_io_reading(int number, char unknown[64]);
struct hs_io_words hsi_io_writing(int number, char unknown[64]);

/* open() for O_RDONLY or O_WRONLY that waits for nobody: to write into a pipe that nobody reads is refused (ENXIO). What
 * is read or written then waits as usual. */
int hsi_open_at_once(const char *path, int mode);

#endif
