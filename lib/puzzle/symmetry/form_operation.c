/* form_operation.c - operations on forms, as tables where they are small enough. */
#include "puzzle/symmetry/form_operation.h"

#include <stdlib.h>
#include <string.h>

#include "puzzle/symmetry/form_draft.h"

/* ---- operations ---------------------------------------------------------------------------- */

static int64_t apply_operation(const form_operation *o, const int64_t *x)
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

/* Kept out of its callers, which call themselves, as it takes a lot of the stack. */
__attribute__((noinline)) form form_apply_to_tables(normal_forms *n, const form_operation *o,
                                                    const form *operands, size_t count)
{
    uint16_t index[FORM_OPERANDS][FORM_TABLE_MOST];
    form_draft t = {.value_count = 1};
    for (size_t i = 0; i < count; i++) {
        const form_node *x = form_at(n, operands[i]);
        if (x->op != FORM_TABLE || !form_draft_add(n, &t, x->operands, x->count))
            return FORM_NOTHING;
    }
    for (size_t i = 0; i < count; i++) {
        const form_node *x = form_at(n, operands[i]);
        form_draft_indices(n, &t, x->operands, x->count, index[i]);
    }
    for (size_t k = 0; k < t.value_count; k++) {
        int64_t x[FORM_OPERANDS] = {0};
        for (size_t i = 0; i < count; i++)
            x[i] = form_at(n, operands[i])->values[index[i][k]];
        t.values[k] = apply_operation(o, x);
    }
    return form_draft_finish(n, &t);
}

bool form_is_list(int op)
{
    return op == DAG_AND || op == DAG_OR || op == DAG_ADD || op == DAG_MIN || op == DAG_MAX ||
           op == DAG_MULTIPLY;
}

bool form_is_commutative(int op)
{
    return op == DAG_EQUAL || op == DAG_BIT_AND || op == DAG_BIT_OR || op == DAG_BIT_XOR ||
           op == DAG_ADD_OVERFLOWS || op == DAG_MULTIPLY_OVERFLOWS;
}

/* The number of the one operand that is no constant; `count`: there are several. */
static size_t only_variable(const normal_forms *n, const form *operands, size_t count)
{
    size_t found = count;
    for (size_t i = 0; i < count; i++)
        if (!form_is_constant(n, operands[i])) {
            if (found < count)
                return count;
            found = i;
        }
    return found;
}

static form apply_inside(normal_forms *n, const form_operation *o, const form *operands,
                         size_t count, size_t at, form f)
{
    form all[FORM_OPERANDS] = {0};
    memcpy(all, operands, count * sizeof *all);
    all[at] = f;
    return form_apply(n, o, all, count);
}

int form_compare(const void *a, const void *b)
{
    const form x = *(const form *)a, y = *(const form *)b;
    return (x > y) - (x < y);
}

form form_make_pair(normal_forms *n, form condition, form value)
{
    return form_intern(
        n, (form_node){.op = FORM_PAIR, .count = 2, .operands = (uint32_t[]){condition, value}});
}

form form_make_select(normal_forms *n, form *operands, size_t count)
{
    qsort(operands + 1, count - 1, sizeof *operands, form_compare);
    return form_intern(n, (form_node){.op = FORM_SELECT, .count = count, .operands = operands});
}

/* The operation on the values among which operand `at` selects. */
static form apply_within(normal_forms *n, const form_operation *o, const form *operands,
                         size_t count, size_t at)
{
    const form_node x = *form_at(n, operands[at]);
    form *inner = arena_array(n->memory, x.count + 1, sizeof *inner);
    if (x.op == (form_op)DAG_IF) {
        inner[0] = x.operands[0];
        inner[1] = apply_inside(n, o, operands, count, at, x.operands[1]);
        inner[2] = apply_inside(n, o, operands, count, at, x.operands[2]);
        return n->failed ? FORM_NOTHING : form_apply(n, &(form_operation){.op = DAG_IF}, inner, 3);
    }
    inner[0] = apply_inside(n, o, operands, count, at, x.operands[0]);
    for (size_t i = 1; i < x.count && !n->failed; i++) {
        const form_node pair = *form_at(n, x.operands[i]);
        inner[i] = form_make_pair(n, pair.operands[0],
                                  apply_inside(n, o, operands, count, at, pair.operands[1]));
    }
    return n->failed ? FORM_NOTHING : form_make_select(n, inner, x.count);
}

