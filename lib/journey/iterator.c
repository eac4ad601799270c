/* iterator.c - the results of a journey, one at a time: distinct, ordered, offset and limit. */
#include "base/error.h"
#include "journey/determinism_check.h"
#include "journey/journey.h"
#include "journey/result_buffer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct wgcq_iterator {
    wgcq_journey journey;
    determinism_check check; /* while checking                              */
    result_buffer distinct;  /* states, or keys                             */
    result_buffer ordered;   /* while putting in order: every result        */
    size_t next;             /* of them, to be given                        */
    void *key;               /* key_size bytes to write one to              */
    wgcq_iterator_options wanted;
    wgcq_error error; /* what ended it; returned again by later calls */
    uint64_t skipped, given;
    bool sorted;     /* all results are in `ordered`                */
    bool running;    /* the journey is being run         */
    bool has_result; /* a result is in the state                    */
    bool finished;
};

static int check_wanted(const wgcq_iterator_options *wanted, size_t size, wgcq_error *err)
{
    if (wanted->key && wanted->key_size == 0)
        return error_set(err, WGCQ_EREQUEST, "a key needs its size");
    if (size == 0 && wanted->distinct && !wanted->key)
        return error_set(err, WGCQ_EREQUEST, "distinct results need a key or the state's size");
    if (size == 0 && wanted->order_by)
        return error_set(err, WGCQ_EREQUEST, "results in order need the state's size");
    if (size == 0 && wanted->check)
        return error_set(err, WGCQ_EREQUEST, "checking a journey needs the state's size");
    return 0;
}

/* Makes every allocation that starting takes. */
static bool set_up_iterator(wgcq_iterator *t, wgcq_journey_fn *fn, void *state, size_t size)
{
    const wgcq_iterator_options *wanted = &t->wanted;
    t->journey.checking = wanted->check;
    t->distinct.size = wanted->key ? wanted->key_size : size;
    t->ordered.size = size;
    if (wanted->key && !(t->key = malloc(wanted->key_size)))
        return false;
    if (wanted->check && !determinism_check_open(&t->check, fn, state, size, NULL))
        return false;
    return journey_open(&t->journey, fn, state, size);
}

int wgcq_iterator_new(wgcq_iterator **out, wgcq_journey_fn *fn, void *state, size_t size,
                      const wgcq_iterator_options *wanted, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"fn", CALLBACK(fn)}, {"state", size ? state : ""})))
        return WGCQ_EREQUEST;
    static const wgcq_iterator_options all;
    int code = check_wanted(wanted ? wanted : &all, size, err);
    if (code)
        return code;
    wgcq_iterator *t = calloc(1, sizeof *t);
    if (!t)
        return error_set_memory(err);
    t->wanted = wanted ? *wanted : all;
    if (!set_up_iterator(t, fn, state, size)) {
        wgcq_iterator_free(t);
        return error_set_memory(err);
    }
    *out = t;
    return 0;
}

/* The journey's next result, before all options. */
static bool next_raw(wgcq_iterator *t)
{
    t->running = true;
    t->journey.err = &t->error;
    bool arrived = t->wanted.check ? determinism_check_next(&t->check, &t->journey)
                                   : journey_next_result(&t->journey);
    t->running = false;
    return arrived;
}

/* The next that is equal to none before. */
static bool next_distinct(wgcq_iterator *t)
{
    while (next_raw(t)) {
        if (!t->wanted.distinct)
            return true;
        const void *record = t->journey.state;
        if (t->key) {
            t->wanted.key(t->journey.state, t->key);
            record = t->key;
        }
        bool added;
        if (!result_buffer_add_unique(&t->distinct, record, &added))
            return journey_error(&t->journey, WGCQ_EMEMORY, "out of memory");
        if (added)
            return true;
    }
    return false;
}

/* All of them, in order. */
static bool collect_and_sort(wgcq_iterator *t)
{
    while (next_distinct(t))
        if (!result_buffer_add(&t->ordered, t->journey.state))
            return journey_error(&t->journey, WGCQ_EMEMORY, "out of memory");
    if (t->journey.code)
        return false;
    t->journey.move_count = 0;
    t->journey.cost = 0;
    t->sorted = true;
    return result_buffer_sort(&t->ordered, t->wanted.order_by) ||
           journey_error(&t->journey, WGCQ_EMEMORY, "out of memory");
}

static bool next_ordered(wgcq_iterator *t)
{
    if (!t->wanted.order_by)
        return next_distinct(t);
    if (!t->sorted && !collect_and_sort(t))
        return false;
    if (t->next == t->ordered.count)
        return false;
    memcpy(t->journey.state, result_buffer_at(&t->ordered, t->next++), t->ordered.size);
    return true;
}

static bool next_in_window(wgcq_iterator *t)
{
    if (t->wanted.limit && t->given == t->wanted.limit)
        return false;
    while (next_ordered(t))
        if (t->skipped++ >= t->wanted.offset) {
            t->given++;
            return true;
        }
    return false;
}

int wgcq_iterator_next(wgcq_iterator *t, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"iterator", t})))
        return WGCQ_EREQUEST;
    if (t->running)
        return error_set(err, WGCQ_EREQUEST,
                         "an iterator is advanced by its own journey, or that was left by a jump");
    t->has_result = !t->finished && next_in_window(t);
    if (t->has_result)
        return 0;
    if (!t->finished)
        journey_restore(&t->journey);
    t->finished = true;
    if (t->journey.code == 0)
        return WGCQ_DONE;
    return error_set(err, (wgcq_code)t->journey.code, "%s", t->error.text);
}

size_t wgcq_iterator_move_count(const wgcq_iterator *t)
{
    assert(t);
    return t->has_result ? t->journey.move_count : 0;
}

const char *wgcq_iterator_move(const wgcq_iterator *t, size_t i)
{
    assert(i < wgcq_iterator_move_count(t));
    return t->journey.moves[i];
}

int64_t wgcq_iterator_cost(const wgcq_iterator *t)
{
    assert(t);
    return t->has_result ? t->journey.cost : 0;
}

void wgcq_iterator_free(wgcq_iterator *t)
{
    if (!t)
        return;
    journey_close(&t->journey);
    determinism_check_close(&t->check);
    result_buffer_free(&t->distinct);
    result_buffer_free(&t->ordered);
    free(t->key);
    free(t);
}
