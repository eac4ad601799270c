/* lasso.c - the nearest state of a fair component, and a fair cycle through it. */
#include "graph/fair/lasso.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "graph/fair/fair_components.h"

/* An action in the states and edges of the cycle as far as it was made. */
typedef struct cycle_action {
    bool enabled; /* in some of its states     */
    bool missed;  /* disabled in one of them   */
    bool taken;
    uint64_t seen; /* `looks` of the last state that enabled it */
} cycle_action;

typedef struct cycle_search {
    const lasso_query *q;
    const graph *g;
    const uint32_t *component;
    uint32_t number, root;
    uint64_t *edges; /* of the cycle, as far as it was made */
    size_t count, room;
    bool visits;
    cycle_action *actions;
    uint32_t *weak; /* [weak_count] those that the current leg may satisfy in a state */
    uint32_t weak_count;
    uint64_t looks;
    /* breadth first within the component */
    uint32_t *queue;
    uint64_t *edge_to; /* [states + 1] */
    uint32_t *met;     /* [states + 1] in search number */
    uint32_t searches;
    progress_clock clock;
    wgcq_error *err;
} cycle_search;

static bool is_within(const cycle_search *c, uint32_t state)
{
    return c->component[state] == c->number;
}

/* ---- open fairness conditions ------------------------------------------------------- */

static bool is_owed(const cycle_search *c, uint32_t action)
{
    const cycle_action *a = &c->actions[action];
    return !a->taken && a->enabled && (c->q->fair->strong[action] || !a->missed);
}

/* The weak actions among them. */
static void list_weak_owed(cycle_search *c)
{
    c->weak_count = 0;
    for (uint32_t i = 0; i < c->q->fair->count; i++)
        if (is_owed(c, i) && !c->q->fair->strong[i])
            c->weak[c->weak_count++] = i;
}

static bool owes_more(const cycle_search *c)
{
    bool wants = !c->visits;
    for (uint32_t i = 0; i < c->q->fair->count && !wants; i++)
        wants = is_owed(c, i);
    return wants;
}

/* Marks the actions that are enabled in a state, by a number of its own. */
static void look_at(cycle_search *c, uint32_t state)
{
    const fair_actions *fair = c->q->fair;
    c->looks++;
    for (uint64_t e = graph_row(c->g, state); e < graph_row_end(c->g, state); e++) {
        const uint32_t label = graph_move(c->g, e);
        for (uint32_t i = fair->first[label]; i < fair->first[label + 1]; i++)
            c->actions[fair->of[i]].seen = c->looks;
    }
}

static void pass_state(cycle_search *c, uint32_t state)
{
    look_at(c, state);
    for (uint32_t i = 0; i < c->q->fair->count; i++) {
        c->actions[i].enabled |= c->actions[i].seen == c->looks;
        c->actions[i].missed |= c->actions[i].seen != c->looks;
    }
    c->visits |= (c->q->bits[state] & STEM_VISIT) != 0;
}

static void pass_edge(cycle_search *c, uint64_t e)
{
    const fair_actions *fair = c->q->fair;
    const uint32_t label = graph_move(c->g, e);
    for (uint32_t i = fair->first[label]; i < fair->first[label + 1]; i++)
        c->actions[fair->of[i]].taken = true;
    pass_state(c, c->g->dst[e]);
}

/* Whether passing the state closes a condition: it is to be visited, or disables a weak action. */
static bool satisfies_in_state(cycle_search *c, uint32_t state)
{
    bool does = !c->visits && (c->q->bits[state] & STEM_VISIT);
    if (c->weak_count)
        look_at(c, state);
    for (uint32_t i = 0; i < c->weak_count && !does; i++)
        does = c->actions[c->weak[i]].seen != c->looks;
    return does;
}

static bool satisfies_by_edge(const cycle_search *c, uint64_t e)
{
    const fair_actions *fair = c->q->fair;
    const uint32_t label = graph_move(c->g, e);
    bool does = false;
    for (uint32_t i = fair->first[label]; i < fair->first[label + 1] && !does; i++)
        does = is_owed(c, fair->of[i]);
    return does;
}

/* ---- paths within the component --------------------------------------------------------- */

/* Appends the path by which the search met the source of edge e, and e. */
static int append_path(cycle_search *c, uint32_t from, uint64_t e)
{
    size_t length = 1;
    for (uint32_t s = graph_source(c->g, e); s != from; s = graph_source(c->g, c->edge_to[s]))
        length++;
    if (!array_reserve(&c->edges, &c->room, c->count + length, sizeof *c->edges))
        return error_set_memory(c->err);
    for (size_t at = c->count + length; at-- > c->count;) {
        c->edges[at] = e;
        e = at > c->count ? c->edge_to[graph_source(c->g, e)] : e;
    }
    c->count += length;
    return 0;
}

typedef bool (*is_the_end)(cycle_search *c, uint64_t e);

static bool ends_at_root(cycle_search *c, uint64_t e)
{
    return c->g->dst[e] == c->root;
}

static bool ends_at_owed(cycle_search *c, uint64_t e)
{
    return satisfies_by_edge(c, e) ||
           (c->met[c->g->dst[e]] != c->searches && satisfies_in_state(c, c->g->dst[e]));
}

