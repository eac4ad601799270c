/*
 * found_orbit.h - the orbit of a state, searched for by applying every declared map to each state.
 *
 * Elements are numbered from 1, the state that was given; each other is the image of an earlier
 * one.
 */
#ifndef PUZZLE_FOUND_ORBIT_H
#define PUZZLE_FOUND_ORBIT_H

#include <stddef.h>

#include "base/containers/lookup.h"
#include "puzzle/state_map.h"

typedef struct found_orbit {
    state_maps maps;
    unsigned words;
    lookup elements;
    uint32_t *images;  /* [elements + 1][maps] what each element becomes */
    uint32_t *sources; /* [elements + 1][maps] what becomes it; 0: it was not met yet */
    size_t image_room, source_room;
    uint64_t *state, *image; /* room for one */
} found_orbit;

/* To be closed in any case; the puzzle is borrowed. */
int found_orbit_open(found_orbit *o, const wgcq_puzzle *puzzle, wgcq_error *err);
void found_orbit_close(found_orbit *o);

/* Finds the orbit of a state.  WGCQ_EREQUEST: a map has no image of an element or one image of two,
   or there are too many elements. */
int found_orbit_find(found_orbit *o, const uint64_t *state, wgcq_error *err);
/* Borrowed until the next is found. */
static inline const uint64_t *found_orbit_element(const found_orbit *o, uint32_t number)
{
    return (const void *)(o->elements.keys + (size_t)number * o->elements.width);
}

/* The number of the image of an element under a map. */
static inline uint32_t found_orbit_image(const found_orbit *o, size_t by, uint32_t number)
{
    return o->images[(size_t)number * o->maps.count + by];
}

/* Its least element, as packed. */
const uint64_t *found_orbit_least(const found_orbit *o);

/* WGCQ_EREQUEST: what was declared does not hold, as a map makes one element of another; `why`,
   which is freed, follows the two. */
int found_orbit_refuse(const found_orbit *o, size_t by, uint32_t from, uint32_t to, strbuf *why,
                       wgcq_error *err);

#endif
