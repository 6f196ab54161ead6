/* check_said.h – every message that a test provokes is known whole, though the test asks for a part of it only: the lines of
 * said/TEST.txt are all that may be said. With HS_SAID=update the file is written anew, to be read. Folders of this checkout are
 * written as SOURCE and BUILD, and the end of a temporary one's name is left out. Part of check.h. */
#ifndef HS_TESTS_CHECK_SAID_H
#define HS_TESTS_CHECK_SAID_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *said_list; /* lines, each once, in the order in which they were said */

static inline bool said_has(const char *list, const char *line)
{
    size_t length = strlen(line);
    for (const char *at = list; at && (at = strstr(at, line)); at++)
        if ((at == list || at[-1] == '\n') && at[length] == '\n')
            return true;
    return false;
}

/* Text with one folder's name exchanged. In a block of its own. */
static inline char *said_without(char *text, const char *folder, const char *word)
{
    for (char *at; text && (at = strstr(text, folder));) {
        char *next = malloc(strlen(text) + strlen(word) + 1);
        if (next)
            sprintf(next, "%.*s%s%s", (int)(at - text), text, word, at + strlen(folder));
        free(text);
        text = next;
    }
    return text;
}

/* What is not the same in every run is: /tmp/hs-read-a1b2c3 is /tmp/hs-read-XXXXXX, and an open file has the number N. */
static inline char *said_alike(const char *message)
{
    char *line = said_without(said_without(strdup(message), HS_BINARY_DIR, "BUILD"), HS_SOURCE_DIR, "SOURCE");
    for (char *at = line; at && (at = strstr(at, "/tmp/hs-")); at++) {
        char *end = strchr(at + strlen("/tmp/hs-"), '-');
        if (end && strlen(end) > 6)
            memset(end + 1, 'X', 6);
    }
    for (char *at = line; at && (at = strstr(at, "/fd/")) && at[4];) {
        at += strlen("/fd/");
        size_t digits = strspn(at, "0123456789");
        *at = 'N';
        memmove(at + 1, at + (digits ? digits : 1), strlen(at + (digits ? digits : 1)) + 1);
    }
    return line;
}

/* Whether a message holds the part; keeps the message. */
static inline bool tells(const char *message, const char *part)
{
    char *line = said_alike(message);
    if (line && message[0] && !said_has(said_list, line)) {
        size_t kept = said_list ? strlen(said_list) : 0;
        char *list = realloc(said_list, kept + strlen(line) + 2);
        if (list)
            sprintf(list + kept, "%s\n", line);
        said_list = list ? list : said_list;
    }
    free(line);
    return strstr(message, part) != NULL;
}

/* How many messages the file of a test, whose source is `source`, does not know. */
static inline int said_unknown(const char *source)
{
    char path[1024], *known = calloc(1, 1);
    const char *name = strrchr(source, '/');
    int length = (int)strcspn(name ? name + 1 : source, "."), unknown = 0;
    snprintf(path, sizeof path, HS_SOURCE_DIR "/tests/unit/said/%.*s.txt", length, name ? name + 1 : source);
    bool update = getenv("HS_SAID") && strcmp(getenv("HS_SAID"), "update") == 0;
    FILE *file = said_list ? fopen(path, update ? "w" : "r") : NULL;
    if (file && update) {
        fputs(said_list, file);
    } else if (file && fseek(file, 0, SEEK_END) == 0) {
        long size = ftell(file);
        rewind(file);
        known = realloc(known, (size_t)size + 1);
        known[fread(known, 1, (size_t)size, file)] = '\0';
    }
    if (file)
        fclose(file);
    for (char *line = said_list, *end; line && !update && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        if (!said_has(known, line)) {
            fprintf(stderr, "%s does not know: %s\n", path, line);
            unknown++;
        }
    }
    free(known);
    free(said_list);
    said_list = NULL;
    return unknown;
}

#endif
