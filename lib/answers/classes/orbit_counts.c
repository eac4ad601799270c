/*
 * orbit_counts.c - how many classes of best plans there are up to a declared group, without going
 * through the plans.
 *
 * There are as many orbits as an element of the group fixes plans, on average (Burnside).  A plan
 * is fixed where each of its states is, and each of its moves; those plans are summed up over the
 * states that are fixed, from the goals back.  The plans from one start are permuted by the
 * elements that fix it, so each orbit of starts has a sum of its own.
 */
#include <stdlib.h>

#include "answers/classes/equivalence.h"
#include "answers/classes/symmetry.h"
#include "base/array.h"
#include "base/containers/bigcount.h"
#include "base/error.h"
#include "base/progress_clock.h"

/* Points of all elements, 512 MB; where there are more, the group is not small. */
enum { ITEMS_MOST = 1 << 27, POINT_ITEMS = 3 };

/* A move of best plans; where these are compared by their states, all those between two states. */
typedef struct plan_arc {
    uint32_t to;   /* point of a state                                              */
    uint32_t move; /* point of a move, where several join two states; 0: it is the only one */
} plan_arc;

/* Starts that are images of one another. */
typedef struct fixed_start {
    uint32_t point;  /* one of them */
    uint32_t fixing; /* elements that fix it */
} fixed_start;

/* Points are what the group permutes: the states of best plans, each behind those that follow it;
   then moves of which several join two states; then images of states elsewhere. */
typedef struct orbit_counter {
    query_context *a;
    const best_plans *plans;
    symmetry symmetry;
    uint32_t *maps; /* [map_count] numbers of those that generate the group */
    size_t map_count;
    sequence_set points; /* a state, 0, 0; or a state, a move + 1, and where it leads */
    uint32_t own;        /* points that are not images elsewhere */
    uint32_t *image;     /* [points][maps] from point 1 on */
    size_t image_room;
    union_find groups; /* orbits of points */
    plan_arc *arcs;
    size_t arc_room;
    size_t *arc_end;       /* [states of best plans + 1], by point */
    sequence_set elements; /* each [points]: what it makes of each */
    uint32_t *element;     /* room for one */
    fixed_start *starts;
    size_t start_count, start_room;
    bigcount fixed; /* [start_count] plans from there, summed up over the elements */
    bigcount ways;  /* [states of best plans + 1], by point: fixed plans from there */
    progress_clock progress;
} orbit_counter;

/* Whether plans begin at one state alone. */
static bool has_one_start(const optimal_states *on)
{
    uint32_t begins = 0;
    for (uint32_t i = 0; i < on->count; i++)
        begins += optimal_states_begin(on, on->states[i]);
    return begins == 1;
}

/* Lists the maps that apply to all plans, and where all plans begin at one state also those that
   keep it. WGCQ_DONE: of several starts some have elements of their own. */
static int list_maps(orbit_counter *o)
{
    const uint32_t count = o->symmetry.elements.count, start = o->plans->on.best;
    const bool one_start = has_one_start(&o->plans->on);
    o->maps = malloc(((size_t)count + 1) * sizeof *o->maps);
    int code = o->maps ? 0 : error_set_memory(o->a->err);
    for (uint32_t x = 1; x <= count && !code; x++) {
        const uint32_t begins = symmetry_begins(&o->symmetry, x);
        uint32_t image = start;
        if (begins && !one_start)
            code = WGCQ_DONE;
        else if (begins == start)
            code = symmetry_state(&image, &o->symmetry, x, start);
        if (!code && (!begins || (begins == start && image == start)))
            o->maps[o->map_count++] = x;
    }
    return code;
}

/* ---- points ---------------------------------------------------------------------------------- */

static uint32_t find_point(const orbit_counter *o, uint32_t from, uint32_t move, uint32_t to)
{
    return sequence_set_find(&o->points, (const uint32_t[]){from, move, to}, POINT_ITEMS);
}

