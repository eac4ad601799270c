/*
 * test_search_resume.c - a breadth-first run that goes on from wherever an earlier one was cut
 * short reports what is missing, no more and no less, and concludes the same; in memory, and with
 * its states in files.
 */
#include <unistd.h>

#include "graph/graph.h"
#include "place.h"
#include "receiver.h"
#include "suite.h"
#include "toys.h"

/* ---- a world of many levels ------------------------------------------------------------------ */

/* A state is a number below `size`; each move leads a little further, or back. */
typedef struct slope {
    uint32_t size, seed;
    unsigned goals, ends; /* one state in so many; 0: none */
} slope;

static uint64_t scramble(uint64_t x)
{
    x = (x ^ x >> 31) * 0x7fb5d329728ea185u;
    x = (x ^ x >> 27) * 0x81dadef4bc2dd44du;
    return x ^ x >> 33;
}

static outcome roll(const toy *t, uint32_t move, const uint64_t *from, uint64_t *to, int64_t *cost,
                    uint32_t *rule, uint32_t *message)
{
    const slope *w = t->world;
    uint64_t x = scramble(*from << 20 ^ move << 8 ^ w->seed), next = *from + x % 17;
    *rule = (uint32_t)(x >> 50) % 2;
    *message = move;
    *cost = (int64_t)(x >> 40 & 3);
    if (x % 11 == 0)
        return REJECTED;
    *to = x % 7 ? next : *from / 2;
    return *to < w->size ? MOVED : NO_MOVE;
}

static uint8_t slope_mark(const toy *t, const uint64_t *state)
{
    const slope *w = t->world;
    uint64_t x = scramble(*state ^ w->seed);
    return (uint8_t)((w->goals && x % w->goals == 0 ? MARK_GOAL : 0) |
                     (w->ends && (x >> 32) % w->ends == 0 ? MARK_END : 0));
}

static void make_slope(toy *t, const slope *world)
{
    static const char *const names[] = {"toll"};
    *t = (toy){.model = {.title = "slope",
                         .words = 1,
                         .costs = 1,
                         .cost_names = names,
                         .has_goal = world->goals,
                         .has_end = world->ends,
                         .rule_count = 2},
               .moves = 4,
               .start = {{3}, {1}},
               .starts = 2,
               .world = world,
               .make = roll,
               .mark = slope_mark};
    toy_finish(t);
}

/* ---- what a run reports ---------------------------------------------------------------------- */

typedef struct heard {
    graph *g;
    uint32_t rejected[4000]; /* sources, in order */
    size_t rejections;
    search_result result;
} heard;

static int hear_states(void *self, const state_rows *rows, wgcq_error *err)
{
    return graph_add_states(((heard *)self)->g, rows, err);
}

static int hear_edges(void *self, const edge_rows *rows, wgcq_error *err)
{
    return graph_add_edges(((heard *)self)->g, rows, err);
}

static int hear_rejections(void *self, const rejection_rows *rows, wgcq_error *err)
{
    heard *h = self;
    (void)err;
    for (size_t i = 0; i < rows->count; i++) {
        assert_true(h->rejections < sizeof h->rejected / sizeof *h->rejected);
        h->rejected[h->rejections++] = rows->src[i];
    }
    return 0;
}

static void listen(heard *h, const toy *t, const search_options *options)
{
    wgcq_error err = {0};
    receiver o = {
        .self = h, .states = hear_states, .edges = hear_edges, .rejections = hear_rejections};
    if (run_search(&h->result, &t->model, options, &o, NULL, &err))
        fail_msg("%s", err.text);
}

static void forget(heard *h)
{
    graph_free(h->g);
    search_result_free(&h->result);
    *h = (heard){0};
}

/* An earlier run had reported `states` states, and all that comes of the first `expanded`. */
static void cut(heard *out, const heard *whole, uint32_t states, uint32_t expanded)
{
    const graph *g = whole->g;
    wgcq_error err = {0};
    uint64_t edges = 0;
    *out = (heard){.g = graph_new(g->words, g->costs)};
    state_rows rows = {.first = 1,
                       .count = states,
                       .words = g->words,
                       .state = g->state + g->words,
                       .marks = g->marks + 1,
                       .depth = g->depth + 1};
    assert_int_equal(graph_add_states(out->g, &rows, &err), 0);
    uint32_t *src = malloc((g->edges + 1) * sizeof *src);
    uint32_t *move = malloc((g->edges + 1) * sizeof *move);
    assert_true(src && move);
    narrow_read(g->move, 0, g->edges, move);
    while (edges < g->edges && (src[edges] = graph_source(g, edges)) <= expanded)
        edges++;
    edge_rows reported = {edges, g->costs, src, g->dst, move, g->cost};
    assert_int_equal(graph_add_edges(out->g, &reported, &err), 0);
    free(src);
    free(move);
    while (out->rejections < whole->rejections && whole->rejected[out->rejections] <= expanded) {
        out->rejected[out->rejections] = whole->rejected[out->rejections];
        out->rejections++;
    }
}

