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
    j->started = j->suspended = j->cut_short = j->has_best = j->bounded = false;
    j->read_unfinished = j->any_unfinished = false;
    return true;
}

void journey_restore(wgcq_journey *j)
{
    if (j->size)
        memcpy(j->state, j->initial, j->size);
}

void journey_rewind(wgcq_journey *j)
{
    journey_restore(j);
    j->choice_count = j->checkpoint_count = 0;
    j->started = j->suspended = j->cut_short = j->has_best = j->bounded = false;
    if (j->source)
        j->source->taken = 0;
}

bool wgcq_raise(wgcq_journey *j, const char *text)
{
    return journey_given(j, text != NULL, __func__, "text") &&
           journey_error(j, WGCQ_ERUN, "%s", text);
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

/* A result, unless it was one before, or the journey bounds itself and it is no cheaper than one
   before. */
static bool accept_result(wgcq_journey *j)
{
    if ((j->order && !journey_order_accepts(j)) || (j->random && !random_order_accepts(j)))
        return false;
    if (j->has_best && j->cost >= j->best)
        return !j->bounded;
    j->has_best = true;
    j->best = j->cost;
    return true;
}

static bool next_choices(wgcq_journey *j)
{
    if (j->order)
        return journey_order_advance(j);
    if (!j->random)
        return journey_backtrack(j, 0);
    if (!random_order_is_over(j->random) && !journey_backtrack(j, 0))
        return false;
    if (random_order_is_over(j->random) || random_order_ends_pass(j))
        random_order_restart(j);
    return true;
}

journey_end journey_run(wgcq_journey *j)
{
    if (j->code || (j->started && !j->suspended && !next_choices(j)))
        return JOURNEY_EXHAUSTED;
    if (__builtin_expect(j->trace != NULL, 0))
        tracing_run(j);
    j->started = true;
    j->suspended = false;
    j->steered = j->source || j->order || j->random || j->max_depth;
    j->watched = j->limits || j->trace || j->random;
    j->choice_cursor = j->checkpoint_cursor = j->cut_floor = j->move_count = 0;
    if (!journey_allowed(j))
        return JOURNEY_SUSPENDED;
    journey_restore(j);
    j->cost = 0;
    j->rejection = NULL;
    j->failed = false;
    if (!j->outermost)
        j->stack_base = __builtin_frame_address(0);
    bool arrived = j->fn(j, j->state);
    if (arrived && j->failed)
        journey_running(j);
    if (j->suspended && !j->code)
        return JOURNEY_SUSPENDED;
    bool ended = !j->code && journey_replayed(j);
    journey_end end = !ended                                      ? JOURNEY_EXHAUSTED
                      : arrived && !j->failed && accept_result(j) ? JOURNEY_ARRIVED
                                                                  : JOURNEY_FAILED;
    return __builtin_expect(j->trace != NULL, 0) ? tracing_run_end(j, end) : end;
}

bool journey_next_result(wgcq_journey *j)
{
    journey_end end;
    do
        end = journey_run(j);
    while (end == JOURNEY_FAILED);
    return end == JOURNEY_ARRIVED;
}

void journey_close(wgcq_journey *j)
{
    free(j->initial);
    free(j->choices);
    free(j->checkpoints);
    free(j->checkpoint_states);
    free(j->moves);
    journey_free_groups(j);
    journey_free_tables(j);
    if (j->kept)
        kept_result_free(j->kept);
    free(j->kept);
    interleavings_free(j->interleavings);
    journey_order_free(j->order);
    random_order_free(j->random);
    if (j->subquery)
        journey_close(j->subquery);
    free(j->subquery);
    *j = (wgcq_journey){0};
}
