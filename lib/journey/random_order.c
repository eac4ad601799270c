/*
 * random_order.c - a journey takes the alternatives of each choice in an order given by a seed.
 *
 * A few alternatives are shuffled (Fisher and Yates); many are the values of a Feistel network of
 * four rounds (Luby and Rackoff, SIAM Journal on Computing 17, 1988) that is run on until it comes
 * to one below their number.  Restarts come after 1, 1, 2, 1, 1, 2, 4, ... times restart_runs runs
 * (Luby, Sinclair, Zuckerman, Information Processing Letters 47, 1993).
 */
#include "journey/random_order.h"

#include <stdlib.h>

#include "base/hash.h"
#include "journey/journey.h"

enum { SHUFFLED_MOST = 64, ROUNDS = 4 };

/* A result that a pass has given: its choices, in `given`. */
typedef struct given_path {
    size_t first, count;
} given_path;

struct random_order {
    uint64_t seed;
    uint64_t pass;   /* from 0                                                   */
    uint64_t *paths; /* [n]: of the seed and the first n choices of this run     */
    size_t path_room;
    uint64_t restart_runs; /* 0: one pass                                        */
    uint64_t left;         /* choices that still advance before the pass ends     */
    bool over;             /* the pass ends with this run                         */

    uint64_t *given; /* with restarts: choices of all results so far              */
    size_t given_count, given_room;
    given_path *results;
    size_t result_count, result_room;
    size_t *slots; /* number of a result + 1, or 0; a power of two of them       */
    size_t slot_count;
};

/* ---- permutations ---------------------------------------------------------------------------- */

static uint64_t mixed(uint64_t a, uint64_t b)
{
    return hash_word(hash_word(hash_word(HASH_FIRST, a), b), a);
}

static uint64_t shuffled(uint64_t key, uint64_t index, unsigned count)
{
    unsigned char order[SHUFFLED_MOST] = {0};
    for (unsigned i = 0; i < count; i++)
        order[i] = (unsigned char)i;
    for (unsigned i = 0; i <= index; i++) { /* those behind the wanted one do not matter */
        key = mixed(key, i);
        unsigned other = i + (unsigned)((key >> 32) * (count - i) >> 32);
        unsigned char taken = order[other];
        order[other] = order[i];
        order[i] = taken;
    }
    return order[index];
}

/* A permutation of the numbers of 2 * half bits. */
static uint64_t feistel(uint64_t key, uint64_t value, unsigned half)
{
    uint64_t mask = ((uint64_t)1 << half) - 1, left = value >> half, right = value & mask;
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint64_t next = left ^ (mixed(key + round, right) >> 32 & mask);
        left = right;
        right = next;
    }
    return left << half | right;
}

/* The alternative at a position, one of `count`; a choice whose count is open has its order. */
static uint64_t alternative_at(uint64_t key, uint64_t index, uint64_t count)
{
    if (count <= SHUFFLED_MOST)
        return shuffled(key, index, (unsigned)count);
    if (count == SIZE_MAX || count == UINT64_MAX)
        return index;
    unsigned half = (unsigned)(65 - __builtin_clzll(count - 1)) / 2;
    do
        index = feistel(key, index, half);
    while (index >= count);
    return index;
}

/* ---- the order ------------------------------------------------------------------------------- */

static uint64_t luby(uint64_t i)
{
    uint64_t size = 1;
    while (size < i + 1)
        size = 2 * size + 1;
    while (size - 1 != i) {
        size /= 2;
        i %= size;
    }
    return (size + 1) / 2;
}

static void begin_pass(random_order *r)
{
    uint64_t times = luby(r->pass);
    r->over = false;
    if (__builtin_mul_overflow(times, r->restart_runs, &r->left))
        r->left = UINT64_MAX;
}

bool random_order_new(random_order **out, const wgcq_iterator_options *wanted)
{
    *out = NULL;
    if (wanted->order != WGCQ_RANDOM)
        return true;
    random_order *r = calloc(1, sizeof *r);
    if (!r)
        return false;
    r->seed = wanted->seed;
    r->restart_runs = wanted->restart_runs;
    begin_pass(r);
    *out = r;
    return true;
}

