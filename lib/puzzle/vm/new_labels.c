/*
 * new_labels.c - numbers for labels in the order of the rows that have them first.
 *
 * The code goes action by action over a batch, so that it meets labels in an order that depends on
 * which states are a batch: on memory, on threads, on what a search expands together.  A label that
 * nobody met before gets a number of its own until the rows are in order; only then it is numbered
 * for good, and one that no row has (of a successor that breaks a constraint) is not.
 */
#include "puzzle/vm/vm.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* Beside the numbers of an interner, which are less. */
enum { NEW = 1 << 30 };
static const uint32_t NOT_NUMBERED = UINT32_MAX;

/* An interp_intern_label. */
static int number_new_label(void *self, const char *text, size_t length, uint32_t *number)
{
    vm *m = self;
    if (!interner_known(m->program->labels, text, length, number))
        return 0;
    if (!m->new_labels && !(m->new_labels = interner_new()))
        return WGCQ_EMEMORY;
    int code = interner_id(m->new_labels, text, length, number);
    *number |= NEW;
    return code;
}

label_numbers vm_label_numbers(const vm_batch *job)
{
    interner *labels = job->vm->program->labels;
    if (job->wants & WANT_KNOWN_MOVES)
        return (label_numbers){interner_known, labels};
    return job->direct ? (label_numbers){interner_id, labels}
                       : (label_numbers){number_new_label, job->vm};
}

/* `final` has the numbers of the new labels, as far as they are known. */
static int number_row(const vm *m, uint32_t *final, uint32_t *number)
{
    const uint32_t which = *number & ~(uint32_t)NEW;
    int code = 0;
    if (!(*number & NEW))
        return 0;
    if (final[which] == NOT_NUMBERED) {
        const char *text = interner_at(m->new_labels, which);
        code = interner_id(m->program->labels, text, strlen(text), &final[which]);
    }
    *number = final[which];
    return code;
}

/* State by state, its edges before its rejections. */
static int number_rows(const vm *m, uint32_t *final, batch *out)
{
    size_t edge = 0, rejection = 0;
    int code = 0;
    while (!code && (edge < out->count || rejection < out->rejected)) {
        const bool is_edge =
            rejection == out->rejected ||
            (edge < out->count && out->lane[edge] <= out->rejected_lane[rejection]);
        code =
            number_row(m, final, is_edge ? &out->move[edge++] : &out->rejected_move[rejection++]);
    }
    return code;
}

static void forget_in_table(uint32_t *numbers, size_t span)
{
    for (size_t row = 0; numbers && row < span; row++)
        if (numbers[row] & NEW)
            numbers[row] = UINT32_MAX;
}

/* The tables forget the numbers that were not for good. */
static void forget_new_labels(vm *m)
{
    for (size_t k = 0; k < sizeof m->moves / sizeof *m->moves; k++)
        for (size_t i = 0; m->moves[k] && i < m->moves[k]->label_count; i++)
            forget_in_table(m->label_tables[k][i], m->moves[k]->labels[i].span);
    interner_free(m->new_labels);
    m->new_labels = NULL;
}

int vm_settle_labels(vm *m, batch *out, bool whole, wgcq_error *err)
{
    if (!m->new_labels)
        return 0;
    const size_t count = interner_count(m->new_labels);
    uint32_t *final = whole ? malloc((count + 1) * sizeof *final) : NULL;
    int code = whole && !final ? WGCQ_EMEMORY : 0;
    for (size_t i = 0; final && i < count; i++)
        final[i] = NOT_NUMBERED;
    if (final)
        code = number_rows(m, final, out);
    free(final);
    forget_new_labels(m);
    return code ? error_set_memory(err) : 0;
}
