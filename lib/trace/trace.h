/*
 * trace.h - the SQLite file: written by a run, read by the answers.
 *
 * One file holds one puzzle instance (text and parameters) and the runs over it. Tables and views
 * are documented in schemas/trace.sql. A search hands its rows to the caller of each step and does
 * not depend on this room.
 */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include "base/cursor.h"
#include "graph/graph.h"
#include "graph/reversed_graph.h"
#include "model/model.h"
#include "model/row_batch.h"

/* Description of a run, as it is stored. Model, order and monitor are borrowed until trace_close,
   the rest until trace_begin or trace_resume_begin returns. */
typedef struct trace_about {
    const wgcq_model *model;
    const char *order;   /* "breadth-first", ...                              */
    const char *options; /* one line of words as the command line has them    */
    wgcq_trace_level keep;
    size_t minimize_count; /* of the run: cost numbers, -1 for moves */
    const int *minimize;
    const wgcq_monitor *monitor; /* may interrupt long steps after the search; or NULL */
    uint64_t save_every;         /* about so many rows between two commits; 0: one second's */
    unsigned mode;               /* permissions of a new file; 0: as usual */
    bool late_file; /* a new file gets its name with the first commit that is due, not at once */
    uint64_t max_memory; /* bytes, of the whole run; the writer uses a small part; 0: no limit */
    wgcq_writer writer;
} trace_about;

typedef struct trace_writer trace_writer;

/* Creates the file, or adds a run to it. WGCQ_ESTORE, and the file is not changed: it is not a
   trace, is of another version, holds another puzzle, or another process is writing it. WGCQ_EFILE:
   I/O errors, here and below. Until trace_end the run's status is `interrupted`. */
int trace_begin(trace_writer **out, const char *path, const trace_about *about, wgcq_error *err);
/* Continues a run that was cut short (interrupted, or stopped by a limit). What happens to its
   rows: */
typedef enum trace_mode {
    TRACE_CONTINUE, /* breadth-first: the search continues behind the last state that has all its
                       edges */
    TRACE_RERUN,    /* the search starts again; stored rows are compared, and not written twice */
    TRACE_NEW       /* they are dropped */
} trace_mode;
typedef struct trace_resume_point {
    int64_t run;
    trace_mode mode;
    /* set by trace_resume: */
    uint32_t expanded; /* states up to this one keep their edges */
    double seconds;    /* of the run so far */
    /* set by trace_resume_begin: the rows that stay */
    uint32_t states;
    uint64_t edges, rejections;
} trace_resume_point;
/* Keeps other writers out and checks the file, which stays as it is. Errors as trace_begin;
   WGCQ_ESTORE also for a run that does not exist or was not cut short. */
int trace_resume(trace_writer **out, const char *path, const trace_about *about,
                 trace_resume_point *point, wgcq_error *err);
/* Before trace_resume_begin: loads the states and edges that stay into an open graph. */
int trace_resume_graph(const trace_writer *writer, graph *g, wgcq_error *err);
/* The run is `interrupted` again, and what was derived at its end is dropped, all at once: after an
   error the file is as it was. */
int trace_resume_begin(trace_writer *writer, trace_resume_point *point, wgcq_error *err);
/* WGCQ_EOTHER: its file was written to since it was opened.  Outside of a transaction. */
int trace_check_unchanged(const wgcq_trace *trace, wgcq_error *err);
/* Checks the runs' rows against their seals: WGCQ_ESTORE. */
int trace_check_runs(wgcq_trace *trace, wgcq_error *err);
/* Reads the whole file, as resuming the run does before it changes anything: the rows of every run
   against their digests, the figures of one that has not ended too. WGCQ_ESTORE. */
int trace_check_file(wgcq_trace *trace, const wgcq_model *model, int64_t run, wgcq_error *err);
/* TRACE_RERUN: whether the search has reported all rows that are stored. */
bool trace_caught_up(const trace_writer *writer);

/* The rows that the trace level keeps: enum row_kind, or'd together. */
unsigned trace_rows(const trace_writer *writer);
/* Writes a batch of them, or at a pause commits what is due. */
int trace_store(trace_writer *writer, const row_batch *rows, wgcq_error *err);
/* From now on a thread of the writer's own writes pages to the file; failures come later. */
void trace_write_behind(trace_writer *writer);
/* Commits the rows so far where they are many and no reader is in the way. */
int trace_save(trace_writer *writer, wgcq_error *err);
int64_t trace_run(const trace_writer *writer);
/* Rows that will be stored even if the search ends now: rows that are not the writer's yet, and the
   edges of states that are found and `waiting`. */
