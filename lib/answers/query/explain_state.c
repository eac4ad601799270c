/* explain_state.c - every move at a state: where it leads, or what rejects it; and of many states
   what rejects moves. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/query/explain_lasso.h"
#include "answers/query/rejected_moves.h"
#include "answers/query/state_pattern.h"
#include "answers/query/stored_answers.h"
#include "answers/replay/stored_plan.h"
#include "base/containers/lookup.h"
#include "base/error.h"
#include "base/row_table.h"
#include "base/suggest.h"
#include "model/stuck_state.h"
#include "puzzle/labels.h"

typedef struct state_query {
    wgcq_trace *trace;
    reference_model reference;
    state_pattern pattern;
    const char *move; /* NULL: all of them */
    uint32_t states;  /* in the file */
    uint64_t *state;  /* [words] the first that matches; its id, 0: none does */
    uint32_t id;
    uint64_t matches;
    wgcq_error *err;
} state_query;

/* ---- which state ------------------------------------------------------------------------- */

static int read_state_row(void *self, int64_t rowid, const int64_t *values, wgcq_error *err)
{
    state_query *query = self;
    unsigned words = query->reference.model->words;
    const uint64_t *state = (const uint64_t *)(values + 2);
    if (query->states == UINT32_MAX || rowid != (int64_t)query->states + 1)
        return error_set(err, WGCQ_ESTORE, "the file is damaged: something is wrong with state %u",
                         query->states + 1);
    query->states++;
    bool fits = query->pattern.id ? query->pattern.id == query->states
                                  : state_pattern_fits(&query->pattern, state, words);
    if (fits && !query->matches++) {
        query->id = query->states;
        memcpy(query->state, state, words * sizeof *state);
    }
    return 0;
}

/* Sets the state and its id; 0: no stored state matches. */
static int find_state(state_query *query)
{
    query->state = calloc(query->reference.model->words, sizeof *query->state);
    if (!query->state)
        return error_set_memory(query->err);
    int code = query->pattern.id
                   ? stored_state_words(query->state, query->trace, query->pattern.id, query->err)
                   : (int)WGCQ_DONE;
    query->id = code ? 0 : query->pattern.id;
    if (code != WGCQ_DONE)
        return code;
    code = trace_scan(query->trace, TRACE_STATE_ROWS, read_state_row, query, query->err);
    if (code)
        return code;
    if (query->pattern.id && !query->id)
        return error_set(query->err, WGCQ_EREQUEST, "there is no state %u: the file holds 1 to %u",
                         query->pattern.id, query->states);
    if (query->matches <= 1)
        return 0;
    return error_set(query->err, WGCQ_EREQUEST,
                     "%s states match, the first is state %u: give more variables, or an id",
                     WGCQ_GROUPED(query->matches), query->id);
}

static int put_violated_rule(void *self, const char *move, const char *rule, const char *because,
                             const char *place)
{
    row_table *table = self;
    (void)move;
    row_table_text(table, rule);
    row_table_text(table, because);
    row_table_text(table, place);
    return 0;
}

/* No stored state matches: reports the rules that the state violates. */
static int explain_missing_state(wgcq_rows **out, state_query *query)
{
    static const char *const names[] = {"rule", "because", "place"};
    const wgcq_model *m = query->reference.model;
    bool complete = !strcmp(trace_about_run(query->trace)->status, "complete");
    row_table *table = row_table_new(sizeof names / sizeof *names, names);
    int code = table ? 0 : error_set_memory(query->err);
    if (!code && query->pattern.is_complete)
        code = m->reference.explain(query->reference.worker, query->pattern.bits, true,
                                    put_violated_rule, table, query->err);
    if (!code && row_table_count(table))
        strbuf_put(row_table_remark(table),
                   "that state was never reached: it violates the rules above");
    else if (!code && query->reference.stored)
        strbuf_printf(row_table_remark(table),
                      "no such state is in the file%s; only the model's program can tell which "
                      "rule excludes it",
                      complete ? ", which has all reachable states" : "");
    else if (!code)
        strbuf_printf(row_table_remark(table), "no such state %s%s",
                      complete ? "can be reached" : "was reached, but the run was cut short",
                      !query->pattern.is_complete ? ""
                      : complete ? ": it violates no rule, but no path from a start leads there"
                                 : "; it violates no rule");
    return row_table_finish_or_free(code, out, table, NULL, complete, query->err);
}

