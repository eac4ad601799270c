/* journey.c - backtracking: one run after another, for every sequence of choices. */
#include "journey/journey.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool journey_error(wgcq_journey *j, wgcq_code code, const char *format, ...)
{
    assert(code != WGCQ_OK);
    if (j->code == 0 && j->err && j->err->code == WGCQ_OK) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(j->err->text, sizeof j->err->text, format, arguments);
        va_end(arguments);
        j->err->code = code;
    }
    if (j->code == 0)
        j->code = code;
    j->failed = true;
    return false;
}

bool journey_open(wgcq_journey *j, wgcq_journey_fn *fn, void *state, size_t size)
{
    assert(fn && (state || !size));
    j->code = 0;
    j->fn = fn;
    j->state = state;
    if (size != j->size || !j->initial) {
        unsigned char *start = malloc(size ? size : 1);
        if (!start)
            return journey_error(j, WGCQ_EMEMORY, "out of memory");
        free(j->initial);
        free(j->checkpoint_states);
        j->initial = start;
        j->checkpoint_states = NULL;
        j->checkpoint_room = 0;
        j->size = size;
    }
    if (size)
        memcpy(j->initial, state, size);
    j->choice_count = j->checkpoint_count = 0;
    j->started = false;
    return true;
}

void journey_restore(wgcq_journey *j)
{
    if (j->size)
        memcpy(j->state, j->initial, j->size);
}

/* Drops the checkpoints behind the last remaining choice. */
static void drop_checkpoints(wgcq_journey *j)
{
    while (j->checkpoint_count > 0 &&
           j->checkpoints[j->checkpoint_count - 1].choices >= j->choice_count) {
        size_t top = --j->checkpoint_count;
        const checkpoint *dropped = &j->checkpoints[top];
        if (dropped->first != top)
            j->checkpoints[dropped->first].latest = dropped->previous;
    }
}

bool journey_backtrack_slow(wgcq_journey *j, size_t floor)
{
    while (j->choice_count > floor) {
        choice *top = &j->choices[j->choice_count - 1];
        if (top->index + 1 < top->bound) {
            top->index++;
            drop_checkpoints(j);
            return true;
        }
        j->choice_count--;
    }
    return false;
}

bool journey_replay_error(wgcq_journey *j)
{
    return journey_error(j, WGCQ_ERUN,
                         "the journey is not deterministic: run again, it makes %zu choices where "
                         "there had been %zu",
                         j->choice_cursor, j->choice_count);
}

journey_end journey_run(wgcq_journey *j)
{
    if (j->code || (j->started && !journey_backtrack(j, 0)))
        return JOURNEY_EXHAUSTED;
    j->started = true;
    journey_restore(j);
    j->choice_cursor = j->checkpoint_cursor = j->cut_floor = j->move_count = 0;
    j->cost = 0;
    j->rejection = NULL;
    j->failed = false;
    bool arrived = j->fn(j, j->state);
    if (arrived && j->failed)
        journey_running(j);
    if (j->code || !journey_replayed(j))
        return JOURNEY_EXHAUSTED;
    return arrived && !j->failed ? JOURNEY_ARRIVED : JOURNEY_FAILED;
}

bool journey_next_result(wgcq_journey *j)
{
    journey_end end;
    do
        end = journey_run(j);
    while (end == JOURNEY_FAILED);
    return end == JOURNEY_ARRIVED;
}

static void free_arrays(wgcq_journey *j)
{
    free(j->initial);
    free(j->choices);
    free(j->checkpoints);
    free(j->checkpoint_states);
    free(j->moves);
}

void journey_close(wgcq_journey *j)
{
    free_arrays(j);
    for (wgcq_journey *inner = j->subquery; inner;) {
        wgcq_journey *next = inner->subquery;
        free_arrays(inner);
        free(inner);
        inner = next;
    }
    *j = (wgcq_journey){0};
}
