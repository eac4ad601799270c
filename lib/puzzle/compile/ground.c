/* ground.c - grounds the steps of a move in order, one branch for each combination of choices. */
#include <assert.h>

#include "puzzle/compile/ground.h"

/* Limits on grounding.  A move that exceeds one is interpreted instead. */
enum {
    NODES_MOST = 1500000,  /* of the DAG             */
    WORK_MOST = 40000000,  /* expressions lowered    */
    ACTIONS_MOST = 200000, /* grounded moves         */
    TRIED_MOST = 400000,   /* the same, with those of moves that exceeded a limit */
    DEPTH_MOST = 200,      /* choices within choices */
    MEMORY_MOST = 256 * 1024 * 1024
};

typedef struct decision_chain { /* consecutive decisions */
    decision *first;
    decision **end;
    bool productive; /* it can emit, reject or fail */
} decision_chain;

static bool ground_steps_from(grounding *g, size_t from, decision_chain *t);

static decision *append_decision(grounding *g, decision_chain *t, decision_form form)
{
    decision *s = arena_take(g->memory, sizeof *s);
    s->form = form;
    s->rule = -1;
    *t->end = s;
    t->end = &s->next;
    t->productive = t->productive || form != NODE_GUARD;
    return s;
}

/* False: evaluation fails in every state, so nothing follows. */
static bool append_undefined(grounding *g, decision_chain *t, ref undefined)
{
    if (undefined != REF_FALSE)
        append_decision(g, t, NODE_UNDEFINED)->truth = undefined;
    if (undefined != REF_FALSE && undefined != REF_TRUE)
        abstract_assume(&g->lowering, dag_not(g->dag, undefined));
    return undefined != REF_TRUE;
}

static bool append_guard(grounding *g, decision_chain *t, ref holds, int named)
{
    if (holds == REF_TRUE)
        return true;
    if (holds == REF_FALSE && named < 0)
        return false;
    decision *s = append_decision(g, t, NODE_GUARD);
    s->truth = holds;
    s->rule = named;
    if (named >= 0) {
        s->label = label_current(g);
        s->position = g->out->positions++;
        g->out->may_reject = true;
        t->productive = true;
    }
    abstract_assume(&g->lowering, holds);
    return holds != REF_FALSE;
}

/* ---- choices -------------------------------------------------------------- */

typedef struct choice_grounding {
    grounding *g;
    decision *fork;
    size_t next; /* step */
} choice_grounding;

static void ground_choice(lowering *s, void *self, ref passes)
{
    choice_grounding *c = self;
    grounding *g = c->g;
    if (g->failed || g->out->action_count > g->actions_most || g->depth >= DEPTH_MOST)
        s->over_limit = true;
    if (s->over_limit)
        return;
    decision_chain t = {.first = NULL};
    t.end = &t.first;
    size_t mark = abstract_mark(s);
    g->label = NULL;
    g->depth++;
    if (append_guard(g, &t, passes, -1))
        ground_steps_from(g, c->next, &t);
    g->depth--;
    g->label = NULL;
    abstract_rollback(s, mark);
    if (t.productive)
        ARENA_PUSH(g->memory, c->fork->branches, c->fork->count, c->fork->room, t.first);
}

static void ground_choose(grounding *g, size_t at, decision_chain *t)
{
    const step *s = &g->move->steps[at];
    decision *failure = append_decision(g, t, NODE_UNDEFINED);
    choice_grounding c = {g, append_decision(g, t, NODE_BRANCH), at + 1};
    early_guards *early = early_guards_of(g, at);
    quantifier_expansion u = {.loop = s->loop, .visit = ground_choice, .self = &c};
    u.early = early->count ? early : NULL;
    expand_quantifier(&g->lowering, &u);
    failure->truth = u.undefined;
}

/* ---- the other steps ------------------------------------------------------ */

static bool ground_guard(grounding *g, const step *s, decision_chain *t)
{
    lowered m = lower_expr(&g->lowering, s->value);
    return append_undefined(g, t, m.undefined) && append_guard(g, t, m.value, s->rule);
}

static bool ground_let(grounding *g, const step *s, decision_chain *t)
{
    lowered m = lower_expr(&g->lowering, s->value);
    g->lowering.slot[s->slot] = m.value;
    g->lowering.bound[s->slot] = true;
    g->label = NULL;
    return append_undefined(g, t, m.undefined);
}

static bool ground_cost(grounding *g, const step *s, decision_chain *t)
{
    dag *d = g->dag;
    size_t at = g->tree->cell_count + (size_t)s->cost;
    lowered m = lower_expr(&g->lowering, s->value);
    ref spent = g->lowering.cell[at];
    ref wrong = dag_or(d, dag_less(d, m.value, REF_FALSE),
                       dag_overflows(d, DAG_ADD_OVERFLOWS, spent, m.value));
    abstract_write(&g->lowering, at, dag_add(d, spent, m.value));
    return append_undefined(g, t, dag_or(d, m.undefined, wrong));
}

