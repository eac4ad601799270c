/* test_c_lists.c - C models whose fields are lists, sets and optionals: packed, stored, read,
 * checked.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "post.h"

/* ---- one file for all ------------------------------------------------------------------------ */

static char db[] = "/tmp/wgcq-lists-XXXXXX";
static wgcq_model *model;
static wgcq_trace *trace;

static int explore(void **unused)
{
    (void)unused;
    const wgcq_description is = post_description();
    wgcq_result *result = NULL;
    wgcq_error err = {0};
    const int made = mkstemp(db);
    assert_true(made >= 0);
    close(made);
    assert_int_equal(wgcq_model_new(&model, &is, &err), 0);
    if (wgcq_solve_model(&result, model, db, NULL, NULL, &err) != 0)
        fail_msg("%s", err.text);
    wgcq_result_free(result);
    if (wgcq_trace_open(&trace, db, &err) != 0)
        fail_msg("%s", err.text);
    return 0;
}

static int leave(void **unused)
{
    (void)unused;
    wgcq_trace_free(trace);
    wgcq_model_free(model);
    unlink(db);
    return 0;
}

static void answers(const char *sql, const char *due)
{
    wgcq_rows *rows = NULL;
    wgcq_error err = {0};
    if (wgcq_trace_sql(&rows, trace, sql, &err) != 0 || wgcq_rows_next(rows, &err) != 0)
        fail_msg("%s: %s", sql, err.text);
    assert_string_equal(wgcq_rows_text(rows, 0), due);
    wgcq_rows_free(rows);
}

static void columns_are_arrays_and_places(void **unused)
{
    (void)unused;
    answers("SELECT group_concat(name, ' ') FROM pragma_table_info('states') WHERE cid > 5",
            "queue_0 queue_1 queue_2 last left_a left_b\"c left_it's newest_0 newest_1 gone_-1 "
            "gone_0 gone_1 queue left newest gone");
    answers("SELECT queue || last || \"left\" || newest || gone FROM states WHERE queue_2 = 'it''s'"
            " AND queue_1 = 'b\"c' AND \"left_b\"\"c\" = 'true' AND left_a = 'false'"
            " AND newest_0 = 0 AND newest_1 = 0",
            "[\"a\",\"b\\\"c\",\"it's\"]it's[\"b\\\"c\"][0,0][]");
    answers("SELECT count(DISTINCT json_array_length(queue)) || ' ' || (sum(json_valid(queue) AND "
            "json_valid(\"left\") AND json_valid(newest) AND json_valid(gone) AND "
            "json_array_length(queue) = (queue_0 IS NOT NULL) + (queue_1 IS NOT NULL) + "
            "(queue_2 IS NOT NULL)) - count(*)) FROM states",
            "4 0");
    answers("SELECT typeof(last) || typeof(queue_0) || newest || \"left\" FROM states WHERE id = 1",
            "nullnull[][]");
    answers("SELECT group_concat(name || ' ' || type, '; ') FROM columns WHERE view = 'states' AND "
            "name IN ('queue', 'queue_0', 'gone')",
            "queue_0 TEXT; queue TEXT; gone TEXT");
    answers("SELECT shown FROM states WHERE queue_1 = 'a' AND gone = '[-1,1]' AND last = 'a' AND "
            "newest = '[-1,1]' AND queue_0 = 'a' AND queue_2 IS NULL",
            "queue=[a, a] last=a left=[a, it's] newest=[-1, 1] gone=[-1, 1]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(columns_are_arrays_and_places)};
    return cmocka_run_group_tests(tests, explore, leave);
}
