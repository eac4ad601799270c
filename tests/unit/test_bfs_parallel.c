/*
 * test_bfs_parallel.c - any number of threads gives what one gives: every row that is handed over,
 * every figure, every error, with and without limits.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "receiver.h"
#include "search/engine/speedup.h"
#include "suite.h"
#include "toys.h"
#include "turns.h"

static const unsigned thread_counts[] = {2, 3, 4, 7};
enum { THREAD_COUNTS = 4 };

/* ---- a world large enough for levels that are shared out --------------------------------- */

enum { KNOT_BITS = 26 };

/* A state is a number below `size`; each move leads to any other, or is rejected, or is none. */
typedef struct tangle {
    uint32_t size, seed;
    unsigned goals, ends; /* one state in so many; 0: none */
    uint32_t fails;       /* a state whose moves fail; 0: none */
    uint32_t puzzles;     /* a state that cannot be classified; 0: none */
} tangle;

static uint64_t scramble(uint64_t x)
{
    x = (x ^ x >> 31) * 0x7fb5d329728ea185u;
    x = (x ^ x >> 27) * 0x81dadef4bc2dd44du;
    return x ^ x >> 33;
}

static uint32_t knot_of(const toy *t, const uint64_t *state)
{
    return (uint32_t)state[t->model.words - 1];
}

static void knot_state(const toy *t, uint32_t knot, uint64_t *state)
{
    for (unsigned w = 0; w < t->model.words; w++)
        state[w] = w + 1 == t->model.words ? knot : (uint64_t)(knot % 5) << 40;
}

static outcome pull(const toy *t, uint32_t move, const uint64_t *from, uint64_t *to, int64_t *cost,
                    uint32_t *rule, uint32_t *message)
{
    const tangle *w = t->world;
    uint64_t x = scramble((uint64_t)knot_of(t, from) << 20 ^ move << 8 ^ w->seed);
    *rule = (uint32_t)(x >> 50) % 2;
    *message = move;
    if (x % 11 < 3)
        return x % 11 ? NO_MOVE : REJECTED;
    cost[0] = (int64_t)(x >> 40 & 3);
    knot_state(t, (uint32_t)((x >> 12) % w->size), to);
    return MOVED;
}

static uint8_t knot_mark(const toy *t, const uint64_t *state)
{
    const tangle *w = t->world;
    uint64_t x = scramble(knot_of(t, state) ^ 0xabcdef);
    return (uint8_t)((w->goals && x % w->goals == 0 ? MARK_GOAL : 0) |
                     (w->ends && (x >> 32) % w->ends == 0 ? MARK_END : 0));
}

static int pull_or_fail(void *worker, const uint64_t *states, size_t count, unsigned wants,
                        batch *out, wgcq_error *err)
{
    const toy *t = worker;
    const tangle *w = t->world;
    for (size_t i = 0; w->fails && i < count; i++)
        if (knot_of(t, states + i * out->words) % w->fails == 1)
            return error_set(err, WGCQ_ERUN, "no move out of %u",
                             (unsigned)knot_of(t, states + i * out->words));
    return toy_expand(worker, states, count, wants, out, err);
}

static int mark_or_fail(void *worker, const uint64_t *states, size_t count, uint8_t *marks,
                        wgcq_error *err)
{
    const toy *t = worker;
    const tangle *w = t->world;
    for (size_t i = 0; w->puzzles && i < count; i++)
        if (knot_of(t, states + i * t->model.words) % w->puzzles == 1)
            return error_set(err, WGCQ_ERUN, "what is %u?",
                             (unsigned)knot_of(t, states + i * t->model.words));
    return toy_classify(worker, states, count, marks, err);
}

/* States of one word have few enough values for a direct set. */
static void make_tangle(toy *t, const tangle *world, unsigned words, uint32_t moves)
{
    static const char *const names[] = {"toll"};
    static const model_field knot = {.name = "knot", .width = KNOT_BITS};
    *t = (toy){.model = {.title = "tangle",
                         .words = words,
                         .bits = words == 1 ? KNOT_BITS : words * 64,
                         .fields = words == 1 ? &knot : NULL,
                         .field_count = words == 1,
                         .costs = 1,
                         .cost_names = names,
                         .has_goal = world->goals,
                         .has_end = world->ends,
                         .rule_count = 2},
               .moves = moves,
               .starts = 2,
               .world = world,
               .make = pull,
               .mark = knot_mark};
    knot_state(t, 5, t->start[0]);
    knot_state(t, 4, t->start[1]);
    toy_finish(t);
    t->model.expand = pull_or_fail;
    t->model.classify = mark_or_fail;
}

