/*
 * bfs_bulk.h - a level of a breadth-first run explored by several threads.
 *
 * Batches of sources are expanded side by side, a round of them at a time, and what comes of them
 * is added to the states seen by all threads (space/arrivals.h).  Then the calling thread tells the
 * observer, batch after batch, so that nobody can see from outside how many threads there were.
 */
#ifndef SEARCH_BFS_BULK_H
#define SEARCH_BFS_BULK_H

#include "search/engine.h"

enum { BFS_BULK_LEAST = 4 * MODEL_BATCH }; /* for fewer sources nobody is woken up */

typedef struct bfs_bulk bfs_bulk;

bfs_bulk *bfs_bulk_new(engine *r); /* NULL: no memory */
/* Explores *count of the states first..end - 1 of one depth, from the first on; the run may be over
   before they are all done. */
int bfs_bulk_explore(bfs_bulk *all, const level_callbacks *use, uint32_t first, uint32_t end,
                     uint32_t depth, uint32_t *count);
void bfs_bulk_free(bfs_bulk *all);
size_t bfs_bulk_memory(const bfs_bulk *all); /* bytes held, after the newest round */

#endif
