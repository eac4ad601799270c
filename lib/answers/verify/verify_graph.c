/* verify_graph.c - starts, states and moves, told again and held against those in the file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/verify/verifier.h"
#include "base/error.h"

/* ---- starts ------------------------------------------------------------------------- */

int verify_states(verification *v)
{
    const graph *g = v->g;
    size_t states = (size_t)g->states + 1;
    v->own.leaves = calloc(states, sizeof *v->own.leaves);
    if (!v->own.leaves)
        return error_set_memory(v->err);
    for (uint32_t s = 1; s <= g->states; s++) {
        wgcq_error own = {0};
        uint8_t marks = 0, stored = g->marks[s] & (MARK_GOAL | MARK_END);
        int code =
            v->by.model->reclassify(v->by.worker, g->state + (size_t)s * g->words, &marks, &own);
        if (code && !verify_is_finding(own.code))
            return error_set(v->err, own.code, "%s", own.text);
        if (code)
            verify_differs(v, "state %u: %s", s, own.text);
        marks = code ? stored : marks;
        v->own.marks[s] |= marks;
        strbuf name = {0};
        if (marks != stored) {
            verify_name(v, &name, s);
            verify_differs(v, "%s is %s goal and is %sto be expanded; the file says otherwise",
                           strbuf_string(&name), marks & MARK_GOAL ? "a" : "no",
                           marks & MARK_END ? "not " : "");
        }
        strbuf_free(&name);
        v->looked++;
        code = verify_poll(v, s);
        if (code)
            return code;
    }
    verify_end_check(v, "states");
    return 0;
}

static int number_states(verification *v)
{
    const graph *g = v->g;
    v->states = lookup_of_states(g->words);
    v->own.marks = calloc((size_t)g->states + 1, 1);
    if (!v->own.marks)
        return error_set_memory(v->err);
    for (uint32_t s = 1; s <= g->states; s++) {
        uint32_t before = v->states.count;
        uint32_t number = lookup_add(&v->states, g->state + (size_t)s * g->words);
        if (!number)
            return error_set_memory(v->err);
        if (v->states.count == before) /* then no number behind it would be right */
            return error_set(v->err, WGCQ_ESTORE, "state %u is there twice: it is state %u", s,
                             number);
    }
    return 0;
}

static void mark_start(verification *v, const uint64_t *state)
{
    strbuf shown = {0};
    wgcq_error own = {0};
    uint32_t s = lookup_find(&v->states, state);
    if (s)
        v->own.marks[s] |= MARK_START;
    if (s && v->g->marks[s] & MARK_START)
        return;
    (void)reference_model_show(&v->by, state, &shown, &own);
    if (s || v->complete)
        verify_differs(v, "the start (%s) is %s", strbuf_string(&shown),
                       s ? "not marked as one" : "not in the file");
    else
        verify_unknown(v, "the start (%s) is not in the file yet", strbuf_string(&shown));
    strbuf_free(&shown);
}

int verify_starts(verification *v)
{
    const wgcq_model *m = v->by.model;
    batch starts = {.words = m->words, .costs = m->costs};
    wgcq_error own = {0};
    int code = number_states(v);
    if (!code && m->starts(v->by.worker, &starts, &own))
        code = verify_is_finding(own.code) ? (verify_differs(v, "%s", own.text), 0)
                                           : error_set(v->err, own.code, "%s", own.text);
    for (size_t i = 0; i < starts.count && !code; i++)
        mark_start(v, starts.state + i * m->words);
    for (uint32_t s = 1; s <= v->g->states && !code; s++) {
        strbuf name = {0};
        if (v->g->marks[s] & MARK_START && !(v->own.marks[s] & MARK_START)) {
            verify_name(v, &name, s);
            verify_differs(v, "%s is marked as a start, and is none", strbuf_string(&name));
        }
        strbuf_free(&name);
    }
    v->looked = starts.count;
    batch_free(&starts);
    if (!code)
        verify_end_check(v, "starts");
    return code;
}

/* ---- one state's moves ---------------------------------------------------------------------- */

/* An edge or a rejection, told or stored: the text's number, where to (or the rule's number). */
typedef struct item {
    uint32_t move, to;
    const int64_t *cost;
} item;

typedef struct items {
    item *all;
    size_t count, room;
} items;

static bool push(items *of, item one)
{
    if (of->count == of->room) {
        size_t room = of->room ? of->room * 2 : 64;
        item *all = realloc(of->all, room * sizeof *all);
        if (!all)
            return false;
        of->all = all;
        of->room = room;
    }
    of->all[of->count++] = one;
    return true;
}

