/*
 * journey_threads.c - threads that search the parts of one tree.
 *
 * Whose is what: a part belongs to its thread while it runs, but for `next`, `status`, `dropped`
 * and `ready`, which the lock guards, as all of journey_threads but `reading` and `limits`, which
 * are the calling thread's.  Threads look up from their runs some times in 20 microseconds of runs,
 * at least once in 64: there they split their part, give away results, stop.
 */
#include "journey/iterate/journey_threads.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/helpers.h"
#include "base/progress_clock.h"
#include "journey/iterate/tree_part.h"

enum {
    BATCH = 16 << 10,       /* bytes of results until they are handed over                     */
    PART_BYTES = 256 << 10, /* of results of one part until its thread turns to another         */
    RUNS_MOST = 64,         /* between two looks                                               */
    PARTS_A_THREAD = 8,
    PATIENCE = 50 /* milliseconds of the calling thread between looks at the clock   */
};

static const double LOOK_SOON = 20e-6, LOOK_LATE = 200e-6, SPLIT_AFTER = 50e-6; /* seconds */

typedef struct journey_worker journey_worker;

struct journey_threads {
    const wgcq_iterator_options *wanted;
    journey_limits *limits;
    struct timespec began;

    helpers threads;     /* its condition: a part waits, or may be split */
    pthread_cond_t news; /* for the calling thread                       */
    journey_worker *workers;
    unsigned started, idle;
    tree_part *first;
    size_t parts;
    bool paused;          /* no part is begun or goes on                              */
    bool by_turns;        /* only the first part runs: see journey_threads_pause      */
    bool advanced;        /* a result was given or a part has ended since the last limit */
    bool cut_short;       /* parts that are done have been, by max_depth              */
    uint64_t granted;     /* runs since a limit last came, as far as they are used  */
    uint64_t runs_before; /* made by the calling thread                          */

    _Atomic(tree_part *) awaited; /* the calling thread waits for its results */
    atomic_bool stops;            /* all are to suspend their parts          */
    atomic_bool splits;           /* a thread waits for a part               */
    atomic_uint dropped;          /* parts that run in vain                  */
    _Atomic uint64_t runs;        /* in all */
    _Atomic int64_t best; /* the least cost of a result that was returned; INT64_MAX: none */

    bool has_best, bounded; /* as of a journey, of the results that were returned */
    result_queue reading;
    unsigned given; /* results since the last look at the clock */
};

struct journey_worker {
    journey_threads *of;
    journey_limits limits;
    tree_part *part;
    uint32_t interval; /* runs between two looks, as long as runs take */
    uint64_t grant;    /* runs that this thread may make before it looks up */
    double looked;
};

/* ---- in a thread: between two runs ----------------------------------------------------------- */

/* More runs; 0: the limit has come.  The lock is held. */
static uint64_t grant_runs(journey_threads *t, uint64_t wanted)
{
    uint64_t most = t->wanted->max_runs;
    if (!most)
        return wanted;
    uint64_t left = most - t->granted;
    if (wanted > left)
        wanted = left;
    t->granted += wanted;
    return wanted;
}

/* Whether a thread that has nothing to do could search.  The lock is held. */
static bool may_run(const journey_threads *t, const tree_part *p)
{
    return p->status == PART_WAITS && !t->paused && (!t->by_turns || p == t->first) &&
           (!t->wanted->max_runs || t->granted < t->wanted->max_runs);
}

static tree_part *first_waiting(const journey_threads *t)
{
    for (tree_part *p = t->first; p; p = p->next)
        if (may_run(t, p))
            return p;
    return NULL;
}

/* The lock is held. */
static void hand_over_results(journey_threads *t, tree_part *p)
{
    if (result_queue_is_empty(&p->filling))
        return;
    if (!result_queue_move(&p->ready, &p->filling))
        journey_error(&p->journey, WGCQ_EMEMORY, "out of memory");
    if (atomic_load_explicit(&t->awaited, memory_order_relaxed) == p)
        pthread_cond_signal(&t->news);
}

