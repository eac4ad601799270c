/* plan_moves.c - the texts of a plan's moves. */
#include "answers/query/plan_moves.h"

#include "base/error.h"

int plan_moves_put(cursor_texts *out, wgcq_trace *trace, const graph *g, uint32_t length,
                   const uint64_t *edges, wgcq_error *err)
{
    strbuf move = {0};
    int code = 0;
    for (uint32_t i = 0; i < length && !code; i++) {
        strbuf_clear(&move);
        code = trace_move_text(trace, graph_move(g, edges[i]), &move, err);
        if (!code)
            cursor_texts_add(out, strbuf_string(&move));
    }
    bool failed = move.failed || cursor_texts_failed(out);
    strbuf_free(&move);
    return !code && failed ? error_set_memory(err) : code;
}
