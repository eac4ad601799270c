/*
 * rank_cut.c - where --max-states or --stop first ends a run within a level.
 *
 * The level was expanded whole by then, and its states and the next are numbered, so the run ends
 * at the same place for any number of ranks; what comes behind it is not handed over.
 */
#include "search/levels/level_cut.h"
#include "search/ranks/rank_report.h"
#include "search/ranks/rank_run.h"

static bool are_starts_next(const rank_run *s)
{
    return s->loop.depth == BEFORE_LEVELS;
}

/* Where the next level's state was discovered. */
static uint64_t place_of_next(const rank_run *s, size_t i)
{
    const discovery *order = s->rows.order.at;
    const uint32_t *number = s->rows.next.at;
    return are_starts_next(s) ? place_of_successor(0, number[i] - 1) : order[i].key;
}

static uint64_t first_beyond_limit(const rank_run *s)
{
    const uint64_t most = s->r->options->max_states;
    const uint32_t *number = s->rows.next.at;
    size_t i = 0;
    while (most && i < s->owner.next.count && number[i] <= most)
        i++;
    return most && i < s->owner.next.count ? place_of_next(s, i) : UINT64_MAX;
}

/* All initial states are taken. */
static uint64_t first_found(const rank_run *s)
{
    const uint8_t *marks = s->owner.next.marks.at;
    size_t i = 0;
    if (s->r->options->stop != WGCQ_STOP_FIRST || are_starts_next(s))
        return UINT64_MAX;
    while (i < s->owner.next.count && !(marks[i] & (MARK_GOAL | MARK_VIOLATES)))
        i++;
    const uint64_t found = i < s->owner.next.count ? place_of_next(s, i) : UINT64_MAX,
                   stuck = s->rows.stuck_count
                               ? place_of_successor(*(const uint32_t *)s->rows.stuck.at, 0)
                               : UINT64_MAX;
    return stuck < found ? stuck : found;
}

/* The least of all ranks. */
static int find_cut(level_cut *cut, rank_run *s)
{
    uint64_t places[] = {first_beyond_limit(s), first_found(s)};
    int code = rank_least(&s->packets, places, 2, s->r->err);
    *cut = (level_cut){places[0], places[1]};
    return code;
}

/* ---- what comes behind ---------------------------------------------------------------------- */

static size_t count_before(const bigarray *sources, size_t count, uint32_t source)
{
    const uint32_t *src = sources->at;
    while (count && src[count - 1] >= source)
        count--;
    return count;
}

/* All edges of a source are of one rank. */
static size_t count_edges_before(const rank_rows *w, uint64_t place)
{
    const uint32_t source = source_of_place(place), *src = w->src.at;
    const size_t whole = count_before(&w->src, w->edges, source);
    return whole + (whole < w->edges && src[whole] == source ? which_of_place(place) : 0);
}

/* A level that leads on behind the place is not expanded whole. */
static void leave_states_behind(rank_run *s, uint32_t source)
{
    const uint32_t *number = s->rows.level.at;
    const uint8_t *marks = s->level.marks.at;
    s->starts_left = are_starts_next(s);
    for (size_t i = s->level.count; i && number[i - 1] >= source; i--)
        s->expanded -= !(marks[i - 1] & MARK_END);
}

static void drop_behind(rank_run *s, uint64_t place)
{
    rank_rows *w = &s->rows;
    frontier *next = &s->owner.next;
    const uint32_t source = source_of_place(place);
    const uint8_t *marks = next->marks.at;
    w->edges = count_edges_before(w, place);
    w->rejected = count_before(&w->rejected_src, w->rejected, source);
    w->stuck_count = count_before(&w->stuck, w->stuck_count, source);
    while (next->count && place_of_next(s, next->count - 1) >= place)
        next->count--;
    s->owner.edges = w->edges;
    s->owner.goals = 0;
    for (size_t i = 0; i < next->count; i++)
        s->owner.goals += (marks[i] & MARK_GOAL) != 0;
}

static int cut_behind(rank_run *s, const level_cut *cut)
{
    search_result *out = s->r->result;
    const uint64_t place = level_cut_place(cut);
    drop_behind(s, place);
    leave_states_behind(s, source_of_place(place));
    int code = rank_sum_level(s);
    out->expanded = are_starts_next(s) ? 0 : source_of_place(place) - 1;
    out->depth = s->next_has.states ? s->loop.depth + 1 : s->loop.depth;
    if (!code)
        level_cut_stop(cut, s->r);
    return code;
}

int rank_cut_level(rank_run *s)
{
    const search_options *o = s->r->options;
    level_cut cut;
    if (o->stop != WGCQ_STOP_FIRST && (!o->max_states || s->r->result->states <= o->max_states))
        return 0;
    int code = find_cut(&cut, s);
    return code || level_cut_place(&cut) == UINT64_MAX ? code : cut_behind(s, &cut);
}

int rank_note_violating_starts(rank_run *s)
{
    const uint8_t *marks = s->rows.marks.at;
    uint64_t violating = 0;
    for (size_t i = 0; i < s->owner.next.count; i++)
        violating += (marks[i] & MARK_VIOLATES) != 0;
    if (s->r->options->stop != WGCQ_STOP_FIRST)
        return 0;
    int code = rank_sum(&s->packets, &violating, 1, s->r->err);
    s->r->violation_found |= violating != 0;
    return code;
}
