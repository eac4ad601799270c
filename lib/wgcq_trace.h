/* wgcq_trace.h - traces: the file, opened for questions. */
#ifndef WGCQ_TRACE_H
#define WGCQ_TRACE_H

#include "wgcq_rows.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Opens read-only, at the newest run.  WGCQ_ESTORE: not a file of wgcq, of a newer format, or
   damaged. */
WGCQ_API int wgcq_trace_open(wgcq_trace **out, const char *path, wgcq_error *err);

/* Selects the run that all questions, and the plain views of wgcq_trace_sql, refer to.
   WGCQ_EREQUEST: there is none of that number; nothing changes.  No rows of the trace may be open.
 */
WGCQ_API int wgcq_trace_select_run(wgcq_trace *trace, int64_t run, wgcq_error *err);
/* The run that another process is writing at this moment; its status in the file is `interrupted`,
   so that a kill leaves it right.  0: none, or unknown (several were cut short; another host). */
WGCQ_API int64_t wgcq_trace_active_run(wgcq_trace *trace);
/* Deletes a run from the file, in one transaction; the plain views then show the newest that is
   left.  WGCQ_EREQUEST: it is the only run, or there is none of that number; WGCQ_ESTORE: the file
   is being written. */
WGCQ_API int wgcq_trace_drop(const char *path, int64_t run, wgcq_error *err);
WGCQ_API void wgcq_trace_free(wgcq_trace *trace);
/* The monitor of SQL over the trace (`seconds` counts from here); a nonzero result ends the
   statement with WGCQ_EINTERRUPT.  The struct is copied, its `self` borrowed; NULL: none. */
WGCQ_API void wgcq_trace_set_monitor(wgcq_trace *trace, const wgcq_monitor *monitor);
/* The rows of one SELECT over the views of schemas/trace.sql.  Anything but reading is
   WGCQ_EREQUEST, with SQLite's message. */
WGCQ_API int wgcq_trace_sql(wgcq_rows **out, wgcq_trace *trace, const char *sql, wgcq_error *err);

/* Writes the chosen run into a SQLite file of its own, as plain tables: states, edges, rejections,
   solutions, steps, violations, properties, lassos, with primary and foreign keys, and an index on
   every variable; what the run did not store is empty.  The monitor of the trace can stop it.
   WGCQ_EOTHER: the file exists, and `replace` is false; WGCQ_EFILE: it cannot be written, or, with
   `replace`, was not exported by this function.  After an error it is as it was. */
WGCQ_API int wgcq_trace_export(wgcq_trace *trace, const char *path, bool replace, wgcq_error *err);

/* ---- questions --------------------------------------------------------------------------- */

typedef struct wgcq_question {
    const char *what; /* as wgcq_question_name: "shortest", "dead-ends", ... */
    const char *by;   /* costs in order of precedence: "noise,moves"; NULL: default */
    uint64_t limit;   /* 0: none */
    uint64_t offset;
    uint64_t length; /* of plans */
    bool has_length;
    uint64_t within; /* of "all", "classes": at most this above the optimum of the first cost */
    bool has_within;
    bool count;        /* only the number: one row, `count`                         */
    const char *up_to; /* of "classes": "symmetry", "commuting", "moves"            */
    const char *of; /* of "classes": "shortest", "cheapest" or "all", which may be far more; NULL:
                       "all" with `best` or `within`, else "shortest"; of "traffic" one of the first
                       two, NULL: "shortest"; of "grade": measures, "length,plans"; NULL: all */
    uint64_t best;  /* of "classes": only so many of the best plans; 0: all      */
    bool unique;    /* of "hardest": states with one shortest plan alone         */
    uint64_t reachable_from; /* of "hardest": states that this one reaches, by its id; 0: all */
    /* of "hardest": all states from which a goal can be reached, whether the starts lead to them or
       not, found backwards from the goals.  WGCQ_EREQUEST where moves cannot be inverted. */
    bool all_starts;
    /* of "all": how many plans there are of each length, or of each cost where `by` names one: rows
       `length` or the cost's name, and `count`, least first */
    bool histogram;
} wgcq_question;

