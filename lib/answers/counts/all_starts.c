/*
 * all_starts.c - the hardest of all states from which a goal can be reached, as starts.
 *
 * Level by level backwards from the goals, which gives every state its distance; then the moves of
 * each state, made forwards, are those of its shortest plans where they lead one level down.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "answers/counts/hardest.h"
#include "answers/replay/reference_model.h"
#include "base/array.h"
#include "base/containers/bigcount.h"
#include "base/error.h"
#include "base/progress_clock.h"
#include "space/visited.h"

typedef struct all_starts {
    query_context *ctx;
    reference_model reference;
    model_inverse *inverse;
    visited states;  /* in the order of their distance */
    uint32_t *first; /* [levels + 1] of each level's states */
    uint32_t levels;
    size_t level_room;
    batch found;
    uint32_t *numbers;
    size_t numbers_room;
    bigcount ways; /* [states + 1] */
    uint64_t looked_at;
    progress_clock progress;
} all_starts;

/* ---- backwards ------------------------------------------------------------------------------- */

static int begin_start_level(all_starts *a)
{
    if (!array_reserve(&a->first, &a->level_room, (size_t)a->levels + 2, sizeof *a->first))
        return error_set_memory(a->ctx->err);
    a->first[a->levels++] = a->states.count + 1;
    return 0;
}

/* Unless they are there. */
static int add_hard_starts(all_starts *a, const uint64_t *states, size_t count)
{
    size_t added;
    if (!array_renew(&a->numbers, &a->numbers_room, count + 1, sizeof *a->numbers))
        return error_set_memory(a->ctx->err);
    int code = visited_add(&a->states, states, count, a->numbers, &added, a->ctx->err);
    if (!code && added < count)
        code = error_set(a->ctx->err, WGCQ_ERUN, "there are more than %" PRIu32 " such states",
                         a->states.max_count);
    a->looked_at += count;
    return code ? code : progress_poll(&a->progress, a->ctx->monitor, a->levels, a->ctx->err);
}

static uint32_t batch_at(uint32_t at, uint32_t end)
{
    return end - at < MODEL_BATCH ? end - at : MODEL_BATCH;
}

/* The states before those of the last level, which are another level. */
static int add_start_level(all_starts *a)
{
    const uint32_t from = a->first[a->levels - 1], end = a->states.count + 1;
    int code = begin_start_level(a);
    for (uint32_t at = from; at < end && !code; at += MODEL_BATCH) {
        code = a->inverse->predecessors(a->inverse, visited_state(&a->states, at),
                                        batch_at(at, end), &a->found, a->ctx->err);
        code = code ? code : add_hard_starts(a, a->found.state, a->found.count);
    }
    return code;
}

/* The last level is empty. */
static int find_all_starts(all_starts *a)
{
    int code = begin_start_level(a);
    code = code ? code : add_hard_starts(a, a->inverse->goals.state, a->inverse->goals.count);
    while (!code && a->states.count >= a->first[a->levels - 1])
        code = add_start_level(a);
    return code;
}

/* ---- forwards -------------------------------------------------------------------------------- */

/* The ways of `count` states of a level, behind those of the level below. */
static int count_ways_from(all_starts *a, uint32_t level, uint32_t at, uint32_t count)
{
    const reference_model *r = &a->reference;
    const uint32_t below = a->first[level - 1], own = a->first[level];
    int code = r->model->expand(r->worker, visited_state(&a->states, at), count, WANT_MOVES,
                                &a->found, a->ctx->err);
    if (!code &&
        !array_renew(&a->numbers, &a->numbers_room, a->found.count + 1, sizeof *a->numbers))
        code = error_set_memory(a->ctx->err);
    if (!code)
        visited_find(&a->states, a->found.state, a->found.count, a->numbers);
    for (size_t i = 0; i < a->found.count && !code; i++)
        if (a->numbers[i] >= below && a->numbers[i] < own &&
            !bigcount_add(&a->ways, at + a->found.lane[i], &a->ways, a->numbers[i]))
            code = error_set_memory(a->ctx->err);
    a->looked_at += count;
    return code ? code : progress_poll(&a->progress, a->ctx->monitor, level, a->ctx->err);
}

