/* partial_state.c - evaluates nodes in states of which only some cells are known. */
#include "puzzle/patterns/partial_state.h"

#include <assert.h>
#include <string.h>

#include "base/checked.h"

enum { DEPTH_MOST = 20000 }; /* of nodes within nodes: deeper ones are not looked at */

/* ---- the cells ------------------------------------------------------------------------------- */

void partial_state_make(partial_state *out, const dag *d, const packing *p, arena *memory)
{
    assert(!p->single_count);
    *out = (partial_state){.dag = d, .packing = p, .now = 1};
    out->known = arena_array(memory, p->words, sizeof *out->known);
    out->bits = arena_array(memory, p->words, sizeof *out->bits);
    out->value = arena_array(memory, d->count, sizeof *out->value);
    out->found = arena_array(memory, d->count, sizeof *out->found);
}

static void begin_anew(partial_state *s)
{
    if (!++s->now) {
        memset(s->found, 0, s->dag->count * sizeof *s->found);
        s->now = 1;
    }
}

static uint64_t field_of(const packed_field *f)
{
    return low_bits(f->width) << (f->width ? f->shift : 0);
}

void partial_state_know(partial_state *s, size_t cell, uint64_t bits)
{
    const packed_field *f = &s->packing->cells[cell];
    begin_anew(s);
    if (!f->width)
        return;
    s->known[f->word] |= field_of(f);
    s->bits[f->word] = (s->bits[f->word] & ~field_of(f)) | bits << f->shift;
}

void partial_state_forget(partial_state *s, size_t cell)
{
    const packed_field *f = &s->packing->cells[cell];
    begin_anew(s);
    s->known[f->word] &= ~field_of(f);
    s->bits[f->word] &= ~field_of(f);
}

void partial_state_forget_all(partial_state *s)
{
    begin_anew(s);
    memset(s->known, 0, s->packing->words * sizeof *s->known);
    memset(s->bits, 0, s->packing->words * sizeof *s->bits);
}

bool partial_state_knows(const partial_state *s, size_t cell)
{
    const packed_field *f = &s->packing->cells[cell];
    return !f->width || (s->known[f->word] & field_of(f)) == field_of(f);
}

uint64_t partial_state_bits(const partial_state *s, size_t cell)
{
    const packed_field *f = &s->packing->cells[cell];
    return f->width ? s->bits[f->word] >> f->shift & low_bits(f->width) : 0;
}

/* ---- values ---------------------------------------------------------------------------------- */

static partial_value known_value(int64_t value)
{
    return (partial_value){
        .low = value, .high = value, .mask = UINT64_MAX, .bits = (uint64_t)value};
}

static partial_value within(int64_t low, int64_t high)
{
    if (low == high)
        return known_value(low);
    partial_value v = {.low = low, .high = high};
    if (low >= 0)
        v.mask = ~low_bits(bits_for((uint64_t)high));
    return v;
}

static partial_value bounded(const dag_node *n)
{
    return within(n->low, n->high);
}

/* It waits for what one of the operands waits for, the first of them that does. */
static partial_value waiting(partial_value v, partial_value a, partial_value b)
{
    if (!partial_is_known(v))
        v.wait = a.wait ? a.wait : b.wait;
    return v;
}

static partial_value value_of_field(const partial_state *s, size_t cell, const dag_node *n)
{
    if (partial_state_knows(s, cell))
        return known_value((int64_t)partial_state_bits(s, cell));
    partial_value v = bounded(n);
    v.cell = v.wait = (uint32_t)cell + 1;
    return v;
}

static partial_value value_of_word(const partial_state *s, unsigned word)
{
    if (s->known[word] == UINT64_MAX)
        return known_value((int64_t)s->bits[word]);
    return (partial_value){.low = INT64_MIN,
                           .high = INT64_MAX,
                           .mask = s->known[word],
                           .bits = s->bits[word],
                           .same = UINT64_MAX,
                           .word = word};
}

static partial_value value_of_bits(partial_state *s, const dag_node *n)
{
    const unsigned shift = (unsigned)(n->imm & 63), width = (unsigned)(n->imm / 64);
    const dag_node *from = dag_at(s->dag, n->a);
    if (from->op == DAG_WORD)
        return value_of_field(s, s->packing->of_bit[(size_t)from->imm * 64 + shift], n);
    partial_value a = partial_state_value(s, n->a);
    const uint64_t field = low_bits(width);
    if ((a.mask >> shift & field) == field)
        return known_value((int64_t)(a.bits >> shift & field));
    return waiting(bounded(n), a, a);
}

