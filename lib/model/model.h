/*
 * model.h - the interface between a search and what it explores.
 *
 * A model is a state-transition system over packed states: `words` 64-bit words each, equal if and
 * only if all their words are (unused bits are 0).  YAML puzzles and C journeys are models; a
 * search knows nothing else of either.
 *
 * A model is shared and constant.  Each thread has a worker of its own: the model's scratch memory.
 * Work goes in batches of states, which share the cost of interpretation; MODEL_BATCH is a good
 * size, any number from 1 up works.
 */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "base/budget.h"
#include "base/strbuf.h"
#include "wgcq_base.h"

enum { MODEL_BATCH = 1024 };

/* Results of expand beyond successor states, or'd together. */
enum model_want {
    WANT_ORDER = 1,      /* successors sorted by (lane, order of the moves in the puzzle)         */
    WANT_MOVES = 2,      /* `move` filled in                                                      */
    WANT_COSTS = 4,      /* `cost` filled in                                                      */
    WANT_REJECTIONS = 8, /* rejections filled in, sorted by (lane, order of the moves)            */
    /* reference.expand only: a rejection for every rule that a state breaks, not only the first */
    WANT_EVERY_RULE = 16,
    /* expand only, for several threads at once: it fails where a label has no number yet, so that
       labels are numbered in the order of the states */
    WANT_KNOWN_MOVES = 32,
};

/* Marks of a state, or'd together. */
enum model_mark {
    MARK_GOAL = 1,
    MARK_END = 2,      /* not to be expanded */
    MARK_START = 4,    /* set by the search, never by classify */
    MARK_VIOLATES = 8, /* some invariant                                     */
    MARK_STUCK = 16,   /* set by the receiver of rows: a forbidden deadlock  */
    MARK_BOUNDED = 32, /* violates some bound: a MARK_END, but what lies behind it is not known */
    MARKS_STORED = 47, /* all those of the rows of a search                  */
};

/* The result of an expansion: parallel arrays, owned by the batch, reused from call to call.  Edges
   of equal source, label and target are in it once. */
typedef struct batch {
    size_t count, room;
    unsigned words, costs; /* widths of `state` and `cost`, from the model */
    uint32_t *lane;        /* index of the source among the expanded       */
    uint32_t *move;        /* number of its label: model.move_text         */
    uint64_t *state;       /* words each                                   */
    int64_t *cost;         /* costs each, >= 0: declared costs in order, `moves` not among them */

    size_t rejected, rejected_room;
    uint32_t *rejected_lane, *rejected_move, *rejected_rule;

    /* Limits filling it; borrowed; NULL: no limit.  Where it is spent, initial_states and expand
       return an error; the caller then discards that error and the contents of the batch. */
    budget *budget;
} batch;

/* Room for `more` further successors (rejections); false: no memory. */
bool batch_reserve(batch *b, size_t more);
bool batch_reserve_rejections(batch *b, size_t more);
void batch_clear(batch *b); /* empty, memory kept unless it is a lot */
void batch_free(batch *b);
size_t batch_memory(const batch *b); /* bytes held */

/* The separator before a state in an error: a blank, or a line end where it is a board. */
const char *model_before_state(const char *shown);
/* WGCQ_ERUN: with this move in this state, the cost of a plan does not fit 64 bits. */
int model_overflow_error(const char *move, const char *shown, wgcq_error *err);
/* As above, for a packed state and a move's number; `worker` formats the state. */
int model_overflow_error_at(const wgcq_model *model, void *worker, const uint64_t *state,
                            uint32_t move, wgcq_error *err);

enum { MODEL_ARRANGED_MOST = 12 }; /* fields of an arrangement */

