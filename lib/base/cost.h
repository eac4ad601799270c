/*
 * cost.h - sums of costs, where a sum may be greater than any that 63 bits hold.
 *
 * A sum that does not fit is COST_BEYOND: greater than every cost, and it stays so when more is
 * added.  A plan of such a cost is no error as long as it is neither compared, stored nor listed:
 * searches continue past such sums, and an error is reported where one is needed as a number.
 *
 * Costs are never negative, so read as unsigned numbers they and COST_BEYOND are in order.
 */
#ifndef BASE_COST_H
#define BASE_COST_H

#include <stdbool.h>
#include <stdint.h>

#define COST_BEYOND INT64_MIN

/* A cost that is maximized is kept as what is left to the greatest number, so that searches and
   answers minimize it as any other.  No move adds to it: it is 0 before a plan's end, and more
   there.  It is turned back where it is shown. */
#define COST_MAXIMIZED_MOST (INT64_MAX - 1)

static inline int64_t cost_kept(int64_t value)
{
    return INT64_MAX - value;
}

/* Whether cost number `number` (-1: moves) is; `maximized` says of each, or is NULL: none is. */
static inline bool cost_is_maximized(const bool *maximized, int number)
{
    return maximized && number >= 0 && maximized[number];
}

/* A cost as it is shown. */
static inline int64_t cost_shown(const bool *maximized, int number, int64_t cost)
{
    return cost > 0 && cost_is_maximized(maximized, number) ? INT64_MAX - cost : cost;
}

static inline bool cost_fits(int64_t cost)
{
    return cost >= 0;
}

static inline int64_t cost_add(int64_t a, int64_t b)
{
    int64_t sum;
    return (a | b) < 0 || __builtin_add_overflow(a, b, &sum) ? COST_BEYOND : sum;
}

static inline bool cost_less(int64_t a, int64_t b)
{
    return (uint64_t)a < (uint64_t)b;
}

/* A lower bound as a number: the greatest cost instead of a sum beyond it. */
static inline int64_t cost_bound(int64_t cost)
{
    return cost_fits(cost) ? cost : INT64_MAX;
}

/* Whether a cost is at most `more` above `best`, which fits.  Where neither the cost nor best +
   more fits, that cannot be decided: true. */
static inline bool cost_within(int64_t cost, int64_t best, uint64_t more)
{
    return cost_fits(cost) ? (uint64_t)(cost - best) <= more : more > (uint64_t)(INT64_MAX - best);
}

/* The kept form of a shown cost; `ends`: it is the total at a plan's end. */
static inline int64_t cost_kept_of(const bool *maximized, int number, int64_t shown, bool ends)
{
    return ends && cost_is_maximized(maximized, number) ? cost_kept(shown) : shown;
}

#endif
