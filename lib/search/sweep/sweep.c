/*
 * sweep.c - level by level, with --trace none: no numbers of states, no rows, no order.
 *
 * All that a sweep holds is which states were reached (space/sets/state_set.h) and two levels'
 * states.  What it reports - figures, the number of shortest plans, the plan itself - depends
 * neither on the order within a level nor on the number of threads or the kind of set; nor does the
 * state that an error names.  Runs that stop within a level, at a number of states or a goal, are
 * left to breadth_first.c, which goes by the order of discovery.
 *
 * Plans are counted and traced until the level of the first goal is complete; see
 * levels/level_trail.h.  Where moves can be undone, they are so for the first levels alone, and
 * counted from the goals back for all others (sweep_back.h).  Of invariants and deadlocks, nothing
 * is traced, which takes several times as long: where a state violates one, small levels were kept
 * (kept_levels.h), and large ones are explored again, up to it, and traced
 * (levels/level_checks.h).
 */
#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"
#include "base/progress_clock.h"
#include "search/engine/limits.h"
#include "search/engine/strategies.h"
#include "search/levels/level_errors.h"
#include "search/sweep/sweep_run.h"

enum {
    TRAIL_BYTES = 6 << 20, /* kept of the levels behind, or a byte a state */
    KEPT_BYTES = 16 << 20, /* kept of whole levels: more cost more than exploring them again */
    OWNER_BITS_MOST = 8,
    COPIES_MOST = 4,   /* threads, each of which learns of what all others find */
    SPARSE_BYTES = 64, /* a direct set is sparse with more bytes for each successor so far */
    /* States of a level that threads share: is_wide. */
    WIDE_TO_FINDERS = 2 * MODEL_BATCH,
    WIDE_TO_OWNERS = 6 * MODEL_BATCH,
};

/* ---- figures and memory --------------------------------------------------------------------- */

static void update_figures(sweep_run *s)
{
    engine *r = s->r;
    uint64_t states = 0, edges = 0, goals = 0;
    for (size_t o = 0; o < s->owners; o++) {
        states += s->owner[o].next.count;
        edges += s->owner[o].edges;
        goals += s->owner[o].goals;
    }
    r->result->states = s->states_before + states;
    r->result->edges = s->edges_before + edges;
    r->result->goals = s->goals_before + goals;
    r->result->expanded = s->states_before - s->level.count + s->expanded;
    r->frontier = s->level.count - s->expanded + states;
    sweep_update_checks(s);
    r->depth = s->loop.depth;
    if (states)
        r->result->depth = s->loop.depth + 1;
}

static size_t memory_of_sets(const sweep_run *s)
{
    size_t bytes = 0;
    for (size_t o = 0; o < s->owners; o++)
        bytes += s->owner[o].borrows_set ? 0 : state_set_memory(s->owner[o].set);
    return bytes;
}

/* Memory of the next level when several owners' parts are joined. */
static size_t memory_of_joined(const sweep_run *s)
{
    size_t now = frontier_memory(&s->joined), due = 0;
    for (size_t o = 0; o < s->owners && s->traced && s->dealing == SWEEP_TO_OWNERS; o++)
        due += frontier_memory(&s->owner[o].next);
    return now > due ? now : due;
}

/* Counting will take three levels as wide as the one being expanded at most. */
static size_t memory_of_waiting(const sweep_run *s)
{
    return s->waits ? frontier_memory(&s->back.first) +
                          3 * s->level.count * (s->r->model->words + 2) * sizeof(uint64_t)
                    : 0;
}

static void update_memory(sweep_run *s)
{
    const level_target *t = s->checks.target;
    size_t bytes = (t ? t->memory_beside : 0) + memory_of_sets(s) + sweep_level_memory(&s->level) +
                   memory_of_joined(s) + level_trail_memory(&s->trail) + memory_of_waiting(s) +
                   kept_levels_memory(&s->kept) + s->gathered.states.bytes +
                   s->source_room * sizeof *s->sources + batch_memory(&s->r->successors) +
                   (s->parallel ? sweep_parallel_memory(s->parallel) : 0);
    for (size_t o = 0; o < s->owners; o++)
        bytes += sweep_owner_memory(&s->owner[o]);
    s->r->own_memory = bytes;
}

