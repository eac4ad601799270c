/* solve.h - a model being solved, the inside of a result, a solution on its way into the trace. */
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
    char limit[200], count[24], remark[240];
};

/* Where another run was cut short, by what cannot be told again: so many states and edges. */
typedef struct solving_cut {
    uint64_t states, edges;
} solving_cut;

typedef struct solving {
    const wgcq_model *model;
    const wgcq_options *options;
    const wgcq_watch *watch; /* NULL, or `through`            */
    const wgcq_watch *asked; /* the caller's, behind it       */
    wgcq_watch through;
    wgcq_error *err;
    int *minimize;
    size_t minimize_count;
    void *worker;
    trace_writer *writer; /* NULL: nothing is written */
    graph *g;             /* NULL: nothing is kept    */
    graph_back back;
    observer parts[2]; /* the trace, the graph     */
    checker checker;   /* opened for the first solution */
    search_result found;
    wgcq_result *result;
    struct timespec began;
    char memory_words[120];   /* solving_memory_words       */
    bool interrupted;         /* by the watch, in any phase */
    trace_past *past;         /* a run that goes on; NULL: a new one */
    const solving_cut *until; /* ends there, at the latest, if it comes by; NULL: nowhere */
} solving;

/* The parts of a run, in this order.  Whatever they answer, solving_close comes last.

   From what is minimized to the beginning of the trace: model, options, watch, err and past are
   filled in.  A graph is made where one is kept or needed. */
int solving_begin(solving *s, const char *db, bool needs_graph);
/* How the search is to go, and who looks on. */
void solving_search(solving *s, search_options *how, observer *both);
/* `found` is what exploring came to, and `code` what it answered: from the graph's closing to the
   end of the trace.  Then `result` tells. */
int solving_settle(solving *s, int code);
/* Adds to the error what the file holds, where the disk or memory was the trouble. */
void solving_say_saved(solving *s, int code, const char *db);
void solving_close(solving *s);

int solving_minimize(solving *s);

/* All of it, from what is minimized to the end of the trace: model, options, watch, err and past
   are filled in.  Nothing stays in *s. */
int solving_whole(wgcq_result **out, solving *s, const char *db);

/* The limit of memory, asked for or the machine's; 0: none.  And what a run says that ends at the
   machine's; NULL: the limit was asked for. */
uint64_t solving_memory_most(const solving *s);
const char *solving_memory_words(solving *s);
/* Whether the disk has no room for more: see trace_full.  `self` is the solving. */
const char *solving_full(void *self, uint64_t waiting);
/* What the run holds beside the search, and will hold behind it.  `self` is the solving. */
search_beside solving_memory(void *self);
/* What --max-memory leaves for parts of plans; 0: any number of bytes. */
size_t solving_spare(const solving *s);
/* Has the caller's watch told of the file as well; NULL: there is none. */
void solving_watch(solving *s, const wgcq_watch *watch);

static inline bool solving_complete(const solving *s)
{
    return s->found.end == SEARCH_COMPLETE;
}

static inline const uint64_t *state_at(const solving *s, uint32_t number)
{
    return s->g->state + (size_t)number * s->model->words;
}

/* Finds the best solutions on the graph, replays and stores them; without a graph, takes the one
   that the search came upon for the result alone. */
int settle_solutions(solving *s);
int show_found(solving *s);

#endif
