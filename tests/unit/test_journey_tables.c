/* test_journey_tables.c - tabled journeys, against oracles that compute the same without them. */
#include <pthread.h>

#include <string.h>
#include <wgcq.h>

#include "suite.h"

static uint64_t seed = 1;
static unsigned below(unsigned count)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % count;
}

/* All results of fn from `start`, `size` bytes each, at most `room`; the code that ended it. */
static int all_results(wgcq_journey_fn *fn, const void *start, size_t size,
                       const wgcq_iterator_options *wanted, unsigned char *out, size_t room,
                       size_t *count, wgcq_error *err)
{
    unsigned char state[64];
    wgcq_iterator *t;
    memcpy(state, start, size);
    assert_int_equal(wgcq_iterator_new(&t, fn, state, size, wanted, err), 0);
    int code;
    *count = 0;
    for (size_t calls = 0; (code = wgcq_iterator_next(t, err)) == 0 ||
                           (code == WGCQ_LIMIT && wanted->max_runs && calls < 1000000);
         calls++)
        if (code == 0) {
            assert_true(*count < room);
            memcpy(out + (*count)++ * size, state, size);
        }
    wgcq_iterator_free(t);
    return code;
}

/* ---- Fibonacci ------------------------------------------------------------------------------ */

typedef struct {
    uint64_t n, value;
} fib;

static bool fibonacci(wgcq_journey *j, void *state)
{
    fib *f = state;
    uint64_t n = f->n;
    if (n < 2) {
        f->value = n;
        return true;
    }
    *f = (fib){n - 1, 0};
    if (!wgcq_tabled(j, fibonacci))
        return false;
    uint64_t first = f->value;
    *f = (fib){n - 2, 0};
    if (!wgcq_tabled(j, fibonacci))
        return false;
    *f = (fib){n, first + f->value};
    return true;
}

static void the_90th_fibonacci_number(void **unused)
{
    (void)unused;
    uint64_t a = 0, b = 1;
    for (int i = 0; i < 90; i++) {
        uint64_t next = a + b;
        a = b;
        b = next;
    }
    const wgcq_iterator_options ways[] = {
        {0}, {.check = true}, {.max_runs = 400}, {.max_runs = 100}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        wgcq_error err = {0};
        fib start = {90, 0}, out[2];
        size_t count;
        assert_int_equal(all_results(fibonacci, &start, sizeof start, &ways[i],
                                     (unsigned char *)out, 2, &count, &err),
                         WGCQ_DONE);
        assert_int_equal(count, 1);
        assert_true(out[0].value == a);
    }
}

static void each_state_is_run_once(void **unused)
{
    (void)unused;
    for (uint64_t runs = 90; runs <= 91; runs++) {
        fib f = {90, 0};
        const wgcq_iterator_options wanted = {.max_runs = runs};
        wgcq_iterator *t;
        wgcq_error err = {0};
        assert_int_equal(wgcq_iterator_new(&t, fibonacci, &f, sizeof f, &wanted, &err), 0);
        assert_int_equal(wgcq_iterator_next(t, &err), runs == 91 ? 0 : WGCQ_LIMIT);
        wgcq_iterator_free(t);
    }
}

/* ---- edit distance -------------------------------------------------------------------------- */

typedef struct {
    const char *a, *b;
} words;
typedef struct {
    uint32_t i, j;
} place;

static bool edit(wgcq_journey *j, void *state)
{
    const words *w = wgcq_self(j);
    place *p = state;
    size_t which;
    char a = w->a[p->i], b = w->b[p->j];
    if (!a && !b)
        return true;
    if (!wgcq_choose(j, 3, &which))
        return false;
    if (!wgcq_guard(j, which == 1 || a, "no letter") ||
        !wgcq_guard(j, which == 0 || b, "no letter"))
        return false;
    p->i += which != 1;
    p->j += which != 0;
    static const char *const names[] = {"delete", "insert", "replace"};
    return wgcq_move(j, names[which], which == 2 && a == b ? 0 : 1) && wgcq_tabled_best(j, edit);
}

