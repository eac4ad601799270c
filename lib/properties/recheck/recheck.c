/* recheck.c - in which states the conditions hold, and which labels are fair. */
#include "properties/recheck/recheck.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"

static int judge_states(recheck *r)
{
    const graph *g = r->g;
    const size_t count = r->model->property_count;
    int code = 0;
    progress_begin(&r->clock, "properties", g);
    for (uint32_t s = 1; s <= g->states && !code; s++) {
        code = r->model->reference.property_truths(r->worker, NULL, g->state + (size_t)s * g->words,
                                                   r->truths + s * count, r->err);
        code = code ? code : progress_poll(&r->clock, g->monitor, 0, r->err);
    }
    return code;
}

static int add_action(recheck *r, size_t fair, uint32_t label)
{
    if (!array_reserve(&r->actions, &r->action_room, r->action_count + 1, sizeof *r->actions))
        return error_set_memory(r->err);
    r->actions[r->action_count++] = (fair_action){fair, label};
    return 0;
}

/* One action for `any`, else one for each label. */
static int find_actions(recheck *r, size_t fair)
{
    const bool any = r->model->fair[fair].any;
    int code = any ? add_action(r, fair, ANY_LABEL) : 0;
    for (uint32_t label = 0; label < r->label_count && !code; label++) {
        bool has = false;
        code = r->model->fair_has(r->model, fair, r->labels[label], &has, r->err);
        r->has[fair * r->label_count + label] = has;
        if (!code && has && !any)
            code = add_action(r, fair, label);
    }
    return code;
}

bool recheck_is_enabled(const recheck *r, const fair_action *a, uint32_t state)
{
    for (uint64_t e = graph_row(r->g, state); e < graph_row_end(r->g, state); e++)
        if (action_has(r, a, graph_move(r->g, e)))
            return true;
    return false;
}

uint64_t recheck_find_edge(const recheck *r, uint32_t src, uint32_t dst, const char *label)
{
    for (uint64_t e = graph_row(r->g, src); e < graph_row_end(r->g, src); e++)
        if (r->g->dst[e] == dst && !strcmp(r->labels[graph_move(r->g, e)], label))
            return e;
    return UINT64_MAX;
}

int recheck_open(recheck *r)
{
    const size_t room = (size_t)r->g->states + 1, fair = r->model->fair_count;
    r->truths = malloc(room * (r->model->property_count + 1));
    r->has = calloc(fair * r->label_count + 1, 1);
    r->set = malloc(room);
    r->leads = malloc(room + r->model->property_count); /* also the truths of one edge */
    r->queue = malloc(room * sizeof *r->queue);
    if (!r->truths || !r->has || !r->set || !r->leads || !r->queue)
        return error_set_memory(r->err);
    int code = reversed_graph_make(&r->back, r->g, 0, r->err);
    code = code ? code : judge_states(r);
    for (size_t i = 0; i < fair && !code; i++)
        code = find_actions(r, i);
    return code;
}

void recheck_close(recheck *r)
{
    reversed_graph_free(&r->back);
    free(r->truths);
    free(r->has);
    free(r->actions);
    free(r->set);
    free(r->leads);
    free(r->queue);
}
