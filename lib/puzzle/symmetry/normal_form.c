/* normal_form.c - functions of a state as tables and as sorted lists of operands. */
#include "puzzle/symmetry/normal_form.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    TABLE_MOST = 1024, /* values */
    WORK_MOST = 60000000,
    DEPTH_MOST = 300, /* operations within operations */
    OPERANDS = 3      /* most of an operation that is no list */
};

typedef enum form_op {
    /* DAG_...: that operation of operands */
    FORM_TABLE =
        DAG_ONES + 1, /* operands: cells, ascending; values by their positions, row-major */
    FORM_CELL,        /* the bits of cell operands[0], which has many values */
    FORM_SELECT,      /* operands[0], or the value of the one pair whose condition holds */
    FORM_PAIR,        /* a condition and a value */
    FORM_POSITION     /* of the value operands[0] in a type from imm to imm2 */
} form_op;

struct form_node {
    form_op op;
    size_t count;
    uint32_t *operands;
    int64_t *values;
    size_t value_count;
    int64_t imm, imm2;
    uint64_t hash;
};

/* ---- the table of forms -------------------------------------------------------------------- */

static const form_node *node_at(const normal_forms *n, form f)
{
    assert(f < n->count);
    return &n->nodes[f];
}

static uint64_t mix_form_hash(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0xBF58476D1CE4E5B9U;
    return hash ^ hash >> 29;
}

static uint64_t hash_form(const form_node *x)
{
    uint64_t hash =
        mix_form_hash(mix_form_hash((uint64_t)x->op, (uint64_t)x->imm), (uint64_t)x->imm2);
    for (size_t i = 0; i < x->count; i++)
        hash = mix_form_hash(hash, x->operands[i]);
    for (size_t i = 0; i < x->value_count; i++)
        hash = mix_form_hash(hash, (uint64_t)x->values[i]);
    return hash;
}

static bool is_same_form(const form_node *a, const form_node *b)
{
    return a->hash == b->hash && a->op == b->op && a->imm == b->imm && a->imm2 == b->imm2 &&
           a->count == b->count && a->value_count == b->value_count &&
           (!a->count || !memcmp(a->operands, b->operands, a->count * sizeof *a->operands)) &&
           (!a->value_count || !memcmp(a->values, b->values, a->value_count * sizeof *a->values));
}

static void grow_form_slots(normal_forms *n)
{
    n->slots = n->slots ? 2 * n->slots : 1024;
    n->slot = arena_array(n->memory, n->slots, sizeof *n->slot);
    for (size_t i = 1; i < n->count; i++) {
        size_t s = n->nodes[i].hash & (n->slots - 1);
        while (n->slot[s])
            s = (s + 1) & (n->slots - 1);
        n->slot[s] = (form)i;
    }
}

/* The number of the form, whose arrays are copied if it is new. */
static form intern_form(normal_forms *n, form_node x)
{
    if (2 * n->count >= n->slots)
        grow_form_slots(n);
    x.hash = hash_form(&x);
    size_t s = x.hash & (n->slots - 1);
    for (; n->slot[s]; s = (s + 1) & (n->slots - 1))
        if (is_same_form(&n->nodes[n->slot[s]], &x))
            return n->slot[s];
    uint32_t *operands = arena_array(n->memory, x.count + 1, sizeof *operands);
    int64_t *values = arena_array(n->memory, x.value_count + 1, sizeof *values);
    if (x.count)
        memcpy(operands, x.operands, x.count * sizeof *operands);
    if (x.value_count)
        memcpy(values, x.values, x.value_count * sizeof *values);
    x.operands = operands;
    x.values = values;
    n->slot[s] = (form)n->count;
    ARENA_PUSH(n->memory, n->nodes, n->count, n->room, x);
    return (form)(n->count - 1);
}

static form fail(normal_forms *n)
{
    n->failed = true;
    return FORM_NOTHING;
}

