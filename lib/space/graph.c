/* graph.c - the explored graph: appended to during a search, then sorted into rows. */
#include "space/graph.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"

graph *graph_new(unsigned words, unsigned costs)
{
    graph *g = calloc(1, sizeof *g);
    if (g)
        *g = (graph){.words = words, .costs = costs, .sorted = true};
    return g;
}

void graph_free(graph *g)
{
    if (!g)
        return;
    free(g->marks);
    free(g->depth);
    free(g->state);
    free(g->first);
    free(g->dst);
    free(g->move);
    free(g->cost);
    free(g->src);
    free(g);
}

/* ---- appending ------------------------------------------------------------- */

static size_t next_capacity(size_t room, size_t wanted)
{
    size_t next = room + room / 2 + 256;
    return next > wanted ? next : wanted;
}

static bool reserve_states(graph *g, size_t wanted)
{
    if (wanted <= g->state_room)
        return true;
    size_t room = next_capacity(g->state_room, wanted);
    if (!array_resize(&g->marks, room, sizeof *g->marks) ||
        !array_resize(&g->depth, room, sizeof *g->depth) ||
        !array_resize(&g->state, room, g->words * sizeof *g->state))
        return false;
    g->state_room = room;
    return true;
}

static bool reserve_edges(graph *g, size_t wanted)
{
    if (wanted <= g->edge_room)
        return true;
    size_t room = next_capacity(g->edge_room, wanted);
    if (!array_resize(&g->src, room, sizeof *g->src) ||
        !array_resize(&g->dst, room, sizeof *g->dst) ||
        !array_resize(&g->move, room, sizeof *g->move))
        return false;
    if (g->costs && !array_resize(&g->cost, room, g->costs * sizeof *g->cost))
        return false;
    g->edge_room = room;
    return true;
}

int graph_add_states(graph *g, const state_rows *rows, wgcq_error *err)
{
    assert(!g->first && rows->words == g->words && rows->first == g->states + 1);
    size_t at = g->states + (size_t)1;
    if (!reserve_states(g, at + rows->count))
        return error_set_memory(err);
    if (!g->states) { /* index 0 is unused, but initialized */
        g->marks[0] = 0;
        g->depth[0] = 0;
        memset(g->state, 0, g->words * sizeof *g->state);
    }
    memcpy(g->marks + at, rows->marks, rows->count * sizeof *g->marks);
    memcpy(g->depth + at, rows->depth, rows->count * sizeof *g->depth);
    memcpy(g->state + at * g->words, rows->state, rows->count * g->words * sizeof *g->state);
    g->states += (uint32_t)rows->count;
    return 0;
}

int graph_add_edges(graph *g, const edge_rows *rows, wgcq_error *err)
{
    assert(!g->first && (rows->costs == g->costs || !rows->count));
    if (!rows->count)
        return 0;
    size_t at = g->edges;
    if (!reserve_edges(g, at + rows->count))
        return error_set_memory(err);
    memcpy(g->src + at, rows->src, rows->count * sizeof *g->src);
    memcpy(g->dst + at, rows->dst, rows->count * sizeof *g->dst);
    memcpy(g->move + at, rows->move, rows->count * sizeof *g->move);
    if (g->costs)
        memcpy(g->cost + at * g->costs, rows->cost, rows->count * g->costs * sizeof *g->cost);
    for (size_t i = at ? at : 1; i < at + rows->count; i++)
        if (g->src[i] < g->src[i - 1])
            g->sorted = false;
    g->edges += rows->count;
    g->last_source = rows->src[rows->count - 1];
    return 0;
}

/* ---- rows --------------------------------------------------------------------- */

/* The start of each state's row, from how often its number is in `ends` (a counting sort). */
static uint64_t *count_rows(uint32_t states, const uint32_t *ends, uint64_t edges)
{
    uint64_t *first = calloc(states + (size_t)2, sizeof *first);
    if (!first)
        return NULL;
    for (uint64_t e = 0; e < edges; e++)
        first[ends[e] + (size_t)1]++;
    for (size_t s = 1; s < states + (size_t)2; s++)
        first[s] += first[s - 1];
    return first;
}

/* Moves elements of `size` bytes into the rows of their sources; a stable sort. */
static bool permute_into_rows(void *array, const graph *g, size_t size, uint64_t *next)
{
    char *old, *new = malloc(g->edges * size);
    if (!new)
        return false;
    memcpy(&old, array, sizeof old);
    memcpy(next, g->first, (g->states + (size_t)1) * sizeof *next);
    for (uint64_t e = 0; e < g->edges; e++)
        memcpy(new + next[g->src[e]]++ *size, old + e * size, size);
    free(old);
    memcpy(array, &new, sizeof new);
    return true;
}

static bool sort_rows(graph *g)
{
    uint64_t *next = malloc((g->states + (size_t)1) * sizeof *next);
    bool done = next && permute_into_rows(&g->dst, g, sizeof *g->dst, next) &&
                permute_into_rows(&g->move, g, sizeof *g->move, next) &&
                (!g->costs || permute_into_rows(&g->cost, g, g->costs * sizeof *g->cost, next));
    free(next);
    return done;
}

/* A graph may come from a foreign file. */
static int check_edge_ends(const graph *g, wgcq_error *err)
{
    for (uint64_t e = 0; e < g->edges; e++) {
        uint32_t end = g->src[e] - 1 < g->states ? g->dst[e] : g->src[e];
        if (end - 1 >= g->states)
            return error_set(err, WGCQ_ESTORE, "an edge names state %" PRIu32 " of %" PRIu32, end,
                             g->states);
    }
    return 0;
}

