/*
 * reduced_run.c - a run of one state of each orbit (puzzle/reduced_model.h).
 *
 * It explores orbits into a graph in memory.  What it reports is of the puzzle itself: an
 * orbit counts for its states, each edge of the one that stands for it for as many edges, and a
 * plan from a start for one from each start of its orbit.
 *
 * Where the starts are not all states of their orbits, some states of a reachable orbit may not be
 * reachable.  Then the numbers of states and edges are not known, but for those that are 0.
 */
#include "run/solve/reduced_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/containers/sequence_set.h"
#include "base/error.h"
#include "puzzle/reduced_model.h"
#include "run/options/option_rules.h"
#include "search/ranks/rank_meet.h"
#include "wgcq_puzzle.h"

/* ---- the sizes of orbits -------------------------------------------------------------------- */

/* It lasts as long as the run. */
typedef struct unfolding {
    solver *s;
    reduced_starts starts; /* of which none is there before the first is asked for */
    sequence_set stored;   /* plans, by spell_orbits */
    uint64_t *size;   /* [states + 1] of each orbit; 1 where how many are reachable is unknown */
    uint64_t *weight; /* [states + 1] starts in it */
} unfolding;

static int find_unfolded_starts(unfolding *u)
{
    solver *s = u->s;
    return u->starts.total ? 0 : reduced_model_starts(&u->starts, s->worker, NULL, s->err);
}

static int overflows(const solver *s)
{
    return error_set(s->err, WGCQ_ERUN, "the orbits have more than 2^64 states or edges");
}

static int find_sizes(unfolding *u)
{
    solver *s = u->s;
    const graph *g = s->g;
    int code = find_unfolded_starts(u);
    u->size = home_calloc(s->home, (size_t)g->states + 1, sizeof *u->size);
    u->weight = home_calloc(s->home, (size_t)g->states + 1, sizeof *u->weight);
    if (!code && (!u->size || !u->weight))
        code = error_set_memory(s->err);
    for (uint32_t i = 1; i <= g->states && !code; i++) {
        const uint64_t *state = solver_state(s, i);
        const bool start = g->marks[i] & MARK_START;
        u->weight[i] = start ? u->starts.count[lookup_find(&u->starts.orbits, state)] : 0;
        u->size[i] = 1;
        if (u->starts.closed)
            code = reduced_model_orbit_size(&u->size[i], s->worker, state, s->err);
    }
    return code;
}

/* ---- figures in states ---------------------------------------------------------------------- */

/* Edges of state i in the graph, whether it is closed or, after an interrupt, open. */
static uint64_t count_edges_of(const graph *g, uint32_t i)
{
    if (graph_is_closed(g))
        return graph_row_end(g, i) - graph_row(g, i);
    if (i > g->last_row)
        return 0;
    return (i < g->last_row ? g->begin[i + (size_t)1] : g->edges) - g->begin[i];
}

static int sum_states_and_edges(const unfolding *u)
{
    const graph *g = u->s->g;
    wgcq_summary *out = &u->s->result->summary;
    bool fits = true;
    out->orbits = g->states;
    out->symmetry_proved = reduced_model_is_proved(u->s->model);
    out->states = out->edges = 0;
    for (uint32_t i = 1; i <= g->states && fits; i++) {
        uint64_t edges;
        fits = !__builtin_add_overflow(out->states, u->size[i], &out->states) &&
               !__builtin_mul_overflow(u->size[i], count_edges_of(g, i), &edges) &&
               !__builtin_add_overflow(out->edges, edges, &out->edges);
    }
    return fits ? 0 : overflows(u->s);
}

static void add_orbit(uint64_t *states, uint64_t *orbits, bool there, uint64_t size)
{
    *states += there ? size : 0;
    *orbits += there;
}

/* The others are sums over some of the states, so they fit. */
static void sum_marked_states(const unfolding *u)
{
    const solver *s = u->s;
    const graph *g = s->g;
    uint64_t bounded_orbits = 0;
    wgcq_summary *out = &s->result->summary;
    out->starts = out->goals = out->dead_ends = out->deadlocks = out->bounded = 0;
    for (uint32_t i = 1; i <= g->states; i++) {
        uint8_t marks = g->marks[i];
        uint64_t size = u->size[i];
        out->starts += u->weight[i];
        bool stuck = out->deadlocks_known && !count_edges_of(g, i);
        add_orbit(&out->goals, &out->goal_orbits, marks & MARK_GOAL, size);
        add_orbit(&out->bounded, &bounded_orbits, marks & MARK_BOUNDED, size);
        add_orbit(&out->dead_ends, &out->dead_end_orbits,
                  out->dead_ends_known && s->back.to_goal[i] == UNREACHABLE, size);
        add_orbit(&out->deadlocks, &out->deadlock_orbits,
                  stuck && !(marks & (MARK_GOAL | MARK_END)), size);
    }
}

