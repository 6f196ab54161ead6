/* checkpoint_source.c – the row of real models: a Hugging Face folder that runs any text, all layers and heads of it. See source.h;
 * the model is checkpoint/'s, the pieces are tokenizer/'s. The last pass is kept, so that a causal model which sees the same text
 * grow calculates only what is new. */
#include "sources/checkpoint_set.h"
#include "sources/checkpoint_write.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* All that decides a pass. */
struct pass_wish {
    size_t n;
    uint32_t *ids, *types; /* (n) */
    uint8_t *keep;         /* (layers) whose planes */
    uint8_t *mode;         /* (layers, heads), or NULL */
    bool typed;            /* some type is not 0 */
    bool planes;           /* some layer is kept */
};

struct checkpoint_source {
    struct hs_source source;
    struct hs_checkpoint *model;
    struct hs_tokenizer *tokenizer;
    struct hs_part part;
    enum dump_scheme scheme;
    char label[200], name[100];
    float *weights; /* of one layer, as hs_source_weights() gives them */
    size_t weights_layer;
    atomic_uint before;   /* passes that one behind gives way to */
    pthread_mutex_t lock; /* of what follows */
    struct hs_forward *last;
    struct pass_wish last_wish; /* what it was run with */
};

static struct checkpoint_source *of(const struct hs_source *source)
{
    return (struct checkpoint_source *)(uintptr_t)source;
}

static int checkpoint_knows(const struct hs_look *look)
{
    char path[4096];
    if (look->folder)
        return hsi_look_holds(look, "config.json") ? 90 : 0;
    const char *slash = strrchr(look->path, '/');
    const char *file = slash ? slash + 1 : look->path;
    static const char *const files[] = {"config.json", "model.safetensors", "model.safetensors.index.json", "tokenizer.json", "vocab.txt",
        "vocab.json", "merges.txt", "tokenizer_config.json", "special_tokens_map.json", "pytorch_model.bin"};
    if (slash && snprintf(path, sizeof path, "%.*s", (int)(slash - look->path), look->path) >= (int)sizeof path)
        return 0;
    if (!slash)
        snprintf(path, sizeof path, ".");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (strcmp(file, files[i]) == 0)
            return hs_checkpoint_knows(path) ? 90 : 0;
    /* a shard: the config beside it says whose it is */
    return hsi_look_ends(look, ".safetensors") && strncmp(file, "model-", 6) == 0 && hs_checkpoint_knows(path) ? 90 : 0;
}

/* How the pieces of the vocabulary spell blanks and the insides of words. */
static enum dump_scheme scheme_of(const struct hs_tokenizer *tokenizer)
{
    enum { SOME = 4000 };
    const char **texts = calloc(SOME, sizeof *texts);
    size_t count = hsi_tokenizer_size(tokenizer);
    count = count < SOME ? count : SOME;
    for (size_t i = 0; texts && i < count; i++)
        texts[i] = hsi_tokenizer_token(tokenizer, (uint32_t)i);
    struct dump_marks marks = {0};
    if (texts)
        hsi_dump_marks_add(&marks, texts, count);
    free(texts);
    return hsi_dump_scheme(&marks);
}

static void wish_drop(struct pass_wish *wish)
{
    free(wish->ids);
    free(wish->types);
    free(wish->keep);
    free(wish->mode);
    *wish = (struct pass_wish){0};
}

static void checkpoint_drop(struct hs_source *source)
{
    struct checkpoint_source *own = of(source);
    hs_forward_drop(own->last);
    wish_drop(&own->last_wish);
    hs_checkpoint_drop(own->model);
    hsi_tokenizer_drop(own->tokenizer);
    pthread_mutex_destroy(&own->lock);
    free(own->weights);
    free(own);
}

