/* test_replay.c - a plan is made again move by move, and what is not possible in it is found. */
#include <string.h>

#include "graph/algorithms/graph_answers.h"
#include "suite.h"
#include "wgcq.h"

static const char stairs[] = "puzzle: Stairs\n"
                             "state:\n"
                             "  x: 0..9\n"
                             "start: {x: 2}\n"
                             "moves:\n"
                             "  up:\n"
                             "    - set: x = x + 1\n"
                             "    - guard: x < 8\n"
                             "    - cost: toll = x\n"
                             "  leap:\n"
                             "    - guard: x < 6\n"
                             "    - set: x = x + 2\n"
                             "    - cost: toll = 7\n"
                             "goal: x == 5\n";

enum { STEPS = 3 };

/* 2 to 3 to 4 to 5; each of up. */
typedef struct climb {
    wgcq_puzzle *puzzle;
    const wgcq_model *model;
    void *worker;
    plan_checker by;
    uint64_t states[STEPS + 1];
    uint32_t moves[STEPS], leap;
    int64_t costs[STEPS];
} climb;

static void open_climb(climb *c)
{
    wgcq_error err = {0};
    batch found = {0};
    *c = (climb){0};
    assert_int_equal(
        wgcq_puzzle_read(&c->puzzle, stairs, strlen(stairs), "stairs", NULL, 0, NULL, &err), 0);
    c->model = wgcq_puzzle_model(c->puzzle);
    found = (batch){.words = c->model->words, .costs = c->model->costs};
    assert_int_equal(c->model->words, 1);
    assert_int_equal(c->model->worker_new(&c->worker, c->model, &err), 0);
    assert_int_equal(c->model->initial_states(c->worker, &found, &err), 0);
    c->states[0] = found.state[0];
    for (int i = 0; i < STEPS; i++) {
        const unsigned wants = WANT_ORDER | WANT_MOVES | WANT_COSTS;
        assert_int_equal(c->model->expand(c->worker, &c->states[i], 1, wants, &found, &err), 0);
        assert_int_equal(found.count, 2);
        assert_string_equal(c->model->move_text(c->model, found.move[0]), "up");
        c->states[i + 1] = found.state[0];
        c->moves[i] = found.move[0];
        c->costs[i] = found.cost[0];
        c->leap = found.move[1];
    }
    batch_free(&found);
    assert_int_equal(plan_checker_open(&c->by, c->model, c->worker, &err), 0);
}

static void close_climb(climb *c)
{
    plan_checker_close(&c->by);
    c->model->worker_free(c->worker);
    wgcq_puzzle_free(c->puzzle);
}

/* The verdict on the plan; "": it can be made. */
static const char *replayed(climb *c, uint32_t from, uint32_t length, bool with_costs)
{
    static wgcq_error err;
    const plan_view plan = {length, c->states + from, c->moves + from,
                            with_costs ? c->costs + from : NULL, NULL};
    err = (wgcq_error){0};
    int code = plan_checker_replay(&c->by, &plan, &err);
    assert_int_equal(code, err.text[0] ? WGCQ_ERUN : 0);
    return err.text;
}

static void a_plan_that_can_be_made(void **state)
{
    climb c;
    (void)state;
    open_climb(&c);
    for (int again = 0; again < 2; again++) {
        assert_string_equal(replayed(&c, 0, STEPS, true), "");
        assert_string_equal(replayed(&c, 0, STEPS, false), "");
    }
    close_climb(&c);
}

/* Before the plan was confirmed and after it. */
static void what_is_not_possible(void **state)
{
    (void)state;
    for (int confirmed = 0; confirmed < 2; confirmed++) {
        climb c;
        open_climb(&c);
        if (confirmed)
            assert_string_equal(replayed(&c, 0, STEPS, true), "");
        assert_string_equal(replayed(&c, 1, STEPS - 1, true),
                            "the checker rejects the plan: it does not begin at a start");
        assert_string_equal(replayed(&c, 0, STEPS - 1, true),
                            "the checker rejects the plan: it does not end in a goal");
        c.moves[1] = c.leap;
        assert_string_equal(replayed(&c, 0, STEPS, true), "the checker rejects step 2, 'leap'");
        c.moves[1] = c.moves[0];
        c.costs[2]++;
        assert_string_equal(replayed(&c, 0, STEPS, true), "the checker rejects step 3, 'up'");
        assert_string_equal(replayed(&c, 0, STEPS, false), "");
        c.costs[2]--;
        c.states[1] = c.states[2];
        assert_string_equal(replayed(&c, 0, STEPS, true), "the checker rejects step 1, 'up'");
        close_climb(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_plan_that_can_be_made),
                                       cmocka_unit_test(what_is_not_possible)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
