/* lower_expr.c - lowers expressions to nodes, one function for each form. */

#include "puzzle/compile/lower_expr.h"

enum {
    SPAN_OF_POSITIONS = 65536, /* up to this span a scattered type has a table of positions */
    DEPTH_MOST = 3000          /* of nested expressions and defines */
};

static const lowered nothing = {REF_FALSE, REF_FALSE};

static lowered defined_as(ref value)
{
    return (lowered){value, REF_FALSE};
}

static ref or_of(lowering *s, ref a, ref b)
{
    if (a == REF_FALSE || b == REF_FALSE)
        return a | b;
    return dag_or(s->dag, a, b);
}

static ref constant_of(lowering *s, int64_t value)
{
    return dag_constant(s->dag, value);
}

/* ---- positions ----------------------------------------------------------- */

static bool is_contiguous(const type *t)
{
    if (!t->values)
        return true;
    for (uint64_t i = 0; i < t->count; i++)
        if (t->values[i] != t->low + (int64_t)i)
            return false;
    return true;
}

static ref outside_range(lowering *s, int64_t low, int64_t high, ref value)
{
    return or_of(s, dag_less(s->dag, value, constant_of(s, low)),
                 dag_less(s->dag, constant_of(s, high), value));
}

static bool find_derived(const lowering *s, const void *owner, size_t *number)
{
    size_t i = 0;
    while (i < s->derived_count && s->derived[i].owner != owner)
        i++;
    if (i < s->derived_count)
        *number = s->derived[i].table;
    return i < s->derived_count;
}

static size_t note_derived(lowering *s, const void *owner, size_t number)
{
    derived_table entry = {owner, number};
    ARENA_PUSH(s->memory, s->derived, s->derived_count, s->derived_room, entry);
    return number;
}

/* A table of the positions of a scattered type. */
static size_t position_table(lowering *s, const type *t)
{
    size_t existing;
    if (find_derived(s, t, &existing))
        return existing;
    size_t span = (size_t)((uint64_t)t->high - (uint64_t)t->low) + 1;
    int64_t *rows = arena_array(s->memory, span, sizeof *rows);
    for (size_t i = 0; i < span; i++)
        rows[i] = -1;
    for (uint64_t i = 0; i < t->count; i++)
        rows[t->values[i] - t->low] = (int64_t)i;
    return note_derived(s, t, dag_table_new(s->dag, span, rows));
}

/* A scattered type with too large a span for a table: a comparison for each value. */
static lowered position_by_value(lowering *s, const type *t, ref value)
{
    ref position = constant_of(s, -1);
    for (uint64_t i = t->count; i-- > 0;)
        position = dag_if(s->dag, dag_equal(s->dag, value, constant_of(s, t->values[i])),
                          constant_of(s, (int64_t)i), position);
    return (lowered){position, dag_less(s->dag, position, REF_FALSE)};
}

lowered lower_position(lowering *s, const type *t, ref value)
{
    dag *d = s->dag;
    if (t->count == 0)
        return (lowered){REF_FALSE, REF_TRUE};
    if (dag_is_constant(d, value)) {
        int64_t at = type_position(t, dag_at(d, value)->imm);
        return at < 0 ? (lowered){REF_FALSE, REF_TRUE} : defined_as(constant_of(s, at));
    }
    ref beyond = outside_range(s, t->low, t->high, value);
    if (is_contiguous(t))
        return (lowered){dag_subtract(d, value, constant_of(s, t->low)), beyond};
    if ((uint64_t)t->high - (uint64_t)t->low >= SPAN_OF_POSITIONS)
        return position_by_value(s, t, value);
    ref row = dag_subtract(d, value, constant_of(s, t->low));
    ref position = dag_lookup(d, position_table(s, t), row);
    return (lowered){position, or_of(s, beyond, dag_less(d, position, REF_FALSE))};
}

