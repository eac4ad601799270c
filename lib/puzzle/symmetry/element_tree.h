/*
 * element_tree.h - the state that stands for its orbit under a group of many elements.
 *
 * The elements are a tree by what they put into the first cell, the second and so on.  Of each cell
 * the least value is taken, and of the elements those are left that put it there.
 */
#ifndef PUZZLE_SYMMETRY_ELEMENT_TREE_H
#define PUZZLE_SYMMETRY_ELEMENT_TREE_H

#include "puzzle/symmetry/group_elements.h"

/* Elements that agree in what they put into the cells so far. */
typedef struct element_node {
    cell_source source;            /* of the last of these cells */
    uint32_t first_child, element; /* of no child: this element alone */
    uint32_t child_count;
} element_node;

typedef struct element_tree {
    element_node *nodes; /* the first is all elements */
    size_t memory;       /* bytes */
} element_tree;

/* Working memory for finding: rooms of [cells] and twice [elements]. */
typedef struct element_room {
    uint64_t *bits;
    uint32_t *alive[2];
} element_room;

bool element_tree_build(element_tree *out, const group_elements *g); /* false: no memory */
void element_tree_free(element_tree *t);

/* Replaces the part of the state; returns how many elements make that of it. */
uint64_t element_tree_find(const element_tree *t, const group_elements *g, const element_room *room,
                           uint64_t *state);

#endif
