/* verify_graph.c - stored starts, states, edges and rejections against those of the reference. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/verify/verify_ahead.h"
#include "answers/verify/verify_edges.h"
#include "base/array.h"
#include "base/cost.h"
#include "base/error.h"

/* ---- starts ------------------------------------------------------------------------------- */

/* The stored final costs of a state. */
static int check_final_costs(verification *v, uint32_t s, int64_t *final)
{
    const graph *g = v->g;
    const bool *maximized = v->reference.model->maximized;
    wgcq_error own = {0};
    if (!g->finals)
        return 0;
    int code = model_end_costs(v->reference.model, v->reference.worker,
                               g->state + (size_t)s * g->words, final, &own);
    if (code && verify_state_error(v, s, &own))
        return own.code;
    for (unsigned k = 0; k < g->finals && !code; k++)
        if (graph_final(g, s, (int)k) != final[k])
            verify_differs(
                v, "to end in state %u costs %s of %s, and the file says %s", s,
                VERIFY_GROUPED(cost_shown(maximized, (int)k, final[k])),
                v->reference.model->cost_names[k],
                VERIFY_GROUPED(cost_shown(maximized, (int)k, graph_final(g, s, (int)k))));
    return 0;
}

/* Whether the state is a goal, an end, and violates an invariant. */
static int check_marks(verification *v, uint32_t s)
{
    const graph *g = v->g;
    wgcq_error own = {0};
    uint8_t marks = 0, stored = g->marks[s] & (MARK_GOAL | MARK_END | MARK_VIOLATES | MARK_BOUNDED);
    int code = v->reference.model->reference.classify(
        v->reference.worker, g->state + (size_t)s * g->words, &marks, &own);
    if (code && verify_state_error(v, s, &own))
        return own.code;
    marks = code ? stored : marks;
    v->derived.marks[s] |= marks;
    if (marks & MARK_BOUNDED) /* what it leads to is not known */
        v->derived.marks[s] |= MARK_EXIT;
    v->derived.any_exit = v->derived.any_exit || marks & MARK_BOUNDED;
    if (marks != stored)
        verify_differs(v,
                       "%s is %s goal, is %sto be expanded, violates %s bound and %s invariant; "
                       "the file says otherwise",
                       verify_state_name(v, s), marks & MARK_GOAL ? "a" : "no",
                       marks & MARK_END ? "not " : "", marks & MARK_BOUNDED ? "a" : "no",
                       marks & MARK_VIOLATES ? "an" : "no");
    return 0;
}

int verify_states(verification *v)
{
    const graph *g = v->g;
    assert(v->derived.marks);
    verify_begin_check(v, "states", g->states);
    int64_t *final = calloc(g->finals + (size_t)1, sizeof *final);
    int code = final ? 0 : error_set_memory(v->err);
    for (uint32_t s = 1; s <= g->states && !code; s++) {
        code = check_marks(v, s);
        code = code ? code : check_final_costs(v, s, final);
        v->checked++;
        code = code ? code : verify_poll(v, s);
    }
    free(final);
    if (!code)
        verify_end_check(v, "states");
    return code;
}

static int number_stored_states(verification *v)
{
    const graph *g = v->g;
    assert(!v->states.count && !v->derived.marks);
    v->states = lookup_over_states(g->words, g->state);
    v->derived.marks = calloc((size_t)g->states + 1, 1);
    if (!v->derived.marks || !lookup_reserve(&v->states, g->states))
        return error_set_memory(v->err);
    int code = 0;
    for (uint32_t s = 1; s <= g->states && !code; s++) {
        uint32_t before = v->states.count;
        uint32_t number = lookup_add(&v->states, g->state + (size_t)s * g->words);
        if (!number)
            return error_set_memory(v->err);
        if (v->states.count == before) /* all numbers after it would be off by one */
            return error_set(v->err, WGCQ_ESTORE, "state %u is stored twice: it is state %u", s,
                             number);
        code = verify_poll(v, s);
    }
    return code;
}

static void check_initial_state(verification *v, const uint64_t *state)
{
    strbuf shown = {0};
    wgcq_error own = {0};
    uint32_t s = lookup_find(&v->states, state);
    if (s)
        v->derived.marks[s] |= MARK_START;
    if (s && v->g->marks[s] & MARK_START)
        return;
    (void)reference_model_show(&v->reference, state, &shown, &own);
    if (s || v->complete)
        verify_differs(v, "the start (%s) is %s", strbuf_string(&shown),
                       s ? "not marked as one" : "not in the file");
    else
        verify_unknown(v, "the start (%s) is not in the file yet", strbuf_string(&shown));
    strbuf_free(&shown);
}

