/*
 * commutation.c - whether one plan becomes another by making neighbouring moves in the other order,
 * again and again.
 *
 * Each time between the same two states, and each time a plan that visits no state twice and ends
 * at the first goal it meets: so as classes are made of all plans.  Of the plans that were come to
 * the one that is least out of the other's order is gone on from, so that the other, if it can be
 * come to at all, mostly is at once.
 */
#include <stdlib.h>
#include <string.h>

#include "answers/compare/plan_pair.h"
#include "base/containers/heap.h"
#include "base/containers/lookup.h"
#include "base/containers/sequence_set.h"
#include "base/error.h"

enum { PLANS_MOST = 1 << 18 }; /* then it is not known */

/* What can be done at a state. */
typedef struct outcome {
    uint32_t count, *moves, *states;
    bool is_goal, is_told;
} outcome;

typedef struct reordering {
    const stored_plan *a, *b;
    lookup states, texts; /* of moves */
    outcome *outcomes;    /* [room], by the state's number */
    size_t room;
    sequence_set plans;     /* start, then for each move its number and the state it leads to */
    uint32_t wanted;        /* b's number among them */
    uint32_t *out_of_order; /* [plans]: pairs of moves that stand the other way round in b */
    size_t marks_room;
    heap waiting;
    size_t length; /* of all of them */
    uint32_t *items, *ranks;
    batch told;
    const wgcq_monitor *monitor;
    wgcq_error *err;
} reordering;

/* ---- states and moves by numbers --------------------------------------------------------------
 */

static int reach_outcome(reordering *r, uint32_t state)
{
    if (state < r->room)
        return 0;
    size_t room = 2 * (size_t)state + 64;
    outcome *more = realloc(r->outcomes, room * sizeof *more);
    if (!more)
        return error_set_memory(r->err);
    memset(more + r->room, 0, (room - r->room) * sizeof *more);
    r->outcomes = more;
    r->room = room;
    return 0;
}

static int number_outcomes(reordering *r, uint32_t state)
{
    const wgcq_model *m = r->a->reference.model;
    outcome o = {.moves = malloc((r->told.count + 1) * sizeof *o.moves),
                 .states = malloc((r->told.count + 1) * sizeof *o.states)};
    bool fine = o.moves && o.states;
    for (size_t i = 0; i < r->told.count && fine; i++) {
        o.moves[i] = lookup_add(&r->texts, m->move_text(m, r->told.move[i]));
        o.states[i] = lookup_add(&r->states, r->told.state + i * m->words);
        fine = o.moves[i] && o.states[i];
        o.count += fine;
    }
    o.is_goal = r->outcomes[state].is_goal;
    o.is_told = true;
    r->outcomes[state] = o;
    return fine ? 0 : error_set_memory(r->err);
}

/* Good until the next one is asked for. */
static int outcome_of(reordering *r, uint32_t state, const outcome **out)
{
    const wgcq_model *m = r->a->reference.model;
    int code = reach_outcome(r, state);
    if (!code && !r->outcomes[state].is_told) {
        const void *words = r->states.keys + (size_t)state * r->states.width;
        uint64_t *copy = malloc(r->states.width);
        uint8_t marks = 0;
        if (!copy)
            return error_set_memory(r->err);
        memcpy(copy, words, r->states.width);
        code = m->reference_classify(r->a->reference.worker, copy, &marks, r->err);
        if (!code)
            code = m->reference_expand(r->a->reference.worker, copy, WANT_MOVES, &r->told, r->err);
        free(copy);
        if (!code) {
            r->outcomes[state].is_goal = marks & MARK_GOAL;
            code = number_outcomes(r, state);
        }
    }
    *out = code ? NULL : &r->outcomes[state];
    return code;
}

/* ---- plans --------------------------------------------------------------------------------------
 */

static bool number_plan(reordering *r, const stored_plan *s)
{
    for (size_t k = 0; k < s->count; k++) {
        r->items[2 * k] = lookup_add(&r->states, stored_plan_state(s, k));
        if (!r->items[2 * k])
            return false;
        if (k && !(r->items[2 * k - 1] = lookup_add(&r->texts, s->steps[k].move)))
            return false;
    }
    return true;
}

/* In ranks: where each move of the plan in `items` stands in b; of equal moves the first is the
   first. */
static void rank(reordering *r)
{
    size_t length;
    const uint32_t *b = sequence_set_at(&r->plans, r->wanted, &length);
    for (size_t i = 1; i < r->length; i += 2) {
        size_t earlier = 0, at = 1;
        for (size_t k = 1; k < i; k += 2)
            earlier += r->items[k] == r->items[i];
        while (b[at] != r->items[i] || earlier--)
            at += 2;
        r->ranks[i / 2] = (uint32_t)at;
    }
}

static uint32_t count_out_of_order(const reordering *r)
{
    uint32_t count = 0;
    for (size_t i = 0; i < r->length / 2; i++)
        for (size_t k = i + 1; k < r->length / 2; k++)
            count += r->ranks[i] > r->ranks[k];
    return count;
}

static bool sooner(const void *of, uint32_t a, uint32_t b)
{
    const reordering *r = of;
    uint32_t x = r->out_of_order[a], y = r->out_of_order[b];
    return x != y ? x < y : a < b;
}

