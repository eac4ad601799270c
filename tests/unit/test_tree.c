/*
 * test_tree.c - pages made without SQLite, read by SQLite: trees of several levels, long rows,
 * every size of page, rows added to what SQLite has made.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include <stdlib.h>
#include <unistd.h>

#include "trace/cell.h"
#include "trace/row.h"
#include "trace/scan.h"
#include "trace/sorted.h"
#include "trace/tree.h"

static char path[] = "/tmp/test_tree.XXXXXX";
static sqlite3 *db;
static paging file;

static void run(const char *sql)
{
    char *error = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &error))
        fail_msg("%s: %s", sql, error);
}

static int64_t number(const char *sql)
{
    sqlite3_stmt *query;
    if (sqlite3_prepare_v2(db, sql, -1, &query, NULL))
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    assert_int_equal(sqlite3_step(query), SQLITE_ROW);
    int64_t out = sqlite3_column_int64(query, 0);
    sqlite3_finalize(query);
    return out;
}

static void whole(void)
{
    sqlite3_stmt *query;
    assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &query, NULL), 0);
    assert_int_equal(sqlite3_step(query), SQLITE_ROW);
    assert_string_equal(sqlite3_column_text(query, 0), "ok");
    sqlite3_finalize(query);
}

/* A file with the table t(a, b), of pages of that size, ready for pages of ours. */
static void make(int page_size, const char *rows)
{
    char *size = sqlite3_mprintf("PRAGMA page_size=%d; PRAGMA auto_vacuum=NONE", page_size);
    assert_int_equal(truncate(path, 0), 0);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    run(size);
    run("CREATE TABLE t(a INTEGER, b TEXT)");
    run(rows);
    sqlite3_free(size);
}

static uint32_t begin(void)
{
    bool fit;
    uint32_t root = (uint32_t)number("SELECT rootpage FROM sqlite_schema WHERE name='t'");
    run("BEGIN IMMEDIATE");
    assert_int_equal(paging_open(&file, db, &fit), SQLITE_OK);
    assert_true(fit);
    return root;
}

static void commit(tree *t)
{
    assert_int_equal(paging_lock(&file, 0), SQLITE_OK);
    assert_int_equal(tree_settle(t), SQLITE_OK);
    assert_int_equal(paging_commit(&file), SQLITE_OK);
    assert_int_equal(paging_unlock(&file, 0), SQLITE_OK);
}

static void end(void)
{
    paging_close(&file);
    run("ROLLBACK");
}

static void add(tree *t, int64_t rowid, int64_t value, size_t length)
{
    uint8_t *record = malloc(cell_room(1, length));
    char *said = malloc(length + 1);
    assert_true(record && said);
    memset(said, 'a' + (int)(rowid % 26), length);
    size_t size = cell_record(record, &(cell_row){false, &value, 1, 1, said, length});
    assert_int_equal(tree_add(t, rowid, record, size), SQLITE_OK);
    free(record);
    free(said);
}

/* Long and short rows, with commits between, of every size of page. */
static void rows_of_any_length(void **state)
{
    (void)state;
    for (int size = 512; size <= 32768; size *= 2) {
        tree *t;
        make(size, "INSERT INTO t VALUES(7, 'seven'), (8, NULL)");
        uint32_t root = begin();
        int64_t sum = 0, rows = 0;
        assert_int_equal(tree_open(&t, &file, root), SQLITE_OK);
        assert_int_equal(tree_last(t), 2);
        for (int64_t i = 3; i < 3000; i += 1 + i % 3, rows++) {
            size_t length = i % 97 ? (size_t)(i * 7 % 61) : (size_t)(i * 331 % 100000);
            add(t, i, i * i * i * 1001 - 5000, length);
            sum += (int64_t)length;
            if (i % 500 == 0)
                commit(t);
        }
        commit(t);
        tree_free(t);
        end();
        whole();
        assert_int_equal(number("SELECT count(*) FROM t"), rows + 2);
        assert_int_equal(number("SELECT sum(length(b)) FROM t WHERE rowid>2"), sum);
        assert_int_equal(
            number("SELECT count(*) FROM t WHERE rowid>2 AND (a<>rowid*rowid*rowid*1001"
                   "-5000 OR ltrim(b,char(97+rowid%26))<>'')"),
            0);
        run("INSERT INTO t SELECT a,b FROM t; DELETE FROM t WHERE a%3=1");
        whole();
        sqlite3_close(db);
    }
}

