/*
 * test_inverse.c - predecessors and goals of puzzles, against all edges that there are.
 *
 * All states of a puzzle are explored by its interpreter.  Each edge is found backwards; and
 * whatever is found backwards is an edge of the interpreter, from a state that breaks no rule and
 * is no end. The same for what leads to those, which the starts need not lead to; there no edge is
 * missing that leads to a state at hand.  Every goal that is explored is listed, and what is listed
 * is one.
 *
 * A puzzle whose moves can be undone has each edge back.
 *
 * With arguments: puzzles to look at, in place of the shelf's.  Prints how many can be inverted.
 */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocations.h"
#include "model/model.h"
#include "space/visited.h"
#include "suite.h"
#include "turns.h"
#include "wgcq.h"

enum { STATES_MOST = 3000, AT_ONCE = 37, FEW = 200, GOALS_MOST = 3000 };

static struct {
    const wgcq_model *model;
    model_inverse *inverse;
    void *worker;
    visited states; /* the explored ones, then others */
    uint32_t explored;
    batch edges, before;
    bool fails; /* some state has an error */
} all;

static char **files; /* NULL: the shelf's */
static int file_count;

/* ---- the oracle --------------------------------------------------------------------------- */

static const uint64_t *state_of(uint32_t number)
{
    return visited_state(&all.states, number);
}

static uint32_t number_of(const uint64_t *state)
{
    uint32_t number;
    visited_find(&all.states, state, 1, &number);
    return number;
}

static void add_states(const uint64_t *state, size_t count)
{
    size_t added;
    assert_int_equal(visited_add(&all.states, state, count, NULL, &added, NULL), 0);
    assert_int_equal(added, count);
}

/* The successors of a state, by the interpreter; none of an end.  False: an error. */
static bool find_edges(const uint64_t *state)
{
    uint8_t marks = 0;
    batch_clear(&all.edges);
    if (all.model->reference.classify(all.worker, state, &marks, NULL))
        return false;
    return marks & MARK_END || !all.model->reference.expand(
                                   all.worker, state, WANT_ORDER | WANT_MOVES, &all.edges, NULL);
}

static bool keeps_rules(const uint64_t *state)
{
    bool broken[256] = {false};
    const wgcq_model *m = all.model;
    assert_true(m->rule_count < 256);
    if (m->reference.broken_rules && m->reference.broken_rules(all.worker, state, broken, NULL))
        return true; /* an error, which is met where a search comes there */
    for (size_t i = 0; i < m->rule_count; i++)
        if (broken[i])
            return false;
    return true;
}

static bool leads_to(const uint64_t *from, const uint64_t *to)
{
    const size_t bytes = all.model->words * sizeof *to;
    if (!find_edges(from))
        return true; /* likewise */
    for (size_t i = 0; i < all.edges.count; i++)
        if (!memcmp(all.edges.state + i * all.model->words, to, bytes))
            return true;
    return false;
}

/* False: there are too many, or none without an error. */
static bool explore_all(void)
{
    batch starts = {.words = all.model->words, .costs = all.model->costs};
    all.states = visited_make(all.model->words, VISITED_MAX);
    bool fine = !all.model->initial_states(all.worker, &starts, NULL);
    if (fine)
        add_states(starts.state, starts.count);
    batch_free(&starts);
    for (uint32_t at = 1; fine && at <= all.states.count; at++) {
        fine = find_edges(state_of(at));
        add_states(all.edges.state, fine ? all.edges.count : 0);
        fine = fine && all.states.count <= STATES_MOST;
    }
    all.explored = all.states.count;
    return fine;
}

/* ---- what is held to it ------------------------------------------------------------------- */

static bool is_among(const uint64_t *state, uint32_t lane)
{
    const size_t words = all.model->words;
    for (size_t i = 0; i < all.before.count; i++)
        if (all.before.lane[i] == lane &&
            !memcmp(all.before.state + i * words, state, words * sizeof *state))
            return true;
    return false;
}

/* Every row is an edge. */
static void check_rows(uint32_t first, uint32_t count)
{
    for (size_t i = 0; i < all.before.count; i++) {
        const uint64_t *state = all.before.state + i * all.model->words;
        assert_true(all.before.lane[i] < count);
        assert_true(keeps_rules(state));
        assert_true(leads_to(state, state_of(first + all.before.lane[i])));
    }
}

/* Every edge from one of the first `from` states to one of these is a row. */
static void check_none_missing(uint32_t from, uint32_t first, uint32_t count)
{
    const size_t words = all.model->words;
    for (uint32_t source = 1; source <= from; source++) {
        if (!find_edges(state_of(source)))
            continue;
        for (size_t i = 0; i < all.edges.count; i++) {
            uint32_t to = number_of(all.edges.state + i * words);
            if (to >= first && to < first + count && to != source)
                assert_true(is_among(state_of(source), to - first));
        }
    }
}

