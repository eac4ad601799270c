/* lower_expr.c - expressions into nodes: one function a form, value and failure side by side. */
#include "puzzle/compile/lower_expr.h"

enum {
    SPAN_OF_POSITIONS = 65536, /* a scattered type this wide or less has a table */
    DEPTH_MOST = 3000          /* of expressions and defines in one another      */
};

static const lowered nothing = {REF_FALSE, REF_FALSE};

static lowered sure_of(ref value)
{
    return (lowered){value, REF_FALSE};
}

static ref either(lowering *s, ref a, ref b)
{
    return dag_or(s->dag, a, b);
}

static ref constant(lowering *s, int64_t value)
{
    return dag_constant(s->dag, value);
}

/* ---- positions ----------------------------------------------------------- */

static bool contiguous(const type *t)
{
    if (!t->values)
        return true;
    for (uint64_t i = 0; i < t->count; i++)
        if (t->values[i] != t->low + (int64_t)i)
            return false;
    return true;
}

static ref outside(lowering *s, int64_t low, int64_t high, ref value)
{
    return either(s, dag_less(s->dag, value, constant(s, low)),
                  dag_less(s->dag, constant(s, high), value));
}

static bool find_made(const lowering *s, const void *of, size_t *number)
{
    size_t i = 0;
    while (i < s->made_count && s->made[i].of != of)
        i++;
    if (i < s->made_count)
        *number = s->made[i].table;
    return i < s->made_count;
}

static size_t note_made(lowering *s, const void *of, size_t number)
{
    made_table made = {of, number};
    ARENA_PUSH(s->memory, s->made, s->made_count, s->made_room, made);
    return number;
}

/* A table of the positions of a scattered type. */
static size_t positions(lowering *s, const type *t)
{
    size_t known;
    if (find_made(s, t, &known))
        return known;
    size_t span = (size_t)((uint64_t)t->high - (uint64_t)t->low) + 1;
    int64_t *rows = arena_array(s->memory, span, sizeof *rows);
    for (size_t i = 0; i < span; i++)
        rows[i] = -1;
    for (uint64_t i = 0; i < t->count; i++)
        rows[t->values[i] - t->low] = (int64_t)i;
    return note_made(s, t, dag_table_new(s->dag, span, rows));
}

/* A scattered type too wide for a table: value by value. */
static lowered position_by_value(lowering *s, const type *t, ref value)
{
    ref position = constant(s, -1);
    for (uint64_t i = t->count; i-- > 0;)
        position = dag_if(s->dag, dag_equal(s->dag, value, constant(s, t->values[i])),
                          constant(s, (int64_t)i), position);
    return (lowered){position, dag_less(s->dag, position, REF_FALSE)};
}

lowered lower_position(lowering *s, const type *t, ref value)
{
    dag *d = s->dag;
    if (t->count == 0)
        return (lowered){REF_FALSE, REF_TRUE};
    if (dag_is_constant(d, value)) {
        int64_t at = type_position(t, dag_at(d, value)->imm);
        return at < 0 ? (lowered){REF_FALSE, REF_TRUE} : sure_of(constant(s, at));
    }
    ref beyond = outside(s, t->low, t->high, value);
    if (contiguous(t))
        return (lowered){dag_subtract(d, value, constant(s, t->low)), beyond};
    if ((uint64_t)t->high - (uint64_t)t->low >= SPAN_OF_POSITIONS)
        return position_by_value(s, t, value);
    ref row = dag_subtract(d, value, constant(s, t->low));
    ref position = dag_look(d, positions(s, t), row);
    return (lowered){position, either(s, beyond, dag_less(d, position, REF_FALSE))};
}

lowered lower_index(lowering *s, const type *const *types, expr *const *args, size_t count)
{
    lowered whole = nothing;
    for (size_t i = 0; i < count; i++) {
        lowered arg = lower_expr(s, args[i]);
        lowered at = lower_position(s, types[i], arg.value);
        ref stride = constant(s, (int64_t)types[i]->count);
        whole.value = dag_add(s->dag, dag_multiply(s->dag, whole.value, stride), at.value);
        whole.fails = either(s, whole.fails, either(s, arg.fails, at.fails));
    }
    return whole;
}

/* ---- names, cells, tables ------------------------------------------------ */

static lowered cell_meaning(lowering *s, const expr *e)
{
    const variable *v = e->variable;
    lowered index = lower_index(s, v->index, e->args, e->count);
    if (index.fails == REF_TRUE)
        return (lowered){REF_FALSE, REF_TRUE};
    if (dag_is_constant(s->dag, index.value)) {
        size_t at = (size_t)dag_at(s->dag, index.value)->imm;
        return (lowered){abstract_read(s, v->first + at), index.fails};
    }
    return (lowered){abstract_read_at(s, v, index.value), index.fails};
}

static ref hole_at(lowering *s, const table *t, ref index)
{
    size_t known;
    if (find_made(s, t, &known))
        return dag_look(s->dag, known, index);
    int64_t *rows = arena_array(s->memory, t->count, sizeof *rows);
    for (size_t i = 0; i < t->count; i++)
        rows[i] = t->holes[i];
    known = note_made(s, t, dag_table_new(s->dag, t->count, rows));
    return dag_look(s->dag, known, index);
}

