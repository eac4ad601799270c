/* hardest.c - the states that are farthest from a goal, with the number of their shortest plans; of
   those in the file. */
#include <inttypes.h>
#include <stdlib.h>

#include "answers/counts/hardest.h"
#include "base/array.h"
#include "base/error.h"
#include "graph/counts/shortest_counts.h"

const char *const hardest_names[HARDEST_COLUMNS] = {"id", "to_goal", "plans", "shown"};

typedef struct hardest_search {
    const graph *g;
    uint32_t *to_goal; /* [states + 1] */
    bigcount ways;     /* [states + 1] */
    bool *behind;      /* [states + 1] the states that are looked at; NULL: all */
    bool unique;       /* only states with exactly one shortest plan */
    uint32_t farthest;
    bool any;
} hardest_search;

static bool is_candidate(const hardest_search *h, uint32_t s)
{
    return h->to_goal[s] != UNREACHABLE && (!h->behind || h->behind[s]) &&
           (!h->unique || bigcount_is_one(&h->ways, s));
}

static int open_hardest(hardest_search *h, query_context *ctx, const loaded_graph *l)
{
    const uint64_t from = ctx->question->reachable_from;
    *h = (hardest_search){.g = l->g, .unique = ctx->question->unique};
    if (from > l->g->states)
        return error_set(ctx->err, WGCQ_EREQUEST,
                         "there is no state %" PRIu64 ": ids go from 1 to %" PRIu32, from,
                         l->g->states);
    if (from && !(h->behind = states_behind(l->g, (uint32_t)from)))
        return error_set_memory(ctx->err);
    int code = distances_to_goal(&h->to_goal, l->g, &l->back, ctx->err);
    code = code ? code : shortest_counts_find(&h->ways, l->g, h->to_goal, ctx->err);
    for (uint32_t s = 1; s <= l->g->states && !code; s++)
        if (is_candidate(h, s)) {
            h->farthest = h->to_goal[s] > h->farthest ? h->to_goal[s] : h->farthest;
            h->any = true;
        }
    return code;
}

static void close_hardest(hardest_search *h)
{
    FREE_EACH(h->to_goal, h->behind);
    bigcount_free(&h->ways);
}

static int put_hard_state(row_table *rows, query_context *ctx, const hardest_search *h, uint32_t s)
{
    char *plans = bigcount_text(&h->ways, s);
    int code = plans ? 0 : error_set_memory(ctx->err);
    row_table_integer(rows, s);
    row_table_integer(rows, h->to_goal[s]);
    row_table_text(rows, plans);
    free(plans);
    return code ? code : question_put_shown(rows, ctx, s);
}

static int list_hardest(wgcq_rows **out, query_context *ctx, const hardest_search *h)
{
    row_table *rows = row_table_new(HARDEST_COLUMNS, hardest_names);
    int code = rows ? 0 : error_set_memory(ctx->err);
    for (uint32_t s = 1; s <= h->g->states && !code; s++)
        if (is_candidate(h, s) && h->to_goal[s] == h->farthest)
            code = put_hard_state(rows, ctx, h, s);
    if (!code && !h->any)
        strbuf_put(row_table_remark(rows), h->unique ? "no state has exactly one shortest plan"
                                                     : "no state reaches a goal");
    return row_table_finish_or_free(code, out, rows, ctx->question, true, ctx->err);
}

int answer_hardest(wgcq_rows **out, query_context *ctx)
{
    loaded_graph l = {0};
    hardest_search h = {0};
    if (ctx->question->all_starts)
        return hardest_of_all_starts(out, ctx);
    int code = question_prove_explored(ctx);
    if (!code && !ctx->proved)
        return question_answer_unknown(
            out, ctx, HARDEST_COLUMNS, hardest_names,
            "the run did not explore everything, so there may be states farther from a goal");
    if (!code)
        code = loaded_graph_open(&l, ctx, GRAPH_CONTENT | GRAPH_MOVES, LOADED_PREDECESSORS);
    code = code ? code : open_hardest(&h, ctx, &l);
    code = code ? code : list_hardest(out, ctx, &h);
    close_hardest(&h);
    loaded_graph_close(&l);
    return code;
}
