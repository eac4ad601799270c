/*
 * time_limit.c - how long it takes to finish a run, and when exploring must stop for that.
 *
 * Behind the search come passes over the graph and the indices of the file, which take time in
 * proportion to the edges.  The seconds of an edge were measured on runs of 0.5 to 8 million states
 * (fifteen puzzle, every order), and stretched as the run itself has been: by what it waited for a
 * processor or a disk.  Where that was too little, finishing is cut when the limit is past, and
 * `wgcq resume` makes up for it.
 */
#include <stdio.h>
#include <time.h>

#include "base/error.h"
#include "base/progress_clock.h"
#include "run/solver.h"

/* Nanoseconds of an edge: of the graph's passes and of the file's indices, where rows come by
   levels and where they do not; of each cost once there are plans. */
static const double LEVEL_PASSES = 40, LEVEL_INDICES = 60, PASSES = 75, INDICES = 140, A_COST = 40;
/* Fewer edges take such a part of it, as far as they are in the processor's caches; more take all.
 */
enum { FEW_EDGES = 4000000, MANY_EDGES = 13000000 };
static const double FEW_PART = 0.6;
/* Representatives of orbits become states again: a part of the time of exploring. */
static const double UNFOLDING_PART = 0.12;
/* A run that is late may take so much more, in seconds and as a part of the limit. */
static const double LATE_SECONDS = 0.25, LATE_PART = 0.03;

static double process_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void solver_start_clocks(solver *s)
{
    clock_gettime(CLOCK_MONOTONIC, &s->started);
    s->cpu_before = process_seconds();
}

static bool has_indices(const solver *s)
{
    return s->writer && trace_rows(s->writer) & ROWS_EDGES;
}

/* Seconds of a processor, where an edge takes so many nanoseconds. */
static double work_of_edges(const solver *s, double each)
{
    const double edges =
        (double)(s->taken.edges > s->taken.states ? s->taken.edges : s->taken.states);
    const double more = (edges - FEW_EDGES) / (MANY_EDGES - FEW_EDGES);
    const double part = more < 0 ? 0 : more > 1 ? 1 : more;
    return edges * each * 1e-9 * (FEW_PART + (1 - FEW_PART) * part);
}

static double work_of_indices(const solver *s)
{
    return has_indices(s) ? work_of_edges(s, solver_goes_by_levels(s) ? LEVEL_INDICES : INDICES)
                          : 0;
}

static double work_of_passes(const solver *s)
{
    const double costs = s->found_goal ? A_COST * (s->model->costs + 1) : 0;
    return s->g ? work_of_edges(s, costs + (solver_goes_by_levels(s) ? LEVEL_PASSES : PASSES)) : 0;
}

/* How much longer than its work the run takes. */
static double stretching(const solver *s, double elapsed)
{
    const double worked = process_seconds() - s->cpu_before;
    return worked > 0 && elapsed > worked ? elapsed / worked : 1;
}

static double finishing_seconds(const solver *s, double elapsed)
{
    const double unfolding = s->orbits ? UNFOLDING_PART * elapsed : 0;
    return (work_of_passes(s) + work_of_indices(s)) * stretching(s, elapsed) + unfolding;
}

const char *solver_time_limit(solver *s)
{
    const double most = solver_max_time(s), elapsed = seconds_since(&s->started);
    if (!(most > 0) || elapsed + finishing_seconds(s, elapsed) < most)
        return NULL;
    snprintf(s->time_limit_text, sizeof s->time_limit_text, "--max-time %g", most);
    return s->time_limit_text;
}

static bool is_past(const solver *s, double elapsed)
{
    const double most = solver_max_time(s);
    return most > 0 && elapsed > most * (1 + LATE_PART) + LATE_SECONDS;
}

bool solver_lacks_time_for_indices(const solver *s)
{
    const double elapsed = seconds_since(&s->started);
    return is_past(s, elapsed + work_of_indices(s) * stretching(s, elapsed));
}

bool solver_becomes_late(solver *s)
{
    if (s->reading && solver_max_time(s) > 0 && seconds_since(&s->started) >= solver_max_time(s)) {
        atomic_store(&s->late, true);
        return true;
    }
    return s->finishing && is_past(s, seconds_since(&s->started)) &&
           !atomic_exchange(&s->late, true);
}

int solver_end_reading(solver *s, int code, const char *path)
{
    s->reading = false;
    if (code != WGCQ_EINTERRUPT || !atomic_load(&s->late))
        return code;
    if (s->err)
        *s->err = (wgcq_error){0};
    return error_set(s->err, WGCQ_EUNKNOWN,
                     "--max-time %g was reached before %s was read; nothing in it has changed",
                     solver_max_time(s), path);
}