/* Behind one that is dropped no part would be found again.  The lock is held. */
static void split_part(journey_threads *t, tree_part *p, double now)
{
    if (p->dropped || t->idle == 0 || t->parts >= (size_t)PARTS_A_THREAD * t->started)
        return;
    p->since = now;
    tree_part *later = tree_part_split(p, t->wanted);
    if (!later)
        return;
    t->parts++;
    later->source.cut = p->source.cut;
    later->source.self = later;
    atomic_store_explicit(&t->splits, false, memory_order_relaxed);
    helpers_wake(&t->threads);
}

/* The results that were returned are those of earlier parts: none has to be as dear as they are.  A
   part that is begun anew finds some of them itself. */
static void share_best(const journey_threads *t, tree_part *p)
{
    wgcq_journey *j = &p->journey;
    int64_t best = atomic_load_explicit(&t->best, memory_order_relaxed);
    if (best == INT64_MAX || p->alone || t->wanted->check || (j->has_best && j->best <= best))
        return;
    j->has_best = true;
    j->best = best;
}

static void adapt_interval(journey_worker *w, double now)
{
    double took = now - w->looked;
    w->looked = now;
    if (took < LOOK_SOON && w->interval < RUNS_MOST)
        w->interval *= 2;
    else if (took > LOOK_LATE && w->interval > 1)
        w->interval /= 2;
}

/* Before a run, of which all before it were granted.  False: the part is suspended. */
static bool look_up_from_runs(void *self)
{
    journey_worker *w = self;
    journey_threads *t = w->of;
    tree_part *p = w->part;
    double now = seconds_since(&t->began);
    bool splits = !t->wanted->check && now - p->since > SPLIT_AFTER &&
                  atomic_load_explicit(&t->splits, memory_order_relaxed);
    bool awaited = atomic_load_explicit(&t->awaited, memory_order_relaxed) == p &&
                   !result_queue_is_empty(&p->filling);
    bool dropped = atomic_load_explicit(&t->dropped, memory_order_relaxed);
    atomic_fetch_add_explicit(&t->runs, w->grant, memory_order_relaxed);
    adapt_interval(w, now);
    share_best(t, p);
    w->grant = w->interval;
    bool goes_on = !atomic_load_explicit(&t->stops, memory_order_relaxed);
    if (splits || awaited || dropped || t->wanted->max_runs) {
        helpers_lock(&t->threads);
        if (awaited)
            hand_over_results(t, p);
        if (splits)
            split_part(t, p, now);
        goes_on = goes_on && !p->dropped;
        w->grant = goes_on ? grant_runs(t, w->grant) : 0;
        helpers_unlock(&t->threads);
    }
    if (!goes_on)
        w->grant = 0;
    w->limits.steps = w->grant ? 1 : 0;
    w->limits.interval = (uint32_t)w->grant + 1;
    return w->grant > 0;
}

/* Runs that were granted and not made are given back.  The lock is held. */
static void return_runs(journey_worker *w)
{
    journey_threads *t = w->of;
    uint64_t made = w->limits.steps < w->grant ? w->limits.steps : w->grant;
    atomic_fetch_add_explicit(&t->runs, made, memory_order_relaxed);
    if (t->wanted->max_runs)
        t->granted -= w->grant - made;
    w->grant = 0;
    w->limits.steps = 0;
    w->limits.interval = 1;
    w->limits.code = 0;
}

/* A cut in a part: later parts are not affected before this one has come to its end as the first.
   Where the journey bounds itself, a run may come to it that would have failed with the best result
   of all before this part: it is held until that is known. */
static bool commit_in_part(choice_source *s, wgcq_journey *j, size_t from, size_t to)
{
    tree_part *p = s->self;
    if (j->bounded && !p->alone) {
        p->to_be_alone = true;
        j->suspended = j->failed = true;
        return false;
    }
    for (size_t i = from; i < to && i < p->path_count; i++)
        p->committed[i] = 1;
    return true;
}

