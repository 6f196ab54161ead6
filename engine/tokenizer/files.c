/* files.c – opening a tokenizer: which of a folder's files tell it, and the two older forms, a list
 * of word pieces and a vocabulary with merges. What those do not say themselves stands in
 * tokenizer_config.json, or is what their models' classes do by default. */
#include "tokenizer/pattern.h"
#include "tokenizer/read.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { JSON, VOCAB_TXT, VOCAB_JSON, MERGES, CONFIG, SPECIALS, ADDED, FILES };
static const char *const names[FILES] = {"tokenizer.json", "vocab.txt", "vocab.json", "merges.txt",
    "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json"};

struct source {
    const char *name;  /* as it stands in messages */
    const char *bytes; /* NULL: there is no such file */
    size_t length;
};

/* A special token's name by the key it has in the configuration. */
struct special {
    const char *key, *first,
        *second; /* what it is called when nobody says, if the vocabulary has that */
    const char *text;
    size_t length;
    uint32_t id;
};
enum { CLS, SEP, UNK, PAD, MASK, BOS, EOS, SPECIAL_TOKENS };

struct older {
    struct hs_tokenizer *tokenizer;
    const struct source *source;
    const char *name; /* of the vocabulary, for messages */
    struct hs_error *error;
    const char *class; /* "" when nobody says */
    bool lower, chinese, accents, accents_said, prefix_space, add_bos;
    struct special special[SPECIAL_TOKENS];
};

static struct reader reader_of(
    struct hs_tokenizer *tokenizer, const struct source *source, struct hs_error *error)
{
    return (struct reader){source->name, source->bytes, source->length, tokenizer, error};
}

static enum hs_status check(const struct source *source, struct hs_error *error)
{
    return hsi_json_check(source->name, source->bytes, source->length, error);
}

/* "[MASK]", or {"content": "[MASK]", …}. */
static enum hs_status read_special(
    const struct reader *reader, const struct field *field, struct special *special)
{
    struct field inner = {"content", field->value};
    if (!field->value)
        return HS_OK;
    if (hsi_walk_kind(field->value) == HS_JSON_OBJECT) {
        inner.value = NULL;
        enum hs_status status = hsi_read_fields(reader, field->value, field->name, &inner, 1);
        if (status)
            return status;
    }
    if (inner.value && hsi_walk_kind(inner.value) != HS_JSON_STRING)
        return HS_OK; // false, where others have a token
    return hsi_read_text(reader, &inner, &special->text, &special->length);
}

static void begin(struct older *older)
{
    static const struct special start[SPECIAL_TOKENS] = {
        [CLS] = {"cls_token", "[CLS]", "<s>", NULL, 0, HS_NO_PIECE},
        [SEP] = {"sep_token", "[SEP]", "</s>", NULL, 0, HS_NO_PIECE},
        [UNK] = {"unk_token", "[UNK]", "<unk>", NULL, 0, HS_NO_PIECE},
        [PAD] = {"pad_token", "[PAD]", "<pad>", NULL, 0, HS_NO_PIECE},
        [MASK] = {"mask_token", "[MASK]", "<mask>", NULL, 0, HS_NO_PIECE},
        [BOS] = {"bos_token", "<s>", "<|endoftext|>", NULL, 0, HS_NO_PIECE},
        [EOS] = {"eos_token", "</s>", "<|endoftext|>", NULL, 0, HS_NO_PIECE}};
    memcpy(older->special, start, sizeof start);
    older->class = "";
    older->lower = older->chinese = true;
}

static enum hs_status read_config(struct older *older, const struct source *source)
{
    enum { CLASS = SPECIAL_TOKENS, LOWER, CHINESE, ACCENTS, SPACE, ADD_BOS, FIELDS };
    struct field field[FIELDS] = {[CLASS] = {"tokenizer_class", NULL},
        [LOWER] = {"do_lower_case", NULL},
        [CHINESE] = {"tokenize_chinese_chars", NULL},
        [ACCENTS] = {"strip_accents", NULL},
        [SPACE] = {"add_prefix_space", NULL},
        [ADD_BOS] = {"add_bos_token", NULL}};
    if (!source->bytes)
        return HS_OK;
    struct reader reader = reader_of(older->tokenizer, source, older->error);
    for (size_t i = 0; i < SPECIAL_TOKENS; i++)
        field[i].name = older->special[i].key;
    enum hs_status status = check(source, older->error);
    if (!status)
        status = hsi_read_fields(
            &reader, hsi_walk_root(source->bytes, source->length), "a configuration", field, FIELDS);
    for (size_t i = 0; !status && i < SPECIAL_TOKENS; i++)
        status = read_special(&reader, &field[i], &older->special[i]);
    size_t length;
    if (!status)
        status = hsi_read_text(&reader, &field[CLASS], &older->class, &length);
    older->accents_said |= field[ACCENTS].value != NULL;
    bool *flags[] = {
        &older->lower, &older->chinese, &older->accents, &older->prefix_space, &older->add_bos};
    for (size_t i = 0; !status && i < 5; i++)
        status = hsi_read_bool(&reader, &field[LOWER + i], flags[i]);
    return status;
}

