/*
 * consistency.c - checks of a file for `verify`: the description of the puzzle, seals, stray rows.
 */
#include "trace/read/consistency.h"

#include <string.h>

#include "trace/read/intact.h"
#include "trace/read/reader.h"
#include "trace/schema/checksum.h"
#include "trace/schema/views.h"

extern const char trace_sql[];

static void report_line(const trace_report *to, strbuf *line)
{
    to->differs(to->self, strbuf_string(line));
    strbuf_clear(line);
}

/* ---- the description of the puzzle ----------------------------------------------------------- */

/* Without version, file and seal, which the puzzle does not determine. */
static const char *const tables[][2] = {
    {"meta",
     "SELECT key,value FROM meta WHERE key NOT IN ('version','file','seal') ORDER BY rowid"},
    {"param", "SELECT * FROM param ORDER BY rowid"},
    {"field", "SELECT * FROM field ORDER BY rowid"},
    {"value", "SELECT * FROM value ORDER BY rowid"},
    {"rule", "SELECT * FROM rule ORDER BY rowid"},
    {"cost", "SELECT * FROM cost ORDER BY rowid"},
};
enum { TABLES = sizeof tables / sizeof *tables };

static bool same_column_text(sqlite3_stmt *a, sqlite3_stmt *b, int column)
{
    const char *x = (const char *)sqlite3_column_text(a, column);
    const char *y = (const char *)sqlite3_column_text(b, column);
    return sqlite3_column_type(a, column) == sqlite3_column_type(b, column) && !x == !y &&
           (!x || !strcmp(x, y));
}

/* Whether the columns of the present row were read: what was not is NULL. */
static bool was_read(sqlite3_stmt *query)
{
    return sqlite3_errcode(sqlite3_db_handle(query)) != SQLITE_NOMEM;
}

static void put_column(strbuf *line, sqlite3_stmt *query, int column)
{
    const char *text = (const char *)sqlite3_column_text(query, column);
    if (text)
        strbuf_printf(line, "'%.100s'", text);
    else
        strbuf_put(line, "null");
}

/* Reports the first column that differs. */
static void compare_row(trace_report *to, const char *table, sqlite3_stmt *stored,
                        sqlite3_stmt *due)
{
    strbuf line = {0};
    for (int i = 0; i < sqlite3_column_count(due); i++) {
        if (same_column_text(stored, due, i))
            continue;
        if (!was_read(stored) || !was_read(due)) /* and its end says so */
            break;
        strbuf_printf(&line, "%s.%s: the file says ", table, sqlite3_column_name(due, i));
        put_column(&line, stored, i);
        strbuf_put(&line, ", and it should be ");
        put_column(&line, due, i);
        report_line(to, &line);
        break;
    }
    strbuf_free(&line);
}

static int compare_table(trace_report *to, wgcq_trace *t, sqlite3 *expected, size_t which,
                         wgcq_error *err)
{
    sqlite3_stmt *stored = NULL, *due = NULL;
    int code = sqlite3_prepare_v2(t->db, tables[which][1], -1, &stored, NULL);
    code = code ? code : sqlite3_prepare_v2(expected, tables[which][1], -1, &due, NULL);
    bool more = !code, one = false, other = false;
    while (more) {
        one = sqlite3_step(stored) == SQLITE_ROW;
        other = sqlite3_step(due) == SQLITE_ROW;
        more = one && other;
        to->checked += more;
        if (more)
            compare_row(to, tables[which][0], stored, due);
    }
    int done = sqlite3_finalize(stored);
    code = code ? code : done;
    if (sqlite3_finalize(due) && !code) /* in memory nothing else can fail */
        code = SQLITE_NOMEM;
    if (code) /* a row that could not be read is not missing */
        return reader_error(t, code, err);
    strbuf line = {0};
    if (one != other) {
        strbuf_printf(&line, "%s: a row is %s", tables[which][0], one ? "too many" : "missing");
        report_line(to, &line);
    }
    strbuf_free(&line);
    return 0;
}

/* *broken: whether the text that `sql` gives for the run differs from `due`. */
static int compare_text(wgcq_trace *t, const char *sql, const char *due, bool *broken,
                        wgcq_error *err)
{
    sqlite3_stmt *query = NULL;
    int code = sqlite3_prepare_v2(t->db, sql, -1, &query, NULL);
    const char *stored = NULL;
    if (!code)
        sqlite3_bind_int64(query, 1, t->facts.run);
    if (!code && sqlite3_step(query) == SQLITE_ROW)
        stored = (const char *)sqlite3_column_text(query, 0);
    *broken = !stored || strcmp(stored, due) != 0;
    int done = sqlite3_finalize(query);
    return code || done ? reader_error(t, code ? code : done, err) : 0;
}

/* A run that was interrupted has no seal. */
static int has_seal(wgcq_trace *t, bool *out, wgcq_error *err)
{
    *out = t->facts.status[0] != 'i';
    return *out ? 0
                : compare_text(t, "SELECT coalesce(seal,'') FROM run WHERE id=?1", "", out, err);
}

