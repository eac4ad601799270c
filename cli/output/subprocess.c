/*
 * subprocess.c - another program, run to its end with something to read.
 *
 * It is fed and heard at once, by pipes that never block us, so that neither waits for the other.
 */
#include "output/subprocess.h"

#include "output/messages.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { HERE, THERE, TROUBLE_MOST = 4096 };

/* Of a pipe each side is a number; -1 is closed. */
typedef struct pipes {
    int input[2], output[2], trouble[2]; /* [HERE] is ours */
} pipes;

static void shut(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

static void shut_all(pipes *p)
{
    for (int side = HERE; side <= THERE; side++) {
        shut(&p->input[side]);
        shut(&p->output[side]);
        shut(&p->trouble[side]);
    }
}

/* Neither end is for programs that we start; ours does not block. */
static bool open_pipe(int ends[2], bool we_read)
{
    int made[2];
    if (pipe(made) != 0)
        return false;
    ends[HERE] = made[!we_read];
    ends[THERE] = made[we_read];
    return fcntl(made[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(made[1], F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(ends[HERE], F_SETFL, O_NONBLOCK) == 0;
}

/* ---- starting ---------------------------------------------------------------------------------
 */

/* Signals that we ignore are not ignored there. */
static int set_signals(posix_spawnattr_t *how)
{
    sigset_t plain;
    sigemptyset(&plain);
    sigaddset(&plain, SIGPIPE);
    sigaddset(&plain, SIGXFSZ);
    int code = posix_spawnattr_setsigdefault(how, &plain);
    return code ? code : posix_spawnattr_setflags(how, POSIX_SPAWN_SETSIGDEF);
}

static int set_streams(posix_spawn_file_actions_t *what, const pipes *p)
{
    int code = posix_spawn_file_actions_adddup2(what, p->input[THERE], STDIN_FILENO);
    if (!code)
        code = posix_spawn_file_actions_adddup2(what, p->output[THERE], STDOUT_FILENO);
    if (!code)
        code = posix_spawn_file_actions_adddup2(what, p->trouble[THERE], STDERR_FILENO);
    return code;
}

static int start(pid_t *child, char *const *words, pipes *p)
{
    posix_spawn_file_actions_t what;
    posix_spawnattr_t how;
    int code = posix_spawn_file_actions_init(&what);
    if (code)
        return code;
    code = posix_spawnattr_init(&how);
    if (!code) {
        code = set_signals(&how);
        if (!code)
            code = set_streams(&what, p);
        if (!code)
            code = posix_spawnp(child, words[0], &what, &how, words, environ);
        posix_spawnattr_destroy(&how);
    }
    posix_spawn_file_actions_destroy(&what);
    shut(&p->input[THERE]);
    shut(&p->output[THERE]);
    shut(&p->trouble[THERE]);
    return code;
}

/* ---- talking ----------------------------------------------------------------------------------
 */

static bool passing(ssize_t done)
{
    return done < 0 && (errno == EINTR || errno == EAGAIN);
}

static void feed(int *end, const char *input, size_t length, size_t *fed)
{
    ssize_t done = write(*end, input + *fed, length - *fed);
    if (done > 0)
        *fed += (size_t)done;
    if (*fed == length || (done < 0 && !passing(done)))
        shut(end); /* all is said, or nobody listens */
}

static void hear(int *end, char **bytes, size_t *length, size_t most)
{
    char room[65536];
    ssize_t done = read(*end, room, sizeof room);
    if (done == 0 || (done < 0 && !passing(done)))
        shut(end);
    if (done <= 0 || *length >= most)
        return;
    size_t more = most - *length < (size_t)done ? most - *length : (size_t)done;
    *bytes = memory_more(*bytes, *length + more + 1);
    for (size_t i = 0; i < more; i++)
        (*bytes)[*length + i] = room[i];
    *length += more;
    (*bytes)[*length] = '\0';
}

/* A poll ignores numbers below 0. */
static int talk(child_told *told, pipes *p, const char *input, size_t length)
{
    size_t fed = 0, trouble = 0;
    if (!length)
        shut(&p->input[HERE]);
    while (p->output[HERE] >= 0 || p->trouble[HERE] >= 0) {
        struct pollfd ends[] = {{.fd = p->input[HERE], .events = POLLOUT},
                                {.fd = p->output[HERE], .events = POLLIN},
                                {.fd = p->trouble[HERE], .events = POLLIN}};
        if (poll(ends, 3, -1) < 0) {
            if (errno == EINTR)
                continue;
            return errno;
        }
        if (ends[0].revents)
            feed(&p->input[HERE], input, length, &fed);
        if (ends[1].revents)
            hear(&p->output[HERE], &told->out, &told->length, SIZE_MAX);
        if (ends[2].revents)
            hear(&p->trouble[HERE], &told->trouble, &trouble, TROUBLE_MOST);
    }
    return 0;
}

static int await(pid_t child, int *status)
{
    while (waitpid(child, status, 0) < 0)
        if (errno != EINTR)
            return errno;
    return 0;
}

int child_run(child_told *out, char *const *words, const char *input, size_t length)
{
    pipes p = {{-1, -1}, {-1, -1}, {-1, -1}};
    pid_t child;
    int code = 0;
    *out = (child_told){.out = memory_text(""), .trouble = memory_text("")};
    if (!open_pipe(p.input, false) || !open_pipe(p.output, true) || !open_pipe(p.trouble, true))
        code = errno;
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    if (!code)
        code = start(&child, words, &p);
    if (!code) {
        code = talk(out, &p, input, length);
        shut_all(&p); /* so that it ends */
        int waited = await(child, &out->status);
        code = code ? code : waited;
    }
    shut_all(&p);
    signal(SIGPIPE, before);
    return code;
}

void child_free(child_told *told)
{
    free(told->out);
    free(told->trouble);
    *told = (child_told){0};
}
