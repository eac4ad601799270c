/*
 * wgcq.h - plan as journey.  The one public header, in the order data flows:
 * errors; journeys; models, and puzzles, which are models; solving, searches
 * and plans; traces and the questions they answer.
 *
 * A puzzle is a few variables with finite domains, a start, guarded moves,
 * rules that must always hold, a goal, and what moves cost.  It is read from
 * YAML; solving explores it and keeps what was met in one SQLite file; every
 * question after that is answered from the file.
 *
 * True of everything below:
 *
 *   results   0 is success, negative is a wgcq_code, WGCQ_DONE (or WGCQ_LIMIT) ends a loop.
 *   outs      come first and are written only on success (but for complaints).
 *   errors    come last; `err` may be NULL.  It holds the first trouble found;
 *             set it to all zero before the first call.
 *   owning    what came out through `T **out` is yours: wgcq_<t>_free it.
 *             What came back `const` is its parent's, and dies with it.
 *   lending   what is passed in is lent for the call, unless it says for longer.
 *             Rows are freed before what they were asked of, and whatever was
 *             made of a model or a puzzle before that.
 *   freeing   free(NULL) does nothing.  No free can fail.
 *   zero      an all-zero struct is the sensible default.
 *   misuse    is an assert, not an error code.
 *   threads   no globals; use each handle from one thread at a time, different
 *             ones from any.  A model or a puzzle is constant once it is made:
 *             several threads may solve or search it at once.
 *   manners   nothing prints, exits, or catches signals.
 *   text      is UTF-8, NUL-terminated.
 *   counts    that may outgrow 64 bits are decimal text.
 */
#ifndef WGCQ_H
#define WGCQ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define WGCQ_API __attribute__((visibility("default")))
#else
#define WGCQ_API
#endif

/* All zero, for the struct that it initializes: the sensible default of each. */
#ifdef __cplusplus
#define WGCQ_ZERO                                                                                  \
    {                                                                                              \
    }
#else
#define WGCQ_ZERO                                                                                  \
    {                                                                                              \
        0                                                                                          \
    }
#endif

/* Of the library, "1.2.3"; constant. */
WGCQ_API const char *wgcq_version(void);

/* "did you mean ...?": the nearest of `count` words by edit distance (insertions, deletions,
   substitutions, swapped neighbours), if it is near enough to be a misspelling: one edit in words
   of up to 4 characters, 2 up to 8, then 3.  NULL: none is.  Differences of case hardly count. */
WGCQ_API const char *wgcq_suggest(const char *word, const char *const *words, size_t count);

/* ---- errors ------------------------------------------------------------ */

typedef enum wgcq_code {
    WGCQ_OK = 0,
    WGCQ_DONE = 1,        /* nothing more to give; not an error                 */
    WGCQ_LIMIT = 2,       /* nor is this: a limit of the options was reached    */
    WGCQ_EMEMORY = -1,    /* no memory                                          */
    WGCQ_EFILE = -2,      /* a file would not open, read or write               */
    WGCQ_EPUZZLE = -3,    /* the puzzle has mistakes; the complaints say which  */
    WGCQ_ERUN = -4,       /* a mistake in the puzzle that exploring ran into    */
    WGCQ_ESTORE = -5,     /* SQLite said no, or the file is not one of ours     */
    WGCQ_EREQUEST = -6,   /* what is asked makes no sense: an unknown cost, ... */
    WGCQ_EINTERRUPT = -7, /* the monitor said stop                               */
    WGCQ_EUNKNOWN = -8    /* what is asked cannot be known from the file        */
} wgcq_code;

typedef struct wgcq_error {
    wgcq_code code;
    int line, column, end_column; /* WGCQ_ERUN: where in the puzzle, from 1; 0 is nowhere */
    char text[1000];              /* one line: no newline, no "error:"                    */
} wgcq_error;

/* A mistake in a puzzle's text, for people and for editors. */
typedef enum wgcq_diagnostic_kind {
    WGCQ_DIAGNOSTIC_YAML,  /* not YAML, or YAML that is refused           */
    WGCQ_DIAGNOSTIC_SHAPE, /* a key or a form that has no place here      */
    WGCQ_DIAGNOSTIC_NAME,  /* unknown, or declared twice                  */
    WGCQ_DIAGNOSTIC_TYPE,  /* one kind of value where another is meant    */
    WGCQ_DIAGNOSTIC_RANGE, /* a value or an index outside of its type     */
    WGCQ_DIAGNOSTIC_RUN    /* found by evaluating: division by zero, ...  */
} wgcq_diagnostic_kind;

typedef struct wgcq_diagnostic {
    wgcq_diagnostic_kind kind;
    bool note;          /* a second place that belongs to the error before it        */
    const char *file;   /* as it was named, or "--set NAME"                          */
    int line, column;   /* from 1; columns count code points                         */
    int end_column;     /* one past the last column underlined; > column             */
    const char *text;   /* one line; control characters are shown escaped            */
    const char *hint;   /* "did you mean 'goat'?", or NULL                           */
    const char *source; /* the line itself, without its end, for display; never NULL */
} wgcq_diagnostic;

/* All that are of one text, in its order; with their texts they are their list's. */
typedef struct wgcq_diagnostics wgcq_diagnostics;
WGCQ_API size_t wgcq_diagnostics_count(const wgcq_diagnostics *complaints); /* 0 for NULL */
WGCQ_API const wgcq_diagnostic *wgcq_diagnostics_at(const wgcq_diagnostics *complaints, size_t i);
WGCQ_API void wgcq_diagnostics_free(wgcq_diagnostics *complaints);
/* "YAML", "shape", "name", "type", "range", "run" */
WGCQ_API const char *wgcq_diagnostic_kind_name(wgcq_diagnostic_kind kind);

/* ---- journeys: choose, guard, go on ---------------------------------------- */

/* A story tells of one journey: it chooses, guards and changes its state, and chains what it does
   by &&.  It is told again for every run of choices there is, in order, the last choice turning
   fastest; each telling that arrives (returns true) is a result, which is then in the state.  So a
   telling is the list monad: wgcq_choose binds, wgcq_guard filters, `return true` returns.

   The state is flat bytes: what its first `size` bytes are when it is told first is saved, and put
   back before every telling.  A story must be a function of these bytes and of its choices alone:
   it may read constants, but change nothing else, and keep no pointer into the state.  With size 0
   nothing is saved, and the story puts its state right itself, at its beginning.

   Every verb answers "is the traveller still alive?".  Once it is false the telling has failed,
   whatever the story goes on to do.  Where a verb came upon trouble (no memory, a mistake) it is
   false too, and wgcq_iterator_next says what it was. */
