/*
 * rearranging.c - proves that a grounded move keeps an array's values but for their order.
 *
 * Each element that is written gets what an element that is written had, and no two get the same
 * one's.  So an array that is a permutation at the start is one for ever.
 */
#include "puzzle/compile/ground.h"

/* An element that is written had the value, and is not taken yet. */
static bool take_value(const lowering *s, const state_variable *v, ref value, uint32_t *taken)
{
    for (size_t i = 0; i < v->cells; i++) {
        const size_t c = v->first + i;
        if (*taken >> i & 1 || s->cell[c] == s->source[c] || !abstract_had(s, c, value))
            continue;
        *taken |= UINT32_C(1) << i;
        return true;
    }
    return false;
}

static bool is_rearranged(const lowering *s, const state_variable *v)
{
    uint32_t taken = 0;
    if (v->cells > ARRANGED_MOST || abstract_last_store(s, v))
        return false;
    for (size_t c = v->first; c < v->first + v->cells; c++)
        if (s->cell[c] != s->source[c] && !take_value(s, v, s->cell[c], &taken))
            return false;
    return true;
}

void rearranging_prove(grounding *g)
{
    const ast *t = g->tree;
    for (size_t i = 0; i < t->variable_count; i++)
        g->out->disarranged[i] =
            g->out->disarranged[i] || !is_rearranged(&g->lowering, t->variables[i]);
}
