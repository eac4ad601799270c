/* explain_lasso.c - why the path of a violated property is one: where its condition fails, and how
   its cycle is fair to each action. */
#include <stdlib.h>

#include "answers/query/explain_lasso.h"
#include "answers/query/rejected_moves.h"
#include "answers/replay/stored_plan.h"
#include "base/array.h"
#include "base/containers/lookup.h"
#include "base/error.h"
#include "trace/schema/column_names.h"

typedef struct explained_step {
    uint32_t move; /* that leads to it, a number of `labels`; 0: it is the start */
    uint32_t state;
    uint64_t *words;   /* of the state */
    uint32_t *enabled; /* [enabled_count] numbers of the labels of its moves */
    size_t enabled_count;
} explained_step;

typedef struct lasso_explanation {
    wgcq_trace *trace;
    reference_model reference;
    const char *property;
    size_t number; /* of the property */
    bool known, holds;
    uint64_t stem, cycle;
    explained_step *steps; /* [count]: stem + cycle + 1 */
    size_t count, room;
    lookup labels;
    row_table *table;
    wgcq_error *err;
} lasso_explanation;

/* ---- the stored path ----------------------------------------------------------------------- */

static int damaged_path(const lasso_explanation *q)
{
    return error_set(q->err, WGCQ_ESTORE, "the file is damaged: the path of '%s' is none",
                     q->property);
}

/* WGCQ_DONE: the run has no such property. */
static int read_verdict(lasso_explanation *q)
{
    wgcq_rows *row = NULL;
    strbuf name = {0};
    if (!trace_has_properties(q->trace))
        return WGCQ_DONE;
    column_names_text(&name, q->property);
    int code =
        name.failed
            ? error_set_memory(q->err)
            : trace_select_row(
                  &row, q->trace, q->err,
                  "SELECT id,holds IS NOT NULL,holds,stem,cycle FROM property_# WHERE name=%s",
                  strbuf_string(&name));
    strbuf_free(&name);
    if (!code) {
        q->number = (size_t)wgcq_rows_integer(row, 0);
        q->known = wgcq_rows_integer(row, 1);
        q->holds = wgcq_rows_integer(row, 2);
        q->stem = (uint64_t)wgcq_rows_integer(row, 3);
        q->cycle = (uint64_t)wgcq_rows_integer(row, 4);
    }
    wgcq_rows_free(row);
    return code;
}

static int read_explained_step(void *self, const wgcq_rows *row, wgcq_error *err)
{
    lasso_explanation *q = self;
    if (!array_reserve(&q->steps, &q->room, q->count + 1, sizeof *q->steps))
        return error_set_memory(err);
    explained_step *s = &q->steps[q->count++];
    *s = (explained_step){.state = (uint32_t)wgcq_rows_integer(row, 1)};
    if (wgcq_rows_type(row, 0) != WGCQ_NULL &&
        !(s->move = lookup_add(&q->labels, wgcq_rows_text(row, 0))))
        return error_set_memory(err);
    return 0;
}

static int read_lasso_steps(lasso_explanation *q)
{
    int code =
        trace_each_row(q->trace, read_explained_step, q, q->err,
                       "SELECT move,dst FROM lasso_# WHERE property=%zu ORDER BY step", q->number);
    return !code && q->count != q->stem + q->cycle + 1 ? damaged_path(q) : code;
}

/* The state, and the labels of the moves that the reference makes there. */
static int find_enabled(lasso_explanation *q, explained_step *s)
{
    const wgcq_model *m = q->reference.model;
    batch successors = {.words = m->words, .costs = m->costs};
    if (!(s->words = malloc((m->words + (size_t)1) * sizeof *s->words)))
        return error_set_memory(q->err);
    int code = stored_state_words(s->words, q->trace, s->state, q->err);
    if (code)
        return code == WGCQ_DONE ? damaged_path(q) : code;
    code = m->reference.expand(q->reference.worker, s->words, WANT_MOVES, &successors, q->err);
    s->enabled = code ? NULL : malloc((successors.count + 1) * sizeof *s->enabled);
    if (!code && !s->enabled)
        code = error_set_memory(q->err);
    for (size_t i = 0; i < successors.count && !code; i++)
        if (!(s->enabled[s->enabled_count++] =
                  lookup_add(&q->labels, m->move_text(m, successors.move[i]))))
            code = error_set_memory(q->err);
    batch_free(&successors);
    return code;
}