static unsigned distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    unsigned row[32][32];
    for (size_t i = 0; i <= n; i++)
        for (size_t k = 0; k <= m; k++) {
            unsigned least = i || k ? 1000 : 0;
            if (i && row[i - 1][k] + 1 < least)
                least = row[i - 1][k] + 1;
            if (k && row[i][k - 1] + 1 < least)
                least = row[i][k - 1] + 1;
            if (i && k && row[i - 1][k - 1] + (a[i - 1] != b[k - 1]) < least)
                least = row[i - 1][k - 1] + (a[i - 1] != b[k - 1]);
            row[i][k] = least;
        }
    return row[n][m];
}

static bool best_edit(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_tabled_best(j, edit);
}

static void edit_distances(void **unused)
{
    (void)unused;
    for (int round = 0; round < 100; round++) {
        char a[24], b[24];
        unsigned n = below(20), m = below(20);
        for (unsigned i = 0; i < n; i++)
            a[i] = (char)('a' + below(3));
        for (unsigned i = 0; i < m; i++)
            b[i] = (char)('a' + below(3));
        a[n] = b[m] = 0;
        const words w = {a, b};
        const wgcq_iterator_options wanted = {.self = &w, .check = round % 2};
        place p = {0, 0};
        wgcq_iterator *t;
        wgcq_error err = {0};
        assert_int_equal(wgcq_iterator_new(&t, best_edit, &p, sizeof p, &wanted, &err), 0);
        assert_int_equal(wgcq_iterator_next(t, &err), 0);
        assert_int_equal(wgcq_iterator_cost(t), distance(a, b));
        unsigned i = 0, k = 0; /* the moves lead from one word to the other */
        for (size_t at = 0; at < wgcq_iterator_move_count(t); at++) {
            i += wgcq_iterator_move(t, at)[0] != 'i';
            k += wgcq_iterator_move(t, at)[0] != 'd';
        }
        assert_int_equal(i, n);
        assert_int_equal(k, m);
        assert_int_equal(wgcq_iterator_next(t, &err), WGCQ_DONE);
        wgcq_iterator_free(t);
    }
}

/* ---- paths in graphs ------------------------------------------------------------------------ */

enum { MOST_NODES = 12 };

typedef struct {
    unsigned nodes;
    bool edge[MOST_NODES][MOST_NODES];
    int64_t cost[MOST_NODES][MOST_NODES];
} graph;

static void random_graph(graph *g, int64_t least)
{
    memset(g, 0, sizeof *g);
    g->nodes = 2 + below(MOST_NODES - 1);
    unsigned edges = below(3 * g->nodes);
    for (unsigned i = 0; i < edges; i++) {
        unsigned from = below(g->nodes), to = below(g->nodes);
        g->edge[from][to] = true;
        g->cost[from][to] = least + below(6);
    }
}

static bool step_along(wgcq_journey *j, uint32_t *at)
{
    const graph *g = wgcq_self(j);
    size_t to;
    uint32_t from = *at;
    if (!wgcq_choose(j, g->nodes, &to) || !wgcq_guard(j, g->edge[from][to], "no edge"))
        return false;
    *at = (uint32_t)to;
    return wgcq_move(j, "go", g->cost[from][to]);
}

static bool left(wgcq_journey *j, void *state)
{
    size_t which;
    return wgcq_choose(j, 2, &which) && (which || wgcq_tabled(j, left)) && step_along(j, state);
}
static bool right(wgcq_journey *j, void *state)
{
    size_t which;
    return step_along(j, state) && wgcq_choose(j, 2, &which) && (which || wgcq_tabled(j, right));
}
static bool doubly(wgcq_journey *j, void *state)
{
    size_t which;
    if (!wgcq_choose(j, 2, &which))
        return false;
    return which ? step_along(j, state) : wgcq_tabled(j, doubly) && wgcq_tabled(j, doubly);
}
static bool one_step(wgcq_journey *j, void *state)
{
    return step_along(j, state);
}
static bool looped(wgcq_journey *j, void *state)
{
    size_t which;
    if (!wgcq_choose(j, 2, &which))
        return false;
    return which ? step_along(j, state) : wgcq_tabled(j, looped) && wgcq_repeat(j, 1, one_step);
}
static bool all_looped(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_tabled(j, looped);
}
static bool all_left(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_tabled(j, left);
}
static bool all_right(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_tabled(j, right);
}
static bool all_doubly(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_tabled(j, doubly);
}

