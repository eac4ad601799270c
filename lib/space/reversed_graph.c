/* reversed_graph.c - the edges by their ends. */
#include "space/reversed_graph.h"

#include <assert.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/containers/always_inline.h"
#include "base/error.h"
#include "base/thread_pool.h"

/* The edges by their ends: a stable counting sort, by one thread or two, which share the edges by
   their sources.  Each counts and places its own; in a row those of the second one come behind
   those of the first, so that the result is that of one thread. */

/* Edges between the one that is put into its row and those whose row's end, row are fetched: each
   is at a random place of memory. */
enum { FETCH_END = 64, FETCH_ROW = 32, PARTS_MOST = 2, EDGES_FOR_THREADS = 1 << 14 };

typedef struct reversal {
    const graph *g;
    reversed_graph back;
    unsigned parts;
    uint32_t begin[PARTS_MOST + 1]; /* the sources of part i: begin[i] .. begin[i + 1] - 1 */
    uint64_t *next[PARTS_MOST];     /* [states + 3]: of row s in next[s + 1] */
    thread_pool *pool;              /* NULL: there is one part */
} reversal;

static void *new_array(const graph *g, size_t count, size_t size)
{
    void *at = home_malloc(g->home, count * size);
    array_use_huge_pages(at, count * size);
    return at;
}

/* The first state behind half of the edges. */
static uint32_t middle_state(const graph *g)
{
    uint32_t low = 1, high = g->states + 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (graph_row(g, middle) < g->edges / 2)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- the work of one thread --------------------------------------------------------------- */

/* Into next[i]: how many edges row s has, in next[s + 2]. */
static void count_part(void *self, size_t i, unsigned thread)
{
    reversal *r = self;
    const graph *g = r->g;
    uint64_t *count = r->next[i], end = graph_row(g, r->begin[i + 1]);
    (void)thread;
    for (uint64_t e = graph_row(g, r->begin[i]); e < end; e++)
        count[g->dst[e] + (size_t)2]++;
}

/* Counts become the beginning of row s, in next[s + 1]; as rows are filled it becomes that of what
   stands behind. */
static void sum_counts(reversal *r)
{
    uint64_t sum = 0, *next = r->next[0], *after = r->next[1];
    size_t rows = r->g->states + (size_t)3;
    for (size_t s = 0; s < rows; s++) {
        sum += next[s] + (after ? after[s] : 0);
        next[s] = sum;
        if (after)
            after[s] = sum + (s + 1 < rows ? next[s + 1] : 0);
    }
}

ALWAYS_INLINE void prefetch_reversed_rows(const reversal *r, const uint64_t *next, uint64_t e)
{
    const graph *g = r->g;
    if (e + FETCH_END < g->edges)
        __builtin_prefetch(&next[g->dst[e + FETCH_END] + (size_t)1], 1);
    if (e + FETCH_ROW < g->edges) {
        uint64_t at = next[g->dst[e + FETCH_ROW] + (size_t)1];
        __builtin_prefetch(&r->back.src[at], 1);
        if (r->back.edge)
            __builtin_prefetch(&r->back.edge[at], 1);
        if (r->back.move.at)
            narrow_prefetch(r->back.move, at);
    }
}

static void fill_part(void *self, size_t i, unsigned thread)
{
    reversal *r = self;
    const graph *g = r->g;
    const reversed_graph *back = &r->back;
    uint64_t *next = r->next[i];
    (void)thread;
    for (uint32_t s = r->begin[i]; s < r->begin[i + 1]; s++)
        for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s); e++) {
            prefetch_reversed_rows(r, next, e);
            uint64_t at = next[g->dst[e] + (size_t)1]++;
            back->src[at] = s;
            if (back->edge)
                back->edge[at] = (uint32_t)e;
            else if (back->wide_edge)
                back->wide_edge[at] = e;
            if (back->move.at)
                narrow_put(back->move, at, graph_move(g, e));
        }
}

static void do_parts(reversal *r, thread_pool_work *work)
{
    if (r->pool)
        thread_pool_run(r->pool, work, r, r->parts);
    else
        work(r, 0, 0);
}

/* ---- its threads -------------------------------------------------------------------------- */

