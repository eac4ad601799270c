/* abstract_state.c - the symbolic values of cells between two steps, and facts from guards. */
#include <assert.h>

#include "puzzle/compile/lower_expr.h"

/* The field's index in `facts`. */
static size_t place_facts(const lowering *s, size_t number)
{
    return s->tree->cell_count + s->tree->cost_count + number;
}

/* The index in `cell` of the last store to the array that begins with this cell. */
static size_t store_entry(const lowering *s, size_t first)
{
    return place_facts(s, s->packing->single_count) + 1 + first;
}

/* packing_value, of a node. */
static ref unpacked_value(lowering *s, size_t c, ref bits)
{
    dag *d = s->dag;
    const state_cell *k = &s->tree->cells[c];
    const single *one = packing_single(s->packing, c);
    if (one && one->value == k->low)
        return dag_add(d, bits, dag_constant(d, k->low + 1));
    ref value = dag_add(d, bits, dag_constant(d, k->low));
    if (!one || one->value == k->type->high)
        return value;
    ref greatest = dag_equal(d, bits, dag_constant(d, one->value - k->low));
    return dag_if(d, greatest, dag_constant(d, k->type->high), value);
}

static ref read_packed_field(lowering *s, const packed_field *f)
{
    if (!f->width)
        return REF_FALSE;
    return dag_bits(s->dag, dag_word(s->dag, f->word), f->shift, f->width, (int64_t)f->high);
}

static void read_source_cells(lowering *s)
{
    dag *d = s->dag;
    const packing *p = s->packing;
    for (size_t i = 0; i < p->single_count; i++)
        s->place[i] = read_packed_field(s, &p->singles[i].place);
    for (size_t c = 0; c < s->tree->cell_count; c++) {
        const single *one = packing_single(p, c);
        s->bits[c] = read_packed_field(s, &p->cells[c]);
        s->source[c] = s->apart[c] = unpacked_value(s, c, s->bits[c]);
        if (one) {
            ref index = dag_constant(d, (int64_t)(c - one->variable->first));
            s->source[c] = dag_if(d, dag_equal(d, s->place[p->single_of[c] - 1], index),
                                  dag_constant(d, one->value), s->apart[c]);
        }
        s->cell[c] = s->source[c];
    }
}

static void group_cells_by_word(lowering *s)
{
    const ast *t = s->tree;
    const packing *p = s->packing;
    s->word_starts = arena_array(s->memory, p->words + (size_t)2, sizeof *s->word_starts);
    s->in_word = arena_array(s->memory, t->cell_count + 1, sizeof *s->in_word);
    for (size_t c = 0; c < t->cell_count; c++)
        if (p->cells[c].width)
            s->word_starts[p->cells[c].word + 2]++;
    for (unsigned w = 0; w < p->words; w++)
        s->word_starts[w + 2] += s->word_starts[w + 1];
    for (size_t c = 0; c < t->cell_count; c++)
        if (p->cells[c].width)
            s->in_word[s->word_starts[p->cells[c].word + 1]++] = (uint32_t)c;
}

void lowering_start(lowering *s, dag *d, const packing *p, arena *memory)
{
    const ast *t = p->tree;
    size_t all = t->cell_count + t->cost_count + p->single_count + t->cell_count + 2;
    *s = (lowering){.dag = d, .tree = t, .packing = p, .memory = memory};
    s->source = arena_array(memory, all, sizeof *s->source);
    s->cell = arena_array(memory, all, sizeof *s->cell);
    s->bits = arena_array(memory, all, sizeof *s->bits);
    s->apart = arena_array(memory, all, sizeof *s->apart);
    s->place = arena_array(memory, p->single_count + 1, sizeof *s->place);
    s->facts = arena_array(memory, all, sizeof *s->facts);
    s->slot = arena_array(memory, (size_t)t->slots + 1, sizeof *s->slot);
    s->bound = arena_array(memory, (size_t)t->slots + 1, sizeof *s->bound);
    read_source_cells(s);
    group_cells_by_word(s);
}

