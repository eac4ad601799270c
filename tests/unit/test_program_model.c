/*
 * test_program_model.c - the grounded programs against the interpreter, through the model
 * interface.
 *
 * Breadth-first over each puzzle's states, every state is expanded in batches of several sizes with
 * everything wanted, and must come out exactly as the interpreter has it: edges, texts, costs,
 * rejections, marks, their order.  So must the interpreter that lists no choices.  Without
 * arguments: small puzzles with a trick each, and puzzles/.  With arguments: the files named, and
 * no more than that.
 */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/containers/intern.h"
#include "puzzle/compile/ground.h"
#include "puzzle/interp/interp.h"
#include "puzzle/puzzle.h"
#include "suite.h"
#include "turns.h"
#include "wgcq.h"

enum { STATES_MOST = 3000, ALL = WANT_ORDER | WANT_MOVES | WANT_COSTS | WANT_REJECTIONS };

/* ---- a set of states ---------------------------------------------------------- */

typedef struct known {
    unsigned words;
    size_t count;
    uint64_t *states;
    uint32_t *slots;
} known;

enum { SLOTS = 1 << 14 };

static void known_open(known *k, unsigned words)
{
    *k = (known){.words = words};
    k->states = calloc((size_t)STATES_MOST * words, sizeof *k->states);
    k->slots = calloc(SLOTS, sizeof *k->slots);
    assert_true(k->states && k->slots);
}

static void known_close(known *k)
{
    free(k->states);
    free(k->slots);
}

static void known_add(known *k, const uint64_t *state)
{
    uint64_t h = 0;
    for (unsigned w = 0; w < k->words; w++)
        h = (h ^ state[w]) * 0x9E3779B97F4A7C15U, h ^= h >> 31;
    size_t s = h % SLOTS;
    for (; k->slots[s]; s = (s + 1) % SLOTS)
        if (!memcmp(k->states + (k->slots[s] - 1) * k->words, state, k->words * sizeof *state))
            return;
    if (k->count == STATES_MOST)
        return;
    memcpy(k->states + k->count * k->words, state, k->words * sizeof *state);
    k->slots[s] = (uint32_t)++k->count;
}

/* ---- one batch against its retelling ------------------------------------------- */

typedef struct compared {
    const wgcq_puzzle *puzzle;
    const wgcq_model *model;
    void *worker;
    interp *unlisted;
    batch got, reported, step_by_step;
    bool failed; /* both failed with the same message */
    size_t edges, rejected;
} compared;

static void same_edges(const compared *c, size_t lane, size_t from, size_t count)
{
    const batch *g = &c->got, *t = &c->reported;
    const wgcq_model *m = c->model;
    if (count != t->count)
        fail_msg("%s: state %zu: %zu edges, reported %zu", m->title, lane, count, t->count);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(m->move_text(m, g->move[from + i]), m->move_text(m, t->move[i]));
        assert_int_equal(g->move[from + i], t->move[i]);
        assert_memory_equal(g->state + (from + i) * m->words, t->state + i * m->words,
                            m->words * sizeof *g->state);
        if (m->costs)
            assert_memory_equal(g->cost + (from + i) * m->costs, t->cost + i * m->costs,
                                m->costs * sizeof *g->cost);
    }
}

static void same_rejections(const compared *c, size_t lane, size_t from, size_t count)
{
    const batch *g = &c->got, *t = &c->reported;
    const wgcq_model *m = c->model;
    if (count != t->rejected)
        fail_msg("%s: state %zu: %zu rejections, reported %zu", m->title, lane, count, t->rejected);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(m->move_text(m, g->rejected_move[from + i]),
                            m->move_text(m, t->rejected_move[i]));
        assert_string_equal(m->rules[g->rejected_rule[from + i]], m->rules[t->rejected_rule[i]]);
    }
}

/* An error's text tells all of it. */
static void same_unlisted(compared *c, const uint64_t *state, int code, const wgcq_error *err)
{
    const batch *a = &c->reported, *b = &c->step_by_step;
    wgcq_error own = {0};
    int rc = interp_successors(c->unlisted, state, ALL, &c->step_by_step, interner_id,
                               c->puzzle->moves, &own);
    assert_int_equal(rc, code);
    assert_string_equal(own.text, err->text);
    assert_int_equal(own.line, err->line);
    if (rc)
        return;
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->rejected, b->rejected);
    if (a->count) {
        assert_memory_equal(a->move, b->move, a->count * sizeof *a->move);
        assert_memory_equal(a->state, b->state, a->count * a->words * sizeof *a->state);
    }
    if (a->count && a->costs)
        assert_memory_equal(a->cost, b->cost, a->count * a->costs * sizeof *a->cost);
    if (a->rejected) {
        assert_memory_equal(a->rejected_move, b->rejected_move,
                            a->rejected * sizeof *a->rejected_move);
        assert_memory_equal(a->rejected_rule, b->rejected_rule,
                            a->rejected * sizeof *a->rejected_rule);
    }
}