static int count_start_ways(all_starts *a)
{
    int code =
        bigcount_resize(&a->ways, (size_t)a->states.count + 1) ? 0 : error_set_memory(a->ctx->err);
    for (uint32_t s = 1; a->levels > 1 && s < a->first[1] && !code; s++)
        bigcount_set_small(&a->ways, s, 1);
    for (uint32_t level = 1; level + 1 < a->levels && !code; level++)
        for (uint32_t at = a->first[level], end = a->first[level + 1]; at < end && !code;
             at += MODEL_BATCH)
            code = count_ways_from(a, level, at, batch_at(at, end));
    return code;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static int put_hard_start(row_table *rows, all_starts *a, uint32_t level, uint32_t s)
{
    strbuf line = {0};
    char *plans = bigcount_text(&a->ways, s);
    int code = plans ? reference_model_show(&a->reference, visited_state(&a->states, s), &line,
                                            a->ctx->err)
                     : error_set_memory(a->ctx->err);
    row_table_null(rows);
    row_table_integer(rows, level);
    row_table_text(rows, plans);
    row_table_strbuf(rows, &line);
    strbuf_free(&line);
    free(plans);
    return code;
}

/* The last level that has one. */
static int put_hardest_starts(row_table *rows, all_starts *a)
{
    int code = 0;
    bool any = false;
    for (uint32_t level = a->levels - 1; level-- && !any && !code;)
        for (uint32_t s = a->first[level]; s < a->first[level + 1] && !code; s++)
            if (!a->ctx->question->unique || bigcount_is_one(&a->ways, s)) {
                code = put_hard_start(rows, a, level, s);
                any = true;
            }
    strbuf_printf(row_table_remark(rows), "%s state%s can reach a goal%s",
                  WGCQ_GROUPED(a->states.count), a->states.count == 1 ? "" : "s",
                  any || !a->states.count ? "" : ", none of them by exactly one shortest plan");
    return code;
}

/* ---- the answer ------------------------------------------------------------------------------ */

static int open_all_starts(all_starts *a)
{
    query_context *ctx = a->ctx;
    wgcq_error why = {0};
    int code = reference_model_open(&a->reference, ctx->trace, ctx->err);
    const wgcq_model *m = a->reference.model;
    if (code)
        return code;
    if (!m->made.invert)
        return error_set(ctx->err, WGCQ_EREQUEST, "--all-starts needs the moves of a puzzle");
    a->progress = (progress_clock){.phase = "backwards",
                                   .measure = progress_measure_states,
                                   .self = &a->looked_at,
                                   .interval = 1};
    progress_clock_start(&a->progress);
    a->states = visited_make(m->words, VISITED_MAX);
    a->found = (batch){.words = m->words, .costs = m->costs};
    code = m->made.invert(&a->inverse, m, NULL, &why);
    if (code == WGCQ_EREQUEST)
        return error_set(ctx->err, WGCQ_EREQUEST, "--all-starts is not possible: %s", why.text);
    return code ? error_set(ctx->err, why.code, "%s", why.text) : 0;
}

static void close_all_starts(all_starts *a)
{
    if (a->inverse)
        a->inverse->free(a->inverse);
    reference_model_close(&a->reference);
    visited_free(&a->states);
    free(a->first);
    batch_free(&a->found);
    free(a->numbers);
    bigcount_free(&a->ways);
}

int hardest_of_all_starts(wgcq_rows **out, query_context *ctx)
{
    all_starts a = {.ctx = ctx};
    row_table *rows = row_table_new(HARDEST_COLUMNS, hardest_names);
    int code = rows ? 0 : error_set_memory(ctx->err);
    if (!code && ctx->question->reachable_from)
        code = error_set(ctx->err, WGCQ_EREQUEST,
                         "--reachable-from is of the states in the file, --all-starts of others");
    code = code ? code : open_all_starts(&a);
    code = code ? code : find_all_starts(&a);
    code = code ? code : count_start_ways(&a);
    code = code ? code : put_hardest_starts(rows, &a);
    close_all_starts(&a);
    return row_table_finish_or_free(code, out, rows, ctx->question, true, ctx->err);
}
