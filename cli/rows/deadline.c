/* deadline.c - a thread that waits while the library works. */
#include "rows/deadline.h"

#include "output/exit_status.h"
#include "output/messages.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed; /* one of the next two did */
static bool active, ended;     /* the library works; the thread is to end */
static bool started;           /* the thread runs */
static pthread_t thread;
static double max_seconds;        /* seconds                                */
static row_writer *active_writer; /* the rows of the active call, or NULL   */
static struct timespec remark_at, last;
static deadline_remark to_say;

static struct timespec add_seconds(const struct timespec *from, double seconds)
{
    struct timespec to = *from;
    double capped = seconds < 0 ? 0 : seconds < 1e9 ? seconds : 1e9;
    to.tv_sec += (time_t)capped;
    to.tv_nsec += (long)((capped - (double)(time_t)capped) * 1e9);
    if (to.tv_nsec >= 1000000000) {
        to.tv_nsec -= 1000000000;
        to.tv_sec++;
    }
    return to;
}

/* Waits until the library works when that time is past; false: it ended first.  The mutex is held.
 */
static bool wait_until_late(const struct timespec *at)
{
    int code = 0;
    while (!ended && code != ETIMEDOUT)
        code = pthread_cond_timedwait(&changed, &mutex, at);
    while (!ended && !active)
        pthread_cond_wait(&changed, &mutex);
    return !ended;
}

/* Keeps the mutex: the main thread, if the call returns, waits at deadline_leave. */
static void end_program(void)
{
    if (active_writer) {
        row_writer_free(active_writer);
        fflush(stdout);
    }
    message_note("stopped at --max-time %g; there may be more", max_seconds);
    _exit(STATUS_UNKNOWN);
}

static void *run_deadline_thread(void *none)
{
    pthread_mutex_lock(&mutex);
    const bool ends_before = max_seconds > 0 && max_seconds <= to_say.after;
    if (!ends_before && wait_until_late(&remark_at))
        to_say.say(to_say.self);
    if (max_seconds > 0 && wait_until_late(&last))
        end_program();
    pthread_mutex_unlock(&mutex);
    return none;
}

void deadline_begin(double seconds, double grace, const deadline_remark *remark)
{
    struct timespec now;
    pthread_condattr_t monotonic;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    max_seconds = seconds;
    to_say = *remark;
    remark_at = add_seconds(&now, remark->after);
    last = add_seconds(&now, seconds + grace);
    ended = active = false;
    sigset_t all, before; /* signals go to the main thread */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    assert(!started);
    started = pthread_create(&thread, NULL, run_deadline_thread, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void set_active(bool now, row_writer *w)
{
    if (!started)
        return;
    pthread_mutex_lock(&mutex);
    assert(now != active); /* calls do not nest */
    active = now;
    active_writer = w;
    if (now)
        pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
}

void deadline_enter(row_writer *w)
{
    set_active(true, w);
}

void deadline_leave(void)
{
    set_active(false, NULL);
}

void deadline_end(void)
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
