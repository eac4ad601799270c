/* bottlenecks.c - the states that every solution passes, and the moves between them. */
#include <string.h>

#include "answers/asking.h"
#include "answers/dominators.h"
#include "answers/listing.h"
#include "base/fault.h"

static int put_row(listing *l, asking *a, const graph *g, const dominators *d, uint32_t i)
{
    text line = {0};
    int code = 0;
    listing_integer(l, d->states[i]);
    if (d->edges[i] == UINT64_MAX) {
        listing_null(l);
    } else {
        code = trace_move_text(a->trace, g->move[d->edges[i]], &line, a->err);
        listing_text(l, text_string(&line));
    }
    text_clear(&line);
    if (!code)
        code = trace_shown(a->trace, d->states[i], &line, a->err);
    listing_text(l, text_string(&line));
    text_free(&line);
    return code;
}

int answer_bottlenecks(wgcq_rows **out, asking *a)
{
    static const char *const names[] = {"id", "move", "shown"};
    loaded of;
    dominators d = {0};
    if (!a->proved)
        return asking_unknown(
            out, a, sizeof names / sizeof *names, names,
            "the run did not explore everything, so another way may lead round any state");
    listing *l = listing_new(sizeof names / sizeof *names, names);
    int code = asking_load(&of, a);
    if (!code && !l)
        code = fault_memory(a->err);
    if (!code)
        code = dominators_find(&d, of.g, &of.back, a->err);
    for (uint32_t i = 0; i < d.count && !code; i++)
        code = put_row(l, a, of.g, &d, i);
    dominators_free(&d);
    asking_unload(&of);
    if (code) {
        listing_free(l);
        return code;
    }
    return listing_give(out, l, a->question, true, a->err);
}