static void closure(const graph *g, bool reach[MOST_NODES][MOST_NODES])
{
    memcpy(reach, g->edge, sizeof g->edge);
    for (unsigned k = 0; k < g->nodes; k++)
        for (unsigned i = 0; i < g->nodes; i++)
            for (unsigned m = 0; m < g->nodes; m++)
                reach[i][m] = reach[i][m] || (reach[i][k] && reach[k][m]);
}

static void check_paths(const graph *g, wgcq_journey_fn *fn, const wgcq_iterator_options *wanted)
{
    bool reach[MOST_NODES][MOST_NODES];
    closure(g, reach);
    for (uint32_t from = 0; from < g->nodes; from++) {
        uint32_t out[MOST_NODES];
        size_t count, expected = 0;
        wgcq_error err = {0};
        int code = all_results(fn, &from, sizeof from, wanted, (unsigned char *)out, MOST_NODES,
                               &count, &err);
        assert_int_equal(code, WGCQ_DONE);
        for (unsigned to = 0; to < g->nodes; to++)
            expected += reach[from][to];
        assert_int_equal(count, expected);
        for (size_t i = 0; i < count; i++) {
            assert_true(reach[from][out[i]]);
            for (size_t k = 0; k < i; k++)
                assert_int_not_equal(out[i], out[k]);
        }
    }
}

static void paths_in_cyclic_graphs(void **unused)
{
    (void)unused;
    for (int round = 0; round < 200; round++) {
        graph g;
        random_graph(&g, 0);
        wgcq_iterator_options wanted = {.self = &g, .check = round % 4 == 0};
        check_paths(&g, all_left, &wanted);
        check_paths(&g, all_right, &wanted);
        check_paths(&g, all_doubly, &wanted);
        check_paths(&g, all_looped, &wanted);
    }
}

/* A choice is replayed by its number in every process, whatever was called before. */
static bool from_any(wgcq_journey *j, void *state)
{
    const graph *g = wgcq_self(j);
    size_t from;
    if (!wgcq_choose(j, g->nodes, &from))
        return false;
    *(uint32_t *)state = (uint32_t)from;
    return wgcq_tabled(j, right);
}

static void choices_have_one_meaning(void **unused)
{
    (void)unused;
    for (int round = 0; round < 100; round++) {
        graph g;
        random_graph(&g, 0);
        const wgcq_iterator_options wanted = {.self = &g};
        uint32_t at = 0, again;
        wgcq_iterator *t;
        wgcq_error err = {0};
        assert_int_equal(wgcq_iterator_new(&t, from_any, &at, sizeof at, &wanted, &err), 0);
        while (wgcq_iterator_next(t, &err) == 0) {
            uint64_t choices[2];
            assert_int_equal(wgcq_iterator_choice_count(t), 2);
            for (size_t i = 0; i < 2; i++)
                choices[i] = wgcq_iterator_choice(t, i);
            again = 0;
            assert_int_equal(wgcq_replay(from_any, &again, sizeof again, &wanted, choices, 2, &err),
                             0);
            assert_int_equal(again, at);
        }
        wgcq_iterator_free(t);
    }
}

/* ---- least costs ---------------------------------------------------------------------------- */

