/* union_find.c - numbers in groups that are joined: a forest whose paths are halved on the way up.
 */
#include "base/containers/union_find.h"

#include <stdlib.h>

bool union_find_reach(union_find *g, uint32_t count)
{
    if ((size_t)count + 1 > g->room) {
        size_t room = ((size_t)count + 1) * 2;
        uint32_t *above = realloc(g->above, room * sizeof *above);
        if (!above)
            return false;
        g->above = above;
        g->room = room;
    }
    while (g->count < count) {
        g->count++;
        g->above[g->count] = g->count;
    }
    return true;
}

uint32_t union_find_root(union_find *g, uint32_t number)
{
    while (g->above[number] != number) {
        g->above[number] = g->above[g->above[number]];
        number = g->above[number];
    }
    return number;
}

void union_find_join(union_find *g, uint32_t a, uint32_t b)
{
    a = union_find_root(g, a);
    b = union_find_root(g, b);
    if (a < b)
        g->above[b] = a;
    else
        g->above[a] = b;
}

void union_find_free(union_find *g)
{
    free(g->above);
    *g = (union_find){0};
}
