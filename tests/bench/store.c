/*
 * store.c - how fast rows get into a file: by a bound INSERT, and by pages; the same table of four
 * numbers, the same rows, in turn.
 *
 * usage: store [ROWS [TIMES]]; prints the ratios of the medians first.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "trace/sqlitefile/btree_append.h"
#include "trace/sqlitefile/record.h"

enum { COLUMNS = 4, TIMES_MOST = 99 };
enum way { BOUND, PAGES, WAYS };
static const char *const ways[WAYS] = {"bound INSERT", "pages"};
static char path[] = "store.XXXXXX";

static void must(int code)
{
    if (!code)
        return;
    fprintf(stderr, "store: %s\n", sqlite3_errstr(code));
    exit(1);
}

static void row(int64_t i, int64_t *out)
{
    out[0] = (int64_t)((uint64_t)i * 0x9E3779B97F4A7C15u >> 24);
    out[1] = i / 100000;
    out[2] = i / 3;
    out[3] = i % 9;
}

static void run(sqlite3 *db, const char *sql)
{
    must(sqlite3_exec(db, sql, NULL, NULL, NULL));
}

static void by_bound(sqlite3 *db, int64_t rows)
{
    sqlite3_stmt *insert;
    int64_t values[COLUMNS];
    must(sqlite3_prepare_v2(db, "INSERT INTO t VALUES(?1,?2,?3,?4,?5)", -1, &insert, NULL));
    run(db, "BEGIN");
    for (int64_t i = 1; i <= rows; i++) {
        row(i, values);
        sqlite3_bind_int64(insert, 1, i);
        for (int k = 0; k < COLUMNS; k++)
            sqlite3_bind_int64(insert, k + 2, values[k]);
        sqlite3_step(insert);
        must(sqlite3_reset(insert));
    }
    sqlite3_finalize(insert);
    run(db, "COMMIT");
}

static void by_pages(sqlite3 *db, int64_t rows)
{
    pager file;
    btree *t;
    bool fit;
    uint8_t record[128];
    int64_t values[COLUMNS];
    run(db, "BEGIN IMMEDIATE");
    must(pager_open(&file, db, &fit) || !fit);
    must(btree_open(&t, &file, 2)); /* the only table's root */
    for (int64_t i = 1; i <= rows; i++) {
        row(i, values);
        record_row cells = {true, values, COLUMNS, COLUMNS, NULL, 0};
        must(btree_append(t, i, record, record_encode(record, &cells)));
    }
    must(pager_lock(&file, 0));
    must(btree_flush(t));
    must(pager_commit(&file));
    must(pager_unlock(&file, 0));
    btree_free(t);
    pager_close(&file);
    run(db, "ROLLBACK");
}

static double one(enum way way, int64_t rows, int64_t *bytes)
{
    static void (*const by[WAYS])(sqlite3 *, int64_t) = {by_bound, by_pages};
    struct timespec from, to;
    struct stat file;
    sqlite3 *db;
    sqlite3_stmt *check;
    unlink(path);
    must(sqlite3_open(path, &db));
    run(db, "PRAGMA page_size=4096; PRAGMA auto_vacuum=NONE; PRAGMA cache_size=-65536;"
            "CREATE TABLE t(id INTEGER PRIMARY KEY,a INTEGER,b INTEGER,c INTEGER,d INTEGER)");
    clock_gettime(CLOCK_MONOTONIC, &from);
    by[way](db, rows);
    clock_gettime(CLOCK_MONOTONIC, &to);
    must(sqlite3_prepare_v2(db, "SELECT count(*)=?1 AND sum(c)=?2 FROM t", -1, &check, NULL));
    int64_t sum = 0;
    for (int64_t i = 1; i <= rows; i++)
        sum += i / 3;
    sqlite3_bind_int64(check, 1, rows);
    sqlite3_bind_int64(check, 2, sum);
    if (sqlite3_step(check) != SQLITE_ROW || !sqlite3_column_int(check, 0))
        must(SQLITE_CORRUPT);
    sqlite3_finalize(check);
    sqlite3_close(db);
    stat(path, &file);
    *bytes = file.st_size;
    unlink(path);
    return (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) * 1e-9;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    int64_t rows = argc > 1 ? atoll(argv[1]) : 5000000, bytes[WAYS];
    int times = argc > 2 ? atoi(argv[2]) : 3, made = mkstemp(path);
    double seconds[WAYS][TIMES_MOST], median[WAYS];
    if (made < 0 || rows < 1 || times < 1 || times > TIMES_MOST)
        return 2;
    close(made);
    for (int i = 0; i < times; i++)
        for (int way = 0; way < WAYS; way++)
            seconds[way][i] = one((enum way)way, rows, &bytes[way]);
    for (int way = 0; way < WAYS; way++) {
        qsort(seconds[way], (size_t)times, sizeof(double), by_size);
        median[way] = seconds[way][times / 2];
    }
    printf("%-16s %8s %8s %8s %12s %10s\n", "rows by", "ratio", "best s", "median s", "rows/s",
           "bytes/row");
    for (int way = 0; way < WAYS; way++)
        printf("%-16s %8.2f %8.2f %8.2f %12.0f %10.2f\n", ways[way], median[BOUND] / median[way],
               seconds[way][0], median[way], (double)rows / median[way],
               (double)bytes[way] / (double)rows);
    return 0;
}
