/* journey_replay.c - a journey function, run once by given choices. */
#include "journey/iterate/journey_replay.h"

#include "base/error.h"

int journey_replay_open(journey_replay *r, wgcq_journey_fn *fn, void *state, size_t size,
                        const wgcq_iterator_options *wanted, wgcq_error *err)
{
    static const wgcq_iterator_options none;
    if (!wanted)
        wanted = &none;
    *r = (journey_replay){.source.fixed = SIZE_MAX, .checked = wanted->check};
    if (wanted->check && size == 0)
        return error_set(err, WGCQ_EREQUEST, "checking a journey needs the state's size");
    r->journey.self = wanted->self;
    r->journey.max_depth = wanted->max_depth;
    r->journey.max_table_bytes = wanted->max_table_bytes;
    r->journey.checking = wanted->check;
    r->journey.source = &r->source;
    if (journey_limits_begin(&r->limits, wanted))
        r->journey.limits = &r->limits;
    bool opened = !wanted->check || determinism_check_open(&r->check, fn, state, size);
    r->check.journey.self = wanted->self;
    r->check.journey.max_depth = wanted->max_depth;
    return opened && journey_open(&r->journey, fn, state, size) ? 0 : error_set_memory(err);
}

int journey_replay_run(journey_replay *r, const uint64_t *choices, size_t count, wgcq_error *err)
{
    wgcq_journey *j = &r->journey;
    r->error = (wgcq_error){0};
    r->source.given = choices;
    r->source.count = count;
    j->err = &r->error;
    journey_rewind(j);
    if (r->checked)
        determinism_check_follow(&r->check, j);
    if (r->checked ? determinism_check_next(&r->check, j) : journey_next_result(j))
        return 0;
    if (j->code)
        return error_set(err, (wgcq_code)j->code, "%s", r->error.text);
    if (j->suspended)
        return r->limits.code == WGCQ_LIMIT ? WGCQ_LIMIT
                                            : error_set(err, WGCQ_EINTERRUPT, "interrupted");
    return j->cut_short ? WGCQ_LIMIT : WGCQ_DONE;
}

void journey_replay_close(journey_replay *r)
{
    journey_close(&r->journey);
    determinism_check_close(&r->check);
}

static int replay_open_run(journey_replay *r, const uint64_t *choices, size_t count,
                           wgcq_error *err)
{
    int code = journey_replay_run(r, choices, count, err);
    if (code == 0 && r->journey.choice_count < count)
        code = error_set(err, WGCQ_EREQUEST, "%zu choices are given, and the journey makes %zu",
                         count, r->journey.choice_count);
    if (code)
        journey_restore(&r->journey);
    return code;
}

int wgcq_replay(wgcq_journey_fn *fn, void *state, size_t size, const wgcq_iterator_options *wanted,
                const uint64_t *choices, size_t count, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"fn", CALLBACK(fn)}, {"state", size ? state : ""},
                                 {"choices", count ? (const void *)choices : ""})))
        return WGCQ_EREQUEST;
    journey_replay r;
    int code = journey_replay_open(&r, fn, state, size, wanted, err);
    if (code == 0)
        code = replay_open_run(&r, choices, count, err);
    journey_replay_close(&r);
    return code;
}
