/* progress_line.c - progress on a terminal, and signals, while the library works. */
#include "output/progress_line.h"

#include "output/exit_status.h"
#include "output/memory_limit.h"
#include "output/messages.h"

#include <assert.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static const double SECONDS_BETWEEN = 0.25, SECONDS_MUTE = 1.2;
enum { SECONDS_TO_END = 5 };

static volatile sig_atomic_t stop_requested, report_requested, something_to_save;
static struct timespec stop_requested_at; /* of the handler alone, which is not interrupted */
static progress_line *drawn_line;         /* NULL: none */

/* timeout(1) and some supervisors send the same signal twice in a row, to the process and to its
   group; a second one of a person takes longer. */
static bool is_deliberate(const struct timespec *now)
{
    double seconds = (double)(now->tv_sec - stop_requested_at.tv_sec) +
                     (double)(now->tv_nsec - stop_requested_at.tv_nsec) * 1e-9;
    return seconds > 0.2;
}

static void on_signal(int signal)
{
    (void)signal;
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (stop_requested && is_deliberate(&now))
        _exit(STATUS_INTERRUPTED);
    if (!stop_requested)
        stop_requested_at = now;
    if (!stop_requested && !something_to_save)
        alarm(1);
    stop_requested = 1;
}

/* No progress callback for a second: SQLite may be busy with a step of its own, or output be
   blocked.  With nothing to save there is nothing to wait for. */
static void on_alarm(int signal)
{
    static const char text[] = "wgcq: interrupted\n";
    (void)signal;
    ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
    (void)written;
    _exit(STATUS_INTERRUPTED);
}

static void on_progress_request(int signal)
{
    (void)signal;
    report_requested = 1;
}

/* A signal that is ignored (a job of nohup) stays ignored. */
static void handle_stop_signal(int signal)
{
    struct sigaction before, after = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    if (sigaction(signal, NULL, &before) == 0 && before.sa_handler == SIG_IGN)
        return;
    sigfillset(&after.sa_mask);
    sigaction(signal, &after, NULL);
}

static void clear_line(progress_line *w)
{
    if (w->drawn)
        fputs("\r\033[K", stderr);
    w->drawn = false;
}

static int window_width(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
        return size.ws_col;
    return 80;
}

/* 1234 -> "1234", 1234567 -> "1.23M". */
static const char *short_count(double value, char size[16])
{
    static const char units[] = " kMGT";
    size_t unit = 0;
    double shown = value;
    for (; shown >= 10000 && unit + 2 < sizeof units; unit++)
        shown /= 1000;
    if (unit == 0)
        snprintf(size, 16, "%.0f", shown);
    else
        snprintf(size, 16, shown < 1000 ? "%.3g%c" : "%.0f%c", shown, units[unit]);
    return size;
}

/* The progress so far, and the number that its rate is taken of: steps of a known number, else what
   was found, else steps, else states. */
static uint64_t format_done(const wgcq_progress *p, char *text, size_t size)
{
    char done[16], total[16];
    uint64_t number = p->total ? p->steps : p->found ? p->found : p->steps ? p->steps : p->states;
    short_count((double)number, done);
    if (p->total)
        snprintf(text, size, "%s of %s", done, short_count((double)p->total, total));
    else if (p->expected)
        snprintf(text, size, "%s of about %s states", done,
                 short_count((double)p->expected, total));
    else
        snprintf(text, size, "%s %s", done, p->found ? "found" : p->steps ? "steps" : "states");
    return number;
}

static void format_rows(const wgcq_progress *p, char *text, size_t size)
{
    char rows[16];
    *text = '\0';
    if (p->rows)
        snprintf(text, size, ", %s rows", short_count((double)p->rows, rows));
}

/* In powers of 1024; of work that does not count it, what the program holds. */
static uint64_t memory_mib(const wgcq_progress *p)
{
    return (p->memory ? p->memory : memory_limit_held()) >> 20;
}

/* "exploring: 1.2M states, ..., 3 s", shorter if there is little room; returns its
   length. */
static int format_phase(progress_line *w, const wgcq_progress *p, char *line, size_t size)
{
    const char *phase = p->phase ? p->phase : "working";
    char done[48], rate[16], frontier[16], rows[32], depth[64] = "", file[64] = "";
    uint64_t number = format_done(p, done, sizeof done), memory = memory_mib(p);
    double seconds = p->seconds - w->last;
    bool goes_on = w->last_phase == phase && number > w->last_number && seconds > 0;
    if (!number)
        return snprintf(line, size, "%s: memory %" PRIu64 " MiB, %.0f s", phase, memory,
                        p->seconds);
    if (goes_on)
        w->rate = (double)(number - w->last_number) / seconds;
    else
        w->rate = p->seconds > 0 ? (double)number / p->seconds : 0;
    w->last_phase = phase;
    w->last_number = number;
    if (p->bytes)
        snprintf(file, sizeof file, ", file%s %" PRIu64 " MiB", p->rows ? "" : "s", p->bytes >> 20);
    if (p->depth)
        snprintf(depth, sizeof depth, ", depth %" PRIu32, p->depth);
    if (p->frontier)
        snprintf(depth + strlen(depth), sizeof depth - strlen(depth), ", frontier %s",
                 short_count((double)p->frontier, frontier));
    short_count(w->rate, rate);
    format_rows(p, rows, sizeof rows);
    int length = snprintf(line, size, "%s: %s, %s/s%s%s%s, memory %" PRIu64 " MiB, %.0f s", phase,
                          done, rate, depth, rows, file, memory, p->seconds);
    if (length >= (int)size)
        length = snprintf(line, size, "%s, %s/s%s%s, %" PRIu64 " MiB, %.0fs", done, rate, depth,
                          file, memory, p->seconds);
    return length;
}