static unsigned parts_of(const graph *g)
{
    return g->threads > 1 && g->edges >= EDGES_FOR_THREADS ? PARTS_MOST : 1;
}

static bool open_parts(reversal *r)
{
    const graph *g = r->g;
    size_t rows = g->states + (size_t)3;
    bool open = true;
    r->parts = parts_of(g);
    r->begin[0] = 1;
    r->begin[1] = r->parts > 1 ? middle_state(g) : g->states + 1;
    r->begin[r->parts] = g->states + 1;
    for (unsigned i = 0; i < r->parts; i++) {
        r->next[i] = home_calloc(g->home, rows, sizeof *r->next[i]);
        array_use_huge_pages(r->next[i], rows * sizeof *r->next[i]);
        open = open && r->next[i];
    }
    if (r->parts > 1)
        r->pool = thread_pool_new(r->parts);
    return open && (r->parts == 1 || r->pool);
}

/* ---- the whole ----------------------------------------------------------------------------- */

static bool has_wide_edges(const graph *g)
{
    return g->edges > UINT32_MAX;
}

static bool open_columns(reversed_graph *back, const graph *g, unsigned columns, bool wide)
{
    const unsigned width = g->move.width;
    back->src = new_array(g, g->edges + 1, sizeof *back->src);
    if (columns & REVERSED_EDGES && wide)
        back->wide_edge = new_array(g, g->edges + 1, sizeof *back->wide_edge);
    else if (columns & REVERSED_EDGES)
        back->edge = new_array(g, g->edges + 1, sizeof *back->edge);
    if (columns & REVERSED_MOVES)
        back->move = (narrow_array){new_array(g, g->edges + 1, width), width};
    return back->src && (!(columns & REVERSED_EDGES) || back->edge || back->wide_edge) &&
           (!(columns & REVERSED_MOVES) || back->move.at);
}

static int make_with(reversed_graph *out, const graph *g, unsigned columns, bool wide,
                     wgcq_error *err)
{
    reversal r = {.g = g, .back = {.home = g->home}};
    assert(g->first || g->narrow);
    assert(!(columns & REVERSED_MOVES) || g->move.at || !g->edges);
    bool open = open_parts(&r) && open_columns(&r.back, g, columns, wide);
    if (open) {
        do_parts(&r, count_part);
        sum_counts(&r);
        do_parts(&r, fill_part);
        r.back.first = r.next[r.parts - 1];
        r.next[r.parts - 1] = NULL;
    }
    thread_pool_free(r.pool);
    home_free(g->home, r.next[0]);
    home_free(g->home, r.next[1]);
    if (open)
        *out = r.back;
    else
        reversed_graph_free(&r.back);
    return open ? 0 : error_set_memory(err);
}

int reversed_graph_make(reversed_graph *out, const graph *g, unsigned columns, wgcq_error *err)
{
    return make_with(out, g, columns, has_wide_edges(g), err);
}

int reversed_graph_of_costs(reversed_graph *out, const graph *g, wgcq_error *err)
{
    return reversed_graph_make(out, g, g->costs ? REVERSED_EDGES : 0, err);
}

int reversed_graph_make_wide(reversed_graph *out, const graph *g, wgcq_error *err)
{
    return make_with(out, g, REVERSED_EDGES, true, err);
}

void reversed_graph_free(reversed_graph *back)
{
    home_free(back->home, back->first);
    home_free(back->home, back->src);
    home_free(back->home, back->edge);
    home_free(back->home, back->wide_edge);
    home_free(back->home, back->move.at);
    home_free(back->home, back->to_goal);
    *back = (reversed_graph){0};
}

/* ---- memory --------------------------------------------------------------------------------- */

static size_t predecessor_rows(const graph *g)
{
    return (g->states + (size_t)2) * sizeof(uint64_t);
}

size_t reversed_graph_memory(const graph *g, unsigned columns)
{
    size_t edge = sizeof(uint32_t);
    if (columns & REVERSED_EDGES)
        edge += has_wide_edges(g) ? sizeof(uint64_t) : sizeof(uint32_t);
    if (columns & REVERSED_MOVES)
        edge += g->move.width;
    return predecessor_rows(g) + g->edges * edge;
}

size_t reversed_graph_making(const graph *g)
{
    return (parts_of(g) - 1) * predecessor_rows(g);
}
