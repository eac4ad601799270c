/* sql_functions.c - what SQL may ask: why a state is as it is, plans, how many, and does it hold.
 */
#include "sql_functions.h"

#include <stdlib.h>
#include <string.h>

static int reject(wgcq_error *err, wgcq_code code, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    err->code = code;
    sqlite3_vsnprintf((int)sizeof err->text, err->text, format, values);
    va_end(values);
    return (int)code;
}

static const char *text_of(sqlite3_value *value)
{
    return value ? (const char *)sqlite3_value_text(value) : NULL;
}

/* A whole number of at least `least`; *given says whether there is one. */
static int number_of(uint64_t *out, bool *given, sqlite3_value *value, const char *name, int least,
                     wgcq_error *err)
{
    *given = value != NULL;
    *out = 0;
    if (!value)
        return 0;
    sqlite3_int64 number = sqlite3_value_int64(value);
    if (sqlite3_value_numeric_type(value) != SQLITE_INTEGER || number < least)
        return reject(err, WGCQ_EREQUEST, "'%s' is no %s; it takes a whole number from %d on",
                      text_of(value), name, least);
    *out = (uint64_t)number;
    return 0;
}

static bool take_all(record *out, const wgcq_rows *rows)
{
    bool fits = true;
    for (size_t i = 0; i < wgcq_rows_columns(rows); i++)
        fits = fits && record_take(out, (int)i, rows, i);
    return fits;
}

/* ---- why ------------------------------------------------------------------------------------ */

enum { WHY_MOVE, WHY_OUTCOME, WHY_STATE, WHY_SHOWN, WHY_RULE, WHY_BECAUSE, WHY_PLACE, WHY_COLUMNS };
#define UNREACHED "never reached"

static int ask_why(wgcq_rows **out, wgcq_trace *trace, sqlite3_value *const *arguments,
                   wgcq_error *err)
{
    return wgcq_why(out, trace, text_of(arguments[0]), text_of(arguments[1]), err);
}

/* The rows of a state that was never reached are its rules alone. */
static bool take_why(record *out, const wgcq_rows *rows)
{
    if (wgcq_rows_columns(rows) == WHY_COLUMNS)
        return take_all(out, rows);
    return record_text(out, WHY_OUTCOME, UNREACHED) && record_take(out, WHY_RULE, rows, 0) &&
           record_take(out, WHY_BECAUSE, rows, 1) && record_take(out, WHY_PLACE, rows, 2);
}

static int nothing_why(record *out, const wgcq_rows *rows, wgcq_error *err)
{
    if (wgcq_rows_columns(rows) == WHY_COLUMNS)
        return WGCQ_DONE;
    if (record_text(out, WHY_OUTCOME, UNREACHED) &&
        record_text(out, WHY_BECAUSE, wgcq_rows_remark(rows)))
        return 0;
    return reject(err, WGCQ_EMEMORY, "no memory");
}

/* ---- plans ---------------------------------------------------------------------------------- */

enum { PLAN_SOLUTION, PLAN_LENGTH, PLAN_COSTS, PLAN_MOVES };

static int ask_plans(wgcq_rows **out, wgcq_trace *trace, sqlite3_value *const *arguments,
                     wgcq_error *err)
{
    bool limited;
    wgcq_question question = {.what = text_of(arguments[0]), .by = text_of(arguments[2])};
    int code = number_of(&question.limit, &limited, arguments[1], "number of plans", 1, err);
    if (!code)
        code = number_of(&question.length, &question.has_length, arguments[3], "number of moves", 0,
                         err);
    if (!code)
        code = number_of(&question.within, &question.has_within, arguments[4], "cost", 0, err);
    if (!code)
        code = wgcq_ask(out, trace, &question, NULL, err);
    if (code)
        return code;
    size_t columns = wgcq_rows_columns(*out);
    if (columns > 2 && !strcmp(wgcq_rows_name(*out, columns - 1), "plan"))
        return 0;
    wgcq_rows_free(*out);
    *out = NULL;
    return reject(err, WGCQ_EREQUEST,
                  "'%s' is not answered by plans; there are shortest, cheapest, all, best, plans",
                  question.what);
}

/* Inside of a JSON string; a byte at a time, since %c would take a byte for a code point. */
static void spell_name(sqlite3_str *out, const char *name)
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

