/* reversed_graph.c - the edges by their ends. */
#include "graph/reversed_graph.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/containers/prefetch.h"
#include "base/error.h"

/* The edges by their ends: a stable counting sort. */

/* Edges between the one that is put into its row and those whose row's end, row are fetched: each
   is at a random place of memory. */
enum { FETCH_END = 64, FETCH_ROW = 32, BLOCK = 1 << 10 /* states */ };

typedef struct reversal {
    const graph *g;
    uint32_t *least; /* [blocks + 1]: the least state that an edge of this block, or of a later one,
                        leads to; states + 1 behind all */
    pthread_mutex_t lock;
    pthread_cond_t filled_some;
    bool counted;          /* it is known where rows are */
    uint32_t rows, states; /* rows of states up to this one are complete; all of them */
} reversal;

static void *new_array(const graph *g, size_t count, size_t size)
{
    void *at = home_malloc(g->home, count * size);
    array_use_huge_pages(at, count * size);
    return at;
}

/* ---- blocks of states ----------------------------------------------------------------------- */

static size_t blocks_of(const graph *g)
{
    return g->states / BLOCK + (size_t)1;
}

static uint32_t block_begin(const graph *g, size_t block)
{
    const uint64_t state = (uint64_t)block * BLOCK + 1;
    return state <= g->states ? (uint32_t)state : g->states + 1;
}

/* ---- where rows are ------------------------------------------------------------------------- */

/* Into count[s + 2]: how many edges lead to s. */
static void count_in_edges(reversal *r, uint64_t *count)
{
    const graph *g = r->g;
    for (size_t b = 0; b < blocks_of(g); b++) {
        const uint64_t end = graph_row(g, block_begin(g, b + 1));
        uint32_t least = g->states + 1;
        for (uint64_t e = graph_row(g, block_begin(g, b)); e < end; e++) {
            const uint32_t to = g->dst[e];
            least = to < least ? to : least;
            count[to + (size_t)2]++;
        }
        r->least[b] = least;
    }
}

static void find_least(reversal *r)
{
    const size_t blocks = blocks_of(r->g);
    r->least[blocks] = r->g->states + 1;
    for (size_t b = blocks; b-- > 0;)
        if (r->least[b + 1] < r->least[b])
            r->least[b] = r->least[b + 1];
}

/* Counts become the beginning of row s, in first[s + 1]; as rows are filled it becomes that of what
   stands behind. */
static void sum_counts(const graph *g, uint64_t *first)
{
    uint64_t sum = 0;
    for (size_t s = 0; s < g->states + (size_t)3; s++)
        first[s] = sum += first[s];
}

/* ---- filling rows --------------------------------------------------------------------------- */

ALWAYS_INLINE void prefetch_reversed_rows(const reversed_graph *back, const graph *g, uint64_t e)
{
    const uint64_t *next = back->first;
    if (e + FETCH_END < g->edges)
        prefetch_far(&next[g->dst[e + FETCH_END] + (size_t)1]);
    if (e + FETCH_ROW < g->edges) {
        uint64_t at = next[g->dst[e + FETCH_ROW] + (size_t)1];
        prefetch_far(&back->src[at]);
        if (back->edge)
            prefetch_far(&back->edge[at]);
        if (back->move.at)
            narrow_prefetch(back->move, at);
    }
}

ALWAYS_INLINE void fill_from_row(const reversed_graph *back, const graph *g, uint32_t s,
                                 uint64_t begin, uint64_t end)
{
    for (uint64_t e = begin; e < end; e++) {
        prefetch_reversed_rows(back, g, e);
        uint64_t at = back->first[g->dst[e] + (size_t)1]++;
        back->src[at] = s;
        if (back->edge)
            back->edge[at] = (uint32_t)e;
        else if (back->wide_edge)
            back->wide_edge[at] = e;
        if (back->move.at)
            narrow_put(back->move, at, graph_move(g, e));
    }
}

/* From the copies, which no store can change. */
static void fill_from_block(reversed_graph back, graph g, size_t block)
{
    const uint32_t end = block_begin(&g, block + 1);
    for (uint32_t s = block_begin(&g, block); s < end; s++)
        fill_from_row(&back, &g, s, graph_row(&g, s), graph_row_end(&g, s));
}

static void place_rows(reversal *r, uint64_t *first)
{
    count_in_edges(r, first);
    find_least(r);
    sum_counts(r->g, first);
    pthread_mutex_lock(&r->lock);
    r->counted = true;
    pthread_mutex_unlock(&r->lock);
}

/* Rows of states that no later edge leads to are complete. */
static void publish_rows(reversal *r, uint32_t rows)
{
    pthread_mutex_lock(&r->lock);
    r->rows = rows;
    pthread_cond_broadcast(&r->filled_some);
    pthread_mutex_unlock(&r->lock);
}

