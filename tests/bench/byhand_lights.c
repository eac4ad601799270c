/* byhand_lights.c - lights out, 5x4: a bit a lamp. */
#include <stdint.h>

enum { HEIGHT = 5, WIDTH = 4, LAMPS = HEIGHT * WIDTH, MAX_SUCCESSORS = LAMPS, TABLE_BITS = 21 };

#include "byhand.h"

static uint64_t toggled[LAMPS];

static uint64_t initial_state(void)
{
    for (int a = 0; a < LAMPS; a++)
        for (int b = 0; b < LAMPS; b++)
            if (abs(a / WIDTH - b / WIDTH) + abs(a % WIDTH - b % WIDTH) <= 1)
                toggled[a] |= UINT64_C(1) << b;
    return 0;
}

static inline int successors(uint64_t state, uint64_t *out)
{
    for (int a = 0; a < LAMPS; a++)
        out[a] = state ^ toggled[a];
    return LAMPS;
}
