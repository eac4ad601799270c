/* wgcq_puzzle.h - puzzles, read from YAML, and formulas. */
#ifndef WGCQ_PUZZLE_H
#define WGCQ_PUZZLE_H

#include "wgcq_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A value for a parameter: NAME=VALUE, or NAME=@FILE. */
typedef const char *wgcq_setting;

/* Reads, checks and grounds a puzzle.  All mistakes of the text, at most 20 errors, go to
   *diagnostics (may be NULL; owned by the caller; written whatever the result, NULL where there are
   none), and the result is WGCQ_EPUZZLE.  `path` is "-" for standard input. */
WGCQ_API int wgcq_puzzle_load(wgcq_puzzle **out, const char *path, const wgcq_setting *settings,
                              size_t setting_count, wgcq_diagnostics **diagnostics,
                              wgcq_error *err);
/* As wgcq_puzzle_load, from memory; `name` is the file in diagnostics. */
WGCQ_API int wgcq_puzzle_read(wgcq_puzzle **out, const char *yaml, size_t length, const char *name,
                              const wgcq_setting *settings, size_t setting_count,
                              wgcq_diagnostics **diagnostics, wgcq_error *err);
WGCQ_API void wgcq_puzzle_free(wgcq_puzzle *puzzle);
WGCQ_API const wgcq_model *wgcq_puzzle_model(const wgcq_puzzle *puzzle);

WGCQ_API const char *wgcq_puzzle_title(const wgcq_puzzle *puzzle);  /* `puzzle:` */
WGCQ_API const char *wgcq_puzzle_source(const wgcq_puzzle *puzzle); /* the YAML itself */
WGCQ_API const char *wgcq_puzzle_file(const wgcq_puzzle *puzzle);   /* its path or name */
/* One of its lines (from 1), without the newline; "" outside of the text.  Valid until the next
 * call. */
WGCQ_API const char *wgcq_puzzle_line(wgcq_puzzle *puzzle, int line);

/* Parameters in file order with their effective values, each as one line of YAML; a block scalar,
   such as a text map, has the tag !!str. */
WGCQ_API size_t wgcq_puzzle_param_count(const wgcq_puzzle *puzzle);
WGCQ_API const char *wgcq_puzzle_param_name(const wgcq_puzzle *puzzle, size_t i);
WGCQ_API const char *wgcq_puzzle_param_value(const wgcq_puzzle *puzzle, size_t i);
/* Whether the file declares it as one number, truth value or name: no list, mapping or text. */
WGCQ_API bool wgcq_puzzle_param_is_single(const wgcq_puzzle *puzzle, size_t i);

/* Costs: `moves` is the first, then the declared ones in file order. */
WGCQ_API size_t wgcq_puzzle_cost_count(const wgcq_puzzle *puzzle);
WGCQ_API const char *wgcq_puzzle_cost_name(const wgcq_puzzle *puzzle, size_t i);

/* Figures of the compiled puzzle, for `wgcq check`. */
typedef struct wgcq_puzzle_size {
    size_t variables, cells; /* a cell is one variable, or one element of an array */
    unsigned bits;           /* of a packed state                                  */
    size_t moves;            /* as written                                         */
    size_t grounded;         /* after expanding the choices that can be            */
    size_t rules;            /* never and always                                   */
} wgcq_puzzle_size;
WGCQ_API wgcq_puzzle_size wgcq_puzzle_measure(const wgcq_puzzle *puzzle);
/* Makes the initial states and evaluates goal, end and invariants in each, and final costs in those
   that are goals, as a search does before it explores, and keeps none: 0, or WGCQ_ERUN as every
   search ends with. */
WGCQ_API int wgcq_puzzle_try(const wgcq_puzzle *puzzle, wgcq_error *err);

/* A file that is imported: its name in diagnostics, and its text, of any bytes. */
typedef struct wgcq_import_file {
    const char *name, *text;
    size_t length;
} wgcq_import_file;
enum { WGCQ_IMPORT_FILES_MOST = 2 };

/* A puzzle in YAML of what others wrote: a PDDL domain and problem (two files, in any order), a
   Sokoban level of a collection (XSB), a board of Rush Hour, or a list of boards as one puzzle with
   a parameter.  `level` is the number of a level, from 1, or its title; NULL where there is one, or
   for all boards.  *yaml is NUL-terminated, and the caller frees it with free.  What is wrong, or
   cannot be said by a puzzle, goes to *diagnostics as in wgcq_puzzle_load, and the result is
   WGCQ_EPUZZLE.  The result depends on the bytes alone; it may be called by any thread. */
WGCQ_API int wgcq_import(char **yaml, const wgcq_import_file *files, size_t count,
                         const char *level, wgcq_diagnostics **diagnostics, wgcq_error *err);

/* The figures under `expect:`; values as text. */
WGCQ_API size_t wgcq_puzzle_expect_count(const wgcq_puzzle *puzzle);
WGCQ_API const char *wgcq_puzzle_expect_name(const wgcq_puzzle *puzzle, size_t i);
WGCQ_API const char *wgcq_puzzle_expect_value(const wgcq_puzzle *puzzle, size_t i);

/* ---- formulas over named numbers --------------------------------------------------------- */

/* An expression of the puzzle language over numbers that have names, such as the measures of a
   question's row: "length >= 30 and dead_ends > 0.2".  It has fractions, named numbers, `and or
   not`, comparisons (chained), `+ - * // %`, `A if C else B`, `x in [a, b]`, `x in 1..3`, min, max,
   abs, true and false.  Constant once made: several threads may evaluate it at once. */
typedef struct wgcq_formula wgcq_formula;
/* `names` are borrowed for the call; a name's value is at its index.  `called` is the file in the
   diagnostics, which are as of wgcq_puzzle_load: WGCQ_EPUZZLE. */
WGCQ_API int wgcq_formula_read(wgcq_formula **out, const char *text, const char *called,
                               const char *const *names, size_t count,
                               wgcq_diagnostics **diagnostics, wgcq_error *err);
/* In double precision; 0 or 1 of a condition.  A value that is not known is NAN, and so is what
   depends on it, or divides by zero: `a and b` is 0 where one of them is, `a or b` 1. */
WGCQ_API double wgcq_formula_value(const wgcq_formula *formula, const double *values);
WGCQ_API void wgcq_formula_free(wgcq_formula *formula);

#ifdef __cplusplus
}
#endif
#endif
