/* wgcq_model.h - models: given by C functions. */
#ifndef WGCQ_MODEL_H
#define WGCQ_MODEL_H

#include "wgcq_journey.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A model given by C functions over a state of flat bytes: a struct of fixed size, without
 * pointers.
 *
 * The fields describe the explored state: each value is packed into as few bits as its range
 * takes, and is a column of the trace.  Two states are equal if all their fields are.  Bytes that
 * no field covers (padding) are zero in every state passed to a function, and are ignored in those
 * it returns.
 *
 * The functions get `self`, which is shared and must not change, and states that they may read
 * until they return.  They must be deterministic.  Each worker of a search calls them from one
 * thread; with more threads (wgcq_options.threads) several workers call them at once, so whatever
 * they change must be local or thread-local.
 */
typedef enum wgcq_field_form {
    WGCQ_FIELD_VALUES,   /* a value, or with `count` an array of them                         */
    WGCQ_FIELD_OPTIONAL, /* the same, of values or none: high + 1 is none, and NULL in SQL    */
    /* A list of up to `count` values, which are its first elements; all behind them are high + 1,
       the end.  Its column `name` is a JSON array, and columns name_0, ... are its places, NULL
       behind the end. */
    WGCQ_FIELD_LIST,
    /* A set of values from low to high: an element for each of them in turn, 1 where it is in the
       set, else 0.  Its column `name` is a JSON array, and columns name_VALUE are the elements,
       false or true. */
    WGCQ_FIELD_SET
} wgcq_field_form;

typedef struct wgcq_field {
    const char *name; /* the column: "farmer"                                              */
    size_t offset;    /* offsetof(struct ..., farmer)                                      */
    size_t size;      /* bytes of one value: 1, 2, 4, 8; 0 is 1                            */
    bool is_signed;
    size_t count; /* elements of an array, with columns name_0, ...; 0: a single value */
    const char *const *elements; /* their names instead of 0, 1, ...: name_wolf; or NULL   */
    int64_t low, high; /* the range of values, both included; both 0: all that the bytes hold */
    const char *const *values; /* names of low, low + 1, ...; high is ignored; NULL: numbers */
    size_t value_count;
    wgcq_field_form form; /* of a list and a set: no `elements`; of a set: no `count` */
} wgcq_field;

/* A constraint on every state: `never` (it must not hold), or else always. */
typedef struct wgcq_rule {
    const char *name;
    bool (*holds)(const void *self, const void *state);
    bool never;
} wgcq_rule;

/* A condition that is checked in every state, and never changes what is reachable: a state in which
   it does not hold is stored, and reported with a shortest counterexample. */
typedef struct wgcq_invariant {
    const char *name; /* any but "deadlock" */
    bool (*holds)(const void *self, const void *state);
} wgcq_invariant;

/* A limit of what is explored: a state in which it does not hold is stored and checked by the
   invariants, but not expanded, and what lies behind it is not known. */
typedef struct wgcq_state_bound {
    const char *name;
    bool (*holds)(const void *self, const void *state);
} wgcq_state_bound;

/* A kind of property, which every fair path satisfies, or every reachable state, or every move:
   wgcq-puzzle(5), Properties over time. */
typedef enum wgcq_over_time_kind {
    WGCQ_EVENTUALLY,
    WGCQ_INFINITELY_OFTEN,
    WGCQ_EVENTUALLY_ALWAYS,
    WGCQ_LEADS_TO,
    WGCQ_RECOVERABLE,
    WGCQ_STEP
} wgcq_over_time_kind;
typedef struct wgcq_over_time {
    const char *name;
    wgcq_over_time_kind kind;
    bool (*holds)(const void *self, const void *state);   /* all but WGCQ_STEP                   */
    bool (*follows)(const void *self, const void *state); /* WGCQ_LEADS_TO: what `holds` leads to */
    bool (*step)(const void *self, const void *before, const void *after); /* WGCQ_STEP          */
} wgcq_over_time;

/* Moves that a fair path makes at last if it can: weak fairness if it can from some state on,
   strong fairness if it can time and again. */
typedef struct wgcq_fairness {
    const char *name; /* for explanations */
    bool strong;      /* else weak        */
    bool any;         /* all of its labels are one action; else each is one */
    bool (*has)(const void *self, const char *label); /* whether it speaks of that label */
} wgcq_fairness;

/* Receives the successors of one state. */
typedef struct wgcq_moves wgcq_moves;
/* A successor: the label of the move (UTF-8, one line; copied), the state it leads to (copied), and
   its costs, one number >= 0 for each declared cost (NULL: all 0).  A state that violates a
   constraint is recorded as a rejection.  Duplicates count once.  false: an error occurred, and
   further calls are ignored. */
