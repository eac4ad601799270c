/* rank_guard.c - waiting for a rank, and passing signals on to it. */
#ifdef __linux__
#define _GNU_SOURCE /* strsignal, prctl */
#endif
#include "ranks/rank_guard.h"

#include "output/exit_status.h"
#include "output/messages.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t passed_on; /* the last signal to end that was */
static volatile pid_t guarded;

static void pass_on(int number)
{
    if (number != SIGUSR1)
        passed_on = number;
    kill(guarded, number);
}

static void guard_against(int number, sigset_t *all)
{
    struct sigaction how = {.sa_handler = pass_on, .sa_flags = SA_RESTART};
    how.sa_mask = *all;
    sigaction(number, &how, NULL);
}

static void say_how_it_died(int signal_number)
{
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");
    message_error("rank %s was killed by signal %d (%s), so the run ends", rank ? rank : "0",
                  signal_number, strsignal(signal_number));
}

/* The guard ends as the rank did. */
static void wait_for_rank(void)
{
    int status;
    while (waitpid(guarded, &status, 0) < 0)
        if (errno != EINTR)
            exit(STATUS_FILE);
    if (WIFEXITED(status))
        exit(WEXITSTATUS(status));
    if (passed_on && WTERMSIG(status) != SIGSEGV)
        exit(STATUS_INTERRUPTED);
    say_how_it_died(WTERMSIG(status));
    exit(STATUS_FILE);
}

void rank_guard_begin(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1};
    const pid_t guard = getpid();
    sigset_t held, before;
    sigemptyset(&held);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaddset(&held, signals[i]);
    sigprocmask(SIG_BLOCK, &held, &before); /* until the guard knows whom it guards */
    guarded = fork();
    for (size_t i = 0; guarded > 0 && i < sizeof signals / sizeof *signals; i++)
        guard_against(signals[i], &held);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (guarded > 0)
        wait_for_rank();
#ifdef __linux__
    if (!guarded) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != guard)
            exit(STATUS_FILE);
    }
#endif
    (void)guard;
}
