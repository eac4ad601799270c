/* database.c - an SQLite connection: opening, small queries, error messages. */
#include "trace/schema/database.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/strbuf.h"
#include "trace/schema/location.h"
#include "trace/schema/lock_owner.h"
#include "trace/sqlitefile/record.h"

/* ---- opening --------------------------------------------------------------------------------- */

sqlite3_file *database_file(sqlite3 *db)
{
    sqlite3_file *file = NULL;
    int code = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    return !code && file && file->pMethods ? file : NULL;
}

uint32_t database_application(sqlite3 *db)
{
    uint8_t header[100];
    sqlite3_file *file = database_file(db);
    if (!file || file->pMethods->xRead(file, header, sizeof header, 0) ||
        memcmp(header, "SQLite format 3", 16) != 0)
        return 0;
    return record_get4(header + 68);
}

/* Reading a file in WAL mode creates files beside it, and writing to it changes its mode; so it is
   rejected by its header, before SQLite reads it. */
static int check_mode(sqlite3 *db, const char *path, wgcq_error *err)
{
    uint8_t header[100];
    sqlite3_file *file = database_file(db);
    if (!file || file->pMethods->xRead(file, header, sizeof header, 0) ||
        memcmp(header, "SQLite format 3", 16) != 0 || (header[18] != 2 && header[19] != 2))
        return 0;
    if (record_get4(header + 68) != DATABASE_APPLICATION)
        return error_set(err, WGCQ_ESTORE,
                         "%s is not a trace of wgcq (it is another program's database)", path);
    return error_set(
        err, WGCQ_ESTORE,
        "%s is in SQLite's WAL mode, which wgcq never makes; PRAGMA journal_mode=DELETE "
        "in sqlite3 ends it",
        path);
}

int database_open(sqlite3 **out, const char *path, int flags, wgcq_error *err)
{
    char *real = NULL;
    *out = NULL;
    int code =
        location_find(&real, path, flags & SQLITE_OPEN_READWRITE, flags & SQLITE_OPEN_CREATE, err);
    if (code)
        return code;
    code = sqlite3_open_v2(real, out, flags | SQLITE_OPEN_NOFOLLOW, NULL);
    free(real);
    if (code)
        return database_error(err, *out, path, code);
    sqlite3_extended_result_codes(*out, 1);
    return check_mode(*out, path, err);
}

void database_defend(sqlite3 *db)
{
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
    sqlite3_exec(db, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0", NULL, NULL, NULL);
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* The operating system's message where there is one, else SQLite's. */
static const char *error_words(sqlite3 *db, int code)
{
    int number = db ? sqlite3_system_errno(db) : 0;
    if ((code & 0xff) == SQLITE_CANTOPEN && number)
        return strerror(number);
    bool last = db && sqlite3_extended_errcode(db) == code;
    return last ? sqlite3_errmsg(db) : sqlite3_errstr(code);
}

int database_error(wgcq_error *err, sqlite3 *db, const char *path, int code)
{
    switch (code & 0xff) {
    case SQLITE_NOMEM: return error_set_memory(err);
    case SQLITE_INTERRUPT: return error_set(err, WGCQ_EINTERRUPT, "interrupted");
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return lock_owner_error(path, err);
    case SQLITE_NOTADB:
        return error_set(err, WGCQ_ESTORE, "%s is not a trace of wgcq (not even an SQLite file)",
                         path);
    case SQLITE_CORRUPT:
        return error_set(err, WGCQ_ESTORE, "%s is damaged: %s", path, error_words(db, code));
    case SQLITE_IOERR:
    case SQLITE_FULL:
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM: return error_set(err, WGCQ_EFILE, "%s: %s", path, error_words(db, code));
    default: return error_set(err, WGCQ_ESTORE, "%s: %s", path, error_words(db, code));
    }
}

/* ---- small queries --------------------------------------------------------------------------- */

int database_run(sqlite3 *db, const char *path, const char *sql, wgcq_error *err)
{
    int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
    return code ? database_error(err, db, path, code) : 0;
}

int database_integer(sqlite3 *db, const char *path, const char *sql, int64_t *out, wgcq_error *err)
{
    sqlite3_stmt *query;
    int code = sqlite3_prepare_v2(db, sql, -1, &query, NULL);
    if (code)
        return database_error(err, db, path, code);
    code = sqlite3_step(query);
    *out = code == SQLITE_ROW ? sqlite3_column_int64(query, 0) : 0;
    code = sqlite3_finalize(query);
    return code ? database_error(err, db, path, code) : 0;
}

int database_pages(btree_walk_job *out, sqlite3 *db, const char *path, wgcq_error *err)
{
    int64_t size = 0, pages = 0;
    int code = database_integer(db, path, "PRAGMA page_size", &size, err);
    code = code ? code : database_integer(db, path, "PRAGMA page_count", &pages, err);
    out->file = database_file(db);
    out->path = path;
    out->page_size = (uint32_t)size;
    out->pages = (uint32_t)pages;
    return code || out->file ? code : error_set(err, WGCQ_EFILE, "%s: it cannot be read", path);
}

int database_prepare_insert(sqlite3_stmt **out, sqlite3 *db, const char *into, unsigned columns)
{
    strbuf sql = {0};
    strbuf_printf(&sql, "INSERT %s VALUES(?1", into);
    for (unsigned i = 2; i <= columns; i++)
        strbuf_printf(&sql, ",?%u", i);
    strbuf_char(&sql, ')');
    int code = sql.failed ? SQLITE_NOMEM : sqlite3_prepare_v2(db, sql.bytes, -1, out, NULL);
    strbuf_free(&sql);
    return code;
}

const char *database_column(sqlite3_stmt *query, int i)
{
    const char *found = (const char *)sqlite3_column_text(query, i);
    return found ? found : "";
}

static bool append_text(text_list *list, size_t *room, const char *string)
{
    if (!array_reserve(&list->texts, room, list->count + 1, sizeof *list->texts))
        return false;
    list->texts[list->count] = strdup(string ? string : "");
    return list->texts[list->count] && ++list->count;
}

int database_texts(sqlite3 *db, const char *path, const char *sql, size_t most, text_list *out,
                   wgcq_error *err)
{
    sqlite3_stmt *query;
    size_t room = 0;
    int wrong = 0, code = sqlite3_prepare_v2(db, sql, -1, &query, NULL);
    *out = (text_list){0};
    if (code)
        return database_error(err, db, path, code);
    while (!wrong && sqlite3_step(query) == SQLITE_ROW) {
        if (out->count == most)
            wrong = error_set(err, WGCQ_ESTORE,
                              "%s is damaged: it has too many rows about the puzzle", path);
        else if (!append_text(out, &room, (const char *)sqlite3_column_text(query, 0)))
            wrong = error_set_memory(err);
    }
    code = sqlite3_finalize(query);
    return wrong ? wrong : code ? database_error(err, db, path, code) : 0;
}

void text_list_free(text_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->texts[i]);
    free(list->texts);
    *list = (text_list){0};
}
