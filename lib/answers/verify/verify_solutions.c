/* verify_solutions.c - every stored solution, made again move by move. */
#include <stdlib.h>
#include <string.h>

#include "answers/replay/simulate.h"
#include "answers/verify/verifier.h"
#include "base/error.h"

static const uint64_t UNCOUNTED = UINT64_MAX - 1;

enum { STEP, MOVE, SRC, DST, SHOWN, SPENT }; /* columns, behind the solution's number */

typedef struct remaking {
    verification *v;
    simulation f;
    lookup passed;   /* states of this solution */
    lookup distinct; /* whole solutions, as text: with the states' ids, where these are kept */
    uint64_t *left;  /* [left_room] by number in `distinct`: how often it may still come */
    size_t left_room;
    strbuf whole;
    verify_plan plan; /* this solution */
    wgcq_error own;   /* of following it */
    int64_t number, length;
    int64_t *spent, *before; /* of this solution, of the one before: `moves` last */
    uint64_t count;
    bool lost, at_goal; /* this solution is wrong already; it stands in a goal */
} remaking;

static void lose(remaking *r, const wgcq_rows *row, const char *why)
{
    if (!r->lost)
        verify_differs(r->v, "solution %lld, step %lld, '%s': %s", (long long)r->number,
                       (long long)wgcq_rows_integer(row, 1 + STEP), wgcq_rows_text(row, 1 + MOVE),
                       why);
    r->lost = true;
}

/* What the puzzle cannot do on the way of a plan is no trouble but a finding. */
static int trouble(remaking *r, int code)
{
    if (code && !verify_is_finding(r->own.code))
        return error_set(r->v->err, r->own.code, "%s", r->own.text);
    if (code && !r->lost)
        verify_differs(r->v, "solution %lld: %s", (long long)r->number, r->own.text);
    r->lost = r->lost || code;
    r->own = (wgcq_error){0};
    return 0;
}

/* Whether what it was before is no better than what it is now: they come best first. */
static bool in_order(const remaking *r)
{
    const trace_facts *f = r->v->facts;
    size_t costs = r->v->by.model->costs;
    for (size_t i = 0; i < f->minimize_count; i++) {
        size_t at = f->minimize[i] < 0 ? costs : (size_t)f->minimize[i];
        if (r->before[at] != r->spent[at])
            return r->before[at] < r->spent[at];
    }
    return r->before[costs] <= r->spent[costs];
}

/* How often a text that comes a second time may come after that: plans through different states
   may look alike. */
static int count_alike(remaking *r, uint64_t *left)
{
    verification *v = r->v;
    bool all = true;
    uint64_t plans = 1;
    int code = 0;
    if (v->facts->keep > WGCQ_TRACE_STATES && !r->lost)
        code = verify_alike(v, &r->plan, &plans, &all);
    if (code)
        return code;
    *left = !all ? UINT64_MAX : plans > 1 ? plans - 1 : 0;
    if (!all)
        verify_unknown(v,
                       "solution %lld: another looks like it, and whether there are so many plans "
                       "was not found out",
                       (long long)r->number);
    return code;
}

/* No solution is there twice. */
static int check_distinct(remaking *r)
{
    uint32_t before = r->distinct.count,
             number = lookup_add(&r->distinct, strbuf_string(&r->whole));
    int code = 0;
    if (!number)
        return error_set_memory(r->v->err);
    if (number >= r->left_room) {
        size_t room = ((size_t)number + 1) * 2;
        uint64_t *left = realloc(r->left, room * sizeof *left);
        if (!left)
            return error_set_memory(r->v->err);
        r->left = left;
        r->left_room = room;
    }
    if (r->distinct.count > before) {
        r->left[number] = UNCOUNTED;
        return 0;
    }
    if (r->left[number] == UNCOUNTED)
        code = count_alike(r, &r->left[number]);
    if (!code && !r->left[number])
        verify_differs(r->v, "solution %lld is stored twice", (long long)r->number);
    else if (!code && r->left[number] != UINT64_MAX)
        r->left[number]--;
    return code;
}