/* ---- its moves ----------------------------------------------------------------------------- */

/* The ids of a state's successors. */
typedef struct successor_ids {
    lookup states;
    uint32_t *id; /* [states.count + 1] by their numbers there; 0: not in the file */
} successor_ids;

static int read_successor_row(void *self, int64_t rowid, const int64_t *values, wgcq_error *err)
{
    successor_ids *found = self;
    (void)err;
    uint32_t number = lookup_find(&found->states, values + 2);
    if (number)
        found->id[number] = (uint32_t)rowid;
    return 0;
}

/* Finds the states that its edges lead to, where they are stored. */
static int find_by_edges(successor_ids *found, const state_query *query)
{
    char ids[80];
    const trace_facts *run = trace_about_run(query->trace);
    snprintf(ids, sizeof ids, "SELECT dst FROM edge_%lld WHERE src=%u", (long long)run->run,
             query->id);
    return run->keep <= WGCQ_TRACE_EDGES
               ? trace_state_rows(query->trace, ids, read_successor_row, found, query->err)
               : 0;
}

static bool lacks_ids(const successor_ids *found)
{
    bool lacks = false;
    for (uint32_t i = 1; i <= found->states.count && !lacks; i++)
        lacks = !found->id[i];
    return lacks;
}

/* A state that was not expanded has no edges, but those that it leads to may be in the file. */
static int find_successors(successor_ids *found, const state_query *query, const batch *successors)
{
    bool fine = true;
    found->states = lookup_of_states(successors->words);
    for (size_t i = 0; i < successors->count && fine; i++)
        fine = lookup_add(&found->states, successors->state + i * successors->words) != 0;
    found->id = calloc(found->states.count + (size_t)1, sizeof *found->id);
    if (!fine || !found->id)
        return error_set_memory(query->err);
    int code = found->states.count ? find_by_edges(found, query) : 0;
    return !code && lacks_ids(found)
               ? trace_scan(query->trace, TRACE_STATE_ROWS, read_successor_row, found, query->err)
               : code;
}

static void successor_ids_free(successor_ids *found)
{
    lookup_free(&found->states);
    free(found->id);
}

static bool is_requested_move(const state_query *query, uint32_t move)
{
    const wgcq_model *m = query->reference.model;
    return !query->move || !strcmp(query->move, m->move_text(m, move));
}

static int put_taken(state_query *query, row_table *table, const successor_ids *found,
                     const batch *successors, size_t i)
{
    const wgcq_model *m = query->reference.model;
    const uint64_t *state = successors->state + i * successors->words;
    strbuf shown = {0};
    uint32_t number = found->id[lookup_find(&found->states, state)];
    int code = reference_model_show(&query->reference, state, &shown, query->err);
    row_table_text(table, m->move_text(m, successors->move[i]));
    row_table_text(table, "leads to");
    row_table_integer_or_null(table, number, number != 0);
    row_table_strbuf(table, &shown);
    row_table_null(table);
    row_table_null(table);
    row_table_null(table);
    strbuf_free(&shown);
    return code;
}

/* ---- invariants --------------------------------------------------------------------------- */

static int put_violated_invariant(void *self, const char *move, const char *rule,
                                  const char *because, const char *place)
{
    rejected_moves_put_one(self, move, "violates", rule, because, place);
    return 0;
}

/* A deadlock has no expression that could be explained; only of a state that was found to be one
   are the moves known to have values. */
static int put_stored_invariant(state_query *query, row_table *table, const char *name,
                                bool deadlock)
{
    strbuf why = {0};
    int code = deadlock ? stuck_state_describe(&why, query->reference.model,
                                               query->reference.worker, query->state, query->err)
                        : 0;
    if (!code)
        rejected_moves_put_one(table, NULL, "violates", name,
                               why.length ? strbuf_string(&why) : NULL, NULL);
    strbuf_free(&why);
    return code;
}

/* As the run stored them. */
static int put_stored_invariants(state_query *query, row_table *table, bool deadlock)
{
    wgcq_rows *rows = NULL;
    int code = trace_selectf(&rows, query->trace, query->err,
                             "SELECT invariant FROM violations WHERE state=%u AND "
                             "(invariant='deadlock')=%d",
                             query->id, deadlock);
    while (!code && (code = wgcq_rows_next(rows, query->err)) == 0)
        code = put_stored_invariant(query, table, wgcq_rows_text(rows, 0), deadlock);
    wgcq_rows_free(rows);
    return code == WGCQ_DONE ? 0 : code;
}

