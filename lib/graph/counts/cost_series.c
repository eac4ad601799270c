/* cost_series.c - sparse polynomials with exact counts. */
#include "graph/counts/cost_series.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/cost.h"

/* The first term that costs no less. */
static size_t find_term(const cost_series *s, int64_t cost)
{
    size_t low = 0, high = s->terms;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (s->term[middle].cost < cost)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Most series have one term. */
static bool grow_series(cost_series *s)
{
    const size_t room = s->room ? 2 * s->room : 1;
    if (s->terms < s->room)
        return true;
    if (!array_resize(&s->term, room, sizeof *s->term))
        return false;
    s->room = room;
    return true;
}

/* The term of a cost, whose count is 0 if it is new; SIZE_MAX: no memory. */
static size_t cost_series_term(cost_series *s, int64_t cost)
{
    const size_t i = find_term(s, cost);
    if (i < s->terms && s->term[i].cost == cost)
        return i;
    if (!grow_series(s) || !bigcount_extend(&s->ways, s->ways.count + 1))
        return SIZE_MAX;
    memmove(s->term + i + 1, s->term + i, (s->terms - i) * sizeof *s->term);
    s->term[i] = (series_term){cost, s->ways.count - 1};
    s->terms++;
    return i;
}

bool cost_series_add(cost_series *s, int64_t cost, const bigcount *from, size_t i)
{
    const size_t term = cost_series_term(s, cost);
    return term < SIZE_MAX && bigcount_add(&s->ways, s->term[term].at, from, i);
}

bool cost_series_add_one(cost_series *s, int64_t cost)
{
    bigcount one = {0};
    bool fine = bigcount_push_one(&one) && cost_series_add(s, cost, &one, 0);
    bigcount_free(&one);
    return fine;
}

bool cost_series_add_shifted(cost_series *s, const cost_series *other, int64_t more, int64_t most)
{
    bool fine = true;
    assert(s != other);
    for (size_t i = 0; i < other->terms && fine; i++) {
        const int64_t cost = cost_add(other->term[i].cost, more);
        if (cost_less(most, cost))
            break;
        fine = cost_series_add(s, cost, &other->ways, other->term[i].at);
    }
    return fine;
}

bool cost_series_add_product(cost_series *s, const cost_series *a, const cost_series *b,
                             int64_t more, int64_t most)
{
    bool fine = true;
    for (size_t i = 0; i < a->terms && fine; i++) {
        const int64_t first = cost_add(a->term[i].cost, more);
        for (size_t k = 0; k < b->terms && fine; k++) {
            const int64_t cost = cost_add(first, b->term[k].cost);
            if (cost_less(most, cost))
                break;
            const size_t term = cost_series_term(s, cost);
            fine = term < SIZE_MAX && bigcount_add_product(&s->ways, s->term[term].at, &a->ways,
                                                           a->term[i].at, &b->ways, b->term[k].at);
        }
    }
    return fine;
}

char *cost_series_text(const cost_series *s)
{
    bigcount sum = {0};
    bool fine = bigcount_push_one(&sum);
    if (fine)
        bigcount_set_small(&sum, 0, 0);
    for (size_t i = 0; i < s->terms && fine; i++)
        fine = bigcount_add(&sum, 0, &s->ways, s->term[i].at);
    char *text = fine ? bigcount_text(&sum, 0) : NULL;
    bigcount_free(&sum);
    return text;
}

void cost_series_free(cost_series *s)
{
    free(s->term);
    bigcount_free(&s->ways);
    *s = (cost_series){0};
}
