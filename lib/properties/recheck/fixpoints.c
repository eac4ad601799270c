/* fixpoints.c - what can go on for ever as a violation has to; nothing where the property holds. */
#include <string.h>

#include "properties/recheck/recheck.h"

/* ---- states that violations go through ----------------------------------------------------- */

static bool has_value(const recheck *r, uint32_t s, size_t property)
{
    return recheck_truth(r, s, property) & PROPERTY_VALUE;
}

/* Whether a violation may be in the state for ever. */
static bool may_stay(const recheck *r, uint32_t s, size_t property)
{
    switch (r->model->properties[property].form) {
    case MODEL_EVENTUALLY:
    case MODEL_INFINITELY_OFTEN: return !has_value(r, s, property);
    case MODEL_LEADS_TO: return !(recheck_truth(r, s, property) & PROPERTY_REACHED);
    default: return true;
    }
}

/* Whether it may begin to be there. */
static bool may_begin(const recheck *r, uint32_t s, size_t property)
{
    switch (r->model->properties[property].form) {
    case MODEL_EVENTUALLY: return r->g->marks[s] & MARK_START;
    case MODEL_LEADS_TO: return has_value(r, s, property);
    default: return true;
    }
}

/* Whether it has to be there time and again, or in another such state. */
static bool must_visit(const recheck *r, uint32_t s, size_t property)
{
    const bool settles = r->model->properties[property].form == MODEL_EVENTUALLY_ALWAYS;
    return !settles || !has_value(r, s, property);
}

/* The set becomes what is reached from where violations begin, along states in which they stay. */
static void reach_from_begin(recheck *r, size_t property)
{
    const graph *g = r->g;
    uint32_t head = 0, tail = 0;
    for (uint32_t s = 1; s <= g->states; s++) {
        r->set[s] = may_begin(r, s, property) && may_stay(r, s, property);
        if (r->set[s])
            r->queue[tail++] = s;
    }
    while (head < tail) {
        const uint32_t s = r->queue[head++];
        for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s) && !r->open[s]; e++) {
            const uint32_t to = g->dst[e];
            if (!r->set[to] && may_stay(r, to, property)) {
                r->set[to] = 1;
                r->queue[tail++] = to;
            }
        }
    }
}

/* Whether the path may end in a state of the set. */
static bool ends_somewhere(const recheck *r, size_t property)
{
    for (uint32_t s = 1; s <= r->g->states; s++)
        if (r->set[s] && !r->open[s] && graph_row(r->g, s) == graph_row_end(r->g, s) &&
            must_visit(r, s, property))
            return true;
    return false;
}

/* ---- what leads to a certain edge within the set ------------------------------------------- */

/* Whether an edge within the set is one of those that are looked for. */
typedef bool edge_wanted(const recheck *r, size_t what, uint64_t edge);

static bool visits(const recheck *r, size_t property, uint64_t edge)
{
    return must_visit(r, r->g->dst[edge], property);
}

static bool takes(const recheck *r, size_t action, uint64_t edge)
{
    return action_has(r, &r->actions[action], graph_move(r->g, edge));
}

static bool takes_or_disables(const recheck *r, size_t action, uint64_t edge)
{
    return takes(r, action, edge) || !recheck_is_enabled(r, &r->actions[action], r->g->dst[edge]);
}

static bool has_wanted(const recheck *r, uint32_t s, edge_wanted *wanted, size_t what)
{
    for (uint64_t e = graph_row(r->g, s); e < graph_row_end(r->g, s); e++)
        if (r->set[r->g->dst[e]] && wanted(r, what, e))
            return true;
    return false;
}

/* `leads` becomes the states of the set with a path within it over such an edge. */
static int find_leading(recheck *r, edge_wanted *wanted, size_t what)
{
    uint32_t head = 0, tail = 0;
    int code = 0;
    for (uint32_t s = 1; s <= r->g->states && !code; s++) {
        r->leads[s] = r->set[s] && has_wanted(r, s, wanted, what);
        if (r->leads[s])
            r->queue[tail++] = s;
        code = progress_poll(&r->clock, r->g->monitor, 0, r->err);
    }
    while (head < tail) {
        const uint32_t s = r->queue[head++];
        for (uint64_t i = r->back.first[s]; i < r->back.first[s + (size_t)1]; i++) {
            const uint32_t before = r->back.src[i];
            if (r->set[before] && !r->leads[before]) {
                r->leads[before] = 1;
                r->queue[tail++] = before;
            }
        }
    }
    return code;
}

