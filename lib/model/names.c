/* names.c - the names of wgcq.h's enumerations on the command line; freeing strings. */
#include <stdlib.h>

#include "wgcq_base.h"

static const char *name_at(const char *const *names, size_t count, size_t i)
{
    return i < count ? names[i] : NULL;
}

const char *wgcq_stop_name(wgcq_stop stop)
{
    static const char *const names[] = {"exhausted", "first", "shortest"};
    return name_at(names, sizeof names / sizeof *names, (size_t)stop);
}

const char *wgcq_trace_level_name(wgcq_trace_level level)
{
    static const char *const names[] = {"all", "edges", "states", "solutions", "none"};
    return name_at(names, sizeof names / sizeof *names, (size_t)level);
}

const char *wgcq_writer_name(wgcq_writer writer)
{
    static const char *const names[] = {"pages", "sql"};
    return name_at(names, sizeof names / sizeof *names, (size_t)writer);
}

void wgcq_text_free(char *text)
{
    free(text);
}
