/*
 * plan_pair.c - in which ways two stored solutions are equal.
 *
 * Whether one becomes the other by swapping neighbouring moves is searched best-first: of the plans
 * reached so far the one continues whose moves are least out of the other plan's order, so that the
 * other, if it can be reached at all, mostly is at once.
 */
#include "answers/classes/plan_pair.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "answers/classes/equivalence.h"
#include "base/array.h"
#include "base/containers/heap.h"
#include "base/containers/lookup.h"
#include "base/error.h"

enum { PLANS_MOST = 1 << 18 }; /* reached; beyond that the answer is unknown */

typedef struct expanded_state {
    uint32_t *moves, *states;
    size_t count;
    bool is_end, done;
} expanded_state;

typedef struct swap_search {
    const stored_plan *a, *b;
    lookup states, texts;     /* of moves */
    expanded_state *expanded; /* [expanded_room], by the state's number */
    size_t expanded_room;
    sequence_set plans;     /* those reached, b first */
    uint32_t *out_of_order; /* [plans]: pairs of moves that stand the other way round in b */
    size_t out_of_order_room;
    heap queued;
    uint32_t *items, *places;   /* moves that are permuted; their places in b */
    size_t length;              /* of items; plans that are queued have the same */
    uint32_t next_out_of_order; /* of the plan that a swap gives */
    batch successors;
    const wgcq_monitor *monitor;
    wgcq_error *err;
} swap_search;

int plan_pair_poll(const wgcq_monitor *monitor, const char *phase, wgcq_error *err)
{
    const wgcq_progress progress = {.phase = phase};
    bool stop = monitor && monitor->report && monitor->report(monitor->self, &progress);
    return stop ? error_set(err, WGCQ_EINTERRUPT, "interrupted") : 0;
}

/* ---- edges of the states that are met ----------------------------------------------------- */

static int reserve_expansion(swap_search *r, uint32_t state)
{
    return array_reserve_zeros(&r->expanded, &r->expanded_room, (size_t)state + 1,
                               sizeof *r->expanded)
               ? 0
               : error_set_memory(r->err);
}

static int number_successors(swap_search *r, expanded_state *e)
{
    const wgcq_model *m = r->a->reference.model;
    const batch *b = &r->successors;
    e->moves = malloc((b->count + 1) * sizeof *e->moves);
    e->states = malloc((b->count + 1) * sizeof *e->states);
    bool fine = e->moves && e->states;
    for (; e->count < b->count && fine; e->count += fine) {
        e->moves[e->count] = lookup_add(&r->texts, m->move_text(m, b->move[e->count]));
        e->states[e->count] = lookup_add(&r->states, b->state + e->count * m->words);
        fine = e->moves[e->count] && e->states[e->count];
    }
    e->done = fine;
    return fine ? 0 : error_set_memory(r->err);
}

static int expand_by_model(void *self, uint32_t state, edge_row *out)
{
    swap_search *r = self;
    const reference_model *by = &r->a->reference;
    int code = reserve_expansion(r, state);
    expanded_state *e = code ? NULL : &r->expanded[state];
    if (e && !e->done) {
        const void *words = r->states.keys + (size_t)state * r->states.width;
        uint8_t marks = 0;
        code = by->model->reference.classify(by->worker, words, &marks, r->err);
        if (!code)
            code =
                by->model->reference.expand(by->worker, words, WANT_MOVES, &r->successors, r->err);
        e->is_end = marks & MARK_GOAL && !by->model->finals;
        code = code ? code : number_successors(r, e);
    }
    if (!code)
        *out = (edge_row){{e->moves, sizeof *e->moves}, e->states, e->count, e->is_end};
    return code;
}

/* ---- plans -------------------------------------------------------------------------------- */

