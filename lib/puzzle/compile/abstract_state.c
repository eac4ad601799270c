/* abstract_state.c - the symbolic values of cells between two steps, and facts from guards. */
#include <assert.h>

#include "puzzle/compile/lower_expr.h"

static void read_source_cells(lowering *s)
{
    for (size_t c = 0; c < s->tree->cell_count; c++) {
        const state_cell *k = &s->tree->cells[c];
        int64_t high = (int64_t)((uint64_t)k->type->high - (uint64_t)k->low);
        ref bits = dag_bits(s->dag, dag_word(s->dag, k->word), k->shift, k->width, high);
        s->source[c] = s->cell[c] = dag_add(s->dag, bits, dag_constant(s->dag, k->low));
    }
}

static void group_cells_by_word(lowering *s)
{
    const ast *t = s->tree;
    s->word_starts = arena_array(s->memory, t->words + (size_t)2, sizeof *s->word_starts);
    s->in_word = arena_array(s->memory, t->cell_count + 1, sizeof *s->in_word);
    for (size_t c = 0; c < t->cell_count; c++)
        if (t->cells[c].width)
            s->word_starts[t->cells[c].word + 2]++;
    for (unsigned w = 0; w < t->words; w++)
        s->word_starts[w + 2] += s->word_starts[w + 1];
    for (size_t c = 0; c < t->cell_count; c++)
        if (t->cells[c].width)
            s->in_word[s->word_starts[t->cells[c].word + 1]++] = (uint32_t)c;
}

void lowering_start(lowering *s, dag *d, const ast *t, arena *memory)
{
    size_t all = t->cell_count + t->cost_count + 1;
    *s = (lowering){.dag = d, .tree = t, .memory = memory};
    s->source = arena_array(memory, all, sizeof *s->source);
    s->cell = arena_array(memory, all, sizeof *s->cell);
    s->fixed = arena_array(memory, all, sizeof *s->fixed);
    s->fixed_value = arena_array(memory, all, sizeof *s->fixed_value);
    s->slot = arena_array(memory, (size_t)t->slots + 1, sizeof *s->slot);
    s->bound = arena_array(memory, (size_t)t->slots + 1, sizeof *s->bound);
    read_source_cells(s);
    group_cells_by_word(s);
}

bool lowering_continue(lowering *s)
{
    if (++s->work > s->work_most || s->memory->total > s->memory_most || s->dag->full)
        s->over_limit = true;
    return !s->over_limit;
}

/* ---- reading ------------------------------------------------------------- */

ref abstract_read(lowering *s, size_t c)
{
    assert(c < s->tree->cell_count);
    if (s->fixed[c] && !s->ignore_guards && s->cell[c] == s->source[c])
        return dag_constant(s->dag, s->fixed_value[c]);
    return s->cell[c];
}

static bool is_evenly_spaced(const dag_array *a)
{
    for (size_t i = 1; i < a->count; i++)
        if (a->word[i] != a->word[0] || a->shift[i] - a->shift[i - 1] != a->shift[1] - a->shift[0])
            return false;
    return true;
}

static size_t array_of_variable(lowering *s, const state_variable *v)
{
    dag *d = s->dag;
    for (size_t i = 0; i < d->array_count; i++)
        if (d->arrays[i].variable == v)
            return i;
    const state_cell *first = &s->tree->cells[v->first];
    uint8_t *shift = arena_array(s->memory, v->cells, 1);
    uint16_t *word = arena_array(s->memory, v->cells, sizeof *word);
    for (size_t i = 0; i < v->cells; i++) {
        word[i] = (uint16_t)first[i].word;
        shift[i] = (uint8_t)first[i].shift;
    }
    int64_t high = (int64_t)((uint64_t)first->type->high - (uint64_t)first->low);
    dag_array a = {
        .variable = v, .count = v->cells, .width = first->width, .high = high, .word = word};
    a.shift = shift;
    a.even = is_evenly_spaced(&a);
    ARENA_PUSH(d->memory, d->arrays, d->array_count, d->array_room, a);
    return d->array_count - 1;
}