/* ------------------------------------------------------------------ added tokens of the older
 * files */
struct listed {
    struct added added;
    size_t id;
};

static int by_id(const void *left, const void *right)
{
    const struct listed *a = left, *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

/* {"id": {"content": …}} of tokenizer_config.json, or {"token": id} of added_tokens.json. */
static enum hs_status read_listed(
    const struct reader *reader, const struct hs_walk *walk, bool by_name, struct listed *listed)
{
    struct field field[] = {{"content", by_name ? walk->key : NULL}, {"single_word", NULL},
        {"lstrip", NULL}, {"rstrip", NULL}, {"normalized", NULL}, {"special", NULL}};
    enum hs_status status =
        by_name ? HS_OK : hsi_read_fields(reader, walk->value, "an added token", field, 6);
    *listed = (struct listed){.added = {.normalized = true}};
    char number[24] = "";
    if (!by_name && hsi_walk_string_room(walk->key) < sizeof number)
        hsi_walk_string(walk->key, number);
    if (!status && !hsi_walk_index(by_name ? walk->value : number, HS_MAX_VOCABULARY, &listed->id))
        return hsi_read_fail(reader, walk->key,
            "expected the id of an added token, a whole number from 0 to %u",
            HS_MAX_VOCABULARY - 1);
    if (!status)
        status = hsi_read_needed(reader, walk->value, &field[0]);
    if (!status)
        status = hsi_read_text(reader, &field[0], &listed->added.text, &listed->added.length);
    bool *flags[] = {&listed->added.single_word, &listed->added.lstrip, &listed->added.rstrip,
        &listed->added.normalized, &listed->added.special};
    for (size_t i = 0; !status && i < 5; i++)
        status = hsi_read_bool(reader, &field[i + 1], flags[i]);
    return status;
}

static size_t count_items(const char *object)
{
    size_t count = 0;
    for (struct hs_walk walk = hsi_walk_in(object ? object : ""); hsi_walk_next(&walk);)
        count++;
    return count;
}

static enum hs_status put_listed(
    struct older *older, const struct reader *reader, const char *object, bool by_name)
{
    if (!object)
        return HS_OK;
    if (hsi_walk_kind(object) != HS_JSON_OBJECT)
        return hsi_read_fail(reader, object, "expected an object {…} of added tokens");
    size_t count = count_items(object), i = 0;
    struct listed *listed = calloc(count + 1, sizeof *listed);
    if (!listed)
        return hsi_read_no_memory(reader);
    enum hs_status status = HS_OK;
    for (struct hs_walk walk = hsi_walk_in(object); !status && hsi_walk_next(&walk); i++)
        status = read_listed(reader, &walk, by_name, &listed[i]);
    qsort(listed, count, sizeof *listed, by_id);
    for (i = 0; !status && i < count; i++)
        status = hsi_added_put(
            older->tokenizer, reader->name, listed[i].added, (uint32_t)listed[i].id, older->error);
    free(listed);
    return status;
}

/* Those with numbers first, then the special ones, as the classes of the models add them. */
static enum hs_status put_added(struct older *older)
{
    struct hs_tokenizer *tokenizer = older->tokenizer;
    const struct source *config = &older->source[CONFIG], *added = &older->source[ADDED];
    struct reader in_config = reader_of(tokenizer, config, older->error);
    struct reader in_added = reader_of(tokenizer, added, older->error);
    struct field decoder = {"added_tokens_decoder", NULL};
    const char *list = NULL;
    enum hs_status status = HS_OK;
    if (config->bytes)
        status = hsi_read_fields(&in_config, hsi_walk_root(config->bytes, config->length),
            "a configuration", &decoder, 1);
    if (!status && added->bytes) {
        status = check(added, older->error);
        list = hsi_walk_root(added->bytes, added->length);
    }
    if (status)
        return status;
    size_t most = count_items(decoder.value) + count_items(list) + SPECIAL_TOKENS;
    status = hsi_tokens_init(tokenizer, older->name, most, older->error);
    if (!status)
        status = put_listed(older, &in_config, decoder.value, false);
    if (!status)
        status = put_listed(older, &in_added, list, true);
    for (size_t i = 0; !status && i < SPECIAL_TOKENS; i++) {
        struct special *special = &older->special[i];
        const char *usual[] = {special->first, special->second};
        for (size_t k = 0; k < 2 && !special->text; k++)
            if (hsi_tokenizer_id(tokenizer, usual[k]) != HS_NO_PIECE) {
                special->text = usual[k];
                special->length = strlen(usual[k]);
            }
        if (!special->text || special->length == 0)
            continue;
        struct added one = {.text = special->text,
            .length = special->length,
            .lstrip = i == MASK && strcmp(special->text, "<mask>") == 0,
            .special = true};
        if (hsi_words_find(&tokenizer->added_words, one.text, one.length) == WORD_NONE)
            status = hsi_added_put(tokenizer, older->name, one, HS_NO_PIECE, older->error);
        special->id = hsi_tokenizer_id(tokenizer, special->text);
    }
    return status ? status : hsi_added_settle(tokenizer, older->name, older->error);
}

/* ------------------------------------------------------------------ parts that the classes of the
 * models imply */
static enum hs_status imply(struct older *older,
    enum hs_status read(const struct reader *, const char *), const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
static enum hs_status imply(struct older *older,
    enum hs_status read(const struct reader *, const char *), const char *format, ...)
{
    char text[900];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    struct source source = {older->name, text, strlen(text)};
    struct reader reader = reader_of(older->tokenizer, &source, older->error);
    return read(&reader, text);
}

static const char *json_bool(bool value)
{
    return value ? "true" : "false";
}

static bool class_is_one_of(const struct older *older, const char *const *known, size_t count)
{
    size_t length = strlen(older->class);
    if (length > 4 && strcmp(older->class + length - 4, "Fast") == 0)
        length -= 4;
    for (size_t i = 0; i < count; i++)
        if (strlen(known[i]) == length && strncmp(known[i], older->class, length) == 0)
            return true;
    return length == 0;
}

static enum hs_status refuse_class(const struct older *older)
{
    return hs_fail(older->error, HS_BAD_INPUT,
        "%s: the tokenizer_class \"%.80s\" is not known here without a tokenizer.json; write one "
        "in Python with "
        "AutoTokenizer.from_pretrained(FOLDER).save_pretrained(FOLDER)",
        hsi_name_shown(older->source[CONFIG].name).text, older->class);
}

/* cls, the text, sep. */
static enum hs_status put_around(struct older *older, const char *type)
{
    const struct special *cls = &older->special[CLS], *sep = &older->special[SEP];
    if (cls->id == HS_NO_PIECE || sep->id == HS_NO_PIECE)
        return HS_OK;
    return imply(older, hsi_read_processor,
        "{\"type\":\"%s\",\"cls\":[\"\",%u],\"sep\":[\"\",%u],\"trim_offsets\":true,\"add_prefix_"
        "space\":%s}",
        type, cls->id, sep->id, json_bool(older->prefix_space));
}

static enum hs_status read_word_list(struct older *older, const struct source *source)
{
    struct hs_tokenizer *tokenizer = older->tokenizer;
    struct model *model = &tokenizer->model;
    size_t count = 1, id = 0;
    for (size_t i = 0; i < source->length; i++)
        count += source->bytes[i] == '\n';
    size_t invalid = hs_utf8_invalid(source->bytes, source->length);
    if (invalid < source->length)
        return hs_fail(older->error, HS_BAD_INPUT,
            "%s, line %zu: byte %zu is not valid UTF-8; bring the file as it was published",
            hsi_name_shown(source->name).text, hsi_json_place(source->bytes, invalid).line,
            invalid + 1);
    if (count > HS_MAX_VOCABULARY || source->length == 0)
        return hs_fail(older->error, HS_BAD_INPUT,
            "%s: %zu lines, expected 1 to %u, one for each token", hsi_name_shown(source->name).text,
            source->length ? count : 0, HS_MAX_VOCABULARY);
    char *copy = hsi_arena_text(&tokenizer->arena, source->bytes, source->length);
    if (!copy || !hsi_words_init(&model->words, count, &tokenizer->arena))
        return hs_fail(older->error, HS_NO_MEMORY,
            "%s: memory ran out while reading it; close some programs",
            hsi_name_shown(source->name).text);
    for (char *line = copy, *end = copy + source->length; line < end; id++) {
        char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop ? stop : end;
        size_t length = (size_t)(stop - line);
        if (length && line[length - 1] == '\r')
            length--;
        line[length] = '\0';
        if (length > WORD_BYTES || memchr(line, 0, length))
            return hs_fail(older->error, HS_BAD_INPUT,
                "%s, line %zu: expected a token of at most %u bytes, without zeros",
                hsi_name_shown(source->name).text, id + 1, WORD_BYTES);
        enum words_added done = hsi_words_add(&model->words, line, length, (uint32_t)id);
        if (done == WORDS_CROWDED)
            return hs_fail(older->error, HS_BAD_INPUT,
                "%s: the tokens are chosen to be slow to look up; bring the file as it was "
                "published",
                hsi_name_shown(source->name).text);
        if (done == WORDS_TWICE) // the later one counts
            model->words.word[hsi_words_find(&model->words, line, length)].id = (uint32_t)id;
        line = stop + 1;
    }
    model->entries = model->words.count;
    return HS_OK;
}

static enum hs_status open_wordpiece(struct older *older)
{
    static const char *const known[] = {"BertTokenizer", "DistilBertTokenizer", "ElectraTokenizer",
        "MPNetTokenizer", "MobileBertTokenizer", "PreTrainedTokenizer"};
    struct model *model = &older->tokenizer->model;
    if (!class_is_one_of(older, known, sizeof known / sizeof *known))
        return refuse_class(older);
    enum hs_status status = read_word_list(older, &older->source[VOCAB_TXT]);
    if (status)
        return status;
    const char *unknown = older->special[UNK].text;
    *model = (struct model){.kind = MODEL_WORDPIECE,
        .words = model->words,
        .entries = model->entries,
        .unknown_name = unknown ? unknown : "[UNK]",
        .prefix = "##",
        .prefix_length = 2,
        .suffix = "",
        .word_limit = 100};
    hsi_model_settle(model);
    bool accents = older->accents_said ? older->accents : older->lower;
    status = put_added(older);
    if (!status)
        status = imply(older, hsi_read_normalizer,
            "{\"type\":\"BertNormalizer\",\"lowercase\":%s,\"handle_chinese_chars\":%s,\"strip_"
            "accents\":%s}",
            json_bool(older->lower), json_bool(older->chinese), json_bool(accents));
    if (!status)
        status = imply(older, hsi_read_splitter, "{\"type\":\"BertPreTokenizer\"}");
    return status ? status : put_around(older, "BertProcessing");
}

static enum hs_status read_merge_lines(struct older *older, const struct source *source)
{
    size_t count = 0, number = 0;
    uint32_t rank = 0;
    for (size_t i = 0; i < source->length; i++)
        count += source->bytes[i] == '\n';
    if (!hsi_merges_init(older->tokenizer, count + 1))
        return hs_fail(older->error, HS_NO_MEMORY,
            "%s: memory ran out while reading it; close some programs",
            hsi_name_shown(source->name).text);
    const char *end = source->bytes + source->length;
    for (const char *line = source->bytes, *stop; line < end; line = stop + 1) {
        stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop ? stop : end;
        size_t length = (size_t)(stop - line);
        number++;
        length -= length && line[length - 1] == '\r';
        if (length == 0 || (length >= 8 && memcmp(line, "#version", 8) == 0))
            continue;
        char words[300];
        const char *blank = memchr(line, ' ', length),
                   *problem = "expected two tokens with one blank between them";
        if (blank && !memchr(blank + 1, ' ', length - (size_t)(blank + 1 - line)))
            problem = hsi_merges_add(older->tokenizer, line, (size_t)(blank - line), blank + 1,
                length - (size_t)(blank + 1 - line), rank++, words);
        if (problem)
            return hs_fail(older->error, HS_BAD_INPUT, "%s, line %zu: %s",
                hsi_name_shown(source->name).text, number, problem);
    }
    return HS_OK;
}

/* The expression of Qwen2's class. */
#define QWEN                                                                                       \
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\\\r\\\\n\\\\p{L}\\\\p{N}]?\\\\p{L}+|\\\\p{N}| "              \
    "?[^\\\\s\\\\p{L}\\\\p{N}]+[\\\\r\\\\n]*|"                                                     \
    "\\\\s*[\\\\r\\\\n]+|\\\\s+(?!\\\\S)|\\\\s+"

static enum hs_status imply_byte_level(struct older *older)
{
    static const char *const roberta[] = {
        "RobertaTokenizer", "BartTokenizer", "LongformerTokenizer", "LEDTokenizer"};
    static const char *const gpt2[] = {"GPT2Tokenizer", "CodeGenTokenizer", "PreTrainedTokenizer"};
    bool named = older->class[0] != '\0';
    if (strncmp(older->class, "Qwen2Tokenizer", 14) == 0) {
        enum hs_status status = imply(older, hsi_read_normalizer, "{\"type\":\"NFC\"}");
        return status ? status
                      : imply(older, hsi_read_splitter,
                            "{\"type\":\"Sequence\",\"pretokenizers\":[{\"type\":\"Split\","
                            "\"pattern\":{\"Regex\":\"" QWEN
                            "\"},\"behavior\":\"Isolated\",\"invert\":false},{\"type\":"
                            "\"ByteLevel\",\"add_prefix_space\":false,"
                            "\"use_regex\":false}]}");
    }
    bool as_roberta = named ? class_is_one_of(older, roberta, 4)
                            : hsi_tokenizer_mask(older->tokenizer) != HS_NO_PIECE;
    if (!as_roberta && !class_is_one_of(older, gpt2, 3))
        return refuse_class(older);
    enum hs_status status = imply(older, hsi_read_splitter,
        "{\"type\":\"ByteLevel\",\"add_prefix_space\":%s}", json_bool(older->prefix_space));
    if (!status && as_roberta)
        return put_around(older, "RobertaProcessing");
    if (!status && older->add_bos && older->special[BOS].id != HS_NO_PIECE)
        status = imply(older, hsi_read_processor,
            "{\"type\":\"TemplateProcessing\",\"single\":[{\"SpecialToken\":{\"id\":\"b\",\"type_"
            "id\":0}},"
            "{\"Sequence\":{\"id\":\"A\",\"type_id\":0}}],\"special_tokens\":{\"b\":{\"ids\":[%u]}}"
            "}",
            older->special[BOS].id);
    return status;
}

static enum hs_status open_byte_level(struct older *older)
{
    const struct source *vocabulary = &older->source[VOCAB_JSON];
    struct reader reader = reader_of(older->tokenizer, vocabulary, older->error);
    struct model *model = &older->tokenizer->model;
    *model = (struct model){.kind = MODEL_BPE, .prefix = "", .suffix = ""};
    enum hs_status status = check(vocabulary, older->error);
    if (!status)
        status = hsi_read_vocabulary(&reader, hsi_walk_root(vocabulary->bytes, vocabulary->length));
    if (!status)
        status = read_merge_lines(older, &older->source[MERGES]);
    if (status)
        return status;
    hsi_model_settle(model);
    status = put_added(older);
    older->tokenizer->mask = older->special[MASK].id;
    return status ? status : imply_byte_level(older);
}

static enum hs_status open_older(
    struct hs_tokenizer *tokenizer, const struct source *source, struct hs_error *error)
{
    bool list = source[VOCAB_TXT].bytes != NULL;
    struct older older = {.tokenizer = tokenizer,
        .source = source,
        .name = source[list ? VOCAB_TXT : VOCAB_JSON].name,
        .error = error};
    begin(&older);
    enum hs_status status = read_config(&older, &source[SPECIALS]);
    if (!status)
        status = read_config(&older, &source[CONFIG]);
    if (!status)
        status = list ? open_wordpiece(&older) : open_byte_level(&older);
    tokenizer->mask = older.special[MASK].id;
    return status;
}

/* The token to be guessed, by the configuration's word or by its usual names. */
static enum hs_status find_mask(
    struct hs_tokenizer *tokenizer, const struct source *source, struct hs_error *error)
{
    struct older older = {.tokenizer = tokenizer, .source = source, .error = error};
    begin(&older);
    enum hs_status status = read_config(&older, &source[SPECIALS]);
    if (!status)
        status = read_config(&older, &source[CONFIG]);
    const struct special *mask = &older.special[MASK];
    const char *tries[] = {mask->text, mask->first, mask->second};
    for (size_t i = 0; i < 3 && tokenizer->mask == HS_NO_PIECE; i++)
        if (tries[i])
            tokenizer->mask = hsi_tokenizer_id(tokenizer, tries[i]);
    return status;
}

static enum hs_status open_sources(const struct source *source, const char *where,
    struct hs_tokenizer **tokenizer, struct hs_error *error)
{
    bool some = source[JSON].bytes || source[VOCAB_TXT].bytes || source[VOCAB_JSON].bytes;
    if (!some)
        return hs_fail(error, HS_IO,
            "%s: there is no tokenizer.json, no vocab.txt and no vocab.json; write one in Python "
            "with "
            "AutoTokenizer.from_pretrained(FOLDER).save_pretrained(FOLDER)",
            hsi_name_shown(where).text);
    if (!source[JSON].bytes && !source[VOCAB_TXT].bytes && !source[MERGES].bytes)
        return hs_fail(error, HS_IO,
            "%s: there is a vocab.json and no merges.txt, which belongs to it; bring both",
            hsi_name_shown(where).text);
    struct hs_tokenizer *made = calloc(1, sizeof *made);
    if (!made)
        return hs_fail(error, HS_NO_MEMORY,
            "%s: memory ran out while reading the tokenizer; close some programs",
            hsi_name_shown(where).text);
    made->mask = HS_NO_PIECE;
    enum hs_status status;
    if (source[JSON].bytes) {
        struct reader reader = reader_of(made, &source[JSON], error);
        status = check(&source[JSON], error);
        if (!status)
            status = hsi_read_tokenizer(&reader);
        if (!status)
            status = find_mask(made, source, error);
    } else {
        status = open_older(made, source, error);
    }
    if (status) {
        hsi_tokenizer_drop(made);
        return status;
    }
    *tokenizer = made;
    return HS_OK;
}

enum hs_status hsi_tokenizer_parse(const struct hs_tokenizer_file *files, size_t count,
    struct hs_tokenizer **tokenizer, struct hs_error *error)
{
    struct source source[FILES];
    for (size_t i = 0; i < FILES; i++) {
        source[i] = (struct source){names[i], NULL, 0};
        for (size_t k = 0; k < count; k++)
            if (strcmp(files[k].name, names[i]) == 0)
                source[i] = (struct source){names[i], files[k].bytes, files[k].length};
    }
    return open_sources(source, "the tokenizer", tokenizer, error);
}

enum hs_status hsi_tokenizer_open(
    const char *folder, struct hs_tokenizer **tokenizer, struct hs_error *error)
{
    struct source source[FILES];
    char *path[FILES] = {NULL}, *bytes[FILES] = {NULL};
    enum hs_status status = HS_OK;
    for (size_t i = 0; i < FILES; i++)
        source[i] = (struct source){names[i], NULL, 0};
    for (size_t i = 0; i < FILES && !status; i++) {
        size_t room = strlen(folder) + strlen(names[i]) + 2;
        struct stat about;
        path[i] = malloc(room);
        if (!path[i]) {
            status = hs_fail(error, HS_NO_MEMORY,
                "%s: memory ran out while reading the tokenizer; close some programs",
                hsi_name_shown(folder).text);
            break;
        }
        snprintf(path[i], room, "%s/%s", folder, names[i]);
        bool older = i == VOCAB_TXT || i == VOCAB_JSON || i == MERGES || i == ADDED;
        if ((older && bytes[JSON]) || stat(path[i], &about) != 0)
            continue;
        size_t length = 0;
        status = hs_file_read(path[i], HS_MAX_FILE_BYTES, &bytes[i], &length, error);
        source[i] = (struct source){path[i], bytes[i], length};
    }
    if (!status)
        status = open_sources(source, folder, tokenizer, error);
    for (size_t i = 0; i < FILES; i++) {
        free(path[i]);
        free(bytes[i]);
    }
    return status;
}

void hsi_tokenizer_drop(struct hs_tokenizer *tokenizer)
{
    if (!tokenizer)
        return;
    hsi_pattern_drop(tokenizer->patterns);
    hsi_arena_drop(&tokenizer->arena);
    free(tokenizer);
}
