/* terminal_pager.c - a pager for what does not fit on the screen. */
#include "output/terminal_pager.h"

#include "output/memory_limit.h"
#include "output/terminal_size.h"
#include "output/terminal_text.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HELD_MOST = 1 << 16, BETWEEN = 1 << 13 };

static bool forbidden;
static pid_t holder; /* 0: none */

void terminal_pager_forbid(void)
{
    forbidden = true;
}

/* ---- which pager --------------------------------------------------------------------------- */

static bool is_on_path(const char *name)
{
    const char *at = getenv("PATH");
    char file[4096];
    while (at && *at) {
        int length = (int)strcspn(at, ":");
        int needed = snprintf(file, sizeof file, "%.*s/%s", length, at, name);
        if (needed > 0 && (size_t)needed < sizeof file && access(file, X_OK) == 0)
            return true;
        at += length + (at[length] == ':');
    }
    return false;
}

/* A command for the shell; NULL: none. */
static const char *choose_pager(void)
{
    const char *pager = getenv("WGCQ_PAGER"), *term = getenv("TERM");
    if (!pager)
        pager = getenv("PAGER");
    if (!pager)
        pager = is_on_path("less") ? "less" : "";
    bool none = !*pager || !strcmp(pager, "cat") || !term || !strcmp(term, "dumb");
    return none ? NULL : pager;
}

/* ---- the process that holds back ------------------------------------------------------------ */

static bool write_through(int to, const char *bytes, size_t length)
{
    while (length) {
        ssize_t done = write(to, bytes, length);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes += done;
        length -= (size_t)done;
    }
    return true;
}

static ssize_t read_some(int from, char *bytes, size_t room)
{
    ssize_t got;
    do
        got = read(from, bytes, room);
    while (got < 0 && errno == EINTR);
    return got;
}

/* The bytes of an escape sequence at the beginning, which take no column; 0: there is none. */
static size_t escape_length(const char *text, size_t length)
{
    if (length < 2 || text[0] != '\033' || text[1] != '[')
        return 0;
    size_t at = 2;
    while (at < length && (text[at] < '@' || text[at] > '~'))
        at++;
    return at < length ? at + 1 : length;
}

static int line_columns(const char *text, size_t length)
{
    int columns = 0;
    for (size_t at = 0; at < length;) {
        size_t escape = escape_length(text + at, length - at), plain = at + 1;
        while (!escape && plain < length && text[plain] != '\033')
            plain++;
        columns += escape ? 0 : terminal_text_width(text + at, plain - at);
        at = escape ? at + escape : plain;
    }
    return columns;
}

/* Whether it needs more lines of the screen than there are, the prompt's included. */
static bool is_too_long(const char *text, size_t length)
{
    int columns, lines = terminal_size_screen(&columns), used = 1;
    for (size_t at = 0; at < length && used <= lines;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t line = end ? (size_t)(end - text) - at : length - at;
        int width = line_columns(text + at, line);
        used += width > columns ? (width + columns - 1) / columns : 1;
        at += line + 1;
    }
    return used > lines;
}

/* The program's end of the pipe, and the process at the other; -1: it cannot be started. */
static int start_pager(const char *pager, pid_t *process)
{
    int ends[2];
    if (pipe(ends) != 0)
        return -1;
    *process = fork();
    if (*process == 0) {
        dup2(ends[0], STDIN_FILENO);
        close(ends[0]);
        close(ends[1]);
        signal(SIGINT, SIG_DFL);
        signal(SIGPIPE, SIG_DFL);
        setenv("LESS", "FRX", 0);
        execl("/bin/sh", "sh", "-c", pager, (char *)NULL);
        _exit(127);
    }
    close(ends[0]);
    if (*process < 0)
        close(ends[1]);
    return *process < 0 ? -1 : ends[1];
}

/* Hands on what is held and what follows. */
static void hand_on(int from, int to, const char *held, size_t length)
{
    char more[BETWEEN];
    bool taken = write_through(to, held, length);
    for (ssize_t got; taken && (got = read_some(from, more, sizeof more)) > 0;)
        taken = write_through(to, more, (size_t)got);
    close(from); /* a process that still prints gets SIGPIPE */
}

static void hold_back(int from, const char *pager)
{
    static char held[HELD_MOST];
    size_t length = 0;
    ssize_t got = 1;
    bool full = false;
    while (!full && (got = read_some(from, held + length, sizeof held - length)) > 0) {
        length += (size_t)got;
        full = length == sizeof held || is_too_long(held, length);
    }
    pid_t process = 0;
    int to = full ? start_pager(pager, &process) : -1;
    hand_on(from, to < 0 ? STDOUT_FILENO : to, held, length);
    if (to >= 0) {
        close(to);
        while (waitpid(process, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    _exit(0);
}

/* ---- the program's side ---------------------------------------------------------------------- */

static void wait_for_holder(void)
{
    while (holder && waitpid(holder, NULL, 0) < 0 && errno == EINTR)
        ;
    holder = 0;
}

/* The terminal is the pager's until that ends, so the program does not end before it. */
static void end_after_pager(int number)
{
    close(STDOUT_FILENO);
    close(STDERR_FILENO);
    wait_for_holder();
    signal(number, SIG_DFL);
    raise(number);
}

static void catch_interrupts(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction now, ours = {.sa_handler = end_after_pager, .sa_flags = (int)SA_RESETHAND};
        if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
            sigaction(numbers[i], &ours, NULL);
    }
}

void terminal_pager_begin(void)
{
    int columns, ends[2];
    if (forbidden || holder || !terminal_size_screen(&columns))
        return;
    const char *pager = choose_pager();
    if (!pager)
        return;
    fflush(stdout);
    if (pipe(ends) != 0)
        return;
    holder = fork();
    if (holder == 0) {
        signal(SIGINT, SIG_IGN);
        signal(SIGPIPE, SIG_IGN);
        close(ends[1]);
        memory_limit_end();
        hold_back(ends[0], pager);
    }
    close(ends[0]);
    if (holder > 0) {
        dup2(ends[1], STDOUT_FILENO);
        if (isatty(STDERR_FILENO))
            dup2(ends[1], STDERR_FILENO);
        catch_interrupts();
    } else {
        holder = 0;
    }
    close(ends[1]);
}

void terminal_pager_end(void)
{
    if (!holder)
        return;
    signal(SIGINT, SIG_IGN); /* it is meant for the pager */
    fflush(stderr);
    close(STDERR_FILENO);
    wait_for_holder();
}