static bool cheapest_left(wgcq_journey *j, void *state)
{
    size_t which;
    return wgcq_choose(j, 2, &which) && (which || wgcq_tabled_best(j, cheapest_left)) &&
           step_along(j, state);
}
static bool cheapest_right(wgcq_journey *j, void *state)
{
    size_t which;
    return step_along(j, state) && wgcq_choose(j, 2, &which) &&
           (which || wgcq_tabled_best(j, cheapest_right));
}
static bool all_cheapest_left(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_tabled_best(j, cheapest_left);
}
static bool all_cheapest_right(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_tabled_best(j, cheapest_right);
}

/* Bellman-Ford, of walks with one edge or more; false: a negative circle is reached. */
static bool shortest(const graph *g, unsigned from, int64_t *to)
{
    for (unsigned i = 0; i < g->nodes; i++)
        to[i] = g->edge[from][i] ? g->cost[from][i] : INT64_MAX;
    bool changed = true;
    for (unsigned round = 0; changed && round <= g->nodes + 1; round++) {
        changed = false;
        for (unsigned a = 0; a < g->nodes; a++)
            for (unsigned b = 0; b < g->nodes; b++)
                if (g->edge[a][b] && to[a] != INT64_MAX && to[a] + g->cost[a][b] < to[b]) {
                    to[b] = to[a] + g->cost[a][b];
                    changed = true;
                }
    }
    return !changed;
}

static void check_costs(const graph *g, wgcq_journey_fn *fn, unsigned from, bool *negative)
{
    int64_t to[MOST_NODES], last = INT64_MIN;
    *negative = !shortest(g, from, to);
    const wgcq_iterator_options wanted = {.self = g};
    uint32_t at = from;
    wgcq_iterator *t;
    wgcq_error err = {0};
    size_t count = 0, expected = 0;
    assert_int_equal(wgcq_iterator_new(&t, fn, &at, sizeof at, &wanted, &err), 0);
    int code;
    while ((code = wgcq_iterator_next(t, &err)) == 0) {
        count++;
        assert_int_equal(wgcq_iterator_cost(t), to[at]);
        assert_true(to[at] >= last);
        last = to[at];
    }
    wgcq_iterator_free(t);
    for (unsigned i = 0; i < g->nodes; i++)
        expected += to[i] != INT64_MAX;
    if (*negative) {
        assert_int_equal(code, WGCQ_ERUN);
        assert_non_null(strstr(err.text, "without end"));
        return;
    }
    assert_int_equal(code, WGCQ_DONE);
    assert_int_equal(count, expected);
}

static void least_costs(void **unused)
{
    (void)unused;
    int negatives = 0;
    for (int round = 0; round < 300; round++) {
        graph g;
        random_graph(&g, round % 3 == 0 ? -1 : 0);
        for (unsigned from = 0; from < g.nodes; from++) {
            bool negative;
            check_costs(&g, all_cheapest_left, from, &negative);
            check_costs(&g, all_cheapest_right, from, &negative);
            negatives += negative;
        }
    }
    assert_true(negatives > 50);
}

/* ---- and-or graphs -------------------------------------------------------------------------- */

enum { MOST_PROPOSITIONS = 10 };

typedef struct {
    unsigned count;
    unsigned rules[MOST_PROPOSITIONS];     /* of each */
    uint64_t bodies[MOST_PROPOSITIONS][4]; /* all of these must hold */
} programme;

/* The state is a proposition; it has a result, itself, where it holds. */
static bool tabled_holds(wgcq_journey *j, void *state);
static bool through_any(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_tabled(j, tabled_holds);
}
/* The state is a proposition; it has a result, itself, where it holds. */
static bool tabled_holds(wgcq_journey *j, void *state)
{
    const programme *p = wgcq_self(j);
    uint32_t *at = state, self = *at;
    size_t rule;
    if (!wgcq_choose(j, p->rules[self], &rule))
        return false;
    for (uint32_t i = 0; i < p->count; i++)
        if (p->bodies[self][rule] >> i & 1) {
            *at = i;
            if (!(i % 2 ? wgcq_tabled(j, tabled_holds) : wgcq_any(j, through_any)))
                return false;
        }
    *at = self;
    return true;
}
static bool it_holds(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_tabled(j, tabled_holds);
}

