/* count_shortest.c - counting shortest plans forwards, and finding the first of them backwards. */
#include "search/count_shortest.h"

#include <string.h>

#include "base/error.h"
#include "search/extract_plan.h"

enum { GROUP = 16 }; /* sources that are expanded again to find one */

/* ---- counts ------------------------------------------------------------------------- */

bool path_counts_begin(path_counts *p, uint32_t starts)
{
    *p = (path_counts){.counting = true, .first = 1, .next = 1, .highest = starts};
    for (uint32_t i = 0; i < starts; i++)
        if (!bigcount_push_one(&p->below))
            return false;
    return true;
}

void path_counts_descend(path_counts *p)
{
    bigcount done = p->here;
    p->here = p->below;
    p->below = done;
    p->below.count = 0;
    p->first = p->next;
    p->next = p->first + (uint32_t)p->here.count;
}

/* While counts fit into one word; the answer is how many successors were taken. */
static size_t add_narrow(path_counts *p, const engine *r, const expansion *x)
{
    const batch *found = &r->found;
    const uint32_t *numbers = r->numbers;
    const mp_limb_t *here = p->here.limb;
    mp_limb_t *below = p->below.limb;
    if (p->here.limbs != 1 || p->below.limbs != 1)
        return 0;
    for (size_t i = 0; i < r->taken; i++) {
        if (numbers[i] < p->next)
            continue;
        mp_limb_t *count = &below[numbers[i] - p->next];
        mp_limb_t sum = *count + here[expansion_number(x, found->lane[i]) - p->first];
        if (sum < *count)
            return i;
        *count = sum;
    }
    return r->taken;
}

static bool add_counts(path_counts *p, const engine *r, const expansion *x)
{
    for (size_t i = add_narrow(p, r, x); i < r->taken; i++) {
        uint32_t number = r->numbers[i];
        size_t source = expansion_number(x, r->found.lane[i]) - p->first;
        if (number >= p->next && !bigcount_add(&p->below, number - p->next, &p->here, source))
            return false;
    }
    return true;
}

/* ---- groups of sources ----------------------------------------------------------------- */

static bool push_group(path_counts *p)
{
    size_t bytes = (p->groups + (size_t)1) * sizeof(uint32_t);
    if (bytes > p->before.bytes && !bigarray_reserve(&p->before, bytes))
        return false;
    ((uint32_t *)p->before.at)[p->groups++] = p->highest;
    return true;
}

/* Group g is of the sources GROUP * g + 1 and those behind it. */
static bool note_groups(path_counts *p, const engine *r, const expansion *x)
{
    uint64_t next = (uint64_t)p->groups * GROUP + 1;
    for (size_t i = 0; i < r->taken; i++) {
        for (; next <= expansion_number(x, r->found.lane[i]); next += GROUP)
            if (!push_group(p))
                return false;
        if (r->numbers[i] > p->highest)
            p->highest = r->numbers[i];
    }
    return true;
}

bool path_counts_take(path_counts *p, engine *r, const expansion *x)
{
    uint32_t known = (uint32_t)r->out->states + 1 - p->next;
    return (known <= p->below.count || bigcount_extend(&p->below, known)) && add_counts(p, r, x) &&
           note_groups(p, r, x);
}

/* ---- the sum ------------------------------------------------------------------------------ */

static int sum_goals(const path_counts *p, engine *r, bigcount *sum)
{
    uint8_t marks[MODEL_BATCH];
    for (size_t at = 0; at < p->below.count; at += MODEL_BATCH) {
        size_t left = p->below.count - at, count = left < MODEL_BATCH ? left : MODEL_BATCH;
        const uint64_t *states = visited_state(&r->seen, p->next + (uint32_t)at);
        int code = r->model->classify(r->worker, states, count, marks, r->err);
        if (code)
            return code;
        for (size_t i = 0; i < count; i++)
            if (marks[i] & MARK_GOAL && !bigcount_add(sum, 0, &p->below, at + i))
                return error_set_memory(r->err);
    }
    return 0;
}

int path_counts_number(path_counts *p, engine *r)
{
    bigcount sum = {0};
    int code = bigcount_resize(&sum, 1) ? sum_goals(p, r, &sum) : error_set_memory(r->err);
    if (!code && !(r->out->shortest_count = bigcount_text(&sum, 0)))
        code = error_set_memory(r->err);
    bigcount_free(&sum);
    bigcount_free(&p->here);
    bigcount_free(&p->below);
    p->counting = false;
    return code;
}

/* ---- backwards --------------------------------------------------------------------------- */

/* The group by which the state was come to: the last before which it was not known. */
static uint32_t group_of(const path_counts *p, uint32_t number)
{
    const uint32_t *before = p->before.at;
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

/* Whether source number i of x leads there: then *number becomes that source. */
static int try_source(engine *r, const expansion *x, size_t i, uint32_t step, uint32_t *number)
{
    const batch *found = &r->found;
    const uint64_t *state = visited_state(&r->seen, *number);
    int code = r->model->expand(r->worker, x->states + i * found->words, 1, WANT_ORDER | WANT_MOVES,
                                &r->found, r->err);
    for (size_t k = 0; !code && k < found->count; k++)
        if (!memcmp(found->state + k * found->words, state, found->words * sizeof *state)) {
            *number = expansion_number(x, i);
            r->out->plan_moves[step] = found->move[k];
            return 0;
        }
    return code ? code : WGCQ_DONE;
}

/* *number becomes the state it was first come to from.  Sources can be wide: one by one. */
static int step_back(engine *r, const expansion *x, uint32_t step, uint32_t *number)
{
    int code = WGCQ_DONE;
    for (size_t i = 0; code == WGCQ_DONE && i < x->count; i++)
        code = try_source(r, x, i, step, number);
    return code == WGCQ_DONE
               ? error_set(r->err, WGCQ_ERUN, "a move that was made cannot be made again")
               : code;
}

int path_counts_plan(const path_counts *p, engine *r, sources_gather *gather, const void *self,
                     sources *into)
{
    uint32_t number = r->out->first_goal;
    int code = extract_plan_begin(r, r->out->shortest);
    if (code)
        return code;
    extract_plan_state(r, r->out->shortest, number);
    for (uint32_t step = r->out->shortest; step-- && !code;) {
        uint32_t first = group_of(p, number) * GROUP + 1;
        expansion x; /* a state's source has a lower number than itself */
        if (!gather(self, into, first, number - first < GROUP ? number - first : GROUP, &x))
            return error_set_memory(r->err);
        code = step_back(r, &x, step, &number);
        if (!code)
            extract_plan_state(r, step, number);
    }
    return code;
}

/* ---- memory -------------------------------------------------------------------------------- */

void path_counts_free(path_counts *p)
{
    bigcount_free(&p->here);
    bigcount_free(&p->below);
    bigarray_free(&p->before);
}

size_t path_counts_memory(const path_counts *p)
{
    return (p->here.room * p->here.limbs + p->below.room * p->below.limbs) * sizeof(mp_limb_t) +
           p->groups * sizeof(uint32_t);
}
