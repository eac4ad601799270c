/* names.c - the enumerations of wgcq.h as the command line spells them. */
#include <stdlib.h>

#include "wgcq.h"

static const char *at(const char *const *names, size_t count, size_t i)
{
    return i < count ? names[i] : NULL;
}

const char *wgcq_order_name(wgcq_order order)
{
    static const char *const names[] = {"breadth-first", "depth-first", "cheapest", "best-first",
                                        "a-star"};
    return at(names, sizeof names / sizeof *names, (size_t)order);
}

const char *wgcq_stop_name(wgcq_stop stop)
{
    static const char *const names[] = {"exhausted", "first", "shortest"};
    return at(names, sizeof names / sizeof *names, (size_t)stop);
}

const char *wgcq_trace_level_name(wgcq_trace_level keep)
{
    static const char *const names[] = {"all", "edges", "states", "solutions", "none"};
    return at(names, sizeof names / sizeof *names, (size_t)keep);
}

const char *wgcq_writer_name(wgcq_writer writer)
{
    static const char *const names[] = {"pages", "sql"};
    return at(names, sizeof names / sizeof *names, (size_t)writer);
}

void wgcq_text_free(char *text)
{
    free(text);
}