static int expand_by_reference(compared *c, const uint64_t *state, wgcq_error *err)
{
    int rc = c->model->reference.expand(c->worker, state, ALL, &c->reported, err);
    same_unlisted(c, state, rc, err);
    return rc;
}

static void same_lane(compared *c, const uint64_t *states, size_t lane, size_t *edge,
                      size_t *rejection)
{
    wgcq_error err = {0};
    int rc = expand_by_reference(c, states + lane * c->model->words, &err);
    if (rc)
        fail_msg("%s: retelling fails: %s", c->model->title, err.text);
    size_t e = *edge, r = *rejection;
    while (e < c->got.count && c->got.lane[e] == lane)
        e++;
    while (r < c->got.rejected && c->got.rejected_lane[r] == lane)
        r++;
    same_edges(c, lane, *edge, e - *edge);
    same_rejections(c, lane, *rejection, r - *rejection);
    *edge = e;
    *rejection = r;
}

static void same_marks(compared *c, const uint64_t *states, size_t count)
{
    uint8_t *marks = malloc(count + 1), mark = 0;
    wgcq_error err = {0};
    assert_non_null(marks);
    int rc = c->model->classify(c->worker, states, count, marks, &err);
    for (size_t i = 0; i < count; i++) {
        wgcq_error reported = {0};
        int again =
            c->model->reference.classify(c->worker, states + i * c->model->words, &mark, &reported);
        if (again) {
            assert_int_equal(rc, again);
            assert_string_equal(err.text, reported.text);
            c->failed = true;
            free(marks);
            return;
        }
        if (!rc)
            assert_int_equal(marks[i], mark);
    }
    if (rc)
        fail_msg("%s: marks fail: %s", c->model->title, err.text);
    free(marks);
}

/* The first state that fails must do so in the retelling too, and with the same words. */
static void same_failure(compared *c, const uint64_t *states, size_t count, const wgcq_error *err)
{
    for (size_t i = 0; i < count; i++) {
        wgcq_error reported = {0};
        if (!expand_by_reference(c, states + i * c->model->words, &reported))
            continue;
        assert_string_equal(err->text, reported.text);
        assert_int_equal(err->line, reported.line);
        c->failed = true;
        return;
    }
    fail_msg("%s: fails: %s; retold it does not", c->model->title, err->text);
}

