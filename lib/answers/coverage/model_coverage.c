/* model_coverage.c - the coverage of a model in C: what the rows of its file say of it. */
#include "answers/coverage/model_coverage.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "model/list_values.h"

typedef struct model_coverage {
    query_context *ctx;
    const wgcq_model *model;
    row_table *rows;
    size_t labels, rules;
    uint64_t *made, *rejected; /* [labels] how often each was made, and rejected */
    uint64_t *rejects;         /* [rules]  */
    bool **taken;              /* [fields][values, with none]; NULL: they have no names */
    uint64_t states;
} model_coverage;

static int damaged_rows(wgcq_error *err, const char *what)
{
    return error_set(err, WGCQ_ESTORE, "the file is damaged: %s", what);
}

static void put_model_finding(row_table *rows, const char *kind, const char *name, uint64_t count)
{
    row_table_text(rows, kind);
    row_table_text(rows, name);
    row_table_null(rows);
    row_table_integer(rows, (int64_t)count);
}

/* ---- labels and rules ------------------------------------------------------------------------ */

static int tell_edge(void *self, int64_t rowid, const int64_t *values, wgcq_error *err)
{
    model_coverage *c = self;
    (void)rowid;
    if ((uint64_t)values[2] >= c->labels)
        return damaged_rows(err, "an edge has no move");
    c->made[values[2]]++;
    return 0;
}

static int tell_rejection(void *self, int64_t rowid, const int64_t *values, wgcq_error *err)
{
    model_coverage *c = self;
    (void)rowid;
    if ((uint64_t)values[1] >= c->labels || (uint64_t)values[2] >= c->rules)
        return damaged_rows(err, "a rejection has no move, or no rule");
    c->rejected[values[1]]++;
    c->rejects[values[2]]++;
    return 0;
}

static int tell_rows(model_coverage *c)
{
    query_context *ctx = c->ctx;
    int64_t labels, rules = 0;
    int code = trace_select_integer(&labels, ctx->trace, ctx->err, "SELECT count(*) FROM move_#");
    if (!code)
        code = trace_select_integer(&rules, ctx->trace, ctx->err, "SELECT count(*) FROM rule");
    c->labels = (size_t)labels;
    c->rules = (size_t)rules;
    c->made = calloc(c->labels + 1, sizeof *c->made);
    c->rejected = calloc(c->labels + 1, sizeof *c->rejected);
    c->rejects = calloc(c->rules + 1, sizeof *c->rejects);
    if (!code && (!c->made || !c->rejected || !c->rejects))
        code = error_set_memory(ctx->err);
    code = code ? code : trace_scan(ctx->trace, TRACE_EDGE_ROWS, tell_edge, c, ctx->err);
    return code ? code : trace_scan(ctx->trace, TRACE_REJECTION_ROWS, tell_rejection, c, ctx->err);
}

/* Names of the rows of "SELECT id,name": findings of those that were never counted. */
static int put_uncounted(model_coverage *c, wgcq_rows *names, const char *kind,
                         const uint64_t *counted, size_t count, const uint64_t *times)
{
    int code = 0;
    while (!code && (code = wgcq_rows_next(names, c->ctx->err)) == 0) {
        const uint64_t id = (uint64_t)wgcq_rows_integer(names, 0);
        if (id >= count)
            code = damaged_rows(c->ctx->err, "a number is missing");
        else if (!counted[id])
            put_model_finding(c->rows, kind, wgcq_rows_text(names, 1),
                              times ? times[id] : c->states);
    }
    return code == WGCQ_DONE ? 0 : code;
}

static int put_moves_and_rules(model_coverage *c)
{
    query_context *ctx = c->ctx;
    wgcq_rows *labels = NULL, *rules = NULL;
    if (ctx->facts->keep != WGCQ_TRACE_ALL) {
        strbuf_put(row_table_remark(c->rows), "moves and constraints are not among these: the file "
                                              "keeps no rejections, as --trace all does");
        return 0;
    }
    int code = tell_rows(c);
    if (!code)
        code =
            trace_selectf(&labels, ctx->trace, ctx->err, "SELECT id,text FROM move_# ORDER BY id");
    if (!code)
        code = put_uncounted(c, labels, "move never made", c->made, c->labels, c->rejected);
    if (!code)
        code = trace_select(&rules, ctx->trace, "SELECT id,name FROM rule ORDER BY id", ctx->err);
    if (!code)
        code = put_uncounted(c, rules, "constraint never rejects", c->rejects, c->rules, NULL);
    wgcq_rows_free(labels);
    wgcq_rows_free(rules);
    return code;
}

