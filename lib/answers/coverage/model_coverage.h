/* model_coverage.h - the coverage of a model in C: what the rows of its file say of it. */
#ifndef ANSWERS_COVERAGE_MODEL_COVERAGE_H
#define ANSWERS_COVERAGE_MODEL_COVERAGE_H

#include "answers/query/question.h"
#include "base/row_table.h"

/* Appends findings (kind, name, place, count): labels that only rejections have, constraints
   without a rejection, and values with a name that no state has.  Where the file does not keep the
   rows that tell, a remark says so. */
int model_coverage_put(row_table *rows, query_context *ctx);

#endif
