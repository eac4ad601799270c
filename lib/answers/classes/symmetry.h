/*
 * symmetry.h - the exchanges that a puzzle declares, over its explored graph.
 *
 * That values may be exchanged is what the puzzle says; here it is tested on every state and edge.
 */
#ifndef ANSWERS_CLASSES_SYMMETRY_H
#define ANSWERS_CLASSES_SYMMETRY_H

#include "answers/query/question.h"
#include "answers/replay/reference_model.h"
#include "base/containers/lookup.h"
#include "puzzle/transposition.h"

typedef struct symmetry {
    const graph *g;
    query_context *a;
    reference_model reference;
    transpositions x;
    lookup states; /* by their words: those of the graph, then images that it does not have */
    uint64_t *state_room; /* room for one state, and its image                              */
    bool *open;           /* states whose edges may not all be there; NULL: none            */
    char **move_texts;    /* [moves], as they are asked for                                 */
    uint32_t moves;
    /* Plans are compared by their states alone: where several moves join the same two states, their
       texts do not tell which becomes which. */
    bool by_states;
} symmetry;

/* WGCQ_EREQUEST: nothing is declared, or an exchange is none of this graph, with a counterexample.
   To be closed whatever the answer. */
int symmetry_open(symmetry *out, query_context *a, const graph *g);
void symmetry_close(symmetry *s);

/* The state with exchange number i made, numbered as in `states`; 0: no memory. */
uint32_t symmetry_state(symmetry *s, size_t i, uint32_t state);
/* How many edges there are between two states of the graph. */
size_t symmetry_edges(const graph *g, uint32_t from, uint32_t to);
/* The words of a move's text in alphabetical order, a blank behind each, into out: members of a set
   change places when they are exchanged.  false: no memory. */
bool symmetry_sort_words(const char *line, strbuf *out);
/* Whether two texts have the same words; false: no memory. */
bool symmetry_same_words(bool *same, const char *one, const char *other);

/* Which of the moves between two states of the graph is what `move` becomes; NO_MOVE: the texts do
   not say. */
#define NO_MOVE UINT32_MAX
int symmetry_move(uint32_t *out, symmetry *s, size_t i, uint32_t move, uint32_t from, uint32_t to);

#endif
