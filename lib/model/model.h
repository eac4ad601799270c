/*
 * model.h - the one face between what is explored and what explores it.
 *
 * A model is a start, a way to expand states and a goal, over packed states: `words` 64-bit words
 * each, equal if and only if all their words are (unused bits are 0).  YAML puzzles and C journeys
 * are models; a search knows nothing else of either.
 *
 * A model is shared and constant.  Whoever expands holds a worker of its own: the model's scratch
 * memory for one thread.  Work goes in batches of states, so that the cost of interpreting is
 * shared; MODEL_BATCH is a good size for one, any number from 1 up works.
 */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "base/budget.h"
#include "base/strbuf.h"
#include "wgcq.h"

enum { MODEL_BATCH = 1024 };

/* What expand is to produce beyond successor states, or'd together. */
enum model_want {
    WANT_ORDER = 1,      /* successors sorted by (lane, order of the moves in the puzzle)         */
    WANT_MOVES = 2,      /* `move` filled in                                                      */
    WANT_COSTS = 4,      /* `cost` filled in                                                      */
    WANT_REJECTIONS = 8, /* refusals filled in, sorted by (lane, order of the moves)              */
    /* of retell alone: every rule that a state breaks refuses it, not only the first */
    WANT_EVERY_RULE = 16,
};

/* Marks of a state, or'd together. */
enum model_mark {
    MARK_GOAL = 1,
    MARK_END = 2,   /* not to be expanded */
    MARK_START = 4, /* set by the search, never by classify */
};

/* The outcome of an expansion: parallel arrays, owned by whoever owns the batch, reused from call
   to call.  Edges that the same state makes twice (same text, same target) are in it once. */
typedef struct batch {
    size_t count, room;
    unsigned words, costs; /* widths of `state` and `cost`, from the model */
    uint32_t *lane;        /* which of the expanded states it comes from   */
    uint32_t *move;        /* its text's number: model.move_text           */
    uint64_t *state;       /* words each                                   */
    int64_t *cost;         /* costs each, >= 0: declared costs in order, `moves` not among them */

    size_t rejected, rejected_room;
    uint32_t *rejected_lane, *rejected_move, *rejected_rule;

    /* What filling it may take, borrowed; NULL: anything.  Where the budget ends the work, starts
       and expand answer an error, which is of no account then, as is what the batch holds. */
    budget *budget;
} batch;

/* Room for `more` further successors (refusals); false: no memory. */
bool batch_reserve(batch *b, size_t more);
bool batch_reserve_rejections(batch *b, size_t more);
void batch_clear(batch *b); /* empty, memory kept unless it is a lot */
void batch_free(batch *b);
size_t batch_memory(const batch *b); /* bytes held */

/* WGCQ_ERUN: with what this move costs in this state, a plan's cost does not fit 64 bits. */
int model_overflow_error(const char *move, const char *shown, wgcq_error *err);
/* The same of a packed state and a move's number; `worker` shows the state. */
int model_overflow_error_at(const wgcq_model *model, void *worker, const uint64_t *state,
                            uint32_t move, wgcq_error *err);

/* One variable, or one element of an array, in a packed state: value = low + bits. */
typedef struct model_field {
    const char *name;            /* the column's: "farmer", "at_wolf", "grid_2_3"            */
    const char *label;           /* as the puzzle says it: "at[wolf]", "grid[2, 3]"          */
    unsigned word, shift, width; /* never straddles a word; width may be 0           */
    int64_t low;
    /* an enumeration or bool: value v is values[v - low]; NULL: a number */
    const char *const *values;
    size_t value_count;
} model_field;

/* Why a journey ends: its move's text (NULL: the state itself is meant), the rule's or the guard's
   name (NULL: it has none), the expression as it is written and with the values that it had, and
   where it is written.  All lent.  0, or an error that ends it. */
typedef int (*model_explain_fn)(void *self, const char *move, const char *rule, const char *because,
                                const char *place);

typedef struct model_edge {
    const uint64_t *from, *to;
    uint32_t move;
    const int64_t *cost; /* declared ones; NULL: any */
} model_edge;

