/*
 * bfs_pipeline.h - a level of a breadth-first run explored by a pipeline of threads: the others
 * expand batches ahead, the main thread inserts and reports them, one after the other in order.
 *
 * So numbers are in the order of discovery, but one thread does all inserting.
 */
#ifndef SEARCH_BFS_PIPELINE_H
#define SEARCH_BFS_PIPELINE_H

#include "search/engine.h"

enum {
    BFS_PIPELINE_LEAST = 4 * MODEL_BATCH,  /* fewer states are not worth waking threads for */
    BFS_PIPELINE_MOST = 256 * MODEL_BATCH, /* states of one step of the search */
};

typedef struct bfs_pipeline bfs_pipeline;

bfs_pipeline *bfs_pipeline_new(engine *r); /* NULL: no memory */
/* Expands *count of the states first..end - 1, all of one depth, from the first on; the run may be
   stopped before they are all done.  0 or a negative code. */
int bfs_pipeline_explore(bfs_pipeline *all, const level_callbacks *use, uint32_t first,
                         uint32_t end, uint32_t depth, uint32_t *count);
void bfs_pipeline_free(bfs_pipeline *all);
size_t bfs_pipeline_memory(const bfs_pipeline *all); /* bytes held, after the last batch */

#endif