lowered lower_index(lowering *s, const type *const *types, expr *const *args, size_t count)
{
    lowered index = nothing;
    for (size_t i = 0; i < count; i++) {
        lowered arg = lower_expr(s, args[i]);
        lowered at = lower_position(s, types[i], arg.value);
        ref stride = constant_of(s, (int64_t)types[i]->count);
        index.value = dag_add(s->dag, dag_multiply(s->dag, index.value, stride), at.value);
        index.undefined = or_of(s, index.undefined, or_of(s, arg.undefined, at.undefined));
    }
    return index;
}

/* ---- names, cells, tables ------------------------------------------------ */

static lowered lower_cell(lowering *s, const expr *e)
{
    const state_variable *v = e->variable;
    lowered index = lower_index(s, v->index, e->args, e->count);
    if (index.undefined == REF_TRUE)
        return (lowered){REF_FALSE, REF_TRUE};
    if (dag_is_constant(s->dag, index.value)) {
        size_t at = (size_t)dag_at(s->dag, index.value)->imm;
        return (lowered){abstract_read(s, v->first + at), index.undefined};
    }
    return (lowered){abstract_read_at(s, v, index.value), index.undefined};
}

static ref hole_at(lowering *s, const value_table *t, ref index)
{
    size_t number;
    if (find_derived(s, t, &number))
        return dag_lookup(s->dag, number, index);
    int64_t *rows = arena_array(s->memory, t->count, sizeof *rows);
    for (size_t i = 0; i < t->count; i++)
        rows[i] = t->holes[i];
    number = note_derived(s, t, dag_table_new(s->dag, t->count, rows));
    return dag_lookup(s->dag, number, index);
}

static lowered lower_table(lowering *s, const expr *e)
{
    const value_table *t = e->table;
    lowered index = lower_index(s, t->index, e->args, e->count);
    if (index.undefined == REF_TRUE || t->count == 0)
        return (lowered){REF_FALSE, REF_TRUE};
    if (dag_is_constant(s->dag, index.value)) {
        size_t at = (size_t)dag_at(s->dag, index.value)->imm;
        bool hole = t->holes && t->holes[at];
        return (lowered){constant_of(s, hole ? 0 : t->values[at]),
                         hole ? REF_TRUE : index.undefined};
    }
    ref value = dag_lookup(s->dag, dag_table_new(s->dag, t->count, t->values), index.value);
    if (t->holes)
        index.undefined = or_of(s, index.undefined, hole_at(s, t, index.value));
    return (lowered){value, index.undefined};
}

/* ---- logic --------------------------------------------------------------- */

static lowered lower_and(lowering *s, const expr *e)
{
    lowered a = lower_expr(s, e->args[0]);
    if (a.value == REF_FALSE)
        return a;
    lowered b = lower_expr(s, e->args[1]);
    if (a.value == REF_TRUE)
        return (lowered){b.value, or_of(s, a.undefined, b.undefined)};
    ref later = dag_and(s->dag, a.value, b.undefined);
    return (lowered){dag_and(s->dag, a.value, b.value), or_of(s, a.undefined, later)};
}

static lowered lower_or(lowering *s, const expr *e)
{
    lowered a = lower_expr(s, e->args[0]);
    if (a.value == REF_TRUE)
        return a;
    lowered b = lower_expr(s, e->args[1]);
    if (a.value == REF_FALSE)
        return (lowered){b.value, or_of(s, a.undefined, b.undefined)};
    ref later = dag_and(s->dag, dag_not(s->dag, a.value), b.undefined);
    return (lowered){dag_or(s->dag, a.value, b.value), or_of(s, a.undefined, later)};
}

static lowered lower_if(lowering *s, const expr *e)
{
    lowered c = lower_expr(s, e->args[0]);
    lowered a = c.value == REF_FALSE ? nothing : lower_expr(s, e->args[1]);
    lowered b = c.value == REF_TRUE ? nothing : lower_expr(s, e->args[2]);
    ref later = dag_if(s->dag, c.value, a.undefined, b.undefined);
    return (lowered){dag_if(s->dag, c.value, a.value, b.value), or_of(s, c.undefined, later)};
}

