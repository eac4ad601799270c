/*
 * test_sweep_back.c - shortest plans that are counted from the goals back, against every level
 * written down.
 *
 * Random graphs with edges there and back, several at a time, of several starts and goals.  The
 * oracle finds depths state by state, adds ways up modulo 2^64, and goes back by the least
 * predecessor.
 */
#include <string.h>
#include <time.h>

#include "allocations.h"
#include "dice.h"
#include "receiver.h"
#include "space/sets/state_set.h"
#include "suite.h"
#include "toys.h"
#include "turns.h"

enum { KNOTS_MOST = 1 << 15, MOVES_MOST = 24, NONE = KNOTS_MOST };

/* to[knot][move]: a knot, or NONE.  A knot's state is its name. */
typedef struct net {
    uint32_t knots;
    uint32_t to[KNOTS_MOST][MOVES_MOST], name[KNOTS_MOST], named[KNOTS_MOST];
    unsigned moves[KNOTS_MOST];
    bool goal[KNOTS_MOST];
    bool directed;
} net;

static net world;
static unsigned asked; /* how often a search asked whether the net is undirected */

static uint32_t below(uint64_t *seed, uint64_t sides)
{
    return (uint32_t)(dice(seed) % sides);
}

static uint32_t knot_of_state(const uint64_t *state)
{
    return world.named[state[0]];
}

static outcome go_on(const toy *t, uint32_t move, const uint64_t *from, uint64_t *to, int64_t *cost,
                     uint32_t *rule, uint32_t *text)
{
    const uint32_t next = world.to[knot_of_state(from)][move];
    (void)t, (void)cost, (void)rule;
    *text = move;
    if (next == NONE)
        return NO_MOVE;
    *to = world.name[next];
    return MOVED;
}

static uint8_t mark_knot(const toy *t, const uint64_t *state)
{
    (void)t;
    return world.goal[knot_of_state(state)] ? MARK_GOAL : 0;
}

static int say_undirected(bool *undirected, const wgcq_model *model, wgcq_error *err)
{
    (void)model, (void)err;
    asked++;
    *undirected = !world.directed;
    return 0;
}

static void tie(uint32_t a, uint32_t b, unsigned times)
{
    for (; times && world.moves[a] < MOVES_MOST; times--)
        world.to[a][world.moves[a]++] = b;
}

/* Each knot is tied to some not far behind it, so that there are many levels. */
static void tie_knots(uint64_t *seed, uint32_t far)
{
    for (uint32_t a = 0; a < world.knots; a++)
        for (unsigned left = 1 + below(seed, 3); left; left--) {
            const uint32_t b = a + 1 + below(seed, far);
            if (b >= world.knots || world.moves[a] >= MOVES_MOST - 3 ||
                world.moves[b] >= MOVES_MOST - 3)
                continue;
            tie(a, b, 1 + below(seed, 3));
            tie(b, a, 1 + below(seed, 2));
        }
}

static void name_knots(uint64_t *seed)
{
    for (uint32_t i = 0; i < world.knots; i++)
        world.name[i] = i;
    for (uint32_t i = world.knots; i > 1; i--) {
        const uint32_t k = below(seed, i), name = world.name[i - 1];
        world.name[i - 1] = world.name[k];
        world.name[k] = name;
    }
    for (uint32_t i = 0; i < world.knots; i++)
        world.named[world.name[i]] = i;
}

static void make_net(toy *t, uint64_t *seed, uint32_t knots, uint32_t far)
{
    static model_field name = {.name = "name", .width = 15};
    memset(&world, 0, sizeof world);
    for (uint32_t i = 0; i < KNOTS_MOST; i++)
        for (unsigned m = 0; m < MOVES_MOST; m++)
            world.to[i][m] = NONE;
    world.knots = knots;
    name_knots(seed);
    tie_knots(seed, far);
    for (unsigned left = 1 + below(seed, 4); left; left--)
        world.goal[knots - 1 - below(seed, knots / 2)] = true;
    name.domain = knots;
    *t = (toy){.model = {.title = "net",
                         .words = 1,
                         .bits = name.width,
                         .fields = &name,
                         .field_count = 1,
                         .has_goal = true},
               .moves = MOVES_MOST,
               .starts = 1 + below(seed, 3),
               .make = go_on,
               .mark = mark_knot};
    for (size_t i = 0; i < t->starts; i++)
        t->start[i][0] = world.name[i * 2];
    toy_finish(t);
    t->model.is_undirected = say_undirected;
}