/* The sets may grow by what all else leaves of --max-memory, less a share for levels and batches.
 */
static void limit_sets(sweep_run *s)
{
    size_t all = limits_memory_left(s->r), left = all - all / 4;
    for (size_t o = 0; all < SIZE_MAX && o < s->owners; o++)
        state_set_limit(s->owner[o].set, state_set_memory(s->owner[o].set) + left / s->owners + 1);
}

static void stop_where_full(sweep_run *s)
{
    for (size_t o = 0; o < s->owners && !s->r->stopped; o++)
        if (s->owner[o].level_full)
            limits_stop_wide(s->r, FRONTIER_MAX);
        else if (s->owner[o].full)
            limits_stop_memory(s->r);
}

/* After `count` states were expanded. */
static void check_limits(sweep_run *s, size_t count)
{
    update_figures(s);
    update_memory(s);
    if (limits_are_due(s->r, count)) {
        limits_check_due(s->r);
        limit_sets(s);
    }
    stop_where_full(s);
}

/* ---- expanding by one thread ----------------------------------------------------------------- */

/* Successors of x's states become part of the next level; x NULL: initial states. */
static int take_successors(sweep_run *s, const expansion *x)
{
    engine *r = s->r;
    const batch *found = &r->successors;
    const frontier *from = x ? &s->level.part[0] : NULL;
    int code =
        x ? checks_add_deadlocks(&s->alone_checks, r->model, r->worker, x, found, r->err) : 0;
    if (code)
        return code;
    if (x && s->traced) {
        if (!array_renew(&s->sources, &s->source_room, found->count, sizeof *s->sources))
            return error_set_memory(r->err);
        sweep_number_sources(x, found, s->sources);
    }
    const uint32_t *sources = x && s->traced ? s->sources : NULL;
    const sweep_parcel all = {.count = found->count, .states = found->state, .sources = sources};
    return s->dealing == SWEEP_TO_OWNERS
               ? sweep_parallel_deal(s->parallel, from, found, sources)
               : sweep_owner_take(s->owner, r->model, r->worker, &all, from, r->err);
}

static bool any_owner_full(const sweep_run *s)
{
    for (size_t o = 0; o < s->owners; o++)
        if (s->owner[o].full)
            return true;
    return false;
}

static bool is_level_complete(const sweep_run *s)
{
    return s->expanded == s->level.count && s->settled && !any_owner_full(s);
}

/* Expands the states, the main thread alone. */
static int expand_states(sweep_run *s, const level_range *states)
{
    expansion x;
    size_t done = 0;
    int code = 0;
    if (!sweep_gather(states, &s->gathered, &x))
        return error_set_memory(s->r->err);
    while (!code && done < x.count && !any_owner_full(s)) {
        expansion part = x;
        part.count -= done;
        part.states += done * s->r->model->words;
        part.first += (uint32_t)done;
        part.number = x.number ? x.number + done : NULL;
        if (!engine_find_successors(s->r, &part, &code))
            break;
        code = take_successors(s, &part);
        done += part.count;
    }
    s->expanded += done < x.count ? expansion_number(&x, done) - states->first : states->count;
    return code;
}

static int sweep_batch(sweep_run *s)
{
    const level_range next =
        sweep_level_take(&s->level, sweep_level_next_part(&s->level), MODEL_BATCH);
    int code = expand_states(s, &next);
    if (!code)
        check_limits(s, next.count);
    return code;
}

/* ---- expanding by all threads ---------------------------------------------------------------- */

static int explore_round(sweep_run *s)
{
    const size_t before = s->level.left;
    size_t expanded;
    level_range left;
    int code = sweep_parallel_round(s->parallel, &s->level, s->dealing, &expanded, &s->settled);
    if (!code)
        s->expanded += expanded;
    while (!code && !s->r->stopped && sweep_parallel_left(s->parallel, &left))
        code = expand_states(s, &left);
    if (!code)
        check_limits(s, before - s->level.left);
    return code;
}

