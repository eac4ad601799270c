/* verify_solutions.c - every stored solution, replayed move by move. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "answers/replay/simulate.h"
#include "answers/verify/verifier.h"
#include "base/array.h"
#include "base/cost.h"
#include "base/error.h"

static const uint64_t UNCOUNTED = UINT64_MAX - 1;

/* Columns after the solution's number; behind what was spent: whether this is the last step. */
enum { STEP, MOVE, SRC, DST, SHOWN, SPENT };

typedef struct solution_check {
    verification *v;
    simulation sim;
    lookup visited;    /* states of this solution */
    lookup distinct;   /* solutions, as numbers of texts and of states: see record_step */
    lookup texts;      /* of moves and, where no states are stored, of shown ones       */
    uint64_t *repeats; /* [repeats_room] by number in `distinct`: how often it may be repeated */
    size_t repeats_room;
    strbuf text;
    shown_plan plan;       /* this solution */
    wgcq_error step_error; /* of the current step */
    int64_t number, length;
    int64_t *spent, *before; /* by this solution, by the one before; `moves` last */
    uint64_t count;
    bool failed, at_goal; /* a difference was reported; the last state is a goal */
} solution_check;

static void fail_step(solution_check *r, const wgcq_rows *row, const char *why)
{
    if (!r->failed)
        verify_differs(r->v, "solution %lld, step %lld, '%s': %s", (long long)r->number,
                       (long long)wgcq_rows_integer(row, 1 + STEP), wgcq_rows_text(row, 1 + MOVE),
                       why);
    r->failed = true;
}

/* A run-time error of the puzzle during the replay is a finding. */
static int fail_solution(solution_check *r, int code)
{
    if (code && !verify_is_finding(r->step_error.code))
        return error_set(r->v->err, r->step_error.code, "%s", r->step_error.text);
    if (code && !r->failed)
        verify_differs(r->v, "solution %lld: %s", (long long)r->number, r->step_error.text);
    r->failed = r->failed || code;
    r->step_error = (wgcq_error){0};
    return 0;
}

/* Whether this solution is no better than the one before: they are stored best first. */
static bool is_not_better(const solution_check *r)
{
    const trace_facts *f = r->v->facts;
    size_t costs = r->v->reference.model->costs;
    for (size_t i = 0; i < f->minimize_count; i++) {
        size_t at = f->minimize[i] < 0 ? costs : (size_t)f->minimize[i];
        if (r->before[at] != r->spent[at])
            return r->before[at] < r->spent[at];
    }
    return r->before[costs] <= r->spent[costs];
}

/* How often a solution that is stored a second time may be repeated after that: plans through
   different states may look alike. */
static int count_repeats(solution_check *r, uint64_t *repeats)
{
    verification *v = r->v;
    bool all = true;
    uint64_t plans = 1;
    int code = 0;
    if (v->facts->keep > WGCQ_TRACE_STATES && !r->failed)
        code = verify_count_lookalikes(v, &r->plan, &plans, &all);
    if (code)
        return code;
    *repeats = !all ? UINT64_MAX : plans > 1 ? plans - 1 : 0;
    if (!all)
        verify_unknown(v,
                       "solution %lld: another looks like it, and counting such plans exceeded its "
                       "budget",
                       (long long)r->number);
    return code;
}

/* No solution is stored twice. */
static int check_distinct(solution_check *r)
{
    uint32_t before = r->distinct.count, number = lookup_add(&r->distinct, strbuf_string(&r->text));
    int code = 0;
    if (!number)
        return error_set_memory(r->v->err);
    if (!array_reserve(&r->repeats, &r->repeats_room, (size_t)number + 1, sizeof *r->repeats))
        return error_set_memory(r->v->err);
    if (r->distinct.count > before) {
        r->repeats[number] = UNCOUNTED;
        return 0;
    }
    if (r->repeats[number] == UNCOUNTED)
        code = count_repeats(r, &r->repeats[number]);
    if (!code && !r->repeats[number])
        verify_differs(r->v, "solution %lld is stored twice", (long long)r->number);
    else if (!code && r->repeats[number] != UINT64_MAX)
        r->repeats[number]--;
    return code;
}

static int64_t shown_cost_of(const verification *v, size_t number, int64_t cost)
{
    const wgcq_model *m = v->reference.model;
    return cost_shown(m->maximized, number < m->costs ? (int)number : -1, cost);
}