/* ---- all that is reported -------------------------------------------------------------------- */

typedef struct transcript {
    strbuf rows[3];  /* states, edges, rejections, each in the order they came */
    uint32_t reject; /* a receiver that has enough when it sees this number */
    int code;
    wgcq_error err;
    search_result out;
} transcript;

static void put(strbuf *into, const void *from, size_t bytes)
{
    strbuf_add(into, from, bytes);
    assert_false(into->failed);
}

static int hear_states(void *self, const state_rows *rows, wgcq_error *err)
{
    transcript *t = self;
    for (size_t i = 0; i < rows->count; i++) {
        uint32_t number = rows->first + (uint32_t)i;
        put(&t->rows[0], &number, sizeof number);
        put(&t->rows[0], rows->state + i * rows->words, rows->words * sizeof *rows->state);
        put(&t->rows[0], rows->marks + i, 1);
        put(&t->rows[0], rows->depth + i, sizeof *rows->depth);
        if (number == t->reject)
            return error_set(err, WGCQ_ESTORE, "enough");
    }
    return 0;
}

static int hear_edges(void *self, const edge_rows *rows, wgcq_error *err)
{
    transcript *t = self;
    (void)err;
    for (size_t i = 0; i < rows->count; i++) {
        uint32_t row[] = {rows->src[i], rows->dst[i], rows->move[i]};
        put(&t->rows[1], row, sizeof row);
        put(&t->rows[1], rows->cost + i, sizeof *rows->cost);
    }
    return 0;
}

static int hear_rejections(void *self, const rejection_rows *rows, wgcq_error *err)
{
    transcript *t = self;
    (void)err;
    for (size_t i = 0; i < rows->count; i++) {
        uint32_t row[] = {rows->src[i], rows->move[i], rows->rule[i]};
        put(&t->rows[2], row, sizeof row);
    }
    return 0;
}

static void listen(transcript *t, const toy *what, const search_options *options, bool heard)
{
    receiver o = {
        .self = t, .states = hear_states, .edges = hear_edges, .rejections = hear_rejections};
    t->code = run_search(&t->out, &what->model, options, heard ? &o : NULL, NULL, &t->err);
}

static void forget(transcript *t)
{
    for (size_t i = 0; i < 3; i++)
        strbuf_free(&t->rows[i]);
    search_result_free(&t->out);
}

static void same_result(const search_result *a, const search_result *b, unsigned words)
{
    assert_int_equal(a->end, b->end);
    assert_string_equal(a->limit, b->limit);
    assert_int_equal(a->states, b->states);
    assert_int_equal(a->edges, b->edges);
    assert_int_equal(a->rejections, b->rejections);
    assert_int_equal(a->goals, b->goals);
    assert_int_equal(a->expanded, b->expanded);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->first_goal, b->first_goal);
    assert_int_equal(a->proved_depth, b->proved_depth);
    assert_int_equal(a->shortest_known, b->shortest_known);
    assert_int_equal(a->shortest, b->shortest);
    assert_int_equal(!a->shortest_count, !b->shortest_count);
    if (a->shortest_count)
        assert_string_equal(a->shortest_count, b->shortest_count);
    assert_int_equal(a->plan.length, b->plan.length);
    assert_int_equal(!a->plan.states, !b->plan.states);
    if (!a->plan.states)
        return;
    assert_memory_equal(a->plan.moves, b->plan.moves, a->plan.length * sizeof *a->plan.moves);
    assert_memory_equal(a->plan.states, b->plan.states,
                        (a->plan.length + (size_t)1) * words * sizeof *a->plan.states);
}

static void same_transcript(const transcript *a, const transcript *b, unsigned words)
{
    assert_int_equal(a->code, b->code);
    assert_string_equal(a->err.text, b->err.text);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(a->rows[i].length, b->rows[i].length);
        if (a->rows[i].length)
            assert_memory_equal(a->rows[i].bytes, b->rows[i].bytes, a->rows[i].length);
    }
    if (!a->code)
        same_result(&a->out, &b->out, words);
}