/* The solution that ends here. */
static int finish(remaking *r)
{
    verification *v = r->v;
    size_t costs = v->by.model->costs;
    if (!r->count)
        return 0;
    r->spent[costs] = r->length;
    int code = r->lost ? 0 : trouble(r, simulation_keep_goals(&r->f, &r->own));
    if (code)
        return code;
    if (!r->lost && !r->f.current.count)
        verify_differs(v, "solution %lld ends in no goal", (long long)r->number);
    code = check_distinct(r);
    if (code)
        return code;
    if (v->complete && r->count > 1 && !in_order(r))
        verify_differs(v, "solution %lld is better than the one before", (long long)r->number);
    size_t first = v->facts->minimize_count && v->facts->minimize[0] >= 0
                       ? (size_t)v->facts->minimize[0]
                       : costs;
    if (r->count == 1 && v->least_known && v->least_known[first] &&
        r->spent[first] != v->least[first])
        verify_differs(v, "the first solution costs %lld, and the least is %lld",
                       (long long)r->spent[first], (long long)v->least[first]);
    memcpy(r->before, r->spent, (costs + 1) * sizeof *r->before);
    return 0;
}

static int begin(remaking *r, int64_t number)
{
    int code = finish(r);
    r->number = number;
    r->length = -1;
    r->lost = r->at_goal = false;
    lookup_clear(&r->passed);
    strbuf_clear(&r->whole);
    verify_plan_clear(&r->plan);
    if ((int64_t)++r->count != number)
        verify_differs(r->v, "solution %llu is missing", (unsigned long long)r->count);
    return code ? code : trouble(r, simulation_enter_starts(&r->f, &r->own));
}

/* No state twice, and no goal on the way; where it is certain which state it is. */
static int pass(remaking *r, const wgcq_rows *row)
{
    uint32_t before = r->passed.count;
    uint8_t marks = 0;
    if (r->f.current.count != 1)
        return 0;
    if (!lookup_add(&r->passed, r->f.current.state))
        return error_set_memory(r->v->err);
    if (r->passed.count == before)
        lose(r, row, "visits a state twice");
    if (r->at_goal)
        lose(r, row, "goes on behind a goal");
    int code = r->v->by.model->reclassify(r->v->by.worker, r->f.current.state, &marks, &r->own);
    r->at_goal = marks & MARK_GOAL;
    return trouble(r, code);
}

/* With states kept it is told from which state to which it goes. */
static void check_ends(remaking *r, const wgcq_rows *row)
{
    bool kept = r->v->facts->keep <= WGCQ_TRACE_STATES, first = r->length == 0;
    bool src = wgcq_rows_type(row, 1 + SRC) == WGCQ_INTEGER;
    bool dst = wgcq_rows_type(row, 1 + DST) == WGCQ_INTEGER;
    if (src != (kept && !first) || dst != kept)
        lose(r, row, "it is not told as it should be from which state to which it goes");
    if (first && wgcq_rows_type(row, 1 + MOVE) != WGCQ_NULL)
        lose(r, row, "no move leads to a start");
}

/* All that is stored of it, for telling solutions apart. */
static bool write_down(remaking *r, const wgcq_rows *row)
{
    unsigned costs = r->v->by.model->costs;
    const char *move = wgcq_rows_text(row, 1 + MOVE), *shown = wgcq_rows_text(row, 1 + SHOWN);
    for (unsigned k = 0; k < costs; k++)
        r->spent[k] = wgcq_rows_integer(row, 1 + SPENT + k);
    strbuf_printf(&r->whole, "%zu %s %zu %s", strlen(move), move, strlen(shown), shown);
    for (unsigned k = 0; k < costs; k++)
        strbuf_printf(&r->whole, " %lld", (long long)r->spent[k]);
    strbuf_printf(&r->whole, " %lld\n", (long long)wgcq_rows_integer(row, 1 + DST));
    return !r->whole.failed && verify_plan_add(&r->plan, costs, move, shown, r->spent);
}

/* The states that it may be in behind that step. */
static int follow_row(remaking *r, const wgcq_rows *row)
{
    const graph *g = r->v->g;
    int64_t dst = wgcq_rows_integer(row, 1 + DST);
    int code = r->length ? simulation_step(&r->f, wgcq_rows_text(row, 1 + MOVE), &r->own) : 0;
    if (!code && !r->f.current.count)
        lose(r, row, "there is no such move there");
    if (wgcq_rows_type(row, 1 + DST) == WGCQ_INTEGER && g && dst > 0 && dst <= g->states)
        simulation_keep_state(&r->f, g->state + (size_t)dst * g->words);
    if (!code)
        code = simulation_keep_shown(&r->f, wgcq_rows_text(row, 1 + SHOWN), &r->own);
    if (!code && !r->f.current.count)
        lose(r, row, "it leads to another state");
    simulation_keep_spent(&r->f, r->spent);
    if (!code && !r->f.current.count)
        lose(r, row, "it costs something else");
    return trouble(r, code);
}