struct wgcq_model {
    void *self;
    const char *title;
    /* What a file keeps of it beside: its text and the name that was read by, NULL where it has
       none (a model in C); its parameters. */
    const char *source, *file;
    size_t param_count;
    const char *const *param_names, *const *param_values;
    unsigned words; /* >= 1 */
    unsigned bits;  /* used of them */
    unsigned costs; /* declared ones, `moves` not counted */
    const char *const *cost_names;
    bool has_goal, has_end, has_estimate;

    const model_field *fields;
    size_t field_count;
    const char *const *rules; /* every name a refusal can have: never, always, then named guards */
    size_t rule_count;

    /* What is minimized by default: cost numbers, -1 for `moves`; in the order of their weight. */
    const int *minimize;
    size_t minimize_count;

    int (*worker_new)(void **worker, const wgcq_model *model, wgcq_error *err);
    void (*worker_free)(void *worker);

    /* Every start that keeps all rules, each once, appended to out (`state` only). */
    int (*initial_states)(void *worker, batch *out, wgcq_error *err);

    /* The successors of `count` states (row after row of words), out cleared first. */
    int (*expand)(void *worker, const uint64_t *states, size_t count, unsigned wants, batch *out,
                  wgcq_error *err);

    /* MARK_GOAL and MARK_END of each. */
    int (*classify)(void *worker, const uint64_t *states, size_t count, uint8_t *marks,
                    wgcq_error *err);

    /* A lower bound, >= 0, on what is left of the first minimized cost.  Only with has_estimate. */
    int (*estimate)(void *worker, const uint64_t *states, size_t count, int64_t *bound,
                    wgcq_error *err);

    /* The same outcome as expand of one state, by a second evaluator that shares no code with it
       (for checking and explaining).  Wants as above; order of the moves always. */
    int (*reference_expand)(void *worker, const uint64_t *state, unsigned wants, batch *out,
                            wgcq_error *err);
    /* Whether there is that one edge, by the second evaluator, which need not tell the others.
       NULL: retell says. */
    int (*has_edge)(void *worker, const model_edge *edge, bool *there, wgcq_error *err);
    /* MARK_GOAL and MARK_END by the second evaluator. */
    int (*reference_classify)(void *worker, const uint64_t *state, uint8_t *marks, wgcq_error *err);

    /* Which rules this state breaks, [rule_count] (those that are guards: none), by the second
       evaluator.  For any state, reached or not.  NULL: nobody is there to tell. */
    int (*broken_rules)(void *worker, const uint64_t *state, bool *broken, wgcq_error *err);

    /* Every reason why a journey from this state ends (itself: why the state is none that may be),
       in the order of the moves; a reason comes as often as choices lead to it. */
    int (*explain)(void *worker, const uint64_t *state, bool itself, model_explain_fn each,
                   void *self, wgcq_error *err);

    /* The text of a move; good as long as the model.  Any thread. */
    const char *(*move_text)(const wgcq_model *model, uint32_t move);
    /* Bytes that the texts of moves take by now; grows as they do.  Any thread.  NULL: none. */
    size_t (*text_memory)(const wgcq_model *model);
    /* How many move numbers there are by now: 0..n-1.  Grows where texts depend on the state. */
    uint32_t (*move_count)(const wgcq_model *model);
    /* The number of a text, a new one if need be: what an earlier run has numbered is numbered the
       same before a new one begins.  Any thread. */
    int (*move_number)(const wgcq_model *model, const char *text, uint32_t *number);

    /* How a state is shown, appended to out. */
    int (*show)(void *worker, const uint64_t *state, strbuf *out, wgcq_error *err);
    /* The same as an SQL expression over columns w0, w1, ... of one row, appended to out; false
       where SQL cannot say it (then the store keeps the text of each state). */
    bool (*show_sql)(const wgcq_model *model, strbuf *out);
    /* The bytes of a state, as its functions are given it; NULL: it has none. */
    void (*unpack)(const wgcq_model *model, const uint64_t *state, void *bytes);
};

#endif