static unsigned turn; /* counts comparisons: of threads and sets each tries one in so many pairs */

/* Where nothing is kept, figures and plan are the same as in the order of discovery, for every kind
   of set.  `sweep` is what one thread found with the best kind. */
static void compare_sets(const toy *t, search_options options, const transcript *sweep)
{
    transcript ordered = {0};
    options.hooks.ordered = true;
    options.threads = 1;
    listen(&ordered, t, &options, false);
    assert_int_equal(sweep->code, ordered.code);
    if (!options.max_memory && !ordered.code) {
        ordered.out.first_goal = sweep->out.first_goal; /* a number */
        same_result(&ordered.out, &sweep->out, t->model.words);
    }
    forget(&ordered);
    options.hooks.ordered = false;
    for (int kind = 1; kind <= 4 && !options.max_memory; kind++)
        for (options.threads = 1; options.threads <= 4; options.threads += 3) {
            if (!in_turn_of(2 * (unsigned)kind + options.threads / 4 + turn / 2, 8))
                continue;
            transcript other = {0};
            options.hooks.set_kind = kind;
            options.hooks.wide_level = options.threads == 4 ? 1 : 0;
            options.hooks.sharing = (kind + (int)turn) % SPEEDUP_KINDS;
            options.hooks.trail_bytes = (size_t)kind;
            listen(&other, t, &options, false);
            same_transcript(sweep, &other, t->model.words);
            forget(&other);
        }
}

/* One thread and many, with and without rows, and with plans counted or not; returns the code of
   them all with one. */
static int compare(const toy *t, search_options options, uint32_t reject)
{
    int code = 0;
    for (int way = 0; way < 4; way++, turn++) {
        const bool heard = way & 1;
        transcript one = {.reject = reject};
        options.threads = 1;
        options.count_shortest = way & 2;
        listen(&one, t, &options, heard);
        for (size_t i = 0; i < THREAD_COUNTS; i++) {
            if (!in_turn_of(i + turn, THREAD_COUNTS))
                continue;
            transcript many = {.reject = reject};
            options.threads = thread_counts[i];
            options.hooks.wide_level = i % 2 ? 50 : 0;
            options.hooks.sharing = (int)(i + turn) % SPEEDUP_KINDS;
            listen(&many, t, &options, heard);
            same_transcript(&one, &many, t->model.words);
            forget(&many);
        }
        if (!heard)
            compare_sets(t, options, &one);
        code = heard ? one.code : 0;
        forget(&one);
    }
    return code;
}

/* ---- the tests ------------------------------------------------------------------------------- */

static const search_options plain = {.order = WGCQ_BREADTH_FIRST, .stop = WGCQ_STOP_EXHAUSTED};

static void test_worlds(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 6; seed++) {
        if (!in_turn_of(seed, 6))
            continue;
        toy t;
        const tangle world = {.size = 30000 + seed * 7001,
                              .seed = seed,
                              .goals = seed % 2 ? 5000 : 0,
                              .ends = seed % 3 ? 40 : 0};
        make_tangle(&t, &world, 1 + seed % 3, 3 + seed % 3);
        compare(&t, plain, 0);
    }
}

/* The toy above never has a round of the largest size; this one does. */
static void test_wide(void **state)
{
    (void)state;
    toy t;
    const tangle world = {.size = 400000, .seed = 3, .goals = 90000};
    make_tangle(&t, &world, 1, 3);
    search_options options = plain;
    transcript one = {0}, many = {0};
    options.threads = 1;
    options.count_shortest = true;
    listen(&one, &t, &options, false);
    assert_true(one.out.states > 300000);
    options.threads = 3;
    for (options.hooks.set_kind = 0; options.hooks.set_kind <= 3; options.hooks.set_kind++) {
        listen(&many, &t, &options, false);
        same_transcript(&one, &many, 1);
        forget(&many);
        many = (transcript){0};
    }
    forget(&one);
}

/* ---- batches that are left to the main thread ---- */

static atomic_uint batches_left;