/* Whether a level of so many states is worth waking threads for: of fewer where each takes what it
   finds than where successors are sorted for their owners. */
static bool is_wide(const sweep_run *s, size_t states)
{
    const size_t given = s->r->options->hooks.wide_level;
    const bool direct = state_set_kind_of(s->owner->set) == STATE_SET_DIRECT;
    const bool finders = direct && !s->traced && !s->waits;
    return states >= (given ? given : finders ? WIDE_TO_FINDERS : WIDE_TO_OWNERS);
}

static double sweep_seconds(const sweep_run *s)
{
    return seconds_since(&s->r->began);
}

/* A round, or a batch where one thread is quicker.  What a round has left to be taken waits for
   the next one. */
static int explore_wide(sweep_run *s)
{
    const double began = sweep_seconds(s);
    const size_t before = s->level.left;
    int code = speedup_together(&s->speedup, began) ? explore_round(s) : sweep_batch(s);
    speedup_done(&s->speedup, began, sweep_seconds(s), before - s->level.left);
    return code;
}

/* Whether threads do together what comes between two levels, of which one has so many states. */
static bool is_shared(const sweep_run *s, size_t states)
{
    return !s->speedup.alone && is_wide(s, states);
}

static int find_sweep_errors(void *self, level_errors *all)
{
    sweep_run *s = self;
    return sweep_level_join(&s->level) ? level_errors_find(all, s->r, &s->level.part[0])
                                       : (int)WGCQ_EMEMORY;
}

/* Rounds, as long as there is much left; a run that is stopped takes what was found. */
static int sweep_in_level(void *self, bool *done)
{
    sweep_run *s = self;
    engine *r = s->r;
    const bool shared =
        s->dealing != SWEEP_TO_FIRST && r->max_sources == MODEL_BATCH && is_wide(s, s->level.left);
    int code = shared ? explore_wide(s) : s->settled ? sweep_batch(s) : explore_round(s);
    while (!code && r->stopped && !s->settled)
        code = explore_round(s);
    *done = !code && is_level_complete(s);
    return level_settle_error(r, code, find_sweep_errors, s);
}

/* ---- from one owner to several --------------------------------------------------------------- */

/* Each of them has a part of the set; `parts` NULL: the use of all of it. */
static int open_owners(sweep_run *s, state_set **parts, unsigned owner_bits)
{
    const engine *r = s->r;
    const bool borrow = !parts;
    int code = 0;
    s->owner_bits = owner_bits;
    s->owners = (size_t)1 << owner_bits;
    s->owner->most = borrow ? FRONTIER_MAX : FRONTIER_MAX >> owner_bits;
    for (size_t o = 1; o < s->owners; o++) {
        int opened = sweep_owner_open(&s->owner[o], r->model, parts ? parts[o] : s->owner->set,
                                      borrow, s->owner->most, &s->joined, r->err);
        code = code ? code : opened;
        s->owner[o].notes_goals = s->owner->notes_goals;
        if (!checks_open(&s->owner[o].checks, r->model))
            code = error_set_memory(r->err);
    }
    return code;
}

static int divide_set(sweep_run *s, unsigned owner_bits)
{
    state_set *parts[1 << OWNER_BITS_MOST];
    int code = state_set_divide(parts, s->owner->set, owner_bits, s->r->err);
    if (code)
        return code;
    state_set_free(s->owner->set);
    s->owner->set = parts[0];
    code = open_owners(s, parts, owner_bits);
    limit_sets(s);
    return code;
}

static unsigned bits_for_threads(unsigned threads)
{
    unsigned bits = 0;
    while (((unsigned)1 << bits) < threads && bits < OWNER_BITS_MOST)
        bits++;
    return bits;
}