static bool does_work(normal_forms *n, size_t more)
{
    n->work += more;
    if (n->work > WORK_MOST)
        n->failed = true;
    return !n->failed;
}

static bool is_table_form(const normal_forms *n, form f)
{
    return node_at(n, f)->op == FORM_TABLE;
}

static bool is_constant(const normal_forms *n, form f)
{
    return is_table_form(n, f) && !node_at(n, f)->count;
}

static uint64_t values_of_cell(const normal_forms *n, uint32_t cell)
{
    return n->lowering->tree->cells[cell].type->count;
}

/* ---- tables -------------------------------------------------------------------------------- */

/* A table in the making. */
typedef struct draft {
    size_t cell_count, value_count;
    uint32_t cells[16];
    int64_t values[TABLE_MOST];
} draft;

enum { DRAFT_CELLS_MOST = 16 };

/* Adds the cells of a table; false: there are too many values. */
static bool add_draft_cells(const normal_forms *n, draft *t, const uint32_t *cells, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t at = 0;
        while (at < t->cell_count && t->cells[at] < cells[i])
            at++;
        if (at < t->cell_count && t->cells[at] == cells[i])
            continue;
        uint64_t values = values_of_cell(n, cells[i]);
        if (t->cell_count == DRAFT_CELLS_MOST || values > TABLE_MOST / t->value_count)
            return false;
        memmove(t->cells + at + 1, t->cells + at, (t->cell_count - at) * sizeof *t->cells);
        t->cells[at] = cells[i];
        t->cell_count++;
        t->value_count *= (size_t)values;
    }
    return true;
}

/* How far apart, in a table, two values of neighbouring positions of the draft's cells are. */
static void find_strides(const normal_forms *n, const draft *t, const uint32_t *cells, size_t count,
                         size_t *stride)
{
    size_t apart = 1;
    memset(stride, 0, t->cell_count * sizeof *stride);
    for (size_t i = count; i-- > 0;) {
        for (size_t k = 0; k < t->cell_count; k++)
            if (t->cells[k] == cells[i])
                stride[k] = apart;
        apart *= (size_t)values_of_cell(n, cells[i]);
    }
}

/* The index in a table for each point of the draft, in the draft's order. */
static void find_indices(const normal_forms *n, const draft *t, const uint32_t *cells, size_t count,
                         uint16_t *index)
{
    size_t stride[DRAFT_CELLS_MOST], position[DRAFT_CELLS_MOST] = {0}, at = 0;
    find_strides(n, t, cells, count, stride);
    for (size_t i = 0; i < t->value_count; i++) {
        index[i] = (uint16_t)at;
        for (size_t k = t->cell_count; k-- > 0;) {
            at += stride[k];
            if (++position[k] < values_of_cell(n, t->cells[k]))
                break;
            at -= stride[k] * position[k];
            position[k] = 0;
        }
    }
}

/* Leaves out cell number k if the values do not depend on it. */
static bool drop_idle_cell(const normal_forms *n, draft *t, size_t k)
{
    size_t below = 1, values = (size_t)values_of_cell(n, t->cells[k]), kept = 0;
    for (size_t i = k + 1; i < t->cell_count; i++)
        below *= (size_t)values_of_cell(n, t->cells[i]);
    for (size_t i = 0; i < t->value_count; i++)
        if (t->values[i] != t->values[i - i / below % values * below])
            return false;
    for (size_t i = 0; i < t->value_count; i++)
        if (i / below % values == 0)
            t->values[kept++] = t->values[i];
    t->value_count = kept;
    t->cell_count--;
    memmove(t->cells + k, t->cells + k + 1, (t->cell_count - k) * sizeof *t->cells);
    return true;
}

static form finish_table(normal_forms *n, draft *t)
{
    if (!does_work(n, t->value_count * (t->cell_count + 1)))
        return FORM_NOTHING;
    for (size_t k = t->cell_count; k-- > 0;)
        drop_idle_cell(n, t, k);
    return intern_form(n, (form_node){.op = FORM_TABLE,
                                      .count = t->cell_count,
                                      .operands = t->cells,
                                      .value_count = t->value_count,
                                      .values = t->values});
}

