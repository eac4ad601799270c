/*
 * rank_cut.c - where --stop first ends a run within a level.
 *
 * As in one process: behind the successors of the first state that leads to a goal or to a state
 * that violates an invariant, or is a forbidden deadlock.  The level was expanded whole by then,
 * and its states and the next are numbered, so that state is the same for any number of ranks; what
 * comes behind it is not handed over.
 */
#include "search/ranks/rank_report.h"
#include "search/ranks/rank_run.h"

#define NO_SOURCE UINT32_MAX

static uint32_t source_of(const discovery *d)
{
    return (uint32_t)(d->key >> 32);
}

static uint32_t first_finding_source(const rank_run *s)
{
    const discovery *order = s->rows.order.at;
    const uint8_t *marks = s->rows.marks.at;
    for (size_t i = 0; i < s->owner.next.count; i++)
        if (marks[order[i].which] & (MARK_GOAL | MARK_VIOLATES))
            return source_of(&order[i]);
    return NO_SOURCE;
}

/* The least of all ranks. */
static int find_cut_source(uint32_t *last, rank_run *s)
{
    const uint32_t stuck = s->rows.stuck_count ? *(const uint32_t *)s->rows.stuck.at : NO_SOURCE,
                   finding = first_finding_source(s), mine = stuck < finding ? stuck : finding;
    int code = rank_all_gather(&s->packets, &mine, sizeof mine, s->r->err);
    *last = mine;
    for (unsigned k = 0; !code && k < s->packets.with->ranks; k++) {
        const uint32_t theirs = *(const uint32_t *)rank_gathered(&s->packets, k);
        *last = theirs < *last ? theirs : *last;
    }
    return code;
}

/* ---- what comes behind ---------------------------------------------------------------------- */

static size_t count_up_to(const bigarray *sources, size_t count, uint32_t last)
{
    const uint32_t *src = sources->at;
    while (count && src[count - 1] > last)
        count--;
    return count;
}

/* A level that leads on behind that state is not expanded whole. */
static void leave_states_behind(rank_run *s, uint32_t last)
{
    const uint32_t *number = s->rows.level.at;
    const uint8_t *marks = s->level.marks.at;
    for (size_t i = s->level.count; i && number[i - 1] > last; i--)
        s->expanded -= !(marks[i - 1] & MARK_END);
}

static void drop_behind(rank_run *s, uint32_t last)
{
    rank_rows *w = &s->rows;
    frontier *next = &s->owner.next;
    const discovery *order = w->order.at;
    const uint8_t *marks = next->marks.at;
    w->edges = count_up_to(&w->src, w->edges, last);
    w->rejected = count_up_to(&w->rejected_src, w->rejected, last);
    w->stuck_count = count_up_to(&w->stuck, w->stuck_count, last);
    while (next->count && source_of(&order[next->count - 1]) > last)
        next->count--;
    s->owner.edges = w->edges;
    s->owner.goals = 0;
    for (size_t i = 0; i < next->count; i++)
        s->owner.goals += (marks[i] & MARK_GOAL) != 0;
}

static int cut_behind_source(rank_run *s, uint32_t last)
{
    search_result *out = s->r->result;
    drop_behind(s, last);
    leave_states_behind(s, last);
    int code = rank_sum_level(s);
    out->expanded = last;
    out->depth = s->next_count ? s->loop.depth + 1 : s->loop.depth;
    if (!code)
        engine_stop(s->r, SEARCH_STOPPED);
    return code;
}

int rank_cut_at_first(rank_run *s)
{
    uint32_t last;
    if (s->r->options->stop != WGCQ_STOP_FIRST)
        return 0;
    int code = find_cut_source(&last, s);
    return code || last == NO_SOURCE ? code : cut_behind_source(s, last);
}

int rank_note_violating_starts(rank_run *s)
{
    const uint8_t *marks = s->rows.marks.at;
    uint8_t mine = 0;
    for (size_t i = 0; i < s->owner.next.count; i++)
        mine |= marks[i] & MARK_VIOLATES;
    if (s->r->options->stop != WGCQ_STOP_FIRST)
        return 0;
    int code = rank_all_gather(&s->packets, &mine, sizeof mine, s->r->err);
    for (unsigned k = 0; !code && k < s->packets.with->ranks; k++)
        s->r->violation_found |= *(const uint8_t *)rank_gathered(&s->packets, k) != 0;
    return code;
}
