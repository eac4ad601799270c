/* iterator.c - the results of a journey, one at a time: distinct, ordered, offset and limit. */
#include "journey/iterate/iterator.h"
#include "base/error.h"
#include "journey/choice_source.h"
#include "journey/iterate/determinism_check.h"
#include "journey/iterate/journey_threads.h"
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
    journey_limits limits;
    journey_threads *threads; /* NULL: the calling thread runs the journey */
    wgcq_error error;         /* what ended it; returned again by later calls */
    choice_source after;      /* of options.after                        */
    bool verified;            /* its choices give a result               */
    bool passed;              /* the journey is at that result, or behind */
    journey_tracing trace;    /* with options.trace */
    choice_source resumed;    /* the choices that a stored tree goes on with */
    uint64_t *resumed_choices;
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
    if (wanted->after_count && !wanted->after)
        return error_set(err, WGCQ_EREQUEST, "wgcq_iterator_new: options->after is NULL");
    if ((unsigned)wanted->order > WGCQ_RANDOM)
        return error_set(err, WGCQ_EREQUEST, "wgcq_iterator_new: %d is no order of journeys",
                         (int)wanted->order);
    if (wanted->order && wanted->after)
        return error_set(err, WGCQ_EREQUEST, "options.after is of results in depth-first order");
    if (wanted->order && wanted->trace)
        return error_set(err, WGCQ_EREQUEST, "options.trace holds the tree in depth-first order");
    if (size == 0 && wanted->distinct && !wanted->key)
        return error_set(err, WGCQ_EREQUEST, "distinct results need a key or the state's size");
    if (size == 0 && wanted->order_by)
        return error_set(err, WGCQ_EREQUEST, "results in order need the state's size");
    if (size == 0 && wanted->check)
        return error_set(err, WGCQ_EREQUEST, "checking a journey needs the state's size");
    if (wanted->threads > 1 && (wanted->trace || wanted->order))
        return error_set(err, WGCQ_EREQUEST,
                         "threads search parts of the tree at once: its nodes in order (options."
                         "trace), and other orders than depth-first (options.order) take one");
    if (wanted->threads > 1 && wanted->max_table_bytes)
        return error_set(err, WGCQ_EREQUEST,
                         "each thread has tables of its own: options.max_table_bytes takes one");
    if (size == 0 && wanted->threads > 1)
        return error_set(err, WGCQ_EREQUEST, "threads need the state's size, for copies of it");
    return 0;
}

/* Makes every allocation that starting takes. */
static bool set_up_iterator(wgcq_iterator *t, wgcq_journey_fn *fn, void *state, size_t size)
{
    const wgcq_iterator_options *wanted = &t->wanted;
    t->journey.checking = wanted->check;
    t->journey.self = wanted->self;
    t->journey.max_depth = wanted->max_depth;
    t->journey.max_table_bytes = wanted->max_table_bytes;
    if (journey_limits_begin(&t->limits, wanted))
        t->journey.limits = &t->limits;
    if (!journey_order_new(&t->journey.order, wanted) ||
        !random_order_new(&t->journey.random, wanted))
        return false;
    t->distinct.size = wanted->key ? wanted->key_size : size;
    t->ordered.size = size;
    if (wanted->key && !(t->key = malloc(wanted->key_size)))
        return false;
    if (wanted->check && !determinism_check_open(&t->check, fn, state, size))
        return false;
    if (wanted->check && (!journey_order_new(&t->check.journey.order, wanted) ||
                          !random_order_new(&t->check.journey.random, wanted)))
        return false;
    t->check.journey.self = wanted->self;
    t->check.journey.max_depth = wanted->max_depth;
    if (wanted->after) {
        t->after = (choice_source){
            .given = wanted->after, .count = wanted->after_count, .fixed = SIZE_MAX};
        t->journey.source = &t->after;
    }
    if (!journey_open(&t->journey, fn, state, size))
        return false;
    if (wanted->check)
        determinism_check_follow(&t->check, &t->journey);
    return wanted->threads < 2 ||
           (t->threads = journey_threads_new(wanted, &t->journey, &t->limits));
}

/* The journey goes on with the choices that the file ends with. */
static int resume_trace(wgcq_iterator *t, wgcq_error *err)
{
    const tree_trace *tree = t->trace.tree;
    size_t room = strlen(tree->resumed) / 2 + 1, count = 0;
    if (t->wanted.check)
        return error_set(err, WGCQ_EREQUEST,
                         "%s holds a part of the tree: check needs another file", t->wanted.trace);
    if (!(t->resumed_choices = calloc(room, sizeof *t->resumed_choices)))
        return error_set_memory(err);
    if (wgcq_choices_from_text(tree->resumed, t->resumed_choices, room, &count, NULL) ||
        count != tree->resumed_level)
        return error_set(err, WGCQ_ESTORE,
                         "%s is damaged: it does not say where its search goes on",
                         t->wanted.trace);
    t->resumed = (choice_source){.given = t->resumed_choices, .count = count};
    t->journey.source = &t->resumed;
    t->journey.cut_short = tree->cut_short;
    return 0;
}

static int begin_trace(wgcq_iterator *t, wgcq_error *err)
{
    if (!t->wanted.trace)
        return 0;
    if (t->wanted.after)
        return error_set(err, WGCQ_EREQUEST,
                         "wgcq_iterator_new: a trace holds the tree from its start: options->after "
                         "has to be NULL");
    int code = tracing_open(&t->trace, &t->journey, &t->wanted, err);
    return !code && t->trace.tree->resumed ? resume_trace(t, err) : code;
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
    code = set_up_iterator(t, fn, state, size) ? 0 : error_set_memory(err);
    code = code ? code : begin_trace(t, err);
    if (code) {
        tracing_close(&t->trace);
        wgcq_iterator_free(t);
    } else {
        *out = t;
    }
    return code;
}