void lowering_two_states(lowering *s)
{
    packing *behind = arena_take(s->memory, sizeof *behind);
    *behind = *s->packing;
    behind->words *= 2;
    behind->cells = arena_array(s->memory, s->tree->cell_count + 1, sizeof *behind->cells);
    for (size_t c = 0; c < s->tree->cell_count; c++) {
        behind->cells[c] = s->packing->cells[c];
        behind->cells[c].word += s->packing->words;
    }
    assert(!behind->single_count);
    s->before = arena_take(s->memory, sizeof *s->before);
    lowering_start(s->before, s->dag, behind, s->memory);
    s->before->slot = s->slot;
    s->before->bound = s->bound;
}

/* ---- what guards imply ------------------------------------------------------ */

bool abstract_known_place(const lowering *s, size_t number, size_t *cell)
{
    const field_facts *f = &s->facts[place_facts(s, number)];
    if (f->fixed)
        *cell = s->packing->singles[number].variable->first + (size_t)f->bits;
    return f->fixed;
}

bool abstract_known_apart(const lowering *s, size_t c)
{
    size_t place;
    const uint32_t number = s->packing->single_of[c];
    return !number || s->facts[c].apart ||
           (abstract_known_place(s, number - 1, &place) && place != c);
}

bool abstract_known_bits(const lowering *s, size_t c, uint64_t *bits)
{
    size_t place;
    const uint32_t number = s->packing->single_of[c];
    bool here = number && abstract_known_place(s, number - 1, &place) && place == c;
    if (here || s->facts[c].fixed)
        *bits = here ? 0 : s->facts[c].bits;
    return here || s->facts[c].fixed;
}

static bool is_value_known(const lowering *s, size_t c, int64_t *value)
{
    size_t place;
    const single *one = packing_single(s->packing, c);
    if (one && abstract_known_place(s, s->packing->single_of[c] - 1, &place) && place == c) {
        *value = one->value;
        return true;
    }
    if (!s->facts[c].fixed || !abstract_known_apart(s, c))
        return false;
    *value = packing_value(s->packing, c, s->facts[c].bits);
    return true;
}

/* ---- reading ------------------------------------------------------------- */

uint32_t abstract_last_store(const lowering *s, const state_variable *v)
{
    return s->store_count ? s->cell[store_entry(s, v->first)] : 0;
}

/* The element at an index whose value was `value` before the array's stores. */
static ref read_behind_stores(lowering *s, const state_variable *v, ref index, ref value)
{
    dag *d = s->dag;
    size_t count = 0;
    uint32_t few[16];
    for (uint32_t at = abstract_last_store(s, v); at; at = s->stores[at - 1].before)
        count++;
    uint32_t *stores = count <= 16 ? few : arena_array(s->memory, count, sizeof *stores);
    count = 0;
    for (uint32_t at = abstract_last_store(s, v); at; at = s->stores[at - 1].before)
        stores[count++] = at - 1;
    while (count && lowering_continue(s)) {
        const array_store t = s->stores[stores[--count]];
        ref here = dag_and(d, t.when, dag_equal(d, t.index, index));
        value = dag_if(d, here, t.value, value);
    }
    return value;
}

static ref read_cell(lowering *s, size_t c)
{
    int64_t value;
    assert(c < s->tree->cell_count);
    if (s->ignore_guards || s->cell[c] != s->source[c])
        return s->cell[c];
    if (is_value_known(s, c, &value))
        return dag_constant(s->dag, value);
    return abstract_known_apart(s, c) ? s->apart[c] : s->cell[c];
}

ref abstract_read(lowering *s, size_t c)
{
    const state_variable *v = s->tree->cells[c].variable;
    ref value = read_cell(s, c);
    if (!abstract_last_store(s, v))
        return value;
    return read_behind_stores(s, v, dag_constant(s->dag, (int64_t)(c - v->first)), value);
}

static bool is_evenly_spaced(const dag_array *a)
{
    for (size_t i = 1; i < a->count; i++)
        if (a->word[i] != a->word[0] || a->shift[i] - a->shift[i - 1] != a->shift[1] - a->shift[0])
            return false;
    return true;
}