void reversed_graph_fill(reversed_graph *back)
{
    reversal *r = back->filling;
    const graph *g = r->g;
    place_rows(r, back->first);
    for (size_t b = 0; b < blocks_of(g); b++) {
        fill_from_block(*back, *g, b);
        publish_rows(r, r->least[b + 1] - 1);
    }
}

uint32_t reversed_graph_await(const reversed_graph *back, uint64_t edges)
{
    reversal *r = back->filling;
    pthread_mutex_lock(&r->lock);
    while (edges &&
           (!r->counted || (r->rows < r->states && back->first[r->rows + (size_t)1] < edges)))
        pthread_cond_wait(&r->filled_some, &r->lock);
    const uint32_t rows = r->rows;
    pthread_mutex_unlock(&r->lock);
    return rows;
}

/* ---- the whole ----------------------------------------------------------------------------- */

static bool has_wide_edges(const graph *g)
{
    return g->edges > UINT32_MAX;
}

static bool open_columns(reversed_graph *back, const graph *g, unsigned columns, bool wide)
{
    const unsigned width = g->move.width;
    const size_t rows = g->states + (size_t)3;
    back->first = home_calloc(g->home, rows, sizeof *back->first);
    array_use_huge_pages(back->first, rows * sizeof *back->first);
    back->src = new_array(g, g->edges + 1, sizeof *back->src);
    if (columns & REVERSED_EDGES && wide)
        back->wide_edge = new_array(g, g->edges + 1, sizeof *back->wide_edge);
    else if (columns & REVERSED_EDGES)
        back->edge = new_array(g, g->edges + 1, sizeof *back->edge);
    if (columns & REVERSED_MOVES)
        back->move = (narrow_array){new_array(g, g->edges + 1, width), width};
    return back->first && back->src &&
           (!(columns & REVERSED_EDGES) || back->edge || back->wide_edge) &&
           (!(columns & REVERSED_MOVES) || back->move.at);
}

static reversal *new_reversal(const graph *g)
{
    reversal *r = malloc(sizeof *r);
    if (!r)
        return NULL;
    *r = (reversal){
        .g = g, .states = g->states, .least = malloc((blocks_of(g) + 1) * sizeof *r->least)};
    if (!r->least) {
        free(r);
        return NULL;
    }
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->filled_some, NULL);
    return r;
}

static void free_reversal(reversal *r)
{
    if (!r)
        return;
    pthread_cond_destroy(&r->filled_some);
    pthread_mutex_destroy(&r->lock);
    FREE_EACH(r->least, r);
}

static int open_with(reversed_graph *out, const graph *g, unsigned columns, bool wide,
                     wgcq_error *err)
{
    reversed_graph back = {.home = g->home, .filling = new_reversal(g)};
    assert(g->first || g->narrow);
    assert(!(columns & REVERSED_MOVES) || g->move.at || !g->edges);
    if (!back.filling || !open_columns(&back, g, columns, wide)) {
        reversed_graph_free(&back);
        return error_set_memory(err);
    }
    *out = back;
    return 0;
}

int reversed_graph_open(reversed_graph *out, const graph *g, unsigned columns, wgcq_error *err)
{
    return open_with(out, g, columns, has_wide_edges(g), err);
}

int reversed_graph_make(reversed_graph *out, const graph *g, unsigned columns, wgcq_error *err)
{
    int code = reversed_graph_open(out, g, columns, err);
    if (!code)
        reversed_graph_fill(out);
    return code;
}

int reversed_graph_of_costs(reversed_graph *out, const graph *g, wgcq_error *err)
{
    return reversed_graph_make(out, g, g->costs ? REVERSED_EDGES : 0, err);
}

int reversed_graph_make_wide(reversed_graph *out, const graph *g, wgcq_error *err)
{
    int code = open_with(out, g, REVERSED_EDGES, true, err);
    if (!code)
        reversed_graph_fill(out);
    return code;
}

void reversed_graph_free(reversed_graph *back)
{
    free_reversal(back->filling);
    home_free(back->home, back->first);
    home_free(back->home, back->src);
    home_free(back->home, back->edge);
    home_free(back->home, back->wide_edge);
    home_free(back->home, back->move.at);
    home_free(back->home, back->to_goal);
    *back = (reversed_graph){0};
}

/* ---- memory --------------------------------------------------------------------------------- */

size_t reversed_graph_memory(const graph *g, unsigned columns)
{
    const size_t rows =
        (g->states + (size_t)3) * sizeof(uint64_t) + (blocks_of(g) + 1) * sizeof(uint32_t);
    size_t edge = sizeof(uint32_t);
    if (columns & REVERSED_EDGES)
        edge += has_wide_edges(g) ? sizeof(uint64_t) : sizeof(uint32_t);
    if (columns & REVERSED_MOVES)
        edge += g->move.width;
    return rows + sizeof(reversal) + g->edges * edge;
}