/* Checks what is known of a solution at its end. */
static int end_solution(solution_check *r)
{
    verification *v = r->v;
    size_t costs = v->reference.model->costs;
    if (!r->count)
        return 0;
    r->spent[costs] = r->length;
    int code = r->failed ? 0 : fail_solution(r, simulation_keep_goals(&r->sim, &r->step_error));
    if (code)
        return code;
    if (!r->failed && !r->sim.current.count)
        verify_differs(v, "solution %lld ends in no goal", (long long)r->number);
    code = check_distinct(r);
    if (code)
        return code;
    if (v->complete && r->count > 1 && !is_not_better(r))
        verify_differs(v, "solution %lld is better than the one before", (long long)r->number);
    size_t first = v->facts->minimize_count && v->facts->minimize[0] >= 0
                       ? (size_t)v->facts->minimize[0]
                       : costs;
    if (r->count == 1 && v->least_proved && v->least_proved[first] &&
        r->spent[first] != v->least[first])
        verify_differs(v, "the first solution costs %s, and the least is %s",
                       VERIFY_GROUPED(shown_cost_of(v, first, r->spent[first])),
                       VERIFY_GROUPED(shown_cost_of(v, first, v->least[first])));
    memcpy(r->before, r->spent, (costs + 1) * sizeof *r->before);
    return 0;
}

static int begin_solution(solution_check *r, int64_t number)
{
    assert(!r->count || number != r->number);
    int code = end_solution(r);
    r->number = number;
    r->length = -1;
    r->failed = r->at_goal = false;
    lookup_clear(&r->visited);
    strbuf_clear(&r->text);
    shown_plan_clear(&r->plan);
    if ((int64_t)++r->count != number)
        verify_differs(r->v, "solution %llu is missing", (unsigned long long)r->count);
    return code ? code : fail_solution(r, simulation_enter_starts(&r->sim, &r->step_error));
}

/* No state twice and no goal on the way, where the state is certain. */
static int check_visited(solution_check *r, const wgcq_rows *row)
{
    uint32_t before = r->visited.count;
    uint8_t marks = 0;
    assert(!r->failed);
    if (r->sim.current.count != 1)
        return 0;
    if (!lookup_add(&r->visited, r->sim.current.state))
        return error_set_memory(r->v->err);
    if (r->visited.count == before)
        fail_step(r, row, "visits a state twice");
    if (r->at_goal && !r->v->reference.model->finals)
        fail_step(r, row, "continues after a goal");
    int code = r->v->reference.model->reference.classify(
        r->v->reference.worker, r->sim.current.state, &marks, &r->step_error);
    r->at_goal = marks & MARK_GOAL;
    return fail_solution(r, code);
}

/* Where states are stored, steps have source and target ids. */
static void check_step_ids(solution_check *r, const wgcq_rows *row)
{
    bool kept = r->v->facts->keep <= WGCQ_TRACE_STATES, first = r->length == 0;
    bool src = wgcq_rows_type(row, 1 + SRC) == WGCQ_INTEGER;
    bool dst = wgcq_rows_type(row, 1 + DST) == WGCQ_INTEGER;
    if (src != (kept && !first) || dst != kept)
        fail_step(r, row, "its source and target ids are not as they should be");
    if (first && wgcq_rows_type(row, 1 + MOVE) != WGCQ_NULL)
        fail_step(r, row, "a start has no move");
}

/* The state of the step: its id, or where none is stored the number of the text that is shown.
   False: no memory. */
static bool number_state(solution_check *r, const wgcq_rows *row, const char *shown, int64_t *out)
{
    const bool stored = wgcq_rows_type(row, 1 + DST) == WGCQ_INTEGER;
    *out = stored ? wgcq_rows_integer(row, 1 + DST) : lookup_add(&r->texts, shown);
    return stored || *out;
}

static bool is_last_step(const solution_check *r, const wgcq_rows *row)
{
    return wgcq_rows_integer(row, 1 + SPENT + r->v->reference.model->costs);
}

/* Appends what distinguishes solutions: the step's move, state and costs.  Where the state has an
   id, what is shown of it is checked elsewhere. */
static bool record_step(solution_check *r, const wgcq_rows *row)
{
    const unsigned costs = r->v->reference.model->costs;
    const char *move = wgcq_rows_text(row, 1 + MOVE), *shown = wgcq_rows_text(row, 1 + SHOWN);
    const uint32_t move_number = lookup_add(&r->texts, move);
    int64_t state;
    if (!move_number || !number_state(r, row, shown, &state))
        return false;
    for (unsigned k = 0; k < costs; k++)
        r->spent[k] = cost_kept_of(r->v->reference.model->maximized, (int)k,
                                   wgcq_rows_integer(row, 1 + SPENT + k), is_last_step(r, row));
    strbuf_printf(&r->text, "%" PRIx32 " %" PRIx64, move_number, (uint64_t)state);
    for (unsigned k = 0; k < costs; k++)
        strbuf_printf(&r->text, " %" PRIx64, (uint64_t)r->spent[k]);
    strbuf_put(&r->text, "\n");
    return !r->text.failed && shown_plan_append(&r->plan, costs, move, shown, r->spent);
}

