/*
 * test_btree_append.c - pages made without SQLite, read by SQLite: trees of several levels, long
 * rows, every size of page, rows added to what SQLite has made.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "place.h"
#include "suite.h"
#include "trace/schema/database.h"
#include "trace/sqlitefile/btree_append.h"
#include "trace/sqlitefile/index_build.h"
#include "trace/sqlitefile/keyed_index.h"
#include "trace/sqlitefile/patch_row.h"
#include "trace/sqlitefile/record.h"
#include "trace/sqlitefile/table_scan.h"
#include "trace/write/row_buffer.h"

static char path[PLACE_ROOM + 8];
static sqlite3 *db;
static pager file;

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
    assert_int_equal(pager_open(&file, db, &fit), SQLITE_OK);
    assert_true(fit);
    return root;
}

static void commit(btree *t)
{
    assert_int_equal(pager_lock(&file, 0), SQLITE_OK);
    assert_int_equal(btree_flush(t), SQLITE_OK);
    assert_int_equal(pager_commit(&file), SQLITE_OK);
    assert_int_equal(pager_unlock(&file, 0), SQLITE_OK);
}

static void end(void)
{
    pager_close(&file);
    run("ROLLBACK");
}

static void add(btree *t, int64_t rowid, int64_t value, size_t length)
{
    uint8_t *record = malloc(record_room(1, length));
    char *message = malloc(length + 1);
    assert_true(record && message);
    memset(message, 'a' + (int)(rowid % 26), length);
    size_t size = record_encode(record, &(record_row){false, &value, 1, 1, message, length});
    assert_int_equal(btree_append(t, rowid, record, size), SQLITE_OK);
    free(record);
    free(message);
}

/* Long and short rows, with commits between, of every size of page. */
static void rows_of_any_length(void **state)
{
    (void)state;
    for (int size = 512; size <= 32768; size *= 2) {
        btree *t;
        make(size, "INSERT INTO t VALUES(7, 'seven'), (8, NULL)");
        uint32_t root = begin();
        int64_t sum = 0, rows = 0;
        assert_int_equal(btree_open(&t, &file, root), SQLITE_OK);
        assert_int_equal(btree_last_rowid(t), 2);
        for (int64_t i = 3; i < 3000; i += 1 + i % 3, rows++) {
            size_t length = i % 97 ? (size_t)(i * 7 % 61) : (size_t)(i * 331 % 100000);
            add(t, i, i * i * i * 1001 - 5000, length);
            sum += (int64_t)length;
            if (i % 500 == 0)
                commit(t);
        }
        commit(t);
        btree_free(t);
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

/* Rows of a table without rowids, some with overflow pages: commits and openings between, behind
   rows that SQLite has added and dropped. */
static void rows_by_key(void **state)
{
    (void)state;
    for (int size = 512; size <= 32768; size *= 2) {
        btree *t = NULL;
        make(size, "CREATE TABLE k(a INTEGER,b INTEGER,c,d,PRIMARY KEY(a,b)) WITHOUT ROWID");
        uint32_t root = (uint32_t)number("SELECT rootpage FROM sqlite_schema WHERE name='k'");
        uint8_t *record = malloc(record_room(4, 9000));
        int64_t rows = 0;
        for (int64_t a = 0; a < 6000; a++) {
            if (a % 1000 == 0) {
                run("INSERT INTO k SELECT 6000+a,b,c,d FROM k ORDER BY a LIMIT 900");
                run("DELETE FROM k WHERE a>=6000");
                begin();
                assert_int_equal(btree_open_keys(&t, &file, root), SQLITE_OK);
            }
            for (int64_t b = -1; b < a % 3; b++, rows++) {
                int64_t values[4] = {a, b * a, a % 2, b - a * a * a};
                record_row row = {.values = values, .count = 4, .nullable = 4};
                if (a % 101 == 7) {
                    char filler[9000];
                    memset(filler, 'x', sizeof filler);
                    row.count = 3;
                    row.text = filler;
                    row.length = (size_t)(a * 331 % 9000);
                    assert_int_equal(btree_append_key(t, record, record_encode(record, &row)),
                                     SQLITE_OK);
                } else {
                    assert_int_equal(btree_append_key_few(t, &row), SQLITE_OK);
                }
            }
            if (a % 250 == 249)
                commit(t);
            if (a % 1000 == 999) {
                btree_free(t);
                end();
            }
        }
        whole();
        assert_int_equal(number("SELECT count(*) FROM k NOT INDEXED"), rows);
        assert_int_equal(number("SELECT count(*) FROM k WHERE a%101<>7 AND (c<>a%2 OR "
                                "(b<>0 AND d<>b/a-a*a*a))"),
                         0);
        assert_int_equal(number("SELECT count(*) FROM k WHERE a%101=7 AND length(d)<>a*331%9000"),
                         0);
        free(record);
        sqlite3_close(db);
    }
}

/* A number of any width, most of them at the ends of one. */
static uint32_t number_of_width(uint32_t *random)
{
    *random = *random * 1664525 + 1013904223;
    uint32_t bit = *random >> 27, near = *random >> 20 & 3;
    return *random & 1 << 19 ? (UINT32_C(1) << bit) + near - 2 : *random >> bit;
}

static uint32_t column_of[BTREE_COLUMNS][3000];

/* Rows appended by columns and one by one make two trees of the same pages. */
static void check_columns(int page_size, unsigned columns, size_t rows, size_t at_a_time)
{
    btree *t[2];
    uint8_t page[2][32768];
    make(page_size, "SELECT 1");
    begin();
    assert_int_equal(btree_new_index(&t[0], &file), SQLITE_OK);
    for (size_t i = 0; i < rows; i += at_a_time) {
        const uint32_t *const from[] = {column_of[0] + i, column_of[1] + i, column_of[2] + i};
        assert_int_equal(
            btree_append_columns(t[0], from, columns, rows - i < at_a_time ? rows - i : at_a_time),
            SQLITE_OK);
    }
    assert_int_equal(btree_flush(t[0]), SQLITE_OK);
    uint32_t middle = file.next;
    assert_int_equal(btree_new_index(&t[1], &file), SQLITE_OK);
    for (size_t i = 0; i < rows; i++) {
        int64_t values[] = {column_of[0][i], column_of[1][i], column_of[2][i]};
        record_row row = {.values = values, .count = columns, .nullable = columns};
        assert_int_equal(btree_append_key_few(t[1], &row), SQLITE_OK);
    }
    assert_int_equal(btree_flush(t[1]), SQLITE_OK);
    assert_int_equal(file.next - middle, middle - file.count - 1);
    for (uint32_t i = file.count + 1; i < middle; i++) {
        assert_int_equal(pager_get(&file, i, page[0]), SQLITE_OK);
        assert_int_equal(pager_get(&file, i + middle - file.count - 1, page[1]), SQLITE_OK);
        if (page[0][0] == 10) /* leaves; inner pages have the numbers of those below */
            assert_memory_equal(page[0], page[1], (size_t)page_size);
    }
    btree_free(t[0]);
    btree_free(t[1]);
    end();
    sqlite3_close(db);
}

static void columns_of_numbers_are_rows(void **state)
{
    (void)state;
    uint32_t random = 7;
    for (int turn = 0; turn < 10; turn++) {
        for (size_t i = 0; i < 3000; i++)
            for (unsigned k = 0; k < BTREE_COLUMNS; k++)
                column_of[k][i] = number_of_width(&random);
        for (int size = 512; size <= 32768; size *= 4)
            check_columns(size, 2 + (unsigned)turn % 2, turn < 5 ? 3000 : (size_t)turn * 70,
                          1 + random % 700);
    }
}

/* Integers of every width, at their ends. */
static void integers_of_every_width(void **state)
{
    (void)state;
    btree *t;
    int64_t rowid = 1;
    make(1024, "SELECT 1");
    uint32_t root = begin();
    assert_int_equal(btree_open(&t, &file, root), SQLITE_OK);
    for (int shift = 0; shift < 63; shift++)
        for (int64_t near = -2; near <= 2; near++) {
            add(t, rowid++, ((int64_t)1 << shift) + near, 1);
            add(t, rowid++, -((int64_t)1 << shift) + near, 1);
        }
    for (int shift = 9; shift < 63; shift++) /* and of rowids */
        add(t, rowid = ((int64_t)1 << shift) + 300, 0, 1);
    commit(t);
    btree_free(t);
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
    btree *t;
    make(512, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<3000) "
              "INSERT INTO t SELECT i, printf('%.*c', i%50, 'x') FROM n; "
              "DELETE FROM t WHERE rowid%7=0 OR rowid>2950");
    int64_t before = number("SELECT count(*) FROM t");
    uint32_t root = begin();
    for (int turn = 0; turn < 3; turn++) { /* opened anew each time */
        assert_int_equal(btree_open(&t, &file, root), SQLITE_OK);
        int64_t last = btree_last_rowid(t);
        for (int64_t i = 1; i <= 40000; i++)
            add(t, last + i, i, 9);
        commit(t);
        btree_free(t);
    }
    end();
    whole();
    assert_int_equal(number("SELECT count(*) FROM t"), before + 120000);
    assert_int_equal(number("SELECT max(rowid) FROM t"), 122950);
    sqlite3_close(db);
}

/* ---- sizes at every threshold ---------------------------------------------------------------- */

/* As the format describes it, byte by byte: seven bits each, but for a ninth. */
static size_t plain_varint(uint8_t *to, uint64_t value)
{
    uint8_t reversed[9];
    size_t size = 0, k = 0;
    if (value >> 56) {
        to[8] = (uint8_t)value;
        for (value >>= 8; k < 8; k++, value >>= 7)
            to[7 - k] = (uint8_t)(0x80 | (value & 0x7f));
        return 9;
    }
    do {
        reversed[size++] = (uint8_t)(value & 0x7f);
        value >>= 7;
    } while (value);
    for (; k < size; k++)
        to[k] = (uint8_t)(reversed[size - 1 - k] | (k + 1 < size ? 0x80 : 0));
    return size;
}

static void check_varint(uint64_t value)
{
    uint8_t got[12] = {0}, right[9];
    uint64_t back = ~value;
    size_t size = plain_varint(right, value);
    assert_ptr_equal(record_put_varint(got, value), got + size);
    assert_memory_equal(got, right, size);
    assert_int_equal(record_varint_size(value), size);
    assert_ptr_equal(record_get_varint(got, got + size, &back), got + size);
    assert_true(back == value);
    assert_null(record_get_varint(got, got + size - 1, &back));
}

static void varints_of_every_size(void **state)
{
    (void)state;
    for (unsigned bit = 0; bit < 64; bit++)
        for (uint64_t near = 0; near < 5; near++)
            check_varint((UINT64_C(1) << bit) + near - 2);
    check_varint(UINT64_MAX);
}

/* The table t of so many integers and a text, and an id before them that is the rowid. */
static void make_columns(unsigned columns, bool alias)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);
    sqlite3_str_appendall(sql, "DROP TABLE t; CREATE TABLE t(");
    if (alias)
        sqlite3_str_appendall(sql, "id INTEGER PRIMARY KEY,");
    for (unsigned i = 0; i < columns; i++)
        sqlite3_str_appendf(sql, "c%u,", i);
    sqlite3_str_appendall(sql, "b)");
    char *whole_ = sqlite3_str_finish(sql);
    make(1024, whole_);
    sqlite3_free(whole_);
}