int graph_close(graph *g, wgcq_error *err)
{
    assert(!g->first);
    int code = check_edge_ends(g, err);
    if (code)
        return code;
    g->first = count_rows(g->states, g->src, g->edges);
    if (!g->first)
        return error_set_memory(err);
    if (!g->sorted && !sort_rows(g))
        return error_set_memory(err);
    free(g->src);
    g->src = NULL;
    return 0;
}

/* The state in whose row e is. */
static uint32_t edge_source(const graph *g, uint64_t e)
{
    uint32_t low = 1, high = g->states;
    while (low < high) {
        uint32_t middle = low + (high - low + 1) / 2;
        if (g->first[middle] <= e)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

int graph_overflow(const graph *g, uint64_t e, wgcq_error *err)
{
    assert(g->first && e < g->edges);
    if (g->report_overflow)
        return g->report_overflow(g->report_overflow_self, edge_source(g, e), g->move[e], err);
    return error_set(err, WGCQ_ERUN, "the cost of a plan does not fit 64 bits, in state %" PRIu32,
                     edge_source(g, e));
}

/* ---- a snapshot ---------------------------------------------------------------- */

/* Never NULL but for a lack of memory, also for 0 bytes. */
static void *copy_bytes(const void *from, size_t size)
{
    void *out = malloc(size + 1);
    if (out && size)
        memcpy(out, from, size);
    return out;
}

int graph_snapshot(graph **out, const graph *g, wgcq_error *err)
{
    assert(!g->first);
    graph *c = graph_new(g->words, g->costs);
    if (!c)
        return error_set_memory(err);
    size_t edges = g->edges;
    c->states = g->states;
    c->edges = edges;
    c->edge_room = edges;
    c->sorted = g->sorted;
    c->last_source = g->last_source;
    c->monitor = g->monitor;
    c->report_overflow = g->report_overflow;
    c->report_overflow_self = g->report_overflow_self;
    c->marks = copy_bytes(g->marks, (g->states + (size_t)1) * sizeof *g->marks);
    c->src = copy_bytes(g->src, edges * sizeof *g->src);
    c->dst = copy_bytes(g->dst, edges * sizeof *g->dst);
    c->move = copy_bytes(g->move, edges * sizeof *g->move);
    if (g->costs)
        c->cost = copy_bytes(g->cost, edges * g->costs * sizeof *g->cost);
    bool fine = c->marks && c->src && c->dst && c->move && (c->cost || !g->costs);
    int code = fine ? graph_close(c, err) : error_set_memory(err);
    if (code)
        graph_free(c);
    else
        *out = c;
    return code;
}

/* ---- reversed ------------------------------------------------------------------ */

int graph_reverse(reversed_graph *out, const graph *g, wgcq_error *err)
{
    assert(g->first);
    reversed_graph back = {.first = count_rows(g->states, g->dst, g->edges)};
    back.src = malloc((g->edges + 1) * sizeof *back.src);
    back.edge = malloc((g->edges + 1) * sizeof *back.edge);
    uint64_t *next = malloc((g->states + (size_t)1) * sizeof *next);
    if (!back.first || !back.src || !back.edge || !next) {
        free(next);
        graph_reverse_free(&back);
        return error_set_memory(err);
    }
    memcpy(next, back.first, (g->states + (size_t)1) * sizeof *next);
    for (uint32_t s = 1; s <= g->states; s++)
        for (uint64_t e = g->first[s]; e < g->first[s + (size_t)1]; e++) {
            uint64_t at = next[g->dst[e]]++;
            back.src[at] = s;
            back.edge[at] = e;
        }
    free(next);
    *out = back;
    return 0;
}

void graph_reverse_free(reversed_graph *back)
{
    free(back->first);
    free(back->src);
    free(back->edge);
    free(back->to_goal);
    *back = (reversed_graph){0};
}

/* ---- progress ------------------------------------------------------------------------------- */

static void measure_graph(const void *self, wgcq_progress *to)
{
    const graph *g = self;
    to->states = g->states;
    to->edges = g->edges;
}

void progress_begin(progress_clock *c, const char *phase, const graph *g)
{
    *c = (progress_clock){.phase = phase, .measure = measure_graph, .self = g, .interval = 4096};
    progress_clock_start(c);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Room that was reserved and never written takes no memory. */
static size_t states_memory(const graph *g)
{
    return g->states * (1 + sizeof *g->depth + g->words * sizeof *g->state);
}

static size_t edges_memory(const graph *g)
{
    return g->edges * (sizeof *g->dst + sizeof *g->move + g->costs * sizeof *g->cost);
}

static size_t rows_memory(const graph *g)
{
    return (g->states + (size_t)2) * sizeof *g->first;
}

size_t graph_memory(const graph *g)
{
    return states_memory(g) + edges_memory(g) + (g->src ? g->edges * sizeof *g->src : 0) +
           (g->first ? rows_memory(g) : 0);
}

size_t graph_memory_closed(const graph *g)
{
    return states_memory(g) + edges_memory(g) + 2 * rows_memory(g) +
           g->edges * (sizeof(uint32_t) + sizeof(uint64_t));
}

size_t graph_memory_closing(const graph *g)
{
    size_t cost = g->costs * sizeof *g->cost, wide = cost > sizeof *g->dst ? cost : sizeof *g->dst;
    size_t sorting = g->sorted ? 0 : g->edges * wide + rows_memory(g);
    size_t rows =
        states_memory(g) + edges_memory(g) + g->edges * sizeof *g->src + rows_memory(g) + sorting;
    size_t turning = graph_memory_closed(g) + rows_memory(g);
    return rows > turning ? rows : turning;
}
