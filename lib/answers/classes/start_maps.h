/*
 * start_maps.h - the elements of a declared group that map starts to starts.
 *
 * Where the group maps some start to a state that is none, only those elements map plans to plans:
 * of each start the ones that keep it, and one to and from each other start in its orbit.
 */
#ifndef ANSWERS_CLASSES_START_MAPS_H
#define ANSWERS_CLASSES_START_MAPS_H

#include "base/containers/sequence_set.h"
#include "graph/graph.h"
#include "puzzle/state_map.h"

/* Adds elements that generate all of these: the number of the start that is mapped, then the
   numbers of maps in the order in which they are applied.  WGCQ_EREQUEST: a start has too many
   images. */
int start_maps_find(sequence_set *out, const state_maps *maps, const graph *g, wgcq_error *err);

#endif
