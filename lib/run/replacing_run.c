/* replacing_run.c - a run whose file takes the place of an older one. */
#include "run/replacing_run.h"

#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "trace/write/replacement.h"

/* A limit of the machine, unlike one of the options or of the puzzle, is an accident. */
static bool has_ended(const wgcq_summary *s)
{
    return strcmp(s->status, "complete") == 0 ||
           (s->limit &&
            (strncmp(s->limit, "--", 2) == 0 || strncmp(s->limit, "the bound", 9) == 0));
}

static int leave_beside(wgcq_result *result, const char *path, wgcq_error *err)
{
    result->summary.beside = result->beside = strdup(path);
    return result->beside ? 0 : error_set_memory(err);
}

static int replace_by_run(wgcq_result **out, solver *s)
{
    replacement *r = NULL;
    wgcq_result *result = NULL;
    wgcq_error *err = s->err;
    int code = replacement_begin(&r, s->db, err);
    s->file_mode = code ? 0 : replacement_mode(r);
    if (!code && s->options->replaces) /* nobody can write to it any more */
        code = trace_check_unchanged(s->options->replaces, err);
    if (!code) {
        s->db = replacement_path(r);
        code = solver_run(&result, s);
    } else { /* the other ranks begin */
        code = solver_meet(s, code);
    }
    if (!code && has_ended(wgcq_result_summary(result)))
        code = replacement_commit(r, err);
    else if (!code)
        code = leave_beside(result, replacement_path(r), err);
    replacement_free(r);
    if (code)
        wgcq_result_free(result);
    else
        *out = result;
    return code;
}

int replacing_run(wgcq_result **out, solver *s)
{
    const wgcq_options *o = s->options;
    /* if it cannot be created, creating it reports why */
    const bool alone = !o->exchange || s->orbits; /* the file is rank 0's */
    const bool replaces = s->db && o->replace && alone && !access(s->db, F_OK);
    return replaces ? replace_by_run(out, s) : solver_run(out, s);
}
