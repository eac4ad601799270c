/*
 * simplify.c - makes operations: constant folding, rewriting, bounds.
 *
 * Each rewriting rule is local: it reads the operands and theirs, never further.  All hold for
 * wrapping arithmetic; a rule that needs that nothing wraps checks the bounds.
 */
#include <assert.h>

#include "puzzle/dag/dag.h"

static bool is_value(const dag *d, ref r, int64_t value)
{
    return dag_is_constant(d, r) && dag_at(d, r)->imm == value;
}

static ref fold_constants(dag *d, dag_op op, ref a, ref b)
{
    return dag_constant(d, dag_apply(op, dag_at(d, a)->imm, dag_at(d, b)->imm));
}

/* A constant is the second operand; else the older node is the first. */
static void order_operands(const dag *d, ref *a, ref *b)
{
    bool swap =
        dag_is_constant(d, *a) ? !dag_is_constant(d, *b) : !dag_is_constant(d, *b) && *a > *b;
    if (swap) {
        ref swapped = *a;
        *a = *b;
        *b = swapped;
    }
}

/* ---- bounds -------------------------------------------------------------- */

typedef struct bounds {
    int64_t low, high;
    bool wraps; /* may overflow; then any value */
} bounds;

static const bounds everything = {INT64_MIN, INT64_MAX, true};

static bounds bounds_of(const dag *d, ref r)
{
    return (bounds){dag_at(d, r)->low, dag_at(d, r)->high, false};
}

static bounds add_bounds(bounds a, bounds b)
{
    bounds s = {0, 0, false};
    if (__builtin_add_overflow(a.low, b.low, &s.low) ||
        __builtin_add_overflow(a.high, b.high, &s.high))
        return everything;
    return s;
}

static bounds subtract_bounds(bounds a, bounds b)
{
    bounds s = {0, 0, false};
    if (__builtin_sub_overflow(a.low, b.high, &s.low) ||
        __builtin_sub_overflow(a.high, b.low, &s.high))
        return everything;
    return s;
}

static bounds multiply_bounds(bounds a, bounds b)
{
    const int64_t x[2] = {a.low, a.high}, y[2] = {b.low, b.high};
    bounds m = {INT64_MAX, INT64_MIN, false};
    for (int i = 0; i < 4; i++) {
        int64_t p;
        if (__builtin_mul_overflow(x[i / 2], y[i % 2], &p))
            return everything;
        m.low = p < m.low ? p : m.low;
        m.high = p > m.high ? p : m.high;
    }
    return m;
}

static int64_t magnitude(bounds a)
{
    if (a.low == INT64_MIN)
        return INT64_MAX;
    int64_t below = a.low < 0 ? -a.low : a.low, above = a.high < 0 ? -a.high : a.high;
    return below > above ? below : above;
}

static bounds divide_bounds(bounds a, bounds b)
{
    if (b.low == b.high && b.low > 0)
        return (bounds){dag_apply(DAG_DIVIDE, a.low, b.low), dag_apply(DAG_DIVIDE, a.high, b.low),
                        false};
    if (a.low == INT64_MIN)
        return everything;
    int64_t m = magnitude(a);
    return a.low >= 0 && b.low >= 0 ? (bounds){0, m, false} : (bounds){-m, m, false};
}

static bounds modulo_bounds(bounds b)
{
    if (b.low == INT64_MIN)
        return everything;
    int64_t m = magnitude(b), most = m > 0 ? m - 1 : 0;
    return (bounds){b.low >= 0 ? 0 : -most, b.high <= 0 ? 0 : most, false};
}

/* ---- arithmetic ---------------------------------------------------------- */

ref dag_add(dag *d, ref a, ref b)
{
    order_operands(d, &a, &b);
    if (dag_is_constant(d, a))
        return fold_constants(d, DAG_ADD, a, b);
    if (is_value(d, b, 0))
        return a;
    if (dag_is_constant(d, b) && dag_at(d, a)->op == DAG_ADD && dag_is_constant(d, dag_at(d, a)->b))
        return dag_add(d, dag_at(d, a)->a, fold_constants(d, DAG_ADD, dag_at(d, a)->b, b));
    bounds s = add_bounds(bounds_of(d, a), bounds_of(d, b));
    return dag_make(d, DAG_ADD, a, b, s.low, s.high);
}

