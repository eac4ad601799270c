/* iterator.h - what other rooms ask of an iterator. */
#ifndef JOURNEY_ITERATE_ITERATOR_H
#define JOURNEY_ITERATE_ITERATOR_H

#include "wgcq_journey.h"

/* Whether options.trace_nodes has come: nothing more is stored. */
bool iterator_trace_is_full(const wgcq_iterator *t);

#endif