static int pull_within_budget(void *worker, const uint64_t *states, size_t count, unsigned wants,
                              batch *out, wgcq_error *err)
{
    int code = toy_expand(worker, states, count, wants, out, err);
    if (budget_spent(out->budget))
        atomic_fetch_add(&batches_left, 1);
    return code;
}

/* Successors of a batch that are too many for one of the threads, while others go on. */
static void test_large_batches(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 2; seed++) {
        toy t;
        const tangle world = {.size = 2000, .seed = seed, .goals = seed * 300, .ends = 20};
        make_tangle(&t, &world, 1, 9600);
        t.model.expand = pull_within_budget;
        search_options options = plain;
        transcript one = {0};
        options.threads = 1;
        options.count_shortest = true;
        listen(&one, &t, &options, false);
        options.hooks.wide_level = 1;
        for (options.hooks.set_kind = 1; options.hooks.set_kind <= 4; options.hooks.set_kind++)
            for (size_t i = 0; i < THREAD_COUNTS; i += 2) {
                if (!in_turn_of(2 * (size_t)options.hooks.set_kind + i / 2, 8))
                    continue;
                transcript many = {0};
                options.threads = thread_counts[i];
                atomic_store(&batches_left, 0);
                listen(&many, &t, &options, false);
                assert_true(atomic_load(&batches_left) > 0);
                same_transcript(&one, &many, 1);
                forget(&many);
            }
        forget(&one);
    }
}

/* ---- plans over levels that are not kept ---- */

enum { RUNGS = 500, RUNG_WIDTH = 12 };

/* Most moves lead up a rung, to any state of it; some lead five rungs down. */
static outcome climb(const toy *t, uint32_t move, const uint64_t *from, uint64_t *to, int64_t *cost,
                     uint32_t *rule, uint32_t *message)
{
    uint32_t knot = knot_of(t, from), rung = knot / RUNG_WIDTH;
    uint64_t x = scramble((uint64_t)knot << 8 ^ move);
    (void)rule;
    *message = move;
    cost[0] = 1;
    if (rung >= RUNGS || x % 7 == 0)
        return NO_MOVE;
    rung = x % 7 == 1 && rung > 5 ? rung - 5 : rung + 1;
    knot_state(t, rung * RUNG_WIDTH + (uint32_t)(x >> 20) % RUNG_WIDTH, to);
    return MOVED;
}

static uint8_t rung_mark(const toy *t, const uint64_t *state)
{
    uint32_t knot = knot_of(t, state);
    return (uint8_t)((knot / RUNG_WIDTH == RUNGS ? MARK_GOAL : 0) |
                     (scramble(knot) % 40 ? 0 : MARK_END));
}

static void test_long_plan(void **state)
{
    (void)state;
    static const tangle world = {.goals = 1, .ends = 1};
    for (unsigned words = 1; words <= 3; words++) {
        toy t;
        make_tangle(&t, &world, words, 5);
        t.make = climb;
        t.mark = rung_mark;
        assert_int_equal(compare(&t, plain, 0), 0);
        transcript ladder = {0};
        search_options options = plain;
        options.count_shortest = true;
        listen(&ladder, &t, &options, false);
        assert_int_equal(ladder.out.plan.length, RUNGS);
        assert_true(strlen(ladder.out.shortest_count) > 40); /* of many, the same one */
        forget(&ladder);
    }
}

/* ---- do the others work at all? ---- */

static pthread_t callers_thread;
static atomic_uint expanded_elsewhere, expanded_here;

static int pull_and_count(void *worker, const uint64_t *states, size_t count, unsigned wants,
                          batch *out, wgcq_error *err)
{
    bool here = pthread_equal(pthread_self(), callers_thread);
    const struct timespec moment = {.tv_nsec = 200000};
    atomic_fetch_add(here ? &expanded_here : &expanded_elsewhere, (unsigned)count);
    if (here && !expanded_elsewhere) /* on a busy machine the others need a moment to come up */
        nanosleep(&moment, NULL);
    return toy_expand(worker, states, count, wants, out, err);
}

