/* stored_plan.c - a stored solution in memory: its steps, and the values of their variables. */
#include "answers/replay/stored_plan.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/replay/recover_states.h"
#include "base/array.h"
#include "base/error.h"
#include "model/list_values.h"

static void free_strings(char **texts, size_t count)
{
    for (size_t i = 0; texts && i < count; i++)
        free(texts[i]);
    free(texts);
}

/* ---- steps ---------------------------------------------------------------------------------- */

enum { STEP, MOVE, DST, SHOWN, COSTS };

static void put_steps_selection(strbuf *sql, const stored_plan *s)
{
    const trace_facts *f = trace_about_run(s->chosen->trace);
    trace_put_steps(sql, s->chosen->trace);
    strbuf_put(sql, "SELECT step,move,dst,shown,moves");
    for (unsigned i = 0; i < f->costs; i++)
        strbuf_printf(sql, ",c%u", i);
    strbuf_printf(sql, " FROM s WHERE solution=%" PRId64 " ORDER BY step", s->chosen->solution);
}

static int push_step(void *self, const wgcq_rows *row, wgcq_error *err)
{
    stored_plan *s = self;
    if (!array_resize(&s->steps, s->count + 1, sizeof *s->steps))
        return error_set_memory(err);
    stored_step *step = &s->steps[s->count++];
    *step = (stored_step){.id = wgcq_rows_integer(row, DST)};
    if (s->count > 1)
        step->move = strdup(wgcq_rows_text(row, MOVE));
    step->shown = strdup(wgcq_rows_text(row, SHOWN));
    step->spent = calloc(s->costs + 1, sizeof *step->spent);
    for (size_t k = 0; k < s->costs && step->spent; k++)
        step->spent[k] = wgcq_rows_integer(row, COSTS + k);
    bool fine = (step->move || s->count == 1) && step->shown && step->spent;
    return fine ? 0 : error_set_memory(err);
}

int stored_plan_solutions(int64_t *count, wgcq_trace *trace, wgcq_error *err)
{
    return trace_select_integer(count, trace, err, "SELECT count(*) FROM solution_#");
}

int stored_plan_missing(wgcq_trace *trace, int64_t solution, wgcq_error *err)
{
    int64_t count;
    int code = stored_plan_solutions(&count, trace, err);
    if (code)
        return code;
    return error_set(err, WGCQ_EREQUEST,
                     count ? "the file holds no solution %" PRId64 "; it has %" PRId64
                             ", numbered from 1"
                           : "the file holds no solution %" PRId64 "; it has none",
                     solution, count);
}

static int read_steps(stored_plan *s, wgcq_error *err)
{
    strbuf sql = {0};
    put_steps_selection(&sql, s);
    int code = trace_each_row_built(s->chosen->trace, &sql, push_step, s, err);
    return !code && !s->count ? stored_plan_missing(s->chosen->trace, s->chosen->solution, err)
                              : code;
}

static int read_cost_names(stored_plan *s, wgcq_error *err)
{
    const trace_facts *f = trace_about_run(s->chosen->trace);
    s->costs = f->costs + (size_t)1;
    s->cost_names = calloc(s->costs, sizeof *s->cost_names);
    for (size_t k = 0; s->cost_names && k < s->costs; k++)
        if (!(s->cost_names[k] = strdup(k ? f->cost_names[k - 1] : "moves")))
            return error_set_memory(err);
    return s->cost_names ? 0 : error_set_memory(err);
}

/* ---- values --------------------------------------------------------------------------------- */

/* Variables by themselves; a list or a set, in place of its places, is one. */
static bool is_plan_variable(const wgcq_model *m, size_t field)
{
    const model_list *l = model_list_of(m, field);
    return !l || l->first == field;
}

static char *format_variable(const wgcq_model *m, size_t field, const uint64_t *state)
{
    const model_list *l = model_list_of(m, field);
    const model_field *f = &m->fields[field];
    strbuf out = {0};
    if (l)
        model_put_list(&out, m, l, state);
    else
        model_put_value(&out, f, model_field_bits(f, state));
    char *text = out.failed ? NULL : strdup(strbuf_string(&out));
    strbuf_free(&out);
    return text;
}

static int name_variables(stored_plan *s, const wgcq_model *m, wgcq_error *err)
{
    s->field_names = calloc(m->field_count + 1, sizeof *s->field_names);
    if (!s->field_names)
        return error_set_memory(err);
    for (size_t i = 0; i < m->field_count; i++) {
        const model_list *l = model_list_of(m, i);
        if (is_plan_variable(m, i) &&
            !(s->field_names[s->fields++] = strdup(l ? l->label : m->fields[i].label)))
            return error_set_memory(err);
    }
    return 0;
}

