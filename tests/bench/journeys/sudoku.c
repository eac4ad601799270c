/*
 * sudoku.c - every solution of each sudoku in the file INPUT, 81 characters a line: always the
 * first of the cells with the fewest candidates, which are kept in integers of bits.  The answer is
 * the sum of the first rows, as numbers of nine digits.
 */
#include "race.h"

enum { CELLS = 81, PUZZLES = 1000 };

typedef struct {
    uint16_t row[9], column[9], box[9]; /* digits used, a bit each */
    uint8_t cell[CELLS];                /* 0: empty                */
    uint8_t empty;
} grid;

static grid puzzles[PUZZLES];
static size_t puzzle_count;

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
    g->cell[at] = (uint8_t)(digit + 1);
    g->empty--;
}

static int narrowest(const grid *g)
{
    int best = -1, fewest = 10;
    for (int at = 0; at < CELLS && fewest > 1; at++) {
        int count = g->cell[at] ? 10 : __builtin_popcountll(candidates(g, at));
        if (count < fewest) {
            fewest = count;
            best = at;
        }
    }
    return best;
}

static void read_puzzles(const char *path)
{
    char line[256];
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(1);
    }
    while (puzzle_count < PUZZLES && fgets(line, sizeof line, file)) {
        grid g = {.empty = CELLS};
        for (int at = 0; at < CELLS && line[at] && line[at] != '\n'; at++)
            if (line[at] >= '1' && line[at] <= '9')
                write_digit(&g, at, (unsigned)(line[at] - '1'));
        puzzles[puzzle_count++] = g;
    }
    fclose(file);
}

static long long first_row(const void *state)
{
    long long value = 0;
    for (int at = 0; at < 9; at++)
        value = 10 * value + ((const grid *)state)->cell[at];
    return value;
}

static bool is_full(const void *state)
{
    return ((const grid *)state)->empty == 0;
}

static bool fill(wgcq_journey *j, void *state)
{
    grid *g = state;
    int at = narrowest(g);
    unsigned digit;
    if (!wgcq_choose_bit(j, candidates(g, at), &digit))
        return false;
    write_digit(g, at, digit);
    return true;
}

static bool fill_all(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_until(j, is_full, fill);
}

static long long journey(const char *input)
{
    long long sum = 0;
    if (!puzzle_count)
        read_puzzles(input);
    for (size_t i = 0; i < puzzle_count; i++) {
        grid g = puzzles[i];
        sum += sum_of_results(fill_all, &g, sizeof g, NULL, first_row);
    }
    return sum;
}

static long long by_hand(const grid *g)
{
    long long found = 0;
    if (g->empty == 0)
        return first_row(g);
    int at = narrowest(g);
    for (uint64_t left = candidates(g, at); left; left &= left - 1) {
        grid next = *g;
        write_digit(&next, at, (unsigned)__builtin_ctzll(left));
        found += by_hand(&next);
    }
    return found;
}

static long long hand(const char *input)
{
    long long sum = 0;
    if (!puzzle_count)
        read_puzzles(input);
    for (size_t i = 0; i < puzzle_count; i++)
        sum += by_hand(&puzzles[i]);
    return sum;
}

int main(int count, char **words)
{
    static const problem problems[] = {{"sudoku", journey, hand}};
    return race(problems, 1, count, words);
}