/* ---- the oracle ------------------------------------------------------------------------------ */

static struct {
    uint32_t depth[KNOTS_MOST], list[KNOTS_MOST], shortest, goal;
    uint64_t ways[KNOTS_MOST], plans;
} want;

static void reach(uint32_t knot, uint32_t depth, uint32_t *count)
{
    if (want.depth[knot] != NONE)
        return;
    want.depth[knot] = depth;
    want.list[(*count)++] = knot;
}

static void find_ways(const toy *t)
{
    uint32_t count = 0;
    memset(&want, 0, sizeof want);
    for (uint32_t i = 0; i < world.knots; i++)
        want.depth[i] = NONE;
    for (size_t i = 0; i < t->starts; i++) {
        reach(knot_of_state(t->start[i]), 0, &count);
        want.ways[knot_of_state(t->start[i])] = 1;
    }
    for (uint32_t i = 0; i < count; i++)
        for (unsigned m = 0; m < world.moves[want.list[i]]; m++) {
            const uint32_t from = want.list[i], to = world.to[from][m];
            reach(to, want.depth[from] + 1, &count);
            want.ways[to] += want.depth[to] == want.depth[from] + 1 ? want.ways[from] : 0;
        }
    want.shortest = want.goal = NONE;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t knot = want.list[i];
        if (!world.goal[knot] || want.depth[knot] > want.shortest)
            continue;
        want.shortest = want.depth[knot];
        want.plans += want.ways[knot];
        if (want.goal == NONE || world.name[knot] < world.name[want.goal])
            want.goal = knot;
    }
}

static uint32_t least_before(uint32_t knot)
{
    uint32_t least = NONE;
    for (uint32_t i = 0; i < world.knots; i++)
        for (unsigned m = 0; want.depth[i] + 1 == want.depth[knot] && m < world.moves[i]; m++)
            if (world.to[i][m] == knot && (least == NONE || world.name[i] < world.name[least]))
                least = i;
    return least;
}

/* ---- what is held to it ---------------------------------------------------------------------- */

static uint64_t modulo_words(const char *decimal)
{
    uint64_t value = 0;
    for (; *decimal; decimal++)
        value = value * 10 + (uint64_t)(*decimal - '0');
    return value;
}

static void check_plan(const search_result *out, bool least)
{
    const uint64_t *at = out->plan.states + out->plan.length;
    uint32_t knot = knot_of_state(at);
    assert_int_equal(out->plan.length, want.shortest);
    assert_true(world.goal[knot]);
    if (least)
        assert_int_equal(knot, want.goal);
    for (uint32_t step = out->plan.length; step-- > 0;) {
        const uint32_t before = knot_of_state(--at);
        if (least)
            assert_int_equal(before, least_before(knot));
        assert_int_equal(want.depth[before], step);
        assert_int_equal(world.to[before][out->plan.moves[step]], knot);
        knot = before;
    }
}

static void check_found(const search_options *how, const search_result *out)
{
    const bool any = want.goal != NONE && (!how->max_depth || want.shortest <= how->max_depth);
    assert_int_equal(out->shortest_known, any);
    assert_int_equal(out->shortest_count != NULL, any);
    assert_int_equal(out->plan.states != NULL, any && !how->no_plan);
    if (!any)
        return;
    assert_int_equal(out->shortest, want.shortest);
    assert_int_equal(modulo_words(out->shortest_count), want.plans);
    if (!how->no_plan)
        check_plan(out, true);
}

