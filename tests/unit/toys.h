/*
 * toys.h - small models written by hand, for the tests of the search.
 *
 * A toy has a fixed number of moves; each leads from a state to at most one other, or is rejected
 * by a rule.  Without WANT_ORDER successors come move by move, so that no caller relies on an order
 * that was not asked for.
 */
#ifndef TESTS_TOYS_H
#define TESTS_TOYS_H

#include <string.h>

#include "base/error.h"
#include "model/model.h"

/* Not every test plays with all of them. */
#define TOY __attribute__((unused))

typedef enum outcome { NO_MOVE, MOVED, REJECTED } outcome;

typedef struct toy toy;
struct toy {
    wgcq_model model;
    uint32_t moves;
    uint64_t start[8][8]; /* up to 8 starts of up to 8 words */
    size_t starts;
    const void *world;
    /* Makes move `move`; writes `to` and `cost`, or *rule.  *text: the number of its text. */
    outcome (*make)(const toy *t, uint32_t move, const uint64_t *from, uint64_t *to, int64_t *cost,
                    uint32_t *rule, uint32_t *text);
    uint8_t (*mark)(const toy *t, const uint64_t *state);
    int64_t (*bound)(const toy *t, const uint64_t *state);
};

static int toy_worker_new(void **worker, const wgcq_model *model, wgcq_error *err)
{
    (void)err;
    *worker = model->self;
    return 0;
}

static void toy_worker_free(void *worker)
{
    (void)worker;
}

static int toy_starts(void *worker, batch *out, wgcq_error *err)
{
    const toy *t = worker;
    if (!batch_reserve(out, t->starts))
        return error_set_memory(err);
    for (size_t i = 0; i < t->starts; i++)
        memcpy(out->state + out->count++ * out->words, t->start[i], out->words * sizeof(uint64_t));
    return 0;
}

static bool toy_try(const toy *t, uint32_t lane, uint32_t move, const uint64_t *from,
                    unsigned wants, batch *out)
{
    int64_t cost[4] = {0};
    uint32_t rule = 0, message = move;
    if (!batch_reserve(out, 1) || !batch_reserve_rejections(out, 1))
        return false;
    uint64_t *to = out->state + out->count * out->words;
    outcome o = t->make(t, move, from, to, cost, &rule, &message);
    if (o == REJECTED && wants & WANT_REJECTIONS) {
        out->rejected_lane[out->rejected] = lane;
        out->rejected_move[out->rejected] = message;
        out->rejected_rule[out->rejected++] = rule;
    }
    if (o != MOVED)
        return true;
    out->lane[out->count] = lane;
    out->move[out->count] = wants & WANT_MOVES ? message : UINT32_MAX;
    for (unsigned c = 0; c < out->costs; c++)
        out->cost[out->count * out->costs + c] = wants & WANT_COSTS ? cost[c] : -1;
    out->count++;
    return true;
}

static int toy_expand(void *worker, const uint64_t *states, size_t count, unsigned wants,
                      batch *out, wgcq_error *err)
{
    const toy *t = worker;
    batch_clear(out);
    bool by_lane = wants & (WANT_ORDER | WANT_REJECTIONS);
    size_t outer = by_lane ? count : t->moves, inner = by_lane ? t->moves : count;
    for (size_t i = 0; i < outer; i++)
        for (size_t k = 0; k < inner; k++) {
            uint32_t lane = (uint32_t)(by_lane ? i : k), move = (uint32_t)(by_lane ? k : i);
            if (!toy_try(t, lane, move, states + lane * out->words, wants, out))
                return error_set_memory(err);
        }
    return 0;
}

static int toy_classify(void *worker, const uint64_t *states, size_t count, uint8_t *marks,
                        wgcq_error *err)
{
    const toy *t = worker;
    (void)err;
    for (size_t i = 0; i < count; i++)
        marks[i] = t->mark(t, states + i * t->model.words);
    return 0;
}

static int toy_estimate(void *worker, const uint64_t *states, size_t count, int64_t *bound,
                        wgcq_error *err)
{
    const toy *t = worker;
    (void)err;
    for (size_t i = 0; i < count; i++)
        bound[i] = t->bound(t, states + i * t->model.words);
    return 0;
}

static int toy_show(void *worker, const uint64_t *state, strbuf *out, wgcq_error *err)
{
    (void)worker, (void)err;
    strbuf_printf(out, "state %llu", (unsigned long long)*state);
    return 0;
}

