/* help.h – the help overlay: every key, from the same table that the keyboard is read with; what the model is; the words. */
#ifndef HEADSCOPE_HELP_H
#define HEADSCOPE_HELP_H

#include "views/view.h"

void help_draw(struct view_context *view, struct rect area);
/* help_pages.c: the pages about the model and the words. */
void help_page_draw(struct view_context *view, struct rect area);

/* Accuracy at h = 8 in per cent, on UD English dev and on our own sentences: the table of assets/doc/model.md, which a test compares. */
#define ABOUT_SUBJ "94.0"
#define ABOUT_OBJ "92.1"
#define ABOUT_LOCT "86.9"
#define ABOUT_ANA "82.1"
#define ABOUT_OWN_SUBJ "98.6"
#define ABOUT_OWN_OBJ "98.6"
#define ABOUT_OWN_LOCT "100"
#define ABOUT_OWN_ANA "93.4"

#endif
