/*
 * test_stream.c - searches pulled one solution at a time.
 *
 * Over random charts every order is held to a list of all solutions made by walking through the
 * chart by hand: the same ones, each once, in the order that is promised.  How often the model is
 * asked between two pulls says how lazy it is.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "place.h"
#include "suite.h"
#include "turns.h"
#include "wgcq.h"

/* ---- charts -------------------------------------------------------------- */

enum { PLACES = 9, ROADS = 36, MOST = 20000, LONGEST = PLACES };

typedef struct road {
    uint8_t from, to;
    int64_t toll;
    char name[8];
} road;

typedef struct chart {
    road roads[ROADS];
    size_t count;
    bool start[PLACES], goal[PLACES], end[PLACES];
    int64_t bound[PLACES];
} chart;

typedef struct place {
    uint8_t at;
} place;

static uint64_t seed;

static uint32_t chance(uint32_t below)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 33) % below;
}

/* The least toll that is left, by going round until nothing changes. */
static void find_bounds(chart *c)
{
    int64_t left[PLACES];
    for (int p = 0; p < PLACES; p++)
        left[p] = c->goal[p] ? 0 : 1000;
    for (int round = 0; round < PLACES; round++)
        for (size_t r = 0; r < c->count; r++)
            if (left[c->roads[r].to] + c->roads[r].toll < left[c->roads[r].from])
                left[c->roads[r].from] = left[c->roads[r].to] + c->roads[r].toll;
    /* a lower bound, and seldom a consistent one */
    for (int p = 0; p < PLACES; p++)
        c->bound[p] = left[p] ? (int64_t)chance((uint32_t)left[p] + 1) : 0;
}

static chart random_chart(uint64_t number)
{
    chart c = {0};
    seed = number * 0x9e3779b97f4a7c15u + 1;
    c.count = 6 + chance(ROADS - 5);
    for (size_t r = 0; r < c.count; r++) {
        c.roads[r].from = (uint8_t)chance(PLACES);
        c.roads[r].to = (uint8_t)chance(PLACES);
        c.roads[r].toll = chance(4);
        snprintf(c.roads[r].name, sizeof c.roads[r].name, "r%u", (unsigned)(uint8_t)r);
    }
    c.start[0] = true;
    c.start[chance(PLACES)] = true;
    for (uint32_t i = chance(3) + 1; i; i--)
        c.goal[chance(PLACES)] = true;
    c.end[chance(PLACES)] = chance(4) == 0;
    find_bounds(&c);
    return c;
}

static void chart_start(const void *self, wgcq_moves *to)
{
    const chart *c = self;
    for (uint8_t p = 0; p < PLACES; p++)
        if (c->start[p])
            wgcq_moves_add(to, NULL, &(place){p}, NULL);
}

static void chart_moves(const void *self, const void *state, wgcq_moves *to)
{
    const chart *c = self;
    const place *here = state;
    for (size_t r = 0; r < c->count; r++)
        if (c->roads[r].from == here->at)
            wgcq_moves_add(to, c->roads[r].name, &(place){c->roads[r].to}, &c->roads[r].toll);
}

static bool chart_goal(const void *self, const void *state)
{
    return ((const chart *)self)->goal[((const place *)state)->at];
}

static bool chart_end(const void *self, const void *state)
{
    return ((const chart *)self)->end[((const place *)state)->at];
}

static int64_t chart_bound(const void *self, const void *state)
{
    return ((const chart *)self)->bound[((const place *)state)->at];
}

static wgcq_model *model_of(const chart *c)
{
    static const char *const costs[] = {"toll"};
    static const wgcq_field fields[] = {{.name = "at", .high = PLACES - 1}};
    wgcq_error err = {0};
    wgcq_model *model = NULL;
    assert_int_equal(wgcq_model_new(&model,
                                    &(wgcq_description){.title = "Chart",
                                                        .size = sizeof(place),
                                                        .fields = fields,
                                                        .field_count = 1,
                                                        .self = c,
                                                        .start = chart_start,
                                                        .moves = chart_moves,
                                                        .goal = chart_goal,
                                                        .end = chart_end,
                                                        .estimate = chart_bound,
                                                        .costs = costs,
                                                        .cost_count = 1,
                                                        .minimize = "toll"},
                                    &err),
                     0);
    return model;
}

/* ---- all solutions, by hand ---------------------------------------------- */

typedef struct reported {
    char line[LONGEST * 8 + 8]; /* "2: r1 r7" */
    int64_t moves, toll;
} reported;

typedef struct list {
    reported *at;
    size_t count;
} list;

static void list_add(list *all, const reported *one)
{
    assert_true(all->count < MOST);
    all->at[all->count++] = *one;
}

