/*
 * thread_pool.c - threads that wait until there is work, and take tasks by a counter.
 *
 * Pieces of work often follow each other within microseconds, and to be woken takes longer than
 * that.  So a thread that waits looks again and again for a while before it sleeps, where each
 * thread has a processor; and the calling thread waits for those only that have entered: one that
 * is being woken takes part in what is left, or in the next piece of work.
 */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getcpu, processors of threads */
#endif
#include "base/thread_pool.h"

#include <assert.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/helpers.h"

enum {
    LOOKS = 2048, /* before sleeping: some 50 microseconds  */
    PAUSE = 50    /* milliseconds between two calls of idle */
};

#define CLOSED (1u << 31)

struct thread_pool {
    unsigned threads; /* including the calling one */
    unsigned started; /* of the others        */
    unsigned looks;   /* before a thread sleeps */
    pthread_t *thread;
    pthread_mutex_t lock;
    pthread_cond_t work_is_there, work_is_done;
    /* Conditions that threads wait for; a change that they may sleep for is signalled under the
       lock. */
    atomic_uint round;  /* number of the piece of work */
    atomic_uint inside; /* other threads at work on it, and CLOSED when all tasks are taken */
    atomic_bool over;
    /* Written by the calling thread while no other is at work: */
    thread_pool_work *work;
    void *self;
    size_t tasks;
    atomic_size_t next;
    /* The calling thread's: */
    void (*idle)(void *self);
    void *idle_self;
};

typedef struct pool_member {
    thread_pool *pool;
    unsigned who;
    bool placed; /* it was started on one processor, to run then on any of: */
#ifdef __linux__
    cpu_set_t processors;
#endif
} pool_member;

static void take_tasks(thread_pool *p, unsigned who)
{
    size_t task;
    while ((task = atomic_fetch_add_explicit(&p->next, 1, memory_order_relaxed)) < p->tasks)
        p->work(p->self, task, who);
}