/* So many states were expanded by other threads than the calling one. */
static unsigned elsewhere(const toy *t, unsigned threads, bool heard, speedup_kind sharing)
{
    search_options options = plain;
    transcript message = {0};
    callers_thread = pthread_self();
    atomic_store(&expanded_elsewhere, 0);
    atomic_store(&expanded_here, 0);
    options.threads = threads;
    options.hooks.sharing = sharing;
    listen(&message, t, &options, heard);
    assert_int_equal(message.code, 0);
    assert_int_equal(message.out.end, SEARCH_COMPLETE);
    assert_true(expanded_elsewhere + expanded_here >= message.out.states);
    forget(&message);
    return expanded_elsewhere;
}

/* Two threads and more: a graph of some hundred batches, in which any thread comes to one, whether
   rows are made or not; but none where one thread is known to be quicker. */
static void test_threads_work(void **state)
{
    (void)state;
    toy t;
    const tangle world = {.size = 200000, .seed = 5};
    make_tangle(&t, &world, 1, 3);
    t.model.expand = pull_and_count;
    for (int heard = 0; heard <= 1; heard++) {
        assert_int_equal(elsewhere(&t, 1, heard, SPEEDUP_MEASURED), 0);
        assert_true(elsewhere(&t, 2, heard, SPEEDUP_MEASURED) > 0);
        assert_true(elsewhere(&t, 3, heard, SPEEDUP_IN_TURN) > 0);
        assert_true(elsewhere(&t, 3, heard, SPEEDUP_ALWAYS) > 0);
        assert_int_equal(elsewhere(&t, 3, heard, SPEEDUP_NEVER), 0);
    }
}

static void test_stops(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 4; seed++) {
        if (!in_turn_of(seed, 4))
            continue;
        toy t;
        const tangle world = {.size = 40000, .seed = seed, .goals = 30000, .ends = seed * 30};
        make_tangle(&t, &world, 1, 4);
        search_options options = plain;
        options.stop = seed % 2 ? WGCQ_STOP_FIRST : WGCQ_STOP_SHORTEST;
        compare(&t, options, 0);
    }
}

static void test_limits(void **state)
{
    (void)state;
    toy t;
    const tangle world = {.size = 40000, .seed = 8, .goals = 3000, .ends = 50};
    make_tangle(&t, &world, 1, 4);
    search_options options = plain;
    size_t limit = 0;
    for (options.max_states = 2; options.max_states < 50000; options.max_states *= 3)
        if (in_turn_of(limit++, 14))
            compare(&t, options, 0);
    options.max_states = 0;
    for (options.max_depth = 1; options.max_depth < 14; options.max_depth += 4)
        if (in_turn_of(limit++, 14))
            compare(&t, options, 0);
}

/* Threads have buffers that one thread has not, so the place may differ, but not what is true of
 * it. */
static void test_memory(void **state)
{
    (void)state;
    toy t;
    const tangle world = {.size = 400000, .seed = 8};
    make_tangle(&t, &world, 1, 4);
    search_options options = plain;
    options.max_memory = 4000000;
    for (options.threads = 1; options.threads < 4; options.threads++) {
        transcript heard = {0};
        listen(&heard, &t, &options, true);
        assert_int_equal(heard.code, 0);
        assert_int_equal(heard.out.end, SEARCH_LIMIT);
        assert_string_equal(heard.out.limit, "--max-memory 4000000");
        assert_int_equal(heard.rows[0].length, heard.out.states * (4 + 8 + 1 + 4));
        assert_int_equal(heard.rows[1].length, heard.out.edges * 20);
        forget(&heard);
    }
}

static void test_errors(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 4; seed++) {
        if (!in_turn_of(seed, 4))
            continue;
        toy t;
        const tangle world = {.size = 40000,
                              .seed = seed,
                              .goals = 900,
                              .ends = seed / 2 * 70,
                              .fails = seed == 1 ? 0 : 16001,
                              .puzzles = seed == 0 ? 0 : 15013};
        make_tangle(&t, &world, 2, 4);
        assert_int_equal(compare(&t, plain, 0), WGCQ_ERUN);
    }
}

static void test_rejecting_receiver(void **state)
{
    (void)state;
    toy t;
    const tangle world = {.size = 40000, .seed = 1};
    make_tangle(&t, &world, 1, 4);
    assert_int_equal(compare(&t, plain, 20000), WGCQ_ESTORE);
    assert_int_equal(compare(&t, plain, 3), WGCQ_ESTORE);
}

