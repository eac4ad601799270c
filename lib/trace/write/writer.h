/*
 * writer.h - the inside of trace_writer.
 *
 *   writer           a run's beginning, commits, leaving off
 *   first_save       a new file, up to its first commit
 *   store_rows       rows of the search; store_solutions: solutions, with step_memory
 *   page_backend, sql_backend, switch_backend   the two ways of rows into the file
 *   row_buffer       rows for one table by SQL
 *   resume_check     stored rows of a run that is searched again
 *   reopen           continues a run; finalize: ends it
 *   disk_budget, writer_memory   what it takes
 */
#ifndef TRACE_WRITE_WRITER_H
#define TRACE_WRITE_WRITER_H

#include <time.h>

#include "base/files/new_file.h"
#include "trace/schema/database.h"
#include "trace/schema/row_digest.h"
#include "trace/schema/run_layout.h"
#include "trace/sqlitefile/keyed_index.h"
#include "trace/sqlitefile/record.h"
#include "trace/trace.h"
#include "trace/write/step_memory.h"

enum {
    WRITER_PATIENCE = 120000,     /* milliseconds to wait for readers where a commit has to be */
    WRITER_WORTH_SAVING = 1 << 20 /* unsaved integers that are committed before a long step    */
};

/* ---- the two back ends ----------------------------------------------------------------------- */

/* Tables of a run that rows are added to while it is searched. */
typedef enum run_table {
    TABLE_STATE,
    TABLE_EDGE,
    TABLE_REJECTION,
    TABLE_DISTANCE,
    TABLE_MOVE,
    TABLE_SOLUTION,
    TABLE_STEP,
    TABLE_PIECE, /* where the layout has it: steps_shared */
    RUN_TABLES
} run_table;
extern const char *const writer_tables[RUN_TABLES]; /* "state", ...; the run's number follows */
unsigned writer_table_count(const trace_writer *w); /* the first so many are there */

/* A way of rows into the file.  Each function returns 0 or an error, after which the writer has
   failed. */
typedef struct writer_backend {
    /* Appends a row; rowids of a table ascend. */
    int (*add)(trace_writer *w, run_table table, int64_t rowid, const record_row *row,
               wgcq_error *err);
    /* Passes on what is buffered. */
    int (*flush)(trace_writer *w, wgcq_error *err);
    /* Commits what was flushed, with the run's figures so far.  SQLITE_BUSY: after so many
       milliseconds there are still readers, and nothing has changed. */
    int (*commit)(trace_writer *w, int milliseconds, wgcq_error *err);
} writer_backend;

/* Straight into pages, during the search; SQLite's connection then only holds its lock, and has to
   read the file again before it is used (trace_finish_rows).  Or by SQL. */
extern const writer_backend page_backend, sql_backend;

typedef struct page_tables page_tables; /* page_backend.h */
typedef struct sql_tables sql_tables;

/* Statements of the SQL back end, w->sql; sql_tables_close it also after a failure. */
int sql_tables_open(trace_writer *w, wgcq_error *err);
void sql_tables_close(sql_tables *s);
size_t sql_tables_memory(const sql_tables *s); /* bytes of buffered rows */

/* ---- the writer ------------------------------------------------------------------------------ */

/* The stored rows of a table, compared with those that a search over the same run reports. */
typedef struct checked_rows {
    const char *row_name;
    sqlite3_stmt *rows; /* NULL: all have matched */
    uint64_t expected, matched;
} checked_rows;

/* Another thread of the run has work, too. */
typedef struct work_beside {
    bool (*stopped)(void *self); /* NULL: there is none */
    void *self;
} work_beside;

/* Pieces of a solution: step, steps, first row, and what is added to each cost. */
typedef struct piece_list {
    int64_t *values; /* [count][3 + costs] */
    size_t count, room;
} piece_list;

struct trace_writer {
    sqlite3 *db;
    char *path;
    trace_about about;
    const wgcq_model *model;
    int64_t run;
    int format; /* of the file, as in run_layout.h; of the run: */
    run_layout layout;
    bool created;          /* the file was created by this writer           */
    bool in_memory;        /* it is to be, by the first commit (first_save) */
    bool writes_behind;    /* as trace_write_behind asks */
    bool begun;            /* the run's row is committed                    */
    bool given_up;         /* by trace_give_up */
    bool worth_keeping;    /* more than the starts was reported             */
    bool saved;            /* something of that is committed                */
    bool failed;           /* after an error nothing more is written        */
    bool unindexed;        /* it is to end without indices */
    bool ended;            /* by trace_end                                  */
    bool resumed;          /* all rows are read and checked once more at the end */
    const char *shown_sql; /* borrowed; NULL: states are stored with their texts */
    void *worker;          /* the model's, which spells states; NULL: their texts are not stored */
    strbuf line;
    int64_t *values; /* of one row */

    new_file unnamed;              /* of in_memory */
    const writer_backend *backend; /* that rows go to now */
    sql_tables *sql;
    page_tables *pages; /* NULL: rows have never gone into pages */

    violation_rows violations; /* borrowed */
    property_rows properties;  /* borrowed */
    const graph *graph;        /* borrowed (trace_borrow_graph), or NULL */
    const reversed_graph *graph_back;
    work_beside beside;
    index_help help; /* of threads that have nothing else to do */

