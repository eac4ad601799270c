/*
 * long_question.h - what every question that can take long has: progress on a terminal, elsewhere a
 * word where it takes long, --max-time, --max-memory and Ctrl-C; and the remark on a question that
 * one of these cut short.
 *
 * Between begin and end the library works: each of its calls but those for rows, which
 * row_writer_write_all makes, stands between enter and leave.
 */
#ifndef CLI_REPORT_LONG_QUESTION_H
#define CLI_REPORT_LONG_QUESTION_H

#include "args/request.h"
#include "output/progress_line.h"
#include "report/print_answer.h"

typedef struct long_question {
    const request *r;
    const char *name; /* of what is asked, in its progress */
    /* Prints on standard output that nothing is known; NULL: nothing is printed there.  Set after
       long_question_begin. */
    void (*print_unknown)(const request *r);
    const answer *answer; /* whose rows are being printed; NULL: none are */
    progress_line progress;
    wgcq_monitor monitor;
    int (*report_line)(void *self, const wgcq_progress *p); /* of the progress line */
    bool cut;                                               /* by one of the three */
    char reason[80];   /* of that: "stopped at --max-time 2", "interrupted" */
    char remark[1200]; /* about an answer that was cut */
    char shorter[200]; /* how to make it short */
} long_question;

void long_question_begin(long_question *q, const request *r);
/* A user's SQL, within which SQLite may look at no clock. */
void long_question_begin_sql(long_question *q, const request *r);
void long_question_enter(void);
/* Returns `code`, the result of the call. */
int long_question_leave(int code);
/* Between calls, many times a second while another program works: what it does, as progress;
   whether that is to end. */
bool long_question_waits(long_question *q, const char *phase);
/* Whether this error is a limit or an interrupt, and not a failure; then sets the remark. */
bool long_question_is_cut(long_question *q, const wgcq_error *err);
/* As above for an answer that is no error, but incomplete where it was cut: whether it was. */
bool long_question_heard(long_question *q);
/* answer_rows of a question that may be cut: then 0, the rows so far are printed, and the remark
   says so. */
int long_question_rows(long_question *q, answer *a, wgcq_rows *rows, wgcq_error *err);
/* answer_end of those rows. */
int long_question_answer(const long_question *q, const answer *a, const wgcq_rows *rows);
/* The rows of a call that has returned `code`, or its error; the exit status. */
int long_question_tell(long_question *q, int code, wgcq_rows *rows, wgcq_error *err);
/* Reports an error, or that nothing is known yet where the question was cut; the exit status. */
int long_question_failure(long_question *q, const wgcq_error *err);
/* The exit status of an answer that was cut. */
int long_question_cut_status(const long_question *q);
/* No limits, and no progress, from here on; twice is fine. */
void long_question_end(long_question *q);

#endif
