/* form_draft.c - the table of a function's values, in the making. */
#include "puzzle/symmetry/form_draft.h"

#include <string.h>

bool form_draft_add(const normal_forms *n, form_draft *t, const uint32_t *cells, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t at = 0;
        while (at < t->cell_count && t->cells[at] < cells[i])
            at++;
        if (at < t->cell_count && t->cells[at] == cells[i])
            continue;
        uint64_t values = form_cell_values(n, cells[i]);
        if (t->cell_count == DRAFT_CELLS_MOST || values > FORM_TABLE_MOST / t->value_count)
            return false;
        memmove(t->cells + at + 1, t->cells + at, (t->cell_count - at) * sizeof *t->cells);
        t->cells[at] = cells[i];
        t->cell_count++;
        t->value_count *= (size_t)values;
    }
    return true;
}

/* How far apart, in a table, two values of neighbouring positions of the draft's cells are. */
static void find_strides(const normal_forms *n, const form_draft *t, const uint32_t *cells,
                         size_t count, size_t *stride)
{
    size_t apart = 1;
    memset(stride, 0, t->cell_count * sizeof *stride);
    for (size_t i = count; i-- > 0;) {
        for (size_t k = 0; k < t->cell_count; k++)
            if (t->cells[k] == cells[i])
                stride[k] = apart;
        apart *= (size_t)form_cell_values(n, cells[i]);
    }
}

void form_draft_indices(const normal_forms *n, const form_draft *t, const uint32_t *cells,
                        size_t count, uint16_t *index)
{
    size_t stride[DRAFT_CELLS_MOST], position[DRAFT_CELLS_MOST] = {0}, at = 0;
    find_strides(n, t, cells, count, stride);
    for (size_t i = 0; i < t->value_count; i++) {
        index[i] = (uint16_t)at;
        for (size_t k = t->cell_count; k-- > 0;) {
            at += stride[k];
            if (++position[k] < form_cell_values(n, t->cells[k]))
                break;
            at -= stride[k] * position[k];
            position[k] = 0;
        }
    }
}

/* Leaves out cell number k if the values do not depend on it. */
static bool drop_idle_cell(const normal_forms *n, form_draft *t, size_t k)
{
    size_t below = 1, values = (size_t)form_cell_values(n, t->cells[k]), kept = 0;
    for (size_t i = k + 1; i < t->cell_count; i++)
        below *= (size_t)form_cell_values(n, t->cells[i]);
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

form form_draft_intern(normal_forms *n, form_draft *t)
{
    return form_intern(n, (form_node){.op = FORM_TABLE,
                                      .count = t->cell_count,
                                      .operands = t->cells,
                                      .value_count = t->value_count,
                                      .values = t->values});
}

form form_draft_finish(normal_forms *n, form_draft *t)
{
    if (!form_does_work(n, t->value_count * (t->cell_count + 1)))
        return FORM_NOTHING;
    for (size_t k = t->cell_count; k-- > 0;)
        drop_idle_cell(n, t, k);
    return form_draft_intern(n, t);
}

form form_of_constant(normal_forms *n, int64_t value)
{
    form_draft t = {.value_count = 1};
    t.values[0] = value;
    return form_draft_finish(n, &t);
}

form form_of_cell_bits(normal_forms *n, size_t cell)
{
    const state_cell *c = &n->lowering->tree->cells[cell];
    const uint32_t number = (uint32_t)cell;
    form_draft t = {.value_count = 1};
    if (c->type->count > FORM_TABLE_MOST)
        return c->type->values ? form_fail(n)
                               : form_intern(n, (form_node){.op = FORM_CELL,
                                                            .count = 1,
                                                            .operands = (uint32_t[]){number}});
    form_draft_add(n, &t, &number, 1);
    for (uint64_t i = 0; i < c->type->count; i++)
        t.values[i] = (int64_t)((uint64_t)type_value(c->type, i) - (uint64_t)c->low);
    return form_draft_finish(n, &t);
}