/* Only what is 0 in orbits is known in states. */
static void forget_states(const unfolding *u)
{
    wgcq_result *r = u->s->result;
    wgcq_summary *out = &r->summary;
    out->orbits_only = !u->starts.closed;
    if (u->starts.closed)
        return;
    out->depth_known = false; /* the deepest state of an orbit may be another one */
    out->dead_ends_known &= !out->dead_ends;
    out->deadlocks_known &= !out->deadlocks;
    out->has_bounds &= !out->bounded;
    out->states = out->edges = out->goals = out->bounded = out->dead_ends = out->deadlocks = 0;
    for (size_t k = 0; k < out->checked_count; k++)
        r->checked[k].states = 0;
}

static void sum_violations(const unfolding *u)
{
    const wgcq_result *r = u->s->result;
    uint64_t rows = 0;
    for (size_t k = 0; k < r->summary.checked_count; k++) {
        rows += r->checked[k].states;
        r->checked[k].states = 0;
    }
    for (uint64_t i = 0; i < rows; i++) {
        const violation_row *v = &u->s->violations[i];
        r->checked[v->invariant].states += u->size[v->state];
    }
}

/* ---- numbers of plans ----------------------------------------------------------------------- */

/* Decimal numbers: *sum += number * by.  `sum` is malloc'd, or NULL for 0; false: no memory. */
static bool add_product(char **sum, const char *number, uint64_t by)
{
    size_t digits = strlen(number), before = *sum ? strlen(*sum) : 0;
    size_t room = (digits > before ? digits : before) + 21;
    char *out = malloc(room + 1);
    uint64_t carry = 0; /* orbits are far smaller than 2^60 */
    if (!out)
        return false;
    out[room] = '\0';
    for (size_t i = 0; i < room; i++) {
        if (i < digits)
            carry += by * (unsigned)(number[digits - 1 - i] - '0');
        if (i < before)
            carry += (unsigned)((*sum)[before - 1 - i] - '0');
        out[room - 1 - i] = (char)('0' + (int)(carry % 10));
        carry /= 10;
    }
    size_t zeros = strspn(out, "0");
    zeros -= zeros == room; /* 0 has one */
    memmove(out, out + zeros, room - zeros + 1);
    free(*sum);
    *sum = out;
    return true;
}

/* Leaves the mark of a start to orbits of that many starts; 0: to all, of which `was` is. */
static void mark_starts_of_weight(const unfolding *u, const bool *was, uint64_t weight)
{
    graph *g = u->s->g;
    for (uint32_t i = 1; i <= g->states; i++) {
        g->marks[i] &= (uint8_t)~MARK_START;
        if (was[i] && (!weight || u->weight[i] == weight))
            g->marks[i] |= MARK_START;
    }
}

/* Adds the optimal plans that begin in orbits of that many starts, unless those are worse. */
static int add_plans_of_weight(const unfolding *u, int number, const optimum *best, uint64_t weight,
                               char **sum)
{
    solver *s = u->s;
    optimum o;
    int code = optimum_find(&o, s->g, &s->back, (cost_order){1, &number}, s->err);
    if (code || !o.found)
        return code;
    if (o.cost[0] == best->cost[0] && o.length == best->length &&
        !add_product(sum, o.count, weight))
        code = error_set_memory(s->err);
    optimum_free(&o);
    return code;
}

/* The least number above `than` of starts in an orbit; UINT64_MAX: there is none. */
static uint64_t next_start_weight(const unfolding *u, const bool *starts, uint64_t than)
{
    uint64_t weight = UINT64_MAX;
    for (uint32_t i = 1; i <= u->s->g->states; i++)
        if (starts[i] && u->weight[i] > than && u->weight[i] < weight)
            weight = u->weight[i];
    return weight;
}

/* Number by number, as plans are counted from several starts together. */
static int recount_plans(const unfolding *u, int number, const bool *starts, char **sum)
{
    solver *s = u->s;
    optimum best;
    int code = optimum_find(&best, s->g, &s->back, (cost_order){1, &number}, s->err);
    if (code || !best.found)
        return code;
    for (uint64_t weight = 0;
         !code && (weight = next_start_weight(u, starts, weight)) != UINT64_MAX;) {
        mark_starts_of_weight(u, starts, weight);
        code = add_plans_of_weight(u, number, &best, weight, sum);
    }
    mark_starts_of_weight(u, starts, 0);
    optimum_free(&best);
    return code;
}

static int recount_all_plans(const unfolding *u)
{
    solver *s = u->s;
    const graph *g = s->g;
    wgcq_result *r = s->result;
    int code = 0;
    bool *starts = home_calloc(s->home, (size_t)g->states + 1, sizeof *starts);
    for (uint32_t i = 1; starts && i <= g->states; i++)
        starts[i] = g->marks[i] & MARK_START;
    if (!starts)
        return error_set_memory(s->err);
    const uint64_t weight = next_start_weight(u, starts, 0);
    const bool alike = next_start_weight(u, starts, weight) == UINT64_MAX;
    for (size_t k = 0; k < r->summary.cheapest_count && !code; k++) {
        char *sum = NULL;
        if (!r->best[k].count)
            continue;
        if (alike)
            code = add_product(&sum, r->best[k].count, weight) ? 0 : error_set_memory(s->err);
        else
            code = recount_plans(u, (int)k - 1, starts, &sum);
        free((void *)(uintptr_t)r->best[k].count);
        r->best[k].count = sum;
    }
    r->summary.shortest = r->best[0];
    home_free(s->home, starts);
    return code;
}

