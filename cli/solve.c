/* solve.c - wgcq solve PUZZLE.yaml: explore, keep, report. */
#include "commands.h"

#include "puzzle.h"
#include "report.h"
#include "say.h"
#include "status.h"
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MOST = 1024 };

/* puzzles/family.yaml is kept in family.db, in the current folder. */
static char *default_file(const char *puzzle)
{
    const char *slash = strrchr(puzzle, '/');
    const char *name = slash ? slash + 1 : puzzle;
    const char *dot = strrchr(name, '.');
    size_t length = dot && dot != name ? (size_t)(dot - name) : strlen(name);
    char *file = memory_get(length + sizeof ".db");
    snprintf(file, length + sizeof ".db", "%.*s.db", (int)length, name);
    return file;
}

/* The file to write, malloc'd; NULL: none. */
static char *file_of(request *r)
{
    const char *puzzle = r->operands[0];
    if (r->output)
        return memory_text(r->output);
    if (r->keep == WGCQ_KEEP_NONE)
        return NULL;
    if (strcmp(puzzle, "-") == 0) {
        request_mistake(r, "a puzzle from standard input needs -o DB, or --trace none");
        return NULL;
    }
    return default_file(puzzle);
}

static wgcq_options options_of(request *r)
{
    if (r->threads > THREADS_MOST)
        request_mistake(r, "--threads '%llu': there may be at most %d",
                        (unsigned long long)r->threads, THREADS_MOST);
    return (wgcq_options){
        .order = (wgcq_order)r->order,
        .stop = (wgcq_stop)r->stop,
        .keep = (wgcq_keep)r->keep,
        .minimize = r->minimize,
        .solutions = r->solutions,
        .no_solutions = r->given[OPTION_solutions] && r->solutions == 0,
        .max_states = r->max_states,
        .max_depth = r->max_depth,
        .max_memory = r->max_memory,
        .max_time = r->max_time,
        .threads = (unsigned)r->threads,
    };
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
        say_note("interrupted; %s holds what was reached", p->db);
    else if (report_interrupted(p))
        say_note("interrupted; nothing was written");
    return status_of(p);
}

static int explore(const request *r, wgcq_puzzle *puzzle, const char *db, const wgcq_options *how)
{
    watch w;
    wgcq_watch watching = watch_begin(&w, r->quiet);
    wgcq_result *result = NULL;
    wgcq_error err = {0};
    int code = wgcq_solve(&result, puzzle, db, how, &watching, &err);
    watch_end(&w);
    if (code < 0)
        return puzzle_failed(puzzle, &err);
    report p = {.request = r,
                .puzzle = puzzle,
                .db = db,
                .result = result,
                .summary = wgcq_result_summary(result)};
    int status = tell(&p);
    wgcq_result_free(result);
    return status;
}

int command_solve(request *r)
{
    wgcq_options how = options_of(r);
    char *db = file_of(r);
    wgcq_puzzle *puzzle = NULL;
    int status;
    if (r->mistakes)
        status = request_refused(r);
    else if ((status = puzzle_open(&puzzle, r, r->operands[0])) == STATUS_FOUND)
        status = explore(r, puzzle, db, &how);
    wgcq_puzzle_free(puzzle);
    free(db);
    return status;
}
