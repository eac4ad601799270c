/*
 * queens.c - all ways to place N queens; the answer is their number.
 *
 * plain: choose a column for each row, guard that no earlier queen is in reach, one after the
 * other. masks: choose among the columns that are free, kept in three integers of bits.
 */
#include "race.h"

enum { MOST = 16 };

typedef struct board {
    uint32_t columns, rising, falling; /* of masks */
    uint8_t rows;
    uint8_t at[MOST]; /* the column of the queen in each row */
    uint8_t unused[3];
} board;

/* ---- both ways, a row a step ------------------------------------------------------ */

static bool in_reach(const board *b, int column)
{
    for (int row = 0; row < b->rows; row++) {
        int apart = b->rows - row, other = b->at[row];
        if (other == column || other == column + apart || other == column - apart)
            return true;
    }
    return false;
}

static uint32_t free_columns(const board *b, unsigned size)
{
    return ((1u << size) - 1) & ~(b->columns | b->rising | b->falling);
}

static void put(board *b, unsigned column)
{
    uint32_t bit = 1u << column;
    b->at[b->rows++] = (uint8_t)column;
    b->columns |= bit;
    b->rising = (b->rising | bit) << 1;
    b->falling = (b->falling | bit) >> 1;
}

static unsigned size_of(const char *input)
{
    unsigned size = (unsigned)strtoul(input, NULL, 10);
    return size < MOST ? size : MOST;
}

/* ---- as a journey ------------------------------------------------------------------ */

static bool place_plain(wgcq_journey *j, void *state)
{
    const unsigned *size = wgcq_self(j);
    board *b = state;
    size_t column;
    if (!wgcq_choose(j, *size, &column) || !wgcq_guard(j, !in_reach(b, (int)column), "in reach"))
        return false;
    b->at[b->rows++] = (uint8_t)column;
    return true;
}

static bool place_masks(wgcq_journey *j, void *state)
{
    const unsigned *size = wgcq_self(j);
    unsigned column;
    if (!wgcq_choose_bit(j, free_columns(state, *size), &column))
        return false;
    put(state, column);
    return true;
}

static bool all_plain(wgcq_journey *j, void *state)
{
    const unsigned *size = wgcq_self(j);
    (void)state;
    return wgcq_repeat(j, *size, place_plain);
}

static bool all_masks(wgcq_journey *j, void *state)
{
    const unsigned *size = wgcq_self(j);
    (void)state;
    return wgcq_repeat(j, *size, place_masks);
}

static long long journey_plain(const char *input)
{
    board b = {0};
    unsigned size = size_of(input);
    return sum_of_results(all_plain, &b, sizeof b, &size, NULL);
}

static long long journey_masks(const char *input)
{
    board b = {0};
    unsigned size = size_of(input);
    return sum_of_results(all_masks, &b, sizeof b, &size, NULL);
}

/* ---- by hand ------------------------------------------------------------------------ */

static long long rows_plain(board *b, unsigned size)
{
    long long found = 0;
    if (b->rows == size)
        return 1;
    for (unsigned column = 0; column < size; column++)
        if (!in_reach(b, (int)column)) {
            b->at[b->rows++] = (uint8_t)column;
            found += rows_plain(b, size);
            b->rows--;
        }
    return found;
}

static long long rows_masks(const board *b, unsigned size)
{
    long long found = 0;
    if (b->rows == size)
        return 1;
    for (uint32_t left = free_columns(b, size); left; left &= left - 1) {
        board next = *b;
        put(&next, (unsigned)__builtin_ctz(left));
        found += rows_masks(&next, size);
    }
    return found;
}

static long long hand_plain(const char *input)
{
    board b = {0};
    return rows_plain(&b, size_of(input));
}

static long long hand_masks(const char *input)
{
    board b = {0};
    return rows_masks(&b, size_of(input));
}

int main(int count, char **words)
{
    static const problem problems[] = {{"plain", journey_plain, hand_plain},
                                       {"masks", journey_masks, hand_masks}};
    return race(problems, 2, count, words);
}
