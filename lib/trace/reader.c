/* reader.c - a stored run, opened to be asked. */
#include "trace/reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts out of queries --------------------------------------------------------------- */

static int trouble(const wgcq_trace *t, int code, wgcq_error *err)
{
    return file_fault(err, t->db, t->path, code);
}

static char *column_copy(sqlite3_stmt *query, int column)
{
    const char *found = (const char *)sqlite3_column_text(query, column);
    return strdup(found ? found : "");
}

/* The first column of every row; *count of them, each malloc'd. */
static int column_list(wgcq_trace *t, const char *sql, const char *const **out, size_t *count,
                       wgcq_error *err)
{
    sqlite3_stmt *query;
    int code = sqlite3_prepare_v2(t->db, sql, -1, &query, NULL);
    const char **list = NULL;
    if (code)
        return trouble(t, code, err);
    *count = 0;
    while (sqlite3_step(query) == SQLITE_ROW) {
        const char **longer = realloc(list, (*count + 1) * sizeof *list);
        char *copy = longer ? column_copy(query, 0) : NULL;
        list = longer ? longer : list;
        if (!copy)
            break;
        list[(*count)++] = copy;
    }
    *out = list;
    code = sqlite3_finalize(query);
    return code ? trouble(t, code, err) : 0;
}

static int single_text(wgcq_trace *t, const char *sql, const char **out, wgcq_error *err)
{
    sqlite3_stmt *query;
    int code = sqlite3_prepare_v2(t->db, sql, -1, &query, NULL);
    if (code)
        return trouble(t, code, err);
    if (sqlite3_step(query) == SQLITE_ROW)
        *out = column_copy(query, 0);
    else
        *out = strdup("");
    code = sqlite3_finalize(query);
    return code ? trouble(t, code, err) : *out ? 0 : fault_memory(err);
}

/* ---- facts --------------------------------------------------------------------------------- */

static wgcq_keep keep_named(const char *name)
{
    for (int k = 0; wgcq_keep_name((wgcq_keep)k); k++)
        if (!strcmp(wgcq_keep_name((wgcq_keep)k), name))
            return (wgcq_keep)k;
    return WGCQ_KEEP_NONE;
}

/* "noise,moves" as cost numbers */
static bool read_minimize(trace_facts *f, const char *names)
{
    int *all = malloc((strlen(names) + 1) * sizeof *all);
    f->minimize = all;
    for (const char *at = names; all && *at;) {
        size_t length = strcspn(at, ",");
        int number = -1;
        for (unsigned i = 0; i < f->costs; i++)
            if (strlen(f->cost_names[i]) == length && !memcmp(f->cost_names[i], at, length))
                number = (int)i;
        all[f->minimize_count++] = number;
        at += length + (at[length] == ',');
    }
    return all != NULL;
}

static int read_run(wgcq_trace *t, wgcq_error *err)
{
    static const char sql[] = "SELECT id,status,\"order\",options,keep,minimize,states,edges,"
                              "has_goal FROM run ORDER BY id DESC LIMIT 1";
    trace_facts *f = &t->facts;
    sqlite3_stmt *query;
    int code = sqlite3_prepare_v2(t->db, sql, -1, &query, NULL);
    if (code)
        return trouble(t, code, err);
    if (sqlite3_step(query) == SQLITE_ROW) {
        f->run = sqlite3_column_int64(query, 0);
        f->status = column_copy(query, 1);
        f->order = column_copy(query, 2);
        f->options = column_copy(query, 3);
        char *keep = column_copy(query, 4), *by = column_copy(query, 5);
        if (keep)
            f->keep = keep_named(keep);
        if (by && !read_minimize(f, by))
            code = fault_memory(err);
        free(keep);
        free(by);
        f->states = (uint32_t)sqlite3_column_int64(query, 6);
        f->edges = (uint64_t)sqlite3_column_int64(query, 7);
        f->has_goal = sqlite3_column_int64(query, 8) != 0;
    }
    int done = sqlite3_finalize(query);
    if (!code && done)
        return trouble(t, done, err);
    if (!code && !f->run)
        return fault(err, WGCQ_ESTORE, "%s: no run is stored in this file", t->path);
    return code;
}

static int count_words(wgcq_trace *t, wgcq_error *err)
{
    char sql[120];
    int64_t words = 0;
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM pragma_table_info('state_%" PRId64
             "') WHERE name GLOB 'w[0-9]*'",
             t->facts.run);
    int code = file_integer(t->db, t->path, sql, &words, err);
    if (!code && (words < 1 || words > 64))
        return fault(err, WGCQ_ESTORE, "%s: the file is damaged: run %lld has no states table",
                     t->path, (long long)t->facts.run);
    t->facts.words = (unsigned)words;
    return code;
}

