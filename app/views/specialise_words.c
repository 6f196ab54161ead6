/* specialise_words.c – names in the Specialise view: relations, baselines, heads. */
#include "views/specialise.h"

const char *specialise_baseline(enum hs_baseline baseline)
{
    static const char *const names[] = {"best offset", "uniform", "random weights"};
    return names[baseline];
}

void specialise_name(const struct app *app, size_t index, char *name, size_t room)
{
    app_score_head_name(app, index, name, room);
    name[0] = (char)(name[0] - ('a' <= name[0] && name[0] <= 'z' ? 'a' - 'A' : 0));
}

double specialise_share(const struct hs_relation_score *score)
{
    return score->eligible ? (double)score->hits / (double)score->eligible : 0;
}
