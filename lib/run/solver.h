/* solver.h - a model being solved, the inside of a result, a solution on its way into the trace. */
#ifndef RUN_SOLVER_H
#define RUN_SOLVER_H

#include <time.h>

#include "answers/graph/graph_answers.h"
#include "base/cursor.h"
#include "search/search.h"
#include "trace/trace.h"

/* One solution, step by step. */
typedef struct pending_solution {
    uint32_t length;
    unsigned costs_width;
    uint64_t *states;  /* [length + 1] of the model's words */
    uint32_t *numbers; /* [length + 1]; 0 where not known   */
    uint32_t *moves;   /* [length]                          */
    int64_t *costs;    /* [length][costs]                   */
    int64_t *spent;    /* [length + 1][costs]               */
    char **shown;      /* [length + 1]                      */
} pending_solution;

bool pending_solution_open(pending_solution *out, uint32_t length, unsigned words, unsigned costs);
/* Fills in `spent` and `shown`. */
int pending_solution_finish(pending_solution *s, const wgcq_model *model, void *worker,
                            wgcq_error *err);
void pending_solution_close(pending_solution *s);

struct wgcq_result {
    wgcq_summary summary;
    const wgcq_model *model;
    wgcq_optimum *best; /* one a cost; their counts are malloc'd */
    pending_solution first;
    char limit[200], count[24], remark[240];
};

/* Where another run was cut short, by what cannot be told again: so many states and edges. */
typedef struct cut_point {
    uint64_t states, edges;
} cut_point;

typedef struct solver {
    const wgcq_model *model;
    const wgcq_options *options;
    const wgcq_monitor *monitor;        /* NULL, or `through`            */
    const wgcq_monitor *caller_monitor; /* the caller's, behind it       */
    wgcq_monitor own_watch;
    wgcq_error *err;
    int *minimize;
    size_t minimize_count;
    void *worker;
    trace_writer *writer; /* NULL: nothing is written */
    graph *g;             /* NULL: nothing is kept    */
    reversed_graph back;
    observer observers[2]; /* the trace, the graph     */
    plan_checker checker;  /* opened for the first solution */
    search_result found;
    wgcq_result *result;
    struct timespec started;
    char memory_limit_text[120];     /* solver_memory_words       */
    bool interrupted;                /* by the monitor, in any phase */
    trace_resume_point *resume_from; /* a run that goes on; NULL: a new one */
    const cut_point *stop_at;        /* ends there, at the latest, if it comes by; NULL: nowhere */
} solver;

/* The parts of a run, in this order.  Whatever they answer, solver_close comes last.

   From what is minimized to the beginning of the trace: model, options, monitor, err and past are
   filled in.  A graph is made where one is kept or needed. */
int solver_begin(solver *s, const char *db, bool needs_graph);
/* How the search is to go, and who looks on. */
void solver_search_options(solver *s, search_options *how, observer *both);
/* `found` is what exploring came to, and `code` what it answered: from the graph's closing to the
   end of the trace.  Then `result` tells. */
int solver_finish(solver *s, int code);
/* Adds to the error what the file holds, where the disk or memory was the trouble. */
void solver_mention_saved(solver *s, int code, const char *db);
void solver_close(solver *s);

int solver_read_objectives(solver *s);

/* All of it, from what is minimized to the end of the trace: model, options, monitor, err and past
   are filled in.  Nothing stays in *s. */
int solver_run(wgcq_result **out, solver *s, const char *db);

/* The limit of memory, asked for or the machine's; 0: none.  And what a run says that ends at the
   machine's; NULL: the limit was asked for. */
uint64_t solver_memory_limit(const solver *s);
const char *solver_memory_limit_text(solver *s);
/* Whether the disk has no room for more: see trace_disk_full.  `self` is the solving. */
const char *solver_stop_reason(void *self, uint64_t waiting);
/* What the run holds beside the search, and will hold behind it.  `self` is the solving. */
search_observer_memory solver_memory_use(void *self);
/* What --max-memory leaves for parts of plans; 0: any number of bytes. */
size_t solver_plan_memory(const solver *s);
/* Has the caller's monitor told of the file as well; NULL: there is none. */
void solver_watch(solver *s, const wgcq_monitor *monitor);

static inline bool solver_complete(const solver *s)
{
    return s->found.end == SEARCH_COMPLETE;
}

static inline const uint64_t *solver_state(const solver *s, uint32_t number)
{
    return s->g->state + (size_t)number * s->model->words;
}

/* Finds the best solutions on the graph, replays and stores them; without a graph, takes the one
   that the search came upon for the result alone. */
int find_solutions(solver *s);
int find_solutions_unstored(solver *s);

#endif