/* Fills in what all toys share; t must stay where it is. */
static void toy_finish(toy *t)
{
    static const int moves_only[] = {-1};
    t->model.self = t;
    t->model.worker_new = toy_worker_new;
    t->model.worker_free = toy_worker_free;
    t->model.initial_states = toy_starts;
    t->model.expand = toy_expand;
    t->model.classify = toy_classify;
    t->model.estimate = toy_estimate;
    t->model.show = toy_show;
    t->model.has_estimate = t->bound;
    if (!t->model.minimize) {
        t->model.minimize = moves_only;
        t->model.minimize_count = 1;
    }
}

/* ---- wolf, goat and cabbage: bits farmer, wolf, goat, cabbage; 1 is the far bank -------- */

static outcome ferry(const toy *t, uint32_t move, const uint64_t *from, uint64_t *to, int64_t *cost,
                     uint32_t *rule, uint32_t *message)
{
    (void)t, (void)cost, (void)message;
    uint64_t s = *from, farmer = s & 1;
    if (move && (s >> move & 1) != farmer)
        return NO_MOVE;
    s ^= 1 | (move ? (uint64_t)1 << move : 0);
    farmer = s & 1;
    uint64_t wolf = s >> 1 & 1, goat = s >> 2 & 1, cabbage = s >> 3 & 1;
    *rule = wolf == goat && goat != farmer ? 0 : 1;
    if (goat != farmer && (wolf == goat || cabbage == goat))
        return REJECTED;
    *to = s;
    return MOVED;
}

static uint8_t all_across(const toy *t, const uint64_t *state)
{
    (void)t;
    return *state == 15 ? MARK_GOAL : 0;
}

TOY static void make_ferry(toy *t)
{
    *t =
        (toy){.model = {.title = "ferry", .words = 1, .bits = 4, .has_goal = true, .rule_count = 2},
              .moves = 4,
              .starts = 1,
              .make = ferry,
              .mark = all_across};
    toy_finish(t);
}

/* ---- leaping frogs: two bits a stone, 32 stones a word ------------------------------------ */

enum { EMPTY, GREEN, BROWN };

typedef struct pond {
    unsigned side; /* frogs on each */
} pond;

static unsigned frog_at(const uint64_t *state, unsigned stone)
{
    return (unsigned)(state[stone / 32] >> stone % 32 * 2 & 3);
}

static void put_frog(uint64_t *state, unsigned stone, unsigned frog)
{
    unsigned shift = stone % 32 * 2;
    state[stone / 32] = (state[stone / 32] & ~((uint64_t)3 << shift)) | (uint64_t)frog << shift;
}

/* move: (stone, distance) for green, then for brown */
static outcome leap(const toy *t, uint32_t move, const uint64_t *from, uint64_t *to, int64_t *cost,
                    uint32_t *rule, uint32_t *message)
{
    (void)cost, (void)rule, (void)message;
    unsigned stones = ((const pond *)t->world)->side * 2 + 1;
    bool green = move < stones * 2;
    int stone = (int)(move % (stones * 2) / 2), far = (int)(move % 2) + 1;
    int goes_to = green ? stone + far : stone - far;
    if (goes_to < 0 || goes_to >= (int)stones ||
        frog_at(from, (unsigned)stone) != (green ? GREEN : BROWN) ||
        frog_at(from, (unsigned)goes_to) != EMPTY)
        return NO_MOVE;
    memcpy(to, from, t->model.words * sizeof *to);
    put_frog(to, (unsigned)stone, EMPTY);
    put_frog(to, (unsigned)goes_to, green ? GREEN : BROWN);
    return MOVED;
}

static uint8_t all_leapt(const toy *t, const uint64_t *state)
{
    unsigned side = ((const pond *)t->world)->side;
    for (unsigned s = 0; s <= side * 2; s++)
        if (frog_at(state, s) != (s < side ? BROWN : s == side ? EMPTY : GREEN))
            return 0;
    return MARK_GOAL;
}

TOY static void make_frogs(toy *t, const pond *world)
{
    unsigned stones = world->side * 2 + 1;
    *t = (toy){.model = {.title = "frogs", .words = (stones + 31) / 32, .has_goal = true},
               .moves = stones * 4,
               .starts = 1,
               .world = world,
               .make = leap,
               .mark = all_leapt};
    for (unsigned s = 0; s < stones; s++)
        put_frog(t->start[0], s, s < world->side ? GREEN : s == world->side ? EMPTY : BROWN);
    toy_finish(t);
}

/* ---- two jugs of 3 and 5, 4 wanted; the goal is an end -------------------------------------- */

