/* byhand_hanoi.c - the towers of Hanoi, 13 disks: two bits a disk. */
#include "byhand.h"

enum { DISKS = 13 };

int main(void)
{
    make_set(22, 2000000);
    meet(0);
    for (uint64_t i = 0; i < states; i++) {
        uint64_t s = row[i];
        unsigned covered = 0; /* pegs with a smaller disk on them */
        for (unsigned d = 0; d < DISKS && covered != 7; d++) {
            unsigned peg = (unsigned)(s >> 2 * d & 3);
            if (!(covered >> peg & 1))
                for (unsigned p = 0; p < 3; p++)
                    if (p != peg && !(covered >> p & 1))
                        move_to((s & ~(UINT64_C(3) << 2 * d)) | (uint64_t)p << 2 * d);
            covered |= 1u << peg;
        }
    }
    return report();
}
