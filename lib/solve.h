/* solve.h - the inside of a result, and a solution on its way into the trace. */
#ifndef SOLVE_H
#define SOLVE_H

#include <time.h>

#include "answers/answers.h"
#include "base/rows.h"
#include "search/search.h"
#include "trace/trace.h"

/* One solution, step by step. */
typedef struct solution {
    uint32_t length;
    unsigned costs_width;
    uint64_t *states;  /* [length + 1] of the model's words */
    uint32_t *numbers; /* [length + 1]; 0 where not known   */
    uint32_t *moves;   /* [length]                          */
    int64_t *costs;    /* [length][costs]                   */
    int64_t *spent;    /* [length + 1][costs]               */
    char **shown;      /* [length + 1]                      */
} solution;

bool solution_open(solution *out, uint32_t length, unsigned words, unsigned costs);
/* Fills in `spent` and `shown`. */
int solution_finish(solution *s, const wgcq_model *model, void *worker, wgcq_error *err);
void solution_close(solution *s);

struct wgcq_result {
    wgcq_summary summary;
    const wgcq_model *model;
    wgcq_best *best; /* one a cost; their counts are malloc'd */
    solution first;
    char limit[160], count[24], remark[240];
};

#endif
