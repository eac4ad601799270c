/* dead_ends.c - the states from which no goal can be reached. */
#include <inttypes.h>

#include "answers/asking.h"
#include "answers/listing.h"
#include "answers/part.h"
#include "answers/partial.h"
#include "base/fault.h"

static int put_state(listing *rows, const asking *a, const partial *p, uint32_t s)
{
    text line = {0};
    int code = trace_shown(a->trace, s, &line, a->err);
    listing_integer(rows, s);
    if (partial_knows_depth(p, s))
        listing_integer(rows, p->depth[s]);
    else
        listing_null(rows);
    listing_text(rows, text_string(&line));
    text_free(&line);
    return code;
}

/* Those that are proved; *undecided: how many others may be dead ends. */
static int put_dead(listing *rows, const asking *a, const partial *p, uint64_t *undecided)
{
    int code = 0;
    for (uint32_t s = 1; s <= p->g->states && !code; s++) {
        *undecided += p->to_goal[s] == NO_WAY && p->to_open[s] != NO_WAY;
        if (partial_is_dead(p, s))
            code = put_state(rows, a, p, s);
    }
    return code;
}

static void remark(listing *rows, uint64_t undecided)
{
    uint64_t dead = listing_count(rows);
    text_printf(listing_remark(rows),
                "the run did not explore everything: of what it did %" PRIu64
                " state%s proved dead end%s, of %" PRIu64 " it is not known",
                dead, dead == 1 ? " is a" : "s are", dead == 1 ? "" : "s", undecided);
}

/* A run that was cut short: a state is a dead end where all that can be reached from it was
   expanded, and no goal is among it. */
static int answer_of_graph(wgcq_rows **out, asking *a)
{
    static const char *const names[] = {"id", "depth", "shown"};
    loaded l;
    partial p = {0};
    uint64_t undecided = 0;
    listing *rows = listing_new(3, names);
    int code = asking_load(&l, a);
    if (!code && !rows)
        code = fault_memory(a->err);
    if (!code)
        code = partial_find(&p, l.g, &l.back, a->proved, a->err);
    if (!code)
        code = put_dead(rows, a, &p, &undecided);
    bool whole = p.level == NO_WAY;
    if (!code && !whole)
        remark(rows, undecided);
    partial_free(&p);
    asking_unload(&l);
    if (!code)
        return listing_give(out, rows, a->question, whole, a->err);
    listing_free(rows);
    return code;
}

int answer_dead_ends(wgcq_rows **out, asking *a)
{
    if (!a->facts->has_goal)
        return fault(a->err, WGCQ_EREQUEST, "without a goal there are no dead ends");
    return asking_has_depths(a) ? part_select(out, a,
                                              "SELECT id, depth, shown FROM states"
                                              " WHERE to_goal IS NULL ORDER BY id")
                                : answer_of_graph(out, a);
}