static void same_figures(const search_result *a, const search_result *b)
{
    assert_int_equal(a->states, b->states);
    assert_int_equal(a->edges, b->edges);
    assert_int_equal(a->goals, b->goals);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->expanded, b->expanded);
    assert_int_equal(a->end, b->end);
    assert_int_equal(!a->shortest_count, !b->shortest_count);
    if (a->shortest_count)
        assert_string_equal(a->shortest_count, b->shortest_count);
}

static search_options random_options(uint64_t *seed)
{
    return (search_options){.order = WGCQ_BREADTH_FIRST,
                            .stop = below(seed, 3) ? WGCQ_STOP_EXHAUSTED : WGCQ_STOP_SHORTEST,
                            .count_shortest = true,
                            .no_plan = !below(seed, 4),
                            .max_depth = below(seed, 3) ? 0 : 1 + below(seed, want.shortest + 2),
                            .threads = 1 + below(seed, 3),
                            .hooks = {.set_kind = below(seed, 2)   ? 0
                                                  : below(seed, 2) ? 1
                                                                   : 4,
                                      .wide_level = below(seed, 2),
                                      .trail_bytes = below(seed, 2) ? 0 : 1 + below(seed, 400)}};
}

static search_result search_net(const toy *t, const search_options *how)
{
    search_result out = {0};
    wgcq_error err = {0};
    if (run_search(&out, &t->model, how, NULL, NULL, &err))
        fail_msg("%s", err.text);
    return out;
}

/* Waiting and not, which the oracle tells apart from neither. */
static bool compare_nets(const toy *t, uint64_t *seed)
{
    search_options how = random_options(seed);
    const unsigned before = asked;
    how.hooks.waiting_states = SIZE_MAX;
    search_result now = search_net(t, &how);
    assert_int_equal(asked, before);
    how.hooks.waiting_states = 1 + below(seed, world.knots / 2);
    search_result later = search_net(t, &how);
    same_figures(&now, &later);
    check_found(&how, &now);
    check_found(&how, &later);
    search_result_free(&now);
    search_result_free(&later);
    return asked > before;
}

static void plans_are_counted_back(void **unused)
{
    (void)unused;
    uint64_t seed = turns_seed();
    unsigned waited = 0;
    toy t;
    for (unsigned round = 0; round < 60; round++) {
        const uint32_t knots = 6 + below(&seed, round % 4 ? 60 : 600);
        make_net(&t, &seed, knots, 1 + below(&seed, round % 3 ? 8 : 60));
        find_ways(&t);
        for (unsigned i = 0; i < 6; i++)
            waited += compare_nets(&t, &seed);
    }
    assert_true(waited > 60);
}

/* Edges that lead one way only are never gone back. */
static void a_directed_net_is_counted_at_once(void **unused)
{
    (void)unused;
    uint64_t seed = turns_seed() + 1;
    toy t;
    make_net(&t, &seed, 300, 5);
    for (uint32_t i = 1; i < world.knots; i += 3)
        world.to[i][0] = i + 1 < world.knots ? i + 1 : 0;
    world.directed = true;
    find_ways(&t);
    const unsigned before = asked;
    for (unsigned i = 0; i < 20; i++)
        compare_nets(&t, &seed);
    assert_true(asked > before);
}

/* ---- cut short ------------------------------------------------------------------------------- */

static const char *lose_patience(void *self, uint64_t frontier)
{
    unsigned *calls_left = self;
    (void)frontier;
    return (*calls_left)-- ? NULL : "patience";
}

/* Runs of one net that end after so many questions of a limit: how many have a plan, and no number
   of plans. */
