/*
 * single.c - proves that a grounded move keeps a single: its value is in exactly one element
 * before, so it is in exactly one after.
 *
 * The proof sees what guards imply and which values are written, and nothing else.  It knows where
 * the single is, or that no written element has it; and each written value is the single value
 * itself, or never is.
 */

#include "puzzle/compile/ground.h"

enum { IF_DEPTH_MOST = 8 };

/* ---- values that are never the single one -------------------------------------------------- */

/* The element whose field stands for that value; false: none. */
static bool element_of_value(const lowering *s, const state_variable *v, ref value, size_t *cell)
{
    for (size_t c = v->first; c < v->first + v->cells; c++)
        if (s->apart[c] == value) {
            *cell = c;
            return true;
        }
    return false;
}

static bool excludes_single(const dag *d, const single *one, ref value)
{
    return dag_at(d, value)->low > one->value || dag_at(d, value)->high < one->value;
}

/* Whether bits of the value are the value less a constant. */
static bool is_at_edge(const single *one)
{
    return one->value == one->variable->type->low || one->value == one->variable->type->high;
}

static bool is_never_single(const lowering *s, const single *one, ref value, unsigned depth)
{
    size_t c;
    const dag_node n = *dag_at(s->dag, value);
    if (excludes_single(s->dag, one, value) && (n.op == DAG_CONSTANT || is_at_edge(one)))
        return true;
    if (element_of_value(s, one->variable, value, &c))
        return true;
    return n.op == DAG_IF && depth < IF_DEPTH_MOST && is_never_single(s, one, n.b, depth + 1) &&
           is_never_single(s, one, n.c, depth + 1);
}

ref single_new_bits(grounding *g, size_t c, ref value)
{
    dag *d = g->dag;
    const lowering *s = &g->lowering;
    const single *one = packing_single(s->packing, c);
    const int64_t low = g->tree->cells[c].low;
    size_t from;
    const dag_node n = *dag_at(d, value);
    if (one && g->out->lost[s->packing->single_of[c] - 1])
        return REF_FALSE; /* the code is not used */
    if (n.op == DAG_CONSTANT)
        return dag_constant(d, (int64_t)packing_bits(s->packing, c, n.imm));
    if (one && element_of_value(s, one->variable, value, &from))
        return s->bits[from];
    if (one && n.op == DAG_IF && !is_at_edge(one))
        return dag_if(d, n.a, single_new_bits(g, c, n.b), single_new_bits(g, c, n.c));
    return dag_subtract(d, value, dag_constant(d, one && one->value == low ? low + 1 : low));
}

/* ---- the proof --------------------------------------------------------------------------- */

static bool is_changed(const lowering *s, size_t c)
{
    return s->cell[c] != s->source[c];
}

/* Where no written element has the single value, and none gets it. */
static bool single_stays(const lowering *s, const single *one)
{
    for (size_t c = one->variable->first; c < one->variable->first + one->variable->cells; c++)
        if (is_changed(s, c) &&
            !(abstract_known_apart(s, c) && is_never_single(s, one, s->cell[c], 0)))
            return false;
    return true;
}

/* Where the element that has the value is written, and one, perhaps that, gets it. */
static bool single_moves(const lowering *s, const single *one, size_t *to)
{
    size_t got = 0;
    ref value = dag_constant(s->dag, one->value);
    for (size_t c = one->variable->first; c < one->variable->first + one->variable->cells; c++) {
        if (!is_changed(s, c))
            continue;
        if (s->cell[c] == value) {
            got++;
            *to = c;
        } else if (!is_never_single(s, one, s->cell[c], 0)) {
            return false;
        }
    }
    return got == 1;
}

static bool prove_single(grounding *g, size_t number)
{
    const lowering *s = &g->lowering;
    const single *one = &s->packing->singles[number];
    size_t from, to;
    g->place_flip[number] = 0;
    if (abstract_last_store(s, one->variable))
        return false;
    if (!abstract_known_place(s, number, &from) || !is_changed(s, from))
        return single_stays(s, one);
    if (!single_moves(s, one, &to))
        return false;
    g->place_flip[number] = (from - one->variable->first) ^ (to - one->variable->first);
    return true;
}

void single_prove(grounding *g)
{
    for (size_t i = 0; i < g->lowering.packing->single_count; i++)
        g->out->lost[i] = g->out->lost[i] || !prove_single(g, i);
}

uint64_t single_place_flip(const grounding *g, size_t number)
{
    return g->place_flip[number];
}