/* Integers of every width, at their ends. */
static void integers_of_every_width(void **state)
{
    (void)state;
    tree *t;
    int64_t rowid = 1;
    make(1024, "SELECT 1");
    uint32_t root = begin();
    assert_int_equal(tree_open(&t, &file, root), SQLITE_OK);
    for (int shift = 0; shift < 63; shift++)
        for (int64_t near = -2; near <= 2; near++) {
            add(t, rowid++, ((int64_t)1 << shift) + near, 1);
            add(t, rowid++, -((int64_t)1 << shift) + near, 1);
        }
    for (int shift = 9; shift < 63; shift++) /* and of rowids */
        add(t, rowid = ((int64_t)1 << shift) + 300, 0, 1);
    commit(t);
    tree_free(t);
    end();
    whole();
    assert_int_equal(number("SELECT count(*) FROM t"), 63 * 10 + 54);
    assert_int_equal(
        number("SELECT count(*) FROM t WHERE rowid<=630 AND a<>(CASE WHEN rowid%2 THEN 1 "
               "ELSE -1 END)*(1<<((rowid-1)/10))+(rowid-1)%10/2-2"),
        0);
    assert_int_equal(number("SELECT max(rowid)-(1<<62) FROM t"), 300);
    sqlite3_close(db);
}

/* Four levels of a table, behind rows of SQLite's own. */
static void deep_trees_grow_on(void **state)
{
    (void)state;
    tree *t;
    make(512, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<3000) "
              "INSERT INTO t SELECT i, printf('%.*c', i%50, 'x') FROM n; "
              "DELETE FROM t WHERE rowid%7=0 OR rowid>2950");
    int64_t before = number("SELECT count(*) FROM t");
    uint32_t root = begin();
    for (int turn = 0; turn < 3; turn++) { /* opened anew each time */
        assert_int_equal(tree_open(&t, &file, root), SQLITE_OK);
        int64_t last = tree_last(t);
        for (int64_t i = 1; i <= 40000; i++)
            add(t, last + i, i, 9);
        commit(t);
        tree_free(t);
    }
    end();
    whole();
    assert_int_equal(number("SELECT count(*) FROM t"), before + 120000);
    assert_int_equal(number("SELECT max(rowid) FROM t"), 122950);
    sqlite3_close(db);
}

/* An index over values in no order, NULLs too, as SQLite itself would make it. */
static void an_index_is_sorted(void **state)
{
    (void)state;
    for (int64_t count = 0; count < 100000; count = count * 3 + 1) {
        uint32_t *values = calloc((size_t)count + 1, sizeof *values);
        sorted_index index = {.count = (uint64_t)count};
        tree *t, *schema;
        make(1024, "SELECT 1");
        uint32_t root = begin();
        assert_int_equal(tree_open(&t, &file, root), SQLITE_OK);
        for (int64_t i = 1; i <= count; i++)
            add(t, i, i * 7919 % 1009 * (i % 4 ? 1 : 100), 3);
        commit(t);
        tree_free(t);
        scan s = {.count = (uint64_t)count, .columns = 1, .values = {values}};
        assert_int_equal(scan_table(&file, root, &s), SQLITE_OK);
        index.keys = values;
        assert_int_equal(sorted_write(&file, &index), SQLITE_OK);
        static const char sql[] = "CREATE INDEX i ON t(a)";
        const char *text = "indexit";
        uint8_t record[64] = {6, 23, 15, 15, 1, 13 + 2 * (sizeof sql - 1)}, *at = record + 6;
        memcpy(at, text, 7);
        at[7] = (uint8_t)index.root;
        record[4] = 4;
        cell_put4(at + 7, index.root);
        memcpy(at + 11, sql, sizeof sql - 1);
        assert_int_equal(tree_open(&schema, &file, 1), SQLITE_OK);
        assert_int_equal(tree_add(schema, tree_last(schema) + 1, record, 6 + 11 + sizeof sql - 1),
                         SQLITE_OK);
        file.schema = true;
        commit(schema);
        tree_free(schema);
        end();
        free(values);
        sqlite3_close(db);
        assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
        whole();
        assert_int_equal(number("SELECT count(DISTINCT a) FROM t INDEXED BY i WHERE a>=0"),
                         (int64_t)index.distinct);
        run("DELETE FROM t WHERE a%2=1; REINDEX i");
        whole();
        sqlite3_close(db);
    }
}