ref dag_subtract(dag *d, ref a, ref b)
{
    if (a == b)
        return REF_FALSE;
    if (dag_is_constant(d, b))
        return dag_add(d, a, dag_constant(d, (int64_t)(0 - (uint64_t)dag_at(d, b)->imm)));
    bounds s = subtract_bounds(bounds_of(d, a), bounds_of(d, b));
    return dag_make(d, DAG_SUBTRACT, a, b, s.low, s.high);
}

ref dag_multiply(dag *d, ref a, ref b)
{
    order_operands(d, &a, &b);
    if (dag_is_constant(d, a))
        return fold_constants(d, DAG_MULTIPLY, a, b);
    if (is_value(d, b, 1))
        return a;
    if (is_value(d, b, 0))
        return b;
    bounds m = multiply_bounds(bounds_of(d, a), bounds_of(d, b));
    return dag_make(d, DAG_MULTIPLY, a, b, m.low, m.high);
}

enum { SMALL_SPAN = 256 };

/* A small range divided by a constant: a table of the results. */
static ref divide_by_table(dag *d, dag_op op, ref a, ref b)
{
    const dag_node n = *dag_at(d, a);
    size_t span = (size_t)((uint64_t)n.high - (uint64_t)n.low) + 1;
    int64_t *rows = arena_array(d->memory, span, sizeof *rows);
    for (size_t i = 0; i < span; i++)
        rows[i] = dag_apply(op, n.low + (int64_t)i, dag_at(d, b)->imm);
    size_t table = dag_table_new(d, span, rows);
    return dag_lookup(d, table, dag_subtract(d, a, dag_constant(d, n.low)));
}

static bool few_by_constant(const dag *d, ref a, ref b)
{
    const dag_node *n = dag_at(d, a);
    return dag_is_constant(d, b) && (uint64_t)n->high - (uint64_t)n->low < SMALL_SPAN;
}

/* a % b where a is at most one b away from 0..b-1; REF_FALSE: it may be further. */
static ref modulo_once(dag *d, ref a, ref b)
{
    const dag_node n = *dag_at(d, a);
    int64_t m = dag_at(d, b)->imm;
    if (n.low >= 0 && n.high - m < m)
        return dag_if(d, dag_less(d, a, b), a, dag_subtract(d, a, b));
    if (n.low >= -m && n.high < m)
        return dag_if(d, dag_less(d, a, REF_FALSE), dag_add(d, a, b), a);
    return REF_FALSE;
}

ref dag_divide(dag *d, ref a, ref b)
{
    if (dag_is_constant(d, a) && dag_is_constant(d, b))
        return fold_constants(d, DAG_DIVIDE, a, b);
    if (is_value(d, b, 1))
        return a;
    if (few_by_constant(d, a, b))
        return divide_by_table(d, DAG_DIVIDE, a, b);
    bounds q = divide_bounds(bounds_of(d, a), bounds_of(d, b));
    return dag_make(d, DAG_DIVIDE, a, b, q.low, q.high);
}

ref dag_modulo(dag *d, ref a, ref b)
{
    if (dag_is_constant(d, a) && dag_is_constant(d, b))
        return fold_constants(d, DAG_MODULO, a, b);
    if (dag_at(d, a)->low >= 0 && dag_at(d, b)->low > dag_at(d, a)->high)
        return a;
    if (few_by_constant(d, a, b)) {
        ref adjusted = dag_at(d, b)->imm > 0 ? modulo_once(d, a, b) : REF_FALSE;
        return adjusted != REF_FALSE ? adjusted : divide_by_table(d, DAG_MODULO, a, b);
    }
    bounds m = modulo_bounds(bounds_of(d, b));
    return dag_make(d, DAG_MODULO, a, b, m.low, m.high);
}

ref dag_min(dag *d, ref a, ref b)
{
    order_operands(d, &a, &b);
    if (a == b || dag_at(d, a)->high <= dag_at(d, b)->low)
        return a;
    if (dag_at(d, b)->high <= dag_at(d, a)->low)
        return b;
    int64_t low = dag_at(d, a)->low < dag_at(d, b)->low ? dag_at(d, a)->low : dag_at(d, b)->low;
    int64_t high =
        dag_at(d, a)->high < dag_at(d, b)->high ? dag_at(d, a)->high : dag_at(d, b)->high;
    return dag_make(d, DAG_MIN, a, b, low, high);
}