/* ---- arithmetic and comparisons ------------------------------------------ */

static ref quotient_fails(lowering *s, ref a, ref b)
{
    ref least = dag_equal(s->dag, a, constant_of(s, INT64_MIN));
    ref overflows = dag_and(s->dag, least, dag_equal(s->dag, b, constant_of(s, -1)));
    return or_of(s, dag_equal(s->dag, b, REF_FALSE), overflows);
}

static lowered lower_operation(lowering *s, expr_form form, ref a, ref b)
{
    dag *d = s->dag;
    switch (form) {
    case EXPR_ADD: return (lowered){dag_add(d, a, b), dag_overflows(d, DAG_ADD_OVERFLOWS, a, b)};
    case EXPR_SUBTRACT:
        return (lowered){dag_subtract(d, a, b), dag_overflows(d, DAG_SUBTRACT_OVERFLOWS, a, b)};
    case EXPR_MULTIPLY:
        return (lowered){dag_multiply(d, a, b), dag_overflows(d, DAG_MULTIPLY_OVERFLOWS, a, b)};
    case EXPR_DIVIDE: return (lowered){dag_divide(d, a, b), quotient_fails(s, a, b)};
    case EXPR_MODULO: return (lowered){dag_modulo(d, a, b), dag_equal(d, b, REF_FALSE)};
    case EXPR_EQUAL: return defined_as(dag_equal(d, a, b));
    case EXPR_NOT_EQUAL: return defined_as(dag_not(d, dag_equal(d, a, b)));
    case EXPR_LESS: return defined_as(dag_less(d, a, b));
    case EXPR_LESS_EQUAL: return defined_as(dag_not(d, dag_less(d, b, a)));
    case EXPR_GREATER: return defined_as(dag_less(d, b, a));
    case EXPR_GREATER_EQUAL: return defined_as(dag_not(d, dag_less(d, a, b)));
    case EXPR_MIN: return defined_as(dag_min(d, a, b));
    case EXPR_MAX: return defined_as(dag_max(d, a, b));
    default: return nothing;
    }
}

/* The operation on two constants: as lower_operation, which folds them in more steps.  False: it is
   one of few, or it overflows. */
static bool fold_operation(lowering *s, expr_form form, int64_t a, int64_t b, ref *out)
{
    int64_t value;
    switch (form) {
    case EXPR_ADD:
        if (__builtin_add_overflow(a, b, &value))
            return false;
        *out = constant_of(s, value);
        return true;
    case EXPR_SUBTRACT:
        if (__builtin_sub_overflow(a, b, &value))
            return false;
        *out = constant_of(s, value);
        return true;
    case EXPR_EQUAL: *out = dag_truth(a == b); return true;
    case EXPR_NOT_EQUAL: *out = dag_truth(a != b); return true;
    case EXPR_LESS: *out = dag_truth(a < b); return true;
    case EXPR_LESS_EQUAL: *out = dag_truth(a <= b); return true;
    case EXPR_GREATER: *out = dag_truth(a > b); return true;
    case EXPR_GREATER_EQUAL: *out = dag_truth(a >= b); return true;
    default: return false;
    }
}

static lowered lower_binary(lowering *s, const expr *e)
{
    lowered m, a = lower_expr(s, e->args[0]), b = lower_expr(s, e->args[1]);
    const dag_node *x = dag_at(s->dag, a.value), *y = dag_at(s->dag, b.value);
    if (x->op == DAG_CONSTANT && y->op == DAG_CONSTANT &&
        fold_operation(s, e->form, x->imm, y->imm, &m.value))
        return (lowered){m.value, or_of(s, a.undefined, b.undefined)};
    m = lower_operation(s, e->form, a.value, b.value);
    m.undefined = or_of(s, or_of(s, a.undefined, b.undefined), m.undefined);
    return m;
}

