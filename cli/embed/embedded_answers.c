/* embedded_answers.c - answers of the library, as JSON inside of a page. */
#include "embed/embedded_answers.h"

#include "output/messages.h"
#include "output/progress_line.h"
#include "rows/json.h"
#include "wgcq_trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    CLASSES_MOST = 500,       /* rows of an answer */
    STATES_AT_ONCE = 256,     /* whose moves are explained by one call */
    WHY_BYTES_MOST = 16 << 20 /* of JSON */
};

/* ---- time ------------------------------------------------------------------------------------ */

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int report_late(void *self, const wgcq_progress *progress)
{
    const double *end = self;
    (void)progress;
    return progress_line_interrupted() || seconds_now() > *end;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void put_columns(FILE *out, const wgcq_rows *rows)
{
    fputs("\"columns\":[", out);
    for (size_t i = 0; i < wgcq_rows_columns(rows); i++) {
        fputs(i ? "," : "", out);
        json_text(out, wgcq_rows_name(rows, i));
    }
    putc(']', out);
}

static void put_row(FILE *out, const wgcq_rows *rows)
{
    for (size_t i = 0; i < wgcq_rows_columns(rows); i++) {
        table_cell cell = cell_of(rows, i);
        putc(i ? ',' : '[', out);
        json_cell(out, &cell);
    }
    putc(']', out);
}

/* WGCQ_DONE, or the error. */
static int put_rows(FILE *out, wgcq_rows *rows, wgcq_error *err)
{
    int code;
    put_columns(out, rows);
    fputs(",\"rows\":[", out);
    for (uint64_t i = 0; (code = wgcq_rows_next(rows, err)) == 0; i++) {
        fputs(i ? ",\n" : "", out);
        put_row(out, rows);
    }
    putc(']', out);
    return code;
}

static void put_text(FILE *out, const char *name, const char *text)
{
    fprintf(out, ",\"%s\":", name);
    if (text)
        json_text(out, text);
    else
        fputs("null", out);
}

/* ---- classes of plans ------------------------------------------------------------------------ */

/* Returns whether it was late. */
static bool write_classes(FILE *out, wgcq_trace *trace, const char *up_to, const char *of,
                          double seconds)
{
    double end = seconds_now() + seconds;
    wgcq_monitor monitor = {&end, report_late};
    wgcq_question question = {.what = "classes", .up_to = up_to, .of = of, .limit = CLASSES_MOST};
    wgcq_rows *rows = NULL;
    wgcq_error err = {0};
    fprintf(out, "{\"up_to\":\"%s\",\"of\":\"%s\",", up_to, of);
    int code = wgcq_ask(&rows, trace, &question, &monitor, &err);
    if (code)
        fputs("\"columns\":[],\"rows\":[]", out);
    else
        code = put_rows(out, rows, &err);
    fprintf(out, ",\"late\":%s", code == WGCQ_EINTERRUPT ? "true" : "false");
    put_text(out, "error", code < 0 && code != WGCQ_EINTERRUPT ? err.text : NULL);
    put_text(out, "remark", code == WGCQ_DONE ? wgcq_rows_remark(rows) : NULL);
    putc('}', out);
    wgcq_rows_free(rows);
    return code == WGCQ_EINTERRUPT;
}

/* Where there was no time to list all plans, there is none to list them again. */
static void write_all_classes(FILE *out, wgcq_trace *trace, double seconds)
{
    static const char *const kinds[] = {"symmetry", "commuting", "moves"}, *const sets[] = {
                                                                               "all", "shortest",
                                                                               "cheapest"};
    double left[sizeof sets / sizeof *sets] = {seconds, seconds, seconds};
    fputs("\"classes\":[", out);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
            fputs(i || k ? ",\n" : "", out);
            if (write_classes(out, trace, kinds[i], sets[k], left[k]))
                left[k] = 0;
        }
    fputs("]", out);
}

/* ---- what rejects moves ---------------------------------------------------------------------- */

/* As many states as there is time and room for; `to`: the last of them. */
static void write_reasons(FILE *out, wgcq_trace *trace, uint32_t states, double seconds)
{
    double end = seconds_now() + seconds;
    uint32_t to = 0;
    wgcq_error err = {0};
    int code = WGCQ_DONE;
    fputs("\"why\":{\"parts\":[", out);
    while (code == WGCQ_DONE && to < states && ftell(out) < WHY_BYTES_MOST && seconds_now() < end) {
        wgcq_rows *rows = NULL;
        uint32_t last = states - to > STATES_AT_ONCE ? to + STATES_AT_ONCE : states;
        code = wgcq_why_states(&rows, trace, to + 1, last, &err);
        if (!code) {
            fputs(to ? ",\n{" : "{", out);
            code = put_rows(out, rows, &err);
            putc('}', out);
        }
        to = code == WGCQ_DONE ? last : to;
        wgcq_rows_free(rows);
    }
    fprintf(out, "],\"to\":%" PRIu32 "}", to);
}

/* ---- all ------------------------------------------------------------------------------------- */

/* How many states the newest run has in the file, and whether it has the moves between them. */
static uint32_t stored_states(wgcq_trace *trace, bool *has_edges)
{
    wgcq_rows *rows = NULL;
    uint32_t states = 0;
    *has_edges = false;
    if (wgcq_trace_sql(&rows, trace,
                       "SELECT CASE WHEN keep IN ('states', 'edges', 'all') THEN states END, "
                       "keep IN ('edges', 'all') FROM run ORDER BY id DESC LIMIT 1",
                       NULL) == 0 &&
        wgcq_rows_next(rows, NULL) == 0) {
        int64_t count = wgcq_rows_integer(rows, 0);
        states = count > 0 && count < UINT32_MAX ? (uint32_t)count : 0;
        *has_edges = wgcq_rows_integer(rows, 1) != 0;
    }
    wgcq_rows_free(rows);
    return states;
}

void page_text_add_answers(page_text *page, wgcq_trace *trace, double seconds)
{
    memory_stream s;
    bool has_edges;
    uint32_t states = stored_states(trace, &has_edges);
    FILE *out = memory_stream_begin(&s);
    putc('{', out);
    write_reasons(out, trace, states, seconds);
    if (has_edges) {
        fputs(",\n", out);
        write_all_classes(out, trace, seconds);
    }
    fputs("}\n", out);
    char *text = memory_stream_end(&s);
    page_text_add_data(page, "answers", text, s.length);
    free(text);
}
