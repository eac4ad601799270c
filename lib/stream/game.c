/*
 * game.c - one state at a time: a plan made move by move, back and forth.
 *
 * The line of play holds the states passed and, behind the present one, those that were taken back.
 * Moves come from the second evaluator; how far the goal is, from a search that begins in the
 * present state.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "answers/query/rejected_moves.h"
#include "answers/replay/stored_plan.h"
#include "base/array.h"
#include "base/cost.h"
#include "base/error.h"
#include "base/suggest.h"
#include "stream/stream.h"
#include "trace/schema/column_names.h"
#include "wgcq_game.h"
#include "wgcq_model.h"

struct wgcq_game {
    reference_model reference;
    wgcq_trace *trace; /* borrowed; NULL: none */
    batch starts;

    /* The line: room for so many moves, and for one state more. */
    size_t at, length, room;
    uint64_t *states;   /* [length + 1][words] */
    const char **moves; /* [length], of the model */
    int64_t *spent;     /* [length + 1][costs] */

    /* The present state. */
    batch next;
    char *shown;
    char **shown_next; /* [next.count] NULL: not asked for yet */
    uint8_t marks;
    int64_t *ended; /* [costs] what a plan that ends here costs */
};

static const wgcq_model *model_of(const wgcq_game *g)
{
    return g->reference.model;
}

static uint64_t *state_at(const wgcq_game *g, size_t i)
{
    return g->states + i * model_of(g)->words;
}

static int64_t *spent_at(const wgcq_game *g, size_t i)
{
    return g->spent + i * model_of(g)->costs;
}

/* ---- the present state --------------------------------------------------------------------- */

static void forget_texts(wgcq_game *g)
{
    for (size_t i = 0; g->shown_next && i < g->next.count; i++)
        free(g->shown_next[i]);
    free(g->shown_next);
    free(g->shown);
    g->shown = NULL;
    g->shown_next = NULL;
}

static int spell_state(char **out, const wgcq_game *g, const uint64_t *state, wgcq_error *err)
{
    strbuf text = {0};
    int code = reference_model_show(&g->reference, state, &text, err);
    *out = code ? NULL : strdup(strbuf_string(&text));
    strbuf_free(&text);
    return code || *out ? code : error_set_memory(err);
}

static int spell_texts(wgcq_game *g, wgcq_error *err)
{
    g->shown_next = calloc(g->next.count + 1, sizeof *g->shown_next);
    return g->shown_next ? spell_state(&g->shown, g, state_at(g, g->at), err)
                         : error_set_memory(err);
}

/* With what the present state costs at the end of a plan. */
static int sum_end_costs(wgcq_game *g, wgcq_error *err)
{
    const wgcq_model *m = model_of(g);
    int code = model_end_costs(m, g->reference.worker, state_at(g, g->at), g->ended, err);
    for (unsigned k = 0; k < m->costs && !code; k++)
        if (__builtin_add_overflow(g->ended[k], spent_at(g, g->at)[k], &g->ended[k]))
            code = error_set(err, WGCQ_ERUN, "what the plan's end costs does not fit 64 bits");
    return code;
}

/* Enumerates the moves of the present state.  After an error it has none. */
static int look_around(wgcq_game *g, wgcq_error *err)
{
    const wgcq_model *m = model_of(g);
    forget_texts(g);
    batch_clear(&g->next);
    g->marks = 0;
    int code = m->reference.classify(g->reference.worker, state_at(g, g->at), &g->marks, err);
    if (!code && !(g->marks & MARK_END))
        code = m->reference.expand(g->reference.worker, state_at(g, g->at),
                                   WANT_ORDER | WANT_MOVES | WANT_COSTS, &g->next, err);
    code = code ? code : sum_end_costs(g, err);
    code = code ? code : spell_texts(g, err);
    if (code) {
        forget_texts(g);
        batch_clear(&g->next);
        memcpy(g->ended, spent_at(g, g->at), m->costs * sizeof *g->ended);
    }
    return code;
}

/* ---- opening ------------------------------------------------------------------------------- */

static bool reserve_line(wgcq_game *g, size_t moves)
{
    const wgcq_model *m = model_of(g);
    if (g->states && moves <= g->room)
        return true;
    size_t room = moves + moves / 2 + 64;
    if (!array_resize(&g->states, (room + 1) * m->words, sizeof *g->states) ||
        !array_resize(&g->moves, room, sizeof *g->moves) ||
        !array_resize(&g->spent, (room + 1) * (m->costs + (size_t)1), sizeof *g->spent))
        return false;
    g->room = room;
    return true;
}

