/* receiver.h - a receiver of rows, kind by kind; whole searches that hand theirs to one. */
#ifndef TESTS_UNIT_RECEIVER_H
#define TESTS_UNIT_RECEIVER_H

#include "base/error.h"
#include "search/search.h"

/* Any function may be NULL: those rows are not wanted. */
typedef struct receiver {
    void *self;
    int (*states)(void *self, const state_rows *rows, wgcq_error *err);
    int (*edges)(void *self, const edge_rows *rows, wgcq_error *err);
    int (*rejections)(void *self, const rejection_rows *rows, wgcq_error *err);
    int (*pause)(void *self, uint32_t expanded, wgcq_error *err);
} receiver;

static inline unsigned receiver_rows(const receiver *to)
{
    return (to->states ? (unsigned)ROWS_STATES : 0) | (to->edges ? (unsigned)ROWS_EDGES : 0) |
           (to->rejections ? (unsigned)ROWS_REJECTIONS : 0);
}

static inline int receive(const receiver *to, const row_batch *rows, wgcq_error *err)
{
    int code = rows->pause && to->pause ? to->pause(to->self, rows->expanded, err) : 0;
    if (!code && rows->states.count)
        code = to->states(to->self, &rows->states, err);
    if (!code && rows->edges.count)
        code = to->edges(to->self, &rows->edges, err);
    if (!code && rows->rejections.count)
        code = to->rejections(to->self, &rows->rejections, err);
    return code;
}

/* Whether the edges of a state come together, or were said to go on; *open: of the last of them. */
static inline bool are_whole(uint32_t *last, bool *open, const row_batch *rows)
{
    const edge_rows *edges = &rows->edges;
    const bool fine = !edges->count || *open || edges->src[0] != *last;
    *last = edges->count ? edges->src[edges->count - 1] : *last;
    *open = rows->edges_go_on;
    return fine;
}

/* A whole search; `to` NULL: no rows are wanted.  *out is always safe to free. */
static inline int run_search(search_result *out, const wgcq_model *model,
                             const search_options *options, const receiver *to,
                             const wgcq_monitor *monitor, wgcq_error *err)
{
    static const receiver none;
    search_options how = *options;
    search *s = NULL;
    row_batch rows;
    uint32_t last = 0;
    bool open = false;
    *out = (search_result){0};
    to = to ? to : &none;
    how.rows = receiver_rows(to);
    int code = search_new(&s, model, &how, monitor, err);
    while (!code && !(code = search_step(s, &rows)))
        code = options->order != WGCQ_BREADTH_FIRST || are_whole(&last, &open, &rows)
                   ? receive(to, &rows, err)
                   : error_set(err, WGCQ_ERUN, "edges of state %u come apart", last);
    if (s) { /* after an error too: how far it came */
        int end = search_finish(out, s);
        code = code == WGCQ_DONE ? end : code;
    }
    search_free(s);
    return code;
}

#endif
