/* new_schema.c - the schema of a new file, put together without running its SQL. */
#include "trace/schema/new_schema.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "trace/schema/database.h"
#include "trace/schema/statement.h"
#include "trace/sqlitefile/empty_file.h"

static bool is_without_rowids(const statement *table)
{
    static const char last[] = "WITHOUT ROWID";
    const size_t length = strlen(last);
    return table->length > length && !memcmp(table->text + table->length - length, last, length);
}

/* A table or a view that the SQL creates. */
typedef struct created {
    statement by;
    const char *name;
    bool is_table;
} created;

typedef struct created_list {
    created *all;
    size_t count, room;
} created_list;

static int find_created(created_list *out, const char *sql)
{
    for (statement s; (s = statement_next(&sql)).text;) {
        const char *table = statement_creates(&s, "TABLE");
        const char *name = table ? table : statement_creates(&s, "VIEW");
        if (!name)
            continue;
        if (!array_reserve(&out->all, &out->room, out->count + 1, sizeof *out->all))
            return SQLITE_NOMEM;
        out->all[out->count++] = (created){s, name, table};
    }
    return SQLITE_OK;
}

static int make_empty_roots(sqlite3 *db, const created_list *of, int format)
{
    empty_file f = {.application = DATABASE_APPLICATION, .version = (uint32_t)format};
    int code = empty_file_open(&f);
    for (size_t i = 0; i < of->count && !code; i++)
        if (of->all[i].is_table)
            code = empty_file_add_root(&f, is_without_rowids(&of->all[i].by));
    if (code) {
        empty_file_free(&f);
        return code;
    }
    return sqlite3_deserialize(db, "main", f.bytes, f.size, f.room,
                               SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
}

static int insert_schema_row(sqlite3_stmt *insert, const created *c, int root)
{
    const int length = (int)statement_name_length(c->name);
    sqlite3_bind_text(insert, 1, c->is_table ? "table" : "view", -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 2, c->name, length, SQLITE_STATIC);
    sqlite3_bind_int(insert, 3, root);
    sqlite3_bind_text(insert, 4, c->by.text, (int)c->by.length, SQLITE_STATIC);
    sqlite3_step(insert);
    return sqlite3_reset(insert);
}

/* Roots are numbered as make_empty_roots adds them. */
static int insert_schema_rows(sqlite3 *db, const created_list *of, bool tables)
{
    sqlite3_stmt *insert = NULL;
    int code = sqlite3_prepare_v2(db, "INSERT INTO sqlite_schema VALUES(?1,?2,?2,?3,?4)", -1,
                                  &insert, NULL);
    int root = tables ? EMPTY_FILE_ROOT : 0;
    for (size_t i = 0; i < of->count && !code; i++)
        if (of->all[i].is_table == tables) {
            code = insert_schema_row(insert, &of->all[i], root);
            root += tables;
        }
    sqlite3_finalize(insert);
    return code;
}

static int run_quietly(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

static int set_writable(sqlite3 *db, int writable)
{
    return sqlite3_db_config(db, SQLITE_DBCONFIG_WRITABLE_SCHEMA, writable, NULL);
}

/* RESET has SQLite read the tables before the views are there.  Rows that are written in memory
   have been checked by the run; each CHECK with a list would make a table of it for each statement.
 */
static int create_all(sqlite3 *db, const created_list *of, int format)
{
    int code = make_empty_roots(db, of, format);
    if (!code)
        code = run_quietly(
            db, "PRAGMA journal_mode=OFF; PRAGMA ignore_check_constraints=ON; BEGIN IMMEDIATE");
    code = code ? code : set_writable(db, true);
    code = code ? code : insert_schema_rows(db, of, true);
    code = code ? code : run_quietly(db, "PRAGMA writable_schema=RESET");
    code = code ? code : set_writable(db, true);
    code = code ? code : insert_schema_rows(db, of, false);
    return code ? code : set_writable(db, false);
}

int new_schema_create(sqlite3 *db, const char *sql, int format)
{
    created_list of = {0};
    int code = find_created(&of, sql);
    code = code ? code : create_all(db, &of, format);
    free(of.all);
    return code;
}
