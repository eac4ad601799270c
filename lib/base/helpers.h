/*
 * helpers.h - threads beside the calling one, with one lock and one condition between them all.
 *
 * What the lock guards is the owner's.  Of many tasks that are known beforehand: thread_pool.h.
 */
#ifndef BASE_HELPERS_H
#define BASE_HELPERS_H

#include <pthread.h>
#include <stdbool.h>

typedef struct helpers {
    pthread_mutex_t lock;
    pthread_cond_t changed; /* something that the lock guards has */
    bool stopped;           /* under the lock: they are to end    */
    unsigned count;         /* that were started                  */
    pthread_t *thread;
} helpers;

void helpers_open(helpers *h);
/* Starts `most` threads, or as many of them as the system allows; how many.  None may be running.
 */
unsigned helpers_start(helpers *h, unsigned most, void *(*work)(void *self), void *self);
void helpers_lock(helpers *h);
void helpers_unlock(helpers *h);
/* The lock is held: */
void helpers_wake(helpers *h); /* all who wait look again */
void helpers_wait(helpers *h); /* until something has changed; it may look so without a cause */
/* False: nothing has within that time. */
bool helpers_wait_for(helpers *h, unsigned milliseconds);
/* The lock is not held.  Says that they are to end, and waits until they have. */
void helpers_stop(helpers *h);
void helpers_close(helpers *h); /* stopped before, where they are not */

/* A condition variable on the monotonic clock, for waits with a timeout. */
void condition_open(pthread_cond_t *condition);
bool condition_wait_for(pthread_cond_t *condition, pthread_mutex_t *lock, unsigned milliseconds);

#endif
