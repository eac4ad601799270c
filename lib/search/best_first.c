/*
 * best_first.c - the orders by a key: uniform cost ("cheapest"), greedy best-first and A*.
 *
 * Costs are rows of integers compared from the left, with the number of moves at the end unless it
 * is named before.  Every move adds one to that, so a successor's costs are always greater than its
 * source's, and states of equal costs can be expanded together.
 *
 *   cheapest    the key is the cost so far
 *   A*          the same, with the estimate added to the first cost
 *   best-first  the key is the estimate alone, one state at a time, earlier discoveries first
 *
 * A state that is reached at less cost is queued again under its new key; stale entries are skipped
 * when they are taken out.  With cheapest, and with a consistent estimate, that never happens to an
 * expanded state; a merely admissible estimate can cause it, and then the state is expanded again
 * and its edges are not reported twice.
 *
 * Reported depths are those of the tree of first discoveries: one more than that of the state which
 * led there first, whatever better path is found later.  --max-depth goes by the fewest moves
 * instead, so that the explored states are those of a breadth-first run: a state that was expanded,
 * or deferred as too deep, is queued again when a path of fewer moves is found.
 *
 * A cost that does not fit (cost.h) comes after all that do; the costs behind it in the row keep
 * such rows apart but do not order them.  So a state whose least costs fit has these, and the
 * others are explored all the same.
 *
 * Proof: an admissible estimate makes the key of every state on a cheapest plan at most that plan's
 * cost.  So when a goal is taken out under its least key, no queued state leads to a cheaper one;
 * and every state on an equally cheap plan was expanded, for its key is less: it has fewer moves
 * (with A* only where moves stand behind another cost, since an estimate of the moves makes up for
 * them).  Where states were too deep to be expanded, nothing is proved.
 * With final costs the same holds of the best plan so far, ended, once no key is less than what it
 * costs.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/cost.h"
#include "base/error.h"
#include "search/engine/engine.h"
#include "search/engine/limits.h"
#include "search/engine/strategies.h"
#include "search/levels/level_plan.h"
#include "space/bucket_queue.h"

/* The cost of a state that no path has reached; compares as greater than all others (cost.h). */
static const int64_t UNREACHED = -1;

enum { MARK_EXPANDED = 0x80, MARK_DEFERRED = 0x40 }; /* beside enum model_mark */

typedef struct best_search {
    engine *r;
    const strategy *strategy;
    int *costs;               /* [width] cost numbers, -1 for moves, each once */
    unsigned width, moves_at; /* costs[moves_at] is moves */
    bigarray cost;            /* int64_t [number - 1][width], the least so far          */
    bigarray estimate;        /* int64_t [number - 1], where the order needs it         */
    bigarray parent;          /* uint32_t [number - 1]; 0 for an initial state          */
    bigarray depth;           /* uint32_t [number - 1], in the tree of first discoveries */
    bigarray fewest;          /* uint32_t [number - 1], moves so far; with --max-depth   */
    bigarray marks;           /* uint8_t [number - 1]                                    */
    bigarray final;           /* int64_t [number - 1][width], where there are final costs */
    bucket_queue queue;
    int64_t *key, *sum, *bound; /* [width] */
    int64_t *best;              /* [width], of the best plan so far, with its final costs */
    uint32_t first_goal;        /* the first taken out, with final costs that of `best`; 0: none */
    uint64_t goals_taken;       /* how often a goal was taken out          */
    bool depth_cut;             /* a state was too deep to be expanded     */
    uint64_t deferred;          /* states that still are too deep          */
    uint32_t expanding[MODEL_BATCH], reexpanding[MODEL_BATCH], depths[MODEL_BATCH];
    size_t first, again; /* of these, still to be begun         */
    size_t taken;        /* of both, when they were taken out   */
    expansion batch;     /* that was begun                      */
    bigarray states;
} best_search;

static int64_t *cost_at(const best_search *b, uint32_t number)
{
    return (int64_t *)b->cost.at + (size_t)(number - 1) * b->width;
}

static uint8_t *marks_at(const best_search *b, uint32_t number)
{
    return (uint8_t *)b->marks.at + (number - 1);
}

