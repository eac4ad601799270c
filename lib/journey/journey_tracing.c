/* journey_tracing.c - a journey's tree of choices, guards and results in a file, as it goes. */
#include "journey/journey_tracing.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/progress_clock.h"
#include "journey/journey.h"

enum { HEX_MOST = 200 }; /* bytes of a state that are shown where there is no options.show */

/* ---- opening, saving ------------------------------------------------------------------------- */

int tracing_open(journey_tracing *t, wgcq_journey *top, const wgcq_iterator_options *wanted,
                 wgcq_error *err)
{
    const tree_about about = {.name = wanted->name, .state = top->initial, .size = top->size};
    *t = (journey_tracing){.top = top, .show = wanted->show};
    int code = tree_trace_open(&t->tree, wanted->trace, &about, wanted->trace_nodes, err);
    top->trace = code ? NULL : t;
    return code;
}

void tracing_close(journey_tracing *t)
{
    tree_trace_close(t->tree);
    strbuf_free(&t->choices);
    free(t->shown);
    *t = (journey_tracing){0};
}

/* The choices with which a stored search goes on are made again up to the last one: what is done on
   the way is in the file. */
static bool is_on_the_way(const wgcq_journey *j)
{
    const wgcq_journey *top = j->trace->top;
    return top->source && top->source->taken < top->source->count;
}

int tracing_save(journey_tracing *t, tree_end end, wgcq_error *err)
{
    const wgcq_journey *j = t->top;
    if (is_on_the_way(j)) /* the file says so already */
        return 0;
    strbuf_clear(&t->choices);
    for (size_t i = 0; i < j->choice_count; i++)
        strbuf_printf(&t->choices, i ? ".%llu" : "%llu", (unsigned long long)j->choices[i].index);
    if (t->choices.failed)
        return error_set_memory(err);
    wgcq_error own = {0};
    return tree_trace_save(t->tree, strbuf_string(&t->choices), end, &own)
               ? 0
               : error_set(err, own.code, "%s", own.text);
}

bool tracing_is_due(const journey_tracing *t)
{
    return t->tree && (t->tree->due || seconds_since(&t->tree->committed) >= 1);
}

/* False, and what went wrong is an error of the journey. */
static bool tracing_failed(wgcq_journey *j)
{
    wgcq_error *own = &j->trace->error;
    return journey_error(j, own->code ? own->code : WGCQ_EFILE, "%s", own->text);
}

static bool tracing_saved_if_due(wgcq_journey *j)
{
    return !j->trace->tree->due || !tracing_save(j->trace, TREE_GOES_ON, &j->trace->error) ||
           tracing_failed(j);
}

/* ---- what a run does ------------------------------------------------------------------------- */

bool tracing_choice(wgcq_journey *j, tree_kind kind, int64_t value)
{
    journey_tracing *t = j->trace;
    size_t level = j->trace_level + j->choice_cursor;
    if (is_on_the_way(j))
        return true;
    if (j == t->top)
        tree_trace_at_choice(t->tree, level);
    return (tree_trace_add(t->tree, level, kind, j->outer_depth + j->choice_cursor, value,
                           &t->error) ||
            tracing_failed(j)) &&
           tracing_saved_if_due(j);
}

bool tracing_guard(wgcq_journey *j, bool holds, const char *name)
{
    return is_on_the_way(j) || tree_trace_guard(j->trace->tree, holds, name, &j->trace->error) ||
           tracing_failed(j);
}

void tracing_failure(wgcq_journey *j, tree_outcome outcome)
{
    tree_trace_failure(j->trace->tree, outcome);
}

bool tracing_nested(wgcq_journey *j, wgcq_journey *sub, tree_kind kind)
{
    journey_tracing *t = j->trace;
    if (is_on_the_way(j))
        return true;
    sub->trace = t;
    sub->trace_found = 0;
    sub->trace_level = j->trace_level + j->choice_cursor + 1;
    return tree_trace_add(t->tree, sub->trace_level, kind, j->outer_depth + j->choice_cursor, 0,
                          &t->error) ||
           tracing_failed(j);
}