static unsigned count_cut_levels(const toy *t)
{
    unsigned cut = 0;
    for (unsigned calls = 0; calls < 40; calls++) {
        unsigned calls_left = calls;
        search_options how = {.order = WGCQ_BREADTH_FIRST,
                              .stop = WGCQ_STOP_EXHAUSTED,
                              .count_shortest = true,
                              .threads = 1 + calls % 2,
                              .limit_reached = lose_patience,
                              .limit_self = &calls_left,
                              .hooks.waiting_states = 5};
        search_result out = search_net(t, &how);
        if (out.plan.states)
            check_plan(&out, out.shortest_count != NULL);
        if (out.shortest_count)
            assert_int_equal(modulo_words(out.shortest_count), want.plans);
        cut += out.plan.states && !out.shortest_count;
        search_result_free(&out);
    }
    return cut;
}

/* A run that ends within the level of the first goals has a plan, and no number of them. */
static void a_cut_level_has_a_plan(void **unused)
{
    (void)unused;
    uint64_t seed = turns_seed() + 2;
    unsigned nets = 0, cut = 0;
    for (toy t; !cut && nets < 50; nets++) {
        make_net(&t, &seed, KNOTS_MOST, 9000);
        find_ways(&t);
        cut = count_cut_levels(&t);
    }
    print_message("# %u cut, %u nets\n", cut, nets);
    assert_true(cut);
}

/* ---- a limit on the way back ------------------------------------------------------------------
 */

/* A state that is expanded again is on a way back.  The first one of depth `late_at` takes so long
   that limits are checked behind it. */
static struct {
    uint32_t states[KNOTS_MOST], again[KNOTS_MOST]; /* of each depth: on shortest plans; expanded */
    unsigned expanded[KNOTS_MOST];                  /* how often */
    uint32_t late_at;
    bool late;
} back;

enum { LATE_NANOSECONDS = 250000000 }; /* more than there is between two reports to a monitor */

static outcome go_on_late(const toy *t, uint32_t move, const uint64_t *from, uint64_t *to,
                          int64_t *cost, uint32_t *rule, uint32_t *text)
{
    const uint32_t knot = knot_of_state(from), depth = want.depth[knot];
    const struct timespec late = {.tv_nsec = LATE_NANOSECONDS};
    back.expanded[knot] += !move;
    if (!move && back.expanded[knot] == 2) {
        back.again[depth]++;
        if (depth == back.late_at && !back.late)
            nanosleep(&late, NULL);
        back.late = back.late || depth == back.late_at;
    }
    return go_on(t, move, from, to, cost, rule, text);
}

/* Behind find_ways. */
static void find_states_on_plans(void)
{
    static bool leads[KNOTS_MOST];
    memset(leads, 0, sizeof leads);
    memset(&back, 0, sizeof back);
    for (uint32_t depth = want.shortest + 1; depth-- > 0;)
        for (uint32_t i = 0; i < world.knots; i++) {
            leads[i] =
                leads[i] || (want.depth[i] == depth && depth == want.shortest && world.goal[i]);
            for (unsigned m = 0; want.depth[i] == depth && m < world.moves[i]; m++)
                leads[i] =
                    leads[i] || (leads[world.to[i][m]] && want.depth[world.to[i][m]] == depth + 1);
            back.states[depth] += want.depth[i] == depth && leads[i];
        }
}

static const char *end_when_late(void *self, uint64_t frontier)
{
    (void)self, (void)frontier;
    return back.late ? "late" : NULL;
}

static search_receiver_memory fill_when_late(void *self)
{
    (void)self;
    return (search_receiver_memory){0, back.late ? SIZE_MAX : 0};
}

static int interrupt_when_late(void *self, const wgcq_progress *progress)
{
    (void)self, (void)progress;
    return back.late;
}

enum { NO_END, BY_HOOK, BY_MEMORY, BY_MONITOR, WAYS_TO_END };