static int read_lasso(lasso_explanation *q)
{
    int code = read_lasso_steps(q);
    for (size_t i = 0; i < q->count && !code; i++)
        code = find_enabled(q, &q->steps[i]);
    return code;
}

/* ---- rows ---------------------------------------------------------------------------------- */

/* A row for step i of the path; `because` says what is so there. */
static int put_lasso_row(lasso_explanation *q, const char *move, const char *outcome, size_t i,
                         const char *rule, const strbuf *because)
{
    strbuf shown = {0};
    int code = reference_model_show(&q->reference, q->steps[i].words, &shown, q->err);
    row_table_text(q->table, move);
    row_table_text(q->table, outcome);
    row_table_integer(q->table, q->steps[i].state);
    row_table_strbuf(q->table, &shown);
    row_table_text(q->table, rule);
    row_table_strbuf(q->table, because);
    row_table_null(q->table);
    strbuf_free(&shown);
    return code;
}

/* The truth of its condition in step i. */
static int find_truth(lasso_explanation *q, size_t i, uint8_t *out)
{
    const wgcq_model *m = q->reference.model;
    uint8_t *all = calloc(m->property_count + 1, 1);
    if (!all)
        return error_set_memory(q->err);
    int code =
        m->reference.property_truths(q->reference.worker, NULL, q->steps[i].words, all, q->err);
    *out = all[q->number];
    free(all);
    return code;
}

/* For `leads to` the first step with P that no Q follows; for `eventually always` the first step of
   the cycle in which P fails. */
static int find_decisive_step(lasso_explanation *q, size_t *out)
{
    const model_property_form form = q->reference.model->properties[q->number].form;
    bool found = false;
    int code = 0;
    *out = q->stem;
    for (size_t i = form == MODEL_LEADS_TO ? 0 : q->stem; i < q->count && !code; i++) {
        uint8_t truth = 0;
        code = find_truth(q, i, &truth);
        const bool value = truth & PROPERTY_VALUE, reached = truth & PROPERTY_REACHED;
        if (form == MODEL_LEADS_TO && reached)
            found = false;
        else if (form == MODEL_LEADS_TO ? value && !found : !value && !found) {
            *out = i;
            found = true;
        }
    }
    return code;
}

static const char *what_violates(model_property_form form, bool cycle)
{
    switch (form) {
    case MODEL_EVENTUALLY:
        return cycle ? "the condition never holds, and the cycle repeats for ever"
                     : "the condition never holds, and the path ends";
    case MODEL_INFINITELY_OFTEN:
        return cycle ? "from here on the condition never holds again"
                     : "the path ends, and the condition does not hold";
    case MODEL_EVENTUALLY_ALWAYS:
        return cycle ? "the condition fails here time and again"
                     : "the path ends, and the condition does not hold";
    case MODEL_LEADS_TO: return "the condition holds here, and what it leads to never follows";
    case MODEL_STEP: return "the move that leads here violates the condition";
    case MODEL_RECOVERABLE: break;
    }
    return "no path from here leads to the condition";
}

static int put_violation_row(lasso_explanation *q)
{
    const model_property_form form = q->reference.model->properties[q->number].form;
    size_t at = q->stem;
    int code = 0;
    if (form == MODEL_LEADS_TO || form == MODEL_EVENTUALLY_ALWAYS)
        code = find_decisive_step(q, &at);
    if (code)
        return code;
    strbuf because = {0};
    strbuf_printf(&because, "step %zu: %s", at, what_violates(form, q->cycle > 0));
    const uint32_t move = form == MODEL_STEP ? q->steps[at].move : 0;
    code = put_lasso_row(q, move ? q->labels.texts[move] : NULL, "violates", at, q->property,
                         &because);
    strbuf_free(&because);
    return code;
}

/* ---- fairness ------------------------------------------------------------------------------ */

/* Labels of one action: those of a condition with `has`, or one. */
typedef struct lasso_action {
    const bool *has; /* [labels.count + 1] */
    uint32_t label;  /* 0: all of them */
} lasso_action;

static bool is_of_action(const lasso_action *a, uint32_t label)
{
    return label && (a->label ? a->label == label : a->has[label]);
}

