/* ground.c - the steps of a move in order, a branch for every choice. */
#include "puzzle/compile/ground.h"

/* What grounding may come to.  A move that goes beyond is told instead. */
enum {
    NODES_MOST = 1500000,   /* of the graph          */
    WORK_MOST = 40000000,   /* steps of unfolding    */
    ARRIVALS_MOST = 200000, /* grounded moves        */
    TRIED_MOST = 400000,    /* those of moves that went beyond counted too */
    DEPTH_MOST = 200,       /* choices within choices */
    MEMORY_MOST = 256 * 1024 * 1024
};

typedef struct trail { /* where the next stage of a journey hangs */
    decision *first;
    decision **end;
    bool worth; /* something can come out of it */
} trail;

static bool tell_on(grounding *g, size_t from, trail *t);

static decision *add(grounding *g, trail *t, decision_form form)
{
    decision *s = arena_take(g->memory, sizeof *s);
    s->form = form;
    s->rule = -1;
    *t->end = s;
    t->end = &s->next;
    t->worth = t->worth || form != NODE_GUARD;
    return s;
}

/* False: it fails for all, and nothing comes after. */
static bool add_failure(grounding *g, trail *t, ref fails)
{
    if (fails != REF_FALSE)
        add(g, t, NODE_UNDEFINED)->truth = fails;
    return fails != REF_TRUE;
}

static bool add_test(grounding *g, trail *t, ref holds, int named)
{
    if (holds == REF_TRUE)
        return true;
    if (holds == REF_FALSE && named < 0)
        return false;
    decision *s = add(g, t, NODE_GUARD);
    s->truth = holds;
    s->rule = named;
    if (named >= 0) {
        s->text = label_current(g);
        s->rank = g->out->ranks++;
        g->out->rejects = true;
        t->worth = true;
    }
    abstract_assume(&g->symbols, holds);
    return holds != REF_FALSE;
}

/* ---- choices -------------------------------------------------------------- */

typedef struct choosing {
    grounding *g;
    decision *fork;
    size_t next; /* step */
} choosing;

static void chosen(lowering *s, void *self, ref passes)
{
    choosing *c = self;
    grounding *g = c->g;
    if (g->failed || g->out->arrivals > g->arrivals_most || g->depth >= DEPTH_MOST)
        s->too_much = true;
    if (s->too_much)
        return;
    trail t = {.first = NULL};
    t.end = &t.first;
    size_t mark = abstract_mark(s);
    g->depth++;
    if (add_test(g, &t, passes, -1))
        tell_on(g, c->next, &t);
    g->depth--;
    abstract_rollback(s, mark);
    if (t.worth)
        ARENA_PUSH(g->memory, c->fork->branches, c->fork->count, c->fork->room, t.first);
}

static void choose(grounding *g, size_t at, trail *t)
{
    const step *s = &g->move->steps[at];
    decision *failure = add(g, t, NODE_UNDEFINED);
    choosing c = {g, add(g, t, NODE_BRANCH), at + 1};
    quantifier_expansion u = {.loop = s->loop, .visit = chosen, .self = &c};
    expand_quantifier(&g->symbols, &u);
    failure->truth = u.fails;
}

/* ---- the other steps ------------------------------------------------------ */

static bool guard(grounding *g, const step *s, trail *t)
{
    lowered m = lower_expr(&g->symbols, s->value);
    return add_failure(g, t, m.fails) && add_test(g, t, m.value, s->rule);
}

static bool let(grounding *g, const step *s, trail *t)
{
    lowered m = lower_expr(&g->symbols, s->value);
    g->symbols.slot[s->slot] = m.value;
    g->symbols.bound[s->slot] = true;
    return add_failure(g, t, m.fails);
}

static bool spend(grounding *g, const step *s, trail *t)
{
    dag *d = g->dag;
    size_t at = g->tree->cell_count + (size_t)s->cost;
    lowered m = lower_expr(&g->symbols, s->value);
    ref spent = g->symbols.cell[at];
    ref wrong =
        dag_or(d, dag_less(d, m.value, REF_FALSE), dag_fails(d, DAG_ADD_FAILS, spent, m.value));
    abstract_write(&g->symbols, at, dag_add(d, spent, m.value));
    return add_failure(g, t, dag_or(d, m.fails, wrong));
}

static void end_journey(grounding *g, trail *t)
{
    const ground_action *a = lower_effect(g);
    add(g, t, NODE_EMIT)->ground_action = a;
}

/* One step; false: the journey does not go on behind it here. */
static bool take_step(grounding *g, size_t at, trail *t)
{
    const step *s = &g->move->steps[at];
    switch (s->form) {
    case STEP_GUARD: return guard(g, s, t);
    case STEP_LET: return let(g, s, t);
    case STEP_SET: return add_failure(g, t, lower_assign(g, s));
    case STEP_COST: return spend(g, s, t);
    case STEP_CHOOSE: choose(g, at, t); return false;
    }
    return false;
}