static uint32_t *depth_at(const best_search *b, uint32_t number)
{
    return (uint32_t *)b->depth.at + (number - 1);
}

static uint32_t *fewest_at(const best_search *b, uint32_t number)
{
    return (uint32_t *)b->fewest.at + (number - 1);
}

static int64_t estimate_at(const best_search *b, uint32_t number)
{
    return ((const int64_t *)b->estimate.at)[number - 1];
}

static bool cost_row_less(const best_search *b, const int64_t *x, const int64_t *y)
{
    for (unsigned i = 0; i < b->width; i++)
        if (x[i] != y[i])
            return cost_less(x[i], y[i]);
    return false;
}

/* ---- keys ------------------------------------------------------------------- */

static void key_cost(int64_t *key, const int64_t *cost, unsigned width, int64_t estimate)
{
    (void)estimate;
    memcpy(key, cost, width * sizeof *key);
}

static void key_cost_and_estimate(int64_t *key, const int64_t *cost, unsigned width,
                                  int64_t estimate)
{
    memcpy(key, cost, width * sizeof *key);
    key[0] = cost_add(cost[0], estimate);
}

static void key_estimate(int64_t *key, const int64_t *cost, unsigned width, int64_t estimate)
{
    (void)cost, (void)width;
    key[0] = estimate;
}

/* The key of a state at its least cost so far. */
static void queue_key(const best_search *b, uint32_t number, int64_t *key)
{
    int64_t estimate = b->strategy->traits.needs_estimate ? estimate_at(b, number) : 0;
    b->strategy->key(key, cost_at(b, number), b->width, estimate);
}

static int enqueue(best_search *b, uint32_t number)
{
    queue_key(b, number, b->key);
    return bucket_queue_push(&b->queue, b->key, number) ? 0 : error_set_memory(b->r->err);
}

/* ---- new states ---------------------------------------------------------------- */

/* First minimized cost of a new state that is a goal, once a plan ends there. */
static int64_t new_final(const best_search *b, size_t i)
{
    const engine *r = b->r;
    return r->needs_finals && b->costs[0] >= 0
               ? r->finals[i * r->model->finals + (size_t)b->costs[0]]
               : 0;
}

static int estimate_error(best_search *b, uint32_t number)
{
    engine *r = b->r;
    strbuf shown = {0}, left = {0};
    const bool *maximized = r->model->maximized;
    const int64_t final = new_final(b, number - r->first_new);
    int code = r->model->show(r->worker, visited_state(&r->visited, number), &shown, r->err);
    if (final)
        strbuf_printf(&left, "%" PRId64, cost_shown(maximized, b->costs[0], final));
    if (!code)
        code = error_set(r->err, WGCQ_ERUN,
                         "the estimate is no %s bound: it is %" PRId64
                         " in a goal, where %s is %s:%s%s",
                         cost_is_maximized(maximized, b->costs[0]) ? "upper" : "lower",
                         cost_shown(maximized, b->costs[0], estimate_at(b, number)),
                         final ? strbuf_string(&left) : "nothing",
                         cost_is_maximized(maximized, b->costs[0]) ? "reached" : "left",
                         model_before_state(strbuf_string(&shown)), strbuf_string(&shown));
    strbuf_free(&left);
    strbuf_free(&shown);
    return code;
}

static int estimate_new_states(best_search *b)
{
    engine *r = b->r;
    if (!bigarray_reserve(&b->estimate, r->visited.count * sizeof(int64_t)))
        return error_set_memory(r->err);
    int64_t *fresh = (int64_t *)b->estimate.at + (r->first_new - 1);
    int code = r->model->estimate(r->worker, visited_state(&r->visited, r->first_new), r->new_count,
                                  fresh, r->err);
    for (size_t i = 0; i < r->new_count && !code && b->strategy->traits.by_cost; i++)
        if (*marks_at(b, r->first_new + (uint32_t)i) & MARK_GOAL && fresh[i] > new_final(b, i))
            code = estimate_error(b, r->first_new + (uint32_t)i);
    return code;
}