static outcome pour(const toy *t, uint32_t move, const uint64_t *from, uint64_t *to, int64_t *cost,
                    uint32_t *rule, uint32_t *message)
{
    static const uint64_t room[2] = {3, 5};
    (void)t, (void)rule, (void)message;
    uint64_t in[2] = {*from & 7, *from >> 3 & 7};
    unsigned jug = move & 1, other = 1 - jug;
    uint64_t before = in[jug];
    if (move / 2 == 0) {
        in[jug] = room[jug];
    } else if (move / 2 == 1) {
        in[jug] = 0;
    } else {
        uint64_t free_room = room[other] - in[other];
        uint64_t poured = in[jug] < free_room ? in[jug] : free_room;
        in[jug] -= poured;
        in[other] += poured;
    }
    if (in[jug] == before)
        return NO_MOVE;
    cost[0] = move / 2 == 0 ? (int64_t)(room[jug] - before) : 0; /* water drawn */
    *to = in[0] | in[1] << 3;
    return MOVED;
}

static uint8_t four_left(const toy *t, const uint64_t *state)
{
    (void)t;
    return (*state >> 3 & 7) == 4 ? MARK_GOAL | MARK_END : 0;
}

TOY static void make_jugs(toy *t)
{
    static const char *const names[] = {"water"};
    *t = (toy){.model = {.title = "jugs",
                         .words = 1,
                         .costs = 1,
                         .cost_names = names,
                         .has_goal = true,
                         .has_end = true},
               .moves = 6,
               .starts = 1,
               .make = pour,
               .mark = four_left};
    toy_finish(t);
}

/* ---- any graph: node n's edges in a row, parallel ones and loops too ------------------------- */

typedef struct arc {
    uint32_t from, to;
    int64_t cost;
} arc;

typedef struct chart {
    uint32_t nodes, arcs, most; /* most: out of one node           */
    arc arc[4096];              /* by `from`                       */
    uint32_t first[1026];       /* [nodes + 1]                     */
    uint8_t mark[1025];
    int64_t bound[1025];
} chart;

/* A node is all over its words, so that each of them counts. */
static void node_state(const toy *t, uint32_t node, uint64_t *state)
{
    for (unsigned w = 0; w < t->model.words; w++)
        state[w] = w + 1 == t->model.words ? node : (uint64_t)(node % 3) << 50;
}

static uint32_t state_node(const toy *t, const uint64_t *state)
{
    return (uint32_t)state[t->model.words - 1];
}

static outcome follow(const toy *t, uint32_t move, const uint64_t *from, uint64_t *to,
                      int64_t *cost, uint32_t *rule, uint32_t *message)
{
    (void)rule;
    const chart *c = t->world;
    uint32_t at = c->first[state_node(t, from)] + move;
    if (at >= c->first[state_node(t, from) + 1])
        return NO_MOVE;
    node_state(t, c->arc[at].to, to);
    cost[0] = c->arc[at].cost;
    *message = at;
    return MOVED;
}

static uint8_t chart_mark(const toy *t, const uint64_t *state)
{
    return ((const chart *)t->world)->mark[state_node(t, state)];
}

static int64_t chart_bound(const toy *t, const uint64_t *state)
{
    return ((const chart *)t->world)->bound[state_node(t, state)];
}

TOY static void make_chart(toy *t, const chart *world, unsigned words, const uint32_t *starts,
                           size_t count)
{
    static const char *const names[] = {"toll"};
    static const int by[] = {0, -1};
    *t = (toy){.model = {.title = "chart",
                         .words = words,
                         .costs = 1,
                         .cost_names = names,
                         .minimize = by,
                         .minimize_count = 2,
                         .has_goal = true,
                         .has_end = true},
               .moves = world->most,
               .starts = count,
               .world = world,
               .make = follow,
               .mark = chart_mark,
               .bound = chart_bound};
    for (size_t i = 0; i < count; i++)
        node_state(t, starts[i], t->start[i]);
    toy_finish(t);
}

/* `first` and `most`, once the arcs are there and in order. */
TOY static void chart_finish(chart *c)
{
    memset(c->first, 0, sizeof c->first);
    for (uint32_t a = 0; a < c->arcs; a++)
        c->first[c->arc[a].from + 1]++;
    c->most = 0;
    for (uint32_t n = 0; n < c->nodes; n++) {
        if (c->first[n + 1] > c->most)
            c->most = c->first[n + 1];
        c->first[n + 1] += c->first[n];
    }
}

#endif
