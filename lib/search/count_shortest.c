/* count_shortest.c - counting shortest plans forwards, extracting one of them backwards. */
#include "search/count_shortest.h"

#include <assert.h>

#include "base/error.h"
#include "search/levels/level_plan.h"

/* ---- counts ------------------------------------------------------------------------- */

bool path_counts_start(path_counts *p, uint32_t starts)
{
    *p = (path_counts){.counting = true, .first_current = 1, .first_next = 1};
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

/* ---- predecessors ------------------------------------------------------------------- */

static void prefer_parent(const engine *r, uint32_t *parent, uint32_t source)
{
    const visited *set = &r->visited;
    if (!*parent || (*parent != source && model_state_before(r->model, visited_state(set, source),
                                                             visited_state(set, *parent))))
        *parent = source;
}

static bool record_parents(path_counts *p, const engine *r, const expansion *x)
{
    if (!bigarray_reserve(&p->parents, r->result->states * sizeof(uint32_t)))
        return false;
    uint32_t *parents = p->parents.at;
    for (size_t i = 0; i < r->inserted; i++)
        if (r->numbers[i] >= p->first_next)
            prefer_parent(r, &parents[r->numbers[i] - 1],
                          expansion_number(x, r->successors.lane[i]));
    return true;
}

bool path_counts_add(path_counts *p, engine *r, const expansion *x)
{
    assert(p->counting && (r->wants & WANT_ORDER) && r->needs_numbers);
    uint32_t found = (uint32_t)r->result->states + 1 - p->first_next;
    return (found <= p->next_level.count || bigcount_extend(&p->next_level, found)) &&
           add_counts(p, r, x) && record_parents(p, r, x);
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
    assert(p->counting);
    bigcount sum = {0};
    int code = bigcount_resize(&sum, 1) ? sum_goal_counts(p, r, &sum) : error_set_memory(r->err);
    code = code ? code : level_plan_set_count(r, sum.limb, sum.limbs);
    bigcount_free(&sum);
    bigcount_free(&p->current);
    bigcount_free(&p->next_level);
    p->counting = false;
    return code;
}

/* ---- backwards --------------------------------------------------------------------------- */

int path_counts_extract_plan(path_counts *p, engine *r, uint32_t goal)
{
    if (!bigarray_reserve(&p->parents, r->result->states * sizeof(uint32_t)))
        return error_set_memory(r->err);
    return level_plan_by_parents(r, p->parents.at, goal, NULL, 0);
}

/* ---- memory -------------------------------------------------------------------------------- */

void path_counts_free(path_counts *p)
{
    bigcount_free(&p->current);
    bigcount_free(&p->next_level);
    bigarray_free(&p->parents);
}

size_t path_counts_memory(const path_counts *p)
{
    return (p->current.room * p->current.limbs + p->next_level.room * p->next_level.limbs) *
               sizeof(mp_limb_t) +
           p->parents.bytes;
}