static __attribute__((noinline)) form constant_form(normal_forms *n, int64_t value)
{
    draft t = {.value_count = 1};
    t.values[0] = value;
    return finish_table(n, &t);
}

/* The bits of a cell, as its field has them. */
static __attribute__((noinline)) form bits_of_cell(normal_forms *n, size_t cell)
{
    const state_cell *c = &n->lowering->tree->cells[cell];
    const uint32_t number = (uint32_t)cell;
    draft t = {.value_count = 1};
    if (c->type->count > TABLE_MOST)
        return c->type->values ? fail(n)
                               : intern_form(n, (form_node){.op = FORM_CELL,
                                                            .count = 1,
                                                            .operands = (uint32_t[]){number}});
    add_draft_cells(n, &t, &number, 1);
    for (uint64_t i = 0; i < c->type->count; i++)
        t.values[i] = (int64_t)((uint64_t)type_value(c->type, i) - (uint64_t)c->low);
    return finish_table(n, &t);
}

/* ---- operations ---------------------------------------------------------------------------- */

typedef struct operation {
    int op; /* of dag.h, or FORM_POSITION, or one of these */
    int64_t imm, imm2;
    const void *with; /* a table, a type */
    uint64_t count;   /* of `with` */
} operation;

enum { BECOME = FORM_POSITION + 1, POSITION_IN_TYPE };

static int64_t apply_operation(const operation *o, const int64_t *x)
{
    if (o->op == DAG_IF)
        return x[0] ? x[1] : x[2];
    if (o->op == DAG_LOOKUP)
        return x[0] >= 0 && (uint64_t)x[0] < o->count ? ((const int64_t *)o->with)[x[0]] : 0;
    if (o->op == BECOME)
        return x[0] >= 0 && (uint64_t)x[0] < o->count ? ((const uint32_t *)o->with)[x[0]] : x[0];
    if (o->op == POSITION_IN_TYPE)
        return x[0] == POSITION_ANY ? POSITION_ANY : type_position(o->with, x[0]);
    return dag_apply((dag_op)o->op, x[0], x[1]);
}

/* The operation on tables; FORM_NOTHING without a failure: the table would be too large.  Kept out
   of its callers, which call themselves, as it takes a lot of the stack. */
static __attribute__((noinline)) form apply_to_tables(normal_forms *n, const operation *o,
                                                      const form *operands, size_t count)
{
    uint16_t index[OPERANDS][TABLE_MOST];
    draft t = {.value_count = 1};
    for (size_t i = 0; i < count; i++) {
        const form_node *x = node_at(n, operands[i]);
        if (x->op != FORM_TABLE || !add_draft_cells(n, &t, x->operands, x->count))
            return FORM_NOTHING;
    }
    for (size_t i = 0; i < count; i++) {
        const form_node *x = node_at(n, operands[i]);
        find_indices(n, &t, x->operands, x->count, index[i]);
    }
    for (size_t k = 0; k < t.value_count; k++) {
        int64_t x[OPERANDS] = {0};
        for (size_t i = 0; i < count; i++)
            x[i] = node_at(n, operands[i])->values[index[i][k]];
        t.values[k] = apply_operation(o, x);
    }
    return finish_table(n, &t);
}

static bool is_operand_list(int op)
{
    return op == DAG_AND || op == DAG_OR || op == DAG_ADD || op == DAG_MIN || op == DAG_MAX ||
           op == DAG_MULTIPLY;
}

static bool is_commutative(int op)
{
    return op == DAG_EQUAL || op == DAG_BIT_AND || op == DAG_BIT_OR || op == DAG_BIT_XOR ||
           op == DAG_ADD_OVERFLOWS || op == DAG_MULTIPLY_OVERFLOWS;
}

static form apply(normal_forms *n, const operation *o, const form *operands, size_t count);

