/* test_diagnostics.c - complaints are kept, put in order, escaped, and guess what was meant. */
#include "base/suggest.h"
#include "puzzle/source/diagnostics.h"

#include <string.h>

#include "suite.h"

static source_text text_of(const char *name, const char *text)
{
    return (source_text){name, text, strlen(text)};
}

static source_span at(const source_text *from, int line, int column, int end_column)
{
    return (source_span){from, line, column, line, end_column};
}

static const wgcq_diagnostic *only(const diagnostics *of)
{
    assert_int_equal(wgcq_diagnostics_count(of), 1);
    return wgcq_diagnostics_at(of, 0);
}

static void an_error_says_where_and_what(void **state)
{
    (void)state;
    source_text s = text_of("a.yaml", "one\ntwo three\nfour\n");
    diagnostics *c = diagnostics_new();
    assert_false(diagnostic_add(c, WGCQ_DIAGNOSTIC_NAME, at(&s, 2, 5, 10), "no '%s'", "three"));
    diagnostic_hint(c, "did you mean '%s'?", "tree");
    const wgcq_diagnostic *k = only(c);
    assert_int_equal(k->kind, WGCQ_DIAGNOSTIC_NAME);
    assert_false(k->note);
    assert_string_equal(k->file, "a.yaml");
    assert_int_equal(k->line, 2);
    assert_int_equal(k->column, 5);
    assert_int_equal(k->end_column, 10);
    assert_string_equal(k->text, "no 'three'");
    assert_string_equal(k->hint, "did you mean 'tree'?");
    assert_string_equal(k->source, "two three");
    assert_int_equal(diagnostics_error_count(c), 1);
    assert_false(diagnostics_failed(c));
    wgcq_diagnostics_free(c);
}

static void it_outlives_the_text(void **state)
{
    (void)state;
    char text[] = "goal", name[] = "x.yaml";
    source_text s = {name, text, 4};
    diagnostics *c = diagnostics_new();
    diagnostic_add(c, WGCQ_DIAGNOSTIC_SHAPE, at(&s, 1, 1, 5), "%s", text);
    memset(text, '!', sizeof text);
    memset(name, '!', sizeof name);
    const wgcq_diagnostic *k = only(c);
    assert_string_equal(k->file, "x.yaml");
    assert_string_equal(k->text, "goal");
    assert_string_equal(k->source, "goal");
    assert_null(k->hint);
    wgcq_diagnostics_free(c);
}

static void they_are_read_in_the_order_of_the_text(void **state)
{
    (void)state;
    source_text s = text_of("a", "1\n2\n3\n"), set = text_of("--set n", "1\n");
    diagnostics *c = diagnostics_new();
    diagnostic_add(c, WGCQ_DIAGNOSTIC_TYPE, at(&s, 3, 1, 2), "third");
    diagnostic_note(c, at(&s, 1, 1, 2), "note of third");
    diagnostic_add(c, WGCQ_DIAGNOSTIC_TYPE, at(&set, 1, 1, 2), "set");
    diagnostic_add(c, WGCQ_DIAGNOSTIC_TYPE, at(&s, 1, 2, 3), "second");
    diagnostic_note(c, at(&s, 3, 1, 2), "note of second");
    diagnostic_note(c, at(&s, 2, 1, 2), "another of second");
    diagnostic_add(c, WGCQ_DIAGNOSTIC_TYPE, at(&s, 1, 1, 2), "first");
    diagnostic_add(c, WGCQ_DIAGNOSTIC_TYPE, at(&s, 1, 2, 3), "second, added later");
    diagnostic_hint(c, "hint of the last");
    static const char *const wanted[] = {"first",
                                         "second",
                                         "note of second",
                                         "another of second",
                                         "second, added later",
                                         "third",
                                         "note of third",
                                         "set"};
    assert_int_equal(wgcq_diagnostics_count(c), 8);
    for (size_t i = 0; i < 8; i++) {
        const wgcq_diagnostic *k = wgcq_diagnostics_at(c, i);
        assert_string_equal(k->text, wanted[i]);
        assert_int_equal(k->note, i == 2 || i == 3 || i == 6);
        assert_int_equal(k->hint != NULL, i == 4);
    }
    assert_int_equal(diagnostics_error_count(c), 5);
    wgcq_diagnostics_free(c);
}

