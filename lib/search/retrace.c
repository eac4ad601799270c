/* retrace.c - counting shortest plans and finding one, by expanding the levels a second time. */
#include "search/retrace.h"

#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "search/limits.h"
#include "search/plan.h"
#include "search/tally.h"

/*
 * Which states lie on a shortest plan is a bit a state; each level's bits begin at a word of their
 * own.  The counts of one level are in the order of its bits, so that a state's count is found by
 * counting the bits before its own: `rank` holds how many are in the words before each.
 */
typedef struct retracing {
    run *r;
    const retraced_states *all;
    region on;   /* uint64_t bits            */
    region rank; /* uint32_t a word of `on`, of the level below */
    tally below; /* counts of the level that was done last      */
    tally above; /* of the level that is being done             */
    tally lanes; /* of the batch that is being done             */
    region states, found;
    uint32_t number[MODEL_BATCH];
} retracing;

/* ---- bits ------------------------------------------------------------------------ */

static size_t level_word(const retracing *t, uint32_t depth)
{
    return levels_first(t->all->levels, depth) / 64 + depth;
}

static size_t bit_of(const retracing *t, uint32_t depth, uint32_t number)
{
    return level_word(t, depth) * 64 + (number - levels_first(t->all->levels, depth));
}

static bool is_on(const retracing *t, uint32_t depth, uint32_t number)
{
    size_t bit = bit_of(t, depth, number);
    return ((const uint64_t *)t->on.at)[bit / 64] >> bit % 64 & 1;
}

static void set_on(retracing *t, uint32_t depth, uint32_t number)
{
    size_t bit = bit_of(t, depth, number);
    ((uint64_t *)t->on.at)[bit / 64] |= (uint64_t)1 << bit % 64;
}

static bool in_level(const retracing *t, uint32_t depth, uint32_t number)
{
    const levels *l = t->all->levels;
    return number >= levels_first(l, depth) && number < levels_end(l, depth);
}

/* Where the count of a state that is on lies in `below`. */
static size_t index_of(const retracing *t, uint32_t depth, uint32_t number)
{
    size_t bit = bit_of(t, depth, number);
    uint64_t before = ((const uint64_t *)t->on.at)[bit / 64] & (((uint64_t)1 << bit % 64) - 1);
    return ((const uint32_t *)t->rank.at)[bit / 64 - level_word(t, depth)] +
           (size_t)__builtin_popcountll(before);
}

static bool rank_level(retracing *t, uint32_t depth)
{
    const levels *l = t->all->levels;
    size_t words = (levels_end(l, depth) - levels_first(l, depth)) / 64 + (size_t)1;
    if (!region_reserve(&t->rank, words * sizeof(uint32_t)))
        return false;
    const uint64_t *on = (const uint64_t *)t->on.at + level_word(t, depth);
    uint32_t *rank = t->rank.at, sum = 0;
    for (size_t w = 0; w < words; w++) {
        rank[w] = sum;
        sum += (uint32_t)__builtin_popcountll(on[w]);
    }
    return true;
}

/* ---- one level back ------------------------------------------------------------------ */

/* What was counted above is below now. */
static bool turn_level(retracing *t, uint32_t depth)
{
    tally done = t->above;
    t->above = t->below;
    t->below = done;
    t->above.count = 0;
    return rank_level(t, depth);
}

static expansion gather(retracing *t, uint32_t first, uint32_t count)
{
    const seen *known = &t->r->seen;
    uint64_t *states = t->states.at;
    expansion x = {.states = states, .number = t->number};
    for (uint32_t n = first; n < first + count; n++) {
        if (t->all->marks && t->all->marks[n - 1] & MARK_END)
            continue;
        memcpy(states + x.count * known->words, seen_state(known, n),
               known->words * sizeof *states);
        t->number[x.count++] = n;
    }
    return x;
}

static int find_numbers(retracing *t, const uint32_t **numbers)
{
    const batch *found = &t->r->found;
    if (!region_reserve(&t->found, (found->count + 1) * sizeof(uint32_t)))
        return fault_memory(t->r->err);
    seen_find(&t->r->seen, found->state, found->count, t->found.at);
    *numbers = t->found.at;
    return 0;
}

/* Adds up for each lane what its successors on the level below count. */
static bool add_lanes(retracing *t, const uint32_t *numbers, size_t lanes, uint32_t below)
{
    const batch *found = &t->r->found;
    if (!tally_resize(&t->lanes, lanes))
        return false;
    for (size_t i = 0; i < found->count; i++)
        if (in_level(t, below, numbers[i]) && is_on(t, below, numbers[i]) &&
            !tally_add(&t->lanes, found->lane[i], &t->below, index_of(t, below, numbers[i])))
            return false;
    return true;
}

