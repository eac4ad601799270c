/* frontier_paths.c - the states of a frontier, vertex by vertex. */
#include "graph/counts/frontier_paths.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/cost.h"
#include "base/error.h"
#include "graph/counts/mate_table.h"

/* The state of an open vertex.  From FIRST_MATE on it ends a piece of path, whose other end is the
   open vertex of place (code - FIRST_MATE) / 2; with a 1 if this end is the piece's last vertex, so
   that it goes on from here (pieces without direction always have 0). */
enum { CLOSED, UNTOUCHED, USED_UP, FROM_S, TO_T, FIRST_MATE };
enum {
    PLACES = FRONTIER_WIDTH_MOST,
    KEY_WORDS = (PLACES + 7) / 8 + 1,
    STATES_A_PAUSE = 1 << 12,
    CHOICES_MOST = 4, /* ways to go on at one vertex: from S, to T, by one of two edges */
};

/* An edge to an open vertex, which may be chosen. */
typedef struct open_edge {
    unsigned place;
    bool out; /* from the new vertex */
    int64_t cost;
    uint64_t times;
} open_edge;

typedef struct path_frontier {
    const path_task *t;
    const vertex_order *order;
    bool by_cost;
    int64_t most;
    cost_series *sum;
    unsigned words, places; /* of a key; of those, bytes for open vertices */
    mate_table now, next;
    uint32_t *place;        /* [vertices] of an open one; else PLACES */
    bool taken[PLACES];     /* places */
    uint32_t *left;         /* [vertices] neighbours that are to be taken up */
    uint32_t *entries_left; /* [order->count + 1] entries from there on */
    size_t *first_pair;     /* [vertices + 1] into pair_of */
    size_t *pair_of;        /* the pairs of each vertex */
    uint32_t *rank;         /* [vertices] in the order; UINT32_MAX: not in it */
    /* of the vertex that is taken up: */
    uint32_t vertex;
    unsigned own;
    bool last_entry; /* no later vertex is one */
    open_edge *edge;
    size_t edges, edge_room;
    unsigned closing[PLACES], closings;
    /* of the choice that is looked at: */
    bigcount product[CHOICES_MOST + 1]; /* the ways to it, where an edge counts more than once */
    frontier_watch *watch;
    unsigned since_pause;
    wgcq_error *err;
} path_frontier;

/* One state with some choices made. */
typedef struct choice {
    uint8_t code[PLACES];
    int64_t cost;
    const bigcount *ways;
    size_t at;
    unsigned depth; /* how many products it has */
    size_t edge;    /* the next to choose or not */
} choice;

static uint8_t mate_code(unsigned place, bool goes_on)
{
    return (uint8_t)(FIRST_MATE + 2 * place + goes_on);
}

static bool has_mate(uint8_t code)
{
    return code >= FIRST_MATE;
}

static unsigned mate_place(uint8_t code)
{
    return (unsigned)(code - FIRST_MATE) / 2;
}

/* Whether a path may go on from a vertex of that code, and whether it may come to it. */
static bool may_leave(const path_frontier *f, uint8_t code)
{
    if (code == UNTOUCHED || code == FROM_S)
        return true;
    if (!f->t->directed)
        return code == TO_T || has_mate(code);
    return has_mate(code) && (code - FIRST_MATE) % 2;
}

static bool may_come(const path_frontier *f, uint8_t code)
{
    if (code == UNTOUCHED || code == TO_T)
        return true;
    if (!f->t->directed)
        return code == FROM_S || has_mate(code);
    return has_mate(code) && !((code - FIRST_MATE) % 2);
}

/* Multiplies the ways to a choice. */
static bool multiply_ways(path_frontier *f, choice *c, const bigcount *by, size_t i)
{
    if (by->limbs == 1 && by->limb[i] == 1)
        return true;
    bigcount *product = &f->product[c->depth++];
    assert(c->depth <= CHOICES_MOST);
    bigcount_free(product);
    if (!bigcount_resize(product, 1) || !bigcount_add_product(product, 0, c->ways, c->at, by, i))
        return false;
    c->ways = product;
    c->at = 0;
    return true;
}

static bool multiply_times(path_frontier *f, choice *c, uint64_t times)
{
    mp_limb_t limb = times;
    const bigcount factor = {.limbs = 1, .count = 1, .room = 1, .limb = &limb};
    return multiply_ways(f, c, &factor, 0);
}

/* Whether the pieces of a completed path are all there are. */
static bool is_single_path(const path_frontier *f, const uint8_t *code)
{
    for (unsigned i = 0; i < f->places; i++)
        if (code[i] > USED_UP)
            return false;
    return true;
}

