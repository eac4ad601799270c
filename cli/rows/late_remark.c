/* late_remark.c - a thread that waits while the library works. */
#include "rows/late_remark.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <time.h>

/* Behind the progress line, which knows more. */
static const double MUTE_SECONDS = 1.7;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed; /* one of the next two did */
static bool active, ended;     /* the library works; the thread is to end */
static bool started;           /* the thread runs */
static pthread_t thread;
static struct timespec due;
static progress_line *what;

static struct timespec seconds_from_now(double seconds)
{
    struct timespec at = {0};
    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_sec += (time_t)seconds;
    at.tv_nsec += (long)((seconds - (double)(time_t)seconds) * 1e9);
    if (at.tv_nsec >= 1000000000) {
        at.tv_nsec -= 1000000000;
        at.tv_sec++;
    }
    return at;
}

/* Waits until the library works when that time is past; false: it ended first.  The mutex is held.
 */
static bool wait_until_late(void)
{
    int code = 0;
    while (!ended && code != ETIMEDOUT)
        code = pthread_cond_timedwait(&changed, &mutex, &due);
    while (!ended && !active)
        pthread_cond_wait(&changed, &mutex);
    return !ended;
}

static void *run_thread(void *none)
{
    pthread_mutex_lock(&mutex);
    if (wait_until_late())
        progress_line_say_long(what);
    pthread_mutex_unlock(&mutex);
    return none;
}

void late_remark_begin(progress_line *of)
{
    pthread_condattr_t monotonic;
    const double gone = progress_line_seconds(of);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    what = of;
    due = seconds_from_now(MUTE_SECONDS > gone ? MUTE_SECONDS - gone : 0);
    ended = active = false;
    sigset_t all, before; /* signals go to the main thread */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    assert(!started);
    started = pthread_create(&thread, NULL, run_thread, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void set_active(bool now)
{
    if (!started)
        return;
    pthread_mutex_lock(&mutex);
    assert(now != active); /* calls do not nest */
    active = now;
    if (now)
        pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
}

void late_remark_enter(void)
{
    set_active(true);
}

void late_remark_leave(void)
{
    set_active(false);
}

void late_remark_end(void)
{
    if (!started)
        return;
    pthread_mutex_lock(&mutex);
    ended = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    pthread_cond_destroy(&changed);
    started = false;
}