typedef struct rows_due {
    uint64_t states, edges, rejections, waiting;
} rows_due;

/* Bytes that are free on the disk of the file; UINT64_MAX: not known. */
uint64_t trace_disk_free(const trace_writer *writer);
/* Whether the disk is too small for what the run still needs: to end it now, and for what is due.
   NULL: no, or not known; else a text for the limit, borrowed until the next call. Cheap. */
const char *trace_disk_full(trace_writer *writer, const rows_due *due);
/* About how many bytes so many states take in a file, with the fewest edges they can have. */
double trace_estimate_size(const wgcq_model *model, wgcq_trace_level keep, uint64_t states);
/* How many of the stored rejections are by each rule of the model; NULL: it has none. */
const uint64_t *trace_rejected(const trace_writer *writer);
/* Rows written so far. */
uint64_t trace_rows_written(const trace_writer *writer);
/* Bytes of the file, as the system has it; any thread may ask, at the cost of a system call. */
uint64_t trace_file_size(const trace_writer *writer);

/* Bytes of memory that the writer holds, and the most that it needs to end the run. */
size_t trace_memory(const trace_writer *writer);
size_t trace_memory_at_end(const trace_writer *writer);

/* to_goal [states + 1]: fewest moves to a goal, UINT32_MAX where there is none or it is not proved.
   depth [states + 1]: fewest moves from a start, UINT32_MAX where not proved; NULL for
   breadth-first and depth-first, whose depths were stored with the states. Ignored below --trace
   states. WGCQ_EINTERRUPT: the monitor stopped it, and the run is left as trace_close leaves it. */
int trace_distances(trace_writer *writer, uint32_t states, const uint32_t *to_goal,
                    const uint32_t *depth, wgcq_error *err);

/* After the distances: one solution; they are numbered from 1 in the order of the calls. states
   [length + 1] (0 where states are not kept), packed [length + 1][words]; shown [length + 1] where
   trace_spells_steps, else NULL; moves [length]; spent [length + 1][costs]: costs so far after each
   step, row 0 all 0, declared costs in order; in its first `same` rows the solution is equal to the
   one stored before, in all of these. */
typedef struct solution_rows {
    uint32_t length;
    const uint32_t *states, *moves;
    const uint64_t *packed;
    const char *const *shown;
    const int64_t *spent;
    uint32_t same;
} solution_rows;
int trace_solution(trace_writer *writer, const solution_rows *solution, wgcq_error *err);
/* Whether solutions are stored with the texts of their states. */
bool trace_spells_steps(const trace_writer *writer);

/* The run's findings about its invariants; written by trace_end.  Both are borrowed until then: the
   figures of each invariant, and (ignored below --trace states) every state that violates one. */
typedef struct violation_row {
    uint32_t state, invariant; /* number among the figures */
} violation_row;
typedef struct violation_rows {
    size_t invariants, count;
    const struct wgcq_checked *figures;
    const violation_row *rows;
} violation_rows;
void trace_violations(trace_writer *writer, violation_rows all);

/* And about its properties over time, borrowed and written likewise: the verdict of each, and a
   path that violates it. */
typedef struct lasso_rows {
    uint32_t length;                /* moves; the path is there where `shown` is */
    const uint32_t *states, *moves; /* [length + 1] ignored below --trace states, [length] */
    const char *const *shown;       /* [length + 1] */
} lasso_rows;
typedef struct property_rows {
    size_t count;
    const struct wgcq_property *verdicts;
    const lasso_rows *lassos;
} property_rows;
void trace_properties(trace_writer *writer, property_rows all);

/* The closed graph of all that was reported, and its reverse, are borrowed until (NULL, NULL) is
   passed: indices are built from them, without a scan of the tables, where the edges are in the
   order in which they were reported. Another thread may still fill the reverse
   (reversed_graph_fill). */
void trace_borrow_graph(trace_writer *writer, const graph *g, const reversed_graph *back);
/* The calling thread works beside another one of the run, which does something that is not with the
   writer: the monitor is not asked, but `stopped`; NULL: it is asked again. */
void trace_work_beside(trace_writer *writer, bool (*stopped)(void *self), void *self);
/* By another thread, meanwhile: does a part of trace_index_rows.  False: there is none to be done
   now. */
bool trace_help(trace_writer *writer);
/* The rows of the search are complete, and their graph is borrowed.  Builds the indices that can be
   built now, and fast.  trace_finish_rows builds the others.  WGCQ_EINTERRUPT: as there. */
