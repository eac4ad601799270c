/*
 * trace.h - the SQLite file: written by a run, read by the answers.
 *
 * One file is one puzzle instance (text and parameters); several runs share it.  The tables and
 * views are schemas/trace.sql.  Writing goes through an observer, so a search does not know it.
 */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include "base/cursor.h"
#include "model/model.h"
#include "model/observer.h"
#include "space/graph.h"

/* What a run is about, as the file keeps it.  Model and order are looked at until trace_close, the
   rest by trace_begin alone. */
typedef struct trace_about {
    const wgcq_model *model;
    const char *source; /* the puzzle's text; NULL for a model that has none */
    const char *file;   /* the name it was read by                           */
    size_t param_count;
    const char *const *param_names, *const *param_values;
    const char *order;   /* "breadth-first", ...                              */
    const char *options; /* one line of words as the command line has them    */
    wgcq_trace_level keep;
    size_t minimize_count; /* of the run: cost numbers, -1 for moves */
    const int *minimize;
    const wgcq_monitor *monitor; /* may stop what takes long when exploring is over; or NULL */
    uint64_t save_every;         /* rows from one commit to the next, about; 0: a second's */
    uint64_t max_memory; /* of the whole run, of which the writer takes a small part; 0: any */
    wgcq_writer writer;
} trace_about;

typedef struct trace_writer trace_writer;

/* Makes the file, or adds a run to it.  Refuses, untouched, what is not ours, is newer, holds
   another puzzle, or is being written by another run (WGCQ_ESTORE); a disk's troubles are
   WGCQ_EFILE, here and below.  Until trace_end the run says `interrupted`. */
int trace_begin(trace_writer **out, const char *path, const trace_about *about, wgcq_error *err);
/* Adds to a run that was cut short.  The way says what its rows are good for: */
typedef enum trace_mode {
    TRACE_CONTINUE, /* breadth-first: exploring goes on behind the last state whose moves are all
                     * there
                     */
    TRACE_RERUN,    /* all is told again; rows that are there are compared, and not written twice */
    TRACE_NEW       /* none is    */
} trace_mode;
typedef struct trace_resume_point {
    int64_t run;
    trace_mode mode;
    /* written by trace_resume: what stays */
    uint32_t states, expanded;
    uint64_t edges, rejections;
    double seconds; /* it took so far */
} trace_resume_point;
/* From here on the run is `interrupted` again, and what was settled at its end is gone.  Refuses as
   trace_begin does, and a run that is not there or was not cut short. */
int trace_resume(trace_writer **out, const char *path, const trace_about *about,
                 trace_resume_point *past, wgcq_error *err);
/* The states and edges that stay, into an open graph. */
int trace_resume_graph(const trace_writer *writer, graph *g, wgcq_error *err);
/* WGCQ_ESTORE where the row of a run is not as it was written. */
int trace_check_runs(wgcq_trace *trace, wgcq_error *err);
/* Whether all rows that stay were told again. */
bool trace_caught_up(const trace_writer *writer);

/* Gives what the search sees to the file, as far as `keep` asks for it. */
observer trace_observer(trace_writer *writer);
int64_t trace_run(const trace_writer *writer);
/* Whether the disk has no room for what the run still takes: to end it as it stands, and for the
   moves of `waiting` states.  NULL: it has, or that is not known; else words for a limit, which are
   the writer's.  Cheap enough to be asked often. */
const char *trace_disk_full(trace_writer *writer, uint64_t waiting);
/* Bytes that so many states will take in a file, about, with as few edges as they can have. */
double trace_estimate_size(const wgcq_model *model, wgcq_trace_level keep, uint64_t states);
/* How many rows were given, and how large the file is. */
void trace_disk_use(const trace_writer *writer, uint64_t *rows, uint64_t *bytes);

/* Bytes of memory that the writer holds, and the most that ending the run will take. */
size_t trace_memory(const trace_writer *writer);
size_t trace_memory_at_end(const trace_writer *writer);

/* Fewest moves to a goal, [states + 1], UINT32_MAX where none is known or there is none; and, for
   orders other than breadth-first and depth-first, fewest moves from a start, UINT32_MAX where they
   are not known (else NULL: they came with the states).  Kept from --trace states upward. */
int trace_distances(trace_writer *writer, uint32_t states, const uint32_t *to_goal,
                    const uint32_t *depth, wgcq_error *err);

