/* normal_form.c - the forms of a puzzle's expressions, and what a proof asks of them. */
#include "puzzle/symmetry/normal_form.h"

#include <assert.h>
#include <string.h>

#include "puzzle/symmetry/form_draft.h"
#include "puzzle/symmetry/form_operation.h"

/* ---- of nodes ------------------------------------------------------------------------------ */

static form form_of_bits(normal_forms *n, ref r)
{
    size_t cell;
    const dag_node *x = dag_at(n->lowering->dag, r);
    if (!abstract_cell_of_bits(n->lowering, r, &cell) ||
        n->lowering->packing->cells[cell].width != (uint64_t)x->imm / 64)
        return form_fail(n);
    return form_of_cell_bits(n, cell);
}

/* The element that an index names, or 0. */
static form form_of_element(normal_forms *n, const dag_node *x)
{
    const lowering *l = n->lowering;
    const state_variable *v = l->dag->arrays[x->imm].variable;
    const form_operation equal = {.op = DAG_EQUAL}, choose = {.op = DAG_IF};
    form index = normal_form(n, x->a), *all = arena_array(n->memory, v->cells + 1, sizeof *all);
    form small = FORM_FALSE;
    size_t count = 1;
    all[0] = FORM_FALSE;
    for (size_t i = 0; i < v->cells && !n->failed; i++) {
        form here = form_apply(n, &equal, (form[]){index, form_of_constant(n, (int64_t)i)}, 2);
        form value = form_of_cell_bits(n, v->first + i);
        if (n->failed || here == FORM_FALSE)
            continue;
        all[count++] = form_make_pair(n, here, value);
        if (small)
            small = form_apply_to_tables(n, &choose, (form[]){here, value, small}, 3);
    }
    if (n->failed)
        return FORM_NOTHING;
    return small ? small : form_make_select(n, all, count);
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
    return n->failed ? FORM_NOTHING : form_list(n, (int)op, all, count);
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
    const ref refs[FORM_OPERANDS] = {x->a, x->b, x->c};
    form_operation o = {.op = (int)x->op};
    form operands[FORM_OPERANDS] = {0};
    size_t count = operand_count(x->op);
    if (x->op == DAG_LOOKUP) {
        o.imm = x->imm;
        o.with = d->tables[x->imm].values;
        o.count = d->tables[x->imm].count;
    }
    for (size_t i = 0; i < count && !n->failed; i++)
        operands[i] = normal_form(n, refs[i]);
    return n->failed ? FORM_NOTHING : form_apply(n, &o, operands, count);
}

static form form_of_node(normal_forms *n, ref r)
{
    const dag_node x = *dag_at(n->lowering->dag, r);
    switch (x.op) {
    case DAG_CONSTANT: return form_of_constant(n, x.imm);
    case DAG_WORD: return form_fail(n);
    case DAG_BITS: return form_of_bits(n, r);
    case DAG_CELL_AT: return form_of_element(n, &x);
    default: return form_is_list((int)x.op) ? form_of_list(n, r) : form_of_operation(n, &x);
    }
}

form normal_form(normal_forms *n, ref r)
{
    if (n->failed || n->depth > FORM_DEPTH_MOST)
        return form_fail(n);
    form f = *form_known(n, &n->of, &n->of_room, r, n->lowering->dag->count);
    if (f)
        return f;
    n->depth++;
    f = form_of_node(n, r);
    n->depth--;
    *form_known(n, &n->of, &n->of_room, r, n->lowering->dag->count) = f;
    return f;
}

void normal_forms_start(normal_forms *n, const lowering *l, arena *memory)
{
    *n = (normal_forms){.memory = memory, .lowering = l};
    ARENA_PUSH(memory, n->nodes, n->count, n->room, (form_node){.op = FORM_CELL});
    form no = form_of_constant(n, 0), yes = form_of_constant(n, 1);
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
        const form_node x = *form_at(n, all[i]);
        for (size_t k = 0; x.op == (form_op)DAG_AND && k < x.count; k++)
            ARENA_PUSH(n->memory, flat, parts, room, x.operands[k]);
        if (x.op != (form_op)DAG_AND)
            ARENA_PUSH(n->memory, flat, parts, room, all[i]);
    }
    return parts ? form_list(n, DAG_AND, flat, parts) : FORM_TRUE;
}

form normal_form_not(normal_forms *n, form f)
{
    return form_apply(n, &(form_operation){.op = DAG_NOT}, &f, 1);
}

form normal_form_position(normal_forms *n, form f, size_t cell)
{
    const type *of = n->lowering->tree->cells[cell].type;
    const form_operation o = {.op = POSITION_IN_TYPE, .with = of, .count = of->count};
    return n->failed ? FORM_NOTHING : form_apply(n, &o, &f, 1);
}

form normal_form_own_position(normal_forms *n, size_t cell)
{
    return normal_form_position(n, normal_form(n, n->lowering->source[cell]), cell);
}

form normal_form_become(normal_forms *n, form f, const uint32_t *becomes, uint64_t count)
{
    const form_operation o = {.op = BECOME, .with = becomes, .count = count};
    return form_apply(n, &o, &f, 1);
}

/* Marks, among the points of a table, those for which some state makes `when` true. */
static void mark_possible(const normal_forms *n, const form_node *f, const form_node *when,
                          bool *possible)
{
    form_draft t = {.value_count = 1};
    uint16_t of_f[FORM_TABLE_MOST], of_when[FORM_TABLE_MOST];
    memset(possible, 0, f->value_count * sizeof *possible);
    if (!form_draft_add(n, &t, f->operands, f->count) ||
        !form_draft_add(n, &t, when->operands, when->count)) {
        memset(possible, 1, f->value_count * sizeof *possible);
        return;
    }
    form_draft_indices(n, &t, f->operands, f->count, of_f);
    form_draft_indices(n, &t, when->operands, when->count, of_when);
    for (size_t i = 0; i < t.value_count; i++)
        possible[of_f[i]] |= when->values[of_when[i]] != 0;
}

static form restrict_to(normal_forms *n, form f, form when)
{
    bool possible[FORM_TABLE_MOST];
    const form_node x = *form_at(n, f), *w = form_at(n, when);
    form_draft t = {.cell_count = x.count, .value_count = x.value_count};
    if (!form_does_work(n, x.value_count))
        return FORM_NOTHING;
    mark_possible(n, &x, w, possible);
    if (x.count)
        memcpy(t.cells, x.operands, x.count * sizeof *t.cells);
    for (size_t i = 0; i < x.value_count; i++)
        t.values[i] = possible[i] ? x.values[i] : POSITION_ANY;
    return form_draft_intern(n, &t);
}

form normal_form_where(normal_forms *n, form f, form when)
{
    if (n->failed || !form_is_table(n, f) || !form_at(n, f)->count)
        return n->failed ? FORM_NOTHING : f;
    const form_node w = *form_at(n, when);
    if (w.op == FORM_TABLE)
        return restrict_to(n, f, when);
    for (size_t i = 0; w.op == (form_op)DAG_AND && i < w.count && !n->failed; i++)
        if (form_is_table(n, w.operands[i]))
            f = restrict_to(n, f, w.operands[i]);
    return f;
}

bool normal_form_of_one_cell(const normal_forms *n, form f, size_t *cell, const int64_t **values)
{
    if (n->failed || !form_is_table(n, f) || form_at(n, f)->count != 1)
        return false;
    *cell = form_at(n, f)->operands[0];
    *values = form_at(n, f)->values;
    return true;
}
