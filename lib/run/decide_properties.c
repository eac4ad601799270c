/* decide_properties.c - the properties over time of a run, and the paths that violate them. */
#include <stdlib.h>

#include "base/error.h"
#include "properties/decide.h"
#include "run/solver.h"

static int spell_lasso(solver *s, size_t number, const property_verdict *v)
{
    pending_solution *p = &s->result->lassos[number];
    int code = pending_solution_from_edges(s, p, v->start, v->stem + v->cycle, v->edges);
    if (code)
        return code;
    pending_solution_sum_what_fits(p);
    const char *const *shown = (const char *const *)p->shown;
    s->lassos[number] = (lasso_rows){p->length, p->numbers, p->moves, shown};
    return pending_solution_spell(p, s->model, s->worker, s->err);
}

static int report_properties(solver *s, const property_verdict *all)
{
    wgcq_result *r = s->result;
    const size_t count = s->model->property_count;
    int code = 0;
    for (size_t i = 0; i < count && !code; i++)
        code = all[i].edges ? spell_lasso(s, i, &all[i]) : 0;
    if (!code)
        r->summary.broken = properties_find_broken(r->properties, count);
    if (!code && s->writer)
        trace_properties(s->writer, (property_rows){count, r->properties, s->lassos});
    return code;
}

int decide_properties(solver *s)
{
    wgcq_result *r = s->result;
    const size_t count = s->model->property_count;
    if (!count || r->properties)
        return 0;
    property_verdict *all = calloc(count, sizeof *all);
    r->properties = calloc(count, sizeof *r->properties);
    r->lassos = calloc(count, sizeof *r->lassos);
    s->lassos = calloc(count, sizeof *s->lassos);
    int code = all && r->properties && r->lassos && s->lassos ? 0 : error_set_memory(s->err);
    if (!code && s->g && !solver_is_cut(s))
        code = properties_decide(all, s->g, &s->back, s->model, s->worker,
                                 solver_complete(s) || s->within_bounds,
                                 s->options->max_memory ? 1 : s->options->memory_left, s->err);
    if (!code || code == WGCQ_EINTERRUPT)
        r->summary.properties = properties_describe(r->properties, all, s->model);
    r->summary.property_count = r->summary.properties ? count : 0;
    code = code ? code : report_properties(s, all);
    properties_free(all, count);
    return code;
}