/* What is told of the model, once it is open. */
static void describe(struct checkpoint_source *own)
{
    struct hs_checkpoint_info info = hs_checkpoint_info(own->model);
    const char *slash = strrchr(info.folder, '/');
    const char *name = slash && slash[1] ? slash + 1 : info.folder;
    snprintf(own->name, sizeof own->name, "%s", name);
    snprintf(own->label, sizeof own->label, "%s · %s, %zu layers × %zu heads", own->name, info.family, info.layers, info.heads);
    own->part = (struct hs_part){.name = "",
        .dtype = info.dtype,
        .kind = HS_PART_SELF,
        .L = info.layers,
        .B = 1,
        .h = info.heads,
        .d_model = info.d_model,
        .d_k = info.d_k,
        .causal = info.causal,
        .kv_heads = info.key_heads == info.heads ? 0 : info.key_heads,
        .has_tokens = true,
        .has_pieces = own->scheme != SCHEME_PLAIN};
    own->source.info.can = HS_CAN_TEXT | HS_CAN_MODES | HS_CAN_PLANES | HS_CAN_WEIGHTS | HS_CAN_LAYERS | (own->part.has_pieces ? HS_CAN_PIECES : 0);
    if (info.answer != HS_ANSWER_NONE)
        own->source.info.can |= HS_CAN_ANSWER;
    own->source.info.label = own->label;
    own->source.info.path = info.folder;
    own->source.info.model = own->name;
    own->source.info.bytes = info.bytes;
    own->source.info.longest = info.positions;
}

static enum hs_status checkpoint_open(const char *path, const struct hs_watch *watch, struct hs_source **source, struct hs_error *error)
{
    struct checkpoint_source *made = calloc(1, sizeof *made);
    if (!made)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to open a model");
    hsi_source_begin(&made->source, &hsi_checkpoint_kind);
    pthread_mutex_init(&made->lock, NULL);
    made->weights_layer = SIZE_MAX;
    enum hs_status status = hs_checkpoint_open(path, watch, &made->model, error);
    if (!status)
        status = hsi_tokenizer_open(hs_checkpoint_info(made->model).folder, &made->tokenizer, error);
    if (!status && hsi_tokenizer_size(made->tokenizer) > hs_checkpoint_info(made->model).vocabulary)
        status = hs_fail(error, HS_BAD_INPUT, "%s: its tokenizer has ids up to %zu and its word table %zu rows: they do not belong together",
            hsi_name_shown(path).text, hsi_tokenizer_size(made->tokenizer) - 1, hs_checkpoint_info(made->model).vocabulary);
    if (status) {
        checkpoint_drop(&made->source);
        return status;
    }
    made->scheme = scheme_of(made->tokenizer);
    describe(made);
    *source = &made->source;
    return HS_OK;
}

static const struct hs_part *checkpoint_part(const struct hs_source *source, size_t index)
{
    (void)index;
    return &of(source)->part;
}

static enum hs_status checkpoint_tokens(struct hs_source *source, const char *text, size_t length, struct hs_tokens **tokens,
    struct hs_error *error)
{
    struct hs_encoding *pieces;
    struct piece_words words = {0};
    enum hs_status status = hsi_tokenizer_encode(of(source)->tokenizer, text, length, true, &pieces, error);
    if (status)
        return status;
    status = hsi_piece_words_make(of(source)->tokenizer, of(source)->scheme, pieces, HS_PIECES_READABLE, &words, error);
    hsi_encoding_drop(pieces);
    if (!status)
        *tokens = words.tokens;
    free(words.first);
    return status;
}

static enum hs_status wish_make(const struct checkpoint_source *own, const struct hs_request *request, const struct hs_encoding *pieces,
    struct pass_wish *wish, struct hs_error *error)
{
    struct hs_checkpoint_info info = hs_checkpoint_info(own->model);
    size_t n = pieces->count, heads = info.layers * info.heads;
    size_t layer = request->keep_layer == SIZE_MAX ? request->view.layer : request->keep_layer;
    *wish = (struct pass_wish){.n = n,
        .ids = malloc((n + 1) * sizeof *wish->ids),
        .types = malloc((n + 1) * sizeof *wish->types),
        .keep = calloc(info.layers, 1),
        .mode = request->head_mode ? malloc(heads) : NULL,
        .planes = request->keep & ~HS_KEEP(HS_PLANE_WEIGHTS)};
    if (!wish->ids || !wish->types || !wish->keep || (request->head_mode && !wish->mode)) {
        wish_drop(wish);
        return hs_fail(error, HS_NO_MEMORY, "no memory left for a pass over %zu tokens", n);
    }
    for (size_t i = 0; i < n; i++) {
        wish->ids[i] = pieces->piece[i].id;
        wish->types[i] = pieces->piece[i].type;
        wish->typed |= wish->types[i] != 0;
    }
    for (size_t i = 0; i < info.layers && wish->planes; i++)
        wish->keep[i] = layer == SIZE_MAX || i == layer;
    for (size_t i = 0; i < heads && wish->mode; i++)
        wish->mode[i] = request->head_mode[request->modes_by_layer ? i : i % info.heads];
    return HS_OK;
}