/* Rows of as many columns as a header of one byte holds, and more; with a text behind them, and
   without the first column, which is the rowid.  SQLite must read what went in. */
static void check_width(unsigned columns, bool alias, size_t length)
{
    int64_t values[200];
    uint8_t *record = malloc(record_room(columns, length));
    char *message = malloc(length + 1), *sql;
    btree *t;
    make_columns(columns, alias);
    uint32_t root = begin();
    assert_int_equal(btree_open(&t, &file, root), SQLITE_OK);
    memset(message, 'x', length);
    for (int64_t row = 1; row <= 3; row++) {
        for (unsigned i = 0; i < columns; i++)
            values[i] = (i + row) % 5 ? ((int64_t)i * row) << (i + row) % 40 : RECORD_NULL;
        size_t size =
            record_encode(record, &(record_row){alias, values, columns, 0, message, length});
        assert_true(size <= record_room(columns, length));
        assert_int_equal(btree_append(t, row, record, size), SQLITE_OK);
    }
    commit(t);
    btree_free(t);
    end();
    whole();
    for (unsigned i = 0; i < columns; i++) {
        sql =
            sqlite3_mprintf("SELECT count(*) FROM t WHERE c%u IS NOT iif((%u+rowid)%%5, (%u*rowid)"
                            "<<((%u+rowid)%%40), NULL)",
                            i, i, i, i);
        assert_int_equal(number(sql), 0);
        sqlite3_free(sql);
    }
    sql = sqlite3_mprintf("SELECT count(*) FROM t WHERE length(b)=%lld%s", (long long)length,
                          alias ? " AND id=rowid" : "");
    assert_int_equal(number(sql), 3);
    sqlite3_free(sql);
    sqlite3_close(db);
    free(record);
    free(message);
}