static search_result search_back(const toy *t, uint32_t late_at, int way)
{
    static const wgcq_monitor monitor = {.report = interrupt_when_late};
    const search_options how = {.order = WGCQ_BREADTH_FIRST,
                                .stop = WGCQ_STOP_EXHAUSTED,
                                .count_shortest = true,
                                .threads = 1,
                                .max_memory = way == BY_MEMORY ? (uint64_t)1 << 40 : 0,
                                .receiver_memory = way == BY_MEMORY ? fill_when_late : NULL,
                                .limit_reached = way == BY_HOOK ? end_when_late : NULL,
                                .hooks = {.set_kind = 1 + STATE_SET_DIRECT, .waiting_states = 1}};
    search_result out = {0};
    wgcq_error err = {0};
    memset(back.again, 0, sizeof back.again);
    memset(back.expanded, 0, sizeof back.expanded);
    back.late_at = late_at;
    back.late = false;
    if (run_search(&out, &t->model, &how, NULL, way == BY_MONITOR ? &monitor : NULL, &err))
        fail_msg("%s", err.text);
    return out;
}

static void check_cut_back(const toy *t, uint32_t depth, int way)
{
    static const char *const limits[] = {"", "late", "--max-memory 1099511627776", ""};
    search_result out = search_back(t, depth, way);
    assert_true(back.late);
    assert_int_equal(out.end, way == BY_MONITOR ? SEARCH_INTERRUPTED : SEARCH_LIMIT);
    assert_string_equal(out.limit, limits[way]);
    assert_null(out.shortest_count);
    assert_true(out.shortest_known);
    assert_int_equal(out.shortest, want.shortest);
    assert_non_null(out.plan.states);
    check_plan(&out, true);
    search_result_free(&out);
}

/* Depths before the goals whose states on plans are all expanded again, one alone and then others.
 */
static uint32_t find_walked(const toy *t, uint32_t *depths)
{
    uint32_t count = 0;
    search_result out = search_back(t, NONE, NO_END);
    assert_int_equal(modulo_words(out.shortest_count), want.plans);
    for (uint32_t depth = 0; depth < want.shortest; depth++)
        if (back.states[depth] > 1 && back.again[depth] == back.states[depth])
            depths[count++] = depth;
    search_result_free(&out);
    return count;
}

/* A limit that comes while plans are counted back ends the counting; the least plan is found. */
static void a_limit_on_the_way_back_leaves_the_plan(void **unused)
{
    static uint32_t walked[KNOTS_MOST];
    (void)unused;
    uint64_t seed = turns_seed() + 4;
    uint32_t count = 0;
    toy t;
    while (count < 5) {
        make_net(&t, &seed, 600, 12);
        t.make = go_on_late;
        find_ways(&t);
        if (want.goal == NONE)
            continue;
        find_states_on_plans();
        count = find_walked(&t, walked);
    }
    for (int way = BY_HOOK; way < WAYS_TO_END; way++) {
        check_cut_back(&t, walked[0], way);
        check_cut_back(&t, walked[1 + below(&seed, count - 2)], way);
        check_cut_back(&t, walked[count - 1], way);
    }
}

/* ---- no memory ------------------------------------------------------------------------------- */

static void every_allocation_fails(void **unused)
{
    (void)unused;
    uint64_t seed = turns_seed() + 3;
    toy t;
    make_net(&t, &seed, 300, 9);
    find_ways(&t);
    search_options how = {.order = WGCQ_BREADTH_FIRST,
                          .stop = WGCQ_STOP_EXHAUSTED,
                          .count_shortest = true,
                          .threads = 1,
                          .hooks.waiting_states = 9};
    int code = WGCQ_EMEMORY;
    for (long at = 1; code; at++) {
        search_result out = {0};
        wgcq_error err = {0};
        allocations = 0;
        fails_at = at;
        code = run_search(&out, &t.model, &how, NULL, NULL, &err);
        fails_at = 0;
        assert_true(!code || code == WGCQ_EMEMORY);
        if (!code)
            check_found(&how, &out);
        search_result_free(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_are_counted_back),
        cmocka_unit_test(a_directed_net_is_counted_at_once),
        cmocka_unit_test(a_cut_level_has_a_plan),
        cmocka_unit_test(a_limit_on_the_way_back_leaves_the_plan),
        cmocka_unit_test(every_allocation_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
