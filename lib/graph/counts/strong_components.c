/* strong_components.c - Tarjan's algorithm, without recursion. */
#include "graph/counts/strong_components.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"
#include "base/progress_clock.h"

typedef struct component_walk {
    const plan_region *region;
    strong_components *out;
    uint32_t *low;    /* [states + 1] in the order of visits, from 1; 0: not visited */
    uint32_t *parent; /* [states + 1] */
    uint64_t *next;   /* [states + 1]: the edge to follow next */
    uint32_t *open;   /* the states that have no component yet */
    uint32_t open_count, visited;
    progress_clock progress;
} component_walk;

static void visit_component_state(component_walk *w, uint32_t state, uint32_t from)
{
    w->low[state] = ++w->visited;
    w->parent[state] = from;
    w->next[state] = graph_row(w->region->g, state);
    w->open[w->open_count++] = state;
}

static void lower_to(component_walk *w, uint32_t state, uint32_t low)
{
    w->low[state] = low < w->low[state] ? low : w->low[state];
}

/* Takes the states that were visited since off the stack. */
static void close_component(component_walk *w, uint32_t root)
{
    uint32_t state;
    const uint32_t number = ++w->out->count;
    do {
        state = w->open[--w->open_count];
        w->out->number[state] = number;
    } while (state != root);
}

/* [states + 1] when each was visited, beside low. */
static uint32_t leave_component_state(component_walk *w, const uint32_t *order, uint32_t state)
{
    const uint32_t from = w->parent[state];
    if (w->low[state] == order[state])
        close_component(w, state);
    else
        lower_to(w, from, w->low[state]);
    return from;
}

static int walk_components(component_walk *w, uint32_t *order, uint32_t start,
                           const wgcq_monitor *monitor, wgcq_error *err)
{
    const plan_region *r = w->region;
    int code = 0;
    visit_component_state(w, start, 0);
    order[start] = w->visited;
    for (uint32_t at = start; at && !code;) {
        code = progress_poll(&w->progress, monitor, 0, err);
        if (w->next[at] >= region_row_end(r, at)) {
            at = leave_component_state(w, order, at);
            continue;
        }
        const uint64_t e = w->next[at]++;
        const uint32_t to = r->g->dst[e];
        if (w->out->number[to] || !region_has_edge(r, at, e))
            continue;
        if (w->low[to]) {
            lower_to(w, at, order[to]);
            continue;
        }
        visit_component_state(w, to, at);
        order[to] = w->visited;
        at = to;
    }
    return code;
}

static int list_members(strong_components *c, uint32_t states, wgcq_error *err)
{
    c->first = calloc((size_t)c->count + 2, sizeof *c->first);
    c->member = malloc(((size_t)states + 1) * sizeof *c->member);
    if (!c->first || !c->member)
        return error_set_memory(err);
    for (uint32_t s = 1; s <= states; s++)
        if (c->number[s])
            c->first[c->number[s] + (size_t)1]++;
    for (uint32_t k = 1; k <= c->count; k++)
        c->first[k + (size_t)1] += c->first[k];
    for (uint32_t s = states; s; s--) /* first[k + 1] goes down to where k begins */
        if (c->number[s])
            c->member[--c->first[c->number[s] + (size_t)1]] = s;
    for (uint32_t k = 0; k <= c->count; k++)
        c->first[k] = c->first[k + (size_t)1];
    uint32_t all = 0;
    for (uint32_t s = 1; s <= states; s++)
        all += c->number[s] != 0;
    c->first[c->count + (size_t)1] = all;
    return 0;
}

int strong_components_find(strong_components *out, const plan_region *region,
                           const wgcq_monitor *monitor, wgcq_error *err)
{
    const size_t states = (size_t)region->g->states + 1;
    component_walk w = {.region = region, .out = out};
    uint32_t *order = calloc(states, sizeof *order);
    *out = (strong_components){.number = calloc(states, sizeof *out->number)};
    w.low = calloc(states, sizeof *w.low);
    w.parent = malloc(states * sizeof *w.parent);
    w.next = malloc(states * sizeof *w.next);
    w.open = malloc(states * sizeof *w.open);
    progress_begin(&w.progress, "counting", region->g);
    bool fine = order && out->number && w.low && w.parent && w.next && w.open;
    int code = fine ? 0 : error_set_memory(err);
    for (uint32_t s = 1; s < states && !code; s++)
        if (!w.low[s] && region_begins(region, s))
            code = walk_components(&w, order, s, monitor, err);
    code = code ? code : list_members(out, region->g->states, err);
    FREE_EACH(order, w.low, w.parent, w.next, w.open);
    return code;
}

void strong_components_free(strong_components *c)
{
    FREE_EACH(c->number, c->first, c->member);
    *c = (strong_components){0};
}