static void same(const heard *a, const heard *b)
{
    const graph *g = a->g, *h = b->g;
    const search_result *r = &a->result, *s = &b->result;
    assert_int_equal(g->states, h->states);
    assert_int_equal(g->edges, h->edges);
    assert_memory_equal(g->state, h->state, (g->states + (size_t)1) * sizeof *g->state);
    assert_memory_equal(g->marks, h->marks, g->states + (size_t)1);
    assert_memory_equal(g->depth, h->depth, (g->states + (size_t)1) * sizeof *g->depth);
    for (uint64_t e = 0; e < g->edges; e++) {
        assert_int_equal(graph_source(g, e), graph_source(h, e));
        assert_int_equal(graph_move(g, e), graph_move(h, e));
    }
    assert_memory_equal(g->dst, h->dst, g->edges * sizeof *g->dst);
    assert_memory_equal(g->cost, h->cost, g->edges * sizeof *g->cost);
    assert_int_equal(a->rejections, b->rejections);
    assert_memory_equal(a->rejected, b->rejected, a->rejections * sizeof *a->rejected);
    assert_int_equal(r->end, s->end);
    assert_string_equal(r->limit, s->limit);
    assert_int_equal(r->states, s->states);
    assert_int_equal(r->edges, s->edges);
    assert_int_equal(r->rejections, s->rejections);
    assert_int_equal(r->starts, s->starts);
    assert_int_equal(r->goals, s->goals);
    assert_int_equal(r->expanded, s->expanded);
    assert_int_equal(r->depth, s->depth);
    assert_int_equal(r->first_goal, s->first_goal);
    assert_int_equal(r->proved_depth, s->proved_depth);
    assert_int_equal(r->shortest_known, s->shortest_known);
    assert_int_equal(r->shortest, s->shortest);
}

/* ---- from every place ------------------------------------------------------------------------ */

/* The last of the states that the first `expanded` lead to. */
static uint32_t found_by(const heard *whole, uint32_t expanded)
{
    const graph *g = whole->g;
    uint32_t last = (uint32_t)whole->result.starts;
    for (uint64_t e = 0; e < g->edges && graph_source(g, e) <= expanded; e++)
        last = g->dst[e] > last ? g->dst[e] : last;
    return last;
}

static char folder[PLACE_ROOM];
enum { FILES_STRIDE = 61 }; /* of the places, in files */

static void go_on(const heard *whole, const toy *t, search_options options, uint32_t states,
                  uint32_t expanded)
{
    heard *part = calloc(1, sizeof *part);
    assert_non_null(part);
    cut(part, whole, states, expanded);
    const graph *g = part->g;
    search_past past = {.states = states,
                        .expanded = expanded,
                        .own = states,
                        .edges = g->edges,
                        .rejections = part->rejections,
                        .state = g->state + g->words,
                        .marks = g->marks + 1,
                        .depth = g->depth + 1};
    options.past = &past;
    listen(part, t, &options);
    same(whole, part);
    forget(part);
    free(part);
}

/* The whole of it in files, with room for some `bytes` of records in memory. */
static void in_files(const heard *whole, const toy *t, search_options options, size_t bytes)
{
    heard *all = calloc(1, sizeof *all);
    assert_non_null(all);
    all->g = graph_new(t->model.words, t->model.costs);
    options.spill = folder;
    options.hooks.spill_bytes = bytes;
    listen(all, t, &options);
    assert_true(bytes > 256 || all->result.states < 50 || all->result.files_written);
    same(whole, all);
    forget(all);
    free(all);
}

