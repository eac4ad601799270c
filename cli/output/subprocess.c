/*
 * subprocess.c - runs another program with input, and collects its output.
 *
 * Input and output go through non-blocking pipes at the same time, so that neither side waits for
 * the other.
 */
#include "output/subprocess.h"

#include "output/messages.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { PARENT, CHILD, STDERR_MAX = 4096, MILLISECONDS_BETWEEN = 50 };

/* The two ends of each pipe; -1: closed. */
typedef struct pipes {
    int input[2], output[2], errors[2]; /* [PARENT], [CHILD] */
} pipes;

static void close_end(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

static void close_all_ends(pipes *p)
{
    for (int side = PARENT; side <= CHILD; side++) {
        close_end(&p->input[side]);
        close_end(&p->output[side]);
        close_end(&p->errors[side]);
    }
}

/* Both ends are closed on exec; the parent's does not block. */
static bool open_pipe(int ends[2], bool parent_reads)
{
    int ends_made[2];
    if (pipe(ends_made) != 0)
        return false;
    ends[PARENT] = ends_made[!parent_reads];
    ends[CHILD] = ends_made[parent_reads];
    return fcntl(ends_made[0], F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(ends_made[1], F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(ends[PARENT], F_SETFL, O_NONBLOCK) == 0;
}

/* ---- starting -------------------------------------------------------------------------------- */

/* The child does not inherit ignored signals. */
static int set_signals(posix_spawnattr_t *attributes)
{
    sigset_t plain;
    sigemptyset(&plain);
    sigaddset(&plain, SIGPIPE);
    sigaddset(&plain, SIGXFSZ);
    int code = posix_spawnattr_setsigdefault(attributes, &plain);
    return code ? code : posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF);
}

static int set_streams(posix_spawn_file_actions_t *actions, const pipes *p)
{
    int code = posix_spawn_file_actions_adddup2(actions, p->input[CHILD], STDIN_FILENO);
    if (!code)
        code = posix_spawn_file_actions_adddup2(actions, p->output[CHILD], STDOUT_FILENO);
    if (!code)
        code = posix_spawn_file_actions_adddup2(actions, p->errors[CHILD], STDERR_FILENO);
    return code;
}

static int spawn_child(pid_t *child, char *const *words, pipes *p)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int code = posix_spawn_file_actions_init(&actions);
    if (code)
        return code;
    code = posix_spawnattr_init(&attributes);
    if (!code) {
        code = set_signals(&attributes);
        if (!code)
            code = set_streams(&actions, p);
        if (!code)
            code = posix_spawnp(child, words[0], &actions, &attributes, words, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    close_end(&p->input[CHILD]);
    close_end(&p->output[CHILD]);
    close_end(&p->errors[CHILD]);
    return code;
}

/* ---- exchanging
 * ----------------------------------------------------------------------------------
 */

static bool is_transient(ssize_t count)
{
    return count < 0 && (errno == EINTR || errno == EAGAIN);
}

static void write_input(int *end, const char *input, size_t length, size_t *written)
{
    ssize_t count = write(*end, input + *written, length - *written);
    if (count > 0)
        *written += (size_t)count;
    if (*written == length || (count < 0 && !is_transient(count)))
        close_end(end); /* all is written, or nothing reads it */
}

static void read_output(int *end, char **bytes, size_t *length, size_t most)
{
    char room[65536];
    ssize_t count = read(*end, room, sizeof room);
    if (count == 0 || (count < 0 && !is_transient(count)))
        close_end(end);
    if (count <= 0 || *length >= most)
        return;
    size_t more = most - *length < (size_t)count ? most - *length : (size_t)count;
    *bytes = memory_realloc(*bytes, *length + more + 1);
    for (size_t i = 0; i < more; i++)
        (*bytes)[*length + i] = room[i];
    *length += more;
    (*bytes)[*length] = '\0';
}

/* Ends early where `stop` is due.  poll ignores negative descriptors. */
static int exchange_data(subprocess_result *result, pipes *p, const char *input, size_t length,
                         const subprocess_stop *stop)
{
    assert(p->input[PARENT] >= 0 && p->output[PARENT] >= 0);
    size_t written = 0, error_length = 0;
    if (!length)
        close_end(&p->input[PARENT]);
    while (!stop->due(stop->self) && (p->output[PARENT] >= 0 || p->errors[PARENT] >= 0)) {
        struct pollfd ends[] = {{.fd = p->input[PARENT], .events = POLLOUT},
                                {.fd = p->output[PARENT], .events = POLLIN},
                                {.fd = p->errors[PARENT], .events = POLLIN}};
        if (poll(ends, 3, MILLISECONDS_BETWEEN) < 0) {
            if (errno == EINTR)
                continue;
            return errno;
        }
        if (ends[0].revents)
            write_input(&p->input[PARENT], input, length, &written);
        if (ends[1].revents)
            read_output(&p->output[PARENT], &result->output, &result->length, SIZE_MAX);
        if (ends[2].revents)
            read_output(&p->errors[PARENT], &result->errors, &error_length, STDERR_MAX);
    }
    return 0;
}

static void nap_briefly(void)
{
    nanosleep(&(struct timespec){0, 5 * 1000000L}, NULL);
}

/* A program may close its output long before it ends. */
static int wait_for_child(subprocess_result *result, pid_t child, const subprocess_stop *stop)
{
    pid_t ended;
    while ((ended = waitpid(child, &result->status, WNOHANG)) <= 0) {
        if (ended < 0 && errno != EINTR)
            return errno;
        if (!result->stopped && stop->due(stop->self)) {
            result->stopped = true;
            kill(child, SIGKILL);
        }
        nap_briefly();
    }
    return 0;
}

int subprocess_run(subprocess_result *out, char *const *words, const char *input, size_t length,
                   const subprocess_stop *stop)
{
    pipes p = {{-1, -1}, {-1, -1}, {-1, -1}};
    pid_t child;
    int code = 0;
    *out = (subprocess_result){.output = memory_strdup(""), .errors = memory_strdup("")};
    if (!open_pipe(p.input, false) || !open_pipe(p.output, true) || !open_pipe(p.errors, true))
        code = errno;
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    if (!code)
        code = spawn_child(&child, words, &p);
    if (!code) {
        code = exchange_data(out, &p, input, length, stop);
        close_all_ends(&p); /* so that the child ends */
        int waited = wait_for_child(out, child, stop);
        code = code ? code : waited;
    }
    close_all_ends(&p);
    signal(SIGPIPE, before);
    return code;
}

void subprocess_free(subprocess_result *result)
{
    free(result->output);
    free(result->errors);
    *result = (subprocess_result){0};
}
