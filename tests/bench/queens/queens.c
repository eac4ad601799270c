/*
 * queens.c - all ways to place N queens, as a journey and as a C function by hand.
 *
 *     queens journey|hand plain|masks N [SECONDS]
 *
 * plain: choose a column for each row, guard that no earlier queen is in reach, one after the other.
 * masks: choose among the columns that are free, kept in three integers of bits.
 * queens.pl has the same two.  They are counted as often as fills SECONDS (0.5): prints how many
 * ways there are, the processor's microseconds, and how often.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wgcq.h>

enum { MOST = 16 };

typedef struct board {
    uint32_t columns, rising, falling; /* of masks */
    uint8_t rows;
    uint8_t at[MOST]; /* the column of the queen in each row */
    uint8_t unused[3];
} board;

static unsigned size;

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

static uint32_t free_columns(const board *b)
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

/* ---- as a journey ------------------------------------------------------------------ */

static bool place_plain(wgcq_journey *j, void *state)
{
    board *b = state;
    size_t column;
    if (!wgcq_choose(j, size, &column) || !wgcq_guard(j, !in_reach(b, (int)column), "in reach"))
        return false;
    b->at[b->rows++] = (uint8_t)column;
    return true;
}

static bool place_masks(wgcq_journey *j, void *state)
{
    unsigned column;
    if (!wgcq_choose_bit(j, free_columns(state), &column))
        return false;
    put(state, column);
    return true;
}

static bool all_plain(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_repeat(j, size, place_plain);
}

static bool all_masks(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_repeat(j, size, place_masks);
}

static long count_boards(wgcq_journey_fn *journey)
{
    board b = {0};
    wgcq_error err = {0};
    wgcq_iterator *boards;
    long found = 0;
    int code = wgcq_iterator_new(&boards, journey, &b, sizeof b, NULL, &err);
    if (code == 0) {
        while ((code = wgcq_iterator_next(boards, &err)) == 0)
            found++;
        wgcq_iterator_free(boards);
    }
    return code < 0 ? -1 : found;
}

static long journey_plain(void)
{
    return count_boards(all_plain);
}

static long journey_masks(void)
{
    return count_boards(all_masks);
}

/* ---- by hand ------------------------------------------------------------------------ */

static long rows_plain(board *b)
{
    long found = 0;
    if (b->rows == size)
        return 1;
    for (unsigned column = 0; column < size; column++)
        if (!in_reach(b, (int)column)) {
            b->at[b->rows++] = (uint8_t)column;
            found += rows_plain(b);
            b->rows--;
        }
    return found;
}

static long rows_masks(const board *b)
{
    long found = 0;
    if (b->rows == size)
        return 1;
    for (uint32_t left = free_columns(b); left; left &= left - 1) {
        board next = *b;
        put(&next, (unsigned)__builtin_ctz(left));
        found += rows_masks(&next);
    }
    return found;
}

static long hand_plain(void)
{
    board b = {0};
    return rows_plain(&b);
}

static long hand_masks(void)
{
    board b = {0};
    return rows_masks(&b);
}

/* ---------------------------------------------------------------------------------- */

int main(int count, char **words)
{
    static long (*const ways[2][2])(void) = {{journey_plain, journey_masks},
                                             {hand_plain, hand_masks}};
    if (count < 4)
        return fprintf(stderr, "queens: journey|hand plain|masks N [SECONDS]\n"), 2;
    long (*way)(void) = ways[words[1][0] == 'h'][words[2][0] == 'm'];
    double most = count > 4 ? strtod(words[4], NULL) : 0.5, spent;
    size = (unsigned)strtoul(words[3], NULL, 10);
    if (size < 1 || size > MOST)
        return fprintf(stderr, "queens: 1 to %d\n", MOST), 2;
    long found, times = 0;
    clock_t begun = clock();
    do {
        found = way();
        times++;
        spent = (double)(clock() - begun) / CLOCKS_PER_SEC;
    } while (spent < most);
    printf("%ld %.0f %ld\n", found, spent * 1e6, times);
    return 0;
}
