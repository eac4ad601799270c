/*
 * rank_checks.c - invariants and deadlocks by several ranks.
 *
 * Each counts those of its own states; when a level ends all have the sums, and of each check the
 * least packed state of all ranks, so that all show the same violation.
 */
#include <stdlib.h>
#include <string.h>

#include "search/ranks/rank_plan.h"
#include "search/ranks/rank_report.h"

/* ---- sums ----------------------------------------------------------------------------------- */

/* The figures of one rank, as they are swapped: numbers, and then states. */
static checks checks_in(const uint64_t *words, size_t count)
{
    uint64_t *at = (uint64_t *)(uintptr_t)words;
    return (checks){.count = count, .found = at, .least = at + count};
}

static int gather_checks(rank_run *s, uint64_t *room, size_t bytes)
{
    const wgcq_model *model = s->r->model;
    const size_t count = s->own_checks.count;
    const checks mine = checks_in(room, count);
    memcpy(mine.found, s->own_checks.found, count * sizeof *mine.found);
    memcpy(mine.least, s->own_checks.least, count * model->words * sizeof *mine.least);
    int code = rank_all_gather(&s->packets, room, bytes, s->r->err);
    for (unsigned k = 0; !code && k < s->packets.with->ranks; k++) {
        const checks theirs = checks_in(rank_gathered(&s->packets, k), count);
        checks_add(&s->checks.found, &theirs, model);
    }
    return code;
}

int rank_sum_checks(rank_run *s)
{
    const wgcq_model *model = s->r->model;
    const size_t bytes = s->own_checks.count * (model->words + (size_t)1) * sizeof(uint64_t);
    if (!bytes)
        return 0;
    uint64_t *room = malloc(bytes);
    if (!room)
        return rank_out_of_memory(s);
    checks_join(&s->own_checks, &s->owner.checks, model);
    int code = gather_checks(s, room, bytes);
    free(room);
    checks_clear(&s->own_checks);
    level_checks_update(&s->checks, s->r->result);
    return code;
}

/* ---- a path --------------------------------------------------------------------------------- */

static int find_path_of_ranks(void *self, size_t check, const uint64_t *state)
{
    rank_run *s = self;
    const bool in_level = is_deadlock_check(s->r->model, check);
    const frontier *of = in_level ? &s->level : &s->owner.next;
    rank_end end = {.in_level = in_level, .index = frontier_find(of, state)};
    end.here = end.index < of->count;
    return rank_agree(
        s, rank_find_path(s, &s->r->result->counterexample, s->loop.depth + !in_level, &end));
}

int rank_settle_checks(rank_run *s)
{
    static const violation_paths paths = {find_path_of_ranks, rank_run_open_to, rank_run_close};
    const bool keeps = s->checks.target || (s->traced && !s->r->options->no_plan);
    return level_checks_settle(&s->checks, s, &paths, keeps);
}
