/* form_image.c - the function of a state that a form is of its image. */
#include "puzzle/symmetry/form_image.h"

#include <stdlib.h>

#include "puzzle/symmetry/form_draft.h"
#include "puzzle/symmetry/form_operation.h"

/* The table over the cells from which the map takes the values. */
static __attribute__((noinline)) form image_of_table(normal_forms *n, const cell_map *m,
                                                     const form_node *x)
{
    size_t stride[DRAFT_CELLS_MOST] = {0}, position[DRAFT_CELLS_MOST] = {0};
    size_t source[DRAFT_CELLS_MOST] = {0};
    form_draft t = {.value_count = 1};
    for (size_t i = 0; i < x->count; i++)
        form_draft_add(n, &t, &m->from[x->operands[i]], 1);
    assert(t.value_count == x->value_count && t.cell_count == x->count);
    size_t apart = 1;
    for (size_t i = x->count; i-- > 0;) {
        for (size_t k = 0; k < t.cell_count; k++)
            if (t.cells[k] == m->from[x->operands[i]]) {
                stride[k] = apart;
                source[k] = x->operands[i];
            }
        apart *= (size_t)form_cell_values(n, x->operands[i]);
    }
    for (size_t i = 0; i < t.value_count; i++) {
        size_t at = 0;
        for (size_t k = 0; k < t.cell_count; k++) {
            const uint32_t *becomes = m->becomes[source[k]];
            at += stride[k] * (becomes ? becomes[position[k]] : position[k]);
        }
        t.values[i] = x->values[at];
        for (size_t k = t.cell_count; k-- > 0;) {
            if (++position[k] < form_cell_values(n, t.cells[k]))
                break;
            position[k] = 0;
        }
    }
    return form_does_work(n, x->value_count) ? form_draft_intern(n, &t) : FORM_NOTHING;
}

static form image_of_operands(normal_forms *n, form_images *images, const form_node *x)
{
    form *all = arena_array(n->memory, x->count + 1, sizeof *all);
    for (size_t i = 0; i < x->count && !n->failed; i++)
        all[i] = form_of_image(n, images, x->operands[i]);
    if (n->failed)
        return FORM_NOTHING;
    if (x->op == FORM_SELECT)
        return form_make_select(n, all, x->count);
    if (form_is_list((int)x->op) || form_is_commutative((int)x->op))
        qsort(all, x->count, sizeof *all, form_compare);
    form_node out = *x;
    out.operands = all;
    return form_intern(n, out);
}

static form image_of_node(normal_forms *n, form_images *images, const form_node *x)
{
    const cell_map *m = images->map;
    if (x->op == FORM_TABLE)
        return image_of_table(n, m, x);
    if (x->op != FORM_CELL)
        return image_of_operands(n, images, x);
    if (m->becomes[x->operands[0]])
        return form_fail(n);
    form_node out = *x;
    out.operands = (uint32_t[]){m->from[x->operands[0]]};
    return form_intern(n, out);
}

form form_of_image(normal_forms *n, form_images *images, form f)
{
    if (n->failed)
        return FORM_NOTHING;
    form known = *form_known(n, &images->known, &images->room, f, n->count);
    if (known)
        return known;
    const form_node x = *form_at(n, f);
    known = image_of_node(n, images, &x);
    *form_known(n, &images->known, &images->room, f, n->count) = known;
    return known;
}
