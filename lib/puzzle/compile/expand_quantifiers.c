/*
 * expand_quantifiers.c - whatever runs over a domain, value by value.
 *
 * A domain that depends on the state is unfolded over all it could be, each value with the
 * condition that it is really in there.
 */
#include "puzzle/compile/lower_expr.h"

typedef struct walk {
    lowering *s;
    quantifier_expansion *u;
} walk;

static void bind_from(walk *w, size_t which, ref reached);

static void note_failure(walk *w, ref reached, ref fails)
{
    dag *d = w->s->dag;
    if (fails != REF_FALSE)
        w->u->fails = dag_or(d, w->u->fails, dag_and(d, dag_and(d, w->u->alive, reached), fails));
}

/* The combination is whole. */
static void arrive(walk *w, ref passes)
{
    dag *d = w->s->dag;
    if (!w->u->loop->first) {
        w->u->visit(w->s, w->u->self, passes);
        return;
    }
    ref fits = dag_and(d, w->u->alive, passes);
    w->u->alive = dag_and(d, w->u->alive, dag_not(d, passes));
    if (fits != REF_FALSE)
        w->u->visit(w->s, w->u->self, fits);
}

/* The binding's names are set, to what is in the domain where `reached`. */
static void filter(walk *w, size_t which, ref reached)
{
    const binding *b = &w->u->loop->bindings[which];
    if (reached == REF_FALSE || !lowering_continue(w->s))
        return;
    if (b->filter) {
        lowered fits = lower_expr(w->s, b->filter);
        note_failure(w, reached, fits.fails);
        reached = dag_and(w->s->dag, reached, fits.value);
        if (reached == REF_FALSE)
            return;
    }
    for (size_t i = 0; i < b->slots; i++)
        w->s->bound[b->slot[i]] = true;
    bind_from(w, which + 1, reached);
    for (size_t i = 0; i < b->slots; i++)
        w->s->bound[b->slot[i]] = false;
}

static bool over(const walk *w)
{
    return w->s->too_much || w->u->alive == REF_FALSE;
}

static void set_slot(walk *w, const binding *b, ref value)
{
    w->s->slot[b->slot[0]] = value;
}

/* ---- the domains --------------------------------------------------------- */

static void over_type(walk *w, size_t which, ref reached)
{
    const binding *b = &w->u->loop->bindings[which];
    for (uint64_t i = 0; i < b->type->count && !over(w); i++) {
        set_slot(w, b, dag_constant(w->s->dag, type_value(b->type, i)));
        filter(w, which, reached);
    }
}

/* low <= value <= high, where all three are nodes */
static ref between(lowering *s, ref low, ref value, ref high)
{
    return dag_and(s->dag, dag_not(s->dag, dag_less(s->dag, value, low)),
                   dag_not(s->dag, dag_less(s->dag, high, value)));
}

static void over_range(walk *w, size_t which, ref reached)
{
    const binding *b = &w->u->loop->bindings[which];
    lowered low = lower_expr(w->s, b->args[0]), high = lower_expr(w->s, b->args[1]);
    note_failure(w, reached, dag_or(w->s->dag, low.fails, high.fails));
    int64_t last = dag_at(w->s->dag, high.value)->high;
    for (int64_t v = dag_at(w->s->dag, low.value)->low; v <= last && !over(w); v++) {
        ref value = dag_constant(w->s->dag, v);
        set_slot(w, b, value);
        ref there = between(w->s, low.value, value, high.value);
        if (!lowering_continue(w->s))
            return;
        filter(w, which, dag_and(w->s->dag, reached, there));
        if (v == INT64_MAX)
            return;
    }
}

static void over_values(walk *w, size_t which, ref reached)
{
    const binding *b = &w->u->loop->bindings[which];
    for (size_t i = 0; i < b->count && !over(w);) {
        for (size_t k = 0; k < b->slots; k++) {
            lowered value = lower_expr(w->s, b->args[i++]);
            note_failure(w, reached, value.fails);
            w->s->slot[b->slot[k]] = value.value;
        }
        filter(w, which, reached);
    }
}

static void over_rows(walk *w, size_t which, ref reached)
{
    const binding *b = &w->u->loop->bindings[which];
    for (size_t r = 0; r < b->count && !over(w); r++) {
        for (size_t i = 0; i < b->slots; i++)
            w->s->slot[b->slot[i]] = dag_constant(w->s->dag, b->rows[r * b->slots + i]);
        filter(w, which, reached);
    }
}

static void over_members(walk *w, size_t which, ref reached)
{
    const binding *b = &w->u->loop->bindings[which];
    dag *d = w->s->dag;
    lowered set = lower_expr(w->s, b->args[0]);
    note_failure(w, reached, set.fails);
    for (uint64_t i = 0; i < b->type->count && !over(w); i++) {
        ref bit = dag_bit(d, DAG_SHIFT_RIGHT, set.value, dag_constant(d, (int64_t)i));
        set_slot(w, b, dag_constant(d, type_value(b->type, i)));
        filter(w, which, dag_and(d, reached, dag_bit(d, DAG_BIT_AND, bit, REF_TRUE)));
    }
}