int wgcq_game_restart(wgcq_game *g, size_t start, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"game", g})) ||
        error_if_beyond(err, __func__, "start", start, g->starts.count))
        return WGCQ_EREQUEST;
    const wgcq_model *m = model_of(g);
    if (!reserve_line(g, 0))
        return error_set_memory(err);
    memcpy(g->states, g->starts.state + start * m->words, m->words * sizeof *g->states);
    memset(g->spent, 0, m->costs * sizeof *g->spent);
    g->at = g->length = 0;
    return look_around(g, err);
}

static int begin_game(wgcq_game *g, wgcq_error *err)
{
    const wgcq_model *m = model_of(g);
    g->starts = (batch){.words = m->words, .costs = m->costs};
    g->next = (batch){.words = m->words, .costs = m->costs};
    g->ended = calloc(m->costs + (size_t)1, sizeof *g->ended);
    int code =
        g->ended ? m->initial_states(g->reference.worker, &g->starts, err) : error_set_memory(err);
    if (!code && !g->starts.count)
        code = error_set(err, WGCQ_ERUN, "no start is left: every one breaks a rule");
    return code ? code : wgcq_game_restart(g, 0, err);
}

static int finish_opening(wgcq_game **out, wgcq_game *g, int code, wgcq_error *err)
{
    code = code ? code : begin_game(g, err);
    if (code)
        wgcq_game_free(g);
    else
        *out = g;
    return code;
}

int wgcq_game_new(wgcq_game **out, const wgcq_model *model, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"model", model})))
        return WGCQ_EREQUEST;
    wgcq_game *g = calloc(1, sizeof *g);
    if (!g)
        return error_set_memory(err);
    g->reference.model = model;
    return finish_opening(out, g, model->worker_new(&g->reference.worker, model, err), err);
}

int wgcq_game_open(wgcq_game **out, wgcq_trace *trace, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"trace", trace})))
        return WGCQ_EREQUEST;
    wgcq_game *g = calloc(1, sizeof *g);
    if (!g)
        return error_set_memory(err);
    g->trace = trace;
    return finish_opening(out, g, reference_model_open_any(&g->reference, trace, NULL, err), err);
}

void wgcq_game_free(wgcq_game *g)
{
    if (!g)
        return;
    forget_texts(g);
    batch_free(&g->starts);
    batch_free(&g->next);
    free(g->states);
    free(g->moves);
    free(g->spent);
    free(g->ended);
    reference_model_close(&g->reference);
    free(g);
}

/* ---- reading ------------------------------------------------------------------------------- */

const wgcq_model *wgcq_game_model(const wgcq_game *g)
{
    assert(g);
    return model_of(g);
}

size_t wgcq_game_start_count(const wgcq_game *g)
{
    assert(g);
    return g->starts.count;
}

const char *wgcq_game_shown(const wgcq_game *g)
{
    assert(g);
    return g->shown ? g->shown : "";
}

bool wgcq_game_at_goal(const wgcq_game *g)
{
    assert(g);
    return g->marks & MARK_GOAL;
}

bool wgcq_game_at_end(const wgcq_game *g)
{
    assert(g);
    return g->marks & MARK_END;
}

size_t wgcq_game_move_count(const wgcq_game *g)
{
    assert(g);
    return g->next.count;
}

const char *wgcq_game_move(const wgcq_game *g, size_t i)
{
    assert(g && i < g->next.count);
    return model_of(g)->move_text(model_of(g), g->next.move[i]);
}

const char *wgcq_game_move_shown(const wgcq_game *g, size_t i)
{
    assert(g && i < g->next.count);
    if (!g->shown_next[i] &&
        spell_state(&g->shown_next[i], g, g->next.state + i * g->next.words, NULL))
        return "";
    return g->shown_next[i];
}

size_t wgcq_game_length(const wgcq_game *g)
{
    assert(g);
    return g->at;
}

size_t wgcq_game_ahead(const wgcq_game *g)
{
    assert(g);
    return g->length - g->at;
}

const char *wgcq_game_line(const wgcq_game *g, size_t i)
{
    assert(g && i < g->length);
    return g->moves[i];
}