static int add_point(uint32_t *out, orbit_counter *o, uint32_t from, uint32_t move, uint32_t to)
{
    *out = sequence_set_add(&o->points, (const uint32_t[]){from, move, to}, POINT_ITEMS);
    return *out ? 0 : error_set_memory(o->a->err);
}

static int append_arc(orbit_counter *o, size_t *count, const plan_arc *arc)
{
    if (!array_reserve(&o->arcs, &o->arc_room, *count + 1, sizeof *o->arcs))
        return error_set_memory(o->a->err);
    o->arcs[(*count)++] = *arc;
    return 0;
}

static bool has_arc(const orbit_counter *o, size_t first, size_t count, uint32_t to)
{
    for (size_t i = first; i < count; i++)
        if (o->arcs[i].to == to)
            return true;
    return false;
}

static int append_arcs(orbit_counter *o, size_t *count, uint32_t s)
{
    const graph *g = o->plans->dist.g;
    const size_t first = *count;
    int code = 0;
    for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s) && !code; e++) {
        const uint32_t to = g->dst[e];
        if (!cost_distance_follows(&o->plans->dist, s, e))
            continue;
        plan_arc arc = {.to = find_point(o, to, 0, 0)};
        if (!o->symmetry.by_states && symmetry_edges(g, s, to) > 1)
            code = add_point(&arc.move, o, s, graph_move(g, e) + 1, to);
        if (!code && (arc.move || !has_arc(o, first, *count, arc.to)))
            code = append_arc(o, count, &arc);
    }
    return code;
}

static int list_points(orbit_counter *o)
{
    const optimal_states *on = &o->plans->on;
    size_t count = 0;
    uint32_t point;
    int code = 0;
    o->arc_end = calloc((size_t)on->count + 1, sizeof *o->arc_end);
    if (!o->arc_end)
        return error_set_memory(o->a->err);
    for (uint32_t i = 0; i < on->count && !code; i++)
        code = add_point(&point, o, on->states[i], 0, 0);
    for (uint32_t i = 0; i < on->count && !code; i++) {
        code = append_arcs(o, &count, on->states[i]);
        o->arc_end[i + 1] = count;
        code = code ? code : progress_poll(&o->progress, o->a->monitor, 0, o->a->err);
    }
    o->own = o->points.count;
    return code;
}

/* ---- their images ---------------------------------------------------------------------------- */

/* The image of a move, which is to be one of best plans too. */
static int find_move_image(uint32_t *out, orbit_counter *o, size_t x, const uint32_t *point)
{
    symmetry *s = &o->symmetry;
    uint32_t from = 0, to = 0, move = NO_MOVE;
    int code = symmetry_state(&from, s, o->maps[x], point[0]);
    code = code ? code : symmetry_state(&to, s, o->maps[x], point[2]);
    if (!code && from <= s->g->states && to <= s->g->states)
        code = symmetry_move(&move, s, o->maps[x], point[1] - 1, from, to);
    *out = code || move == NO_MOVE ? 0 : find_point(o, from, move + 1, to);
    return code || *out ? code : WGCQ_DONE;
}

static int find_point_image(uint32_t *out, orbit_counter *o, size_t x, uint32_t point)
{
    size_t items;
    const uint32_t *at = sequence_set_at(&o->points, point, &items);
    const uint32_t copy[POINT_ITEMS] = {at[0], at[1], at[2]};
    uint32_t state;
    if (copy[1])
        return find_move_image(out, o, x, copy);
    int code = symmetry_state(&state, &o->symmetry, o->maps[x], copy[0]);
    return code ? code : add_point(out, o, state, 0, 0);
}

/* Until there are no more; WGCQ_DONE: there are too many, or some are missing where the run was cut
   short. */
