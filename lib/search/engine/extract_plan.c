/* extract_plan.c - the plan of a result: its states by their numbers, its moves by expanding again.
 */
#include "search/engine/extract_plan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { STATES_AT_ONCE = 64 }; /* few, for their successors are not limited */

int extract_plan_begin(engine *r, uint32_t length)
{
    assert(!r->result->plan_states && !r->result->plan_moves);
    search_result *out = r->result;
    out->plan_states = malloc((length + (size_t)1) * r->visited.words * sizeof *out->plan_states);
    out->plan_moves = malloc((length + (size_t)1) * sizeof *out->plan_moves);
    if (!out->plan_states || !out->plan_moves)
        return error_set_memory(r->err);
    out->plan_length = length;
    return 0;
}

void extract_plan_exchange(engine *r)
{
    search_result *of = r->result;
    const search_path other = of->counterexample;
    of->counterexample = (search_path){of->plan_length, of->plan_states, of->plan_moves};
    of->plan_length = other.length;
    of->plan_states = other.states;
    of->plan_moves = other.moves;
}

void extract_plan_state(engine *r, uint32_t step, uint32_t number)
{
    assert(step <= r->result->plan_length && number && number <= r->visited.count);
    size_t words = r->visited.words;
    memcpy(r->result->plan_states + step * words, visited_state(&r->visited, number),
           words * sizeof(uint64_t));
}

static bool edge_cheaper(const batch *found, size_t a, size_t b, const int *by, size_t width)
{
    for (size_t i = 0; i < width; i++) {
        if (by[i] < 0)
            continue;
        size_t at = (size_t)by[i];
        int64_t x = found->cost[a * found->costs + at], y = found->cost[b * found->costs + at];
        if (x != y)
            return x < y;
    }
    return false;
}

/* Of two edges that lead to one state, a after b in the model's order, which decides where moves
   have no labels. */
static bool edge_preferred(const engine *r, size_t a, size_t b, const int *by, size_t width)
{
    const batch *found = &r->successors;
    if (edge_cheaper(found, a, b, by, width) || edge_cheaper(found, b, a, by, width))
        return edge_cheaper(found, a, b, by, width);
    return r->model->move_text && strcmp(r->model->move_text(r->model, found->move[a]),
                                         r->model->move_text(r->model, found->move[b])) < 0;
}

/* The moves from step `first` on, whose states were just expanded. */
static int choose_moves(engine *r, uint32_t first, uint32_t count, const int *by, size_t width)
{
    const batch *found = &r->successors;
    const size_t words = found->words;
    const uint64_t *next = r->result->plan_states + (first + (size_t)1) * words;
    size_t i = 0;
    for (uint32_t k = 0; k < count; k++, next += words) {
        size_t chosen = found->count;
        for (; i < found->count && found->lane[i] == k; i++)
            if (!memcmp(found->state + i * words, next, words * sizeof *next) &&
                (chosen == found->count || edge_preferred(r, i, chosen, by, width)))
                chosen = i;
        if (chosen == found->count)
            return error_set(r->err, WGCQ_ERUN, "a state that is expanded again lacks a successor");
        r->result->plan_moves[first + k] = found->move[chosen];
    }
    return 0;
}

int extract_plan_moves(engine *r, const int *by, size_t width)
{
    const search_result *out = r->result;
    const unsigned wants = WANT_ORDER | WANT_MOVES | (width ? WANT_COSTS : 0u);
    int code = 0;
    for (uint32_t step = 0; step < out->plan_length && !code; step += STATES_AT_ONCE) {
        const uint32_t left = out->plan_length - step,
                       count = left < STATES_AT_ONCE ? left : STATES_AT_ONCE;
        code = r->model->expand(r->worker, out->plan_states + step * (size_t)r->visited.words,
                                count, wants, &r->successors, r->err);
        if (!code)
            code = choose_moves(r, step, count, by, width);
    }
    return code;
}

int extract_plan_by_parents(engine *r, const uint32_t *parent, uint32_t goal, const int *by,
                            size_t width)
{
    uint32_t length = 0;
    for (uint32_t n = goal; parent[n - 1]; n = parent[n - 1])
        length++;
    int code = extract_plan_begin(r, length);
    if (code)
        return code;
    uint32_t number = goal;
    for (uint32_t step = length;; step--, number = parent[number - 1]) {
        extract_plan_state(r, step, number);
        if (!step)
            break;
    }
    return extract_plan_moves(r, by, width);
}
