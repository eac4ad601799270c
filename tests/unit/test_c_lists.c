/* test_c_lists.c - C models whose fields are lists, sets and optionals: packed, stored, read,
 * checked.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "post.h"
#include "suite.h"

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

/* ---- states that are given ------------------------------------------------------------------- */

static void finds(const char *state, const char *due)
{
    wgcq_rows *rows = NULL;
    wgcq_error err = {0};
    char text[sizeof err.text];
    const int code = wgcq_why(&rows, trace, state, NULL, &err);
    snprintf(text, sizeof text, "%s", code < 0 ? err.text : wgcq_rows_remark(rows));
    if (!strstr(text, due))
        fail_msg("%s: '%s' does not say '%s'", state, text, due);
    wgcq_rows_free(rows);
}

static void states_are_given_by_lists(void **unused)
{
    (void)unused;
    finds("queue=[a, it's] last=it's left=[] newest=[] gone=[]",
          "queue=[a, it's] last=it's left=[]");
    finds("queue=[ a,a ] queue[2]=none last=a left=[] newest=[] gone=[]", "queue=[a, a] last=a");
    finds("queue=[] left=[it's, a] newest=[-1, 1] gone=[1, -1] last=it's",
          "queue=[] last=it's left=[a, it's] newest=[-1, 1] gone=[-1, 1]");
    finds("queue=[a, a, a, a]", "'queue' has at most 3 values");
    finds("queue=[a, x]", "unknown value 'x'");
    finds("queue=[none]", "'none' is not a value of 'queue[0]'");
    finds("newest=[6]", "'6' is not a value of 'newest[0]'");
    finds("gone=[4]", "'4' is not a value of 'gone'");
    finds("left=[b]", "unknown value 'b'");
    finds("left=a", "'a' is not a value of 'left', which is a set: [...]");
    finds("newest=[1", "'[1' is not a value of 'newest', which is a list: [...]");
    finds("quue=[]", "did you mean 'queue'?");
    finds("queue_0=none queue_1=a queue_2=none last=a left=[] newest=[] gone=[]",
          "'queue' goes on behind its end");
}

/* ---- mistakes -------------------------------------------------------------------------------- */

static void is_refused(const wgcq_field *field, const char *due)
{
    wgcq_description is = post_description();
    wgcq_field own[5];
    wgcq_model *none = NULL;
    wgcq_error err = {0};
    memcpy(own, post_fields, sizeof own);
    own[0] = *field;
    is.fields = own;
    assert_int_equal(wgcq_model_new(&none, &is, &err), WGCQ_EREQUEST);
    assert_null(none);
    if (!strstr(err.text, due))
        fail_msg("'%s' does not say '%s'", err.text, due);
}

static void mistakes_of_a_description(void **unused)
{
    (void)unused;
    const wgcq_field list = post_fields[0], set = post_fields[2];
    wgcq_field own = list;
    own.count = 0;
    is_refused(&own, "field 'queue' is a list of no places");
    own = list;
    own.elements = post_letters;
    is_refused(&own, "field 'queue' is a list, whose elements have no names");
    own = list;
    own.values = NULL;
    is_refused(&own, "field 'queue' has no value left for its end: its range is all that its 1 "
                     "byte hold");
    own.form = WGCQ_FIELD_OPTIONAL;
    is_refused(&own, "field 'queue' has no value left for none");
    own.form = (wgcq_field_form)4;
    is_refused(&own, "field 'queue' has no such form");
    own = set;
    own.name = "queue";
    own.count = LETTERS;
    is_refused(&own, "field 'queue' is a set, which has no count");
    own = list;
    own.name = "left";
    is_refused(&own, "the variable 'left' is there twice");
    own.name = "left_a";
    is_refused(&own, "the variable 'left_a' is there twice");
}

static void leave_a_gap(const void *self, const void *state, wgcq_moves *to)
{
    struct post s = *(const struct post *)state;
    (void)self;
    s.queue[1] = 0;
    wgcq_moves_add(to, "leave a gap", &s, NULL);
}