static void walk(const chart *c, list *all, uint8_t at, unsigned visited, reported so_far)
{
    if (c->goal[at]) {
        list_add(all, &so_far);
        return;
    }
    for (size_t r = 0; r < c->count && !c->end[at]; r++) {
        reported next = so_far;
        if (c->roads[r].from != at || visited >> c->roads[r].to & 1)
            continue;
        /* the same road reported twice is one */
        strcat(strcat(next.line, " "), c->roads[r].name);
        next.moves++;
        next.toll += c->roads[r].toll;
        walk(c, all, c->roads[r].to, visited | 1u << c->roads[r].to, next);
    }
}

static int by_line(const void *a, const void *b)
{
    return strcmp(((const reported *)a)->line, ((const reported *)b)->line);
}

static list by_hand(const chart *c)
{
    list all = {.at = malloc(MOST * sizeof *all.at)};
    for (uint8_t p = 0; p < PLACES; p++)
        if (c->start[p]) {
            reported none = {.moves = 0};
            snprintf(none.line, sizeof none.line, "%d:", p);
            walk(c, &all, p, 1u << p, none);
        }
    if (all.count)
        qsort(all.at, all.count, sizeof *all.at, by_line);
    return all;
}

/* ---- pulled -------------------------------------------------------------- */

static reported read_solution(const wgcq_solution *s)
{
    reported out = {0};
    size_t length = wgcq_solution_length(s);
    snprintf(out.line, sizeof out.line, "%d:", (int)wgcq_solution_value(s, 0, 0));
    for (size_t i = 0; i < length; i++)
        strcat(strcat(out.line, " "), wgcq_solution_move(s, i));
    out.moves = wgcq_solution_cost(s, length, 0);
    out.toll = wgcq_solution_cost(s, length, 1);
    assert_int_equal(out.moves, length);
    return out;
}

static list pull_all(const chart *c, const wgcq_options *options, int ends_with, bool *proved)
{
    wgcq_error err = {0};
    wgcq_search *search = NULL;
    const wgcq_solution *s = NULL;
    wgcq_model *model = model_of(c);
    list all = {.at = malloc(MOST * sizeof *all.at)};
    int code;
    assert_int_equal(wgcq_search_new(&search, model, NULL, options, NULL, &err), 0);
    *proved = true;
    while ((code = wgcq_search_next(&s, search, &err)) == 0) {
        reported one = read_solution(s);
        *proved = *proved && wgcq_solution_proved(s);
        list_add(&all, &one);
    }
    assert_string_equal(err.text, "");
    assert_int_equal(code, ends_with);
    assert_int_equal(wgcq_search_next(&s, search, &err), ends_with); /* it stays so */
    assert_int_equal(wgcq_search_statistics(search).solutions, all.count);
    assert_int_equal(wgcq_search_statistics(search).complete, code == WGCQ_DONE);
    wgcq_search_free(search);
    wgcq_model_free(model);
    return all;
}

static bool in_order(wgcq_order order, const reported *a, const reported *b)
{
    if (order == WGCQ_BREADTH_FIRST)
        return a->moves <= b->moves;
    if (order == WGCQ_CHEAPEST || order == WGCQ_A_STAR)
        return a->toll < b->toll || (a->toll == b->toll && a->moves <= b->moves);
    return true;
}

/* The estimate is admissible for the toll too. */
static void test_all_solutions(void **unused)
{
    (void)unused;
    size_t most = 0;
    for (uint64_t n = 1; n <= 400; n++) {
        if (!in_turn(n))
            continue;
        chart c = random_chart(n);
        list right = by_hand(&c);
        most = right.count > most ? right.count : most;
        for (int order = WGCQ_BREADTH_FIRST; order <= WGCQ_A_STAR; order++) {
            bool proved;
            wgcq_options options = {.order = (wgcq_order)order, .threads = n % 2 ? 1 : 3};
            list got = pull_all(&c, &options, WGCQ_DONE, &proved);
            bool by_cost = order != WGCQ_DEPTH_FIRST && order != WGCQ_BEST_FIRST;
            for (size_t i = 1; i < got.count; i++)
                assert_true(in_order(options.order, &got.at[i - 1], &got.at[i]));
            assert_true(proved || !by_cost);
            if (got.count)
                qsort(got.at, got.count, sizeof *got.at, by_line);
            if (got.count != right.count)
                fail_msg("chart %d, %s: %zu solutions, not %zu", (int)n,
                         wgcq_order_name(options.order), got.count, right.count);
            for (size_t i = 0; i < got.count; i++)
                assert_string_equal(got.at[i].line, right.at[i].line);
            free(got.at);
        }
        free(right.at);
    }
    printf("# up to %zu solutions\n", most);
    assert_true(most > (turns_whole() ? 100 : 10));
}

