/*
 * best_first.c - the orders that go by a key: cheapest, best-first and A*, over one waiting list.
 *
 * Costs are rows of integers compared from the left, with the number of moves at the end unless it
 * is named before.  Every move adds one to that, so a successor's costs are always greater than its
 * source's, and states of equal costs can be expanded together.
 *
 *   cheapest    the key is what was spent
 *   A*          the same, with the estimate added to the first cost
 *   best-first  the key is the estimate alone, one state at a time, earlier discoveries first
 *
 * A state for which a cheaper way is found waits again under its new key; what waits under an old
 * one is passed over when it is taken out.  With cheapest, and with an estimate that is consistent,
 * that never happens to a state that was expanded; an estimate that is merely a lower bound may
 * bring it about, and then the state is expanded again and its edges are not reported twice.
 *
 * Depths that are reported are those of the tree of first discoveries: one more than that of the
 * state which led there first, whatever better path comes later.  They are final when a state is
 * new.  --max-depth goes by the fewest moves instead, so that the states which are explored are
 * those of a breadth-first run: what was expanded, or set aside as too deep, is expanded again when
 * a path of fewer moves turns up.
 *
 * A cost that does not fit (cost.h) comes after all that do, and what stands behind it tells such
 * rows apart but does not order what they stand for.  So a state whose least costs fit has these,
 * and the others are explored all the same.
 *
 * Proof: an estimate that is a lower bound makes the key of every state on a cheapest plan at most
 * that plan's cost.  So when a goal is taken out under its least key, nothing that waits leads to a
 * cheaper one; and every state on a plan as cheap was expanded, for its key is less: it has fewer
 * moves (with A* only where these stand behind another cost: an estimate of the moves makes up for
 * them).  Where states were too deep to be expanded, nothing is proved.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/cost.h"
#include "base/error.h"
#include "search/engine.h"
#include "search/extract_plan.h"
#include "search/limits.h"
#include "space/bucket_queue.h"

/* More than anything that a state can have cost. */
static const int64_t UNREACHED = -1;

enum { MARK_EXPANDED = 0x80, MARK_DEFERRED = 0x40 }; /* beside enum model_mark */

typedef struct best_search {
    engine *r;
    wgcq_order order;
    int *costs; /* costs, -1 for moves, each once */
    unsigned width, moves_at;
    bigarray cost;     /* int64_t [number - 1][width]; NOT_YET: not come to       */
    bigarray estimate; /* int64_t [number - 1]; not for cheapest                  */
    bigarray parent;   /* uint32_t [number - 1]; 0 for a start                    */
    bigarray depth;    /* uint32_t [number - 1], in the tree of first discoveries */
    bigarray fewest;   /* uint32_t [number - 1], moves so far; with --max-depth   */
    bigarray marks;    /* uint8_t [number - 1]                                    */
    bucket_queue queue;
    int64_t *key, *sum, *bound; /* [width] */
    uint32_t first_goal;        /* the first that was taken out; 0: none */
    uint64_t goals_taken;       /* how often one was                      */
    bool depth_cut;             /* something was too deep to be expanded */
    uint64_t deferred;          /* so many states still are              */
    uint32_t expanding[MODEL_BATCH], reexpanding[MODEL_BATCH], depths[MODEL_BATCH];
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

/* The key under which a state waits as things stand. */
static void queue_key(const best_search *b, uint32_t number, int64_t *key)
{
    if (b->order == WGCQ_BEST_FIRST) {
        key[0] = estimate_at(b, number);
        return;
    }
    memcpy(key, cost_at(b, number), b->width * sizeof *key);
    if (b->order == WGCQ_A_STAR)
        key[0] = cost_add(key[0], estimate_at(b, number));
}

static int enqueue(best_search *b, uint32_t number)
{
    queue_key(b, number, b->key);
    return bucket_queue_push(&b->queue, b->key, number) ? 0 : error_set_memory(b->r->err);
}

/* ---- new states ---------------------------------------------------------------- */

static int estimate_error(best_search *b, uint32_t number)
{
    engine *r = b->r;
    strbuf shown = {0};
    int code = r->model->show(r->worker, visited_state(&r->visited, number), &shown, r->err);
    if (!code)
        code = error_set(r->err, WGCQ_ERUN,
                         "the estimate is no lower bound: it is %" PRId64
                         " in a goal, where nothing is left: %s",
                         estimate_at(b, number), strbuf_string(&shown));
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
    for (size_t i = 0; i < r->new_count && !code && b->order == WGCQ_A_STAR; i++)
        if (*marks_at(b, r->first_new + (uint32_t)i) & MARK_GOAL && fresh[i] > 0)
            code = estimate_error(b, r->first_new + (uint32_t)i);
    return code;
}

static bool reserve_per_state(best_search *b, size_t count)
{
    return bigarray_reserve(&b->cost, count * b->width * sizeof(int64_t)) &&
           bigarray_reserve(&b->parent, count * sizeof(uint32_t)) &&
           bigarray_reserve(&b->depth, count * sizeof(uint32_t)) &&
           bigarray_reserve(&b->marks, count) &&
           (!b->r->options->max_depth || bigarray_reserve(&b->fewest, count * sizeof(uint32_t)));
}

/* Starts are 0 deep, and any other new state is less deep than no path. */
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
    return b->order == WGCQ_CHEAPEST ? 0 : estimate_new_states(b);
}

