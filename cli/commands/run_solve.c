/* run_solve.c - what solve and resume share: the run, with progress, and its report. */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "commands/run_solve.h"

#include <assert.h>
#include <sched.h>
#include <stdlib.h>

#include "commands/open_puzzle.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "output/program_name.h"
#include "output/progress_line.h"
#include "report/report.h"

enum {
    THREADS_MAX = 1024,
    THREADS_DEFAULT_MAX = 16, /* unless requested: more find little to do */
};

/* Those that this process may use; 1 if the system does not say. */
static unsigned processors(void)
{
#ifdef __linux__
    cpu_set_t set;
    if (!sched_getaffinity(0, sizeof set, &set) && CPU_COUNT(&set) > 0)
        return (unsigned)CPU_COUNT(&set);
#endif
    return 1;
}

unsigned run_solve_threads(request *r)
{
    if (r->threads > THREADS_MAX) {
        request_error(r, "--threads '%llu': it must be at most %d", (unsigned long long)r->threads,
                      THREADS_MAX);
        return 0;
    }
    if (r->given[OPTION_threads])
        return (unsigned)r->threads;
    return processors() < THREADS_DEFAULT_MAX ? processors() : THREADS_DEFAULT_MAX;
}

static int status_of_outcome(const report *p)
{
    if (report_interrupted(p))
        return STATUS_INTERRUPTED;
    switch (p->summary->outcome) {
    case WGCQ_FOUND: return STATUS_FOUND;
    case WGCQ_UNSOLVABLE: return STATUS_NONE;
    case WGCQ_UNKNOWN: break;
    }
    return STATUS_UNKNOWN;
}

static int print_outcome(const report *p)
{
    wgcq_error err = {0};
    if (report_print(p, &err) < 0)
        return message_failure(&err);
    if (report_interrupted(p) && p->db) {
        char *word = program_shell_word(p->db);
        message_note("interrupted; %s holds what was explored; to continue: %s resume %s", p->db,
                     program_name(), word);
        free(word);
    } else if (report_interrupted(p)) {
        message_note("interrupted; nothing was written");
    }
    return status_of_outcome(p);
}

int run_solve(const solve_job *job)
{
    assert(job->puzzle && job->options && (job->db || !job->unfinished));
    progress_line w;
    wgcq_monitor monitor = progress_line_begin(&w, job->request->quiet);
    if (job->db)
        progress_line_will_save();
    wgcq_result *result = NULL;
    wgcq_error err = {0};
    int code = job->unfinished
                   ? wgcq_resume(&result, job->unfinished, job->options, &monitor, &err)
                   : wgcq_solve(&result, job->puzzle, job->db, job->options, &monitor, &err);
    progress_line_end(&w);
    if (code < 0)
        return open_puzzle_print_failure(job->puzzle, &err);
    report p = {.request = job->request,
                .puzzle = job->puzzle,
                .db = job->db,
                .result = result,
                .summary = wgcq_result_summary(result)};
    int status = print_outcome(&p);
    wgcq_result_free(result);
    return status;
}
