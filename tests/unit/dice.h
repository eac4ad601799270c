/* dice.h - numbers of chance for tests, the same ones for the same seed. */
#ifndef TESTS_DICE_H
#define TESTS_DICE_H

#include <stdint.h>

static inline uint64_t dice(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    uint64_t x = *seed ^ *seed >> 33;
    return x * 0x9e3779b97f4a7c15u >> 7;
}

#endif
