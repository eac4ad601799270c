/* verifier.c - a stored run checked against its puzzle: the order of the checks, their rows. */
#include "answers/verify/verify_edges.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"

enum { STEPS_BETWEEN = 256 };

/* ---- rows -------------------------------------------------------------------------------- */

static void set_finding(verification *v, const char *format, va_list arguments)
{
    char line[1000];
    vsnprintf(line, sizeof line, format, arguments);
    strbuf_clear(&v->finding);
    strbuf_put(&v->finding, line);
}

void verify_differs(verification *v, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!v->differences++)
        set_finding(v, format, arguments);
    va_end(arguments);
}

void verify_differs_line(void *self, const char *line)
{
    verify_differs(self, "%s", line);
}

void verify_unknown(verification *v, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!v->unknowns++ && !v->differences)
        set_finding(v, format, arguments);
    va_end(arguments);
}

void verify_end_check(verification *v, const char *check)
{
    assert(check && v->report);
    static const char *const verdicts[] = {"holds", "not known", "does not hold"};
    wgcq_verdict found = v->differences ? WGCQ_FAILS : v->unknowns ? WGCQ_INCONCLUSIVE : WGCQ_HOLDS;
    if (v->suppressed && found == WGCQ_HOLDS) {
        v->checked = 0;
        strbuf_clear(&v->note);
        return;
    }
    strbuf *place = found == WGCQ_HOLDS ? &v->note : &v->finding;
    if (v->differences > 1)
        strbuf_printf(&v->finding, " (and %s more)", WGCQ_GROUPED(v->differences - 1));
    row_table_text(v->report, check);
    row_table_integer(v->report, (int64_t)v->checked);
    row_table_text(v->report, verdicts[found]);
    row_table_strbuf_or_null(v->report, place);
    v->worst = found > v->worst ? found : v->worst;
    v->checked = v->differences = v->unknowns = 0;
    strbuf_clear(&v->finding);
    strbuf_clear(&v->note);
}

void verify_suspend_check(verification *v)
{
    assert(!v->aside.differences && !v->unknowns && !v->note.length);
    strbuf empty = v->aside.finding;
    v->aside.checked = v->checked;
    v->aside.differences = v->differences;
    v->aside.finding = v->finding;
    v->finding = empty;
    v->checked = v->differences = 0;
    v->suspended = true;
}

void verify_resume_check(verification *v)
{
    if (v->aside.differences && !v->differences)
        strbuf_put(&v->finding, strbuf_string(&v->aside.finding));
    v->checked += v->aside.checked;
    v->differences += v->aside.differences;
}

void verify_skipped(verification *v, const char *check, const char *why)
{
    row_table_text(v->report, check);
    row_table_null(v->report);
    row_table_text(v->report, "not checked");
    row_table_text(v->report, why);
}

bool verify_is_finding(wgcq_code code)
{
    return code == WGCQ_ERUN || code == WGCQ_ESTORE;
}

int verify_state_error(verification *v, uint32_t s, const wgcq_error *own)
{
    if (!verify_is_finding(own->code))
        return error_set(v->err, own->code, "%s", own->text);
    verify_differs(v, "state %u: %s", s, own->text);
    return 0;
}

static void measure_check(const void *self, wgcq_progress *to)
{
    const verification *v = self;
    to->phase = v->name;
    to->states = v->facts->states;
    to->total = v->total;
}

static void start_clock(verification *v)
{
    v->clock = (progress_clock){
        .phase = "file", .measure = measure_check, .self = v, .interval = STEPS_BETWEEN};
    progress_clock_start(&v->clock);
}

void verify_begin_check(verification *v, const char *name, uint64_t total)
{
    v->name = name;
    v->total = total;
    v->done = 0;
    v->clock.done = v->clock.steps = 0;
}

int verify_poll(verification *v, uint64_t done)
{
    v->done = done;
    return progress_poll(&v->clock, v->monitor, 0, v->err);
}

int verify_ask(verification *v)
{
    v->clock.steps = v->clock.interval;
    return verify_poll(v, v->done);
}

const char *verify_group(char *out, int64_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRId64, number);
    return wgcq_group_digits(out, digits);
}

void verify_put_state(verification *v, strbuf *out, uint32_t state)
{
    wgcq_error own = {0};
    strbuf shown = {0};
    strbuf_printf(out, "state %u", state);
    if (state && state <= v->g->states &&
        !reference_model_show(&v->reference, v->g->state + (size_t)state * v->g->words, &shown,
                              &own) &&
        shown.length < 200)
        strbuf_printf(out, " (%s)", strbuf_string(&shown));
    strbuf_free(&shown);
}

const char *verify_state_name(verification *v, uint32_t state)
{
    strbuf_clear(&v->named);
    verify_put_state(v, &v->named, state);
    return strbuf_string(&v->named);
}

/* ---- the file and its puzzle -------------------------------------------------------------- */