static void records_of_every_width(void **state)
{
    (void)state;
    static const size_t lengths[] = {0, 57, 58, 8185, 8186, 1048569, 1048570};
    for (unsigned columns = 120; columns <= 130; columns++)
        for (unsigned i = 0; i < 6; i++)
            check_width(columns, i % 2, lengths[i / 2]);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        check_width(1 + (unsigned)i, i % 2, lengths[i]);
}

/* ---- rows at once ---------------------------------------------------------------------------- */

enum { ROWS_AT_ONCE = 3000 };
static int64_t value_of_row[ROWS_AT_ONCE * BTREE_FEW], rowid_of_row[ROWS_AT_ONCE];

static int64_t draw_value(uint32_t *random)
{
    static const int64_t ends[] = {0, 1, 2, 127, 128, -1, -128, -129, 32767, INT64_MAX};
    uint32_t kind = *random = *random * 1664525 + 1013904223;
    int64_t wide = (int64_t)((uint64_t)kind * UINT64_C(0x9e3779b97f4a7c15));
    switch (kind >> 29) {
    case 0: return RECORD_NULL;
    case 1: return ends[(kind >> 8) % (sizeof ends / sizeof *ends)];
    case 2: return wide >> (kind >> 8) % 64;
    default: return (kind >> 8) % 300;
    }
}

/* Consecutive numbers, with gaps, up to those of nine bytes. */
static void draw_rows(uint32_t *random, unsigned columns)
{
    for (size_t i = 0; i < ROWS_AT_ONCE; i++) {
        int64_t gap = draw_value(random) & 0xfff;
        rowid_of_row[i] = i ? rowid_of_row[i - 1] + 1 + (gap % 50 ? 0 : gap << i / 60) : 1;
        for (unsigned k = 0; k < columns; k++)
            value_of_row[i * columns + k] = draw_value(random);
    }
}

/* Appends them to the table t, each alone or many at once, and returns the file's bytes. */
static uint8_t *append_rows(const record_rows *like, bool at_once, uint32_t random, int page_size,
                            size_t *size)
{
    btree *t;
    unsigned columns = like->columns;
    char *sql = sqlite3_mprintf("DROP TABLE t; CREATE TABLE t(%s c0,c1,c2,c3,c4,c5)",
                                like->alias ? "id INTEGER PRIMARY KEY," : "");
    make(page_size, sql);
    uint32_t root = begin();
    assert_int_equal(btree_open(&t, &file, root), SQLITE_OK);
    for (size_t i = 0, end; i < ROWS_AT_ONCE; i = end) {
        size_t most = at_once ? 1 + (random = random * 1664525 + 1013904223) / 4096 % 200 : 1;
        for (end = i + 1; end < ROWS_AT_ONCE && end - i < most &&
                          rowid_of_row[end] == rowid_of_row[end - 1] + 1;)
            end++;
        record_rows some = *like;
        some.values = value_of_row + i * columns;
        some.rows = end - i;
        record_row row = {like->alias, some.values, columns, like->nullable, NULL, 0};
        assert_int_equal(at_once ? btree_append_rows(t, rowid_of_row[i], &some)
                                 : btree_append_few(t, rowid_of_row[i], &row),
                         SQLITE_OK);
    }
    record_rows one = *like;
    one.values = value_of_row;
    one.rows = 1;
    assert_int_equal(btree_append_rows(t, rowid_of_row[7], &one), SQLITE_CORRUPT);
    assert_int_equal(btree_append_rows(t, rowid_of_row[7], like), SQLITE_OK); /* no row */
    commit(t);
    btree_free(t);
    end();
    whole();
    sqlite3_free(sql);
    FILE *in = fopen(path, "rb");
    uint8_t *bytes = malloc(8 << 20);
    *size = fread(bytes, 1, 8 << 20, in);
    fclose(in);
    return bytes;
}

