/* graph.c - the explored graph: appended to during a search, then sorted into rows. */
#include "graph/graph.h"

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
        *g = (graph){.words = words, .costs = costs, .move.width = 1, .sorted = true};
    return g;
}

void graph_free(graph *g)
{
    if (!g)
        return;
    graph_drop_edges(g);
    home_free(g->home, g->marks);
    home_free(g->home, g->depth);
    home_free(g->home, g->state);
    home_free(g->home, g->final);
    home_free(g->home, g->begin);
    home_free(g->home, g->src);
    free(g);
}

static bool edges_are_narrow(const graph *g)
{
    return g->edges <= UINT32_MAX;
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
    const bool states = !(g->without & GRAPH_STATES), depths = !(g->without & GRAPH_DEPTHS),
               rows = g->sorted && !(g->without & GRAPH_EDGES);
    if (!home_resize(g->home, &g->marks, room, sizeof *g->marks) ||
        (rows && !home_resize(g->home, &g->begin, room + 2, sizeof *g->begin)) ||
        (depths && !home_resize(g->home, &g->depth, room, sizeof *g->depth)) ||
        (states && !home_resize(g->home, &g->state, room, g->words * sizeof *g->state)) ||
        (g->finals && !home_resize(g->home, &g->final, room, g->finals * sizeof *g->final)))
        return false;
    g->state_room = room;
    return true;
}

static bool reserve_edges(graph *g, size_t wanted)
{
    if (wanted <= g->edge_room)
        return true;
    size_t room = next_capacity(g->edge_room, wanted);
    bool moves = !(g->without & GRAPH_MOVES);
    if (!home_resize(g->home, &g->dst, room, sizeof *g->dst) ||
        (moves && !home_resize(g->home, &g->move.at, room, g->move.width)))
        return false;
    if (!g->sorted && !home_resize(g->home, &g->src, room, sizeof *g->src))
        return false;
    if (g->costs && !home_resize(g->home, &g->cost, room, g->costs * sizeof *g->cost))
        return false;
    g->edge_room = room;
    return true;
}

/* Pages for large columns come some way ahead of what is appended. */
enum { PAGES_AHEAD = 1 << 16, WORTH_PAGES = 1 << 18 };

static size_t end_of_pages(size_t wanted, size_t room)
{
    return wanted + PAGES_AHEAD < room ? wanted + PAGES_AHEAD : room;
}

static void find_state_pages(graph *g, size_t wanted)
{
    size_t from = g->state_pages, to = end_of_pages(wanted, g->state_room);
    if (wanted <= from || g->state_room < WORTH_PAGES)
        return;
    array_use_pages(g->marks, from, to);
    array_use_pages(g->begin, from * sizeof *g->begin, to * sizeof *g->begin);
    array_use_pages(g->depth, from * sizeof *g->depth, to * sizeof *g->depth);
    array_use_pages(g->state, from * g->words * sizeof *g->state, to * g->words * sizeof *g->state);
    g->state_pages = to;
}

static void find_edge_pages(graph *g, size_t wanted)
{
    size_t from = g->edge_pages, to = end_of_pages(wanted, g->edge_room);
    if (wanted <= from || g->edge_room < WORTH_PAGES)
        return;
    array_use_pages(g->dst, from * sizeof *g->dst, to * sizeof *g->dst);
    array_use_pages(g->move.at, from * g->move.width, to * g->move.width);
    array_use_pages(g->cost, from * g->costs * sizeof *g->cost, to * g->costs * sizeof *g->cost);
    g->edge_pages = to;
}

int graph_add_states(graph *g, const state_rows *rows, wgcq_error *err)
{
    assert(!graph_is_closed(g) && rows->words == g->words && rows->first == g->states + 1);
    assert(rows->finals == g->finals && (!g->finals || g->finals == g->costs));
    size_t at = g->states + (size_t)1;
    if (!reserve_states(g, at + rows->count))
        return error_set_memory(err);
    find_state_pages(g, at + rows->count);
    bool first = !g->states;
    g->states += (uint32_t)rows->count;
    if (first) /* index 0 is unused, but initialized */
        g->marks[0] = 0;
    memcpy(g->marks + at, rows->marks, rows->count * sizeof *g->marks);
    if (first && g->finals)
        memset(g->final, 0, g->finals * sizeof *g->final);
    if (g->finals)
        memcpy(g->final + at * g->finals, rows->final, rows->count * g->finals * sizeof *g->final);
    if (g->depth && first)
        g->depth[0] = 0;
    if (g->depth)
        memcpy(g->depth + at, rows->depth, rows->count * sizeof *g->depth);
    if (g->state && first)
        memset(g->state, 0, g->words * sizeof *g->state);
    if (g->state)
        memcpy(g->state + at * g->words, rows->state, rows->count * g->words * sizeof *g->state);
    return 0;
}

