/*
 * verify_views.c - the view `states`: the text of each state and the value of each variable.
 *
 * Texts that are stored with the states are read row by row.  Where the view makes them, its SQL
 * is, word for word, what this version makes of the puzzle: the schema was compared on opening, the
 * description of the puzzle in the file by verify_puzzle.  It is made of parts that read one
 * variable each.  A part is right for all states if it is for each value of its variable; so for
 * each of those the first state that has it is read.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/verify/verifier.h"
#include "base/error.h"
#include "model/list_values.h"

enum { SHOWN = 5 };             /* columns before it: id, depth, to_goal, is_start, is_goal    */
enum { WIDTH_NOTED_MOST = 16 }; /* the values of wider variables are not noted               */

/* ---- a row ----------------------------------------------------------------------------------- */

/* A variable's value as text. */
static const char *expected_value(const model_field *f, uint64_t bits, char *room, size_t size)
{
    if (model_field_is_none(f, bits))
        return "NULL";
    if (f->values)
        return bits < f->value_count ? f->values[bits] : "";
    snprintf(room, size, "%" PRId64, (int64_t)((uint64_t)f->low + bits));
    return room;
}

static bool is_shown_right(const wgcq_rows *row, size_t column, const model_field *f, uint64_t bits)
{
    if (model_field_is_none(f, bits))
        return wgcq_rows_type(row, column) == WGCQ_NULL;
    if (!f->values)
        return wgcq_rows_type(row, column) == WGCQ_INTEGER &&
               wgcq_rows_integer(row, column) == (int64_t)((uint64_t)f->low + bits);
    const char *name = bits < f->value_count ? f->values[bits] : "";
    return !strcmp(wgcq_rows_text(row, column), name);
}

/* A list, or a set, is an array of JSON. */
static void check_shown_lists(verification *v, const wgcq_rows *row, size_t before, uint32_t s,
                              const uint64_t *state)
{
    const wgcq_model *m = v->reference.model;
    strbuf due = {0};
    for (size_t i = before; i < wgcq_rows_columns(row) && i - before < m->list_count; i++) {
        strbuf_clear(&due);
        model_put_list_json(&due, m, &m->lists[i - before], state);
        if (!due.failed && strcmp(wgcq_rows_text(row, i), strbuf_string(&due)) != 0)
            verify_differs(v, "state %u: %s is read as '%s', and it is '%s'", s,
                           wgcq_rows_name(row, i), wgcq_rows_text(row, i), strbuf_string(&due));
    }
    strbuf_free(&due);
}

static void check_shown_variables(verification *v, const wgcq_rows *row, uint32_t s,
                                  const uint64_t *state)
{
    const wgcq_model *m = v->reference.model;
    const size_t columns = wgcq_rows_columns(row) - 1;
    const size_t fields = columns > m->list_count ? columns - m->list_count : 0;
    char room[32];
    check_shown_lists(v, row, 1 + fields, s, state);
    for (size_t i = 0; i < fields && i < m->field_count; i++) {
        const model_field *f = &m->fields[i];
        uint64_t bits = model_field_bits(f, state);
        if (!is_shown_right(row, 1 + i, f, bits))
            verify_differs(v, "state %u: %s is read as '%s', and it is '%s'", s,
                           wgcq_rows_name(row, 1 + i), wgcq_rows_text(row, 1 + i),
                           expected_value(f, bits, room, sizeof room));
    }
}

static int check_shown_state(verify_shown *r, uint32_t s)
{
    verification *v = r->v;
    const uint64_t *state = v->g->state + (size_t)s * v->g->words;
    wgcq_error own = {0};
    strbuf_clear(&r->text);
    int code = reference_model_show(&v->reference, state, &r->text, &own);
    if (code) /* reported by verify_states as well */
        return verify_state_error(v, s, &own);
    if (strcmp(wgcq_rows_text(r->rows, 0), strbuf_string(&r->text)) != 0)
        verify_differs(v, "state %u is shown as '%.200s', and it should be '%.200s'", s,
                       wgcq_rows_text(r->rows, 0), strbuf_string(&r->text));
    check_shown_variables(v, r->rows, s, state);
    return 0;
}

/* ---- which rows ------------------------------------------------------------------------------ */

/* "SELECT ... FROM states", with the columns from `shown` on. */
static int put_selection(verify_shown *r)
{
    verification *v = r->v;
    wgcq_rows *all = NULL;
    int code = trace_select(&all, v->trace, "SELECT * FROM states LIMIT 0", v->err);
    for (size_t i = SHOWN; !code && i < wgcq_rows_columns(all); i++) {
        strbuf_put(&r->selection, i == SHOWN ? "SELECT \"" : ",\"");
        for (const char *at = wgcq_rows_name(all, i); *at; at++) {
            if (*at == '"')
                strbuf_char(&r->selection, '"');
            strbuf_char(&r->selection, *at);
        }
        strbuf_char(&r->selection, '"');
    }
    wgcq_rows_free(all);
    strbuf_put(&r->selection, " FROM states");
    return code || !r->selection.failed ? code : error_set_memory(v->err);
}