/* Questions work for every --trace of the run: what the file does not store is recovered by a
   re-run of the puzzle in the file, with the same order and the same end, into a temporary file in
   $TMPDIR (else /tmp).  Its figures and states are compared with the stored ones: WGCQ_ESTORE where
   they differ.  It takes the time of the run, once for each wgcq_trace, and is reported to the
   monitor of the question (else that of wgcq_trace_set_monitor).  WGCQ_EUNKNOWN: the run was cut
   short by time, memory or an interrupt, and a re-run may not stop at the same point; or it is of a
   C model. wgcq_trace_sql reads the file alone. */

/* The questions that there are: the name on the command line, the options that have a meaning for
   it ("by k"), in a sentence what it answers; NULL past the last. */
WGCQ_API const char *wgcq_question_name(size_t i);
WGCQ_API const char *wgcq_question_options(size_t i);
WGCQ_API const char *wgcq_question_about(size_t i);

/* The measures of difficulty, which are columns of "grade" behind `puzzle` and `params`: the name,
   and the definition with its source; NULL past the last. */
WGCQ_API const char *wgcq_measure_name(size_t i);
WGCQ_API const char *wgcq_measure_about(size_t i);

/* Whether the run was re-run so far; then *needed, where it is not NULL, is the --trace with which
   the file would have stored enough. */
WGCQ_API bool wgcq_trace_was_rerun(const wgcq_trace *trace, wgcq_trace_level *needed);

/* Rows `solution` (from 1), `length`, a column for each cost, `plan` (a list of its
   moves); or one row with `count` and, for cheapest, the costs.  "classes": `class`, `size`, then
   of its best plan `length`, a column for each cost, `plan`.  "pareto": `solution`, a column for
   each cost of `by` (all and moves), `count` (of the plans that have this vector those of fewest
   moves, exactly), `length`, `plan`.  "traffic": `id`, `move`, `dst` (both null in the row of a
   state), `plans` (how many of the best pass it, exactly, as text), `shown`.  "hardest": `id`,
   `to_goal`, `plans` (shortest ones from it, as text), `shown`.  "grade": one row of measures,
   which wgcq-query(1) defines; null where there is no plan.

   A question that the monitor stops, or that finds no memory, is WGCQ_EINTERRUPT or WGCQ_EMEMORY;
   where rows were returned before it, they belong to the answer (of "pareto": to the front), and
   wgcq_rows_remark may say more of them.  The row of a `count` that the monitor stopped has a null
   `count`; that of "all" has `at_least`, `shortest` and
   `shortest_count`, `cheapest_COST` and `cheapest_COST_count`, and `by_length` ("7: 2, 9: 14": so
   many plans of so many moves, exactly).  WGCQ_EREQUEST: an unknown `what` or cost; the text has a
   suggestion. */
WGCQ_API int wgcq_ask(wgcq_rows **out, wgcq_trace *trace, const wgcq_question *question,
                      const wgcq_monitor *monitor, wgcq_error *err);

/* Verifies the newest run against the puzzle in the file, by an evaluator that shares no code with
   the engine.  Rows `check`, `looked_at`, `verdict`, `place` (the first violation; else a remark,
   or null).  A violation is no error: it is in *found and the rows; an error means that the check
   itself failed: the file is damaged beyond reading (WGCQ_ESTORE).  Where the monitor stops it, or
   there is no memory, the rows are those of the checks that were made, the one under way is "not
   known", wgcq_rows_unknown says that the rest is missing, and *found is WGCQ_INCONCLUSIVE at
   best.  Takes some microseconds a state, and as much memory as the run did.  The monitor is
   borrowed for the call. */