static partial_value value_of_cell_at(partial_state *s, const dag_node *n)
{
    const dag_array *array = &s->dag->arrays[n->imm];
    partial_value index = partial_state_value(s, n->a);
    if (!partial_is_known(index))
        return waiting(bounded(n), index, index);
    if (index.low < 0 || (uint64_t)index.low >= array->count)
        return known_value(0);
    const state_variable *v = array->variable;
    return value_of_field(s, v->first + (size_t)index.low, n);
}

static partial_value value_of_lookup(partial_state *s, const dag_node *n)
{
    const dag_table *table = &s->dag->tables[n->imm];
    partial_value index = partial_state_value(s, n->a);
    if (!partial_is_known(index))
        return waiting(bounded(n), index, index);
    bool there = index.low >= 0 && (uint64_t)index.low < table->count;
    return known_value(there ? table->values[index.low] : 0);
}

/* ---- truth values ---------------------------------------------------------------------------- */

/* AND where `ends` is false, OR where it is true. */
static partial_value value_of_junction(partial_state *s, const dag_node *n, bool ends)
{
    partial_value a = partial_state_value(s, n->a);
    if (partial_is_known(a) && (a.low != 0) == ends)
        return a;
    partial_value b = partial_state_value(s, n->b);
    if (partial_is_known(b) && (b.low != 0) == ends)
        return b;
    if (partial_is_known(a)) /* and so it is the other one */
        return b;
    return partial_is_known(b) ? a : waiting(within(0, 1), a, b);
}

static partial_value value_of_if(partial_state *s, const dag_node *n)
{
    partial_value c = partial_state_value(s, n->a);
    if (partial_is_known(c))
        return partial_state_value(s, c.low ? n->b : n->c);
    partial_value x = partial_state_value(s, n->b), y = partial_state_value(s, n->c);
    return waiting(within(x.low < y.low ? x.low : y.low, x.high > y.high ? x.high : y.high), c, c);
}

