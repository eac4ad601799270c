/* sql_functions.c - the table-valued functions: why, plans, counts, verification. */
#include "sql_functions.h"

#include "wgcq_trace.h"

#include <string.h>

static int set_request_error(wgcq_error *err, wgcq_code code, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    err->code = code;
    sqlite3_vsnprintf((int)sizeof err->text, err->text, format, values);
    va_end(values);
    return (int)code;
}

static const char *argument_text(sqlite3_value *value)
{
    return value ? (const char *)sqlite3_value_text(value) : NULL;
}

/* A whole number of at least `least`; *given: there is one. */
static int argument_number(uint64_t *out, bool *given, sqlite3_value *value, const char *name,
                           int least, wgcq_error *err)
{
    *given = value != NULL;
    *out = 0;
    if (!value)
        return 0;
    sqlite3_int64 number = sqlite3_value_int64(value);
    if (sqlite3_value_numeric_type(value) != SQLITE_INTEGER || number < least)
        return set_request_error(err, WGCQ_EREQUEST,
                                 "'%s' is not a %s: it must be a whole number of at least %d",
                                 argument_text(value), name, least);
    *out = (uint64_t)number;
    return 0;
}

static bool copy_all_columns(row_copy *out, const wgcq_rows *rows)
{
    bool fits = true;
    for (size_t i = 0; i < wgcq_rows_columns(rows); i++)
        fits = fits && row_copy_column(out, (int)i, rows, i);
    return fits;
}

/* ---- why ------------------------------------------------------------------------------------ */

enum { WHY_MOVE, WHY_OUTCOME, WHY_STATE, WHY_SHOWN, WHY_RULE, WHY_BECAUSE, WHY_PLACE, WHY_COLUMNS };
#define UNREACHED "never reached"

static int open_why(wgcq_rows **out, wgcq_trace *trace, sqlite3_value *const *arguments,
                    wgcq_error *err)
{
    return wgcq_why(out, trace, argument_text(arguments[0]), argument_text(arguments[1]), err);
}

/* The rows of an unreachable state are the rules that it violates. */
static bool copy_why(row_copy *out, const wgcq_rows *rows)
{
    if (wgcq_rows_columns(rows) == WHY_COLUMNS)
        return copy_all_columns(out, rows);
    return row_copy_text(out, WHY_OUTCOME, UNREACHED) && row_copy_column(out, WHY_RULE, rows, 0) &&
           row_copy_column(out, WHY_BECAUSE, rows, 1) && row_copy_column(out, WHY_PLACE, rows, 2);
}

static int copy_why_remark(row_copy *out, const wgcq_rows *rows, wgcq_error *err)
{
    if (wgcq_rows_columns(rows) == WHY_COLUMNS)
        return WGCQ_DONE;
    if (row_copy_text(out, WHY_OUTCOME, UNREACHED) &&
        row_copy_text(out, WHY_BECAUSE, wgcq_rows_remark(rows)))
        return 0;
    return set_request_error(err, WGCQ_EMEMORY, "no memory");
}

/* ---- plans ---------------------------------------------------------------------------------- */

enum { PLAN_SOLUTION, PLAN_LENGTH, PLAN_COSTS, PLAN_MOVES };

static int open_plans(wgcq_rows **out, wgcq_trace *trace, sqlite3_value *const *arguments,
                      wgcq_error *err)
{
    bool limited;
    wgcq_question question = {.what = argument_text(arguments[0]),
                              .by = argument_text(arguments[2])};
    int code = argument_number(&question.limit, &limited, arguments[1], "number of plans", 1, err);
    if (!code)
        code = argument_number(&question.length, &question.has_length, arguments[3],
                               "number of moves", 0, err);
    if (!code)
        code =
            argument_number(&question.within, &question.has_within, arguments[4], "cost", 0, err);
    code = code ? code : wgcq_ask(out, trace, &question, NULL, err);
    if (code)
        return code;
    size_t columns = wgcq_rows_columns(*out);
    if (columns > 2 && !strcmp(wgcq_rows_name(*out, columns - 1), "plan"))
        return 0;
    wgcq_rows_free(*out);
    *out = NULL;
    return set_request_error(
        err, WGCQ_EREQUEST,
        "'%s' is not answered by plans; use shortest, cheapest, all, best or plans", question.what);
}

/* Inside a JSON string; byte by byte, since %c would take a byte for a code point. */
static void append_json_name(sqlite3_str *out, const char *name)
{
    for (const char *at = name; *at; at++) {
        if (*at == '"' || *at == '\\')
            sqlite3_str_appendchar(out, 1, '\\');
        if ((unsigned char)*at < ' ')
            sqlite3_str_appendf(out, "\\u%04x", *at);
        else
            sqlite3_str_append(out, at, 1);
    }
}