static int by_row(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    for (size_t i = 0; i < 4; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

/* Lane, move and a hash of the state of each edge, sorted. */
static uint64_t *sorted_rows(const batch *b, bool moves)
{
    uint64_t *rows = calloc(b->count * 4 + 1, sizeof *rows);
    assert_non_null(rows);
    for (size_t i = 0; i < b->count; i++) {
        rows[4 * i] = b->lane[i];
        rows[4 * i + 1] = moves ? b->move[i] : 0;
        for (unsigned w = 0; w < b->words; w++)
            rows[4 * i + 2] = (rows[4 * i + 2] ^ b->state[i * b->words + w]) * 0x9E3779B97F4A7C15U;
    }
    qsort(rows, b->count, 4 * sizeof *rows, by_row);
    return rows;
}

/* Whatever else is not wanted: the same edges. */
static void same_whatever_is_wanted(compared *c, const uint64_t *states, size_t count)
{
    static const unsigned wants[] = {0,
                                     WANT_MOVES,
                                     WANT_COSTS,
                                     WANT_ORDER,
                                     WANT_MOVES | WANT_COSTS,
                                     WANT_REJECTIONS | WANT_MOVES};
    for (size_t i = 0; i < sizeof wants / sizeof *wants; i++) {
        wgcq_error err = {0};
        bool moves = wants[i] & WANT_MOVES;
        batch b = {.words = c->model->words, .costs = c->model->costs};
        assert_int_equal(c->model->expand(c->worker, states, count, wants[i], &b, &err), 0);
        assert_int_equal(b.count, c->got.count);
        uint64_t *got = sorted_rows(&b, moves), *all = sorted_rows(&c->got, moves);
        assert_memory_equal(got, all, b.count * 4 * sizeof *got);
        free(got);
        free(all);
        batch_free(&b);
    }
}

static void same_batch(compared *c, const uint64_t *states, size_t count)
{
    wgcq_error err = {0};
    size_t edge = 0, rejection = 0;
    int rc = c->model->expand(c->worker, states, count, ALL, &c->got, &err);
    if (rc) {
        same_failure(c, states, count, &err);
        return;
    }
    for (size_t lane = 0; lane < count; lane++)
        same_lane(c, states, lane, &edge, &rejection);
    assert_int_equal(edge, c->got.count);
    assert_int_equal(rejection, c->got.rejected);
    same_whatever_is_wanted(c, states, count);
    c->edges += c->got.count;
    c->rejected += c->got.rejected;
}

/* ---- a puzzle -------------------------------------------------------------------- */

static void compare(compared *c, size_t size)
{
    known k;
    wgcq_error err = {0};
    batch starts = {.words = c->model->words, .costs = c->model->costs};
    known_open(&k, c->model->words);
    int rc = c->model->initial_states(c->worker, &starts, &err);
    if (rc)
        fail_msg("%s: %s", c->model->title, err.text);
    for (size_t i = 0; i < starts.count; i++)
        known_add(&k, starts.state + i * c->model->words);
    for (size_t at = 0; at < k.count && !c->failed;) {
        size_t n = k.count - at < size ? k.count - at : size;
        const uint64_t *states = k.states + at * c->model->words;
        same_marks(c, states, n);
        same_batch(c, states, n);
        at += n;
        for (size_t i = 0; i < c->got.count; i++)
            known_add(&k, c->got.state + i * c->model->words);
    }
    known_close(&k);
    batch_free(&starts);
}

/* All states, or the first STATES_MOST of them; false: expanding one fails. */
static bool collect(compared *c, known *k)
{
    wgcq_error err = {0};
    batch starts = {.words = c->model->words, .costs = c->model->costs};
    assert_int_equal(c->model->initial_states(c->worker, &starts, &err), 0);
    for (size_t i = 0; i < starts.count; i++)
        known_add(k, starts.state + i * c->model->words);
    batch_free(&starts);
    for (size_t at = 0; at < k->count && k->count < STATES_MOST; at++) {
        const uint64_t *state = k->states + at * c->model->words;
        if (c->model->expand(c->worker, state, 1, 0, &c->got, &err))
            return false;
        for (size_t i = 0; i < c->got.count; i++)
            known_add(k, c->got.state + i * c->model->words);
    }
    return true;
}

/* Every size around a vector's lanes, and around one batch and two; all by one worker, so that what
   a larger batch leaves behind lies in the way of a smaller one.  How many sizes there were. */
static int compare_sizes(compared *c, const known *k)
{
    int sizes = 0;
    for (size_t n = 1; n <= k->count && n <= 2 * MODEL_BATCH + 1 && !c->failed; sizes++) {
        size_t from = k->count - n < 3 ? k->count - n : 3, odd = n % 2 ? from : 0;
        const uint64_t *states = k->states + odd * c->model->words;
        same_marks(c, states, n);
        same_batch(c, states, n);
        if (n == 34)
            same_batch(c, k->states, k->count);
        n += n == 70 ? MODEL_BATCH - 1 - 70 : n == MODEL_BATCH + 1 ? MODEL_BATCH - 2 : 1;
    }
    return sizes;
}

static void open_comparison(compared *c)
{
    wgcq_error err = {0};
    c->got = c->reported = c->step_by_step =
        (batch){.words = c->model->words, .costs = c->model->costs};
    assert_int_equal(c->model->worker_new(&c->worker, c->model, &err), 0);
    c->unlisted = interp_new(c->puzzle->tree);
    assert_non_null(c->unlisted);
    interp_list_no_choices(c->unlisted);
}

static void close_comparison(compared *c)
{
    c->model->worker_free(c->worker);
    interp_free(c->unlisted);
    batch_free(&c->got);
    batch_free(&c->reported);
    batch_free(&c->step_by_step);
}

/* The totals of edges and rejections; failed: some state failed, the same in both ways. */
static compared compare_puzzle(const wgcq_puzzle *puzzle)
{
    static const size_t sizes[] = {1, 7, MODEL_BATCH, 2500};
    compared c = {.puzzle = puzzle, .model = wgcq_puzzle_model(puzzle)};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        c.edges = c.rejected = 0;
        c.failed = false;
        open_comparison(&c);
        compare(&c, sizes[i]);
        close_comparison(&c);
    }
    return c;
}

static void complain_of(const wgcq_diagnostics *all, const char *name, const wgcq_error *err)
{
    for (size_t i = 0; i < wgcq_diagnostics_count(all); i++)
        fprintf(stderr, "%s:%d: %s\n", name, wgcq_diagnostics_at(all, i)->line,
                wgcq_diagnostics_at(all, i)->text);
    fail_msg("%s: %s", name, err->text);
}

static void compare_file(const char *path)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_diagnostics *complaints = NULL;
    wgcq_error err = {0};
    if (wgcq_puzzle_load(&puzzle, path, NULL, 0, &complaints, &err))
        complain_of(complaints, path, &err);
    compare_puzzle(puzzle);
    wgcq_puzzle_free(puzzle);
    wgcq_diagnostics_free(complaints);
}

