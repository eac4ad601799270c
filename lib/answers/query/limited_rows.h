/* limited_rows.h - the rows of a SELECT within a question's limit and offset. */
#ifndef ANSWERS_QUERY_LIMITED_ROWS_H
#define ANSWERS_QUERY_LIMITED_ROWS_H

#include "answers/query/question.h"

/* The rows of a SELECT over the run's views, within the question's limit and offset, with a remark
   if there are more; or one row with their count, if the question asks for it. */
int limited_rows_select(wgcq_rows **out, query_context *ctx, const char *sql);

#endif
