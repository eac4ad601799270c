/*
 * magic_square.c - the magic squares of order 3: 1 to 9, every line adding up to 15.
 *
 * Shows wgcq_choose_from, wgcq_repeat and the determinism check.  There are 8, the rotations and
 * reflections of one square.
 */
#include <stdio.h>
#include <string.h>
#include <wgcq.h>

typedef struct {
    uint8_t cell[9]; /* row by row */
    uint8_t filled;
} square;

static const int lines[][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                               {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static bool adds_up(const square *s)
{
    for (int i = 0; i < 8; i++) {
        int a = s->cell[lines[i][0]], b = s->cell[lines[i][1]], c = s->cell[lines[i][2]];
        if (a && b && c && a + b + c != 15)
            return false;
    }
    return true;
}

static bool fill(wgcq_journey *j, void *state)
{
    square *s = (square *)state;
    int64_t number;
    if (!wgcq_choose_from(j, 1, 9, &number) ||
        !wgcq_guard(j, !memchr(s->cell, (int)number, s->filled), "used before"))
        return false;
    s->cell[s->filled++] = (uint8_t)number;
    return wgcq_guard(j, adds_up(s), "a line does not add up");
}

static bool magic(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_repeat(j, 9, fill);
}

int main(void)
{
    square s = WGCQ_ZERO;
    wgcq_iterator_options options = WGCQ_ZERO;
    wgcq_error err = WGCQ_ZERO;
    wgcq_iterator *squares;
    options.check = true;
    int code = wgcq_iterator_new(&squares, magic, &s, sizeof s, &options, &err);
    if (code == 0) {
        while ((code = wgcq_iterator_next(squares, &err)) == 0)
            printf("%d%d%d/%d%d%d/%d%d%d\n", s.cell[0], s.cell[1], s.cell[2], s.cell[3], s.cell[4],
                   s.cell[5], s.cell[6], s.cell[7], s.cell[8]);
        wgcq_iterator_free(squares);
    }
    return code < 0 ? fprintf(stderr, "%s\n", err.text), 1 : 0;
}
