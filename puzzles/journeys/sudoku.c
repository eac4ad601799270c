/*
 * sudoku.c - a sudoku, one cell a step, always a cell with the fewest candidates.
 *
 * Shows wgcq_until: steps until a condition holds.  sudoku [81 CHARACTERS] prints every solution;
 * any character but 1 to 9 is an empty cell.  Without one it takes the grid of Wikipedia's article,
 * which has one solution.
 */
#include <stdio.h>
#include <string.h>
#include <wgcq.h>

typedef struct {
    uint16_t row[9], column[9], box[9]; /* digits used, a bit each */
    char cell[81];                      /* '.' is empty */
    uint8_t empty;
} grid;

static bool full(const void *state)
{
    return ((const grid *)state)->empty == 0;
}

static uint64_t candidates(const grid *g, int at)
{
    return 0x1ffu &
           ~(unsigned)(g->row[at / 9] | g->column[at % 9] | g->box[at / 27 * 3 + at % 9 / 3]);
}

static void write_digit(grid *g, int at, unsigned digit)
{
    uint16_t bit = (uint16_t)(1u << digit);
    g->row[at / 9] |= bit;
    g->column[at % 9] |= bit;
    g->box[at / 27 * 3 + at % 9 / 3] |= bit;
    g->cell[at] = (char)('1' + digit);
    g->empty--;
}

static bool fill(wgcq_journey *j, void *state)
{
    grid *g = (grid *)state;
    int best = -1, fewest = 10;
    unsigned digit;
    for (int at = 0; at < 81 && fewest > 1; at++) {
        int count = g->cell[at] == '.' ? __builtin_popcountll(candidates(g, at)) : 10;
        if (count < fewest) {
            fewest = count;
            best = at;
        }
    }
    if (!wgcq_choose_bit(j, candidates(g, best), &digit))
        return false;
    write_digit(g, best, digit);
    return true;
}

static bool solve(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_until(j, full, fill);
}

int main(int count, char **arguments)
{
    const char *given = count > 1 ? arguments[1]
                                  : "53..7....6..195....98....6.8...6...34..8.3..17...2...6"
                                    ".6....28....419..5....8..79";
    grid g = WGCQ_ZERO;
    wgcq_error err = WGCQ_ZERO;
    wgcq_iterator *grids;
    memset(g.cell, '.', sizeof g.cell);
    g.empty = 81;
    if (strlen(given) != 81)
        return fprintf(stderr, "sudoku: 81 characters, not %zu\n", strlen(given)), 1;
    for (int at = 0; at < 81; at++)
        if (given[at] >= '1' && given[at] <= '9') {
            unsigned digit = (unsigned)(given[at] - '1');
            if (!(candidates(&g, at) >> digit & 1))
                return fprintf(stderr, "sudoku: cell %d repeats a digit\n", at + 1), 1;
            write_digit(&g, at, digit);
        }
    int code = wgcq_iterator_new(&grids, solve, &g, sizeof g, NULL, &err);
    if (code == 0) {
        while ((code = wgcq_iterator_next(grids, &err)) == 0)
            printf("%.81s\n", g.cell);
        wgcq_iterator_free(grids);
    }
    return code < 0 ? fprintf(stderr, "%s\n", err.text), 1 : 0;
}