/* ---- small puzzles with a trick each ----------------------------------------------- */

typedef struct trick {
    const char *name, *yaml;
    size_t edges, rejected; /* of all states, counted by hand; or 0: whatever they are */
    bool fails;
    bool rules_wait; /* rules are evaluated over successors */
} trick;

/* Puzzles with many moves of a rule each, of which much is left behind every move. */
#define PAIRS_TURNED(move)                                                                         \
    "state:\n"                                                                                     \
    "  a[0..7]: 0..3\n"                                                                            \
    "start: {a: [0, 1, 2, 3, 0, 1, 2, 3]}\n"                                                       \
    "costs:\n"                                                                                     \
    "  toll: a[0]\n"                                                                               \
    "moves:\n"                                                                                     \
    "  " move ":\n"                                                                                \
    "    - choose: i in 0..7, j in 0..7 if i != j\n"                                               \
    "    - guard: a[i] != a[j]\n"                                                                  \
    "      else: alike\n"                                                                          \
    "    - set:\n"                                                                                 \
    "        a[i]: a[j]\n"                                                                         \
    "        a[j]: a[i]\n"
#define PAIRS_NEVER                                                                                \
    "never:\n"                                                                                     \
    "  sums: any(a[i] + a[j] == 5 and a[(i + j) % 8] == a[j] == 3 for i in 0..7, j in 0..7 "       \
    "if i < j)\n"                                                                                  \
    "  many: any(all(a[j] != i for j in 0..7) and a[i] == 1 for i in 0..3)\n"