ref dag_max(dag *d, ref a, ref b)
{
    order_operands(d, &a, &b);
    if (a == b || dag_at(d, a)->low >= dag_at(d, b)->high)
        return a;
    if (dag_at(d, b)->low >= dag_at(d, a)->high)
        return b;
    int64_t low = dag_at(d, a)->low > dag_at(d, b)->low ? dag_at(d, a)->low : dag_at(d, b)->low;
    int64_t high =
        dag_at(d, a)->high > dag_at(d, b)->high ? dag_at(d, a)->high : dag_at(d, b)->high;
    return dag_make(d, DAG_MAX, a, b, low, high);
}

ref dag_abs(dag *d, ref a)
{
    bounds x = bounds_of(d, a);
    if (x.low >= 0)
        return a;
    if (dag_is_constant(d, a))
        return fold_constants(d, DAG_ABS, a, a);
    if (x.low == INT64_MIN)
        return dag_make(d, DAG_ABS, a, 0, INT64_MIN, INT64_MAX);
    return dag_make(d, DAG_ABS, a, 0, x.high < 0 ? -x.high : 0, magnitude(x));
}

ref dag_overflows(dag *d, dag_op op, ref a, ref b)
{
    bounds x = bounds_of(d, a), y = bounds_of(d, b);
    bounds all = op == DAG_ADD_OVERFLOWS        ? add_bounds(x, y)
                 : op == DAG_SUBTRACT_OVERFLOWS ? subtract_bounds(x, y)
                                                : multiply_bounds(x, y);
    if (!all.wraps)
        return REF_FALSE;
    if (dag_is_constant(d, a) && dag_is_constant(d, b))
        return fold_constants(d, op, a, b);
    if (op != DAG_SUBTRACT_OVERFLOWS)
        order_operands(d, &a, &b);
    return dag_make_truth(d, op, a, b);
}

/* ---- comparisons --------------------------------------------------------- */

/* x == k where k is within the bounds of x. */
static ref equal_constant(dag *d, ref x, ref k)
{
    const dag_node n = *dag_at(d, x);
    int64_t value = dag_at(d, k)->imm;
    if (n.low == 0 && n.high == 1)
        return value ? x : dag_not(d, x);
    if (n.op == DAG_ADD && dag_is_constant(d, n.b))
        return dag_equal(d, n.a, dag_subtract(d, k, n.b));
    if (n.op == DAG_IF && (dag_is_constant(d, n.b) || dag_is_constant(d, n.c)))
        return dag_if(d, n.a, dag_equal(d, n.b, k), dag_equal(d, n.c, k));
    return dag_make_truth(d, DAG_EQUAL, x, k);
}

ref dag_equal(dag *d, ref a, ref b)
{
    if (a == b)
        return REF_TRUE;
    if (dag_at(d, a)->high < dag_at(d, b)->low || dag_at(d, b)->high < dag_at(d, a)->low)
        return REF_FALSE;
    order_operands(d, &a, &b);
    if (dag_is_constant(d, b))
        return equal_constant(d, a, b);
    if (dag_is_truth(d, a) && dag_is_truth(d, b)) {
        if (dag_at(d, a)->op == DAG_NOT)
            return dag_not(d, dag_equal(d, dag_at(d, a)->a, b));
        if (dag_at(d, b)->op == DAG_NOT)
            return dag_not(d, dag_equal(d, a, dag_at(d, b)->a));
    }
    const dag_node x = *dag_at(d, a), y = *dag_at(d, b);
    if (x.op == DAG_ADD && y.op == DAG_ADD && dag_is_constant(d, x.b) && x.b == y.b)
        return dag_equal(d, x.a, y.a);
    return dag_make_truth(d, DAG_EQUAL, a, b);
}

/* a < b where one is a constant at the edge of the other's bounds: an equality. */
static bool less_at_edge(dag *d, ref a, ref b, ref *out)
{
    const dag_node x = *dag_at(d, a), y = *dag_at(d, b);
    if (y.op == DAG_CONSTANT && x.low == y.imm - 1)
        *out = dag_equal(d, a, dag_constant(d, x.low));
    else if (y.op == DAG_CONSTANT && x.high == y.imm)
        *out = dag_not(d, dag_equal(d, a, b));
    else if (x.op == DAG_CONSTANT && y.low == x.imm)
        *out = dag_not(d, dag_equal(d, b, a));
    else if (x.op == DAG_CONSTANT && y.high == x.imm + 1)
        *out = dag_equal(d, b, dag_constant(d, y.high));
    else
        return false;
    return true;
}

