/*
 * ranks.c - level by level, by several processes: what a sweep is, shared out.
 *
 * A state belongs to the rank that a hash of its words says.  In a level each rank expands its own
 * states and sends successors to their owners in packets; all ranks swap packets at once, and while
 * one set is under way the next is written.  A level ends with the first set in which every rank
 * says that it has no more; then all exchange what it came to, so that all go on, or end,
 * alike.  An error or a limit of one rank is a mark in its packets first: all finish the level
 * without expanding more.
 *
 * What is reported is what a sweep reports (search/sweep/sweep.c), for any number of ranks.
 */
#include "search/ranks/ranks.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/engine/limits.h"
#include "search/ranks/rank_report.h"
#include "search/ranks/rank_run.h"

/* ---- one level ------------------------------------------------------------------------------ */

/* Each rank has a set for all ranks' states, so that it pays later than one process's.  An error is
   left in s->code, which the others get at the end of the level. */
static void rank_own_set(rank_run *s)
{
    const unsigned ranks = s->packets.with->ranks;
    if (!s->rows.on && !s->code)
        s->code =
            state_set_rank(s->owner.set, ranks < RANKS_PAY ? RANKS_PAY / ranks : 1, s->r->err);
}

/* Until the packets that were sent last are all taken. */
static int expand_level(rank_run *s)
{
    const packet_user user = {s, rank_write_packets, rank_take_packets};
    int code = rank_packets_set_record(&s->packets, rank_record_words(s))
                   ? 0
                   : error_set_memory(s->r->err);
    if (code)
        rank_abandon(s->packets.with);
    else
        rank_own_set(s);
    if (!code)
        code = rank_packets_swap_all(&s->packets, &user, s->r->err);
    if (!code && !s->code && s->rows.on)
        s->code = rank_rows_settle(s);
    else if (!code && !s->code)
        s->code = sweep_owner_settle(&s->owner, s->r->model, &s->sources.level, s->r->err);
    return code;
}

/* ---- plans ---------------------------------------------------------------------------------- */

static void end_rank_tracing(rank_run *s)
{
    s->traced = false;
    s->layout.limbs = 0;
    rank_trail_free(&s->trail);
    rank_sources_free(&s->sources);
    s->sources = rank_sources_make(s->r->model->words);
    frontier_untrace(&s->level);
    sweep_owner_untrace(&s->owner);
}

/* The plans to this rank's goals in the next level, as limbs[0..count). */
static bool sum_own_goals(const rank_run *s, mp_limb_t *limbs, size_t count)
{
    const frontier *next = &s->owner.next;
    bigcount sum = {0};
    bool ok = bigcount_resize(&sum, 1);
    for (size_t i = 0; ok && i < s->owner.goal_count; i++)
        ok = bigcount_add(&sum, 0, &next->ways, sweep_owner_goal(&s->owner, i));
    assert(!ok || sum.limbs <= count);
    memset(limbs, 0, count * sizeof *limbs);
    if (ok)
        memcpy(limbs, sum.limb, sum.limbs * sizeof *limbs);
    bigcount_free(&sum);
    return ok;
}

static bool add_gathered_sums(const rank_run *s, size_t limbs)
{
    bigcount sum = {0};
    bool ok = bigcount_resize(&sum, 1);
    for (unsigned k = 0; ok && k < s->packets.with->ranks; k++) {
        const bigcount theirs = {.limbs = limbs,
                                 .count = 1,
                                 .room = 1,
                                 .limb = (mp_limb_t *)(uintptr_t)rank_gathered(&s->packets, k)};
        ok = bigcount_add(&sum, 0, &theirs, 0);
    }
    ok = ok && (s->r->result->shortest_count = bigcount_text(&sum, 0));
    bigcount_free(&sum);
    return ok;
}

static int count_plans_of_all(rank_run *s)
{
    const size_t limbs = s->limbs_of_next + (size_t)1; /* fewer than 2^64 addends */
    mp_limb_t *mine = malloc(limbs * sizeof *mine);
    bool ok = mine && sum_own_goals(s, mine, limbs);
    int code = ok ? rank_all_gather(&s->packets, mine, limbs * sizeof *mine, s->r->err) : 0;
    if (!code && ok)
        ok = add_gathered_sums(s, limbs);
    if (!ok && !code) {
        rank_abandon(s->packets.with);
        code = error_set_memory(s->r->err);
    }
    free(mine);
    return code;
}

/* The least packed goal of the next level. */
static rank_plan_end find_plan_end(const rank_run *s)
{
    const frontier *next = &s->owner.next, *sources = &s->sources.level;
    rank_plan_end end = {0};
    for (size_t i = 0; i < s->owner.goal_count; i++) {
        const uint32_t index = sweep_owner_goal(&s->owner, i);
        const uint64_t *goal = frontier_state(next, index);
        if (end.goal && !model_state_before(s->r->model, goal, end.goal))
            continue;
        end.goal = goal;
        if (!s->goal_depth)
            continue;
        const uint32_t source = frontier_origins(next)[index];
        end.source = frontier_state(sources, source);
        end.origin = frontier_origins(sources)[source];
    }
    return end;
}

