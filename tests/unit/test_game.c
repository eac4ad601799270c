/* test_game.c - games of C models: why moves are not there, and going on after an error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "suite.h"
#include "wgcq.h"

/* Two counters.  In the state 3, nested journeys meet an error. */
typedef struct pair {
    uint8_t a, b;
} pair;

static bool any_of_2(wgcq_journey *j, void *state)
{
    size_t which;
    (void)state;
    return wgcq_choose(j, 2, &which);
}

static bool broken(wgcq_journey *j, void *state)
{
    int64_t value;
    (void)state;
    return wgcq_choose_from(j, INT64_MIN, INT64_MAX, &value);
}

static bool nested_broken(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_once(j, broken);
}

/* The nested journey that is tried: an error in it, or in one inside it. */
static wgcq_journey_fn *trouble = broken;

static bool step(wgcq_journey *j, void *state)
{
    pair *p = state;
    if (!wgcq_any(j, p->a == 3 ? trouble : any_of_2) || !wgcq_guard(j, p->b < 2, "full"))
        return false;
    p->b++;
    return true;
}

static void start(const void *self, wgcq_moves *to)
{
    pair zero = {0, 0};
    (void)self;
    wgcq_moves_add(to, NULL, &zero, NULL);
}

static void moves(const void *self, const void *state, wgcq_moves *to)
{
    pair next = *(const pair *)state;
    (void)self;
    next.a++;
    if (next.a < 5)
        wgcq_moves_add(to, "a", &next, NULL);
    else
        wgcq_moves_reject(to, "a", "last");
    wgcq_moves_run(to, "b", state, step);
}

static bool is_bad(const void *self, const void *state)
{
    const pair *p = state;
    (void)self;
    return p->a == 2 && p->b == 1;
}

static bool is_odd(const void *self, const void *state)
{
    const pair *p = state;
    (void)self;
    return p->a == 2 && p->b > 0;
}

static void start_at_bad(const void *self, wgcq_moves *to)
{
    pair bad = {2, 1};
    (void)self;
    wgcq_moves_add(to, NULL, &bad, NULL);
}

static const wgcq_field fields[] = {{.name = "a", .high = 4},
                                    {.name = "b", .offset = 1, .high = 2}};
static const char *const rejections[] = {"last", "full"};
static const wgcq_rule rules[] = {{"bad", is_bad, true}, {"odd", is_odd, true}};

typedef void start_function(const void *self, wgcq_moves *to);

static wgcq_model *make_model(start_function *from, wgcq_journey_fn *in_state_3)
{
    const wgcq_description is = {.title = "Pairs",
                                 .size = sizeof(pair),
                                 .fields = fields,
                                 .field_count = 2,
                                 .start = from,
                                 .moves = moves,
                                 .rules = rules,
                                 .rule_count = 2,
                                 .rejections = rejections,
                                 .rejection_count = 2};
    wgcq_model *out = NULL;
    trouble = in_state_3;
    assert_int_equal(wgcq_model_new(&out, &is, NULL), 0);
    return out;
}

/* ---- why a move is not there ----------------------------------------------------------------- */

/* The rows as text: move, outcome and rule of each. */
static void spell_rejected(char *out, size_t room, const wgcq_game *game, const char *move)
{
    wgcq_rows *rows = NULL;
    size_t used = 0;
    *out = '\0';
    assert_int_equal(wgcq_game_rejected(&rows, game, move, NULL), 0);
    while (wgcq_rows_next(rows, NULL) == 0)
        used += (size_t)snprintf(out + used, room - used, "%s %s %s;", wgcq_rows_text(rows, 0),
                                 wgcq_rows_text(rows, 1), wgcq_rows_text(rows, 4));
    wgcq_rows_free(rows);
}

static void make_labelled(wgcq_game *game, const char *label)
{
    for (size_t i = 0; i < wgcq_game_move_count(game); i++)
        if (!strcmp(wgcq_game_move(game, i), label)) {
            assert_int_equal(wgcq_game_make(game, i, NULL), 0);
            return;
        }
    fail_msg("no move %s", label);
}

static void test_rejected(void **state)
{
    wgcq_model *model = make_model(start, any_of_2);
    wgcq_game *game = NULL;
    char text[400];
    (void)state;
    assert_int_equal(wgcq_game_new(&game, model, NULL), 0);
    spell_rejected(text, sizeof text, game, NULL);
    assert_string_equal(text, "");
    make_labelled(game, "a");
    make_labelled(game, "a");
    spell_rejected(text, sizeof text, game, NULL); /* every rule that is broken */
    assert_string_equal(text, "b refused bad;b refused odd;");
    spell_rejected(text, sizeof text, game, "a");
    assert_string_equal(text, "");
    make_labelled(game, "a");
    make_labelled(game, "a");
    make_labelled(game, "b");
    make_labelled(game, "b");
    spell_rejected(text, sizeof text, game, NULL);
    assert_string_equal(text, "a refused last;b refused full;");
    spell_rejected(text, sizeof text, game, "b");
    assert_string_equal(text, "b refused full;");
    wgcq_game_free(game);
    wgcq_model_free(model);
}

