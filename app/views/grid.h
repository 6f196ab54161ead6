/* grid.h – the matrix in one tile of the grid, for whoever must know where its cells lie. */
#ifndef HEADSCOPE_GRID_H
#define HEADSCOPE_GRID_H

#include "views/grid_layout.h"
#include "views/matrix.h"

/* The grid of the set that is shown. */
struct grid_layout grid_of(const struct app *app, struct rect area);
/* The head at its place in the order that the grid is sorted by. */
struct matrix_box grid_matrix(const struct app *app, const struct grid_layout *grid, size_t head);

#endif