static void the_same_error_is_kept_once(void **state)
{
    (void)state;
    source_text s = text_of("a", "abc\n");
    diagnostics *c = diagnostics_new();
    diagnostic_add(c, WGCQ_DIAGNOSTIC_TYPE, at(&s, 1, 1, 2), "same");
    diagnostic_add(c, WGCQ_DIAGNOSTIC_TYPE, at(&s, 1, 1, 2), "same");
    diagnostic_hint(c, "belongs to what was dropped");
    diagnostic_note(c, at(&s, 1, 1, 2), "belongs to what was dropped");
    assert_int_equal(diagnostics_error_count(c), 1);
    assert_null(only(c)->hint);
    diagnostic_add(c, WGCQ_DIAGNOSTIC_TYPE, at(&s, 1, 1, 3), "same");
    diagnostic_add(c, WGCQ_DIAGNOSTIC_TYPE, at(&s, 1, 1, 2), "other");
    assert_int_equal(wgcq_diagnostics_count(c), 3);
    wgcq_diagnostics_free(c);
}

static void after_twenty_they_are_counted(void **state)
{
    (void)state;
    source_text s = text_of("a", "abc\n");
    diagnostics *c = diagnostics_new();
    for (int i = 0; i < 25; i++) {
        diagnostic_add(c, WGCQ_DIAGNOSTIC_TYPE, at(&s, 1, 25 - i, 26), "error %d", i);
        diagnostic_note(c, at(&s, 1, 1, 2), "note %d", i);
    }
    assert_int_equal(diagnostics_error_count(c), 25);
    assert_int_equal(wgcq_diagnostics_count(c), 2 * DIAGNOSTICS_MOST);
    assert_string_equal(wgcq_diagnostics_at(c, 0)->text, "error 19");
    assert_string_equal(wgcq_diagnostics_at(c, 39)->text, "note 0");
    wgcq_diagnostics_free(c);
}

static void nothing_in_a_message_hides(void **state)
{
    (void)state;
    static const struct {
        const char *message, *shown;
    } cases[] = {
        {"plain \xC3\xA9", "plain \xC3\xA9"},
        {"a\nb\tc\r", "a\\nb\\tc\\r"},
        {"\x1B[31m\x7F", "\\x1B[31m\\x7F"},
        {"\xC2\x85", "\\u{85}"},
        {"\xE2\x80\xAE", "\\u{202E}"}, /* writes from right to left */
        {"\xE2\x81\xA6\xE2\x80\x8B", "\\u{2066}\\u{200B}"},
        {"\xEF\xBB\xBF", "\\u{FEFF}"},
        {"\xFF\xC3", "\\xFF\\xC3"},
        {"\xC0\x80\xED\xA0\x80", "\\xC0\\x80\\xED\\xA0\\x80"}, /* overlong; a surrogate */
        {"\xF4\x90\x80\x80", "\\xF4\\x90\\x80\\x80"},          /* above U+10FFFF */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        diagnostics *c = diagnostics_new();
        diagnostic_add(c, WGCQ_DIAGNOSTIC_RUN, (source_span){0}, "%s", cases[i].message);
        diagnostic_hint(c, "%s", cases[i].message);
        assert_string_equal(only(c)->text, cases[i].shown);
        assert_string_equal(only(c)->hint, cases[i].shown);
        wgcq_diagnostics_free(c);
    }
}

static void a_long_message_ends_in_dots(void **state)
{
    (void)state;
    char name[5001];
    memset(name, 'x', 5000);
    name[5000] = '\0';
    diagnostics *c = diagnostics_new();
    diagnostic_add(c, WGCQ_DIAGNOSTIC_NAME, (source_span){0}, "no '%s'", name);
    const char *text = only(c)->text;
    assert_true(strlen(text) < 1000);
    assert_string_equal(text + strlen(text) - 3, "...");
    wgcq_diagnostics_free(c);
}

static void the_line_is_shown_column_for_column(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line;
        const char *shown;
    } cases[] = {
        {"a\tb\n", 1, "a b"},
        {"x\r\ny\r\n", 2, "y"},
        {"x\ny", 2, "y"},
        {"x\n", 2, ""},
        {"x\n", 7, ""},
        {"x", 0, ""},
        {"", 1, ""},
        {"\xEF\xBB\xBFgoal", 1, "goal"},
        {"a\x1B\x7F|", 1, "a\xEF\xBF\xBD\xEF\xBF\xBD|"},
        {"\xE2\x80\xAE|", 1, "\xEF\xBF\xBD|"},
        {"\xFF\xC3|", 1, "\xEF\xBF\xBD\xEF\xBF\xBD|"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        source_text s = text_of("a", cases[i].text);
        diagnostics *c = diagnostics_new();
        diagnostic_add(c, WGCQ_DIAGNOSTIC_RUN, at(&s, cases[i].line, 1, 2), "x");
        assert_string_equal(only(c)->source, cases[i].shown);
        wgcq_diagnostics_free(c);
    }
}

