/* wgcq_base.h - what all of wgcq.h shares: errors, progress, the words of options. */
#ifndef WGCQ_BASE_H
#define WGCQ_BASE_H

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

/* Initializes any struct of these headers to its defaults. */
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

/* The version of the library, "1.2.3"; constant. */
WGCQ_API const char *wgcq_version(void);
/* The newest format of files (PRAGMA user_version), which this library writes; and the version of
   the puzzle language that it reads. */
WGCQ_API int wgcq_file_format(void);
WGCQ_API int wgcq_language(void);

/* "did you mean ...?": the nearest of `count` words by edit distance (insertions, deletions,
   substitutions, transpositions of neighbours), if it is near enough to be a misspelling: one edit
   in words of up to 4 characters, 2 up to 8, then 3; differences of case hardly count.  NULL: none
   is.  Borrowed from `words`. */
WGCQ_API const char *wgcq_suggest(const char *word, const char *const *words, size_t count);

/* ---- errors ------------------------------------------------------------------------------ */

typedef enum wgcq_code {
    WGCQ_OK = 0,
    WGCQ_DONE = 1,        /* end of an iteration; not an error                  */
    WGCQ_LIMIT = 2,       /* not an error either: a limit of the options was reached */
    WGCQ_EMEMORY = -1,    /* out of memory                                      */
    WGCQ_EFILE = -2,      /* a file cannot be opened, read or written           */
    WGCQ_EPUZZLE = -3,    /* the puzzle has mistakes, listed in the diagnostics */
    WGCQ_ERUN = -4,       /* an error in the puzzle, met while exploring        */
    WGCQ_ESTORE = -5,     /* an error of SQLite, or not a file of wgcq          */
    WGCQ_EREQUEST = -6,   /* an invalid request: an unknown cost, ...           */
    WGCQ_EINTERRUPT = -7, /* the monitor asked to stop                          */
    WGCQ_EUNKNOWN = -8,   /* the file does not determine the answer, or a limit came first */
    WGCQ_EOTHER = -9      /* the file is of another puzzle, or of other params  */
} wgcq_code;

typedef struct wgcq_error {
    wgcq_code code;
    int line, column, end_column; /* WGCQ_ERUN: position in the puzzle, from 1; 0: none */
    char text[1000];              /* one line: no newline, no "error:"                  */
} wgcq_error;

/* A mistake in a puzzle's text. */
typedef enum wgcq_diagnostic_kind {
    WGCQ_DIAGNOSTIC_YAML,  /* not YAML, or YAML that is not accepted      */
    WGCQ_DIAGNOSTIC_SHAPE, /* a key or a form that has no place here      */
    WGCQ_DIAGNOSTIC_NAME,  /* unknown, or declared twice                  */
    WGCQ_DIAGNOSTIC_TYPE,  /* one kind of value where another is expected */
    WGCQ_DIAGNOSTIC_RANGE, /* a value or an index outside of its type     */
    WGCQ_DIAGNOSTIC_RUN    /* found by evaluating: division by zero, ...  */
} wgcq_diagnostic_kind;

typedef struct wgcq_diagnostic {
    wgcq_diagnostic_kind kind;
    bool note;          /* a second position that belongs to the error before it      */
    const char *file;   /* as passed by the caller, or "--set NAME"                   */
    int line, column;   /* from 1; columns count code points                          */
    int end_column;     /* one past the last column underlined; > column              */
    const char *text;   /* one line; control characters are escaped                   */
    const char *hint;   /* "did you mean 'goat'?", or NULL                            */
    const char *source; /* the line of the file, without its newline; never NULL      */
} wgcq_diagnostic;

/* All diagnostics of one text, by position.  They and their strings are owned by the list. */
typedef struct wgcq_diagnostics wgcq_diagnostics;
WGCQ_API size_t wgcq_diagnostics_count(const wgcq_diagnostics *diagnostics); /* 0 for NULL */
WGCQ_API const wgcq_diagnostic *wgcq_diagnostics_at(const wgcq_diagnostics *diagnostics, size_t i);
WGCQ_API void wgcq_diagnostics_free(wgcq_diagnostics *diagnostics);
/* "YAML", "shape", "name", "type", "range", "run" */
WGCQ_API const char *wgcq_diagnostic_kind_name(wgcq_diagnostic_kind kind);

/* ---- progress ---------------------------------------------------------------------------- */

typedef struct wgcq_progress {
    uint64_t states, edges, frontier;
    uint32_t depth;
    double seconds;
    uint64_t memory;    /* bytes held by the search                                  */
    uint64_t rows;      /* written so far: states, edges, rejections, solutions      */
    uint64_t bytes;     /* the size of the file so far                               */
    const char *phase;  /* "exploring", "distances", "solutions", ...                */
    uint64_t steps;     /* of the phase, so far (0: see states), and                 */
    uint64_t total;     /* in all; 0: not known                                      */
    uint64_t found;     /* plans so far                                              */
    const char *remark; /* to be said once, from then on: that it will not end; or NULL */
    uint64_t expected;  /* states it may come to, as levels grow and shrink; 0: no estimate */
} wgcq_progress;

/* Progress report and cancellation of everything that takes long: `report` is called at most a few
   times a second, by the thread that called the library; a nonzero result - for a limit of time, of
   memory (wgcq_progress.memory), a signal - stops the work.  A run is then saved as interrupted; a
   question ends with WGCQ_EINTERRUPT, and what it has returned holds. */
