/*
 * rows_cut.c - where a run ends within a level: at --max-states, and at --stop first.
 *
 * The order of discovery decides, as in memory: what comes before the cut is inserted and handed
 * over, and nothing behind it.  With --stop first all successors of a state belong together.
 */
#include <string.h>

#include "search/engine/limits.h"
#include "search/spill_rows/rows_run.h"

static void cut_behind(rows_run *s, uint32_t source)
{
    s->cut = rows_place(source + 1, 0);
}

int rows_begin_cut(rows_run *s)
{
    uint32_t stuck;
    s->cut = UINT64_MAX;
    s->cut_by_limit = false;
    if (s->r->options->stop != WGCQ_STOP_FIRST || rows_are_starting(s))
        return 0;
    int code = record_list_read(&s->stuck, s->r->err);
    if (code || !s->stuck.record)
        return code;
    memcpy(&stuck, s->stuck.record, sizeof stuck);
    cut_behind(s, stuck);
    return 0;
}

/* Behind the source of the first state that has a goal, or violates an invariant; all initial
   states are inserted. */
static void cut_at_first(rows_run *s, size_t count)
{
    size_t i = 0;
    if (s->r->options->stop != WGCQ_STOP_FIRST || rows_are_starting(s))
        return;
    while (i < count && !(s->row_marks[i] & (MARK_GOAL | MARK_VIOLATES)))
        i++;
    if (i < count && s->row_place[i] < s->cut)
        cut_behind(s, source_of_place(s->row_place[i]));
}

size_t rows_cut(rows_run *s, size_t count)
{
    const uint64_t most = s->r->options->max_states;
    size_t inserted = 0;
    cut_at_first(s, count);
    while (inserted < count && s->row_place[inserted] < s->cut)
        inserted++;
    if (most && !s->team.on && s->last + inserted > most) {
        inserted = (size_t)(most - s->last);
        s->cut = s->row_place[inserted];
        s->cut_by_limit = true;
    }
    return inserted;
}

void rows_stop_at_cut(rows_run *s)
{
    if (s->cut_by_limit)
        limits_stop_states(s->r);
    else if (s->cut != UINT64_MAX)
        engine_stop(s->r, SEARCH_STOPPED);
}
