/*
 * expand_quantifiers.c - expands quantifiers and choices over their domains, value by value.
 *
 * A domain that depends on the state is expanded over all values that it can have, each with the
 * condition that it is in the domain.
 */
#include <assert.h>

#include "puzzle/compile/lower_expr.h"

typedef struct quantifier_walk {
    lowering *s;
    quantifier_expansion *u;
} quantifier_walk;

static void expand_binding(quantifier_walk *w, size_t which, ref reached);

static void note_undefined(quantifier_walk *w, ref reached, ref undefined)
{
    dag *d = w->s->dag;
    if (undefined != REF_FALSE)
        w->u->undefined =
            dag_or(d, w->u->undefined, dag_and(d, dag_and(d, w->u->alive, reached), undefined));
}

/* All names are bound. */
static void visit_combination(quantifier_walk *w, ref passes)
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

/* The slots of the binding are set, to a value that is in the domain where `reached` holds. */
static void filter_and_bind(quantifier_walk *w, size_t which, ref reached)
{
    const binding *b = &w->u->loop->bindings[which];
    if (reached == REF_FALSE || !lowering_continue(w->s))
        return;
    if (b->filter) {
        lowered fits = lower_expr(w->s, b->filter);
        note_undefined(w, reached, fits.undefined);
        reached = dag_and(w->s->dag, reached, fits.value);
        if (reached == REF_FALSE)
            return;
    }
    if (w->u->early && early_guards_refuse(w->s, w->u->early, 2 * (int)which + 1))
        return;
    for (size_t i = 0; i < b->slots; i++)
        w->s->bound[b->slot[i]] = true;
    expand_binding(w, which + 1, reached);
    for (size_t i = 0; i < b->slots; i++)
        w->s->bound[b->slot[i]] = false;
}

static bool is_exhausted(const quantifier_walk *w)
{
    return w->s->over_limit || w->u->alive == REF_FALSE;
}

static void set_slot(quantifier_walk *w, const binding *b, ref value)
{
    w->s->slot[b->slot[0]] = value;
}

/* ---- the domains --------------------------------------------------------- */

static void expand_type(quantifier_walk *w, size_t which, ref reached)
{
    const binding *b = &w->u->loop->bindings[which];
    for (uint64_t i = 0; i < b->type->count && !is_exhausted(w); i++) {
        set_slot(w, b, dag_constant(w->s->dag, type_value(b->type, i)));
        filter_and_bind(w, which, reached);
    }
}

/* low <= value <= high */
static ref lower_between(lowering *s, ref low, ref value, ref high)
{
    return dag_and(s->dag, dag_not(s->dag, dag_less(s->dag, value, low)),
                   dag_not(s->dag, dag_less(s->dag, high, value)));
}

static void expand_range(quantifier_walk *w, size_t which, ref reached)
{
    const binding *b = &w->u->loop->bindings[which];
    lowered low = lower_expr(w->s, b->args[0]), high = lower_expr(w->s, b->args[1]);
    note_undefined(w, reached, dag_or(w->s->dag, low.undefined, high.undefined));
    int64_t last = dag_at(w->s->dag, high.value)->high;
    for (int64_t v = dag_at(w->s->dag, low.value)->low; v <= last && !is_exhausted(w); v++) {
        ref value = dag_constant(w->s->dag, v);
        set_slot(w, b, value);
        ref in_domain = lower_between(w->s, low.value, value, high.value);
        if (!lowering_continue(w->s))
            return;
        filter_and_bind(w, which, dag_and(w->s->dag, reached, in_domain));
        if (v == INT64_MAX)
            return;
    }
}

static void expand_values(quantifier_walk *w, size_t which, ref reached)
{
    const binding *b = &w->u->loop->bindings[which];
    for (size_t i = 0; i < b->count && !is_exhausted(w);) {
        for (size_t k = 0; k < b->slots; k++) {
            lowered value = lower_expr(w->s, b->args[i++]);
            note_undefined(w, reached, value.undefined);
            w->s->slot[b->slot[k]] = value.value;
        }
        filter_and_bind(w, which, reached);
    }
}

static void expand_rows(quantifier_walk *w, size_t which, ref reached)
{
    const binding *b = &w->u->loop->bindings[which];
    for (size_t r = 0; r < b->count && !is_exhausted(w); r++) {
        for (size_t i = 0; i < b->slots; i++)
            w->s->slot[b->slot[i]] = dag_constant(w->s->dag, b->rows[r * b->slots + i]);
        filter_and_bind(w, which, reached);
    }
}

static ref bit_of(dag *d, ref set, uint64_t i)
{
    if (dag_is_constant(d, set))
        return dag_truth((uint64_t)dag_at(d, set)->imm >> i & 1);
    ref bit = dag_bit(d, DAG_SHIFT_RIGHT, set, dag_constant(d, (int64_t)i));
    return dag_bit(d, DAG_BIT_AND, bit, REF_TRUE);
}

static void expand_members(quantifier_walk *w, size_t which, ref reached)
{
    const binding *b = &w->u->loop->bindings[which];
    dag *d = w->s->dag;
    lowered set = lower_expr(w->s, b->args[0]);
    note_undefined(w, reached, set.undefined);
    for (uint64_t i = 0; i < b->type->count && !is_exhausted(w); i++) {
        const ref bit = bit_of(d, set.value, i);
        if (bit == REF_FALSE)
            continue;
        set_slot(w, b, dag_constant(d, type_value(b->type, i)));
        filter_and_bind(w, which, dag_and(d, reached, bit));
    }
}