/* One variable, or one element of an array, in a packed state: value = low + bits. */
typedef struct model_field {
    const char *name;            /* the column's: "farmer", "at_wolf", "grid_2_3"            */
    const char *label;           /* as the puzzle writes it: "at[wolf]", "grid[2, 3]"       */
    unsigned word, shift, width; /* never straddles a word; width may be 0           */
    int64_t low;
    /* an enumeration or bool: value v is values[v - low]; NULL: a number */
    const char *const *values;
    size_t value_count;
    uint64_t domain; /* its bits are below that; 0: not known */
    /* `T or none`: the number of none, which has no name and is NULL in SQL.  Only the end of a
       list is greater. */
    bool optional;
    int64_t none;
    /* A place of a list: the number of the end, its greatest, which has no name and is NULL in SQL.
       In a list of T, where T is not optional, `optional` is set too and `none` equals it. */
    bool ends;
    int64_t end;
    /* Fields of one number other than 0, which follow one another, are a permutation of 0..domain-1
       in every state. */
    unsigned arrangement;
} model_field;

/* Why a move is not possible: its label (NULL: the state itself is meant), the name of the rule or
   guard (NULL: it has none), the expression as written and with its values, and where it is
   written.  All borrowed.  0, or an error that ends the enumeration. */
typedef int (*model_explain_fn)(void *self, const char *move, const char *rule, const char *because,
                                const char *place);

/* Fields first .. first + count - 1 are the places of one list, or the members of one set, in
   order. In a list's places, all behind the end are the end. */
typedef struct model_list {
    const char *name;  /* the column's: "queue", "chan_left" */
    const char *label; /* as the puzzle writes it: "queue", "chan[left]" */
    size_t first, count;
    bool is_set; /* a member's field is 1 where it is in the set */
    /* The names of a set's members, [count]; NULL: they are the numbers low .. low + count - 1. */
    const char *const *members;
    int64_t low;
} model_list;

static inline bool model_field_is_end(const model_field *f, uint64_t bits)
{
    return f->ends && bits == (uint64_t)f->end - (uint64_t)f->low;
}

/* Whether the value is NULL in SQL: none, or the end of a list. */
static inline bool model_field_is_none(const model_field *f, uint64_t bits)
{
    return (f->optional && bits == (uint64_t)f->none - (uint64_t)f->low) ||
           model_field_is_end(f, bits);
}

/* How many values a field with names has: those with a name, none, and the end. */
static inline uint64_t model_field_values(const model_field *f)
{
    return f->value_count + f->optional + (f->ends && f->end != f->none);
}

typedef struct model_edge {
    const uint64_t *from, *to;
    uint32_t move;
    const int64_t *cost; /* declared ones; NULL: any */
} model_edge;

/* The purpose of a heuristic. */
typedef struct model_guide_wish {
    int cost_number; /* what it bounds; -1: moves                                        */
    size_t bytes;    /* about so many are used, depending on nothing but the puzzle      */
    size_t states;   /* of an abstraction at most; 0: as many as the bytes allow         */
    budget *limit;   /* its end: a heuristic of what there is by then; may be NULL       */
} model_guide_wish;

/* Predecessors of the states of a model.  For one thread; freed before the model. */
typedef struct model_inverse model_inverse;
struct model_inverse {
    /* Every state that satisfies the goal and keeps all rules, each once (`state` only). */
    batch goals;
    size_t bytes; /* held, but for the goals */
    /* The states that keep all rules, are no end states and lead to one of `count` states by one
       move, as rows (lane and state) that may repeat; out is cleared first.  States where
       evaluating a rule or a move fails may be among them, and states that none of the starts leads
       to. */
    int (*predecessors)(model_inverse *self, const uint64_t *states, size_t count, batch *out,
                        wgcq_error *err);
    void (*free)(model_inverse *self);
};

/* The kinds of temporal properties: conditions P and Q on states, of all fair paths (the first
   four), of all reachable states, or of all moves. */
typedef enum model_property_form {
    MODEL_EVENTUALLY,
    MODEL_INFINITELY_OFTEN,
    MODEL_EVENTUALLY_ALWAYS,
    MODEL_LEADS_TO,
    MODEL_RECOVERABLE,
    MODEL_STEP
} model_property_form;