/* SQLite must read what went in; NULL is only where it may be. */
static void read_rows(const record_rows *like)
{
    sqlite3_stmt *query;
    int64_t rows = 0;
    assert_int_equal(
        sqlite3_prepare_v2(db, "SELECT rowid,c0,c1,c2,c3,c4,c5 FROM t", -1, &query, NULL), 0);
    for (; sqlite3_step(query) == SQLITE_ROW; rows++) {
        assert_int_equal(sqlite3_column_int64(query, 0), rowid_of_row[rows]);
        for (unsigned k = 0; k < 6; k++) {
            int64_t due = k < like->columns ? value_of_row[rows * like->columns + k] : RECORD_NULL;
            bool null = due == RECORD_NULL && (k >= like->nullable || k >= like->columns);
            assert_int_equal(sqlite3_column_type(query, (int)k + 1),
                             null ? SQLITE_NULL : SQLITE_INTEGER);
            if (!null)
                assert_int_equal(sqlite3_column_int64(query, (int)k + 1), due);
        }
    }
    assert_int_equal(rows, ROWS_AT_ONCE);
    sqlite3_finalize(query);
}

/* As many columns as have a way of their own, and others. */
static void rows_at_once_are_rows(void **state)
{
    (void)state;
    uint32_t random = 3;
    for (unsigned turn = 0; turn < 60; turn++) {
        size_t sizes[2];
        record_rows like = {.alias = turn % 2, .columns = 1 + turn / 2 % 6};
        like.nullable = turn % 7;
        draw_rows(&random, like.columns);
        uint8_t *due = append_rows(&like, false, turn, 512 << turn % 7, &sizes[0]);
        sqlite3_close(db);
        uint8_t *found = append_rows(&like, true, turn, 512 << turn % 7, &sizes[1]);
        read_rows(&like);
        sqlite3_close(db);
        assert_int_equal(sizes[0], sizes[1]);
        assert_memory_equal(due, found, sizes[0]);
        free(due);
        free(found);
    }
}

/* Records as long as a page has room for, and longer by little; as fill one page of what goes over,
   two, three; and where a little more makes the part that stays in the page short. */
static void records_around_what_a_page_holds(void **state)
{
    (void)state;
    for (int size = 512; size <= 32768; size *= 2) {
        btree *t;
        int64_t rowid = 0, sum = 0, most = size - 35, each = size - 4,
                least = (size - 12) * 32 / 255 - 23;
        make(size, "SELECT 1");
        uint32_t root = begin();
        assert_int_equal(btree_open(&t, &file, root), SQLITE_OK);
        for (int64_t pages = 0; pages <= 3; pages++) {
            int64_t ends[] = {most + pages * each, least + pages * each};
            for (int i = 0; i < 2; i++)
                for (int64_t near = -12; near <= 4; near++)
                    if (ends[i] + near >= 0) {
                        rowid++;
                        add(t, rowid, rowid, (size_t)(ends[i] + near));
                        sum += ends[i] + near;
                    }
        }
        for (int64_t length = 0; size == 512 && length < 2100; sum += length++) {
            rowid++;
            add(t, rowid, rowid, (size_t)length);
        }
        commit(t);
        btree_free(t);
        end();
        whole();
        assert_int_equal(number("SELECT count(*) FROM t WHERE a=rowid AND "
                                "ltrim(b,char(97+rowid%26))=''"),
                         rowid);
        assert_int_equal(number("SELECT sum(length(b)) FROM t"), sum);
        sqlite3_close(db);
    }
}

/* Pages of that type in the file, but for the first. */
static unsigned pages_of(uint8_t type)
{
    uint8_t page[512];
    unsigned count = 0;
    for (uint32_t n = 2; n < file.next; n++) {
        assert_int_equal(pager_get(&file, n, page), SQLITE_OK);
        if (page[0] == type)
            count++;
    }
    return count;
}

/* Rows of one length, whatever it is, leave no room in a page where another would fit. */
static void pages_are_filled(void **state)
{
    (void)state;
    for (size_t length = 0; length < 70; length++) {
        btree *t;
        make(512, "SELECT 1");
        uint32_t root = begin();
        assert_int_equal(btree_open(&t, &file, root), SQLITE_OK);
        unsigned cell = (unsigned)(5 + length + (length > 57)), rows = 100, each = 504 / (cell + 2);
        for (unsigned i = 0; i < rows; i++) /* values that take no byte */
            add(t, i + 1, i % 2, length);
        commit(t);
        assert_int_equal(pages_of(13), (rows + each - 1) / each);
        btree_free(t);
        end();
        whole();
        sqlite3_close(db);
    }
}

/* A row a page and large rowids, so that inner pages are full soon: the file is committed, looked
   at and opened anew around each number of rows at which a level fills up. */
/* So many rows, from as many as there are on, and the file is whole. */
static void grow_to(int64_t base, int64_t rows, int64_t count)
{
    btree *t;
    uint32_t root = begin();
    assert_int_equal(btree_open(&t, &file, root), SQLITE_OK);
    assert_int_equal(btree_last_rowid(t), rows ? base + rows - 1 : 0);
    for (; rows < count; rows++)
        add(t, base + rows, rows, 440);
    commit(t);
    btree_free(t);
    end();
    whole();
    assert_int_equal(number("SELECT count(*) FROM t WHERE a=rowid-(SELECT min(rowid) FROM t) AND "
                            "length(b)=440"),
                     count);
}

/* Inner pages over so many leaves.  One that is full hands its last key up and keeps a child for
   each of the others and that one's, so that the next begins with a key of its own. */
static int64_t inner_pages(int64_t leaves, int64_t cells)
{
    int64_t all = 0;
    for (int64_t children = leaves; children > 1;) {
        children = children <= cells + 1 ? 1 : (children - 2) / cells + 1;
        all += children;
    }
    return all;
}

