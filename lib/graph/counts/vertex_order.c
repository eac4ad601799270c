/*
 * vertex_order.c - the order in which a component's vertices are taken up, so that few are open at
 * a time: taken up, with task_neighbours that are not.
 *
 * Some orders are tried, and the one with the least sum of 3^(open vertices) is taken: by number
 * (as the search found the states), breadth-first from where paths come in and from the vertex that
 * is farthest from there, and greedily from either, always the vertex that leaves the fewest open.
 */
#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"
#include "graph/counts/path_task.h"

#define NO_VERTEX UINT32_MAX

/* Neighbours without directions. */
typedef struct task_neighbours {
    const path_task *t;
    uint32_t vertices;
    size_t *first;    /* [vertices + 1] */
    uint32_t *vertex; /* [first[vertices]] */
    bool *in;         /* [vertices] whether paths may visit it */
    uint32_t count;   /* of those */
    /* while an order is made: */
    uint32_t *left; /* [vertices] task_neighbours that are not taken up */
    bool *taken;
    uint32_t *queue; /* [vertices] */
} task_neighbours;

static bool is_new_pair(const path_task *t, size_t i)
{
    return !i || t->pair[i].low != t->pair[i - 1].low || t->pair[i].high != t->pair[i - 1].high;
}

static bool open_neighbours(task_neighbours *n, const path_task *t)
{
    const size_t room = (size_t)t->vertices + 2;
    *n = (task_neighbours){.t = t, .vertices = t->vertices};
    n->first = calloc(room, sizeof *n->first);
    n->vertex = malloc((2 * t->pairs + 1) * sizeof *n->vertex);
    n->in = calloc(room, sizeof *n->in);
    n->left = malloc(room * sizeof *n->left);
    n->taken = malloc(room * sizeof *n->taken);
    n->queue = malloc(room * sizeof *n->queue);
    return n->first && n->vertex && n->in && n->left && n->taken && n->queue;
}

static void fill_neighbours(task_neighbours *n)
{
    const path_task *t = n->t;
    for (size_t i = 0; i < t->pairs; i++)
        if (is_new_pair(t, i)) {
            n->first[t->pair[i].low]++;
            n->first[t->pair[i].high]++;
        }
    for (uint32_t v = 0; v < n->vertices; v++)
        n->first[v + (size_t)1] += n->first[v];
    for (size_t i = t->pairs; i--;)
        if (is_new_pair(t, i)) {
            n->vertex[--n->first[t->pair[i].low]] = t->pair[i].high;
            n->vertex[--n->first[t->pair[i].high]] = t->pair[i].low;
        }
}

static void close_neighbours(task_neighbours *n)
{
    FREE_EACH(n->first, n->vertex, n->in, n->left, n->taken, n->queue);
}

/* ---- the block with the edge from S to T ---------------------------------------------------- */

/* A depth-first search from T, after the edge from S to it (Hopcroft and Tarjan, Communications of
   the ACM 16, 1973).  S was visited at 1, T at 2. */
typedef struct block_walk {
    task_neighbours *n;
    uint32_t *low, *order, *parent; /* [vertices] order: 0, not visited */
    size_t *next;
    uint32_t visited;
} block_walk;

static void enter_vertex(block_walk *w, uint32_t v, uint32_t from)
{
    w->order[v] = ++w->visited;
    w->low[v] = w->n->t->come[v] ? 1 : w->n->t->leave[v] ? 2 : w->order[v];
    w->parent[v] = from;
    w->next[v] = w->n->first[v];
    w->n->queue[w->visited - 3] = v;
}

static void lower_vertex(block_walk *w, uint32_t v, uint32_t low)
{
    w->low[v] = low < w->low[v] ? low : w->low[v];
}

static void walk_block(block_walk *w, uint32_t root)
{
    const task_neighbours *n = w->n;
    enter_vertex(w, root, NO_VERTEX);
    for (uint32_t at = root; at != NO_VERTEX;) {
        if (w->next[at] == n->first[at + (size_t)1]) {
            if (w->parent[at] != NO_VERTEX)
                lower_vertex(w, w->parent[at], w->low[at]);
            at = w->parent[at];
            continue;
        }
        const uint32_t to = n->vertex[w->next[at]++];
        if (w->order[to] && to != w->parent[at])
            lower_vertex(w, at, w->order[to]);
        if (w->order[to])
            continue;
        enter_vertex(w, to, at);
        at = to;
    }
}

/* A vertex is in it if its parent is, and it gets above that parent without it. */
static void mark_block(block_walk *w)
{
    task_neighbours *n = w->n;
    for (uint32_t i = 0; i + 2 < w->visited; i++) {
        const uint32_t v = n->queue[i], up = w->parent[v];
        n->in[v] = up == NO_VERTEX ? w->low[v] < 2 : n->in[up] && w->low[v] < w->order[up];
        n->count += n->in[v];
    }
}

static int find_block(task_neighbours *n, wgcq_error *err)
{
    const size_t room = (size_t)n->vertices + 1;
    block_walk w = {.n = n, .visited = 2};
    w.low = malloc(room * sizeof *w.low);
    w.order = calloc(room, sizeof *w.order);
    w.parent = malloc(room * sizeof *w.parent);
    w.next = malloc(room * sizeof *w.next);
    int code = w.low && w.order && w.parent && w.next ? 0 : error_set_memory(err);
    for (uint32_t v = 0; v < n->vertices && !code; v++)
        if (n->t->leave[v] && !w.order[v])
            walk_block(&w, v);
    if (!code)
        mark_block(&w);
    FREE_EACH(w.low, w.order, w.parent, w.next);
    return code;
}