typedef struct wgcq_journey wgcq_journey;
typedef bool wgcq_journey_fn(wgcq_journey *journey, void *state);

/* One world for each of 0 .. count-1; none for a count of 0. */
WGCQ_API bool wgcq_choose(wgcq_journey *journey, size_t count, size_t *which);
/* One world for each of low .. high, both included; none where low > high.  All 2^64 values are one
   more than can be counted: WGCQ_EREQUEST. */
WGCQ_API bool wgcq_choose_from(wgcq_journey *journey, int64_t low, int64_t high, int64_t *value);
/* One world for each bit that is set, the lowest first; *bit is its number. */
WGCQ_API bool wgcq_choose_bit(wgcq_journey *journey, uint64_t bits, unsigned *bit);
/* One world for each subset of 0 .. count-1 (count <= 64) of `least` to `most` members, the smaller
   first; *members has a bit for each. */
WGCQ_API bool wgcq_choose_subset(wgcq_journey *journey, unsigned count, unsigned least,
                                 unsigned most, uint64_t *members);
/* One world for each order of 0 .. count-1 (count <= 64), alphabetically, into order[count]. */
WGCQ_API bool wgcq_choose_permutation(wgcq_journey *journey, unsigned count, unsigned char *order);
/* The journey ends here unless `holds`.  `name` (lent for as long as the telling lasts; may be
   NULL) is what the refusal is called where refusals are kept. */
WGCQ_API bool wgcq_guard(wgcq_journey *journey, bool holds, const char *name);
/* The journey ends here. */
WGCQ_API bool wgcq_fail(wgcq_journey *journey);
/* A move is made: its text (lent, for as long as the telling lasts: a literal, an entry of a
   table), and what it adds to the cost.  Of a bare telling wgcq_iterator_move gives it back. */
WGCQ_API bool wgcq_move(wgcq_journey *journey, const char *text, int64_t cost);
/* Commits to every choice made so far in this story, as Prolog's `!` does to its clause: what
   follows may fail, but then the story fails.  A step of wgcq_repeat and a story told inside of
   another are stories of their own; a C function that they call is not. */
WGCQ_API bool wgcq_cut(wgcq_journey *journey);

/* Deep journeys.  `count` times `step`, one after another, each a story over the same state; the
   state is saved before each step, and where the journey ends, it goes on from the last step that
   has a choice left, not from the beginning.  So a choice costs one step told again, however deep
   the journey.  The results, and their order, are those of calling `step` in a loop.  Memory:
   `size` and some 60 bytes a step.  Needs a state of known size. */
WGCQ_API bool wgcq_repeat(wgcq_journey *journey, size_t count, wgcq_journey_fn *step);
/* The same until `done`, which is asked before each step. */
WGCQ_API bool wgcq_until(wgcq_journey *journey, bool (*done)(const void *state),
                         wgcq_journey_fn *step);

/* Stories told inside of a story, over the same state.  Each is told anew whenever the outer one
   is. */
/* Its first result, and no other; fails where there is none. */
WGCQ_API bool wgcq_once(wgcq_journey *journey, wgcq_journey_fn *story);
/* Guards that there is a result, that there is none (negation as failure); the state stays. */
WGCQ_API bool wgcq_any(wgcq_journey *journey, wgcq_journey_fn *story);
WGCQ_API bool wgcq_none(wgcq_journey *journey, wgcq_journey_fn *story);
/* Tells whether there is one, and the journey goes on; the state stays.  Prolog's if-then-else is
   wgcq_whether(j, test, &yes) && (yes ? ... : ...), with wgcq_once for the test's changes. */
WGCQ_API bool wgcq_whether(wgcq_journey *journey, wgcq_journey_fn *story, bool *yes);
/* The results of `story`; where it has none, those of `otherwise` (soft cut, *->). */
WGCQ_API bool wgcq_or_else(wgcq_journey *journey, wgcq_journey_fn *story,
                           wgcq_journey_fn *otherwise);
/* How many results there are; the state stays. */
WGCQ_API bool wgcq_count(wgcq_journey *journey, wgcq_journey_fn *story, uint64_t *count);
/* Gives each result to `collect`, which answers whether it wants more; the state stays.  `bag` must
   lie outside of the state, and be emptied by the story before: it will be filled again. */
WGCQ_API bool wgcq_find_all(wgcq_journey *journey, wgcq_journey_fn *story,
                            bool (*collect)(void *bag, const void *state), void *bag);

/* A story being told, one result at a time. */
typedef struct wgcq_iterator wgcq_iterator;

/* What is wanted of the results: first they are made distinct, then put in order, then counted off
   by offset and limit. */
typedef struct wgcq_iterator_options { /* all zero: every result, as it comes */
    uint64_t offset;                   /* so many are left out first */
    uint64_t limit;                    /* no more than these; 0: no limit */
    bool distinct;                     /* each state once, the first; or with `key` each key once */
    void (*key)(const void *state, void *key); /* writes all of its key_size bytes */
    size_t key_size;
    int (*order_by)(const void *a,
                    const void *b); /* of two states, as qsort; equals as they came */
    /* The checking mode.  The story is told twice, in step: as usual, and from its beginning every
       time, over a copy of the state with guard bytes around, with other rubbish on the stack.
       Where the two differ (a story that changes its mind, bytes never set or padding, a wrong
       size), or a verb is called after the journey has ended, the answer is WGCQ_ERUN and words.
       Deep journeys become slow. */
    bool check;
} wgcq_iterator_options;

/* Takes up the story.  `state` is lent until the telling is freed, and so is `wanted` (NULL: all
   zero).  distinct without a key, order_by and check need a size: WGCQ_EREQUEST. */
WGCQ_API int wgcq_iterator_new(wgcq_iterator **out, wgcq_journey_fn *story, void *state,
                               size_t size, const wgcq_iterator_options *wanted, wgcq_error *err);
/* 0: a result, in the state, to be read and then changed at will; WGCQ_DONE: no more, the state is
   what it was at first; negative: trouble, and it stays with that.  Called by its own story it is
   WGCQ_EREQUEST. */
WGCQ_API int wgcq_iterator_next(wgcq_iterator *telling, wgcq_error *err);
/* The moves of the result that is there, in order, and what they cost together.  Not kept through
   order_by: none. */
WGCQ_API size_t wgcq_iterator_move_count(const wgcq_iterator *telling);
WGCQ_API const char *wgcq_iterator_move(const wgcq_iterator *telling, size_t i);
WGCQ_API int64_t wgcq_iterator_cost(const wgcq_iterator *telling);
WGCQ_API void wgcq_iterator_free(wgcq_iterator *telling);