/* x + k < c as x < c - k, where nothing wraps. */
static bool less_after_sum(dag *d, ref a, ref b, ref *out)
{
    const dag_node x = *dag_at(d, a), y = *dag_at(d, b);
    const dag_node *sum = x.op == DAG_ADD ? &x : &y, *other = x.op == DAG_ADD ? &y : &x;
    if (sum->op != DAG_ADD || !dag_is_constant(d, sum->b) || other->op != DAG_CONSTANT)
        return false;
    int64_t moved;
    if (add_bounds(bounds_of(d, sum->a), bounds_of(d, sum->b)).wraps ||
        __builtin_sub_overflow(other->imm, dag_at(d, sum->b)->imm, &moved))
        return false;
    ref k = dag_constant(d, moved);
    *out = sum == &x ? dag_less(d, x.a, k) : dag_less(d, k, y.a);
    return true;
}

ref dag_less(dag *d, ref a, ref b)
{
    ref other;
    if (a == b || dag_at(d, a)->low >= dag_at(d, b)->high)
        return REF_FALSE;
    if (dag_at(d, a)->high < dag_at(d, b)->low)
        return REF_TRUE;
    if (less_at_edge(d, a, b, &other) || less_after_sum(d, a, b, &other))
        return other;
    return dag_make_truth(d, DAG_LESS, a, b);
}

/* ---- logic --------------------------------------------------------------- */

ref dag_negation(dag *d, ref a)
{
    assert(dag_is_truth(d, a) && !dag_is_constant(d, a));
    if (dag_at(d, a)->op == DAG_NOT)
        return dag_at(d, a)->a;
    return dag_make_truth(d, DAG_NOT, a, 0);
}

static bool are_opposite(const dag *d, ref a, ref b)
{
    return (dag_at(d, a)->op == DAG_NOT && dag_at(d, a)->a == b) ||
           (dag_at(d, b)->op == DAG_NOT && dag_at(d, b)->a == a);
}

/* Whether no two of them hold at once, as x == 1 and x == 2. */
static bool are_exclusive(const dag *d, ref a, ref b)
{
    const dag_node *x = dag_at(d, a), *y = dag_at(d, b);
    return x->op == DAG_EQUAL && y->op == DAG_EQUAL && x->a == y->a && dag_is_constant(d, x->b) &&
           dag_is_constant(d, y->b) && x->b != y->b;
}

static bool is_operand_of(const dag *d, dag_op op, ref operand, ref operation)
{
    return dag_at(d, operation)->op == op &&
           (dag_at(d, operation)->a == operand || dag_at(d, operation)->b == operand);
}

ref dag_conjunction(dag *d, ref a, ref b)
{
    assert(dag_is_truth(d, a) && dag_is_truth(d, b));
    order_operands(d, &a, &b);
    if (a == b || is_operand_of(d, DAG_AND, b, a))
        return a;
    if (is_operand_of(d, DAG_AND, a, b))
        return b;
    if (are_opposite(d, a, b) || are_exclusive(d, a, b))
        return REF_FALSE;
    return dag_make_truth(d, DAG_AND, a, b);
}

ref dag_disjunction(dag *d, ref a, ref b)
{
    assert(dag_is_truth(d, a) && dag_is_truth(d, b));
    order_operands(d, &a, &b);
    if (a == b || is_operand_of(d, DAG_OR, b, a))
        return a;
    if (is_operand_of(d, DAG_OR, a, b))
        return b;
    if (are_opposite(d, a, b))
        return REF_TRUE;
    return dag_make_truth(d, DAG_OR, a, b);
}

/* Between truth values, an `if` with a constant branch is an `and` or an `or`. */
static bool if_as_logic(dag *d, ref c, ref a, ref b, ref *out)
{
    if (!dag_is_truth(d, a) || !dag_is_truth(d, b))
        return false;
    if (dag_is_constant(d, a))
        *out = dag_at(d, a)->imm ? dag_or(d, c, b) : dag_and(d, dag_not(d, c), b);
    else if (dag_is_constant(d, b))
        *out = dag_at(d, b)->imm ? dag_or(d, dag_not(d, c), a) : dag_and(d, c, a);
    else
        return false;
    return true;
}

