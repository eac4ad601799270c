/*
 * queens.c - N queens on a board, none attacking another.
 *
 * Shows a context (wgcq_self): the size of the board; wgcq_repeat: one step a row, backtracking
 * step by step; and results made distinct by a key.  queens [N] prints the number of solutions, 92
 * for 8 queens, and their number up to rotation and reflection, 12.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wgcq.h>

enum { MOST = 16 };

typedef struct {
    uint32_t columns, rising, falling; /* attacked in the next row, a bit a column */
    uint8_t row;
    uint8_t at[MOST];
    uint8_t unused[3]; /* where padding would be */
} board;

static unsigned size_of(const wgcq_journey *j)
{
    return *(const unsigned *)wgcq_self(j);
}

static bool place(wgcq_journey *j, void *state)
{
    board *b = (board *)state;
    unsigned column, all = (1u << size_of(j)) - 1;
    if (!wgcq_choose_bit(j, all & ~(b->columns | b->rising | b->falling), &column))
        return false;
    uint32_t bit = 1u << column;
    b->at[b->row++] = (uint8_t)column;
    b->columns |= bit;
    b->rising = (b->rising | bit) << 1;
    b->falling = (b->falling | bit) >> 1;
    return true;
}

static bool queens(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_repeat(j, size_of(j), place);
}

/* The lexicographically least of the eight rotations and reflections of a full board. */
static void least(const void *state, void *key)
{
    const board *b = (const board *)state;
    const uint8_t size = b->row;
    uint8_t now[MOST], next[MOST], *best = (uint8_t *)key;
    memset(best, 0xff, MOST);
    memcpy(now, b->at, size);
    for (int turn = 0; turn < 4; turn++) {
        for (int mirror = 0; mirror < 2; mirror++) {
            if (memcmp(now, best, size) < 0)
                memcpy(best, now, size);
            for (uint8_t i = 0; i < size; i++)
                next[i] = (uint8_t)(size - 1 - now[i]);
            memcpy(now, next, size);
        }
        for (uint8_t i = 0; i < size; i++)
            next[now[i]] = (uint8_t)(size - 1 - i);
        memcpy(now, next, size);
    }
}

static long count(const wgcq_iterator_options *options)
{
    board b = WGCQ_ZERO;
    wgcq_error err = WGCQ_ZERO;
    wgcq_iterator *boards;
    long found = 0;
    int code = wgcq_iterator_new(&boards, queens, &b, sizeof b, options, &err);
    if (code == 0) {
        while ((code = wgcq_iterator_next(boards, &err)) == 0)
            found++;
        wgcq_iterator_free(boards);
    }
    if (code < 0) {
        fprintf(stderr, "%s\n", err.text);
        exit(1);
    }
    return found;
}

int main(int argument_count, char **arguments)
{
    unsigned size = argument_count > 1 ? (unsigned)strtoul(arguments[1], NULL, 10) : 8;
    wgcq_iterator_options options = WGCQ_ZERO;
    if (size < 1 || size > MOST)
        return fprintf(stderr, "queens: 1 to %d\n", MOST), 1;
    options.self = &size;
    printf("%ld ways\n", count(&options));
    if (argument_count > 2) /* a second argument: only this number */
        return 0;
    options.distinct = true;
    options.key = least;
    options.key_size = MOST;
    printf("%ld of them distinct\n", count(&options));
    return 0;
}
