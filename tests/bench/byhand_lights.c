/* byhand_lights.c - lights out, 5x4: a bit a lamp. */
#include "byhand.h"

#include <stdlib.h>

enum { HEIGHT = 5, WIDTH = 4, LAMPS = HEIGHT * WIDTH };

int main(void)
{
    uint64_t press[LAMPS] = {0};
    for (int a = 0; a < LAMPS; a++)
        for (int b = 0; b < LAMPS; b++)
            if (abs(a / WIDTH - b / WIDTH) + abs(a % WIDTH - b % WIDTH) <= 1)
                press[a] |= UINT64_C(1) << b;
    make_set(21, 1100000);
    meet(0);
    for (uint64_t i = 0; i < states; i++)
        for (int a = 0; a < LAMPS; a++)
            move_to(row[i] ^ press[a]);
    return report();
}
