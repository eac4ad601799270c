/*
 * index_check.c - whether an index agrees with its table.
 *
 * An index has an entry for each row of its table: the indexed column, and what finds the row.  So
 * its entries are in strict order, as many as rows, and as a set those of the table: of both a sum
 * of hashes is taken, with a seed that no file can know.  It stands beside SQLite's integrity
 * check, which finds each row's entry, and compares what that leaves out: the other columns of an
 * entry.
 */

#include "trace/read/consistency.h"
#include "trace/read/reader.h"
#include "trace/sqlitefile/btree_walk.h"
#include "trace/sqlitefile/record.h"

enum { ENTRY_MOST = 4, COLUMNS_MOST = 8, ROWID = -1 };

typedef struct index_check {
    wgcq_trace *trace;
    int column[ENTRY_MOST];  /* of the table, for each of an entry; ROWID */
    unsigned width, columns; /* of an entry; of a row, as far as they are in entries */
    uint64_t seed;
    uint64_t rows, entries; /* how many */
    uint64_t sum_of_rows, sum_of_entries;
    int64_t last[ENTRY_MOST];
    btree_walk_root roots[2]; /* table, index */
} index_check;

static uint64_t hash_entry(const index_check *c, const int64_t *entry)
{
    uint64_t h = c->seed;
    for (unsigned i = 0; i < c->width; i++) {
        h = (h ^ (uint64_t)entry[i]) * 0x9e3779b97f4a7c15u;
        h = (h ^ h >> 32) * 0xd6e8feb86659fd93u;
        h ^= h >> 32;
    }
    return h;
}

/* NULL is less than every number, as its stand-in is. */
static bool is_behind(const index_check *c, const int64_t *entry)
{
    for (unsigned i = 0; i < c->width && c->entries; i++)
        if (entry[i] != c->last[i])
            return entry[i] > c->last[i];
    return !c->entries;
}

static bool take_row(void *self, int64_t rowid, const uint8_t *record, size_t size)
{
    index_check *c = self;
    int64_t row[COLUMNS_MOST], entry[ENTRY_MOST];
    if (!record_get_integers(row, c->columns, c->columns, record, size))
        return false;
    for (unsigned i = 0; i < c->width; i++)
        entry[i] = c->column[i] == ROWID ? rowid : row[c->column[i]];
    c->rows++;
    c->sum_of_rows += hash_entry(c, entry);
    return true;
}

static bool take_entry(void *self, int64_t rowid, const uint8_t *record, size_t size)
{
    index_check *c = self;
    int64_t entry[ENTRY_MOST];
    (void)rowid;
    if (!record_get_integers(entry, c->width, c->width, record, size) || !is_behind(c, entry))
        return false;
    for (unsigned i = 0; i < c->width; i++)
        c->last[i] = entry[i];
    c->entries++;
    c->sum_of_entries += hash_entry(c, entry);
    return true;
}

/* ---- where they are -------------------------------------------------------------------------- */

/* Which columns an entry has. */
static int read_entry_columns(index_check *c, const char *index, wgcq_error *err)
{
    sqlite3_stmt *query = NULL;
    bool fits = true;
    char *sql = sqlite3_mprintf("SELECT cid FROM pragma_index_xinfo(%Q)", index);
    int code = sql ? sqlite3_prepare_v2(c->trace->db, sql, -1, &query, NULL) : SQLITE_NOMEM;
    sqlite3_free(sql);
    while (!code && fits && sqlite3_step(query) == SQLITE_ROW) {
        int column = sqlite3_column_int(query, 0);
        fits = c->width < ENTRY_MOST && column < COLUMNS_MOST;
        if (fits)
            c->column[c->width++] = column;
        if (fits && column >= (int)c->columns)
            c->columns = (unsigned)column + 1;
    }
    int done = sqlite3_finalize(query);
    code = code ? code : done;
    if (code)
        return reader_error(c->trace, code, err);
    return fits && c->width ? 0
                            : error_set(err, WGCQ_ESTORE, "%s is damaged: the index %s is missing",
                                        c->trace->path, index);
}

static int find_trees(index_check *c, const char *table, const char *index, wgcq_error *err)
{
    static const char sql[] = "SELECT type='index',rootpage,sql LIKE '%WITHOUT ROWID' FROM"
                              " sqlite_schema WHERE name IN (?1,?2) AND rootpage>0";
    sqlite3_stmt *query = NULL;
    int code = sqlite3_prepare_v2(c->trace->db, sql, -1, &query, NULL);
    if (code)
        return reader_error(c->trace, code, err);
    sqlite3_bind_text(query, 1, table, -1, SQLITE_STATIC);
    sqlite3_bind_text(query, 2, index, -1, SQLITE_STATIC);
    while (sqlite3_step(query) == SQLITE_ROW) {
        bool entries = sqlite3_column_int(query, 0), keys = entries || sqlite3_column_int(query, 2);
        int64_t page = sqlite3_column_int64(query, 1);
        c->roots[entries] =
            (btree_walk_root){page > UINT32_MAX ? 0 : (uint32_t)page, keys, entries ? index : table,
                              entries ? take_entry : take_row, c};
    }
    code = sqlite3_finalize(query);
    return code ? reader_error(c->trace, code, err) : 0;
}

static int read_trees(index_check *c, wgcq_error *err)
{
    wgcq_trace *t = c->trace;
    btree_walk_job job = {
        .roots = c->roots, .root_count = 2, .stopped = trace_sql_stops, .self = t};
    int code = database_pages(&job, t->db, t->path, err);
    return code ? code : btree_walk_trees(&job, err);
}

int trace_check_index(bool *agrees, wgcq_trace *t, const char *table, const char *index,
                      wgcq_error *err)
{
    index_check c = {.trace = t};
    wgcq_error own = {0};
    sqlite3_randomness(sizeof c.seed, &c.seed);
    bool alone = sqlite3_get_autocommit(t->db);
    int code = alone ? database_run(t->db, t->path, "BEGIN", err) : 0;
    if (code)
        return code;
    code = read_entry_columns(&c, index, &own);
    code = code ? code : find_trees(&c, table, index, &own);
    code = code ? code : read_trees(&c, &own);
    if (alone)
        sqlite3_exec(t->db, code ? "ROLLBACK" : "COMMIT", NULL, NULL, NULL);
    *agrees = !code && c.rows == c.entries && c.sum_of_rows == c.sum_of_entries;
    return code && code != WGCQ_ESTORE ? error_set(err, own.code, "%s", own.text) : 0;
}