static partial_value compared(const dag_node *n, partial_value a, partial_value b)
{
    bool apart = a.high < b.low || b.high < a.low || (a.mask & b.mask & (a.bits ^ b.bits));
    if (n->op == DAG_EQUAL && apart)
        return known_value(0);
    if (n->op == DAG_LESS && a.high < b.low)
        return known_value(1);
    if (n->op == DAG_LESS && a.low >= b.high)
        return known_value(0);
    return waiting(within(0, 1), a, b);
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* The bounds of a sum or difference, where they do not overflow. */
static partial_value summed(const dag_node *n, partial_value a, partial_value b)
{
    int64_t low = 0, high = 0;
    bool wraps = n->op == DAG_ADD ? __builtin_add_overflow(a.low, b.low, &low) ||
                                        __builtin_add_overflow(a.high, b.high, &high)
                                  : __builtin_sub_overflow(a.low, b.high, &low) ||
                                        __builtin_sub_overflow(a.high, b.low, &high);
    if (wraps)
        return waiting(bounded(n), a, b);
    low = low > n->low ? low : n->low;
    high = high < n->high ? high : n->high;
    return waiting(low <= high ? within(low, high) : bounded(n), a, b);
}

static partial_value extreme(const dag_node *n, partial_value a, partial_value b)
{
    bool least = n->op == DAG_MIN;
    int64_t low = (a.low < b.low) == least ? a.low : b.low,
            high = (a.high < b.high) == least ? a.high : b.high;
    return waiting(within(low, high), a, b);
}

/* ---- words ----------------------------------------------------------------------------------- */

static partial_value shifted(const partial_state *s, const dag_node *n, partial_value a,
                             partial_value b)
{
    if (!partial_is_known(b))
        return waiting(bounded(n), a, b);
    const unsigned by = (unsigned)b.low & 63;
    partial_value v = {.low = INT64_MIN, .high = INT64_MAX};
    if (n->op == DAG_SHIFT_RIGHT) {
        v.mask = a.mask >> by | ~(UINT64_MAX >> by);
        v.bits = a.bits >> by & v.mask;
        return waiting(v, a, a);
    }
    v.mask = a.mask << by | low_bits(by);
    v.bits = a.bits << by;
    const packed_field *f = a.cell ? &s->packing->cells[a.cell - 1] : NULL;
    if (f && f->shift == by) { /* the field where it was: it waits for nothing */
        v.same = field_of(f);
        v.word = f->word;
        return v;
    }
    return waiting(v, a, a);
}

/* Bits of the operand x that stay what they are, as the other's are all `neutral` there. */
static void keep_same(partial_value *v, partial_value x, uint64_t neutral)
{
    uint64_t same = x.same & neutral & ~v->mask;
    if (same && v->same && v->word != x.word)
        return;
    v->same |= same;
    v->word = same ? x.word : v->word;
}

static partial_value bitwise(const dag_node *n, partial_value a, partial_value b)
{
    const uint64_t a1 = a.mask & a.bits, a0 = a.mask & ~a.bits, b1 = b.mask & b.bits,
                   b0 = b.mask & ~b.bits;
    partial_value v = {.low = INT64_MIN, .high = INT64_MAX};
    if (n->op == DAG_BIT_AND)
        v.mask = (a1 & b1) | a0 | b0, v.bits = a1 & b1;
    else if (n->op == DAG_BIT_OR)
        v.mask = (a0 & b0) | a1 | b1, v.bits = a1 | b1;
    else
        v.mask = a.mask & b.mask, v.bits = (a.bits ^ b.bits) & v.mask;
    keep_same(&v, a, n->op == DAG_BIT_AND ? b1 : b0);
    keep_same(&v, b, n->op == DAG_BIT_AND ? a1 : a0);
    v = waiting(v, a, b);
    if (v.mask == UINT64_MAX)
        v = known_value((int64_t)v.bits);
    return v;
}

/* ---- all nodes ------------------------------------------------------------------------------- */

static partial_value value_of_operation(partial_state *s, const dag_node *n)
{
    partial_value a = partial_state_value(s, n->a), b = partial_state_value(s, n->b);
    if (partial_is_known(a) && partial_is_known(b))
        return known_value(dag_apply(n->op, a.low, b.low));
    switch (n->op) {
    case DAG_EQUAL:
    case DAG_LESS: return compared(n, a, b);
    case DAG_ADD:
    case DAG_SUBTRACT: return summed(n, a, b);
    case DAG_MIN:
    case DAG_MAX: return extreme(n, a, b);
    case DAG_SHIFT_LEFT:
    case DAG_SHIFT_RIGHT: return shifted(s, n, a, b);
    case DAG_BIT_AND:
    case DAG_BIT_OR:
    case DAG_BIT_XOR: return bitwise(n, a, b);
    default: return waiting(bounded(n), a, b);
    }
}

static partial_value value_of_one(partial_state *s, const dag_node *n)
{
    partial_value a = partial_state_value(s, n->a);
    if (partial_is_known(a))
        return known_value(dag_apply(n->op, a.low, 0));
    return waiting(bounded(n), a, a);
}

static partial_value find_value(partial_state *s, const dag_node *n)
{
    switch (n->op) {
    case DAG_CONSTANT: return known_value(n->imm);
    case DAG_WORD: return value_of_word(s, (unsigned)n->imm);
    case DAG_BITS: return value_of_bits(s, n);
    case DAG_CELL_AT: return value_of_cell_at(s, n);
    case DAG_LOOKUP: return value_of_lookup(s, n);
    case DAG_AND: return value_of_junction(s, n, false);
    case DAG_OR: return value_of_junction(s, n, true);
    case DAG_IF: return value_of_if(s, n);
    case DAG_NOT:
    case DAG_ABS:
    case DAG_ONES: return value_of_one(s, n);
    default: return value_of_operation(s, n);
    }
}

partial_value partial_state_value(partial_state *s, ref node)
{
    if (s->found[node] == s->now)
        return s->value[node];
    const dag_node *n = dag_at(s->dag, node);
    if (s->depth >= DEPTH_MOST)
        return bounded(n);
    s->depth++;
    partial_value v = find_value(s, n);
    s->depth--;
    s->value[node] = v;
    s->found[node] = s->now;
    return v;
}