int trace_check_seals(trace_seals *broken, wgcq_trace *t, wgcq_error *err)
{
    char puzzle[CHECKSUM_ROOM], run[CHECKSUM_ROOM];
    bool sealed = false;
    *broken = (trace_seals){0};
    int code = checksum_puzzle(t->db, puzzle);
    code = code ? code : checksum_run(t->db, &t->layout, NULL, run);
    if (code)
        return reader_error(t, code, err);
    code = compare_text(t, "SELECT value FROM meta WHERE key='seal' AND ?1=?1", puzzle,
                        &broken->puzzle, err);
    code = code ? code : has_seal(t, &sealed, err);
    if (!code && sealed)
        code = compare_text(t, "SELECT seal FROM run WHERE id=?1", run, &broken->run, err);
    return code;
}

int trace_check_puzzle(trace_report *to, wgcq_trace *t, const wgcq_model *m, wgcq_error *err)
{
    sqlite3 *expected = NULL;
    uint64_t sum;
    const char *shown = t->puzzle.shown ? m->texts.shown_sql : NULL;
    int code = sqlite3_open(":memory:", &expected) ? error_set_memory(err) : 0;
    code = code ? code : database_run(expected, t->path, trace_sql, err);
    code = code ? code : metadata_write(expected, t->path, m, shown, &sum, err);
    for (size_t i = 0; i < TABLES && !code; i++)
        code = compare_table(to, t, expected, i, err);
    sqlite3_close(expected);
    return code;
}

int trace_check_runs(wgcq_trace *t, wgcq_error *err)
{
    int code = database_run(t->db, t->path, "BEGIN", err);
    if (code)
        return code;
    code = intact_runs(t->db, t->path, err);
    sqlite3_exec(t->db, "COMMIT", NULL, NULL, NULL);
    return code;
}

int trace_check_file(wgcq_trace *t, const wgcq_model *model, int64_t run, wgcq_error *err)
{
    const intact_job job = {
        .db = t->db, .path = t->path, .model = model, .run = run, .until = UINT32_MAX};
    digest ignored;
    int code = database_run(t->db, t->path, "BEGIN", err);
    if (code)
        return code;
    code = intact_check(&job, &ignored, err);
    sqlite3_exec(t->db, "COMMIT", NULL, NULL, NULL);
    return code;
}

/* ---- stray rows ------------------------------------------------------------------------------ */

static int report_strays(trace_report *to, wgcq_trace *t, const char *sql, const char *what,
                         wgcq_error *err)
{
    sqlite3_stmt *query = NULL;
    strbuf statement = {0}, line = {0};
    views_for_run(&statement, sql, t->facts.run);
    int code = statement.failed
                   ? SQLITE_NOMEM
                   : sqlite3_prepare_v2(t->db, strbuf_string(&statement), -1, &query, NULL);
    if (!code && sqlite3_step(query) == SQLITE_ROW && sqlite3_column_int64(query, 0)) {
        strbuf_printf(&line, "%lld %s", (long long)sqlite3_column_int64(query, 0), what);
        report_line(to, &line);
    }
    to->checked++;
    int done = sqlite3_finalize(query);
    strbuf_free(&statement);
    strbuf_free(&line);
    return code || done ? reader_error(t, code ? code : done, err) : 0;
}

/* Pieces of solutions take steps that are there, and each step is taken by one. */
static int check_pieces(trace_report *to, wgcq_trace *t, wgcq_error *err)
{
    int code = report_strays(to, t,
                             "SELECT count(*) FROM piece_# AS p WHERE steps<1 OR steps<>(SELECT "
                             "count(*) FROM step_# WHERE id BETWEEN p.first AND p.first+p.steps-1)",
                             "pieces of solutions are of steps that are not there", err);
    if (code)
        return code;
    return report_strays(
        to, t,
        "SELECT max(0,(SELECT count(*) FROM "
        "step_#)-coalesce(sum(max(0,last-max(before,first-1))),0)) FROM"
        " (SELECT first,first+steps-1 AS last,coalesce(max(first+steps-1) OVER (ORDER BY first ROWS"
        " BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),0) AS before FROM piece_#)",
        "steps are of no piece of a solution", err);
}

int trace_check_strays(trace_report *to, wgcq_trace *t, wgcq_error *err)
{
    static const struct {
        wgcq_trace_level from; /* only of runs that keep no more than this */
        const char *sql, *what;
    } strays[] = {
        {WGCQ_TRACE_ALL,
         "SELECT count(*) FROM steps_# WHERE solution NOT IN (SELECT id FROM solution_#)",
         "steps are of no solution"},
        {WGCQ_TRACE_EDGES, "SELECT count(*) FROM rejection_#",
         "rejections are there, and the run keeps none"},
        {WGCQ_TRACE_STATES, "SELECT count(*) FROM edge_#",
         "edges are there, and the run keeps none"},
        {WGCQ_TRACE_SOLUTIONS, "SELECT count(*) FROM state_#",
         "states are there, and the run keeps none"},
        {WGCQ_TRACE_SOLUTIONS, "SELECT count(*) FROM distance_#",
         "distances are there, and the run keeps none"},
    };
    int code = 0;
    for (size_t i = 0; i < sizeof strays / sizeof *strays && !code; i++)
        if (t->facts.keep >= strays[i].from)
            code = report_strays(to, t, strays[i].sql, strays[i].what, err);
    if (!code && t->layout.steps_shared)
        code = check_pieces(to, t, err);
    if (!code && t->layout.depth_searched)
        code = report_strays(
            to, t, "SELECT count(*) FROM distance_# WHERE depth IS NOT NULL",
            "rows of distance have a depth, which this order stores with the states", err);
    return code;
}