static void values_behind_the_end(void **unused)
{
    (void)unused;
    wgcq_description is = post_description();
    wgcq_model *gaps = NULL;
    wgcq_result *result = NULL;
    wgcq_error err = {0};
    is.moves = leave_a_gap;
    assert_int_equal(wgcq_model_new(&gaps, &is, &err), 0);
    assert_int_equal(wgcq_solve_model(&result, gaps, NULL, NULL, NULL, &err), WGCQ_ERUN);
    assert_string_equal(err.text,
                        "queue[1] is 0, behind the end of the list, after the move 'leave a gap', "
                        "in the state queue=[] last=none left=[] newest=[] gone=[]");
    wgcq_result_free(result);
    wgcq_model_free(gaps);
}

/* ---- other files ----------------------------------------------------------------------------- */

/* A copy of the file after a change, or before none. */
static void copy_and_change(char *path, const char *sql)
{
    char command[400];
    const int made = mkstemp(path);
    assert_true(made >= 0);
    close(made);
    snprintf(command, sizeof command, "cp %s %s && sqlite3 %s \"%s\"", db, path, path, sql);
    assert_int_equal(system(command), 0);
}

static void is_damaged(const char *change)
{
    char path[] = "/tmp/wgcq-lists-XXXXXX";
    wgcq_trace *damaged = NULL;
    wgcq_error err = {0};
    copy_and_change(path, change);
    if (wgcq_trace_open(&damaged, path, &err) != WGCQ_ESTORE ||
        !strstr(err.text, "the stored lists of the puzzle are not valid"))
        fail_msg("%s: '%s'", change, err.text);
    unlink(path);
}

static void descriptions_of_lists_that_are_damaged(void **unused)
{
    (void)unused;
    is_damaged("UPDATE meta SET value = '{' WHERE key = 'lists'");
    is_damaged("UPDATE meta SET value = '{}' WHERE key = 'lists'");
    is_damaged("UPDATE meta SET value = '[]' WHERE key = 'lists'");
    is_damaged("UPDATE meta SET value = '[1,2,3,4]' WHERE key = 'lists'");
    is_damaged("DELETE FROM meta WHERE key = 'lists'");
    is_damaged("UPDATE meta SET value = json_set(value, '\\$[0].count', 400) WHERE key = 'lists'");
    is_damaged("UPDATE meta SET value = json_set(value, '\\$[0].first', -1) WHERE key = 'lists'");
    is_damaged("UPDATE meta SET value = json_set(value, '\\$[1].first', 2) WHERE key = 'lists'");
    is_damaged("UPDATE meta SET value = json_set(value, '\\$[0].field', 3) WHERE key = 'lists'");
    is_damaged("UPDATE meta SET value = json_set(value, '\\$[0].end', 'x') WHERE key = 'lists'");
    is_damaged("UPDATE meta SET value = json_remove(value, '\\$[0].end') WHERE key = 'lists'");
    is_damaged("UPDATE meta SET value = json_remove(value, '\\$[1].set[0]') WHERE key = 'lists'");
    is_damaged("UPDATE meta SET value = json_set(value, '\\$[3].set[1]', 9) WHERE key = 'lists'");
}

/* The second place of the queue is a value, and the first its end. */
static void stored_states_with_a_value_behind_the_end(void **unused)
{
    (void)unused;
    char path[] = "/tmp/wgcq-lists-XXXXXX";
    wgcq_trace *damaged = NULL;
    wgcq_rows *rows = NULL;
    wgcq_verdict found = WGCQ_HOLDS;
    wgcq_error err = {0};
    copy_and_change(path, "UPDATE state_1 SET w0 = w0 & ~15 | 3 WHERE id = 7");
    assert_int_equal(wgcq_trace_open(&damaged, path, &err), 0);
    assert_int_equal(wgcq_verify_model(&rows, &found, damaged, model, NULL, &err), 0);
    assert_int_equal(found, WGCQ_FAILS);
    wgcq_rows_free(rows);
    assert_int_equal(wgcq_verify(&rows, &found, damaged, NULL, &err), WGCQ_ESTORE);
    assert_string_equal(err.text, "state 7 is invalid: 'queue' has a value behind its end");
    wgcq_trace_free(damaged);
    unlink(path);
}