bool tracing_then(wgcq_journey *j, const wgcq_journey *sub)
{
    journey_tracing *t = j->trace;
    return is_on_the_way(j) ||
           tree_trace_then(t->tree, j->trace_level + j->choice_cursor,
                           j->outer_depth + j->choice_cursor, (int64_t)sub->trace_found,
                           &t->error) ||
           tracing_failed(j);
}

/* ---- runs ------------------------------------------------------------------------------------ */

void tracing_run(wgcq_journey *j)
{
    if (j != j->trace->top)
        return;
    if (j->suspended)
        tree_trace_repeat(j->trace->tree);
    else if (j->started)
        tracing_advanced(j);
}

void tracing_advanced(wgcq_journey *j)
{
    if (j == j->trace->top)
        tree_trace_at_choice(j->trace->tree, j->choice_count);
}

void tracing_checkpoint(wgcq_journey *j)
{
    if (j == j->trace->top && !is_on_the_way(j))
        tree_trace_at_checkpoint(j->trace->tree);
}

/* ---- results --------------------------------------------------------------------------------- */

static bool reserve_shown(journey_tracing *t, size_t room)
{
    return array_renew(&t->shown, &t->shown_room, room, 1);
}

static bool show_as_hex(journey_tracing *t)
{
    static const char digits[] = "0123456789abcdef";
    const wgcq_journey *j = t->top;
    const unsigned char *bytes = j->state;
    size_t count = j->size < HEX_MOST ? j->size : HEX_MOST;
    if (!reserve_shown(t, 2 * count + 1))
        return false;
    for (size_t i = 0; i < count; i++) {
        t->shown[2 * i] = digits[bytes[i] >> 4];
        t->shown[2 * i + 1] = digits[bytes[i] & 15];
    }
    t->shown[2 * count] = 0;
    return true;
}

static bool show_state(journey_tracing *t)
{
    if (!t->show)
        return show_as_hex(t);
    if (!reserve_shown(t, 256))
        return false;
    t->shown[0] = 0;
    size_t length = t->show(t->top->state, t->shown, t->shown_room);
    if (length < t->shown_room)
        return true;
    if (length == SIZE_MAX || !reserve_shown(t, length + 1))
        return false;
    t->shown[0] = 0;
    t->show(t->top->state, t->shown, t->shown_room);
    return true;
}

/* *stored: the file had it already, and it was given before. */
static bool trace_result(wgcq_journey *j, bool *stored)
{
    journey_tracing *t = j->trace;
    if (!show_state(t))
        return journey_error(j, WGCQ_EMEMORY, "out of memory");
    const tree_result result = {
        .cost = j->cost, .shown = t->shown, .moves = j->moves, .move_count = j->move_count};
    return tree_trace_add_result(t->tree, &result, stored, &t->error) || tracing_failed(j);
}

journey_end tracing_run_end(wgcq_journey *j, journey_end end)
{
    journey_tracing *t = j->trace;
    bool stored = false;
    if (t->error.code)
        return JOURNEY_EXHAUSTED;
    if (is_on_the_way(j)) {
        journey_error(j, WGCQ_ERUN, "the stored choices do not lead to where the search ended");
        return JOURNEY_EXHAUSTED;
    }
    tree_outcome outcome = end == JOURNEY_ARRIVED  ? TREE_RESULT_FOUND
                           : end == JOURNEY_FAILED ? TREE_FAILED
                                                   : TREE_ERROR;
    if (!tree_trace_run_end(t->tree, outcome, &t->error)) {
        tracing_failed(j);
        return JOURNEY_EXHAUSTED;
    }
    j->trace_found += end == JOURNEY_ARRIVED;
    if (end == JOURNEY_ARRIVED && j == t->top && !trace_result(j, &stored))
        return JOURNEY_EXHAUSTED;
    return stored ? JOURNEY_FAILED : end;
}