/* The next choice of `size` positions out of `count`, in order; false: there is none. */
static bool next_positions(unsigned *position, unsigned size, unsigned count)
{
    unsigned i = size;
    while (i > 0 && position[i - 1] == count - size + i - 1)
        i--;
    if (i == 0)
        return false;
    position[i - 1]++;
    for (; i < size; i++)
        position[i] = position[i - 1] + 1;
    return true;
}

static void subsets_of_size(walk *w, size_t which, ref reached, unsigned size)
{
    const binding *b = &w->u->loop->bindings[which];
    unsigned position[64];
    for (unsigned i = 0; i < size; i++)
        position[i] = i;
    do {
        uint64_t mask = 0;
        for (unsigned i = 0; i < size; i++)
            mask |= UINT64_C(1) << position[i];
        set_slot(w, b, dag_constant(w->s->dag, (int64_t)mask));
        filter(w, which, reached);
    } while (!over(w) && next_positions(position, size, (unsigned)b->type->count));
}

static void over_subsets(walk *w, size_t which, ref reached)
{
    const binding *b = &w->u->loop->bindings[which];
    lowered low = lower_expr(w->s, b->args[0]), high = lower_expr(w->s, b->args[1]);
    note_failure(w, reached, dag_or(w->s->dag, low.fails, high.fails));
    for (unsigned size = 0; size <= b->type->count && !over(w); size++) {
        ref there = between(w->s, low.value, dag_constant(w->s->dag, size), high.value);
        there = dag_and(w->s->dag, reached, there);
        if (there != REF_FALSE)
            subsets_of_size(w, which, there, size);
    }
}

static void bind_from(walk *w, size_t which, ref reached)
{
    if (which == w->u->loop->count) {
        arrive(w, reached);
        return;
    }
    switch (w->u->loop->bindings[which].form) {
    case DOMAIN_TYPE: over_type(w, which, reached); break;
    case DOMAIN_RANGE: over_range(w, which, reached); break;
    case DOMAIN_VALUES: over_values(w, which, reached); break;
    case DOMAIN_ROWS: over_rows(w, which, reached); break;
    case DOMAIN_MEMBERS: over_members(w, which, reached); break;
    case DOMAIN_SUBSETS: over_subsets(w, which, reached); break;
    }
}

void expand_quantifier(lowering *s, quantifier_expansion *u)
{
    walk w = {s, u};
    u->alive = REF_TRUE;
    u->fails = REF_FALSE;
    bind_from(&w, 0, REF_TRUE);
}

/* ---- aggregates ---------------------------------------------------------- */

typedef struct aggregate {
    const expr *of;
    quantifier_expansion u;
    ref total;
    ref some; /* LEAST, MOST: there was one */
    ref fails;
} aggregate;

static ref added(aggregate *a, lowering *s, ref passes, ref value)
{
    dag *d = s->dag;
    ref term = dag_if(d, passes, value, REF_FALSE);
    a->fails = dag_or(d, a->fails, dag_fails(d, DAG_ADD_FAILS, a->total, term));
    return dag_add(d, a->total, term);
}

static ref bettered(aggregate *a, lowering *s, ref passes, ref value)
{
    dag *d = s->dag;
    ref best =
        a->of->form == EXPR_LEAST ? dag_min(d, a->total, value) : dag_max(d, a->total, value);
    ref then = dag_if(d, a->some, best, value);
    a->some = dag_or(d, a->some, passes);
    return dag_if(d, passes, then, a->total);
}

static void aggregate_one(lowering *s, void *self, ref passes)
{
    aggregate *a = self;
    dag *d = s->dag;
    lowered m = lower_expr(s, a->of->args[0]);
    ref looked = dag_and(d, a->u.alive, passes);
    a->fails = dag_or(d, a->fails, dag_and(d, looked, m.fails));
    switch (a->of->form) {
    case EXPR_ALL:
        a->total = dag_and(d, a->total, dag_or(d, dag_not(d, passes), m.value));
        a->u.alive = a->total;
        break;
    case EXPR_ANY:
        a->total = dag_or(d, a->total, dag_and(d, passes, m.value));
        a->u.alive = dag_not(d, a->total);
        break;
    case EXPR_COUNT: a->total = dag_add(d, a->total, dag_and(d, passes, m.value)); break;
    case EXPR_SUM: a->total = added(a, s, passes, m.value); break;
    default: a->total = bettered(a, s, passes, m.value); break;
    }
}

lowered expand_aggregate(lowering *s, const expr *e)
{
    aggregate a = {.of = e, .u = {.loop = e->loop, .visit = aggregate_one}};
    a.u.self = &a;
    a.total = e->form == EXPR_ALL ? REF_TRUE : REF_FALSE;
    expand_quantifier(s, &a.u);
    ref fails = dag_or(s->dag, a.fails, a.u.fails);
    if (e->form == EXPR_LEAST || e->form == EXPR_MOST)
        fails = dag_or(s->dag, fails, dag_not(s->dag, a.some));
    return (lowered){a.total, fails};
}
