/* pending_solution.h - a solution before it is stored. */
#ifndef RUN_PENDING_SOLUTION_H
#define RUN_PENDING_SOLUTION_H

#include "model/model.h"

typedef struct solver solver;

/* One solution, step by step; owns its arrays. */
typedef struct pending_solution {
    uint32_t length;
    unsigned costs_width;
    uint64_t *states;  /* [length + 1] of the model's words */
    uint32_t *numbers; /* [length + 1] ids; 0: unknown      */
    uint32_t *moves;   /* [length]                          */
    int64_t *costs;    /* [length][costs]                   */
    int64_t *final;    /* [costs], at its end               */
    int64_t *spent;    /* [length + 1][costs]               */
    uint32_t summed;   /* the last step of which it is known */
    char **shown;      /* [length + 1]                      */
} pending_solution;

bool pending_solution_open(pending_solution *out, uint32_t length, unsigned words, unsigned costs);
/* A path of the graph as a plan of the model, without what its end costs. */
int pending_solution_from_edges(solver *s, pending_solution *out, uint32_t start, uint32_t length,
                                const uint64_t *edges);
/* Its steps from .. end - 1 again, and the states that they lead to. */
void pending_solution_set_steps(const solver *s, pending_solution *out, uint32_t from, uint32_t end,
                                const uint64_t *edges);
/* A path that a search found, without what its end costs. */
int pending_solution_from_path(solver *s, pending_solution *out, uint32_t length,
                               const uint64_t *states, const uint32_t *moves);
/* Sets what its moves cost, by the reference interpreter. */
int pending_solution_find_costs(solver *s, pending_solution *plan);
/* Fills in `spent`.  WGCQ_ERUN: the costs do not fit 64 bits. */
int pending_solution_sum(pending_solution *s, const wgcq_model *model, void *worker,
                         wgcq_error *err);
/* Like pending_solution_sum, but stops at the first total that overflows. */
void pending_solution_sum_what_fits(pending_solution *s);
/* Fills in `shown`. */
int pending_solution_spell(pending_solution *s, const wgcq_model *model, void *worker,
                           wgcq_error *err);
/* Both. */
int pending_solution_finish(pending_solution *s, const wgcq_model *model, void *worker,
                            wgcq_error *err);
void pending_solution_close(pending_solution *s);

#endif