int verify_starts(verification *v)
{
    const wgcq_model *m = v->reference.model;
    batch starts = {.words = m->words, .costs = m->costs};
    wgcq_error own = {0};
    verify_begin_check(v, "starts", v->g->states);
    int code = number_stored_states(v);
    if (!code && m->initial_states(v->reference.worker, &starts, &own))
        code = verify_is_finding(own.code) ? (verify_differs(v, "%s", own.text), 0)
                                           : error_set(v->err, own.code, "%s", own.text);
    for (size_t i = 0; i < starts.count && !code; i++)
        check_initial_state(v, starts.state + i * m->words);
    for (uint32_t s = 1; s <= v->g->states && !code; s++)
        if (v->g->marks[s] & MARK_START && !(v->derived.marks[s] & MARK_START))
            verify_differs(v, "%s is marked as a start, but is none", verify_state_name(v, s));
    v->checked = starts.count;
    batch_free(&starts);
    if (!code)
        verify_end_check(v, "starts");
    return code;
}

/* ---- one state's moves -------------------------------------------------------------------- */

/* An edge or a rejection: number of the move's text; target (or the number of the rule's text). */
typedef struct move_entry {
    uint32_t move, to;
    const int64_t *cost;
} move_entry;

typedef struct move_entries {
    move_entry *all;
    size_t count, room;
} move_entries;

static bool append_entry(move_entries *entries, move_entry one)
{
    if (!array_reserve(&entries->all, &entries->room, entries->count + 1, sizeof one))
        return false;
    entries->all[entries->count++] = one;
    return true;
}

static int compare_entries(const void *x, const void *y)
{
    const move_entry *a = x, *b = y;
    if (a->move != b->move)
        return a->move < b->move ? -1 : 1;
    return a->to == b->to ? 0 : a->to < b->to ? -1 : 1;
}

static void sort_entries(move_entries *entries)
{
    if (entries->count)
        qsort(entries->all, entries->count, sizeof *entries->all, compare_entries);
}

/* Numbers in v->words of the texts of moves, by their ids in the file and in the model; 0: not
   looked up yet. */
typedef struct move_numbers {
    uint32_t *stored, *derived;
    size_t stored_room, derived_room;
} move_numbers;

static bool reserve_numbers(uint32_t **list, size_t *room, uint32_t number)
{
    return array_reserve_zeros(list, room, (size_t)number + 1, sizeof **list);
}

typedef struct move_check {
    verification *v;
    move_numbers numbers;
    uint32_t at; /* the next state, of which `stored` are the edges */
    move_entries stored, derived, rejected_stored, rejected_derived;
    int64_t *stored_costs;
    size_t stored_costs_room;
    verify_ahead *ahead;
    const batch *successors; /* of the current state */
    verify_shown views;
    wgcq_rows *rejection_rows; /* NULL: not kept, or all were read */
    uint32_t next_rejection;
    uint64_t edges, targets, rejections; /* compared so far */
    uint64_t derived_rejections;
    /* three checks in one pass: the findings of each */
    struct findings {
        uint64_t wrong, open;
        strbuf first;
    } of_edges, of_closure, of_rejections;
} move_check;

static int stored_move_number(move_check *m, uint32_t move, uint32_t *out)
{
    strbuf line = {0};
    if (move >= UINT32_MAX / 4)
        return error_set(m->v->err, WGCQ_ESTORE, "an edge has move %u, which does not exist", move);
    if (!reserve_numbers(&m->numbers.stored, &m->numbers.stored_room, move))
        return error_set_memory(m->v->err);
    int code = 0;
    if (!m->numbers.stored[move]) {
        code = trace_move_text(m->v->trace, move, &line, m->v->err);
        if (!code && !(m->numbers.stored[move] = lookup_add(&m->v->words, strbuf_string(&line))))
            code = error_set_memory(m->v->err);
        strbuf_free(&line);
    }
    *out = m->numbers.stored[move];
    return code;
}

static int derived_move_number(move_check *m, uint32_t move, uint32_t *out)
{
    const wgcq_model *model = m->v->reference.model;
    if (!reserve_numbers(&m->numbers.derived, &m->numbers.derived_room, move))
        return error_set_memory(m->v->err);
    if (!m->numbers.derived[move] &&
        !(m->numbers.derived[move] = lookup_add(&m->v->words, model->move_text(model, move))))
        return error_set_memory(m->v->err);
    *out = m->numbers.derived[move];
    return 0;
}

