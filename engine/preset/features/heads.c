/* heads.c – which head of the preset was trained for which relation: for the trainer and for whoever judges the result. */
#include "hs_relation.h"

size_t hs_relation_head(enum hs_relation relation)
{
    static const uint8_t head[HS_RELATION_COUNT] = {[HS_SUBJ] = 0,
        [HS_OBJ] = 1,
        [HS_LOCT] = 2,
        [HS_ANA] = 3,
        [HS_REL] = 3,
        [HS_MOD] = 4,
        [HS_POBJ] = 5,
        [HS_AUX] = 6,
        [HS_PREV] = 7};
    return (unsigned)relation < HS_RELATION_COUNT ? head[relation] : 0;
}
