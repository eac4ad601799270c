/*
 * relay.h - a level of a breadth-first run explored by a few threads: the others expand ahead, the
 * calling one takes in what comes of it and tells it, batch after batch in their order.
 *
 * Taking in is what one thread does (run_take), so nothing has to be sorted or counted out as in
 * rounds.h, and while rows are written down exploring goes on; but it is one thread's work, so more
 * than two threads without anybody to tell are better used by rounds.
 */
#ifndef SEARCH_RELAY_H
#define SEARCH_RELAY_H

#include "search/run.h"

enum {
    RELAY_LEAST = 4 * MODEL_BATCH,  /* for fewer sources nobody is woken up     */
    RELAY_MOST = 256 * MODEL_BATCH, /* then whoever pulls at the search is asked */
};

typedef struct relay relay;

relay *relay_new(run *r); /* NULL: no memory */
/* Explores *count of the states first..end - 1 of one depth, from the first on; the run may be over
   before they are all done. */
int relay_explore(relay *all, const level_use *use, uint32_t first, uint32_t end, uint32_t depth,
                  uint32_t *count);
void relay_free(relay *all);
size_t relay_memory(const relay *all); /* bytes held, after the newest batch */

#endif
