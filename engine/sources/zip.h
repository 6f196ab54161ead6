/* zip.h – the members of a ZIP archive, as numpy.savez writes them: stored or deflated, also ZIP64. Nothing of
 * the file is believed. Used by dump_numpy.c. */
#ifndef HS_SOURCES_ZIP_H
#define HS_SOURCES_ZIP_H

#include "sources/dump.h"

#define ZIP_MAGIC "PK\3\4"
#define ZIP_MEMBERS 4096u                /* in one file */
#define ZIP_INFLATED ((uint64_t)1 << 30) /* bytes in memory of all members of a file together */

struct zip_member {
    const char *name;      /* kept by the dump */
    uint64_t begin;        /* of its bytes in the file */
    uint64_t packed, size; /* bytes in the file, and of what they stand for: equal when it is stored */
    uint32_t crc;
    bool deflated;
};
/* free() *member. */
enum hs_status hsi_zip_list(struct dump *dump, struct zip_member **member, size_t *count, struct hs_error *error);
/* The bytes of a member, in memory of the dump; `left` is what may still be taken, and is reduced. */
enum hs_status hsi_zip_read(struct dump *dump, const struct zip_member *member, uint64_t *left, const uint8_t **bytes,
    struct hs_error *error);

#endif
