/* thread_pool.c - threads that sleep until there is work, and take tasks by a counter. */
#include "base/thread_pool.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

struct thread_pool {
    unsigned threads; /* including the calling one */
    unsigned started; /* of the others        */
    pthread_t *thread;
    pthread_mutex_t lock;
    pthread_cond_t work_is_there, work_is_done;
    /* Under the lock: */
    unsigned round; /* number of the piece of work */
    unsigned busy;  /* threads still at work on it */
    bool over;
    /* Written before `round` is incremented: */
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
} pool_member;

static void take_tasks(thread_pool *p, unsigned who)
{
    size_t task;
    while ((task = atomic_fetch_add_explicit(&p->next, 1, memory_order_relaxed)) < p->tasks)
        p->work(p->self, task, who);
}

static void *pool_thread(void *self)
{
    pool_member m = *(pool_member *)self;
    free(self);
    thread_pool *p = m.pool;
    unsigned done = 0;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (p->round == done && !p->over)
            pthread_cond_wait(&p->work_is_there, &p->lock);
        if (p->over)
            break;
        done = p->round;
        pthread_mutex_unlock(&p->lock);
        take_tasks(p, m.who);
        pthread_mutex_lock(&p->lock);
        if (!--p->busy)
            pthread_cond_signal(&p->work_is_done);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static bool start_one(thread_pool *p)
{
    pool_member *m = malloc(sizeof *m);
    if (!m)
        return false;
    *m = (pool_member){p, p->started + 1};
    if (pthread_create(&p->thread[p->started], NULL, pool_thread, m)) {
        free(m);
        return false;
    }
    p->started++;
    return true;
}

/* ---- waiting with a timeout ---------------------------------------- */

void thread_pool_cond_init(pthread_cond_t *cond)
{
    pthread_condattr_t how;
    pthread_condattr_init(&how);
    pthread_condattr_setclock(&how, CLOCK_MONOTONIC);
    pthread_cond_init(cond, &how);
    pthread_condattr_destroy(&how);
}

bool thread_pool_cond_wait(pthread_cond_t *cond, pthread_mutex_t *lock)
{
    enum { PAUSE = 50 * 1000 * 1000, SECOND = 1000 * 1000 * 1000 }; /* nanoseconds */
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += PAUSE;
    until.tv_sec += until.tv_nsec / SECOND;
    until.tv_nsec %= SECOND;
    return pthread_cond_timedwait(cond, lock, &until) == 0;
}

/* ---- threads ----------------------------------------------------------------------------- */

thread_pool *thread_pool_new(unsigned threads)
{
    assert(threads);
    thread_pool *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->threads = threads;
    p->thread = calloc(threads, sizeof *p->thread);
    if (!p->thread) {
        free(p);
        return NULL;
    }
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->work_is_there, NULL);
    thread_pool_cond_init(&p->work_is_done);
    return p;
}

/* The lock is held, except while `idle` runs. */
static void wait_for_others(thread_pool *p)
{
    if (!p->idle) {
        pthread_cond_wait(&p->work_is_done, &p->lock);
        return;
    }
    if (thread_pool_cond_wait(&p->work_is_done, &p->lock) || !p->busy)
        return;
    pthread_mutex_unlock(&p->lock);
    p->idle(p->idle_self);
    pthread_mutex_lock(&p->lock);
}

void thread_pool_idle(thread_pool *p, void (*idle)(void *self), void *self)
{
    p->idle = idle;
    p->idle_self = self;
}

void thread_pool_run(thread_pool *p, thread_pool_work *work, void *self, size_t tasks)
{
    while (!p->round && p->started + 1 < p->threads && start_one(p))
        continue;
    pthread_mutex_lock(&p->lock);
    p->work = work;
    p->self = self;
    p->tasks = tasks;
    atomic_store_explicit(&p->next, 0, memory_order_relaxed);
    assert(!p->busy);
    p->busy = p->started;
    p->round++;
    pthread_cond_broadcast(&p->work_is_there);
    pthread_mutex_unlock(&p->lock);
    take_tasks(p, 0);
    pthread_mutex_lock(&p->lock);
    while (p->busy)
        wait_for_others(p);
    pthread_mutex_unlock(&p->lock);
}

void thread_pool_free(thread_pool *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->over = true;
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