static int decode_state(stored_plan *s, stored_step *step, const wgcq_model *m,
                        const uint64_t *state, wgcq_error *err)
{
    size_t to = 0;
    step->values = calloc(s->fields + 1, sizeof *step->values);
    if (!step->values)
        return error_set_memory(err);
    for (size_t i = 0; i < m->field_count; i++)
        if (is_plan_variable(m, i) && !(step->values[to++] = format_variable(m, i, state)))
            return error_set_memory(err);
    return 0;
}

static int decode_states(stored_plan *s, wgcq_error *err)
{
    const wgcq_model *m = s->reference.model;
    int code = name_variables(s, m, err);
    for (size_t k = 0; k < s->count && !code; k++)
        code = decode_state(s, &s->steps[k], m, stored_plan_state(s, k), err);
    return code;
}

/* ---- values of a model in C: of the rows of its states --------------------------------------- */

typedef struct packed_words {
    uint64_t *out;
    size_t bytes;
    bool found;
} packed_words;

static int take_packed_words(void *self, int64_t rowid, const int64_t *values, wgcq_error *err)
{
    packed_words *p = self;
    (void)rowid, (void)err;
    memcpy(p->out, values + 2, p->bytes);
    p->found = true;
    return 0;
}

int stored_state_words(uint64_t *out, wgcq_trace *trace, int64_t id, wgcq_error *err)
{
    packed_words p = {out, trace_about_run(trace)->words * sizeof *out, false};
    char ids[24];
    snprintf(ids, sizeof ids, "%" PRId64, id);
    int code = trace_state_rows(trace, ids, take_packed_words, &p, err);
    return code || p.found ? code : (int)WGCQ_DONE;
}

int stored_plan_read_state(uint64_t *out, const stored_plan *s, size_t step, wgcq_error *err)
{
    const int64_t state = s->steps[step].id;
    int code = stored_state_words(out, s->chosen->trace, state, err);
    return code == WGCQ_DONE
               ? error_set(err, WGCQ_ESTORE,
                           "a step leads to state %" PRId64 ", which is not in the file", state)
               : code;
}

static int read_values_of_rows(stored_plan *s, wgcq_error *err)
{
    const wgcq_model *m = trace_model(s->chosen->trace);
    for (size_t k = 0; k < s->count; k++)
        if (!s->steps[k].id)
            return 0;
    uint64_t *room = calloc(m->words, sizeof *room);
    int code = room ? name_variables(s, m, err) : error_set_memory(err);
    for (size_t k = 0; k < s->count && !code; k++) {
        code = stored_plan_read_state(room, s, k, err);
        code = code ? code : decode_state(s, &s->steps[k], m, room, err);
    }
    free(room);
    return code;
}

/* ---- both ----------------------------------------------------------------------------------- */

static int read_states(stored_plan *s, wgcq_error *err)
{
    const trace_facts *f = trace_about_run(s->chosen->trace);
    if (!f->source[0] && !f->file[0])
        return read_values_of_rows(s, err);
    int code = reference_model_open(&s->reference, s->chosen->trace, err);
    if (code)
        return code;
    s->has_model = true;
    code = recover_states(&s->packed_states, s, err);
    return code ? code : decode_states(s, err);
}

int stored_plan_open(stored_plan *out, const wgcq_compare_side *chosen, wgcq_error *err)
{
    *out = (stored_plan){.chosen = chosen};
    int code = read_cost_names(out, err);
    code = code ? code : read_steps(out, err);
    return code ? code : read_states(out, err);
}

void stored_plan_close(stored_plan *s)
{
    for (size_t k = 0; k < s->count; k++) {
        FREE_EACH(s->steps[k].move, s->steps[k].shown, s->steps[k].spent);
        free_strings(s->steps[k].values, s->fields);
    }
    free(s->steps);
    free_strings(s->field_names, s->fields);
    free_strings(s->cost_names, s->costs);
    free(s->packed_states);
    if (s->has_model)
        reference_model_close(&s->reference);
    *s = (stored_plan){0};
}

const uint64_t *stored_plan_state(const stored_plan *s, size_t step)
{
    assert(s->has_model && step < s->count);
    return s->packed_states + step * s->reference.model->words;
}

static size_t index_of_name(char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(names[i], name))
            return i;
    return SIZE_MAX;
}

size_t stored_plan_field(const stored_plan *s, const char *name)
{
    return index_of_name(s->field_names, s->fields, name);
}

size_t stored_plan_cost(const stored_plan *s, const char *name)
{
    return index_of_name(s->cost_names, s->costs, name);
}

bool stored_plans_share_puzzle(const stored_plan *a, const stored_plan *b)
{
    if (!a->has_model || !b->has_model)
        return false;
    const trace_facts *f = trace_about_run(a->chosen->trace),
                      *g = trace_about_run(b->chosen->trace);
    bool same = !strcmp(f->source, g->source) && f->param_count == g->param_count;
    for (size_t i = 0; i < f->param_count && same; i++)
        same = !strcmp(f->param_names[i], g->param_names[i]) &&
               !strcmp(f->param_values[i], g->param_values[i]);
    return same;
}
