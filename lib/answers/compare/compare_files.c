/* compare_files.c - two or more files: their figures, and the names that only some of them have. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "answers/compare/comparison.h"
#include "base/array.h"
#include "base/error.h"
#include "trace/schema/column_names.h"

typedef struct compared_files {
    const wgcq_compare_side **files; /* the first of `chosen` of each file */
    size_t count;
    row_table *table;
    char **values; /* [count] of the next row; NULL: the file has none */
    wgcq_error *err;
} compared_files;

static int open_files(compared_files *out, const wgcq_compare_side *chosen, size_t count,
                      wgcq_error *err)
{
    *out = (compared_files){.files = malloc((count + 1) * sizeof *out->files), .err = err};
    out->values = calloc(count + 1, sizeof *out->values);
    for (size_t i = 0; out->files && i < count; i++) {
        bool known = false;
        for (size_t k = 0; k < out->count && !known; k++)
            known = out->files[k]->trace == chosen[i].trace;
        if (!known)
            out->files[out->count++] = &chosen[i];
    }
    return out->files && out->values ? 0 : error_set_memory(err);
}

static void clear_values(const compared_files *in)
{
    for (size_t i = 0; in->values && i < in->count; i++) {
        free(in->values[i]);
        in->values[i] = NULL;
    }
}

/* Frees all but the table, which is the answer. */
static void close_files(const compared_files *in)
{
    clear_values(in);
    FREE_EACH(in->values, in->files);
}

static const trace_facts *facts_of(const compared_files *in, size_t i)
{
    assert(i < in->count);
    return trace_about_run(in->files[i]->trace);
}

static bool any_cut_short(const compared_files *in)
{
    for (size_t i = 0; i < in->count; i++)
        if (strcmp(facts_of(in, i)->status, "complete") != 0)
            return true;
    return false;
}

/* ---- names, and which files have them ------------------------------------------------------ */

/* Names of one kind, and the figures that files have of each. */
typedef struct named_figures {
    const char *kind;
    const char *names;                    /* SELECT of them, where # is the run        */
    bool (*has)(const wgcq_trace *trace); /* whether a file has any; NULL: every one has */
    const char *from; /* the FROM and WHERE of a name's figures, to which the name is appended */
    const char *figures[4][2]; /* columns, and the figure of a name; ended by NULL */
} named_figures;

static const named_figures invariants = {
    "invariant",
    "SELECT name FROM invariant_# ORDER BY id",
    trace_has_invariants,
    "invariant_# WHERE name=",
    {{"states", "violated %s: states"}, {"length", "violated %s: length"}}};
static const named_figures properties = {"property",
                                         "SELECT name FROM property_# ORDER BY id",
                                         trace_has_properties,
                                         "property_# WHERE name=",
                                         {{"holds", "property %s: holds"},
                                          {"stem", "property %s: stem"},
                                          {"cycle", "property %s: cycle"}}};
static const named_figures costs = {
    .kind = "cost",
    .names = "SELECT name FROM cost ORDER BY id",
    .from = "best WHERE run=# AND cost=",
    .figures = {{"least", "cheapest %s"}, {"count", "cheapest %s count"}}};

typedef struct name_holders {
    lookup names;
    bool *has; /* [room * files], by number */
    size_t room;
} name_holders;

static int add_holder(name_holders *h, const compared_files *in, size_t file, const char *name)
{
    uint32_t number = lookup_add(&h->names, name);
    assert(file < in->count);
    if (!number || !array_reserve_zeros(&h->has, &h->room, number + (size_t)1, in->count))
        return error_set_memory(in->err);
    h->has[number * in->count + file] = true;
    return 0;
}

/* Opens the names of all files; an old one may have none. */
static int open_names(name_holders *h, const compared_files *in, const named_figures *of)
{
    int code = 0;
    *h = (name_holders){.names = lookup_of_texts()};
    for (size_t i = 0; i < in->count && !code; i++) {
        wgcq_trace *trace = in->files[i]->trace;
        wgcq_rows *rows;
        strbuf sql = {0};
        if (of->has && !of->has(trace))
            continue;
        trace_put_sql(&sql, trace, of->names);
        code = trace_select_built(&rows, trace, &sql, in->err);
        while (!code && (code = wgcq_rows_next(rows, in->err)) == 0)
            code = add_holder(h, in, i, wgcq_rows_text(rows, 0));
        wgcq_rows_free(rows);
        code = code == WGCQ_DONE ? 0 : code;
    }
    return code;
}

static void close_names(name_holders *h)
{
    lookup_free(&h->names);
    free(h->has);
}

/* ---- figures ------------------------------------------------------------------------------ */

static row_table *new_figures(const compared_files *in)
{
    static const char *const before[] = {"figure"};
    strbuf labels = {0};
    for (size_t i = 0; i < in->count; i++)
        strbuf_printf(&labels, "%s%c", in->files[i]->file, 0);
    for (size_t i = 1; i < in->count; i++)
        strbuf_printf(&labels, "more %s%c", in->files[i]->file, 0);
    return row_table_new_given(&(cursor_names){.before = before, .before_count = 1}, &labels);
}