form form_apply(normal_forms *n, const form_operation *o, const form *operands, size_t count)
{
    if (n->failed)
        return FORM_NOTHING;
    form f = form_apply_to_tables(n, o, operands, count);
    if (f || !form_does_work(n, 1))
        return f;
    size_t at = only_variable(n, operands, count);
    if (at < count && (form_at(n, operands[at])->op == FORM_SELECT ||
                       (form_at(n, operands[at])->op == (form_op)DAG_IF && o->op != DAG_IF))) {
        if (n->depth > FORM_DEPTH_MOST)
            return form_fail(n);
        n->depth++;
        f = apply_within(n, o, operands, count, at);
        n->depth--;
        return f;
    }
    if (form_is_list(o->op))
        return form_list(n, o->op, operands, count);
    if (o->op == BECOME)
        return form_fail(n);
    form sorted[FORM_OPERANDS] = {0};
    memcpy(sorted, operands, count * sizeof *sorted);
    if (form_is_commutative(o->op))
        qsort(sorted, count, sizeof *sorted, form_compare);
    form_node x = {.op = (form_op)o->op, .count = count, .operands = sorted, .imm = o->imm};
    if (o->op == POSITION_IN_TYPE) {
        const type *of = o->with;
        if (of->values)
            return form_fail(n);
        x.op = FORM_POSITION;
        x.imm = of->low;
        x.imm2 = of->high;
    }
    return form_intern(n, x);
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
    const form_operation o = {.op = op};
    size_t kept = 0;
    for (size_t i = 0; i < count && !n->failed; i++) {
        size_t k = 0;
        while (
            form_is_table(n, all[i]) && k < kept &&
            !(form_is_table(n, all[k]) && !compare_cells(form_at(n, all[i]), form_at(n, all[k]))))
            k++;
        if (form_is_table(n, all[i]) && k < kept)
            all[k] = form_apply_to_tables(n, &o, (form[]){all[k], all[i]}, 2);
        else
            all[kept++] = all[i];
        form_does_work(n, k + 1);
    }
    return kept;
}

/* Whether a table of all the cells is small enough. */
static __attribute__((noinline)) bool fits_one_table(const normal_forms *n, const form *all,
                                                     size_t count)
{
    form_draft t = {.value_count = 1};
    for (size_t i = 0; i < count; i++) {
        const form_node *x = form_at(n, all[i]);
        if (x->op != FORM_TABLE || !form_draft_add(n, &t, x->operands, x->count))
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
        bool constant = form_is_constant(n, all[i]);
        int64_t value = constant ? form_at(n, all[i])->values[0] : 0;
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

form form_list(normal_forms *n, int op, const form *operands, size_t count)
{
    const form_operation o = {.op = op};
    form whole = FORM_NOTHING;
    form *all = arena_array(n->memory, count + 1, sizeof *all);
    memcpy(all, operands, count * sizeof *all);
    count = unite_tables(n, op, all, count);
    if (n->failed)
        return FORM_NOTHING;
    if (fits_one_table(n, all, count)) {
        whole = all[0];
        for (size_t i = 1; i < count && !n->failed; i++)
            whole = form_apply_to_tables(n, &o, (form[]){whole, all[i]}, 2);
        return whole;
    }
    qsort(all, count, sizeof *all, form_compare);
    if (drop_neutral(n, op, all, &count, &whole))
        return whole;
    if (count == 1)
        return all[0];
    return form_intern(n, (form_node){.op = (form_op)op, .count = count, .operands = all});
}