void random_order_free(random_order *r)
{
    if (!r)
        return;
    free(r->paths);
    free(r->given);
    free(r->results);
    free(r->slots);
    free(r);
}

bool random_order_take(wgcq_journey *j, size_t n, uint64_t *which)
{
    random_order *r = j->random;
    if (!journey_reserve(j, &r->paths, &r->path_room, n + 2, sizeof *r->paths))
        return false;
    if (n == 0)
        r->paths[0] = mixed(r->seed, 0);
    *which = random_order_taken(j, n);
    r->paths[n + 1] = mixed(r->paths[n], *which);
    return true;
}

uint64_t random_order_taken(const wgcq_journey *j, size_t n)
{
    const random_order *r = j->random;
    return alternative_at(mixed(r->paths[n], r->pass), j->choices[n].index, j->choices[n].count);
}

bool random_order_ends_pass(wgcq_journey *j)
{
    random_order *r = j->random;
    r->over = r->over || (r->restart_runs && --r->left == 0);
    return r->over;
}

bool random_order_is_over(const random_order *r)
{
    return r->over;
}

void random_order_restart(wgcq_journey *j)
{
    j->random->pass++;
    begin_pass(j->random);
    j->choice_count = j->checkpoint_count = 0;
}

/* ---- results of earlier passes --------------------------------------------------------------- */

static bool is_given_path(const random_order *r, size_t result, const wgcq_journey *j)
{
    const given_path *p = &r->results[result];
    for (size_t i = 0; i < p->count && p->count == j->choice_count; i++)
        if (r->given[p->first + i] != random_order_taken(j, i))
            return false;
    return p->count == j->choice_count;
}

/* `given` is NULL while all results have come without a choice. */
static uint64_t hash_path(const uint64_t *given, size_t first, size_t count)
{
    uint64_t h = HASH_FIRST;
    for (size_t i = 0; i < count; i++)
        h = hash_word(h, given[first + i]);
    return h;
}

static bool grow_given_slots(random_order *r)
{
    size_t wanted = r->slot_count ? 2 * r->slot_count : 64, mask = wanted - 1;
    size_t *slots = calloc(wanted, sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < r->result_count; i++) {
        const given_path *p = &r->results[i];
        size_t at = (size_t)hash_path(r->given, p->first, p->count) & mask;
        while (slots[at])
            at = (at + 1) & mask;
        slots[at] = i + 1;
    }
    free(r->slots);
    r->slots = slots;
    r->slot_count = wanted;
    return true;
}

/* The choices of the run, behind those given; they are none of them yet. */
static bool put_given_path(wgcq_journey *j)
{
    random_order *r = j->random;
    if (!journey_reserve(j, &r->given, &r->given_room, r->given_count + j->choice_count,
                         sizeof *r->given) ||
        !journey_reserve(j, &r->results, &r->result_room, r->result_count + 1, sizeof *r->results))
        return false;
    for (size_t i = 0; i < j->choice_count; i++)
        r->given[r->given_count + i] = random_order_taken(j, i);
    return 2 * r->result_count < r->slot_count || grow_given_slots(r) ||
           journey_error(j, WGCQ_EMEMORY, "out of memory");
}

bool random_order_accepts(wgcq_journey *j)
{
    random_order *r = j->random;
    if (!r->restart_runs)
        return true;
    if (!put_given_path(j))
        return false;
    size_t mask = r->slot_count - 1;
    size_t at = (size_t)hash_path(r->given, r->given_count, j->choice_count) & mask;
    for (; r->slots[at]; at = (at + 1) & mask)
        if (is_given_path(r, r->slots[at] - 1, j))
            return false;
    r->results[r->result_count] = (given_path){r->given_count, j->choice_count};
    r->given_count += j->choice_count;
    r->slots[at] = ++r->result_count;
    return true;
}
