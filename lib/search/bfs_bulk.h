/*
 * bfs_bulk.h - a level of a breadth-first run explored by several threads, in rounds.
 *
 * In a round several batches of states are expanded in parallel, and their successors are added to
 * the visited set by all threads (space/visited_insert_parallel.h).  Then the main thread calls the
 * observer, batch after batch, so that the result is the same for any number of threads.
 */
#ifndef SEARCH_BFS_BULK_H
#define SEARCH_BFS_BULK_H

#include "search/engine.h"

enum { BFS_BULK_LEAST = 4 * MODEL_BATCH }; /* fewer states are not worth waking threads for */

typedef struct bfs_bulk bfs_bulk;

bfs_bulk *bfs_bulk_new(engine *r); /* NULL: no memory */
/* Expands *count of the states first..end - 1, all of one depth, from the first on; the run may be
   stopped before they are all done.  0 or a negative code. */
int bfs_bulk_explore(bfs_bulk *all, const level_callbacks *use, uint32_t first, uint32_t end,
                     uint32_t depth, uint32_t *count);
void bfs_bulk_free(bfs_bulk *all);
size_t bfs_bulk_memory(const bfs_bulk *all); /* bytes held, after the last round */

#endif