/* The number of the one operand that is no constant; `count`: there are several. */
static size_t only_variable(const normal_forms *n, const form *operands, size_t count)
{
    size_t found = count;
    for (size_t i = 0; i < count; i++)
        if (!is_constant(n, operands[i])) {
            if (found < count)
                return count;
            found = i;
        }
    return found;
}

static form apply_inside(normal_forms *n, const operation *o, const form *operands, size_t count,
                         size_t at, form f)
{
    form all[OPERANDS] = {0};
    memcpy(all, operands, count * sizeof *all);
    all[at] = f;
    return apply(n, o, all, count);
}

static int compare_forms(const void *a, const void *b)
{
    const form x = *(const form *)a, y = *(const form *)b;
    return (x > y) - (x < y);
}

static form make_pair(normal_forms *n, form condition, form value)
{
    return intern_form(
        n, (form_node){.op = FORM_PAIR, .count = 2, .operands = (uint32_t[]){condition, value}});
}

/* Sorts the pairs behind the first. */
static form make_select(normal_forms *n, form *operands, size_t count)
{
    qsort(operands + 1, count - 1, sizeof *operands, compare_forms);
    return intern_form(n, (form_node){.op = FORM_SELECT, .count = count, .operands = operands});
}

/* The operation on the values among which operand `at` selects. */
static form apply_within(normal_forms *n, const operation *o, const form *operands, size_t count,
                         size_t at)
{
    const form_node x = *node_at(n, operands[at]);
    form *inner = arena_array(n->memory, x.count + 1, sizeof *inner);
    if (x.op == (form_op)DAG_IF) {
        inner[0] = x.operands[0];
        inner[1] = apply_inside(n, o, operands, count, at, x.operands[1]);
        inner[2] = apply_inside(n, o, operands, count, at, x.operands[2]);
        return n->failed ? FORM_NOTHING : apply(n, &(operation){.op = DAG_IF}, inner, 3);
    }
    inner[0] = apply_inside(n, o, operands, count, at, x.operands[0]);
    for (size_t i = 1; i < x.count && !n->failed; i++) {
        const form_node pair = *node_at(n, x.operands[i]);
        inner[i] = make_pair(n, pair.operands[0],
                             apply_inside(n, o, operands, count, at, pair.operands[1]));
    }
    return n->failed ? FORM_NOTHING : make_select(n, inner, x.count);
}

static form list_of(normal_forms *n, int op, const form *operands, size_t count);

/* The operation on forms. */
static form apply(normal_forms *n, const operation *o, const form *operands, size_t count)
{
    if (n->failed)
        return FORM_NOTHING;
    form f = apply_to_tables(n, o, operands, count);
    if (f || !does_work(n, 1))
        return f;
    size_t at = only_variable(n, operands, count);
    if (at < count && (node_at(n, operands[at])->op == FORM_SELECT ||
                       (node_at(n, operands[at])->op == (form_op)DAG_IF && o->op != DAG_IF))) {
        if (n->depth > DEPTH_MOST)
            return fail(n);
        n->depth++;
        f = apply_within(n, o, operands, count, at);
        n->depth--;
        return f;
    }
    if (is_operand_list(o->op))
        return list_of(n, o->op, operands, count);
    if (o->op == BECOME)
        return fail(n);
    form sorted[OPERANDS] = {0};
    memcpy(sorted, operands, count * sizeof *sorted);
    if (is_commutative(o->op))
        qsort(sorted, count, sizeof *sorted, compare_forms);
    form_node x = {.op = (form_op)o->op, .count = count, .operands = sorted, .imm = o->imm};
    if (o->op == POSITION_IN_TYPE) {
        const type *of = o->with;
        if (of->values)
            return fail(n);
        x.op = FORM_POSITION;
        x.imm = of->low;
        x.imm2 = of->high;
    }
    return intern_form(n, x);
}

/* ---- lists --------------------------------------------------------------------------------- */