static void every_level_fills_up(void **state)
{
    (void)state;
    for (unsigned width = 1; width <= 8; width += 7) {
        int64_t base = (int64_t)1 << 7 * width, rows = 0, cells = (512 - 12) / (4 + width + 1 + 2),
                full[] = {1, cells + 1, 2 * cells + 1, cells * cells + cells + 1};
        make(512, "SELECT 1");
        for (size_t i = 0; i < sizeof full / sizeof *full; i++)
            for (int64_t count = full[i] - 1; count <= full[i] + 3; rows = count++) {
                grow_to(base, rows, count);
                assert_int_equal(number("PRAGMA page_count"),
                                 1 + (count ? count : 1) + inner_pages(count, cells));
            }
        sqlite3_close(db);
    }
}

/* Its row of the schema. */
static void tell_of_index(uint32_t index_root)
{
    static const char sql[] = "CREATE INDEX i ON t(a)";
    const char *text = "indexit";
    uint8_t record[64] = {6, 23, 15, 15, 4, 13 + 2 * (sizeof sql - 1)}, *at = record + 6;
    btree *schema;
    memcpy(at, text, 7);
    record_put4(at + 7, index_root);
    memcpy(at + 11, sql, sizeof sql - 1);
    assert_int_equal(btree_open(&schema, &file, 1), SQLITE_OK);
    assert_int_equal(
        btree_append(schema, btree_last_rowid(schema) + 1, record, 6 + 11 + sizeof sql - 1),
        SQLITE_OK);
    file.schema = true;
    commit(schema);
    btree_free(schema);
}

static int64_t value_of(int64_t row)
{
    return row * 7919 % 1009 * (row % 4 ? 1 : 100);
}

/* So many rows, and the index over their values. */
static void check_index(int page_size, int64_t count)
{
    uint32_t *values = calloc((size_t)count + 1, sizeof *values);
    index_job index = {.keys = values, .count = (uint64_t)count};
    btree *t;
    make(page_size, "SELECT 1");
    uint32_t root = begin();
    assert_int_equal(btree_open(&t, &file, root), SQLITE_OK);
    for (int64_t i = 1; i <= count; i++)
        add(t, i, value_of(i), 3);
    commit(t);
    btree_free(t);
    table_scan s = {.count = (uint64_t)count, .columns = 1, .values = {values}};
    assert_int_equal(table_scan_run(&file, root, &s), SQLITE_OK);
    for (int64_t i = 1; i <= count; i++)
        assert_int_equal(values[i - 1], value_of(i) + 1);
    assert_int_equal(index_build(&file, &index), SQLITE_OK);
    tell_of_index(index.root);
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

/* An index over values in no order, as SQLite itself would make it. */
static void an_index_is_sorted(void **state)
{
    (void)state;
    for (int64_t count = 0; count < 100000; count = count * 3 + 1)
        check_index(1024, count);
}

/* A leaf more or less, an inner page, a level. */
static void an_index_of_every_size(void **state)
{
    (void)state;
    for (int64_t count = 0; count < 140; count++)
        check_index(512, count);
    for (int64_t count = 1450; count < 1650; count += 1 + count % 3)
        check_index(512, count);
}

/* The index alone, entry by entry. */
static void check_entries(const uint32_t *keys, int64_t count)
{
    sqlite3_stmt *query;
    int64_t rows = 0, last[2] = {-1, 0};
    assert_int_equal(
        sqlite3_prepare_v2(db, "SELECT a,rowid FROM t INDEXED BY i ORDER BY a", -1, &query, NULL),
        SQLITE_OK);
    for (; sqlite3_step(query) == SQLITE_ROW; rows++) {
        int64_t a = sqlite3_column_int64(query, 0), row = sqlite3_column_int64(query, 1);
        assert_true(a > last[0] || (a == last[0] && row > last[1]));
        assert_true(row >= 1 && row <= count && a == (int64_t)keys[row - 1] - 1);
        last[0] = a;
        last[1] = row;
    }
    assert_int_equal(rows, count);
    sqlite3_finalize(query);
}

/* More rows than are sorted at a time, in ranges that hold as many as that and one that holds more;
   a look at its entries is enough, for there is no table below it. */
static void an_index_of_more_than_is_sorted_at_a_time(void **state)
{
    (void)state;
    enum { AT_A_TIME = 1 << 22, VALUES = 7 };
    for (int64_t count = AT_A_TIME; count <= AT_A_TIME + 1; count++) {
        uint32_t *keys = calloc((size_t)count, sizeof *keys);
        assert_non_null(keys);
        for (int64_t i = 0; i < count; i++)
            keys[i] = 1 + (uint32_t)((i * 5 + i / 1000) % VALUES);
        index_job index = {.keys = keys, .count = (uint64_t)count};
        make(4096, "SELECT 1");
        begin();
        assert_int_equal(index_build(&file, &index), SQLITE_OK);
        assert_int_equal(index.distinct, VALUES);
        tell_of_index(index.root);
        end();
        sqlite3_close(db);
        assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
        check_entries(keys, count);
        sqlite3_close(db);
        free(keys);
    }
}

/* ---- the index of a table with keys, in chunks ----------------------------------------------- */

/* Edges (src, move, dst), grouped by dst: some states have none, one has very many. */
typedef struct keyed_edges {
    uint64_t count, first[302];
    uint32_t src[4000], move[4000];
    uint16_t narrow[4000]; /* the moves again */
} keyed_edges;

enum { KEYED_STATES = 300, KEYED_HUB = 170 };

static void make_keyed_edges(keyed_edges *k, uint64_t most)
{
    *k = (keyed_edges){0};
    for (uint32_t dst = 1; dst <= KEYED_STATES; dst++) {
        uint64_t some = dst == KEYED_HUB ? most / 3 : dst * 37 % 11;
        k->first[dst] = k->count;
        for (uint64_t i = 0; i < some && k->count < most; i++, k->count++) {
            k->src[k->count] = (uint32_t)i * 201 + 1;
            k->move[k->count] = dst * 7 % 300;
            k->narrow[k->count] = (uint16_t)k->move[k->count];
        }
        k->first[dst + 1] = k->count;
    }
}

static bool stop_at_third(void *self)
{
    return ++*(int *)self == 3;
}

/* Moves of two bytes and of four, by turns. */
static index_job keyed_job(keyed_edges *k, unsigned threads, uint64_t chunk)
{
    return (index_job){.first = k->first,
                       .src = k->src,
                       .move = threads % 2 ? (narrow_array){k->move, sizeof *k->move}
                                           : (narrow_array){k->narrow, sizeof *k->narrow},
                       .values = KEYED_STATES,
                       .count = k->count,
                       .threads = threads,
                       .chunk = chunk};
}

/* SQLite finds in the index what was put there, in order. */
static void check_keyed_index(const keyed_edges *k, uint32_t index_root)
{
    static const char sql[] = "CREATE INDEX i ON k(dst)";
    static const char name[] = "indexik";
    sqlite3_stmt *query;
    uint8_t record[64] = {6, 23, 15, 15, 4, 13 + 2 * (sizeof sql - 1)}, *at = record + 6;
    btree *schema;
    memcpy(at, name, 7);
    record_put4(at + 7, index_root);
    memcpy(at + 11, sql, sizeof sql - 1);
    assert_int_equal(btree_open(&schema, &file, 1), SQLITE_OK);
    assert_int_equal(
        btree_append(schema, btree_last_rowid(schema) + 1, record, 6 + 11 + sizeof sql - 1),
        SQLITE_OK);
    file.schema = true;
    commit(schema);
    btree_free(schema);
    end();
    sqlite3_close(db);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_prepare_v2(db, "SELECT dst,src,move FROM k INDEXED BY i ORDER BY dst,src,move", -1,
                           &query, NULL))
        fail_msg("%s", sqlite3_errmsg(db));
    for (uint32_t dst = 1; dst <= KEYED_STATES; dst++)
        for (uint64_t e = k->first[dst]; e < k->first[dst + 1]; e++) {
            assert_int_equal(sqlite3_step(query), SQLITE_ROW);
            assert_int_equal(sqlite3_column_int64(query, 0), dst);
            assert_int_equal(sqlite3_column_int64(query, 1), k->src[e]);
            assert_int_equal(sqlite3_column_int64(query, 2), k->move[e]);
        }
    assert_int_equal(sqlite3_step(query), SQLITE_DONE);
    sqlite3_finalize(query);
}

