/* choice.c - the calls of a journey function: choose, guard, fail, move, cut. */
#include "journey/journey.h"

#include <assert.h>

#include "base/checked.h"

bool journey_after_failure(wgcq_journey *j)
{
    if (j->checking && !j->code)
        journey_error(j, WGCQ_ERUN,
                      "the journey continues after a call has returned false: chain with &&");
    return false;
}

static bool reserve_choice(wgcq_journey *j)
{
    return journey_reserve(j, &j->choices, &j->choice_room, j->choice_count + 1,
                           sizeof *j->choices);
}

/* push_choice, where the journey has an order, is given its choices, or is not to go deeper. */
static __attribute__((noinline)) bool push_steered_choice(wgcq_journey *j, uint64_t count,
                                                          uint64_t *which)
{
    if (j->max_depth && j->outer_depth + j->choice_count >= j->max_depth) {
        if (journey_is_traced(j))
            tracing_failure(j, TREE_CUT_SHORT);
        j->cut_short = j->failed = true;
        return false;
    }
    if (j->order && !journey_order_allows(j))
        return false;
    choice *next = &j->choices[j->choice_count];
    *next = (choice){0, count, count};
    if (j->source && !choice_source_take(j, next))
        return false;
    j->choice_count++;
    j->choice_cursor++;
    *which = next->index;
    return true;
}

/* A choice point that no earlier run has reached. */
static bool push_choice(wgcq_journey *j, uint64_t count, uint64_t *which)
{
    if (count == 0) {
        if (journey_is_traced(j))
            tracing_failure(j, TREE_NO_CHOICE);
        j->failed = true;
        return false;
    }
    if (!reserve_choice(j))
        return false;
    if (__builtin_expect(j->steered, 0))
        return push_steered_choice(j, count, which);
    j->choices[j->choice_count++] = (choice){0, count, count};
    j->choice_cursor++;
    *which = 0;
    return true;
}

/* The place of the alternative in the order of the journey becomes the alternative. */
static inline bool place_in_order(wgcq_journey *j, uint64_t *which)
{
    return __builtin_expect(!j->watched, 1) || !j->random ||
           random_order_take(j, j->choice_cursor - 1, which);
}

static inline bool tell_choice(wgcq_journey *j, tree_kind kind, int64_t value)
{
    return __builtin_expect(!j->watched, 1) || !journey_is_traced(j) ||
           tracing_choice(j, kind, value);
}

/* *which is 0 where the run does not continue. */
static inline __attribute__((always_inline)) bool next_choice(wgcq_journey *j, uint64_t count,
                                                              uint64_t *which)
{
    *which = 0;
    if (j->failed)
        return journey_running(j);
    if (j->choice_cursor == j->choice_count)
        return push_choice(j, count, which) && place_in_order(j, which);
    const choice *taken = &j->choices[j->choice_cursor];
    if (taken->count != count)
        return journey_error(
            j, WGCQ_ERUN,
            "the journey is not deterministic: its choice number %zu was one of %llu, "
            "and run again it is one of %llu",
            j->choice_cursor + 1, (unsigned long long)taken->count, (unsigned long long)count);
    j->choice_cursor++;
    *which = taken->index;
    return place_in_order(j, which);
}

bool journey_choose(wgcq_journey *j, uint64_t count, uint64_t *which)
{
    return next_choice(j, count, which);
}

bool journey_choose_as(wgcq_journey *j, uint64_t count, uint64_t *which, tree_kind kind)
{
    return next_choice(j, count, which) && tell_choice(j, kind, (int64_t)*which);
}

/* A choice that the run comes to again, of a journey in which nothing else is to be done: most are,
   so that this is a few instructions, and no call.  NULL: it is another. */
static inline const choice *choice_again(wgcq_journey *j, uint64_t count)
{
    assert(j);
    if (j->failed || j->watched || j->choice_cursor == j->choice_count)
        return NULL;
    const choice *taken = &j->choices[j->choice_cursor];
    if (taken->count != count)
        return NULL;
    j->choice_cursor++;
    return taken;
}