/* Cut short at every state, with as few states known as can be, as many, and some in between. */
static uint32_t from_everywhere(const toy *t, search_options options)
{
    heard *whole = calloc(1, sizeof *whole);
    assert_non_null(whole);
    whole->g = graph_new(t->model.words, t->model.costs);
    options.threads = options.threads ? options.threads : 1;
    listen(whole, t, &options);
    uint32_t states = whole->g->states;
    for (uint32_t e = 0; e <= whole->result.expanded; e++) {
        uint32_t least = found_by(whole, e);
        if (least < e)
            continue;
        uint32_t next = e < whole->g->states ? whole->g->depth[e + 1] : UINT32_MAX - 1;
        uint32_t most = least;
        while (most < whole->g->states && whole->g->depth[most + 1] <= next + 1)
            most++;
        go_on(whole, t, options, least, e);
        go_on(whole, t, options, least + (most - least) / 2, e);
        go_on(whole, t, options, most, e);
        if (options.max_states || e % FILES_STRIDE)
            continue;
        search_options spilled = options;
        spilled.spill = folder;
        spilled.hooks.spill_bytes = 1024;
        go_on(whole, t, spilled, least, e);
        go_on(whole, t, spilled, least + (most - least) / 2, e);
        go_on(whole, t, spilled, most, e);
    }
    for (size_t bytes = 256; bytes <= 1 << 20 && !options.max_states; bytes *= 4096)
        in_files(whole, t, options, bytes);
    forget(whole);
    free(whole);
    return states;
}

static void to_the_end(void **state)
{
    (void)state;
    toy t;
    for (uint32_t seed = 1; seed <= 6; seed++) {
        slope world = {400, seed, seed % 3 ? 60 : 0, seed % 2 ? 9 : 0};
        make_slope(&t, &world);
        assert_true(from_everywhere(&t, (search_options){.threads = 1 + seed % 3}) > 100);
    }
}

static void to_a_stop(void **state)
{
    (void)state;
    toy t;
    uint32_t states = 0;
    for (uint32_t seed = 1; seed <= 12; seed++) {
        slope world = {500, seed, 150, seed % 2 ? 12 : 0};
        make_slope(&t, &world);
        states += from_everywhere(&t, (search_options){.stop = WGCQ_STOP_SHORTEST});
    }
    assert_true(states > 150);
}

static void to_a_limit(void **state)
{
    (void)state;
    toy t;
    slope world = {400, 3, 60, 0};
    make_slope(&t, &world);
    for (uint64_t most = 41; most < 140; most += 7)
        assert_int_equal(from_everywhere(&t, (search_options){.max_states = most}), most);
    for (uint64_t deep = 4; deep < 9; deep++)
        from_everywhere(&t, (search_options){.max_depth = deep});
}

/* ---- what cannot be resumed ------------------------------------------------------------------ */

static void what_is_wrong_is_told(void **state)
{
    (void)state;
    slope world = {400, 1, 60, 0};
    toy t;
    make_slope(&t, &world);
    uint64_t states[] = {3, 1, 4, 5};
    uint8_t marks[] = {MARK_START, MARK_START, 0, 0};
    uint32_t depth[] = {0, 0, 1, 1};
    search_past past = {4, 1, 0, 0, 4, states, marks, depth, NULL, 0, 0, 0, 0, 0};
    search_options options = {.threads = 1, .past = &past};
    search_result result;
    wgcq_error err = {0};
    depth[1] = 2; /* levels out of order */
    assert_int_equal(run_search(&result, &t.model, &options, NULL, NULL, &err), WGCQ_ERUN);
    depth[1] = 0, depth[2] = depth[3] = 2; /* one is missing */
    err = (wgcq_error){0};
    assert_int_equal(run_search(&result, &t.model, &options, NULL, NULL, &err), WGCQ_ERUN);
    depth[2] = depth[3] = 1, states[0] = 2; /* another start */
    err = (wgcq_error){0};
    assert_int_equal(run_search(&result, &t.model, &options, NULL, NULL, &err), WGCQ_ERUN);
    states[0] = 3, states[3] = 4; /* a state twice */
    err = (wgcq_error){0};
    assert_int_equal(run_search(&result, &t.model, &options, NULL, NULL, &err), WGCQ_ERUN);
    states[3] = 5, options.max_states = 3;
    err = (wgcq_error){0};
    assert_int_equal(run_search(&result, &t.model, &options, NULL, NULL, &err), WGCQ_EREQUEST);
    assert_non_null(strstr(err.text, "no room for the 4 stored states"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(to_the_end),
        cmocka_unit_test(to_a_stop),
        cmocka_unit_test(to_a_limit),
        cmocka_unit_test(what_is_wrong_is_told),
    };
    if (!place_make(folder, "test_search_resume"))
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(folder);
    return failed;
}
