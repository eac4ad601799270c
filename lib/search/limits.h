/* limits.h - time, memory, the monitor: what ends a run before its work is done. */
#ifndef SEARCH_LIMITS_H
#define SEARCH_LIMITS_H

#include "search/engine.h"

/* At the end: the seconds and the memory of the result. */
void limits_record_usage(engine *r);
/* So many seconds have passed. */
void limits_set_elapsed(engine *r, double seconds);
/* Lets the states seen have what the rest leaves of --max-memory. */
void limits_set_visited_budget(engine *r);
/* The states seen took no more: the run ends at --max-states, --max-memory or the last number. */
void limits_stop_full(engine *r);
/* The run ends at --max-depth. */
void limits_stop_depth(engine *r);
/* While an expansion is under way, as often as it likes: looks a few times a second.  `self` is the
   run; true: the run is over. */
bool limits_poll(void *self);
/* There is more than --max-memory has room for: the run ends. */
void limits_stop_memory(engine *r);
/* Bytes that may still be taken of --max-memory; SIZE_MAX without one. */
size_t limits_memory_left(const engine *r);
/* After each expansion of `count` states: looks at the clock, the memory and the monitor when it is
   time to, and lets the observer save; `expanded` is for its pause.  0 or the observer's code. */
int limits_check(engine *r, size_t count, uint32_t expanded);

#endif