static int retrace_batch(retracing *t, uint32_t depth, uint32_t first, uint32_t count)
{
    run *r = t->r;
    const uint32_t *numbers;
    expansion x = gather(t, first, count);
    if (!x.count)
        return 0;
    int code = r->model->expand(r->worker, x.states, x.count, 0, &r->found, r->err);
    if (!code)
        code = find_numbers(t, &numbers);
    if (code)
        return code;
    if (!add_lanes(t, numbers, x.count, depth + 1))
        return fault_memory(r->err);
    for (size_t lane = 0; lane < x.count; lane++) {
        if (tally_is_zero(&t->lanes, lane))
            continue;
        set_on(t, depth, x.number[lane]);
        if (!tally_push(&t->above, &t->lanes, lane))
            return fault_memory(r->err);
    }
    return 0;
}

static int retrace_level(retracing *t, uint32_t depth)
{
    run *r = t->r;
    uint32_t at = levels_first(t->all->levels, depth), end = levels_end(t->all->levels, depth);
    int code = turn_level(t, depth + 1) ? 0 : fault_memory(r->err);
    while (at < end && !code && !r->over) {
        uint32_t count = end - at < MODEL_BATCH ? end - at : MODEL_BATCH;
        code = retrace_batch(t, depth, at, count);
        at += count;
        limits_watch(r, "solutions");
    }
    return code;
}

/* ---- goals and starts ------------------------------------------------------------------ */

static bool add_goal(retracing *t, uint32_t number)
{
    set_on(t, t->r->out->shortest, number);
    return tally_push_one(&t->above);
}

/* The goals of the level; their count is one plan each, that of no more moves. */
static int begin(retracing *t, bool all_goals)
{
    run *r = t->r;
    uint32_t depth = r->out->shortest;
    uint32_t end = levels_end(t->all->levels, depth);
    size_t words = end / 64 + depth + (size_t)2;
    if (!region_reserve(&t->on, words * sizeof(uint64_t)) ||
        !region_reserve(&t->states, MODEL_BATCH * r->seen.words * sizeof(uint64_t)))
        return fault_memory(r->err);
    if (!all_goals)
        return add_goal(t, r->out->first_goal) ? 0 : fault_memory(r->err);
    for (uint32_t at = levels_first(t->all->levels, depth); at < end; at += MODEL_BATCH) {
        uint8_t marks[MODEL_BATCH];
        uint32_t count = end - at < MODEL_BATCH ? end - at : MODEL_BATCH;
        int code = r->model->classify(r->worker, seen_state(&r->seen, at), count, marks, r->err);
        if (code)
            return code;
        for (uint32_t i = 0; i < count; i++)
            if (marks[i] & MARK_GOAL && !add_goal(t, at + i))
                return fault_memory(r->err);
        if (end - at <= MODEL_BATCH)
            break;
    }
    return 0;
}

static int count_plans(retracing *t)
{
    tally sum = {0};
    bool done = tally_resize(&sum, 1);
    for (size_t i = 0; i < t->above.count && done; i++)
        done = tally_add(&sum, 0, &t->above, i);
    if (done)
        t->r->out->shortest_count = tally_text(&sum, 0);
    tally_free(&sum);
    return done && t->r->out->shortest_count ? 0 : fault_memory(t->r->err);
}

/* ---- forward again: one of the plans ------------------------------------------------------ */

static uint32_t first_on(const retracing *t)
{
    uint32_t number = 1;
    while (!is_on(t, 0, number))
        number++;
    return number;
}

static int step_forward(retracing *t, uint32_t depth, uint32_t *number)
{
    run *r = t->r;
    const uint32_t *numbers;
    int code = r->model->expand(r->worker, seen_state(&r->seen, *number), 1,
                                WANT_ORDER | WANT_MOVES, &r->found, r->err);
    if (!code)
        code = find_numbers(t, &numbers);
    if (code)
        return code;
    for (size_t i = 0; i < r->found.count; i++)
        if (in_level(t, depth + 1, numbers[i]) && is_on(t, depth + 1, numbers[i])) {
            *number = numbers[i];
            r->out->plan_moves[depth] = r->found.move[i];
            plan_state(r, depth + 1, *number);
            return 0;
        }
    return fault(r->err, WGCQ_ERUN, "a move that was made cannot be made again");
}

static int first_plan(retracing *t)
{
    run *r = t->r;
    int code = plan_begin(r, r->out->shortest);
    if (code)
        return code;
    uint32_t number = first_on(t);
    plan_state(r, 0, number);
    for (uint32_t depth = 0; depth < r->out->shortest && !code; depth++)
        code = step_forward(t, depth, &number);
    return code;
}

int retrace(run *r, const retraced_states *states, bool count)
{
    retracing *t = calloc(1, sizeof *t);
    if (!t)
        return fault_memory(r->err);
    *t = (retracing){.r = r, .all = states};
    r->over = false; /* from here on it says that the watch broke this off */
    int code = begin(t, count);
    for (uint32_t depth = r->out->shortest; depth-- && !code && !r->over;)
        code = retrace_level(t, depth);
    if (!code && !r->over && count)
        code = count_plans(t);
    if (!code && !r->over)
        code = first_plan(t);
    region_free(&t->on);
    region_free(&t->rank);
    region_free(&t->states);
    region_free(&t->found);
    tally_free(&t->below);
    tally_free(&t->above);
    tally_free(&t->lanes);
    free(t);
    return code;
}