static int read_facts(wgcq_trace *t, wgcq_error *err)
{
    trace_facts *f = &t->facts;
    size_t costs = 0, values = 0;
    int code = column_list(t, "SELECT name FROM cost ORDER BY id", &f->cost_names, &costs, err);
    f->costs = (unsigned)costs;
    if (!code)
        code = read_run(t, err);
    if (!code)
        code = count_words(t, err);
    if (!code)
        code = single_text(t, "SELECT value FROM meta WHERE key='title'", &f->title, err);
    if (!code)
        code = single_text(t, "SELECT value FROM meta WHERE key='source'", &f->source, err);
    if (!code)
        code = single_text(t, "SELECT value FROM meta WHERE key='file'", &f->file, err);
    if (!code)
        code = column_list(t, "SELECT name FROM param ORDER BY rowid", &f->param_names,
                           &f->param_count, err);
    if (!code)
        code = column_list(t, "SELECT value FROM param ORDER BY rowid", &f->param_values, &values,
                           err);
    return code;
}

/* ---- opening -------------------------------------------------------------------------------- */

static void lower_limits(sqlite3 *db)
{
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 100000000);
    sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, 1000000);
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
}

int wgcq_trace_open(wgcq_trace **out, const char *path, wgcq_error *err)
{
    wgcq_trace *t = calloc(1, sizeof *t);
    bool empty = false;
    if (!t)
        return fault_memory(err);
    t->path = strdup(path);
    int code = t->path ? sqlite3_open_v2(path, &t->db, SQLITE_OPEN_READONLY, NULL) : SQLITE_NOMEM;
    if (code)
        code = trouble(t, code, err);
    if (!code) {
        sqlite3_extended_result_codes(t->db, 1);
        sqlite3_busy_timeout(t->db, 10000);
        file_defend(t->db);
        lower_limits(t->db);
        code = file_check(t->db, path, &empty, err);
    }
    if (!code && empty)
        code = fault(err, WGCQ_ESTORE, "%s: the file is empty, and no trace of wgcq", path);
    if (!code)
        code = read_facts(t, err);
    if (code)
        wgcq_trace_free(t);
    else
        *out = t;
    return code;
}

static void free_list(const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free((void *)(uintptr_t)list[i]);
    free((void *)(uintptr_t)list);
}

void wgcq_trace_free(wgcq_trace *t)
{
    if (!t)
        return;
    const trace_facts *f = &t->facts;
    const char *texts[] = {f->status, f->order, f->title, f->source, f->file, f->options};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free((void *)(uintptr_t)texts[i]);
    free_list(f->cost_names, f->costs);
    free_list(f->param_names, f->param_count);
    free_list(f->param_values, f->param_values ? f->param_count : 0);
    free((void *)(uintptr_t)f->minimize);
    sqlite3_finalize(t->move_text);
    sqlite3_finalize(t->shown);
    sqlite3_close(t->db);
    text_free(&t->line);
    free(t->path);
    free(t);
}

const trace_facts *trace_about_run(const wgcq_trace *t)
{
    return &t->facts;
}

/* ---- texts of moves and states ------------------------------------------------------------------
 */

/* Prepares a query over the run's tables once: "... %lld ..." */
static int once(wgcq_trace *t, sqlite3_stmt **query, const char *format, wgcq_error *err)
{
    if (*query)
        return 0;
    char *sql = sqlite3_mprintf(format, t->facts.run);
    int code = sql ? sqlite3_prepare_v2(t->db, sql, -1, query, NULL) : SQLITE_NOMEM;
    sqlite3_free(sql);
    return code ? trouble(t, code, err) : 0;
}

static int text_of(wgcq_trace *t, sqlite3_stmt *query, uint32_t id, text *out, wgcq_error *err)
{
    sqlite3_bind_int64(query, 1, id);
    if (sqlite3_step(query) == SQLITE_ROW) {
        const char *found = (const char *)sqlite3_column_text(query, 0);
        text_put(out, found ? found : "");
    }
    int code = sqlite3_reset(query);
    return code ? trouble(t, code, err) : out->failed ? fault_memory(err) : 0;
}

int trace_move_text(wgcq_trace *t, uint32_t move, text *out, wgcq_error *err)
{
    int code = once(t, &t->move_text, "SELECT text FROM move_%lld WHERE id=?1", err);
    return code ? code : text_of(t, t->move_text, move, out, err);
}