/* The invariants that the state violates; where a move is asked for, they are of no interest. */
static int put_violated_invariants(state_query *query, row_table *table)
{
    const wgcq_model *m = query->reference.model;
    bool stored = trace_has_invariants(query->trace);
    int code = 0;
    if (query->move)
        return 0;
    if (m->reference.explain_invariants)
        code = m->reference.explain_invariants(query->reference.worker, query->state,
                                               put_violated_invariant, table, query->err);
    else if (stored)
        code = put_stored_invariants(query, table, false);
    return !code && stored ? put_stored_invariants(query, table, true) : code;
}

/* ---- does the move exist ------------------------------------------------------------------ */

typedef struct move_names {
    lookup names;
    bool fits; /* the requested move matches a label that depends on the state */
} move_names;

static int add_stored_move(void *self, const wgcq_rows *row, wgcq_error *err)
{
    return lookup_add(self, wgcq_rows_text(row, 0)) ? 0 : error_set_memory(err);
}

static int gather_moves(move_names *k, const state_query *query)
{
    const wgcq_model *m = query->reference.model;
    const wgcq_puzzle *p = query->reference.puzzle;
    bool fine = true;
    for (uint32_t i = 0; i < m->move_count(m) && fine; i++)
        fine = lookup_add(&k->names, m->move_text(m, i)) != 0;
    for (size_t i = 0; p && i < labels_count(p); i++)
        k->fits = k->fits || (labels_vary(p, i) && labels_fit(p, i, query->move));
    if (!fine)
        return error_set_memory(query->err);
    /* labels that depend on the state are known as far as they occurred */
    return trace_each_row(query->trace, add_stored_move, &k->names, query->err,
                          "SELECT text FROM move_#");
}

/* 0: the puzzle has such a move in some state. */
static int check_move(const state_query *query)
{
    move_names k = {.names = lookup_of_texts()};
    int code = gather_moves(&k, query);
    if (!code && !k.fits && !lookup_find(&k.names, query->move))
        code = suggest_unknown(query->err, "move", query->move,
                               (const char *const *)k.names.texts + (k.names.count > 0),
                               k.names.count, NULL);
    lookup_free(&k.names);
    return code;
}

/* ---- all moves ---------------------------------------------------------------------------- */

/* The requested move is neither enabled nor rejected by a named rule. */
static void put_unexplained_move(state_query *query, row_table *table, const char *ended)
{
    rejected_moves_put_one(table, query->move, "not possible", NULL,
                           ended ? ended
                           : query->reference.stored
                               ? "the file stores neither the move nor a rejection of it here"
                               : "no choice of this move is possible here",
                           NULL);
}

/* NULL: moves may leave it. */
static const char *why_ended(uint8_t marks)
{
    return marks & MARK_BOUNDED ? "`bound`: the state violates it, and is not expanded"
           : marks & MARK_END   ? "`end`: no move leaves such a state"
                                : NULL;
}

static int put_moves(state_query *query, row_table *table, const char **ended)
{
    const wgcq_model *m = query->reference.model;
    const uint64_t *state = query->state;
    successor_ids found = {0};
    batch successors = {.words = m->words, .costs = m->costs};
    uint8_t marks = 0;
    bool named = false;
    int code = m->reference.classify(query->reference.worker, state, &marks, query->err);
    *ended = why_ended(marks);
    if (!code && !*ended)
        code = m->reference.expand(query->reference.worker, state, WANT_MOVES | WANT_COSTS,
                                   &successors, query->err);
    code = code ? code : find_successors(&found, query, &successors);
    for (size_t i = 0; i < successors.count && !code; i++)
        if (is_requested_move(query, successors.move[i]))
            code = put_taken(query, table, &found, &successors, i);
    if (!code && !*ended)
        code = rejected_moves_put(table, &named, &query->reference, state, query->move, query->err);
    if (!code && query->move && !named)
        code = check_move(query);
    if (!code && query->move && !row_table_count(table))
        put_unexplained_move(query, table, *ended);
    successor_ids_free(&found);
    batch_free(&successors);
    return code;
}