/* By moves alone keys of A* say nothing of equals: the first comes before they are all known. */
static void test_a_star_by_moves(void **unused)
{
    (void)unused;
    for (uint64_t n = 1; n <= 200; n++) {
        chart c = random_chart(n);
        for (size_t r = 0; r < c.count; r++)
            c.roads[r].toll = 1;
        find_bounds(&c);
        bool proved;
        list right = by_hand(&c);
        list got = pull_all(&c, &(wgcq_options){.order = WGCQ_A_STAR}, WGCQ_DONE, &proved);
        assert_true(proved);
        assert_int_equal(got.count, right.count);
        for (size_t i = 1; i < got.count; i++)
            assert_true(got.at[i - 1].toll <= got.at[i].toll);
        free(got.at);
        free(right.at);
    }
}

static int by_moves(const void *a, const void *b)
{
    int64_t x = ((const reported *)a)->moves, y = ((const reported *)b)->moves;
    return x == y ? by_line(a, b) : x < y ? -1 : 1;
}

static int by_toll(const void *a, const void *b)
{
    int64_t x = ((const reported *)a)->toll, y = ((const reported *)b)->toll;
    return x == y ? by_moves(a, b) : x < y ? -1 : 1;
}

static bool is_among(const list *all, const reported *one)
{
    size_t i = 0;
    while (i < all->count && strcmp(all->at[i].line, one->line) != 0)
        i++;
    return i < all->count;
}

/* Plans that come before a limit are right, and those called proved are the beginning of all. */
static void test_limits(void **unused)
{
    static const wgcq_options cut[] = {
        {.max_states = 3}, {.max_states = 6}, {.max_depth = 1}, {.max_depth = 3}};
    (void)unused;
    for (uint64_t n = 1; n <= 120; n++)
        for (int order = WGCQ_BREADTH_FIRST; order <= WGCQ_A_STAR; order++)
            for (size_t k = 0; k < 4; k++) {
                if (!in_turn(n + k))
                    continue;
                chart c = random_chart(n);
                wgcq_options options = cut[k];
                wgcq_search *search = NULL;
                const wgcq_solution *s = NULL;
                wgcq_error err = {0};
                wgcq_model *model = model_of(&c);
                list right = by_hand(&c);
                int code;
                qsort(right.at, right.count, sizeof *right.at,
                      order == WGCQ_BREADTH_FIRST ? by_moves : by_toll);
                options.order = (wgcq_order)order;
                assert_int_equal(wgcq_search_new(&search, model, NULL, &options, NULL, &err), 0);
                size_t count = 0;
                while ((code = wgcq_search_next(&s, search, &err)) == 0) {
                    reported one = read_solution(s);
                    assert_true(is_among(&right, &one));
                    if (wgcq_solution_proved(s))
                        assert_true(in_order((wgcq_order)order, &one, &right.at[count]));
                    count++;
                }
                assert_string_equal(err.text, "");
                assert_true(code == WGCQ_DONE || code == WGCQ_LIMIT);
                assert_int_equal(code == WGCQ_LIMIT, wgcq_search_statistics(search).limit != NULL);
                if (code == WGCQ_DONE)
                    assert_int_equal(count, right.count);
                wgcq_search_free(search);
                wgcq_model_free(model);
                free(right.at);
            }
}

/* ---- a space without end ------------------------------------------------- */

typedef struct number {
    uint64_t n;
} number;

static uint64_t asked;

static void one(const void *self, wgcq_moves *to)
{
    (void)self;
    wgcq_moves_add(to, NULL, &(number){1}, NULL);
}

static void tree(const void *self, const void *state, wgcq_moves *to)
{
    const number *here = state;
    (void)self;
    __atomic_add_fetch(&asked, 1, __ATOMIC_RELAXED);
    wgcq_moves_add(to, "next", &(number){here->n + 1}, NULL);
}

static bool hundreds(const void *self, const void *state)
{
    (void)self;
    return ((const number *)state)->n % 100 == 0;
}

static int64_t to_hundreds(const void *self, const void *state)
{
    (void)self;
    return (int64_t)((100 - ((const number *)state)->n % 100) % 100);
}