int64_t wgcq_game_cost(const wgcq_game *g, size_t cost)
{
    assert(g && cost <= model_of(g)->costs);
    return cost ? cost_shown(model_of(g)->maximized, (int)cost - 1, spent_at(g, g->at)[cost - 1])
                : (int64_t)g->at;
}

int64_t wgcq_game_end_cost(const wgcq_game *g, size_t cost)
{
    assert(g && cost <= model_of(g)->costs);
    return cost ? cost_shown(model_of(g)->maximized, (int)cost - 1, g->ended[cost - 1])
                : (int64_t)g->at;
}

/* ---- moving -------------------------------------------------------------------------------- */

static int add_costs(wgcq_game *g, size_t i, wgcq_error *err)
{
    const wgcq_model *m = model_of(g);
    for (unsigned k = 0; k < m->costs; k++)
        if (__builtin_add_overflow(spent_at(g, g->at)[k], g->next.cost[i * m->costs + k],
                                   &spent_at(g, g->at + 1)[k]))
            return model_overflow_error_at(m, g->reference.worker, state_at(g, g->at),
                                           g->next.move[i], err);
    return 0;
}

int wgcq_game_make(wgcq_game *g, size_t i, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"game", g})) ||
        error_if_beyond(err, __func__, "i", i, g->next.count))
        return WGCQ_EREQUEST;
    const wgcq_model *m = model_of(g);
    if (!reserve_line(g, g->at + 1))
        return error_set_memory(err);
    int code = add_costs(g, i, err);
    if (code)
        return code;
    memcpy(state_at(g, g->at + 1), g->next.state + i * m->words, m->words * sizeof *g->states);
    g->moves[g->at] = wgcq_game_move(g, i);
    g->length = ++g->at;
    return look_around(g, err);
}

int wgcq_game_undo(wgcq_game *g, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"game", g})))
        return WGCQ_EREQUEST;
    if (!g->at)
        return WGCQ_DONE;
    g->at--;
    return look_around(g, err);
}

int wgcq_game_redo(wgcq_game *g, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"game", g})))
        return WGCQ_EREQUEST;
    if (g->at == g->length)
        return WGCQ_DONE;
    g->at++;
    return look_around(g, err);
}

/* ---- why a move is not there ----------------------------------------------------------------- */

int wgcq_game_rejected(wgcq_rows **out, const wgcq_game *g, const char *move, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"game", g})))
        return WGCQ_EREQUEST;
    row_table *table = rejected_moves_table(false);
    int code = table ? 0 : error_set_memory(err);
    if (!code && !(g->marks & MARK_END))
        code = rejected_moves_put(table, NULL, &g->reference, state_at(g, g->at), move, err);
    return row_table_finish_or_free(code, out, table, NULL, true, err);
}

/* ---- the way ahead --------------------------------------------------------------------------- */

/* The first of them, which the estimate bounds. */
static const char *minimized_cost(const wgcq_model *m)
{
    int first = m->minimize_count ? m->minimize[0] : -1;
    return first < 0 ? "moves" : m->cost_names[first];
}

static wgcq_order order_of_search(const wgcq_model *m, const char *cost)
{
    if (m->has_estimate && !strcmp(cost, minimized_cost(m)))
        return WGCQ_A_STAR;
    return strcmp(cost, "moves") ? WGCQ_CHEAPEST : WGCQ_BREADTH_FIRST;
}

/* Whether every edge that there is is in the model: of a model in C only the rows are known. */
static bool has_whole_graph(const wgcq_game *g)
{
    const trace_facts *f = g->reference.stored ? trace_about_run(g->trace) : NULL;
    return !f || (!strcmp(f->status, "complete") && f->keep <= WGCQ_TRACE_EDGES);
}

static size_t successor_index(const wgcq_game *g, const char *move, const uint64_t *state)
{
    size_t i = 0, bytes = model_of(g)->words * sizeof *state;
    while (i < g->next.count && (strcmp(move, wgcq_game_move(g, i)) != 0 ||
                                 memcmp(state, g->next.state + i * g->next.words, bytes) != 0))
        i++;
    return i;
}

/* Its index; one more than the last: there is none. */
static size_t cost_index(const wgcq_model *m, const char *cost)
{
    size_t k = 0;
    while (k <= m->costs && strcmp(cost, wgcq_model_cost_name(m, k)) != 0)
        k++;
    return k;
}

