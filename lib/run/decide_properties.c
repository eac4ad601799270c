/* decide_properties.c - the properties over time of a run, and the path that it reports. */
#include <stdlib.h>

#include "base/error.h"
#include "properties/decide.h"
#include "run/solver.h"

/* The violated one with the shortest path, the first of several. */
static size_t find_broken(const wgcq_result *r)
{
    const size_t count = r->summary.property_count;
    size_t best = count;
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
    int code = pending_solution_from_edges(s, &r->lasso, all[at].start,
                                           all[at].stem + all[at].cycle, all[at].edges);
    if (code)
        return code;
    pending_solution_sum_what_fits(&r->lasso);
    return pending_solution_spell(&r->lasso, s->model, s->worker, s->err);
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
    if (!count)
        return 0;
    property_verdict *all = calloc(count, sizeof *all);
    s->result->properties = calloc(count, sizeof *s->result->properties);
    int code = all && s->result->properties
                   ? properties_decide(all, s->g, &s->back, s->model, s->worker,
                                       solver_complete(s) || s->within_bounds, s->err)
                   : error_set_memory(s->err);
    if (!code) {
        fill_in_properties(s, all);
        code = report_lasso(s, all);
    }
    for (size_t i = 0; i < count && all; i++)
        free(all[i].edges);
    free(all);
    return code;
}