static int compare(const void *x, const void *y)
{
    const item *a = x, *b = y;
    if (a->move != b->move)
        return a->move < b->move ? -1 : 1;
    return a->to == b->to ? 0 : a->to < b->to ? -1 : 1;
}

static void sort(items *of)
{
    if (of->count)
        qsort(of->all, of->count, sizeof *of->all, compare);
}

/* Numbers in v->words of the moves of the file and of the model, as far as they were met. */
typedef struct naming {
    uint32_t *stored, *told;
    size_t stored_room, told_room;
} naming;

static bool room_for(uint32_t **list, size_t *room, uint32_t number)
{
    if (number < *room)
        return true;
    size_t more = ((size_t)number + 1) * 2;
    uint32_t *longer = realloc(*list, more * sizeof *longer);
    if (!longer)
        return false;
    memset(longer + *room, 0, (more - *room) * sizeof *longer);
    *list = longer;
    *room = more;
    return true;
}

typedef struct moving {
    verification *v;
    naming n;
    items stored, told, rejected_stored, rejected_told;
    batch now;
    wgcq_rows *rejection_rows; /* NULL: not kept, or all were read */
    uint32_t next_rejection;
    uint64_t edges, closed, rejections; /* looked at */
    uint64_t told_rejections;
    /* three checks in one pass: what was found wrong with each */
    struct found {
        uint64_t wrong, open;
        strbuf first;
    } of_edges, of_closure, of_rejections;
} moving;

static int stored_name(moving *m, uint32_t move, uint32_t *out)
{
    strbuf line = {0};
    if (move >= UINT32_MAX / 4)
        return error_set(m->v->err, WGCQ_ESTORE, "an edge has move %u, which there is not", move);
    if (!room_for(&m->n.stored, &m->n.stored_room, move))
        return error_set_memory(m->v->err);
    int code = 0;
    if (!m->n.stored[move]) {
        code = trace_move_text(m->v->trace, move, &line, m->v->err);
        if (!code && !(m->n.stored[move] = lookup_add(&m->v->words, strbuf_string(&line))))
            code = error_set_memory(m->v->err);
        strbuf_free(&line);
    }
    *out = m->n.stored[move];
    return code;
}

static int told_name(moving *m, uint32_t move, uint32_t *out)
{
    const wgcq_model *model = m->v->by.model;
    if (!room_for(&m->n.told, &m->n.told_room, move))
        return error_set_memory(m->v->err);
    if (!m->n.told[move] &&
        !(m->n.told[move] = lookup_add(&m->v->words, model->move_text(model, move))))
        return error_set_memory(m->v->err);
    *out = m->n.told[move];
    return 0;
}

static int gather_stored(moving *m, uint32_t s)
{
    const graph *g = m->v->g;
    int code = 0;
    m->stored.count = 0;
    for (uint64_t e = g->first[s]; e < g->first[s + (size_t)1] && !code; e++) {
        item one = {0, g->dst[e], g->costs ? g->cost + e * g->costs : NULL};
        code = stored_name(m, g->move[e], &one.move);
        if (!code && !push(&m->stored, one))
            code = error_set_memory(m->v->err);
    }
    sort(&m->stored);
    return code;
}

static int gather_told(moving *m)
{
    const batch *b = &m->now;
    int code = 0;
    m->told.count = 0;
    m->rejected_told.count = 0;
    for (size_t i = 0; i < b->count && !code; i++) {
        item one = {0, lookup_find(&m->v->states, b->state + i * b->words),
                    b->costs ? b->cost + i * b->costs : NULL};
        code = told_name(m, b->move[i], &one.move);
        if (!code && !push(&m->told, one))
            code = error_set_memory(m->v->err);
    }
    for (size_t i = 0; i < b->rejected && !code; i++) {
        item one = {0};
        code = told_name(m, b->rejected_move[i], &one.move);
        one.to = lookup_add(&m->v->words, m->v->by.model->rules[b->rejected_rule[i]]);
        if (!code && (!one.to || !push(&m->rejected_told, one)))
            code = error_set_memory(m->v->err);
    }
    sort(&m->told);
    sort(&m->rejected_told);
    return code;
}

static int next_rejection(moving *m)
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
        return error_set(m->v->err, WGCQ_ESTORE, "a rejection is of state %lld, which there is not",
                         (long long)src);
    return code;
}

