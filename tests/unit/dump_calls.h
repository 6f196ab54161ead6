/* dump_calls.h – what tests of attention files ask of a source, each in one call. */
#ifndef HS_TESTS_DUMP_CALLS_H
#define HS_TESTS_DUMP_CALLS_H

#include "sources/dump.h"

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