static int compare_cells(const form_node *a, const form_node *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    return a->count ? memcmp(a->operands, b->operands, a->count * sizeof *a->operands) : 0;
}

/* Unites tables of the same cells, one after another as they stand. */
static size_t unite_tables(normal_forms *n, int op, form *all, size_t count)
{
    const operation o = {.op = op};
    size_t kept = 0;
    for (size_t i = 0; i < count && !n->failed; i++) {
        size_t k = 0;
        while (
            is_table_form(n, all[i]) && k < kept &&
            !(is_table_form(n, all[k]) && !compare_cells(node_at(n, all[i]), node_at(n, all[k]))))
            k++;
        if (is_table_form(n, all[i]) && k < kept)
            all[k] = apply_to_tables(n, &o, (form[]){all[k], all[i]}, 2);
        else
            all[kept++] = all[i];
        does_work(n, k + 1);
    }
    return kept;
}

/* Whether a table of all the cells is small enough. */
static __attribute__((noinline)) bool fits_one_table(const normal_forms *n, const form *all,
                                                     size_t count)
{
    draft t = {.value_count = 1};
    for (size_t i = 0; i < count; i++) {
        const form_node *x = node_at(n, all[i]);
        if (x->op != FORM_TABLE || !add_draft_cells(n, &t, x->operands, x->count))
            return false;
    }
    return true;
}

static bool is_idempotent(int op)
{
    return op == DAG_AND || op == DAG_OR || op == DAG_MIN || op == DAG_MAX;
}

/* Leaves out what changes nothing; true: *whole is all of it. */
static bool drop_neutral(const normal_forms *n, int op, form *all, size_t *count, form *whole)
{
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        bool constant = is_constant(n, all[i]);
        int64_t value = constant ? node_at(n, all[i])->values[0] : 0;
        if (constant && ((op == DAG_AND && !value) || (op == DAG_OR && value))) {
            *whole = all[i];
            return true;
        }
        bool neutral =
            constant && ((op == DAG_AND && value) || (op == DAG_OR && !value) ||
                         (op == DAG_ADD && !value) || (op == DAG_MULTIPLY && value == 1));
        bool again = i && kept && is_idempotent(op) && all[kept - 1] == all[i];
        if (!neutral && !again)
            all[kept++] = all[i];
    }
    *count = kept;
    return false;
}

static form list_of(normal_forms *n, int op, const form *operands, size_t count)
{
    const operation o = {.op = op};
    form whole = FORM_NOTHING;
    form *all = arena_array(n->memory, count + 1, sizeof *all);
    memcpy(all, operands, count * sizeof *all);
    count = unite_tables(n, op, all, count);
    if (n->failed)
        return FORM_NOTHING;
    if (fits_one_table(n, all, count)) {
        whole = all[0];
        for (size_t i = 1; i < count && !n->failed; i++)
            whole = apply_to_tables(n, &o, (form[]){whole, all[i]}, 2);
        return whole;
    }
    qsort(all, count, sizeof *all, compare_forms);
    if (drop_neutral(n, op, all, &count, &whole))
        return whole;
    if (count == 1)
        return all[0];
    return intern_form(n, (form_node){.op = (form_op)op, .count = count, .operands = all});
}

/* ---- of nodes ------------------------------------------------------------------------------ */

static form form_of_bits(normal_forms *n, ref r)
{
    size_t cell;
    const dag_node *x = dag_at(n->lowering->dag, r);
    if (!abstract_cell_of_bits(n->lowering, r, &cell) ||
        n->lowering->packing->cells[cell].width != (uint64_t)x->imm / 64)
        return fail(n);
    return bits_of_cell(n, cell);
}

