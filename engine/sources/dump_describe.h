/* dump_describe.h – what a file's metadata says of a part: its kind, mask, tokens and segments,
 * all checked against its shape. Called once for each part, by dump_open.c. */
#ifndef HS_SOURCES_DUMP_DESCRIBE_H
#define HS_SOURCES_DUMP_DESCRIBE_H

#include "sources/dump.h"

enum hs_status hs_dump_describe(
    struct dump *dump, struct dump_part *part, struct hs_error *error);

#endif