/* An edge of the next state, with a copy of its costs. */
static int collect_stored_edge(move_check *m, uint32_t dst, uint32_t move, const int64_t *cost)
{
    size_t costs = m->v->g->costs, at = m->stored.count * costs;
    move_entry one = {0, dst, NULL};
    if (!array_reserve(&m->stored_costs, &m->stored_costs_room, at + costs + 1,
                       sizeof *m->stored_costs))
        return error_set_memory(m->v->err);
    if (costs)
        memcpy(m->stored_costs + at, cost, costs * sizeof *cost);
    int code = stored_move_number(m, move, &one.move);
    if (!code && !append_entry(&m->stored, one))
        code = error_set_memory(m->v->err);
    return code;
}

/* All of them are there. */
static void sort_stored_edges(move_check *m)
{
    size_t costs = m->v->g->costs;
    for (size_t i = 0; i < m->stored.count && costs; i++)
        m->stored.all[i].cost = m->stored_costs + i * costs;
    sort_entries(&m->stored);
}

static int collect_derived(move_check *m)
{
    const batch *b = m->successors;
    int code = 0;
    m->derived.count = 0;
    m->rejected_derived.count = 0;
    for (size_t i = 0; i < b->count && !code; i++) {
        move_entry one = {0, lookup_find(&m->v->states, b->state + i * b->words),
                          b->costs ? b->cost + i * b->costs : NULL};
        code = derived_move_number(m, b->move[i], &one.move);
        if (!code && !append_entry(&m->derived, one))
            code = error_set_memory(m->v->err);
    }
    for (size_t i = 0; i < b->rejected && !code; i++) {
        move_entry one = {0};
        code = derived_move_number(m, b->rejected_move[i], &one.move);
        one.to = lookup_add(&m->v->words, m->v->reference.model->rules[b->rejected_rule[i]]);
        if (!code && (!one.to || !append_entry(&m->rejected_derived, one)))
            code = error_set_memory(m->v->err);
    }
    sort_entries(&m->derived);
    sort_entries(&m->rejected_derived);
    return code;
}

static int read_next_rejection(move_check *m)
{
    int code = wgcq_rows_next(m->rejection_rows, m->v->err);
    if (code == WGCQ_DONE) {
        wgcq_rows_free(m->rejection_rows);
        m->rejection_rows = NULL;
        return 0;
    }
    int64_t src = code ? 0 : wgcq_rows_integer(m->rejection_rows, 0);
    m->next_rejection = src < 1 || src > m->v->g->states ? 0 : (uint32_t)src;
    if (!code && !m->next_rejection)
        return error_set(m->v->err, WGCQ_ESTORE,
                         "a rejection is of state %lld, which does not exist", (long long)src);
    return code;
}

static int collect_stored_rejections(move_check *m, uint32_t s)
{
    int code = 0;
    m->rejected_stored.count = 0;
    while (!code && m->rejection_rows && m->next_rejection == s) {
        move_entry one = {lookup_add(&m->v->words, wgcq_rows_text(m->rejection_rows, 1)), 0, NULL};
        one.to = lookup_add(&m->v->words, wgcq_rows_text(m->rejection_rows, 2));
        if (!one.move || !one.to || !append_entry(&m->rejected_stored, one))
            return error_set_memory(m->v->err);
        code = read_next_rejection(m);
    }
    sort_entries(&m->rejected_stored);
    return code;
}

/* ---- comparing ---------------------------------------------------------------------------- */

static void add_finding(move_check *m, struct findings *f, bool wrong, uint32_t s, const char *move,
                        const char *what)
{
    bool first = wrong ? !f->wrong++ : !f->open++ && !f->wrong;
    if (!first)
        return;
    strbuf_clear(&f->first);
    verify_put_state(m->v, &f->first, s);
    strbuf_printf(&f->first, ", the move '%s': %s", move, what);
}

static bool same_edge_cost(const move_check *m, const move_entry *a, const move_entry *b)
{
    unsigned costs = m->v->g->costs;
    return !costs || !memcmp(a->cost, b->cost, costs * sizeof *a->cost);
}

/* Merges the two sorted lists: an edge that is only stored differs, one that is only derived
   violates closure. */
