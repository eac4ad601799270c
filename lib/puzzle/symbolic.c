/* symbolic.c - expressions into nodes: one function a form, value and failure side by side. */
#include "puzzle/symbolic.h"

enum {
    SPAN_OF_POSITIONS = 65536, /* a scattered type this wide or less has a table */
    DEPTH_MOST = 3000          /* of expressions and defines in one another      */
};

static const meaning nothing = {REF_FALSE, REF_FALSE};

static meaning sure_of(ref value)
{
    return (meaning){value, REF_FALSE};
}

static ref either(symbols *s, ref a, ref b)
{
    return dag_or(s->dag, a, b);
}

static ref constant(symbols *s, int64_t value)
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

static ref outside(symbols *s, int64_t low, int64_t high, ref value)
{
    return either(s, dag_less(s->dag, value, constant(s, low)),
                  dag_less(s->dag, constant(s, high), value));
}

static bool find_made(const symbols *s, const void *of, size_t *number)
{
    size_t i = 0;
    while (i < s->made_count && s->made[i].of != of)
        i++;
    if (i < s->made_count)
        *number = s->made[i].table;
    return i < s->made_count;
}

static size_t note_made(symbols *s, const void *of, size_t number)
{
    made_table made = {of, number};
    ARENA_PUSH(s->memory, s->made, s->made_count, s->made_room, made);
    return number;
}

/* A table of the positions of a scattered type. */
static size_t positions(symbols *s, const type *t)
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
static meaning position_by_value(symbols *s, const type *t, ref value)
{
    ref position = constant(s, -1);
    for (uint64_t i = t->count; i-- > 0;)
        position = dag_if(s->dag, dag_equal(s->dag, value, constant(s, t->values[i])),
                          constant(s, (int64_t)i), position);
    return (meaning){position, dag_less(s->dag, position, REF_FALSE)};
}

meaning symbolic_position(symbols *s, const type *t, ref value)
{
    dag *d = s->dag;
    if (t->count == 0)
        return (meaning){REF_FALSE, REF_TRUE};
    if (dag_is_constant(d, value)) {
        int64_t at = type_position(t, dag_at(d, value)->imm);
        return at < 0 ? (meaning){REF_FALSE, REF_TRUE} : sure_of(constant(s, at));
    }
    ref beyond = outside(s, t->low, t->high, value);
    if (contiguous(t))
        return (meaning){dag_subtract(d, value, constant(s, t->low)), beyond};
    if ((uint64_t)t->high - (uint64_t)t->low >= SPAN_OF_POSITIONS)
        return position_by_value(s, t, value);
    ref row = dag_subtract(d, value, constant(s, t->low));
    ref position = dag_look(d, positions(s, t), row);
    return (meaning){position, either(s, beyond, dag_less(d, position, REF_FALSE))};
}

meaning symbolic_index(symbols *s, const type *const *types, expr *const *args, size_t count)
{
    meaning whole = nothing;
    for (size_t i = 0; i < count; i++) {
        meaning arg = symbolic(s, args[i]);
        meaning at = symbolic_position(s, types[i], arg.value);
        ref stride = constant(s, (int64_t)types[i]->count);
        whole.value = dag_add(s->dag, dag_multiply(s->dag, whole.value, stride), at.value);
        whole.fails = either(s, whole.fails, either(s, arg.fails, at.fails));
    }
    return whole;
}

/* ---- names, cells, tables ------------------------------------------------ */

static meaning cell_meaning(symbols *s, const expr *e)
{
    const variable *v = e->variable;
    meaning index = symbolic_index(s, v->index, e->args, e->count);
    if (index.fails == REF_TRUE)
        return (meaning){REF_FALSE, REF_TRUE};
    if (dag_is_constant(s->dag, index.value)) {
        size_t at = (size_t)dag_at(s->dag, index.value)->imm;
        return (meaning){cell_read(s, v->first + at), index.fails};
    }
    return (meaning){cell_read_at(s, v, index.value), index.fails};
}

static ref hole_at(symbols *s, const table *t, ref index)
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