typedef struct outside_helper {
    index_help help;
    atomic_bool over;
    atomic_uint chunks; /* that it has encoded */
} outside_helper;

static void *help_from_outside(void *self)
{
    outside_helper *h = self;
    while (!atomic_load(&h->over))
        atomic_fetch_add(&h->chunks, index_help_some(&h->help));
    return NULL;
}

/* Before each chunk is appended: until the other thread has encoded one. */
static bool await_outside_help(void *self)
{
    outside_helper *h = self;
    while (!atomic_load(&h->chunks))
        sched_yield();
    return false;
}

/* With a thread that is not the index's own, which has a part in it where there are two chunks. */
static void build_with_help(index_job *job)
{
    outside_helper h = {.over = false};
    pthread_t thread;
    index_help_open(&h.help);
    job->help = &h.help;
    job->self = &h;
    job->stopped = job->chunk && job->count / job->chunk > 1 ? await_outside_help : NULL;
    assert_int_equal(pthread_create(&thread, NULL, help_from_outside, &h), 0);
    assert_int_equal(index_build(&file, job), SQLITE_OK);
    atomic_store(&h.over, true);
    pthread_join(thread, NULL);
    assert_int_equal(h.chunks > 0, job->stopped != NULL);
    assert_false(index_help_some(&h.help));
    index_help_close(&h.help);
}

/* An index of one thread, and behind it the same of several, and the same with help: equal leaves
   at equal places. */
static void check_chunks(keyed_edges *k, int page_size, unsigned threads, uint64_t chunk)
{
    static uint8_t page[2][32768];
    make(page_size, "CREATE TABLE k(src INTEGER,move INTEGER,dst INTEGER,"
                    "PRIMARY KEY(src,move,dst)) WITHOUT ROWID");
    begin();
    uint32_t before = file.next;
    index_job one = keyed_job(k, 1, chunk), some = keyed_job(k, threads, chunk);
    assert_int_equal(index_build(&file, &one), SQLITE_OK);
    uint32_t pages = file.next - before;
    index_job aided = one;
    assert_int_equal(index_build(&file, &some), SQLITE_OK);
    build_with_help(&aided);
    assert_int_equal(file.next - before, 3 * pages);
    assert_int_equal(some.root - one.root, pages);
    assert_int_equal(aided.root - one.root, 2 * pages);
    assert_int_equal(some.distinct, one.distinct);
    assert_int_equal(aided.distinct, one.distinct);
    for (uint32_t i = before; i < before + 2 * pages; i++) {
        assert_int_equal(pager_get(&file, i, page[0]), SQLITE_OK);
        assert_int_equal(pager_get(&file, i + pages, page[1]), SQLITE_OK);
        if (page[0][0] == 10) /* leaves; inner pages have the numbers of those below */
            assert_memory_equal(page[0], page[1], (size_t)page_size);
    }
    int polls = 0;
    index_job stopped = keyed_job(k, threads, chunk);
    stopped.stopped = stop_at_third;
    stopped.self = &polls;
    int code = index_build(&file, &stopped);
    assert_int_equal(code, polls < 3 ? SQLITE_OK : SQLITE_INTERRUPT);
    assert_int_equal(pager_discard(&file), SQLITE_OK);
    some = keyed_job(k, threads, chunk);
    assert_int_equal(index_build(&file, &some), SQLITE_OK);
    check_keyed_index(k, some.root);
    sqlite3_close(db);
}

