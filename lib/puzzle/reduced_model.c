/* reduced_model.c - a puzzle as a model of which one state stands for each orbit. */
#include "puzzle/reduced_model.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "puzzle/declared_group.h"
#include "puzzle/orbit_check.h"
#include "puzzle/puzzle.h"

typedef struct reduced_puzzle {
    wgcq_model model;
    const wgcq_puzzle *puzzle;
    declared_group group;
} reduced_puzzle;

typedef struct reduced_worker {
    const wgcq_model *plain;
    void *inner; /* the plain model's worker */
    const declared_group *group;
    orbit_scratch *scratch; /* where the group has a form; else NULL */
    orbit_check check;
    unsigned words, costs;
    batch successors;
    lookup held;   /* states that stand for orbits that were checked */
    uint64_t *row; /* room for one */
} reduced_worker;

/* ---- successors ---------------------------------------------------------------------------- */

/* Replaces states by those that stand for them. */
static int stand_for_all(reduced_worker *w, uint64_t *states, size_t count, wgcq_error *err)
{
    int code = 0;
    if (w->scratch)
        orbit_form_find(w->group->form, w->scratch, states, count);
    for (size_t i = 0; i < count && !w->scratch && !code; i++) {
        uint64_t *state = states + i * w->words;
        code = found_orbit_find(&w->check.orbit, state, err);
        if (!code)
            memcpy(state, found_orbit_least(&w->check.orbit), w->words * sizeof *state);
    }
    return code;
}

static int reduced_expand(void *self, const uint64_t *states, size_t count, unsigned wants,
                          batch *out, wgcq_error *err)
{
    reduced_worker *w = self;
    int code = 0;
    if (!w->group->proved)
        code = orbit_check_successors(&w->check, states, count, err);
    code = code ? code : w->plain->expand(w->inner, states, count, wants, out, err);
    return code ? code : stand_for_all(w, out->state, out->count, err);
}

static int reduced_reference_expand(void *self, const uint64_t *state, unsigned wants, batch *out,
                                    wgcq_error *err)
{
    reduced_worker *w = self;
    int code = w->plain->reference.expand(w->inner, state, wants, out, err);
    return code ? code : stand_for_all(w, out->state, out->count, err);
}

static int reduced_classify(void *self, const uint64_t *states, size_t count, uint8_t *marks,
                            wgcq_error *err)
{
    reduced_worker *w = self;
    return w->group->proved ? w->plain->classify(w->inner, states, count, marks, err)
                            : orbit_check_marks(&w->check, states, count, marks, err);
}

static int reduced_final_costs(void *self, const uint64_t *states, size_t count, int64_t *costs,
                               wgcq_error *err)
{
    reduced_worker *w = self;
    return w->group->proved ? w->plain->final_costs(w->inner, states, count, costs, err)
                            : orbit_check_final_costs(&w->check, states, count, costs, err);
}

int reduced_model_hold(void *worker, const uint64_t *states, size_t count, wgcq_error *err)
{
    reduced_worker *w = worker;
    int code = 0;
    for (size_t i = 0; i < count && !code && !w->group->proved; i++) {
        const uint64_t *state = states + i * w->words;
        const uint32_t before = w->held.count;
        memcpy(w->row, state, w->words * sizeof *w->row);
        code = stand_for_all(w, w->row, 1, err);
        if (!code && !lookup_add(&w->held, w->row))
            code = error_set_memory(err);
        if (!code && w->held.count > before)
            code = orbit_check_state(&w->check, state, err);
    }
    return code;
}

/* ---- starts -------------------------------------------------------------------------------- */

static int add_start(reduced_starts *out, const uint64_t *start, const uint64_t *standing)
{
    const unsigned words = (unsigned)(out->orbits.width / sizeof *start);
    const uint32_t before = out->orbits.count, at = lookup_add(&out->orbits, standing);
    const size_t room = (size_t)at + 1;
    if (!at || !array_reserve(&out->count, &out->count_room, room, sizeof *out->count) ||
        !array_reserve(&out->first, &out->first_room, room * words, sizeof *out->first))
        return WGCQ_EMEMORY;
    if (at > before) {
        out->count[at] = 0;
        memcpy(out->first + (size_t)at * words, start, words * sizeof *start);
    }
    out->count[at]++;
    return 0;
}

/* The starts are all states of their orbits. */
static int see_whether_closed(reduced_starts *out, reduced_worker *w, wgcq_error *err)
{
    int code = 0;
    out->closed = true;
    for (uint32_t i = 1; i <= out->orbits.count && out->closed && !code; i++) {
        const uint64_t *standing = (const void *)(out->orbits.keys + i * out->orbits.width);
        uint64_t size = 0; /* also of an orbit of 2^64 states */
        if (w->scratch)
            orbit_form_size(&size, w->group->form, w->scratch, standing);
        else
            code = reduced_model_orbit_size(&size, w, standing, err);
        out->closed = out->count[i] == size;
    }
    return code;
}

