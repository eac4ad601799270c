/*
 * ida_star.c - iterative deepening A* (Korf 1985, Artificial Intelligence 27).
 *
 * A round searches depth-first for a goal of at most so many moves: what the estimate places beyond
 * them is left out, and the least that was left out bounds the next round.  No estimate is too
 * high, so the first goal found has the fewest moves.  States are not kept, but
 *
 *   open      those that the round has come to and not expanded; the last ones are expanded next,
 *             a batch at a time
 *   way       those that it has expanded and that lead to open ones: every plan so far
 *   seen      a table of bounded size of states that the round has come to, and by how many moves:
 *             who comes again by no fewer adds nothing.  An entry gives way to any other.  While it
 *             holds all of them, a puzzle without a plan comes to its end
 *
 * A move back to the state before is left out, too.  Each round searches more of the tree, whose
 * size grows by a factor with each move, so the last rounds take most of the time.
 *
 * With --stop shortest all shortest plans are counted, by the last round again without the table:
 * then every way to a goal is followed.
 */
#include <gmp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/cost.h"
#include "base/error.h"
#include "base/hash.h"
#include "search/engine/engine.h"
#include "search/engine/limits.h"
#include "search/engine/strategies.h"
#include "search/levels/level_plan.h"

enum {
    SEEN_STATES = 1 << 20, /* at most; found by tests/bench/korf */
    SEEN_SHARE = 4,        /* ... and this part of the memory */
    WAY_LEAST = 1 << 16,
};

static const uint32_t NO_NODE = UINT32_MAX;

typedef struct ida_node {
    uint32_t parent; /* on the way; NO_NODE: it is a start */
    uint32_t moves;
    uint32_t below; /* of one on the way: nodes right below it */
} ida_node;

typedef struct ida_nodes {
    bigarray nodes, states; /* each with its state beside it */
    uint32_t count;
} ida_nodes;

/* A state of the table; its words follow. */
typedef struct seen_state {
    uint32_t round, moves;
} seen_state;

typedef struct ida_search {
    engine *r;
    unsigned words;
    uint32_t round;
    int64_t bound, next_bound; /* moves; COST_BEYOND: nothing was left out */
    bool depth_cut;            /* by --max-depth */
    ida_nodes open, way;
    uint32_t way_most;     /* nodes of the way before dead ones are dropped */
    bigarray numbers;      /* uint32_t, of these nodes, then */
    uint32_t most_at_once; /* states of a batch */
    bigarray starts;       /* their states */
    size_t start_count;
    uint64_t *seen; /* [seen_mask + 1] of a seen_state and its words; NULL: there is no memory */
    size_t seen_mask;
    bool counting, counted; /* the last round again: each way to a goal; and it has ended */
    uint64_t plans;
    uint64_t *plan; /* [bound + 1] states; NULL: none is found */
    /* The last expansion's successors that do not lead back. */
    bigarray near, lanes, estimates; /* their states; uint32_t lanes; int64_t */
    size_t near_count;
    uint8_t *marks;
    size_t marks_room;
    char phase[40];
} ida_search;

/* ---- nodes ----------------------------------------------------------------------------------- */

static ida_node *ida_node_at(const ida_nodes *t, uint32_t i)
{
    return (ida_node *)t->nodes.at + i;
}

static uint64_t *ida_state(const ida_search *b, const ida_nodes *t, uint32_t i)
{
    return (uint64_t *)t->states.at + (size_t)i * b->words;
}

static bool reserve_ida_nodes(const ida_search *b, ida_nodes *t, size_t more)
{
    const size_t count = t->count + more;
    return count < NO_NODE && bigarray_reserve(&t->nodes, count * sizeof(ida_node)) &&
           bigarray_reserve(&t->states, count * b->words * sizeof(uint64_t));
}

static void push_ida_node(const ida_search *b, ida_nodes *t, ida_node node, const uint64_t *state)
{
    *ida_node_at(t, t->count) = node;
    memcpy(ida_state(b, t, t->count++), state, b->words * sizeof *state);
}

/* A node is dead that nothing leads on from any more, and makes the one before it dead if that was
   its last; nodes stand before those that they lead to. */
