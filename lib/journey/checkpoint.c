/* checkpoint.c - loops in deep journeys, which resume from a checkpoint before each step. */
#include "journey/journey.h"

#include <assert.h>
#include <string.h>

typedef struct step_loop {
    size_t count;                    /* of steps, where `done` is NULL */
    bool (*done)(const void *state); /* tested before each */
    wgcq_journey_fn *step;
} step_loop;

static bool loop_done(const wgcq_journey *j, const step_loop *s, size_t number)
{
    return s->done ? s->done(j->state) : number == s->count;
}

static bool reserve_checkpoint(wgcq_journey *j)
{
    size_t room = j->checkpoint_room, states_room = j->checkpoint_room;
    if (j->checkpoint_count < room)
        return true;
    if (!journey_reserve(j, &j->checkpoints, &room, j->checkpoint_count + 1,
                         sizeof *j->checkpoints) ||
        !journey_reserve(j, &j->checkpoint_states, &states_room, room, j->size))
        return false;
    j->checkpoint_room = room;
    return true;
}

/* Copies so many bytes from both ends, which may overlap in the middle. */
#define COPY_ENDS(into, from, size, bytes)                                                         \
    do {                                                                                           \
        unsigned char first[bytes], last[bytes];                                                   \
        memcpy(first, from, bytes);                                                                \
        memcpy(last, (from) + (size) - (bytes), bytes);                                            \
        memcpy(into, first, bytes);                                                                \
        memcpy((into) + (size) - (bytes), last, bytes);                                            \
    } while (0)

/* Most states are a few words, for which a call of memcpy costs more than the copying. */
static inline void copy_state(void *to, const void *from, size_t size)
{
    unsigned char *into = to;
    const unsigned char *out = from;
    if (size < 4 || size > 64)
        memcpy(to, from, size);
    else if (size < 8)
        COPY_ENDS(into, out, size, 4);
    else if (size <= 16)
        COPY_ENDS(into, out, size, 8);
    else if (size <= 32)
        COPY_ENDS(into, out, size, 16);
    else
        COPY_ENDS(into, out, size, 32);
}

/* Saves the state before step `number`, as a checkpoint of the loop whose first is `home`. */
static bool push_checkpoint(wgcq_journey *j, size_t home, size_t number, bool end)
{
    size_t at = j->checkpoint_count;
    if (!reserve_checkpoint(j))
        return false;
    j->checkpoints[at] = (checkpoint){.choices = j->choice_cursor,
                                      .step = number,
                                      .first = home,
                                      .previous = home < at ? j->checkpoints[home].latest : at,
                                      .moves = j->move_count,
                                      .cost = j->cost,
                                      .end = end};
    j->checkpoints[home].latest = at;
    copy_state(j->checkpoint_states + at * j->size, j->state, j->size);
    j->checkpoint_count = j->checkpoint_cursor = at + 1;
    if (__builtin_expect(j->trace != NULL, 0))
        tracing_checkpoint(j);
    return true;
}

static inline __attribute__((always_inline)) void restore_checkpoint(wgcq_journey *j, size_t at)
{
    assert(at < j->checkpoint_count);
    const checkpoint *f = &j->checkpoints[at];
    copy_state(j->state, j->checkpoint_states + at * j->size, j->size);
    j->choice_cursor = f->choices;
    j->checkpoint_cursor = at + 1;
    j->move_count = f->moves;
    j->cost = f->cost;
    j->failed = false;
}

/* One step, within which a cut is confined. */
static bool run_loop_step(wgcq_journey *j, const step_loop *s)
{
    size_t outer = j->cut_floor;
    j->cut_floor = j->choice_cursor;
    bool arrived = s->step(j, j->state);
    j->cut_floor = outer;
    if (arrived && j->failed)
        return journey_running(j);
    j->failed = !arrived;
    return arrived;
}

/* Without checkpoints: nothing is saved, and a failed step fails the run. */
static bool loop_from_start(wgcq_journey *j, const step_loop *s)
{
    for (size_t number = 0; !loop_done(j, s, number); number++)
        if (!run_loop_step(j, s))
            return false;
    return true;
}

/* The next alternative behind the first `floor` choices, of a journey that is watched. */
static __attribute__((noinline)) bool backtrack_watched(wgcq_journey *j, size_t floor)
{
    if (j->random && random_order_is_over(j->random))
        return false;
    if (!journey_backtrack(j, floor) || (j->random && random_order_ends_pass(j)))
        return false;
    if (j->trace)
        tracing_advanced(j);
    return true;
}

/* The step has failed: back to the last one that has an alternative.  False: there is none. */
static bool backtrack_in_loop(wgcq_journey *j, size_t home)
{
    if (j->code || j->suspended || !journey_replayed(j))
        return false;
    const bool watched = __builtin_expect(j->watched, 0);
    if (watched && j->trace && tracing_run_end(j, JOURNEY_FAILED) != JOURNEY_FAILED)
        return false;
    const size_t floor = j->checkpoints[home].choices;
    if (watched ? backtrack_watched(j, floor) : journey_backtrack(j, floor)) {
        restore_checkpoint(j, j->checkpoints[home].latest);
        return true;
    }
    j->choice_cursor = j->choice_count;
    j->checkpoint_count = j->checkpoint_cursor = home;
    j->failed = true;
    return false;
}

static bool loop_from_checkpoint(wgcq_journey *j, const step_loop *s)
{
    size_t home = j->checkpoint_cursor;
    if (home < j->checkpoint_count)
        restore_checkpoint(j, j->checkpoints[home].latest);
    else if (!push_checkpoint(j, home, 0, loop_done(j, s, 0)))
        return false;
    for (;;) {
        const checkpoint *at = &j->checkpoints[j->checkpoints[home].latest];
        size_t next = at->step + 1;
        if (at->end)
            return true;
        if (__builtin_expect(j->watched, 0) && !journey_allowed(j)) {
            j->failed = true;
            return false;
        }
        if (run_loop_step(j, s)) {
            if (!journey_replayed(j) || !push_checkpoint(j, home, next, loop_done(j, s, next)))
                return false;
        } else if (!backtrack_in_loop(j, home)) {
            return false;
        }
    }
}

static bool run_loop(wgcq_journey *j, const step_loop *s)
{
    if (!journey_running(j) || !journey_has_stack(j))
        return false;
    if (j->no_checkpoints)
        return loop_from_start(j, s);
    if (j->size == 0)
        return journey_error(j, WGCQ_EREQUEST, "a loop of steps needs the state's size");
    return loop_from_checkpoint(j, s);
}

bool wgcq_repeat(wgcq_journey *j, size_t count, wgcq_journey_fn *step)
{
    if (!journey_given(j, step != NULL, __func__, "step"))
        return false;
    return run_loop(j, &(step_loop){.count = count, .step = step});
}

bool wgcq_until(wgcq_journey *j, bool (*done)(const void *state), wgcq_journey_fn *step)
{
    if (!journey_given(j, done != NULL, __func__, "done") ||
        !journey_given(j, step != NULL, __func__, "step"))
        return false;
    return run_loop(j, &(step_loop){.done = done, .step = step});
}
