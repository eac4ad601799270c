/*
 * test_narrow_model.c - narrow models against the models that they are made from.
 *
 * Breadth-first over the narrow states: widened, they and all that follows from them must be what
 * the plain model has, in its order, and as many states as it has.  Each puzzle says how many bits
 * its narrow states take, or how many arrays are permutations, so that what is proved, and what is
 * not, stays so.  With arguments: the files named, whatever they have.
 */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "receiver.h"
#include "suite.h"
#include "turns.h"
#include "wgcq.h"

enum { STATES_MOST = 3000, ALL = WANT_ORDER | WANT_MOVES | WANT_COSTS | WANT_REJECTIONS };

typedef struct pair {
    const wgcq_model *plain;
    wgcq_model *narrow;
    void *plain_worker, *narrow_worker;
    batch plain_rows, narrow_rows;
    size_t count; /* states met: in both packings, in the same order */
    uint64_t *plain_states, *narrow_states;
} pair;

static void widen_state(const wgcq_model *narrow, const uint64_t *thin, uint64_t *wide)
{
    if (narrow->plain.widen)
        narrow->plain.widen(narrow, thin, wide);
    else
        memcpy(wide, thin, narrow->words * sizeof *wide);
}

static unsigned count_arrangements(const wgcq_model *m)
{
    unsigned count = 0;
    for (size_t i = 0; i < m->field_count; i++)
        if (m->fields[i].arrangement > count)
            count = m->fields[i].arrangement;
    return count;
}

/* The arrangements that its fields name hold in the state. */
static void check_arrangements(const wgcq_model *m, const uint64_t *state)
{
    for (unsigned number = count_arrangements(m); number; number--) {
        uint64_t met = 0, fields = 0;
        for (size_t i = 0; i < m->field_count; i++) {
            const model_field *f = &m->fields[i];
            if (f->arrangement != number)
                continue;
            met |= UINT64_C(1) << (state[f->word] >> f->shift & ((UINT64_C(1) << f->width) - 1));
            fields++;
            assert_true(met >> f->domain == 0);
        }
        assert_int_equal(met, (UINT64_C(1) << fields) - 1);
    }
}

/* ---- a pair of models ---------------------------------------------------------------- */

static void open_pair(pair *p)
{
    wgcq_error err = {0};
    const wgcq_model *plain = p->plain, *narrow = p->narrow;
    assert_int_equal(plain->worker_new(&p->plain_worker, plain, &err), 0);
    assert_int_equal(narrow->worker_new(&p->narrow_worker, narrow, &err), 0);
    p->plain_rows = (batch){.words = plain->words, .costs = plain->costs};
    p->narrow_rows = (batch){.words = narrow->words, .costs = narrow->costs};
    p->plain_states = calloc((STATES_MOST + 1) * (size_t)plain->words, sizeof(uint64_t));
    p->narrow_states = calloc((STATES_MOST + 1) * (size_t)narrow->words, sizeof(uint64_t));
    assert_true(p->plain_states && p->narrow_states);
}

static void close_pair(pair *p)
{
    p->plain->worker_free(p->plain_worker);
    p->narrow->worker_free(p->narrow_worker);
    batch_free(&p->plain_rows);
    batch_free(&p->narrow_rows);
    free(p->plain_states);
    free(p->narrow_states);
}

static size_t find_state(const uint64_t *states, size_t count, unsigned words, const uint64_t *s)
{
    size_t i = 0;
    while (i < count && memcmp(states + i * words, s, words * sizeof *s))
        i++;
    return i;
}

/* Two states come one after the other in the same order. */
static void compare_order(const pair *p, const uint64_t *wide, const uint64_t *thin, size_t other)
{
    const uint64_t *wide_other = p->plain_states + other * p->plain->words;
    const uint64_t *thin_other = p->narrow_states + other * p->narrow->words;
    assert_int_equal(model_state_before(p->plain, wide, wide_other),
                     model_state_before(p->narrow, thin, thin_other));
    assert_int_equal(model_state_before(p->plain, wide_other, wide),
                     model_state_before(p->narrow, thin_other, thin));
}

