/* fonts_cache.c – the bounded cache of measured and rendered chunks. Called by fonts.c only.
 * A hash table of chains plus a list in order of use. Everything counts against the bound: entry,
 * key and pixels; the least recently used go first, and the entry in hand never goes. */
#include "canvas/fonts_private.h"

#include <stdlib.h>
#include <string.h>

struct node {
    struct text_entry entry; /* first: a text_entry is its node */
    struct node *next_in_slot, *newer, *older;
    uint64_t hash;
    size_t bytes;
    size_t length;
    int em72;
    uint8_t face;
    char text[];
};

enum { SLOTS = 8192 };

struct text_cache {
    struct node *slot[SLOTS];
    struct node *newest, *oldest;
    size_t bytes, limit;
};

struct text_cache *text_cache_new(size_t limit)
{
    struct text_cache *cache = calloc(1, sizeof *cache);
    if (cache)
        cache->limit = limit;
    return cache;
}

static void unlink_use(struct text_cache *cache, struct node *node)
{
    *(node->newer ? &node->newer->older : &cache->newest) = node->older;
    *(node->older ? &node->older->newer : &cache->oldest) = node->newer;
}

static void link_newest(struct text_cache *cache, struct node *node)
{
    node->newer = NULL;
    node->older = cache->newest;
    *(cache->newest ? &cache->newest->newer : &cache->oldest) = node;
    cache->newest = node;
}

static void forget(struct text_cache *cache, struct node *node)
{
    struct node **at = &cache->slot[node->hash % SLOTS];
    while (*at != node)
        at = &(*at)->next_in_slot;
    *at = node->next_in_slot;
    unlink_use(cache, node);
    cache->bytes -= node->bytes;
    free(node->entry.image.alpha);
    free(node->entry.image.argb);
    free(node);
}

static void shrink(struct text_cache *cache, const struct node *keep)
{
    while (cache->bytes > cache->limit && cache->oldest && cache->oldest != keep)
        forget(cache, cache->oldest);
}

void text_cache_drop(struct text_cache *cache)
{
    if (!cache)
        return;
    while (cache->oldest)
        forget(cache, cache->oldest);
    free(cache);
}

static uint64_t hash_key(enum face face, int em72, const char *text, size_t length)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a, 64 bit */
    hash = (hash ^ (uint64_t)face) * 1099511628211u;
    hash = (hash ^ (uint64_t)(unsigned)em72) * 1099511628211u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
    return hash;
}

struct text_entry *text_cache_find(struct text_cache *cache, enum face face, int em72,
    const char *text, size_t length, bool *fresh)
{
    uint64_t hash = hash_key(face, em72, text, length);
    struct node **slot = &cache->slot[hash % SLOTS];
    *fresh = false;
    for (struct node *node = *slot; node; node = node->next_in_slot) {
        if (node->hash == hash && node->length == length && node->em72 == em72 &&
            node->face == face && memcmp(node->text, text, length) == 0) {
            if (node != cache->newest) {
                unlink_use(cache, node);
                link_newest(cache, node);
            }
            return &node->entry;
        }
    }
    struct node *node = calloc(1, sizeof *node + length);
    if (!node)
        return NULL;
    node->hash = hash;
    node->length = length;
    node->em72 = em72;
    node->face = (uint8_t)face;
    memcpy(node->text, text, length);
    node->bytes = sizeof *node + length;
    node->entry.fit_width = -1;
    node->next_in_slot = *slot;
    *slot = node;
    link_newest(cache, node);
    cache->bytes += node->bytes;
    shrink(cache, node);
    *fresh = true;
    return &node->entry;
}

void text_cache_grown(struct text_cache *cache, struct text_entry *entry)
{
    struct node *node = (struct node *)entry;
    size_t pixels = (size_t)entry->image.width * (size_t)entry->image.height;
    size_t bytes = sizeof *node + node->length + (entry->image.alpha ? pixels : 0) +
                   (entry->image.argb ? pixels * sizeof(uint32_t) : 0);
    cache->bytes += bytes - node->bytes;
    node->bytes = bytes;
    shrink(cache, node);
}

size_t text_cache_bytes(const struct text_cache *cache)
{
    return cache->bytes;
}