int reduced_model_starts(reduced_starts *out, void *worker, budget *limit, wgcq_error *err)
{
    reduced_worker *w = worker;
    batch starts = {.words = w->words, .costs = w->costs, .budget = limit};
    *out = (reduced_starts){.orbits = lookup_of_states(w->words)};
    int code = w->plain->initial_states(w->inner, &starts, err);
    for (size_t i = 0; i < starts.count && !code; i++) {
        const uint64_t *start = starts.state + i * w->words;
        memcpy(w->row, start, w->words * sizeof *w->row);
        code = stand_for_all(w, w->row, 1, err);
        if (!code && add_start(out, start, w->row))
            code = error_set_memory(err);
    }
    out->total = starts.count;
    batch_free(&starts);
    return code ? code : see_whether_closed(out, w, err);
}

void reduced_starts_free(reduced_starts *s)
{
    lookup_free(&s->orbits);
    free(s->first);
    free(s->count);
    *s = (reduced_starts){0};
}

static int reduced_initial_states(void *self, batch *out, wgcq_error *err)
{
    const reduced_worker *w = self;
    reduced_starts starts;
    int code = reduced_model_starts(&starts, self, out->budget, err);
    if (!code && !batch_reserve(out, starts.orbits.count))
        code = error_set_memory(err);
    for (uint32_t i = 1; i <= starts.orbits.count && !code; i++)
        memcpy(out->state + out->count++ * w->words, starts.orbits.keys + i * starts.orbits.width,
               starts.orbits.width);
    reduced_starts_free(&starts);
    return code;
}

/* ---- as the plain model -------------------------------------------------------------------- */

static int reduced_reference_classify(void *self, const uint64_t *state, uint8_t *marks,
                                      wgcq_error *err)
{
    const reduced_worker *w = self;
    return w->plain->reference.classify(w->inner, state, marks, err);
}

static int reduced_broken_invariants(void *self, const uint64_t *state, bool *broken,
                                     wgcq_error *err)
{
    const reduced_worker *w = self;
    return w->plain->reference.broken_invariants(w->inner, state, broken, err);
}

static int reduced_show(void *self, const uint64_t *state, strbuf *out, wgcq_error *err)
{
    const reduced_worker *w = self;
    return w->plain->show(w->inner, state, out, err);
}

/* ---- steps of plans ------------------------------------------------------------------------- */

/* costs: declared ones; NULL: any. */
static int leads_to(reduced_worker *w, size_t successor, const uint64_t *to, const int64_t *costs,
                    bool *so, wgcq_error *err)
{
    const batch *b = &w->successors;
    *so = !w->costs || !costs ||
          !memcmp(b->cost + successor * w->costs, costs, w->costs * sizeof *costs);
    memcpy(w->row, b->state + successor * w->words, w->words * sizeof *w->row);
    int code = *so ? stand_for_all(w, w->row, 1, err) : 0;
    *so = *so && !memcmp(w->row, to, w->words * sizeof *to);
    return code;
}

/* By the second evaluator. */
static int is_confirmed(reduced_worker *w, size_t successor, const uint64_t *from, bool *so,
                        wgcq_error *err)
{
    const batch *b = &w->successors;
    const model_edge edge = {.from = from,
                             .to = b->state + successor * w->words,
                             .move = b->move[successor],
                             .cost = w->costs ? b->cost + successor * w->costs : NULL};
    return w->plain->reference.has_edge(w->inner, &edge, so, err);
}

/* The first of the successors of a state that stands, with its move, or with any, for an edge of
   orbits; *found is their number where there is none. */
static int find_step(reduced_worker *w, const model_edge *edge, bool any_move, size_t *found,
                     wgcq_error *err)
{
    batch *b = &w->successors;
    bool so = false;
    int code =
        w->plain->expand(w->inner, edge->from, 1, WANT_ORDER | WANT_MOVES | WANT_COSTS, b, err);
    *found = code ? 0 : b->count;
    for (size_t i = 0; i < b->count && !so && !code; i++) {
        so = any_move || b->move[i] == edge->move;
        if (so)
            code = leads_to(w, i, edge->to, edge->cost, &so, err);
        if (so && !code)
            code = is_confirmed(w, i, edge->from, &so, err);
        if (so)
            *found = i;
    }
    return code;
}

static int reduced_has_edge(void *self, const model_edge *edge, bool *there, wgcq_error *err)
{
    reduced_worker *w = self;
    size_t at;
    int code = find_step(w, edge, false, &at, err);
    *there = !code && at < w->successors.count;
    return code;
}

/* ---- workers and models -------------------------------------------------------------------- */

