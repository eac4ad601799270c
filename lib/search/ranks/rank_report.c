/* rank_report.c - ranks exchange figures, limits and errors at the end of a level. */
#include "search/ranks/rank_report.h"

#include "search/engine/limits.h"
#include "search/ranks/rank_errors.h"
#include "search/ranks/rank_meet.h"

typedef struct rank_report {
    gathered_stand stand;
    rank_figures figures; /* of the level */
    uint64_t count, ends; /* of the next one */
    uint64_t limbs;       /* of its ways */
    uint64_t left;        /* states of the level that were not expanded, or not taken */
    uint64_t memory_left;
    uint64_t save; /* of rank 0: that it is time to */
} rank_report;

static void put_report(const rank_run *s, rank_report *out)
{
    const engine *r = s->r;
    *out = (rank_report){
        .stand = rank_stand_of(r, s->code),
        .figures = {s->owner.next.count, s->owner.edges, s->owner.goals, s->rows.rejected},
        .save = s->rows.on && rank_save_is_due(&s->saving, r, s->before.states),
        .count = s->owner.next.count,
        .ends = s->owner.next.ends,
        .limbs = s->owner.next.ways.limbs,
        .left = s->level.count - s->expanded + s->owner.full + s->starts_left,
        .memory_left = limits_memory_left(r)};
}

static const rank_report *report_of(const rank_run *s, unsigned rank)
{
    return rank_gathered(&s->packets, rank);
}

/* ---- figures -------------------------------------------------------------------------------- */

static void add_figures_of_all(rank_run *s)
{
    search_result *out = s->r->result;
    s->next_has = (level_size){0};
    s->next_before = 0;
    s->limbs_of_next = 1;
    s->complete = true;
    s->trail_budget = UINT64_MAX;
    rank_figures sum = s->before;
    for (unsigned k = 0; k < s->packets.with->ranks; k++) {
        const rank_report *theirs = report_of(s, k);
        sum.states += theirs->figures.states;
        sum.edges += theirs->figures.edges;
        sum.goals += theirs->figures.goals;
        sum.rejections += theirs->figures.rejections;
        s->next_before += k < s->packets.with->rank ? theirs->count : 0;
        s->next_has.states += theirs->count;
        s->next_has.ends += theirs->ends;
        s->limbs_of_next =
            theirs->limbs > s->limbs_of_next ? (unsigned)theirs->limbs : s->limbs_of_next;
        s->complete = s->complete && !theirs->left;
        s->trail_budget =
            theirs->memory_left < s->trail_budget ? theirs->memory_left : s->trail_budget;
    }
    s->trail_budget = s->trail_budget / 4 * s->packets.with->ranks;
    if (s->next_has.states)
        out->depth = s->loop.depth + 1;
    out->states = sum.states;
    out->edges = sum.edges;
    out->goals = sum.goals;
    out->rejections = sum.rejections;
    s->saving.due = report_of(s, 0)->save;
    s->r->frontier = s->next_has.states;
    s->r->depth = s->loop.depth + 1;
}

/* ---- errors --------------------------------------------------------------------------------- */

int rank_agree(rank_run *s, int code)
{
    return rank_meet_by(&s->packets, code, s->r->err);
}

static int find_rank_errors(void *self, level_errors *all)
{
    rank_run *s = self;
    return level_errors_find(all, s->r, &s->level);
}

/* ---- both ----------------------------------------------------------------------------------- */

static int gather_reports(rank_run *s)
{
    rank_report mine;
    put_report(s, &mine);
    return rank_all_gather(&s->packets, &mine, sizeof mine, s->r->err);
}

int rank_sum_level(rank_run *s)
{
    int code = gather_reports(s);
    if (!code)
        add_figures_of_all(s);
    return code;
}

int rank_end_level(rank_run *s)
{
    const bool starts = s->loop.depth == BEFORE_LEVELS;
    int code = gather_reports(s);
    if (code)
        return code;
    add_figures_of_all(s);
    rank_stop_alike(s->r, &s->packets);
    code = rank_settle_errors(&s->packets, s->r, s->code, starts ? NULL : find_rank_errors, s);
    return code ? code : rank_sum_checks(s);
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* Depths and goals are those of the levels before. */
static void drop_level(rank_run *s)
{
    search_result *out = s->r->result;
    const bool starts = s->loop.depth == BEFORE_LEVELS;
    out->states = s->before.states;
    out->edges = s->before.edges;
    out->goals = s->before.goals;
    out->rejections = s->before.rejections;
    out->depth = starts ? 0 : s->loop.depth;
    s->next_has.states = 0;
    frontier_clear(&s->owner.next);
}

int rank_end_rows(rank_run *s)
{
    engine *r = s->r;
    if (s->complete && r->result->states > VISITED_MAX) {
        limits_stop_wide(r, VISITED_MAX);
        s->complete = false;
    }
    if (!s->complete) {
        drop_level(s);
        return 0;
    }
    r->result->expanded = s->before.states;
    return s->loop.depth == BEFORE_LEVELS ? rank_rows_finish_starts(s) : rank_rows_finish_level(s);
}
