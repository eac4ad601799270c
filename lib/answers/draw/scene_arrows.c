/* scene_arrows.c - the edges between the nodes of a scene, and the arrows that combine them. */
#include <assert.h>
#include <stdlib.h>

#include "answers/draw/scene.h"
#include "base/array.h"
#include "base/containers/lookup.h"
#include "base/error.h"
#include "base/progress_clock.h"

static int compare_ends(const scene_edge *x, const scene_edge *y)
{
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    return x->is_separate - y->is_separate;
}

int scene_compare_edges(const void *a, const void *b)
{
    const scene_edge *x = a, *y = b;
    int ends = compare_ends(x, y);
    return ends ? ends : (x->move > y->move) - (x->move < y->move);
}

/* The edges of a scene, those of one text between the same two nodes as one. */
typedef struct edge_folder {
    scene *scene;
    const uint32_t *node_of;
    lookup ends; /* projected: from, to and move, numbered as the scene's edges from 1 */
    size_t room;
} edge_folder;

/* *at: where the edge belongs; edges of states, which are not projected, are different already. */
static bool place_edge(edge_folder *f, const scene_edge *e, size_t *at)
{
    scene *s = f->scene;
    const uint64_t key[] = {(uint64_t)e->from << 32 | e->to, e->move};
    uint32_t number = s->projected ? lookup_add(&f->ends, key) : 0;
    *at = s->projected ? number - (size_t)1 : s->edge_count;
    return (number || !s->projected) &&
           array_reserve(&s->edges, &f->room, *at + 1, sizeof *s->edges);
}

static bool fold_edge(edge_folder *f, uint32_t from, uint64_t e)
{
    scene *s = f->scene;
    const graph *g = s->subgraph.g;
    bool made = s->subgraph.marked_edges && s->subgraph.marked_edges[e];
    size_t at;
    assert(f->node_of[from] && f->node_of[g->dst[e]]);
    scene_edge one = {.from = f->node_of[from] - 1,
                      .to = f->node_of[g->dst[e]] - 1,
                      .move = graph_move(g, e),
                      .is_marked = made,
                      .is_separate = made && !s->projected,
                      .count = 1,
                      .edge = e};
    if (!place_edge(f, &one, &at))
        return false;
    if (at == s->edge_count) {
        s->edges[s->edge_count++] = one;
    } else {
        s->edges[at].count++;
        s->edges[at].is_marked |= made;
    }
    return true;
}

static int collect_edges(scene *s, const uint32_t *node_of, wgcq_error *err)
{
    const graph *g = s->subgraph.g;
    edge_folder f = {.scene = s, .node_of = node_of, .ends = lookup_of_states(2)};
    progress_clock progress;
    int code = 0;
    progress_begin(&progress, "drawing", g);
    progress.total = g->states;
    for (uint32_t from = 1; from <= g->states && !code; from++) {
        for (uint64_t e = graph_row(g, from); e < graph_row_end(g, from) && !code; e++)
            if (subgraph_has(&s->subgraph, from, e) && !fold_edge(&f, from, e))
                code = error_set_memory(err);
        code = code ? code : progress_poll(&progress, g->monitor, 0, err);
    }
    lookup_free(&f.ends);
    if (s->edge_count)
        qsort(s->edges, s->edge_count, sizeof *s->edges, scene_compare_edges);
    return code;
}

static int collect_arrows(scene *s, wgcq_error *err)
{
    s->arrows = malloc((s->edge_count + 1) * sizeof *s->arrows);
    if (!s->arrows)
        return error_set_memory(err);
    for (size_t i = 0; i < s->edge_count; i++) {
        const scene_edge *e = &s->edges[i];
        if (!i || compare_ends(e, e - 1) != 0)
            s->arrows[s->arrow_count++] = (scene_arrow){
                .from = e->from, .to = e->to, .is_separate = e->is_separate, .first = i};
        scene_arrow *a = &s->arrows[s->arrow_count - 1];
        a->is_marked |= e->is_marked;
        a->count++;
        a->edges += e->count;
    }
    return 0;
}

static int find_arrow(const void *key, const void *element)
{
    const scene_arrow *x = key, *y = element;
    scene_edge a = {.from = x->from, .to = x->to, .is_separate = x->is_separate};
    scene_edge b = {.from = y->from, .to = y->to, .is_separate = y->is_separate};
    return compare_ends(&a, &b);
}

static bool arrows_have_same_moves(const scene *s, const scene_arrow *a, const scene_arrow *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++) {
        const scene_edge *x = &s->edges[a->first + i], *y = &s->edges[b->first + i];
        same = x->move == y->move && x->count == y->count;
    }
    return same;
}

static scene_arrow *find_reverse_arrow(const scene *s, const scene_arrow *a)
{
    scene_arrow key = {.from = a->to, .to = a->from};
    scene_arrow *back = bsearch(&key, s->arrows, s->arrow_count, sizeof *s->arrows, find_arrow);
    return a->from != a->to && back && !back->is_hidden && arrows_have_same_moves(s, a, back)
               ? back
               : NULL;
}

/* Two arrows there and back by the same moves become one with two heads: on a solution in its
   direction, else downwards.  Where a solution takes both, they stay two. */
void scene_pair_arrows(scene *s)
{
    for (int made = 1; made >= 0; made--)
        for (size_t i = 0; i < s->arrow_count; i++) {
            scene_arrow *a = &s->arrows[i];
            if (a->is_marked != made || a->is_hidden || a->is_two_way)
                continue;
            scene_arrow *back = find_reverse_arrow(s, a);
            if (!back || (made && back->is_marked) || a->plans || back->plans)
                continue;
            bool ahead = made || s->nodes[a->from].depth <= s->nodes[a->to].depth;
            (ahead ? a : back)->is_two_way = true;
            (ahead ? back : a)->is_hidden = true;
        }
}

int scene_join(scene *s, const uint32_t *node_of, wgcq_error *err)
{
    int code = collect_edges(s, node_of, err);
    return code ? code : collect_arrows(s, err);
}
