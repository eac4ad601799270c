/* reference_model.c - the puzzle stored in the file, and its second evaluator. */
#include "answers/replay/reference_model.h"

#include <assert.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/stored_puzzle.h"

/* The stored text, with the stored values of all parameters instead of those in the text. */
static int read_stored_puzzle(wgcq_puzzle **out, const trace_facts *f, bool shown_before,
                              wgcq_error *err)
{
    wgcq_diagnostics *complaints = NULL;
    wgcq_error own = {0};
    stored_params params = {f->param_names, f->param_values, f->param_count, shown_before};
    int code = puzzle_read_stored(out, f->source, f->file, &params, &complaints, &own);
    if (code && wgcq_diagnostics_count(complaints)) {
        const wgcq_diagnostic *c = wgcq_diagnostics_at(complaints, 0);
        code = error_set(err, WGCQ_ESTORE, "the puzzle in the file has mistakes: %s:%d:%d: %s",
                         c->file, c->line, c->column, c->text);
    } else if (code) {
        code = error_set(err, own.code, "%s", own.text);
    }
    wgcq_diagnostics_free(complaints);
    return code;
}

/* A file in which a question on an older one is answered has that one's texts. */
static bool shows_as_before(const wgcq_puzzle *puzzle, const trace_facts *f)
{
    const char *sql = wgcq_puzzle_model(puzzle)->texts.shown_sql;
    return f->shown && sql && strcmp(sql, f->shown) != 0;
}

static int open_stored_puzzle(wgcq_puzzle **out, const trace_facts *f, wgcq_error *err)
{
    int code = read_stored_puzzle(out, f, f->older, err);
    if (code || f->older || !shows_as_before(*out, f))
        return code;
    wgcq_puzzle_free(*out);
    *out = NULL;
    return read_stored_puzzle(out, f, true, err);
}

/* ---- does the puzzle match the stored states ------------------------------------------------ */

static bool field_matches(const wgcq_rows *rows, const model_field *f)
{
    return !strcmp(wgcq_rows_text(rows, 0), f->name) && wgcq_rows_integer(rows, 1) == f->word &&
           wgcq_rows_integer(rows, 2) == f->shift && wgcq_rows_integer(rows, 3) == f->width &&
           wgcq_rows_integer(rows, 4) == f->low;
}

static int check_fields(const wgcq_model *model, wgcq_trace *trace, wgcq_error *err)
{
    wgcq_rows *rows;
    size_t at = 0;
    bool same = trace_about_run(trace)->words == model->words &&
                trace_about_run(trace)->costs == model->costs;
    int code = trace_select(
        &rows, trace,
        "SELECT name,word,shift,width,low FROM field WHERE domain IS NOT -1 ORDER BY id", err);
    if (code)
        return code;
    for (; (code = wgcq_rows_next(rows, err)) == 0; at++)
        same = same && at < model->field_count && field_matches(rows, &model->fields[at]);
    wgcq_rows_free(rows);
    if (code < 0)
        return code;
    return same && at == model->field_count
               ? 0
               : error_set(err, WGCQ_ESTORE,
                           "the states in the file are not packed as its puzzle packs them");
}

/* A model in C has neither a stored text nor the name of a file. */
static int check_source(const trace_facts *f, wgcq_error *err)
{
    if (f->source[0])
        return 0;
    if (f->file[0])
        return error_set(err, WGCQ_ESTORE, "the file is damaged: the text of %s is missing",
                         f->file);
    return error_set(err, WGCQ_EREQUEST,
                     "'%s' is a model in C: only its program can enumerate its moves again",
                     f->title);
}

int reference_model_open(reference_model *out, wgcq_trace *trace, wgcq_error *err)
{
    return reference_model_open_with(out, trace, NULL, err);
}

int reference_model_open_with(reference_model *out, wgcq_trace *trace, const wgcq_model *model,
                              wgcq_error *err)
{
    const trace_facts *f = trace_about_run(trace);
    *out = (reference_model){.model = model};
    int code = model ? 0 : check_source(f, err);
    if (!code && !model)
        code = open_stored_puzzle(&out->puzzle, f, err);
    if (!code && !model)
        out->model = wgcq_puzzle_model(out->puzzle);
    code = code ? code : check_fields(out->model, trace, err);
    code = code ? code : out->model->worker_new(&out->worker, out->model, err);
    if (code)
        reference_model_close(out);
    return code;
}

int reference_model_open_any(reference_model *out, wgcq_trace *trace, const wgcq_model *model,
                             wgcq_error *err)
{
    const trace_facts *f = trace_about_run(trace);
    if (model || f->source[0] || f->file[0])
        return reference_model_open_with(out, trace, model, err);
    *out = (reference_model){0};
    int code = table_model_open(&out->stored, trace, err);
    if (code)
        return code;
    out->model = table_model_of(out->stored);
    return out->model->worker_new(&out->worker, out->model, err);
}

void reference_model_close(reference_model *r)
{
    if (r->worker)
        r->model->worker_free(r->worker);
    table_model_free(r->stored);
    wgcq_puzzle_free(r->puzzle);
    *r = (reference_model){0};
}

int reference_model_show(const reference_model *r, const uint64_t *state, strbuf *out,
                         wgcq_error *err)
{
    assert(r->model); /* it is open */
    return r->model->show(r->worker, state, out, err);
}