static bool add_complete(path_frontier *f, const choice *c)
{
    return !is_single_path(f, c->code) || cost_series_add(f->sum, c->cost, c->ways, c->at);
}

/* ---- a state as a key ------------------------------------------------------------------------ */

static void read_key(const path_frontier *f, choice *c, uint32_t i)
{
    const uint64_t *key = f->now.key + (size_t)i * f->now.words;
    memset(c->code, 0, sizeof c->code);
    memcpy(c->code, key, f->places);
    c->cost = f->by_cost ? (int64_t)key[f->words] : 0;
    c->ways = &f->now.ways;
    c->at = i;
    c->depth = 0;
    c->edge = 0;
}

static bool has_code(const path_frontier *f, const uint8_t *code, uint8_t wanted)
{
    for (unsigned i = 0; i < f->places; i++)
        if (code[i] == wanted)
            return true;
    return false;
}

/* All choices at the vertex are made: a vertex that is closed must not be the end of a piece. */
static bool keep_choice(path_frontier *f, const choice *c)
{
    uint64_t key[KEY_WORDS] = {0};
    uint8_t code[PLACES];
    memcpy(code, c->code, sizeof code);
    for (unsigned i = 0; i < f->closings; i++) {
        if (code[f->closing[i]] > USED_UP)
            return true;
        code[f->closing[i]] = CLOSED;
    }
    if (f->last_entry && !has_code(f, code, FROM_S))
        return true;
    memcpy(key, code, f->places);
    if (f->by_cost)
        key[f->words] = (uint64_t)c->cost;
    return mate_table_add(&f->next, key, c->ways, c->at);
}

/* ---- choices --------------------------------------------------------------------------------- */

/* Joins the piece that ends at place `a` to that which begins at `b`, by an edge from a to b; S and
   T joined: the path is complete. */
static bool join_path_pieces(const path_frontier *f, uint8_t *code, unsigned a, unsigned b)
{
    const uint8_t first = code[a], second = code[b];
    const bool directed = f->t->directed;
    code[a] = first == UNTOUCHED ? code[a] : USED_UP;
    code[b] = second == UNTOUCHED ? code[b] : USED_UP;
    const unsigned begin = has_mate(first) ? mate_place(first) : a,
                   end = has_mate(second) ? mate_place(second) : b;
    const bool first_ends = first == FROM_S || first == TO_T,
               second_ends = second == FROM_S || second == TO_T;
    if (first_ends && second_ends)
        return true;
    if (first_ends)
        code[end] = first;
    else
        code[begin] = second_ends ? second : mate_code(end, false);
    if (!first_ends)
        code[end] = second_ends ? code[end] : mate_code(begin, directed);
    return false;
}

static bool choose_edges(path_frontier *f, choice *c);

/* With the edge; without it the caller goes on. */
static bool choose_one_edge(path_frontier *f, const choice *c, const open_edge *e)
{
    const unsigned a = e->out ? f->own : e->place, b = e->out ? e->place : f->own;
    if (!may_leave(f, c->code[a]) || !may_come(f, c->code[b]))
        return true;
    if (has_mate(c->code[a]) && mate_place(c->code[a]) == b) /* it would close a circle */
        return true;
    choice with = *c;
    with.cost = cost_add(c->cost, e->cost);
    if (f->by_cost && cost_less(f->most, with.cost))
        return true;
    if (!multiply_times(f, &with, e->times))
        return false;
    return join_path_pieces(f, with.code, a, b) ? add_complete(f, &with) : choose_edges(f, &with);
}

/* A vertex has at most two edges of a path; so has it only so many choices. */
static bool choose_edges(path_frontier *f, choice *c)
{
    bool fine = true;
    while (c->edge < f->edges && c->code[f->own] != USED_UP && fine) {
        const open_edge *e = &f->edge[c->edge++];
        fine = choose_one_edge(f, c, e);
    }
    return fine && keep_choice(f, c);
}

static bool choose_end(path_frontier *f, const choice *c, const cost_series *series, uint8_t code)
{
    bool fine = true;
    for (size_t i = 0; series && i < series->terms && fine; i++) {
        choice with = *c;
        with.cost = cost_add(c->cost, series->term[i].cost);
        if (f->by_cost && cost_less(f->most, with.cost))
            break;
        fine = multiply_ways(f, &with, &series->ways, series->term[i].at);
        bool completes = code == TO_T && c->code[f->own] == FROM_S;
        with.code[f->own] = completes ? USED_UP : code;
        if (fine && completes)
            fine = add_complete(f, &with);
        else if (fine && code == FROM_S)
            fine = choose_end(f, &with, f->t->leave[f->vertex], TO_T) && choose_edges(f, &with);
        else if (fine)
            fine = choose_edges(f, &with);
    }
    return fine;
}