/* The element that an index names, or 0. */
static form form_of_element(normal_forms *n, const dag_node *x)
{
    const lowering *l = n->lowering;
    const state_variable *v = l->dag->arrays[x->imm].variable;
    const operation equal = {.op = DAG_EQUAL}, choose = {.op = DAG_IF};
    form index = normal_form(n, x->a), *all = arena_array(n->memory, v->cells + 1, sizeof *all);
    form small = FORM_FALSE;
    size_t count = 1;
    all[0] = FORM_FALSE;
    for (size_t i = 0; i < v->cells && !n->failed; i++) {
        form here = apply(n, &equal, (form[]){index, constant_form(n, (int64_t)i)}, 2);
        form value = bits_of_cell(n, v->first + i);
        if (n->failed || here == FORM_FALSE)
            continue;
        all[count++] = make_pair(n, here, value);
        if (small)
            small = apply_to_tables(n, &choose, (form[]){here, value, small}, 3);
    }
    if (n->failed)
        return FORM_NOTHING;
    return small ? small : make_select(n, all, count);
}

/* The operands of nested operations of one kind. */
static form form_of_list(normal_forms *n, ref r)
{
    const dag *d = n->lowering->dag;
    const dag_op op = dag_at(d, r)->op;
    size_t waiting = 0, room = 0, count = 0, all_room = 0;
    ref *stack = NULL;
    form *all = NULL;
    ARENA_PUSH(n->memory, stack, waiting, room, r);
    while (waiting && !n->failed) {
        const ref at = stack[--waiting];
        const dag_node x = *dag_at(d, at);
        if (x.op == op) {
            ARENA_PUSH(n->memory, stack, waiting, room, x.b);
            ARENA_PUSH(n->memory, stack, waiting, room, x.a);
            continue;
        }
        form f = normal_form(n, at);
        ARENA_PUSH(n->memory, all, count, all_room, f);
    }
    return n->failed ? FORM_NOTHING : list_of(n, (int)op, all, count);
}

static size_t operand_count(dag_op op)
{
    if (op == DAG_IF)
        return 3;
    return op == DAG_NOT || op == DAG_ABS || op == DAG_ONES || op == DAG_LOOKUP ? 1 : 2;
}

static form form_of_operation(normal_forms *n, const dag_node *x)
{
    const dag *d = n->lowering->dag;
    const ref refs[OPERANDS] = {x->a, x->b, x->c};
    operation o = {.op = (int)x->op};
    form operands[OPERANDS] = {0};
    size_t count = operand_count(x->op);
    if (x->op == DAG_LOOKUP) {
        o.imm = x->imm;
        o.with = d->tables[x->imm].values;
        o.count = d->tables[x->imm].count;
    }
    for (size_t i = 0; i < count && !n->failed; i++)
        operands[i] = normal_form(n, refs[i]);
    return n->failed ? FORM_NOTHING : apply(n, &o, operands, count);
}

static form form_of_node(normal_forms *n, ref r)
{
    const dag_node x = *dag_at(n->lowering->dag, r);
    switch (x.op) {
    case DAG_CONSTANT: return constant_form(n, x.imm);
    case DAG_WORD: return fail(n);
    case DAG_BITS: return form_of_bits(n, r);
    case DAG_CELL_AT: return form_of_element(n, &x);
    default: return is_operand_list((int)x.op) ? form_of_list(n, r) : form_of_operation(n, &x);
    }
}

static form *known_form(normal_forms *n, form **known, size_t *room, size_t at, size_t count)
{
    if (at >= *room) {
        size_t more = 2 * count + 64;
        form *grown = arena_array(n->memory, more, sizeof *grown);
        if (*room)
            memcpy(grown, *known, *room * sizeof *grown);
        *known = grown;
        *room = more;
    }
    assert(at < *room);
    return &(*known)[at];
}

form normal_form(normal_forms *n, ref r)
{
    if (n->failed || n->depth > DEPTH_MOST)
        return fail(n);
    form f = *known_form(n, &n->of, &n->of_room, r, n->lowering->dag->count);
    if (f)
        return f;
    n->depth++;
    f = form_of_node(n, r);
    n->depth--;
    *known_form(n, &n->of, &n->of_room, r, n->lowering->dag->count) = f;
    return f;
}