/* ---- greatest fixpoints -------------------------------------------------------------------- */

/* Only states that lead there stay. */
static int keep_leading(recheck *r, edge_wanted *wanted, size_t what, bool *changed)
{
    int code = find_leading(r, wanted, what);
    for (uint32_t s = 1; s <= r->g->states && !code; s++) {
        *changed |= r->set[s] && !r->leads[s];
        r->set[s] = r->leads[s];
    }
    return code;
}

/* States stay that do not enable it, or lead to where it is taken. */
static int keep_strongly_fair(recheck *r, size_t action, bool *changed)
{
    int code = find_leading(r, takes, action);
    for (uint32_t s = 1; s <= r->g->states && !code; s++)
        if (r->set[s] && !r->leads[s] && recheck_is_enabled(r, &r->actions[action], s)) {
            r->set[s] = 0;
            *changed = true;
        }
    return code;
}

static int keep_fair(recheck *r, size_t action, bool *changed)
{
    return r->model->fair[r->actions[action].fair].strong
               ? keep_strongly_fair(r, action, changed)
               : keep_leading(r, takes_or_disables, action, changed);
}

static bool set_is_empty(const recheck *r)
{
    return !memchr(r->set + 1, 1, r->g->states);
}

static int violates_by_path(recheck *r, size_t property, bool *violated)
{
    bool changed = true;
    int code = 0;
    reach_from_begin(r, property);
    *violated = ends_somewhere(r, property);
    for (uint32_t s = 1; s <= r->g->states; s++)
        r->set[s] = r->set[s] && !r->open[s];
    while (!*violated && changed && !code && !set_is_empty(r)) {
        changed = false;
        code = keep_leading(r, visits, property, &changed);
        for (size_t i = 0; i < r->action_count && !code && !set_is_empty(r); i++)
            code = keep_fair(r, i, &changed);
    }
    *violated = *violated || (!code && !set_is_empty(r));
    return code;
}

/* Removes from the set what has a successor outside, and sweeps to and fro until nothing has. */
static int cannot_recover(recheck *r, size_t property, bool *violated)
{
    const graph *g = r->g;
    bool changed = true, down = false;
    int code = 0;
    for (uint32_t s = 1; s <= g->states; s++)
        r->set[s] = !has_value(r, s, property) && !r->open[s];
    for (; changed && !code; down = !down) {
        changed = false;
        for (uint32_t i = 1; i <= g->states && !code; i++) {
            const uint32_t s = down ? g->states + 1 - i : i;
            bool leaves = false;
            for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s) && r->set[s]; e++)
                leaves |= !r->set[g->dst[e]];
            changed |= leaves;
            r->set[s] = r->set[s] && !leaves;
            code = progress_poll(&r->clock, g->monitor, 0, r->err);
        }
    }
    *violated = !set_is_empty(r);
    return code;
}

static int violates_by_step(recheck *r, size_t property, bool *violated)
{
    const graph *g = r->g;
    int code = 0;
    *violated = false;
    for (uint32_t s = 1; s <= g->states && !code && !*violated; s++)
        for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s) && !code && !*violated; e++) {
            code = r->model->reference.property_truths(r->worker, g->state + (size_t)s * g->words,
                                                       g->state + (size_t)g->dst[e] * g->words,
                                                       r->leads, r->err);
            *violated = !code && !(r->leads[property] & PROPERTY_VALUE);
            code = code ? code : progress_poll(&r->clock, g->monitor, 0, r->err);
        }
    return code;
}

int recheck_is_violated(recheck *r, size_t property, bool *violated)
{
    switch (r->model->properties[property].form) {
    case MODEL_RECOVERABLE: return cannot_recover(r, property, violated);
    case MODEL_STEP: return violates_by_step(r, property, violated);
    default: return violates_by_path(r, property, violated);
    }
}