static bool reserve_per_state(best_search *b, size_t count)
{
    return bigarray_reserve(&b->cost, count * b->width * sizeof(int64_t)) &&
           bigarray_reserve(&b->parent, count * sizeof(uint32_t)) &&
           bigarray_reserve(&b->depth, count * sizeof(uint32_t)) &&
           bigarray_reserve(&b->marks, count) &&
           (!b->best || bigarray_reserve(&b->final, count * b->width * sizeof(int64_t))) &&
           (!b->r->options->max_depth || bigarray_reserve(&b->fewest, count * sizeof(uint32_t)));
}

/* Initial states have depth 0; of any other new state the fewest moves are not known yet. */
static void init_depths(best_search *b, bool starts)
{
    const engine *r = b->r;
    size_t bytes = r->new_count * sizeof(uint32_t);
    if (starts)
        memset(depth_at(b, r->first_new), 0, bytes);
    else
        memcpy(depth_at(b, r->first_new), r->depths, bytes);
    if (r->options->max_depth)
        memset(fewest_at(b, r->first_new), starts ? 0 : 0xff, bytes);
}

static void init_finals(best_search *b)
{
    const engine *r = b->r;
    int64_t *to = (int64_t *)b->final.at + (size_t)(r->first_new - 1) * b->width;
    for (size_t i = 0; i < r->new_count; i++)
        for (unsigned c = 0; c < b->width; c++)
            *to++ = b->costs[c] < 0 ? 0 : r->finals[i * r->model->finals + (size_t)b->costs[c]];
}

static int init_new_states(best_search *b, bool starts)
{
    engine *r = b->r;
    if (!r->new_count)
        return 0;
    if (!reserve_per_state(b, r->visited.count))
        return error_set_memory(r->err);
    init_depths(b, starts);
    int64_t *spent = cost_at(b, r->first_new);
    for (size_t i = 0; i < r->new_count * b->width; i++)
        spent[i] = UNREACHED;
    if (r->needs_marks)
        memcpy(marks_at(b, r->first_new), r->marks, r->new_count);
    if (b->best)
        init_finals(b);
    return b->strategy->traits.needs_estimate ? estimate_new_states(b) : 0;
}

/* A path of less cost to a state was found: is it the best plan? */
static void end_plan(best_search *b, uint32_t number)
{
    const int64_t *cost = cost_at(b, number);
    if (!b->best || !(*marks_at(b, number) & MARK_GOAL))
        return;
    const int64_t *final = (const int64_t *)b->final.at + (size_t)(number - 1) * b->width;
    for (unsigned c = 0; c < b->width; c++)
        b->sum[c] = cost_add(cost[c], final[c]);
    if (b->first_goal && !cost_row_less(b, b->sum, b->best))
        return;
    memcpy(b->best, b->sum, b->width * sizeof *b->best);
    b->first_goal = number;
}

static int enqueue_initial(best_search *b)
{
    int code = init_new_states(b, true);
    for (uint32_t n = 1; n <= b->r->result->starts && !code; n++) {
        memset(cost_at(b, n), 0, b->width * sizeof(int64_t));
        end_plan(b, n);
        code = enqueue(b, n);
    }
    return code;
}

/* ---- edges ------------------------------------------------------------------------ */

/* The cost of a path to `from` and on by edge i of the last expansion, in b->sum. */
static void sum_costs(best_search *b, uint32_t from, size_t i)
{
    const batch *found = &b->r->successors;
    const int64_t *spent = cost_at(b, from);
    for (unsigned c = 0; c < b->width; c++) {
        int64_t more = b->costs[c] < 0 ? 1 : found->cost[i * found->costs + (size_t)b->costs[c]];
        b->sum[c] = cost_add(spent[c], more);
    }
}

/* A state that was taken out already is queued again, to propagate its lower depth. */
static int relax_move_count(best_search *b, uint32_t from, uint32_t to)
{
    uint32_t moves = *fewest_at(b, from) + 1;
    if (moves >= *fewest_at(b, to))
        return 0;
    *fewest_at(b, to) = moves;
    return *marks_at(b, to) & (MARK_EXPANDED | MARK_DEFERRED) ? enqueue(b, to) : 0;
}

