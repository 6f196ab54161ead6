/* lines.h – how the Lines view draws a head's links, so that heads are told apart. */
#ifndef HEADSCOPE_VIEWS_LINES_H
#define HEADSCOPE_VIEWS_LINES_H

#include "views/view.h"

struct line_style {
    size_t hue;  /* of theme->head_hue */
    float dash;  /* px of ink, gaps of half of that; 0 = whole */
    bool twice;  /* a double line */
};
/* The same in every picture and theme; no two of the first 80 heads have the same. */
struct line_style line_style(size_t head);

#endif