void normal_forms_start(normal_forms *n, const lowering *l, arena *memory)
{
    *n = (normal_forms){.memory = memory, .lowering = l};
    ARENA_PUSH(memory, n->nodes, n->count, n->room, (form_node){.op = FORM_CELL});
    form no = constant_form(n, 0), yes = constant_form(n, 1);
    assert(no == FORM_FALSE && yes == FORM_TRUE);
    (void)no, (void)yes;
}

/* ---- what a proof asks --------------------------------------------------------------------- */

form normal_form_and(normal_forms *n, const form *all, size_t count)
{
    size_t parts = 0, room = 0;
    form *flat = NULL;
    if (n->failed)
        return FORM_NOTHING;
    for (size_t i = 0; i < count; i++) {
        const form_node x = *node_at(n, all[i]);
        for (size_t k = 0; x.op == (form_op)DAG_AND && k < x.count; k++)
            ARENA_PUSH(n->memory, flat, parts, room, x.operands[k]);
        if (x.op != (form_op)DAG_AND)
            ARENA_PUSH(n->memory, flat, parts, room, all[i]);
    }
    return parts ? list_of(n, DAG_AND, flat, parts) : FORM_TRUE;
}

form normal_form_not(normal_forms *n, form f)
{
    return apply(n, &(operation){.op = DAG_NOT}, &f, 1);
}

form normal_form_position(normal_forms *n, form f, size_t cell)
{
    const type *of = n->lowering->tree->cells[cell].type;
    const operation o = {.op = POSITION_IN_TYPE, .with = of, .count = of->count};
    return n->failed ? FORM_NOTHING : apply(n, &o, &f, 1);
}

form normal_form_own_position(normal_forms *n, size_t cell)
{
    return normal_form_position(n, normal_form(n, n->lowering->source[cell]), cell);
}

form normal_form_become(normal_forms *n, form f, const uint32_t *becomes, uint64_t count)
{
    const operation o = {.op = BECOME, .with = becomes, .count = count};
    return apply(n, &o, &f, 1);
}

/* Marks, among the points of a table, those for which some state makes `when` true. */
static void mark_possible(const normal_forms *n, const form_node *f, const form_node *when,
                          bool *possible)
{
    draft t = {.value_count = 1};
    uint16_t of_f[TABLE_MOST], of_when[TABLE_MOST];
    memset(possible, 0, f->value_count * sizeof *possible);
    if (!add_draft_cells(n, &t, f->operands, f->count) ||
        !add_draft_cells(n, &t, when->operands, when->count)) {
        memset(possible, 1, f->value_count * sizeof *possible);
        return;
    }
    find_indices(n, &t, f->operands, f->count, of_f);
    find_indices(n, &t, when->operands, when->count, of_when);
    for (size_t i = 0; i < t.value_count; i++)
        possible[of_f[i]] |= when->values[of_when[i]] != 0;
}

static form restrict_to(normal_forms *n, form f, form when)
{
    bool possible[TABLE_MOST];
    const form_node x = *node_at(n, f), *w = node_at(n, when);
    draft t = {.cell_count = x.count, .value_count = x.value_count};
    if (!does_work(n, x.value_count))
        return FORM_NOTHING;
    mark_possible(n, &x, w, possible);
    if (x.count)
        memcpy(t.cells, x.operands, x.count * sizeof *t.cells);
    for (size_t i = 0; i < x.value_count; i++)
        t.values[i] = possible[i] ? x.values[i] : POSITION_ANY;
    return intern_form(n, (form_node){.op = FORM_TABLE,
                                      .count = t.cell_count,
                                      .operands = t.cells,
                                      .value_count = t.value_count,
                                      .values = t.values});
}

form normal_form_where(normal_forms *n, form f, form when)
{
    if (n->failed || !is_table_form(n, f) || !node_at(n, f)->count)
        return n->failed ? FORM_NOTHING : f;
    const form_node w = *node_at(n, when);
    if (w.op == FORM_TABLE)
        return restrict_to(n, f, when);
    for (size_t i = 0; w.op == (form_op)DAG_AND && i < w.count && !n->failed; i++)
        if (is_table_form(n, w.operands[i]))
            f = restrict_to(n, f, w.operands[i]);
    return f;
}

