/* tabled.c - tabled journeys: answers by function and state, computed once; least fixed points. */
#include <stdlib.h>
#include <string.h>

#include "journey/journey_turn.h"
#include "journey/subquery.h"
#include "journey/tables/tables.h"

/* The number of alternatives of a choice over answers that may still be added. */
static const uint64_t OPEN_CHOICE = UINT64_MAX;

bool journey_unfounded(wgcq_journey *j, const char *what)
{
    return journey_error(j, WGCQ_ERUN,
                         "the tabled journey is not well-founded: %s depends on results that it "
                         "leads to itself",
                         what);
}

void journey_free_tables(wgcq_journey *j)
{
    if (!j->outer)
        tables_free(j->tables);
    j->tables = NULL;
}

/* The tables of the outermost journey, made where there are none. */
static journey_tables *share_tables(wgcq_journey *j)
{
    wgcq_journey *outermost = j->outermost ? j->outermost : j;
    if (outermost->tables)
        return outermost->tables;
    if (!(outermost->tables = calloc(1, sizeof *outermost->tables))) {
        journey_error(j, WGCQ_EMEMORY, "out of memory");
        return NULL;
    }
    outermost->tables->size = j->size;
    outermost->tables->max_bytes = outermost->max_table_bytes;
    return outermost->tables;
}

/* The limits of the iterator: an alternative of wgcq_interleave has its own, which it alone looks
 * at. */
static journey_limits *find_limits(const wgcq_journey *j)
{
    journey_limits *limits = j->limits;
    while (limits && limits->turn)
        limits = limits->turn->host->limits;
    return limits;
}

/* No memory: an error, or a limit. */
static bool out_of_tables(wgcq_journey *j, journey_tables *t)
{
    journey_limits *limits = find_limits(j);
    if (!t->exceeded || !limits)
        return journey_error(j, WGCQ_EMEMORY, "out of memory");
    t->exceeded = false;
    limits->code = WGCQ_LIMIT;
    limits->limit = "max_table_bytes";
    j->suspended = j->failed = true;
    return false;
}

/* ---- evaluation ----------------------------------------------------------------------------- */

static bool collect_answers(wgcq_journey *j, journey_tables *t, tabled_call *call)
{
    wgcq_journey *sub = subquery_open_untraced(j, call->fn);
    if (!sub)
        return false;
    sub->decides = false;
    sub->outer_depth = 0;
    while (journey_next_result(sub))
        if (!tables_answer(t, call, sub->state, sub->cost, sub->moves, sub->move_count))
            return out_of_tables(j, t);
    call->cut_short = call->cut_short || sub->cut_short;
    j->code = sub->code;
    j->suspended = j->suspended || sub->suspended;
    j->failed = j->code || j->suspended;
    if (!j->failed && sub->bounded && sub->read_unfinished)
        return journey_unfounded(j, "wgcq_bound");
    return !j->failed;
}

/* All runs of a call, which reads the answers that there are. */
static bool run_pass(wgcq_journey *j, journey_tables *t, tabled_call *call)
{
    tabled_call *outer = t->current;
    t->current = call;
    call->pass = ++t->passes;
    call->input_count = 0;
    memcpy(j->state, call->state, t->size);
    bool done = collect_answers(j, t, call);
    t->current = outer;
    return done;
}

static bool is_outdated(const tabled_call *call)
{
    for (size_t i = 0; i < call->input_count; i++)
        if (call->inputs[i].call->changes > call->inputs[i].seen)
            return true;
    return false;
}

typedef struct answer_totals {
    uint64_t count, changes;
} answer_totals;

static answer_totals total_answers(const journey_tables *t, size_t place)
{
    answer_totals sum = {0, 0};
    for (size_t i = place; i < t->open_count; i++) {
        sum.count += t->open[i]->count;
        sum.changes += t->open[i]->changes;
    }
    return sum;
}

/* One pass of each outdated call of the component, the latest first, since others read it. */
static bool run_round(wgcq_journey *j, journey_tables *t, tabled_call *first, bool *ran)
{
    *ran = false;
    for (size_t i = t->open_count; i-- > first->place;) {
        tabled_call *call = t->open[i];
        if (!is_outdated(call))
            continue;
        *ran = true;
        if (!run_pass(j, t, call))
            return false;
        if (call->low < first->low)
            first->low = call->low;
    }
    return true;
}