static void rest_a_moment(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static bool is_work_there(thread_pool *p, unsigned seen)
{
    return atomic_load_explicit(&p->round, memory_order_acquire) != seen ||
           atomic_load_explicit(&p->over, memory_order_acquire);
}

/* Until there is another piece of work than number `seen`, or never again one. */
static void wait_for_work(thread_pool *p, unsigned seen)
{
    for (unsigned i = 0; i < p->looks && !is_work_there(p, seen); i++)
        rest_a_moment();
    if (is_work_there(p, seen))
        return;
    pthread_mutex_lock(&p->lock);
    while (!is_work_there(p, seen))
        pthread_cond_wait(&p->work_is_there, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

/* False: all of its tasks are taken. */
static bool enter_work(thread_pool *p)
{
    unsigned inside = atomic_load_explicit(&p->inside, memory_order_relaxed);
    while (!(inside & CLOSED))
        if (atomic_compare_exchange_weak_explicit(&p->inside, &inside, inside + 1,
                                                  memory_order_acq_rel, memory_order_relaxed))
            return true;
    return false;
}

static void leave_work(thread_pool *p)
{
    if (atomic_fetch_sub_explicit(&p->inside, 1, memory_order_acq_rel) != (CLOSED | 1))
        return;
    pthread_mutex_lock(&p->lock);
    pthread_cond_signal(&p->work_is_done);
    pthread_mutex_unlock(&p->lock);
}

/* ---- where a thread starts ----------------------------------------------------------------- */

#ifdef __linux__
/* The processor that is `steps` behind the calling thread's among those where it may run. */
static size_t processor_behind(const cpu_set_t *processors, unsigned steps)
{
    const int here = sched_getcpu();
    size_t at = here < 0 ? 0 : (size_t)here;
    while (steps) {
        at = (at + 1) % CPU_SETSIZE;
        steps -= CPU_ISSET(at, processors) ? 1 : 0;
    }
    return at;
}
#endif

/* On a processor of its own: on that of the calling thread, which continues working, a new thread
   may wait for milliseconds until the system moves it.  Only where there are processors enough; a
   failure means that the system chooses. */
static void place_thread(pool_member *m, pthread_attr_t *how)
{
#ifdef __linux__
    cpu_set_t one;
    if (pthread_getaffinity_np(pthread_self(), sizeof m->processors, &m->processors) ||
        CPU_COUNT(&m->processors) < (int)m->pool->threads)
        return;
    CPU_ZERO(&one);
    CPU_SET(processor_behind(&m->processors, m->who), &one);
    m->placed = !pthread_attr_setaffinity_np(how, sizeof one, &one);
#else
    (void)m, (void)how;
#endif
}

/* It has begun; from here on it may run anywhere. */
static void release_thread(const pool_member *m)
{
#ifdef __linux__
    if (m->placed)
        pthread_setaffinity_np(pthread_self(), sizeof m->processors, &m->processors);
#else
    (void)m;
#endif
}

/* ---- a thread ------------------------------------------------------------------------------ */

static void *pool_thread(void *self)
{
    pool_member m = *(pool_member *)self;
    free(self);
    release_thread(&m);
    thread_pool *p = m.pool;
    for (unsigned seen = 0;;) {
        wait_for_work(p, seen);
        if (atomic_load_explicit(&p->over, memory_order_acquire))
            return NULL;
        seen = atomic_load_explicit(&p->round, memory_order_acquire);
        if (!enter_work(p))
            continue;
        take_tasks(p, m.who);
        leave_work(p);
    }
}

static bool start_one(thread_pool *p)
{
    pthread_attr_t how;
    pool_member *m = calloc(1, sizeof *m);
    if (!m)
        return false;
    m->pool = p;
    m->who = p->started + 1;
    pthread_attr_init(&how);
    place_thread(m, &how);
    pthread_t *thread = &p->thread[p->started];
    const bool started = !pthread_create(thread, &how, pool_thread, m) ||
                         (m->placed && !pthread_create(thread, NULL, pool_thread, m));
    pthread_attr_destroy(&how);
    if (started)
        p->started++;
    else
        free(m);
    return started;
}

/* ---- threads ----------------------------------------------------------------------------- */

/* A thread that looks for work where another has to run takes its time. */
static unsigned looks_of(unsigned threads)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors >= 0 && threads <= (unsigned long)processors ? LOOKS : 0;
}

thread_pool *thread_pool_new(unsigned threads)
{
    assert(threads);
    thread_pool *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->threads = threads;
    p->looks = looks_of(threads);
    p->inside = CLOSED;
    p->thread = calloc(threads, sizeof *p->thread);
    if (!p->thread) {
        free(p);
        return NULL;
    }
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->work_is_there, NULL);
    condition_open(&p->work_is_done);
    return p;
}

static bool are_others_busy(thread_pool *p)
{
    return atomic_load_explicit(&p->inside, memory_order_acquire) != CLOSED;
}

/* The lock is held, except while `idle` runs. */
static void sleep_for_others(thread_pool *p)
{
    if (!p->idle) {
        pthread_cond_wait(&p->work_is_done, &p->lock);
        return;
    }
    if (condition_wait_for(&p->work_is_done, &p->lock, PAUSE) || !are_others_busy(p))
        return;
    pthread_mutex_unlock(&p->lock);
    p->idle(p->idle_self);
    pthread_mutex_lock(&p->lock);
}

static void wait_for_others(thread_pool *p)
{
    for (unsigned i = 0; i < p->looks && are_others_busy(p); i++)
        rest_a_moment();
    if (!are_others_busy(p))
        return;
    pthread_mutex_lock(&p->lock);
    while (are_others_busy(p))
        sleep_for_others(p);
    pthread_mutex_unlock(&p->lock);
}

void thread_pool_idle(thread_pool *p, void (*idle)(void *self), void *self)
{
    p->idle = idle;
    p->idle_self = self;
}

/* Nobody enters from here on. */
static void close_work(thread_pool *p)
{
    atomic_fetch_or_explicit(&p->inside, CLOSED, memory_order_acq_rel);
}

static void offer_work(thread_pool *p)
{
    atomic_store_explicit(&p->next, 0, memory_order_relaxed);
    atomic_store_explicit(&p->inside, 0, memory_order_release);
    pthread_mutex_lock(&p->lock);
    atomic_fetch_add_explicit(&p->round, 1, memory_order_release);
    pthread_cond_broadcast(&p->work_is_there);
    pthread_mutex_unlock(&p->lock);
}

void thread_pool_run(thread_pool *p, thread_pool_work *work, void *self, size_t tasks)
{
    while (!p->round && p->started + 1 < p->threads && start_one(p))
        continue;
    assert(!are_others_busy(p));
    p->work = work;
    p->self = self;
    p->tasks = tasks;
    offer_work(p);
    take_tasks(p, 0);
    close_work(p);
    wait_for_others(p);
}

void thread_pool_free(thread_pool *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    atomic_store_explicit(&p->over, true, memory_order_release);
    pthread_cond_broadcast(&p->work_is_there);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->started; i++)
        pthread_join(p->thread[i], NULL);
    pthread_cond_destroy(&p->work_is_there);
    pthread_cond_destroy(&p->work_is_done);
    pthread_mutex_destroy(&p->lock);
    free(p->thread);
    free(p);
}