/* Predecessors of states first..last, with the edges that come from the first `sources`; those that
   are not there yet are added. */
static void check_predecessors(uint32_t first, uint32_t last, uint32_t sources, bool add)
{
    for (uint32_t at = first; at <= last; at += AT_ONCE) {
        const uint32_t count = last - at + 1 < AT_ONCE ? last - at + 1 : AT_ONCE;
        assert_int_equal(
            all.inverse->predecessors(all.inverse, state_of(at), count, &all.before, NULL), 0);
        check_rows(at, count);
        if (sources)
            check_none_missing(sources, at, count);
        if (add)
            add_states(all.before.state, all.before.count);
    }
}

static void check_each_edge(void)
{
    const size_t words = all.model->words;
    for (uint32_t source = 1; source <= all.explored; source++) {
        assert_true(find_edges(state_of(source)));
        for (size_t i = 0; i < all.edges.count; i++) {
            const uint64_t *to = all.edges.state + i * words;
            if (number_of(to) == source)
                continue;
            assert_int_equal(all.inverse->predecessors(all.inverse, to, 1, &all.before, NULL), 0);
            assert_true(is_among(state_of(source), 0));
        }
    }
}

static void check_goals(void)
{
    const batch *goals = &all.inverse->goals;
    visited listed = visited_make(all.model->words, VISITED_MAX);
    size_t added;
    assert_int_equal(visited_add(&listed, goals->state, goals->count, NULL, &added, NULL), 0);
    assert_int_equal(listed.count, goals->count); /* each once */
    for (uint32_t at = 1; at <= all.explored; at++) {
        uint8_t marks;
        uint32_t number;
        assert_int_equal(all.model->reference.classify(all.worker, state_of(at), &marks, NULL), 0);
        visited_find(&listed, state_of(at), 1, &number);
        if (marks & MARK_GOAL)
            assert_true(number);
    }
    for (size_t i = 0; i < goals->count && i < GOALS_MOST; i++) {
        const uint64_t *state = goals->state + i * all.model->words;
        uint8_t marks = 0;
        assert_true(keeps_rules(state));
        if (!all.model->reference.classify(all.worker, state, &marks, NULL))
            assert_true(marks & MARK_GOAL);
    }
    visited_free(&listed);
}

/* Whether it can be inverted. */
static bool check_inverse(const char *name, bool *checked)
{
    wgcq_error err = {0};
    int code = all.model->made.invert(&all.inverse, all.model, NULL, &err);
    *checked = false;
    if (code) {
        if (code != WGCQ_EREQUEST || !*err.text)
            fail_msg("%s: %s", name, err.text);
        return false;
    }
    if (explore_all()) {
        check_goals();
        check_predecessors(1, all.explored, 0, true);
        check_each_edge();
        if (all.states.count <= FEW) /* what leads to what leads to those */
            check_predecessors(all.explored + 1, all.states.count, all.states.count, false);
        *checked = true;
    }
    visited_free(&all.states);
    all.inverse->free(all.inverse);
    return true;
}

static bool check_puzzle(const char *name, const wgcq_puzzle *puzzle, bool *checked)
{
    const wgcq_model *m = wgcq_puzzle_model(puzzle);
    all.model = m;
    all.edges = (batch){.words = m->words, .costs = m->costs};
    all.before = (batch){.words = m->words};
    assert_int_equal(m->worker_new(&all.worker, m, NULL), 0);
    bool inverted = m->has_goal && check_inverse(name, checked);
    m->worker_free(all.worker);
    batch_free(&all.edges);
    batch_free(&all.before);
    return inverted;
}

static void check_files(char **paths, size_t count, size_t *inverted, size_t *checked)
{
    for (size_t i = 0; i < count; i++) {
        wgcq_puzzle *puzzle = NULL;
        bool all_checked = false;
        wgcq_error err = {0};
        if (wgcq_puzzle_load(&puzzle, paths[i], NULL, 0, NULL, &err))
            fail_msg("%s: %s", paths[i], err.text);
        *inverted += check_puzzle(paths[i], puzzle, &all_checked);
        *checked += all_checked;
        wgcq_puzzle_free(puzzle);
    }
}