/* A page whose number the format forbids is left out.  (The file has a hole.) */
static void the_page_of_the_lock_is_left_out(void **state)
{
    (void)state;
    tree *t;
    make(32768, "SELECT 1");
    uint32_t root = begin(), lock = 0x40000000 / 32768 + 1;
    assert_int_equal(paging_following(&file, lock - 1), lock + 1);
    file.next = lock - 2; /* as if there were so many */
    assert_int_equal(tree_open(&t, &file, root), SQLITE_OK);
    for (int64_t i = 1; i <= 3; i++)
        add(t, i, i, 200000);
    assert_true(file.next > lock);
    assert_int_equal(paging_flush(&file), SQLITE_OK);
    uint8_t *page = malloc(32768);
    assert_int_equal(paging_get(&file, lock - 1, page), SQLITE_OK);
    assert_int_equal(cell_get4(page), lock + 1);
    assert_int_equal(paging_get(&file, lock, page), SQLITE_OK);
    assert_int_equal(cell_get4(page), 0);
    free(page);
    tree_free(t);
    assert_int_equal(paging_forget(&file), SQLITE_OK);
    end();
    whole();
    assert_int_equal(number("SELECT count(*) FROM t"), 0);
    sqlite3_close(db);
}

/* Damage is told, not followed. */
static void damaged_pages(void **state)
{
    (void)state;
    for (int64_t at = 0; at < 600; at++) {
        tree *t = NULL;
        uint32_t values[400];
        make(512, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<300) "
                  "INSERT INTO t SELECT i, 'some text' FROM n");
        uint32_t root = begin();
        uint8_t page[512];
        uint32_t hit = at % 3 ? root : root + 1 + (uint32_t)(at % 5);
        assert_int_equal(paging_get(&file, hit, page), SQLITE_OK);
        page[at * 37 % 64] = (uint8_t)(at * 101 + 13);
        assert_int_equal(file.file->pMethods->xWrite(file.file, page, 512, (hit - 1) * 512LL), 0);
        scan s = {.count = 300, .columns = 1, .values = {values}};
        int code = scan_table(&file, root, &s);
        assert_true(code == SQLITE_OK || code == SQLITE_CORRUPT);
        code = tree_open(&t, &file, root);
        if (!code)
            tree_free(t);
        row_change change = {.column = 0, .integer = 12};
        code = row_change_all(&file, root, 150, &change, 1);
        assert_true(code == SQLITE_OK || code == SQLITE_CORRUPT || code == SQLITE_TOOBIG);
        paging_forget(&file);
        end();
        sqlite3_close(db);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_any_length),
        cmocka_unit_test(integers_of_every_width),
        cmocka_unit_test(deep_trees_grow_on),
        cmocka_unit_test(an_index_is_sorted),
        cmocka_unit_test(the_page_of_the_lock_is_left_out),
        cmocka_unit_test(damaged_pages),
    };
    int made = mkstemp(path), failed;
    if (made < 0)
        return 1;
    close(made);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