static uint64_t least_model(const programme *p)
{
    uint64_t model = 0, before;
    do {
        before = model;
        for (unsigned i = 0; i < p->count; i++)
            for (unsigned k = 0; k < p->rules[i]; k++)
                if (!(p->bodies[i][k] & ~model))
                    model |= (uint64_t)1 << i;
    } while (model != before);
    return model;
}

static void mutual_recursion(void **unused)
{
    (void)unused;
    unsigned held = 0, failed = 0;
    for (int round = 0; round < 500; round++) {
        programme p = {.count = 3 + below(MOST_PROPOSITIONS - 2)};
        for (unsigned i = 0; i < p.count; i++) {
            p.rules[i] = below(4);
            for (unsigned k = 0; k < p.rules[i]; k++)
                for (unsigned n = below(3) + (below(4) != 0); n > 0; n--)
                    p.bodies[i][k] |= (uint64_t)1 << below(p.count);
        }
        uint64_t model = least_model(&p);
        const wgcq_iterator_options wanted = {.self = &p, .check = round % 3 == 0};
        for (uint32_t i = 0; i < p.count; i++) {
            uint32_t out[2];
            size_t count;
            wgcq_error err = {0};
            assert_int_equal(
                all_results(it_holds, &i, sizeof i, &wanted, (unsigned char *)out, 2, &count, &err),
                WGCQ_DONE);
            assert_int_equal(count, model >> i & 1);
            held += (unsigned)count;
            failed += !count;
        }
    }
    assert_true(held > 500 && failed > 500);
}

/* ---- negation ------------------------------------------------------------------------------- */

static bool wins(wgcq_journey *j, void *state);
static bool opponent_wins(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_tabled(j, wins);
}
static bool wins(wgcq_journey *j, void *state)
{
    uint32_t from = *(uint32_t *)state;
    if (!step_along(j, state) || !wgcq_none(j, opponent_wins))
        return false;
    *(uint32_t *)state = from;
    return true;
}

static bool has_win(const graph *g, unsigned from)
{
    for (unsigned to = 0; to < g->nodes; to++)
        if (g->edge[from][to] && !has_win(g, to))
            return true;
    return false;
}

static void negation_is_well_founded_or_an_error(void **unused)
{
    (void)unused;
    graph g;
    for (int round = 0; round < 200; round++) {
        random_graph(&g, 0);
        for (unsigned a = 0; a < g.nodes; a++)
            for (unsigned b = 0; b <= a; b++)
                g.edge[a][b] = false;
        const wgcq_iterator_options wanted = {.self = &g};
        for (uint32_t from = 0; from < g.nodes; from++) {
            uint32_t out[2];
            size_t count;
            wgcq_error err = {0};
            assert_int_equal(all_results(opponent_wins, &from, sizeof from, &wanted,
                                         (unsigned char *)out, 2, &count, &err),
                             WGCQ_DONE);
            assert_int_equal(count, has_win(&g, from));
        }
    }
    g = (graph){.nodes = 2, .edge = {{false, true}, {true, false}}};
    const wgcq_iterator_options wanted = {.self = &g};
    uint32_t from = 0, out[2];
    size_t count;
    wgcq_error err = {0};
    assert_int_equal(all_results(opponent_wins, &from, sizeof from, &wanted, (unsigned char *)out,
                                 2, &count, &err),
                     WGCQ_ERUN);
    assert_non_null(strstr(err.text, "not well-founded"));
}

static bool cuts(wgcq_journey *j, void *state)
{
    size_t which;
    return wgcq_choose(j, 2, &which) && (which || (wgcq_tabled(j, cuts) && wgcq_cut(j))) &&
           step_along(j, state);
}
static bool cuts_after_any(wgcq_journey *j, void *state);
static bool open_any(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_tabled(j, cuts_after_any);
}
static bool cuts_after_any(wgcq_journey *j, void *state)
{
    size_t which;
    return wgcq_choose(j, 2, &which) && (which || (wgcq_any(j, open_any) && wgcq_cut(j))) &&
           step_along(j, state);
}
static bool begins_to_cut(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_tabled(j, cuts);
}

