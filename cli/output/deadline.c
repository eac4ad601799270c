/* deadline.c - a thread that ends the program where the library does not come back in time. */
#include "output/deadline.h"

#include "output/exit_status.h"
#include "output/messages.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

static const double GRACE = 0.5; /* seconds, once for the library, once for what is printed */

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t over;
static pthread_t thread;
static bool begun, ended; /* the thread is there; it is to end */
static double most;       /* seconds                           */
static sheet *printed;    /* what the library was called for; NULL: it works on nothing */
static struct timespec first, last;

static struct timespec later(const struct timespec *from, double seconds)
{
    struct timespec to = *from;
    double whole = seconds < 1e9 ? seconds : 1e9;
    to.tv_sec += (time_t)whole;
    to.tv_nsec += (long)((whole - (double)(time_t)whole) * 1e9);
    if (to.tv_nsec >= 1000000000) {
        to.tv_nsec -= 1000000000;
        to.tv_sec++;
    }
    return to;
}

/* Whether that time came before the end; the guard is held. */
static bool wait_until(const struct timespec *at)
{
    int code = 0;
    while (!ended && code != ETIMEDOUT)
        code = pthread_cond_timedwait(&over, &guard, at);
    return !ended;
}

/* The guard is held for good: whoever comes back from the library waits at deadline_leave. */
static void end_program(void)
{
    if (printed) {
        sheet_free(printed);
        fflush(stdout);
    }
    say_note("stopped at --max-time %g; there may be more", most);
    _exit(STATUS_UNKNOWN);
}

static void *keep_time(void *none)
{
    pthread_mutex_lock(&guard);
    if (wait_until(&first) && (printed || wait_until(&last)))
        end_program();
    pthread_mutex_unlock(&guard);
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
    pthread_cond_init(&over, &monotonic);
    pthread_condattr_destroy(&monotonic);
    most = seconds;
    first = later(&now, seconds + GRACE);
    last = later(&now, seconds + 2 * GRACE);
    ended = false;
    sigset_t all, before; /* signals are the main thread's */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    begun = pthread_create(&thread, NULL, keep_time, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void deadline_enter(sheet *s)
{
    if (!begun)
        return;
    pthread_mutex_lock(&guard);
    printed = s;
    pthread_mutex_unlock(&guard);
}

void deadline_leave(void)
{
    deadline_enter(NULL);
}

void deadline_end(void)
{
    if (!begun)
        return;
    pthread_mutex_lock(&guard);
    ended = true;
    pthread_cond_signal(&over);
    pthread_mutex_unlock(&guard);
    pthread_join(thread, NULL);
    pthread_cond_destroy(&over);
    begun = false;
}
