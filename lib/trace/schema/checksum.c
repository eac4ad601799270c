/* checksum.c - checksums (FNV-1a, 64 bits) of stored values that cannot be derived from others. */
#include "trace/schema/checksum.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "trace/schema/row_digest.h"
#include "trace/sqlitefile/record.h"

/* Type and length are hashed too, so that different rows never give the same bytes. */
static void hash_value(uint64_t *sum, sqlite3_stmt *query, int column)
{
    int type = sqlite3_column_type(query, column);
    double real = sqlite3_column_double(query, column);
    int64_t integer = sqlite3_column_int64(query, column);
    unsigned char kind = (unsigned char)type;
    *sum = hash_bytes(*sum, &kind, 1);
    if (type == SQLITE_INTEGER) {
        *sum = hash_bytes(*sum, &integer, sizeof integer);
    } else if (type == SQLITE_FLOAT) {
        *sum = hash_bytes(*sum, &real, sizeof real);
    } else if (type != SQLITE_NULL) {
        const void *bytes = sqlite3_column_blob(query, column); /* which allocates nothing */
        int64_t length = sqlite3_column_bytes(query, column);
        *sum = hash_bytes(*sum, &length, sizeof length);
        *sum = hash_bytes(*sum, bytes, bytes ? (size_t)length : 0);
    }
}

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
    *sum = UINT64_C(0xcbf29ce484222325);
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
    snprintf(out, CHECKSUM_ROOM, "%016" PRIx64, sum);
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

int checksum_run(sqlite3 *db, const run_layout *of, const step_digest *steps,
                 char out[CHECKSUM_ROOM])
{
    enum { OF_RUN = 5, ALL = OF_RUN + 2 };
    char of_run[OF_RUN][100];
    const char *queries[ALL] = {"SELECT * FROM run WHERE id=?1",
                                "SELECT * FROM best WHERE run=?1 ORDER BY rowid"};
    /* steps are digested in every format that has invariants */
    const char *const tables[OF_RUN] = {"move", "solution", of->invariants ? "invariant" : "step",
                                        "property", "lasso"};
    const size_t count = of->properties ? OF_RUN : OF_RUN - 2;
    assert(of->steps_shared == of->invariants);
    uint64_t sum = 0;
    step_digest stored = {0};
    for (size_t i = 0; i < count; i++) {
        snprintf(of_run[i], sizeof of_run[i],
                 "SELECT * FROM %s_%" PRId64 " WHERE ?1 ORDER BY rowid", tables[i], of->run);
        queries[ALL - OF_RUN + i] = of_run[i];
    }
    int code = hash_queries(db, queries, ALL - OF_RUN + count, of->run, &sum);
    if (!code && of->steps_shared && !steps)
        code = digest_stored_steps(&stored.rows, db, "step", of->run);
    if (!code && of->steps_shared && !steps)
        code = digest_stored_steps(&stored.pieces, db, "piece", of->run);
    stored = steps ? *steps : stored;
    if (of->steps_shared)
        sum = digest_mix(digest_mix(sum, stored.rows), stored.pieces);
    snprintf(out, CHECKSUM_ROOM, "%016" PRIx64, sum);
    return code;
}
