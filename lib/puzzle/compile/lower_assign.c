/*
 * lower_assign.c - one `set`: all its assignments at once, each seeing the state before the step.
 *
 * Where an index depends on the state, every element it could name is written on the condition that
 * it does.  Writes wait in `pending` (when) and `pending_value` (what) until all are known.
 */
#include "puzzle/compile/ground.h"

typedef struct changing {
    grounding *g;
    const assignment *a;
    ref fails;
    size_t count, room;
    size_t *touched; /* cells with something pending */
} changing;

static void write_cell(changing *c, size_t at, ref when, ref value)
{
    grounding *g = c->g;
    if (when == REF_FALSE)
        return;
    if (g->pending[at] == REF_FALSE) {
        ARENA_PUSH(g->memory, c->touched, c->count, c->room, at);
        g->pending_value[at] = abstract_read(&g->symbols, at);
    }
    ref twice = dag_and(g->dag, g->pending[at], when);
    c->fails = dag_or(g->dag, c->fails, twice);
    g->pending[at] = dag_or(g->dag, g->pending[at], when);
    g->pending_value[at] = dag_if(g->dag, when, value, g->pending_value[at]);
}

static void write_somewhere(changing *c, ref index, ref when, ref value)
{
    const variable *v = c->a->variable;
    dag *d = c->g->dag;
    const dag_node n = *dag_at(d, index);
    for (size_t i = 0; i < v->cells && lowering_continue(&c->g->symbols); i++) {
        if ((int64_t)i < n.low || (int64_t)i > n.high)
            continue;
        ref named = dag_equal(d, index, dag_constant(d, (int64_t)i));
        write_cell(c, v->first + i, dag_and(d, when, named), value);
    }
}

/* The assignment as it stands, where `when` holds. */
static void assign(lowering *s, void *self, ref when)
{
    changing *c = self;
    const assignment *a = c->a;
    dag *d = s->dag;
    if (when == REF_FALSE)
        return;
    lowered index = lower_index(s, a->variable->index, a->index, a->variable->indices);
    lowered value = lower_expr(s, a->value);
    ref misfit = lower_position(s, a->variable->of, value.value).fails;
    ref fails = dag_or(d, dag_or(d, index.fails, value.fails), misfit);
    c->fails = dag_or(d, c->fails, dag_and(d, when, fails));
    if (index.fails == REF_TRUE)
        return;
    if (dag_is_constant(d, index.value))
        write_cell(c, a->variable->first + (size_t)dag_at(d, index.value)->imm, when, value.value);
    else
        write_somewhere(c, index.value, when, value.value);
}

static void assign_over(changing *c)
{
    quantifier_expansion u = {.loop = c->a->loop, .visit = assign, .self = c};
    expand_quantifier(&c->g->symbols, &u);
    c->fails = dag_or(c->g->dag, c->fails, u.fails);
}

static void assign_if(changing *c)
{
    lowered when = {REF_TRUE, REF_FALSE};
    if (c->a->condition)
        when = lower_expr(&c->g->symbols, c->a->condition);
    c->fails = dag_or(c->g->dag, c->fails, when.fails);
    assign(&c->g->symbols, c, when.value);
}

ref lower_assign(grounding *g, const step *s)
{
    changing c = {.g = g, .fails = REF_FALSE};
    for (size_t i = 0; i < s->count; i++) {
        c.a = &s->assignments[i];
        if (c.a->loop)
            assign_over(&c);
        else
            assign_if(&c);
    }
    for (size_t i = 0; i < c.count; i++) {
        size_t at = c.touched[i];
        abstract_write(&g->symbols, at, g->pending_value[at]);
        g->pending[at] = REF_FALSE;
    }
    return c.fails;
}
