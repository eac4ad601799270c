/* checksum.c - checksums (FNV-1a, 64 bits) of stored values that cannot be derived from others. */
#include "trace/schema/checksum.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "trace/schema/row_digest.h"
#include "trace/sqlitefile/record.h"

enum { SUMMED_MOST = 5 }; /* tables of a run, without steps that are shared */

/* ---- values ---------------------------------------------------------------------------------- */

/* Type and length are hashed too, so that different rows never give the same bytes. */
static void hash_type(uint64_t *sum, int type)
{
    const unsigned char kind = (unsigned char)type;
    *sum = hash_bytes(*sum, &kind, 1);
}

static void hash_content(uint64_t *sum, const void *bytes, int64_t length)
{
    *sum = hash_bytes(*sum, &length, sizeof length);
    *sum = hash_bytes(*sum, bytes, bytes ? (size_t)length : 0);
}

void checksum_spell(char out[CHECKSUM_ROOM], uint64_t sum)
{
    snprintf(out, CHECKSUM_ROOM, "%016" PRIx64, sum);
}

void checksum_null(uint64_t *sum)
{
    hash_type(sum, SQLITE_NULL);
}

void checksum_integer(uint64_t *sum, int64_t value)
{
    hash_type(sum, SQLITE_INTEGER);
    *sum = hash_bytes(*sum, &value, sizeof value);
}

void checksum_text(uint64_t *sum, const char *text)
{
    hash_type(sum, text ? SQLITE_TEXT : SQLITE_NULL);
    if (text)
        hash_content(sum, text, (int64_t)strlen(text));
}

static void hash_value(uint64_t *sum, sqlite3_stmt *query, int column)
{
    const int type = sqlite3_column_type(query, column);
    if (type == SQLITE_INTEGER) {
        checksum_integer(sum, sqlite3_column_int64(query, column));
        return;
    }
    hash_type(sum, type);
    if (type == SQLITE_FLOAT) {
        const double real = sqlite3_column_double(query, column);
        *sum = hash_bytes(*sum, &real, sizeof real);
    } else if (type != SQLITE_NULL) {
        const void *bytes = sqlite3_column_blob(query, column); /* which allocates nothing */
        hash_content(sum, bytes, sqlite3_column_bytes(query, column));
    }
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* All rows of a query, with the run's number as ?1, without columns named `seal`. */
static int hash_rows(uint64_t *sum, sqlite3 *db, const char *sql, int64_t run)
{
    sqlite3_stmt *query = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &query, NULL);
    if (!code)
        sqlite3_bind_int64(query, 1, run);
    while (!code && sqlite3_step(query) == SQLITE_ROW)
        for (int i = 0; i < sqlite3_column_count(query); i++)
            if (sqlite3_stricmp(sqlite3_column_name(query, i), "seal"))
                hash_value(sum, query, i);
    int done = sqlite3_finalize(query);
    return code ? code : done;
}

static int hash_queries(sqlite3 *db, const char *const *queries, size_t count, int64_t run,
                        uint64_t *sum)
{
    int code = 0;
    *sum = HASH_FIRST;
    for (size_t i = 0; i < count && !code; i++)
        code = hash_rows(sum, db, queries[i], run);
    return code;
}

/* Whether the puzzle has no text: of a model in C the file alone has the names. */
static int find_in_c(sqlite3 *db, bool *out)
{
    sqlite3_stmt *query = NULL;
    int code =
        sqlite3_prepare_v2(db, "SELECT value='' FROM meta WHERE key='source'", -1, &query, NULL);
    *out = !code && sqlite3_step(query) == SQLITE_ROW && sqlite3_column_int(query, 0);
    int done = sqlite3_finalize(query);
    return code ? code : done;
}

int checksum_puzzle(sqlite3 *db, char out[CHECKSUM_ROOM])
{
    static const char *const all[] = {
        "SELECT key,value FROM meta WHERE key<>'seal' AND ?1=0 ORDER BY rowid",
        "SELECT name,value FROM param WHERE ?1=0 ORDER BY rowid",
        "SELECT * FROM field WHERE ?1=0 ORDER BY id",
        "SELECT * FROM value WHERE ?1=0 ORDER BY id",
        "SELECT * FROM rule WHERE ?1=0 ORDER BY id",
        "SELECT * FROM cost WHERE ?1=0 ORDER BY id"};
    enum { WITH_TEXT = 2, ALL = sizeof all / sizeof *all };
    bool in_c = false;
    uint64_t sum = 0;
    int code = find_in_c(db, &in_c);
    if (!code)
        code = hash_queries(db, all, in_c ? ALL : WITH_TEXT, 0, &sum);
    checksum_spell(out, sum);
    return code;
}