/* The columns between `length` and `plan`, by name: {"moves":7,"noise":12}. */
static bool copy_costs_as_json(row_copy *out, const wgcq_rows *rows)
{
    sqlite3_str *json = sqlite3_str_new(NULL);
    for (size_t i = PLAN_COSTS; i + 1 < wgcq_rows_columns(rows); i++) {
        bool known = wgcq_rows_type(rows, i) != WGCQ_NULL;
        sqlite3_str_appendall(json, i > PLAN_COSTS ? ",\"" : "{\"");
        append_json_name(json, wgcq_rows_name(rows, i));
        sqlite3_str_appendf(json, "\":%s", known ? wgcq_rows_text(rows, i) : "null");
    }
    sqlite3_str_appendall(json, "}");
    char *text = sqlite3_str_finish(json);
    bool taken = text && row_copy_text(out, PLAN_COSTS, text);
    sqlite3_free(text);
    return taken;
}

static bool copy_plan(row_copy *out, const wgcq_rows *rows)
{
    return row_copy_column(out, PLAN_SOLUTION, rows, 0) &&
           row_copy_column(out, PLAN_LENGTH, rows, 1) && copy_costs_as_json(out, rows) &&
           row_copy_column(out, PLAN_MOVES, rows, wgcq_rows_columns(rows) - 1);
}

/* Without a proof that there is no plan, the table is not empty but an error. */
static int fail_if_incomplete(row_copy *out, const wgcq_rows *rows, wgcq_error *err)
{
    (void)out;
    if (wgcq_rows_complete(rows))
        return WGCQ_DONE;
    const char *remark = wgcq_rows_remark(rows);
    return set_request_error(err, WGCQ_EREQUEST, "not known: %s",
                             remark ? remark : "the run was cut short");
}

/* ---- counts ------------------------------------------------------------------------------- */

static int open_count(wgcq_rows **out, wgcq_trace *trace, sqlite3_value *const *arguments,
                      wgcq_error *err)
{
    wgcq_question question = {
        .what = argument_text(arguments[0]), .by = argument_text(arguments[1]), .count = true};
    int code = argument_number(&question.length, &question.has_length, arguments[2],
                               "number of moves", 0, err);
    if (!code)
        code =
            argument_number(&question.within, &question.has_within, arguments[3], "cost", 0, err);
    return code ? code : wgcq_ask(out, trace, &question, NULL, err);
}

/* The other columns are costs, which depend on the puzzle. */
static bool copy_count(row_copy *out, const wgcq_rows *rows)
{
    for (size_t i = 0; i < wgcq_rows_columns(rows); i++)
        if (!strcmp(wgcq_rows_name(rows, i), "count"))
            return row_copy_column(out, 0, rows, i);
    return true;
}

/* ---- verification --------------------------------------------------------------------------- */

static int open_verify(wgcq_rows **out, wgcq_trace *trace, sqlite3_value *const *arguments,
                       wgcq_error *err)
{
    wgcq_verdict found;
    (void)arguments;
    return wgcq_verify(out, &found, trace, NULL, err);
}

/* ---- the list ---------------------------------------------------------------------------- */

const sql_function sql_functions[SQL_FUNCTIONS] = {
    {.name = "wgcq_why",
     .schema = "CREATE TABLE why (move TEXT, outcome TEXT, state INTEGER, shown TEXT, rule TEXT,"
               " because TEXT, place TEXT, \"of\" HIDDEN, only HIDDEN, remark TEXT HIDDEN)",
     .columns = WHY_COLUMNS,
     .arguments = 2,
     .required = "a state: its id, or 'farmer=east at_goat=west ...'",
     .open_rows = open_why,
     .copy_row = copy_why,
     .copy_no_rows = copy_why_remark},
    {.name = "wgcq_plans",
     .schema = "CREATE TABLE plans (solution INTEGER, length INTEGER, costs TEXT, plan TEXT,"
               " what HIDDEN, most HIDDEN, \"by\" HIDDEN, moves HIDDEN, within HIDDEN,"
               " remark TEXT HIDDEN)",
     .columns = 4,
     .arguments = 5,
     .required = "a question: shortest, cheapest, all, best, plans",
     .open_rows = open_plans,
     .copy_row = copy_plan,
     .copy_no_rows = fail_if_incomplete},
    {.name = "wgcq_count",
     .schema = "CREATE TABLE counts (count TEXT, what HIDDEN, \"by\" HIDDEN, moves HIDDEN,"
               " within HIDDEN, remark TEXT HIDDEN)",
     .columns = 1,
     .arguments = 4,
     .required = "a question: shortest, cheapest, all, plans",
     .open_rows = open_count,
     .copy_row = copy_count},
    {.name = "wgcq_verify",
     .schema = "CREATE TABLE verified (\"check\" TEXT, looked_at INTEGER, verdict TEXT, place TEXT,"
               " remark TEXT HIDDEN)",
     .columns = 4,
     .open_rows = open_verify,
     .copy_row = copy_all_columns},
};
