/* union_find.c - disjoint sets: a forest with path halving. */
#include "base/containers/union_find.h"

#include <assert.h>
#include <stdlib.h>

#include "base/array.h"

bool union_find_grow(union_find *g, uint32_t count)
{
    if (!array_reserve(&g->parent, &g->room, (size_t)count + 1, sizeof *g->parent))
        return false;
    while (g->count < count) {
        g->count++;
        g->parent[g->count] = g->count;
    }
    return true;
}

uint32_t union_find_root(union_find *g, uint32_t number)
{
    assert(number && number <= g->count);
    while (g->parent[number] != number) {
        g->parent[number] = g->parent[g->parent[number]];
        number = g->parent[number];
    }
    return number;
}

void union_find_join(union_find *g, uint32_t a, uint32_t b)
{
    a = union_find_root(g, a);
    b = union_find_root(g, b);
    if (a < b)
        g->parent[b] = a;
    else
        g->parent[a] = b;
}

void union_find_free(union_find *g)
{
    free(g->parent);
    *g = (union_find){0};
}
