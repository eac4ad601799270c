/* byhand_sliding.c - the sliding tiles of 2x5: four bits a place. */
#include "byhand.h"

enum { HEIGHT = 2, WIDTH = 5, PLACES = HEIGHT * WIDTH };

static void slide(uint64_t s, unsigned gap, unsigned from)
{
    uint64_t tile = s >> 4 * from & 15;
    move_to((s & ~(UINT64_C(15) << 4 * from)) | tile << 4 * gap);
}

int main(void)
{
    uint64_t start = 0;
    for (unsigned i = 0; i < PLACES; i++)
        start |= (uint64_t)((i + 1) % PLACES) << 4 * i;
    make_set(22, 2000000);
    meet(start);
    for (uint64_t i = 0; i < states; i++) {
        uint64_t s = row[i];
        unsigned gap = 0;
        while (s >> 4 * gap & 15)
            gap++;
        if (gap % WIDTH)
            slide(s, gap, gap - 1);
        if (gap % WIDTH < WIDTH - 1)
            slide(s, gap, gap + 1);
        if (gap >= WIDTH)
            slide(s, gap, gap - WIDTH);
        if (gap < PLACES - WIDTH)
            slide(s, gap, gap + WIDTH);
    }
    return report();
}