static wgcq_model *endless(bool (*goal)(const void *, const void *))
{
    static const wgcq_field fields[] = {{.name = "n", .size = 8, .high = INT64_MAX}};
    wgcq_error err = {0};
    wgcq_model *model = NULL;
    int code = wgcq_model_new(&model,
                              &(wgcq_description){.title = "Numbers",
                                                  .size = sizeof(number),
                                                  .fields = fields,
                                                  .field_count = 1,
                                                  .start = one,
                                                  .moves = tree,
                                                  .goal = goal,
                                                  .estimate = to_hundreds},
                              &err);
    assert_string_equal(err.text, "");
    assert_int_equal(code, 0);
    return model;
}

static void test_no_further_than_asked(void **unused)
{
    (void)unused;
    for (int order = WGCQ_BREADTH_FIRST; order <= WGCQ_A_STAR; order++) {
        wgcq_error err = {0};
        wgcq_search *search = NULL;
        const wgcq_solution *s = NULL;
        wgcq_model *model = endless(hundreds);
        asked = 0;
        assert_int_equal(wgcq_search_new(&search, model, NULL,
                                         &(wgcq_options){.order = (wgcq_order)order}, NULL, &err),
                         0);
        assert_int_equal(asked, 0); /* nothing was pulled */
        assert_int_equal(wgcq_search_next(&s, search, &err), 0);
        assert_int_equal(wgcq_solution_length(s), 99);
        /* the replay asks once a move, and A* once more behind the goal */
        assert_in_range(asked, 2 * 99, 2 * 99 + 2);
        number last = {0};
        wgcq_solution_state(s, 99, &last);
        assert_int_equal(last.n, 100);
        assert_int_equal(wgcq_solution_value(s, 99, 0), 100);
        assert_null(wgcq_solution_value_name(s, 99, 0));
        uint64_t before = asked;
        wgcq_statistics f = wgcq_search_statistics(search);
        assert_in_range(f.states, 100, 102);
        assert_false(f.complete);
        assert_null(f.limit);
        assert_int_equal(asked, before); /* looking is not pulling */
        wgcq_search_free(search);
        wgcq_model_free(model);
    }
}

static bool powers(const void *self, const void *state)
{
    uint64_t n = ((const number *)state)->n;
    (void)self;
    return n > 2 && (n & (n - 1)) == 0;
}

static void both_ways(const void *self, const void *state, wgcq_moves *to)
{
    const number *here = state;
    (void)self;
    asked++;
    if (powers(self, state)) /* a plan ends there, and another one goes past */
        return;
    wgcq_moves_add(to, "next", &(number){here->n + 1}, NULL);
    wgcq_moves_add(to, "skip", &(number){here->n + 2}, NULL);
}

static int64_t nothing(const void *self, const void *state)
{
    (void)self;
    (void)state;
    return 0;
}

/* From 1 to 2, 3, ... by steps of one and two: to 4 there are 3 plans, of 2, 2 and 3 moves; to 8
   those round 4.  Between two pulls the model is asked for a few states, however many there are. */
static void test_pull_after_pull(void **unused)
{
    static const wgcq_order by_cost[] = {WGCQ_BREADTH_FIRST, WGCQ_CHEAPEST, WGCQ_A_STAR};
    static const wgcq_field fields[] = {{.name = "n", .size = 8, .high = INT64_MAX}};
    (void)unused;
    for (size_t k = 0; k < 3; k++) {
        wgcq_error err = {0};
        wgcq_model *model = NULL;
        wgcq_search *search = NULL;
        const wgcq_solution *s = NULL;
        asked = 0;
        assert_int_equal(wgcq_model_new(&model,
                                        &(wgcq_description){.title = "Steps",
                                                            .size = sizeof(number),
                                                            .fields = fields,
                                                            .field_count = 1,
                                                            .start = one,
                                                            .moves = both_ways,
                                                            .goal = powers,
                                                            .estimate = nothing},
                                        &err),
                         0);
        assert_int_equal(
            wgcq_search_new(&search, model, NULL, &(wgcq_options){.order = by_cost[k]}, NULL, &err),
            0);
        size_t last = 0;
        for (int i = 0; i < 40; i++) {
            uint64_t before = asked;
            assert_int_equal(wgcq_search_next(&s, search, &err), 0);
            size_t length = wgcq_solution_length(s);
            assert_true(length >= last && wgcq_solution_proved(s));
            last = length;
            /* the replay is part of it */
            assert_true(asked - before <= length + 24);
            if (i < 3)
                assert_int_equal(length, i < 2 ? 2 : 3);
        }
        assert_true(asked < 400);
        wgcq_search_free(search);
        wgcq_model_free(model);
    }
}

/* ---- watched ------------------------------------------------------------- */

static int stops(void *self, const wgcq_progress *progress)
{
    (void)progress;
    return ++*(int *)self % 2;
}

enum { DISTANT = 400000 };