static void a_cut_after_an_open_table_is_an_error(void **unused)
{
    (void)unused;
    const graph g = {.nodes = 2, .edge = {{false, true}, {true, false}}};
    const wgcq_iterator_options wanted = {.self = &g};
    wgcq_journey_fn *const cutting[] = {begins_to_cut, open_any};
    for (size_t i = 0; i < 2; i++) {
        uint32_t from = 0, out[4];
        size_t count;
        wgcq_error err = {0};
        assert_int_equal(all_results(cutting[i], &from, sizeof from, &wanted, (unsigned char *)out,
                                     4, &count, &err),
                         WGCQ_ERUN);
        assert_non_null(strstr(err.text, "wgcq_cut"));
    }
}

/* ---- grammars ------------------------------------------------------------------------------- */

/* S -> S S | ( S ) | ( ), from a place in the text to the places where it may end. */
static bool brackets(wgcq_journey *j, void *state)
{
    const char *text = wgcq_self(j);
    uint32_t *at = state;
    size_t rule;
    if (!wgcq_choose(j, 3, &rule))
        return false;
    if (rule == 0)
        return wgcq_tabled(j, brackets) && wgcq_tabled(j, brackets);
    if (!wgcq_guard(j, text[*at] == '(', NULL))
        return false;
    ++*at;
    if ((rule == 1 && !wgcq_tabled(j, brackets)) || !wgcq_guard(j, text[*at] == ')', NULL))
        return false;
    ++*at;
    return true;
}
static bool whole_text(wgcq_journey *j, void *state)
{
    return wgcq_tabled(j, brackets) &&
           wgcq_guard(j, !((const char *)wgcq_self(j))[*(uint32_t *)state], NULL);
}

static void a_grammar_with_left_recursion(void **unused)
{
    (void)unused;
    for (unsigned bits = 0; bits < 1 << 10; bits++) {
        char text[11] = {0};
        int depth = 0;
        bool balanced = true;
        for (unsigned i = 0; i < 10; i++) {
            text[i] = bits >> i & 1 ? '(' : ')';
            depth += bits >> i & 1 ? 1 : -1;
            balanced = balanced && depth >= 0;
        }
        const wgcq_iterator_options wanted = {.self = text};
        uint32_t from = 0, out[2];
        size_t count;
        wgcq_error err = {0};
        assert_int_equal(all_results(whole_text, &from, sizeof from, &wanted, (unsigned char *)out,
                                     2, &count, &err),
                         WGCQ_DONE);
        assert_int_equal(count, balanced && depth == 0);
    }
}

/* ---- limits --------------------------------------------------------------------------------- */

static void limits_of_runs_change_nothing(void **unused)
{
    (void)unused;
    fib start = {12, 0}, out[2];
    for (uint64_t runs = 16; runs <= 400; runs++) {
        const wgcq_iterator_options wanted = {.max_runs = runs};
        wgcq_error err = {0};
        size_t count;
        assert_int_equal(all_results(fibonacci, &start, sizeof start, &wanted, (unsigned char *)out,
                                     2, &count, &err),
                         WGCQ_DONE);
        assert_int_equal(count, 1);
        assert_true(out[0].value == 144);
    }
    graph g = {.nodes = 4};
    for (unsigned i = 0; i < 4; i++)
        g.edge[i][(i + 1) % 4] = g.edge[i][(i + 2) % 4] = true;
    for (uint64_t runs = 200; runs <= 400; runs++) {
        const wgcq_iterator_options wanted = {.self = &g, .max_runs = runs};
        check_paths(&g, all_left, &wanted);
        check_paths(&g, all_right, &wanted);
    }
}

static bool fibonacci_in_turn(wgcq_journey *j, void *state)
{
    static wgcq_journey_fn *const both[] = {fibonacci, fibonacci};
    (void)state;
    return wgcq_interleave(j, 2, both);
}