/* ---- in a thread: parts ------------------------------------------------------------------- */

/* Results until the part ends, is suspended, or has as many as are buffered; whether it has. */
static bool search_part(journey_threads *t, tree_part *p)
{
    wgcq_journey *j = &p->journey;
    while (t->wanted->check ? determinism_check_next(&p->check, j) : journey_next_result(j)) {
        if (!result_queue_add(&p->filling, j))
            return journey_error(j, WGCQ_EMEMORY, "out of memory");
        bool splits = t->wanted->check && atomic_load_explicit(&t->splits, memory_order_relaxed);
        if (p->filling.filled < BATCH && !splits &&
            atomic_load_explicit(&t->awaited, memory_order_relaxed) != p)
            continue;
        helpers_lock(&t->threads);
        if (splits)
            split_part(t, p, 0);
        hand_over_results(t, p);
        bool full = p->ready.filled - p->ready.read >= PART_BYTES;
        helpers_unlock(&t->threads);
        if (full)
            return true;
    }
    return false;
}

/* The lock is held. */
static void leave_tree_part(journey_worker *w, tree_part *p, bool full)
{
    journey_threads *t = w->of;
    return_runs(w);
    hand_over_results(t, p);
    if (p->dropped) {
        tree_part_free(p);
        atomic_fetch_sub_explicit(&t->dropped, 1, memory_order_relaxed);
    } else if (p->journey.code || !(full || p->journey.suspended)) {
        p->status = PART_ENDED;
    } else {
        p->status = full ? PART_FULL : p->to_be_alone ? PART_HELD : PART_WAITS;
    }
    helpers_wake(&t->threads);
    pthread_cond_signal(&t->news);
}

/* The lock is held at the beginning and at the end. */
static void take_tree_part(journey_worker *w, tree_part *p)
{
    journey_threads *t = w->of;
    p->status = PART_RUNS;
    helpers_unlock(&t->threads);
    w->part = p;
    w->looked = seconds_since(&t->began);
    if (p->since == 0)
        p->since = w->looked;
    p->journey.limits = &w->limits;
    bool full = search_part(t, p);
    helpers_lock(&t->threads);
    leave_tree_part(w, p, full);
}

static void *search_parts(void *self)
{
    journey_threads *t = self;
    helpers_lock(&t->threads);
    journey_worker *w = &t->workers[t->started++];
    *w = (journey_worker){.of = t, .interval = 1, .limits = {.interval = 1}};
    w->limits.look = look_up_from_runs;
    w->limits.self = w;
    while (!t->threads.stopped) {
        tree_part *p = first_waiting(t);
        if (p) {
            take_tree_part(w, p);
            continue;
        }
        t->idle++;
        atomic_store_explicit(&t->splits, !t->paused && !t->by_turns, memory_order_relaxed);
        pthread_cond_signal(&t->news);
        helpers_wait(&t->threads);
        t->idle--;
    }
    helpers_unlock(&t->threads);
    return NULL;
}

/* ---- in the calling thread ---------------------------------------------------------------- */

journey_threads *journey_threads_new(const wgcq_iterator_options *wanted, const wgcq_journey *j,
                                     journey_limits *limits)
{
    journey_threads *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    helpers_open(&t->threads);
    condition_open(&t->news);
    clock_gettime(CLOCK_MONOTONIC, &t->began);
    t->wanted = wanted;
    t->limits = limits;
    t->workers = calloc(wanted->threads, sizeof *t->workers);
    t->first = tree_part_new(wanted, j->fn, j->initial, j->size);
    t->parts = 1;
    atomic_init(&t->best, INT64_MAX);
    if (!t->workers || !t->first ||
        !tree_part_begin(t->first, wanted->after, wanted->after_count, 0, false)) {
        journey_threads_free(t);
        return NULL;
    }
    t->first->alone = true;
    t->first->source.cut = commit_in_part;
    t->first->source.self = t->first;
    return t;
}

