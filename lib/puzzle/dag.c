/*
 * dag.c - making nodes: each is looked up first, folded where it can be, and given its bounds.
 *
 * The rewriting rules are few and each is local: a rule looks at the operands, never further than
 * their operands.  All hold for wrapping arithmetic; where one needs that nothing wraps, it asks
 * the bounds.
 */
#include "puzzle/dag.h"

#include <string.h>

enum { LOOKED_THROUGH = 4096 }; /* rows of a table read for bounds */

static const dag_node *at(const dag *d, ref r)
{
    return &d->nodes[r];
}

static bool constant(const dag *d, ref r)
{
    return d->nodes[r].op == DAG_CONSTANT;
}

static bool is(const dag *d, ref r, int64_t value)
{
    return constant(d, r) && at(d, r)->imm == value;
}

static ref truth(bool holds)
{
    return holds ? REF_TRUE : REF_FALSE;
}

/* ---- the table of nodes ------------------------------------------------- */

static size_t hash(const dag_node *n)
{
    uint64_t h = (uint64_t)n->op * 0x9E3779B97F4A7C15U;
    h = (h ^ n->a) * 0xBF58476D1CE4E5B9U;
    h = (h ^ n->b ^ h >> 29) * 0x94D049BB133111EBU;
    h = (h ^ n->c ^ h >> 31) * 0x9E3779B97F4A7C15U;
    h = (h ^ (uint64_t)n->imm ^ h >> 30) * 0xBF58476D1CE4E5B9U;
    return (size_t)(h ^ h >> 32);
}

static bool same(const dag_node *m, const dag_node *n)
{
    return m->op == n->op && m->a == n->a && m->b == n->b && m->c == n->c && m->imm == n->imm;
}

static void rehash(dag *d)
{
    d->slots = d->slots ? d->slots * 2 : 4096;
    d->slot = arena_array(d->memory, d->slots, sizeof *d->slot);
    for (size_t r = 1; r < d->count; r++) {
        size_t s = hash(&d->nodes[r]) & (d->slots - 1);
        while (d->slot[s])
            s = (s + 1) & (d->slots - 1);
        d->slot[s] = (ref)r;
    }
}

static ref intern(dag *d, dag_node n)
{
    if (d->count && same(&d->nodes[0], &n))
        return 0;
    if (2 * d->count >= d->slots)
        rehash(d);
    size_t s = hash(&n) & (d->slots - 1);
    for (; d->slot[s]; s = (s + 1) & (d->slots - 1))
        if (same(&d->nodes[d->slot[s]], &n))
            return d->slot[s];
    if (d->count >= d->most) {
        d->full = true;
        return 0;
    }
    if (d->count)
        d->slot[s] = (ref)d->count;
    ARENA_PUSH(d->memory, d->nodes, d->count, d->room, n);
    return (ref)(d->count - 1);
}

/* A truth value, by what is known of it. */
static ref known(const dag *d, ref r)
{
    if (!d->use_facts || r >= d->fact_room || !d->fact[r])
        return r;
    return truth(d->fact[r] == 2);
}

static ref make(dag *d, dag_op op, ref a, ref b, int64_t low, int64_t high)
{
    if (low == high)
        return dag_constant(d, low);
    return intern(d, (dag_node){.op = op, .a = a, .b = b, .low = low, .high = high});
}

static ref make_truth(dag *d, dag_op op, ref a, ref b)
{
    return known(d, intern(d, (dag_node){.op = op, .a = a, .b = b, .low = 0, .high = 1}));
}

void dag_start(dag *d, arena *memory, size_t most)
{
    *d = (dag){.memory = memory, .most = most};
    dag_constant(d, 0);
    dag_constant(d, 1);
}

ref dag_constant(dag *d, int64_t value)
{
    return intern(d, (dag_node){.op = DAG_CONSTANT, .imm = value, .low = value, .high = value});
}

/* ---- arithmetic of one value --------------------------------------------- */

