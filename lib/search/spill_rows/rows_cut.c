/*
 * rows_cut.c - where a run ends within a level: at --max-states, and at --stop first.
 *
 * The order of discovery decides, as in memory: what comes before the cut is inserted and handed
 * over, and nothing behind it.  With --stop first all successors of a state belong together.
 */
#include <string.h>

#include "search/engine/limits.h"
#include "search/spill_rows/rows_run.h"

static uint32_t source_of_edge(const rows_run *s)
{
    edge_record edge = {.src = UINT32_MAX};
    if (s->edges.record)
        memcpy(&edge, s->edges.record, sizeof edge);
    return edge.src;
}

/* The cut behind the successors of the source that has the one at `place`, or of `source` where
   that is not 0. */
static int cut_behind(rows_run *s, uint64_t place, uint32_t source)
{
    uint64_t at = 0;
    int code = record_list_read(&s->edges, s->r->err);
    for (; !code && s->edges.record; at++) {
        if (!source && at == place)
            source = source_of_edge(s);
        if (source && source_of_edge(s) > source)
            break;
        code = record_list_next(&s->edges, s->r->err);
    }
    s->cut = at;
    s->cut_before = source + 1;
    return code;
}

int rows_begin_cut(rows_run *s)
{
    uint32_t stuck;
    s->cut = UINT64_MAX;
    s->cut_before = UINT32_MAX;
    s->cut_by_limit = false;
    if (s->r->options->stop != WGCQ_STOP_FIRST || rows_are_starting(s))
        return 0;
    int code = record_list_read(&s->stuck, s->r->err);
    if (code || !s->stuck.record)
        return code;
    memcpy(&stuck, s->stuck.record, sizeof stuck);
    return cut_behind(s, 0, stuck);
}

/* Behind the source of the first state that has a goal, or violates an invariant; all initial
   states are inserted. */
static int cut_at_first(rows_run *s, size_t count)
{
    size_t i = 0;
    if (s->r->options->stop != WGCQ_STOP_FIRST || rows_are_starting(s))
        return 0;
    while (i < count && !(s->row_marks[i] & (MARK_GOAL | MARK_VIOLATES)))
        i++;
    return i < count && s->row_place[i] < s->cut ? cut_behind(s, s->row_place[i], 0) : 0;
}

int rows_cut(size_t *inserted, rows_run *s, size_t count)
{
    const uint64_t most = s->r->options->max_states;
    int code = cut_at_first(s, count);
    for (*inserted = 0; *inserted < count && s->row_place[*inserted] < s->cut;)
        ++*inserted;
    if (!code && most && s->last + *inserted > most) {
        *inserted = (size_t)(most - s->last);
        s->cut = s->row_place[*inserted];
        s->cut_before = 0;
        s->cut_by_limit = true;
    }
    return code;
}

void rows_stop_at_cut(rows_run *s)
{
    if (s->cut_by_limit)
        limits_stop_states(s->r);
    else if (s->cut != UINT64_MAX)
        engine_stop(s->r, SEARCH_STOPPED);
}
