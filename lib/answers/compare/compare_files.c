/* compare_files.c - two or more files: their figures, and the names that only some of them have. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/compare/comparison.h"
#include "base/array.h"
#include "base/error.h"
#include "trace/schema/column_names.h"

typedef struct compared_files {
    const wgcq_compare_side **files; /* the first of `chosen` of each file */
    size_t count;
    wgcq_error *err;
} compared_files;

static int open_files(compared_files *out, const wgcq_compare_side *chosen, size_t count,
                      wgcq_error *err)
{
    *out = (compared_files){malloc((count + 1) * sizeof *out->files), 0, err};
    for (size_t i = 0; out->files && i < count; i++) {
        bool known = false;
        for (size_t k = 0; k < out->count && !known; k++)
            known = out->files[k]->trace == chosen[i].trace;
        if (!known)
            out->files[out->count++] = &chosen[i];
    }
    return out->files ? 0 : error_set_memory(err);
}

static const trace_facts *facts_of(const compared_files *in, size_t i)
{
    assert(i < in->count);
    return trace_about_run(in->files[i]->trace);
}

/* ---- names, and which files have them ------------------------------------------------------ */

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

static int add_selected_names(name_holders *h, const compared_files *in, size_t file,
                              const char *sql)
{
    wgcq_rows *rows = NULL;
    int code = trace_select(&rows, in->files[file]->trace, sql, in->err);
    while (!code && (code = wgcq_rows_next(rows, in->err)) == 0)
        code = add_holder(h, in, file, wgcq_rows_text(rows, 0));
    wgcq_rows_free(rows);
    return code == WGCQ_DONE ? 0 : code;
}

/* ---- figures ------------------------------------------------------------------------------ */

