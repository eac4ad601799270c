/*
 * design_file.h - the file of a search: what it is asked, and every candidate that was tried.
 *
 * design(key, value) has the question; candidates a row a step, with a column for each parameter
 * that is varied and each measure; the view results those that are wanted, the best first.  Rows
 * are committed about once a second.  A search that goes on makes the same candidates again, and
 * takes their grades from the file.
 */
#ifndef CLI_DESIGN_DESIGN_FILE_H
#define CLI_DESIGN_DESIGN_FILE_H

#include "design/grading.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct design_fact {
    const char *key, *value;
} design_fact;

/* The search that a file is of; borrowed while it is open. */
typedef struct design_layout {
    const design_fact *facts;
    size_t fact_count;
    const char *const *params, *const *measures;
    size_t param_count, measure_count;
} design_layout;

typedef struct design_file design_file;

/* Creates the file, or opens one of the same facts; any other is refused, unless `replace`.
   Returns the exit status; what is wrong was reported. */
int design_file_open(design_file **out, const char *path, bool replace,
                     const design_layout *layout);
/* Names of the columns: `step`, `climb`, the parameters, the measures, `settings`. */
size_t design_file_columns(const design_file *f);
const char *design_file_column(const design_file *f, size_t i);

/* A row of `candidates`. */
typedef struct design_row {
    uint64_t step, climb;
    const char *settings;      /* "--set n=3": what makes the candidate */
    const char *const *values; /* one for each parameter                */
    const candidate_grade *grade;
    bool wanted;
    double best; /* NAN: not known */
} design_row;

/* Whether these settings are those of an earlier step. */
bool design_file_has_before(design_file *f, const char *settings, uint64_t step);
/* The grade of a step; false: it is not in the file. */
bool design_file_grade(design_file *f, uint64_t step, const char *settings, candidate_grade *out);
void design_file_add(design_file *f, const design_row *row);
/* Whether nothing went wrong so far; else it was reported, and the calls above do nothing. */
bool design_file_is_fine(const design_file *f);
/* Commits; returns the exit status. */
int design_file_close(design_file *f);

#endif
