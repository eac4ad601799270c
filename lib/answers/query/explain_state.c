/* explain_state.c - every move at a state: where it leads, or what refuses it. */
#include <stdio.h>
#include <string.h>

#include "answers/query/state_pattern.h"
#include "answers/query/stored_answers.h"
#include "answers/replay/reference_model.h"
#include "base/containers/lookup.h"
#include "base/error.h"
#include "base/row_table.h"
#include "base/suggest.h"
#include "puzzle/labels.h"

typedef struct state_query {
    wgcq_trace *trace;
    reference_model reference;
    graph *g;
    state_pattern pattern;
    const char *move; /* NULL: all of them */
    wgcq_error *err;
} state_query;

/* ---- which state ------------------------------------------------------------------------- */

/* Its number; 0: none fits. */
static int find_state(const state_query *a, uint32_t *out)
{
    uint64_t count = 0;
    *out = 0;
    if (a->pattern.id && a->pattern.id > a->g->states)
        return error_set(a->err, WGCQ_EREQUEST, "there is no state %u: the file holds 1 to %u",
                         a->pattern.id, a->g->states);
    if (a->pattern.id) {
        *out = a->pattern.id;
        return 0;
    }
    for (uint32_t s = 1; s <= a->g->states; s++)
        if (state_pattern_fits(&a->pattern, a->g->state + (size_t)s * a->g->words, a->g->words)) {
            *out = *out ? *out : s;
            count++;
        }
    if (count <= 1)
        return 0;
    return error_set(
        a->err, WGCQ_EREQUEST,
        "%llu states fit, the first of them state %u: give more of the variables, or its id",
        (unsigned long long)count, *out);
}

static int put_violated_rule(void *self, const char *move, const char *rule, const char *because,
                             const char *where)
{
    row_table *l = self;
    (void)move;
    row_table_text(l, rule);
    row_table_text(l, because);
    row_table_text(l, where);
    return 0;
}

/* A state that is not in the file: does it break a rule? */
static int explain_missing_state(wgcq_rows **out, state_query *a)
{
    static const char *const names[] = {"rule", "because", "place"};
    const wgcq_model *m = a->reference.model;
    bool complete = !strcmp(trace_about_run(a->trace)->status, "complete");
    row_table *l = row_table_new(sizeof names / sizeof *names, names);
    int code = l ? 0 : error_set_memory(a->err);
    if (!code && a->pattern.is_complete)
        code = m->explain(a->reference.worker, a->pattern.bits, true, put_violated_rule, l, a->err);
    if (!code && row_table_count(l))
        strbuf_put(row_table_remark(l),
                   "that state was never reached: it breaks what is said above");
    else if (!code && a->reference.stored)
        strbuf_printf(row_table_remark(l),
                      "no state like that is in the file%s; which rule keeps it out, only the "
                      "program of the model can tell",
                      complete ? ", which has all that can be reached" : "");
    else if (!code)
        strbuf_printf(row_table_remark(l), "no state like that %s%s",
                      complete ? "can be reached" : "was reached, but the run was cut short",
                      !a->pattern.is_complete ? ""
                      : complete ? ": it breaks no rule, but no journey from a start leads there"
                                 : "; it breaks no rule");
    if (code) {
        row_table_free(l);
        return code;
    }
    return row_table_give(out, l, NULL, complete, a->err);
}

/* ---- its moves ----------------------------------------------------------------------------- */

static bool is_requested_move(const state_query *a, uint32_t move)
{
    const wgcq_model *m = a->reference.model;
    return !a->move || !strcmp(a->move, m->move_text(m, move));
}

static int put_taken(state_query *a, row_table *l, const lookup *states, const batch *told,
                     size_t i)
{
    const wgcq_model *m = a->reference.model;
    const uint64_t *state = told->state + i * told->words;
    strbuf shown = {0};
    uint32_t number = lookup_find(states, state);
    int code = reference_model_show(&a->reference, state, &shown, a->err);
    row_table_text(l, m->move_text(m, told->move[i]));
    row_table_text(l, "leads to");
    if (number)
        row_table_integer(l, number);
    else
        row_table_null(l);
    row_table_text(l, strbuf_string(&shown));
    row_table_null(l);
    row_table_null(l);
    row_table_null(l);
    strbuf_free(&shown);
    return code;
}

