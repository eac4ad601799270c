/* groups.c - numbers in groups that are joined: a forest whose paths are halved on the way up. */
#include "answers/groups.h"

#include <stdlib.h>

bool groups_reach(groups *g, uint32_t count)
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

uint32_t groups_find(groups *g, uint32_t number)
{
    while (g->above[number] != number) {
        g->above[number] = g->above[g->above[number]];
        number = g->above[number];
    }
    return number;
}

void groups_join(groups *g, uint32_t a, uint32_t b)
{
    a = groups_find(g, a);
    b = groups_find(g, b);
    if (a < b)
        g->above[b] = a;
    else
        g->above[a] = b;
}

void groups_free(groups *g)
{
    free(g->above);
    *g = (groups){0};
}