/* ---- models --------------------------------------------------------------- */

/* What a search explores: start, moves, goal over packed states.  Opaque; a puzzle is one. */
typedef struct wgcq_model wgcq_model;

/*
 * A puzzle as C functions over a state of flat bytes: a struct of fixed size, without pointers.
 *
 * What is explored is what the fields say of it: each value is packed into as few bits as its range
 * takes, and is a column of the trace.  Two states are the same if all their fields are.  Bytes
 * that no field covers (padding) are zero in every state that a function is given, and are
 * forgotten.
 *
 * The functions get `self`, which is shared and must not change, and states that are theirs to read
 * until they return.  A worker of a search calls them from one thread; with more threads
 * (wgcq_options.threads) several workers call them at once, so what they change must be their own:
 * locals, or thread-local.  The same state must always be told the same.
 */
typedef struct wgcq_field {
    const char *name; /* the column: "farmer"                                              */
    size_t offset;    /* offsetof(struct ..., farmer)                                      */
    size_t size;      /* bytes of one value: 1, 2, 4, 8; 0 is 1                            */
    bool is_signed;
    size_t count; /* an array of so many, with columns name_0, ...; 0: one value       */
    const char *const *elements; /* what they are called instead of 0, 1, ...: name_wolf; or NULL */
    int64_t low, high; /* what may be in it, both ends; both 0: all that the bytes hold     */
    const char *const *values; /* names of low, low + 1, ...: high does not matter; NULL: numbers */
    size_t value_count;
} wgcq_field;

/* A rule of every state: `never` (it must not hold), or else always. */
typedef struct wgcq_rule {
    const char *name;
    bool (*holds)(const void *self, const void *state);
    bool never;
} wgcq_rule;

/* Where the moves of one state are told. */
typedef struct wgcq_moves wgcq_moves;
/* A move: its text (UTF-8, one line; copied), the state it leads to (copied), and what it costs,
   one number >= 0 a declared cost (NULL: all 0).  Where the state breaks a rule the move is
   refused. One told twice is one.  false: something went wrong, and what else is told is not
   listened to. */
WGCQ_API bool wgcq_moves_add(wgcq_moves *to, const char *text, const void *state,
                             const int64_t *costs);
/* A move that is not possible, and why: one of the description's `refusals`. */
WGCQ_API bool wgcq_moves_reject(wgcq_moves *to, const char *text, const char *rejection);
/* Moves told as a journey over a copy of `state`: each telling that arrives is a move to where it
   arrived.  Its text and its cost (the first of the declared ones; where none is, it does not
   matter) are those of the story's one wgcq_move; without that the text is `text`, and it costs
   nothing.  A telling that is ended by a guard with a name, one of the `refusals`, is a move
   refused, called likewise; where neither has told a text it is not kept.  Stories inside of the
   story refuse nothing.  May be called several times, beside wgcq_moves_add, and for starts. */
WGCQ_API bool wgcq_moves_run(wgcq_moves *to, const char *text, const void *state,
                             wgcq_journey_fn *story);
/* In such a story: the `self` of the description.  In a bare telling NULL. */
WGCQ_API const void *wgcq_self(const wgcq_journey *journey);

typedef struct wgcq_description {
    const char *title;
    size_t size;              /* of a state, bytes                                      */
    const wgcq_field *fields; /* in the order of the columns; none: each byte is one    */
    size_t field_count;
    const void *self; /* handed to the functions: what the puzzle is about, constant    */

    /* Every start, by wgcq_moves_add; texts and costs do not matter.  One that breaks a rule is
       none. */
    void (*start)(const void *self, wgcq_moves *to);
    /* Every move from a state, in an order of your own: the order of the trace. */
    void (*moves)(const void *self, const void *state, wgcq_moves *to);
    bool (*goal)(const void *self, const void *state); /* NULL: there is none        */
    bool (*end)(const void *self, const void *state);  /* no moves from here on; or NULL */
    /* At most what is left of the first minimized cost, >= 0: for A* and best-first; or NULL. */
    int64_t (*estimate)(const void *self, const void *state);
    /* As snprintf writes into out[room], and answers; NULL: "farmer=west ..."  A text without its
       NUL, or of another length than is answered, is WGCQ_ERUN. */
    int (*show)(const void *self, const void *state, char *out, size_t room);

    const wgcq_rule *rules; /* a state is refused by the first that it breaks  */
    size_t rule_count;
    const char *const *rejections; /* all the names that wgcq_moves_reject may give   */
    size_t rejection_count;
    const char *const *costs; /* names of the declared costs, beside `moves`     */
    size_t cost_count;
    const char *minimize; /* "noise,moves"; NULL: moves                      */

    /* What tells this instance from others of the title, kept in the file, which is for one alone.
     */
    size_t param_count;
    const char *const *param_names, *const *param_values;

    /* The checking mode: everything is told twice, the second time with other bytes where no field
       is, and compared; functions that change the state they are given, or write behind it, are
       found.  WGCQ_ERUN says what and where.  Less than half as fast. */
    bool checked;
} wgcq_description;

/* The description is copied; what it points to is lent until the model is freed.  A mistake in it
   is WGCQ_EREQUEST: among others, two variables (as columns are called), rules, refusals, costs or
   parameters of one name, or two values of one variable. */
WGCQ_API int wgcq_model_new(wgcq_model **out, const wgcq_description *description, wgcq_error *err);
/* Of wgcq_model_new's alone; after everything that was made of it. */
WGCQ_API void wgcq_model_free(wgcq_model *model);

/* What is known of any model, a puzzle's too: its variables, each element of an array one of them,
   as they are columns of the trace ("farmer", "at_wolf"); and its costs, `moves` the first, then
   the declared ones.  Lent, as long as the model. */
WGCQ_API size_t wgcq_model_variable_count(const wgcq_model *model);
WGCQ_API const char *wgcq_model_variable_name(const wgcq_model *model, size_t i);
WGCQ_API size_t wgcq_model_cost_count(const wgcq_model *model);
WGCQ_API const char *wgcq_model_cost_name(const wgcq_model *model, size_t i);

/* ---- puzzles, read from YAML ------------------------------------------- */

typedef struct wgcq_puzzle wgcq_puzzle;

/* A parameter's new value: NAME=VALUE, or NAME=@FILE. */
typedef const char *wgcq_setting;

/* Reads, checks and grounds a puzzle.  All mistakes of the text go to *complaints (may be NULL;
   yours to free; written whatever the result, NULL where there are none), at most 20 errors;
   then the answer is WGCQ_EPUZZLE.  `path` is "-" for standard input. */
