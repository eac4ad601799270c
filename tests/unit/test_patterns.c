/*
 * test_patterns.c - estimates that are made for puzzles, against the distances in all their states.
 *
 * Whatever the room for tables is: in each state that is reached the estimate is at most the least
 * cost to a goal, no edge lowers it by more than it costs, and it is 0 in goals.  Some estimates of
 * starts are pinned, so that they stay as good.  Every allocation fails once, and the making is
 * ended after each of its polls.
 */
#include <glob.h>
#include <string.h>

#include "allocations.h"
#include "base/cost.h"
#include "model/model.h"
#include "suite.h"
#include "wgcq.h"

enum { STATES_MOST = 1500, EDGES_MOST = 40000, WIDE = 24 };

typedef struct explored_edge {
    size_t from, to;
    int64_t price;
} explored_edge;

static struct {
    const wgcq_model *model;
    void *worker;
    size_t states, edges;
    uint64_t state[STATES_MOST][WIDE];
    uint8_t marks[STATES_MOST];
    int64_t left[STATES_MOST]; /* least cost to a goal */
    explored_edge edge[EDGES_MOST];
} all;

/* ---- a puzzle and all its states ------------------------------------------------------------- */

static size_t number_of(const uint64_t *state)
{
    const size_t bytes = all.model->words * sizeof *state;
    for (size_t i = 0; i < all.states && i < STATES_MOST; i++)
        if (!memcmp(all.state[i], state, bytes))
            return i;
    if (all.states < STATES_MOST)
        memcpy(all.state[all.states], state, bytes);
    return all.states++; /* too many are noticed behind the batch */
}

/* False: it has too many states, or fails in one. */
static bool explore_all(const wgcq_model *m, int cost_number)
{
    batch rows = {.words = m->words, .costs = m->costs};
    all.model = m;
    all.states = all.edges = 0;
    if (m->words > WIDE || m->initial_states(all.worker, &rows, NULL))
        return batch_free(&rows), false;
    for (size_t i = 0; i < rows.count; i++)
        number_of(rows.state + i * m->words);
    bool fits = true;
    for (size_t at = 0; fits && at < all.states; at++) {
        fits = all.states <= STATES_MOST &&
               !m->classify(all.worker, all.state[at], 1, &all.marks[at], NULL);
        if (!fits || all.marks[at] & MARK_END)
            continue;
        fits = !m->expand(all.worker, all.state[at], 1, WANT_ORDER | WANT_COSTS, &rows, NULL) &&
               all.edges + rows.count <= EDGES_MOST;
        for (size_t i = 0; fits && i < rows.count; i++)
            all.edge[all.edges++] = (explored_edge){
                at, number_of(rows.state + i * m->words),
                cost_number < 0 ? 1 : rows.cost[i * m->costs + (size_t)cost_number]};
        fits = fits && all.states <= STATES_MOST;
    }
    batch_free(&rows);
    return fits;
}

static void find_left(int cost_number)
{
    const wgcq_model *m = all.model;
    int64_t final[64];
    for (size_t i = 0; i < all.states; i++) {
        all.left[i] = all.marks[i] & MARK_GOAL ? 0 : COST_BEYOND;
        if (!all.left[i] && m->finals && cost_number >= 0) {
            assert_int_equal(m->final_costs(all.worker, all.state[i], 1, final, NULL), 0);
            all.left[i] = final[cost_number];
        }
    }
    for (bool falls = true; falls;) {
        falls = false;
        for (size_t i = 0; i < all.edges; i++) {
            const explored_edge *e = &all.edge[i];
            const int64_t by = cost_add(all.left[e->to], e->price);
            if (cost_less(by, all.left[e->from])) {
                all.left[e->from] = by;
                falls = true;
            }
        }
    }
}

static void check_bounds(const int64_t *bound)
{
    for (size_t i = 0; i < all.states; i++) {
        assert_false(cost_less(all.left[i], bound[i]));
        assert_false(all.marks[i] & MARK_GOAL && cost_less(all.left[i], bound[i]));
    }
    for (size_t i = 0; i < all.edges; i++) {
        const explored_edge *e = &all.edge[i];
        assert_false(cost_less(cost_add(bound[e->to], e->price), bound[e->from]));
    }
}

