/* tree_file.c - the SQLite file of a journey's tree. */
#include "journey/trace/tree_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "trace/schema/database.h"
#include "trace/schema/journal_check.h"
#include "trace/schema/tree_schema.h"
#include "trace/sqlitefile/btree_append.h"

enum { TREE_PATIENCE = 120000 }; /* milliseconds to wait for readers */

static const char *const table_names[TREE_TABLES] = {"name",   "node", "guard",
                                                     "result", "move", "saved"};

struct tree_file {
    sqlite3 *db;
    char *path;
    bool created; /* by this process, and not complete: it is removed */
    bool piped;   /* `pages` is open */
    pager pages;
    btree *trees[TREE_TABLES];
    sqlite3_stmt *lock_holder; /* an unfinished SELECT keeps the shared lock after a commit */
    uint8_t *record;
    size_t record_room;
};

static int tree_error(tree_file *f, int code, wgcq_error *err)
{
    return database_error(err, f->db, f->path, code);
}

sqlite3 *tree_file_connection(const tree_file *f)
{
    return f->db;
}

const char *tree_file_path(const tree_file *f)
{
    return f->path;
}

/* ---- a new file ------------------------------------------------------------------------------ */

static int write_origin(tree_file *f, const tree_about *about, wgcq_error *err)
{
    static const char sql[] = "INSERT INTO origin VALUES(1,?1,?2,?3,"
                              "strftime('%Y-%m-%dT%H:%M:%SZ','now'))";
    sqlite3_stmt *insert = NULL;
    int code = sqlite3_prepare_v2(f->db, sql, -1, &insert, NULL);
    if (!code) {
        sqlite3_bind_text(insert, 1, about->name, -1, SQLITE_STATIC);
        sqlite3_bind_int64(insert, 2, (int64_t)about->size);
        sqlite3_bind_blob64(insert, 3, about->size ? about->state : "", about->size, SQLITE_STATIC);
        sqlite3_step(insert);
        code = sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    return code ? tree_error(f, code, err) : 0;
}

static int write_tree_schema(tree_file *f, const tree_about *about, wgcq_error *err)
{
    int code = tree_schema_create(f->db, f->path, err);
    return code ? code : write_origin(f, about, err);
}

/* ---- a file that is there -------------------------------------------------------------------- */

static int refuse_tree(const tree_file *f, const char *why, wgcq_error *err)
{
    return error_set(err, WGCQ_ESTORE, "%s %s; trace to another file", f->path, why);
}

/* Whether the tree is of this function, as far as can be told. */
static int compare_origin(tree_file *f, const tree_about *about, wgcq_error *err)
{
    static const char sql[] =
        "SELECT name IS ?1 AND state_size=?2 AND state IS ?3 FROM origin WHERE id=1";
    sqlite3_stmt *query = NULL;
    int code = sqlite3_prepare_v2(f->db, sql, -1, &query, NULL);
    bool same = false;
    if (!code) {
        sqlite3_bind_text(query, 1, about->name, -1, SQLITE_STATIC);
        sqlite3_bind_int64(query, 2, (int64_t)about->size);
        sqlite3_bind_blob64(query, 3, about->size ? about->state : "", about->size, SQLITE_STATIC);
        same = sqlite3_step(query) == SQLITE_ROW && sqlite3_column_int(query, 0);
        code = sqlite3_reset(query);
    }
    sqlite3_finalize(query);
    if (code)
        return tree_error(f, code, err);
    return same ? 0 : refuse_tree(f, "holds the tree of another journey", err);
}

/* Whether nothing, or a tree, is left once the journal that a kill left is rolled back. */
static bool is_tree_rolled_back(sqlite3 *db)
{
    rolled_back_file view = {.file = -1};
    sqlite3_file *file = database_file(db);
    if (!file || file->pMethods->xLock(file, SQLITE_LOCK_SHARED))
        return false;
    bool ours =
        !rolled_back_open(&view, sqlite3_db_filename(db, "main")) &&
        (view.size == 0 || (view.size >= 100 && record_get4(view.bytes + 68) == DATABASE_JOURNEY));
    file->pMethods->xUnlock(file, SQLITE_LOCK_NONE);
    rolled_back_free(&view);
    return ours;
}

/* A kill before the first commit leaves an empty file, or one that will be when it is rolled back.
 */
static bool is_without_commit(sqlite3 *db, const char *path)
{
    int64_t pages = 1;
    database_defend(db);
    int code = sqlite3_exec(db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
    if (code == SQLITE_READONLY_ROLLBACK)
        return is_tree_rolled_back(db);
    return !code && !database_integer(db, path, "PRAGMA page_count", &pages, NULL) && pages == 0;
}

/* Changes nothing, and leaves no lock.  A journal that a kill left is rolled back later. */
static int admit_tree(tree_file *f, wgcq_error *err)
{
    wgcq_error own = {0};
    int code = database_open(&f->db, f->path, SQLITE_OPEN_READONLY, &own);
    bool ours = !code && (database_application(f->db) == DATABASE_JOURNEY ||
                          is_without_commit(f->db, f->path));
    sqlite3_close(f->db);
    f->db = NULL;
    if (code)
        return error_set(err, own.code, "%s", own.text);
    return ours ? 0 : refuse_tree(f, "exists, and is no tree of a journey", err);
}

/* ---- opening --------------------------------------------------------------------------------- */

/* *found becomes false where the file is empty: SQLite has rolled back what was not committed. */
static int begin_writing(tree_file *f, bool *found, const tree_about *about, wgcq_error *err)
{
    int64_t tables = 0;
    sqlite3_busy_timeout(f->db, 10000);
    database_defend(f->db);
    int code = database_run(f->db, f->path,
                            *found ? "PRAGMA journal_mode=DELETE" : "PRAGMA page_size=4096", err);
    if (!code)
        code = database_run(f->db, f->path, "PRAGMA synchronous=EXTRA; BEGIN IMMEDIATE", err);
    if (!code && *found)
        code = database_integer(f->db, f->path, "SELECT count(*) FROM sqlite_schema", &tables, err);
    if (code)
        return code;
    *found = tables > 0;
    if (!*found)
        return write_tree_schema(f, about, err);
    bool indexed = false;
    code = tree_schema_check(f->db, f->path, &indexed, err);
    if (!code && indexed)
        code = error_set(err, WGCQ_ESTORE, "%s has an index, which would not grow with it: drop it",
                         f->path);
    return code ? code : compare_origin(f, about, err);
}

int tree_file_open(tree_file **out, const char *path, const tree_about *about, bool *found,
                   wgcq_error *err)
{
    tree_file *f = calloc(1, sizeof *f);
    if (!f || !(f->path = strdup(path))) {
        free(f);
        return error_set_memory(err);
    }
    *found = access(path, F_OK) == 0;
    int code = *found ? admit_tree(f, err) : 0;
    if (!code)
        code = database_open(&f->db, path,
                             SQLITE_OPEN_READWRITE | (*found ? 0 : SQLITE_OPEN_CREATE), err);
    f->created = !code && !*found;
    code = code ? code : begin_writing(f, found, about, err);
    if (code)
        tree_file_close(f);
    else
        *out = f;
    return code;
}

static int hold_shared_lock(tree_file *f)
{
    int code = sqlite3_prepare_v2(f->db, "SELECT 1 FROM origin UNION ALL SELECT 2", -1,
                                  &f->lock_holder, NULL);
    if (code)
        return code;
    code = sqlite3_step(f->lock_holder);
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

static int open_tables(tree_file *f, wgcq_error *err)
{
    bool fit = false;
    int code = pager_open(&f->pages, f->db, &fit);
    f->piped = true;
    if (code)
        return tree_error(f, code, err);
    if (!fit)
        return error_set(err, WGCQ_EFILE, "%s: its file system cannot hold a tree", f->path);
    for (int i = 0; i < TREE_TABLES; i++) {
        char sql[80];
        int64_t root;
        snprintf(sql, sizeof sql, "SELECT rootpage FROM sqlite_schema WHERE name='%s'",
                 table_names[i]);
        code = database_integer(f->db, f->path, sql, &root, err);
        if (code)
            return code;
        code = btree_open(&f->trees[i], &f->pages, (uint32_t)root);
        if (code)
            return tree_error(f, code, err);
    }
    return 0;
}

int tree_file_start(tree_file *f, wgcq_error *err)
{
    int code = hold_shared_lock(f);
    if (code)
        return tree_error(f, code, err);
    code = database_run(f->db, f->path, "COMMIT", err);
    if (code)
        return code;
    f->created = false;
    code = database_run(f->db, f->path, "BEGIN IMMEDIATE", err);
    code = code ? code : open_tables(f, err);
    if (!code)
        pager_write_behind(&f->pages);
    return code;
}

/* ---- rows ------------------------------------------------------------------------------------ */

int tree_file_add(tree_file *f, tree_table table, const record_row *row, wgcq_error *err)
{
    btree *to = f->trees[table];
    if (!array_reserve(&f->record, &f->record_room, record_room(row->count, row->length), 1))
        return error_set_memory(err);
    size_t size = record_encode(f->record, row);
    int code = btree_append(to, btree_last_rowid(to) + 1, f->record, size);
    return code ? tree_error(f, code, err) : 0;
}

int tree_file_add_rows(tree_file *f, tree_table table, const record_rows *rows, wgcq_error *err)
{
    btree *to = f->trees[table];
    int code = btree_append_rows(to, btree_last_rowid(to) + 1, rows);
    return code ? tree_error(f, code, err) : 0;
}

int64_t tree_file_last(const tree_file *f, tree_table table)
{
    return btree_last_rowid(f->trees[table]);
}

int tree_file_commit(tree_file *f, wgcq_error *err)
{
    int code = pager_lock(&f->pages, TREE_PATIENCE);
    for (int i = 0; i < TREE_TABLES && !code; i++)
        code = btree_flush(f->trees[i]);
    code = code ? code : pager_commit(&f->pages);
    code = code ? code : pager_unlock(&f->pages, TREE_PATIENCE);
    return code ? tree_error(f, code, err) : 0;
}

void tree_file_close(tree_file *f)
{
    if (!f)
        return;
    if (f->piped)
        pager_discard(&f->pages);
    if (f->created && f->db) { /* while no other process can have written to it */
        const char *name = sqlite3_db_filename(f->db, "main");
        unlink(name);
        unlink(sqlite3_filename_journal(name));
    }
    sqlite3_finalize(f->lock_holder);
    for (int i = 0; i < TREE_TABLES; i++)
        btree_free(f->trees[i]);
    if (f->piped)
        pager_close(&f->pages);
    if (f->db && !sqlite3_get_autocommit(f->db))
        sqlite3_exec(f->db, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_close(f->db);
    free(f->record);
    free(f->path);
    free(f);
}