WGCQ_API int wgcq_puzzle_load(wgcq_puzzle **out, const char *path, const wgcq_setting *settings,
                              size_t setting_count, wgcq_diagnostics **complaints, wgcq_error *err);
/* The same out of memory; `name` stands for the file in complaints. */
WGCQ_API int wgcq_puzzle_read(wgcq_puzzle **out, const char *yaml, size_t length, const char *name,
                              const wgcq_setting *settings, size_t setting_count,
                              wgcq_diagnostics **complaints, wgcq_error *err);
WGCQ_API void wgcq_puzzle_free(wgcq_puzzle *puzzle);
WGCQ_API const wgcq_model *wgcq_puzzle_model(const wgcq_puzzle *puzzle);

WGCQ_API const char *wgcq_puzzle_title(const wgcq_puzzle *puzzle);  /* `puzzle:` */
WGCQ_API const char *wgcq_puzzle_source(const wgcq_puzzle *puzzle); /* the YAML itself */
WGCQ_API const char *wgcq_puzzle_file(const wgcq_puzzle *puzzle);   /* the name it was read by */
/* One of its lines (from 1), without the end; "" outside of the text.  Good until the next call. */
WGCQ_API const char *wgcq_puzzle_line(wgcq_puzzle *puzzle, int line);

/* Parameters in file order with the values in force, each as one line of YAML; a block scalar, as
   a text map is, has the tag !!str. */
WGCQ_API size_t wgcq_puzzle_param_count(const wgcq_puzzle *puzzle);
WGCQ_API const char *wgcq_puzzle_param_name(const wgcq_puzzle *puzzle, size_t i);
WGCQ_API const char *wgcq_puzzle_param_value(const wgcq_puzzle *puzzle, size_t i);

/* Costs: `moves` is the first, then the declared ones in file order. */
WGCQ_API size_t wgcq_puzzle_cost_count(const wgcq_puzzle *puzzle);
WGCQ_API const char *wgcq_puzzle_cost_name(const wgcq_puzzle *puzzle, size_t i);

/* What the puzzle came to, for `wgcq check`. */
typedef struct wgcq_puzzle_size {
    size_t variables, cells; /* a cell is one variable, or one element of an array */
    unsigned bits;           /* of a packed state                                  */
    size_t moves;            /* as written                                         */
    size_t grounded;         /* with every choice unfolded that can be             */
    size_t rules;            /* never and always                                   */
} wgcq_puzzle_size;
WGCQ_API wgcq_puzzle_size wgcq_puzzle_measure(const wgcq_puzzle *puzzle);

/* The figures under `expect:`; values as text. */
WGCQ_API size_t wgcq_puzzle_expect_count(const wgcq_puzzle *puzzle);
WGCQ_API const char *wgcq_puzzle_expect_name(const wgcq_puzzle *puzzle, size_t i);
WGCQ_API const char *wgcq_puzzle_expect_value(const wgcq_puzzle *puzzle, size_t i);

/* ---- rows: how every answer comes --------------------------------------- */

typedef enum wgcq_type {
    WGCQ_NULL,
    WGCQ_INTEGER, /* fits an int64                      */
    WGCQ_REAL,
    WGCQ_TEXT, /* counts beyond 64 bits are text too */
    WGCQ_BOOL
} wgcq_type;

/* Pulled one at a time, and told as they are found where that can be.  They are yours, and are
   freed before what they were asked of; a monitor that was passed with the question is lent until
   then. */
typedef struct wgcq_rows wgcq_rows;

/* 0: a row is there; WGCQ_DONE: no more; negative: trouble, WGCQ_EINTERRUPT where a monitor said
   stop. */
WGCQ_API int wgcq_rows_next(wgcq_rows *rows, wgcq_error *err);
WGCQ_API size_t wgcq_rows_columns(const wgcq_rows *rows);
WGCQ_API const char *wgcq_rows_name(const wgcq_rows *rows, size_t column);
/* Of the row that is there; texts are good until the next wgcq_rows_next.  Of another type than
   asked: 0, but any type has a text (null: ""). */
WGCQ_API wgcq_type wgcq_rows_type(const wgcq_rows *rows, size_t column);
WGCQ_API int64_t wgcq_rows_integer(const wgcq_rows *rows, size_t column);
WGCQ_API double wgcq_rows_real(const wgcq_rows *rows, size_t column);
WGCQ_API const char *wgcq_rows_text(const wgcq_rows *rows, size_t column); /* any type, as text */
/* After WGCQ_DONE: what is to be said of the whole, in one line ("complete: 2 plans"), or NULL. */
WGCQ_API const char *wgcq_rows_remark(const wgcq_rows *rows);
/* After WGCQ_DONE: whether the rows are all there are. */
WGCQ_API bool wgcq_rows_complete(const wgcq_rows *rows);
/* After WGCQ_DONE: whether the run was cut short before the question could be answered: rows or
   figures (which are null then) may be missing that are not left out by a limit or an offset. */
WGCQ_API bool wgcq_rows_unknown(const wgcq_rows *rows);
WGCQ_API void wgcq_rows_free(wgcq_rows *rows);

/* ---- solving ------------------------------------------------------------ */

typedef enum wgcq_order {
    WGCQ_BREADTH_FIRST,
    WGCQ_DEPTH_FIRST,
    WGCQ_CHEAPEST,   /* uniform cost, by the minimized costs          */
    WGCQ_BEST_FIRST, /* by the estimate alone                         */
    WGCQ_A_STAR      /* cheapest so far plus the estimate             */
} wgcq_order;

typedef enum wgcq_stop {
    WGCQ_STOP_EXHAUSTED, /* explore all that is reachable             */
    WGCQ_STOP_FIRST,     /* at the first goal                         */
    WGCQ_STOP_SHORTEST   /* when the best solution is proved the best */
} wgcq_stop;

/* --trace: what a file holds of a run, each a little less than the one before. */
typedef enum wgcq_trace_level {
    WGCQ_TRACE_ALL, /* states, edges, rejections, solutions */
    WGCQ_TRACE_EDGES,
    WGCQ_TRACE_STATES,
    WGCQ_TRACE_SOLUTIONS,
    WGCQ_TRACE_NONE /* the run's own row, and nothing else  */
} wgcq_trace_level;

/* --writer: the same rows, whichever way they go. */
typedef enum wgcq_writer {
    WGCQ_WRITER_PAGES, /* straight into the pages of the file, which is several times faster; where
                          the file is not of the kind for that, as the other */
    WGCQ_WRITER_SQL    /* by SQL alone */
} wgcq_writer;

/* The five orders' and other enumerations' names as the command line spells them; NULL past the
   last.  wgcq_order_name(0) is "breadth-first". */