/* A pass that was run with `had` holds all that `wish` asks for. */
static bool serves(const struct pass_wish *had, const struct pass_wish *wish, struct hs_checkpoint_info info)
{
    bool good = had->ids && had->n == wish->n && !had->mode == !wish->mode &&
                memcmp(had->ids, wish->ids, wish->n * sizeof *wish->ids) == 0 &&
                memcmp(had->types, wish->types, wish->n * sizeof *wish->types) == 0 &&
                (!wish->mode || memcmp(had->mode, wish->mode, info.layers * info.heads) == 0);
    for (size_t i = 0; i < info.layers && good; i++)
        good = had->keep[i] >= wish->keep[i];
    return good;
}

/* A pass that gives way: the text that is typed must not wait for sentences that are measured, nor lose its rows to them. */
struct giving_way {
    const struct hs_watch *asked;
    struct checkpoint_source *own;
};

static bool gives_way(void *user)
{
    const struct giving_way *way = user;
    return atomic_load(&way->own->before) > 0 || hs_watch_stops(way->asked);
}

static enum hs_status pass_behind(struct checkpoint_source *own, const struct hs_request *request, const struct hs_encoding *pieces,
    struct hs_forward **forward, struct hs_error *error)
{
    static const struct timespec moment = {0, 2000000};
    struct giving_way way = {request->watch, own};
    const struct hs_watch watch = {.stop = gives_way, .user = &way};
    struct pass_wish wish;
    enum hs_status status = wish_make(own, request, pieces, &wish, error);
    if (status)
        return status;
    do {
        while (atomic_load(&own->before) > 0 && !hs_watch_stops(request->watch))
            nanosleep(&moment, NULL);
        status = hs_checkpoint_run(own->model, &(struct hs_forward_config){.ids = wish.ids, .types = wish.typed ? wish.types : NULL,
                                                   .n = wish.n, .head_mode = wish.mode, .keep = wish.planes ? wish.keep : NULL,
                                                   .threads = request->threads, .watch = &watch},
            forward, error);
    } while (status == HS_STOPPED && !hs_watch_stops(request->watch));
    wish_drop(&wish);
    return status;
}

/* The pass over the pieces, in the model's own lock: the last one where it serves, else a new one with that one's rows where
 * they do. */
static enum hs_status pass(struct checkpoint_source *own, const struct hs_request *request, const struct hs_encoding *pieces,
    struct hs_forward **forward, struct hs_error *error)
{
    struct pass_wish wish;
    if (request->behind)
        return pass_behind(own, request, pieces, forward, error);
    enum hs_status status = wish_make(own, request, pieces, &wish, error);
    if (status)
        return status;
    atomic_fetch_add(&own->before, 1);
    pthread_mutex_lock(&own->lock);
    if (serves(&own->last_wish, &wish, hs_checkpoint_info(own->model))) {
        *forward = hs_forward_keep(own->last);
    } else {
        struct hs_forward_config config = {.ids = wish.ids, .types = wish.typed ? wish.types : NULL, .n = wish.n, .head_mode = wish.mode,
            .keep = wish.planes ? wish.keep : NULL, .threads = request->threads, .before = own->last, .watch = request->watch};
        status = hs_checkpoint_run(own->model, &config, forward, error);
        if (!status) {
            hs_forward_drop(own->last);
            own->last = hs_forward_keep(*forward);
            wish_drop(&own->last_wish);
            own->last_wish = wish;
            wish = (struct pass_wish){0};
        }
    }
    pthread_mutex_unlock(&own->lock);
    atomic_fetch_sub(&own->before, 1);
    wish_drop(&wish);
    return status;
}

/* Tokens given one by one, as a text. */
static enum hs_status joined(const struct hs_tokens *tokens, struct hs_buffer *text, struct hs_error *error)
{
    for (size_t i = 0; i < tokens->count; i++)
        hs_buffer_print(text, "%s%s", i ? " " : "", tokens->token[i].text);
    return text->failed ? hs_fail(error, HS_NO_MEMORY, "no memory left for %zu tokens", tokens->count) : HS_OK;
}