static void every_edge_is_found_backwards(void **unused)
{
    (void)unused;
    glob_t found = {0};
    size_t inverted = 0, checked = 0;
    if (files) {
        check_files(files, (size_t)file_count, &inverted, &checked);
        print_message("# %zu inverted, %zu checked, of %d\n", inverted, checked, file_count);
        return;
    }
    assert_int_equal(glob("puzzles/*.yaml", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        if (in_turn(i))
            check_files(&found.gl_pathv[i], 1, &inverted, &checked);
    globfree(&found);
    print_message("# %zu inverted, %zu checked\n", inverted, checked);
    assert_true(inverted >= (size_t)turns_least(45, 10));
    assert_true(checked >= (size_t)turns_least(38, 8));
}

/* ---- puzzles of their own ----------------------------------------------------------------- */

typedef struct own_puzzle {
    const char *yaml;
    size_t goals;        /* listed */
    const char *refused; /* a part of the reason; NULL: it is not */
} own_puzzle;

static const own_puzzle own[] = {
    /* what was there before is anything; a guard that reads two cells; an end */
    {"puzzle: Sets\nstate:\n  x: 0..4\n  y: 0..4\n  z: bool\nstart: {x: 0, y: 0, z: false}\n"
     "moves:\n  clear:\n    - guard: x + y > 3 and (x - y) * x < 9\n    - set: x = 0\n"
     "  up:\n    - guard: x < 4\n    - set: x = x + 1\n"
     "  swap:\n    - set:\n        x: y\n        y: x\n        z: not z\n"
     "  copy:\n    - guard: not z\n    - set: y = (x * x + y) % 5\n"
     "never:\n  both: x == 3 and y == 3\nend: x == 4 and z\ngoal: y == 4 and z\n",
     5, NULL},
    /* an index that is read, a loop over what holds, several starts, a part of a type */
    {"puzzle: Stacks\ntypes:\n  place: [a, b, c, d]\n  near: [d, b]\nstate:\n  at[0..2]: place\n"
     "  to: near\nstart: {at: a, to: b}\nmoves:\n"
     "  all go:\n    - set:\n        at[i] for i in 0..2 if at[i] == a: to\n"
     "  one goes {i}:\n    - choose: i in 0..2 if at[i] != to\n    - set: at[i] = to\n"
     "  first goes:\n    - choose: first i in 0..2 if at[i] == b\n    - set: at[i] = c\n"
     "  turn:\n    - set: to = d if to == b else b\n"
     "goal: {at: c}\n",
     2, NULL},
    /* how often a value is there is kept, so that the goal has few states */
    {"puzzle: Boxes\nstate:\n  x: 0..29\n  box[0..29]: bool\n"
     "start:\n  x: 3\n  box[i] for i in 0..29: i in [4, 8]\n"
     "moves:\n  walk {d}:\n    - choose: d in [-1, 1]\n    - guard: x + d in 0..29\n"
     "    - guard: not box[x + d]\n    - set: x = x + d\n"
     "  push {d}:\n    - choose: d in [-1, 1]\n    - guard: x + 2 * d in 0..29\n"
     "    - guard: box[x + d] and not box[x + 2 * d]\n"
     "    - set:\n        x: x + d\n        box[x + d]: false\n        box[x + 2 * d]: true\n"
     "goal: box[5] and not box[0]\n",
     28 * 30, NULL},
    {"puzzle: Open\nstate:\n  on[0..29]: bool\n  done: bool\nstart: {on: false, done: false}\n"
     "moves:\n  flip {i}:\n    - choose: i in 0..29\n    - set: on[i] = not on[i]\n"
     "  end:\n    - set: done = true\ngoal: done\n",
     0, "more than 1048576 states satisfy the goal: it leaves open what is in 'on'"},
    {"puzzle: Far\nstate:\n  n: 0..1000000\nstart: {n: 1}\nmoves:\n"
     "  double:\n    - guard: n < 400000\n    - set: n = 2 * n\ngoal: n == 1024\n",
     0, "the move 'double' cannot be made backwards: what it sets in 'n'"},
    /* lists of names with a gap before their end: what a move drops was one of them */
    {"puzzle: Queue\ntypes:\n  animal: [dog, gnu, hen, eel]\n  pet: [dog, gnu]\n"
     "state:\n  queue: list(3) of pet\n  last: animal\nstart: {queue: [], last: hen}\nmoves:\n"
     "  \"{x} comes\":\n    - choose: x in pet\n    - guard: len(queue) < 3\n"
     "    - set: queue = queue + [x]\n"
     "  \"goes of {queue}\":\n    - guard: len(queue) > 0\n    - set: queue = queue[:-1]\n"
     "goal: {queue: [gnu, dog]}\n",
     1, NULL},
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

static void own_puzzles_are_inverted_or_refused(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        wgcq_puzzle *puzzle = read_text(own[i].yaml);
        const wgcq_model *m = wgcq_puzzle_model(puzzle);
        bool checked;
        wgcq_error err = {0};
        model_inverse *inverse = NULL;
        assert_int_equal(check_puzzle("own", puzzle, &checked), !own[i].refused);
        int code = m->made.invert(&inverse, m, NULL, &err);
        assert_int_equal(code, own[i].refused ? WGCQ_EREQUEST : 0);
        if (own[i].refused && !strstr(err.text, own[i].refused))
            fail_msg("%s", err.text);
        if (!own[i].refused) {
            assert_true(checked);
            assert_int_equal(inverse->goals.count, own[i].goals);
            inverse->free(inverse);
        }
        wgcq_puzzle_free(puzzle);
    }
}

/* ---- edges there and back ----------------------------------------------------------------- */

/* No state fails, and what an edge leads to has one back to where it came from. */
static void check_each_edge_back(void)
{
    const size_t words = all.model->words;
    for (uint32_t source = 1; source <= all.explored; source++) {
        assert_true(find_edges(state_of(source)));
        const size_t count = all.edges.count;
        uint64_t *to = malloc((count * words + 1) * sizeof *to);
        assert_non_null(to);
        if (count)
            memcpy(to, all.edges.state, count * words * sizeof *to);
        for (size_t i = 0; i < count; i++)
            assert_true(leads_to(to + i * words, state_of(source)) && find_edges(to + i * words));
        free(to);
    }
}

/* Whether its moves are said to be undone, which is held to its first states; of a model with ends
   nothing is asked. */
static bool check_undirected(const wgcq_puzzle *puzzle)
{
    const wgcq_model *m = wgcq_puzzle_model(puzzle);
    bool undirected = false;
    assert_int_equal(m->is_undirected(&undirected, m, NULL), 0);
    if (!undirected || m->has_end)
        return undirected;
    all.model = m;
    all.edges = (batch){.words = m->words, .costs = m->costs};
    assert_int_equal(m->worker_new(&all.worker, m, NULL), 0);
    explore_all();
    all.explored = all.explored < STATES_MOST ? all.explored : STATES_MOST;
    check_each_edge_back();
    m->worker_free(all.worker);
    visited_free(&all.states);
    batch_free(&all.edges);
    return true;
}

static void check_undirected_files(char **paths, size_t count, size_t *undirected)
{
    for (size_t i = 0; i < count; i++) {
        wgcq_puzzle *puzzle = NULL;
        wgcq_error err = {0};
        if (wgcq_puzzle_load(&puzzle, paths[i], NULL, 0, NULL, &err))
            fail_msg("%s: %s", paths[i], err.text);
        *undirected += check_undirected(puzzle);
        wgcq_puzzle_free(puzzle);
    }
}

static void every_edge_has_one_back(void **unused)
{
    (void)unused;
    glob_t found = {0};
    size_t undirected = 0;
    if (files) {
        check_undirected_files(files, (size_t)file_count, &undirected);
        print_message("# %zu undirected, of %d\n", undirected, file_count);
        return;
    }
    assert_int_equal(glob("puzzles/*.yaml", 0, NULL, &found), 0);
    check_undirected_files(found.gl_pathv, found.gl_pathc, &undirected);
    globfree(&found);
    print_message("# %zu undirected\n", undirected);
    assert_true(undirected >= 11);
}

/* Puzzles of a number x and a truth y. */
static const struct {
    const char *moves;
    bool undirected;
} two_cells[] = {
    {"  up:\n    - guard: x < 4\n    - set: x = x + 1\n"
     "  down:\n    - guard: x > 0\n    - set: x = x - 1\n"
     "  turn:\n    - set: y = not y\n",
     true},
    /* not back */
    {"  up:\n    - guard: x < 4\n    - set: x = x + 1\n", false},
    /* back only where y holds; or where it does not */
    {"  up:\n    - guard: x < 4\n    - set: x = x + 1\n"
     "  down:\n    - guard: x > 0 and y\n    - set: x = x - 1\n",
     false},
    {"  up:\n    - guard: x < 4 and not y\n    - set: x = x + 1\n"
     "  down:\n    - guard: x > 0 and y\n    - set: x = x - 1\n",
     false},
    {"  up:\n    - guard: x < 4 and y\n    - set: x = x + 1\n"
     "  down:\n    - guard: x > 0 and y\n    - set: x = x - 1\n",
     true},
    /* back by another way, a move that also turns */
    {"  up:\n    - guard: x < 4\n    - set:\n        x: x + 1\n        y: not y\n"
     "  down:\n    - guard: x > 0\n    - set: x = x - 1\n",
     false},
    /* a cycle of three */
    {"  round:\n    - guard: x < 3\n    - set: x = (x + 1) % 3\n", false},
    /* by one that may fail */
    {"  up:\n    - guard: x < 4 and 12 // x > 0\n    - set: x = x + 1\n"
     "  down:\n    - guard: x > 0\n    - set: x = x - 1\n",
     false},
    {"  swap:\n    - set:\n        x: 4 - x\n        y: y\n", true},
    /* what it costs, its label, or a rule may fail */
    {"  swap:\n    - set: x = 4 - x\ncosts: {toll: x}\n", true},
    {"  swap:\n    - set: x = 4 - x\ncosts: {toll: x - 1}\n", false},
    {"  swap:\n    - set: x = 4 - x\n    - cost: toll = 12 // x\ncosts: {toll: 0}\n", false},
    {"  swap {12 // x}:\n    - set: x = 4 - x\n", false},
    {"  swap:\n    - set: x = 4 - x\nnever: {some: 12 // x > 50}\n", false},
};

static void moves_are_undone_or_not(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof two_cells / sizeof *two_cells; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "puzzle: Two\nstate:\n  x: 0..4\n  y: bool\nstart: {x: 1, y: true}\nmoves:\n%s",
                 two_cells[i].moves);
        wgcq_puzzle *puzzle = read_text(text);
        if (check_undirected(puzzle) != two_cells[i].undirected)
            fail_msg("%s", text);
        wgcq_puzzle_free(puzzle);
    }
}