static void compare_edges(move_check *m, uint32_t s, bool expanded)
{
    const move_entries *x = &m->stored, *y = &m->derived;
    char *const *names = m->v->words.texts;
    char line[80];
    for (size_t i = 0, k = 0; i < x->count || k < y->count;) {
        int order = i == x->count   ? 1
                    : k == y->count ? -1
                                    : compare_entries(&x->all[i], &y->all[k]);
        if (order < 0) {
            snprintf(line, sizeof line, "an edge to state %u is stored, and there is none",
                     x->all[i].to);
            add_finding(m, &m->of_edges, true, s, names[x->all[i].move], line);
        } else if (!order && !same_edge_cost(m, &x->all[i], &y->all[k])) {
            add_finding(m, &m->of_edges, true, s, names[x->all[i].move], "its cost differs");
        } else if (order > 0) {
            snprintf(line, sizeof line,
                     y->all[k].to ? "the edge to state %u is not stored"
                                  : "leads to a state that is not stored",
                     y->all[k].to);
            add_finding(m, &m->of_closure, expanded, s, names[y->all[k].move], line);
        }
        i += order <= 0;
        k += order >= 0;
    }
}

static void compare_rejections(move_check *m, uint32_t s, bool expanded)
{
    const move_entries *x = &m->rejected_stored, *y = &m->rejected_derived;
    char *const *names = m->v->words.texts;
    char line[300];
    for (size_t i = 0, k = 0; i < x->count || k < y->count;) {
        int order = i == x->count   ? 1
                    : k == y->count ? -1
                                    : compare_entries(&x->all[i], &y->all[k]);
        const move_entry *one = order < 0 ? &x->all[i] : k < y->count ? &y->all[k] : NULL;
        if (order) {
            snprintf(line, sizeof line,
                     order < 0 ? "stored as rejected by '%s', and it is not"
                               : "the rejection by '%s' is not stored",
                     names[one->to]);
            add_finding(m, &m->of_rejections, order < 0 || expanded, s, names[one->move], line);
        }
        i += order <= 0;
        k += order >= 0;
    }
}

/* Without stored edges only the targets can be checked. */
static void compare_targets(move_check *m, uint32_t s, bool expanded)
{
    for (size_t k = 0; k < m->derived.count; k++)
        if (!m->derived.all[k].to)
            add_finding(m, &m->of_closure, expanded, s, m->v->words.texts[m->derived.all[k].move],
                        "leads to a state that is not stored");
}

/* ---- the derived graph -------------------------------------------------------------------- */

static bool append_derived_edges(verification *v, const move_entries *entries, uint32_t s)
{
    derived_graph *own = &v->derived;
    unsigned costs = v->reference.model->costs;
    assert(s && s <= v->g->states);
    if (own->edges + entries->count > own->room) { /* most often as many as are stored */
        size_t room = (own->room ? own->room * 2 : v->edges) + entries->count + 1024;
        if (!array_resize(&own->dst, room, sizeof *own->dst) ||
            !array_resize(&own->cost, room * costs + 1, sizeof *own->cost))
            return false;
        own->room = room;
    }
    for (size_t i = 0; i < entries->count; i++) {
        own->dst[own->edges] = entries->all[i].to;
        if (costs)
            memcpy(own->cost + own->edges * costs, entries->all[i].cost, costs * sizeof *own->cost);
        own->marks[s] |= entries->all[i].to ? 0 : MARK_EXIT;
        own->edges++;
    }
    own->any_exit = own->any_exit || own->marks[s] & MARK_EXIT;
    return true;
}

/* Expanding failed; that is no difference where the run did not expand the state either. */
static int note_unexpandable(move_check *m, uint32_t s, const wgcq_error *why)
{
    static const batch none = {0};
    if (!verify_is_finding(why->code))
        return error_set(m->v->err, why->code, "%s", why->text);
    m->successors = &none;
    m->v->derived.marks[s] |= MARK_EXIT;
    m->v->derived.any_exit = true;
    add_finding(m, &m->of_closure, m->v->complete || s <= m->v->expanded, s, "?", why->text);
    return 0;
}

static int check_moves_of(move_check *m, uint32_t s)
{
    verification *v = m->v;
    const reference_moves *derived = verify_ahead_at(m->ahead, s);
    bool expanded = v->complete || s <= v->expanded;
    m->successors = &derived->successors;
    int code = derived->code ? note_unexpandable(m, s, &derived->error) : 0;
    code = code ? code : collect_derived(m);
    code = code ? code : collect_stored_rejections(m, s);
    if (code)
        return code;
    sort_stored_edges(m);
    if (v->facts->keep <= WGCQ_TRACE_EDGES)
        compare_edges(m, s, expanded);
    else
        compare_targets(m, s, expanded);
    if (v->facts->keep == WGCQ_TRACE_ALL)
        compare_rejections(m, s, expanded);
    m->edges += m->stored.count;
    m->targets += m->derived.count;
    m->rejections += m->rejected_stored.count;
    m->derived_rejections += m->rejected_derived.count;
    m->stored.count = 0;
    bool fine = verify_rows_begin(&v->derived, s, v->derived.edges) &&
                append_derived_edges(v, &m->derived, s);
    return fine ? verify_poll(v, s) : error_set_memory(v->err);
}