static int select_all(verify_shown *r)
{
    return trace_selectf(&r->rows, r->v->trace, r->v->err, "%s ORDER BY id",
                         strbuf_string(&r->selection));
}

static int select_due(verify_shown *r)
{
    strbuf sql = {0};
    strbuf_put(&sql, strbuf_string(&r->selection));
    for (size_t i = 0; i < r->due_count; i++)
        strbuf_printf(&sql, "%s%u", i ? "," : " WHERE id IN (", r->due[i]);
    strbuf_put(&sql, ") ORDER BY id");
    return trace_select_built(&r->rows, r->v->trace, &sql, r->v->err);
}

static bool note_values_of(verify_shown *r)
{
    const wgcq_model *m = r->v->reference.model;
    if (!(r->seen = calloc(m->field_count + 1, sizeof *r->seen)))
        return false;
    for (size_t i = 0; i < m->field_count; i++) {
        size_t bytes =
            m->fields[i].width <= WIDTH_NOTED_MOST ? ((size_t)1 << m->fields[i].width) / 8 + 1 : 0;
        if (bytes && !(r->seen[i] = calloc(bytes, 1)))
            return false;
    }
    return true;
}

/* Whether a variable has a value that no state before had. */
static bool has_new_value(verify_shown *r, const uint64_t *state)
{
    const wgcq_model *m = r->v->reference.model;
    bool any = false;
    for (size_t i = 0; i < m->field_count; i++) {
        uint8_t *seen = r->seen[i];
        uint64_t bits = model_field_bits(&m->fields[i], state);
        any = any || !seen || !(seen[bits / 8] >> bits % 8 & 1);
        if (seen)
            seen[bits / 8] |= (uint8_t)(1 << bits % 8);
    }
    return any;
}

/* ---- reading them ---------------------------------------------------------------------------- */

static int file_has_changed(const verify_shown *r)
{
    return error_set(r->v->err, WGCQ_ESTORE, "the file has changed meanwhile");
}

static int check_next_row(verify_shown *r, uint32_t s)
{
    int code = wgcq_rows_next(r->rows, r->v->err);
    if (code == WGCQ_DONE)
        return file_has_changed(r);
    return code ? code : check_shown_state(r, s);
}

static int check_no_more_rows(verify_shown *r)
{
    int code = wgcq_rows_next(r->rows, r->v->err);
    wgcq_rows_free(r->rows);
    r->rows = NULL;
    return code == WGCQ_DONE ? 0 : code ? code : file_has_changed(r);
}

static int check_due_rows(verify_shown *r)
{
    int code = r->due_count ? select_due(r) : 0;
    for (size_t i = 0; i < r->due_count && !code; i++)
        code = check_next_row(r, r->due[i]);
    if (!code && r->due_count)
        code = check_no_more_rows(r);
    r->due_count = 0;
    return code;
}

int verify_views_begin(verify_shown *out, verification *v)
{
    assert(v->g && v->reference.model);
    *out = (verify_shown){.v = v};
    /* without a difference so far, the view is what this version makes of the reference */
    bool by_value = v->facts->shown && !v->facts->older && !v->rows_only && v->worst != WGCQ_FAILS;
    int code = put_selection(out);
    if (!code && by_value)
        return note_values_of(out) ? 0 : error_set_memory(v->err);
    return code ? code : select_all(out);
}

int verify_views_check(verify_shown *r, uint32_t s)
{
    r->v->checked++;
    if (!r->seen)
        return check_next_row(r, s);
    if (has_new_value(r, r->v->g->state + (size_t)s * r->v->g->words))
        r->due[r->due_count++] = s;
    return r->due_count == VERIFY_SHOWN_DUE ? check_due_rows(r) : 0;
}

int verify_views_end(verify_shown *r)
{
    int code = r->seen ? check_due_rows(r) : check_no_more_rows(r);
    if (!code)
        verify_end_check(r->v, "views");
    return code;
}

void verify_views_close(verify_shown *r)
{
    for (size_t i = 0; r->seen && i < r->v->reference.model->field_count; i++)
        free(r->seen[i]);
    free(r->seen);
    wgcq_rows_free(r->rows);
    strbuf_free(&r->selection);
    strbuf_free(&r->text);
    *r = (verify_shown){0};
}