static void put_not_taken(row_table *l, const char *move, const char *outcome, const char *rule,
                          const char *because, const char *where)
{
    row_table_text(l, move);
    row_table_text(l, outcome);
    row_table_null(l);
    row_table_null(l);
    row_table_text(l, rule);
    row_table_text(l, because);
    row_table_text(l, where);
}

typedef struct rejection_list {
    const char *move; /* NULL: all */
    row_table *to;
    lookup reported; /* each reason once, however many choices lead to it */
    strbuf line;
    wgcq_error *err;
} rejection_list;

static int put_reason(void *self, const char *move, const char *rule, const char *because,
                      const char *where)
{
    rejection_list *r = self;
    uint32_t before = r->reported.count;
    if (r->move && !labels_agree(move, r->move))
        return 0;
    strbuf_clear(&r->line);
    strbuf_printf(&r->line, "%s\n%s\n%s", move, where ? where : "", because ? because : rule);
    if (!lookup_add(&r->reported, strbuf_string(&r->line)))
        return error_set_memory(r->err);
    if (r->reported.count > before)
        put_not_taken(r->to, move, rule ? "refused" : "not possible", rule, because, where);
    return 0;
}

static int put_reasons(state_query *a, row_table *l, const uint64_t *state)
{
    rejection_list r = {.move = a->move, .to = l, .reported = lookup_of_texts(), .err = a->err};
    int code =
        a->reference.model->explain(a->reference.worker, state, false, put_reason, &r, a->err);
    lookup_free(&r.reported);
    strbuf_free(&r.line);
    return code;
}

/* ---- is there such a move -----------------------------------------------------------------
 */

typedef struct move_names {
    lookup names;
    bool fits; /* it has the form of a text that depends on the state */
} move_names;

static bool add_move_name(move_names *k, const char *name)
{
    return lookup_add(&k->names, name) != 0;
}

/* The texts in the file: those that depend on the state, where they were met. */
static int add_stored_moves(move_names *k, const state_query *a)
{
    wgcq_rows *rows = NULL;
    char sql[80];
    snprintf(sql, sizeof sql, "SELECT text FROM move_%lld",
             (long long)trace_about_run(a->trace)->run);
    int code = trace_rows(&rows, a->trace, sql, a->err);
    while (!code && (code = wgcq_rows_next(rows, a->err)) == 0)
        code = add_move_name(k, wgcq_rows_text(rows, 0)) ? 0 : error_set_memory(a->err);
    wgcq_rows_free(rows);
    return code == WGCQ_DONE ? 0 : code;
}

static int gather_moves(move_names *k, const state_query *a)
{
    const wgcq_model *m = a->reference.model;
    const wgcq_puzzle *p = a->reference.puzzle;
    bool fine = true;
    for (uint32_t i = 0; i < m->move_count(m) && fine; i++)
        fine = add_move_name(k, m->move_text(m, i));
    for (size_t i = 0; p && i < labels_count(p); i++)
        k->fits = k->fits || (labels_vary(p, i) && labels_fit(p, i, a->move));
    return fine ? add_stored_moves(k, a) : error_set_memory(a->err);
}

static int reject_unknown_move(const state_query *a, const move_names *k)
{
    const char *meant =
        suggest_nearest(a->move, (const char *const *)k->names.texts + 1, k->names.count);
    return error_set(a->err, WGCQ_EREQUEST,
                     meant ? "unknown move '%s'; did you mean '%s'?" : "unknown move '%s'", a->move,
                     meant);
}

/* 0: the puzzle has a move of that text, at some state at least. */
static int check_move(const state_query *a)
{
    move_names k = {.names = lookup_of_texts()};
    int code = gather_moves(&k, a);
    if (!code && !k.fits && !lookup_find(&k.names, a->move))
        code = reject_unknown_move(a, &k);
    lookup_free(&k.names);
    return code;
}

/* ---- all of them -------------------------------------------------------------------------- */

/* A move that was asked for, and neither leads anywhere nor is refused by name. */
static void put_unexplained_move(state_query *a, row_table *l, bool ended)
{
    put_not_taken(l, a->move, "not possible", NULL,
                  ended                 ? "`end`: no move leaves such a state"
                  : a->reference.stored ? "the file has it neither taken nor refused here"
                                        : "nothing that it could choose leads to it",
                  NULL);
}