/* One solution, numbered from 1 in the order they are given.  length + 1 states' numbers (0 where
   states are not kept) and texts, length moves; spent: after each step, [length + 1][costs], row 0
   all 0, declared costs in order. */
typedef struct solution_rows {
    uint32_t length;
    const uint32_t *states, *moves;
    const char *const *shown;
    const int64_t *spent;
} solution_rows;
int trace_solution(trace_writer *writer, const solution_rows *solution, wgcq_error *err);

/* The graph of all that was told, closed, and turned round: until it is taken back (NULL, NULL)
   indices are made of it rather than of what the file holds, where its edges lie in the order in
   which they were told. */
void trace_borrow_graph(trace_writer *writer, const graph *g, const reversed_graph *back);
/* Everything told is in the file, with its indices, if they do not wait for trace_end; after
   trace_distances.  WGCQ_EINTERRUPT: as there. */
int trace_index(trace_writer *writer, wgcq_error *err);

/* The run is over: figures, status, indices, statistics; one portable file.  Nothing can be added
   after it.  WGCQ_EINTERRUPT, here and in trace_distances: the monitor said stop, and the run is
   left as trace_close leaves it. */
int trace_end(trace_writer *writer, const wgcq_summary *summary, wgcq_error *err);
/* How many states of the run are safe in the file; what is told and not saved yet is not among
   them.  false: nothing of it is. */
bool trace_saved_states(const trace_writer *writer, uint64_t *states);
/* Also without trace_end: then what was told is kept, and the run stays `interrupted`.  A run that
   told of no more than its starts, or of which nothing could be written, leaves the file as it was
   before, and no file where there was none. */
void trace_close(trace_writer *writer);

/* ---- reading (wgcq_trace of wgcq.h) ---- */

/* The newest run.  An interrupted one says how many states and edges are in the file. */
typedef struct trace_facts {
    int64_t run;
    const char *status, *order, *title, *source, *file, *options;
    wgcq_trace_level keep;
    uint32_t states;
    uint32_t expanded; /* states up to this one have all their moves in the file; 0: not known */
    bool in_order;     /* edges are in the order of their sources                        */
    bool ends_whole;   /* no state was being expanded when the run ended                 */
    uint64_t edges;
    unsigned words, costs; /* declared costs */
    const char *const *cost_names;
    size_t minimize_count; /* of the run: cost numbers, -1 for moves */
    const int *minimize;
    bool has_goal;
    size_t param_count;
    const char *const *param_names, *const *param_values;
} trace_facts;
const trace_facts *trace_about_run(const wgcq_trace *trace);

/* The model as the file describes it: names, costs, fields, rules, and no functions. */
const wgcq_model *trace_model(const wgcq_trace *trace);
/* The explored graph; needs a run of --trace edges or all, else WGCQ_EREQUEST and words. */
int trace_graph(graph **out, wgcq_trace *trace, wgcq_error *err);
/* From here on the monitor may stop what takes long (WGCQ_EINTERRUPT), and work over a graph. */
void trace_watch(wgcq_trace *trace, const wgcq_monitor *monitor);
/* The monitor of wgcq_trace_set_monitor, or NULL. */
const wgcq_monitor *trace_sql_watch(const wgcq_trace *trace);
/* Another trace of the same run, which keeps the states, edges and rejections that this one does
   not, and where `solutions` is true the solutions too; NULL: there is none.  The trace owns it
   from trace_set_stand_in on, and frees it with itself or when another run is chosen. */
wgcq_trace *trace_stand_in(const wgcq_trace *trace, bool solutions);
void trace_set_stand_in(wgcq_trace *trace, wgcq_trace *stand_in, bool solutions);
/* Whatever states and edges the file holds, even none, not held to the figures of the run. */
int trace_graph_unchecked(graph **out, wgcq_trace *trace, wgcq_error *err);
/* The text of a move, appended to out. */
int trace_move_text(wgcq_trace *trace, uint32_t move, strbuf *out, wgcq_error *err);
/* A SELECT of our own as rows (name of each column as SQLite has it). */
int trace_select(wgcq_rows **out, wgcq_trace *trace, const char *sql, wgcq_error *err);
/* How a stored state is shown, appended to out. */
int trace_state_text(wgcq_trace *trace, uint32_t state, strbuf *out, wgcq_error *err);

#endif
