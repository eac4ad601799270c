/*
 * lower_assign.c - one `set`: all its assignments at once, each seeing the state before the step.
 *
 * Where an index depends on the state, every element that it can name is written on the condition
 * that it does; in a large array the write is a store.  Writes are collected in `pending` (when)
 * and `pending_value` (what), and in `stores`.
 */
#include <assert.h>

#include "puzzle/compile/ground.h"

enum { STORE_LEAST = 24 }; /* elements of an array that is large */

typedef struct assign_lowering {
    grounding *g;
    const assignment *a;
    ref undefined;
    size_t count; /* of g->touched */
    size_t store_count, store_room;
    array_store *stores;
} assign_lowering;

/* Two writes of one element are an error. */
static void exclude_both(assign_lowering *c, ref when, ref other)
{
    c->undefined = dag_or(c->g->dag, c->undefined, dag_and(c->g->dag, when, other));
}

static void exclude_stores(assign_lowering *c, const state_variable *v, ref index, ref when)
{
    dag *d = c->g->dag;
    for (size_t i = 0; i < c->store_count && lowering_continue(&c->g->lowering); i++)
        if (c->stores[i].variable == v)
            exclude_both(c, when,
                         dag_and(d, c->stores[i].when, dag_equal(d, c->stores[i].index, index)));
}

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
    exclude_both(c, g->pending[at], when);
    if (c->store_count) {
        const state_variable *v = g->tree->cells[at].variable;
        exclude_stores(c, v, dag_constant(g->dag, (int64_t)(at - v->first)), when);
    }
    g->pending[at] = dag_or(g->dag, g->pending[at], when);
    g->pending_value[at] = dag_if(g->dag, when, value, g->pending_value[at]);
}

static void write_store(assign_lowering *c, ref index, ref when, ref value)
{
    grounding *g = c->g;
    const state_variable *v = c->a->variable;
    if (when == REF_FALSE)
        return;
    for (size_t i = 0; i < c->count && lowering_continue(&g->lowering); i++) {
        const size_t at = g->touched[i];
        if (g->tree->cells[at].variable != v)
            continue;
        ref named = dag_equal(g->dag, index, dag_constant(g->dag, (int64_t)(at - v->first)));
        exclude_both(c, g->pending[at], dag_and(g->dag, when, named));
    }
    exclude_stores(c, v, index, when);
    const array_store t = {v, index, when, value, 0};
    ARENA_PUSH(g->memory, c->stores, c->store_count, c->store_room, t);
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
    else if (a->variable->cells >= STORE_LEAST)
        write_store(c, index.value, when, value.value);
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
    for (size_t i = 0; i < c.store_count; i++) {
        const array_store *t = &c.stores[i];
        abstract_store(&g->lowering, t->variable, t->index, t->when, t->value);
    }
    return c.undefined;
}
