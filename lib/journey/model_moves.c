/*
 * model_moves.c - the moves of a model told as journeys: each telling that arrives is a move.
 *
 * A story is told from its beginning every time, so that an end in a step of wgcq_repeat is seen as
 * any other; its state is a copy of the worker's own.
 */
#include <string.h>

#include "base/error.h"
#include "journey/c_model.h"

const void *wgcq_self(const wgcq_journey *j)
{
    return j->self;
}

/* The story's trouble is the model's. */
static bool pass_on(wgcq_moves *to, const wgcq_error *what)
{
    if (what->code == WGCQ_EMEMORY)
        to->code = error_set_memory(to->err);
    else if (!to->code)
        moves_error(to, "%s", what->text);
    return false;
}

static bool take_up(wgcq_moves *to, const void *state, wgcq_journey_fn *story, wgcq_error *what)
{
    wgcq_journey *j = &to->journey;
    size_t size = to->of->layout.size;
    if (to->telling) {
        moves_error(to, "%s", "a story tells of moves by another story");
        return false;
    }
    memcpy(to->told, state, size);
    memset(to->told + size, GUARD, GUARD_BYTES);
    j->self = to->of->is.self;
    j->strict = to->of->is.checked;
    j->plain = true;
    j->code = 0;
    j->err = what;
    return journey_open(j, story, to->told, size) || pass_on(to, what);
}

static bool check_behind(wgcq_moves *to)
{
    unsigned char guard[GUARD_BYTES];
    memset(guard, GUARD, sizeof guard);
    if (to->of->is.checked && memcmp(to->told + to->of->layout.size, guard, sizeof guard) != 0)
        moves_error(to, "%s writes behind the state: its size is not what is described", "a story");
    return !to->code;
}

static bool arrive(wgcq_moves *to, const char *said)
{
    const wgcq_journey *j = &to->journey;
    if (j->move_count > 1) {
        moves_error(to, "one telling makes several moves, the second '%s'", j->moves[1]);
        return false;
    }
    to->spent[0] = j->cost;
    return wgcq_moves_add(to, j->move_count ? j->moves[0] : said, to->told, to->spent);
}

/* By a guard with a name, once it is known which move it is. */
static bool rejected(wgcq_moves *to, const char *said)
{
    const wgcq_journey *j = &to->journey;
    const char *move = j->move_count ? j->moves[0] : said;
    return !j->rejection || !move || wgcq_moves_reject(to, move, j->rejection);
}

static bool tell_on(wgcq_moves *to, const char *said)
{
    while (moves_go_on(to)) {
        journey_end end = journey_run(&to->journey);
        if (end == JOURNEY_OVER)
            return to->journey.code == 0;
        if (!check_behind(to))
            return true;
        if (!(end == JOURNEY_ARRIVED ? arrive(to, said) : rejected(to, said)))
            return true;
    }
    return true;
}

bool wgcq_moves_run(wgcq_moves *to, const char *said, const void *state, wgcq_journey_fn *story)
{
    wgcq_error what = {0};
    if (to->code || !take_up(to, state, story, &what))
        return false;
    to->telling = true;
    if (!tell_on(to, said))
        pass_on(to, &what);
    to->telling = false;
    return !to->code;
}
