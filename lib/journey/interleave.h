/* interleave.h - the interleavings of a journey, which last as long as their choices. */
#ifndef JOURNEY_INTERLEAVE_H
#define JOURNEY_INTERLEAVE_H

typedef struct interleavings interleavings;

void interleavings_free(interleavings *all);

#endif