/* Suspends every part.  The lock is held. */
static void pause_threads(journey_threads *t)
{
    t->paused = true;
    atomic_store_explicit(&t->stops, true, memory_order_relaxed);
    helpers_wake(&t->threads);
    while (t->idle < t->threads.count)
        pthread_cond_wait(&t->news, &t->threads.lock);
}

/* Runs are shared out, so a nested journey may get fewer than it takes, though one thread would do:
   where nothing has come of them, the first part has all of the next ones. */
static void resume_threads(journey_threads *t)
{
    helpers_lock(&t->threads);
    t->by_turns = !t->advanced && !t->by_turns;
    t->advanced = t->paused = false;
    t->granted = 0;
    atomic_store_explicit(&t->stops, false, memory_order_relaxed);
    helpers_wake(&t->threads);
    helpers_unlock(&t->threads);
}

static bool begin_threads(journey_threads *t)
{
    t->runs_before = t->limits->runs + t->limits->steps;
    t->granted = t->limits->runs_since_limit + t->limits->steps;
    return helpers_start(&t->threads, t->wanted->threads, search_parts, t) > 0;
}

/* Looks at the clock, and calls the monitor; false: a limit.  The lock is not held. */
static bool watch_clock(journey_threads *t, const wgcq_journey *j)
{
    journey_limits *l = t->limits;
    if (!l->monitor && t->wanted->max_seconds <= 0)
        return true;
    l->steps = 0;
    l->runs_since_limit = 0;
    l->runs = t->runs_before + atomic_load_explicit(&t->runs, memory_order_relaxed);
    return journey_limits_look(l, j->choice_count);
}

/* Takes those of the parts behind `p` away that are `gone`.  The lock is held. */
static void drop_later_parts(journey_threads *t, const tree_part *p, tree_part **at,
                             bool (*gone)(const tree_part *p, const tree_part *later))
{
    while (*at) {
        tree_part *later = *at;
        if (!gone(p, later)) {
            at = &later->next;
            continue;
        }
        *at = later->next;
        t->parts--;
        if (later->status == PART_RUNS) {
            later->dropped = true;
            atomic_fetch_add_explicit(&t->dropped, 1, memory_order_relaxed);
        } else {
            tree_part_free(later);
        }
    }
}

/* The first part has ended: the next one is the first.  The lock is held. */
static void drop_first_part(journey_threads *t)
{
    tree_part *p = t->first;
    t->first = p->next;
    t->parts--;
    t->advanced = true;
    t->cut_short = t->cut_short || p->journey.cut_short;
    t->bounded = t->bounded || p->journey.bounded;
    drop_later_parts(t, p, &t->first, tree_part_drops);
    tree_part_free(p);
    if (t->first) {
        t->first->has_best_before = t->has_best;
        t->first->best_before = atomic_load_explicit(&t->best, memory_order_relaxed);
    }
    helpers_wake(&t->threads);
}

/* The first part bounds itself, and did without the best result before it.  What that would have
   cut off has no results, but may have come to a cut, an error, or max_depth: then it begins anew
   with it, and finds what was returned of it once more.  The lock is held. */
static void begin_first_anew(journey_threads *t)
{
    tree_part *p = t->first;
    drop_later_parts(t, p, &p->next, tree_part_has_split);
    tree_part_begin_anew(p);
    wgcq_journey *const both[] = {&p->journey, &p->check.journey};
    for (size_t i = 0; i < 2; i++) {
        both[i]->has_best = p->has_best_before;
        both[i]->best = p->best_before;
        both[i]->bounded = t->bounded;
    }
    p->skips = p->given_out;
    p->to_be_alone = false;
    p->alone = true;
    p->status = PART_WAITS;
    helpers_wake(&t->threads);
}