/* Until nothing changes.  A derivation of a least cost meets no answer twice on its way, so that
   costs are final after as many rounds as there are answers. */
static bool find_fixed_point(wgcq_journey *j, journey_tables *t, tabled_call *first)
{
    uint64_t idle = 0; /* rounds without a new answer */
    bool ran = true;
    while (ran && first->low == first->place) {
        answer_totals before = total_answers(t, first->place);
        if (!run_round(j, t, first, &ran))
            return false;
        answer_totals after = total_answers(t, first->place);
        idle = after.count > before.count ? 0 : idle + 1;
        if (after.changes > before.changes && idle > after.count + 1)
            return journey_error(j, WGCQ_ERUN,
                                 "wgcq_tabled_best: the cost falls without end, by a circle of "
                                 "negative cost");
    }
    return true;
}

/* The call is complete then, or depends on an open one below it on the stack. */
static bool evaluate_call(wgcq_journey *j, journey_tables *t, tabled_call *call)
{
    size_t place = t->open_count;
    if (!tables_push_open(t, call))
        return out_of_tables(j, t);
    bool done = run_pass(j, t, call) && find_fixed_point(j, t, call);
    memcpy(j->state, call->state, t->size);
    if (!done)
        tables_abandon(t, place);
    else if (call->low == place)
        tables_complete(t, place);
    return done;
}

/* ---- reading -------------------------------------------------------------------------------- */

static bool adopt_answer(wgcq_journey *j, const tabled_call *call, const tabled_answer *answer)
{
    memcpy(j->state, answer->state, j->size);
    return !call->best || journey_adopt(j, answer->moves, answer->move_count, answer->cost);
}

static bool choose_answer(wgcq_journey *j, const tabled_call *call, uint64_t count, uint64_t *which)
{
    return journey_choose_as(j, count, which, call->best ? TREE_TABLED_BEST : TREE_TABLED);
}

static bool read_complete(wgcq_journey *j, const tabled_call *call)
{
    uint64_t which;
    if (call->cut_short) {
        if (journey_is_traced(j))
            tracing_failure(j, TREE_CUT_SHORT);
        j->cut_short = j->failed = true;
        return false;
    }
    return choose_answer(j, call, call->count, &which) &&
           adopt_answer(j, call, call->answers[which]);
}

/* A cost may fall after it was read; answers are only added, behind those that were read. */
static bool read_open(wgcq_journey *j, journey_tables *t, tabled_call *call)
{
    if (j->decides)
        return journey_unfounded(j, "a nested journey other than wgcq_any");
    j->read_unfinished = true;
    bool fresh = j->choice_cursor == j->choice_count;
    uint64_t which;
    if (!choose_answer(j, call, OPEN_CHOICE, &which))
        return false;
    bool ends = which >= call->count;
    if ((fresh || ends) && !tables_read(t, t->current, call, ends || call->best))
        return out_of_tables(j, t);
    if (!ends)
        return adopt_answer(j, call, call->answers[which]);
    j->choices[j->choice_cursor - 1].bound = which + 1;
    return journey_fails_unless(j, false);
}

static bool call_tabled(wgcq_journey *j, wgcq_journey_fn *fn, bool best, const char *function)
{
    if (!journey_given(j, fn != NULL, function, "fn") || !journey_running(j))
        return false;
    if (j->size == 0)
        return journey_error(j, WGCQ_EREQUEST, "%s: a table needs the state's size", function);
    journey_tables *t = share_tables(j);
    if (!t)
        return false;
    tabled_call *call = tables_call(t, fn, best, j->state);
    if (!call)
        return out_of_tables(j, t);
    if (call->status == TABLED_NEW && !evaluate_call(j, t, call))
        return false;
    return call->status == TABLED_COMPLETE ? read_complete(j, call) : read_open(j, t, call);
}

bool wgcq_tabled(wgcq_journey *j, wgcq_journey_fn *fn)
{
    return call_tabled(j, fn, false, __func__);
}

bool wgcq_tabled_best(wgcq_journey *j, wgcq_journey_fn *fn)
{
    return call_tabled(j, fn, true, __func__);
}