static meaning table_meaning(symbols *s, const expr *e)
{
    const table *t = e->table;
    meaning index = symbolic_index(s, t->index, e->args, e->count);
    if (index.fails == REF_TRUE || t->count == 0)
        return (meaning){REF_FALSE, REF_TRUE};
    if (dag_is_constant(s->dag, index.value)) {
        size_t at = (size_t)dag_at(s->dag, index.value)->imm;
        bool hole = t->holes && t->holes[at];
        return (meaning){constant(s, hole ? 0 : t->values[at]), hole ? REF_TRUE : index.fails};
    }
    ref value = dag_look(s->dag, dag_table_new(s->dag, t->count, t->values), index.value);
    if (t->holes)
        index.fails = either(s, index.fails, hole_at(s, t, index.value));
    return (meaning){value, index.fails};
}

/* ---- logic --------------------------------------------------------------- */

static meaning and_meaning(symbols *s, const expr *e)
{
    meaning a = symbolic(s, e->args[0]);
    if (a.value == REF_FALSE)
        return a;
    meaning b = symbolic(s, e->args[1]);
    ref later = dag_and(s->dag, a.value, b.fails);
    return (meaning){dag_and(s->dag, a.value, b.value), either(s, a.fails, later)};
}

static meaning or_meaning(symbols *s, const expr *e)
{
    meaning a = symbolic(s, e->args[0]);
    if (a.value == REF_TRUE)
        return a;
    meaning b = symbolic(s, e->args[1]);
    ref later = dag_and(s->dag, dag_not(s->dag, a.value), b.fails);
    return (meaning){dag_or(s->dag, a.value, b.value), either(s, a.fails, later)};
}

static meaning if_meaning(symbols *s, const expr *e)
{
    meaning c = symbolic(s, e->args[0]);
    meaning a = c.value == REF_FALSE ? nothing : symbolic(s, e->args[1]);
    meaning b = c.value == REF_TRUE ? nothing : symbolic(s, e->args[2]);
    ref later = dag_if(s->dag, c.value, a.fails, b.fails);
    return (meaning){dag_if(s->dag, c.value, a.value, b.value), either(s, c.fails, later)};
}

/* ---- arithmetic and comparisons ------------------------------------------ */

static ref quotient_fails(symbols *s, ref a, ref b)
{
    ref least = dag_equal(s->dag, a, constant(s, INT64_MIN));
    ref overflows = dag_and(s->dag, least, dag_equal(s->dag, b, constant(s, -1)));
    return either(s, dag_equal(s->dag, b, REF_FALSE), overflows);
}