/* Whether a guard behind the set does not hold, whatever is set: then nothing is. */
static bool is_refused_behind(grounding *g, size_t at, decision_chain *t)
{
    const size_t guard = guard_ahead_of(g, at);
    if (!guard)
        return false;
    const lowered m = lower_expr(&g->lowering, g->move->steps[guard].value);
    if (m.value != REF_FALSE || m.undefined != REF_FALSE || g->lowering.over_limit)
        return false;
    append_guard(g, t, REF_FALSE, g->move->steps[guard].rule);
    return true;
}

static bool ground_set(grounding *g, size_t at, decision_chain *t)
{
    return !is_refused_behind(g, at, t) &&
           append_undefined(g, t, lower_assign(g, &g->move->steps[at]));
}

static void append_emit(grounding *g, decision_chain *t)
{
    const ground_action *a = lower_effect(g);
    append_decision(g, t, NODE_EMIT)->action = a;
}

/* One step; false: the caller stops. */
static bool ground_step(grounding *g, size_t at, decision_chain *t)
{
    const step *s = &g->move->steps[at];
    switch (s->form) {
    case STEP_GUARD: return ground_guard(g, s, t);
    case STEP_LET: return ground_let(g, s, t);
    case STEP_SET: return ground_set(g, at, t);
    case STEP_COST: return ground_cost(g, s, t);
    case STEP_CHOOSE: ground_choose(g, at, t); return false;
    }
    return false;
}

static bool ground_steps_from(grounding *g, size_t from, decision_chain *t)
{
    const move *m = g->move;
    size_t at = from;
    while (at < m->count && !g->lowering.over_limit && ground_step(g, at, t))
        at++;
    if (at == m->count && !g->lowering.over_limit)
        append_emit(g, t);
    for (size_t i = from; i < m->count && i <= at; i++)
        if (m->steps[i].form == STEP_LET)
            g->lowering.bound[m->steps[i].slot] = false;
    return t->productive;
}

/* ---- moves ---------------------------------------------------------------- */

static void push_branch(grounding *g, decision *branch)
{
    decision *root = g->out->root;
    ARENA_PUSH(g->memory, root->branches, root->count, root->room, branch);
}

static void interpret_instead(grounding *g, const move *m)
{
    decision *s = arena_take(g->memory, sizeof *s);
    s->form = NODE_INTERPRET;
    s->move = m;
    s->position = g->out->positions++;
    push_branch(g, s);
}

static size_t half_of_remaining(size_t used, size_t most)
{
    return used + (used < most ? (most - used) / 2 : 0);
}

/* A move may use half of each limit's remainder, so that a large one leaves room for others. */
void ground_set_limits(grounding *g)
{
    lowering *s = &g->lowering;
    s->over_limit = g->dag->full = false;
    s->work_most = half_of_remaining(s->work, WORK_MOST);
    s->memory_most = half_of_remaining(g->memory->total, MEMORY_MOST);
    g->dag->most = half_of_remaining(g->dag->count, NODES_MOST);
    g->actions_most = (uint32_t)half_of_remaining(g->out->action_count, ACTIONS_MOST);
    size_t tries = half_of_remaining(g->actions_tried, TRIED_MOST) - g->actions_tried;
    if (tries < g->actions_most - g->out->action_count)
        g->actions_most = g->out->action_count + (uint32_t)tries;
}

/* State to be restored where a limit is exceeded. */
typedef struct ground_snapshot {
    arena_mark memory;
    dag dag;
    lowering lowering;
    grounded out;
    uint8_t *visited;
    size_t visited_room;
    label_part *label_parts;
    size_t label_room;
} ground_snapshot;

static ground_snapshot take_snapshot(const grounding *g)
{
    return (ground_snapshot){
        arena_here(g->memory), *g->dag,        g->lowering,  *g->out, g->visited,
        g->visited_room,       g->label_parts, g->label_room};
}

/* Work stays counted. */
static void restore_snapshot(grounding *g, const ground_snapshot *to)
{
    const size_t work = g->lowering.work;
    const uint64_t versions = g->lowering.versions; /* nodes of these are no more */
    assert(to->out.action_count <= g->out->action_count);
    dag_rollback(g->dag, &to->dag);
    arena_rewind(g->memory, to->memory);
    g->lowering = to->lowering;
    g->lowering.work = work;
    g->lowering.versions = versions;
    *g->out = to->out;
    g->visited = to->visited;
    g->visited_room = to->visited_room;
    g->label_parts = to->label_parts;
    g->label_room = to->label_room;
    rule_nodes_forget(g);
}

static bool is_over_limit(const grounding *g)
{
    return g->lowering.over_limit || g->dag->full;
}