/* The states from the next one to the one before `end`. */
static int check_moves_up_to(move_check *m, uint32_t end)
{
    int code = 0;
    for (; m->at < end && !code; m->at++) {
        code = verify_views_check(&m->views, m->at);
        code = code ? code : check_moves_of(m, m->at);
    }
    return code;
}

/* With the first edge of a state those before are complete. */
static int take_edge(void *self, uint32_t src, uint32_t dst, uint32_t move, const int64_t *cost)
{
    move_check *m = self;
    if (src < m->at)
        return error_set(m->v->err, WGCQ_ESTORE, "the file has changed meanwhile");
    int code = check_moves_up_to(m, src);
    return code ? code : collect_stored_edge(m, dst, move, cost);
}

static void end_move_check(move_check *m, const char *check, struct findings *f, uint64_t checked)
{
    verification *v = m->v;
    if (f->wrong)
        verify_differs(v, "%s", strbuf_string(&f->first));
    else if (f->open)
        verify_unknown(v, "%s (the run was cut short)", strbuf_string(&f->first));
    v->differences = f->wrong;
    v->checked = checked;
    verify_end_check(v, check);
}

static void end_move_checks(move_check *m)
{
    verification *v = m->v;
    if (v->facts->keep <= WGCQ_TRACE_EDGES)
        end_move_check(m, "edges", &m->of_edges, m->edges);
    else
        verify_skipped(v, "edges", "the run keeps no edges");
    if (!v->complete && !m->of_closure.wrong && !m->of_closure.open)
        strbuf_put(&v->note, "no move leads out of the file, though the run was cut short");
    end_move_check(m, "closure", &m->of_closure, m->targets);
    if (v->facts->keep == WGCQ_TRACE_ALL) {
        /* rejections that an incomplete run lacks belong to closure */
        m->of_rejections.open = 0;
        end_move_check(m, "rejections", &m->of_rejections, m->rejections);
    } else {
        verify_skipped(v, "rejections", "the run keeps no rejections");
    }
}

/* Not all states were compared: what differs so far does. */
static void keep_findings(move_check *m)
{
    struct findings *const all[] = {&m->of_edges, &m->of_closure, &m->of_rejections};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i]->wrong)
            verify_differs(m->v, "%s", strbuf_string(&all[i]->first));
}

/* While others expand states, the texts of states are checked in the same pass. */
int verify_moves(verification *v)
{
    move_check m = {.v = v, .at = 1};
    size_t states = (size_t)v->g->states;
    assert(v->derived.marks);
    verify_begin_check(v, "edges", states);
    int code = verify_rows_open(&v->derived, v->g->states) ? 0 : error_set_memory(v->err);
    if (!code)
        code = trace_select(&m.rejection_rows, v->trace,
                            "SELECT src,move,rule FROM rejections ORDER BY src", v->err);
    code = code ? code : read_next_rejection(&m);
    code = code ? code : verify_ahead_open(&m.ahead, v);
    code = code ? code : verify_views_begin(&m.views, v);
    code = code ? code : verify_read_edges(v, take_edge, &m);
    code = code ? code : check_moves_up_to(&m, v->g->states + 1);
    code = code ? code : verify_views_end(&m.views);
    if (!code && !verify_rows_begin(&v->derived, states + 1, v->derived.edges))
        code = error_set_memory(v->err);
    if (!code) {
        v->rejections = m.derived_rejections;
        end_move_checks(&m);
        graph_drop_edges(v->g);
        if (!v->reduced)
            lookup_free(&v->states);
    } else {
        keep_findings(&m);
    }
    strbuf_free(&m.of_edges.first);
    strbuf_free(&m.of_closure.first);
    strbuf_free(&m.of_rejections.first);
    verify_ahead_close(m.ahead);
    verify_views_close(&m.views);
    wgcq_rows_free(m.rejection_rows);
    FREE_EACH(m.numbers.stored, m.numbers.derived, m.stored.all, m.stored_costs, m.derived.all,
              m.rejected_stored.all, m.rejected_derived.all);
    return code;
}