static int report_no_such_cost(const wgcq_model *m, const char *cost, wgcq_error *err)
{
    size_t count = wgcq_model_cost_count(m);
    const char **names = calloc(count, sizeof *names);
    if (!names)
        return error_set_memory(err);
    for (size_t k = 0; k < count; k++)
        names[k] = wgcq_model_cost_name(m, k);
    int code = suggest_unknown(err, "cost", cost, names, count, NULL);
    free(names);
    return code;
}

static void describe_way(wgcq_way *out, const wgcq_game *g, const char *cost,
                         const wgcq_solution *found)
{
    out->known = wgcq_solution_proved(found);
    out->reaches = true;
    out->length = wgcq_solution_length(found);
    out->cost = wgcq_solution_cost(found, out->length, cost_index(model_of(g), cost));
    if (out->length)
        out->move = successor_index(g, wgcq_solution_move(found, 0), solution_state(found, 1));
}

int wgcq_game_way(wgcq_way *out, const wgcq_game *g, const char *by, const wgcq_options *limits,
                  const wgcq_monitor *monitor, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"game", g})) ||
        error_if_options_wrong(err, __func__, limits))
        return WGCQ_EREQUEST;
    wgcq_model here = *model_of(g);
    const char *cost = by ? by : minimized_cost(&here);
    wgcq_options options = limits ? *limits : (wgcq_options){0};
    wgcq_search *plans = NULL;
    const wgcq_solution *found;
    if (cost_index(&here, cost) > here.costs)
        return report_no_such_cost(&here, cost, err);
    here.origin = state_at(g, g->at);
    options.order = order_of_search(&here, cost);
    options.minimize = cost;
    int code = wgcq_search_new(&plans, &here, NULL, &options, monitor, err);
    code = code ? code : wgcq_search_next(&found, plans, err);
    if (code >= 0)
        *out = (wgcq_way){.by = wgcq_model_cost_name(&here, cost_index(&here, cost)),
                          .known = code == WGCQ_DONE,
                          .states = wgcq_search_statistics(plans).states};
    if (!code)
        describe_way(out, g, cost, found);
    if (code >= 0)
        out->known = out->known && has_whole_graph(g);
    wgcq_search_free(plans);
    return code < 0 ? code : 0;
}

/* ---- solutions ------------------------------------------------------------------------------- */

/* Makes the move of that label to that state. */
static int make_step(wgcq_game *g, const char *move, const uint64_t *state, wgcq_error *err)
{
    size_t i = successor_index(g, move, state);
    if (i < g->next.count)
        return wgcq_game_make(g, i, err);
    return error_set(err, WGCQ_ESTORE, "the puzzle has no move '%s' in the state %s", move,
                     g->shown);
}

static int restart_at(wgcq_game *g, const uint64_t *state, wgcq_error *err)
{
    size_t bytes = model_of(g)->words * sizeof *state;
    for (size_t i = 0; i < g->starts.count; i++)
        if (!memcmp(state, g->starts.state + i * g->starts.words, bytes))
            return wgcq_game_restart(g, i, err);
    return error_set(err, WGCQ_ESTORE, "the solution does not begin at a start");
}

static int go_back(wgcq_game *g, wgcq_error *err)
{
    g->at = 0;
    return look_around(g, err);
}

/* State of a step, from the rows of a model in C; NULL: not stored. */
static const uint64_t *stored_step_state(const wgcq_game *g, const stored_plan *plan, size_t step)
{
    return plan->has_model ? stored_plan_state(plan, step)
                           : table_model_state(g->reference.stored, plan->steps[step].id);
}

static int replay_steps(wgcq_game *g, const stored_plan *plan, wgcq_error *err)
{
    int code = 0;
    for (size_t i = 0; i < plan->count && !code; i++) {
        const uint64_t *state = stored_step_state(g, plan, i);
        if (!state)
            return error_set(err, WGCQ_EUNKNOWN, "the file does not store the states of its plans");
        code = i ? make_step(g, plan->steps[i].move, state, err) : restart_at(g, state, err);
    }
    return code ? code : go_back(g, err);
}