bool normal_form_of_one_cell(const normal_forms *n, form f, size_t *cell, const int64_t **values)
{
    if (n->failed || !is_table_form(n, f) || node_at(n, f)->count != 1)
        return false;
    *cell = node_at(n, f)->operands[0];
    *values = node_at(n, f)->values;
    return true;
}

/* ---- images -------------------------------------------------------------------------------- */

/* The table over the cells from which the map takes the values. */
static __attribute__((noinline)) form image_of_table(normal_forms *n, const cell_map *m,
                                                     const form_node *x)
{
    size_t stride[DRAFT_CELLS_MOST] = {0}, position[DRAFT_CELLS_MOST] = {0};
    size_t source[DRAFT_CELLS_MOST] = {0};
    draft t = {.value_count = 1};
    for (size_t i = 0; i < x->count; i++)
        add_draft_cells(n, &t, &m->from[x->operands[i]], 1);
    assert(t.value_count == x->value_count && t.cell_count == x->count);
    size_t apart = 1;
    for (size_t i = x->count; i-- > 0;) {
        for (size_t k = 0; k < t.cell_count; k++)
            if (t.cells[k] == m->from[x->operands[i]]) {
                stride[k] = apart;
                source[k] = x->operands[i];
            }
        apart *= (size_t)values_of_cell(n, x->operands[i]);
    }
    for (size_t i = 0; i < t.value_count; i++) {
        size_t at = 0;
        for (size_t k = 0; k < t.cell_count; k++) {
            const uint32_t *becomes = m->becomes[source[k]];
            at += stride[k] * (becomes ? becomes[position[k]] : position[k]);
        }
        t.values[i] = x->values[at];
        for (size_t k = t.cell_count; k-- > 0;) {
            if (++position[k] < values_of_cell(n, t.cells[k]))
                break;
            position[k] = 0;
        }
    }
    return does_work(n, x->value_count) ? intern_form(n, (form_node){.op = FORM_TABLE,
                                                                     .count = t.cell_count,
                                                                     .operands = t.cells,
                                                                     .value_count = t.value_count,
                                                                     .values = t.values})
                                        : FORM_NOTHING;
}

static form image_of_operands(normal_forms *n, form_images *images, const form_node *x)
{
    form *all = arena_array(n->memory, x->count + 1, sizeof *all);
    for (size_t i = 0; i < x->count && !n->failed; i++)
        all[i] = normal_form_of_image(n, images, x->operands[i]);
    if (n->failed)
        return FORM_NOTHING;
    if (x->op == FORM_SELECT)
        return make_select(n, all, x->count);
    if (is_operand_list((int)x->op) || is_commutative((int)x->op))
        qsort(all, x->count, sizeof *all, compare_forms);
    form_node out = *x;
    out.operands = all;
    return intern_form(n, out);
}

static form image_of_node(normal_forms *n, form_images *images, const form_node *x)
{
    const cell_map *m = images->map;
    if (x->op == FORM_TABLE)
        return image_of_table(n, m, x);
    if (x->op != FORM_CELL)
        return image_of_operands(n, images, x);
    if (m->becomes[x->operands[0]])
        return fail(n);
    form_node out = *x;
    out.operands = (uint32_t[]){m->from[x->operands[0]]};
    return intern_form(n, out);
}

form normal_form_of_image(normal_forms *n, form_images *images, form f)
{
    if (n->failed)
        return FORM_NOTHING;
    form known = *known_form(n, &images->known, &images->room, f, n->count);
    if (known)
        return known;
    const form_node x = *node_at(n, f);
    known = image_of_node(n, images, &x);
    *known_form(n, &images->known, &images->room, f, n->count) = known;
    return known;
}
