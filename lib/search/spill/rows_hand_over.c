/* rows_hand_over.c - what leaves the states of the level, in their order. */
#include <string.h>

#include "base/error.h"
#include "search/spill/rows_run.h"

int rows_begin_handing(rows_run *s)
{
    wgcq_error *err = s->r->err;
    int code = run_sorter_end(&s->targets, err);
    if (!code)
        code = run_sorter_merge(&s->merge, &s->targets, err);
    if (!code)
        code = record_list_read(&s->edges, err);
    if (!code)
        code = record_list_read(&s->rejections, err);
    return code ? code : record_list_read(&s->stuck, err);
}

/* The source of a list's next record; beyond all of the level: there is none. */
static uint32_t next_source(const record_list *l)
{
    uint32_t source = UINT32_MAX;
    if (l->record)
        memcpy(&source, l->record, sizeof source);
    return source;
}

static int hand_edges(size_t *count, rows_run *s)
{
    const size_t costs = s->r->model->costs;
    int code = 0;
    for (*count = 0; !code && *count < ROWS_AT_ONCE && s->edges.record; ++*count) {
        edge_record edge;
        memcpy(&edge, s->edges.record, sizeof edge);
        s->src[*count] = edge.src;
        s->move[*count] = edge.move;
        s->dst[*count] = (uint32_t)s->merge.record[1];
        if (costs)
            memcpy(s->cost + *count * costs, s->edges.record + sizeof edge,
                   costs * sizeof *s->cost);
        code = run_merge_next(&s->merge, s->r->err);
        if (!code)
            code = record_list_next(&s->edges, s->r->err);
    }
    return code;
}

static int hand_rejections(size_t *count, rows_run *s, uint32_t before)
{
    int code = 0;
    for (*count = 0; !code && *count < ROWS_AT_ONCE && s->rejections.record &&
                     next_source(&s->rejections) < before;
         ++*count) {
        rejection_record of;
        memcpy(&of, s->rejections.record, sizeof of);
        s->rejected_src[*count] = of.src;
        s->rejected_move[*count] = of.move;
        s->rejected_rule[*count] = of.rule;
        code = record_list_next(&s->rejections, s->r->err);
    }
    return code;
}

static int hand_stuck(size_t *count, rows_run *s, uint32_t before)
{
    int code = 0;
    for (*count = 0;
         !code && *count < ROWS_AT_ONCE && s->stuck.record && next_source(&s->stuck) < before;
         ++*count) {
        s->stuck_state[*count] = next_source(&s->stuck);
        code = record_list_next(&s->stuck, s->r->err);
    }
    return code;
}

static uint32_t least_source(const rows_run *s)
{
    uint32_t least = next_source(&s->edges);
    least = next_source(&s->rejections) < least ? next_source(&s->rejections) : least;
    return next_source(&s->stuck) < least ? next_source(&s->stuck) : least;
}

int rows_hand_some(bool *done, rows_run *s)
{
    engine *r = s->r;
    row_batch *rows = &r->rows;
    size_t edges, rejected = 0, stuck = 0;
    int code = hand_edges(&edges, s);
    const uint32_t before = next_source(&s->edges);
    if (!code)
        code = hand_rejections(&rejected, s, before);
    if (!code)
        code = hand_stuck(&stuck, s, before);
    if (code)
        return code;
    rows->edges = (edge_rows){.count = edges,
                              .costs = r->model->costs,
                              .src = s->src,
                              .dst = s->dst,
                              .move = s->move,
                              .cost = r->model->costs ? s->cost : NULL};
    rows->edges_go_on = edges && s->src[edges - 1] == before;
    rows->rejections = (rejection_rows){.count = rejected,
                                        .src = s->rejected_src,
                                        .move = s->rejected_move,
                                        .rule = s->rejected_rule};
    rows->stuck = (stuck_rows){.count = stuck, .state = s->stuck_state};
    r->result->edges += edges;
    r->result->rejections += rejected;
    const uint32_t least = least_source(s);
    *done = least == UINT32_MAX;
    r->result->expanded = *done ? s->level_last : least - 1;
    if (!rows->edges_go_on) { /* no pause amid the edges of a state */
        r->unchecked = r->result->expanded - s->checked;
        s->checked = (uint32_t)r->result->expanded;
    }
    return 0;
}