static void find_dead_ways(const ida_search *b)
{
    for (uint32_t i = b->way.count; i-- > 0;) {
        const ida_node *node = ida_node_at(&b->way, i);
        if (!node->below && node->parent != NO_NODE)
            ida_node_at(&b->way, node->parent)->below--;
    }
}

/* number[i]: the place of node i, unless it is dead. */
static void close_up_ways(ida_search *b, uint32_t *number)
{
    const uint32_t count = b->way.count;
    b->way.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        ida_node node = *ida_node_at(&b->way, i);
        if (!node.below)
            continue;
        if (node.parent != NO_NODE)
            node.parent = number[node.parent];
        number[i] = b->way.count;
        push_ida_node(b, &b->way, node, ida_state(b, &b->way, i));
    }
    for (uint32_t i = 0; i < b->open.count; i++)
        if (ida_node_at(&b->open, i)->parent != NO_NODE)
            ida_node_at(&b->open, i)->parent = number[ida_node_at(&b->open, i)->parent];
}

/* From time to time: a batch has nodes of several depths, so that dead ones stand below others. The
   way is never twice as long as all that are alive, or WAY_LEAST.  False: no memory. */
static bool drop_dead_ways(ida_search *b)
{
    if (b->way.count < b->way_most)
        return true;
    if (!bigarray_reserve(&b->numbers, b->way.count * sizeof(uint32_t)))
        return false;
    find_dead_ways(b);
    close_up_ways(b, b->numbers.at);
    b->way_most = b->way.count < WAY_LEAST / 2 ? WAY_LEAST : 2 * b->way.count;
    return true;
}

/* ---- the table of states seen ---------------------------------------------------------------- */

static size_t seen_words(const ida_search *b)
{
    return b->words + sizeof(seen_state) / sizeof(uint64_t);
}

/* Where there is no memory, nothing is remembered. */
static void open_seen(ida_search *b)
{
    const uint64_t most = b->r->options->max_memory;
    const size_t bytes = seen_words(b) * sizeof(uint64_t);
    size_t count = SEEN_STATES;
    while (most && count > 1 && count * bytes > most / SEEN_SHARE)
        count /= 2;
    b->seen_mask = count - 1;
    b->seen = calloc(count, bytes);
}

static uint64_t hash_seen_state(const uint64_t *state, unsigned words)
{
    uint64_t h = HASH_FIRST;
    for (unsigned i = 0; i < words; i++)
        h = hash_word(h, state[i]);
    return h;
}

/* Where the state would be. */
static uint64_t *seen_entry(const ida_search *b, const uint64_t *state)
{
    return b->seen + (hash_seen_state(state, b->words) & b->seen_mask) * seen_words(b);
}

/* Whether this round has come to the state of the entry by as few moves. */
static bool entry_has(const ida_search *b, const uint64_t *entry, const uint64_t *state,
                      uint32_t moves)
{
    seen_state had;
    memcpy(&had, entry, sizeof had);
    return had.round == b->round && had.moves <= moves &&
           !memcmp(entry + sizeof had / sizeof *entry, state, b->words * sizeof *state);
}

static bool is_seen(const ida_search *b, const uint64_t *state, uint32_t moves)
{
    return b->seen && !b->counting && entry_has(b, seen_entry(b, state), state, moves);
}

/* It is noted if it was not. */
static bool was_seen(ida_search *b, const uint64_t *state, uint32_t moves)
{
    if (!b->seen || b->counting)
        return false;
    uint64_t *entry = seen_entry(b, state);
    if (entry_has(b, entry, state, moves))
        return true;
    const seen_state now = {b->round, moves};
    memcpy(entry, &now, sizeof now);
    memcpy(entry + sizeof now / sizeof *entry, state, b->words * sizeof *state);
    return false;
}

/* ---- goals ----------------------------------------------------------------------------------- */

static int keep_plan(ida_search *b, uint32_t i)
{
    const ida_node *node = ida_node_at(&b->open, i);
    const uint64_t *state = ida_state(b, &b->open, i);
    if (b->plan)
        return 0;
    b->plan = malloc((node->moves + (size_t)1) * b->words * sizeof *b->plan);
    if (!b->plan)
        return error_set_memory(b->r->err);
    for (;;) {
        memcpy(b->plan + (size_t)node->moves * b->words, state, b->words * sizeof *state);
        if (node->parent == NO_NODE)
            return 0;
        state = ida_state(b, &b->way, node->parent);
        node = ida_node_at(&b->way, node->parent);
    }
}

