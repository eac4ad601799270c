/*
 * waiting_rules.c - rules that are evaluated over successors, a column of them at a time.
 *
 * Code for the rules behind each of many grounded moves is large, takes long to be made, and runs
 * for few states at a time.  Successors of such moves wait: when there are enough of them, or no
 * more come, one code says which rule each of them breaks.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/vm/vm.h"

int waiting_rules_prepare(vm *m, wgcq_error *err)
{
    const program *p = m->program;
    const size_t bytes = MODEL_BATCH * (size_t)p->packing.words * sizeof *m->waiting_states;
    if (!m->waiting_states && !(m->waiting_states = malloc(bytes)))
        return error_set_memory(err);
    if (!m->rules && vm_new(&m->rules, p, err))
        return WGCQ_EMEMORY;
    return vm_reserve_columns(m->rules, &p->broken) ? 0 : error_set_memory(err);
}

void waiting_rules_add(vm *m, const batch *b)
{
    const row_run *run = &m->emitted.items[m->emitted.count - 1];
    const size_t words = b->words;
    assert(m->waiting + run->count <= MODEL_BATCH && run->first + run->count == b->count);
    if (!m->waiting)
        m->first_waiting = m->emitted.count - 1;
    memcpy(m->waiting_states + m->waiting * words, b->state + run->first * words,
           run->count * words * sizeof *b->state);
    m->waiting += run->count;
}

static void reject_successor(batch *b, size_t row, int64_t broken)
{
    b->rejected_lane[b->rejected] = b->lane[row];
    b->rejected_move[b->rejected] = b->move[row];
    b->rejected_rule[b->rejected] = (uint32_t)(broken - 1);
    b->rejected++;
}

/* Moves the rows of a run to the place `to` of the batch, without those that break a rule. */
static size_t keep_rows(batch *b, const row_run *run, size_t to, column broken, bool rejections)
{
    for (size_t row = run->first; row < run->first + run->count; row++) {
        if (!broken || !broken[row - run->first])
            successors_move_row(b, to++, row);
        else if (rejections)
            reject_successor(b, row, broken[row - run->first]);
    }
    return to;
}

/* Takes rows that break a rule out of the runs, and the runs that are empty then. */
static int keep_runs(vm *m, batch *b, column broken, bool rejections)
{
    row_runs *all = &m->emitted;
    size_t kept = m->first_waiting, to = all->items[kept].first;
    for (size_t i = m->first_waiting; i < all->count; i++) {
        const row_run run = all->items[i];
        const bool waits = run.flags & RULES_WAIT;
        row_run rejected = {run.position, 0, b->rejected, 0}, left = run;
        left.first = to;
        to = keep_rows(b, &run, to, waits ? broken : NULL, rejections);
        broken += waits ? run.count : 0;
        left.count = to - left.first;
        rejected.count = b->rejected - rejected.first;
        if (left.count)
            all->items[kept++] = left;
        if (rejected.count && vm_append_run(m, &m->rejected, rejected))
            return WGCQ_EMEMORY;
    }
    all->count = kept;
    b->count = to;
    return 0;
}

int waiting_rules_decide(vm_batch *job)
{
    vm *m = job->vm;
    batch *b = job->direct ? job->out : &m->raw;
    const bool rejections = job->wants & WANT_REJECTIONS;
    column broken;
    if (!m->waiting)
        return 0;
    if (vm_evaluate(m->rules, &m->program->broken, m->waiting_states, m->waiting, &broken, NULL) ||
        (rejections && !batch_reserve_rejections(b, m->waiting)))
        return WGCQ_EMEMORY;
    m->waiting = 0;
    m->failed = !broken;
    return broken ? keep_runs(m, b, broken, rejections) : 0;
}
