/*
 * verifier.h - a stored run checked against its puzzle: what the checks have in common.
 *
 * Successors come from the reference interpreter, and everything else is derived from them by
 * algorithms that the engine does not share; of the engine's rooms only the reader of the file is
 * used.  Each check reports the first difference that it finds, and how many there are.
 *
 *   verifier.c           runs the checks in order; their rows and the verdict
 *   verify_file.c        pages, indices, tables against each other
 *   verify_run.c         metadata of the puzzle, the run's row
 *   verify_edges.c       the stored graph, and its edges state by state
 *   verify_graph.c       starts, states, edges, closure, rejections
 *   verify_ahead.c       ... by threads that expand states in advance
 *   verify_views.c       ... texts and variables in the view `states`
 *   verify_violations.c  which states violate which invariants
 *   verify_properties.c  which properties over time hold, and paths that violate them
 *   verify_estimate.c    the estimate that was made for it
 *   verify_symmetry.c    the symmetry by which it was reduced
 *   verify_figures.c     distances, the run's figures, best plans
 *   verify_solutions.c   stored solutions, replayed step by step
 *   verify_lookalikes.c  ... how many plans look like one, where no states are stored
 *   verify_count.c       ... how many plans there are
 *   verify_plan.c        a plan that the user supplies
 */
#ifndef ANSWERS_VERIFY_VERIFIER_H
#define ANSWERS_VERIFY_VERIFIER_H

#include "answers/replay/reference_model.h"
#include "answers/verify/verify.h"
#include "base/containers/lookup.h"
#include "base/progress_clock.h"
#include "base/row_table.h"
#include "trace/read/consistency.h"

#define NEVER UINT32_MAX

/* The graph as derived by the reference interpreter.  State 0 is any state that is not in the file.
 */
typedef struct derived_graph {
    uint64_t *base; /* where the edges of each 256 states begin, [states / 256 + 1]; */
    uint32_t *row;  /* [states + 2] those of a state, behind that */
    uint32_t *dst;
    int64_t *cost; /* costs each */
    uint64_t edges;
    size_t room;
    uint8_t *marks; /* [states + 1] */
    bool any_exit;
} derived_graph;

/* A mark in a derived graph: an edge of the state leads out of the file, or expanding it failed. */
enum { MARK_EXIT = 128 };

/* The edges of s are derived_row(d, s) .. derived_row(d, s + 1) - 1. */
static inline uint64_t derived_row(const derived_graph *d, size_t s)
{
    return d->base[s / 256] + d->row[s];
}

typedef struct verification {
    wgcq_trace *trace;
    const trace_facts *facts;
    trace_rerunner *rerun;
    const wgcq_monitor *monitor;
    wgcq_error *err;
    trace_seals broken_seals;
    bool complete;           /* the run's status is complete                                   */
    bool reduced;            /* it kept one state of each orbit                                */
    uint32_t expanded;       /* in an incomplete run: states up to it have all their edges     */
    const wgcq_model *model; /* the reference; NULL: the puzzle in the file */
    reference_model reference;
    bool rows_only;  /* no reference: the stored rows stand in for it ...               */
    bool suppressed; /* ... and only their contradictions are reported                 */
    graph *g;        /* as stored; without edges where those of a state can be read in turn */
    bool edges_in_turn;
    uint64_t edges; /* that are stored */
    lookup states;  /* its states by their words, under the same numbers; until they are checked,
                       and where the run is `reduced` */
    lookup words;   /* texts of moves and rules */
    derived_graph derived;
    uint32_t *depth, *to_goal; /* [states + 1] derived; NEVER: unreachable */
    int64_t deepest;           /* greatest depth in the view; -1: one of them is NULL */
    uint64_t rejections;       /* derived */
    bool *least_proved;        /* [costs + 1], `moves` last: whether least is optimal */
    int64_t *least;            /* [costs + 1] */
    /* the current check */
    uint64_t checked, differences, unknowns;
    strbuf finding; /* the first difference */
    strbuf note;    /* a remark on a check that holds */
    strbuf named;   /* holds the text that verify_state_name returns */
    bool suspended; /* a check is put aside: */
    struct {
        uint64_t checked, differences;
        strbuf finding;
    } aside;
    trace_integrity *structure; /* NULL: not begun */
    row_table *report;
    wgcq_verdict worst;
    /* progress, and the row of a check that is cut short */
    const char *name;     /* of the current check           */
    uint64_t done, total; /* of its states; total 0: not known */
    progress_clock clock;
} verification;