static int note_ida_goal(ida_search *b, uint32_t i)
{
    engine *r = b->r;
    if (ida_node_at(&b->open, i)->moves != b->bound)
        return error_set(r->err, WGCQ_ERUN,
                         "the estimate is no lower bound: a goal was found by %" PRIu32
                         " moves, and it had said that there is none by fewer than %" PRId64,
                         ida_node_at(&b->open, i)->moves, b->bound);
    if (b->counting && __builtin_add_overflow(b->plans, 1, &b->plans))
        return error_set(r->err, WGCQ_ERUN, "there are more than 2^64 shortest plans");
    return keep_plan(b, i);
}

static bool is_plan_found(const ida_search *b)
{
    return b->plan && !b->counting;
}

/* Takes the entries pushed from number `first` on: goals are noted, and no end is left. */
static int take_ends(ida_search *b, uint32_t first)
{
    engine *r = b->r;
    const uint32_t count = b->open.count - first;
    if (!count)
        return 0;
    if (!array_renew(&b->marks, &b->marks_room, count, sizeof *b->marks))
        return error_set_memory(r->err);
    memset(b->marks, 0, count);
    int code =
        r->model->classify(r->worker, ida_state(b, &b->open, first), count, b->marks, r->err);
    uint32_t kept = first;
    for (uint32_t i = 0; i < count && !code && !is_plan_found(b); i++) {
        const uint32_t from = first + i;
        const ida_node node = *ida_node_at(&b->open, from);
        if (b->marks[i] & MARK_GOAL)
            code = note_ida_goal(b, from);
        if (!(b->marks[i] & (MARK_GOAL | MARK_END))) {
            *ida_node_at(&b->open, kept) = node;
            memmove(ida_state(b, &b->open, kept++), ida_state(b, &b->open, from),
                    b->words * sizeof(uint64_t));
        } else if (node.parent != NO_NODE) {
            ida_node_at(&b->way, node.parent)->below--;
        }
    }
    b->open.count = kept;
    return code;
}

/* ---- a batch --------------------------------------------------------------------------------- */

/* The state may lead to a goal of `reach` moves, which are too many for this round. */
static void leave_out(ida_search *b, const uint64_t *state, uint32_t moves, int64_t reach)
{
    const uint64_t most = b->r->options->max_depth;
    const bool deep = most && (uint64_t)reach > most;
    const bool known = deep ? b->depth_cut : !cost_less(reach, b->next_bound);
    if (known || is_seen(b, state, moves))
        return;
    b->depth_cut = b->depth_cut || deep;
    if (!deep)
        b->next_bound = reach;
}

/* A state by so many moves, with its estimate, becomes open if that may lead to a goal. */
static void open_ida_node(ida_search *b, const uint64_t *state, ida_node node, int64_t estimate)
{
    const int64_t reach = cost_add(node.moves, estimate);
    if (!cost_fits(reach)) /* no goal can be reached */
        return;
    if (reach > b->bound)
        leave_out(b, state, node.moves, reach);
    else if (!was_seen(b, state, node.moves)) {
        push_ida_node(b, &b->open, node, state);
        if (node.parent != NO_NODE)
            ida_node_at(&b->way, node.parent)->below++;
    }
}

static int open_near(ida_search *b, uint32_t first_on_way)
{
    engine *r = b->r;
    const uint64_t *states = b->near.at;
    const uint32_t *lanes = b->lanes.at, first = b->open.count;
    if (!bigarray_reserve(&b->estimates, b->near_count * sizeof(int64_t)) ||
        !reserve_ida_nodes(b, &b->open, b->near_count))
        return error_set_memory(r->err);
    int64_t *estimates = b->estimates.at;
    int code = r->model->estimate(r->worker, states, b->near_count, estimates, r->err);
    for (size_t i = 0; i < b->near_count && !code; i++) {
        const uint32_t parent = first_on_way + lanes[i];
        open_ida_node(b, states + i * b->words,
                      (ida_node){parent, ida_node_at(&b->way, parent)->moves + 1, 0}, estimates[i]);
    }
    return code ? code : take_ends(b, first);
}