size_t abstract_array(lowering *s, const state_variable *v)
{
    dag *d = s->dag;
    const packed_field *first = &s->packing->cells[v->first];
    for (size_t i = 0; i < d->array_count; i++)
        if (d->arrays[i].variable == v && d->arrays[i].word[0] == first->word)
            return i;
    uint8_t *shift = arena_array(s->memory, v->cells, 1);
    uint16_t *word = arena_array(s->memory, v->cells, sizeof *word);
    for (size_t i = 0; i < v->cells; i++) {
        word[i] = (uint16_t)first[i].word;
        shift[i] = (uint8_t)first[i].shift;
    }
    dag_array a = {.variable = v,
                   .count = v->cells,
                   .width = first->width,
                   .high = (int64_t)first->high,
                   .word = word};
    a.shift = shift;
    a.even = is_evenly_spaced(&a);
    ARENA_PUSH(d->memory, d->arrays, d->array_count, d->array_room, a);
    return d->array_count - 1;
}

void abstract_named_elements(const lowering *s, const state_variable *v, ref index, size_t *from,
                             size_t *to)
{
    const dag_node *i = dag_at(s->dag, index);
    *from = i->low > 0 ? (size_t)i->low : 0;
    *to = i->high < 0 ? 0 : (uint64_t)i->high >= v->cells ? v->cells : (size_t)i->high + 1;
}

/* The element at an index, in the source state. */
static ref read_source_at(lowering *s, const state_variable *v, ref index)
{
    dag *d = s->dag;
    const uint32_t number = s->packing->single_of[v->first];
    bool bare = !s->packing->cells[v->first].width;
    ref bits = bare ? REF_FALSE : dag_cell_at(d, abstract_array(s, v), index);
    ref value = unpacked_value(s, v->first, bits);
    if (!number)
        return value;
    ref here = dag_equal(d, s->place[number - 1], index);
    return dag_if(d, here, dag_constant(d, s->packing->singles[number - 1].value), value);
}

ref abstract_read_at(lowering *s, const state_variable *v, ref index)
{
    dag *d = s->dag;
    const dag_node n = *dag_at(d, index);
    size_t from, to;
    abstract_named_elements(s, v, index, &from, &to);
    if (from >= to)
        return REF_FALSE;
    if (to - from == 1)
        return abstract_read(s, v->first + from);
    if (n.op == DAG_IF && dag_is_constant(d, n.b) && dag_is_constant(d, n.c))
        return dag_if(d, n.a, abstract_read_at(s, v, n.b), abstract_read_at(s, v, n.c));
    ref value = read_source_at(s, v, index);
    for (size_t i = from; i < to; i++)
        if (s->cell[v->first + i] != s->source[v->first + i])
            value = dag_if(d, dag_equal(d, index, dag_constant(d, (int64_t)i)),
                           s->cell[v->first + i], value);
    return abstract_last_store(s, v) ? read_behind_stores(s, v, index, value) : value;
}

/* ---- writing and rolling back -------------------------------------------- */

static void push_undo(lowering *s, size_t c)
{
    undo_entry u = {c, s->cell[c], s->facts[c], s->dag->assumed_count, s->version};
    ARENA_PUSH(s->memory, s->undo, s->undo_count, s->undo_room, u);
    abstract_new_version(s);
}

void abstract_write(lowering *s, size_t c, ref value)
{
    assert(c < s->tree->cell_count + s->tree->cost_count);
    if (c < s->tree->cell_count && abstract_last_store(s, s->tree->cells[c].variable)) {
        const state_variable *v = s->tree->cells[c].variable;
        abstract_store(s, v, dag_constant(s->dag, (int64_t)(c - v->first)), REF_TRUE, value);
        return;
    }
    push_undo(s, c);
    s->cell[c] = value;
}

void abstract_unwrite(lowering *s, size_t c)
{
    push_undo(s, c);
    s->cell[c] = s->source[c];
}

