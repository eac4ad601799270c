/* explain_lasso.h - why a property over time does not hold, and its path is fair. */
#ifndef ANSWERS_QUERY_EXPLAIN_LASSO_H
#define ANSWERS_QUERY_EXPLAIN_LASSO_H

#include "trace/trace.h"

/* Rows as of wgcq_why: what violates the property, then for each fair action that the cycle meets
   how it is fair to it.  None where the property holds.  WGCQ_DONE: the run has no such property.
 */
int explain_lasso(wgcq_rows **out, wgcq_trace *trace, const char *property, wgcq_error *err);

#endif
