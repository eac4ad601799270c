/* conditions.c - conditions taken apart. */
#include "puzzle/patterns/conditions.h"

enum { CONDITIONS_MOST = 4096 };

void conditions_add(conditions_of *c, ref truth, bool holds)
{
    const dag_node *n = dag_at(c->dag, truth);
    while (n->op == DAG_NOT) {
        truth = n->a;
        holds = !holds;
        n = dag_at(c->dag, truth);
    }
    if (c->count >= CONDITIONS_MOST) {
        c->left_out = true;
        return;
    }
    if (n->op == (holds ? DAG_AND : DAG_OR)) {
        conditions_add(c, n->a, holds);
        conditions_add(c, n->b, holds);
        return;
    }
    condition one = {.truth = truth, .holds = holds};
    ARENA_PUSH(c->memory, c->all, c->count, c->room, one);
}

void conditions_add_defined(conditions_of *c, ref undefined)
{
    const size_t before = c->count;
    conditions_add(c, undefined, false);
    for (size_t i = before; i < c->count; i++)
        c->all[i].fails = true;
}

bool condition_is_broken(const condition *c, partial_state *s)
{
    partial_value v = partial_state_value(s, c->truth);
    return partial_is_known(v) && (v.low != 0) != c->holds;
}

bool condition_list_values(const condition *c, partial_state *s, size_t cell, uint64_t *allowed)
{
    const uint64_t high = s->packing->cells[cell].high;
    bool alone = high < CONDITION_VALUES_MOST;
    *allowed = 0;
    for (uint64_t bits = 0; alone && bits <= high; bits++) {
        partial_state_know(s, cell, bits);
        partial_value v = partial_state_value(s, c->truth);
        alone = partial_is_known(v);
        if (alone && (v.low != 0) == c->holds)
            *allowed |= UINT64_C(1) << bits;
    }
    partial_state_forget(s, cell);
    return alone;
}
