/* rows_cut.c - where a run ends within a level: what comes before is inserted and handed over. */
#include <string.h>

#include "search/spill_rows/rows_run.h"

static bool may_stop_at_first(const rows_run *s)
{
    return s->r->options->stop == WGCQ_STOP_FIRST && !rows_are_starting(s);
}

int rows_begin_cut(rows_run *s)
{
    uint32_t stuck;
    s->cut = level_cut_nowhere();
    if (!may_stop_at_first(s))
        return 0;
    int code = record_list_read(&s->stuck, s->r->err);
    if (code || !s->stuck.record)
        return code;
    memcpy(&stuck, s->stuck.record, sizeof stuck);
    s->cut.found = place_of_successor(stuck, 0);
    return 0;
}

void rows_cut_at_first(rows_run *s, size_t count)
{
    size_t i = 0;
    if (!may_stop_at_first(s))
        return;
    while (i < count && !(s->row_marks[i] & (MARK_GOAL | MARK_VIOLATES)))
        i++;
    if (i < count && s->row_place[i] < s->cut.found)
        s->cut.found = s->row_place[i];
}

void rows_cut_at_limit(rows_run *s, uint64_t beyond, size_t count)
{
    if (s->r->options->max_states && beyond < count)
        s->cut.limit = s->row_place[beyond];
}

size_t rows_before_cut(const rows_run *s, size_t count)
{
    const uint64_t end = level_cut_place(&s->cut);
    size_t inserted = 0;
    while (inserted < count && s->row_place[inserted] < end)
        inserted++;
    return inserted;
}
