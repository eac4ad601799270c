/* stems.c - breadth first in two phases. */
#include "graph/fair/stems.h"

#include <assert.h>
#include <string.h>

#include "base/error.h"

static const uint64_t FROM_FIRST = UINT64_C(1) << 63, NO_EDGE = UINT64_MAX;

typedef struct stem_search {
    stems *to;
    const graph *g;
    const uint8_t *bits;
    bool at_start;
    uint64_t *queue; /* state * 2 + phase */
    uint64_t head, tail;
} stem_search;

static void reach_in_phase(stem_search *q, uint32_t state, int phase, uint32_t depth, uint64_t edge)
{
    if (q->to->depth[phase][state] != STEM_UNREACHED)
        return;
    q->to->depth[phase][state] = depth;
    q->to->edge[phase][state] = edge;
    q->queue[q->tail++] = (uint64_t)state * 2 + (unsigned)phase;
}

static bool enters(const stem_search *q, uint32_t state)
{
    const uint8_t both = STEM_ENTER | STEM_STAY;
    return (q->bits[state] & both) == both;
}

static void reach_from_first(stem_search *q, uint32_t state, uint32_t depth, uint64_t edge)
{
    if (!q->at_start)
        reach_in_phase(q, state, 0, depth, edge);
    if (enters(q, state))
        reach_in_phase(q, state, 1, depth, edge == NO_EDGE ? edge : edge | FROM_FIRST);
}

static void expand_stem(stem_search *q, uint32_t state, int phase)
{
    const graph *g = q->g;
    const uint32_t depth = q->to->depth[phase][state] + 1;
    if (q->bits[state] & STEM_OPEN)
        return;
    for (uint64_t e = graph_row(g, state); e < graph_row_end(g, state); e++)
        if (!phase)
            reach_from_first(q, g->dst[e], depth, e);
        else if (q->bits[g->dst[e]] & STEM_STAY)
            reach_in_phase(q, g->dst[e], 1, depth, e);
}

static int run_stems(stem_search *q, wgcq_error *err)
{
    progress_clock clock;
    int code = 0;
    progress_begin(&clock, "properties", q->g);
    for (uint32_t s = 1; s <= q->g->states; s++)
        if (q->g->marks[s] & MARK_START)
            reach_from_first(q, s, 0, NO_EDGE);
    while (q->head < q->tail && !code) {
        const uint64_t at = q->queue[q->head++];
        expand_stem(q, (uint32_t)(at / 2), (int)(at & 1));
        code = progress_poll(&clock, q->g->monitor, 0, err);
    }
    return code;
}

size_t stems_memory(uint32_t states)
{
    return ((size_t)states + 1) * 2 * (sizeof(uint32_t) + sizeof(uint64_t));
}

int stems_find(stems *out, const graph *g, const uint8_t *bits, bool at_start, wgcq_error *err)
{
    const size_t room = (size_t)g->states + 1;
    bool fine = true;
    *out = (stems){.g = g};
    for (int phase = 0; phase < 2; phase++) {
        out->depth[phase] = home_malloc(g->home, room * sizeof *out->depth[phase]);
        out->edge[phase] = home_malloc(g->home, room * sizeof *out->edge[phase]);
        fine = fine && out->depth[phase] && out->edge[phase];
        if (out->depth[phase])
            memset(out->depth[phase], 0xff, room * sizeof *out->depth[phase]);
    }
    stem_search q = {.to = out, .g = g, .bits = bits, .at_start = at_start};
    q.queue = home_malloc(g->home, 2 * room * sizeof *q.queue);
    int code = fine && q.queue ? run_stems(&q, err) : error_set_memory(err);
    home_free(g->home, q.queue);
    return code;
}

void stems_close(stems *s)
{
    for (int phase = 0; phase < 2; phase++) {
        home_free(s->g->home, s->depth[phase]);
        home_free(s->g->home, s->edge[phase]);
    }
}

uint32_t stems_path(const stems *s, int phase, uint32_t state, uint64_t *edges)
{
    uint32_t at = s->depth[phase][state];
    assert(at != STEM_UNREACHED);
    while (at) {
        const uint64_t edge = s->edge[phase][state];
        edges[--at] = edge & ~FROM_FIRST;
        state = graph_source(s->g, edges[at]);
        phase = phase && !(edge & FROM_FIRST);
    }
    return state;
}