/* The rows of a model in C are what its program reported, as far as that is stored. */
static void remark_stored(const state_query *query, const row_table *table, strbuf *remark)
{
    wgcq_trace_level keep = trace_about_run(query->trace)->keep;
    bool complete = !strcmp(trace_about_run(query->trace)->status, "complete");
    if (!query->reference.stored)
        return;
    if (!complete && !row_table_count(table))
        strbuf_put(remark, "; the run was cut short, and may not have expanded it");
    strbuf_put(remark,
               keep == WGCQ_TRACE_ALL
                   ? "; as its program reported it when the run was made, without unnamed guards"
               : keep == WGCQ_TRACE_EDGES
                   ? "; the run stores the moves taken, but no rejections"
                   : "; the run stores neither moves nor rejections, and only its program can "
                     "enumerate them again");
}

/* "state 7: farmer=west goat=east"; a board stands below, in lines of its own. */
static int put_state_remark(state_query *query, row_table *table, const char *ended)
{
    strbuf shown = {0}, *remark = row_table_remark(table);
    int code = reference_model_show(&query->reference, query->state, &shown, query->err);
    const char *text = strbuf_string(&shown);
    bool board = strchr(text, '\n') != NULL;
    strbuf_printf(remark, "state %u", query->id);
    if (!board)
        strbuf_printf(remark, ": %s", text);
    if (!row_table_count(table) && !query->reference.stored)
        strbuf_printf(remark, "; %s", ended ? ended : "it has no moves");
    remark_stored(query, table, remark);
    if (board)
        strbuf_printf(remark, ":\n%s", text);
    if (!code && (shown.failed || remark->failed))
        code = error_set_memory(query->err);
    strbuf_free(&shown);
    return code;
}

static int explain_moves(wgcq_rows **out, state_query *query)
{
    row_table *table = rejected_moves_table(false);
    const char *ended = NULL;
    assert(query->id);
    int code = table ? put_violated_invariants(query, table) : error_set_memory(query->err);
    code = code ? code : put_moves(query, table, &ended);
    code = code ? code : put_state_remark(query, table, ended);
    return row_table_finish_or_free(code, out, table, NULL, true, query->err);
}

int explain_state(wgcq_rows **out, wgcq_trace *trace, const char *state, const char *move,
                  wgcq_error *err)
{
    state_query query = {.trace = trace, .move = move, .err = err};
    const bool is_id = strspn(state, "0123456789") == strlen(state);
    int code = move || is_id ? WGCQ_DONE : explain_lasso(out, trace, state, err);
    if (code != WGCQ_DONE)
        return code;
    code = reference_model_open_any(&query.reference, trace, NULL, err);
    code = code ? code : state_pattern_read(&query.pattern, query.reference.model, state, err);
    code = code ? code : find_state(&query);
    if (!code)
        code = query.id ? explain_moves(out, &query) : explain_missing_state(out, &query);
    state_pattern_free(&query.pattern);
    free(query.state);
    reference_model_close(&query.reference);
    return code;
}

/* ---- several states ------------------------------------------------------------------------ */

typedef struct explained_states {
    reference_model reference;
    row_table *table;
    uint32_t first, last; /* ids */
} explained_states;

static int explain_row(void *self, int64_t rowid, const int64_t *values, wgcq_error *err)
{
    explained_states *e = self;
    const wgcq_model *m = e->reference.model;
    const uint64_t *state = (const uint64_t *)(values + 2);
    uint8_t marks = 0;
    if (rowid < e->first || rowid > e->last)
        return 0;
    int code = m->reference.classify(e->reference.worker, state, &marks, err);
    if (!code && !(marks & MARK_END))
        code = rejected_moves_put_at(e->table, &e->reference, (uint32_t)rowid, state, err);
    return code;
}

int explain_states(wgcq_rows **out, wgcq_trace *trace, uint32_t first, uint32_t last,
                   wgcq_error *err)
{
    explained_states e = {.first = first, .last = last};
    int code = reference_model_open_any(&e.reference, trace, NULL, err);
    if (!code && !(e.table = rejected_moves_table(true)))
        code = error_set_memory(err);
    code = code ? code : trace_scan(trace, TRACE_STATE_ROWS, explain_row, &e, err);
    reference_model_close(&e.reference);
    return row_table_finish_or_free(code, out, e.table, NULL, true, err);
}