static row_table *new_figures(const compared_files *in)
{
    static const char *const before[] = {"figure"};
    const char **labels = malloc((2 * in->count + 1) * sizeof *labels);
    size_t *at = calloc(in->count + 1, sizeof *at);
    strbuf more = {0};
    row_table *l = NULL;
    for (size_t i = 0; labels && at && i < in->count; i++) {
        labels[i] = in->files[i]->file;
        at[i] = more.length;
        strbuf_printf(&more, "more %s", labels[i]);
        strbuf_char(&more, '\0');
    }
    if (labels && at && !more.failed) {
        for (size_t i = 1; i < in->count; i++)
            labels[in->count + i - 1] = more.bytes + at[i];
        const cursor_names names = {before, 1, labels, 2 * in->count - 1, NULL, 0};
        l = row_table_new_named(&names);
    }
    free(labels);
    free(at);
    strbuf_free(&more);
    return l;
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

static void put_number_or_text(row_table *l, const char *value)
{
    int64_t number;
    if (small_number(&number, value))
        row_table_integer(l, number);
    else
        row_table_text(l, value);
}

/* A row: the value of each file (NULL: it has none), and the difference from the first's. */
static void put_figure(const compared_files *in, row_table *l, const char *name,
                       char *const *values)
{
    int64_t first = 0, own = 0;
    bool has_first = small_number(&first, values[0]);
    row_table_text(l, name);
    for (size_t i = 0; i < in->count; i++)
        put_number_or_text(l, values[i]);
    for (size_t i = 1; i < in->count; i++)
        if (has_first && small_number(&own, values[i]))
            row_table_integer(l, own - first);
        else
            row_table_null(l);
}

static void free_values(const compared_files *in, char **values)
{
    for (size_t i = 0; i < in->count; i++) {
        free(values[i]);
        values[i] = NULL;
    }
}

/* The first cell of a SELECT's result, malloc'd; NULL where there is none. */
static int select_text(char **out, wgcq_trace *trace, const char *sql, wgcq_error *err)
{
    wgcq_rows *row;
    int code = trace_select_row(&row, trace, err, "%s", sql);
    *out = NULL;
    if (!code && wgcq_rows_type(row, 0) != WGCQ_NULL && !(*out = strdup(wgcq_rows_text(row, 0))))
        code = error_set_memory(err);
    wgcq_rows_free(row);
    return code == WGCQ_DONE ? 0 : code;
}

/* A row for a column of the table run; or, where `cost` is not NULL, of the table best. */
static int put_selected(const compared_files *in, row_table *l, const char *figure,
                        const char *column, const char *cost, char **values)
{
    int code = 0;
    for (size_t i = 0; i < in->count && !code; i++) {
        strbuf sql = {0};
        if (cost) {
            strbuf_printf(&sql, "SELECT %s FROM best WHERE run=%" PRId64 " AND cost=", column,
                          facts_of(in, i)->run);
            column_names_text(&sql, cost);
        } else
            strbuf_printf(&sql, "SELECT %s FROM run WHERE id=%" PRId64, column,
                          facts_of(in, i)->run);
        code = sql.failed
                   ? error_set_memory(in->err)
                   : select_text(&values[i], in->files[i]->trace, strbuf_string(&sql), in->err);
        strbuf_free(&sql);
    }
    if (!code)
        put_figure(in, l, figure, values);
    free_values(in, values);
    return code;
}

/* Titles where they differ, statuses where not all are complete. */
static bool put_titles_and_statuses(const compared_files *in, row_table *l, char **values)
{
    bool same = true, complete = true, fine = true;
    for (size_t i = 0; i < in->count; i++) {
        same = same && !strcmp(facts_of(in, i)->title, facts_of(in, 0)->title);
        complete = complete && !strcmp(facts_of(in, i)->status, "complete");
    }
    for (size_t i = 0; !same && i < in->count; i++)
        fine = (values[i] = strdup(facts_of(in, i)->title)) && fine;
    if (!same)
        put_figure(in, l, "puzzle", values);
    free_values(in, values);
    for (size_t i = 0; !complete && i < in->count; i++)
        fine = (values[i] = strdup(facts_of(in, i)->status)) && fine;
    if (!complete)
        put_figure(in, l, "status", values);
    free_values(in, values);
    return fine;
}

static const char *param_of(const trace_facts *f, const char *name)
{
    for (size_t i = 0; i < f->param_count; i++)
        if (!strcmp(f->param_names[i], name))
            return f->param_values[i];
    return NULL;
}

static bool put_params(const compared_files *in, row_table *l, char **values)
{
    bool fine = true;
    for (size_t i = 0; i < in->count; i++)
        for (size_t k = 0; k < facts_of(in, i)->param_count; k++) {
            const char *name = facts_of(in, i)->param_names[k];
            bool earlier = false;
            for (size_t j = 0; j < i && !earlier; j++)
                earlier = param_of(facts_of(in, j), name) != NULL;
            strbuf figure = {0};
            strbuf_printf(&figure, "param %s", name);
            for (size_t j = 0; j < in->count && !earlier; j++) {
                const char *value = param_of(facts_of(in, j), name);
                fine = (!value || (values[j] = strdup(value))) && fine;
            }
            if (!earlier)
                put_figure(in, l, strbuf_string(&figure), values);
            fine = fine && !figure.failed;
            free_values(in, values);
            strbuf_free(&figure);
        }
    return fine;
}

static bool has_cost(const trace_facts *f, const char *name)
{
    for (unsigned i = 0; i < f->costs; i++)
        if (!strcmp(f->cost_names[i], name))
            return true;
    return false;
}

/* ---- invariants and properties ------------------------------------------------------------ */

/* Figures by names of the puzzle, in tables of the run. */
typedef struct named_figures {
    const char *kind, *table;
    bool (*has)(const wgcq_trace *trace);
    const char *figure;     /* its name, of a name and a column */
    const char *columns[4]; /* ended by NULL */
} named_figures;

static const named_figures invariants = {
    "invariant", "invariant", trace_has_invariants, "violated %s: %s", {"states", "length"}};
static const named_figures properties = {
    "property", "property", trace_has_properties, "property %s: %s", {"holds", "stem", "cycle"}};

/* The names of all files; an old one has none. */
static int add_names(name_holders *h, const compared_files *in, const named_figures *of)
{
    char sql[80];
    int code = 0;
    for (size_t i = 0; i < in->count && !code; i++) {
        if (!of->has(in->files[i]->trace))
            continue;
        snprintf(sql, sizeof sql, "SELECT name FROM %s_%" PRId64 " ORDER BY id", of->table,
                 facts_of(in, i)->run);
        code = add_selected_names(h, in, i, sql);
    }
    return code;
}

/* A column of the table of each file that has this name. */
static int put_named(const compared_files *in, row_table *l, const name_holders *h,
                     const named_figures *of, uint32_t name, const char *column, char **values)
{
    int code = 0;
    strbuf figure = {0};
    strbuf_printf(&figure, of->figure, h->names.texts[name], column);
    for (size_t i = 0; i < in->count && !code; i++) {
        strbuf sql = {0};
        if (!h->has[name * in->count + i])
            continue;
        strbuf_printf(&sql, "SELECT %s FROM %s_%" PRId64 " WHERE name=", column, of->table,
                      facts_of(in, i)->run);
        column_names_text(&sql, h->names.texts[name]);
        code = sql.failed
                   ? error_set_memory(in->err)
                   : select_text(&values[i], in->files[i]->trace, strbuf_string(&sql), in->err);
        strbuf_free(&sql);
    }
    if (!code && figure.failed)
        code = error_set_memory(in->err);
    if (!code)
        put_figure(in, l, strbuf_string(&figure), values);
    free_values(in, values);
    strbuf_free(&figure);
    return code;
}

static int put_named_figures(const compared_files *in, row_table *l, const named_figures *of,
                             char **values)
{
    name_holders h = {.names = lookup_of_texts()};
    int code = add_names(&h, in, of);
    for (uint32_t n = 1; n <= h.names.count && !code; n++)
        for (size_t i = 0; of->columns[i] && !code; i++)
            code = put_named(in, l, &h, of, n, of->columns[i], values);
    lookup_free(&h.names);
    free(h.has);
    return code;
}

static int put_costs(const compared_files *in, row_table *l, char **values)
{
    int code = 0;
    for (size_t i = 0; i < in->count; i++)
        for (unsigned k = 0; k < facts_of(in, i)->costs && !code; k++) {
            const char *name = facts_of(in, i)->cost_names[k];
            bool earlier = false;
            for (size_t j = 0; j < i && !earlier; j++)
                earlier = has_cost(facts_of(in, j), name);
            if (earlier)
                continue;
            strbuf figure = {0};
            strbuf_printf(&figure, "cheapest %s", name);
            code = put_selected(in, l, strbuf_string(&figure), "least", name, values);
            strbuf_put(&figure, " count");
            if (!code)
                code = put_selected(in, l, strbuf_string(&figure), "count", name, values);
            if (!code && figure.failed)
                code = error_set_memory(in->err);
            strbuf_free(&figure);
        }
    return code;
}

row_table *compare_files_figures(const wgcq_compare_side *chosen, size_t count, int *code,
                                 wgcq_error *err)
{
    static const char *const columns[] = {"states",          "edges",         "rejections",
                                          "depth",           "goals",         "dead_ends",
                                          "shortest_length", "shortest_count"};
    compared_files in;
    *code = open_files(&in, chosen, count, err);
    char **values = calloc(count + 1, sizeof *values);
    row_table *l = *code || !values ? NULL : new_figures(&in);
    if (!*code && (!l || !put_titles_and_statuses(&in, l, values) || !put_params(&in, l, values)))
        *code = error_set_memory(err);
    for (size_t i = 0; i < sizeof columns / sizeof *columns && !*code; i++)
        *code = put_selected(&in, l, columns[i], columns[i], NULL, values);
    if (!*code)
        *code = put_costs(&in, l, values);
    if (!*code)
        *code = put_named_figures(&in, l, &invariants, values);
    if (!*code)
        *code = put_named_figures(&in, l, &properties, values);
    free(values);
    free(in.files);
    return l;
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
                                 row_table *l, uint64_t *unsure)
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
        row_table_text(l, kind);
        row_table_text(l, h->names.texts[n]);
        row_table_strbuf(l, &where);
    }
    bool fine = !where.failed;
    strbuf_free(&where);
    return fine;
}

