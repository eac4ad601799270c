/* test_lassos.c - fair lassos of small graphs, against every set of states that a path may repeat.
 */
#include <stdlib.h>
#include <string.h>

#include "dice.h"
#include "graph/fair/lasso.h"
#include "row_graph.h"

enum { STATES_MOST = 7, EDGES_MOST = 24, LABELS = 4, ACTIONS_MOST = 4, NOWHERE = 1000 };

typedef struct small {
    uint32_t states, edges, actions;
    uint8_t marks[STATES_MOST + 1], bits[STATES_MOST + 1];
    uint32_t src[EDGES_MOST], dst[EDGES_MOST], label[EDGES_MOST];
    bool strong[ACTIONS_MOST], has[ACTIONS_MOST][LABELS];
    bool at_start;
} small;

static uint64_t seed = 1;

static uint32_t below(uint32_t limit)
{
    return (uint32_t)(dice(&seed) % limit);
}

/* ---- the library's answer ------------------------------------------------------------------- */

static graph *graph_of(const small *w)
{
    wgcq_error err = {0};
    const edge_rows rows = {w->edges, 0, w->src, w->dst, w->label, NULL};
    graph *g = row_graph(w->states, w->marks, &rows);
    assert_int_equal(graph_close(g, &err), 0);
    return g;
}

static lasso find_in(const small *w, const graph *g)
{
    uint32_t first[LABELS + 1] = {0}, of[LABELS * ACTIONS_MOST], count = 0;
    wgcq_error err = {0};
    lasso found;
    for (uint32_t m = 0; m < LABELS; m++) {
        for (uint32_t a = 0; a < w->actions; a++)
            if (w->has[a][m])
                of[count++] = a;
        first[m + 1] = count;
    }
    const fair_actions fair = {w->actions, w->strong, first, of};
    const lasso_query q = {g, &fair, w->bits, w->at_start};
    assert_int_equal(lasso_find(&found, &q, &err), 0);
    return found;
}

/* ---- by the definition ---------------------------------------------------------------------- */

static bool stays(const small *w, uint32_t s)
{
    return (w->bits[s] & STEM_STAY) != 0;
}

/* Moves from a start to each state, in the second phase. */
static void second_phase(const small *w, unsigned depth[STATES_MOST + 1])
{
    unsigned first[STATES_MOST + 1];
    for (uint32_t s = 1; s <= w->states; s++) {
        const bool enters = (w->bits[s] & STEM_ENTER) && stays(w, s);
        first[s] = (w->marks[s] & MARK_START) && !w->at_start ? 0 : NOWHERE;
        depth[s] = (w->marks[s] & MARK_START) && enters ? 0 : NOWHERE;
    }
    for (unsigned round = 0; round < 2 * STATES_MOST; round++)
        for (uint32_t e = 0; e < w->edges; e++) {
            const uint32_t s = w->src[e], d = w->dst[e];
            if (w->bits[s] & STEM_OPEN)
                continue;
            if (first[s] + 1 < first[d])
                first[d] = first[s] + 1;
            if (stays(w, d) && depth[s] + 1 < depth[d])
                depth[d] = depth[s] + 1;
            if (stays(w, d) && (w->bits[d] & STEM_ENTER) && first[d] < depth[d])
                depth[d] = first[d];
        }
}

static bool enables(const small *w, uint32_t s, uint32_t action)
{
    for (uint32_t e = 0; e < w->edges; e++)
        if (w->src[e] == s && w->has[action][w->label[e]])
            return true;
    return false;
}

static bool is_in(unsigned set, uint32_t s)
{
    return set >> (s - 1) & 1;
}

/* Whether a path may be in exactly these states again and again, by all edges between them. */
static bool repeats(const small *w, unsigned set)
{
    unsigned out = 0, any = set & -set, reached = any, reaching = any;
    bool inner = false;
    for (unsigned round = 0; round < STATES_MOST; round++)
        for (uint32_t e = 0; e < w->edges; e++) {
            if (!is_in(set, w->src[e]))
                continue;
            out++;
            if (!is_in(set, w->dst[e]))
                continue;
            inner = true;
            reached |= is_in(reached, w->src[e]) ? 1U << (w->dst[e] - 1) : 0;
            reaching |= is_in(reaching, w->dst[e]) ? 1U << (w->src[e] - 1) : 0;
        }
    return (reached & reaching) == set && (inner || (!out && set == any));
}

