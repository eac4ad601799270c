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

/* A choice point that no earlier run has reached. */
static bool push_choice(wgcq_journey *j, uint64_t count, uint64_t *which)
{
    if (count == 0) {
        j->failed = true;
        return false;
    }
    if (!journey_reserve(j, &j->choices, &j->choice_room, j->choice_count + 1, sizeof *j->choices))
        return false;
    j->choices[j->choice_count++] = (choice){0, count, count};
    j->choice_cursor++;
    *which = 0;
    return true;
}

/* *which is 0 where the run does not continue. */
static inline bool next_choice(wgcq_journey *j, uint64_t count, uint64_t *which)
{
    *which = 0;
    if (j->failed)
        return journey_running(j);
    if (j->choice_cursor == j->choice_count)
        return push_choice(j, count, which);
    const choice *taken = &j->choices[j->choice_cursor];
    if (taken->count != count)
        return journey_error(
            j, WGCQ_ERUN,
            "the journey is not deterministic: its choice number %zu was one of %llu, "
            "and run again it is one of %llu",
            j->choice_cursor + 1, (unsigned long long)taken->count, (unsigned long long)count);
    j->choice_cursor++;
    *which = taken->index;
    return true;
}

bool wgcq_choose(wgcq_journey *j, size_t count, size_t *which)
{
    if (!journey_given(j, which != NULL, __func__, "which"))
        return false;
    uint64_t taken;
    if (!next_choice(j, count, &taken))
        return false;
    *which = (size_t)taken;
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
    return true;
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

bool wgcq_choose_bit(wgcq_journey *j, uint64_t bits, unsigned *bit)
{
    if (!journey_given(j, bit != NULL, __func__, "bit"))
        return false;
    uint64_t taken;
    if (!next_choice(j, bits_set(bits), &taken))
        return false;
    while (taken-- > 0)
        bits &= bits - 1;
    *bit = (unsigned)__builtin_ctzll(bits);
    return true;
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
    return true;
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
        if (!wgcq_choose_bit(j, left, &next))
            return false;
        left &= ~((uint64_t)1 << next);
        order[i] = (unsigned char)next;
    }
    return journey_running(j);
}

bool wgcq_guard(wgcq_journey *j, bool holds, const char *name)
{
    assert(j);
    if (j->failed)
        return journey_running(j);
    if (!holds) {
        j->failed = true;
        j->rejection = name;
    }
    return holds;
}

bool wgcq_fail(wgcq_journey *j)
{
    return wgcq_guard(j, false, NULL);
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

bool wgcq_cut(wgcq_journey *j)
{
    assert(j);
    if (!journey_running(j))
        return false;
    assert(j->cut_floor <= j->choice_cursor && j->choice_cursor <= j->choice_count);
    for (size_t i = j->choice_cursor; i > j->cut_floor; i--)
        j->choices[i - 1].bound = j->choices[i - 1].index + 1;
    return true;
}
