/* plan_rows.c - plans enumerated over the graph, lazily, one a row. */
#include "answers/plan_rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"

static int spell(plan_rows *p, uint32_t length, const uint64_t *edges, wgcq_error *err)
{
    int code = 0;
    text_clear(&p->line);
    for (uint32_t i = 0; i < length && !code; i++) {
        if (i)
            text_put(&p->line, "; ");
        code = trace_move_text(p->trace, p->l.g->move[edges[i]], &p->line, err);
    }
    return code;
}

static int cost_of(int64_t *out, const plan_rows *p, int number, uint32_t length,
                   const uint64_t *edges, wgcq_error *err)
{
    unsigned costs = p->l.g->costs;
    *out = number < 0 ? (int64_t)length : 0;
    for (uint32_t i = 0; i < length && number >= 0; i++)
        if (__builtin_add_overflow(*out, p->l.g->cost[edges[i] * costs + (unsigned)number], out))
            return graph_overflow(p->l.g, edges[i], err);
    return 0;
}

static int put_plan(plan_rows *p, uint32_t length, const uint64_t *edges, wgcq_error *err)
{
    unsigned costs = p->l.g->costs;
    int code = 0;
    rows_integer(&p->base, 0, (int64_t)p->number);
    rows_integer(&p->base, 1, length);
    rows_integer(&p->base, 2, length);
    for (unsigned k = 0; k < costs && !code; k++) {
        int64_t sum;
        code = cost_of(&sum, p, (int)k, length, edges, err);
        rows_integer(&p->base, 3 + k, sum);
    }
    if (!code)
        code = spell(p, length, edges, err);
    rows_text(&p->base, 3 + (size_t)costs, text_string(&p->line));
    return code;
}

static void finish(plan_rows *p, bool more)
{
    text *out = &p->base.remark;
    p->base.complete = !more && !p->offset && p->proved;
    text_clear(out);
    if (more && p->wanted)
        text_printf(out, "the best %" PRIu64 "; there are more", p->limit);
    else if (more)
        text_printf(out, "stopped at --limit %" PRIu64 ": there are more", p->limit);
    else
        text_printf(out,
                    p->proved ? "complete: %" PRIu64 " plan%s"
                              : "%" PRIu64 " plan%s in what was explored",
                    p->number, p->number == 1 ? "" : "s");
    if (p->is_bounded && !more)
        text_printf(out, " within %" PRIu64 " of the best", p->within);
    if (!p->proved)
        text_printf(out, "; the run did not come to its end, so there may be others%s",
                    p->none_better ? " as good, but none better" : ", and better ones");
    if (p->closing.length)
        text_printf(out, "; %s", text_string(&p->closing));
}

/* Whether a plan costs no more than the question allows; the first one is the best. */
static int within_bound(bool *fits, plan_rows *p, uint32_t length, const uint64_t *edges,
                        wgcq_error *err)
{
    int64_t cost = 0;
    int code = p->is_bounded ? cost_of(&cost, p, p->by[0], length, edges, err) : 0;
    if (!code && p->is_bounded && !p->number)
        p->best = cost;
    *fits = !p->is_bounded || (uint64_t)(cost - p->best) <= p->within;
    return code;
}

int plan_rows_step(plan_rows *p, uint32_t *length, const uint64_t **edges, wgcq_error *err)
{
    uint32_t start;
    bool fits;
    int code = p->also ? walks_next(p->also, &start, length, edges, p->watch, err)
                       : plans_next(p->of, &start, length, edges, p->watch, err);
    if (!code)
        code = within_bound(&fits, p, *length, *edges, err);
    return !code && !fits ? WGCQ_DONE : code;
}

static int next_plan(wgcq_rows *rows, wgcq_error *err)
{
    plan_rows *p = (plan_rows *)rows;
    uint32_t length;
    const uint64_t *edges;
    int code;
    do {
        code = plan_rows_step(p, &length, &edges, err);
        bool full = p->limit && p->number >= p->limit + p->offset;
        if (code == WGCQ_DONE || (!code && full)) {
            finish(p, !code);
            return WGCQ_DONE;
        }
        if (!code)
            p->number++;
    } while (!code && p->number <= p->offset);
    return code ? code : put_plan(p, length, edges, err);
}

static void close_plans(wgcq_rows *rows)
{
    plan_rows *p = (plan_rows *)rows;
    plans_free(p->of);
    walks_free(p->also);
    asking_unload(&p->l);
    free(p->by);
    text_free(&p->line);
    text_free(&p->closing);
}

static bool name_columns(wgcq_rows *rows, const trace_facts *f)
{
    bool fine = rows_open(rows, 4 + (size_t)f->costs) && rows_name(rows, 0, "solution") &&
                rows_name(rows, 1, "length") && rows_name(rows, 2, "moves");
    for (unsigned i = 0; i < f->costs && fine; i++)
        fine = rows_name(rows, 3 + i, f->cost_names[i]);
    return fine && rows_name(rows, 3 + (size_t)f->costs, "plan");
}

static int begin_plans(plan_rows *p, asking *a, plan_choice which)
{
    if (which == PLANS_OF_LENGTH)
        return walks_new(&p->also, p->l.g, &p->l.back, a->question->length, a->err);
    return plans_new(&p->of, p->l.g, &p->l.back, (weighing){a->by.count, p->by},
                     which == OPTIMAL_PLANS, a->err);
}

int plan_rows_open(plan_rows **out, asking *a, plan_choice which, loaded *l)
{
    plan_rows *p = calloc(1, sizeof *p);
    if (!p)
        return fault_memory(a->err);
    p->trace = a->trace;
    p->watch = a->watch;
    p->limit = a->question->limit;
    p->offset = a->question->offset;
    p->within = a->question->within;
    p->is_bounded = a->question->has_within;
    p->proved = a->proved;
    p->none_better = a->none_better;
    p->by = (int *)(uintptr_t)a->by.by;
    a->by.by = NULL;
    p->base.next = next_plan;
    p->base.close = close_plans;
    int code = name_columns(&p->base, a->facts) ? 0 : fault_memory(a->err);
    if (l) {
        p->l = *l;
        *l = (loaded){0};
    } else if (!code) {
        code = asking_load(&p->l, a);
    }
    if (!code)
        code = begin_plans(p, a, which);
    if (code)
        wgcq_rows_free(&p->base);
    else
        *out = p;
    return code;
}