/* Counts a difference; the text of a check's first one is reported. */
void verify_differs(verification *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Counts something that cannot be decided; reported where no difference is. */
void verify_unknown(verification *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* verify_differs as a callback of trace_report; self is the verification. */
void verify_differs_line(void *self, const char *line);
/* Announces the next check, and how many states or other things it goes through (0: not known). */
void verify_begin_check(verification *v, const char *name, uint64_t total);
/* Ends the current check with its row, and begins the next. */
void verify_end_check(verification *v, const char *check);
/* Puts the current check aside, once, and begins the next; adds what it came to to the current one.
 */
void verify_suspend_check(verification *v);
void verify_resume_check(verification *v);
/* A row for a check of what the file does not keep. */
void verify_skipped(verification *v, const char *check, const char *why);
/* Whether an error of the model is a finding about the file (a run-time error of its functions,
   words that are no state) and not a failure of verifying. */
bool verify_is_finding(wgcq_code code);
/* An error met in state s: a finding, or that of the check, which it returns. */
int verify_state_error(verification *v, uint32_t s, const wgcq_error *own);
/* After each of them; so many are done.  WGCQ_EINTERRUPT where the monitor says stop. */
int verify_poll(verification *v, uint64_t done);
int verify_ask(verification *v); /* the same, of a step that takes long */
/* A number in a finding, as reports print it; a damaged file may hold a negative one.  In `out`,
   which has WGCQ_GROUPED_MAX bytes. */
const char *verify_group(char *out, int64_t number);
#define VERIFY_GROUPED(number) verify_group((char[WGCQ_GROUPED_MAX]){0}, (number))
/* "state 17 (GGGG_BBBB)" appended to out. */
void verify_put_state(verification *v, strbuf *out, uint32_t state);
/* As above as a text, until the next call. */
const char *verify_state_name(verification *v, uint32_t state);

int verify_file_begin(verification *v); /* verify_file.c: parts of it run beside the others */
int verify_file_end(verification *v);   /* puts its row before theirs */
int verify_puzzle(verification *v);     /* verify_run.c: opens the reference */
int verify_run(verification *v);        /* the run's row, stray rows */
int verify_load(verification *v);       /* verify_edges.c: fills in `g` */
int verify_starts(verification *v);     /* verify_graph.c */
int verify_states(verification *v);
int verify_moves(verification *v);      /* fills in `derived`; the view `states` too */
int verify_distances(verification *v);  /* verify_figures.c: fills in `depth`, `to_goal` */
int verify_violations(verification *v); /* verify_violations.c */
int verify_properties(verification *v); /* verify_properties.c */
int verify_estimate(verification *v);   /* verify_estimate.c: where one was made for the run */
int verify_symmetry(verification *v);   /* verify_symmetry.c: where it was reduced by one */
int verify_figures(verification *v);    /* of the run */
int verify_counts(verification *v);     /* fills in `least` */
int verify_solutions(verification *v);  /* verify_solutions.c */
/* Checks the stored number of all plans; part of the check of the solutions (verify_count.c). */
int verify_plan_total(verification *v, const char *count);

/* The view `states`, checked state by state (verify_views.c). */
enum { VERIFY_SHOWN_DUE = 256 };
typedef struct verify_shown {
    verification *v;
    strbuf selection; /* the SELECT of its rows */
    wgcq_rows *rows;
    uint8_t **seen; /* [fields] bits: which values occurred, NULL: not noted; NULL: all rows are
                       read */
    uint32_t due[VERIFY_SHOWN_DUE]; /* states to be read, */
    size_t due_count;               /* so many            */
    strbuf text;
} verify_shown;

int verify_views_begin(verify_shown *out, verification *v);
int verify_views_check(verify_shown *r, uint32_t s); /* from 1 on */
int verify_views_end(verify_shown *r);               /* after the last state */
void verify_views_close(verify_shown *r);            /* also after an error; twice is fine */

/* A plan as a file without states stores it (verify_lookalikes.c). */
typedef struct shown_plan {
    strbuf texts;    /* of moves and of shown states, NUL-terminated */
    size_t (*at)[2]; /* [steps] offsets of a step's move and state in texts     */
    int64_t *spent;  /* [steps] costs each                                       */
    size_t steps, room;
} shown_plan;

bool shown_plan_append(shown_plan *p, unsigned costs, const char *move, const char *shown,
                       const int64_t *spent); /* false: no memory */
void shown_plan_clear(shown_plan *p);
void shown_plan_free(shown_plan *p);
/* How many plans of the puzzle look like that; *all false: there may be more. */
int verify_count_lookalikes(verification *v, const shown_plan *plan, uint64_t *plans, bool *all);

#endif
