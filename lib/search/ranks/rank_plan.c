/* rank_plan.c - counting plans with all ranks, and the way back through the levels that they keep.
 */
#include "search/ranks/rank_plan.h"

#include <stdlib.h>
#include <string.h>

/* ---- counting ------------------------------------------------------------------------------- */

/* The plans to this rank's goals in the next level, as limbs[0..count). */
static bool sum_own_goals(const rank_run *s, uint64_t *limbs, size_t count)
{
    bigcount sum = {0};
    const bool ok = bigcount_resize(&sum, 1) && sweep_owner_add_goal_ways(&s->owner, &sum);
    assert(!ok || sum.limbs <= count);
    if (ok)
        memcpy(limbs, sum.limb, sum.limbs * sizeof *limbs);
    bigcount_free(&sum);
    return ok;
}

int rank_count_plans(rank_run *s)
{
    const size_t limbs = s->limbs_of_next + (size_t)1; /* fewer than 2^64 addends */
    uint64_t *sum = calloc(limbs, sizeof *sum);
    int code = sum && sum_own_goals(s, sum, limbs) ? 0 : rank_out_of_memory(s);
    code = code ? code : rank_sum_limbs(&s->packets, sum, limbs, s->r->err);
    if (!code && level_plan_set_count(s->r, sum, limbs))
        code = rank_out_of_memory(s);
    free(sum);
    return code;
}

/* ---- one plan ------------------------------------------------------------------------------- */

/* The way back with all ranks, which is the same in each.  Of each state on it the ranks choose,
   among those that have one, the least packed: its words, those of the state it was found from, and
   the origin of that. */
typedef struct rank_walk {
    rank_run *run;
    trail_walk own;
    uint64_t *words; /* [2 * words of a state + 1] */
} rank_walk;

static int choose_of_ranks(const rank_walk *w, bool any)
{
    rank_run *s = w->run;
    int code = rank_choose_least(&s->packets, s->r->model, &any, w->words,
                                 2 * (size_t)s->layout.words + 1, s->r->err);
    return code || any ? code : error_set(s->r->err, WGCQ_ERUN, "no rank has a state of the plan");
}

/* Where it is this rank's state; false: it is not. */
static bool put_own_end(const rank_walk *w, const rank_end *end, uint32_t length)
{
    const rank_run *s = w->run;
    const frontier *of = end->in_level ? &s->level : &s->owner.next, *sources = &s->sources.level;
    const size_t words = s->layout.words;
    if (!end->here)
        return false;
    memcpy(w->words, frontier_state(of, end->index), words * sizeof *w->words);
    if (length && end->in_level)
        w->words[2 * words] = level_trail_origin(&s->trail, of, end->index);
    if (!length || end->in_level)
        return true;
    const uint32_t source = frontier_origins(of)[end->index];
    memcpy(w->words + words, frontier_state(sources, source), words * sizeof *w->words);
    w->words[2 * words] = frontier_origins(sources)[source];
    return true;
}

/* The back of a level_source. */
static int back_by_ranks(void *self, level_plan *p)
{
    rank_walk *w = self;
    const size_t words = w->run->layout.words;
    const uint64_t *state;
    uint32_t origin;
    if (w->own.before) {
        w->own.before = NULL;
        level_plan_put(p, p->step - 1, w->words + words);
        return 0;
    }
    const bool any = level_trail_find(&w->own, &state, &origin);
    if (any) {
        memcpy(w->words, state, words * sizeof *state);
        w->words[2 * words] = origin;
    }
    int code = choose_of_ranks(w, any);
    if (code)
        return code;
    w->own.number = (uint32_t)w->words[2 * words];
    level_plan_put(p, level_trail_depth(w->own.trail, --w->own.left), w->words);
    return 0;
}

static int walk_with_ranks(rank_walk *w, level_plan *p, const rank_end *end)
{
    const size_t words = w->run->layout.words;
    int code = choose_of_ranks(w, put_own_end(w, end, p->path->length));
    if (code)
        return code;
    w->own = (trail_walk){.trail = &w->run->trail,
                          .before = end->in_level ? NULL : w->words + words,
                          .left = w->run->trail.level_count,
                          .number = (uint32_t)w->words[2 * words]};
    level_plan_put(p, p->step, w->words);
    return level_plan_walk_back(p, &(level_source){w, back_by_ranks});
}

int rank_find_path(rank_run *s, search_path *path, uint32_t length, const rank_end *end)
{
    const size_t words = 2 * (size_t)s->layout.words + 1;
    rank_walk w = {.run = s, .words = calloc(words, sizeof *w.words)};
    level_plan p;
    int code = level_plan_begin(&p, s->r, path, length);
    if (!code && !w.words)
        code = error_set_memory(s->r->err);
    if (code)
        rank_abandon(s->packets.with);
    else
        code = walk_with_ranks(&w, &p, end);
    if (!code && s->packets.with->rank == 0)
        code = level_plan_finish(&p, NULL, 0);
    else if (!code)
        search_path_free(path);
    level_plan_close(&p);
    free(w.words);
    return code;
}

int rank_find_plan(rank_run *s)
{
    rank_end end = {.here = s->owner.goal_count};
    if (end.here)
        end.index = sweep_owner_least_goal(&s->owner, s->r->model);
    return rank_find_path(s, &s->r->result->plan, s->loop.goal_depth, &end);
}

/* ---- levels that are kept ------------------------------------------------------------------- */

/* Origins are numbers in the level kept last, from here on. */
static void lead_origins_to_kept(rank_run *s)
{
    uint32_t *origins = frontier_origins(&s->owner.next);
    const uint32_t *further = frontier_origins(&s->sources.level);
    for (size_t i = 0; s->loop.depth != BEFORE_LEVELS && i < s->owner.next.count; i++)
        origins[i] = further[origins[i]];
}

static bool is_level_to_be_kept(const rank_run *s)
{
    const level_trail *t = &s->trail;
    const uint64_t usual = t->least_bytes + s->r->result->states,
                   most = s->trail_budget < usual ? s->trail_budget : usual,
                   bytes = (s->kept_by_all + s->next_has.states) * level_trail_state_bytes(t);
    return s->loop.depth == BEFORE_LEVELS ||
           (s->next_has.states < FRONTIER_MAX &&
            bytes <= (most > t->least_bytes ? most : t->least_bytes));
}

int rank_note_level(rank_run *s)
{
    level_trail *t = &s->trail;
    lead_origins_to_kept(s);
    if (s->r->options->no_plan && !s->checks.target)
        return 0;
    t->holds_last = is_level_to_be_kept(s);
    if (!t->holds_last)
        return 0;
    s->kept_by_all += s->next_has.states;
    return level_trail_keep(t, &s->owner.next, s->loop.depth + 1, (uint32_t)s->next_before)
               ? 0
               : rank_out_of_memory(s);
}