/* What lies between `length` and `plan`, by name: {"moves":7,"noise":12}. */
static bool take_costs(record *out, const wgcq_rows *rows)
{
    sqlite3_str *json = sqlite3_str_new(NULL);
    for (size_t i = PLAN_COSTS; i + 1 < wgcq_rows_columns(rows); i++) {
        bool known = wgcq_rows_type(rows, i) != WGCQ_NULL;
        sqlite3_str_appendall(json, i > PLAN_COSTS ? ",\"" : "{\"");
        spell_name(json, wgcq_rows_name(rows, i));
        sqlite3_str_appendf(json, "\":%s", known ? wgcq_rows_text(rows, i) : "null");
    }
    sqlite3_str_appendall(json, "}");
    char *text = sqlite3_str_finish(json);
    bool taken = text && record_text(out, PLAN_COSTS, text);
    sqlite3_free(text);
    return taken;
}

static bool take_plan(record *out, const wgcq_rows *rows)
{
    return record_take(out, PLAN_SOLUTION, rows, 0) && record_take(out, PLAN_LENGTH, rows, 1) &&
           take_costs(out, rows) && record_take(out, PLAN_MOVES, rows, wgcq_rows_columns(rows) - 1);
}

/* No plan, and it is not known whether there is one: that is no empty table. */
static int nothing_known(record *out, const wgcq_rows *rows, wgcq_error *err)
{
    (void)out;
    if (wgcq_rows_complete(rows))
        return WGCQ_DONE;
    const char *remark = wgcq_rows_remark(rows);
    return reject(err, WGCQ_EREQUEST, "not known: %s", remark ? remark : "the run was cut short");
}

/* ---- how many ------------------------------------------------------------------------------- */

static int ask_count(wgcq_rows **out, wgcq_trace *trace, sqlite3_value *const *arguments,
                     wgcq_error *err)
{
    wgcq_question question = {
        .what = text_of(arguments[0]), .by = text_of(arguments[1]), .count = true};
    int code =
        number_of(&question.length, &question.has_length, arguments[2], "number of moves", 0, err);
    if (!code)
        code = number_of(&question.within, &question.has_within, arguments[3], "cost", 0, err);
    return code ? code : wgcq_ask(out, trace, &question, NULL, err);
}

/* The costs beside it differ from puzzle to puzzle. */
static bool take_count(record *out, const wgcq_rows *rows)
{
    for (size_t i = 0; i < wgcq_rows_columns(rows); i++)
        if (!strcmp(wgcq_rows_name(rows, i), "count"))
            return record_take(out, 0, rows, i);
    return true;
}

/* ---- does it hold --------------------------------------------------------------------------- */

static int ask_verify(wgcq_rows **out, wgcq_trace *trace, sqlite3_value *const *arguments,
                      wgcq_error *err)
{
    wgcq_verdict found;
    (void)arguments;
    return wgcq_verify(out, &found, trace, NULL, err);
}

/* ---- all of them ---------------------------------------------------------------------------- */

const table_question questions[QUESTIONS] = {
    {.name = "wgcq_why",
     .schema = "CREATE TABLE why (move TEXT, outcome TEXT, state INTEGER, shown TEXT, rule TEXT,"
               " because TEXT, place TEXT, \"of\" HIDDEN, only HIDDEN, remark TEXT HIDDEN)",
     .columns = WHY_COLUMNS,
     .arguments = 2,
     .wanted = "a state: its id, or 'farmer=east at_goat=west ...'",
     .ask = ask_why,
     .take = take_why,
     .nothing = nothing_why},
    {.name = "wgcq_plans",
     .schema = "CREATE TABLE plans (solution INTEGER, length INTEGER, costs TEXT, plan TEXT,"
               " what HIDDEN, most HIDDEN, \"by\" HIDDEN, moves HIDDEN, within HIDDEN,"
               " remark TEXT HIDDEN)",
     .columns = 4,
     .arguments = 5,
     .wanted = "a question: shortest, cheapest, all, best, plans",
     .ask = ask_plans,
     .take = take_plan,
     .nothing = nothing_known},
    {.name = "wgcq_count",
     .schema = "CREATE TABLE counts (count TEXT, what HIDDEN, \"by\" HIDDEN, moves HIDDEN,"
               " within HIDDEN, remark TEXT HIDDEN)",
     .columns = 1,
     .arguments = 4,
     .wanted = "a question: shortest, cheapest, all, plans",
     .ask = ask_count,
     .take = take_count},
    {.name = "wgcq_verify",
     .schema = "CREATE TABLE verified (\"check\" TEXT, looked_at INTEGER, verdict TEXT, place TEXT,"
               " remark TEXT HIDDEN)",
     .columns = 4,
     .ask = ask_verify,
     .take = take_all},
};
