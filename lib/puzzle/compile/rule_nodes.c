/*
 * rule_nodes.c - a state rule in the successor, from its nodes over the source state.
 *
 * Lowering the rule again for each grounded move would visit all its expressions.  Here the nodes
 * that read a changed cell are made again, and the others are what they were, or what a fact says.
 */
#include "puzzle/compile/ground.h"

/* Marks all nodes that `m` depends on.  False: one reads a cell at a computed index. */
static bool mark_nodes(grounding *g, lowered m, ref top)
{
    const dag *d = g->dag;
    uint8_t *met = ground_visited(g, top);
    met[m.value] = met[m.undefined] = true;
    for (ref r = top + 1; r-- > 0;) {
        const dag_node *n = dag_at(d, r);
        if (!met[r] || n->op == DAG_CONSTANT || n->op == DAG_WORD)
            continue;
        if (n->op == DAG_CELL_AT)
            return false;
        met[n->a] = met[n->b] = met[n->c] = true;
    }
    return true;
}

static void reserve_node_images(grounding *g, ref top)
{
    if (top < g->image_room)
        return;
    g->image_room = 2 * (size_t)top + 1;
    g->image = arena_array(g->memory, g->image_room, sizeof *g->image);
    for (size_t r = 0; r < g->image_room; r++)
        g->image[r] = (ref)r;
}

void rule_nodes_collect(grounding *g, rule_nodes *out, lowered m)
{
    const ref top = m.value > m.undefined ? m.value : m.undefined;
    size_t room = 0;
    *out = (rule_nodes){.of = m};
    if (g->lowering.packing->single_count || !mark_nodes(g, m, top))
        return;
    out->known = true;
    reserve_node_images(g, top);
    for (ref r = 0; r <= top; r++) {
        const dag_op op = dag_at(g->dag, r)->op;
        rule_node one = {.node = r};
        if (!g->visited[r] || op == DAG_CONSTANT || op == DAG_WORD)
            continue;
        one.is_field = op == DAG_BITS && abstract_cell_of_bits(&g->lowering, r, &one.cell);
        ARENA_PUSH(g->memory, out->nodes, out->count, room, one);
    }
}

/* The cell's bits in the successor.  False: by what is known of them they may be none that the
   field has. */
static bool find_new_bits(grounding *g, const rule_node *field, ref *out)
{
    const lowering *s = &g->lowering;
    const ref value = s->cell[field->cell];
    *out = field->node;
    if (value == s->source[field->cell])
        return true;
    *out = single_new_bits(g, field->cell, value);
    const dag_node *is = dag_at(g->dag, *out), *was = dag_at(g->dag, field->node);
    return is->low >= was->low && is->high <= was->high;
}

static bool find_node_image(grounding *g, const rule_node *of, ref *out)
{
    const dag_node n = *dag_at(g->dag, of->node);
    const ref a = g->image[n.a], b = g->image[n.b], c = g->image[n.c];
    if (of->is_field)
        return find_new_bits(g, of, out);
    *out = of->node;
    return (a == n.a && b == n.b && c == n.c) || dag_image(out, g->dag, &n, a, b, c);
}

bool rule_nodes_lower(grounding *g, const rule_nodes *r, lowered *out)
{
    dag *d = g->dag;
    if (!r->known || g->lowering.store_count)
        return false;
    g->lowering.work += r->count;
    if (!lowering_continue(&g->lowering))
        return false;
    for (size_t i = 0; i < r->count; i++) {
        ref image;
        if (!find_node_image(g, &r->nodes[i], &image))
            return false;
        g->image[r->nodes[i].node] = dag_known(d, image);
    }
    *out = (lowered){g->image[r->of.value], g->image[r->of.undefined]};
    return dag_is_truth(d, out->value) && dag_is_truth(d, out->undefined);
}