static const trick tricks[] = {
    {.name = "an index out of the state",
     .edges = 3,
     .yaml = "puzzle: walk\nstate:\n  at: 0..3\n  seen[0..3]: bool\nstart: {at: 0, seen: false}\n"
             "moves:\n  step:\n    - set:\n        seen[at]: true\n        at: (at + 1) % 4\n"
             "    - guard: not seen[at]\n"
             "  look:\n    - guard: seen[at]\n"
             "    - set: seen[(at + 1) % 4] = seen[at] and at > 7\n"
             "goal: seen[3]\n"},
    {.name = "many fields with the value that moves look for, then few",
     .yaml = "puzzle: cells\nstate:\n  c[1..8]: 0..2\nstart: {c: 0}\n"
             "moves:\n  raise {i}:\n    - choose: i in 1..8\n    - guard: c[i] == 0\n"
             "    - set: c[i] = 1\n"
             "  again {i}:\n    - choose: i in 1..8\n    - guard: c[i] == 1 and c[i % 8 + 1] == 1\n"
             "    - set: c[i] = 2\n"
             "goal: {c: 2}\n"},
    {.name = "a move for each value of a field, and lanes in lists within lists",
     .yaml =
         "puzzle: ring\nstate:\n  at: 0..11\n  of: 0..6\n  lit[0..11]: bool\n"
         "start: {at: 0, of: 0, lit: false}\n"
         "moves:\n  from {a} by {d} at {f}:\n    - choose: a in 0..11, d in 1..2, f in 0..6\n"
         "    - guard: at == a and of == f and not lit[a]\n"
         "    - set:\n        at: (a + d) % 12\n        of: (f + d) % 7\n        lit[a]: f > 2\n"
         "goal: lit[3] and lit[9]\n"},
    {.name = "some field is equal to another, or none is",
     .yaml = "puzzle: hats\nstate:\n  hat[0..5]: 0..4\n  last: 0..4\nstart: {hat: 0, last: 0}\n"
             "moves:\n  same {i}:\n    - choose: i in 0..5\n"
             "    - guard: any(hat[j] == hat[i] for j in 0..5 if j != i)\n"
             "    - set:\n        last: hat[i]\n        hat[i]: (hat[i] + 1) % 5\n"
             "  other {i}:\n    - choose: i in 0..5\n"
             "    - guard: all(hat[j] != last for j in 0..5) and hat[i] != 0\n"
             "    - set: hat[i] = last\n"
             "goal: all(hat[j] != hat[5] and hat[j] != 2 for j in 0..4)\n"},
    {.name = "two writes through indices of the state",
     .yaml = "puzzle: swap\nstate:\n  i: 0..3\n  j: 0..3\n  a[0..3]: 0..3\n"
             "start: {i: 0, j: 0, a: [3, 1, 2, 0]}\n"
             "moves:\n  i {a[i]}:\n    - set: i = (i + 1) % 4\n  j:\n    - set: j = (j + 1) % 4\n"
             "  swap {i} {j}:\n    - guard: i != j\n    - set:\n        a[i]: a[j]\n        a[j]: "
             "a[i]\n"
             "goal: a[0] == 0 and a[a[1]] == 1\n"},
    {.name = "choices that fail by what the state has no part in, before and behind what it has",
     .yaml =
         "puzzle: listed\nstate:\n  a[0..3]: 0..3\n  lit[0..3]: bool\n  t: 2..5\n"
         "start: {a: [0, 1, 2, 3], lit: [true, false, true, false], t: 2}\n"
         "moves:\n  shift {i} {d}:\n    - choose: i in 0..3, d in -1..1 if d != 0 and lit[i]\n"
         "    - guard: a[i] != 9 and i + d in 0..3 and a[i + d] != i\n    - guard: not lit[i + d]\n"
         "    - let: k = i + d\n"
         "    - choose: j in 0..3 if j != k and a[j] == a[k]\n"
         "    - set:\n        lit[k]: true\n        lit[i]: false\n        a[j]: (a[j] + 1) % 4\n"
         "  turn {v}:\n    - choose: v in 0..7\n    - guard: t == v\n"
         "    - guard: near(v)\n      else: too far\n    - set: t = 2 + (v + 1) % 4\n"
         "  pass {v}:\n    - choose: v in 0..7 if t != v\n    - guard: 12 // (v - 3) > 3 or t == "
         "3\n"
         "    - guard: (v if v > 5 else -v) == t + 1\n    - set: t = v - 1\n"
         "define:\n  near(x): x < 5 and a[x - 2] < 3\ngoal: lit[3] and t == 5\n",
     .fails = true},
    {.name = "one element set twice",
     .fails = true,
     .yaml = "puzzle: twice\nstate:\n  i: 0..3\n  a[0..3]: 0..3\nstart: {i: 0, a: 0}\n"
             "moves:\n  next:\n    - set: i = (i + 1) % 4\n"
             "  both:\n    - set:\n        a[i]: 1\n        a[2]: 2\n"},
    {.name = "an index out of range",
     .fails = true,
     .yaml = "puzzle: out\nstate:\n  i: 0..5\n  a[0..3]: 0..3\nstart: {i: 0, a: 0}\n"
             "moves:\n  next:\n    - guard: i < 5\n    - set: i = i + 1\n"
             "  read:\n    - guard: a[i] == 0\n    - set: a[0] = 1\n"},
    {.name = "a value out of range",
     .fails = true,
     .yaml = "puzzle: big\nstate:\n  i: 0..5\nstart: {i: 0}\n"
             "moves:\n  next:\n    - set: i = i + 1\n"},
    {.name = "a value out of a scattered part",
     .fails = true,
     .yaml = "puzzle: part\ntypes:\n  c: [r, g, b, y]\n  d: [r, b]\nstate:\n  x: c\n  y: d\n"
             "start: {x: r, y: r}\nmoves:\n"
             "  turn:\n    - choose: k in c\n    - guard: k != g\n    - set: x = k\n"
             "  copy:\n    - set: y = x\n"},
    {.name = "division that is guarded",
     .yaml =
         "puzzle: div\nstate:\n  x: 0..4\n  y: 0..9\nstart: {x: 0, y: 0}\n"
         "moves:\n  x:\n    - set: x = (x + 1) % 5\n"
         "  y:\n    - guard: x != 0 and 12 // x > 3\n    - set: y = (y + 12 // x) % 10\n"
         "  z:\n    - guard: x == 0 or 12 % x == 0\n    - set: y = (12 // x if x > 0 else 0) % 10\n"
         "never:\n  odd: x > 0 and y % x == 3\n"},
    {.name = "division by zero",
     .fails = true,
     .yaml = "puzzle: div\nstate:\n  x: -2..2\nstart: {x: 2}\n"
             "moves:\n  down:\n    - guard: 12 // x != 100\n    - set: x = x - 1\n"},
    {.name = "overflow",
     .fails = true,
     .yaml = "puzzle: over\nstate:\n  x: 0..40\nstart: {x: 1}\n"
             "moves:\n  up:\n    - guard: x * x * x * x * 4000000000000000 > 0\n"
             "    - set: x = x + 1\n"},
    {.name = "the first that fits, and ranges that the state bounds",
     .yaml =
         "puzzle: first\nstate:\n  full[0..3]: bool\n  n: 0..3\nstart: {full: false, n: 2}\n"
         "moves:\n  fill {k}:\n    - choose: first k in 0..3 if not full[k]\n"
         "    - set: full[k] = true\n"
         "  free {k}:\n    - choose: k in n-1..n+1 if k in 0..3 and full[k]\n"
         "    - set: full[k] = false\n"
         "  n {k}:\n    - choose: first k in 0..3, m in 0..k if k + m == n + 1 and not full[m]\n"
         "    - set: n = m\n"},
    {.name = "subsets, members, sizes",
     .yaml = "puzzle: boat\ntypes:\n  p: [a, b, c, d]\n  s: [w, e]\nstate:\n  boat: s\n  at[p]: s\n"
             "  seats: 1..3\nstart: {boat: w, at: w, seats: 2}\nmoves:\n"
             "  \"{g} cross\":\n    - choose: g in subsets(p, 1..seats)\n"
             "    - guard: all(at[x] == boat for x in g)\n      else: not here\n"
             "    - guard: a in g or b in g\n      else: no one steers\n"
             "    - set:\n        at[x] for x in g: e if boat == w else w\n"
             "        boat: e if boat == w else w\n"
             "  change:\n    - set: seats = 1 + seats % 3\n"
             "never:\n  c and d: at[c] == at[d] != boat\n"},
    {.name = "named refusals before later choices",
     .yaml =
         "puzzle: refuse\nstate:\n  x: 0..2\n  y: 0..2\nstart: {x: 0, y: 0}\nmoves:\n"
         "  go {a} {b}:\n    - choose: a in 0..2\n    - guard: a != x\n      else: there already\n"
         "    - choose: b in 0..2\n    - guard: b != y or a == 1\n      else: too near\n"
         "    - set:\n        x: a\n        y: b\n"
         "  same:\n    - choose: b in 0..2\n    - guard: b > x\n      else: small\n"
         "    - set: x = b\n"
         "always:\n  sum: x + y <= 3\n"
         "never:\n  twos: x == 2 and y == 1\n  ones: x == 1 == y\n"},
    {.name = "one text, several journeys",
     .yaml = "puzzle: twins\nstate:\n  a[0..2]: 0..1\n  n: 0..3\nstart: {a: 0, n: 0}\ncosts:\n"
             "  weight: n\nmoves:\n"
             "  flip:\n    - choose: i in 0..2\n    - set: a[i] = 1 - a[i]\n"
             "  count:\n    - choose: i in 0..2\n    - guard: a[i] == 1\n"
             "    - set: n = sum(a[k] for k in 0..2)\n"
             "  \"to {a[0]}\":\n    - choose: i in 0..2\n    - set: a[0] = a[i]\n"
             "  to 1:\n    - set: a[0] = 1\n"},
    {.name = "twins that cost differently",
     .fails = true,
     .yaml = "puzzle: dear\nstate:\n  n: 0..3\nstart: {n: 0}\ncosts:\n  gold: 0\nmoves:\n"
             "  up:\n    - choose: i in 1..2\n    - cost: gold = i if n == 2 else 1\n"
             "    - set: n = (n + 1) % 4\n"},
    {.name = "costs on the way and at the end",
     .yaml = "puzzle: costs\nstate:\n  n: 0..7\nstart: {n: 0}\ncosts:\n  gold: n * n\n  time: 1\n"
             "moves:\n  add {k}:\n    - choose: k in 1..3\n    - cost: time = n\n"
             "    - set: n = (n + k) % 8\n    - cost: gold = n // 2\n    - cost: time = k\n"},
    {.name = "a negative cost",
     .fails = true,
     .yaml = "puzzle: gain\nstate:\n  n: 0..7\nstart: {n: 0}\ncosts:\n  gold: 5 - n\n"
             "moves:\n  add:\n    - guard: n < 7\n    - set: n = n + 1\n"},
    {.name = "let, and several sets",
     .yaml = "puzzle: pour\nparams:\n  size: [3, 5, 8]\nstate:\n  w[0..2]: 0..8\n"
             "start: {w: [0, 0, 8]}\nmoves:\n  pour {a} {b} {much}:\n"
             "    - choose: a in 0..2, b in 0..2 if a != b\n"
             "    - let:\n        room: size[b] - w[b]\n        much: min(w[a], room)\n"
             "    - guard: much > 0\n      else: nothing to pour\n"
             "    - set: w[a] = w[a] - much\n    - set: w[b] = w[b] + much\n"
             "always:\n  whole: w[0] + w[1] + w[2] == 8\n"},
    {.name = "conditional and ranging left sides",
     .yaml =
         "puzzle: lamps\nstate:\n  lamp[0..4]: bool\n  k: 0..4\nstart: {lamp: false, k: 0}\n"
         "moves:\n  near:\n    - set: \n        lamp[i] for i in 0..4 if abs(i - k) <= 1: not "
         "lamp[i]\n"
         "        k: (k + 1) % 5\n"
         "  one:\n    - set:\n        lamp[k] if k > 2: not lamp[k]\n        k: max(k - 1, 0)\n"},
    {.name = "tables, holes and characters",
     .fails = true,
     .yaml = "puzzle: map\nconstants:\n  level[0..1, 0..3]: |\n    ab#c\n    dx#a\n"
             "  ragged: [[1, 2], [3]]\nstate:\n  r: 0..1\n  c: 0..3\nstart: {r: 0, c: 0}\nmoves:\n"
             "  to {level[r, c]}:\n    - choose: d in [-1, 1]\n    - guard: c + d in 0..3\n"
             "    - guard: level[r, c + d] != \"#\"\n      else: wall\n    - set: c = c + d\n"
             "  over:\n    - guard: level[1 - r, c] != \"#\"\n    - set: r = 1 - r\n"
             "  hole:\n    - guard: ragged[r, c % 2] == 2\n    - set: c = 0\n"},
    {.name = "nested lists of different widths",
     .yaml = "puzzle: nested\nconstants:\n  a: [[[1, 2, 3]], [[4], [5]]]\nstate:\n  i: 0..1\n  k: "
             "0..2\n"
             "start: {i: 0, k: 0}\nmoves:\n  on:\n    - guard: a[0, 0, k] == k + 1 and a[1, i, 0] "
             "== i + 4\n"
             "    - set:\n        i: 1 - i\n        k: (k + 1) % 3\n"},
    {.name = "states of several words",
     .yaml = "puzzle: wide\nstate:\n  a[0..9]: 0..1000000\n  i: 0..9\nstart: {a: 5, i: 0}\nmoves:\n"
             "  add {k}:\n    - choose: k in 1..3\n    - set: a[i] = min(a[i] + k, 1000000)\n"
             "  on:\n    - set: i = (i + 3) % 10\n"
             "  move {a[i]}:\n    - guard: a[i] > 5\n    - set:\n        a[(i + 1) % 10]: a[i]\n"
             "        a[i]: a[(i + 1) % 10]\n"
             "never:\n  much: sum(a[k] for k in 0..9) > 56\n"
             "goal: a[i] == 7 and max(a[k] for k in 0..9) == 7\n"},
    {.name = "aggregates that fail where they are empty",
     .fails = true,
     .yaml = "puzzle: empty\nstate:\n  x: 0..3\nstart: {x: 3}\nmoves:\n"
             "  down:\n    - guard: min(k for k in 1..x) < 9\n    - set: x = x - 1\n"},
    {.name = "text that fails",
     .fails = true,
     .yaml = "puzzle: text\nstate:\n  x: 0..3\nstart: {x: 3}\nmoves:\n"
             "  \"down {12 // x}\":\n    - guard: x != 7\n    - set: x = max(x - 1, 0)\n"},
    {.name = "a goal that fails",
     .fails = true,
     .yaml = "puzzle: goal\nstate:\n  x: 0..3\nstart: {x: 3}\nmoves:\n"
             "  down:\n    - set: x = max(x - 1, 0)\ngoal: 3 // x == 2\n"},
    {.name = "values that a guard makes known",
     .yaml = "puzzle: known\ntypes:\n  c: [r, g, b]\nstate:\n  a[0..2]: c\n  m: bool\n"
             "start: {a: [r, g, b], m: false}\nmoves:\n  a {i} {j}:\n"
             "    - choose: i in 0..2, j in 0..2 if a[i] == r and a[j] != g\n"
             "    - set:\n        a[i]: a[j]\n        a[(i + 1) % 3]: a[i]\n"
             "  b:\n    - guard: m and a[0] == b\n    - set:\n        m: not m\n        a[0]: b\n"
             "        a[1]: a[0]\n"
             "  c:\n    - guard: not m\n    - set: m = a[1] == a[2]\n"
             "  d:\n    - set: m = not m\n"
             "never:\n  all one: a[0] == a[1] == a[2]\n  bs: a[0] == b and a[2] == b and m\n"},
    {.name = "thousands of states",
     .yaml =
         "puzzle: many\nstate:\n  a[0..5]: 0..3\n  k: 0..5\nstart: {a: [3, 0, 2, 1, 0, 3], k: 0}\n"
         "costs:\n  toll: k + a[k]\nmoves:\n"
         "  turn {i}:\n    - choose: i in 0..5 if i != k\n"
         "    - guard: a[i] != a[k]\n      else: alike\n"
         "    - set:\n        a[i]: (a[i] + a[k]) % 4\n        k: i\n"
         "  on:\n    - choose: d in [1, 5, 1]\n    - set: k = (k + d) % 6\n"
         "never:\n  flat: max(a[i] for i in 0..5) < 2\n  high: a[0] + a[5] == 6 and k > 2\n"
         "goal: a[0] == 3 and a[k] == 1\n"},
    {.name = "rules that are evaluated over successors, by columns",
     .rules_wait = true,
     .yaml = "puzzle: pairs\n" PAIRS_TURNED("turn {i} {j}") PAIRS_NEVER
     "always:\n"
     "  few: count(a[i] == a[0] for i in 0..7) < 6\n"
     "goal: a[0] == 3 and a[7] == 0\n"},
    {.name = "the same, where edges are equal",
     .rules_wait = true,
     .yaml = "puzzle: twins\n" PAIRS_TURNED("turn") "  back:\n"
                                                    "    - set: a[0] = 0\n"
                                                    "never:\n"
                                                    "  sums: any(a[i] + a[j] + a[(i + j) % 8] == 5 "
                                                    "and a[(i + 1) % 8] == a[j] for i in "
                                                    "0..7, j in 0..7)\n"
                                                    "  lone: any(a[i] > 1 and all(a[i] != a[j] for "
                                                    "j in 0..7 if j != i) for i in 0..7)\n"},
    {.name = "the same, of a rule that fails",
     .fails = true,
     .rules_wait = true,
     .yaml = "puzzle: pairs\n" PAIRS_TURNED("turn {i} {j}") PAIRS_NEVER
     "  share: 12 // (a[1] + 2 * a[2] + a[5] - 11) == 5\n"
     "always:\n"
     "  few: count(a[i] == a[0] for i in 0..7) < 6\n"},
    {.name = "more choices than can be unfolded",
     .yaml = "puzzle: many\nstate:\n  x: 0..3000000000\n  y: 0..3\nstart: {x: 1, y: 0}\ncosts:\n"
             "  c: y\nmoves:\n  y:\n    - set: y = (y + 1) % 4\n"
             "  up {k}:\n    - choose: k in x..min(x + y, 3000000000) if k % 2 == y % 2\n"
             "    - guard: k < 40\n      else: enough\n    - set: x = k\n"
             "  z:\n    - guard: y > 1\n      else: small\n    - set: y = 0\n"
             "never:\n  nine: x == 9\n"},
};

