/* element_tree.c - a group's elements as a tree, and the least image by it. */
#include "puzzle/symmetry/element_tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* ---- building ------------------------------------------------------------------------------ */

/* Consecutive elements that agree in the cells before `level`. */
typedef struct tree_range {
    uint32_t node;
    size_t from, to, level;
} tree_range;

typedef struct tree_builder {
    element_node *nodes;
    size_t count, room;
    tree_range *waiting;
    size_t waiting_count, waiting_room;
} tree_builder;

static bool add_node(tree_builder *t, const group_elements *g, size_t from, size_t to, size_t level)
{
    if (!array_reserve(&t->nodes, &t->room, t->count + 1, sizeof *t->nodes) ||
        !array_reserve(&t->waiting, &t->waiting_room, t->waiting_count + 1, sizeof *t->waiting))
        return false;
    element_node *n = &t->nodes[t->count];
    *n = (element_node){.element = (uint32_t)from};
    if (level)
        n->source = *source_at(g, from, level - 1);
    if (to - from > 1)
        t->waiting[t->waiting_count++] = (tree_range){(uint32_t)t->count, from, to, level};
    t->count++;
    return true;
}

static bool add_children(tree_builder *t, const group_elements *g, tree_range of)
{
    bool fine = true;
    assert(of.level < g->cell_count);
    t->nodes[of.node].first_child = (uint32_t)t->count;
    for (size_t from = of.from, to; from < of.to && fine; from = to) {
        const cell_source *s = source_at(g, from, of.level);
        for (to = from + 1; to < of.to; to++)
            if (memcmp(source_at(g, to, of.level), s, sizeof *s) != 0)
                break;
        fine = add_node(t, g, from, to, of.level + 1);
    }
    t->nodes[of.node].child_count = (uint32_t)t->count - t->nodes[of.node].first_child;
    return fine;
}

bool element_tree_build(element_tree *out, const group_elements *g)
{
    tree_builder t = {0};
    bool fine = add_node(&t, g, 0, g->count, 0);
    while (t.waiting_count && fine)
        fine = add_children(&t, g, t.waiting[--t.waiting_count]);
    free(t.waiting);
    *out = (element_tree){t.nodes, t.room * sizeof *t.nodes};
    return fine;
}

void element_tree_free(element_tree *t)
{
    free(t->nodes);
    *t = (element_tree){0};
}

/* ---- finding ------------------------------------------------------------------------------- */

typedef struct survivors { /* nodes, and the least value that they put into the cell */
    uint32_t *nodes;
    size_t count;
    uint64_t least;
} survivors;

static inline void offer_node(survivors *s, uint32_t node, uint64_t value)
{
    if (value > s->least)
        return;
    if (value < s->least)
        s->count = 0;
    s->least = value;
    s->nodes[s->count++] = node;
}

/* Puts the values of the elements of each node into a cell. */
static void put_next_cell(const element_tree *t, const group_elements *g, survivors *to,
                          const survivors *from, size_t cell, const uint64_t *bits)
{
    *to = (survivors){to->nodes, 0, UINT64_MAX};
    for (size_t i = 0; i < from->count; i++) {
        const element_node *n = &t->nodes[from->nodes[i]];
        if (!n->child_count) {
            const cell_source *s = source_at(g, n->element, cell);
            offer_node(to, from->nodes[i], put_by_source(g, s, bits[s->from]));
        }
        for (uint32_t k = 0; k < n->child_count; k++) {
            const cell_source *s = &t->nodes[n->first_child + k].source;
            offer_node(to, n->first_child + k, put_by_source(g, s, bits[s->from]));
        }
    }
}

uint64_t element_tree_find(const element_tree *t, const group_elements *g, const element_room *room,
                           uint64_t *state)
{
    survivors now = {room->alive[0], 1, 0}, next = {room->alive[1], 0, 0};
    for (size_t k = 0; k < g->cell_count; k++)
        room->bits[k] = read_cell_bits(&g->cells[k], state);
    now.nodes[0] = 0;
    for (size_t k = 0; k < g->cell_count; k++) {
        put_next_cell(t, g, &next, &now, k, room->bits);
        write_cell_bits(&g->cells[k], state, next.least);
        survivors last = now;
        now = next;
        next = last;
    }
    return now.count;
}
