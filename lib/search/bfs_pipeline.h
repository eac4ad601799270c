/*
 * bfs_pipeline.h - a level of a breadth-first run explored by a few threads: the others expand
 * ahead, the calling one takes in what comes of it and tells it, batch after batch in their order.
 *
 * Taking in is what one thread does (engine_insert), so nothing has to be sorted or counted out as
 * in rounds.h, and while rows are written down exploring goes on; but it is one thread's work, so
 * more than two threads without anybody to tell are better used by rounds.
 */
#ifndef SEARCH_BFS_PIPELINE_H
#define SEARCH_BFS_PIPELINE_H

#include "search/engine.h"

enum {
    BFS_PIPELINE_LEAST = 4 * MODEL_BATCH,  /* for fewer sources nobody is woken up     */
    BFS_PIPELINE_MOST = 256 * MODEL_BATCH, /* then whoever pulls at the search is asked */
};

typedef struct bfs_pipeline bfs_pipeline;

bfs_pipeline *bfs_pipeline_new(engine *r); /* NULL: no memory */
/* Explores *count of the states first..end - 1 of one depth, from the first on; the run may be over
   before they are all done. */
int bfs_pipeline_explore(bfs_pipeline *all, const level_callbacks *use, uint32_t first,
                         uint32_t end, uint32_t depth, uint32_t *count);
void bfs_pipeline_free(bfs_pipeline *all);
size_t bfs_pipeline_memory(const bfs_pipeline *all); /* bytes held, after the newest batch */

#endif
