/* groups.h - numbers from 1 in groups that are joined; a group is called by its least member. */
#ifndef ANSWERS_GROUPS_H
#define ANSWERS_GROUPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct groups {
    uint32_t *above; /* [count + 1] */
    uint32_t count;
    size_t room;
} groups;

/* Up to number `count`, the new ones each in a group of its own; false: no memory. */
bool groups_reach(groups *g, uint32_t count);
uint32_t groups_find(groups *g, uint32_t number);
void groups_join(groups *g, uint32_t a, uint32_t b);
void groups_free(groups *g);

#endif