/* The next combination of `size` positions out of `count`, in order; false: there is none. */
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

static uint64_t mask_of(const unsigned *position, unsigned size)
{
    uint64_t mask = 0;
    for (unsigned i = 0; i < size; i++)
        mask |= UINT64_C(1) << position[i];
    return mask;
}

/* Conditions that read no more than the size are evaluated with the first of the subsets. */
static void expand_subsets_of_size(quantifier_walk *w, size_t which, ref reached, unsigned size)
{
    const binding *b = &w->u->loop->bindings[which];
    unsigned position[64];
    assert(size <= b->type->count && b->type->count <= 64);
    for (unsigned i = 0; i < size; i++)
        position[i] = i;
    set_slot(w, b, dag_constant(w->s->dag, (int64_t)mask_of(position, size)));
    if (w->u->early && early_guards_refuse(w->s, w->u->early, 2 * (int)which))
        return;
    do {
        set_slot(w, b, dag_constant(w->s->dag, (int64_t)mask_of(position, size)));
        filter_and_bind(w, which, reached);
    } while (!is_exhausted(w) && next_positions(position, size, (unsigned)b->type->count));
}

static void expand_subsets(quantifier_walk *w, size_t which, ref reached)
{
    const binding *b = &w->u->loop->bindings[which];
    lowered low = lower_expr(w->s, b->args[0]), high = lower_expr(w->s, b->args[1]);
    note_undefined(w, reached, dag_or(w->s->dag, low.undefined, high.undefined));
    for (unsigned size = 0; size <= b->type->count && !is_exhausted(w); size++) {
        ref in_domain = lower_between(w->s, low.value, dag_constant(w->s->dag, size), high.value);
        in_domain = dag_and(w->s->dag, reached, in_domain);
        if (in_domain != REF_FALSE)
            expand_subsets_of_size(w, which, in_domain, size);
    }
}

static void expand_binding(quantifier_walk *w, size_t which, ref reached)
{
    if (which == w->u->loop->count) {
        visit_combination(w, reached);
        return;
    }
    switch (w->u->loop->bindings[which].form) {
    case DOMAIN_TYPE: expand_type(w, which, reached); break;
    case DOMAIN_RANGE: expand_range(w, which, reached); break;
    case DOMAIN_VALUES: expand_values(w, which, reached); break;
    case DOMAIN_ROWS: expand_rows(w, which, reached); break;
    case DOMAIN_MEMBERS: expand_members(w, which, reached); break;
    case DOMAIN_SUBSETS: expand_subsets(w, which, reached); break;
    }
}

void expand_quantifier(lowering *s, quantifier_expansion *u)
{
    quantifier_walk w = {s, u};
    u->alive = REF_TRUE;
    u->undefined = REF_FALSE;
    expand_binding(&w, 0, REF_TRUE);
}

/* ---- aggregates ---------------------------------------------------------- */

typedef struct aggregate_expansion {
    const expr *expr;
    quantifier_expansion u;
    ref total;
    ref has_value; /* LEAST, MOST: `total` is set */
    ref undefined;
} aggregate_expansion;

static ref add_where(aggregate_expansion *a, lowering *s, ref passes, ref value)
{
    dag *d = s->dag;
    ref term = dag_if(d, passes, value, REF_FALSE);
    a->undefined = dag_or(d, a->undefined, dag_overflows(d, DAG_ADD_OVERFLOWS, a->total, term));
    return dag_add(d, a->total, term);
}

static ref min_max_where(aggregate_expansion *a, lowering *s, ref passes, ref value)
{
    dag *d = s->dag;
    ref best =
        a->expr->form == EXPR_MIN_OVER ? dag_min(d, a->total, value) : dag_max(d, a->total, value);
    ref then = dag_if(d, a->has_value, best, value);
    a->has_value = dag_or(d, a->has_value, passes);
    return dag_if(d, passes, then, a->total);
}

static void aggregate_combination(lowering *s, void *self, ref passes)
{
    aggregate_expansion *a = self;
    dag *d = s->dag;
    lowered m = lower_expr(s, a->expr->args[0]);
    ref looked = dag_and(d, a->u.alive, passes);
    a->undefined = dag_or(d, a->undefined, dag_and(d, looked, m.undefined));
    switch (a->expr->form) {
    case EXPR_ALL:
        a->total = dag_and(d, a->total, dag_or(d, dag_not(d, passes), m.value));
        a->u.alive = a->total;
        break;
    case EXPR_ANY:
        a->total = dag_or(d, a->total, dag_and(d, passes, m.value));
        a->u.alive = dag_not(d, a->total);
        break;
    case EXPR_COUNT: a->total = dag_add(d, a->total, dag_and(d, passes, m.value)); break;
    case EXPR_SUM: a->total = add_where(a, s, passes, m.value); break;
    default: a->total = min_max_where(a, s, passes, m.value); break;
    }
}

lowered expand_aggregate(lowering *s, const expr *e)
{
    aggregate_expansion a = {.expr = e, .u = {.loop = e->loop, .visit = aggregate_combination}};
    a.u.self = &a;
    a.total = e->form == EXPR_ALL ? REF_TRUE : REF_FALSE;
    expand_quantifier(s, &a.u);
    ref undefined = dag_or(s->dag, a.undefined, a.u.undefined);
    if (e->form == EXPR_MIN_OVER || e->form == EXPR_MAX_OVER)
        undefined = dag_or(s->dag, undefined, dag_not(s->dag, a.has_value));
    return (lowered){a.total, undefined};
}
