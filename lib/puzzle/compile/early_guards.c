/*
 * early_guards.c - conditions behind a choice that refuse a combination before all of it is bound.
 *
 * A condition that reads no cell of the state, and of the choice only names bound so far, or only
 * how many members a chosen subset has, is evaluated as soon as these are known.  Where it does not
 * hold, no combination of the remaining names can pass; what they would be evaluated for before
 * the condition cannot fail, or has been evaluated by then.
 *
 * Stages: in 2 * k + 1 the names of binding number k are bound; in 2 * k, of `subsets`, only their
 * size is.
 */
#include "puzzle/compile/ground.h"

enum { NO_STAGE = 1 << 30 }; /* it has no value before the move is run */

typedef struct early_search {
    grounding *g;
    early_guards *out;
    const loop *over;
    int failing;   /* the stage in which the last of what may fail so far is evaluated */
    size_t looked; /* at so many expressions */
} early_search;

static int later_stage(int a, int b)
{
    return a > b ? a : b;
}

/* ---- what expressions read ------------------------------------------------------------------- */

static int stage_of(early_search *w, const expr *e);

static int stage_of_all(early_search *w, expr *const *all, size_t count)
{
    int stage = 0;
    for (size_t i = 0; i < count && stage < NO_STAGE; i++)
        stage = later_stage(stage, stage_of(w, all[i]));
    return stage;
}

static int stage_of_loop(early_search *w, const loop *over)
{
    int stage = 0;
    for (size_t i = 0; over && i < over->count && stage < NO_STAGE; i++) {
        const binding *b = &over->bindings[i];
        stage = later_stage(stage, stage_of_all(w, b->args, binding_expressions(b)));
        if (b->filter)
            stage = later_stage(stage, stage_of(w, b->filter));
    }
    return stage;
}

/* The number of members is known before the subset is. */
static int stage_of_size(early_search *w, const expr *e)
{
    const int stage = stage_of(w, e->args[0]);
    const bool chosen = e->args[0]->form == EXPR_LOCAL && stage > 0 && stage < NO_STAGE;
    return chosen && w->over->bindings[stage / 2].form == DOMAIN_SUBSETS ? stage - 1 : stage;
}

static int stage_of(early_search *w, const expr *e)
{
    if (w->looked++ >= LOOKED_MOST)
        return NO_STAGE;
    switch (e->form) {
    case EXPR_VALUE: return 0;
    case EXPR_LOCAL: return w->g->stage[e->slot];
    case EXPR_CELL:
    case EXPR_OLD: return NO_STAGE;
    case EXPR_SIZE: return stage_of_size(w, e);
    default: break;
    }
    int stage = later_stage(stage_of_all(w, e->args, e->count), stage_of_loop(w, e->loop));
    return e->form == EXPR_CALL ? later_stage(stage, stage_of(w, e->body)) : stage;
}

/* ---- which conditions are early -------------------------------------------------------------- */

/* A stage in which conditions are evaluated: the size of what is no subset is not. */
static int asked_stage(const early_search *w, int stage)
{
    return stage % 2 == 0 && w->over->bindings[stage / 2].form != DOMAIN_SUBSETS ? stage + 1
                                                                                 : stage;
}

/* The operands of `and`, from left to right, which are evaluated in stage `at`, or earlier.  False:
   one of them may fail there, so none behind it is earlier. */
static bool note_conditions(early_search *w, const expr *e, int at)
{
    if (e->form == EXPR_AND)
        return note_conditions(w, e->args[0], at) && note_conditions(w, e->args[1], at);
    w->looked = 0;
    const bool total = never_fails(&w->looked, e);
    w->looked = 0;
    int stage = later_stage(stage_of(w, e), w->failing);
    if (stage >= NO_STAGE || asked_stage(w, stage) >= at)
        return total;
    const early_guard one = {e, asked_stage(w, stage)};
    ARENA_PUSH(w->g->memory, w->out->all, w->out->count, w->out->room, one);
    w->failing = total ? w->failing : one.stage;
    return true;
}

static void note_filters(early_search *w)
{
    for (int i = 0; i < (int)w->over->count; i++) {
        const binding *b = &w->over->bindings[i];
        w->looked = 0;
        if (!expressions_never_fail(&w->looked, b->args, binding_expressions(b)))
            w->failing = later_stage(w->failing, 2 * i);
        if (b->filter && !note_conditions(w, b->filter, 2 * i + 1))
            w->failing = 2 * i + 1;
    }
}

static void set_stages(early_search *w, const loop *over, int first, int more)
{
    for (size_t i = 0; i < over->count; i++)
        for (size_t k = 0; k < over->bindings[i].slots; k++)
            w->g->stage[over->bindings[i].slot[k]] = first + more * (int)i;
}

/* A choice comes in between: its names have no value yet. */
static bool pass_choice(early_search *w, const loop *over)
{
    set_stages(w, over, NO_STAGE, 0);
    w->looked = 0;
    return loop_never_fails(&w->looked, over);
}

static void note_guards_behind(early_search *w, size_t at)
{
    const move *m = w->g->move;
    int last = 2 * (int)w->over->count - 1;
    bool more = true;
    for (size_t i = at + 1; i < m->count && more; i++) {
        const step *s = &m->steps[i];
        if (s->form == STEP_CHOOSE) {
            more = pass_choice(w, s->loop);
            last = 2 * (int)w->over->count;
        } else {
            more = s->form == STEP_GUARD && s->rule < 0 && note_conditions(w, s->value, last);
        }
    }
    for (size_t i = at; i < m->count; i++)
        if (m->steps[i].form == STEP_CHOOSE)
            set_stages(w, m->steps[i].loop, 0, 0);
}

early_guards *early_guards_of(grounding *g, size_t at)
{
    early_guards *e = &g->early[at];
    early_search w = {.g = g, .out = e, .over = g->move->steps[at].loop};
    if (e->made || w.over->first)
        return e;
    e->made = true;
    set_stages(&w, w.over, 1, 2);
    note_filters(&w);
    note_guards_behind(&w, at);
    return e;
}

/* ---- guards behind a set -------------------------------------------------------------------- */

/* Behind sets that never fail the first guard, where it reads names alone; 0: there is none. */
static size_t find_guard_ahead(grounding *g, size_t at)
{
    const move *m = g->move;
    early_search w = {.g = g};
    while (at < m->count && m->steps[at].form == STEP_SET && set_never_fails(m, at))
        at++;
    const bool guards = at < m->count && m->steps[at].form == STEP_GUARD;
    return guards && stage_of(&w, m->steps[at].value) == 0 ? at : 0;
}

size_t guard_ahead_of(grounding *g, size_t at)
{
    early_guards *e = &g->early[at];
    if (!e->made)
        e->ahead = find_guard_ahead(g, at);
    e->made = true;
    return e->ahead;
}

/* ---- evaluating them ------------------------------------------------------------------------- */

bool early_guards_refuse(lowering *s, early_guards *e, int stage)
{
    if (stage <= e->failed_in)
        e->failed = false; /* that was with other values */
    for (size_t i = 0; i < e->count && !e->failed; i++) {
        if (e->all[i].stage != stage)
            continue;
        const lowered m = lower_expr(s, e->all[i].holds);
        e->failed = m.undefined != REF_FALSE;
        e->failed_in = stage;
        if (!e->failed && m.value == REF_FALSE)
            return !s->over_limit;
    }
    return false;
}
