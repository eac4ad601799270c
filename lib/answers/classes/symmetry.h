/*
 * symmetry.h - the group that a puzzle declares `symmetric`, over its explored graph.
 *
 * Whether its generators (puzzle/state_map.h) hold is decided as in a run that keeps one state of
 * each orbit (puzzle/reduced_model.h).  Where some of them maps a start to a state that is none, a
 * plan's images are those by the elements that map its start to a start (start_maps.h).
 */
#ifndef ANSWERS_CLASSES_SYMMETRY_H
#define ANSWERS_CLASSES_SYMMETRY_H

#include "answers/query/question.h"
#include "answers/replay/reference_model.h"
#include "base/containers/lookup.h"
#include "base/containers/sequence_set.h"
#include "puzzle/state_map.h"

typedef struct symmetry {
    const graph *g;
    query_context *a;
    reference_model reference;
    state_maps maps;
    sequence_set
        elements;  /* by which plans have images: symmetry_begins, then generators in order */
    lookup states; /* numbers by words: of the graph's states, then of images outside of it */
    uint64_t *state_room; /* [2 * words] for one state, and its image */
    bool *open;           /* [states + 1] whether edges may be missing; NULL: none are */
    char **move_texts;    /* [moves], read when first needed; NULL before */
    uint32_t moves;
    /* Plans are compared by their states alone: where several moves join the same two states, their
       texts do not say which becomes which. */
    bool by_states;
} symmetry;

/* WGCQ_EREQUEST: nothing is declared, or it does not hold; the text has a counterexample.  The
   caller closes it, after an error too. */
int symmetry_open(symmetry *out, query_context *a, const graph *g);
void symmetry_close(symmetry *s);
/* Whether what the puzzle of a run declares holds: by its moves, for all states that there are, or
   else in all that the run explored.  WGCQ_EREQUEST: it does not. */
int symmetry_hold(wgcq_trace *trace, const wgcq_puzzle *puzzle, trace_rerunner *rerun,
                  const wgcq_monitor *monitor, wgcq_error *err);

/* The one start whose plans have images under element i; 0: all plans have. */
uint32_t symmetry_begins(const symmetry *s, uint32_t i);
/* The image of a state under element i, numbered as in `states`. */
int symmetry_state(uint32_t *out, symmetry *s, uint32_t i, uint32_t state);
/* How many edges there are between two states of the graph. */
size_t symmetry_edges(const graph *g, uint32_t from, uint32_t to);
/* Whether two texts have the same words; false: no memory. */
bool symmetry_same_words(bool *same, const char *one, const char *other);

/* The image of `move` under element i, among the moves between two states of the graph; NO_MOVE:
   the texts do not say. */
#define NO_MOVE UINT32_MAX
int symmetry_move(uint32_t *out, symmetry *s, uint32_t i, uint32_t move, uint32_t from,
                  uint32_t to);

#endif