/* ---- that there are several ------------------------------------------------------------------ */

/* State n leads to 2n and 2n + 1: level d has 2^d states, from 2^d on. */
enum { SHARED = 1 << 13, DEEPEST = 1 << 14 }; /* a level of eight batches, and the last */

/* Where the first batches of a shared level meet: no thread goes on before all have arrived. */
typedef struct meeting {
    unsigned wanted, come;
    bool late;
    pthread_mutex_t lock;
    pthread_cond_t all;
} meeting;

static outcome double_it(const toy *t, uint32_t move, const uint64_t *from, uint64_t *to,
                         int64_t *cost, uint32_t *rule, uint32_t *message)
{
    (void)t, (void)rule;
    *message = move;
    *cost = 1;
    *to = 2 * *from + move;
    return *to < 2 * DEEPEST ? MOVED : NO_MOVE;
}

static void meet(meeting *m)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 120;
    pthread_mutex_lock(&m->lock);
    if (m->come < m->wanted) {
        if (++m->come == m->wanted)
            pthread_cond_broadcast(&m->all);
        while (m->come < m->wanted && !m->late)
            m->late = pthread_cond_timedwait(&m->all, &m->lock, &until);
    }
    pthread_mutex_unlock(&m->lock);
}

static int meet_and_expand(void *worker, const uint64_t *states, size_t count, unsigned wants,
                           batch *out, wgcq_error *err)
{
    const toy *t = worker;
    if (*states >= SHARED)
        meet((meeting *)(uintptr_t)t->world);
    return toy_expand(worker, states, count, wants, out, err);
}

/* As many batches are under way at a time as there are threads, each in one of its own. */
static void test_all_threads_expand(void **state)
{
    static const char *const names[] = {"toll"};
    (void)state;
    for (size_t i = 0; i < THREAD_COUNTS; i++) {
        meeting m = {.wanted = thread_counts[i]};
        transcript all = {0};
        pthread_mutex_init(&m.lock, NULL);
        pthread_cond_init(&m.all, NULL);
        toy t = {.model = {.title = "doubles",
                           .words = 1,
                           .costs = 1,
                           .cost_names = names,
                           .rule_count = 1},
                 .moves = 2,
                 .start = {{1}},
                 .starts = 1,
                 .world = &m,
                 .make = double_it};
        toy_finish(&t);
        t.model.expand = meet_and_expand;
        search_options options = plain;
        options.threads = thread_counts[i];
        listen(&all, &t, &options, false);
        assert_int_equal(all.code, 0);
        assert_int_equal(all.out.states, 2 * DEEPEST - 1);
        assert_int_equal(m.come, thread_counts[i]);
        assert_false(m.late);
        forget(&all);
        pthread_cond_destroy(&m.all);
        pthread_mutex_destroy(&m.lock);
    }
}

static int stop_third(void *self, const wgcq_progress *progress)
{
    (void)progress;
    return ++*(int *)self == 3;
}

/* Where the monitor stops it is not fixed, but what was reported is all there is. */
static void test_interrupt(void **state)
{
    (void)state;
    toy t;
    const tangle world = {.size = 40000000, .seed = 1};
    make_tangle(&t, &world, 1, 4);
    int looks = 0;
    wgcq_monitor monitor = {&looks, stop_third};
    search_options options = plain;
    options.threads = 3;
    options.max_time = 30;
    search_result out;
    wgcq_error err = {0};
    assert_int_equal(run_search(&out, &t.model, &options, NULL, &monitor, &err), 0);
    assert_int_equal(out.end, SEARCH_INTERRUPTED);
    assert_int_equal(looks, 3);
    assert_true(out.expanded < out.states);
    search_result_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worlds),       cmocka_unit_test(test_wide),
        cmocka_unit_test(test_long_plan),    cmocka_unit_test(test_large_batches),
        cmocka_unit_test(test_threads_work), cmocka_unit_test(test_stops),
        cmocka_unit_test(test_limits),       cmocka_unit_test(test_memory),
        cmocka_unit_test(test_errors),       cmocka_unit_test(test_rejecting_receiver),
        cmocka_unit_test(test_interrupt),    cmocka_unit_test(test_all_threads_expand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
