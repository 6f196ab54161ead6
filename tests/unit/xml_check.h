/* xml_check.h – is this text well-formed XML? Small, strict, for what our SVG writer may produce. */
#ifndef HS_TESTS_XML_CHECK_H
#define HS_TESTS_XML_CHECK_H

#include <stdbool.h>
#include <stddef.h>

/* Elements balance, attributes are quoted and unique, entities are known, no stray `<` or `&`,
 * UTF-8 and XML characters only. On failure *message says what and *at where. */
bool xml_well_formed(const char *text, size_t length, const char **message, size_t *at);

#endif