static void what_is_underlined_is_never_empty(void **state)
{
    (void)state;
    source_text s = text_of("a", "\xC3\xA9t\xC3\xA9 xyz\nabc\n");
    static const struct {
        int line, column, end_line, end_column, shown_end;
    } cases[] = {
        {1, 5, 1, 8, 8}, {1, 5, 1, 5, 6}, {1, 5, 1, 2, 6}, /* a point, and nonsense */
        {1, 5, 2, 2, 8}, {1, 8, 2, 2, 9},                  /* the rest of the first line */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        source_span p = {&s, cases[i].line, cases[i].column, cases[i].end_line,
                         cases[i].end_column};
        diagnostics *c = diagnostics_new();
        diagnostic_add(c, WGCQ_DIAGNOSTIC_RUN, p, "x");
        assert_int_equal(only(c)->end_column, cases[i].shown_end);
        wgcq_diagnostics_free(c);
    }
}

static void nowhere_to_go_is_no_trouble(void **state)
{
    (void)state;
    assert_false(diagnostic_add(NULL, WGCQ_DIAGNOSTIC_RUN, (source_span){0}, "x"));
    diagnostic_hint(NULL, "x");
    diagnostic_note(NULL, (source_span){0}, "x");
    diagnostics *c = diagnostics_new();
    diagnostic_hint(c, "of no error");
    diagnostic_note(c, (source_span){0}, "of no error");
    assert_int_equal(wgcq_diagnostics_count(c), 0);
    wgcq_diagnostics_free(c);
    assert_int_equal(wgcq_diagnostics_count(NULL), 0);
    wgcq_diagnostics_free(NULL);
}

static void kinds_have_names(void **state)
{
    (void)state;
    static const char *const names[] = {"YAML", "shape", "name", "type", "range", "run"};
    for (int i = 0; i <= WGCQ_DIAGNOSTIC_RUN; i++)
        assert_string_equal(wgcq_diagnostic_kind_name((wgcq_diagnostic_kind)i), names[i]);
}

static void a_slip_of_the_pen_finds_its_word(void **state)
{
    (void)state;
    static const char *const words[] = {
        "goat", "wolf",  "cabbage",   "farmer",           "West", "near", "at",
        "n",    "seats", "symmetric", "\xC3\xA9t\xC3\xA9"};
    static const struct {
        const char *word, *meant;
    } cases[] = {
        {"gaot", "goat"},
        {"goats", "goat"},
        {"got", "goat"},
        {"goar", "goat"},
        {"gats", NULL},
        {"west", "West"},
        {"GOAT", "goat"},
        {"WOLG", "wolf"},
        {"cabage", "cabbage"},
        {"cabagge", "cabbage"},
        {"kabage", "cabbage"},
        {"kabagge", NULL},
        {"farmre", "farmer"},
        {"framre", "farmer"},
        {"armr", NULL},
        {"xyzzy", NULL},
        {"a", NULL},
        {"m", NULL},
        {"N", "n"},
        {"ta", "at"},
        {"simetrics", "symmetric"},
        {"", NULL},
        {"\xC3\xA9te", "\xC3\xA9t\xC3\xA9"},
        {"\xC3\x89T\xC3\x89", "\xC3\xA9t\xC3\xA9"},
        {"neat", "near"},
        {"goat", NULL},
        {"\xFFgoat", NULL},
        {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
         NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *nearest = suggest_nearest(cases[i].word, words, sizeof words / sizeof *words);
        if (nearest != cases[i].meant &&
            (!nearest || !cases[i].meant || strcmp(nearest, cases[i].meant) != 0))
            fail_msg("'%s' finds '%s', not '%s'", cases[i].word, nearest ? nearest : "nothing",
                     cases[i].meant ? cases[i].meant : "nothing");
    }
    assert_null(suggest_nearest("goat", NULL, 0));
}

static void the_case_decides_between_equals(void **state)
{
    (void)state;
    static const char *const words[] = {"East", "easy", "east"};
    assert_string_equal(suggest_nearest("Easy", words, 3), "easy");
    assert_string_equal(suggest_nearest("eaST", words, 3), "east");
    assert_string_equal(suggest_nearest("EAst", words, 3), "East");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_error_says_where_and_what),
        cmocka_unit_test(it_outlives_the_text),
        cmocka_unit_test(they_are_read_in_the_order_of_the_text),
        cmocka_unit_test(the_same_error_is_kept_once),
        cmocka_unit_test(after_twenty_they_are_counted),
        cmocka_unit_test(nothing_in_a_message_hides),
        cmocka_unit_test(a_long_message_ends_in_dots),
        cmocka_unit_test(the_line_is_shown_column_for_column),
        cmocka_unit_test(what_is_underlined_is_never_empty),
        cmocka_unit_test(nowhere_to_go_is_no_trouble),
        cmocka_unit_test(kinds_have_names),
        cmocka_unit_test(a_slip_of_the_pen_finds_its_word),
        cmocka_unit_test(the_case_decides_between_equals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
