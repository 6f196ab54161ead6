/* store.c – finds tensors in a folder: in model.safetensors, or in the shards that model.safetensors.index.json names. What
 * cannot be read (pickles, other formats, nothing) is told with what to do about it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "checkpoint/checkpoint.h"

enum { MOST_SHARDS = 1000, MOST_INDEX_BYTES = 32 << 20 };

enum hs_status hsi_path_join(const char *folder, const char *name, char *path, size_t room, struct hs_error *error)
{
    size_t length = strlen(folder);
    const char *slash = length > 0 && folder[length - 1] == '/' ? "" : "/";
    if (snprintf(path, room, "%s%s%s", folder, slash, name) >= (int)room)
        return hs_fail(error, HS_LIMIT, "%s: the path is too long; move the folder nearer to the root",
            hsi_name_shown(folder).text);
    return HS_OK;
}

bool hsi_path_exists(const char *folder, const char *name)
{
    char path[4200];
    struct stat about;
    return hsi_path_join(folder, name, path, sizeof path, NULL) == HS_OK && stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

static enum hs_status add_shard(struct hs_store *store, const char *name, struct hs_error *error)
{
    char path[4200];
    uint64_t length;
    struct hs_tensors **larger = realloc(store->shard, (store->shards + 1) * sizeof *larger);
    if (!larger)
        return hs_fail(error, HS_NO_MEMORY, "%s: no memory for its shards", hsi_name_shown(store->folder).text);
    store->shard = larger;
    enum hs_status status = hsi_path_join(store->folder, name, path, sizeof path, error);
    if (!status)
        status = hsi_tensors_open(path, &store->shard[store->shards], error);
    if (status)
        return status;
    hsi_tensors_file(store->shard[store->shards++], &length);
    store->bytes += length;
    return HS_OK;
}

/* A plain name of this folder, not a way out of it. */
static bool plain(const char *name)
{
    size_t length = name ? strlen(name) : 0;
    return length > 12 && length < 256 && !strchr(name, '/') && strcmp(name + length - 12, ".safetensors") == 0;
}

/* Shards by the name that the index gives them, each once. */
struct shard_names {
    const char **name;
    size_t count;
};

static size_t shard_of(struct shard_names *names, const char *name)
{
    size_t i = names->count; /* tensors of a shard mostly follow each other */
    while (i > 0 && strcmp(names->name[i - 1], name) != 0)
        i--;
    return i;
}

static enum hs_status read_map(struct hs_store *store, const char *path, const struct hs_json *map, struct hs_error *error)
{
    struct shard_names names = {calloc(MOST_SHARDS, sizeof(char *)), 0};
    enum hs_status status = names.name ? HS_OK : hs_fail(error, HS_NO_MEMORY, "%s: no memory to read it", hsi_name_shown(path).text);
    for (const struct hs_json *item = status ? NULL : hs_json_first(map); item && !status; item = hs_json_next(item)) {
        const char *name = hs_json_string(item);
        if (!plain(name))
            status = hs_fail(error, HS_BAD_INPUT,
                "%s: tensor \"%s\" is said to be in \"%s\"; expected the plain name of a .safetensors file beside the index",
                hsi_name_shown(path).text, hsi_name_shown(hs_json_key(item)).text, hsi_name_shown(name ? name : "?").text);
        else if (shard_of(&names, name))
            continue;
        else if (names.count == MOST_SHARDS)
            status = hs_fail(error, HS_LIMIT, "%s: more than %d shards", hsi_name_shown(path).text, MOST_SHARDS);
        else if (!hsi_path_exists(store->folder, name))
            status = hs_fail(error, HS_IO, "%s: the shard %s is missing beside it; fetch the model again, all of its files",
                hsi_name_shown(path).text, hsi_name_shown(name).text);
        else if (!(status = add_shard(store, name, error)))
            names.name[names.count++] = name;
    }
    for (const struct hs_json *item = status ? NULL : hs_json_first(map); item && !status; item = hs_json_next(item)) {
        size_t shard = shard_of(&names, hs_json_string(item));
        if (shard == 0 || !hsi_tensors_find(store->shard[shard - 1], hs_json_key(item)))
            status = hs_fail(error, HS_BAD_INPUT,
                "%s: tensor \"%s\" is not in %s, where the index says it is; fetch the model again, all of its files",
                hsi_name_shown(path).text, hsi_name_shown(hs_json_key(item)).text, hsi_name_shown(hs_json_string(item)).text);
    }
    free(names.name);
    return status;
}

