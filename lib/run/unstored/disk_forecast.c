/* disk_forecast.c - whether the disk has room for a run, before it begins. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#include "trace/trace.h"
#include "wgcq_run.h"

/* An upper bound on the number of states: all combinations of values.  UINT64_MAX: more than fit.
 */
static uint64_t combinations(const wgcq_model *m)
{
    uint64_t all = 1;
    for (size_t i = 0; i < m->field_count; i++) {
        const model_field *f = &m->fields[i];
        uint64_t values = f->values       ? model_field_values(f)
                          : f->width < 64 ? UINT64_C(1) << f->width
                                          : UINT64_MAX;
        if (__builtin_mul_overflow(all, values ? values : 1, &all))
            return UINT64_MAX;
    }
    return m->field_count ? all : UINT64_MAX;
}

/* Free bytes of the file system that the file is or will be on. */
static bool free_bytes(const char *db, uint64_t *out)
{
    struct statvfs disk;
    const char *slash = strrchr(db, '/');
    char *folder = slash ? strndup(db, (size_t)(slash - db) + 1) : strdup(".");
    bool known = folder && !statvfs(folder, &disk);
    free(folder);
    if (known)
        *out = (uint64_t)disk.f_bavail * disk.f_frsize;
    return known;
}

bool wgcq_forecast_disk(wgcq_disk_forecast *out, const wgcq_model *model, const char *db,
                        const wgcq_options *options)
{
    assert(out && model);
    assert(!options || options->trace_level <= WGCQ_TRACE_NONE);
    static const wgcq_options none;
    uint64_t all = combinations(model);
    options = options ? options : &none;
    *out = (wgcq_disk_forecast){.states = options->max_states < all ? options->max_states : all};
    if (!db || !options->max_states || !free_bytes(db, &out->free))
        return false;
    out->bytes = trace_estimate_size(model, options->trace_level, out->states);
    for (int keep = (int)options->trace_level + 1; keep <= WGCQ_TRACE_SOLUTIONS; keep++) {
        out->fitting = (wgcq_trace_level)keep;
        out->fitting_bytes = trace_estimate_size(model, out->fitting, out->states);
        if (out->fitting_bytes <= (double)out->free)
            break;
    }
    return out->bytes > (double)out->free;
}