/* The next result by threads.  *started is false where there are none. */
static bool next_by_threads(wgcq_iterator *t, bool *started)
{
    t->running = true;
    t->journey.err = &t->error;
    bool arrived = journey_threads_next(t->threads, &t->journey, started);
    t->running = false;
    if (!*started) {
        journey_threads_free(t->threads);
        t->threads = NULL;
    }
    return arrived;
}

/* The journey's next result, before all options. */
static bool next_run(wgcq_iterator *t)
{
    bool started = false;
    if (t->threads && (!t->wanted.after || t->verified)) {
        bool arrived = next_by_threads(t, &started);
        if (started)
            return arrived;
    }
    t->running = true;
    t->journey.err = &t->error;
    bool arrived = t->wanted.check ? determinism_check_next(&t->check, &t->journey)
                                   : journey_next_result(&t->journey);
    t->running = false;
    return arrived;
}

/* Runs the result of options.after, without alternatives and then with them, so that the next one
   is the one behind it.  False: it is none, an error, or suspended. */
static bool pass_result(wgcq_iterator *t)
{
    bool arrived = next_run(t);
    if (t->journey.code || t->journey.suspended)
        return false;
    if (!arrived || !choice_source_followed(&t->journey))
        return journey_error(&t->journey, WGCQ_EREQUEST,
                             "options.after are no choices of a result of the journey");
    if (t->verified) {
        t->passed = true;
        return true;
    }
    t->verified = true;
    t->after.fixed = 0;
    journey_rewind(&t->journey);
    if (t->wanted.check)
        determinism_check_follow(&t->check, &t->journey);
    return pass_result(t);
}

static bool next_raw(wgcq_iterator *t)
{
    return (!t->wanted.after || t->passed || pass_result(t)) && next_run(t);
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
        uint64_t most = t->wanted.distinct_most ? t->wanted.distinct_most : UINT64_MAX;
        if (!result_buffer_add_recent(&t->distinct, record, most, &added))
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
    if (t->journey.code || t->journey.suspended)
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

/* All results that were wanted are none the fewer for a depth that was cut. */
static bool is_cut_short(const wgcq_iterator *t)
{
    return t->journey.cut_short && !(t->wanted.limit && t->given == t->wanted.limit);
}

const char *wgcq_iterator_limit(const wgcq_iterator *t)
{
    assert(t);
    return t->limits.limit ? t->limits.limit : t->finished && is_cut_short(t) ? "max_depth" : NULL;
}

/* The reason why the search ended, or is suspended. */
static tree_end find_end(const wgcq_iterator *t)
{
    if (!t->journey.code && !t->sorted && t->wanted.limit && t->given == t->wanted.limit)
        return TREE_LEFT;
    if (t->journey.code)
        return TREE_ENDED_BY_ERROR;
    const char *limit = t->limits.limit;
    if (t->limits.code)
        return !limit                           ? TREE_INTERRUPTED
               : strcmp(limit, "max_runs") == 0 ? TREE_RUNS_LIMIT
                                                : TREE_SECONDS_LIMIT;
    return t->journey.cut_short ? TREE_DEPTH_LIMIT : TREE_ALL;
}

/* An error of the trace is one of the journey. */
static void save_trace(wgcq_iterator *t)
{
    if (t->trace.tree && !t->trace.error.code &&
        tracing_save(&t->trace, find_end(t), &t->trace.error))
        journey_error(&t->journey, t->trace.error.code, "%s", t->trace.error.text);
}

int wgcq_iterator_next(wgcq_iterator *t, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"iterator", t})))
        return WGCQ_EREQUEST;
    if (t->running)
        return error_set(err, WGCQ_EREQUEST,
                         "an iterator is advanced by its own journey, or that was left by a jump");
    journey_limits_renew(&t->limits);
    t->has_result = !t->finished && next_in_window(t);
    if (t->has_result)
        return 0;
    if (!t->finished)
        journey_restore(&t->journey);
    if (!t->finished && (!t->limits.code || tracing_is_due(&t->trace)))
        save_trace(t);
    if (t->limits.code && !t->journey.code)
        return t->limits.code == WGCQ_LIMIT ? WGCQ_LIMIT
                                            : error_set(err, WGCQ_EINTERRUPT, "interrupted");
    t->finished = true;
    if (t->journey.code == 0)
        return is_cut_short(t) ? WGCQ_LIMIT : WGCQ_DONE;
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

size_t wgcq_iterator_choice_count(const wgcq_iterator *t)
{
    assert(t);
    return t->has_result && !t->wanted.order_by ? t->journey.choice_count : 0;
}

uint64_t wgcq_iterator_choice(const wgcq_iterator *t, size_t i)
{
    assert(i < wgcq_iterator_choice_count(t));
    return t->journey.random ? random_order_taken(&t->journey, i) : t->journey.choices[i].index;
}

bool iterator_trace_is_full(const wgcq_iterator *t)
{
    return t->trace.tree && t->trace.tree->full;
}

void wgcq_iterator_free(wgcq_iterator *t)
{
    if (!t)
        return;
    if (t->trace.tree && !t->trace.error.code && !t->finished)
        tracing_save(&t->trace, t->sorted || t->limits.code ? find_end(t) : TREE_LEFT, NULL);
    tracing_close(&t->trace);
    journey_threads_free(t->threads);
    journey_close(&t->journey);
    determinism_check_close(&t->check);
    result_buffer_free(&t->distinct);
    result_buffer_free(&t->ordered);
    free(t->key);
    free(t->resumed_choices);
    free(t);
}