int trace_index_rows(trace_writer *writer, wgcq_error *err);
/* The rows of the search, its distances and solutions are complete. Where
   rows went into pages, all are committed, with their indices; else those are built by trace_end.
   Calls after the first do nothing. WGCQ_EINTERRUPT: as for trace_distances. */
int trace_finish_rows(trace_writer *writer, wgcq_error *err);

/* There is no time for them: a resumed run builds them. */
void trace_leave_out_indices(trace_writer *writer);
struct wgcq_summary;
/* Ends the run: figures, status, indices, statistics. Only trace_close may follow. WGCQ_EINTERRUPT:
   as for trace_distances. */
int trace_end(trace_writer *writer, const struct wgcq_summary *summary, wgcq_error *err);
/* *states: how many states are committed. false: nothing of the run is. */
bool trace_saved_states(const trace_writer *writer, uint64_t *states);
/* Without trace_end before it, what was reported is committed, and the run stays `interrupted`. A
   run that has reported no more than its starts, or of which nothing could be written, leaves the
   file as it was before, and no file where there was none. NULL is fine. */
void trace_close(trace_writer *writer);
/* The run cannot be resumed: trace_close leaves no file where there was none, and another as it was
   before where nothing of the run was saved. */
void trace_give_up(trace_writer *writer);

/* ---- reading (wgcq_trace of wgcq.h) ---------------------------------------------------------- */

/* The chosen run, at first the newest. Of an interrupted one states and edges are those stored so
   far. */
typedef struct trace_facts {
    int64_t run;
    const char *status, *order, *title, *source, *file, *options;
    wgcq_trace_level keep;
    uint32_t states;
    uint32_t expanded; /* states up to this one have all their edges stored; 0: not known */
    bool in_order;     /* edges are in the order of their sources                        */
    bool ends_whole;   /* the run ended between two states, not within the moves of one */
    bool starts_taken; /* the way the run ended tells that all initial states were taken; else its
                          rows may tell (graph_has_starts_alone) */
    uint64_t edges;
    unsigned words, costs; /* declared costs */
    unsigned finals;       /* final costs of a state, as in model.h */
    const char *const *cost_names;
    const bool *maximized; /* [costs], as in model.h; NULL: none is */
    size_t minimize_count; /* of the run: cost numbers, -1 for moves */
    const int *minimize;
    bool has_goal;
    size_t param_count;
    const char *const *param_names, *const *param_values;
    const char *shown; /* SQL of how a state is shown; NULL: states keep their text */
    bool older;        /* the file has an older format */
} trace_facts;
/* Borrowed until another run is chosen or the trace is freed. */
const trace_facts *trace_about_run(const wgcq_trace *trace);

/* Whether a run of the model would be added to the file. */
bool trace_holds(const wgcq_trace *trace, const wgcq_model *model);

/* Whether the file's format has the view violations, and the table invariant_N. */
bool trace_has_invariants(const wgcq_trace *trace);
/* Whether it has the views properties and lassos, and the tables property_N and lasso_N. */
bool trace_has_properties(const wgcq_trace *trace);

/* The stored description of the model: names, costs, fields, rules, and no functions. */
const wgcq_model *trace_model(const wgcq_trace *trace);
/* The explored graph, without these columns (enum graph_column) where it need not have them, which
   the caller frees before the trace; WGCQ_EREQUEST where the run keeps no
   edges, WGCQ_ESTORE where it is not what the run's figures say. */
int trace_graph(graph **out, wgcq_trace *trace, unsigned without, wgcq_error *err);
/* From here on the monitor (borrowed) may interrupt loading and work over a graph:
   WGCQ_EINTERRUPT. */
void trace_watch(wgcq_trace *trace, const wgcq_monitor *monitor);
/* The monitor of wgcq_trace_set_monitor, or NULL. */
const wgcq_monitor *trace_sql_watch(const wgcq_trace *trace);
/* Whether that says stop, asked a few times a second; `trace` is a wgcq_trace. */
bool trace_sql_stops(void *trace);
/* A substitute: another trace of the same run, with the states, edges and rejections that this one
   does not keep, and where `solutions` is true the solutions too; NULL: none is set.
   trace_set_stand_in passes ownership to the trace, which frees it with itself or when another run
   is chosen. */