static int enqueue_initial(best_search *b)
{
    int code = init_new_states(b, true);
    for (uint32_t n = 1; n <= b->r->result->starts && !code; n++) {
        memset(cost_at(b, n), 0, b->width * sizeof(int64_t));
        code = enqueue(b, n);
    }
    return code;
}

/* ---- edges ------------------------------------------------------------------------ */

/* What was spent when edge i of the newest expansion has been made. */
static void sum_costs(best_search *b, uint32_t from, size_t i)
{
    const batch *found = &b->r->successors;
    const int64_t *spent = cost_at(b, from);
    for (unsigned c = 0; c < b->width; c++) {
        int64_t more = b->costs[c] < 0 ? 1 : found->cost[i * found->costs + (size_t)b->costs[c]];
        b->sum[c] = cost_add(spent[c], more);
    }
}

/* What was taken out already waits again, to pass on that it is less deep. */
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
    int64_t *spent = cost_at(b, to);
    int code = b->r->options->max_depth ? relax_move_count(b, from, to) : 0;
    if (code || (b->order == WGCQ_BEST_FIRST && spent[0] != UNREACHED))
        return code;
    sum_costs(b, from, i);
    if (!cost_row_less(b, b->sum, spent))
        return 0;
    memcpy(spent, b->sum, b->width * sizeof *spent);
    ((uint32_t *)b->parent.at)[to - 1] = from;
    return enqueue(b, to);
}

/* After each slice of successors. */
static int relax_slice(void *self, const expansion *x)
{
    best_search *b = self;
    const engine *r = b->r;
    int code = init_new_states(b, false);
    for (size_t i = 0; i < r->on_batch && !code; i++)
        code = relax_successor(b, expansion_number(x, r->successors.lane[i]), i);
    return code;
}

/* ---- what is taken out ------------------------------------------------------------- */

/* Leaves out those that wait under a better key by now, or were expanded under it. */
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

static void note_goals(best_search *b, const uint32_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!(*marks_at(b, number[i]) & MARK_GOAL) || b->goals_taken++)
            continue;
        b->first_goal = number[i];
        b->r->result->proved_cheapest = b->order != WGCQ_BEST_FIRST && !b->depth_cut;
    }
    if (b->r->result->proved_cheapest && b->r->options->stop == WGCQ_STOP_SHORTEST)
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

/* Those that are to be expanded for the first time, and again. */
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

/* They wait again, as they did before: the caller may go on with them. */
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

static int expand_dequeued(best_search *b, const uint32_t *number, size_t count, bool again)
{
    engine *r = b->r;
    if (!count)
        return 0;
    if (r->stopped)
        return requeue(b, number, count, again);
    size_t words = r->visited.words;
    uint64_t *states = b->states.at;
    for (size_t i = 0; i < count; i++) {
        memcpy(states + i * words, visited_state(&r->visited, number[i]), words * sizeof *states);
        b->depths[i] = *depth_at(b, number[i]);
    }
    expansion x = {.states = states,
                   .count = count,
                   .number = number,
                   .depths = b->depths,
                   .reexpansion = again};
    r->depth = (uint32_t)cost_at(b, *number)[b->moves_at];
    int code = engine_expand(r, &x);
    return code ? code : requeue(b, number + r->sources_done, count - r->sources_done, again);
}