/* Also in an alternative of wgcq_interleave, whose runs have a limit of their own. */
static void a_limit_of_bytes_says_so(void **unused)
{
    (void)unused;
    fib f = {90, 0};
    const wgcq_iterator_options little = {.max_table_bytes = 10000},
                                enough = {.max_table_bytes = 1000000};
    wgcq_iterator *t;
    wgcq_error err = {0};
    wgcq_journey_fn *const functions[] = {fibonacci, fibonacci_in_turn};
    for (int k = 0; k < 2; k++) {
        assert_int_equal(wgcq_iterator_new(&t, functions[k], &f, sizeof f, &little, &err), 0);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(wgcq_iterator_next(t, &err), WGCQ_LIMIT);
            assert_string_equal(wgcq_iterator_limit(t), "max_table_bytes");
            assert_true(f.n == 90);
        }
        wgcq_iterator_free(t);
    }
    const wgcq_iterator_options threads = {.threads = 2, .max_table_bytes = 1000000};
    assert_int_equal(wgcq_iterator_new(&t, fibonacci, &f, sizeof f, &threads, &err), WGCQ_EREQUEST);
    err = (wgcq_error){0};
    assert_int_equal(wgcq_iterator_new(&t, fibonacci, &f, sizeof f, &enough, &err), 0);
    assert_int_equal(wgcq_iterator_next(t, &err), 0);
    wgcq_iterator_free(t);
}

/* ---- depth ---------------------------------------------------------------------------------- */

static bool counts_down(wgcq_journey *j, void *state)
{
    uint64_t *n = state;
    return *n == 0 || (--*n, wgcq_tabled(j, counts_down));
}
static bool never_ends(wgcq_journey *j, void *state)
{
    ++*(uint64_t *)state;
    return wgcq_any(j, never_ends);
}
static bool steps_within_steps(wgcq_journey *j, void *state)
{
    ++*(uint64_t *)state;
    return wgcq_repeat(j, 1, steps_within_steps);
}

static void too_deep_is_an_error(void **unused)
{
    (void)unused;
    wgcq_journey_fn *const deep[] = {counts_down, never_ends, steps_within_steps};
    for (size_t i = 0; i < 3; i++) {
        uint64_t n = i ? 0 : 100000000, out[2];
        size_t count;
        wgcq_error err = {0};
        static const wgcq_iterator_options none;
        assert_int_equal(
            all_results(deep[i], &n, sizeof n, &none, (unsigned char *)out, 2, &count, &err),
            WGCQ_ERUN);
        assert_non_null(strstr(err.text, "nested too deeply"));
    }
}

/* ---- threads -------------------------------------------------------------------------------- */

static void *count_paths(void *graph_of)
{
    const wgcq_iterator_options wanted = {.self = graph_of};
    for (int i = 0; i < 20; i++)
        check_paths(graph_of, all_doubly, &wanted);
    return NULL;
}

static void two_threads(void **unused)
{
    (void)unused;
    graph g[2];
    pthread_t threads[2];
    for (size_t i = 0; i < 2; i++) {
        random_graph(&g[i], 0);
        assert_int_equal(pthread_create(&threads[i], NULL, count_paths, &g[i]), 0);
    }
    for (size_t i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_90th_fibonacci_number),
        cmocka_unit_test(each_state_is_run_once),
        cmocka_unit_test(edit_distances),
        cmocka_unit_test(paths_in_cyclic_graphs),
        cmocka_unit_test(choices_have_one_meaning),
        cmocka_unit_test(least_costs),
        cmocka_unit_test(mutual_recursion),
        cmocka_unit_test(negation_is_well_founded_or_an_error),
        cmocka_unit_test(a_cut_after_an_open_table_is_an_error),
        cmocka_unit_test(a_grammar_with_left_recursion),
        cmocka_unit_test(limits_of_runs_change_nothing),
        cmocka_unit_test(a_limit_of_bytes_says_so),
        cmocka_unit_test(too_deep_is_an_error),
        cmocka_unit_test(two_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