/* The request's pieces, at least one; NULL when it fails. */
static enum hs_status encode(const struct checkpoint_source *own, const struct hs_request *request, struct hs_encoding **pieces,
    struct hs_error *error)
{
    struct hs_buffer text = {0};
    enum hs_status status = request->tokens ? joined(request->tokens, &text, error) : HS_OK;
    if (!status)
        status = hsi_tokenizer_encode(own->tokenizer, request->tokens ? text.data ? text.data : "" : request->text,
            request->tokens ? text.length : request->length, true, pieces, error);
    hs_buffer_drop(&text);
    if (status || (*pieces)->count > 0)
        return status;
    hsi_encoding_drop(*pieces);
    *pieces = NULL;
    return hs_fail(error, HS_BAD_INPUT, "there is no token to attend to: type a sentence");
}

static enum hs_status checkpoint_run(struct hs_source *source, const struct hs_request *request, struct hs_set **set, struct hs_error *error)
{
    struct checkpoint_source *own = of(source);
    struct hs_encoding *pieces = NULL;
    struct hs_forward *forward = NULL;
    enum hs_status status = encode(own, request, &pieces, error);
    if (!status)
        status = pass(own, request, pieces, &forward, error);
    if (!status) {
        struct checkpoint_set_parts parts = {own->model, own->tokenizer, own->scheme, own->label, source->info.can};
        status = hsi_checkpoint_set_make(&parts, request, pieces, forward, set, error);
    }
    hs_forward_drop(forward);
    hsi_encoding_drop(pieces);
    return status;
}

/* ------------------------------------------------------------------ what it answers */
/* Of pieces first … last of the token, the mask; `last` + 1 where there is none. */
static size_t mask_in(const struct checkpoint_source *own, const struct hs_encoding *pieces, size_t first, size_t last)
{
    uint32_t mask = hsi_tokenizer_mask(own->tokenizer);
    while (first <= last && (mask == HS_NO_PIECE || pieces->piece[first].id != mask))
        first++;
    return first;
}

/* The place that is asked about, as a token and as the piece whose row answers; HS_BAD_USE for none that is there. */
static enum hs_status place(const struct checkpoint_source *own, const struct hs_encoding *pieces, const struct piece_words *words,
    size_t at, struct hs_likely *answer, size_t *piece, struct hs_error *error)
{
    answer->fills = hs_checkpoint_info(own->model).answer == HS_ANSWER_MASKED;
    if (at == SIZE_MAX && answer->fills) {
        *piece = mask_in(own, pieces, 0, pieces->count - 1);
        for (at = words->count; at > 0 && words->first[at] > *piece;)
            at--;
        at = *piece < pieces->count ? at : SIZE_MAX;
    } else if (at == SIZE_MAX) {
        at = words->count - 1;
    }
    answer->at = at;
    if (at == SIZE_MAX)
        return HS_OK;
    if (at >= words->count)
        return hs_fail(error, HS_BAD_USE, "token %zu was asked, and the text has %zu", at, words->count);
    size_t first = words->first[at], last = words->first[at + 1] - 1, mask = mask_in(own, pieces, first, last);
    answer->masked = answer->fills && mask <= last;
    *piece = !answer->fills ? last : answer->masked ? mask : first;
    answer->start = words->tokens->token[at].start;
    answer->end = words->tokens->token[at].end;
    return HS_OK;
}

/* Cut at a whole character. */
static void name_token(const struct hs_buffer *shown, char *name)
{
    size_t length = shown->length < HS_LIKELY_ROOM ? shown->length : HS_LIKELY_ROOM - 4;
    if (shown->data)
        memcpy(name, shown->data, length);
    name[length] = '\0';
    if (length < shown->length)
        memcpy(name + hs_utf8_invalid(name, length), "…", 4);
}

static enum hs_status describe_guess(const struct checkpoint_source *own, struct hs_guess guess, struct hs_likely_token *token,
    struct hs_error *error)
{
    struct hs_buffer shown = {0}, written = {0};
    *token = (struct hs_likely_token){.id = guess.id, .probability = guess.probability};
    hsi_piece_show(own->tokenizer, own->scheme, guess.id, &shown);
    if (hsi_tokenizer_write(own->tokenizer, guess.id, &token->joins, &written) && written.data &&
        written.length < sizeof token->written)
        memcpy(token->written, written.data, written.length);
    enum hs_status status = shown.failed || written.failed ? hs_fail(error, HS_NO_MEMORY, "no memory for the model's answer") : HS_OK;
    if (!status)
        name_token(&shown, token->shown);
    hs_buffer_drop(&shown);
    hs_buffer_drop(&written);
    return status;
}

