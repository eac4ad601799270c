/*
 * checked.h - arithmetic that cannot overflow, for sizes that come from a file.
 *
 * A range of 64-bit integers can have 2^64 values, one more than 64 bits count, and a product of
 * domains can be any number; callers report what does not fit.
 */
#ifndef BASE_CHECKED_H
#define BASE_CHECKED_H

#include <stdbool.h>
#include <stdint.h>

/* How many integers low..high has, both ends in; false: 2^64, which cannot be counted. */
static inline bool checked_count(uint64_t *out, int64_t low, int64_t high)
{
    uint64_t span = (uint64_t)high - (uint64_t)low;
    *out = high < low ? 0 : span + 1;
    return high < low || span < UINT64_MAX;
}

/* Multiplies; false: the product is more than `most`, and *product stays as it was. */
static inline bool checked_multiply(uint64_t *product, uint64_t by, uint64_t most)
{
    if (by && *product > most / by)
        return false;
    *product *= by;
    return true;
}

/* The lowest `width` bits, 0 to 64 of them. */
static inline uint64_t low_bits(unsigned width)
{
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

/* How many bits hold every number from 0 to `greatest`. */
static inline unsigned bits_for(uint64_t greatest)
{
    return greatest ? 64 - (unsigned)__builtin_clzll(greatest) : 0;
}

#endif