typedef struct model_property {
    const char *name;
    model_property_form form;
} model_property;

/* Which conditions of a property hold in a state, or for a move; or'd together. */
enum property_truth {
    PROPERTY_VALUE = 1,  /* P                   */
    PROPERTY_REACHED = 2 /* Q of MODEL_LEADS_TO */
};

/* A fairness condition on a move: weak or strong, for each of its labels or for `any` of them. */
typedef struct model_fair {
    const char *name; /* the move's template, with its braces */
    bool strong, any;
} model_fair;

/* A second evaluator that shares no code with the first, for checking and explaining.  `expand`
   NULL: there is none (a narrow model). */
typedef struct model_reference {
    /* As the model's expand, of one state.  Always in the order of the moves. */
    int (*expand)(void *worker, const uint64_t *state, unsigned wants, batch *out, wgcq_error *err);
    /* Whether there is that one edge; the others need not be produced.  NULL: use expand. */
    int (*has_edge)(void *worker, const model_edge *edge, bool *there, wgcq_error *err);
    int (*classify)(void *worker, const uint64_t *state, uint8_t *marks, wgcq_error *err);
    /* Which rules this state breaks, [rule_count] (guards: never).  For any state, reachable or
       not.  May be NULL. */
    int (*broken_rules)(void *worker, const uint64_t *state, bool *broken, wgcq_error *err);
    /* Which invariants do not hold in this state, [invariant_count].  NULL: there are none. */
    int (*broken_invariants)(void *worker, const uint64_t *state, bool *broken, wgcq_error *err);
    /* Every reason why a move from this state is not possible (itself: why the state is not
       allowed), in the order of the moves; a reason is reported once for each way of choosing. */
    int (*explain)(void *worker, const uint64_t *state, bool itself, model_explain_fn each,
                   void *self, wgcq_error *err);
    /* As the model's property_truths, of one state. */
    int (*property_truths)(void *worker, const uint64_t *before, const uint64_t *state,
                           uint8_t *truths, wgcq_error *err);
    /* Every invariant that does not hold in this state, likewise; a move is never named.  NULL: it
       cannot say why. */
    int (*explain_invariants)(void *worker, const uint64_t *state, model_explain_fn each,
                              void *self, wgcq_error *err);
} model_reference;

/* Other forms of texts; each may be NULL. */
typedef struct model_texts {
    /* As show, for a run that shows many states of its own: the worker remembers what it spelled.
       NULL: as show does. */
    int (*spell)(void *worker, const uint64_t *state, strbuf *out, wgcq_error *err);
    /* An SQL expression over columns w0, w1, ... of one row, for what show gives.  NULL: SQL cannot
       express it, and the text of each state is stored. */
    const char *shown_sql;
    /* The bytes of a C model's state; NULL for others. */
    void (*unpack)(const wgcq_model *model, const uint64_t *state, void *bytes);
    /* Bytes that labels take so far.  Any thread.  NULL: none. */
    size_t (*memory)(const wgcq_model *model);
    /* Whether another source text is the same puzzle.  NULL: only where it is the same text. */
    int (*same_source)(bool *same, const char *source, const char *other, wgcq_error *err);
} model_texts;

/* Makes other models from this one; each may be NULL: never.  *out is the caller's, who frees it
   before this model. */
typedef struct model_made {
    /* An equivalent model over states of fewer bits, or with arrangements among its fields; with
       `same_states`, for a search that stores them, only the latter.  *out is NULL where nothing is
       gained. */
    int (*narrow)(wgcq_model **out, const wgcq_model *model, bool same_states, wgcq_error *err);
    void (*narrow_free)(wgcq_model *narrow);
    /* An equivalent model with a made estimate: exact distances in abstractions. */
    int (*guide)(wgcq_model **out, const wgcq_model *model, const model_guide_wish *wish,
                 wgcq_error *err);
    void (*guide_free)(wgcq_model *guided);
    /* Predecessors of its states.  WGCQ_EREQUEST, with the reason: its moves cannot be inverted, or
       its goals not be listed; where the budget ends first, *out is NULL. */
    int (*invert)(model_inverse **out, const wgcq_model *model, budget *limit, wgcq_error *err);
} model_made;

