/*
 * subprocess.c - runs another program with input, and collects its output.
 *
 * Input and output are files in memory, so that neither side waits for the other.
 */
#ifdef __linux__
#define _GNU_SOURCE /* memfd_create */
#endif
#include "output/subprocess.h"

#include "output/messages.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { STREAMS = STDERR_FILENO + 1, STDERR_MAX = 4096 };

/* The descriptor of a new file; where it is negative errno says why. */
static int open_memory_file(void)
{
#ifdef __linux__
    return memfd_create("wgcq", MFD_CLOEXEC);
#else
    char name[] = "/tmp/wgcq-XXXXXX";
    int file = mkstemp(name);
    if (file >= 0) {
        unlink(name);
        fcntl(file, F_SETFD, FD_CLOEXEC);
    }
    return file;
#endif
}

static bool open_streams(int files[STREAMS], const char *input, size_t length)
{
    for (int i = 0; i < STREAMS; i++)
        if ((files[i] = open_memory_file()) < 0)
            return false;
    while (length) {
        ssize_t written = write(files[STDIN_FILENO], input, length);
        if (written < 0 && errno != EINTR)
            return false;
        input += written > 0 ? written : 0;
        length -= written > 0 ? (size_t)written : 0;
    }
    return lseek(files[STDIN_FILENO], 0, SEEK_SET) == 0;
}

/* Reads up to so many bytes that the program has written, and adds a NUL. */
static int read_back(char **out, size_t *length, int file, size_t most)
{
    off_t size = lseek(file, 0, SEEK_END);
    if (size < 0)
        return errno;
    const size_t room = (size_t)size < most ? (size_t)size : most;
    *out = memory_realloc(*out, room + 1);
    for (ssize_t got = 1; *length < room && got > 0; *length += got > 0 ? (size_t)got : 0)
        if ((got = pread(file, *out + *length, room - *length, (off_t)*length)) < 0)
            return errno;
    (*out)[*length] = '\0';
    return 0;
}

/* The child does not inherit that this signal is ignored. */
static int set_signals(posix_spawnattr_t *attributes)
{
    sigset_t plain;
    sigemptyset(&plain);
    sigaddset(&plain, SIGXFSZ);
    int code = posix_spawnattr_setsigdefault(attributes, &plain);
    return code ? code : posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF);
}

static int spawn_child(pid_t *child, char *const *words, const int files[STREAMS])
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int code = posix_spawn_file_actions_init(&actions);
    if (code)
        return code;
    code = posix_spawnattr_init(&attributes);
    if (!code) {
        code = set_signals(&attributes);
        for (int i = 0; i < STREAMS && !code; i++)
            code = posix_spawn_file_actions_adddup2(&actions, files[i], i);
        code = code ? code : posix_spawnp(child, words[0], &actions, &attributes, words, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

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
        nanosleep(&(struct timespec){0, 5 * 1000000L}, NULL);
    }
    return 0;
}

int subprocess_run(subprocess_result *out, char *const *words, const char *input, size_t length,
                   const subprocess_stop *stop)
{
    int files[STREAMS] = {-1, -1, -1};
    pid_t child;
    size_t error_length = 0;
    *out = (subprocess_result){.output = memory_strdup(""), .errors = memory_strdup("")};
    int code = open_streams(files, input, length) ? spawn_child(&child, words, files) : errno;
    code = code ? code : wait_for_child(out, child, stop);
    code = code ? code : read_back(&out->output, &out->length, files[STDOUT_FILENO], SIZE_MAX - 1);
    code = code ? code : read_back(&out->errors, &error_length, files[STDERR_FILENO], STDERR_MAX);
    for (int i = 0; i < STREAMS; i++)
        if (files[i] >= 0)
            close(files[i]);
    return code;
}

void subprocess_free(subprocess_result *result)
{
    free(result->output);
    free(result->errors);
    *result = (subprocess_result){0};
}