/* Row `row` of both: the same state, and both know it or neither does. */
static void meet_states(pair *p, size_t row)
{
    const unsigned plain = p->plain->words, narrow = p->narrow->words;
    const uint64_t *wide = p->plain_rows.state + row * plain;
    const uint64_t *thin = p->narrow_rows.state + row * narrow;
    uint64_t widened[64];
    assert_true(plain <= 64);
    widen_state(p->narrow, thin, widened);
    check_arrangements(p->narrow, thin);
    assert_memory_equal(widened, wide, plain * sizeof *wide);
    for (size_t other = 0; other < p->count; other += 1 + p->count / 8)
        compare_order(p, wide, thin, other);
    size_t at = find_state(p->plain_states, p->count, plain, wide);
    assert_int_equal(at, find_state(p->narrow_states, p->count, narrow, thin));
    if (at < p->count || p->count == STATES_MOST)
        return;
    memcpy(p->plain_states + at * plain, wide, plain * sizeof *wide);
    memcpy(p->narrow_states + at * narrow, thin, narrow * sizeof *thin);
    p->count++;
}

/* ---- comparing ------------------------------------------------------------------------ */

static void compare_rows(pair *p)
{
    const batch *a = &p->plain_rows, *b = &p->narrow_rows;
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->rejected, b->rejected);
    for (size_t i = 0; i < a->count; i++) {
        assert_int_equal(a->lane[i], b->lane[i]);
        assert_int_equal(a->move[i], b->move[i]);
        if (a->costs)
            assert_memory_equal(a->cost + i * a->costs, b->cost + i * a->costs,
                                a->costs * sizeof *a->cost);
        meet_states(p, i);
    }
    for (size_t i = 0; i < a->rejected; i++) {
        assert_int_equal(a->rejected_lane[i], b->rejected_lane[i]);
        assert_int_equal(a->rejected_move[i], b->rejected_move[i]);
        assert_int_equal(a->rejected_rule[i], b->rejected_rule[i]);
    }
}

static void compare_starts(pair *p)
{
    wgcq_error err = {0};
    assert_int_equal(p->plain->initial_states(p->plain_worker, &p->plain_rows, &err), 0);
    assert_int_equal(p->narrow->initial_states(p->narrow_worker, &p->narrow_rows, &err), 0);
    assert_int_equal(p->plain_rows.count, p->narrow_rows.count);
    for (size_t i = 0; i < p->plain_rows.count; i++)
        meet_states(p, i);
}

static void compare_marks(pair *p, const uint64_t *wide, const uint64_t *thin, size_t count)
{
    uint8_t a[STATES_MOST], b[STATES_MOST];
    int64_t c[STATES_MOST], d[STATES_MOST];
    wgcq_error x = {0}, y = {0};
    int code = p->plain->classify(p->plain_worker, wide, count, a, &x);
    assert_int_equal(p->narrow->classify(p->narrow_worker, thin, count, b, &y), code);
    assert_string_equal(x.text, y.text);
    if (!code)
        assert_memory_equal(a, b, count);
    if (!p->plain->has_estimate)
        return;
    code = p->plain->estimate(p->plain_worker, wide, count, c, &x);
    assert_int_equal(p->narrow->estimate(p->narrow_worker, thin, count, d, &y), code);
    assert_string_equal(x.text, y.text);
    if (!code)
        assert_memory_equal(c, d, count * sizeof *c);
}

static void compare_shown(pair *p, const uint64_t *wide, const uint64_t *thin)
{
    strbuf a = {0}, b = {0};
    wgcq_error err = {0};
    assert_int_equal(p->plain->show(p->plain_worker, wide, &a, &err), 0);
    assert_int_equal(p->narrow->show(p->narrow_worker, thin, &b, &err), 0);
    assert_string_equal(strbuf_string(&a), strbuf_string(&b));
    strbuf_free(&a);
    strbuf_free(&b);
}

