/* verify_views.c - the view `states`: the text of each state and the value of each variable. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "answers/verify/verifier.h"
#include "base/error.h"

enum { SHOWN = 5, VARIABLES = 6 }; /* columns: id, depth, to_goal, is_start, is_goal, shown */

/* A variable's value as text. */
static const char *expected_value(const model_field *f, const uint64_t *state, char *room,
                                  size_t size)
{
    uint64_t mask = f->width == 64 ? UINT64_MAX : ((uint64_t)1 << f->width) - 1;
    uint64_t bits = f->width ? state[f->word] >> f->shift & mask : 0;
    if (f->values)
        return bits < f->value_count ? f->values[bits] : "";
    snprintf(room, size, "%" PRId64, (int64_t)((uint64_t)f->low + bits));
    return room;
}

static void check_shown_variables(verification *v, const wgcq_rows *row, uint32_t s,
                                  const uint64_t *state)
{
    const wgcq_model *m = v->reference.model;
    char room[32];
    for (size_t i = 0; VARIABLES + i < wgcq_rows_columns(row) && i < m->field_count; i++) {
        const char *expected = expected_value(&m->fields[i], state, room, sizeof room);
        if (strcmp(wgcq_rows_text(row, VARIABLES + i), expected) != 0)
            verify_differs(v, "state %u: %s is read as '%s', and it is '%s'", s,
                           wgcq_rows_name(row, VARIABLES + i), wgcq_rows_text(row, VARIABLES + i),
                           expected);
    }
}

static int check_shown_state(verification *v, const wgcq_rows *row, uint32_t s, strbuf *shown)
{
    const uint64_t *state = v->g->state + (size_t)s * v->g->words;
    wgcq_error own = {0};
    strbuf_clear(shown);
    int code = reference_model_show(&v->reference, state, shown, &own);
    if (code && verify_is_finding(own.code)) { /* reported by verify_states as well */
        verify_differs(v, "state %u: %s", s, own.text);
        return 0;
    }
    if (code)
        return error_set(v->err, own.code, "%s", own.text);
    if (strcmp(wgcq_rows_text(row, SHOWN), strbuf_string(shown)) != 0)
        verify_differs(v, "state %u is shown as '%.200s', and it should be '%.200s'", s,
                       wgcq_rows_text(row, SHOWN), strbuf_string(shown));
    check_shown_variables(v, row, s, state);
    v->checked++;
    return verify_poll(v, s);
}

int verify_views(verification *v)
{
    wgcq_rows *rows = NULL;
    strbuf shown = {0};
    uint32_t s = 0;
    assert(v->g && v->reference.model);
    int code = trace_select(&rows, v->trace, "SELECT * FROM states ORDER BY id", v->err);
    while (!code && (code = wgcq_rows_next(rows, v->err)) == 0)
        if (++s > v->g->states)
            code = error_set(v->err, WGCQ_ESTORE, "the file has changed meanwhile");
        else
            code = check_shown_state(v, rows, s, &shown);
    strbuf_free(&shown);
    wgcq_rows_free(rows);
    if (code != WGCQ_DONE)
        return code;
    verify_end_check(v, "views");
    return 0;
}
