/* tree_resume.h - where the search of a stored tree goes on. */
#ifndef JOURNEY_TRACE_TREE_RESUME_H
#define JOURNEY_TRACE_TREE_RESUME_H

#include "journey/trace/tree_trace.h"

/* Reads it from the file, which is opened, and not started.  WGCQ_ESTORE: there is nothing left, or
   the file is damaged. */
int tree_resume(tree_trace *t, wgcq_error *err);

#endif