/* False: both fail, with the same words. */
static bool compare_batch(pair *p, size_t at, size_t count)
{
    const uint64_t *wide = p->plain_states + at * p->plain->words;
    const uint64_t *thin = p->narrow_states + at * p->narrow->words;
    wgcq_error x = {0}, y = {0};
    compare_marks(p, wide, thin, count);
    compare_shown(p, wide, thin);
    int code = p->plain->expand(p->plain_worker, wide, count, ALL, &p->plain_rows, &x);
    assert_int_equal(p->narrow->expand(p->narrow_worker, thin, count, ALL, &p->narrow_rows, &y),
                     code);
    assert_string_equal(x.text, y.text);
    if (!code)
        compare_rows(p);
    return !code;
}

static void compare_models(const wgcq_model *plain, wgcq_model *narrow)
{
    pair p = {.plain = plain, .narrow = narrow};
    assert_true(narrow->words <= plain->words);
    assert_true(narrow->bits < plain->bits || count_arrangements(narrow));
    open_pair(&p);
    compare_starts(&p);
    bool fine = true;
    for (size_t at = 0, count; fine && at < p.count; at += count) {
        count = p.count - at < 7 ? p.count - at : 7;
        fine = compare_batch(&p, at, count);
    }
    if (fine)
        compare_batch(&p, 0, p.count);
    close_pair(&p);
}

/* ---- whole searches -------------------------------------------------------------------- */

static int search_all(search_result *out, const wgcq_model *m, unsigned threads)
{
    const search_options how = {
        .order = WGCQ_BREADTH_FIRST, .threads = threads, .count_shortest = true};
    wgcq_error err = {0};
    return run_search(out, m, &how, NULL, NULL, &err);
}

static void compare_plans(const wgcq_model *plain, const wgcq_model *narrow, const search_result *a,
                          const search_result *b)
{
    assert_int_equal(a->plan.states != NULL, b->plan.states != NULL);
    if (!a->plan.states)
        return;
    assert_int_equal(a->plan.length, b->plan.length);
    assert_memory_equal(a->plan.moves, b->plan.moves, a->plan.length * sizeof *a->plan.moves);
    for (size_t i = 0; i <= a->plan.length; i++) {
        uint64_t widened[64];
        widen_state(narrow, b->plan.states + i * narrow->words, widened);
        assert_memory_equal(widened, a->plan.states + i * plain->words,
                            plain->words * sizeof *widened);
    }
}

/* Both find the same figures, and the same plan of those that there are. */
static void compare_searches(const wgcq_model *plain, const wgcq_model *narrow, unsigned threads)
{
    search_result a, b;
    int code = search_all(&a, plain, threads);
    assert_int_equal(search_all(&b, narrow, threads), code);
    if (!code) {
        assert_int_equal(a.states, b.states);
        assert_int_equal(a.edges, b.edges);
        assert_int_equal(a.depth, b.depth);
        assert_int_equal(a.goals, b.goals);
        assert_int_equal(a.shortest_known, b.shortest_known);
        assert_int_equal(a.shortest, b.shortest);
        assert_string_equal(a.shortest_count ? a.shortest_count : "",
                            b.shortest_count ? b.shortest_count : "");
        compare_plans(plain, narrow, &a, &b);
    }
    search_result_free(&a);
    search_result_free(&b);
}

/* Figures that are known of a puzzle's states.  Neither: there is no narrow model. */
typedef struct known {
    unsigned bits;     /* of narrow states */
    unsigned arranged; /* arrays that are permutations */
} known;