/* The new vertex is left alone, or S, T or edges to open vertices are joined to it. */
static bool take_up_in_state(path_frontier *f, uint32_t i)
{
    choice c;
    read_key(f, &c, i);
    c.code[f->own] = UNTOUCHED;
    bool fine = has_code(f, c.code, FROM_S) || choose_end(f, &c, f->t->come[f->vertex], FROM_S);
    if (fine && !has_code(f, c.code, TO_T))
        fine = choose_end(f, &c, f->t->leave[f->vertex], TO_T);
    return fine && choose_edges(f, &c);
}

/* ---- one vertex more ------------------------------------------------------------------------- */

static bool append_open_edge(path_frontier *f, unsigned place, bool out, int64_t cost,
                             uint64_t times)
{
    if (!times)
        return true;
    if (f->edges == f->edge_room) {
        const size_t room = 2 * f->edge_room + 8;
        open_edge *grown = realloc(f->edge, room * sizeof *grown);
        if (!grown)
            return false;
        f->edge = grown;
        f->edge_room = room;
    }
    f->edge[f->edges++] = (open_edge){place, out, cost, times};
    return true;
}

/* Edges to open vertices; where they have no direction, each is one. */
static bool list_open_edges(path_frontier *f)
{
    const uint32_t v = f->vertex;
    bool fine = true;
    f->edges = 0;
    for (size_t i = f->first_pair[v]; i < f->first_pair[v + (size_t)1] && fine; i++) {
        const path_pair *p = &f->t->pair[f->pair_of[i]];
        const uint32_t other = p->low == v ? p->high : p->low;
        if (f->place[other] == PLACES)
            continue;
        const uint64_t out = p->low == v ? p->up : p->down, back = p->low == v ? p->down : p->up;
        fine = append_open_edge(f, f->place[other], true, p->cost, out);
        if (fine && f->t->directed)
            fine = append_open_edge(f, f->place[other], false, p->cost, back);
    }
    return fine;
}

/* Whether pair i of v has other ends than the one before: those of several costs have the same. */
static bool is_first_pair(const path_frontier *f, uint32_t v, size_t i)
{
    if (i == f->first_pair[v])
        return true;
    const path_pair *p = &f->t->pair[f->pair_of[i]], *before = &f->t->pair[f->pair_of[i - 1]];
    return before->low != p->low || before->high != p->high;
}

static void close_vertex(path_frontier *f, uint32_t v)
{
    f->closing[f->closings++] = f->place[v];
}

static void find_closing(path_frontier *f)
{
    const uint32_t v = f->vertex;
    f->closings = 0;
    for (size_t i = f->first_pair[v]; i < f->first_pair[v + (size_t)1]; i++) {
        const path_pair *p = &f->t->pair[f->pair_of[i]];
        const uint32_t other = p->low == v ? p->high : p->low;
        if (f->rank[other] == UINT32_MAX || !is_first_pair(f, v, i))
            continue;
        if (f->place[other] == PLACES)
            f->left[v]++;
        else if (!--f->left[other])
            close_vertex(f, other);
    }
    if (!f->left[v])
        close_vertex(f, v);
}

static void free_places(path_frontier *f, uint32_t v)
{
    for (size_t i = f->first_pair[v]; i < f->first_pair[v + (size_t)1]; i++) {
        const path_pair *p = &f->t->pair[f->pair_of[i]];
        const uint32_t other = p->low == v ? p->high : p->low;
        if (f->place[other] < PLACES && !f->left[other]) {
            f->taken[f->place[other]] = false;
            f->place[other] = PLACES + 1; /* closed */
        }
    }
    if (!f->left[v]) {
        f->taken[f->own] = false;
        f->place[v] = PLACES + 1;
    }
}

static int pause_counting(path_frontier *f, uint32_t done)
{
    if (++f->since_pause < STATES_A_PAUSE)
        return 0;
    f->since_pause = 0;
    f->watch->done = done;
    f->watch->states = f->next.count;
    if (mate_table_bytes(&f->now) + mate_table_bytes(&f->next) > FRONTIER_BYTES_MOST)
        return WGCQ_DONE;
    return f->watch->pause ? f->watch->pause(f->watch->self, f->err) : 0;
}