int trace_shown(wgcq_trace *t, uint32_t state, text *out, wgcq_error *err)
{
    int code = once(t, &t->shown, "SELECT shown FROM states_%lld WHERE id=?1", err);
    return code ? code : text_of(t, t->shown, state, out, err);
}

/* ---- the graph
 * ------------------------------------------------------------------------------------ */

enum { CHUNK = 4096 };

static int read_states(wgcq_trace *t, graph *g, wgcq_error *err)
{
    unsigned words = t->facts.words;
    uint64_t *state = malloc(words * sizeof *state);
    char *sql = sqlite3_mprintf("SELECT * FROM state_%lld ORDER BY id", t->facts.run);
    sqlite3_stmt *query = NULL;
    int code = !sql || !state ? SQLITE_NOMEM : sqlite3_prepare_v2(t->db, sql, -1, &query, NULL);
    sqlite3_free(sql);
    code = code ? trouble(t, code, err) : 0;
    while (!code && sqlite3_step(query) == SQLITE_ROW) {
        uint32_t depth = (uint32_t)sqlite3_column_int64(query, 1);
        uint8_t marks = (uint8_t)sqlite3_column_int(query, 2);
        if (sqlite3_column_int64(query, 0) != (int64_t)g->states + 1)
            code = fault(err, WGCQ_ESTORE, "%s: the file is damaged: state %u is missing", t->path,
                         g->states + 1);
        for (unsigned w = 0; w < words; w++)
            state[w] = (uint64_t)sqlite3_column_int64(query, 3 + (int)w);
        state_rows rows = {g->states + 1, 1, words, state, &marks, &depth};
        if (!code)
            code = graph_add_states(g, &rows, err);
    }
    int done = sqlite3_finalize(query);
    free(state);
    return code ? code : done ? trouble(t, done, err) : 0;
}

/* A chunk of edges on its way into the graph. */
typedef struct chunk {
    size_t count;
    uint32_t src[CHUNK], dst[CHUNK], move[CHUNK];
    int64_t *cost;
} chunk;

static int add_chunk(chunk *c, graph *g, wgcq_error *err)
{
    edge_rows rows = {c->count, g->costs, c->src, c->dst, c->move, g->costs ? c->cost : NULL};
    int code = c->count ? graph_add_edges(g, &rows, err) : 0;
    c->count = 0;
    return code;
}

static int read_edges(wgcq_trace *t, graph *g, wgcq_error *err)
{
    chunk *c = calloc(1, sizeof *c);
    unsigned costs = t->facts.costs;
    char *sql = sqlite3_mprintf("SELECT * FROM edge_%lld ORDER BY rowid", t->facts.run);
    sqlite3_stmt *query = NULL;
    if (c)
        c->cost = malloc((costs * CHUNK + 1) * sizeof *c->cost);
    int code =
        !sql || !c || !c->cost ? SQLITE_NOMEM : sqlite3_prepare_v2(t->db, sql, -1, &query, NULL);
    sqlite3_free(sql);
    code = code ? trouble(t, code, err) : 0;
    while (!code && sqlite3_step(query) == SQLITE_ROW) {
        size_t i = c->count++;
        c->src[i] = (uint32_t)sqlite3_column_int64(query, 0);
        c->dst[i] = (uint32_t)sqlite3_column_int64(query, 1);
        c->move[i] = (uint32_t)sqlite3_column_int64(query, 2);
        for (unsigned k = 0; k < costs; k++)
            c->cost[i * costs + k] = sqlite3_column_int64(query, 3 + (int)k);
        if (c->count == CHUNK)
            code = add_chunk(c, g, err);
    }
    if (!code)
        code = add_chunk(c, g, err);
    int done = sqlite3_finalize(query);
    if (c)
        free(c->cost);
    free(c);
    return code ? code : done ? trouble(t, done, err) : 0;
}

int trace_graph(graph **out, wgcq_trace *t, wgcq_error *err)
{
    if (t->facts.keep > WGCQ_KEEP_EDGES)
        return fault(err, WGCQ_EREQUEST,
                     "%s was made with --trace %s, which keeps no edges; solve again with --trace "
                     "edges or all",
                     t->path, wgcq_keep_name(t->facts.keep));
    graph *g = graph_new(t->facts.words, t->facts.costs);
    int code = g ? read_states(t, g, err) : fault_memory(err);
    if (!code)
        code = read_edges(t, g, err);
    if (!code)
        code = graph_close(g, err);
    if (code)
        graph_free(g);
    else
        *out = g;
    return code;
}