/* The elements that an index can name by its bounds: from..to-1. */
static void named_elements(const lowering *s, const state_variable *v, ref index, size_t *from,
                           size_t *to)
{
    const dag_node *i = dag_at(s->dag, index);
    *from = i->low > 0 ? (size_t)i->low : 0;
    *to = i->high < 0 ? 0 : (uint64_t)i->high >= v->cells ? v->cells : (size_t)i->high + 1;
}

ref abstract_read_at(lowering *s, const state_variable *v, ref index)
{
    dag *d = s->dag;
    const dag_node n = *dag_at(d, index);
    size_t from, to;
    named_elements(s, v, index, &from, &to);
    if (from >= to)
        return REF_FALSE;
    if (to - from == 1)
        return abstract_read(s, v->first + from);
    if (n.op == DAG_IF && dag_is_constant(d, n.b) && dag_is_constant(d, n.c))
        return dag_if(d, n.a, abstract_read_at(s, v, n.b), abstract_read_at(s, v, n.c));
    int64_t low = s->tree->cells[v->first].low;
    ref value = dag_add(d, dag_cell_at(d, array_of_variable(s, v), index), dag_constant(d, low));
    for (size_t i = from; i < to; i++)
        if (s->cell[v->first + i] != s->source[v->first + i])
            value = dag_if(d, dag_equal(d, index, dag_constant(d, (int64_t)i)),
                           s->cell[v->first + i], value);
    return value;
}

/* ---- writing and rolling back -------------------------------------------- */

static void push_undo(lowering *s, size_t c)
{
    undo_entry u = {c, s->cell[c], s->fixed[c], s->fixed_value[c]};
    ARENA_PUSH(s->memory, s->undo, s->undo_count, s->undo_room, u);
}

void abstract_write(lowering *s, size_t c, ref value)
{
    assert(c < s->tree->cell_count + s->tree->cost_count);
    push_undo(s, c);
    s->cell[c] = value;
}

size_t abstract_mark(const lowering *s)
{
    return s->undo_count;
}

void abstract_rollback(lowering *s, size_t mark)
{
    assert(mark <= s->undo_count);
    while (s->undo_count > mark) {
        const undo_entry u = s->undo[--s->undo_count];
        s->cell[u.cell] = u.value;
        s->fixed[u.cell] = u.fixed;
        s->fixed_value[u.cell] = u.fixed_value;
    }
}

bool abstract_is_unchanged(const lowering *s, size_t c)
{
    if (s->cell[c] == s->source[c])
        return true;
    const dag_node *n = dag_at(s->dag, s->cell[c]);
    return s->fixed[c] && n->op == DAG_CONSTANT && n->imm == s->fixed_value[c];
}

/* ---- facts from guards --------------------------------------------------- */

bool abstract_cell_of_bits(const lowering *s, ref bits, size_t *out)
{
    const dag_node *n = dag_at(s->dag, bits);
    if (n->op != DAG_BITS)
        return false;
    size_t word = (size_t)dag_at(s->dag, n->a)->imm;
    for (uint32_t i = s->word_starts[word]; i < s->word_starts[word + 1]; i++)
        if (s->tree->cells[s->in_word[i]].shift == (n->imm & 63)) {
            *out = s->in_word[i];
            return true;
        }
    return false;
}

static void assume_value(lowering *s, ref bits, int64_t value)
{
    size_t c;
    if (!abstract_cell_of_bits(s, bits, &c) || s->fixed[c])
        return;
    push_undo(s, c);
    s->fixed[c] = true;
    s->fixed_value[c] = (int64_t)((uint64_t)value + (uint64_t)s->tree->cells[c].low);
}

void abstract_assume(lowering *s, ref holds)
{
    while (dag_at(s->dag, holds)->op == DAG_AND) {
        abstract_assume(s, dag_at(s->dag, holds)->b);
        holds = dag_at(s->dag, holds)->a;
    }
    const dag_node n = *dag_at(s->dag, holds);
    if (n.op == DAG_BITS)
        assume_value(s, holds, 1);
    else if (n.op == DAG_NOT)
        assume_value(s, n.a, 0);
    else if (n.op == DAG_EQUAL && dag_is_constant(s->dag, n.b))
        assume_value(s, n.a, dag_at(s->dag, n.b)->imm);
}