static lowered lower_negate(lowering *s, const expr *e)
{
    lowered a = lower_expr(s, e->args[0]);
    lowered m = lower_operation(s, EXPR_SUBTRACT, REF_FALSE, a.value);
    return (lowered){m.value, or_of(s, a.undefined, m.undefined)};
}

static lowered lower_abs(lowering *s, const expr *e)
{
    lowered a = lower_expr(s, e->args[0]);
    ref least = dag_equal(s->dag, a.value, constant_of(s, INT64_MIN));
    return (lowered){dag_abs(s->dag, a.value), or_of(s, a.undefined, least)};
}

/* min(a, b, ...) and max */
static lowered lower_min_max(lowering *s, const expr *e)
{
    lowered all = lower_expr(s, e->args[0]);
    for (size_t i = 1; i < e->count; i++) {
        lowered next = lower_expr(s, e->args[i]);
        all.value = lower_operation(s, e->form, all.value, next.value).value;
        all.undefined = or_of(s, all.undefined, next.undefined);
    }
    return all;
}

/* ---- membership ---------------------------------------------------------- */

static lowered lower_in_type(lowering *s, const expr *e)
{
    lowered a = lower_expr(s, e->args[0]);
    ref none = lower_position(s, e->type, a.value).undefined;
    return (lowered){dag_not(s->dag, none), a.undefined};
}

static lowered lower_in_range(lowering *s, const expr *e)
{
    dag *d = s->dag;
    lowered x = lower_expr(s, e->args[0]), low = lower_expr(s, e->args[1]);
    ref above = dag_not(d, dag_less(d, x.value, low.value));
    lowered high = lower_expr(s, e->args[2]);
    ref below = dag_not(d, dag_less(d, high.value, x.value));
    ref early = or_of(s, x.undefined, low.undefined);
    return (lowered){dag_and(d, above, below), or_of(s, early, dag_and(d, above, high.undefined))};
}

static lowered lower_in_list(lowering *s, const expr *e)
{
    dag *d = s->dag;
    lowered x = lower_expr(s, e->args[0]), found = {REF_FALSE, x.undefined};
    for (size_t i = 1; i < e->count && found.value != REF_TRUE; i++) {
        lowered item = lower_expr(s, e->args[i]);
        ref looked = dag_and(d, dag_not(d, found.value), item.undefined);
        found.undefined = or_of(s, found.undefined, looked);
        found.value = or_of(s, found.value, dag_equal(d, x.value, item.value));
    }
    return found;
}

static lowered lower_in_subset(lowering *s, const expr *e)
{
    dag *d = s->dag;
    lowered x = lower_expr(s, e->args[0]), set = lower_expr(s, e->args[1]);
    lowered at = lower_position(s, e->type, x.value);
    if (dag_is_constant(d, set.value) && dag_is_constant(d, at.value)) {
        uint64_t mask = (uint64_t)dag_at(d, set.value)->imm;
        bool is = at.undefined == REF_FALSE && mask >> dag_at(d, at.value)->imm & 1;
        return (lowered){dag_truth(is), or_of(s, x.undefined, set.undefined)};
    }
    ref bit = dag_bit(d, DAG_SHIFT_RIGHT, set.value, at.value);
    ref in = dag_bit(d, DAG_BIT_AND, bit, REF_TRUE);
    return (lowered){dag_and(d, dag_not(d, at.undefined), in),
                     or_of(s, x.undefined, set.undefined)};
}

static lowered lower_present(lowering *s, const expr *e)
{
    lowered a = lower_expr(s, e->args[0]);
    ref none = dag_equal(s->dag, a.value, constant_of(s, e->value));
    if (e->kind.form == KIND_TRUTH && !e->kind.optional) /* none is a third value */
        a.value = dag_equal(s->dag, a.value, REF_TRUE);
    return (lowered){a.value, or_of(s, a.undefined, none)};
}

