/* solved.c - what solve and resume share: the work, watched, and what is said of its end. */
#include "solved.h"

#include "puzzle.h"
#include "report.h"
#include "say.h"
#include "status.h"
#include "watch.h"

enum { THREADS_MOST = 1024 };

bool solved_threads(request *r)
{
    if (r->threads > THREADS_MOST)
        request_mistake(r, "--threads '%llu': there may be at most %d",
                        (unsigned long long)r->threads, THREADS_MOST);
    return r->threads <= THREADS_MOST;
}

static int status_of(const report *p)
{
    if (report_interrupted(p))
        return STATUS_INTERRUPTED;
    switch (p->summary->verdict) {
    case WGCQ_FOUND: return STATUS_FOUND;
    case WGCQ_PROVED: return STATUS_NONE;
    case WGCQ_UNKNOWN: break;
    }
    return STATUS_UNKNOWN;
}

static int tell(const report *p)
{
    wgcq_error err = {0};
    if (report_print(p, &err) < 0)
        return say_failure(&err);
    if (report_interrupted(p) && p->db)
        say_note("interrupted; %s holds what was reached, and 'wgcq resume %s' goes on", p->db,
                 p->db);
    else if (report_interrupted(p))
        say_note("interrupted; nothing was written");
    return status_of(p);
}

int solved_run(const solved *what)
{
    watch w;
    wgcq_watch watching = watch_begin(&w, what->request->quiet);
    if (what->db)
        watch_saves();
    wgcq_result *result = NULL;
    wgcq_error err = {0};
    int code = what->unfinished
                   ? wgcq_resume(&result, what->unfinished, what->how, &watching, &err)
                   : wgcq_solve(&result, what->puzzle, what->db, what->how, &watching, &err);
    watch_end(&w);
    if (code < 0)
        return puzzle_failed(what->puzzle, &err);
    report p = {.request = what->request,
                .puzzle = what->puzzle,
                .db = what->db,
                .result = result,
                .summary = wgcq_result_summary(result)};
    int status = tell(&p);
    wgcq_result_free(result);
    return status;
}
