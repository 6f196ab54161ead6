/* view_word.c – a word of a view, explained where it stands; see view.h. */
#include <stdio.h>

#include "model/glossary.h"
#include "views/view.h"

void view_word(struct view_context *view, struct rect area, const char *word)
{
    size_t index = glossary_find(word);
    const struct glossary_entry *entry = glossary_at(index);
    char id[48], tip[600];
    if (view->page || !entry)
        return;
    snprintf(id, sizeof id, "word %s", word);
    snprintf(tip, sizeof tip, "%s: %s", entry->word, entry->meaning);
    if (ui_area(view->ui, id, area, false, id).clicked)
        actions_push(view->actions, (struct action){.kind = ACT_HELP, .number = HELP_WORDS, .k = index});
    ui_tooltip(view->ui, area, tip);
}