static bool is_enabled_at(const lasso_action *a, const explained_step *s)
{
    for (size_t i = 0; i < s->enabled_count; i++)
        if (is_of_action(a, s->enabled[i]))
            return true;
    return false;
}

/* How the cycle is fair to it: it is taken, or not enabled in a state, or in none. */
static int put_action_row(lasso_explanation *q, const model_fair *fair, const lasso_action *a)
{
    const char *name = a->label ? q->labels.texts[a->label] : fair->name;
    size_t taken = 0, disabled = 0, enabled = 0;
    for (size_t i = q->count - 1; i > q->stem; i--) {
        taken = is_of_action(a, q->steps[i].move) ? i : taken;
        if (is_enabled_at(a, &q->steps[i]))
            enabled++;
        else
            disabled = i;
    }
    strbuf because = {0};
    if (taken)
        strbuf_printf(&because, "it is made in step %zu", taken);
    else if (enabled)
        strbuf_printf(&because, "it is not possible after step %zu", disabled);
    else
        strbuf_put(&because, "it is never possible on the cycle");
    const char *outcome = taken ? "made" : "not possible";
    int code = put_lasso_row(q, name, outcome, taken ? taken : disabled,
                             fair->strong ? "strong fairness" : "weak fairness", &because);
    strbuf_free(&because);
    return code;
}

/* A row for each of its labels on the cycle, or one for all of them. */
static int put_condition_rows(lasso_explanation *q, size_t number)
{
    const wgcq_model *m = q->reference.model;
    const model_fair *fair = &m->fair[number];
    bool *has = calloc(q->labels.count + (size_t)1, sizeof *has), any = false;
    int code = has ? 0 : error_set_memory(q->err);
    for (uint32_t i = 1; i <= q->labels.count && !code; i++) {
        code = m->fair_has(m, number, q->labels.texts[i], &has[i], q->err);
        const lasso_action one = {has, i};
        bool on_cycle = false;
        for (size_t k = q->stem + 1; k < q->count; k++)
            on_cycle |= is_enabled_at(&one, &q->steps[k]);
        if (code || !has[i] || !on_cycle)
            continue;
        any = true;
        code = fair->any ? 0 : put_action_row(q, fair, &one);
    }
    if (!code && (fair->any || !any))
        code = put_action_row(q, fair, &(lasso_action){has, 0});
    free(has);
    return code;
}

static int explain_path(lasso_explanation *q)
{
    q->table = rejected_moves_table(false);
    int code = q->table ? reference_model_open_any(&q->reference, q->trace, NULL, q->err)
                        : error_set_memory(q->err);
    if (!code && q->number >= q->reference.model->property_count)
        code = damaged_path(q);
    code = code ? code : read_lasso(q);
    code = code ? code : put_violation_row(q);
    for (size_t i = 0; !code && q->cycle && i < q->reference.model->fair_count; i++)
        code = put_condition_rows(q, i);
    if (!code)
        strbuf_printf(row_table_remark(q->table),
                      "'%s' does not hold; the question lassos has its path", q->property);
    return code;
}

/* As of a state that is not there: no path violates it. */
static int explain_nothing(lasso_explanation *q)
{
    static const char *const names[] = {"rule", "because", "place"};
    q->table = row_table_new(sizeof names / sizeof *names, names);
    if (!q->table)
        return error_set_memory(q->err);
    strbuf_printf(row_table_remark(q->table),
                  q->known ? "'%s' holds: no path violates it"
                           : "whether '%s' holds is not known: the run was cut short",
                  q->property);
    return 0;
}

static void lasso_explanation_close(lasso_explanation *q)
{
    for (size_t i = 0; i < q->count; i++) {
        FREE_EACH(q->steps[i].words, q->steps[i].enabled);
    }
    free(q->steps);
    lookup_free(&q->labels);
    reference_model_close(&q->reference);
}

int explain_lasso(wgcq_rows **out, wgcq_trace *trace, const char *property, wgcq_error *err)
{
    lasso_explanation q = {
        .trace = trace, .property = property, .labels = lookup_of_texts(), .err = err};
    int code = read_verdict(&q);
    if (!code)
        code = q.known && !q.holds ? explain_path(&q) : explain_nothing(&q);
    lasso_explanation_close(&q);
    return row_table_finish_or_free(code, out, q.table, NULL, q.known, err);
}
