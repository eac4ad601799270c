/* sweep_runs.c - the runs of all combinations of settings, some at a time. */
#include "sweep/sweep_runs.h"

#include "output/exit_status.h"
#include "output/messages.h"
#include "report/report.h"
#include "sweep/sweep_file.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { JOBS_MOST = 2 };

typedef struct sweep {
    const sweep_plan *plan;
    const wgcq_monitor *monitor; /* of the terminal */
    size_t count;
    unsigned jobs;
    pthread_mutex_t lock; /* of what follows, and of the monitor */
    pthread_cond_t changed;
    size_t begun, ended; /* how many; all before `ended` are ready */
    bool stopped;        /* no further run begins                   */
    swept_run *runs;
    bool *ready;
} sweep;

/* ---- one run ------------------------------------------------------------------------------- */

typedef struct sweep_job {
    sweep *of;
    size_t number;
} sweep_job;

/* The first run under way has the line. */
static int on_run_progress(void *self, const wgcq_progress *p)
{
    const sweep_job *job = self;
    sweep *s = job->of;
    int stop = progress_line_interrupted();
    pthread_mutex_lock(&s->lock);
    if (job->number == s->ended) {
        progress_line *line = s->plan->progress;
        snprintf(line->prefix, sizeof line->prefix, "run %zu of %zu, ", job->number + 1, s->count);
        stop |= s->monitor->report(s->monitor->self, p);
    }
    stop |= s->stopped;
    pthread_mutex_unlock(&s->lock);
    return stop;
}

static void read_puzzle(swept_run *run, const sweep *s, size_t number)
{
    const combinations *settings = s->plan->settings;
    const char *text = wgcq_puzzle_source(s->plan->puzzle);
    wgcq_setting *all = combinations_settings(settings, number);
    wgcq_diagnostics *diagnostics = NULL;
    wgcq_error err = {0};
    int code = wgcq_puzzle_read(&run->puzzle, text, strlen(text), wgcq_puzzle_file(s->plan->puzzle),
                                all, settings->fixed_count + settings->count, &diagnostics, &err);
    if (code < 0) {
        run->trouble = message_first_mistake(diagnostics, &err);
        run->status = wgcq_diagnostics_count(diagnostics) ? STATUS_USAGE : STATUS_FILE;
    }
    wgcq_diagnostics_free(diagnostics);
    free(all);
}

static int status_of_error(const wgcq_error *err)
{
    switch (err->code) {
    case WGCQ_EINTERRUPT: return STATUS_INTERRUPTED;
    case WGCQ_ERUN:
    case WGCQ_EREQUEST: return STATUS_USAGE;
    default: return STATUS_FILE;
    }
}

/* Memory of the machine that the other runs leave, which each of them may take. */
static uint64_t memory_share(const sweep *s)
{
    return wgcq_memory_left() / s->jobs;
}

static int solve_or_read(swept_run *run, const sweep_plan *plan, const wgcq_options *options,
                         const wgcq_monitor *monitor, wgcq_error *err)
{
    const bool may_be_held = run->file && !plan->again && !options->replace;
    int code = may_be_held ? wgcq_solved(&run->result, wgcq_puzzle_model(run->puzzle), run->file,
                                         options, monitor, err)
                           : WGCQ_DONE;
    run->held = code == 0;
    return code == WGCQ_DONE
               ? wgcq_solve(&run->result, run->puzzle, run->file, options, monitor, err)
               : code;
}

/* Like a file, it is not one that another user's link leads to. */
static int check_own_folder(const char *path, wgcq_error *err)
{
    struct stat found;
    if (!path || lstat(path, &found) || !S_ISLNK(found.st_mode))
        return 0;
    snprintf(err->text, sizeof err->text, "%s is a symbolic link, and stays as it is", path);
    return err->code = WGCQ_ESTORE;
}

static void solve_combination(swept_run *run, sweep *s, size_t number)
{
    wgcq_options options = s->plan->options;
    sweep_job job = {s, number};
    wgcq_monitor monitor = {.self = &job, .report = on_run_progress};
    wgcq_error err = {0};
    options.threads = options.threads > s->jobs ? options.threads / s->jobs : 1;
    options.memory_left = memory_share(s);
    options.no_solutions |= !run->file;
    options.spill = run->spill;
    int code = run->file ? wgcq_check_own_file(run->file, &err) : 0;
    code = code ? code : check_own_folder(run->spill, &err);
    code = code ? code : solve_or_read(run, s->plan, &options, &monitor, &err);
    if (code < 0) {
        run->trouble = memory_strdup(*err.text ? err.text : "no memory");
        run->status = status_of_error(&err);
    } else {
        run->status = report_status(wgcq_result_summary(run->result));
    }
}