static void verify_looks_at_the_columns(void **unused)
{
    (void)unused;
    wgcq_rows *rows = NULL;
    wgcq_verdict found = WGCQ_FAILS;
    wgcq_error err = {0};
    assert_int_equal(wgcq_verify_model(&rows, &found, trace, model, NULL, &err), 0);
    assert_int_equal(found, WGCQ_HOLDS);
    wgcq_rows_free(rows);
}

/* A list in the file is an array in the model. */
static void another_layout(void **unused)
{
    (void)unused;
    wgcq_description is = post_description();
    wgcq_field own[5];
    wgcq_model *other = NULL;
    wgcq_result *result = NULL;
    wgcq_error err = {0};
    memcpy(own, post_fields, sizeof own);
    own[3].form = WGCQ_FIELD_VALUES;
    own[3].high = NO_NUMBER;
    is.fields = own;
    assert_int_equal(wgcq_model_new(&other, &is, &err), 0);
    assert_int_equal(wgcq_solve_model(&result, other, db, NULL, NULL, &err), WGCQ_EOTHER);
    assert_non_null(strstr(err.text, "packs the states of 'Post' in another way"));
    wgcq_model_free(other);
}

/* ---- many places, and names that are looked up ----------------------------------------------- */

enum { LONG = 128, NAMES = 100, MEMBERS = 62 };

struct wide {
    unsigned char list[LONG], set[MEMBERS];
};

static void wide_start(const void *self, wgcq_moves *to)
{
    struct wide s;
    (void)self;
    memset(&s, 0, sizeof s);
    memset(s.list, NAMES, LONG);
    wgcq_moves_add(to, NULL, &s, NULL);
}

/* One more in the list; at its end, every third number in the set. */
static void wide_moves(const void *self, const void *state, wgcq_moves *to)
{
    struct wide s = *(const struct wide *)state;
    size_t length = 0;
    (void)self;
    while (length < LONG && s.list[length] != NAMES)
        length++;
    if (length < LONG)
        s.list[length] = (unsigned char)(length % NAMES);
    for (size_t i = 0; length == LONG && i < MEMBERS; i += 3)
        s.set[i] = 1;
    wgcq_moves_add(to, "more", &s, NULL);
}

static void many_places(void **unused)
{
    (void)unused;
    static char texts[NAMES][16];
    static const char *names[NAMES];
    char path[] = "/tmp/wgcq-lists-XXXXXX";
    const wgcq_field both[] = {
        {.name = "list",
         .count = LONG,
         .values = names,
         .value_count = NAMES,
         .form = WGCQ_FIELD_LIST},
        {.name = "set", .offset = LONG, .low = 1, .high = MEMBERS, .form = WGCQ_FIELD_SET}};
    const wgcq_description is = {.title = "Wide",
                                 .size = sizeof(struct wide),
                                 .fields = both,
                                 .field_count = 2,
                                 .start = wide_start,
                                 .moves = wide_moves};
    wgcq_model *wide = NULL;
    wgcq_result *result = NULL;
    wgcq_trace *post = trace;
    wgcq_rows *rows = NULL;
    wgcq_verdict found = WGCQ_FAILS;
    wgcq_error err = {0};
    for (int i = 0; i < NAMES; i++) {
        snprintf(texts[i], sizeof texts[i], "\"%d", i);
        names[i] = texts[i];
    }
    const int made = mkstemp(path);
    assert_true(made >= 0);
    close(made);
    assert_int_equal(wgcq_model_new(&wide, &is, &err), 0);
    assert_int_equal(wgcq_solve_model(&result, wide, path, NULL, NULL, &err), 0);
    assert_int_equal(wgcq_trace_open(&trace, path, &err), 0);
    answers("SELECT list FROM states WHERE id = 3", "[\"\\\"0\",\"\\\"1\"]");
    answers("SELECT count(*) || ' ' || max(json_array_length(list)) || ' ' || "
            "count(list_127) FROM states",
            "130 128 2");
    answers("SELECT list ->> '$[99]' || (list ->> '$[100]') || list_99 FROM states WHERE id = 129",
            "\"99\"0\"99");
    answers("SELECT \"set\" || set_1 || set_2 FROM states WHERE id = 130",
            "[1,4,7,10,13,16,19,22,25,28,31,34,37,40,43,46,49,52,55,58,61]truefalse");
    assert_int_equal(wgcq_verify_model(&rows, &found, trace, wide, NULL, &err), 0);
    assert_int_equal(found, WGCQ_HOLDS);
    wgcq_rows_free(rows);
    wgcq_trace_free(trace);
    trace = post;
    wgcq_result_free(result);
    wgcq_model_free(wide);
    unlink(path);
}