static meaning pair(symbols *s, expr_form form, ref a, ref b)
{
    dag *d = s->dag;
    switch (form) {
    case EXPR_ADD: return (meaning){dag_add(d, a, b), dag_fails(d, DAG_ADD_FAILS, a, b)};
    case EXPR_SUBTRACT:
        return (meaning){dag_subtract(d, a, b), dag_fails(d, DAG_SUBTRACT_FAILS, a, b)};
    case EXPR_MULTIPLY:
        return (meaning){dag_multiply(d, a, b), dag_fails(d, DAG_MULTIPLY_FAILS, a, b)};
    case EXPR_DIVIDE: return (meaning){dag_divide(d, a, b), quotient_fails(s, a, b)};
    case EXPR_MODULO: return (meaning){dag_modulo(d, a, b), dag_equal(d, b, REF_FALSE)};
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

static meaning pair_meaning(symbols *s, const expr *e)
{
    meaning a = symbolic(s, e->args[0]), b = symbolic(s, e->args[1]);
    meaning m = pair(s, e->form, a.value, b.value);
    m.fails = either(s, either(s, a.fails, b.fails), m.fails);
    return m;
}

static meaning negate_meaning(symbols *s, const expr *e)
{
    meaning a = symbolic(s, e->args[0]);
    meaning m = pair(s, EXPR_SUBTRACT, REF_FALSE, a.value);
    return (meaning){m.value, either(s, a.fails, m.fails)};
}

static meaning abs_meaning(symbols *s, const expr *e)
{
    meaning a = symbolic(s, e->args[0]);
    ref least = dag_equal(s->dag, a.value, constant(s, INT64_MIN));
    return (meaning){dag_abs(s->dag, a.value), either(s, a.fails, least)};
}

/* min(a, b, ...) and max */
static meaning extreme_meaning(symbols *s, const expr *e)
{
    meaning all = symbolic(s, e->args[0]);
    for (size_t i = 1; i < e->count; i++) {
        meaning next = symbolic(s, e->args[i]);
        all.value = pair(s, e->form, all.value, next.value).value;
        all.fails = either(s, all.fails, next.fails);
    }
    return all;
}

/* ---- membership ---------------------------------------------------------- */

static meaning in_type(symbols *s, const expr *e)
{
    meaning a = symbolic(s, e->args[0]);
    ref none = symbolic_position(s, e->type, a.value).fails;
    return (meaning){dag_not(s->dag, none), a.fails};
}

static meaning in_range(symbols *s, const expr *e)
{
    dag *d = s->dag;
    meaning x = symbolic(s, e->args[0]), low = symbolic(s, e->args[1]);
    ref above = dag_not(d, dag_less(d, x.value, low.value));
    meaning high = symbolic(s, e->args[2]);
    ref below = dag_not(d, dag_less(d, high.value, x.value));
    ref early = either(s, x.fails, low.fails);
    return (meaning){dag_and(d, above, below), either(s, early, dag_and(d, above, high.fails))};
}

static meaning in_list(symbols *s, const expr *e)
{
    dag *d = s->dag;
    meaning x = symbolic(s, e->args[0]), found = {REF_FALSE, x.fails};
    for (size_t i = 1; i < e->count && found.value != REF_TRUE; i++) {
        meaning one = symbolic(s, e->args[i]);
        ref looked = dag_and(d, dag_not(d, found.value), one.fails);
        found.fails = either(s, found.fails, looked);
        found.value = either(s, found.value, dag_equal(d, x.value, one.value));
    }
    return found;
}

static meaning in_subset(symbols *s, const expr *e)
{
    dag *d = s->dag;
    meaning x = symbolic(s, e->args[0]), set = symbolic(s, e->args[1]);
    meaning at = symbolic_position(s, e->type, x.value);
    ref bit = dag_bit(d, DAG_SHIFT_RIGHT, set.value, at.value);
    ref in = dag_bit(d, DAG_BIT_AND, bit, REF_TRUE);
    return (meaning){dag_and(d, dag_not(d, at.fails), in), either(s, x.fails, set.fails)};
}

/* ---- calls --------------------------------------------------------------- */

static meaning call_meaning(symbols *s, const expr *e)
{
    ref fails = REF_FALSE;
    ref few[8], *values = e->count <= 8 ? few : arena_array(s->memory, e->count, sizeof *values);
    for (size_t i = 0; i < e->count; i++) {
        meaning arg = symbolic(s, e->args[i]);
        values[i] = arg.value;
        fails = either(s, fails, arg.fails);
    }
    for (size_t i = 0; i < e->count; i++)
        s->slot[(size_t)e->slot + i] = values[i];
    meaning body = symbolic(s, e->body);
    return (meaning){body.value, either(s, fails, body.fails)};
}

static meaning of_form(symbols *s, const expr *e)
{
    switch (e->form) {
    case EXPR_VALUE: return sure_of(constant(s, e->value));
    case EXPR_LOCAL: return sure_of(s->slot[e->slot]);
    case EXPR_CELL: return cell_meaning(s, e);
    case EXPR_TABLE: return table_meaning(s, e);
    case EXPR_NOT: {
        meaning a = symbolic(s, e->args[0]);
        return (meaning){dag_not(s->dag, a.value), a.fails};
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
        meaning a = symbolic(s, e->args[0]);
        return (meaning){dag_ones(s->dag, a.value), a.fails};
    }
    case EXPR_ALL:
    case EXPR_ANY:
    case EXPR_COUNT:
    case EXPR_SUM:
    case EXPR_LEAST:
    case EXPR_MOST: return unfold_aggregate(s, e);
    default: return pair_meaning(s, e);
    }
}

meaning symbolic(symbols *s, const expr *e)
{
    if (!symbols_go_on(s) || s->depth >= DEPTH_MOST) {
        s->too_much = true;
        return nothing;
    }
    s->depth++;
    meaning m = of_form(s, e);
    s->depth--;
    return m;
}
