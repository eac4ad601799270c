/*
 * verifier.h - a stored run held to its puzzle: what the checks have in common.
 *
 * Everything is told again by the puzzle's second evaluator and derived again by algorithms of
 * their own; of the engine's rooms only the reading of the file is used.  verify.c says which
 * checks there are; each names the first thing that is not so.
 */
#ifndef ANSWERS_VERIFY_VERIFIER_H
#define ANSWERS_VERIFY_VERIFIER_H

#include "answers/replay/reference_model.h"
#include "answers/verify/verify.h"
#include "base/containers/lookup.h"
#include "base/row_table.h"
#include "trace/read/consistency.h"

#define NEVER UINT32_MAX

/* The graph as it was told again.  State 0 stands for all that are not in the file. */
typedef struct derived_graph {
    uint64_t *finding; /* [states + 2] */
    uint32_t *dst;
    int64_t *cost; /* costs each */
    uint64_t edges;
    size_t room;
    uint8_t *marks; /* [states + 1] */
    bool *has_exit; /* [states + 1] a move leads out of the file, or could not be told */
    bool any_exit;
} derived_graph;

typedef struct verification {
    wgcq_trace *trace;
    const trace_facts *facts;
    verify_rerun *rerun;
    const wgcq_monitor *monitor;
    wgcq_error *err;
    trace_seals broken_seals;
    bool complete;           /* the run says that it explored everything                      */
    uint32_t expanded;       /* of a run that was cut short: states up to it have all moves   */
    const wgcq_model *model; /* that tells again; NULL: the puzzle in the file */
    reference_model reference;
    bool rows_only;  /* nobody can tell again: it is the rows that are asked ...              */
    bool suppressed; /* ... and what they say of themselves is no finding, unless it is wrong */
    graph *g;        /* as stored */
    lookup states;   /* its states by their words: the numbers are the same */
    lookup words;    /* texts of moves and rules */
    derived_graph derived;
    uint32_t *depth, *to_goal; /* derived again */
    int64_t deepest;           /* of the depths in the view; -1: one of them is NULL */
    uint64_t rejections;       /* as they were told */
    bool *least_proved;        /* [costs + 1], `moves` last: least is proved */
    int64_t *least;            /* [costs + 1] */
    /* the check under way */
    uint64_t checked, differences, unknowns;
    strbuf finding; /* the first thing that is not so */
    strbuf note;    /* what else is to be said */
    row_table *report;
    wgcq_verdict worst;
    unsigned since_poll;
} verification;

/* Something is not as it should be; the first of a check is kept. */
void verify_differs(verification *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* It cannot be said. */
void verify_unknown(verification *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Both, for a report of the trace: self is the `verifying`. */
void verify_differs_line(void *self, const char *line);
/* A row for the check that ends here, and a new one begins. */
void verify_end_check(verification *v, const char *check);
/* A row for what is not in the file, and so is not checked. */
void verify_skipped(verification *v, const char *check, const char *why);
/* Whether an error of the model is a finding: a mistake that its functions run into, words that are
   no state of it. */
bool verify_is_finding(wgcq_code code);
/* WGCQ_EINTERRUPT where the monitor says stop. */
int verify_poll(verification *v, uint64_t states);
/* "state 17 (GGGG_BBBB)" appended to out. */
void verify_put_state(verification *v, strbuf *out, uint32_t state);

int verify_file(verification *v);   /* verify_file.c: the file in itself */
int verify_puzzle(verification *v); /* verify_run.c: what the file says of its puzzle */
int verify_run(verification *v);    /* the run's row, stray rows */
int verify_views(verification *v);  /* verify_views.c: columns and texts of the view `states` */
int verify_starts(verification *v); /* verify_graph.c: starts, states and marks */
int verify_states(verification *v);
int verify_moves(verification *v);     /* edges, closure, rejections; fills in `own` */
int verify_distances(verification *v); /* verify_figures.c: depth, to_goal */
int verify_figures(verification *v);   /* of the run */
int verify_counts(verification *v);    /* the best of each cost, and how many */
int verify_solutions(verification *v); /* verify_solutions.c */
/* Whether there are `count` plans in all; part of the check of the solutions (verify_plans.c). */
int verify_plan_total(verification *v, const char *count);

/* A plan as a file without states has it (verify_alike.c). */
typedef struct shown_plan {
    strbuf texts;    /* of moves and of states as they are shown, NUL-terminated */
    size_t (*at)[2]; /* [steps] where those of a step begin                      */
    int64_t *spent;  /* [steps] costs each                                       */
    size_t steps, room;
} shown_plan;

bool shown_plan_append(shown_plan *p, unsigned costs, const char *move, const char *shown,
                       const int64_t *spent); /* false: no memory */
void shown_plan_clear(shown_plan *p);
void shown_plan_free(shown_plan *p);
/* How many plans of the puzzle look like that; all false: there may be more. */
int verify_count_lookalikes(verification *v, const shown_plan *plan, uint64_t *plans, bool *all);

#endif