static bool has_to_begin_anew(const tree_part *p)
{
    return p->status == PART_HELD || (p->status == PART_ENDED && p->journey.bounded && !p->alone &&
                                      (p->journey.code || p->journey.cut_short));
}

/* No thread may make another run.  The lock is held. */
static bool is_out_of_runs(const journey_threads *t)
{
    return t->wanted->max_runs && t->granted >= t->wanted->max_runs && t->idle == t->threads.count;
}

/* Takes the results of the first part; false: an error of `j`, the end of all, or a limit, and the
   journey is suspended.  The lock is held. */
static bool take_results(journey_threads *t, wgcq_journey *j)
{
    for (tree_part *p; (p = t->first);) {
        if (!result_queue_is_empty(&p->ready)) {
            result_queue_move(&t->reading, &p->ready);
            t->advanced = true;
        }
        if (p->status == PART_FULL) {
            p->status = PART_WAITS;
            helpers_wake(&t->threads);
        }
        if (!result_queue_is_empty(&t->reading))
            return true;
        if (has_to_begin_anew(p)) {
            begin_first_anew(t);
            continue;
        }
        if (p->status == PART_ENDED && p->journey.code)
            return journey_error(j, (wgcq_code)p->journey.code, "%s", p->error.text);
        if (p->status == PART_ENDED) {
            drop_first_part(t);
            continue;
        }
        if (is_out_of_runs(t)) {
            t->limits->code = WGCQ_LIMIT;
            t->limits->limit = "max_runs";
        }
        if (t->limits->code) {
            pause_threads(t);
            j->suspended = true;
            return false;
        }
        atomic_store_explicit(&t->awaited, p, memory_order_relaxed);
        condition_wait_for(&t->news, &t->threads.lock, PATIENCE);
        atomic_store_explicit(&t->awaited, NULL, memory_order_relaxed);
        helpers_unlock(&t->threads);
        watch_clock(t, j);
        helpers_lock(&t->threads);
    }
    j->cut_short = t->cut_short;
    return false;
}

/* Whether the next result that was read is one of the journey by one thread; else it is skipped. */
static bool accept_read(journey_threads *t)
{
    tree_part *p = t->first;
    bool bounded;
    int64_t best = atomic_load_explicit(&t->best, memory_order_relaxed);
    int64_t cost = result_queue_cost(&t->reading, &bounded);
    bool dear = t->has_best && cost >= best;
    if (p->skips > 0 || (dear && (bounded || t->bounded))) {
        p->skips -= p->skips > 0;
        result_queue_skip(&t->reading);
        return false;
    }
    p->given_out++;
    if (!dear)
        atomic_store_explicit(&t->best, cost, memory_order_relaxed);
    t->has_best = true;
    return true;
}

/* Results to be read; false: the end, an error, a limit. */
static bool await_results(journey_threads *t, wgcq_journey *j, bool late)
{
    helpers_lock(&t->threads);
    if (late)
        pause_threads(t);
    bool there = !late && take_results(t, j);
    helpers_unlock(&t->threads);
    j->suspended = j->suspended || late;
    return there;
}

bool journey_threads_next(journey_threads *t, wgcq_journey *j, bool *started)
{
    *started = t->threads.count || begin_threads(t);
    if (!*started)
        return false;
    if (t->paused)
        resume_threads(t);
    j->suspended = false;
    do {
        bool late = ++t->given % RUNS_MOST == 0 && !watch_clock(t, j);
        if ((late || result_queue_is_empty(&t->reading)) && !await_results(t, j, late))
            return false;
    } while (!accept_read(t));
    return result_queue_read(&t->reading, j);
}

void journey_threads_free(journey_threads *t)
{
    if (!t)
        return;
    atomic_store(&t->stops, true);
    helpers_close(&t->threads);
    pthread_cond_destroy(&t->news);
    while (t->first) {
        tree_part *next = t->first->next;
        tree_part_free(t->first);
        t->first = next;
    }
    free(t->workers);
    free(t->reading.bytes);
    free(t);
}