static lowered table_meaning(lowering *s, const expr *e)
{
    const table *t = e->table;
    lowered index = lower_index(s, t->index, e->args, e->count);
    if (index.fails == REF_TRUE || t->count == 0)
        return (lowered){REF_FALSE, REF_TRUE};
    if (dag_is_constant(s->dag, index.value)) {
        size_t at = (size_t)dag_at(s->dag, index.value)->imm;
        bool hole = t->holes && t->holes[at];
        return (lowered){constant(s, hole ? 0 : t->values[at]), hole ? REF_TRUE : index.fails};
    }
    ref value = dag_look(s->dag, dag_table_new(s->dag, t->count, t->values), index.value);
    if (t->holes)
        index.fails = either(s, index.fails, hole_at(s, t, index.value));
    return (lowered){value, index.fails};
}

/* ---- logic --------------------------------------------------------------- */

static lowered and_meaning(lowering *s, const expr *e)
{
    lowered a = lower_expr(s, e->args[0]);
    if (a.value == REF_FALSE)
        return a;
    lowered b = lower_expr(s, e->args[1]);
    ref later = dag_and(s->dag, a.value, b.fails);
    return (lowered){dag_and(s->dag, a.value, b.value), either(s, a.fails, later)};
}

static lowered or_meaning(lowering *s, const expr *e)
{
    lowered a = lower_expr(s, e->args[0]);
    if (a.value == REF_TRUE)
        return a;
    lowered b = lower_expr(s, e->args[1]);
    ref later = dag_and(s->dag, dag_not(s->dag, a.value), b.fails);
    return (lowered){dag_or(s->dag, a.value, b.value), either(s, a.fails, later)};
}

static lowered if_meaning(lowering *s, const expr *e)
{
    lowered c = lower_expr(s, e->args[0]);
    lowered a = c.value == REF_FALSE ? nothing : lower_expr(s, e->args[1]);
    lowered b = c.value == REF_TRUE ? nothing : lower_expr(s, e->args[2]);
    ref later = dag_if(s->dag, c.value, a.fails, b.fails);
    return (lowered){dag_if(s->dag, c.value, a.value, b.value), either(s, c.fails, later)};
}

/* ---- arithmetic and comparisons ------------------------------------------ */

static ref quotient_fails(lowering *s, ref a, ref b)
{
    ref least = dag_equal(s->dag, a, constant(s, INT64_MIN));
    ref overflows = dag_and(s->dag, least, dag_equal(s->dag, b, constant(s, -1)));
    return either(s, dag_equal(s->dag, b, REF_FALSE), overflows);
}

static lowered pair(lowering *s, expr_form form, ref a, ref b)
{
    dag *d = s->dag;
    switch (form) {
    case EXPR_ADD: return (lowered){dag_add(d, a, b), dag_fails(d, DAG_ADD_FAILS, a, b)};
    case EXPR_SUBTRACT:
        return (lowered){dag_subtract(d, a, b), dag_fails(d, DAG_SUBTRACT_FAILS, a, b)};
    case EXPR_MULTIPLY:
        return (lowered){dag_multiply(d, a, b), dag_fails(d, DAG_MULTIPLY_FAILS, a, b)};
    case EXPR_DIVIDE: return (lowered){dag_divide(d, a, b), quotient_fails(s, a, b)};
    case EXPR_MODULO: return (lowered){dag_modulo(d, a, b), dag_equal(d, b, REF_FALSE)};
    case EXPR_EQUAL: return sure_of(dag_equal(d, a, b));
    case EXPR_NOT_EQUAL: return sure_of(dag_not(d, dag_equal(d, a, b)));
    case EXPR_LESS: return sure_of(dag_less(d, a, b));
    case EXPR_LESS_EQUAL: return sure_of(dag_not(d, dag_less(d, b, a)));
    case EXPR_GREATER: return sure_of(dag_less(d, b, a));
    case EXPR_GREATER_EQUAL: return sure_of(dag_not(d, dag_less(d, a, b)));
    case EXPR_MIN: return sure_of(dag_min(d, a, b));
    case EXPR_MAX: return sure_of(dag_max(d, a, b));
    default: return nothing;
    }
}

static lowered pair_meaning(lowering *s, const expr *e)
{
    lowered a = lower_expr(s, e->args[0]), b = lower_expr(s, e->args[1]);
    lowered m = pair(s, e->form, a.value, b.value);
    m.fails = either(s, either(s, a.fails, b.fails), m.fails);
    return m;
}

static lowered negate_meaning(lowering *s, const expr *e)
{
    lowered a = lower_expr(s, e->args[0]);
    lowered m = pair(s, EXPR_SUBTRACT, REF_FALSE, a.value);
    return (lowered){m.value, either(s, a.fails, m.fails)};
}

static lowered abs_meaning(lowering *s, const expr *e)
{
    lowered a = lower_expr(s, e->args[0]);
    ref least = dag_equal(s->dag, a.value, constant(s, INT64_MIN));
    return (lowered){dag_abs(s->dag, a.value), either(s, a.fails, least)};
}

