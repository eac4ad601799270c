/* earlier_file.c - the file of a puzzle that was edited since. */
#include "opened/earlier_file.h"

#include "wgcq_trace.h"

#include <stdlib.h>
#include <string.h>

static const double SECONDS_MOST = 10;

static bool is_same_file(const char *a, const char *b)
{
    char *one = realpath(a, NULL), *other = realpath(b, NULL);
    bool same = one && other && !strcmp(one, other);
    free(one);
    free(other);
    return same;
}

/* A row has a name and a value. */
static bool has_params(wgcq_rows *stored, const wgcq_puzzle *puzzle)
{
    size_t i = 0, count = wgcq_puzzle_param_count(puzzle);
    int code;
    while ((code = wgcq_rows_next(stored, NULL)) == 0 && i < count &&
           !strcmp(wgcq_rows_text(stored, 0), wgcq_puzzle_param_name(puzzle, i)) &&
           !strcmp(wgcq_rows_text(stored, 1), wgcq_puzzle_param_value(puzzle, i)))
        i++;
    return code == WGCQ_DONE && i == count;
}

/* Whether the file's text with the settings of this command has the parameters of the file. */
static bool has_same_settings(wgcq_trace *trace, const char *source, const request *r)
{
    wgcq_puzzle *before = NULL;
    wgcq_rows *stored = NULL;
    bool same =
        !wgcq_puzzle_read(&before, source, strlen(source), r->operands[0], r->settings,
                          r->setting_count, NULL, NULL) &&
        !wgcq_trace_sql(&stored, trace, "SELECT name, value FROM param ORDER BY rowid", NULL) &&
        has_params(stored, before);
    wgcq_rows_free(stored);
    wgcq_puzzle_free(before);
    return same;
}

static void read_earlier_row(earlier_file *out, wgcq_trace *trace, const wgcq_rows *row,
                             const request *r, const wgcq_puzzle *puzzle)
{
    const char *source = wgcq_rows_text(row, 1);
    out->edited = is_same_file(wgcq_rows_text(row, 0), wgcq_puzzle_file(puzzle)) &&
                  strcmp(source, wgcq_puzzle_source(puzzle)) != 0 &&
                  has_same_settings(trace, source, r);
    out->runs = wgcq_rows_integer(row, 2);
    out->seconds = wgcq_rows_real(row, 3);
    out->unfinished = wgcq_rows_integer(row, 4) > 0;
}

bool earlier_file_read(earlier_file *out, const char *db, const request *r,
                       const wgcq_puzzle *puzzle)
{
    static const char sql[] =
        "SELECT (SELECT value FROM meta WHERE key='file'), (SELECT value FROM meta WHERE "
        "key='source'), count(*), total(seconds), count(*) FILTER (WHERE status='interrupted') "
        "FROM run";
    wgcq_rows *rows = NULL;
    *out = (earlier_file){0};
    bool read = !wgcq_trace_open(&out->trace, db, NULL) &&
                !wgcq_trace_sql(&rows, out->trace, sql, NULL) && wgcq_rows_next(rows, NULL) == 0;
    if (read)
        read_earlier_row(out, out->trace, rows, r, puzzle);
    wgcq_rows_free(rows);
    return read;
}

void earlier_file_close(earlier_file *f)
{
    wgcq_trace_free(f->trace);
    f->trace = NULL;
}

bool earlier_file_gives_way(const earlier_file *f)
{
    return f->edited && !f->unfinished && f->seconds < SECONDS_MOST;
}
