/* limited_rows.h - the part of a SELECT's rows that a question's limit and offset leave. */
#ifndef ANSWERS_QUERY_LIMITED_ROWS_H
#define ANSWERS_QUERY_LIMITED_ROWS_H

#include "answers/query/question.h"

/* The rows of a SELECT over the run's views; or how many they are; or a part of them, and whether
   there are more. */
int limited_rows_select(wgcq_rows **out, query_context *ctx, const char *sql);

#endif
