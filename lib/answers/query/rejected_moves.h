/* rejected_moves.h - the moves that a state does not have, and why, as rows of wgcq_why. */
#ifndef ANSWERS_QUERY_REJECTED_MOVES_H
#define ANSWERS_QUERY_REJECTED_MOVES_H

#include "answers/replay/reference_model.h"
#include "base/row_table.h"

/* An empty table with the seven columns of wgcq_why, and in front of them, of several states, `at`,
   the state's id; NULL: no memory. */
row_table *rejected_moves_table(bool of_states);
/* A row for each reason against a move of this state, of all moves or of the label `move`; *named
   (or NULL): that label is in a row as it is, with a "?" where it has one. */
int rejected_moves_put(row_table *table, bool *named, const reference_model *reference,
                       const uint64_t *state, const char *move, wgcq_error *err);
/* As above in a table of several states. */
int rejected_moves_put_at(row_table *table, const reference_model *reference, uint32_t at,
                          const uint64_t *state, wgcq_error *err);
/* One such row; rule, because and place may be NULL. */
void rejected_moves_put_one(row_table *table, const char *move, const char *outcome,
                            const char *rule, const char *because, const char *place);

#endif