static int format_progress(progress_line *w, const wgcq_progress *p, char *line, size_t size)
{
    int used = snprintf(line, size, "%s", w->prefix);
    return (size_t)used < size ? used + format_phase(w, p, line + used, size - (size_t)used) : used;
}

static void draw_progress(progress_line *w, const wgcq_progress *p)
{
    char line[300];
    if (!isatty(STDERR_FILENO)) { /* it is the pager's by now */
        w->shown = false;
        return;
    }
    int size = window_width() - 1;
    int length =
        format_progress(w, p, line, (size_t)size < sizeof line ? (size_t)size + 1 : sizeof line);
    if (stop_requested)
        length = snprintf(line, sizeof line, "stopping (again to quit at once)");
    fprintf(stderr, "\r%.*s\033[K", length < size ? length : size, line);
    fflush(stderr);
    assert(size > 0);
    w->drawn = true;
    drawn_line = w;
    w->last = p->seconds;
}

/* For SIGUSR1: one line on standard error, terminal or not. */
static void report_progress(progress_line *w, const wgcq_progress *p)
{
    char line[300];
    format_progress(w, p, line, sizeof line);
    fprintf(stderr, "%swgcq: %s\n", w->drawn ? "\r\033[K" : "", line);
    fflush(stderr);
    w->drawn = false;
    report_requested = 0;
    w->last = p->seconds;
}

/* Whether it is due, and was not said before. */
static bool claim_saying_long(progress_line *w)
{
    return w->when_long && w->remarks_long && !atomic_exchange(&w->said_long, true);
}

void progress_line_say_long(progress_line *w)
{
    if (claim_saying_long(w))
        message_note("this takes a while%s%s; %s", w->asked ? ": " : "", w->asked ? w->asked : "",
                     w->when_long);
}

static void say_long_and_progress(progress_line *w, const wgcq_progress *p)
{
    char line[300];
    if (!claim_saying_long(w))
        return;
    format_progress(w, p, line, sizeof line);
    message_note("this takes a while: %s; %s", line, w->when_long);
}

static void print_remark(progress_line *w, const char *remark)
{
    clear_line(w);
    atomic_store(&w->said_long, true);
    message_note("%s", remark);
    snprintf(w->last_remark, sizeof w->last_remark, "%s", remark);
}

double progress_line_seconds(const progress_line *w)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - w->began.tv_sec) + (double)(now.tv_nsec - w->began.tv_nsec) * 1e-9;
}

static int on_progress(void *self, const wgcq_progress *p)
{
    progress_line *w = self;
    if (report_requested)
        report_progress(w, p);
    if (w->remarks && p->remark && strncmp(p->remark, w->last_remark, sizeof w->last_remark - 1))
        print_remark(w, p->remark);
    if (w->shown && (p->seconds - w->last >= SECONDS_BETWEEN || p->seconds < w->last))
        draw_progress(w, p);
    const double seconds = progress_line_seconds(w);
    if (seconds >= SECONDS_MUTE)
        say_long_and_progress(w, p);
    w->timed_out = w->max_seconds > 0 && seconds >= w->max_seconds;
    w->interrupted = stop_requested;
    if (w->interrupted && !something_to_save) /* it is heard: what is known is printed yet */
        alarm(SECONDS_TO_END);
    return w->interrupted || w->timed_out;
}

wgcq_monitor progress_line_begin(progress_line *w, bool quiet)
{
    const char *term = getenv("TERM");
    bool shown = !quiet && isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
    *w = (progress_line){.shown = shown, .remarks = !quiet, .remarks_long = !quiet && !shown};
    clock_gettime(CLOCK_MONOTONIC, &w->began);
    handle_stop_signal(SIGINT);
    handle_stop_signal(SIGTERM);
    handle_stop_signal(SIGHUP);
    signal(SIGALRM, on_alarm);
    struct sigaction question = {.sa_handler = on_progress_request, .sa_flags = SA_RESTART};
    sigemptyset(&question.sa_mask);
    sigaction(SIGUSR1, &question, NULL);
    return (wgcq_monitor){.self = w, .report = on_progress};
}

bool progress_line_interrupted(void)
{
    return stop_requested;
}

void progress_line_will_save(void)
{
    something_to_save = 1;
}

void progress_line_hide(void)
{
    if (drawn_line && drawn_line->drawn)
        clear_line(drawn_line);
}

void progress_line_end(progress_line *w)
{
    clear_line(w);
    drawn_line = NULL;
}