static int replay_stored(wgcq_game *g, uint64_t solution, wgcq_error *err)
{
    stored_plan plan = {0};
    wgcq_compare_side chosen = {.trace = g->trace, .solution = (int64_t)solution};
    int64_t count = 0;
    int code = wgcq_show_count(&count, g->trace, err);
    if (!code && (solution < 1 || solution > (uint64_t)count))
        return WGCQ_DONE;
    code = code ? code : stored_plan_open(&plan, &chosen, err);
    code = code ? code : replay_steps(g, &plan, err);
    stored_plan_close(&plan);
    return code;
}

static int replay_found(wgcq_game *g, const wgcq_solution *found, wgcq_error *err)
{
    int code = restart_at(g, solution_state(found, 0), err);
    for (size_t i = 0; i < wgcq_solution_length(found) && !code; i++)
        code = make_step(g, wgcq_solution_move(found, i), solution_state(found, i + 1), err);
    return code ? code : go_back(g, err);
}

static int replay_searched(wgcq_game *g, uint64_t solution, const wgcq_options *limits,
                           const wgcq_monitor *monitor, wgcq_error *err)
{
    wgcq_options options = limits ? *limits : (wgcq_options){0};
    wgcq_search *plans = NULL;
    const wgcq_solution *found;
    options.order = WGCQ_CHEAPEST;
    int code = wgcq_search_new(&plans, model_of(g), NULL, &options, monitor, err);
    for (uint64_t i = 0; i < solution && !code; i++)
        code = wgcq_search_next(&found, plans, err);
    if (!code)
        code = replay_found(g, found, err);
    wgcq_search_free(plans);
    return code;
}

int wgcq_game_replay(wgcq_game *g, uint64_t solution, const wgcq_options *limits,
                     const wgcq_monitor *monitor, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"game", g})) || error_if_options_wrong(err, __func__, limits))
        return WGCQ_EREQUEST;
    if (!solution)
        return error_set(err, WGCQ_EREQUEST, "wgcq_game_replay: solutions are numbered from 1");
    return g->trace ? replay_stored(g, solution, err)
                    : replay_searched(g, solution, limits, monitor, err);
}

/* ---- paths of properties --------------------------------------------------------------------- */

static int report_another_path(const wgcq_game *g, const char *move, wgcq_error *err)
{
    return error_set(err, WGCQ_ESTORE,
                     "the path has a move '%s' that the puzzle has not in the state %s", move,
                     g->shown);
}

/* Chooses the start that looks like that, or the move of that label that leads there. */
static int follow_texts(wgcq_game *g, const char *move, const char *shown, wgcq_error *err)
{
    int code = 0;
    for (size_t i = 0; !move && i < g->starts.count && !code; i++) {
        code = wgcq_game_restart(g, i, err);
        if (!code && !strcmp(g->shown, shown))
            return 0;
    }
    for (size_t i = 0; move && i < g->next.count && !code; i++)
        if (!strcmp(wgcq_game_move(g, i), move) && !strcmp(wgcq_game_move_shown(g, i), shown))
            return wgcq_game_make(g, i, err);
    return code ? code : report_another_path(g, move ? move : "start", err);
}

/* WGCQ_DONE: there is no step. */
static int replay_rows(wgcq_game *g, wgcq_rows *steps, wgcq_error *err)
{
    bool any = false;
    int code = 0;
    while (!code && !(code = wgcq_rows_next(steps, err))) {
        any = true;
        code =
            follow_texts(g, wgcq_rows_type(steps, 0) == WGCQ_NULL ? NULL : wgcq_rows_text(steps, 0),
                         wgcq_rows_text(steps, 1), err);
    }
    if (code != WGCQ_DONE || !any)
        return code;
    return go_back(g, err);
}

int wgcq_game_replay_lasso(wgcq_game *g, const char *property, wgcq_error *err)
{
    wgcq_rows *steps = NULL;
    strbuf sql = {0};
    if (error_if_null(err, GIVEN({"game", g}, {"property", property})))
        return WGCQ_EREQUEST;
    if (!g->trace || !trace_has_properties(g->trace))
        return WGCQ_DONE;
    strbuf_printf(&sql, "SELECT move,shown FROM lassos_%" PRId64 " WHERE property=",
                  trace_about_run(g->trace)->run);
    column_names_text(&sql, property);
    strbuf_put(&sql, " ORDER BY step");
    int code = trace_select_built(&steps, g->trace, &sql, err);
    code = code ? code : replay_rows(g, steps, err);
    wgcq_rows_free(steps);
    return code;
}