/* ---- calls --------------------------------------------------------------- */

static lowered lower_call(lowering *s, const expr *e)
{
    ref undefined = REF_FALSE;
    ref few[8], *values = e->count <= 8 ? few : arena_array(s->memory, e->count, sizeof *values);
    for (size_t i = 0; i < e->count; i++) {
        lowered arg = lower_expr(s, e->args[i]);
        values[i] = arg.value;
        undefined = or_of(s, undefined, arg.undefined);
    }
    for (size_t i = 0; i < e->count; i++)
        s->slot[(size_t)e->slot + i] = values[i];
    lowered body = lower_expr(s, e->body);
    return (lowered){body.value, or_of(s, undefined, body.undefined)};
}

/* The value in the state before; without one it is interpreted. */
static lowered lower_old(lowering *s, const expr *e)
{
    lowering *b = s->before;
    if (!b) {
        s->over_limit = true;
        return nothing;
    }
    b->work = s->work;
    b->work_most = s->work_most;
    b->memory_most = s->memory_most;
    b->depth = s->depth;
    lowered m = lower_expr(b, e->args[0]);
    s->work = b->work;
    s->over_limit = s->over_limit || b->over_limit;
    return m;
}

static lowered lower_form(lowering *s, const expr *e)
{
    switch (e->form) {
    case EXPR_CELL: return lower_cell(s, e);
    case EXPR_TABLE: return lower_table(s, e);
    case EXPR_NOT: {
        lowered a = lower_expr(s, e->args[0]);
        return (lowered){dag_not(s->dag, a.value), a.undefined};
    }
    case EXPR_AND: return lower_and(s, e);
    case EXPR_OR: return lower_or(s, e);
    case EXPR_IF: return lower_if(s, e);
    case EXPR_NEGATE: return lower_negate(s, e);
    case EXPR_ABS: return lower_abs(s, e);
    case EXPR_MIN:
    case EXPR_MAX: return lower_min_max(s, e);
    case EXPR_IN_TYPE: return lower_in_type(s, e);
    case EXPR_IN_RANGE: return lower_in_range(s, e);
    case EXPR_IN_LIST: return lower_in_list(s, e);
    case EXPR_IN_SUBSET: return lower_in_subset(s, e);
    case EXPR_PRESENT: return lower_present(s, e);
    case EXPR_CALL: return s->remembers ? lower_remembered(s, e, lower_call) : lower_call(s, e);
    case EXPR_OLD: return lower_old(s, e);
    case EXPR_SIZE: {
        lowered a = lower_expr(s, e->args[0]);
        return (lowered){dag_ones(s->dag, a.value), a.undefined};
    }
    case EXPR_ALL:
    case EXPR_ANY:
    case EXPR_COUNT:
    case EXPR_SUM:
    case EXPR_MIN_OVER:
    case EXPR_MAX_OVER:
        return s->remembers ? lower_remembered(s, e, expand_aggregate) : expand_aggregate(s, e);
    default: return lower_binary(s, e);
    }
}

/* Not inlined, so that values and names do without the registers that it saves. */
static __attribute__((noinline)) lowered lower_inner(lowering *s, const expr *e)
{
    if (!lowering_continue(s) || s->depth >= DEPTH_MOST) {
        s->over_limit = true;
        return nothing;
    }
    s->depth++;
    lowered m = lower_form(s, e);
    s->depth--;
    return m;
}

lowered lower_expr(lowering *s, const expr *e)
{
    if (e->form <= EXPR_LOCAL && lowering_continue(s))
        return defined_as(e->form == EXPR_VALUE ? constant_of(s, e->value) : s->slot[e->slot]);
    return lower_inner(s, e);
}
