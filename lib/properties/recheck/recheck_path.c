/* recheck_path.c - whether a path violates a property, by its definition. */
#include <string.h>

#include "properties/recheck/recheck.h"

/* Whether the property's truths in states from..to of the path, both included, all have `bit` as
   `wanted`. */
static bool path_has(const recheck *r, size_t property, const violating_path *p, uint32_t from,
                     uint8_t bit, bool wanted)
{
    bool all = true;
    for (uint32_t i = from; i <= p->stem + p->cycle; i++) {
        const uint32_t s = i ? r->g->dst[p->edges[i - 1]] : p->start;
        all &= !!(recheck_truth(r, s, property) & bit) == wanted;
    }
    return all;
}

static uint32_t state_of_step(const recheck *r, const violating_path *p, uint32_t step)
{
    return step ? r->g->dst[p->edges[step - 1]] : p->start;
}

/* From some state with P on, none has Q. */
static bool is_never_reached(const recheck *r, size_t property, const violating_path *p)
{
    for (uint32_t i = 0; i <= p->stem + p->cycle; i++)
        if ((recheck_truth(r, state_of_step(r, p, i), property) & PROPERTY_VALUE) &&
            path_has(r, property, p, i < p->stem ? i : p->stem, PROPERTY_REACHED, false))
            return true;
    return false;
}

static bool violates(const recheck *r, size_t property, const violating_path *p)
{
    switch (r->model->properties[property].form) {
    case MODEL_EVENTUALLY: return path_has(r, property, p, 0, PROPERTY_VALUE, false);
    case MODEL_INFINITELY_OFTEN: return path_has(r, property, p, p->stem, PROPERTY_VALUE, false);
    case MODEL_EVENTUALLY_ALWAYS: return !path_has(r, property, p, p->stem, PROPERTY_VALUE, true);
    default: return is_never_reached(r, property, p);
    }
}

/* ---- form ---------------------------------------------------------------------------------- */

static bool is_path(const recheck *r, const violating_path *p)
{
    const uint32_t end = p->stem + p->cycle;
    bool joined = r->g->marks[p->start] & MARK_START;
    for (uint32_t i = 0; i < end; i++) {
        const uint32_t s = state_of_step(r, p, i);
        joined &= p->edges[i] >= graph_row(r->g, s) && p->edges[i] < graph_row_end(r->g, s);
    }
    return joined && state_of_step(r, p, end) == state_of_step(r, p, p->cycle ? p->stem : end);
}

/* Whether all moves of the states from..to are known, but for those that bounds cut. */
static uint32_t find_open(const recheck *r, const violating_path *p, uint32_t from)
{
    for (uint32_t i = from; i <= p->stem + p->cycle; i++)
        if (r->open[state_of_step(r, p, i)])
            return state_of_step(r, p, i);
    return 0;
}

/* ---- fairness ------------------------------------------------------------------------------ */

static bool is_fair_to(const recheck *r, const violating_path *p, const fair_action *a)
{
    bool enabled = false, disabled = false, taken = false;
    for (uint32_t i = p->stem; i < p->stem + p->cycle; i++) {
        const bool is = recheck_is_enabled(r, a, state_of_step(r, p, i));
        enabled |= is;
        disabled |= !is;
        taken |= action_has(r, a, graph_move(r->g, p->edges[i]));
    }
    return taken || (r->model->fair[a->fair].strong ? !enabled : disabled);
}

static void check_fairness(const recheck *r, const violating_path *p, strbuf *why)
{
    for (size_t i = 0; i < r->action_count && !why->length; i++) {
        const fair_action *a = &r->actions[i];
        if (!is_fair_to(r, p, a))
            strbuf_printf(why, "its cycle is unfair to '%s'",
                          a->label == ANY_LABEL ? r->model->fair[a->fair].name
                                                : r->labels[a->label]);
    }
}

/* ---- by kind ------------------------------------------------------------------------------- */

static void check_infinite(const recheck *r, size_t property, const violating_path *p, strbuf *why)
{
    const uint32_t last = state_of_step(r, p, p->stem), open = find_open(r, p, p->stem);
    if (open)
        strbuf_printf(why, "not all moves of state %u on it are known", open);
    else if (!p->cycle && graph_row(r->g, last) < graph_row_end(r->g, last))
        strbuf_printf(why, "it ends in state %u, which has moves", last);
    else if (!violates(r, property, p))
        strbuf_put(why, "it satisfies the property");
    else if (p->cycle)
        check_fairness(r, p, why);
}

/* For `recoverable`: no state with the condition is reached from the last one. */
static void check_lost(recheck *r, size_t property, uint32_t last, strbuf *why)
{
    const graph *g = r->g;
    uint32_t head = 0, tail = 0;
    memset(r->set, 0, (size_t)g->states + 1);
    r->set[last] = 1;
    r->queue[tail++] = last;
    while (head < tail && !why->length) {
        const uint32_t s = r->queue[head++];
        if (r->open[s])
            strbuf_printf(why, "not all moves of state %u behind it are known", s);
        else if (recheck_truth(r, s, property) & PROPERTY_VALUE)
            strbuf_printf(why, "from its end state %u is reached, which has the condition", s);
        for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s); e++)
            if (!r->set[g->dst[e]]) {
                r->set[g->dst[e]] = 1;
                r->queue[tail++] = g->dst[e];
            }
    }
}

static int check_last_step(recheck *r, size_t property, const violating_path *p, strbuf *why)
{
    const graph *g = r->g;
    if (!p->stem) {
        strbuf_put(why, "it has no step");
        return 0;
    }
    const uint32_t from = state_of_step(r, p, p->stem - 1), to = state_of_step(r, p, p->stem);
    int code =
        r->model->reference.property_truths(r->worker, g->state + (size_t)from * g->words,
                                            g->state + (size_t)to * g->words, r->leads, r->err);
    if (!code && (r->leads[property] & PROPERTY_VALUE))
        strbuf_put(why, "its last step satisfies the property");
    return code;
}

int recheck_path(recheck *r, size_t property, const violating_path *p, strbuf *why)
{
    const model_property_form form = r->model->properties[property].form;
    if (!is_path(r, p))
        strbuf_put(why, "it is no path from a start");
    else if (form < MODEL_RECOVERABLE)
        check_infinite(r, property, p, why);
    else if (p->cycle)
        strbuf_put(why, "it has a cycle");
    else if (form == MODEL_RECOVERABLE)
        check_lost(r, property, state_of_step(r, p, p->stem), why);
    else
        return check_last_step(r, property, p, why);
    return 0;
}