static int find_point_images(orbit_counter *o)
{
    const size_t maps = o->map_count;
    int code = 0;
    for (uint32_t p = 1; p <= o->points.count && !code; p++) {
        if (!array_reserve(&o->image, &o->image_room, p * maps, sizeof *o->image))
            return error_set_memory(o->a->err);
        for (size_t x = 0; x < maps && !code; x++)
            code = find_point_image(&o->image[(p - 1) * maps + x], o, x, p);
        if (!code &&
            (o->points.count > ITEMS_MOST || (o->symmetry.open && o->points.count > o->own)))
            code = WGCQ_DONE;
        code = code ? code : progress_poll(&o->progress, o->a->monitor, 0, o->a->err);
    }
    return code;
}

/* The map permutes the points, and arcs between states of best plans.  Where it does not, the
   classes are those of the plans alone: WGCQ_DONE. */
static int test_permutation(orbit_counter *o, size_t x)
{
    const best_plans *p = o->plans;
    const size_t maps = o->map_count;
    const uint32_t *image = o->image + x;
    uint8_t *seen = calloc((size_t)o->points.count + 1, 1);
    int code = seen ? 0 : error_set_memory(o->a->err);
    for (uint32_t i = 0; i < o->points.count && !code; i++)
        code = seen[image[i * maps]]++ ? WGCQ_DONE : 0;
    free(seen);
    for (uint32_t i = 0; i < p->on.count && !code; i++) {
        const uint32_t to = image[i * maps];
        if (to > p->on.count)
            continue;
        if (cost_distance_ends(&p->dist, p->on.states[i]) !=
            cost_distance_ends(&p->dist, p->on.states[to - 1]))
            code = WGCQ_DONE;
        for (size_t k = o->arc_end[i]; k < o->arc_end[i + 1] && !code; k++)
            code = has_arc(o, o->arc_end[to - 1], o->arc_end[to], image[(o->arcs[k].to - 1) * maps])
                       ? 0
                       : WGCQ_DONE;
    }
    return code;
}

static int join_orbits(orbit_counter *o)
{
    const size_t maps = o->map_count;
    int code = union_find_grow(&o->groups, o->points.count) ? 0 : error_set_memory(o->a->err);
    for (size_t x = 0; x < maps && !code; x++) {
        code = test_permutation(o, x);
        for (uint32_t i = 0; i < o->points.count && !code; i++)
            union_find_join(&o->groups, i + 1, o->image[i * maps + x]);
    }
    return code;
}

/* ---- elements -------------------------------------------------------------------------------- */

/* Adds element `number` with map x behind it. */
static bool add_element(orbit_counter *o, uint32_t number, size_t x)
{
    size_t points;
    const uint32_t *element = sequence_set_at(&o->elements, number, &points);
    for (size_t p = 0; p < points; p++)
        o->element[p] = o->image[(element[p] - 1) * o->map_count + x];
    return sequence_set_add(&o->elements, o->element, points) != 0;
}

static int list_elements(orbit_counter *o)
{
    const uint32_t points = o->points.count;
    o->element = malloc(((size_t)points + 1) * sizeof *o->element);
    for (uint32_t p = 0; o->element && p < points; p++)
        o->element[p] = p + 1;
    bool fine = o->element && sequence_set_add(&o->elements, o->element, points);
    int code = fine ? 0 : error_set_memory(o->a->err);
    for (uint32_t i = 1; i <= o->elements.count && !code; i++) {
        for (size_t x = 0; x < o->map_count && !code; x++) {
            if (o->elements.used > ITEMS_MOST)
                code = WGCQ_DONE;
            else if (!add_element(o, i, x))
                code = error_set_memory(o->a->err);
        }
        code = code ? code : progress_poll(&o->progress, o->a->monitor, 0, o->a->err);
    }
    return code;
}

/* ---- fixed plans ----------------------------------------------------------------------------- */

static bool is_fixed(const uint32_t *element, uint32_t point)
{
    return !point || element[point - 1] == point;
}