static bool far_away(const void *self, const void *state)
{
    (void)self;
    return ((const number *)state)->n == DISTANT;
}

static void test_goes_on_after_an_interrupt(void **unused)
{
    (void)unused;
    int looks = 0, interrupts = 0, code;
    wgcq_error err = {0};
    wgcq_monitor monitor = {&looks, stops};
    wgcq_search *search = NULL;
    const wgcq_solution *s = NULL;
    wgcq_model *model = endless(far_away);
    assert_int_equal(wgcq_search_new(&search, model, NULL,
                                     &(wgcq_options){.order = WGCQ_DEPTH_FIRST}, &monitor, &err),
                     0);
    while ((code = wgcq_search_next(&s, search, &err)) == WGCQ_EINTERRUPT) {
        interrupts++;
        assert_string_equal(err.text, "interrupted");
        err = (wgcq_error){0};
    }
    assert_int_equal(code, 0);
    assert_int_equal(wgcq_solution_length(s), DISTANT - 1);
    printf("# %d interrupts\n", interrupts);
    wgcq_search_free(search);
    wgcq_model_free(model);
}

/* ---- one wide state -------------------------------------------------------------- */

enum { WIDE = 200000 };

/* From the start to WIDE others, all in one expansion, which takes longer than a monitor waits;
   from those nowhere. */
static void everywhere(const void *self, const void *state, wgcq_moves *to)
{
    const struct timespec longer = {.tv_nsec = 300000000};
    (void)self;
    if (((const number *)state)->n != 1)
        return;
    for (int64_t n = 2; n < WIDE && wgcq_moves_add(to, "go", &(number){(uint64_t)n}, NULL); n++)
        if (n == 2)
            nanosleep(&longer, NULL);
}

static bool the_last(const void *self, const void *state)
{
    (void)self;
    return ((const number *)state)->n == WIDE - 1;
}

static bool elsewhere(const void *self, const void *state)
{
    (void)self;
    return ((const number *)state)->n != 1;
}

static int stops_once(void *self, const wgcq_progress *progress)
{
    (void)progress;
    return !(*(int *)self)++;
}

/* It is interrupted in the midst of the expansion, and goes on as if it had not been. */
static void test_an_interrupt_within_one_state(void **unused)
{
    static const wgcq_order orders[] = {WGCQ_BREADTH_FIRST, WGCQ_DEPTH_FIRST, WGCQ_CHEAPEST};
    static const wgcq_field fields[] = {{.name = "n", .size = 8, .high = INT64_MAX}};
    (void)unused;
    for (size_t k = 0; k < 3; k++) {
        int looks = 0, code, interrupts = 0;
        wgcq_error err = {0};
        wgcq_monitor monitor = {&looks, stops_once};
        wgcq_model *model = NULL;
        wgcq_search *search = NULL;
        const wgcq_solution *s = NULL;
        assert_int_equal(wgcq_model_new(&model,
                                        &(wgcq_description){.title = "Everywhere",
                                                            .size = sizeof(number),
                                                            .fields = fields,
                                                            .field_count = 1,
                                                            .start = one,
                                                            .moves = everywhere,
                                                            .goal = the_last,
                                                            .end = elsewhere},
                                        &err),
                         0);
        assert_int_equal(wgcq_search_new(&search, model, NULL, &(wgcq_options){.order = orders[k]},
                                         &monitor, &err),
                         0);
        while ((code = wgcq_search_next(&s, search, &err)) == WGCQ_EINTERRUPT) {
            interrupts++;
            assert_int_equal(wgcq_search_statistics(search).edges, 0);
            err = (wgcq_error){0};
        }
        assert_int_equal(code, 0);
        assert_int_equal(interrupts, 1);
        assert_int_equal(wgcq_solution_length(s), 1);
        assert_int_equal(wgcq_search_next(&s, search, &err), WGCQ_DONE);
        assert_int_equal(wgcq_search_statistics(search).states, WIDE - 1);
        assert_int_equal(wgcq_search_statistics(search).edges, WIDE - 2);
        wgcq_search_free(search);
        wgcq_model_free(model);
    }
}

/* ---- with a file ----------------------------------------------------------------------------- */

