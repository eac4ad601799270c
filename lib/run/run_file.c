/*
 * run_file.c - the file of a run, opened.
 *
 * A run that is added to a file, or resumed in it, begins with what the file holds: it is checked,
 * and of a resumed run read, before anything in it changes.  That takes time in proportion to the
 * file, which --max-time counts: where it leaves none for exploring, the file stays as it is.
 */
#include "run/solver.h"

#include "base/error.h"
#include "run/options/stored_options.h"
#include "run/sharded_run.h"

/* ---- the writer --------------------------------------------------------------------------- */

/* The files of ranks have the edges at least, from which all else is derived. */
static wgcq_trace_level keep_of_rows(const solver *s)
{
    const wgcq_trace_level asked = s->options->trace_level;
    return s->shards && asked > WGCQ_TRACE_EDGES ? WGCQ_TRACE_EDGES : asked;
}

static trace_about describe_run(const solver *s, const strbuf *options)
{
    return (trace_about){.model = s->orbits ? s->orbits->plain : s->model,
                         .order = wgcq_order_name(s->options->order),
                         .options = strbuf_string(options),
                         .keep = keep_of_rows(s),
                         .minimize_count = s->minimize_count,
                         .minimize = s->minimize,
                         .monitor = s->monitor,
                         .save_every = s->options->save_every,
                         .mode = s->file_mode,
                         .late_file = !s->shards && !s->options->spill,
                         .max_memory = s->options->max_memory,
                         .writer = s->options->writer};
}

/* ---- a run that is resumed ---------------------------------------------------------------- */

static int read_stored_rows(solver *s)
{
    int code =
        s->resume_from->mode == TRACE_CONTINUE ? trace_resume_graph(s->writer, s->g, s->err) : 0;
    if (!code && s->g)
        s->taken = (cut_point){s->g->states, s->g->edges};
    return code;
}

static int resume_stored_run(solver *s, const char *path, const trace_about *about)
{
    int code = trace_resume(&s->writer, path, about, s->resume_from, s->err);
    code = code ? code : read_stored_rows(s);
    if (!code && solver_time_limit(s)) { /* it would only undo the end of the run */
        atomic_store(&s->late, true);
        return WGCQ_EINTERRUPT;
    }
    code = code ? code : trace_resume_begin(s->writer, s->resume_from, s->err);
    if (!code && s->resume_from->mode == TRACE_CONTINUE &&
        (s->g->states != s->resume_from->states || s->g->edges != s->resume_from->edges))
        code = error_set(s->err, WGCQ_ESTORE, "the file is damaged: rows of the run are missing");
    return code;
}

/* ---- the file ----------------------------------------------------------------------------- */

int run_file_open(solver *s)
{
    const char *path = s->shards ? s->shards->path : s->db;
    strbuf options = {0};
    if (!path)
        return 0;
    stored_options_write(&options, s->options);
    int code = options.failed ? error_set_memory(s->err) : 0;
    const trace_about about = describe_run(s, &options);
    s->reading = true;
    if (!code && s->resume_from)
        code = resume_stored_run(s, path, &about);
    else if (!code)
        code = trace_begin(&s->writer, path, &about, s->err);
    strbuf_free(&options);
    s->sink.writer = s->writer;
    return solver_end_reading(s, code, path);
}
