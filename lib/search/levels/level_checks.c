/* level_checks.c - violations of a level, and the search for the path to the nearest. */
#include "search/levels/level_checks.h"

#include <stdlib.h>
#include <string.h>

/* ---- opened and closed ----------------------------------------------------------------------- */

bool level_checks_open(level_checks *c, checks *in_level, checks *in_next, const engine *r)
{
    const size_t count = checks_of(r->model);
    if (!count || c->target)
        return true;
    c->wants_path = violations_of(r->model);
    r->result->checked = calloc(count, sizeof *r->result->checked);
    c->before = calloc(count, sizeof *c->before);
    return r->result->checked && c->before && checks_open(&c->found, r->model) &&
           checks_open(in_level, r->model) && checks_open(in_next, r->model);
}

void level_checks_close(level_checks *c)
{
    checks_close(&c->found);
    free(c->before);
}

/* ---- figures --------------------------------------------------------------------------------- */

void level_checks_update(const level_checks *c, search_result *out)
{
    for (size_t i = 0; i < c->found.count; i++)
        out->checked[i].states = c->before[i] + c->found.found[i];
}

/* A deadlock is found when it is expanded, in the level; all else is in the next one. */
static uint32_t depth_of_check(const level_loop *l, size_t check)
{
    return l->depth + !is_deadlock_check(l->r->model, check);
}

/* ---- counterexamples ------------------------------------------------------------------------- */

/* The search up to the target, kept, into a result of its own. */
static int find_target(engine *r, level_target *target, const violation_paths *paths)
{
    void *again = NULL;
    int code = paths->open(&again, r, target);
    while (!code && !r->stopped && !target->found)
        code = level_loop_step(again);
    if (again)
        paths->close(again);
    return code == WGCQ_DONE ? 0 : code;
}

/* A limit may come before the counterexample is found; then there is none. */
static int explore_again(engine *r, level_target *target, const violation_paths *paths)
{
    search_result before = *r->result;
    const bool stopped = r->stopped;
    *r->result = (search_result){.threads = before.threads};
    r->stopped = false;
    target->memory_beside = r->own_memory;
    int code = find_target(r, target, paths);
    before.counterexample = r->result->counterexample;
    r->result->counterexample = (search_path){0};
    before.threads = r->result->threads;
    if (r->stopped && !stopped) {
        before.end = r->result->end;
        before.memory_full = r->result->memory_full;
        memcpy(before.limit, r->result->limit, sizeof before.limit);
    }
    search_result_free(r->result);
    *r->result = before;
    r->stopped = r->stopped || stopped;
    return code;
}

/* The path leads to the state that was found, although exploring again finds more of its level. */
static int show_violation(level_checks *c, void *self, size_t check, const violation_paths *paths,
                          bool keeps)
{
    const level_loop *l = self;
    level_target target = {.check = check,
                           .state = c->found.least + check * l->r->model->words,
                           .depth = depth_of_check(l, check)};
    c->wants_path = false;
    return keeps ? paths->find(self, check, target.state) : explore_again(l->r, &target, paths);
}

static int settle_target(level_target *t, void *self, const violation_paths *paths)
{
    if (depth_of_check(self, t->check) != t->depth)
        return 0;
    t->found = true;
    return paths->find(self, t->check, t->state);
}

int level_checks_settle(level_checks *c, void *self, const violation_paths *paths, bool keeps)
{
    const level_loop *l = self;
    search_checked *checked = l->r->result->checked;
    const size_t nearest = nearest_violation(l->r->model, c->found.found);
    int code = 0;
    if (c->target)
        return settle_target(c->target, self, paths);
    for (size_t i = 0; i < c->found.count; i++)
        if (c->found.found[i] && !c->before[i])
            checked[i].depth = depth_of_check(l, i);
    if (c->wants_path && nearest < violations_of(l->r->model))
        code = show_violation(c, self, nearest, paths, keeps);
    for (size_t i = 0; i < c->found.count; i++)
        c->before[i] = checked[i].states;
    checks_clear(&c->found);
    return code;
}