static int gather_rejections(moving *m, uint32_t s)
{
    int code = 0;
    m->rejected_stored.count = 0;
    while (!code && m->rejection_rows && m->next_rejection == s) {
        item one = {lookup_add(&m->v->words, wgcq_rows_text(m->rejection_rows, 1)), 0, NULL};
        one.to = lookup_add(&m->v->words, wgcq_rows_text(m->rejection_rows, 2));
        if (!one.move || !one.to || !push(&m->rejected_stored, one))
            return error_set_memory(m->v->err);
        code = next_rejection(m);
    }
    sort(&m->rejected_stored);
    return code;
}

/* ---- comparing ---------------------------------------------------------------------------------
 */

static void found(moving *m, struct found *f, bool wrong, uint32_t s, const char *move,
                  const char *what)
{
    bool first = wrong ? !f->wrong++ : !f->open++ && !f->wrong;
    if (!first)
        return;
    strbuf_clear(&f->first);
    verify_name(m->v, &f->first, s);
    strbuf_printf(&f->first, ", the move '%s': %s", move, what);
}

static bool same_cost(const moving *m, const item *a, const item *b)
{
    unsigned costs = m->v->g->costs;
    return !costs || !memcmp(a->cost, b->cost, costs * sizeof *a->cost);
}

/* `ordered` are both; what only one of them has goes to the two that are told of it. */
static void compare_edges(moving *m, uint32_t s, bool whole)
{
    const items *x = &m->stored, *y = &m->told;
    char *const *names = m->v->words.texts;
    char line[80];
    for (size_t i = 0, k = 0; i < x->count || k < y->count;) {
        int order = i == x->count ? 1 : k == y->count ? -1 : compare(&x->all[i], &y->all[k]);
        if (order < 0) {
            snprintf(line, sizeof line, "stored as one to state %u, and there is none",
                     x->all[i].to);
            found(m, &m->of_edges, true, s, names[x->all[i].move], line);
        } else if (!order && !same_cost(m, &x->all[i], &y->all[k])) {
            found(m, &m->of_edges, true, s, names[x->all[i].move], "it costs something else");
        } else if (order > 0) {
            snprintf(line, sizeof line,
                     y->all[k].to ? "to state %u, is not stored"
                                  : "leads to a state that is not stored",
                     y->all[k].to);
            found(m, &m->of_closure, whole, s, names[y->all[k].move], line);
        }
        i += order <= 0;
        k += order >= 0;
    }
}

static void compare_rejections(moving *m, uint32_t s, bool whole)
{
    const items *x = &m->rejected_stored, *y = &m->rejected_told;
    char *const *names = m->v->words.texts;
    char line[300];
    for (size_t i = 0, k = 0; i < x->count || k < y->count;) {
        int order = i == x->count ? 1 : k == y->count ? -1 : compare(&x->all[i], &y->all[k]);
        const item *one = order < 0 ? &x->all[i] : k < y->count ? &y->all[k] : NULL;
        if (order) {
            snprintf(line, sizeof line,
                     order < 0 ? "stored as refused by '%s', and it is not so"
                               : "refused by '%s', and this is not stored",
                     names[one->to]);
            found(m, &m->of_rejections, order < 0 || whole, s, names[one->move], line);
        }
        i += order <= 0;
        k += order >= 0;
    }
}

/* Without stored edges only whether all successors are there. */
static void compare_targets(moving *m, uint32_t s, bool whole)
{
    for (size_t k = 0; k < m->told.count; k++)
        if (!m->told.all[k].to)
            found(m, &m->of_closure, whole, s, m->v->words.texts[m->told.all[k].move],
                  "leads to a state that is not stored");
}

/* ---- keeping what was told ------------------------------------------------------------------- */

static bool keep_edges(verification *v, const items *told, uint32_t s)
{
    derived_graph *own = &v->own;
    unsigned costs = v->by.model->costs;
    if (own->edges + told->count > own->room) {
        size_t room = own->room * 2 + told->count + 1024;
        uint32_t *dst = realloc(own->dst, room * sizeof *dst);
        own->dst = dst ? dst : own->dst;
        int64_t *cost = realloc(own->cost, (room * costs + 1) * sizeof *cost);
        own->cost = cost ? cost : own->cost;
        if (!dst || !cost)
            return false;
        own->room = room;
    }
    for (size_t i = 0; i < told->count; i++) {
        own->dst[own->edges] = told->all[i].to;
        if (costs)
            memcpy(own->cost + own->edges * costs, told->all[i].cost, costs * sizeof *own->cost);
        own->leaves[s] = own->leaves[s] || !told->all[i].to;
        own->edges++;
    }
    own->any_leaves = own->any_leaves || own->leaves[s];
    return true;
}

