/* byhand_sliding.c - the sliding tiles of 2x5: four bits a place, and the gap's place on top. */
#include <stdint.h>

enum { HEIGHT = 2, WIDTH = 5, PLACES = HEIGHT * WIDTH, GAP = 60, MAX_SUCCESSORS = 4, TABLE_BITS = 22 };

#include "byhand.h"

static uint64_t initial_state(void)
{
    uint64_t state = (uint64_t)(PLACES - 1) << GAP;
    for (unsigned i = 0; i < PLACES; i++)
        state |= (uint64_t)((i + 1) % PLACES) << 4 * i;
    return state;
}

static inline uint64_t slide(uint64_t state, unsigned gap, unsigned from)
{
    uint64_t tile = state >> 4 * from & 15;
    state ^= tile << 4 * from | tile << 4 * gap;
    return (state & ((UINT64_C(1) << GAP) - 1)) | (uint64_t)from << GAP;
}

static inline int successors(uint64_t state, uint64_t *out)
{
    unsigned gap = (unsigned)(state >> GAP), column = gap % WIDTH;
    int made = 0;
    if (gap >= WIDTH)
        out[made++] = slide(state, gap, gap - WIDTH);
    if (column > 0)
        out[made++] = slide(state, gap, gap - 1);
    if (column + 1 < WIDTH)
        out[made++] = slide(state, gap, gap + 1);
    if (gap + WIDTH < PLACES)
        out[made++] = slide(state, gap, gap + WIDTH);
    return made;
}
