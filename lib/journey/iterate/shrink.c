/*
 * shrink.c - the choices of a result made smaller: fewer first, then lower ones.
 *
 * Lists of choices are ordered by their length, then by the first choice that differs.  Each result
 * that is kept is smaller than the one before, so shrinking ends, and the choices kept are those
 * that its run has made: what a change has left over is dropped, and what it lacks is 0.
 *
 * As delta debugging (Zeller and Hildebrandt, IEEE TSE 28, 2002), on choices instead of the input,
 * as Hypothesis does (MacIver and Donaldson, ECOOP 2020): runs are removed, longest first, then
 * each choice is lowered to 0, or by bisection, or by one together with a later one removed.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "journey/iterate/journey_replay.h"

typedef struct shrinking {
    journey_replay replay;
    uint64_t *best, *trial; /* `count` each at first, and never more */
    size_t count;
    int code; /* not 0: a limit or an error */
    wgcq_error *err;
} shrinking;

static bool is_smaller(const shrinking *s, const wgcq_journey *j)
{
    if (j->choice_count != s->count)
        return j->choice_count < s->count;
    for (size_t i = 0; i < s->count; i++)
        if (j->choices[i].index != s->best[i])
            return j->choices[i].index < s->best[i];
    return false;
}

static void keep_run(shrinking *s)
{
    const wgcq_journey *j = &s->replay.journey;
    s->count = j->choice_count;
    for (size_t i = 0; i < s->count; i++)
        s->best[i] = j->choices[i].index;
}

/* Whether the first `count` choices of the trial give a smaller result, which is kept then. */
static bool try_choices(shrinking *s, size_t count)
{
    int code = journey_replay_run(&s->replay, s->trial, count, s->err);
    if (code == 0 && is_smaller(s, &s->replay.journey)) {
        keep_run(s);
        return true;
    }
    if (code < 0 || s->replay.journey.suspended)
        s->code = code;
    return false;
}

static bool try_without(shrinking *s, size_t at, size_t length)
{
    memcpy(s->trial, s->best, at * sizeof *s->trial);
    memcpy(s->trial + at, s->best + at + length, (s->count - at - length) * sizeof *s->trial);
    return try_choices(s, s->count - length);
}

static bool try_lowered(shrinking *s, size_t at, uint64_t value)
{
    memcpy(s->trial, s->best, s->count * sizeof *s->trial);
    s->trial[at] = value;
    return try_choices(s, s->count);
}

/* Removes `length` choices in a row wherever that gives a result. */
static bool remove_rows(shrinking *s, size_t length)
{
    bool smaller = false;
    for (size_t at = 0; !s->code && length <= s->count && at <= s->count - length;)
        if (try_without(s, at, length))
            smaller = true;
        else
            at++;
    return smaller;
}

/* Lowers a choice by one and removes a later one: an element of a list whose length comes first. */
static bool remove_element(shrinking *s, size_t at)
{
    bool smaller = false;
    for (size_t gone = at + 1; !s->code && gone < s->count && s->best[at] > 0;) {
        memcpy(s->trial, s->best, gone * sizeof *s->trial);
        memcpy(s->trial + gone, s->best + gone + 1, (s->count - gone - 1) * sizeof *s->trial);
        s->trial[at]--;
        if (try_choices(s, s->count - 1))
            smaller = true;
        else
            gone++;
    }
    return smaller;
}

/* To 0, or down to a value below which neither the next one nor 0 gives a result. */
static bool lower_choice(shrinking *s, size_t at)
{
    bool smaller = false;
    while (!s->code && at < s->count && s->best[at] > 0 && try_lowered(s, at, 0))
        smaller = true;
    for (uint64_t low = 0; !s->code && at < s->count && s->best[at] > low + 1;) {
        uint64_t middle = low + (s->best[at] - low) / 2;
        if (try_lowered(s, at, middle))
            smaller = true;
        else
            low = middle;
    }
    return smaller;
}

static bool shrink_once(shrinking *s)
{
    bool smaller = false;
    size_t length = s->count;
    for (; length > 0; length /= 2)
        smaller = remove_rows(s, length) || smaller;
    for (size_t at = 0; !s->code && at < s->count; at++) {
        smaller = lower_choice(s, at) || smaller;
        smaller = remove_element(s, at) || smaller;
    }
    return smaller;
}

/* The first run, which must be by exactly these choices. */
static int begin_shrinking(shrinking *s, const uint64_t *choices, size_t count)
{
    size_t bytes = (count ? count : 1) * sizeof *choices;
    s->best = malloc(bytes);
    s->trial = malloc(bytes);
    if (!s->best || !s->trial)
        return error_set_memory(s->err);
    int code = journey_replay_run(&s->replay, choices, count, s->err);
    if (code)
        return code;
    if (s->replay.journey.choice_count != count)
        return error_set(s->err, WGCQ_EREQUEST, "%zu choices are given, and the journey makes %zu",
                         count, s->replay.journey.choice_count);
    keep_run(s);
    s->replay.source.lenient = true;
    return 0;
}

static int shrink_fully(shrinking *s, uint64_t *choices, size_t *count)
{
    int code = begin_shrinking(s, choices, *count);
    if (code)
        return code;
    while (shrink_once(s) && !s->code)
        continue;
    if (s->count)
        memcpy(choices, s->best, s->count * sizeof *choices);
    *count = s->count;
    if (s->code)
        return s->code;
    s->replay.journey.limits = NULL;
    return journey_replay_run(&s->replay, s->best, s->count, s->err);
}

int wgcq_shrink(wgcq_journey_fn *fn, void *state, size_t size, const wgcq_iterator_options *wanted,
                uint64_t *choices, size_t *count, wgcq_error *err)
{
    if (error_if_null(
            err, GIVEN({"fn", CALLBACK(fn)}, {"state", size ? state : ""}, {"count", count})) ||
        error_if_null(err, GIVEN({"choices", *count ? (void *)choices : ""})))
        return WGCQ_EREQUEST;
    if (*count > SIZE_MAX / sizeof *choices)
        return error_set_memory(err);
    shrinking s = {.err = err};
    int code = journey_replay_open(&s.replay, fn, state, size, wanted, err);
    if (code == 0)
        code = shrink_fully(&s, choices, count);
    if (code && s.replay.journey.initial)
        journey_restore(&s.replay.journey);
    journey_replay_close(&s.replay);
    free(s.best);
    free(s.trial);
    return code;
}