/* `sql` is a list of parts, ended by NULL, with the run's number between them. */
static int put_names_of_kind(const compared_files *in, row_table *l, const char *kind,
                             const char *const *sql, uint64_t *unsure)
{
    name_holders h = {.names = lookup_of_texts()};
    int code = 0;
    for (size_t i = 0; i < in->count && !code; i++) {
        strbuf spelled = {0};
        for (size_t k = 0; sql[k]; k++) {
            if (k)
                strbuf_int(&spelled, facts_of(in, i)->run);
            strbuf_put(&spelled, sql[k]);
        }
        code = spelled.failed ? error_set_memory(in->err)
                              : add_selected_names(&h, in, i, strbuf_string(&spelled));
        strbuf_free(&spelled);
    }
    if (!code && !put_names_not_in_all(&h, in, kind, l, unsure))
        code = error_set_memory(in->err);
    lookup_free(&h.names);
    free(h.has);
    return code;
}

static int put_names_only(const compared_files *in, row_table *l, const named_figures *of)
{
    name_holders h = {.names = lookup_of_texts()};
    int code = add_names(&h, in, of);
    if (!code && !put_names_not_in_all(&h, in, of->kind, l, NULL))
        code = error_set_memory(in->err);
    lookup_free(&h.names);
    free(h.has);
    return code;
}