static enum hs_status open_index(struct hs_store *store, struct hs_error *error)
{
    char path[4200], *bytes;
    size_t length;
    struct hs_json_doc *doc;
    enum hs_status status = hsi_path_join(store->folder, "model.safetensors.index.json", path, sizeof path, error);
    if (!status)
        status = hs_file_read(path, MOST_INDEX_BYTES, &bytes, &length, error);
    if (status)
        return status;
    status = hs_json_parse(hsi_name_shown(path).text, bytes, length, &doc, error);
    free(bytes);
    if (status)
        return status;
    const struct hs_json *map = hs_json_find(hs_json_root(doc), "weight_map");
    if (hs_json_kind(hs_json_root(doc)) != HS_JSON_OBJECT || hs_json_kind(map) != HS_JSON_OBJECT || hs_json_count(map) == 0)
        status = hs_fail(error, HS_BAD_INPUT, "%s: no \"weight_map\"; expected {\"weight_map\": {\"tensor\": \"file\", …}}",
            hsi_name_shown(path).text);
    else
        status = read_map(store, path, map, error);
    hs_json_drop(doc);
    return status;
}

/* Nothing that can be read: what is there instead, and what to do. */
static enum hs_status no_weights(const char *folder, struct hs_error *error)
{
    static const char *const pickles[] = {"pytorch_model.bin", "model.bin", "pytorch_model.pt", "model.pt", "model.pth"};
    for (size_t i = 0; i < sizeof pickles / sizeof *pickles; i++)
        if (hsi_path_exists(folder, pickles[i]))
            return hs_fail(error, HS_BAD_INPUT,
                "%s: %s is a pickle, which can run programs and is never read. In that folder: python3 -c \"import torch; from "
                "safetensors.torch import save_file; save_file({k: v.clone() for k, v in torch.load('%s', weights_only=True)"
                ".items()}, 'model.safetensors')\"",
                hsi_name_shown(folder).text, pickles[i], pickles[i]);
    if (hsi_path_exists(folder, "pytorch_model.bin.index.json"))
        return hs_fail(error, HS_BAD_INPUT,
            "%s: its weights are pickles, which can run programs and are never read. Convert them: python3 -c \"from transformers "
            "import AutoModel; AutoModel.from_pretrained('.').save_pretrained('.')\"",
            hsi_name_shown(folder).text);
    static const char *const others[] = {"tf_model.h5", "flax_model.msgpack", "model.onnx", "model.gguf"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (hsi_path_exists(folder, others[i]))
            return hs_fail(error, HS_BAD_INPUT,
                "%s: %s is not read here; fetch the model's model.safetensors (with config.json and tokenizer.json) instead",
                hsi_name_shown(folder).text, others[i]);
    return hs_fail(error, HS_IO, "%s: neither model.safetensors nor model.safetensors.index.json is there; fetch the model's weights",
        hsi_name_shown(folder).text);
}

enum hs_status hsi_store_open(const char *folder, struct hs_store *store, struct hs_error *error)
{
    enum hs_status status;
    *store = (struct hs_store){0};
    if (snprintf(store->folder, sizeof store->folder, "%s", folder) >= (int)sizeof store->folder)
        return hs_fail(error, HS_LIMIT, "%s: the path is too long", hsi_name_shown(folder).text);
    bool one = hsi_path_exists(folder, "model.safetensors");
    if (!one && !hsi_path_exists(folder, "model.safetensors.index.json"))
        return no_weights(folder, error);
    snprintf(store->file, sizeof store->file, "%s%s", hsi_name_shown(folder).text, one ? "/model.safetensors" : " (its shards)");
    status = one ? add_shard(store, "model.safetensors", error) : open_index(store, error);
    if (status)
        hsi_store_drop(store);
    return status;
}

void hsi_store_drop(struct hs_store *store)
{
    for (size_t i = 0; i < store->shards; i++)
        hsi_tensors_drop(store->shard[i]);
    free(store->shard);
    store->shard = NULL;
    store->shards = 0;
}

bool hsi_store_find(const struct hs_store *store, const char *name, struct hs_found *found)
{
    for (size_t i = 0; i < store->shards; i++) {
        const struct hs_tensor *tensor = hsi_tensors_find(store->shard[i], name);
        if (tensor) {
            *found = (struct hs_found){store->shard[i], tensor};
            return true;
        }
    }
    return false;
}