/* Successors but those that are the state itself or the one before it. */
static bool gather_near(ida_search *b, uint32_t first_on_way)
{
    const batch *found = &b->r->successors;
    const size_t bytes = b->words * sizeof(uint64_t);
    if (!bigarray_reserve(&b->near, found->count * bytes) ||
        !bigarray_reserve(&b->lanes, found->count * sizeof(uint32_t)))
        return false;
    b->near_count = 0;
    for (size_t i = 0; i < found->count; i++) {
        const uint64_t *state = found->state + i * b->words;
        const uint32_t source = first_on_way + found->lane[i],
                       before = ida_node_at(&b->way, source)->parent;
        if (!memcmp(state, ida_state(b, &b->way, source), bytes) ||
            (before != NO_NODE && !memcmp(state, ida_state(b, &b->way, before), bytes)))
            continue;
        ((uint32_t *)b->lanes.at)[b->near_count] = found->lane[i];
        memcpy((uint64_t *)b->near.at + b->near_count++ * b->words, state, bytes);
    }
    return true;
}

/* The last open ones are on the way now. */
static bool move_to_way(ida_search *b, uint32_t count)
{
    if (!reserve_ida_nodes(b, &b->way, count))
        return false;
    b->open.count -= count;
    for (uint32_t i = 0; i < count; i++)
        push_ida_node(b, &b->way, *ida_node_at(&b->open, b->open.count + i),
                      ida_state(b, &b->open, b->open.count + i));
    return true;
}

static void count_expanded(ida_search *b, size_t count)
{
    engine *r = b->r;
    r->result->states += count;
    r->result->edges += r->successors.count;
    r->frontier = b->open.count;
    r->own_memory = b->open.nodes.bytes + b->open.states.bytes + b->way.nodes.bytes +
                    b->way.states.bytes + b->numbers.bytes + b->near.bytes + b->lanes.bytes +
                    b->estimates.bytes +
                    (b->seen ? (b->seen_mask + 1) * seen_words(b) * sizeof(uint64_t) : 0);
    r->unchecked = count;
    if (r->options->max_states && r->result->states >= r->options->max_states)
        limits_stop_states(r);
}

/* The successors of the last open ones: of as many as there is memory for together. */
static bool find_last_successors(ida_search *b, uint32_t *count, int *code)
{
    engine *r = b->r;
    const uint64_t most = r->options->max_states;
    uint32_t left = b->open.count < b->most_at_once ? b->open.count : b->most_at_once;
    if (most && most - r->result->states < left)
        left = (uint32_t)(most - r->result->states);
    for (;;) {
        expansion x = {.states = ida_state(b, &b->open, b->open.count - left), .count = left};
        if (!engine_find_successors(r, &x, code))
            return false;
        *count = left;
        if (x.count == left)
            break;
        left = b->most_at_once = (uint32_t)x.count;
    }
    if (b->most_at_once < MODEL_BATCH)
        b->most_at_once *= 2;
    return true;
}