static int relax_successor(best_search *b, uint32_t from, size_t i)
{
    uint32_t to = b->r->numbers[i];
    int64_t *cost = cost_at(b, to);
    int code = b->r->options->max_depth ? relax_move_count(b, from, to) : 0;
    if (code || (!b->strategy->traits.by_cost && cost[0] != UNREACHED))
        return code;
    sum_costs(b, from, i);
    if (!cost_row_less(b, b->sum, cost))
        return 0;
    memcpy(cost, b->sum, b->width * sizeof *cost);
    ((uint32_t *)b->parent.at)[to - 1] = from;
    end_plan(b, to);
    return enqueue(b, to);
}

/* After each slice of successors. */
static int relax_slice(void *self, const expansion *x)
{
    best_search *b = self;
    const engine *r = b->r;
    int code = init_new_states(b, false);
    for (size_t i = 0; i < r->inserted && !code; i++)
        code = relax_successor(b, expansion_number(x, r->successors.lane[i]), i);
    return code;
}

/* ---- states taken from the queue ------------------------------------------------------------- */

/* Drops entries of states that have a better key by now. */
static void drop_stale(best_search *b, const int64_t *key, uint32_t *number, size_t *count)
{
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        queue_key(b, number[i], b->sum);
        if (!memcmp(key, b->sum, b->queue.width * sizeof *key))
            number[kept++] = number[i];
    }
    *count = kept;
}

/* Whether no plan that is not known yet costs less than the best one; `number` are the states of
   the least key. */
static bool is_cheapest_known(const best_search *b, const uint32_t *number, size_t count)
{
    bool goal = false;
    if (b->best)
        return b->first_goal && !cost_row_less(b, b->key, b->best);
    for (size_t i = 0; i < count && !goal; i++)
        goal = *marks_at(b, number[i]) & MARK_GOAL;
    return goal;
}

static void note_goals(best_search *b, const uint32_t *number, size_t count)
{
    search_result *out = b->r->result;
    bool before = b->best ? out->proved_cheapest : b->goals_taken;
    if (!before && is_cheapest_known(b, number, count))
        out->proved_cheapest = b->strategy->traits.by_cost && !b->depth_cut;
    for (size_t i = 0; i < count; i++)
        if (*marks_at(b, number[i]) & MARK_GOAL && !b->goals_taken++ && !b->best)
            b->first_goal = number[i];
    if (out->proved_cheapest && b->r->options->stop == WGCQ_STOP_SHORTEST)
        engine_stop(b->r, SEARCH_STOPPED);
}

static bool defer_if_too_deep(best_search *b, uint32_t number)
{
    uint64_t most = b->r->options->max_depth;
    uint8_t *marks = marks_at(b, number);
    bool was = *marks & MARK_DEFERRED, deep = most && *fewest_at(b, number) >= most;
    b->deferred += (uint64_t)deep - was;
    b->depth_cut = b->depth_cut || deep;
    *marks = (uint8_t)(deep ? *marks | MARK_DEFERRED : *marks & ~MARK_DEFERRED);
    return deep;
}

/* Splits them into those to be expanded for the first time and those to be expanded again. */
static void split_dequeued(best_search *b, size_t count, size_t *first, size_t *again)
{
    *first = *again = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t n = b->expanding[i];
        uint8_t *marks = marks_at(b, n);
        if (*marks & MARK_END || defer_if_too_deep(b, n))
            continue;
        if (*marks & MARK_EXPANDED)
            b->reexpanding[(*again)++] = n;
        else
            b->expanding[(*first)++] = n;
        *marks |= MARK_EXPANDED;
    }
}

/* Queues them again: the caller may continue after an interrupt. */
static int requeue(best_search *b, const uint32_t *number, size_t count, bool again)
{
    int code = 0;
    for (size_t i = 0; i < count && b->r->resumable && !code; i++) {
        if (!again)
            *marks_at(b, number[i]) &= (uint8_t)~MARK_EXPANDED;
        code = enqueue(b, number[i]);
    }
    return code;
}