static known compare_narrow(wgcq_puzzle *puzzle, bool searched)
{
    wgcq_model *narrow = NULL;
    wgcq_error err = {0};
    const wgcq_model *plain = wgcq_puzzle_model(puzzle);
    assert_int_equal(plain->made.narrow(&narrow, plain, false, &err), 0);
    known found = {0};
    if (narrow) {
        found.arranged = count_arrangements(narrow);
        found.bits = found.arranged ? 0 : narrow->bits;
        compare_models(plain, narrow);
        if (searched) {
            compare_searches(plain, narrow, 1);
            compare_searches(plain, narrow, 3);
        }
    }
    plain->made.narrow_free(narrow);
    return found;
}

/* ---- puzzles ---------------------------------------------------------------------------- */

typedef struct narrowed {
    const char *name, *yaml;
    unsigned bits, arranged;
} narrowed;

#define CELLS "types:\n  cell: 0..4\n  kind: [a, b, c]\nstate:\n  on[cell]: kind\n"

static const narrowed puzzles[] = {
    {"the least value is single", .bits = 8,
     .yaml = "puzzle: x\n" CELLS "start: {on: [b, b, a, c, c]}\n"
             "moves:\n  leap {d} from {s}:\n    - choose: s in cell, d in [-2, -1, 1, 2]\n"
             "    - guard: s + d in cell and on[s + d] == a\n"
             "    - set:\n        on[s]: a\n        on[s + d]: on[s]\n"
             "goal: on[0] == a and on[1] == c\n"},
    {"the middle value is single", .bits = 8,
     .yaml = "puzzle: x\n" CELLS "start: {on: [a, a, b, c, c]}\n"
             "moves:\n  leap {d} from {s}:\n    - choose: s in cell, d in [-2, -1, 1, 2]\n"
             "    - guard: s + d in cell and on[s + d] == b\n"
             "    - set:\n        on[s]: b\n        on[s + d]: on[s]\n"
             "goal: on[0] == b and on[1] == c or on[4] < b\n"},
    {"the greatest value is single", .bits = 8,
     .yaml = "puzzle: x\n" CELLS "start: {on: [a, a, c, b, b]}\n"
             "moves:\n  leap {d} from {s}:\n    - choose: s in cell, d in [-2, -1, 1, 2]\n"
             "    - guard: s + d in cell and on[s + d] == c\n"
             "    - set:\n        on[s]: c\n        on[s + d]: on[s]\n"
             "  turn {s}:\n    - choose: s in cell\n    - guard: on[s] == a\n    - set: on[s] = b\n"
             "goal: all(on[s] == b or on[s] == c for s in cell)\n"},
    {"a truth value is single: the place alone", .bits = 3,
     .yaml = "puzzle: x\ntypes:\n  cell: 0..6\nstate:\n  here[cell]: bool\n"
             "start:\n  here[i] for i in cell: i == 3\n"
             "moves:\n  go {d} from {s}:\n    - choose: s in cell, d in [-1, 2]\n"
             "    - guard: s + d in cell and here[s]\n"
             "    - set:\n        here[s]: false\n        here[s + d]: true\n"
             "never:\n  not one: count(here[s] for s in cell) != 1\n  last: here[6]\n"
             "goal: here[0]\n"},
    {"two of two cells", .bits = 4,
     .yaml = "puzzle: x\nstate:\n  here[0..1]: bool\n  n: 0..5\n"
             "start: {here: [true, false], n: 0}\n"
             "moves:\n  over:\n    - guard: here[0]\n    - set:\n        here[0]: false\n"
             "        here[1]: true\n        n: (n + 1) % 6\n"
             "  back:\n    - guard: not here[0]\n    - guard: here[1]\n"
             "    - set:\n        here[1]: false\n        here[0]: true\n        n: (n + 2) % 6\n"
             "goal: n == 5\n"},
    {"values that others stand beside are kept, rules, costs, estimate, numbers", .bits = 10,
     .yaml = "puzzle: x\nstate:\n  at[0..3]: 0..4\n"
             "start: {at: [4, 3, 0, 1]}\n"
             "moves:\n  slide {at[j]}:\n    - choose: i, j in [[0, 1], [1, 2], [2, 3], [1, 0], [2, "
             "1], [3, 2]]\n"
             "    - guard: at[i] == 0\n"
             "    - set:\n        at[i]: at[j]\n        at[j]: 0\n    - cost: work = at[j]\n"
             "  grow {i}:\n    - choose: i in 0..3\n    - guard: at[i] in 1..3\n"
             "    - set: at[i] = at[i] + 1\n"
             "minimize: work\nalways:\n  sum: sum(at[i] for i in 0..3) < 12\n"
             "goal: at[0] == 0 and at[3] == 4\n"
             "estimate: 1 if at[0] == 0 else 0\n"},
    {"an element that the state names is read", .bits = 11,
     .yaml = "puzzle: x\n" CELLS "  i: cell\nstart: {on: [b, b, a, c, c], i: 0}\n"
             "moves:\n  leap {d} from {s}:\n    - choose: s in cell, d in [-2, -1, 1, 2]\n"
             "    - guard: s + d in cell and on[s + d] == a and on[i] != a\n"
             "    - set:\n        on[s]: a\n        on[s + d]: on[s]\n"
             "  next {on[i]}:\n    - guard: i < 4 and on[(i + 1) % 5] != on[i]\n"
             "    - set: i = i + 1\n"
             "  home:\n    - guard: on[i] == a\n    - set: i = 0\n"
             "goal: on[i] == c and i == 4\n"},
    {"a start that is any", .bits = 8,
     .yaml = "puzzle: x\n" CELLS "start:\n  on: any\n"
             "moves:\n  leap {d} from {s}:\n    - choose: s in cell, d in [-2, -1, 1, 2]\n"
             "    - guard: s + d in cell and on[s + d] == a\n"
             "    - set:\n        on[s]: a\n        on[s + d]: on[s]\n"
             "always:\n  one: count(on[s] == a for s in cell) == 1\n"},
    {"two starts, one without",
     .yaml = "puzzle: x\nstate:\n  on[0..4]: bool\n"
             "start:\n  on[s] for s in 0..4: s == 2\n  on[0]: any\n"
             "moves:\n  go {s}:\n    - choose: s in 0..3\n    - guard: on[s] and not on[s + 1]\n"
             "    - set:\n        on[s]: false\n        on[s + 1]: true\n"},
    {"a move that loses it",
     .yaml = "puzzle: x\nstate:\n  on[0..4]: bool\nstart:\n  on[s] for s in 0..4: s == 0\n"
             "moves:\n  go {s}:\n    - choose: s in 0..3\n    - guard: on[s]\n"
             "    - set:\n        on[s]: false\n        on[s + 1]: s != 2\n"},
    {"a move that doubles it",
     .yaml = "puzzle: x\nstate:\n  on[0..4]: bool\nstart:\n  on[s] for s in 0..4: s == 0\n"
             "moves:\n  go {s}:\n    - choose: s in 0..3\n    - guard: on[s]\n"
             "    - set: on[s + 1] = true\n"},
    {"a write that may meet it",
     .yaml = "puzzle: x\n" CELLS "start: {on: [b, b, a, c, c]}\n"
             "moves:\n  turn {s}:\n    - choose: s in cell\n    - guard: on[s] != b\n"
             "    - set: on[s] = b\n"},
    {"a single that no move touches, and the second that is tried", .bits = 12,
     .yaml = "puzzle: x\ntypes:\n  kind: [a, b, c]\nstate:\n  on[0..3]: kind\n  off[0..3]: kind\n"
             "start: {on: [b, b, a, c], off: [b, b, a, c]}\n"
             "moves:\n  turn {s}:\n    - choose: s in 0..3\n    - guard: off[s] == a\n"
             "    - set: off[s] = b\n"
             "  c {s}:\n    - choose: s in 0..3\n    - guard: on[s] == b\n    - set: on[s] = c\n"},
    {"a gap changes places with its neighbours", .arranged = 1,
     .yaml =
         "puzzle: x\nstate:\n  at[0..5]: 0..5\nstart: {at: [1, 2, 3, 4, 5, 0]}\n"
         "moves:\n  slide {at[j]}:\n    - choose: i in 0..5, j in 0..5 if abs(i - j) in [1, 3]\n"
         "    - guard: at[i] == 0\n    - set:\n        at[i]: at[j]\n        at[j]: 0\n"
         "goal: all(at[i] == 5 - i for i in 0..5)\n"},
    {"twelve values", .arranged = 1,
     .yaml = "puzzle: x\nstate:\n  at[0..11]: 0..11\nstart:\n  at[i] for i in 0..11: i\n"
             "moves:\n  swap {i}:\n    - choose: i in 0..10\n    - guard: at[i] == 0\n"
             "    - set:\n        at[i]: at[i + 1]\n        at[i + 1]: at[i]\n"},
    {"thirteen values are too many",
     .yaml = "puzzle: x\nstate:\n  at[0..12]: 0..12\nstart:\n  at[i] for i in 0..12: i\n"
             "moves:\n  swap {i}:\n    - choose: i in 0..11\n    - guard: at[i] == 0\n"
             "    - set:\n        at[i]: at[i + 1]\n        at[i + 1]: at[i]\n"},
    {"others are turned round, two at once or three, values from 3", .arranged = 1,
     .yaml = "puzzle: x\nstate:\n  at[0..4]: 3..7\n  n: 0..2\n"
             "start: {at: [7, 3, 4, 6, 5], n: any}\n"
             "moves:\n  two {i}:\n    - choose: i in 0..3\n    - guard: at[i] < at[i + 1]\n"
             "    - set:\n        at[i]: at[i + 1]\n        at[i + 1]: at[i]\n        n: 0\n"
             "  three:\n    - guard: at[0] == 3 and n < 2\n    - set:\n        at[0]: at[2]\n"
             "        at[2]: at[4]\n        at[4]: 3\n        n: n + 1\n"
             "goal: at[0] == 5 and at[1] == 6\n"},
    {"two arrays, and one whose values repeat", .arranged = 2,
     .yaml = "puzzle: x\ntypes:\n  kind: [a, b, c]\nstate:\n  on[kind]: kind\n  off[0..2]: kind\n"
             "  at[0..1]: bool\nstart: {on: [c, a, b], off: [b, b, a], at: [false, true]}\n"
             "moves:\n  turn {k}:\n    - choose: k in [a, b]\n"
             "    - set:\n        on[k]: on[c]\n        on[c]: on[k]\n        at[0]: at[1]\n"
             "        at[1]: at[0]\n        off[0]: off[1]\n        off[1]: off[0]\n"
             "  next:\n    - set:\n        off[1]: off[2]\n        off[2]: off[1]\n"},
    {"two starts, one of which is no permutation",
     .yaml = "puzzle: x\nstate:\n  at[0..2]: 0..2\nstart: {at: any}\n"
             "always:\n  first: at[0] == 0 and at[1] == 1 and at[2] != 1\n"
             "moves:\n  turn:\n    - set:\n        at[0]: at[1]\n        at[1]: at[0]\n"},
    {"a value that is written twice",
     .yaml = "puzzle: x\nstate:\n  at[0..2]: 0..2\nstart: {at: [2, 0, 1]}\n"
             "moves:\n  copy:\n    - set:\n        at[0]: at[1]\n        at[1]: at[1]\n"
             "  back:\n    - set:\n        at[0]: 2\n        at[1]: 0\n"},
    {"a value that only one branch keeps",
     .yaml = "puzzle: x\nstate:\n  at[0..2]: 0..2\nstart: {at: [2, 0, 1]}\n"
             "moves:\n  turn:\n    - set:\n        at[0]: at[1]\n"
             "        at[1]: at[0] if at[2] == 1 else 0\n"},
    {"too many states for ranks",
     .yaml =
         "puzzle: x\nstate:\n  at[0..2]: 0..2\n  n: 0..100000000\nstart: {at: [2, 0, 1], n: 0}\n"
         "moves:\n  turn:\n    - guard: n < 3\n    - set:\n        at[0]: at[1]\n"
         "        at[1]: at[0]\n        n: n + 1\n"},
    {"an evaluation that fails", .bits = 11,
     .yaml = "puzzle: x\n" CELLS "  n: 0..4\nstart: {on: [b, b, a, c, c], n: 0}\n"
             "moves:\n  leap {d} from {s}:\n    - choose: s in cell, d in [-2, -1, 1, 2]\n"
             "    - guard: s + d in cell and on[s + d] == a\n"
             "    - set:\n        on[s]: a\n        on[s + d]: on[s]\n        n: n + 1\n"},
};