/* Before a level that is to be shared.  A set is divided where there is memory for it twice. */
static int begin_sharing(sweep_run *s)
{
    const unsigned owner_bits = bits_for_threads(s->r->options->threads);
    const bool direct = state_set_kind_of(s->owner->set) == STATE_SET_DIRECT;
    int code = 0;
    s->alone = !direct && state_set_memory(s->owner->set) > limits_memory_left(s->r) / 2;
    if (s->alone)
        return 0;
    code = direct ? open_owners(s, NULL, owner_bits) : divide_set(s, owner_bits);
    if (!code && !(s->parallel = sweep_parallel_new(s->r, s->owner, owner_bits)))
        code = error_set_memory(s->r->err);
    return code;
}

/* Each thread learns of what all others find, so few have copies. */
static bool are_copies_worth_it(const sweep_run *s)
{
    const unsigned threads = s->r->options->threads;
    return threads <= COPIES_MOST && state_set_is_copied(s->owner->set) &&
           state_set_memory(s->owner->set) * threads <= limits_memory_left(s->r) / 2;
}

static int copy_set(sweep_run *s)
{
    int code = 0;
    for (size_t o = 0; !code && o < s->r->options->threads; o++) {
        sweep_owner *owner = &s->owner[o];
        owner->logs = true;
        code = o ? state_set_copy(&owner->set, s->owner->set, s->r->err) : 0;
        owner->borrows_set = o && code;
    }
    return code;
}

/* Whether finders may take soon: all of a direct set is read then, so some work must be done. */
static bool waits_for_finders(const sweep_run *s)
{
    const state_set *set = s->owner->set;
    return !s->traced && !s->waits && !s->finders_take &&
           state_set_kind_of(set) == STATE_SET_DIRECT &&
           s->r->result->edges < state_set_memory(set) / SPARSE_BYTES;
}

/* In a level in which nothing is traced, with several owners of a direct set. */
static int let_finders_take(sweep_run *s)
{
    state_set *set = s->owner->set;
    if (s->finders_take || s->r->options->threads > s->owners)
        return 0;
    state_set_forget_levels(set);
    if (!are_copies_worth_it(s)) {
        s->finders_take = state_set_share(set);
        return 0;
    }
    s->finders_take = true;
    return copy_set(s);
}

/* Who takes the successors of this level's states: all that lead to one state must come to one
   owner while plans are counted, or where the set is divided. */
static int choose_dealing(sweep_run *s)
{
    int code = s->parallel ? 0 : state_set_go_direct(s->owner->set, DIRECT_PAY, s->r->err);
    /* owners need no parts of a set that is direct later */
    const bool waits = state_set_may_go_direct(s->owner->set) || waits_for_finders(s),
               wide = !s->alone && !waits && is_wide(s, s->level.count) &&
                      speedup_may_share(&s->speedup, sweep_seconds(s));
    if (!code && wide && !s->parallel)
        code = begin_sharing(s);
    const bool whole = s->owners == 1 || state_set_kind_of(s->owner->set) == STATE_SET_DIRECT;
    if (!code && wide && !s->alone && whole && !s->traced && !s->waits)
        code = let_finders_take(s);
    s->dealing = whole && (!wide || s->alone)    ? SWEEP_TO_FIRST
                 : s->finders_take && !s->traced ? SWEEP_TO_FINDERS
                                                 : SWEEP_TO_OWNERS;
    if (!code && s->dealing == SWEEP_TO_FIRST && !sweep_level_join(&s->level))
        code = error_set_memory(s->r->err);
    return code;
}

int sweep_settle_next_level(sweep_run *s)
{
    int code = 0;
    if (s->traced && s->dealing == SWEEP_TO_OWNERS && is_shared(s, s->level.count))
        return sweep_parallel_settle(s->parallel, &s->level.part[0]);
    for (size_t o = 0; !code && o < s->owners; o++)
        code = sweep_owner_settle(&s->owner[o], s->r->model, &s->level.part[0], s->r->err);
    return code;
}

/* ---- levels ---------------------------------------------------------------------------------- */

/* Whether threads may copy the owners' next levels, each its own. */
static bool can_join_at_once(const sweep_run *s)
{
    bool can = !frontier_has_long_counts(&s->joined);
    size_t states = 0;
    for (size_t o = 0; o < s->owners; o++) {
        states += s->owner[o].next.count;
        can = can && !frontier_has_long_counts(&s->owner[o].next);
    }
    return can && is_shared(s, states);
}