static int put_moves(state_query *a, row_table *l, uint32_t s, const lookup *states, bool *ended)
{
    const wgcq_model *m = a->reference.model;
    const uint64_t *state = a->g->state + (size_t)s * m->words;
    batch told = {.words = m->words, .costs = m->costs};
    uint8_t marks = 0;
    int code = m->reclassify(a->reference.worker, state, &marks, a->err);
    *ended = marks & MARK_END;
    if (!code && !*ended)
        code = m->retell(a->reference.worker, state, WANT_MOVES | WANT_COSTS, &told, a->err);
    if (!code && a->move)
        code = check_move(a);
    for (size_t i = 0; i < told.count && !code; i++)
        if (is_requested_move(a, told.move[i]))
            code = put_taken(a, l, states, &told, i);
    if (!code && !*ended)
        code = put_reasons(a, l, state);
    if (!code && a->move && !row_table_count(l))
        put_unexplained_move(a, l, *ended);
    batch_free(&told);
    return code;
}

static int index_graph_states(const state_query *a, lookup *states)
{
    *states = lookup_of_states(a->g->words);
    for (uint32_t s = 1; s <= a->g->states; s++)
        if (!lookup_add(states, a->g->state + (size_t)s * a->g->words))
            return error_set_memory(a->err);
    return 0;
}

/* The rows of a model in C are what its program told, as far as they were kept. */
static void remark_stored(const state_query *a, const row_table *l, strbuf *remark)
{
    wgcq_trace_level keep = trace_about_run(a->trace)->keep;
    bool complete = !strcmp(trace_about_run(a->trace)->status, "complete");
    if (!a->reference.stored)
        return;
    if (!complete && !row_table_count(l))
        strbuf_put(remark, "; the run was cut short, and may not have come to its moves");
    strbuf_put(remark,
               keep == WGCQ_TRACE_ALL
                   ? "; as its program told it when the run was made, guards without a name "
                     "left out"
               : keep == WGCQ_TRACE_EDGES
                   ? "; of what its program told the run keeps the moves taken, no refusals"
                   : "; the run keeps neither moves nor refusals, and only its program can "
                     "tell them again");
}

static int explain_moves_at(wgcq_rows **out, state_query *a, uint32_t s)
{
    static const char *const names[] = {"move", "outcome", "state", "shown",
                                        "rule", "because", "place"};
    row_table *l = row_table_new(sizeof names / sizeof *names, names);
    lookup states = {0};
    bool ended = false;
    strbuf *remark = l ? row_table_remark(l) : NULL;
    int code = l ? index_graph_states(a, &states) : error_set_memory(a->err);
    if (!code)
        code = put_moves(a, l, s, &states, &ended);
    if (!code) {
        strbuf_printf(remark, "state %u: ", s);
        code = reference_model_show(&a->reference, a->g->state + (size_t)s * a->g->words, remark,
                                    a->err);
    }
    if (!code && !row_table_count(l) && !a->reference.stored)
        strbuf_put(remark, ended ? "; `end`: no move leaves such a state" : "; it has no moves");
    if (!code)
        remark_stored(a, l, remark);
    lookup_free(&states);
    if (code) {
        row_table_free(l);
        return code;
    }
    return row_table_give(out, l, NULL, true, a->err);
}

int explain_state(wgcq_rows **out, wgcq_trace *trace, const char *state, const char *move,
                  wgcq_error *err)
{
    state_query a = {.trace = trace, .move = move, .err = err};
    uint32_t s = 0;
    int code = reference_model_open_any(&a.reference, trace, NULL, err);
    if (!code)
        code = state_pattern_read(&a.pattern, a.reference.model, state, err);
    if (!code)
        code = trace_stored(&a.g, trace, err);
    if (!code)
        code = find_state(&a, &s);
    if (!code)
        code = s ? explain_moves_at(out, &a, s) : explain_missing_state(out, &a);
    state_pattern_free(&a.pattern);
    graph_free(a.g);
    reference_model_close(&a.reference);
    return code;
}
