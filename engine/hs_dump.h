/* hs_dump.h – the former names of files of attention, for callers that do not ask a source yet (hs_source.h). Part of hs.h,
 * which includes it.
 *
 * Files (README "Attention files"): .safetensors with tensors attention, encoder_attention, decoder_attention or
 * cross_attention; .npy with one array. Shapes (L, h, n, m), (L, B, h, n, m), (h, n, m), (n, m); F32, F16, BF16, F64.
 * Nothing of a file is believed, and no head is read before it is asked for: opening reads the header only. Files are read
 * by position and never mapped, so one that shrinks gives an error and no crash. */
#ifndef HS_DUMP_H
#define HS_DUMP_H

#include "hs.h"
#include "hs_source.h"

#define HS_DUMP_MAX_SIDE HS_MAX_TOKENS /* n and m: 4096 x 4096 is 64 MiB a head as float */
#define HS_DUMP_MAX_LAYERS 512u        /* L; h is limited by HS_MAX_HEADS */
#define HS_DUMP_MAX_BATCH 65536u       /* B */

/* Over bytes in memory, which must outlive it and every set of it; `name` stands in messages and its ending says the format.
 * `tokens` is what a "<name>.tokens.json" would hold, or NULL. */
enum hs_status hs_dump_parse(const char *name, const void *bytes, size_t length, const char *tokens,
    struct hs_source **source, struct hs_error *error);

#define hs_dump hs_source
static inline bool hs_dump_named(const char *path)
{
    return hs_source_knows(path) > 0;
}
static inline enum hs_status hs_dump_open(const char *path, struct hs_source **dump, struct hs_error *error)
{
    return hs_source_open(path, NULL, dump, error);
}
static inline struct hs_source *hs_dump_keep(struct hs_source *dump)
{
    return hs_source_keep(dump);
}
static inline void hs_dump_drop(struct hs_source *dump)
{
    hs_source_drop(dump);
}
static inline const char *hs_dump_path(const struct hs_source *dump)
{
    return hs_source_info(dump).path;
}
static inline const char *hs_dump_model(const struct hs_source *dump)
{
    return hs_source_info(dump).model;
}
static inline uint64_t hs_dump_bytes(const struct hs_source *dump)
{
    return hs_source_info(dump).bytes;
}
static inline size_t hs_dump_count(const struct hs_source *dump)
{
    return hs_source_info(dump).parts;
}
static inline const struct hs_part *hs_dump_tensor(const struct hs_source *dump, size_t index)
{
    return hs_source_part(dump, index);
}
static inline bool hs_dump_failed(const struct hs_source *dump, struct hs_error *error)
{
    return hs_source_failed((struct hs_source *)(uintptr_t)dump, error);
}
static inline struct hs_request hs_dump_request(const struct hs_source *dump, const struct hs_view *view)
{
    struct hs_request request = hs_request_of(dump);
    request.view = *view;
    return request;
}
static inline enum hs_status hs_dump_set(
    struct hs_source *dump, const struct hs_view *view, struct hs_set **set, struct hs_error *error)
{
    const struct hs_request request = hs_dump_request(dump, view);
    return hs_source_run(dump, &request, set, error);
}
static inline enum hs_status hs_survey_new(struct hs_source *dump, const struct hs_view *view,
    struct hs_survey **survey, struct hs_error *error)
{
    const struct hs_request request = hs_dump_request(dump, view);
    return hs_source_survey(dump, &request, survey, error);
}
static inline enum hs_status hs_dump_measure(struct hs_source *dump, size_t tensor,
    const struct hs_annotated *annotated, enum hs_baseline baseline, const struct hs_watch *watch,
    struct hs_measure **measure, struct hs_error *error)
{
    const struct hs_view view = hs_view_of(tensor);
    struct hs_request request = hs_dump_request(dump, &view);
    request.watch = watch;
    return hs_source_measure(dump, &request, annotated, baseline, measure, error);
}

#endif
