/*
 * ranks.c - level by level, by several processes: what a sweep is, shared out.
 *
 * A state belongs to the rank that a hash of its words says.  In a level each rank expands its own
 * states and sends successors to their owners in packets; all ranks swap packets at once, and while
 * one set is under way the next is written.  A level ends with the first set in which every rank
 * says that it has no more; then all exchange what it came to, so that all continue, or end,
 * alike.  An error or a limit of one rank is a mark in its packets first: all finish the level
 * without expanding more.
 *
 * The report is that of a sweep (search/sweep/sweep.c), for any number of ranks.
 */
#include "search/engine/strategies.h"
#include "search/ranks/rank_plan.h"
#include "search/ranks/rank_report.h"
#include "search/ranks/rank_run.h"

/* ---- one level ------------------------------------------------------------------------------ */

/* Each rank has a set for all ranks' states, so that it pays later than one process's.  An error is
   left in s->code, which the others get at the end of the level. */
static void rank_own_set(rank_run *s)
{
    const unsigned ranks = s->packets.with->ranks;
    if (!s->rows.on && !s->code)
        s->code = state_set_go_direct(s->owner.set, ranks < DIRECT_PAY ? DIRECT_PAY / ranks : 1,
                                      s->r->err);
}

/* Until the packets that were sent last are all taken. */
static int expand_level(rank_run *s)
{
    const packet_user user = {s, rank_record_words(s), rank_write_packets, rank_take_packet,
                              rank_note_packets};
    rank_own_set(s);
    int code = rank_packets_swap_all(&s->packets, &user, s->r->err);
    if (!code && !s->code && s->rows.on)
        s->code = rank_rows_settle(s);
    else if (!code && !s->code)
        s->code = sweep_owner_settle(&s->owner, s->r->model, &s->sources.level, s->r->err);
    return code;
}

/* ---- plans ---------------------------------------------------------------------------------- */

static void end_rank_tracing(rank_run *s)
{
    s->traced = s->counted = false;
    s->layout.limbs = 0;
    level_trail_free(&s->trail);
    rank_sources_free(&s->sources);
    s->sources = rank_sources_make(s->r->model->words);
    frontier_untrace(&s->level);
    sweep_owner_untrace(&s->owner);
}

/* The next level has the first goals, all of them where it is complete. */
static int settle_rank_plans(rank_run *s, bool complete)
{
    int code = complete ? rank_count_plans(s) : 0;
    if (!code && !s->r->options->no_plan)
        code = rank_agree(s, rank_find_plan(s));
    end_rank_tracing(s);
    return code;
}

/* ---- from level to level -------------------------------------------------------------------- */

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
    s->loop.has = s->next_has;
    s->at = s->expanded = 0;
}

static int turn_rank_level(void *self)
{
    rank_run *s = self;
    int code = s->counted && s->r->result->goals
                   ? settle_rank_plans(s, !s->r->result->starts_incomplete)
                   : 0;
    code = code ? code : rank_settle_checks(s);
    if (!code && s->traced)
        code = rank_note_level(s);
    if (!code)
        begin_rank_level(s);
    return code;
}

static int explore_rank_level(void *self, bool *done)
{
    rank_run *s = self;
    if (s->saving.due) { /* the level that ended is handed over by now */
        rank_save(&s->saving, s->r, s->before.states);
        return 0;
    }
    int code = expand_level(s);
    code = code ? code : rank_end_level(s);
    if (!code && s->rows.on)
        code = rank_end_rows(s);
    *done = !code && s->complete;
    return code;
}

static int finish_ranks(void *self)
{
    rank_run *s = self;
    const bool whole = level_loop_end(&s->loop, s->loop.proved);
    int code = s->counted && s->r->result->goals ? settle_rank_plans(s, whole) : 0;
    if (!code && !s->traced) {
        rank_run_forget(s); /* for levels that are explored again */
        s->r->own_memory = rank_packets_memory(&s->packets);
    }
    return code ? code : rank_settle_checks(s);
}

const level_driver rank_levels = {.explore = explore_rank_level, .turn = turn_rank_level};

const strategy rank_sweep = {.open = rank_run_open,
                             .step = level_loop_step,
                             .finish = finish_ranks,
                             .close = rank_run_close};