static bool is_fair(const small *w, unsigned set, uint32_t action)
{
    bool somewhere = false, everywhere = true, taken = false;
    for (uint32_t s = 1; s <= w->states; s++)
        if (is_in(set, s)) {
            somewhere |= enables(w, s, action);
            everywhere &= enables(w, s, action);
        }
    for (uint32_t e = 0; e < w->edges; e++)
        taken |= is_in(set, w->src[e]) && is_in(set, w->dst[e]) && w->has[action][w->label[e]];
    return taken || !(w->strong[action] ? somewhere : everywhere);
}

static bool is_violating(const small *w, unsigned set)
{
    bool visits = false;
    for (uint32_t s = 1; s <= w->states; s++) {
        if (!is_in(set, s))
            continue;
        if (!stays(w, s) || (w->bits[s] & STEM_OPEN))
            return false;
        visits |= (w->bits[s] & STEM_VISIT) != 0;
    }
    bool fine = visits && repeats(w, set);
    for (uint32_t a = 0; a < w->actions && fine; a++)
        fine = is_fair(w, set, a);
    return fine;
}

static unsigned shortest_stem(const small *w)
{
    unsigned depth[STATES_MOST + 1], best = NOWHERE;
    second_phase(w, depth);
    for (unsigned set = 1; set < 1U << w->states; set++)
        if (is_violating(w, set))
            for (uint32_t s = 1; s <= w->states; s++)
                if (is_in(set, s) && depth[s] < best)
                    best = depth[s];
    return best;
}

/* ---- the lasso ------------------------------------------------------------------------------ */

/* The cycle by itself: its states, its edges. */
static void check_cycle(const small *w, const graph *g, const lasso *l, uint32_t root)
{
    bool visits = (w->bits[root] & STEM_VISIT) != 0;
    uint32_t at = root;
    for (uint32_t i = l->stem; i < l->stem + l->cycle; i++) {
        assert_int_equal(graph_source(g, l->edges[i]), at);
        at = g->dst[l->edges[i]];
        assert_true(stays(w, at) && !(w->bits[at] & STEM_OPEN));
        visits |= (w->bits[at] & STEM_VISIT) != 0;
    }
    assert_int_equal(at, root);
    assert_true(visits);
    for (uint32_t a = 0; a < w->actions && l->cycle; a++) {
        bool somewhere = false, everywhere = true, taken = false;
        for (uint32_t i = l->stem; i < l->stem + l->cycle; i++) {
            const bool there = enables(w, g->dst[l->edges[i]], a);
            somewhere |= there;
            everywhere &= there;
            taken |= w->has[a][graph_move(g, l->edges[i])];
        }
        assert_true(taken || !(w->strong[a] ? somewhere : everywhere));
    }
    for (uint32_t e = 0; e < w->edges && !l->cycle; e++)
        assert_true(w->src[e] != root);
}

static void check_lasso(const small *w, const graph *g, const lasso *l)
{
    uint32_t at = l->start;
    bool second = w->at_start, may = false;
    assert_true(w->marks[at] & MARK_START);
    for (uint32_t i = 0; i <= l->stem; i++) {
        may = stays(w, at) && (may || ((w->bits[at] & STEM_ENTER) && (!second || !i)));
        if (i == l->stem)
            break;
        assert_int_equal(graph_source(g, l->edges[i]), at);
        assert_false(w->bits[at] & STEM_OPEN);
        at = g->dst[l->edges[i]];
    }
    assert_true(may);
    check_cycle(w, g, l, at);
}

static bool agree(const small *w)
{
    graph *g = graph_of(w);
    lasso l = find_in(w, g);
    const unsigned stem = shortest_stem(w);
    const bool found = l.found;
    assert_int_equal(found, stem != NOWHERE);
    if (found) {
        assert_int_equal(l.stem, stem);
        check_lasso(w, g, &l);
    }
    free(l.edges);
    graph_free(g);
    return found;
}

