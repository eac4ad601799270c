/* fair_components.c - strongly connected components, each judged by the fairness conditions. */
#include "graph/fair/fair_components.h"

#include <stdlib.h>

#include "base/error.h"

/* In how many states of the current component an action is enabled, and whether an edge takes it.
 */
typedef struct action_use {
    uint32_t component; /* the number of that component; of another: nothing was counted yet */
    uint32_t state;     /* the one counted last */
    uint32_t enabled;   /* states */
    bool taken;         /* by an edge of the component */
} action_use;

/* One level of recursion of Tarjan's algorithm. */
typedef struct call {
    uint32_t state;
    uint32_t next; /* the next of its edges */
} call;

typedef struct component_search {
    const lasso_query *q;
    const graph *g;
    uint32_t *component; /* the result */
    uint32_t *part;      /* [states + 1] the subgraph it belongs to; 0: its component was judged */
    uint32_t *within;    /* [states + 1] its component, fair or not */
    uint32_t *index, *low; /* Tarjan's, 0: not visited in this part */
    uint32_t *open;        /* his stack of states */
    uint32_t open_count;
    call *calls;
    uint32_t *later; /* stack of states whose part is to be decomposed */
    uint32_t later_count;
    bool *waits; /* [states + 1] whether they are on it */
    uint32_t counter, parts, components;
    action_use *uses; /* [actions] */
    uint32_t *used;   /* [actions] those of this component */
    uint32_t used_count;
    progress_clock clock;
    wgcq_error *err;
} component_search;

/* ---- one component --------------------------------------------------------------------- */

static action_use *use_of(component_search *c, uint32_t action, uint32_t component)
{
    action_use *u = &c->uses[action];
    if (u->component != component) {
        *u = (action_use){.component = component};
        c->used[c->used_count++] = action;
    }
    return u;
}

/* Counts the actions of one edge; whether both of its ends are in the component. */
static bool count_edge_actions(component_search *c, uint32_t s, uint64_t e, uint32_t component)
{
    const fair_actions *fair = c->q->fair;
    const bool inner = c->within[c->g->dst[e]] == component;
    const uint32_t label = graph_move(c->g, e);
    for (uint32_t i = fair->first[label]; i < fair->first[label + 1]; i++) {
        action_use *u = use_of(c, fair->of[i], component);
        u->enabled += u->state != s;
        u->state = s;
        u->taken |= inner;
    }
    return inner;
}

/* Whether some strong action that is enabled in the state is taken nowhere in the component. */
static bool misses_strong(const component_search *c, uint32_t s)
{
    const fair_actions *fair = c->q->fair;
    for (uint64_t e = graph_row(c->g, s); e < graph_row_end(c->g, s); e++) {
        const uint32_t label = graph_move(c->g, e);
        for (uint32_t i = fair->first[label]; i < fair->first[label + 1]; i++)
            if (fair->strong[fair->of[i]] && !c->uses[fair->of[i]].taken)
                return true;
    }
    return false;
}

typedef enum component_verdict { FAIR, UNFAIR, IN_PART } component_verdict;

static component_verdict judge_actions(const component_search *c, uint32_t count)
{
    component_verdict verdict = FAIR;
    for (uint32_t i = 0; i < c->used_count; i++) {
        const action_use *u = &c->uses[c->used[i]];
        if (u->taken)
            continue;
        if (c->q->fair->strong[c->used[i]])
            verdict = IN_PART;
        else if (u->enabled == count)
            return UNFAIR;
    }
    return verdict;
}

static component_verdict judge_component(component_search *c, const uint32_t *states,
                                         uint32_t count, uint32_t number)
{
    bool inner = false, visits = false;
    c->used_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        visits |= (c->q->bits[states[i]] & STEM_VISIT) != 0;
        for (uint64_t e = graph_row(c->g, states[i]); e < graph_row_end(c->g, states[i]); e++)
            inner |= count_edge_actions(c, states[i], e, number);
    }
    if (!visits || (c->q->bits[states[0]] & STEM_OPEN)) /* an open one is alone */
        return UNFAIR;
    if (!inner)
        return count == 1 && fair_component_stays(c->q, states[0]) ? FAIR : UNFAIR;
    return judge_actions(c, count);
}

/* Removes the states that enable a strong action which no edge of the component takes; the rest
   will be decomposed. */
static void keep_part(component_search *c, const uint32_t *states, uint32_t count)
{
    const uint32_t part = ++c->parts;
    for (uint32_t i = 0; i < count; i++) {
        if (misses_strong(c, states[i]))
            continue;
        c->part[states[i]] = part;
        c->index[states[i]] = 0;
        if (!c->waits[states[i]])
            c->later[c->later_count++] = states[i];
        c->waits[states[i]] = true;
    }
}

