/* writer.h - the inside of trace_writer, for the files that fill it. */
#ifndef TRACE_WRITE_WRITER_H
#define TRACE_WRITE_WRITER_H

#include <time.h>

#include "trace/schema/database.h"
#include "trace/schema/row_digest.h"
#include "trace/trace.h"
#include "trace/write/sql_backend.h"

/* Rows of before, of a run that is told again: see past.h. */
typedef struct page_backend page_backend; /* pages.h */

/* How long a reader is waited for when there is no other way, in milliseconds. */
enum { WRITER_PATIENCE = 120000 };

typedef struct checked_rows {
    const char *row_name;
    sqlite3_stmt *rows; /* NULL when all were met */
    uint64_t expected, matched;
} checked_rows;

struct trace_writer {
    sqlite3 *db;
    char *path;
    trace_about about;
    const wgcq_model *model;
    int64_t run;
    bool created;       /* there was nothing in the file before                      */
    bool begun;         /* the run's row is in the file                              */
    bool worth_keeping; /* something was told that is worth keeping                  */
    bool saved;         /* some of it is in the file                                 */
    bool failed;        /* something went wrong: nothing more is written             */
    bool ended;
    bool resumed; /* it goes on with rows that are read once more in the end */
    bool keeps_shown;
    void *worker; /* of the model, for texts of states */
    strbuf line;

    page_backend *page_backend; /* NULL: all goes through SQL                                */
    bool paged;                 /* rows go to pages now, and SQL has changed nothing         */

    const graph *graph; /* the run's, closed: trace_borrow_graph; or NULL */
    const reversed_graph *graph_back;

    sql_backend *states, *edges, *rejections, *distances;
    sqlite3_stmt *shown_state, *move, *solution, *step, *progress;
    sqlite3_stmt
        *lock_holder; /* a SELECT in mid-air: keeps our lock from one transaction to the next */

    uint32_t moves; /* texts that are in the file */
    digest rows;    /* over all rows given so far */
    uint64_t bound; /* see intact_binding           */
    int64_t solutions;
    uint64_t state_count, edge_count, rejection_count;
    uint32_t depth, expanded;
    uint64_t saved_states;
    uint64_t unsaved_integers; /* integers told since the last commit, about */
    uint64_t unsaved_rows;     /* rows told since then                       */
    struct timespec last_commit;
    uint64_t last_disk_check; /* rows told when the disk was last looked at */
    char disk_full[160];      /* see volume.c                               */
    checked_rows checked_states, checked_edges, checked_rejections;
    struct timespec began, last_poll;
    double seconds; /* of the sittings before this one */
};

/* SQLite's trouble; the writer is broken. */
int writer_error(trace_writer *w, int code, wgcq_error *err);
/* Runs a bound statement, and makes it ready for the next row. */
int writer_execute(trace_writer *w, sqlite3_stmt *statement, wgcq_error *err);
/* Runs SQL and frees it. */
int writer_run_sql(trace_writer *w, strbuf *sql, wgcq_error *err);
int writer_prepare(trace_writer *w, sqlite3_stmt **out, const char *sql, wgcq_error *err);
/* Room for a row; NULL: trouble, with *code. */
int64_t *writer_row(trace_writer *w, sql_backend *into, int *code, wgcq_error *err);
/* What was gathered goes over to SQLite. */
int writer_flush(trace_writer *w, wgcq_error *err);
/* Everything told so far is safe, unless readers do not let go and it can wait. */
int writer_commit(trace_writer *w, wgcq_error *err);
/* All of it is in the file now. */
void writer_note_saved(trace_writer *w);
/* The same where a second has passed since the last time. */
int writer_commit_if_due(trace_writer *w, wgcq_error *err);
/* Opens the file that is there, or makes it, and begins a transaction that shuts other writers out;
   what is there is ours and of this puzzle. */
int writer_open(trace_writer *w, wgcq_error *err);
/* All statements over the tables of the run, and the lock held from here to the end. */
int writer_prepare_run(trace_writer *w, wgcq_error *err);
/* The digest into the run's row, by SQL; what it is bound to is found out anew. */
int writer_store_digest(trace_writer *w, wgcq_error *err);
/* Whether the file is what its runs wrote; `run`: see intact_job.  Its sums come out. */
int writer_check_file(trace_writer *w, int64_t run, uint32_t until, digest *kept, wgcq_error *err);
/* A writer for trace_begin and trace_resume, with nothing opened yet. */
int writer_new(trace_writer **out, const char *path, const trace_about *about, wgcq_error *err);
double writer_seconds(const trace_writer *w); /* the run took so far, all sittings */
/* Looks at the monitor, a few times a second: whether to leave off. */
bool writer_is_stopped(trace_writer *w, const char *phase);
/* Back to the last commit, which was followed by nothing that is not made again: the answer is
   WGCQ_EINTERRUPT unless that goes wrong. */
int writer_rollback(trace_writer *w, wgcq_error *err);
/* One text of the model's moves into the file, once. */
int writer_move(trace_writer *w, uint32_t move, wgcq_error *err);
/* Rows go by pages from here on, where the file and the options let them. */
int writer_to_pages(trace_writer *w, wgcq_error *err);
/* Exploring is over: what went to pages is committed, with the indices, and SQL can go on. */
int writer_to_sql(trace_writer *w, wgcq_error *err);
/* Makes sure that the run's row has room for its figures, however large they become. */
int writer_reserve_row(trace_writer *w, wgcq_error *err);
/* COMMIT, with patience for readers. */
int writer_commit_last(trace_writer *w, wgcq_error *err);

#endif
