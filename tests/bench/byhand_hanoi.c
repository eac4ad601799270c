/* byhand_hanoi.c - the towers of Hanoi, 13 disks: two bits a disk, the smallest lowest. */
#include <stdint.h>

enum { DISKS = 13, MAX_SUCCESSORS = 3, TABLE_BITS = 22 };

#include "byhand.h"

static uint64_t initial_state(void)
{
    return 0;
}

static inline unsigned lowest(uint64_t disks)
{
    return disks ? (unsigned)__builtin_ctzll(disks) : 64;
}

static inline int successors(uint64_t state, uint64_t *out)
{
    const uint64_t ones = UINT64_C(0x5555555555555555) & ((UINT64_C(1) << 2 * DISKS) - 1);
    uint64_t third = state >> 1 & ones, second = state & ones, first = ones & ~(third | second);
    unsigned top[3] = {lowest(first), lowest(second), lowest(third)}; /* twice the disk's number */
    int made = 0;
    for (unsigned from = 0; from < 3; from++)
        for (unsigned to = 0; to < 3; to++)
            if (top[from] < top[to])
                out[made++] = (state & ~(UINT64_C(3) << top[from])) | (uint64_t)to << top[from];
    return made;
}
