/* helpers.c - threads beside the calling one. */
#include "base/helpers.h"

#include <assert.h>
#include <stdlib.h>
#include <time.h>

void condition_open(pthread_cond_t *condition)
{
    pthread_condattr_t how;
    pthread_condattr_init(&how);
    pthread_condattr_setclock(&how, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &how);
    pthread_condattr_destroy(&how);
}

bool condition_wait_for(pthread_cond_t *condition, pthread_mutex_t *lock, unsigned milliseconds)
{
    enum { SECOND = 1000 * 1000 * 1000 }; /* nanoseconds */
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += milliseconds / 1000;
    until.tv_nsec += (long)(milliseconds % 1000) * 1000 * 1000;
    until.tv_sec += until.tv_nsec / SECOND;
    until.tv_nsec %= SECOND;
    return pthread_cond_timedwait(condition, lock, &until) == 0;
}

void helpers_open(helpers *h)
{
    *h = (helpers){.stopped = false};
    pthread_mutex_init(&h->lock, NULL);
    condition_open(&h->changed);
}

unsigned helpers_start(helpers *h, unsigned most, void *(*work)(void *self), void *self)
{
    assert(!h->thread);
    h->stopped = false;
    h->thread = calloc(most, sizeof *h->thread);
    while (h->thread && h->count < most && !pthread_create(&h->thread[h->count], NULL, work, self))
        h->count++;
    return h->count;
}

void helpers_lock(helpers *h)
{
    pthread_mutex_lock(&h->lock);
}

void helpers_unlock(helpers *h)
{
    pthread_mutex_unlock(&h->lock);
}

void helpers_wake(helpers *h)
{
    pthread_cond_broadcast(&h->changed);
}

void helpers_wait(helpers *h)
{
    pthread_cond_wait(&h->changed, &h->lock);
}

bool helpers_wait_for(helpers *h, unsigned milliseconds)
{
    return condition_wait_for(&h->changed, &h->lock, milliseconds);
}

void helpers_stop(helpers *h)
{
    helpers_lock(h);
    h->stopped = true;
    helpers_wake(h);
    helpers_unlock(h);
    for (unsigned i = 0; i < h->count; i++)
        pthread_join(h->thread[i], NULL);
    free(h->thread);
    h->thread = NULL;
    h->count = 0;
}

void helpers_close(helpers *h)
{
    helpers_stop(h);
    pthread_cond_destroy(&h->changed);
    pthread_mutex_destroy(&h->lock);
}