static void compare_trick(void **state)
{
    const trick *t = *state;
    wgcq_puzzle *puzzle = NULL;
    wgcq_diagnostics *complaints = NULL;
    wgcq_error err = {0};
    if (wgcq_puzzle_read(&puzzle, t->yaml, strlen(t->yaml), t->name, NULL, 0, &complaints, &err))
        complain_of(complaints, t->name, &err);
    compared c = compare_puzzle(puzzle);
    assert_int_equal(c.failed, t->fails);
    assert_true(c.failed || c.edges > 0);
    assert_int_equal(program_grounded(puzzle->program)->rules_wait, t->rules_wait);
    if (t->edges)
        assert_int_equal(c.edges, t->edges);
    wgcq_puzzle_free(puzzle);
    wgcq_diagnostics_free(complaints);
}

static int compare_trick_in_sizes(const trick *t)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_error err = {0};
    known k;
    int sizes = 0;
    assert_int_equal(
        wgcq_puzzle_read(&puzzle, t->yaml, strlen(t->yaml), t->name, NULL, 0, NULL, &err), 0);
    compared c = {.puzzle = puzzle, .model = wgcq_puzzle_model(puzzle)};
    known_open(&k, c.model->words);
    open_comparison(&c);
    if (collect(&c, &k))
        sizes = compare_sizes(&c, &k);
    close_comparison(&c);
    known_close(&k);
    wgcq_puzzle_free(puzzle);
    return sizes;
}

