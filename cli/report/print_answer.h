/* print_answer.h - rows that answer a question, printed; the remark under them; the exit status. */
#ifndef CLI_REPORT_PRINT_ANSWER_H
#define CLI_REPORT_PRINT_ANSWER_H

#include "args/request.h"

typedef struct answer {
    uint64_t printed;
    bool cut; /* by --limit, before the rows were at their end */
} answer;

/* Prints the rows (at most request.limit) in the request's format; 0 or the trouble of the rows. */
int answer_rows(answer *a, const request *r, wgcq_rows *rows, wgcq_error *err);
/* What is to be said of the whole: under a table, which a person reads; else on standard error.
   Answers the exit status. */
int answer_end(const answer *a, const request *r, const wgcq_rows *rows);
/* A number alone; NULL is a number that is not known. */
int answer_count(const request *r, const char *count);

#endif
