/* verify_views.c - the view `states`: the text of each state and the value of each variable. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "answers/verify/verifier.h"
#include "base/error.h"

enum { SHOWN = 5 }; /* columns before it: id, depth, to_goal, is_start, is_goal */

/* Selects what is checked here: the columns from `shown` on. */
static int select_shown(wgcq_rows **out, verification *v)
{
    strbuf sql = {0};
    wgcq_rows *all = NULL;
    int code = trace_select(&all, v->trace, "SELECT * FROM states LIMIT 0", v->err);
    for (size_t i = SHOWN; !code && i < wgcq_rows_columns(all); i++) {
        strbuf_put(&sql, i == SHOWN ? "SELECT \"" : ",\"");
        for (const char *at = wgcq_rows_name(all, i); *at; at++) {
            if (*at == '"')
                strbuf_char(&sql, '"');
            strbuf_char(&sql, *at);
        }
        strbuf_char(&sql, '"');
    }
    wgcq_rows_free(all);
    strbuf_put(&sql, " FROM states ORDER BY id");
    if (!code)
        return trace_select_built(out, v->trace, &sql, v->err);
    strbuf_free(&sql);
    return code;
}

static uint64_t field_bits(const model_field *f, const uint64_t *state)
{
    uint64_t mask = f->width == 64 ? UINT64_MAX : ((uint64_t)1 << f->width) - 1;
    return f->width ? state[f->word] >> f->shift & mask : 0;
}

/* A variable's value as text. */
static const char *expected_value(const model_field *f, uint64_t bits, char *room, size_t size)
{
    if (f->values)
        return bits < f->value_count ? f->values[bits] : "";
    snprintf(room, size, "%" PRId64, (int64_t)((uint64_t)f->low + bits));
    return room;
}

static bool is_shown_right(const wgcq_rows *row, size_t column, const model_field *f, uint64_t bits)
{
    if (!f->values)
        return wgcq_rows_type(row, column) == WGCQ_INTEGER &&
               wgcq_rows_integer(row, column) == (int64_t)((uint64_t)f->low + bits);
    const char *name = bits < f->value_count ? f->values[bits] : "";
    return !strcmp(wgcq_rows_text(row, column), name);
}

static void check_shown_variables(verification *v, const wgcq_rows *row, uint32_t s,
                                  const uint64_t *state)
{
    const wgcq_model *m = v->reference.model;
    char room[32];
    for (size_t i = 0; 1 + i < wgcq_rows_columns(row) && i < m->field_count; i++) {
        const model_field *f = &m->fields[i];
        uint64_t bits = field_bits(f, state);
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
    if (code && verify_is_finding(own.code)) { /* reported by verify_states as well */
        verify_differs(v, "state %u: %s", s, own.text);
        return 0;
    }
    if (code)
        return error_set(v->err, own.code, "%s", own.text);
    if (strcmp(wgcq_rows_text(r->rows, 0), strbuf_string(&r->text)) != 0)
        verify_differs(v, "state %u is shown as '%.200s', and it should be '%.200s'", s,
                       wgcq_rows_text(r->rows, 0), strbuf_string(&r->text));
    check_shown_variables(v, r->rows, s, state);
    v->checked++;
    return 0;
}

static int file_has_changed(const verify_shown *r)
{
    return error_set(r->v->err, WGCQ_ESTORE, "the file has changed meanwhile");
}

int verify_views_begin(verify_shown *out, verification *v)
{
    assert(v->g && v->reference.model);
    *out = (verify_shown){.v = v};
    return select_shown(&out->rows, v);
}

int verify_views_check(verify_shown *r, uint32_t s)
{
    int code = wgcq_rows_next(r->rows, r->v->err);
    if (code == WGCQ_DONE)
        return file_has_changed(r);
    return code ? code : check_shown_state(r, s);
}

int verify_views_end(verify_shown *r)
{
    int code = wgcq_rows_next(r->rows, r->v->err);
    if (code != WGCQ_DONE)
        return code ? code : file_has_changed(r);
    verify_end_check(r->v, "views");
    return 0;
}

void verify_views_close(verify_shown *r)
{
    wgcq_rows_free(r->rows);
    strbuf_free(&r->text);
    *r = (verify_shown){0};
}
