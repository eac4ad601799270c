/*
 * report.h - the report of solve and resume: as text, as JSON, or as one row.
 *
 * A figure that is not proved is null or left out.
 */
#ifndef CLI_REPORT_REPORT_H
#define CLI_REPORT_REPORT_H

#include <stdio.h>

#include "args/request.h"
#include "wgcq_run.h"

typedef struct report {
    const request *request;
    const wgcq_puzzle *puzzle;
    const char *db; /* NULL: nothing was written */
    const wgcq_result *result;
    const wgcq_summary *summary;
} report;

/* In the request's format, to standard output.  0, or the error of reading the solution. */
int report_print(const report *p, wgcq_error *err);
bool report_interrupted(const report *p);
/* Whether the numbers of goals, and of orbits without an end, are known. */
bool report_knows_goals(const wgcq_summary *s);
bool report_knows_orbit_ends(const wgcq_summary *s);
/* The exit status of a run that came to this. */
int report_status(const wgcq_summary *summary);
/* Appends a number of plans: its digits, or rounded where there are over 40: "1.66 x 10^1203". */
void report_put_count(FILE *out, const char *digits);
/* Appends "it ends does not hold: after 3 moves, a cycle of 4 for ever". */
void report_put_property(FILE *out, const report *p, const wgcq_property *v);
/* Appends "mutual exclusion, after 6 moves". */
void report_put_violation(FILE *out, const report *p, const wgcq_checked *v);
/* The result in one line, malloc'd: "solved: shortest 7 moves, 2 ways". */
char *report_verdict(const report *p);

int report_text(const report *p, wgcq_error *err);
void report_json(const report *p, bool lines); /* lines: in one line */
void report_row(const report *p);

#endif