/* The estimate of the first start, with so many bytes of tables. */
static int64_t check_made(const wgcq_model *m, int cost_number, size_t bytes)
{
    static int64_t bound[STATES_MOST];
    wgcq_model *guided;
    void *worker;
    const model_guide_wish wish = {.cost_number = cost_number, .bytes = bytes};
    assert_int_equal(m->made.guide(&guided, m, &wish, NULL), 0);
    assert_true(guided->has_estimate);
    assert_int_equal(guided->worker_new(&worker, guided, NULL), 0);
    for (size_t i = 0; i < all.states; i++)
        assert_int_equal(guided->estimate(worker, all.state[i], 1, &bound[i], NULL), 0);
    check_bounds(bound);
    guided->worker_free(worker);
    m->made.guide_free(guided);
    return bound[0];
}

/* For each cost and different room.  The estimate of the first start, of the first cost. */
static int64_t check_puzzle(const wgcq_puzzle *puzzle, size_t room)
{
    static const size_t rooms[] = {256, 128 * 40, 128 * 300};
    const wgcq_model *m = wgcq_puzzle_model(puzzle);
    int64_t first = -1;
    assert_int_equal(m->worker_new(&all.worker, m, NULL), 0);
    for (int number = -1; number < (int)m->costs && m->has_goal; number++) {
        if (!explore_all(m, number))
            break;
        find_left(number);
        for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
            check_made(m, number, rooms[i]);
        int64_t made = check_made(m, number, room);
        if (number == (m->minimize_count ? m->minimize[0] : -1))
            first = made;
    }
    m->worker_free(all.worker);
    return first;
}

/* ---- puzzles of their own -------------------------------------------------------------------- */

typedef struct pinned {
    const char *name, *yaml;
    size_t room;
    int64_t estimate; /* of the start */
} pinned;

#define TILES_OF(START, GOAL)                                                                      \
    "puzzle: Tiles\nstate:\n  at[0..1, 0..2]: 0..5\nstart: {at: " START "}\n"                      \
    "moves:\n  slide {at[r + y, c + x]}:\n"                                                        \
    "    - choose: r in 0..1, c in 0..2, y, x in [[0, 1], [1, 0], [0, -1], [-1, 0]]\n"             \
    "    - guard: r + y in 0..1 and c + x in 0..2 and at[r, c] == 0\n"                             \
    "    - set:\n        at[r, c]: at[r + y, c + x]\n        at[r + y, c + x]: 0\n"                \
    "goal: {at: " GOAL "}\n"
#define TILES TILES_OF("[[5, 4, 3], [2, 1, 0]]", "[[0, 1, 2], [3, 4, 5]]")

static const pinned puzzles[] = {
    {"values are merged, and distances added", TILES, 128 * 200, 11},
    {"all told apart", TILES, 1 << 20, 15},
    {"the starts do not lead to the goal",
     TILES_OF("[[4, 5, 3], [2, 1, 0]]", "[[0, 1, 2], [3, 4, 5]]"), 1 << 20, COST_BEYOND},
    {"the goal has more of a value than there are",
     TILES_OF("[[5, 4, 3], [2, 1, 0]]", "[[0, 1, 2], [3, 4, 4]]"), 1 << 20, COST_BEYOND},
    {"boxes that are all alike, and who pushes them",
     "puzzle: Boxes\nstate:\n  x: 0..6\n  box[0..6]: bool\n"
     "start: {x: 3, box: [false, false, true, false, true, false, false]}\n"
     "moves:\n  walk {d}:\n    - choose: d in [-1, 1]\n    - guard: x + d in 0..6\n"
     "    - guard: not box[x + d]\n    - set: x = x + d\n"
     "  push {d}:\n    - choose: d in [-1, 1]\n    - guard: x + 2 * d in 0..6\n"
     "    - guard: box[x + d] and not box[x + 2 * d]\n"
     "    - set:\n        x: x + d\n        box[x + d]: false\n        box[x + 2 * d]: true\n"
     "goal: box[0] and box[6]\n",
     1 << 20, 6},
    {"costs of what a move comes to, rules, a state that may not be left",
     "puzzle: Bills\ntypes:\n  side: [near, far]\nstate:\n  boat: side\n  on[0..3]: side\n"
     "start: {boat: near, on: near}\nmoves:\n  row {i} {j}:\n"
     "    - choose: i in 0..3, j in 0..3 if i <= j\n"
     "    - guard: on[i] == boat and on[j] == boat\n"
     "    - set:\n        boat: far if boat == near else near\n"
     "        on[k] for k in 0..3 if k == i or k == j: far if boat == near else near\n"
     "    - cost: toil = i + j\n"
     "never:\n  alone: on[0] == on[1] and on[0] != boat\n"
     "costs:\n  toil: 0\n  wait: count(on[i] == near for i in 0..3)\nminimize: wait\n"
     "goal: {on: far}\n",
     1 << 20, 8},
    {"many values are copied at once",
     "puzzle: Flips\nstate:\n  at[0..4]: 0..4\nstart: {at: [3, 1, 4, 2, 0]}\n"
     "moves:\n  flip {k}:\n    - choose: k in 1..4\n    - set: at[i] for i in 0..k = at[k - i]\n"
     "goal: {at: [0, 1, 2, 3, 4]}\n",
     1 << 20, 5},
};

