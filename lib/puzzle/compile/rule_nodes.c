/*
 * rule_nodes.c - a state rule in the successor, from its nodes over the source state.
 *
 * Lowering the rule again for each grounded move would visit all its expressions.  Here the nodes
 * that read a changed cell are made again, and the others are what they were, or what a fact says.
 * A node that was made of these operands for another move is remembered.
 */
#include "puzzle/compile/ground.h"

enum {
    RULE_IMAGES = 4096, /* a power of two */
    MOVES_LEAST = 64    /* grounded, before images are remembered */
};

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
        const dag_node n = *dag_at(g->dag, r);
        rule_node one = {r, n.a, n.b, n.c, false, 0};
        size_t cell = 0;
        if (!g->visited[r] || n.op == DAG_CONSTANT || n.op == DAG_WORD)
            continue;
        one.is_field = n.op == DAG_BITS && abstract_cell_of_bits(&g->lowering, r, &cell);
        one.cell = (uint32_t)cell;
        ARENA_PUSH(g->memory, out->nodes, out->count, room, one);
    }
}

/* The cell's bits in the successor.  False: by what is known of them they may be none that the
   field has. */
static bool find_new_bits(grounding *g, const rule_node *field, ref *out)
{
    const lowering *s = &g->lowering;
    const ref value = s->cell[field->cell];
    *out = single_new_bits(g, field->cell, value);
    const dag_node *is = dag_at(g->dag, *out), *was = dag_at(g->dag, field->node);
    return is->low >= was->low && is->high <= was->high;
}

/* ---- images that are remembered ----------------------------------------------------------- */

static node_image *place_of_image(grounding *g, ref node, ref a, ref b)
{
    const uint64_t h = ((uint64_t)node << 40 ^ (uint64_t)a << 20 ^ b) * 0x9E3779B97F4A7C15U;
    return &g->images[h >> 40 & (RULE_IMAGES - 1)];
}

static bool remembers_images(grounding *g)
{
    if (!g->images && g->out->action_count >= MOVES_LEAST)
        g->images = arena_array(g->memory, RULE_IMAGES, sizeof *g->images);
    return g->images;
}

/* The images are not freed: the arena that has them may have taken them back, too. */
void rule_nodes_forget(grounding *g)
{
    g->images = NULL;
}

/* Whether an operand is neither an `if` nor a sum that has one. */
static bool is_plain_operand(const dag *d, ref r)
{
    const dag_node *n = dag_at(d, r);
    if (n->op == DAG_ADD && dag_is_constant(d, n->b))
        n = dag_at(d, n->a);
    return n->op == DAG_CONSTANT || n->op == DAG_BITS || (n->low >= 0 && n->high <= 1);
}

/* Whether the operation on these makes one node, or its negation: then facts say of the result all
   that they say of what it is made of. */
static bool makes_one_node(const dag *d, dag_op op, ref a, ref b)
{
    return op == DAG_NOT || op == DAG_AND || op == DAG_OR ||
           (op == DAG_EQUAL && is_plain_operand(d, a) && is_plain_operand(d, b));
}

static ref known_or_negated(const dag *d, ref r)
{
    const ref known = dag_known(d, r);
    if (known != r || dag_at(d, r)->op != DAG_NOT)
        return known;
    const ref under = dag_at(d, r)->a, is = dag_known(d, under);
    return is == under ? r : dag_truth(is == REF_FALSE);
}

static bool make_node_image(grounding *g, const rule_node *of, ref *out)
{
    dag *d = g->dag;
    const ref a = g->image[of->a], b = g->image[of->b], c = g->image[of->c];
    const dag_node n = *dag_at(d, of->node);
    if (!remembers_images(g) || !makes_one_node(d, n.op, a, b))
        return dag_image(out, d, &n, a, b, c);
    node_image *at = place_of_image(g, of->node, a, b);
    if (at->node != of->node || at->a != a || at->b != b) {
        const bool facts = d->use_facts;
        ref image;
        d->use_facts = false;
        const bool made = dag_image(&image, d, &n, a, b, c);
        d->use_facts = facts;
        if (!made)
            return false;
        *at = (node_image){of->node, a, b, image};
    }
    *out = known_or_negated(d, at->image);
    return true;
}

/* Makes the image of a node over a changed cell. */
static bool find_changed_image(grounding *g, const rule_node *of)
{
    ref out;
    if (!(of->is_field ? find_new_bits(g, of, &out) : make_node_image(g, of, &out)))
        return false;
    g->image[of->node] = dag_known(g->dag, out);
    return true;
}

static bool is_node_unchanged(const grounding *g, const ref *image, const rule_node *of)
{
    if (of->is_field)
        return g->lowering.cell[of->cell] == g->lowering.source[of->cell];
    return image[of->a] == of->a && image[of->b] == of->b && image[of->c] == of->c;
}

bool rule_nodes_lower(grounding *g, const rule_nodes *r, lowered *out)
{
    dag *d = g->dag;
    if (!r->known || g->lowering.store_count)
        return false;
    g->lowering.work += r->count;
    if (!lowering_continue(&g->lowering))
        return false;
    size_t made = 0;
    ref *image = g->image;
    const rule_node *end = r->nodes + r->count;
    for (const rule_node *n = r->nodes; n < end; n++)
        if (is_node_unchanged(g, image, n))
            image[n->node] = dag_known(d, n->node);
        else if (find_changed_image(g, n))
            made += image[n->node] > REF_TRUE;
        else
            return false;
    g->rules_made += made;
    *out = (lowered){g->image[r->of.value], g->image[r->of.undefined]};
    return dag_is_truth(d, out->value) && dag_is_truth(d, out->undefined);
}
