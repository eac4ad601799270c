/* dag.c - the hash table of nodes, leaves, and facts. */
#include "puzzle/dag/dag.h"

#include <assert.h>
#include <string.h>

enum { BOUNDED_ROWS_MOST = 4096 }; /* rows of a table that are read for exact bounds */

/* ---- the table of nodes ------------------------------------------------- */

static size_t hash_node(const dag_node *n)
{
    uint64_t h = ((uint64_t)n->op << 32 ^ n->a) * 0x9E3779B97F4A7C15U;
    h = (h ^ h >> 29 ^ ((uint64_t)n->c << 32 | n->b)) * 0x94D049BB133111EBU;
    h = (h ^ h >> 30 ^ (uint64_t)n->imm) * 0xBF58476D1CE4E5B9U;
    return (size_t)(h ^ h >> 32);
}

static bool same_node(const dag_node *m, const dag_node *n)
{
    return m->op == n->op && m->a == n->a && m->b == n->b && m->c == n->c && m->imm == n->imm;
}

static void insert_all_nodes(dag *d)
{
    for (size_t r = 1; r < d->count; r++) {
        size_t s = hash_node(&d->nodes[r]) & (d->slots - 1);
        while (d->slot[s])
            s = (s + 1) & (d->slots - 1);
        d->slot[s] = (ref)r;
    }
}

static void grow_node_slots(dag *d)
{
    const size_t slots = d->slots ? d->slots * 2 : 512;
    assert((slots & (slots - 1)) == 0);
    d->slot = arena_array(d->memory, slots, sizeof *d->slot);
    d->slots = slots;
    insert_all_nodes(d);
}

/* Newer nodes leave the table in the reverse order, so that it is as it was; those that came after
   it grew are not in it. */
void dag_rollback(dag *d, const dag *was)
{
    assert(was->count && was->count <= d->count && was->slots <= d->slots);
    for (size_t r = d->count; r-- > was->count;) {
        size_t s = hash_node(&d->nodes[r]) & (was->slots - 1);
        while (was->slot[s] && was->slot[s] != r)
            s = (s + 1) & (was->slots - 1);
        was->slot[s] = 0;
    }
    *d = *was;
}

ref dag_intern(dag *d, dag_node n)
{
    if (d->count && same_node(&d->nodes[0], &n))
        return 0;
    if (2 * d->count >= d->slots)
        grow_node_slots(d);
    size_t s = hash_node(&n) & (d->slots - 1);
    for (; d->slot[s]; s = (s + 1) & (d->slots - 1))
        if (same_node(&d->nodes[d->slot[s]], &n))
            return d->slot[s];
    assert(n.op == DAG_CONSTANT || (n.a < d->count && n.b < d->count && n.c < d->count));
    if (d->count >= d->most) {
        d->full = true;
        return 0;
    }
    ARENA_PUSH(d->memory, d->nodes, d->count, d->room, n);
    const ref made = (ref)(d->count - 1);
    d->slot[s] = made; /* 0: none, as node 0 is not in the table */
    return made;
}

ref dag_make(dag *d, dag_op op, ref a, ref b, int64_t low, int64_t high)
{
    if (low == high)
        return dag_constant(d, low);
    return dag_intern(d, (dag_node){.op = op, .a = a, .b = b, .low = low, .high = high});
}

ref dag_make_truth(dag *d, dag_op op, ref a, ref b)
{
    return dag_known(d, dag_intern(d, (dag_node){.op = op, .a = a, .b = b, .low = 0, .high = 1}));
}

void dag_start(dag *d, arena *memory, size_t most)
{
    *d = (dag){.memory = memory, .most = most};
    dag_constant(d, 0);
    dag_constant(d, 1);
}

ref dag_new_constant(dag *d, int64_t value)
{
    const uint64_t small = (uint64_t)value + DAG_SMALL / 2;
    const ref r =
        dag_intern(d, (dag_node){.op = DAG_CONSTANT, .imm = value, .low = value, .high = value});
    if (small < DAG_SMALL && !d->full)
        d->small[small] = r + 1;
    return r;
}

/* ---- arithmetic of one value --------------------------------------------- */

static int64_t divide_down(int64_t a, int64_t b)
{
    if (b == 0)
        return 0;
    if (b == -1)
        return (int64_t)(0 - (uint64_t)a);
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t modulo_down(int64_t a, int64_t b)
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
    case DAG_DIVIDE: return divide_down(a, b);
    case DAG_MODULO: return modulo_down(a, b);
    case DAG_MIN: return a < b ? a : b;
    case DAG_MAX: return a > b ? a : b;
    case DAG_ABS: return a < 0 ? (int64_t)(0 - ua) : a;
    case DAG_ADD_OVERFLOWS: return __builtin_add_overflow(a, b, &ignored);
    case DAG_SUBTRACT_OVERFLOWS: return __builtin_sub_overflow(a, b, &ignored);
    case DAG_MULTIPLY_OVERFLOWS: return __builtin_mul_overflow(a, b, &ignored);
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
    case DAG_LOOKUP:
    case DAG_IF: break;
    }
    return 0;
}

/* ---- leaves -------------------------------------------------------------- */

ref dag_word(dag *d, unsigned word)
{
    return dag_intern(d,
                      (dag_node){.op = DAG_WORD, .imm = word, .low = INT64_MIN, .high = INT64_MAX});
}