static void chunks_make_one_index(void **state)
{
    (void)state;
    static keyed_edges k;
    static const uint64_t counts[] = {0, 1, 2, 3, 7, 160, 161, 1999};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        make_keyed_edges(&k, counts[i]);
        check_chunks(&k, 512, 1, 0);
        check_chunks(&k, 512, 2 + (unsigned)i % 3, 2);
        check_chunks(&k, 512, 2, 3 + i);
        check_chunks(&k, 4096, 7, 40);
        check_chunks(&k, 1024, 3, 5);
    }
}

/* ---- a row changed in its page --------------------------------------------------------------- */

/* Rows 1 and 2 side by side, the second as long as that; its number gets eight bytes longer.  That
   is done where there is room in the page, and nothing is where there is not. */
static void check_change(int length)
{
    char *rows = sqlite3_mprintf("INSERT INTO t VALUES(0,printf('%%.*c',100,'x')),"
                                 "(1,printf('%%.*c',%d,'y'))",
                                 length);
    make(512, rows);
    sqlite3_free(rows);
    uint32_t root = begin();
    /* payload: three or four bytes of header, for the text's type has two from 58 bytes on */
    unsigned head = length > 57 ? 4 : 3, other = 2 + 4 + 100, payload = head + 8 + (unsigned)length;
    bool fits = 8 + 2 * 2 + other + 1 + (payload > 127 ? 2u : 1u) + payload <= 512;
    row_patch change = {.column = 0, .integer = INT64_MAX};
    assert_int_equal(patch_row_columns(&file, root, 2, &change, 1),
                     fits ? SQLITE_OK : SQLITE_TOOBIG);
    if (fits) {
        assert_int_equal(pager_lock(&file, 0), SQLITE_OK);
        assert_int_equal(pager_commit(&file), SQLITE_OK);
        assert_int_equal(pager_unlock(&file, 0), SQLITE_OK);
    } else {
        assert_int_equal(file.next, file.count + 1);
        assert_int_equal(file.patch_count, 0);
    }
    end();
    whole();
    assert_int_equal(number("SELECT a FROM t WHERE rowid=2"), fits ? INT64_MAX : 1);
    assert_int_equal(number("SELECT length(b) FROM t WHERE ltrim(b,'y')=''"), length);
    assert_int_equal(number("SELECT a FROM t WHERE rowid=1 AND b=printf('%.*c',100,'x')"), 0);
    sqlite3_close(db);
}

static void a_row_is_changed_where_it_fits(void **state)
{
    (void)state;
    for (int length = 1; length < 388; length++)
        check_change(length);
}

/* In a tree of three levels, the first row and the last of many pages, numbers of every width. */
static void a_row_is_found_in_its_page(void **state)
{
    (void)state;
    make(512, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<4000) "
              "INSERT INTO t SELECT i+(1<<40), printf('%.*c', 20, 'x') FROM n");
    uint32_t root = begin();
    for (int64_t row = 1; row <= 4000; row += row < 50 || row >= 3949 ? 1 : 7) {
        row_patch change = {.column = 0, .integer = -((int64_t)1 << row % 30)};
        assert_int_equal(patch_row_columns(&file, root, row, &change, 1), SQLITE_OK);
    }
    row_patch real = {.column = 0, .real = true, .number = 0.5};
    assert_int_equal(patch_row_columns(&file, root, 4000, &real, 1), SQLITE_OK);
    assert_int_equal(patch_row_columns(&file, root, 4001, &real, 1), SQLITE_CORRUPT);
    real.column = 2;
    assert_int_equal(patch_row_columns(&file, root, 4000, &real, 1), SQLITE_TOOBIG);
    assert_int_equal(pager_lock(&file, 0), SQLITE_OK);
    assert_int_equal(pager_commit(&file), SQLITE_OK);
    assert_int_equal(pager_unlock(&file, 0), SQLITE_OK);
    end();
    whole();
    assert_int_equal(number("SELECT count(*) FROM t WHERE a<>iif(rowid<=50 OR rowid>=3949 OR "
                            "(rowid-50)%7=0, -(1<<(rowid%30)), rowid+(1<<40)) AND rowid<>4000"),
                     0);
    assert_int_equal(number("SELECT a=0.5 FROM t WHERE rowid=4000"), 1);
    sqlite3_close(db);
}

/* ---- many rows by SQLite --------------------------------------------------------------------- */