/* A number of at most 18 digits; false: it is none, or greater. */
static bool small_number(int64_t *out, const char *value)
{
    size_t digits = value ? strlen(value) : 0, sign = value && *value == '-';
    if (digits <= sign || digits > 18 || strspn(value + sign, "0123456789") + sign != digits)
        return false;
    *out = strtoll(value, NULL, 10);
    return true;
}

/* A row: the value of each file, and the difference from the first's. */
static void put_figure(const compared_files *in, const char *name)
{
    int64_t first = 0, own = 0;
    bool has_first = small_number(&first, in->values[0]);
    row_table_text(in->table, name);
    for (size_t i = 0; i < in->count; i++)
        if (small_number(&own, in->values[i]))
            row_table_integer(in->table, own);
        else
            row_table_text(in->table, in->values[i]);
    for (size_t i = 1; i < in->count; i++) {
        bool both = has_first && small_number(&own, in->values[i]);
        row_table_integer_or_null(in->table, own - first, both);
    }
    clear_values(in);
}

/* The first cell of a SELECT's result. */
static int select_value(const compared_files *in, size_t file, strbuf *sql)
{
    wgcq_rows *row;
    int code = trace_select_built(&row, in->files[file]->trace, sql, in->err);
    code = code ? code : wgcq_rows_next(row, in->err);
    if (!code && wgcq_rows_type(row, 0) != WGCQ_NULL &&
        !(in->values[file] = strdup(wgcq_rows_text(row, 0))))
        code = error_set_memory(in->err);
    wgcq_rows_free(row);
    return code == WGCQ_DONE ? 0 : code;
}

/* A row for a column of a table, in each file or those that have the name. */
static int put_selected(const compared_files *in, const char *figure, const char *column,
                        const char *from, const char *name, const bool *has)
{
    int code = 0;
    for (size_t i = 0; i < in->count && !code; i++) {
        strbuf sql = {0};
        if (has && !has[i])
            continue;
        strbuf_printf(&sql, "SELECT %s FROM ", column);
        trace_put_sql(&sql, in->files[i]->trace, from);
        if (name)
            column_names_text(&sql, name);
        code = select_value(in, i, &sql);
    }
    if (!code)
        put_figure(in, figure);
    return code;
}

static int put_named_figures(const compared_files *in, const named_figures *of)
{
    name_holders h;
    int code = open_names(&h, in, of);
    for (uint32_t n = 1; n <= h.names.count && !code; n++)
        for (size_t i = 0; of->figures[i][0] && !code; i++) {
            const char *name = h.names.texts[n];
            strbuf figure = {0};
            strbuf_printf(&figure, of->figures[i][1], name);
            code = figure.failed ? error_set_memory(in->err)
                                 : put_selected(in, strbuf_string(&figure), of->figures[i][0],
                                                of->from, name, h.has + n * in->count);
            strbuf_free(&figure);
        }
    close_names(&h);
    return code;
}

static bool copy_value(const compared_files *in, size_t file, const char *value)
{
    return !value || (in->values[file] = strdup(value));
}

/* Titles where they differ, statuses where not all are complete. */
static bool put_titles_and_statuses(const compared_files *in)
{
    bool same = true, complete = !any_cut_short(in), fine = true;
    for (size_t i = 0; i < in->count; i++)
        same = same && !strcmp(facts_of(in, i)->title, facts_of(in, 0)->title);
    for (size_t i = 0; !same && i < in->count; i++)
        fine = copy_value(in, i, facts_of(in, i)->title) && fine;
    if (!same)
        put_figure(in, "puzzle");
    for (size_t i = 0; !complete && i < in->count; i++)
        fine = copy_value(in, i, facts_of(in, i)->status) && fine;
    if (!complete)
        put_figure(in, "status");
    return fine;
}

static const char *param_of(const trace_facts *f, const char *name)
{
    for (size_t i = 0; i < f->param_count; i++)
        if (!strcmp(f->param_names[i], name))
            return f->param_values[i];
    return NULL;
}

static bool put_param(const compared_files *in, const char *name)
{
    strbuf figure = {0};
    bool fine = true;
    strbuf_printf(&figure, "param %s", name);
    for (size_t i = 0; i < in->count; i++)
        fine = copy_value(in, i, param_of(facts_of(in, i), name)) && fine;
    put_figure(in, strbuf_string(&figure));
    fine = fine && !figure.failed;
    strbuf_free(&figure);
    return fine;
}

/* A row for each parameter that a file has. */
static bool put_params(const compared_files *in)
{
    bool fine = true;
    for (size_t i = 0; i < in->count; i++)
        for (size_t k = 0; k < facts_of(in, i)->param_count; k++) {
            const char *name = facts_of(in, i)->param_names[k];
            bool earlier = false;
            for (size_t j = 0; j < i && !earlier; j++)
                earlier = param_of(facts_of(in, j), name) != NULL;
            fine = (earlier || put_param(in, name)) && fine;
        }
    return fine;
}