/* A plan as a sequence in r->items; states only where both plans are of one puzzle. */
static bool number_plan(swap_search *r, const stored_plan *s)
{
    bool fine = true;
    r->length = 2 * s->count - 1;
    for (size_t k = 0; k < s->count && fine; k++) {
        r->items[2 * k] = r->states.width ? lookup_add(&r->states, stored_plan_state(s, k)) : 1;
        fine = r->items[2 * k];
        if (k && fine)
            fine = (r->items[2 * k - 1] = lookup_add(&r->texts, s->steps[k].move)) != 0;
    }
    return fine;
}

/* Where each move of the plan in `items` stands in b; of equal moves the first is the first. */
static void place_moves(swap_search *r)
{
    size_t length;
    const uint32_t *b = sequence_set_at(&r->plans, 1, &length);
    assert(length == r->length);
    for (size_t i = 1; i < length; i += 2) {
        size_t earlier = 0, at = 1;
        for (size_t k = 1; k < i; k += 2)
            earlier += r->items[k] == r->items[i];
        while (b[at] != r->items[i] || earlier--)
            at += 2;
        r->places[i / 2] = (uint32_t)at;
    }
}

static uint32_t count_out_of_order(const swap_search *r)
{
    uint32_t count = 0;
    for (size_t i = 0; i < r->length / 2; i++)
        for (size_t k = i + 1; k < r->length / 2; k++)
            count += r->places[i] > r->places[k];
    return count;
}

static bool is_nearer(const void *of, uint32_t a, uint32_t b)
{
    const swap_search *r = of;
    uint32_t x = r->out_of_order[a], y = r->out_of_order[b];
    return x != y ? x < y : a < b;
}

/* Queues a plan that was reached, unless it was before; b is there from the beginning. */
static int queue_plan(void *self, const uint32_t *plan, size_t length)
{
    swap_search *r = self;
    uint32_t before = r->plans.count, number = sequence_set_add(&r->plans, plan, length);
    assert(length == r->length);
    if (!number)
        return error_set_memory(r->err);
    if (number <= before && number != 1)
        return 0;
    if (!array_reserve(&r->out_of_order, &r->out_of_order_room, (size_t)number + 1,
                       sizeof *r->out_of_order))
        return error_set_memory(r->err);
    r->out_of_order[number] = r->next_out_of_order;
    return heap_push(&r->queued, number) ? 0 : error_set_memory(r->err);
}

/* Equal moves are not swapped. */
static int swap_moves(swap_search *r, uint32_t number)
{
    const plan_swaps by = {r, expand_by_model, queue_plan};
    size_t length;
    int code = 0;
    const uint32_t *plan = sequence_set_at(&r->plans, number, &length);
    memcpy(r->items, plan, length * sizeof *r->items);
    place_moves(r);
    for (size_t i = 0; i + 4 < length && !code; i += 2) {
        uint32_t now = r->out_of_order[number];
        r->next_out_of_order = r->places[i / 2] < r->places[i / 2 + 1] ? now + 1 : now - 1;
        if (r->items[i + 1] != r->items[i + 3])
            code = equivalence_swap(&by, r->items, length, i);
    }
    return code;
}

/* ---- the parts ---------------------------------------------------------------------------- */

static pair_answer equal_if(bool equal)
{
    return equal ? PAIR_EQUAL : PAIR_DIFFERENT;
}

static bool same_values(const stored_plan *a, const stored_plan *b, size_t step)
{
    for (size_t i = 0; i < a->fields; i++)
        if (strcmp(a->field_names[i], b->field_names[i]) != 0 ||
            strcmp(a->steps[step].values[i], b->steps[step].values[i]) != 0)
            return false;
    return a->fields || !strcmp(a->steps[step].shown, b->steps[step].shown);
}

static bool are_same(const stored_plan *a, const stored_plan *b)
{
    bool same = a->count == b->count && a->fields == b->fields;
    for (size_t k = 0; k < a->count && same; k++)
        same = same_values(a, b, k) && (!k || !strcmp(a->steps[k].move, b->steps[k].move));
    return same;
}