static __attribute__((noinline)) bool choose_first(wgcq_journey *j, size_t count, size_t *which)
{
    if (!journey_given(j, which != NULL, "wgcq_choose", "which"))
        return false;
    uint64_t taken;
    if (!next_choice(j, count, &taken))
        return false;
    *which = (size_t)taken;
    return tell_choice(j, TREE_CHOOSE, (int64_t)taken);
}

bool wgcq_choose(wgcq_journey *j, size_t count, size_t *which)
{
    const choice *again = which ? choice_again(j, count) : NULL;
    if (__builtin_expect(!again, 0))
        return choose_first(j, count, which);
    *which = (size_t)again->index;
    return true;
}

bool wgcq_choose_from(wgcq_journey *j, int64_t low, int64_t high, int64_t *value)
{
    if (!journey_given(j, value != NULL, __func__, "value"))
        return false;
    uint64_t count, taken;
    if (!checked_count(&count, low, high))
        return journey_error(j, WGCQ_EREQUEST, "one of 2^64 values cannot be chosen");
    if (!next_choice(j, count, &taken))
        return false;
    *value = (int64_t)((uint64_t)low + taken);
    return tell_choice(j, TREE_CHOOSE_FROM, *value);
}

/* How many bits are set, by sums of 2, 4 and 8 bits in parallel.  Without -march the builtin is a
   function call. */
static inline uint64_t bits_set(uint64_t bits)
{
    const uint64_t pairs = 0x5555555555555555, fours = 0x3333333333333333;
    bits -= bits >> 1 & pairs;
    bits = (bits & fours) + (bits >> 2 & fours);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return bits * 0x0101010101010101 >> 56;
}

static inline unsigned bit_number(uint64_t bits, uint64_t which)
{
    while (which-- > 0)
        bits &= bits - 1;
    return (unsigned)__builtin_ctzll(bits);
}

static __attribute__((noinline)) bool choose_bit_first(wgcq_journey *j, uint64_t bits,
                                                       unsigned *bit, tree_kind kind)
{
    uint64_t taken;
    if (!journey_given(j, bit != NULL, "wgcq_choose_bit", "bit") ||
        !next_choice(j, bits_set(bits), &taken))
        return false;
    *bit = bit_number(bits, taken);
    return tell_choice(j, kind, *bit);
}

static inline bool choose_bit_as(wgcq_journey *j, uint64_t bits, unsigned *bit, tree_kind kind)
{
    const choice *again = bit ? choice_again(j, bits_set(bits)) : NULL;
    if (__builtin_expect(!again, 0))
        return choose_bit_first(j, bits, bit, kind);
    *bit = bit_number(bits, again->index);
    return true;
}

bool wgcq_choose_bit(wgcq_journey *j, uint64_t bits, unsigned *bit)
{
    return choose_bit_as(j, bits, bit, TREE_CHOOSE_BIT);
}

/* The binomial coefficient n over k; n <= 64, so it fits. */
static uint64_t count_subsets(unsigned n, unsigned k)
{
    assert(n <= 64);
    uint64_t row[65] = {1};
    if (k > n)
        return 0;
    for (unsigned i = 1; i <= n; i++)
        for (unsigned m = i < k ? i : k; m > 0; m--)
            row[m] += row[m - 1];
    return row[k];
}