static bool all_keep_edges(const compared_files *in)
{
    for (size_t i = 0; i < in->count; i++)
        if (facts_of(in, i)->keep > WGCQ_TRACE_EDGES)
            return false;
    return true;
}

static bool any_cut_short(const compared_files *in)
{
    for (size_t i = 0; i < in->count; i++)
        if (strcmp(facts_of(in, i)->status, "complete") != 0)
            return true;
    return false;
}

static void remark_unsure(const compared_files *in, row_table *l, uint64_t unsure)
{
    if (any_cut_short(in))
        strbuf_printf(row_table_remark(l),
                      "not all of the runs are complete: %s move%s left out that one of them may "
                      "not have reached",
                      WGCQ_GROUPED(unsure), unsure == 1 ? " is" : "s are");
}

row_table *compare_files_only(const wgcq_compare_side *chosen, size_t count, bool *complete,
                              int *code, wgcq_error *err)
{
    static const char *const names[] = {"kind", "name", "only in"};
    static const char *const variables[] = {/* but the places of lists */
                                            "SELECT said FROM field WHERE NOT EXISTS(SELECT 1 FROM "
                                            "json_each((SELECT value FROM meta WHERE key='lists')) "
                                            "AS e WHERE field.id>=json_extract(e.value,'$.first') "
                                            "AND field.id<json_extract(e.value,'$.first')+"
                                            "json_extract(e.value,'$.count')) ORDER BY id",
                                            NULL};
    static const char *const rules[] = {"SELECT name FROM rule ORDER BY id", NULL};
    static const char *const costs[] = {"SELECT name FROM cost ORDER BY id", NULL};
    static const char *const moves[] = {
        "SELECT text FROM move_", " WHERE id IN (SELECT move FROM edge_", ") ORDER BY id", NULL};
    compared_files in;
    uint64_t unsure = 0;
    *code = open_files(&in, chosen, count, err);
    row_table *l = *code ? NULL : row_table_new(3, names);
    if (!*code && !l)
        *code = error_set_memory(err);
    if (!*code)
        *code = put_names_of_kind(&in, l, "variable", variables, NULL);
    if (!*code && all_keep_edges(&in))
        *code = put_names_of_kind(&in, l, "move", moves, &unsure);
    else if (!*code)
        strbuf_put(row_table_remark(l), "moves are not compared: not all of the files keep them");
    if (!*code && all_keep_edges(&in))
        remark_unsure(&in, l, unsure);
    *complete = !*code && !any_cut_short(&in);
    if (!*code)
        *code = put_names_of_kind(&in, l, "rule", rules, NULL);
    if (!*code)
        *code = put_names_of_kind(&in, l, "cost", costs, NULL);
    if (!*code)
        *code = put_names_only(&in, l, &invariants);
    if (!*code)
        *code = put_names_only(&in, l, &properties);
    free(in.files);
    return l;
}