static const char house[] = "puzzle: A house\n"
                            "state:\n"
                            "  x: 0..3\n"
                            "  y: 0..3\n"
                            "  key: bool\n"
                            "start: {x: 0, y: 0, key: false}\n"
                            "moves:\n"
                            "  east:\n"
                            "    - guard: x < 3\n"
                            "    - set: x = x + 1\n"
                            "  west:\n"
                            "    - guard: x > 0\n"
                            "    - set: x = x - 1\n"
                            "  south:\n"
                            "    - guard: y < 3\n"
                            "    - set: y = y + 1\n"
                            "  take the key:\n"
                            "    - guard: x == 1 and not key\n"
                            "      else: no key here\n"
                            "    - set: key = true\n"
                            "never:\n"
                            "  the pit: x == 2 and y == 1\n"
                            "costs:\n"
                            "  toll: (x * y) % 3\n"
                            "minimize: toll\n"
                            "estimate: 0\n"
                            "goal: x == 3 and y == 3 and key\n";

static char folder[PLACE_ROOM], left_file[PLACE_ROOM + 16], right_file[PLACE_ROOM + 16];

static wgcq_puzzle *load(void)
{
    wgcq_error err = {0};
    wgcq_puzzle *puzzle = NULL;
    wgcq_puzzle_read(&puzzle, house, strlen(house), "house.yaml", NULL, 0, NULL, &err);
    assert_string_equal(err.text, "");
    return puzzle;
}

/* Every row of every view, in a line each. */
static char *dump(const char *db)
{
    static const char *const views[] = {"SELECT * FROM states ORDER BY id",
                                        "SELECT * FROM edges ORDER BY src,dst,move",
                                        "SELECT * FROM rejections ORDER BY src,move,rule",
                                        "SELECT * FROM solutions ORDER BY id",
                                        "SELECT * FROM steps ORDER BY solution,step",
                                        "SELECT cost,least,count FROM cheapest ORDER BY cost"};
    wgcq_error err = {0};
    wgcq_trace *trace = NULL;
    size_t room = 1 << 20, used = 0;
    char *out = malloc(room);
    assert_int_equal(wgcq_trace_open(&trace, db, &err), 0);
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        wgcq_rows *rows = NULL;
        wgcq_trace_sql(&rows, trace, views[i], &err);
        assert_string_equal(err.text, "");
        while (wgcq_rows_next(rows, &err) == 0)
            for (size_t k = 0; k < wgcq_rows_columns(rows); k++) {
                const char *value = wgcq_rows_text(rows, k);
                used += (size_t)snprintf(out + used, room - used, "%s%c", value ? value : "-",
                                         k + 1 < wgcq_rows_columns(rows) ? '|' : '\n');
                assert_true(used < room);
            }
        wgcq_rows_free(rows);
    }
    wgcq_trace_free(trace);
    return out;
}

static void solve_right(const wgcq_options *options)
{
    wgcq_error err = {0};
    wgcq_result *result = NULL;
    wgcq_puzzle *puzzle = load();
    unlink(right_file);
    assert_int_equal(wgcq_solve(&result, puzzle, right_file, options, NULL, &err), 0);
    wgcq_result_free(result);
    wgcq_puzzle_free(puzzle);
}

static void same_files(void)
{
    char *left = dump(left_file), *right = dump(right_file);
    assert_string_equal(left, right);
    free(left);
    free(right);
}

static void verify_left(wgcq_verdict expected)
{
    wgcq_error err = {0};
    wgcq_trace *trace = NULL;
    wgcq_rows *rows = NULL;
    wgcq_verdict found = WGCQ_FAILS;
    assert_int_equal(wgcq_trace_open(&trace, left_file, &err), 0);
    assert_int_equal(wgcq_verify(&rows, &found, trace, NULL, &err), 0);
    assert_int_equal(found, expected);
    wgcq_rows_free(rows);
    wgcq_trace_free(trace);
}

static void resume_left(void)
{
    wgcq_error err = {0};
    wgcq_unfinished *unfinished = NULL;
    wgcq_result *result = NULL;
    wgcq_unfinished_open(&unfinished, left_file, 0, &err);
    assert_string_equal(err.text, "");
    wgcq_resume(&result, unfinished, NULL, NULL, &err);
    assert_string_equal(err.text, "");
    wgcq_result_free(result);
    wgcq_unfinished_free(unfinished);
}

/* `pulls` solutions (0: all), then ended or not. */
static void search_left(const wgcq_options *options, int pulls, bool ends)
{
    wgcq_error err = {0};
    wgcq_search *search = NULL;
    wgcq_result *result = NULL;
    const wgcq_solution *s = NULL;
    wgcq_puzzle *puzzle = load();
    int code = 0, count = 0;
    unlink(left_file);
    wgcq_search_new(&search, wgcq_puzzle_model(puzzle), left_file, options, NULL, &err);
    assert_string_equal(err.text, "");
    while ((!pulls || count < pulls) && (code = wgcq_search_next(&s, search, &err)) == 0)
        count++;
    assert_string_equal(err.text, "");
    if (ends) {
        wgcq_search_end(&result, search, &err);
        assert_string_equal(err.text, "");
        const wgcq_summary *sum = wgcq_result_summary(result);
        assert_string_equal(sum->status, pulls ? "limit" : "complete");
        if (pulls)
            assert_string_equal(sum->limit, "its caller, after 1 solution");
        assert_int_equal(wgcq_search_next(&s, search, &err), WGCQ_EREQUEST);
        assert_int_equal(wgcq_search_end(&result, search, &err), WGCQ_EREQUEST);
        assert_int_equal(wgcq_search_statistics(search).states, sum->states);
        wgcq_result_free(result);
    }
    wgcq_search_free(search);
    wgcq_puzzle_free(puzzle);
}

