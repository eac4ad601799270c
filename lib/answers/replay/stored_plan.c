/* stored_plan.c - a stored solution in memory: its steps, and the values of their variables. */
#include "answers/replay/stored_plan.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "answers/replay/recover_states.h"
#include "base/array.h"
#include "base/error.h"

static void free_strings(char **texts, size_t count)
{
    for (size_t i = 0; texts && i < count; i++)
        free(texts[i]);
    free(texts);
}

/* ---- steps ---------------------------------------------------------------------------------- */

enum { STEP, MOVE, DST, SHOWN, COSTS };

static int select_steps(wgcq_rows **out, const stored_plan *s, wgcq_error *err)
{
    const trace_facts *f = trace_about_run(s->chosen->trace);
    strbuf sql = {0};
    trace_put_steps(&sql, s->chosen->trace);
    strbuf_put(&sql, "SELECT step,move,dst,shown,moves");
    for (unsigned i = 0; i < f->costs; i++)
        strbuf_printf(&sql, ",c%u", i);
    strbuf_printf(&sql, " FROM s WHERE solution=%" PRId64 " ORDER BY step", s->chosen->solution);
    return trace_select_built(out, s->chosen->trace, &sql, err);
}

static int push_step(stored_plan *s, const wgcq_rows *row, wgcq_error *err)
{
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
    wgcq_rows *row;
    int code = trace_select_row(&row, trace, err, "SELECT count(*) FROM solution_%" PRId64,
                                trace_about_run(trace)->run);
    *count = code ? 0 : wgcq_rows_integer(row, 0);
    wgcq_rows_free(row);
    return code < 0 ? code : 0;
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
    wgcq_rows *rows = NULL;
    int code = select_steps(&rows, s, err);
    while (!code && (code = wgcq_rows_next(rows, err)) == 0)
        code = push_step(s, rows, err);
    wgcq_rows_free(rows);
    if (code == WGCQ_DONE && !s->count)
        return stored_plan_missing(s->chosen->trace, s->chosen->solution, err);
    return code == WGCQ_DONE ? 0 : code;
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

static char *format_field(const model_field *f, const uint64_t *state)
{
    uint64_t mask = f->width >= 64 ? UINT64_MAX : (UINT64_C(1) << f->width) - 1;
    uint64_t bits = f->width ? state[f->word] >> f->shift & mask : 0;
    strbuf out = {0};
    if (model_field_is_none(f, bits))
        return strdup("none");
    if (f->values && bits < f->value_count)
        return strdup(f->values[bits]);
    strbuf_int(&out, (int64_t)((uint64_t)f->low + bits));
    if (!out.failed)
        return out.bytes;
    strbuf_free(&out);
    return NULL;
}

static bool alloc_values(stored_plan *s, stored_step *step)
{
    step->values = calloc(s->fields + 1, sizeof *step->values);
    return step->values != NULL;
}

static int decode_states(stored_plan *s, wgcq_error *err)
{
    const wgcq_model *m = s->reference.model;
    s->field_names = calloc(m->field_count + 1, sizeof *s->field_names);
    if (!s->field_names)
        return error_set_memory(err);
    s->fields = m->field_count;
    for (size_t i = 0; i < s->fields; i++)
        if (!(s->field_names[i] = strdup(m->fields[i].label)))
            return error_set_memory(err);
    for (size_t k = 0; k < s->count; k++) {
        if (!alloc_values(s, &s->steps[k]))
            return error_set_memory(err);
        for (size_t i = 0; i < s->fields; i++)
            if (!(s->steps[k].values[i] = format_field(&m->fields[i], stored_plan_state(s, k))))
                return error_set_memory(err);
    }
    return 0;
}

/* ---- values of a model in C: from the view of its states ------------------------------------- */

enum { BEFORE_VALUES = 6 }; /* columns of the view before the variables */

static int read_field_names(stored_plan *s, const wgcq_rows *rows, wgcq_error *err)
{
    s->fields = wgcq_rows_columns(rows) - BEFORE_VALUES;
    s->field_names = calloc(s->fields + 1, sizeof *s->field_names);
    for (size_t i = 0; s->field_names && i < s->fields; i++)
        if (!(s->field_names[i] = strdup(wgcq_rows_name(rows, BEFORE_VALUES + i))))
            return error_set_memory(err);
    return s->field_names ? 0 : error_set_memory(err);
}

static int read_state_values(stored_plan *s, stored_step *step, wgcq_error *err)
{
    wgcq_rows *row;
    int code = trace_select_row(&row, s->chosen->trace, err,
                                "SELECT * FROM states_%" PRId64 " WHERE id=%" PRId64,
                                trace_about_run(s->chosen->trace)->run, step->id);
    if (code == WGCQ_DONE)
        code = error_set(err, WGCQ_ESTORE,
                         "a step leads to state %" PRId64 ", which is not in the file", step->id);
    if (!code && !s->field_names)
        code = read_field_names(s, row, err);
    if (!code && !alloc_values(s, step))
        code = error_set_memory(err);
    for (size_t i = 0; i < s->fields && !code; i++)
        if (!(step->values[i] = strdup(wgcq_rows_text(row, BEFORE_VALUES + i))))
            code = error_set_memory(err);
    wgcq_rows_free(row);
    return code;
}

static int read_values_from_view(stored_plan *s, wgcq_error *err)
{
    int code = 0;
    for (size_t k = 0; k < s->count; k++)
        if (!s->steps[k].id)
            return 0;
    for (size_t k = 0; k < s->count && !code; k++)
        code = read_state_values(s, &s->steps[k], err);
    return code;
}

/* ---- both ----------------------------------------------------------------------------------- */

static int read_states(stored_plan *s, wgcq_error *err)
{
    const trace_facts *f = trace_about_run(s->chosen->trace);
    if (!f->source[0] && !f->file[0])
        return read_values_from_view(s, err);
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
    if (!code)
        code = read_steps(out, err);
    return code ? code : read_states(out, err);
}

void stored_plan_close(stored_plan *s)
{
    for (size_t k = 0; k < s->count; k++) {
        free(s->steps[k].move);
        free(s->steps[k].shown);
        free(s->steps[k].spent);
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
