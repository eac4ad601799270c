/* count_shortest.c - counting shortest plans forwards, extracting the first of them backwards. */
#include "search/count_shortest.h"

#include <assert.h>
#include <string.h>

#include "base/error.h"
#include "search/extract_plan.h"

enum { GROUP = 16 }; /* sources that are expanded again to find a parent */

/* ---- counts ------------------------------------------------------------------------- */

bool path_counts_start(path_counts *p, uint32_t starts)
{
    *p = (path_counts){.counting = true, .first_current = 1, .first_next = 1, .highest = starts};
    for (uint32_t i = 0; i < starts; i++)
        if (!bigcount_push_one(&p->next_level))
            return false;
    return true;
}

void path_counts_next_level(path_counts *p)
{
    bigcount done = p->current;
    p->current = p->next_level;
    p->next_level = done;
    p->next_level.count = 0;
    p->first_current = p->first_next;
    p->first_next = p->first_current + (uint32_t)p->current.count;
}

/* While counts fit one limb; returns how many successors were added. */
static size_t add_narrow(path_counts *p, const engine *r, const expansion *x)
{
    const batch *found = &r->successors;
    const uint32_t *numbers = r->numbers;
    const mp_limb_t *here = p->current.limb;
    mp_limb_t *below = p->next_level.limb;
    if (p->current.limbs != 1 || p->next_level.limbs != 1)
        return 0;
    for (size_t i = 0; i < r->inserted; i++) {
        if (numbers[i] < p->first_next)
            continue;
        mp_limb_t *count = &below[numbers[i] - p->first_next];
        mp_limb_t sum = *count + here[expansion_number(x, found->lane[i]) - p->first_current];
        if (sum < *count)
            return i;
        *count = sum;
    }
    return r->inserted;
}

static bool add_counts(path_counts *p, const engine *r, const expansion *x)
{
    for (size_t i = add_narrow(p, r, x); i < r->inserted; i++) {
        uint32_t number = r->numbers[i];
        size_t source = expansion_number(x, r->successors.lane[i]) - p->first_current;
        if (number >= p->first_next &&
            !bigcount_add(&p->next_level, number - p->first_next, &p->current, source))
            return false;
    }
    return true;
}

/* ---- groups of sources ----------------------------------------------------------------- */

static bool push_source_group(path_counts *p)
{
    size_t bytes = (p->groups + (size_t)1) * sizeof(uint32_t);
    if (bytes > p->states_before.bytes && !bigarray_reserve(&p->states_before, bytes))
        return false;
    ((uint32_t *)p->states_before.at)[p->groups++] = p->highest;
    return true;
}

/* Group g has the sources from GROUP * g + 1 on. */
static bool record_groups(path_counts *p, const engine *r, const expansion *x)
{
    uint64_t next = (uint64_t)p->groups * GROUP + 1;
    for (size_t i = 0; i < r->inserted; i++) {
        for (; next <= expansion_number(x, r->successors.lane[i]); next += GROUP)
            if (!push_source_group(p))
                return false;
        if (r->numbers[i] > p->highest)
            p->highest = r->numbers[i];
    }
    return true;
}

bool path_counts_add(path_counts *p, engine *r, const expansion *x)
{
    assert(p->counting && (r->wants & WANT_ORDER) && r->needs_numbers);
    uint32_t found = (uint32_t)r->result->states + 1 - p->first_next;
    return (found <= p->next_level.count || bigcount_extend(&p->next_level, found)) &&
           add_counts(p, r, x) && record_groups(p, r, x);
}

/* ---- the sum ------------------------------------------------------------------------------ */

static int sum_goal_counts(const path_counts *p, engine *r, bigcount *sum)
{
    uint8_t marks[MODEL_BATCH];
    for (size_t at = 0; at < p->next_level.count; at += MODEL_BATCH) {
        size_t left = p->next_level.count - at, count = left < MODEL_BATCH ? left : MODEL_BATCH;
        const uint64_t *states = visited_state(&r->visited, p->first_next + (uint32_t)at);
        int code = r->model->classify(r->worker, states, count, marks, r->err);
        if (code)
            return code;
        for (size_t i = 0; i < count; i++)
            if (marks[i] & MARK_GOAL && !bigcount_add(sum, 0, &p->next_level, at + i))
                return error_set_memory(r->err);
    }
    return 0;
}

int path_counts_sum_goals(path_counts *p, engine *r)
{
    assert(p->counting && !r->result->shortest_count);
    bigcount sum = {0};
    int code = bigcount_resize(&sum, 1) ? sum_goal_counts(p, r, &sum) : error_set_memory(r->err);
    if (!code && !(r->result->shortest_count = bigcount_text(&sum, 0)))
        code = error_set_memory(r->err);
    bigcount_free(&sum);
    bigcount_free(&p->current);
    bigcount_free(&p->next_level);
    p->counting = false;
    return code;
}

/* ---- backwards --------------------------------------------------------------------------- */

/* The group that discovered the state: the last before which it was not there. */
static uint32_t group_reaching(const path_counts *p, uint32_t number)
{
    const uint32_t *before = p->states_before.at;
    uint32_t low = 0, high = p->groups;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (before[middle] < number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* 0: source i of x leads to *number, which becomes that source; WGCQ_DONE: it does not. */
static int try_source(engine *r, const expansion *x, size_t i, uint32_t step, uint32_t *number)
{
    const batch *found = &r->successors;
    const uint64_t *state = visited_state(&r->visited, *number);
    int code = r->model->expand(r->worker, x->states + i * found->words, 1, WANT_ORDER | WANT_MOVES,
                                &r->successors, r->err);
    for (size_t k = 0; !code && k < found->count; k++)
        if (!memcmp(found->state + k * found->words, state, found->words * sizeof *state)) {
            *number = expansion_number(x, i);
            r->result->plan_moves[step] = found->move[k];
            return 0;
        }
    return code ? code : WGCQ_DONE;
}

/* *number becomes its parent.  One source at a time, since each may have many successors. */
static int find_first_source(engine *r, const expansion *x, uint32_t step, uint32_t *number)
{
    int code = WGCQ_DONE;
    for (size_t i = 0; code == WGCQ_DONE && i < x->count; i++)
        code = try_source(r, x, i, step, number);
    return code == WGCQ_DONE
               ? error_set(r->err, WGCQ_ERUN, "a state that is expanded again lacks a successor")
               : code;
}

int path_counts_extract_plan(const path_counts *p, engine *r, gather_sources_fn *gather,
                             const void *self, source_buffer *into)
{
    uint32_t number = r->result->first_goal;
    int code = extract_plan_begin(r, r->result->shortest);
    if (code)
        return code;
    extract_plan_state(r, r->result->shortest, number);
    for (uint32_t step = r->result->shortest; step-- && !code;) {
        uint32_t first = group_reaching(p, number) * GROUP + 1;
        expansion x; /* a parent has a lower number than its child */
        if (!gather(self, into, first, number - first < GROUP ? number - first : GROUP, &x))
            return error_set_memory(r->err);
        code = find_first_source(r, &x, step, &number);
        if (!code)
            extract_plan_state(r, step, number);
    }
    return code;
}

/* ---- memory -------------------------------------------------------------------------------- */

void path_counts_free(path_counts *p)
{
    bigcount_free(&p->current);
    bigcount_free(&p->next_level);
    bigarray_free(&p->states_before);
}

size_t path_counts_memory(const path_counts *p)
{
    return (p->current.room * p->current.limbs + p->next_level.room * p->next_level.limbs) *
               sizeof(mp_limb_t) +
           p->groups * sizeof(uint32_t);
}
