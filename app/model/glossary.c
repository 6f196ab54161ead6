/* glossary.c – see glossary.h. */
#include <string.h>

#include "model/glossary.h"

static const struct glossary_entry entries[] = {
    {"token", "A word, a sign or a piece of a word: one row and one column of each matrix. Equal tokens carry a number, “the (2)”."},
    {"query", "The token that attends: a row. Its vector Q = X W^Q says what it looks for."},
    {"key", "The token that is attended to: a column. Its vector K = X W^K says what it offers."},
    {"value", "What a key hands over when it is attended to: V = X W^V, mixed by the attention weights of the row."},
    {"score", "How well a query fits a key: S = q · k / √d_k, any number. Only differences within a row count."},
    {"softmax", "Makes a row of scores into weights from 0 to 1 that sum to 1: e^S divided by the sum of e^S over the row."},
    {"attention weight", "The share of a row that a query gives to a key. It says where a head looks, not why, nor how much the key matters "
                         "for what the model does."},
    {"head", "One of h softmaxes side by side, each with its own slice of W^Q, W^K and W^V. Head i works in columns (i − 1) d_k + 1 to i d_k."},
    {"d_model", "How many numbers a token has at the input and the output of attention; 512 in the built-in model."},
    {"d_k", "How many of the dimensions each head gets: d_model / h. More heads, fewer dimensions for each."},
    {"mask", "Which keys a query may not see. Causal: those after it. A masked key takes no part in the softmax; that is hatched, and is "
             "not the same as a small weight."},
    {"entropy", "How evenly a row spreads its weight, −Σ a ln a: 0 when one key gets all, ln n when n keys get the same. Beside the mean "
                "over rows stands how many rows are almost even: a head that works in one row only has a large mean, and is not idle."},
    {"W^O", "The matrix that mixes the heads’ rows, side by side (concat), into the output row."},
    {"a·‖v‖", "A weight times the length of the value that it moves; with W^O: of what reaches the output (Kobayashi et al. 2020). A large "
              "weight on a short value does little."},
    {"margin", "By how much a head finds a relation more often than the best fixed offset does, in points. A name after a relation needs 10 points, 20 links "
               "and five sentences (after Voita et al. 2019)."},
    {"unclear", "What is said of a head that passes no rule of a name: it finds no relation clearly more often than the best fixed offset does."},
    {"uniform", "A head that gives about the same weight to every key, in almost every row."},
    {"nats", "The unit of entropy and loss with natural logarithms: ln 2 = 0.69 nats are one bit."},
    {"loss", "How surprised a model is by the true answer: −ln of the probability that it gives to it, the mean over all questions (cross-entropy)."},
    {"seed", "The number that random weights and sentences of a run are made from: the same seed, the same run, to the bit."},
    {"rate", "The learning rate: how far the weights go at each step (of Adam). Too large, and nothing is learnt."},
    {"moment", "One of the states of a training run that are kept: its weights, and what they were measured to do."},
};
#define COUNT (sizeof entries / sizeof *entries)

const struct glossary_entry *glossary_at(size_t index)
{
    return index < COUNT ? &entries[index] : NULL;
}

size_t glossary_find(const char *word)
{
    size_t index = 0;
    while (index < COUNT && strcmp(entries[index].word, word) != 0)
        index++;
    return index;
}