static int take_step(remaking *r, const wgcq_rows *row)
{
    if (wgcq_rows_integer(row, 1 + STEP) != ++r->length)
        lose(r, row, "a step is missing before it");
    if (!write_down(r, row))
        return error_set_memory(r->v->err);
    check_ends(r, row);
    int code = r->lost ? 0 : follow_row(r, row);
    return code || r->lost ? code : pass(r, row);
}

static void spell_query(strbuf *sql, const verification *v)
{
    strbuf_printf(sql, "SELECT s.solution,s.step,m.text,s.src,s.dst,s.shown");
    for (unsigned k = 0; k < v->by.model->costs; k++)
        strbuf_printf(sql, ",s.c%u", k);
    strbuf_printf(sql,
                  " FROM step_%lld AS s LEFT JOIN move_%lld AS m ON m.id=s.move"
                  " ORDER BY s.solution,s.step",
                  (long long)v->facts->run, (long long)v->facts->run);
}

static int remake(remaking *r)
{
    verification *v = r->v;
    strbuf sql = {0};
    wgcq_rows *rows = NULL;
    spell_query(&sql, v);
    int code = sql.failed ? error_set_memory(v->err)
                          : trace_rows(&rows, v->trace, strbuf_string(&sql), v->err);
    while (!code && (code = wgcq_rows_next(rows, v->err)) == 0) {
        if (!r->count || wgcq_rows_integer(rows, 0) != r->number)
            code = begin(r, wgcq_rows_integer(rows, 0));
        if (!code)
            code = take_step(r, rows);
        if (!code)
            code = verify_poll(v, v->g ? v->g->states : 0);
    }
    if (code == WGCQ_DONE)
        code = finish(r);
    wgcq_rows_free(rows);
    strbuf_free(&sql);
    return code;
}

/* What the run says of how many there are. */
static int compare_counts(remaking *r)
{
    verification *v = r->v;
    strbuf sql = {0};
    wgcq_rows *row = NULL;
    strbuf_printf(
        &sql,
        "SELECT solutions_stored,solutions_count,(SELECT count(*) FROM solutions) FROM run"
        " WHERE id=%lld",
        (long long)v->facts->run);
    int code = sql.failed ? error_set_memory(v->err)
                          : trace_rows(&row, v->trace, strbuf_string(&sql), v->err);
    if (!code)
        code = wgcq_rows_next(row, v->err);
    if (!code && wgcq_rows_type(row, 0) == WGCQ_INTEGER &&
        (wgcq_rows_integer(row, 0) != (int64_t)r->count ||
         wgcq_rows_integer(row, 2) != (int64_t)r->count))
        verify_differs(v, "the run says that %lld solutions are stored, and %llu are",
                       (long long)wgcq_rows_integer(row, 0), (unsigned long long)r->count);
    if (!code && v->g && wgcq_rows_type(row, 1) != WGCQ_NULL)
        code = verify_all_plans(v, wgcq_rows_text(row, 1));
    wgcq_rows_free(row);
    strbuf_free(&sql);
    return code < 0 ? code : 0;
}

int verify_solutions(verification *v)
{
    size_t costs = v->by.model->costs;
    remaking r = {
        .v = v, .passed = lookup_of_states(v->by.model->words), .distinct = lookup_of_texts()};
    r.spent = calloc(costs + 1, sizeof *r.spent);
    r.before = calloc(costs + 1, sizeof *r.before);
    simulation_begin(&r.f, &v->by, true);
    int code = r.spent && r.before ? remake(&r) : error_set_memory(v->err);
    if (!code)
        code = compare_counts(&r);
    v->looked = r.count;
    if (!code)
        verify_end_check(v, "solutions");
    simulation_free(&r.f);
    lookup_free(&r.passed);
    lookup_free(&r.distinct);
    strbuf_free(&r.whole);
    verify_plan_free(&r.plan);
    free(r.left);
    free(r.spent);
    free(r.before);
    return code;
}