    sqlite3_stmt
        *lock_holder; /* an unfinished SELECT: keeps the shared lock between transactions */

    uint32_t moves, moves_due; /* texts that are stored; that rows so far need */
    digest rows;               /* of all rows so far               */
    uint64_t bound;            /* the run's checksum_binding, which its digest includes */
    bool is_described;         /* `bound` covers the description, which was written here */
    bool is_bound;             /* `bound` covers the run's row, too */
    int64_t solutions;
    int64_t step_count, piece_count; /* rows of step_N and piece_N */
    step_digest steps;
    step_memory stored_steps; /* rows of step_N, where they are shared */
    piece_list pieces;        /* there: of the solution written last */
    uint32_t *move_numbers;   /* [moves_room] of those that only solutions have, 1 + the stored
                                 number; 0: not stored */
    size_t moves_room;
    uint64_t state_count, edge_count, rejection_count, distance_count;
    uint64_t *rejected; /* [rules of the model] rejections by each; NULL: there are no rules */
    uint32_t depth, expanded;
    uint64_t saved_states;
    uint64_t unsaved_integers; /* about so many since the last commit */
    uint64_t unsaved_rows;
    struct timespec last_commit;
    uint64_t last_disk_check;  /* rows written until then       */
    uint64_t disk_check_after; /* rows more until the next      */
    char disk_full[160];       /* the text of trace_disk_full   */
    checked_rows checked[TABLE_REJECTION + 1];
    struct timespec began, last_poll;
    double seconds; /* of the run, before this writer */
    /* A run that is resumed keeps the edges and rejections of states up to this one; UINT32_MAX:
     * all
     */
    uint32_t resumed_until;
};

/* Fills in *err from an SQLite code; the writer has failed. */
int writer_error(trace_writer *w, int code, wgcq_error *err);
/* Runs a bound statement, and resets it for the next row. */
int writer_execute(trace_writer *w, sqlite3_stmt *statement, wgcq_error *err);
/* Runs SQL and frees it. */
int writer_run_sql(trace_writer *w, strbuf *sql, wgcq_error *err);
int writer_prepare(trace_writer *w, sqlite3_stmt **out, const char *sql, wgcq_error *err);
/* "INSERT into_RUN VALUES(?1, ...)" of so many columns; `into`: "INTO edge". */
int writer_prepare_insert(trace_writer *w, sqlite3_stmt **out, const char *into, unsigned columns,
                          wgcq_error *err);

/* Packed words in a row of step_N. */
unsigned writer_step_words(const trace_writer *w);
/* The text of a move becomes a row. */
int writer_add_move(trace_writer *w, uint32_t number, const char *text, wgcq_error *err);
/* Passes buffered rows and new moves on to the back end. */
int writer_flush(trace_writer *w, wgcq_error *err);
/* Commits all rows so far; where readers are in the way, a later call will. */
int writer_commit(trace_writer *w, wgcq_error *err);
/* Commits now: waits for readers. */
int writer_commit_now(trace_writer *w, wgcq_error *err);
/* writer_commit where a second has passed since the last (or save_every rows). */
int writer_commit_if_due(trace_writer *w, wgcq_error *err);
/* COMMIT by SQL, and no new transaction; waits for readers. */
int writer_commit_last(trace_writer *w, wgcq_error *err);
/* Rolls back to the last commit; WGCQ_EINTERRUPT unless that fails. */
int writer_rollback(trace_writer *w, wgcq_error *err);

/* A writer for trace_begin and trace_resume, with nothing opened yet. */
int writer_new(trace_writer **out, const char *path, const trace_about *about, wgcq_error *err);
/* Opens or creates the file, checks it, and begins a transaction that keeps other writers out. */
int writer_open(trace_writer *w, wgcq_error *err);
/* w->shown_sql: the model's, unless it is nested deeper than SQLite can parse. */
int writer_find_shown_sql(trace_writer *w, wgcq_error *err);
/* Begins the transaction that keeps other writers out, and checks application and format. */
int writer_lock_file(trace_writer *w, bool *empty, wgcq_error *err);
/* Prepares all statements over the run's tables; from here on the lock is held to the end. */
int writer_prepare_run(trace_writer *w, wgcq_error *err);
/* Reserves space in the run's row for the largest figures. */
int writer_reserve_row(trace_writer *w, wgcq_error *err);
/* Rows go into pages from here on, where the file and the options allow it. */
int writer_use_pages(trace_writer *w, wgcq_error *err);
static inline bool writer_uses_pages(const trace_writer *w)
{
    return w->backend == &page_backend;
}

/* Writes the description of the puzzle. */
int writer_describe(trace_writer *w, wgcq_error *err);
/* w->bound, which is read where the writer has not written all of it. */
int writer_find_binding(trace_writer *w, wgcq_error *err);
/* Stores the digest in the run's row, by SQL; finds the binding for it. */
int writer_store_digest(trace_writer *w, wgcq_error *err);
/* intact_check of the file; *kept: the digest of the rows of `run` that stay. */
int writer_check_file(trace_writer *w, int64_t run, uint32_t until, digest *kept, wgcq_error *err);
double writer_seconds(const trace_writer *w); /* of the run so far */
/* Polls the monitor, a few times a second. */
bool writer_is_stopped(trace_writer *w, const char *phase);

#endif
