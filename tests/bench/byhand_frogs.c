/* byhand_frogs.c - leaping frogs, SIDE (20) a side: the gap's place, and a bit a frog in order. */
#include "byhand.h"

#ifndef SIDE
#define SIDE 20
#endif
enum { FROGS = 2 * SIDE, GAP = 48 };

/* Bit i is the frog on the i-th stone, leaving out the gap: 1 is green and leaps right. */
int main(void)
{
    make_set(SIDE > 16 ? 26 : 20, SIDE > 16 ? 25000000 : 2000000);
    meet(((UINT64_C(1) << SIDE) - 1) | (uint64_t)SIDE << GAP);
    for (uint64_t i = 0; i < states; i++) {
        uint64_t frogs = row[i] & ((UINT64_C(1) << GAP) - 1);
        unsigned gap = (unsigned)(row[i] >> GAP);
        for (unsigned far = 1; far <= 2; far++) {
            if (gap >= far && frogs >> (gap - far) & 1) { /* green, from the left */
                uint64_t to = frogs;
                if (far == 2 && !(frogs >> (gap - 1) & 1))
                    to ^= UINT64_C(3) << (gap - 2);
                move_to(to | (uint64_t)(gap - far) << GAP);
            }
            if (gap + far <= FROGS && !(frogs >> (gap + far - 1) & 1)) { /* brown, from the right */
                uint64_t to = frogs;
                if (far == 2 && frogs >> gap & 1)
                    to ^= UINT64_C(3) << gap;
                move_to(to | (uint64_t)(gap + far) << GAP);
            }
        }
    }
    return report();
}
