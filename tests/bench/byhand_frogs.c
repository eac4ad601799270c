/* byhand_frogs.c - leaping frogs, SIDE (20) a side: a bit a stone, and the empty stone's place. */
#include <stdint.h>

#ifndef SIDE
#define SIDE 20
#endif
enum { STONES = 2 * SIDE + 1, PLACE = 48, MAX_SUCCESSORS = 4, TABLE_BITS = SIDE > 16 ? 26 : 22 };

#include "byhand.h"

/* 1 is green and leaps up; the empty stone's bit is 0. */
static uint64_t initial_state(void)
{
    return ((UINT64_C(1) << SIDE) - 1) | (uint64_t)SIDE << PLACE;
}

static inline int successors(uint64_t state, uint64_t *out)
{
    unsigned empty = (unsigned)(state >> PLACE);
    uint64_t frogs = state & ((UINT64_C(1) << PLACE) - 1);
    int made = 0;
    if (empty >= 1 && frogs >> (empty - 1) & 1)
        out[made++] = (frogs ^ UINT64_C(3) << (empty - 1)) | (uint64_t)(empty - 1) << PLACE;
    if (empty >= 2 && frogs >> (empty - 2) & 1)
        out[made++] = (frogs ^ UINT64_C(5) << (empty - 2)) | (uint64_t)(empty - 2) << PLACE;
    if (empty + 1 < STONES && !(frogs >> (empty + 1) & 1))
        out[made++] = frogs | (uint64_t)(empty + 1) << PLACE;
    if (empty + 2 < STONES && !(frogs >> (empty + 2) & 1))
        out[made++] = frogs | (uint64_t)(empty + 2) << PLACE;
    return made;
}
