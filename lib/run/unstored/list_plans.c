/* list_plans.c - every plan of a given length, by plain backtracking, as rows. */
#include <stdlib.h>

#include "base/containers/bigcount.h"
#include "base/cost.h"
#include "base/cursor.h"
#include "base/error.h"
#include "search/search.h"
#include "wgcq_puzzle.h"
#include "wgcq_run.h"

typedef struct listed_plans {
    wgcq_rows base;
    const wgcq_model *model;
    const wgcq_monitor *monitor;
    dfs_plans *plans;
    void *worker;   /* apart from that of the search, which is in use */
    int64_t *final; /* what the end of a plan costs */
    uint64_t length, number;
    cursor_texts moves;
} listed_plans;

/* Cost number k of a plan. */
static int sum_listed_cost(listed_plans *p, unsigned k, const uint64_t *states,
                           const uint32_t *moves, const int64_t *costs, wgcq_error *err)
{
    int64_t sum = 0;
    bool fits = true;
    uint64_t i = 0;
    for (; i < p->length && fits; i++)
        fits = !__builtin_add_overflow(sum, costs[i * p->model->costs + k], &sum);
    fits = fits && !__builtin_add_overflow(sum, p->final[k], &sum);
    if (!fits)
        return model_overflow_error_at(p->model, p->worker, states + (i - 1) * p->model->words,
                                       moves[i - 1], err);
    cursor_integer(&p->base, 3 + k, cost_shown(p->model->maximized, (int)k, sum));
    return 0;
}

static int put_listed_plan(listed_plans *p, const uint64_t *states, const uint32_t *moves,
                           const int64_t *costs, wgcq_error *err)
{
    unsigned width = p->model->costs;
    cursor_integer(&p->base, 0, (int64_t)++p->number);
    cursor_integer(&p->base, 1, (int64_t)p->length);
    cursor_integer(&p->base, 2, (int64_t)p->length);
    int code =
        model_end_costs(p->model, p->worker, states + p->length * p->model->words, p->final, err);
    for (unsigned k = 0; k < width && !code; k++)
        code = sum_listed_cost(p, k, states, moves, costs, err);
    if (code)
        return code;
    cursor_texts_clear(&p->moves);
    for (uint64_t i = 0; i < p->length; i++)
        cursor_texts_add(&p->moves, p->model->move_text(p->model, moves[i]));
    cursor_list(&p->base, 3 + (size_t)width, &p->moves);
    return cursor_texts_failed(&p->moves) ? error_set_memory(err) : 0;
}

static int next_listed_plan(wgcq_rows *rows, wgcq_error *err)
{
    listed_plans *p = (listed_plans *)rows;
    const uint64_t *states;
    const uint32_t *moves;
    const int64_t *costs;
    int code = dfs_plans_next(p->plans, &states, &moves, &costs, p->monitor, err);
    if (code != WGCQ_DONE)
        return code ? code : put_listed_plan(p, states, moves, costs, err);
    rows->complete = true;
    strbuf_clear(&rows->remark);
    strbuf_printf(&rows->remark, "complete: %s plan%s of %s moves", WGCQ_GROUPED(p->number),
                  p->number == 1 ? "" : "s", WGCQ_GROUPED(p->length));
    return WGCQ_DONE;
}

static void close_listed_plans(wgcq_rows *rows)
{
    listed_plans *p = (listed_plans *)rows;
    dfs_plans_free(p->plans);
    if (p->worker)
        p->model->worker_free(p->worker);
    free(p->final);
    cursor_texts_free(&p->moves);
}

static int check_has_goal(const wgcq_model *model, wgcq_error *err)
{
    return model->has_goal
               ? 0
               : error_set(err, WGCQ_EREQUEST, "the puzzle declares no goal, so it has no plans");
}

int wgcq_plans_model(wgcq_rows **out, const wgcq_model *model, uint64_t length,
                     const wgcq_monitor *monitor, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"model", model})))
        return WGCQ_EREQUEST;
    static const char *const before[] = {"solution", "length", "moves"}, *const after[] = {"plan"};
    const cursor_names names = {before, 3, model->cost_names, model->costs, after, 1};
    listed_plans *p = calloc(1, sizeof *p);
    if (!p)
        return error_set_memory(err);
    p->model = model;
    p->monitor = monitor;
    p->length = length;
    p->base.next = next_listed_plan;
    p->base.close = close_listed_plans;
    int code = check_has_goal(model, err);
    if (!code && !cursor_open(&p->base, &names))
        code = error_set_memory(err);
    if (!code && !(p->final = calloc(model->costs + (size_t)1, sizeof *p->final)))
        code = error_set_memory(err);
    code = code ? code : model->worker_new(&p->worker, model, err);
    code = code ? code : dfs_plans_new(&p->plans, model, length, err);
    if (code)
        wgcq_rows_free(&p->base);
    else
        *out = &p->base;
    return code;
}

int wgcq_plans_model_count(char **count, const wgcq_model *model, uint64_t length,
                           const wgcq_monitor *monitor, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"count", count}, {"model", model})))
        return WGCQ_EREQUEST;
    uint64_t number;
    int code = check_has_goal(model, err);
    code = code ? code : dfs_plans_count(&number, model, length, monitor, err);
    if (code)
        return code;
    char *spelled = small_count_text(number);
    if (!spelled)
        return error_set_memory(err);
    *count = spelled;
    return 0;
}

int wgcq_plans(wgcq_rows **out, const wgcq_puzzle *puzzle, uint64_t length,
               const wgcq_monitor *monitor, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"puzzle", puzzle})))
        return WGCQ_EREQUEST;
    return wgcq_plans_model(out, wgcq_puzzle_model(puzzle), length, monitor, err);
}

int wgcq_plans_count(char **count, const wgcq_puzzle *puzzle, uint64_t length,
                     const wgcq_monitor *monitor, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"count", count}, {"puzzle", puzzle})))
        return WGCQ_EREQUEST;
    return wgcq_plans_model_count(count, wgcq_puzzle_model(puzzle), length, monitor, err);
}