WGCQ_API const char *wgcq_order_name(wgcq_order order);
WGCQ_API const char *wgcq_stop_name(wgcq_stop stop);
WGCQ_API const char *wgcq_trace_level_name(wgcq_trace_level keep);
WGCQ_API const char *wgcq_writer_name(wgcq_writer writer);

typedef struct wgcq_progress {
    uint64_t states, edges, frontier;
    uint32_t depth;
    double seconds;
    uint64_t memory;   /* bytes held by the search */
    uint64_t rows;     /* given to the file so far: states, edges, rejections, solutions */
    uint64_t bytes;    /* of the file                                                    */
    const char *phase; /* "exploring", "distances", "solutions", ... */
} wgcq_progress;

/* Called a few times a second at most; a nonzero answer stops the run, which is then saved as
   interrupted.  May be called from the thread that called wgcq_solve only. */
typedef struct wgcq_monitor {
    void *self;
    int (*report)(void *self, const wgcq_progress *progress);
} wgcq_monitor;

typedef struct wgcq_options { /* all zero: breadth-first, exhausted, keep all, no limits */
    wgcq_order order;
    wgcq_stop stop;
    wgcq_trace_level trace_level;
    const char *minimize; /* "noise,moves": costs in that order; NULL: as the puzzle says */
    uint64_t solutions;   /* how many of the best to store; 0 means 100                   */
    bool no_solutions;    /* store none                                                   */
    uint64_t max_states;  /* 0 is no limit, here and below                                */
    uint64_t max_depth;
    uint64_t max_memory; /* bytes: of search, graph, answers and writer                  */
    double max_time;     /* seconds                                                      */
    unsigned threads;    /* that explore breadth-first; 0 means 1                        */
    uint64_t save_every; /* rows from one save to the next; 0: about a second's          */
    wgcq_writer writer;
    /* bytes that there are, see wgcq_memory_left: a limit as max_memory is, which goes before it,
       but of this machine and not kept with the run; 0: none */
    uint64_t memory_left;
} wgcq_options;

/* For wgcq_options.memory_left: what the machine has available, what its control groups (version 1
   or 2) leave this process, what its limit on address space has room for; the least of these, less
   a tenth.  0: the system does not say.  A library sets no limit unasked; the program does. */
WGCQ_API uint64_t wgcq_memory_left(void);

typedef enum wgcq_outcome {
    WGCQ_FOUND,      /* a solution is there (or there is no goal, and all was explored)  */
    WGCQ_UNSOLVABLE, /* everything reachable was explored, and no goal is in it          */
    WGCQ_UNKNOWN     /* stopped at a limit before either                                 */
} wgcq_outcome;

typedef struct wgcq_optimum {
    const char *cost; /* its name                                                       */
    bool known;       /* false: not proved (a limit cut the run short), print null      */
    int64_t value;
    const char *count; /* how many plans of that cost and, among those, of fewest moves;
                          NULL: not known                                                */
} wgcq_optimum;

/* What solve found.  A figure that was not proved is absent: its `known` is false, or it is NULL.
 */
typedef struct wgcq_summary {
    const char *status; /* "complete", "limit", "interrupted"                            */
    const char *limit;  /* which one, in words, where status is "limit"; else NULL        */
    wgcq_outcome outcome;
    unsigned threads;
    uint64_t states, edges, rejections, starts;
    bool rejections_known; /* false: the run does not keep them                      */
    bool depth_known; /* false: cheapest, best-first or a-star was cut short before it was proved */
    uint32_t depth;   /* of the deepest state: its fewest moves from a start, or depth-first its
                         depth in the tree                                      */
    bool has_goal;
    uint64_t goals; /* states that are one                                       */
    bool dead_ends_known;
    uint64_t dead_ends;    /* states from which no goal can be reached                   */
    double seconds;        /* of exploring and storing                                  */
    uint64_t memory;       /* most bytes held by the search                             */
    wgcq_optimum shortest; /* cost "moves"                                              */
    size_t cheapest_count; /* one a cost, `moves` first                                 */
    const wgcq_optimum *cheapest;
    uint64_t solutions_stored;
    const char *solutions_count; /* of all that visit no state twice and end at the first goal
                                    they meet; NULL where they were not all enumerated    */
    const char *remark;          /* what else is to be said, in a line; or NULL               */
    int64_t run;                 /* its id in the file                                        */
} wgcq_summary;

/* What the file will take if a run comes to as many states as it may. */
typedef struct wgcq_disk_forecast {
    uint64_t states; /* by max_states, and by the values that the variables have           */
    double bytes;    /* about; at the least: one edge a state, no rejection, no ways to goals */
    uint64_t free;   /* bytes on the disk                                                  */
    wgcq_trace_level
        fitting; /* keeps less: the fullest that there is room for, and what it takes  */
    double fitting_bytes;
} wgcq_disk_forecast;

/* Before a run: true where there is no room for all of it.  Whether it comes to all of it nobody
   knows, so it may begin; while it goes on its need is compared with what is free, and it ends in
   time, as at a limit.  false: there is room, or max_states is 0 and nothing can be said. */
WGCQ_API bool wgcq_forecast_disk(wgcq_disk_forecast *out, const wgcq_model *model, const char *db,
                                 const wgcq_options *options);

/* Owns its summary, and the strings in that. */
typedef struct wgcq_result wgcq_result;

/* Explores `puzzle` and writes the file at `db` (made, or added to: a new run).  A file that is
   not ours, or of another puzzle, is refused and not touched.  With NULL for `db` nothing is
   written; NULL for `options` is all zero.  On an interrupt or a limit the file holds what was
   reached, and *out says so. */
WGCQ_API int wgcq_solve(wgcq_result **out, const wgcq_puzzle *puzzle, const char *db,
                        const wgcq_options *options, const wgcq_monitor *monitor, wgcq_error *err);
/* The same for any model, which must outlive the result.  The file of a model in C holds no text
   that could be told again: what commands say of it they take from the rows. */
WGCQ_API int wgcq_solve_model(wgcq_result **out, const wgcq_model *model, const char *db,
                              const wgcq_options *options, const wgcq_monitor *monitor,
                              wgcq_error *err);
WGCQ_API const wgcq_summary *wgcq_result_summary(const wgcq_result *result);
/* The first solution of the run as rows `step, move, shown`, then a column a cost (spent so far);
   step 0 is the start.  WGCQ_DONE at once where there is none. */
WGCQ_API int wgcq_result_first(wgcq_rows **out, const wgcq_result *result, wgcq_error *err);
WGCQ_API void wgcq_result_free(wgcq_result *result);

/* ---- searches: solutions pulled one at a time ------------------------------ */