static void fill_joined(void *self, size_t owner, unsigned thread)
{
    sweep_run *s = self;
    (void)thread;
    frontier_fill(&s->joined, s->owner[owner].place, &s->owner[owner].next);
}

/* The owners' next levels as one; NULL: no memory. */
static frontier *join_next_level(sweep_run *s)
{
    if (s->dealing == SWEEP_TO_FIRST)
        return &s->owner->next;
    frontier_clear(&s->joined);
    bool at_once = can_join_at_once(s);
    for (size_t o = 0; o < s->owners; o++) {
        const frontier *next = &s->owner[o].next;
        s->owner[o].place = s->joined.count;
        if (!(at_once ? frontier_extend(&s->joined, next) : frontier_append(&s->joined, next)))
            return NULL;
    }
    if (at_once)
        sweep_parallel_do(s->parallel, fill_joined, s, s->owners);
    return &s->joined;
}

static size_t trail_budget(const engine *r)
{
    size_t left = limits_memory_left(r);
    return r->result->states < left / 4 ? (size_t)r->result->states : left / 4;
}

/* The next level, as one, becomes the one to be expanded. */
static int turn_whole_level(sweep_run *s)
{
    int code = sweep_settle_next_level(s);
    if (code)
        return code;
    frontier *next = join_next_level(s);
    bool ok =
        next && (!sweep_keeps_trail(s) || level_trail_note(&s->trail, next, &s->level.part[0],
                                                           s->loop.depth + 1, trail_budget(s->r)));
    if (!ok)
        return error_set_memory(s->r->err);
    sweep_level_swap(&s->level, 0, next);
    sweep_level_begin(&s->level, 1);
    return 0;
}

/* Each owner's part of it becomes one of the level's. */
static void turn_parts(sweep_run *s)
{
    for (size_t o = 0; o < s->owners; o++)
        sweep_level_swap(&s->level, o, &s->owner[o].next);
    sweep_level_begin(&s->level, s->owners);
}

static void fill_kept(void *self, size_t part, unsigned thread)
{
    sweep_run *s = self;
    (void)thread;
    kept_levels_fill(&s->kept, &s->level, part);
}

/* For the path to a violation, as long as there is room. */
static void keep_level(sweep_run *s)
{
    const size_t parts = s->level.parts;
    if (!kept_levels_add(&s->kept, &s->level))
        return;
    const bool shared = parts > 1 && is_shared(s, s->level.count);
    if (shared)
        sweep_parallel_do(s->parallel, fill_kept, s, parts);
    for (size_t part = 0; part < parts && !shared; part++)
        fill_kept(s, part, 0);
}

/* The next level, which is complete, becomes the one to be expanded. */
static int begin_level(sweep_run *s)
{
    int code = 0;
    if (s->dealing != SWEEP_TO_FIRST && !s->traced)
        turn_parts(s);
    else
        code = turn_whole_level(s);
    if (code)
        return code;
    keep_level(s);
    code = sweep_begin_waiting(s);
    s->loop.has = (level_size){s->level.count, s->level.ends};
    for (size_t o = 0; o < s->owners; o++)
        sweep_owner_begin_level(&s->owner[o]);
    s->states_before = s->r->result->states;
    s->edges_before = s->r->result->edges;
    s->goals_before = s->r->result->goals;
    s->expanded = 0;
    return code ? code : choose_dealing(s);
}

static int turn_sweep_level(void *self)
{
    sweep_run *s = self;
    int code = s->counted && s->r->result->goals
                   ? sweep_settle_plans(s, !s->r->result->starts_incomplete)
                   : 0;
    code = code ? code : sweep_settle_checks(s);
    return code ? code : begin_level(s);
}

static const level_driver sweep_levels = {.explore = sweep_in_level, .turn = turn_sweep_level};

/* ---- the end --------------------------------------------------------------------------------- */