/* ---- values ---------------------------------------------------------------------------------- */

static int note_values(void *self, int64_t rowid, const int64_t *values, wgcq_error *err)
{
    model_coverage *c = self;
    (void)rowid;
    (void)err;
    c->states++;
    for (size_t i = 0; i < c->model->field_count; i++) {
        const uint64_t bits =
            model_field_bits(&c->model->fields[i], (const uint64_t *)(values + 2));
        if (c->taken[i] && bits < model_field_values(&c->model->fields[i]))
            c->taken[i][bits] = true;
    }
    return 0;
}

static int note_states(model_coverage *c)
{
    const wgcq_model *m = c->model;
    c->taken = calloc(m->field_count + 1, sizeof *c->taken);
    bool fine = c->taken != NULL;
    for (size_t i = 0; i < m->field_count && fine; i++)
        if (m->fields[i].values)
            fine = (c->taken[i] =
                        calloc(model_field_values(&m->fields[i]) + 1, sizeof **c->taken)) != NULL;
    return fine ? trace_scan(c->ctx->trace, TRACE_STATE_ROWS, note_values, c, c->ctx->err)
                : error_set_memory(c->ctx->err);
}

/* Elements of an array are one variable. */
static bool is_same_variable(const model_field *a, const model_field *b)
{
    return model_fields_share_name(a, b) && a->values && b->values &&
           a->value_count == b->value_count;
}

static int put_untaken(model_coverage *c, size_t field, uint64_t bits)
{
    const model_field *f = &c->model->fields[field];
    const model_list *l = model_list_of(c->model, field);
    const char *label = l ? l->label : f->label;
    strbuf name = {0};
    if (!l)
        strbuf_printf(&name, "%.*s = ", (int)model_field_name_length(f), f->label);
    if (l && l->is_set)
        model_put_member(&name, l, field - l->first);
    else
        model_put_value(&name, f, bits);
    if (l)
        strbuf_printf(&name, " in %.*s", (int)strcspn(label, "["), label);
    if (!name.failed)
        put_model_finding(c->rows, "value never taken", strbuf_string(&name), c->states);
    const bool failed = name.failed;
    strbuf_free(&name);
    return failed ? error_set_memory(c->ctx->err) : 0;
}

/* The values that a variable never takes, of whose fields [first, end) each has the same ones; of a
   set each field is one value. */
static int put_values(model_coverage *c, size_t first, size_t end)
{
    const model_field *f = &c->model->fields[first];
    const model_list *l = model_list_of(c->model, first);
    const bool is_set = l && l->is_set;
    int code = 0;
    for (uint64_t v = is_set ? 1 : 0; c->taken[first] && v < model_field_values(f) && !code; v++) {
        bool taken = model_field_is_end(f, v);
        for (size_t i = first; i < end && !taken; i++)
            taken = c->taken[i][v];
        if (!taken)
            code = put_untaken(c, first, v);
    }
    return code;
}

static int put_all_values(model_coverage *c)
{
    const wgcq_model *m = c->model;
    int code = 0;
    for (size_t i = 0, end; i < m->field_count && !code; i = end) {
        const model_list *l = model_list_of(m, i);
        for (end = i + 1; end < m->field_count && !(l && l->is_set) &&
                          is_same_variable(&m->fields[i], &m->fields[end]);
             end++)
            ;
        code = put_values(c, i, end);
    }
    return code;
}

/* ---- all of it ------------------------------------------------------------------------------- */

int model_coverage_put(row_table *rows, query_context *ctx)
{
    model_coverage c = {.ctx = ctx, .model = trace_model(ctx->trace), .rows = rows};
    int code = note_states(&c);
    code = code ? code : put_moves_and_rules(&c);
    code = code ? code : put_all_values(&c);
    for (size_t i = 0; c.taken && i < c.model->field_count; i++)
        free(c.taken[i]);
    FREE_EACH(c.taken, c.made, c.rejected, c.rejects);
    return code;
}
