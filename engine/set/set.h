/* set.h – the inside of an attention set, for the sources that make one and the statistics beside
 * it. A source fills the struct once (hsi_set_make) and never writes it again; the parts it hands
 * over are dropped with the set. */
#ifndef HS_SET_SET_H
#define HS_SET_SET_H

#include "hs_study.h"
#include "base/base.h"

struct hs_set {
    _Atomic size_t owners;
    struct hs_set_shape shape;
    char source[256];
    unsigned can; /* HS_CAN_… of where it is from */
    bool cut; /* rows are parts of rows: their entropy is that of their share */
    enum hs_values values;
    bool as_value; /* an output lens whose W^O changed no length */
    char note[640];
    bool *cell_masked;           /* (n, m) owned, or NULL: masks of single cells (differences) */
    struct hs_tokens *tokens[2]; /* by enum hs_side; the same pointer in self-attention; owned */
    size_t *occurrence[2]; /* (n), (m): 1-based count of equal tokens up to here; 0 = the token is
                              unique */
    struct hs_token_info *info; /* (n) owned, or NULL */
    uint8_t *head_mode;         /* (L, h) owned, or NULL = all on */
    uint8_t *key_padding;       /* (m) owned, or NULL = none hidden */
    struct hs_set *base;        /* of a set of one layer of another: kept, and the owner of all above */
    size_t base_layer;

    /* Where the numbers are. `weights` must give an (n, m) matrix; `plane` may be NULL. `data` is
     * the source's own and is released by `release`. */
    void *data;
    struct hs_matrix (*weights)(const struct hs_set *set, size_t layer, size_t head);
    struct hs_matrix (*plane)(
        const struct hs_set *set, enum hs_plane plane, size_t layer, size_t head);
    /* What a head of the model was made for, which has `h` heads in a layer; NULL = nobody says. */
    void (*head_label)(size_t h, size_t layer, size_t head, char *label, size_t room);
    void (*release)(void *data);
    void (*trim)(void *data); /* hs_set_trim(), or NULL */
};

/* Allocates a set with one owner and takes `parts`' pointers over on success only. Builds the
 * occurrence tables. */
enum hs_status hsi_set_make(const struct hs_set *parts, struct hs_set **set, struct hs_error *error);

/* What Q K^T is multiplied with before the softmax: shape.scale, else 1 / sqrt(d_k). */
double hsi_set_scale(const struct hs_set *set);

/* The next keys in a row that query q may see: moves *first (<= m) to the first of them that is not
 * before it and returns the end of the run; no key is left when the two are equal. Loops over the
 * cells of a row go run by run, which is all of them at once where nothing is hidden:
 *     for (size_t k = 0, end; (end = hsi_set_run(set, q, &k)) > k; k = end) */
size_t hsi_set_run(const struct hs_set *set, size_t q, size_t *first);

/* Statistics over the rows of several sets, one head of each: begin with zeros, add, end (which frees). */
struct hs_stats_share {
    double sum;
    size_t rows; /* that have such a key */
};
struct hs_stats_sum {
    struct hs_head_stats stats; /* sums, but `largest` and its place */
    struct hs_stats_share self, previous, next, first;
    long *offset; /* (stats.rows) of the rows' maxima */
    size_t room;
};
void hsi_stats_add(struct hs_stats_sum *sum, const struct hs_set *set, size_t layer, size_t head);
void hsi_stats_end(struct hs_stats_sum *sum, struct hs_head_stats *stats);

#endif
