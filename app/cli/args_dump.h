/* args_dump.h – the part of the command line that says what of an attention file is shown. Parsed
 * by args.c's table, turned into actions here. */
#ifndef HEADSCOPE_ARGS_DUMP_H
#define HEADSCOPE_ARGS_DUMP_H

#include "model/app.h"

struct args_dump { /* numbers as the user counts; NULL and -1 = not given */
    long attention, item, layer, pieces, pair, layers;
    const char *stats_path, *minus_file, *dump_path;
    bool all_items;
};
#define ARGS_DUMP_NONE                                                                             \
    {                                                                                              \
        .attention = -1, .item = -1, .layer = -1, .pieces = -1, .pair = -1, .layers = -1           \
    }

/* Before the look, after files are open. */
enum hs_status args_dump_apply(
    struct app *app, const struct args_dump *args, struct hs_error *error);
/* --stats: statistics of all heads as CSV. */
enum hs_status args_dump_stats(
    struct app *app, const struct args_dump *args, bool overwrite, struct hs_error *error);
/* --evaluate with an attention file: for each relation the head with most hits, one line. Needs
 * neither fonts nor a picture. */
enum hs_status args_dump_evaluate(const char *path, const char *annotated_path,
    const struct args_dump *args, long base, struct hs_error *error);

/* --dump: the attention of `text`, or, where that is NULL, of all sentences of the files, of the model in folder `model`. Says how far
 * it is on standard error, where that is a terminal. Needs neither fonts nor a picture. */
enum hs_status args_dump_write(const char *model, const char *text, const char *const *files, size_t file_count,
    const struct args_dump *args, bool overwrite, struct hs_error *error);

/* Their lines of --help. */
#define ARGS_DUMP_HELP                                                                             \
    "Attention of any model, from a FILE that ends in .safetensors or .npy\n"                      \
    "  --attention K       which one of the file: self, encoder, decoder or cross\n"               \
    "  --item N            item of the batch\n"                                                    \
    "  --all-items         figures over the rows of all items: --stats, and --view layers\n"       \
    "  --layer N           the layer whose heads are shown; with --head one head of it\n"          \
    "  --pieces P          readable, raw, or words (pieces merged)\n"                              \
    "  --pair P            of two sentences: all, A-A, A-B, B-A or B-B\n"                          \
    "  --layers L          the layers view as map or table\n"                                      \
    "  --minus-file FILE   every head minus the one in its place of this other file\n"             \
    "  --evaluate FILE     with it: the best head for each relation of annotated sentences "       \
    "whose\n"                                                                                      \
    "                      words the file holds\n"                                                 \
    "  --dump OUT          of a model: write the attention of all layers for the text, or each sentence of a file, to OUT.safetensors\n" \
    "  --stats OUT         write every head's statistics as CSV; - is standard output\n"           \
    "\n"

#endif
