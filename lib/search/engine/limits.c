/* limits.c - what ends a run early. */
#include "search/engine/limits.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/progress_clock.h"

enum {
    PAUSE_STATES = 256 * MODEL_BATCH, /* between two pauses                      */
    CHECK_STATES = 32,                /* between two readings of the clock       */
};

enum {
    CHECK_STATES_MOST = 1 << 20, /* between two checks of a sweep */
    CHECK_MEMORY = 1024,         /* checks while all of --max-memory is used up */
};

static const double WATCH_SECONDS = 0.2, WITHIN_SECONDS = 0.05, DUE_SECONDS = 0.002;

static __attribute__((format(printf, 2, 3))) void stop_at_limit(engine *r, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->result->limit, sizeof r->result->limit, format, arguments);
    va_end(arguments);
    engine_stop(r, SEARCH_LIMIT);
}

static search_receiver_memory receiver_memory(const engine *r)
{
    const search_options *o = r->options;
    return o->receiver_memory ? o->receiver_memory(o->receiver_memory_self)
                              : (search_receiver_memory){0, 0};
}

/* All but the visited set and the running expansion. */
static size_t memory_but_visited_and_budget(const engine *r)
{
    size_t texts =
        r->model->texts.memory ? r->model->texts.memory(r->model) - r->text_bytes_before : 0;
    return receiver_memory(r).now + r->own_memory + r->crew_memory + texts + r->marks_room +
           (r->numbers_room + r->sources_room + r->rejected_sources_room + r->depths_room) *
               sizeof(uint32_t);
}

static size_t memory_but_visited(const engine *r)
{
    return memory_but_visited_and_budget(r) + r->budget.held;
}

static size_t record_memory(engine *r)
{
    size_t now = memory_but_visited(r) + visited_memory(&r->visited);
    if (now > r->result->memory)
        r->result->memory = now;
    return now;
}

size_t limits_memory_left(const engine *r)
{
    uint64_t most = r->options->max_memory;
    size_t held = most ? memory_but_visited_and_budget(r) + visited_memory(&r->visited) : 0;
    if (!most)
        return SIZE_MAX;
    return most > held ? (size_t)(most - held) : 0;
}

void limits_set_visited_budget(engine *r)
{
    uint64_t most = r->options->max_memory;
    if (!most)
        return;
    size_t beside = memory_but_visited(r);
    r->visited.max_bytes = most > beside ? (size_t)(most - beside) : 1;
}

void limits_stop_memory(engine *r)
{
    const search_options *o = r->options;
    r->memory_full = r->result->memory_full = true;
    if (o->memory_limit_text)
        stop_at_limit(r, "%s", o->memory_limit_text);
    else
        stop_at_limit(r, "--max-memory %" PRIu64, o->max_memory);
}

void limits_stop_states(engine *r)
{
    stop_at_limit(r, "--max-states %" PRIu64, r->options->max_states);
}

void limits_stop_numbers(engine *r)
{
    stop_at_limit(r, "%" PRIu32 " states, all that can be numbered", (uint32_t)VISITED_MAX);
}

void limits_stop_full(engine *r)
{
    bool by_option = r->options->max_states && r->visited.max_count < VISITED_MAX;
    if (by_option && r->visited.count >= r->visited.max_count)
        limits_stop_states(r);
    else if (r->visited.count >= VISITED_MAX)
        limits_stop_numbers(r);
    else
        limits_stop_memory(r);
}

void limits_stop_wide(engine *r, uint64_t most)
{
    stop_at_limit(r, "%s states in a level, all that can be held", WGCQ_GROUPED(most));
}

void limits_stop_depth(engine *r)
{
    stop_at_limit(r, "--max-depth %" PRIu64, r->options->max_depth);
}

void limits_set_elapsed(engine *r, double seconds)
{
    long whole = (long)seconds, rest = (long)((seconds - (double)whole) * 1e9);
    clock_gettime(CLOCK_MONOTONIC, &r->began);
    r->began.tv_sec -= whole;
    r->began.tv_nsec -= rest;
    r->progress_at = r->progress_at < seconds ? r->progress_at : seconds;
}

void limits_record_usage(engine *r)
{
    r->result->seconds = seconds_since(&r->began);
    record_memory(r);
}

static void poll_monitor(engine *r, double seconds)
{
    if (!r->monitor || !r->monitor->report || seconds - r->progress_at < WATCH_SECONDS)
        return;
    r->progress_at = seconds;
    wgcq_progress progress = {.states = r->result->states,
                              .edges = r->result->edges,
                              .frontier = r->frontier,
                              .depth = r->depth,
                              .seconds = seconds,
                              .memory = record_memory(r),
                              .bytes = r->own_files,
                              .expected = r->expected,
                              .phase = r->phase ? r->phase : "exploring"};
    if (r->monitor->report(r->monitor->self, &progress))
        engine_stop(r, SEARCH_INTERRUPTED);
}

static void check_all_limits(engine *r)
{
    const search_options *options = r->options;
    size_t held = record_memory(r);
    if (options->max_memory &&
        (held > options->max_memory || receiver_memory(r).at_end > options->max_memory)) {
        limits_stop_memory(r);
        return;
    }
    double seconds = seconds_since(&r->began);
    if (options->max_time > 0 && seconds >= options->max_time) {
        stop_at_limit(r, "--max-time %g", options->max_time);
        return;
    }
    const char *full =
        options->limit_reached ? options->limit_reached(options->limit_self, r->frontier) : NULL;
    if (full) {
        stop_at_limit(r, "%s", full);
        return;
    }
    poll_monitor(r, seconds);
}

bool limits_poll(void *self)
{
    engine *r = self;
    double seconds = seconds_since(&r->began);
    if (!r->stopped && (seconds < r->checked_at || seconds - r->checked_at >= WITHIN_SECONDS)) {
        r->checked_at = seconds;
        check_all_limits(r);
    }
    return r->stopped;
}

void limits_check(engine *r, size_t count)
{
    r->states_since_check += (unsigned)count;
    r->states_since_pause += (unsigned)count;
    if (r->stopped || r->states_since_check < CHECK_STATES)
        return;
    r->states_since_check = 0;
    check_all_limits(r);
}

bool limits_pause_due(engine *r)
{
    bool due = r->states_since_pause >= PAUSE_STATES || (r->level_ended && !r->stopped);
    r->level_ended = false;
    if (r->states_since_pause >= PAUSE_STATES)
        r->states_since_pause = 0;
    return due;
}

bool limits_are_due(engine *r, size_t count)
{
    uint64_t most = r->options->max_memory;
    r->states_since_due += (unsigned)count;
    return !r->stopped && (r->states_since_due >= r->check_states ||
                           (most && r->own_memory > r->checked_memory + most / CHECK_MEMORY));
}

void limits_check_due(engine *r)
{
    double seconds = seconds_since(&r->began), passed = seconds - r->checked_at;
    if (passed < DUE_SECONDS && r->check_states < CHECK_STATES_MOST)
        r->check_states = r->check_states ? 2 * r->check_states : CHECK_STATES;
    else if (passed > 4 * DUE_SECONDS)
        r->check_states /= 2;
    r->states_since_due = 0;
    r->checked_memory = r->own_memory;
    r->checked_at = seconds;
    check_all_limits(r);
}
