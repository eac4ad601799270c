/* deadline.c - a thread that ends the program if the library does not return in time. */
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

static const double GRACE = 0.5; /* seconds, once for the library, once for the output */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ended_changed;
static pthread_t thread;
static bool started, ended;       /* the thread runs; it is to end */
static double max_seconds;        /* seconds                           */
static row_writer *active_writer; /* the rows of the active call; NULL: there is none */
static struct timespec soft_deadline, hard_deadline;

static struct timespec add_seconds(const struct timespec *from, double seconds)
{
    struct timespec to = *from;
    double capped = seconds < 1e9 ? seconds : 1e9;
    to.tv_sec += (time_t)capped;
    to.tv_nsec += (long)((capped - (double)(time_t)capped) * 1e9);
    if (to.tv_nsec >= 1000000000) {
        to.tv_nsec -= 1000000000;
        to.tv_sec++;
    }
    return to;
}

/* Whether that time passes before deadline_end; the mutex is held. */
static bool wait_until(const struct timespec *at)
{
    int code = 0;
    while (!ended && code != ETIMEDOUT)
        code = pthread_cond_timedwait(&ended_changed, &mutex, at);
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
    if (wait_until(&soft_deadline) && (active_writer || wait_until(&hard_deadline)))
        end_program();
    pthread_mutex_unlock(&mutex);
    return none;
}

void deadline_begin(double seconds)
{
    struct timespec now;
    pthread_condattr_t monotonic;
    if (!(seconds > 0) || clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&ended_changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    max_seconds = seconds;
    soft_deadline = add_seconds(&now, seconds + GRACE);
    hard_deadline = add_seconds(&now, seconds + 2 * GRACE);
    ended = false;
    sigset_t all, before; /* signals go to the main thread */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    assert(!started);
    started = pthread_create(&thread, NULL, run_deadline_thread, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void deadline_enter(row_writer *w)
{
    if (!started)
        return;
    pthread_mutex_lock(&mutex);
    assert(!w != !active_writer); /* calls do not nest */
    active_writer = w;
    pthread_mutex_unlock(&mutex);
}

void deadline_leave(void)
{
    deadline_enter(NULL);
}

void deadline_end(void)
{
    if (!started)
        return;
    pthread_mutex_lock(&mutex);
    ended = true;
    pthread_cond_signal(&ended_changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    pthread_cond_destroy(&ended_changed);
    started = false;
}
