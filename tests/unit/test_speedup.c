/*
 * test_speedup.c - whether threads together are quicker than one, by a clock that is made up.
 */
#include "search/engine/speedup.h"
#include "suite.h"

enum { PIECE_STATES = 1000 };

/* A run, and the machine that it runs on. */
typedef struct machine {
    speedup s;
    double now, gain;              /* of threads together */
    double piece;                  /* seconds that one thread takes for a piece */
    unsigned disturbed;            /* one piece in so many takes ten times as long; 0: none */
    uint64_t pieces, together;     /* done */
    double seconds_alone, longest; /* time that went alone, and the longest of it in a row */
    double alone_now;
} machine;

static uint32_t seed;

static uint32_t draw(uint32_t below)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % below;
}

static void run_piece(machine *m)
{
    const double began = m->now;
    const bool together = speedup_together(&m->s, began);
    double takes = m->piece * (0.9 + draw(200) / 1000.0) / (together ? m->gain : 1);
    if (m->disturbed && !draw(m->disturbed))
        takes *= 10;
    m->now += takes;
    m->alone_now = together ? 0 : m->alone_now + takes;
    m->longest = m->alone_now > m->longest ? m->alone_now : m->longest;
    m->seconds_alone += together ? 0 : takes;
    m->pieces++;
    m->together += together;
    speedup_done(&m->s, began, m->now, PIECE_STATES);
}

static void run_until(machine *m, double end)
{
    while (m->now < end)
        run_piece(m);
}

/* Time that goes alone of these seconds, as a part of them. */
static double part_alone(machine *m, double seconds)
{
    const double began = m->now, before = m->seconds_alone;
    run_until(m, began + seconds);
    return (m->seconds_alone - before) / (m->now - began);
}

static void test_short_runs_have_no_trial(void **unused)
{
    (void)unused;
    machine m = {.gain = 0.5, .piece = 0.001};
    run_until(&m, 0.09);
    assert_int_equal(m.together, m.pieces);
}

static void test_threads_stay_where_they_are_quicker(void **unused)
{
    (void)unused;
    for (unsigned disturbed = 0; disturbed <= 80; disturbed += 40)
        for (double gain = 1.4; gain < 8; gain *= 1.5) {
            machine m = {.gain = gain, .piece = 0.0005, .disturbed = disturbed};
            seed = disturbed;
            assert_true(part_alone(&m, 30) < (disturbed ? 0.15 : 0.02));
            assert_false(m.s.alone);
        }
}

static void test_one_stays_where_threads_bring_nothing(void **unused)
{
    (void)unused;
    for (unsigned disturbed = 0; disturbed <= 80; disturbed += 40)
        for (double gain = 0.4; gain < 1.04; gain += 0.2) {
            machine m = {.gain = gain, .piece = 0.0005, .disturbed = disturbed};
            seed = disturbed;
            assert_true(part_alone(&m, 1) > 0.6);
            assert_true(part_alone(&m, 30) > (disturbed ? 0.85 : 0.98));
            assert_true(m.s.alone);
        }
}

/* As when levels grow, or other work ends, which a run finds out in a few seconds at most. */
static void test_a_change_is_found_out(void **unused)
{
    (void)unused;
    machine m = {.gain = 1, .piece = 0.0005};
    run_until(&m, 10);
    for (unsigned turn = 0; turn < 5; turn++) {
        m.gain = 1.6;
        run_until(&m, m.now + 5);
        assert_false(m.s.alone);
        m.gain = 0.9;
        run_until(&m, m.now + 5);
        assert_true(m.s.alone);
    }
}

/* Where a piece takes seconds a trial does, too: it waits, and is a small part of the run. */
static void test_long_pieces(void **unused)
{
    (void)unused;
    machine m = {.gain = 2, .piece = 1};
    run_until(&m, 15);
    assert_int_equal(m.together, m.pieces);
    assert_true(part_alone(&m, 400) < 0.05);
    assert_true(m.longest < 1.2);
}

static void test_in_doubt_nothing_changes(void **unused)
{
    (void)unused;
    machine m = {.gain = 1.1, .piece = 0.0005};
    unsigned changes = 0;
    run_until(&m, 1);
    for (unsigned i = 0; i < 20; i++) {
        const bool before = m.s.alone;
        run_until(&m, m.now + 2);
        changes += before != m.s.alone;
    }
    assert_true(changes < 10);
}

static void test_kinds(void **unused)
{
    (void)unused;
    machine always = {.s.kind = SPEEDUP_ALWAYS, .gain = 0.1, .piece = 0.001},
            never = {.s.kind = SPEEDUP_NEVER, .gain = 10, .piece = 0.001},
            turns = {.s.kind = SPEEDUP_IN_TURN, .gain = 1, .piece = 0.001};
    run_until(&always, 2);
    run_until(&never, 2);
    run_until(&turns, 2);
    assert_int_equal(always.together, always.pieces);
    assert_int_equal(never.together, 0);
    assert_int_equal(turns.together, turns.pieces / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_short_runs_have_no_trial),
        cmocka_unit_test(test_threads_stay_where_they_are_quicker),
        cmocka_unit_test(test_one_stays_where_threads_bring_nothing),
        cmocka_unit_test(test_a_change_is_found_out),
        cmocka_unit_test(test_long_pieces),
        cmocka_unit_test(test_in_doubt_nothing_changes),
        cmocka_unit_test(test_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