static void each_allocation_of_the_proof_fails(void **unused)
{
    (void)unused;
    wgcq_puzzle *puzzle = read_text("puzzle: Two\nstate:\n  x: 0..4\n  y: bool\n"
                                    "start: {x: 1, y: true}\nmoves:\n"
                                    "  swap:\n    - set:\n        x: 4 - x\n        y: not y\n");
    const wgcq_model *m = wgcq_puzzle_model(puzzle);
    int code = WGCQ_EMEMORY;
    bool undirected = false;
    for (long at = 1; code; at++) {
        allocations = 0;
        fails_at = at;
        code = m->is_undirected(&undirected, m, NULL);
        fails_at = 0;
        assert_true(!code || code == WGCQ_EMEMORY);
        assert_true(!code == undirected);
    }
    wgcq_puzzle_free(puzzle);
}

/* ---- allocations and ends ----------------------------------------------------------------- */

static void each_allocation_fails(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < 3; i++) {
        wgcq_puzzle *puzzle = read_text(own[i].yaml);
        const wgcq_model *m = wgcq_puzzle_model(puzzle);
        model_inverse *inverse = NULL;
        int code = WGCQ_EMEMORY;
        long at = 0;
        while (code) {
            allocations = 0;
            fails_at = ++at;
            code = m->made.invert(&inverse, m, NULL, NULL);
            fails_at = 0;
            assert_true(!code || code == WGCQ_EMEMORY);
            assert_true(!code == !!inverse);
        }
        assert_true(at > 10);
        batch before = {.words = m->words};
        for (code = WGCQ_EMEMORY, at = 0; code;) {
            allocations = 0;
            fails_at = ++at;
            code = inverse->predecessors(inverse, inverse->goals.state, inverse->goals.count,
                                         &before, NULL);
            fails_at = 0;
            assert_true(!code || code == WGCQ_EMEMORY);
        }
        batch_free(&before);
        inverse->free(inverse);
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

static void each_poll_ends_it(void **unused)
{
    (void)unused;
    wgcq_puzzle *puzzle = read_text(own[2].yaml);
    const wgcq_model *m = wgcq_puzzle_model(puzzle);
    model_inverse *inverse = NULL;
    for (polls_left = 0; !inverse; polls_left++) {
        budget limit = {.stop = ends_after_polls};
        polls = 0;
        assert_int_equal(m->made.invert(&inverse, m, &limit, NULL), 0);
        assert_int_equal(!inverse, polls > polls_left);
    }
    assert_true(polls_left > 1);
    inverse->free(inverse);
    wgcq_puzzle_free(puzzle);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_edge_is_found_backwards),
        cmocka_unit_test(own_puzzles_are_inverted_or_refused),
        cmocka_unit_test(each_allocation_fails),
        cmocka_unit_test(each_poll_ends_it),
        cmocka_unit_test(every_edge_has_one_back),
        cmocka_unit_test(moves_are_undone_or_not),
        cmocka_unit_test(each_allocation_of_the_proof_fails),
    };
    files = count > 1 ? arguments + 1 : NULL;
    file_count = count - 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
