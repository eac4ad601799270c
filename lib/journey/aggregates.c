/* aggregates.c - the least, the greatest, the sum of what a nested journey gives, and groups. */
#include "journey/result_buffer.h"
#include "journey/subquery.h"

#include <stdlib.h>
#include <string.h>

/* ---- min, max, sum -------------------------------------------------------------------------- */

static bool extreme_value(wgcq_journey *j, wgcq_journey_fn *fn, wgcq_value_fn *value, bool greatest,
                          int64_t *out)
{
    wgcq_journey *sub = subquery_open(j, fn, greatest ? TREE_MAX : TREE_MIN);
    if (!sub)
        return false;
    bool any = false;
    int64_t best = 0;
    while (journey_next_result(sub)) {
        int64_t one = value(sub->state);
        if (!any || (greatest ? one > best : one < best))
            best = one;
        any = true;
    }
    journey_restore(sub);
    if (!subquery_end(j, false) || !journey_fails_unless(j, any))
        return false;
    *out = best;
    return true;
}

bool wgcq_min(wgcq_journey *j, wgcq_journey_fn *fn, wgcq_value_fn *value, int64_t *least)
{
    return journey_given(j, fn != NULL, __func__, "fn") &&
           journey_given(j, value != NULL, __func__, "value") &&
           journey_given(j, least != NULL, __func__, "least") &&
           extreme_value(j, fn, value, false, least);
}

bool wgcq_max(wgcq_journey *j, wgcq_journey_fn *fn, wgcq_value_fn *value, int64_t *greatest)
{
    return journey_given(j, fn != NULL, __func__, "fn") &&
           journey_given(j, value != NULL, __func__, "value") &&
           journey_given(j, greatest != NULL, __func__, "greatest") &&
           extreme_value(j, fn, value, true, greatest);
}

/* The sum of 2^64 values of 64 bits fits into 128. */
__extension__ typedef __int128 wide_sum;

bool wgcq_sum(wgcq_journey *j, wgcq_journey_fn *fn, wgcq_value_fn *value, int64_t *sum)
{
    if (!journey_given(j, fn != NULL, __func__, "fn") ||
        !journey_given(j, value != NULL, __func__, "value") ||
        !journey_given(j, sum != NULL, __func__, "sum"))
        return false;
    wgcq_journey *sub = subquery_open(j, fn, TREE_SUM);
    if (!sub)
        return false;
    wide_sum total = 0;
    while (journey_next_result(sub))
        total += value(sub->state);
    journey_restore(sub);
    if (!subquery_end(j, false))
        return false;
    if (total < INT64_MIN || total > INT64_MAX)
        return journey_error(j, WGCQ_ERUN, "%s: the sum grows beyond 64 bits", __func__);
    *sum = (int64_t)total;
    return true;
}

/* ---- groups ----------------------------------------------------------------------------------
 *
 * The journey owns them, since `group` may be left by a jump.
 */

typedef struct result_groups {
    result_buffer states, keys;
    unsigned char *key; /* the bytes of one                  */
    size_t *group_of;   /* [result]: index of its key */
    size_t group_room;
    size_t *first; /* [group]: index of its first state in `grouped`; one more at the end */
    unsigned char *grouped; /* the states, those of a group together */
} result_groups;

static void empty_groups(result_groups *g)
{
    result_buffer_free(&g->states);
    result_buffer_free(&g->keys);
    free(g->key);
    free(g->group_of);
    free(g->first);
    free(g->grouped);
    *g = (result_groups){0};
}

void journey_free_groups(wgcq_journey *j)
{
    if (j->groups)
        empty_groups(j->groups);
    free(j->groups);
    j->groups = NULL;
}

/* Empty ones; what a jump has left is freed. */
static result_groups *begin_groups(wgcq_journey *j, size_t key_size)
{
    if (j->groups)
        empty_groups(j->groups);
    else
        j->groups = calloc(1, sizeof *j->groups);
    if (!j->groups || !(j->groups->key = malloc(key_size))) {
        journey_error(j, WGCQ_EMEMORY, "out of memory");
        return NULL;
    }
    j->groups->states.size = j->size;
    j->groups->keys.size = key_size;
    return j->groups;
}

static bool add_to_group(result_groups *g, const void *state,
                         void (*key)(const void *state, void *key))
{
    size_t at = g->states.count;
    key(state, g->key);
    return array_reserve(&g->group_of, &g->group_room, at + 1, sizeof *g->group_of) &&
           result_buffer_number(&g->keys, g->key, &g->group_of[at]) &&
           result_buffer_add(&g->states, state);
}

/* Sorts the states by their groups, by counting. */
static bool sort_groups(result_groups *g)
{
    size_t size = g->states.size;
    g->first = calloc(g->keys.count + 2, sizeof *g->first);
    g->grouped = malloc(g->states.room * size + 1);
    if (!g->first || !g->grouped)
        return false;
    for (size_t i = 0; i < g->states.count; i++)
        g->first[g->group_of[i] + 2]++;
    for (size_t k = 2; k < g->keys.count + 2; k++)
        g->first[k] += g->first[k - 1];
    for (size_t i = 0; i < g->states.count; i++)
        memcpy(g->grouped + g->first[g->group_of[i] + 1]++ * size, result_buffer_at(&g->states, i),
               size);
    return true;
}

static bool collect_groups(wgcq_journey *j, result_groups *g, wgcq_journey_fn *fn,
                           void (*key)(const void *state, void *key))
{
    wgcq_journey *sub = subquery_open(j, fn, TREE_GROUP_BY);
    if (!sub)
        return false;
    while (journey_next_result(sub))
        if (!add_to_group(g, sub->state, key))
            return journey_error(j, WGCQ_EMEMORY, "out of memory");
    journey_restore(sub);
    if (!subquery_end(j, false))
        return false;
    return sort_groups(g) || journey_error(j, WGCQ_EMEMORY, "out of memory");
}

bool wgcq_group_by(wgcq_journey *j, wgcq_journey_fn *fn, void (*key)(const void *state, void *key),
                   size_t key_size,
                   bool (*group)(void *bag, const void *key, const void *states, size_t count),
                   void *bag)
{
    if (!journey_given(j, fn != NULL, __func__, "fn") ||
        !journey_given(j, key != NULL, __func__, "key") ||
        !journey_given(j, group != NULL, __func__, "group") || !journey_running(j))
        return false;
    if (j->size == 0 || key_size == 0)
        return journey_error(j, WGCQ_EREQUEST, "%s: groups need the state's and the key's size",
                             __func__);
    result_groups *g = begin_groups(j, key_size);
    if (!g)
        return false;
    bool all = collect_groups(j, g, fn, key);
    for (size_t k = 0; all && k < g->keys.count; k++)
        if (!group(bag, result_buffer_at(&g->keys, k), g->grouped + g->first[k] * j->size,
                   g->first[k + 1] - g->first[k]))
            break;
    empty_groups(g);
    return all;
}