static wgcq_puzzle *read_text(const char *yaml)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_diagnostics *complaints = NULL;
    wgcq_error err = {0};
    int code =
        wgcq_puzzle_read(&puzzle, yaml, strlen(yaml), "own.yaml", NULL, 0, &complaints, &err);
    if (code)
        print_error("%s\n", wgcq_diagnostics_count(complaints)
                                ? wgcq_diagnostics_at(complaints, 0)->text
                                : err.text);
    wgcq_diagnostics_free(complaints);
    assert_int_equal(code, 0);
    return puzzle;
}

static void bounds_hold(void **unused)
{
    (void)unused;
    int failures = 0;
    for (size_t i = 0; i < sizeof puzzles / sizeof *puzzles; i++) {
        wgcq_puzzle *puzzle = read_text(puzzles[i].yaml);
        int64_t start = check_puzzle(puzzle, puzzles[i].room);
        if (start != puzzles[i].estimate)
            print_error("%s: %lld\n", puzzles[i].name, (long long)start);
        failures += start != puzzles[i].estimate;
        wgcq_puzzle_free(puzzle);
    }
    assert_int_equal(failures, 0);
}

static void bounds_hold_on_the_shelf(void **unused)
{
    (void)unused;
    glob_t found;
    assert_int_equal(glob("puzzles/*.yaml", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        wgcq_puzzle *puzzle = NULL;
        assert_int_equal(wgcq_puzzle_load(&puzzle, found.gl_pathv[i], NULL, 0, NULL, NULL), 0);
        check_puzzle(puzzle, 128 * 3000);
        wgcq_puzzle_free(puzzle);
    }
    globfree(&found);
}

/* ---- allocations and ends -------------------------------------------------------------------- */

static void each_allocation_fails(void **unused)
{
    (void)unused;
    const model_guide_wish wish = {.cost_number = -1, .bytes = 1 << 20};
    for (size_t i = 0; i < sizeof puzzles / sizeof *puzzles; i++) {
        wgcq_puzzle *puzzle = read_text(puzzles[i].yaml);
        const wgcq_model *m = wgcq_puzzle_model(puzzle);
        wgcq_model *guided = NULL;
        int code = WGCQ_EMEMORY;
        long at = 0;
        while (code) {
            allocations = 0;
            fails_at = ++at;
            code = m->made.guide(&guided, m, &wish, NULL);
            fails_at = 0;
            assert_true(!code || code == WGCQ_EMEMORY);
        }
        assert_true(at > 10);
        m->made.guide_free(guided);
        wgcq_puzzle_free(puzzle);
    }
}

static long polls, polls_left;

static bool ends_after_polls(void *self)
{
    (void)self;
    polls++;
    return polls > polls_left;
}

/* An estimate whose making was ended holds as well. */
static void each_poll_ends_it(void **unused)
{
    (void)unused;
    wgcq_puzzle *puzzle = read_text(TILES);
    const wgcq_model *m = wgcq_puzzle_model(puzzle);
    assert_int_equal(m->worker_new(&all.worker, m, NULL), 0);
    assert_true(explore_all(m, -1));
    find_left(-1);
    polls = polls_left = 0;
    for (long last = -1; polls != last; polls_left++) {
        wgcq_model *guided;
        void *worker;
        static int64_t bound[STATES_MOST];
        budget limit = {.stop = ends_after_polls};
        const model_guide_wish wish = {.cost_number = -1, .bytes = 128 * 200, .limit = &limit};
        last = polls;
        polls = 0;
        assert_int_equal(m->made.guide(&guided, m, &wish, NULL), 0);
        assert_int_equal(guided->worker_new(&worker, guided, NULL), 0);
        for (size_t i = 0; i < all.states; i++)
            assert_int_equal(guided->estimate(worker, all.state[i], 1, &bound[i], NULL), 0);
        check_bounds(bound);
        guided->worker_free(worker);
        m->made.guide_free(guided);
    }
    assert_true(polls_left > 5);
    m->worker_free(all.worker);
    wgcq_puzzle_free(puzzle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_hold),
        cmocka_unit_test(bounds_hold_on_the_shelf),
        cmocka_unit_test(each_allocation_fails),
        cmocka_unit_test(each_poll_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