enum { MODEL_PLAIN_MOST = 64 };

/* A narrow model has no reference evaluator and is shown by no SQL: these give the states of the
   model that it was made from.  `widen` NULL: it has the same states. */
typedef struct model_plain {
    void (*widen)(const wgcq_model *narrow, const uint64_t *state, uint64_t *plain);
    /* model_state_before */
    bool (*before)(const wgcq_model *narrow, const uint64_t *a, const uint64_t *b);
    unsigned words; /* MODEL_PLAIN_MOST at most */
} model_plain;

/* A guided model's abstractions, how the estimate is found, in words, and how many abstract states
   and bytes that took.  `patterns` NULL: the estimate is the puzzle's, or there is none. */
typedef struct model_guidance {
    const void *patterns;
    const char *text;
    uint64_t states;
    size_t bytes;
} model_guidance;

struct wgcq_model {
    void *self;

    /* ---- what it is ---- */
    const char *title;
    /* Also stored in the file: its source text and file name, NULL for a C model; its parameters.
     */
    const char *source, *file;
    size_t param_count;
    const char *const *param_names, *const *param_values;
    size_t memory;  /* bytes that it takes itself, compiled */
    unsigned words; /* >= 1 */
    unsigned bits;  /* used of them */
    unsigned costs; /* declared ones, `moves` not counted */
    const char *const *cost_names;
    /* Final costs of a goal state, added once where a plan ends in it: `costs` of them, >= 0, or 0
       where the model has none. */
    unsigned finals;
    bool has_goal, has_end, has_estimate; /* has_end: a bound, too */
    const char *bounds; /* "small and dry", the names of its bounds; NULL: it has none */

    /* Checked in every state without changing the search: names of invariants, and whether a state
       without a successor that is neither goal nor end is a violation, too. */
    const char *const *invariants;
    size_t invariant_count;
    bool forbids_deadlock;

    /* Checked on the whole graph; a name stands for one of each combination of a `for`. */
    const model_property *properties;
    size_t property_count;
    const model_fair *fair;
    size_t fair_count;

    const model_field *fields;
    size_t field_count;
    const model_list *lists; /* by `first`, none within another; NULL: there are none */
    size_t list_count;
    const char *const *rules; /* names of rejections: never, always, then named guards */
    size_t rule_count;

    /* The costs minimized by default: cost numbers, -1 for `moves`; most important first. */
    const int *minimize;
    size_t minimize_count;
    const bool *maximized; /* [costs]: kept as base/cost.h says; NULL: none is */

    /* A model restricted to one start state (model copies only; borrowed); NULL: the initial
       states.  model_add_starts */
    const uint64_t *origin;

    /* ---- what it does ---- */
    int (*worker_new)(void **worker, const wgcq_model *model, wgcq_error *err);
    void (*worker_free)(void *worker);
    /* Every initial state that keeps all rules, each once, appended to out (`state` only). */
    int (*initial_states)(void *worker, batch *out, wgcq_error *err);
    /* The successors of `count` states (row after row of words), out cleared first. */
    int (*expand)(void *worker, const uint64_t *states, size_t count, unsigned wants, batch *out,
                  wgcq_error *err);
    /* MARK_GOAL, MARK_END, MARK_VIOLATES and MARK_BOUNDED of each. */
    int (*classify)(void *worker, const uint64_t *states, size_t count, uint8_t *marks,
                    wgcq_error *err);
    /* The final costs of goal states, `finals` each.  Only where there are any. */
    int (*final_costs)(void *worker, const uint64_t *states, size_t count, int64_t *cost,
                       wgcq_error *err);
    /* An admissible heuristic: a lower bound, >= 0, on the first minimized cost to a goal.  Only
       with has_estimate. */
    int (*estimate)(void *worker, const uint64_t *states, size_t count, int64_t *bound,
                    wgcq_error *err);
    /* The label of a move; valid as long as the model.  Any thread. */
    const char *(*move_text)(const wgcq_model *model, uint32_t move);
    /* How many move numbers there are so far: 0..n-1.  Grows where labels depend on the state. */
    uint32_t (*move_count)(const wgcq_model *model);
    /* The number of a label, which is added if it is new: a resumed run first numbers the labels of
       the earlier run in the same order.  Any thread. */
    int (*move_number)(const wgcq_model *model, const char *text, uint32_t *number);
    /* A state as text, appended to out. */
    int (*show)(void *worker, const uint64_t *state, strbuf *out, wgcq_error *err);

