/* iterator.c - results pulled one at a time: distinct, in order, offset and limit. */
#include "base/error.h"
#include "journey/determinism_check.h"
#include "journey/journey.h"
#include "journey/result_buffer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct wgcq_iterator {
    wgcq_journey journey;
    determinism_check twin; /* while checking                              */
    result_buffer seen;     /* states, or keys                             */
    result_buffer ordered;  /* while putting in order: every result        */
    size_t next;            /* of them, to be given                        */
    void *key;              /* key_size bytes to write one to              */
    wgcq_iterator_options wanted;
    wgcq_error trouble; /* what ended it, told again to whoever asks again */
    uint64_t met, given;
    bool gathered; /* all results are in `ordered`                */
    bool running;  /* a story is being told                       */
    bool there;    /* a result is in the state                    */
    bool over;
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
        return error_set(err, WGCQ_EREQUEST, "checking a story needs the state's size");
    return 0;
}

/* Every allocation that a telling begins with. */
static bool set_up(wgcq_iterator *t, wgcq_journey_fn *story, void *state, size_t size)
{
    const wgcq_iterator_options *wanted = &t->wanted;
    t->journey.strict = wanted->check;
    t->seen.size = wanted->key ? wanted->key_size : size;
    t->ordered.size = size;
    if (wanted->key && !(t->key = malloc(wanted->key_size)))
        return false;
    if (wanted->check && !determinism_check_open(&t->twin, story, state, size, NULL))
        return false;
    return journey_open(&t->journey, story, state, size);
}

int wgcq_iterator_new(wgcq_iterator **out, wgcq_journey_fn *story, void *state, size_t size,
                      const wgcq_iterator_options *wanted, wgcq_error *err)
{
    assert(state || size == 0);
    static const wgcq_iterator_options all;
    int code = check_wanted(wanted ? wanted : &all, size, err);
    if (code)
        return code;
    wgcq_iterator *t = calloc(1, sizeof *t);
    if (!t)
        return error_set_memory(err);
    t->wanted = wanted ? *wanted : all;
    if (!set_up(t, story, state, size)) {
        wgcq_iterator_free(t);
        return error_set_memory(err);
    }
    *out = t;
    return 0;
}

/* The story's next result, whatever is wanted of it. */
static bool pull(wgcq_iterator *t)
{
    t->running = true;
    t->journey.err = &t->trouble;
    bool arrived =
        t->wanted.check ? determinism_check_next(&t->twin, &t->journey) : journey_next(&t->journey);
    t->running = false;
    return arrived;
}

/* The next that is like none before. */
static bool pull_distinct(wgcq_iterator *t)
{
    while (pull(t)) {
        if (!t->wanted.distinct)
            return true;
        const void *record = t->journey.state;
        if (t->key) {
            t->wanted.key(t->journey.state, t->key);
            record = t->key;
        }
        bool added;
        if (!result_buffer_meet(&t->seen, record, &added))
            return journey_error(&t->journey, WGCQ_EMEMORY, "out of memory");
        if (added)
            return true;
    }
    return false;
}

/* All of them, in order. */
static bool gather(wgcq_iterator *t)
{
    while (pull_distinct(t))
        if (!result_buffer_add(&t->ordered, t->journey.state))
            return journey_error(&t->journey, WGCQ_EMEMORY, "out of memory");
    if (t->journey.code)
        return false;
    t->journey.move_count = 0;
    t->journey.cost = 0;
    t->gathered = true;
    return result_buffer_sort(&t->ordered, t->wanted.order_by) ||
           journey_error(&t->journey, WGCQ_EMEMORY, "out of memory");
}

static bool pull_in_order(wgcq_iterator *t)
{
    if (!t->wanted.order_by)
        return pull_distinct(t);
    if (!t->gathered && !gather(t))
        return false;
    if (t->next == t->ordered.count)
        return false;
    memcpy(t->journey.state, result_buffer_at(&t->ordered, t->next++), t->ordered.size);
    return true;
}

static bool pull_wanted(wgcq_iterator *t)
{
    if (t->wanted.limit && t->given == t->wanted.limit)
        return false;
    while (pull_in_order(t))
        if (t->met++ >= t->wanted.offset) {
            t->given++;
            return true;
        }
    return false;
}

int wgcq_iterator_next(wgcq_iterator *t, wgcq_error *err)
{
    if (t->running)
        return error_set(err, WGCQ_EREQUEST,
                         "a telling is asked for its next result by its own story");
    t->there = !t->over && pull_wanted(t);
    if (t->there)
        return 0;
    if (!t->over)
        journey_restore(&t->journey);
    t->over = true;
    if (t->journey.code == 0)
        return WGCQ_DONE;
    return error_set(err, (wgcq_code)t->journey.code, "%s", t->trouble.text);
}

size_t wgcq_iterator_move_count(const wgcq_iterator *t)
{
    return t->there ? t->journey.move_count : 0;
}

const char *wgcq_iterator_move(const wgcq_iterator *t, size_t i)
{
    assert(i < wgcq_iterator_move_count(t));
    return t->journey.moves[i];
}

int64_t wgcq_iterator_cost(const wgcq_iterator *t)
{
    return t->there ? t->journey.cost : 0;
}

void wgcq_iterator_free(wgcq_iterator *t)
{
    if (!t)
        return;
    journey_close(&t->journey);
    determinism_check_close(&t->twin);
    result_buffer_free(&t->seen);
    result_buffer_free(&t->ordered);
    free(t->key);
    free(t);
}