typedef struct wgcq_monitor {
    void *self;
    int (*report)(void *self, const wgcq_progress *progress);
} wgcq_monitor;

/* ---- handles ----------------------------------------------------------------------------- */

/* A state-transition system: initial states, moves and a goal over packed states.  Opaque; a puzzle
   is one. */
typedef struct wgcq_model wgcq_model;
/* A puzzle that was read and checked. */
typedef struct wgcq_puzzle wgcq_puzzle;
/* The file of a run, or of the tree of a journey, opened for questions. */
typedef struct wgcq_trace wgcq_trace;

/* ---- the words of options ---------------------------------------------------------------- */

typedef enum wgcq_order {
    WGCQ_BREADTH_FIRST,
    WGCQ_DEPTH_FIRST,
    WGCQ_CHEAPEST,   /* uniform cost, by the minimized costs          */
    WGCQ_BEST_FIRST, /* greedy: by the estimate alone                 */
    WGCQ_A_STAR,     /* by cost so far plus the estimate              */
    /* Both: of a puzzle that declares no estimate, one is made of exact distances in abstractions.
     */
    WGCQ_BOTH_ENDS, /* level by level from the starts and, by moves made backwards, from the goals,
                       until both meet: the fewest moves.  Of puzzles, with WGCQ_STOP_SHORTEST and
                       WGCQ_TRACE_NONE */
    WGCQ_IDA_STAR   /* iterative deepening A*: depth-first for a plan of as many moves as the
                       estimate asks for, then of more, without keeping states.  The fewest moves,
                       with WGCQ_STOP_FIRST a plan, with WGCQ_STOP_SHORTEST also how many there
                       are; with WGCQ_TRACE_NONE */
} wgcq_order;

typedef enum wgcq_stop {
    WGCQ_STOP_EXHAUSTED, /* explore every reachable state             */
    WGCQ_STOP_FIRST,     /* at the first goal, or violation           */
    WGCQ_STOP_SHORTEST   /* when the best solution is proved optimal  */
} wgcq_stop;

/* --trace: what the file stores of a run, each level less than the one before. */
typedef enum wgcq_trace_level {
    WGCQ_TRACE_ALL, /* states, edges, rejections, solutions */
    WGCQ_TRACE_EDGES,
    WGCQ_TRACE_STATES,
    WGCQ_TRACE_SOLUTIONS,
    WGCQ_TRACE_NONE /* the row of the run, and nothing else */
} wgcq_trace_level;

/* --writer: two ways to write the same rows. */
typedef enum wgcq_writer {
    WGCQ_WRITER_PAGES, /* pages of the file directly, several times as fast; falls back to SQL where
                          the file is not suitable */
    WGCQ_WRITER_SQL
} wgcq_writer;

/* The names on the command line; NULL past the last.  wgcq_order_name(0) is "breadth-first". */
WGCQ_API const char *wgcq_order_name(wgcq_order order);
WGCQ_API const char *wgcq_stop_name(wgcq_stop stop);
WGCQ_API const char *wgcq_trace_level_name(wgcq_trace_level level);
WGCQ_API const char *wgcq_writer_name(wgcq_writer writer);

/* ---- texts, names, files, memory --------------------------------------------------------- */

/* A number as reports print it, "1,814,400", in `out`, which has WGCQ_GROUPED_MAX bytes.
   wgcq_group_digits takes decimal digits, or "-" and digits, at most 46 of them, and returns any
   other text itself. */
enum { WGCQ_GROUPED_MAX = 64 };
WGCQ_API const char *wgcq_group_digits(char *out, const char *number);
WGCQ_API const char *wgcq_group_number(char *out, uint64_t number);
/* That, in a buffer that lasts as long as the block. */
#define WGCQ_GROUPED(number) wgcq_group_number((char[WGCQ_GROUPED_MAX]){0}, (number))

/* Frees a string returned through `char **`. */
WGCQ_API void wgcq_text_free(char *text);

/* Names of columns, each once: those of `given`, in their order, of which each that equals one of
   `fixed` or an earlier one, but for the case of ASCII letters, gets "_" appended as often as makes
   it unique.  wgcq_unique_names_free them, with the same count.  NULL: no memory. */
WGCQ_API char **wgcq_unique_names(const char *const *fixed, size_t fixed_count,
                                  const char *const *given, size_t count);
WGCQ_API void wgcq_unique_names_free(char **names, size_t count);

/* Writes a file whole or not at all: beside its place, then renamed; a pipe or a character device
   is written to as it is.  SIGINT, SIGTERM and SIGHUP wait until it has its place, or until nothing
   is left of it: WGCQ_EINTERRUPT.  WGCQ_EFILE: it cannot be written, and stays as it was. */
WGCQ_API int wgcq_write_file(const char *path, const void *bytes, size_t length, wgcq_error *err);
/* Whether a file in a folder that wgcq made may be written: it is missing, or a plain file of one
   name that belongs to this user, and no link; else WGCQ_ESTORE. */
WGCQ_API int wgcq_check_own_file(const char *path, wgcq_error *err);

/* For wgcq_options.memory_left: the least of the memory available on the machine, what its control
   groups (version 1 or 2) allow this process, and its limit on address space, less a tenth.  0:
   unknown.  The library sets no limit by itself; the program does. */
WGCQ_API uint64_t wgcq_memory_left(void);

#ifdef __cplusplus
}
#endif
#endif