static void reduced_worker_free(void *self)
{
    reduced_worker *w = self;
    if (!w)
        return;
    orbit_check_close(&w->check);
    if (w->inner)
        w->plain->worker_free(w->inner);
    orbit_scratch_free(w->scratch);
    lookup_free(&w->held);
    batch_free(&w->successors);
    free(w->row);
    free(w);
}

static int open_worker(reduced_worker *w, const wgcq_puzzle *puzzle, wgcq_error *err)
{
    w->held = lookup_of_states(w->words);
    w->successors = (batch){.words = w->words, .costs = w->costs};
    w->row = malloc(w->words * sizeof *w->row);
    bool fine = w->row;
    if (fine && w->group->form)
        fine = (w->scratch = orbit_scratch_new(w->group->form)) != NULL;
    int code = fine ? w->plain->worker_new(&w->inner, w->plain, err) : error_set_memory(err);
    return code ? code : orbit_check_open(&w->check, puzzle, w->inner, err);
}

static int reduced_worker_new(void **out, const wgcq_model *model, wgcq_error *err)
{
    const reduced_puzzle *r = (const reduced_puzzle *)model;
    const wgcq_puzzle *puzzle = r->puzzle;
    reduced_worker *w = calloc(1, sizeof *w);
    if (!w)
        return error_set_memory(err);
    w->plain = &puzzle->model;
    w->group = &r->group;
    w->words = model->words;
    w->costs = model->costs;
    int code = open_worker(w, puzzle, err);
    if (code)
        reduced_worker_free(w);
    else
        *out = w;
    return code;
}

static void become_reduced(wgcq_model *m)
{
    m->has_estimate = false;
    m->worker_new = reduced_worker_new;
    m->worker_free = reduced_worker_free;
    m->initial_states = reduced_initial_states;
    m->expand = reduced_expand;
    m->classify = reduced_classify;
    m->final_costs = reduced_final_costs;
    m->estimate = NULL;
    m->is_undirected = NULL;
    m->show = reduced_show;
    m->reference = (model_reference){
        .expand = reduced_reference_expand,
        .has_edge = reduced_has_edge,
        .classify = reduced_reference_classify,
        .broken_invariants = m->reference.broken_invariants ? reduced_broken_invariants : NULL};
    m->texts = (model_texts){.memory = m->texts.memory, .same_source = m->texts.same_source};
    m->made = (model_made){0};
}

int reduced_model_new(wgcq_model **out, const wgcq_puzzle *puzzle, wgcq_error *err)
{
    state_maps maps;
    reduced_puzzle *r = calloc(1, sizeof *r);
    if (!r)
        return error_set_memory(err);
    int code = state_maps_open(&maps, puzzle, err);
    code = code ? code : declared_group_open(&r->group, puzzle, &maps, err);
    state_maps_close(&maps);
    if (code) {
        reduced_model_free(&r->model);
        return code;
    }
    r->puzzle = puzzle;
    r->model = puzzle->model;
    become_reduced(&r->model);
    *out = &r->model;
    return 0;
}

bool reduced_model_is_proved(const wgcq_model *reduced)
{
    return ((const reduced_puzzle *)reduced)->group.proved;
}

size_t reduced_model_memory(const wgcq_model *reduced)
{
    const orbit_form *form = ((const reduced_puzzle *)reduced)->group.form;
    return form ? orbit_form_memory(form) : 0;
}

void reduced_model_free(wgcq_model *reduced)
{
    reduced_puzzle *r = (reduced_puzzle *)reduced;
    if (r)
        declared_group_close(&r->group);
    free(r);
}

/* ---- orbits and plans ---------------------------------------------------------------------- */

int reduced_model_orbit_size(uint64_t *out, void *worker, const uint64_t *state, wgcq_error *err)
{
    reduced_worker *w = worker;
    if (w->scratch)
        return orbit_form_size(out, w->group->form, w->scratch, state)
                   ? 0
                   : error_set(err, WGCQ_ERUN, "an orbit has more than 2^64 states");
    int code = found_orbit_find(&w->check.orbit, state, err);
    *out = w->check.orbit.elements.count;
    return code;
}

int reduced_model_follow(uint64_t *next, uint32_t *label, void *worker, const uint64_t *from,
                         const uint64_t *to, const int64_t *costs, wgcq_error *err)
{
    reduced_worker *w = worker;
    const batch *b = &w->successors;
    size_t at;
    int code = find_step(w, &(model_edge){.from = from, .to = to, .cost = costs}, true, &at, err);
    if (code)
        return code;
    if (at == b->count)
        return error_set(err, WGCQ_ERUN, "a plan of orbits is none of the puzzle");
    memcpy(next, b->state + at * w->words, w->words * sizeof *next);
    *label = b->move[at];
    return 0;
}