static void batches_of_any_size(void **state)
{
    int all = 0;
    (void)state;
    for (size_t i = 0; i < sizeof tricks / sizeof *tricks; i++)
        all += !tricks[i].rules_wait && compare_trick_in_sizes(&tricks[i]) == 70 + 3 + 3;
    assert_true(all >= 2); /* some have states enough for every size */
}

static void compare_shipped(void **state)
{
    glob_t found;
    (void)state;
    assert_int_equal(glob("puzzles/*.yaml", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        if (in_turn(i))
            compare_file(found.gl_pathv[i]);
    globfree(&found);
}

static char **files;

static void compare_named(void **state)
{
    (void)state;
    for (char **f = files; *f; f++)
        compare_file(*f);
}

int main(int count, char **arguments)
{
    enum { TRICKS = sizeof tricks / sizeof *tricks };
    struct CMUnitTest tests[TRICKS + 2];
    const struct CMUnitTest named[] = {cmocka_unit_test(compare_named)};
    files = arguments + 1;
    if (count > 1)
        return cmocka_run_group_tests(named, NULL, NULL);
    for (size_t i = 0; i < TRICKS; i++) {
        trick *t = malloc(sizeof *t);
        if (!t)
            return 1;
        memcpy(t, &tricks[i], sizeof *t);
        tests[i] = (struct CMUnitTest){t->name, compare_trick, NULL, NULL, t};
    }
    tests[TRICKS] = (struct CMUnitTest)cmocka_unit_test(compare_shipped);
    tests[TRICKS + 1] = (struct CMUnitTest)cmocka_unit_test(batches_of_any_size);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (size_t i = 0; i < TRICKS; i++)
        free(tests[i].initial_state);
    return failed;
}
