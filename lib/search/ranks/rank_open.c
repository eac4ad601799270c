/* rank_open.c - the beginning of a rank's part: the same run as the others', and its first states.
 */
#include <stdlib.h>

#include "base/error.h"
#include "search/engine/crew.h"
#include "search/ranks/rank_report.h"
#include "search/ranks/rank_starts.h"

enum { TRAIL_BYTES = 20 << 20 }; /* kept of the levels behind, beside a byte a state */

/* ---- initial states ------------------------------------------------------------------------- */

static int take_own_starts(rank_run *s)
{
    const engine *r = s->r;
    uint32_t *numbers = malloc((r->successors.count + 1) * sizeof *numbers);
    if (!numbers)
        return error_set_memory(r->err);
    rank_keep_own_starts(&s->r->successors, s->packets.with, numbers);
    const sweep_parcel own = {.count = r->successors.count, .states = r->successors.state};
    int code = s->rows.on ? rank_rows_take_starts(s, numbers, own.count)
                          : sweep_owner_take(&s->owner, r->model, r->worker, &own, NULL, r->err);
    if (!code && s->rows.on)
        code = rank_rows_settle(s);
    free(numbers);
    return code;
}

static int find_own_starts(rank_run *s)
{
    engine *r = s->r;
    rank_limit_set(s);
    int code = engine_find_initial_states(r);
    s->starts_left = r->stopped;
    if (!code && !r->stopped)
        code = rank_mark_starts(r);
    if (code || r->stopped)
        return code;
    code = take_own_starts(s);
    s->owner.edges = 0;
    rank_check_limits(s, 0);
    return code;
}

static int add_starts(rank_run *s)
{
    s->code = find_own_starts(s);
    int code = rank_end_level(s);
    if (!code && s->rows.on)
        code = rank_end_rows(s);
    s->r->result->starts_incomplete = !code && !s->complete;
    s->r->result->starts = s->r->result->states;
    return code;
}

/* ---- an earlier run ------------------------------------------------------------------------- */

static int restore_rank(rank_run *s, const search_past *past)
{
    int code = rank_agree(s, rank_rows_restore(s, past));
    s->next_has = (level_size){past->states - past->expanded, past->ends};
    rank_resume(&s->saving, &s->loop, past);
    return code;
}

/* ---- opened and closed ---------------------------------------------------------------------- */

static int set_up(rank_run *s)
{
    engine *r = s->r;
    const unsigned words = r->model->words;
    const size_t trail = r->options->hooks.trail_bytes;
    s->rows.on = r->options->rows;
    const bool anew = !s->checks.target;
    s->counted = r->options->count_shortest && r->model->has_goal && !s->rows.on && anew;
    s->traced = s->counted || !anew;
    s->trail = level_trail_make(words, trail ? trail : TRAIL_BYTES);
    s->sources = rank_sources_make(words);
    s->layout = (record_layout){.words = words};
    s->level = (frontier){
        .words = words, .marked = r->model->has_end, .traced = s->traced, .counted = s->traced};
    int code = anew ? engine_open(r, s->rows.on ? WANT_ORDER : 0) : 0;
    if (!code && anew)
        code = crew_open(r);
    if (!code && !s->rows.on)
        code = sweep_owner_open_with_set(&s->owner, r, &s->level);
    if (!code && !s->rows.on && !level_checks_open(&s->checks, &s->own_checks, &s->owner.checks, r))
        code = error_set_memory(r->err);
    if (code || !s->rows.on)
        return code;
    s->level.marked = true;
    s->owner = (sweep_owner){.next = {.words = words, .marked = true}};
    r->visited.max_count = VISITED_MAX; /* --max-states is of all ranks */
    return rank_rows_open(&s->rows, s->packets.with->ranks) &&
                   rank_gather_open(&s->gather, r, &s->packets, s->rows.out, s->rows.in)
               ? 0
               : error_set_memory(r->err);
}

int rank_run_open_to(void **self, engine *r, level_target *target)
{
    rank_run *s = calloc(1, sizeof *s);
    *self = s;
    int code =
        s && rank_packets_open(&s->packets, r->options->exchange) ? 0 : error_set_memory(r->err);
    if (code) {
        rank_abandon(r->options->exchange);
        return code;
    }
    s->r = r;
    s->checks.target = target;
    s->loop = level_loop_make(r, &rank_levels);
    code = rank_agree(s, set_up(s));
    code = code ? code : rank_greet(&s->packets, r);
    if (!code && !rank_packets_set_record(&s->packets, rank_record_words(s))) {
        rank_abandon(s->packets.with);
        return error_set_memory(r->err);
    }
    if (!code && r->options->past)
        return restore_rank(s, r->options->past);
    return code ? code : add_starts(s);
}

int rank_run_open(void **self, engine *r)
{
    return rank_run_open_to(self, r, NULL);
}

void rank_run_forget(rank_run *s)
{
    if (s->owner.set || s->owner.slice)
        sweep_owner_close(&s->owner);
    else
        frontier_free(&s->owner.next);
    s->owner = (sweep_owner){0};
    rank_sources_free(&s->sources);
    level_trail_free(&s->trail);
    frontier_free(&s->level);
    bigarray_free(&s->gathered.states);
}

void rank_run_close(void *self)
{
    rank_run *s = self;
    rank_run_forget(s);
    const unsigned ranks = s->r ? s->r->options->exchange->ranks : 0;
    rank_rows_close(&s->rows, ranks);
    rank_gather_close(&s->gather);
    rank_packets_close(&s->packets);
    checks_close(&s->own_checks);
    level_checks_close(&s->checks);
    free(s);
}