static wgcq_puzzle *read_puzzle(const narrowed *n)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_diagnostics *complaints = NULL;
    wgcq_error err = {0};
    int code =
        wgcq_puzzle_read(&puzzle, n->yaml, strlen(n->yaml), n->name, NULL, 0, &complaints, &err);
    for (size_t i = 0; i < wgcq_diagnostics_count(complaints); i++)
        fprintf(stderr, "%s:%d: %s\n", n->name, wgcq_diagnostics_at(complaints, i)->line,
                wgcq_diagnostics_at(complaints, i)->text);
    assert_int_equal(code, 0);
    wgcq_diagnostics_free(complaints);
    return puzzle;
}

static void test_puzzles(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof puzzles / sizeof *puzzles; i++) {
        wgcq_puzzle *puzzle = read_puzzle(&puzzles[i]);
        known found = compare_narrow(puzzle, true);
        if (found.bits != puzzles[i].bits || found.arranged != puzzles[i].arranged)
            fail_msg("%s: %u bits and %u permutations, not %u and %u", puzzles[i].name, found.bits,
                     found.arranged, puzzles[i].bits, puzzles[i].arranged);
        wgcq_puzzle_free(puzzle);
    }
}

/* ---- the shelf ---------------------------------------------------------------------------- */

static known compare_file(const char *path, const wgcq_setting *settings, size_t count)
{
    wgcq_puzzle *puzzle = NULL;
    wgcq_error err = {0};
    if (wgcq_puzzle_load(&puzzle, path, settings, count, NULL, &err))
        fail_msg("%s: %s", path, err.text);
    known found = compare_narrow(puzzle, !count);
    wgcq_puzzle_free(puzzle);
    return found;
}

static void test_shelf(void **state)
{
    glob_t files;
    size_t narrow = 0, arranged = 0;
    (void)state;
    assert_int_equal(glob("puzzles/*.yaml", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        if (!in_turn(i))
            continue;
        known found = compare_file(files.gl_pathv[i], NULL, 0);
        narrow += found.bits > 0;
        arranged += found.arranged > 0;
    }
    assert_true(!turns_whole() || (narrow >= 2 && arranged >= 2));
    globfree(&files);
}

/* A place and a bit a stone. */
static void test_frogs(void **state)
{
    const wgcq_setting n20 = "n=20", n25 = "n=25";
    (void)state;
    assert_int_equal(compare_file("puzzles/frogs.yaml", &n20, 1).bits, 47);
    assert_int_equal(compare_file("puzzles/frogs.yaml", &n25, 1).bits, 57);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_puzzles), cmocka_unit_test(test_shelf), cmocka_unit_test(test_frogs)};
    for (int i = 1; i < argc; i++) {
        known found = compare_file(argv[i], NULL, 0);
        printf("%s: %u bits, %u permutations\n", argv[i], found.bits, found.arranged);
    }
    return argc > 1 ? 0 : cmocka_run_group_tests(tests, NULL, NULL);
}
