/* glossary.h – the words of the window, explained: tooltips where they stand, and a page of Help. */
#ifndef HEADSCOPE_GLOSSARY_H
#define HEADSCOPE_GLOSSARY_H

#include <stddef.h>

struct glossary_entry {
    const char *word, *meaning;
};
/* In the order of the page; NULL past the last. */
const struct glossary_entry *glossary_at(size_t index);
/* Its index; that past the last when there is none. */
size_t glossary_find(const char *word);

#endif