/* An `if` in a branch whose one result is the other branch: one `if` of two conditions. */
static bool if_of_two(dag *d, ref c, ref a, ref b, ref *out)
{
    const dag_node then = *dag_at(d, a), otherwise = *dag_at(d, b);
    if (then.op == DAG_IF && then.c == b)
        *out = dag_if(d, dag_and(d, c, then.a), then.b, b);
    else if (then.op == DAG_IF && then.b == b)
        *out = dag_if(d, dag_and(d, c, dag_not(d, then.a)), then.c, b);
    else if (otherwise.op == DAG_IF && otherwise.b == a)
        *out = dag_if(d, dag_or(d, c, otherwise.a), a, otherwise.c);
    else if (otherwise.op == DAG_IF && otherwise.c == a)
        *out = dag_if(d, dag_or(d, c, dag_not(d, otherwise.a)), a, otherwise.b);
    else
        return false;
    return true;
}

/* Between sums of one constant: a sum. */
static bool if_of_sums(dag *d, ref c, ref a, ref b, ref *out)
{
    const dag_node x = *dag_at(d, a), y = *dag_at(d, b);
    const bool of_a = x.op == DAG_ADD && dag_is_constant(d, x.b);
    const ref more = of_a ? x.b : y.b;
    if (!of_a && !(y.op == DAG_ADD && dag_is_constant(d, y.b)))
        return false;
    if ((x.op == DAG_ADD && x.b == more) || x.op == DAG_CONSTANT)
        if ((y.op == DAG_ADD && y.b == more) || y.op == DAG_CONSTANT) {
            *out =
                dag_add(d, dag_if(d, c, dag_subtract(d, a, more), dag_subtract(d, b, more)), more);
            return true;
        }
    return false;
}

ref dag_if(dag *d, ref c, ref a, ref b)
{
    ref other;
    assert(dag_is_truth(d, c));
    if (dag_is_constant(d, c))
        return dag_at(d, c)->imm ? a : b;
    if (a == b)
        return a;
    if (dag_at(d, c)->op == DAG_NOT)
        return dag_if(d, dag_at(d, c)->a, b, a);
    if (if_as_logic(d, c, a, b, &other) || if_of_two(d, c, a, b, &other) ||
        if_of_sums(d, c, a, b, &other))
        return other;
    int64_t low = dag_at(d, a)->low < dag_at(d, b)->low ? dag_at(d, a)->low : dag_at(d, b)->low;
    int64_t high =
        dag_at(d, a)->high > dag_at(d, b)->high ? dag_at(d, a)->high : dag_at(d, b)->high;
    return dag_intern(d,
                      (dag_node){.op = DAG_IF, .a = c, .b = a, .c = b, .low = low, .high = high});
}

/* ---- bits ---------------------------------------------------------------- */

static bounds bit_bounds(const dag *d, dag_op op, ref a, ref b)
{
    const dag_node *x = dag_at(d, a), *y = dag_at(d, b);
    if (op == DAG_BIT_AND && (x->low >= 0 || y->low >= 0)) {
        int64_t most = x->low < 0 ? y->high : y->low < 0 || x->high < y->high ? x->high : y->high;
        return (bounds){0, most, false};
    }
    if (op == DAG_SHIFT_RIGHT && x->low >= 0)
        return (bounds){0, x->high, false};
    return everything;
}

ref dag_bit(dag *d, dag_op op, ref a, ref b)
{
    if (op == DAG_BIT_AND || op == DAG_BIT_OR || op == DAG_BIT_XOR)
        order_operands(d, &a, &b);
    if (dag_is_constant(d, a) && dag_is_constant(d, b))
        return fold_constants(d, op, a, b);
    if (is_value(d, b, 0))
        return op == DAG_BIT_AND ? b : a;
    if (op == DAG_BIT_AND && is_value(d, b, -1))
        return a;
    bounds x = bit_bounds(d, op, a, b);
    return dag_make(d, op, a, b, x.low, x.high);
}

ref dag_ones(dag *d, ref a)
{
    if (dag_is_constant(d, a))
        return fold_constants(d, DAG_ONES, a, a);
    return dag_make(d, DAG_ONES, a, 0, 0, 64);
}
