/*
 * lower_assign.c - one `set`: all its assignments at once, each seeing the state before the step.
 *
 * Where an index depends on the state, every element that it can name is written on the condition
 * that it does.  Writes are collected in `pending` (when) and `pending_value` (what).
 */
#include <assert.h>

#include "puzzle/compile/ground.h"

typedef struct assign_lowering {
    grounding *g;
    const assignment *a;
    ref undefined;
    size_t count; /* of g->touched */
} assign_lowering;

static void write_pending(assign_lowering *c, size_t at, ref when, ref value)
{
    grounding *g = c->g;
    assert(at < g->tree->cell_count);
    if (when == REF_FALSE)
        return;
    if (g->pending[at] == REF_FALSE) {
        g->touched[c->count++] = at;
        g->pending_value[at] = abstract_read(&g->lowering, at);
    }
    ref twice = dag_and(g->dag, g->pending[at], when);
    c->undefined = dag_or(g->dag, c->undefined, twice);
    g->pending[at] = dag_or(g->dag, g->pending[at], when);
    g->pending_value[at] = dag_if(g->dag, when, value, g->pending_value[at]);
}

static void write_indexed(assign_lowering *c, ref index, ref when, ref value)
{
    const state_variable *v = c->a->variable;
    dag *d = c->g->dag;
    const dag_node n = *dag_at(d, index);
    for (size_t i = 0; i < v->cells && lowering_continue(&c->g->lowering); i++) {
        if ((int64_t)i < n.low || (int64_t)i > n.high)
            continue;
        ref named = dag_equal(d, index, dag_constant(d, (int64_t)i));
        write_pending(c, v->first + i, dag_and(d, when, named), value);
    }
}

/* One assignment for the names bound now, where `when` holds. */
static void lower_assignment(lowering *s, void *self, ref when)
{
    assign_lowering *c = self;
    const assignment *a = c->a;
    dag *d = s->dag;
    if (when == REF_FALSE)
        return;
    lowered index = lower_index(s, a->variable->index, a->index, a->variable->indices);
    lowered value = lower_expr(s, a->value);
    ref misfit = lower_position(s, a->variable->type, value.value).undefined;
    ref undefined = dag_or(d, dag_or(d, index.undefined, value.undefined), misfit);
    c->undefined = dag_or(d, c->undefined, dag_and(d, when, undefined));
    if (index.undefined == REF_TRUE)
        return;
    if (dag_is_constant(d, index.value))
        write_pending(c, a->variable->first + (size_t)dag_at(d, index.value)->imm, when,
                      value.value);
    else
        write_indexed(c, index.value, when, value.value);
}

static void lower_loop(assign_lowering *c)
{
    quantifier_expansion u = {.loop = c->a->loop, .visit = lower_assignment, .self = c};
    expand_quantifier(&c->g->lowering, &u);
    c->undefined = dag_or(c->g->dag, c->undefined, u.undefined);
}

static void lower_conditional(assign_lowering *c)
{
    lowered when = {REF_TRUE, REF_FALSE};
    if (c->a->condition)
        when = lower_expr(&c->g->lowering, c->a->condition);
    c->undefined = dag_or(c->g->dag, c->undefined, when.undefined);
    lower_assignment(&c->g->lowering, c, when.value);
}

ref lower_assign(grounding *g, const step *s)
{
    assign_lowering c = {.g = g, .undefined = REF_FALSE};
    for (size_t i = 0; i < s->count; i++) {
        c.a = &s->assignments[i];
        if (c.a->loop)
            lower_loop(&c);
        else
            lower_conditional(&c);
    }
    for (size_t i = 0; i < c.count; i++) {
        size_t at = g->touched[i];
        abstract_write(&g->lowering, at, g->pending_value[at]);
        g->pending[at] = REF_FALSE;
    }
    return c.undefined;
}