/* Counts plans over the states that the element fixes; the others are not looked at. */
static bool count_fixed_plans(orbit_counter *o, const uint32_t *element)
{
    const best_plans *p = o->plans;
    bool fine = true;
    for (uint32_t i = 0; i < p->on.count && fine; i++) {
        if (!is_fixed(element, i + 1))
            continue;
        bigcount_set_small(&o->ways, i + 1, cost_distance_ends(&p->dist, p->on.states[i]));
        for (size_t k = o->arc_end[i]; k < o->arc_end[i + 1] && fine; k++)
            if (is_fixed(element, o->arcs[k].to) && is_fixed(element, o->arcs[k].move))
                fine = bigcount_add(&o->ways, i + 1, &o->ways, o->arcs[k].to);
    }
    return fine;
}

static bool add_fixed_plans(orbit_counter *o, const uint32_t *element)
{
    bool fine = count_fixed_plans(o, element);
    for (size_t i = 0; i < o->start_count && fine; i++) {
        fixed_start *s = &o->starts[i];
        if (!is_fixed(element, s->point))
            continue;
        s->fixing++;
        fine = bigcount_add(&o->fixed, i, &o->ways, s->point);
    }
    return fine;
}

static bool has_start_like(orbit_counter *o, uint32_t point)
{
    const uint32_t root = union_find_root(&o->groups, point);
    for (size_t i = 0; i < o->start_count; i++)
        if (union_find_root(&o->groups, o->starts[i].point) == root)
            return true;
    return false;
}

static int list_starts(orbit_counter *o)
{
    const optimal_states *on = &o->plans->on;
    bool fine = bigcount_resize(&o->ways, (size_t)on->count + 1);
    for (uint32_t i = 0; i < on->count && fine; i++) {
        if (!optimal_states_begin(on, on->states[i]) || has_start_like(o, i + 1))
            continue;
        fine = array_reserve(&o->starts, &o->start_room, o->start_count + 1, sizeof *o->starts);
        if (fine)
            o->starts[o->start_count++] = (fixed_start){.point = i + 1};
    }
    fine = fine && bigcount_resize(&o->fixed, o->start_count);
    return fine ? 0 : error_set_memory(o->a->err);
}

static int average_fixed_plans(char **count, orbit_counter *o)
{
    bigcount sum = {0};
    size_t points;
    int code = list_starts(o);
    for (uint32_t i = 1; i <= o->elements.count && !code; i++) {
        const uint32_t *element = sequence_set_at(&o->elements, i, &points);
        code = add_fixed_plans(o, element) ? 0 : error_set_memory(o->a->err);
        code = code ? code : progress_poll(&o->progress, o->a->monitor, 0, o->a->err);
    }
    bool fine = !code && bigcount_resize(&sum, 1);
    for (size_t i = 0; i < o->start_count && fine; i++) {
        bigcount_divide(&o->fixed, i, o->starts[i].fixing);
        fine = bigcount_add(&sum, 0, &o->fixed, i);
    }
    if (!code && (!fine || !(*count = bigcount_text(&sum, 0))))
        code = error_set_memory(o->a->err);
    bigcount_free(&sum);
    return code;
}

static void close_orbit_counter(orbit_counter *o)
{
    symmetry_close(&o->symmetry);
    free(o->maps);
    sequence_set_free(&o->points);
    free(o->image);
    union_find_free(&o->groups);
    FREE_EACH(o->arcs, o->arc_end);
    sequence_set_free(&o->elements);
    FREE_EACH(o->element, o->starts);
    bigcount_free(&o->fixed);
    bigcount_free(&o->ways);
}

int equivalence_count_orbits(char **count, query_context *a, const best_plans *plans)
{
    orbit_counter o = {.a = a, .plans = plans};
    progress_begin(&o.progress, "symmetry", plans->dist.g);
    int code = symmetry_open(&o.symmetry, a, plans->dist.g);
    code = code ? code : list_maps(&o);
    code = code ? code : list_points(&o);
    code = code ? code : find_point_images(&o);
    code = code ? code : join_orbits(&o);
    code = code ? code : list_elements(&o);
    code = code ? code : average_fixed_plans(count, &o);
    close_orbit_counter(&o);
    return code;
}