/* Whether rows continue where those of the graph end: then the sources need not be kept. */
static bool continues_in_order(const graph *g, const edge_rows *rows)
{
    bool ascend = rows->src[0] >= g->last_row;
    for (size_t i = 1; i < rows->count; i++)
        ascend &= rows->src[i] >= rows->src[i - 1];
    return ascend && rows->src[rows->count - 1] <= g->states;
}

/* From here on the source of every edge is kept. */
static bool keep_sources(graph *g)
{
    uint64_t at = 0;
    if (!home_resize(g->home, &g->src, g->edge_room ? g->edge_room : 1, sizeof *g->src))
        return false;
    for (uint32_t s = 1; s <= g->last_row; s++) {
        uint64_t end = s < g->last_row ? g->begin[s + (size_t)1] : g->edges;
        for (; at < end; at++)
            g->src[at] = s;
    }
    home_free(g->home, g->begin);
    g->begin = NULL;
    g->sorted = false;
    return true;
}

static void begin_rows(graph *g, const edge_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++)
        while (g->last_row < rows->src[i])
            g->begin[++g->last_row] = g->edges + i;
}

static uint32_t greatest_move(const edge_rows *rows)
{
    uint32_t greatest = 0;
    for (size_t i = 0; i < rows->count; i++)
        greatest = rows->move[i] > greatest ? rows->move[i] : greatest;
    return greatest;
}

/* Makes the moves so far as wide as that one of these takes. */
static bool widen_moves(graph *g, const edge_rows *rows)
{
    const narrow_array before = g->move;
    const unsigned width = narrow_width(greatest_move(rows));
    if (width <= before.width)
        return true;
    if (!home_resize(g->home, &g->move.at, g->edge_room, width))
        return false;
    g->move.width = width;
    for (uint64_t e = g->edges; e-- > 0;) /* in place, so from the end */
        narrow_put(g->move, e, narrow_get((narrow_array){g->move.at, before.width}, e));
    g->edge_pages = 0;
    return true;
}

int graph_add_edges(graph *g, const edge_rows *rows, wgcq_error *err)
{
    assert(!graph_is_closed(g) && !(g->without & GRAPH_EDGES));
    assert(rows->costs == g->costs || !rows->count);
    if (!rows->count)
        return 0;
    size_t at = g->edges;
    if ((g->sorted && !continues_in_order(g, rows) && !keep_sources(g)) ||
        !reserve_edges(g, at + rows->count) ||
        (!(g->without & GRAPH_MOVES) && !widen_moves(g, rows)))
        return error_set_memory(err);
    find_edge_pages(g, at + rows->count);
    if (g->sorted)
        begin_rows(g, rows);
    else
        memcpy(g->src + at, rows->src, rows->count * sizeof *g->src);
    memcpy(g->dst + at, rows->dst, rows->count * sizeof *g->dst);
    if (!(g->without & GRAPH_MOVES))
        narrow_write(g->move, at, rows->count, rows->move);
    if (g->costs)
        memcpy(g->cost + at * g->costs, rows->cost, rows->count * g->costs * sizeof *g->cost);
    g->edges += rows->count;
    g->last_source = rows->src[rows->count - 1];
    return 0;
}

int graph_add_rows(graph *g, const row_batch *rows, wgcq_error *err)
{
    int code = rows->states.count ? graph_add_states(g, &rows->states, err) : 0;
    if (!code && rows->edges.count)
        code = graph_add_edges(g, &rows->edges, err);
    for (size_t i = 0; !code && i < rows->stuck.count; i++)
        g->marks[rows->stuck.state[i]] |= MARK_STUCK;
    return code;
}

/* ---- rows --------------------------------------------------------------------- */

/* The start of each state's row, from how often its number is in `ends` (a counting sort). */
static uint64_t *count_rows(const graph *g, const uint32_t *ends)
{
    const uint32_t states = g->states;
    const uint64_t edges = g->edges;
    uint64_t *first = home_calloc(g->home, states + (size_t)2, sizeof *first);
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
    char *old, *new = home_malloc(g->home, g->edges * size);
    if (!new)
        return false;
    memcpy(&old, array, sizeof old);
    memcpy(next, g->first, (g->states + (size_t)1) * sizeof *next);
    for (uint64_t e = 0; e < g->edges; e++)
        memcpy(new + next[g->src[e]]++ *size, old + e * size, size);
    home_free(g->home, old);
    memcpy(array, &new, sizeof new);
    return true;
}