    /* *undirected: whatever leads to a state by one move is reached from it by one move, if both
       keep all rules; and no move fails in any state.  False also where that takes long to find
       out. NULL: never. */
    int (*is_undirected)(bool *undirected, const wgcq_model *model, wgcq_error *err);

    /* The truths of each property in `count` states, row after row of property_count; or, with the
       states before them, those of each MODEL_STEP by that move.  The others are 0.  Only where
       there are any. */
    int (*property_truths)(void *worker, const uint64_t *before, const uint64_t *states,
                           size_t count, uint8_t *truths, wgcq_error *err);
    /* Whether a label is one of the move of fair number `number`.  WGCQ_ERUN: it is another move's,
       too. */
    int (*fair_has)(const wgcq_model *model, size_t number, const char *label, bool *has,
                    wgcq_error *err);

    /* ---- what it may have beside ---- */
    model_reference reference;
    model_texts texts;
    model_made made;
    model_plain plain;
    model_guidance guidance;
};

/* By spell, or show. */
int model_spell(const wgcq_model *model, void *worker, const uint64_t *state, strbuf *out,
                wgcq_error *err);

/* The bytes of a run with that --max-memory (0: none): what is explored depends on them, so they
   are the same on every machine. */
size_t model_guide_bytes(uint64_t max_memory);

/* As classify, also where the model marks none, or no states are given. */
int model_marks(const wgcq_model *model, void *worker, const uint64_t *states, size_t count,
                uint8_t *marks, wgcq_error *err);
/* The final costs of states with these marks, of a model that has any: 0 of those that are no
   goals. */
int model_finals(const wgcq_model *model, void *worker, const uint64_t *states,
                 const uint8_t *marks, size_t count, int64_t *cost, wgcq_error *err);

/* Appends the states in which a search of the model begins. */
int model_add_starts(const wgcq_model *model, void *worker, batch *out, wgcq_error *err);

/* Estimates of the first minimized cost: where that is maximized, upper bounds on it become lower
   bounds on what is kept. */
void model_keep_bounds(const wgcq_model *model, int64_t *bound, size_t count);
/* Final costs of a plan that ends in this state, into cost [costs], by the second evaluator:
   nothing where it is no goal, or the model has no final costs. */
int model_end_costs(const wgcq_model *model, void *worker, const uint64_t *state, int64_t *cost,
                    wgcq_error *err);

/* The order of states by content, which is the same for a model and its narrow one: whether a comes
   before b by the words of plain states, from the first. */
bool model_state_is_before(const wgcq_model *model, const uint64_t *a, const uint64_t *b);
static inline bool model_state_before(const wgcq_model *model, const uint64_t *a, const uint64_t *b)
{
    return model->words == 1 && !model->plain.widen ? *a < *b : model_state_is_before(model, a, b);
}
/* Copies a state to *least if it comes before that one, or *any is false (there is none yet), and
   sets *any.  Whether it was copied. */
bool model_keep_least(const wgcq_model *model, const uint64_t *state, uint64_t *least, bool *any);

#endif
