/* sliding.c - the sliding tiles of 2x5 as a model in C. */
#include "explore.h"

enum { HEIGHT = 2, WIDTH = 5, PLACES = HEIGHT * WIDTH };

typedef struct {
    unsigned char tile[PLACES];
} board;

static const char *const slide[] = {"",        "slide 1", "slide 2", "slide 3", "slide 4",
                                    "slide 5", "slide 6", "slide 7", "slide 8", "slide 9"};

static void start(const void *self, wgcq_moves *to)
{
    board b;
    (void)self;
    for (int i = 0; i < PLACES; i++)
        b.tile[i] = (unsigned char)((i + 1) % PLACES);
    wgcq_moves_add(to, NULL, &b, NULL);
}

static void from(const board *b, int gap, int place, wgcq_moves *to)
{
    board next = *b;
    next.tile[gap] = b->tile[place];
    next.tile[place] = 0;
    wgcq_moves_add(to, slide[b->tile[place]], &next, NULL);
}

static void moves(const void *self, const void *state, wgcq_moves *to)
{
    const board *b = state;
    int gap = 0;
    (void)self;
    while (b->tile[gap])
        gap++;
    if (gap % WIDTH < WIDTH - 1)
        from(b, gap, gap + 1, to);
    if (gap < PLACES - WIDTH)
        from(b, gap, gap + WIDTH, to);
    if (gap % WIDTH)
        from(b, gap, gap - 1, to);
    if (gap >= WIDTH)
        from(b, gap, gap - WIDTH, to);
}

int main(void)
{
    const wgcq_field at = {.name = "at", .count = PLACES, .high = PLACES - 1};
    return explore(&(wgcq_description){.title = "Sliding tiles",
                                       .size = sizeof(board),
                                       .fields = &at,
                                       .field_count = 1,
                                       .start = start,
                                       .moves = moves});
}
