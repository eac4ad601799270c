/* row_scan.c - all rows of one table out of its pages. */
#include "trace/read/row_scan.h"

#include <assert.h>
#include <stdlib.h>

#include "trace/read/reader.h"
#include "trace/sqlitefile/btree_walk.h"
#include "trace/sqlitefile/record.h"

/* How a table's rows are stored. */
typedef struct stored_rows {
    const char *name;
    bool keyed; /* the first column is the rowid, NULL in the record and not among the values */
    unsigned columns;  /* behind it, before words or costs */
    unsigned nullable; /* of all columns the first so many may be NULL */
} stored_rows;

static const stored_rows tables[] = {[TRACE_STATE_ROWS] = {"state", true, 2, 1},
                                     [TRACE_EDGE_ROWS] = {"edge", false, 3, 0},
                                     [TRACE_REJECTION_ROWS] = {"rejection", false, 3, 0},
                                     [TRACE_DISTANCE_ROWS] = {"distance", true, 2, 3}};

typedef struct running_scan {
    const row_scan *of;
    stored_rows rows;
    unsigned columns;
    bool keyed_edges; /* stored as src, move, dst */
    int64_t *values;
    int code; /* of the row that ended it */
    wgcq_error *err;
} running_scan;

/* ---- rows ------------------------------------------------------------------------------------ */

static bool give_row(void *self, int64_t rowid, const uint8_t *record, size_t size)
{
    running_scan *r = self;
    unsigned keyed = r->rows.keyed;
    if (!record_get_integers(r->values, keyed + r->columns, r->rows.nullable, record, size) ||
        (keyed && r->values[0] != RECORD_NULL))
        return false;
    if (r->keyed_edges) {
        int64_t move = r->values[1];
        r->values[1] = r->values[2];
        r->values[2] = move;
    }
    r->code = r->of->row(r->of->self, rowid, r->values + keyed, r->err);
    return !r->code;
}

/* ---- the tree -------------------------------------------------------------------------------- */

/* *page: 0 where there is no such table. */
static int find_root(const row_scan *scan, int64_t *page, bool *clustered, wgcq_error *err)
{
    sqlite3_stmt *query = NULL;
    char *sql = sqlite3_mprintf("SELECT rootpage,sql LIKE '%%WITHOUT ROWID' FROM sqlite_schema"
                                " WHERE type='table' AND name='%q_%lld'",
                                tables[scan->table].name, (long long)scan->run);
    int code = sql ? sqlite3_prepare_v2(scan->db, sql, -1, &query, NULL) : SQLITE_NOMEM;
    sqlite3_free(sql);
    *page = 0;
    if (!code && sqlite3_step(query) == SQLITE_ROW) {
        *page = sqlite3_column_int64(query, 0);
        *clustered = sqlite3_column_int(query, 1);
    }
    int done = sqlite3_finalize(query);
    code = code ? code : done;
    return code ? database_error(err, scan->db, scan->path, code) : 0;
}

static int scan_tree(running_scan *r, uint32_t page, bool clustered)
{
    const row_scan *scan = r->of;
    const btree_walk_root root = {page, clustered, r->rows.name, give_row, r};
    btree_walk_job job = {
        .roots = &root, .root_count = 1, .stopped = scan->stopped, .self = scan->stopped_self};
    int code = database_pages(&job, scan->db, scan->path, r->err);
    return code ? code : btree_walk_trees(&job, r->err);
}

int row_scan_run(const row_scan *scan, wgcq_error *err)
{
    assert(!sqlite3_get_autocommit(scan->db));
    wgcq_error own = {0};
    running_scan r = {.of = scan, .rows = tables[scan->table], .err = &own};
    unsigned wide = scan->table == TRACE_STATE_ROWS  ? scan->words + scan->finals
                    : scan->table == TRACE_EDGE_ROWS ? scan->costs
                                                     : 0;
    r.columns = r.rows.columns + wide;
    int64_t page = 0;
    bool clustered = false;
    int code = find_root(scan, &page, &clustered, &own);
    if (!code && (page < 1 || page > UINT32_MAX))
        code = error_set(&own, WGCQ_ESTORE, "%s is damaged: a table is missing", scan->path);
    if (!code && !(r.values = malloc((r.columns + (size_t)2) * sizeof *r.values)))
        code = error_set_memory(&own);
    r.keyed_edges = clustered && scan->table == TRACE_EDGE_ROWS;
    code = code ? code : scan_tree(&r, (uint32_t)page, clustered);
    free(r.values);
    return code ? error_set(err, r.code ? r.code : code, "%s", own.text) : 0;
}

int trace_scan(wgcq_trace *t, trace_table table, trace_row row, void *self, wgcq_error *err)
{
    const row_scan scan = {.db = t->db,
                           .path = t->path,
                           .run = t->facts.run,
                           .words = t->facts.words,
                           .costs = t->facts.costs,
                           .finals = t->facts.finals,
                           .table = table,
                           .row = row,
                           .self = self,
                           .stopped = trace_sql_stops,
                           .stopped_self = t};
    bool alone = sqlite3_get_autocommit(t->db); /* else within a transaction already */
    int code = alone ? database_run(t->db, t->path, "BEGIN", err) : 0;
    code = code ? code : row_scan_run(&scan, err);
    if (alone)
        sqlite3_exec(t->db, code ? "ROLLBACK" : "COMMIT", NULL, NULL, NULL);
    return code;
}
