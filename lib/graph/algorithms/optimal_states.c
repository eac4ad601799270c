/* optimal_states.c - the states on optimal plans, by a walk along tight edges. */
#include "graph/algorithms/optimal_states.h"

#include "base/error.h"
#include "base/progress_clock.h"

enum { FIRST_ROOM = 1 << 10 };

/* Depth-first; tight edges form no cycle. */
typedef struct tight_walk {
    optimal_states *on;
    uint32_t *path; /* the states from a start to the current    */
    uint64_t *next; /* the edge to try next at each of them      */
    size_t path_room, next_room, order_room;
    uint32_t depth;
} tight_walk;

static bool reserve_in_home(array_home *home, void *array, size_t *room, size_t wanted, size_t size)
{
    const size_t more = wanted < FIRST_ROOM ? FIRST_ROOM : 2 * wanted;
    if (wanted <= *room)
        return true;
    if (!home_resize(home, array, more, size))
        return false;
    *room = more;
    return true;
}

static bool enter_optimal_state(tight_walk *w, uint32_t s)
{
    array_home *home = w->on->dist->g->home;
    if (!reserve_in_home(home, &w->path, &w->path_room, w->depth + (size_t)1, sizeof *w->path) ||
        !reserve_in_home(home, &w->next, &w->next_room, w->depth + (size_t)1, sizeof *w->next))
        return false;
    w->on->member[s / 64] |= (uint64_t)1 << s % 64;
    w->path[w->depth] = s;
    w->next[w->depth++] = graph_row(w->on->dist->g, s);
    return true;
}

static bool leave_optimal_state(tight_walk *w, uint32_t s)
{
    optimal_states *on = w->on;
    if (!reserve_in_home(on->dist->g->home, &on->states, &w->order_room, on->count + (size_t)1,
                         sizeof *on->states))
        return false;
    on->states[on->count++] = s;
    w->depth--;
    return true;
}

/* One tight edge to a new state further, or one state back. */
static bool step_tight_walk(tight_walk *w)
{
    const cost_distance *dist = w->on->dist;
    const graph *g = dist->g;
    uint32_t s = w->path[w->depth - 1];
    uint64_t e = w->next[w->depth - 1], end = cost_distance_ends(dist, s) ? 0 : graph_row_end(g, s);
    while (e < end && (optimal_states_has(w->on, g->dst[e]) || !cost_distance_tight(dist, s, e)))
        e++;
    if (e >= end)
        return leave_optimal_state(w, s);
    w->next[w->depth - 1] = e + 1;
    return enter_optimal_state(w, g->dst[e]);
}

static int walk_from_starts(tight_walk *w, wgcq_error *err)
{
    const optimal_states *on = w->on;
    const graph *g = on->dist->g;
    progress_clock progress;
    int code = 0;
    progress_begin(&progress, "solutions", g);
    for (uint32_t s = 0; !code && (s = graph_next_marked(g, s + 1, MARK_START)) <= g->states;) {
        if (!optimal_states_begin(on, s) || optimal_states_has(on, s))
            continue;
        bool ok = enter_optimal_state(w, s);
        while (ok && w->depth && !code) {
            ok = step_tight_walk(w);
            code = progress_poll(&progress, g->monitor, 0, err);
        }
        code = code || ok ? code : error_set_memory(err);
    }
    return code;
}

static void count_members(optimal_states *on)
{
    uint32_t sum = 0;
    for (size_t word = 0; word <= on->dist->g->states / 64; word++) {
        on->before[word] = sum;
        sum += (uint32_t)__builtin_popcountll(on->member[word]);
    }
}

int optimal_states_find(optimal_states *out, const cost_distance *dist, uint32_t best,
                        wgcq_error *err)
{
    array_home *home = dist->g->home;
    const size_t words = dist->g->states / 64 + (size_t)1;
    optimal_states on = {.dist = dist,
                         .best = best,
                         .member = home_calloc(home, words, sizeof *on.member),
                         .before = home_malloc(home, words * sizeof *on.before)};
    tight_walk w = {.on = &on};
    int code = on.member && on.before ? walk_from_starts(&w, err) : error_set_memory(err);
    home_free(home, w.path);
    home_free(home, w.next);
    if (!code)
        count_members(&on);
    else
        optimal_states_free(&on);
    *out = on;
    return code;
}

void optimal_states_free(optimal_states *on)
{
    if (!on->dist)
        return;
    array_home *home = on->dist->g->home;
    home_free(home, on->states);
    home_free(home, on->member);
    home_free(home, on->before);
    *on = (optimal_states){0};
}
