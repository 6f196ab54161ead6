/* dump_describe.h – what a file's metadata says of a part: its kind, mask, tokens and segments,
 * all checked against its shape. Called once for each part, by dump_open.c. */
#ifndef HS_SOURCES_DUMP_DESCRIBE_H
#define HS_SOURCES_DUMP_DESCRIBE_H

#include "sources/dump.h"

enum hs_status hsi_dump_describe(
    struct dump *dump, struct dump_part *part, struct hs_error *error);

/* A list, or one for each batch item, of `wanted` texts, or numbers 0 and 1, under `key`. */
enum hs_status hsi_dump_check_lists(const struct dump *dump, const struct dump_part *part,
    const struct hs_json *list, const char *key, bool texts, size_t wanted, struct hs_error *error);

#endif