/* Plays the model and the rows of its run alike; of the rules the run stores the first. */
static void play_both(wgcq_game *of_model, wgcq_game *of_file, unsigned depth)
{
    char one[400], other[400];
    assert_string_equal(wgcq_game_shown(of_model), wgcq_game_shown(of_file));
    assert_int_equal(wgcq_game_move_count(of_model), wgcq_game_move_count(of_file));
    spell_rejected(one, sizeof one, of_model, NULL);
    spell_rejected(other, sizeof other, of_file, NULL);
    if (!strstr(one, "odd"))
        assert_string_equal(one, other);
    for (size_t i = 0; depth && i < wgcq_game_move_count(of_model); i++) {
        assert_int_equal(wgcq_game_make(of_model, i, NULL), 0);
        assert_int_equal(wgcq_game_make(of_file, i, NULL), 0);
        play_both(of_model, of_file, depth - 1);
        assert_int_equal(wgcq_game_undo(of_model, NULL), 0);
        assert_int_equal(wgcq_game_undo(of_file, NULL), 0);
    }
}

static void test_model_and_file(void **state)
{
    wgcq_model *model = make_model(start, any_of_2);
    wgcq_game *of_model = NULL, *of_file = NULL;
    wgcq_result *result = NULL;
    wgcq_trace *trace = NULL;
    char path[] = "/tmp/wgcq-game-XXXXXX";
    (void)state;
    close(mkstemp(path));
    assert_int_equal(wgcq_solve_model(&result, model, path, NULL, NULL, NULL), 0);
    assert_int_equal(wgcq_trace_open(&trace, path, NULL), 0);
    assert_int_equal(wgcq_game_new(&of_model, model, NULL), 0);
    assert_int_equal(wgcq_game_open(&of_file, trace, NULL), 0);
    play_both(of_model, of_file, 7);
    wgcq_game_free(of_file);
    wgcq_game_free(of_model);
    wgcq_trace_free(trace);
    wgcq_result_free(result);
    wgcq_model_free(model);
    unlink(path);
}

/* ---- after an error -------------------------------------------------------------------------- */

static void check_state(const wgcq_game *game, const char *shown, size_t move_count)
{
    assert_string_equal(wgcq_game_shown(game), shown);
    assert_int_equal(wgcq_game_move_count(game), move_count);
}

/* The game goes to the state 3, which cannot be expanded, and on from there. */
static void recover(wgcq_journey_fn *in_state_3)
{
    wgcq_model *model = make_model(start, in_state_3);
    wgcq_game *game = NULL;
    wgcq_rows *rows = NULL;
    wgcq_error err = {0};
    assert_int_equal(wgcq_game_new(&game, model, NULL), 0);
    make_labelled(game, "a");
    make_labelled(game, "a");
    assert_int_equal(wgcq_game_make(game, 0, &err), WGCQ_ERUN);
    assert_non_null(strstr(err.text, "a=3"));
    check_state(game, "", 0);
    assert_int_equal(wgcq_game_rejected(&rows, game, NULL, NULL), WGCQ_ERUN);
    assert_int_equal(wgcq_game_undo(game, NULL), 0);
    check_state(game, "a=2 b=0", 1);
    assert_int_equal(wgcq_game_redo(game, NULL), WGCQ_ERUN);
    assert_int_equal(wgcq_game_restart(game, 0, NULL), 0);
    check_state(game, "a=0 b=0", 2);
    make_labelled(game, "b");
    check_state(game, "a=0 b=1", 2);
    wgcq_game_free(game);
    wgcq_model_free(model);
}

static void test_after_an_error(void **state)
{
    (void)state;
    recover(broken);
    recover(nested_broken);
}

static void test_no_start(void **state)
{
    (void)state;
    wgcq_model *model = make_model(start_at_bad, broken);
    wgcq_game *game = NULL;
    wgcq_error err = {0};
    assert_int_equal(wgcq_game_new(&game, model, &err), WGCQ_ERUN);
    assert_string_equal(err.text, "no start is left: every one breaks a rule");
    assert_null(game);
    wgcq_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rejected),
        cmocka_unit_test(test_model_and_file),
        cmocka_unit_test(test_after_an_error),
        cmocka_unit_test(test_no_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