static void begin_dequeued(best_search *b, const uint32_t *number, size_t count, bool again)
{
    engine *r = b->r;
    assert(count && count <= MODEL_BATCH);
    size_t words = r->visited.words;
    uint64_t *states = b->states.at;
    for (size_t i = 0; i < count; i++) {
        memcpy(states + i * words, visited_state(&r->visited, number[i]), words * sizeof *states);
        b->depths[i] = *depth_at(b, number[i]);
    }
    b->batch = (expansion){.states = states,
                           .count = count,
                           .number = number,
                           .depths = b->depths,
                           .reexpansion = again};
    r->depth = (uint32_t)cost_at(b, *number)[b->moves_at];
    engine_begin(r, &b->batch);
}

static size_t best_first_memory(const best_search *b)
{
    size_t state = b->width * sizeof(int64_t) + 2 * sizeof(uint32_t) + 1 +
                   (b->r->options->max_depth ? sizeof(uint32_t) : 0) +
                   (b->strategy->traits.needs_estimate ? sizeof(int64_t) : 0) +
                   (b->best ? b->width * sizeof(int64_t) : 0);
    return b->r->visited.count * state + bucket_queue_memory(&b->queue);
}

/* The states of the least key, or some of them. */
static int take_least(best_search *b)
{
    engine *r = b->r;
    if (!b->queue.count && b->deferred)
        limits_stop_depth(r);
    if (!b->queue.count)
        return WGCQ_DONE;
    size_t most = b->strategy->traits.by_cost ? MODEL_BATCH : 1;
    size_t count = bucket_queue_take(&b->queue, b->key, b->expanding, most);
    drop_stale(b, b->key, b->expanding, &count);
    note_goals(b, b->expanding, count);
    if (r->stopped)
        return 0;
    split_dequeued(b, count, &b->first, &b->again);
    b->taken = b->first + b->again;
    return 0;
}

/* Begins with those that were taken out and not begun yet; the ones expanded before come last. */
static int begin_taken(best_search *b)
{
    size_t first = b->first, again = b->again;
    int code = 0;
    if (first) {
        b->first = 0;
        begin_dequeued(b, b->expanding, first, false);
    } else if (again) {
        b->again = 0;
        if (b->r->stopped)
            code = requeue(b, b->reexpanding, again, true);
        else
            begin_dequeued(b, b->reexpanding, again, true);
    }
    return code;
}

/* A slice of their successors; what was not expanded is queued again. */
static int expand_taken(best_search *b)
{
    engine *r = b->r;
    const expansion *x = &b->batch;
    int code = engine_next(r);
    if (code || r->expanding)
        return code;
    code = requeue(b, x->number + r->sources_done, x->count - r->sources_done, x->reexpansion);
    return code ? code : begin_taken(b);
}

static int expand_least(void *self)
{
    best_search *b = self;
    engine *r = b->r;
    int code = 0;
    if (!r->expanding) {
        code = take_least(b);
        if (code || r->stopped)
            return code;
        code = begin_taken(b);
    }
    if (!code && r->expanding)
        code = expand_taken(b);
    if (code || r->expanding)
        return code;
    r->frontier = b->queue.count;
    r->own_memory = best_first_memory(b);
    r->unchecked = b->taken + 1;
    return 0;
}

/* ---- the strategies -------------------------------------------------------------------------- */

/* Each cost once, `moves` last unless it is named before.  An order by estimate alone compares
 * none. */