/* Leaves plan a in r->items, and b as the first of r->plans. */
static int compare_moves(plan_pair *out, swap_search *r)
{
    const stored_plan *a = r->a, *b = r->b;
    size_t room = 2 * (a->count > b->count ? a->count : b->count);
    uint32_t *moves = malloc(room * sizeof *moves);
    r->items = malloc(room * sizeof *r->items);
    r->places = malloc(room * sizeof *r->places);
    bool fine = moves && r->items && r->places && number_plan(r, b) &&
                sequence_set_add(&r->plans, r->items, r->length);
    size_t count = fine ? equivalence_sort_moves(r->items, r->length, moves) : 0;
    fine = fine && number_plan(r, a);
    if (fine)
        out->multiset =
            equal_if(equivalence_sort_moves(r->items, r->length, moves + count) == count &&
                     !memcmp(moves, moves + count, count * sizeof *moves));
    free(moves);
    return fine ? 0 : error_set_memory(r->err);
}

static int compare_orders(plan_pair *out, swap_search *r)
{
    out->commuting = out->same;
    if (out->same == PAIR_EQUAL || out->multiset != PAIR_EQUAL)
        return 0;
    place_moves(r);
    r->next_out_of_order = count_out_of_order(r);
    int code = queue_plan(r, r->items, r->length);
    while (!code && r->queued.count && out->commuting == PAIR_DIFFERENT) {
        uint32_t plan = heap_pop(&r->queued);
        if (plan == 1)
            out->commuting = PAIR_EQUAL;
        else if (r->plans.count > PLANS_MOST)
            out->commuting = PAIR_UNKNOWN;
        else if (!(code = swap_moves(r, plan)) && r->plans.count % 256 == 0)
            code = plan_pair_poll(r->monitor, "orders of moves", r->err);
    }
    if (out->commuting == PAIR_UNKNOWN)
        out->why = "too many orders of the same moves would have to be tried";
    return code;
}

static void close_search(swap_search *r)
{
    for (size_t i = 0; i < r->expanded_room; i++) {
        FREE_EACH(r->expanded[i].moves, r->expanded[i].states);
    }
    free(r->expanded);
    lookup_free(&r->states);
    lookup_free(&r->texts);
    sequence_set_free(&r->plans);
    heap_free(&r->queued);
    FREE_EACH(r->out_of_order, r->items, r->places);
    batch_free(&r->successors);
}

bool plan_pair_asks_for_symmetry(const stored_plan *a, const stored_plan *b)
{
    return stored_plans_share_puzzle(a, b) && a->reference.puzzle &&
           state_maps_declared(a->reference.puzzle) && a->count == b->count && !are_same(a, b);
}

int plan_pair_of(plan_pair *out, const stored_plan *a, const stored_plan *b, bool holds,
                 const wgcq_monitor *monitor, wgcq_error *err)
{
    const wgcq_model *m = stored_plans_share_puzzle(a, b) ? a->reference.model : NULL;
    swap_search r = {.a = a, .b = b, .texts = lookup_of_texts(), .monitor = monitor, .err = err};
    r.queued = (heap){.context = &r, .less = is_nearer};
    *out = (plan_pair){
        .same = equal_if(are_same(a, b)), .symmetry = PAIR_UNKNOWN, .commuting = PAIR_UNKNOWN};
    if (m) {
        r.states = lookup_of_states(m->words);
        r.successors = (batch){.words = m->words, .costs = m->costs};
    }
    if (!a->has_model || !b->has_model)
        out->why = "a model in C has no text in the file that says what its moves do";
    else if (!m)
        out->why = "symmetry and moves that commute are of one puzzle with one set of parameters";
    int code = compare_moves(out, &r);
    if (m && !plan_pair_asks_for_symmetry(a, b))
        out->symmetry = out->same;
    else if (m && holds && !code)
        code = plan_pair_symmetry(out, a, b, monitor, err);
    if (m && !code)
        code = compare_orders(out, &r);
    close_search(&r);
    return code;
}
