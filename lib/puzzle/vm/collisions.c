/* collisions.c - grounded moves that may make the same edge as another. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "puzzle/vm/vm.h"

enum { PAIRS_MOST = 20000000 };

static int compare_label_numbers(const void *a, const void *b)
{
    const ground_action *x = *(const ground_action *const *)a,
                        *y = *(const ground_action *const *)b;
    if (x->label->number != y->label->number)
        return x->label->number < y->label->number ? -1 : 1;
    return (x->position > y->position) - (x->position < y->position);
}

/* Actions with fixed labels may collide where the labels are equal. */
static void mark_fixed_labels(bool *may_collide, const ground_action **all, size_t count)
{
    qsort(all, count, sizeof *all, compare_label_numbers);
    for (size_t i = 1; i < count; i++)
        if (all[i]->label->number == all[i - 1]->label->number)
            may_collide[all[i]->position] = may_collide[all[i - 1]->position] = true;
}

/* An action whose label depends on the state may collide where the labels can be equal. */
static void mark_varying_labels(bool *may_collide, const ground_action *const *all, size_t fixed,
                                size_t count)
{
    for (size_t i = fixed; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (!(may_collide[all[i]->position] && may_collide[all[k]->position]) &&
                label_may_equal(all[i]->label, all[k]->label))
                may_collide[all[i]->position] = may_collide[all[k]->position] = true;
}

/* Copies the actions, those with fixed labels first; returns how many these are. */
static size_t fixed_labels_first(const ground_action **to, const grounded *g)
{
    size_t fixed = 0, at;
    for (size_t i = 0; i < g->action_count; i++)
        if (g->actions[i]->label->fixed)
            to[fixed++] = g->actions[i];
    at = fixed;
    for (size_t i = 0; i < g->action_count; i++)
        if (!g->actions[i]->label->fixed)
            to[at++] = g->actions[i];
    assert(at == g->action_count);
    return fixed;
}

void collisions_mark(bool *out, const program *p, arena *memory)
{
    const grounded *g = &p->grounded;
    const ground_action **all = arena_array(memory, g->action_count, sizeof *all);
    size_t fixed = fixed_labels_first(all, g), varying = g->action_count - fixed;
    if (p->interprets_moves || (varying && g->action_count > PAIRS_MOST / varying)) {
        memset(out, 1, ((size_t)g->positions + 1) * sizeof *out);
        return;
    }
    mark_fixed_labels(out, all, fixed);
    mark_varying_labels(out, all, fixed, g->action_count);
}