static void make_run(swept_run *run, sweep *s, size_t number)
{
    if (s->plan->folder)
        run->file = sweep_file_path(s->plan, s->plan->folder, number, ".db");
    if (s->plan->options.spill)
        run->spill = sweep_file_path(s->plan, s->plan->options.spill, number, "");
    read_puzzle(run, s, number);
    if (run->puzzle)
        solve_combination(run, s, number);
}

static void release_run(swept_run *run)
{
    wgcq_result_free(run->result);
    wgcq_puzzle_free(run->puzzle);
    free(run->file);
    free(run->spill);
    free(run->trouble);
    *run = (swept_run){0};
}

/* ---- all of them ----------------------------------------------------------------------------- */

static bool take_combination(size_t *number, sweep *s)
{
    pthread_mutex_lock(&s->lock);
    s->stopped |= progress_line_interrupted();
    bool taken = s->begun < s->count && !s->stopped;
    if (taken)
        *number = s->begun++;
    pthread_mutex_unlock(&s->lock);
    return taken;
}

static void *make_runs(void *self)
{
    sweep *s = self;
    size_t number;
    while (take_combination(&number, s)) {
        swept_run run = {0};
        make_run(&run, s, number);
        pthread_mutex_lock(&s->lock);
        s->runs[number] = run;
        s->ready[number] = true;
        pthread_cond_broadcast(&s->changed);
        pthread_mutex_unlock(&s->lock);
    }
    pthread_mutex_lock(&s->lock);
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* Whether run `number` is ready; waits for it.  False: it is never begun. */
static bool wait_for_run(sweep *s, size_t number)
{
    pthread_mutex_lock(&s->lock);
    while (!s->ready[number] && (number < s->begun || !s->stopped))
        pthread_cond_wait(&s->changed, &s->lock);
    bool ready = s->ready[number];
    if (ready) {
        s->ended = number + 1;
        progress_line_end(s->plan->progress);
    }
    pthread_mutex_unlock(&s->lock);
    return ready;
}

static void stop_all(sweep *s)
{
    pthread_mutex_lock(&s->lock);
    s->stopped = true;
    pthread_mutex_unlock(&s->lock);
}

/* As many as there are threads for, unless the limit of memory that each may take is too much. */
static unsigned job_count(const sweep_plan *plan, size_t count)
{
    uint64_t left = wgcq_memory_left();
    bool many = left && plan->options.max_memory > left / JOBS_MOST;
    unsigned jobs = plan->options.threads < JOBS_MOST || many ? 1 : JOBS_MOST;
    return count < jobs ? (unsigned)count : jobs;
}

static void begin_jobs(sweep *s, pthread_t threads[JOBS_MOST], unsigned *begun)
{
    *begun = 0;
    while (*begun < s->jobs && !pthread_create(&threads[*begun], NULL, make_runs, s))
        ++*begun;
    if (!*begun)
        message_no_memory();
}

size_t sweep_runs_make(const sweep_plan *plan, const wgcq_monitor *monitor,
                       bool (*each)(void *self, size_t i, const swept_run *run), void *self)
{
    sweep s = {.plan = plan, .monitor = monitor, .count = combinations_size(plan->settings)};
    pthread_t threads[JOBS_MOST];
    unsigned begun;
    size_t i = 0;
    s.jobs = job_count(plan, s.count);
    s.runs = memory_alloc(s.count * sizeof *s.runs);
    s.ready = memory_alloc(s.count * sizeof *s.ready);
    pthread_mutex_init(&s.lock, NULL);
    pthread_cond_init(&s.changed, NULL);
    begin_jobs(&s, threads, &begun);
    for (bool more = true; more && i < s.count && wait_for_run(&s, i); i++) {
        more = each(self, i, &s.runs[i]);
        release_run(&s.runs[i]);
    }
    stop_all(&s);
    for (unsigned k = 0; k < begun; k++)
        pthread_join(threads[k], NULL);
    for (size_t k = i; k < s.count; k++)
        release_run(&s.runs[k]);
    pthread_cond_destroy(&s.changed);
    pthread_mutex_destroy(&s.lock);
    free(s.runs);
    free(s.ready);
    return i;
}