static bool sort_rows(graph *g)
{
    uint64_t *next = home_malloc(g->home, (g->states + (size_t)1) * sizeof *next);
    bool done = next && permute_into_rows(&g->dst, g, sizeof *g->dst, next) &&
                (!g->move.at || permute_into_rows(&g->move.at, g, g->move.width, next)) &&
                (!g->costs || permute_into_rows(&g->cost, g, g->costs * sizeof *g->cost, next));
    home_free(g->home, next);
    return done;
}

/* In the memory of the wide ones, which is then cut. */
static void narrow_rows(graph *g)
{
    size_t rows = g->states + (size_t)2;
    unsigned char *at = (unsigned char *)g->first;
    for (size_t s = 0; s < rows; s++) {
        uint64_t wide;
        memcpy(&wide, at + s * sizeof wide, sizeof wide);
        uint32_t narrow = (uint32_t)wide;
        memcpy(at + s * sizeof narrow, &narrow, sizeof narrow);
    }
    void *cut = g->home ? at : realloc(at, rows * sizeof *g->narrow);
    g->narrow = cut ? cut : (void *)at;
    g->first = NULL;
}

/* Whether all of them are numbers of states; without a branch for each. */
static bool are_states(const uint32_t *ends, uint64_t count, uint32_t states)
{
    bool fine = true;
    for (uint64_t e = 0; e < count; e++)
        fine &= ends[e] - 1 < states;
    return fine;
}

/* A graph may come from a foreign file. */
static int check_edge_ends(const graph *g, wgcq_error *err)
{
    if (are_states(g->dst, g->edges, g->states) &&
        (g->sorted || are_states(g->src, g->edges, g->states)))
        return 0;
    for (uint64_t e = 0; e < g->edges; e++) {
        uint32_t end = g->sorted || g->src[e] - 1 < g->states ? g->dst[e] : g->src[e];
        if (end - 1 >= g->states)
            return error_set(err, WGCQ_ESTORE, "an edge names state %" PRIu32 " of %" PRIu32, end,
                             g->states);
    }
    return 0;
}

/* Rows whose edges came in order are there already, but for those behind the last one. */
static bool end_rows(graph *g)
{
    if (!home_resize(g->home, &g->begin, g->states + (size_t)2, sizeof *g->begin))
        return false;
    g->begin[0] = 0;
    for (size_t s = g->last_row + (size_t)1; s < g->states + (size_t)2; s++)
        g->begin[s] = g->edges;
    g->first = g->begin;
    g->begin = NULL;
    return true;
}

static bool make_rows(graph *g)
{
    if (g->sorted)
        return end_rows(g);
    g->first = count_rows(g, g->src);
    if (!g->first || !sort_rows(g))
        return false;
    home_free(g->home, g->src);
    g->src = NULL;
    return true;
}

int graph_close(graph *g, wgcq_error *err)
{
    assert(!graph_is_closed(g) && !(g->without & GRAPH_EDGES));
    int code = check_edge_ends(g, err);
    if (!code && !make_rows(g))
        code = error_set_memory(err);
    if (!code && g->compact && edges_are_narrow(g))
        narrow_rows(g);
    return code;
}

void graph_drop_edges(graph *g)
{
    home_free(g->home, g->first);
    home_free(g->home, g->narrow);
    home_free(g->home, g->dst);
    home_free(g->home, g->move.at);
    home_free(g->home, g->cost);
    g->first = NULL;
    g->narrow = NULL;
    g->dst = NULL;
    g->move.at = NULL;
    g->cost = NULL;
}