static void random_graphs(void **state)
{
    unsigned found = 0;
    (void)state;
    for (unsigned round = 0; round < 20000; round++) {
        small w = {.states = 1 + below(STATES_MOST), .actions = below(ACTIONS_MOST + 1)};
        w.edges = below(EDGES_MOST + 1);
        w.at_start = below(2);
        for (uint32_t s = 1; s <= w.states; s++) {
            w.marks[s] = s == 1 || !below(4) ? MARK_START : 0;
            w.bits[s] = (uint8_t)((below(3) ? STEM_ENTER : 0) | (below(6) ? STEM_STAY : 0) |
                                  (below(3) ? STEM_VISIT : 0) | (below(9) ? 0 : STEM_OPEN));
        }
        for (uint32_t e = 0; e < w.edges; e++) {
            w.src[e] = 1 + below(w.states);
            w.dst[e] = 1 + below(w.states);
            w.label[e] = below(LABELS);
        }
        for (uint32_t a = 0; a < w.actions; a++) {
            w.strong[a] = below(2);
            for (uint32_t m = 0; m < LABELS; m++)
                w.has[a][m] = !below(3);
        }
        found += agree(&w);
    }
    assert_in_range(found, 4000, 16000);
}

/* ---- known traps ---------------------------------------------------------------------------- */

enum { ALL = STEM_ENTER | STEM_STAY | STEM_VISIT };

static void add(small *w, uint32_t src, uint32_t label, uint32_t dst)
{
    w->src[w->edges] = src;
    w->label[w->edges] = label;
    w->dst[w->edges++] = dst;
}

static small of_states(uint32_t states)
{
    small w = {.states = states};
    w.marks[1] = MARK_START;
    memset(w.bits + 1, ALL, states);
    return w;
}

static void add_action(small *w, bool strong, uint32_t label)
{
    w->strong[w->actions] = strong;
    w->has[w->actions++][label] = true;
}

/* Label 1 is enabled in both states of a cycle and leaves it from one of them. */
static void weak_or_strong(void **state)
{
    (void)state;
    small w = of_states(3);
    w.bits[3] = STEM_ENTER | STEM_STAY; /* nothing to be visited */
    add(&w, 1, 0, 2);
    add(&w, 2, 0, 1);
    add(&w, 1, 1, 3);
    assert_true(agree(&w));
    add_action(&w, false, 1); /* disabled in 2 */
    assert_true(agree(&w));
    w.strong[0] = true; /* enabled again and again */
    assert_false(agree(&w));
    w.strong[0] = false;
    add(&w, 2, 1, 3); /* enabled in all states */
    assert_false(agree(&w));
}

/* The states are those of a cycle that takes label 1, the edges are not. */
static void edges_not_states(void **state)
{
    (void)state;
    small w = of_states(2);
    add(&w, 1, 0, 2);
    add(&w, 2, 0, 1);
    add(&w, 1, 1, 2);
    add_action(&w, false, 1);
    add_action(&w, true, 2);
    assert_true(agree(&w));
    graph *g = graph_of(&w);
    lasso l = find_in(&w, g);
    assert_int_equal(l.cycle, 2);
    free(l.edges);
    graph_free(g);
}

static void loops_joins_ends_and_starts(void **state)
{
    (void)state;
    small w = of_states(1); /* a state without a successor */
    assert_true(agree(&w));
    add(&w, 1, 0, 1); /* a loop at it */
    assert_true(agree(&w));
    add_action(&w, false, 1);
    assert_true(agree(&w));

    w = of_states(5); /* two ways join, and a cycle is behind the join */
    add(&w, 1, 0, 2);
    add(&w, 1, 1, 3);
    add(&w, 2, 0, 4);
    add(&w, 3, 0, 4);
    add(&w, 4, 2, 5);
    add(&w, 5, 2, 4);
    w.bits[2] = 0;
    w.at_start = true;
    assert_true(agree(&w));
    w.bits[3] = 0;
    assert_false(agree(&w));
    w.marks[4] = MARK_START; /* another start */
    assert_true(agree(&w));
    w.bits[4] |= STEM_OPEN; /* what lies behind it is not known */
    assert_false(agree(&w));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs),
        cmocka_unit_test(weak_or_strong),
        cmocka_unit_test(edges_not_states),
        cmocka_unit_test(loops_joins_ends_and_starts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