static void test_the_same_file(void **unused)
{
    (void)unused;
    for (int order = WGCQ_BREADTH_FIRST; order <= WGCQ_A_STAR; order++)
        for (int keep = WGCQ_TRACE_ALL; keep <= WGCQ_TRACE_SOLUTIONS; keep++) {
            if (!in_turn_of((size_t)(order * 4 + keep), 20))
                continue;
            wgcq_options options = {.order = (wgcq_order)order,
                                    .trace_level = (wgcq_trace_level)keep};
            solve_right(&options);
            search_left(&options, 0, true);
            same_files();
            verify_left(WGCQ_HOLDS);
        }
}

static void test_a_file_goes_on(void **unused)
{
    (void)unused;
    for (int order = WGCQ_BREADTH_FIRST; order <= WGCQ_A_STAR; order++)
        for (int ends = 0; ends < 2; ends++) {
            if (!in_turn_of((size_t)(order * 2 + ends), 10))
                continue;
            wgcq_options options = {.order = (wgcq_order)order};
            solve_right(&options);
            search_left(&options, 1, ends);
            if (ends)
                verify_left(WGCQ_INCONCLUSIVE);
            resume_left();
            same_files();
            verify_left(WGCQ_HOLDS);
        }
}

/* ---- plans ----------------------------------------------------------------------------------- */

static void test_plans_by_length(void **unused)
{
    (void)unused;
    wgcq_error err = {0};
    wgcq_search *search = NULL;
    const wgcq_solution *s = NULL;
    wgcq_puzzle *puzzle = load();
    const wgcq_model *model = wgcq_puzzle_model(puzzle);
    uint64_t count[13] = {0};
    int code;
    assert_int_equal(wgcq_search_plans(&search, model, 3, 12, NULL, &err), 0);
    size_t last = 0;
    while ((code = wgcq_search_next(&s, search, &err)) == 0) {
        size_t length = wgcq_solution_length(s);
        assert_in_range(length, 3, 12);
        assert_true(length >= last);
        last = length;
        count[length]++;
    }
    assert_int_equal(code, WGCQ_DONE);
    for (uint64_t n = 3; n <= 12; n++) {
        char *right = NULL, got[24];
        assert_int_equal(wgcq_plans_count(&right, puzzle, n, NULL, &err), 0);
        snprintf(got, sizeof got, "%" PRIu64, count[n]);
        assert_string_equal(got, right);
        wgcq_text_free(right);
    }
    wgcq_result *result = NULL;
    assert_int_equal(wgcq_search_end(&result, search, &err), WGCQ_EREQUEST);
    wgcq_search_free(search);
    wgcq_puzzle_free(puzzle);
}

static bool is_three(const void *self, const void *state)
{
    (void)self;
    return ((const number *)state)->n == 3;
}

static void up_to_four(const void *self, const void *state, wgcq_moves *to)
{
    const number *here = state;
    (void)self;
    for (uint64_t by = 1; here->n + by <= 4; by++)
        wgcq_moves_add(to, by == 1 ? "one" : "more", &(number){here->n + by}, NULL);
}

/* Where no walk is long enough there is nothing more to look for. */
static void test_plans_come_to_an_end(void **unused)
{
    (void)unused;
    wgcq_error err = {0};
    wgcq_search *search = NULL;
    wgcq_model *model = NULL;
    const wgcq_solution *s = NULL;
    static const wgcq_field fields[] = {{.name = "n", .size = 8, .high = 7}};
    assert_int_equal(wgcq_model_new(&model,
                                    &(wgcq_description){.title = "Four",
                                                        .size = sizeof(number),
                                                        .fields = fields,
                                                        .field_count = 1,
                                                        .start = one,
                                                        .moves = up_to_four,
                                                        .goal = is_three},
                                    &err),
                     0);
    assert_int_equal(wgcq_search_plans(&search, model, 0, UINT64_MAX, NULL, &err), 0);
    assert_int_equal(wgcq_search_next(&s, search, &err), 0);
    assert_int_equal(wgcq_solution_length(s), 1);
    assert_int_equal(wgcq_search_next(&s, search, &err), 0);
    assert_int_equal(wgcq_solution_length(s), 2);
    assert_int_equal(wgcq_search_next(&s, search, &err), WGCQ_DONE);
    assert_true(wgcq_search_statistics(search).complete);
    assert_int_equal(wgcq_search_next(&s, search, &err), WGCQ_DONE);
    wgcq_search_free(search);
    wgcq_model_free(model);
}