static void ground_move(grounding *g, const move *m)
{
    decision_chain t = {.first = NULL};
    t.end = &t.first;
    g->move = m;
    g->label = NULL;
    g->rules_visited = g->rules_made = 0;
    ground_set_limits(g);
    const ground_snapshot before = take_snapshot(g);
    size_t mark = abstract_mark(&g->lowering);
    g->early = arena_array(g->memory, m->count, sizeof *g->early);
    abstract_new_version(&g->lowering);
    g->dag->use_facts = g->lowering.remembers = !g->bare;
    ground_steps_from(g, 0, &t);
    g->dag->use_facts = g->lowering.remembers = false;
    abstract_rollback(&g->lowering, mark);
    g->actions_tried += g->out->action_count - before.out.action_count;
    if (is_over_limit(g)) {
        restore_snapshot(g, &before);
        interpret_instead(g, m);
    } else if (t.productive) {
        push_branch(g, t.first);
    }
}

lowered ground_condition(grounding *g, const expr *e, bool *interpreted)
{
    if (!e)
        return (lowered){REF_FALSE, REF_FALSE};
    ground_set_limits(g);
    const ground_snapshot before = take_snapshot(g);
    if (g->two_states)
        lowering_two_states(&g->lowering);
    lowered m = lower_expr(&g->lowering, e);
    g->lowering.before = NULL;
    if (!is_over_limit(g))
        return m;
    restore_snapshot(g, &before);
    *interpreted = true; /* in g->out, which the line above restores */
    return (lowered){REF_FALSE, REF_FALSE};
}

/* Whether some of these (invariants, bounds) does not hold.  All are evaluated, so that a mistake
   in one is found whatever the others say. */
static lowered ground_violated(grounding *g, const rule *all, size_t count, bool *interpreted)
{
    lowered any = {REF_FALSE, REF_FALSE};
    for (size_t i = 0; i < count && !*interpreted; i++) {
        lowered one = ground_condition(g, all[i].value, interpreted);
        any.value = dag_or(g->dag, any.value, dag_not(g->dag, one.value));
        any.undefined = dag_or(g->dag, any.undefined, one.undefined);
    }
    return *interpreted ? (lowered){REF_FALSE, REF_FALSE} : any;
}

void grounding_start(grounding *g, grounded *out, dag *d, const packing *p, interner *labels,
                     strbuf *scratch, arena *memory)
{
    const ast *t = p->tree;
    *g = (grounding){.memory = memory, .tree = t, .dag = d, .labels = labels};
    g->scratch = scratch;
    g->out = out;
    *out = (grounded){.root = arena_take(memory, sizeof *out->root)};
    out->moves = t->moves;
    out->root->form = NODE_BRANCH;
    out->lost = arena_array(memory, p->single_count + 1, sizeof *out->lost);
    out->disarranged = arena_array(memory, t->variable_count + 1, sizeof *out->disarranged);
    dag_start(d, memory, NODES_MOST);
    lowering_start(&g->lowering, d, p, memory);
    g->pending = arena_array(memory, t->cell_count, sizeof *g->pending);
    g->pending_value = arena_array(memory, t->cell_count, sizeof *g->pending_value);
    g->touched = arena_array(memory, t->cell_count, sizeof *g->touched);
    g->place_flip = arena_array(memory, p->single_count + 1, sizeof *g->place_flip);
    g->stage = arena_array(memory, (size_t)t->slots + 1, sizeof *g->stage);
    g->support_words = t->cell_count / 64 + 1;
    g->changed = arena_array(memory, g->support_words, sizeof *g->changed);
    g->word_changed = arena_array(memory, p->words, sizeof *g->word_changed);
}

void grounding_start_bare(grounding *g, grounded *out, dag *d, const packing *p, interner *labels,
                          strbuf *scratch, arena *memory)
{
    assert(!p->single_count);
    grounding_start(g, out, d, p, labels, scratch, memory);
    g->bare = g->lowering.ignore_guards = true;
}

int ground_all_moves(grounding *g)
{
    for (size_t i = 0; i < g->tree->move_count && !g->failed; i++) {
        if (g->out->rules_interpreted)
            interpret_instead(g, &g->tree->moves[i]);
        else
            ground_move(g, &g->tree->moves[i]);
    }
    return g->failed ? WGCQ_EMEMORY : 0;
}

int ground(grounded *out, dag *d, const packing *p, interner *labels, strbuf *scratch,
           arena *memory, bool all_rules)
{
    const ast *t = p->tree;
    grounding g;
    grounding_start(&g, out, d, p, labels, scratch, memory);
    out->goal = ground_condition(&g, t->goal, &out->goal_interpreted);
    out->end = ground_condition(&g, t->end, &out->end_interpreted);
    out->estimate = ground_condition(&g, t->estimate, &out->estimate_interpreted);
    out->violated =
        ground_violated(&g, t->invariants, t->invariant_count, &out->violated_interpreted);
    out->bounded = ground_violated(&g, t->bounds, t->bound_count, &out->bounded_interpreted);
    ground_set_limits(&g);
    lower_effect_prepare(&g);
    out->rules_interpreted = is_over_limit(&g);
    g.all_rules = all_rules;
    const int code = ground_all_moves(&g);
    lower_effect_finish(&g);
    return code;
}