/* A search explores as wgcq_solve does, but no further than the next solution takes: a batch of at
   most 1,024 states (262,144 with several threads), of one level or of equal cost, or one
   state where the order goes by none.  So spaces without end can be searched, and what is held in
   memory is what was explored: some 20 bytes a state and 12 an edge beside the packed states, and
   16 an edge while plans are told.

   A solution is a plan that visits no state twice and ends at the first goal that it meets: those
   that `wgcq query DB all` tells.  Every order comes to all of them in the end, each once; which
   comes first is what it says.  Breadth-first: the one of fewest moves.  Cheapest and A*: the one
   that costs least of what is minimized, then the one of fewest moves (A*: as long as the estimate
   is a lower bound).  Depth-first and best-first: each goal as it is found, by the way on which it
   was found; what is left when all is explored comes by cost.

   Equal ones come in an order that is the same each time, for any number of threads.  Each was
   replayed by the model's second evaluator before it is given. */
typedef struct wgcq_search wgcq_search;
typedef struct wgcq_solution wgcq_solution;

/* Begins: the starts are looked at, nothing is expanded.  `model` (wgcq_puzzle_model of a puzzle)
   and `monitor` are lent until the search is freed; options (NULL: all zero) are copied, `stop`
   must be zero, max_time counts only inside of calls.  With a path `db` what is explored is kept in
   that file, as by wgcq_solve; with NULL there is none.  WGCQ_EREQUEST: no goal, an unknown cost,
   an estimate that is not there; and what wgcq_solve answers for files and starts. */
WGCQ_API int wgcq_search_new(wgcq_search **out, const wgcq_model *model, const char *db,
                             const wgcq_options *options, const wgcq_monitor *monitor,
                             wgcq_error *err);
/* A search with no memory of the states it has seen, by plain backtracking, shortest first: every
   plan of `least` to `most` moves (UINT64_MAX: of any number, as long as there are moves) that ends
   in a goal; it may pass goals, and states twice.  Memory: one expansion a move.  `model` and
   `monitor` are lent. */
WGCQ_API int wgcq_search_plans(wgcq_search **out, const wgcq_model *model, uint64_t least,
                               uint64_t most, const wgcq_monitor *monitor, wgcq_error *err);

/* The next solution, which is the search's, and good until the next call; 0.  Else there is none:
   WGCQ_DONE, all was explored and all were given; WGCQ_LIMIT, a limit of the options ended it,
   after the solutions in what was explored were given (wgcq_search_statistics says which limit); or
   trouble, which stays, but for WGCQ_EINTERRUPT: called again it goes on. */
WGCQ_API int wgcq_search_next(const wgcq_solution **out, wgcq_search *search, wgcq_error *err);

/* How far it is. */
typedef struct wgcq_statistics {
    uint64_t solutions;     /* given                                                       */
    uint64_t states, edges; /* found so far (of wgcq_search_plans: states expanded, again
                               and again, and no edges)                                    */
    uint64_t rejections;    /* where a file keeps them                                     */
    uint64_t frontier;      /* states that are still to be expanded, as far as is known    */
    uint64_t goals;         /* states that are one                                         */
    uint32_t depth;         /* of the deepest state, in the tree of first discoveries; of plans,
                               the length they are told at                                 */
    uint64_t memory;        /* bytes held, at the most                                     */
    double seconds;         /* spent in calls                                              */
    bool complete;          /* everything reachable was explored                           */
    const char *limit;      /* the limit that ended it, in words, or NULL; the search's    */
} wgcq_statistics;
WGCQ_API wgcq_statistics wgcq_search_statistics(const wgcq_search *search);

/* Ends the search where it stands, and settles what was explored: what wgcq_solve answers and
   writes for a run that ended there, proved figures and stored solutions, with a file or without.
   Where not all was explored the run's status is "limit", and wgcq_resume goes on.  It takes time
   in what was explored, not in what was not.  Nothing can be pulled any more; the solution that was
   given last stays.  Not of wgcq_search_plans: WGCQ_EREQUEST. */
WGCQ_API int wgcq_search_end(wgcq_result **out, wgcq_search *search, wgcq_error *err);
/* A file whose search was not ended holds what was told to it, and is `interrupted`, as after a
   kill: wgcq_resume goes on. */
WGCQ_API void wgcq_search_free(wgcq_search *search);

/* Moves 0 .. length-1 lead from step 0, the start, to step `length`, the goal. */
WGCQ_API size_t wgcq_solution_length(const wgcq_solution *solution);
/* Whether none that is still to come is better, by what the search goes by (of depth-first and
   best-first: by what is minimized, once all is explored). */
WGCQ_API bool wgcq_solution_proved(const wgcq_solution *solution);
/* The text of a move, which is the model's. */
WGCQ_API const char *wgcq_solution_move(const wgcq_solution *solution, size_t i);
/* The state after `step` moves as the model shows it; the value of a variable in it, and what that
   is called (NULL: it is a number). */
WGCQ_API const char *wgcq_solution_shown(const wgcq_solution *solution, size_t step);
WGCQ_API int64_t wgcq_solution_value(const wgcq_solution *solution, size_t step, size_t variable);
WGCQ_API const char *wgcq_solution_value_name(const wgcq_solution *solution, size_t step,
                                              size_t variable);
/* Of a model of wgcq_model_new: the state as its functions are given it, all `size` bytes. */
WGCQ_API void wgcq_solution_state(const wgcq_solution *solution, size_t step, void *state);
/* What was spent of a cost (wgcq_model_cost_name; 0 is moves) by then; of the whole: at `length`.
 */
WGCQ_API int64_t wgcq_solution_cost(const wgcq_solution *solution, size_t step, size_t cost);

/* ---- going on ------------------------------------------------------------ */

/* A run that was cut short - killed, interrupted, out of space, at a limit - with the puzzle it is
   of, both out of the file. */
typedef struct wgcq_unfinished wgcq_unfinished;

/* Run number `run`, or with 0 the newest that was cut short.  WGCQ_DONE: it (all) is complete.  A
   file that is not ours is WGCQ_ESTORE, a run that is not there WGCQ_EREQUEST. */
WGCQ_API int wgcq_unfinished_open(wgcq_unfinished **out, const char *db, int64_t run,
                                  wgcq_error *err);
WGCQ_API void wgcq_unfinished_free(wgcq_unfinished *unfinished);
WGCQ_API int64_t wgcq_unfinished_run(const wgcq_unfinished *unfinished);
/* Its puzzle, which is lent. */
WGCQ_API wgcq_puzzle *wgcq_unfinished_puzzle(const wgcq_unfinished *unfinished);
/* How it was asked for; where it ended at a limit, without limits. */
WGCQ_API const wgcq_options *wgcq_unfinished_options(const wgcq_unfinished *unfinished);

