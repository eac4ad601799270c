/*
 * verify_lookalikes.c - how many plans look like a stored one: the same texts of moves, the same
 * texts of states, the same costs.
 *
 * A file without states stores nothing else of a solution.  Where `show` leaves something out there
 * may be several such plans, and then equal solutions are no duplicates.  They are counted by
 * backtracking over plans that visit no state twice and end at the first goal they meet.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "answers/verify/verifier.h"
#include "base/array.h"
#include "base/error.h"

/* States expanded at most in one count, and plans counted at most. */
enum { EFFORT_MOST = 100000, PLANS_MOST = 10000 };

/* ---- a plan as it is stored --------------------------------------------------------------- */

void shown_plan_clear(shown_plan *p)
{
    strbuf_clear(&p->texts);
    p->steps = 0;
}

void shown_plan_free(shown_plan *p)
{
    strbuf_free(&p->texts);
    FREE_EACH(p->at, p->spent);
    *p = (shown_plan){0};
}

bool shown_plan_append(shown_plan *p, unsigned costs, const char *move, const char *shown,
                       const int64_t *spent)
{
    size_t room = p->room, wanted = p->steps + (size_t)1;
    if (!array_reserve(&p->at, &room, wanted, sizeof *p->at) ||
        !array_reserve(&p->spent, &p->room, wanted, (costs + (size_t)1) * sizeof *p->spent))
        return false;
    p->at[p->steps][0] = p->texts.length;
    strbuf_add(&p->texts, move, strlen(move) + 1);
    p->at[p->steps][1] = p->texts.length;
    strbuf_add(&p->texts, shown, strlen(shown) + 1);
    if (costs)
        memcpy(p->spent + p->steps * costs, spent, costs * sizeof *spent);
    p->steps++;
    return !p->texts.failed;
}

/* ---- counting ----------------------------------------------------------------------------- */

/* The candidates for the state at one step, and which of them is tried next. */
typedef struct step_candidates {
    batch all;
    size_t next;
} step_candidates;

typedef struct lookalike_search {
    verification *v;
    const shown_plan *plan;
    step_candidates *layers; /* [steps] */
    int64_t *final;          /* what the end of the plan costs */
    strbuf line;
    uint64_t count, effort;
} lookalike_search;

static const uint64_t *candidate_at(const lookalike_search *a, size_t step)
{
    const step_candidates *l = &a->layers[step];
    assert(step < a->plan->steps && l->next && l->next <= l->all.count);
    return l->all.state + (l->next - 1) * l->all.words;
}

static bool visited_before(const lookalike_search *a, size_t step, const uint64_t *state)
{
    size_t bytes = a->layers[0].all.words * sizeof *state;
    for (size_t i = 0; i < step; i++)
        if (!memcmp(candidate_at(a, i), state, bytes))
            return true;
    return false;
}

/* Whether candidate i has the text, the move and the cost that the plan has at that step. */
static int is_lookalike_step(lookalike_search *a, size_t step, size_t i, bool *out)
{
    const wgcq_model *m = a->v->reference.model;
    const batch *b = &a->layers[step].all;
    const char *texts = strbuf_string(&a->plan->texts);
    const int64_t *spent = a->plan->spent + step * m->costs, *before = spent;
    bool last = step + 1 == a->plan->steps;
    if (step)
        before -= m->costs;
    int code = last ? model_end_costs(m, a->v->reference.worker, b->state + i * b->words, a->final,
                                      a->v->err)
                    : 0;
    *out = !step || !strcmp(m->move_text(m, b->move[i]), texts + a->plan->at[step][0]);
    for (unsigned k = 0; (step || last) && k < m->costs; k++) {
        uint64_t paid = step ? (uint64_t)b->cost[i * m->costs + k] : 0;
        uint64_t sum = (step ? (uint64_t)before[k] : 0) + paid;
        *out = *out && (uint64_t)spent[k] == sum + (last ? (uint64_t)a->final[k] : 0);
    }
    strbuf_clear(&a->line);
    if (code || !*out)
        return code;
    code = reference_model_show(&a->v->reference, b->state + i * b->words, &a->line, a->v->err);
    *out = !code && !strcmp(strbuf_string(&a->line), texts + a->plan->at[step][1]) &&
           !visited_before(a, step, b->state + i * b->words);
    return code;
}

/* A plan is in a goal at its end, and not before, unless it may pass goals. */
static int ends_rightly(lookalike_search *a, size_t step, const uint64_t *state, bool *out)
{
    uint8_t marks = 0;
    int code =
        a->v->reference.model->reference.classify(a->v->reference.worker, state, &marks, a->v->err);
    bool last = step + 1 == a->plan->steps;
    bool goal = marks & MARK_GOAL, passes = a->v->reference.model->finals;
    *out = (last ? goal : !goal || passes) && (last || !(marks & MARK_END));
    return code;
}

static int open_step(lookalike_search *a, size_t step)
{
    const wgcq_model *m = a->v->reference.model;
    step_candidates *l = &a->layers[step];
    assert(step < a->plan->steps);
    l->next = 0;
    l->all.words = m->words;
    l->all.costs = m->costs;
    batch_clear(&l->all);
    a->effort++;
    if (!step)
        return m->initial_states(a->v->reference.worker, &l->all, a->v->err);
    return m->reference.expand(a->v->reference.worker, candidate_at(a, step - 1),
                               WANT_MOVES | WANT_COSTS, &l->all, a->v->err);
}

/* The next matching candidate at that step; *found false: there is none left. */
static int next_candidate(lookalike_search *a, size_t step, bool *found)
{
    step_candidates *l = &a->layers[step];
    int code = 0;
    *found = false;
    while (!code && !*found && l->next < l->all.count) {
        size_t i = l->next++;
        code = is_lookalike_step(a, step, i, found);
        if (!code && *found)
            code = ends_rightly(a, step, l->all.state + i * l->all.words, found);
    }
    return code;
}

static int count_lookalikes(lookalike_search *a)
{
    size_t step = 0;
    int code = open_step(a, 0);
    while (!code && a->effort < EFFORT_MOST && a->count < PLANS_MOST) {
        bool found;
        code = next_candidate(a, step, &found);
        if (!code && found && step + 1 == a->plan->steps)
            a->count++;
        else if (!code && found)
            code = open_step(a, ++step);
        else if (!code && !step--)
            break;
        code = code ? code : verify_poll(a->v, a->effort);
    }
    return code;
}

int verify_count_lookalikes(verification *v, const shown_plan *plan, uint64_t *plans, bool *all)
{
    assert(plan->steps);
    lookalike_search a = {
        .v = v, .plan = plan, .layers = calloc(plan->steps + 1, sizeof *a.layers)};
    a.final = calloc(v->reference.model->costs + (size_t)1, sizeof *a.final);
    int code = a.layers && a.final ? count_lookalikes(&a) : error_set_memory(v->err);
    for (size_t i = 0; a.layers && i < plan->steps; i++)
        batch_free(&a.layers[i].all);
    FREE_EACH(a.layers, a.final);
    strbuf_free(&a.line);
    *plans = a.count;
    *all = a.effort < EFFORT_MOST && a.count < PLANS_MOST;
    return code;
}
