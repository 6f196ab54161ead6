/* base.h – what only the engine uses of the base library: names for messages, checked sizes, memory, an arena. What the app
 * uses too is in hs_base.h. */
#ifndef HS_BASE_H
#define HS_BASE_H

#include "hs_base.h"

/* A file name fit for a message: a long one keeps its end. `hs_fail(…, "%s: …", hsi_name_shown(path).text)`. */
struct hs_name {
    char text[200];
};
struct hs_name hsi_name_shown(const char *path);

/* *product = a * b (or *sum = a + b); false when it would overflow. */
bool hsi_size_mul(size_t a, size_t b, size_t *product);
bool hsi_size_add(size_t a, size_t b, size_t *sum);

/* The file behind a buffer that does not keep what it was given, and what went wrong with it. */
struct hs_spill {
    /* Hands the buffer's bytes to the file and empties it; the buffer has failed when that fails. */
    void (*take)(struct hs_buffer *buffer);
    int file;
    int number; /* errno of the first failure, 0 */
};
/* Every control character becomes a blank: for texts of files that stand in a line with others. */
void hsi_text_one_line(char *text);

/* 64-byte aligned floats, in huge pages where they pay; not zeroed. NULL when memory ran out. free() it. */
float *hsi_big_floats(size_t floats);
/* A block that was given back, for the next of about its size: the system need not clear its pages again, which for the weights of a
 * long text takes a twentieth of the pass, but may have them when it needs memory. Any thread may ask. */
struct hs_spare {
    _Atomic(float *) block;
};
float *hsi_spare_floats(struct hs_spare *spare, size_t floats, size_t *room); /* room: what the block holds; hsi_spare_return() it */
void hsi_spare_return(struct hs_spare *spare, float *block, size_t room);
void hsi_spare_drop(struct hs_spare *spare);

/* Whether a block of so many bytes can be had without swapping; always true for small ones, or when the system does not tell. */
bool hsi_memory_fits(size_t bytes);
/* How many bytes that are at most; SIZE_MAX when nobody tells. `root` stands before /proc and /sys: "", or a test's folder. */
size_t hsi_memory_room(const char *root);

/* Arena: blocks that grow, everything freed at once. Zero-initialise to start. Returns zeroed memory aligned to 64, or
 * NULL when memory ran out (and stays failed). */
struct hs_arena_block;
struct hs_arena {
    struct hs_arena_block *last;
    bool failed;
};
void *hsi_arena_alloc(struct hs_arena *arena, size_t count, size_t size);
char *hsi_arena_text(struct hs_arena *arena, const char *text, size_t length); /* copy + NUL */
void hsi_arena_drop(struct hs_arena *arena);

#endif