row_table *compare_files_figures(const wgcq_compare_side *chosen, size_t count, int *code,
                                 wgcq_error *err)
{
    static const char *const columns[] = {"states",          "edges",         "rejections",
                                          "depth",           "goals",         "dead_ends",
                                          "shortest_length", "shortest_count"};
    static const named_figures *const kinds[] = {&costs, &invariants, &properties};
    compared_files in;
    *code = open_files(&in, chosen, count, err);
    in.table = *code ? NULL : new_figures(&in);
    if (!*code && (!in.table || !put_titles_and_statuses(&in) || !put_params(&in)))
        *code = error_set_memory(err);
    for (size_t i = 0; i < sizeof columns / sizeof *columns && !*code; i++)
        *code = put_selected(&in, columns[i], columns[i], "run WHERE id=#", NULL, NULL);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !*code; i++)
        *code = put_named_figures(&in, kinds[i]);
    close_files(&in);
    return in.table;
}

/* ---- names not in all of them ------------------------------------------------------------- */

/* Whether an incomplete run lacks the name, and might have reached it. */
static bool may_have(const name_holders *h, const compared_files *in, uint32_t name)
{
    for (size_t i = 0; i < in->count; i++)
        if (!h->has[name * in->count + i] && strcmp(facts_of(in, i)->status, "complete") != 0)
            return true;
    return false;
}

/* A row for each name that is not in all files.  Where `unsure` is not NULL, names that an
   incomplete run may lack are left out, and counted there. */
static bool put_names_not_in_all(const name_holders *h, const compared_files *in, const char *kind,
                                 uint64_t *unsure)
{
    strbuf where = {0};
    for (uint32_t n = 1; n <= h->names.count; n++) {
        size_t there = 0;
        strbuf_clear(&where);
        for (size_t i = 0; i < in->count; i++)
            if (h->has[n * in->count + i])
                strbuf_printf(&where, "%s%s", there++ ? ", " : "", in->files[i]->file);
        bool left_out = unsure && may_have(h, in, n);
        if (left_out)
            ++*unsure;
        if (there == in->count || left_out)
            continue;
        row_table_text(in->table, kind);
        row_table_text(in->table, h->names.texts[n]);
        row_table_strbuf(in->table, &where);
    }
    bool fine = !where.failed;
    strbuf_free(&where);
    return fine;
}

static int put_names(const compared_files *in, const named_figures *of, uint64_t *unsure)
{
    name_holders h;
    int code = open_names(&h, in, of);
    if (!code && !put_names_not_in_all(&h, in, of->kind, unsure))
        code = error_set_memory(in->err);
    close_names(&h);
    return code;
}

static bool all_keep_edges(const compared_files *in)
{
    for (size_t i = 0; i < in->count; i++)
        if (facts_of(in, i)->keep > WGCQ_TRACE_EDGES)
            return false;
    return true;
}

static int put_moves_made(const compared_files *in)
{
    static const named_figures moves = {
        .kind = "move",
        .names = "SELECT text FROM move_# WHERE id IN (SELECT move FROM edge_#) ORDER BY id"};
    strbuf *remark = row_table_remark(in->table);
    uint64_t unsure = 0;
    if (!all_keep_edges(in)) {
        strbuf_put(remark, "moves are not compared: not all of the files keep them");
        return 0;
    }
    int code = put_names(in, &moves, &unsure);
    if (!code && any_cut_short(in))
        strbuf_printf(remark,
                      "not all of the runs are complete: %s move%s left out that one of them may "
                      "not have reached",
                      WGCQ_GROUPED(unsure), unsure == 1 ? " is" : "s are");
    return code;
}

row_table *compare_files_only(const wgcq_compare_side *chosen, size_t count, bool *complete,
                              int *code, wgcq_error *err)
{
    static const char *const columns[] = {"kind", "name", "only in"};
    static const named_figures variables = {
        .kind = "variable",
        .names = /* but the places of lists */
        "SELECT said FROM field WHERE NOT EXISTS(SELECT 1 FROM json_each((SELECT value FROM meta "
        "WHERE key='lists')) AS e WHERE field.id>=json_extract(e.value,'$.first') AND "
        "field.id<json_extract(e.value,'$.first')+json_extract(e.value,'$.count')) ORDER BY id"};
    static const named_figures rules = {.kind = "rule",
                                        .names = "SELECT name FROM rule ORDER BY id"};
    static const named_figures *const kinds[] = {&rules, &costs, &invariants, &properties};
    compared_files in;
    *code = open_files(&in, chosen, count, err);
    in.table = *code ? NULL : row_table_new(3, columns);
    if (!*code)
        *code = in.table ? put_names(&in, &variables, NULL) : error_set_memory(err);
    if (!*code)
        *code = put_moves_made(&in);
    *complete = !*code && !any_cut_short(&in);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !*code; i++)
        *code = put_names(&in, kinds[i], NULL);
    close_files(&in);
    return in.table;
}
