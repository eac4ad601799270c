/* sweep_checks.c - what the threads of a sweep find of invariants and deadlocks, and a path. */
#include <assert.h>
#include <string.h>

#include "search/sweep/sweep_run.h"

/* ---- figures --------------------------------------------------------------------------------- */

void sweep_update_checks(sweep_run *s)
{
    checks *sum = &s->checks.found;
    if (!sum->count)
        return;
    for (size_t o = 0; o < s->owners; o++)
        checks_join(sum, &s->owner[o].checks, s->r->model);
    if (s->parallel)
        sweep_parallel_join_checks(s->parallel, sum);
    checks_join(sum, &s->alone_checks, s->r->model);
    level_checks_update(&s->checks, s->r->result);
}

/* ---- a path ---------------------------------------------------------------------------------- */

/* The index in the level of the least predecessor of a state in the next level; 0 for an initial
   state. */
static uint32_t find_origin(const sweep_run *s, const uint64_t *state)
{
    for (size_t o = 0; s->level.count && o < s->owners; o++) {
        const frontier *next = &s->owner[o].next;
        const size_t i = frontier_find(next, state);
        if (i < next->count)
            return frontier_origins(next)[i];
    }
    assert(!s->level.count && "a violating state is in its level");
    return 0;
}

/* A run that is stopped already stays so, by what has stopped it. */
static int find_kept_path(sweep_run *s, search_path *path, uint32_t length, const uint64_t *state)
{
    engine *r = s->r;
    const bool stopped = r->stopped;
    const search_result before = *r->result;
    r->stopped = false;
    int code = kept_levels_find_path(&s->kept, r, path, length, state);
    if (stopped) {
        r->result->end = before.end;
        r->result->memory_full = before.memory_full;
        memcpy(r->result->limit, before.limit, sizeof before.limit);
    }
    r->stopped = r->stopped || stopped;
    return code;
}

static int find_path_to(void *self, size_t check, const uint64_t *state)
{
    sweep_run *s = self;
    engine *r = s->r;
    const frontier *level = &s->level.part[0];
    search_path *path = &r->result->counterexample;
    if (s->kept.most)
        return find_kept_path(s, path, s->loop.depth + !is_deadlock_check(r->model, check), state);
    if (is_deadlock_check(r->model, check)) {
        const size_t i = frontier_find(level, state);
        assert(i < level->count);
        return level_trail_find_plan(&s->trail, r, path, s->loop.depth, frontier_state(level, i),
                                     level, i);
    }
    int code = sweep_settle_next_level(s);
    return code ? code
                : level_trail_find_plan(&s->trail, r, path, s->loop.depth + 1, state, level,
                                        find_origin(s, state));
}

int sweep_settle_checks(sweep_run *s)
{
    static const violation_paths paths = {find_path_to, sweep_open, sweep_close};
    int code = level_checks_settle(&s->checks, s, &paths, s->kept.most > 0 || sweep_keeps_trail(s));
    if (!s->checks.wants_path)
        kept_levels_free(&s->kept);
    return code;
}