static int expand_last_open(ida_search *b)
{
    engine *r = b->r;
    const uint32_t first_on_way = b->way.count;
    uint32_t count;
    int code = 0;
    if (!find_last_successors(b, &count, &code))
        return code;
    if (!move_to_way(b, count) || !gather_near(b, first_on_way))
        return error_set_memory(r->err);
    code = open_near(b, first_on_way);
    count_expanded(b, count);
    return !code && !drop_dead_ways(b) ? error_set_memory(r->err) : code;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

static int begin_round(ida_search *b)
{
    engine *r = b->r;
    b->round++;
    b->open.count = b->way.count = 0;
    b->next_bound = COST_BEYOND;
    b->depth_cut = false;
    snprintf(b->phase, sizeof b->phase,
             b->counting ? "counting plans of %" PRId64 " moves" : "plans of %" PRId64 " moves",
             b->bound);
    r->phase = b->phase;
    if (!bigarray_reserve(&b->estimates, b->start_count * sizeof(int64_t)) ||
        !reserve_ida_nodes(b, &b->open, b->start_count))
        return error_set_memory(r->err);
    int64_t *estimates = b->estimates.at;
    const uint64_t *starts = b->starts.at;
    int code = r->model->estimate(r->worker, starts, b->start_count, estimates, r->err);
    for (size_t i = 0; i < b->start_count && !code; i++)
        open_ida_node(b, starts + i * b->words, (ida_node){.parent = NO_NODE}, estimates[i]);
    return code ? code : take_ends(b, 0);
}

/* No round leads to more: every way was followed to its end. */
static int end_deepening(ida_search *b)
{
    if (b->depth_cut) {
        limits_stop_depth(b->r);
        return WGCQ_DONE;
    }
    b->r->result->proved_none = true;
    engine_stop(b->r, SEARCH_STOPPED);
    return WGCQ_DONE;
}

/* A first bound that every start exceeds: the first round only finds the least estimate. */
enum { BEFORE_ALL = -1 };

static int end_round(ida_search *b)
{
    engine *r = b->r;
    if (b->plan && !b->counting && r->options->stop != WGCQ_STOP_FIRST) {
        b->counting = true;
        return begin_round(b);
    }
    if (b->plan) {
        b->counted = b->counting;
        engine_stop(r, SEARCH_STOPPED);
        return WGCQ_DONE;
    }
    if (!cost_fits(b->next_bound))
        return end_deepening(b);
    b->bound = b->next_bound;
    r->depth = (uint32_t)b->bound;
    r->result->depth = r->depth;
    r->result->rounds++;
    return begin_round(b);
}

static int step_ida_star(void *self)
{
    ida_search *b = self;
    return b->open.count && !is_plan_found(b) ? expand_last_open(b) : end_round(b);
}

/* ---- the strategy ---------------------------------------------------------------------------- */

static int draw_plan(const ida_search *b)
{
    engine *r = b->r;
    level_plan p;
    uint32_t length = (uint32_t)b->bound;
    int code = level_plan_begin(&p, r, &r->result->plan, length);
    for (uint32_t step = length + 1; step-- > 0 && !code;)
        level_plan_put(&p, step, b->plan + (size_t)step * b->words);
    code = code ? code : level_plan_finish(&p, NULL, 0);
    level_plan_close(&p);
    return code;
}

static int finish_ida_star(void *self)
{
    const ida_search *b = self;
    engine *r = b->r;
    if (!b->plan)
        return 0;
    const mp_limb_t plans = b->plans;
    r->result->goals = 1;
    r->result->shortest_known = true;
    r->result->shortest = (uint32_t)b->bound;
    int code = b->counted ? level_plan_set_count(r, &plans, 1) : 0;
    return code || r->options->no_plan ? code : draw_plan(b);
}

static int keep_starts(ida_search *b)
{
    engine *r = b->r;
    int code = engine_find_initial_states(r);
    if (code || r->stopped)
        return code;
    b->start_count = r->successors.count;
    const size_t bytes = b->start_count * b->words * sizeof(uint64_t);
    if (!bigarray_reserve(&b->starts, bytes))
        return error_set_memory(r->err);
    memcpy(b->starts.at, r->successors.state, bytes);
    r->result->starts = b->start_count;
    return begin_round(b);
}

static int open_ida_star(void **self, engine *r)
{
    ida_search *b = calloc(1, sizeof *b);
    *self = b;
    if (!b)
        return error_set_memory(r->err);
    b->r = r;
    b->words = r->model->words;
    b->bound = BEFORE_ALL;
    b->most_at_once = MODEL_BATCH;
    b->way_most = WAY_LEAST;
    open_seen(b);
    int code = engine_open(r, WANT_ORDER);
    return code ? code : keep_starts(b);
}

static void close_ida_star(void *self)
{
    ida_search *b = self;
    bigarray *const all[] = {&b->open.nodes, &b->open.states, &b->way.nodes,
                             &b->way.states, &b->near,        &b->lanes,
                             &b->estimates,  &b->starts,      &b->numbers};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        bigarray_free(all[i]);
    free(b->seen);
    free(b->marks);
    free(b->plan);
    free(b);
}

const strategy ida_star = {.traits = {.needs_estimate = true, .by_cost = true},
                           .open = open_ida_star,
                           .step = step_ida_star,
                           .finish = finish_ida_star,
                           .close = close_ida_star};