/* Advances the simulation to the states that match the row. */
static int simulate_row(solution_check *r, const wgcq_rows *row)
{
    const graph *g = r->v->g;
    int64_t dst = wgcq_rows_integer(row, 1 + DST);
    int code =
        r->length ? simulation_step(&r->sim, wgcq_rows_text(row, 1 + MOVE), &r->step_error) : 0;
    if (!code && !r->sim.current.count)
        fail_step(r, row, "there is no such move there");
    if (wgcq_rows_type(row, 1 + DST) == WGCQ_INTEGER && g && dst > 0 && dst <= g->states)
        simulation_keep_state(&r->sim, g->state + (size_t)dst * g->words);
    if (!code)
        code = simulation_keep_shown(&r->sim, wgcq_rows_text(row, 1 + SHOWN), &r->step_error);
    if (!code && !r->sim.current.count)
        fail_step(r, row, "it leads to another state");
    if (!code && is_last_step(r, row))
        code = simulation_end(&r->sim, &r->step_error);
    simulation_keep_spent(&r->sim, r->spent);
    if (!code && !r->sim.current.count)
        fail_step(r, row, "its cost differs");
    return fail_solution(r, code);
}

static int check_step_row(solution_check *r, const wgcq_rows *row)
{
    if (wgcq_rows_integer(row, 1 + STEP) != ++r->length)
        fail_step(r, row, "a step is missing before it");
    if (!record_step(r, row))
        return error_set_memory(r->v->err);
    check_step_ids(r, row);
    int code = r->failed ? 0 : simulate_row(r, row);
    return code || r->failed ? code : check_visited(r, row);
}

static void put_steps_query(strbuf *sql, const verification *v)
{
    trace_put_steps(sql, v->trace);
    strbuf_put(sql, "SELECT solution,step,move,src,dst,shown");
    for (unsigned k = 0; k < v->reference.model->costs; k++)
        strbuf_printf(sql, ",c%u", k);
    strbuf_put(sql, ",lead(step) OVER (PARTITION BY solution ORDER BY step) IS NULL FROM s"
                    " ORDER BY solution,step");
}

static int check_all_steps(solution_check *r)
{
    verification *v = r->v;
    strbuf sql = {0};
    wgcq_rows *rows = NULL;
    put_steps_query(&sql, v);
    int code = trace_select_built(&rows, v->trace, &sql, v->err);
    while (!code && (code = wgcq_rows_next(rows, v->err)) == 0) {
        if (!r->count || wgcq_rows_integer(rows, 0) != r->number)
            code = begin_solution(r, wgcq_rows_integer(rows, 0));
        code = code ? code : check_step_row(r, rows);
        code = code ? code : verify_poll(v, r->count);
    }
    if (code == WGCQ_DONE)
        code = end_solution(r);
    wgcq_rows_free(rows);
    return code;
}

/* The stored numbers of solutions. */
static int compare_solution_counts(solution_check *r)
{
    verification *v = r->v;
    wgcq_rows *row;
    int code = trace_select_row(&row, v->trace, v->err,
                                "SELECT solutions_stored,solutions_count,(SELECT count(*) FROM "
                                "solutions) FROM run WHERE id=#");
    if (!code && wgcq_rows_type(row, 0) == WGCQ_INTEGER &&
        (wgcq_rows_integer(row, 0) != (int64_t)r->count ||
         wgcq_rows_integer(row, 2) != (int64_t)r->count))
        verify_differs(v, "the run says that %s solutions are stored, and %s are",
                       VERIFY_GROUPED(wgcq_rows_integer(row, 0)), WGCQ_GROUPED(r->count));
    if (!code && v->g && wgcq_rows_type(row, 1) != WGCQ_NULL)
        code = verify_plan_total(v, wgcq_rows_text(row, 1));
    wgcq_rows_free(row);
    return code < 0 ? code : 0;
}

int verify_solutions(verification *v)
{
    size_t costs = v->reference.model->costs;
    solution_check r = {.v = v,
                        .visited = lookup_of_states(v->reference.model->words),
                        .distinct = lookup_of_texts(),
                        .texts = lookup_of_texts()};
    r.spent = calloc(costs + 1, sizeof *r.spent);
    r.before = calloc(costs + 1, sizeof *r.before);
    simulation_begin(&r.sim, &v->reference, true);
    verify_begin_check(v, "solutions", 0);
    int code = r.spent && r.before ? check_all_steps(&r) : error_set_memory(v->err);
    code = code ? code : compare_solution_counts(&r);
    v->checked = r.count;
    if (!code)
        verify_end_check(v, "solutions");
    simulation_free(&r.sim);
    lookup_free(&r.visited);
    lookup_free(&r.distinct);
    lookup_free(&r.texts);
    strbuf_free(&r.text);
    shown_plan_free(&r.plan);
    FREE_EACH(r.repeats, r.spent, r.before);
    return code;
}
