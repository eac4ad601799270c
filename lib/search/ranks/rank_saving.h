/* rank_saving.h - when ranks save their rows, between two levels: rank 0 says so for all. */
#ifndef SEARCH_RANKS_SAVING_H
#define SEARCH_RANKS_SAVING_H

#include "search/levels/level_loop.h"

typedef struct rank_saving {
    bool due;           /* all ranks save now */
    uint64_t states;    /* of all, when they did last */
    struct timespec at; /* of rank 0 */
} rank_saving;

/* As rank 0 finds where there are so many states; the others find nothing, and so does rank 0 where
   it gathers the rows. */
bool rank_save_is_due(const rank_saving *v, const engine *r, uint64_t states);
/* All ranks resume from what they saved: figures and levels. */
void rank_resume(rank_saving *v, level_loop *l, const search_past *past);
/* Instead of rows, a pause at which all that was handed over is saved. */
void rank_save(rank_saving *v, engine *r, uint64_t states);

#endif