/* A plan that was come to, in `items`; nothing if it was before. */
static int add_plan(reordering *r, uint32_t out_of_order)
{
    uint32_t before = r->plans.count, number = sequence_set_add(&r->plans, r->items, r->length);
    if (!number)
        return error_set_memory(r->err);
    if (number <= before && number != r->wanted)
        return 0;
    if (number >= r->marks_room) {
        size_t room = 2 * (size_t)number + 64;
        uint32_t *more = realloc(r->out_of_order, room * sizeof *more);
        if (!more)
            return error_set_memory(r->err);
        r->out_of_order = more;
        r->marks_room = room;
    }
    r->out_of_order[number] = out_of_order;
    return heap_push(&r->waiting, number) ? 0 : error_set_memory(r->err);
}

/* ---- making two moves in the other order --------------------------------------------------------
 */

static bool leads(const outcome *o, uint32_t move, uint32_t to)
{
    for (uint32_t e = 0; e < o->count; e++)
        if (o->moves[e] == move && o->states[e] == to)
            return true;
    return false;
}

static bool visits(const reordering *r, uint32_t state, size_t but)
{
    for (size_t i = 0; i < r->length; i += 2)
        if (i != but && r->items[i] == state)
            return true;
    return false;
}

/* Over the state `between`, as a plan of the kind that is meant. */
static int try_over(reordering *r, size_t i, uint32_t one, uint32_t between, uint32_t out_of_order)
{
    const outcome *o;
    int code = outcome_of(r, between, &o);
    if (code || o->is_goal || visits(r, between, i + 2) || !leads(o, one, r->items[i + 4]))
        return code;
    uint32_t was = r->items[i + 2], two = r->items[i + 3];
    r->items[i + 1] = two;
    r->items[i + 2] = between;
    r->items[i + 3] = one;
    code = add_plan(r, out_of_order);
    r->items[i + 1] = one;
    r->items[i + 2] = was;
    r->items[i + 3] = two;
    return code;
}

static int swap_at(reordering *r, size_t i, uint32_t out_of_order)
{
    uint32_t from = r->items[i], one = r->items[i + 1], two = r->items[i + 3];
    const outcome *o;
    bool right = r->ranks[i / 2] < r->ranks[i / 2 + 1];
    int code = one == two ? 0 : outcome_of(r, from, &o);
    for (uint32_t e = 0; one != two && !code && e < r->outcomes[from].count; e++)
        if (r->outcomes[from].moves[e] == two)
            code = try_over(r, i, one, r->outcomes[from].states[e],
                            right ? out_of_order + 1 : out_of_order - 1);
    return code;
}

static int go_on(reordering *r, uint32_t plan)
{
    size_t length;
    int code = 0;
    memcpy(r->items, sequence_set_at(&r->plans, plan, &length), r->length * sizeof *r->items);
    rank(r);
    for (size_t i = 0; i + 4 < r->length && !code; i += 2)
        code = swap_at(r, i, r->out_of_order[plan]);
    return code;
}

static int look(const reordering *r)
{
    const wgcq_progress progress = {.phase = "orders of moves"};
    if (r->plans.count % 256 || !r->monitor || !r->monitor->report)
        return 0;
    return r->monitor->report(r->monitor->self, &progress)
               ? error_set(r->err, WGCQ_EINTERRUPT, "interrupted")
               : 0;
}

/* ---- all of it
 * ------------------------------------------------------------------------------------ */

static int begin(reordering *r)
{
    r->length = 2 * r->a->count - 1;
    r->items = malloc((r->length + 1) * sizeof *r->items);
    r->ranks = malloc((r->length + 1) * sizeof *r->ranks);
    if (!r->items || !r->ranks || !number_plan(r, r->b) ||
        !(r->wanted = sequence_set_add(&r->plans, r->items, r->length)) || !number_plan(r, r->a))
        return error_set_memory(r->err);
    rank(r);
    return add_plan(r, count_out_of_order(r));
}

static void close_reordering(reordering *r)
{
    for (size_t i = 0; i < r->room; i++) {
        free(r->outcomes[i].moves);
        free(r->outcomes[i].states);
    }
    free(r->outcomes);
    lookup_free(&r->states);
    lookup_free(&r->texts);
    sequence_set_free(&r->plans);
    heap_free(&r->waiting);
    free(r->out_of_order);
    free(r->items);
    free(r->ranks);
    batch_free(&r->told);
}

int plan_pair_reordered(plan_pair *out, const stored_plan *a, const stored_plan *b,
                        const wgcq_monitor *monitor, wgcq_error *err)
{
    const wgcq_model *m = a->reference.model;
    reordering r = {.a = a,
                    .b = b,
                    .states = lookup_of_states(m->words),
                    .texts = lookup_of_texts(),
                    .told = {.words = m->words, .costs = m->costs},
                    .monitor = monitor,
                    .err = err};
    r.waiting = (heap){.context = &r, .less = sooner};
    out->commuting = out->same;
    if (out->same == PAIR_EQUAL || out->multiset != PAIR_EQUAL)
        return 0;
    int code = begin(&r);
    while (!code && r.waiting.count && out->commuting == PAIR_DIFFERENT) {
        uint32_t plan = heap_pop(&r.waiting);
        if (plan == r.wanted)
            out->commuting = PAIR_EQUAL;
        else if (r.plans.count > PLANS_MOST)
            out->commuting = PAIR_UNKNOWN;
        else if (!(code = go_on(&r, plan)))
            code = look(&r);
    }
    if (out->commuting == PAIR_UNKNOWN)
        out->why = "too many orders of the same moves would have to be tried";
    close_reordering(&r);
    return code;
}