static int64_t divide(int64_t a, int64_t b)
{
    if (b == 0)
        return 0;
    if (b == -1)
        return (int64_t)(0 - (uint64_t)a);
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t modulo(int64_t a, int64_t b)
{
    if (b == 0 || b == -1)
        return 0;
    int64_t m = a % b;
    return m != 0 && (m < 0) != (b < 0) ? m + b : m;
}

int64_t dag_apply(dag_op op, int64_t a, int64_t b)
{
    uint64_t ua = (uint64_t)a, ub = (uint64_t)b;
    int64_t ignored;
    switch (op) {
    case DAG_ADD: return (int64_t)(ua + ub);
    case DAG_SUBTRACT: return (int64_t)(ua - ub);
    case DAG_MULTIPLY: return (int64_t)(ua * ub);
    case DAG_DIVIDE: return divide(a, b);
    case DAG_MODULO: return modulo(a, b);
    case DAG_MIN: return a < b ? a : b;
    case DAG_MAX: return a > b ? a : b;
    case DAG_ABS: return a < 0 ? (int64_t)(0 - ua) : a;
    case DAG_ADD_FAILS: return __builtin_add_overflow(a, b, &ignored);
    case DAG_SUBTRACT_FAILS: return __builtin_sub_overflow(a, b, &ignored);
    case DAG_MULTIPLY_FAILS: return __builtin_mul_overflow(a, b, &ignored);
    case DAG_EQUAL: return a == b;
    case DAG_LESS: return a < b;
    case DAG_NOT: return !a;
    case DAG_AND:
    case DAG_BIT_AND: return (int64_t)(ua & ub);
    case DAG_OR:
    case DAG_BIT_OR: return (int64_t)(ua | ub);
    case DAG_BIT_XOR: return (int64_t)(ua ^ ub);
    case DAG_SHIFT_LEFT: return (int64_t)(ua << (ub & 63));
    case DAG_SHIFT_RIGHT: return (int64_t)(ua >> (ub & 63));
    case DAG_ONES: return __builtin_popcountll(ua);
    case DAG_CONSTANT:
    case DAG_WORD:
    case DAG_BITS:
    case DAG_CELL_AT:
    case DAG_LOOK:
    case DAG_IF: break;
    }
    return 0;
}

static ref fold(dag *d, dag_op op, ref a, ref b)
{
    return dag_constant(d, dag_apply(op, at(d, a)->imm, at(d, b)->imm));
}

/* Constants stand behind, else the older node stands first. */
static void arrange(const dag *d, ref *a, ref *b)
{
    bool swap = constant(d, *a) ? !constant(d, *b) : !constant(d, *b) && *a > *b;
    if (swap) {
        ref held = *a;
        *a = *b;
        *b = held;
    }
}

/* ---- bounds -------------------------------------------------------------- */

typedef struct bounds {
    int64_t low, high;
    bool wraps; /* may overflow; then they are all there is */
} bounds;

static const bounds everything = {INT64_MIN, INT64_MAX, true};

static bounds bounds_of(const dag *d, ref r)
{
    return (bounds){at(d, r)->low, at(d, r)->high, false};
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
        return (bounds){divide(a.low, b.low), divide(a.high, b.low), false};
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

/* ---- leaves -------------------------------------------------------------- */

ref dag_word(dag *d, unsigned word)
{
    return intern(d, (dag_node){.op = DAG_WORD, .imm = word, .low = INT64_MIN, .high = INT64_MAX});
}

ref dag_bits(dag *d, ref word, unsigned shift, unsigned width, int64_t high)
{
    if (width == 0 || high == 0)
        return REF_FALSE;
    return intern(d, (dag_node){.op = DAG_BITS,
                                .a = word,
                                .imm = (int64_t)shift + 64 * (int64_t)width,
                                .high = high});
}

ref dag_cell_at(dag *d, size_t array, ref index)
{
    const dag_array *of = &d->arrays[array];
    if (of->width == 0 || of->high == 0)
        return REF_FALSE;
    return intern(
        d, (dag_node){.op = DAG_CELL_AT, .a = index, .imm = (int64_t)array, .high = of->high});
}

size_t dag_table_new(dag *d, size_t count, const int64_t *values)
{
    for (size_t t = 0; t < d->table_count; t++)
        if (d->tables[t].count == count &&
            (d->tables[t].values == values ||
             memcmp(d->tables[t].values, values, count * sizeof *values) == 0))
            return t;
    dag_table table = {count, values};
    ARENA_PUSH(d->memory, d->tables, d->table_count, d->table_room, table);
    return d->table_count - 1;
}

/* Rows that can be read: the index' bounds within the table. */
static void look_span(const dag *d, const dag_table *t, ref index, size_t *from, size_t *to)
{
    const dag_node *i = at(d, index);
    *from = i->low > 0 ? (size_t)i->low : 0;
    *to = i->high < 0 ? 0 : (uint64_t)i->high >= t->count ? t->count : (size_t)i->high + 1;
}

ref dag_look(dag *d, size_t table, ref index)
{
    const dag_table *t = &d->tables[table];
    size_t from, to;
    look_span(d, t, index, &from, &to);
    if (from >= to)
        return REF_FALSE;
    if (to - from > LOOKED_THROUGH)
        from = 0, to = t->count;
    int64_t low = t->values[from], high = low;
    for (size_t i = from; i < to; i++) {
        low = t->values[i] < low ? t->values[i] : low;
        high = t->values[i] > high ? t->values[i] : high;
    }
    const dag_node *i = at(d, index);
    if (i->low < 0 || (i->high >= 0 && (uint64_t)i->high >= t->count)) {
        low = low > 0 ? 0 : low; /* an index out of range reads 0 */
        high = high < 0 ? 0 : high;
    }
    if (low == high)
        return dag_constant(d, low);
    return intern(
        d, (dag_node){.op = DAG_LOOK, .a = index, .imm = (int64_t)table, .low = low, .high = high});
}

/* ---- arithmetic ---------------------------------------------------------- */

ref dag_add(dag *d, ref a, ref b)
{
    arrange(d, &a, &b);
    if (constant(d, a))
        return fold(d, DAG_ADD, a, b);
    if (is(d, b, 0))
        return a;
    if (constant(d, b) && at(d, a)->op == DAG_ADD && constant(d, at(d, a)->b))
        return dag_add(d, at(d, a)->a, fold(d, DAG_ADD, at(d, a)->b, b));
    bounds s = add_bounds(bounds_of(d, a), bounds_of(d, b));
    return make(d, DAG_ADD, a, b, s.low, s.high);
}

ref dag_subtract(dag *d, ref a, ref b)
{
    if (a == b)
        return REF_FALSE;
    if (constant(d, b))
        return dag_add(d, a, dag_constant(d, (int64_t)(0 - (uint64_t)at(d, b)->imm)));
    bounds s = subtract_bounds(bounds_of(d, a), bounds_of(d, b));
    return make(d, DAG_SUBTRACT, a, b, s.low, s.high);
}

ref dag_multiply(dag *d, ref a, ref b)
{
    arrange(d, &a, &b);
    if (constant(d, a))
        return fold(d, DAG_MULTIPLY, a, b);
    if (is(d, b, 1))
        return a;
    if (is(d, b, 0))
        return b;
    bounds m = multiply_bounds(bounds_of(d, a), bounds_of(d, b));
    return make(d, DAG_MULTIPLY, a, b, m.low, m.high);
}

enum { SMALL_SPAN = 256 };

/* Dividing few values by a constant: a table of the results. */
static ref divide_by_table(dag *d, dag_op op, ref a, ref b)
{
    const dag_node n = *at(d, a);
    size_t span = (size_t)(n.high - n.low) + 1;
    int64_t *rows = arena_array(d->memory, span, sizeof *rows);
    for (size_t i = 0; i < span; i++)
        rows[i] = dag_apply(op, n.low + (int64_t)i, at(d, b)->imm);
    size_t table = dag_table_new(d, span, rows);
    return dag_look(d, table, dag_subtract(d, a, dag_constant(d, n.low)));
}

static bool few_by_constant(const dag *d, ref a, ref b)
{
    const dag_node *n = at(d, a);
    return constant(d, b) && (uint64_t)n->high - (uint64_t)n->low < SMALL_SPAN;
}

/* a % b where a is at most one b away from 0..b-1. */
static ref modulo_once(dag *d, ref a, ref b)
{
    const dag_node n = *at(d, a);
    int64_t m = at(d, b)->imm;
    if (n.low >= 0 && n.high - m < m)
        return dag_if(d, dag_less(d, a, b), a, dag_subtract(d, a, b));
    if (n.low >= -m && n.high < m)
        return dag_if(d, dag_less(d, a, REF_FALSE), dag_add(d, a, b), a);
    return REF_FALSE;
}

ref dag_divide(dag *d, ref a, ref b)
{
    if (constant(d, a) && constant(d, b))
        return fold(d, DAG_DIVIDE, a, b);
    if (is(d, b, 1))
        return a;
    if (few_by_constant(d, a, b))
        return divide_by_table(d, DAG_DIVIDE, a, b);
    bounds q = divide_bounds(bounds_of(d, a), bounds_of(d, b));
    return make(d, DAG_DIVIDE, a, b, q.low, q.high);
}

ref dag_modulo(dag *d, ref a, ref b)
{
    if (constant(d, a) && constant(d, b))
        return fold(d, DAG_MODULO, a, b);
    if (at(d, a)->low >= 0 && at(d, b)->low > at(d, a)->high)
        return a;
    if (few_by_constant(d, a, b)) {
        ref once = at(d, b)->imm > 0 ? modulo_once(d, a, b) : REF_FALSE;
        return once != REF_FALSE ? once : divide_by_table(d, DAG_MODULO, a, b);
    }
    bounds m = modulo_bounds(bounds_of(d, b));
    return make(d, DAG_MODULO, a, b, m.low, m.high);
}

ref dag_min(dag *d, ref a, ref b)
{
    arrange(d, &a, &b);
    if (a == b || at(d, a)->high <= at(d, b)->low)
        return a;
    if (at(d, b)->high <= at(d, a)->low)
        return b;
    int64_t low = at(d, a)->low < at(d, b)->low ? at(d, a)->low : at(d, b)->low;
    int64_t high = at(d, a)->high < at(d, b)->high ? at(d, a)->high : at(d, b)->high;
    return make(d, DAG_MIN, a, b, low, high);
}

ref dag_max(dag *d, ref a, ref b)
{
    arrange(d, &a, &b);
    if (a == b || at(d, a)->low >= at(d, b)->high)
        return a;
    if (at(d, b)->low >= at(d, a)->high)
        return b;
    int64_t low = at(d, a)->low > at(d, b)->low ? at(d, a)->low : at(d, b)->low;
    int64_t high = at(d, a)->high > at(d, b)->high ? at(d, a)->high : at(d, b)->high;
    return make(d, DAG_MAX, a, b, low, high);
}

ref dag_abs(dag *d, ref a)
{
    bounds x = bounds_of(d, a);
    if (x.low >= 0)
        return a;
    if (constant(d, a))
        return fold(d, DAG_ABS, a, a);
    if (x.low == INT64_MIN)
        return make(d, DAG_ABS, a, 0, INT64_MIN, INT64_MAX);
    return make(d, DAG_ABS, a, 0, x.high < 0 ? -x.high : 0, magnitude(x));
}

ref dag_fails(dag *d, dag_op op, ref a, ref b)
{
    bounds x = bounds_of(d, a), y = bounds_of(d, b);
    bounds all = op == DAG_ADD_FAILS        ? add_bounds(x, y)
                 : op == DAG_SUBTRACT_FAILS ? subtract_bounds(x, y)
                                            : multiply_bounds(x, y);
    if (!all.wraps)
        return REF_FALSE;
    if (constant(d, a) && constant(d, b))
        return fold(d, op, a, b);
    if (op != DAG_SUBTRACT_FAILS)
        arrange(d, &a, &b);
    return make_truth(d, op, a, b);
}

/* ---- comparisons --------------------------------------------------------- */

/* x == k where x has the bounds for it. */
static ref equal_constant(dag *d, ref x, ref k)
{
    const dag_node n = *at(d, x);
    int64_t value = at(d, k)->imm;
    if (n.low == 0 && n.high == 1)
        return value ? x : dag_not(d, x);
    if (n.op == DAG_ADD && constant(d, n.b))
        return dag_equal(d, n.a, dag_subtract(d, k, n.b));
    if (n.op == DAG_IF && (constant(d, n.b) || constant(d, n.c)))
        return dag_if(d, n.a, dag_equal(d, n.b, k), dag_equal(d, n.c, k));
    return make_truth(d, DAG_EQUAL, x, k);
}

ref dag_equal(dag *d, ref a, ref b)
{
    if (a == b)
        return REF_TRUE;
    if (at(d, a)->high < at(d, b)->low || at(d, b)->high < at(d, a)->low)
        return REF_FALSE;
    arrange(d, &a, &b);
    if (constant(d, b))
        return equal_constant(d, a, b);
    if (dag_is_truth(d, a) && dag_is_truth(d, b)) {
        if (at(d, a)->op == DAG_NOT)
            return dag_not(d, dag_equal(d, at(d, a)->a, b));
        if (at(d, b)->op == DAG_NOT)
            return dag_not(d, dag_equal(d, a, at(d, b)->a));
    }
    const dag_node x = *at(d, a), y = *at(d, b);
    if (x.op == DAG_ADD && y.op == DAG_ADD && constant(d, x.b) && x.b == y.b)
        return dag_equal(d, x.a, y.a);
    return make_truth(d, DAG_EQUAL, a, b);
}

/* a < b with one constant that is at the edge of the other's bounds: an equality. */
static bool less_at_edge(dag *d, ref a, ref b, ref *out)
{
    const dag_node x = *at(d, a), y = *at(d, b);
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
static bool less_shifted(dag *d, ref a, ref b, ref *out)
{
    const dag_node x = *at(d, a), y = *at(d, b);
    const dag_node *sum = x.op == DAG_ADD ? &x : &y, *other = x.op == DAG_ADD ? &y : &x;
    if (sum->op != DAG_ADD || !constant(d, sum->b) || other->op != DAG_CONSTANT)
        return false;
    int64_t moved;
    if (add_bounds(bounds_of(d, sum->a), bounds_of(d, sum->b)).wraps ||
        __builtin_sub_overflow(other->imm, at(d, sum->b)->imm, &moved))
        return false;
    ref k = dag_constant(d, moved);
    *out = sum == &x ? dag_less(d, x.a, k) : dag_less(d, k, y.a);
    return true;
}

ref dag_less(dag *d, ref a, ref b)
{
    ref other;
    if (a == b || at(d, a)->low >= at(d, b)->high)
        return REF_FALSE;
    if (at(d, a)->high < at(d, b)->low)
        return REF_TRUE;
    if (less_at_edge(d, a, b, &other) || less_shifted(d, a, b, &other))
        return other;
    return make_truth(d, DAG_LESS, a, b);
}

/* ---- logic --------------------------------------------------------------- */

ref dag_not(dag *d, ref a)
{
    if (constant(d, a))
        return truth(!at(d, a)->imm);
    if (at(d, a)->op == DAG_NOT)
        return at(d, a)->a;
    return make_truth(d, DAG_NOT, a, 0);
}

static bool opposite(const dag *d, ref a, ref b)
{
    return (at(d, a)->op == DAG_NOT && at(d, a)->a == b) ||
           (at(d, b)->op == DAG_NOT && at(d, b)->a == a);
}

/* x == 1 and x == 2 cannot both be. */
static bool exclusive(const dag *d, ref a, ref b)
{
    const dag_node *x = at(d, a), *y = at(d, b);
    return x->op == DAG_EQUAL && y->op == DAG_EQUAL && x->a == y->a && constant(d, x->b) &&
           constant(d, y->b) && x->b != y->b;
}

static bool part_of(const dag *d, dag_op op, ref part, ref whole)
{
    return at(d, whole)->op == op && (at(d, whole)->a == part || at(d, whole)->b == part);
}

ref dag_and(dag *d, ref a, ref b)
{
    arrange(d, &a, &b);
    if (constant(d, b))
        return at(d, b)->imm ? a : REF_FALSE;
    if (a == b || part_of(d, DAG_AND, b, a))
        return a;
    if (part_of(d, DAG_AND, a, b))
        return b;
    if (opposite(d, a, b) || exclusive(d, a, b))
        return REF_FALSE;
    return make_truth(d, DAG_AND, a, b);
}

ref dag_or(dag *d, ref a, ref b)
{
    arrange(d, &a, &b);
    if (constant(d, b))
        return at(d, b)->imm ? REF_TRUE : a;
    if (a == b || part_of(d, DAG_OR, b, a))
        return a;
    if (part_of(d, DAG_OR, a, b))
        return b;
    if (opposite(d, a, b))
        return REF_TRUE;
    return make_truth(d, DAG_OR, a, b);
}

/* Between truth values, an `if` with a constant branch is an `and` or an `or`. */
static bool if_logic(dag *d, ref c, ref a, ref b, ref *out)
{
    if (!dag_is_truth(d, a) || !dag_is_truth(d, b))
        return false;
    if (constant(d, a))
        *out = at(d, a)->imm ? dag_or(d, c, b) : dag_and(d, dag_not(d, c), b);
    else if (constant(d, b))
        *out = at(d, b)->imm ? dag_or(d, dag_not(d, c), a) : dag_and(d, c, a);
    else
        return false;
    return true;
}

ref dag_if(dag *d, ref c, ref a, ref b)
{
    ref other;
    if (constant(d, c))
        return at(d, c)->imm ? a : b;
    if (a == b)
        return a;
    if (at(d, c)->op == DAG_NOT)
        return dag_if(d, at(d, c)->a, b, a);
    if (if_logic(d, c, a, b, &other))
        return other;
    int64_t low = at(d, a)->low < at(d, b)->low ? at(d, a)->low : at(d, b)->low;
    int64_t high = at(d, a)->high > at(d, b)->high ? at(d, a)->high : at(d, b)->high;
    return intern(d, (dag_node){.op = DAG_IF, .a = c, .b = a, .c = b, .low = low, .high = high});
}

/* ---- bits ---------------------------------------------------------------- */

static bounds bit_bounds(const dag *d, dag_op op, ref a, ref b)
{
    const dag_node *x = at(d, a), *y = at(d, b);
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
        arrange(d, &a, &b);
    if (constant(d, a) && constant(d, b))
        return fold(d, op, a, b);
    if (is(d, b, 0))
        return op == DAG_BIT_AND ? b : a;
    if (op == DAG_BIT_AND && is(d, b, -1))
        return a;
    bounds x = bit_bounds(d, op, a, b);
    return make(d, op, a, b, x.low, x.high);
}

ref dag_ones(dag *d, ref a)
{
    if (constant(d, a))
        return fold(d, DAG_ONES, a, a);
    return make(d, DAG_ONES, a, 0, 0, 64);
}

/* ---- what is known ------------------------------------------------------- */

static void note_fact(dag *d, ref r, bool holds)
{
    if (r >= d->fact_room) {
        size_t room = d->room > r ? d->room : (size_t)r + 1;
        uint8_t *grown = arena_array(d->memory, room, 1);
        if (d->fact_room)
            memcpy(grown, d->fact, d->fact_room);
        d->fact = grown;
        d->fact_room = room;
    }
    d->fact[r] = holds ? 2 : 1;
}

void dag_assume(dag *d, ref fact, bool holds)
{
    size_t count = 0, room = 0;
    ref *waiting = NULL;
    ARENA_PUSH(d->memory, waiting, count, room, fact << 1 | holds);
    while (count) {
        ref r = waiting[--count] >> 1;
        bool true_ = waiting[count] & 1;
        const dag_node n = *at(d, r);
        if (n.op == DAG_CONSTANT || (r < d->fact_room && d->fact[r]))
            continue;
        note_fact(d, r, true_);
        if (n.op == DAG_NOT)
            ARENA_PUSH(d->memory, waiting, count, room, n.a << 1 | !true_);
        if ((n.op == DAG_AND && true_) || (n.op == DAG_OR && !true_)) {
            ARENA_PUSH(d->memory, waiting, count, room, n.a << 1 | true_);
            ARENA_PUSH(d->memory, waiting, count, room, n.b << 1 | true_);
        }
    }
}
