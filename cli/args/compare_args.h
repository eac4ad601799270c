/* compare_args.h - the solutions and files that compare is given, out of its operands. */
#ifndef CLI_ARGS_COMPARE_ARGS_H
#define CLI_ARGS_COMPARE_ARGS_H

#include "args/request.h"

typedef struct compare_source {
    wgcq_trace *trace;
    char *path, *label;
    uint64_t run; /* 0: the newest */
} compare_source;

typedef struct compare_args {
    wgcq_compare_side *solutions; /* their labels are its own */
    size_t count;
    compare_source *sources; /* each run once, that of the first operand first */
    size_t source_count;
} compare_args;

/* Solutions: N of the first file, DB:N of another, N@RUN of another run.  Bare files: solution N of
   each in turn, or the best of each that has any.  Mistakes are said and counted, trouble is a code
   and *err; to be freed whatever the answer. */
int compare_args_read(compare_args *out, request *r, wgcq_error *err);
void compare_args_free(compare_args *c);
/* How many of all name a solution. */
size_t compare_args_solution_count(const compare_args *c);

#endif