/* The last of so many rows that begins at e or before. */
static uint32_t row_of_edge(row_bounds begin, uint32_t rows, uint64_t e)
{
    uint32_t low = 1, high = rows;
    while (low < high) {
        uint32_t middle = low + (high - low + 1) / 2;
        if (row_bound(begin, middle) <= e)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

bool graph_packs_before(const graph *g, uint32_t a, uint32_t b)
{
    const uint64_t *x = g->state + (size_t)a * g->words, *y = g->state + (size_t)b * g->words;
    for (unsigned k = 0; k < g->words; k++)
        if (x[k] != y[k])
            return x[k] < y[k];
    return false;
}

bool graph_label_before(const graph *g, uint64_t a, uint64_t b)
{
    if (!g->move.at)
        return false;
    return g->compare_labels ? g->compare_labels(g->labels, graph_move(g, a), graph_move(g, b)) < 0
                             : graph_move(g, a) < graph_move(g, b);
}

bool graph_has_starts_alone(const graph *g)
{
    bool starts = !g->edges;
    for (uint32_t s = 1; starts && s <= g->states; s++)
        starts = g->marks[s] & MARK_START;
    return starts;
}

/* Few states have the marks that are looked for, so that eight are looked at together. */
uint32_t graph_next_marked(const graph *g, uint32_t s, uint8_t marks)
{
    const uint64_t any = marks * 0x0101010101010101u;
    uint64_t eight = 0;
    size_t at = s, end = g->states + (size_t)1;
    for (; at + sizeof eight <= end; at += sizeof eight) {
        memcpy(&eight, g->marks + at, sizeof eight);
        if (eight & any)
            break;
    }
    while (at < end && !(g->marks[at] & marks))
        at++;
    return (uint32_t)at;
}

uint32_t graph_source(const graph *g, uint64_t e)
{
    assert(e < g->edges);
    if (graph_is_closed(g))
        return row_of_edge(graph_rows(g), g->states, e);
    return g->sorted ? row_of_edge((row_bounds){.wide = g->begin}, g->last_row, e) : g->src[e];
}

int graph_overflow(const graph *g, uint64_t e, wgcq_error *err)
{
    assert(graph_is_closed(g) && e < g->edges);
    if (g->report_overflow)
        return g->report_overflow(g->report_overflow_self, graph_source(g, e), graph_move(g, e),
                                  err);
    return error_set(err, WGCQ_ERUN, "the cost of a plan does not fit 64 bits, in state %" PRIu32,
                     graph_source(g, e));
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
    assert(!graph_is_closed(g) && !g->without);
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
    c->compare_labels = g->compare_labels;
    c->labels = g->labels;
    c->finals = g->finals;
    if (g->finals)
        c->final = copy_bytes(g->final, (g->states + (size_t)1) * g->finals * sizeof *g->final);
    c->marks = copy_bytes(g->marks, (g->states + (size_t)1) * sizeof *g->marks);
    c->last_row = g->last_row;
    if (g->sorted)
        c->begin =
            copy_bytes(g->begin, g->edges ? (g->last_row + (size_t)1) * sizeof *g->begin : 0);
    else
        c->src = copy_bytes(g->src, edges * sizeof *g->src);
    c->dst = copy_bytes(g->dst, edges * sizeof *g->dst);
    c->move = (narrow_array){copy_bytes(g->move.at, edges * g->move.width), g->move.width};
    if (g->costs)
        c->cost = copy_bytes(g->cost, edges * g->costs * sizeof *g->cost);
    bool fine = c->marks && (c->begin || c->src) && c->dst && c->move.at &&
                (c->cost || !g->costs) && (c->final || !g->finals);
    int code = fine ? graph_close(c, err) : error_set_memory(err);
    if (code)
        graph_free(c);
    else
        *out = c;
    return code;
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
    size_t depth = g->without & GRAPH_DEPTHS ? 0 : sizeof *g->depth;
    size_t state = g->without & GRAPH_STATES ? 0 : g->words * sizeof *g->state;
    return g->states * (1 + depth + state + g->finals * sizeof *g->final);
}

static size_t edges_memory(const graph *g)
{
    size_t move = g->without & GRAPH_MOVES ? 0 : g->move.width;
    return g->edges * (sizeof *g->dst + move + g->costs * sizeof *g->cost);
}

static size_t rows_memory(const graph *g)
{
    return (g->states + (size_t)2) * (g->narrow ? sizeof *g->narrow : sizeof *g->first);
}

/* While the graph grows: what leads to the edges of a state. */
static size_t growing_memory(const graph *g)
{
    return g->sorted ? rows_memory(g) : g->edges * sizeof *g->src;
}

size_t graph_memory(const graph *g)
{
    return states_memory(g) + edges_memory(g) +
           (graph_is_closed(g) ? rows_memory(g) : growing_memory(g));
}

size_t graph_memory_closed(const graph *g)
{
    return states_memory(g) + edges_memory(g) + rows_memory(g);
}

size_t graph_memory_closing(const graph *g)
{
    size_t cost = g->costs * sizeof *g->cost, wide = cost > sizeof *g->dst ? cost : sizeof *g->dst;
    size_t sorting = g->sorted ? 0 : g->edges * (sizeof *g->src + wide) + rows_memory(g);
    return graph_memory_closed(g) + sorting;
}
