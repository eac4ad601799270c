/*
 * magic_square.c - the magic squares of an order: 1 to its square, each once, every row, column and
 * diagonal adding up to the same.
 *
 * Shows a context (wgcq_self): the order and the sum; wgcq_choose_from, wgcq_repeat, and the
 * determinism check.  magic_square [ORDER] prints each: 8 of order 3 (default), the rotations and
 * reflections of one square; 7,040 of order 4, in some minutes.  magic_square ORDER TREE.db also
 * stores the tree of the backtracking:
 * sqlite3 TREE.db "SELECT name, sum(tried), sum(failed) FROM guards GROUP BY name"
 */
#include <stdio.h>
#include <stdlib.h>
#include <wgcq.h>

enum { MOST = 4 };

typedef struct {
    int side, total; /* cells in a line, and their sum */
} order;

typedef struct {
    uint32_t used; /* numbers, a bit each */
    uint8_t cell[MOST * MOST], filled;
    uint8_t unused[3]; /* where padding would be */
} square;

/* The sum of `side` cells from `at` on, `apart` from each other. */
static int sum_of(const order *o, const square *s, int at, int apart)
{
    int sum = 0;
    for (int i = 0; i < o->side; i++)
        sum += s->cell[at + i * apart];
    return sum;
}

/* Whether the lines that end in the cell filled last add up. */
static bool adds_up(const order *o, const square *s)
{
    int side = o->side, last = s->filled - 1, row = last / side, column = last % side;
    if (column == side - 1 && sum_of(o, s, row * side, 1) != o->total)
        return false;
    if (row < side - 1)
        return true;
    return sum_of(o, s, column, side) == o->total &&
           (column > 0 || sum_of(o, s, side - 1, side - 1) == o->total) &&
           (column < side - 1 || sum_of(o, s, 0, side + 1) == o->total);
}

static bool fill(wgcq_journey *j, void *state)
{
    const order *o = (const order *)wgcq_self(j);
    square *s = (square *)state;
    int64_t number;
    if (!wgcq_choose_from(j, 1, o->side * o->side, &number) ||
        !wgcq_guard(j, !(s->used >> number & 1), "used before"))
        return false;
    s->used |= UINT32_C(1) << number;
    s->cell[s->filled++] = (uint8_t)number;
    return wgcq_guard(j, adds_up(o, s), "a line does not add up");
}

static bool magic(wgcq_journey *j, void *state)
{
    const order *o = (const order *)wgcq_self(j);
    (void)state;
    return wgcq_repeat(j, (size_t)(o->side * o->side), fill);
}

static void print_square(const order *o, const square *s)
{
    for (int i = 0; i < o->side * o->side; i++) {
        bool first = i % o->side == 0;
        printf("%s%s%d", first && i ? "/" : "", first || o->side == 3 ? "" : " ", s->cell[i]);
    }
    printf("\n");
}

int main(int argument_count, char **arguments)
{
    order o = {argument_count > 1 ? atoi(arguments[1]) : 3, 0};
    square s = WGCQ_ZERO;
    wgcq_iterator_options options = WGCQ_ZERO;
    wgcq_error err = WGCQ_ZERO;
    wgcq_iterator *squares;
    if (o.side < 1 || o.side > MOST)
        return fprintf(stderr, "magic_square: 1 to %d\n", MOST), 2;
    o.total = o.side * (o.side * o.side + 1) / 2;
    options.self = &o;
    options.trace = argument_count > 2 ? arguments[2] : NULL;
    options.name = "magic";
    options.check = o.side <= 3; /* runs the function twice, in step */
    int code = wgcq_iterator_new(&squares, magic, &s, sizeof s, &options, &err);
    if (code == 0) {
        while ((code = wgcq_iterator_next(squares, &err)) == 0)
            print_square(&o, &s);
        wgcq_iterator_free(squares);
    }
    return code < 0 ? fprintf(stderr, "%s\n", err.text), 1 : 0;
}