static enum hs_status answer_at(struct checkpoint_source *own, const struct hs_request *request, const struct hs_encoding *pieces,
    size_t piece, struct hs_likely *answer, struct hs_error *error)
{
    struct hs_guess guess[HS_LIKELY_MOST];
    struct hs_forward *forward = NULL;
    enum hs_status status = pass(own, request, pieces, &forward, error);
    if (!status)
        status = hs_forward_answer(forward, piece, guess, HS_LIKELY_MOST, &answer->count, error);
    hs_forward_drop(forward);
    for (size_t i = 0; i < answer->count && !status; i++)
        status = describe_guess(own, guess[i], &answer->token[i], error);
    return status;
}

static enum hs_status checkpoint_answer(struct hs_source *source, const struct hs_request *request, size_t at, struct hs_likely *answer,
    struct hs_error *error)
{
    struct checkpoint_source *own = of(source);
    struct hs_encoding *pieces = NULL;
    struct piece_words words = {0};
    size_t piece = 0;
    *answer = (struct hs_likely){0};
    enum hs_status status = encode(own, request, &pieces, error);
    if (!status)
        status = hsi_piece_words_make(own->tokenizer, own->scheme, pieces, request->view.pieces, &words, error);
    if (!status)
        status = place(own, pieces, &words, at, answer, &piece, error);
    if (!status && answer->at != SIZE_MAX)
        status = answer_at(own, request, pieces, piece, answer, error);
    hs_tokens_drop(words.tokens);
    free(words.first);
    hsi_encoding_drop(pieces);
    return status;
}

/* Key heads that several heads share stand once for each of them. */
static void repeat(const float *from, size_t rows, size_t d_k, size_t heads, size_t key_heads, float *to)
{
    for (size_t r = 0; r < rows; r++)
        for (size_t head = 0; head < heads; head++)
            memcpy(to + (r * heads + head) * d_k, from + (r * key_heads + head * key_heads / heads) * d_k, d_k * sizeof *to);
}

static enum hs_status checkpoint_weights(struct hs_source *source, size_t layer, struct hs_weights *weights, struct hs_error *error)
{
    struct checkpoint_source *own = of(source);
    struct hs_checkpoint_info info = hs_checkpoint_info(own->model);
    size_t d = info.d_model, width = info.heads * info.d_k, square = d * width, biases = 3 * width + d, all = 4 * square + biases;
    if (!own->weights && !(own->weights = malloc((all + (info.key_heads != info.heads ? square : 0)) * sizeof *own->weights)))
        return hs_fail(error, HS_NO_MEMORY, "no memory left for a layer's weights");
    float *spare = own->weights + all;
    for (unsigned i = 0; i < 8 && own->weights_layer != layer; i++) {
        size_t part = i % 4, rows = i < 4 ? d : 1;
        float *to = own->weights + (i < 4 ? part * square : 4 * square + part * width);
        bool shared = (part == 1 || part == 2) && info.key_heads != info.heads;
        hs_checkpoint_weights(own->model, layer, (enum hs_layer_weights)i, shared ? spare : to);
        if (shared)
            repeat(spare, rows, info.d_k, info.heads, info.key_heads, to);
    }
    own->weights_layer = layer;
    const float *W = own->weights, *b = W + 4 * square;
    *weights = (struct hs_weights){d, W, W + square, W + 2 * square, W + 3 * square, b, b + width, b + 2 * width, b + 3 * width, width};
    return HS_OK;
}

static enum hs_status checkpoint_write(struct hs_source *source, const struct hs_texts *texts, const char *path, bool overwrite,
    const struct hs_watch *watch, struct hs_error *error)
{
    const struct checkpoint_source *own = of(source);
    const struct checkpoint_write what = {own->model, own->tokenizer, own->name, texts, watch};
    return hsi_checkpoint_write(&what, path, overwrite, error);
}

const struct hs_source_kind hsi_checkpoint_kind = {.name = "checkpoint",
    .model = true,
    .knows = checkpoint_knows,
    .open = checkpoint_open,
    .drop = checkpoint_drop,
    .part = checkpoint_part,
    .tokens = checkpoint_tokens,
    .run = checkpoint_run,
    .answer = checkpoint_answer,
    .write = checkpoint_write,
    .weights = checkpoint_weights};