/* Goes on to what an undisturbed run with `options` (NULL: wgcq_unfinished_options) comes to: the
   same rows, ids and figures.  Options are those of the run but for limits, stop, threads,
   save_every and writer.  Breadth-first goes on behind the last state whose moves are all in the
   file (--trace all, edges); otherwise the search is told again, and what is in the file is
   compared and not written twice.  Limits that leave out what is in the file are WGCQ_EREQUEST.
   Pages or rows that are not as they were written are WGCQ_ESTORE, and the file keeps every byte;
   all of it is checked once more in the end, in which the monitor may interrupt it without harm. */
WGCQ_API int wgcq_resume(wgcq_result **out, const wgcq_unfinished *unfinished,
                         const wgcq_options *options, const wgcq_monitor *monitor, wgcq_error *err);

/* ---- plans, by plain backtracking ---------------------------------------- */

/* Every plan of exactly `length` moves that ends in a goal, with no memory of states seen; it may
   pass a goal on its way.  Rows `solution` (its number, from 1), `length`, a column a cost, `plan`
   (the moves' texts, "; " between them). */
WGCQ_API int wgcq_plans(wgcq_rows **out, const wgcq_puzzle *puzzle, uint64_t length,
                        const wgcq_monitor *monitor, wgcq_error *err);
/* Only how many, as decimal text (yours to free with wgcq_text_free). */
WGCQ_API int wgcq_plans_count(char **count, const wgcq_puzzle *puzzle, uint64_t length,
                              const wgcq_monitor *monitor, wgcq_error *err);
/* Both for any model, which must outlive the rows. */
WGCQ_API int wgcq_plans_model(wgcq_rows **out, const wgcq_model *model, uint64_t length,
                              const wgcq_monitor *monitor, wgcq_error *err);
WGCQ_API int wgcq_plans_model_count(char **count, const wgcq_model *model, uint64_t length,
                                    const wgcq_monitor *monitor, wgcq_error *err);
/* Frees a text that came out through `char **`. */
WGCQ_API void wgcq_text_free(char *text);

/* ---- traces: the file, opened to be asked -------------------------------- */

typedef struct wgcq_trace wgcq_trace;

/* Opens read-only, at the newest run.  A file that is not ours, newer or damaged is refused
   (WGCQ_ESTORE). */
WGCQ_API int wgcq_trace_open(wgcq_trace **out, const char *path, wgcq_error *err);
/* From here on all questions, and the plain views of wgcq_trace_sql, are about another run.
   WGCQ_EREQUEST: there is none of that number; then all stays as it was.  No rows of the trace may
   be open. */
WGCQ_API int wgcq_trace_select_run(wgcq_trace *trace, int64_t run, wgcq_error *err);
/* The run that a program is writing at this moment: in the file it says `interrupted`, so that a
   kill leaves what is so.  0: none, or it is not known which (several were cut short; another
   host). */
WGCQ_API int64_t wgcq_trace_active_run(wgcq_trace *trace);
/* Takes a run out of the file for good, in one transaction; the plain views are of the newest that
   is left.  The only one, or one that is not there, is WGCQ_EREQUEST; a file that is being written
   WGCQ_ESTORE. */
WGCQ_API int wgcq_trace_drop(const char *path, int64_t run, wgcq_error *err);
WGCQ_API void wgcq_trace_free(wgcq_trace *trace);
/* Whoever waits for SQL over the trace looks on from here on (`seconds` counts from here); a
   nonzero answer ends the statement with WGCQ_EINTERRUPT.  The monitor is copied, what it points to
   is lent; NULL: nobody. */
WGCQ_API void wgcq_trace_set_monitor(wgcq_trace *trace, const wgcq_monitor *monitor);
/* Any one SELECT over the views of schemas/trace.sql, and its rows as SQLite finds them.  It can
   only read: whatever else is WGCQ_EREQUEST, in words of SQLite. */
WGCQ_API int wgcq_trace_sql(wgcq_rows **out, wgcq_trace *trace, const char *sql, wgcq_error *err);

/* ---- questions ------------------------------------------------------------ */

typedef struct wgcq_question {
    const char *what; /* "shortest", "cheapest", "all", "best", "plans", "dead-ends", ... */
    const char *by;   /* costs, best first by the first: "noise,moves"; NULL: default */
    uint64_t limit;   /* 0: none */
    uint64_t offset;
    uint64_t length; /* of plans */
    bool has_length;
    uint64_t within; /* of "all", "classes": how much more than the best by the first cost */
    bool has_within;
    bool count;        /* only how many: one row, `count`                           */
    const char *up_to; /* of "classes": "symmetry", "commuting", "moves"            */
    const char *of;    /* of "classes": "all", "shortest", "cheapest"; NULL: all    */
    uint64_t best;     /* of "classes": only so many of the best plans; 0: all      */
} wgcq_question;

/* Questions work whatever --trace the run was made with: what the file does not keep is explored
   again from the puzzle's text in it, in the same order and to the same end, into a file of its own
   in $TMPDIR (else /tmp) that is gone when this is over.  Its figures, and states that are stored,
   are held to the run's: WGCQ_ESTORE where they differ.  It takes the time of the run, once a
   trace, and the monitor of the question (else of wgcq_trace_set_monitor) looks on.  WGCQ_EUNKNOWN:
   the run was cut short by time, memory or an interrupt, and does not come to the same point again;
   or the file is not of a puzzle.  wgcq_trace_sql answers from the file alone. */

/* Whether that was needed so far. */
WGCQ_API bool wgcq_trace_was_rerun(const wgcq_trace *trace);

/* Rows `solution` (their number, from 1), `length`, a column a cost, `plan` (the moves' texts, "; "
   between them); or one row with `count` and, for cheapest, the costs.  Of "classes": `class`,
   `size`, then of the best plan in it `length`, a column a cost, `plan`.  An unknown `what` or cost
   is WGCQ_EREQUEST, with what was meant in the text. */
WGCQ_API int wgcq_ask(wgcq_rows **out, wgcq_trace *trace, const wgcq_question *question,
                      const wgcq_monitor *monitor, wgcq_error *err);

/* What a check comes to; the worse the greater. */
typedef enum wgcq_verdict {
    WGCQ_HOLDS,
    WGCQ_INCONCLUSIVE, /* cannot be said: the run was cut short, or does not keep what it takes */
    WGCQ_FAILS
} wgcq_verdict;

