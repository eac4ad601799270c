/* query_files.c - one question to several files, as one table. */
#define _GNU_SOURCE
#include "commands/query_files.h"

#include "opened/open_trace.h"
#include "output/exit_status.h"
#include "output/messages.h"
#include "report/long_question.h"
#include "rows/row_writer.h"
#include "wgcq_run.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct file_table {
    const request *r;
    const wgcq_question *question;
    row_writer writer;
    const char **names; /* [columns], owned; NULL: it is not open */
    table_cell *cells;  /* [columns] */
    size_t columns;     /* with that of the file */
    bool unknown;       /* some file leaves its answer open */
} file_table;

/* ---- the table ------------------------------------------------------------------------------- */

static void open_file_table(file_table *t, const wgcq_rows *rows)
{
    t->columns = wgcq_rows_columns(rows) + 1;
    t->names = memory_alloc(t->columns * sizeof *t->names);
    t->cells = memory_alloc(t->columns * sizeof *t->cells);
    t->names[0] = memory_strdup("db");
    for (size_t i = 1; i < t->columns; i++)
        t->names[i] = memory_strdup(wgcq_rows_name(rows, i - 1));
    row_writer_open(&t->writer, stdout, request_format(t->r), t->columns, t->names);
}

static bool fits_file_table(const file_table *t, const wgcq_rows *rows)
{
    bool fits = wgcq_rows_columns(rows) + 1 == t->columns;
    for (size_t i = 1; fits && i < t->columns; i++)
        fits = strcmp(t->names[i], wgcq_rows_name(rows, i - 1)) == 0;
    return fits;
}

static int next_file_row(wgcq_rows *rows, wgcq_error *err)
{
    long_question_enter();
    return long_question_leave(wgcq_rows_next(rows, err));
}

static int put_file_rows(file_table *t, const char *path, wgcq_rows *rows, wgcq_error *err)
{
    int code;
    bool writes = true;
    while (writes && (code = next_file_row(rows, err)) == 0) {
        t->cells[0] = cell_text(path);
        for (size_t i = 1; i < t->columns; i++)
            t->cells[i] = cell_of(rows, i - 1);
        writes = row_writer_write(&t->writer, t->cells);
    }
    return writes && code < 0 ? code : 0;
}

static void close_file_table(file_table *t, int status)
{
    if (t->names && status == STATUS_FOUND)
        row_writer_end(&t->writer);
    if (t->names)
        row_writer_free(&t->writer);
    for (size_t i = 0; t->names && i < t->columns; i++)
        free((void *)(uintptr_t)t->names[i]);
    free(t->names);
    free(t->cells);
}

/* ---- one file -------------------------------------------------------------------------------- */

static int tell_file_rows(file_table *t, const char *path, long_question *q, wgcq_rows *rows)
{
    wgcq_error err = {0};
    if (!t->names)
        open_file_table(t, rows);
    if (!fits_file_table(t, rows)) {
        message_error("%s has other columns than the files before it", path);
        return STATUS_USAGE;
    }
    if (put_file_rows(t, path, rows, &err) < 0)
        return long_question_failure(q, &err);
    t->unknown |= wgcq_rows_unknown(rows);
    if (wgcq_rows_remark(rows) && !t->r->quiet)
        message_note("%s: %s", path, wgcq_rows_remark(rows));
    return STATUS_FOUND;
}

/* Asks an open file; FOUND: go on. */
static int ask_file(file_table *t, const char *path, wgcq_trace *trace)
{
    wgcq_error err = {0};
    wgcq_rows *rows = NULL;
    long_question q;
    long_question_begin(&q, t->r);
    long_question_enter();
    int code = long_question_leave(wgcq_ask(&rows, trace, t->question, &q.monitor, &err));
    if (wgcq_trace_was_rerun(trace, NULL))
        open_trace_note_rerun(trace, t->r);
    int status = code < 0 ? long_question_failure(&q, &err) : tell_file_rows(t, path, &q, rows);
    long_question_end(&q);
    wgcq_rows_free(rows);
    return status;
}

static int ask_path(file_table *t, const char *path)
{
    wgcq_error err = {0};
    wgcq_trace *trace = NULL;
    int code = wgcq_open(&trace, path, NULL, NULL, &err);
    if (!code && t->r->given[OPTION_run])
        code = wgcq_trace_select_run(trace, t->r->run > INT64_MAX ? INT64_MAX : (int64_t)t->r->run,
                                     &err);
    int status = code < 0 ? message_failure(&err) : ask_file(t, path, trace);
    wgcq_trace_free(trace);
    return status;
}

/* ---- folders --------------------------------------------------------------------------------- */

static bool is_plain_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode) && !wgcq_is_parts(path);
}

static int is_db_name(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 3 && strcmp(entry->d_name + length - 3, ".db") == 0;
}

static int ask_folder(file_table *t, const char *folder)
{
    struct dirent **list = NULL;
    const int count = scandir(folder, &list, is_db_name, versionsort);
    int status = STATUS_FOUND;
    if (count <= 0) {
        message_error(count ? "cannot read the folder %s" : "there is no .db file in %s", folder);
        status = STATUS_FILE;
    }
    const size_t length = strlen(folder);
    for (int i = 0; i < count; i++) {
        char *path = memory_format("%s%s%s", folder, length && folder[length - 1] == '/' ? "" : "/",
                                   list[i]->d_name);
        if (status == STATUS_FOUND)
            status = ask_path(t, path);
        free(path);
        free(list[i]);
    }
    free(list);
    return status;
}

bool query_is_of_files(const request *r)
{
    return r->operand_count > 2 || is_plain_folder(r->operands[0]);
}

int query_files(const request *r, const wgcq_question *question)
{
    file_table t = {.r = r, .question = question};
    int status = STATUS_FOUND;
    for (int i = 0; i + 1 < r->operand_count && status == STATUS_FOUND; i++)
        status = is_plain_folder(r->operands[i]) ? ask_folder(&t, r->operands[i])
                                                 : ask_path(&t, r->operands[i]);
    const bool any = t.names && t.writer.rows;
    close_file_table(&t, status);
    if (status != STATUS_FOUND)
        return status;
    return t.unknown ? STATUS_UNKNOWN : any ? STATUS_FOUND : STATUS_NONE;
}