/* ---- what makes no sense --------------------------------------------------------------------- */

static void test_rejections(void **unused)
{
    (void)unused;
    static const struct {
        wgcq_options options;
        const char *says;
    } wrong[] = {{{.minimize = "tool"}, "did you mean 'toll'"},
                 {{.stop = WGCQ_STOP_FIRST}, "no longer pulled"},
                 {{.max_states = 1, .order = WGCQ_A_STAR, .minimize = "moves"}, "estimate"}};
    wgcq_puzzle *puzzle = load();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        wgcq_error err = {0};
        wgcq_search *search = NULL;
        assert_int_equal(wgcq_search_new(&search, wgcq_puzzle_model(puzzle), NULL,
                                         &wrong[i].options, NULL, &err),
                         WGCQ_EREQUEST);
        assert_null(search);
        assert_non_null(strstr(err.text, wrong[i].says));
    }
    wgcq_error err = {0};
    wgcq_search *search = NULL;
    wgcq_model *model = endless(NULL);
    assert_int_equal(wgcq_search_new(&search, model, NULL, NULL, NULL, &err), WGCQ_EREQUEST);
    assert_int_equal(wgcq_search_plans(&search, model, 0, 9, NULL, NULL), WGCQ_EREQUEST);
    wgcq_model_free(model);
    wgcq_puzzle_free(puzzle);
    wgcq_search_free(NULL);
}

/* Names and values by the columns of the trace. */
static void test_values(void **unused)
{
    (void)unused;
    wgcq_error err = {0};
    wgcq_search *search = NULL;
    const wgcq_solution *s = NULL;
    wgcq_puzzle *puzzle = load();
    const wgcq_model *model = wgcq_puzzle_model(puzzle);
    assert_int_equal(wgcq_model_variable_count(model), 3);
    assert_string_equal(wgcq_model_variable_name(model, 2), "key");
    assert_int_equal(wgcq_model_cost_count(model), 2);
    assert_string_equal(wgcq_model_cost_name(model, 0), "moves");
    assert_string_equal(wgcq_model_cost_name(model, 1), "toll");
    assert_int_equal(wgcq_search_new(&search, model, NULL, NULL, NULL, &err), 0);
    assert_int_equal(wgcq_search_next(&s, search, &err), 0);
    size_t length = wgcq_solution_length(s);
    assert_int_equal(length, 7);
    assert_string_equal(wgcq_solution_shown(s, 0), "x=0 y=0 key=false");
    assert_string_equal(wgcq_solution_value_name(s, length, 2), "true");
    assert_int_equal(wgcq_solution_value(s, length, 0), 3);
    assert_int_equal(wgcq_solution_value(s, 0, 2), 0);
    assert_int_equal(wgcq_solution_cost(s, 0, 1), 0);
    int64_t toll = 0;
    for (size_t i = 1; i <= length; i++) {
        toll += wgcq_solution_value(s, i, 0) * wgcq_solution_value(s, i, 1) % 3;
        assert_int_equal(wgcq_solution_cost(s, i, 1), toll);
    }
    wgcq_search_free(search);
    wgcq_puzzle_free(puzzle);
}

static int make_folder(void **unused)
{
    (void)unused;
    if (!place_make(folder, "test_stream"))
        return 1;
    snprintf(left_file, sizeof left_file, "%s/left.db", folder);
    snprintf(right_file, sizeof right_file, "%s/right.db", folder);
    return 0;
}

static int drop_folder(void **unused)
{
    (void)unused;
    unlink(left_file);
    unlink(right_file);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_solutions),
        cmocka_unit_test(test_a_star_by_moves),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_no_further_than_asked),
        cmocka_unit_test(test_pull_after_pull),
        cmocka_unit_test(test_goes_on_after_an_interrupt),
        cmocka_unit_test(test_the_same_file),
        cmocka_unit_test(test_a_file_goes_on),
        cmocka_unit_test(test_plans_by_length),
        cmocka_unit_test(test_plans_come_to_an_end),
        cmocka_unit_test(test_rejections),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_an_interrupt_within_one_state),
    };
    return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