WGCQ_API int wgcq_verify(wgcq_rows **out, wgcq_verdict *found, wgcq_trace *trace,
                         const wgcq_monitor *monitor, wgcq_error *err);

/* As wgcq_verify, against a C model, the one of the run: its functions generate everything again.
   They are the same functions, so their own mistakes are not found; what is checked is that the
   file holds what they generate, and all of it.

   Without the model wgcq_verify checks such a file for consistency (the file, edges and rejections
   that belong to states, depths, distances, figures, the optimal plans and their number, the
   solutions); the row `moves` is "not checked", its remark names what that leaves out, and *found
   is WGCQ_INCONCLUSIVE at best.  wgcq_why lists the stored moves and rejections.  wgcq_verify_plan
   and wgcq_resume are WGCQ_EREQUEST. */
WGCQ_API int wgcq_verify_model(wgcq_rows **out, wgcq_verdict *found, wgcq_trace *trace,
                               const wgcq_model *model, const wgcq_monitor *monitor,
                               wgcq_error *err);

/* Checks a plan from any source, `count` labels of moves, step by step from the initial states.
   Rows `step`, `move`, `verdict`, `place` (why not), `shown`, up to the first wrong step; the
   remark says whether the plan ends in a goal. */
WGCQ_API int wgcq_verify_plan(wgcq_rows **out, wgcq_verdict *found, wgcq_trace *trace,
                              const char *const *moves, size_t count, wgcq_error *err);

/* Every move at a state: where it leads, or what rejects it (all violated constraints, every
   guard). `state` is an id, or "farmer=east queue=[a, b] ...", which must match exactly one stored
   state; `move` restricts the answer to one move.  Rows `move`, `outcome`, `state`, `shown`, `rule`
   (null: unnamed), `because` (the expression, and with its values), `place` (its FILE:LINE:COLUMN).
   For a state that was never reached: rows `rule`, `because`, `place` for each constraint it
   violates, and a remark; wgcq_rows_columns distinguishes them (7 and 3).

   `state` may also be the name of a property over time, without a move.  Of a violated one the
   first row says where its path violates it, with `rule` its name; the others, one for each fair
   action that is possible on the cycle, say that it is made there, or where it is not possible,
   with `rule` "weak fairness" or "strong fairness".  Of one that holds there are 3 columns, no row,
   and a remark.  WGCQ_EREQUEST: no such variable, value, move or id, or several states match. Reads
   all states of the run. */
WGCQ_API int wgcq_why(wgcq_rows **out, wgcq_trace *trace, const char *state, const char *move,
                      wgcq_error *err);
/* The rows of wgcq_why that say what rejects a move (`refused`, `not possible`), for all states
   with an id from `first` to `last`, in the order of the ids, with the id as a first column, `at`.
   `state` and `shown` are null.  Reads all states of the run once. */
WGCQ_API int wgcq_why_states(wgcq_rows **out, wgcq_trace *trace, uint32_t first, uint32_t last,
                             wgcq_error *err);

typedef enum wgcq_draw_format { WGCQ_DOT, WGCQ_MERMAID, WGCQ_GRAPHML } wgcq_draw_format;
/* Which part of the graph is drawn; at most one of `around`, `only_shortest` and `only_cheapest`,
   and `has_depth` not with `around`.  With none of them, and no `project`: all of a small graph (at
   most 100 states and 300 edges); of a larger one the shortest plans, else the best stored
   solution, else the shortest path that violates a property, else as many levels as are small.
 */