void abstract_store(lowering *s, const state_variable *v, ref index, ref when, ref value)
{
    const size_t entry = store_entry(s, v->first);
    const array_store t = {v, index, when, value, s->cell[entry]};
    if (when == REF_FALSE)
        return;
    ARENA_PUSH(s->memory, s->stores, s->store_count, s->store_room, t);
    push_undo(s, entry);
    s->cell[entry] = (ref)s->store_count;
}

bool abstract_is_store_entry(const lowering *s, const undo_entry *u, const state_variable **out)
{
    const size_t first = store_entry(s, 0);
    if (u->cell < first)
        return false;
    *out = s->tree->cells[u->cell - first].variable;
    return true;
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
        s->facts[u.cell] = u.facts;
        if (u.cell >= store_entry(s, 0))
            s->store_count--;
        dag_forget(s->dag, u.assumed);
        s->version = u.version;
    }
}

bool abstract_had(const lowering *s, size_t c, ref value)
{
    int64_t known;
    if (value == s->source[c] || (value == s->apart[c] && abstract_known_apart(s, c)))
        return true;
    const dag_node *n = dag_at(s->dag, value);
    return n->op == DAG_CONSTANT && is_value_known(s, c, &known) && n->imm == known;
}

/* ---- facts from guards --------------------------------------------------- */

bool abstract_cell_of_bits(const lowering *s, ref bits, size_t *out)
{
    const dag_node *n = dag_at(s->dag, bits);
    if (n->op != DAG_BITS)
        return false;
    size_t word = (size_t)dag_at(s->dag, n->a)->imm;
    for (uint32_t i = s->word_starts[word]; i < s->word_starts[word + 1]; i++)
        if (s->packing->cells[s->in_word[i]].shift == (n->imm & 63)) {
            *out = s->in_word[i];
            return true;
        }
    return false;
}

bool abstract_single_of_place(const lowering *s, ref bits, size_t *out)
{
    for (size_t i = 0; i < s->packing->single_count; i++)
        if (s->place[i] == bits) {
            *out = i;
            return true;
        }
    return false;
}

static void assume_bits(lowering *s, ref bits, int64_t value)
{
    size_t c, number;
    if (abstract_single_of_place(s, bits, &number))
        c = place_facts(s, number);
    else if (!abstract_cell_of_bits(s, bits, &c))
        return;
    if (s->facts[c].fixed)
        return;
    push_undo(s, c);
    s->facts[c].fixed = true;
    s->facts[c].bits = (uint64_t)value;
}

/* It is known that the single at `place` is not in this element. */
static void assume_apart(lowering *s, ref place, int64_t element)
{
    size_t number;
    if (!abstract_single_of_place(s, place, &number))
        return;
    size_t c = s->packing->singles[number].variable->first + (size_t)element;
    push_undo(s, c);
    s->facts[c].apart = true;
}

static bool is_bits_of_value(const lowering *s, const dag_node *n)
{
    return n->op == DAG_EQUAL && dag_is_constant(s->dag, n->b);
}

static void assume_fields(lowering *s, ref holds)
{
    while (dag_at(s->dag, holds)->op == DAG_AND) {
        assume_fields(s, dag_at(s->dag, holds)->b);
        holds = dag_at(s->dag, holds)->a;
    }
    const dag_node n = *dag_at(s->dag, holds), under = *dag_at(s->dag, n.a);
    if (n.op == DAG_BITS)
        assume_bits(s, holds, 1);
    else if (n.op == DAG_NOT && is_bits_of_value(s, &under))
        assume_apart(s, under.a, dag_at(s->dag, under.b)->imm);
    else if (n.op == DAG_NOT)
        assume_bits(s, n.a, 0);
    else if (is_bits_of_value(s, &n))
        assume_bits(s, n.a, dag_at(s->dag, n.b)->imm);
}

void abstract_assume(lowering *s, ref holds)
{
    if (s->ignore_guards)
        return;
    push_undo(s, s->tree->cell_count); /* of no cell: the facts behind it */
    dag_assume(s->dag, holds, true);
    assume_fields(s, holds);
}
