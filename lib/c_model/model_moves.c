/*
 * model_moves.c - the moves of a C model written as journeys: each successful run is a move.
 *
 * Journeys run without checkpoints, so that a failure in a step of wgcq_repeat is a result as any
 * other; they work on a copy of the worker's state.
 */
#include <assert.h>
#include <string.h>

#include "base/error.h"
#include "c_model/c_model.h"

const void *wgcq_self(const wgcq_journey *j)
{
    assert(j);
    return j->self;
}

/* An error of the journey is one of the model. */
static bool forward_error(wgcq_moves *to, const wgcq_error *error)
{
    if (error->code == WGCQ_EMEMORY)
        to->code = error_set_memory(to->err);
    else if (!to->code)
        moves_error(to, "%s", error->text);
    return false;
}

static bool open_move_journey(wgcq_moves *to, const void *state, wgcq_journey_fn *fn,
                              wgcq_error *error)
{
    wgcq_journey *j = &to->journey;
    size_t size = to->model->layout.size;
    if (to->journey_running) {
        moves_error(to, "%s", "a journey adds moves by another journey");
        return false;
    }
    memcpy(to->result_state, state, size);
    memset(to->result_state + size, GUARD, GUARD_BYTES);
    j->self = to->model->description.self;
    j->checking = to->model->description.checked;
    j->no_checkpoints = true;
    j->err = error;
    return journey_open(j, fn, to->result_state, size) || forward_error(to, error);
}

static bool check_guard_bytes(wgcq_moves *to)
{
    unsigned char guard[GUARD_BYTES];
    memset(guard, GUARD, sizeof guard);
    if (to->model->description.checked &&
        memcmp(to->result_state + to->model->layout.size, guard, sizeof guard) != 0)
        moves_error(to, "%s writes behind the state: its size is not what is described",
                    "a journey");
    return !to->code;
}

static bool add_journey_move(wgcq_moves *to, const char *text)
{
    const wgcq_journey *j = &to->journey;
    if (j->move_count > 1) {
        moves_error(to, "one run of a journey makes several moves, the second '%s'", j->moves[1]);
        return false;
    }
    to->journey_cost[0] = j->cost;
    return wgcq_moves_add(to, j->move_count ? j->moves[0] : text, to->result_state,
                          to->journey_cost);
}

/* A rejection, where a named guard failed and the move has a label. */
static bool add_journey_rejection(wgcq_moves *to, const char *text)
{
    const wgcq_journey *j = &to->journey;
    const char *move = j->move_count ? j->moves[0] : text;
    return !j->rejection || !move || wgcq_moves_reject(to, move, j->rejection);
}

static bool run_all_journeys(wgcq_moves *to, const char *text)
{
    while (moves_continue(to)) {
        journey_end end = journey_run(&to->journey);
        if (end == JOURNEY_EXHAUSTED)
            return to->journey.code == 0;
        if (!check_guard_bytes(to))
            return true;
        if (!(end == JOURNEY_ARRIVED ? add_journey_move(to, text)
                                     : add_journey_rejection(to, text)))
            return true;
    }
    return true;
}

bool wgcq_moves_run(wgcq_moves *to, const char *text, const void *state, wgcq_journey_fn *fn)
{
    wgcq_error error = {0};
    if (!moves_given(to, __func__, state && fn, state ? "fn" : "state"))
        return false;
    if (to->code || !open_move_journey(to, state, fn, &error))
        return false;
    to->journey_running = true;
    if (!run_all_journeys(to, text))
        forward_error(to, &error);
    to->journey_running = false;
    return !to->code;
}