/* The next level has the first goals, all of them where it is complete. */
static int settle_rank_plans(rank_run *s, bool complete)
{
    engine *r = s->r;
    int code = complete ? count_plans_of_all(s) : 0;
    if (!code && !r->options->no_plan) {
        const rank_plan_end end = find_plan_end(s);
        code = rank_trail_extract(&s->trail, r, &s->packets, s->goal_depth, &end);
        code = rank_agree(s, code);
    }
    end_rank_tracing(s);
    return code;
}

/* ---- from level to level -------------------------------------------------------------------- */

/* Origins are numbers in the level kept last, from here on. */
static void lead_origins_to_kept(rank_run *s)
{
    uint32_t *origins = frontier_origins(&s->owner.next);
    const uint32_t *further = frontier_origins(&s->sources.level);
    for (size_t i = 0; s->depth != UINT32_MAX && i < s->owner.next.count; i++)
        origins[i] = further[origins[i]];
}

static int note_next_level(rank_run *s)
{
    const level_of_ranks all = {s->depth + 1, s->next_count, s->next_before, s->r->result->states};
    lead_origins_to_kept(s);
    bool ok =
        s->r->options->no_plan || rank_trail_note(&s->trail, &s->owner.next, &all, s->trail_budget);
    if (!ok)
        rank_abandon(s->packets.with);
    return ok ? 0 : error_set_memory(s->r->err);
}

static void begin_rank_level(rank_run *s)
{
    const frontier above = s->level;
    s->level = s->owner.next;
    s->owner.next = above;
    s->layout.limbs = s->traced ? s->limbs_of_next : 0;
    if (s->rows.on) {
        rank_rows_begin_level(s);
        frontier_clear(&s->owner.next);
        s->owner.edges = s->owner.goals = 0;
    } else {
        sweep_owner_begin_level(&s->owner);
    }
    rank_sources_clear(&s->sources);
    s->before = (rank_figures){s->r->result->states, s->r->result->edges, s->r->result->goals,
                               s->r->result->rejections};
    s->level_count = s->next_count;
    s->level_ends = s->next_ends;
    s->depth++;
    s->at = s->expanded = 0;
}

/* Stops the run where the level is not to be expanded. */
static void stop_before_rank_level(rank_run *s)
{
    engine *r = s->r;
    const search_options *o = r->options;
    if (o->stop != WGCQ_STOP_EXHAUSTED && r->result->goals)
        engine_stop(r, SEARCH_STOPPED);
    else if (o->max_depth && s->depth >= o->max_depth && s->level_ends < s->level_count)
        limits_stop_depth(r);
    else if (o->max_states && r->result->states >= o->max_states)
        limits_stop_states(r);
}

static int next_rank_level(rank_run *s)
{
    int code = s->traced && s->r->result->goals
                   ? settle_rank_plans(s, !s->r->result->starts_incomplete)
                   : 0;
    if (!code && s->traced)
        code = note_next_level(s);
    if (code)
        return code;
    begin_rank_level(s);
    if (!s->level_count) {
        s->over = true; /* its rows are to be taken first */
        return s->rows.on ? 0 : WGCQ_DONE;
    }
    stop_before_rank_level(s);
    return 0;
}

/* The level that ended is handed over by now. */
static void save_level(rank_run *s)
{
    row_batch *rows = &s->r->rows;
    rows->pause = rows->save = true;
    rows->expanded = (uint32_t)s->r->result->expanded;
    s->save_due = false;
    s->saved_states = s->before.states;
    clock_gettime(CLOCK_MONOTONIC, &s->saved_at);
}

static int step_ranks(void *self)
{
    rank_run *s = self;
    int code = 0;
    if (s->save_due) {
        save_level(s);
        return 0;
    }
    if (s->over)
        return WGCQ_DONE;
    if (s->begun) {
        code = expand_level(s);
        if (!code)
            code = rank_end_level(s);
        if (!code && s->rows.on)
            code = rank_end_rows(s);
        if (!code && s->complete)
            s->proved = s->depth + 1;
    }
    s->begun = true;
    return code || s->r->stopped ? code : next_rank_level(s);
}

static int finish_ranks(void *self)
{
    rank_run *s = self;
    const bool whole = engine_end_levels(s->r, s->proved, s->goal_depth);
    return s->traced && s->r->result->goals ? settle_rank_plans(s, whole) : 0;
}

const strategy rank_sweep = {
    .open = rank_run_open, .step = step_ranks, .finish = finish_ranks, .close = rank_run_close};
