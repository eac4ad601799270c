/*
 * size_estimate.c - the size of a run's file, estimated before the run from the columns of its
 * tables.
 *
 * A row is its offset in the page (2 bytes), the size of its record, its rowid, and the record: the
 * size of its header, a byte a column for its type, the values, each as wide as it needs. An index
 * entry is the same without the rowid.
 */
#include "trace/trace.h"

enum { PLACE = 2, LENGTH = 1, SMALL = 1 }; /* SMALL: a depth, a move, a cost, mostly */
enum { EMPTY = 64 << 10 };                 /* the tables, with nothing in them */
static const double WASTE = 1.01;          /* ends of pages, inner pages */

/* Bytes of the values 1..count together; values of up to bits[i] bits take bytes[i]. */
static double sum_widths(double count, const unsigned *bits, const unsigned *bytes, unsigned sorts)
{
    double sum = 0, below = 0;
    for (unsigned i = 0; i < sorts && below < count; i++) {
        double end = (double)(UINT64_C(1) << bits[i]) - 1;
        end = end < count && i + 1 < sorts ? end : count;
        sum += (end - below) * bytes[i];
        below = end;
    }
    return sum;
}

/* As column values, and as rowids. */
static double column_bytes(double count)
{
    static const unsigned bits[] = {7, 15, 23, 31, 47}, bytes[] = {1, 2, 3, 4, 6};
    return sum_widths(count, bits, bytes, 5);
}

static double rowid_bytes(double count)
{
    static const unsigned bits[] = {7, 14, 21, 28, 35}, bytes[] = {1, 2, 3, 4, 5};
    return sum_widths(count, bits, bytes, 5);
}

/* A packed state: most values of a word are nearly as wide as it. */
static double state_bytes(const wgcq_model *m)
{
    static const unsigned bits[] = {7, 15, 23, 31, 47}, bytes[] = {1, 2, 3, 4, 6};
    double sum = 0;
    for (unsigned left = m->bits; left; left -= left < 64 ? left : 64) {
        unsigned word = left < 64 ? left : 64, i = 0;
        while (i < 5 && word > bits[i])
            i++;
        sum += i < 5 ? bytes[i] : 8;
    }
    return sum;
}

/* Without distances: not every state need have a path to a goal. */
static double states_bytes(const wgcq_model *m, double states)
{
    double row = PLACE + LENGTH + 4 + m->words + m->finals + SMALL + state_bytes(m);
    double by_depth = PLACE + LENGTH + 3 + SMALL;
    return states * (row + by_depth) + rowid_bytes(states) + column_bytes(states);
}

/* At least one edge leads to each state.  As a breadth-first run has them: by source, move and
   target, and an index by target, source and move; other orders take more. */
static double edges_bytes(const wgcq_model *m, double states)
{
    double row = PLACE + LENGTH + 4 + m->costs + SMALL;
    double index = PLACE + LENGTH + 4 + SMALL;
    return states * (row + index) + 4 * column_bytes(states);
}

double trace_estimate_size(const wgcq_model *model, wgcq_trace_level keep, uint64_t states)
{
    double bytes = EMPTY;
    if (keep <= WGCQ_TRACE_STATES)
        bytes += states_bytes(model, (double)states);
    if (keep <= WGCQ_TRACE_EDGES)
        bytes += edges_bytes(model, (double)states);
    return bytes * WASTE;
}