WGCQ_API bool wgcq_moves_add(wgcq_moves *to, const char *text, const void *state,
                             const int64_t *costs);
/* A disabled move, and why: one of the description's `rejections`. */
WGCQ_API bool wgcq_moves_reject(wgcq_moves *to, const char *text, const char *rejection);
/* Successors given by a journey over a copy of `state`: each result is a successor.  Its label and
   its cost (the first of the declared costs; ignored where there is none) are those of the run's
   one wgcq_move; without one the label is `text` and the cost 0.  A run that fails at a guard with
   a name, one of the `rejections`, is a rejection of the same label; it is not recorded where there
   is no label.  Nested functions record no rejections.  May be called several times, together with
   wgcq_moves_add, and for initial states. */
WGCQ_API bool wgcq_moves_run(wgcq_moves *to, const char *text, const void *state,
                             wgcq_journey_fn *fn);

typedef struct wgcq_description {
    const char *title;
    size_t size;              /* of a state, bytes                                      */
    const wgcq_field *fields; /* in the order of the columns; none: each byte is one    */
    size_t field_count;
    const void *self; /* passed to the functions; constant                           */

    /* Adds every initial state by wgcq_moves_add; labels and costs are ignored.  A state that
       violates a constraint is not initial. */
    void (*start)(const void *self, wgcq_moves *to);
    /* Adds every successor of a state; their order is that of the trace. */
    void (*moves)(const void *self, const void *state, wgcq_moves *to);
    bool (*goal)(const void *self, const void *state); /* NULL: there is none        */
    bool (*end)(const void *self, const void *state);  /* not expanded; or NULL      */
    /* Final costs of a plan that ends in this goal, beside its moves: one number >= 0 for each
       declared cost, into cost (all 0 before); or NULL.  A plan that only passes the goal does not
       pay it. */
    void (*final)(const void *self, const void *state, int64_t *cost);
    /* Admissible heuristic: a lower bound >= 0 on the remaining first minimized cost (final costs
       included), for A* and best-first; or NULL. */
    int64_t (*estimate)(const void *self, const void *state);
    /* Writes into out[room] and returns as snprintf does; NULL: "farmer=west ..."  A missing NUL,
       or a length other than the one returned, is WGCQ_ERUN. */
    int (*show)(const void *self, const void *state, char *out, size_t room);

    const wgcq_rule *rules; /* the first violated rejects a state               */
    size_t rule_count;
    const wgcq_invariant *invariants;
    size_t invariant_count;
    const wgcq_state_bound *bounds;
    size_t bound_count;
    const wgcq_over_time *properties;
    size_t property_count;
    const wgcq_fairness *fair;
    size_t fair_count;
    /* A state without a successor that is neither goal nor end violates "deadlock". */
    bool forbids_deadlock;
    const char *const *rejections; /* all the names that wgcq_moves_reject may pass    */
    size_t rejection_count;
    const char *const *costs; /* names of the declared costs, beside `moves`     */
    size_t cost_count;
    const char *minimize; /* "noise,moves"; NULL: moves                      */
    /* "score": declared costs that are maximized, each by `final` alone, 0 <= value < 2^63 - 1;
       first of the objectives, unless `minimize` has them at a place.  An estimate of one is an
       upper bound.  NULL: none. */
    const char *maximize;

    /* Distinguishes instances of the same title; stored in the file, which holds one instance. */
    size_t param_count;
    const char *const *param_names, *const *param_values;

    /* Determinism check: every function is called twice, the second time with other bytes in the
       padding, and the results are compared; functions that change the state they are passed, or
       write behind it, are found, too.  WGCQ_ERUN with what and where.  Less than half as fast. */
    bool checked;
} wgcq_description;

/* The description is copied; what it points to is borrowed until the model is freed.
   WGCQ_EREQUEST: a mistake in it, such as two variables (by column), constraints, invariants,
   rejections, costs or parameters of one name, or two values of one variable. */
WGCQ_API int wgcq_model_new(wgcq_model **out, const wgcq_description *description, wgcq_error *err);
/* Only for models of wgcq_model_new; after everything that was made of it. */
WGCQ_API void wgcq_model_free(wgcq_model *model);

/* Variables of any model, a puzzle's too, one for each element of an array, each place of a list
   and each value that may be in a set, named as the columns of the trace ("farmer", "at_wolf",
   "queue_0"); and its costs, `moves` first, then the declared ones.  Owned by the model. */
WGCQ_API size_t wgcq_model_variable_count(const wgcq_model *model);
WGCQ_API const char *wgcq_model_variable_name(const wgcq_model *model, size_t i);
WGCQ_API size_t wgcq_model_cost_count(const wgcq_model *model);
WGCQ_API const char *wgcq_model_cost_name(const wgcq_model *model, size_t i);

#ifdef __cplusplus
}
#endif
#endif