/* A field of all 64 bits is read as signed, and can have any value. */
static int64_t least_bits(int64_t high)
{
    return high < 0 ? INT64_MIN : 0;
}

static int64_t most_bits(int64_t high)
{
    return high < 0 ? INT64_MAX : high;
}

ref dag_bits(dag *d, ref word, unsigned shift, unsigned width, int64_t high)
{
    assert(shift + width <= 64);
    if (width == 0 || high == 0)
        return REF_FALSE;
    return dag_intern(d, (dag_node){.op = DAG_BITS,
                                    .a = word,
                                    .imm = (int64_t)shift + 64 * (int64_t)width,
                                    .low = least_bits(high),
                                    .high = most_bits(high)});
}

ref dag_cell_at(dag *d, size_t array, ref index)
{
    assert(array < d->array_count);
    const dag_array *a = &d->arrays[array];
    if (a->width == 0 || a->high == 0)
        return REF_FALSE;
    return dag_intern(d, (dag_node){.op = DAG_CELL_AT,
                                    .a = index,
                                    .imm = (int64_t)array,
                                    .low = least_bits(a->high),
                                    .high = most_bits(a->high)});
}

static void value_bounds(const int64_t *values, size_t from, size_t to, int64_t *low, int64_t *high)
{
    *low = *high = from < to ? values[from] : 0;
    for (size_t i = from; i < to; i++) {
        *low = values[i] < *low ? values[i] : *low;
        *high = values[i] > *high ? values[i] : *high;
    }
}

size_t dag_table_new(dag *d, size_t count, const int64_t *values)
{
    for (size_t t = 0; t < d->table_count; t++)
        if (d->tables[t].count == count && d->tables[t].values == values)
            return t;
    for (size_t t = 0; t < d->table_count; t++)
        if (d->tables[t].count == count &&
            memcmp(d->tables[t].values, values, count * sizeof *values) == 0)
            return t;
    dag_table table = {.count = count, .values = values};
    value_bounds(values, 0, count, &table.low, &table.high);
    ARENA_PUSH(d->memory, d->tables, d->table_count, d->table_room, table);
    return d->table_count - 1;
}

/* The rows from..to-1 that an index can read by its bounds. */
static void readable_rows(const dag *d, const dag_table *t, ref index, size_t *from, size_t *to)
{
    const dag_node *i = dag_at(d, index);
    *from = i->low > 0 ? (size_t)i->low : 0;
    *to = i->high < 0 ? 0 : (uint64_t)i->high >= t->count ? t->count : (size_t)i->high + 1;
}

ref dag_lookup(dag *d, size_t table, ref index)
{
    assert(table < d->table_count);
    const dag_table *t = &d->tables[table];
    size_t from, to;
    readable_rows(d, t, index, &from, &to);
    if (from >= to)
        return REF_FALSE;
    int64_t low = t->low, high = t->high;
    if (to - from <= BOUNDED_ROWS_MOST)
        value_bounds(t->values, from, to, &low, &high);
    const dag_node *i = dag_at(d, index);
    if (i->low < 0 || (i->high >= 0 && (uint64_t)i->high >= t->count)) {
        low = low > 0 ? 0 : low; /* an index out of range reads 0 */
        high = high < 0 ? 0 : high;
    }
    if (low == high)
        return dag_constant(d, low);
    return dag_intern(
        d,
        (dag_node){.op = DAG_LOOKUP, .a = index, .imm = (int64_t)table, .low = low, .high = high});
}

/* ---- facts --------------------------------------------------------------- */

static void set_fact(dag *d, ref r, bool holds)
{
    if (r >= d->fact_room) {
        size_t room = d->room > r ? d->room : (size_t)r + 1;
        uint8_t *grown = arena_array(d->memory, room, 1);
        if (d->fact_room)
            memcpy(grown, d->fact, d->fact_room);
        for (size_t i = 0; i < d->assumed_count; i++) /* a rollback may go back to it */
            if (d->assumed[i] < d->fact_room)
                d->fact[d->assumed[i]] = 0;
        d->fact = grown;
        d->fact_room = room;
    }
    d->fact[r] = holds ? 2 : 1;
    ARENA_PUSH(d->memory, d->assumed, d->assumed_count, d->assumed_room, r);
}

void dag_forget(dag *d, size_t count)
{
    assert(count <= d->assumed_count);
    while (d->assumed_count > count)
        d->fact[d->assumed[--d->assumed_count]] = 0;
}

void dag_assume(dag *d, ref fact, bool holds)
{
    size_t count = 0, room = 0;
    ref *queue = NULL;
    assert(dag_is_truth(d, fact));
    ARENA_PUSH(d->memory, queue, count, room, fact << 1 | holds);
    while (count) {
        ref r = queue[--count] >> 1;
        bool node_holds = queue[count] & 1;
        const dag_node n = *dag_at(d, r);
        if (n.op == DAG_CONSTANT || (r < d->fact_room && d->fact[r]))
            continue;
        set_fact(d, r, node_holds);
        if (n.op == DAG_NOT)
            ARENA_PUSH(d->memory, queue, count, room, n.a << 1 | !node_holds);
        if ((n.op == DAG_AND && node_holds) || (n.op == DAG_OR && !node_holds)) {
            ARENA_PUSH(d->memory, queue, count, room, n.a << 1 | node_holds);
            ARENA_PUSH(d->memory, queue, count, room, n.b << 1 | node_holds);
        }
    }
}
