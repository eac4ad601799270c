/* error.c - filling in a wgcq_error. */
#include "base/error.h"
#include "wgcq_run.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

int error_set(wgcq_error *err, wgcq_code code, const char *format, ...)
{
    assert(code != WGCQ_OK);
    if (err && err->code == WGCQ_OK) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(err->text, sizeof err->text, format, arguments);
        va_end(arguments);
        err->code = code;
    }
    return code;
}

int error_set_memory(wgcq_error *err)
{
    return error_set(err, WGCQ_EMEMORY, "out of memory");
}

/* ---- what callers may not pass ------------------------------------------------------------ */

bool error_if_null(wgcq_error *err, const char *function, const given_argument *all)
{
    while (all->name && all->value)
        all++;
    return all->name && error_set(err, WGCQ_EREQUEST, "%s: %s is NULL", function, all->name);
}

bool error_if_null_text(wgcq_error *err, const char *function, const char *name,
                        const char *const *texts, size_t count)
{
    size_t i = 0;
    if (count && !texts)
        return error_set(err, WGCQ_EREQUEST, "%s: %s is NULL", function, name);
    while (i < count && texts[i])
        i++;
    return i < count && error_set(err, WGCQ_EREQUEST, "%s: %s[%zu] is NULL", function, name, i);
}

bool error_if_beyond(wgcq_error *err, const char *function, const char *name, uint64_t value,
                     uint64_t bound)
{
    return value >= bound && error_set(err, WGCQ_EREQUEST,
                                       bound ? "%s: %s is %" PRIu64 ", not below %" PRIu64
                                             : "%s: %s is %" PRIu64 ", and there are none",
                                       function, name, value, bound);
}

static bool exchange_is_wrong(wgcq_error *err, const char *function, const wgcq_exchange *x)
{
    const given_argument calls[] = {{"options.exchange.swap_begin", CALLBACK(x->swap_begin)},
                                    {"options.exchange.swap_end", CALLBACK(x->swap_end)},
                                    {"options.exchange.abandon", CALLBACK(x->abandon)},
                                    {NULL, NULL}};
    return error_if_null(err, function, calls) ||
           error_if_beyond(err, function, "options.exchange.rank", x->rank, x->ranks);
}

bool error_if_options_wrong(wgcq_error *err, const char *function, const wgcq_options *o)
{
    if (!o)
        return false;
    if (!(o->max_time >= 0)) /* nor is it no number */
        return error_set(err, WGCQ_EREQUEST, "%s: options.max_time is %g", function, o->max_time);
    return error_if_beyond(err, function, "options.order", o->order, WGCQ_IDA_STAR + 1) ||
           error_if_beyond(err, function, "options.stop", o->stop, WGCQ_STOP_SHORTEST + 1) ||
           error_if_beyond(err, function, "options.trace_level", o->trace_level,
                           WGCQ_TRACE_NONE + 1) ||
           error_if_beyond(err, function, "options.writer", o->writer, WGCQ_WRITER_SQL + 1) ||
           error_if_beyond(err, function, "options.reduce", o->reduce, WGCQ_REDUCE_SYMMETRY + 1) ||
           (o->exchange && exchange_is_wrong(err, function, o->exchange));
}
