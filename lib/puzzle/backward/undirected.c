/*
 * undirected.c - whether each operator of a puzzle has one that undoes it.
 *
 * That one has the values before and after exchanged, and the same conditions on all other cells.
 * All operators must be exact, and no move may fail: then an edge there is an edge back.
 */
#include "puzzle/backward/undirected.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/hash.h"
#include "puzzle/patterns/operators.h"

enum {
    ACTIONS_MOST = 1000, /* grounded moves that are looked at, */
    LONG_MOST = 8        /* a few of which are many operators  */
};

typedef struct hashed_operator {
    uint64_t hash;
    const puzzle_operator *of;
} hashed_operator;

/* Operators while they are found. */
typedef struct undirected_proof {
    operators operators;
    size_t steps_left;
} undirected_proof;

static bool is_in_vain(void *self)
{
    undirected_proof *p = self;
    const operators *o = &p->operators;
    return !p->steps_left-- || o->lost || o->may_fail || (o->count && !o->all[o->count - 1].exact);
}

/* Equal for operators with equal changes and conditions, in whatever order; `back`: for the one
   that undoes it. */
static uint64_t hash_operator(const operators *o, const puzzle_operator *x, bool back)
{
    uint64_t sum = 0;
    for (size_t i = x->first_change; i < x->first_change + x->changes; i++) {
        const cell_change *c = &o->changes[i];
        const uint64_t one = hash_word(HASH_FIRST, c->cell),
                       from = hash_word(one, back ? c->after : c->before);
        sum += hash_word(from, back ? c->before : c->after);
    }
    for (size_t i = x->first_condition; i < x->first_condition + x->conditions; i++)
        sum += hash_word(hash_word(HASH_FIRST, ~(uint64_t)o->conditions[i].cell),
                         o->conditions[i].allowed);
    return sum;
}

static bool has_change_back(const operators *o, const puzzle_operator *x, const cell_change *c)
{
    for (size_t i = x->first_change; i < x->first_change + x->changes; i++)
        if (o->changes[i].cell == c->cell)
            return o->changes[i].before == c->after && o->changes[i].after == c->before;
    return false;
}

static bool has_condition(const operators *o, const puzzle_operator *x, const cell_condition *c)
{
    for (size_t i = x->first_condition; i < x->first_condition + x->conditions; i++)
        if (o->conditions[i].cell == c->cell)
            return o->conditions[i].allowed == c->allowed;
    return false;
}

static bool is_undone_by(const operators *o, const puzzle_operator *x, const puzzle_operator *by)
{
    bool undone = x->changes == by->changes && x->conditions == by->conditions;
    for (size_t i = 0; undone && i < x->changes; i++)
        undone = has_change_back(o, by, &o->changes[x->first_change + i]);
    for (size_t i = 0; undone && i < x->conditions; i++)
        undone = has_condition(o, by, &o->conditions[x->first_condition + i]);
    return undone;
}

static int hash_order(const void *a, const void *b)
{
    const uint64_t x = ((const hashed_operator *)a)->hash, y = ((const hashed_operator *)b)->hash;
    return (x > y) - (x < y);
}

static size_t first_of_hash(const hashed_operator *sorted, size_t count, uint64_t hash)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (sorted[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_undone(const operators *o, const hashed_operator *sorted, const puzzle_operator *x)
{
    const uint64_t hash = hash_operator(o, x, true);
    for (size_t i = first_of_hash(sorted, o->count, hash); i < o->count && sorted[i].hash == hash;
         i++)
        if (is_undone_by(o, x, sorted[i].of))
            return true;
    return false;
}

static bool are_all_exact(const operators *o)
{
    for (size_t i = 0; i < o->count; i++)
        if (!o->all[i].exact)
            return false;
    return true;
}

/* False: no memory. */
static bool find_undone(bool *all, const operators *o)
{
    hashed_operator *sorted = calloc(o->count + 1, sizeof *sorted);
    if (!sorted)
        return false;
    for (size_t i = 0; i < o->count; i++)
        sorted[i] = (hashed_operator){hash_operator(o, &o->all[i], false), &o->all[i]};
    qsort(sorted, o->count, sizeof *sorted, hash_order);
    *all = true;
    for (size_t i = 0; *all && i < o->count; i++)
        *all = is_undone(o, sorted, &o->all[i]);
    free(sorted);
    return true;
}

int program_is_undirected(bool *undirected, const program *p, wgcq_error *err)
{
    const size_t actions = program_action_count(p);
    undirected_proof all = {.steps_left = actions + LONG_MOST};
    budget limit = {.stop = is_in_vain, .self = &all};
    *undirected = false;
    if (actions > ACTIONS_MOST || program_grounded(p)->rules_wait) /* rules are in no operator */
        return 0;
    bool ok = !operators_find(&all.operators, program_packing(p), program_dag(p),
                              program_grounded(p), -1, &limit);
    if (ok && budget_continue(&limit) && are_all_exact(&all.operators))
        ok = find_undone(undirected, &all.operators);
    operators_free(&all.operators);
    return ok ? 0 : error_set_memory(err);
}