static int read_expanded(verification *v)
{
    int64_t expanded;
    int code =
        trace_select_integer(&expanded, v->trace, v->err, "SELECT expanded FROM run WHERE id=#");
    v->expanded = expanded > 0 ? (uint32_t)expanded : 0;
    return code < 0 ? code : 0;
}

/* Without a reference the rows are only checked for consistency. */
static void report_rows(verification *v)
{
    v->suppressed = false;
    v->checked = v->g->states + v->edges + v->rejections;
    strbuf_put(&v->note, "each state is stored once; edges and rejections are of states, moves and "
                         "rules that exist");
    verify_end_check(v, "rows");
    char why[300];
    snprintf(why, sizeof why,
             "only the program of '%.100s' can say whether each move is right and none is missing: "
             "what follows is derived from the rows",
             v->facts->title);
    verify_skipped(v, "moves", why);
}

static int check_states_and_moves(verification *v)
{
    v->suppressed = v->rows_only;
    int code = verify_starts(v);
    code = code ? code : verify_states(v);
    code = code ? code : verify_moves(v);
    if (v->rows_only && !code)
        report_rows(v);
    return code;
}

static void skip_figures(verification *v)
{
    static const char *const all[] = {"depth", "to_goal", "figures", "best plans"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        verify_skipped(v, all[i], "the run keeps no edges to derive it from");
}

static int check_graph(verification *v)
{
    assert(!v->g);
    verify_begin_check(v, "states", 0);
    int code = verify_load(v);
    code = code ? code : read_expanded(v);
    code = code ? code : check_states_and_moves(v);
    if (!code && v->rows_only && v->facts->keep > WGCQ_TRACE_EDGES) {
        skip_figures(v);
        return 0;
    }
    code = code ? code : verify_distances(v);
    code = code ? code : verify_violations(v);
    code = code ? code : verify_properties(v);
    code = code ? code : verify_estimate(v);
    code = code ? code : verify_symmetry(v);
    code = code ? code : verify_figures(v);
    return code ? code : verify_counts(v);
}

/* A failed rerun, as a row where that is a finding, else as the error itself. */
static int report_rerun_failure(verification *v, int code, const wgcq_error *why)
{
    bool puzzle =
        code ==
        WGCQ_ERUN; /* a rerun computes more than the run did, and may fail where that did not */
    if (code == WGCQ_ESTORE || (puzzle && v->broken_seals.puzzle))
        verify_differs(v, "%s", why->text);
    else if (code == WGCQ_EUNKNOWN || puzzle)
        verify_unknown(v, "%s", why->text);
    else
        return error_set(v->err, why->code, "%s", why->text);
    verify_end_check(v, "explored again");
    return 0;
}

/* The file has no states: those of a rerun are checked. */
static int check_rerun_graph(verification *v)
{
    wgcq_trace *kept = v->trace;
    wgcq_error why = {0};
    verify_begin_check(v, "explored again", 0);
    const wgcq_trace_level needed =
        v->reference.model->property_count ? WGCQ_TRACE_EDGES : WGCQ_TRACE_STATES;
    int code = v->rerun(&v->trace, kept, v->model, needed, true, v->monitor, &why);
    if (code) {
        v->trace = kept;
        return report_rerun_failure(v, code, &why);
    }
    const trace_facts *facts = v->facts;
    v->facts = trace_about_run(v->trace);
    v->checked = v->facts->states;
    strbuf_printf(
        &v->note,
        "the file keeps no states (--trace %s); down to the solutions, what follows is of "
        "the run explored again, which comes to the figures in the file",
        wgcq_trace_level_name(facts->keep));
    verify_end_check(v, "explored again");
    trace_watch(v->trace, v->monitor);
    code = check_graph(v);
    trace_watch(v->trace, NULL);
    v->trace = kept;
    v->facts = facts;
    return code;
}

static int check_run(verification *v)
{
    int code = verify_puzzle(v);
    code = code ? code : verify_run(v);
    if (code)
        return code;
    if (v->facts->keep <= WGCQ_TRACE_STATES)
        code = check_graph(v);
    else if (v->rows_only)
        verify_skipped(v, "rows", "the run keeps no states");
    else
        code = check_rerun_graph(v);
    if (v->rows_only && v->facts->keep > WGCQ_TRACE_EDGES) {
        verify_skipped(v, "solutions", "the run keeps no edges to follow them by");
        return code;
    }
    return code ? code : verify_solutions(v);
}

static int run_all_checks(verification *v)
{
    int code = trace_check_seals(&v->broken_seals, v->trace, v->err);
    code = code ? code : verify_file_begin(v);
    code = code ? code : check_run(v);
    return code ? code : verify_file_end(v);
}

static void close_verification(verification *v)
{
    reference_model_close(&v->reference);
    graph_free(v->g);
    lookup_free(&v->states);
    lookup_free(&v->words);
    verify_rows_close(&v->derived);
    FREE_EACH(v->derived.marks, v->depth, v->to_goal, v->least, v->least_proved);
    trace_integrity_free(v->structure);
    strbuf_free(&v->aside.finding);
    strbuf_free(&v->finding);
    strbuf_free(&v->note);
    strbuf_free(&v->named);
}

/* Which checksums are broken, in words; NULL: none. */
static const char *broken_seals_text(const verification *v)
{
    return v->broken_seals.puzzle && v->broken_seals.run
               ? "the checksums of its puzzle (seal in meta) and of "
                 "its run (seal in run) are broken"
           : v->broken_seals.puzzle ? "the checksum of its puzzle (seal in meta) is broken"
           : v->broken_seals.run    ? "the checksum of its run (seal in run) is broken"
                                    : NULL;
}

/* There is no request that could be wrong, so such errors are the file's. */
static int blame_file(const verification *v, int code, const wgcq_error *why)
{
    bool file = code == WGCQ_ERUN || code == WGCQ_EREQUEST || code == WGCQ_EPUZZLE;
    const char *broken = broken_seals_text(v);
    if (file && !v->model)
        code = WGCQ_ESTORE;
    if (code != WGCQ_ESTORE || !broken)
        return error_set(v->err, code, "%s", why->text);
    return error_set(v->err, code, "%s; %s", why->text, broken);
}

/* ---- cut short ------------------------------------------------------------------------------ */

/* The monitor said stop, or there is no memory: what was found is known all the same. */
static bool is_cut(int code)
{
    return code == WGCQ_EINTERRUPT || code == WGCQ_EMEMORY;
}

static void end_cut_check(verification *v, const char *name)
{
    v->suppressed = false;
    v->checked = v->done;
    if (v->total)
        verify_unknown(v, "stopped after %s of %s", WGCQ_GROUPED(v->done), WGCQ_GROUPED(v->total));
    else
        verify_unknown(v, "stopped before its end");
    verify_end_check(v, name);
}

/* The check under way, and that of the file, which ends last. */
static void report_cut(verification *v)
{
    bool file = !strcmp(v->name, "file");
    if (!file)
        end_cut_check(v, v->name);
    verify_begin_check(v, "file", 0);
    if (v->suspended)
        verify_resume_check(v);
    v->done = v->checked;
    end_cut_check(v, "file");
    row_table_put_first(v->report);
}

static void put_cut_remark(verification *v, const char *name, const char *why)
{
    if (v->worst < WGCQ_FAILS)
        strbuf_printf(row_table_remark(v->report),
                      "inconclusive: %s in the check '%s'; what was checked before it holds, the "
                      "rest was not checked",
                      why, name);
    else
        strbuf_printf(row_table_remark(v->report),
                      "the file does not hold; %s in the check '%s', and the rest was not checked",
                      why, name);
}

static void put_verdict_remark(verification *v)
{
    strbuf *out = row_table_remark(v->report);
    const char *broken = broken_seals_text(v);
    if (v->rows_only && v->worst < WGCQ_INCONCLUSIVE)
        v->worst = WGCQ_INCONCLUSIVE;
    if (v->rows_only && v->worst == WGCQ_INCONCLUSIVE)
        strbuf_printf(
            out,
            "what is in the file is consistent; its moves were not verified: '%.100s' is a model "
            "in C, and only its program can generate them again",
            v->facts->title);
    else if (v->worst == WGCQ_FAILS)
        strbuf_printf(out, broken ? "the file does not hold; %s" : "the file does not hold",
                      broken);
    else if (v->worst == WGCQ_INCONCLUSIVE)
        strbuf_put(out, "what is in the file holds; whether it is complete cannot be decided");
    else
        strbuf_put(out, "the file holds");
}

int verify_stored_run(wgcq_rows **out, wgcq_verdict *found, wgcq_trace *trace,
                      const wgcq_model *model, trace_rerunner *rerun, const wgcq_monitor *monitor,
                      wgcq_error *err)
{
    assert(out && found && rerun);
    static const char *const names[] = {"check", "looked_at", "verdict", "place"};
    wgcq_error own = {0};
    verification v = {.trace = trace,
                      .facts = trace_about_run(trace),
                      .model = model,
                      .rerun = rerun,
                      .monitor = monitor,
                      .err = &own,
                      .words = lookup_of_texts()};
    v.complete = !strcmp(v.facts->status, "complete");
    v.reduced = strstr(v.facts->options, "--reduce symmetry") != NULL;
    v.report = row_table_new(sizeof names / sizeof *names, names);
    trace_watch(trace, monitor);
    start_clock(&v);
    verify_begin_check(&v, "file", 0);
    int code = v.report ? run_all_checks(&v) : error_set_memory(&own);
    bool cut = v.report && is_cut(code);
    const char *name = v.name;
    trace_watch(trace, NULL);
    if (cut)
        report_cut(&v);
    if (cut)
        put_cut_remark(&v, name, code == WGCQ_EMEMORY ? "no memory is left" : "stopped");
    else if (!code)
        put_verdict_remark(&v);
    close_verification(&v);
    code = cut ? 0 : code;
    if (code) {
        row_table_free(v.report);
        v.err = err;
        return blame_file(&v, code, &own);
    }
    *found = v.worst;
    return row_table_finish(out, v.report, NULL, !cut, err);
}
