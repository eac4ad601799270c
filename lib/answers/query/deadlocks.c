/* deadlocks.c - the states without a successor that are neither goal nor end. */
#include <stdlib.h>

#include "answers/query/question.h"
#include "base/array.h"
#include "base/error.h"

typedef struct deadlock_search {
    query_context *ctx;
    loaded_graph loaded;
    uint32_t *depth;
    bool *open;     /* [states + 1] may have more edges */
    bool *reported; /* [states + 1] by the run itself   */
    uint32_t known_depths;
    uint64_t undecided;
} deadlock_search;

static int note_reported(void *self, const wgcq_rows *row, wgcq_error *err)
{
    deadlock_search *d = self;
    const int64_t state = wgcq_rows_integer(row, 0);
    (void)err;
    if (state > 0 && state <= d->loaded.g->states)
        d->reported[state] = true;
    return 0;
}

/* An incomplete run that forbids deadlocks has stored those that it met. */
static int read_reported(deadlock_search *d)
{
    query_context *ctx = d->ctx;
    d->reported = calloc((size_t)d->loaded.g->states + 1, sizeof *d->reported);
    if (!d->reported)
        return error_set_memory(ctx->err);
    if (!trace_has_invariants(ctx->trace))
        return 0;
    return trace_each_row(ctx->trace, note_reported, d, ctx->err,
                          "SELECT state FROM violations WHERE invariant='deadlock'");
}

static int find_unexpanded(deadlock_search *d)
{
    query_context *ctx = d->ctx;
    const graph *g = d->loaded.g;
    d->known_depths = UNREACHABLE;
    if (ctx->proved) {
        d->open = calloc((size_t)g->states + 1, sizeof *d->open);
        return d->open ? 0 : error_set_memory(ctx->err);
    }
    d->known_depths = known_depths(g, d->depth);
    return graph_unexpanded(&d->open, g, ctx->err);
}

static bool lacks_successors(const graph *g, uint32_t s)
{
    return graph_row(g, s) == graph_row_end(g, s) && !(g->marks[s] & (MARK_GOAL | MARK_END));
}

static int put_deadlocks(row_table *rows, deadlock_search *d)
{
    const graph *g = d->loaded.g;
    int code = 0;
    for (uint32_t s = 1; s <= g->states && !code; s++) {
        if (!lacks_successors(g, s))
            continue;
        if (d->open[s] && !d->reported[s])
            d->undecided++;
        else
            code = question_put_state(rows, d->ctx, s, d->depth[s],
                                      d->depth[s] != UNREACHABLE && d->depth[s] <= d->known_depths);
    }
    return code;
}

static int search_deadlocks(row_table *rows, deadlock_search *d)
{
    query_context *ctx = d->ctx;
    int code = loaded_graph_open(&d->loaded, ctx, GRAPH_CONTENT | GRAPH_MOVES, LOADED_FORWARDS);
    code = code ? code : distances_from_start(&d->depth, d->loaded.g, ctx->err);
    code = code ? code : find_unexpanded(d);
    code = code ? code : read_reported(d);
    return code ? code : put_deadlocks(rows, d);
}

int answer_deadlocks(wgcq_rows **out, query_context *ctx)
{
    static const char *const names[] = {"id", "depth", "shown"};
    deadlock_search d = {.ctx = ctx};
    row_table *rows = row_table_new(3, names);
    int code = rows ? search_deadlocks(rows, &d) : error_set_memory(ctx->err);
    bool complete = d.known_depths == UNREACHABLE;
    if (!code && !complete)
        strbuf_printf(row_table_remark(rows),
                      "the run did not explore everything: of %s "
                      "states without stored successors that is undecided",
                      WGCQ_GROUPED(d.undecided));
    loaded_graph_close(&d.loaded);
    FREE_EACH(d.depth, d.open, d.reported);
    return row_table_finish_or_free(code, out, rows, ctx->question, complete, ctx->err);
}
