/* determinism_check.c - the checking mode: each journey is run twice, and compared. */
#include "journey/iterate/determinism_check.h"

#include <stdlib.h>
#include <string.h>

enum {
    GUARD = 4096, /* bytes before and behind the state; a multiple of any alignment */
    STACK_FILL = 32768
};

bool determinism_check_open(determinism_check *t, wgcq_journey_fn *fn, const void *state,
                            size_t size)
{
    *t = (determinism_check){.journey = {.no_checkpoints = true, .checking = true}};
    if (size > SIZE_MAX - 2 * GUARD || !(t->guarded = malloc(size + 2 * GUARD)))
        return journey_error(&t->journey, WGCQ_EMEMORY, "out of memory");
    memset(t->guarded, 0xa5, size + 2 * GUARD);
    memcpy(t->guarded + GUARD, state, size);
    return journey_open(&t->journey, fn, t->guarded + GUARD, size);
}

void determinism_check_follow(determinism_check *t, const wgcq_journey *j)
{
    if (j->source) {
        t->source = *j->source;
        t->journey.source = &t->source;
    }
    journey_rewind(&t->journey);
}

/* Leaves `fill` on the stack where the function's variables are going to be. */
static __attribute__((noinline)) void fill_stack(unsigned char fill)
{
    volatile unsigned char rubbish[STACK_FILL];
    for (size_t i = 0; i < STACK_FILL; i++)
        rubbish[i] = fill;
    (void)rubbish[0];
}

static bool guard_intact(const unsigned char *guard)
{
    for (size_t i = 0; i < GUARD; i++)
        if (guard[i] != 0xa5)
            return false;
    return true;
}

static bool same_run_choices(const wgcq_journey *a, const wgcq_journey *b)
{
    if (a->choice_count != b->choice_count)
        return false;
    for (size_t i = 0; i < a->choice_count; i++)
        if (a->choices[i].index != b->choices[i].index ||
            a->choices[i].count != b->choices[i].count ||
            a->choices[i].bound != b->choices[i].bound)
            return false;
    return true;
}

static bool same_run_moves(const wgcq_journey *a, const wgcq_journey *b)
{
    if (a->move_count != b->move_count || a->cost != b->cost)
        return false;
    for (size_t i = 0; i < a->move_count; i++)
        if (a->moves[i] != b->moves[i] &&
            (!a->moves[i] || !b->moves[i] || strcmp(a->moves[i], b->moves[i]) != 0))
            return false;
    return true;
}

static bool check_final_state(wgcq_journey *j, const wgcq_journey *other)
{
    const unsigned char *a = j->state, *b = other->state;
    for (size_t i = 0; i < j->size; i++)
        if (a[i] != b[i])
            return journey_error(j, WGCQ_ERUN,
                                 "run twice with the same choices, the journey leaves byte %zu of "
                                 "the state different: it was never set, is padding, points into "
                                 "the state, or comes from outside of it",
                                 i);
    return true;
}

static bool compare_runs(const determinism_check *t, wgcq_journey *j, bool arrived,
                         bool second_arrived)
{
    const wgcq_journey *other = &t->journey;
    if (!guard_intact(t->guarded) || !guard_intact(t->guarded + GUARD + j->size))
        return journey_error(j, WGCQ_ERUN,
                             "the journey writes outside of the state's %zu bytes: a wrong size",
                             j->size);
    if (j->code)
        return false;
    if (other->code)
        return journey_error(j, (wgcq_code)other->code, "the journey cannot be run a second time");
    if (arrived != second_arrived || (arrived && !same_run_choices(j, other)))
        return journey_error(
            j, WGCQ_ERUN,
            "the journey is not deterministic: run twice, other choices lead to its "
            "next result; it depends on more than the state and the choices");
    if (!arrived)
        return false;
    if (!same_run_moves(j, other))
        return journey_error(j, WGCQ_ERUN,
                             "the journey is not deterministic: run twice, it makes other moves");
    return check_final_state(j, other);
}

bool determinism_check_next(determinism_check *t, wgcq_journey *j)
{
    wgcq_error *err = j->err, mine = {0}, others = {0};
    j->err = &mine;
    t->journey.err = &others;
    fill_stack(0x00);
    bool arrived = journey_next_result(j);
    if (j->suspended && !j->code) {
        j->err = err;
        return false;
    }
    fill_stack(0xff);
    bool second_arrived = journey_next_result(&t->journey);
    j->err = err;
    /* Overwritten guard bytes explain any other error. */
    bool outside = !guard_intact(t->guarded) || !guard_intact(t->guarded + GUARD + j->size);
    if (err && err->code == WGCQ_OK && !outside)
        *err = mine.code ? mine : others;
    if (outside)
        j->code = 0;
    return compare_runs(t, j, arrived, second_arrived);
}

void determinism_check_close(determinism_check *t)
{
    journey_close(&t->journey);
    free(t->guarded);
    *t = (determinism_check){0};
}
