/*
 * cost_series.h - how many ways there are of each cost: a sparse polynomial with exact counts.
 *
 * Where costs do not matter every way costs 0, and a series is one count.  A bool result of false
 * means no memory.  An all-zero series is the empty one.
 */
#ifndef GRAPH_COUNTS_COST_SERIES_H
#define GRAPH_COUNTS_COST_SERIES_H

#include "base/containers/bigcount.h"

typedef struct series_term {
    int64_t cost;
    size_t at; /* the index of its count in ways */
} series_term;

typedef struct cost_series {
    size_t terms, room;
    series_term *term; /* [terms] in the order of costs */
    bigcount ways;
} cost_series;

/* Adds the count `from[i]` at a cost. */
bool cost_series_add(cost_series *s, int64_t cost, const bigcount *from, size_t i);
bool cost_series_add_one(cost_series *s, int64_t cost);
/* Adds the other series, each way of which costs `more` more; ways above `most` are left out. */
bool cost_series_add_shifted(cost_series *s, const cost_series *other, int64_t more, int64_t most);
/* Adds the products of the terms of a and b, with `more`; products above `most` are left out. */
bool cost_series_add_product(cost_series *s, const cost_series *a, const cost_series *b,
                             int64_t more, int64_t most);
/* The sum of all counts in decimal, malloc'd; NULL: no memory. */
char *cost_series_text(const cost_series *s);
void cost_series_free(cost_series *s);

#endif
