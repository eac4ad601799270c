/* compare_args.h - the operands of compare: solutions, and the files that hold them. */
#ifndef CLI_ARGS_COMPARE_ARGS_H
#define CLI_ARGS_COMPARE_ARGS_H

#include "args/request.h"
#include "wgcq_trace.h"

typedef struct compare_source {
    wgcq_trace *trace;
    char *path, *label;
    uint64_t run; /* 0: the newest */
} compare_source;

typedef struct compare_args {
    wgcq_compare_side *solutions; /* their labels are owned */
    size_t count;
    compare_source *sources; /* each run once; [0] is that of the first operand */
    size_t source_count;
    const wgcq_monitor *monitor; /* of merging, where the source is a folder of ranks */
} compare_args;

/* Operands: N of the first file, DB:N of another, N@RUN of another run.  Files alone: solution N of
   each in turn, or the best of each that has one.  Usage errors are reported and counted in *r;
   others are a code and *err.  To be freed in every case. */
int compare_args_read(compare_args *out, request *r, const wgcq_monitor *monitor, wgcq_error *err);
void compare_args_free(compare_args *c);
/* How many of them are solutions, not files alone. */
size_t compare_args_solution_count(const compare_args *c);

#endif