/* Goes on from `from` along the fewest edges to an end, which there is. */
static int go_to(cycle_search *c, uint32_t from, is_the_end ends)
{
    uint32_t head = 0, tail = 0;
    int code = 0;
    c->met[from] = ++c->searches;
    c->queue[tail++] = from;
    while (head < tail && !code) {
        const uint32_t s = c->queue[head++];
        for (uint64_t e = graph_row(c->g, s); e < graph_row_end(c->g, s); e++) {
            const uint32_t to = c->g->dst[e];
            if (!is_within(c, to))
                continue;
            if (ends(c, e))
                return append_path(c, from, e);
            if (c->met[to] == c->searches)
                continue;
            c->met[to] = c->searches;
            c->edge_to[to] = e;
            c->queue[tail++] = to;
        }
        code = progress_poll(&c->clock, c->g->monitor, 0, c->err);
    }
    assert(code);
    return code;
}

static void pass_from(cycle_search *c, size_t first)
{
    for (size_t i = first; i < c->count; i++)
        pass_edge(c, c->edges[i]);
}

static int extend_cycle(cycle_search *c, is_the_end ends)
{
    const size_t before = c->count;
    list_weak_owed(c);
    int code = go_to(c, before ? c->g->dst[c->edges[before - 1]] : c->root, ends);
    if (!code)
        pass_from(c, before);
    return code;
}

/* The shortest cycle through the root; where that is not fair, one that closes each condition. */
static int make_cycle(cycle_search *c)
{
    pass_state(c, c->root);
    int code = extend_cycle(c, ends_at_root);
    if (code || !owes_more(c))
        return code;
    memset(c->actions, 0, c->q->fair->count * sizeof *c->actions);
    c->count = 0;
    c->looks = 0;
    c->visits = false;
    pass_state(c, c->root);
    do {
        while (!code && owes_more(c))
            code = extend_cycle(c, ends_at_owed);
        if (!code && (!c->count || c->g->dst[c->edges[c->count - 1]] != c->root))
            code = extend_cycle(c, ends_at_root);
    } while (!code && owes_more(c));
    return code;
}

/* ---- all of it --------------------------------------------------------------------------- */

/* The nearest state of a fair component, of the least number; 0: there is none. */
static uint32_t nearest_fair(const stems *from, const uint32_t *component, uint32_t states)
{
    uint32_t best = 0;
    for (uint32_t s = 1; s <= states; s++)
        if (component[s] && (!best || from->depth[1][s] < from->depth[1][best]))
            best = s;
    return best;
}

static int find_cycle(cycle_search *c)
{
    const size_t room = (size_t)c->g->states + 1;
    progress_begin(&c->clock, "properties", c->g);
    c->actions = calloc((size_t)c->q->fair->count + 1, sizeof *c->actions);
    c->weak = calloc((size_t)c->q->fair->count + 1, sizeof *c->weak);
    c->queue = home_malloc(c->g->home, room * sizeof *c->queue);
    c->edge_to = home_malloc(c->g->home, room * sizeof *c->edge_to);
    c->met = home_calloc(c->g->home, room, sizeof *c->met);
    int code = c->actions && c->weak && c->queue && c->edge_to && c->met ? make_cycle(c)
                                                                         : error_set_memory(c->err);
    FREE_EACH(c->actions, c->weak);
    home_free(c->g->home, c->queue);
    home_free(c->g->home, c->edge_to);
    home_free(c->g->home, c->met);
    return code;
}

/* The path to the root of the cycle, and the cycle. */
static int put_together(lasso *out, const stems *from, const cycle_search *c, wgcq_error *err)
{
    out->stem = from->depth[1][c->root];
    out->cycle = (uint32_t)c->count;
    out->edges = malloc(((size_t)out->stem + c->count + 1) * sizeof *out->edges);
    if (!out->edges)
        return error_set_memory(err);
    out->start = stems_path(from, 1, c->root, out->edges);
    if (c->count)
        memcpy(out->edges + out->stem, c->edges, c->count * sizeof *c->edges);
    out->found = true;
    return 0;
}

static int find_in_components(lasso *out, const lasso_query *q, const stems *from,
                              uint32_t *component, wgcq_error *err)
{
    int code = fair_components_find(component, q, from, err);
    const uint32_t root = code ? 0 : nearest_fair(from, component, q->g->states);
    if (!root)
        return code;
    cycle_search c = {.q = q, .g = q->g, .component = component, .root = root, .err = err};
    c.number = component[root];
    code = fair_component_stays(q, root) ? 0 : find_cycle(&c);
    code = code ? code : put_together(out, from, &c, err);
    free(c.edges);
    return code;
}

size_t lasso_memory(uint32_t states)
{
    return stems_memory(states) + fair_components_memory(states) +
           ((size_t)states + 1) * sizeof(uint32_t);
}

int lasso_find(lasso *out, const lasso_query *q, wgcq_error *err)
{
    stems from;
    *out = (lasso){.found = false};
    int code = stems_find(&from, q->g, q->bits, q->at_start, err);
    uint32_t *component = home_calloc(q->g->home, (size_t)q->g->states + 1, sizeof *component);
    if (!code)
        code =
            component ? find_in_components(out, q, &from, component, err) : error_set_memory(err);
    home_free(q->g->home, component);
    stems_close(&from);
    return code;
}