/* ---- orders ---------------------------------------------------------------------------------- */

static void begin_order(task_neighbours *n)
{
    for (uint32_t v = 0; v < n->vertices; v++) {
        n->taken[v] = !n->in[v];
        n->left[v] = 0;
        for (size_t i = n->first[v]; i < n->first[v + (size_t)1]; i++)
            n->left[v] += n->in[n->vertex[i]];
    }
}

/* Marks v as taken up; how many open vertices are closed by it. */
static uint32_t take_vertex(task_neighbours *n, uint32_t v)
{
    uint32_t closed = !n->left[v];
    n->taken[v] = true;
    for (size_t i = n->first[v]; i < n->first[v + (size_t)1]; i++) {
        const uint32_t u = n->vertex[i];
        if (n->in[u])
            closed += !--n->left[u] && n->taken[u];
    }
    return closed;
}

static void weigh_order(task_neighbours *n, vertex_order *o)
{
    uint32_t open = 0;
    o->width = 0;
    o->weight = 0;
    begin_order(n);
    for (uint32_t i = 0; i < o->count; i++) {
        open++;
        o->width = open > o->width ? open : o->width;
        open -= take_vertex(n, o->vertex[i]);
        o->weight += pow(3, open);
    }
}

static void order_by_vertex_number(task_neighbours *n, vertex_order *o)
{
    o->count = 0;
    for (uint32_t v = 0; v < n->vertices; v++)
        if (n->in[v])
            o->vertex[o->count++] = v;
}

static void order_by_breadth(task_neighbours *n, vertex_order *o, uint32_t root)
{
    begin_order(n);
    o->count = 0;
    o->vertex[o->count++] = root;
    n->taken[root] = true;
    for (uint32_t i = 0; i < o->count; i++)
        for (size_t k = n->first[o->vertex[i]]; k < n->first[o->vertex[i] + (size_t)1]; k++) {
            const uint32_t v = n->vertex[k];
            if (!n->taken[v])
                o->vertex[o->count++] = v;
            n->taken[v] = true;
        }
}

/* How many vertices more are open when v is taken up. */
static int count_opened(const task_neighbours *n, uint32_t v)
{
    int more = n->left[v] > 0;
    for (size_t i = n->first[v]; i < n->first[v + (size_t)1]; i++)
        more -= n->in[n->vertex[i]] && n->taken[n->vertex[i]] && n->left[n->vertex[i]] == 1;
    return more;
}

/* The best of the task_neighbours of vertices that are taken up, from the earliest on. */
static uint32_t choose_greedily(const task_neighbours *n, const vertex_order *o, uint32_t *from)
{
    enum { LOOKS = 4096 };
    uint32_t best = NO_VERTEX, looks = LOOKS;
    int least = 0;
    while (*from < o->count && !n->left[o->vertex[*from]])
        ++*from;
    for (uint32_t i = *from; i < o->count && looks; i++, looks--) {
        const uint32_t at = o->vertex[i];
        for (size_t k = n->left[at] ? n->first[at] : n->first[at + (size_t)1];
             k < n->first[at + (size_t)1]; k++) {
            const uint32_t v = n->vertex[k];
            const int more = n->taken[v] ? 0 : count_opened(n, v);
            if (!n->taken[v] && (best == NO_VERTEX || more < least)) {
                best = v;
                least = more;
            }
        }
    }
    return best;
}

static void order_greedily(task_neighbours *n, vertex_order *o, uint32_t root)
{
    uint32_t from = 0;
    begin_order(n);
    o->count = 0;
    for (uint32_t v = root; v != NO_VERTEX; v = choose_greedily(n, o, &from)) {
        o->vertex[o->count++] = v;
        take_vertex(n, v);
    }
}

static void keep_better(vertex_order *best, vertex_order *other, task_neighbours *n)
{
    weigh_order(n, other);
    if (best->count && best->weight <= other->weight)
        return;
    vertex_order swap = *best;
    *best = *other;
    *other = swap;
}

static uint32_t first_entry(const task_neighbours *n)
{
    uint32_t v = 0;
    while (!n->in[v] || !n->t->come[v])
        v++;
    return v;
}

static void try_orders(vertex_order *best, vertex_order *other, task_neighbours *n)
{
    enum { GREEDY_MOST = 1 << 14 };
    const uint32_t entry = first_entry(n);
    order_by_vertex_number(n, other);
    keep_better(best, other, n);
    order_by_breadth(n, other, entry);
    const uint32_t far = other->vertex[other->count - 1];
    keep_better(best, other, n);
    order_by_breadth(n, other, far);
    keep_better(best, other, n);
    if (n->count > GREEDY_MOST)
        return;
    order_greedily(n, other, entry);
    keep_better(best, other, n);
    order_greedily(n, other, far);
    keep_better(best, other, n);
}

int vertex_order_find(vertex_order *out, const path_task *t, wgcq_error *err)
{
    task_neighbours n;
    vertex_order other = {0};
    *out = (vertex_order){0};
    int code = open_neighbours(&n, t) ? 0 : error_set_memory(err);
    if (!code) {
        fill_neighbours(&n);
        code = find_block(&n, err);
    }
    if (!code && n.count) {
        out->vertex = malloc(n.count * sizeof *out->vertex);
        other.vertex = malloc(n.count * sizeof *other.vertex);
        code = out->vertex && other.vertex ? 0 : error_set_memory(err);
        if (!code)
            try_orders(out, &other, &n);
    }
    free(other.vertex);
    close_neighbours(&n);
    return code;
}

void vertex_order_free(vertex_order *o)
{
    free(o->vertex);
    *o = (vertex_order){0};
}
