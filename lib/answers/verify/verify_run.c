/* verify_run.c - the stored metadata of the puzzle, and the run's row apart from its figures. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "answers/verify/verifier.h"
#include "base/error.h"

/* ---- the puzzle --------------------------------------------------------------------------- */

int verify_puzzle(verification *v)
{
    trace_report to = {.self = v, .differs = verify_differs_line};
    assert(!v->reference.model);
    verify_begin_check(v, "puzzle", 0);
    int code = reference_model_open_any(&v->reference, v->trace, v->model, v->err);
    if (code)
        return code;
    v->rows_only = v->reference.stored;
    code = trace_check_puzzle(&to, v->trace, v->reference.model, v->err);
    if (code)
        return code;
    v->checked = to.checked;
    if (v->reference.model->has_goal != v->facts->has_goal)
        verify_differs(v, "the run %s a goal, and the puzzle %s",
                       v->facts->has_goal ? "has" : "has not",
                       v->reference.model->has_goal ? "has one" : "has none");
    if (v->broken_seals.puzzle)
        verify_differs(v, "the metadata of its puzzle was changed since it was written");
    strbuf_printf(&v->note,
                  v->rows_only ? "'%s', its parameters: as they were stored; no more can be checked"
                               : "'%s', its parameters, its names, and how its states are packed",
                  v->reference.model->title);
    verify_end_check(v, "puzzle");
    return 0;
}

/* ---- the run's own row -------------------------------------------------------------------- */

/* The word after `option` in the stored options; "" where it is not given. */
static void read_option_word(const char *options, const char *option, char *out, size_t room)
{
    size_t length = strlen(option);
    *out = '\0';
    for (const char *at = strstr(options, option); at; at = strstr(at + 1, option))
        if ((at == options || at[-1] == ' ') && at[length] == ' ') {
            snprintf(out, room, "%.*s", (int)strcspn(at + length + 1, " "), at + length + 1);
            return;
        }
}

static bool is_order_name(const char *name)
{
    for (int k = 0; wgcq_order_name((wgcq_order)k); k++)
        if (!strcmp(wgcq_order_name((wgcq_order)k), name))
            return true;
    return false;
}

/* The puzzle's own objectives, as "noise,moves". */
static void put_default_objectives(const wgcq_model *m, strbuf *out)
{
    for (size_t i = 0; i < m->minimize_count; i++)
        strbuf_printf(out, "%s%s", i ? "," : "",
                      m->minimize[i] < 0 ? "moves" : m->cost_names[m->minimize[i]]);
}

static int check_stored_options(verification *v, const char *keep, const char *minimize)
{
    char order[100], kept[100], objectives[1000];
    strbuf expected = {0};
    read_option_word(v->facts->options, "--order", order, sizeof order);
    read_option_word(v->facts->options, "--trace", kept, sizeof kept);
    read_option_word(v->facts->options, "--minimize", objectives, sizeof objectives);
    put_default_objectives(v->reference.model, &expected);
    if (expected.failed)
        return error_set_memory(v->err);
    if (strcmp(order, v->facts->order) != 0 || !is_order_name(order))
        verify_differs(v, "its order is '%s', and its options say '%s'", v->facts->order, order);
    if (strcmp(kept, keep) != 0)
        verify_differs(v, "it keeps '%s', and its options say '%s'", keep, kept);
    if (strcmp(*objectives ? objectives : strbuf_string(&expected), minimize) != 0)
        verify_differs(v, "it minimizes '%s', and it should be '%s'", minimize,
                       *objectives ? objectives : strbuf_string(&expected));
    strbuf_free(&expected);
    return 0;
}

static int check_run_row(verification *v, const wgcq_rows *row)
{
    int code = check_stored_options(v, wgcq_rows_text(row, 0), wgcq_rows_text(row, 1));
    if (!wgcq_rows_integer(row, 2))
        verify_differs(v, "'%s' is not a time", wgcq_rows_text(row, 3));
    if (!wgcq_rows_integer(row, 4))
        verify_differs(v, "it took %s seconds", wgcq_rows_text(row, 5));
    if (!wgcq_rows_integer(row, 6))
        verify_differs(v, "its status is '%s', and its stopping reason '%s'", v->facts->status,
                       wgcq_rows_text(row, 7));
    v->checked++;
    return code;
}

int verify_run(verification *v)
{
    wgcq_rows *row;
    trace_report to = {.self = v, .differs = verify_differs_line};
    verify_begin_check(v, "run", 0);
    int code = trace_select_row(
        &row, v->trace, v->err,
        "SELECT keep,minimize,strftime('%%Y-%%m-%%dT%%H:%%M:%%SZ',started) IS "
        "started,started,seconds IS NULL OR seconds>=0,seconds,(status='limit')=(stopped IS NOT "
        "NULL),coalesce(stopped,'') FROM run WHERE id=#");
    code = code ? code : check_run_row(v, row);
    wgcq_rows_free(row);
    if (code >= 0)
        code = trace_check_strays(&to, v->trace, v->err);
    v->checked++;
    if (v->broken_seals.run)
        verify_differs(
            v, "something in its row, in `best`, in its plans, its paths or its labels was changed "
               "since it was written");
    if (!code)
        verify_end_check(v, "run");
    return code;
}
