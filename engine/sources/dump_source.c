/* dump_source.c – the row of attention files: what another program has written, as it is. See
 * source.h and dump.h. */
#include "sources/dump.h"

#include <string.h>

#include "sources/npy.h"

#define DUMP_CAN (HS_CAN_LAYERS | HS_CAN_PIECES)

static struct dump *of(const struct hs_source *source)
{
    return (struct dump *)(uintptr_t)source;
}

/* By the ending, so that a broken file is told what is wrong with it; else by the first bytes. */
static int dump_knows(const struct hs_look *look)
{
    static const char own[] = "\"headscope-attention";
    uint64_t header = 0;
    if (hsi_look_ends(look, ".safetensors") || hsi_look_ends(look, ".npy") || hsi_look_ends(look, ".npz"))
        return 50;
    for (size_t i = 0; i + sizeof own <= look->length && look->start[0] == '{'; i++)
        if (memcmp(look->start + i, own, sizeof own - 1) == 0)
            return 50;
    if (look->folder || look->length < 9)
        return 0;
    for (size_t i = 8; i-- > 0;)
        header = header << 8 | look->start[i];
    bool array = memcmp(look->start, NPY_MAGIC, 6) == 0,
         tensors = look->start[8] == '{' && header >= 2 && header < look->bytes;
    return array || tensors ? 40 : 0;
}

static void begin(struct dump *dump)
{
    struct hs_source_info *info = &dump->source.info;
    const char *model = hsi_dump_meta_text(&dump->meta, "model"), *slash = strrchr(dump->path, '/');
    char name[100];
    hsi_source_begin(&dump->source, &hsi_dump_kind);
    snprintf(name, sizeof name, "%.99s", model ? model : "");
    name[hs_utf8_invalid(name, strlen(name))] = '\0'; /* it may have been cut within a character */
    snprintf(dump->label, sizeof dump->label, "%s%s%.150s", name, name[0] ? " · " : "",
        hsi_name_shown(slash && slash[1] ? slash + 1 : dump->path).text);
    dump->label[hs_utf8_invalid(dump->label, strlen(dump->label))] = '\0';
    info->can = DUMP_CAN;
    info->label = dump->label;
    info->path = dump->path;
    info->model = model ? model : "";
    info->bytes = dump->length;
    info->parts = dump->part_count;
}

static enum hs_status dump_open(const char *path, const struct hs_watch *watch,
    struct hs_source **source, struct hs_error *error)
{
    struct dump *dump;
    enum hs_status status = hsi_dump_read_file(path, watch, &dump, error);
    if (status)
        return status;
    begin(dump);
    *source = &dump->source;
    return HS_OK;
}

enum hs_status hsi_dump_parse(const char *name, const void *bytes, size_t length, const char *tokens,
    struct hs_source **source, struct hs_error *error)
{
    struct dump *dump;
    enum hs_status status = hsi_dump_read_bytes(name, bytes, length, tokens, &dump, error);
    if (status)
        return status;
    begin(dump);
    *source = &dump->source;
    return HS_OK;
}

static void dump_drop(struct hs_source *source)
{
    hsi_dump_free(of(source));
}

static const struct hs_part *dump_part(const struct hs_source *source, size_t index)
{
    return &of(source)->part[index].about;
}

static enum hs_status dump_run(struct hs_source *source, const struct hs_request *request,
    struct hs_set **set, struct hs_error *error)
{
    return hsi_dump_run(of(source), &request->view, set, error);
}

static enum hs_status dump_survey(struct hs_source *source, const struct hs_request *request,
    struct hs_survey **survey, struct hs_error *error)
{
    return hsi_dump_survey(of(source), &request->view, survey, error);
}

static enum hs_status dump_measure(struct hs_source *source, const struct hs_request *request,
    const struct hs_annotated *annotated, enum hs_baseline baseline, struct hs_measure **measure,
    struct hs_error *error)
{
    return hsi_dump_score(
        of(source), request->view.part, annotated, baseline, request->watch, measure, error);
}

static bool dump_failed(struct hs_source *source, struct hs_error *error)
{
    struct dump *dump = of(source);
    pthread_mutex_lock(&dump->lock);
    bool failed = dump->failed;
    if (failed && error)
        *error = dump->failure;
    pthread_mutex_unlock(&dump->lock);
    return failed;
}

const struct hs_source_kind hsi_dump_kind = {.name = "file",
    .knows = dump_knows,
    .open = dump_open,
    .drop = dump_drop,
    .part = dump_part,
    .run = dump_run,
    .survey = dump_survey,
    .measure = dump_measure,
    .failed = dump_failed};