/* The newest run held to the puzzle whose text the file has, by an evaluator that shares no code
   with the engine.  Rows `check`, `looked_at`, `verdict`, `place` (the first thing that is not so;
   else what is to be remarked, or null).  What is found to be wrong is no error but *found, and the
   rows; an error says that it could not be looked at: the file is damaged beyond that
   (WGCQ_ESTORE), no memory.  It takes some microseconds a state and as much memory as the run did.
   The monitor is lent for the call. */
WGCQ_API int wgcq_verify(wgcq_rows **out, wgcq_verdict *found, wgcq_trace *trace,
                         const wgcq_monitor *monitor, wgcq_error *err);
/* The same held to a model in C, the one that the run was made with: its functions tell everything
   again.  They are the same functions, so what they get wrong they get wrong twice; that the file
   says what they say, and all of it, is what is checked.

   Without them nobody can tell moves again.  For such a file wgcq_verify checks what its rows say
   of each other (the file, edges and refusals that belong to states, depths, distances, figures,
   the best plans and how many, the solutions); a row `moves`, "not checked", and the remark say
   what that leaves out, and *found is WGCQ_INCONCLUSIVE at best.  wgcq_why tells the moves taken
   and the refusals that are stored.  wgcq_verify_plan and resuming are WGCQ_EREQUEST. */
WGCQ_API int wgcq_verify_model(wgcq_rows **out, wgcq_verdict *found, wgcq_trace *trace,
                               const wgcq_model *model, const wgcq_monitor *monitor,
                               wgcq_error *err);

/* A plan written by anyone, `count` texts of moves, judged step by step from the starts.  Rows
   `step`, `move`, `verdict`, `place` (why not), `shown`, up to the first step that is wrong; the
   remark says whether it is a plan that ends in a goal. */
WGCQ_API int wgcq_verify_plan(wgcq_rows **out, wgcq_verdict *found, wgcq_trace *trace,
                              const char *const *moves, size_t count, wgcq_error *err);

/* Every move at a state: where it leads, or what refuses it (all the rules that do, every guard).
   `state` is an id, or "farmer=east at_goat=west ...", which must fit one stored state alone.  With
   a `move` only that one.  Rows `move`, `outcome`, `state`, `shown`, `rule` (null: it has no name),
   `because` (the expression, and with the values that it had), `place` (FILE:LINE:COLUMN of it). Of
   a state that was never reached: rows `rule`, `because`, `place`, each that it breaks, and a
   remark.  `wgcq_rows_columns` tells the two apart: 7 and 3.  WGCQ_EREQUEST: no such variable,
   value, move or id, or several states fit.  It reads all states of the run. */
WGCQ_API int wgcq_why(wgcq_rows **out, wgcq_trace *trace, const char *state, const char *move,
                      wgcq_error *err);

typedef enum wgcq_draw_format { WGCQ_DOT, WGCQ_MERMAID, WGCQ_GRAPHML } wgcq_draw_format;
/* What is drawn; at most one of `around`, `only_shortest` and `has_depth`.  With none of them, and
   no `project`: all of a small graph (at most 100 states and 300 edges); of a larger one the
   shortest plans, else the best stored solution, else as many levels from the starts as are small.
 */
typedef struct wgcq_draw_options {
    wgcq_draw_format format;
    int64_t around;     /* a stored solution; 0: none.  What it visits, */
    uint64_t radius;    /* and what is at most so many moves from that, either way. */
    bool only_shortest; /* the states and moves of the shortest plans */
    bool has_depth;
    uint64_t depth; /* what is at most so many moves from a start */
    /* "farmer,at": columns of the view `states`, or arrays.  States that are equal in these are one
       node, with how many these are, and edges of one text between two nodes are one, too.  NULL:
       every state is a node. */
    const char *project;
    int64_t mark;  /* a stored solution that is to stand out; 0: that of `around` */
    bool any_size; /* however large it is */
} wgcq_draw_options;
/* A picture in that format, *out, and what is to be said of it in one line, *remark (NULL: nothing;
   `remark` itself may be NULL); both are yours to free with wgcq_text_free.  In DOT and Mermaid
   moves between the same two nodes are one arrow, with two heads if the same lead back, and of more
   than three only the number is told; GraphML has every edge.  More than is small is WGCQ_EREQUEST,
   unless it is the bare way of a solution or `any_size`.  WGCQ_DONE: there is no plan to draw;
   WGCQ_EUNKNOWN: none was found in a run that was cut short. */
WGCQ_API int wgcq_draw(char **out, char **remark, wgcq_trace *trace, const wgcq_draw_options *how,
                       wgcq_error *err);

/* Stored solutions side by side, and the files that they are of.  Labels are lent for the call.
   WGCQ_EREQUEST: no such solution. */
typedef struct wgcq_compare_side {
    wgcq_trace *trace;
    int64_t solution;  /* 0: none, the file alone */
    const char *label; /* of the solution         */
    const char *file;  /* of the file             */
} wgcq_compare_side;
/* The parts of a comparison.  L is each solution's, F each file's label.  States are the same where
   the variables agree that all sides have; moves by their texts. */
typedef enum wgcq_compare_part {
    WGCQ_COMPARE_STEPS,     /* lined up at the states that all of them visit: `where` (together,
                                part, apart, meet, same state), `step L`, `move L`, `state L` each;
                                `differs`: the variables that do, "name=one|other" */
    WGCQ_COMPARE_SOLUTIONS, /* a row each: `solution`, each cost and how much `more` than the
                                first's, `states`, `in common`, `moves only here` */
    WGCQ_COMPARE_PAIRS,     /* `one`, `other`, states `in common`, and whether they are equal: the
                                `same`; up to declared `symmetry`, and by which `exchange`; up to
                                the order of `commuting` moves; by the `multiset` of moves.  null:
                                not known, and the remark says why */
    WGCQ_COMPARE_STATES,    /* that two or more visit: `visited` (by how many), `state`, `id L` and
                                `step L` each */
    WGCQ_COMPARE_FILES,     /* `figure`, F each, `more F` than in the first */
    WGCQ_COMPARE_ONLY,      /* variables, moves, rules, costs that not all files have: `kind`,
                                `name`, `only in` */
} wgcq_compare_part;
WGCQ_API int wgcq_compare(wgcq_rows **out, wgcq_compare_part part, const wgcq_compare_side *chosen,
                          size_t count, wgcq_error *err);

/* How many solutions the run stores, or would store had it kept them. */
WGCQ_API int wgcq_show_count(int64_t *count, wgcq_trace *trace, wgcq_error *err);
/* One of them, from 1, as wgcq_result_first gives it; no rows: there are not so many. */
WGCQ_API int wgcq_show(wgcq_rows **out, wgcq_trace *trace, int64_t solution, wgcq_error *err);

#ifdef __cplusplus
}
#endif
#endif