bool wgcq_choose_subset(wgcq_journey *j, unsigned count, unsigned least, unsigned most,
                        uint64_t *members)
{
    if (!journey_given(j, members != NULL, __func__, "members"))
        return false;
    if (count > 64)
        return journey_error(j, WGCQ_EREQUEST, "%s: a subset of %u, more than 64", __func__, count);
    if (most > count)
        most = count;
    uint64_t size, index, chosen = 0;
    if (!next_choice(j, least > most ? 0 : (uint64_t)most - least + 1, &size))
        return false;
    unsigned wanted = least + (unsigned)size;
    if (!tell_choice(j, TREE_SUBSET_SIZE, wanted))
        return false;
    if (!next_choice(j, count_subsets(count, wanted), &index))
        return false;
    for (unsigned i = 0; wanted > 0; i++) {
        uint64_t with = count_subsets(count - i - 1, wanted - 1);
        if (index < with) {
            chosen |= (uint64_t)1 << i;
            wanted--;
        } else {
            index -= with;
        }
    }
    *members = chosen;
    return tell_choice(j, TREE_CHOOSE_SUBSET, (int64_t)chosen);
}

bool wgcq_choose_permutation(wgcq_journey *j, unsigned count, unsigned char *order)
{
    if (!journey_given(j, order || !count, __func__, "order"))
        return false;
    if (count > 64)
        return journey_error(j, WGCQ_EREQUEST, "%s: a permutation of %u, more than 64", __func__,
                             count);
    uint64_t left = low_bits(count);
    for (unsigned i = 0; i < count; i++) {
        unsigned next;
        if (!choose_bit_as(j, left, &next, TREE_CHOOSE_PERMUTATION))
            return false;
        left &= ~((uint64_t)1 << next);
        order[i] = (unsigned char)next;
    }
    return journey_running(j);
}

static inline bool note_guard(wgcq_journey *j, bool holds, const char *name)
{
    if (!holds) {
        j->failed = true;
        j->rejection = name;
    }
    return holds;
}

static __attribute__((noinline)) bool guard_watched(wgcq_journey *j, bool holds, const char *name)
{
    if (j->failed)
        return journey_running(j);
    if (journey_is_traced(j) && !tracing_guard(j, holds, name))
        return false;
    return note_guard(j, holds, name);
}

bool wgcq_guard(wgcq_journey *j, bool holds, const char *name)
{
    assert(j);
    return __builtin_expect(j->failed || j->watched, 0) ? guard_watched(j, holds, name)
                                                        : note_guard(j, holds, name);
}

bool wgcq_fail(wgcq_journey *j)
{
    assert(j);
    return journey_fails_unless(j, false);
}

bool wgcq_move(wgcq_journey *j, const char *text, int64_t cost)
{
    if (!journey_given(j, text != NULL, __func__, "text"))
        return false;
    if (!journey_running(j))
        return false;
    if (!journey_reserve(j, &j->moves, &j->move_room, j->move_count + 1, sizeof *j->moves))
        return false;
    j->moves[j->move_count++] = text;
    if (__builtin_add_overflow(j->cost, cost, &j->cost))
        return journey_error(j, WGCQ_ERUN, "the cost grows beyond 64 bits");
    return true;
}

/* Whether what is cut off depends on answers that a table does not have yet: their choices are
   open. */
static bool cuts_unfinished(const wgcq_journey *j)
{
    bool open = j->any_unfinished;
    for (size_t i = j->cut_floor; i < j->choice_cursor; i++)
        open = open || j->choices[i].count == SIZE_MAX;
    return open;
}

bool wgcq_cut(wgcq_journey *j)
{
    assert(j);
    if (!journey_running(j) || (j->order && !journey_order_cut(j)))
        return false;
    if (!journey_is_fresh(j)) /* it was passed before, and has committed */
        return true;
    assert(j->cut_floor <= j->choice_cursor && j->choice_cursor <= j->choice_count);
    if (j->read_unfinished && cuts_unfinished(j))
        return journey_unfounded(j, "wgcq_cut");
    choice_source *source = j->source;
    if (source && source->cut && !source->cut(source, j, j->cut_floor, j->choice_cursor))
        return false;
    for (size_t i = j->choice_cursor; i > j->cut_floor; i--)
        j->choices[i - 1].bound = j->choices[i - 1].index + 1;
    return true;
}