static void end_component(component_search *c, uint32_t root)
{
    uint32_t from = c->open_count;
    const uint32_t number = ++c->components;
    do {
        c->within[c->open[--from]] = number;
        c->part[c->open[from]] = 0;
    } while (c->open[from] != root);
    const uint32_t *states = c->open + from, count = c->open_count - from;
    c->open_count = from;
    switch (judge_component(c, states, count, number)) {
    case FAIR:
        for (uint32_t i = 0; i < count; i++)
            c->component[states[i]] = number;
        break;
    case IN_PART: keep_part(c, states, count); break;
    case UNFAIR: break;
    }
}

/* ---- Tarjan's algorithm ---------------------------------------------------------------- */

static void visit(component_search *c, uint32_t state, uint32_t *depth)
{
    c->index[state] = c->low[state] = ++c->counter;
    c->open[c->open_count++] = state;
    c->calls[(*depth)++] = (call){state, 0};
}

/* Along the next edge of the last call; false: it has ended. */
static bool step_call(component_search *c, uint32_t *depth)
{
    call *last = &c->calls[*depth - 1];
    const uint32_t s = last->state;
    const bool opened = c->q->bits[s] & STEM_OPEN;
    const uint64_t row = graph_row(c->g, s), end = graph_row_end(c->g, s);
    while (!opened && row + last->next < end) {
        const uint32_t to = c->g->dst[row + last->next++];
        if (c->part[to] != c->part[s])
            continue;
        if (!c->index[to]) {
            visit(c, to, depth);
            return true;
        }
        if (c->index[to] < c->low[s])
            c->low[s] = c->index[to];
    }
    return false;
}

static int decompose_from(component_search *c, uint32_t root)
{
    uint32_t depth = 0;
    int code = 0;
    c->counter = 0; /* no state of an earlier root is met again */
    visit(c, root, &depth);
    while (depth && !code) {
        if (step_call(c, &depth)) {
            code = progress_poll(&c->clock, c->g->monitor, 0, c->err);
            continue;
        }
        const uint32_t s = c->calls[--depth].state;
        if (depth && c->low[s] < c->low[c->calls[depth - 1].state])
            c->low[c->calls[depth - 1].state] = c->low[s];
        if (c->low[s] == c->index[s])
            end_component(c, s);
    }
    return code;
}

static int decompose(component_search *c, const stems *from)
{
    int code = 0;
    progress_begin(&c->clock, "properties", c->g);
    c->parts = 1;
    for (uint32_t s = 1; s <= c->g->states; s++)
        c->part[s] = from->depth[1][s] != STEM_UNREACHED;
    for (uint32_t s = 1; s <= c->g->states && !code; s++) {
        if (c->part[s] == 1 && !c->index[s])
            code = decompose_from(c, s);
        while (c->later_count && !code) {
            const uint32_t next = c->later[--c->later_count];
            c->waits[next] = false;
            if (c->part[next] && !c->index[next])
                code = decompose_from(c, next);
        }
    }
    return code;
}

size_t fair_components_memory(uint32_t states)
{
    return ((size_t)states + 1) * (6 * sizeof(uint32_t) + sizeof(call) + sizeof(bool));
}

int fair_components_find(uint32_t *component, const lasso_query *q, const stems *from,
                         wgcq_error *err)
{
    array_home *home = q->g->home;
    const size_t room = (size_t)q->g->states + 1, actions = (size_t)q->fair->count + 1;
    component_search c = {.q = q, .g = q->g, .component = component, .err = err};
    uint32_t **arrays[] = {&c.part, &c.within, &c.index, &c.low, &c.open, &c.later};
    enum { ARRAYS = sizeof arrays / sizeof *arrays };
    bool fine = true;
    for (size_t i = 0; i < ARRAYS; i++)
        fine = (*arrays[i] = home_calloc(home, room, sizeof **arrays[i])) && fine;
    c.calls = home_malloc(home, room * sizeof *c.calls);
    c.waits = home_calloc(home, room, sizeof *c.waits);
    c.uses = calloc(actions, sizeof *c.uses);
    c.used = calloc(actions, sizeof *c.used);
    int code = fine && c.calls && c.waits && c.uses && c.used ? decompose(&c, from)
                                                              : error_set_memory(err);
    for (size_t i = 0; i < ARRAYS; i++)
        home_free(home, *arrays[i]);
    home_free(home, c.calls);
    home_free(home, c.waits);
    free(c.uses);
    free(c.used);
    return code;
}