typedef struct wgcq_draw_options {
    wgcq_draw_format format;
    int64_t around;     /* a stored solution; 0: none.  The states it visits,        */
    uint64_t radius;    /* and those at most so many moves away, in either direction */
    bool only_shortest; /* the states and moves of the shortest plans                */
    bool only_cheapest; /* of those that cost least by what the run minimizes        */
    bool has_depth;
    uint64_t depth; /* states at most so many moves from a start                     */
    /* "farmer,at": columns of the view `states`, or arrays.  States that agree in these are one
       node with their number, and edges of one label between two nodes are one edge.  NULL: every
       state is a node. */
    const char *project;
    int64_t mark;  /* a stored solution to highlight; 0: that of `around` */
    bool any_size; /* draw however large it is                            */
    /* As `around` and `mark`, where these are 0: the path that violates the property of that name;
       NULL: none. */
    const char *around_property, *mark_property;
    /* WGCQ_DOT: how many points wide the picture may be, about; 0: any width.  One that is wider
       from top to bottom goes from left to right, and one that is wider as well then is broken by
       depth into parts below each other, with the number of its state for an arrow that leads to
       another part. */
    uint32_t page_width;
    /* "shortest" or "cheapest": arrows are as wide as many of these plans make the move, and have
       their number; of all of them are the widest.  NULL: all are alike. */
    const char *traffic;
} wgcq_draw_options;
/* The picture, *out, and a one-line remark, *remark (NULL: none; `remark` itself may be NULL); the
   caller owns both and frees them by wgcq_text_free.  In DOT and Mermaid parallel edges are one
   arrow, with two heads if the same labels lead back, and more than three labels are replaced by
   their number; GraphML has every edge.  WGCQ_EREQUEST: more than is small, unless it is the path
   of a solution or property alone or `any_size`.  WGCQ_DONE: there is no plan to draw;
   WGCQ_EUNKNOWN: none was found in a run that was cut short. */
WGCQ_API int wgcq_draw(char **out, char **remark, wgcq_trace *trace,
                       const wgcq_draw_options *options, wgcq_error *err);

/* One side of a comparison: a stored solution and its file.  Strings are borrowed for the call.
   WGCQ_EREQUEST: no such solution. */
typedef struct wgcq_compare_side {
    wgcq_trace *trace;
    int64_t solution;  /* 0: none, the file alone                    */
    const char *label; /* of the solution; NULL only where that is 0 */
    const char *file;  /* of the file                                */
} wgcq_compare_side;
/* The parts of a comparison.  L stands for the label of each solution, F for that of each file.
   States are equal where the variables that all sides have agree; moves are compared by label. */
typedef enum wgcq_compare_part {
    WGCQ_COMPARE_STEPS, /* aligned at the states that all of them visit: `where` (together, part,
                           apart, meet, same state), `step L`, `move L`, `state L` each;
                           `differs`: the variables that do, "name=one|other" */
    WGCQ_COMPARE_SOLUTIONS, /* one row each: `solution`, each cost and how much `more` than the
                               first's, `states`, `in common`, `moves only here` (a list) */
    WGCQ_COMPARE_PAIRS,     /* `one`, `other`, states `in common`, and whether they are equal: the
                               `same`; up to declared `symmetry`, and by which `exchange` of values, or
                               generators in the order they are applied; up to `commuting` moves; as a
                               `multiset` of moves.  null: unknown, and the     remark says why */
    WGCQ_COMPARE_STATES, /* states that two or more visit: `visited` (by how many), `state`, `id L`
                            and `step L` each */
    WGCQ_COMPARE_FILES,  /* `figure`, F each, `more F` than in the first */
    WGCQ_COMPARE_ONLY,   /* variables, moves, rules, costs that not all files have: `kind`,
                            `name`, `only in` */
} wgcq_compare_part;
WGCQ_API int wgcq_compare(wgcq_rows **out, wgcq_compare_part part, const wgcq_compare_side *sides,
                          size_t count, wgcq_error *err);

/* The number of solutions the run stores, or would store with --trace solutions. */
WGCQ_API int wgcq_show_count(int64_t *count, wgcq_trace *trace, wgcq_error *err);
/* One of them, from 1, with the columns of wgcq_result_first; no rows where there is no such. */
WGCQ_API int wgcq_show(wgcq_rows **out, wgcq_trace *trace, int64_t solution, wgcq_error *err);

#ifdef __cplusplus
}
#endif
#endif