wgcq_trace *trace_stand_in(const wgcq_trace *trace, bool solutions);
void trace_set_stand_in(wgcq_trace *trace, wgcq_trace *stand_in, bool solutions);
/* Notes that a question used a stand-in for what --trace `needed` keeps; and the level that would
   have spared all of them, WGCQ_TRACE_NONE: none was used. */
void trace_note_rerun(wgcq_trace *trace, wgcq_trace_level needed);
wgcq_trace_level trace_rerun_needed(const wgcq_trace *trace);
/* Gives a trace of the same run that keeps at least `needed`: `rerun` of run/stored/rerun.h. */
typedef int trace_rerunner(wgcq_trace **out, wgcq_trace *trace, const wgcq_model *model,
                           wgcq_trace_level needed, bool solutions, const wgcq_monitor *monitor,
                           wgcq_error *err);
/* The states and edges that are stored, even none, without a check against the run's figures. */
int trace_graph_unchecked(graph **out, wgcq_trace *trace, wgcq_error *err);
/* As above without edges and the columns `without`; the graph stays open. */
int trace_states_unchecked(graph **out, wgcq_trace *trace, unsigned without, wgcq_error *err);
/* All rows of a table of the chosen run, in the order in which they are stored, out of its pages:
   several times as fast as a SELECT, and stricter, for every page is checked to be well formed.
   Numbers are those that are stored: they may be out of range. */
typedef enum trace_table {
    TRACE_STATE_ROWS,     /* rowid: id; depth, marks, words..., final costs...               */
    TRACE_EDGE_ROWS,      /* src, dst, move, costs...                                       */
    TRACE_REJECTION_ROWS, /* src, move, rule                                               */
    TRACE_DISTANCE_ROWS   /* rowid: id; to_goal, depth: INT64_MIN where they are not known  */
} trace_table;
/* Not 0 ends the scan: WGCQ_ESTORE (this row is damaged), or another error that is set. */
typedef int (*trace_row)(void *self, int64_t rowid, const int64_t *values, wgcq_error *err);
int trace_scan(wgcq_trace *trace, trace_table table, trace_row row, void *self, wgcq_error *err);
/* The rows of some states in that form; `ids` is a list, or a SELECT. */
int trace_state_rows(wgcq_trace *trace, const char *ids, trace_row row, void *self,
                     wgcq_error *err);
/* The text of a move, appended to out. */
int trace_move_text(wgcq_trace *trace, uint32_t move, strbuf *out, wgcq_error *err);
/* Rows of a SELECT that wgcq itself has made; the caller frees them. */
int trace_select(wgcq_rows **out, wgcq_trace *trace, const char *sql, wgcq_error *err);
/* As trace_select, with *out NULL on an error; frees the text. */
int trace_select_built(wgcq_rows **out, wgcq_trace *trace, strbuf *sql, wgcq_error *err);
/* As trace_select, with a printf format in which # is the number of the run. */
int trace_selectf(wgcq_rows **out, wgcq_trace *trace, wgcq_error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Appends the text with the number of the run for each #. */
void trace_put_sql(strbuf *sql, const wgcq_trace *trace, const char *text);
/* As trace_selectf, on the first row; WGCQ_DONE: there is none.  The caller frees *out in any case.
 */
int trace_select_row(wgcq_rows **out, wgcq_trace *trace, wgcq_error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* As above, with the number in the first cell: WGCQ_DONE, and 0, where there is none. */
int trace_select_integer(int64_t *out, wgcq_trace *trace, wgcq_error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Calls take(self, row, err) for each row of a SELECT, as trace_selectf, while it returns 0. */
typedef int (*trace_taker)(void *self, const wgcq_rows *row, wgcq_error *err);
int trace_each_row(wgcq_trace *trace, trace_taker take, void *self, wgcq_error *err,
                   const char *format, ...) __attribute__((format(printf, 5, 6)));
/* As above, with a text that is built; frees it. */
int trace_each_row_built(wgcq_trace *trace, strbuf *sql, trace_taker take, void *self,
                         wgcq_error *err);
/* Appends "WITH s(solution,step,move,src,dst,shown,moves,c0,...) AS (...) " for a SELECT from the
   stored steps of the run, with the texts of moves and states. */
void trace_put_steps(strbuf *sql, const wgcq_trace *trace);
/* As above with "s(solution,step,src,dst,move,c0,...)": the number of the move, and no texts. */
void trace_put_step_numbers(strbuf *sql, const wgcq_trace *trace);
/* The text of a state, appended to out. */
int trace_state_text(wgcq_trace *trace, uint32_t state, strbuf *out, wgcq_error *err);

#endif