/* So many rows of so many columns, some NULL where that may be. */
static void check_bulk(unsigned columns, size_t rows)
{
    row_buffer *b;
    sqlite3_stmt *insert;
    int code = SQLITE_OK;
    sqlite3_str *names = sqlite3_str_new(NULL);
    for (unsigned i = 0; i < columns; i++)
        sqlite3_str_appendf(names, i ? ",c%u" : "c%u", i);
    char *list = sqlite3_str_finish(names), *sql = sqlite3_mprintf("CREATE TABLE r(%s)", list);
    make(4096, sql);
    assert_int_equal(database_prepare_insert(&insert, db, "INTO r", columns), SQLITE_OK);
    assert_int_equal(row_buffer_new(&b, insert, columns / 2), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN", NULL, NULL, NULL), SQLITE_OK);
    for (size_t row = 0; row < rows && !code; row++) {
        int64_t *to = row_buffer_next(b, &code);
        for (unsigned i = 0; to && i < columns; i++)
            to[i] = row % 3 ? (int64_t)(row * columns + i) : RECORD_NULL;
    }
    assert_int_equal(code, SQLITE_OK);
    assert_int_equal(row_buffer_flush(b), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(row_buffer_memory(b), 0);
    row_buffer_free(b);
    sqlite3_free(list);
    sqlite3_free(sql);
    assert_int_equal(number("SELECT count(*) FROM r"), (int64_t)rows);
    for (unsigned i = 0; i < columns; i += 1 + columns / 7) {
        sql = sqlite3_mprintf("SELECT count(*) FROM r WHERE c%u IS NOT iif((rowid-1)%%3, "
                              "(rowid-1)*%u+%u, %s)",
                              i, columns, i, i < columns / 2 ? "-9223372036854775808" : "NULL");
        assert_int_equal(number(sql), 0);
        sqlite3_free(sql);
    }
    sqlite3_close(db);
}

static void bulks_of_every_size(void **state)
{
    (void)state;
    enum { GATHERED = 1 << 17, COLUMNS_MOST = 2000 };
    static const unsigned columns[] = {1, 2, 7, 100, COLUMNS_MOST};
    sqlite3_stmt *insert;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        size_t room = GATHERED / columns[i], sizes[] = {0, 1, room - 1, room, room + 1, 2 * room};
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            check_bulk(columns[i], sizes[k]);
    }
    make(4096, "CREATE TABLE r(a)");
    assert_int_equal(database_prepare_insert(&insert, db, "INTO r", 2), SQLITE_ERROR);
    sqlite3_close(db);
}

/* A page whose number the format forbids is left out.  (The file has a hole.) */
static void the_page_of_the_lock_is_left_out(void **state)
{
    (void)state;
    btree *t;
    make(32768, "SELECT 1");
    uint32_t root = begin(), lock = 0x40000000 / 32768 + 1;
    assert_int_equal(pager_number_after(&file, lock - 1), lock + 1);
    file.next = lock - 2; /* as if there were so many */
    assert_int_equal(btree_open(&t, &file, root), SQLITE_OK);
    for (int64_t i = 1; i <= 3; i++)
        add(t, i, i, 200000);
    assert_true(file.next > lock);
    assert_int_equal(pager_flush(&file), SQLITE_OK);
    uint8_t *page = malloc(32768);
    assert_int_equal(pager_get(&file, lock - 1, page), SQLITE_OK);
    assert_int_equal(record_get4(page), lock + 1);
    assert_int_equal(pager_get(&file, lock, page), SQLITE_OK);
    assert_int_equal(record_get4(page), 0);
    free(page);
    btree_free(t);
    assert_int_equal(pager_discard(&file), SQLITE_OK);
    end();
    whole();
    assert_int_equal(number("SELECT count(*) FROM t"), 0);
    sqlite3_close(db);
}

/* Damage is reported, not followed. */
static void damaged_pages(void **state)
{
    (void)state;
    for (int64_t at = 0; at < 600; at++) {
        btree *t = NULL;
        uint32_t values[400];
        make(512, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<300) "
                  "INSERT INTO t SELECT i, 'some text' FROM n");
        uint32_t root = begin();
        uint8_t page[512];
        uint32_t hit = at % 3 ? root : root + 1 + (uint32_t)(at % 5);
        assert_int_equal(pager_get(&file, hit, page), SQLITE_OK);
        page[at * 37 % 64] = (uint8_t)(at * 101 + 13);
        assert_int_equal(file.file->pMethods->xWrite(file.file, page, 512, (hit - 1) * 512LL), 0);
        table_scan s = {.count = 300, .columns = 1, .values = {values}};
        int code = table_scan_run(&file, root, &s);
        assert_true(code == SQLITE_OK || code == SQLITE_CORRUPT);
        code = btree_open(&t, &file, root);
        if (!code)
            btree_free(t);
        row_patch change = {.column = 0, .integer = 12};
        code = patch_row_columns(&file, root, 150, &change, 1);
        assert_true(code == SQLITE_OK || code == SQLITE_CORRUPT || code == SQLITE_TOOBIG);
        pager_discard(&file);
        end();
        sqlite3_close(db);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_any_length),
        cmocka_unit_test(rows_by_key),
        cmocka_unit_test(columns_of_numbers_are_rows),
        cmocka_unit_test(integers_of_every_width),
        cmocka_unit_test(deep_trees_grow_on),
        cmocka_unit_test(varints_of_every_size),
        cmocka_unit_test(records_of_every_width),
        cmocka_unit_test(rows_at_once_are_rows),
        cmocka_unit_test(records_around_what_a_page_holds),
        cmocka_unit_test(pages_are_filled),
        cmocka_unit_test(every_level_fills_up),
        cmocka_unit_test(an_index_is_sorted),
        cmocka_unit_test(an_index_of_every_size),
        cmocka_unit_test(an_index_of_more_than_is_sorted_at_a_time),
        cmocka_unit_test(chunks_make_one_index),
        cmocka_unit_test(a_row_is_changed_where_it_fits),
        cmocka_unit_test(a_row_is_found_in_its_page),
        cmocka_unit_test(bulks_of_every_size),
        cmocka_unit_test(the_page_of_the_lock_is_left_out),
        cmocka_unit_test(damaged_pages),
    };
    char place[PLACE_ROOM];
    if (!place_make(place, "test_btree_append"))
        return 1;
    snprintf(path, sizeof path, "%s/a.db", place);
    FILE *empty = fopen(path, "w"); /* each test empties it */
    if (!empty || fclose(empty))
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return rmdir(place) || failed;
}