int checksum_binding(sqlite3 *db, int64_t run, uint64_t *out)
{
    static const char *const all[] = {
        "SELECT key,value FROM meta WHERE ?1 ORDER BY rowid",
        "SELECT name,value FROM param WHERE ?1 ORDER BY rowid",
        "SELECT * FROM field WHERE ?1 ORDER BY id",
        "SELECT * FROM value WHERE ?1 ORDER BY id",
        "SELECT * FROM rule WHERE ?1 ORDER BY id",
        "SELECT * FROM cost WHERE ?1 ORDER BY id",
        "SELECT id,\"order\",options,keep,minimize,has_goal,started FROM run WHERE id=?1"};
    return hash_queries(db, all, sizeof all / sizeof *all, run, out);
}

/* One row as digest_step takes it; `values` has room for all columns. */
static uint64_t digest_stored_step(uint64_t sum, sqlite3_stmt *query, int64_t *values)
{
    unsigned count = 0;
    const char *text = NULL;
    size_t length = 0;
    for (int i = 0; i < sqlite3_column_count(query); i++) {
        int type = sqlite3_column_type(query, i);
        if (type == SQLITE_TEXT) {
            text = (const char *)sqlite3_column_text(query, i);
            length = (size_t)sqlite3_column_bytes(query, i);
        } else {
            values[count++] = type == SQLITE_NULL ? RECORD_NULL : sqlite3_column_int64(query, i);
        }
    }
    return digest_step(sum, values, count, text, length);
}

static int digest_stored_steps(uint64_t *sum, sqlite3 *db, const char *table, int64_t run)
{
    sqlite3_stmt *query = NULL;
    char sql[80];
    snprintf(sql, sizeof sql, "SELECT * FROM %s_%" PRId64 " ORDER BY rowid", table, run);
    int code = sqlite3_prepare_v2(db, sql, -1, &query, NULL);
    int64_t *values = code ? NULL : malloc((size_t)sqlite3_column_count(query) * sizeof *values);
    *sum = 0;
    if (!code && !values)
        code = SQLITE_NOMEM;
    while (!code && sqlite3_step(query) == SQLITE_ROW)
        *sum = digest_stored_step(*sum, query, values);
    free(values);
    int done = sqlite3_finalize(query);
    return code ? code : done;
}

/* Names of the tables of a run of which the rows themselves are summed; how many.  Tables without
   rows add nothing. */
static size_t find_summed_tables(const char *out[SUMMED_MOST], const run_layout *of,
                                 const summed_rows *known)
{
    size_t count = 0;
    out[count++] = "move";
    out[count++] = "solution";
    if (!of->invariants) /* steps are digested in every format that has invariants */
        out[count++] = "step";
    else if (!known || known->invariants)
        out[count++] = "invariant";
    if (of->properties && (!known || known->properties)) {
        out[count++] = "property";
        out[count++] = "lasso";
    }
    return count;
}

static int hash_run_rows(uint64_t *sum, sqlite3 *db, const run_layout *of, const summed_rows *known)
{
    const char *tables[SUMMED_MOST], *queries[SUMMED_MOST + 2];
    char of_run[SUMMED_MOST][100];
    size_t count = 0;
    const size_t table_count = find_summed_tables(tables, of, known);
    queries[count++] = "SELECT * FROM run WHERE id=?1";
    if (!known || known->best)
        queries[count++] = "SELECT * FROM best WHERE run=?1 ORDER BY rowid";
    for (size_t i = 0; i < table_count; i++) {
        snprintf(of_run[i], sizeof of_run[i],
                 "SELECT * FROM %s_%" PRId64 " WHERE ?1 ORDER BY rowid", tables[i], of->run);
        queries[count++] = of_run[i];
    }
    return hash_queries(db, queries, count, of->run, sum);
}

int checksum_run(sqlite3 *db, const run_layout *of, const summed_rows *known,
                 char out[CHECKSUM_ROOM])
{
    assert(of->steps_shared == of->invariants);
    uint64_t sum = 0;
    step_digest steps = {0};
    int code = hash_run_rows(&sum, db, of, known);
    if (!code && of->steps_shared && !known)
        code = digest_stored_steps(&steps.rows, db, "step", of->run);
    if (!code && of->steps_shared && !known)
        code = digest_stored_steps(&steps.pieces, db, "piece", of->run);
    steps = known ? known->steps : steps;
    if (of->steps_shared)
        sum = digest_mix(digest_mix(sum, steps.rows), steps.pieces);
    checksum_spell(out, sum);
    return code;
}