static size_t best_first_memory(const best_search *b)
{
    size_t state = b->width * sizeof(int64_t) + 2 * sizeof(uint32_t) + 1 +
                   (b->r->options->max_depth ? sizeof(uint32_t) : 0) +
                   (b->order == WGCQ_CHEAPEST ? 0 : sizeof(int64_t));
    return b->r->visited.count * state + bucket_queue_memory(&b->queue);
}

/* One round: the states that wait under the least key. */
static int expand_least(void *self)
{
    best_search *b = self;
    engine *r = b->r;
    if (!b->queue.count && b->deferred)
        limits_stop_depth(r);
    if (!b->queue.count)
        return WGCQ_DONE;
    size_t most = b->order == WGCQ_BEST_FIRST ? 1 : MODEL_BATCH, first, again;
    size_t count = bucket_queue_take(&b->queue, b->key, b->expanding, most);
    drop_stale(b, b->key, b->expanding, &count);
    note_goals(b, b->expanding, count);
    if (r->stopped)
        return 0;
    split_dequeued(b, count, &first, &again);
    int code = expand_dequeued(b, b->expanding, first, false);
    if (!code)
        code = expand_dequeued(b, b->reexpanding, again, true);
    r->frontier = b->queue.count;
    r->own_memory = best_first_memory(b);
    return code ? code : limits_check(r, first + again + 1, 0);
}

/* ---- the whole --------------------------------------------------------------------------- */

/* Each cost once, `moves` last unless it is named before.  Best-first compares none. */
static bool set_up_costs(best_search *b)
{
    const search_options *options = b->r->options;
    size_t count = b->order == WGCQ_BEST_FIRST ? 0 : options->minimize_count;
    b->costs = malloc((count + 1) * sizeof *b->costs);
    if (!b->costs)
        return false;
    for (size_t i = 0; i <= count; i++) {
        int cost = i < count ? options->minimize[i] : -1;
        bool known = false;
        for (unsigned k = 0; k < b->width; k++)
            known = known || b->costs[k] == cost;
        if (known)
            continue;
        if (cost < 0)
            b->moves_at = b->width;
        b->costs[b->width++] = cost;
    }
    b->key = malloc(b->width * sizeof *b->key);
    b->sum = malloc(b->width * sizeof *b->sum);
    b->bound = malloc(b->width * sizeof *b->bound);
    b->queue = bucket_queue_make(b->order == WGCQ_BEST_FIRST ? 1 : b->width);
    return b->key && b->sum && b->bound &&
           bigarray_reserve(&b->states, MODEL_BATCH * b->r->model->words * sizeof(uint64_t));
}

static int finish_best_first(void *self)
{
    best_search *b = self;
    engine *r = b->r;
    r->result->proved_depth = r->result->end == SEARCH_COMPLETE ? UINT32_MAX : 0;
    uint32_t goal =
        b->first_goal && b->order != WGCQ_BEST_FIRST ? b->first_goal : r->result->first_goal;
    if (!goal)
        return 0;
    return extract_plan_by_parents(r, b->parent.at, goal, b->costs, b->width > 1 ? b->width : 0);
}

/* A plan that is not known yet goes on from a state that waits, and costs as much as its key or
   more; more in any case where keys have no estimate in them, or have the moves behind it. */
static void best_first_bound(const void *self, search_bound *out)
{
    const best_search *b = self;
    const int64_t *least = bucket_queue_least(&b->queue);
    for (unsigned i = 0; i < b->queue.width && least; i++)
        b->bound[i] = cost_bound(least[i]);
    *out = (search_bound){.known = b->order != WGCQ_BEST_FIRST && !b->depth_cut,
                          .strict = b->order == WGCQ_CHEAPEST || b->moves_at,
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
    int code = engine_open(r, WANT_ORDER | (b->width > 1 || b->costs[0] >= 0 ? WANT_COSTS : 0u));
    if (!code)
        code = engine_add_initial_states(r);
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
    b->order = r->options->order;
    return set_up_best_first(b);
}

static void close_best_first(void *self)
{
    best_search *b = self;
    free(b->costs);
    free(b->key);
    free(b->sum);
    free(b->bound);
    bigarray_free(&b->cost);
    bigarray_free(&b->estimate);
    bigarray_free(&b->parent);
    bigarray_free(&b->depth);
    bigarray_free(&b->fewest);
    bigarray_free(&b->marks);
    bigarray_free(&b->states);
    bucket_queue_free(&b->queue);
    free(b);
}

const strategy best = {open_best_first, expand_least, finish_best_first, best_first_bound,
                       close_best_first};