static bool tell_on(grounding *g, size_t from, trail *t)
{
    const move *m = g->move;
    size_t at = from;
    while (at < m->count && !g->symbols.too_much && take_step(g, at, t))
        at++;
    if (at == m->count && !g->symbols.too_much)
        end_journey(g, t);
    for (size_t i = from; i < m->count && i <= at; i++)
        if (m->steps[i].form == STEP_LET)
            g->symbols.bound[m->steps[i].slot] = false;
    return t->worth;
}

/* ---- moves ---------------------------------------------------------------- */

static void push_branch(grounding *g, decision *branch)
{
    decision *root = g->out->root;
    ARENA_PUSH(g->memory, root->branches, root->count, root->room, branch);
}

static void tell_instead(grounding *g, const move *m)
{
    decision *s = arena_take(g->memory, sizeof *s);
    s->form = NODE_INTERPRET;
    s->told = m;
    s->rank = g->out->ranks++;
    push_branch(g, s);
}

static size_t half_of_rest(size_t used, size_t most)
{
    return used + (used < most ? (most - used) / 2 : 0);
}

/* A move may use half of what is left, so that one that explodes leaves room for others. */
static void set_limits(grounding *g)
{
    lowering *s = &g->symbols;
    s->too_much = g->dag->full = false;
    s->work_most = half_of_rest(s->work, WORK_MOST);
    s->memory_most = half_of_rest(g->memory->total, MEMORY_MOST);
    g->dag->most = half_of_rest(g->dag->count, NODES_MOST);
    g->arrivals_most = (uint32_t)half_of_rest(g->out->arrivals, ARRIVALS_MOST);
    size_t tries = half_of_rest(g->tried, TRIED_MOST) - g->tried;
    if (tries < g->arrivals_most - g->out->arrivals)
        g->arrivals_most = g->out->arrivals + (uint32_t)tries;
}

/* How things stood before something that may turn out to be too much. */
typedef struct standing {
    arena_mark memory;
    dag dag;
    lowering symbols;
    grounded out;
    uint8_t *met;
    size_t met_room;
} standing;

static standing stand(const grounding *g)
{
    return (standing){arena_here(g->memory), *g->dag, g->symbols, *g->out, g->met, g->met_room};
}

/* What was made since is forgotten, but for the work that it was. */
static void go_back(grounding *g, const standing *to)
{
    size_t work = g->symbols.work;
    arena_rewind(g->memory, to->memory);
    dag_go_back(g->dag, &to->dag);
    g->symbols = to->symbols;
    g->symbols.work = work;
    *g->out = to->out;
    g->met = to->met;
    g->met_room = to->met_room;
}

static bool is_too_much(const grounding *g)
{
    return g->symbols.too_much || g->dag->full;
}

static void ground_move(grounding *g, const move *m)
{
    trail t = {.first = NULL};
    t.end = &t.first;
    g->move = m;
    set_limits(g);
    const standing before = stand(g);
    size_t mark = abstract_mark(&g->symbols);
    tell_on(g, 0, &t);
    abstract_rollback(&g->symbols, mark);
    g->tried += g->out->arrivals - before.out.arrivals;
    if (is_too_much(g)) {
        go_back(g, &before);
        tell_instead(g, m);
    } else if (t.worth) {
        push_branch(g, t.first);
    }
}

static lowered of_state(grounding *g, const expr *e, bool *told)
{
    if (!e)
        return (lowered){REF_FALSE, REF_FALSE};
    set_limits(g);
    const standing before = stand(g);
    lowered m = lower_expr(&g->symbols, e);
    if (!is_too_much(g))
        return m;
    go_back(g, &before);
    *told = true; /* in g->out, which was as before */
    return (lowered){REF_FALSE, REF_FALSE};
}

int ground(grounded *out, dag *d, const ast *t, interner *names, strbuf *spelled, arena *memory)
{
    grounding g = {.memory = memory, .tree = t, .dag = d, .names = names};
    g.spelled = spelled;
    g.out = out;
    *out = (grounded){.root = arena_take(memory, sizeof *out->root)};
    out->moves = t->moves;
    out->root->form = NODE_BRANCH;
    dag_start(d, memory, NODES_MOST);
    lowering_start(&g.symbols, d, t, memory);
    g.pending = arena_array(memory, t->cell_count, sizeof *g.pending);
    g.pending_value = arena_array(memory, t->cell_count, sizeof *g.pending_value);
    out->goal = of_state(&g, t->goal, &out->goal_told);
    out->end = of_state(&g, t->end, &out->end_told);
    out->estimate = of_state(&g, t->estimate, &out->estimate_told);
    set_limits(&g);
    lower_effect_prepare(&g);
    out->rules_told = is_too_much(&g);
    for (size_t i = 0; i < t->move_count && !g.failed; i++) {
        if (out->rules_told)
            tell_instead(&g, &t->moves[i]);
        else
            ground_move(&g, &t->moves[i]);
    }
    return g.failed ? WGCQ_EMEMORY : 0;
}
