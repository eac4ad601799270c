/* decide_properties.c - the properties over time of a run, and the path that it reports. */
#include <stdlib.h>

#include "base/error.h"
#include "properties/decide.h"
#include "run/solver.h"

/* The violated one with the shortest path, the first of several. */
static size_t find_broken(const wgcq_result *r)
{
    size_t count = r->summary.property_count, best = count;
    for (size_t i = 0; i < count; i++) {
        const wgcq_property *p = &r->properties[i], *b = &r->properties[best];
        if (p->known && !p->holds && (best == count || p->stem + p->cycle < b->stem + b->cycle))
            best = i;
    }
    return best;
}

static int report_lasso(solver *s, const property_verdict *all)
{
    wgcq_result *r = s->result;
    const size_t at = find_broken(r);
    if (at == r->summary.property_count)
        return 0;
    r->summary.broken = &r->properties[at];
    const uint32_t length = all[at].stem + all[at].cycle;
    int code = pending_solution_from_edges(s, &r->lasso, all[at].start, length, all[at].edges);
    if (!code)
        pending_solution_sum_what_fits(&r->lasso);
    return code ? code : pending_solution_spell(&r->lasso, s->model, s->worker, s->err);
}

static void fill_in_properties(solver *s, const property_verdict *all)
{
    wgcq_result *r = s->result;
    r->summary.properties = r->properties;
    r->summary.property_count = s->model->property_count;
    for (size_t i = 0; i < s->model->property_count; i++)
        r->properties[i] = (wgcq_property){.property = s->model->properties[i].name,
                                           .kind = property_kind(s->model->properties[i].form),
                                           .known = all[i].known,
                                           .holds = all[i].known && all[i].holds,
                                           .stem = all[i].stem,
                                           .cycle = all[i].cycle};
}

int decide_properties(solver *s)
{
    const size_t count = s->model->property_count;
    const bool derives = s->g && !solver_is_cut(s);
    if (!count || s->result->properties)
        return 0;
    property_verdict *all = calloc(count, sizeof *all);
    s->result->properties = calloc(count, sizeof *s->result->properties);
    int code = all && s->result->properties ? 0 : error_set_memory(s->err);
    if (!code && derives)
        code = properties_decide(all, s->g, &s->back, s->model, s->worker,
                                 solver_complete(s) || s->within_bounds, s->err);
    if (!code || code == WGCQ_EINTERRUPT)
        fill_in_properties(s, all);
    if (!code)
        code = report_lasso(s, all);
    for (size_t i = 0; i < count && all; i++)
        free(all[i].edges);
    free(all);
    return code;
}
