/* limits.h - time, memory, the monitor: what ends a run early. */
#ifndef SEARCH_LIMITS_H
#define SEARCH_LIMITS_H

#include "search/engine/engine.h"

/* Writes seconds and peak memory into the result. */
void limits_record_usage(engine *r);
/* Sets the clock of --max-time. */
void limits_set_elapsed(engine *r, double seconds);
/* Limits the visited set to what all else leaves of --max-memory. */
void limits_set_visited_budget(engine *r);
/* The visited set is full: stops the run at --max-states, --max-memory or the greatest number. */
void limits_stop_full(engine *r);
/* There is no number for a further state. */
void limits_stop_numbers(engine *r);
/* A level has more states than the `most` that can be held. */
void limits_stop_wide(engine *r, uint64_t most);
/* Stops the run at --max-depth. */
void limits_stop_depth(engine *r);
/* Stops the run at --max-states. */
void limits_stop_states(engine *r);
/* During an expansion, as often as it likes: checks the limits a few times a second.  `self` is the
   engine; true: the run is stopped. */
bool limits_poll(void *self);
/* Stops the run at --max-memory. */
void limits_stop_memory(engine *r);
/* Bytes of --max-memory that are left; SIZE_MAX without that limit. */
size_t limits_memory_left(const engine *r);
/* After each expansion of `count` states, and before the next: checks the limits. */
void limits_check(engine *r, size_t count);
/* Whether it is time for a commit.  Breadth-first calls for one after every level, too. */
bool limits_pause_due(engine *r);
/* For runs with levels of any width: whether it is time to check the limits, since `count` states
   were expanded or the strategy holds much more memory; and the check, which sets that time so that
   reading the clock costs nothing. */
bool limits_are_due(engine *r, size_t count);
void limits_check_due(engine *r);

#endif