/* One letter comes, and goes. */
static void few_moves(const void *self, const void *state, wgcq_moves *to)
{
    struct post s = *(const struct post *)state;
    (void)self;
    if (s.left[0])
        return;
    if (post_length(s.queue)) {
        post_take(&s);
        wgcq_moves_add(to, "take", &s, NULL);
        return;
    }
    s.queue[0] = s.last = 0;
    wgcq_moves_add(to, "send", &s, NULL);
    wgcq_moves_reject(to, "return", "no way");
}

static int compare_findings(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Coverage of fields whose values have names, and of sets. */
static void coverage_of_what_never_comes_about(void **unused)
{
    static const char *const due[] = {
        "constraint never rejects: never so|3", "move never made: return|1",
        "value never taken: 0 in gone|3",       "value never taken: 1 in gone|3",
        "value never taken: b\"c in left|3",    "value never taken: b\"c in queue|3",
        "value never taken: it's in left|3",    "value never taken: it's in queue|3",
        "value never taken: last = b\"c|3",     "value never taken: last = it's|3"};
    static const char *const rejections[] = {"no way", "never so"};
    (void)unused;
    char path[] = "/tmp/wgcq-few-XXXXXX", found[16][80];
    wgcq_description is = post_description();
    wgcq_model *few = NULL;
    wgcq_result *result = NULL;
    wgcq_trace *stored = NULL;
    wgcq_rows *rows = NULL;
    wgcq_error err = {0};
    size_t count = 0;
    const int made = mkstemp(path);
    assert_true(made >= 0);
    close(made);
    is.moves = few_moves;
    is.rejections = rejections;
    is.rejection_count = 2;
    assert_int_equal(wgcq_model_new(&few, &is, &err), 0);
    assert_int_equal(wgcq_solve_model(&result, few, path, NULL, NULL, &err), 0);
    assert_int_equal(wgcq_trace_open(&stored, path, &err), 0);
    if (wgcq_ask(&rows, stored, &(wgcq_question){.what = "coverage"}, NULL, &err) != 0)
        fail_msg("%s", err.text);
    while (wgcq_rows_next(rows, &err) == 0 && count < 16) {
        assert_int_equal(wgcq_rows_type(rows, 2), WGCQ_NULL);
        const char *const name = wgcq_rows_text(rows, 1);
        int length = snprintf(found[count], sizeof *found, "%s: %s", wgcq_rows_text(rows, 0), name);
        snprintf(found[count] + length, sizeof *found - (size_t)length, "|%lld",
                 (long long)wgcq_rows_integer(rows, 3));
        count++;
    }
    qsort(found, count, sizeof *found, compare_findings);
    assert_int_equal(count, sizeof due / sizeof *due);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(found[i], due[i]);
    wgcq_rows_free(rows);
    wgcq_trace_free(stored);
    wgcq_result_free(result);
    wgcq_model_free(few);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(columns_are_arrays_and_places),
                                       cmocka_unit_test(states_are_given_by_lists),
                                       cmocka_unit_test(mistakes_of_a_description),
                                       cmocka_unit_test(values_behind_the_end),
                                       cmocka_unit_test(descriptions_of_lists_that_are_damaged),
                                       cmocka_unit_test(stored_states_with_a_value_behind_the_end),
                                       cmocka_unit_test(verify_looks_at_the_columns),
                                       cmocka_unit_test(another_layout),
                                       cmocka_unit_test(coverage_of_what_never_comes_about),
                                       cmocka_unit_test(many_places)};
    return cmocka_run_group_tests(tests, explore, leave);
}
