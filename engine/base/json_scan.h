/* json_scan.h – the strict half of reading JSON: the grammar of RFC 8259, checked before cJSON
 * builds a tree. Private to base/json.c. Without recursion, so that depth costs nothing. */
#ifndef HS_BASE_JSON_SCAN_H
#define HS_BASE_JSON_SCAN_H

#include <stddef.h>

/* What a scan found. `problem` is NULL when the text is one valid JSON value. */
struct hsi_json_scan {
    const char *problem; /* "expected a value", says what was expected there */
    size_t at;           /* byte offset of the problem */
    size_t depth, nodes; /* deepest nesting, number of values */
    size_t key_at;       /* where the key asked for begins */
};
#define HS_JSON_NO_KEY ((size_t)-1)

/* `want_key` is the number (from 0, in text order) of a key whose place is wanted, or
 * HS_JSON_NO_KEY. Stops at `depth_limit` and `node_limit`. `bytes` must be valid UTF-8. */
struct hsi_json_scan hsi_json_scan(
    const char *bytes, size_t length, size_t depth_limit, size_t node_limit, size_t want_key);

#endif