static int take_up_vertex(path_frontier *f, uint32_t i)
{
    int code = 0;
    f->vertex = f->order->vertex[i];
    for (f->own = 0; f->taken[f->own];)
        f->own++;
    assert(f->own < f->places);
    f->taken[f->own] = true;
    f->place[f->vertex] = f->own;
    bool fine = list_open_edges(f);
    find_closing(f);
    f->last_entry = !f->entries_left[i + (size_t)1];
    mate_table_clear(&f->next);
    for (uint32_t s = 0; s < f->now.count && !code; s++) {
        fine = fine && take_up_in_state(f, s);
        code = fine ? pause_counting(f, i) : error_set_memory(f->err);
    }
    free_places(f, f->vertex);
    mate_table swap = f->now;
    f->now = f->next;
    f->next = swap;
    return code;
}

/* ---- a task ---------------------------------------------------------------------------------- */

static void list_vertex_pairs(path_frontier *f)
{
    const path_task *t = f->t;
    for (size_t i = 0; i < t->pairs; i++) {
        f->first_pair[t->pair[i].low]++;
        f->first_pair[t->pair[i].high]++;
    }
    for (uint32_t v = 0; v < t->vertices; v++)
        f->first_pair[v + (size_t)1] += f->first_pair[v];
    for (size_t i = t->pairs; i--;) {
        f->pair_of[--f->first_pair[t->pair[i].low]] = i;
        f->pair_of[--f->first_pair[t->pair[i].high]] = i;
    }
}

static void rank_vertices(path_frontier *f)
{
    for (uint32_t v = 0; v < f->t->vertices; v++) {
        f->place[v] = PLACES;
        f->rank[v] = UINT32_MAX;
    }
    for (uint32_t i = 0; i < f->order->count; i++)
        f->rank[f->order->vertex[i]] = i;
    f->entries_left[f->order->count] = 0;
    for (uint32_t i = f->order->count; i--;)
        f->entries_left[i] =
            f->entries_left[i + (size_t)1] + (f->t->come[f->order->vertex[i]] != NULL);
}

static bool open_frontier(path_frontier *f)
{
    const size_t room = (size_t)f->t->vertices + 2;
    f->places = f->order->width;
    f->words = (f->places + 7) / 8;
    f->now.words = f->next.words = f->words + f->by_cost;
    f->place = malloc(room * sizeof *f->place);
    f->left = calloc(room, sizeof *f->left);
    f->entries_left = malloc(room * sizeof *f->entries_left);
    f->first_pair = calloc(room, sizeof *f->first_pair);
    f->pair_of = malloc((2 * f->t->pairs + 1) * sizeof *f->pair_of);
    f->rank = malloc(room * sizeof *f->rank);
    if (!f->place || !f->left || !f->entries_left || !f->first_pair || !f->pair_of || !f->rank)
        return false;
    list_vertex_pairs(f);
    rank_vertices(f);
    const uint64_t none[KEY_WORDS] = {0};
    bigcount one = {0};
    bool fine = bigcount_push_one(&one) && mate_table_add(&f->now, none, &one, 0);
    bigcount_free(&one);
    return fine;
}

static void close_frontier(path_frontier *f)
{
    FREE_EACH(f->place, f->left, f->entries_left, f->first_pair, f->pair_of, f->rank, f->edge);
    for (int i = 0; i <= CHOICES_MOST; i++)
        bigcount_free(&f->product[i]);
    mate_table_free(&f->now);
    mate_table_free(&f->next);
}

int frontier_paths_count(cost_series *sum, const path_task *t, const vertex_order *order,
                         bool by_cost, int64_t most, frontier_watch *watch, wgcq_error *err)
{
    path_frontier f = {.t = t,
                       .order = order,
                       .by_cost = by_cost,
                       .most = most,
                       .sum = sum,
                       .watch = watch,
                       .err = err};
    if (order->width > FRONTIER_WIDTH_MOST)
        return WGCQ_DONE;
    watch->vertices = order->count;
    int code = open_frontier(&f) ? 0 : error_set_memory(err);
    for (uint32_t i = 0; i < order->count && !code; i++)
        code = take_up_vertex(&f, i);
    close_frontier(&f);
    return code;
}

/* Each open vertex is untouched, used up, joined to S or T, or one of a pair of ends (each pair
   in one of two directions). */
double frontier_states_most(uint32_t width, bool directed)
{
    double most = 0, pairings = 1, chosen = 1;
    for (uint32_t ends = 0; ends <= width; ends += 2) {
        const double others = width - ends;
        const double alone = pow(2, others) + 2 * others * pow(2, others - 1) +
                             (others > 1 ? others * (others - 1) * pow(2, others - 2) : 0);
        most += chosen * pairings * pow(directed ? 2 : 1, ends / 2) * alone;
        chosen *= (others * (others - 1)) / ((ends + 1.0) * (ends + 2.0));
        pairings *= ends + 1.0;
    }
    return most;
}