static bool set_up_costs(best_search *b)
{
    const search_options *options = b->r->options;
    size_t count = b->strategy->traits.by_cost ? options->minimize_count : 0;
    b->costs = malloc((count + 1) * sizeof *b->costs);
    if (!b->costs)
        return false;
    for (size_t i = 0; i <= count; i++) {
        int cost = i < count ? options->minimize[i] : -1;
        bool listed = false;
        for (unsigned k = 0; k < b->width; k++)
            listed = listed || b->costs[k] == cost;
        if (listed)
            continue;
        if (cost < 0)
            b->moves_at = b->width;
        b->costs[b->width++] = cost;
    }
    assert(b->width && b->costs[b->moves_at] == -1);
    b->key = malloc(b->width * sizeof *b->key);
    b->sum = malloc(b->width * sizeof *b->sum);
    b->bound = malloc(b->width * sizeof *b->bound);
    b->queue = bucket_queue_make(b->strategy->traits.by_cost ? b->width : 1);
    bool ends = b->strategy->traits.by_cost && b->r->model->finals;
    b->best = ends ? malloc(b->width * sizeof *b->best) : NULL;
    return b->key && b->sum && b->bound && (b->best || !ends) &&
           bigarray_reserve(&b->states, MODEL_BATCH * b->r->model->words * sizeof(uint64_t));
}

static int finish_best_first(void *self)
{
    best_search *b = self;
    engine *r = b->r;
    r->result->proved_depth = r->result->end == SEARCH_COMPLETE ? UINT32_MAX : 0;
    uint32_t goal =
        b->first_goal && b->strategy->traits.by_cost ? b->first_goal : r->result->first_goal;
    if (!goal)
        return 0;
    return level_plan_by_parents(r, b->parent.at, goal, b->costs, b->width > 1 ? b->width : 0);
}

/* A plan that is not in the graph yet leads over a queued state and costs at least its key; more
   than that where keys have no estimate in them, or moves stand behind it. */
static void best_first_bound(const void *self, search_bound *out)
{
    const best_search *b = self;
    const int64_t *least = bucket_queue_least(&b->queue);
    for (unsigned i = 0; i < b->queue.width && least; i++)
        b->bound[i] = cost_bound(least[i]);
    *out = (search_bound){.known = b->strategy->traits.by_cost && !b->depth_cut,
                          .strict = !b->strategy->traits.needs_estimate || b->moves_at,
                          .width = b->width,
                          .costs = b->costs,
                          .bound = least ? b->bound : NULL,
                          .goals = b->goals_taken};
}

static int set_up_best_first(best_search *b)
{
    engine *r = b->r;
    if (!set_up_costs(b))
        return error_set_memory(r->err);
    r->needs_numbers = true;
    bool weighs = b->width > 1 || b->costs[0] >= 0 || b->best;
    int code = engine_open(r, WANT_ORDER | (weighs ? WANT_COSTS : 0u));
    code = code ? code : engine_add_initial_states(r);
    return code ? code : enqueue_initial(b);
}

static int open_best_first(void **self, engine *r)
{
    best_search *b = calloc(1, sizeof *b);
    *self = b;
    if (!b)
        return error_set_memory(r->err);
    b->r = r;
    r->on_slice = relax_slice;
    r->on_slice_self = b;
    b->strategy = r->strategy;
    return set_up_best_first(b);
}

static void close_best_first(void *self)
{
    best_search *b = self;
    free(b->costs);
    free(b->key);
    free(b->sum);
    free(b->bound);
    free(b->best);
    bigarray_free(&b->cost);
    bigarray_free(&b->estimate);
    bigarray_free(&b->parent);
    bigarray_free(&b->depth);
    bigarray_free(&b->fewest);
    bigarray_free(&b->marks);
    bigarray_free(&b->final);
    bigarray_free(&b->states);
    bucket_queue_free(&b->queue);
    free(b);
}

const strategy cheapest = {.traits = {.by_cost = true, .bounds_plans = true},
                           .open = open_best_first,
                           .step = expand_least,
                           .finish = finish_best_first,
                           .frontier_bound = best_first_bound,
                           .close = close_best_first,
                           .key = key_cost};

const strategy best_first = {.traits = {.needs_estimate = true},
                             .open = open_best_first,
                             .step = expand_least,
                             .finish = finish_best_first,
                             .close = close_best_first,
                             .key = key_estimate};

const strategy a_star = {.traits = {.needs_estimate = true, .by_cost = true, .bounds_plans = true},
                         .open = open_best_first,
                         .step = expand_least,
                         .finish = finish_best_first,
                         .frontier_bound = best_first_bound,
                         .close = close_best_first,
                         .key = key_cost_and_estimate};
