/* print_answer.h - prints the rows of an answer and their remark; the exit status. */
#ifndef CLI_REPORT_PRINT_ANSWER_H
#define CLI_REPORT_PRINT_ANSWER_H

#include "args/request.h"
#include "output/messages.h"

typedef struct answer {
    uint64_t printed;
    bool cut;           /* by --limit */
    const char *remark; /* instead of that of the rows, or NULL */
    text_style style;   /* how a remark below a table is printed */
} answer;

/* Prints the rows (at most request.limit) in the request's format; 0 or the error of the rows. */
int answer_rows(answer *a, const request *r, wgcq_rows *rows, wgcq_error *err);
/* Prints the remark: below a table, else on standard error.  Returns the exit status. */
int answer_end(const answer *a, const request *r, const wgcq_rows *rows);
/* Prints a number alone; NULL: not known.  Returns the exit status. */
int answer_count(const request *r, const char *count);

#endif