/* min(a, b, ...) and max */
static lowered extreme_meaning(lowering *s, const expr *e)
{
    lowered all = lower_expr(s, e->args[0]);
    for (size_t i = 1; i < e->count; i++) {
        lowered next = lower_expr(s, e->args[i]);
        all.value = pair(s, e->form, all.value, next.value).value;
        all.fails = either(s, all.fails, next.fails);
    }
    return all;
}

/* ---- membership ---------------------------------------------------------- */

static lowered in_type(lowering *s, const expr *e)
{
    lowered a = lower_expr(s, e->args[0]);
    ref none = lower_position(s, e->type, a.value).fails;
    return (lowered){dag_not(s->dag, none), a.fails};
}

static lowered in_range(lowering *s, const expr *e)
{
    dag *d = s->dag;
    lowered x = lower_expr(s, e->args[0]), low = lower_expr(s, e->args[1]);
    ref above = dag_not(d, dag_less(d, x.value, low.value));
    lowered high = lower_expr(s, e->args[2]);
    ref below = dag_not(d, dag_less(d, high.value, x.value));
    ref early = either(s, x.fails, low.fails);
    return (lowered){dag_and(d, above, below), either(s, early, dag_and(d, above, high.fails))};
}

static lowered in_list(lowering *s, const expr *e)
{
    dag *d = s->dag;
    lowered x = lower_expr(s, e->args[0]), found = {REF_FALSE, x.fails};
    for (size_t i = 1; i < e->count && found.value != REF_TRUE; i++) {
        lowered one = lower_expr(s, e->args[i]);
        ref looked = dag_and(d, dag_not(d, found.value), one.fails);
        found.fails = either(s, found.fails, looked);
        found.value = either(s, found.value, dag_equal(d, x.value, one.value));
    }
    return found;
}

static lowered in_subset(lowering *s, const expr *e)
{
    dag *d = s->dag;
    lowered x = lower_expr(s, e->args[0]), set = lower_expr(s, e->args[1]);
    lowered at = lower_position(s, e->type, x.value);
    ref bit = dag_bit(d, DAG_SHIFT_RIGHT, set.value, at.value);
    ref in = dag_bit(d, DAG_BIT_AND, bit, REF_TRUE);
    return (lowered){dag_and(d, dag_not(d, at.fails), in), either(s, x.fails, set.fails)};
}

/* ---- calls --------------------------------------------------------------- */

static lowered call_meaning(lowering *s, const expr *e)
{
    ref fails = REF_FALSE;
    ref few[8], *values = e->count <= 8 ? few : arena_array(s->memory, e->count, sizeof *values);
    for (size_t i = 0; i < e->count; i++) {
        lowered arg = lower_expr(s, e->args[i]);
        values[i] = arg.value;
        fails = either(s, fails, arg.fails);
    }
    for (size_t i = 0; i < e->count; i++)
        s->slot[(size_t)e->slot + i] = values[i];
    lowered body = lower_expr(s, e->body);
    return (lowered){body.value, either(s, fails, body.fails)};
}

static lowered of_form(lowering *s, const expr *e)
{
    switch (e->form) {
    case EXPR_VALUE: return sure_of(constant(s, e->value));
    case EXPR_LOCAL: return sure_of(s->slot[e->slot]);
    case EXPR_CELL: return cell_meaning(s, e);
    case EXPR_TABLE: return table_meaning(s, e);
    case EXPR_NOT: {
        lowered a = lower_expr(s, e->args[0]);
        return (lowered){dag_not(s->dag, a.value), a.fails};
    }
    case EXPR_AND: return and_meaning(s, e);
    case EXPR_OR: return or_meaning(s, e);
    case EXPR_IF: return if_meaning(s, e);
    case EXPR_NEGATE: return negate_meaning(s, e);
    case EXPR_ABS: return abs_meaning(s, e);
    case EXPR_MIN:
    case EXPR_MAX: return extreme_meaning(s, e);
    case EXPR_IN_TYPE: return in_type(s, e);
    case EXPR_IN_RANGE: return in_range(s, e);
    case EXPR_IN_LIST: return in_list(s, e);
    case EXPR_IN_SUBSET: return in_subset(s, e);
    case EXPR_CALL: return call_meaning(s, e);
    case EXPR_SIZE: {
        lowered a = lower_expr(s, e->args[0]);
        return (lowered){dag_ones(s->dag, a.value), a.fails};
    }
    case EXPR_ALL:
    case EXPR_ANY:
    case EXPR_COUNT:
    case EXPR_SUM:
    case EXPR_LEAST:
    case EXPR_MOST: return expand_aggregate(s, e);
    default: return pair_meaning(s, e);
    }
}

lowered lower_expr(lowering *s, const expr *e)
{
    if (!lowering_continue(s) || s->depth >= DEPTH_MOST) {
        s->too_much = true;
        return nothing;
    }
    s->depth++;
    lowered m = of_form(s, e);
    s->depth--;
    return m;
}
