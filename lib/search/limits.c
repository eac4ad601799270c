/* limits.c - what ends a run before its work is done. */
#include "search/limits.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum {
    PAUSE_STATES = 256 * MODEL_BATCH, /* between two pauses                             */
    LOOK_STATES = 32,                 /* between two looks at the clock, at the least   */
};

static const double WATCH_SECONDS = 0.2, WITHIN_SECONDS = 0.05;

static __attribute__((format(printf, 2, 3))) void reached(engine *r, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->out->limit, sizeof r->out->limit, format, arguments);
    va_end(arguments);
    engine_stop(r, SEARCH_LIMIT);
}

static search_observer_memory lookers_on(const engine *r)
{
    const search_options *o = r->options;
    return o->beside ? o->beside(o->beside_self) : (search_observer_memory){0, 0};
}

/* All but the states seen and the expansion under way. */
static size_t memory_apart(const engine *r)
{
    size_t texts = r->model->memory ? r->model->memory(r->model) - r->texts : 0;
    return lookers_on(r).now + r->own_memory + texts + r->marks_room +
           (r->numbers_room + r->sources_room + r->depths_room) * sizeof(uint32_t);
}

static size_t memory_beside(const engine *r)
{
    return memory_apart(r) + r->budget.held;
}

static size_t memory(engine *r)
{
    size_t now = memory_beside(r) + visited_memory(&r->seen);
    if (now > r->out->memory)
        r->out->memory = now;
    return now;
}

size_t limits_left(const engine *r)
{
    uint64_t most = r->options->max_memory;
    size_t held = most ? memory_apart(r) + visited_memory(&r->seen) : 0;
    if (!most)
        return SIZE_MAX;
    return most > held ? (size_t)(most - held) : 0;
}

void limits_grant(engine *r)
{
    uint64_t most = r->options->max_memory;
    if (!most)
        return;
    size_t beside = memory_beside(r);
    r->seen.most_bytes = most > beside ? (size_t)(most - beside) : 1;
}

void limits_memory(engine *r)
{
    const search_options *o = r->options;
    if (o->memory_words)
        reached(r, "%s", o->memory_words);
    else
        reached(r, "--max-memory %" PRIu64, o->max_memory);
}

void limits_full(engine *r)
{
    uint64_t states = r->options->max_states;
    if (states && r->seen.count >= states)
        reached(r, "--max-states %" PRIu64, states);
    else if (r->seen.count >= SEEN_MOST)
        reached(r, "%" PRIu32 " states, all that can be numbered", (uint32_t)SEEN_MOST);
    else
        limits_memory(r);
}

void limits_depth(engine *r)
{
    reached(r, "--max-depth %" PRIu64, r->options->max_depth);
}

static double seconds_now(const engine *r)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - r->began.tv_sec) + (double)(now.tv_nsec - r->began.tv_nsec) * 1e-9;
}

void limits_set_clock(engine *r, double seconds)
{
    long whole = (long)seconds, rest = (long)((seconds - (double)whole) * 1e9);
    clock_gettime(CLOCK_MONOTONIC, &r->began);
    r->began.tv_sec -= whole;
    r->began.tv_nsec -= rest;
    r->looked = r->looked < seconds ? r->looked : seconds;
}

void limits_measure(engine *r)
{
    r->out->seconds = seconds_now(r);
    memory(r);
}

static void look_at_watch(engine *r, double seconds)
{
    if (!r->monitor || !r->monitor->report || seconds - r->looked < WATCH_SECONDS)
        return;
    r->looked = seconds;
    wgcq_progress progress = {.states = r->seen.count,
                              .edges = r->out->edges,
                              .frontier = r->frontier,
                              .depth = r->depth,
                              .seconds = seconds,
                              .memory = memory(r),
                              .phase = "exploring"};
    if (r->monitor->report(r->monitor->self, &progress))
        engine_stop(r, SEARCH_INTERRUPTED);
}

static void look(engine *r)
{
    const search_options *options = r->options;
    size_t held = memory(r);
    if (options->max_memory &&
        (held > options->max_memory || lookers_on(r).later > options->max_memory)) {
        limits_memory(r);
        return;
    }
    double seconds = seconds_now(r);
    if (options->max_time > 0 && seconds >= options->max_time) {
        reached(r, "--max-time %g", options->max_time);
        return;
    }
    const char *full = options->full ? options->full(options->full_self, r->frontier) : NULL;
    if (full) {
        reached(r, "%s", full);
        return;
    }
    look_at_watch(r, seconds);
}

bool limits_within(void *self)
{
    engine *r = self;
    double seconds = seconds_now(r);
    if (!r->over && (seconds < r->polled || seconds - r->polled >= WITHIN_SECONDS)) {
        r->polled = seconds;
        look(r);
    }
    return r->over;
}

int limits_look(engine *r, size_t count, uint32_t expanded)
{
    r->since_look += (unsigned)count;
    r->since_pause += (unsigned)count;
    if (!r->over && r->since_look >= LOOK_STATES) {
        r->since_look = 0;
        look(r);
    }
    if (r->since_pause < PAUSE_STATES || !r->observer->pause)
        return 0;
    r->since_pause = 0;
    return r->observer->pause(r->observer->self, expanded, r->err);
}
