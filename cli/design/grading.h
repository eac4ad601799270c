/*
 * grading.h - the measures of one candidate: it is solved into a file of its own, which is asked
 * for its grade and removed.
 */
#ifndef CLI_DESIGN_GRADING_H
#define CLI_DESIGN_GRADING_H

#include "rows/cell.h"
#include "wgcq_puzzle.h"
#include "wgcq_run.h"

typedef enum grade_status {
    GRADED,          /* there is a plan                                      */
    GRADE_NO_PLAN,   /* proved                                               */
    GRADE_CUT_SHORT, /* a limit came first, so that no measure is known      */
    GRADE_REFUSED,   /* a mistake, no start, or a violated invariant         */
    GRADE_STATUSES
} grade_status;

const char *grade_status_name(grade_status status);

typedef struct candidate_grade {
    grade_status status;
    char *reason;       /* GRADE_CUT_SHORT, GRADE_REFUSED: one line; else NULL     */
    table_cell *values; /* one for each measure, null where not GRADED; texts owned */
    size_t count;
} candidate_grade;

/* A grade of `count` measures, none known. */
candidate_grade candidate_grade_new(grade_status status, size_t count);
void candidate_grade_free(candidate_grade *of);
/* A measure as a number; NAN: it is not known, or none. */
double candidate_grade_number(const candidate_grade *of, size_t measure);

typedef struct grading {
    const wgcq_puzzle *puzzle; /* its text is that of all candidates */
    wgcq_options options;
    const wgcq_monitor *monitor;
    char *folder, *file; /* temporary */
    size_t count;
    const char **names; /* the measures' */
    char *used;         /* measures that each candidate is asked for: "length,plans" */
} grading;

/* The measures that the texts name are used. */
void grading_use(grading *g, const char *const *texts, size_t count);
/* Makes the folder. */
int grading_begin(grading *g, wgcq_error *err);
/* The measures that are used.  Negative: an error that is not the candidate's, or an interrupt, and
 *out is empty. */
int grading_grade(candidate_grade *out, const grading *g, const wgcq_setting *settings,
                  size_t count, wgcq_error *err);
/* All measures of the candidate that was graded last.  Negative: as above, and *of is as it was. */
int grading_complete(candidate_grade *of, const grading *g, wgcq_error *err);
void grading_end(grading *g);

#endif