/* A state whose moves cannot be told: in a run that was cut short nobody has told them yet. */
static int untold(moving *m, uint32_t s, const wgcq_error *why)
{
    if (!verify_is_finding(why->code))
        return error_set(m->v->err, why->code, "%s", why->text);
    m->now.count = m->now.rejected = 0;
    m->v->own.leaves[s] = m->v->own.any_leaves = true;
    found(m, &m->of_closure, m->v->complete || s <= m->v->expanded, s, "?", why->text);
    return 0;
}

static int look_at(moving *m, uint32_t s)
{
    verification *v = m->v;
    wgcq_error own = {0};
    bool whole = v->complete || s <= v->expanded;
    int code = 0;
    batch_clear(&m->now);
    if (!(v->own.marks[s] & MARK_END))
        code = v->by.model->retell(v->by.worker, v->g->state + (size_t)s * v->g->words,
                                   WANT_MOVES | WANT_COSTS | WANT_REJECTIONS, &m->now, &own);
    code = code ? untold(m, s, &own) : 0;
    if (!code)
        code = gather_told(m);
    if (!code)
        code = gather_stored(m, s);
    if (!code)
        code = gather_rejections(m, s);
    if (code)
        return code;
    if (v->facts->keep <= WGCQ_TRACE_EDGES)
        compare_edges(m, s, whole);
    else
        compare_targets(m, s, whole);
    if (v->facts->keep == WGCQ_TRACE_ALL)
        compare_rejections(m, s, whole);
    m->edges += m->stored.count;
    m->closed += m->told.count;
    m->rejections += m->rejected_stored.count;
    m->told_rejections += m->rejected_told.count;
    v->own.first[s] = v->own.edges;
    return keep_edges(v, &m->told, s) ? verify_poll(v, s) : error_set_memory(v->err);
}

static void say(moving *m, const char *check, struct found *f, uint64_t looked)
{
    verification *v = m->v;
    if (f->wrong)
        verify_differs(v, "%s", strbuf_string(&f->first));
    else if (f->open)
        verify_unknown(v, "%s (the run was cut short)", strbuf_string(&f->first));
    v->wrong = f->wrong;
    v->looked = looked;
    verify_end_check(v, check);
    strbuf_free(&f->first);
}

static void say_all(moving *m)
{
    verification *v = m->v;
    if (v->facts->keep <= WGCQ_TRACE_EDGES)
        say(m, "edges", &m->of_edges, m->edges);
    else
        verify_skipped(v, "edges", "the run keeps no edges");
    if (!v->complete && !m->of_closure.wrong && !m->of_closure.open)
        strbuf_put(&v->note, "no move leads out of the file, though the run was cut short");
    say(m, "closure", &m->of_closure, m->closed);
    if (v->facts->keep == WGCQ_TRACE_ALL) {
        /* what a run that was cut short has not told yet belongs to closure */
        m->of_rejections.open = 0;
        say(m, "rejections", &m->of_rejections, m->rejections);
    } else {
        verify_skipped(v, "rejections", "the run keeps no rejections");
    }
}

int verify_moves(verification *v)
{
    moving m = {.v = v, .now = {.words = v->by.model->words, .costs = v->by.model->costs}};
    size_t states = (size_t)v->g->states;
    v->own.first = calloc(states + 2, sizeof *v->own.first);
    int code = v->own.first ? 0 : error_set_memory(v->err);
    if (!code)
        code = trace_rows(&m.rejection_rows, v->trace,
                          "SELECT src,move,rule FROM rejections ORDER BY src", v->err);
    if (!code)
        code = next_rejection(&m);
    for (uint32_t s = 1; s <= states && !code; s++)
        code = look_at(&m, s);
    if (!code) {
        v->own.first[states + 1] = v->own.edges;
        v->rejections = m.told_rejections;
        say_all(&m);
    }
    wgcq_rows_free(m.rejection_rows);
    batch_free(&m.now);
    free(m.n.stored);
    free(m.n.told);
    free(m.stored.all);
    free(m.told.all);
    free(m.rejected_stored.all);
    free(m.rejected_told.all);
    return code;
}