static void free_levels(sweep_run *s)
{
    sweep_parallel_free(s->parallel);
    for (size_t o = 0; s->owner && o < s->owners; o++)
        sweep_owner_close(&s->owner[o]);
    free(s->owner);
    sweep_level_close(&s->level);
    frontier_free(&s->joined);
    level_trail_free(&s->trail);
    kept_levels_free(&s->kept);
    sweep_back_free(&s->back);
    s->parallel = NULL;
    s->owner = NULL;
    s->level = (sweep_level){0};
}

static int finish_sweep(void *self)
{
    sweep_run *s = self;
    const bool whole = level_loop_end(&s->loop, s->loop.proved);
    int code = s->counted && s->r->result->goals ? sweep_settle_plans(s, whole) : 0;
    if (!code && !s->traced && !s->kept.most) {
        free_levels(s); /* for those that are explored again */
        s->r->own_memory = 0;
    }
    return code ? code : sweep_settle_checks(s);
}

/* ---- the beginning --------------------------------------------------------------------------- */

static int add_initial_states(sweep_run *s)
{
    engine *r = s->r;
    limit_sets(s);
    int code = engine_find_initial_states(r);
    if (code || r->stopped)
        return code;
    code = take_successors(s, NULL);
    for (size_t o = 0; o < s->owners; o++)
        s->owner[o].edges = 0;
    update_figures(s);
    update_memory(s);
    r->result->starts = r->result->states;
    r->result->starts_incomplete = any_owner_full(s);
    stop_where_full(s);
    return code;
}

/* A small part of --max-memory: what is kept is missing for states. */
static size_t kept_budget(const engine *r)
{
    const size_t left = limits_memory_left(r) / 16;
    return r->options->hooks.trail_bytes ? 0 : left < KEPT_BYTES ? left : KEPT_BYTES;
}

static int set_up_sweep(sweep_run *s)
{
    engine *r = s->r;
    const unsigned threads = r->options->threads;
    s->alone = threads == 1;
    s->owners = 1;
    const size_t most_owners = (size_t)1 << bits_for_threads(threads);
    s->owner = calloc(most_owners, sizeof *s->owner);
    s->counted = r->options->count_shortest && r->model->has_goal && !s->checks.target;
    s->traced = s->counted || s->checks.target;
    s->trail = level_trail_make(r->model->words, r->options->hooks.trail_bytes
                                                     ? r->options->hooks.trail_bytes
                                                     : TRAIL_BYTES);
    s->joined = (frontier){.words = r->model->words,
                           .marked = r->model->has_end,
                           .traced = s->traced,
                           .counted = s->counted};
    const bool ok = s->owner && sweep_level_open(&s->level, most_owners, &s->joined);
    int code = ok ? 0 : error_set_memory(r->err);
    if (!code && !s->checks.target)
        code = engine_open(r, 0);
    code = code ? code : sweep_owner_open_with_set(s->owner, r, &s->joined);
    if (!code && !level_checks_open(&s->checks, &s->alone_checks, &s->owner->checks, r))
        code = error_set_memory(r->err);
    if (s->checks.wants_path)
        s->kept = kept_levels_make(r->model->words, kept_budget(r));
    return code ? code : add_initial_states(s);
}

int sweep_open(void **self, engine *r, level_target *target)
{
    sweep_run *s = calloc(1, sizeof *s);
    *self = s;
    if (!s)
        return error_set_memory(r->err);
    s->r = r;
    s->checks.target = target;
    s->settled = true;
    s->speedup.kind = (speedup_kind)r->options->hooks.sharing;
    s->loop = level_loop_make(r, &sweep_levels);
    return set_up_sweep(s);
}

static int open_sweep(void **self, engine *r)
{
    return sweep_open(self, r, NULL);
}

void sweep_close(void *self)
{
    sweep_run *s = self;
    free_levels(s);
    checks_close(&s->alone_checks);
    level_checks_close(&s->checks);
    bigarray_free(&s->gathered.states);
    free(s->sources);
    free(s);
}

const strategy sweep = {.traits = {.bounds_plans = true},
                        .open = open_sweep,
                        .step = level_loop_step,
                        .finish = finish_sweep,
                        .frontier_bound = level_loop_bound,
                        .close = sweep_close};
