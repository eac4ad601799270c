/* new_schema.c - the schema of a new file, put together without running its SQL. */
#include "trace/schema/new_schema.h"

#include <stdbool.h>
#include <string.h>

#include "trace/schema/database.h"
#include "trace/schema/statement.h"
#include "trace/sqlitefile/empty_file.h"

static bool is_without_rowids(const statement *table)
{
    static const char last[] = "WITHOUT ROWID";
    const size_t length = strlen(last);
    return table->length > length && !memcmp(table->text + table->length - length, last, length);
}

static int make_empty_roots(sqlite3 *db, const char *sql, int format)
{
    empty_file f = {.application = DATABASE_APPLICATION, .version = (uint32_t)format};
    int code = empty_file_open(&f);
    for (statement s; !code && (s = statement_next(&sql)).text;)
        if (statement_creates(&s, "TABLE"))
            code = empty_file_add_root(&f, is_without_rowids(&s));
    if (code) {
        empty_file_free(&f);
        return code;
    }
    return sqlite3_deserialize(db, "main", f.bytes, f.size, f.room,
                               SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
}

static int insert_schema_row(sqlite3_stmt *insert, const statement *s, const char *name, int root)
{
    const int length = (int)statement_name_length(name);
    sqlite3_bind_text(insert, 1, root ? "table" : "view", -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 2, name, length, SQLITE_STATIC);
    sqlite3_bind_int(insert, 3, root);
    sqlite3_bind_text(insert, 4, s->text, (int)s->length, SQLITE_STATIC);
    sqlite3_step(insert);
    return sqlite3_reset(insert);
}

/* Roots are numbered as make_empty adds them. */
static int insert_schema_rows(sqlite3 *db, const char *sql, const char *kind, bool with_roots)
{
    sqlite3_stmt *insert = NULL;
    int code = sqlite3_prepare_v2(db, "INSERT INTO sqlite_schema VALUES(?1,?2,?2,?3,?4)", -1,
                                  &insert, NULL);
    int root = with_roots ? EMPTY_FILE_ROOT : 0;
    for (statement s; !code && (s = statement_next(&sql)).text;) {
        const char *name = statement_creates(&s, kind);
        if (name)
            code = insert_schema_row(insert, &s, name, root);
        root += name && with_roots;
    }
    sqlite3_finalize(insert);
    return code;
}

static int run_quietly(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

/* RESET has SQLite read the tables before the views are there.  Rows that are written in memory
   have been checked by the run; each CHECK with a list would make a table of it for each statement.
 */
int new_schema_create(sqlite3 *db, const char *sql, int format)
{
    int code = make_empty_roots(db, sql, format);
    if (!code)
        code =
            run_quietly(db, "PRAGMA ignore_check_constraints=ON; PRAGMA writable_schema=ON; BEGIN");
    code = code ? code : insert_schema_rows(db, sql, "TABLE", true);
    if (!code)
        code = run_quietly(
            db, "COMMIT; PRAGMA writable_schema=RESET; PRAGMA writable_schema=ON; BEGIN");
    code = code ? code : insert_schema_rows(db, sql, "VIEW", false);
    return code ? code : run_quietly(db, "COMMIT; PRAGMA writable_schema=OFF");
}