/* ---- plans ---------------------------------------------------------------------------------- */

/* Unfolds a plan of orbits, whose first state stands for a start, to one of the puzzle. */
static int unfold_plan(solver *s, pending_solution *p)
{
    const unfolding *u = s->orbits->self;
    size_t words = s->model->words;
    int code = p->states ? find_unfolded_starts(s->orbits->self) : 0;
    const uint32_t orbit = code || !p->states ? 0 : lookup_find(&u->starts.orbits, p->states);
    if (orbit)
        memcpy(p->states, u->starts.first + orbit * words, words * sizeof *p->states);
    for (uint32_t i = 0; p->states && i < p->length && !code; i++) {
        uint64_t *from = p->states + i * words, *to = from + words;
        const int64_t *costs = p->costs_width ? p->costs + (size_t)i * p->costs_width : NULL;
        code = reduced_model_follow(to, &p->moves[i], s->worker, from, to, costs, s->err);
    }
    return code;
}

/* The key of an unfolded plan: its orbits and costs, as a sequence; NULL: no memory. */
static uint32_t *spell_orbits(const pending_solution *p, size_t *length)
{
    const size_t orbits = p->length + (size_t)1, halves = 2 * (size_t)p->length * p->costs_width;
    uint32_t *out = malloc((orbits + halves) * sizeof *out);
    *length = orbits + halves;
    if (!out)
        return NULL;
    memcpy(out, p->numbers, orbits * sizeof *out);
    if (halves)
        memcpy(out + orbits, p->costs, halves * sizeof *out);
    return out;
}

/* Several ways through the same orbits, by other moves, give one plan, and they may be very many:
   the others are not unfolded. */
static int unfold_solution(solver *s, pending_solution *p)
{
    sequence_set *stored = &((unfolding *)s->orbits->self)->stored;
    size_t length;
    uint32_t before = stored->count, *sequence = spell_orbits(p, &length);
    bool added = sequence && sequence_set_add(stored, sequence, length);
    int code = added ? 0 : error_set_memory(s->err);
    free(sequence);
    if (!code && stored->count == before)
        return WGCQ_DONE;
    code = code ? code : unfold_plan(s, p);
    memset(p->numbers, 0, ((size_t)p->length + 1) * sizeof *p->numbers);
    return code;
}

static int unfold_counterexample(solver *s, pending_solution *p)
{
    int code = unfold_plan(s, p);
    for (uint32_t i = 0; p->shown && i <= p->length; i++) {
        free(p->shown[i]);
        p->shown[i] = NULL;
    }
    return p->states && !code ? pending_solution_spell(p, s->model, s->worker, s->err) : code;
}

/* Solutions are found as ways through orbits, of each of which one plan is stored. */
static void remark_on_solutions(solver *s)
{
    wgcq_result *r = s->result;
    r->summary.solutions_count = NULL;
    if (!s->writer || !r->summary.solutions_stored || r->summary.remark)
        return;
    snprintf(r->remark, sizeof r->remark,
             "symmetric variants of the stored solutions are not all stored: "
             "`wgcq query DB all` has them");
    r->summary.remark = r->remark;
}

/* When the graph is explored: the result's figures and plans become the puzzle's own. */
static int unfold_result(solver *s)
{
    unfolding *u = s->orbits->self;
    int code = find_sizes(u);
    code = code ? code : sum_states_and_edges(u);
    if (!code)
        sum_marked_states(u);
    if (!code)
        sum_violations(u);
    if (!code)
        forget_states(u);
    if (!code && !solver_is_cut(s))
        code = recount_all_plans(u);
    code = code ? code : unfold_counterexample(s, &s->result->counterexample);
    if (!code)
        remark_on_solutions(s);
    home_free(s->home, u->size);
    home_free(s->home, u->weight);
    return code;
}

/* ---- the run -------------------------------------------------------------------------------- */

struct reduced_run {
    wgcq_model *model;
    orbit_run orbits;
    unfolding unfolding;
};

int reduced_run_open(reduced_run **out, const wgcq_puzzle *puzzle, solver *s)
{
    const wgcq_model *whole = wgcq_puzzle_model(puzzle);
    int code = option_rules_check(whole, s->options, s->db, s->err);
    reduced_run *r = code ? NULL : calloc(1, sizeof *r);
    if (!code)
        code = r ? reduced_model_new(&r->model, puzzle, s->err) : error_set_memory(s->err);
    if (code) {
        free(r);
        rank_abandon_early(s->options->exchange, code);
        return code;
    }
    r->unfolding.s = s;
    r->orbits = (orbit_run){whole, unfold_result, unfold_solution, &r->unfolding,
                            reduced_model_memory(r->model)};
    s->model = r->model;
    s->orbits = &r->orbits;
    *out = r;
    return 0;
}

void reduced_run_close(reduced_run *r)
{
    reduced_starts_free(&r->unfolding.starts);
    sequence_set_free(&r->unfolding.stored);
    reduced_model_free(r->model);
    free(r);
}
